"""The timing of the game as ordered literals, to be read against the rulebook.

First come the actions with battle and retreat, then what single event cards start, then the game itself: setup, rounds,
turns, alliances, drawing and scoring.
"""

from __future__ import annotations

from rules.kernel.timing import Look, Procedure, Sequence, Slot, Step
from rules.packs.tegot import setup
from rules.packs.tegot.chapters import (
    alliances,
    battle,
    drawing,
    events,
    march,
    plot,
    recruit,
    retreat,
    rounds,
    scoring,
    turn,
    whisper,
)
from rules.packs.tegot.rulebook import RULES
from rules.resolution.initiation import ability_procedure
from rules.resolution.moments import moment_procedure

RECRUIT = Procedure(
    "recruit", "Recruit", (Step("recruit", "tegot/recruit#1", "Recruit units", recruit.recruit, Look.OPTIONAL),)
)

MARCH = Procedure(
    "march",
    "March",
    (
        Step("first leg", "tegot/march#1", "First domain", march.set_out, Look.OPTIONAL),
        Step("second leg", "tegot/march-rules#1", "Second domain", march.second_leg, Look.OPTIONAL),
        Step("battle", "tegot/march-rules#4", "Battle in a hostile domain", march.clash, opens="battle"),
        Step("arrive", "tegot/march-rules#5", "The army arrives", march.arrive),
    ),
)

SAIL = Procedure(
    "sail",
    "Sail",
    (
        Step("voyage", "tegot/sail#1", "The voyage", march.set_out, Look.OPTIONAL),
        Step("battle", "tegot/sail-rules#5", "Battle in a hostile domain", march.clash, opens="battle"),
        Step("arrive", "tegot/sail-rules#6", "The army lands", march.arrive),
    ),
)

EXPEDITION = Procedure(
    "expedition",
    "March or Sail",
    (
        Step("way", "tegot/plot-cards-list#2", "March or sail", march.choose_way),
        Step("go", "tegot/plot-cards-list#2", "The movement", march.go_way, opens="march"),
    ),
)

_GRANTED = (
    Step("units", "tegot/plot-cards-list#2", "Units and where to", march.set_out),
    Step("battle", "tegot/battle#1", "Battle in a hostile domain", march.clash, opens="battle"),
    Step("arrive", "tegot/castle#1", "The army arrives", march.arrive),
)
MOVE = Procedure("move", "Movement of an event", _GRANTED)
GATHER = Procedure("gather", "Gathering", _GRANTED)

WHISPER = Procedure(
    "whisper",
    "Whisper",
    (
        Step("discard", "tegot/whisper#1", "Give up cards", whisper.give_up_cards, Look.OPTIONAL),
        Step("gold", "tegot/whisper#3", "Gold for each", whisper.gain_gold),
        Step("draw", "tegot/whisper#1", "Draw to the limit", whisper.draw_hand, opens="draw"),
        Step("done", "tegot/whisper#1", "whispering is over", whisper.end, Look.HIDDEN),
    ),
)

PLOT = Procedure(
    "plot",
    "Plot",
    (
        Step("card", "tegot/plot-action#1", "Play a card", plot.choose_card, Look.OPTIONAL),
        Step("shields", "tegot/plot-action#2", "Use its shields", plot.use_shields, Look.OPTIONAL),
        Step("repay", "tegot/edmure-tully#2", "Return tokens for stolen ones", plot.repay, Look.OPTIONAL),
        Step("finish", "tegot/plot-action#3", "Discard the card", plot.finish),
    ),
)

EVENT = Procedure(
    "event",
    "Event",
    (Step("event", "tegot/event-action#1", "Play an event", events.play_event, Look.WINDOW, opens="ability"),),
)

