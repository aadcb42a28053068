"""Initiating a challenge (`agot2/4.2`) and declaring defenders (`agot2/4.2.1`): who may be declared, and why not.

For each of the two steps there is the function that runs it, the decision it asks for, and the conditions by which an
answer is judged. Stealth targets are chosen with the attackers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ledger.events import FrameAdvanced, FrameOpened, Move, Occurrence, Passed, Slots, UseCounted
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Choose, Pick, distinct, written_verb
from rules.kernel.names import whereabouts, with_article
from rules.kernel.position import Position
from rules.kernel.values import FORBIDDEN, forbidden_by, given, givers, has, said_by, value
from rules.packs.agot2 import board, values
from rules.packs.agot2.chapters.titles import extra_power_elsewhere, supports
from rules.shared import totals
from rules.shared.conditions import active_player, not_barred

# --- 4.2 the active player may initiate a challenge -------------------------------------------------------------------


def initiate(pos: Position, frame: Frame) -> Ask | None:
    """Ask the active player to initiate a challenge or pass (step 4.2, `agot2/4.2#3`).

    A player who cannot initiate any, or was eliminated, is not asked: the next player becomes active (`agot2/4.3#1`).
    """
    ask = ChallengeInitiation(pos, frame)
    if ask.player in pos.table.players and ask.possible(pos):
        return ask
    pos.skip(ask)
    pos.go(frame, "next active")
    return None


class ChallengeInitiation(Ask):
    """The active player's decision to initiate a challenge or pass.

    Kind, opponent, attackers and stealth targets are named in one act (`agot2/4.2#9`, `agot2/4.2#10`).
    """

    def __init__(self, pos: Position, frame: Frame) -> None:
        super().__init__(pos.table.role("active"), "challenge", "agot2/4.2#3", "initiate a challenge or pass")
        self.frame = frame

    def possible(self, pos: Position) -> bool:
        """Whether any challenge can be initiated."""
        return next((move for move in self.moves(pos) if move.verb != "pass"), None) is not None

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        """Return the conditions of a challenge: active player, kind, opponent, attackers, stealth targets.

        A pass has only the first.
        """
        found = [active_player(pos, player, self.player, "agot2/active-player#3")]
        if move.verb == "pass":
            return found
        if move.verb != "challenge" or len(move.words) != 2:
            needed = "the active player initiates a challenge here or passes"
            neither = Check("answer", self.rule, needed, False, f"“{written_verb(pos, move)}” is neither")
            return self.elsewhere(pos, player, move) or [*found, neither]
        kind, opponent = move.words
        found += _kind_checks(pos, player, kind)
        found += _opponent_checks(pos, player, kind, opponent)
        able = lambda: able_attackers(pos, player, kind)  # noqa: E731
        found += totals.attacker_checks(pos.player_name(player), move.picks, move.amount, able, "agot2/4.2#6")
        found.append(distinct(pos, "agot2/4.2#6", move.picks, "nobody may be declared twice"))
        most = value(pos, player, "attackers_allowed", 99)
        found.append(at_most(pos, player, "attackers_allowed", most, len(move.picks)))
        for number in move.picks:
            found += attacker_checks(pos, player, kind, number)
        return found + stealth_checks(pos, opponent, move)

    def singles_out(self, pos: Position, move: Move) -> dict[int, list[int]]:
        """Return for each declared attacker with stealth the characters it may bypass (`agot2/stealth#1`)."""
        users = [number for number in move.picks if values.has_keyword(pos, number, "stealth")]
        return dict.fromkeys(users, stealth_targets(pos, move.words[1])) if users else {}

    def accept(self, pos: Position, move: Move) -> None:
        """Count the challenge and open its frame; the phase will go on at its action window (`agot2/4.2.6#2`)."""
        kind, opponent = move.words
        phase = pos.period("challenges")
        pos.emit(UseCounted(f"initiated {kind} {self.player}", phase))
        pos.emit(UseCounted(f"initiated {kind} {self.player} {opponent}", phase))
        data: Slots = {
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
        if move.amount > 0:
            frame, side = pos.table.top, "attackers"
            pos.patch(frame, totals.stated_total(frame, side, values.total(pos, frame, side), move.amount, False))

    def passed(self, pos: Position) -> None:
        """Record the pass; the next player becomes active (`agot2/4.3#1`)."""
        pos.emit(Passed(self.player))
        pos.go(self.frame, "next active")

    def moves(self, pos: Position) -> Iterator[Move]:
        """Yield each allowed kind and opponent with each able attacker and, if allowed, with all; then the pass.

        Other sets of attackers are legal, too, and so are stealth targets, but they are not listed.
        """
        for kind in board.KINDS:
            if not all(check.holds for check in _kind_checks(pos, self.player, kind)):
                continue
            able = able_attackers(pos, self.player, kind)
            if not able:
                continue
            most = value(pos, self.player, "attackers_allowed", 99)
            for opponent in pos.opponents(self.player):
                if all(check.holds for check in _opponent_checks(pos, self.player, kind, opponent)):
                    for number in able:
                        yield Move("challenge", picks=(number,), words=(kind, opponent))
                    if 1 < len(able) <= most:
                        yield Move("challenge", picks=tuple(able), words=(kind, opponent))
        yield Move("pass")

    def sample(self, pos: Position, pick: Pick) -> Move:
        """Return a random legal answer, a pass or a challenge with any number of attackers; `pick` decides.

        An attacker with stealth mostly bypasses somebody, if there is anybody to bypass.
        """
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
                pairs += [number, victims[pick(len(victims))]]
        return Move("challenge", picks=tuple(chosen), words=(kind, opponent), pairs=tuple(pairs))


# --- 4.2 the kind and the opponent ------------------------------------------------------------------------------------


def _kind_checks(pos: Position, player: str, kind: str) -> list[Check]:
    """Return the conditions on the kind of a challenge: that it is one, and that the player may initiate another."""
    known, who = kind in board.KINDS, pos.player_name(player)
    before, most = (initiated(pos, player, kind), allowed(pos, player, kind)) if known else (0, 0)
    total, all_before = value(pos, player, "challenges_total", 99), initiated(pos, player)
    barred = values.forbidden(pos, player, "initiate") or has(pos, player, "cannot", f"initiate {kind}")
    bans = ("initiate", f"initiate {kind}") if barred else ()
    cards = [card for ban in bans for card in givers(pos, player, "cannot", ban)]
    ban = forbidden_by(pos, cards, f"{who} to initiate {with_article(kind)} challenge") if barred else ""
    return [
        Check("kind", "agot2/4.2#4", "a challenge is military, intrigue or power", known, f"“{kind}” is none of them"),
        Check(
            "one of each",
            "agot2/4.2#2",
            f"{who} may initiate {most} {kind} {'challenge' if most == 1 else 'challenges'} this phase",
            before < most if known else None,
            f"{who} has initiated {before} already",
        ),
        Check(
            "total",
            "agot2/cannot#1",
            f"{who} may initiate at most {total} challenges this phase",
            all_before < total,
            f"{who} has initiated {all_before} already",
        ),
        Check(
            "cannot",
            "agot2/cannot#1",
            FORBIDDEN,
            not barred,
            ban,
        ),
    ]


def at_most(pos: Position, player: str, what: str, most: int, count: int) -> Check:
    """Return the condition that a player declares no more characters than a card allows."""
    saw = f"{count} are declared. {said_by(pos, player, 'modify', what)}" if count > most else ""
    noun = what.removesuffix("s_allowed") if most == 1 else what.removesuffix("_allowed")
    return Check("most", "agot2/cannot#1", f"at most {most} {noun} may be declared", count <= most, saw)


def allowed(pos: Position, player: str, kind: str) -> int:
    """Return how many challenges of a kind a player may initiate in a phase: one, and as many more as cards allow."""
    return 1 + sum(amount for how, amount, _ in given(pos, player, "allow", kind) if how == "has")


def initiated(pos: Position, player: str, kind: str = "") -> int:
    """Return how many challenges a player has initiated in this challenges phase, of `kind` or, without it, in all."""
    uses = _uses_of_phase(pos)
    kinds = (kind,) if kind else board.KINDS
    return sum(uses.get(f"initiated {one} {player}", 0) for one in kinds)


def initiated_against(pos: Position, player: str, kind: str, opponent: str) -> int:
    """Return how many challenges of a kind a player has initiated against an opponent in this challenges phase."""
    return _uses_of_phase(pos).get(f"initiated {kind} {player} {opponent}", 0)


def _uses_of_phase(pos: Position) -> dict[str, int]:
    """Return everything counted in this challenges phase, by its key; nothing outside that phase."""
    phase = pos.enclosing("challenges")
    return pos.table.uses.get(phase.id, {}) if phase else {}


def _opponent_checks(pos: Position, player: str, kind: str, opponent: str) -> list[Check]:
    """Return the conditions on the opponent of a challenge: titles and cards may forbid one."""
    real = opponent in pos.table.players and opponent != player
    forbidding, whom = _forbidding_cards(pos, player, opponent), pos.player_name(opponent)
    return [
        Check(
            "opponent",
            "agot2/4.2#5",
            "a challenge is initiated against an opponent",
            real,
            f"{whom} is no opponent of {pos.player_name(player)}",
        ),
        Check(
            "support",
            "agot2/support#1",
            "a player does not challenge a player whose title they support",
            not supports(pos, player, opponent) if real else None,
            f"the title of {pos.player_name(player)} supports that of {whom}",
        ),
        Check(
            "against",
            "agot2/cannot#1",
            FORBIDDEN,
            not forbidding if real else None,
            forbidden_by(pos, forbidding, f"challenges against {whom}"),
        ),
        Check(
            "different",
            "agot2/hand-of-the-king#2",
            "the additional power challenge goes against a different opponent",
            not _all_against_one(pos, player, kind, opponent) if real else None,
            f"every power challenge so far was against {whom}",
        ),
    ]


def _forbidding_cards(pos: Position, player: str, opponent: str) -> list[int]:
    """Return the opponent's cards whose lasting effects forbid this player challenges against that opponent."""
    return [
        effect.source
        for effect in pos.table.effects.values()
        if effect.player == opponent
        and effect.data.get("player") == player
        and "cannot:challenge_you:has" in effect.data
    ]


