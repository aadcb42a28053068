"""The table of every kind of occurrence: what carries it out, whether it could change anything now, its words and its
clause.
"""

from __future__ import annotations

from collections.abc import Callable

from ledger.events import Occurrence, UseCounted
from ledger.table import Frame
from rules.kernel.pack import Happening
from rules.kernel.position import Position
from rules.packs.agot2 import board
from rules.packs.agot2.happenings import answers, cards, tokens


def _note_use(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Remember who won or lost which kind of challenge, for cards that ask."""
    scope = "challenges" if occurrence.kind == "won" else "round"
    enclosing = pos.enclosing(scope)
    pos.emit(UseCounted(f"{occurrence.kind} {occurrence.note} {occurrence.player}", enclosing.id if enclosing else 0))
    phase, challenge = pos.enclosing("challenges"), board.challenge(pos)
    if occurrence.kind == "lost" and phase and challenge and challenge.text("defender") == occurrence.player:
        pos.emit(UseCounted(f"lost defending {occurrence.player}", phase.id))


_WHOLE = {"drew": cards.whole_draw, "moved": tokens.enough, "lost-tokens": tokens.enough}
"""What may be carried out in part only; a "then" after it needs all of it."""


_RULES = {
    "killed": "agot2/dead-pile#2",
    "discarded": "agot2/discard-pile#2",
    "sacrificed": "agot2/sacrifice#1",
    "removed": "agot2/removed-from-game#2",
    "knelt": "agot2/kneel#3",
    "paid": "agot2/treasury#2",
    "moved": "agot2/move#1",
    "income": "agot2/income#1",
    "drew": "agot2/drawing-cards#1",
    "entered": "agot2/enters-play#1",
    "controlled": "agot2/ownership-and-control#5",
    "saving": "agot2/save#1",
    "cancelling": "agot2/cancel#1",
    "replacing": "agot2/replacement-effects#1",
    "lasting": "agot2/lasting-effects#4",
    "withdrawn": "agot2/participating#3",
    "piled": "agot2/ownership-and-control#3",
    "turned": "agot2/card-types#1",
    "replotted": "agot2/plot-cards#3",
}
"""The clause that says what it does, or when it can."""


def _nothing(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """The framework already did what this occurrence names."""


def _always(pos: Position, occurrence: Occurrence) -> bool:
    return True


def _says(text: str) -> Callable[[Position, Occurrence], str]:
    def says(pos: Position, occurrence: Occurrence) -> str:
        subject = pos.pack.name(pos, occurrence.subject) if occurrence.subject else ""
        other = pos.pack.name(pos, occurrence.other) if occurrence.other in pos.table.entities else ""
        who, holder, what = occurrence.player, subject or occurrence.player, occurrence.note
        some, period = (
            f"{'an' if what == 'intrigue' else 'a'} {what}",
            f"{what} phase" if what in board.PHASES else what,
        )
        names = {"it": subject, "who": who, "holder": holder, "other": other, "to": occurrence.to}
        return text.format(**names, n=occurrence.amount, what=what, some=some, period=period)

    return says


HAPPENINGS: dict[str, Happening] = {
    kind: Happening(kind, apply, could, _says(text), _WHOLE.get(kind), _RULES.get(kind, ""))
    for kind, apply, could, text in (
        ("killed", cards.go, cards.leaves, "{it} is killed"),
        ("discarded", cards.go, cards.leaves, "{it} is discarded"),
        ("sacrificed", cards.go, cards.leaves, "{it} is sacrificed"),
        ("returned", cards.go, cards.leaves, "{it} returns to its owner's hand"),
        ("shuffled", cards.go, cards.leaves, "{it} is shuffled into its owner's deck"),
        ("removed", cards.go, cards.leaves, "{it} is removed from the game"),
        ("knelt", cards.kneel, cards.kneels, "{it} kneels"),
        ("stood", cards.stand, cards.stands, "{it} stands"),
        ("gained", tokens.gain, tokens.gains, "{holder} gains {n} {what}"),
        ("token", tokens.gain, tokens.gains, "{n} {what} token on {it}"),
        ("lost-tokens", tokens.lose, tokens.loses, "{holder} loses {n} {what}"),
        ("paid", tokens.lose, tokens.enough, "{who} pays {n} {what}"),
        ("moved", tokens.move, tokens.moves, "{n} {what} moves from {it}"),
        ("drew", cards.draw, cards.draws, "{who} draws {n}"),
        ("entered", cards.enter, cards.enters, "{it} enters play ({what})"),
        ("controlled", cards.take, cards.taken, "{who} takes control of {it}"),
        ("saving", answers.save, answers.saves, "save {it}"),
        ("saved", _nothing, _always, "{it} is saved"),
        ("cancelling", answers.cancel, answers.cancels, "cancel the effects"),
        ("replacing", answers.replace, answers.replaces, "{it} goes to the {to} instead"),
        ("lasting", answers.begin_lasting, answers.lasts, "{holder} is given a lasting effect"),
        ("delaying", answers.delay, answers.delays, "something will happen at the end of the {to}"),
        ("reducing", answers.reduce, _always, "the next one costs {who} {n} less"),
        ("joined", cards.join, cards.joins, "{it} joins the challenge"),
        ("withdrawn", cards.withdraw, cards.participates, "{it} is removed from the challenge"),
        ("shown", cards.reveal, _always, "{it} is revealed"),
        ("looked", cards.look, _always, "{who} looks at {it}"),
        ("placed", cards.onto_deck, _always, "{it} is placed on the {what} of its owner's deck"),
        ("underneath", cards.underneath, _always, "a card is placed under {other} as a duplicate"),
        ("remembered", cards.remember, _always, "{it} remembers: {what}"),
        ("piled", cards.pile, _always, "{it} is put on its owner's {to} pile"),
        ("turned", cards.turn, cards.turns, "{it} becomes an attachment on {other}"),
        ("replotted", cards.replot, cards.replots, "{who} reveals {it} outside the plot phase"),
        ("reshuffled", cards.shuffle_deck, _always, "{who} shuffles"),
        ("income", tokens.gain, _always, "{who} collects {n} {what}"),
        ("won", _note_use, _always, "{who} wins the {what} challenge"),
        ("lost", _note_use, _always, "{who} loses the {what} challenge"),
        ("attacked", _nothing, _always, "{it} is declared as an attacker"),
        ("defended", _nothing, _always, "{it} is declared as a defender"),
        ("bypassed", _nothing, _always, "{it} is bypassed by stealth"),
        ("challenge", _nothing, _always, "{who} initiates {some} challenge against {to}"),
        ("began", _nothing, _always, "the {what} phase begins"),
        ("ended", _nothing, _always, "the {period} ends"),
        ("strengthened", _nothing, _always, "{it} has {n} STR more"),
        ("dominated", _nothing, _always, "{who} wins dominance"),
        ("plotted", _nothing, _always, "{who} reveals {it}"),
        ("played", _nothing, _always, "{who} plays {it}"),
        ("initiated", _nothing, _always, "the effects of {it} would initiate"),
    )
}
