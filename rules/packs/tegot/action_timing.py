"""Actions, to be read against the rulebook: the six of a die, the battles and retreats inside them, and what single events open."""

from __future__ import annotations

from rules.packs.tegot import battle, battle_resolution, moving, playing, plotting, recruiting, retreating, special, strength
from rules.timing import Look, Procedure, Step

RECRUIT = Procedure(
    "recruit", "Recruit", (Step("recruit", "tegot/recruit#1", "Recruit units", recruiting.recruit, Look.OPTIONAL),)
)

MARCH = Procedure(
    "march",
    "March",
    (
        Step("first leg", "tegot/march#1", "First domain", moving.set_out, Look.OPTIONAL),
        Step("second leg", "tegot/march-rules#1", "Second domain", moving.second_leg, Look.OPTIONAL),
        Step("battle", "tegot/march-rules#4", "Battle in a hostile domain", moving.clash, opens="battle"),
        Step("arrive", "tegot/march-rules#5", "The army arrives", moving.arrive),
    ),
)

SAIL = Procedure(
    "sail",
    "Sail",
    (
        Step("voyage", "tegot/sail#1", "The voyage", moving.set_out, Look.OPTIONAL),
        Step("battle", "tegot/sail-rules#5", "Battle in a hostile domain", moving.clash, opens="battle"),
        Step("arrive", "tegot/sail-rules#6", "The army lands", moving.arrive),
    ),
)

EXPEDITION = Procedure(
    "expedition",
    "March or Sail",
    (
        Step("way", "tegot/plot-cards-list#2", "March or sail", moving.choose_way),
        Step("go", "tegot/plot-cards-list#2", "The movement", moving.go_way, opens="march"),
    ),
)

_GRANTED = (
    Step("units", "tegot/plot-cards-list#2", "Units and where to", moving.set_out),
    Step("battle", "tegot/battle#1", "Battle in a hostile domain", moving.clash, opens="battle"),
    Step("arrive", "tegot/castle#1", "The army arrives", moving.arrive),
)
MOVE = Procedure("move", "Movement of an event", _GRANTED)
GATHER = Procedure("gather", "Gathering", _GRANTED)

WHISPER = Procedure(
    "whisper",
    "Whisper",
    (
        Step("discard", "tegot/whisper#1", "Give up cards", playing.whisper, Look.OPTIONAL),
        Step("gold", "tegot/whisper#3", "Gold for each", playing.whisper_gold),
        Step("draw", "tegot/whisper#1", "Draw to the limit", playing.whisper_draw, opens="draw"),
        Step("done", "tegot/whisper#1", "Done", playing.nothing, Look.HIDDEN),
    ),
)

PLOT = Procedure(
    "plot",
    "Plot",
    (
        Step("card", "tegot/plot-action#1", "Play a card", plotting.choose_card, Look.OPTIONAL),
        Step("shields", "tegot/plot-action#2", "Use its shields", plotting.use_shields, Look.OPTIONAL),
        Step("repay", "tegot/edmure-tully#2", "Return tokens for stolen ones", plotting.repay, Look.OPTIONAL),
        Step("finish", "tegot/plot-action#3", "Discard the card", plotting.finish),
    ),
)

EVENT = Procedure(
    "event", "Event", (Step("event", "tegot/event-action#1", "Play an event", playing.play_event, Look.WINDOW, opens="ability"),)
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
        *(Step(name, rule, label, strength.adding(name)) for name, rule, label in strength.PARTS),
        Step("count", "tegot/battle-resolution#1", "The greater strength wins, the defender a tie", battle_resolution.count),
        Step("resolve", "tegot/battle-resolution#3", "The winner scores", battle_resolution.resolve),
        Step("loss", "tegot/battle-resolution#5", "The loser loses a unit", battle_resolution.lose_unit),
        Step("retreat", "tegot/battle-resolution#6", "The rest retreats", battle_resolution.losers_retreat),
        Step("end", "tegot/battle-resolution#4", "Cards are put away", battle_resolution.end),
    ),
    rule="tegot/battle#2",
)

RETREAT = Procedure(
    "retreat",
    "Retreat",
    (
        Step("overflow", "tegot/retreat#5", "Units no domain has room for", retreating.overflow, Look.OPTIONAL),
        Step("where", "tegot/retreat#6", "The nearest domain", retreating.where_to),
        Step("go", "tegot/retreat#3", "The units move", retreating.go),
    ),
)

DETHRONED = Procedure(
    "dethroned",
    "Losing King's Landing",
    (Step("leave", "tegot/losing-kings-landing#1", "Retreat from King's Landing", retreating.leave_capital, opens="retreat"),),
)

ACTION_PROCEDURES = (RECRUIT, MARCH, SAIL, EXPEDITION, MOVE, GATHER, WHISPER, PLOT, EVENT, BATTLE, RETREAT, DETHRONED)
"""The actions, and the battles and retreats they lead to."""

_ONLY = "tegot/plot-cards-list#2"
TIMELY = Procedure(
    "timely",
    "An alliance at once",
    (Step("ally", "tegot/a-timely-alliance#2", "The new ally", special.timely, opens="alliance"),),
)
JOURNEY = Procedure(
    "journey",
    "A hero's journey",
    (
        Step("hero", _ONLY, "Which hero", special.choose_hero),
        Step("way", "tegot/banished-to-the-watch#2", "Others make way", special.make_way, opens="retreat"),
        Step("go", _ONLY, "The hero arrives", special.go_there),
    ),
)
PLACING = Procedure(
    "placing",
    "Resurrection",
    (
        Step("place", "tegot/resurrection#2", "Place the hero", special.place_hero),
        Step("march", "tegot/resurrection#3", "March", special.march_with),
    ),
)
SURPRISE = Procedure(
    "surprise",
    "Surprise",
    (
        Step("domain", "tegot/the-element-of-surprise#1", "Choose a domain", special.choose_domain),
        Step("victim", "tegot/the-element-of-surprise#2", "Eliminate a token", special.choose_victim),
        Step("scatter", "tegot/the-element-of-surprise#2", "The rest retreats", special.scatter, opens="retreat"),
    ),
)
TRIAL = Procedure("trial", "Trial", (Step("trial", "tegot/unjust-trial#1", "Gold, or the army", special.trial, opens="retreat"),))
EGGS = Procedure("eggs", "Dragon eggs", (Step("eggs", "tegot/daenerys-targaryen#1", "Place eggs", special.eggs, Look.OPTIONAL),))

SPECIAL_PROCEDURES = (TIMELY, JOURNEY, PLACING, SURPRISE, TRIAL, EGGS)
"""What only a single event opens."""
