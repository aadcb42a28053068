"""How a game's moves and positions are written: one table of phrases to read and write by, and where a position begins.

A phrase is a verb and its parts. A part begins with a lead word (`with`, `against` …); the first part may have none. `B
challenge military with hound against A` is the verb `challenge` with three parts. A part nobody wrote is filled in from
what is possible; unwritten pairs are none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec

from ledger.events import FrameAdvanced, FrameOpened, Holder, SeatChanged, Slots
from ledger.table import Frame
from rules.kernel.position import Position
from rules.language.cards import Card

LEADS = frozenset(
    {"with", "against", "of", "on", "targeting", "paying", "to", "for", "as", "bypassing", "from", "naming"}
)
"""The words that begin a part of a move. A card or short name that is one of them must be quoted."""
NOBODY = frozenset({"nobody", "nothing", "none", "no-one"})
"""The ways to write that no component is meant, as in `A defend with nobody`."""
SINGLE = frozenset({"card", "word", "player", "number", "count"})
"""The kinds of parts for which one thing at most can be written."""


class Part(msgspec.Struct, frozen=True):
    """One part of a phrase.

    `kind` is what is written: `card`, `cards`, `word`, `words`, `player`, `number`, `count` (a number that is 0 where
    it is not written) or `pairs` (`x by y`). `into` is the field of the move it fills; words and players fill `words`
    in the order of the parts. `zone` is where a card nobody has identified yet would come from. `noun` is what people
    call the thing that stands there (`location`). `known` are all words that may stand there, and `known_types` the
    types of the cards whose ids may; where both are empty, the part takes any word. `total`: nobody need know the
    cards; then `unknown, total 7` stands for them, and the number fills `amount`.
    """

    lead: str
    kind: str
    into: str
    zone: str = ""
    noun: str = ""
    known: tuple[str, ...] = ()
    known_types: tuple[str, ...] = ()
    total: bool = False
    others: bool = False
    """Whether the card is an opponent's, where an unknown one turns out to be it."""

    @property
    def single(self) -> bool:
        """Whether one thing at most can be written for this part."""
        return self.kind in SINGLE

    def called(self) -> str:
        """Return what people call one thing that stands here: `location`, or in general `card`, `word`, `number`."""
        return self.noun or {"cards": "card", "pairs": "card", "words": "word", "count": "number"}.get(
            self.kind, self.kind
        )


class Phrase(msgspec.Struct, frozen=True):
    """A way to write a move: `name` is the verb as written, `verb` that of the move.

    The other fields limit it. `slot`: it answers only a question whose answer is kept in the frame under that name, or
    under one that begins with that word. `types`: its first card is of one of these types. `where`: its first card lies
    in that zone and has an ability that works from there. `words` are the words of the move, where the phrase alone
    stands for them: `keep` is the move `hand` with the word `keep`. `in_steps`: it may take several steps, and
    people may write only where the last one leads. `only_read`: the move is written in another way. `turned`: it has
    the cards of another phrase in the other order, and is read so only where its first card is in play. `any_order`:
    the rules put this answer and what others do meanwhile in no order.
    """

    name: str
    verb: str
    parts: tuple[Part, ...] = ()
    words: tuple[str, ...] = ()
    slot: str = ""
    types: tuple[str, ...] = ()
    where: str = ""
    in_steps: bool = False
    only_read: bool = False
    turned: bool = False
    any_order: bool = False

    def about(self, slot: str) -> bool:
        """Whether the phrase may answer a question whose answer is kept in the frame under this name."""
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
    """The point at which a position begins, as the line `position …` says it.

    `words` name the phase and step, `roles` the first and active player. `stated` are the zones and counters that
    set-up lines name, each with its player ("" for shared ones), also where a line only says that nothing is there.
    `round_said` is False where the line names no round.
    """

    round: int
    words: tuple[str, ...]
    roles: Mapping[str, str]
    stated: frozenset[tuple[str, str]] = frozenset()
    round_said: bool = True


class Contest(msgspec.Struct, frozen=True):
    """How the totals of a challenge or conflict are written.

    `kind` is its frame, which remembers the players `attacker` and `defender` and, once totals are compared, `attack`.
    `word` is what a total is called. `total` returns that of a side, `attackers` or `defenders`, and `known` whether
    the record knows a participant of it.
    """

    kind: str
    word: str
    total: Callable[[Position, Frame, str], int]
    known: Callable[[Position, Frame, str], bool] = lambda pos, frame, side: bool(frame.numbers(side))


