"""What a written move may mean at a decision: by the phrases of its game and the names on the table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import msgspec

from ledger.events import Move
from replays.errors import NotationError
from replays.meaning.names import Names
from replays.notation.lines import Ref, Said, SaidPart
from rules.errors import nearest
from rules.kernel.asks import PASS, Ask, Check, Choose, ChooseOrPass, Form, Say
from rules.kernel.chance import Chance
from rules.kernel.notation import NOBODY, Part, Phrase
from rules.kernel.position import Position
from rules.language.cards import Ability
from rules.resolution.choices import why_no_target
from rules.resolution.moments import Order, Window

LATER = ("on", "targeting", "paying", "naming", "against", "to")
"""Leads of choices that an ability asks for after it is used, unless its phrase has a part for them."""


class Unknown(Exception):
    """A name that stands for no component yet; a card nobody has identified may be it."""

    def __init__(self, ref: Ref, zone: str, cards: list[str]) -> None:
        super().__init__(ref.text)
        self.ref, self.zone, self.cards = ref, zone, cards


def choice_behind(said: Said, part: SaidPart, names: Names, pos: Position) -> Said:
    """A choice written behind the use it belongs to, as an answer of its own: for a word, or for what is there."""
    there = part.lead != "naming" and all(
        _nobody(ref) or names.components(pos.table, ref, said.player) for ref in part.items
    )
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
        for ref in (
            *(of.items if of else ()),
            *(ref for part in self.later for ref in part.items if part.lead != "naming"),
        ):
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


LISTED = 500
"""Answers looked at when a move leaves something open."""


class WrittenMove(Phrased):
    """One written move, ready to be compared with decisions."""

    def moves(self, pos: Position, ask: Ask, every: bool = False) -> Iterator[Move]:
        """The moves that this may mean at a decision. With `every`, also uses that are not offered, so that they can be
        explained, and
        `say no` to what may be declined without a word."""
        if every and self.said.verb == "say" and self._declines(ask):
            yield PASS
        for phrase in self.phrases:
            if phrase.verb == "pass":
                yield PASS
            elif phrase.verb == "use":
                yield from self._uses(pos, ask, every)
            elif not phrase.slot or phrase.about(_slot(ask)):
                yield from self._answers(pos, ask, phrase)

    def _declines(self, ask: Ask) -> bool:
        offered = isinstance(ask, ChooseOrPass) or (isinstance(ask, Form) and ask.declines is not None)
        first = self.said.part("")
        return (
            offered
            and ask.player == self.said.player
            and first is not None
            and [ref.text for ref in first.items] == ["no"]
        )

    def aimed(self, pos: Position, move: Move, checks: list[Check]) -> list[Check]:
        """Where a use lacks targets or could change nothing, what keeps those written behind it from being any."""
        lacking = any(check.name in ("targets", "change") and check.holds is False for check in checks)
        refs = [ref for part in self.later if lacking and part.lead in ("targeting", "on") for ref in part.items]
        named = [self.names.components(pos.table, ref, self.said.player)[:1] for ref in refs]
        return [
            check
            for numbers in named
            for number in numbers
            for check in why_no_target(pos, self.said.player, move, number)
        ]

    def _uses(self, pos: Position, ask: Ask, every: bool) -> Iterator[Move]:
        wanted = list(self._abilities(pos))
        answers = self._answered(pos, ask)
        offered = [
            move
            for move in _offers(pos, ask)
            if (move.subject, move.ability) in wanted and (answers is None or move.amount in answers)
        ]
        yield from offered
        if not every and ask.player == self.said.player:
            return
        places = range(len(ask.frame.occurrences)) if isinstance(ask, Window) and ask.frame.occurrences else (-1,)
        for number, key in wanted:
            for occurrence in places:
                move = Move("use", number, key, amount=occurrence)
                if move not in offered and (answers is None or occurrence in answers):
                    yield move

    def _answered(self, pos: Position, ask: Ask) -> set[int] | None:
        """The occurrences that `for X` names: what happens to X, or the X-th of those that happen at once. None: any."""
        part = self.said.part("for")
        if part is None:
            return None
        ref = part.items[0]
        if ref.text.isdecimal():
            return {int(ref.text[:4]) - 1}
        numbers = self.names.components(pos.table, ref, self.said.player)
        if not numbers:
            raise self.error(f"nothing here is called `{ref.text}`{self.names.hint(ref.text)}", ref)
        frame = ask.frame if isinstance(ask, Window) else ask.uses[0].frame if isinstance(ask, Order) else None
        occurrences = frame.occurrences if frame else []
        return {at for at, occurrence in enumerate(occurrences) if occurrence.subject in numbers}

    def _copies(self, pos: Position, ref: Ref, zone: str) -> list[int]:
        """The components of a name, those in the player's zone that such cards come from before the others."""
        found = self.names.components(pos.table, ref, self.said.player)
        home = f"{self.said.player}.{zone}"
        return sorted(found, key=lambda number: pos.entity(number).zone != home) if zone else found

    def _abilities(self, pos: Position) -> Iterator[tuple[int, str]]:
        """The components and abilities that `use X` or `use X of Y` may mean."""
        first, of = self.said.part(""), self.said.part("of")
        if first is None:
            raise NotationError("use what?", self.said.number, self.said.source, self.said.column, len(self.said.verb))
        if of is None:
            for number in self._copies(pos, first.items[0], "" if self.said.verb == "use" else "hand"):
                yield from ((number, ability.key) for ability in _printed(pos, number))
            return
        for host in self.names.components(pos.table, of.items[0], self.said.player):
            yield from self._of(pos, first.items[0], host)

    def _of(self, pos: Position, ref: Ref, host: int) -> Iterator[tuple[int, str]]:
        """`duplicate of ned`, `"Seal" of ned`, or an ability of the card by its number or some of its words."""
        attached = pos.entity(host).attached
        under = [number for number in attached if ref.text in pos.entity(number).marks]
        for number in under or self.names.starting(pos.table, list(attached), ref.text):
            yield from ((number, ability.key) for ability in _printed(pos, number))
        for at, ability in enumerate(_printed(pos, host), 1):
            if ref.text == str(at) or (not ref.text.isdecimal() and ref.text.casefold() in ability.says.casefold()):
                yield host, ability.key

    def _answers(self, pos: Position, ask: Ask, phrase: Phrase) -> Iterator[Move]:
        verb = phrase.verb
        if (verb == "choose" and isinstance(ask, Choose)) or (verb == "say" and isinstance(ask, Say)):
            verb = ask.verb
        subjects: list[int] = [0]
        fields: dict[str, object] = {}
        words: list[str] = list(phrase.words)
        missing: list[str] = []
        for part in phrase.parts:
            written = self.written(part)
            if written is None:
                rivals = pos.opponents(self.said.player) if part.kind == "player" and part.lead else []
                if len(rivals) == 1:
                    words.append(rivals[0])
                elif part.kind not in ("pairs", "count"):
                    missing.append(part.into)
            elif part.kind == "card":
                subjects = self._copies(pos, written.items[0], part.zone) or [0]
            elif part.kind == "cards":
                fields["picks"] = self._picks(pos, ask, written, part.zone)
            elif part.kind == "pairs":
                fields["pairs"] = self._pairs(pos, written, fields.get("picks", ()))
            elif part.kind in ("number", "count"):
                fields["amount"] = self._number(written)
            elif part.kind == "words":
                words += [ref.text for ref in written.items]
            else:
                words.append(written.items[0].text)
        for subject in subjects:
            move = _with_ability(pos, ask, Move(verb, subject, words=tuple(words), **fields))  # type: ignore[arg-type]
            yield from _completed(pos, ask, move, missing) if missing else (move,)

    def _number(self, part: SaidPart) -> int:
        text = part.items[0].text
        if not text.isdecimal() or len(text) > 6:
            raise self.error("a number is needed here", part.items[0])
        return int(text)

    def _picks(self, pos: Position, ask: Ask, part: SaidPart, zone: str) -> tuple[int, ...]:
        """The components of a list: of several that fit a name, one that may be chosen, lies where the part says, and
        is not in the list yet."""
        home = f"{self.said.player}.{zone}"
        picks: list[int] = []
        allowed = set(ask.candidates) if isinstance(ask, Choose | Chance) else set()
        for ref in part.items:
            if ref.text in NOBODY and not ref.quoted:
                continue
            named = self.names.components(pos.table, ref, self.said.player)
            found = [
                number for number in named if number not in picks
            ] or named  # what is written twice was chosen twice
            found.sort(key=lambda number: (number not in allowed, bool(zone) and pos.entity(number).zone != home))
            if found:
                picks.append(found[0])
        return tuple(picks)

    def _pairs(self, pos: Position, part: SaidPart, picks: object) -> tuple[int, ...]:
        """`x by y, …` as y, x, …; without `by`, the picks in their order."""
        pairs: list[int] = []
        waiting = list(picks) if isinstance(picks, tuple) else []
        for ref in part.items:
            if ref.text in NOBODY and not ref.quoted:
                continue
            victim = self.names.components(pos.table, ref, self.said.player)
            by = self.names.components(pos.table, ref.by, self.said.player) if ref.by else waiting
            user = next((number for number in by if number not in pairs[::2]), 0)
            if victim:
                pairs += [user, victim[0]]
        return tuple(pairs)


