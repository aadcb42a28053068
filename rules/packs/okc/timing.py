"""The round, to be read against the rulebook: Year Start, Spring, Summer, Autumn, Winter, every step in order.

After the phases come the smaller procedures that steps, rewards and abilities open.
"""

from __future__ import annotations

from functools import partial

import msgspec

from rules.kernel.timing import Look, Procedure, Sequence, Slot, Step
from rules.packs.okc import setup
from rules.packs.okc.chapters import autumn, drawing, spring, summer, year
from rules.packs.okc.chapters.effect_steps import effect_step
from rules.packs.okc.chapters.windows import action_step, added_step
from rules.packs.okc.rulebook import RULES
from rules.resolution.initiation import ability_procedure
from rules.resolution.moments import moment_procedure
from rules.shared.rounds import expire, open_phase

SEQUENCE = Sequence(
    slots=(
        Slot("happens", "okc/simultaneous-steps#1", "it happens, all of it at once"),
        Slot(
            "must",
            "okc/conditional-abilities#2",
            "abilities that must be used",
            ("must", "bold"),
            forced=True,
            after=True,
            own=True,
        ),
        Slot("may", "okc/conditional-abilities#3", "abilities that may be used", ("may",), after=True, own=True),
    ),
    attempt=(),
)
"""The slots around an occurrence: it happens, then abilities that must be used, then those that may be."""

GAME = Procedure(
    "game",
    "Game",
    (
        Step("setup", "okc/setup#2", "Setup", open_phase("setup"), Look.HIDDEN),
        Step("rounds", "okc/game-structure#1", "Rounds", year.next_round, Look.LOOP, loop="rounds"),
        Step("places", "okc/empty-place-of-power#2", "Empty places of power", year.convert_lore),
        Step("victory", "okc/victory#3", "The crown", year.crown),
    ),
)

SETUP = Procedure(
    "setup",
    "Setup",
    (
        Step("board", "okc/setup-a", "A The board", setup.lay_out),
        Step("five", "okc/advanced-setup-i#1", "I Five Kingdom cards each (advanced)", setup.deal_five, Look.OPTIONAL),
        Step("road", "okc/setup-c#1", "C Kingdom deck and Great Road", setup.lay_road),
        Step("boards", "okc/setup-i", "I, J Pawns and hand limits", setup.player_boards),
        Step("tactics", "okc/setup-k#2", "K Tactics and their instructions", setup.tactics, loop="tactics"),
        Step("places", "okc/setup-m#2", "M Places of power", setup.places_of_power),
        Step("hands", "okc/setup-n#3", "N Decks and hands", setup.hands),
        Step("mulligans", "okc/advanced-setup-ii#1", "II Mulligans (advanced)", setup.mulligans, Look.OPTIONAL),
        Step(
            "kingdom",
            "okc/advanced-setup-ii#4",
            "II A Kingdom card each (advanced)",
            setup.choose_kingdom,
            Look.OPTIONAL,
        ),
        Step("order", "okc/setup-o#2", "O Starting order", setup.starting_order),
        Step("reveal", "okc/advanced-setup-iii#1", "III Reveal them (advanced)", setup.reveal_start, Look.OPTIONAL),
        Step("draw", "okc/advanced-setup-iv", "IV Draw up (advanced)", setup.last_draw, Look.OPTIONAL),
    ),
)

ROUND = Procedure(
    "round",
    "Round",
    (
        Step("year start", "okc/year-start#1", "Year Start (not in round 1)", year.year_start, Look.OPTIONAL),
        Step("spring", "okc/spring", "Spring", open_phase("spring")),
        Step("summer", "okc/summer#1", "Summer", open_phase("summer")),
        Step("autumn", "okc/autumn#1", "Autumn", open_phase("autumn")),
        Step("winter", "okc/winter", "Winter", open_phase("winter")),
    ),
    closing=expire,
)

YEAR_START = Procedure(
    "year start",
    "Year Start",
    (
        Step("draw", "okc/year-start-1#1", "1 Draw cards", year.draw_up),
        Step("order", "okc/year-start-2#1", "2 Turn order", year.set_order),
    ),
)

