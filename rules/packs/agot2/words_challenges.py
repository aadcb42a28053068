"""The words of this game's cards that ask about challenges: the one being resolved and those of the phase."""

from __future__ import annotations

from rules.context import Context
from rules.packs.agot2 import reading
from rules.packs.agot2.words import WORDS


def _on(ctx: Context, side: str, number: int) -> bool:
    frame = reading.challenge(ctx.pos)
    return frame is not None and reading.on_side(ctx.pos, frame, number or ctx.it, side)


@WORDS.value("attacking", "value?", "the character is attacking", "attacking(self)")
def _attacking(ctx: Context, number: int = 0) -> bool:
    return _on(ctx, "attackers", number)


@WORDS.value("defending", "value?", "the character is defending", "defending")
def _defending(ctx: Context, number: int = 0) -> bool:
    return _on(ctx, "defenders", number)


@WORDS.value("participating", "value?", "the character participates in the challenge", "participating(self)")
def _participating(ctx: Context, number: int = 0) -> bool:
    return _on(ctx, "attackers", number) or _on(ctx, "defenders", number)


@WORDS.value("alone", "value?", "the character is the only one on its side", "attacking(self) and alone(self)")
def _alone(ctx: Context, number: int = 0) -> bool:
    frame = reading.challenge(ctx.pos)
    return frame is not None and [number or ctx.it] in [reading.side(ctx.pos, frame, side) for side in ("attackers", "defenders")]


def _challenge_word(name: str, key: str, says: str, example: str, empty: object) -> None:
    """A word about the challenge; attacking and defending player are in it against each other (`agot2/against#1`)."""

    @WORDS.value(name, "", says, example)
    def of_challenge(ctx: Context) -> object:
        frame = reading.challenge(ctx.pos)
        return frame.data.get(key, empty) if frame is not None else empty


for _word, _key, _says, _example, _empty in (
    ("challenge", "type", "the kind of the challenge being resolved", "challenge == military", ""),
    ("attacking_player", "attacker", "the attacking player", "attacking_player == you", ""),
    ("defending_player", "defender", "the defending player", "defending_player == you", ""),
    ("against", "against", "the player the challenge was initiated against", "against == you", ""),
    ("winner", "winner", "the winner of the challenge", "winner == you", ""),
    ("loser", "loser", "the loser of the challenge", "loser == you", ""),
    ("margin", "margin", "by how much STR the challenge was won", "margin >= 5", 0),
    ("unopposed", "unopposed", "the challenge was unopposed", "unopposed", False),
):
    _challenge_word(_word, _key, _says, _example, _empty)


@WORDS.value("loser_faction", "", "the losing player's faction card", "move(power, 1, loser_faction, faction)")
def _loser_faction(ctx: Context) -> int:
    frame = reading.challenge(ctx.pos)
    return reading.faction_card(ctx.pos, frame.text("loser")) if frame and frame.data.get("loser") else 0


@WORDS.value(
    "has_won", "symbol value?", "a player (you unless said) has won a challenge of this kind this phase", "has_won(intrigue, who)"
)
def _has_won(ctx: Context, kind: str, player: str = "") -> bool:
    return reading.times(ctx.pos, f"won {kind} {player or ctx.you}") > 0


@WORDS.value(
    "has_lost",
    "symbol value?",
    'a player (you unless said) has lost a challenge of this kind this round, or one as "defending" player this phase',
    "has_lost(power)",
)
def _has_lost(ctx: Context, kind: str, player: str = "") -> bool:
    return reading.times(ctx.pos, f"lost {kind} {player or ctx.you}") > 0


@WORDS.value("initiated", "symbol", "how many challenges of this kind you have initiated this phase", "initiated(military) == 1")
def _initiated(ctx: Context, kind: str) -> int:
    return reading.times(ctx.pos, f"initiated {kind} {ctx.you}")
