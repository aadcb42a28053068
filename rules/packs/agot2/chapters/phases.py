"""What the phases do, step by step, apart from plots, challenges and titles."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ledger.events import FrameAdvanced, FrameClosed, GameEnded, Move, Occurrence, SeatChanged
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Choose, Say
from rules.kernel.position import Position
from rules.kernel.timing import Run
from rules.kernel.values import said_by, value
from rules.packs.agot2 import board, values
from rules.shared.rounds import finish_period


def begins(pos: Position, frame: Frame) -> Ask | None:
    """The beginning of a phase is a moment cards may speak of (`agot2/1.1#2`), with what it makes stronger."""
    parts = (Occurrence("began", note=frame.kind, other=frame.id), *values.begun(pos))
    pos.open_next(frame, "moment", None, parts)
    return None


def ends(pos: Position, frame: Frame) -> Ask | None:
    """Effects until the end of the phase expire, then the end is a moment (`agot2/lasting-effects#3`, `agot2/1.5#1`,
    `agot2/1.5#2`).

    With the taxation phase the round ends too, and what lasts until then (`agot2/7.5#1`, `agot2/7.5#2`).
    """
    finish_period(pos, frame)
    occurrences = [Occurrence("ended", note=frame.kind, other=frame.id)]
    if frame.kind == "taxation":
        rounds = pos.enclosing("round")
        if rounds is not None:
            finish_period(pos, rounds)
            occurrences.append(Occurrence("ended", note="round", other=rounds.id))
    pos.open_next(frame, "moment", None, tuple(occurrences))
    return None


def draw_two(pos: Position, frame: Frame) -> Ask | None:
    """All players draw two cards at once (`agot2/2.2#1`)."""
    parts = tuple(Occurrence("drew", player=player, amount=value(pos, player, "draw", 2)) for player in pos.order())
    pos.open_next(frame, "moment", None, parts)
    return None


def next_active(pos: Position, frame: Frame) -> Ask | None:
    """The first player (`agot2/first-player#3`, `agot2/3.2#1`, `agot2/4.2#1`), then the others in order, become active
    once each.

    One player at a time is active (`agot2/active-player#1`), then the next clockwise (`agot2/next-player#1`,
    `agot2/3.3#2`); when all have been, the phase goes on to its end (`agot2/3.3#1`, `agot2/4.3#3`).
    """
    done = frame.data.get("active done") or []
    assert isinstance(done, list)
    waiting = [player for player in pos.order() if player not in done]
    if not waiting:
        if frame.kind == "challenges":
            pos.skip(AllWereActive())
        pos.emit(SeatChanged("active", ()))
        pos.go(frame, "end")
        return None
    pos.emit(SeatChanged("active", (waiting[0],)))
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, {"active done": [*done, waiting[0]]}))
    return None


class AllWereActive(Ask):
    """Nobody is asked for a challenge any more once every player has been active: who names one then is told so."""

    def __init__(self) -> None:
        super().__init__("", "challenge", "agot2/4.3#3", "every player has been active in this phase")

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        return [Check("decider", self.rule, "a player is still to be active in this phase", False)]

    def moves(self, pos: Position) -> Iterator[Move]:
        return iter(())


def income(pos: Position, frame: Frame) -> Ask | None:
    """The active player collects gold by the revealed plot (`agot2/3.2#2`, `agot2/active-player#2`)."""
    player = pos.table.role("active")
    amount = values.plot_value(pos, player, "gold")
    pos.open_next(frame, "moment", None, (Occurrence("income", player=player, amount=amount, note="gold"),))
    return None


def back_to(step: str) -> Run:
    """The end of a loop: back to a step (`agot2/timing-chart#4`)."""

    def run(pos: Position, frame: Frame) -> Ask | None:
        pos.go(frame, step)
        return None

    return run


def dominance_total(pos: Position, player: str) -> int:
    """Standing STR, gold, and what else counts (`agot2/5.2#1`)."""
    standing = sum(
        values.strength(pos, number) for number in board.characters(pos, player) if not board.kneeling(pos, number)
    )
    return value(pos, player, "dominance_strength", standing + pos.table.count(player, "gold"))


def dominance(pos: Position, frame: Frame) -> Ask | None:
    """The highest total wins 1 power (`agot2/5.2#2`), with standing characters or none (`agot2/5.2#3`); a tie gives it
    to nobody (`agot2/5.2#4`)."""
    totals = {player: dominance_total(pos, player) for player in pos.order()}
    best = max(totals.values())
    winners = [player for player, total in totals.items() if total == best]
    if len(winners) > 1:
        return None
    card = board.faction_card(pos, winners[0])
    parts = (
        Occurrence("dominated", player=winners[0], amount=best),
        Occurrence("gained", card, winners[0], 1, note="power"),
    )
    pos.open_next(frame, "moment", None, parts)
    return None


class Standing(Choose):
    """Which characters stand, where a card lets only some stand: it says how many, and the first player chooses first."""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        closer = {"decider": "agot2/priority#2", "count": "agot2/cannot#1"}
        found = super().checks(pos, player, move)
        return [msgspec.structs.replace(check, rule=closer.get(check.name, check.rule)) for check in found]


def stand_all(pos: Position, frame: Frame) -> Ask | None:
    """All kneeling cards stand at once (`agot2/6.2#1`), as many as a player may stand; the first player chooses first
    (`agot2/priority#2`).
    """
    parts: list[Occurrence] = []
    for player in pos.order():
        waiting = [
            entity.id
            for entity in pos.table.entities.values()
            if "kneeling" in entity.marks and entity.controller == player
        ]
        waiting = [number for number in waiting if pos.pack.happenings["stood"].could(pos, Occurrence("stood", number))]
        people = [number for number in waiting if board.is_character(pos, number)]
        left = values.stands_left(pos, player)
        slot = f"stand {player}"
        if len(people) > left and slot not in frame.data:
            says = f"which {left} characters stand{said_by(pos, player, 'modify', 'standing_allowed')}"
            return Standing(player, "agot2/6.2#1", says, frame, slot, people, left, left)
        chosen = frame.numbers(slot) if slot in frame.data else people
        parts += [Occurrence("stood", number, player) for number in waiting if number not in people or number in chosen]
    if parts:
        pos.open_next(frame, "moment", None, tuple(parts))
    return None


def return_gold(pos: Position, frame: Frame) -> Ask | None:
    """All unspent gold goes back to the treasury (`agot2/7.2#1`)."""
    parts = tuple(
        Occurrence("lost-tokens", player=player, amount=pos.table.count(player, "gold"), note="gold")
        for player in pos.order()
        if pos.table.count(player, "gold")
    )
    if parts:
        pos.open_next(frame, "moment", None, parts)
    return None


def reserve(pos: Position, frame: Frame) -> Ask | None:
    """In player order (`agot2/7.3#1`), each discards down to exactly the reserve value (`agot2/7.3#2`,
    `agot2/reserve#1`).

    Whoever has no more than that discards nothing (`agot2/7.3#3`).
    """
    done = frame.data.get("reserve done") or []
    assert isinstance(done, list)
    for player in pos.order():
        if player in done:
            continue
        hand = pos.zone(player, "hand")
        over = len(hand) - values.plot_value(pos, player, "reserve")
        slot = f"reserve {player}"
        if over > 0 and slot not in frame.data:
            ask = Choose(player, "agot2/7.3#2", f"discard {over} down to reserve", frame, slot, hand, over, over)
            ask.whose = "agot2/7.3#1"
            return ask
        pos.emit(FrameAdvanced(frame.id, frame.step, {"reserve done": [*done, player]}))
        if over > 0:
            picks = frame.numbers(slot)
            pos.open("moment", None, tuple(Occurrence("discarded", number, player) for number in picks))
        return reserve(pos, frame) if over <= 0 else None
    return None


def victory_choice(pos: Position, frame: Frame) -> Ask | None:
    """Several reached victory at once: the first player chooses who wins (`agot2/winning-the-game#2`)."""
    names = frame.data["players"]
    assert isinstance(names, list)
    if "winner" not in frame.data:
        return Say(
            pos.first,
            "agot2/winning-the-game#2",
            "which of them wins the game",
            frame,
            "winner",
            [str(name) for name in names],
        )
    pos.emit(FrameClosed(frame.id))
    pos.emit(GameEnded((frame.text("winner"),), "agot2/winning-the-game#2"))
    return None
