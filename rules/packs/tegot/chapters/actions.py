"""What an event card may start: one of the six actions or a procedure of its own, as the card's words change it."""

from __future__ import annotations

from collections.abc import Callable

from ledger.events import Occurrence, Slots
from ledger.table import Frame
from rules.kernel.position import Position
from rules.packs.tegot.chapters import events, march, plot, recruit, whisper

FLAGS: dict[str, Slots] = {
    "free": {"free": True},
    "one": {"most": 1},
    "two": {"most": 2},
    "three": {"most": 3},
    "cheaper_hero": {"discount": 1},
    "own_tokens": {"only": "own"},
    "allied_tokens": {"only": "allied"},
    "any_token": {"only": "token"},
    "a_hero": {"only": "hero"},
    "one_house": {"same": True},
    "with_own_hero": {"at": "own hero"},
    "with_a_hero": {"at": "hero"},
    "among_enemies": {"at": "enemy"},
    "to_battle": {"must": True},
    "led_by_hero": {"hero": True},
    "hero_alone": {"hero": True, "alone": True},
    "one_unit": {"alone": True},
    "at_castles": {"against": "castle"},
    "at_neutral": {"against": "neutral"},
    "at_single": {"against": "single"},
    "capturing": {"must": True, "capture": True},
    "within_four": {"reach": 4},
    "four_seas": {"seas": 4},
    "any_sea": {"seas": 6},
    "paid_by_sea": {"toll": True},
    "stronger_by_sea": {"voyage": True},
    "plus_one": {"strength": 1},
    "plus_two": {"strength": 2},
    "plus_three": {"strength": 3},
    "siege_plus_one": {"siege": 1},
    "second_card": {"second": 1},
    "top_card": {"glass": True},
    "champion": {"champion": 4},
    "stealing": {"steal": 1},
    "onto_deck": {"onto": True},
    "repaying": {"repay": True},
    "keeping": {"keep": True},
    "own_hero": {"whose": "own"},
    "any_hero": {"whose": "any"},
}
"""The slots that a word in a card's effect, such as `free` in `recruit(free)`, sets in the frame of the action."""


def data_of(part: Occurrence) -> Slots:
    """Return the data of the frame that an occurrence starts, from its player and the words in its `to`.

    A word that is no flag is the domain that units are sent to, or `home`.
    """
    data: Slots = {"player": part.player}
    for word in part.to.split():
        data.update(FLAGS.get(word, {"to": word}))
    return data


def possible(pos: Position, kind: str, data: Slots) -> bool:
    """Whether a frame of this kind, started by an event card with this data, has something to act on now.

    For `event` it is enough to hold an event card, for `eggs` to control a domain. Raises KeyError for a kind of frame
    that no event card starts.
    """
    return _POSSIBLE[kind](pos, Frame(0, kind, data=data))


_POSSIBLE: dict[str, Callable[[Position, Frame], bool]] = {
    "recruit": recruit.possible,
    "march": march.possible,
    "sail": march.possible,
    "expedition": march.possible,
    "move": march.possible,
    "gather": march.possible,
    "whisper": whisper.possible,
    "plot": plot.possible,
    "event": events.possible,
    **events.POSSIBLE,
}
