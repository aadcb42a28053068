"""The zones of the game, what an ability may look among in each, and moving cards with everything that follows.

Its functions make cards leave and enter play, join and leave a conflict, and be drawn; others say where an attachment
may go.
"""

from __future__ import annotations

from ledger.events import Attached, ControlChanged, Counted, EffectEnded, FrameAdvanced, Marked, Moved
from ledger.table import Entity
from rules.kernel.context import Context
from rules.kernel.names import whereabouts
from rules.kernel.pack import ZoneTable
from rules.kernel.position import Position
from rules.kernel.requirements import Teller
from rules.packs.l5r import board, values
from rules.shared import by_hand

BACKS = {"province": "province"}
"""Provinces have a back of their own, by which a facedown one is known as a province (`l5r/facedown-province#1`)."""

ZONES = ZoneTable(
    owned=(
        ("hand", "owner", False),
        ("conflict_deck", "none", False),
        ("dynasty_deck", "none", False),
        ("provinces", "owner", False),
        ("play", "all", True),
        *((slot, "all", True) for slot in (*board.SLOTS, board.KEEP)),
        ("role", "all", False),
        ("rings", "all", False),
        ("favor", "all", False),
        ("conflict_discard", "all", False),
        ("dynasty_discard", "all", False),
        ("out", "all", False),
    ),
    shared=(("rings", "all", False), ("contested", "all", False), ("favor", "all", False)),
    homes={
        "attachment": "conflict_deck hand play conflict_discard out",
        "event": "conflict_deck hand conflict_discard out",
        "character": " ".join(
            ("conflict_deck dynasty_deck hand play conflict_discard dynasty_discard out", *board.SLOTS)
        ),
        "holding": " ".join(("dynasty_deck dynasty_discard out", *board.SLOTS)),
        "province": " ".join(("provinces", *board.SLOTS, board.KEEP)),
        "stronghold": board.KEEP,
        "ring": "rings contested",
        "favor": "favor",
        "role": "role",
    },
)
"""Every zone: its kind, who may look into it, and whether what lies there may be in play.

Each player has two discard piles and a place for the role; unclaimed and contested rings and the favor are nobody's.
`l5r/discard-piles#1`, `l5r/role-cards#1`, `l5r/rings#2`, `l5r/removed-from-game#1`
"""


def candidates(pos: Position, zone: str) -> list[int]:
    """Return the components of both players among which an ability may look in a kind of zone (`l5r/ability#3`).

    `play` are all cards in play, `lying` the cards in outer provinces, `rings` every ring.
    """
    if zone == "play":
        return _in_play(pos)
    if zone == "lying":
        return [number for seat in pos.table.seats for number in board.lying(pos, seat)]
    owned = [number for seat in pos.table.seats for number in pos.table.zones[f"{seat}.{zone}"]]
    if zone == "rings":
        return [*pos.table.zones["rings"], *pos.table.zones["contested"], *owned]
    return owned


def _in_play(pos: Position) -> list[int]:
    """Return the cards in the play areas, then those in provinces and at the stronghold that are in play."""
    found = [entity.id for entity in board.in_areas(pos)]
    for seat in pos.table.seats:
        for slot in (*board.SLOTS, board.KEEP):
            for number in pos.table.zones[f"{seat}.{slot}"]:
                if pos.pack.in_play(pos, pos.table.entities[number]):
                    found.append(number)
    return found


def discard_pile(pos: Position, number: int) -> str:
    """Return the kind of discard pile a card goes to, by the deck it came from (`l5r/discard-piles#2`)."""
    card = pos.card(number)
    side = card.facts.get("side") or ("dynasty" if board.zone_kind(pos.entity(number)) in board.SLOTS else "conflict")
    return f"{side}_discard"


def deck_of(pos: Position, number: int) -> str:
    """Return the kind of deck a card belongs to."""
    return discard_pile(pos, number).replace("discard", "deck")


def leave(pos: Position, number: int, zone: str, position: int = -1) -> None:
    """Move a card out of play to its owner's zone of a kind, with everything that follows at that moment.

    Its personal honor is settled, its attachments leave (`l5r/leaves-play#3`, `l5r/ancestral#1`,
    `l5r/attachment-cards#3`), its tokens are removed (`l5r/leaves-play#2`) and effects on it end. Courtesy and
    sincerity come last (`l5r/courtesy#1`, `l5r/sincerity#1`). It goes to its owner, whoever controlled it
    (`l5r/control-and-ownership#4`). All of that is one moment (`l5r/leaves-play#5`).
    """
    entity = pos.table.entities[number]
    _settle_honor(pos, entity)
    for part in list(entity.attached):
        ancestral = values.has_keyword(pos, part, "ancestral")
        leave(pos, part, "hand" if ancestral else discard_pile(pos, part))
    keywords = [word for word in ("courtesy", "sincerity") if values.has_keyword(pos, number, word)]
    player = entity.controller
    _go(pos, number, zone, position)
    if "courtesy" in keywords:
        pos.emit(Counted(player, "fate", 1))
    if "sincerity" in keywords:
        draw(pos, player, 1)


