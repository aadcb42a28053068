"""Every kind of occurrence in one table, with what it does, whether it could and how it reads; the framework's own
stand here.
"""

from __future__ import annotations

from collections.abc import Callable

from ledger.events import Occurrence, SeatChanged, UseCounted
from ledger.table import Frame
from rules.kernel.pack import Happening
from rules.kernel.position import Position
from rules.packs.l5r.happenings.answers import LASTING
from rules.packs.l5r.happenings.cards import MARKING, MOVING
from rules.packs.l5r.happenings.nested import OPENING
from rules.packs.l5r.happenings.tokens import TOKENS, Row, always, enough, enough_fate


def _pass_token(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Whoever has the token is first player until it changes hands (`l5r/first-player#1`)."""
    if part.to != "instead keep":
        pos.emit(SeatChanged("first", (pos.after(part.player),)))


def _note(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Remember who won or lost a conflict this phase, for cards that ask."""
    phase = pos.enclosing("conflicts")
    pos.emit(UseCounted(f"{part.kind} {part.player}", phase.id if phase else 0))


def _nothing(pos: Position, part: Occurrence, frame: Frame) -> None:
    """The framework already did what this occurrence names."""


def _says(text: str) -> Callable[[Position, Occurrence], str]:
    def says(pos: Position, part: Occurrence) -> str:
        subject = pos.pack.name(pos, part.subject) if part.subject else ""
        other = pos.pack.name(pos, part.other) if part.other in pos.table.entities else ""
        # tokens lie on a card or with a player: where a card is named, it is the card's that move
        who = "" if subject and "{who}{it}" in text else part.player
        return text.format(
            it=subject, who=who, holder=subject or who, n=part.amount, what=part.note, other=other, to=part.to
        )

    return says


_FRAMEWORK: tuple[Row, ...] = (
    ("token", _pass_token, always, "{who} passes the first player token", "l5r/5.5#1"),
    ("declared", _nothing, always, "{who} declares a {what} conflict", "l5r/attacker#2"),
    ("attacked", _nothing, always, "{it} is declared as an attacker", "l5r/attacker#1"),
    ("defended", _nothing, always, "{it} is declared as a defender", "l5r/defender#1"),
    ("bypassed", _nothing, always, "{it} is bypassed by covert", "l5r/covert#2"),
    ("declined", _nothing, always, "{who} passes on declaring a conflict", "l5r/pass#5"),
    ("won", _note, always, "{who} wins the {what} conflict", "l5r/winning-a-conflict#1"),
    ("lost", _note, always, "{who} loses the {what} conflict", "l5r/winning-a-conflict#6"),
    ("dials", _nothing, always, "the honor dials are revealed", "l5r/2.3#1"),
    ("dueled", _nothing, always, "a {what} duel begins: {it} challenges {other}", "l5r/duel#1"),
    ("duel-won", _nothing, always, "{it} wins the duel", "l5r/d.7#1"),
    ("duel-lost", _nothing, always, "{it} loses the duel", "l5r/d.7#1"),
    ("counted", _nothing, always, "{who} wins the glory count", "l5r/3.4.1#2"),
    ("began", _nothing, always, "the {what} phase begins", "l5r/1.1#2"),
    ("ended", _nothing, always, "the {what} ends", "l5r/1.5#2"),
    ("played", _nothing, always, "{who} plays {it}", "l5r/play-and-put-into-play#1"),
    ("initiated", _nothing, always, "the effects of {it} would initiate", "l5r/sequence-2#2"),
)

_WHOLE: dict[str, Callable[[Position, Occurrence], bool]] = {
    "lost-tokens": enough,
    "moved": enough,
    "unfated": enough_fate,
}
"""What may happen in part: fewer tokens than asked for. "Then" and costs need the whole (`l5r/then#3`)."""

HAPPENINGS: dict[str, Happening] = {
    kind: Happening(kind, apply, could, _says(text), _WHOLE.get(kind), rule)
    for kind, apply, could, text, rule in (*MOVING, *MARKING, *_FRAMEWORK, *TOKENS, *LASTING, *OPENING)
}
