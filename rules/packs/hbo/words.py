"""The words of this game's cards: those that ask about the table, triggers, what cards can be given, effects.

They are declared in this order, each with its description and an example.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ledger.events import Occurrence
from ledger.table import knows
from rules.kernel.context import Context
from rules.language.lexicon import Lexicon
from rules.packs.hbo import board, values
from rules.shared.words import COMMON, numbers

WORDS = Lexicon(COMMON)
"""The words of this game's cards, with those that all games share."""

SYMBOLS = frozenset(
    """military intrigue power gold strength claim initiative income cost draw
    stark lannister neutral character location attachment event plot duplicate banner
    limited renown stealth hand deck discard dead play used plots offer box
    marshalling challenges dominance taxation round phase challenge game attacker defender
    be_killed kneel stand_up defend attack play_events start_military start_intrigue start_power
    dominance_strength challenge_strength""".split()
)
"""Names that stand for themselves in card files, without quotation marks, such as `military` or `hand`."""


def _type_word(name: str) -> None:
    """Declare the word that asks whether a card is of a type."""

    @WORDS.value(name, "", f"the card is {'an' if name[0] in 'ae' else 'a'} {name}", f"{name} and controller == you")
    def is_type(ctx: Context) -> bool:
        return board.card_type(ctx.pos, ctx.entity(ctx.it)) == name


for _name in ("character", "location", "attachment", "event", "duplicate"):
    _type_word(_name)


@WORDS.value("kneeling", "", "the card is kneeling", "character and kneeling")
def _kneeling(ctx: Context) -> bool:
    return board.kneeling(ctx.pos, ctx.it)


@WORDS.value("standing", "value?", "the card is standing", "character and standing")
def _standing(ctx: Context, number: int = 0) -> bool:
    return not board.kneeling(ctx.pos, number or ctx.it)


@WORDS.value("strength", "value?", "a character's strength now", "strength <= 2", told="the strength of {it}")
def _strength(ctx: Context, number: int = 0) -> int:
    return values.strength(ctx.pos, number or ctx.it)


@WORDS.value(
    "of_house",
    "symbol",
    "the card belongs to a house, whoever plays it",
    "character and of_house(stark)",
    told="{it} belongs to House {0}",
)
def _of_house(ctx: Context, house: str) -> bool:
    """Whether a card belongs to a house. The house is the card's own (`hbo/house-affiliation#1`).

    Neutral cards have none (`hbo/house-affiliation#2`), and a duplicate does not count as a card of the house.
    """
    return ctx.card(ctx.it).faction == house and not board.is_duplicate(ctx.entity(ctx.it))


@WORDS.value("trait", "symbol", "the card has a trait", 'trait("Ally")', told="{it} has the trait {0}")
def _trait(ctx: Context, trait: str) -> bool:
    return values.has_trait(ctx.pos, ctx.it, trait) and not board.is_duplicate(ctx.entity(ctx.it))


@WORDS.value(
    "has_icon", "symbol", "the character has a challenge icon", "has_icon(intrigue)", told="{it} has the {0} icon"
)
def _has_icon(ctx: Context, kind: str) -> bool:
    return values.has_icon(ctx.pos, ctx.it, kind)


@WORDS.value("has_keyword", "symbol", "the card has a keyword", "has_keyword(stealth)", told="{it} has the keyword {0}")
def _has_keyword(ctx: Context, keyword: str) -> bool:
    return values.has_keyword(ctx.pos, ctx.it, keyword)


@WORDS.value("cost", "", "the printed gold cost of a card", "cost <= 3", told="the printed cost of {it}")
def _cost(ctx: Context) -> int:
    return ctx.card(ctx.it).number("cost")


@WORDS.value("from_play", "", "the card was in play when it happened", "discarded(character) and from_play")
def _from_play(ctx: Context) -> bool:
    last = ctx.last(ctx.it)
    return ctx.table.specs[last.zone if last else ctx.entity(ctx.it).zone].inplay


def _side(ctx: Context, *sides: str) -> bool:
    """Whether the card being judged is on one of these sides of the challenge."""
    frame = board.challenge(ctx.pos)
    return frame is not None and any(ctx.it in frame.numbers(side) for side in sides)


@WORDS.value("attacking", "", "the character is attacking", "attacking")
def _attacking(ctx: Context) -> bool:
    return _side(ctx, "attackers")


@WORDS.value("defending", "", "the character is defending", "defending")
def _defending(ctx: Context) -> bool:
    return _side(ctx, "defenders")


@WORDS.value("participating", "value?", "the character takes part in the challenge", "character and participating")
def _participating(ctx: Context, number: int = 0) -> bool:
    frame = board.challenge(ctx.pos)
    return frame is not None and (number or ctx.it) in board.participants(frame)


