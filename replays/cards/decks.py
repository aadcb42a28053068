"""Reading a deck list: headings, and lines of a number and a title.

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

from replays.cards.finding import titled
from rules.cards import Card
from rules.decks import Deck, Portion
from rules.errors import CardError, nearest
from rules.pack import Pack

HEADINGS = ("faction", "agenda", "plots", "cards")
_COPIES = re.compile(r"(\d{1,3})\s*[x×]?\s+(.+)")
_HEADING = re.compile(rf"({'|'.join(HEADINGS)}|plot|card)\b[:\s]*(.*)", re.IGNORECASE)
_PLURAL = {"plot": "plots", "card": "cards"}


def read_deck(pack: Pack, text: str, file: str) -> Deck:
    """A deck, or an error with the line of what cannot be understood."""
    parts: dict[str, list[Portion]] = {}
    heading = "cards"
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip()
        if not line:
            continue
        found = _HEADING.fullmatch(line)
        if found:
            heading = _PLURAL.get(found[1].lower(), found[1].lower())
            line = found[2].strip()
            if not line:
                continue
        copies = _COPIES.fullmatch(line)
        count, title = (int(copies[1]), copies[2]) if copies else (1, line)
        if not copies and heading in ("plots", "cards"):
            raise CardError(
                f"`{line}` should be a number and a title, such as `3 {line}`, or one of {', '.join(HEADINGS)}", file, number
            )
        parts.setdefault(heading, []).append(Portion(count, _card(pack, heading, title, file, number), number))
    return Deck({name: tuple(portions) for name, portions in parts.items()})


def _card(pack: Pack, heading: str, title: str, file: str, line: int) -> Card:
    """The card of a title; a faction may be called by its house alone."""
    cards = list(pack.cards.values())
    found = titled(cards, title.strip("\"'"))
    if heading == "faction":
        found = [card for card in found if card.type == "faction"] or [
            card for card in cards if card.type == "faction" and card.faction == title.strip().lower()
        ]
    if not found:
        raise CardError(f"there is no card {title!r}{nearest(title, {card.name for card in cards})}", file, line)
    return found[0]
