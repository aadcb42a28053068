"""Every kind of occurrence in a table: what carries it out, whether it could happen, its sentence and its clause."""

from __future__ import annotations

from collections.abc import Callable

from ledger.events import Occurrence, UseCounted
from ledger.table import Frame
from rules.kernel.names import quantity
from rules.kernel.pack import Happening
from rules.kernel.position import Position
from rules.packs.agot2 import board
from rules.packs.agot2.happenings import answers, cards, tokens


def _count_result(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Count a challenge won (for the phase) or lost (for the round) by its kind, for cards that ask.

    A challenge lost as the defending player is also counted as such for the phase.
    """
    scope = "challenges" if occurrence.kind == "won" else "round"
    pos.emit(UseCounted(f"{occurrence.kind} {occurrence.note} {occurrence.player}", pos.period(scope)))
    phase, challenge = pos.enclosing("challenges"), board.challenge(pos)
    if occurrence.kind == "lost" and phase and challenge and challenge.text("defender") == occurrence.player:
        pos.emit(UseCounted(f"lost defending {occurrence.player}", phase.id))


_WHOLE = {"drew": cards.deck_holds_all, "moved": tokens.has_enough, "lost-tokens": tokens.has_enough}
"""For kinds that may be carried out in part: whether all of it would be, which a "then" after it needs."""

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
    "undecided": "agot2/winning-a-challenge#5",
    "withdrawn": "agot2/participating#3",
    "piled": "agot2/ownership-and-control#3",
    "turned": "agot2/card-types#1",
    "replotted": "agot2/plot-cards#3",
}
"""For some kinds the clause that says what happens, or when it can."""


_NEEDS = {
    "knelt": "only a standing card kneels",
    "stood": "only a kneeling card stands",
    "controlled": "control changes only of a card that somebody else controls",
    "saving": "only a card that is about to leave play, and that may be saved, is saved",
    "cancelling": "a cancel needs effects that can be cancelled",
    "joined": "only a character that does not participate joins a challenge",
    "withdrawn": "only a participating character is removed from a challenge",
    "drew": "a draw needs cards in the deck",
}
"""For some kinds, in words, what they need in order to change something."""


def _nothing(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Do nothing: a step has already done what this occurrence names."""


def _always(pos: Position, occurrence: Occurrence) -> bool:
    """Whether it could happen: yes, whatever the table."""
    return True


def _says(text: str) -> Callable[[Position, Occurrence], str]:
    """Return the function that writes an occurrence as a sentence, by a template.

    `{it}` is the subject, `{who}` the player, `{holder}` one of the two, `{other}` the second card, `{to}` where it
    goes, `{n}` the amount, `{what}` the note, `{some}` the note with its article, `{period}` the note, with "phase" if
    it names one.
    """

    def says(pos: Position, occurrence: Occurrence) -> str:
        subject = pos.pack.name(pos, occurrence.subject) if occurrence.subject else ""
        other = pos.pack.name(pos, occurrence.other) if occurrence.other in pos.table.entities else ""
        who, holder, what = occurrence.player, subject or occurrence.player, occurrence.note
        some = f"{'an' if what == 'intrigue' else 'a'} {what}"
        period = f"{what} phase" if what in board.PHASES else what
        names = {"it": subject, "who": who, "holder": holder, "other": other, "to": occurrence.to}
        cards = quantity(occurrence.amount, "card")
        return text.format(**names, n=occurrence.amount, cards=cards, what=what, some=some, period=period)

    return says


HAPPENINGS: dict[str, Happening] = {
    kind: Happening(
        kind, apply, could, _says(text), _WHOLE.get(kind), _RULES.get(kind, ""), answers.savable, _NEEDS.get(kind, "")
    )
    for kind, apply, could, text in (
        ("killed", cards.send_away, cards.can_leave, "{it} is killed"),
        ("discarded", cards.send_away, cards.can_leave, "{it} is discarded"),
        ("sacrificed", cards.send_away, cards.can_leave, "{it} is sacrificed"),
        ("returned", cards.send_away, cards.can_leave, "{it} returns to its owner's hand"),
        ("shuffled", cards.send_away, cards.can_leave, "{it} is shuffled into its owner's deck"),
        ("removed", cards.send_away, cards.can_leave, "{it} is removed from the game"),
        ("knelt", cards.kneel, cards.can_kneel, "{it} kneels"),
        ("stood", cards.stand, cards.can_stand, "{it} stands"),
        ("gained", tokens.gain, tokens.can_gain, "{holder} gains {n} {what}"),
        ("token", tokens.gain, tokens.can_gain, "{n} {what} token on {it}"),
        ("lost-tokens", tokens.lose, tokens.can_lose, "{holder} loses {n} {what}"),
        ("paid", tokens.pay, tokens.can_pay, "{holder} pays {n} {what}"),
        ("moved", tokens.move, tokens.can_move, "{n} {what} moves from {it}"),
        ("drew", cards.draw, cards.can_draw, "{who} draws {cards}"),
        ("entered", cards.enter, cards.can_enter, "{it} enters play ({what})"),
        ("controlled", cards.take_control, cards.can_take_control, "{who} takes control of {it}"),
        ("saving", answers.save, answers.can_save, "save {it}"),
        ("saved", _nothing, _always, "{it} is saved"),
        ("cancelling", answers.cancel, answers.can_cancel, "cancel the effects"),
        ("replacing", answers.replace, answers.can_replace, "{it} goes to the {to} instead"),
        ("lasting", answers.begin_lasting, answers.can_last, "{holder} is given a lasting effect"),
        ("delaying", answers.delay, answers.can_delay, "something will happen at the end of the {to}"),
        ("reducing", answers.reduce, _always, "the next one costs {who} {n} less"),
        ("joined", cards.join, cards.can_join, "{it} joins the challenge"),
        ("withdrawn", cards.withdraw, cards.can_withdraw, "{it} is removed from the challenge"),
        ("shown", cards.reveal, _always, "{it} is revealed"),
        ("looked", cards.look, _always, "{who} looks at {it}"),
        ("placed", cards.place_on_deck, _always, "{it} is placed on the {what} of its owner's deck"),
        ("underneath", cards.place_underneath, _always, "a card is placed under {other} as a duplicate"),
        ("remembered", cards.remember, _always, "{it} remembers: {what}"),
        ("piled", cards.put_on_pile, _always, "{it} is put on its owner's {to} pile"),
        ("turned", cards.become_attachment, cards.can_become_attachment, "{it} becomes an attachment on {other}"),
        ("replotted", cards.replot, cards.can_replot, "{who} reveals {it} outside the plot phase"),
        ("reshuffled", cards.shuffle_deck, _always, "{who} shuffles their deck"),
        ("income", tokens.gain, _always, "{who} collects {n} {what}"),
        ("won", _count_result, _always, "{who} wins the {what} challenge"),
        ("lost", _count_result, _always, "{who} loses the {what} challenge"),
        ("undecided", _nothing, _always, "nobody wins the {what} challenge"),
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
"""Every kind of occurrence this game has, by its name."""
