"""The words of this game's cards: what can be asked of a card, a player or a challenge, what can set an ability off,
what can be given."""

from __future__ import annotations

from rules.context import Context
from rules.packs.agot2 import reading
from rules.values import value
from rules.words import COMMON, Lexicon

WORDS = Lexicon(COMMON)

SYMBOLS = frozenset(
    """military intrigue power gold strength claim reserve initiative cost draw cards stark lannister baratheon greyjoy
    tyrell martell targaryen nightswatch neutral character location attachment event plot agenda duplicate title insight
    intimidate limited pillage renown stealth terminal ambush no_attachments hand deck discard dead play faction used
    plots marshaling challenges dominance standing taxation plot_phase draw_phase round phase challenge attacker defender
    betrayal poison stand text events be_saved kneel stand_up trigger initiate defend attack marshal marshal_attachments
    marshal_locations play_events kneel_as_attacker kneel_as_defender contribute limited_cards challenges_total
    attackers_allowed defenders_allowed standing_allowed dominance_strength challenge_strength first""".split()
)


def _type_word(name: str) -> None:
    @WORDS.value(name, "", f"the card is {'an' if name[0] in 'ae' else 'a'} {name}", f"{name} and controller == you")
    def is_type(ctx: Context) -> bool:
        return reading.card_type(ctx.pos, ctx.entity(ctx.it)) == name


for _name in ("character", "location", "attachment", "event", "plot", "duplicate"):
    _type_word(_name)


@WORDS.value("kneeling", "", "the card is kneeling", "character and kneeling")
def _kneeling(ctx: Context) -> bool:
    return reading.kneeling(ctx.pos, ctx.it)


@WORDS.value("standing", "value?", "the card is standing", "character and standing")
def _standing(ctx: Context, number: int = 0) -> bool:
    return not reading.kneeling(ctx.pos, number or ctx.it)


@WORDS.value("strength", "value?", "a character's STR now", "strength <= 1")
def _strength(ctx: Context, number: int = 0) -> int:
    return reading.strength(ctx.pos, number or ctx.it)


@WORDS.value("faction_is", "symbol", "the card belongs to a faction", "faction_is(stark)")
def _faction_is(ctx: Context, faction: str) -> bool:
    return ctx.card(ctx.it).faction == faction and not reading.is_duplicate(ctx.entity(ctx.it))


@WORDS.value("loyal", "", "the card is loyal", "loyal")
def _loyal(ctx: Context) -> bool:
    return ctx.card(ctx.it).loyal


@WORDS.value("trait", "symbol", "the card has a trait", 'trait("Lord")')
def _trait(ctx: Context, trait: str) -> bool:
    return reading.has_trait(ctx.pos, ctx.it, trait) and not reading.is_duplicate(ctx.entity(ctx.it))


@WORDS.value("has_icon", "symbol", "the character has a challenge icon", "has_icon(intrigue)")
def _has_icon(ctx: Context, kind: str) -> bool:
    return reading.has_icon(ctx.pos, ctx.it, kind)


@WORDS.value("has_keyword", "symbol", "the card has a keyword", "has_keyword(stealth)")
def _has_keyword(ctx: Context, keyword: str) -> bool:
    return reading.has_keyword(ctx.pos, ctx.it, keyword)


@WORDS.value("has_attachments", "", "an attachment is on the card", "not has_attachments")
def _has_attachments(ctx: Context) -> bool:
    return any(not reading.is_duplicate(ctx.entity(part)) for part in ctx.entity(ctx.it).attached)


@WORDS.value("has_duplicate", "", "a duplicate lies under the card", "has_duplicate")
def _has_duplicate(ctx: Context) -> bool:
    return bool(reading.duplicates_of(ctx.pos, ctx.it))


def _side(ctx: Context, *sides: str) -> bool:
    frame = reading.challenge(ctx.pos)
    return frame is not None and any(ctx.it in frame.numbers(side) for side in sides)


@WORDS.value("attacking", "", "the character is attacking", "attacking")
def _attacking(ctx: Context) -> bool:
    return _side(ctx, "attackers")


@WORDS.value("defending", "", "the character is defending", "defending")
def _defending(ctx: Context) -> bool:
    return _side(ctx, "defenders")


@WORDS.value("participating", "value?", "the character participates in the challenge", "participating")
def _participating(ctx: Context, number: int = 0) -> bool:
    frame = reading.challenge(ctx.pos)
    return frame is not None and (number or ctx.it) in reading.participants(frame)


@WORDS.value("alone", "", "the character is the only one on its side", "attacking and alone")
def _alone(ctx: Context) -> bool:
    frame = reading.challenge(ctx.pos)
    return frame is not None and [ctx.it] in (frame.data["attackers"], frame.data["defenders"])


