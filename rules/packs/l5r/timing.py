"""The round as ordered literals, to be read against Appendix I of the rulebook: every step and window in order."""

from __future__ import annotations

import msgspec

from rules.kernel.timing import Look, Procedure, Sequence, Slot, Step
from rules.packs.l5r import setup, standing
from rules.packs.l5r.chapters import bids, conflicts, drawing, duels, dynasty, phases, playing, resolution, rings
from rules.packs.l5r.rulebook import RULES
from rules.resolution.initiation import ability_procedure, delayed_procedure
from rules.resolution.moments import moment_procedure
from rules.resolution.windows import action_window
from rules.shared import rounds

WOULD, FORCED_INTERRUPT, INTERRUPT = "interrupt!", "forced interrupt", "interrupt"
FORCED_REACTION, REACTION = "forced reaction", "reaction"

SEQUENCE = Sequence(
    imminent="l5r/sequence-1#1",
    slots=(
        Slot("would", "l5r/sequence-2#1", "2 Interrupts to what would happen", (WOULD,)),
        Slot(
            "forced interrupts",
            "l5r/sequence-3#1",
            "3 Forced interrupts",
            (FORCED_INTERRUPT, "forced interrupt!"),
            forced=True,
        ),
        Slot("interrupts", "l5r/sequence-3#2", "3 Interrupts", (INTERRUPT,)),
        Slot("happens", "l5r/sequence-4#1", "4 It happens"),
        Slot(
            "forced reactions",
            "l5r/sequence-5#1",
            "5 Forced reactions",
            (FORCED_REACTION,),
            forced=True,
            after=True,
            before=resolution.pride,
        ),
        Slot("reactions", "l5r/sequence-6#1", "6 Reactions", (REACTION,), after=True),
    ),
    attempt=(
        Slot("would", "l5r/initiation-6#1", "interrupts that cancel", (WOULD, "forced interrupt!", "forced constant!")),
    ),
)
"""The windows around an occurrence.

Interrupts to what *would* happen come before those to what happens (`l5r/would#1`), forced abilities before the others
(`l5r/forced#2`). Cancels answer the attempt to initiate an effect, before every other interrupt to it (`l5r/cancel#2`).
"""

_ACTIONS = ("actions", "l5r/action-windows#1", "Action window", action_window, Look.WINDOW)
"""The step of an ordinary action window: after 2.5, 3.1, 4.4 and 5.1 (`l5r/phase-sequence-chart#3`).

There are special windows at 1.4 and 3.2.2, and no others (`l5r/phase-sequence-chart#4`).
"""

GAME = Procedure(
    "game",
    "Game",
    (
        Step("setup", "l5r/setup#1", "Set up", rounds.open_phase("setup"), Look.HIDDEN),
        Step(
            "rounds", "l5r/phase-sequence-chart#2", "Rounds", rounds.next_round, Look.LOOP, loop="rounds", opens="round"
        ),
    ),
)

SETUP = Procedure(
    "setup",
    "Setup",
    (
        Step("pools", "l5r/setup-2#2", "2 Rings and the Imperial Favor", setup.make_pools),
        Step("first", "l5r/setup-3#1", "3 First player at random, 1 fate for the other", setup.choose_first),
        Step("shuffle", "l5r/setup-4#1", "4 Shuffle both decks", setup.shuffle_decks),
        Step("stronghold", "l5r/setup-5#1", "5 Stronghold on a province", setup.place_stronghold),
        Step("provinces", "l5r/setup-5#3", "5 Four provinces facedown", setup.place_provinces),
        Step("fill", "l5r/setup-6#1", "6 Fill provinces", setup.fill_provinces),
        Step("province mulligan", "l5r/setup-6#2", "6 Mulligan of provinces", setup.mulligan_provinces, Look.OPTIONAL),
        Step("draw", "l5r/setup-7#1", "7 Draw four cards", setup.draw_hands),
        Step("hand mulligan", "l5r/setup-7#2", "7 Mulligan of hands", setup.mulligan_hands, Look.OPTIONAL),
        Step("honor", "l5r/setup-8#1", "8 Starting honor", setup.starting_honor),
    ),
)

ROUND = Procedure(
    "round",
    "Round",
    (
        Step("dynasty", "l5r/dynasty-phase#1", "I Dynasty phase", rounds.open_phase("dynasty")),
        Step("draw", "l5r/draw-phase#1", "II Draw phase", rounds.open_phase("draw")),
        Step("conflicts", "l5r/conflict-phase#1", "III Conflict phase", rounds.open_phase("conflicts")),
        Step("fate", "l5r/fate-phase#1", "IV Fate phase", rounds.open_phase("fate")),
        Step("regroup", "l5r/regroup-phase#1", "V Regroup phase", rounds.open_phase("regroup")),
    ),
)
"""The five phases of a round, in order.

`l5r/phase-sequence-chart#1`, `l5r/dynasty-phase#2`, `l5r/draw-phase#2`, `l5r/conflict-phase#4`, `l5r/fate-phase#2`
"""

