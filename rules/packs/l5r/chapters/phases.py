"""The steps of the phases that have no chapter of their own: ends of phases, the favor, the fate and regroup phases."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from ledger.events import FrameAdvanced, Move, Occurrence
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Choose, DecidedChoice, Say, distinct
from rules.kernel.names import whereabouts
from rules.kernel.position import Position
from rules.kernel.timing import Run
from rules.kernel.values import told_by
from rules.packs.l5r import board, values
from rules.shared.rounds import finish_period


def ends(pos: Position, frame: Frame) -> Ask | None:
    """End the effects that last until the end of this phase, then open the moment in which it ends.

    `l5r/lasting-effects#5`. With the regroup phase the round ends, too (`l5r/5.6#2`).
    """
    finish_period(pos, frame)
    occurrences = [Occurrence("ended", note=frame.kind, other=frame.id)]
    rounds = pos.enclosing("round")
    if frame.kind == "regroup" and rounds is not None:
        finish_period(pos, rounds)
        occurrences.append(Occurrence("ended", note="round", other=rounds.id))
    pos.open_next(frame, "moment", None, tuple(occurrences))
    return None


def back_to(step: str) -> Run:
    """Return the function of a step that jumps to another step of the phase, such as the start of a loop.

    `l5r/framework-steps#2`
    """

    def run(pos: Position, frame: Frame) -> Ask | None:
        pos.go(frame, step)
        return None

    return run


# --- the favor --------------------------------------------------------------------------------------------------------


def count_glory(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which the player with the higher glory count wins it (`l5r/3.4.1#2`).

    With equal counts there is no winner and the phase goes to its end: the favor stays where it is, on the side it
    shows (`l5r/3.4.2#2`, `l5r/imperial-favor#4`).
    """
    winners = values.glory_winners(pos)
    best = values.glory_count(pos, winners[0])
    if len(winners) > 1:
        pos.skip(TiedCount(frame, best))
        pos.go(frame, "end")
        return None
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, {"favored": winners[0]}))
    pos.open("moment", None, (Occurrence("counted", player=winners[0], amount=best),))
    return None


class TiedCount(Ask):
    """The side of the favor after a glory count that nobody won: it is nobody's to choose (`l5r/3.4.2#2`)."""

    def __init__(self, frame: Frame, count: int) -> None:
        super().__init__("", "favor", "l5r/3.4.2#2", "the side of the Imperial Favor: nobody won the glory count")
        self.frame, self.count = frame, count

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        """Return the condition that a player won the count, for an answer; for any other move, that it is none."""
        if move.verb != self.verb:
            return [self.answers(pos, move)]
        needed = "the player with the higher glory count claims the Imperial Favor"
        return [Check("tied", "l5r/3.4.1#2", needed, False, f"both players count {self.count}")]

    def moves(self, pos: Position) -> Iterator[Move]:
        return iter(())


def claim_favor(pos: Position, frame: Frame) -> Ask | None:
    """Ask the winner of the count for a side of the favor, then open the moment in which it is claimed.

    A player who holds the favor already sets its side anew. `l5r/3.4.2#1`, `l5r/3.4.2#3`, `l5r/imperial-favor#6`
    """
    player = frame.text("favored")
    if "side" not in frame.data:
        return Say(player, "l5r/3.4.2#1", "the side of the Imperial Favor", frame, "side", board.KINDS, verb="favor")
    card = favor_card(pos)
    if card:
        pos.open_next(frame, "moment", None, (Occurrence("favored", card, player, note=frame.text("side")),))
    return None


def favor_card(pos: Position) -> int:
    """Return the Imperial Favor, unclaimed or whoever holds it; 0 if it is not on the table."""
    places = [pos.table.zones["favor"], *(pos.zone(player, "favor") for player in pos.table.seats)]
    return next((number for place in places for number in place), 0)


# --- fate and regroup -------------------------------------------------------------------------------------------------