BATTLE = Procedure(
    "battle",
    "Battle",
    (
        Step("begin", "tegot/vengeance#3", "The battle starts", battle.begin),
        Step("attacker", "tegot/battle-1#1", "1 Attacker's card", battle.attacker_card, Look.OPTIONAL),
        Step("defender", "tegot/battle-2#1", "2 Defender's card", battle.defender_card, Look.OPTIONAL),
        Step("reveal", "tegot/battle-3#5", "3 Reveal", battle.reveal),
        Step("secrets", "tegot/secret-icon#1", "Secrets", battle.secrets, Look.SPECIAL, opens="draw"),
        Step("icons", "tegot/retreat-icon#1", "Retreat icons", battle.icon_retreats, Look.SPECIAL, opens="retreat"),
        *(Step(name, rule, label, battle.add_strength(name)) for name, rule, label in battle.STRENGTH_PARTS),
        Step("count", "tegot/battle-resolution#1", "The greater strength wins, the defender a tie", battle.count),
        Step("resolve", "tegot/battle-resolution#3", "The winner scores", battle.resolve),
        Step("loss", "tegot/battle-resolution#5", "The loser loses a unit", battle.lose_unit, opens="loss"),
        Step("retreat", "tegot/battle-resolution#6", "The rest retreats", battle.losers_retreat),
        Step("end", "tegot/battle-resolution#4", "Cards are put away", battle.end),
    ),
    rule="tegot/battle#2",
)

LOSS = Procedure(
    "loss",
    "Loss of a unit",
    (
        Step("choice", "tegot/loss-of-player#2", "The loser chooses", battle.choose_loss),
        Step("gone", "tegot/battle-resolution#5", "The unit is gone", battle.chosen_unit_goes),
    ),
)

RETREAT = Procedure(
    "retreat",
    "Retreat",
    (
        Step("overflow", "tegot/retreat#5", "Units no domain has room for", retreat.overflow, Look.OPTIONAL),
        Step("where", "tegot/retreat#6", "The nearest domain", retreat.where_to),
        Step("go", "tegot/retreat#3", "The units move", retreat.go),
    ),
)

DETHRONED = Procedure(
    "dethroned",
    "Losing King's Landing",
    (
        Step(
            "leave",
            "tegot/losing-kings-landing#1",
            "Retreat from King's Landing",
            retreat.leave_capital,
            opens="retreat",
        ),
    ),
)

ACTION_PROCEDURES = (
    RECRUIT,
    MARCH,
    SAIL,
    EXPEDITION,
    MOVE,
    GATHER,
    WHISPER,
    PLOT,
    EVENT,
    BATTLE,
    LOSS,
    RETREAT,
    DETHRONED,
)
"""The six actions, their variants that event cards grant, and the battles and retreats they lead to."""

_ONLY = "tegot/plot-cards-list#2"
TIMELY = Procedure(
    "timely",
    "An alliance at once",
    (Step("ally", "tegot/a-timely-alliance#2", "The new ally", events.timely, opens="alliance"),),
)
JOURNEY = Procedure(
    "journey",
    "A hero's journey",
    (
        Step("hero", _ONLY, "Which hero", events.choose_hero),
        Step("way", "tegot/banished-to-the-watch#2", "Others make way", events.make_way, opens="retreat"),
        Step("go", _ONLY, "The hero arrives", events.go_there),
    ),
)
PLACING = Procedure(
    "placing",
    "Resurrection",
    (
        Step("place", "tegot/resurrection#2", "Place the hero", events.place_hero),
        Step("march", "tegot/resurrection#3", "March", events.march_with),
    ),
)
SURPRISE = Procedure(
    "surprise",
    "Surprise",
    (
        Step("domain", "tegot/the-element-of-surprise#1", "Choose a domain", events.choose_domain),
        Step("victim", "tegot/the-element-of-surprise#2", "Eliminate a token", events.choose_victim),
        Step("scatter", "tegot/the-element-of-surprise#2", "The rest retreats", events.scatter, opens="retreat"),
    ),
)
TRIAL = Procedure(
    "trial", "Trial", (Step("trial", "tegot/unjust-trial#1", "Gold, or the army", events.trial, opens="retreat"),)
)
EGGS = Procedure(
    "eggs", "Dragon eggs", (Step("eggs", "tegot/daenerys-targaryen#1", "Place eggs", events.eggs, Look.OPTIONAL),)
)

