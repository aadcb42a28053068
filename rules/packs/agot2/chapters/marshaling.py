"""Bringing cards into play oneself: marshaling and ambush, as player actions with the steps of initiation
(`agot2/marshaling`, `agot2/ambush`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ledger.events import FrameClosed, FrameOpened, Move, Moved, Occurrence, Outcome, Slots, State, UseCounted
from ledger.table import Entity, Frame
from rules.kernel.asks import Ask, Check
from rules.kernel.pack import Action
from rules.kernel.position import Position
from rules.kernel.values import has, said_by
from rules.language.cards import Ability
from rules.packs.agot2 import values
from rules.packs.agot2.values import price, use_up
from rules.packs.agot2.zones import barred, copy_in_play, hosts, may_attach
from rules.resolution.windows import ActionWindow, opportunity

_TYPES = ("character", "location", "attachment")


class MarshalingWindow(ActionWindow):
    """Everybody uses actions here, and the active player marshals; once it closes, the next player does
    (`agot2/3.3#2`).
    """

    final = True

    def in_turn(self, pos: Position) -> Ask:
        return MarshalingWindow(pos.table.role("active"), self.frame, self.rule, self.passes)

    def gives_up(self, pos: Position) -> tuple[str, ...]:
        """A pass that closes the window is the end of marshaling for whoever is active
        (`agot2/marshaling-action-window#4`).
        """
        player = self.player
        for passes in range(self.passes + 1, len(pos.table.players)):
            player = pos.after(player)
            if MarshalingWindow(player, self.frame, self.rule, passes).anything(pos):
                return ()
        return ("marshal",)


def special_window(pos: Position, frame: Frame) -> Ask | None:
    """The action window of an active player in the marshaling phase (`agot2/marshaling-action-window#1`)."""
    return opportunity(pos, frame, MarshalingWindow)


def _in_hand(pos: Position, player: str, number: int) -> bool:
    playing = number in pos.playing
    return number in pos.table.entities and pos.entity(number).zone == f"{player}.hand" and not playing


def _common_checks(pos: Position, player: str, move: Move, source: str) -> list[Check]:
    """What marshaling and ambush have in common: the card, its type, uniqueness, where it attaches."""
    number = move.subject
    held = _in_hand(pos, player, number)
    name = pos.pack.name(pos, number) if number in pos.table.entities else "it"
    kind = pos.card(number).type if held else ""
    bar = barred(pos, player, number) if held else ""
    checks = [
        Check("in hand", source, f"{name} is in {player}'s hand", held),
        Check(
            "type",
            "agot2/marshaling#4",
            f"{name} is a character, location or attachment",
            kind in _TYPES if held else None,
        ),
        Check(
            "unique", bar or "agot2/unique-cards#4", f"no dead or foreign copy bars {name}", not bar if held else None
        ),
    ]
    if kind == "attachment" and not copy_in_play(pos, player, number):
        host = move.picks[0] if move.picks else 0
        wrong = may_attach(pos, number, host) if host in pos.table.entities else "agot2/attachment-cards#4"
        checks.append(
            Check("attaches", wrong or "agot2/attachment-cards#3", f"{name} may be attached there", not wrong)
        )
    return checks


def _marshal_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    """The active player's player action (`agot2/marshaling-action-window#3`); a duplicate costs nothing
    (`agot2/duplicates#6`).
    """
    number = move.subject
    checks = [
        Check("phase", "agot2/marshaling#1", "it is the marshaling phase", frame.kind == "marshaling"),
        Check(
            "active",
            "agot2/marshaling-action-window#3",
            f"{player} is the active player",
            pos.table.role("active") == player,
        ),
        *_common_checks(pos, player, move, "agot2/marshaling#1"),
    ]
    if not _in_hand(pos, player, number) or not pos.card(number).id:
        return checks
    free = bool(copy_in_play(pos, player, number))
    amount = 0 if free else price(pos, player, number)
    kind = pos.card(number).type
    limited = values.has_keyword(pos, number, "limited")
    return [
        *checks,
        Check(
            "limited",
            "agot2/limited#1",
            "no other limited card was marshaled or played this round",
            not limited or values.limited_left(pos, player),
        ),
        Check(
            "cannot",
            "agot2/cannot#1",
            f"nothing says it cannot be marshaled{said_by(pos, player, 'cannot', f'marshal_{kind}s')}",
            not has(pos, player, "cannot", f"marshal_{kind}s") and not has(pos, player, "cannot", "marshal"),
        ),
        Check(
            "cost",
            "agot2/initiating-abilities#3",
            f"{player} can pay {amount} gold",
            pos.table.count(player, "gold") >= amount,
        ),
    ]


def _marshal_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    if frame.kind != "marshaling" or pos.table.role("active") != player:
        return
    for number in pos.zone(player, "hand"):
        for move in _ways(pos, player, number, "marshal"):
            if all(check.holds for check in _marshal_checks(pos, player, move, frame)):
                yield move


def _ways(pos: Position, player: str, number: int, verb: str, amount: int = 0) -> Iterable[Move]:
    card = pos.card(number)
    if card.type not in _TYPES:
        return []
    if card.type == "attachment" and not copy_in_play(pos, player, number):
        return [Move(verb, number, picks=(host,), amount=amount) for host in hosts(pos, number)]
    return [Move(verb, number, amount=amount)]


def _marshal(pos: Position, player: str, move: Move, frame: Frame) -> None:
    """Pay and enter; a further copy of a unique card enters as its duplicate, free of cost (`agot2/unique-cards#2`)."""
    copy = copy_in_play(pos, player, move.subject)
    amount = 0 if copy else price(pos, player, move.subject)
    if not copy:
        use_up(pos, player, move.subject)
        note_kinds(pos, player, move.subject)
    values.count_limited(pos, player, move.subject)
    _open(pos, player, move, amount, "duplicate" if copy else "marshaled", copy)


def note_kinds(pos: Position, player: str, number: int) -> None:
    """Remember for the round what cards ask to be noted, for "the first … you marshal"."""
    rounds = pos.enclosing("round")
    for name in [name for name, listeners in pos.index.constants.items() if listeners and name.startswith("notes:")]:
        label = name.removeprefix("notes:")
        if has(pos, number, "notes", label):
            pos.emit(UseCounted(f"noted {label} {player}", rounds.id if rounds else 0))


def note_event(pos: Position, player: str) -> None:
    """Remember that a player has played an event this round."""
    rounds = pos.enclosing("round")
    pos.emit(UseCounted(f"noted event {player}", rounds.id if rounds else 0))


def _ambush_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    """A card with ambush may come when no card could be marshaled: a permission
    (`agot2/restrictions-and-permissions#2`).
    """
    in_phase = pos.enclosing("challenges") is not None
    checks = [
        Check("phase", "agot2/ambush#1", "it is the challenges phase", in_phase),
        *_common_checks(pos, player, move, "agot2/ambush#1"),
    ]
    if not _in_hand(pos, player, move.subject) or not pos.card(move.subject).id:
        return checks
    prices = values.ambush_prices(pos, move.subject)
    amount = move.amount or min(prices, default=0)
    says = f"the card has ambush ({amount})" if amount else "the card has ambush"
    return [
        *checks,
        Check("ambush", "agot2/ambush#1", says, amount in prices),
        Check(
            "cost",
            "agot2/initiating-abilities#3",
            f"{player} can pay {amount} gold",
            pos.table.count(player, "gold") >= amount,
        ),
    ]


def _ambush_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    if not pos.enclosing("challenges") is not None:
        return
    for number in pos.zone(player, "hand"):
        for amount in values.ambush_prices(pos, number):
            for move in _ways(pos, player, number, "ambush", amount):
                if all(check.holds for check in _ambush_checks(pos, player, move, frame)):
                    yield move


def _ambush(pos: Position, player: str, move: Move, frame: Frame) -> None:
    """Pay the X that was chosen (`agot2/ambush#3`) and put it into play, not marshaled (`agot2/ambush#2`)."""
    _open(pos, player, move, move.amount, "ambush", copy_in_play(pos, player, move.subject))


def _open(pos: Position, player: str, move: Move, amount: int, how: str, copy: int) -> None:
    host = copy or (move.picks[0] if move.picks else 0)
    data: Slots = {
        "entity": move.subject,
        "player": player,
        "price": amount,
        "how": how,
        "host": host,
        "playing": move.subject,
    }
    pos.emit(FrameOpened("bringing", data))


def pay_price(pos: Position, frame: Frame) -> Ask | None:
    """The gold goes back to the treasury (`agot2/marshaling#2`), as a moment of its own."""
    amount = frame.number("price")
    if amount:
        part = Occurrence("paid", player=frame.text("player"), amount=amount, note="gold")
        pos.open_next(frame, "moment", {"cost": True}, (part,))
    return None


def enter(pos: Position, frame: Frame) -> Ask | None:
    """The card enters play (`agot2/marshaling#3`, `agot2/enters-play#2`), unless its payment was prevented
    (`agot2/costs#7`).
    """
    results = frame.data.get("results")
    if isinstance(results, list) and any(result != State.HAPPENED for result in results):
        pos.emit(FrameClosed(frame.id, Outcome.PREVENTED))
        return None
    entity: Entity = pos.entity(frame.number("entity"))
    part = Occurrence("entered", entity.id, frame.text("player"), other=frame.number("host"), note=frame.text("how"))
    pos.open_next(frame, "moment", None, (part,))
    return None


ACTIONS = (
    Action("marshal", _marshal_offers, _marshal_checks, _marshal),
    Action("ambush", _ambush_offers, _ambush_checks, _ambush),
)


def gold_cost(
    pos: Position, player: str, entity: Entity, ability: Ability, frame: Frame | None
) -> tuple[Occurrence, ...]:
    """An event's gold cost, after its modifiers; X is what the card's facts define."""
    if ability.where != "hand" or entity.card not in pos.pack.cards or pos.pack.cards[entity.card].type != "event":
        return ()
    amount = values.price(pos, player, entity.id)
    x = _x(pos, entity, frame)
    if x is not None:
        amount = values.price_of_x(pos, player, entity.id, x)
    if frame is not None:
        values.use_up(pos, player, entity.id)
        values.count_limited(pos, player, entity.id)
        note_event(pos, player)
    return (Occurrence("paid", player=player, amount=amount, note="gold"),) if amount else ()


def _x(pos: Position, entity: Entity, frame: Frame | None) -> int | None:
    """X in the cost of an event, where it has one: the answered event's cost, or what its player named."""
    meant = pos.pack.cards[entity.card].facts.get("x")
    if meant == "answered cost":
        return _answered_cost(pos, frame)
    named = frame.text("x") if frame is not None and "x" in frame.data else "0"
    return int(named) if meant == "named" else None


