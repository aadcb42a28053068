"""The dialogues over the reader: a line to type, lines to read, a move to choose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from replays.screen.panes import hung

LEAVE: list[BindingType] = [Binding("escape", "leave", "Close")]


class TypedLine(ModalScreen[str]):
    """A question that is answered by typing a line; the answer is empty if the reader leaves it with Escape."""

    BINDINGS: ClassVar[list[BindingType]] = LEAVE

    def __init__(self, title: str, value: str = "", hint: str = "") -> None:
        super().__init__()
        self.asked, self.value, self.hint = title, value, hint

    def compose(self) -> ComposeResult:
        """Lay out the title over the input."""
        with Vertical(classes="dialog small"):
            yield Label(Text(self.asked, "bold"))
            yield Input(self.value, placeholder=self.hint)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer with the line."""
        self.dismiss(event.value.strip())

    def action_leave(self) -> None:
        """Answer with nothing."""
        self.dismiss("")


class ShownLines(ModalScreen[None]):
    """Lines to read, with a title; Escape, q or Enter closes them."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter", "leave", "Close")]

    def __init__(self, title: str, lines: Sequence[Text]) -> None:
        super().__init__()
        self.heading, self.lines = title, lines

    def compose(self) -> ComposeResult:
        """Lay out the title over the lines, which scroll."""
        with VerticalScroll(classes="dialog"):
            yield Label(Text(self.heading, "bold"))
            yield Static(hung(self.lines, self.app.console, min(110, self.app.size.width * 9 // 10) - 6), id="lines")
            yield Label(Text("Escape closes this", "dim"))

    def action_leave(self) -> None:
        """Close the dialogue."""
        self.dismiss(None)


class ChosenMove(ModalScreen[str]):
    """Legal moves to choose from; the answer is the move chosen with Enter or a click, or empty after Escape."""

    BINDINGS: ClassVar[list[BindingType]] = LEAVE

    def __init__(self, title: str, moves: Sequence[str], hint: str) -> None:
        super().__init__()
        self.heading, self.moves, self.hint = title, moves, hint

    def compose(self) -> ComposeResult:
        """Lay out the title over the moves."""
        with Vertical(classes="dialog"):
            yield Label(Text(self.heading, "bold"))
            yield OptionList(*(Option(Text(move)) for move in self.moves))
            yield Label(Text(self.hint, "dim"))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer with the move."""
        self.dismiss(self.moves[event.option_index])

    def action_leave(self) -> None:
        """Answer with nothing."""
        self.dismiss("")
