"""The fit between a point of a game and a written move that is not legal there.

A move that is legal nowhere is reported at the point that fits it best. For `B play "The Hand's Judgment"`, written
when a duplicate saves a character, that is the window for cancels of the duplicate's ability: the card answers an
initiation, though not this one.
"""

from __future__ import annotations

import msgspec

from ledger.events import Move, State
from replays.meaning.steps import step_at
from replays.notation.vocabulary import words_for
from rules.eligibility.conditions import MATCHING
from rules.kernel.asks import Ask, Check, Say
from rules.kernel.chance import Chance
from rules.kernel.context import Context
from rules.kernel.names import happening, with_article
from rules.kernel.position import Position
from rules.language.cards import Trigger
from rules.resolution.moments import Order, Window

MATCHED, CHANGED, NEAR, WRONG_TIME, ELSEWHERE, NOWHERE = 0, 1, 2, 3, 4, 5
"""The degrees of fit between a point and a move that is not legal there, the best first.

| fit | at that point |
| --- | --- |
| `MATCHED` | the window and the trigger of the use are right, or the decision takes moves of this verb |
| `CHANGED` | the trigger was met, until the occurrence was cancelled, saved or prevented |
| `NEAR` | the window is right, with an occurrence of a kind the ability listens for, but not its trigger |
| `NEAR` | or the question takes moves of this verb, and the word named is for another such question |
| `WRONG_TIME` | there is an action window, but moves of this verb belong to windows of another phase or step |
| `ELSEWHERE` | none of these |
| `NOWHERE` | a use whose trigger is not judged: the decision asks for something else, or the card lacks the ability |
"""

_NO_MORE = (State.CANCELLED, State.SAVED, State.PREVENTED)
"""The states of an occurrence that was imminent and did not come to pass."""

_TIMES = ("phase", "step", "window", "from")
"""The names of conditions on the phase, the step or the window in which something may be done."""

SHOWN = 8
"""The most legal moves that are listed for a point; behind them, "…" says that there are more."""


class JudgedPoint(msgspec.Struct, frozen=True):
    """A decision at which a written move was judged and found illegal.

    - `fit` is one of `MATCHED` … `NOWHERE`, `failed` the number of conditions that failed, `checks` all conditions.
    - `order` numbers the points of one search; `seq` is the last event before the decision.
    - `kept` is the number of entries up to the decision, the entry that it lies inside included.
    - `silent` says that the decision was made by itself: a window nobody could use, or a single possible answer.
    - `player`, `says` and `where` describe the decision: who is asked, the question, and the question with its step.
    - `options` are legal moves there, up to one more than `SHOWN`, and none at a silent decision.
    - `pays` says that the question is what to pay a cost with, `for_uses` that it is who uses an ability.
    - `ended` says that the question is for moves of this verb, and is asked no more (`Ask.ended`).
    - `behind_choice` says that it would fit better, but lies behind a choice that nobody wrote.
    - `number` is, at a silent decision, which one of those within its action it was, from 0; else -1.
    """

    fit: int
    failed: int
    order: int
    seq: int
    kept: int
    move: Move
    checks: tuple[Check, ...]
    says: str
    silent: bool = False
    options: tuple[Move, ...] = ()
    player: str = ""
    where: str = ""
    pays: bool = False
    number: int = -1
    for_uses: bool = False
    behind_choice: bool = False
    ended: bool = False

    @property
    def rank(self) -> tuple[int, bool, bool, int, bool, int]:
        """The key to sort points by: the smallest is the point that the move is reported at.

        The best fit comes first, then one that would fit but for a choice nobody wrote before it, then the right kind
        of window and a question to the right player, then the fewest conditions that failed, then a point before the
        line where something else happens to what the use is about, then the earliest.
        """
        broken = {check.name for check in self.checks if check.holds is False}
        anothers = "decider" in broken and "answer" not in broken and not self._right_but_for_the_player
        before = self.kept < 0 or (self.kept == 0 and not self.silent)
        far = not before or not any(check.near for check in self.checks)
        return self.fit, not self.behind_choice, "window" in broken or anothers, self.failed, far, self.order

    @property
    def too_late(self) -> bool:
        """Whether the only thing that forbids the move is that its window had closed by itself."""
        return any(check.name == "closed" for check in self.checks)

    @property
    def _right_but_for_the_player(self) -> bool:
        """Whether the answer itself meets every condition: only another player had to give it."""
        named = [check for check in self.checks if check.name not in ("decider", "answer")]
        return bool(named) and all(check.holds for check in named)


