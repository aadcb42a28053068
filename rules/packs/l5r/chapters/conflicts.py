"""Declaring a conflict: whose opportunity it is, what may be declared, who attacks, whom `l5r/covert` bypasses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from ledger.events import FrameOpened, Move, Occurrence, Passed, SeatChanged, Slots, UseCounted
from ledger.table import Frame
from rules.kernel.asks import PASS, Ask, Check, Pick, distinct, written_verb
from rules.kernel.names import card_names, place, quantity, whereabouts, with_article
from rules.kernel.position import Position
from rules.kernel.values import FORBIDDEN, forbidden_by, givers, has, told_by, value
from rules.packs.l5r import board, values
from rules.shared import totals
from rules.shared.conditions import active_player, not_barred


def next_player(pos: Position, frame: Frame) -> Ask | None:
    """Ask the next player with an opportunity left for a conflict or a pass; go to 3.4 if nobody has one.

    That player becomes the active player. The first player begins, and players alternate while both have one left
    (`l5r/3.2#2`, `l5r/conflict-phase#2`, `l5r/conflict-phase#3`, `l5r/first-player#2`).
    """
    last = frame.text("last")
    waiting = pos.order(pos.after(last)) if last else pos.order()
    able = [player for player in waiting if values.opportunities(pos, player) > 0]
    if not able:
        pos.skip(NoOpportunity(frame))
        pos.emit(SeatChanged("active", ()))
        pos.go(frame, "favor")
        return None
    if pos.table.role("active") != able[0]:
        pos.emit(SeatChanged("active", (able[0],)))
    return Declare(able[0], frame)


def declare_at_once(pos: Position, frame: Frame) -> Ask | None:
    """Ask the player whom an effect tells to declare a conflict now; there is no passing."""
    return DeclareNow(frame.text("player"), frame)


def after_declaring_at_once(pos: Position, frame: Frame) -> Ask | None:
    """Do nothing: the conflict has been resolved, and the effect that demanded it goes on."""
    return None


def declared(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which all parts of a declaration happen at once (`l5r/3.2#8`).

    The ring is contested and the fate on it goes to the attacking player (`l5r/3.2#5`). The attackers are named, and
    the characters bypassed by covert. A facedown province is revealed before anyone may react (`l5r/3.2#9`).
    """
    attacker, ring, kind = frame.text("attacker"), frame.number("ring"), frame.text("type")
    parts = [
        Occurrence(
            "declared", frame.number("province"), attacker, other=frame.id, to=frame.text("defender"), note=kind
        ),
        Occurrence("contested", ring, attacker, other=frame.id, note=kind),
    ]
    fate = pos.table.count(ring, "fate")
    if fate:
        parts.append(Occurrence("moved", ring, attacker, fate, to=attacker, note="fate"))
    parts += [Occurrence("attacked", number, attacker, other=frame.id) for number in frame.numbers("attackers")]
    parts += [Occurrence("bypassed", number, attacker, other=frame.id) for number in frame.numbers("covert")]
    if not pos.entity(frame.number("province")).up:
        parts.append(Occurrence("revealed", frame.number("province"), frame.text("defender"), other=frame.id))
    pos.open_next(frame, "moment", {"conflict": frame.id}, tuple(parts))
    return None