def _go(pos: Position, number: int, zone: str, position: int = -1) -> None:
    """Move a card without attachments to its owner's zone of a kind, without its tokens, marks and effects."""
    entity = pos.table.entities[number]
    for what, amount in list(entity.counters.items()):
        pos.emit(Counted(number, what, -amount))
    _end_effects(pos, number)
    leave_conflict(pos, number)
    if entity.host:
        pos.emit(Attached(number, 0))
    for mark in list(entity.marks):
        pos.emit(Marked(number, mark, False))
    pos.emit(Moved(number, f"{entity.owner}.{zone}", position))
    if entity.controller != entity.owner:
        pos.emit(ControlChanged(number, entity.owner))


def put_by_hand(pos: Position, number: int, zone: str, player: str) -> None:
    """Put a card into a zone under a player's control because somebody corrects the table; see `rules/shared/by_hand`.

    A card that leaves play takes nothing along. Nobody gains or loses honor, gains fate or draws cards for it.
    """
    by_hand.put_by_hand(pos, number, zone, player, _take_away, leave_conflict)


def _take_away(pos: Position, number: int, zone: str) -> None:
    """Move a card out of play and its attachments to where they go then (`l5r/leaves-play#3`, `l5r/ancestral#1`)."""
    for part in list(pos.entity(number).attached):
        _take_away(pos, part, "hand" if values.has_keyword(pos, part, "ancestral") else discard_pile(pos, part))
    _go(pos, number, zone)


def _settle_honor(pos: Position, entity: Entity) -> None:
    """Let a character that leaves play gain its controller 1 honor if it is honored, or lose 1 if dishonored
    (`l5r/personal-honor#4`, `l5r/personal-honor#5`).
    """
    if "honored" in entity.marks:
        pos.emit(Counted(entity.controller, "honor", 1))
    elif "dishonored" in entity.marks and pos.table.count(entity.controller, "honor"):
        pos.emit(Counted(entity.controller, "honor", -1))


def _end_effects(pos: Position, number: int) -> None:
    """End lasting and delayed effects on a card that leaves play (`l5r/leaves-play#4`)."""
    for effect in list(pos.table.effects.values()):
        if number in effect.affects:
            pos.emit(EffectEnded(effect.id, number if len(effect.affects) > 1 else 0))


def leave_conflict(pos: Position, number: int) -> None:
    """Take a character out of the conflict it participates in; do nothing if it does not.

    `l5r/participating-and-cannot-participate#3`, `l5r/participating-and-cannot-participate#5`
    """
    frame = board.conflict(pos)
    if frame is None:
        return
    for side in ("attackers", "defenders"):
        here = frame.numbers(side)
        if number in here:
            pos.emit(FrameAdvanced(frame.id, frame.step, {side: [other for other in here if other != number]}))


def join_conflict(pos: Position, number: int, player: str) -> None:
    """Let a character participate on a player's side of the conflict being resolved (`l5r/move#3`)."""
    frame = board.conflict(pos)
    assert frame is not None
    side = board.side_of(frame, player)
    pos.emit(FrameAdvanced(frame.id, frame.step, {side: [*frame.numbers(side), number]}))


def place(pos: Position, entity: Entity, player: str, host: int = 0) -> None:
    """Put a card into the play area under a player's control, attached to `host` where that is how it enters.

    It enters ready, neither honored nor dishonored, at home, mostly under its owner's control: `l5r/ready#2`,
    `l5r/personal-honor#1`, `l5r/character-cards#2`, `l5r/play-and-put-into-play#7`, `l5r/control-and-ownership#2`.
    """
    as_attachment = host and pos.card(entity.id).type == "character"
    if not pos.table.specs[entity.zone].name.endswith(".play"):
        pos.emit(Moved(entity.id, f"{entity.owner}.play", face="up"))
    if entity.controller != player:
        pos.emit(ControlChanged(entity.id, player))
    if as_attachment:
        pos.emit(Marked(entity.id, "attachment"))
    if host:
        pos.emit(Attached(entity.id, host))


