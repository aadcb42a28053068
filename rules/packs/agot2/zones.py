"""The zones of the game, and moving cards between them with every consequence at the same moment.

Leaving play (`agot2/leaves-play`), entering it (`agot2/enters-play`), and where an attachment may go.
"""

from __future__ import annotations

from ledger.events import Attached, ControlChanged, Counted, EffectEnded, FrameAdvanced, Marked, Moved
from ledger.table import Entity
from rules.kernel.context import Context
from rules.kernel.names import whereabouts
from rules.kernel.pack import ZoneTable
from rules.kernel.position import Position
from rules.kernel.requirements import Teller
from rules.kernel.values import has
from rules.packs.agot2 import board, values
from rules.shared import by_hand

ZONES = ZoneTable(
    owned=(
        ("hand", "owner", False),
        ("deck", "none", False),
        ("plots", "owner", False),
        ("chosen", "owner", False),
        ("play", "all", True),
        ("plot", "all", True),
        ("faction", "all", True),
        ("title", "all", True),
        ("agenda", "all", False),
        ("discard", "all", False),
        ("dead", "all", False),
        ("used", "all", False),
        ("out", "all", False),
    ),
    shared=(("titles", "all", False),),
    homes={
        **dict.fromkeys(("attachment", "character", "event", "location"), "hand deck play discard dead out"),
        "plot": "plots chosen plot used out",
        "faction": "faction",
        "agenda": "agenda",
        "title": "title titles",
    },
)
"""Every zone: its kind, who may look into it, and whether what lies there is in play.

Plot decks lie facedown (`agot2/setup-5#1`). In play are the play area with the faction card
(`agot2/in-play-and-out-of-play#1`), the title borne (`agot2/in-play-and-out-of-play#2`) and the revealed plot. Not in
play are the discard and dead piles, which are two piles open to everyone (`agot2/discard-pile#1`,
`agot2/discard-pile#3`, `agot2/dead-pile#1`, `agot2/dead-pile#5`, `agot2/out-of-play#1`), agendas, revealed with the
faction card from the start (`agot2/agenda-cards#2`, `agot2/setup-3#1`), and cards removed from the game
(`agot2/out-of-play#2`).
"""

DESTINATION = {
    "killed": "dead",
    "discarded": "discard",
    "sacrificed": "discard",
    "returned": "hand",
    "shuffled": "deck",
    "removed": "out",
}
"""For each kind of occurrence by which a card leaves: the zone it goes to, unless something sends it elsewhere."""


def leave(pos: Position, number: int, zone: str, position: int = -1) -> None:
    """Move a card out of play to its owner's zone of a kind, with all that follows at once (`agot2/leaves-play#1`).

    Attachments and duplicates leave play with it, effects on it end, it leaves the challenge, and its tokens go back
    (`agot2/leaves-play#2`, `agot2/treasury#3`). Its owner, who had it in the deck, controls it again
    (`agot2/control#1`, `agot2/ownership-and-control#1`). Unless something removes it, a character or location stays in
    play (`agot2/character-cards#2`, `agot2/location-cards#2`). `position` is its index in the new zone, -1 the last.
    """
    entity = pos.table.entities[number]
    for part in list(entity.attached):
        _let_go(pos, part)
    for what, amount in list(entity.counters.items()):
        pos.emit(Counted(number, what, -amount))
    _end_effects(pos, number)
    leave_challenge(pos, number)
    _forget_bypass(pos, number)
    if entity.host:
        pos.emit(Attached(number, 0))
    for mark in list(entity.marks):
        pos.emit(Marked(number, mark, False))
    pos.emit(Moved(number, f"{entity.owner}.{zone}", position))
    if entity.controller != entity.owner:
        pos.emit(ControlChanged(number, entity.owner))


def _let_go(pos: Position, part: int) -> None:
    """Take an attachment or a duplicate off a card that leaves play.

    Duplicates are discarded (`agot2/leaves-play#3`), attachments go to their owners' hands (`agot2/leaves-play#4`,
    `agot2/attachment-cards#2`, `agot2/attachment-cards#6`), terminal ones are discarded (`agot2/terminal#1`).
    """
    if board.is_duplicate(pos.entity(part)) or values.has_keyword(pos, part, "terminal"):
        leave(pos, part, "discard")
    else:
        leave(pos, part, "hand")


