"""Words that ask something: of cards, players, provinces, rings, the conflict and the duel; and the cards' symbols.

Each word is declared with the sentence and the example of its page in `docs/words`.
"""

from __future__ import annotations

from rules.kernel.context import Context
from rules.language.expressions import Closure
from rules.language.lexicon import Lexicon
from rules.packs.l5r import board, values
from rules.packs.l5r.chapters.playing import could_play_on
from rules.packs.l5r.happenings.nested import may_duel
from rules.packs.l5r.zones import may_attach
from rules.shared.words import COMMON, numbers

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
"""The names cards may use as plain words: numbers, clans, types, elements, keywords, zones, periods, prohibitions."""


def _card(ctx: Context, number: int | list[int]) -> int:
    """Return the card an argument names, the first of several; without an argument, the card being judged."""
    found = numbers(number)
    return found[0] if found else ctx.it


def _type_word(name: str) -> None:
    """Declare the word that asks whether a card is of this type."""

    @WORDS.value(name, "", f"the card is {'an' if name[0] in 'ae' else 'a'} {name}", f"{name} and controller == you")
    def is_type(ctx: Context) -> bool:
        entity = ctx.pos.table.entities.get(ctx.it)
        return entity is not None and board.card_type(ctx.pos, entity) == name


for _name in ("character", "attachment", "holding", "event", "stronghold", "ring"):
    _type_word(_name)


@WORDS.value("province", "", "the card is a province", "province and facedown")
def _province(ctx: Context) -> bool:
    return board.is_province(ctx.pos, ctx.it)


@WORDS.value(
    "facedown",
    "",
    "the card lies facedown in a province, or is a facedown province",
    "province and facedown",
    told="{it} is facedown",
)
def _facedown(ctx: Context) -> bool:
    """Whether a province, or a card in one, lies facedown; a hidden card in a hand or a deck does not."""
    entity = ctx.entity(ctx.it)
    return not entity.up and board.zone_kind(entity) in (*board.SLOTS, board.KEEP)


@WORDS.value("broken", "", "the province is broken", "province and not broken")
def _broken(ctx: Context) -> bool:
    return board.broken(ctx.pos, ctx.it)


def _mark_word(name: str, says: str) -> None:
    """Declare the word that asks whether a card has this mark, or had it when it was last seen."""

    @WORDS.value(name, "value?", says, f"character and {name}")
    def marked(ctx: Context, number: int | list[int] = 0) -> bool:
        card = _card(ctx, number)
        last = ctx.last(card)
        return name in (last.marks if last else ctx.entity(card).marks)


_mark_word("bowed", "the card is bowed")
_mark_word("honored", "the character is honored")
_mark_word("dishonored", "the character is dishonored")


@WORDS.value(
    "skill", "symbol value?", "a character's skill of a type now", "skill(military) <= 2", told="the {0} skill of {it}"
)
def _skill(ctx: Context, kind: str, number: int | list[int] = 0) -> int:
    return values.skill(ctx.pos, _card(ctx, number), kind)


@WORDS.value(
    "base_skill",
    "symbol value?",
    "a character's base skill of a type",
    "base_skill(military, target)",
    told="the base {0} skill of {it}",
)
def _base_skill(ctx: Context, kind: str, number: int | list[int] = 0) -> int:
    return values.base_skill(ctx.pos, _card(ctx, number), kind)


@WORDS.value(
    "has_skill",
    "symbol",
    "the character has a number, not a dash, for a skill",
    "has_skill(military)",
    told="{it} has a {0} skill",
)
def _has_skill(ctx: Context, kind: str) -> bool:
    return not board.dash(ctx.pos, ctx.it, kind)


@WORDS.value("glory", "value?", "a character's glory now", "glory <= 2", told="the glory of {it}")
def _glory(ctx: Context, number: int | list[int] = 0) -> int:
    return values.glory(ctx.pos, _card(ctx, number))


@WORDS.value(
    "strength_of", "value", "the strength of a province now", "strength_of(self) >= 5", told="the strength of {0}"
)
def _strength_of(ctx: Context, number: int) -> int:
    return values.strength(ctx.pos, number)


@WORDS.value("cost", "", "the printed cost of a card", "cost <= 2", told="the printed cost of {it}")
def _cost(ctx: Context) -> int:
    return ctx.card(ctx.it).number("cost")


