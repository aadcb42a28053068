"""The steps of the phases, apart from plots, marshaling, challenges and titles, which have chapters of their own.

In the order of the round: a phase begins and ends, 2.2 draw, active players and income (3.2, 3.3, 4.3), 5.2 dominance,
6.2 standing, 7.2 and 7.3 taxation; last the choice between several winners.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ledger.events import FrameAdvanced, FrameClosed, GameEnded, Move, Occurrence, SeatChanged
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Choose, Say
from rules.kernel.names import listed
from rules.kernel.position import Position
from rules.kernel.timing import Run
from rules.kernel.values import said_by, value
from rules.packs.agot2 import board, values
from rules.shared import unknown_plots
from rules.shared.rounds import finish_period


def begins(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which a phase begins (first step of each phase).

    Card text may name that moment (`agot2/1.1#2`). Increases of STR that come with the phase belong to it.
    """
    parts = (Occurrence("began", note=frame.kind, other=frame.id), *values.increases_at_beginning(pos))
    pos.open_next(frame, "moment", None, parts)
    return None


def ends(pos: Position, frame: Frame) -> Ask | None:
    """End a phase (last step of each phase): effects that last until then expire, and the moment of its end opens.

    The effects expire just before (`agot2/lasting-effects#3`), and card text may name the end (`agot2/1.5#1`,
    `agot2/1.5#2`). With the taxation phase the round ends too, in the same moment, and effects until the end of
    the round expire (`agot2/7.5#1`, `agot2/7.5#2`).
    """
    finish_period(pos, frame)
    occurrences = [Occurrence("ended", note=frame.kind, other=frame.id)]
    if frame.kind == "taxation":
        this_round = pos.enclosing("round")
        if this_round is not None:
            finish_period(pos, this_round)
            occurrences.append(Occurrence("ended", note="round", other=this_round.id))
    pos.open_next(frame, "moment", None, tuple(occurrences))
    return None


