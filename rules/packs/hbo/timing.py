"""The round, to be read against the rulebook: setup, seven phases, a challenge, the windows around an occurrence."""

from __future__ import annotations

from rules.kernel.timing import Look, Procedure, Sequence, Slot, Step
from rules.packs.hbo import setup
from rules.packs.hbo.chapters import challenges, draft, marshalling, phases, plots, resolution
from rules.packs.hbo.chapters.windows import action_window, whole
from rules.packs.hbo.rulebook import RULES
from rules.resolution.initiation import ability_procedure
from rules.resolution.moments import moment_procedure, slot_steps
from rules.shared import rounds

SEQUENCE = Sequence(
    slots=(
        Slot("saves", "hbo/save-response#1", "save responses", ("response!",)),
        Slot("happens", "hbo/response#5", "it happens"),
        Slot(
            "passives", "hbo/passive#6", "passives, ordered by the first player", ("passive",), forced=True, after=True
        ),
        Slot("responses", "hbo/response#3", "responses", ("response",), after=True),
    ),
    attempt=(),
)
"""The slots around an occurrence: saves before it, passives and responses after it.

Passives resolve at once, before responses and so before any action (`hbo/passive#4`, `hbo/passive#5`).
"""

GAME = Procedure(
    "game",
    "Game",
    (
        Step("setup", "hbo/setup#2", "Set up", rounds.open_phase("setup"), Look.HIDDEN),
        Step("rounds", "hbo/round#4", "Rounds", rounds.next_round, Look.LOOP, loop="rounds", opens="round"),
    ),
)
"""Setup, then rounds: after the taxation phase the next round begins with its plot phase (`hbo/round#3`)."""

SETUP = Procedure(
    "setup",
    "Setup",
    (
        Step("pools", "hbo/setup-1", "1 Treasury and power pool", phases.over),
        Step("houses", "hbo/setup-2", "2 Houses", phases.over),
        Step("plot decks", "hbo/setup-3", "3 Plot decks", setup.plot_decks, opens="draft"),
        Step("shuffle", "hbo/setup-4", "4 Shuffle the draw decks", setup.shuffle_decks),
        Step("draw", "hbo/setup-5", "5 Draw the setup hand", setup.draw_hands),
        Step("mulligan", "hbo/mulligan", "Mulligans", setup.mulligans, Look.OPTIONAL),
        Step("place", "hbo/setup-6", "6 Place setup cards", setup.place_cards),
        Step("reveal", "hbo/setup-6#5", "Turn them up", setup.reveal_cards),
        Step("refill", "hbo/setup-7", "7 Draw the starting hand", setup.draw_hands),
    ),
)
"""The seven steps of setup. A draft comes inside step 3, before step 4 (`hbo/draft#3`, `hbo/draft-5#3`)."""

PLOT_DRAFT = Procedure(
    "draft",
    "Plot draft",
    (
        Step("shuffle", "hbo/draft#2", "Shuffle the draft deck", draft.shuffle_draft),
        Step("deal", "hbo/draft-1", "1 Deal three plots", draft.deal_three),
        Step("take one", "hbo/draft-2", "2 Take one, pass two", draft.take_one),
        Step("take second", "hbo/draft-3", "3 Take one of two", draft.take_second),
        Step("repeat", "hbo/draft-4", "4 Repeat until the draft deck is used up", draft.repeat, Look.LOOP, loop="deal"),
        Step("choose", "hbo/draft-5", "Choose seven of thirteen", draft.choose_seven),
    ),
)
"""The plot draft, a variant."""

ROUND = Procedure(
    "round",
    "Round",
    (
        Step("plot", "hbo/plot-phase", "1 Plot", rounds.open_phase("plot")),
        Step("draw", "hbo/draw-phase", "2 Draw", rounds.open_phase("draw")),
        Step("marshalling", "hbo/marshalling-phase", "3 Marshalling", rounds.open_phase("marshalling")),
        Step("challenges", "hbo/challenges-phase", "4 Challenges", rounds.open_phase("challenges")),
        Step("dominance", "hbo/dominance-phase", "5 Dominance", rounds.open_phase("dominance")),
        Step("standing", "hbo/standing-phase", "6 Standing", rounds.open_phase("standing")),
        Step("taxation", "hbo/taxation-phase", "7 Taxation", rounds.open_phase("taxation")),
    ),
    closing=rounds.expire,
)
"""Seven phases in a fixed order: plots, then marshalling, then challenges (`hbo/round#1`, `hbo/game-overview#2`)."""

PLOT = Procedure(
    "plot",
    "1 Plot",
    (
        Step("choose", "hbo/plot-1", "Pick a plot in secret", plots.choose_plots),
        Step("reveal", "hbo/plot-2", "Reveal plots", plots.reveal_plots),
        Step("recycle", "hbo/plot-3", "Return used plots", plots.recycle),
        Step("initiative", "hbo/plot-4", "Determine initiative", plots.initiative),
        Step("first player", "hbo/plot-5", "Choose the first player", plots.first_player),
        Step("when revealed", "hbo/plot-6", "When-revealed abilities", plots.when_revealed),
        Step("actions", "hbo/phase#1", "Actions", action_window, Look.WINDOW),
    ),
    closing=rounds.expire,
)
"""The plot phase: the plots, the first player, the plots' abilities (`hbo/plot-phase#1`).

The draw phase follows (`hbo/plot-phase#2`).
"""

