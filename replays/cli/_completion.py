"""What the shell offers when Tab is pressed: games, packs, cards, rule ids and cases."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from ledger.codec import CASE, GAME
from ledger.errors import LedgerError
from ledger.store import Ledger
from replays.errors import ReplayError
from rules.errors import RulesError

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
    address = _ledger(ctx)
    if "://" not in address and not Path(address).exists():
        return []
    try:
        with Ledger.open(address) as ledger:
            return [head.name for head in ledger.readable_heads(kind)[0]]
    except (LedgerError, OSError):
        return []


def _beginning(words: Iterable[str], typed: str) -> list[CompletionItem]:
    fitting = [word for word in words if word.casefold().startswith(typed.casefold())]
    return [CompletionItem(word) for word in fitting[:MOST]]


def complete_game(ctx: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
    """Offer the games of the ledger."""
    return _beginning(_names(ctx, GAME.name), typed)


def complete_record(ctx: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
    """Offer the games of the ledger, and files."""
    return [*_beginning(_names(ctx, GAME.name), typed), CompletionItem(typed, type="file")]


def complete_case(ctx: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
    """Offer the cases of the ledger."""
    return _beginning(_names(ctx, CASE.name), typed)


def complete_pack(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    """Offer the packs."""
    from rules.catalogue import pack_ids

    return _beginning(pack_ids(), typed)


def complete_card(ctx: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
    """Offer the ids of cards, of the pack named before or of every pack."""
    from rules.catalogue import load, pack_ids

    pack = str(ctx.params.get("game") or ctx.params.get("pack") or "")
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


def pack_option(text: str) -> Callable[[F], F]:
    """Return the option `--pack`, with its help."""
    return click.option("--pack", "--game", "pack", default="", metavar="PACK", help=text, shell_complete=complete_pack)
