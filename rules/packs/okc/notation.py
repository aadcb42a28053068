"""How this game's moves and positions are written, and how a written position is laid out."""

from __future__ import annotations

from ledger.events import Counted, FrameAdvanced, Holder, Moved, Revealed, Slots
from rules.kernel.notation import CARD, Notation, Part, Phrase, Where, open_at
from rules.kernel.position import Position
from rules.packs.okc import board, components, zones
from rules.packs.okc.chapters.year import seat_in
from rules.packs.okc.setup import HAND, SUPPORTERS

_HAND = Part("", "cards", "picks", "hand")
_REGIONS = tuple(board.REGIONS)
_TO = Part("to", "words", "words", noun="region", known=_REGIONS)
_BESIDE = Part("on", "words", "words", noun="region", known=_REGIONS)
_LOCATION = Part("", "word", "words", noun="location", known=board.LOCATIONS)
_BESIDE_A_REGION = "region"
"""The word by which a phrase says that a card lies beside a region, whichever it is (`zone_now`)."""
_OWN = Part("", "card", "subject", _BESIDE_A_REGION)

PHRASES = (
    Phrase("bid", "bid", (_HAND,)),
    Phrase("take", "take", (Part("", "card", "subject"), Part("for", "cards", "picks"))),
    Phrase("steal", "steal", (Part("", "card", "subject"), Part("for", "cards", "picks"))),
    Phrase("take-back", "return"),
    Phrase("herald", "herald", (Part("to", "word", "words", noun="location", known=board.LOCATIONS),)),
    Phrase("place", "place", (_HAND, _BESIDE)),
    Phrase("support", "supporters", (_BESIDE,)),
    Phrase("markers", "markers", (_BESIDE,)),
    Phrase("ambush", "ambush", (Part("", "cards", "picks", "hand"), Part("with", "card", "subject", _BESIDE_A_REGION))),
    Phrase("ambush", "ambush", (_OWN, Part("with", "cards", "picks", "hand")), only_read=True, turned=True),
    Phrase(
        "retreat",
        "retreat",
        (
            _OWN,
            Part("with", "cards", "picks"),
            Part("as", "words", "words", noun="piece", known=("herald",)),
            Part("for", "count", "amount"),
        ),
    ),
    Phrase("flank", "flank", (_OWN, _TO)),
    Phrase("rally", "rally", (_OWN, Part("with", "cards", "picks"))),
    Phrase("deploy", "deploy", (CARD, _TO)),
    Phrase("play", "play", (_HAND,)),
    Phrase("claim", "claim", (_LOCATION,)),
    Phrase("redeem", "relics", (Part("", "cards", "picks", "relics"), Part("for", "count", "amount"))),
    Phrase("govern", "govern", (_HAND, Part("to", "word", "words", noun="council", known=board.COUNCILS))),
    Phrase("travel", "travel", (_HAND,)),
    Phrase("mark", "secrets", (Part("on", "words", "words", noun="location", known=board.LOCATIONS),)),
    Phrase("recall", "oaths", (Part("from", "words", "words", noun="place", known=("losses", *_REGIONS)),)),
    Phrase("acquire", "acquire", (Part("", "cards", "picks", "power"),)),
    Phrase("discard", "discard", (_HAND,)),
    Phrase("keep", "hand", words=("keep",)),
    Phrase("mulligan", "hand", words=("mulligan",)),
    Phrase("start", "start", (Part("", "card", "subject", "dealt"), Part("with", "cards", "picks", "hand"))),
)
"""Every way to write a move of this game: the verb as it is written, the verb of the move, and the parts after it."""

_PHASES = ("year start", "spring", "summer", "autumn", "winter")
"""The phases a position may be in."""
_FIRST_STEP = {"year start": "draw", "spring": "bids", "summer": "markers", "autumn": "actions", "winter": "effects"}
"""The step of each phase that a position is in if its line names none."""


class _PositionLine:
    """The words of a position's line, sorted by what they say.

    `heralds` has a location for each player named, `markers` regions and `order` players in their order; `phase_words`
    are the words left, which name the phase and step.
    """

    def __init__(self, words: tuple[str, ...]) -> None:
        self.rest = list(words)
        self.heralds: dict[str, str] = {}
        self.markers: list[str] = []
        self.order: list[str] = []
        self.phase_words: list[str] = []

    def read(self, players: list[str]) -> None:
        """Sort the words into Herald places, clash markers, the order track, and the phase and step."""
        while self.rest:
            word = self.rest.pop(0)
            if word == "herald" and len(self.rest) > 1:
                player = self.rest.pop(0)
                self.heralds[player] = self.rest.pop(0)
            elif word == "markers":
                self.markers = self._take_while_in(tuple(board.REGIONS))
            elif word == "order":
                self.order = self._take_while_in(tuple(players))
            else:
                self.phase_words.append(word)

    def _take_while_in(self, known: tuple[str, ...]) -> list[str]:
        """Take words off the front as long as they are known ones, and return them."""
        found = []
        while self.rest and self.rest[0] in known:
            found.append(self.rest.pop(0))
        return found