def _challenge_word(name: str, key: str, says: str, example: str, empty: object, told: str) -> None:
    """Declare a word that reads one slot of the challenge's frame; `empty` is its value outside a challenge."""

    @WORDS.value(name, "", says, example, told=told)
    def of_challenge(ctx: Context) -> object:
        frame = board.challenge(ctx.pos)
        return frame.data.get(key, empty) if frame is not None else empty


for _word, _key, _says, _example, _empty, _told in (
    ("challenge", "type", "the kind of the challenge", "challenge == military", "", "the challenge is {value}"),
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
    ("winner", "winner", "the winner of the challenge", "winner == you", "", "{value} is the winner of the challenge"),
    ("loser", "loser", "the loser of the challenge", "loser == you", "", "{value} is the loser of the challenge"),
    ("unopposed", "unopposed", "the challenge was unopposed", "unopposed", False, ""),
):
    _challenge_word(_word, _key, _says, _example, _empty, _told)


@WORDS.value("gold_of", "value", "how much gold a player has", "gold_of(you) >= 2", told="the gold of {0}")
def _gold_of(ctx: Context, player: str) -> int:
    return ctx.table.count(player, "gold")


@WORDS.value("power_on", "value", "how much power lies on a card", "power_on(self) >= 1", told="the power on {0}")
def _power_on(ctx: Context, number: int) -> int:
    return ctx.table.count(number, "power")


@WORDS.value(
    "power_of",
    "value",
    "how much power a player has, banner and characters",
    "power_of(you) >= 10",
    told="the power of {0}",
)
def _power_of(ctx: Context, player: str) -> int:
    return board.power_of(ctx.pos, player)


@WORDS.value("house", "value?", "a player's house banner (yours unless said)", "gain(power, 1, house)")
def _house(ctx: Context, player: str = "") -> int:
    return board.banner(ctx.pos, player or ctx.you)


@WORDS.value("houses", "", "both house banners", "gain(power, 1, houses)")
def _houses(ctx: Context) -> list[int]:
    return [board.banner(ctx.pos, player) for player in ctx.pos.order()]


@WORDS.value(
    "known_to", "value value", "a player may know which card this is", "known_to(self, you)", told="{0} is known to {1}"
)
def _known_to(ctx: Context, number: int, player: str) -> bool:
    """Whether a player may know which card this is: it lies face up, was shown, or lies where the player may look."""
    return knows(ctx.table, player, ctx.entity(number))


@WORDS.value("in_hand_of", "value", "the card is in a player's hand", "in_hand_of(loser)", told="{it} is in {0}'s hand")
def _in_hand_of(ctx: Context, player: str) -> bool:
    return ctx.entity(ctx.it).zone == f"{player}.hand"


for _word, _kinds, _says, _example in (
    ("would_be_killed", "killed", "as a character is about to be killed", "would_be_killed(unique)"),
    ("killed", "killed", "a character is killed", "killed(self)"),
    ("discarded", "discarded", "a card is discarded", "discarded(character)"),
    ("saved", "saved", "a character is saved", "saved(self)"),
    ("played", "played", "a card is played from hand", "played(self)"),
    ("enters_play", "entered", "a card enters play, played or put there", "enters_play(self)"),
    ("kneels", "knelt", "a card kneels", "kneels(self)"),
    ("stands", "stood", "a card stands", "stands(self)"),
    ("challenge_started", "challenge", "a challenge is started", "challenge_started(defending_player == you)"),
    ("attacks", "attacked", "a character is declared as an attacker", "attacks(self)"),
    ("defends", "defended", "a character is declared as a defender", "defends(self)"),
    ("won", "won", "a challenge is won", "won(winner == you, challenge == power)"),
    ("lost", "lost", "a challenge is lost", "lost(who == you)"),
    ("gains_power", "gained", "a card gains power", "gains_power(self)"),
    ("wins_dominance", "dominated", "a player wins dominance", "wins_dominance(who == you)"),
    ("draws", "drew", "a player draws cards", "draws(who == you)"),
    ("collects_income", "income", "a player collects income", "collects_income(who == you)"),
):
    WORDS.trigger(_word, _kinds, _says, _example)


for _word, _params, _says, _example in (
    ("icon", "symbol", "a challenge icon", "icon(military)"),
    ("keyword", "symbol", "a keyword", "keyword(renown)"),
    ("trait_of", "symbol", "a trait", 'trait_of("Ally")'),
    ("cannot", "symbol", "something it or the player cannot do", "cannot(attack)"),
):
    WORDS.grant(_word, _params, _says, _example)


