"""How this game's moves and positions are written."""

from __future__ import annotations

from ledger.events import Component, Counted, Introduced, Marked, Moved, Revealed, Slots
from rules.kernel.notation import CARD, WORD, Notation, Part, Phrase, Where, stand_in_phase
from rules.kernel.position import Position
from rules.packs.l5r import board
from rules.packs.l5r.chapters.drawing import UNFILLED
from rules.packs.l5r.setup import bring_pools
from rules.packs.l5r.zones import copy_in_play

_CHOSEN = Part("", "cards", "picks")

PHRASES = (
    Phrase(
        "conflict",
        "conflict",
        (
            Part("", "word", "words"),
            Part("for", "word", "words"),
            Part("against", "card", "subject"),
            Part("with", "cards", "picks"),
            Part("bypassing", "pairs", "pairs"),
        ),
    ),
    Phrase("defend", "defend", (Part("with", "cards", "picks"),)),
    Phrase("play", "use", (CARD,), types=("event",)),
    Phrase("play", "use", (CARD,), types=("attachment",), where="conflict_discard"),
    Phrase(
        "play",
        "play",
        (CARD, Part("on", "cards", "picks"), Part("to", "word", "words"), Part("with", "count", "amount")),
        types=("character", "attachment", "holding", "province", "stronghold", "role"),  # the last four to be refused
    ),
    Phrase("duplicate", "duplicate", (CARD,)),
    Phrase("bid", "bid", (WORD,)),
    Phrase("ring", "ring", (WORD,)),
    Phrase("favor", "favor", (WORD,)),
    Phrase("discard", "discard", (_CHOSEN,)),
    Phrase("stronghold", "stronghold", (Part("", "cards", "picks", "provinces"),)),
    Phrase("provinces", "provinces", (Part("", "cards", "picks", "provinces"),)),
    Phrase("mulligan", "mulligan", (_CHOSEN,)),
)

_PHASES = {"conflict": "conflicts", **{phase: phase for phase in board.PHASES}}

_PLACES = {
    "holding": "`province1`",
    "province": "`province1` or `stronghold`",
    "stronghold": "`stronghold`",
    "role": "`role`",
}
"""What never lies in a play area, and behind which words it is written."""


def impossible(pos: Position) -> str:
    """What no table of this game can be: in a play area other cards than characters and what is attached, or two copies
    of a unique card.

    `l5r/in-play-and-out-of-play#1`, `l5r/attachment-cards#2`, `l5r/unique-cards#1`
    """
    for entity in board.in_areas(pos):
        kind = pos.card(entity.id).type
        if kind in _PLACES:
            return f"{pos.card(entity.id).name} is a {kind} and lies elsewhere: write it behind a word such as {_PLACES[kind]}"
        if kind == "character" and entity.host and not pos.card(entity.id).facts.get("as_attachment"):
            return f"{pos.card(entity.id).name} is a character and is never attached to another"
        if kind == "attachment" and not entity.host:
            return f"{pos.card(entity.id).name} is attached to nothing: write behind it what it is on, as in `(on x)`"
        if copy_in_play(pos, entity.controller, entity.id):
            return f"{entity.controller} cannot control two copies of {pos.card(entity.id).name}, which is unique"
    return ""


def place(pos: Position, where: Where) -> str:
    """Open the game, the round and the phase a position stands in; says what is wrong with the words or the table, or
    nothing.
    """
    wrong = impossible(pos)
    if wrong:
        return wrong
    for player in pos.table.seats:
        if not any(pos.card(number).type == "stronghold" for number in pos.zone(player, board.KEEP)):
            return f"{player} needs a clan, such as `{player} crane` in the line of the players"
    complete(pos)
    return stand_in_phase(pos, where, _PHASES, ("dynasty", "conflicts"), _last_to_act)


def _last_to_act(pos: Position, phase: str, active: str) -> Slots:
    """Conflict opportunities go back and forth: the other player had the last one."""
    return {"last": pos.after(active)} if phase == "conflicts" else {}


def complete(pos: Position) -> None:
    """What a position leaves out: rings and favor, facedown provinces with a facedown card in each, starting honor.

    A character that is on another was played as an attachment, and is nothing else (`l5r/card-types#2`).
    """
    bring_pools(pos)
    for entity in list(board.in_areas(pos)):
        if entity.host and pos.card(entity.id).type == "character":
            pos.emit(Marked(entity.id, "attachment"))
    for player in pos.table.seats:
        for slot in (*board.SLOTS, board.KEEP):
            if not any(board.is_province(pos, number) for number in pos.zone(player, slot)):
                _bring(pos, player, slot, "province")
            unfilled = any(UNFILLED in pos.entity(number).marks for number in pos.zone(player, slot))
            if slot != board.KEEP and not unfilled and not board.in_slot(pos, player, slot):
                _bring(pos, player, slot)
        for number in board.provinces(pos, player):
            if not pos.entity(number).up:
                pos.emit(
                    Revealed(number, (player,))
                )  # a player may look at these at any time: `l5r/facedown-province#4`
        if not pos.table.count(player, "honor"):
            pos.emit(Counted(player, "honor", pos.card(board.stronghold(pos, player)).number("honor")))


def _bring(pos: Position, player: str, slot: str, mark: str = "") -> None:
    number = max(pos.table.entities, default=0) + 1
    pos.emit(Introduced((Component(number, "", player, f"{player}.{slot}"),)))
    if mark:
        pos.emit(Marked(number, mark))
    pos.emit(Moved(number, f"{player}.{slot}", face="down"))


NOTATION = Notation(
    phrases=PHRASES,
    zones={"play": "play", "hand": "hand", "deck": "conflict_deck", "conflict_deck": "conflict_deck", "dynasty_deck": "dynasty_deck",
           "conflict_discard": "conflict_discard", "dynasty_discard": "dynasty_discard",
           "provinces": "provinces", "stronghold": "stronghold", "role": "role", "rings": "rings", "favor": "favor",
           **{slot: slot for slot in board.SLOTS}},
    counters={"honor": "", "fate": "", "dial": ""},
    brought=("stronghold", "role", "provinces", "dynasty_deck", "conflict_deck"),
    marks=frozenset({"bowed", "honored", "dishonored", "broken", "facedown", "province", "military", "political", UNFILLED}),
    tokens=frozenset({"fate"}),
    fill={"conflict_deck": 20, "dynasty_deck": 20},
    whole={"conflict_deck": 40, "dynasty_deck": 40, "provinces": 5},
    faction="stronghold",
    shared=frozenset({"rings", "favor"}),
    place=place,
)  # fmt: skip
