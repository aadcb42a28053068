"""Every reason for refusing a move says what was needed and what was so, in plain words that anybody reads at once."""

from __future__ import annotations

import re

import pytest

from ledger.folding import fold
from replays.records.random_games import Simulation
from replays.records.reasons import as_reason, sentence, telling
from rules.catalogue import load, pack_ids
from rules.kernel.context import Context
from rules.kernel.pack import Pack
from rules.kernel.position import Position
from rules.kernel.requirements import Teller
from rules.language.cards import Ability, Choice
from tests.reasons import refused_moves

GAMES, FULL = 4, 60
LONGEST = 220
"""The most characters of a reason; what is longer is not read at once."""

FRAGMENT = re.compile(r"\w\(|==|!=|<=|>=|[a-z]_[a-z]|#\d|\bnot so:|\?|\b[a-z]+-[a-z]+-[a-z]+\b|\bTrue\b|\s\s|\.\.")
"""What must not reach a reader: calls and operators of the card language, ids, and remains of code."""


@pytest.mark.parametrize("game", pack_ids())
def test_a_reason_says_what_was_needed_and_what_was_so(game: str, full: bool) -> None:
    found: set[str] = set()
    names: set[str] = set()
    for *_, checks in refused_moves(load(game), range(FULL if full else GAMES)):
        for check in telling(checks):
            reason = as_reason(check)
            names.add(check.name)
            if not _plain(reason.needed) or not _plain(reason.saw) or len(sentence(reason)) > LONGEST:
                found.add(f"{check.name} ({check.rule}): {reason.needed} | {reason.saw}")
    assert len(names) > 10, "many kinds of conditions are tried"
    assert sorted(found) == []


def _plain(text: str) -> bool:
    """Whether a sentence is there, begins with a capital, ends with a full stop, and has no remains of code in it."""
    quoted = re.sub(r"“[^”]*”", "“”", text)  # the reader's own words, and labels of windows
    return bool(text) and not text[0].islower() and text.endswith((".", "!")) and not FRAGMENT.search(quoted)


@pytest.mark.parametrize("game", pack_ids())
def test_every_text_of_a_card_has_words_for_a_reason(game: str) -> None:
    """What a card asks for, when it is used and what restricts it can be told. A new word needs a phrase."""
    pack = load(game)
    position = _position(pack)
    card = next(iter(position.table.entities))
    untold = set()
    for ability in (ability for one in pack.cards.values() for ability in one.abilities):
        teller = Teller(Context(position, card, position.order()[0], ability))
        untold |= {choice.text for choice in _choices(ability) if not teller.described(choice.text)}
        texts = (ability.condition_text, *(trigger.text for trigger in ability.triggers))
        untold |= {text for text in texts if text and not teller.states(text)}
    assert untold == set()


def _choices(ability: Ability) -> list[Choice]:
    """Return the choices of cards that an ability asks for."""
    found = (*ability.targets, ability.cost_choice, *(sentence.choose for sentence in ability.sentences))
    return [choice for choice in found if choice is not None and not choice.words]


def _position(pack: Pack) -> Position:
    """Return a game of the pack some way in."""
    format_, (players, _) = next(iter(pack.formats.items()))
    entries = []
    for entry in Simulation(pack, players, format_, 5).entries():
        entries.append(entry)
        if len(entries) > 150:
            break
    return Position(pack, fold([event for entry in entries for event in entry.events]))
