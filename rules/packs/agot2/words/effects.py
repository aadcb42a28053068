"""The words of this game's cards for effects: each makes the occurrences of an effect and changes nothing itself."""

from __future__ import annotations

from typing import Any

from ledger.events import Occurrence
from rules.kernel.context import Context
from rules.language.lexicon import Lexicon
from rules.packs.agot2 import board
from rules.packs.agot2.standing import lifted
from rules.packs.agot2.zones import DESTINATION
from rules.shared.words import numbers

WORDS = Lexicon()

# --- cards leave play, kneel and stand --------------------------------------------------------------------------------


def _word_for_each(word: str, kind: str, says: str) -> None:
    """Declare a word that makes one occurrence of a kind for each card; `cannot be saved` may be said with it."""

    @WORDS.effect(word, "value symbol?", says, f"{word}(target)")
    def effect(ctx: Context, several: Any, how: str = "") -> list[Occurrence]:
        return _each(ctx, kind, several, note="unsavable" if how == "cannot be saved" else "")


for _word, _kind, _says in (
    ("kill", "killed", "kill characters"),
    ("discard", "discarded", "discard cards from play or from wherever they are"),
    ("sacrifice", "sacrificed", "sacrifice a card you control"),
    ("return_to_hand", "returned", "return cards to their owners' hands"),
    ("remove_from_game", "removed", "remove cards from the game"),
    ("kneel", "knelt", "kneel cards"),
    ("stand", "stood", "stand cards"),
):
    _word_for_each(_word, _kind, _says)


@WORDS.effect("shuffle_into", "value symbol", "shuffle cards into their owners' decks", "shuffle_into(self, deck)")
def _shuffle_into(ctx: Context, several: Any, zone: str) -> list[Occurrence]:
    return _each(ctx, "shuffled", several, to=zone)


@WORDS.effect("add_to_hand", "value", "put cards into their owners' hands", "add_to_hand(chosen)")
def _add_to_hand(ctx: Context, several: Any) -> list[Occurrence]:
    return _each(ctx, "returned", several)


@WORDS.effect(
    "put_on_pile", "value symbol", "put cards on their owners' discard or dead piles", "put_on_pile(chosen, dead)"
)
def _put_on_pile(ctx: Context, several: Any, pile: str) -> list[Occurrence]:
    return _each(ctx, "piled", several, to=pile)


# --- cards enter play and change control ------------------------------------------------------------------------------


@WORDS.effect("put_into_play", "value value?", "put cards into play under your control", "put_into_play(target)")
def _put_into_play(ctx: Context, several: Any, host: Any = 0) -> list[Occurrence]:
    """Return the entering of each card, without paying for it (`agot2/put-into-play#1`).

    Putting into play is not marshaling (`agot2/put-into-play#3`, `agot2/marshaling#5`).
    """
    on = next(iter(numbers(host)), 0)
    return [
        Occurrence("entered", number, ctx.you, source=ctx.self, other=on, note="put") for number in numbers(several)
    ]


@WORDS.effect(
    "duplicate_from_deck", "", "the top card of your deck goes under this card as a duplicate", "duplicate_from_deck"
)
def _duplicate_from_deck(ctx: Context) -> list[Occurrence]:
    top = ctx.pos.zone(ctx.you, "deck")[:1]
    return [Occurrence("underneath", number, ctx.you, source=ctx.self, other=ctx.self) for number in top]


@WORDS.effect("attach_to", "value", "this card becomes an attachment on another", "then(attach_to(it))")
def _attach_to(ctx: Context, host: int) -> list[Occurrence]:
    return [Occurrence("turned", ctx.self, ctx.you, source=ctx.self, other=host)]


@WORDS.effect("take_control", "value", "take control of cards", "take_control(target)")
def _take_control(ctx: Context, several: Any) -> list[Occurrence]:
    return [Occurrence("controlled", number, ctx.you, source=ctx.self) for number in _touched(ctx, several)]


# --- tokens -----------------------------------------------------------------------------------------------------------


@WORDS.effect(
    "gain", "symbol value value?", "gain tokens: power for a card, gold for a player", "gain(power, 2, faction)"
)
def _gain(ctx: Context, what: str, amount: int, holder: Any = None) -> list[Occurrence]:
    """Return the gain: of power for a card, the user's faction card unless said, or of gold for a player.

    Power gained for a faction goes on its faction card (`agot2/for-your-faction#1`).
    """
    if holder is None:
        holder = board.faction_card(ctx.pos, ctx.you) if what == "power" else ctx.you
    if isinstance(holder, str):
        return [Occurrence("gained", player=holder, amount=amount, source=ctx.self, note=what)]
    return _each(ctx, "gained", holder, amount=amount, note=what)