class Declare(Ask):
    """The decision of the active player to declare a conflict or to pass the opportunity.

    The move's subject is the province. Its words are the type and the element of the ring. Its picks are the attackers.
    Its pairs are attackers with covert, each followed by the character it bypasses.
    """

    def __init__(self, player: str, frame: Frame) -> None:
        super().__init__(player, "conflict", "l5r/3.2#1", "declare a conflict or pass")
        self.frame = frame

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = [active_player(pos, player, self.player, "l5r/active-player#3")]
        if move.verb == "pass":
            return found
        if move.verb == "conflict" and player != self.player and values.opportunities(pos, player) <= 0:
            found.insert(0, values.opportunity(pos, player))
        if move.verb != "conflict" or len(move.words) != 2:
            needed = "the active player declares a conflict here or passes"
            neither = Check("answer", self.rule, needed, False, f"“{written_verb(pos, move)}” is neither")
            return self.elsewhere(pos, player, move) or [*found, neither]
        kind, element = move.words
        found += self.kind_checks(pos, player, kind)
        found += self.ring_checks(pos, player, element)
        found += self.province_checks(pos, player, move.subject)
        able = lambda: _able_attackers(pos, player, kind)  # noqa: E731
        found += totals.attacker_checks(pos.player_name(player), move.picks, move.amount, able, "l5r/3.2#6")
        found.append(distinct(pos, "l5r/3.2#6", move.picks, "nobody may be declared twice"))
        for number in move.picks:
            found += _attacker_checks(pos, player, kind, number)
        return found + _covert_checks(pos, pos.after(player), move, board.ring_of(pos, element))

    def singles_out(self, pos: Position, move: Move) -> dict[int, list[int]]:
        """Return, for each attacker with covert, the characters it may bypass (`l5r/covert#1`)."""
        ring = board.ring_of(pos, move.words[1]) if len(move.words) == 2 else 0
        users = [number for number in move.picks if values.covert(pos, number, ring)]
        return dict.fromkeys(users, _bypassable(pos, pos.after(self.player), ring)) if users else {}

    def kind_checks(self, pos: Position, player: str, kind: str) -> list[Check]:
        """Return the conditions of declaring a conflict of this type, each with whether it holds."""
        known = kind in board.KINDS
        allowed = 1 + value(pos, player, f"extra_{kind}", 0) if known else 0
        before, who = board.conflicts_declared(pos, player, kind), pos.player_name(player)
        barred = values.forbidden(pos, player, f"declare_{kind}")
        return [
            Check("type", "l5r/3.2#4", "a conflict is military or political", known, f"“{kind}” is neither"),
            Check(
                "one of each",
                "l5r/3.2#1",
                f"{who} may declare {allowed} {kind} {'conflict' if allowed == 1 else 'conflicts'} this phase",
                before < allowed,
                f"{who} has declared {before} already",
            ),
            Check(
                "cannot",
                "l5r/cannot#1",
                FORBIDDEN,
                not barred,
                _declaration_ban(pos, player, kind) if barred else "",
            ),
        ]

    def ring_checks(self, pos: Position, player: str, element: str) -> list[Check]:
        """Return the conditions of contesting the ring of this element, which must be unclaimed (`l5r/rings#3`)."""
        ring = board.ring_of(pos, element)
        free = bool(ring) and pos.entity(ring).zone == "rings"
        banned = free and any(values.forbidden(pos, player, f"declare_{word}") for word in values.elements(pos, ring))
        return [
            Check(
                "ring",
                "l5r/3.2#3",
                "the contested ring is taken from the unclaimed pool",
                free,
                "" if free else f"the {element} ring is {place(pos, ring) if ring else 'not in the game'}",
            ),
            Check(
                "element",
                "l5r/cannot#1",
                FORBIDDEN,
                not banned if free else None,
                _declaration_ban(pos, player, *values.elements(pos, ring)) if banned else "",
            ),
        ]

    def province_checks(self, pos: Position, player: str, province: int) -> list[Check]:
        """Return the conditions of attacking this province, each with whether it holds."""
        opponent = pos.after(player)
        there = (
            province in pos.table.entities
            and board.is_province(pos, province)
            and pos.entity(province).controller == opponent
        )
        whole = there and not board.broken(pos, province)
        keep = there and board.zone_kind(pos.entity(province)) == board.KEEP
        open_keep = province in board.attackable(pos, opponent) if keep else True
        return [
            Check(
                "province",
                "l5r/3.2#4",
                f"a conflict is declared at a province of {pos.player_name(opponent)}",
                there,
                "" if there else whereabouts(pos, province),
            ),
            Check(
                "unbroken",
                "l5r/3.2#4",
                "the attacked province must be unbroken",
                whole if there else None,
                "" if whole or not there else f"{pos.pack.name(pos, province)} is broken",
            ),
            Check(
                "stronghold",
                "l5r/break-broken-province#5",
                "three other provinces must be broken before the stronghold is attacked",
                open_keep,
                "" if open_keep else _how_many_broken(pos, opponent),
            ),
        ]

    def passed(self, pos: Position) -> None:
        """Record a pass, which spends one opportunity of no stated type (`l5r/pass#5`), and open the moment of it."""
        pos.emit(Passed(self.player, 1))
        phase = pos.enclosing("conflicts")
        pos.emit(UseCounted(f"passed {self.player}", phase.id if phase else 0))
        pos.go(self.frame, "over", {"last": self.player})
        pos.open("moment", None, (Occurrence("declined", player=self.player),))

    def accept(self, pos: Position, move: Move) -> None:
        """Count the conflict and open its frame: from here on the players are against each other (`l5r/against#1`)."""
        kind, element = move.words
        phase = pos.enclosing("conflicts")
        pos.emit(UseCounted(f"declared {kind} {self.player}", phase.id if phase else 0))
        rounds = pos.enclosing("round")
        pos.emit(UseCounted(f"conflict {kind}", rounds.id if rounds else 0))
        data: Slots = {
            "type": kind,
            "ring": board.ring_of(pos, element),
            "province": move.subject,
            "attacker": self.player,
            "defender": pos.after(self.player),
            "attackers": list(move.picks),
            "defenders": [],
            "covert": list(dict.fromkeys(move.pairs[1::2])),
        }
        pos.go(self.frame, "over", {"last": self.player})
        pos.emit(FrameOpened("conflict", data))
        if move.amount > 0:
            frame, side = pos.table.top, "attackers"
            pos.patch(frame, totals.stated_total(frame, side, values.total(pos, frame, side), move.amount, False))

    def moves(self, pos: Position) -> Iterator[Move]:
        """Yield each type, ring and province with each single attacker and with all of them, then the pass.

        Any other group of attackers, and any other choice of characters to bypass, may be as legal but is not listed.
        """
        player, opponent = self.player, pos.after(self.player)
        provinces = [
            number for number in board.attackable(pos, opponent) if _holds(self.province_checks(pos, player, number))
        ]
        rings = [element for element in board.ELEMENTS if _holds(self.ring_checks(pos, player, element))]
        for kind in board.KINDS:
            able = _able_attackers(pos, player, kind) if _holds(self.kind_checks(pos, player, kind)) else []
            groups = [(number,) for number in able] + ([tuple(able)] if len(able) > 1 else [])
            for ring, province, group in product(rings, provinces, groups):
                pairs = _some_pairs(pos, opponent, group, board.ring_of(pos, ring))
                yield Move("conflict", province, picks=group, words=(kind, ring), pairs=pairs)
        yield PASS

    def sample(self, pos: Position, pick: Pick) -> Move:
        player = self.player
        kinds = [
            kind
            for kind in board.KINDS
            if _holds(self.kind_checks(pos, player, kind)) and _able_attackers(pos, player, kind)
        ]
        rings = [element for element in board.ELEMENTS if _holds(self.ring_checks(pos, player, element))]
        provinces = board.attackable(pos, pos.after(player))
        if not kinds or not rings or not provinces or not pick(8):
            return PASS
        kind = kinds[pick(len(kinds))]
        able = _able_attackers(pos, player, kind)
        chosen = [able.pop(pick(len(able))) for _ in range(1 + pick(len(able)))]
        ring, province = rings[pick(len(rings))], provinces[pick(len(provinces))]
        pairs: list[int] = []
        number = board.ring_of(pos, ring)
        victims = _bypassable(pos, pos.after(player), number)
        for attacker in chosen:
            if values.covert(pos, attacker, number) and victims:
                pairs += [attacker, victims.pop(pick(len(victims)))]
        return Move("conflict", province, picks=tuple(chosen), words=(kind, ring), pairs=tuple(pairs))