DYNASTY = Procedure(
    "dynasty",
    "I Dynasty phase",
    (
        Step("begin", "l5r/1.1#1", "1.1 Round and dynasty phase begin", rounds.begins),
        Step("reveal", "l5r/1.2#1", "1.2 Reveal facedown dynasty cards", dynasty.reveal),
        Step("income", "l5r/1.3#1", "1.3 Collect fate", dynasty.income),
        Step("actions", "l5r/1.4#1", "1.4 Special action window: play from provinces", dynasty.window, Look.SPECIAL),
        Step("end", "l5r/1.5#1", "1.5 Dynasty phase ends", phases.ends),
    ),
)

DRAW = Procedure(
    "draw",
    "II Draw phase",
    (
        Step("begin", "l5r/2.1#1", "2.1 Draw phase begins", rounds.begins),
        Step("bid", "l5r/2.2#1", "2.2 Honor bid", bids.choose_bids),
        Step("reveal", "l5r/2.3#1", "2.3 Reveal honor dials", bids.reveal_bids),
        Step("transfer", "l5r/2.4#1", "2.4 Transfer honor", bids.transfer),
        Step("draw", "l5r/2.5#1", "2.5 Draw cards", bids.draw_by_bid),
        Step(*_ACTIONS),
        Step("end", "l5r/2.6#1", "2.6 Draw phase ends", phases.ends),
    ),
)

CONFLICTS = Procedure(
    "conflicts",
    "III Conflict phase",
    (
        Step("begin", "l5r/3.1#1", "3.1 Conflict phase begins", rounds.begins),
        Step(*_ACTIONS),
        Step(
            "declare",
            "l5r/3.2#1",
            "3.2 Next player declares a conflict or passes",
            conflicts.next_player,
            opens="conflict",
        ),
        Step(
            "over", "l5r/3.3#2", "3.3 Conflict ends or was passed", phases.back_to("actions"), Look.LOOP, loop="actions"
        ),
        Step("favor", "l5r/3.4#1", "3.4 Determine Imperial Favor", phases.back_to("count")),
        Step("count", "l5r/3.4.1#1", "3.4.1 Glory count", phases.count_glory),
        Step("claim", "l5r/3.4.2#1", "3.4.2 Claim Imperial Favor", phases.claim_favor),
        Step("end", "l5r/3.5#1", "3.5 Conflict phase ends", phases.ends),
    ),
)

CONFLICT = Procedure(
    "conflict",
    "Conflict",
    (
        Step("declared", "l5r/3.2#8", "3.2 Conflict is declared", conflicts.declared),
        Step("defenders", "l5r/3.2.1#1", "3.2.1 Declare defenders", resolution.defend),
        Step("actions", "l5r/3.2.2#1", "3.2.2 Conflict action window, defender first", action_window, Look.SPECIAL),
        Step("compare", "l5r/3.2.3#1", "3.2.3 Compare skill values", resolution.compare),
        Step("unopposed", "l5r/3.2.4#1", "3.2.4 Apply unopposed", resolution.unopposed),
        Step("break", "l5r/3.2.5#1", "3.2.5 Break province", resolution.break_province),
        Step("raze", "l5r/3.2.5#2", "3.2.5 Discard from the broken province", resolution.raze, Look.OPTIONAL),
        Step("ring", "l5r/3.2.6#1", "3.2.6 Resolve ring effects", resolution.ring_effect, opens="ring effect"),
        Step("claim", "l5r/3.2.7#1", "3.2.7 Claim ring", resolution.claim_ring),
        Step("bow", "l5r/3.2.8#1", "3.2.8 Participants bow", resolution.bow_participants),
        Step("home", "l5r/3.2.8#2", "3.2.8 Return home", resolution.go_home),
        Step("end", "l5r/3.3#1", "3.3 Conflict ends", resolution.end),
    ),
)
"""One conflict, from 3.2 to 3.3; it is resolved to its end before another is declared.

`l5r/conflict-resolution#1`, `l5r/conflict-resolution#2`
"""

PRESSED = Procedure(
    "pressed",
    "Conflict declared at once",
    (
        Step("declare", "l5r/3.2#1", "3.2 Declare a conflict", conflicts.declare_at_once, opens="conflict"),
        Step("over", "l5r/3.3#1", "3.3 Conflict ends", conflicts.after_declaring_at_once),
    ),
)

