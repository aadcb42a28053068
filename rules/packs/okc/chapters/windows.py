"""Action steps: in turn order each player does any number of things, finishes, and is not asked again
(`okc/action-steps#2`, `#3`).
"""

from __future__ import annotations

from ledger.events import Move, Occurrence, Passed, UseCounted
from ledger.table import Entity, Frame
from rules.kernel.asks import Ask, Check
from rules.kernel.position import Position
from rules.language.cards import Ability
from rules.packs.okc import board
from rules.packs.okc.rulebook import action_key, prohibitions
from rules.resolution.windows import ActionWindow

_ONLY_NOW = {
    "spring": ("supporters", "use"),
    "day": ("ambush", "retreat", "flank"),
    "autumn": ("rally", "deploy", "govern", "travel", "secrets", "oaths", "use"),
}
"""What a player who hands the marker on does no more in this step."""
RULE = {"spring": "okc/spring-4#1", "day": "okc/summer-2b#1", "autumn": "okc/autumn-1#3"}


class ActionStep(ActionWindow):
    """The active player may act, or hand the marker on."""

    def __init__(self, player: str, frame: Frame) -> None:
        super().__init__(player, frame, RULE[frame.kind], 0)
        self.says = f"{frame.kind} action step"

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        """As everywhere, with each prohibition of this game named by its own rule."""
        found = super().checks(pos, player, move)
        if self.frame.kind == "day" and player not in board.participants(pos):
            # Who was not tied takes no part in the new clash, so no turn of theirs comes (`okc/ties-in-clashes#2`).
            outside = Check("priority", "okc/ties-in-clashes#2", f"{player} takes part in this clash", False)
            found = [outside if check.name == "priority" else check for check in found]
        ability = pos.pack.ability(move.ability) if move.verb == "use" else None
        if ability is None or move.subject not in pos.table.entities:
            return found
        closer = prohibitions(pos, player, pos.entity(move.subject), ability)
        return [part for check in found for part in (closer if check.name == "cannot" else [check])]

    def passed(self, pos: Position) -> None:
        pos.emit(Passed(self.player))

    def gives_up(self, pos: Position) -> tuple[str, ...]:
        """Nobody is asked twice in a step (`okc/action-steps#3`)."""
        return _ONLY_NOW[self.frame.kind]


def action_step(pos: Position, frame: Frame) -> Ask | None:
    """The first player still to act who can do anything; those who cannot are passed over."""
    here = board.participants(pos) if frame.kind == "day" else pos.order()
    for player in pos.still_to_act(frame):
        if player in here:
            ask = ActionStep(player, frame)
            if ask.anything(pos):
                return ask
    if pos.observer is not None and not frame.turn:
        pos.skip(ActionStep("", frame))
    return None


def added_step(pos: Position, frame: Frame) -> Ask | None:
    """After facedown cards were revealed, only what is on them may be activated (`okc/added-cards#2`, `#3`)."""
    return action_step(pos, frame) if frame.data.get("revealed") else None


def in_step(frame: Frame, kind: str, rule: str) -> Check:
    """The condition that an action belongs to this step (`okc/action#2`)."""
    return Check("step", rule, f"this is the {kind} action step", frame.kind == kind)


def names(move: Move, known: tuple[str, ...]) -> bool:
    """Whether every word of a move is one of these."""
    return all(word in known for word in move.words)


def cost_of_use(
    pos: Position, player: str, entity: Entity, ability: Ability, frame: Frame | None
) -> tuple[Occurrence, ...]:
    """Return the cost of a use beyond its text: a tactic is exhausted, the Favour turned (`okc/tactics#3`). Count an
    action for the round while it is being paid for.
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
