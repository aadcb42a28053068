"""The keywords that resolve with a challenge, kind by kind (`agot2/4.2.5`)."""

from __future__ import annotations

from functools import partial

import msgspec

from ledger.events import FrameAdvanced, Move, Occurrence
from ledger.table import Frame
from rules.asking import Ask, Check, Choose, Say
from rules.packs.agot2 import reading
from rules.packs.agot2.claims import satisfied
from rules.position import Position

KEYWORDS = ("insight", "intimidate", "pillage", "renown")


def keywords(pos: Position, frame: Frame) -> Ask | None:
    """Keywords of the challenge resolve now (`agot2/4.2.5#1`), by kind in the first player's order (`agot2/4.2.5#2`)."""
    if not frame.data.get("winner"):
        return None
    if frame.data.get("keyword"):
        return _resolve(pos, frame, frame.text("keyword"))
    done = frame.names("keywords done")
    over = satisfied(frame) if pos.observer is not None and not done else None
    if over is not None:
        pos.skip(over)
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


def _not_intimidated(pos: Position, frame: Frame, number: int) -> list[Check]:
    """Why a character may not be knelt by intimidate: whose it is, what it is, and whether anybody intimidates at all."""
    name, margin = pos.pack.name(pos, number), frame.number("margin")
    attacked = frame.text("winner") == frame.text("attacker")
    theirs = pos.in_play(number) and number in reading.characters(pos, frame.text("loser"))
    side = reading.side(pos, frame, "attackers") if attacked else []
    threat = any(reading.has_keyword(pos, other, "intimidate") for other in side)
    weak, stands = theirs and reading.strength(pos, number) <= margin, theirs and not reading.kneeling(pos, number)
    rule = "agot2/intimidate#2"
    return [
        Check("attacked", "agot2/intimidate#1", f"{frame.text('winner')} has won as the attacker", attacked),
        Check("keyword", "agot2/intimidate#1", "an attacker has intimidate", threat if attacked else None),
        Check("loser's", rule, f"{name} is a character the loser controls", theirs),
        Check("weak", rule, f"{name} has no more STR than the challenge was won by ({margin})", weak if theirs else None),
        Check("stands", "agot2/kneel#3", f"{name} is standing", stands if theirs else None),
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


class Intimidated(Choose):
    """Whom intimidate kneels: one in each challenge (`agot2/intimidate#4`)."""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = super().checks(pos, player, move)
        return [msgspec.structs.replace(c, rule="agot2/intimidate#4") if c.name == "count" else c for c in found]


def _ask(pos: Position, frame: Frame, keyword: str, bearers: list[int]) -> Choose:
    """Which of the bearers use a keyword, or whom one intimidate kneels (`agot2/intimidate#4`).

    None is an answer (`agot2/abilities#4`), and it is their controller's to give (`agot2/may#2`).
    """
    winner, slot = frame.text("winner"), f"use {keyword}"
    if keyword == "intimidate":
        says = "whom intimidate kneels (nobody is allowed)"
        victims = _intimidated(pos, frame) if bearers else []
        why_not = partial(_not_intimidated, pos, frame)
        return Intimidated(winner, "agot2/intimidate#2", says, frame, slot, victims, 0, 1, verb="keyword", reject=why_not)
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
