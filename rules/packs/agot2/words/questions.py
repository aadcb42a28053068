"""The words of this game's cards that ask about cards, players and challenges; each is declared with its sentence.

`triggers` and `effects` hold the other words.
"""

from __future__ import annotations

from rules.kernel.context import Context
from rules.language.lexicon import Lexicon
from rules.packs.agot2 import board, values
from rules.packs.agot2.chapters import titles
from rules.packs.agot2.zones import hosts, may_attach
from rules.shared.words import COMMON

WORDS = Lexicon(COMMON)
"""The words that all games share, and this game's words that ask about cards, players and challenges."""

SYMBOLS = frozenset(
    """military intrigue power gold strength claim reserve initiative cost draw cards
    stark lannister baratheon greyjoy tyrell martell targaryen nightswatch neutral
    character location attachment event plot agenda duplicate title
    insight intimidate limited pillage renown stealth terminal ambush no_attachments
    hand deck discard dead play faction used plots
    marshaling challenges dominance standing taxation plot_phase draw_phase round phase challenge attacker defender
    betrayal poison stand text traits events be_saved be_killed be_discarded be_sacrificed kneel stand_up
    trigger initiate defend attack marshal marshal_attachments marshal_locations play_events
    kneel_as_attacker kneel_as_defender contribute limited_cards challenges_total
    attackers_allowed defenders_allowed standing_allowed dominance_strength challenge_strength
    first be_bypassed defend_kneeling defend_without_icon challenge_you kneeling
    base_gold base_initiative base_claim base_reserve claim_military claim_intrigue claim_power""".split()
)
"""Names that stand for themselves in card files, without quotation marks."""

# --- a card: its type, name and state ---------------------------------------------------------------------------------


def _type_word(name: str) -> None:
    """Declare the word that asks whether a card is of the type of that name."""

    @WORDS.value(name, "", f"the card is {'an' if name[0] in 'ae' else 'a'} {name}", f"{name} and controller == you")
    def is_type(ctx: Context) -> bool:
        return board.card_type(ctx.pos, ctx.entity(ctx.it)) == name


for _name in ("character", "location", "attachment", "event", "plot", "duplicate"):
    _type_word(_name)


@WORDS.value("type_of", "value", "the type of a card, as a word", 'type_of(it) != said("type")', told="the type of {0}")
def _type_of(ctx: Context, number: int) -> str:
    return board.card_type(ctx.pos, ctx.entity(number))


@WORDS.value(
    "named", "symbol", "the card has this title; a duplicate has none", 'named("Robb Stark")', told="{it} is called {0}"
)
def _named(ctx: Context, name: str) -> bool:
    return ctx.card(ctx.it).name == name and not board.is_duplicate(ctx.entity(ctx.it))


@WORDS.value("faction_is", "symbol", "the card belongs to a faction", "faction_is(stark)", told="{it} belongs to {0}")
def _faction_is(ctx: Context, faction: str) -> bool:
    return ctx.card(ctx.it).faction == faction and not board.is_duplicate(ctx.entity(ctx.it))


@WORDS.value("loyal", "", "the card is loyal", "loyal")
def _loyal(ctx: Context) -> bool:
    return ctx.card(ctx.it).loyal


@WORDS.value("trait", "symbol", "the card has a trait", 'trait("Lord")', told="{it} has the trait {0}")
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


@WORDS.value("strength", "value?", "a character's STR now", "strength <= 1", told="the STR of {it}")
def _strength(ctx: Context, number: int = 0) -> int:
    return values.strength(ctx.pos, number or ctx.it)


@WORDS.value("kneeling", "", "the card is kneeling", "character and kneeling")
def _kneeling(ctx: Context) -> bool:
    return board.kneeling(ctx.pos, ctx.it)


@WORDS.value("standing", "value?", "the card is standing", "character and standing")
def _standing(ctx: Context, number: int = 0) -> bool:
    return not board.kneeling(ctx.pos, number or ctx.it)


@WORDS.value(
    "remembered", "value", "this card remembers the word", "remembered(challenge)", told="{self} remembers {0}"
)
def _remembered(ctx: Context, word: str) -> bool:
    return f"named {word}" in ctx.entity(ctx.self).marks


# --- a card: what lies on it and what it may bear ---------------------------------------------------------------------


@WORDS.value("power_on", "value", "how much power lies on a card", "power_on(self) >= 1", told="the power on {0}")
def _power_on(ctx: Context, number: int) -> int:
    return ctx.table.count(number, "power")


@WORDS.value(
    "has_attachments", "", "an attachment is on the card", "not has_attachments", told="{it} has an attachment"
)
def _has_attachments(ctx: Context) -> bool:
    """Whether an attachment is on the card; a duplicate is none (`agot2/duplicates#7`)."""
    return any(not board.is_duplicate(ctx.entity(part)) for part in ctx.entity(ctx.it).attached)


@WORDS.value("has_duplicate", "", "a duplicate lies under the card", "has_duplicate", told="{it} has a duplicate")
def _has_duplicate(ctx: Context) -> bool:
    return bool(board.duplicates_of(ctx.pos, ctx.it))


