"""A challenge once it is initiated, step by step: from its initiation (`agot2/4.2`) to its end (`agot2/4.2.6`).

The initiation happens, then follow 4.2.2 compare STR, 4.2.3 bonuses, 4.2.4 claim, 4.2.5 keywords and 4.2.6 the end;
declaring defenders (4.2.1) is in `challenges`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import zip_longest

import msgspec

from ledger.events import FrameAdvanced, Move, Occurrence, Slots
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Choose, Say
from rules.kernel.chance import Chance
from rules.kernel.names import whereabouts
from rules.kernel.position import Position
from rules.kernel.values import said_by, value
from rules.packs.agot2 import board, values
from rules.packs.agot2.chapters.challenges import stays_standing
from rules.packs.agot2.chapters.titles import claim_opponents, rival_bonus
from rules.shared import totals, unknown_plots
from rules.shared.rounds import finish_period

# --- 4.2 the challenge is initiated -----------------------------------------------------------------------------------


def declared(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which a challenge is initiated, with all its parts at once (step 4.2).

    Attackers are declared and, unless a card keeps them standing, kneel; stealth targets are bypassed. Reactions to any
    part come after all of it (`agot2/4.2#11`).
    """
    attacker = frame.text("attacker")
    attackers = frame.numbers("attackers")
    parts = [
        Occurrence("challenge", player=attacker, other=frame.id, to=frame.text("defender"), note=frame.text("type"))
    ]
    parts += [Occurrence("attacked", number, attacker, other=frame.id) for number in attackers]
    parts += [
        Occurrence("knelt", number, attacker)
        for number in attackers
        if not stays_standing(pos, number, "kneel_as_attacker")
    ]
    pairs = zip_longest(frame.numbers("sneaks"), frame.numbers("stealth"), fillvalue=0)
    parts += [Occurrence("bypassed", number, attacker, source=sneak, other=frame.id) for sneak, number in pairs]
    parts += values.increases_at_beginning(pos)
    pos.open_next(frame, "moment", {"challenge": frame.id}, tuple(parts))
    return None


# --- 4.2.2 compare STR, determine the winner --------------------------------------------------------------------------


def compare(pos: Position, frame: Frame) -> Ask | None:
    """Compare the totals, and open the moment in which the challenge is won and lost, or nobody wins it (step 4.2.2).

    The totals of now count (`agot2/4.2.2#1`, `agot2/winning-a-challenge#1`). The higher total wins, a tie is the
    attacker's (`agot2/4.2.2#2`). Nobody wins or loses if the higher total is less than 1 STR
    (`agot2/winning-a-challenge#3`) or no character participates on its side (`agot2/winning-a-challenge#4`,
    `agot2/winning-a-challenge#5`, `agot2/4.2.2#3`). The attacker's win against a total of 0 is unopposed, whoever
    defended (`agot2/4.2.2#4`, `agot2/unopposed#1`, `agot2/unopposed#2`). Reactions to winning come before the bonuses
    (`agot2/4.2.2#5`, `agot2/reactions-and-interrupts#2`).

    The frame remembers `attack` and `defence`, and with a winner also `winner`, `loser`, `margin` and `unopposed`.
    """
    attack, defence = values.total(pos, frame, "attackers"), values.total(pos, frame, "defenders")
    attacker, defender = frame.text("attacker"), frame.text("defender")
    if attack >= defence:
        ahead, behind, strength, side = attacker, defender, attack, "attackers"
    else:
        ahead, behind, strength, side = defender, attacker, defence, "defenders"
    patch: Slots = {"attack": attack, "defence": defence}
    if strength < 1 or not (values.side(pos, frame, side) or totals.has_unknown(frame, side)):
        pos.emit(FrameAdvanced(frame.id, frame.step + 1, patch))
        pos.open("moment", None, (Occurrence("undecided", other=frame.id, note=frame.text("type")),))
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


# --- 4.2.3 challenge bonuses ------------------------------------------------------------------------------------------


