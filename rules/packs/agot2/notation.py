"""How this game's moves and positions are written."""

from __future__ import annotations

from rules.kernel.notation import CARD, CARDS, PLAYER, WORD, Notation, Part, Phrase, Where, stand_in_phase, turns_taken
from rules.kernel.position import Position
from rules.packs.agot2 import board
from rules.packs.agot2.chapters.titles import in_melee

_HOST = Part("on", "cards", "picks")
_CHOSEN = Part("", "cards", "picks")
_KEYWORDS = ("insight", "intimidate", "pillage", "renown")

PHRASES = (
    Phrase(
        "challenge",
        "challenge",
        (
            Part("", "word", "words"),
            Part("with", "cards", "picks"),
            Part("bypassing", "pairs", "pairs"),
            Part("against", "player", "words"),
        ),
    ),
    Phrase("defend", "defend", (Part("with", "cards", "picks"),)),
    Phrase("claim", "claim", (_CHOSEN,)),
    Phrase("marshal", "marshal", (CARD, _HOST)),
    Phrase("ambush", "ambush", (CARD, Part("for", "number", "amount"), _HOST)),
    Phrase("play", "use", (CARD,), types=("event",)),
    Phrase("play", "marshal", (CARD, _HOST), types=("character", "location", "attachment")),
    Phrase("plot", "plot", (Part("", "cards", "picks", "plots"),)),
    Phrase("title", "title", (_CHOSEN,)),
    Phrase("setup", "setup", (CARDS,)),
    Phrase("attach", "attach", (Part("to", "cards", "picks"),)),
    Phrase("keep", "hand", words=("keep",)),
    Phrase("mulligan", "hand", words=("mulligan",)),
    Phrase("first", "first", (PLAYER,)),
    Phrase("next", "say", (WORD,), slot="next keyword"),
    *(Phrase(keyword, "keyword", (_CHOSEN,), slot=f"use {keyword}") for keyword in _KEYWORDS),
    Phrase("stealth", "stealth", (Part("", "pairs", "pairs"),)),
    Phrase("discard", "choose", (CARDS,), slot="reserve"),
)

# Where a phase stands when a position says only its name: a turn of the active player in its action window, or its beginning.
_TURNS = ("marshaling", "challenges")
_PHASES = {**{phase: phase for phase in board.PHASES}, "marshalling": "marshaling"}


def impossible(pos: Position) -> str:
    """What no table of this game can be: two copies of a unique card under one player's control
    (`agot2/unique-cards#1`).
    """
    return _twice(pos) or _titles(pos)


def _titles(pos: Position) -> str:
    """Titles are for melee (`agot2/joust#2`); there is one of each, and nobody bears two (`agot2/1.4#2`)."""
    borne = [number for player in pos.table.seats for number in pos.zone(player, "title")]
    if borne and not in_melee(pos):
        return f"nobody bears {pos.card(borne[0]).name}: titles are not used in joust"
    names = [pos.card(number).name for number in borne]
    twice = next((name for name in names if names.count(name) > 1), "")
    if twice:
        return f"two players cannot bear {twice}: there is one of each title"
    many = next((player for player in pos.table.seats if len(pos.zone(player, "title")) > 1), "")
    return f"{many} cannot bear more than one title" if many else ""


def _twice(pos: Position) -> str:
    seen: set[tuple[str, str]] = set()
    for entity in board.in_play(pos):
        card = pos.card(entity.id)
        if not card.unique or board.is_duplicate(entity):
            continue
        if (entity.controller, card.name) in seen:
            return (
                f"{entity.controller} cannot control two copies of {card.name}; write one as (duplicate) of the other"
            )
        seen.add((entity.controller, card.name))
    return ""


def place(pos: Position, where: Where) -> str:
    """Open the game, the round and the phase a position stands in; says what is wrong with the words or the table, or
    nothing.
    """
    return impossible(pos) or stand_in_phase(pos, where, _PHASES, _TURNS, turns_taken)


NOTATION = Notation(
    phrases=PHRASES,
    zones={"play": "play", "hand": "hand", "deck": "deck", "plot": "plot", "plots": "plots", "used": "used", "discard": "discard",
           "dead": "dead", "faction": "faction", "title": "title", "agenda": "agenda"},
    counters={"gold": "", "power": "faction"},
    brought=("deck", "plots", "agenda", "faction"),
    marks=frozenset({"kneeling", "facedown"}),
    plain={"standing": "kneeling"},
    tokens=frozenset({"power", "gold", "poison", "stand", "betrayal"}),
    under=frozenset({"duplicate"}),
    fill={"deck": 30},
    whole={"deck": 60, "plots": 7},  # a plot deck is seven cards (`agot2/plot-deck#1`)
    faction="faction",
    common={"melee": ("titles", "title")},
    place=place,
)  # fmt: skip
