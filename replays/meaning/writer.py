"""Moves written as transcript lines, so that a legal answer is read back as the same move."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ledger.events import Move
from replays.meaning.names import Names
from replays.notation.lines import Ref
from rules.kernel.asks import Ask
from rules.kernel.chance import Chance, Shuffle
from rules.kernel.notation import Part
from rules.kernel.pack import Pack
from rules.kernel.position import Position
from rules.resolution.moments import Order, Window


class Writer:
    """A writer of moves as lines, with the verbs of one game and the short names of a transcript."""

    def __init__(self, pack: Pack, names: Names) -> None:
        self.pack, self.names = pack, names

    def answer(self, pos: Position, ask: Ask, move: Move) -> str:
        """Return an answer to a decision as a line; a random outcome becomes a line `random …` or `shuffle …`.

        A move is written as one of the player who is asked.

        B challenge military with hound against A
        A use ghost for ned
        random claim B: ice
        shuffle A.deck: 12 5 7-9
        """
        if isinstance(ask, Shuffle):
            return f"shuffle {ask.zone}: {ranges(move.picks)}"
        if isinstance(ask, Chance):
            parts = [*move.words, *(self.component(pos, number) for number in move.picks)]
            return f"random {ask.what}: {', '.join(parts)}"
        return self.move(pos, ask.player, move, getattr(ask, "slot", "")) + self._for_what(pos, ask, move)

    def _for_what(self, pos: Position, ask: Ask, move: Move) -> str:
        """Return ` for X` if the same ability could answer several things that happen at once, else nothing.

        X is the component that something happens to, or (if that is not enough) the place of the occurrence, from 1.
        """
        if not isinstance(ask, Window | Order) or move.verb != "use":
            return ""
        same = [use for use in ask.uses if (use.entity, use.ability.key) == (move.subject, move.ability)]
        if len(same) < 2:
            return ""
        subjects = [use.frame.occurrences[use.occurrence].subject for use in same]
        subject = same[0].frame.occurrences[move.amount].subject
        return f" for {self.component(pos, subject) if subject and subjects.count(subject) == 1 else move.amount + 1}"

    def move(self, pos: Position, player: str, move: Move, slot: str) -> str:
        """Return a player's move as a line: `B defend with hound`.

        `slot` is the name under which a frame keeps the answer, if the move answers a question: some verbs are for one
        question only. A move that no verb of the game is for is written with `say` or `choose`. Which of several
        occurrences a use answers is left out; `answer` adds it.
        """
        if move.verb == "use":
            return f"{player} use {self._used(pos, move)}"
        phrase = self.pack.notation.writing(move.verb, slot, move.words)
        if phrase is None:
            named = (*move.picks, move.subject) if move.subject else move.picks
            rest = [*move.words, *(self.component(pos, number) for number in named)]
            return f"{player} {'say' if move.words else 'choose'} {', '.join(rest) or 'nothing'}"
        words = list(move.words) if not phrase.words else []
        parts = [(part.lead, self._part(pos, move, part, words)) for part in phrase.parts]
        # What has no lead word stands directly behind the verb, wherever the phrase lists it.
        parts.sort(key=lambda part: part[0] != "")
        return " ".join([player, phrase.name, *(f"{lead} {text}".strip() for lead, text in parts if text)])

    def _part(self, pos: Position, move: Move, part: Part, words: list[str]) -> str:
        """Return the text of one part of a phrase, without its lead word; words are taken from the front of `words`."""
        if part.kind == "card":
            return self.component(pos, move.subject) if move.subject else ""
        if part.kind == "cards":
            if not move.picks and part.lead not in ("", "with"):
                return ""
            named = [self.component(pos, number) for number in move.picks]
            if part.total and move.amount > 0:
                named += ["unknown", f"total {move.amount}"]
            return ", ".join(named) or "nobody"
        if part.kind == "pairs":
            return self._pairs(pos, move) or ("" if part.lead else "nobody")
        if part.kind == "number":
            return str(move.amount) if move.amount >= 0 and not _says_itself(pos, move) else ""
        if part.kind == "count":
            return str(move.amount) if move.amount > 0 else ""
        if part.kind == "words":
            return ", ".join(words)
        return words.pop(0) if words else ""

    def _pairs(self, pos: Position, move: Move) -> str:
        """Return the pairs of a move as `hound by arya, …`; ` by …` is left out where the record names nobody."""
        pairs = zip(move.pairs[::2], move.pairs[1::2], strict=False)
        return ", ".join(
            self.component(pos, one) + (f" by {self.component(pos, by)}" if by else "") for by, one in pairs
        )

    def _used(self, pos: Position, move: Move) -> str:
        """Return what stands behind the verb `use`: `"Ghost"`, `duplicate of ned`, or `2 of ned` (its second one)."""
        if move.subject not in pos.table.entities:
            return f"#{move.subject}"
        entity = pos.entity(move.subject)
        marks = [mark for mark in entity.marks if mark in self.pack.notation.under]
        if marks and entity.host and len(self._under(pos, entity.host, marks[0])) == 1:
            return f"{marks[0]} of {self.component(pos, entity.host)}"
        abilities = self.pack.abilities_of(pos, entity)
        at = next((at for at, ability in enumerate(abilities, 1) if ability.key == move.ability), 0)
        card = self.component(pos, move.subject)
        return f"{at} of {card}" if at and len(abilities) > 1 else card

    def _under(self, pos: Position, host: int, mark: str) -> list[int]:
        """Return the components attached to a host that bear a mark such as `duplicate`."""
        return [number for number in pos.entity(host).attached if mark in pos.entity(number).marks]

    def component(self, pos: Position, number: int) -> str:
        """Return the name that a component is written by: its short name, its title if that is unique, or `#12`.

        A title that is unique among what its owner owns or controls is written with the owner: `A."House Stark"`. A
        component that is hidden in a player's view, whose number is negative, is `unknown`.
        """
        if number < 0:
            return "unknown"
        alias = self.names.alias_of(number)
        if alias or number not in pos.table.entities:
            return alias or f"#{number}"
        card = pos.card(number)
        place = "" if card.id else self._place(pos, number)
        if place:
            return place
        if not card.id or '"' in card.name or len(self.names.cards(card.name)) > 1:
            return f"#{number}"
        same = [entity for entity in pos.table.entities.values() if entity.card == card.id]
        if len(same) == 1:
            return f'"{card.name}"'
        owner = pos.entity(number).owner
        owners = [entity for entity in same if owner in (entity.owner, entity.controller)]
        return f'{owner}."{card.name}"' if owner and len(owners) == 1 else f"#{number}"

    def _place(self, pos: Position, number: int) -> str:
        """Return `B.province1` for the first card in that place if nobody has identified it, or an empty text."""
        zone = pos.entity(number).zone
        first = pos.table.zones[zone][:1] == [number]
        return zone if first and zone.partition(".")[2] in self.pack.notation.places else ""


class SpokenWriter(Writer):
    """A writer of moves as people would write them, for lists of what could be done.

    Copies that are alike are written by their title, and an event with the verb by which it is played. A line is read
    as the same move, or as one that differs only in which of several like cards it names.
    """

    _player = ""

    def move(self, pos: Position, player: str, move: Move, slot: str) -> str:
        self._player = player
        text = super().move(pos, player, move, slot)
        ability = self.pack.ability(move.ability)
        if move.verb != "use" or ability is None or move.subject not in pos.table.entities:
            return text
        kind, named = pos.card(move.subject).type, text.partition(" use ")[2]
        written = (phrase for phrase in self.pack.notation.phrases if phrase.verb == "use" and not phrase.only_read)
        fitting = (one for one in written if kind in one.types and one.where in ("", ability.where))
        phrase = next(fitting, None)
        return f"{player} {phrase.name} {named}" if phrase is not None and " of " not in named else text

    def component(self, pos: Position, number: int) -> str:
        text = super().component(pos, number)
        if not text.startswith("#") or number not in pos.table.entities:
            return text
        card, entity = pos.card(number), pos.entity(number)
        if not card.id or '"' in card.name or len(self.names.titled(card.name)) > 1:
            return text
        for owner in ("", entity.controller or entity.owner):
            found = self.names.components(pos.table, Ref(card.name, 1, quoted=True, owner=owner), self._player)
            if found and _alike(pos, found[0], number):
                return f'{owner}."{card.name}"' if owner else f'"{card.name}"'
        return text


def _says_itself(pos: Position, move: Move) -> bool:
    """Whether a move names a delayed effect whose card alone says which it is: no other waits that comes from it."""
    waiting = (one for one in pos.table.effects.values() if "delayed" in one.data and one.source == move.subject)
    return move.verb == "delayed" and len([*waiting]) == 1


def _alike(pos: Position, one: int, other: int) -> bool:
    """Whether two components are the same, or copies that lie together out of play with nothing on them."""
    if one == other:
        return True
    first, second = pos.entity(one), pos.entity(other)
    bare = not (first.marks or first.counters or first.attached or first.host)
    out_of_play = not pos.table.specs[first.zone].inplay
    same = msgspec.structs.replace(first, id=other, since=second.since, known=second.known)
    return bare and out_of_play and same == second


def ranges(numbers: Iterable[int]) -> str:
    """Return numbers as text in their order, with each rising run of consecutive ones as a range: `12 5 7-9`."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    return " ".join("-".join(str(part) for part in piece) for piece in found)
