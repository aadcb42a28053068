"""Claim and the keywords of a challenge (`agot2/4.2.4`, `agot2/4.2.5`)."""

from __future__ import annotations

import msgspec

from ledger.events import FrameAdvanced, Move, Occurrence
from ledger.table import Frame
from rules.asking import Ask, Check, Choose, Say
from rules.chance import Chance
from rules.packs.agot2 import reading
from rules.packs.agot2.titles import claim_opponents
from rules.position import Position
from rules.values import value

KEYWORDS = ("insight", "intimidate", "pillage", "renown")


def claim(pos: Position, frame: Frame) -> Ask | None:
    """If the attacking player won, the claim of the challenge's kind is applied (`agot2/4.2.4#1`), otherwise none (`agot2/4.2.4#2`).

    It is scaled by the claim value of the attacker's plot as modified (`agot2/4.2.4#3`, `agot2/claim#2`). What it does comes
    from no card: it is a framework effect (`agot2/framework-effects#2`).
    """
    if frame.data.get("winner") != frame.data["attacker"] or not frame.data.get("winner"):
        return None
    attacker = frame.text("attacker")
    amount = value(pos, attacker, f"claim_{frame.text('type')}", reading.plot_value(pos, attacker, "claim"))
    return _CLAIMS[frame.text("type")](pos, frame, amount)


class Killed(Choose):
    """Who is killed for claim: each only once (`agot2/military-claim#5`)."""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = super().checks(pos, player, move)
        return [msgspec.structs.replace(c, rule="agot2/military-claim#5") if c.name == "distinct" else c for c in found]


def _military(pos: Position, frame: Frame, amount: int) -> Ask | None:
    """The loser chooses different characters (`agot2/military-claim#5`, `agot2/claim#3`), participating or not (`agot2/military-claim#2`).

    As many as possible (`agot2/military-claim#4`), killed at once (`agot2/military-claim#3`, `agot2/kill#1`); they are chosen
    once, so that a saved one still counts (`agot2/military-claim#6`).
    """
    player = frame.text("defender")
    people = reading.characters(pos, player)
    if "claimed" not in frame.data:
        says = f"choose {amount} to be killed for claim"
        ask = Killed(player, "agot2/military-claim#1", says, frame, "claimed", people, amount, amount, verb="claim")
        if len(people) > amount > 0:
            return ask
        pos.skip(ask)
        if not people or not amount:
            return None
        pos.remember(frame, "claimed", list(people))
    chosen = frame.numbers("claimed")
    parts = tuple(Occurrence("killed", number, player) for number in chosen)
    pos.open_next(frame, "moment", {"claim": True}, parts)
    return None


def _intrigue(pos: Position, frame: Frame, amount: int) -> Ask | None:
    """Random cards from the loser's hand, as many as possible (`agot2/intrigue-claim#2`); the Master of Whispers may include
    other opponents."""
    if not amount:
        return None
    ask = claim_opponents(pos, frame)
    if ask is not None:
        return ask
    players = [frame.text("defender"), *frame.names("claim also")]
    for player in players:
        slot = f"random {player}"
        hand = pos.zone(player, "hand")
        if slot in frame.data:
            continue
        if len(hand) > amount:
            return Chance(
                "agot2/intrigue-claim#1", f"{amount} at random from {player}'s hand", frame, slot, f"claim {player}", hand, amount
            )
        pos.remember(frame, slot, list(hand))
    parts = tuple(Occurrence("discarded", number, player) for player in players for number in frame.numbers(f"random {player}"))
    if parts:
        pos.open_next(frame, "moment", {"claim": True}, parts)
    return None


def _power(pos: Position, frame: Frame, amount: int) -> Ask | None:
    """Power moves from the loser's faction card to the winner's (`agot2/power-claim#1`), as much as there is
    (`agot2/power-claim#2`)."""
    loser, winner = frame.text("defender"), frame.text("attacker")
    source = reading.faction_card(pos, loser)
    if amount and pos.table.count(source, "power"):
        part = Occurrence("moved", source, loser, amount, other=reading.faction_card(pos, winner), note="power")
        pos.open_next(frame, "moment", {"claim": True}, (part,))
    return None


_CLAIMS = {"military": _military, "intrigue": _intrigue, "power": _power}


def keywords(pos: Position, frame: Frame) -> Ask | None:
    """Keywords of the challenge resolve now (`agot2/4.2.5#1`), by kind in the first player's order (`agot2/4.2.5#2`)."""
    if not frame.data.get("winner"):
        return None
    if frame.data.get("keyword"):
        return _resolve(pos, frame, frame.text("keyword"))
    done = frame.names("keywords done")
    waiting = [keyword for keyword in KEYWORDS if keyword not in done and _bearers(pos, frame, keyword)]
    if not waiting:
        for keyword in KEYWORDS if pos.observer is not None else ():
            if keyword not in done:
                pos.skip(_ask(pos, frame, keyword, []))
        return None
    if len(waiting) > 1 and "next keyword" not in frame.data:
        return Say(pos.first, "agot2/4.2.5#2", "which kind of keyword resolves next", frame, "next keyword", waiting)
    chosen = str(frame.data.get("next keyword") or waiting[0])
    pos.emit(FrameAdvanced(frame.id, frame.step, {"keyword": chosen}))
    return _resolve(pos, frame, chosen)