def place(pos: Position, where: Where) -> str:
    """Bring what a position leaves unsaid, put the pieces its line names in place, and open the frames it stands in.

    Return what is wrong with the position or with the words of its line, or an empty string; the table may be changed
    even then.
    """
    said = _PositionLine(where.words)
    said.read(list(pos.table.seats))
    wrong = components.faction_conflict(pos.table.seats.values()) or _impossible_words(pos, said, where.round)
    if wrong:
        return wrong
    components.bring(pos, components.what_is_missing(pos, where.stated))
    components.lay_markers_on_tactics(pos)
    wrong = _fill_counters(pos, where)
    seats = list(pos.table.seats)
    order = said.order + [player for player in seats if player not in said.order]
    if not said.order and where.roles.get("first"):
        at = order.index(where.roles["first"])
        order = order[at:] + order[:at]
    seat_in(pos, order)
    wrong = wrong or _place_pieces(pos, said, where)
    return wrong or _open_phase(pos, said, where)


def _impossible_words(pos: Position, said: _PositionLine, number: int) -> str:
    """Return a complaint about words that fit no table, or an empty string.

    These are a round after the last, an order track without every player once, two markers on one region, and the
    Favour without a player.
    """
    seats, last = list(pos.table.seats), board.rounds(pos)
    if number > last:
        return f"round {number} is after the last: this game has {last} rounds"
    if said.order and sorted(said.order) != sorted(seats):
        return (
            f"`order {' '.join(said.order)}` is no order track: every player has one place on it ({', '.join(seats)})"
        )
    if len(said.markers) != len(set(said.markers)):
        return f"`markers {' '.join(said.markers)}` puts two markers on one region"
    if "favour" in said.phase_words:
        return f"`favour` is followed by a player ({', '.join(seats)})"
    return ""


def _fill_counters(pos: Position, where: Where) -> str:
    """Set hand limits that are not stated, and put Supporters not stated on the board, or into the losses.

    They are lost if the line states how many are on the board. Return a complaint about impossible numbers, or an empty
    string.
    """
    for player in pos.table.seats:
        if (player, "limit") not in where.stated:
            pos.emit(Counted(player, "limit", HAND))
        wrong = _complaint(pos, player)
        if wrong:
            return wrong
        missing = SUPPORTERS - _supporters(pos, player)
        if missing > 0:
            pos.emit(
                Counted(player, "supporters-lost" if (player, "supporters") in where.stated else "supporters", missing)
            )
    return ""


def _supporters(pos: Position, player: str) -> int:
    """Return how many Supporters of a player are anywhere."""
    names = ["supporters", "supporters-lost"]
    names += [f"{kind}-{region}" for kind in ("supporters", "fought") for region in board.REGIONS]
    return sum(pos.table.count(player, name) for name in names)


def _complaint(pos: Position, player: str) -> str:
    """Return what is impossible about a player's hand limit and number of Supporters, or an empty string."""
    if not board.LEAST_LIMIT <= board.limit(pos, player) <= board.MOST_LIMIT:
        return f"the hand limit of {player} is {board.limit(pos, player)}; it is 3 to 8"
    found = _supporters(pos, player)
    return f"{player} has {found} Supporters; there are {SUPPORTERS}" if found > SUPPORTERS else ""


def _kept_as(pos: Position, player: str, what: str) -> tuple[Holder, str] | None:
    """Return where a player's markers on a location are counted: on the location itself."""
    location = _MARKERS.get(what)
    return (board.location_entity(pos, location), f"markers-{player}") if location else None