def _all_against_one(pos: Position, player: str, kind: str, opponent: str) -> bool:
    """Whether a bearer of the Hand of the King would initiate every allowed power challenge against this one opponent.

    That title's extra power challenge goes against a different opponent, so the last one may not.
    """
    before = initiated(pos, player, "power")
    if kind != "power" or not before or not extra_power_elsewhere(pos, player):
        return False
    return before + 1 >= allowed(pos, player, "power") and initiated_against(pos, player, kind, opponent) == before


# --- 4.2 attackers and stealth targets --------------------------------------------------------------------------------


def attacker_checks(pos: Position, player: str, kind: str, number: int) -> list[Check]:
    """Return the conditions for declaring a character as an attacker in a kind of challenge.

    Its icons show in which kinds it may attack (`agot2/challenge-icons#2`).
    """
    there, name = _is_character_in_play(pos, number), _name(pos, number)
    mine = there and pos.entity(number).controller == player
    stands = there and not board.kneeling(pos, number)
    control = f"{pos.player_name(pos.entity(number).controller)} controls {name}" if there else ""
    return [
        Check("character", "agot2/4.2#6", "an attacker is a character in play", there, whereabouts(pos, number)),
        Check(
            "own",
            "agot2/4.2#6",
            f"{pos.player_name(player)} attacks with characters of their own",
            mine if there else None,
            control,
        ),
        Check(
            "standing", "agot2/4.2#7", "an attacker must be standing", stands if there else None, f"{name} is kneeling"
        ),
        Check(
            "icon",
            "agot2/4.2#8",
            f"an attacker must have the {kind} icon",
            values.has_icon(pos, number, kind) if there else None,
            f"{name} does not have it",
        ),
        not_barred(pos, number, "attack", "agot2/cannot#1", there),
    ]


