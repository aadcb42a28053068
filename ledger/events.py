"""The vocabulary of events: every fact that can be recorded about a game, as frozen structs with a tag.

Events are named in the past tense. An event is stored as a short array `[tag, field, …]`: a few bytes, in which a
reader can still tell what it is. A new field goes at the end and has a default. Any other change needs a new tag and an
upcaster (see `ledger/codec.py`). The nouns of `ledger/facts.py` can be imported from here as well.

What each event does to a table is in `ledger/fold_frames.py` and `ledger/fold_components.py`.
"""

from __future__ import annotations

from ledger.facts import Component as Component
from ledger.facts import Fact as Fact
from ledger.facts import Holder as Holder
from ledger.facts import LastKnown as LastKnown
from ledger.facts import Move as Move
from ledger.facts import Occurrence as Occurrence
from ledger.facts import Outcome as Outcome
from ledger.facts import Reason as Reason
from ledger.facts import Seat as Seat
from ledger.facts import Slot as Slot
from ledger.facts import Slots as Slots
from ledger.facts import State as State
from ledger.facts import ZoneSpec as ZoneSpec

# --- structure ------------------------------------------------------------------------------------------------------


class GameStarted(Fact, tag="game"):
    """A game began: its pack and the pack's version, the format, the seats, and the zones there are.

    `settings` are further texts the record needs, such as the card file a transcript brought (`cards`), short names
    (`names`), or the seed of a random game (`seed`).
    """

    pack: str
    version: str
    format: str
    seats: tuple[Seat, ...]
    zones: tuple[ZoneSpec, ...]
    settings: dict[str, str] = {}


class FrameOpened(Fact, tag="open"):
    """A procedure of this kind began to resolve, inside the frames that are open; its number is this event's `seq`.

    `data` is what the frame remembers from the start. `occurrences` are those of a moment, or of an ability's
    initiation.
    """

    kind: str
    data: Slots | None = None
    occurrences: tuple[Occurrence, ...] = ()


class FrameAdvanced(Fact, tag="step"):
    """An open frame went to a step of its procedure, or stays at it and remembers something.

    `patch` changes what the frame remembers; a value of None forgets the slot.
    """

    frame: int
    step: int
    patch: Slots | None = None


class OccurrenceChanged(Fact, tag="occ"):
    """One occurrence of a frame, or with an index of -1 every imminent one, came to this state.

    `by` is the component that caused it. `to` and `subject` give a single occurrence another destination or subject
    (None: unchanged). `added` are occurrences that join the moment; an index of -1 with `IMMINENT` only adds them.
    """

    frame: int
    index: int
    state: State
    by: int = 0
    to: str | None = None
    subject: int | None = None
    added: tuple[Occurrence, ...] = ()


class FrameClosed(Fact, tag="close"):
    """The innermost frame ended.

    `results` are the states of its occurrences. If the frame paid a cost, they are handed to the frame around it, which
    asks whether the cost was paid.
    """

    frame: int
    outcome: Outcome = Outcome.RESOLVED
    results: tuple[State, ...] = ()


# --- decisions ------------------------------------------------------------------------------------------------------


class MoveMade(Fact, tag="move"):
    """A player answered a decision with a move."""

    player: str
    move: Move


class Passed(Fact, tag="pass"):
    """A player passed. `passes` counts the passes in a row in this frame.

    In windows the count includes this pass and the players who were passed over because they had nothing to use or do.
    """

    player: str
    passes: int = 1


class MoveRetracted(Fact, tag="retract"):
    """A player's move is not part of this line: it was taken back, or could not be played in a branch.

    `seq` is the event at which it stood, or after which it would stand; `why` gives the move or the reason in words.
    """

    player: str
    seq: int
    why: str = ""


