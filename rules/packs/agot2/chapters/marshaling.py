"""Bringing cards into play from hand, and the cost of event cards (`agot2/marshaling`, `agot2/ambush`).

Marshaling and ambush are player actions. Each has three functions: one lists legal moves, one judges a move, one begins
to carry it out. Both open a frame `bringing`, in which the price is paid and the card enters play. The ability of an
event card is initiated by the kernel; this module gives its gold cost and discards the card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ledger.events import FrameClosed, FrameOpened, Move, Moved, Occurrence, Outcome, Slots, State, UseCounted
from ledger.table import Entity, Frame
from rules.eligibility.failures import now
from rules.eligibility.targets import may_hold_a_copy
from rules.kernel.asks import Ask, Check
from rules.kernel.names import whereabouts, with_article
from rules.kernel.pack import Action
from rules.kernel.position import Position
from rules.kernel.values import FORBIDDEN, forbidden_by, givers, has, value
from rules.language.cards import Ability
from rules.packs.agot2 import board, values
from rules.packs.agot2.zones import barred, copy_in_play, hosts, may_attach, why_not_attached
from rules.resolution.windows import ActionWindow, opportunity
from rules.shared import unknown_plots
from rules.shared.conditions import active_player
from rules.shared.limited import limited_check

# --- the window of the marshaling phase -------------------------------------------------------------------------------


def special_window(pos: Position, frame: Frame) -> Ask | None:
    """Ask the next player with something to do in the active player's special action window (between 3.2 and 3.3).

    The first player has the first opportunity, active or not (`agot2/marshaling-action-window#1`). None once all in
    a row have passed or had nothing to do.
    """
    return opportunity(pos, frame, MarshalingWindow)


class MarshalingWindow(ActionWindow):
    """One opportunity in a special action window: any player may use actions, only the active player may marshal.

    When the window closes, the next player becomes active (`agot2/3.3#2`).
    """


# --- marshaling and ambush: conditions --------------------------------------------------------------------------------


def _marshal_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    """Return the conditions of marshaling a card: the phase, the active player, the card, and that it can be paid.

    Only the active player marshals (`agot2/marshaling-action-window#3`); a duplicate costs nothing
    (`agot2/duplicates#6`).
    """
    number, marshals = move.subject, pos.enclosing("marshaling") is not None
    checks = [
        Check(
            "phase",
            "agot2/marshaling#1",
            "cards are marshaled in the marshaling phase",
            marshals,
            "" if marshals else f"it is {now(pos)}",
        ),
        active_player(pos, player, pos.table.role("active"), "agot2/marshaling-action-window#3"),
        *_card_checks(pos, player, move, "agot2/marshaling#1"),
    ]
    if not _in_hand(pos, player, number) or not pos.card(number).id:
        return _of_a_copy(pos, player, number, checks)
    amount = 0 if copy_in_play(pos, player, number) else values.price(pos, player, number)
    kind = pos.card(number).type
    limited = values.has_keyword(pos, number, "limited")
    forbidden = has(pos, player, "cannot", f"marshal_{kind}s") or has(pos, player, "cannot", "marshal")
    return [
        *checks,
        limited_check(pos, player, number, "agot2/limited#1", limited, value(pos, player, "limited_cards", 1)),
        Check(
            "cannot",
            "agot2/cannot#1",
            FORBIDDEN,
            not forbidden,
            _marshal_ban(pos, player, number) if forbidden else "",
        ),
        _cost_check(pos, player, number, amount),
    ]


def _of_a_copy(pos: Position, player: str, number: int, checks: list[Check]) -> list[Check]:
    """Return the conditions of marshaling a card that lies elsewhere, of which the player may hold another copy.

    Where the copy could not be paid for either, that is told, and not where this one lies.
    """
    place = next((check for check in checks if check.name == "in hand"), None)
    if place is None or not may_hold_a_copy(pos, player, number) or copy_in_play(pos, player, number):
        return checks
    cost = _cost_check(pos, player, number, values.price(pos, player, number))
    others = [check for check in (*checks, cost) if check is not place]
    return others if any(check.holds is False for check in others) else checks


def _marshal_ban(pos: Position, player: str, number: int) -> str:
    """Return which cards forbid a player to marshal a card, all cards or those of its type."""
    bans = (f"marshal_{pos.card(number).type}s", "marshal")
    cards = [card for ban in bans for card in givers(pos, player, "cannot", ban)]
    return forbidden_by(pos, cards, f"{pos.player_name(player)} to marshal {pos.pack.name(pos, number)}")


def _ambush_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    """Return the conditions of putting a card into play by ambush: the phase, the card, its keyword and the cost.

    Ambush is a permission: it brings a card into play when none could be marshaled
    (`agot2/restrictions-and-permissions#2`).
    """
    in_phase = pos.enclosing("challenges") is not None
    checks = [
        Check(
            "phase",
            "agot2/ambush#1",
            "ambush is used in the challenges phase",
            in_phase,
            "" if in_phase else f"it is {now(pos)}",
        ),
        *_card_checks(pos, player, move, "agot2/ambush#1"),
    ]
    if not _in_hand(pos, player, move.subject) or not pos.card(move.subject).id:
        return checks
    prices = values.ambush_prices(pos, move.subject)
    amount = move.amount or min(prices, default=0)
    needed = f"the card must have ambush ({amount})" if amount else "the card must have ambush"
    has_it = f"it has ambush ({', '.join(map(str, sorted(prices)))})" if prices else "it does not have it"
    return [
        *checks,
        Check("ambush", "agot2/ambush#1", needed, amount in prices, has_it),
        _cost_check(pos, player, move.subject, amount),
    ]


def _card_checks(pos: Position, player: str, move: Move, hand_rule: str) -> list[Check]:
    """Return the conditions on the card itself, which marshaling and ambush share.

    They are its place in hand (by `hand_rule`), its type, that no other copy bars it, and that an attachment has
    somewhere to go.
    """
    number = move.subject
    held = _in_hand(pos, player, number)
    name = pos.pack.name(pos, number) if number in pos.table.entities else "it"
    kind, who = pos.card(number).type if held else "", pos.player_name(player)
    bar = barred(pos, player, number) if held else ""
    where = "in the dead pile" if "dead" in bar else "in play"
    checks = [
        *_dead_check(pos, player, number),
        Check(
            "in hand", hand_rule, f"{who} brings in a card from hand", held, "" if held else whereabouts(pos, number)
        ),
        Check(
            "type",
            "agot2/marshaling#4",
            "a card that is marshaled is a character, location or attachment",
            kind in board.MARSHALED_TYPES if held else None,
            f"{name} is {with_article(kind)}",
        ),
        Check(
            "unique",
            bar or "agot2/unique-cards#4",
            f"no copy of {name}, which is unique, may be {where}",
            not bar if held else None,
            f"one is {where}",
        ),
    ]
    if kind == "attachment" and not copy_in_play(pos, player, number):
        host = move.picks[0] if move.picks else 0
        wrong = may_attach(pos, number, host) if host in pos.table.entities else "agot2/attachment-cards#4"
        checks.append(
            Check(
                "attaches",
                wrong or "agot2/attachment-cards#3",
                f"{name} must have a card to be attached to",
                not wrong,
                why_not_attached(pos, number, host, wrong) if wrong else "",
            )
        )
    return checks


def _dead_check(pos: Position, player: str, number: int) -> list[Check]:
    """Return the condition that a dead character is not brought in again, failed, for a card of the dead pile.

    Whoever names such a card means it or a copy of it, and neither may enter play (`agot2/dead-pile#3`).
    """
    if number not in pos.zone(player, "dead") or not pos.card(number).unique:
        return []
    who, name = pos.player_name(player), pos.pack.name(pos, number)
    needed = f"{who} brings in no unique character of which a copy lies in {who}'s dead pile"
    return [Check("dead", "agot2/dead-pile#3", needed, False, f"{name} lies there")]


def _in_hand(pos: Position, player: str, number: int) -> bool:
    """Whether a component is in a player's hand and is not just being played or brought into play."""
    playing = number in pos.playing
    return number in pos.table.entities and pos.entity(number).zone == f"{player}.hand" and not playing


