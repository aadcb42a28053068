"""Earlier remedies: the warnings and losses that rulings in force gave the players of a case in other cases."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from replays.cases.acts import Cases
from replays.cases.case import Case

PERSONAL = ("warning", "loss")
"""The remedies that are about a player, rather than about the table."""


class EarlierRemedy(msgspec.Struct, frozen=True):
    """A remedy that a player of this case got in another: who, what, when, by whom, and in which case.

    `player` is the letter that the player has here. `remedy` names the player, `warning:Borys`: letters differ.
    """

    player: str
    name: str
    case: str
    question: str
    remedy: str
    judge: str
    date: str


def earlier_remedies(cases: Cases, case: Case, among: Iterable[Case]) -> tuple[EarlierRemedy, ...]:
    """Return the remedies that the players of a case got in other cases, the newest first.

    A player is known by name. Only rulings in force count, and a warning or a loss that names its player.
    """
    here = {name: letter for letter, name in cases.players(case).items() if name != letter}
    found = []
    for other in among:
        standing = other.standing
        if other.head.id == case.head.id or standing is None:
            continue
        kind, _, letter = standing.event.remedy.partition(":")
        if kind not in PERSONAL or not letter:
            continue
        name = cases.players(other).get(letter, "")
        if name in here:
            event = standing.event
            found.append(
                EarlierRemedy(
                    here[name],
                    name,
                    other.name,
                    other.opened.question,
                    f"{kind}:{name}",
                    event.judge,
                    event.recorded[:10],
                )
            )
    return tuple(sorted(found, key=lambda item: item.date, reverse=True))
