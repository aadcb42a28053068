"""Moments: occurrences that happen at once, and the windows of the game's trigger sequence around them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from ledger.events import Move, Occurrence, OccurrenceChanged, Passed, Revealed, State, UseCounted
from ledger.table import Frame
from rules.eligibility.uses import answer_elsewhere, explain_use, fulfilled, uses_in_slot
from rules.kernel.asks import PASS, Ask, Check, is_whose, waits, written_verb
from rules.kernel.chance import Shuffle
from rules.kernel.context import Use
from rules.kernel.names import card_names
from rules.kernel.pack import Failure
from rules.kernel.timing import Procedure, Sequence, Slot, Step
from rules.resolution.delayed import resolve_due

if TYPE_CHECKING:
    from rules.kernel.position import Position
    from rules.language.cards import Ability
    from rules.resolution.windows import ActionWindow


_TAKEN_PLACE = (State.HAPPENED, State.PARTLY)


def slot_steps(slots: tuple[Slot, ...]) -> tuple[Step, ...]:
    """Return the steps of a procedure for these windows of a sequence."""
    return tuple(Step(slot.name, slot.rule, slot.label, partial(run_slot, slot=slot), slot=slot) for slot in slots)


def moment_procedure(sequence: Sequence) -> Procedure:
    """Return the procedure of a moment that stands alone: the windows of the sequence in order and nothing else."""
    return Procedure("moment", "moment", slot_steps(sequence.slots))


def run_slot(pos: Position, frame: Frame, slot: Slot) -> Ask | None:
    """Run one window of a moment: let things happen, resolve what is forced or due, or ask who uses something.

    Return the decision of the next player who is to be asked; None if there is none.
    """
    if not slot.listens:
        return happen(pos, frame)
    if slot.after and slot.forced:
        ask = slot.before(pos, frame) if slot.before is not None else None
        if ask is not None or pos.table.frames[-1] is not frame:
            return ask
        due = resolve_due(pos, frame)
        if due:
            return due if isinstance(due, Ask) else None
    if not pos.index.anyone(slot.listens, frame.occurrences):
        if pos.observer is not None and not slot.forced:
            pos.skip(Window("", frame, slot, [], 0))
        return None
    if slot.forced:
        return _must(pos, slot, list(uses_in_slot(pos, frame, slot)))
    return window(pos, frame, slot)


def happen(pos: Position, frame: Frame) -> Ask | None:
    """Let the imminent occurrences of a moment happen; those that could change nothing fail.

    Return a shuffle that has to be recorded, if one follows.
    """
    if frame.data.get("shuffle"):
        return _shuffle(pos, frame)
    imminent = [index for index, part in enumerate(frame.occurrences) if part.state is State.IMMINENT]
    if not imminent:
        return None
    _take_place(pos, frame, imminent)
    return _shuffle(pos, frame) if frame.data.get("shuffle") else None


def measure(pos: Position) -> object | None:
    """Return what the game's `Watch` measures now, to be compared later.

    None if the game has no `Watch`, or no card asks for a change.
    """
    watch = pos.pack.watch
    return watch.before(pos) if watch is not None else None


def _take_place(pos: Position, frame: Frame, imminent: list[int]) -> None:
    """Judge all imminent occurrences before any is applied, since they happen at once; then apply them, and add what
    the game's watch noticed.
    """
    happenings, seen = pos.pack.happenings, measure(pos)
    for index in imminent:
        part = frame.occurrences[index]
        happening = happenings[part.kind]
        if not happening.could(pos, part):
            pos.emit(OccurrenceChanged(frame.id, index, State.FAILED))
        elif happening.whole is not None and not happening.whole(pos, part):
            pos.emit(OccurrenceChanged(frame.id, index, State.PARTLY))
    pos.emit(OccurrenceChanged(frame.id, -1, State.HAPPENED))
    for index in imminent:
        part = frame.occurrences[index]
        if part.state in _TAKEN_PLACE:
            happenings[part.kind].apply(pos, part, frame)
    watch = pos.pack.watch
    noticed = watch.after(pos, seen) if watch is not None and seen is not None else ()
    if noticed:
        pos.emit(OccurrenceChanged(frame.id, -1, State.IMMINENT, added=noticed))
        pos.emit(OccurrenceChanged(frame.id, -1, State.HAPPENED))


def _shuffle(pos: Position, frame: Frame) -> Ask | None:
    zones = frame.data.get("shuffle")
    assert isinstance(zones, list)
    for zone in zones:
        if not frame.data.get(f"shuffled {zone}") and len(pos.table.zones[str(zone)]) > 1:
            return Shuffle(pos.pack.rule("shuffle"), frame, f"shuffled {zone}", str(zone))
    pos.patch(frame, {"shuffle": None, **{f"shuffled {zone}": None for zone in zones}})
    return None


def _must(pos: Position, slot: Slot, uses: list[Use]) -> Ask | None:
    """Resolve forced abilities: a single one at once; of several the decider (the first player, or with `own` each
    player in turn) chooses the next.
    """
    decider = pos.first
    if slot.own and uses:
        decider = next(player for player in pos.order() if any(use.player == player for use in uses))
        uses = [use for use in uses if use.player == decider]
    if len(uses) > 1:
        return Order(decider, uses, slot)
    if uses:
        if pos.observer is not None:
            pos.skip(Order("", uses, slot))
        begin(pos, uses[0])
    return None


def window(pos: Position, frame: Frame, slot: Slot) -> Ask | None:
    """Return the decision of the next player who can use something in this window; None once the window closes.

    Opportunities go clockwise from the first player until all have passed in a row; in an `own` window each player
    finishes before the next begins. Players who can use nothing are passed over. Forced abilities that listen here come
    first. What can be used is judged afresh at every opportunity.
    """
    uses = list(uses_in_slot(pos, frame, slot))
    forced = [use for use in uses if use.ability.kind.startswith("forced")]
    if forced:
        return _must(pos, slot, forced)
    ask = Window.turn(pos, frame, slot, uses) if uses else None
    if ask is None and pos.observer is not None:
        pos.skip(Window("", frame, slot, [], 0))
    return ask


class Order(Ask):
    """The decision which of several forced abilities resolves next.

    It is the first player's; in an `own` window each player orders their own. Without a player it is a single forced
    ability that resolved by itself. An ability that a player triggers has to wait for all of them; a text that nobody
    triggers, such as a constant one, is only none of them.
    """

    def __init__(self, player: str, uses: list[Use], slot: Slot) -> None:
        says = "which forced ability resolves next" if player else "what is forced resolves by itself"
        super().__init__(player, "use", slot.rule, says)
        self.uses, self.slot = uses, slot

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        ability = pos.pack.ability(move.ability)
        used = ability is not None and pos.pack.dialect.kinds.get(ability.kind) in ("action", "triggered")
        if move.verb == "use" and ability is not None and used and not self._is_forced(ability):
            failure = Failure(player, ability=ability, slot=self.slot)
            rule = pos.pack.clause(pos, "forced first", failure, pos.pack.rules.get("forced first", self.rule))
            forced = card_names(pos, [use.entity for use in self.uses])
            needed, saw = "forced abilities resolve first", f"{forced} must still resolve"
            return [Check("forced first", rule, needed, False, saw)]
        waiting = any(use.move() == move for use in self.uses)
        return [
            *super().checks(pos, player, move),
            waits(pos, self.rule, [use.entity for use in self.uses], move, waiting),
        ]

    def _is_forced(self, ability: Ability) -> bool:
        """Whether an ability is of a kind that must be used, as all are that listen in a forced slot."""
        return ability.slot in self.slot.listens if self.slot.forced else ability.kind.startswith("forced")

    def means(self, pos: Position, move: Move) -> bool:
        return move in self.moves(pos)

    def accept(self, pos: Position, move: Move) -> None:
        begin(pos, next(use for use in self.uses if use.move() == move))

    def moves(self, pos: Position) -> Iterator[Move]:
        return (use.move() for use in self.uses)


class Window(Ask):
    """The decision of one player in a window around an occurrence: use an ability or pass.

    Without a player it is a window that closed by itself.
    """

    def __init__(self, player: str, frame: Frame, slot: Slot, uses: list[Use], passes: int) -> None:
        super().__init__(player, "use", slot.rule, slot.label)
        self.frame, self.slot, self.uses, self.passes = frame, slot, uses, passes
        self.closed = not player

    @staticmethod
    def turn(pos: Position, frame: Frame, slot: Slot, uses: list[Use]) -> Window | None:
        """Return the decision of the next player who can use something; players who can use nothing are passed over.

        None once all in a row have passed or had nothing to use. In an `own` window each player finishes before the
        next begins.
        """
        if slot.own:
            for player in pos.still_to_act(frame):
                mine = [use for use in uses if use.player == player]
                if mine:
                    return Window(player, frame, slot, mine, 0)
            return None
        players = len(pos.table.players)
        player = pos.after(frame.turn) if frame.turn else pos.first
        passes = frame.passes
        over: list[str] = []
        while passes < players:
            mine = [use for use in uses if use.player == player]
            if mine:
                ask = Window(player, frame, slot, mine, passes)
                ask.over = tuple(over)
                return ask
            over.append(player)
            passes += 1
            player = pos.after(player)
        return None

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        failure = Failure(self.player, frame=self.frame, slot=self.slot)
        rule = pos.pack.clause(pos, "priority", failure)
        found = [has_opportunity(pos, rule, self.player, player)]
        if move.verb == "pass":
            return found
        if move.verb != "use":
            misplaced = answer_elsewhere(pos, self, player, move, "window") or self.elsewhere(pos, player, move)
            if misplaced:
                return misplaced
            needed = f"in the window “{self.says}” a player uses an ability or passes"
            rule = pos.pack.clause(pos, f"do {move.verb}", Failure(player, frame=self.frame, slot=self.slot), self.rule)
            neither = Check("window", rule, needed, False, f"“{written_verb(pos, move)}” is neither")
            return [neither, *found]
        use = find_use(pos, player, move, self.slot, self.frame)
        if use is None:
            return [*found, unknown_use(pos, move)]
        checks = owner_first(found + explain_use(pos, use))
        return still_open(pos, self, failure, passed_over(self, player, checks))

    def allows(self, pos: Position, player: str, move: Move) -> bool:
        if player != self.player or move.verb == "pass":
            return player == self.player
        use = None if self.closed or move.verb != "use" else find_use(pos, player, move, self.slot, self.frame)
        return use is not None and fulfilled(pos, use)

    def means(self, pos: Position, move: Move) -> bool:
        return find_use(pos, self.player, move, self.slot, self.frame) is not None

    def accept(self, pos: Position, move: Move) -> None:
        use = find_use(pos, self.player, move, self.slot, self.frame)
        assert use is not None
        begin(pos, use)

    def passed(self, pos: Position) -> None:
        """Emit the pass, counted on from the passes in a row and the players passed over before it."""
        pos.emit(Passed(self.player, self.passes + 1))

    def moves(self, pos: Position) -> Iterator[Move]:
        yield from (use.move() for use in self.uses)
        yield PASS


def passed_over(ask: Ask, player: str, found: list[Check]) -> list[Check]:
    """Return the conditions of a move, without `priority` for a player who was passed over in this window.

    That player had the opportunity and could use nothing, so that another condition says why. Where none does, it is
    the opportunity of the player who is asked.
    """
    if player in ask.over and any(check.holds is False for check in found if check.name != "priority"):
        return [check for check in found if check.name != "priority"]
    return found


_NOT_MENDED = ("controls", "placed")
"""The names of conditions of a use that fail whoever has the opportunity."""


def owner_first(found: list[Check]) -> list[Check]:
    """Return the conditions of a use, those first that failed on whose card it is and where it lies.

    The opportunity would not have helped somebody who uses another player's card, or one that is discarded.
    """
    return sorted(found, key=lambda check: not (check.name in _NOT_MENDED and check.holds is False))


def still_open(pos: Position, ask: Window | ActionWindow, failure: Failure, found: list[Check]) -> list[Check]:
    """Return the conditions of a move in a window, with one more if the window has closed by itself.

    That the window is still open is added, as failed, only if nothing else forbids the move.
    """
    if not ask.closed or any(check.holds is False for check in found):
        return found
    rule = pos.pack.clause(pos, "closed", failure, pos.pack.rules.get("closed", "") or pos.pack.rule("priority"))
    why = "whoever could act passed" if ask.frame.passes else "nobody could use anything"
    return [*found, Check("closed", rule, "the window must still be open", False, f"{why}, so it closed")]


def has_opportunity(pos: Position, rule: str, asked: str, player: str) -> Check:
    """Return the condition that a player has the opportunity in a window."""
    needed = f"{pos.player_name(asked)} has the opportunity here"
    return is_whose(pos, "priority", rule, needed, player, asked, "acts instead")


def unknown_use(pos: Position, move: Move) -> Check:
    """Return the failed condition that the component a move names has the ability it names."""
    name = pos.pack.name(pos, move.subject) if move.subject in pos.table.entities else "the card"
    return Check("offered", pos.pack.rule("offered"), f"{name} must have this ability", False, "it has no such ability")


def find_use(pos: Position, player: str, move: Move, slot: Slot | None, frame: Frame) -> Use | None:
    """Return the use a move names, legal or not; None if there is no such component or ability."""
    if move.subject not in pos.table.entities:
        return None
    ability = pos.pack.ability(move.ability)
    if ability is None:
        return None
    occurrence = move.amount if slot is not None and 0 <= move.amount < len(frame.occurrences) else -1
    return Use(pos, player, move.subject, ability, slot, frame, occurrence)


def begin(pos: Position, use: Use) -> None:
    """Count the use against its limits and for the occurrence it answers, and open the frame of the ability.

    A card that is used from a zone out of play and lies face down is shown to all players. Nothing is judged.
    """
    if use.occurrence >= 0:
        pos.emit(UseCounted(f"{use.key(pos)}@{use.occurrence}", use.frame.id))
    for limit in use.ability.limits:
        pos.emit(UseCounted(use.limit_key(pos, limit), pos.period(limit.period)))
    entity = pos.table.entities[use.entity]
    if use.ability.where != "play" and not entity.up:
        pos.emit(Revealed(use.entity, tuple(pos.table.players)))
    data: dict[str, bool | int | str | list[int | str] | None] = {
        "entity": use.entity,
        "ability": use.ability.key,
        "player": use.player,
        "wave": 0,
    }
    if use.occurrence >= 0:
        data["moment"] = use.frame.id
        data["occurrence"] = use.occurrence
    if use.ability.where != "play":
        data["playing"] = use.entity
    initiated = Occurrence("initiated", use.entity, use.player, note=use.ability.key)
    pos.open("ability", data, (initiated, *pos.pack.played(pos, use.player, entity, use.ability)))
