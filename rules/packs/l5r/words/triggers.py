"""Triggers, the words that ask about the occurrence that triggered, and grants: what a card or player can be given.

Each word is declared with the sentence and the example of its page in `docs/words`.
"""

from __future__ import annotations

from rules.kernel.context import Context
from rules.language.expressions import Closure, Kind
from rules.language.lexicon import Lexicon
from rules.packs.l5r import board

WORDS = Lexicon()

LEAVING = "discarded sacrificed returned decked shuffled removed"
"""The kinds of occurrence by which a card leaves play. A sacrificed card is not discarded (`l5r/sacrifice#3`)."""

for _word, _kinds, _says, _example in (
    ("would_leave_play", LEAVING, "as a card would leave play", "would_leave_play(attached)"),
    ("would_initiate", "initiated", "as the effects of an ability would initiate", "would_initiate(event)"),
    (
        "would_gain_status",
        "honored dishonored",
        "as a character would be honored or dishonored",
        "would_gain_status(True)",
    ),
    ("would_pass_token", "token", "as a player would pass the first player token", "would_pass_token(who == you)"),
    ("leaves_play", LEAVING, "a card leaves play", "leaves_play(self)"),
    ("discards", "discarded", "a card is discarded", "discards(self)"),
    ("enters_play", "entered", "a card enters play", "enters_play(self)"),
    ("attaches", "entered reattached", "a card is attached", "attaches(host == self)"),
    ("plays", "played", "a player plays a card", "plays(who != you)"),
    ("bows", "bowed", "a card is bowed", "bows(controller == you)"),
    ("readies", "readied", "a card is readied", "readies(self)"),
    ("is_honored", "honored", "a character is honored", "is_honored(self)"),
    ("is_dishonored", "dishonored", "a character is dishonored", "is_dishonored(self)"),
    ("conflict_declared", "declared", "a conflict is declared", "conflict_declared(who != you)"),
    ("conflict_passed", "declined", "a player passes on declaring a conflict", "conflict_passed(who != you)"),
    ("attacker_declared", "attacked", "a character is declared as an attacker", "attacker_declared(self)"),
    ("defender_declared", "defended", "a character is declared as a defender", "defender_declared(self)"),
    (
        "commits_or_moves",
        "attacked defended joined",
        "a character is declared or moved into a conflict",
        "commits_or_moves(attached)",
    ),
    ("moves_in", "joined", "a character moves to the conflict", "moves_in(character)"),
    ("turned_up", "turned", "a dynasty card in a province is turned faceup", "turned_up(controller == you)"),
    ("province_revealed", "revealed", "a province is revealed", "province_revealed(self)"),
    ("fate_taken", "moved", "fate or honor goes from one place to another", "fate_taken(ring and who == opponent)"),
    ("won", "won", "a conflict is won", "won(who == you)"),
    ("lost", "lost", "a conflict is lost", "lost(who == you)"),
    ("province_broken", "broken", "a province is broken", "province_broken(self)"),
    ("ring_claimed", "claimed", "a ring is claimed", "ring_claimed(who == you)"),
    ("fate_placed", "placed", "fate is placed on a card", "fate_placed(self)"),
    ("dials_revealed", "dials", "the honor dials are revealed", "dials_revealed(True)"),
    ("draws", "drew", "a player draws", "draws(who == you)"),
    ("duel_begins", "dueled", "a duel begins", "duel_begins(self)"),
    ("wins_duel", "duel-won", "a character wins a duel", "wins_duel(self)"),
    ("phase_begins", "began", "a phase begins", "phase_begins(is_phase(fate))"),
    ("phase_ends", "ended", "a phase or the round ends", "phase_ends(is_phase(conflicts))"),
):
    WORDS.trigger(_word, _kinds, _says, _example)


@WORDS.add(Kind.TRIGGER, "conflict_ends", "filter*", "a conflict ends", "conflict_ends(broke_province)", "ended")
def _conflict_ends(ctx: Context, *conditions: Closure) -> bool:
    over = ctx.occ is not None and ctx.occ.note == "conflict"
    return over and all(ctx.judge(condition, ctx.it) for condition in conditions)


@WORDS.value(
    "is_phase",
    "symbol",
    "the occurrence is about this phase",
    "phase_begins(is_phase(fate))",
    told="it is the {0} phase",
)
def _is_phase(ctx: Context, phase: str) -> bool:
    return ctx.occ is not None and ctx.occ.note == phase