FATE = Procedure(
    "fate",
    "IV Fate phase",
    (
        Step("begin", "l5r/4.1#1", "4.1 Fate phase begins", rounds.begins),
        Step("discard", "l5r/4.2#1", "4.2 Discard characters with no fate", phases.discard_fateless),
        Step("remove", "l5r/4.3#1", "4.3 Remove fate from characters", phases.remove_fate),
        Step("rings", "l5r/4.4#1", "4.4 Place fate on unclaimed rings", phases.fate_on_rings),
        Step(*_ACTIONS),
        Step("end", "l5r/4.5#1", "4.5 Fate phase ends", phases.ends),
    ),
)

REGROUP = Procedure(
    "regroup",
    "V Regroup phase",
    (
        Step("begin", "l5r/5.1#1", "5.1 Regroup phase begins", rounds.begins),
        Step(*_ACTIONS),
        Step("ready", "l5r/5.2#1", "5.2 Ready cards", phases.ready_all),
        Step("discard", "l5r/5.3#1", "5.3 Discard from provinces", phases.clear_provinces),
        Step("rings", "l5r/5.4#1", "5.4 Return rings", phases.return_rings),
        Step("token", "l5r/5.5#1", "5.5 Pass first player token", phases.pass_token),
        Step("end", "l5r/5.6#1", "5.6 Regroup phase and round end", phases.ends),
    ),
)

DUEL = Procedure(
    "duel",
    "Duel",
    (
        Step("begin", "l5r/d.1#1", "D.1 Duel begins", duels.begin),
        Step("establish", "l5r/d.2#1", "D.2 Challenger and challenged", duels.establish),
        Step("bid", "l5r/d.3#1", "D.3 Duel honor bid", bids.choose_bids),
        Step("reveal", "l5r/d.4#1", "D.4 Reveal honor dials", bids.reveal_bids),
        Step("transfer", "l5r/d.5#1", "D.5 Transfer honor", bids.transfer),
        Step("modify", "l5r/d.6#1", "D.6 Modify dueling skill", duels.add_bids),
        Step("compare", "l5r/d.7#1", "D.7 Compare skill and determine results", duels.compare),
        Step("result", "l5r/d.8#1", "D.8 Apply duel results", duels.apply_result, opens="duel result"),
        Step("end", "l5r/d.9#1", "D.9 Duel ends", duels.end),
    ),
)
"""A duel: it has no action windows, but interrupts and reactions answer what happens in it (`l5r/d.9#3`)."""

PLAYING = Procedure(
    "playing",
    "Playing a card",
    (
        Step("pay", "l5r/initiation-4#1", "4 Pay the cost", playing.pay),
        Step("enter", "l5r/initiation-6#1", "6 The card enters play", playing.enter),
        Step("fate", "l5r/1.4#6", "Extra fate", playing.add_fate, Look.OPTIONAL),
    ),
    closing=drawing.recheck_provinces,
)

RING_EFFECT = Procedure(
    "ring effect",
    "Ring effect",
    (
        Step("choose", "l5r/ring-effects#2", "Which element", rings.choose_element, Look.OPTIONAL),
        Step("resolve", "l5r/ring-effects#1", "The ring effect", rings.open_effect),
    ),
)

REFILL = Procedure(
    "refill",
    "Refill a province",
    (Step("refill", "l5r/refilling-provinces#1", "Refill", drawing.refill),),
    closing=drawing.recheck_provinces,
)

EXHAUSTED = Procedure(
    "exhausted",
    "Running out of cards",
    (
        Step("honor", "l5r/running-out-of-cards#1", "Lose 5 honor", drawing.run_out),
        Step("shuffle", "l5r/running-out-of-cards#2", "Make a new deck", drawing.remake),
        Step("go on", "l5r/running-out-of-cards#2", "Go on", drawing.go_on),
    ),
)

RESTRICTED = Procedure(
    "restricted", "Restricted", (Step("discard", "l5r/restricted#2", "Discard one", standing.choose_restricted),)
)


def _watched(procedure: Procedure) -> Procedure:
    """Return the same procedure, after which empty provinces are looked at again."""
    return msgspec.structs.replace(procedure, closing=drawing.recheck_provinces)


_RESULT = msgspec.structs.replace(
    delayed_procedure(SEQUENCE, {"delayed": RULES["duel result"]}), kind="duel result", title="Duel result"
)
"""The result of a duel: the `later` part of the ability that started it."""

PROCEDURES: dict[str, Procedure] = {
    procedure.kind: procedure
    for procedure in (
        GAME, SETUP, ROUND, DYNASTY, DRAW, CONFLICTS, CONFLICT, PRESSED, FATE, REGROUP,
        DUEL, PLAYING, RING_EFFECT, REFILL, EXHAUSTED, RESTRICTED,
        _watched(moment_procedure(SEQUENCE)), _watched(ability_procedure(SEQUENCE, RULES)),
        _watched(delayed_procedure(SEQUENCE, RULES)), _watched(_RESULT),
    )
}  # fmt: skip
