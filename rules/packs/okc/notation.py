"""How this game's moves and positions are written."""

from __future__ import annotations

from ledger.events import Counted, FrameAdvanced, Moved, Revealed
from rules.kernel.notation import CARD, WORD, Notation, Part, Phrase, Where, open_at
from rules.kernel.position import Position
from rules.packs.okc import board, components, zones
from rules.packs.okc.chapters.year import seat_in
from rules.packs.okc.setup import HAND, SUPPORTERS

_HAND = Part("", "cards", "picks", "hand")
_WORDS = Part("", "words", "words")
_TO = Part("to", "words", "words")
_BESIDE = Part("on", "words", "words")
_OWN = Part("", "card", "subject")

PHRASES = (
    Phrase("bid", "bid", (_HAND,)),
    Phrase("take", "take", (Part("", "card", "subject"), Part("for", "cards", "picks"))),
    Phrase("steal", "steal", (Part("", "card", "subject"), Part("for", "cards", "picks"))),
    Phrase("take-back", "return"),
    Phrase("herald", "herald", (Part("to", "word", "words"),)),
    Phrase("place", "place", (_HAND, _BESIDE)),
    Phrase("support", "supporters", (_BESIDE,)),
    Phrase("markers", "markers", (_BESIDE,)),
    Phrase("ambush", "ambush", (Part("with", "card", "subject"), Part("", "cards", "picks", "hand"))),
    Phrase(
        "retreat",
        "retreat",
        (_OWN, Part("with", "cards", "picks"), Part("as", "words", "words"), Part("for", "count", "amount")),
    ),
    Phrase("flank", "flank", (_OWN, _TO)),
    Phrase("rally", "rally", (_OWN, Part("with", "cards", "picks"))),
    Phrase("deploy", "deploy", (CARD, _TO)),
    Phrase("play", "play", (_HAND,)),
    Phrase("claim", "claim", (WORD,)),
    Phrase("redeem", "relics", (Part("", "cards", "picks", "relics"), Part("for", "count", "amount"))),
    Phrase("govern", "govern", (_HAND, Part("to", "word", "words"))),
    Phrase("travel", "travel", (_HAND,)),
    Phrase("mark", "secrets", (_BESIDE,)),
    Phrase("recall", "oaths", (Part("from", "words", "words"),)),
    Phrase("acquire", "acquire", (Part("", "cards", "picks", "power"),)),
    Phrase("discard", "discard", (_HAND,)),
    Phrase("keep", "hand", words=("keep",)),
    Phrase("mulligan", "hand", words=("mulligan",)),
    Phrase("start", "start", (Part("", "card", "subject", "dealt"), Part("with", "cards", "picks", "hand"))),
)

_PHASES = ("year start", "spring", "summer", "autumn", "winter")
_FIRST_STEP = {"year start": "draw", "spring": "bids", "summer": "markers", "autumn": "actions", "winter": "effects"}


class _Words:
    """The words of a position's line, taken one group after another."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.rest = list(words)
        self.heralds: dict[str, str] = {}
        self.markers: list[str] = []
        self.order: list[str] = []
        self.favour = ""
        self.plain: list[str] = []

    def sort(self, players: list[str]) -> None:
        """Herald places, clash markers, the order track and the Favour; whatever is left names the phase and step."""
        while self.rest:
            word = self.rest.pop(0)
            if word == "herald" and len(self.rest) > 1:
                player = self.rest.pop(0)
                self.heralds[player] = self.rest.pop(0)
            elif word == "markers":
                self.markers = self._while(tuple(board.REGIONS))
            elif word == "order":
                self.order = self._while(tuple(players))
            else:
                self.plain.append(word)

    def _while(self, known: tuple[str, ...]) -> list[str]:
        found = []
        while self.rest and self.rest[0] in known:
            found.append(self.rest.pop(0))
        return found


def place(pos: Position, where: Where) -> str:
    """Lay out what the position leaves unsaid and open the frames it stands in; says what is wrong with the words, or
    nothing.
    """
    said = _Words(where.words)
    said.sort(list(pos.table.seats))
    wrong = components.led_twice(pos.table.seats.values()) or _impossible(pos, said, where.round)
    if wrong:
        return wrong
    components.bring(pos, components.what_is_missing(pos, where.stated))
    wrong = _fill_counters(pos, where)
    seats = list(pos.table.seats)
    order = said.order + [player for player in seats if player not in said.order]
    if not said.order and where.roles.get("first"):
        at = order.index(where.roles["first"])
        order = order[at:] + order[:at]
    seat_in(pos, order)
    wrong = wrong or _pieces(pos, said, where)
    return wrong or _open(pos, said, where)


def _impossible(pos: Position, said: _Words, number: int) -> str:
    """What no table can show: a round after the last, a player or region twice or not at all on the track or under the
    markers.
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
    if "favour" in said.plain:
        return f"`favour` is followed by a player ({', '.join(seats)})"
    return ""


