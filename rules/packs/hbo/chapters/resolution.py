"""The third step of a challenge: totals and winner, claim, the power for an unopposed win, renown.

`hbo/challenges-3`
"""

from __future__ import annotations

from collections.abc import Iterator

from ledger.events import FrameAdvanced, Move, Occurrence, Slots, State
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Choose
from rules.kernel.chance import Chance
from rules.kernel.names import whereabouts
from rules.kernel.position import Position
from rules.kernel.values import has
from rules.packs.hbo import board, values
from rules.packs.hbo.chapters.windows import add_happened, overlap_checks
from rules.packs.hbo.rulebook import closer
from rules.shared import totals, unknown_plots


def compare(pos: Position, frame: Frame) -> Ask | None:
    """Record both totals, the winner, the loser, and whether the challenge is unopposed, in the challenge's frame.

    The attacker wins if the attack is equal or higher (`hbo/challenges-3#2`), otherwise the defender
    (`hbo/defenders-win#1`); no minimum is asked (`hbo/challenges-3#4`). An attacker's win is unopposed if the defence
    is below 1 or nobody defends now (`hbo/unopposed#1`, `hbo/unopposed#2`, `hbo/challenges-2#4`). That the challenge
    was won and lost is added to `frame`, to be answered with the rest of the resolution.
    """
    challenge = _current_challenge(pos)
    attack, defence = values.side_total(pos, challenge, "attackers"), values.side_total(pos, challenge, "defenders")
    attacker, defender, kind = challenge.text("attacker"), challenge.text("defender"), challenge.text("type")
    winner, loser = (attacker, defender) if attack >= defence else (defender, attacker)
    defended = challenge.numbers("defenders") or totals.has_unknown(challenge, "defenders")
    is_unopposed = winner == attacker and (defence < 1 or not defended)
    patch: Slots = {"attack": attack, "defence": defence, "winner": winner, "loser": loser, "unopposed": is_unopposed}
    pos.emit(FrameAdvanced(challenge.id, challenge.step, patch))
    won = Occurrence("won", player=winner, other=challenge.id, note=kind, state=State.HAPPENED)
    lost = Occurrence("lost", player=loser, other=challenge.id, note=kind, state=State.HAPPENED)
    add_happened(pos, frame, (won, lost))
    return None


def claim(pos: Position, frame: Frame) -> Ask | None:
    """Carry out claim by the kind of the challenge, if the attacker won (`hbo/challenges-3#3`, `hbo/claim#1`).

    First comes what has to be decided, such as who is killed; the decision is returned. A defender who wins imposes no
    claim (`hbo/claim#3`, `hbo/defenders-win#2`).
    """
    challenge = _current_challenge(pos)
    if challenge.text("winner") != challenge.text("attacker"):
        return None
    amount = values.claim_value(pos, challenge.text("attacker"))
    unknown_plots.assume_claim(pos, challenge.text("attacker"))
    return _CLAIMS[challenge.text("type")](pos, frame, challenge, amount) if amount else None


def _military_claim(pos: Position, frame: Frame, challenge: Frame, amount: int) -> Ask | None:
    """Ask the loser which own characters die, as many as claim says or as possible, and kill them at the same time.

    They need not have taken part (`hbo/military-challenge#3`). `hbo/high-claim-military#1`
    """
    player = challenge.text("defender")
    people = [number for number in board.characters(pos, player) if not has(pos, number, "cannot", "be_killed")]
    if "claimed" not in frame.data:
        ask = ChooseVictims(pos, player, frame, people, amount)
        if len(people) > amount:
            return ask
        pos.skip(ask)
    chosen = frame.numbers("claimed") if "claimed" in frame.data else people
    if chosen:
        pos.open_next(
            frame, "moment", {"claim": True}, tuple(Occurrence("killed", number, player) for number in chosen)
        )
    return None


class ChooseVictims(Choose):
    """The choice of the characters killed for claim, among those of the loser that can be killed.

    Nobody is chosen twice, even if one of them could be saved (`hbo/high-claim-military#2`). If there are fewer than
    claim asks for, all are chosen (`hbo/claim#2`).
    """

    def __init__(self, pos: Position, player: str, frame: Frame, people: list[int], amount: int) -> None:
        says = f"choose {amount} to be killed for claim"

        def reject(number: int) -> list[Check]:
            name, own = pos.pack.name(pos, number), number in board.characters(pos, player)
            needed = f"{pos.player_name(player)} chooses among their own characters in play"
            return [
                Check("own", "hbo/military-challenge#2", needed, own, "" if own else whereabouts(pos, number)),
                Check(
                    "mortal", "hbo/claim#2", "claim kills a character that can be killed", not own, f"{name} cannot be"
                ),
            ]

        super().__init__(
            player,
            "hbo/military-challenge#2",
            says,
            frame,
            "claimed",
            people,
            amount,
            amount,
            verb="claim",
            reject=reject,
        )

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        rules = {"distinct": "hbo/high-claim-military#2", "count": "hbo/claim#2"}
        return overlap_checks(pos, move) or closer(super().checks(pos, player, move), rules)


