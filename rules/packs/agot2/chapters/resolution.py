"""A challenge once it is initiated: its parts happen, STR is compared, and what follows (`agot2/4.2` to `agot2/4.2.6`)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import zip_longest

import msgspec

from ledger.events import FrameAdvanced, Move, Occurrence
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Choose, Say
from rules.kernel.chance import Chance
from rules.kernel.position import Position
from rules.kernel.values import has, value
from rules.packs.agot2 import board, values
from rules.packs.agot2.chapters.challenges import stays_standing
from rules.packs.agot2.chapters.titles import claim_opponents, rival_bonus
from rules.packs.agot2.values import begun
from rules.shared.rounds import finish_period


def declared(pos: Position, frame: Frame) -> Ask | None:
    """The parts of the initiation happen at once; reactions to each come after all of it (`agot2/4.2#11`)."""
    attacker = frame.text("attacker")
    attackers = frame.numbers("attackers")
    parts = [
        Occurrence("challenge", player=attacker, other=frame.id, to=frame.text("defender"), note=frame.text("type"))
    ]
    parts += [Occurrence("attacked", number, attacker, other=frame.id) for number in attackers]
    parts += [
        Occurrence("knelt", number, attacker)
        for number in attackers
        if not stays_standing(pos, frame, number, "kneel_as_attacker")
    ]
    pairs = zip_longest(frame.numbers("sneaks"), frame.numbers("stealth"), fillvalue=0)
    parts += [Occurrence("bypassed", number, attacker, source=sneak, other=frame.id) for sneak, number in pairs]
    parts += begun(pos)
    pos.open_next(frame, "moment", {"challenge": frame.id}, tuple(parts))
    return None


def total(pos: Position, frame: Frame, side: str) -> int:
    """A side's STR: its participating characters, and what else counts for its player (`agot2/winning-a-challenge#2`,
    `agot2/strength#2`, `agot2/strength#3`)."""
    player = str(frame.data["attacker" if side == "attackers" else "defender"])
    numbers = values.side(pos, frame, side)
    amount = sum(values.strength(pos, number) for number in numbers if not has(pos, number, "does_not", "contribute"))
    return value(pos, player, "challenge_strength", amount)


def compare(pos: Position, frame: Frame) -> Ask | None:
    """Compare the totals as they are now and determine the winner (`agot2/4.2.2#1`, `agot2/winning-a-challenge#1`).

    The higher total wins, a tie is the attacker's (`agot2/4.2.2#2`). Nobody wins or loses with less than 1 STR
    (`agot2/winning-a-challenge#3`) or without a participating character (`agot2/winning-a-challenge#4`,
    `agot2/winning-a-challenge#5`,
    `agot2/4.2.2#3`). A defence of 0 is no opposition, whoever defended (`agot2/4.2.2#4`, `agot2/unopposed#1`,
    `agot2/unopposed#2`). Winning and losing are a moment, so that reactions come before the bonuses (`agot2/4.2.2#5`,
    `agot2/reactions-and-interrupts#2`).
    """
    attack, defence = total(pos, frame, "attackers"), total(pos, frame, "defenders")
    attacker, defender = frame.text("attacker"), frame.text("defender")
    ahead, behind, strength, side = (
        (attacker, defender, attack, "attackers") if attack >= defence else (defender, attacker, defence, "defenders")
    )
    patch: dict[str, bool | int | str | list[int | str] | None] = {"attack": attack, "defence": defence}
    if strength < 1 or not values.side(pos, frame, side):
        pos.emit(FrameAdvanced(frame.id, frame.step + 1, patch))
        return None
    unopposed = ahead == attacker and defence == 0
    patch |= {"winner": ahead, "loser": behind, "margin": abs(attack - defence), "unopposed": unopposed}
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, patch))
    kind = frame.text("type")
    parts = (
        Occurrence("won", player=ahead, other=frame.id, note=kind),
        Occurrence("lost", player=behind, other=frame.id, note=kind),
    )
    pos.open("moment", None, parts)
    return None


def bonuses(pos: Position, frame: Frame) -> Ask | None:
    """The unopposed bonus (`agot2/4.2.3#1`, `agot2/unopposed#3`) and, in melee, the rival bonus, gained at the same
    time (`agot2/4.2.3#3`)."""
    parts = []
    winner = frame.text("winner")
    if frame.data.get("unopposed"):
        parts.append(Occurrence("gained", board.faction_card(pos, winner), winner, 1, note="power"))
    if winner:
        parts += rival_bonus(pos, winner, frame.text("loser"))
    if parts:
        pos.open_next(frame, "moment", None, tuple(parts))
    return None


def end(pos: Position, frame: Frame) -> Ask | None:
    """The challenge ends and nobody participates any more (`agot2/4.2.6#1`)."""
    finish_period(pos, frame)
    pos.open_next(frame, "moment", None, (Occurrence("ended", other=frame.id, note="challenge"),))
    return None


def claim(pos: Position, frame: Frame) -> Ask | None:
    """If the attacking player won, the claim of the challenge's kind is applied (`agot2/4.2.4#1`), otherwise none
    (`agot2/4.2.4#2`).

    It is scaled by the claim value of the attacker's plot as modified (`agot2/4.2.4#3`, `agot2/claim#2`). What it does
    comes from no card: it is a framework effect (`agot2/framework-effects#2`).
    """
    if frame.data.get("winner") != frame.data["attacker"] or not frame.data.get("winner"):
        pos.skip(NobodyChosen("agot2/4.2.4#2", "the attacking player won"))
        return None
    attacker = frame.text("attacker")
    amount = value(pos, attacker, f"claim_{frame.text('type')}", values.plot_value(pos, attacker, "claim"))
    return _CLAIMS[frame.text("type")](pos, frame, amount)


class Killed(Choose):
    """Who is killed for claim: each only once (`agot2/military-claim#5`)."""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = super().checks(pos, player, move)
        return [msgspec.structs.replace(c, rule="agot2/military-claim#5") if c.name == "distinct" else c for c in found]


def _military(pos: Position, frame: Frame, amount: int) -> Ask | None:
    """The loser chooses different characters (`agot2/military-claim#5`, `agot2/claim#3`), participating or not
    (`agot2/military-claim#2`).

    As many as possible (`agot2/military-claim#4`), killed at once (`agot2/military-claim#3`, `agot2/kill#1`); they are
    chosen once, so that a saved one still counts (`agot2/military-claim#6`).
    """
    player = frame.text("defender")
    people = board.characters(pos, player)
    if "claimed" not in frame.data:
        says = f"choose {amount} to be killed for claim"
        ask = Killed(player, "agot2/military-claim#1", says, frame, "claimed", people, amount, amount, verb="claim")
        if len(people) > amount > 0:
            return ask
        pos.skip(ask)
        if not people or not amount:
            return None
        pos.remember(frame, "claimed", list(people))
    chosen = frame.numbers("claimed")
    parts = tuple(Occurrence("killed", number, player) for number in chosen)
    pos.open_next(frame, "moment", {"claim": True}, parts)
    return None


def _intrigue(pos: Position, frame: Frame, amount: int) -> Ask | None:
    """Random cards from the loser's hand, as many as possible (`agot2/intrigue-claim#2`); the Master of Whispers may
    include other opponents."""
    if not amount:
        return None
    ask = claim_opponents(pos, frame)
    if ask is not None:
        return ask
    players = [frame.text("defender"), *frame.names("claim also")]
    for player in players:
        slot = f"random {player}"
        hand = pos.zone(player, "hand")
        if slot in frame.data:
            continue
        if len(hand) > amount:
            return Chance(
                "agot2/intrigue-claim#1",
                f"{amount} at random from {player}'s hand",
                frame,
                slot,
                f"claim {player}",
                hand,
                amount,
            )
        pos.remember(frame, slot, list(hand))
    parts = tuple(
        Occurrence("discarded", number, player) for player in players for number in frame.numbers(f"random {player}")
    )
    if parts:
        pos.open_next(frame, "moment", {"claim": True}, parts)
    return None


def _power(pos: Position, frame: Frame, amount: int) -> Ask | None:
    """Power moves from the loser's faction card to the winner's (`agot2/power-claim#1`), as much as there is
    (`agot2/power-claim#2`)."""
    loser, winner = frame.text("defender"), frame.text("attacker")
    source = board.faction_card(pos, loser)
    if amount and pos.table.count(source, "power"):
        part = Occurrence("moved", source, loser, amount, other=board.faction_card(pos, winner), note="power")
        pos.open_next(frame, "moment", {"claim": True}, (part,))
    return None


_CLAIMS = {"military": _military, "intrigue": _intrigue, "power": _power}


class NobodyChosen(Ask):
    """Nobody is asked who dies where claim kills nobody, or nobody else: who was chosen counts, saved or not."""

    def __init__(self, rule: str, unmet: str) -> None:
        super().__init__("", "claim", rule, "nobody is chosen for claim")
        self.unmet = unmet

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        return [Check("decider", self.rule, self.unmet, False)]

    def moves(self, pos: Position) -> Iterator[Move]:
        return iter(())


def satisfied(frame: Frame) -> NobodyChosen | None:
    """Why nobody is chosen once the claim of a challenge has been applied."""
    if frame.text("type") != "military" and frame.data.get("winner") == frame.data["attacker"]:
        return NobodyChosen("agot2/claim#3", "the challenge is military")
    chosen = NobodyChosen("agot2/military-claim#6", "somebody is still to be chosen for the claim")
    return chosen if frame.data.get("claimed") else None


KEYWORDS = ("insight", "intimidate", "pillage", "renown")


def keywords(pos: Position, frame: Frame) -> Ask | None:
    """Keywords of the challenge resolve now (`agot2/4.2.5#1`), by kind in the first player's order (`agot2/4.2.5#2`)."""
    if not frame.data.get("winner"):
        return None
    if frame.data.get("keyword"):
        return _resolve(pos, frame, frame.text("keyword"))
    done = frame.names("keywords done")
    over = satisfied(frame) if pos.observer is not None and not done else None
    if over is not None:
        pos.skip(over)
    waiting = [keyword for keyword in KEYWORDS if keyword not in done and _bearers(pos, frame, keyword)]
    if not waiting:
        for keyword in KEYWORDS if pos.observer is not None else ():
            if keyword not in done:
                pos.skip(_ask(pos, frame, keyword, []))
        return None
    if len(waiting) > 1 and "next keyword" not in frame.data:
        return Say(pos.first, "agot2/4.2.5#2", "which kind of keyword resolves next", frame, "next keyword", waiting)
    chosen = str(frame.data.get("next keyword") or waiting[0])
    pos.emit(FrameAdvanced(frame.id, frame.step, {"keyword": chosen}))
    return _resolve(pos, frame, chosen)