SPECIAL_PROCEDURES = (TIMELY, JOURNEY, PLACING, SURPRISE, TRIAL, EGGS)
"""The procedures that only single event cards start."""

SEQUENCE = Sequence(
    slots=(Slot("happens", "tegot/event-action#5", "it happens, and is carried out whole"),), attempt=()
)

GAME = Procedure(
    "game",
    "Game",
    (
        Step("setup", "tegot/setup#1", "Setup", rounds.setup, Look.HIDDEN),
        Step(
            "rounds",
            "tegot/game-overview#1",
            "Rounds and scoring",
            rounds.next_round,
            Look.LOOP,
            loop="rounds",
            opens="round",
        ),
        Step("crown", "tegot/end-of-game#1", "The crown", rounds.crown),
    ),
)

SETUP = Procedure(
    "setup",
    "Setup",
    (
        Step("pieces", "tegot/setup-1#1", "1 to 3 Map, mats and dice", setup.unpack),
        Step("houses", "tegot/setup-6#1", "4 to 6 Houses", setup.draw_houses),
        Step("heroes", "tegot/heroes-and-houses#1", "Every hero a figure and a card", setup.tie_heroes, Look.HIDDEN),
        Step("tokens", "tegot/setup-5b#1", "5B A token in each home", setup.first_tokens),
        Step("figures", "tegot/setup-5c#1", "5C Heroes and their cards", setup.first_heroes),
        Step("gold", "tegot/setup-5e#1", "5E Gold", setup.first_gold),
        Step("others", "tegot/setup-6b#1", "6 Non-player houses", setup.other_houses),
        Step("deal", "tegot/setup-7#1", "7 Plot cards", setup.deal),
        Step("castles", "tegot/setup-9a#1", "8, 9 Throne and castles", setup.first_castles),
        Step("hand", "tegot/setup-10#1", "10 The Hand of the King", setup.first_player),
    ),
)

ROUND = Procedure(
    "round",
    "Round",
    (
        Step("dice", "tegot/dice-draft#1", "Dice", rounds.part("dice")),
        Step(
            "turns",
            "tegot/round-overview#1",
            "Turns, clockwise from the Hand",
            rounds.next_turn,
            Look.LOOP,
            loop="turns",
            opens="turn",
        ),
        Step(
            "extra", "tegot/extra-dice#1", "Extra dice with two or three players", rounds.part("extra"), Look.OPTIONAL
        ),
        Step("alliances", "tegot/alliance-check#1", "Check alliances", alliances.check, opens="alliance"),
        Step("ending", "tegot/end-sequence#2", "Taxes and the end of the round", rounds.part("ending")),
    ),
    rule="tegot/round-overview#1",
)
"""A round in its order. After the last turn come the extra dice, alliances, then taxes.

Keeps `tegot/game-overview#3`, `tegot/taxes#5`.
"""

DICE = Procedure(
    "dice",
    "Dice",
    (
        Step("roll", "tegot/dice-draft#1", "Roll the dice", rounds.roll),
        Step("draft", "tegot/dice-draft#2", "Choose dice", rounds.draft),
    ),
)

EXTRA = Procedure(
    "extra",
    "Extra dice",
    (
        Step(
            "follow",
            "tegot/extra-dice#1",
            "Everyone may follow each bottom die",
            rounds.extra_dice,
            Look.LOOP,
            loop="follow",
        ),
    ),
)

