"""Check, seal, export and import the ledger itself."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import IO

import click

from ledger.amounts import amounts_of
from ledger.seals import read_receipt
from ledger.store import Ledger
from ledger.streams import Head
from replays.cli._common import VerbGroup, json_option, note, opened, print_columns, print_json, print_lines, progress
from replays.cli._completion import complete_game
from replays.cli._dates import date_of, recorded_by_option, scribe, today
from replays.cli._documents import (
    CheckpointsMade,
    ExportedStreams,
    ImportedStreams,
    UpgradedGame,
)
from replays.cli._ledger_files import read_key, write_key
from replays.cli._outputs import check_target, counted_lines, write_whole
from replays.errors import ReplayError
from replays.wording.ledgers import (
    WHAT_NEXT,
    checkpoints_line,
    differing_note,
    exported_note,
    import_lines,
    known_note,
    left_out_note,
    not_exported_note,
    seal_note,
    sealed_line,
    unchanged_line,
    upgraded_line,
)


@click.group("ledger", cls=VerbGroup)
def command() -> None:
    """Check, seal, export and import the ledger itself.

    \b
    Examples:
      lastword ledger check
      lastword ledger seal table-7 --key judge.pem --by "Head judge"
      lastword ledger export -o everything.jsonl
      lastword ledger import everything.jsonl
    """


@command.command("check")
@click.argument("games", nargs=-1, metavar="[GAME]…", shell_complete=complete_game)
@click.option(
    "--receipt",
    type=click.File("rb"),
    metavar="FILE",
    help="A seal that was kept elsewhere (the output of `ledger seal --json`) and must still hold.",
)
@json_option
@click.pass_context
def check_verb(ctx: click.Context, games: tuple[str, ...], receipt: IO[bytes] | None, as_json: bool) -> None:
    """Check that nothing in the ledger was changed after it was written.

    Every entry is checked, from the first on, and everything that is not as it was written is named. Without a GAME
    the whole ledger is checked. Exit 1 if anything is found.

    \b
    Examples:
      lastword ledger check
      lastword ledger check table-7 --receipt table-7.seal
    """
    from ledger.ledger_check import check

    with opened(ctx) as writable, writable.at_one_moment() as ledger:
        only = {ledger.row(game).id for game in games} if games else None
        receipts = [read_receipt(receipt.read())] if receipt else []
        for seal in receipts:
            if only is not None and seal.id not in only:
                asked, file = ", ".join(games), getattr(receipt, "name", "FILE")
                raise ReplayError(
                    f"this receipt is for {seal.name}; you asked about {asked}. "
                    f"Run `lastword ledger check {seal.name} --receipt {file}`"
                )
        with progress("checking", _events(ledger)) as advance:
            report = check(ledger, only, advance, receipts)
    found = report.findings
    if as_json:
        print_json(report)
    else:
        print_lines(str(finding) for finding in found)
        for seal in report.seals:
            note(seal_note(seal))
        if not found:
            click.echo(unchanged_line(report.streams, report.events))
    if found:
        note(WHAT_NEXT)
    ctx.exit(1 if found else 0)


@command.command("seal")
@click.argument("game", metavar="GAME", shell_complete=complete_game)
@click.option(
    "--key",
    "key_file",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="Your private key: an Ed25519 key in a PEM file, such as --new-key makes.",
)
@click.option("--new-key", is_flag=True, help="Make a new key in that file first; the file must not exist.")
@click.option("--by", required=True, metavar="NAME", help="Who vouches for the game.")
@click.option("--when", metavar="DATE", help="The date to write into the seal (YYYY-MM-DD; unless given: today).")
@json_option
@click.pass_context
def seal_verb(
    ctx: click.Context, game: str, key_file: Path, new_key: bool, by: str, when: str | None, as_json: bool
) -> None:
    """Sign a GAME as it stands, so that later changes are noticed.

    The game is checked first; one that was changed after it was written is refused. Keep the key away from the ledger,
    and the output of --json in a third place: it is the receipt for `ledger check --receipt`.

    \b
    Examples:
      lastword ledger seal table-7 --key judge.pem --new-key --by "Head judge"
      lastword ledger seal table-7 --key judge.pem --by "Head judge" --json > table-7.seal
    """
    from ledger.ledger_check import refuse_changed
    from ledger.signing import load_key, sign
    from ledger.signing import new_key as make_key

    date = date_of(when) or today()
    with opened(ctx) as ledger:
        head = ledger.head(game)
        if new_key:
            write_key(key_file, make_key())
        key = load_key(read_key(key_file))
        refuse_changed(ledger, head)
        seal = sign(head, key, by, date)
        ledger.put_seal(head, seal)
    if as_json:
        print_json(seal)
    else:
        click.echo(sealed_line(seal))


@command.command("checkpoint")
@json_option
@click.pass_context
def checkpoint_verb(ctx: click.Context, as_json: bool) -> None:
    """Note the last event of every game in the ledger.

    If events are deleted from the end of a game later, `ledger check` names that game. Storing and sealing a game make
    the note by themselves. For games that are recorded move by move, run this at the end of each round, and
    `ledger check` before it. Afterwards version 0.1.0 can no longer open the ledger.

    \b
    Examples:
      lastword ledger checkpoint
      lastword --ledger tournament.db ledger checkpoint --json
    """
    with opened(ctx) as ledger:
        made = ledger.checkpoint()
    if as_json:
        print_json(CheckpointsMade(made))
        return
    print_lines([checkpoints_line(made)])


@command.command("export")
@click.argument("games", nargs=-1, metavar="[GAME]…", shell_complete=complete_game)
@click.option("-o", "--output", required=True, metavar="FILE", help="The file to write; `-` is standard output.")
@click.option(
    "--pseudonyms", is_flag=True, help="Only games, and without the names of people; seals and cases are left out."
)
@click.option(
    "--force", is_flag=True, help="Overwrite FILE even if it is not an export. A ledger or a key is never overwritten."
)
@json_option
@click.pass_context
def export_verb(
    ctx: click.Context, games: tuple[str, ...], output: str, pseudonyms: bool, force: bool, as_json: bool
) -> None:
    """Write games, or the whole ledger, to a file that can be imported anywhere.

    Without a GAME everything is written. The file has one JSON document a line. With --pseudonyms, players are called
    by their letters and games by new ids; remarks stay as they are, so read them before you share the file.

    \b
    Examples:
      lastword ledger export -o everything.jsonl
      lastword ledger export table-7 --pseudonyms -o shared.jsonl
      lastword ledger export table-7 -o - | gzip > table-7.jsonl.gz
    """
    from ledger.codec import GAME
    from ledger.exchange import DERIVED_KINDS, export
    from ledger.pseudonyms import export_with_pseudonyms

    if output != "-":
        check_target(Path(output), ".jsonl", force=force)
    with opened(ctx) as writable, writable.at_one_moment() as ledger:
        asked = [ledger.head(game) for game in games] if games else ledger.heads()
        heads = [head for head in asked if (head.kind == GAME.name if pseudonyms else head.kind not in DERIVED_KINDS)]
        for head in asked if games else ():
            if head not in heads:
                note(not_exported_note(head))
        with progress("exporting", sum(head.last for head in heads)) as advance:
            lines = counted_lines((export_with_pseudonyms if pseudonyms else export)(ledger, heads), advance)
            if output == "-":
                sys.stdout.buffer.writelines(lines)
                return
            write_whole(Path(output), lines)
    if as_json:
        print_json(ExportedStreams(output, [head.name for head in heads], sum(head.last for head in heads)))
    note(exported_note(len(heads), output))


@command.command("import")
@click.argument("file", type=click.File("rb"))
@click.option(
    "--rename", is_flag=True, help="If the ledger has another game of the same name, put a number behind the new one's."
)
@json_option
@click.pass_context
def import_verb(ctx: click.Context, file: IO[bytes], rename: bool, as_json: bool) -> None:
    """Import a file that `ledger export` wrote.

    All of it is imported or, if anything in it is wrong, nothing. This also merges two ledgers. A game that both have
    is kept once, with all events that either has; revisions of a book become one history. Verdicts are not taken over:
    `verify --all` makes them anew. `-` reads standard input.

    \b
    Examples:
      lastword --ledger mine.db ledger import everything.jsonl
      lastword --ledger mine.db ledger import theirs.jsonl --rename
      zcat table-7.jsonl.gz | lastword ledger import -
    """
    from ledger.importing import import_streams

    with opened(ctx, create=True) as ledger:
        done = import_streams(ledger, file, rename=rename)
    if as_json:
        print_json(
            ImportedStreams(
                imported=_names(done.new),
                known=_names(done.known),
                continued=_names(done.continued),
                merged=_names(done.merged),
                left_out=_names(done.left_out),
                differing=list(done.differing),
            )
        )
        return
    print_lines(import_lines(done.new, done.continued, done.merged))
    for clause in done.differing:
        note(differing_note(clause))
    for head in done.known:
        note(known_note(head))
    for head in done.left_out:
        note(left_out_note(head))


@command.command("upgrade")
@click.argument("game", metavar="GAME", shell_complete=complete_game)
@click.option("--name", default="", help="Name of the new game (unless given: GAME-upgraded).")
@recorded_by_option
@json_option
@click.pass_context
def upgrade_verb(ctx: click.Context, game: str, name: str, recorded_by: str, as_json: bool) -> None:
    """Play again, by this version, a GAME that an older version recorded.

    The same decisions become a new game, which names the old one; GAME itself stays as it is. If they lead to another
    table or decision by this version, nothing is stored, and the message says where the two versions differ.

    \b
    Examples:
      lastword ledger upgrade table-7
      lastword ledger upgrade table-7 --name table-7-today
    """
    from replays.branches.upgrade import upgrade
    from replays.records.record import of_entries

    with opened(ctx) as ledger:
        old = ledger.head(game)
        record = of_entries(old.name, list(ledger.entries(old)))
        new = upgrade(ledger, old, record, name, scribe(recorded_by))
    if as_json:
        print_json(UpgradedGame(new.name, new.id, new.last, f"{old.name}@{old.last}"))
        return
    print_lines([upgraded_line(new, old)])


@command.command("stats")
@json_option
@click.pass_context
def stats_verb(ctx: click.Context, as_json: bool) -> None:
    """Count the entries, events, bytes and seals of every game and case.

    \b
    Examples:
      lastword ledger stats
      lastword ledger stats --json
    """
    with opened(ctx) as writable, writable.at_one_moment() as ledger:
        found = amounts_of(ledger)
    if as_json:
        print_json(found)
        return
    columns = ("name", "kind", "entries", "events", "bytes", "seals")
    rows = [[getattr(part, name) for name in columns] for part in found.streams]
    print_columns(rows, [name.upper() for name in columns])


def _names(heads: Iterable[Head]) -> list[str]:
    return [head.name for head in heads]


def _events(ledger: Ledger) -> int:
    """Return how many events the heads of all streams promise, for a progress bar."""
    rows = ledger.stream_rows()
    return sum(row.last for row in rows if isinstance(row.last, int))  # a hand may have put anything there