class NoOpportunity(Declare):
    """The end of all conflicts of a phase: nobody has an opportunity left to declare one."""

    ended = True

    def __init__(self, frame: Frame) -> None:
        super().__init__("", frame)

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        return [values.opportunity(pos, player), *super().checks(pos, player, move)]

    def means(self, pos: Position, move: Move) -> bool:
        return False

    def moves(self, pos: Position) -> Iterator[Move]:
        return iter(())


class DeclareNow(Declare):
    """The declaration of a conflict that an effect demands at once: it may not be passed (`l5r/effects#3`)."""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        needed = "the effect says that a conflict is declared"
        must = Check("must", "l5r/effects#3", needed, move.verb != "pass", "the player passes")
        return [*super().checks(pos, player, move), must]

    def moves(self, pos: Position) -> Iterator[Move]:
        return (move for move in super().moves(pos) if move.verb != "pass")

    def sample(self, pos: Position, pick: Pick) -> Move:
        move = super().sample(pos, pick)
        return next(self.moves(pos)) if move.verb == "pass" else move


def _declaration_ban(pos: Position, player: str, *words: str) -> str:
    """Return which cards forbid a player to declare a conflict of a type, or of the elements of a ring."""
    cards = [card for word in words for card in givers(pos, player, "cannot", f"declare_{word}")]
    return forbidden_by(pos, cards, f"{pos.player_name(player)} to declare {with_article(words[0])} conflict")


