"""The words of this game's cards: its symbols, and what can be asked of a card."""

from __future__ import annotations

from rules.closures import Closure
from rules.context import Context
from rules.lexicon import Lexicon
from rules.packs.l5r import counting, reading
from rules.packs.l5r.attaching import may_attach
from rules.words import COMMON, numbers

WORDS = Lexicon(COMMON)

SYMBOLS = frozenset(
    """military political base_military base_political glory strength cost honor fate bid income
    crab crane dragon lion phoenix scorpion unicorn neutral
    character attachment holding event province stronghold role ring favor
    air earth fire void water
    ancestral courtesy covert limited no_attachments pride restricted sincerity
    hand conflict_deck dynasty_deck conflict_discard dynasty_discard play provinces rings out top bottom
    dynasty draw conflicts regroup round phase conflict duel text abilities
    attack defend participate participate_military participate_political participate_attacking
    bow ready be_discarded lose_fate be_given_fate be_given_fate_from_province
    be_bowed_by_opponents be_moved_by_opponents move_in trigger play play_events play_characters_in_conflict
    receive_honored receive_dishonored declare_air declare_earth declare_fire declare_void declare_water
    bow_after bow_after_military bow_after_political bow_attacking bow_defending
    conflict_skill defenders_allowed ring_effects events glory_count opportunities discards win again""".split()
)


def _type_word(name: str) -> None:
    @WORDS.value(name, "", f"the card is {'an' if name[0] in 'ae' else 'a'} {name}", f"{name} and controller == you")
    def is_type(ctx: Context) -> bool:
        entity = ctx.pos.table.entities.get(ctx.it)
        return entity is not None and reading.card_type(ctx.pos, entity) == name


for _name in ("character", "attachment", "holding", "event", "stronghold", "ring"):
    _type_word(_name)


@WORDS.value("province", "", "the card is a province", "province and facedown")
def _province(ctx: Context) -> bool:
    return reading.is_province(ctx.pos, ctx.it)


@WORDS.value("facedown", "", "the card lies facedown in a province, or is a facedown province", "province and facedown")
def _facedown(ctx: Context) -> bool:
    """What is out of sight in a hand or a deck does not lie facedown anywhere."""
    entity = ctx.entity(ctx.it)
    return not entity.up and reading.zone_kind(entity) in (*reading.SLOTS, reading.KEEP)


@WORDS.value("broken", "", "the province is broken", "province and not broken")
def _broken(ctx: Context) -> bool:
    return reading.broken(ctx.pos, ctx.it)


def _mark_word(name: str, says: str) -> None:
    @WORDS.value(name, "value?", says, f"character and {name}")
    def marked(ctx: Context, number: int | list[int] = 0) -> bool:
        found = numbers(number) or [ctx.it]
        last = ctx.last(found[0])
        return name in (last.marks if last else ctx.entity(found[0]).marks)


_mark_word("bowed", "the card is bowed")
_mark_word("honored", "the character is honored")
_mark_word("dishonored", "the character is dishonored")


@WORDS.value("skill", "symbol value?", "a character's skill of a type now", "skill(military) <= 2")
def _skill(ctx: Context, kind: str, number: int | list[int] = 0) -> int:
    found = numbers(number) or [ctx.it]
    return counting.skill(ctx.pos, found[0], kind)


@WORDS.value("base_skill", "symbol value?", "a character's base skill of a type", "base_skill(military, target)")
def _base_skill(ctx: Context, kind: str, number: int | list[int] = 0) -> int:
    found = numbers(number) or [ctx.it]
    return counting.base_skill(ctx.pos, found[0], kind)


@WORDS.value("glory", "value?", "a character's glory now", "glory <= 2")
def _glory(ctx: Context, number: int | list[int] = 0) -> int:
    found = numbers(number) or [ctx.it]
    return counting.glory(ctx.pos, found[0])


@WORDS.value("strength_of", "value", "the strength of a province now", "strength_of(self) >= 5")
def _strength_of(ctx: Context, number: int) -> int:
    return counting.strength(ctx.pos, number)


@WORDS.value("clan", "symbol", "the card belongs to a clan", "clan(crane)")
def _clan(ctx: Context, clan: str) -> bool:
    return ctx.card(ctx.it).faction == clan


@WORDS.value("trait", "symbol", "the card has a trait", 'trait("Bushi")')
def _trait(ctx: Context, trait: str) -> bool:
    return reading.has_trait(ctx.pos, ctx.it, trait)


@WORDS.value("has_keyword", "symbol", "the card has a keyword", "has_keyword(covert)")
def _has_keyword(ctx: Context, keyword: str) -> bool:
    frame = reading.conflict(ctx.pos)
    if keyword == "covert" and frame is not None:
        return reading.covert(ctx.pos, ctx.it, frame.number("ring"))
    return reading.has_keyword(ctx.pos, ctx.it, keyword)


@WORDS.value("attachments", "value?", "how many attachments are on a card", "attachments >= 1")
def _attachments(ctx: Context, number: int | list[int] = 0) -> int:
    found = numbers(number) or [ctx.it]
    return len(ctx.entity(found[0]).attached)


@WORDS.value("bears", "filter", "an attachment on the card fits a filter", 'bears(trait("Monk"))')
def _bears(ctx: Context, accepts: Closure) -> bool:
    return any(ctx.judge(accepts, part) for part in ctx.entity(ctx.it).attached)


@WORDS.value("host", "value?", "the card an attachment is on", "host(target)")
def _host(ctx: Context, number: int | list[int] = 0) -> int:
    found = numbers(number) or [ctx.it]
    return ctx.entity(found[0]).host


@WORDS.value("cost", "", "the printed cost of a card", "cost <= 2")
def _cost(ctx: Context) -> int:
    return ctx.card(ctx.it).number("cost")


@WORDS.value("total_cost", "value", "the printed costs of several cards together", "total_cost(target) <= 6")
def _total_cost(ctx: Context, several: list[int]) -> int:
    return sum(ctx.card(number).number("cost") for number in several)


@WORDS.value("fate_on", "value", "how much fate lies on cards or rings together", "fate_on(target) == 0")
def _fate_on(ctx: Context, several: int | list[int]) -> int:
    return sum(ctx.table.count(number, "fate") for number in numbers(several))


@WORDS.value("first", "value", "the first of several cards", "participating(first(target))")
def _first(ctx: Context, several: int | list[int]) -> int:
    found = numbers(several)
    return found[0] if found else 0


@WORDS.value("in_play_of", "value", "those of several cards that are in play", "dishonor(in_play_of(target))")
def _in_play_of(ctx: Context, several: int | list[int]) -> list[int]:
    return [number for number in numbers(several) if ctx.pos.in_play(number)]


@WORDS.value("it_is", "value", "the card is one of these", "attachment and it_is(top_of(conflict_deck, 5))")
def _it_is(ctx: Context, several: int | list[int]) -> bool:
    return ctx.it in numbers(several)


@WORDS.value("could_attach", "value value", "a card may be attached to another", "could_attach(target, paid)")
def _could_attach(ctx: Context, card: int | list[int], host: int | list[int]) -> bool:
    cards, hosts = numbers(card), numbers(host)
    return bool(cards) and bool(hosts) and not may_attach(ctx.pos, cards[0], hosts[0], ctx.you)


@WORDS.value("could_bear", "value", "the character may bear an attachment it does not bear yet", "could_bear(target)")
def _could_bear(ctx: Context, card: int | list[int]) -> bool:
    cards = numbers(card)
    return bool(cards) and ctx.entity(cards[0]).host != ctx.it and not may_attach(ctx.pos, cards[0], ctx.it)
