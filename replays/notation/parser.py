"""Parsing a transcript: each line becomes a struct; a line that cannot be understood is an error at the word."""

from __future__ import annotations

from collections.abc import Callable, Collection

import msgspec

from ledger.events import Seat
from replays.errors import NotationError, raise_all
from replays.notation.correction_lines import PEOPLE, read_correction
from replays.notation.lines import (
    CardFile,
    CardText,
    Document,
    Expect,
    Header,
    Line,
    OutcomeLine,
    Players,
    Ref,
    Retract,
    Said,
    Setting,
    Start,
    Stock,
    Tournament,
)
from replays.notation.moves import is_claim, read_move, read_refs
from replays.notation.players import Seats, find_player, leading_player, no_player
from replays.notation.setup_lines import read_stock
from replays.notation.setup_words import shared_words, zone_words
from replays.notation.titles import TitleTree, is_lead, join_titles
from replays.notation.tokens import Token, Words, lex, refuse_control_characters
from rules.books.folding import plain
from rules.catalogue import load, pack_ids
from rules.errors import CardError, nearest
from rules.kernel.pack import Pack
from rules.language.card_files import CardReader

OpenFile = Callable[[str], str]
"""Returns the text of the card file at a path."""
ReadMove = Callable[[Words, int], Said]
"""Returns the move that begins at a token of a line, by the index of that token."""

MOST_LINES = 200_000
"""The most lines a transcript may have; a longer file is refused."""
DIRECTIVES = (
    *("players", "tournament", "position", "cards", "on", "passes", "moves", "expect", "random", "shuffle"),
    "correct",
)
"""The words that begin a line other than the header, set-up or a move; no player can be called so."""


def no_files(path: str) -> str:
    """Refuse to open a card file, by raising OSError: the `OpenFile` of callers that may not open any."""
    raise OSError(f"card files cannot be opened from here: {path}")


def read(text: str, file: str = "", open_file: OpenFile = no_files) -> Document:
    """Return the transcript in a text, parsed; nothing is played yet.

    `file` is its name in errors. `open_file` returns the text of a card file that a line `cards "FILE"` names. Lines
    that cannot be understood raise one NotationError that carries all of them, and so does a card file that cannot be
    read.
    """
    try:
        return Parser(text, open_file).read(file)
    except NotationError as error:
        error.file = error.file or file
        raise


def read_move_text(text: str, seats: Seats, pack: Pack) -> Said:
    """Return one move that is written on its own, outside a transcript: `B play "The Hand's Judgment"`.

    An unknown player or verb raises NotationError; names of cards are not looked up yet.
    """
    refuse_control_characters(text.replace("\n", "\r"), 0)
    tokens, remark = lex(text, 0)
    if not tokens:
        raise NotationError("a move is a player and a verb, such as `A pass`")
    return read_move(Words(tokens, text, 0, remark), 0, seats, pack)


