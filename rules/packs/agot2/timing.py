"""The round as ordered literals: every framework step and window, to be read against Appendix I of the rulebook."""

from __future__ import annotations

from rules.kernel.timing import Look, Procedure, Sequence, Slot, Step
from rules.packs.agot2 import setup, standing
from rules.packs.agot2.chapters import challenges, marshaling, phases, plots, redirection, resolution, titles
from rules.packs.agot2.rulebook import RULES
from rules.resolution.initiation import ability_procedure, delayed_procedure
from rules.resolution.moments import moment_procedure
from rules.resolution.windows import action_window
from rules.shared import rounds

WOULD, FORCED_INTERRUPT, INTERRUPT = "interrupt!", "forced interrupt", "interrupt"
FORCED_REACTION, REACTION = "forced reaction", "reaction"
"""The kinds of abilities that slots listen for; `!` marks an interrupt to what would happen."""

SEQUENCE = Sequence(
    slots=(
        Slot("would", "agot2/triggering-condition#5", "interrupts to what would happen", (WOULD, "forced interrupt!")),
        Slot(
            "forced interrupts", "agot2/triggering-condition#6", "forced interrupts", (FORCED_INTERRUPT,), forced=True
        ),
        Slot("interrupts", "agot2/triggering-condition#7", "interrupts", (INTERRUPT,)),
        Slot("happens", "agot2/triggering-condition#8", "it happens"),
        Slot(
            "forced reactions",
            "agot2/triggering-condition#9",
            "forced reactions",
            (FORCED_REACTION,),
            forced=True,
            after=True,
            before=redirection.redirect,
        ),
        Slot("reactions", "agot2/triggering-condition#10", "reactions", (REACTION,), after=True),
    ),
    attempt=(Slot("would", "agot2/initiating-abilities#7", "interrupts that cancel", (WOULD,)),),
    imminent="agot2/triggering-condition#4",
)
"""The slots around every occurrence: interrupts, the occurrence itself, reactions (`agot2/nested-sequences#1`).

Interrupts to what "would" happen come first (`agot2/would#1`, `agot2/would#2`). Forced abilities come before the
others of their kind (`agot2/forced#2`, `agot2/forced#3`). Interrupts come before any of it resolves
(`agot2/interrupt#2`, `agot2/interrupt#4`), reactions right after it (`agot2/reaction#4`). Around the initiation of an
ability only cancels may be used, before anything else about its effect (`agot2/cancel#2`).
"""

_ACTIONS = ("actions", "agot2/action-window#1", "Action window", action_window, Look.WINDOW)
"""The step that is a phase's action window."""

GAME = Procedure(
    "game",
    "Game",
    (
        Step("setup", "agot2/setup", "Set up", rounds.open_phase("setup"), Look.HIDDEN),
        Step("rounds", "agot2/7.5#3", "Rounds", rounds.next_round, Look.LOOP, loop="rounds", opens="round"),
    ),
)
"""A whole game: setup, then rounds until it is won."""

SETUP = Procedure(
    "setup",
    "Setup",
    (
        Step("first", "agot2/setup-2", "A first player at random", setup.choose_first),
        Step("shuffle", "agot2/setup-6", "Shuffle the draw decks", setup.shuffle_decks),
        Step("draw", "agot2/setup-7", "Draw seven cards", setup.draw_hands),
        Step("mulligan", "agot2/mulligan", "Mulligans", setup.mulligans, Look.OPTIONAL),
        Step("place", "agot2/setup-8", "Place setup cards", setup.place_cards),
        Step("reveal", "agot2/setup-9", "Reveal setup cards", setup.reveal_cards),
        Step("refill", "agot2/setup-10", "Draw up to seven", setup.refill),
    ),
)
"""The steps of setup that players or chance decide, or that move cards."""

ROUND = Procedure(
    "round",
    "Round",
    (
        Step("plot", "agot2/plot-phase", "1 Plot", rounds.open_phase("plot")),
        Step("draw", "agot2/draw-phase", "2 Draw", rounds.open_phase("draw")),
        Step("marshaling", "agot2/marshaling-phase", "3 Marshaling", rounds.open_phase("marshaling")),
        Step("challenges", "agot2/challenges-phase", "4 Challenges", rounds.open_phase("challenges")),
        Step("dominance", "agot2/dominance-phase", "5 Dominance", rounds.open_phase("dominance")),
        Step("standing", "agot2/standing-phase", "6 Standing", rounds.open_phase("standing")),
        Step("taxation", "agot2/taxation-phase", "7 Taxation", rounds.open_phase("taxation")),
    ),
)
"""The seven phases in their order (`agot2/timing-chart#1`).

Each has a procedure of its own with its framework events in the printed order (`agot2/timing-chart#2`).
"""

