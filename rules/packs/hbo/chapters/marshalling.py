"""The marshalling turn: income, then cards played from hand, one action at a time.

`hbo/marshalling-1` to `hbo/marshalling-3`
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from msgspec import structs

from ledger.events import FrameAdvanced, Move, Moved, Occurrence
from ledger.table import Entity, Frame
from rules.eligibility.failures import now
from rules.eligibility.targets import may_hold_a_copy
from rules.kernel.asks import Ask, Check
from rules.kernel.context import Context
from rules.kernel.names import whereabouts, with_article
from rules.kernel.pack import Action
from rules.kernel.position import Position
from rules.language.cards import Ability
from rules.packs.hbo import board, values
from rules.packs.hbo.chapters.windows import AlternatingWindow
from rules.resolution.windows import opportunity
from rules.shared import unknown_plots
from rules.shared.conditions import active_player
from rules.shared.limited import limited_check


def income(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which the active player collects the plot's income and every bonus (`hbo/marshalling-1#1`).

    Each player does so once a round, as the turn begins (`hbo/marshalling-1#3`).
    """
    player = pos.table.role("active")
    amount = values.total(pos, player, "income")
    unknown_plots.open_income(pos, player)
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, {"stopped": None}))
    pos.open("moment", None, (Occurrence("income", player=player, amount=amount, note="gold"),))
    return None


def turn_window(pos: Position, frame: Frame) -> Ask | None:
    """Ask the next player with anything to do to play a card, act or pass (`hbo/marshalling-phase#2`).

    Only the active player may play cards. None, and with it the end of the turn, once both in a row have passed or had
    nothing to do (`hbo/marshalling-3#1`).
    """
    return opportunity(pos, frame, MarshallingWindow)


class MarshallingWindow(AlternatingWindow):
    """An opportunity in a marshalling turn.

    An active player who passes plays no more cards this turn (`hbo/marshalling-3#2`).
    """

    def passed(self, pos: Position) -> None:
        super().passed(pos)
        if self.player == pos.table.role("active"):
            pos.remember(self.frame, "stopped", True)


def _offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    """Yield every legal move by which the active player plays a card now.

    A player may go on playing cards while cards and gold last (`hbo/marshalling-2#3`).
    """
    if frame.kind != "marshalling" or pos.table.role("active") != player or frame.data.get("stopped"):
        return
    for number in pos.zone(player, "hand"):
        if pos.card(number).type not in board.PLAYABLE or values.price(pos, number) > _most_to_pay(pos, player, number):
            continue
        for move in _ways_to_play(pos, number):
            if all(check.holds for check in play_checks(pos, player, move, frame)):
                yield move


def _most_to_pay(pos: Position, player: str, number: int) -> float:
    """Return how much gold a player could pay for a card; any amount for a duplicate, which is free."""
    return inf if duplicate_host(pos, player, number) else unknown_plots.may_have(pos, player)


def _ways_to_play(pos: Position, number: int) -> list[Move]:
    """Return the moves that play a card, legal or not: one, or for an attachment one for each character in play."""
    if pos.card(number).type != "attachment":
        return [Move("marshal", number)]
    hosts = [entity.id for entity in board.in_play(pos) if board.is_character(pos, entity.id)]
    return [Move("marshal", number, picks=(host,)) for host in hosts]


def play_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    """Return the conditions of playing a card from hand, in the order of the rules.

    Those on the card itself, such as its cost, are left out if it is not in the player's hand or nobody knows which
    card it is. For a duplicate, phase and turn are judged twice: first by its own clause, then by the general one.
    """
    number = move.subject
    held = number in pos.table.entities and pos.entity(number).zone == f"{player}.hand" and number not in pos.playing
    name = pos.pack.name(pos, number) if number in pos.table.entities else "it"
    marshals = pos.enclosing("marshalling") is not None
    stopped, who = frame.data.get("stopped"), pos.player_name(player)
    checks = [
        Check(
            "phase",
            "hbo/marshalling-2#1",
            "cards are played in the marshalling phase",
            marshals,
            "" if marshals else f"it is {now(pos)}",
        ),
        active_player(pos, player, pos.table.role("active"), "hbo/marshalling-2#1"),
        Check(
            "stopped", "hbo/marshalling-3#2", "a pass ends the turn of playing cards", not stopped, f"{who} has passed"
        ),
        Check(
            "in hand",
            "hbo/marshalling-2#2",
            f"{who} plays cards from hand",
            held,
            "" if held else whereabouts(pos, number),
        ),
    ]
    if held and duplicate_host(pos, player, number):
        checks = _as_a_duplicate(pos, checks, name)
    if not held and may_hold_a_copy(pos, player, number):
        copy = [check for check in checks if check.name != "in hand"] + _card_checks(pos, player, move, name)
        return copy if any(check.holds is False for check in copy) else checks
    return checks + _card_checks(pos, player, move, name) if held and pos.card(number).id else checks