def _cost_check(pos: Position, player: str, number: int, amount: int) -> Check:
    """Return the condition that a player has the gold for a card, asked before anything is paid.

    This is the second step of initiating (`agot2/initiating-abilities#3`).
    """
    paid = unknown_plots.may_have(pos, player) >= amount
    needed = f"{pos.pack.name(pos, number)} costs {amount} gold"
    return Check("cost", "agot2/initiating-abilities#3", needed, paid, unknown_plots.gold_told(pos, player))


# --- marshaling and ambush: offers and what is done -------------------------------------------------------------------


def _marshal_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    """Yield every legal way for a player to marshal a card from hand now."""
    if frame.kind != "marshaling" or pos.table.role("active") != player:
        return
    for number in pos.zone(player, "hand"):
        if not copy_in_play(pos, player, number) and values.price(pos, player, number) > unknown_plots.may_have(
            pos, player
        ):
            continue
        for move in _ways(pos, player, number, "marshal"):
            if all(check.holds for check in _marshal_checks(pos, player, move, frame)):
                yield move


def _ambush_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    """Yield every legal way for a player to put a card into play by ambush now, one for each X and host."""
    if pos.enclosing("challenges") is None:
        return
    for number in pos.zone(player, "hand"):
        for amount in values.ambush_prices(pos, number):
            for move in _ways(pos, player, number, "ambush", amount):
                if all(check.holds for check in _ambush_checks(pos, player, move, frame)):
                    yield move