@WORDS.value(
    "total_cost",
    "value",
    "the printed costs of several cards together",
    "total_cost(target) <= 6",
    told="the printed cost of all of them together",
)
def _total_cost(ctx: Context, several: list[int]) -> int:
    return sum(ctx.card(number).number("cost") for number in several)


@WORDS.value(
    "fate_on", "value", "how much fate lies on cards or rings together", "fate_on(target) == 0", told="the fate on {0}"
)
def _fate_on(ctx: Context, several: int | list[int]) -> int:
    return sum(ctx.table.count(number, "fate") for number in numbers(several))


@WORDS.value("clan", "symbol", "the card belongs to a clan", "clan(crane)", told="{it} belongs to the {0} clan")
def _clan(ctx: Context, clan: str) -> bool:
    return ctx.card(ctx.it).faction == clan


@WORDS.value("trait", "symbol", "the card has a trait", 'trait("Bushi")', told="{it} has the trait {0}")
def _trait(ctx: Context, trait: str) -> bool:
    return values.has_trait(ctx.pos, ctx.it, trait)


@WORDS.value("has_keyword", "symbol", "the card has a keyword", "has_keyword(covert)", told="{it} has the keyword {0}")
def _has_keyword(ctx: Context, keyword: str) -> bool:
    frame = board.conflict(ctx.pos)
    if keyword == "covert" and frame is not None:
        return values.covert(ctx.pos, ctx.it, frame.number("ring"))
    return values.has_keyword(ctx.pos, ctx.it, keyword)


@WORDS.value(
    "attachments",
    "value?",
    "how many attachments are on a card",
    "attachments >= 1",
    told="the number of attachments on {it}",
)
def _attachments(ctx: Context, number: int | list[int] = 0) -> int:
    return len(ctx.entity(_card(ctx, number)).attached)


@WORDS.value(
    "bears", "filter", "an attachment on the card fits a filter", 'bears(trait("Monk"))', told="{it} bears a {0}"
)
def _bears(ctx: Context, accepts: Closure) -> bool:
    return any(ctx.judge(accepts, part) for part in ctx.entity(ctx.it).attached)


@WORDS.value("host", "value?", "the card an attachment is on", "host(target)", told="the card that bears {it}")
def _host(ctx: Context, number: int | list[int] = 0) -> int:
    return ctx.entity(_card(ctx, number)).host


@WORDS.value(
    "could_attach",
    "value value",
    "a card may be attached to another",
    "could_attach(target, paid)",
    told="{0} may be attached to {1}",
)
def _could_attach(ctx: Context, card: int | list[int], host: int | list[int]) -> bool:
    cards, hosts = numbers(card), numbers(host)
    return bool(cards) and bool(hosts) and not may_attach(ctx.pos, cards[0], hosts[0], ctx.you)


@WORDS.value(
    "could_bear",
    "value",
    "the character may bear an attachment it does not bear yet",
    "could_bear(target)",
    told="{it} may bear {0}",
)
def _could_bear(ctx: Context, card: int | list[int]) -> bool:
    cards = numbers(card)
    return bool(cards) and ctx.entity(cards[0]).host != ctx.it and not may_attach(ctx.pos, cards[0], ctx.it)


@WORDS.value(
    "could_take",
    "value",
    "an attachment could be played on the card now",
    "could_take(self)",
    told="{0} may be played on {it}",
)
def _could_take(ctx: Context, number: int) -> bool:
    return could_play_on(ctx.pos, ctx.you, number, ctx.it)


@WORDS.value("first", "value", "the first of several cards", "participating(first(target))")
def _first(ctx: Context, several: int | list[int]) -> int:
    found = numbers(several)
    return found[0] if found else 0


@WORDS.value("in_play_of", "value", "those of several cards that are in play", "dishonor(in_play_of(target))")
def _in_play_of(ctx: Context, several: int | list[int]) -> list[int]:
    return [number for number in numbers(several) if ctx.pos.in_play(number)]


@WORDS.value(
    "it_is", "value", "the card is one of these", "attachment and it_is(top_of(conflict_deck, 5))", told="{it} is {0}"
)
def _it_is(ctx: Context, several: int | list[int]) -> bool:
    return ctx.it in numbers(several)


@WORDS.value("happening_to", "", "the card the occurrence happens to", "it != happening_to")
def _happening_to(ctx: Context) -> int:
    return ctx.occ.subject if ctx.occ else 0


