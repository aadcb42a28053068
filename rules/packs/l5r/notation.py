"""How this game's moves and positions are written, and what a written position leaves out."""

from __future__ import annotations

from collections.abc import Collection

from ledger.events import Component, Counted, Introduced, Marked, Moved, Revealed, Slots
from rules.kernel.notation import CARD, WORD, Contest, Notation, Part, Phrase, Where, stand_in_phase
from rules.kernel.position import Position
from rules.packs.l5r import board, values
from rules.packs.l5r.chapters.drawing import UNFILLED
from rules.packs.l5r.chapters.playing import INTO_CONFLICT
from rules.packs.l5r.setup import bring_pools
from rules.packs.l5r.zones import copy_in_play, may_attach, why_not_attached
from rules.shared.unstated import not_stated

_CHOSEN = Part("", "cards", "picks")

PHRASES = (
    Phrase(
        "conflict",
        "conflict",
        (
            Part("", "word", "words", noun="type of conflict", known=board.KINDS),
            Part("for", "word", "words", noun="ring", known=board.ELEMENTS),
            Part("against", "card", "subject", "provinces", others=True),
            Part("with", "cards", "picks", total=True),
            Part("bypassing", "pairs", "pairs"),
        ),
    ),
    Phrase("defend", "defend", (Part("with", "cards", "picks"),)),
    Phrase("play", "use", (CARD,), types=("event",)),
    Phrase("play", "use", (CARD,), types=("attachment",), where="conflict_discard"),
    Phrase(
        "play",
        "play",
        (
            CARD,
            Part("on", "cards", "picks"),
            Part("to", "word", "words", noun="place", known=(INTO_CONFLICT,)),
            Part("with", "count", "amount"),
        ),
        types=("character", "attachment", "holding", "province", "stronghold", "role"),  # the last four to be refused
    ),
    Phrase("duplicate", "duplicate", (CARD,)),
    Phrase("bid", "bid", (WORD,)),
    Phrase("ring", "ring", (WORD,)),
    Phrase("favor", "favor", (Part("", "word", "words", noun="side", known=board.KINDS),)),
    Phrase("discard", "discard", (_CHOSEN,)),
    Phrase("discard", "choose", (_CHOSEN,), only_read=True),
    Phrase("sacrifice", "choose", (_CHOSEN,), only_read=True),
    Phrase("stronghold", "stronghold", (Part("", "cards", "picks", "provinces"),)),
    Phrase("provinces", "provinces", (Part("", "cards", "picks", "provinces"),)),
    Phrase("mulligan", "mulligan", (_CHOSEN,)),
)

_PHASES = {"conflict": "conflicts", **{phase: phase for phase in board.PHASES}}
"""The phase for each way to write it in a position."""

MOST_FATE = 30
"""More fate than anybody has."""
_TURNS = ("dynasty", "conflicts")
"""The phases that stand in the active player's action window where a position names a player and no step."""

_PLACES = {
    "holding": "`province1`",
    "province": "`province1` or `stronghold`",
    "stronghold": "`stronghold`",
    "role": "`role`",
}
"""The types of card that never lie in a play area, and the zones a position writes them in."""


def table_fault(pos: Position) -> str:
    """Return a sentence about the first thing in a play area that can never be there, or an empty string.

    Only characters and attached cards may lie there (`l5r/in-play-and-out-of-play#1`, `l5r/attachment-cards#2`), and
    nobody controls two copies of a unique card (`l5r/unique-cards#1`).
    """
    for entity in board.in_areas(pos):
        card = pos.card(entity.id)
        if card.type in _PLACES:
            return (
                f"{card.name} is a {card.type} and lies elsewhere: write it behind a word such as {_PLACES[card.type]}"
            )
        if card.type == "character" and entity.host and not card.facts.get("as_attachment"):
            return f"{card.name} is a character and is never attached to another"
        if card.type == "attachment" and not entity.host:
            return f"{card.name} is attached to nothing: write behind it what it is on, as in `(on x)`"
        if copy_in_play(pos, entity.controller, entity.id):
            return f"{entity.controller} cannot control two copies of {card.name}, which is unique"
    return ""


