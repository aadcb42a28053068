"""The six actions and what else an event may start: which frame each is, what a card's words change of it, and whether
it is possible.
"""

from __future__ import annotations

from collections.abc import Callable

from ledger.events import Occurrence, Slots
from ledger.table import Frame
from rules.kernel.position import Position
from rules.packs.tegot import board
from rules.packs.tegot.chapters import events, march, plot, recruit

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
"""What a word in a card's effect changes of the action it starts."""


def data_of(part: Occurrence) -> Slots:
    """What a frame of the action remembers; words that are no flags name a domain."""
    data: Slots = {"player": part.player}
    for word in part.to.split():
        data.update(FLAGS.get(word, {"to": word}))
    return data


def possible(pos: Position, kind: str, data: Slots) -> bool:
    """Whether an action could do anything now."""
    return _POSSIBLE[kind](pos, Frame(0, kind, data=data))


def _whisper(pos: Position, frame: Frame) -> bool:
    player = frame.text("player")
    cards = bool(pos.table.zones["deck"] or pos.table.zones["discard"])
    return bool(board.plots(pos, player)) or cards


_POSSIBLE: dict[str, Callable[[Position, Frame], bool]] = {
    "recruit": recruit.possible,
    "march": march.possible,
    "sail": march.possible,
    "expedition": march.possible,
    "move": march.possible,
    "gather": march.possible,
    "whisper": _whisper,
    "plot": plot.possible,
    "event": events.possible,
    **events.POSSIBLE,
}