@WORDS.value("opponent", "", "your opponent", "controller == opponent")
def _opponent(ctx: Context) -> str:
    return ctx.pos.after(ctx.you)


@WORDS.value(
    "honor_of", "value", "how much honor a player has", "honor_of(you) > honor_of(opponent)", told="the honor of {0}"
)
def _honor_of(ctx: Context, player: str) -> int:
    """Return a player's honor, by which players are more or less honorable (`l5r/honor#4`)."""
    return ctx.table.count(player, "honor")


@WORDS.value("fate_of", "value", "how much fate a player has", "fate_of(you) >= 1", told="the fate of {0}")
def _fate_of(ctx: Context, player: str) -> int:
    return ctx.table.count(player, "fate")


@WORDS.value(
    "dial_of", "value", "the number on a player's honor dial", "dial_of(you) < dial_of(opponent)", told="the bid of {0}"
)
def _dial_of(ctx: Context, player: str) -> int:
    return ctx.table.count(player, "dial")


@WORDS.value(
    "has_favor",
    "value",
    "a player holds the Imperial Favor",
    "has_favor(opponent)",
    told="{0} holds the Imperial Favor",
)
def _has_favor(ctx: Context, player: str) -> bool:
    return bool(ctx.pos.zone(player, "favor"))


@WORDS.value("hand_of", "value", "the cards in a player's hand", "hand_of(opponent)", told="a card in {0}'s hand")
def _hand_of(ctx: Context, player: str) -> list[int]:
    return list(ctx.pos.zone(player, "hand"))


@WORDS.value(
    "hand_size",
    "value",
    "how many cards a player holds",
    "hand_size(opponent) > 4",
    told="the number of cards in {0}'s hand",
)
def _hand_size(ctx: Context, player: str) -> int:
    return len(ctx.pos.zone(player, "hand"))


@WORDS.value(
    "top_of",
    "symbol value value?",
    "the top cards of a deck (yours unless said)",
    "top_of(conflict_deck, 5)",
    told="one of the top {1} cards of the {0}",
)
def _top_of(ctx: Context, deck: str, amount: int, player: str = "") -> list[int]:
    """Return the top cards of a deck, fewer if there are fewer (`l5r/effects#4`)."""
    return ctx.pos.zone(player or ctx.you, deck)[:amount]


@WORDS.value(
    "in_provinces",
    "value?",
    "the card lies in a province of a player (yours unless said)",
    "character and in_provinces",
    told="{it} lies in a province of {0}",
)
def _in_provinces(ctx: Context, player: str = "") -> bool:
    owner, _, kind = ctx.entity(ctx.it).zone.partition(".")
    return kind in board.SLOTS and owner == (player or ctx.you)


@WORDS.value(
    "in_unbroken",
    "",
    "the card lies in an unbroken province of yours",
    "in_unbroken",
    told="{it} lies in an unbroken province of {you}",
)
def _in_unbroken(ctx: Context) -> bool:
    zone = ctx.table.zones[ctx.entity(ctx.it).zone]
    return _in_provinces(ctx) and not any(board.broken(ctx.pos, number) for number in zone)


@WORDS.value("unclaimed", "", "the ring is in the unclaimed pool", "ring and unclaimed")
def _unclaimed(ctx: Context) -> bool:
    return ctx.entity(ctx.it).zone == "rings"


@WORDS.value(
    "claimed",
    "value?",
    "the ring is in a player's claimed pool",
    "ring and claimed(you)",
    told="{it} is in the claimed pool of {0}",
)
def _claimed(ctx: Context, player: str = "") -> bool:
    zone = ctx.entity(ctx.it).zone
    return zone == f"{player}.rings" if player else zone.endswith(".rings")


@WORDS.value(
    "element",
    "symbol",
    "the ring or province has this element",
    "ring and element(earth)",
    told="{it} has the element {0}",
)
def _element(ctx: Context, element: str) -> bool:
    if ctx.card(ctx.it).type == "ring":
        return element in values.elements(ctx.pos, ctx.it)
    return element in ctx.card(ctx.it).facts.get("elements", ())


@WORDS.value(
    "matches_role",
    "",
    "the ring has an element of your role",
    "ring_claimed(who == you) and matches_role",
    told="{it} has an element of {you}'s role",
)
def _matches_role(ctx: Context) -> bool:
    traits = [trait for number in ctx.pos.zone(ctx.you, "role") for trait in ctx.card(number).traits]
    return any(element.title() in traits for element in values.elements(ctx.pos, ctx.it))


