"""Citations and remedies of rulings, checked: rules must exist and are pinned to the version in force."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ledger.rulings import Citation
from replays.errors import ReplayError
from replays.notation.players import find_player, sitting
from replays.records.inside_action import inside_action
from replays.records.record import Record
from replays.reference.shelf import Shelf
from replays.reference.versions import cited
from replays.wording.records import inside_action_note
from rules.books.addresses import parse_address
from rules.books.entries import Clause, Entry
from rules.books.shelf import find, load_book

REMEDIES = ("none", "warning", "rewind:N", "adjust", "loss")
"""How a remedy is written; a warning or a loss may name a player, `warning:B`."""
_REMEDY = re.compile(r"(none|adjust)|(warning|loss)(?::([^:]+))?|rewind:([0-9]{1,9})")


def pin_rules(shelf: Shelf, rules: Iterable[str]) -> tuple[Citation, ...]:
    """Return each rule as a citation: its address with clause and version, and what that version says.

    A rule without a version is pinned to the one in force on the shelf's date: `agot2/cancel#1` becomes
    `agot2/cancel#1@1.0`. Refused are a rule that does not exist, an entry with several clauses of which none is named,
    and no rules at all.
    """
    found = dict.fromkeys(_pin(shelf, rule) for rule in rules)
    if not found:
        raise ReplayError("a ruling cites at least one rule: give --cite; `lastword rules search` finds them")
    return tuple(found)


def _pin(shelf: Shelf, rule: str) -> Citation:
    address = parse_address(rule)
    if address.version:
        version = cited(address, load_book(address.game), shelf.versions(address.game))
        return Citation(version.citation, version.says)
    entry, clause = find(address, [shelf.book(address.game)])
    chosen = clause or _only(entry)
    return Citation(f"{entry.address}#{chosen.n}@{chosen.version}", chosen.says)


def _only(entry: Entry) -> Clause:
    """Return the only clause of an entry; refuse an entry with several, of which a ruling must name one."""
    if len(entry.clauses) == 1:
        return entry.clauses[0]
    raise ReplayError(
        f"{entry.address} has clauses 1 to {len(entry.clauses)}; cite one of them, such as {entry.address}#1 "
        f"(`lastword rules show {entry.address}` prints them)"
    )


def check_remedy(text: str, record: Record) -> str:
    """Return the remedy as it is kept if it is one of `REMEDIES`, else refuse it. `record` is the disputed game.

    A rewind must name an event that ends an action, because a game is backed up to the end of an action. A warning or
    a loss may name a player, by letter or name: `warning:Anna` is kept as `warning:A`.
    """
    found = _REMEDY.fullmatch(text)
    if found is None:
        raise ReplayError(
            f"{text!r} is no remedy; there are {', '.join(REMEDIES)} (warning:PLAYER and loss:PLAYER say whose)"
        )
    if found[3]:
        seats = record.table(1).seats
        player = find_player(found[3].strip(), seats)
        if not player:
            raise ReplayError(f"{found[3]!r} is no player of this game, or not only one; at it sit {sitting(seats)}")
        return f"{found[2]}:{player}"
    if found[4]:
        _check_rewind(record, int(found[4]))
    return text


def _check_rewind(record: Record, seq: int) -> None:
    """Refuse an event that the game does not have, or that lies inside an action."""
    if not 1 <= seq <= record.last:
        raise ReplayError(f"the game has no event {seq} to be backed up to; its last is event {record.last}")
    inside = inside_action(record, seq)
    if inside is not None:
        before = f"rewind:{inside.first - 1} goes back to before it, " if inside.first > 1 else ""
        raise ReplayError(inside_action_note(inside, f"{before}rewind:{inside.last} to its end"))
