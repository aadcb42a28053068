"""Where an attachment may be attached (`l5r/attachment-cards`, `l5r/no-attachments`)."""

from __future__ import annotations

from rules.context import Context
from rules.packs.l5r import reading
from rules.position import Position

_EXCEPT = "no_attachments except "


def may_attach(pos: Position, number: int, host: int, player: str = "") -> str:
    """The rule that forbids attaching one card to another, or an empty string; how many there are forbids none (`l5r/attachment-cards#6`).

    The text of an attachment is its controller's, or that of the `player` who takes control of it to attach it.
    """
    card = pos.card(number)
    if host not in pos.table.entities or not pos.in_play(host) or number == host:
        return "l5r/attachment-cards#4"
    where = card.facts.get("attaches")
    if where and card.type == "attachment":
        context = Context(pos, number, player or pos.entity(number).controller)
        if not context.judge(pos.pack.filter(str(where)), host):
            # a character, but not one its own text allows
            return "l5r/play-restrictions-and-permissions#1" if reading.is_character(pos, host) else "l5r/attachment-cards#5"
    elif not reading.is_character(pos, host):
        return "l5r/attachment-cards#5"
    if _refuses(pos, number, host):
        return "l5r/no-attachments#1"
    limit = card.facts.get("copies_per_host")
    if limit:
        copies = [part for part in pos.entity(host).attached if part != number and pos.card(part).name == card.name]
        if len(copies) >= int(limit):
            return "l5r/play-restrictions-and-permissions#1"
    return ""


def _refuses(pos: Position, number: int, host: int) -> bool:
    for keyword in pos.card(host).keywords:
        if not keyword.startswith("no_attachments") or reading.blank(pos, host):
            continue
        if not keyword.startswith(_EXCEPT):
            return True
        if not any(reading.has_trait(pos, number, trait) for trait in keyword[len(_EXCEPT) :].split(", ")):
            return True
    return False


def hosts(pos: Position, number: int) -> list[int]:
    """Everything in play an attachment could be attached to."""
    return [entity.id for entity in reading.in_areas(pos) if not may_attach(pos, number, entity.id)]


def restricted_on(pos: Position, host: int) -> list[int]:
    """The restricted attachments a character bears (`l5r/restricted#1`)."""
    return [part for part in pos.entity(host).attached if reading.has_keyword(pos, part, "restricted")]
