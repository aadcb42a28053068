"""How moves are written: the phrases of a game's verbs, read and written from the same table, and where a position can
begin.

A phrase is a verb and its parts; a part begins with a lead word (`with`, `against` …) or, the first, with none. What is
not written is open and is filled in from what is possible.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

import msgspec

from ledger.events import FrameAdvanced, FrameOpened, Slots
from rules.kernel.position import Position

LEADS = frozenset(
    {"with", "against", "of", "on", "targeting", "paying", "to", "for", "as", "bypassing", "from", "naming"}
)
"""The words that begin a part of a move; a card or an alias of that name is quoted."""
NOBODY = frozenset({"nobody", "nothing", "none", "no-one"})


class Part(msgspec.Struct, frozen=True):
    """One part of a phrase.

    `kind` is what is written: `card`, `cards`, `word`, `words`, `player`, `number`, `count` (a number that is 0 where it is not written)
    or `pairs` (`x by y`). `into` is the field of the move it fills. Words and players fill `words` in the order of the
    parts. `zone` is where a card nobody has identified yet would come from.
    """

    lead: str
    kind: str
    into: str
    zone: str = ""


class Phrase(msgspec.Struct, frozen=True):
    """A way to write a move. `words` are said by the phrase itself; `slot` limits it to the question of that slot,
    `types` to subjects of these card types, `where` to those with an ability that works in that zone and that lie
    there."""

    name: str
    verb: str
    parts: tuple[Part, ...] = ()
    words: tuple[str, ...] = ()
    slot: str = ""
    types: tuple[str, ...] = ()
    where: str = ""

    def about(self, slot: str) -> bool:
        """Whether it may answer the question of a slot."""
        return not self.slot or slot == self.slot or slot.startswith(f"{self.slot} ")


CARD = Part("", "card", "subject", "hand")
CARDS = Part("", "cards", "picks", "hand")
WORD = Part("", "word", "words")
PLAYER = Part("", "player", "words")

SHARED: tuple[Phrase, ...] = (
    Phrase("pass", "pass"),
    Phrase("use", "use", (CARD,)),
    Phrase("choose", "choose", (CARDS,)),
    Phrase("say", "say", (WORD,)),
    Phrase("resolve", "delayed", (CARD, Part("for", "number", "amount"))),
)


class Where(msgspec.Struct, frozen=True):
    """The point a position begins at, as its line says: the words that are no round and no role name the phase or step.

    `stated` are the zones and counters of players, or of nobody, that set-up lines name, even if only to say that nothing is there.
    """

    round: int
    words: tuple[str, ...]
    roles: Mapping[str, str]
    stated: frozenset[tuple[str, str]] = frozenset()


class Notation(msgspec.Struct, frozen=True):
    """What a game adds to the shared notation.

    `zones` are the zones a position may fill and what a word for one may also be; `counters` the tokens a line may give a player,
    with the zone of the card that carries them (empty: the player); `brought` the zones a full game begins with.
    `marks` may stand in brackets behind a card; `plain` are words for a card without a mark, such as standing for one that does not
    kneel; `under` marks mean another copy lying under the card; `tokens` may lie on it.
    `fill` and `whole` say how many unknown cards a position and a full game give a zone that is not stated; `faction` is the zone and
    type of the card a player's faction is; `common` has for a format the common zone and the type of the cards that lie
    in it; `shared` are the zones of nobody that a position may fill by a line that begins with their name.
    """

    phrases: tuple[Phrase, ...] = ()
    zones: Mapping[str, str] = {}
    counters: Mapping[str, str] = {}
    brought: tuple[str, ...] = ()
    marks: frozenset[str] = frozenset()
    tokens: frozenset[str] = frozenset()
    plain: Mapping[str, str] = {}
    under: frozenset[str] = frozenset()
    fill: Mapping[str, int] = {}
    whole: Mapping[str, int] = {}
    faction: str = ""
    common: Mapping[str, tuple[str, str]] = {}
    shared: frozenset[str] = frozenset()
    place: Callable[[Position, Where], str] | None = None

    def named(self, name: str) -> list[Phrase]:
        """The phrases a verb may be the beginning of."""
        return [phrase for phrase in (*self.phrases, *SHARED) if phrase.name == name]

    def writing(self, verb: str, slot: str, words: tuple[str, ...]) -> Phrase | None:
        """The phrase a move of a verb is written with."""
        for phrase in (*self.phrases, *SHARED):
            if phrase.verb == verb and phrase.about(slot) and phrase.words in ((), words):
                return phrase
        return None

    def verbs(self) -> list[str]:
        """Every verb that can be written."""
        return sorted({phrase.name for phrase in (*self.phrases, *SHARED)})


def open_at(pos: Position, kind: str, step: str, data: Slots | None = None, patch: Slots | None = None) -> None:
    """Open a frame that already stands at a step: how a position says what is being resolved."""
    pos.emit(FrameOpened(kind, data))
    at = pos.pack.procedures[kind].step(step)
    if at or patch:
        pos.emit(FrameAdvanced(pos.table.top.id, at, patch))


def stand_in_phase(
    pos: Position,
    where: Where,
    phases: Mapping[str, str],
    turns: Collection[str],
    whose: Callable[[Position, str, str], Slots],
) -> str:
    """Open the frames a position stands in; says what is wrong with its words, or nothing.

    `phases` gives the phase for each way to write it. In a phase of `turns` with an active player the position is in that player's
    action window, elsewhere at the beginning; `whose` says what such a phase remembers about whose turn it is.
    """
    words = [word for word in where.words if word not in ("phase", "begins")]
    if not words:
        open_at(pos, "game", "rounds", {"round": where.round - 1})
        return ""
    phase = phases.get(words[0])
    if phase is None:
        return f"no phase is called {words[0]!r}; a position is in one of {', '.join(phases)}"
    steps = [step.name for step in pos.pack.procedures[phase].steps]
    active = where.roles.get("active", "")
    turn = bool(active) and phase in turns
    step = " ".join(words[1:]) or ("actions" if turn else steps[0])
    if step not in steps:
        return f"the {phase} phase has no step {step!r}; its steps are {', '.join(steps)}"
    open_at(pos, "game", "rounds", {"round": where.round})
    open_at(pos, "round", phase, {"round": where.round})
    outer = pos.table.top
    pos.emit(FrameAdvanced(outer.id, outer.step + 1))
    open_at(pos, phase, step, whose(pos, phase, active) or None if turn else None)
    return ""


def turns_taken(pos: Position, phase: str, active: str) -> Slots:
    """Where players take turns in order: those who have had theirs, the active player included."""
    order = pos.order()
    return {"active done": list(order[: order.index(active) + 1])} if active in order else {}
