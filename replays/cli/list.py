"""List the games in the ledger."""

from __future__ import annotations

import click
from msgspec.structs import asdict

from ledger.streams import Head
from replays.cli._common import json_option, note, opened, print_columns, print_json


@click.command("list")
@click.option("--all", "everything", is_flag=True, help="Also streams that are no games.")
@json_option
@click.pass_context
def command(ctx: click.Context, everything: bool, as_json: bool) -> None:
    """List the games in the ledger, in the order they were opened, each with the lines that branch from it under it.

    \b
    Examples:
      lastword list
      lastword --ledger tournament.db list --json
    """
    with opened(ctx) as ledger:
        heads = ledger.heads() if everything else ledger.games()
        names = {head.id: head.name for head in ledger.heads()}
    if as_json:
        print_json([_facts(head) for head in heads])
        return
    if not heads:
        note("the ledger has no games yet")
    rows = []
    for head, depth in _tree(heads):
        about = head.about
        shown = f"{'  ' * (depth - 1)}└ {head.name}" if depth else head.name
        origin = f"branch of {names.get(about.parent, about.parent)}@{about.at}" if about.parent else about.note
        rows.append(
            (
                shown,
                head.id[:8],
                head.kind,
                about.pack,
                head.last,
                about.created,
                "sealed" if head.seals else "",
                origin,
            )
        )
    print_columns(rows, ("NAME", "ID", "KIND", "PACK", "EVENTS", "CREATED", "SEAL", "FROM"))


def _tree(heads: list[Head]) -> list[tuple[Head, int]]:
    """Branches under what they branch from, with how deep they lie."""
    listed = {head.id for head in heads}
    under: dict[str, list[Head]] = {}
    for head in heads:
        parent = head.about.parent
        under.setdefault(parent if parent in listed else "", []).append(head)
    found: list[tuple[Head, int]] = []
    waiting = [(head, 0) for head in reversed(under.get("", []))]
    while waiting:
        head, depth = waiting.pop()
        found.append((head, depth))
        waiting += [(child, depth + 1) for child in reversed(under.get(head.id, []))]
    return found


def _facts(head: Head) -> dict[str, object]:
    return {**asdict(head.about), "last": head.last, "sealed": bool(head.seals), "digest": head.digest.hex()}
