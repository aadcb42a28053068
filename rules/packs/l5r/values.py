"""Numbers and gifts after every modifier: skill, glory, strength, bids, prices, keywords, traits, prohibitions."""

from __future__ import annotations

from ledger.events import EffectEnded
from ledger.table import Effect, Frame
from rules.kernel.asks import Check
from rules.kernel.context import Context
from rules.kernel.position import Position
from rules.kernel.values import has, value
from rules.packs.l5r import board
from rules.shared import limited, totals


def glory(pos: Position, number: int) -> int:
    """Return a character's glory after every modifier."""
    return value(pos, number, "glory", pos.card(number).number("glory"))


def base_skill(pos: Position, number: int, kind: str) -> int:
    """Return a character's skill of a type before modifiers; a dash is 0.

    An effect may have changed the base itself (`l5r/base-value#1`).
    """
    return 0 if board.dash(pos, number, kind) else value(pos, number, f"base_{kind}", pos.card(number).number(kind))


def skill(pos: Position, number: int, kind: str) -> int:
    """Return a character's skill of a type now, with every modifier (`l5r/current#1`).

    - A dash is 0, and nothing modifies it (`l5r/dash#5`).
    - Attachments add their printed bonus, whether they or the character are bowed or not
      (`l5r/anatomy-military-skill-bonus#1`, `l5r/anatomy-political-skill-bonus#1`, `l5r/attachment-cards#10`,
      `l5r/bow-bowed#4`). A character attached to it adds nothing (`l5r/attachment-cards#11`).
    - An honored character adds its glory, a dishonored one subtracts it (`l5r/glory#2`).
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
    """Return the total skill of a side, `attackers` or `defenders`, in a conflict.

    - Ready participants add their skill of the conflict's type (`l5r/skill#2`, `l5r/skill#3`,
      `l5r/winning-a-conflict#2`); bowed ones add nothing (`l5r/bow-bowed#3`,
      `l5r/participating-and-cannot-participate#4`).
    - The Imperial Favor adds 1 if that type is up and the side has a participant (`l5r/imperial-favor#2`,
      `l5r/imperial-favor#3`).
    - Modifiers of the player's total apply to the sum; what is known of participants nobody knows is added.
    """
    kind = frame.text("type")
    player = frame.text("attacker" if side == "attackers" else "defender")
    numbers = frame.numbers(side)
    amount = sum(skill(pos, number, kind) for number in numbers if not board.bowed(pos, number))
    if numbers and board.favor_side(pos, player) == kind:
        amount += 1
    return value(pos, player, "conflict_skill", amount) + totals.added(frame, side)


def strength(pos: Position, number: int) -> int:
    """Return a province's strength: printed, with what faceup cards in it add, after every modifier.

    `l5r/holding-cards#2`, `l5r/anatomy-bonus-strength#1`
    """
    entity = pos.table.entities[number]
    amount = pos.card(number).number("strength")
    for other in pos.table.zones[entity.zone]:
        if other != number and pos.table.entities[other].up:
            amount += pos.card(other).number("strength_bonus")
    return value(pos, number, "strength", amount)


def bid(pos: Position, frame: Frame, player: str) -> int:
    """Return a player's bid as it resolves: the number on the dial and what has modified the bid in this frame.

    It is never below 0 and has no ceiling (`l5r/bid-value#1`, `l5r/bid-value#2`).
    """
    return max(0, pos.table.count(player, "dial") + frame.number(f"change {player}"))


def glory_count(pos: Position, player: str) -> int:
    """Return what a player counts for the favor: the glory of ready characters, and 1 for each claimed ring.

    `l5r/3.4.1#1`, `l5r/glory#3`, `l5r/count#1`, `l5r/rings#6`
    """
    ready = sum(glory(pos, number) for number in board.characters(pos, player) if not board.bowed(pos, number))
    return value(pos, player, "glory_count", ready + len(board.rings_of(pos, player)))


def glory_winners(pos: Position) -> list[str]:
    """Return the players with the highest glory count; more than one if nobody wins it (`l5r/3.4.1#2`)."""
    counts = {player: glory_count(pos, player) for player in pos.order()}
    best = max(counts.values())
    return [player for player, count in counts.items() if count == best]


def _reductions(pos: Position, player: str, number: int, host: int = 0) -> list[Effect]:
    """Find a player's waiting effects ("the next one costs less") that apply to this card, played on this host."""
    found = []
    for effect in pos.table.effects.values():
        if "reduce" in effect.data and effect.player == player and effect.data.get("host") in (0, host):
            context = Context(pos, effect.source, player)
            if context.judge(pos.pack.filter(str(effect.data["which"])), number):
                found.append(effect)
    return found


