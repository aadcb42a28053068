"""How moves and positions of this game are written: the phrases of its verbs, and opening the frames of a position."""

from __future__ import annotations

from ledger.events import ControlChanged, Moved, SeatChanged, Slots
from rules.kernel.notation import CARD, WORD, Notation, Part, Phrase, Where, open_at
from rules.kernel.position import Position
from rules.packs.tegot import board, components, setup, worldmap
from rules.packs.tegot.zones import put_by_hero
from rules.shared import unstated

_ARMY = Part("", "cards", "picks")
_HAND = Part("", "cards", "picks", "hand")
_TO = Part("to", "word", "words", noun="domain", known_types=("domain",))
_PIECE = Part("", "card", "subject")
_WITH = Part("with", "word", "words", noun="house", known=worldmap.HOUSES)
_FACE = Part("", "word", "words", noun="die", known=board.ACTIONS)
_ALLY = Part("", "word", "words", noun="house", known=worldmap.HOUSES, known_types=("shield",))
_UNIT = Part("", "word", "words", noun="unit", known=(*worldmap.HOUSES, *(f"hero-{name}" for name in worldmap.HOUSES)))

PHRASES = (
    Phrase("draft", "draft", (_FACE,)),
    Phrase("place", "place", (_FACE, Part("on", "word", "words", noun="slot", known=board.ACTIONS))),
    Phrase("change", "change", (_FACE, Part("to", "word", "words", noun="face", known=board.ACTIONS), _WITH)),
    Phrase("reroll", "reroll", (_WITH,)),
    Phrase("march", "march", (_ARMY, _TO), in_steps=True),
    Phrase("sail", "sail", (_ARMY, _TO)),
    Phrase("move", "move", (_ARMY, _TO)),
    *(Phrase("move", way, (_ARMY, _TO), in_steps=way == "march") for way in ("march", "sail")),
    *(Phrase(way, "move", (_ARMY, _TO), only_read=True) for way in ("march", "sail")),
    *(Phrase(way, "gather", (_ARMY, _TO), only_read=True) for way in ("move", "march")),
    Phrase("gather", "gather", (_ARMY, _TO)),
    Phrase("recruit", "recruit", (_UNIT, _TO)),
    Phrase("whisper", "whisper", (_HAND,)),
    Phrase("plot", "plot", (_HAND,)),
    Phrase("take", "take", (_PIECE, _WITH), types=("token",)),
    Phrase("take", "choose", (_ARMY,), types=("token",), only_read=True),
    Phrase("take", "alliance", (_ARMY,), types=("shield",), only_read=True),
    Phrase("return", "return", (_ARMY,)),
    Phrase("return", "choose", (_ARMY,), only_read=True),
    Phrase("discard", "discard", (_HAND,)),
    Phrase("discard", "whisper", (_HAND,), only_read=True),
    Phrase("play", "use", (CARD,)),
    Phrase("fight", "fight", (Part("with", "cards", "picks", "hand"),)),
    Phrase("lose", "lose", (_ARMY,)),
    Phrase("lose", "choose", (_ARMY,), only_read=True),
    *(Phrase(verb, "choose", (_ARMY,), only_read=True) for verb in ("eliminate", "give")),
    Phrase("retreat", "retreat", (_TO,)),
    Phrase("way", "way", (WORD,)),
    Phrase("ally", "ally", (_ALLY,)),
    Phrase("place-hero", "place-hero", (_TO,)),
    Phrase("surprise", "surprise", (WORD,)),
    Phrase("egg", "egg", (_TO,)),
)
"""A phrase for each verb of this game, such as `march s1, s2 to riverrun`."""

_MOST_POINTS = 99
"""More points than anybody scores, for a player whose points no line of a position states."""
_ENDING = ("taxes", "cards", "fiefs", "capital", "cull", "heroes", "hand")
_PARTS = {"extra": ("extra", "follow"), "alliances": ("alliances", ""), **{step: ("ending", step) for step in _ENDING}}
"""For each word that a position may begin at after the turns: the part of the round, and the step within it."""


class _PositionWords:
    """The words of a `position` line: after `houses` the non-player houses; `plain` are the others, in order."""

    def __init__(self, where: Where) -> None:
        self.houses: list[str] = []
        self.plain: list[str] = []
        known = None
        for word in where.words:
            if word == "houses":
                known = self.houses
            elif known is not None and word in worldmap.HOUSES:
                known.append(word)
            else:
                known = None
                self.plain.append(word)


