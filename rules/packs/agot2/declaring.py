"""Declaring attackers, stealth targets and defenders: who may be declared, and why another may not (`agot2/4.2`, `agot2/4.2.1`)."""

from __future__ import annotations

from functools import partial

from ledger.events import FrameAdvanced, Move, Occurrence
from ledger.table import Frame
from rules.asking import Ask, Check, Choose
from rules.packs.agot2 import reading
from rules.packs.agot2.strengthening import begun
from rules.position import Position
from rules.values import has, said_by, value


def attacker_checks(pos: Position, player: str, kind: str, number: int) -> list[Check]:
    """Why a character may or may not be declared as an attacker: its icons say in what (`agot2/challenge-icons#2`)."""
    there = number in pos.table.entities and pos.in_play(number) and reading.is_character(pos, number)
    name = pos.pack.name(pos, number) if number in pos.table.entities else "it"
    mine = there and pos.entity(number).controller == player
    stands = there and not reading.kneeling(pos, number)
    return [
        Check("character", "agot2/4.2#6", f"{name} is a character in play", there),
        Check("own", "agot2/4.2#6", f"{player} controls {name}", mine if there else None),
        Check("standing", "agot2/4.2#7", f"{name} is standing", stands if there else None),
        Check("icon", "agot2/4.2#8", f"{name} has the {kind} icon", reading.has_icon(pos, number, kind) if there else None),
        Check(
            "cannot attack",
            "agot2/cannot#1",
            f"nothing says {name} cannot attack{said_by(pos, number, 'cannot', 'attack')}",
            not has(pos, number, "cannot", "attack") if there else None,
        ),
    ]


def able_attackers(pos: Position, player: str, kind: str) -> list[int]:
    """The characters that may be declared as attackers."""
    return [
        number
        for number in reading.characters(pos, player)
        if not reading.kneeling(pos, number) and reading.has_icon(pos, number, kind) and not has(pos, number, "cannot", "attack")
    ]


def stealth_targets(pos: Position, opponent: str) -> list[int]:
    """The characters stealth could bypass."""
    return [
        number
        for number in reading.characters(pos, opponent)
        if not reading.has_keyword(pos, number, "stealth") and not has(pos, number, "cannot", "be_bypassed")
    ]


def stealth_checks(pos: Position, opponent: str, move: Move) -> list[Check]:
    """Each attacker with stealth may bypass one character without it (`agot2/stealth`)."""
    checks = []
    users, victims = move.pairs[::2], move.pairs[1::2]
    for user, victim in zip(users, victims, strict=False):
        named = pos.pack.name(pos, victim) if victim in pos.table.entities else "it"
        has_it = user in move.picks and reading.has_keyword(pos, user, "stealth")
        checks.append(Check("stealth", "agot2/stealth#1", f"an attacker with stealth bypasses {named}", has_it))
        there = victim in pos.table.entities and pos.in_play(victim) and reading.is_character(pos, victim)
        owned = there and pos.entity(victim).controller == opponent
        checks.append(Check("bypassed", "agot2/stealth#1", f"{named} is a character of the defending player", owned))
        free = there and not reading.has_keyword(pos, victim, "stealth")
        checks.append(Check("no stealth", "agot2/stealth#2", f"{named} has no stealth itself", free))
        able = there and not has(pos, victim, "cannot", "be_bypassed")
        says = f"nothing says {named} cannot be bypassed{said_by(pos, victim, 'cannot', 'be_bypassed')}"
        checks.append(Check("cannot be bypassed", "agot2/cannot#1", says, able))
    if move.pairs:
        distinct = len(set(users)) == len(users) and len(set(victims)) == len(victims)
        checks.append(
            Check(
                "one each",
                "agot2/stealth#1",
                "each attacker with stealth bypasses one character, and none is bypassed twice",
                distinct,
            )
        )
    return checks


def stays_standing(pos: Position, frame: Frame, number: int, what: str) -> bool:
    """Whether something lets a character participate without kneeling."""
    return has(pos, number, "does_not", what)


def defend(pos: Position, frame: Frame) -> Ask | None:
    """The defending player may declare any number of eligible defenders (`agot2/4.2.1#1`), nobody included (`agot2/4.2.1#5`)."""
    if "declared" in frame.data:
        _defenders_declared(pos, frame)
        return None
    player = frame.text("defender")
    able = [
        number for number in reading.characters(pos, player) if all(check.holds for check in defender_checks(pos, frame, number))
    ]
    ask = Defenders(pos, frame, player, able)
    if able:
        return ask
    pos.skip(ask)
    return None