def _challenge_word(name: str, key: str, says: str, example: str, empty: object) -> None:
    @WORDS.value(name, "", says, example)
    def of_challenge(ctx: Context) -> object:
        frame = reading.challenge(ctx.pos)
        return frame.data.get(key, empty) if frame is not None else empty


for _word, _key, _says, _example, _empty in (
    ("challenge", "type", "the kind of the challenge being resolved", "challenge == military", ""),
    ("attacking_player", "attacker", "the attacking player", "attacking_player == you", ""),
    ("defending_player", "defender", "the defending player", "defending_player == you", ""),
    ("against", "against", "the player the challenge was initiated against", "against == you", ""),
    ("winner", "winner", "the winner of the challenge", "winner == you", ""),
    ("loser", "loser", "the loser of the challenge", "loser == you", ""),
    ("margin", "margin", "by how much STR the challenge was won", "margin >= 5", 0),
    ("unopposed", "unopposed", "the challenge was unopposed", "unopposed", False),
):
    _challenge_word(_word, _key, _says, _example, _empty)


@WORDS.value("gold_of", "value", "how much gold a player has", "gold_of(you) >= 2")
def _gold_of(ctx: Context, player: str) -> int:
    return ctx.table.count(player, "gold")


@WORDS.value("power_on", "value", "how much power lies on a card", "power_on(self) >= 1")
def _power_on(ctx: Context, number: int) -> int:
    return ctx.table.count(number, "power")


@WORDS.value("power_of", "value", "how much power a player has on all cards", "power_of(you) >= 15")
def _power_of(ctx: Context, player: str) -> int:
    return reading.power_of(ctx.pos, player)


@WORDS.value("faction", "value?", "a player's faction card (yours unless said)", "gain(power, 1, faction)")
def _faction(ctx: Context, player: str = "") -> int:
    return reading.faction_card(ctx.pos, player or ctx.you)


@WORDS.value("faction_card", "", "the card is a faction card", "faction_card and controller != you")
def _is_faction_card(ctx: Context) -> bool:
    return ctx.entity(ctx.it).zone.endswith(".faction")


@WORDS.value("loser_faction", "", "the losing player's faction card", "move(power, 1, loser_faction, faction)")
def _loser_faction(ctx: Context) -> int:
    frame = reading.challenge(ctx.pos)
    return reading.faction_card(ctx.pos, frame.text("loser")) if frame and frame.data.get("loser") else 0


@WORDS.value("during", "symbol", "it is this phase", "during(challenges)")
def _during(ctx: Context, phase: str) -> bool:
    return ctx.pos.enclosing(phase) is not None


@WORDS.value("has_plot", "symbol", "a player's revealed plot has a trait", 'has_plot("War")')
def _has_plot(ctx: Context, trait: str) -> bool:
    plots = [reading.plot(ctx.pos, player) for player in ctx.table.players]
    return any(number and reading.has_trait(ctx.pos, number, trait) for number in plots)


@WORDS.value("times", "symbol", "how often something was noted this phase or round", 'times("won intrigue A") == 0')
def _times(ctx: Context, key: str) -> int:
    return sum(uses.get(key, 0) for uses in ctx.table.uses.values())


@WORDS.value("has_won", "symbol", "you have won a challenge of this kind this phase", "has_won(intrigue)")
def _has_won(ctx: Context, kind: str) -> bool:
    return bool(_times(ctx, f"won {kind} {ctx.you}"))


@WORDS.value("has_lost", "symbol", "you have lost a challenge of this kind this round", "has_lost(power)")
def _has_lost(ctx: Context, kind: str) -> bool:
    return bool(_times(ctx, f"lost {kind} {ctx.you}"))


@WORDS.value("cost", "", "the printed cost of a card", "cost <= 5")
def _cost(ctx: Context) -> int:
    return ctx.card(ctx.it).number("cost")


@WORDS.value("total_strength", "value", "the STR of several characters together", "total_strength(target) <= 4")
def _total_strength(ctx: Context, several: list[int]) -> int:
    return sum(reading.strength(ctx.pos, number) for number in several)


@WORDS.value("same_controller", "value", "several cards have one controller", "same_controller(target)")
def _same_controller(ctx: Context, several: list[int]) -> bool:
    return len({ctx.entity(number).controller for number in several}) <= 1


@WORDS.value("claim_of", "value", "the claim value of a player's plot", "claim_of(you) == 2")
def _claim_of(ctx: Context, player: str) -> int:
    return reading.plot_value(ctx.pos, player, "claim")


@WORDS.value("as_value", "symbol value", "any value of a player's plot, by name", "as_value(reserve, you)")
def _as_value(ctx: Context, name: str, player: str) -> int:
    return value(ctx.pos, player, name, 0)


# --- what sets abilities off ------------------------------------------------------------------------------------------

