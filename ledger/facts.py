"""The nouns that events are made of, and `Fact`, the common shape of everything that is recorded."""

from __future__ import annotations

from enum import StrEnum
from typing import dataclass_transform

import msgspec

Holder = int | str
"""The bearer of a counter: an entity's number or a player's letter."""

Slot = bool | int | str | list[int | str] | None
"""A value that a frame or an effect may remember. The types are closed, so it decodes as exactly what was encoded."""

Slots = dict[str, Slot]
"""Everything a frame or an effect remembers, by name."""


class State(StrEnum):
    """The state of one occurrence inside a moment: still to come (`IMMINENT`), or what became of it.

    `PARTLY` happened as far as it could. `FAILED` could change nothing when its time came.
    """

    IMMINENT = "imminent"
    HAPPENED = "happened"
    PARTLY = "partly"
    CANCELLED = "cancelled"
    REPLACED = "replaced"
    PREVENTED = "prevented"
    SAVED = "saved"
    FAILED = "failed"


class Outcome(StrEnum):
    """How a frame ended."""

    RESOLVED = "resolved"
    CANCELLED = "cancelled"
    REPLACED = "replaced"
    PREVENTED = "prevented"
    EXPIRED = "expired"


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Fact(msgspec.Struct, frozen=True, array_like=True, gc=False, forbid_unknown_fields=True):
    """The common shape of everything recorded: a frozen struct that is stored as an array of its fields.

    An array longer than the struct was written by a newer version, and is refused rather than cut.
    """


class Seat(Fact):
    """One player's place at the table: the letter events use for them, their name, and their faction (may be empty)."""

    player: str
    name: str
    faction: str = ""


class Reason(Fact):
    """A condition that a move did not meet: its rule, what it needed, and what was so instead.

    `needed` and `saw` are sentences. Either may be empty in a record that an older version made.
    """

    rule: str
    needed: str = ""
    saw: str = ""


class ZoneSpec(Fact):
    """A zone: a place for components, such as `A.hand` or `rings`.

    `owner` is a player's letter, or empty for a zone that belongs to nobody. `seen` says who may look into it: `all`,
    `owner` or `none`. `inplay` says whether the cards in it are in play.
    """

    name: str
    owner: str = ""
    seen: str = "all"
    inplay: bool = False


class Component(Fact):
    """A card or token as it is brought to the table; `card` is empty while nobody has identified it."""

    entity: int
    card: str
    owner: str
    zone: str


class LastKnown(Fact):
    """A component as it was when an occurrence about it ceased to be imminent, for questions asked after it is gone.

    `marks` are the names of its marks. `values` is reserved: the fold leaves it empty.
    """

    card: str
    owner: str
    controller: str
    zone: str
    host: int = 0
    marks: tuple[str, ...] = ()
    values: tuple[tuple[str, int], ...] = ()