@WORDS.effect("lose", "symbol value value", "discard tokens from a card or a player", "lose(power, 1, target)")
def _lose(ctx: Context, what: str, amount: int, holder: Any) -> list[Occurrence]:
    if isinstance(holder, str):
        return [Occurrence("lost-tokens", player=holder, amount=amount, source=ctx.self, note=what)]
    return _each(ctx, "lost-tokens", holder, amount=amount, note=what)


@WORDS.effect("lose_all", "symbol value", "players return all tokens of a kind", "lose_all(gold, everyone)")
def _lose_all(ctx: Context, what: str, holders: Any) -> list[Occurrence]:
    return [
        Occurrence("lost-tokens", player=player, amount=ctx.table.count(player, what), source=ctx.self, note=what)
        for player in _players(holders)
    ]


@WORDS.effect("place", "symbol value value", "place tokens on cards", "place(poison, 1, target)")
def _place(ctx: Context, what: str, amount: int, several: Any) -> list[Occurrence]:
    """Return the placing of tokens, of a kind the ability itself defines (`agot2/influence-tokens#2`)."""
    return _each(ctx, "token", several, amount=amount, note=what)


@WORDS.effect("pay", "symbol value", "pay tokens from your pool", "pay(gold, 2)")
def _pay(ctx: Context, what: str, amount: int) -> list[Occurrence]:
    return [Occurrence("paid", player=ctx.you, amount=amount, source=ctx.self, note=what)]


@WORDS.effect("spend", "symbol value", "discard tokens from this card as a cost", "spend(stand, 1)")
def _spend(ctx: Context, what: str, amount: int) -> list[Occurrence]:
    return [Occurrence("paid", ctx.self, amount=amount, source=ctx.self, note=what)]


@WORDS.effect(
    "move",
    "symbol value value value",
    "move tokens from one card or player to another",
    "move(power, 1, loser_faction, faction)",
)
def _move(ctx: Context, what: str, amount: int, source: Any, to: Any) -> list[Occurrence]:
    if isinstance(source, str):
        return [Occurrence("moved", player=source, amount=amount, source=ctx.self, to=to, note=what)]
    goal = next(iter(numbers(to)), 0)
    return [
        Occurrence("moved", number, amount=amount, source=ctx.self, other=goal, note=what) for number in numbers(source)
    ]


# --- decks ------------------------------------------------------------------------------------------------------------


@WORDS.effect("draw", "value value?", "draw cards", "draw(2)")
def _draw(ctx: Context, amount: int, players: Any = "") -> list[Occurrence]:
    return [
        Occurrence("drew", player=player, amount=amount, source=ctx.self) for player in _players(players or ctx.you)
    ]


@WORDS.effect("discard_top", "value value", "discard cards from the top of a deck", "discard_top(1, loser)")
def _discard_top(ctx: Context, amount: int, player: str) -> list[Occurrence]:
    return [
        Occurrence("discarded", number, player, source=ctx.self) for number in ctx.pos.zone(player, "deck")[:amount]
    ]


@WORDS.effect(
    "place_on", "symbol value", 'place cards on the "top" or "bottom" of the deck', 'place_on("bottom", chosen)'
)
def _place_on(ctx: Context, where: str, several: Any) -> list[Occurrence]:
    found = numbers(several)
    return _each(ctx, "placed", found if where == "bottom" else found[::-1], note=where)


@WORDS.effect("shuffle_deck", "value?", "shuffle a deck", "shuffle_deck")
def _shuffle_deck(ctx: Context, player: str = "") -> list[Occurrence]:
    return [Occurrence("reshuffled", player=player or ctx.you, source=ctx.self)]


# --- seeing and remembering -------------------------------------------------------------------------------------------


@WORDS.effect("reveal", "value", "show cards to everyone", "reveal(chosen)")
def _reveal(ctx: Context, several: Any) -> list[Occurrence]:
    return _each(ctx, "shown", several)


@WORDS.effect("look", "value", "look at cards yourself", "look(each(True, hand))")
def _look(ctx: Context, several: Any) -> list[Occurrence]:
    return [Occurrence("looked", number, ctx.you, source=ctx.self) for number in numbers(several)]


@WORDS.effect(
    "reveal_plot", "value", "reveal another plot of your plot deck; no initiative is counted", "reveal_plot(target)"
)
def _reveal_plot(ctx: Context, several: Any) -> list[Occurrence]:
    return [Occurrence("replotted", number, ctx.you, source=ctx.self) for number in numbers(several)[:1]]


@WORDS.effect("remember", "value", "this card remembers a word while it stays where it is", 'remember(said("kind"))')
def _remember(ctx: Context, word: str) -> list[Occurrence]:
    return [Occurrence("remembered", ctx.self, ctx.you, source=ctx.self, note=f"named {word}")]