def draw_two(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which all players draw 2 cards, or as many as modifiers say (step 2.2, `agot2/2.2#1`)."""
    parts = tuple(Occurrence("drew", player=player, amount=value(pos, player, "draw", 2)) for player in pos.order())
    pos.open_next(frame, "moment", None, parts)
    return None


def next_active(pos: Position, frame: Frame) -> Ask | None:
    """Make the next player active, each player once, or go to the end of the phase (steps 3.2, 3.3, 4.2 and 4.3).

    The first player comes first (`agot2/first-player#3`, `agot2/3.2#1`, `agot2/4.2#1`). One player at a time is active
    (`agot2/active-player#1`), then the next clockwise (`agot2/next-player#1`, `agot2/3.3#2`). When all have been
    active, nobody is active any more, and the phase goes on to its end (`agot2/3.3#1`, `agot2/4.3#3`).
    """
    done = frame.data.get("active done") or []
    assert isinstance(done, list)
    waiting = [player for player in pos.order() if player not in done]
    if not waiting:
        if frame.kind == "challenges":
            pos.skip(EveryoneWasActive())
        pos.emit(SeatChanged("active", ()))
        pos.go(frame, "end")
        return None
    pos.emit(SeatChanged("active", (waiting[0],)))
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, {"active done": [*done, waiting[0]]}))
    return None


class EveryoneWasActive(Ask):
    """A decision that is never asked: to initiate a challenge after every player has been active in the phase.

    It explains why a challenge named now is illegal.
    """

    def __init__(self) -> None:
        super().__init__("", "challenge", "agot2/4.3#3", "every player has been active in this phase")

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        """Return the one condition that fails for every answer: somebody is still to be active."""
        needed = "only the active player initiates challenges"
        over = Check("decider", self.rule, needed, False, "every player has been active in this phase")
        return self.elsewhere(pos, player, move) or [over]

    def moves(self, pos: Position) -> Iterator[Move]:
        """Return no moves."""
        return iter(())


def income(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which the active player collects income (step 3.2, `agot2/active-player#2`).

    Income is the gold value of that player's revealed plot, after modifiers (`agot2/3.2#2`).
    """
    player = pos.table.role("active")
    amount = values.plot_value(pos, player, "gold")
    unknown_plots.open_income(pos, player)
    pos.open_next(frame, "moment", None, (Occurrence("income", player=player, amount=amount, note="gold"),))
    return None


def back_to(step: str) -> Run:
    """Return the function of a step that ends a loop by going back to the named step (`agot2/timing-chart#4`)."""

    def run(pos: Position, frame: Frame) -> Ask | None:
        pos.go(frame, step)
        return None

    return run


def dominance(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which the player with the highest total wins dominance and gains 1 power (step 5.2).

    The power goes on the faction card (`agot2/5.2#2`). A player without standing characters can win (`agot2/5.2#3`). On
    a tie nobody wins, and no moment opens (`agot2/5.2#4`): nobody has an opportunity to answer that dominance is won.
    """
    totals = {player: dominance_total(pos, player) for player in pos.order()}
    best = max(totals.values())
    winners = [player for player, total in totals.items() if total == best]
    if len(winners) > 1:
        pos.skip(TiedDominance(frame, winners, best))
        return None
    card = board.faction_card(pos, winners[0])
    parts = (
        Occurrence("dominated", player=winners[0], amount=best),
        Occurrence("gained", card, winners[0], 1, note="power"),
    )
    pos.open_next(frame, "moment", None, parts)
    return None


class TiedDominance(Ask):
    """The window that a won dominance would open, where players tie for the highest total: nobody may act in it."""

    def __init__(self, frame: Frame, tied: list[str], total: int) -> None:
        super().__init__("", "dominance", "agot2/5.2#4", "reactions to who wins dominance")
        self.frame, self.tied, self.total = frame, tied, total

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        """Return the conditions of using an ability that answers a won dominance: it is tied."""
        ability = pos.pack.ability(move.ability) if move.verb == "use" else None
        if ability is None or not any("dominated" in trigger.kinds for trigger in ability.triggers):
            return [self.answers(pos, move)]
        names = listed([pos.player_name(one) for one in self.tied])
        card, rule = pos.pack.name(pos, move.subject), "agot2/triggering-condition#1"
        return [
            Check("window", "agot2/reaction#3", "this is the window for it", True),
            Check("trigger", rule, "it answers who wins dominance", True),
            Check("tied", "agot2/5.2#4", "one player has the highest total", False, f"{names} have {self.total} each"),
            Check("won", rule, f"{card} is used when a player wins dominance", False, "nobody wins it here"),
        ]

    def moves(self, pos: Position) -> Iterator[Move]:
        """Yield nothing: there is no opportunity."""
        return iter(())


def dominance_total(pos: Position, player: str) -> int:
    """Return a player's total for dominance: STR of standing characters, gold, and modifiers to it (`agot2/5.2#1`)."""
    standing = sum(
        values.strength(pos, number) for number in board.characters(pos, player) if not board.kneeling(pos, number)
    )
    return value(pos, player, "dominance_strength", standing + pos.table.count(player, "gold"))


def stand_all(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which all kneeling cards that can stand do (step 6.2, `agot2/6.2#1`).

    Where cards let fewer of a player's characters stand than could, that player is first asked which; the first player
    chooses first (`agot2/priority#2`).
    """
    parts: list[Occurrence] = []
    for player in pos.order():
        able = _able_to_stand(pos, player)
        people = [number for number in able if board.is_character(pos, number)]
        left = values.stands_left(pos, player)
        slot = f"stand {player}"
        if len(people) > left and slot not in frame.data:
            says = f"which {left} characters stand ({said_by(pos, player, 'modify', 'standing_allowed')})"
            return StandingChoice(player, "agot2/6.2#1", says, frame, slot, people, left, left)
        chosen = frame.numbers(slot) if slot in frame.data else people
        parts += [Occurrence("stood", number, player) for number in able if number not in people or number in chosen]
    if parts:
        pos.open_next(frame, "moment", None, tuple(parts))
    return None


def _able_to_stand(pos: Position, player: str) -> list[int]:
    """Return the kneeling cards a player controls that could stand now."""
    kneeling = [
        entity.id
        for entity in pos.table.entities.values()
        if "kneeling" in entity.marks and entity.controller == player
    ]
    return [number for number in kneeling if pos.pack.happenings["stood"].could(pos, Occurrence("stood", number))]


class StandingChoice(Choose):
    """The choice of the characters that stand in step 6.2, where a card lets only some of them stand."""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        """Return the conditions of a choice; those on who chooses and on the number stand on clauses of their own."""
        closer = {"decider": "agot2/priority#2", "count": "agot2/cannot#1"}
        found = super().checks(pos, player, move)
        return [msgspec.structs.replace(check, rule=closer.get(check.name, check.rule)) for check in found]


def return_gold(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which all players return their unspent gold to the treasury (step 7.2, `agot2/7.2#1`)."""
    parts = tuple(
        Occurrence("lost-tokens", player=player, amount=pos.table.count(player, "gold"), note="gold")
        for player in pos.order()
        if pos.table.count(player, "gold")
    )
    if parts:
        pos.open_next(frame, "moment", None, parts)
    return None


def reserve(pos: Position, frame: Frame) -> Ask | None:
    """Ask the next player whose hand exceeds reserve what to discard, then open that moment (step 7.3).

    Players are checked in player order; the step runs again until all have been (`agot2/7.3#1`). A player chooses as
    many cards as the hand exceeds the reserve value (`agot2/7.3#2`, `agot2/reserve#1`); a player whose hand does not
    exceed it discards nothing (`agot2/7.3#3`). With an unknown plot any number may be discarded.
    """
    done = frame.data.get("reserve done") or []
    assert isinstance(done, list)
    for player in pos.order():
        if player in done:
            continue
        hand = pos.zone(player, "hand")
        over = len(hand) - values.plot_value(pos, player, "reserve")
        unknown = unknown_plots.is_unknown(pos, player)  # any number of cards may be over an unknown reserve
        least, most = (0, len(hand)) if unknown else (over, over)
        slot = f"reserve {player}"
        if most > 0 and slot not in frame.data:
            says = "discard down to the reserve of an unknown plot" if unknown else f"discard {over} down to reserve"
            ask = Choose(player, "agot2/7.3#2", says, frame, slot, hand, least, most)
            ask.whose = "agot2/7.3#1"
            return ask
        if over <= 0 and hand:
            pos.skip(NothingOver(pos, player, frame, hand, over))
        pos.emit(FrameAdvanced(frame.id, frame.step, {"reserve done": [*done, player]}))
        picks = frame.numbers(slot)
        if picks:
            pos.open("moment", None, tuple(Occurrence("discarded", number, player) for number in picks))
        return None if picks else reserve(pos, frame)
    return None


class NothingOver(Choose):
    """What a player whose hand does not exceed the reserve discards: nothing (`agot2/7.3#3`). It decides itself."""

    whose = "agot2/7.3#1"

    def __init__(self, pos: Position, player: str, frame: Frame, hand: list[int], over: int) -> None:
        super().__init__(player, "agot2/7.3#2", "discard nothing for reserve", frame, f"reserve {player}", hand, 0, 0)
        self.held, self.reserve = len(hand), len(hand) - over

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        """Return the conditions of a discard: without picks they hold."""
        found = [check for check in super().checks(pos, player, move) if check.name != "count"]
        who = pos.player_name(self.player)
        needed = f"a player discards only if the hand exceeds the reserve of {self.reserve}"
        saw = f"{who} has {self.held} card{'s' if self.held != 1 else ''} in hand"
        return [*found, Check("count", "agot2/7.3#3", needed, not move.picks, saw)]


def victory_choice(pos: Position, frame: Frame) -> Ask | None:
    """Ask the first player which of several players wins; once that is answered, end the game.

    They have reached enough power at the same time (`agot2/winning-the-game#2`).
    """
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
