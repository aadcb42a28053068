"""The legal targets of an ability, and whether resolving it could change anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from ledger.table import Entity
from rules.kernel.context import Context
from rules.kernel.position import UNSTATED
from rules.kernel.values import matters
from rules.language.cards import Ability, Choice, Effect, Sentence

if TYPE_CHECKING:
    from rules.kernel.position import Position


_UNJUDGED = ("each", "chance", "chance each")
"""The values of `by` for which a pick is not judged by whether it changes anything."""


def in_zones(pos: Position, player: str, choice: Choice) -> Iterator[int]:
    """Yield every component in the zones a choice looks among, as the player's ability sees them (`Pack.candidates`).

    The lists are cached until the table changes.
    """
    for zone in choice.zones:
        found = pos.zoned.get((player, zone))
        if found is None:
            found = pos.zoned[player, zone] = list(pos.pack.candidates(pos, player, zone))
        yield from found


def legal_targets(pos: Position, context: Context, ability: Ability, choice: Choice) -> list[int]:
    """Return the components that may be chosen: they fit the choice, are not immune, and the effect could change them.

    Whoever chooses, the same components are legal. Whether it could change them is not asked in a game with
    `idle_uses`.
    """
    before, accepts = context.it, choice.accepts
    fitting = []
    for number in in_zones(pos, context.you, choice):
        context.it = number
        if accepts(context) is not False:
            fitting.append(number)
    context.it = before
    return [number for number in fitting if target_problem(pos, context, ability, choice, number) == ""]


def may_hold_a_copy(pos: Position, player: str, number: int, kind: str = "hand") -> bool:
    """Whether a player may hold another copy of a known card that lies elsewhere, such as in the discard pile.

    Then a move that names the card may mean the copy: what else forbids it says more than where this one lies. A card
    in play or dead on that player's side is meant itself.
    """
    entity = pos.table.entities.get(number)
    zone = f"{player}.{kind}"
    if entity is None or not entity.card or number in pos.playing or entity.zone == zone:
        return False
    if entity.controller == player and (pos.in_play(number) or entity.zone == f"{player}.dead"):
        return False
    return not _all_seen(pos, player, entity.card) and _may_hide(pos, zone)


def _may_hide(pos: Position, zone: str) -> bool:
    """Whether a zone that not everybody sees may hold cards that nobody has identified, or is not stated at all."""
    spec = pos.table.specs.get(zone)
    if spec is None or spec.seen == "all":
        return False
    unstated = zone in pos.table.settings.get(UNSTATED, "").split(", ")
    return unstated or any(not pos.table.entities[number].card for number in pos.table.zones[zone])


def _all_seen(pos: Position, player: str, card: str) -> bool:
    """Whether all copies of a card that a player's set has lie where everybody sees them: its file may say how many."""
    most = pos.pack.cards[card].number("copies")
    own = (one for one in pos.table.entities.values() if one.card == card and one.owner in (player, ""))
    return 0 < most <= sum(pos.table.specs[one.zone].seen == "all" for one in own)


def unknown_fitting(pos: Position, context: Context, choice: Choice, fits: Callable[[int], bool]) -> int:
    """Return how many components in the zones of a choice, nobody having identified them, could be a card that `fits`.

    Those that fit whatever they are do not count. Every card of the game is tried; components that lie alike are tried
    once. So from an unknown hand a player may have put any character into play, and nobody can say that the effect
    could change nothing. A hand that a position does not state counts as one such component more.
    """
    lying: dict[tuple[str, str, str, bool], list[int]] = {}
    with _unstated_cards(pos, choice) as supposed:
        for number in in_zones(pos, context.you, choice):
            entity = pos.table.entities[number]
            if entity.card or entity.marks or number in pos.playing or (number not in supposed and fits(number)):
                continue
            lying.setdefault((entity.zone, entity.owner, entity.controller, entity.up), []).append(number)
        return sum(len(alike) for alike in lying.values() if _could_be(pos, alike[0], fits))


@contextmanager
def _unstated_cards(pos: Position, choice: Choice) -> Iterator[range]:
    """Suppose, for as long as this lasts, an unknown card in each zone of a choice that the position does not state.

    Yields the numbers of these cards.
    """
    table, zoned = pos.table, pos.zoned
    unstated = table.settings.get(UNSTATED, "").split(", ")
    places = [place for place in unstated if place.partition(".")[2] in choice.zones and place in table.zones]
    first = max(table.entities, default=0) + 1
    if places:
        pos.zoned = {}
    for number, place in enumerate(places, first):
        owner = table.specs[place].owner
        table.entities[number] = Entity(number, "", owner, owner, place, up=False)
        table.zones[place].append(number)
    try:
        yield range(first, first + len(places))
    finally:
        pos.zoned = zoned
        for number, place in enumerate(places, first):
            table.zones[place].remove(number)
            del table.entities[number]