@WORDS.value(
    "attachable",
    "",
    "there is something in play this attachment could be attached to",
    "attachment and attachable",
    told="{it} could be attached to a card in play",
)
def _attachable(ctx: Context) -> bool:
    return bool(hosts(ctx.pos, ctx.it))


@WORDS.value(
    "can_bear", "value", "these attachments could be attached to the card", "can_bear(target)", told="{it} may bear {0}"
)
def _can_bear(ctx: Context, several: list[int]) -> bool:
    return all(not may_attach(ctx.pos, number, ctx.it) for number in several)


# --- a card: where it is ----------------------------------------------------------------------------------------------


@WORDS.value("faction_card", "", "the card is a faction card", "faction_card and controller != you")
def _is_faction_card(ctx: Context) -> bool:
    return ctx.entity(ctx.it).zone.endswith(".faction")


@WORDS.value("in_hand_of", "value", "the card is in a player's hand", "in_hand_of(loser)", told="{it} is in {0}'s hand")
def _in_hand_of(ctx: Context, player: str) -> bool:
    return ctx.entity(ctx.it).zone == f"{player}.hand"


@WORDS.value("in_deck_of", "value", "the card is in a player's deck", "in_deck_of(you)", told="{it} is in {0}'s deck")
def _in_deck_of(ctx: Context, player: str) -> bool:
    return ctx.entity(ctx.it).zone == f"{player}.deck"


@WORDS.value(
    "in_pile",
    "symbol",
    "the card is in a pile of this kind: discard, dead, used",
    "in_pile(dead)",
    told="{it} is in a {0} pile",
)
def _in_pile(ctx: Context, pile: str) -> bool:
    return ctx.entity(ctx.it).zone.endswith(f".{pile}")


@WORDS.value(
    "top_of_deck",
    "value value?",
    "the top cards of a deck (yours unless said)",
    "top_of_deck(10)",
    told="one of the top {0} cards of {you}'s deck",
)
def _top_of_deck(ctx: Context, amount: int, player: str = "") -> list[int]:
    return ctx.pos.zone(player or ctx.you, "deck")[:amount]


@WORDS.value(
    "seen",
    "",
    "the cards this effect let you look at, where they still are",
    "seen and not chosen",
    told="one of the cards looked at",
)
def _seen(ctx: Context) -> list[int]:
    looked = [part for part in ctx.frame.occurrences if part.kind == "looked"] if ctx.frame else []
    return [part.subject for part in looked if part.last is None or part.last.zone == ctx.entity(part.subject).zone]


# --- several cards ----------------------------------------------------------------------------------------------------


@WORDS.value(
    "total_strength",
    "value",
    "the STR of several characters together",
    "total_strength(target) <= 4",
    told="the STR of all of them together",
)
def _total_strength(ctx: Context, several: list[int]) -> int:
    return sum(values.strength(ctx.pos, number) for number in several)


@WORDS.value(
    "same_controller",
    "value",
    "several cards have one controller",
    "same_controller(target)",
    told="all of them have one controller",
)
def _same_controller(ctx: Context, several: list[int]) -> bool:
    return len({ctx.entity(number).controller for number in several}) <= 1


# --- a player ---------------------------------------------------------------------------------------------------------


@WORDS.value("faction", "value?", "a player's faction card (yours unless said)", "gain(power, 1, faction)")
def _faction(ctx: Context, player: str = "") -> int:
    return board.faction_card(ctx.pos, player or ctx.you)


@WORDS.value("gold_of", "value", "how much gold a player has", "gold_of(you) >= 2", told="the gold of {0}")
def _gold_of(ctx: Context, player: str) -> int:
    return ctx.table.count(player, "gold")


@WORDS.value(
    "most_x",
    "",
    "the highest X your gold can pay for this card, after what modifies the amount",
    "most_x",
    told="the highest X that {you} can pay",
)
def _most_x(ctx: Context) -> int:
    return values.most_x(ctx.pos, ctx.you, ctx.self)


@WORDS.value(
    "power_of", "value", "how much power a player has on all cards", "power_of(you) >= 15", told="the power of {0}"
)
def _power_of(ctx: Context, player: str) -> int:
    return board.power_of(ctx.pos, player)


@WORDS.value(
    "hand_of",
    "value",
    "how many cards a player has in hand",
    "hand_of(you) > hand_of(first_player)",
    told="the number of cards in {0}'s hand",
)
def _hand_of(ctx: Context, player: str) -> int:
    return len(ctx.pos.zone(player, "hand")) if player else 0


@WORDS.value("claim_of", "value", "the claim value of a player's plot", "claim_of(you) == 2", told="the claim of {0}")
def _claim_of(ctx: Context, player: str) -> int:
    return values.plot_value(ctx.pos, player, "claim")


@WORDS.value(
    "noted",
    "symbol value",
    "how often a player has done what a card notes, this round",
    'noted("event", you) == 0',
    told="how often {1} did so this round",
)
def _noted(ctx: Context, label: str, player: str) -> int:
    return board.times(ctx.pos, f"noted {label} {player}")