def place(pos: Position, where: Where) -> str:
    """Complete a written position and open the game, the round and the phase it stands in.

    Return a sentence about what is wrong with the table or with the words for the phase, or an empty string. With wrong
    words for the phase the table has been completed all the same. Fate that no line states is unknown.
    """
    wrong = table_fault(pos)
    if wrong:
        return wrong
    for player in pos.table.seats:
        if not any(pos.card(number).type == "stronghold" for number in pos.zone(player, board.KEEP)):
            return f"{player} needs a clan, such as `{player} crane` in the line of the players"
    complete(pos, where.stated)
    wrong = _attached_illegally(pos)
    if wrong:
        return wrong
    early = _before_first_income(where)
    knows = {} if early else not_stated(pos, where.stated, lambda pos, player: {"fate": MOST_FATE})
    second = pos.after(pos.first)
    if early and (second, "fate") not in where.stated:
        pos.emit(Counted(second, "fate", 1))
    wrong = stand_in_phase(pos, where, _PHASES, _TURNS, _last_to_act, game_knows=knows)
    return wrong or _favored(pos)


def _before_first_income(where: Where) -> bool:
    """Whether a position stands before the first fate is collected, where all have what setup gave (`l5r/setup-3#2`).

    Later a pool that is not stated may hold anything: fate that is not spent stays there.
    """
    words = [word for word in where.words if word not in ("phase", "begins")]
    if where.round != 1 or not where.round_said:
        return False
    if not words:
        return True
    step = " ".join(words[1:]) or ("actions" if "active" in where.roles else "begin")
    return words[0] == "dynasty" and step in ("begin", "reveal", "income")


def _favored(pos: Position) -> str:
    """Let who wins the glory count of the table as it is claim the favor, where a position stands at the claim.

    Return a sentence if nobody wins it, since then nobody claims the favor (`l5r/3.4.2#2`), or an empty string.
    """
    frame = pos.table.top
    if frame.kind != "conflicts" or frame.step != pos.pack.procedures["conflicts"].step("claim"):
        return ""
    winners = values.glory_winners(pos)
    if len(winners) > 1:
        return (
            "nobody claims the favor here, since the glory counts are equal: write `conflict count` or `conflict end`"
        )
    pos.patch(frame, {"favored": winners[0]})
    return ""


def _attached_illegally(pos: Position) -> str:
    """Return which attachment is where it may not be, which would be discarded at once (`l5r/attachment-cards#7`)."""
    for entity in board.in_areas(pos):
        clause = may_attach(pos, entity.id, entity.host) if entity.host and entity.card else ""
        if clause:
            on, why = pos.pack.name(pos, entity.host), why_not_attached(pos, entity.id, entity.host, clause)
            return f"{pos.pack.name(pos, entity.id)} may not be attached to {on}: {why}"
    return ""


def _last_to_act(pos: Position, phase: str, active: str) -> Slots:
    """Return what the conflict phase remembers: its last opportunity was the other player's, not the active one's."""
    return {"last": pos.after(active)} if phase == "conflicts" else {}


def complete(pos: Position, stated: Collection[tuple[str, str]], face: str = "down") -> None:
    """Add what a position leaves out: rings, favor, unknown facedown provinces, unknown dynasty cards, starting honor.

    Dynasty cards lie with this `face`: they are revealed before the dynasty window (`l5r/1.2#1`), so there it is up.
    Honor is set where a player has none and no line says so; `stated` are the zones and counters that lines state. A
    character that is on another is marked as an attachment and nothing else (`l5r/card-types#2`). Players know their
    own facedown provinces, which they may look at any time (`l5r/facedown-province#4`).
    """
    bring_pools(pos)
    for entity in list(board.in_areas(pos)):
        if entity.host and pos.card(entity.id).type == "character":
            pos.emit(Marked(entity.id, "attachment"))
    for player in pos.table.seats:
        for slot in (*board.SLOTS, board.KEEP):
            if not any(board.is_province(pos, number) for number in pos.zone(player, slot)):
                _add_unknown(pos, player, slot, "down", "province")
            unfilled = any(UNFILLED in pos.entity(number).marks for number in pos.zone(player, slot))
            if slot != board.KEEP and not unfilled and not board.in_slot(pos, player, slot):
                _add_unknown(pos, player, slot, face)
        for number in board.provinces(pos, player):
            if not pos.entity(number).up:
                pos.emit(Revealed(number, (player,)))
        if (player, "honor") not in stated and not pos.table.count(player, "honor"):
            pos.emit(Counted(player, "honor", pos.card(board.stronghold(pos, player)).number("honor")))


