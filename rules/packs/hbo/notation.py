"""How this game's moves and positions are written, and which positions are impossible."""

from __future__ import annotations

from rules.kernel.notation import (
    CARD,
    CARDS,
    PLAYER,
    Contest,
    Notation,
    Part,
    Phrase,
    Where,
    stand_in_phase,
    turns_taken,
)
from rules.kernel.position import Position
from rules.packs.hbo import board, values
from rules.shared.unknown_plots import pools_not_stated

_HOST = Part("on", "cards", "picks")
_CHOSEN = Part("", "cards", "picks")
_PLOTS = Part("", "cards", "picks", "plots")

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
    Phrase("claim", "claim", (_CHOSEN,), any_order=True),  # responses come before the next action (hbo/response#3)
    Phrase("renown", "renown", (_CHOSEN,)),
    Phrase("marshal", "marshal", (CARD, _HOST)),
    Phrase("play", "use", (CARD,), types=("event",)),
    Phrase("play", "marshal", (CARD, _HOST), types=board.PLAYABLE),
    Phrase("plot", "plot", (_PLOTS,)),
    Phrase("setup", "setup", (CARDS,)),
    Phrase("keep", "hand", words=("keep",)),
    Phrase("mulligan", "hand", words=("mulligan",)),
    Phrase("first", "first", (PLAYER,)),
    Phrase("draft", "draft", (Part("", "cards", "picks", "offer"),)),
    Phrase("plotdeck", "plotdeck", (_PLOTS,)),
)
"""Every way to write a move of this game: the verb as it is written, the verb of the move, and the parts after it."""

_TURNS = ("marshalling", "challenges")
"""The phases in which players take turns as the active player."""
_PHASES = {**{phase: phase for phase in board.PHASES}, "marshaling": "marshalling"}
"""The phase each word of a position line means; one also has its American spelling."""


def impossible(pos: Position) -> str:
    """Return what makes a position impossible in this game, as a sentence for the writer, or an empty string.

    Looked at are the houses, two revealed plots, two copies of a unique card, wrong duplicates, and plots among other
    cards; nothing else.
    """
    houses = [seat.faction for seat in pos.table.seats.values() if seat.faction]
    if len(set(houses)) < len(houses):  # `hbo/game-overview#1`
        return "one player leads House Stark and the other House Lannister"
    for player in pos.table.seats:
        wrong = _two_plots(pos, player) or _two_copies(pos, player) or _misplaced(pos, player)
        if wrong:
            return wrong
    return ""


def _two_plots(pos: Position, player: str) -> str:
    """Return a complaint if a player has more than one revealed plot (`hbo/plot-2#2`), otherwise an empty string."""
    several = len(pos.zone(player, "plot")) > 1
    return f"{player} has one revealed plot; the others are in the plot deck (plots) or used" if several else ""


def _two_copies(pos: Position, player: str) -> str:
    """Return a complaint if a player has two copies of a unique card in play, otherwise an empty string.

    Nobody can play a second copy (`hbo/unique#2`); that of a character becomes its duplicate (`hbo/duplicate#1`).
    """
    for entity in board.controlled(pos, player):
        if not board.is_duplicate(entity) and board.copy_in_play(pos, player, entity.id):
            name = pos.card(entity.id).name
            hint = "; write one as (duplicate) of the other" if board.is_character(pos, entity.id) else ""
            return f"{player} cannot have two copies of {name} in play{hint}"
    return ""


def _misplaced(pos: Position, player: str) -> str:
    """Return a complaint about a duplicate that is no unique character, or about a plot among other cards.

    Plots are cards of their own kind and never lie in a draw deck (`hbo/plot-card#1`).
    """
    for entity in board.controlled(pos, player):
        card = pos.card(entity.id)
        if board.is_duplicate(entity) and not (card.unique and card.type == "character"):
            return f"{card.name} cannot be a duplicate: only unique characters have them"
    for zone in ("play", "hand", "deck", "discard", "dead"):
        plots = [number for number in pos.zone(player, zone) if pos.card(number).type == "plot"]
        if plots:
            return f"{pos.card(plots[0]).name} is a plot: it cannot lie in {player}'s {zone}"
    return ""


def place(pos: Position, where: Where) -> str:
    """Open the frames of the game, the round and the phase a position stands in, and return an empty string.

    Where the position names no phase, only the game is opened, and its next round is about to begin. If the position is
    impossible, or its words name no phase or step, return what is wrong and open nothing. The gold of a player who
    has collected income is unknown where no line states it.
    """
    knows = pools_not_stated(where.stated)
    return impossible(pos) or stand_in_phase(pos, where, _PHASES, _TURNS, turns_taken, knows)


_MEANINGS = {
    "play": "characters, locations and attachments in play",
    "hand": "cards in hand",
    "deck": "the draw deck",
    "plot": "the revealed plot",
    "plots": "the plot deck",
    "used": "the used plots",
    "discard": "the discard pile",
    "dead": "the dead pile",
    "banner": "the house's banner; without it, that of the house in the `players` line",
    "gold": "gold tokens",
    "power": "power on the banner; in brackets, power on the card",
    "kneeling": "the card kneels",
    "standing": "the card stands, as it does where nothing is written",
    "facedown": "the card lies facedown",
    "duplicate": "so many copies lie under it as duplicates; without a number, one",
    "first": "the first player",
    "active": "the player whose turn it is in the phase",
    "draw": "the draw phase",
    "marshalling": "the marshalling phase; with an active player, in that player's action window",
    "marshaling": "the same",
    "challenges": "the challenges phase; with an active player, in that player's action window",
    "dominance": "the dominance phase",
}
"""What each word of set-up lines and positions says."""

NOTATION = Notation(
    phrases=PHRASES,
    zones={zone: zone for zone in ("play", "hand", "deck", "plot", "plots", "used", "discard", "dead", "banner")},
    counters={"gold": "", "power": "banner"},
    brought=("deck", "plots", "banner"),
    asked_in={"marshalling": ("play",)},
    marks=frozenset({"kneeling", "facedown"}),
    plain={"standing": "kneeling"},
    tokens=frozenset({"power"}),
    under=frozenset({"duplicate"}),
    fill={"deck": 30},
    # each house has its banner, fifty cards and seven plots: `hbo/house-stark#1`, `hbo/house-lannister#1`
    # whoever leads it takes them: `hbo/setup-2#2`, `hbo/plot-deck#1`
    whole={"deck": 50, "plots": 7},
    faction="banner",
    common={board.DRAFT: (board.DRAFT, "plot")},
    contest=Contest("challenge", "strength", values.side_total),
    place=place,
    phases=_PHASES,
    meanings=_MEANINGS,
)
"""What this game adds to the notation of transcripts."""