class Notation(msgspec.Struct, frozen=True):
    """Everything a game adds to the shared notation.

    - `phrases`: how its moves are written.
    - `zones`: the words for a player's zones in a position, each with the zone's own name. `shared`: the shared zones a
    set-up line may begin with.
    - `counters`: the tokens a set-up line may give a player, with the zone of the card that carries them ("": the
    player).
    - `brought`: the zones that set-up lines of a full game may fill. `faction`: both the zone and the type of the card
    that a player's faction is.
    - `marks`, `tokens`: what may stand in brackets behind a card. `plain`: words for a card without a mark (`standing`
    for one that does not kneel). `under`: marks that mean another copy lying under the card. `either`: marks of which a
    card bears one at most (`honored`, `dishonored`).
    - `fill`, `whole`: how many unknown cards a position and a full game put into a player's zone nobody stated.
    - `common`: for a format, the shared zone and the type of the cards that lie in it.
    - `kept_as`: for a counter of a player that lies elsewhere on the table, its holder and its name there, or None.
    - `used_for`: the component whose abilities a player uses by naming one: itself, unless a token only says who may
    use what is printed elsewhere.
    - `contest`: the contest whose running totals may be corrected.
    - `complaint`: what is impossible about a player's tokens as they are now, or "".
    - `place`: opens the frames a position stands in; returns what is wrong with its words, or "".
    - `phases`: the words for where a position stands, each with the kind of frame whose steps may follow it ("": none).
    - `roles`: the words before a player in a `position` line. `factions`: those that players may have, if no card of
    the type `faction` stands for them. `place_words`: other words of a `position` line.
    - `meanings`: what each word of set-up lines and positions says, in a few words.
    - `places`: the zones in play of a player whose names stand for what lies in them: `against province1`.
    - `asked_in`: for words of a position, the moves made there whose verbs are words of the set-up, too.
    - `unknown_in`: for each `side` or type a card may have, the kinds of zones in which a card of it nobody has
    identified yet would lie, the likeliest first. Other cards lie in the zone that the phrase names.
    - `zone_now`: the zone of a player that the zone of a part stands for at a position: itself, unless it is a word for
    several, of which one comes first there, or none ("").
    """

    phrases: tuple[Phrase, ...] = ()
    zones: Mapping[str, str] = {}
    counters: Mapping[str, str] = {}
    brought: tuple[str, ...] = ()
    marks: frozenset[str] = frozenset()
    tokens: frozenset[str] = frozenset()
    plain: Mapping[str, str] = {}
    under: frozenset[str] = frozenset()
    either: tuple[frozenset[str], ...] = ()
    fill: Mapping[str, int] = {}
    whole: Mapping[str, int] = {}
    faction: str = ""
    common: Mapping[str, tuple[str, str]] = {}
    shared: frozenset[str] = frozenset()
    kept_as: Callable[[Position, str, str], tuple[Holder, str] | None] = lambda pos, player, what: None
    used_for: Callable[[Position, str, int], int] = lambda pos, player, number: number
    contest: Contest | None = None
    places: frozenset[str] = frozenset()
    complaint: Callable[[Position, str], str] = lambda pos, player: ""
    place: Callable[[Position, Where], str] | None = None
    phases: Mapping[str, str] = {}
    roles: tuple[str, ...] = ("first", "active")
    factions: tuple[str, ...] = ()
    place_words: tuple[str, ...] = ()
    meanings: Mapping[str, str] = {}
    asked_in: Mapping[str, tuple[str, ...]] = {}
    unknown_in: Mapping[str, tuple[str, ...]] = {}
    zone_now: Callable[[Position, str, str], str] = lambda pos, player, zone: zone

    def places_of(self, card: Card, zone: str) -> tuple[str, ...]:
        """Return the kinds of zones in which a card may lie unidentified; `zone` is the one that a phrase names."""
        return self.unknown_in.get(str(card.facts.get("side") or card.type), (zone,))

    def verb(self, word: str) -> str:
        """Return the verb that a written word stands for, in any case: `plays` is `play`; empty if it is none."""
        form = word.casefold()
        forms = (form, form.removesuffix("s"), form.removesuffix("es"))
        return next((verb for verb in forms if self.named(verb)), "")

    def named(self, name: str) -> list[Phrase]:
        """Return the phrases that begin with a written verb; none if the verb is unknown."""
        return [phrase for phrase in (*self.phrases, *SHARED) if phrase.name == name]

    def writing(self, verb: str, slot: str, words: tuple[str, ...]) -> Phrase | None:
        """Return the first phrase that can write a move of this verb with these words, or None.

        `slot` is the name under which its answer is kept in the frame.
        """
        for phrase in (*self.phrases, *SHARED):
            if phrase.verb == verb and not phrase.only_read and phrase.about(slot) and phrase.words in ((), words):
                return phrase
        return None

    def verbs(self) -> list[str]:
        """Return every verb that can be written."""
        return sorted({phrase.name for phrase in (*self.phrases, *SHARED)})


