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
    """List the games in the ledger, in the order they were opened.

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
    for head in heads:
        about = head.about
        origin = f"branch of {names.get(about.parent, about.parent)}@{about.at}" if about.parent else about.note
        rows.append(
            (head.name, head.id[:8], head.kind, about.pack, head.last, about.created, "sealed" if head.seals else "", origin)
        )
    print_columns(rows, ("NAME", "ID", "KIND", "PACK", "EVENTS", "CREATED", "SEAL", "FROM"))


def _facts(head: Head) -> dict[str, object]:
    return {**asdict(head.about), "last": head.last, "sealed": bool(head.seals), "digest": head.digest.hex()}