def _place_pieces(pos: Position, said: _PositionLine, where: Where) -> str:
    """Move Heralds, the Favour, markers and occupying cards to where the position has them.

    Facedown cards beside regions become known to their players. Return a complaint about a Herald's place, or an empty
    string.
    """
    for player, location in said.heralds.items():
        if player not in pos.table.seats or location not in board.LOCATIONS:
            return (
                f"`herald {player} {location}` names no player and location; locations are {', '.join(board.LOCATIONS)}"
            )
        pos.emit(Moved(board.herald(pos, player), location))
    if where.roles.get("favour"):
        zones.favour_to(pos, where.roles["favour"])
    _lay_markers(pos)
    for player in pos.table.seats:
        for number in [card for region in board.REGIONS for card in pos.zone(player, region)]:
            if not pos.entity(number).up:
                pos.emit(Revealed(number, (player,)))
        for number in [*pos.zone(player, "board"), *pos.zone(player, "supply")]:
            if pos.card(number).type == "kingdom" and pos.entity(number).attached:
                guard = board.occupier(pos, number)
                if pos.entity(guard).zone != f"{player}.occupying":
                    pos.emit(Moved(guard, f"{player}.occupying"))
    return ""


def _used_for(pos: Position, player: str, number: int) -> int:
    """Return the player board for the Favour: its action is printed there (`okc/favour-action#1`)."""
    favour = pos.card(number).type == "favour"
    return next(iter(pos.zone(player, "faction")), number) if favour else number


def _zone_now(pos: Position, player: str, zone: str) -> str:
    """Return the region beside which an unknown card of a player would be the one that an order names.

    It is the first region with an unknown card, in the order of the clash markers: a region whose clash is won or tied
    for good gives no more orders, nor does one that is resolved (`okc/resolved-region#1`). Outside Summer any will do.
    Without such a card it is none, since what lies beside a region is there to be seen.
    """
    if zone != _BESIDE_A_REGION:
        return zone
    summer, here = pos.enclosing("summer"), pos.enclosing("region")
    order = (summer.names("markers") if summer is not None else []) or list(board.REGIONS)
    over = [*board.resolved(pos), *([here.text("region")] if here is not None and here.text("winner") else [])]
    left = (region for region in order if region not in over)
    return next((region for region in left if any(not pos.entity(n).card for n in pos.zone(player, region))), "")


def _lay_markers(pos: Position) -> None:
    """Move markers that the position counts with a player onto the location itself (`okc/council-of-secrets#2`)."""
    for player in pos.table.seats:
        for counter, location in _MARKERS.items():
            amount = pos.table.count(player, counter)
            if amount:
                pos.emit(Counted(player, counter, -amount))
                pos.emit(Counted(board.location_entity(pos, location), f"markers-{player}", amount))


def _open_phase(pos: Position, said: _PositionLine, where: Where) -> str:
    """Open the game, the round and the phase the position is in.

    Return a complaint about an unknown phase or step, or an empty string.
    """
    words, number = said.phase_words, where.round
    if not words:
        open_at(pos, "game", "rounds", {"round": number - 1, **_unstated_supplies(pos, where)})
        return ""
    phase = "year start" if words[:2] == ["year", "start"] else words[0]
    rest = words[2:] if phase == "year start" else words[1:]
    if phase not in _PHASES:
        return f"no phase is called {phase!r}; a position is in one of {', '.join(_PHASES)}"
    open_at(pos, "game", "rounds", {"round": number, **_unstated_supplies(pos, where)})
    open_at(pos, "round", phase, {"round": number})
    pos.emit(FrameAdvanced(pos.table.top.id, pos.table.top.step + 1))
    if phase == "summer" and (said.markers or rest):
        return _open_summer(pos, said, rest, _unstated(where))
    step = " ".join(rest) or _FIRST_STEP[phase]
    steps = [part.name for part in pos.pack.procedures[phase].steps]
    if step not in steps:
        return f"{phase} has no step {step!r}; its steps are {', '.join(steps)}"
    open_at(pos, phase, step)
    return ""


def _unstated_supplies(pos: Position, where: Where) -> Slots:
    """Return the slots of the game's frame that say whose influence and lore no line states: True if nobody's.

    Whoever is left out beside others may pay, and counts as having none where all are compared.
    """
    found: Slots = {}
    for kind in ("influence", "lore"):
        left_out = [player for player in pos.table.seats if (player, kind) not in where.stated]
        if left_out:
            found[f"{kind} unstated"] = True if len(left_out) == len(pos.table.seats) else list(left_out)
    return found


def _unstated(where: Where) -> list[str]:
    """Return the regions of which set-up lines say nothing, neither cards nor Supporters."""
    named = {zone.removeprefix("supporters-") for _, zone in where.stated}
    return [region for region in board.REGIONS if region not in named]


