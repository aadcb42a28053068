"""Resolving a conflict, from its defenders to the way home (`l5r/3.2.1` to `l5r/3.3`)."""

from __future__ import annotations

from ledger.events import FrameAdvanced, Move, Occurrence, Slots
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Choose
from rules.kernel.position import Position
from rules.kernel.values import has, value
from rules.packs.l5r import board, values
from rules.packs.l5r.chapters.rings import resolve_ring
from rules.shared.rounds import finish_period


def defend(pos: Position, frame: Frame) -> Ask | None:
    """The defending player declares any number of ready characters, or none (`l5r/3.2.1#1`)."""
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

    ask = Defenders(
        player,
        "l5r/3.2.1#1",
        "declare defenders",
        frame,
        "chosen",
        able,
        0,
        min(len(able), most),
        verb="defend",
        reject=reject,
    )
    if able:
        return ask
    pos.skip(ask)
    return None


class Defenders(Choose):
    """Any number of defenders; that there may be no more is what a card says (`l5r/cannot#1`)."""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = super().checks(pos, player, move)
        says = f"{self.player} declares no more than {self.most}, as a card says"
        too_many = self.most < len(move.picks) <= len(self.candidates)
        return [
            Check("count", "l5r/cannot#1", says, False) if too_many and check.name == "count" else check
            for check in found
        ]


def defender_checks(pos: Position, frame: Frame, number: int) -> list[Check]:
    """Why a character may or may not be declared as a defender."""
    player, kind = frame.text("defender"), frame.text("type")
    there = number in pos.table.entities and pos.in_play(number) and board.is_character(pos, number)
    name = pos.pack.name(pos, number) if number in pos.table.entities else "it"
    if not there or pos.entity(number).controller != player:
        return [Check("character", "l5r/3.2.1#1", f"{name} is a character {player} controls", False)]
    barred = has(pos, number, "cannot", "participate") or has(pos, number, "cannot", f"participate_{kind}")
    return [
        Check("ready", "l5r/3.2.1#1", f"{name} is ready", not board.bowed(pos, number)),
        Check("bypassed", "l5r/covert#2", f"{name} was not bypassed by covert", number not in frame.numbers("covert")),
        Check("dash", "l5r/dash#2", f"{name} has no dash for {kind} skill", not board.dash(pos, number, kind)),
        Check("participate", "l5r/participating-and-cannot-participate#7", f"{name} may participate", not barred),
        Check(
            "cannot defend",
            "l5r/cannot#1",
            f"nothing says {name} cannot defend",
            not has(pos, number, "cannot", "defend"),
        ),
    ]


def _defenders_declared(pos: Position, frame: Frame) -> None:
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
    """Compare the totals; winner, margin and the province's strength are what later steps look at.

    `l5r/3.2.3#3`; ties go to an attacker who is there (`l5r/winning-a-conflict#3`, `l5r/winning-a-conflict#4`), 0 wins nothing
    (`l5r/3.2.3#4`, `l5r/skill#4`, `l5r/winning-a-conflict#5`); unopposed is one without a defender (`l5r/unopposed#1`,
    `l5r/unopposed#2`).
    """
    attack, defence = values.total(pos, frame, "attackers"), values.total(pos, frame, "defenders")
    attacker, defender = frame.text("attacker"), frame.text("defender")
    ahead, behind, side = (attacker, defender, "attackers") if attack >= defence else (defender, attacker, "defenders")
    patch: Slots = {"attack": attack, "defence": defence, "strength": values.strength(pos, frame.number("province"))}
    if max(attack, defence) < 1 or not frame.numbers(side):
        pos.emit(FrameAdvanced(frame.id, frame.step + 1, patch))
        return None
    unopposed = ahead == attacker and not frame.numbers("defenders")
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
    """After winning, characters with pride are honored, after losing dishonored, before anyone reacts, like it or not.

    `l5r/pride#1`, `l5r/pride#2`, `l5r/ability#8`
    """
    conflict = pos.open_frame(moment.number("decided"))
    if conflict is None or moment.data.get("pride done"):
        return None
    winner = conflict.text("winner")
    parts = []
    for number in board.participants(conflict):
        if values.has_keyword(pos, number, "pride"):
            kind = "honored" if pos.entity(number).controller == winner else "dishonored"
            parts.append(Occurrence(kind, number, pos.entity(number).controller, note="pride"))
    parts = [part for part in parts if pos.pack.happenings[part.kind].could(pos, part)]
    if parts:
        pos.patch(moment, {"pride done": True})
        pos.open("moment", None, tuple(parts))
    return None