def _ways(pos: Position, player: str, number: int, verb: str, amount: int = 0) -> Iterable[Move]:
    """Return the moves of a verb for a card: one, or for an attachment one for each host; none for other types.

    A copy that would enter as a duplicate needs no host.
    """
    card = pos.card(number)
    if card.type not in board.MARSHALED_TYPES:
        return []
    if card.type == "attachment" and not copy_in_play(pos, player, number):
        return [Move(verb, number, picks=(host,), amount=amount) for host in hosts(pos, number)]
    return [Move(verb, number, amount=amount)]


def _marshal(pos: Position, player: str, move: Move, frame: Frame) -> None:
    """Begin to marshal a card: count it, use up reductions and open the frame in which it is paid and enters.

    A further copy of a unique card enters as its duplicate, free of cost (`agot2/unique-cards#2`).
    """
    copy = copy_in_play(pos, player, move.subject)
    amount = 0 if copy else values.price(pos, player, move.subject)
    if not copy:
        values.use_up_reductions(pos, player, move.subject)
        note_kinds(pos, player, move.subject)
    values.count_limited(pos, player, move.subject)
    _open(pos, player, move, amount, "duplicate" if copy else "marshaled", copy)


def _ambush(pos: Position, player: str, move: Move, frame: Frame) -> None:
    """Open the frame in which the chosen X is paid (`agot2/ambush#3`) and the card enters play.

    It does not count as marshaled (`agot2/ambush#2`).
    """
    _open(pos, player, move, move.amount, "ambush", copy_in_play(pos, player, move.subject))


def _open(pos: Position, player: str, move: Move, amount: int, how: str, copy: int) -> None:
    """Open the frame `bringing` for a card; `copy` is the unique card it is a duplicate of, or 0."""
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


def note_kinds(pos: Position, player: str, number: int) -> None:
    """Count a card being marshaled, for the round, under each label that a `notes` of some card gives it.

    Cards that speak of "the first … you marshal" ask for these counts.
    """
    for name in [name for name, listeners in pos.index.constants.items() if listeners and name.startswith("notes:")]:
        label = name.removeprefix("notes:")
        if has(pos, number, "notes", label):
            pos.emit(UseCounted(f"noted {label} {player}", pos.period("round")))


ACTIONS = (
    Action("marshal", _marshal_offers, _marshal_checks, _marshal),
    Action("ambush", _ambush_offers, _ambush_checks, _ambush),
)
"""The actions the rules give every player, without any card's ability: marshal and ambush."""

# --- the frame in which a card is brought into play -------------------------------------------------------------------


