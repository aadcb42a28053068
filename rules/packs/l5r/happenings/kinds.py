"""Every kind of occurrence in one table; the kinds that belong to the steps of a round are declared here."""

from __future__ import annotations

from collections.abc import Callable

from ledger.events import Occurrence, SeatChanged, UseCounted
from ledger.table import Frame
from rules.kernel.names import quantity
from rules.kernel.pack import Happening
from rules.kernel.position import Position
from rules.packs.l5r import board
from rules.packs.l5r.happenings.answers import ANSWERS
from rules.packs.l5r.happenings.cards import CARDS
from rules.packs.l5r.happenings.nested import NESTED
from rules.packs.l5r.happenings.tokens import TOKENS, Row, always, has_enough_fate, has_enough_tokens


def _pass_token(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Make the next player first player, until the token changes hands again (`l5r/first-player#1`).

    A card may let the first player keep the token instead.
    """
    if part.to != "instead keep":
        pos.emit(SeatChanged("first", (pos.after(part.player),)))


def _count_result(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Record that a player won or lost a conflict this phase, for cards that ask."""
    phase = pos.enclosing("conflicts")
    pos.emit(UseCounted(f"{part.kind} {part.player}", phase.id if phase else 0))


def _nothing(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Change nothing: the occurrence only names what a step of the rules has done, so that cards may answer it."""


def _says(text: str) -> Callable[[Position, Occurrence], str]:
    """Return the function that fills the sentence of a kind of occurrence with the names and numbers of one."""

    def says(pos: Position, part: Occurrence) -> str:
        subject = pos.pack.name(pos, part.subject) if part.subject else ""
        other = pos.pack.name(pos, part.other) if part.other in pos.table.entities else ""
        # tokens lie on a card or with a player: where a card is named, it is the card's that move
        who = "" if subject and "{who}{it}" in text else part.player
        names = {"it": subject, "who": who, "holder": subject or who, "other": other, "to": part.to}
        period = f"{part.note} phase" if part.note in board.PHASES else part.note
        return text.format(**names, n=part.amount, cards=quantity(part.amount, "card"), what=part.note, period=period)

    return says


_FRAMEWORK: tuple[Row, ...] = (
    ("token", _pass_token, always, "{who} passes the first player token", "l5r/5.5#1"),
    ("declared", _nothing, always, "{who} declares a {what} conflict", "l5r/attacker#2"),
    ("attacked", _nothing, always, "{it} is declared as an attacker", "l5r/attacker#1"),
    ("defended", _nothing, always, "{it} is declared as a defender", "l5r/defender#1"),
    ("bypassed", _nothing, always, "{it} is bypassed by covert", "l5r/covert#2"),
    ("declined", _nothing, always, "{who} passes on declaring a conflict", "l5r/pass#5"),
    ("won", _count_result, always, "{who} wins the {what} conflict", "l5r/winning-a-conflict#1"),
    ("lost", _count_result, always, "{who} loses the {what} conflict", "l5r/winning-a-conflict#6"),
    ("dials", _nothing, always, "the honor dials are revealed", "l5r/2.3#1"),
    ("dueled", _nothing, always, "a {what} duel begins: {it} challenges {other}", "l5r/duel#1"),
    ("duel-won", _nothing, always, "{it} wins the duel", "l5r/d.7#1"),
    ("duel-lost", _nothing, always, "{it} loses the duel", "l5r/d.7#1"),
    ("counted", _nothing, always, "{who} wins the glory count", "l5r/3.4.1#2"),
    ("began", _nothing, always, "the {what} phase begins", "l5r/1.1#2"),
    ("ended", _nothing, always, "the {period} ends", "l5r/1.5#2"),
    ("played", _nothing, always, "{who} plays {it}", "l5r/play-and-put-into-play#1"),
    ("initiated", _nothing, always, "the effects of {it} would initiate", "l5r/sequence-2#2"),
)

_WHOLE: dict[str, Callable[[Position, Occurrence], bool]] = {
    "lost-tokens": has_enough_tokens,
    "moved": has_enough_tokens,
    "unfated": has_enough_fate,
}
"""The kinds that may happen in part, with fewer tokens than asked for, and whether one happens in full.

"Then" and costs need it in full (`l5r/then#3`).
"""

_NEEDS = {
    "bowed": "only a ready card that may be bowed bows",
    "readied": "only a bowed card readies",
    "honored": "only a character that is not honored and may be honored is honored",
    "dishonored": "only a character that is not dishonored and may be dishonored is dishonored",
    "joined": "only a character at home that may participate moves to the conflict",
    "sent": "only a participating character moves home",
    "turned": "only a facedown card is turned faceup",
    "revealed": "only a facedown province is revealed",
    "broken": "only an unbroken province is broken",
    "drew": "a draw needs cards in the deck",
    "cancelling": "a cancel needs effects that can be cancelled",
    "dueling": "a duel needs two characters that can duel",
    "status-lost": "only an honored or dishonored character loses its status token",
    "unfated": "fate is removed only from a card that has some, if it may be removed",
    "claimed": "only an unclaimed or contested ring is claimed",
    "controlled": "control changes only of a card that somebody else controls",
    "reattached": "it must be allowed to be attached there, and not be there already",
}
"""For some kinds, in words, what they need in order to change something."""

HAPPENINGS: dict[str, Happening] = {
    kind: Happening(kind, apply, could, _says(text), _WHOLE.get(kind), rule, needs=_NEEDS.get(kind, ""))
    for kind, apply, could, text, rule in (*CARDS, *_FRAMEWORK, *TOKENS, *ANSWERS, *NESTED)
}
"""What each kind of occurrence does, whether it could, how it reads, and the clause it stands on."""