def _add_unknown(pos: Position, player: str, slot: str, face: str, mark: str = "") -> None:
    """Bring an unknown card to the table, faceup or facedown in one of a player's provinces."""
    number = max(pos.table.entities, default=0) + 1
    pos.emit(Introduced((Component(number, "", player, f"{player}.{slot}"),)))
    if mark:
        pos.emit(Marked(number, mark))
    pos.emit(Moved(number, f"{player}.{slot}", face=face))


_MEANINGS = {
    "play": "characters at home or in the conflict, and attachments on them",
    "hand": "conflict cards in hand",
    "deck": "the conflict deck",
    "conflict_deck": "the conflict deck",
    "dynasty_deck": "the dynasty deck",
    "conflict_discard": "the conflict discard pile",
    "dynasty_discard": "the dynasty discard pile",
    "provinces": "in a full game, the five provinces before they are placed",
    "stronghold": "the stronghold and the province under it; without it, the stronghold of the clan",
    "role": "the role card",
    "rings": "before a player, the rings that player has claimed; alone, unclaimed rings, with their fate in brackets",
    "favor": 'before a player, the Imperial Favor: `A favor "Imperial Favor" (military)`; alone, nobody has it',
    **{slot: f"the province in place {slot[-1]} from the left, and the card on it" for slot in board.SLOTS},
    "honor": "honor; without it, that of the stronghold",
    "fate": "fate in the pool; without it, what the player pays; in brackets, fate on the character or ring",
    "dial": "the number on the honor dial",
    "bowed": "the card is bowed",
    "ready": "the card is ready, as it is where nothing is written",
    "honored": "the character is honored",
    "dishonored": "the character is dishonored",
    "broken": "the province is broken",
    "facedown": "the card lies facedown",
    "province": "an unknown card that is a province",
    "military": "the side of the Imperial Favor",
    "political": "the side of the Imperial Favor",
    UNFILLED: "the province stays empty, since no card is left to refill it with",
    "first": "the first player",
    "active": "the player who has the next opportunity or conflict",
    "conflict": "the conflict phase: in its action window, or with `declare` at the next declaration",
    "conflicts": "the same",
    "dynasty": "the dynasty phase",
    "draw": "the draw phase",
    "regroup": "the regroup phase",
}
"""What each word of set-up lines and positions says."""

NOTATION = Notation(
    phrases=PHRASES,
    zones={
        "play": "play",
        "hand": "hand",
        "deck": "conflict_deck",
        "conflict_deck": "conflict_deck",
        "dynasty_deck": "dynasty_deck",
        "conflict_discard": "conflict_discard",
        "dynasty_discard": "dynasty_discard",
        "provinces": "provinces",
        "stronghold": "stronghold",
        "role": "role",
        "rings": "rings",
        "favor": "favor",
        **{slot: slot for slot in board.SLOTS},
    },
    counters={"honor": "", "fate": "", "dial": ""},
    brought=("stronghold", "role", "provinces", "dynasty_deck", "conflict_deck"),
    asked_in={"dynasty": ("play",), "count": ("favor",)},
    marks=frozenset(
        {"bowed", "honored", "dishonored", "broken", "facedown", "province", "military", "political", UNFILLED}
    ),
    plain={"ready": "bowed"},
    either=(frozenset({"honored", "dishonored"}),),
    tokens=frozenset({"fate"}),
    places=frozenset(board.SLOTS),
    fill={"conflict_deck": 20, "dynasty_deck": 20},
    whole={"conflict_deck": 40, "dynasty_deck": 40, "provinces": 5},
    faction="stronghold",
    shared=frozenset({"rings", "favor"}),
    contest=Contest("conflict", "skill", values.total),
    place=place,
    phases=_PHASES,
    meanings=_MEANINGS,
    unknown_in={
        "dynasty": (*board.SLOTS, "dynasty_deck"),
        "province": (*board.SLOTS, board.KEEP, "provinces"),
    },
)
