"""What a search of the books finds beside them: games and cases of the ledger, by their names and questions."""

from __future__ import annotations

import msgspec

from ledger.codec import GAME
from replays.desk.addresses import case_address, game_address
from replays.desk.rules.found import Asked
from replays.desk.settings import Desk
from rules.books.folding import words

MOST = 3
"""The most games, and the most cases, that are listed."""


class LedgerHit(msgspec.Struct, frozen=True):
    """A game or a case whose name or question has every word that is searched for."""

    kind: str
    title: str
    address: str
    status: str = ""


def found_in_ledger(desk: Desk, asked: Asked) -> tuple[LedgerHit, ...]:
    """Return the games and cases that a search of all books finds, the newest first; none for one book alone."""
    wanted = [] if asked.game else words(asked.query)
    if not wanted:
        return ()

    def has(text: str) -> bool:
        said = " ".join(words(text))
        return all(word in said for word in wanted)

    names = [str(row.name) for row in reversed(desk.ledger.stream_rows(GAME.name))]
    games = [LedgerHit("game", name, game_address(name)) for name in names if has(name)]
    cases = [
        LedgerHit("case", case.opened.question, case_address(case.name), case.status)
        for case in reversed(desk.cases())
        if has(f"{case.name} {case.opened.question}")
    ]
    return (*cases[:MOST], *games[:MOST])
