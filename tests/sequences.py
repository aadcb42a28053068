"""Transcripts for tests of diagrams, audits and stepping: the disputed save, and nests of events that cancel each
other.
"""

from __future__ import annotations

from ledger.entries import Entry
from replays.notation.parser import read
from replays.reading.reader import run
from rules.kernel.pack import Pack

SAVE = """\
lastword 1 agot2 joust
players   A "Anna" stark, B "Borys" lannister
position  round 3, challenges, first A, active B
A plot    "A Noble Cause"
A play    ned = "Eddard Stark" (duplicate, power 2), cat = "Catelyn Stark" (kneeling)
A hand    5 unknown
B plot    "A Clash of Kings"
B play    hound = "The Hound"
B gold    3
B hand    "The Hand's Judgment", 4 unknown

B challenge military with hound against A
A defend with nobody
A claim ned
A use duplicate of ned
B play "The Hand's Judgment"
expect illegal agot2/duplicate
"""

NAMES = ("Zasadzka", "Tarcza", "Szept żółwia", "Їжак", "Ґудзик", "Łódź", "Źrebię", "Ćma", "Ńandu", "Щит", "Öl", "Próg")
"""Names with letters of three alphabets, for pictures to get right."""

_SPARK = """\
[[card]]
id = "spark"
name = "Spark"
type = "event"
faction = "neutral"
cost = 0
training = true
[[card.ability]]
kind = "action"
says = "Gain 1 gold."
do = ["gain(gold, 1)"]
"""

_ECHO = """\
[[card]]
id = "echo-{number}"
name = "{name}"
type = "event"
faction = "neutral"
cost = 0
training = true
[[card.ability]]
kind = "interrupt"
says = "Cancel an opponent's event."
when = "would_initiate(event and controller != you)"
do = ["cancel"]
"""

_MOURNING = """\
lastword 1 agot2 joust
players   A "Anna" stark, B "Borys" lannister
cards begin
[[card]]
id = "watcher"
name = "Watcher"
type = "character"
faction = "neutral"
strength = 1
icons = ["intrigue"]
training = true
[[card.ability]]
kind = "reaction"
says = "After a character is killed, gain 1 gold."
when = "killed(character)"
do = ["gain(gold, 1)"]
[[card]]
id = "mourner"
name = "Mourner"
type = "character"
faction = "neutral"
strength = 1
icons = ["intrigue"]
training = true
{forced}cards end
position  round 3, challenges, first A, active B
A plot    "A Noble Cause"
A play    cat = "Catelyn Stark", wa = "Watcher"
B plot    "A Clash of Kings"
B play    hound = "The Hound", wb = "Watcher", "Mourner"

B challenge military with hound against A
A defend with nobody
A claim cat
B use wb
A pass
"""

_FORCED = """\
[[card.ability]]
kind = "forced reaction"
says = "After a character is killed, kneel."
when = "killed(character)"
do = ["kneel(self)"]
"""


def mourning(forced: bool = True) -> str:
    """Return a transcript in which a character is killed: after a forced reaction, one player reacts and one passes."""
    return _MOURNING.format(forced=_FORCED if forced else "")


def nest(levels: int, rounds: int = 1) -> str:
    """Return a transcript with an event cancelled by one that is cancelled …, `levels` deep, `rounds` times over."""
    numbers = range((levels - 1) * rounds)
    names = [f"{NAMES[number % len(NAMES)]} {number + 1}" for number in numbers]
    cards = [_SPARK, *(_ECHO.format(number=number, name=name) for number, name in enumerate(names))]
    hands: dict[str, list[str]] = {"A": [f'{rounds} "Spark"' if rounds > 1 else '"Spark"'], "B": []}
    moves = []
    for number, name in enumerate(names):
        inner = number % (levels - 1)
        if inner == 0:
            moves.append('A use "Spark"')
        player = "BA"[inner % 2]
        hands[player].append(f'"{name}"')
        moves.append(f'{player} use "{name}"')
    lines = [
        "lastword 1 agot2 joust",
        'players A "Anna" stark, B "Borys" lannister',
        "cards begin",
        *cards,
        "cards end",
    ]
    lines += ["position round 2, challenges, first A, active A", 'A plot "A Noble Cause"', 'B plot "A Clash of Kings"']
    lines += [f"{player} hand {', '.join(cards)}" for player, cards in hands.items()]
    return "\n".join([*lines, "", *moves, ""])


def record(text: str) -> tuple[Pack, tuple[Entry, ...]]:
    """Run a transcript and return its pack and its entries."""
    done = run(read(text))
    return done.pack, tuple(done.entries)