def price(pos: Position, player: str, number: int, host: int = 0) -> int:
    """Return the fate a card costs a player now, after modifiers and waiting reductions (`l5r/initiation-3#1`).

    `host` is the card it would be played on, if any: a reduction may be for one host only.
    """
    amount = value(pos, number, "cost", pos.card(number).number("cost"))
    for effect in _reductions(pos, player, number, host):
        by = effect.data["reduce"]
        amount -= by if isinstance(by, int) else 0
    return max(0, amount)


def use_up(pos: Position, player: str, number: int, host: int = 0) -> None:
    """End the waiting reductions that apply to a card, because the player is now playing it."""
    for effect in _reductions(pos, player, number, host):
        pos.emit(EffectEnded(effect.id))


def limited_left(pos: Position, player: str) -> bool:
    """Whether a player may still play a limited card this round: one is allowed (`l5r/limited#1`)."""
    return limited.limited_left(pos, player)


def count_limited(pos: Position, player: str, number: int) -> None:
    """Record that a player plays a limited card this round; do nothing if the card is not limited."""
    if has_keyword(pos, number, "limited"):
        limited.count_limited(pos, player, number)


def blank(pos: Position, number: int) -> bool:
    """Whether a card's printed abilities and keywords do not count: an effect blanks it, or it is a broken province.

    `l5r/province-cards#4`, `l5r/break-broken-province#3`
    """
    return (
        "broken" in pos.table.entities[number].marks
        or has(pos, number, "blank", "text")
        or has(pos, number, "blank", "abilities")
    )


def has_keyword(pos: Position, number: int, keyword: str) -> bool:
    """Whether a card has a keyword, printed or gained, however many times (`l5r/keywords#4`).

    A blank card has no printed keywords, but keeps those it has gained (`l5r/gains#3`, `l5r/blank#2`).
    """
    if keyword in pos.card(number).keywords and not blank(pos, number):
        return True
    return has(pos, number, "keyword", keyword)


def covert(pos: Position, number: int, ring: int) -> bool:
    """Whether a card has covert in a conflict for this ring.

    Some cards have covert only in conflicts of an element, which the ring must have.
    """
    if has_keyword(pos, number, "covert"):
        return True
    return bool(ring) and any(has(pos, number, "covert_in", element) for element in elements(pos, ring))


def has_trait(pos: Position, number: int, trait: str) -> bool:
    """Whether a card has a trait, printed or gained.

    A broken province and a blank card have no printed traits, unless the effect that blanks the card excepts them
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
    """Return the rule that keeps a character out of a conflict, or an empty string if it may participate.

    `side` is `attackers` or `defenders`; without it, the side of the character's controller.
    """
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
    """Return how many opportunities to declare a conflict a player has left this phase.

    There are two, unless something changes that. A conflict declared and a pass spend one each; the pass names no type
    (`l5r/pass#5`).
    """
    return _opportunities_in_all(pos, player) - board.conflicts_declared(pos, player) - _passed(pos, player)


def opportunity(pos: Position, player: str) -> Check:
    """Return the condition that a player has an opportunity to declare a conflict left, with how they were used."""
    who = pos.player_name(player)
    needed = f"{who} has {_opportunities_in_all(pos, player)} opportunities to declare a conflict in this phase"
    saw = f"{who} has declared {board.conflicts_declared(pos, player)} and passed {_passed(pos, player)} already"
    return Check("opportunity", "l5r/3.2#1", needed, opportunities(pos, player) > 0, saw)


def _opportunities_in_all(pos: Position, player: str) -> int:
    return value(pos, player, "opportunities", 2)


def _passed(pos: Position, player: str) -> int:
    """Return how many opportunities to declare a conflict a player has passed this phase; 0 in other phases."""
    phase = pos.enclosing("conflicts")
    return pos.table.uses.get(phase.id, {}).get(f"passed {player}", 0) if phase else 0


def elements(pos: Position, ring: int) -> list[str]:
    """Return the elements a ring has now, the printed one first (`l5r/ring-effects#2`)."""
    own = str(pos.card(ring).facts.get("element", ""))
    return [own, *(word for word in board.ELEMENTS if word != own and has(pos, ring, "ring_element", word))]


def immune(pos: Position, number: int, source: int) -> bool:
    """Whether a component is immune to the source's effects, by the source's type of card (`l5r/immune#1`)."""
    return source in pos.table.entities and has(pos, number, "immune", pos.card(source).type)


def forbidden(pos: Position, player: str, what: str) -> bool:
    """Whether something says a player cannot do this, such as `draw` or `declare_military` (`l5r/cannot#1`)."""
    return has(pos, player, "cannot", what)