class Occurrence(Fact):
    """One thing that is about to happen, or that happened, to a component or a player; one part of a moment.

    Every game names kinds of its own, and each kind reads the fields in its own way. A field that a kind does not read
    keeps its default. In general:

        kind     the game's word for it, such as `killed`, `drew`, `won`
        subject  the component it happens to; 0: it happens to a player, or is about the game
        player   the player it happens to or who does it; with a subject mostly the subject's controller
        amount   how many; 1 also where nothing is counted
        source   the component whose ability, keyword or order causes it; 0: the rules themselves
        other    a second component, or the number of a frame
        to       a destination, a player on the other side, or a period
        note     a word that tells variants of the kind apart: which token, how, or why
        state    whether it is still imminent, and if not, what became of it
        last     the subject as it was at that point; written by the fold, not by the rules

    By family of kinds. A kind may be missing in a game or mean something else there; the table of happenings in the
    game's pack decides.

        a card leaves or changes: `killed` `discarded` `returned` `knelt` `bowed` `revealed`
            subject the card; player its controller; note why the rules do it (`standing`, `illegal`), or which end of
            a deck; to a destination other than the kind's own
        a card comes to a player: `entered` `controlled` `reattached` `acquired`
            subject the card; player who gets it; other the host it is attached to, or the card that occupies it;
            note how (`played`, `put`, `duplicate`); to the place it enters
        a card or piece moves on a map: `flanked` `deployed` `governed` `relocated`; `heralded` `supported` `recalled`
            subject the card, or 0 for the player's own pieces; to the region, location, council or supply (for
            `recalled` the place that is left); amount how many pieces, or the tokens that are put on it
        tokens are gained or lost: `gained` `income` `paid` `lost-tokens` `token`
            subject the card that holds them, or player if subject is 0; amount how many; note which token, or
            the occasion if the game has one kind of token; other the component they are paid to; to, if nobody receives
            them, a word for the occasion (`first pass`)
        tokens change hands: `moved` `stolen`
            `moved`: from subject (or player) to other (or the player in to); `stolen`: player takes them from the
            player in to; amount and note as above
        cards are drawn or shuffled: `drew` `reshuffled`
            player whose deck it is; amount how many cards; note a variant (`to limit`), an occasion, or which deck
        a contest: `challenge` `declared` `won` `lost`
            other its frame; player who attacks, wins or loses; to the defender, or the place fought for; note its
            type; subject what is attacked; amount the winning strength, in games that compare one
        a participant of a contest: `attacked` `defended` `bypassed` `joined`
            subject the card; player who declared it (for `bypassed` the attacker); other the contest's frame, but not
            for `joined`; source of `bypassed` the card that bypasses it; note of `joined` the side (`attackers`)
        a comparison: `bid` `totalled` `dominated`
            player who bids, has or wins it; amount the number compared; subject the card that was bid
        a period: `began` `ended`
            other its frame; note the kind of that frame
        an ability: `initiated` `played`
            subject its card; player who uses it; note the ability's key (for `played` the zone it was played from, or
            empty). `initiated` is always the first occurrence in the frame of an ability
        an answer to an occurrence: `saving` `replacing` `cancelling`
            other the frame that holds that occurrence; amount its *index* there, which is always 0 for `cancelling`
            and not written; subject the card it is about; to the new destination
        a lasting effect begins: `lasting`
            subject the card that is affected, or player if subject is 0; other the ability's frame; note the number of
            the ability's sentence (`KEY@NUMBER` if other is 0)
        an effect waits: `delaying` `reducing`
            to the period; subject the card it is about; note what it waits for (`ended`, `won`), or which cards become
            cheaper; amount by how much
        something larger is carried out: `undertook` `dueling` `may-govern`
            player who does it; note its kind, or where its cards come from; to its options; in a duel subject the
            challenger and other the challenged card

    Example: `Occurrence("moved", 12, "A", 2, other=30, note="power")`: 2 power go from component 12 to component 30.
    """

    kind: str
    subject: int = 0
    player: str = ""
    amount: int = 1
    source: int = 0
    other: int = 0
    to: str = ""
    note: str = ""
    state: State = State.IMMINENT
    last: LastKnown | None = None


class Move(Fact):
    """The answer a player gave to a decision, with names resolved to components.

    Every game names verbs of its own, and each verb reads the fields in its own way. A field that a verb does not read
    keeps its default. In general:

        verb     the game's word for it, such as `challenge`; `use`, `choose`, `say` and `delayed` are in every game
        subject  the component the move is about: the card used, played, attacked or taken
        ability  the key of the ability that is used
        picks    chosen components, in order
        words    chosen words, in order: players, places, types, numbers, answers
        pairs    components two by two, flat: each one that acts and the one it singles out (`a, x, b, y`)
        amount   a number: a price, a count, or an index

    By family of verbs. A verb may be missing in a game or belong to another family there; the pack's notation decides.

        an ability is used: `use`
            subject the card; ability its key; amount the index of the occurrence it answers in the open moment, or -1
            for an action, which answers none
        components are chosen: `choose` `defend` `claim` `discard` `plot` `setup`
            picks, as many as the decision asks for; none where that is allowed
        a word is chosen: `say` `first` `hand` `ring` `herald`
            words, one of those the decision offers
        a card is played: `marshal` `ambush` `play`
            subject the card; picks the host it is attached to; amount the price, if there are several, or the tokens
            placed on it; words the place, if it is not the usual one
        a contest is declared: `challenge` `conflict`, and `stealth` where bypassing is chosen later
            words its type and the opponent (or the ring); picks the attackers; subject what is attacked; pairs each
            bypassing attacker with the card it bypasses
        pieces go somewhere: `march` `sail` `gather` `govern` `place`
            picks the pieces; words the place, or one place for each piece
        a card gives an order: `retreat` `rally` `flank` `deploy`
            subject that card; picks the cards that go; words the region (or `herald`: it goes, too); amount how many
            supporters go
        something is taken: `take` `steal` `start`
            subject what is taken; picks what is given up or laid under it; words the shield that is used for it
        tokens are distributed: `supporters` `secrets` `oaths`
            words, in which a place is repeated once for each token
        a delayed effect is put in order: `delayed`
            amount the number of the effect that resolves next; subject its source

    A pass is recorded as `Passed`, a random outcome as `Rolled` or `Shuffled`. In memory they are moves too: `pass`;
    `chance`, with the outcome in picks or words; `shuffle`, with the new order in picks.

    Example: `Move("challenge", picks=(7, 9), words=("intrigue", "B"), pairs=(9, 21))`: 7 and 9 attack B, 9 bypasses 21.
    """

    verb: str
    subject: int = 0
    ability: str = ""
    picks: tuple[int, ...] = ()
    words: tuple[str, ...] = ()
    pairs: tuple[int, ...] = ()
    amount: int = 0