# --- the challenge ----------------------------------------------------------------------------------------------------


@WORDS.effect("join", "value symbol", "the character is now participating on a side", "join(target, defender)")
def _join(ctx: Context, several: Any, side: str) -> list[Occurrence]:
    return [
        Occurrence("joined", number, ctx.you, source=ctx.self, note=f"{side}s") for number in _touched(ctx, several)
    ]


@WORDS.effect("remove_from_challenge", "value", "the character no longer participates", "remove_from_challenge(target)")
def _remove_from_challenge(ctx: Context, several: Any) -> list[Occurrence]:
    return _each(ctx, "withdrawn", several)


# --- answers to what is imminent --------------------------------------------------------------------------------------


@WORDS.effect("save", "value", "save the card from what would remove it", "save(attached)")
def _save(ctx: Context, several: Any) -> list[Occurrence]:
    """Return the save of each card the effect touches.

    A duplicate's save is the game's own ability and no card's, so immunity does not keep it off. Before the ability is
    initiated, a save that would leave a standing condition in place saves nobody: it could change nothing
    (`agot2/save#4`, `agot2/save#5`).
    """
    if ctx.frame is None and not lifted(ctx):
        return []
    own = ctx.ability is not None and ctx.ability.key.startswith("duplicate#")
    saved = numbers(several) if own else _touched(ctx, several)
    return [Occurrence("saving", number, ctx.you, ctx.occ_index, ctx.self, _moment(ctx)) for number in saved]


@WORDS.effect("cancel", "", "cancel the effects that would initiate", "cancel")
def _cancel(ctx: Context) -> list[Occurrence]:
    return [Occurrence("cancelling", player=ctx.you, source=ctx.self, other=_moment(ctx))]


@WORDS.effect(
    "replace", "effect", "the card goes elsewhere instead; it still happened", "replace(return_to_hand(self))"
)
def _replace(ctx: Context, instead: list[Occurrence]) -> list[Occurrence]:
    """Return the replacement of a card's destination by that of another effect (`agot2/instead#1`)."""
    moment = _moment(ctx)
    return [
        Occurrence(
            "replacing", part.subject, ctx.you, ctx.occ_index, ctx.self, moment, part.to or DESTINATION[part.kind]
        )
        for part in instead
    ]


# --- effects that come later ------------------------------------------------------------------------------------------


@WORDS.effect(
    "at_end_of",
    "symbol value?",
    "the ability's `later` part happens by itself at the end of a period",
    "at_end_of(phase, target)",
)
def _at_end_of(ctx: Context, period: str, several: Any = 0) -> list[Occurrence]:
    found = numbers(several)
    if several == []:  # nothing was picked: nothing waits
        return []
    return [Occurrence("delaying", found[0] if found else 0, ctx.you, source=ctx.self, to=period, note="ended")]


@WORDS.effect(
    "after_winning",
    "value?",
    "the ability's `later` part happens by itself if you win this challenge",
    "after_winning(target)",
)
def _after_winning(ctx: Context, several: Any = 0) -> list[Occurrence]:
    found = numbers(several)
    return [Occurrence("delaying", found[0] if found else 0, ctx.you, source=ctx.self, to="challenge", note="won")]


@WORDS.effect(
    "reduce_next",
    "value text symbol",
    "the next card of a kind you marshal or play costs less",
    "reduce_next(1, faction_is(stark) and character, phase)",
)
def _reduce_next(ctx: Context, amount: int, which: str, period: str) -> list[Occurrence]:
    return [Occurrence("reducing", player=ctx.you, amount=amount, source=ctx.self, to=period, note=which)]


# --- shared by these words --------------------------------------------------------------------------------------------


def _touched(ctx: Context, several: Any) -> list[int]:
    """Return the cards an effect touches, without those immune to it (`agot2/immunity#1`).

    A cost may be paid with an immune card (`agot2/immunity#4`).
    """
    return [
        number for number in numbers(several) if ctx.paying or not ctx.pos.pack.unaffected(ctx.pos, number, ctx.self)
    ]


def _each(ctx: Context, kind: str, several: Any, **more: Any) -> list[Occurrence]:
    """Return one occurrence of a kind for each card an effect touches; its player is the card's controller.

    That player counts as the one it happens to, whoever's pile the card goes to (`agot2/ownership-and-control#4`).
    """
    return [
        Occurrence(kind, number, ctx.controller(number), source=ctx.self, **more) for number in _touched(ctx, several)
    ]


def _players(value: Any) -> list[str]:
    """Return one player or several as a list."""
    return [value] if isinstance(value, str) else list(value)


def _moment(ctx: Context) -> int:
    """Return the frame of the moment that triggered the ability, or 0."""
    return ctx.moment.id if ctx.moment else 0
