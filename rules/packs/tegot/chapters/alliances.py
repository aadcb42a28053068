"""Alliances: who is entitled to a non-player house, and what follows when it changes hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ledger.events import Move, Moved, Occurrence
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Choose, Form
from rules.kernel.position import Position
from rules.packs.tegot import board
from rules.packs.tegot.chapters import retreat
from rules.packs.tegot.zones import put_by_hero

TOKENS_NEEDED = 2
"""The fewest tokens of a house that an alliance with it needs."""
_TOKENS_KEPT = 2
"""The most tokens of each house that stay in an ally pool at the end of a round."""


def check(pos: Position, frame: Frame) -> Ask | None:
    """Open the next alliance that changes hands: player by player from the Hand, then houses that lose their ally.

    The step runs again until none is left.
    Keeps `tegot/alliance-check#2`, `tegot/no-heir#1`, `tegot/losing-an-alliance#2`, `tegot/losing-an-alliance#3`.
    """
    for player in (*pos.order(), ""):
        for house in board.neutral_houses(pos):
            former = board.ally(pos, house)
            if _entitled(pos, house) == player and former != player and house not in frame.names("checked"):
                pos.patch(frame, {"checked": [*frame.names("checked"), house]})
                data = {"house": house, "player": player, "former": former}
                pos.open("alliance", {name: value for name, value in data.items() if value})
                return None
    pos.skip(AllianceCheck(frame))
    return None


class AllianceCheck(Form):
    """What the alliance check has decided without asking: a line may say whose ally each non-player house is now."""

    def __init__(self, frame: Frame) -> None:
        self.changed = frame.names("checked")
        says = "who becomes the ally of each non-player house"
        super().__init__("", "ally alliance", "tegot/alliance-check#3", says, lambda move: [], tuple, lambda move: None)

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = super().checks(pos, player, move)
        if all(check.holds for check in found[1:]):
            houses = [board.faction(pos, number) for number in move.picks] or [house_named(move)]
            found = [*found[1:], *(_judge_ally(pos, player, house, self.changed) for house in houses)]
        return found

    def means(self, pos: Position, move: Move) -> bool:
        return False


def _judge_ally(pos: Position, player: str, house: str, changed: Sequence[str]) -> Check:
    """Return the condition that the check has made a player the ally of a house that a line names.

    `changed` are the houses of which it has made another player the ally.
    """
    if house not in board.neutral_houses(pos):
        saw = f"House {house.title()} is none" if house else "no house is named"
        return Check("house", "tegot/np-house#1", "an ally is a non-player house", False, saw)
    ally, count = board.ally(pos, house), board.influence(pos, player, house)
    rule = "tegot/alliance-check#3"
    needed = f"an ally of House {house.title()} has at least {TOKENS_NEEDED} of its power tokens, and the most"
    saw = f"{pos.player_name(player)} has {count}"
    if ally and ally != player:
        saw += f" and {pos.player_name(ally)}, who is the ally, has {board.influence(pos, ally, house)}"
    if ally and count >= TOKENS_NEEDED and count == board.influence(pos, ally, house):
        rule = "tegot/alliance-check#5" if house in changed else "tegot/alliance-check#4"
        first = "the first in player order becomes the ally" if house in changed else "the present ally stays it"
        needed = f"of players with equally many tokens of House {house.title()} {first}"
    return Check("ally", rule, needed, ally == player, saw)


def house_named(move: Move) -> str:
    """Return the house that a move names by its word, or by the id of its shield."""
    word = move.words[0] if move.words else ""
    return word.removeprefix("shield-")


def _entitled(pos: Position, house: str) -> str:
    """Return the player the check makes a house's ally: at least two tokens, and the most; empty if nobody qualifies.

    A tie keeps the present ally; otherwise it goes to the first of those tied, in player order.
    Keeps `tegot/alliance-check#3`, `tegot/alliance-check#4`, `tegot/alliance-check#5`, `tegot/losing-an-alliance#1`.
    """
    players = pos.order()
    counts = {player: board.influence(pos, player, house) for player in players}
    most = max(counts.values())
    if most < TOKENS_NEEDED:
        return ""
    tied = [player for player in players if counts[player] == most]
    present = board.ally(pos, house)
    return present if present in tied else tied[0]


def hero_home(pos: Position, frame: Frame) -> Ask | None:
    """Send the house's hero back to its mat if nobody becomes its ally (`tegot/no-heir#1`).

    A hero that is the last unit of its house stays.
    """
    figure = board.hero_figure(pos, frame.text("house"))
    if not frame.text("player") and figure and board.is_unit(pos, figure) and not board.is_last_unit(pos, figure):
        pos.open_next(frame, "moment", None, (Occurrence("returned", figure),))
    return None


def shield(pos: Position, frame: Frame) -> Ask | None:
    """Move the shield to the new ally, or back to the mat; the units' side and the hero's card follow it.

    Keeps `tegot/losing-alliance-1#1`, `tegot/alliance-check#6`.
    """
    house, player = frame.text("house"), frame.text("player")
    zone = f"{frame.text('former')}.shields" if frame.text("former") else board.mat(house)
    number = next(
        (n for n in pos.table.zones[zone] if pos.card(n).type == "shield" and board.faction(pos, n) == house), 0
    )
    if number:
        pos.emit(Moved(number, f"{player}.shields" if player else board.mat(house)))
    figure = board.hero_figure(pos, house)
    if figure:
        put_by_hero(pos, figure)
    return None


def leave_shared(pos: Position, frame: Frame) -> Ask | None:
    """Open the retreat of the former ally's units from each domain they share with units of the house.

    One domain at a time; the step runs again until all are left.
    Keeps `tegot/losing-alliance-2#1`, `tegot/no-heir#2`, `tegot/sitting-the-iron-throne#6`.
    """
    former, house = frame.text("former"), frame.text("house")
    if not former:
        return None
    for domain in board.world(pos).domains:
        here = pos.table.zones[domain]
        own = board.units_in(pos, domain, former)
        if own and any(board.faction(pos, n) == house for n in here) and domain not in frame.names("left"):
            pos.patch(frame, {"left": [*frame.names("left"), domain]})
            retreat.open_retreat(pos, former, domain, own, former)
            return None
    return None


def castles_follow(pos: Position, frame: Frame) -> Ask | None:
    """Do nothing: this step is where the castles of the house's domains follow (`tegot/losing-alliance-3#1`).

    Control has changed, so `standing.py` moves them by itself.
    """
    return None


def cull(pos: Position, frame: Frame) -> Ask | None:
    """Send back to its mat every token beyond two of each non-player house in every ally pool.

    Keeps `tegot/cull#1`, `tegot/culling-and-check#1`, `tegot/culling-and-check#2`.
    """
    for player in pos.order():
        over = {house: board.pool(pos, player, house)[_TOKENS_KEPT:] for house in board.neutral_houses(pos)}
        if pos.observer is not None and any(over.values()):
            pos.skip(_culling(pos, frame, player, {house: len(tokens) for house, tokens in over.items() if tokens}))
        for house, tokens in over.items():
            for number in tokens:
                pos.emit(Moved(number, board.mat(house)))
    return None


def kept_in_pool(pos: Position, player: str, move: Move) -> Check:
    """Return the failed condition of a token that a player returns though it stays in the ally pool at the culling."""
    number = next((number for number in move.picks if number in pos.table.entities), 0)
    house = board.faction(pos, number) if number else ""
    kept = min(_TOKENS_KEPT, len(board.pool(pos, player, house)) if house else 0)
    saw = f"{pos.player_name(player)} keeps {kept} of House {house.title()}" if house else "no token is named"
    needed = f"each player keeps {_TOKENS_KEPT} tokens of each non-player house, and only the rest go back"
    return Check("kept", "tegot/cull#1", needed, False, saw)


class Culled(Choose):
    """The tokens of a player that went back in the culling, without a choice."""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        if player != self.player and move.verb == self.verb:
            return [kept_in_pool(pos, player, move)]
        return super().checks(pos, player, move)

    def means(self, pos: Position, move: Move) -> bool:
        return False


def _culling(pos: Position, frame: Frame, player: str, over: Mapping[str, int]) -> Culled:
    """Return what the culling decides for a player without asking: a line may say which tokens go back.

    `over` says how many tokens of each house those are.
    """
    candidates = [number for house in over for number in board.pool(pos, player, house)]
    needed = f"each player keeps {_TOKENS_KEPT} tokens of each non-player house, and only the rest go back"

    def fits(picks: tuple[int, ...]) -> bool:
        named = Counter(board.faction(pos, number) for number in picks)
        return all(count <= over.get(house, 0) for house, count in named.items())

    says, most = "the tokens that go back from ally pools", sum(over.values())
    return Culled(player, "tegot/cull#1", says, frame, "culled", candidates, 1, most, fits, needed, verb="return")
