"""Which clicks of a bot did something in ringteki or jigoku: the chat names what they did."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import msgspec

from tests.second_opinion import l5r
from tests.second_opinion.files import Click, Game
from tests.second_opinion.reading import places
from tests.second_opinion.ringteki import ENDED, MARKS, PHASES, SELECTIONS, SEVERAL, TAKES_BACK


def without_idle(game: Game) -> Game:
    """Return a game without the clicks that did nothing: bots click at random, and the engine ignores most of it.

    A click on a card counts if the chat names the card right after, once for each time it is named; in a selection all
    clicks on cards that may belong to it count, and so do those on cards in play in the fate phase, where the chat does
    not name who is discarded.
    """
    groups: dict[tuple[int, str], list[Click]] = {}
    for click in game.clicks:
        groups.setdefault((click.lines, click.player), []).append(click)
    counts = sorted({click.lines for click in game.clicks} | {len(game.lines)})
    kept: list[Click] = []
    stands = places(game, MARKS)
    for (lines, player), clicks in groups.items():
        end = next((one for one in counts if one > lines), len(game.lines))
        if not _begun(player, game.lines[lines:end]) and (end, player) in groups:
            end = next((one for one in counts if one > end), len(game.lines))  # the line comes after a later choice
        after = "\n".join(game.lines[lines:end])
        discards = stands[min(lines, len(stands) - 1)][1] == len(PHASES)
        mine = _kept(clicks, after)
        kept += [click for click in clicks if click in mine or (discards and click.where == "play area")]
    ordered = sorted(kept, key=lambda click: click.number)
    return msgspec.structs.replace(
        game, clicks=tuple(msgspec.structs.replace(click, number=at) for at, click in enumerate(ordered))
    )


def _begun(player: str, lines: Sequence[str]) -> bool:
    """Whether the chat says that a player did something."""
    return any(line.startswith(f"{player} ") and not line.endswith(" deck") for line in lines)


def _kept(clicks: list[Click], after: str) -> list[Click]:
    kept: list[Click] = []
    clicks = _without_taken_back(clicks, after)
    ends = [at for at, click in enumerate(clicks) if click.kind == "button" and click.where in SELECTIONS]
    declares = [at for at, click in enumerate(clicks) if click.what == "Initiate Conflict"]
    several = max((at for at, click in enumerate(clicks) if re.fullmatch(SEVERAL, click.where)), default=-1)
    source = next((at for at, click in enumerate(clicks) if _begins(click, after)), -1)
    wanted = Counter([clicks[source].what] if source >= 0 else [])
    for at in range(len(clicks) - 1, -1, -1):
        click = clicks[at]
        end = next((one for one in ends if one > at), None)
        declare = next((one for one in declares if one > at), None)
        if click.kind == "button":
            kept.append(click)
        elif end is not None:
            if re.fullmatch(SELECTIONS[clicks[end].where], click.where):
                kept.append(click)
        elif declare is not None:
            if click.kind == "card" and click.where.startswith("play area"):
                kept.append(click)
        elif at == source or (-1 < source < at < several and click.where in l5r.PLACES):
            kept.append(click)
        elif click.kind == "card":
            last = at == len(clicks) - 1 and (_chooses(clicks, after) or ENDED in after)
            if _named(click, after, wanted) or last:
                kept.append(click)
        else:
            wanted[click.what] += 1
            if wanted[click.what] <= after.count(f"{click.what} ring"):
                kept.append(click)
    return kept[::-1]


def _named(click: Click, after: str, wanted: Counter[str]) -> bool:
    """Whether the chat names a clicked card, once for each click: by its name, or as a facedown card in its place."""
    wanted[click.what] += 1
    if wanted[click.what] <= after.count(click.what):
        return True
    if click.where not in l5r.PLACES:
        return False
    hidden = after.count(f"facedown card in {click.where}") or after.count("a facedown card")
    wanted[f"in {click.where}"] += 1
    return wanted[f"in {click.where}"] <= hidden


def _without_taken_back(clicks: list[Click], after: str) -> list[Click]:
    """Return clicks without those that chose for an ability before its player went to pay costs first: theirs asks for
    these choices again.
    """
    for at in range(len(clicks) - 1, -1, -1):
        if clicks[at].what in TAKES_BACK:
            source = next((one for one in range(at) if _begins(clicks[one], after)), at)
            chosen = {click.number for click in clicks[source + 1 : at] if click.kind != "button"}
            return [click for click in clicks if click.number not in chosen]
    return clicks


def _begins(click: Click, after: str) -> bool:
    return click.kind == "card" and re.search(f"(uses|plays) {re.escape(click.what)}", after) is not None


def _chooses(clicks: list[Click], after: str) -> bool:
    """Whether the last click of a group chooses for an ability whose card was clicked before and is named."""
    last = clicks[-1]
    return last.where != "hand" and any(click.kind == "card" and click.what in after for click in clicks[:-1])
