"""Chance as it came out in the other engine: the order of decks, as far as the later states tell it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from tests.second_opinion.files import Game, State

Names = Counter[str]


class Fortune:
    """What chance brought in one game, as far as its states tell.

    A deck's order is known only from what leaves it: the cards gone at the next state were above those still there.
    `deck_at` holds for each state which cards are left in a player's deck.
    """

    def __init__(self, game: Game, states: Sequence[State], left: Callable[[State, str], Names | None]) -> None:
        self.game = game
        self.states = list(states)
        self.deck_at = [{player: left(state, player) for player in game.players} for state in self.states]

    def order(
        self, player: str, since: int, names: Sequence[str], early: Callable[[str, int], float], last: Sequence[str]
    ) -> list[int]:
        """Return an order of a deck that fits all later states, as places in `names`.

        `since` is the number of states already passed, `early` says how soon a card is needed within its stretch, and
        `last` is the deck at the end of the game, top first.
        """
        waiting = list(range(len(names)))
        order: list[int] = []
        for state in self.deck_at[since:]:
            stay = state[player]
            if stay is None:
                continue
            kept, gone = _split(waiting, names, stay)
            order += sorted(gone, key=lambda at: early(names[at], at))
            waiting = kept
        ranks: dict[str, list[int]] = {}
        for rank, name in enumerate(last):
            ranks.setdefault(name, []).append(rank)
        placed = []
        for at in waiting:
            known = ranks.get(names[at])
            placed.append((known.pop(0) if known else len(last) + at, at))
        return order + [at for _, at in sorted(placed)]


def _split(waiting: list[int], names: Sequence[str], stay: Names) -> tuple[list[int], list[int]]:
    """Part the places of a deck into those that stay and those that leave; of equal cards the upper ones leave."""
    left = Counter(names[at] for at in waiting)
    leaving = left - stay
    kept, gone = [], []
    for at in waiting:
        if leaving[names[at]] > 0:
            leaving[names[at]] -= 1
            gone.append(at)
        else:
            kept.append(at)
    return kept, gone
