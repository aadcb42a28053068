"""Initiating a challenge: its kind, opponent, attackers and stealth targets in one act (`agot2/4.2`)."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.events import FrameOpened, Move, Passed, UseCounted
from ledger.table import Frame
from rules.asking import Ask, Check, Pick
from rules.packs.agot2 import reading
from rules.packs.agot2.declaring import able_attackers, attacker_checks, stealth_checks, stealth_targets
from rules.packs.agot2.titles import extra_power_elsewhere, supports
from rules.position import Position
from rules.values import given, has, said_by, told, value


def initiate(pos: Position, frame: Frame) -> Ask | None:
    """The active player may initiate a challenge or pass (`agot2/4.2#3`); who cannot hands on to the next (`agot2/4.3#1`)."""
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
    kinds = (kind,) if kind else reading.KINDS
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
        users = [number for number in move.picks if reading.has_keyword(pos, number, "stealth")]
        return dict.fromkeys(users, stealth_targets(pos, move.words[1])) if users else {}

    def _kind_checks(self, pos: Position, player: str, kind: str) -> list[Check]:
        known = kind in reading.KINDS
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
            Check("total", "agot2/cannot#1", f"no more than {total} this phase{limited}", initiated(pos, player) < total),
            Check(
                "cannot",
                "agot2/cannot#1",
                f"nothing says {player} cannot initiate it{said_by(pos, player, 'cannot', f'initiate {kind}')}",
                not reading.forbidden(pos, player, "initiate") and not has(pos, player, "cannot", f"initiate {kind}"),
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
        for kind in reading.KINDS:
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
            if victims and reading.has_keyword(pos, number, "stealth") and pick(4):
                pairs += [number, victims.pop(pick(len(victims)))]
        return Move("challenge", picks=tuple(chosen), words=(kind, opponent), pairs=tuple(pairs))


def _shut_out(pos: Position, player: str, opponent: str) -> list[int]:
    """The cards by which the opponent says this player cannot initiate challenges against him or her."""
    return [
        effect.source
        for effect in pos.table.effects.values()
        if effect.player == opponent and effect.data.get("player") == player and "cannot:challenge_you:has" in effect.data
    ]


def _same_opponent(pos: Position, player: str, kind: str, opponent: str) -> bool:
    """The extra power challenge of the Hand of the King is against another opponent than the rest: once all that are allowed
    are used, they are not all against the same one."""
    before = initiated(pos, player, "power")
    if kind != "power" or not before or not extra_power_elsewhere(pos, player):
        return False
    return before + 1 >= allowed(pos, player, "power") and initiated_against(pos, player, kind, opponent) == before


def initiated_against(pos: Position, player: str, kind: str, opponent: str) -> int:
    """How many challenges of a kind a player has initiated against an opponent this phase."""
    phase = pos.enclosing("challenges")
    uses = pos.table.uses.get(phase.id, {}) if phase else {}
    return uses.get(f"initiated {kind} {player} {opponent}", 0)