PLOT = Procedure(
    "plot",
    "1 Plot",
    (
        Step("begin", "agot2/1.1", "1.1 Round and plot phase begin", phases.begins),
        Step("choose", "agot2/1.2", "1.2 Choose plots", plots.choose_plots),
        Step("reveal", "agot2/1.3", "1.3 Reveal plots", plots.reveal_plots),
        Step("initiative", "agot2/count-initiative", "I. Count initiative", plots.initiative),
        Step("first player", "agot2/choose-first-player", "II. Choose first player", plots.first_player),
        Step("when revealed", "agot2/resolve-when-revealed", "III. When-revealed abilities", plots.when_revealed),
        Step("recycle", "agot2/used-pile", "Used pile returns", plots.recycle, Look.HIDDEN),
        Step("revealed", "agot2/1.3#4", "Reactions to revealing", plots.plots_revealed, Look.HIDDEN),
        Step("titles", "agot2/1.4", "1.4 Choose titles (melee)", titles.draft, Look.OPTIONAL),
        Step(*_ACTIONS),
        Step("end", "agot2/1.5", "1.5 Plot phase ends", phases.ends),
    ),
)
"""The plot phase, with which the round begins (`agot2/1.1#1`).

Initiative, first player and when-revealed abilities follow the revealing in this order (`agot2/1.3#2`), then the used
pile returns (`agot2/used-pile#3`). There is one action window (`agot2/action-window#3`).
"""

REVEALING = Procedure(
    "revealing",
    "Another plot is revealed",
    (
        Step("when revealed", "agot2/when-revealed#2", "When-revealed ability", plots.when_revealed),
        Step("recycle", "agot2/used-pile", "Used pile returns", plots.recycle, Look.HIDDEN),
        Step("revealed", "agot2/1.3#4", "Reactions to revealing", plots.plots_revealed, Look.HIDDEN),
    ),
)
"""A plot revealed outside step 1.3 by a card: its when-revealed ability, the used pile, reactions to revealing it.

Initiative is not counted and no first player is chosen (`agot2/count-initiative#4`, `agot2/choose-first-player#3`).
"""

DRAW = Procedure(
    "draw",
    "2 Draw",
    (
        Step("begin", "agot2/2.1", "2.1 Draw phase begins", phases.begins),
        Step("draw", "agot2/2.2", "2.2 Each player draws 2 cards", phases.draw_two),
        Step(*_ACTIONS),
        Step("end", "agot2/2.3", "2.3 Draw phase ends", phases.ends),
    ),
)
"""The draw phase, with one action window, after the draw (`agot2/action-window#4`)."""

MARSHALING = Procedure(
    "marshaling",
    "3 Marshaling",
    (
        Step("begin", "agot2/3.1", "3.1 Marshaling phase begins", phases.begins),
        Step("next active", "agot2/3.3", "3.3 Next player becomes active", phases.next_active, Look.LOOP),
        Step("income", "agot2/3.2", "3.2 Active player collects income", phases.income),
        Step(
            "actions",
            "agot2/marshaling-action-window#1",
            "Special action window",
            marshaling.special_window,
            Look.SPECIAL,
        ),
        Step(
            "again",
            "agot2/3.3",
            "Back for the next player",
            phases.back_to("next active"),
            Look.HIDDEN,
            loop="next active",
        ),
        Step("end", "agot2/3.4", "3.4 Marshaling phase ends", phases.ends),
    ),
)
"""The marshaling phase, with a special action window for each active player, after income (`agot2/action-window#5`)."""

CHALLENGES = Procedure(
    "challenges",
    "4 Challenges",
    (
        Step("begin", "agot2/4.1", "4.1 Challenges phase begins", phases.begins),
        Step("next active", "agot2/4.3", "4.3 Next player becomes active", phases.next_active, Look.LOOP),
        Step(*_ACTIONS),
        Step(
            "initiate",
            "agot2/4.2",
            "4.2 Active player may initiate a challenge",
            challenges.initiate,
            loop="actions",
            opens="challenge",
        ),
        Step(
            "again",
            "agot2/4.3",
            "Back for the next player",
            phases.back_to("next active"),
            Look.HIDDEN,
            loop="next active",
        ),
        Step("end", "agot2/4.4", "4.4 Challenges phase ends", phases.ends),
    ),
)
"""The challenges phase, with an action window before the active player may initiate a challenge.

The window opens again after each challenge and each change of active player (`agot2/action-window#6`,
`agot2/4.3#2`).
"""

