"""Reading what a transcript begins with: the game and its format, who plays, and how the lines below are to be taken."""

from __future__ import annotations

from collections.abc import Collection

from ledger.events import Seat
from replays.notation.lines import Header, Players, Setting
from replays.notation.words import Words
from rules.catalogue import load, pack_ids
from rules.errors import nearest
from rules.kernel.pack import Pack


def read_header(words: Words) -> tuple[Header, Pack]:
    """The first line, and the game it names."""
    tokens = words.tokens
    if tokens[0].text != "lastword" or len(tokens) < 3:
        raise words.error("a transcript begins with a line such as `lastword 1 agot2 joust`", tokens[0])
    if tokens[1].text != "1":
        raise words.error("this version of Last Word reads version 1 of the notation", tokens[1])
    game = tokens[2].text
    if game not in pack_ids():
        raise words.error(f"there is no game `{game}`{nearest(game, pack_ids())}; there are {', '.join(pack_ids())}", tokens[2])
    pack = load(game)
    formats = pack.formats
    format_ = tokens[3].text if len(tokens) > 3 else next(iter(formats), "")
    if format_ not in formats and (formats or format_):
        raise words.error(f"{game} has no format `{format_}`; it has {', '.join(formats)}", tokens[min(3, len(tokens) - 1)])
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
