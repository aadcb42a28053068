"""Values of cards and players after everything that modifies them, and gifts such as icons, keywords and prohibitions.

All modifiers apply at once: additions before multiplications, one rounding up at the end, a set value over everything
else with the latest set winning, and never below zero. A constant ability gives as long as it is active; a lasting
effect gives what it gave when it began.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rules.kernel.context import Context
from rules.kernel.names import listed
from rules.language.cards import Ability, Grant
from rules.language.expressions import truth

if TYPE_CHECKING:
    from rules.kernel.position import Position

Given = tuple[str, int, int]
"""One modifier or gift: how it modifies (`add`, `set` …; `has` for a gift), by how much, and since which event."""


def value(pos: Position, holder: int | str, name: str, base: int) -> int:
    """Return a value of a component or player after every modifier, from its printed or base number.

    It is cached by holder and name until the table changes: meanwhile every call must give the same base.
    """
    key = (holder, name)
    cached = pos.values.get(key)
    if cached is not None:
        return cached
    amount = base
    setters: list[tuple[int, int]] = []
    times: list[int] = []
    parts = 1
    for how, by, since in given(pos, holder, "modify", name):
        if how == "add":
            amount += by
        elif how == "subtract":
            amount -= by
        elif how == "times":
            times.append(by)
        elif how == "divide":
            parts *= max(1, by)
        else:
            setters.append((since, by))
    for factor in times:
        amount *= factor
    amount = -(-amount // parts)
    if setters:
        amount = max(setters)[1]
    amount = max(0, amount)
    pos.values[key] = amount
    return amount


def has(pos: Position, holder: int | str, word: str, about: str) -> bool:
    """Whether something is given to a component or player: an icon, a keyword, a trait, a prohibition.

    `has(pos, 12, "keyword", "stealth")` asks for a gift, not for what is printed.
    """
    if not pos.table.effects and not pos.index.constant(word, about):
        return False
    return next(given(pos, holder, word, about), None) is not None


def times_given(pos: Position, holder: int | str, word: str, about: str) -> int:
    """Return how often something is given to a component or player, where several instances count one by one."""
    if not pos.table.effects and not pos.index.constant(word, about):
        return 0
    return sum(1 for _ in given(pos, holder, word, about))


def gifts(pos: Position, word: str) -> list[str]:
    """Return everything of a kind that cards or effects on the table give to anybody: `gifts(pos, "keyword")`.

    Whether a component has one of them now, `has` says.
    """
    prefix = f"{word}:"
    constant = [name[len(prefix) :] for name, found in pos.index.constants.items() if found and name.startswith(prefix)]
    lasting = [
        name.split(":")[1] for effect in pos.table.effects.values() for name in effect.data if name.startswith(prefix)
    ]
    return sorted({*constant, *lasting})


def givers(pos: Position, holder: int | str, word: str, about: str) -> list[int]:
    """Return the components that give something to a component or player, for saying why; immunity is not looked at."""
    constant = pos.index.constant(word, about) or {}
    found = [
        source for (source, _), ability in constant.items() if any(_constant(pos, holder, word, about, source, ability))
    ]
    lasting = [pos.table.effects[number].source for _, _, number in _lasting(pos, holder, f"{word}:{about}:")]
    return list(dict.fromkeys([*found, *lasting]))


def said_by(pos: Position, holder: int | str, word: str, about: str) -> str:
    """Return which cards give a gift to a component or player, as a sentence: "Milk of the Poppy says so".

    `word` and `about` name the gift, as in `has`. It takes time: only failed conditions ask for it.
    """
    return says_so(pos, givers(pos, holder, word, about))


def told_by(pos: Position, number: int, word: str, about: str) -> str:
    """Return which cards give a gift to a card, as `said_by` does; a card that gives it to itself is not named again.

    "its own text says so", "its own text and Pacifism say so"
    """
    cards = list(dict.fromkeys(givers(pos, number, word, about)))
    names = ["its own text" if card == number else pos.pack.name(pos, card) for card in cards]
    return f"{listed(names, 'a card')} {'say' if len(names) > 1 else 'says'} so"


def says_so(pos: Position, cards: list[int]) -> str:
    """Return that some cards say so: "X and Y say so"; if there are none, that a card says so."""
    return f"{_saying(pos, cards)} so"


def says_that(pos: Position, cards: list[int], what: str) -> str:
    """Return that some cards say something: "X and Y say that Z cannot attack"; if there are none, that a card does."""
    return f"{_saying(pos, cards)} that {what}"


def _saying(pos: Position, cards: list[int]) -> str:
    names = [pos.pack.name(pos, number) for number in dict.fromkeys(cards)]
    return f"{listed(names, 'a card')} {'say' if len(names) > 1 else 'says'}"


FORBIDDEN = "this is allowed unless a card forbids it"
"""What a move needs that no card forbids, as the beginning of a reason; `forbidden_by` is its other half."""


def forbidden_by(pos: Position, cards: list[int], whom: str) -> str:
    """Return which cards forbid something: "Silence forbids Max to use Not Today", where `whom` is what comes last."""
    names = [pos.pack.name(pos, number) for number in dict.fromkeys(cards)]
    return f"{listed(names, 'a card')} {'forbid' if len(names) > 1 else 'forbids'} {whom}"


def given(pos: Position, holder: int | str, word: str, about: str, heed: bool = True) -> Iterator[Given]:
    """Yield every modifier or gift a component or player has now: how it modifies, by how much, and since which event.

    `word` and `about` name it: `"modify", "strength"`, or `"keyword", "stealth"`. It comes from constant abilities and
    lasting effects. With `heed`, constant abilities that a component is unaffected by give it nothing, except immunity
    itself. A lasting effect on it counts in any case.
    """
    listeners = pos.index.constant(word, about)
    if listeners:
        for (source, _), ability in sorted(listeners.items(), key=lambda item: item[0]):
            if heed and isinstance(holder, int) and word != "immune" and pos.pack.unaffected(pos, holder, source):
                continue
            yield from _constant(pos, holder, word, about, source, ability)
    if pos.table.effects:
        yield from _lasting(pos, holder, f"{word}:{about}:")


def _constant(
    pos: Position, holder: int | str, word: str, about: str, source: int, ability: Ability
) -> Iterator[Given]:
    entity = pos.table.entities[source]
    context = Context(pos, source, entity.controller, ability)
    if isinstance(holder, int):
        if ability.affects is None or not _reaches(pos, ability, holder) or not context.judge(ability.affects, holder):
            return
        context.it = holder
    elif ability.players is None or not _concerns(context, ability, holder):
        return
    if word != "blank" and not pos.pack.usable(pos, entity, ability):
        return
    if ability.during is not None and not truth(ability.during(context), context):
        return
    for grant in ability.grants:
        if grant.word == word and grant.about == about:
            yield grant.how, amount_of(context, grant), entity.since


def _reaches(pos: Position, ability: Ability, number: int) -> bool:
    """Whether a constant ability speaks of a component: of those in play, unless it names another zone."""
    if ability.reaches == "play":
        return pos.in_play(number)
    return pos.pack.zone_kind(pos, pos.table.entities[number]) == ability.reaches


def _concerns(context: Context, ability: Ability, player: str) -> bool:
    assert ability.players is not None
    whom = ability.players(context)
    return player in whom if isinstance(whom, list) else bool(whom == player)


def matters(pos: Position, number: int, grant: Grant) -> bool:
    """Whether a grant could matter to a component: a value that its card shows as a dash is never modified."""
    return grant.word != "modify" or grant.about.removeprefix("base_") not in pos.card(number).dashes


def amount_of(context: Context, grant: Grant) -> int:
    """Return how much a grant gives now; 1 if it states no amount."""
    return int(grant.amount(context)) if grant.amount is not None else 1


def _lasting(pos: Position, holder: int | str, prefix: str) -> Iterator[Given]:
    for effect in pos.table.effects.values():
        if isinstance(holder, int):
            if holder not in effect.affects:
                continue
        elif effect.data.get("player") != holder:
            continue
        for name, amount in effect.data.items():
            if name.startswith(prefix) and isinstance(amount, int):
                yield name[len(prefix) :], amount, effect.id