def able_attackers(pos: Position, player: str, kind: str) -> list[int]:
    """Return the characters a player may declare as attackers in a kind of challenge, if it can be initiated at all."""
    return [
        number
        for number in board.characters(pos, player)
        if not board.kneeling(pos, number)
        and values.has_icon(pos, number, kind)
        and not has(pos, number, "cannot", "attack")
    ]


def stealth_checks(pos: Position, opponent: str, move: Move) -> list[Check]:
    """Return the conditions on the stealth targets a move names; none if it names no target.

    Each attacker with stealth may bypass one character without it (`agot2/stealth`); several may bypass the same one.
    `move.picks` holds the attackers, `move.pairs` by turns an attacker and the character it bypasses.
    """
    checks = []
    users, victims = move.pairs[::2], move.pairs[1::2]
    for user, victim in zip(users, victims, strict=False):
        there, name = _is_character_in_play(pos, victim), _name(pos, victim)
        has_it = user in move.picks and values.has_keyword(pos, user, "stealth")
        unable = f"{_name(pos, user)} has no stealth, or does not attack"
        checks.append(
            Check("stealth", "agot2/stealth#1", "only an attacker with stealth bypasses a character", has_it, unable)
        )
        owned = there and pos.entity(victim).controller == opponent
        needed = "stealth bypasses a character of the defending player"
        checks.append(Check("bypassed", "agot2/stealth#1", needed, owned, whereabouts(pos, victim)))
        free = there and not values.has_keyword(pos, victim, "stealth")
        needed = "stealth bypasses a character without stealth"
        checks.append(Check("no stealth", "agot2/stealth#2", needed, free, f"{name} has stealth"))
        checks.append(not_barred(pos, victim, "be_bypassed", "agot2/cannot#1", there))
    if move.pairs:
        twice = next((user for user in users if users.count(user) > 1), 0)
        saw = f"{_name(pos, twice)} bypasses {users.count(twice)}"
        needed = "each attacker with stealth bypasses one character"
        checks.append(Check("one each", "agot2/stealth#1", needed, not twice, saw))
    return checks


