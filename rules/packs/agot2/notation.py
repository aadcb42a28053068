"""How this game's moves and positions are written in a transcript."""

from __future__ import annotations

from rules.kernel.notation import (
    CARD,
    CARDS,
    PLAYER,
    WORD,
    Contest,
    Notation,
    Part,
    Phrase,
    Where,
    stand_in_phase,
    turns_taken,
)
from rules.kernel.position import Position
from rules.packs.agot2 import board, values
from rules.packs.agot2.chapters.resolution import KEYWORDS
from rules.packs.agot2.chapters.titles import in_melee
from rules.packs.agot2.zones import may_attach, why_not_attached
from rules.shared.unknown_plots import pools_not_stated

_HOST = Part("on", "cards", "picks")
_CHOSEN = Part("", "cards", "picks")

PHRASES = (
    Phrase(
        "challenge",
        "challenge",
        (
            Part("", "word", "words", noun="kind of challenge", known=board.KINDS),
            Part("with", "cards", "picks", total=True),
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
    *(Phrase(keyword, "keyword", (_CHOSEN,), slot=f"use {keyword}") for keyword in KEYWORDS),
    Phrase("stealth", "stealth", (Part("", "pairs", "pairs"),)),
    Phrase("discard", "choose", (CARDS,), slot="reserve"),
    Phrase("discard", "choose", (_CHOSEN,), only_read=True),
    Phrase("sacrifice", "choose", (_CHOSEN,), only_read=True),
)
"""Every way to write a move of this game, beside those that all games share."""

_TURNS = ("marshaling", "challenges")
"""Phases with an active player: a position in one begins in that player's action window, in others at the beginning."""
_PHASES = {**{phase: phase for phase in board.PHASES}, "marshalling": "marshaling"}
"""The phase for each way to write its name."""


def place(pos: Position, where: Where) -> str:
    """Open the frames of the game, the round and the phase a position stands in, and return an empty string.

    Where the position names no phase, only the game is opened, and its next round is about to begin. If the table is
    impossible, or the words name no phase or step, return what is wrong and open nothing. The gold of a player who
    has collected income is unknown where no line states it.
    """
    knows = pools_not_stated(where.stated)
    return impossible(pos) or stand_in_phase(pos, where, _PHASES, _TURNS, turns_taken, knows)


def impossible(pos: Position) -> str:
    """Return why no game can have this table, as a sentence, or an empty string.

    Three things are looked at: nobody controls two copies of a unique card (`agot2/unique-cards#1`), attachments are
    where they may be (`agot2/attachment-cards#7`), and titles are borne as the rules allow.
    """
    return _two_copies(pos) or _attached_illegally(pos) or _wrong_titles(pos)


def _attached_illegally(pos: Position) -> str:
    """Return which attachment is where it may not be, so that it would be discarded at once, or an empty string."""
    for entity in board.in_play(pos):
        if not entity.host or not entity.card or board.is_duplicate(entity):
            continue
        clause = may_attach(pos, entity.id, entity.host)
        if clause:
            on, why = pos.pack.name(pos, entity.host), why_not_attached(pos, entity.id, entity.host, clause)
            return f"{pos.pack.name(pos, entity.id)} may not be attached to {on}: {why}"
    return ""


def _wrong_titles(pos: Position) -> str:
    """Return what is wrong with the titles borne, or an empty string.

    Titles are for melee (`agot2/joust#2`); there is one of each, and nobody bears two (`agot2/1.4#2`).
    """
    borne = [number for player in pos.table.seats for number in pos.zone(player, "title")]
    if borne and not in_melee(pos):
        return f"nobody bears {pos.card(borne[0]).name}: titles are not used in joust"
    names = [pos.card(number).name for number in borne]
    twice = next((name for name in names if names.count(name) > 1), "")
    if twice:
        return f"two players cannot bear {twice}: there is one of each title"
    many = next((player for player in pos.table.seats if len(pos.zone(player, "title")) > 1), "")
    return f"{many} cannot bear more than one title" if many else ""


def _two_copies(pos: Position) -> str:
    """Return who controls two copies of which unique card, as a sentence, or an empty string."""
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


_MEANINGS = {
    "play": "characters, locations and attachments in play",
    "hand": "cards in hand",
    "deck": "the draw deck",
    "plot": "the revealed plot",
    "plots": "the plot deck",
    "used": "the used pile of plots",
    "discard": "the discard pile",
    "dead": "the dead pile",
    "faction": "the faction card; without it, that of the faction in the `players` line",
    "title": "the title card, in melee",
    "agenda": "the agenda",
    "gold": "gold in the gold pool; in brackets, gold on the card",
    "power": "power on the faction card; in brackets, power on the card",
    "kneeling": "the card kneels",
    "standing": "the card stands, as it does where nothing is written",
    "facedown": "the card lies facedown",
    "duplicate": "so many copies lie under it as duplicates; without a number, one",
    "poison": "poison tokens on the card",
    "stand": "stand tokens on the card",
    "betrayal": "betrayal tokens on the card",
    "first": "the first player",
    "active": "the player whose turn it is in the phase",
    "draw": "the draw phase",
    "marshaling": "the marshaling phase; with an active player, in that player's action window",
    "marshalling": "the same",
    "challenges": "the challenges phase; with an active player, in that player's action window",
    "dominance": "the dominance phase",
    "taxation": "the taxation phase",
}
"""What each word of set-up lines and positions says."""

NOTATION = Notation(
    phrases=PHRASES,
    zones={"play": "play", "hand": "hand", "deck": "deck", "plot": "plot", "plots": "plots", "used": "used",
           "discard": "discard", "dead": "dead", "faction": "faction", "title": "title", "agenda": "agenda"},
    counters={"gold": "", "power": "faction"},
    brought=("deck", "plots", "agenda", "faction"),
    asked_in={"marshaling": ("play",)},
    marks=frozenset({"kneeling", "facedown"}),
    plain={"standing": "kneeling"},
    tokens=frozenset({"power", "gold", "poison", "stand", "betrayal"}),
    under=frozenset({"duplicate"}),
    fill={"deck": 30},
    whole={"deck": 60, "plots": 7},  # a plot deck is seven cards (`agot2/plot-deck#1`)
    faction="faction",
    common={"melee": ("titles", "title")},
    contest=Contest("challenge", "strength", values.total, lambda pos, frame, at: values.side(pos, frame, at) != []),
    place=place,
    phases=_PHASES,
    meanings=_MEANINGS,
)  # fmt: skip