def _as_a_duplicate(pos: Position, checks: list[Check], name: str) -> list[Check]:
    """Return the conditions with those on phase and turn twice, first by the clause on duplicates and in its words."""
    mine = f"{name} can only be a duplicate of the copy in play"
    needed = {
        "phase": f"{mine}, and duplicates are attached in the marshalling phase",
        "active": f"{mine}, and duplicates are attached in the player's own marshalling turn",
    }
    turn = f"it is {pos.player_name(pos.table.role('active'))}'s turn now"
    found: list[Check] = []
    for check in checks:
        if check.name in needed:
            saw = turn if check.name == "active" else check.saw
            found.append(structs.replace(check, rule="hbo/duplicate#2", needed=needed[check.name], saw=saw))
        found.append(check)
    return found


def _card_checks(pos: Position, player: str, move: Move, name: str) -> list[Check]:
    """Return the conditions of the card itself: type, unique, dead, attachment, Limited, cost.

    A duplicate is free (`hbo/duplicate#3`).
    """
    number = move.subject
    card, copy = pos.card(number), board.copy_in_play(pos, player, number)
    duplicate = duplicate_host(pos, player, number)
    amount = 0 if duplicate else values.price(pos, number)
    checks = [
        Check(
            "type",
            "hbo/marshalling-2#1",
            "only a character, a location or an attachment is brought into play",
            card.type in board.PLAYABLE,
            f"{name} is {with_article(card.type)}",
        ),
        Check(
            "unique",
            "hbo/unique#2",
            "a unique card is not played while a copy is in play, except as a duplicate of a character",
            not copy or bool(duplicate),
            f"{name} is in play and is {with_article(card.type)}",
        ),
        Check(
            "dead",
            "hbo/unique#3",
            "a unique card is not played while a copy is in the dead pile",
            not board.copy_dead(pos, player, number),
            f"{name} is there",
        ),
    ]
    if card.type == "attachment":
        fits = len(move.picks) == 1 and may_attach(pos, number, move.picks[0])
        saw = whereabouts(pos, move.picks[0]) if move.picks else "no card is named for it"
        needed = f"{name} must have a card it may be attached to"
        checks.append(Check("attaches", "hbo/attachment#3", needed, fits, "" if fits else saw))
    paid = unknown_plots.may_have(pos, player) >= amount
    limited = values.has_keyword(pos, number, "limited")
    return [
        *checks,
        limited_check(pos, player, number, "hbo/limited#1", limited),
        Check("cost", "hbo/cost#1", f"{name} costs {amount} gold", paid, unknown_plots.gold_told(pos, player)),
    ]


def _play(pos: Position, player: str, move: Move, frame: Frame) -> None:
    """Pay for a card and let it enter play, both in one action (`hbo/action#3`).

    A duplicate enters play free, attached to its character (`hbo/marshalling-2#4`). There is no limit to the duplicates
    of a character (`hbo/duplicate#6`).
    """
    number = move.subject
    values.count_limited(pos, player, number)
    host = duplicate_host(pos, player, number)
    if host:
        parts = [Occurrence("entered", number, player, other=host, note="duplicate")]
    else:
        amount, host = values.price(pos, number), move.picks[0] if move.picks else 0
        parts = [Occurrence("paid", player=player, amount=amount, note="gold")] if amount else []
        parts += [
            Occurrence("entered", number, player, other=host, note="played"),
            Occurrence("played", number, player),
        ]
    pos.open("moment", {"playing": number}, tuple(parts))


def duplicate_host(pos: Position, player: str, number: int) -> int:
    """Return the character in play that a card would become a duplicate of if played, or 0 (`hbo/duplicate#1`)."""
    return board.copy_in_play(pos, player, number) if pos.card(number).type == "character" else 0


def may_attach(pos: Position, number: int, host: int) -> bool:
    """Whether an attachment may be attached to a component: it must be a character, and one its text allows."""
    if host not in pos.table.entities or not pos.in_play(host) or not board.is_character(pos, host):
        return False
    where = pos.card(number).facts.get("attaches")
    return not where or Context(pos, number, pos.entity(number).controller).judge(pos.pack.filter(str(where)), host)


ACTIONS = (Action("marshal", _offers, play_checks, _play),)
"""The action of this chapter: to play a card from hand, written `marshal` or `play`."""


def played(pos: Position, player: str, entity: Entity, ability: Ability) -> tuple[Occurrence, ...]:
    """Return the occurrence that an event card is played, if `entity`, whose ability is used, is one; else nothing."""
    return (Occurrence("played", entity.id, player),) if pos.card(entity.id).type == "event" else ()


def count_limited_event(
    pos: Position, player: str, entity: Entity, ability: Ability, frame: Frame | None
) -> tuple[Occurrence, ...]:
    """Return no cost: a card costs nothing beyond what its ability says. But count a Limited card used from hand.

    It is counted only with a frame, while the use is paid for, not while somebody asks whether it could be.
    """
    if frame is not None and ability.where == "hand":
        values.count_limited(pos, player, entity.id)
    return ()


def discard_played(pos: Position, frame: Frame) -> None:
    """Put the event card whose effects have just resolved into its owner's discard pile, if it is still in a hand.

    It goes there as soon as its effects are resolved (`hbo/event#2`) and never stays in play (`hbo/event#1`).
    """
    number = frame.number("playing")
    if number and pos.entity(number).zone.endswith(".hand"):
        pos.emit(Moved(number, f"{pos.entity(number).owner}.discard"))