class Parser:
    """Parses one transcript, from its first line to its last, and keeps what earlier lines said on the way.

    A line such as `A play ned` may be set-up (ned lies in A's play area) or a move (A plays ned). Which one it is
    depends on the lines before it: see `_is_stock` and `_names_a_stated_card`.
    """

    def __init__(self, text: str, open_file: OpenFile) -> None:
        self.sources = text.removeprefix("\ufeff").split("\n")
        self.ends = "\n" if self.sources[-1] == "" and len(self.sources) > 1 else ""
        if self.ends:
            self.sources.pop()
        if len(self.sources) > MOST_LINES:
            raise NotationError(f"a transcript has at most {MOST_LINES} lines, this file has {len(self.sources)}")
        self.open_file = open_file
        self.lines: list[Line] = []
        self.header: Header | None = None
        self.pack: Pack | None = None
        self.seats: dict[str, Seat] = {}
        self.has_position = False
        self.begins_in: set[str] = set()
        """The words of the `position` line."""
        self.setup_over = False
        self.blank_line_seen = False
        self.stated: set[tuple[str, str]] = set()
        """The zones and counters that set-up lines have named so far, each with its player."""
        self.stated_cards: dict[str, set[str]] = {}
        """For each player, the titles and short names of the cards that set-up lines have named so far."""
        self.short: set[str] = set()
        """The short names that set-up lines have given so far, in small letters."""
        self.titles = TitleTree()
        """The titles of the cards that set-up lines have placed so far."""

    def read(self, file: str) -> Document:
        """Parse every line and return the transcript; `file` is the name it is kept under.

        All lines that cannot be understood are found: one NotationError carries the errors. Only a wrong heading or a
        wrong line of the players ends the search, since nothing after it can be read.
        """
        at, errors = 0, []
        while at < len(self.sources):
            heading = self.header is None or (not self.seats and self._first_word(at) == "players")
            try:
                refuse_control_characters(self.sources[at].removesuffix("\r"), at + 1)
                at = self._read_card_block(at) if self._begins_cards(at) else self._read_line(at)
            except NotationError as error:
                errors.append(error)
                if heading:
                    break
                at = self._behind_block(at) if self._begins_cards(at) else at + 1
        raise_all(errors)
        if self.header is None or self.pack is None:
            raise NotationError(
                "there is no transcript here: it begins with a line such as `lastword 1 agot2 joust`", 1
            )
        if not self.seats:
            raise NotationError("there is no `players` line", self.header.number, self.header.source, 1)
        return Document(self.pack, self.header, tuple(self.lines), file, self.ends)

    def _first_word(self, at: int) -> str:
        """Return the first word of the line at an index, in small letters."""
        return next(iter(self.sources[at].casefold().split()), "")

    def _behind_block(self, at: int) -> int:
        """Return the index behind the card block that begins at an index; behind the last line if it has no end."""
        ends = (end for end in range(at + 1, len(self.sources)) if self._ends_cards(end))
        return next(ends, len(self.sources)) + 1

    def _read_line(self, at: int) -> int:
        """Parse the line at an index, and return the index of the next one."""
        source, number = self.sources[at], at + 1
        tokens, remark = lex(source, number)
        if not tokens:
            self.blank_line_seen = self.blank_line_seen or not remark
            self.lines.append(Line(number=number, source=source, remark=remark))
        else:
            self.lines.append(self._parsed(Words(tokens, source, number, remark)))
        return at + 1

    def _parsed(self, words: Words) -> Line:
        first = words.tokens[0]
        if self.header is None or self.pack is None:
            self.header, self.pack = read_header(words)
            return self.header
        word = first.text.casefold()
        if first.kind == "word" and word in DIRECTIVES and first.text not in self.seats:
            return self._directive(word, words)
        return self._player_line(words)

    def _directive(self, word: str, words: Words) -> Line:
        """Return a line that begins with one of the `DIRECTIVES`."""
        readers: dict[str, Callable[[Words], Line]] = {
            "players": self._players,
            "tournament": self._tournament,
            "position": self._position,
            "cards": self._cards,
            "on": read_on,
            "passes": read_passes,
            "moves": self._moves,
        }
        if word in readers:
            return readers[word](words)
        self._need_players(words)
        self.setup_over = True
        if word == "correct":
            return read_correction(words, self.seats)
        if word == "expect":
            return read_expect(words, self._move)
        words.tokens = self._with_titles(words.tokens, (_first_colon(words) or 0) + 1, every=word == "shuffle")
        return read_outcome(words, self.seats, self.short)

    def _players(self, words: Words) -> Players:
        assert self.header is not None
        assert self.pack is not None
        if self.seats:
            raise words.error("the players have been named already", words.tokens[0])
        line = read_players(words, self.header, self.pack, DIRECTIVES)
        self.seats = {seat.player: seat for seat in line.seats}
        return line

    def _tournament(self, words: Words) -> Tournament:
        """Return the line `tournament "NAME", round N, table N`; it stands before the moves, once."""
        if self.setup_over or any(isinstance(line, Tournament) for line in self.lines):
            raise words.error("a transcript names one tournament, before its moves", words.tokens[0])
        named, *places = words.split_at_commas(1)
        if len(named) != 1 or not named[0].text.strip():
            raise words.error('write `tournament "NAME", round 3, table 7`', words.tokens[0])
        numbers: dict[str, str] = {}
        for part in places:
            said = [token.text.casefold() for token in part]
            if len(said) != 2 or said[0] not in ("round", "table") or said[0] in numbers or not said[1].isdecimal():
                raise words.error("after the name come `round N` and `table N`", (part or words.tokens)[0])
            numbers[said[0]] = said[1]
        return words.make_line(Tournament, event=named[0].text, **numbers)

    def _position(self, words: Words) -> Start:
        if self.has_position or self.setup_over:
            raise words.error("a transcript has one position, before its moves", words.tokens[0])
        self._need_players(words)
        self.has_position = True
        parts = tuple(
            tuple(Ref(token.text, token.column, token.kind == "text") for token in part)
            for part in words.split_at_commas(1)
        )
        self.begins_in = {ref.text.casefold() for part in parts for ref in part}
        return words.make_line(Start, parts=parts)

    def _cards(self, words: Words) -> CardFile:
        """Return the line `cards "FILE"`; the cards of the file are added to the game."""
        if len(words.tokens) != 2:
            raise words.error(
                'write `cards "FILE"`, or `cards begin` and `cards end` around definitions', words.tokens[0]
            )
        path = words.tokens[1].text
        try:
            text = self.open_file(path)
        except OSError as error:
            raise words.error(f"the card file cannot be read: {error.strerror or error}", words.tokens[1]) from None
        except UnicodeDecodeError:
            raise words.error("the card file is not UTF-8 text", words.tokens[1]) from None
        self._define_cards(text, path, 0)
        return words.make_line(CardFile, path=path, text=text)

    def _moves(self, words: Words) -> Setting:
        words.expect_end(1)
        self.setup_over = True
        return words.make_line(Setting, name="moves", value="")

    def _player_line(self, words: Words) -> Line:
        """Return a line that does not begin with a directive: set-up, a move, or `A retract`."""
        self._need_players(words)
        assert self.pack is not None
        first = words.tokens[0]
        if words.text_from(first).endswith(tuple(f", by {who}" for who in PEOPLE)):
            raise words.error("a correction begins with `correct`, as in `correct A power 3, by the judge`", first)
        if (first.kind == "sign" and first.text == "?") or is_claim(words.tokens, self.seats):
            self.setup_over = True
            return self._move(words, 0)
        if self._is_shared(first):
            self.stated.add(("", first.text.casefold()))
            return self._stock(words, "")
        player, count = self._player(words)
        if len(words.tokens) <= count:
            raise words.error(
                f"what does {player} have or do? A move is a player and a verb, such as `{player} pass`", first
            )
        words.tokens = [Token("word", player, first.column), *words.tokens[count:]]
        second = words.tokens[1]
        if second.text.casefold() == "retract":
            words.expect_end(2)
            self.setup_over = True
            return words.make_line(Retract, player=player)
        if self._is_stock(player, words) and not self._names_a_stated_card(player, words):
            self.stated.add((player, second.text.casefold()))
            return self._stock(words, player)
        if not self.setup_over and not self.pack.notation.verb(second.text):
            raise self._unknown_word(words, second)
        if not self.pack.notation.verb(second.text) and second.text.casefold() in zone_words(self.pack, True):
            raise words.error("the set-up ends at the first move; put this line above it", second)
        self.setup_over = True
        return self._move(words, 0)

    def _unknown_word(self, words: Words, token: Token) -> NotationError:
        """Return the error for a word behind a player that is neither set-up nor a move, while both may be written."""
        assert self.pack is not None
        known = zone_words(self.pack, self.has_position)
        hint = nearest(token.text.casefold(), [*known, *self.pack.notation.verbs()])
        says = f"`{token.text}` is neither a word of the set-up nor a verb{hint}"
        return words.error(says, token, (*known, *(f"{verb} …" for verb in self.pack.notation.verbs())))

    def _stock(self, words: Words, player: str) -> Stock:
        """Return a set-up line of a player or of nobody, and remember the cards that it names."""
        assert self.pack is not None
        words.tokens = self._with_titles(words.tokens, 2 if player else 1)
        stock = read_stock(words, player, self.pack)
        names = {name for item in stock.items for name in (item.alias, plain(item.name.text))}
        self.stated_cards[player] = self.stated_cards.get(player, set()) | names
        self.short |= {item.alias.casefold() for item in stock.items if item.alias}
        for item in stock.items:
            self.titles.add(item.name.text)
        return stock

    def _with_titles(self, tokens: list[Token], start: int, every: bool = False) -> list[Token]:
        """Return the tokens of a line with titles as one token each: those with lead words or commas, or every one."""
        assert self.pack is not None
        return join_titles(tokens, start, self.pack, self.short, self.titles, every)

    def _is_shared(self, word: Token) -> bool:
        """Whether a line that begins with this word is set-up of a zone that belongs to nobody."""
        assert self.pack is not None
        if self.setup_over or word.kind != "word" or word.text in self.seats:
            return False
        return word.text.casefold() in self.pack.notation.shared

    def _is_stock(self, player: str, words: Words) -> bool:
        """Whether a player's line may be set-up.

        The set-up must not be over, and the second word must be a zone or counter that a position can state (in a full
        game: a zone of cards that players bring). After a blank line, only a zone or counter that this player has not
        stated yet counts: a second `A play …` is a move. So is a first one that the position asks for, such as `A plot
        …` in the plot phase, unless it is written as set-up is, or set-up goes on behind it.
        """
        assert self.pack is not None
        word = words.tokens[1]
        notation, zone = self.pack.notation, word.text.casefold()
        if self.setup_over or word.kind != "word":
            return False
        if not self.has_position:
            return zone in notation.brought
        if zone not in notation.zones and zone not in notation.counters:
            return False
        if not self.blank_line_seen or not self.stated:
            return True
        return (player, zone) not in self.stated and not self._is_asked_for(zone, words)

    def _is_asked_for(self, zone: str, words: Words) -> bool:
        """Whether the position asks for a move whose verb is also this word of the set-up, and the line may be that."""
        assert self.pack is not None
        notation = self.pack.notation
        if zone in self.begins_in:
            return bool(notation.named(zone))
        asked = any(zone in notation.asked_in.get(word, ()) for word in self.begins_in)
        return asked and not any(token.text in ("=", "(") for token in words.tokens) and not self._setup_goes_on(words)

    def _setup_goes_on(self, words: Words) -> bool:
        """Whether a line that is surely set-up comes behind a line, before any that is surely none."""
        assert self.pack is not None
        notation = self.pack.notation
        for source in self.sources[words.number :]:
            parts = source.split()
            if not parts or parts[0].startswith("#"):
                continue
            word = parts[1].casefold() if len(parts) > 1 else ""
            if word in {*notation.zones, *notation.counters} and not notation.verb(word):
                return True
            if word not in notation.zones or parts[0] in DIRECTIVES:
                return False
        return False

    def _names_a_stated_card(self, player: str, words: Words) -> bool:
        """Whether a line after a blank line has a card as its third word that the player's set-up lines have placed.

        Then something is done with the card: after `A hand ned = …` and a blank line, `A play ned` is a move.
        """
        if not self.blank_line_seen or len(words.tokens) < 3:
            return False
        stated = {plain(name) for name in self.stated_cards.get(player, set())}
        name = ""
        for token in self._with_titles(words.tokens, 2)[2:]:
            if token.kind == "sign" or is_lead(token):
                return False
            name = f"{name} {plain(token.text)}".strip()
            if name in stated:
                return True
        return False

    def _move(self, words: Words, start: int) -> Said:
        assert self.pack is not None
        return read_move(words, start, self.seats, self.pack, self.short, self.titles)

    def _player(self, words: Words) -> tuple[str, int]:
        """Return the player that a line begins with, and how many tokens name the player; nobody is an error."""
        found, count = leading_player(words.tokens, self.seats)
        if len(found) == 1:
            return found[0], count
        token = words.tokens[0]
        if found:
            raise words.error(no_player(token.text, found, self.seats), token)
        assert self.pack is not None
        names = [seat.name for seat in self.seats.values() if seat.name not in self.seats]
        shared = () if self.setup_over else shared_words(self.pack)
        known = [*self.seats, *names, *shared, *DIRECTIVES]
        raise words.error(
            f"a line begins with a player or a word such as `expect`, not `{token.text}`{nearest(token.text, known)}",
            token,
            known,
        )

    def _need_players(self, words: Words) -> None:
        if not self.seats:
            raise words.error("the `players` line comes before this", words.tokens[0])

    def _begins_cards(self, at: int) -> bool:
        return self.sources[at].casefold().split() == ["cards", "begin"] and self.header is not None

    def _ends_cards(self, at: int) -> bool:
        return self.sources[at].casefold().split() == ["cards", "end"]

    def _read_card_block(self, at: int) -> int:
        """Parse the block `cards begin` … `cards end` that begins at an index, and return the index behind it."""
        for end in range(at + 1, len(self.sources)):
            refuse_control_characters(self.sources[end].removesuffix("\r"), end + 1)
            if self._ends_cards(end):
                text = "\n".join(self.sources[at + 1 : end])
                self._define_cards(text, "", at + 1)
                source = "\n".join(self.sources[at : end + 1])
                self.lines.append(CardText(number=at + 1, source=source, text=text))
                return end + 1
        raise NotationError("`cards begin` has no `cards end`", at + 1, self.sources[at], 1, 11)

    def _define_cards(self, text: str, file: str, lines_above: int) -> None:
        """Add the cards defined in a text to the game of this transcript.

        The text is a card file, or a block inside the transcript with so many lines above it: an error in the block is
        told with its line in the transcript.
        """
        assert self.pack is not None
        try:
            self.pack = self.pack.extended(CardReader(self.pack.dialect).read(text, file or "cards"))
        except CardError as error:
            line = error.line + lines_above
            source = self.sources[line - 1] if lines_above and line <= len(self.sources) else ""
            raise NotationError(error.says, line, source, 1 if source else 0, len(source.strip()), file) from None