def copy_in_play(pos: Position, player: str, number: int) -> int:
    """Return another copy of a unique card that a player controls in a play area, or 0 (`l5r/unique-cards#1`).

    A copy is a card of the same name, another version too (`l5r/copy-of-a-card#1`, `l5r/copy-of-a-card#2`,
    `l5r/duplicates#5`). For a card that is not unique it is 0.
    """
    card = pos.card(number)
    if not card.unique:
        return 0
    for entity in board.in_areas(pos):
        if entity.controller == player and entity.id != number and pos.card(entity.id).name == card.name:
            return entity.id
    return 0


_EXCEPT = "no_attachments except "


def may_attach(pos: Position, number: int, host: int, player: str = "") -> str:
    """Return the clause that forbids attaching one card to another, or "".

    The text of an attachment is judged for its controller, or for the `player` who takes control of it to attach it. A
    character may bear any number of attachments (`l5r/attachment-cards#6`).
    """
    card = pos.card(number)
    if host not in pos.table.entities or not pos.in_play(host) or number == host:
        return "l5r/attachment-cards#4"
    where = card.facts.get("attaches")
    if where and card.type == "attachment":
        context = Context(pos, number, player or pos.entity(number).controller)
        if not context.judge(pos.pack.filter(str(where)), host):
            # a character, but not one its own text allows
            return (
                "l5r/play-restrictions-and-permissions#1" if board.is_character(pos, host) else "l5r/attachment-cards#5"
            )
    elif not board.is_character(pos, host):
        return "l5r/attachment-cards#5"
    if _refuses(pos, number, host):
        return "l5r/no-attachments#1"
    limit = card.facts.get("copies_per_host")
    if limit and _copies_before(pos, number, host) >= int(limit):
        return "l5r/play-restrictions-and-permissions#1"
    return ""


def _copies_before(pos: Position, number: int, host: int) -> int:
    """Count the copies of an attachment that a card bore before it. The copy that came first stays attached legally."""
    borne = list(pos.entity(host).attached)
    before = borne[: borne.index(number)] if number in borne else borne
    return sum(pos.card(part).name == pos.card(number).name for part in before)


def why_not_attached(pos: Position, number: int, host: int, clause: str) -> str:
    """Return in words why a card may not be attached to another, by the clause that `may_attach` returned."""
    if host not in pos.table.entities:
        return "no card is named for it"
    name = pos.pack.name(pos, host)
    if clause == "l5r/attachment-cards#4":
        return whereabouts(pos, host)
    if clause == "l5r/no-attachments#1":
        return f"{name} refuses it: no attachments"
    where = pos.card(number).facts.get("attaches")
    if clause == "l5r/attachment-cards#5" and not where:
        return f"{name} is no character"
    if pos.card(number).type != "attachment":
        return f"{pos.pack.name(pos, number)} is not played as an attachment"
    context = Context(pos, number, pos.entity(number).controller)
    context.it = host
    if where and not context.judge(pos.pack.filter(str(where)), host):
        why = Teller(context).why_not(str(where))
        return why.fact if why else f"{name} is not what its text asks for"
    return f"{name} bears a copy of it already"


def _refuses(pos: Position, number: int, host: int) -> bool:
    for keyword in pos.card(host).keywords:
        if not keyword.startswith("no_attachments") or values.blank(pos, host):
            continue
        if not keyword.startswith(_EXCEPT):
            return True
        if not any(values.has_trait(pos, number, trait) for trait in keyword[len(_EXCEPT) :].split(", ")):
            return True
    return False


def hosts(pos: Position, number: int) -> list[int]:
    """Return every card in the play areas that an attachment could be attached to."""
    return [entity.id for entity in board.in_areas(pos) if not may_attach(pos, number, entity.id)]


def restricted_on(pos: Position, host: int) -> list[int]:
    """Return the restricted attachments a character bears (`l5r/restricted#1`)."""
    return [part for part in pos.entity(host).attached if values.has_keyword(pos, part, "restricted")]


def draw(pos: Position, player: str, amount: int) -> None:
    """Draw cards from the conflict deck, all at once.

    The cards an empty deck cannot give are counted as owed until the deck is made anew. Neither a round nor a hand has
    a limit (`l5r/drawing-cards#2`, `l5r/drawing-cards#3`, `l5r/drawing-cards#4`).
    """
    deck = pos.zone(player, "conflict_deck")
    for number in deck[:amount]:
        pos.emit(Moved(number, f"{player}.hand"))
        amount -= 1
    if amount > 0:
        pos.emit(Counted(player, "owed", amount))
