"""What is counted, with every modifier: skill, glory, the sides of a conflict, the strength of provinces, bids."""

from __future__ import annotations

from ledger.events import EffectEnded
from ledger.table import Effect, Frame
from rules.kernel.context import Context
from rules.kernel.position import Position
from rules.kernel.values import has, value
from rules.packs.l5r import board
from rules.shared import limited


def glory(pos: Position, number: int) -> int:
    """A character's glory after every modifier."""
    return value(pos, number, "glory", pos.card(number).number("glory"))


def base_skill(pos: Position, number: int, kind: str) -> int:
    """A character's skill before modifiers, as effects may have changed the base itself (`l5r/base-value#1`)."""
    return 0 if board.dash(pos, number, kind) else value(pos, number, f"base_{kind}", pos.card(number).number(kind))


def skill(pos: Position, number: int, kind: str) -> int:
    """A character's skill now, with every modifier (`l5r/current#1`); a dash reads as an unmodified 0 (`l5r/dash#5`).

    Attachments add what is printed, bowed or not, on a bowed character too (`l5r/anatomy-military-skill-bonus#1`,
    `l5r/anatomy-political-skill-bonus#1`, `l5r/attachment-cards#10`, `l5r/bow-bowed#4`), characters on it do not
    (`l5r/attachment-cards#11`); status tokens add or take off glory (`l5r/glory#2`).
    """
    known = pos.values.get((number, kind))
    if known is not None:
        return known
    if board.dash(pos, number, kind):
        return 0
    entity = pos.table.entities[number]
    amount = base_skill(pos, number, kind)
    for part in entity.attached:
        if pos.card(part).type == "attachment":
            amount += pos.card(part).number(f"{kind}_bonus")
    if "honored" in entity.marks:
        amount += glory(pos, number)
    elif "dishonored" in entity.marks:
        amount -= glory(pos, number)
    return value(pos, number, kind, amount)


def total(pos: Position, frame: Frame, side: str) -> int:
    """What a side counts: the skill of the conflict's type over its ready participants, and the player's own modifiers.

    `l5r/skill#2`, `l5r/skill#3`, `l5r/winning-a-conflict#2`; bowed ones are left out (`l5r/bow-bowed#3`,
    `l5r/participating-and-cannot-participate#4`); the favor adds 1 to the total (`l5r/imperial-favor#2`, `l5r/imperial-favor#3`).
    """
    kind = frame.text("type")
    player = frame.text("attacker" if side == "attackers" else "defender")
    numbers = frame.numbers(side)
    amount = sum(skill(pos, number, kind) for number in numbers if not board.bowed(pos, number))
    if numbers and board.favor_side(pos, player) == kind:
        amount += 1
    return value(pos, player, "conflict_skill", amount)


def strength(pos: Position, number: int) -> int:
    """A province's strength: printed, what lies in it adds, and every modifier.

    `l5r/holding-cards#2`, `l5r/anatomy-bonus-strength#1`
    """
    entity = pos.table.entities[number]
    amount = pos.card(number).number("strength")
    for other in pos.table.zones[entity.zone]:
        if other != number and pos.table.entities[other].up:
            amount += pos.card(other).number("strength_bonus")
    return value(pos, number, "strength", amount)


def bid(pos: Position, frame: Frame, player: str) -> int:
    """A player's bid as it resolves: the dial and what modified it, never below 0 and without a ceiling
    (`l5r/bid-value#1`, `l5r/bid-value#2`).
    """
    return max(0, pos.table.count(player, "dial") + frame.number(f"change {player}"))


def glory_count(pos: Position, player: str) -> int:
    """Glory of the ready characters and a point for each claimed ring.

    `l5r/3.4.1#1`, `l5r/glory#3`, `l5r/count#1`, `l5r/rings#6`
    """
    ready = sum(glory(pos, number) for number in board.characters(pos, player) if not board.bowed(pos, number))
    return value(pos, player, "glory_count", ready + len(board.rings_of(pos, player)))


def _reductions(pos: Position, player: str, number: int, host: int = 0) -> list[Effect]:
    """The "next one costs less" effects that apply to a card a player is about to play."""
    found = []
    for effect in pos.table.effects.values():
        if "reduce" in effect.data and effect.player == player and effect.data.get("host") in (0, host):
            context = Context(pos, effect.source, player)
            if context.judge(pos.pack.filter(str(effect.data["which"])), number):
                found.append(effect)
    return found


