"""Players as people write them: by their letter or by their name, in any case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ledger.events import Seat
from replays.notation.tokens import Token, Words
from rules.books.folding import plain
from rules.errors import nearest

Seats = Mapping[str, Seat]
"""The seats of a game by the letters of their players."""


def players_called(text: str, seats: Seats) -> list[str]:
    """Return the letters of the players that a word or name may stand for; more than one if it is ambiguous.

    A letter as it is written comes first, then a letter in another case, then a whole name, then the first words of a
    name: `Anna` is Anna Kowalska. Accents make no difference in names.
    """
    if text in seats:
        return [text]
    wanted = plain(text).split()
    if not wanted:
        return []
    named = {letter: plain(seat.name).split() for letter, seat in seats.items()}
    readings = (
        [letter for letter in seats if letter.casefold() == text.casefold()],
        [letter for letter, name in named.items() if name == wanted],
        [letter for letter, name in named.items() if name[: len(wanted)] == wanted],
    )
    return next((found for found in readings if found), [])


def find_player(text: str, seats: Seats) -> str:
    """Return the letter of the one player that a word or name stands for, or an empty text."""
    found = players_called(text, seats)
    return found[0] if len(found) == 1 else ""


def leading_player(tokens: Sequence[Token], seats: Seats) -> tuple[list[str], int]:
    """Return the letters that the first tokens may stand for, and how many tokens that are; the longest name counts.

    Anna Kowalska challenge military    ->    ["A"], 2
    """
    longest = max((len(seat.name.split()) for seat in seats.values()), default=1)
    if tokens and tokens[0].kind == "word" and tokens[0].text in seats:
        return [tokens[0].text], 1
    for count in range(min(longest, len(tokens)), 0, -1):
        part = tokens[:count]
        if all(token.kind == "word" or (token.kind == "text" and count == 1) for token in part):
            found = players_called(" ".join(token.text for token in part), seats)
            if found:
                return found, count
    return [], 0


def take_player(words: Words, tokens: list[Token], seats: Seats) -> tuple[str, list[Token]]:
    """Return the player that tokens begin with, and the tokens behind; nobody, or one of several, is an error."""
    found, count = leading_player(tokens, seats)
    if len(found) == 1:
        return found[0], tokens[count:]
    raise words.error(no_player(tokens[0].text, found, seats), tokens[0])


def sitting(seats: Seats) -> str:
    """Return who sits at a table: "A (Anna), B (Borys)"."""
    named = (f"{player} ({seat.name})" if seat.name else player for player, seat in seats.items())
    return ", ".join(named) or "no players yet"


def no_player(text: str, found: Sequence[str], seats: Seats) -> str:
    """Return the sentence for a word that stands for no player, or for one of several (`found`)."""
    if found:
        return f"`{text}` may be {' or '.join(f'{letter} ({seats[letter].name})' for letter in found)}"
    known = [*seats, *(seat.name for seat in seats.values() if seat.name not in seats)]
    return f"`{text}` is no player here; at the table sit {sitting(seats)}{nearest(text, known)}"
