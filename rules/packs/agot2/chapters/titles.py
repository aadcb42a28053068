"""Titles in melee: choosing them (`agot2/1.4`), what they mean (`agot2/titles`), giving them back (`agot2/7.4`)."""

from __future__ import annotations

from ledger.events import ControlChanged, FrameAdvanced, Moved, Occurrence, Shuffled, Slots, UseCounted
from ledger.table import Frame
from rules.kernel.asks import Ask, Choose, Say
from rules.kernel.chance import Chance
from rules.kernel.position import Position
from rules.packs.agot2 import board

POOL = "titles"
"""The shared zone of the titles nobody bears."""


def in_melee(pos: Position) -> bool:
    """Whether titles are used: in melee (`agot2/melee#2`), not in joust (`agot2/joust#2`, `agot2/titles#1`)."""
    return pos.table.format == "melee"


def draft(pos: Position, frame: Frame) -> Ask | None:
    """Let the players take titles in player order, then reveal them all (step 1.4, `agot2/titles#3`).

    Chance first sets titles aside: two with three players, none with six or more, else one (`agot2/1.4#1`). Then each
    player takes one of those left (`agot2/1.4#2`). A player who finds the pool empty has none this round
    (`agot2/1.4#6`). In a joust the step does nothing (`agot2/timing-chart#3`).
    """
    if not in_melee(pos):
        return None
    pool = list(pos.table.zones[POOL])
    if "removed" not in frame.data:
        players = len(pos.table.players)
        count = 2 if players == 3 else 0 if players >= 6 else 1
        if count:
            return Chance("agot2/1.4#1", "titles removed at random", frame, "removed", "titles removed", pool, count)
        pos.remember(frame, "removed", [])
    removed = frame.numbers("removed")
    taken = [frame.numbers(f"title {player}")[0] for player in pos.order() if frame.data.get(f"title {player}")]
    for player in pos.order():
        left = [number for number in pool if number not in removed and number not in taken]
        slot = f"title {player}"
        if slot in frame.data:
            continue
        if left:
            return Choose(player, "agot2/1.4#2", "take a title", frame, slot, left, 1, 1, verb="title")
        pos.skip(Choose(player, "agot2/1.4#6", "take a title from an empty pool", frame, slot, [], verb="title"))
    _reveal_titles(pos, frame)
    return None


def _reveal_titles(pos: Position, frame: Frame) -> None:
    """Put all chosen titles into play at once, each under its bearer's control (`agot2/1.4#4`, `agot2/titles#4`).

    The others stay in the pool (`agot2/1.4#3`, `agot2/titles#2`).
    """
    patch: Slots = {"removed": None}
    for player in pos.order():
        slot = f"title {player}"
        if slot in frame.data:
            number = frame.numbers(slot)[0]
            pos.emit(Moved(number, f"{player}.title", face="up"))
            pos.emit(ControlChanged(number, player))
            patch[slot] = None
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, patch))


def give_back(pos: Position, frame: Frame) -> Ask | None:
    """Return every title to the pool at once (step 7.4, `agot2/7.4#1`, `agot2/titles#5`).

    Until then a title counts (`agot2/1.4#5`). In melee the pool is then put into the order of the component numbers.
    """
    for player in pos.order():
        for number in list(pos.zone(player, "title")):
            pos.emit(Moved(number, POOL))
            pos.emit(ControlChanged(number, ""))
    if in_melee(pos):
        pos.emit(Shuffled(POOL, tuple(sorted(pos.table.zones[POOL]))))
    return None


def facts_of(pos: Position, player: str) -> dict[str, object]:
    """Return the facts of the title a player bears, such as `supports`; empty without a title."""
    borne = pos.zone(player, "title")
    return dict(pos.card(borne[0]).facts) if borne else {}


def supports(pos: Position, player: str, opponent: str) -> bool:
    """Whether a player's title supports an opponent's title (`agot2/support#1`)."""
    theirs = board.title_of(pos, opponent)
    return bool(theirs) and facts_of(pos, player).get("supports") == theirs


def rivals(pos: Position, player: str, opponent: str) -> bool:
    """Whether a player's title names an opponent's title as a rival (`agot2/rival#1`)."""
    theirs = board.title_of(pos, opponent)
    listed = facts_of(pos, player).get("rivals", [])
    return bool(theirs) and isinstance(listed, list) and theirs in listed


def rival_bonus(pos: Position, winner: str, loser: str) -> list[Occurrence]:
    """Return the gain of 1 power for beating a rival (`agot2/4.2.3#2`), and count it; or nothing.

    It is given once a round for each rival (`agot2/rival#2`), so a second call in the round returns nothing.
    """
    scope = pos.period("round")
    key = f"rival {winner} {loser}"
    if not rivals(pos, winner, loser) or pos.table.uses.get(scope, {}).get(key):
        return []
    pos.emit(UseCounted(key, scope))
    return [Occurrence("gained", board.faction_card(pos, winner), winner, 1, note="power")]


def extra_power_elsewhere(pos: Position, player: str) -> bool:
    """Whether a player's title gives an extra power challenge that must go against a different opponent."""
    return bool(facts_of(pos, player).get("extra_power_elsewhere"))


def claim_opponents(pos: Position, frame: Frame) -> Ask | None:
    """Ask an attacker who bears the Master of Whispers against whom intrigue claim is resolved.

    Each further opponent is asked about in turn, and then the one who lost, who need not be among them
    (`agot2/master-of-whispers#2`). If no other opponent is named, the claim is the loser's as usual. The challenge's
    frame remembers those named as `claim against`. Other attackers are not asked.
    """
    attacker, defender = frame.text("attacker"), frame.text("defender")
    if not facts_of(pos, attacker).get("wide_intrigue") or "claim against" in frame.data:
        return None
    others = [player for player in pos.opponents(attacker) if player != defender]
    for player in others:
        if f"claim {player}" not in frame.data:
            return _claim_question(attacker, player, frame)
    named = [player for player in others if frame.data[f"claim {player}"] == "yes"]
    if named and f"claim {defender}" not in frame.data:
        return _claim_question(attacker, defender, frame)
    if not named or frame.data[f"claim {defender}"] == "yes":
        named = [defender, *named]
    pos.remember(frame, "claim against", list(named))
    return None


def _claim_question(attacker: str, player: str, frame: Frame) -> Say:
    """Return the question whether intrigue claim is resolved against one opponent."""
    says = f"is the claim resolved against {player} too"
    return Say(attacker, "agot2/master-of-whispers#2", says, frame, f"claim {player}", ("yes", "no"))