def read_header(words: Words) -> tuple[Header, Pack]:
    """Return the line `lastword 1 PACK [FORMAT]` and the pack it names; the default is the pack's first format."""
    tokens = words.tokens
    if tokens[0].text.casefold() != "lastword" or len(tokens) < 3:
        raise words.error("a transcript begins with a line such as `lastword 1 agot2 joust`", tokens[0])
    if tokens[1].text != "1":
        raise words.error(
            f"the first line must say `lastword 1`, the version of the notation, not `{tokens[1].text}`", tokens[1]
        )
    game = tokens[2].text.casefold()
    if game not in pack_ids():
        raise words.error(
            f"there is no game `{game}`; there are {', '.join(pack_ids())}{nearest(game, pack_ids())}", tokens[2]
        )
    pack = load(game)
    formats = pack.formats
    format_ = tokens[3].text.casefold() if len(tokens) > 3 else next(iter(formats), "")
    if format_ not in formats and (formats or format_):
        raise words.error(
            f"{game} has no format `{format_}`; it has {', '.join(formats)}", tokens[min(3, len(tokens) - 1)]
        )
    words.expect_end(4)
    return words.make_line(Header, version=1, pack=game, format=format_), pack


def read_players(words: Words, header: Header, pack: Pack, taken: Collection[str]) -> Players:
    """Return the line `players A "Anna" stark, …`; `taken` are words that cannot stand for a player.

    A player without a quoted name is called by the letter. More or fewer players than the format allows are an error.
    """
    seats: list[Seat] = []
    for part in words.split_at_commas(1):
        if not part or part[0].kind != "word":
            raise words.error(
                'players are written like `A "Anna" stark, B "Borys" lannister`', part[0] if part else words.tokens[0]
            )
        letter, rest = part[0], part[1:]
        if any(seat.player == letter.text for seat in seats) or letter.text.casefold() in taken:
            raise words.error(f"`{letter.text}` cannot stand for this player: it is taken", letter)
        name = rest.pop(0).text if rest and rest[0].kind == "text" else letter.text
        faction = " ".join(token.text for token in rest)
        seats.append(Seat(letter.text, name, _known_faction(faction, pack)))
    least, most = pack.formats.get(header.format, (1, 99))
    if not least <= len(seats) <= most:
        amount = str(least) if least == most else f"{least} to {most}"
        raise words.error(f"{header.format} is for {amount} players, not {len(seats)}", words.tokens[0])
    return words.make_line(Players, seats=tuple(seats))


