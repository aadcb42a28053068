"""The beginning of a game: a transcript's set-up lines become events, what they leave open is filled with unknown
cards.
"""

from __future__ import annotations

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
from replays.errors import NotationError
from replays.meaning.names import Names
from replays.notation.lines import CardFile, CardText, Document, Item, Line, Players, Ref, Start, Stock
from rules.errors import nearest
from rules.kernel.notation import LEADS, Phrase, Where
from rules.kernel.position import Position

MOST_ROUNDS = 999


class Opening:
    """The events a transcript begins with. `learned` are components identified by later lines, `added` cards nobody had
    listed.
    """

    def __init__(self, document: Document, learned: dict[int, str], added: list[tuple[str, str, str]]) -> None:
        self.document, self.pack = document, document.pack
        self.names = Names(document.pack)
        self.parts: list[Component] = []
        self.after: list[Event] = []
        self.on: list[tuple[int, Ref, Line]] = []
        self.open_zones: set[str] = set()
        self.assumed: list[str] = []
        self._components()
        for player, zone, card in added:
            self._bring(card, player, zone)
        self.after += [Identified(number, card) for number, card in learned.items()]
        self._attach()

    def position(self) -> Position:
        """The table at the beginning, before anything follows from it."""
        pos = Position(self.pack, Table())
        document = self.document
        settings = {"cards": "\n".join(self._card_texts())} if any(self._card_texts()) else {}
        if self.names.aliases:
            settings["names"] = ", ".join(f"{alias} {number}" for alias, number in self.names.aliases.items())
        seats = document.seats
        zones = self.pack.zones(seats, document.header.format)
        pos.emit(GameStarted(self.pack.id, self.pack.version, document.header.format, seats, zones, settings))
        pos.emit(Introduced(tuple(self.parts)))
        for event in self.after:
            pos.emit(event)
        if document.start is None:
            pos.emit(FrameOpened("game"))
        else:
            self._place(pos, document.start)
        return pos

    def _card_texts(self) -> list[str]:
        return [line.text for line in self.document if isinstance(line, CardText | CardFile)]

    # --- components -----------------------------------------------------------------------------------------------

    def _components(self) -> None:
        notation = self.pack.notation
        stated: set[tuple[str, str]] = set()
        for line in self.document:
            if isinstance(line, Stock):
                # a zone may have a shorter name than its own, and is stated by either
                stated |= {(line.player, line.zone), (line.player, notation.zones.get(line.zone, line.zone))}
                self._stock(line)
        fill = notation.whole if self.document.start is None else notation.fill
        for seat in self.document.seats:
            if notation.faction and (seat.player, notation.faction) not in stated:
                self._bring(self._faction(seat.faction), seat.player, notation.faction)
            for zone, count in fill.items():
                if (seat.player, zone) not in stated:
                    for _ in range(count):
                        self._bring("", seat.player, zone)
            self.open_zones |= {
                f"{seat.player}.{zone}" for zone in notation.zones.values() if (seat.player, zone) not in stated
            }
        self._commons()

    def _commons(self) -> None:
        """What lies in common, one of each: what a player was said to have of it does not lie there as well."""
        zone, type_ = self.pack.notation.common.get(self.document.header.format, ("", ""))
        held = {part.card for part in self.parts}
        kinds = [card.id for card in self.pack.cards.values() if zone and card.type == type_ and not card.faction]
        for card in sorted(kind for kind in kinds if kind not in held):
            self.parts.append(Component(len(self.parts) + 1, card, "", zone))

    def _faction(self, faction: str) -> str:
        if not faction:
            return ""
        cards = {card.faction: card.id for card in self.pack.cards.values() if card.type == self.pack.notation.faction}
        if faction not in cards:
            line = next(line for line in self.document if isinstance(line, Players))
            column = line.source.rfind(faction) + 1
            raise NotationError(
                f"no faction is called `{faction}`{nearest(faction, cards)}",
                line.number,
                line.source,
                column,
                len(faction),
            )
        return cards[faction]

    def _stock(self, line: Stock) -> None:
        notation = self.pack.notation
        if line.amount is not None:
            carrier = notation.counters[line.zone]
            if not carrier:
                self.after.append(Counted(line.player, line.zone, line.amount))
            else:
                self.on.append((line.amount, Ref(f"{line.player}.{carrier} {line.zone}", 0), line))
            return
        for item in line.items:
            for _ in range(item.count):
                self._item(line, item)

    def _item(self, line: Stock, item: Item) -> None:
        zone = self.pack.notation.zones[line.zone] if line.player else line.zone
        card = self._card(line, item.name) if item.known else ""
        if card and any(self.pack.cards[card].type in phrase.types for phrase in self._uses(line.zone)):
            says = f"{self.pack.cards[card].name} is played and does not lie there"
            raise _error(f"{says}. If this is a move, write the line `moves` above it", line, item.name)
        number = self._bring(card, line.player, zone)
        if item.alias:
            if item.alias in self.names.aliases or any(item.alias == seat.player for seat in self.document.seats):
                raise _error(f"`{item.alias}` is a name already", line, item.name)
            self.names.aliases[item.alias] = number
        for note in item.notes:
            self._note(line, note, number, card, zone)

    def _card(self, line: Line, ref: Ref) -> str:
        found = self.names.cards(ref.text)
        if not found:
            raise _error(
                f"no card is called `{ref.text}`{self._meant(line, ref) or self.names.hint(ref.text)}", line, ref
            )
        if len(found) > 1:
            raise _error(f"`{ref.text}` may be any of {', '.join(found)}; write the id", line, ref)
        return found[0]

    def _uses(self, zone: str) -> list[Phrase]:
        """The moves that begin like a line for this zone and use a card that never lies there, as playing an event
        does.
        """
        return [
            phrase
            for phrase in self.pack.notation.phrases
            if (phrase.name, phrase.verb, phrase.where) == (zone, "use", "")
        ]

    def _meant(self, line: Line, ref: Ref) -> str:
        """A move that was read as set-up, because its verb is the name of a zone nobody stated, is told how to be one."""
        words = ref.text.split()
        if not isinstance(line, Stock) or ref.quoted or not (words[0] in self.names.aliases or LEADS & set(words)):
            return ""
        return f"; this says what lies in {line.player} {line.zone}. If it is a move, write the line `moves` above it"

    def _bring(self, card: str, player: str, zone: str) -> int:
        number = len(self.parts) + 1
        self.parts.append(Component(number, card, player, f"{player}.{zone}" if player else zone))
        return number

    def _note(self, line: Stock, note: tuple[Ref, ...], number: int, card: str, zone: str) -> None:
        """What stands in brackets behind a card."""
        notation = self.pack.notation
        word, rest = note[0].text.removesuffix("s") if note[0].text[:-1] in notation.under else note[0].text, note[1:]
        amount = int(rest[0].text) if len(rest) == 1 and rest[0].text.isdecimal() and len(rest[0].text) < 5 else None
        if word in notation.under and (not rest or amount):
            for _ in range(amount or 1):
                copy = self._bring(card, line.player, zone)
                self.after += [Marked(copy, word), Attached(copy, number)]
        elif word in notation.tokens and amount is not None:
            self.after.append(Counted(number, word, amount))
        elif word == "facedown" and not rest:
            self.after.append(Moved(number, self.parts[number - 1].zone, face="down"))
        elif word in notation.marks and not rest:
            self.after.append(Marked(number, word))
        elif word in notation.plain and not rest:
            pass  # it needs no mark
        elif word == "on" and len(rest) == 1:
            self.on.append((number, rest[0], line))
        elif word == "of" and len(rest) == 1 and self._is_player(rest[0].text):
            self._owned(number, line.player, rest[0].text, zone)
        else:
            known = [
                *notation.marks,
                *notation.under,
                *(f"{token} N" for token in sorted(notation.tokens)),
                "on CARD",
                "of PLAYER",
            ]
            raise _error(
                f"`{' '.join(part.text for part in note)}` cannot be on a card{nearest(word, known)}", line, note[0]
            )

    def _is_player(self, text: str) -> bool:
        return any(seat.player == text for seat in self.document.seats)

    def _owned(self, number: int, controller: str, owner: str, zone: str) -> None:
        """A card that another player owns lies in its owner's zone, under the control of this one."""
        part = self.parts[number - 1]
        self.parts[number - 1] = Component(number, part.card, owner, f"{owner}.{zone}")
        self.after.append(ControlChanged(number, controller))

    def _attach(self) -> None:
        """What needs everything to be there: attachments, and tokens that lie on another card."""
        for number, ref, line in self.on:
            if not ref.column:
                zone, _, what = ref.text.partition(" ")
                carrier = next(part.entity for part in self.parts if part.zone == zone)
                self.after.append(Counted(carrier, what, number))
                continue
            host = self.names.aliases.get(ref.text) or self._host(ref)
            if not host or host == number:
                raise _error(f"`{ref.text}` is no card of this position{self.names.hint(ref.text)}", line, ref)
            self.after.append(Attached(number, host))

    def _host(self, ref: Ref) -> int:
        ids = self.names.cards(ref.text)
        return next((part.entity for part in self.parts if part.card in ids), 0)

    # --- the point in the round -------------------------------------------------------------------------------------

    def _place(self, pos: Position, line: Start) -> None:
        where = self._where(line)
        for role, player in {"first": self.document.seats[0].player, **where.roles}.items():
            pos.emit(SeatChanged(role, (player,)))
        place = self.pack.notation.place
        wrong = place(pos, where) if place is not None else f"{self.pack.id} cannot begin with a position yet"
        if wrong:
            word = next((ref for part in line.parts for ref in part if ref.text in where.words), None)
            raise NotationError(wrong, line.number, line.source, word.column if word else 1, word.width if word else 8)

    def _where(self, line: Start) -> Where:
        number, words, roles = 1, [], {}
        for part in line.parts:
            texts = [ref.text for ref in part]
            if not part:
                raise NotationError("something is missing between the commas", line.number, line.source, 1)
            if texts[0] == "round":
                if len(texts) != 2 or not texts[1].isdecimal() or not 0 < int(texts[1][:6]) <= MOST_ROUNDS:
                    raise _error("a round is a number, such as `round 3`", line, part[-1])
                number = int(texts[1])
            elif len(texts) == 2 and self._is_player(texts[1]):
                roles[texts[0]] = texts[1]
            elif len(texts) == 2 and texts[0] in ("first", "active"):
                seats = [seat.player for seat in self.document.seats]
                raise _error(f"`{texts[1]}` is no player here{nearest(texts[1], seats)}", line, part[1])
            else:
                words += texts
        stated = frozenset((line.player, line.zone) for line in self.document if isinstance(line, Stock))
        return Where(number, tuple(words), roles, stated)


def _error(says: str, line: Line, ref: Ref) -> NotationError:
    return NotationError(says, line.number, line.source, ref.column, ref.width)
