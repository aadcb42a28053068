"""What `verify --all` does: every game judged once, and what the rules of another date make of the verdicts."""

from __future__ import annotations

from concurrent.futures import Executor
from typing import Any

import click
import msgspec

from ledger.verdicts import GameJudged, GameViolation
from replays.cli._common import note, opened, print_json, progress
from replays.cli._dates import date_of, today
from replays.errors import ReplayError
from replays.reference.shelf import Shelf
from replays.verdicts.revised_rules import ClauseStanding, DatedVerdict, changes, verdict
from replays.wording.tables import counted


def verify_all(ctx: click.Context, as_of: str | None, workers: int, cluster: str | None, as_json: bool) -> int:
    """Judge the whole ledger; the exit code."""
    from replays.verdicts.whole_ledger import judge_all

    date = date_of(as_of)
    address: str = ctx.find_root().obj
    with opened(ctx) as ledger:
        heads = [head for head in ledger.games() if head.last]
        names = {head.id: head.name for head in heads}
        with progress("games", len(heads)) as advance:
            found = judge_all(ledger, address, workers, advance, _executor(cluster))
        judged = [found[head.id] for head in heads if head.id in found]
        if not date:
            return _report(judged, names, Shelf(ledger, today()), as_json)
        changed = list(changes(judged, names, Shelf(ledger, date)))
    if as_json:
        print_json(
            {"games": len(judged), "rules_as_of": date, "changed": [msgspec.structs.asdict(item) for item in changed]}
        )
    else:
        for item in changed:
            rules = ", ".join(f"{rule} {standing}" for rule, standing in item.rules.items())
            click.echo(f"{item.name}@{item.seq}  {item.player}: {item.before} → {item.after}  ({rules})")
        games = len({item.game for item in changed})
        click.echo(
            f"{counted(len(judged), 'game')}; another verdict on {counted(len(changed), 'move')} in {games} of them"
        )
    return 1 if changed else 0


def _report(judged: list[GameJudged], names: dict[str, str], shelf: Shelf, as_json: bool) -> int:
    left = [msgspec.structs.replace(game, broken=_left(game, shelf)) for game in judged]
    faulty = [game for game in left if game.broken or game.parted]
    if as_json:
        rows: list[dict[str, Any]] = [{**msgspec.structs.asdict(game), "name": names[game.game]} for game in faulty]
        print_json({"games": len(judged), "found": rows})
    else:
        for game in faulty:
            for broken in game.broken:
                rules = ", ".join(broken.rules)
                click.echo(f"{names[game.game]}@{broken.seq}  {broken.player}: {rules}{_doubt(broken, shelf)}")
            if game.parted:
                click.echo(f"{names[game.game]}@{game.parted}  the record and the rules part")
        click.echo(f"{counted(len(judged), 'game')}, {len(faulty)} with something to object to")
    return 1 if faulty else 0


def _left(game: GameJudged, shelf: Shelf) -> tuple[GameViolation, ...]:
    """What is still a violation, or for a person to judge, by the rules of the shelf's date."""
    return tuple(
        broken for broken in game.broken if verdict(broken.rules, broken.unjudged, shelf)[0] is not DatedVerdict.LIFTED
    )


def _doubt(broken: GameViolation, shelf: Shelf) -> str:
    """Why a person must judge it, if one must."""
    after, rules = verdict(broken.rules, broken.unjudged, shelf)
    if after is not DatedVerdict.OPEN:
        return ""
    why = (
        "reworded since"
        if ClauseStanding.REWORDED in rules.values()
        else "withdrawn, but what depended on it was never judged"
    )
    return f"  ({DatedVerdict.OPEN}: {why})"


def _executor(cluster: str | None) -> Executor | None:
    """A cluster's client has the shape of a pool of processes; nothing else changes."""
    if cluster is None:
        return None
    try:
        from distributed import Client
    except ImportError:
        raise ReplayError("spreading work over a cluster needs Dask: pip install 'lastword[cluster]'") from None
    note(f"handing the games to {cluster}; its workers must reach the same ledger")
    executor: Executor = Client(cluster).get_executor()
    return executor