def _known_faction(text: str, pack: Pack) -> str:
    """Return a faction as the cards of the game spell it: `Stark` is `stark`; an unknown one is as it is written."""
    written = {card.faction for card in pack.cards.values() if card.faction}
    return {plain(faction): faction for faction in sorted(written)}.get(plain(text), text)


def read_on(words: Words) -> Setting:
    """Return the line `on illegal ignore` or `on illegal apply`; anything else behind `on` is an error."""
    texts = [token.text.casefold() for token in words.tokens]
    if len(texts) != 3 or texts[1] != "illegal" or texts[2] not in ("ignore", "apply"):
        raise words.error("write `on illegal ignore` or `on illegal apply`", words.tokens[-1])
    return words.make_line(Setting, name="illegal", value=texts[2])


def read_passes(words: Words) -> Setting:
    """Return the line `passes written`; anything else behind `passes` is an error."""
    if [token.text.casefold() for token in words.tokens] != ["passes", "written"]:
        raise words.error("write `passes written` when every pass is a line of its own", words.tokens[-1])
    return words.make_line(Setting, name="passes", value="written")


def read_expect(words: Words, read_move_at: ReadMove) -> Expect:
    """Return a line `expect …`: `legal MOVE`, `illegal [RULE] [: MOVE]`, or a statement about the table.

    `read_move_at` reads the move, from the index of the token it begins at. A statement is kept as text: it is parsed
    when it is judged.
    """
    if len(words.tokens) < 2:
        raise words.error("expect what? For example `expect ned in A.play`", words.tokens[0])
    second = words.tokens[1]
    text = words.text_from(second)
    if second.text.casefold() == "legal" and second.kind == "word":
        if len(words.tokens) == 2:
            raise words.error("which move is legal? Write it, as in `expect legal A pass`", second)
        when = _here(words, 2)
        move = read_move_at(words, 2)
        return words.make_line(Expect, kind="legal", text=text, column=second.column, move=move, when=when)
    if second.text.casefold() == "illegal" and second.kind == "word":
        return _expect_illegal(words, text, read_move_at)
    return _expect_state(words, second)