def _bearers(pos: Position, frame: Frame, keyword: str) -> list[int]:
    """The winner's participating characters with a keyword that could do something now; only an attacker intimidates
    (`agot2/intimidate#1`)."""
    winner, loser = frame.text("winner"), frame.text("loser")
    side = "attackers" if winner == frame.data["attacker"] else "defenders"
    found = [number for number in values.side(pos, frame, side) if values.has_keyword(pos, number, keyword)]
    if not found or (
        keyword in ("insight", "pillage") and not pos.zone(winner if keyword == "insight" else loser, "deck")
    ):
        return []
    if keyword == "intimidate" and (side != "attackers" or not _intimidated(pos, frame)):
        return []
    return found


def _intimidated(pos: Position, frame: Frame) -> list[int]:
    """Whom intimidate could kneel (`agot2/intimidate#2`), participating or not (`agot2/intimidate#3`)."""
    margin = frame.data["margin"]
    assert isinstance(margin, int)
    return [
        number
        for number in board.characters(pos, frame.text("loser"))
        if not board.kneeling(pos, number)
        and values.strength(pos, number) <= margin
        and pos.pack.happenings["knelt"].could(pos, Occurrence("knelt", number))
    ]


def _not_intimidated(pos: Position, frame: Frame, number: int) -> list[Check]:
    """Why a character may not be knelt by intimidate: whose it is, what it is, and whether anybody intimidates at all."""
    name, margin = pos.pack.name(pos, number), frame.number("margin")
    attacked = frame.text("winner") == frame.text("attacker")
    theirs = pos.in_play(number) and number in board.characters(pos, frame.text("loser"))
    side = values.side(pos, frame, "attackers") if attacked else []
    threat = any(values.has_keyword(pos, other, "intimidate") for other in side)
    weak, stands = theirs and values.strength(pos, number) <= margin, theirs and not board.kneeling(pos, number)
    rule = "agot2/intimidate#2"
    return [
        Check("attacked", "agot2/intimidate#1", f"{frame.text('winner')} has won as the attacker", attacked),
        Check("keyword", "agot2/intimidate#1", "an attacker has intimidate", threat if attacked else None),
        Check("loser's", rule, f"{name} is a character the loser controls", theirs),
        Check(
            "weak", rule, f"{name} has no more STR than the challenge was won by ({margin})", weak if theirs else None
        ),
        Check("stands", "agot2/kneel#3", f"{name} is standing", stands if theirs else None),
    ]


