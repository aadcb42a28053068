"""Moves in the words of their game with the names of cards and players, as one viewer may read them."""

from __future__ import annotations

from collections import Counter

import msgspec

from ledger.events import Move
from replays.meaning.names import Names
from replays.meaning.writer import Writer
from replays.wording.naming import Namer, with_own_article
from rules.kernel.notation import Part
from rules.kernel.position import Position


def affected(pos: Position, move: Move) -> list[int]:
    """Return what the delayed effect affects that a move resolves; nothing if it is no longer in force."""
    effect = pos.table.effects.get(move.amount)
    return effect.affects if effect is not None else []


class PlainWriter(Writer):
    """A writer of moves for people: names in place of short names and numbers, and no quotation marks.

    The position must be what the reader may know; a hidden component of it is "a card".
    """

    def __init__(self, namer: Namer) -> None:
        super().__init__(namer.pos.pack, Names(namer.pos.pack))
        self.namer = namer

    def words(self, player: str, move: Move) -> str:
        """Return a move without its player: `defend with Bayushi Yunako`."""
        named = msgspec.structs.replace(move, words=tuple(map(self._word, move.words)))
        text = self.move(self.namer.pos, player, named, "")
        return text.removeprefix(player).strip()

    def component(self, pos: Position, number: int) -> str:
        """Return the name of a component."""
        return self.namer.name(number)

    def _used(self, pos: Position, move: Move) -> str:
        """Return what is used; of a hidden card nothing but that it is one."""
        if move.subject < 0:
            return "a card"
        used = super()._used(pos, move)
        number, of, card = used.partition(" of ")
        return f"{card} (its ability {number})" if of and number.isdecimal() else used

    def _part(self, pos: Position, move: Move, part: Part, words: list[str]) -> str:
        """Return the text of one part of a phrase; alike components are counted: `2 Stark power in Silverhill`.

        A delayed effect, which the move calls by the event that began it, is called by what it affects.
        """
        if part.kind == "number" and move.verb == "delayed":
            return self.namer.names(affected(pos, move))
        if part.kind != "cards" or len(move.picks) < 2:
            return super()._part(pos, move, part, words)
        names = Counter(self.namer.bare_name(number) for number in move.picks)
        return ", ".join(f"{count} {name}" if count > 1 else with_own_article(name) for name, count in names.items())

    def _word(self, word: str) -> str:
        """Return a word of a move as people say it: a place by its title, a player by name."""
        card = self.pack.cards.get(word)
        return card.name if card is not None else self.namer.player(word)
