"""Redirection in melee: a challenge goes against another opponent, before anyone reacts to its initiation
(`agot2/redirect`).
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
    """The Crown Regent may redirect one challenge a round (`agot2/crown-regent#2`), to anyone but the first opponent.

    Not to that one (`agot2/redirect#3`); nobody asks whether a challenge could have been initiated against the new one
    (`agot2/redirect#7`).
    """
    number = frame.number("challenge")
    if not in_melee(pos) or not number or frame.data.get("redirect done"):
        return None
    challenge = pos.table.frame(number)
    regent = next((player for player in pos.order() if facts_of(pos, player).get("redirects")), "")
    attacker = challenge.text("attacker")
    others = [player for player in pos.opponents(attacker) if player != challenge.data["against"]]
    rounds = pos.enclosing("round")
    scope = rounds.id if rounds else 0
    if not regent or not others or has(pos, regent, "cannot", "redirect"):
        return None
    if pos.table.uses.get(scope, {}).get("redirect"):
        pos.skip(
            Say(regent, "agot2/crown-regent#2", "one challenge was redirected this round", frame, "redirect", ("no",))
        )
        return None
    if "redirect" not in frame.data:
        ask: Ask = Say(regent, "agot2/redirect#1", "redirect this challenge", frame, "redirect", ("yes", "no"))
        ask.whose = "agot2/crown-regent#2"
        return ask
    if frame.data["redirect"] == "no":
        pos.remember(frame, "redirect done", True)
        return None
    if "redirect to" not in frame.data:
        ask = NewOpponent(frame, attacker, challenge.text("against"), others)
        if len(others) > 1:
            return ask
        pos.skip(ask)
        pos.remember(frame, "redirect to", others[0])
    opponent = frame.text("redirect to")
    stealth = NewStealth(pos, frame, challenge, opponent)
    if "stealth" not in frame.data:
        if stealth.anything(pos):
            return stealth
        pos.skip(stealth)
    pos.emit(UseCounted("redirect", scope))
    _resolve_against(pos, frame, challenge, opponent)
    pos.remember(frame, "redirect done", True)
    return None


def _resolve_against(pos: Position, frame: Frame, challenge: Frame, opponent: str) -> None:
    """It stays initiated against the first opponent (`agot2/redirect#4`); kind and attackers stay what they are
    (`agot2/redirect#8`).

    Whoever was bypassed is not any more, the newly chosen are (`agot2/redirect#6`), and reactions answer those.
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
    """Against whom a redirected challenge is resolved: anyone but the one it was initiated against
    (`agot2/redirect#3`).
    """

    def __init__(self, frame: Frame, attacker: str, first: str, others: list[str]) -> None:
        super().__init__(attacker, "agot2/redirect#2", "the new opponent", frame, "redirect to", others)
        self.first = first

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        if move.words != (self.first,):
            return super().checks(pos, player, move)
        says = f"it is resolved against another than {self.first}"
        return [*Ask.checks(self, pos, player, move), Check("another", "agot2/redirect#3", says, False)]


class NewStealth(Ask):
    """New stealth targets among the new defending player's characters; who bypasses whom may be left unsaid."""

    def __init__(self, pos: Position, frame: Frame, challenge: Frame, opponent: str) -> None:
        super().__init__(challenge.text("attacker"), "stealth", "agot2/redirect#5", "new stealth targets")
        self.frame, self.opponent = frame, opponent
        self.sneaks = [
            number for number in challenge.numbers("attackers") if values.has_keyword(pos, number, "stealth")
        ]

    def anything(self, pos: Position) -> bool:
        """Whether there is a choice to make."""
        return bool(self.sneaks and stealth_targets(pos, self.opponent))

    def singles_out(self, pos: Position, move: Move) -> dict[int, list[int]]:
        """Each attacker with stealth may bypass a character of the new defending player."""
        return dict.fromkeys(self.sneaks, stealth_targets(pos, self.opponent))

    def _paired(self, move: Move) -> Move:
        """The move with every target bypassed by an attacker: where it does not say by which, by those not named, in
        order.
        """
        users, victims = list(move.pairs[::2]), move.pairs[1::2]
        free = [number for number in self.sneaks if number not in users]
        users = [user or (free.pop(0) if free else 0) for user in users]
        pairs = tuple(number for pair in zip(users, victims, strict=True) for number in pair)
        return replace(move, picks=tuple(self.sneaks), pairs=pairs)

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        return [*super().checks(pos, player, move), *stealth_checks(pos, self.opponent, self._paired(move))]

    def accept(self, pos: Position, move: Move) -> None:
        pairs = self._paired(move).pairs
        pos.patch(self.frame, {"sneaks": list(pairs[::2]), "stealth": list(pairs[1::2])})

    def moves(self, pos: Position) -> Iterator[Move]:
        """Nobody, each single one, and as many as there are; any pairing is legal."""
        yield Move("stealth")
        victims = stealth_targets(pos, self.opponent)
        for sneak in self.sneaks:
            for victim in victims:
                yield Move("stealth", pairs=(sneak, victim))
        if min(len(self.sneaks), len(victims)) > 1:
            pairs = zip(self.sneaks, victims, strict=False)
            yield Move("stealth", pairs=tuple(number for pair in pairs for number in pair))