LEAVING = "killed discarded returned shuffled removed"
"""The ways a card leaves play that it can be saved from; a sacrifice is none of them (`agot2/sacrifice#2`)."""

for _word, _kinds, _says, _example in (
    ("would_be_killed", "killed", "as a character would be killed", "would_be_killed(attached)"),
    ("would_be_removed", "killed discarded", "as a card would be killed or discarded from play", "would_be_removed(attached)"),
    ("would_leave_play", LEAVING, "as a card would leave play", "would_leave_play(attached)"),
    ("would_initiate", "initiated", "as the effects of an ability would initiate", "would_initiate(event and controller != you)"),
    ("killed", "killed", "a character is killed", "killed(self)"),
    ("discarded", "discarded", "a card is discarded", "discarded(self)"),
    ("sacrificed", "sacrificed", "a card is sacrificed", "sacrificed(character)"),
    ("leaves_play", f"{LEAVING} sacrificed", "a card leaves play", "leaves_play(self)"),
    ("enters_play", "entered", "a card enters play", "enters_play(self)"),
    ("knelt", "knelt", "a card is knelt", "knelt(self)"),
    ("stands", "stood", "a card stands", "stands(self)"),
    ("challenge_initiated", "challenge", "a challenge is initiated", "challenge_initiated(against == you)"),
    ("attacker_declared", "attacked", "a character is declared as an attacker", "attacker_declared(self)"),
    ("defender_declared", "defended", "a character is declared as a defender", "defender_declared(self)"),
    ("bypassed", "bypassed", "a character is bypassed by stealth", "bypassed(self)"),
    ("won", "won", "a challenge is won", "won(winner == you, challenge == power)"),
    ("lost", "lost", "a challenge is lost", "lost(loser == you, unopposed)"),
    ("gains_power", "gained", "a card gains power", "gains_power(attached)"),
    ("collects_income", "income", "a player collects income", "collects_income(who != you)"),
    ("wins_dominance", "dominated", "a player wins dominance", "wins_dominance(who == you)"),
    ("reveals_plot", "plotted", "a player reveals a plot", "reveals_plot(who == you)"),
    ("saved", "saved", "a card is saved", "saved(self)"),
    ("plays", "played", "a player plays an event", "plays(who == you)"),
):
    WORDS.trigger(_word, _kinds, _says, _example)


@WORDS.value("marshaled", "", "it entered play by being marshaled", "enters_play(self) and marshaled")
def _marshaled(ctx: Context) -> bool:
    return ctx.occ is not None and ctx.occ.note == "marshaled"


@WORDS.value("from_play", "", "the card was in play when it happened", "discarded(character) and from_play")
def _from_play(ctx: Context) -> bool:
    last = ctx.last(ctx.it)
    zone = last.zone if last else ctx.entity(ctx.it).zone
    return ctx.table.specs[zone].inplay


@WORDS.value("power_tokens", "", "the tokens were power", "gains_power(self) and power_tokens")
def _power_tokens(ctx: Context) -> bool:
    return ctx.occ is not None and ctx.occ.note == "power"


@WORDS.value("by_pillage", "", "it was discarded by this card's pillage", "discarded(True) and by_pillage")
def _by_pillage(ctx: Context) -> bool:
    return ctx.occ is not None and ctx.occ.note == "pillage" and ctx.occ.source == ctx.self


def _phase_trigger(name: str, kind: str, says: str) -> None:
    WORDS.trigger(name, kind, says, f"{name}(is_phase(challenges))")


_phase_trigger("phase_begins", "began", "a phase begins")
_phase_trigger("phase_ends", "ended", "a phase or the round ends")


@WORDS.value("is_phase", "symbol", "the occurrence is about this phase", "phase_ends(is_phase(dominance))")
def _is_phase(ctx: Context, phase: str) -> bool:
    return ctx.occ is not None and ctx.occ.note == phase


# --- what can be given ------------------------------------------------------------------------------------------------

for _word, _params, _says, _example in (
    ("icon", "symbol", "a challenge icon", "icon(military)"),
    ("no_icon", "symbol", "loses a challenge icon", "no_icon(power)"),
    ("keyword", "symbol value?", "a keyword, with its X where it has one", "keyword(renown)"),
    ("trait_of", "symbol", "a trait", 'trait_of("Knight")'),
    ("blank", "", "its printed text box is blank, traits excepted", "blank"),
    ("cannot", "symbol", "something it or the player cannot do", "cannot(initiate)"),
    ("immune", "symbol", "immunity to the effects of a type of card", "immune(event)"),
    ("allow", "symbol", "one more of something in its period", "allow(military)"),
    ("dies_at_zero", "", "it is killed when its STR is 0", "dies_at_zero"),
    ("does_not", "symbol", "something it does not do", "does_not(kneel_as_attacker)"),
):
    WORDS.grant(_word, _params, _says, _example)