DRAW = Procedure(
    "draw",
    "2 Draw",
    (
        Step("draw", "hbo/draw-1", "Each player draws 2 cards", phases.draw_two),
        Step("actions", "hbo/phase#1", "Actions", action_window, Look.WINDOW),
    ),
    closing=rounds.expire,
)

MARSHALLING = Procedure(
    "marshalling",
    "3 Marshalling",
    (
        Step("next active", "hbo/marshalling-4", "The next player becomes active", phases.next_active, Look.LOOP),
        Step("income", "hbo/marshalling-1", "Collect income", marshalling.income),
        Step("actions", "hbo/marshalling-2", "Play cards and act", marshalling.turn_window, Look.SPECIAL),
        Step(
            "again",
            "hbo/marshalling-3",
            "The turn ends",
            phases.back_to("next active"),
            Look.HIDDEN,
            loop="next active",
        ),
        Step("end", "hbo/marshalling-phase#3", "Both turns are over", phases.over, Look.HIDDEN),
    ),
    closing=rounds.expire,
)

CHALLENGES = Procedure(
    "challenges",
    "4 Challenges",
    (
        Step("next active", "hbo/challenges-phase#1", "The next player becomes active", phases.next_active, Look.LOOP),
        Step("actions", "hbo/challenge-windows#1", "Actions before a challenge", action_window, Look.WINDOW),
        Step("initiate", "hbo/challenge#4", "Start a challenge or pass", challenges.initiate, opens="challenge"),
        Step(
            "another", "hbo/challenge#3", "The next challenge", phases.back_to("initiate"), Look.HIDDEN, loop="initiate"
        ),
        Step(
            "again",
            "hbo/challenges-phase#2",
            "The turn ends",
            phases.back_to("next active"),
            Look.HIDDEN,
            loop="next active",
        ),
        Step("end", "hbo/challenges-phase#3", "Both turns are over", phases.over, Look.HIDDEN),
    ),
    closing=rounds.expire,
)
"""The challenges phase.

Challenges are resolved inside `initiate`, which then asks for the next one. The steps `another` and `again` only show
on a chart where the loops close.
"""

CHALLENGE = Procedure(
    "challenge",
    "Challenge",
    (
        Step("attackers", "hbo/challenges-1", "1 Declare attackers", challenges.declared),
        Step("first actions", "hbo/challenge-windows#1", "Actions", action_window, Look.WINDOW),
        Step("defenders", "hbo/challenges-2", "2 Declare defenders", challenges.defend),
        Step("second actions", "hbo/challenge-windows#1", "Actions", action_window, Look.WINDOW),
        Step("resolve", "hbo/challenges-3", "3 Resolve the challenge", challenges.resolve, opens="resolution"),
        Step("last actions", "hbo/challenge-windows#1", "Actions", action_window, Look.WINDOW),
    ),
    closing=rounds.expire,
)
"""One challenge, of whatever kind: attackers, defenders, resolution (`hbo/challenge#5`)."""

RESOLUTION = Procedure(
    "resolution",
    "3 Resolve the challenge",
    (
        Step("compare", "hbo/challenges-3#2", "Compare totals, determine the winner", resolution.compare),
        Step("claim", "hbo/claim", "Claim", resolution.claim),
        Step("unopposed", "hbo/unopposed", "Power for an unopposed win", resolution.unopposed),
        Step("renown", "hbo/renown", "Renown", resolution.renown),
        *slot_steps(tuple(slot for slot in SEQUENCE.slots if slot.after)),
    ),
)
"""The third step of a challenge: winner, claim, the power for an unopposed win, renown.

Passives and responses to any of it come after all of it (`hbo/challenge-windows#3`, `hbo/renown#3`).
"""

DOMINANCE = Procedure(
    "dominance",
    "5 Dominance",
    (
        Step("count", "hbo/dominance-1", "Count for dominance", phases.count_dominance),
        Step("win", "hbo/dominance-2", "Win dominance", phases.win_dominance),
        Step("actions", "hbo/dominance-3", "Actions", action_window, Look.WINDOW),
    ),
    closing=rounds.expire,
)
"""The dominance phase: its power is given before anybody may act (`hbo/dominance-2#3`), once (`hbo/dominance#1`)."""

STANDING = Procedure(
    "standing",
    "6 Standing",
    (
        Step("stand", "hbo/standing-1", "All kneeling cards stand", phases.stand_all),
        Step("actions", "hbo/standing-2", "Actions", action_window, Look.WINDOW),
    ),
    closing=rounds.expire,
)

TAXATION = Procedure(
    "taxation",
    "7 Taxation",
    (
        Step("gold", "hbo/taxation-1", "Return unspent gold", phases.return_gold),
        Step("actions", "hbo/taxation-2", "Actions", action_window, Look.WINDOW),
    ),
    closing=rounds.expire,
)
"""The taxation phase: gold is returned before anybody may act; after the actions the round is over.

`hbo/taxation-2#1`, `hbo/taxation-2#2`
"""

PROCEDURES: dict[str, Procedure] = {
    procedure.kind: procedure
    for procedure in (
        GAME, SETUP, PLOT_DRAFT, ROUND, PLOT, DRAW, MARSHALLING, CHALLENGES, CHALLENGE, RESOLUTION, DOMINANCE,
        STANDING, TAXATION,
        whole(moment_procedure(SEQUENCE)), whole(ability_procedure(SEQUENCE, RULES)),
    )
}  # fmt: skip
"""Every procedure of the game, by the kind of frame that runs it."""
