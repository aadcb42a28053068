"""The moves that a written line may mean at a decision, by the phrases of its game and the names on the table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import msgspec

from ledger.events import Move
from replays.errors import NotationError
from replays.meaning.listed_answers import LISTED, ListedAnswers, completed, with_ability
from replays.meaning.names import Names, cards_on
from replays.notation.lines import FOR_OF, Ref, Said, SaidPart
from replays.notation.players import find_player, no_player, players_called
from replays.notation.shapes import fitting_phrases, is_nobody, later_parts, written_for
from replays.notation.vocabulary import find_word, find_word_or_title, words_for
from rules.kernel.asks import PASS, Ask, Check, Choose, ChooseOrPass, Form, Say
from rules.kernel.chance import Chance
from rules.kernel.notation import Part, Phrase
from rules.kernel.position import Position
from rules.language.cards import Ability, Choice
from rules.resolution.choices import why_no_target
from rules.resolution.moments import Order, Window

TOTAL = re.compile(r"(?P<unknown>unknown)?\s*(?:total (?P<total>[0-9]{1,4}))?(?<=\w)")
"""`unknown`, `total 7`, or both: cards nobody knows, of which only the total is known."""


class UnknownCard(Exception):
    """A written name is a card of the game, but no component on the table is known to be that card.

    An unknown card in the player's zone `zone` may be it, or in an opponent's if `others`; `cards` are the ids that
    the name may stand for.
    """

    def __init__(self, ref: Ref, zone: str, cards: list[str], others: bool = False) -> None:
        super().__init__(ref.text)
        self.ref, self.zone, self.cards, self.others = ref, zone, cards, others


def choice_line(said: Said, part: SaidPart, names: Names, pos: Position) -> Said:
    """Return a choice written behind a use as a move of its own, with the verb `choose` or `say`.

    From `A play song naming A on low`, the part `on low` becomes `A choose low` and `naming A` becomes `A say A`. The
    verb is `say` for `naming`, and where a name stands for nothing on the table.
    """
    there = part.lead != "naming" and all(
        is_nobody(ref) or names.components(pos.table, ref, said.player) for ref in part.items
    )
    answer = SaidPart("", part.items, part.column)
    return msgspec.structs.replace(said, verb="choose" if there else "say", parts=(answer,), step="")


class WrittenMove:
    """One written move with the phrases of its verb, ready to be compared with decisions.

    `later` are the parts that an ability asks for after it is used, such as its targets. A card or player that the move
    names must be on the table when this is made: otherwise an `UnknownCard` or a `NotationError` is raised. In `later`,
    an unquoted name that is no card at all raises nothing: it may be a word to choose.
    """

    def __init__(self, said: Said, names: Names, pos: Position) -> None:
        self.said, self.names = said, names
        self._line = said
        """The line as it is written, with parts of titles as they are."""
        named = pos.pack.notation.named(said.verb)
        fitting = [phrase for phrase in named if self._is_of_type(pos, phrase.types)]
        self.phrases = [phrase for phrase in fitting if self._works_from(pos, phrase.where)]
        self.phrases = self.phrases or [phrase for phrase in fitting if not phrase.where] or named
        self.phrases = fitting_phrases(said, self.phrases, pos.pack)
        self.phrases = [phrase for phrase in self.phrases if not phrase.turned or self._begins_in_play(pos)]
        self.phrases = [_with_zones(pos, said.player, phrase) for phrase in self.phrases]
        self.direct = any(not part.lead for phrase in self.phrases for part in phrase.parts)
        self.said = self._with_full_names(pos)
        self.phrases = [phrase for phrase in self.phrases if self._is_of_type(pos, phrase.types)] or self.phrases
        self.later = later_parts(self.said, self.phrases)
        self._check_names(pos)
        self.later = tuple(one for part in self.later for one in self._one_by_one(pos, part))

    def moves(self, pos: Position, ask: Ask, every: bool = False) -> Iterator[Move]:
        """Yield the moves that this line may mean at a decision, legal or not.

        Parts that were left out are filled in from the first `LISTED` possible answers. Uses that are not offered here
        are added with `every`, or if another player decides, so that they can be explained. With `every`, `say no` is
        also a pass where its player may decline. A part that cannot be understood raises NotationError on the way.

            A challenge military with ned    ->    one move for each opponent A may challenge
        """
        if every and self.said.verb == "say" and self._declines(ask):
            yield PASS
        for phrase in self.phrases:
            if phrase.verb == "pass":
                yield PASS
            elif phrase.verb == "use":
                yield from self._uses(pos, ask, every)
            elif not phrase.slot or phrase.about(_slot_of(ask)):
                yield from self._answers(pos, ask, phrase)

    def target_checks(self, pos: Position, move: Move, checks: list[Check]) -> list[Check]:
        """Return the failed conditions of the targets written behind a use that lacks targets or could change nothing.

        `checks` are the conditions of the use itself. For `A use x on ned`, the result says why ned is no target. It is
        empty if the use fails for other reasons.
        """
        lacking = any(check.name in ("targets", "change") and check.holds is False for check in checks)
        refs = [ref for part in self.later if lacking and part.lead in ("targeting", "on") for ref in part.items]
        named = [self.names.components(pos.table, ref, self.said.player)[:1] for ref in refs]
        return [
            check
            for numbers in named
            for number in numbers
            for check in why_no_target(pos, self.said.player, move, number)
        ]

    def written(self, part: Part) -> SaidPart | None:
        """Return the names written for a part of a phrase, or None if it was left out."""
        return written_for(self.said, part, self.direct)

    def error(self, says: str, ref: Ref) -> NotationError:
        """Return (not raise) an error that points at a word of the move."""
        return NotationError(says, self.said.number, self.said.source, ref.column, ref.width)

    def _is_of_type(self, pos: Position, types: tuple[str, ...]) -> bool:
        """Whether the first card named is of one of these types; True for no types, no card and an unknown name."""
        first = self.said.part("")
        if not types or first is None:
            return True
        found = self.names.components(pos.table, first.items[0], self.said.player)
        cards = [pos.entity(found[0]).card] if found else self.names.cards(first.items[0].text)
        return not cards or (cards[0] in pos.pack.cards and pos.pack.cards[cards[0]].type in types)

    def _begins_in_play(self, pos: Position) -> bool:
        """Whether the first card named may be one of the player's that is in play."""
        first = self.said.part("")
        found = self.names.components(pos.table, first.items[0], self.said.player) if first is not None else []
        return any(pos.in_play(number) and pos.entity(number).controller == self.said.player for number in found)

    def _works_from(self, pos: Position, where: str) -> bool:
        """Whether the first card named lies in a zone of kind `where`, with an ability that works from there."""
        first = self.said.part("")
        if not where or first is None:
            return False
        found = [pos.entity(number) for number in self.names.components(pos.table, first.items[0], self.said.player)]
        lying = [entity for entity in found if pos.pack.zone_kind(pos, entity) == where]
        return any(ability.where == where for entity in lying[:1] for ability in pos.pack.abilities_of(pos, entity))

    def _with_full_names(self, pos: Position) -> Said:
        """Return the line with each part of a title as the whole title, as it is understood at this position.

        So a name keeps its meaning while the point of the line is looked for, whatever comes to the table on the way. A
        part of several titles is an error that lists them, unless only one of the cards is of a type that the verb is
        mostly written for.
        """
        kinds = {part.lead: part.kind for phrase in self.phrases for part in phrase.parts}
        of = self.said.part("of") is not None
        parts = []
        for part in self.said.parts:
            kind = kinds.get(part.lead, kinds.get("with", "") if not part.lead else "")
            no_card = kind in ("word", "words", "player", "number", "count")
            # a choice behind a use may be a word; and in `2 of ned` or `duplicate of ned` the first is no card
            if no_card or (part.lead not in kinds and part.lead not in ("", "of")) or (not part.lead and of):
                parts.append(part)
            else:
                items = tuple(self._full_name(pos, ref) for ref in part.items)
                parts.append(SaidPart(part.lead, items, part.column))
        return msgspec.structs.replace(self.said, parts=tuple(parts))

    def _full_name(self, pos: Position, ref: Ref) -> Ref:
        """Return a name as its short name is written in the set-up, or as the whole title that it is a part of."""
        by = self._full_name(pos, ref.by) if ref.by is not None else None
        alias = "" if ref.quoted or ref.owner else self.names.short_name(ref.text)
        text, owner, titled = alias or ref.text, ref.owner, self.names.titled(ref.text)
        if not alias and not titled and not ref.quoted and not is_nobody(ref) and not ref.text.lstrip("#").isdecimal():
            cards = self.names.candidates(pos.table, ref) or self.names.called(ref.text)
            if len(cards) > 1:
                types = {type_ for phrase in self.phrases if not phrase.only_read for type_ in phrase.types}
                cards = [card for card in cards if pos.pack.cards[card].type in types] or cards
            if len(cards) > 1:
                raise self.error(self.names.several(ref.text, cards), ref)
            text = self.names.title(cards[0]) if len(cards) == 1 else text
        elif ref.quoted and titled and text in self.names.aliases:
            text = self.names.title(titled[0])  # a title in quotes is no short name, even if it is spelled like one
        if owner and len(found := self.names.components(pos.table, ref, self.said.player)) == 1:
            text, owner = f"#{found[0]}", ""
        return Ref(text, ref.column, ref.quoted, owner, by, ref.width)

    def _check_names(self, pos: Position) -> None:
        """Raise an error if a part names a player or a card that is not there.

        A card that an unknown card can turn out to be raises `UnknownCard`. Where the cards may be read in the other
        order, an order in which a name means nothing is left out.
        """
        turned = [phrase for phrase in self.phrases if phrase.turned]
        for phrase in list(self.phrases):
            try:
                self._check_phrase(pos, phrase)
            except NotationError:
                if phrase.turned or not turned:
                    raise
                self.phrases.remove(phrase)
        of = self.said.part("of")
        hosts = of.items if of else ()
        chosen = (ref for part in self.later for ref in part.items if part.lead != "naming")
        for ref in (*hosts, *chosen):
            self._check_name(pos, ref, "hand", may_be_word=ref not in hosts)

    def _check_phrase(self, pos: Position, phrase: Phrase) -> None:
        """Raise an error if a part of a phrase names a player or a card that is not there."""
        for part in phrase.parts:
            written = self.written(part)
            if part.kind in ("card", "cards", "pairs") and written is not None and not self.said.part("of"):
                named = (ref for ref in written.items if not (part.total and TOTAL.fullmatch(ref.text)))
                for ref in named:
                    self._check_name(pos, ref, part.zone, others=part.others)
                    if ref.by is not None:
                        self._check_name(pos, ref.by, "")
            elif part.kind == "player" and written is not None:
                self._check_player(pos, written.items[0])

    def _check_player(self, pos: Position, ref: Ref) -> None:
        found = players_called(ref.text, pos.table.seats)
        if len(found) != 1:
            raise self.error(no_player(ref.text, found, pos.table.seats), ref)

    def _check_name(self, pos: Position, ref: Ref, zone: str, may_be_word: bool = False, others: bool = False) -> None:
        """Raise an error if a name stands for nothing on the table; `zone` is where an unknown card may be it."""
        if is_nobody(ref) or self.names.components(pos.table, ref, self.said.player):
            return
        cards = self.names.titled(ref.text)
        if cards and ref.owner:
            raise self.error(f"{ref.owner} has no `{ref.text}` on the table", ref)
        if cards and zone:
            raise UnknownCard(ref, zone, cards, others)
        if cards:
            raise self.error(f"no `{ref.text}` is on the table; a line of the set-up puts it there", ref)
        a_player = self.said.verb == "choose" and find_player(ref.text, pos.table.seats)
        if (may_be_word or a_player) and not ref.quoted:
            return
        raise self.error(f"nothing here is called `{ref.text}`{self.names.hint(ref.text, cards_on(pos.table))}", ref)

    def _declines(self, ask: Ask) -> bool:
        """Whether the line is `say no` to a decision of its player that may be declined."""
        offered = isinstance(ask, ChooseOrPass) or (isinstance(ask, Form) and ask.declines is not None)
        first = self.said.part("")
        return (
            offered
            and ask.player == self.said.player
            and first is not None
            and [ref.text.casefold() for ref in first.items] == ["no"]
        )

    def _uses(self, pos: Position, ask: Ask, every: bool) -> Iterator[Move]:
        """Return the uses that the line may mean, those offered at the decision first.

        Where a player is asked whether to do what a card offers, using that card says yes.
        """
        if self._takes_up(pos, ask):
            yield Move(ask.verb, words=("yes",))
        wanted = list(self._abilities(pos))
        answers = self._answered(pos, ask)
        offered = [
            move
            for move in _offered_uses(pos, ask)
            if (move.subject, move.ability) in wanted and (answers is None or move.amount in answers)
        ]
        yield from self._about_what_is_named(pos, ask, offered)
        if not every and ask.player == self.said.player:
            return
        places = range(len(ask.frame.occurrences)) if isinstance(ask, Window) and ask.frame.occurrences else (-1,)
        for number, key in wanted:
            for occurrence in places:
                move = Move("use", number, key, amount=occurrence)
                if move not in offered and (answers is None or occurrence in answers):
                    yield move

    def _about_what_is_named(self, pos: Position, ask: Ask, uses: list[Move]) -> list[Move]:
        """Return uses in the order in which the line may mean them: first those about a card named behind the use.

        So `A use aemon on sam`, where two characters are killed, saves Sam.
        """
        return sorted(uses, key=lambda use: not self.names_what_it_answers(pos, ask, use))

    def names_what_it_answers(self, pos: Position, ask: Ask, use: Move) -> bool:
        """Whether a card written behind a use, as in `A use aemon on sam`, is the one that something happens to."""
        if not isinstance(ask, Window) or not 0 <= use.amount < len(ask.frame.occurrences):
            return False
        subject = ask.frame.occurrences[use.amount].subject
        refs = [ref for part in self.later if part.lead in ("on", "targeting") for ref in part.items]
        return any(subject in self.names.components(pos.table, ref, self.said.player) for ref in refs)

    def _takes_up(self, pos: Position, ask: Ask) -> bool:
        """Whether a player is asked to say yes or no to what the card offers that the line uses.

        To play a card is another use of it, and a card called otherwise is another copy.
        """
        first = self.said.part("")
        if not isinstance(ask, Say) or not {"yes", "no"} <= {*ask.words} or ask.player != self.said.player or not first:
            return False
        if self.said.verb != "use":
            return False
        rules = {rule.partition("/")[2].partition("#")[0] for rule in (ask.rule, ask.whose)}
        offering = {*rules, ask.frame.text("ability").rpartition("#")[0]}
        named = self.names.components(pos.table, first.items[0], self.said.player)
        source = ask.frame.number("entity")
        return source in named if source else any(pos.entity(number).card in offering for number in named)

    def _answered(self, pos: Position, ask: Ask) -> set[int] | None:
        """Return the indices of the occurrences that `for X` names; None, for any of them, if it is not written.

        | written | names |
        | --- | --- |
        | `for 2` | the second of the things that happen at once |
        | `for ned` | what happens to ned, or an ability of ned that is in use; else what ned causes |
        | `for duplicate of ned`, `for 2 of ned` | that ability in use |
        | `for B` | what happens to player B |
        """
        part = self.said.part("for")
        if part is None:
            return None
        ref, host = part.items[0], self.said.part(FOR_OF)
        frame = ask.frame if isinstance(ask, Window) else ask.uses[0].frame if isinstance(ask, Order) else None
        parts = list(enumerate(frame.occurrences if frame else ()))
        if host is not None:
            used = set(self._abilities_under(pos, ref, host.items[0]))
            apart = {number for number, _ in used} - set(self._components(pos, host.items[0]))
            return {at for at, one in parts if (one.subject, one.note) in used or one.subject in apart}
        if ref.text.isdecimal():
            return {int(ref.text[:4]) - 1}
        numbers = self.names.components(pos.table, ref, self.said.player)
        player = find_player(ref.text, pos.table.seats)
        if numbers:
            # a copy under a card has its title, but is named as `duplicate of ned`
            cards = [number for number in numbers if not pos.pack.notation.under & set(pos.entity(number).marks)]
            to_it = {at for at, one in parts if one.subject in (cards or numbers)}
            return to_it or {at for at, one in parts if one.source in numbers}
        if player:
            theirs = {at for at, one in parts if one.player == player and not one.subject}
            return theirs or {at for at, one in parts if one.player == player}
        raise self._unknown_name(pos, ref)

    def _components(self, pos: Position, ref: Ref) -> list[int]:
        """Return the components that a name may stand for; if there are none, raise an error."""
        found = self.names.components(pos.table, ref, self.said.player)
        if not found:
            raise self._unknown_name(pos, ref)
        return found

    def _unknown_name(self, pos: Position, ref: Ref) -> NotationError:
        """Return the error for a name that stands for nothing on the table, or for one of several cards."""
        cards = [] if ref.quoted else self.names.candidates(pos.table, ref)
        if len(cards) > 1:
            return self.error(self.names.several(ref.text, cards), ref)
        return self.error(f"nothing here is called `{ref.text}`{self.names.hint(ref.text, cards_on(pos.table))}", ref)

    def _abilities_under(self, pos: Position, ref: Ref, host: Ref) -> Iterator[tuple[int, str]]:
        """Return the abilities that `X of Y` may mean, each as its component and its key."""
        for number in self.names.components(pos.table, host, self.said.player):
            yield from self._abilities_of(pos, ref, number)

    def _abilities(self, pos: Position) -> Iterator[tuple[int, str]]:
        """Return the abilities that `use X` or `use X of Y` may mean, each as its component and its key."""
        first, of = self.said.part(""), self.said.part("of")
        if first is None:
            says = f"what is used? Name the card behind the verb, as in `{self.said.player} use ned`"
            raise NotationError(says, self.said.number, self.said.source, self.said.column, len(self.said.verb))
        if of is None:
            for named in self._copies(pos, first.items[0], "" if self.said.verb == "use" else "hand"):
                number = pos.pack.notation.used_for(pos, self.said.player, named)
                yield from ((giver, ability.key) for giver, ability in _abilities_borne(pos, number))
            return
        yield from self._abilities_under(pos, first.items[0], of.items[0])

    def _abilities_of(self, pos: Position, ref: Ref, host: int) -> Iterator[tuple[int, str]]:
        """Return the abilities that X may mean in `use X of Y`, where the host is Y.

        X is a mark of a card under the host (`duplicate of ned`), the beginning of the title of an attachment (`"Seal"
        of ned`), or an ability of the host by its number or some of its words (`2 of ned`).
        """
        attached = pos.entity(host).attached
        under = [number for number in attached if ref.text.casefold() in pos.entity(number).marks]
        for number in under or self.names.with_title_beginning(pos.table, list(attached), ref.text):
            yield from ((number, ability.key) for ability in _abilities_on(pos, number))
        for at, (giver, ability) in enumerate(_abilities_borne(pos, host), 1):
            if ref.text == str(at) or (not ref.text.isdecimal() and ref.text.casefold() in ability.says.casefold()):
                yield giver, ability.key

    def _one_by_one(self, pos: Position, part: SaidPart) -> list[SaidPart]:
        """Return a part behind a use as several, where the ability asks for what it names one after another.

        With `A use x on y, z`, an ability may choose two at once, or one first and then another: then it is `on y` and
        `on z`.
        """
        if part.lead not in ("on", "targeting") or len(part.items) < 2 or self.said.part("") is None:
            return [part]
        try:
            ability = next((pos.pack.ability(key) for _, key in self._abilities(pos)), None)
        except NotationError:  # told where the use is judged
            return [part]
        choices = _choices_of(ability) if ability is not None else []
        if len(choices) < 2 or any(choice.count is not None for choice in choices):
            return [part]
        found, left = list[SaidPart](), list(part.items)
        for choice in choices:
            many = 1 if choice.words else choice.most
            if left and many < len(left):
                found.append(SaidPart(part.lead, tuple(left[:many]), left[0].column))
                left = left[many:]
            elif left:
                found.append(SaidPart(part.lead, tuple(left), left[0].column))
                left = []
        if len(found) < 2 or left:
            return [part]
        found[0] = SaidPart(part.lead, found[0].items, part.column)
        return found

    def _answers(self, pos: Position, ask: Ask, phrase: Phrase) -> Iterator[Move]:
        """Return the moves that the line may mean by a phrase that is neither a use nor a pass."""
        yield from self._answers_of_another_kind(pos, ask, phrase)
        verb = phrase.verb
        if phrase.only_read and isinstance(ask, Choose) and ask.verb != verb:
            return
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
                subjects = subjects if verb in ask.verb.split() or ask.verb == "act" else subjects[:1]
            elif part.kind == "cards":
                fields["picks"] = self._picks(pos, ask, written, part.zone)
                if part.total:
                    fields["amount"] = self._total(written)
            elif part.kind == "pairs":
                fields["pairs"] = self._pairs(pos, written, fields.get("picks", ()))
            elif part.kind in ("number", "count"):
                fields["amount"] = self._number(written)
            elif part.kind == "words":
                words += [_word(pos, ask, part, ref) for ref in written.items]
            else:
                words.append(_word(pos, ask, part, written.items[0]))
        offered = ListedAnswers(pos, ask)
        for subject in subjects:
            move = with_ability(offered, Move(verb, subject, words=tuple(words), **fields))  # type: ignore[arg-type]
            yield from completed(offered, move, missing) if missing else (move,)

    def _answers_of_another_kind(self, pos: Position, ask: Ask, phrase: Phrase) -> Iterator[Move]:
        """Return the answer to a question for a word that was read as a card, or to one for cards read as a word.

        A choice behind a use, such as `on military` or `on jaime`, does not say which it is.
        """
        first = self._line.part("") or (self.written(phrase.parts[0]) if len(phrase.parts) == 1 else None)
        if first is None or ask.player != self.said.player:
            return
        if phrase.verb == "choose" and isinstance(ask, Say) and len(first.items) == 1:
            name = first.items[0].text
            word = find_word(name, ask.words) or find_player(name, pos.table.seats)
            if word in ask.words:
                yield Move(ask.verb, words=(word,))
        elif phrase.verb == "say" and isinstance(ask, Choose):
            named = [self.names.among(pos.table, ref, ask.candidates) for ref in first.items]
            if all(len(numbers) == 1 for numbers in named):
                yield Move(ask.verb, picks=tuple(numbers[0] for numbers in named))
        elif isinstance(ask, Say) and len(first.items) == 1 and _does_with_the_word(pos, ask, phrase):
            word = find_word(first.items[0].text, ask.words)
            if word in ask.words:
                yield Move(ask.verb, words=(word,))

    def _copies(self, pos: Position, ref: Ref, zone: str) -> list[int]:
        """Return the components a name may stand for; if a zone is given, those in that zone of the player first.

        What is brought from a zone lies there: of those in play that look alike, the first stands for all.
        """
        found = self.names.components(pos.table, ref, self.said.player)
        home = f"{self.said.player}.{zone}"
        return sorted(_unlike(pos, found), key=lambda number: pos.entity(number).zone != home) if zone else found

    def _picks(self, pos: Position, ask: Ask, part: SaidPart, zone: str) -> tuple[int, ...]:
        """Return the components of a list, one for each name.

        A component that is in the list already is taken again only if the name has no other. Of the rest, one that may
        be chosen here comes first, then one in the player's zone `zone`.
        """
        home = f"{self.said.player}.{zone}"
        picks: list[int] = []
        allowed = set(ask.candidates) if isinstance(ask, Choose | Chance) else set()
        for ref in part.items:
            if is_nobody(ref):
                continue
            named = self.names.components(pos.table, ref, self.said.player)
            found = [number for number in named if number not in picks]
            found = found or named  # a name written twice for one component was chosen twice
            found.sort(key=lambda number: (number not in allowed, bool(zone) and pos.entity(number).zone != home))
            if found:
                picks.append(found[0])
        return tuple(picks)

    def _pairs(self, pos: Position, part: SaidPart, picks: object) -> tuple[int, ...]:
        """Return `x by y, …` as the numbers y, x, …; where `by` is missing, the picks are taken in their order."""
        pairs: list[int] = []
        waiting = list(picks) if isinstance(picks, tuple) else []
        for ref in part.items:
            if is_nobody(ref):
                continue
            victim = self.names.components(pos.table, ref, self.said.player)
            by = self.names.components(pos.table, ref.by, self.said.player) if ref.by else waiting
            again = by[0] if ref.by and by else 0  # a user written twice for one component is named twice
            user = next((number for number in by if number not in pairs[::2]), again)
            if victim:
                pairs += [user, victim[0]]
        return tuple(pairs)

    def _total(self, part: SaidPart) -> int:
        """Return the total of `unknown, total 7`, cards nobody knows; 0 if all cards are named."""
        said = [(ref, found) for ref in part.items if not ref.quoted and (found := TOTAL.fullmatch(ref.text))]
        if not said:
            return 0
        numbers = [int(found["total"]) for _, found in said if found["total"]]
        if len(numbers) != 1 or not numbers[0] or not any(found["unknown"] for _, found in said):
            raise self.error("if nobody knows the cards, write their total: `with unknown, total 7`", said[0][0])
        return numbers[0]

    def _number(self, part: SaidPart) -> int:
        text = part.items[0].text
        if not text.isdecimal() or len(text) > 6:
            raise self.error(
                f"a number is needed{f' after `{part.lead}`' if part.lead else ''}, not `{text}`", part.items[0]
            )
        return int(text)


