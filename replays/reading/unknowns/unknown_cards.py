"""Unknown cards that turn out to be a card a line names: in a hand, in a province, or where an effect looks for one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy

import msgspec

from ledger.events import Component, Event, Identified, Introduced
from ledger.table import freeze
from replays.errors import NotationError
from replays.meaning.fit import ELSEWHERE
from replays.meaning.written_moves import UnknownCard
from replays.notation.lines import Line, Said
from replays.reading.ground import Ground
from replays.reading.implied import implied
from replays.reading.later_choices import make
from replays.reading.prices import StepKind
from replays.reading.readings import LineWalk, ReadingNode, Step
from rules.engine import advance, decide
from rules.kernel.asks import Ask, Choose
from rules.kernel.position import Position

SOON = 12
"""The most decisions that are passed to come to the question for which a card is looked for."""


def found_to_be(ground: Ground, pos: Position, said: Said, unknown: UnknownCard) -> Event | NotationError:
    """Return the event by which an unknown card is known to be the card that a line names.

    A card that a question asks for lies where that question looks, such as on top of the deck. Any other is one of the
    line's player. If the player can have no such card, an error is returned that says so.
    """
    card, table = unknown.cards[0], pos.table
    number = asked_for(ground, pos, said, card)
    if number:
        return Identified(number, card)
    if all_seen(pos, said.player, card):
        return _none_left(said, unknown)
    kinds = ground.pack.notation.places_of(ground.pack.cards[card], unknown.zone)
    owners = pos.opponents(said.player) if unknown.others else [said.player]
    places = [f"{owner}.{kind}" for owner in owners for kind in kinds]
    back = ground.pack.backs.get(ground.pack.cards[card].type, "")
    lying = [number for place in places for number in unknown_in(pos, place, back)]
    if is_out(pos, said.player) and (left := _held_at_the_start(ground, pos, places, back)):
        return Identified(left, card)
    if lying:  # one that lies faceup is there to be seen
        return Identified(next((number for number in lying if pos.entity(number).up), lying[0]), card)
    if places[0] in ground.open_zones and not back:
        return Introduced((Component(max(table.entities) + 1, card, said.player, places[0]),))
    return _none_left(said, unknown)


def is_out(pos: Position, player: str) -> bool:
    """Whether a player does nothing any more: the player has left the game, or it is over."""
    return pos.table.winners is not None or player not in pos.table.players


def _held_at_the_start(ground: Ground, pos: Position, places: Iterable[str], back: str) -> int:
    """Return a card at one of these places at the start, or drawn from a deck since, that is still unknown, or 0.

    What a player who is out held then lies elsewhere.
    """
    start = ground.start()
    owners = dict.fromkeys(place.partition(".")[0] for place in places)
    decks = [f"{owner}.{zone}" for owner in owners for zone in ground.pack.notation.fill]
    held = (number for place in (*places, *decks) for number in unknown_in(start, place, back))
    return next((number for number in held if number in pos.table.entities and not pos.entity(number).card), 0)


def _none_left(said: Said, unknown: UnknownCard) -> NotationError:
    """Return the error for a card that a player cannot have."""
    ref = unknown.ref
    says = f"{said.player} has no `{ref.text}`, and no unknown card in {unknown.zone} that could be it"
    return NotationError(says, said.number, said.source, ref.column, ref.width)


def all_seen(pos: Position, player: str, card: str, taken: int = 0) -> bool:
    """Whether all copies of a card that a player's set has lie where everybody sees them: its file may say how many.

    `taken` is how many unknown cards are taken for it besides. What lies hidden, in a deck say, may be elsewhere.
    """
    most = pos.pack.cards[card].number("copies")
    owned = (one for one in pos.table.entities.values() if one.card == card and one.owner == player)
    seen = sum(pos.table.specs[one.zone].seen == "all" for one in owned)
    return most > 0 and seen + taken >= most


def unknown_in(pos: Position, place: str, back: str = "") -> Iterator[int]:
    """Yield the cards in a zone of which nothing is known, not even their kind, the first or topmost first.

    With a `back`, those of which only that is known: that they have it.
    """
    for number in pos.table.zones.get(place, ()):
        entity = pos.entity(number)
        if not entity.card and (back in entity.marks if back else not entity.marks):
            yield number


def asked_for(ground: Ground, pos: Position, said: Said, card: str, taken: Iterable[int] = ()) -> int:
    """Return an unknown card that may be chosen for the question a line answers if it is this card; 0 if none is.

    The line is an answer (`A choose x`) or a use with a choice behind it (`A use y on x`). The question is looked for
    over implied steps.
    """
    found = _question(ground, pos, said)
    if found is None:
        return 0
    at, ask = found
    if any(at.entity(number).card == card for number in ask.candidates if number not in taken):
        return 0  # one that is known may be chosen
    data = freeze(at.table)
    for place in at.table.zones:
        number = next((one for one in unknown_in(at, place) if one not in taken), 0)
        if number and _is_candidate(ground.position(data), number, card):
            return number
    return 0


def _question(ground: Ground, pos: Position, said: Said) -> tuple[Position, Choose] | None:
    """Return the question for cards that a line answers, with the position it is asked at; None if there is none."""
    use = None if said.verb == "choose" else msgspec.structs.replace(said, parts=said.parts[:1])
    if use is not None and len(said.parts) < 2:
        return None
    at = ground.position(freeze(pos.table))
    for _ in range(SOON):
        ask = advance(at)
        if ask is None:
            return None
        if use is None and isinstance(ask, Choose) and ask.player == said.player:
            return at, ask
        move = ground.meaning(use, at, ask) if use is not None else None
        if move is not None:
            decide(at, said.player, move)
            use = None
        elif not _passed(at, ask):
            return None
    return None


def _passed(at: Position, ask: Ask) -> bool:
    """Answer a question as it is implied; False if nothing is, or a choice would have to be supposed."""
    step = implied(at, ask)
    if step is None or step.kind.cost >= StepKind.CHOICE.cost:
        return False
    decide(at, step.player, step.move)
    return True


def _is_candidate(pos: Position, number: int, card: str) -> bool:
    """Whether an unknown card may be chosen at the question that is pending once it is known to be this card.

    The question may then decide itself: it is the only card that may be chosen.
    """
    asked: list[Ask | None] = []
    pos.emit(Identified(number, card))
    pos.ask, pos.observer = None, asked.append
    asked.append(advance(pos))
    return isinstance(asked[0], Choose) and number in asked[0].candidates


# --- when they become known -----------------------------------------------------------------------------------------


def become_known(pos: Position, news: Iterable[Event]) -> Step:
    """Let cards be known from here on, and return the step that says so."""
    advance(pos)
    pos.log.clear()
    for event in news:
        pos.emit(event)
    pos.ask = None
    pos.log.clear()
    return Step(StepKind.LEARNED, "", None, tuple(news))


def known_earlier(
    ground: Ground, node: ReadingNode, line: Line, news: tuple[Event, ...]
) -> tuple[ReadingNode, Position] | None:
    """Return a reading with cards known before its last move was made, and its position; None if that cannot be.

    What that move led to may have passed over a player who has something to do with the card.
    """
    made, unmade = node, []
    while made.parent is not None and not made.steps and not made.pending:  # lines that changed nothing
        unmade.append(made)
        made = made.parent
    if made.parent is None:
        start = _known_from_the_start(ground, made, news)
        return (_behind(start[0], unmade), start[1]) if start is not None else None
    if made.cut < 0 or made.pending or made.silent >= 0:
        return None
    pos = ground.again(made.parent, made.steps[: made.cut])
    if not all(_lies_there(pos, event) for event in news):
        return None
    again = LineWalk(made.parent, line, pos, ELSEWHERE)
    again.pending = ()
    again.steps = [*made.steps[: made.cut], become_known(pos, news)]
    for step in made.steps[made.cut :]:
        ask = advance(pos)
        if ask is None or step.move is None or not ask.allows(pos, step.player, step.move):
            return None
        make(ground, again, step.player, step.move, step)
    found = copy(made)
    found.steps, found.cut, found.data, found.key = again.steps, made.cut + 1, freeze(pos.table), None
    return _behind(found, unmade), pos


def _behind(found: ReadingNode, unmade: list[ReadingNode]) -> ReadingNode:
    """Return a reading with the lines behind it that changed nothing, the last of them first in the list."""
    for one in reversed(unmade):
        after = copy(one)
        after.parent, after.data, after.key = found, found.data, None
        found = after
    return found


def _known_from_the_start(
    ground: Ground, root: ReadingNode, news: tuple[Event, ...]
) -> tuple[ReadingNode, Position] | None:
    """Return the beginning of a reading with cards known there, and its position; None if they are numbered otherwise.

    No line has changed anything yet. Before the first decision the game may have passed what the cards have to do with.
    """
    pos = ground.start()
    brought = [part.entity for event in news if isinstance(event, Introduced) for part in event.components]
    first = max(pos.table.entities, default=0) + 1
    if ground.last is not None or root.steps or brought != list(range(first, first + len(brought))):
        return None
    if not all(_lies_there(pos, event) for event in news):
        return None
    pos.log.clear()
    for event in news:
        pos.emit(event)
    events = tuple(pos.log)
    advance(pos)
    start = copy(root)
    start.steps, start.data, start.key = [Step(StepKind.LEARNED, "", None, events)], freeze(pos.table), None
    return start, pos


def _lies_there(pos: Position, news: Event) -> bool:
    """Whether a card that becomes known is where it is found already."""
    return not isinstance(news, Identified) or (news.entity in pos.table.entities and not pos.entity(news.entity).card)
