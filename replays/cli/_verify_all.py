"""`verify --all`: judge every game of the ledger once, and say what the rules of another date make of the verdicts."""

from __future__ import annotations

from concurrent.futures import Executor

import click
import msgspec

from ledger.codec import GAME
from ledger.verdicts import GameJudged, GameViolation
from replays.cli._common import note, opened, print_json, print_lines, progress
from replays.cli._dates import date_of, today
from replays.errors import ReplayError
from replays.reference.shelf import Shelf
from replays.verdicts.ledger_words import changed_lines, found_lines, unjudged_lines, version_lines
from replays.verdicts.revised_rules import ChangedVerdict, DatedVerdict, changes, verdict
from replays.verdicts.whole_ledger import Unjudged, judge_all


class UnjudgedGame(msgspec.Struct, frozen=True):
    """A game that could not be judged, and why."""

    name: str
    says: str


class FoundGame(GameJudged, kw_only=True):
    """A game of which `verify --all` has something to say, with its name."""

    name: str


class FoundGames(msgspec.Struct, frozen=True):
    """What `verify --all` found: how many games were judged, those with something to say, those it could not judge."""

    games: int
    found: list[FoundGame]
    not_judged: list[UnjudgedGame] | msgspec.UnsetType = msgspec.UNSET


class ChangedGames(msgspec.Struct, frozen=True):
    """What `verify --all --as-of` found: verdicts that the rules of the date lift, or leave to a person."""

    games: int
    rules_as_of: str
    changed: list[ChangedVerdict]
    not_judged: list[UnjudgedGame] | msgspec.UnsetType = msgspec.UNSET


def verify_all(ctx: click.Context, as_of: str | None, workers: int, cluster: str | None, as_json: bool) -> int:
    """Judge every game of the ledger that has events, print what was found, and return 1 if that was anything, else 0.

    Without a date that is the games with violations by today's rules, or with events the rules would not derive. With
    `as_of` it is only the violations by the published rules that the rules of that date lift, or leave to a person. The
    verdicts are stored, so that the next run judges only games that changed, or all if the engine's rules did.
    """
    date = date_of(as_of)
    address: str = ctx.find_root().obj
    with opened(ctx) as ledger:
        heads = [head for head in ledger.readable_heads(GAME.name)[0] if head.last]
        names = {head.id: head.name for head in heads}
        with progress("games", len(heads)) as advance:
            found, unjudged = judge_all(ledger, address, workers, advance, _executor(cluster))
        judged = [found[head.id] for head in heads if head.id in found]
        if not date:
            return _report(judged, unjudged, names, Shelf(ledger, today()), as_json)
        changed = list(changes(judged, names, Shelf(ledger, date)))
    if as_json:
        print_json(ChangedGames(len(judged), date, changed, _unjudged_data(unjudged, names)))
    else:
        print_lines(unjudged_lines(unjudged, names))
        print_lines(changed_lines(len(judged), changed))
    return 1 if changed or unjudged else 0


def _report(
    judged: list[GameJudged], unjudged: list[Unjudged], names: dict[str, str], shelf: Shelf, as_json: bool
) -> int:
    left = [msgspec.structs.replace(game, broken=_still_broken(game, shelf)) for game in judged]
    faulty = [game for game in left if game.broken or game.parted or game.versions]
    if as_json:
        told = [game for game in left if game in faulty or game.differs_from]
        rows = [FoundGame(**msgspec.structs.asdict(game), name=names[game.game]) for game in told]
        print_json(FoundGames(len(judged), rows, _unjudged_data(unjudged, names)))
    else:
        print_lines(version_lines(left, names))
        print_lines(unjudged_lines(unjudged, names))
        print_lines(found_lines(len(judged), faulty, names, shelf))
    return 1 if faulty or unjudged else 0


def _unjudged_data(unjudged: list[Unjudged], names: dict[str, str]) -> list[UnjudgedGame] | msgspec.UnsetType:
    """Return the games that could not be judged, for JSON; unset if there are none."""
    return [UnjudgedGame(names.get(item.game, ""), item.says) for item in unjudged] or msgspec.UNSET


def _still_broken(game: GameJudged, shelf: Shelf) -> tuple[GameViolation, ...]:
    """Return the violations that the rules of the shelf's date do not lift."""
    return tuple(
        broken for broken in game.broken if verdict(broken.rules, broken.unjudged, shelf)[0] is not DatedVerdict.LIFTED
    )


def _executor(cluster: str | None) -> Executor | None:
    """Return a Dask cluster's client as a pool of processes; None if no cluster is named."""
    if cluster is None:
        return None
    try:
        from distributed import Client
    except ImportError:
        raise ReplayError("spreading work over a cluster needs Dask: pip install 'lastword[cluster]'") from None
    note(f"handing the games to {cluster}; its workers must reach the same ledger")
    executor: Executor = Client(cluster).get_executor()
    return executor