def _choices_of(ability: Ability) -> list[Choice]:
    """Return what an ability asks for, in the order in which it does: its targets, then what its sentences choose."""
    return [*ability.targets, *(sentence.choose for sentence in ability.sentences if sentence.choose is not None)]


def _with_zones(pos: Position, player: str, phrase: Phrase) -> Phrase:
    """Return a phrase whose parts name the zones that unknown cards would come from at this position."""
    zones = [pos.pack.notation.zone_now(pos, player, part.zone) for part in phrase.parts]
    if zones == [part.zone for part in phrase.parts]:
        return phrase
    parts = (msgspec.structs.replace(part, zone=zone) for part, zone in zip(phrase.parts, zones, strict=True))
    return msgspec.structs.replace(phrase, parts=tuple(parts))


def _unlike(pos: Position, numbers: list[int]) -> list[int]:
    """Return some components without those in play that look just like one before them."""
    if len(numbers) < 2:
        return numbers
    looks: set[object] = set()
    found = []
    for number in numbers:
        one = pos.entity(number)
        marks, counters = frozenset(one.marks), frozenset(one.counters.items())
        look = (one.card, one.zone, one.owner, one.controller, one.up, one.host, *one.attached, marks, counters)
        if not pos.in_play(number) or look not in looks:
            found.append(number)
        looks.add(look)
    return found