def place(pos: Position, where: Where) -> str:
    """Prepare the table of a position and open the frames it stands in.

    Missing pieces are brought, the non-player houses named, hero cards attached and put by their heroes. Returns a
    sentence on what is wrong with the position, or an empty string; the table may be changed even then.
    """
    said = _PositionWords(where)
    wrong = components.wrong(pos) or _too_much(said.plain) or _wrong_houses(pos, said.houses)
    if wrong:
        return wrong
    houses = _non_player_houses(pos, said.houses)
    unstated = [player for player in pos.table.seats if (player, "hand") not in where.stated]
    if unstated:
        pos.emit(SeatChanged(board.OPEN_HANDS, tuple(unstated)))
    components.bring_missing(pos, bool(unstated))
    pos.emit(SeatChanged("houses", (*houses, setup.ALWAYS)))
    wrong = components.misplaced(pos)
    if wrong:
        return wrong
    setup.attach_heroes(pos)
    for entity in list(pos.table.entities.values()):
        if entity.controller:
            pos.emit(ControlChanged(entity.id, ""))  # nobody owns a card: it is whoever's zone it lies in
    _place_hero_cards(pos)
    return _open_frames(pos, said.plain, where)


def _non_player_houses(pos: Position, said: list[str]) -> list[str]:
    """Return the non-player houses of a position, Arryn aside: those after `houses`, else those with a piece there.

    If fewer than three have a piece and none is named, the first others that no player leads fill them up to three.
    """
    named = [house for house in said if house != setup.ALWAYS]
    if named:
        return named
    stated = components.stated_houses(pos)
    free = [house for house in worldmap.HOUSES[:-1] if not board.player_of(pos, house) and house not in stated]
    return [*stated, *free[: setup.OTHERS - len(stated)]]


def _wrong_houses(pos: Position, said: list[str]) -> str:
    """Return a sentence on non-player houses that this game cannot have, or an empty string.

    There are three besides Arryn, no player leads one, and a house with a piece on the table is one of them.
    Keeps `tegot/setup-6#1`, `tegot/np-house#1`.
    """
    named = {house for house in said if house != setup.ALWAYS}
    stated = components.stated_houses(pos)
    led = next((house for house in said if board.player_of(pos, house)), "")
    if led:
        return f"{board.player_of(pos, led)} leads {led}, so it is no non-player house (`tegot/np-house#1`)"
    if len(named or stated) > setup.OTHERS:
        many = ", ".join(house for house in worldmap.HOUSES if house in (named or stated))
        return f"{many} cannot all be non-player houses: there are {setup.OTHERS} besides Arryn (`tegot/setup-6#1`)"
    left_out = next((house for house in stated if named and house not in named), "")
    return f"{left_out} has pieces on the table and does not stand behind `houses`" if left_out else ""


def _too_much(words: list[str]) -> str:
    """Return a sentence on words that say more than one place in a round, or an empty string."""
    if words in (["slot"], ["follow"]):
        return (
            f"`{words[0]}` is followed by an action, such as `{words[0]} march`; there are {', '.join(board.ACTIONS)}"
        )
    most = {"slot": 3, "follow": 2}.get(words[0], 1) if words else 0
    strange = [word for word in words[1:most] if word not in board.ACTIONS]
    if len(words) <= most and not strange:
        return ""
    too_much = strange[0] if strange else words[most]
    return f"{too_much!r} does not belong behind {words[0]!r}; write one place, such as `march` or `slot event march`"


def _place_hero_cards(pos: Position) -> None:
    for house in worldmap.HOUSES:
        figure = board.hero_figure(pos, house)
        if figure:
            put_by_hero(pos, figure)


def _open_frames(pos: Position, words: list[str], where: Where) -> str:
    """Open the frames that the plain words name; returns a sentence on what is wrong with them, or an empty string."""
    number, tokens = where.round, unstated.not_stated(pos, where.stated, _most_unstated)
    open_at(pos, "game", "rounds", {"round": number if words else number - 1, **tokens})
    if not words or words[0] == "scoring":
        return ""
    if words[0] in _PARTS:
        kind, step = _PARTS[words[0]]
        open_at(pos, "round", kind, {"round": number, "turns": list(pos.order()), "begun": [kind] if step else []})
        if step:
            open_at(pos, kind, step)
        return ""
    active = where.roles.get("active", "") or pos.first
    done = pos.order()[: pos.order().index(active) + 1]
    if words[0] not in ("turn", "slot", "follow", *board.ACTIONS):
        parts = ", ".join((*board.ACTIONS, *_PARTS))
        return f"no part of a round is called {words[0]!r}; there are turn, scoring, {parts}"
    if words[0] == "turn":
        _bring_dice(pos, where, active)
    open_at(pos, "round", "turns", {"round": number, "turns": list(done)})
    return _open_turn(pos, words, active)


