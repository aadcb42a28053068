"""The reader of deck lists: headings, and lines of a number and a title.

faction House Stark
agenda  Fealty
plots
2 A Storm of Swords
cards
3 Eddard Stark
# a remark
"""

from __future__ import annotations

import re

from replays.cards.lookup import titled
from rules.errors import CardError, RulesError, nearest
from rules.kernel.pack import Deckbuilding, Pack
from rules.language.cards import Card, Deck, DeckCheck, Portion

_COPIES = re.compile(r"(\d{1,3})\s*[x×]?\s+(.+)")


def read_deck(pack: Pack, text: str, file: str) -> Deck:
    """Return the deck that a list in a file describes; refuse a line that is not understood, by its number.

    The pack says which headings there are; cards above the first one in the file count under the pack's last. If
    several cards have a title, the first of them in the pack is taken. Raise `RulesError` for a game without decks.
    """
    parts: dict[str, list[Portion]] = {}
    headings = _deckbuilding(pack).headings
    heading = [*headings][-1]
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip()
        if not line:
            continue
        first, _, rest = line.partition(" ")
        word = first.rstrip(":").lower()
        named = next((name for name in headings if word in (name, name.removesuffix("s"))), "")
        if named:
            heading, line = named, rest.strip(" :")
            if not line:
                continue
        copies = _COPIES.fullmatch(line)
        count, title = (int(copies[1]), copies[2]) if copies else (1, line)
        if not copies and headings.get(heading, True):
            raise CardError(
                f"`{line}` should be a number and a title, such as `3 {line}`, or one of {', '.join(headings)}",
                file,
                number,
            )
        parts.setdefault(heading, []).append(Portion(count, _card(pack, heading, title, file, number), number))
    return Deck({name: tuple(portions) for name, portions in parts.items()})


def judge_deck(pack: Pack, deck: Deck) -> list[DeckCheck]:
    """Return every condition its game puts on a deck, whether the deck meets it or not.

    Raise `RulesError` for a game without rules for decks.
    """
    return _deckbuilding(pack).checks(pack.cards, deck)


def _deckbuilding(pack: Pack) -> Deckbuilding:
    if pack.deckbuilding is None:
        raise RulesError(f"the rules for building decks of {pack.title or pack.id} are not in this pack")
    return pack.deckbuilding


def _card(pack: Pack, heading: str, title: str, file: str, line: int) -> Card:
    """Return the card of a title.

    Under a heading that is a type of card only that type counts, and its faction is enough: `faction stark`.
    """
    cards = list(pack.cards.values())
    found = titled(cards, title.strip("\"'"))
    typed = [card for card in cards if card.type == heading]
    if typed:
        own = [card for card in typed if card.faction == title.strip().lower()]
        found = [card for card in found if card.type == heading] or own
    if not found:
        raise CardError(f"there is no card {title!r}{nearest(title, {card.name for card in cards})}", file, line)
    return found[0]