def _here(words: Words, start: int) -> str:
    """Take the word `here` off the end of a line about a move; return it, or an empty text if it is not there."""
    last = words.tokens[-1]
    if len(words.tokens) > start + 2 and last.kind == "word" and last.text.casefold() == "here":
        del words.tokens[-1]
        return "here"
    return ""


def _expect_state(words: Words, first: Token) -> Expect:
    """Return a statement about the table: `expect now …`, `expect … @ STEP`, or without a time."""
    when = ""
    if first.kind == "word" and first.text.casefold() == "now" and len(words.tokens) > 2:
        when, first = "now", words.tokens[2]
    text = words.text_from(first)
    at = next((token for token in words.tokens[2:] if token.kind == "sign" and token.text == "@"), None)
    if at is not None and not when:
        when = " ".join(words.text_from(at).removeprefix("@").split()).casefold()
        if not when:
            raise words.error("a step stands behind `@`, such as `@ dominance`, or `@ end of phase`", at)
        text = text[: text.rfind("@")].strip()
    return words.make_line(Expect, kind="state", text=text, column=first.column, when=when)


def _expect_illegal(words: Words, text: str, read_move_at: ReadMove) -> Expect:
    colon = _first_colon(words) or 0
    rules = words.tokens[2:colon] if colon else words.tokens[2:]
    if len(rules) > 1 or (rules and rules[0].kind != "word"):
        raise words.error(
            "write `expect illegal RULE`, or `expect illegal RULE: MOVE` with the address of one rule", rules[-1]
        )
    when = _here(words, colon + 1) if colon else ""
    move = read_move_at(words, colon + 1) if colon else None
    rule = rules[0].text if rules else ""
    column = words.tokens[1].column
    return words.make_line(Expect, kind="illegal", text=text, column=column, rule=rule, move=move, when=when)


