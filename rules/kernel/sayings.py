"""How a game tells, in sentences for people, what its frames remember and what is counted for limits.

Both have keys that only the rules read, such as `claimed` or `initiated military B`. A pack gives a sentence for each
of its keys; what every game's frames remember is here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec


class Saying(msgspec.Struct, frozen=True):
    """The sentences for one key of a frame: for a value, for an empty one (False, no cards), and for a forgotten one.

    Without a sentence of its own, a forgotten value is not told; if `says` is empty, nothing is.
    """

    says: str
    empty: str = ""
    gone: str = ""


class Sayings(msgspec.Struct, frozen=True):
    """The sentences of a game: for what frames remember, for what is counted, for marks on components and for roles.

    Keys are patterns, in which `*` stands for any word: `total *`. The key of a slot may begin with the kind of frame
    it is for: `draw/left`. In a sentence `{value}` is what is remembered, `{a}`, `{b}` and `{c}` are what the stars
    stand for, and `{frame}` is the title of the frame. All are put into words. In what is counted, `{when}` is the
    period after which the count is forgotten: "this phase".

    `tokens` are words for kinds of tokens that the table does not show. `players` are the types of cards that stand for
    their players: tokens on one are told as the player's.
    """

    slots: Mapping[str, Saying] = {}
    uses: Mapping[str, str] = {}
    marks: Mapping[str, str] = {}
    roles: Mapping[str, str] = {}
    tokens: Mapping[str, str] = {}
    players: frozenset[str] = frozenset()


_SLOTS = {
    "target": Saying("the target is {value}", "there is no target"),
    "chosen": Saying("chosen: {value}", "nothing is chosen", "the choice has been carried out"),
    "chosen *": Saying("{a} chooses {value}", "{a} chooses nothing"),
    "may *": Saying("the answer to the optional part is {value}"),
    "paid": Saying("the cost is paid with {value}"),
    "wave": Saying("the effect goes on with its next part"),
    "shuffle": Saying("to be shuffled: {value}", gone="everything that had to be shuffled has been"),
    "shuffled": Saying("the cards have been shuffled", gone="the cards may be shuffled again"),
    "shuffled *": Saying("{a} has shuffled"),
    "shuffled * *": Saying("{a} has shuffled the {b}"),
    "reshuffled *": Saying("{a} has shuffled again"),
    "reshuffled * *": Saying("{a} has shuffled the {b} again"),
    "mulligan *": Saying("{a} has decided about a mulligan: {value}", "{a} takes no mulligan"),
    "new hand *": Saying("{a} has drawn a new hand"),
    "ended": Saying("{frame} is about to end"),
    "round": Saying("it is round {value}"),
    "winner": Saying("the winner is {value}", "nobody has won", "there is no winner so far"),
    "loser": Saying("the loser is {value}", "nobody has lost"),
    "attackers": Saying("attacking: {value}", "nobody attacks any more"),
    "defenders": Saying("defending: {value}", "nobody defends"),
    "attack": Saying("the attack counts {value}"),
    "defence": Saying("the defence counts {value}"),
    "total *": Saying("the total of {a} is {value}"),
    "random": Saying("taken at random: {value}", "nothing is taken at random"),
    "random *": Saying("taken at random from {a}: {value}", "nothing is taken at random from {a}"),
    "tied": Saying("the tie is decided for {value}", "nobody is tied", "the tie is decided"),
    "first": Saying("{value} is to be first player"),
    "starts": Saying("{value} is to be first player"),
    "initiative": Saying("{value} has the initiative", gone="the initiative is settled"),
    "revealed": Saying("revealed: {value}", "nothing is revealed so far", "what was revealed has been dealt with"),
    "active done": Saying("the turn as the active player has gone to {value}"),
    "margin": Saying("the margin is {value}"),
    "unopposed": Saying("it is unopposed", "it is opposed"),
    "forced": Saying("this part must be carried out"),
    "last": Saying("{value} was the last to act"),
    "setup *": Saying("{a} sets up {value}", "{a} sets up nothing"),
    "assumed *": Saying("nobody wrote it: {value}"),
    "assumed * *": Saying("nobody wrote it: {value}"),
    "open * *": Saying(""),  # what may be supposed of tokens that are not written: the sentence of `assumed` says it
    "supposed * *": Saying(""),
}
"""What frames of several games remember. A pack may say it otherwise."""
_USES = {
    "limited * *": "{a} has played a limited card {when}: {b}",
    "action * * *": "{c} has used {b} {when}",
}
"""What several games count."""


def slot_saying(sayings: Sayings, kind: str, slot: str) -> tuple[Saying, list[str]] | None:
    """Return the sentences for what a frame of a kind remembers under a name, with the words for the stars.

    Return None if there are none.
    """
    own = tuple(sayings.slots)
    found = _match(own, f"{kind}/{slot}") or _match(own, slot) or _match(tuple(_SLOTS), slot)
    if found is None:
        return None
    pattern, rest = found
    return sayings.slots.get(pattern) or _SLOTS[pattern], rest


def use_saying(sayings: Sayings, key: str) -> tuple[str, list[str]] | None:
    """Return the sentence for what is counted under a key, with the words for the stars; None without one."""
    found = _match(tuple(sayings.uses), key) or _match(tuple(_USES), key)
    if found is None:
        return None
    pattern, rest = found
    return sayings.uses.get(pattern) or _USES[pattern], rest


@lru_cache(maxsize=4096)
def _match(patterns: tuple[str, ...], key: str) -> tuple[str, list[str]] | None:
    """Return the pattern that a key follows, the one with the fewest stars, and the words in the stars' places."""
    words = key.split(" ")
    fitting = []
    for pattern in patterns:
        parts = pattern.split(" ")
        if len(parts) == len(words) and all(part in ("*", word) for part, word in zip(parts, words, strict=True)):
            fitting.append((parts.count("*"), pattern))
    if not fitting:
        return None
    pattern = min(fitting)[1]
    return pattern, [word for part, word in zip(pattern.split(" "), words, strict=True) if part == "*"]
