"""What the shell offers when Tab is pressed: games, packs, cards, rule ids, cases and steps; and options that offer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ledger.errors import LedgerError
from replays.cli._common import Number
from replays.errors import ReplayError
from rules.errors import RulesError

if TYPE_CHECKING:  # nothing that only Tab needs is loaded with a verb
    from click.shell_completion import CompletionItem

    from replays.diagrams.charts.outline import ChartReader

MOST = 200
"""The most completions that are offered."""
F = TypeVar("F", bound=Callable[..., Any])


def _ledger(ctx: click.Context) -> str:
    """Return the address of the ledger that the command line names so far."""
    from replays.cli._ledger_place import ledger_place

    given = ctx.find_root().params.get("ledger")
    return str(given) if given else ledger_place()


def _names(ctx: click.Context, kind: str) -> list[str]:
    """Return the names of the streams of a kind; none where the ledger cannot be read: Tab never shows an error."""
    from ledger.store import Ledger

    address = _ledger(ctx)
    if not _exists(address):
        return []
    try:
        with Ledger.open(address) as ledger:
            return [head.name for head in ledger.readable_heads(kind)[0]]
    except (LedgerError, OSError):
        return []


def _exists(address: str) -> bool:
    """Whether there is a ledger to open: its file exists, or it is on a server."""
    return "://" in address or Path(address).exists()


def _item(value: str, kind: str = "plain", words: str | None = None) -> CompletionItem:
    from click.shell_completion import CompletionItem

    return CompletionItem(value, kind, words)


def _beginning(words: Iterable[str], typed: str) -> list[CompletionItem]:
    fitting = [word for word in words if word.casefold().startswith(typed.casefold())]
    return [_item(word) for word in fitting[:MOST]]


def complete_game(ctx: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
    """Offer the games of the ledger; behind GAME@, the steps of that game."""
    game, sign, number = typed.partition("@")
    if sign:
        return [_item(f"{game}@{seq}", words=words) for seq, words in _steps(ctx, game, number)]
    from ledger.codec import GAME

    return _beginning(_names(ctx, GAME.name), typed)


def complete_record(ctx: click.Context, option: click.Parameter, typed: str) -> list[CompletionItem]:
    """Offer the games of the ledger, and files."""
    return [*complete_game(ctx, option, typed), _item(typed, "file")]


def complete_step(ctx: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
    """Offer the events of the named game or transcript after which something is decided, with what was done there."""
    word = next((given.partition("@")[0] for given in _given(ctx)), "")
    return [_item(seq, words=words) for seq, words in _steps(ctx, word, typed)]


def _given(ctx: click.Context) -> list[str]:
    """Return the arguments typed so far. While the value of an option is typed, click has not sorted them yet."""
    names = [parameter.name for parameter in ctx.command.params if isinstance(parameter, click.Argument)]
    found = [ctx.params.get(name or "") for name in names]
    sorted_ = [word for one in found if one for word in ([one] if isinstance(one, str) else one)]
    return sorted_ or [word for word in ctx.args if not word.startswith("-")]


def _steps(ctx: click.Context, word: str, typed: str) -> list[tuple[str, str]]:
    """Return the last event of each action of a record, if its number begins as typed, with the action in words."""
    from replays.cli._records import is_file, record_of
    from replays.wording.telling import told

    root = ctx.find_root()
    root.obj, root.params["ledger"] = _ledger(ctx), _ledger(ctx)
    if not word or not (is_file(word) or _exists(root.obj)):
        return []
    try:
        record = record_of(ctx, word)
    except (LedgerError, ReplayError, RulesError, OSError):
        return []
    events = tuple(event for entry in record.entries for event in entry.events)
    words = [said for _, said in told(record.onlooker, events, record.table(0))]
    ends = [(str(record.end(at)), words[entry.seq - 1]) for at, entry in enumerate(record.entries)]
    return [end for end in ends if end[0].startswith(typed)][:MOST]


def complete_phase(ctx: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
    """Offer the phases of the pack named before."""
    return _beginning((name for chart in _charts(ctx) for name in chart.phases()), typed)


def complete_sequence(ctx: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
    """Offer the sequences of the pack named before."""
    return _beginning((name for chart in _charts(ctx) for name in chart.sequences()), typed)


def _charts(ctx: click.Context) -> list[ChartReader]:
    """Return a reader of charts for the last pack that was named; none if no pack was."""
    from replays.diagrams.charts.outline import ChartReader
    from replays.diagrams.labels import labels_of
    from rules.catalogue import load, pack_ids

    named = [pack for pack in _given(ctx) if pack in pack_ids()]
    return [ChartReader(load(pack), labels_of("en")) for pack in named[-1:]]


def complete_topic(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    """Offer the topics that books can be compared by."""
    from replays.reference.comparison import topics_of
    from rules.books.shelf import load_book, packs_with_books

    return _beginning(topics_of([load_book(pack) for pack in packs_with_books()]), typed)


def complete_case(ctx: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
    """Offer the cases of the ledger."""
    from ledger.codec import CASE

    return _beginning(_names(ctx, CASE.name), typed)


def complete_pack(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    """Offer the packs."""
    from rules.catalogue import pack_ids

    return _beginning(pack_ids(), typed)


def complete_card(ctx: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
    """Offer the ids of cards, of the pack named before or of every pack."""
    from rules.catalogue import load, pack_ids

    pack = str(ctx.params.get("pack") or "")
    try:
        return _beginning((card for name in ([pack] if pack else pack_ids()) for card in load(name).cards), typed)
    except RulesError:
        return []


def complete_rule(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    """Offer rule ids; before the slash, the packs."""
    from replays.reference.shelf import Shelf
    from rules.catalogue import pack_ids

    pack, slash, _rest = typed.partition("/")
    if not slash or pack not in pack_ids():
        return _beginning((f"{name}/" for name in pack_ids()), typed)
    try:
        return _beginning((f"{pack}/{name}" for name in sorted(Shelf(None, "9999-12-31").book(pack).entries)), typed)
    except (ReplayError, RulesError):
        return []


def pack_option(text: str, usual: str = "") -> Callable[[F], F]:
    """Return the option `--pack`, with its help and the pack it stands for unless given."""
    return click.option(
        "--pack", "--game", "pack", default=usual, metavar="PACK", help=text, shell_complete=complete_pack
    )


def packs_option(text: str) -> Callable[[F], F]:
    """Return the option `--pack` that may be given more than once, with its help."""
    return click.option(
        "--pack", "--game", "packs", multiple=True, metavar="PACK", help=text, shell_complete=complete_pack
    )


def at_option(text: str, least: int = 1) -> Callable[[F], F]:
    """Return the option `--at N`, with its help and the least event it takes."""
    return click.option("--at", type=Number(min=least), metavar="N", help=text, shell_complete=complete_step)