def _attacker_checks(pos: Position, player: str, kind: str, number: int) -> list[Check]:
    """Judge whether a player may declare a character as an attacker in a conflict of this type."""
    there = number in pos.table.entities and pos.in_play(number) and board.is_character(pos, number)
    name = pos.pack.name(pos, number) if number in pos.table.entities else "it"
    if not there:
        return [Check("character", "l5r/3.2#6", "an attacker is a character in play", False, whereabouts(pos, number))]
    bans = ("participate", f"participate_{kind}", "participate_attacking")
    barred = next((word for word in bans if has(pos, number, "cannot", word)), "")
    owner, who = pos.entity(number).controller, pos.player_name(player)
    control = f"{pos.player_name(owner)} controls {name}"
    return [
        Check("character", "l5r/3.2#6", "an attacker is a character in play", True),
        Check("own", "l5r/3.2#6", f"{who} attacks with characters of their own", owner == player, control),
        Check("ready", "l5r/3.2#6", "an attacker must be ready", not board.bowed(pos, number), f"{name} is bowed"),
        *participant_checks(pos, number, kind, barred),
        not_barred(pos, number, "attack", "l5r/cannot#1"),
    ]


def participant_checks(pos: Position, number: int, kind: str, barred: str) -> list[Check]:
    """Return the conditions of participating in a conflict of this type; `barred` is the prohibition, or ""."""
    name = pos.pack.name(pos, number)
    return [
        Check(
            "dash",
            "l5r/dash#2",
            f"a participant must have a {kind} skill",
            not board.dash(pos, number, kind),
            f"{name} has a dash for it",
        ),
        Check(
            "participate",
            "l5r/participating-and-cannot-participate#7",
            f"{name} may participate unless a card says that it cannot",
            not barred,
            told_by(pos, number, "cannot", barred) if barred else "",
        ),
    ]


def _how_many_broken(pos: Position, player: str) -> str:
    """Return how many of a player's provinces are broken, as a sentence."""
    count = sum(
        1
        for entity in pos.table.entities.values()
        if entity.controller == player and board.is_province(pos, entity.id) and board.broken(pos, entity.id)
    )
    return f"{count or 'none'} {'is' if count < 2 else 'are'} broken"


