"""Autumn: governing, travelling and the three councils, in the action step or where a reward or ability allows it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

from ledger.events import Counted, Move, Occurrence, UseCounted
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Form, Say
from rules.kernel.names import card_names, is_or_are, quantity, whereabouts
from rules.kernel.pack import Action
from rules.kernel.position import Position
from rules.packs.okc import board, values
from rules.packs.okc.chapters.windows import names_only, step_check
from rules.packs.okc.rulebook import used

ENOUGH_MARKERS = 4
"""Markers of a player on a location that claim its reward (`okc/four-markers#1`)."""


def _once(council: str) -> str:
    return f"the action of the Council of {council} is used once a round"


def _govern_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    """Yield the ways to govern in the Autumn action step: once, with a card from hand."""
    if frame.kind == "autumn" and _first_time(pos, player, "govern"):
        yield from _govern_moves(pos, player, ["hand"])


def _autumn_govern_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    """Return the conditions of governing in the Autumn action step."""
    first = _first_time(pos, player, "govern")
    return [
        step_check(pos, frame, "autumn", "okc/autumn-1#1", "a player governs once with a card from hand"),
        Check(
            "once",
            "okc/autumn-1#1",
            "a player governs once in this step",
            first,
            f"{pos.player_name(player)} has governed",
        ),
        *_govern_checks(pos, player, ["hand"], move, "okc/autumn-1#1"),
    ]


def _perform_govern(pos: Position, player: str, move: Move, frame: Frame) -> None:
    """Count the governing for this Autumn and let it happen."""
    pos.emit(UseCounted(f"govern {player}", frame.id))
    pos.open("moment", None, _govern_occurrences(pos, player, move, clear=False))


def offer_govern(pos: Position, frame: Frame) -> Ask | None:
    """Ask the frame's player to govern now or decline, with a card from the places the frame names under `from`.

    A player without a card that has votes there is not asked.
    """
    player, places = frame.text("player"), frame.names("from")

    def judge(move: Move) -> list[Check]:
        return _govern_checks(pos, player, places, move, _source_clause(pos, "okc/govern#2"))

    def does(move: Move) -> None:
        pos.open_next(frame, "moment", None, _govern_occurrences(pos, player, move, frame.text("to") == "clear"))

    def offers() -> Iterator[Move]:
        return _govern_moves(pos, player, places)

    def declines() -> None:
        pos.go(frame, "done")

    form = Form(player, "govern", "okc/govern#1", "govern or not", judge, offers, does, declines)
    form.whose = "okc/own-powers#1"
    return _ask_if_possible(pos, form)


def _govern_moves(pos: Position, player: str, places: list[str]) -> Iterator[Move]:
    """Yield every move by which a player could govern with a card from these places."""
    for number in _sources(pos, player, places):
        if values.votes(pos, number):
            for council in board.COUNCILS:
                yield Move("govern", picks=(number,), words=(council,))


def _govern_checks(pos: Position, player: str, places: list[str], move: Move, source: str) -> list[Check]:
    """Return the conditions of governing with a card from these places; `source` is the clause on the places."""
    own = len(move.picks) == 1 and move.picks[0] in _sources(pos, player, places)
    voting = values.votes(pos, move.picks[0]) > 0 if own else None
    council = len(move.words) == 1 and move.words[0] in board.COUNCILS
    return [
        _source_check(pos, player, places, move, source, own),
        Check(
            "votes",
            "okc/govern#1",
            "only a card with a vote governs",
            voting,
            "" if voting is not False else f"{pos.pack.name(pos, move.picks[0])} has none",
        ),
        Check("council", "okc/govern#1", "it goes to one council", council, f"{_named(move)} is no council"),
    ]


def _source_check(pos: Position, player: str, places: list[str], move: Move, rule: str, own: bool) -> Check:
    """Return the condition that a player uses one card of their own from one of these places."""
    needed = f"{pos.player_name(player)} uses one card{_places(places)}"
    saw = whereabouts(pos, move.picks[0]) if len(move.picks) == 1 else f"{len(move.picks)} are named"
    return Check("source", rule, needed, own, "" if own else saw)


def _places(places: list[str]) -> str:
    """Return from where a card is used: " from hand", " from hand or one of the active cards"."""
    return " from hand" if places == ["hand"] else " from hand or one of their active cards"


def _named(move: Move) -> str:
    """Return the words of a move in quotation marks."""
    return f"“{', '.join(move.words)}”" if move.words else "nothing"


def _govern_occurrences(pos: Position, player: str, move: Move, clear: bool) -> tuple[Occurrence, ...]:
    """Return what governing makes happen: the card enters the council and, with `clear`, all others leave it.

    The Castle's reward clears the council so, the player's own cards included (`okc/castle#2`).
    """
    council = move.words[0]
    parts = [Occurrence("governed", move.picks[0], player, to=council)]
    if clear:
        there = [number for other in pos.order() for number in pos.zone(other, council)]
        parts += [Occurrence("unseated", number, pos.entity(number).owner) for number in there]
    return tuple(parts)


def _travel_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    """Yield the ways to travel in the Autumn action step: once, with a card from hand."""
    if frame.kind == "autumn" and _first_time(pos, player, "travel"):
        yield from _travel_moves(pos, player, ["hand"])


def _autumn_travel_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    """Return the conditions of travelling in the Autumn action step."""
    first = _first_time(pos, player, "travel")
    return [
        step_check(pos, frame, "autumn", "okc/autumn-1#2", "a player travels once with a card from hand"),
        Check(
            "once",
            "okc/autumn-1#2",
            "a player travels once in this step",
            first,
            f"{pos.player_name(player)} has travelled",
        ),
        *_travel_checks(pos, player, ["hand"], move, "okc/autumn-1#2"),
    ]


def _perform_travel(pos: Position, player: str, move: Move, frame: Frame) -> None:
    """Count the travel for this Autumn and open its frame."""
    pos.emit(UseCounted(f"travel {player}", frame.id))
    pos.open("travel", {"player": player, "card": move.picks[0]})


def offer_travel(pos: Position, frame: Frame) -> Ask | None:
    """Ask the frame's player to travel now or decline, with a card from the places the frame names under `from`.

    A player without a card that has lore there is not asked.
    """
    player, places = frame.text("player"), frame.names("from")

    def judge(move: Move) -> list[Check]:
        return _travel_checks(pos, player, places, move, _source_clause(pos, "okc/travel#3"))

    def does(move: Move) -> None:
        pos.open_next(frame, "travel", {"player": player, "card": move.picks[0]})

    def offers() -> Iterator[Move]:
        return _travel_moves(pos, player, places)

    def declines() -> None:
        pos.go(frame, "done")

    form = Form(player, "travel", "okc/travel#1", "travel or not", judge, offers, does, declines)
    form.whose = "okc/own-powers#1"
    return _ask_if_possible(pos, form)


def _travel_moves(pos: Position, player: str, places: list[str]) -> Iterator[Move]:
    """Yield every move by which a player could travel with a card from these places."""
    for number in _sources(pos, player, places):
        if values.lore(pos, number):
            yield Move("travel", picks=(number,))


def _travel_checks(pos: Position, player: str, places: list[str], move: Move, source: str) -> list[Check]:
    """Return the conditions of travelling with a card from these places; `source` is the clause on the places."""
    own = len(move.picks) == 1 and move.picks[0] in _sources(pos, player, places)
    learned = values.lore(pos, move.picks[0]) > 0 if own else None
    return [
        _source_check(pos, player, places, move, source, own),
        Check(
            "lore",
            "okc/travel#1",
            "only a card with lore travels",
            learned,
            "" if learned is not False else f"{pos.pack.name(pos, move.picks[0])} has none",
        ),
    ]


def depart(pos: Position, frame: Frame) -> Ask | None:
    """Let the travelling card leave, to the losses unless it is a Guide, and remember its lore (`okc/travel#1`)."""
    number, player = frame.number("card"), frame.text("player")
    amount = values.lore(pos, number)
    pos.patch(frame, {"lore": amount})
    pos.open_next(frame, "moment", None, (Occurrence("travelled", number, player, amount),))
    return None


def learn(pos: Position, frame: Frame) -> Ask | None:
    """Give the player the lore of the card that travelled; it may be spent at once (`okc/travel#2`)."""
    player = frame.text("player")
    pos.open_next(
        frame, "moment", None, (Occurrence("gained", player=player, amount=frame.number("lore"), note="lore"),)
    )
    return None


def _first_time(pos: Position, player: str, what: str) -> bool:
    """Whether a player has not yet done this (`govern` or `travel`) in the current Autumn."""
    frame = pos.enclosing("autumn")
    return not used(pos, f"{what} {player}", frame.id if frame else 0)


def _sources(pos: Position, player: str, places: list[str]) -> list[int]:
    """Return the cards a player may govern or travel with: those in hand, the active ones, or both.

    `okc/govern#2`, `okc/travel#3`
    """
    cards = board.active_cards(pos, player) if "active" in places else []
    return cards + (list(pos.zone(player, "hand")) if "hand" in places else [])


def _source_clause(pos: Position, rule: str) -> str:
    """Return the clause on where the card comes from: that of the reward being used, otherwise `rule`.

    `okc/castle#1`, `okc/wilds#1`
    """
    frame = pos.enclosing("ability")
    ability = pos.pack.ability(frame.text("ability")) if frame is not None else None
    return (ability.rule if ability is not None else "") or rule


def _ask_if_possible(pos: Position, form: Form) -> Ask | None:
    """Return the question if it has any answer; otherwise skip it, so that an attempt is told what it lacks."""
    if next(iter(form.offers()), None) is not None:
        return form
    pos.skip(form)
    return None


def relics(pos: Position, frame: Frame) -> Ask | None:
    """Ask a player with a Herald reward which cards and markers leave the Council of Relics for influence, or none.

    `okc/council-of-relics#1`, `#2`
    """
    player = frame.text("player")
    cards, markers = pos.zone(player, "relics"), pos.table.count(player, "markers-relics")
    if not frame.data.get("herald") or not (cards or markers):
        return None

    def judge(move: Move) -> list[Check]:
        own = all(number in cards for number in move.picks) and len(set(move.picks)) == len(move.picks)
        return [
            Check(
                "cards",
                "okc/council-of-relics#1",
                f"{pos.player_name(player)} removes cards of their own in this council",
                own,
                f"{card_names(pos, move.picks)}: not all of these are",
            ),
            Check(
                "markers",
                "okc/council-of-relics#1",
                f"at most {quantity(markers, 'marker')} {is_or_are(markers)} there to be removed",
                0 <= move.amount <= markers,
                f"{move.amount} {is_or_are(move.amount)} named",
            ),
        ]

    def does(move: Move) -> None:
        gain = sum(values.votes(pos, number) for number in move.picks) + move.amount
        parts = [Occurrence("unseated", number, player) for number in move.picks]
        if move.amount:
            parts.append(Occurrence("marked", player=player, amount=-move.amount, to="relics"))
        parts.append(Occurrence("gained", player=player, amount=gain, note="influence"))
        pos.open_next(frame, "moment", None, tuple(parts))

    def offers() -> Iterator[Move]:
        yield Move("relics", picks=tuple(cards), amount=markers)
        for number in cards:
            yield Move("relics", picks=(number,))

    says = "cards and markers to remove from the Council of Relics"
    return Form(
        player, "relics", "okc/council-of-relics#1", says, judge, offers, does, lambda: pos.go(frame, "influence")
    )


def _relics_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    """Return the condition that fails in an action step: relics are redeemed with a Herald reward.

    `okc/council-of-relics#1`
    """
    needed = "relics are redeemed while a Herald reward is claimed"
    return [Check("reward", "okc/council-of-relics#5", needed, False, "none is claimed now")]


def _secrets_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    """Yield the ways to place markers for the Council of Secrets, all on one location first."""
    if frame.kind != "autumn" or not _council_unused(pos, player, "secrets"):
        return
    count = values.council_votes(pos, player, "secrets")
    if count:
        for location in board.LOCATIONS:
            yield Move("secrets", words=(location,) * count)
        for words in combinations_with_replacement(board.LOCATIONS, count):
            if len(set(words)) > 1:
                yield Move("secrets", words=words)


def _secrets_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    count, who = values.council_votes(pos, player, "secrets"), pos.player_name(player)
    return [
        step_check(pos, frame, "autumn", "okc/council-of-secrets#1", "the Council of Secrets is used"),
        Check("once", "okc/action#4", _once("Secrets"), _council_unused(pos, player, "secrets"), f"{who} has used it"),
        _votes_check(pos, player, "secrets"),
        Check(
            "count",
            "okc/council-of-secrets#1",
            f"{who} places {count} marker{'' if count == 1 else 's'}, one for each vote there",
            len(move.words) == count if count else None,
            f"{len(move.words)} {is_or_are(len(move.words))} placed",
        ),
        Check(
            "locations",
            "okc/council-of-secrets#1",
            "markers go on locations",
            names_only(move, board.LOCATIONS),
            f"{_named(move)} is not all locations",
        ),
    ]


def _perform_secrets(pos: Position, player: str, move: Move, frame: Frame) -> None:
    """Count the use of the Council of Secrets and open its frame, which places the markers."""
    pos.emit(UseCounted(f"secrets {player}", board.round_frame(pos)))
    pos.open("secrets", {"player": player, "words": list(move.words)})


def place_markers(pos: Position, frame: Frame) -> Ask | None:
    """Place faction markers on the locations named; they stay from round to round (`okc/council-of-secrets#2`)."""
    player, words = frame.text("player"), frame.names("words")
    parts = tuple(
        Occurrence("marked", player=player, amount=words.count(location), to=location)
        for location in board.LOCATIONS
        if location in words
    )
    pos.open_next(frame, "moment", None, parts)
    return None


def claim_marked(pos: Position, frame: Frame) -> Ask | None:
    """Claim the next location with four or more of the player's markers, and remove its markers.

    The player chooses the order if there are several. `okc/four-markers#1`, `#4`
    """
    player = frame.text("player")
    full = [location for location in board.LOCATIONS if board.markers(pos, player, location) >= ENOUGH_MARKERS]
    if not full:
        return None
    if len(full) > 1 and "next" not in frame.data:
        return Say(player, "okc/four-markers#4", "which location is claimed first", frame, "next", full, verb="claim")
    location = frame.text("next") or full[0]
    place = board.location_entity(pos, location)
    pos.emit(Counted(place, f"markers-{player}", -board.markers(pos, player, location)))
    pos.patch(frame, {"next": None})
    pos.open("claim", {"player": player, "location": location, "markers": True})
    return None


def _oaths_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    """Yield the ways to take Supporters back with the Council of Oaths, most of them first."""
    if frame.kind != "autumn" or not _council_unused(pos, player, "oaths"):
        return
    if not values.council_votes(pos, player, "oaths"):
        return
    away = _supporters_away(pos, player)
    for count in range(min(len(away), _most_recalled(pos, player)), 0, -1):
        for words in dict.fromkeys(combinations(away, count)):
            yield Move("oaths", words=words)


def _oaths_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    reach, away, who = _most_recalled(pos, player), _supporters_away(pos, player), pos.player_name(player)
    there = all(move.words.count(word) <= away.count(word) for word in move.words)
    return [
        step_check(pos, frame, "autumn", "okc/council-of-oaths#1", "the Council of Oaths is used"),
        Check("once", "okc/action#4", _once("Oaths"), _council_unused(pos, player, "oaths"), f"{who} has used it"),
        _votes_check(pos, player, "oaths"),
        Check(
            "count",
            "okc/council-of-oaths#1",
            _recall_in_words(pos, player, reach),
            0 < len(move.words) <= reach if reach else None,
            f"{len(move.words)} {is_or_are(len(move.words))} named",
        ),
        Check(
            "pawns",
            "okc/council-of-oaths#1",
            f"the Supporters of {who} return from where they are",
            there,
            f"{_named(move)}: not so many are there",
        ),
    ]


def _perform_oaths(pos: Position, player: str, move: Move, frame: Frame) -> None:
    """Count the use of the Council of Oaths and let the Supporters return."""
    pos.emit(UseCounted(f"oaths {player}", board.round_frame(pos)))
    parts = tuple(
        Occurrence("recalled", player=player, amount=move.words.count(place), to=place)
        for place in dict.fromkeys(move.words)
    )
    pos.open("moment", None, parts)


def _most_recalled(pos: Position, player: str) -> int:
    """Return how many Supporters may come back: one for each vote, and one more for the most votes.

    `okc/council-of-oaths#1`, `#2`
    """
    count = values.council_votes(pos, player, "oaths")
    return count + (1 if values.most_votes(pos, player, "oaths") else 0)


def _recall_in_words(pos: Position, player: str, reach: int) -> str:
    """Return how many Supporters come back, and why that many: `Ada has 1 vote there, so 1 Supporter returns`."""
    votes, who = values.council_votes(pos, player, "oaths"), pos.player_name(player)
    cast = f"{who} has {votes} vote{'' if votes == 1 else 's'} there"
    most = ", the most" if reach > votes else ""
    return f"{cast}{most}, so {'1 Supporter returns' if reach == 1 else f'1 to {reach} Supporters return'}"


def _supporters_away(pos: Position, player: str) -> list[str]:
    """Return the place of each Supporter that could come back, one word each: `losses` or a region."""
    found = ["losses"] * pos.table.count(player, "supporters-lost")
    for region in board.REGIONS:
        found += [region] * board.supporters_on(pos, player, region)
    return found


def _votes_check(pos: Position, player: str, council: str) -> Check:
    """Return the condition that a player has a vote in the council whose action is used (`okc/councils#2`)."""
    needed = f"only a player with a vote in the Council of {council.title()} uses it"
    saw = f"{pos.player_name(player)} has no vote there"
    return Check("votes", "okc/councils#2", needed, values.council_votes(pos, player, council) > 0, saw)


def _council_unused(pos: Position, player: str, council: str) -> bool:
    """Whether a player has not used the action of a council this round."""
    return not used(pos, f"{council} {player}", board.round_frame(pos))


ACTIONS = (
    Action("govern", _govern_offers, _autumn_govern_checks, _perform_govern),
    Action("travel", _travel_offers, _autumn_travel_checks, _perform_travel),
    # Never possible in an action step: it stands here so that an attempt is told which rule forbids it.
    Action("relics", lambda pos, player, frame: (), _relics_checks, lambda pos, player, move, frame: None),
    Action("secrets", _secrets_offers, _secrets_checks, _perform_secrets),
    Action("oaths", _oaths_offers, _oaths_checks, _perform_oaths),
)
"""The actions of this chapter in the Autumn action step; `relics` is never possible there and only explains why."""
