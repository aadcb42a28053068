"""Challenges: attackers and their stealth picks declared in one act, then defenders, then the resolution."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.events import FrameAdvanced, FrameOpened, Move, Occurrence, Passed, Slots, UseCounted
from ledger.table import Frame
from rules.kernel.asks import PASS, Ask, Check, Choose, Pick, distinct, written_verb
from rules.kernel.names import whereabouts
from rules.kernel.position import Position
from rules.kernel.values import FORBIDDEN, forbidden_by, givers, has, said_by
from rules.packs.hbo import board, values
from rules.packs.hbo.chapters.windows import overlap_checks
from rules.shared import totals
from rules.shared.conditions import active_player, not_barred

ICON = {
    "military": "hbo/military-challenge#1",
    "intrigue": "hbo/intrigue-challenge#1",
    "power": "hbo/power-challenge#1",
}
"""The clause that asks for the icon of each kind of challenge (`hbo/challenge-icon#1`).

The icon is asked for on declaration and never later (`hbo/challenge-icon#2`).
"""


def initiate(pos: Position, frame: Frame) -> Ask | None:
    """Ask the active player to start a challenge or pass (`hbo/challenge#4`).

    If that player can start none, nobody is asked: the next player becomes active, or the phase goes to its end.
    """
    ask = StartChallenge(pos, frame)
    if ask.possible(pos):
        return ask
    pos.skip(ask)
    pos.go(frame, "next active")
    return None


class StartChallenge(Ask):
    """The decision to start a challenge: its kind, the attackers, and whom their stealth picks.

    All of it is one act (`hbo/challenges-1`, `hbo/stealth`).
    """

    def __init__(self, pos: Position, frame: Frame) -> None:
        super().__init__(pos.table.role("active"), "challenge", "hbo/challenge#4", "start a challenge or pass")
        self.frame = frame

    def possible(self, pos: Position) -> bool:
        """Whether the active player can start any challenge."""
        return next((move for move in self.moves(pos) if move.verb != "pass"), None) is not None

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = [active_player(pos, player, self.player, "hbo/challenges-phase#1")]
        if move.verb == "pass":
            return found
        if move.verb != "challenge" or not move.words:
            needed = "the active player starts a challenge here or passes"
            neither = Check("answer", self.rule, needed, False, f"“{written_verb(pos, move)}” is neither")
            return self.elsewhere(pos, player, move) or [*found, neither]
        kind = move.words[0]
        found += self._kind_checks(pos, player, kind)  # judged for the player who moves, even if it is not their turn
        if kind not in board.KINDS:
            return found
        if len(move.words) > 1:
            against = move.words[1] == pos.after(player)
            saw = f"{pos.player_name(move.words[1])} is not the opponent"
            found.append(Check("opponent", "hbo/game-overview#2", "a challenge is against the opponent", against, saw))
        able = lambda: eligible_participants(pos, player, kind, "attack")  # noqa: E731
        found += totals.attacker_checks(pos.player_name(player), move.picks, move.amount, able, "hbo/challenges-1#2")
        found.append(distinct(pos, "hbo/challenges-1#1", move.picks, "nobody may be declared twice"))
        for number in move.picks:
            found += participant_checks(pos, player, kind, number, "attack", "hbo/challenges-1#1", "hbo/challenges-1#3")
        return found + stealth_checks(pos, player, move)

    def singles_out(self, pos: Position, move: Move) -> dict[int, list[int]]:
        """Return, for each attacker with stealth, the characters it may pick (`hbo/stealth#1`)."""
        users = [number for number in move.picks if values.has_keyword(pos, number, "stealth")]
        return dict.fromkeys(users, bypassable(pos, self.player)) if users else {}

    def _kind_checks(self, pos: Position, player: str, kind: str) -> list[Check]:
        known = kind in board.KINDS
        allowed = not started(pos, player, kind) if known else None
        who, barred = pos.player_name(player), _barred(pos, player, kind)
        by = givers(pos, player, "cannot", f"start_{kind}") if barred else []
        ban = forbidden_by(pos, by, f"{who} to start a {kind} challenge") if barred else ""
        return [
            Check("kind", "hbo/challenge#1", "a challenge is military, intrigue or power", known, f"“{kind}” is none"),
            Check(
                "one of each",
                "hbo/challenge#2",
                f"{who} may start 1 {kind} challenge in a phase",
                allowed,
                f"{who} has started one already",
            ),
            Check("cannot", "hbo/golden-rule#1", FORBIDDEN, not barred, ban),
        ]

    def accept(self, pos: Position, move: Move) -> None:
        """Count the challenge and open its frame, which stays open until the challenge is resolved.

        No other challenge can be started meanwhile (`hbo/challenge#3`).
        """
        kind = move.words[0]
        phase = pos.enclosing("challenges")
        pos.emit(UseCounted(f"started {kind} {self.player}", phase.id if phase else 0))
        data: Slots = {
            "type": kind,
            "attacker": self.player,
            "defender": pos.after(self.player),
            "attackers": list(move.picks),
            "defenders": [],
            "stealth": list(move.pairs[1::2]),
        }
        pos.emit(FrameOpened("challenge", data))
        if move.amount > 0:
            frame, side = pos.table.top, "attackers"
            pos.patch(frame, totals.stated_total(frame, side, values.side_total(pos, frame, side), move.amount, False))

    def passed(self, pos: Position) -> None:
        pos.emit(Passed(self.player))
        pos.go(self.frame, "next active")

    def moves(self, pos: Position) -> Iterator[Move]:
        """Yield each possible kind with each single attacker and with all of them, then a pass.

        Other sets of attackers are legal too, and so are stealth picks, but they are not listed.
        """
        for kind in board.KINDS:
            if not all(check.holds for check in self._kind_checks(pos, self.player, kind)):
                continue
            able, words = eligible_participants(pos, self.player, kind, "attack"), (kind, pos.after(self.player))
            for number in able:
                yield Move("challenge", picks=(number,), words=words)
            if len(able) > 1:
                yield Move("challenge", picks=tuple(able), words=words)
        yield PASS

    def sample(self, pos: Position, pick: Pick) -> Move:
        moves = list(self.moves(pos))
        move = moves[pick(len(moves))]
        if move.verb == "pass":
            return move
        able = eligible_participants(pos, self.player, move.words[0], "attack")
        chosen = [able.pop(pick(len(able))) for _ in range(1 + pick(len(able)))]
        victims = bypassable(pos, self.player)
        pairs: list[int] = []
        for number in chosen:
            if victims and values.has_keyword(pos, number, "stealth") and pick(4):
                pairs += [number, victims.pop(pick(len(victims)))]
        return Move("challenge", picks=tuple(chosen), words=move.words, pairs=tuple(pairs))


def started(pos: Position, player: str, kind: str) -> int:
    """Return how many challenges of a kind a player has started this phase."""
    phase = pos.enclosing("challenges")
    return pos.table.uses.get(phase.id, {}).get(f"started {kind} {player}", 0) if phase else 0


def _barred(pos: Position, player: str, kind: str) -> bool:
    """Whether a card forbids a player this kind of challenge; the other kinds stay open (`hbo/golden-rule#2`)."""
    return has(pos, player, "cannot", f"start_{kind}")


def stealth_checks(pos: Position, player: str, move: Move) -> list[Check]:
    """Return the conditions of the stealth picks that a move makes together with its attackers; none without picks.

    Each attacker with stealth may pick one opposing character without it (`hbo/stealth#1`), before any defender is
    declared (`hbo/stealth#3`). Two attackers may pick the same character.
    """
    checks = []
    users, victims = move.pairs[::2], move.pairs[1::2]
    for user, victim in zip(users, victims, strict=False):
        there = victim in pos.table.entities and pos.in_play(victim) and board.is_character(pos, victim)
        name = pos.pack.name(pos, victim) if there else "it"
        able = user in move.picks and values.has_keyword(pos, user, "stealth")
        theirs = there and pos.entity(victim).controller != player
        free = there and not values.has_keyword(pos, victim, "stealth")
        bearer = pos.pack.name(pos, user) if user in pos.table.entities else "nobody"
        unable = f"{bearer} has no Stealth, or does not attack"
        needed = "only an attacker with Stealth picks a character"
        checks.append(Check("stealth", "hbo/stealth#1", needed, able, unable))
        needed = "Stealth picks a character of the opponent"
        checks.append(Check("opposing", "hbo/stealth#1", needed, theirs, "" if theirs else whereabouts(pos, victim)))
        needed = "Stealth picks a character without Stealth"
        checks.append(Check("no stealth", "hbo/stealth#2", needed, free, f"{name} has Stealth"))
    if move.pairs:
        # two may pick the same character: nothing forbids it
        twice = next((user for user in users if users.count(user) > 1), 0)
        saw = f"{pos.pack.name(pos, twice)} picks {users.count(twice)}" if twice in pos.table.entities else ""
        checks.append(Check("one each", "hbo/stealth#1", "each attacker with Stealth picks one", not twice, saw))
    return checks


def bypassable(pos: Position, player: str) -> list[int]:
    """Return the opponent's characters that a player's stealth could pick: those without stealth (`hbo/stealth#2`)."""
    return [one for one in board.characters(pos, pos.after(player)) if not values.has_keyword(pos, one, "stealth")]


def declared(pos: Position, frame: Frame) -> Ask | None:
    """Open one moment for the challenge, each attack, the kneeling of the attackers and the stealth picks.

    Declaring is one step: passives and responses to its parts come after all of it (`hbo/challenge-windows#2`).
    """
    attacker, attackers = frame.text("attacker"), frame.numbers("attackers")
    parts = [
        Occurrence("challenge", player=attacker, other=frame.id, to=frame.text("defender"), note=frame.text("type"))
    ]
    parts += [Occurrence("attacked", number, attacker, other=frame.id) for number in attackers]
    parts += [Occurrence("knelt", number, attacker) for number in attackers]
    parts += [Occurrence("bypassed", number, attacker, other=frame.id) for number in frame.numbers("stealth")]
    pos.open_next(frame, "moment", None, tuple(parts))
    return None


def defend(pos: Position, frame: Frame) -> Ask | None:
    """Ask the opponent for defenders, then open the moment in which those chosen are declared and kneel.

    Any number may be chosen, or none (`hbo/challenges-2#1`, `hbo/challenges-2#3`). Nobody is asked if no character can
    defend.
    """
    player, kind = frame.text("defender"), frame.text("type")
    if "declared" in frame.data:
        _defenders_declared(pos, frame, player)
        return None
    bypassed = frame.numbers("stealth")
    inside = board.participants(frame)
    standing = eligible_participants(pos, player, kind, "defend")
    able = [number for number in standing if number not in bypassed and number not in inside]

    def reject(number: int) -> list[Check]:
        found = participant_checks(pos, player, kind, number, "defend", "hbo/challenges-2#1", "hbo/challenges-2#2")
        name = pos.pack.name(pos, number) if number in pos.table.entities else "it"
        needed, saw = "a character picked by Stealth does not defend", f"{name} was picked"
        found.append(Check("picked", "hbo/stealth#4", needed, number not in bypassed, saw))
        needed, saw = "a character that takes part already is not declared", f"{name} takes part already"
        return [*found, Check("inside", "hbo/challenges-2#1", needed, number not in inside, saw)]

    says = "declare defenders, or none"
    ask = Defend(
        player, "hbo/challenges-2#1", says, frame, "declared", able, 0, len(able), verb="defend", reject=reject
    )
    if able:
        return ask
    pos.skip(ask)
    return None


class Defend(Choose):
    """The choice of defenders; a move that starts another challenge here fails by a clause of its own."""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        return overlap_checks(pos, move) or super().checks(pos, player, move)


def _defenders_declared(pos: Position, frame: Frame, player: str) -> None:
    """Record the chosen defenders in the challenge, and let them defend and kneel as one moment.

    They take part beside those that a card has put on that side before.
    """
    chosen = frame.numbers("declared")
    defenders: list[int | str] = [*frame.numbers("defenders"), *chosen]
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, {"declared": None, "defenders": defenders}))
    if chosen:
        parts = [Occurrence("defended", number, player, other=frame.id) for number in chosen]
        pos.open("moment", None, (*parts, *(Occurrence("knelt", number, player) for number in chosen)))


def resolve(pos: Position, frame: Frame) -> Ask | None:
    """Open the resolution, the third step of a challenge, as a frame of its own.

    Passives and responses to anything in it come once all of it is complete; saves come at once.
    """
    pos.open_next(frame, "resolution", {"challenge": frame.id})
    return None


def participant_checks(
    pos: Position, player: str, kind: str, number: int, how: str, own_rule: str, standing_rule: str
) -> list[Check]:
    """Return the conditions under which a character may be declared as an attacker or a defender.

    `how` is `attack` or `defend`; `own_rule` and `standing_rule` are that side's clauses on whose character it is and
    on standing. Example: a kneeling attacker fails the condition `standing`, under `standing_rule`. For a component
    that is no character in play only the first condition is returned.
    """
    there = number in pos.table.entities and pos.in_play(number) and board.is_character(pos, number)
    name = pos.pack.name(pos, number) if number in pos.table.entities else "it"
    mine = there and pos.entity(number).controller == player
    needed = f"{pos.player_name(player)} {how}s with characters of their own in play"
    checks = [Check("own", own_rule, needed, mine, "" if mine else whereabouts(pos, number))]
    if not there:
        return checks
    kneels, stands = not has(pos, number, "cannot", "kneel"), not board.kneeling(pos, number)
    told = "" if kneels else said_by(pos, number, "cannot", "kneel")
    return [
        *checks,
        Check("standing", standing_rule, f"a character must be standing to {how}", stands, f"{name} is kneeling"),
        Check("kneels", own_rule, f"{name} must be able to kneel", kneels, told),
        Check(
            "icon",
            ICON[kind],
            f"a character must have the {kind} icon to {how}",
            values.has_icon(pos, number, kind),
            f"{name} does not have it",
        ),
        not_barred(pos, number, how, "hbo/golden-rule#1"),
    ]


def eligible_participants(pos: Position, player: str, kind: str, how: str) -> list[int]:
    """Return the characters of a player that may attack or defend (`how`) in a kind of challenge.

    They are standing, have its icon, and nothing says that they cannot be knelt or declared.
    """
    standing = [number for number in board.characters(pos, player) if not board.kneeling(pos, number)]
    barred = (how, "kneel")
    return [
        number
        for number in standing
        if values.has_icon(pos, number, kind) and not any(has(pos, number, "cannot", what) for what in barred)
    ]