def _bring_dice(pos: Position, where: Where, active: str) -> None:
    """Give unknown dice to players whose dice are not stated: two to the active player of a turn, one to later players.

    Nothing happens if the active player's dice are stated.
    Keeps `tegot/dice-draft#2`, `tegot/dice-draft#3`, `tegot/turn-4#1`.
    """
    if where.stated & {(active, "dice"), (active, "die")}:
        return
    order = pos.order()
    for player in order[order.index(active) :]:
        unmarked = [number for number in pos.table.zones["dice"] if not board.face_of(pos, number)]
        if not where.stated & {(player, "dice"), (player, "die")}:
            for number in unmarked[: 2 if player == active else 1]:
                pos.emit(Moved(number, f"{player}.dice"))


def _open_turn(pos: Position, words: list[str], active: str) -> str:
    """Open a turn at its beginning, or at an action of it: `turn`, `march`, `slot recruit march` or `follow march`.

    Returns a sentence on what is wrong with the words, or an empty string.
    """
    if words[0] == "turn":
        open_at(pos, "turn", "change", {"player": active})
        return ""
    data: Slots = {"player": active, "slot": ""}
    kind = words[1] if words[0] in ("slot", "follow") and len(words) > 1 else words[0]
    if kind not in board.ACTIONS:
        return f"no action is called {kind!r}; there are {', '.join(board.ACTIONS)}"
    if words[0] == "slot":
        open_at(pos, "turn", "die", {**data, "slot": kind, "face": words[2] if len(words) > 2 else kind})
    else:
        open_at(pos, "turn", "follow", {**data, "face": kind, "event": kind == "event" and words[0] == "follow"})
    if words[0] != "follow":
        pos.open(kind, {"player": active, "slot": True} if words[0] == "slot" else {"player": active})
    return ""


def _most_unstated(pos: Position, player: str) -> dict[str, int]:
    """Return how much a player may have of what no line states: gold for each space that no castle covers."""
    held = sum(domain.castle and board.holder(pos, domain.id) == player for domain in board.world(pos).domains.values())
    return {"gold": max(0, board.SPACES - held), "points": _MOST_POINTS}


_PLAYER_ZONES = "hand played kept pool shields dice vengeance"

_MEANINGS = {
    "hand": "cards in hand",
    "played": "cards played this turn",
    "kept": "cards that stay beside the player mat",
    "pool": "power tokens, and the Iron Throne, in the ally pool",
    "shields": "shields of allied houses",
    "dice": "before a player, the faces of the dice drafted: `A dice march, event`; alone, the dice nobody has",
    "die": "the same as dice: `A die march, event`",
    "vengeance": "before a player, vengeance tokens; alone, those nobody has",
    "gold": "gold",
    "points": "victory points",
    **dict.fromkeys(board.ACTIONS, "in brackets, the face of a die; in a position, that action of a turn"),
    "deck": "the deck",
    "discard": "the discard pile",
    "neutral": "battle cards of a house without a player",
    "castles": "castles nobody has",
    "throne": "the Iron Throne, where nobody has it",
    "box": "pieces that are out of the game",
    "bottom.left": "a die on the left slot at the bottom of the action mat",
    "bottom.right": "a die on the right slot at the bottom of the action mat",
    **{f"slot.{name}": f"a die on the slot {name}" for name in board.ACTIONS},
    **{board.mat(house): f"tokens and the hero on the mat of {house.title()}" for house in worldmap.HOUSES},
    "first": "the first player",
    "active": "the player whose turn it is",
    "houses": "the non-player houses, such as `houses tully greyjoy tyrell`, if no piece shows them; Arryn is one",
    "turn": "the beginning of a turn",
    "slot": "the action of a slot, with the die on it: `slot event march`",
    "follow": "the others may follow an action: `follow march`",
    "scoring": "the end of the game, before scoring",
    "extra": "the extra actions after the turns",
    "alliances": "the alliances after the turns",
    **{step: f"the end of the round, at {step}" for step in _ENDING},
}
"""What each word of set-up lines and positions says."""


def _complaint(pos: Position, player: str) -> str:
    """Return that a player has more gold than open spaces for it (`tegot/gold#3`), or an empty string."""
    gold, most = board.gold(pos, player), board.most_gold(pos, player)
    return f"{player} has {gold} gold and room for {most}" if gold > most else ""


NOTATION = Notation(
    phrases=PHRASES,
    zones={**{zone: zone for zone in _PLAYER_ZONES.split()}, "die": "dice"},
    counters={"gold": "", "points": ""},
    marks=frozenset(board.ACTIONS),
    either=(frozenset(board.ACTIONS),),
    complaint=_complaint,
    place=place,
    phases=dict.fromkeys(("turn", "slot", "follow", "scoring", *board.ACTIONS, *_PARTS), ""),
    factions=worldmap.HOUSES[:-1],
    place_words=("houses",),
    meanings=_MEANINGS,
)