def read_outcome(words: Words, seats: Seats, short: Collection[str] = ()) -> OutcomeLine:
    """Return a line `random WHAT: …` or `shuffle ZONE: …`; the list behind the colon may be missing.

    A zone may be written with the player's name and in any case: `shuffle Anna.Deck`. So may the words and players that
    chance picked; `short` are the short names of cards, which come first.
    """
    shuffle = words.tokens[0].text.casefold() == "shuffle"
    colon = _first_colon(words) or len(words.tokens)
    what = " ".join(token.text for token in words.tokens[1:colon])
    if shuffle:
        who, dot, zone = what.partition(".")
        what = f"{find_player(who, seats) or who}.{zone.casefold()}" if dot else what.casefold()
    if not what:
        raise words.error("say what: `random WHAT: …` or `shuffle ZONE: …`", words.tokens[0])
    refs = read_refs(words.tokens[colon + 1 :], words.error, one_word_each=shuffle)
    items = tuple(_picked(ref, seats, short) for ref in refs)
    return words.make_line(OutcomeLine, what=what, items=items, shuffle=shuffle)


def _picked(ref: Ref, seats: Seats, short: Collection[str]) -> Ref:
    """Return what chance picked: a player by the letter, any other word in small letters; a quoted title as it is."""
    if ref.quoted or ref.text.casefold() in short:
        return ref
    whole = [
        letter for letter, seat in seats.items() if ref.text.casefold() in (letter.casefold(), seat.name.casefold())
    ]
    return msgspec.structs.replace(ref, text=whole[0] if len(whole) == 1 else ref.text.casefold())


def _first_colon(words: Words) -> int | None:
    """Return the index of the first colon among the tokens, or None."""
    return next((at for at, token in enumerate(words.tokens) if token.kind == "sign" and token.text == ":"), None)
