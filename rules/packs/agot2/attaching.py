"""Where an attachment may be attached."""

from __future__ import annotations

from rules.context import Context
from rules.packs.agot2 import reading
from rules.position import Position
from rules.values import has

_EXCEPT = "no_attachments except "
_ONLY = "no_attachments "


def may_attach(pos: Position, number: int, host: int) -> str:
    """The rule that forbids attaching one card to another, or an empty string; there may be any number of them
    (`agot2/attachment-cards#5`)."""
    card = pos.card(number)
    if not pos.in_play(host) or number == host or reading.is_duplicate(pos.entity(host)):
        return "agot2/attachment-cards#4"
    where = card.facts.get("attaches")
    if where:
        context = Context(pos, number, pos.entity(number).controller)
        if not context.judge(pos.pack.filter(str(where)), host):
            return "agot2/restrictions-and-permissions#1" if reading.is_character(pos, host) else "agot2/attachment-cards#3"
    elif not reading.is_character(pos, host):
        return "agot2/attachment-cards#3"
    refused = refuses(pos, number, host)
    if refused:
        return refused
    limit = card.facts.get("copies per host")
    if limit:
        copies = [part for part in pos.entity(host).attached if part != number and pos.card(part).name == card.name]
        if len(copies) >= int(limit):
            return "agot2/limits-and-maximums#3"
    return ""


def refuses(pos: Position, number: int, host: int) -> str:
    """The variant of "no attachments" that refuses; every variant that forbids prevails (`agot2/no-attachments#4`)."""
    if has(pos, host, "keyword", "no_attachments"):
        return "agot2/no-attachments#1"
    for keyword in pos.card(host).keywords:
        if not keyword.startswith("no_attachments") or reading.blank(pos, host):
            continue
        if keyword == "no_attachments":
            return "agot2/no-attachments#1"
        if keyword.startswith(_EXCEPT):
            if not any(reading.has_trait(pos, number, trait) for trait in keyword[len(_EXCEPT) :].split(", ")):
                return "agot2/no-attachments#3"
        elif any(reading.has_trait(pos, number, trait) for trait in keyword[len(_ONLY) :].split(", ")):
            return "agot2/no-attachments#2"
    return ""


def hosts(pos: Position, number: int) -> list[int]:
    """Everything in play an attachment could be attached to."""
    return [entity.id for entity in reading.in_play(pos) if not may_attach(pos, number, entity.id)]
