"""`A use X for Y` names whatever X answers: a card, a player, an ability in use, a cancel, or a number."""

from __future__ import annotations

import pytest

from ledger.events import FrameOpened, MoveMade, Occurrence
from replays.errors import NotationError
from replays.meaning.written_moves import WrittenMove
from replays.notation.parser import read, read_move_text
from replays.reading.reader import run
from replays.records.results import Run
from rules.resolution.moments import Window

HEAD = """lastword 1 agot2 joust
players   A "Anna" stark, B "Borys" lannister
position  round 3, challenges, first A, active B
A plot    "A Noble Cause"
A play    bran = "Bran Stark", ned = "Eddard Stark" (duplicate)
A hand    j1 = "The Hand's Judgment", 2 unknown
A gold    5
B plot    "A Noble Cause"
B play    tywin = "Tywin Lannister"
B hand    roar = "Hear Me Roar!", j2 = "The Hand's Judgment", cersei = "Cersei Lannister"
B gold    9

B play roar
A play j1 for roar
B play j2 for j1
"""


def played(*lines: str) -> Run:
    return run(read(HEAD + "".join(f"{line}\n" for line in lines)))


@pytest.mark.parametrize("name", ["j2", 'B."The Hand\'s Judgment"', "Borys.judgment"])
def test_a_cancel_of_a_cancel_is_named(name: str) -> None:
    """Bran cancels the second judgment, so that the first one cancels the event."""
    done = played(f"A use bran for {name}", "expect bran not in A.play")
    assert [bad.says for bad in done.violations] == []
    assert [item.text for item in done.expected if not item.held] == []
    assert done.table.entities[done.names.aliases["cersei"]].zone == "B.hand"


def test_the_first_event_is_named_though_its_cancel_was_cancelled() -> None:
    """Bran cancels the event itself, after the first judgment was cancelled by the second."""
    done = played("A use bran for roar", "expect bran not in A.play")
    assert [bad.says for bad in done.violations] == []
    j2 = next(
        at for at, entry in enumerate(done.entries) for event in entry.events if _uses(event, done.names.aliases["j2"])
    )
    bran = next(
        at
        for at, entry in enumerate(done.entries)
        for event in entry.events
        if _uses(event, done.names.aliases["bran"])
    )
    assert bran > j2 + 1  # others passed on j2 before: the use is not in the window of j2


def _uses(event: object, number: int) -> bool:
    return isinstance(event, MoveMade) and event.move.subject == number


def places(text: str) -> list[int]:
    """The indices of the occurrences that a use may answer, of six that happen at once."""
    done = played()
    pos, names = done.position, done.names
    ned, bran = names.aliases["ned"], names.aliases["bran"]
    duplicate = pos.entity(ned).attached[0]
    key = next(iter(pos.pack.abilities_of(pos, pos.entity(duplicate)))).key
    happening = (
        Occurrence("killed", ned, "A"),
        Occurrence("killed", bran, "A"),
        Occurrence("drew", 0, "A"),
        Occurrence("drew", 0, "B"),
        Occurrence("initiated", duplicate, "A", note=key),
        Occurrence("discarded", 0, "", source=names.aliases["tywin"]),
    )
    pos.emit(FrameOpened("moment", None, happening))
    slot = next(step.slot for step in pos.pack.procedures["moment"].steps if step.slot is not None)
    ask = Window("A", pos.table.top, slot, [], 0)
    wording = WrittenMove(read_move_text(f"A use ned for {text}", pos.table.seats, pos.pack), names, pos)
    return sorted({move.amount for move in wording.moves(pos, ask, every=True)})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ned", [0]),
        ("bran", [1]),
        ("Eddard", [0]),
        ("A", [2]),
        ("Borys", [3]),
        ("duplicate of ned", [4]),
        ("tywin", [5]),
        ("2", [1]),
    ],
)
def test_what_is_answered_is_named_in_every_way(text: str, found: list[int]) -> None:
    assert places(text) == found


def test_what_is_answered_and_is_unknown_or_ambiguous_is_an_error() -> None:
    with pytest.raises(NotationError, match="nothing here is called `nosuch`"):
        places("nosuch")
    with pytest.raises(NotationError, match="`Stark` may be"):
        places("Stark")


def test_both_the_ability_and_what_it_answers_may_have_a_host() -> None:
    said = read_move_text("A use 1 of bran for duplicate of ned", played().table.seats, played().document.pack)
    assert [(part.lead, part.items[0].text) for part in said.parts] == [
        ("", "1"),
        ("of", "bran"),
        ("for", "duplicate"),
        ("for of", "ned"),
    ]
