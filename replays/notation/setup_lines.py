"""Parsing set-up lines: the cards in a zone with the notes on each, and how many tokens a player has."""

from __future__ import annotations

import re

from replays.notation.lines import Item, Ref, Stock
from replays.notation.moves import joined_ref
from replays.notation.titles import is_lead
from replays.notation.tokens import Token, Words
from rules.kernel.notation import LEADS
from rules.kernel.pack import Pack

MOST_COPIES = 400
"""The most copies that one item of a set-up line may stand for."""
EMPTY = ("nothing", "none", "empty")
"""The words by which a set-up line says that nothing lies in a zone."""
_TIMES = re.compile(r"[xX×]([0-9]{1,6})")


def read_stock(words: Words, player: str, pack: Pack) -> Stock:
    """Return the set-up line of a player, or of a zone that belongs to nobody if `player` is empty.

        A play  ned = "Eddard Stark" (kneeling), 2 "Guard"
        A hand  5 unknown
        A gold  3
        road    "Caravan"

    A counter takes one number. A zone takes items between commas, or `nothing`.
    """
    at = 1 if player else 0
    zone = Token("word", words.tokens[at].text.casefold(), words.tokens[at].column)
    rest = words.tokens[at + 1 :]
    behind = rest[0].column if rest else 0
    if zone.text in pack.notation.counters:
        if len(rest) != 1 or not rest[0].text.isdecimal() or len(rest[0].text) > 6:
            raise words.error(f"how many? For example `{player} {zone.text} 3`", rest[0] if rest else zone)
        return words.make_line(Stock, player=player, zone=zone.text, amount=int(rest[0].text), behind=behind)
    if len(rest) == 1 and rest[0].kind == "word" and rest[0].text.casefold() in EMPTY:
        return words.make_line(Stock, player=player, zone=zone.text, behind=behind)
    parts = words.split_at_commas(at + 1)
    if parts == [[]]:
        raise words.error(
            f"what lies in {player or 'the common'} {zone.text}? Name cards, `5 unknown` or `nothing`", zone
        )
    items = tuple(_item(words, part, zone) for part in parts)
    return words.make_line(Stock, player=player, zone=zone.text, items=items, behind=behind)


def _item(words: Words, part: list[Token], zone: Token) -> Item:
    """Return one item, written `[ALIAS =] [NUMBER] NAME [xNUMBER] [(NOTE, …)]`.

    `zone` is the word that an error points at where nothing is written.
    """
    if not part:
        raise words.error("nothing stands between two commas, or before or after one", zone)
    alias, part = _alias(words, part)
    notes, part = _notes(words, part)
    count, part = _count(words, part, alias)
    if not part:
        raise words.error("the name of a card is missing", zone)
    if any(token.kind == "sign" for token in part) or (len(part) > 1 and any(token.kind != "word" for token in part)):
        wrong = next((token for token in part[1:] if token.kind != "word"), part[0])
        is_move = any(is_lead(token) for token in part)
        hint = "; if this is a move, write the line `moves` above it" if is_move else ""
        raise words.error(f"a comma is missing, or this does not belong here{hint}", wrong)
    name = joined_ref(part)
    known = name.quoted or name.text.casefold() != "unknown"
    return Item(name, count, alias, known, notes)


def _alias(words: Words, part: list[Token]) -> tuple[str, list[Token]]:
    """Return the short name before `=` (empty if there is none) and the tokens behind it."""
    if len(part) < 2 or part[1].kind != "sign" or part[1].text != "=":
        return "", part
    alias = part[0].text
    if part[0].kind != "word" or not re.fullmatch(r"[^\W\d][\w'-]*", alias):
        raise words.error("a short name is one word that begins with a letter", part[0])
    if alias.casefold() in (*LEADS, "by"):
        raise words.error(f"`{alias}` is a word that moves are written with; call the card something else", part[0])
    return alias, part[2:]


def _notes(words: Words, part: list[Token]) -> tuple[tuple[tuple[Ref, ...], ...], list[Token]]:
    """Return the notes in the brackets at the end of an item, each as its words, and the tokens before the brackets."""
    opening = next((at for at, token in enumerate(part) if token.kind == "sign" and token.text == "("), None)
    if opening is None:
        return (), part
    closing = part[-1]
    if closing.kind != "sign" or closing.text != ")":
        raise words.error("the bracket is not closed at the end of the card", part[opening])
    notes: list[list[Ref]] = [[]]
    for token in part[opening + 1 : -1]:
        if token.kind == "sign" and token.text == ",":
            notes.append([])
        elif token.kind == "sign":
            raise words.error("this does not belong inside the brackets", token)
        else:
            notes[-1].append(joined_ref([token]))
    if not all(notes):
        raise words.error("nothing stands in the brackets, or on one side of a comma in them", part[opening])
    return tuple(tuple(note) for note in notes), part[:opening]


def _count(words: Words, part: list[Token], alias: str) -> tuple[int, list[Token]]:
    """Return the number of copies, from `5 unknown` or `"Guard" x2` (else 1), and the other tokens.

    A card with a short name is a single one: `ned = 2 "Guard"` is an error.
    """
    count, token = 1, None
    if part and part[0].kind == "word" and part[0].text.isdecimal():
        token, text, part = part[0], part[0].text, part[1:]
        count = int(text[:6])
    elif len(part) > 1 and part[-1].kind == "word" and (found := _TIMES.fullmatch(part[-1].text)):
        token, part = part[-1], part[:-1]
        count = int(found[1])
    if token is not None and (not 0 < count <= MOST_COPIES or (alias and count > 1)):
        says = (
            f"one card has the short name {alias}, not {count}"
            if alias
            else f"from 1 to {MOST_COPIES} cards can be written at once"
        )
        raise words.error(says, token)
    return count, part