def _resolve(pos: Position, frame: Frame, keyword: str) -> Ask | None:
    """All instances of the chosen kind at the same time (`agot2/4.2.5#3`)."""
    bearers = _bearers(pos, frame, keyword)
    slot = f"use {keyword}"
    if slot not in frame.data and bearers:
        return _ask(pos, frame, keyword, bearers)
    users = frame.numbers(slot)
    done = frame.names("keywords done")
    pos.emit(
        FrameAdvanced(
            frame.id, frame.step, {"keyword": None, slot: None, "keywords done": [*done, keyword], "next keyword": None}
        )
    )
    parts = _KEYWORD[keyword](pos, frame, users) if users else ()
    if parts:
        pos.open("moment", {"keyword": keyword}, parts)
        return None
    return keywords(pos, frame)


class Intimidated(Choose):
    """Whom intimidate kneels: one in each challenge (`agot2/intimidate#4`)."""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = super().checks(pos, player, move)
        return [msgspec.structs.replace(c, rule="agot2/intimidate#4") if c.name == "count" else c for c in found]


def _ask(pos: Position, frame: Frame, keyword: str, bearers: list[int]) -> Choose:
    """Which of the bearers use a keyword, or whom one intimidate kneels (`agot2/intimidate#4`).

    None is an answer (`agot2/abilities#4`), and it is their controller's to give (`agot2/may#2`).
    """
    winner, slot = frame.text("winner"), f"use {keyword}"
    if keyword == "intimidate":
        says = "whom intimidate kneels (nobody is allowed)"
        victims = _intimidated(pos, frame) if bearers else []
        why_not = partial(_not_intimidated, pos, frame)
        return Intimidated(
            winner, "agot2/intimidate#2", says, frame, slot, victims, 0, 1, verb="keyword", reject=why_not
        )
    rule = f"agot2/{keyword}#1"

    def reject(number: int) -> list[Check]:
        name = pos.pack.name(pos, number)
        taking_part = number in (*values.side(pos, frame, "attackers"), *values.side(pos, frame, "defenders"))
        return [
            Check("participates", rule, f"{name} participates", taking_part),
            Check("keyword", rule, f"{name} has {keyword}", values.has_keyword(pos, number, keyword)),
        ]

    says = f"whose {keyword} is used"
    return Choose(winner, rule, says, frame, slot, bearers, 0, len(bearers), verb="keyword", reject=reject)


