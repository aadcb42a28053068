"""Governing and travelling, in Autumn from hand or wherever a reward or ability allows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ledger.events import Move, Occurrence, UseCounted
from ledger.table import Frame
from rules.asking import Ask, Check
from rules.forms import Form
from rules.pack import Action
from rules.packs.okc import reading
from rules.packs.okc.prohibitions import used
from rules.packs.okc.steps import in_step
from rules.position import Position


def _sources(pos: Position, player: str, places: list[str]) -> list[int]:
    """The cards a player may use, from hand, among active ones or both (`okc/govern#2`, `okc/travel#3`)."""
    cards = reading.active_cards(pos, player) if "active" in places else []
    return cards + (list(pos.zone(player, "hand")) if "hand" in places else [])


def _govern_moves(pos: Position, player: str, places: list[str]) -> Iterator[Move]:
    for number in _sources(pos, player, places):
        if reading.votes(pos, number):
            for council in reading.COUNCILS:
                yield Move("govern", picks=(number,), words=(council,))


def _allowed_by(pos: Position, rule: str) -> str:
    """The clause on where the card comes from: that of the reward which lets the player do this, if one does (`okc/castle#1`, `okc/wilds#1`)."""
    frame = pos.enclosing("ability")
    ability = pos.pack.ability(frame.text("ability")) if frame is not None else None
    return (ability.rule if ability is not None else "") or rule


def _govern_checks(pos: Position, player: str, places: list[str], move: Move, source: str) -> list[Check]:
    own = len(move.picks) == 1 and move.picks[0] in _sources(pos, player, places)
    voting = reading.votes(pos, move.picks[0]) > 0 if own else None
    council = len(move.words) == 1 and move.words[0] in reading.COUNCILS
    return [
        Check("source", source, f"it is one card of the player, from {' or '.join(places)}", own),
        Check("votes", "okc/govern#1", "the card has at least one vote", voting),
        Check("council", "okc/govern#1", "it goes to one council", council),
    ]


def _govern(pos: Position, player: str, move: Move, clear: bool) -> tuple[Occurrence, ...]:
    """The Castle's card clears the council it enters, own cards included (`okc/castle#2`)."""
    council = move.words[0]
    parts = [Occurrence("governed", move.picks[0], player, to=council)]
    if clear:
        there = [number for other in pos.order() for number in pos.zone(other, council)]
        parts += [Occurrence("unseated", number, pos.entity(number).owner) for number in there]
    return tuple(parts)


def _travel_moves(pos: Position, player: str, places: list[str]) -> Iterator[Move]:
    for number in _sources(pos, player, places):
        if reading.lore(pos, number):
            yield Move("travel", picks=(number,))


def _travel_checks(pos: Position, player: str, places: list[str], move: Move, source: str) -> list[Check]:
    own = len(move.picks) == 1 and move.picks[0] in _sources(pos, player, places)
    learned = reading.lore(pos, move.picks[0]) > 0 if own else None
    return [
        Check("source", source, f"it is one card of the player, from {' or '.join(places)}", own),
        Check("lore", "okc/travel#1", "the card has at least one lore", learned),
    ]


# --- offered by a reward or an ability ------------------------------------------------------------------------------


def offer_govern(pos: Position, frame: Frame) -> Ask | None:
    """A player may govern now with a card from the places named."""
    player, places = frame.text("player"), frame.names("from")

    def judge(move: Move) -> list[Check]:
        return _govern_checks(pos, player, places, move, _allowed_by(pos, "okc/govern#2"))

    def does(move: Move) -> None:
        pos.open_next(frame, "moment", None, _govern(pos, player, move, frame.text("to") == "clear"))

    offers = lambda: _govern_moves(pos, player, places)  # noqa: E731
    return _offered(pos, Form(player, "govern", "okc/govern#1", "govern or not", judge, offers, does, _close(pos, frame)))


def offer_travel(pos: Position, frame: Frame) -> Ask | None:
    """A player may travel now with a card from the places named."""
    player, places = frame.text("player"), frame.names("from")

    def judge(move: Move) -> list[Check]:
        return _travel_checks(pos, player, places, move, _allowed_by(pos, "okc/travel#3"))

    def does(move: Move) -> None:
        pos.open_next(frame, "travel", {"player": player, "card": move.picks[0]})

    offers = lambda: _travel_moves(pos, player, places)  # noqa: E731
    return _offered(pos, Form(player, "travel", "okc/travel#1", "travel or not", judge, offers, does, _close(pos, frame)))


def _offered(pos: Position, form: Form) -> Ask | None:
    """Nobody is asked who has no card for it; whoever names one all the same is told what it lacks."""
    if next(iter(form.offers()), None) is not None:
        return form
    pos.skip(form)
    return None


def _close(pos: Position, frame: Frame) -> Callable[[], None]:
    return lambda: pos.go(frame, "done")


def depart(pos: Position, frame: Frame) -> Ask | None:
    """The traveller goes to the losses (`okc/travel#1`)."""
    number, player = frame.number("card"), frame.text("player")
    amount = reading.lore(pos, number)
    pos.patch(frame, {"lore": amount})
    pos.open_next(frame, "moment", None, (Occurrence("travelled", number, player, amount),))
    return None


def learn(pos: Position, frame: Frame) -> Ask | None:
    """Its lore is added to the supply, and may be spent at once (`okc/travel#2`)."""
    player = frame.text("player")
    pos.open_next(frame, "moment", None, (Occurrence("gained", player=player, amount=frame.number("lore"), note="lore"),))
    return None


# --- in the Autumn action step --------------------------------------------------------------------------------------


def _once(pos: Position, player: str, what: str) -> bool:
    frame = pos.enclosing("autumn")
    return not used(pos, f"{what} {player}", frame.id if frame else 0)


def _count(pos: Position, player: str, what: str, frame: Frame) -> None:
    pos.emit(UseCounted(f"{what} {player}", frame.id))


def _may_govern(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    if frame.kind == "autumn" and _once(pos, player, "govern"):
        yield from _govern_moves(pos, player, ["hand"])


def _govern_here(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    return [
        in_step(frame, "autumn", "okc/autumn-1#1"),
        Check("once", "okc/autumn-1#1", "the player has not governed yet in this step", _once(pos, player, "govern")),
        *_govern_checks(pos, player, ["hand"], move, "okc/autumn-1#1"),
    ]


def _do_govern(pos: Position, player: str, move: Move, frame: Frame) -> None:
    _count(pos, player, "govern", frame)
    pos.open("moment", None, _govern(pos, player, move, clear=False))


def _may_travel(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    if frame.kind == "autumn" and _once(pos, player, "travel"):
        yield from _travel_moves(pos, player, ["hand"])


def _travel_here(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    return [
        in_step(frame, "autumn", "okc/autumn-1#2"),
        Check("once", "okc/autumn-1#2", "the player has not travelled yet in this step", _once(pos, player, "travel")),
        *_travel_checks(pos, player, ["hand"], move, "okc/autumn-1#2"),
    ]


def _do_travel(pos: Position, player: str, move: Move, frame: Frame) -> None:
    _count(pos, player, "travel", frame)
    pos.open("travel", {"player": player, "card": move.picks[0]})


ACTIONS = (
    Action("govern", _may_govern, _govern_here, _do_govern),
    Action("travel", _may_travel, _travel_here, _do_travel),
)