def discard_fateless(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which the next character without fate is discarded, in player order.

    A player with several is asked which goes next. Each is a moment of its own, with its own windows (`l5r/4.2#3`,
    `l5r/4.2#4`). Characters with fate stay (`l5r/character-cards#3`), and so do those that cannot be discarded.
    """
    done = frame.numbers("asked")
    could = pos.pack.happenings["discarded"].could
    for player in pos.order():
        fateless = [number for number in board.characters(pos, player) if not pos.table.count(number, "fate")]
        waiting = [
            number for number in fateless if number not in done and could(pos, Occurrence("discarded", number, player))
        ]
        if not frame.numbers("next"):
            says = "which character without fate is discarded next"
            reject = _not_fateless(pos, player)
            ask = Choose(player, "l5r/4.2#2", says, frame, "next", waiting, verb="discard", reject=reject)
            if len(waiting) > 1:
                return ask
            pos.skip(DecidedChoice(ask))
        if not waiting:
            continue
        number = frame.numbers("next")[0] if frame.numbers("next") else waiting[0]
        pos.patch(frame, {"next": None, "asked": [*done, number]})
        pos.open("moment", None, (Occurrence("discarded", number, player, note="no fate"),))
        return None
    return None


def _not_fateless(pos: Position, player: str) -> Callable[[int], list[Check]]:
    """Return the function that says why a card may not be picked: it has fate or another controller, or must stay."""

    def reject(number: int) -> list[Check]:
        if number not in pos.table.entities:
            return []
        name, own = pos.pack.name(pos, number), number in board.characters(pos, player)
        fateless = own and not pos.table.count(number, "fate")
        needed = f"{pos.player_name(player)} discards characters of their own that have no fate"
        fate = pos.table.count(number, "fate")
        found = [
            Check(
                "fateless",
                "l5r/4.2#1",
                needed,
                fateless,
                f"{name} has {fate} fate" if own else whereabouts(pos, number),
            )
        ]
        if not fateless:
            return found
        needed = f"{name} is discarded unless a card says that it cannot be"
        return [*found, Check("stays", "l5r/cannot#1", needed, False, told_by(pos, number, "cannot", "be_discarded"))]

    return reject


def remove_fate(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which each character with fate loses 1, except those that cannot lose fate (`l5r/4.3#1`)."""
    parts = tuple(
        Occurrence("unfated", entity.id, entity.controller)
        for entity in board.in_areas(pos)
        if entity.counters.get("fate") and board.is_character(pos, entity.id)
    )
    if parts:
        pos.open_next(frame, "moment", None, parts)
    return None


def fate_on_rings(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which 1 fate is placed on each unclaimed ring (`l5r/4.4#1`)."""
    parts = tuple(Occurrence("placed", number) for number in pos.table.zones["rings"])
    if parts:
        pos.open_next(frame, "moment", None, parts)
    return None


def ready_all(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which all bowed cards are readied, except those that cannot ready (`l5r/5.2#1`)."""
    parts = tuple(
        Occurrence("readied", entity.id, entity.controller)
        for entity in pos.table.entities.values()
        if "bowed" in entity.marks
    )
    if parts:
        pos.open_next(frame, "moment", None, parts)
    return None


def clear_provinces(pos: Position, frame: Frame) -> Ask | None:
    """Ask each player, in player order, which faceup cards to discard from provinces, and open that moment.

    From broken provinces all faceup cards go, from the others any number, holdings too (`l5r/holding-cards#3`).
    """
    done = frame.names("cleared")
    for player in pos.order():
        if player in done:
            continue
        must, may = _cards_to_clear(pos, player)
        slot = f"clear {player}"
        if slot not in frame.data:
            ask = ProvinceDiscards(pos, player, frame, slot, must, may)
            if may:
                return ask
            pos.skip(DecidedChoice(ask))
        chosen = [*must, *frame.numbers(slot)]
        pos.patch(frame, {"cleared": [*done, player]})
        if chosen:
            pos.open("moment", None, tuple(Occurrence("discarded", number, player) for number in chosen))
            return None
        return clear_provinces(pos, frame)
    return None


class ProvinceDiscards(Choose):
    """The choice of faceup cards to discard from unbroken provinces.

    Those in broken provinces are discarded whatever is chosen. An answer may name them, too; it chooses the others.
    """

    whose = "l5r/5.3#1"

    def __init__(
        self, pos: Position, player: str, frame: Frame, slot: str, must: Sequence[int], may: Sequence[int]
    ) -> None:
        says = "which cards are discarded from provinces"
        reject = _not_cleared(pos, player)
        super().__init__(player, "l5r/5.3#2", says, frame, slot, may, 0, len(may), verb="discard", reject=reject)
        self.must = frozenset(must)

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        anyway = [number for number in move.picks if number in self.must]
        return [*super().checks(pos, player, self._chosen(move)), distinct(pos, self.rule, anyway)]

    def accept(self, pos: Position, move: Move) -> None:
        super().accept(pos, self._chosen(move))

    def _chosen(self, move: Move) -> Move:
        """Return an answer without the cards that are discarded anyway."""
        return msgspec.structs.replace(move, picks=tuple(one for one in move.picks if one not in self.must))


def _not_cleared(pos: Position, player: str) -> Callable[[int], list[Check]]:
    """Return the function that says why a card is not discarded: it lies elsewhere than in a province, or facedown."""

    def reject(number: int) -> list[Check]:
        if number not in pos.table.entities:
            return []
        who, name = pos.player_name(player), pos.pack.name(pos, number)
        slot = next((slot for slot in board.SLOTS if number in board.in_slot(pos, player, slot)), "")
        if not slot:
            needed = f"{who} discards dynasty cards in their own provinces"
            return [Check("in province", "l5r/5.3#2", needed, False, whereabouts(pos, number))]
        broken = any(board.broken(pos, one) for one in pos.zone(player, slot) if board.is_province(pos, one))
        rule, needed = "l5r/5.3#1" if broken else "l5r/5.3#2", "only faceup cards are discarded from provinces"
        saw = f"{name} lies facedown in {who}'s province {slot[-1]}"
        return [Check("faceup", rule, needed, False, saw)]

    return reject


def _cards_to_clear(pos: Position, player: str) -> tuple[list[int], list[int]]:
    """Return the faceup cards a player must discard, from broken provinces, and those the player may discard."""
    must: list[int] = []
    may: list[int] = []
    for slot in board.SLOTS:
        held = pos.zone(player, slot)
        broken = any(board.is_province(pos, number) and board.broken(pos, number) for number in held)
        for number in board.in_slot(pos, player, slot):
            if pos.entity(number).up:
                (must if broken else may).append(number)
    return must, may


def return_rings(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which all claimed rings return to the unclaimed pool (`l5r/5.4#1`)."""
    parts = tuple(
        Occurrence("ring-returned", number) for player in pos.order() for number in board.rings_of(pos, player)
    )
    if parts:
        pos.open_next(frame, "moment", None, parts)
    return None


def pass_token(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which the first player token goes to the next player (`l5r/5.5#1`)."""
    pos.open_next(frame, "moment", None, (Occurrence("token", player=pos.first),))
    return None