SPRING = Procedure(
    "spring",
    "Spring",
    (
        Step("bids", "okc/spring-1", "1 Bids", spring.bids),
        Step("reveal", "okc/spring-2#1", "2 Reveal bids", spring.reveal_bids),
        Step("resolve", "okc/spring-2#2", "2 Resolve bids", spring.resolve_bids, Look.LOOP, loop="resolve"),
        Step("refill", "okc/refilling-great-road#1", "Discard from the Great Road", spring.clear_road),
        Step("heralds", "okc/spring-3a#1", "3A Place Heralds", spring.heralds),
        Step("cards", "okc/spring-3b#1", "3B Place cards beside regions", spring.cards),
        Step("actions", "okc/spring-4#1", "4 Spring action step", action_step, Look.WINDOW),
    ),
    closing=expire,
)

SUMMER = Procedure(
    "summer",
    "Summer",
    (
        Step("markers", "okc/summer-1", "1 Place clash markers", summer.place_markers),
        Step(
            "region",
            "okc/summer-2",
            "2 Resolve clashes, region by region",
            summer.next_region,
            Look.LOOP,
            loop="region",
        ),
    ),
    closing=expire,
)

REGION = Procedure(
    "region",
    "Region",
    (
        Step("clash", "okc/clash#1", "A to D The clash", summer.begin_clash),
        Step("tie", "okc/ties-in-clashes#1", "A tie: play or pass", summer.break_tie, Look.OPTIONAL, loop="clash"),
        Step("rewards", "okc/summer-2e#1", "E Rewards: choose a location", summer.choose_location, opens="claim"),
        Step("resolved", "okc/resolved-region#1", "The region is resolved", summer.resolved),
    ),
)

CLASH = Procedure(
    "clash",
    "Clash",
    (
        Step("reveal", "okc/summer-2a#1", "A Reveal cards", summer.reveal),
        Step("day", "okc/day#2", "B Day action step", summer.day),
        Step("night", "okc/summer-2c#1", "C Night effect step", effect_step("night")),
        Step("strength", "okc/summer-2d#1", "D Count Strength", summer.count_strength),
        Step("announce", "okc/summer-2d#4", "D Announce the result", summer.announce),
        Step("end", "okc/new-clash#2", "The clash is over", summer.end_clash, Look.HIDDEN),
    ),
    closing=expire,
)

DAY = Procedure(
    "day",
    "Day action step",
    (
        Step("actions", "okc/summer-2b#1", "Day actions in turn order", action_step, Look.WINDOW),
        Step("reveal", "okc/added-cards#1", "Reveal added cards", summer.reveal_added),
        Step("added", "okc/added-cards#2", "Actions of the cards just revealed", added_step, Look.WINDOW),
        Step("again", "okc/added-cards#1", "Cards they added in turn", summer.more_added, Look.HIDDEN, loop="reveal"),
        Step("done", "okc/day#2", "Day is over", year.nothing, Look.HIDDEN),
    ),
)

CLAIM = Procedure(
    "claim",
    "Rewards",
    (
        Step("claim", "okc/choosing-location", "The location claimed", summer.begin_claim, Look.HIDDEN),
        Step("herald", "okc/herald-reward#1", "Herald reward: 1 influence", summer.herald, Look.OPTIONAL),
        Step("steal", "okc/herald-reward#2", "Herald reward: steal", summer.steal, Look.OPTIONAL),
        Step("relics", "okc/council-of-relics#1", "Council of Relics", autumn.relics, Look.OPTIONAL),
        Step("influence", "okc/location-rewards#1", "Influence of the location", summer.influence),
        Step("reward", "okc/location-rewards#2", "Text of the location", summer.reward, loop="reward"),
    ),
)

AUTUMN = Procedure(
    "autumn",
    "Autumn",
    (Step("actions", "okc/autumn-1#4", "Autumn action step: govern, travel, act", action_step, Look.WINDOW),),
    closing=expire,
)

WINTER = Procedure(
    "winter",
    "Winter",
    (
        Step("effects", "okc/winter-1", "1 Winter effect step", effect_step("winter")),
        Step("pawns", "okc/winter-2a#1", "2 Cleanup: pawns", year.pawns_home),
        Step("markers", "okc/winter-2b", "2 Cleanup: clash markers", year.nothing),
        Step("cards", "okc/winter-2c#1", "2 Cleanup: active cards", year.active_cards_away),
        Step("track", "okc/winter-3#1", "3 Round track", year.nothing),
    ),
    closing=expire,
)

