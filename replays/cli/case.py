"""Record disputes and rulings: open a case, hear both sides, rule, appeal; show, list and search cases."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from replays.cases.acts import ClaimedMoves
from replays.cases.choosing import WantedCases, chosen_cases
from replays.cases.earlier_remedies import earlier_remedies
from replays.cases.search import like
from replays.cases.words import (
    COLUMNS,
    NO_CASES,
    claim_lines,
    earlier_remedy_lines,
    found_row,
    moved_note,
    search_lines,
    summary,
)
from replays.cli._case_options import (
    as_of_option,
    asked_ruling,
    case_argument,
    decision_options,
    judge_option,
    key_option,
    opened_cases,
    print_act,
    print_case,
    sealer,
)
from replays.cli._common import (
    VerbGroup,
    json_option,
    note,
    print_columns,
    print_faults,
    print_json,
    print_lines,
    split_address,
)
from replays.cli._completion import at_option, complete_case, complete_game, pack_option
from replays.cli._dates import date_of
from replays.cli._documents import WrittenReport
from replays.cli._records import read_text
from replays.errors import ReplayError


@click.group("case", cls=VerbGroup)
def command() -> None:
    """Take a dispute from its question to a ruling you can print.

    A case is kept in the ledger like a game: it can be checked, sealed, exported and imported. Nothing in it is ever
    edited. A ruling that was overturned stays visible, with the ruling that took its place.

    \b
    Examples:
      lastword case open table-7 --at 81 --question "May the save be cancelled?"
      lastword case claim case-table-7-1 --by A --says "No: it is a duplicate's." --moves anna.lw
      lastword case rule case-table-7-1 --finding "It may not." --cite agot2/duplicates#5 --remedy none --judge Maria
      lastword case export case-table-7-1 -o ruling.html
    """


# --- acts -----------------------------------------------------------------------------------------------------------


@command.command("open")
@click.argument("game", metavar="GAME", shell_complete=complete_game)
@click.option("--question", required=True, metavar="TEXT", help="What the judge is asked.")
@at_option("The disputed event (unless given: the game's last violation).")
@click.option("--by", default="", metavar="WHO", help="Who asks: a player's letter, or a name.")
@click.option("--name", default="", help="Name of the case (unless given: case-GAME-1 and so on).")
@json_option
@click.pass_context
def open_verb(ctx: click.Context, game: str, question: str, at: int | None, by: str, name: str, as_json: bool) -> None:
    """Open a case about an event of a GAME. GAME@N names the event, too.

    \b
    Examples:
      lastword case open table-7 --at 81 --question "May The Hand's Judgment cancel a duplicate's save?"
    """
    word, at = split_address(game, at)
    with opened_cases(ctx) as cases:
        case = cases.open(word, at, question, by, name)
        if at is not None and at != case.opened.pin.at:
            note(moved_note(at, case.opened.pin.at))
        print_act(cases, case, as_json)


@command.command("take")
@case_argument
@judge_option
@json_option
@click.pass_context
def take_verb(ctx: click.Context, case: str, judge: str, as_json: bool) -> None:
    """Take the call of a case, so that every other judge sees who is on it.

    A case calls for a judge from the moment it is opened, and again from an appeal. A ruling ends the call, and so does
    the answer to an appeal.

    \b
    Examples:
      lastword case take case-table-7-1 --judge Maria
    """
    if not judge.strip():
        raise click.UsageError("say who takes the call, so that other judges know: --judge NAME")
    with opened_cases(ctx) as cases:
        print_act(cases, cases.take_call(cases.case(case), judge), as_json)


@command.command("give-back")
@case_argument
@judge_option
@json_option
@click.pass_context
def give_back_verb(ctx: click.Context, case: str, judge: str, as_json: bool) -> None:
    """Give a call back that you took: it waits for a judge again.

    \b
    Examples:
      lastword case give-back case-table-7-1 --judge Maria
    """
    with opened_cases(ctx) as cases:
        print_act(cases, cases.give_call_back(cases.case(case), judge), as_json)


@command.command("end-call")
@case_argument
@judge_option
@json_option
@click.pass_context
def end_call_verb(ctx: click.Context, case: str, judge: str, as_json: bool) -> None:
    """End a call that you took, without a ruling. The case stays open.

    \b
    Examples:
      lastword case end-call case-table-7-1 --judge Maria
    """
    with opened_cases(ctx) as cases:
        print_act(cases, cases.end_call(cases.case(case), judge), as_json)


@command.command("claim")
@case_argument
@click.option("--by", required=True, metavar="WHO", help="Whose claim it is: a player's letter, or a name.")
@click.option("--says", required=True, metavar="TEXT", help="The claim, in the words of that side.")
@click.option(
    "--moves",
    "--line",
    "file",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False),
    help="The moves this side says were made, or should have been: a transcript, or moves alone.",
)
@json_option
@click.pass_context
def claim_verb(ctx: click.Context, case: str, by: str, says: str, file: str | None, as_json: bool) -> None:
    """Record what one side says.

    A FILE that begins with the word `lastword` is a whole transcript. Any other FILE has moves that go on from just
    before the disputed action; they are kept as a branch of the game. Where they begin is printed: a move that the FILE
    does not change is written in it again. Either is judged, and the verdict is printed and kept with the claim.

    \b
    Examples:
      lastword case claim case-table-7-1 --by B --says "It is an interrupt to a save." --moves borys.lw
    """
    moves = None
    if file is not None:
        folder = Path(file).parent
        moves = ClaimedMoves(Path(file).name, read_text(file), lambda name: (folder / name).read_text(encoding="utf-8"))
    with opened_cases(ctx) as cases:
        claimed = cases.claim(cases.case(case), by, says, moves)
        if moves is not None and not as_json:
            print_lines(claim_lines(claimed.acts[-1][1], cases.game(claimed)[1]))
        print_act(cases, claimed, as_json)


@command.command("remark")
@case_argument
@click.option("--by", default="", metavar="WHO", help="Who makes the remark.")
@click.option("--says", required=True, metavar="TEXT", help="The remark.")
@json_option
@click.pass_context
def remark_verb(ctx: click.Context, case: str, by: str, says: str, as_json: bool) -> None:
    """Add a remark, which changes nothing about the case.

    \b
    Examples:
      lastword case remark case-table-7-1 --by Maria --says "Both players were told."
    """
    with opened_cases(ctx) as cases:
        print_act(cases, cases.remark(cases.case(case), by, says), as_json)


@command.command("rule")
@case_argument
@decision_options
@json_option
@click.pass_context
def rule_verb(ctx: click.Context, /, case: str, as_json: bool, key_file: Path | None, **decision: Any) -> None:
    """Record the ruling: a finding, the rules it rests on, and a remedy.

    Each rule must be in the reference (`lastword rules search` finds it). The ruling keeps the wording that is in force
    today, and the digest of the game, so that a later change of either can be seen.

    \b
    Examples:
      lastword case rule case-table-7-1 --finding "It may." --cite agot2/duplicates#5 --remedy warning:B --judge Maria
      lastword case rule case-table-7-1 --finding "Back up." --cite agot2/priority#1 --remedy rewind:64 --key judge.pem
    """
    with opened_cases(ctx) as cases:
        seal = sealer(cases, key_file, decision["judge"])
        print_act(cases, seal(cases.rule(cases.case(case), asked_ruling(cases.ledger, **decision))), as_json)


@command.command("appeal")
@case_argument
@click.option("--by", required=True, metavar="WHO", help="Who appeals.")
@click.option("--grounds", required=True, metavar="TEXT", help="Why the ruling should be looked at again.")
@json_option
@click.pass_context
def appeal_verb(ctx: click.Context, case: str, by: str, grounds: str, as_json: bool) -> None:
    """Ask a higher judge to look at the ruling in force again.

    \b
    Examples:
      lastword case appeal case-table-7-1 --by B --grounds "The clause was misread."
    """
    with opened_cases(ctx) as cases:
        print_act(cases, cases.appeal(cases.case(case), by, grounds), as_json)


@command.command("uphold")
@case_argument
@click.option("--because", required=True, metavar="TEXT", help="Why the ruling stands.")
@judge_option
@key_option
@json_option
@click.pass_context
def uphold_verb(ctx: click.Context, case: str, because: str, judge: str, key_file: Path | None, as_json: bool) -> None:
    """Let the ruling under appeal stand.

    \b
    Examples:
      lastword case uphold case-table-7-1 --because "The clause is plain." --judge Olena
    """
    with opened_cases(ctx) as cases:
        seal = sealer(cases, key_file, judge)
        print_act(cases, seal(cases.uphold(cases.case(case), judge, because)), as_json)


@command.command("overturn")
@case_argument
@click.option("--because", required=True, metavar="TEXT", help="Why the ruling in force was wrong.")
@decision_options
@json_option
@click.pass_context
def overturn_verb(
    ctx: click.Context, /, case: str, because: str, as_json: bool, key_file: Path | None, **decision: Any
) -> None:
    """Put another ruling in the place of the one in force.

    The old ruling stays in the case, marked as overturned.

    \b
    Examples:
      lastword case overturn case-table-7-1 --because "Misread." --finding "No." --cite agot2/duplicates#5 --judge Olena
    """
    with opened_cases(ctx) as cases:
        seal = sealer(cases, key_file, decision["judge"])
        draft = asked_ruling(cases.ledger, **decision)
        print_act(cases, seal(cases.overturn(cases.case(case), because, draft)), as_json)


# --- reading --------------------------------------------------------------------------------------------------------


@command.command("show")
@case_argument
@as_of_option
@json_option
@click.pass_context
def show_verb(ctx: click.Context, case: str, as_of: str | None, as_json: bool) -> None:
    """Show a case, act by act, and whether the game it is about is still as it was.

    \b
    Examples:
      lastword case show case-table-7-1
      lastword case show case-table-7-1 --as-of 2026-01-31 --json
    """
    with opened_cases(ctx) as cases:
        found = cases.case(case, date_of(as_of))
        if not found.acts:
            raise ReplayError(f"{found.name} was not open yet on {as_of}")
        print_case(cases, found, as_json)


@command.command("list")
@as_of_option
@json_option
@click.pass_context
def list_verb(ctx: click.Context, as_of: str | None, as_json: bool) -> None:
    """List every case, in the order they were opened.

    \b
    Examples:
      lastword case list
      lastword case list --json
    """
    with opened_cases(ctx) as cases:
        found, faults = cases.readable_cases(date_of(as_of))
        rows = [summary(case) for case in found]
    if as_json:
        print_json(rows)
    else:
        if not rows:
            note(f"no case was open on {as_of}" if as_of else NO_CASES)
        print_columns([[getattr(row, name) for name in COLUMNS] for row in rows], [name.upper() for name in COLUMNS])
    print_faults(ctx, faults)


@command.command("search")
@click.argument("query", metavar="[TEXT|RULE]", nargs=-1)
@click.option(
    "--like",
    "like_case",
    metavar="CASE",
    help="Cases with a disputed sequence like that of CASE, the most alike first.",
    shell_complete=complete_case,
)
@click.option("--card", default="", metavar="TITLE", help="Only cases in which this card takes part.")
@pack_option("Only cases about games of this pack.")
@click.option("--judge", default="", metavar="NAME", help="Only cases in which this judge decided.")
@click.option("--since", metavar="DATE", help="Only cases opened on this day or later (YYYY-MM-DD).")
@click.option("--until", metavar="DATE", help="Only cases opened on this day or earlier (YYYY-MM-DD).")
@as_of_option
@json_option
@click.pass_context
def search_verb(
    ctx: click.Context,
    query: tuple[str, ...],
    like_case: str | None,
    card: str,
    pack: str,
    judge: str,
    since: str | None,
    until: str | None,
    as_of: str | None,
    as_json: bool,
) -> None:
    """Find cases by words, rule, card, pack, judge or day, or cases like another one. Exit 1 if none is found.

    \b
    Examples:
      lastword case search "cancel a save"
      lastword case search agot2/duplicates
      lastword case search --card "Eddard Stark" --judge Maria --since 2026-01-01
      lastword case search --like case-table-7-1
    """
    wanted = WantedCases(" ".join(query), card, pack, judge, date_of(since), date_of(until))
    if bool(wanted) == bool(like_case):
        raise click.UsageError(
            "what do you look for? Name words that were said, a rule such as `agot2/duplicates`, an option such as "
            "--card, or --like CASE alone"
        )
    with opened_cases(ctx) as cases:
        among, faults = cases.readable_cases(date_of(as_of))
        if like_case:
            likes = like(cases, cases.case(like_case), among)
            rows = [found_row(item.case, item.why, item.score) for item in likes]
        else:
            rows = [found_row(hit.case, hit.found) for hit in chosen_cases(cases.ledger, among, wanted)]
    if as_json:
        print_json(rows)
    else:
        print_lines(search_lines(rows))
    if not rows:
        note("no case was found")
    print_faults(ctx, faults)
    if not rows:
        ctx.exit(1)


@command.command("remedies")
@case_argument
@json_option
@click.pass_context
def remedies_verb(ctx: click.Context, case: str, as_json: bool) -> None:
    """List the warnings and losses that the players of a case were given in other cases, the newest first.

    People with the same name are taken for one player. Only rulings in force count.

    \b
    Examples:
      lastword case remedies case-table-7-1
    """
    with opened_cases(ctx) as cases:
        among, faults = cases.readable_cases()
        found = earlier_remedies(cases, cases.case(case), among)
    if as_json:
        print_json(found)
    else:
        print_lines(earlier_remedy_lines(found))
        if not found:
            note("no player of this case was given a warning or a loss in another case")
    print_faults(ctx, faults)


@command.command("export")
@case_argument
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The file to write: FILE.html, .md, .pdf or .jsonl.",
)
@as_of_option
@json_option
@click.pass_context
def export_verb(ctx: click.Context, case: str, output: Path, as_of: str | None, as_json: bool) -> None:
    """Write the report of a case: one page to print or send, which needs no other file.

    A PDF is printed by Chromium, Chrome or Edge if one is installed; if not, the page is written as HTML, to be printed
    from any browser. FILE.jsonl is not a report: it holds the case itself, with its game and the claimed moves, for
    `lastword ledger import`.

    \b
    Examples:
      lastword case export case-table-7-1 -o ruling.html
      lastword case export case-table-7-1 -o ruling.pdf
      lastword case export case-table-7-1 -o case.jsonl
    """
    from replays.cli._case_export import write_report, write_streams

    with opened_cases(ctx) as cases:
        found = cases.case(case, date_of(as_of))
        write = write_streams if output.suffix == ".jsonl" else write_report
        written = write(cases, found, output)
    print_json(WrittenReport(found.name, str(written))) if as_json else click.echo(str(written))
