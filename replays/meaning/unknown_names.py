"""Names in moves that stand for nothing in the whole game: found in all lines at once, before the game is played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from replays.errors import NotationError
from replays.meaning.names import Names
from replays.meaning.written_moves import TOTAL
from replays.notation.lines import Document, Expect, Ref, Retract, Said, Stock
from replays.notation.players import find_player
from replays.notation.shapes import is_nobody
from rules.books.folding import plain
from rules.kernel.notation import Part

_CARDS = {"card", "cards", "pairs"}
"""The kinds of parts in which cards are named, and nothing else."""
_FORMS = {"card": "x", "cards": "x, y", "pairs": "x by y", "player": "B", "number": "3", "count": "3"}
"""How a part of a move is written, by its kind."""
_FEW_WORDS = 6
"""The most words of which all are shown."""


def unknown_names(document: Document, names: Names, there: Sequence[str]) -> list[NotationError]:
    """Return an error for each name in the moves of a transcript that is no short name, no number and no card.

    `there` are the cards that the set-up names, which are suggested first. Choices behind a use are left out, since
    they may be words. A short name that the set-up gives is no error even if its card is one: the card is told where it
    stands. Where something is taken back, nothing is looked at: lines that were taken back are never
    understood.
    """
    if any(isinstance(line, Retract) for line in document):
        return []
    given = {item.alias for line in document if isinstance(line, Stock) for item in line.items if item.alias}
    seats = {seat.player: seat for seat in document.seats}
    moves = [line.move if isinstance(line, Expect) else line for line in document]
    errors = []
    for said in (line for line in moves if isinstance(line, Said)):
        for ref in _cards_named(document, said):
            if ref.text in given or (said.verb == "choose" and find_player(ref.text, seats)):
                continue
            if plain(ref.text) in document.pack.notation.under and said.part("of") is None:
                says = f"whose {ref.text}? Write `{ref.text} of` and the card above it"
                errors.append(NotationError(says, said.number, said.source, ref.column, ref.width))
            elif not _is_known(names, ref):
                says = f"nothing here is called `{ref.text}`{names.hint(ref.text, there) or _form(document, said, ref)}"
                errors.append(NotationError(says, said.number, said.source, ref.column, ref.width))
    return errors


def _cards_named(document: Document, said: Said) -> Iterator[Ref]:
    """Yield the names in a move that can only be cards."""
    phrases = document.pack.notation.named(said.verb)
    for part in said.parts:
        places = [place for phrase in phrases for place in phrase.parts if place.lead == part.lead]
        kinds = {place.kind for place in places}
        totals = any(place.total for place in places)
        of_another = not part.lead and said.part("of") is not None  # `2 of ned`, `duplicate of ned`
        uses = [phrase for phrase in phrases if phrase.verb == "use"]
        if any(part.lead not in {place.lead for place in phrase.parts} for phrase in uses) and part.lead != "of":
            continue  # it may be a choice behind a use
        if (kinds and kinds <= _CARDS and not of_another) or part.lead == "of":
            items = [ref for ref in part.items if not (totals and TOTAL.fullmatch(ref.text))]
            yield from (name for ref in items for name in (ref, ref.by) if name is not None)


def _form(document: Document, said: Said, ref: Ref) -> str:
    """Return how a move with this verb is written, for several words that are no name; else an empty text.

    `; write A challenge military|intrigue|power [with x, y] [bypassing x by y] [against B]`
    """
    phrase = next((one for one in document.pack.notation.named(said.verb) if not one.only_read), None)
    if ref.quoted or " " not in ref.text or phrase is None:
        return ""
    parts = [_part_form(part) for part in phrase.parts]
    return f"; write `{' '.join([said.player, said.verb, *parts])}`"


def _part_form(part: Part) -> str:
    """Return how one part of a move is written; what follows a word of its own may be left out in some places."""
    words = "|".join(part.known) if 0 < len(part.known) <= _FEW_WORDS else part.noun.upper().replace(" ", "-") or "WORD"
    shown = _FORMS.get(part.kind, words)
    return f"[{part.lead} {shown}]" if part.lead else shown


def _is_known(names: Names, ref: Ref) -> bool:
    """Whether a name is a short name, a number, nobody, or a title of the game or a part of one."""
    if is_nobody(ref) or ref.text.removeprefix("#").isdecimal() or names.titled(ref.text):
        return True
    whole = ref.text.rpartition(".")[2]
    if ref.quoted:
        return False
    return bool(names.short_name(ref.text) or names.short_name(whole) or names.called(whole) or names.place(whole))