def _offers(pos: Position, ask: Ask) -> Iterator[Move]:
    uses = getattr(ask, "uses", None) or getattr(ask, "waiting", None)
    if uses is not None:
        return (use.move() for use in uses)
    return (
        (move for move in islice(ask.moves(pos), LISTED) if move.verb == "use")
        if ask.player and ask.verb == "act"
        else iter(())
    )


def _printed(pos: Position, number: int) -> list[Ability]:
    """What a component offers here, and what else is printed on it."""
    entity = pos.entity(number)
    offered = list(pos.pack.abilities_of(pos, entity))
    known = {ability.key for ability in offered}
    return offered or [
        ability for ability in pos.card(number).abilities if not ability.grants and ability.key not in known
    ]


def _with_ability(pos: Position, ask: Ask, move: Move) -> Move:
    """Answers that name an ability of their subject, as the order of delayed effects does: the line need not."""
    if not move.subject or not ask.player or move.verb != ask.verb:
        return move
    answers = islice(ask.moves(pos), LISTED)
    same = (
        answer
        for answer in answers
        if answer.ability and answer == msgspec.structs.replace(move, ability=answer.ability)
    )
    return next(same, move)


def _completed(pos: Position, ask: Ask, move: Move, missing: list[str]) -> Iterator[Move]:
    """The possible answers that agree with what was written; the bare move if there is none."""
    found: list[Move] = []
    if ask.player:
        # Who answers a question with its verb alone means those it can be about, not nobody.
        whom = isinstance(ask, Choose) and "picks" in missing
        for answer in sorted(islice(ask.moves(pos), LISTED), key=lambda answer: -len(answer.picks) if whom else 0):
            if answer.verb == move.verb and _agrees(answer, move, missing):
                merged = {name: getattr(answer, name) for name in missing if name != "words"}
                words = answer.words if "words" in missing else move.words
                completed = msgspec.structs.replace(move, words=words, **merged)
                if completed not in found:
                    found.append(completed)
                    yield completed
    if not found:
        yield move


def _agrees(answer: Move, move: Move, missing: list[str]) -> bool:
    if move.subject and answer.subject != move.subject:
        return False
    if "words" in missing:
        return set(move.words) <= set(answer.words)
    return move.words == answer.words or not answer.words


def _slot(ask: Ask) -> str:
    """Where an answer would be remembered; a window remembers none."""
    slot = getattr(ask, "slot", "")
    return slot if isinstance(slot, str) else ""
