"""Resolving a conflict, from declaring defenders to the end of the conflict (`l5r/3.2.1` to `l5r/3.3`)."""

from __future__ import annotations

from ledger.events import FrameAdvanced, Move, Occurrence, Slots
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Choose, Say
from rules.kernel.names import whereabouts
from rules.kernel.position import Position
from rules.kernel.values import has, value
from rules.packs.l5r import board, values
from rules.packs.l5r.chapters.conflicts import participant_checks
from rules.packs.l5r.chapters.rings import DECLINE, resolve_ring
from rules.shared import totals
from rules.shared.conditions import not_barred
from rules.shared.rounds import finish_period


def defend(pos: Position, frame: Frame) -> Ask | None:
    """Ask the defending player for any number of defenders, then open the moment that declares them (`l5r/3.2.1#1`).

    Nothing is asked if no character can defend, and nothing opened if none is chosen.
    """
    if "chosen" in frame.data:
        _defenders_declared(pos, frame)
        return None
    player = frame.text("defender")
    able = [
        number
        for number in board.characters(pos, player)
        if all(check.holds for check in defender_checks(pos, frame, number))
    ]
    most = value(pos, player, "defenders_allowed", 99)

    def reject(number: int) -> list[Check]:
        return defender_checks(pos, frame, number)

    says, most = "declare defenders", min(len(able), most)
    ask = ConflictDefenders(player, "l5r/3.2.1#1", says, frame, "chosen", able, 0, most, verb="defend", reject=reject)
    if able:
        return ask
    pos.skip(ask)
    return None


class ConflictDefenders(Choose):
    """The choice of any number of defenders; only a card may set how many at the most (`l5r/cannot#1`)."""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = super().checks(pos, player, move)
        too_many = self.most < len(move.picks) <= len(self.candidates)
        needed, saw = f"a card allows at most {self.most} defenders", f"{len(move.picks)} are declared"
        most = Check("count", "l5r/cannot#1", needed, False, saw)
        return [most if too_many and check.name == "count" else check for check in found]


def defender_checks(pos: Position, frame: Frame, number: int) -> list[Check]:
    """Return the conditions of declaring a character as a defender in this conflict, each with whether it holds.

    For anything but a character of the defending player, that is the only condition returned.
    """
    player, kind = frame.text("defender"), frame.text("type")
    there = number in pos.table.entities and pos.in_play(number) and board.is_character(pos, number)
    name = pos.pack.name(pos, number) if number in pos.table.entities else "it"
    if not there or pos.entity(number).controller != player:
        needed = f"{pos.player_name(player)} defends with characters of their own"
        return [Check("character", "l5r/3.2.1#1", needed, False, whereabouts(pos, number))]
    bans = ("participate", f"participate_{kind}")
    barred = next((word for word in bans if has(pos, number, "cannot", word)), "")
    return [
        Check("ready", "l5r/3.2.1#1", "a defender must be ready", not board.bowed(pos, number), f"{name} is bowed"),
        Check(
            "bypassed",
            "l5r/covert#2",
            "a bypassed character does not defend",
            number not in frame.numbers("covert"),
            f"{name} was bypassed by covert",
        ),
        *participant_checks(pos, number, kind, barred),
        not_barred(pos, number, "defend", "l5r/cannot#1"),
    ]


def _defenders_declared(pos: Position, frame: Frame) -> None:
    """Add the chosen defenders to the conflict and open the moment that declares them, if there are any."""
    chosen = frame.numbers("chosen")
    here = frame.numbers("defenders")
    pos.emit(FrameAdvanced(frame.id, frame.step, {"chosen": None, "defenders": [*here, *chosen]}))
    if not chosen:
        pos.emit(FrameAdvanced(frame.id, frame.step + 1))
        return
    player = frame.text("defender")
    pos.open_next(
        frame, "moment", None, tuple(Occurrence("defended", number, player, other=frame.id) for number in chosen)
    )