def _end_effects(pos: Position, number: int) -> None:
    """End lasting and delayed effects on a card that leaves play (`agot2/leaves-play#5`)."""
    for effect in list(pos.table.effects.values()):
        if number in effect.affects:
            pos.emit(EffectEnded(effect.id, number if len(effect.affects) > 1 else 0))


def put_by_hand(pos: Position, number: int, zone: str, player: str) -> None:
    """Put a card into a zone under a player's control because somebody corrects the table; see `rules/shared/by_hand`.

    A card that leaves play takes nothing along: what is on it goes where `leave` puts it.
    """
    by_hand.put_by_hand(pos, number, zone, player, leave, leave_challenge)


def leave_challenge(pos: Position, number: int) -> None:
    """Take a character out of the challenge being resolved (`agot2/participating#3`, `agot2/participating#4`).

    Nothing is done if it was neither declared there nor joined by an effect.
    """
    frame = board.challenge(pos)
    if frame is None:
        return
    for side in ("attackers", "defenders"):
        here = frame.data[side]
        if isinstance(here, list) and number in here:
            pos.emit(FrameAdvanced(frame.id, frame.step, {side: [other for other in here if other != number]}))


def _forget_bypass(pos: Position, number: int) -> None:
    """Forget that a character was bypassed: should it come back, it is another one (`agot2/leaves-play#5`)."""
    frame = board.challenge(pos)
    if frame is not None and number in frame.numbers("stealth"):
        left: list[int | str] = [other for other in frame.numbers("stealth") if other != number]
        pos.emit(FrameAdvanced(frame.id, frame.step, {"stealth": left}))


def leave_plot(pos: Position, number: int) -> None:
    """Move a revealed plot to its owner's used pile, without its tokens and marks (`agot2/used-pile#1`).

    A plot leaves play in no other way (`agot2/in-play-and-out-of-play#4`).
    """
    entity = pos.table.entities[number]
    for what, amount in list(entity.counters.items()):
        pos.emit(Counted(number, what, -amount))
    for mark in list(entity.marks):
        pos.emit(Marked(number, mark, False))
    pos.emit(Moved(number, f"{entity.owner}.used"))


def place(
    pos: Position,
    entity: Entity,
    player: str,
    host: int = 0,
    as_duplicate: bool = False,
    kneeling: bool = False,
    face: str = "up",
) -> None:
    """Put a card into its owner's play area, under the control of `player` (`agot2/ownership-and-control#2`).

    It stands unless `kneeling` (`agot2/standing#2`). An attachment is attached to `host` (`agot2/attachment-cards#1`);
    a duplicate lies under `host`, faceup unless `face` says otherwise (`agot2/duplicates#2`,
    `agot2/marshaling-action-window#5`), however many lie there (`agot2/duplicates#9`).
    """
    pos.emit(Moved(entity.id, f"{entity.owner}.play", face=face))
    if entity.controller != player:
        pos.emit(ControlChanged(entity.id, player))
    if as_duplicate:
        pos.emit(Marked(entity.id, "duplicate"))
    if host:
        pos.emit(Attached(entity.id, host))
    if kneeling:
        pos.emit(Marked(entity.id, "kneeling"))


def copy_in_play(pos: Position, player: str, number: int) -> int:
    """Return the unique card of the same title that a player owns and controls in play, or 0 (`agot2/duplicates#1`).

    Copies are cards of the same title (`agot2/copy#1`); duplicates are passed over. The version that was in play first
    stays the active one (`agot2/duplicates#10`); nothing exchanges it (`agot2/duplicates#11`).
    """
    name, cards = pos.card(number).name, pos.pack.cards
    for entity in board.in_play(pos):
        card = cards.get(entity.card)
        if card is None or not card.unique or card.name != name or entity.id == number:
            continue
        if entity.controller == player and entity.owner == player and not board.is_duplicate(entity):
            return entity.id
    return 0