DRAWING = Procedure(
    "drawing",
    "Drawing",
    (
        Step("draw", "okc/year-start-1#2", "Draw", drawing.draw),
        Step("reshuffle", "okc/resolving-attrition#1", "Attrition: reshuffle", drawing.reshuffle, Look.OPTIONAL),
        Step(
            "lower",
            "okc/resolving-attrition#2",
            "Attrition: lower the limit",
            drawing.lower,
            Look.OPTIONAL,
            loop="draw",
        ),
        Step("done", "okc/hand-limit#1", "drawing is over", year.nothing, Look.HIDDEN),
    ),
)
"""Drawing cards, with attrition when a deck is empty."""

EXCESS = Procedure(
    "excess", "Hand over its limit", (Step("discard", "okc/hand-limit-excess#2", "Discard down", drawing.excess),)
)
SURPLUS = Procedure(
    "surplus",
    "More cards than find room in hand",
    (Step("surplus", "okc/hand-limit-excess#1", "Excess cards go on top of the deck", drawing.surplus),),
)
ACQUIRING = Procedure(
    "acquiring",
    "Acquiring from the place of power",
    (Step("acquire", "okc/acquiring-from-place-of-power#1", "Spend lore", drawing.acquire, loop="acquire"),),
)
SPACE = Procedure(
    "space",
    "A space for a Kingdom card",
    (Step("space", "okc/occupying-kingdom-cards#2", "Choose a space and occupy it", spring.choose_space),),
)
"""Finding a space for a Kingdom card that an ability brings."""
REFILL = Procedure(
    "refill", "Refilling the Great Road", (Step("refill", "okc/refilling-great-road#6", "Refill", spring.refill),)
)
GOVERNING = Procedure(
    "governing",
    "May govern",
    (
        Step("govern", "okc/govern#1", "Govern", autumn.offer_govern),
        Step("done", "okc/govern#1", "governing is over", year.nothing, Look.HIDDEN),
    ),
)
"""An offer to govern, by a reward or an ability."""
TRAVELLING = Procedure(
    "travelling",
    "May travel",
    (
        Step("travel", "okc/travel#1", "Travel", autumn.offer_travel),
        Step("done", "okc/travel#1", "travelling is over", year.nothing, Look.HIDDEN),
    ),
)
"""An offer to travel, by a reward or an ability."""
TRAVEL = Procedure(
    "travel",
    "Travelling",
    (
        Step("depart", "okc/travel#1", "The card leaves", autumn.depart),
        Step("learn", "okc/travel#2", "Lore is gained", autumn.learn),
    ),
)
"""One journey: the card leaves, its lore is gained."""
SECRETS = Procedure(
    "secrets",
    "Council of Secrets",
    (
        Step("place", "okc/council-of-secrets#1", "Place markers", autumn.place_markers),
        Step(
            "claim",
            "okc/four-markers#1",
            "Claim with four markers",
            autumn.claim_marked,
            Look.LOOP,
            loop="claim",
            opens="claim",
        ),
    ),
)


def _spending(procedure: Procedure) -> Procedure:
    """Return a procedure in which lore may be spent behind the abilities that may be used, too."""
    steps = (
        msgspec.structs.replace(step, run=partial(drawing.with_lore_left, step.run)) if step.name == "may" else step
        for step in procedure.steps
    )
    return msgspec.structs.replace(procedure, steps=tuple(steps))


PROCEDURES: dict[str, Procedure] = {
    procedure.kind: procedure
    for procedure in (
        GAME, SETUP, ROUND, YEAR_START, SPRING, SUMMER, REGION, CLASH, DAY, CLAIM, AUTUMN, WINTER,
        DRAWING, EXCESS, SURPLUS, ACQUIRING, SPACE, REFILL, GOVERNING, TRAVELLING, TRAVEL, SECRETS,
        _spending(moment_procedure(SEQUENCE)), _spending(ability_procedure(SEQUENCE, RULES)),
    )
}  # fmt: skip
"""Every procedure of the game, by the kind of frame that runs it."""
