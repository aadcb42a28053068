"""What the table looks like: provinces outside, characters at home inside, the conflict in between."""

from __future__ import annotations

from functools import partial

from ledger.table import Frame
from rules.kernel.layout import Layout, PlayerCount, Row, RowLook, ShownContest, ShownNumber, ShownQuality
from rules.kernel.position import Position
from rules.packs.l5r import board, values
from rules.shared.contests import attack_and_defence


def _skill(kind: str, pos: Position, number: int) -> int | None:
    return None if board.dash(pos, number, kind) else values.skill(pos, number, kind)


def _rings(pos: Position, player: str) -> str:
    return " ".join(str(pos.card(number).facts.get("element", "")) for number in board.rings_of(pos, player))


def _side(pos: Position, frame: Frame, name: str) -> list[int]:
    return frame.numbers(name)


def _conflict(pos: Position) -> ShownContest | None:
    frame = board.conflict(pos)
    if frame is None:
        return None
    title = f"{frame.text('type').capitalize()} conflict".strip()
    ring, province = frame.number("ring"), frame.number("province")
    facts: list[str] = []
    if ring in pos.table.entities:
        facts.append(f"{' and '.join(values.elements(pos, ring))} ring")
    if province in pos.table.entities:
        known = bool(pos.entity(province).card)
        facts.append(
            f"at {pos.pack.name(pos, province)} (province strength {values.strength(pos, province)})"
            if known
            else "at a facedown province"
        )
    at = (province,) if province else ()
    return attack_and_defence(pos, frame, title, "skill", _side, values.total, tuple(facts), at)


LAYOUT = Layout(
    rows=(
        Row("provinces", (*board.SLOTS, board.KEEP), RowLook.STACKS),
        Row("at home", ("play",)),
    ),
    common=(Row("unclaimed", ("rings",), RowLook.STRIP),),
    piles={
        "conflict_deck": "conflict deck",
        "dynasty_deck": "dynasty deck",
        "conflict_discard": "conflict discard",
        "dynasty_discard": "dynasty discard",
        "provinces": "provinces aside",
        "role": "role",
        "out": "removed",
    },
    hidden=frozenset({"rings", "favor", "contested"}),
    counts=(
        PlayerCount("honor", "honor"),
        PlayerCount("fate", "fate"),
        PlayerCount("dial", "honor dial"),
        PlayerCount("rings", "rings", _rings),
        PlayerCount("favor", "Imperial Favor", board.favor_side),
    ),
    numbers={
        "character": (
            ShownNumber("military", "mil", partial(_skill, "military")),
            ShownNumber("political", "pol", partial(_skill, "political")),
            ShownNumber("glory", "glory", values.glory, on_tile=False),
        ),
        "province": (ShownNumber("strength", "strength", values.strength),),
    },
    qualities=(
        ShownQuality("keywords", "keyword", values.has_keyword),
        ShownQuality("traits", "trait_of", values.has_trait),
    ),
    type_of=board.card_type,
    turned=frozenset({"bowed"}),
    marks={"attachment": "", "province": "", "honored": "▲ honored", "dishonored": "▼ dishonored"},
    outcomes=frozenset({"won", "broken", "honored", "dishonored", "claimed", "favored"}),
    contest=_conflict,
)
"""The table of this game."""