def where_of(pos: Position, ask: Ask) -> str:
    """Return a decision in words: the question, the step if its label is another, and what is happening there.

    interrupts to what would happen: Eddard Stark is killed
    whose insight is used (4.2.5 Resolve keywords)
    """
    if not pos.table.frames:
        return ask.says
    frame = getattr(ask, "frame", None) or pos.table.top
    step = step_at(pos.pack, frame.kind, frame.step)
    label = step.label if step is not None else frame.kind
    says = ask.says if label == ask.says else f"{ask.says} ({label})"
    parts = [part for part in frame.occurrences if part.kind != "initiated"]
    if isinstance(ask, Window) and ask.slot.after:
        parts = [part for part in parts if part.state not in _NO_MORE]
    about = [happening(pos, part) for part in parts]
    card = pos.pack.cards.get(frame.text("ability").rpartition("#")[0])
    if card:  # cards have names with a capital; what has none, such as a duplicate, needs an article
        about = [f"the ability of {with_article(card.name) if card.name[:1].islower() else card.name}", *about]
    return f"{says}: {'; '.join(about)}" if about else says


def fit(pos: Position, ask: Ask, move: Move, checks: list[Check]) -> int:
    """Return how well a decision fits a move that is not legal there, from `MATCHED` to `NOWHERE`.

    `checks` are the conditions of the move at this decision, as `ask.checks` gives them.
    """
    if move.verb != "use":
        if ask.verb == "act" and any(action.verb == move.verb for action in pos.pack.actions):
            out_of_time = any(check.name in _TIMES and check.holds is False for check in checks)
            return WRONG_TIME if out_of_time else MATCHED
        if isinstance(ask, Chance) and move.picks and {*move.picks} <= {*ask.candidates}:
            return MATCHED  # a player decides what chance decides
        if move.verb not in ask.verb.split():
            return ELSEWHERE
        if ask.ended:
            return ELSEWHERE
        return NEAR if _answers_another(pos, ask, move) else MATCHED
    if isinstance(ask, Order) and any(
        (use.entity, use.ability.key) == (move.subject, move.ability) for use in ask.uses
    ):
        return MATCHED
    by_name = {check.name: check.holds for check in checks}
    if "trigger" not in by_name:
        # the order of forced abilities leaves no room for other uses
        return ELSEWHERE if ask.verb == "use" and not isinstance(ask, Order) else NOWHERE
    if by_name.get("trigger") and by_name.get("window"):
        return MATCHED
    return _fit_in_window(pos, ask, move) if by_name.get("window") and isinstance(ask, Window) else ELSEWHERE


def _answers_another(pos: Position, ask: Ask, move: Move) -> bool:
    """Whether the word named is one for another question of the same kind: a location of another region."""
    if not isinstance(ask, Say) or not move.words or set(move.words) & {*ask.words}:
        return False
    parts = (part for phrase in pos.pack.notation.phrases if phrase.verb == move.verb for part in phrase.parts)
    known = {word for part in parts for word in words_for(part, pos.pack)}
    return known >= {*move.words, *ask.words}


def _about_itself(trigger: Trigger) -> bool:
    """Whether a trigger asks for the very card that bears it, as `played(self)` does.

    Only another card of that title comes near it.
    """
    return trigger.text.partition("(")[2].startswith("self")


def _title(pos: Position, number: int) -> str:
    return pos.card(number).name if number in pos.table.entities else ""


def _fit_in_window(pos: Position, ask: Window, move: Move) -> int:
    """Return how well the occurrence that a use answers fits it, in a window for abilities of its kind."""
    ability = pos.pack.ability(move.ability)
    if ability is None or not 0 <= move.amount < len(ask.frame.occurrences):
        return ELSEWHERE
    occurrence = ask.frame.occurrences[move.amount]
    alike = _title(pos, occurrence.subject) == _title(pos, move.subject)
    listening = [
        trigger
        for trigger in ability.triggers
        if occurrence.kind in trigger.kinds and (alike or not _about_itself(trigger))
    ]
    if listening and occurrence.state in _NO_MORE:
        context = Context(pos, move.subject, pos.entity(move.subject).controller, ability).triggered_by(
            ask.frame, move.amount
        )
        return CHANGED if any(trigger.matches(context) for trigger in listening) else ELSEWHERE
    return NEAR if listening and occurrence.state in MATCHING[ask.slot.after] else ELSEWHERE
