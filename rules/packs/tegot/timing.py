"""The game, to be read against the rulebook: setup, rounds, turns, alliances, drawing and scoring."""

from __future__ import annotations

from rules.initiation import ability_procedure
from rules.moments import moment_procedure
from rules.packs.tegot import alliances, drawing, rounds, scoring, setup, turn
from rules.packs.tegot.action_timing import ACTION_PROCEDURES, SPECIAL_PROCEDURES
from rules.packs.tegot.rulebook import RULES
from rules.timing import Look, Procedure, Sequence, Slot, Step

SEQUENCE = Sequence(slots=(Slot("happens", "tegot/event-action#5", "it happens, and is carried out whole"),), attempt=())

GAME = Procedure(
    "game",
    "Game",
    (
        Step("setup", "tegot/setup#1", "Setup", rounds.setup, Look.HIDDEN),
        Step("rounds", "tegot/game-overview#1", "Rounds and scoring", rounds.next_round, Look.LOOP, loop="rounds", opens="round"),
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
        Step("extra", "tegot/extra-dice#1", "Extra dice with two or three players", rounds.part("extra"), Look.OPTIONAL),
        Step("alliances", "tegot/alliance-check#1", "Check alliances", alliances.check, opens="alliance"),
        Step("ending", "tegot/end-sequence#2", "Taxes and the end of the round", rounds.part("ending")),
    ),
    rule="tegot/round-overview#1",
)
"""A round in its order: what comes after the last turn, and taxes after alliances (`tegot/game-overview#3`, `tegot/taxes#5`)."""

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
    (Step("follow", "tegot/extra-dice#1", "Everyone may follow each bottom die", rounds.extra_dice, Look.LOOP, loop="follow"),),
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
        Step("alliances", "tegot/scoring-alliances#1", "Alliances", scoring.score("alliances", scoring.alliance_points)),
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
