"""The full-screen reader: the screen, its keys, and where they lead."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Footer, Static

from ledger.errors import LedgerError
from replays.errors import ReplayError
from replays.records.explanations import Options
from replays.screen.answers import ReadGame, branched, explained, legal_moves, move_here
from replays.screen.dialogs import ChosenMove, ShownLines, TypedLine
from replays.screen.event_rows import EventRows
from replays.screen.panes import decision_words, header, hung, moves_pane, stack_pane, table_pane
from replays.watching.replay import Replay
from replays.wording.records import hidden_answers
from rules.errors import RulesError

WIDE = 120
"""The columns from which on the stack and the legal moves have a column of their own."""
UNITS = {"d": "decision", "w": "window", "p": "phase", "v": "violation"}
HERE = Style(reverse=True)

KEYS = """\
← → ↑ ↓   the event before, the next event; after Tab, ↑ ↓ scroll the table
PgUp PgDn a screen of events; Home, End: the first and the last
d w p v   the next decision, window, phase, violation
D W P V   the decision, window, phase, violation before this one
g         go to an event by its number
/  n      find words in the events; find the same again
?         why a move is legal or not: the one made here, or another
o         who decides, and what is legal; Enter on a move says why
s         what is being resolved, the innermost first
b         a branch from here, with a move you type
y         copy the address of this event
h  q      these keys; leave
Click an event to go to it; the wheel scrolls."""


class EventList(ScrollView, can_focus=True):
    """The events in a list that scrolls; only rows in sight are put into words. A click chooses an event."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.step('event', -1)", show=False),
        Binding("down", "app.step('event', 1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("home", "app.go(1)", show=False),
        Binding("end", "app.go(999999999)", show=False),
    ]

    class Clicked(Message):
        """An event was clicked."""

        def __init__(self, seq: int) -> None:
            super().__init__()
            self.seq = seq

    def __init__(self, rows: EventRows) -> None:
        super().__init__(id="events")
        self.rows, self.here = rows, 0
        self.digits = len(str(len(rows)))

    def on_mount(self) -> None:
        """Say how long the list is."""
        self.virtual_size = Size(1, len(self.rows))

    def show(self, seq: int) -> None:
        """Mark an event as the present one, and scroll so that it is in sight, with some lines around it."""
        self.here = seq
        top, height = int(self.scroll_offset.y), max(1, self.size.height)
        margin = min(3, height // 3)
        if not top + margin <= seq - 1 < top + height - margin:
            self.scroll_to(y=max(0, seq - 1 - height // 2), animate=False)
        self.refresh()

    def on_resize(self) -> None:
        """Keep the present event in sight."""
        self.show(self.here)

    def render_line(self, y: int) -> Strip:
        """Return one line of the list."""
        seq = y + int(self.scroll_offset.y) + 1
        width = self.size.width
        if not 1 <= seq <= len(self.rows):
            return Strip.blank(width, self.rich_style)
        text = self.rows.row(seq).text(self.digits)
        text.truncate(width, overflow="ellipsis", pad=True)
        segments: list[Segment] = list(text.render(self.app.console))
        strip = Strip(segments, width).apply_style(self.rich_style)
        return strip.apply_style(HERE) if seq == self.here else strip

    def on_click(self, event: events.Click) -> None:
        """Choose the event that was clicked."""
        seq = event.y + int(self.scroll_offset.y) + 1
        if 1 <= seq <= len(self.rows):
            self.post_message(self.Clicked(seq))

    def action_page(self, by: int) -> None:
        """Go on or back by as many events as the list shows."""
        self.post_message(self.Clicked(min(len(self.rows), max(1, self.here + by * max(1, self.size.height - 2)))))


class Pane(VerticalScroll):
    """Lines of styled text, wrapped to the width of the pane whenever that changes."""

    def __init__(self, text: str, *, can_focus: bool = False) -> None:
        super().__init__(Static(id=text), id=f"{text}-scroll", can_focus=can_focus)
        self.lines: list[Text] = []

    def show(self, lines: list[Text]) -> None:
        """Show other lines."""
        self.lines = lines
        self._wrap()

    def on_resize(self) -> None:
        """Wrap the lines anew."""
        self._wrap()

    def _wrap(self) -> None:
        self.query_one(Static).update(hung(self.lines, self.app.console, self.size.width - 2))


class Reader(App[None]):
    """The reader of one record, from one viewer's knowledge, which cannot be changed while it is open."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "Last Word"
    CSS = """
    #header { height: 1; background: $primary-darken-2; color: $text; padding: 0 1; }
    #says { height: auto; max-height: 3; padding: 0 1; background: $boost; }
    #events { width: 1fr; scrollbar-size-vertical: 1; }
    #table-scroll { width: 1fr; border-left: solid $primary; padding: 0 1; scrollbar-size-vertical: 1; }
    #table-scroll:focus { border-left: thick $accent; }
    #aside { width: 1fr; border-left: solid $primary; padding: 0 1; }
    #stack-scroll { height: 1fr; scrollbar-size-vertical: 1; }
    #moves-scroll { height: 1fr; border-top: solid $primary; scrollbar-size-vertical: 1; }
    .narrow #aside { display: none; }
    ModalScreen { align: center middle; }
    .dialog { width: 90%; max-width: 110; height: auto; max-height: 90%; border: round $accent; padding: 0 1;
              background: $surface; }
    .dialog Label { width: 1fr; }
    .dialog OptionList { height: auto; max-height: 16; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step('event', -1)", "Back", key_display="←"),
        Binding("right", "step('event', 1)", "On", key_display="→"),
        *(Binding(key, f"step('{unit}', 1)", unit.capitalize()) for key, unit in UNITS.items()),
        *(Binding(key.upper(), f"step('{unit}', -1)", show=False) for key, unit in UNITS.items()),
        Binding("slash", "find", "Find", key_display="/"),
        Binding("n", "find_again", show=False),
        Binding("question_mark", "why", "Why", key_display="?"),
        Binding("o", "options", "Options"),
        Binding("s", "stack", show=False),
        Binding("b", "branch", show=False),
        Binding("g", "go_to", show=False),
        Binding("y", "copy", show=False),
        Binding("h,f1", "keys", "Keys"),
        Binding("q", "quit", "Leave"),
    ]

    def __init__(self, replay: Replay, game: ReadGame, viewer: str = "", seq: int = 0) -> None:
        super().__init__()
        self.replay, self.game, self.viewer, self.seq, self.sought = replay, game, viewer, seq, ""
        self.rows = EventRows(replay, viewer, list(game.branches))

    def compose(self) -> ComposeResult:
        """Lay out the header, the event in words, the panes and the keys."""
        yield Static(id="header")
        yield Static(id="says")
        with Horizontal(id="body"):
            yield EventList(self.rows)
            yield Pane("table", can_focus=True)
            with Vertical(id="aside"):
                yield Pane("stack")
                yield Pane("moves")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Show the first event asked for."""
        self.query_one(EventList).focus()
        self.set_class(self.size.width < WIDE, "narrow")
        self.action_go(self.seq)

    def on_resize(self, event: events.Resize) -> None:
        """Show or hide the stack and the legal moves, by the width."""
        self.set_class(event.size.width < WIDE, "narrow")
        self.call_after_refresh(self._show)

    @on(EventList.Clicked)
    def _clicked(self, message: EventList.Clicked) -> None:
        self.action_go(message.seq)

    def action_go(self, seq: int) -> None:
        """Go to an event; a number below or above all of them leads to the first or last."""
        self.seq = min(max(seq, 0), self.replay.last)
        self._show()

    def action_step(self, unit: str, by: int) -> None:
        """Go to the next or last event, decision, window, phase or violation; stay and say so if there is none."""
        seq = self.replay.step(unit, self.seq, by)
        if seq is None:
            self.notify(f"There is no {'later' if by > 0 else 'earlier'} {unit}.", timeout=2)
        else:
            self.action_go(seq)

    def _show(self) -> None:
        """Show the present event in every pane."""
        screen = self.screen_stack[0]
        if not screen.query("#header"):
            return
        point = self.replay.at(self.seq, self.viewer)
        found = self._legal_moves() if point.table.winners is None else None
        name = self.replay.players.get(self.viewer, self.viewer)
        screen.query_one("#header", Static).update(header(self.replay.record.name, point, name))
        says = [Text(point.says[:1].upper() + point.says[1:])]
        if self.seq in self.rows.wrong:
            says.append(Text(f"⚠ {self.rows.wrong[self.seq]}", "bold red"))
        if found is not None and not found.snapped and not found.by_itself:
            says.append(Text(decision_words(found, self.replay.players), "bold"))
        screen.query_one("#says", Static).update(Text("\n").join(says))
        screen.query_one(EventList).show(self.seq)
        screen.query_one("#table-scroll", Pane).show(table_pane(point.table))
        if not self.has_class("narrow"):
            screen.query_one("#stack-scroll", Pane).show(stack_pane(point.stack))
            over = [Text("the game is over", "dim")]
            moves = moves_pane(found, self.viewer, self.replay.players) if found is not None else over
            screen.query_one("#moves-scroll", Pane).show(moves)

    def _legal_moves(self) -> Options:
        return legal_moves(self.replay, self.seq, self.viewer)

    def action_find(self) -> None:
        """Ask for words, and go to the next event that has them."""
        self.push_screen(TypedLine("Find in the events after this one", self.sought), self._find)

    def action_find_again(self) -> None:
        """Go to the next event with the words last sought."""
        self._find(self.sought)

    def _find(self, text: str | None) -> None:
        if not text:
            return
        self.sought = text
        seq = self.rows.find(text, self.seq)
        if seq is None:
            self.notify(f"No event after {self.seq} has the words {text!r}.", timeout=3)
        else:
            self.action_go(seq)

    def action_go_to(self) -> None:
        """Ask for the number of an event, and go there."""
        self.push_screen(TypedLine(f"Go to which event? 1 to {self.replay.last}"), self._go_to)

    def _go_to(self, text: str | None) -> None:
        if text and text.isdecimal():
            self.action_go(int(text))
        elif text:
            self.notify(f"{text!r} is no number of an event.", severity="warning", timeout=3)

    def action_why(self) -> None:
        """Ask for a move, the one made here unless another is typed, and say why it is legal or not."""
        seq, move = move_here(self.replay, self.seq, self.viewer)
        asked = f"Why is this move legal or not after event {seq}? Write it as in a transcript."
        self.push_screen(TypedLine(asked, move, 'B play "The Hand\'s Judgment"'), lambda text: self._why(seq, text))

    def _why(self, seq: int, text: str | None) -> None:
        if not text:
            return
        try:
            lines = explained(self.replay, self.game, seq, self.viewer, text)
        except (ReplayError, LedgerError, RulesError) as error:
            self.notify(str(error), severity="error", timeout=8)
            return
        self.push_screen(ShownLines("Why", lines))

    def action_options(self) -> None:
        """Show who decides and what is legal; a chosen move is explained."""
        found = self._legal_moves()
        if found.hidden or not found.moves:
            names = self.replay.players
            says = hidden_answers(found.player, self.viewer, names) if found.hidden else "There is no move to choose."
            self.push_screen(ShownLines(decision_words(found, self.replay.players), [Text(says)]))
            return
        more = " There are more than are listed." if found.more else ""
        chosen = ChosenMove(
            decision_words(found, self.replay.players), found.moves, f"Enter says why; Escape closes this.{more}"
        )
        self.push_screen(chosen, lambda text: self._why(found.seq, text))

    def action_stack(self) -> None:
        """Show what is being resolved."""
        rows = self.replay.at(self.seq, self.viewer).stack
        self.push_screen(ShownLines("Being resolved, the innermost first", stack_pane(rows)))

    def action_branch(self) -> None:
        """Ask for a move, and make the branch that goes on with it from here."""
        if self.viewer:
            says = "A branch is played with everything that is recorded, so it cannot be made from a player's view."
            self.notify(says, severity="warning", timeout=6)
            return
        asked = "Branch after the action here: write the move that is made instead, as in a transcript."
        self.push_screen(TypedLine(asked), self._branch)

    def _branch(self, text: str | None) -> None:
        if not text:
            return
        try:
            lines = branched(self.replay, self.game, self.seq, text)
        except (ReplayError, LedgerError, RulesError) as error:
            self.notify(str(error), severity="error", timeout=8)
            return
        self.push_screen(ShownLines("Branch", [Text(line) for line in lines]))

    def action_copy(self) -> None:
        """Copy the address of the present event."""
        address = self.game.address(self.seq)
        self.copy_to_clipboard(address)
        self.notify(f"Copied: {address}", timeout=3)

    def action_keys(self) -> None:
        """Show the keys."""
        self.push_screen(ShownLines("Keys", [Text(line) for line in KEYS.splitlines()]))
