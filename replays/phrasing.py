"""A written move beside the phrases of its game: which of them it follows, and whether everything it names is there."""

from __future__ import annotations

import msgspec

from replays.errors import NotationError
from replays.naming import Names
from replays.notation.lines import Ref, Said, SaidPart
from rules.errors import nearest
from rules.kernel.notation import NOBODY, Part
from rules.kernel.position import Position

LATER = ("on", "targeting", "paying", "naming", "against", "to")
"""Leads of choices that an ability asks for after it is used, unless its phrase has a part for them."""


class Unknown(Exception):
    """A name that stands for no component yet; a card nobody has identified may be it."""

    def __init__(self, ref: Ref, zone: str, cards: list[str]) -> None:
        super().__init__(ref.text)
        self.ref, self.zone, self.cards = ref, zone, cards


def choice_behind(said: Said, part: SaidPart, names: Names, pos: Position) -> Said:
    """A choice written behind the use it belongs to, as an answer of its own: for a word, or for what is there."""
    there = part.lead != "naming" and all(_nobody(ref) or names.components(pos.table, ref, said.player) for ref in part.items)
    answer = SaidPart("", part.items, part.column)
    return msgspec.structs.replace(said, verb="choose" if there else "say", parts=(answer,), step="")


def _nobody(ref: Ref) -> bool:
    return ref.text in NOBODY and not ref.quoted


class Phrased:
    """One written move, with the phrases of its verb and the choices written behind it; everything it names is there."""

    def __init__(self, said: Said, names: Names, pos: Position) -> None:
        self.said, self.names = said, names
        named = pos.pack.notation.named(said.verb)
        fitting = [phrase for phrase in named if self._of_type(pos, phrase.types)]
        self.phrases = [phrase for phrase in fitting if self._works_there(pos, phrase.where)]
        self.phrases = self.phrases or [phrase for phrase in fitting if not phrase.where] or named
        self.direct = any(not part.lead for phrase in self.phrases for part in phrase.parts)
        self.later = self._later(pos)
        self._resolvable(pos)

    def _of_type(self, pos: Position, types: tuple[str, ...]) -> bool:
        """Whether the first card named is of one of the types a phrase is for."""
        first = self.said.part("")
        if not types or first is None:
            return True
        found = self.names.components(pos.table, first.items[0], self.said.player)
        cards = [pos.entity(found[0]).card] if found else self.names.cards(first.items[0].text)
        return not cards or (cards[0] in pos.pack.cards and pos.pack.cards[cards[0]].type in types)

    def _works_there(self, pos: Position, where: str) -> bool:
        """Whether the first card named lies where a phrase wants it, with an ability that works from there."""
        first = self.said.part("")
        if not where or first is None:
            return False
        found = [pos.entity(number) for number in self.names.components(pos.table, first.items[0], self.said.player)]
        lying = [entity for entity in found if pos.pack.zone_kind(pos, entity) == where]
        return any(ability.where == where for entity in lying[:1] for ability in pos.pack.abilities_of(pos, entity))

    def _later(self, pos: Position) -> tuple[SaidPart, ...]:
        """The parts no phrase of the verb has a place for: choices to come, if the verb uses a card."""
        leads = {part.lead for phrase in self.phrases for part in phrase.parts}
        uses = any(phrase.verb == "use" for phrase in self.phrases)
        rest = []
        for part in self.said.parts:
            if part.lead in leads or (not part.lead and "with" in leads) or (uses and part.lead in ("of", "for")):
                continue
            if not uses or part.lead not in LATER:
                known = sorted(lead for lead in leads | (set(LATER) if uses else set()) if lead)
                says = (
                    f"`{self.said.verb}` takes no `{part.lead}`"
                    if part.lead
                    else f"`{self.said.verb}` takes nothing directly behind it"
                )
                raise self.error(f"{says}{'; it takes ' + ', '.join(known) if known else ''}", part.items[0])
            rest.append(part)
        return tuple(rest)

    def error(self, says: str, ref: Ref) -> NotationError:
        """An error that points at a word of the move."""
        return NotationError(says, self.said.number, self.said.source, ref.column, ref.width)

    def _resolvable(self, pos: Position) -> None:
        """Every card a part names must be there, or be a card that an unknown one can turn out to be."""
        for phrase in self.phrases:
            for part in phrase.parts:
                written = self.written(part)
                if part.kind in ("card", "cards", "pairs") and written is not None and not self.said.part("of"):
                    for ref in written.items:
                        self._check_name(pos, ref, part.zone)
                elif part.kind == "player" and written is not None:
                    self._check_player(pos, written.items[0])
        of = self.said.part("of")
        for ref in (*(of.items if of else ()), *(ref for part in self.later for ref in part.items if part.lead != "naming")):
            self._check_name(pos, ref, "hand", words=not of or ref not in of.items)

    def _check_player(self, pos: Position, ref: Ref) -> None:
        if ref.text not in pos.table.seats:
            raise self.error(f"`{ref.text}` is no player here{nearest(ref.text, pos.table.seats)}", ref)

    def _check_name(self, pos: Position, ref: Ref, zone: str, words: bool = False) -> None:
        if _nobody(ref) or self.names.components(pos.table, ref, self.said.player):
            return
        cards = self.names.cards(ref.text)
        if cards and zone:
            raise Unknown(ref, zone, cards)
        if cards:
            raise self.error(f"no `{ref.text}` is on the table", ref)
        if words and not ref.quoted:
            return
        raise self.error(f"nothing here is called `{ref.text}`{self.names.hint(ref.text)}", ref)

    def written(self, part: Part) -> SaidPart | None:
        """What was written for a part of a phrase; the first `with` may be left out."""
        found = self.said.part(part.lead)
        if found is None and part.lead == "with" and part.into == "picks" and not self.direct:
            return self.said.part("")
        return found