def _open_summer(pos: Position, said: _PositionLine, rest: list[str], unstated: list[str]) -> str:
    """Open Summer with its clash markers, in a region if one is named; the regions before it are resolved.

    Return a complaint about an unknown region, or an empty string.
    """
    region = rest[0] if rest else ""
    order = said.markers + [name for name in board.REGIONS if name not in said.markers]
    if len(rest) > 1:
        return f"{' '.join(rest)!r} is no region; a position in Summer names one region at most"
    if region == "region":
        return f"write which region it is, such as `summer {order[0]}`; regions are {', '.join(board.REGIONS)}"
    if region and region not in board.REGIONS:
        return f"no region is called {region!r}; regions are {', '.join(board.REGIONS)}"
    if region and not said.markers:
        order = [region, *(name for name in board.REGIONS if name != region)]
    done = order[: order.index(region)] if region else []
    open_at(pos, "summer", "region", {"markers": list(order), "resolved": list(done), "unstated": list(unstated)})
    return ""


_ZONES = """hand deck discard power supply tactics board losses relics secrets oaths
highlands plateau lowlands faction favour dealt"""
"""The zones of a player that a position may fill."""
_MARKERS = {f"markers-{location}": location for location in board.LOCATIONS}
"""For each counter by which a position counts a player's faction markers on a location, that location."""
_COUNTERS = """influence lore limit
supporters supporters-lost supporters-highlands supporters-plateau supporters-lowlands
markers-relics markers-secrets markers-oaths"""
"""The tokens and limits a position may give a player."""

_FACTIONS = ("clans", "gathering", "nobility", "uprising")
_MEANINGS = {
    "hand": "cards in hand",
    "deck": "the deck",
    "discard": "the discard pile",
    "power": "the place of power; `nothing` says that it is empty",
    "supply": "Kingdom cards in the supply",
    "tactics": "tactics",
    "board": "Kingdom cards on the player board",
    "losses": "cards among the losses",
    "relics": "cards in the Council of Relics",
    "secrets": "cards in the Council of Secrets",
    "oaths": "cards in the Council of Oaths",
    **{region: f"cards beside the {region}; after `markers`, the region" for region in board.REGIONS},
    "faction": "the faction's own components",
    "favour": "the Favour; in a `position` line, the player who has it",
    "dealt": "cards dealt in the advanced setup",
    "influence": "influence; in brackets, influence on the card",
    "lore": "lore",
    "limit": "the hand limit",
    "supporters": "Supporters on the player board",
    "supporters-lost": "Supporters among the losses",
    **{f"supporters-{region}": f"Supporters on the {region}" for region in board.REGIONS},
    **{counter: f"faction markers on the location {location}" for counter, location in _MARKERS.items()},
    **{f"markers-{council}": f"faction markers in the Council of {council.title()}" for council in board.COUNCILS},
    "facedown": "the card lies facedown",
    "exhausted": "the card is exhausted",
    **{f"fought-{region}": f"the card has fought in the {region} this round" for region in board.REGIONS},
    "markers": "in brackets, markers on the card; in a position, the regions in the order of their clash markers",
    "uses": "how often the component has been used",
    "road": "the Great Road",
    "kingdom": "the Kingdom deck",
    "kingdom-discard": "the Kingdom discard pile",
    **dict.fromkeys(board.LOCATIONS, "what lies on that location; after `herald` and a player, where the Herald is"),
    "first": "the first player on the order track, the others following in seating order",
    "order": "the players in the order of the order track",
    "herald": "a player and a location: where that player's Herald is",
    "year start": "the beginning of the round",
    "spring": "Spring",
    "summer": "Summer; with a region, in that region",
    "autumn": "Autumn",
    "winter": "Winter",
}
"""What each word of set-up lines and positions says."""

NOTATION = Notation(
    phrases=PHRASES,
    zones={kind: kind for kind in _ZONES.split()},
    counters=dict.fromkeys([*_COUNTERS.split(), *_MARKERS], ""),
    marks=frozenset({"facedown", "exhausted", "fought-highlands", "fought-plateau", "fought-lowlands"}),
    tokens=frozenset({"influence", "markers", "uses"}),
    fill={"deck": 8, "power": 5},
    kept_as=_kept_as,
    used_for=_used_for,
    zone_now=_zone_now,
    complaint=_complaint,
    shared=frozenset({"road", "kingdom", "kingdom-discard", *board.LOCATIONS}),
    place=place,
    phases={phase: phase for phase in _PHASES},
    roles=("first", "favour"),
    factions=_FACTIONS,
    place_words=("order", "markers", "herald"),
    meanings=_MEANINGS,
)
"""What this game adds to the notation of transcripts."""
