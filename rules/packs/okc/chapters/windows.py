"""Action steps: in turn order each player acts as often as they like, finishes, and is not asked again.

`okc/action-steps#2`, `#3`
"""

from __future__ import annotations

from ledger.events import Move, Occurrence, Passed, UseCounted
from ledger.table import Entity, Frame
from rules.eligibility.failures import phase_now
from rules.kernel.asks import Ask, Check
from rules.kernel.position import Position
from rules.kernel.timing import Look, Step
from rules.language.cards import Ability
from rules.packs.okc import board
from rules.packs.okc.rulebook import action_key, prohibitions
from rules.resolution.moments import owner_first
from rules.resolution.windows import ActionWindow

RULE = {"spring": "okc/spring-4#1", "day": "okc/summer-2b#1", "autumn": "okc/autumn-1#3"}
"""The clause on who acts when, by the kind of frame."""


_INSIDE = ("day", "claim", "clash", "region")
"""The kinds of frames whose steps are told as those of Summer, the innermost first."""

_FOREMOST = ("step", "phase")
"""Conditions that no turn would help with: when such a move is made."""

_TURN = ("priority", "closed")
"""The conditions on whose turn it is."""


_BY_DAY = ("ambush", "retreat", "flank")
"""The orders that a card gives in a clash, and for its region."""


class ActionStep(ActionWindow):
    """The decision of the player who is acting: act, or pass the active player marker on.

    `skipped` are the players just before, who were passed over since they could do nothing.
    """

    def __init__(self, player: str, frame: Frame, skipped: tuple[str, ...] = ()) -> None:
        super().__init__(player, frame, RULE[frame.kind], 0)
        self.over = skipped
        self.says = f"{frame.kind} action step"

    def means(self, pos: Position, move: Move) -> bool:
        """Whether an action, legal or not, says enough to be carried out: an order of the day needs a clash."""
        return super().means(pos, move) and not (move.verb in _BY_DAY and board.clash(pos) is None)

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        """Return the conditions of a move, with each prohibition of this game under a rule of its own.

        By Day, a player who takes no part in the clash is told that instead of whose turn it is. So is one who has
        ended the action step (`okc/action-steps#3`); one who was passed over is told what else forbids the move.
        """
        found = super().checks(pos, player, move)
        outside = self.frame.kind == "day" and player not in board.participants(pos)
        if outside:
            # Who was not tied takes no part in the new clash, so no turn of theirs comes (`okc/ties-in-clashes#2`).
            saw = f"{pos.player_name(player)} takes no part in it"
            stranger = Check("priority", "okc/ties-in-clashes#2", "players who are in the clash act", False, saw)
            found = [stranger if check.name == "priority" else check for check in found]
        ability = pos.pack.ability(move.ability) if move.verb == "use" else None
        if ability is not None and move.subject in pos.table.entities:
            closer = prohibitions(pos, player, pos.entity(move.subject), ability)
            found = [part for check in found for part in (closer if check.name == "cannot" else [check])]
        if outside or move.verb == "pass" or move.verb in pos.pack.asked_at:
            return found
        return _turn_last(self._in_turn(pos, player, found, move.verb == "use"))

    def _in_turn(self, pos: Position, player: str, found: list[Check], used: bool) -> list[Check]:
        """Return the conditions of a move with a closer one for a player whose turn is over, or never came.

        Where another condition failed, whose turn it is does not matter for a player who was passed over, nor for a
        card that may not act at all any more. `used` says that an ability is used.
        """
        still = pos.still_to_act(self.frame)
        others = [check for check in found if check.name not in _TURN]
        allowed = all(check.holds for check in others)
        if player in pos.order() and player not in still:
            ended = _ended(pos, player, self.frame, "closed" if self.closed and allowed else "priority")
            return owner_first([ended, *others]) if used else [ended, *others]
        over = player in self.over
        never = any(check.name == "revealed" and check.holds is False for check in others)
        return others if (over or never) and not allowed else found

    def passed(self, pos: Position) -> None:
        pos.emit(Passed(self.player))