def _each(ctx: Context, kind: str, several: Any, amount: int = 1, note: str = "") -> list[Occurrence]:
    """Return an occurrence of a kind for each of several cards; its player is the card's controller."""
    return [
        Occurrence(kind, number, ctx.controller(number), amount, source=ctx.self, note=note)
        for number in numbers(several)
    ]


def _players(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def _simple(word: str, kind: str, says: str) -> None:
    """Declare an effect word that makes one occurrence of a kind for each card it is given."""

    @WORDS.effect(word, "value", says, f"{word}(target)")
    def effect(ctx: Context, several: Any) -> list[Occurrence]:
        return _each(ctx, kind, several)


for _word, _kind, _says in (
    ("kill", "killed", "kill characters"),
    ("return_to_hand", "returned", "return cards to their owners' hands"),
    ("kneel", "knelt", "kneel cards"),
    ("stand", "stood", "stand cards"),
    ("remove_from_challenge", "withdrawn", "characters no longer take part in the challenge"),
):
    _simple(_word, _kind, _says)


@WORDS.effect("discard", "value", "discard cards from play or from hand", "discard(target)")
def _discard(ctx: Context, several: Any) -> list[Occurrence]:
    """Discard cards. A duplicate is noted as one, so that the record still calls it that after it has left play."""
    parts = _each(ctx, "discarded", several)
    return [
        msgspec.structs.replace(part, note="duplicate") if board.is_duplicate(ctx.entity(part.subject)) else part
        for part in parts
    ]


@WORDS.effect(
    "gain", "symbol value value?", "gain power from the pool for a card, or gold for a player", "gain(power, 2, house)"
)
def _gain(ctx: Context, what: str, amount: int, holder: Any = None) -> list[Occurrence]:
    """Gain tokens. Without a holder, power goes to the player's house and gold to the player.

    Power for the house lies on the banner (`hbo/gaining-power#1`), for a character on its card
    (`hbo/power-on-characters#1`).
    """
    if holder is None:
        holder = board.banner(ctx.pos, ctx.you) if what == "power" else ctx.you
    if isinstance(holder, str):
        return [Occurrence("gained", player=holder, amount=amount, source=ctx.self, note=what)]
    return _each(ctx, "gained", holder, amount, what)


@WORDS.effect("lose", "symbol value value", "return tokens from a card or a player", "lose(power, 1, target)")
def _lose(ctx: Context, what: str, amount: int, holder: Any) -> list[Occurrence]:
    if isinstance(holder, str):
        return [Occurrence("lost-tokens", player=holder, amount=amount, source=ctx.self, note=what)]
    return _each(ctx, "lost-tokens", holder, amount, what)


@WORDS.effect("pay", "symbol value", "pay tokens from your pool", "pay(gold, 2)")
def _pay(ctx: Context, what: str, amount: int) -> list[Occurrence]:
    """Pay tokens from the player's pool, in any phase (`hbo/gold-pool#2`, `hbo/gold-token#2`)."""
    return [Occurrence("paid", player=ctx.you, amount=amount, source=ctx.self, note=what)]


@WORDS.effect(
    "move", "symbol value value value", "move tokens from one card to another", "move(power, 1, house(loser), house)"
)
def _move(ctx: Context, what: str, amount: int, sources: Any, to: int) -> list[Occurrence]:
    return [
        Occurrence("moved", number, ctx.controller(number), amount, ctx.self, to, note=what)
        for number in numbers(sources)
    ]


@WORDS.effect("draw_cards", "value value?", "draw cards (you unless said)", "draw_cards(2)")
def _draw(ctx: Context, amount: int, who: Any = None) -> list[Occurrence]:
    return [Occurrence("drew", player=player, amount=amount, source=ctx.self) for player in _players(who or ctx.you)]


@WORDS.effect("put_into_play", "value", "put cards into play without playing them", "put_into_play(chosen)")
def _put_into_play(ctx: Context, several: Any) -> list[Occurrence]:
    return [Occurrence("entered", number, ctx.you, source=ctx.self, note="put") for number in numbers(several)]


@WORDS.effect("save", "value", "save the character from being killed", "save(it)")
def _save(ctx: Context, several: Any) -> list[Occurrence]:
    moment = ctx.moment.id if ctx.moment else 0
    return [Occurrence("saving", number, ctx.you, ctx.occ_index, ctx.self, moment) for number in numbers(several)]


@WORDS.effect("join", "value symbol", "the character now takes part on a side", "join(target, attacker)")
def _join(ctx: Context, several: Any, side: str) -> list[Occurrence]:
    return _each(ctx, "joined", several, note=f"{side}s")
