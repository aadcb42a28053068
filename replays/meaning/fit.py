"""How well a point of the game fits a written move that is not legal there: what the move is told by is the best of
them.
"""

from __future__ import annotations

import msgspec

from ledger.events import Move, State
from rules.eligibility.conditions import MATCHING
from rules.kernel.asks import Ask, Check
from rules.kernel.context import Context
from rules.kernel.position import Position
from rules.resolution.moments import Order, Window

MATCHED, CHANGED, NEAR, ELSEWHERE, NOWHERE = 0, 1, 2, 3, 4
"""How a point fits a move: its trigger is met; it was, until something cancelled or changed it; the right kind of thing
happens there; none of these; it is no window for a use at all."""
_NO_MORE = (State.CANCELLED, State.SAVED, State.PREVENTED)


SHOWN = 8
"""How many of the legal moves at a point are listed; that there are more is said."""


class JudgedPoint(msgspec.Struct, frozen=True):
    """A point where a move was compared with the rules, and every condition there."""

    fit: int
    failed: int
    order: int
    seq: int
    kept: int
    move: Move
    checks: tuple[Check, ...]
    says: str
    silent: bool = False
    options: tuple[Move, ...] = ()
    player: str = ""
    where: str = ""
    pays: bool = False

    @property
    def rank(self) -> tuple[int, bool, int, int]:
        """The best fit, then the right window and one's own question, then the fewest conditions that failed, then the
        earliest.
        """
        broken = {check.name for check in self.checks if check.holds is False}
        others = "decider" in broken and "answer" not in broken and not self._right_but_for_the_player
        return self.fit, "window" in broken or others, self.failed, self.order

    @property
    def too_late(self) -> bool:
        """Whether all that forbids it is that everybody has passed in the window."""
        return any(check.name == "closed" for check in self.checks)

    @property
    def _right_but_for_the_player(self) -> bool:
        """Whether it would be the answer to this very question, had another player given it."""
        named = [check for check in self.checks if check.name not in ("decider", "answer")]
        return bool(named) and all(check.holds for check in named)


def where_of(pos: Position, ask: Ask) -> str:
    """A decision in words: what is asked, at which step, and what it is about."""
    if not pos.table.frames:
        return ask.says
    frame = getattr(ask, "frame", None) or pos.table.top
    steps = pos.pack.procedures[frame.kind].steps
    label = steps[frame.step].label if frame.step < len(steps) else frame.kind
    says = ask.says if label == ask.says else f"{ask.says} ({label})"
    parts = [part for part in frame.occurrences if part.kind != "initiated"]
    if isinstance(ask, Window) and ask.slot.after:
        parts = [part for part in parts if part.state not in _NO_MORE]
    about = [pos.pack.happenings[part.kind].says(pos, part).strip() for part in parts]
    card = pos.pack.cards.get(frame.text("ability").rpartition("#")[0])
    about = [f"the ability of {card.name}", *about] if card else about
    return f"{says}: {'; '.join(about)}" if about else says


def fit(pos: Position, ask: Ask, move: Move, checks: list[Check]) -> int:
    """How well a decision fits a move that is not legal there."""
    if move.verb != "use":
        in_kind = move.verb in ask.verb.split() or (
            ask.verb == "act" and any(action.verb == move.verb for action in pos.pack.actions)
        )
        return MATCHED if in_kind else ELSEWHERE
    by_name = {check.name: check.holds for check in checks}
    if "trigger" not in by_name:
        return (
            ELSEWHERE if ask.verb == "use" and not isinstance(ask, Order) else NOWHERE
        )  # what is forced asks for nothing else
    if by_name.get("trigger") and by_name.get("window"):
        return MATCHED
    return _missed(pos, ask, move) if by_name.get("window") and isinstance(ask, Window) else ELSEWHERE


def _missed(pos: Position, ask: Window, move: Move) -> int:
    """How nearly what happens in a window of the right kind is what an ability answers."""
    ability = pos.pack.ability(move.ability)
    if ability is None or not 0 <= move.amount < len(ask.frame.occurrences):
        return ELSEWHERE
    occurrence = ask.frame.occurrences[move.amount]
    listening = [trigger for trigger in ability.triggers if occurrence.kind in trigger.kinds]
    if listening and occurrence.state in _NO_MORE:
        context = Context(pos, move.subject, pos.entity(move.subject).controller, ability).triggered_by(
            ask.frame, move.amount
        )
        return CHANGED if any(trigger.matches(context) for trigger in listening) else ELSEWHERE
    return NEAR if listening and occurrence.state in MATCHING[ask.slot.after] else ELSEWHERE