def compare(pos: Position, frame: Frame) -> Ask | None:
    """Compare the total skill of both sides, and open the moment in which the conflict is won and lost.

    The conflict's frame keeps the totals, the winner, the margin and the province's strength, which later steps use
    (`l5r/3.2.3#3`).

    - The attacking player wins a tie. The winner needs a participant (`l5r/winning-a-conflict#3`,
      `l5r/winning-a-conflict#4`).
    - Nobody wins unless a total is at least 1 (`l5r/3.2.3#4`, `l5r/skill#4`, `l5r/winning-a-conflict#5`).
    - A conflict the attacking player won is unopposed if no defender participates (`l5r/unopposed#1`,
      `l5r/unopposed#2`).
    """
    attack, defence = values.total(pos, frame, "attackers"), values.total(pos, frame, "defenders")
    attacker, defender = frame.text("attacker"), frame.text("defender")
    ahead, behind, side = (attacker, defender, "attackers") if attack >= defence else (defender, attacker, "defenders")
    patch: Slots = {"attack": attack, "defence": defence, "strength": values.strength(pos, frame.number("province"))}
    if max(attack, defence) < 1 or not (frame.numbers(side) or totals.has_unknown(frame, side)):
        pos.emit(FrameAdvanced(frame.id, frame.step + 1, patch))
        return None
    defended = frame.numbers("defenders") or totals.has_unknown(frame, "defenders")
    unopposed = ahead == attacker and not defended
    patch |= {"winner": ahead, "loser": behind, "margin": abs(attack - defence), "unopposed": unopposed}
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, patch))
    kind = frame.text("type")
    parts = (
        Occurrence("won", player=ahead, other=frame.id, note=kind),
        Occurrence("lost", player=behind, other=frame.id, note=kind),
    )
    pos.open("moment", {"decided": frame.id}, parts)
    return None


def pride(pos: Position, moment: Frame) -> Ask | None:
    """Open the moment in which participants with pride are honored after winning, or dishonored after losing.

    It comes once, before anyone reacts to the result (`l5r/pride#1`, `l5r/pride#2`), and nobody may decline it
    (`l5r/ability#8`). After a moment in which no conflict was won nothing is done.
    """
    conflict = pos.open_frame(moment.number("decided"))
    if conflict is None or moment.data.get("pride done"):
        return None
    winner = conflict.text("winner")
    proud = [number for number in board.participants(conflict) if values.has_keyword(pos, number, "pride")]
    parts = []
    for number in proud:
        controller = pos.entity(number).controller
        part = Occurrence("honored" if controller == winner else "dishonored", number, controller, note="pride")
        if pos.pack.happenings[part.kind].could(pos, part):
            parts.append(part)
    if parts:
        pos.patch(moment, {"pride done": True})
        pos.open("moment", None, tuple(parts))
    return None


def attacker_won(frame: Frame) -> bool:
    """Whether the attacking player won the conflict of this frame when skill was compared."""
    return bool(frame.text("winner")) and frame.text("winner") == frame.text("attacker")


