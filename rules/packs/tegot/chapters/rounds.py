"""The game and its six rounds: dice, everyone's turn, the bottom dice, taxes, the end of a round and of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ledger.events import FrameAdvanced, FrameOpened, GameEnded, Marked, Move, Moved, Occurrence, SeatChanged
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Say
from rules.kernel.chance import Chance
from rules.kernel.names import listed
from rules.kernel.position import Position
from rules.kernel.timing import Run
from rules.packs.tegot import board
from rules.packs.tegot.chapters import alliances, scoring
from rules.packs.tegot.chapters.windows import BOTTOM
from rules.shared import unstated
from rules.shared.unknown_plots import ASSUMED

_ROUNDS = 6
_SCORING_ROUNDS = (3, 5, 6)
"""The rounds after which everyone scores (`tegot/round-track#1`, `tegot/scoring-phase#1`)."""
_DICE = 5
_DECIDED = ("tegot/end-of-game#1", "tegot/tie-break#1", "tegot/tie-break#1", "tegot/tie-break#2", "tegot/tie-break#2")
"""The rule that decides the game, by the place of the first number in which the winner and the next differ."""


def setup(pos: Position, frame: Frame) -> Ask | None:
    """Open the frame of the setup; the rounds follow when it closes."""
    pos.open_next(frame, "setup")
    return None


def next_round(pos: Position, frame: Frame) -> Ask | None:
    """Open the scoring phase after rounds 3, 5 and 6, else the next of six rounds; after the last scoring, nothing.

    Keeps `tegot/game-overview#1`, `tegot/end-of-round#2`, `tegot/stage-1#1`, `tegot/stage-2#1`, `tegot/stage-3#1`,
    `tegot/stage-4#1`, `tegot/stage-5#1`, `tegot/final-scoring#1`, `tegot/crown#1`, `tegot/setup-2a#1`,
    `tegot/end-of-round#1`.
    """
    number = frame.number("round")
    if number in _SCORING_ROUNDS and frame.number("scored") != number:
        pos.patch(frame, {"scored": number})
        pos.open("scoring", {"round": number})
    elif number < _ROUNDS:
        pos.emit(FrameAdvanced(frame.id, frame.step, {"round": number + 1}))
        pos.emit(FrameOpened("round", {"round": number + 1}))
    return None


def crown(pos: Position, frame: Frame) -> Ask | None:
    """End the game: the best in points, then throne, castles, recruited tokens and gold wins.

    Players who are still tied win together. The clause that decided is recorded as the reason.
    Keeps `tegot/end-of-game#1`, `tegot/tie-break#3`.
    """
    ranks = {player: scoring.rank(pos, player) for player in pos.table.players}
    best = max(ranks.values())
    winners = tuple(player for player, rank in ranks.items() if rank == best)
    _tell_gold_of_a_tie(pos, frame, ranks, best)
    level = max((_first_difference(best, rank) for rank in ranks.values() if rank != best), default=0)
    pos.emit(GameEnded(winners, "tegot/tie-break#3" if len(winners) > 1 else _DECIDED[level]))
    return None


def _tell_gold_of_a_tie(pos: Position, frame: Frame, ranks: dict[str, tuple[int, ...]], best: tuple[int, ...]) -> None:
    """Note how much gold counts for players among whom it decides, where no line states what they had."""
    tied = [player for player, rank in ranks.items() if rank[:-1] == best[:-1]]
    for player in tied if len(tied) > 1 else ():
        if unstated.left(pos, player, "gold"):
            counts = f"{board.gold(pos, player)} gold counts for the tie"
            says = f"no line states {player}'s gold; assumed: {counts}, what is known of it"
            pos.remember(frame, f"{ASSUMED} tie {player}", says)


def _first_difference(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """Return the index of the first number in which two ranks differ."""
    return next(at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)


def part(kind: str) -> Run:
    """Return a step that opens a part of the round, as a frame of this kind, once (`tegot/round-overview#1`)."""

    def run(pos: Position, frame: Frame) -> Ask | None:
        if kind not in frame.names("begun"):
            pos.patch(frame, {"begun": [*frame.names("begun"), kind]})
            pos.open(kind)
        return None

    return run


def roll(pos: Position, frame: Frame) -> Ask | None:
    """Ask for the roll of all five dice, and turn them to it.

    Keeps `tegot/dice-draft#1`, `tegot/action-dice#1`, `tegot/next-round#2`.
    """
    if "dice" not in frame.data:
        return Roll(
            "tegot/dice-draft#1",
            "the faces of the five dice",
            frame,
            "dice",
            "dice",
            board.ACTIONS,
            _DICE,
            repeats=True,
        )
    for number, face in zip(pos.table.zones["dice"], frame.names("dice"), strict=True):
        show(pos, number, face)
    return None


class Roll(Chance):
    """The roll of the dice, before which no turn is going on: a move of a turn or of a battle is refused as such."""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        early = _outside_turns(pos, player, move)
        return [early] if early is not None else super().checks(pos, player, move)


def _outside_turns(pos: Position, player: str, move: Move) -> Check | None:
    """Return the failed condition of a move that belongs to a turn or a battle, while no turn is going on.

    None for another move.
    """
    fighting = "no battle is being fought"
    if move.verb in board.ACTIONS:
        saw = "no turn is going on: the dice are rolled next"
        return Check("answer", "tegot/turn#2", "an action is taken in a turn", False, saw)
    if move.verb == "take":
        house = board.faction(pos, move.subject) if move.subject in pos.table.entities else "tully"
        saw = f"no turn is going on; an alliance is written `{player} ally {house}`"
        return Check("answer", "tegot/turn#2", "a token is taken in a turn", False, saw)
    if move.verb == "return":
        return alliances.kept_in_pool(pos, player, move)
    if move.verb == "fight":
        return Check("answer", "tegot/battle#1", "a card is played face down in a battle", False, fighting)
    if move.verb == "lose":
        needed = "the loser of a battle loses a unit"
        return Check("answer", "tegot/battle-resolution#5", needed, False, fighting)
    if move.verb == "retreat":
        needed = "the losing units of a battle retreat"
        return Check("answer", "tegot/battle-resolution#6", needed, False, fighting)
    if move.verb == "discard":
        needed = f"plot cards are discarded in a Whisper, or down to the limit of {board.HAND_LIMIT}"
        held = "" if board.may_hold_more(pos, player) else f" and has {len(board.plot_cards(pos, player))}"
        saw = f"{pos.player_name(player)} does not whisper{held}"
        return Check("answer", "tegot/hand-limit#1", needed, False, saw)
    return None


def draft(pos: Position, frame: Frame) -> Ask | None:
    """Ask players in turn which die they choose, by its face; the Hand of the King gets the two that are left.

    Keeps `tegot/dice-draft#2`, `tegot/dice-draft#3`, `tegot/dice-draft-3#2`.
    """
    for at, (player, zone, rule) in enumerate(_draft_order(pos)):
        slot = f"draft {at}"
        if slot not in frame.data:
            faces = dict.fromkeys(board.face_of(pos, number) for number in pos.table.zones["dice"])
            says = f"a die for the {pos.pack.place_names[zone]}" if zone in pos.pack.place_names else "a die to keep"
            return DieChoice(player, rule, says, frame, slot, list(faces), verb="draft")
        if not pos.table.zones[zone]:
            pos.emit(Moved(die_showing(pos, "dice", frame.text(slot)), zone))
    left = [board.face_of(pos, number) for number in pos.table.zones["dice"]]
    for number in list(pos.table.zones["dice"]):
        pos.emit(Moved(number, f"{pos.first}.dice"))
    for face in left:
        pos.skip(LastDie(pos.first, frame, face, left))
    return None


class LastDie(Say):
    """One of the two dice that the Hand of the King gets without a choice: a line may say which face it shows.

    Keeps `tegot/dice-draft#3`.
    """

    def __init__(self, player: str, frame: Frame, face: str, left: Sequence[str]) -> None:
        says = "the dice left, which the Hand of the King gets"
        super().__init__(player, "tegot/dice-draft#3", says, frame, "last dice", [face], verb="draft")
        self.left = left

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        *found, word = super().checks(pos, player, move)
        needed = "the Hand of the King gets the two dice left, without a choice"
        named = f", and “{', '.join(move.words)}” is named" if move.words else ""
        return [*found, Check("word", self.rule, needed, word.holds, f"they show {listed(self.left)}{named}")]

    def means(self, pos: Position, move: Move) -> bool:
        return False


class DieChoice(Say):
    """The choice of a die by its face."""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        *found, word = super().checks(pos, player, move)
        needed = f"the die is one of those left, which show {listed(self.words)}"
        saw = f"none of them shows {move.words[0]}" if len(move.words) == 1 else "no face of a die is named"
        return [*found, Check("word", self.rule, needed, word.holds, saw)]


def _draft_order(pos: Position) -> list[tuple[str, str, str]]:
    """Return who chooses a die, the zone it goes to and the rule, in order: counter-clockwise from the Hand's right.

    With two or three players, dice for the bottom slots are chosen as well.
    """
    order = pos.order()
    right = list(reversed(order[1:]))
    found = [(player, f"{player}.dice", "tegot/dice-draft#2") for player in right]
    if len(order) == 3:
        found.insert(0, (right[0], "bottom.left", "tegot/dice-draft-3#1"))
    if len(order) == 2:
        found.insert(0, (right[0], "bottom.left", "tegot/dice-draft-2#1"))
        found.append((order[0], "bottom.right", "tegot/dice-draft-2#2"))
    return found


def next_turn(pos: Position, frame: Frame) -> Ask | None:
    """Open the turn of the next player who has not had one this round, clockwise from the Hand of the King.

    Keeps `tegot/round-overview#1`, `tegot/game-overview#2`, `tegot/hand-of-the-king#1`, `tegot/end-sequence#1`,
    `tegot/turn-4#2`.
    """
    done = frame.names("turns")
    for player in pos.order():
        if player not in done:
            pos.patch(frame, {"turns": [*done, player]})
            pos.emit(SeatChanged("active", (player,)))
            pos.open("turn", {"player": player})
            return None
    return None


def extra_dice(pos: Position, frame: Frame) -> Ask | None:
    """Offer the action of each bottom die to every player in order, the left die first.

    Only games of two or three players have bottom dice. The step runs again until everybody has had each action.
    Keeps `tegot/extra-dice#1`, `tegot/extra-dice#2`, `tegot/extra-dice#3`, `tegot/extra-dice#4`.
    """
    for zone in BOTTOM:
        for number in pos.table.zones[zone]:
            for player in pos.order():
                key = f"{zone} {player}"
                if key not in frame.names("extra"):
                    pos.patch(frame, {"extra": [*frame.names("extra"), key]})
                    pos.open(board.face_of(pos, number), {"player": player, "extra": zone})
                    return None
    return None


def collect(income: Callable[[Position, str], int]) -> Run:
    """Return a step of the taxes in which all players at once gain what `income` computes for each.

    Keeps `tegot/taxes#1`, `tegot/taxes#3`, `tegot/taxes#4`.
    """

    def run(pos: Position, frame: Frame) -> Ask | None:
        paid = {player: income(pos, player) for player in pos.order()}
        parts = tuple(
            Occurrence("gained", player=player, amount=gold, note="taxes") for player, gold in paid.items() if gold
        )
        if parts:
            pos.open_next(frame, "moment", None, parts)
        return None

    return run


def tax_cards(pos: Position, frame: Frame) -> Ask | None:
    """Open the draw of plot cards that the force track of the next player pays, in player order (`tegot/taxes#2`).

    The step runs again until everybody has drawn.
    """
    for player in pos.order():
        if player not in frame.names("carded"):
            pos.patch(frame, {"carded": [*frame.names("carded"), player]})
            cards = scoring.yields(pos, player).count("card")
            if cards:
                pos.open("draw", {"player": player, "left": cards})
                return None
    return None


def heroes_return(pos: Position, frame: Frame) -> Ask | None:
    """Move every played hero card back to its player's hand (`tegot/hero-card#3`)."""
    for player in pos.order():
        for number in list(pos.zone(player, "played")):
            pos.emit(Moved(number, f"{player}.hand"))
    return None