def _fill_counters(pos: Position, where: Where) -> str:
    """Hand limits at their start and every Supporter somewhere: on the board, or spent if the board is stated."""
    for player in pos.table.seats:
        if (player, "limit") not in where.stated:
            pos.emit(Counted(player, "limit", HAND))
        if not board.LEAST_LIMIT <= board.limit(pos, player) <= board.MOST_LIMIT:
            return f"the hand limit of {player} is {board.limit(pos, player)}; it is 3 to 8"
        names = ["supporters", "supporters-lost"]
        names += [f"{kind}-{region}" for kind in ("supporters", "fought") for region in board.REGIONS]
        missing = SUPPORTERS - sum(pos.table.count(player, name) for name in names)
        if missing < 0:
            return f"{player} has {SUPPORTERS - missing} Supporters; there are {SUPPORTERS}"
        if missing > 0:
            pos.emit(
                Counted(player, "supporters-lost" if (player, "supporters") in where.stated else "supporters", missing)
            )
    return ""


def _pieces(pos: Position, said: _Words, where: Where) -> str:
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


def _lay_markers(pos: Position) -> None:
    """Markers counted with a player lie on the location itself (`okc/council-of-secrets#2`)."""
    for player in pos.table.seats:
        for counter, location in _MARKERS.items():
            amount = pos.table.count(player, counter)
            if amount:
                pos.emit(Counted(player, counter, -amount))
                pos.emit(Counted(board.location_entity(pos, location), f"markers-{player}", amount))


def _open(pos: Position, said: _Words, where: Where) -> str:
    words, number = said.plain, where.round
    if not words:
        open_at(pos, "game", "rounds", {"round": number - 1})
        return ""
    phase = "year start" if words[:2] == ["year", "start"] else words[0]
    rest = words[2:] if phase == "year start" else words[1:]
    if phase not in _PHASES:
        return f"no phase is called {phase!r}; a position is in one of {', '.join(_PHASES)}"
    open_at(pos, "game", "rounds", {"round": number})
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


def _unstated(where: Where) -> list[str]:
    """The regions of which set-up lines say nothing, neither cards nor Supporters."""
    named = {zone.removeprefix("supporters-") for _, zone in where.stated}
    return [region for region in board.REGIONS if region not in named]


def _open_summer(pos: Position, said: _Words, rest: list[str], unstated: list[str]) -> str:
    """With clash markers, and in a region: those before it are resolved."""
    region = rest[0] if rest else ""
    if region and region not in board.REGIONS:
        return f"no region is called {region!r}; regions are {', '.join(board.REGIONS)}"
    order = said.markers + [name for name in board.REGIONS if name not in said.markers]
    if region and not said.markers:
        order = [region, *(name for name in board.REGIONS if name != region)]
    done = order[: order.index(region)] if region else []
    open_at(pos, "summer", "region", {"markers": list(order), "resolved": list(done), "unstated": list(unstated)})
    return ""


_ZONES = """hand deck discard power supply tactics board losses relics secrets oaths highlands plateau lowlands faction favour dealt"""
_MARKERS = {f"markers-{location}": location for location in board.LOCATIONS}
"""Faction markers on locations, as a position counts them."""
_COUNTERS = """influence lore limit supporters supporters-lost supporters-highlands supporters-plateau supporters-lowlands
markers-relics markers-secrets markers-oaths"""

NOTATION = Notation(
    phrases=PHRASES,
    zones={kind: kind for kind in _ZONES.split()},
    counters=dict.fromkeys([*_COUNTERS.split(), *_MARKERS], ""),
    marks=frozenset({"facedown", "exhausted", "fought-highlands", "fought-plateau", "fought-lowlands"}),
    tokens=frozenset({"influence", "markers", "uses"}),
    fill={"deck": 8, "power": 5},
    shared=frozenset({"road", "kingdom", "kingdom-discard", *board.LOCATIONS}),
    place=place,
)
