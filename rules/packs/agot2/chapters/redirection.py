"""Redirection in melee: a challenge goes against another opponent, before anyone reacts to its initiation.

It takes place after the moment of initiation has happened and before forced reactions (`agot2/redirect#1`).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ledger.events import FrameAdvanced, Move, Occurrence, OccurrenceChanged, State, UseCounted
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Say
from rules.kernel.position import Position
from rules.kernel.values import has
from rules.packs.agot2 import values
from rules.packs.agot2.chapters.challenges import stealth_checks, stealth_targets
from rules.packs.agot2.chapters.titles import facts_of, in_melee


def redirect(pos: Position, frame: Frame) -> Ask | None:
    """Ask whether the challenge just initiated is redirected, against whom and with which stealth targets; then do it.

    `frame` is a moment. The bearer of the Crown Regent may redirect one challenge a round (`agot2/crown-regent#2`). The
    attacker then chooses an opponent other than the first (`agot2/redirect#3`), if there are several, even one against
    whom a challenge could not be initiated (`agot2/redirect#7`), and new stealth targets. In other moments, in a joust
    and if nobody can redirect, nobody is asked.
    """
    number = frame.number("challenge")
    if not in_melee(pos) or not number or frame.data.get("redirect done"):
        return None
    challenge = pos.table.frame(number)
    regent = next((player for player in pos.order() if facts_of(pos, player).get("redirects")), "")
    attacker = challenge.text("attacker")
    others = [player for player in pos.opponents(attacker) if player != challenge.data["against"]]
    if not regent or not others or has(pos, regent, "cannot", "redirect"):
        return None
    if pos.table.uses.get(pos.period("round"), {}).get("redirect"):
        pos.skip(
            Say(regent, "agot2/crown-regent#2", "one challenge was redirected this round", frame, "redirect", ("no",))
        )
        return None
    if "redirect" not in frame.data:
        return Say(regent, "agot2/crown-regent#2", "redirect this challenge", frame, "redirect", ("yes", "no"))
    if frame.data["redirect"] == "no":
        pos.remember(frame, "redirect done", True)
        return None
    opponent_ask = _choose_opponent(pos, frame, challenge, others)
    return opponent_ask if opponent_ask is not None else _choose_stealth(pos, frame, challenge)


def _choose_opponent(pos: Position, frame: Frame, challenge: Frame, others: list[str]) -> Ask | None:
    """Ask the attacker for the new opponent unless there is only one; the moment's frame remembers `redirect to`."""
    if "redirect to" not in frame.data:
        ask = NewOpponent(frame, challenge.text("attacker"), challenge.text("against"), others)
        if len(others) > 1:
            return ask
        pos.skip(ask)
        pos.remember(frame, "redirect to", others[0])
    return None


def _choose_stealth(pos: Position, frame: Frame, challenge: Frame) -> Ask | None:
    """Ask the attacker for new stealth targets if there can be any, then carry the redirection out and count it."""
    opponent = frame.text("redirect to")
    stealth = NewStealthTargets(pos, frame, challenge, opponent)
    if "stealth" not in frame.data:
        if stealth.anything(pos):
            return stealth
        pos.skip(stealth)
    pos.emit(UseCounted("redirect", pos.period("round")))
    _resolve_against(pos, frame, challenge, opponent)
    pos.remember(frame, "redirect done", True)
    return None


