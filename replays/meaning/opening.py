"""The beginning of a game: set-up lines become events, and unknown cards stand for decks that no line states.

Which zones are filled, and with how many unknown cards, is said in the notation of the pack.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ledger.events import (
    Attached,
    Component,
    ControlChanged,
    Counted,
    Event,
    FrameOpened,
    GameStarted,
    Identified,
    Introduced,
    Marked,
    Moved,
    SeatChanged,
)
from ledger.table import Table
from replays.errors import NotationError, raise_all
from replays.meaning.names import Names
from replays.meaning.unknown_names import unknown_names
from replays.notation.lines import CardFile, CardText, Document, Item, Line, Players, Ref, Start, Stock, Tournament
from replays.notation.players import find_player, no_player, players_called
from replays.notation.setup_words import faction_words, note_words, position_words
from replays.notation.vocabulary import find_word
from rules.errors import nearest
from rules.kernel.notation import LEADS, Phrase, Where
from rules.kernel.position import UNSTATED, Position

MOST_ROUNDS = 999
"""The highest round that a position may stand in."""


class _Attachment(msgspec.Struct, frozen=True):
    """A component that is attached to the card a note names: `(on ned)`."""

    number: int
    host: Ref
    line: Line


class _CarriedTokens(msgspec.Struct, frozen=True):
    """Tokens of a player that lie on the card in a zone, such as power on the faction card."""

    zone: str
    what: str
    amount: int


class Opening:
    """The events that a transcript begins with, made from its set-up lines.

    `learned` gives, for components that the set-up calls unknown, the cards that later lines show them to be. `added`
    are cards (player, zone, card) that later lines name and no set-up line lists. Both are found while the transcript
    is run; then it begins again with a new opening. A set-up line that makes no sense raises NotationError.
    """

    def __init__(self, document: Document, learned: dict[int, str], added: list[tuple[str, str, str]]) -> None:
        self.document, self.pack = document, document.pack
        self.names = Names(document.pack)
        self.components: list[Component] = []
        self.events: list[Event] = []
        """The events that follow `Introduced`: tokens, marks, attachments, controllers, cards that are identified."""
        self.waiting: list[_Attachment | _CarriedTokens] = []
        self.open_zones: set[str] = set()
        """The zones of players that no line states: any card may turn out to have been there."""
        self._bring_components()
        for player, zone, card in added:
            self._bring(card, player, zone)
        own = len(self.components)
        self.events += [Identified(number, card) for number, card in learned.items() if number <= own]
        self.found_later = [Identified(number, card) for number, card in learned.items() if number > own]
        """Cards that the game itself adds to a position, such as a facedown card in a province."""
        self._attach_waiting()

    def position(self) -> Position:
        """Return a new position at the beginning: the game started, the components in place, the first frames open.

        The rules have not been run yet. A full game stands at its setup. A `position` line opens the frames of the
        phase and step that it names; if the game has none such, NotationError is raised.
        """
        pos = Position(self.pack, Table())
        document = self.document
        settings = {"cards": "\n".join(self._own_cards())} if any(self._own_cards()) else {}
        settings |= _tournament(document)
        unstated = self._hands_not_stated()
        if unstated:
            settings[UNSTATED] = ", ".join(unstated)
        if self.names.aliases:
            settings["names"] = ", ".join(f"{alias} {number}" for alias, number in self.names.aliases.items())
        seats = document.seats
        zones = self.pack.zones(seats, document.header.format)
        pos.emit(GameStarted(self.pack.id, self.pack.version, document.header.format, seats, zones, settings))
        pos.emit(Introduced(tuple(self.components)))
        for event in self.events:
            pos.emit(event)
        if document.start is None:
            pos.emit(FrameOpened("game"))
        else:
            self._open_at(pos, document.start)
        for event in self.found_later:
            pos.emit(event)
        return pos

    def _hands_not_stated(self) -> list[str]:
        """Return the hands that no line of a position states: they may hold any card."""
        if self.document.start is None:
            return []
        zones = self.pack.zones(self.document.seats, self.document.header.format)
        filled = self.pack.notation.fill
        return [
            spec.name
            for spec in zones
            if spec.seen == "owner" and spec.name in self.open_zones and spec.name.partition(".")[2] not in filled
        ]

    def _own_cards(self) -> list[str]:
        """Return the texts of the card definitions in the transcript and in the card files it names."""
        return [line.text for line in self.document if isinstance(line, CardText | CardFile)]

    # --- components -----------------------------------------------------------------------------------------------

    def _bring_components(self) -> None:
        """Make the components of all set-up lines, then those no line states: faction cards, decks, common cards."""
        self._check_factions()
        notation = self.pack.notation
        stated: set[tuple[str, str]] = set()
        errors: list[NotationError] = []
        for line in self.document:
            if isinstance(line, Stock):
                # a zone may have a shorter name than its own, and is stated by either
                if not self._lies_elsewhere(line):
                    stated |= {(line.player, line.zone), (line.player, notation.zones.get(line.zone, line.zone))}
                errors += self._stock(line)
        raise_all([*errors, *unknown_names(self.document, self.names, self._cards())])
        fill = notation.whole if self.document.start is None else notation.fill
        for seat in self.document.seats:
            if notation.faction and (seat.player, notation.faction) not in stated:
                self._bring(self._faction_card(seat.faction), seat.player, notation.faction)
            for zone, count in fill.items():
                if (seat.player, zone) not in stated:
                    for _ in range(count):
                        self._bring("", seat.player, zone)
            self.open_zones |= {
                f"{seat.player}.{zone}" for zone in notation.zones.values() if (seat.player, zone) not in stated
            }
        self._bring_common_cards()

    def _lies_elsewhere(self, line: Stock) -> bool:
        """Whether all cards of a line about a hidden zone lie on other cards: then it does not state the zone."""
        zones = {spec.name: spec for spec in self.pack.zones(self.document.seats, self.document.header.format)}
        zone = zones.get(f"{line.player}.{self.pack.notation.zones.get(line.zone, line.zone)}")
        on = [any(note[0].text.casefold() == "on" for note in item.notes) for item in line.items]
        return bool(on) and all(on) and zone is not None and zone.seen != "all"

    def _cards(self) -> list[str]:
        """Return the cards that set-up lines have named so far."""
        return [part.card for part in self.components if part.card]

    def _bring_common_cards(self) -> None:
        """Add one of each card that begins in this format's common zone, but for those set-up lines have placed."""
        zone, type_ = self.pack.notation.common.get(self.document.header.format, ("", ""))
        held = {part.card for part in self.components}
        kinds = [card.id for card in self.pack.cards.values() if zone and card.type == type_ and not card.faction]
        for card in sorted(kind for kind in kinds if kind not in held):
            self.components.append(Component(len(self.components) + 1, card, "", zone))

    def _faction_card(self, faction: str) -> str:
        """Return the id of the card that stands for a faction; empty if the player has none."""
        cards = {card.faction: card.id for card in self.pack.cards.values() if card.type == self.pack.notation.faction}
        return cards.get(find_word(faction, cards), "") if faction else ""

    def _check_factions(self) -> None:
        """Raise an error for a faction in the `players` line that no player of this game can have.

        A player whose faction card is stated by a set-up line may be called anything. Whether a faction that the game
        has can be a player's is judged by its pack.
        """
        known, zone = faction_words(self.pack), self.pack.notation.faction
        others = () if zone else {card.faction for card in self.pack.cards.values() if card.faction}
        stated = {line.player for line in self.document if isinstance(line, Stock) and line.zone == zone}
        for line in self.document:
            for seat in line.seats if isinstance(line, Players) else ():
                if (
                    seat.faction
                    and seat.player not in stated
                    and known
                    and not find_word(seat.faction, (*known, *others))
                ):
                    column = line.source.casefold().rfind(seat.faction.casefold()) + 1
                    says = f"no faction is called `{seat.faction}`{nearest(seat.faction, known)}"
                    raise NotationError(says, line.number, line.source, column, len(seat.faction), known=known)

    def _stock(self, line: Stock) -> list[NotationError]:
        """Make the components and token counts of one set-up line, and return what is wrong with its items."""
        notation = self.pack.notation
        if line.amount is not None:
            carrier = notation.counters[line.zone]
            if not carrier:
                self.events.append(Counted(line.player, line.zone, line.amount))
            else:
                self.waiting.append(_CarriedTokens(f"{line.player}.{carrier}", line.zone, line.amount))
            return []
        errors = []
        for item in line.items:
            try:
                for _ in range(item.count):
                    self._item(line, item)
            except NotationError as error:
                errors.append(error)
        return errors

    def _item(self, line: Stock, item: Item) -> None:
        """Make one component of an item of a set-up line, with its short name and the notes on it."""
        zone = self.pack.notation.zones[line.zone] if line.player else line.zone
        face = self._face(item, zone)
        card = face or (self._card(line, item.name) if item.known else "")
        if card and any(self.pack.cards[card].type in phrase.types for phrase in self._phrases_like(line.zone)):
            says = f"{self.pack.cards[card].name} is played and does not lie there"
            raise _error(f"{says}. If this is a move, write the line `moves` above it", line, item.name)
        number = self._bring(card, line.player, zone)
        if item.alias:
            if self.names.short_name(item.alias) or any(item.alias == seat.player for seat in self.document.seats):
                raise _error(f"`{item.alias}` is a name already", line, item.name)
            self.names.aliases[item.alias] = number
        for note in item.notes:
            self._note(line, note, number, card, zone)
        if face:
            self.events.append(Marked(number, item.name.text.casefold()))

    def _face(self, item: Item, zone: str) -> str:
        """Return the only card that may lie in a zone if an item is a mark of it: `A dice march` is a die."""
        if item.name.quoted or item.name.text.casefold() not in self.pack.notation.marks:
            return ""
        cards = self._that_lie_in(list(self.pack.cards), zone)
        return cards[0] if len(cards) == 1 else ""

    def _card(self, line: Line, ref: Ref) -> str:
        """Return the id of the card that a name stands for; an unknown or ambiguous name is an error."""
        found = self.names.titled(ref.text)
        if len(found) > 1:
            raise _error(f"`{ref.text}` may be any of {', '.join(found)}; write the id", line, ref)
        hint = self._move_hint(line, ref) if not found else ""
        found = found or ([] if ref.quoted else self.names.called(ref.text))
        if len(found) > 1 and isinstance(line, Stock):
            found = self._that_lie_in(found, self.pack.notation.zones.get(line.zone, line.zone)) or found
        if not found or hint:
            raise _error(f"no card is called `{ref.text}`{hint or self.names.hint(ref.text)}", line, ref)
        if len(found) > 1:
            raise _error(self.names.several(ref.text, found), line, ref)
        return found[0]

    def _that_lie_in(self, cards: list[str], zone: str) -> list[str]:
        """Return those of some cards whose type may lie in a zone: of three cards called air, the ring among rings."""
        homes = self.pack.zone_table.homes
        return [card for card in cards if zone in homes.get(self.pack.cards[card].type, "").split()]

    def _phrases_like(self, zone: str) -> list[Phrase]:
        """Return the phrases that begin like a set-up line for this zone but use a card.

        In `agot2`, `A play "The Hand's Judgment"` begins like set-up of A's play area, but an event never lies there.
        """
        return [
            phrase
            for phrase in self.pack.notation.phrases
            if (phrase.name, phrase.verb, phrase.where) == (zone, "use", "")
        ]

    def _move_hint(self, line: Line, ref: Ref) -> str:
        """Return a hint for a move that was taken for set-up since its verb is also a zone: `A play ned on cat`."""
        words = ref.text.split()
        is_move = self.names.short_name(words[0]) or LEADS & {word.casefold() for word in words}
        if not isinstance(line, Stock) or ref.quoted or not is_move:
            return ""
        return f"; this says what lies in {line.player} {line.zone}. If it is a move, write the line `moves` above it"

    def _bring(self, card: str, player: str, zone: str) -> int:
        """Add a component in a zone of a player, or of nobody, and return its number; an empty card is unknown."""
        number = len(self.components) + 1
        self.components.append(Component(number, card, player, f"{player}.{zone}" if player else zone))
        return number

    def _note(self, line: Stock, note: tuple[Ref, ...], number: int, card: str, zone: str) -> None:
        """Keep what a note in brackets says of a card: `(kneeling)`, `(power 2)`, `(duplicate)`, `(on ned)`."""
        notation = self.pack.notation
        word, rest = note[0].text.casefold(), note[1:]
        if word[:-1] in notation.under:
            word = word.removesuffix("s")
        amount = int(rest[0].text) if len(rest) == 1 and rest[0].text.isdecimal() and len(rest[0].text) < 5 else None
        if word in notation.under and (not rest or amount):
            for _ in range(amount or 1):
                copy = self._bring(card, line.player, zone)
                self.events += [Marked(copy, word), Attached(copy, number)]
        elif word in notation.tokens and amount is not None:
            self.events.append(Counted(number, word, amount))
        elif word == "facedown" and not rest:
            self.events.append(Moved(number, self.components[number - 1].zone, face="down"))
        elif word in notation.marks and not rest:
            self.events.append(Marked(number, word))
        elif word in notation.plain and not rest:
            pass  # it needs no mark
        elif word == "on" and rest:
            self.waiting.append(_Attachment(number, _one_name(rest), line))
        elif word == "of" and rest and self._player(_one_name(rest).text):
            self._give_owner(number, line.player, self._player(_one_name(rest).text), zone)
        else:
            known = note_words(self.pack)
            says = f"`{' '.join(part.text for part in note)}` cannot be on a card{nearest(word, known)}"
            raise _error(says, line, note[0], known)

    def _player(self, text: str) -> str:
        """Return the letter of the player that a word or name stands for, or an empty text."""
        return find_player(text, {seat.player: seat for seat in self.document.seats})

    def _give_owner(self, number: int, controller: str, owner: str, zone: str) -> None:
        """Give a component another owner, in whose zone it then lies; the player of the line controls it."""
        part = self.components[number - 1]
        self.components[number - 1] = Component(number, part.card, owner, f"{owner}.{zone}")
        self.events.append(ControlChanged(number, controller))

    def _attach_waiting(self) -> None:
        """Make the attachments and tokens that need the other components to be there."""
        for item in self.waiting:
            if isinstance(item, _CarriedTokens):
                carrier = next(part.entity for part in self.components if part.zone == item.zone)
                self.events.append(Counted(carrier, item.what, item.amount))
                continue
            ref = item.host
            host = self._host(ref, item)
            if not host or host == item.number:
                raise _error(
                    f"`{ref.text}` is no card of this position{self.names.hint(ref.text, self._cards())}",
                    item.line,
                    ref,
                )
            self.events.append(Attached(item.number, host))

    def _host(self, ref: Ref, item: _Attachment) -> int:
        """Return the first component with this short name, number, title or part of a title, or 0.

        A part of several titles is an error that lists them.
        """
        if not ref.quoted and (alias := self.names.short_name(ref.text)):
            return self.names.aliases[alias]
        if ref.text.startswith("#") and ref.text[1:].isdecimal():
            return next((part.entity for part in self.components if f"#{part.entity}" == ref.text), 0)
        there = [part.card for part in self.components if part.card and part.entity != item.number]
        ids = self.names.titled(ref.text) or ([] if ref.quoted else self.names.called(ref.text, there))
        if len(ids) > 1 and not self.names.titled(ref.text):
            raise _error(self.names.several(ref.text, ids), item.line, ref)
        return next((part.entity for part in self.components if part.card in ids), 0)

    # --- the point in the round -------------------------------------------------------------------------------------

    def _open_at(self, pos: Position, line: Start) -> None:
        """Give out the roles and open the frames that a `position` line names; it is an error if it names no place."""
        where = self._parsed_place(line)
        for role, player in {"first": self.document.seats[0].player, **where.roles}.items():
            pos.emit(SeatChanged(role, (player,)))
        place = self.pack.notation.place
        wrong = place(pos, where) if place is not None else f"{self.pack.id} cannot begin with a position yet"
        if wrong:
            word = _place_word(line, where) or Ref("position", 1)
            # a place that is not understood is told with all that could be written; a wrong table is another matter
            known = () if {*where.words[:1]} <= {*self.pack.notation.phases} else position_words(self.pack)
            raise _error(wrong, line, word, known)

    def _player_in(self, line: Start, part: tuple[Ref, ...]) -> str:
        """Return the player behind a role, such as B in `active B`; nobody, or one of several, is an error."""
        name = _one_name(part[1:])
        seats = {seat.player: seat for seat in self.document.seats}
        found = players_called(name.text, seats)
        if len(found) != 1:
            says = f"`{part[0].text}` is followed by a player; {no_player(name.text, found, seats)}"
            raise _error(says, line, name)
        return found[0]

    def _parsed_place(self, line: Start) -> Where:
        """Return what a `position` line says: the round, the roles, and the words that name the phase and step."""
        number, words, roles = 1, [], {}
        known = position_words(self.pack)
        said: set[str] = set()
        for part in line.parts:
            texts = [ref.text.casefold() for ref in part]
            if not part:
                raise NotationError(
                    "nothing stands between two commas, or before or after one", line.number, line.source, 1
                )
            if texts[0] in ("round", *self.pack.notation.roles) and texts[0] in said:
                raise _error(f"`{texts[0]}` is written twice", line, part[0])
            said.add(texts[0])
            if texts[0] == "round":
                if len(texts) != 2 or not texts[1].isdecimal() or not 0 < int(texts[1][:6]) <= MOST_ROUNDS:
                    raise _error("a round is a number, such as `round 3`", line, part[-1])
                number = int(texts[1])
            elif texts[0] in self.pack.notation.roles and len(texts) >= 2:
                roles[texts[0]] = self._player_in(line, part)
            elif len(texts) == 2 and self._player(part[1].text) and texts[0] not in self.pack.notation.place_words:
                raise _error(f"`{part[0].text}` is no role here{nearest(texts[0], known)}", line, part[0], known)
            else:
                words += [self._player(ref.text) or ref.text.casefold() for ref in part]
        stated = frozenset((line.player, line.zone) for line in self.document if isinstance(line, Stock))
        return Where(number, tuple(words), roles, stated, "round" in said)


def _place_word(line: Start, where: Where) -> Ref | None:
    """Return the word that an error about the place of a position points at, or None."""
    return next((ref for part in line.parts for ref in part if ref.text.casefold() in where.words), None)


def _one_name(refs: tuple[Ref, ...]) -> Ref:
    """Return words beside one another as one name."""
    first, last = refs[0], refs[-1]
    wide = last.column + last.width - first.column
    return Ref(" ".join(ref.text for ref in refs), first.column, first.quoted, first.owner, wide=wide)


def _error(says: str, line: Line, ref: Ref, known: Sequence[str] = ()) -> NotationError:
    return NotationError(says, line.number, line.source, ref.column, ref.width, known=known)


def _tournament(document: Document) -> dict[str, str]:
    """Return what a transcript says of the tournament, round and table, as settings of the game."""
    line = next((line for line in document if isinstance(line, Tournament)), None)
    if line is None:
        return {}
    said = {"tournament": line.event, "tournament round": line.round, "tournament table": line.table}
    return {name: value for name, value in said.items() if value}