@WORDS.value("during", "symbol", "it is this phase", "during(conflicts)", told="it is the {0} phase")
def _during(ctx: Context, phase: str) -> bool:
    return ctx.pos.enclosing(phase) is not None


@WORDS.value("in_conflict", "", "a conflict is being resolved", "not in_conflict", told="a conflict is under way")
def _in_conflict(ctx: Context) -> bool:
    return board.conflict(ctx.pos) is not None


def _conflict_word(name: str, slot: str, says: str, example: str, empty: object, told: str) -> None:
    """Declare the word for a slot of the conflict's frame; without a conflict or a value it is `empty`."""

    @WORDS.value(name, "", says, example, told=told)
    def of_conflict(ctx: Context) -> object:
        frame = board.conflict(ctx.pos)
        return frame.data.get(slot, empty) if frame is not None else empty


for _word, _slot, _says, _example, _empty, _told in (
    (
        "conflict_type",
        "type",
        "the type of the conflict being resolved",
        "conflict_type == military",
        "",
        "the conflict is {value}",
    ),
    (
        "attacking_player",
        "attacker",
        "the attacking player",
        "attacking_player == you",
        "",
        "{value} is the attacking player",
    ),
    (
        "defending_player",
        "defender",
        "the defending player",
        "defending_player == you",
        "",
        "{value} is the defending player",
    ),
    ("winner", "winner", "the winner of the conflict", "winner == you", "", "{value} is the winner of the conflict"),
    ("loser", "loser", "the loser of the conflict", "loser == you", "", "{value} is the loser of the conflict"),
    ("margin", "margin", "by how much skill the conflict was won", "margin >= 5", 0, "the margin of the conflict"),
    ("unopposed", "unopposed", "the conflict was unopposed", "unopposed", False, ""),
):
    _conflict_word(_word, _slot, _says, _example, _empty, _told)


def _is_on_side(ctx: Context, number: int, *sides: str) -> bool:
    """Whether a card, or without a number the card being judged, is on one of these sides of the conflict."""
    frame = board.conflict(ctx.pos)
    if frame is None:
        return False
    card = number or ctx.it
    for side in sides:  # noqa: SIM110 - asked of every card in play, and a generator costs as much again
        if frame.holds(side, card):
            return True
    return False


@WORDS.value("attacking", "value?", "the character is attacking", "attacking(self)")
def _attacking(ctx: Context, number: int = 0) -> bool:
    return _is_on_side(ctx, number, "attackers")


@WORDS.value("defending", "value?", "the character is defending", "defending(self)")
def _defending(ctx: Context, number: int = 0) -> bool:
    return _is_on_side(ctx, number, "defenders")


@WORDS.value("participating", "value?", "the character participates in the conflict", "participating(self)")
def _participating(ctx: Context, number: int = 0) -> bool:
    return _is_on_side(ctx, number, "attackers", "defenders")


@WORDS.value("alone", "value?", "the character is the only one on its side", "attacking(self) and alone(self)")
def _alone(ctx: Context, number: int = 0) -> bool:
    frame = board.conflict(ctx.pos)
    return frame is not None and [number or ctx.it] in (frame.numbers("attackers"), frame.numbers("defenders"))


@WORDS.value(
    "conflict_at", "value", "the conflict is at this province", "conflict_at(self)", told="the conflict is at {0}"
)
def _conflict_at(ctx: Context, number: int) -> bool:
    frame = board.conflict(ctx.pos)
    return frame is not None and frame.number("province") == number


@WORDS.value("attacked_province", "", "the province being attacked", "attacked_province", told="the attacked province")
def _attacked_province(ctx: Context) -> list[int]:
    frame = board.conflict(ctx.pos)
    return [frame.number("province")] if frame else []


@WORDS.value("broke_province", "", "the conflict broke the province it was at", "broke_province")
def _broke_province(ctx: Context) -> bool:
    frame = board.conflict(ctx.pos)
    return frame is not None and bool(frame.data.get("breaking")) and board.broken(ctx.pos, frame.number("province"))


@WORDS.value(
    "contested_ring", "", "the ring the conflict is about", "resolve_ring(contested_ring)", told="the contested ring"
)
def _contested_ring(ctx: Context) -> list[int]:
    frame = board.conflict(ctx.pos)
    return [frame.number("ring")] if frame else []