def _resolve_against(pos: Position, frame: Frame, challenge: Frame, opponent: str) -> None:
    """Make another player the defender of a challenge, with the new stealth targets.

    It stays initiated against the first opponent (`agot2/redirect#4`); kind and attackers stay what they are
    (`agot2/redirect#8`). The first stealth targets are no longer bypassed, the new ones are (`agot2/redirect#6`), and
    reactions answer the new ones.
    """
    for index, part in enumerate(frame.occurrences):
        if part.kind == "bypassed":
            pos.emit(OccurrenceChanged(frame.id, index, State.PREVENTED))
    attacker, sneaks, victims = challenge.text("attacker"), frame.numbers("sneaks"), frame.numbers("stealth")
    pos.emit(
        FrameAdvanced(
            challenge.id, challenge.step, {"defender": opponent, "sneaks": list(sneaks), "stealth": list(victims)}
        )
    )
    pairs = zip(sneaks, victims, strict=True)
    new = tuple(Occurrence("bypassed", victim, attacker, source=sneak, other=challenge.id) for sneak, victim in pairs)
    if new:
        pos.emit(OccurrenceChanged(frame.id, -1, State.IMMINENT, added=new))
        pos.emit(OccurrenceChanged(frame.id, -1, State.HAPPENED))


class NewOpponent(Say):
    """The attacker's choice of the player a redirected challenge is resolved against."""

    def __init__(self, frame: Frame, attacker: str, first: str, others: list[str]) -> None:
        super().__init__(attacker, "agot2/redirect#2", "the new opponent", frame, "redirect to", others)
        self.first = first

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        """Return the conditions of an answer; it may not be the opponent chosen at first (`agot2/redirect#3`)."""
        if move.words != (self.first,):
            return super().checks(pos, player, move)
        first = pos.player_name(self.first)
        needed = f"the new opponent must be another than {first}"
        another = Check("another", "agot2/redirect#3", needed, False, f"{first} is named again")
        return [*Ask.checks(self, pos, player, move), another]


class NewStealthTargets(Ask):
    """The attacker's choice of new stealth targets among the new defending player's characters.

    An answer may name only the bypassed characters; then attackers with stealth are taken in order.
    """

    def __init__(self, pos: Position, frame: Frame, challenge: Frame, opponent: str) -> None:
        super().__init__(challenge.text("attacker"), "stealth", "agot2/redirect#5", "new stealth targets")
        self.frame, self.opponent = frame, opponent
        self.sneaks = [
            number for number in challenge.numbers("attackers") if values.has_keyword(pos, number, "stealth")
        ]

    def anything(self, pos: Position) -> bool:
        """Whether there is an attacker with stealth and a character to bypass."""
        return bool(self.sneaks and stealth_targets(pos, self.opponent))

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        """Return the conditions of an answer: who decides, and those of stealth for each attacker and its target."""
        return [*super().checks(pos, player, move), *stealth_checks(pos, self.opponent, self._paired(move))]

    def singles_out(self, pos: Position, move: Move) -> dict[int, list[int]]:
        """Return for each attacker with stealth the characters it may bypass."""
        return dict.fromkeys(self.sneaks, stealth_targets(pos, self.opponent))

    def accept(self, pos: Position, move: Move) -> None:
        """Remember the attackers (`sneaks`) and their targets (`stealth`) in the frame of the moment."""
        pairs = self._paired(move).pairs
        pos.patch(self.frame, {"sneaks": list(pairs[::2]), "stealth": list(pairs[1::2])})

    def moves(self, pos: Position) -> Iterator[Move]:
        """Yield the answer without a target, each single pair, and one answer with as many pairs as possible.

        Other sets of pairs are legal, too, but not listed.
        """
        yield Move("stealth")
        victims = stealth_targets(pos, self.opponent)
        for sneak in self.sneaks:
            for victim in victims:
                yield Move("stealth", pairs=(sneak, victim))
        if min(len(self.sneaks), len(victims)) > 1:
            pairs = zip(self.sneaks, victims, strict=False)
            yield Move("stealth", pairs=tuple(number for pair in pairs for number in pair))

    def _paired(self, move: Move) -> Move:
        """Return the move with an attacker for every target.

        Where the move names none, the attackers it does not name are taken in order.
        """
        users, victims = list(move.pairs[::2]), move.pairs[1::2]
        free = [number for number in self.sneaks if number not in users]
        users = [user or (free.pop(0) if free else 0) for user in users]
        pairs = tuple(number for pair in zip(users, victims, strict=True) for number in pair)
        return replace(move, picks=tuple(self.sneaks), pairs=pairs)