def open_at(pos: Position, kind: str, step: str, data: Slots | None = None, patch: Slots | None = None) -> None:
    """Open a frame that stands at a step already, without running the steps before it.

    A position says by this what is being resolved. `data` is what the frame remembers from the start, `patch` what it
    remembers at the step.
    """
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
    round_knows: Callable[[Position, str, str, str], Slots] = lambda pos, phase, step, active: {},
    game_knows: Slots | None = None,
) -> str:
    """Open the frames a position stands in and return ""; if its words are wrong, open none and return what is wrong.

    Without words the position is at the beginning of its round. `phases` gives the phase for each way to write it. A
    position stands at the step it names. If it names none, it stands in the active player's action window in a phase of
    `turns` with an active player, else at the beginning of the phase. A step of a turn needs the active player. `whose`
    returns what such a phase remembers of whose turn it is, and `round_knows`, of a phase, its step and the active
    player, what the round remembers then. `game_knows` is what the game remembers.
    """
    words = [word for word in where.words if word not in ("phase", "begins")]
    if not words:
        open_at(pos, "game", "rounds", {"round": where.round - 1, **(game_knows or {})})
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
    wrong = _wrong_turn(pos, where, phase, step, steps)
    if wrong:
        return wrong
    turn = turn and not _before_turns(step, steps)
    open_at(pos, "game", "rounds", {"round": where.round, **(game_knows or {})})
    open_at(pos, "round", phase, {"round": where.round, **round_knows(pos, phase, step, active if turn else "")})
    outer = pos.table.top
    pos.emit(FrameAdvanced(outer.id, outer.step + 1))
    open_at(pos, phase, step, whose(pos, phase, active) or None if turn else None)
    return ""


NEXT_ACTIVE = "next active"
"""The step at which the next player becomes active; the steps from there to the end of the phase are of a turn."""


def _before_turns(step: str, steps: Sequence[str]) -> bool:
    """Whether nobody has had a turn yet at a step of a phase with turns."""
    return NEXT_ACTIVE in steps and steps.index(step) < steps.index(NEXT_ACTIVE)


def _wrong_turn(pos: Position, where: Where, phase: str, step: str, steps: Sequence[str]) -> str:
    """Return which player a position has to name or cannot name as the active one at a step, or an empty string.

    Before the first turn the only player who can be active is the first one. If no line says who that is, it is the
    player called active.
    """
    if NEXT_ACTIVE not in steps:
        return ""
    active = where.roles.get("active", "")
    if _before_turns(step, steps) and active not in ("", pos.first):
        if where.roles.get("first"):
            return (
                f"nobody has had a turn at the step {step!r} of the {phase} phase, and {pos.first}, the first player, "
                f"has the first one: write `active {pos.first}`, or `{phase}` without that step"
            )
        pos.emit(SeatChanged("first", (active,)))
    turn = steps[steps.index(NEXT_ACTIVE) + 1 : steps.index("end")]
    if step in turn and not active:
        return f"the step {step!r} of the {phase} phase is in a player's turn: add whose, such as `active {pos.first}`"
    return ""


def turns_taken(pos: Position, phase: str, active: str) -> Slots:
    """Return what a phase remembers of who has had a turn: everyone up to the active player.

    Nothing if the active player is no longer in the game. `phase` is not read.
    """
    order = pos.order()
    return {"active done": list(order[: order.index(active) + 1])} if active in order else {}
