"""Judge every move of a transcript or a stored game, or of every game in the ledger."""

from __future__ import annotations

import os

import click

from replays.cli._common import Number, json_option, note, print_json
from replays.cli._completion import at_option, complete_record
from replays.cli._dates import opened_shelf, rules_as_of
from replays.cli._records import print_styled, record_of
from replays.records.record import Record


@click.command("verify")
@click.argument("target", metavar="GAME|FILE", required=False, shell_complete=complete_record)
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Judge every game in the ledger; those judged before only if they or the rules have changed.",
)
@at_option("Only judge up to event N (unless given: to the end).")
@rules_as_of
@click.option(
    "--workers",
    type=Number(1, 256),
    metavar="N",
    help="With --all: the number of processes (unless given: one for each core).",
)
@click.option("--cluster", metavar="ADDRESS", help="With --all: spread the work over a Dask cluster (tcp://HOST:PORT).")
@click.option("--strict", is_flag=True, help="Exit 1 also for violations that an `expect illegal` line expects.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    target: str | None,
    everything: bool,
    at: int | None,
    as_of: str | None,
    workers: int | None,
    cluster: str | None,
    strict: bool,
    as_json: bool,
) -> None:
    """Judge every move of a transcript FILE, of a stored GAME, or of every game in the ledger (--all).

    Each violation is shown with the rules it breaks and the event after which it was tried; `lastword options --at`
    with that event lists what was legal there. Then come the lines that begin with `expect`, and what had to be
    assumed. `-` reads a transcript from standard input. Exit 1 if an expectation does not hold, or if there is a
    violation that no line expects.

    The rules are those in force today, with the revisions in the ledger. With --as-of they are those of that date: a
    move is no violation if the only clauses against it were withdrawn by then. With --all and --as-of, only games that
    come out otherwise than by the published rules are listed.

    \b
    Examples:
      lastword verify dispute.lw
      lastword verify table-7 --json
      lastword verify dispute.lw --as-of 2026-01-31
      lastword verify --all --as-of 2026-01-31 --workers 4
    """
    if everything:
        if target or at is not None:
            raise click.UsageError("--all judges whole games, and all of them: give it without a GAME and without --at")
        from replays.cli._verify_all import verify_all

        ctx.exit(verify_all(ctx, as_of, workers or os.cpu_count() or 1, cluster, as_json))
    if workers or cluster:
        raise click.UsageError("--workers and --cluster go with --all")
    if not target:
        raise click.UsageError("say what to judge: a GAME, a FILE or --all")
    from replays.verdicts.on_date import Rules, dated
    from replays.verdicts.verdict_data import as_data
    from replays.verdicts.verification import verify
    from replays.verdicts.words import report_lines

    with opened_shelf(ctx.find_root().obj, as_of) as shelf:
        found = dated(verify(_asked(ctx, target, at)), Rules(shelf, as_of is not None))
    if as_json:
        print_json(as_data(found))
    else:
        print_styled(report_lines(found))
    if not (found.clean if strict else found.as_expected):
        ctx.exit(1)


def _asked(ctx: click.Context, target: str, at: int | None) -> Record:
    """Return the record that the argument names, up to the end of the action that holds the event asked for.

    A hint says so where the event lies inside the action. Illegal moves that were tried inside it are judged, too.
    """
    from replays.records.inside_action import inside_action, up_to_with_tries
    from replays.wording.records import inside_action_note

    record = record_of(ctx, target, at, checked=True)
    inside = inside_action(record, record.at)
    if inside is not None:
        note(inside_action_note(inside, f"All is judged up to the end of the action, event {inside.last}"))
    return up_to_with_tries(record, record.at)