def stealth_targets(pos: Position, opponent: str) -> list[int]:
    """Return the characters of an opponent that stealth could bypass.

    They have no stealth themselves, and no card says that they cannot be bypassed.
    """
    return [
        number
        for number in board.characters(pos, opponent)
        if not values.has_keyword(pos, number, "stealth") and not has(pos, number, "cannot", "be_bypassed")
    ]


def _is_character_in_play(pos: Position, number: int) -> bool:
    """Whether this is the number of a component that is a character in play."""
    return number in pos.table.entities and pos.in_play(number) and board.is_character(pos, number)


def _name(pos: Position, number: int) -> str:
    """Return the name of a component, or "it" if there is none of this number."""
    return pos.pack.name(pos, number) if number in pos.table.entities else "it"


# --- 4.2.1 declare defenders ------------------------------------------------------------------------------------------


def defend(pos: Position, frame: Frame) -> Ask | None:
    """Ask the defending player for defenders, then open the moment in which they are declared and kneel (step 4.2.1).

    Any number of eligible characters may be declared (`agot2/4.2.1#1`), even none (`agot2/4.2.1#5`), unless a card says
    otherwise. A card may also let a defender stay standing. A player without eligible characters is not asked.
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
    ask = DefenderChoice(pos, frame, player, able)
    if able:
        return ask
    pos.skip(ask)
    return None


class DefenderChoice(Choose):
    """The choice of defenders: any number of those able, unless cards limit the number or say who must be declared.

    The card prevails over the rule (`agot2/golden-rules#2`).
    """

    def __init__(self, pos: Position, frame: Frame, player: str, able: list[int]) -> None:
        self.limit = value(pos, player, "defenders_allowed", 99)
        self.bound = [number for number in able if has(pos, number, "must", "defend")]
        least, most = min(len(self.bound), self.limit), min(len(able), self.limit)
        fits, reject = self._all_bound if self.bound else None, partial(defender_checks, pos, frame)
        says = "those who must defend must be declared"
        rule = "agot2/4.2.1#1"
        super().__init__(
            player, rule, "declare defenders", frame, "declared", able, least, most, fits, says, "defend", reject
        )

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        """Return the conditions of a choice; one that breaks a card's limit or demand names that card."""
        found = super().checks(pos, player, move)
        if len(move.picks) > self.limit:
            most = at_most(pos, self.player, "defenders_allowed", self.limit, len(move.picks))
            return [*(check for check in found if check.name != "count"), most]
        if not self.bound or (len(move.picks) >= self.least and self._all_bound(move.picks)):
            return found
        missing = next(number for number in self.bound if number not in move.picks)
        needed = f"{pos.pack.name(pos, missing)} must be declared if able"
        saw = f"it is not declared. {said_by(pos, missing, 'must', 'defend')}"
        duty = Check("duty", "agot2/golden-rules#2", needed, False, saw)
        return [*(check for check in found if check.name not in ("count", "fits")), duty]

    def _all_bound(self, picks: tuple[int, ...]) -> bool:
        """Whether the picks hold every character that must be declared, or none but those if the limit is too low."""
        if len(self.bound) <= self.limit:
            return all(number in picks for number in self.bound)
        return all(number in self.bound for number in picks)