def _offered_uses(pos: Position, ask: Ask) -> Iterator[Move]:
    """Return the uses that a decision offers to the player who is asked."""
    uses = getattr(ask, "uses", None) or getattr(ask, "waiting", None)
    if uses is not None:
        return (use.move() for use in uses)
    if ask.player and ask.verb == "act":
        return (move for move in islice(ask.moves(pos), LISTED) if move.verb == "use")
    return iter(())


def _abilities_on(pos: Position, number: int) -> list[Ability]:
    """Return the abilities that a component offers where it is; if there are none, those printed on it."""
    return list(pos.pack.abilities_of(pos, pos.entity(number))) or [
        ability for ability in pos.card(number).abilities if not ability.grants
    ]


def _abilities_borne(pos: Position, number: int) -> Iterator[tuple[int, Ability]]:
    """Yield the abilities a component has, each with the component that gives it: an attachment may give its own."""
    yield from ((number, ability) for ability in _abilities_on(pos, number))
    for attached in pos.entity(number).attached:
        if pos.pack.bearer(pos, pos.entity(attached)).id == number:
            yield from ((attached, ability) for ability in _abilities_on(pos, attached))


def _word(pos: Position, ask: Ask, part: Part, ref: Ref) -> str:
    """Return the word that a written one stands for.

    It is one that the part or the question knows, or the letter of a player who is named; else it is as it is written.
    """
    known = words_for(part, pos.pack) or (ask.words if isinstance(ask, Say) else ())
    player = find_player(ref.text, pos.table.seats)
    if player and (part.kind == "player" or player in known or not known):
        return player
    return find_word_or_title(ref.text, known, pos.pack) or ref.text


def _does_with_the_word(pos: Position, ask: Say, phrase: Phrase) -> bool:
    """Whether the text of a card asks for a word in order to do with it what the verb of a phrase says.

    A card that lets a player claim the reward of a location asks for the location: `A claim castle` names it as well as
    `A say castle`.
    """
    ability = pos.pack.ability(ask.frame.text("ability"))
    if ability is None or len(phrase.parts) != 1 or phrase.parts[0].kind not in ("word", "words"):
        return False
    effects = [effect for sentence in ability.sentences for effect in sentence.effects]
    named = f"said({ask.slot!r})"  # as the text of an effect is kept
    return any(effect.word.name in (phrase.name, phrase.verb) and named in effect.text for effect in effects)


def _slot_of(ask: Ask) -> str:
    """Return the name under which a frame keeps the answer to a decision; empty for a window, which keeps none."""
    slot = getattr(ask, "slot", "")
    return slot if isinstance(slot, str) else ""