def unopposed(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which the defending player loses 1 honor, if the conflict was unopposed.

    `l5r/3.2.4#1`, `l5r/3.2.4#2`
    """
    if frame.data.get("unopposed"):
        part = Occurrence("lost-tokens", player=frame.text("defender"), amount=1, note="honor", to="unopposed")
        pos.open_next(frame, "moment", None, (part,))
    return None


def break_province(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which the province breaks, if the attacking player won by at least its strength.

    Margin and strength are those of the comparison (`l5r/3.2.5#1`, `l5r/3.2.5#4`, `l5r/break-broken-province#1`).
    """
    if attacker_won(frame) and frame.number("margin") >= frame.number("strength"):
        part = Occurrence("broken", frame.number("province"), frame.text("attacker"), other=frame.id)
        pos.patch(frame, {"breaking": not board.broken(pos, frame.number("province"))})
        pos.open_next(frame, "moment", None, (part,))
    return None


def raze(pos: Position, frame: Frame) -> Ask | None:
    """Ask the attacking player which cards to discard from the province just broken, and open that moment.

    `l5r/3.2.5#2`. Under a stronghold there is nothing to discard.
    """
    province = frame.number("province")
    if not frame.data.get("breaking") or not board.broken(pos, province):
        return None
    if "razed" not in frame.data:
        place = pos.entity(province)
        cards = [number for number in pos.table.zones[place.zone] if not board.is_province(pos, number)]
        if not cards or board.zone_kind(place) == board.KEEP:
            return None
        player, says = frame.text("attacker"), "discard dynasty cards"
        return Choose(player, "l5r/3.2.5#2", says, frame, "razed", cards, 0, len(cards), verb="discard")
    defender = frame.text("defender")
    parts = tuple(Occurrence("discarded", number, defender) for number in frame.numbers("razed"))
    if parts:
        pos.open_next(frame, "moment", None, parts)
    return None


def ring_effect(pos: Position, frame: Frame) -> Ask | None:
    """Open the contested ring's effect for an attacking player who won, unless it was cancelled.

    A winning defender resolves no ring effect (`l5r/3.2.6#2`). A player whose card took the effect resolves it here, as
    a winning attacker would.
    """
    taker = frame.text("ring taken")
    if taker or (attacker_won(frame) and not frame.data.get("ring cancelled")):
        pos.emit(FrameAdvanced(frame.id, frame.step + 1))
        player = taker or frame.text("attacker")
        resolve_ring(pos, frame.number("ring"), player, player, optional=True)
    elif not attacker_won(frame):
        says = "which ring effect resolves: none, since the attacking player did not win"
        pos.skip(Say("", "l5r/3.2.6#2", says, frame, "element", [DECLINE], verb="ring"))
    return None


def claim_ring(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which the winner claims the contested ring; without a winner it goes back (`l5r/3.2.7#2`).

    A player whose card took the ring effect claims it in the winner's stead. Nothing is done if the ring is no longer
    contested.
    """
    ring, winner = frame.number("ring"), frame.text("ring taken") or frame.text("winner")
    if pos.entity(ring).zone != "contested":
        return None
    kind = "claimed" if winner else "ring-returned"
    pos.open_next(frame, "moment", None, (Occurrence(kind, ring, winner, other=frame.id, note=frame.text("type")),))
    return None


def bow_participants(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which all ready participants bow, except those an effect keeps ready (`l5r/3.2.8#1`)."""
    parts = tuple(
        Occurrence("bowed", number, pos.entity(number).controller, note="conflict")
        for number in board.participants(frame)
        if not board.bowed(pos, number) and not _stays_ready(pos, frame, number)
    )
    if parts:
        pos.open_next(frame, "moment", None, parts)
    return None


def _stays_ready(pos: Position, frame: Frame, number: int) -> bool:
    """Whether an effect says a participant does not bow after conflicts, after those of this type, or on its side."""
    side = "bow_attacking" if number in frame.numbers("attackers") else "bow_defending"
    words = ("bow_after", f"bow_after_{frame.text('type')}", side)
    return any(has(pos, number, "does_not", word) for word in words)


def go_home(pos: Position, frame: Frame) -> Ask | None:
    """Send every participant home: from here on nobody participates. Keep in the frame who did.

    `l5r/3.2.8#2`, `l5r/participating-and-cannot-participate#1`
    """
    patch: Slots = {"attackers": [], "defenders": [], "fought": list(board.participants(frame))}
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, patch))
    return None


def end(pos: Position, frame: Frame) -> Ask | None:
    """End the effects that last until the end of the conflict, and open the moment in which it ends (`l5r/3.3#1`)."""
    finish_period(pos, frame)
    pos.open_next(frame, "moment", None, (Occurrence("ended", other=frame.id, note="conflict"),))
    return None