def defender_checks(pos: Position, frame: Frame, number: int) -> list[Check]:
    """Return the conditions for declaring a character as a defender of a challenge.

    Its icons show in which kinds it may defend (`agot2/challenge-icons#2`), unless a card lets it defend without; a
    bypassed character may not defend (`agot2/stealth#3`).
    """
    there, name = _is_character_in_play(pos, number), _name(pos, number)
    kind, player = frame.text("type"), frame.text("defender")
    bypassed, own = frame.numbers("stealth"), there and pos.entity(number).controller == player
    return [
        Check(
            "character",
            "agot2/4.2.1#1",
            f"{pos.player_name(player)} defends with characters of their own",
            own,
            "" if own else whereabouts(pos, number),
        ),
        Check(
            "standing",
            "agot2/4.2.1#2",
            "a defender must be standing",
            _ready_to_defend(pos, number) if there else None,
            f"{name} is kneeling",
        ),
        Check(
            "icon",
            "agot2/4.2.1#3",
            f"a defender must have the {kind} icon",
            _has_icon_to_defend(pos, number, kind) if there else None,
            f"{name} does not have it",
        ),
        Check(
            "bypassed",
            "agot2/4.2.1#4",
            "a bypassed character does not defend",
            number not in bypassed,
            f"{name} was bypassed by stealth",
        ),
        Check(
            "not yet",
            "agot2/participating#2",
            "a defender is one who does not participate yet",
            number not in frame.numbers("defenders"),
            f"{name} is defending already",
        ),
        not_barred(pos, number, "defend", "agot2/cannot#1", there),
    ]


def _has_icon_to_defend(pos: Position, number: int, kind: str) -> bool:
    """Whether a character has the icon or a card lets it defend without: the card prevails (`agot2/golden-rules#2`)."""
    return values.has_icon(pos, number, kind) or has(pos, number, "may", "defend_without_icon")


def _ready_to_defend(pos: Position, number: int) -> bool:
    """Whether a character stands or a card lets it defend kneeling: the card prevails (`agot2/golden-rules#2`)."""
    return not board.kneeling(pos, number) or has(pos, number, "may", "defend_kneeling")


def _defenders_declared(pos: Position, frame: Frame) -> None:
    """Add the declared characters to the defenders and open the moment in which they are declared and kneel.

    They participate (`agot2/participating#1`), beside those an ability has made defenders before.
    """
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
        if not board.kneeling(pos, number) and not stays_standing(pos, number, "kneel_as_defender")
    ]
    pos.open_next(frame, "moment", None, (*parts, *values.increases_at_beginning(pos)))


def stays_standing(pos: Position, number: int, what: str) -> bool:
    """Whether a card lets a character stay standing as it is declared.

    `what` says as what: `kneel_as_attacker` or `kneel_as_defender`.
    """
    return has(pos, number, "does_not", what)