class Defenders(Choose):
    """Any number of those who are able, unless a card says how many at most or who must be (`agot2/golden-rules#2`)."""

    def __init__(self, pos: Position, frame: Frame, player: str, able: list[int]) -> None:
        self.limit = value(pos, player, "defenders_allowed", 99)
        self.bound = [number for number in able if has(pos, number, "must", "defend")]
        least, most = min(len(self.bound), self.limit), min(len(able), self.limit)
        fits, reject = self._all_bound if self.bound else None, partial(defender_checks, pos, frame)
        says = "those who must be declared are"
        rule = "agot2/4.2.1#1"
        super().__init__(player, rule, "declare defenders", frame, "declared", able, least, most, fits, says, "defend", reject)

    def _all_bound(self, picks: tuple[int, ...]) -> bool:
        if len(self.bound) <= self.limit:
            return all(number in picks for number in self.bound)
        return all(number in self.bound for number in picks)

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        """A limit and a duty are told with the card that sets them."""
        found = super().checks(pos, player, move)
        if len(move.picks) > self.limit:
            says = f"at most {self.limit} may be declared{said_by(pos, self.player, 'modify', 'defenders_allowed')}"
            return [*(check for check in found if check.name != "count"), Check("most", "agot2/cannot#1", says, False)]
        if not self.bound or (len(move.picks) >= self.least and self._all_bound(move.picks)):
            return found
        missing = next(number for number in self.bound if number not in move.picks)
        says = f"{pos.pack.name(pos, missing)} is declared, as it must be{said_by(pos, missing, 'must', 'defend')}"
        duty = Check("duty", "agot2/golden-rules#2", says, False)
        return [*(check for check in found if check.name not in ("count", "fits")), duty]


def defender_checks(pos: Position, frame: Frame, number: int) -> list[Check]:
    """Why a character may or may not be declared as a defender: by its icons (`agot2/challenge-icons#2`), or because it was
    bypassed (`agot2/stealth#3`)."""
    there = number in pos.table.entities and pos.in_play(number) and reading.is_character(pos, number)
    name = pos.pack.name(pos, number) if number in pos.table.entities else "it"
    kind, player = frame.text("type"), frame.text("defender")
    bypassed = frame.numbers("stealth")
    return [
        Check(
            "character",
            "agot2/4.2.1#1",
            f"{name} is a character {player} controls",
            there and pos.entity(number).controller == player,
        ),
        Check("standing", "agot2/4.2.1#2", f"{name} is standing", _ready(pos, number) if there else None),
        Check("icon", "agot2/4.2.1#3", f"{name} has the {kind} icon", _bears(pos, number, kind) if there else None),
        Check("bypassed", "agot2/4.2.1#4", f"{name} was not bypassed by stealth", number not in bypassed),
        Check(
            "not yet", "agot2/participating#2", f"{name} does not participate already", number not in frame.numbers("defenders")
        ),
        Check(
            "cannot defend",
            "agot2/cannot#1",
            f"nothing says {name} cannot defend{said_by(pos, number, 'cannot', 'defend')}",
            not has(pos, number, "cannot", "defend") if there else None,
        ),
    ]


def _bears(pos: Position, number: int, kind: str) -> bool:
    """The icon, or a card that allows defending without it: the card prevails (`agot2/golden-rules#2`)."""
    return reading.has_icon(pos, number, kind) or has(pos, number, "may", "defend_without_icon")


def _ready(pos: Position, number: int) -> bool:
    """Standing, or allowed by a card to defend all the same: the card prevails (`agot2/golden-rules#2`)."""
    return not reading.kneeling(pos, number) or has(pos, number, "may", "defend_kneeling")


def _defenders_declared(pos: Position, frame: Frame) -> None:
    """Those declared participate (`agot2/participating#1`), beside those whom an ability has made defenders before."""
    chosen = frame.numbers("declared")
    player = frame.text("defender")
    pos.emit(FrameAdvanced(frame.id, frame.step, {"declared": None, "defenders": [*frame.numbers("defenders"), *chosen]}))
    if not chosen:
        pos.emit(FrameAdvanced(frame.id, frame.step + 1))
        return
    parts = [Occurrence("defended", number, player, other=frame.id) for number in chosen]
    parts += [
        Occurrence("knelt", number, player)
        for number in chosen
        if not reading.kneeling(pos, number) and not stays_standing(pos, frame, number, "kneel_as_defender")
    ]
    pos.open_next(frame, "moment", None, (*parts, *begun(pos)))
