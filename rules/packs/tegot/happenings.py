"""What each kind of occurrence does to the table, whether it could change anything now, and how it reads.

`HAPPENINGS` at the end lists the kinds. The functions above it stand in the order of that table.
"""

from __future__ import annotations

from ledger.events import Counted, Moved, Occurrence, Slots
from ledger.table import Frame
from rules.kernel.names import quantity
from rules.kernel.pack import Happening
from rules.kernel.position import Position
from rules.packs.tegot import board
from rules.packs.tegot.chapters import actions
from rules.packs.tegot.zones import put_by_hero
from rules.shared import unstated

_HERO_GOLD, _ALLIED_HERO_GOLD, _HERO_POINTS = 2, 1, 1
"""The bonus of a hero that returns to its mat: gold for the player's own, gold for an allied one, points for either."""


_LAST_UNIT = "it is the last unit of its house on the map"
"""Why a unit on the map cannot leave it."""


def _gain(pos: Position, part: Occurrence, frame: Frame) -> None:
    _add_gold(pos, part.player, part.amount)


def _add_gold(pos: Position, player: str, amount: int) -> None:
    """Give a player gold, up to what the castles leave open on the track (`tegot/gold#2`, `#3`)."""
    amount = min(amount, board.most_gold(pos, player) - board.gold(pos, player))
    if amount > 0:
        pos.emit(Counted(player, "gold", amount))
        unstated.limit(pos, player, "gold", board.most_gold(pos, player))


def _could_gain(pos: Position, part: Occurrence) -> bool:
    return part.amount > 0 and _has_open_space(pos, part.player)


def _has_open_space(pos: Position, player: str) -> bool:
    return board.gold(pos, player) < board.most_gold(pos, player)


