"""Parsing a written move: its player, its verb, and its parts, each with its lead word."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ledger.events import Seat
from replays.errors import NotationError
from replays.notation.lines import Ref, Said, SaidPart
from replays.notation.tokens import Token, Words
from rules.errors import nearest
from rules.kernel.notation import LEADS
from rules.kernel.pack import Pack

Fault = Callable[[str, Token], NotationError]
"""Makes an error of a sentence and the token that it points at."""


def read_move(words: Words, start: int, seats: Mapping[str, Seat], pack: Pack) -> Said:
    """Return the move that begins at token `start` of a line and goes on to its end.

    A move is written `[?] [PLAYER says:] PLAYER VERB … [@ STEP]`. An unknown player or verb, a lead word written twice
    or one with nothing behind it is an error.
    """
    tokens = words.tokens[start:]
    uncertain = bool(tokens) and tokens[0].kind == "sign" and tokens[0].text == "?"
    by, tokens = _claimant(words, tokens[1:] if uncertain else tokens, seats)
    if len(tokens) < 2:
        raise words.error("a move is a player and a verb, such as `A pass`", tokens[0] if tokens else words.tokens[-1])
    player, verb = _player(words, tokens[0], seats), _verb(words, tokens[1], pack)
    at = next((place for place, token in enumerate(tokens) if token.kind == "sign" and token.text == "@"), len(tokens))
    step = " ".join(token.text for token in tokens[at + 1 :])
    if at < len(tokens) and not step:
        raise words.error("name a step after `@`, such as `@ reactions` or `@ 4.2.5`", tokens[at])
    return words.make_line(
        Said,
        player=player,
        verb=verb.text,
        column=verb.column,
        parts=_parts(tokens[2:at], verb, words.error),
        by=by,
        uncertain=uncertain,
        step=step,
    )


def _claimant(words: Words, tokens: list[Token], seats: Mapping[str, Seat]) -> tuple[str, list[Token]]:
    """Return the player of a leading `A says:` and the tokens after it; an empty name and all tokens if none stands."""
    if len(tokens) < 2 or tokens[1].kind != "word" or tokens[1].text != "says":
        return "", tokens
    by = _player(words, tokens[0], seats)
    if len(tokens) < 3 or tokens[2].text != ":":
        raise words.error("an assertion is written `A says: B use …`", tokens[1])
    return by, tokens[3:]


def _player(words: Words, token: Token, seats: Mapping[str, Seat]) -> str:
    if token.kind != "word" or token.text not in seats:
        raise words.error(f"`{token.text}` is no player here{nearest(token.text, seats)}", token)
    return token.text


def _verb(words: Words, token: Token, pack: Pack) -> Token:
    if token.kind == "word" and pack.notation.named(token.text):
        return token
    verbs = pack.notation.verbs()
    hint = nearest(token.text, verbs) or f"; the verbs are {', '.join(sorted(verbs))}"
    raise words.error(f"no move is written `{token.text}`{hint}", token)


def _parts(tokens: list[Token], verb: Token, fault: Fault) -> tuple[SaidPart, ...]:
    """Cut the tokens behind a verb at their lead words; `paying with` counts as the one lead word `paying`."""
    pieces: list[tuple[str, int, list[Token]]] = [("", verb.column, [])]
    for token in tokens:
        lead = token.text if token.kind == "word" else ""
        if lead == "with" and pieces[-1][0] == "paying" and not pieces[-1][2]:
            continue
        if lead in LEADS:
            if any(lead == before for before, _, _ in pieces):
                raise fault(f"`{lead}` is written twice", token)
            pieces.append((lead, token.column, []))
        else:
            pieces[-1][2].append(token)
    found = []
    for lead, column, part in pieces:
        items = tuple(read_refs(part, fault))
        if lead and not items:
            raise fault(f"something must follow `{lead}`", Token("word", lead, column))
        if items:
            found.append(SaidPart(lead, items, column))
    return tuple(found)


def read_refs(tokens: list[Token], fault: Fault, one_word_each: bool = False) -> list[Ref]:
    """Return the names of a list that is separated by commas; `x by y` is one ref with the other as its `by`.

    Words beside one another are one name, unless every word is a name (`one_word_each`, for the order of a shuffle).

        hedge knight, "The Hound" by arya    ->    `hedge knight`; `The Hound`, by `arya`
    """
    found: list[Ref] = []
    name_begins = True
    after_by = False
    for token in tokens:
        if token.kind == "sign":
            if token.text != "," or name_begins:
                raise fault(f"`{token.text}` does not belong here", token)
            name_begins = True
        elif token.kind == "word" and token.text == "by" and found and not name_begins:
            after_by, name_begins = True, True
        elif name_begins or one_word_each:
            ref = Ref(token.text, token.column, token.kind == "text", token.owner)
            if after_by:
                found[-1] = Ref(found[-1].text, found[-1].column, found[-1].quoted, found[-1].owner, ref)
            else:
                found.append(ref)
            name_begins = after_by = False
        elif token.kind == "text" or found[-1].quoted or found[-1].by:
            raise fault("a comma is missing before this", token)
        else:
            last = found[-1]
            found[-1] = Ref(f"{last.text} {token.text}", last.column)
    if found and name_begins:
        raise fault("something is missing at the end of the list", tokens[-1])
    return found
