"""Limited cards: whether a player may play another one this round; what is only put into play does not count."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.events import UseCounted
from rules.kernel.asks import Check
from rules.kernel.names import listed
from rules.kernel.position import Position


def limited_left(pos: Position, player: str, most: int = 1) -> bool:
    """Whether a player has played fewer than `most` limited cards this round, and so may play another."""
    return sum(times for _, times in _played(pos, player)) < most


def count_limited(pos: Position, player: str, number: int) -> None:
    """Count one more limited card that a player played this round."""
    pos.emit(UseCounted(f"{_key(player)} {pos.entity(number).card}", pos.period("round")))


def limited_check(pos: Position, player: str, number: int, rule: str, limited: bool, most: int = 1) -> Check:
    """Return the condition that a player may play one more card, which is limited or not, under a game's clause."""
    if not limited or limited_left(pos, player, most):
        return Check("limited", rule, _most_words(pos, player, most), True)
    needed, saw = limited_told(pos, player, number, most)
    return Check("limited", rule, needed, False, saw)


def limited_told(pos: Position, player: str, number: int, most: int = 1) -> tuple[str, str]:
    """Return how many limited cards a player may play in a round, and which were played, as two sentences.

    `number` is the card that may not be played any more; it is not read. Cards that a record of an older version
    counted without their name are told as so many cards.
    """
    titles = [pos.pack.cards[card].name if card in pos.pack.cards else "one" for card, _ in _played(pos, player)]
    return _most_words(pos, player, most), f"{pos.player_name(player)} has played {listed(titles)} this round"


def _most_words(pos: Position, player: str, most: int) -> str:
    cards = "one Limited card" if most == 1 else f"{most} Limited cards"
    return f"{pos.player_name(player)} may play {cards} in a round"


def _played(pos: Position, player: str) -> Iterator[tuple[str, int]]:
    """Yield each limited card that a player played this round by its id, and how often."""
    key = _key(player)
    for counted, times in pos.table.uses.get(pos.period("round"), {}).items():
        if counted == key or counted.startswith(f"{key} "):
            yield counted[len(key) + 1 :], times


def _key(player: str) -> str:
    return f"limited {player}"