@WORDS.value(
    "rival",
    "value",
    "the player is a rival of yours by title",
    "rival(defending_player)",
    told="{0} is a rival of {you}",
)
def _rival(ctx: Context, player: str) -> bool:
    return bool(player) and titles.rivals(ctx.pos, ctx.you, player)


# --- the round --------------------------------------------------------------------------------------------------------


@WORDS.value("during", "symbol", "it is this phase", "during(challenges)", told="it is the {0} phase")
def _during(ctx: Context, phase: str) -> bool:
    return ctx.pos.enclosing(phase) is not None


@WORDS.value(
    "has_plot",
    "symbol",
    "a player's revealed plot has a trait",
    'has_plot("War")',
    told="a revealed plot has the trait {0}",
)
def _has_plot(ctx: Context, trait: str) -> bool:
    plots = [board.plot(ctx.pos, player) for player in ctx.table.players]
    return any(number and values.has_trait(ctx.pos, number, trait) for number in plots)


# --- the challenge being resolved -------------------------------------------------------------------------------------


@WORDS.value("attacking", "value?", "the character is attacking", "attacking(self)")
def _attacking(ctx: Context, number: int = 0) -> bool:
    return _on_side(ctx, "attackers", number)


@WORDS.value("defending", "value?", "the character is defending", "defending")
def _defending(ctx: Context, number: int = 0) -> bool:
    return _on_side(ctx, "defenders", number)


@WORDS.value("participating", "value?", "the character participates in the challenge", "participating(self)")
def _participating(ctx: Context, number: int = 0) -> bool:
    return _on_side(ctx, "attackers", number) or _on_side(ctx, "defenders", number)


@WORDS.value("alone", "value?", "the character is the only one on its side", "attacking(self) and alone(self)")
def _alone(ctx: Context, number: int = 0) -> bool:
    frame = board.challenge(ctx.pos)
    return frame is not None and [number or ctx.it] in [
        values.side(ctx.pos, frame, side) for side in ("attackers", "defenders")
    ]


def _on_side(ctx: Context, side: str, number: int) -> bool:
    """Whether a character, or the card being judged if `number` is 0, participates on a side of the challenge."""
    frame = board.challenge(ctx.pos)
    return frame is not None and values.on_side(ctx.pos, frame, number or ctx.it, side)


def _challenge_word(name: str, key: str, says: str, example: str, empty: object, told: str) -> None:
    """Declare a word for what the challenge's frame remembers under `key`; without a challenge it is `empty`.

    Attacking and defending player are in the challenge against each other (`agot2/against#1`).
    """

    @WORDS.value(name, "", says, example, told=told)
    def of_challenge(ctx: Context) -> object:
        frame = board.challenge(ctx.pos)
        return frame.data.get(key, empty) if frame is not None else empty


for _word, _key, _says, _example, _empty, _told in (
    (
        "challenge",
        "type",
        "the kind of the challenge being resolved",
        "challenge == military",
        "",
        "the challenge is {value}",
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
    (
        "against",
        "against",
        "the player the challenge was initiated against",
        "against == you",
        "",
        "the challenge is against {value}",
    ),
    ("winner", "winner", "the winner of the challenge", "winner == you", "", "{value} is the winner of the challenge"),
    ("loser", "loser", "the loser of the challenge", "loser == you", "", "{value} is the loser of the challenge"),
    ("margin", "margin", "by how much STR the challenge was won", "margin >= 5", 0, "the margin of the challenge"),
    ("unopposed", "unopposed", "the challenge was unopposed", "unopposed", False, ""),
):
    _challenge_word(_word, _key, _says, _example, _empty, _told)


@WORDS.value("loser_faction", "", "the losing player's faction card", "move(power, 1, loser_faction, faction)")
def _loser_faction(ctx: Context) -> int:
    frame = board.challenge(ctx.pos)
    return board.faction_card(ctx.pos, frame.text("loser")) if frame and frame.data.get("loser") else 0


# --- challenges of this phase or round --------------------------------------------------------------------------------


@WORDS.value(
    "initiated",
    "symbol",
    "how many challenges of this kind you have initiated this phase",
    "initiated(military) == 1",
    told="the number of {0} challenges that {you} initiated this phase",
)
def _initiated(ctx: Context, kind: str) -> int:
    return board.times(ctx.pos, f"initiated {kind} {ctx.you}")


@WORDS.value(
    "has_won",
    "symbol value?",
    "a player (you unless said) has won a challenge of this kind this phase",
    "has_won(intrigue, who)",
    told="{1} won a {0} challenge this phase",
)
def _has_won(ctx: Context, kind: str, player: str = "") -> bool:
    return board.times(ctx.pos, f"won {kind} {player or ctx.you}") > 0


@WORDS.value(
    "has_lost",
    "symbol value?",
    'a player (you unless said) has lost a challenge of this kind this round, or one as "defending" player this phase',
    "has_lost(power)",
    told="{1} lost a {0} challenge this round",
)
def _has_lost(ctx: Context, kind: str, player: str = "") -> bool:
    return board.times(ctx.pos, f"lost {kind} {player or ctx.you}") > 0