ENDING = Procedure(
    "ending",
    "Taxes and the end of the round",
    (
        Step("taxes", "tegot/taxes#1", "Gold of the track", rounds.collect(scoring.track_gold)),
        Step("cards", "tegot/taxes#2", "Cards of the track, in player order", rounds.tax_cards, opens="draw"),
        Step("fiefs", "tegot/taxes#3", "Gold of fiefs", rounds.collect(scoring.fief_gold)),
        Step("capital", "tegot/taxes#4", "Gold of King's Landing", rounds.collect(scoring.capital_gold)),
        Step("cull", "tegot/cull#1", "Cull ally pools", alliances.cull),
        Step("heroes", "tegot/hero-card#3", "Hero cards return", rounds.heroes_return),
        Step("hand", "tegot/end-sequence#3", "The Hand passes, the Crown moves on", rounds.pass_hand),
    ),
)

TURN = Procedure(
    "turn",
    "Turn",
    (
        Step("change", "tegot/changing-a-die#1", "Change dice", turn.change_dice, Look.OPTIONAL),
        Step("place", "tegot/turn-1#1", "1 Place a die", turn.place_die),
        Step("slot", "tegot/optional-action#1", "The slot's action", turn.slot_action, Look.OPTIONAL),
        Step("die", "tegot/turn-2#1", "2 The die's action", turn.die_action, Look.OPTIONAL),
        Step("follow", "tegot/turn-3#1", "3 Others follow", turn.follow, Look.LOOP, loop="follow"),
        Step("change other", "tegot/changing-a-die#2", "Change the other die", turn.change_other, Look.OPTIONAL),
        Step("pass", "tegot/turn-4#1", "4 Pass the other die", turn.pass_die),
    ),
    rule="tegot/turn#2",
)

ALLIANCE = Procedure(
    "alliance",
    "Alliance",
    (
        Step("hero", "tegot/no-heir#1", "A hero nobody commands goes home", alliances.hero_home, Look.OPTIONAL),
        Step("shield", "tegot/losing-alliance-1#1", "1 The shield and the units change sides", alliances.shield),
        Step("leave", "tegot/losing-alliance-2#1", "2 Leave shared domains", alliances.leave_shared, opens="retreat"),
        Step("castles", "tegot/losing-alliance-3#1", "3 Castles follow the units", alliances.castles_follow),
    ),
)

DRAW = Procedure(
    "draw",
    "Draw",
    (
        Step("refill", "tegot/plot-card#3", "A new deck", drawing.refill, Look.OPTIONAL),
        Step("shuffle", "tegot/plot-card#3", "Shuffle", drawing.shuffle, Look.OPTIONAL),
        Step("draw", "tegot/hand-limit#1", "Draw", drawing.draw),
        Step("down", "tegot/hand-limit#1", "Discard down to the limit", drawing.discard_down, Look.OPTIONAL),
    ),
)

SCORING = Procedure(
    "scoring",
    "Scoring phase",
    (
        Step("companions", "tegot/loyal-companion#2", "Companions leave", scoring.companions_leave, Look.OPTIONAL),
        Step("castles", "tegot/scoring-castles#1", "Castles, by rank", scoring.score("castles", scoring.castle_points)),
        Step("goals", "tegot/house-goals#2", "House goals", scoring.score("goals", scoring.goal_points)),
        Step("throne", "tegot/iron-throne#3", "The Iron Throne", scoring.score("the throne", scoring.throne_points)),
        Step(
            "alliances", "tegot/scoring-alliances#1", "Alliances", scoring.score("alliances", scoring.alliance_points)
        ),
        Step("vengeance", "tegot/vengeance#1", "Vengeance token", scoring.vengeance),
    ),
)

PROCEDURES = {
    procedure.kind: procedure
    for procedure in (
        GAME, SETUP, ROUND, DICE, TURN, EXTRA, ENDING, *ACTION_PROCEDURES, ALLIANCE, DRAW, SCORING, *SPECIAL_PROCEDURES,
        moment_procedure(SEQUENCE), ability_procedure(SEQUENCE, RULES),
    )
}  # fmt: skip
