"""Declaring attackers, stealth targets and defenders: who may be declared, and why another may not (`agot2/4.2`,
`agot2/4.2.1`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ledger.events import FrameAdvanced, FrameOpened, Move, Occurrence, Passed, UseCounted
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Choose, Pick
from rules.kernel.position import Position
from rules.kernel.values import given, has, said_by, told, value
from rules.packs.agot2 import board, values
from rules.packs.agot2.chapters.titles import extra_power_elsewhere, supports
from rules.packs.agot2.values import begun


def attacker_checks(pos: Position, player: str, kind: str, number: int) -> list[Check]:
    """Why a character may or may not be declared as an attacker: its icons say in what (`agot2/challenge-icons#2`)."""
    there = number in pos.table.entities and pos.in_play(number) and board.is_character(pos, number)
    name = pos.pack.name(pos, number) if number in pos.table.entities else "it"
    mine = there and pos.entity(number).controller == player
    stands = there and not board.kneeling(pos, number)
    return [
        Check("character", "agot2/4.2#6", f"{name} is a character in play", there),
        Check("own", "agot2/4.2#6", f"{player} controls {name}", mine if there else None),
        Check("standing", "agot2/4.2#7", f"{name} is standing", stands if there else None),
        Check(
            "icon", "agot2/4.2#8", f"{name} has the {kind} icon", values.has_icon(pos, number, kind) if there else None
        ),
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
        for number in board.characters(pos, player)
        if not board.kneeling(pos, number)
        and values.has_icon(pos, number, kind)
        and not has(pos, number, "cannot", "attack")
    ]


def stealth_targets(pos: Position, opponent: str) -> list[int]:
    """The characters stealth could bypass."""
    return [
        number
        for number in board.characters(pos, opponent)
        if not values.has_keyword(pos, number, "stealth") and not has(pos, number, "cannot", "be_bypassed")
    ]


def stealth_checks(pos: Position, opponent: str, move: Move) -> list[Check]:
    """Each attacker with stealth may bypass one character without it (`agot2/stealth`)."""
    checks = []
    users, victims = move.pairs[::2], move.pairs[1::2]
    for user, victim in zip(users, victims, strict=False):
        named = pos.pack.name(pos, victim) if victim in pos.table.entities else "it"
        has_it = user in move.picks and values.has_keyword(pos, user, "stealth")
        checks.append(Check("stealth", "agot2/stealth#1", f"an attacker with stealth bypasses {named}", has_it))
        there = victim in pos.table.entities and pos.in_play(victim) and board.is_character(pos, victim)
        owned = there and pos.entity(victim).controller == opponent
        checks.append(Check("bypassed", "agot2/stealth#1", f"{named} is a character of the defending player", owned))
        free = there and not values.has_keyword(pos, victim, "stealth")
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
    """The defending player may declare any number of eligible defenders (`agot2/4.2.1#1`), nobody included
    (`agot2/4.2.1#5`).
    """
    if "declared" in frame.data:
        _defenders_declared(pos, frame)
        return None
    player = frame.text("defender")
    able = [
        number
        for number in board.characters(pos, player)
        if all(check.holds for check in defender_checks(pos, frame, number))
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
        super().__init__(
            player, rule, "declare defenders", frame, "declared", able, least, most, fits, says, "defend", reject
        )

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
    """Why a character may or may not be declared as a defender: by its icons (`agot2/challenge-icons#2`), or because it
    was bypassed (`agot2/stealth#3`)."""
    there = number in pos.table.entities and pos.in_play(number) and board.is_character(pos, number)
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
            "not yet",
            "agot2/participating#2",
            f"{name} does not participate already",
            number not in frame.numbers("defenders"),
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
    return values.has_icon(pos, number, kind) or has(pos, number, "may", "defend_without_icon")


def _ready(pos: Position, number: int) -> bool:
    """Standing, or allowed by a card to defend all the same: the card prevails (`agot2/golden-rules#2`)."""
    return not board.kneeling(pos, number) or has(pos, number, "may", "defend_kneeling")


def _defenders_declared(pos: Position, frame: Frame) -> None:
    """Those declared participate (`agot2/participating#1`), beside those whom an ability has made defenders before."""
    chosen = frame.numbers("declared")
    player = frame.text("defender")
    pos.emit(
        FrameAdvanced(frame.id, frame.step, {"declared": None, "defenders": [*frame.numbers("defenders"), *chosen]})
    )
    if not chosen:
        pos.emit(FrameAdvanced(frame.id, frame.step + 1))
        return
    parts = [Occurrence("defended", number, player, other=frame.id) for number in chosen]
    parts += [
        Occurrence("knelt", number, player)
        for number in chosen
        if not board.kneeling(pos, number) and not stays_standing(pos, frame, number, "kneel_as_defender")
    ]
    pos.open_next(frame, "moment", None, (*parts, *begun(pos)))


def initiate(pos: Position, frame: Frame) -> Ask | None:
    """The active player may initiate a challenge or pass (`agot2/4.2#3`); who cannot hands on to the next
    (`agot2/4.3#1`).
    """
    ask = Initiate(pos, frame)
    if ask.player in pos.table.players and ask.possible(pos):
        return ask
    pos.skip(ask)
    pos.go(frame, "next active")
    return None


def allowed(pos: Position, player: str, kind: str) -> int:
    """How many challenges of a kind a player may initiate this phase."""
    return 1 + sum(amount for how, amount, _ in given(pos, player, "allow", kind) if how == "has")


def initiated(pos: Position, player: str, kind: str = "") -> int:
    """How many challenges, of a kind or in all, a player has initiated this phase."""
    phase = pos.enclosing("challenges")
    uses = pos.table.uses.get(phase.id, {}) if phase else {}
    kinds = (kind,) if kind else board.KINDS
    return sum(uses.get(f"initiated {one} {player}", 0) for one in kinds)


class Initiate(Ask):
    """Kind, opponent, attackers and stealth targets, all in one act (`agot2/4.2#9`, `agot2/4.2#10`)."""

    meanwhile = ("defend", "claim", "ambush", "keyword", "stealth")
    final = True

    def __init__(self, pos: Position, frame: Frame) -> None:
        super().__init__(pos.table.role("active"), "challenge", "agot2/4.2#3", "initiate a challenge or pass")
        self.frame = frame

    def gives_up(self, pos: Position) -> tuple[str, ...]:
        """A pass hands on to the next active player (`agot2/4.3#1`): who initiates one later has not passed."""
        return ("challenge",)

    def possible(self, pos: Position) -> bool:
        """Whether any challenge can be initiated."""
        return next((move for move in self.moves(pos) if move.verb != "pass"), None) is not None

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = [Check("active", "agot2/active-player#3", f"{player} is the active player", player == self.player)]
        if move.verb == "pass":
            return found
        if move.verb != "challenge" or len(move.words) != 2:
            return [*found, Check("answer", self.rule, "the active player initiates a challenge here or passes", False)]
        kind, opponent = move.words
        found += self._kind_checks(pos, player, kind)
        found += self._opponent_checks(pos, player, kind, opponent)
        found.append(Check("some", "agot2/4.2#6", "at least one attacker is declared", bool(move.picks)))
        most = value(pos, player, "attackers_allowed", 99)
        says = f"at most {most} may be declared{said_by(pos, player, 'modify', 'attackers_allowed')}"
        found.append(Check("most", "agot2/cannot#1", says, len(move.picks) <= most))
        for number in move.picks:
            found += attacker_checks(pos, player, kind, number)
        return found + stealth_checks(pos, opponent, move)

    def singles_out(self, pos: Position, move: Move) -> dict[int, list[int]]:
        """Each attacker with stealth may bypass a character (`agot2/stealth#1`)."""
        users = [number for number in move.picks if values.has_keyword(pos, number, "stealth")]
        return dict.fromkeys(users, stealth_targets(pos, move.words[1])) if users else {}

    def _kind_checks(self, pos: Position, player: str, kind: str) -> list[Check]:
        known = kind in board.KINDS
        total = value(pos, player, "challenges_total", 99)
        limited = said_by(pos, player, "modify", "challenges_total")
        return [
            Check("kind", "agot2/4.2#4", "a challenge is military, intrigue or power", known),
            Check(
                "one of each",
                "agot2/4.2#2",
                f"{player} may still initiate {'an' if kind == 'intrigue' else 'a'} {kind} challenge",
                initiated(pos, player, kind) < allowed(pos, player, kind) if known else None,
            ),
            Check(
                "total", "agot2/cannot#1", f"no more than {total} this phase{limited}", initiated(pos, player) < total
            ),
            Check(
                "cannot",
                "agot2/cannot#1",
                f"nothing says {player} cannot initiate it{said_by(pos, player, 'cannot', f'initiate {kind}')}",
                not values.forbidden(pos, player, "initiate") and not has(pos, player, "cannot", f"initiate {kind}"),
            ),
        ]

    def _opponent_checks(self, pos: Position, player: str, kind: str, opponent: str) -> list[Check]:
        real = opponent in pos.table.players and opponent != player
        shut = _shut_out(pos, player, opponent)
        return [
            Check("opponent", "agot2/4.2#5", "it is initiated against an opponent", real),
            Check(
                "support",
                "agot2/support#1",
                "the opponent's title is not one this player supports",
                not supports(pos, player, opponent) if real else None,
            ),
            Check(
                "against",
                "agot2/cannot#1",
                f"nothing forbids challenges against {opponent}{told(pos, shut)}",
                not shut if real else None,
            ),
            Check(
                "different",
                "agot2/hand-of-the-king#2",
                "an additional challenge goes against a different opponent",
                not _same_opponent(pos, player, kind, opponent) if real else None,
            ),
        ]

    def accept(self, pos: Position, move: Move) -> None:
        """The challenge begins; when it is over, the action window before 4.2 is open again (`agot2/4.2.6#2`)."""
        kind, opponent = move.words
        phase = pos.enclosing("challenges")
        pos.emit(UseCounted(f"initiated {kind} {self.player}", phase.id if phase else 0))
        pos.emit(UseCounted(f"initiated {kind} {self.player} {opponent}", phase.id if phase else 0))
        data: dict[str, bool | int | str | list[int | str] | None] = {
            "type": kind,
            "attacker": self.player,
            "defender": opponent,
            "against": opponent,
            "attackers": list(move.picks),
            "defenders": [],
            "sneaks": list(move.pairs[::2]),
            "stealth": list(move.pairs[1::2]),
        }
        pos.go(self.frame, "actions")
        pos.emit(FrameOpened("challenge", data))

    def passed(self, pos: Position) -> None:
        """The active player is done with challenges, and the next one becomes active (`agot2/4.3#1`)."""
        pos.emit(Passed(self.player))
        pos.go(self.frame, "next active")

    def moves(self, pos: Position) -> Iterator[Move]:
        """Each kind against each opponent, with each single attacker and with all of them; any subset is legal."""
        for kind in board.KINDS:
            if not all(check.holds for check in self._kind_checks(pos, self.player, kind)):
                continue
            able = able_attackers(pos, self.player, kind)
            if not able:
                continue
            most = value(pos, self.player, "attackers_allowed", 99)
            for opponent in pos.opponents(self.player):
                if all(check.holds for check in self._opponent_checks(pos, self.player, kind, opponent)):
                    for number in able:
                        yield Move("challenge", picks=(number,), words=(kind, opponent))
                    if 1 < len(able) <= most:
                        yield Move("challenge", picks=tuple(able), words=(kind, opponent))
        yield Move("pass")

    def sample(self, pos: Position, pick: Pick) -> Move:
        moves = list(self.moves(pos))
        move = moves[pick(len(moves))]
        if move.verb == "pass":
            return move
        kind, opponent = move.words
        able = able_attackers(pos, self.player, kind)
        most = min(value(pos, self.player, "attackers_allowed", 99), len(able))
        chosen = [able.pop(pick(len(able))) for _ in range(1 + pick(most))]
        pairs: list[int] = []
        victims = stealth_targets(pos, opponent)
        for number in chosen:
            if victims and values.has_keyword(pos, number, "stealth") and pick(4):
                pairs += [number, victims.pop(pick(len(victims)))]
        return Move("challenge", picks=tuple(chosen), words=(kind, opponent), pairs=tuple(pairs))


def _shut_out(pos: Position, player: str, opponent: str) -> list[int]:
    """The cards by which the opponent says this player cannot initiate challenges against him or her."""
    return [
        effect.source
        for effect in pos.table.effects.values()
        if effect.player == opponent
        and effect.data.get("player") == player
        and "cannot:challenge_you:has" in effect.data
    ]


def _same_opponent(pos: Position, player: str, kind: str, opponent: str) -> bool:
    """The extra power challenge of the Hand of the King is against another opponent than the rest: once all that are
    allowed are used, they are not all against the same one."""
    before = initiated(pos, player, "power")
    if kind != "power" or not before or not extra_power_elsewhere(pos, player):
        return False
    return before + 1 >= allowed(pos, player, "power") and initiated_against(pos, player, kind, opponent) == before


def initiated_against(pos: Position, player: str, kind: str, opponent: str) -> int:
    """How many challenges of a kind a player has initiated against an opponent this phase."""
    phase = pos.enclosing("challenges")
    uses = pos.table.uses.get(phase.id, {}) if phase else {}
    return uses.get(f"initiated {kind} {player} {opponent}", 0)