def bonuses(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which the winner gains the bonuses, all at the same time (step 4.2.3, `agot2/4.2.3#3`).

    They are 1 power for an unopposed challenge (`agot2/4.2.3#1`, `agot2/unopposed#3`) and, in melee, the rival bonus.
    Without a bonus no moment opens.
    """
    parts = []
    winner = frame.text("winner")
    if frame.data.get("unopposed"):
        parts.append(Occurrence("gained", board.faction_card(pos, winner), winner, 1, note="power"))
    if winner:
        parts += rival_bonus(pos, winner, frame.text("loser"))
    if parts:
        pos.open_next(frame, "moment", None, tuple(parts))
    return None


# --- 4.2.4 apply claim ------------------------------------------------------------------------------------------------


def claim(pos: Position, frame: Frame) -> Ask | None:
    """Apply the claim of the challenge's kind if the attacking player won (step 4.2.4, `agot2/4.2.4#1`).

    First comes what has to be decided, such as who is killed; the decision is returned. If the attacker did not win,
    there is no claim (`agot2/4.2.4#2`). It is as high as the claim value of the attacker's plot, after modifiers
    (`agot2/4.2.4#3`, `agot2/claim#2`). It comes from no card: it is a framework effect (`agot2/framework-effects#2`).
    """
    if frame.data.get("winner") != frame.data["attacker"] or not frame.data.get("winner"):
        pos.skip(NoClaimChoice("agot2/4.2.4#2", "claim is chosen for only if the attacking player won"))
        return None
    attacker = frame.text("attacker")
    amount = value(pos, attacker, f"claim_{frame.text('type')}", values.plot_value(pos, attacker, "claim"))
    unknown_plots.assume_claim(pos, attacker)
    return _CLAIMS[frame.text("type")](pos, frame, amount)


def _military_claim(pos: Position, frame: Frame, amount: int) -> Ask | None:
    """Ask the losing defender which `amount` characters are killed, then open the moment in which they are.

    They are different characters (`agot2/military-claim#5`, `agot2/claim#3`), participating or not
    (`agot2/military-claim#2`), as many as possible (`agot2/military-claim#4`), killed at once
    (`agot2/military-claim#3`, `agot2/kill#1`). They are chosen once, so that a saved one still counts
    (`agot2/military-claim#6`). Those that cannot be killed are not chosen from.
    """
    player = frame.text("defender")
    people = [number for number in board.characters(pos, player) if _killable(pos, player, number)]
    if "claimed" not in frame.data:
        rule, says = "agot2/military-claim#1", f"choose {amount} to be killed for claim"
        why_not = partial(_claim_checks, pos, player)
        ask = MilitaryClaimChoice(
            player, rule, says, frame, "claimed", people, amount, amount, verb="claim", reject=why_not
        )
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


def _killable(pos: Position, player: str, number: int) -> bool:
    """Whether a character could be killed now."""
    return pos.pack.happenings["killed"].could(pos, Occurrence("killed", number, player))


def _claim_checks(pos: Position, player: str, number: int) -> list[Check]:
    """Return the conditions for choosing a character for military claim: whose it is, and that it can be killed."""
    name, own = pos.pack.name(pos, number), number in board.characters(pos, player)
    needed = f"{pos.player_name(player)} chooses among their own characters"
    killable = _killable(pos, player, number) if own else None
    saw = said_by(pos, number, "cannot", "be_killed") if killable is False else ""
    return [
        Check("own", "agot2/military-claim#1", needed, own, "" if own else whereabouts(pos, number)),
        Check("cannot be killed", "agot2/cannot#1", f"nothing may say that {name} cannot be killed", killable, saw),
    ]


class MilitaryClaimChoice(Choose):
    """The losing defender's choice of the characters killed for military claim."""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        """Return the conditions of a choice; that nobody is chosen twice stands on `agot2/military-claim#5`."""
        return _with_rule(super().checks(pos, player, move), "distinct", "agot2/military-claim#5")


def _intrigue_claim(pos: Position, frame: Frame, amount: int) -> Ask | None:
    """Have chance pick `amount` cards from the loser's hand, then open the moment in which they are discarded.

    A smaller hand is discarded whole (`agot2/intrigue-claim#2`). The Master of Whispers may name other opponents.
    """
    if not amount:
        return None
    ask = claim_opponents(pos, frame)
    if ask is not None:
        return ask
    players = list(frame.names("claim against")) or [frame.text("defender")]
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


def _power_claim(pos: Position, frame: Frame, amount: int) -> Ask | None:
    """Open the moment in which power moves from the loser's faction card to the attacker's (`agot2/power-claim#1`).

    If there is less than `amount`, as much as there is moves (`agot2/power-claim#2`).
    """
    loser, winner = frame.text("defender"), frame.text("attacker")
    source = board.faction_card(pos, loser)
    if amount and pos.table.count(source, "power"):
        part = Occurrence("moved", source, loser, amount, other=board.faction_card(pos, winner), note="power")
        pos.open_next(frame, "moment", {"claim": True}, (part,))
    return None


_CLAIMS = {"military": _military_claim, "intrigue": _intrigue_claim, "power": _power_claim}


class NoClaimChoice(Ask):
    """A decision that is never asked: whom claim kills, where it kills nobody or its victims have been chosen.

    It explains why a choice written here is illegal.
    """

    def __init__(self, rule: str, unmet: str) -> None:
        super().__init__("", "claim", rule, "nobody is chosen for claim")
        self.unmet = unmet

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        """Return the one condition that fails for every answer: what would have to be so for somebody to be chosen."""
        unmet = Check("decider", self.rule, self.unmet, False, "that is not so here")
        return self.elsewhere(pos, player, move) or [unmet]

    def moves(self, pos: Position) -> Iterator[Move]:
        """Return no moves."""
        return iter(())


def _no_more_claim(frame: Frame) -> NoClaimChoice | None:
    """Return why nobody is chosen for claim after step 4.2.4: it is no military challenge, or all were chosen.

    None if the attacker did not win, or if nobody was there to be chosen.
    """
    if frame.text("type") != "military" and frame.data.get("winner") == frame.data["attacker"]:
        return NoClaimChoice("agot2/claim#3", "characters are chosen for claim only in a military challenge")
    chosen = NoClaimChoice(
        "agot2/military-claim#6", "characters are chosen only while some are still to be chosen for the claim"
    )
    return chosen if frame.data.get("claimed") else None


# --- 4.2.5 resolve keywords -------------------------------------------------------------------------------------------

KEYWORDS = ("insight", "intimidate", "pillage", "renown")
"""The keywords that resolve in step 4.2.5, after claim."""


def keywords(pos: Position, frame: Frame) -> Ask | None:
    """Resolve the keywords of the winner's participating characters, one kind after another (step 4.2.5).

    They are those of `KEYWORDS` (`agot2/4.2.5#1`). Their controller may decline each use, and a kind that could do
    nothing now is left out. The first player chooses the next kind if there are several (`agot2/4.2.5#2`). The frame
    remembers the kind being resolved as `keyword` and those resolved as `keywords done`; the step runs again until none
    is left.
    """
    if not frame.data.get("winner"):
        return None
    if frame.data.get("keyword"):
        return _resolve_keyword(pos, frame, frame.text("keyword"))
    done = frame.names("keywords done")
    over = _no_more_claim(frame) if pos.observer is not None and not done else None
    if over is not None:
        pos.skip(over)
    waiting = [keyword for keyword in KEYWORDS if keyword not in done and _bearers(pos, frame, keyword)]
    if not waiting:
        for keyword in KEYWORDS if pos.observer is not None else ():
            if keyword not in done:
                pos.skip(_keyword_choice(pos, frame, keyword, []))
        return None
    if len(waiting) > 1 and "next keyword" not in frame.data:
        return Say(pos.first, "agot2/4.2.5#2", "which kind of keyword resolves next", frame, "next keyword", waiting)
    chosen = str(frame.data.get("next keyword") or waiting[0])
    pos.emit(FrameAdvanced(frame.id, frame.step, {"keyword": chosen}))
    return _resolve_keyword(pos, frame, chosen)


def _resolve_keyword(pos: Position, frame: Frame, keyword: str) -> Ask | None:
    """Ask who uses a kind of keyword, then open the moment of all its instances at once (`agot2/4.2.5#3`).

    If it comes to nothing, go on with the next kind.
    """
    bearers = _bearers(pos, frame, keyword)
    slot = f"use {keyword}"
    if slot not in frame.data and bearers:
        return _keyword_choice(pos, frame, keyword, bearers)
    users = frame.numbers(slot)
    done = frame.names("keywords done")
    pos.emit(
        FrameAdvanced(
            frame.id, frame.step, {"keyword": None, slot: None, "keywords done": [*done, keyword], "next keyword": None}
        )
    )
    parts = _KEYWORD_EFFECTS[keyword](pos, frame, users) if users else ()
    if parts:
        pos.open("moment", {"keyword": keyword}, parts)
        return None
    return keywords(pos, frame)


def _bearers(pos: Position, frame: Frame, keyword: str) -> list[int]:
    """Return the winner's participating characters with a keyword that could do something now.

    Only an attacker intimidates (`agot2/intimidate#1`).
    """
    winner, loser = frame.text("winner"), frame.text("loser")
    side = "attackers" if winner == frame.data["attacker"] else "defenders"
    found = [number for number in values.side(pos, frame, side) if values.has_keyword(pos, number, keyword)]
    if not found or (
        keyword in ("insight", "pillage") and not pos.zone(winner if keyword == "insight" else loser, "deck")
    ):
        return []
    if keyword == "intimidate" and (side != "attackers" or not _intimidate_targets(pos, frame)):
        return []
    return found


def _keyword_choice(pos: Position, frame: Frame, keyword: str, bearers: list[int]) -> Choose:
    """Return the question which of the bearers use a keyword, or whom one intimidate kneels (`agot2/intimidate#4`).

    Nobody is an answer (`agot2/abilities#4`), and it is their controller's to give (`agot2/may#2`).
    """
    winner, slot = frame.text("winner"), f"use {keyword}"
    if keyword == "intimidate":
        says = "whom intimidate kneels (nobody is allowed)"
        targets = _intimidate_targets(pos, frame) if bearers else []
        why_not = partial(_intimidate_checks, pos, frame)
        return IntimidateChoice(
            winner, "agot2/intimidate#2", says, frame, slot, targets, 0, 1, verb="keyword", reject=why_not
        )
    rule = f"agot2/{keyword}#1"

    def reject(number: int) -> list[Check]:
        name = pos.pack.name(pos, number)
        taking_part = number in values.participants(pos, frame)
        return [
            Check("participates", rule, f"{keyword} is used by a participant", taking_part, f"{name} is none"),
            Check(
                "keyword",
                rule,
                f"the character must have {keyword}",
                values.has_keyword(pos, number, keyword),
                f"{name} does not have it",
            ),
        ]

    says = f"whose {keyword} is used"
    return Choose(winner, rule, says, frame, slot, bearers, 0, len(bearers), verb="keyword", reject=reject)


def _insight(pos: Position, frame: Frame, users: list[int]) -> tuple[Occurrence, ...]:
    """Return the winner's draw of one card for each character that uses insight (`agot2/insight#1`)."""
    return (Occurrence("drew", player=frame.text("winner"), amount=len(users), note="insight"),)


def _pillage(pos: Position, frame: Frame, users: list[int]) -> tuple[Occurrence, ...]:
    """Return the discard of the loser's top cards, one for each character that uses pillage (`agot2/pillage#1`)."""
    loser = frame.text("loser")
    cards = pos.zone(loser, "deck")[: len(users)]
    pairs = zip(users, cards, strict=False)
    return tuple(Occurrence("discarded", card, loser, source=user, note="pillage") for user, card in pairs)


def _renown(pos: Position, frame: Frame, users: list[int]) -> tuple[Occurrence, ...]:
    """Return the gain of one power on each character that uses renown (`agot2/renown#1`, `agot2/renown#2`)."""
    return tuple(Occurrence("gained", number, frame.text("winner"), 1, note="power") for number in users)


def _intimidate(pos: Position, frame: Frame, targets: list[int]) -> tuple[Occurrence, ...]:
    """Return the kneeling of the character chosen for intimidate."""
    return tuple(Occurrence("knelt", number, frame.text("loser"), note="intimidate") for number in targets)


_KEYWORD_EFFECTS = {"insight": _insight, "intimidate": _intimidate, "pillage": _pillage, "renown": _renown}


class IntimidateChoice(Choose):
    """The choice of the character that intimidate kneels."""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        """Return the conditions of a choice; that only one is chosen stands on `agot2/intimidate#4`."""
        return _with_rule(super().checks(pos, player, move), "count", "agot2/intimidate#4")


def _intimidate_targets(pos: Position, frame: Frame) -> list[int]:
    """Return the loser's characters that intimidate could kneel (`agot2/intimidate#2`).

    They need not participate (`agot2/intimidate#3`).
    """
    margin = frame.data["margin"]
    assert isinstance(margin, int)
    return [
        number
        for number in board.characters(pos, frame.text("loser"))
        if not board.kneeling(pos, number)
        and values.strength(pos, number) <= margin
        and pos.pack.happenings["knelt"].could(pos, Occurrence("knelt", number))
    ]


def _intimidate_checks(pos: Position, frame: Frame, number: int) -> list[Check]:
    """Return the conditions for kneeling a character by intimidate: who won and how, and which character it is."""
    name, margin = pos.pack.name(pos, number), frame.number("margin")
    attacked = frame.text("winner") == frame.text("attacker")
    theirs = pos.in_play(number) and number in board.characters(pos, frame.text("loser"))
    side = values.side(pos, frame, "attackers") if attacked else []
    threat = any(values.has_keyword(pos, other, "intimidate") for other in side)
    weak, stands = theirs and values.strength(pos, number) <= margin, theirs and not board.kneeling(pos, number)
    rule = "agot2/intimidate#2"
    return [
        Check(
            "attacked",
            "agot2/intimidate#1",
            "intimidate is used if the challenge was won as the attacker",
            attacked,
            f"{pos.player_name(frame.text('winner'))} won as the defender",
        ),
        Check(
            "keyword",
            "agot2/intimidate#1",
            "an attacker must have intimidate",
            threat if attacked else None,
            "none has it",
        ),
        Check("loser's", rule, "intimidate kneels a character of the loser", theirs, whereabouts(pos, number)),
        Check(
            "weak",
            rule,
            f"intimidate kneels a character with at most {margin} STR, the margin of the challenge",
            weak if theirs else None,
            f"{name} has {values.strength(pos, number)}" if theirs else "",
        ),
        Check(
            "stands",
            "agot2/kneel#3",
            "only a standing character can kneel",
            stands if theirs else None,
            f"{name} kneels",
        ),
    ]


def _with_rule(checks: list[Check], name: str, rule: str) -> list[Check]:
    """Return the checks with another rule for those of this name."""
    return [msgspec.structs.replace(check, rule=rule) if check.name == name else check for check in checks]


# --- 4.2.6 the challenge ends -----------------------------------------------------------------------------------------


def end(pos: Position, frame: Frame) -> Ask | None:
    """End the challenge (step 4.2.6): effects that last until then expire, and the moment of its end opens.

    After it nobody participates any more (`agot2/4.2.6#1`).
    """
    finish_period(pos, frame)
    pos.open_next(frame, "moment", None, (Occurrence("ended", other=frame.id, note="challenge"),))
    return None