@WORDS.value(
    "from_play",
    "",
    "the card is, or was, in play when it happens",
    "would_leave_play(attached) and from_play",
    told="{it} is in play",
)
def _from_play(ctx: Context) -> bool:
    last = ctx.last(ctx.it)
    if last is None:
        return ctx.pos.in_play(ctx.it)
    return last.zone.endswith(".play")


@WORDS.value("was_played", "", "the card entered play by being played", "enters_play(self) and was_played")
def _was_played(ctx: Context) -> bool:
    return ctx.occ is not None and ctx.occ.note == "played"


@WORDS.value("from_hand", "", "the card was played from hand", "plays(character) and from_hand")
def _from_hand(ctx: Context) -> bool:
    return ctx.occ is not None and ctx.occ.note.endswith(".hand")


@WORDS.value("came_from", "symbol", "where the card was before", "came_from(provinces)", told="{it} was in {0} before")
def _came_from(ctx: Context, place: str) -> bool:
    last = ctx.last(ctx.it)
    kind = last.zone.partition(".")[2] if last else ""
    return kind in board.SLOTS if place == "provinces" else kind == place


@WORDS.value(
    "by_opponent",
    "",
    "it came from an opponent's card or a ring",
    "bows(controller == you) and by_opponent",
    told="this is the doing of an opponent's card or of a ring",
)
def _by_opponent(ctx: Context) -> bool:
    source = ctx.table.entities.get(ctx.occ.source) if ctx.occ else None
    return source is not None and source.controller != ctx.you


@WORDS.value(
    "targets_own",
    "filter",
    "the ability being attempted targets a card that fits",
    "targets_own(trait('Shugenja'))",
    told="the ability being attempted has a target that is a {0}",
)
def _targets_own(ctx: Context, accepts: Closure) -> bool:
    frame = ctx.moment
    return frame is not None and any(
        ctx.judge(accepts, number) for number in frame.numbers("target") if number in ctx.table.entities
    )


@WORDS.value("is_action", "", "the ability being attempted is an action", "would_initiate(is_action)")
def _is_action(ctx: Context) -> bool:
    ability = ctx.pos.pack.ability(ctx.moment.text("ability")) if ctx.moment is not None else None
    return ability is not None and ability.kind == "action"


@WORDS.value(
    "first_action", "", "the action being attempted is the first of its player in this conflict", "first_action"
)
def _first_action(ctx: Context) -> bool:
    conflict = board.conflict(ctx.pos)
    if conflict is None or ctx.moment is None:
        return False
    return ctx.table.uses.get(conflict.id, {}).get(f"action {ctx.moment.text('player')}", 0) == 1


@WORDS.value(
    "is_triggered",
    "",
    "the ability being attempted is an action, interrupt or reaction of a card",
    "would_initiate(is_triggered)",
)
def _is_triggered(ctx: Context) -> bool:
    return ctx.moment is not None and not ctx.moment.data.get("ring")


for _word, _params, _says, _example in (
    ("keyword", "symbol value?", "a keyword", "keyword(covert)"),
    ("covert_in", "symbol", "covert in conflicts of an element", "covert_in(water)"),
    ("trait_of", "symbol", "a trait", 'trait_of("Cavalry")'),
    ("ring_element", "symbol", "an element for a ring", "ring_element(air)"),
    ("blank", "symbol?", "its printed text box is blank, or only its `abilities`: traits excepted", "blank(abilities)"),
    ("cannot", "symbol", "something it or the player cannot do", "cannot(participate_military)"),
    ("immune", "symbol", "immunity to the effects of a type of card", "immune(event)"),
    ("untargetable", "symbol", "it cannot be chosen by an opponent's cards of this type", "untargetable(event)"),
    ("allow", "symbol", "a permission", "allow(play)"),
    ("does_not", "symbol", "something it does not do", "does_not(bow_after)"),
    ("cancels", "symbol", "it cancels effects of a kind", "cancels(ring_effects)"),
    ("discarded_if", "symbol?", "it is discarded at once, or when its skill of a type is 0", "discarded_if(political)"),
    ("use_again", "symbol", "its triggered abilities may be used once more", "use_again(again)"),
):
    WORDS.grant(_word, _params, _says, _example)