def _able_attackers(pos: Position, player: str, kind: str) -> list[int]:
    """Return the characters a player may declare as attackers in a conflict of this type."""
    return [number for number in board.characters(pos, player) if _holds(_attacker_checks(pos, player, kind, number))]


def _bypassable(pos: Position, opponent: str, ring: int) -> list[int]:
    """Return the opponent's characters that covert may bypass: those without covert themselves (`l5r/covert#1`)."""
    return [number for number in board.characters(pos, opponent) if not values.covert(pos, number, ring)]


def _some_pairs(pos: Position, opponent: str, attackers: tuple[int, ...], ring: int) -> tuple[int, ...]:
    """Return one legal choice of covert: each attacker that has it, followed by the next character to bypass."""
    users = [number for number in attackers if values.covert(pos, number, ring)]
    return tuple(number for pair in zip(users, _bypassable(pos, opponent, ring), strict=False) for number in pair)


def _covert_checks(pos: Position, opponent: str, move: Move, ring: int) -> list[Check]:
    """Judge the covert pairs of a declaration, and whether a character is chosen for each attacker with covert.

    Each of them chooses one character without covert, if there is any. Nothing keeps two of them from choosing the same
    one (`l5r/covert#1`); where there are fewer characters than attackers with covert, the rest need not repeat one.
    """
    found = []
    users, victims = move.pairs[::2], move.pairs[1::2]
    for user, victim in zip(users, victims, strict=False):
        found += _pair_checks(pos, opponent, move.picks, ring, (user, victim))
    twice = next((user for user in users if users.count(user) > 1), 0)
    known = [number for number in move.picks if number in pos.table.entities]
    bearers = [number for number in known if values.covert(pos, number, ring)]
    needed = min(len(bearers), len(_bypassable(pos, opponent, ring)))
    if move.pairs or needed:
        says = "each attacker with covert bypasses one character"
        saw = f"{pos.pack.name(pos, twice)} bypasses {users.count(twice)}" if twice in pos.table.entities else ""
        found.append(Check("one each", "l5r/covert#1", says, not twice, saw))
        few = f"{len(victims)} {'is' if len(victims) == 1 else 'are'} chosen"
        enough = needed <= len(victims) <= len(bearers)
        chosen = f"{card_names(pos, bearers)} must bypass {quantity(needed, 'character')} by covert"
        found.append(Check("all chosen", "l5r/3.2#7", chosen, enough if bearers else None, few))
    return found


def _pair_checks(
    pos: Position, opponent: str, attackers: tuple[int, ...], ring: int, pair: tuple[int, int]
) -> list[Check]:
    """Judge one pair of a declaration: an attacker that has covert, and the character it is to bypass."""
    user, victim = pair
    named = pos.pack.name(pos, victim) if victim in pos.table.entities else "it"
    bearer = pos.pack.name(pos, user) if user in pos.table.entities else "it"
    bears = user in pos.table.entities and values.covert(pos, user, ring)
    there = victim in pos.table.entities and pos.in_play(victim) and board.is_character(pos, victim)
    owned = there and pos.entity(victim).controller == opponent
    free = there and not values.covert(pos, victim, ring)
    return [
        Check("covert", "l5r/covert#1", "only covert bypasses a character", bears, f"{bearer} has no covert"),
        Check(
            "declared",
            "l5r/covert#4",
            "a declared attacker bypasses",
            user in attackers,
            f"{bearer} is not declared as an attacker",
        ),
        Check(
            "bypassed",
            "l5r/covert#1",
            "covert bypasses a character of the defending player",
            owned,
            "" if owned else whereabouts(pos, victim),
        ),
        Check("no covert", "l5r/covert#1", "covert bypasses a character without covert", free, f"{named} has covert"),
    ]


def _holds(checks: list[Check]) -> bool:
    """Whether every condition holds."""
    return all(check.holds for check in checks)
