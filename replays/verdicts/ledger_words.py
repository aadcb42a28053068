"""The verdicts on every game of a ledger in words: what `verify --all` prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ledger.verdicts import GameJudged, GameViolation
from replays.reference.shelf import Shelf
from replays.verdicts.revised_rules import ChangedVerdict, ClauseStanding, DatedVerdict, verdict
from replays.verdicts.whole_ledger import Unjudged
from replays.wording.naming import counted


def found_lines(judged: int, faulty: Sequence[GameJudged], names: Mapping[str, str], shelf: Shelf) -> Iterator[str]:
    """Yield each violation of the faulty games by game and event, then how many of the games judged are faulty.

    A violation that the rules of the shelf's date leave to a person says why. `names` gives a game's name by its id.
    """
    for game in faulty:
        for broken in game.broken:
            rules = ", ".join(broken.rules)
            yield f"{names[game.game]}@{broken.seq}  {broken.player}: {rules}{_doubt(broken, shelf)}"
        if game.parted:
            yield f"{names[game.game]}@{game.parted}  the record and the rules part"
    illegal = sum(bool(game.broken) for game in faulty)
    other = len(faulty) - illegal
    differing = f", {other} in which the record and the rules part" if other else ""
    yield f"{counted(judged, 'game')}, {illegal} with violations{differing}"


def version_lines(games: Iterable[GameJudged], names: Mapping[str, str]) -> Iterator[str]:
    """Yield one line for each game that this version derives otherwise than the one that recorded it, then differences.

    The line is information. Differences are about the two versions; no player has done anything wrong.
    """
    for game in games:
        if game.differs_from:
            yield (
                f"{names[game.game]}  recorded by {game.recorded_by}; "
                f"this version derives it differently from event {game.differs_from} on, which is no player's doing"
            )
        for one in game.versions:
            yield f"{names[game.game]}@{one.seq}  {one.about}: recorded {one.recorded}, by this version {one.derived}"


def unjudged_lines(unjudged: Iterable[Unjudged], names: Mapping[str, str]) -> Iterator[str]:
    """Yield one line for each game that could not be judged, with the reason."""
    for item in unjudged:
        yield f"{names[item.game]}  could not be judged: {item.says}" if item.game in names else item.says


def _doubt(broken: GameViolation, shelf: Shelf) -> str:
    """Return why a person must judge a violation, or nothing if nobody has to."""
    after, rules = verdict(broken.rules, broken.unjudged, shelf)
    if after is not DatedVerdict.OPEN:
        return ""
    reworded = ClauseStanding.REWORDED in rules.values()
    why = "reworded since" if reworded else "withdrawn, but what depended on it was never judged"
    return f"  ({DatedVerdict.OPEN}: {why})"


def changed_lines(judged: int, changed: Sequence[ChangedVerdict]) -> Iterator[str]:
    """Yield each move whose verdict is another on the date asked about, then how many there are in how many games."""
    for item in changed:
        rules = ", ".join(f"{rule} {standing}" for rule, standing in item.rules.items())
        yield f"{item.name}@{item.seq}  {item.player}: {item.before} → {item.after}  ({rules})"
    games = len({item.game for item in changed})
    yield f"{counted(judged, 'game')}; another verdict on {counted(len(changed), 'move')} in {games} of them"