def _could_be(pos: Position, number: int, fits: Callable[[int], bool]) -> bool:
    """Whether some card of the game `fits`, if a component that nobody has identified were that card."""
    entity, values = pos.table.entities[number], pos.values
    try:
        for card in pos.pack.cards:
            entity.card, pos.values = card, {}  # what is computed of a supposed card is not kept
            if fits(number):
                return True
    finally:
        entity.card, pos.values = "", values
    return False


def unknown_targets(pos: Position, context: Context, ability: Ability, choice: Choice) -> int:
    """Return how many components nobody has identified could be legal targets (`unknown_fitting`)."""
    return unknown_fitting(
        pos, context, choice, lambda number: target_problem(pos, context, ability, choice, number) == ""
    )


def unknown_picks(pos: Position, context: Context, sentence: Sentence) -> int:
    """Return how many components nobody has identified a sentence could pick (`unknown_fitting`)."""
    choice = sentence.choose
    assert choice is not None
    return unknown_fitting(pos, context, choice, partial(_pickable, pos, context, sentence))


def target_problem(pos: Position, context: Context, ability: Ability, choice: Choice, number: int) -> str:
    """Return why a component may not be chosen: `fits`, `immune` or `change`, the first that applies; "" if it may.

    The component's zone is not looked at.
    """
    if not context.judge(choice.accepts, number):
        return "fits"
    if pos.pack.immune(pos, number, context.self):
        return "immune"
    if not pos.pack.idle_uses and not _target_changes(pos, context, ability, choice, number):
        return "change"
    return ""


def _target_changes(pos: Position, context: Context, ability: Ability, choice: Choice, number: int) -> bool:
    """Whether the effect could change a component as its target, under at least one of the words still to be named.

    A sentence that does not speak of the target cannot rule it out.
    """
    unsaid = _unsaid(context, ability, 0)
    if unsaid is None:
        return _changes_now(pos, context, ability, choice, number)
    for word in words_of(pos, context, unsaid):
        context.said[unsaid.name] = word
        changes = _target_changes(pos, context, ability, choice, number)
        del context.said[unsaid.name]
        if changes:
            return True
    return False


def _changes_now(pos: Position, context: Context, ability: Ability, choice: Choice, number: int) -> bool:
    before = context.chosen.get(choice.name)
    context.chosen[choice.name] = [number]
    try:
        speaks = False
        for sentence in ability.sentences:
            if sentence.then or not _is_about(context, sentence, choice.name, number):
                continue
            speaks = True
            if sentence.condition is not None and not sentence.condition(context):
                continue
            if sentence.choose is not None or (sentence.to is not None and _touches(pos, context, sentence, number)):
                return True
            if any(_happens(pos, context, effect) for effect in sentence.effects):
                return True
        return not speaks
    finally:
        if before is None:
            del context.chosen[choice.name]
        else:
            context.chosen[choice.name] = before


def _is_about(context: Context, sentence: Sentence, name: str, number: int) -> bool:
    """Whether a sentence does something to the component chosen under this name, or gives it a lasting effect."""
    if sentence.to is not None:
        whom = sentence.to(context)
        return number in whom if isinstance(whom, list) else whom == number
    return any(name in effect.text for effect in sentence.effects)


def _lasts(pos: Position, context: Context, sentence: Sentence) -> bool:
    """Whether a lasting effect would begin: it touches something that can take what it gives and is not immune, and its
    period is running.
    """
    whom = sentence.to(context) if sentence.to is not None else None
    several = whom if isinstance(whom, list) else [whom]
    touched = [one for one in several if one and _touches(pos, context, sentence, one)]
    if sentence.until == "game":
        return bool(touched)
    scope = pos.open_frame(pos.period(sentence.until))
    if scope is None or scope.data.get("ended"):
        return False
    return any(not _lasts_already(pos, context, sentence, one, scope.id) for one in touched)


def _lasts_already(pos: Position, context: Context, sentence: Sentence, one: object, scope: int) -> bool:
    """Whether the sentence gives nothing but prohibitions that this player has put on the same card or player for as
    long already.
    """
    grants = {
        f"{grant.word}:{grant.about}:{grant.how}" for grant in sentence.grants if grant.word in ("cannot", "does_not")
    }
    return len(grants) == len(sentence.grants) and any(
        effect.scope == scope
        and effect.player == context.you
        and (one in effect.affects or effect.data.get("player") == one)
        and grants <= effect.data.keys()
        for effect in pos.table.effects.values()
    )


def _touches(pos: Position, context: Context, sentence: Sentence, one: object) -> bool:
    if not isinstance(one, int):
        return True
    takes = any(matters(pos, one, grant) for grant in sentence.grants)
    return takes and not pos.pack.unaffected(pos, one, context.self)


def words_of(pos: Position, context: Context, choice: Choice) -> list[str]:
    """Return the words a choice offers; `opponent` and `player` are replaced by the players they stand for."""
    words: list[str] = []
    for word in choice.words:
        words += pos.opponents(context.you) if word == "opponent" else pos.order() if word == "player" else [word]
    return words


