"""Parsing a written move: its player, its verb, and its parts, each with its lead word.

Case makes no difference in verbs, lead words and players. A title needs no quotes, even with a lead word or a comma in
it: see `titles`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from replays.errors import NotationError
from replays.notation.lines import FOR_OF, Ref, Said, SaidPart
from replays.notation.players import Seats, leading_player, take_player
from replays.notation.shapes import fitting_phrases
from replays.notation.titles import TitleTree, is_lead, join_titles
from replays.notation.tokens import Token, Words
from rules.errors import nearest
from rules.kernel.pack import Pack

Fault = Callable[[str, Token], NotationError]
"""Makes an error of a sentence and the token that it points at."""


def read_move(
    words: Words,
    start: int,
    seats: Seats,
    pack: Pack,
    short: Collection[str] = (),
    stated: TitleTree | None = None,
) -> Said:
    """Return the move that begins at token `start` of a line and goes on to its end.

    A move is written `[?] [PLAYER says:] PLAYER VERB … [@ STEP]`. An unknown player or verb, a lead word written twice
    or one with nothing behind it is an error, and so is more than the verb can hold. `short` and `stated` are the short
    names and the titles that set-up lines gave to cards; they are preferred to other titles of the game.
    """
    tokens = words.tokens[start:]
    uncertain = bool(tokens) and tokens[0].kind == "sign" and tokens[0].text == "?"
    by, tokens = _claimant(words, tokens[1:] if uncertain else tokens, seats)
    if len(tokens) < 2:
        raise words.error("a move is a player and a verb, such as `A pass`", tokens[0] if tokens else words.tokens[-1])
    player, tokens = take_player(words, tokens, seats)
    if not tokens:
        raise words.error(f"what does {player} do? A move is a player and a verb, such as `A pass`", words.tokens[-1])
    verb = _verb(words, tokens[0], pack)
    tokens = join_titles(tokens, 1, pack, short, stated)
    at = next((place for place, token in enumerate(tokens) if token.kind == "sign" and token.text == "@"), len(tokens))
    step = " ".join(token.text for token in tokens[at + 1 :])
    if at < len(tokens) and not step:
        raise words.error("name a step after `@`, such as `@ reactions` or `@ 4.2.5`", tokens[at])
    said = words.make_line(
        Said,
        player=player,
        verb=verb.text,
        column=verb.column,
        parts=_parts(tokens[1:at], verb, words.error),
        by=by,
        uncertain=uncertain,
        step=step,
    )
    fitting_phrases(said, pack.notation.named(verb.text), pack)
    return said


def is_claim(tokens: list[Token], seats: Seats) -> bool:
    """Whether tokens begin with a player and `says`."""
    _, count = leading_player(tokens, seats)
    behind = tokens[max(count, 1)] if len(tokens) > max(count, 1) else None
    return behind is not None and behind.kind == "word" and behind.text.casefold() == "says"


def _claimant(words: Words, tokens: list[Token], seats: Seats) -> tuple[str, list[Token]]:
    """Return the player of a leading `A says:` and the tokens after it; an empty name and all tokens if none stands."""
    if not is_claim(tokens, seats):
        return "", tokens
    by, rest = take_player(words, tokens, seats)
    if len(rest) < 2 or rest[1].text != ":":
        raise words.error("an assertion is written `A says: B use …`", rest[0])
    return by, rest[2:]


def _verb(words: Words, token: Token, pack: Pack) -> Token:
    """Return the verb of a move as the game has it; an unknown one is an error with the verbs that are most like it."""
    verb = pack.notation.verb(token.text) if token.kind == "word" else ""
    if verb:
        return Token("word", verb, token.column)
    verbs = pack.notation.verbs()
    hint = nearest(token.text.casefold(), verbs) or f"; the verbs are {', '.join(sorted(verbs))}"
    raise words.error(f"no move is written `{token.text}`{hint}", token)


def _parts(tokens: list[Token], verb: Token, fault: Fault) -> tuple[SaidPart, ...]:
    """Cut the tokens behind a verb at their lead words; `paying with` counts as the one lead word `paying`.

    An `of` behind `for` is a part of its own, `for of`: in `use 2 of ned for duplicate of arya` there are two hosts.
    """
    pieces: list[tuple[str, int, list[Token]]] = [("", verb.column, [])]
    for token in tokens:
        lead = token.text.casefold() if is_lead(token) else ""
        if lead == "with" and pieces[-1][0] == "paying" and not pieces[-1][2]:
            continue
        if lead == "of" and pieces[-1][0] == "for":
            lead = FOR_OF
        if lead:
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
    found: list[list[Token]] = []
    pairs: dict[int, list[Token]] = {}
    name_begins = True
    for token in tokens:
        name = pairs.get(len(found) - 1) or (found[-1] if found else [])
        if token.kind == "sign":
            if token.text != "," or name_begins:
                raise fault(f"`{token.text}` does not belong here", token)
            name_begins = True
        elif token.kind == "word" and token.text.casefold() == "by" and found and not name_begins:
            if len(found) - 1 in pairs:
                raise fault("`by` is written twice", token)
            pairs[len(found) - 1] = []
            name_begins = True
        elif len(found) - 1 in pairs and not pairs[len(found) - 1]:
            pairs[len(found) - 1].append(token)
            name_begins = False
        elif name_begins or one_word_each:
            found.append([token])
            name_begins = False
        elif token.kind != "word" or name[-1].kind != "word":
            raise fault("a comma is missing before this", token)
        else:
            name.append(token)
    if found and name_begins:
        raise fault("something is missing at the end of the list", tokens[-1])
    return [joined_ref(part, pairs.get(at)) for at, part in enumerate(found)]


def joined_ref(tokens: list[Token], by: list[Token] | None = None) -> Ref:
    """Return the name that tokens beside one another are, with the second name of a pair behind `by`."""
    first, last = tokens[0], tokens[-1]
    return Ref(
        " ".join(token.text for token in tokens),
        first.column,
        first.kind == "text",
        first.owner,
        joined_ref(by) if by else None,
        last.column + last.width - first.column,
    )
