"""Reading a transcript: lines become structs, and what cannot be understood is an error that points at the word."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from ledger.events import Seat
from replays.errors import NotationError
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
)
from replays.notation.moves import read_move, refs
from replays.notation.setup_lines import read_stock
from replays.notation.tokens import Token, Words, lex, refuse_control
from rules.books.folding import plain
from rules.catalogue import load, pack_ids
from rules.errors import CardError, nearest
from rules.kernel.pack import Pack
from rules.language.card_files import CardReader


def read_header(words: Words) -> tuple[Header, Pack]:
    """The first line, and the game it names."""
    tokens = words.tokens
    if tokens[0].text != "lastword" or len(tokens) < 3:
        raise words.error("a transcript begins with a line such as `lastword 1 agot2 joust`", tokens[0])
    if tokens[1].text != "1":
        raise words.error("this version of Last Word reads version 1 of the notation", tokens[1])
    game = tokens[2].text
    if game not in pack_ids():
        raise words.error(
            f"there is no game `{game}`{nearest(game, pack_ids())}; there are {', '.join(pack_ids())}", tokens[2]
        )
    pack = load(game)
    formats = pack.formats
    format_ = tokens[3].text if len(tokens) > 3 else next(iter(formats), "")
    if format_ not in formats and (formats or format_):
        raise words.error(
            f"{game} has no format `{format_}`; it has {', '.join(formats)}", tokens[min(3, len(tokens) - 1)]
        )
    words.end(4)
    return words.line(Header, version=1, pack=game, format=format_), pack


def read_players(words: Words, header: Header, pack: Pack, taken: Collection[str]) -> Players:
    """Who sits at the table; `taken` are the words that cannot stand for a player."""
    seats: list[Seat] = []
    for part in words.commas(1):
        if not part or part[0].kind != "word":
            raise words.error(
                'players are written like `A "Anna" stark, B "Borys" lannister`', part[0] if part else words.tokens[0]
            )
        letter, rest = part[0], part[1:]
        if any(seat.player == letter.text for seat in seats) or letter.text in taken:
            raise words.error(f"`{letter.text}` cannot stand for this player: it is taken", letter)
        name = rest.pop(0).text if rest and rest[0].kind == "text" else letter.text
        seats.append(Seat(letter.text, name, " ".join(token.text for token in rest)))
    least, most = pack.formats.get(header.format, (1, 99))
    if not least <= len(seats) <= most:
        amount = str(least) if least == most else f"{least} to {most}"
        raise words.error(f"{header.format} is for {amount} players, not {len(seats)}", words.tokens[0])
    return words.line(Players, seats=tuple(seats))


def read_on(words: Words) -> Setting:
    """What is done with moves that are not legal."""
    texts = [token.text for token in words.tokens]
    if len(texts) != 3 or texts[1] != "illegal" or texts[2] not in ("ignore", "apply"):
        raise words.error("write `on illegal ignore` or `on illegal apply`", words.tokens[-1])
    return words.line(Setting, name="illegal", value=texts[2])


def read_passes(words: Words) -> Setting:
    """Whether every pass is written."""
    if [token.text for token in words.tokens] != ["passes", "written"]:
        raise words.error("write `passes written` when every pass is a line of its own", words.tokens[-1])
    return words.line(Setting, name="passes", value="written")


ReadMove = Callable[[Words, int], Said]


def read_expect(words: Words, read: ReadMove) -> Expect:
    """What must be so here, of the table or of a move; `read` reads the move that begins at a word of the line."""
    if len(words.tokens) < 2:
        raise words.error("expect what? For example `expect ned in A.play`", words.tokens[0])
    second = words.tokens[1]
    text = words.rest(second)
    if second.text == "legal" and second.kind == "word":
        return words.line(Expect, kind="legal", text=text, column=second.column, move=read(words, 2))
    if second.text == "illegal" and second.kind == "word":
        return _expect_illegal(words, text, read)
    return words.line(Expect, kind="state", text=text, column=second.column)


def _expect_illegal(words: Words, text: str, read: ReadMove) -> Expect:
    colon = _colon(words) or 0
    rules = words.tokens[2:colon] if colon else words.tokens[2:]
    if len(rules) > 1 or (rules and rules[0].kind != "word"):
        raise words.error(
            "write `expect illegal RULE`, or `expect illegal RULE: MOVE` with the address of one rule", rules[-1]
        )
    move = read(words, colon + 1) if colon else None
    rule = rules[0].text if rules else ""
    return words.line(Expect, kind="illegal", text=text, column=words.tokens[1].column, rule=rule, move=move)


def read_outcome(words: Words) -> OutcomeLine:
    """How chance decided something: `random`, or the order of a `shuffle`."""
    shuffle = words.tokens[0].text == "shuffle"
    colon = _colon(words) or len(words.tokens)
    what = " ".join(token.text for token in words.tokens[1:colon])
    if not what:
        raise words.error("say what: `random WHAT: …` or `shuffle ZONE: …`", words.tokens[0])
    items = tuple(refs(words.tokens[colon + 1 :], words.error, each=shuffle))
    return words.line(OutcomeLine, what=what, items=items, shuffle=shuffle)


def _colon(words: Words) -> int | None:
    """The place of the first colon."""
    return next((at for at, token in enumerate(words.tokens) if token.kind == "sign" and token.text == ":"), None)


OpenFile = Callable[[str], str]
LONGEST = 200_000
"""Lines of a transcript; a longer file is not one."""
DIRECTIVES = ("players", "position", "cards", "on", "passes", "moves", "expect", "random", "shuffle")


def no_files(path: str) -> str:
    """What opens a card file where none may be opened."""
    raise OSError(f"card files cannot be opened from here: {path}")


def read(text: str, file: str = "", open_file: OpenFile = no_files) -> Document:
    """The transcript in a text. `open_file` gives the text of a card file that it names."""
    try:
        return Parser(text, open_file).read(file)
    except NotationError as error:
        error.file = error.file or file
        raise


def read_move_text(text: str, seats: Mapping[str, Seat], pack: Pack) -> Said:
    """One move, written on its own."""
    refuse_control(text.replace("\n", "\r"), 0)
    tokens, remark = lex(text, 0)
    if not tokens:
        raise NotationError("a move is a player and a verb, such as `A pass`")
    return read_move(Words(tokens, text, 0, remark), 0, seats, pack)


class Parser:
    """Reads one transcript from its first line to its last."""

    def __init__(self, text: str, open_file: OpenFile) -> None:
        self.sources = text.removeprefix("\ufeff").split("\n")
        self.ends = "\n" if self.sources[-1] == "" and len(self.sources) > 1 else ""
        if self.ends:
            self.sources.pop()
        if len(self.sources) > LONGEST:
            raise NotationError(f"a transcript has at most {LONGEST} lines, this file has {len(self.sources)}")
        for number, source in enumerate(self.sources, 1):
            refuse_control(source.removesuffix("\r"), number)
        self.open_file = open_file
        self.lines: list[Line] = []
        self.header: Header | None = None
        self.pack: Pack | None = None
        self.seats: dict[str, Seat] = {}
        self.position = False
        self.moving = False
        self.gap = False
        self.stocked: set[tuple[str, str]] = set()
        self.lying: dict[str, set[str]] = {}

    def read(self, file: str) -> Document:
        """Read every line."""
        at = 0
        while at < len(self.sources):
            at = self._block(at) if self._begins_cards(at) else self._line(at)
        if self.header is None or self.pack is None:
            raise NotationError(
                "there is no transcript here: it begins with a line such as `lastword 1 agot2 joust`", 1
            )
        if not self.seats:
            raise NotationError("there is no `players` line", self.header.number, self.header.source, 1)
        return Document(self.pack, self.header, tuple(self.lines), file, self.ends)

    def _line(self, at: int) -> int:
        source, number = self.sources[at], at + 1
        tokens, remark = lex(source, number)
        if not tokens:
            self.gap = self.gap or not remark
            self.lines.append(Line(number=number, source=source, remark=remark))
        else:
            self.lines.append(self._read(Words(tokens, source, number, remark)))
        return at + 1

    def _read(self, words: Words) -> Line:
        first = words.tokens[0]
        if self.header is None or self.pack is None:
            self.header, self.pack = read_header(words)
            return self.header
        if first.kind == "word" and first.text in DIRECTIVES and first.text not in self.seats:
            return self._directive(first.text, words)
        return self._player_line(words)

    # --- directives ---------------------------------------------------------------------------------------------

    def _directive(self, word: str, words: Words) -> Line:
        """A line that begins with a word of the notation."""
        above: dict[str, Callable[[Words], Line]] = {
            "players": self._players,
            "position": self._position,
            "cards": self._cards,
            "on": read_on,
            "passes": read_passes,
            "moves": self._moves,
        }
        if word in above:
            return above[word](words)
        self._need_players(words)
        self.moving = True
        return read_expect(words, self._move) if word == "expect" else read_outcome(words)

    def _players(self, words: Words) -> Players:
        assert self.header is not None
        assert self.pack is not None
        if self.seats:
            raise words.error("the players have been named already", words.tokens[0])
        line = read_players(words, self.header, self.pack, DIRECTIVES)
        self.seats = {seat.player: seat for seat in line.seats}
        return line

    def _position(self, words: Words) -> Start:
        if self.position or self.moving:
            raise words.error("a transcript has one position, before its moves", words.tokens[0])
        self._need_players(words)
        self.position = True
        parts = tuple(
            tuple(Ref(token.text, token.column, token.kind == "text") for token in part) for part in words.commas(1)
        )
        return words.line(Start, parts=parts)

    def _cards(self, words: Words) -> CardFile:
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
        self._define(text, path, 0)
        return words.line(CardFile, path=path, text=text)

    def _moves(self, words: Words) -> Setting:
        words.end(1)
        self.moving = True
        return words.line(Setting, name="moves", value="")

    # --- what players have and do ---------------------------------------------------------------------------------

    def _player_line(self, words: Words) -> Line:
        self._need_players(words)
        assert self.pack is not None
        first = words.tokens[0]
        if (first.kind == "sign" and first.text == "?") or (len(words.tokens) > 1 and words.tokens[1].text == "says"):
            self.moving = True
            return self._move(words, 0)
        if self._is_shared(first):
            self.stocked.add(("", first.text))
            return read_stock(words, "", self.pack)
        player = self._player(words, first)
        if len(words.tokens) < 2:
            raise words.error(f"what does {player} have or do?", first)
        second = words.tokens[1]
        if second.text == "retract":
            words.end(2)
            self.moving = True
            return words.line(Retract, player=player)
        if self._is_stock(player, second) and not self._is_elsewhere(player, words):
            self.stocked.add((player, second.text))
            stock = read_stock(words, player, self.pack)
            names = {name for item in stock.items for name in (item.alias, plain(item.name.text))}
            self.lying[player] = self.lying.get(player, set()) | names
            return stock
        self.moving = True
        return self._move(words, 0)

    def _is_shared(self, word: Token) -> bool:
        """Whether a set-up line says what lies in a zone of nobody."""
        assert self.pack is not None
        if self.moving or word.kind != "word" or word.text in self.seats:
            return False
        return word.text in self.pack.notation.shared

    def _is_stock(self, player: str, word: Token) -> bool:
        """Whether a line is still set-up: after a blank line, only what has not been stated for this player yet."""
        assert self.pack is not None
        notation = self.pack.notation
        if self.moving or word.kind != "word":
            return False
        if not self.position:
            return word.text in notation.brought
        if word.text not in notation.zones and word.text not in notation.counters:
            return False
        return not self.gap or not self.stocked or (player, word.text) not in self.stocked

    def _is_elsewhere(self, player: str, words: Words) -> bool:
        """Whether a line after a blank line speaks of a card that has been stated to lie somewhere: then something is
        done with it.
        """
        if not self.gap or len(words.tokens) < 3:
            return False
        return {words.tokens[2].text, plain(words.tokens[2].text)} & self.lying.get(player, set()) != set()

    def _move(self, words: Words, start: int) -> Said:
        assert self.pack is not None
        return read_move(words, start, self.seats, self.pack)

    def _player(self, words: Words, token: Token) -> str:
        if token.kind == "word" and token.text in self.seats:
            return token.text
        known = [*self.seats, *DIRECTIVES]
        raise words.error(
            f"a line begins with a player or a word such as `expect`, not `{token.text}`{nearest(token.text, known)}",
            token,
        )

    def _need_players(self, words: Words) -> None:
        if not self.seats:
            raise words.error("the `players` line comes before this", words.tokens[0])

    # --- cards written into the transcript --------------------------------------------------------------------------

    def _begins_cards(self, at: int) -> bool:
        return self.sources[at].split() == ["cards", "begin"] and self.header is not None

    def _block(self, at: int) -> int:
        for end in range(at + 1, len(self.sources)):
            if self.sources[end].split() == ["cards", "end"]:
                text = "\n".join(self.sources[at + 1 : end])
                self._define(text, "", at + 1)
                source = "\n".join(self.sources[at : end + 1])
                self.lines.append(CardText(number=at + 1, source=source, text=text))
                return end + 1
        raise NotationError("`cards begin` has no `cards end`", at + 1, self.sources[at], 1, 11)

    def _define(self, text: str, file: str, above: int) -> None:
        assert self.pack is not None
        try:
            self.pack = self.pack.extended(CardReader(self.pack.dialect).read(text, file or "cards"))
        except CardError as error:
            line = error.line + above
            source = self.sources[line - 1] if above and line <= len(self.sources) else ""
            raise NotationError(error.says, line, source, 1 if source else 0, len(source.strip()), file) from None