@WORDS.value(
    "conflict_element",
    "symbol",
    "the contested ring has this element",
    "conflict_element(fire)",
    told="the contested ring has the element {0}",
)
def _conflict_element(ctx: Context, element: str) -> bool:
    frame = board.conflict(ctx.pos)
    return frame is not None and element in values.elements(ctx.pos, frame.number("ring"))


@WORDS.value(
    "total",
    "value",
    "what a player counts in the conflict now",
    "total(you) > total(opponent)",
    told="the total skill of {0} in the conflict",
)
def _total(ctx: Context, player: str) -> int:
    frame = board.conflict(ctx.pos)
    return values.total(ctx.pos, frame, board.side_of(frame, player)) if frame else 0


@WORDS.value(
    "glory_in_conflict",
    "value",
    "the glory of a player's ready participants",
    "glory_in_conflict(you) > 3",
    told="the glory of {0}'s ready participants together",
)
def _glory_in_conflict(ctx: Context, player: str) -> int:
    frame = board.conflict(ctx.pos)
    own = frame.numbers(board.side_of(frame, player)) if frame else []
    return sum(values.glory(ctx.pos, number) for number in own if not board.bowed(ctx.pos, number))


@WORDS.value(
    "weaker",
    "symbol symbol",
    "it has less of a skill than a participating character of yours with a trait",
    'weaker(military, "Bushi")',
    told="{it} has less {0} skill than a participating {1} of {you}",
)
def _weaker(ctx: Context, kind: str, trait: str) -> bool:
    frame = board.conflict(ctx.pos)
    own = frame.numbers(board.side_of(frame, ctx.you)) if frame else []
    skills = [values.skill(ctx.pos, number, kind) for number in own if values.has_trait(ctx.pos, number, trait)]
    return bool(skills) and values.skill(ctx.pos, ctx.it, kind) < max(skills)


@WORDS.value(
    "declared_by",
    "value",
    "how many conflicts a player has declared this phase",
    "declared_by(opponent) >= 2",
    told="the number of conflicts that {0} declared this phase",
)
def _declared_by(ctx: Context, player: str) -> int:
    return board.conflicts_declared(ctx.pos, player)


@WORDS.value(
    "nth_conflict",
    "symbol",
    "how many conflicts of a type were declared this round, this one included",
    "nth_conflict(military) == 1",
    told="the number of {0} conflicts declared this round",
)
def _nth_conflict(ctx: Context, kind: str) -> int:
    return ctx.table.uses.get(ctx.pos.period("round"), {}).get(f"conflict {kind}", 0)


@WORDS.value(
    "lost_this_phase",
    "value",
    "a player has lost a conflict this phase",
    "not lost_this_phase(you)",
    told="{0} lost a conflict this phase",
)
def _lost_this_phase(ctx: Context, player: str) -> bool:
    phase = ctx.pos.enclosing("conflicts")
    return bool(ctx.table.uses.get(phase.id if phase else 0, {}).get(f"lost {player}"))


@WORDS.value(
    "can_duel",
    "symbol value?",
    "the character could be in a duel of this type",
    "can_duel(military)",
    told="{it} may be in a {0} duel",
)
def _can_duel(ctx: Context, kind: str, number: int = 0) -> bool:
    return may_duel(ctx.pos, number or ctx.it, kind)


@WORDS.value("duelist", "", "the character is in the duel", "not duelist", told="{it} is in the duel")
def _duelist(ctx: Context) -> bool:
    return ctx.it in ctx.chosen.get("duelists", [])


@WORDS.value("duel_winner", "", "the winner of the duel", "duel_winner", told="the winner of the duel")
def _duel_winner(ctx: Context) -> list[int]:
    return ctx.chosen.get("duel_winner", [])


@WORDS.value("duel_loser", "", "the loser of the duel", "bow(duel_loser)", told="the loser of the duel")
def _duel_loser(ctx: Context) -> list[int]:
    return ctx.chosen.get("duel_loser", [])


@WORDS.value("won_duel", "value", "this character won the duel", "won_duel(self)", told="{0} won the duel")
def _won_duel(ctx: Context, number: int) -> bool:
    return number in ctx.chosen.get("duel_winner", [])


@WORDS.value("lost_duel", "value", "this character lost the duel", "lost_duel(self)", told="{0} lost the duel")
def _lost_duel(ctx: Context, number: int) -> bool:
    return number in ctx.chosen.get("duel_loser", [])