def barred(pos: Position, player: str, number: int) -> str:
    """Return the clause by which another copy keeps a unique card from entering play under a player's control, or "".

    It is asked for taking control of a card in play, too. A copy bars that lies in the player's dead pile, or that the
    player owns or controls in play. Beside a copy that the player both owns and controls a card may still enter play,
    as its duplicate (`agot2/put-into-play#4`), but control of it cannot be taken. A card does not bar its own way out
    of the dead pile (`agot2/dead-pile#4`).
    """
    card = pos.card(number)
    if not card.unique:
        return ""
    entity = pos.entity(number)
    for dead in pos.zone(player, "dead"):
        if dead != number and pos.card(dead).name == card.name and pos.card(dead).type == "character":
            return "agot2/dead-pile#3"
    for other in board.in_play(pos):
        if other.id == number or board.is_duplicate(other) or pos.card(other.id).name != card.name or not other.card:
            continue
        if player not in (other.controller, other.owner):
            continue
        if entity.zone.endswith(".play"):
            return "agot2/unique-cards#3"
        if other.controller != other.owner:
            return "agot2/unique-cards#1"
    return ""


_EXCEPT = "no_attachments except "
_ONLY = "no_attachments "


def may_attach(pos: Position, number: int, host: int) -> str:
    """Return the clause that forbids attaching the card `number` to `host`, or "" if it may be attached there.

    A card may bear any number of attachments (`agot2/attachment-cards#5`).
    """
    card = pos.card(number)
    if not pos.in_play(host) or number == host or board.is_duplicate(pos.entity(host)):
        return "agot2/attachment-cards#4"
    where = card.facts.get("attaches")
    if where:
        context = Context(pos, number, pos.entity(number).controller)
        if not context.judge(pos.pack.filter(str(where)), host):
            return (
                "agot2/restrictions-and-permissions#1" if board.is_character(pos, host) else "agot2/attachment-cards#3"
            )
    elif not board.is_character(pos, host):
        return "agot2/attachment-cards#3"
    refused = refuses(pos, number, host)
    if refused:
        return refused
    limit = card.facts.get("copies per host")
    if limit:
        copies = [part for part in pos.entity(host).attached if part != number and pos.card(part).name == card.name]
        if len(copies) >= int(limit):
            return "agot2/limits-and-maximums#3"
    return ""


def why_not_attached(pos: Position, number: int, host: int, clause: str) -> str:
    """Return in words why a card may not be attached to another, by the clause that `may_attach` returned."""
    if host not in pos.table.entities:
        return "no card is named for it"
    name = pos.pack.name(pos, host)
    if clause == "agot2/attachment-cards#4":
        return whereabouts(pos, host)
    if clause.startswith("agot2/no-attachments"):
        return f"{name} refuses it: no attachments"
    if clause == "agot2/limits-and-maximums#3":
        return f"{name} bears a copy of it already"
    where = pos.card(number).facts.get("attaches")
    if not where:
        return f"{name} is no character"
    context = Context(pos, number, pos.entity(number).controller)
    context.it = host
    why = Teller(context).why_not(str(where))
    return why.fact if why else f"{name} is not what its text asks for"


def refuses(pos: Position, number: int, host: int) -> str:
    """Return the clause of the "no attachments" by which `host` refuses the attachment `number`, or "".

    One variant that forbids is enough (`agot2/no-attachments#4`).
    """
    if has(pos, host, "keyword", "no_attachments"):
        return "agot2/no-attachments#1"
    for keyword in pos.card(host).keywords:
        if not keyword.startswith("no_attachments") or values.blank(pos, host):
            continue
        if keyword == "no_attachments":
            return "agot2/no-attachments#1"
        if keyword.startswith(_EXCEPT):
            if not any(values.has_trait(pos, number, trait) for trait in keyword[len(_EXCEPT) :].split(", ")):
                return "agot2/no-attachments#3"
        elif any(values.has_trait(pos, number, trait) for trait in keyword[len(_ONLY) :].split(", ")):
            return "agot2/no-attachments#2"
    return ""


def hosts(pos: Position, number: int) -> list[int]:
    """Return every card in the play areas that an attachment could be attached to."""
    return [entity.id for entity in board.in_play(pos) if not may_attach(pos, number, entity.id)]