def pay_price(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which the card's gold goes back to the treasury (`agot2/marshaling#2`).

    This is the fourth step of initiating; a card that costs nothing has no such moment.
    """
    amount = frame.number("price")
    if amount:
        part = Occurrence("paid", player=frame.text("player"), amount=amount, note="gold")
        pos.open_next(frame, "moment", {"cost": True}, (part,))
    return None


def enter(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which the card enters play (`agot2/marshaling#3`, `agot2/enters-play#2`).

    This is the sixth step of initiating. If the payment did not happen in full, the frame closes and the card stays
    in hand (`agot2/costs#7`).
    """
    results = frame.data.get("results")
    unpaid = isinstance(results, list) and any(result != State.HAPPENED for result in results)
    if unpaid and not frame.data.get("forced"):
        pos.emit(FrameClosed(frame.id, Outcome.PREVENTED))
        return None
    entity: Entity = pos.entity(frame.number("entity"))
    part = Occurrence("entered", entity.id, frame.text("player"), other=frame.number("host"), note=frame.text("how"))
    pos.open_next(frame, "moment", None, (part,))
    return None


# --- events -----------------------------------------------------------------------------------------------------------


def played(pos: Position, player: str, entity: Entity, ability: Ability) -> tuple[Occurrence, ...]:
    """Return the occurrence that an event card is played, if `entity`, whose ability is used, is one; else nothing."""
    if pos.card(entity.id).type != "event":
        return ()
    return (Occurrence("played", entity.id, player),)


def gold_cost(
    pos: Position, player: str, entity: Entity, ability: Ability, frame: Frame | None
) -> tuple[Occurrence, ...]:
    """Return the payment of an event card's gold cost, after modifiers; nothing for other cards or a cost of 0.

    `frame` is the ability's own. With it the card is really being played: "next card costs less" effects are used up,
    and the card is counted for the round, also toward limited cards. Without it nothing changes, and an X that its
    player has still to name is taken as 0.
    """
    if ability.where != "hand" or entity.card not in pos.pack.cards or pos.pack.cards[entity.card].type != "event":
        return ()
    amount = values.price(pos, player, entity.id)
    x = _x(pos, entity, frame)
    if x is not None:
        amount = values.price_of_x(pos, player, entity.id, x)
    if frame is not None:
        values.use_up_reductions(pos, player, entity.id)
        values.count_limited(pos, player, entity.id)
        note_event(pos, player)
    return (Occurrence("paid", player=player, amount=amount, note="gold"),) if amount else ()


def _x(pos: Position, entity: Entity, frame: Frame | None) -> int | None:
    """Return X in the cost of an event, or None if its cost has no X.

    X is the cost of the event being answered, or the number the player named as the cost was determined.
    """
    meant = pos.pack.cards[entity.card].facts.get("x")
    if meant == "answered cost":
        return _answered_cost(pos, frame)
    named = frame.text("x") if frame is not None and "x" in frame.data else "0"
    return int(named) if meant == "named" else None


def _answered_cost(pos: Position, frame: Frame | None) -> int:
    """Return the printed cost of the card whose ability is being answered; `frame` is the answer's own, if open.

    The innermost other ability counts. If its cost is a named X, the number named counts; if its X is an answered cost
    too, the ability that one answers is looked at (`agot2/letter-x#1`). 0 if there is none.
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


def note_event(pos: Position, player: str) -> None:
    """Count that a player has played an event card this round, for cards that ask."""
    pos.emit(UseCounted(f"noted event {player}", pos.period("round")))


def discard_played(pos: Position, frame: Frame) -> None:
    """Put the event card whose ability has just resolved into its owner's discard pile, if it is still in a hand.

    It lies there before the reaction window opens (`agot2/event-cards#2`, `agot2/event-cards#3`). A cancelled event
    card goes there too, since it was played (`agot2/cancel#5`, `agot2/event-cards#5`).
    """
    number = frame.data.get("playing")
    if isinstance(number, int) and pos.entity(number).zone.endswith(".hand"):
        pos.emit(Moved(number, f"{pos.entity(number).owner}.discard"))