def _insight(pos: Position, frame: Frame, users: list[int]) -> tuple[Occurrence, ...]:
    """One card drawn for each (`agot2/insight#1`)."""
    return (Occurrence("drew", player=frame.text("winner"), amount=len(users), note="insight"),)


def _intimidate(pos: Position, frame: Frame, users: list[int]) -> tuple[Occurrence, ...]:
    return tuple(Occurrence("knelt", number, frame.text("loser"), note="intimidate") for number in users)


def _pillage(pos: Position, frame: Frame, users: list[int]) -> tuple[Occurrence, ...]:
    """One card from the top of the loser's deck for each (`agot2/pillage#1`)."""
    loser = frame.text("loser")
    cards = pos.zone(loser, "deck")[: len(users)]
    pairs = zip(users, cards, strict=False)
    return tuple(Occurrence("discarded", card, loser, source=user, note="pillage") for user, card in pairs)


def _renown(pos: Position, frame: Frame, users: list[int]) -> tuple[Occurrence, ...]:
    """One power for each (`agot2/renown#1`), on the character itself (`agot2/renown#2`)."""
    return tuple(Occurrence("gained", number, frame.text("winner"), 1, note="power") for number in users)


_KEYWORD = {"insight": _insight, "intimidate": _intimidate, "pillage": _pillage, "renown": _renown}