def _bearers(pos: Position, frame: Frame, keyword: str) -> list[int]:
    """The winner's participating characters with a keyword that could do something now; only an attacker intimidates
    (`agot2/intimidate#1`)."""
    winner, loser = frame.text("winner"), frame.text("loser")
    side = "attackers" if winner == frame.data["attacker"] else "defenders"
    found = [number for number in reading.side(pos, frame, side) if reading.has_keyword(pos, number, keyword)]
    if not found or (keyword in ("insight", "pillage") and not pos.zone(winner if keyword == "insight" else loser, "deck")):
        return []
    if keyword == "intimidate" and (side != "attackers" or not _intimidated(pos, frame)):
        return []
    return found


def _intimidated(pos: Position, frame: Frame) -> list[int]:
    """Whom intimidate could kneel (`agot2/intimidate#2`), participating or not (`agot2/intimidate#3`)."""
    margin = frame.data["margin"]
    assert isinstance(margin, int)
    return [
        number
        for number in reading.characters(pos, frame.text("loser"))
        if not reading.kneeling(pos, number)
        and reading.strength(pos, number) <= margin
        and pos.pack.happenings["knelt"].could(pos, Occurrence("knelt", number))
    ]


def _resolve(pos: Position, frame: Frame, keyword: str) -> Ask | None:
    """All instances of the chosen kind at the same time (`agot2/4.2.5#3`)."""
    bearers = _bearers(pos, frame, keyword)
    slot = f"use {keyword}"
    if slot not in frame.data and bearers:
        return _ask(pos, frame, keyword, bearers)
    users = frame.numbers(slot)
    done = frame.names("keywords done")
    pos.emit(
        FrameAdvanced(
            frame.id, frame.step, {"keyword": None, slot: None, "keywords done": [*done, keyword], "next keyword": None}
        )
    )
    parts = _KEYWORD[keyword](pos, frame, users) if users else ()
    if parts:
        pos.open("moment", {"keyword": keyword}, parts)
        return None
    return keywords(pos, frame)


def _ask(pos: Position, frame: Frame, keyword: str, bearers: list[int]) -> Choose:
    """Which of the bearers use a keyword, or whom one intimidate kneels (`agot2/intimidate#4`).

    None is an answer (`agot2/abilities#4`), and it is their controller's to give (`agot2/may#2`).
    """
    winner, slot = frame.text("winner"), f"use {keyword}"
    if keyword == "intimidate":
        says = "whom intimidate kneels (nobody is allowed)"
        victims = _intimidated(pos, frame) if bearers else []
        return Choose(winner, "agot2/intimidate#2", says, frame, slot, victims, 0, 1, verb="keyword")
    rule = f"agot2/{keyword}#1"

    def reject(number: int) -> list[Check]:
        name = pos.pack.name(pos, number)
        taking_part = number in (*reading.side(pos, frame, "attackers"), *reading.side(pos, frame, "defenders"))
        return [
            Check("participates", rule, f"{name} participates", taking_part),
            Check("keyword", rule, f"{name} has {keyword}", reading.has_keyword(pos, number, keyword)),
        ]

    says = f"whose {keyword} is used"
    return Choose(winner, rule, says, frame, slot, bearers, 0, len(bearers), verb="keyword", reject=reject)


def _insight(pos: Position, frame: Frame, users: list[int]) -> tuple[Occurrence, ...]:
    """One card drawn for each (`agot2/insight#1`)."""
    return (Occurrence("drew", player=frame.text("winner"), amount=len(users), note="insight"),)


def _intimidate(pos: Position, frame: Frame, users: list[int]) -> tuple[Occurrence, ...]:
    return tuple(Occurrence("knelt", number, frame.text("loser"), note="intimidate") for number in users)


def _pillage(pos: Position, frame: Frame, users: list[int]) -> tuple[Occurrence, ...]:
    """One card from the top of the loser's deck for each (`agot2/pillage#1`)."""
    loser = frame.text("loser")
    cards = pos.zone(loser, "deck")[: len(users)]
    pairs = zip(users, cards, strict=False)
    return tuple(Occurrence("discarded", card, loser, source=user, note="pillage") for user, card in pairs)


def _renown(pos: Position, frame: Frame, users: list[int]) -> tuple[Occurrence, ...]:
    """One power for each (`agot2/renown#1`), on the character itself (`agot2/renown#2`)."""
    return tuple(Occurrence("gained", number, frame.text("winner"), 1, note="power") for number in users)


_KEYWORD = {"insight": _insight, "intimidate": _intimidate, "pillage": _pillage, "renown": _renown}