def _answered_cost(pos: Position, frame: Frame | None) -> int:
    """X as the printed cost of the event being answered: the innermost ability being attempted.

    Where an X is printed there, too, it is what that event's player named or what that event answers
    (`agot2/letter-x#1`).
    """
    for candidate in reversed(pos.table.frames):
        if candidate.kind != "ability" or candidate is frame:
            continue
        meant = pos.card(candidate.number("entity")).facts.get("x")
        if meant == "named":
            return int(candidate.text("x"))
        if meant != "answered cost":
            return pos.card(candidate.number("entity")).number("cost")
    return 0


def played(pos: Position, player: str, entity: Entity, ability: Ability) -> tuple[Occurrence, ...]:
    """Using an event's ability is playing the event."""
    if pos.pack.cards[entity.card].type != "event":
        return ()
    return (Occurrence("played", entity.id, player),)


def discard_played(pos: Position, frame: Frame) -> None:
    """An event is in the discard pile before the reaction window (`agot2/event-cards#2`, `agot2/event-cards#3`).

    A cancelled one, too: it was played (`agot2/cancel#5`, `agot2/event-cards#5`).
    """
    number = frame.data.get("playing")
    if isinstance(number, int) and pos.entity(number).zone.endswith(".hand"):
        pos.emit(Moved(number, f"{pos.entity(number).owner}.discard"))