def _intrigue_claim(pos: Position, frame: Frame, challenge: Frame, amount: int) -> Ask | None:
    """Ask chance for cards of the loser's hand and discard them (`hbo/intrigue-challenge#2`)."""
    player = challenge.text("defender")
    hand = pos.zone(player, "hand")
    if "random" not in frame.data and len(hand) > amount:
        says = f"{amount} at random from {player}'s hand"
        return Chance("hbo/intrigue-challenge#3", says, frame, "random", f"claim {player}", hand, amount)
    chosen = frame.numbers("random") if "random" in frame.data else list(hand)
    if chosen:
        pos.open_next(
            frame, "moment", {"claim": True}, tuple(Occurrence("discarded", number, player) for number in chosen)
        )
    return None


def _power_claim(pos: Position, frame: Frame, challenge: Frame, amount: int) -> Ask | None:
    """Move power from the loser's banner to the attacker's (`hbo/power-challenge#2`, `hbo/power-sources#3`).

    Power on characters is out of reach (`hbo/power-challenge#3`).
    """
    loser, winner = challenge.text("defender"), challenge.text("attacker")
    source = board.banner(pos, loser)
    if pos.table.count(source, "power"):
        part = Occurrence("moved", source, loser, amount, other=board.banner(pos, winner), note="power")
        pos.open_next(frame, "moment", {"claim": True}, (part,))
    return None


_CLAIMS = {"military": _military_claim, "intrigue": _intrigue_claim, "power": _power_claim}
"""What claim does in each kind of challenge."""


def unopposed(pos: Position, frame: Frame) -> Ask | None:
    """If the attacker won unopposed, open the moment in which that player's house gains 1 power (`hbo/unopposed#3`).

    The power comes from the pool (`hbo/power-sources#1`). Claim is over here, so `pos.observer` is told why
    it asks for no victim, or for no further one.
    """
    challenge = _current_challenge(pos)
    _skip_victims(pos, frame, challenge)
    if challenge.data.get("unopposed"):
        winner = challenge.text("winner")
        gained = Occurrence("gained", board.banner(pos, winner), winner, 1, note="power")
        pos.open_next(frame, "moment", None, (gained,))
    return None


def _skip_victims(pos: Position, frame: Frame, challenge: Frame) -> None:
    """Tell `pos.observer` why claim asks for no victim here, or for no further one."""
    attacker = challenge.text("attacker")
    if challenge.text("winner") != attacker:
        pos.skip(NoVictim("hbo/claim#3", "claim is chosen for only if the attacker won"))
    elif challenge.text("type") != "military" or not values.claim_value(pos, attacker):
        pos.skip(NoVictim("hbo/claim#1", "characters die for claim only in a military challenge with a claim above 0"))
    elif frame.data.get("claimed"):  # whoever was saved has been chosen all the same
        pos.skip(NoVictim("hbo/military-challenge#2", "no more characters are chosen than claim asks for"))


class NoVictim(Ask):
    """A decision that is never asked: whom claim kills, where it kills nobody or its victims have been chosen.

    Its one condition, `unmet`, fails for every answer: it says what would have to be so for a victim to be named.
    """

    def __init__(self, rule: str, unmet: str) -> None:
        super().__init__("", "claim", rule, "nobody is chosen for claim")
        self.unmet = unmet

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        unmet = Check("claimed", self.rule, self.unmet, False, "that is not so here")
        return self.elsewhere(pos, player, move) or [unmet]

    def moves(self, pos: Position) -> Iterator[Move]:
        return iter(())


def renown(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which the winner's participants with Renown gain 1 power each (`hbo/renown#1`).

    Defenders who win do, too (`hbo/renown#2`). The power comes from the pool (`hbo/power-sources#2`) and goes on the
    character (`hbo/renown#4`); nobody is asked (`hbo/renown#5`).
    """
    challenge = _current_challenge(pos)
    winner = challenge.text("winner")
    side = "attackers" if winner == challenge.text("attacker") else "defenders"
    bearers = [number for number in challenge.numbers(side) if values.has_keyword(pos, number, "renown")]
    for _ in bearers or (0,):  # each may be written on a line of its own
        pos.skip(WhoseRenown(pos, winner, frame, bearers))
    if bearers:
        parts = tuple(Occurrence("gained", number, winner, 1, note="power") for number in bearers)
        pos.open_next(frame, "moment", {"renown": True}, parts)
    return None


class WhoseRenown(Choose):
    """Whose renown works: that of all who qualify, so that nobody is asked. A line may name some of them."""

    def __init__(self, pos: Position, winner: str, frame: Frame, bearers: list[int]) -> None:
        def reject(number: int) -> list[Check]:
            has_it = number in pos.table.entities and values.has_keyword(pos, number, "renown")
            saw = f"{pos.pack.name(pos, number)} {'takes no part' if has_it else 'does not have it'}"
            return [Check("renown", "hbo/renown#1", "renown is that of a winning participant who has it", False, saw)]

        says, most = "whose renown works", len(bearers)
        super().__init__(winner, "hbo/renown#1", says, frame, "renown", bearers, 1, most, verb="renown", reject=reject)


def _current_challenge(pos: Position) -> Frame:
    """Return the frame of the challenge being resolved, which there must be."""
    frame = board.challenge(pos)
    assert frame is not None
    return frame
