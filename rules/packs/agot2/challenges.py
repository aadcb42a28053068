"""A challenge once it is initiated: its parts happen, STR is compared, and what follows (`agot2/4.2` to `agot2/4.2.6`)."""

from __future__ import annotations

from itertools import zip_longest

from ledger.events import FrameAdvanced, Occurrence
from ledger.table import Frame
from rules.asking import Ask
from rules.packs.agot2 import reading
from rules.packs.agot2.declaring import stays_standing
from rules.packs.agot2.strengthening import begun
from rules.packs.agot2.titles import rival_bonus
from rules.periods import finish_period
from rules.position import Position
from rules.values import has, value


def declared(pos: Position, frame: Frame) -> Ask | None:
    """The parts of the initiation happen at once; reactions to each come after all of it (`agot2/4.2#11`)."""
    attacker = frame.text("attacker")
    attackers = frame.numbers("attackers")
    parts = [Occurrence("challenge", player=attacker, other=frame.id, to=frame.text("defender"), note=frame.text("type"))]
    parts += [Occurrence("attacked", number, attacker, other=frame.id) for number in attackers]
    parts += [
        Occurrence("knelt", number, attacker)
        for number in attackers
        if not stays_standing(pos, frame, number, "kneel_as_attacker")
    ]
    pairs = zip_longest(frame.numbers("sneaks"), frame.numbers("stealth"), fillvalue=0)
    parts += [Occurrence("bypassed", number, attacker, source=sneak, other=frame.id) for sneak, number in pairs]
    parts += begun(pos)
    pos.open_next(frame, "moment", {"challenge": frame.id}, tuple(parts))
    return None


def total(pos: Position, frame: Frame, side: str) -> int:
    """A side's STR: its participating characters, and what else counts for its player (`agot2/winning-a-challenge#2`,
    `agot2/strength#2`, `agot2/strength#3`)."""
    player = str(frame.data["attacker" if side == "attackers" else "defender"])
    numbers = reading.side(pos, frame, side)
    amount = sum(reading.strength(pos, number) for number in numbers if not has(pos, number, "does_not", "contribute"))
    return value(pos, player, "challenge_strength", amount)


def compare(pos: Position, frame: Frame) -> Ask | None:
    """Compare the totals as they are now and determine the winner (`agot2/4.2.2#1`, `agot2/winning-a-challenge#1`).

    The higher total wins, a tie is the attacker's (`agot2/4.2.2#2`). Nobody wins or loses with less than 1 STR
    (`agot2/winning-a-challenge#3`) or without a participating character (`agot2/winning-a-challenge#4`, `agot2/winning-a-challenge#5`,
    `agot2/4.2.2#3`). A defence of 0 is no opposition, whoever defended (`agot2/4.2.2#4`, `agot2/unopposed#1`,
    `agot2/unopposed#2`). Winning and losing are a moment, so that reactions come before the bonuses (`agot2/4.2.2#5`,
    `agot2/reactions-and-interrupts#2`).
    """
    attack, defence = total(pos, frame, "attackers"), total(pos, frame, "defenders")
    attacker, defender = frame.text("attacker"), frame.text("defender")
    ahead, behind, strength, side = (
        (attacker, defender, attack, "attackers") if attack >= defence else (defender, attacker, defence, "defenders")
    )
    patch: dict[str, bool | int | str | list[int | str] | None] = {"attack": attack, "defence": defence}
    if strength < 1 or not reading.side(pos, frame, side):
        pos.emit(FrameAdvanced(frame.id, frame.step + 1, patch))
        return None
    unopposed = ahead == attacker and defence == 0
    patch |= {"winner": ahead, "loser": behind, "margin": abs(attack - defence), "unopposed": unopposed}
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, patch))
    kind = frame.text("type")
    parts = (
        Occurrence("won", player=ahead, other=frame.id, note=kind),
        Occurrence("lost", player=behind, other=frame.id, note=kind),
    )
    pos.open("moment", None, parts)
    return None


def bonuses(pos: Position, frame: Frame) -> Ask | None:
    """The unopposed bonus (`agot2/4.2.3#1`, `agot2/unopposed#3`) and, in melee, the rival bonus, gained at the same time
    (`agot2/4.2.3#3`)."""
    parts = []
    winner = frame.text("winner")
    if frame.data.get("unopposed"):
        parts.append(Occurrence("gained", reading.faction_card(pos, winner), winner, 1, note="power"))
    if winner:
        parts += rival_bonus(pos, winner, frame.text("loser"))
    if parts:
        pos.open_next(frame, "moment", None, tuple(parts))
    return None


def end(pos: Position, frame: Frame) -> Ask | None:
    """The challenge ends and nobody participates any more (`agot2/4.2.6#1`)."""
    finish_period(pos, frame)
    pos.open_next(frame, "moment", None, (Occurrence("ended", other=frame.id, note="challenge"),))
    return None