CHALLENGE = Procedure(
    "challenge",
    "Challenge",
    (
        Step("initiated", "agot2/4.2", "4.2 Challenge is initiated", resolution.declared),
        Step("first actions", "agot2/action-window#7", "Action window", action_window, Look.WINDOW),
        Step("defenders", "agot2/4.2.1", "4.2.1 Declare defenders", challenges.defend),
        Step("second actions", "agot2/action-window#7", "Action window", action_window, Look.WINDOW),
        Step("compare", "agot2/4.2.2", "4.2.2 Compare STR, determine winner", resolution.compare),
        Step("bonuses", "agot2/4.2.3", "4.2.3 Challenge bonuses", resolution.bonuses),
        Step("claim", "agot2/4.2.4", "4.2.4 Apply claim", resolution.claim),
        Step("keywords", "agot2/4.2.5", "4.2.5 Resolve keywords", resolution.keywords),
        Step("end", "agot2/4.2.6", "4.2.6 Challenge ends", resolution.end),
    ),
)
"""One challenge from its initiation to its end (`agot2/challenge-resolution#1`)."""

DOMINANCE = Procedure(
    "dominance",
    "5 Dominance",
    (
        Step("begin", "agot2/5.1", "5.1 Dominance phase begins", phases.begins),
        Step("count", "agot2/5.2", "5.2 Determine dominance", phases.dominance),
        Step(*_ACTIONS),
        Step("end", "agot2/5.3", "5.3 Dominance phase ends", phases.ends),
    ),
)
"""The dominance phase, with one action window, after the counting (`agot2/action-window#8`)."""

STANDING = Procedure(
    "standing",
    "6 Standing",
    (
        Step("begin", "agot2/6.1", "6.1 Standing phase begins", phases.begins),
        Step("stand", "agot2/6.2", "6.2 All kneeling cards stand", phases.stand_all),
        Step(*_ACTIONS),
        Step("end", "agot2/6.3", "6.3 Standing phase ends", phases.ends),
    ),
)
"""The standing phase, with one action window, after all have stood (`agot2/action-window#9`)."""

TAXATION = Procedure(
    "taxation",
    "7 Taxation",
    (
        Step("begin", "agot2/7.1", "7.1 Taxation phase begins", phases.begins),
        Step("gold", "agot2/7.2", "7.2 Return unspent gold", phases.return_gold),
        Step("reserve", "agot2/7.3", "7.3 Check reserve", phases.reserve),
        Step("titles", "agot2/7.4", "7.4 Return titles (melee)", titles.give_back, Look.OPTIONAL),
        Step(*_ACTIONS),
        Step("end", "agot2/7.5", "7.5 Taxation phase and round end", phases.ends),
    ),
)
"""The taxation phase, with one action window, after titles are back (`agot2/action-window#10`)."""

BRINGING = Procedure(
    "bringing",
    "Marshaling a card",
    (
        Step("pay", "agot2/initiating-abilities#5", "Pay the cost", marshaling.pay_price),
        Step("enter", "agot2/initiating-abilities#7", "The card enters play", marshaling.enter),
    ),
)
"""A card on its way into play, by marshaling or ambush."""

VICTORY = Procedure(
    "victory", "Victory", (Step("choose", "agot2/winning-the-game#2", "Who wins", phases.victory_choice),)
)
"""The choice between players who reached victory at the same time."""
ELIMINATION = Procedure(
    "elimination", "Elimination", (Step("out", "agot2/winning-the-game#3", "Empty decks", standing.eliminate_empty),)
)
"""The elimination of players whose decks are empty."""

PROCEDURES: dict[str, Procedure] = {
    procedure.kind: procedure
    for procedure in (
        GAME, SETUP, ROUND, PLOT, REVEALING, DRAW, MARSHALING, CHALLENGES, CHALLENGE, DOMINANCE, STANDING, TAXATION,
        BRINGING, VICTORY, ELIMINATION,
        moment_procedure(SEQUENCE), ability_procedure(SEQUENCE, RULES), delayed_procedure(SEQUENCE, RULES),
    )
}  # fmt: skip
"""Every procedure by the kind of its frame."""