def _turn_last(found: list[Check]) -> list[Check]:
    """Return the conditions of a move, whose turn it is last where no turn in this step would have helped."""
    hopeless = any(check.holds is False and check.name in _FOREMOST for check in found)
    return sorted(found, key=lambda check: check.name in _TURN) if hopeless else found


def _ended(pos: Position, player: str, frame: Frame, name: str) -> Check:
    """Return the failed condition of a move by a player who has ended this action step; it is called `name`."""
    who = pos.player_name(player)
    saw = f"{who} has passed" if frame.turn == player else f"it has gone on from {who} to {pos.player_name(frame.turn)}"
    needed = "play does not come back to a player who has ended the action step"
    return Check(name, "okc/action-steps#3", needed, False, saw)


def action_step(pos: Position, frame: Frame) -> Ask | None:
    """Ask the first player still to act who can do anything; players who cannot are passed over.

    By Day only participants of the clash are asked.
    """
    skipped: list[str] = []
    here = board.participants(pos) if frame.kind == "day" else pos.order()
    for player in pos.still_to_act(frame):
        if player in here:
            ask = ActionStep(player, frame, tuple(skipped))
            if ask.anything(pos):
                return ask
            skipped.append(player)
    if pos.observer is not None:
        pos.skip(ActionStep("", frame))
    return None


def added_step(pos: Position, frame: Frame) -> Ask | None:
    """Ask players to act after facedown cards were revealed: only those cards may act (`okc/added-cards#2`, `#3`)."""
    return action_step(pos, frame) if frame.data.get("revealed") else None


def step_check(pos: Position, frame: Frame, kind: str, rule: str, done: str) -> Check:
    """Return the condition that an action is done in its action step, under this rule (`okc/action#2`).

    `done` says what is done: "Supporters are placed". The step also goes on while something in it resolves.
    """
    step = pos.enclosing(kind)
    holds = frame.kind == kind if _acting(pos, frame) else step is not None and _acting(pos, step)
    return Check("step", rule, f"{done} in the {kind} action step", holds, "" if holds else _step_now(pos, kind))


def _acting(pos: Position, frame: Frame) -> bool:
    """Whether a frame stands at an action step."""
    step = _step_of(pos, frame) if frame.kind in RULE else None
    return step is not None and step.look is Look.WINDOW


def _step_of(pos: Position, frame: Frame) -> Step | None:
    """Return the step at which a frame of the round stands; None behind its last one."""
    steps = pos.pack.procedures[frame.kind].steps
    return steps[frame.step] if frame.step < len(steps) else None


def _step_now(pos: Position, wanted: str) -> str:
    """Return which action step or which season it is, as a sentence; in the season of the `wanted` step, which step."""
    for kind in RULE:
        frame = pos.enclosing(kind)
        if frame is not None and _acting(pos, frame):
            return f"this is the {kind} action step"
    season = phase_now(pos).removesuffix(" phase") or "setup"
    now = f"it is {'the year start' if season == 'year start' else season} now"
    if pos.enclosing(wanted) is None and (wanted, season) != ("day", "summer"):
        return now
    frames = [frame for kind in (*_INSIDE, season) if (frame := pos.enclosing(kind)) is not None]
    step = _step_of(pos, frames[0]) if frames else None
    return now if step is None else f"{now}, and the step is “{step.label}”"


def names_only(move: Move, known: tuple[str, ...]) -> bool:
    """Whether every word of a move is one of the known ones."""
    return all(word in known for word in move.words)


def cost_of_use(
    pos: Position, player: str, entity: Entity, ability: Ability, frame: Frame | None
) -> tuple[Occurrence, ...]:
    """Return the cost of a use beyond its text: a tactic is exhausted, the Favour turned (`okc/tactics#3`).

    Setup instructions, rewards and constant abilities have none. While an action is being paid for, its use is counted
    for the round.
    """
    if ability.kind in ("setup", "reward", "constant"):
        return ()
    if frame is not None and ability.kind == "action":
        pos.emit(UseCounted(action_key(player, entity.id, ability), board.round_frame(pos)))
    kind = pos.pack.cards[entity.card].type
    if kind == "tactic":
        return (Occurrence("exhausted", entity.id, player),)
    if kind == "faction":
        return (Occurrence("turned", board.favour(pos), player),)
    return ()
