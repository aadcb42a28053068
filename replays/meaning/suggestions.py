"""Lines that one would write at a decision, for words that answer no question there."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import islice

from ledger.events import Move
from ledger.table import freeze, thaw
from replays.meaning.writer import SpokenWriter, Writer
from replays.notation.shapes import LATER_LEADS
from rules.books.folding import words
from rules.engine import advance, decide
from rules.errors import StuckError
from rules.kernel.asks import PASS, Ask, Choose
from rules.kernel.chance import Shuffle
from rules.kernel.position import Position

SUGGESTED = 5
"""The most lines that are suggested for a decision."""
COMPARED = 500
"""The most answers of a decision that are compared with what was written."""


def lines_to_write(
    writer: Writer, pos: Position, ask: Ask, player: str, written: str = "", most: int = SUGGESTED
) -> list[str]:
    """Return legal lines of a player at a pending decision, the ones nearest to what was written first.

    Lines that share the most words with the written one come first, then those spelled most like it, then in the order
    the game lists them. The list is empty if the player is not asked. Random outcomes are asked of `CHANCE`.

        lines_to_write(writer, pos, ask, "A", "A choose neds") == ["A choose ned", "A choose arya"]
    """
    try:
        asked = ask.answered_by(player)
    except StuckError:
        return []
    if asked.player != player:
        return []
    if isinstance(asked, Shuffle):
        return [f"shuffle {asked.zone}"]
    writer = SpokenWriter(writer.pack, writer.names)
    answers = islice(asked.moves(pos), COMPARED)
    found: list[str] = []
    for move in answers:
        line = writer.answer(pos, asked, move)
        chosen = move.verb == "use" and _chooses(written) and _names(written, line)
        found += _with_choices(writer, pos, player, move, line) if chosen else [line]
    lines = list(dict.fromkeys(found))
    return sorted(lines, key=lambda line: _distance(line, written))[:most]


def _chooses(written: str) -> bool:
    """Whether choices are written behind a use: `A use debts on ned paying with guard`."""
    return any(f" {lead} " in f" {written.casefold()} " for lead in LATER_LEADS)


def _names(written: str, line: str) -> bool:
    """Whether what was written uses the card that a line uses: they share a word behind the player and the verb."""
    return not set(words(written)[2:]).isdisjoint(words(line)[2:])


def _with_choices(writer: Writer, pos: Position, player: str, use: Move, line: str) -> list[str]:
    """Return a use as lines with each legal choice of one component behind it, in the order the game asks for them.

    The bare use would say nothing of the choice for which the written one was refused. Where the game asks for anything
    else than single components, a line ends before it.
    """
    found: list[str] = []
    waiting: list[tuple[str, tuple[Move, ...]]] = [(line, (use,))]
    while waiting and len(found) < SUGGESTED:
        text, made = waiting.pop(0)
        ask, by_themselves = _after(pos, player, made)
        asked = ask if isinstance(ask, Choose) and _asks_for(ask, player, use) and ask.most == 1 else None
        told = "".join(_choice(writer, pos, one, one.candidates[0]) for one in by_themselves)
        if asked is not None:
            picks = [one for one in asked.moves(pos) if one.picks]
            waiting += [(f"{text}{told}{_choice(writer, pos, asked, one.picks[0])}", (*made, one)) for one in picks]
        else:
            found.append(f"{text}{told}")
    return found


def _asks_for(ask: Choose, player: str, use: Move) -> bool:
    """Whether a question asks a player for a choice of the ability that is used."""
    return (ask.player, ask.verb, ask.frame.data.get("entity")) == (player, "choose", use.subject)


def _choice(writer: Writer, pos: Position, ask: Choose, number: int) -> str:
    """Return the choice of one component as it is written behind a use: ` paying with guard`, ` on ned`."""
    return f" {'paying with' if ask.slot == 'paid' else 'on'} {writer.component(pos, number)}"


def _after(pos: Position, player: str, made: tuple[Move, ...]) -> tuple[Ask | None, list[Choose]]:
    """Return the next decision after some moves of a player, and the player's single choices made by themselves since.

    The others' passes are supposed. `pos` is not changed.
    """
    tried, alone = Position(pos.pack, thaw(freeze(pos.table))), list[Choose]()

    def watch(ask: Ask) -> None:
        if isinstance(ask, Choose) and _asks_for(ask, player, made[0]) and len(ask.candidates) == 1:
            alone.append(ask)

    ask = advance(tried)
    for move in made:
        while ask is not None and ask.player != player and ask.allows(tried, ask.player, PASS):
            decide(tried, ask.player, PASS)
            ask = advance(tried)
        if ask is None or not ask.allows(tried, player, move):
            return None, []
        alone.clear()
        tried.observer = watch
        decide(tried, player, move)
        ask = advance(tried)
        tried.observer = None
    return ask, alone


def _distance(line: str, written: str) -> tuple[int, float]:
    """Return how far a line is from what was written: fewer shared words, and then a less similar spelling, is farther.

    Everything is as far from nothing.
    """
    if not written:
        return 0, 0.0
    ours, theirs = words(line), words(written)
    shared = len(set(ours) & set(theirs))
    return -shared, -SequenceMatcher(None, " ".join(ours), " ".join(theirs), autojunk=False).ratio()