def _lose(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Take gold from a player, as much as there is or may be."""
    board.pay(pos, part.player, min(part.amount, board.may_pay(pos, part.player)))


def _pay(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Take the gold, or the points that `note` names, that a player pays."""
    unstated.spend(pos, part.player, part.note or "gold", part.amount)


def _could_pay(pos: Position, part: Occurrence) -> bool:
    """Whether a player can pay the whole cost; part of it is not enough (`tegot/event-action#2`, `tegot/gold#1`)."""
    what = part.note or "gold"
    held = board.may_pay(pos, part.player) if what == "gold" else unstated.may_have(pos, part.player, what)
    return held >= part.amount


def _fill(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Raise a player's gold to the highest open space."""
    _add_gold(pos, part.player, board.SPACES)


def _could_fill(pos: Position, part: Occurrence) -> bool:
    return _has_open_space(pos, part.player)


def _score(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Give a player points (`tegot/victory-points#1`). A house without a player scores nothing."""
    if part.player and part.amount:
        pos.emit(Counted(part.player, "points", part.amount))


def _could_score(pos: Position, part: Occurrence) -> bool:
    return part.amount > 0


def _draw(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Open the draw of plot cards; with the note `over` it may go above the hand limit."""
    data: Slots = {"player": part.player, "left": part.amount}
    if part.note == "over":
        data["over"] = True
    pos.open("draw", data)


def _could_draw(pos: Position, part: Occurrence) -> bool:
    cards = bool(pos.table.zones["deck"] or pos.table.zones["discard"])
    return cards and (part.note == "over" or len(board.plot_cards(pos, part.player)) < board.HAND_LIMIT)


def _return(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Move a unit or token to its mat; a unit that was on the map brings the bonus of its space.

    The note `nothing` gives no bonus, `double` twice the usual.
    Keeps `tegot/returning-units#1`, `tegot/eliminate#1`, `tegot/no-return-bonus#1`.
    """
    number = part.subject
    house = board.faction(pos, number)
    on_map, holder = board.is_unit(pos, number), board.side(pos, house)
    pos.emit(Moved(number, board.mat(house)))
    if board.is_hero(pos, number):
        put_by_hero(pos, number)
    if part.note != "nothing" and on_map and holder in pos.table.seats:
        _give_bonus(pos, number, house, holder, 2 if part.note == "double" else 1)


def _give_bonus(pos: Position, number: int, house: str, holder: str, times: int) -> None:
    """Give the bonus of the space that a returned unit covers again, this many times.

    A hero brings gold and a point to its side. An own token brings what its space of the force track shows.
    Keeps `tegot/returning-units#2`, `tegot/returning-units#3`, `tegot/returning-units#4`, `tegot/returning-units#5`,
    `tegot/force-track#1`.
    """
    own = board.player_of(pos, house)
    if board.is_hero(pos, number):
        _add_gold(pos, holder, (_HERO_GOLD if own else _ALLIED_HERO_GOLD) * times)
        pos.emit(Counted(holder, "points", _HERO_POINTS * times))
        return
    if not own:
        return
    yields = board.house_fact(pos, house, "yields")
    assert isinstance(yields, list)
    shown = yields[board.SPACES - len(board.on_mat(pos, house))]
    if shown == "card":
        pos.open("draw", {"player": own, "left": times})
    elif shown == "gold":
        _add_gold(pos, own, times)


def _may_leave(pos: Position, part: Occurrence) -> bool:
    """Whether a piece may leave where it is. A house's last unit never leaves the map (`tegot/last-unit#1`)."""
    there = part.subject in pos.table.entities and pos.card(part.subject).type in ("token", "hero")
    return there and not board.is_last_unit(pos, part.subject)


def _take(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Move a token of a non-player house to a player's ally pool (`tegot/ally-pool#1`)."""
    pos.emit(Moved(part.subject, f"{part.player}.pool"))


def _could_take(pos: Position, part: Occurrence) -> bool:
    return _may_leave(pos, part) and pos.entity(part.subject).zone != f"{part.player}.pool"


def _keep(pos: Position, part: Occurrence, frame: Frame) -> None:
    pos.emit(Moved(part.subject, f"{part.player}.kept"))


def _regain(pos: Position, part: Occurrence, frame: Frame) -> None:
    pos.emit(Moved(part.subject, f"{part.player}.hand"))


def _could_regain(pos: Position, part: Occurrence) -> bool:
    return part.subject in pos.table.entities and not pos.entity(part.subject).zone.endswith(".hand")


def _undertake(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Open the action or procedure that `note` names, as the words in `to` change it."""
    _open_for_event(pos, part.note, actions.data_of(part))


def _could_undertake(pos: Position, part: Occurrence) -> bool:
    return actions.possible(pos, part.note, actions.data_of(part))


def _promote(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Send a token back to its mat without a bonus, and let the player recruit a hero in its place for nothing.

    Keeps `tegot/lordly-promotion#1`, `#2`.
    """
    house, domain = board.faction(pos, part.subject), board.domain_of(pos, part.subject)
    pos.emit(Moved(part.subject, board.mat(house)))
    _open_for_event(pos, "recruit", {"player": part.player, "free": True, "most": 1, "only": "hero", "at": domain})


def _open_for_event(pos: Position, kind: str, data: Slots) -> None:
    """Open a frame that an event starts; its slot `event` is the frame of that event's ability."""
    event = pos.enclosing("ability")
    if event is not None:
        data["event"] = event.id
    pos.open(kind, data)


def _could_promote(pos: Position, part: Occurrence) -> bool:
    """Whether a unit may leave and a hero on the player's or an ally's mat has room in its domain."""
    if not _may_leave(pos, part) or not board.is_unit(pos, part.subject):
        return False
    houses = (board.house_of(pos, part.player), *board.allies(pos, part.player))
    here = set(board.units_in(pos, board.domain_of(pos, part.subject), part.player)) - {part.subject}
    heroes = [number for house in houses for number in board.on_mat(pos, house, "hero")]
    return any(board.may_stand_together(pos, {*here, number}) for number in heroes)


def _nothing(pos: Position, part: Occurrence, frame: Frame) -> None:
    pass


def _always(pos: Position, part: Occurrence) -> bool:
    return True


def _name(pos: Position, number: int) -> str:
    return pos.pack.name(pos, number)


def _action(pos: Position, part: Occurrence) -> str:
    """Return what a card starts: "March, as Crushing Siege says"; the card's own words say how it is changed."""
    title = pos.pack.procedures[part.note].title
    title = f"a{title[1:]}" if title.startswith(("A ", "An ")) else title
    return f"{title}, as {_name(pos, part.source)} says" if part.source else title


def _side(part: Occurrence) -> str:
    """Return who wins a battle: the letter of a player, or the name of a house that nobody plays."""
    return part.note if part.note.isupper() else part.note.capitalize()


def _price(part: Occurrence) -> str:
    """Return what a player pays: "2 gold", "1 point"."""
    token = part.note or "gold"
    return f"{part.amount} {token.removesuffix('s') if part.amount == 1 else token}"


HAPPENINGS: dict[str, Happening] = {
    part.kind: part
    for part in (
        # gold is neither a cost nor a precondition of an event, so a full track forbids none: `tegot/event-action#2`
        Happening("gained", _gain, _could_gain, lambda pos, o: f"{o.player} gains {o.amount} gold", idle=True),
        Happening("lost", _lose, _always, lambda pos, o: f"{o.player} loses {o.amount} gold"),
        Happening("paid", _pay, _could_pay, lambda pos, o: f"{o.player} pays {_price(o)}"),
        Happening(
            "filled",
            _fill,
            _could_fill,
            lambda pos, o: f"{o.player}'s gold rises to the highest open space",
            idle=True,
        ),
        Happening(
            "scored",
            _score,
            _could_score,
            lambda pos, o: f"{o.player} scores {o.amount}{f' for {o.note}' if o.note else ''}",
        ),
        Happening("won", _score, _always, lambda pos, o: f"{_side(o)} wins the battle for {o.to}"),
        Happening("drew", _draw, _could_draw, lambda pos, o: f"{o.player} draws {quantity(o.amount, 'plot card')}"),
        Happening(
            "returned",
            _return,
            _may_leave,
            lambda pos, o: f"{_name(pos, o.subject)} returns to its mat",
            needs=_LAST_UNIT,
        ),
        Happening(
            "took",
            _take,
            _could_take,
            lambda pos, o: f"{_name(pos, o.subject)} goes to the ally pool of {o.player}",
            needs=_LAST_UNIT,
        ),
        Happening("kept", _keep, _always, lambda pos, o: f"{_name(pos, o.subject)} stays beside the mat of {o.player}"),
        Happening(
            "regained", _regain, _could_regain, lambda pos, o: f"{o.player} takes {_name(pos, o.subject)} back to hand"
        ),
        Happening(
            "undertook",
            _undertake,
            _could_undertake,
            lambda pos, o: f"{o.player} begins {_action(pos, o)}",
            needs="no action of that kind is possible now",
        ),
        Happening(
            "promoted", _promote, _could_promote, lambda pos, o: f"{_name(pos, o.subject)} makes room for a hero"
        ),
        Happening("initiated", _nothing, _always, lambda pos, o: f"{o.player} plays {_name(pos, o.subject)}"),
    )
}
"""Every kind of occurrence of this game, by its name."""
