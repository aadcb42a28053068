"""The words of this game's cards: what can be asked of a card or a challenge, what sets an ability off, what can be given."""

from __future__ import annotations

from ledger.table import knows
from rules.context import Context
from rules.lexicon import Lexicon
from rules.packs.hbo import reading
from rules.words import COMMON

WORDS = Lexicon(COMMON)

SYMBOLS = frozenset(
    """military intrigue power gold strength claim initiative income cost draw
    stark lannister neutral character location attachment event plot duplicate banner
    limited renown stealth hand deck discard dead play used plots offer box
    marshalling challenges dominance taxation round phase challenge game attacker defender
    be_killed kneel stand_up defend attack play_events start_military start_intrigue start_power
    dominance_strength challenge_strength""".split()
)


def _type_word(name: str) -> None:
    @WORDS.value(name, "", f"the card is {'an' if name[0] in 'ae' else 'a'} {name}", f"{name} and controller == you")
    def is_type(ctx: Context) -> bool:
        return reading.card_type(ctx.pos, ctx.entity(ctx.it)) == name


for _name in ("character", "location", "attachment", "event", "duplicate"):
    _type_word(_name)


@WORDS.value("kneeling", "", "the card is kneeling", "character and kneeling")
def _kneeling(ctx: Context) -> bool:
    return reading.kneeling(ctx.pos, ctx.it)


@WORDS.value("standing", "value?", "the card is standing", "character and standing")
def _standing(ctx: Context, number: int = 0) -> bool:
    return not reading.kneeling(ctx.pos, number or ctx.it)


@WORDS.value("strength", "value?", "a character's strength now", "strength <= 2")
def _strength(ctx: Context, number: int = 0) -> int:
    return reading.strength(ctx.pos, number or ctx.it)


@WORDS.value("of_house", "symbol", "the card belongs to a house, whoever plays it", "character and of_house(stark)")
def _of_house(ctx: Context, house: str) -> bool:
    """The house is the card's (`hbo/house-affiliation#1`); neutral cards have none (`hbo/house-affiliation#2`)."""
    return ctx.card(ctx.it).faction == house and not reading.is_duplicate(ctx.entity(ctx.it))


@WORDS.value("trait", "symbol", "the card has a trait", 'trait("Ally")')
def _trait(ctx: Context, trait: str) -> bool:
    return reading.has_trait(ctx.pos, ctx.it, trait) and not reading.is_duplicate(ctx.entity(ctx.it))


@WORDS.value("has_icon", "symbol", "the character has a challenge icon", "has_icon(intrigue)")
def _has_icon(ctx: Context, kind: str) -> bool:
    return reading.has_icon(ctx.pos, ctx.it, kind)


@WORDS.value("has_keyword", "symbol", "the card has a keyword", "has_keyword(stealth)")
def _has_keyword(ctx: Context, keyword: str) -> bool:
    return reading.has_keyword(ctx.pos, ctx.it, keyword)


@WORDS.value("cost", "", "the printed gold cost of a card", "cost <= 3")
def _cost(ctx: Context) -> int:
    return ctx.card(ctx.it).number("cost")


@WORDS.value("from_play", "", "the card was in play when it happened", "discarded(character) and from_play")
def _from_play(ctx: Context) -> bool:
    last = ctx.last(ctx.it)
    return ctx.table.specs[last.zone if last else ctx.entity(ctx.it).zone].inplay


def _side(ctx: Context, *sides: str) -> bool:
    frame = reading.challenge(ctx.pos)
    return frame is not None and any(ctx.it in frame.numbers(side) for side in sides)


@WORDS.value("attacking", "", "the character is attacking", "attacking")
def _attacking(ctx: Context) -> bool:
    return _side(ctx, "attackers")


@WORDS.value("defending", "", "the character is defending", "defending")
def _defending(ctx: Context) -> bool:
    return _side(ctx, "defenders")


@WORDS.value("participating", "value?", "the character takes part in the challenge", "character and participating")
def _participating(ctx: Context, number: int = 0) -> bool:
    frame = reading.challenge(ctx.pos)
    return frame is not None and (number or ctx.it) in reading.participants(frame)


def _challenge_word(name: str, key: str, says: str, example: str, empty: object) -> None:
    @WORDS.value(name, "", says, example)
    def of_challenge(ctx: Context) -> object:
        frame = reading.challenge(ctx.pos)
        return frame.data.get(key, empty) if frame is not None else empty


for _word, _key, _says, _example, _empty in (
    ("challenge", "type", "the kind of the challenge", "challenge == military", ""),
    ("attacking_player", "attacker", "the attacking player", "attacking_player == you", ""),
    ("defending_player", "defender", "the defending player", "defending_player == you", ""),
    ("winner", "winner", "the winner of the challenge", "winner == you", ""),
    ("loser", "loser", "the loser of the challenge", "loser == you", ""),
    ("unopposed", "unopposed", "the challenge was unopposed", "unopposed", False),
):
    _challenge_word(_word, _key, _says, _example, _empty)


@WORDS.value("gold_of", "value", "how much gold a player has", "gold_of(you) >= 2")
def _gold_of(ctx: Context, player: str) -> int:
    return ctx.table.count(player, "gold")


@WORDS.value("power_on", "value", "how much power lies on a card", "power_on(self) >= 1")
def _power_on(ctx: Context, number: int) -> int:
    return ctx.table.count(number, "power")


@WORDS.value("power_of", "value", "how much power a player has, banner and characters", "power_of(you) >= 10")
def _power_of(ctx: Context, player: str) -> int:
    return reading.power_of(ctx.pos, player)


@WORDS.value("house", "value?", "a player's house banner (yours unless said)", "gain(power, 1, house)")
def _house(ctx: Context, player: str = "") -> int:
    return reading.banner(ctx.pos, player or ctx.you)


@WORDS.value("houses", "", "both house banners", "gain(power, 1, houses)")
def _houses(ctx: Context) -> list[int]:
    return [reading.banner(ctx.pos, player) for player in ctx.pos.order()]


@WORDS.value("known_to", "value value", "a player may know which card this is", "known_to(self, you)")
def _known_to(ctx: Context, number: int, player: str) -> bool:
    """What lies face up, what was shown, and what lies where the player may look."""
    return knows(ctx.table, player, ctx.entity(number))


@WORDS.value("in_hand_of", "value", "the card is in a player's hand", "in_hand_of(loser)")
def _in_hand_of(ctx: Context, player: str) -> bool:
    return ctx.entity(ctx.it).zone == f"{player}.hand"


for _word, _kinds, _says, _example in (
    ("would_be_killed", "killed", "as a character is about to be killed: a save", "would_be_killed(unique)"),
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