def price(pos: Position, player: str, number: int, host: int = 0) -> int:
    """What a card costs now (`l5r/initiation-3#1`)."""
    amount = value(pos, number, "cost", pos.card(number).number("cost"))
    for effect in _reductions(pos, player, number, host):
        by = effect.data["reduce"]
        amount -= by if isinstance(by, int) else 0
    return max(0, amount)


def use_up(pos: Position, player: str, number: int, host: int = 0) -> None:
    """The waiting reductions that applied are used up."""
    for effect in _reductions(pos, player, number, host):
        pos.emit(EffectEnded(effect.id))


def limited_left(pos: Position, player: str) -> bool:
    """Whether a player may still play a limited card this round (`l5r/limited#1`)."""
    return limited.limited_left(pos, player)


def count_limited(pos: Position, player: str, number: int) -> None:
    """Count a limited card played this round."""
    if has_keyword(pos, number, "limited"):
        limited.count_limited(pos, player)


def blank(pos: Position, number: int) -> bool:
    """Whether a printed text box counts as blank: by an effect, or because the province is broken.

    `l5r/province-cards#4`, `l5r/break-broken-province#3`
    """
    return (
        "broken" in pos.table.entities[number].marks
        or has(pos, number, "blank", "text")
        or has(pos, number, "blank", "abilities")
    )


def has_keyword(pos: Position, number: int, keyword: str) -> bool:
    """Whether a card has a keyword, printed or gained; several sources are one (`l5r/keywords#4`).

    What is gained is not printed, and is not blanked with what is (`l5r/gains#3`, `l5r/blank#2`).
    """
    if keyword in pos.card(number).keywords and not blank(pos, number):
        return True
    return has(pos, number, "keyword", keyword)


def covert(pos: Position, number: int, ring: int) -> bool:
    """Whether a card has covert in a conflict for this ring: always, or only in conflicts of an element the ring has."""
    if has_keyword(pos, number, "covert"):
        return True
    return bool(ring) and any(has(pos, number, "covert_in", element) for element in elements(pos, ring))


def has_trait(pos: Position, number: int, trait: str) -> bool:
    """Whether a card has a trait, printed or gained; a blank text box has none printed, unless traits are excepted
    (`l5r/blank#1`).
    """
    if (
        trait in pos.card(number).traits
        and "broken" not in pos.table.entities[number].marks
        and not has(pos, number, "blank", "text")
    ):
        return True
    return has(pos, number, "trait_of", trait)


def may_participate(pos: Position, number: int, frame: Frame, side: str = "") -> str:
    """The rule that keeps a character out of a conflict, or an empty string."""
    kind = frame.text("type")
    if board.dash(pos, number, kind):
        return "l5r/dash#2"
    if has(pos, number, "cannot", f"participate_{kind}") or has(pos, number, "cannot", "participate"):
        return "l5r/participating-and-cannot-participate#7"
    side = side or board.side_of(frame, pos.table.entities[number].controller)
    if side == "attackers" and has(pos, number, "cannot", "participate_attacking"):
        return "l5r/participating-and-cannot-participate#7"
    return ""


def opportunities(pos: Position, player: str) -> int:
    """How many opportunities to declare a player has left: a pass spends one without a type (`l5r/pass#5`)."""
    phase = pos.enclosing("conflicts")
    passed = pos.table.uses.get(phase.id, {}).get(f"passed {player}", 0) if phase else 0
    return value(pos, player, "opportunities", 2) - board.declared(pos, player) - passed


def elements(pos: Position, ring: int) -> list[str]:
    """The elements a ring has now; its own first (`l5r/ring-effects#2`)."""
    own = str(pos.card(ring).facts.get("element", ""))
    return [own, *(word for word in board.ELEMENTS if word != own and has(pos, ring, "ring_element", word))]


def immune(pos: Position, number: int, source: int) -> bool:
    """Whether a component is immune to the effects of this source, by the type of its card (`l5r/immune#1`)."""
    return source in pos.table.entities and has(pos, number, "immune", pos.card(source).type)


def forbidden(pos: Position, player: str, what: str) -> bool:
    """Whether something says a player cannot do this (`l5r/cannot#1`)."""
    return has(pos, player, "cannot", what)