def could_with(pos: Position, context: Context, ability: Ability, name: str, word: str, start: int = 0) -> bool:
    """Whether the effect from sentence `start` on could change something if `word` is named for the choice `name`."""
    context.said[name] = word
    try:
        return could_change(pos, context, ability, start)
    finally:
        del context.said[name]


def _unsaid(context: Context, ability: Ability, start: int) -> Choice | None:
    """Return the next choice between words that has not been made, or None."""
    for choice in (*ability.targets, *(sentence.choose for sentence in ability.sentences[start:])):
        if choice is None or not choice.words or choice.name in context.said:
            continue
        if context.frame is None or choice.name not in context.frame.data:
            return choice
    return None


def _pickable(pos: Position, context: Context, sentence: Sentence, number: int) -> bool:
    choice = sentence.choose
    if choice is None or not context.judge(choice.accepts, number) or protected(pos, context, choice, number):
        return False
    return alters(pos, context, sentence, number)


def protected(pos: Position, context: Context, choice: Choice, number: int) -> bool:
    """Whether a component that fits may not be picked: it is immune to the source.

    A pick that is no target (`aims` is false) is only barred by what keeps the effect from touching the component.
    """
    bars = pos.pack.immune if choice.aims else pos.pack.unaffected
    return bars(pos, number, context.self)


def alters(pos: Position, context: Context, sentence: Sentence, number: int, each: bool = False) -> bool:
    """Whether a sentence could change anything if this component were picked for it.

    True also where that is not judged: chance picks, or every player does and `each` does not ask for that, several may
    be picked, an effect of the sentence is not about the pick, or the game has `idle_uses`.
    """
    choice = sentence.choose
    if choice is None or choice.most != 1 or pos.pack.idle_uses:
        return True
    if choice.by in _UNJUDGED and not (each and choice.by == "each"):
        return True
    if not sentence.effects or not all(choice.name in effect.text for effect in sentence.effects):
        return True
    before = context.chosen
    context.chosen = {**before, choice.name: [number]}
    try:
        return any(_happens(pos, context, effect) for effect in sentence.effects)
    finally:
        context.chosen = before


def could_change(pos: Position, context: Context, ability: Ability, start: int = 0) -> bool:
    """Whether resolving the ability from sentence `start` on could change anything, judged without its cost.

    Only sentences before the first "then" count. Where a choice between words has not been made, it is enough that one
    of the words would change something. For targets not chosen yet the first legal ones stand in: without a frame
    `context.chosen` is emptied of targets afterwards, with a frame they stay in it. If there are too few, and cards
    nobody has identified could be targets, the effect could change those.
    """
    unsaid = _unsaid(context, ability, start)
    if unsaid is not None:
        return any(
            could_with(pos, context, ability, unsaid.name, word, start) for word in words_of(pos, context, unsaid)
        )
    if not ability.sentences:
        return False
    chosen = context.chosen
    for choice in ability.targets:
        if choice.name not in chosen and not choice.words:
            legal = context.legal.get(choice.name) if "paid" not in chosen else None
            if legal is None:
                legal = legal_targets(pos, context, ability, choice)
            chosen[choice.name] = legal[: max(choice.least, 1)]
    try:
        for choice in ability.targets:
            few = not choice.words and len(chosen[choice.name]) < max(choice.least, 1)
            if few and "paid" not in chosen and unknown_targets(pos, context, ability, choice):
                return True
        return _any_changes(pos, context, ability.sentences[start:])
    finally:
        for choice in ability.targets:
            if context.frame is None:
                chosen.pop(choice.name, None)


def _any_changes(pos: Position, context: Context, sentences: Sequence[Sentence]) -> bool:
    """Whether one of these sentences could change something, up to the first "then", which needs those before it to
    have happened.
    """
    missing: list[str] = []
    picked: list[str] = []
    for sentence in sentences:
        if sentence.then and sentence is not sentences[0]:
            break
        if sentence.condition is not None and not sentence.condition(context):
            continue
        choice = sentence.choose
        if choice is not None and not choice.words:
            found = any(_pickable(pos, context, sentence, number) for number in in_zones(pos, context.you, choice))
            found = found or unknown_picks(pos, context, sentence) > 0
            (picked if found else missing).append(choice.name)
        if sentence.to is not None and _lasts(pos, context, sentence):
            return True
        possible = [
            effect for effect in sentence.effects if not _speaks_of(effect, missing)
        ]  # not about what nobody could pick
        if any(_speaks_of(effect, picked) or _happens(pos, context, effect) for effect in possible):
            return True
    return False


def _speaks_of(effect: Effect, names: list[str]) -> bool:
    return any(name in effect.text for name in names)


def _happens(pos: Position, context: Context, effect: Effect) -> bool:
    parts = ((pos.pack.happenings[part.kind], part) for part in effect.make(context))
    return any(kind.idle or kind.could(pos, part) for kind, part in parts)