def attacker_won(frame: Frame) -> bool:
    """Whether the attacking player won at the comparison."""
    return bool(frame.text("winner")) and frame.text("winner") == frame.text("attacker")


def unopposed(pos: Position, frame: Frame) -> Ask | None:
    """An unopposed conflict costs the defending player 1 honor, any other nothing (`l5r/3.2.4#1`, `l5r/3.2.4#2`)."""
    if frame.data.get("unopposed"):
        part = Occurrence("lost-tokens", player=frame.text("defender"), amount=1, note="honor", to="unopposed")
        pos.open_next(frame, "moment", None, (part,))
    return None


def break_province(pos: Position, frame: Frame) -> Ask | None:
    """A margin of at least the strength at the comparison breaks the province, if the attacking player won.

    `l5r/3.2.5#1`, `l5r/3.2.5#4`, `l5r/break-broken-province#1`
    """
    if attacker_won(frame) and frame.number("margin") >= frame.number("strength"):
        part = Occurrence("broken", frame.number("province"), frame.text("attacker"), other=frame.id)
        pos.patch(frame, {"breaking": not board.broken(pos, frame.number("province"))})
        pos.open_next(frame, "moment", None, (part,))
    return None


def raze(pos: Position, frame: Frame) -> Ask | None:
    """The attacking player may discard the dynasty cards in the province just broken (`l5r/3.2.5#2`)."""
    province = frame.number("province")
    if not frame.data.get("breaking") or not board.broken(pos, province):
        return None
    zone = pos.entity(province).zone
    cards = (
        [] if zone.endswith(f".{board.KEEP}") else [n for n in pos.table.zones[zone] if not board.is_province(pos, n)]
    )
    if "razed" not in frame.data:
        if not cards:
            return None
        return Choose(
            frame.text("attacker"),
            "l5r/3.2.5#2",
            "discard dynasty cards",
            frame,
            "razed",
            cards,
            0,
            len(cards),
            verb="discard",
        )
    chosen = frame.numbers("razed")
    if chosen:
        pos.open_next(
            frame, "moment", None, tuple(Occurrence("discarded", number, frame.text("defender")) for number in chosen)
        )
    return None


def ring_effect(pos: Position, frame: Frame) -> Ask | None:
    """The attacking player who won may resolve the contested ring's effect; a winning defender does not
    (`l5r/3.2.6#2`).
    """
    if attacker_won(frame) and not frame.data.get("ring cancelled"):
        pos.emit(FrameAdvanced(frame.id, frame.step + 1))
        resolve_ring(pos, frame.number("ring"), frame.text("attacker"), optional=True)
    return None


def claim_ring(pos: Position, frame: Frame) -> Ask | None:
    """The winner claims the ring; without a winner it goes back (`l5r/3.2.7#2`)."""
    ring, winner = frame.number("ring"), frame.text("winner")
    if pos.entity(ring).zone != "contested":
        return None
    kind = "claimed" if winner else "ring-returned"
    pos.open_next(frame, "moment", None, (Occurrence(kind, ring, winner, other=frame.id, note=frame.text("type")),))
    return None


def bow_participants(pos: Position, frame: Frame) -> Ask | None:
    """All ready participants bow at the same time (`l5r/3.2.8#1`)."""
    parts = tuple(
        Occurrence("bowed", number, pos.entity(number).controller, note="conflict")
        for number in board.participants(frame)
        if not board.bowed(pos, number) and not _stays_ready(pos, frame, number)
    )
    if parts:
        pos.open_next(frame, "moment", None, parts)
    return None


def _stays_ready(pos: Position, frame: Frame, number: int) -> bool:
    words = (
        "bow_after",
        f"bow_after_{frame.text('type')}",
        f"bow_{'attacking' if number in frame.numbers('attackers') else 'defending'}",
    )
    return any(has(pos, number, "does_not", word) for word in words)


def go_home(pos: Position, frame: Frame) -> Ask | None:
    """Every participant returns home and participates no longer, but until then.

    `l5r/3.2.8#2`, `l5r/participating-and-cannot-participate#1`
    """
    pos.emit(
        FrameAdvanced(
            frame.id, frame.step + 1, {"attackers": [], "defenders": [], "fought": list(board.participants(frame))}
        )
    )
    return None


def end(pos: Position, frame: Frame) -> Ask | None:
    """The conflict ends (`l5r/3.3#1`)."""
    finish_period(pos, frame)
    pos.open_next(frame, "moment", None, (Occurrence("ended", other=frame.id, note="conflict"),))
    return None
