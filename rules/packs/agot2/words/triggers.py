"""The words of this game's cards for triggers, for the occurrence that triggered, and for what a card can be given."""

from __future__ import annotations

from rules.kernel.context import Context
from rules.language.expressions import Closure, Kind
from rules.language.lexicon import Lexicon
from rules.packs.agot2 import board

WORDS = Lexicon()

LEAVING = "killed discarded returned shuffled removed"
"""The kinds of occurrences by which a card leaves play and from which it can be saved.

Nothing saves from a sacrifice, so it is not listed (`agot2/sacrifice#2`); it is neither a kill nor a discard to any
ability (`agot2/sacrifice#4`).
"""

# --- triggers ---------------------------------------------------------------------------------------------------------

for _word, _kinds, _says, _example in (
    ("would_be_killed", "killed", "as a character would be killed", "would_be_killed(attached)"),
    (
        "would_initiate",
        "initiated",
        "as the effects of an ability would initiate",
        "would_initiate(event and controller != you)",
    ),
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
    ("bypassed", "bypassed", "a character is bypassed by stealth", "bypassed and by_this"),
    ("won", "won", "a challenge is won", "won(winner == you, challenge == power)"),
    ("lost", "lost", "a challenge is lost", "lost(loser == you, unopposed)"),
    ("gains_power", "gained", "a card gains tokens", "gains_power(attached) and power_tokens"),
    ("strengthened", "strengthened", "a character's STR is increased by a card effect", "strengthened(self)"),
    ("collects_income", "income", "a player collects income", "collects_income(who != you)"),
    ("wins_dominance", "dominated", "a player wins dominance", "wins_dominance(who == you)"),
    ("reveals_plot", "plotted", "a player reveals a plot", "reveals_plot(who == you)"),
    ("saved", "saved", "a card is saved", "saved(self)"),
    ("plays", "played", "a player plays an event", "plays(who == you)"),
    ("phase_begins", "began", "a phase begins", "phase_begins(is_phase(challenges))"),
):
    WORDS.trigger(_word, _kinds, _says, _example)


def _saving_trigger(name: str, kinds: str, says: str) -> None:
    """Declare a trigger of saves for some kinds of occurrences.

    It listens for sacrifices, too, and refuses them: nothing saves from a sacrifice (`agot2/sacrifice#2`).
    """

    @WORDS.add(Kind.TRIGGER, name, "filter*", says, f"{name}(attached)", f"{kinds} sacrificed")
    def triggered(ctx: Context, *conditions: Closure) -> bool:
        allowed = ctx.occ is not None and ctx.occ.kind != "sacrificed"
        return allowed and all(ctx.judge(condition, ctx.it) for condition in conditions)


_saving_trigger("would_be_removed", "killed discarded", "as a card would be killed or discarded from play")
_saving_trigger("would_leave_play", LEAVING, "as a card would leave play")


@WORDS.add(Kind.TRIGGER, "phase_ends", "filter*", "a phase ends", "phase_ends(is_phase(dominance))", "ended")
def _phase_ends(ctx: Context, *conditions: Closure) -> bool:
    ended = ctx.occ is not None and ctx.occ.note in board.PHASES
    return ended and all(ctx.judge(condition, ctx.it) for condition in conditions)


@WORDS.add(Kind.TRIGGER, "round_ends", "filter*", "the round ends", "round_ends(first_player == you)", "ended")
def _round_ends(ctx: Context, *conditions: Closure) -> bool:
    ended = ctx.occ is not None and ctx.occ.note == "round"
    return ended and all(ctx.judge(condition, ctx.it) for condition in conditions)


# --- questions about the occurrence -----------------------------------------------------------------------------------


@WORDS.value(
    "is_phase",
    "symbol",
    "the occurrence is about this phase",
    "phase_begins(is_phase(dominance))",
    told="it is the {0} phase",
)
def _is_phase(ctx: Context, phase: str) -> bool:
    return ctx.occ is not None and ctx.occ.note == phase


@WORDS.value("marshaled", "", "it entered play by being marshaled", "enters_play(self) and marshaled")
def _marshaled(ctx: Context) -> bool:
    return ctx.occ is not None and ctx.occ.note == "marshaled"


@WORDS.value("by_ambush", "", "it entered play by ambush", "enters_play(self) and by_ambush")
def _by_ambush(ctx: Context) -> bool:
    return ctx.occ is not None and ctx.occ.note == "ambush"


@WORDS.value(
    "ambushed",
    "value",
    "the card entered play by ambush this phase",
    "phase_ends and ambushed(self)",
    told="{0} entered play by ambush this phase",
)
def _ambushed(ctx: Context, number: int) -> bool:
    return board.times(ctx.pos, f"ambushed {number}.{ctx.entity(number).since}") > 0


@WORDS.value("from_play", "", "the card was in play when it happened", "discarded(character) and from_play")
def _from_play(ctx: Context) -> bool:
    last = ctx.last(ctx.it)
    zone = last.zone if last else ctx.entity(ctx.it).zone
    return ctx.table.specs[zone].inplay


@WORDS.value("power_tokens", "", "the tokens were power", "gains_power(self) and power_tokens")
def _power_tokens(ctx: Context) -> bool:
    return ctx.occ is not None and ctx.occ.note == "power"


@WORDS.value(
    "by_pillage",
    "",
    "it was discarded by this card's pillage",
    "discarded and by_pillage",
    told="{it} was discarded by the pillage of {self}",
)
def _by_pillage(ctx: Context) -> bool:
    return _by_this(ctx) and ctx.occ is not None and ctx.occ.note == "pillage"


@WORDS.value("by_this", "", "this card did it", "bypassed and by_this", told="this is the doing of {self}")
def _by_this(ctx: Context) -> bool:
    return ctx.occ is not None and ctx.occ.source == ctx.self


# --- grants -----------------------------------------------------------------------------------------------------------

for _word, _params, _says, _example in (
    ("icon", "symbol", "a challenge icon", "icon(military)"),
    ("no_icon", "symbol", "loses a challenge icon", "no_icon(power)"),
    ("keyword", "symbol value?", "a keyword, with its X where it has one", "keyword(ambush, printed(cost))"),
    ("trait_of", "symbol", "a trait", 'trait_of("Knight")'),
    ("blank", "symbol?", "its printed text box is blank, traits excepted; `blank(traits)` blanks those", "blank"),
    ("cannot", "symbol", "something it or the player cannot do", "cannot(marshal_locations)"),
    ("may", "symbol", "something it may do although it could not", "may(defend_kneeling)"),
    ("must", "symbol", "something it must do if able", "must(defend)"),
    ("does_not", "symbol", "something it does not do", "does_not(kneel_as_attacker)"),
    ("immune", "symbol", "immunity to the effects of a type of card", "immune(event)"),
    ("allow", "symbol", "one more of something in its period", "allow(military)"),
    ("participates", "symbol", "it is considered to be participating on a side", "participates(attacker)"),
    ("dies_at_zero", "", "it is killed when its STR is 0", "dies_at_zero"),
    ("sacrificed_at_once", "", "it is sacrificed as soon as this holds", "sacrificed_at_once"),
    ("enters", "symbol", "how a card itself enters play", "enters(kneeling)"),
    ("notes", "symbol", "marshaling the card is noted for the round, under a name", 'notes("noble")'),
):
    WORDS.grant(_word, _params, _says, _example)