def pass_hand(pos: Position, frame: Frame) -> Ask | None:
    """Give the Hand of the King to the next player clockwise and bring the dice together again; nobody is active.

    Keeps `tegot/end-sequence#3`, `tegot/next-round#2`, `tegot/next-round#1`.
    """
    zones = ["bottom.left", "bottom.right", *(f"slot.{name}" for name in board.ACTIONS)]
    for zone in [*zones, *(f"{player}.dice" for player in pos.table.seats)]:
        for number in list(pos.table.zones[zone]):
            pos.emit(Moved(number, "dice"))
    pos.emit(SeatChanged("active", ()))
    pos.emit(SeatChanged("first", (pos.after(pos.first),)))
    return None


def show(pos: Position, number: int, face: str) -> None:
    """Turn a die to a face: the marks of all other faces are removed."""
    for mark in board.ACTIONS:
        if mark != face and mark in pos.entity(number).marks:
            pos.emit(Marked(number, mark, False))
    if face not in pos.entity(number).marks:
        pos.emit(Marked(number, face))


def die_showing(pos: Position, zone: str, face: str) -> int:
    """Return a die in a zone that shows a face, or 0; dice of one face are alike (`tegot/actions#1`).

    A die whose face nobody has written may show any.
    """
    dice = {board.face_of(pos, number): number for number in reversed(pos.table.zones[zone])}
    return dice.get(face) or (dice.get("", 0) if face in board.ACTIONS else 0)