class ViolationNoted(Fact, tag="violation.2"):
    """A move was attempted that the rules forbid.

    `reasons` are the conditions it did not meet, the primary one first. `applied` says whether the move took effect all
    the same. `line` is its line in the transcript (0: none). `at` is the event after which it was attempted, which may
    be earlier than this one: its window may have closed since.
    """

    player: str
    move: Move
    reasons: tuple[Reason, ...]
    applied: bool = False
    line: int = 0
    at: int = 0

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules it breaks, each once, the primary one first."""
        return tuple(dict.fromkeys(reason.rule for reason in self.reasons))


# --- the table ------------------------------------------------------------------------------------------------------


class Introduced(Fact, tag="bring"):
    """Components entered the record, a deck or a whole position at a time; each is the last in its zone."""

    components: tuple[Component, ...]


class Moved(Fact, tag="to"):
    """A component moved to a zone, or to another place or side in its own.

    `position` counts from 0 at the top or left; -1 is the bottom or right. `face` is `up`, `down` or empty; if empty,
    the component lies face up where everybody may look.
    """

    entity: int
    zone: str
    position: int = -1
    face: str = ""


class Counted(Fact, tag="count"):
    """A card or a player has `by` more tokens of the kind `what`, or fewer if `by` is negative."""

    holder: Holder
    what: str
    by: int


class Marked(Fact, tag="mark"):
    """A component got a mark such as `kneeling`, or lost it if `on` is false."""

    entity: int
    mark: str
    on: bool = True


class Attached(Fact, tag="attach"):
    """A component was attached to a host, and left the host it had; a `host` of 0 only detaches it."""

    entity: int
    host: int


class ControlChanged(Fact, tag="control"):
    """A component came under the control of a player, or of nobody (`controller` is empty)."""

    entity: int
    controller: str


class Identified(Fact, tag="know"):
    """The record learned which card a component is. Players learn it only when it is `Revealed`."""

    entity: int
    card: str


class Revealed(Fact, tag="show"):
    """A component was shown to these players, who know it from now on."""

    entity: int
    to: tuple[str, ...]


class Shuffled(Fact, tag="shuffle"):
    """A zone was shuffled into this order of its components; nobody who was shown one knows it any more."""

    zone: str
    order: tuple[int, ...]


class Rolled(Fact, tag="roll"):
    """A random outcome fell: dice, cards picked at random, a broken tie. `what` says what was decided."""

    what: str
    result: tuple[int | str, ...]


# --- effects --------------------------------------------------------------------------------------------------------


class EffectBegan(Fact, tag="begin"):
    """A lasting or delayed effect began; its number is this event's `seq`.

    `source` and `ability` say what made it, `player` who did, `affects` the components it is about. `scope` is the
    frame with which it ends (0: none). `data` is what it gives, waits for or remembers.
    """

    source: int
    ability: str
    player: str
    affects: tuple[int, ...] = ()
    scope: int = 0
    data: Slots | None = None


class EffectEnded(Fact, tag="end"):
    """An effect ended, or, if an `entity` is named, ended for that component alone."""

    effect: int
    entity: int = 0


class UseCounted(Fact, tag="use"):
    """Something was done once more that limits or cards ask about, counted under `key`.

    The count is forgotten when the frame `scope` closes (0: it lasts for the game).
    """

    key: str
    scope: int = 0


# --- the game -------------------------------------------------------------------------------------------------------


class SeatChanged(Fact, tag="seat"):
    """A role went to these players; an empty tuple clears it.

    Roles are `players` (who is still in the game, in order), `first`, `active` and those a pack names.
    """

    role: str
    players: tuple[str, ...]


class GameEnded(Fact, tag="over"):
    """The game was decided: who won (nobody, if empty), and the id of the rule that says so."""

    winners: tuple[str, ...]
    reason: str = ""


# --- corrections by hand --------------------------------------------------------------------------------------------

Change = Moved | Counted | Marked | Attached | ControlChanged | EffectEnded | FrameAdvanced
"""The events that a correction may consist of."""


class Corrected(Fact, tag="correct"):
    """The table was put right by hand, and the game went on from there: `by` says who did it, and `line` where.

    `holder` is the player or the component it is about. `aspect` says what was corrected:

        tokens  the tokens of the kind `what` that the holder has; `old` and `new` are numbers
        total   the player's running total in a contest, called `what`; `old` and `new` are numbers
        mark    the mark `what` of a component; `old` and `new` are 1 (it has the mark) or 0
        face    the side of a component; `old` and `new` are `up` or `down`
        place   the zone of a component; `old` and `new` are zones (in play: those of whoever controls it)
        host    the component that a component is attached to; `old` and `new` are its number, or 0

    `by` is a player's letter, or words such as `the judge` and `both players`. `changes` are all that was changed on
    the table, in order, what went along with a moved card included; they count as one event. If the type of one of them
    ever gets a new version, `ledger/codec.py` brings it up to date in here, too.

    Example: `Corrected("A", "tokens", "power", 2, 3, "the judge", 12, (Counted(1, "power", 1),))`: Anna has 3 power,
    where it was 2; the token was put on her faction card, component 1.
    """

    holder: Holder
    aspect: str
    what: str
    old: int | str
    new: int | str
    by: str
    line: int = 0
    changes: tuple[Change, ...] = ()


Event = (
    GameStarted
    | FrameOpened
    | FrameAdvanced
    | OccurrenceChanged
    | FrameClosed
    | MoveMade
    | Passed
    | MoveRetracted
    | ViolationNoted
    | Introduced
    | Moved
    | Counted
    | Marked
    | Attached
    | ControlChanged
    | Identified
    | Revealed
    | Shuffled
    | Rolled
    | EffectBegan
    | EffectEnded
    | UseCounted
    | SeatChanged
    | GameEnded
    | Corrected
)
