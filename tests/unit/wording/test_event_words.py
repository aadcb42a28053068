"""Events in words: no letter, number or id of ours is in any sentence that is told about the example games."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from ledger.events import (
    Event,
    FrameAdvanced,
    Moved,
    OccurrenceChanged,
    Rolled,
    State,
    UseCounted,
    ViolationNoted,
)
from ledger.folding import fold
from ledger.table import Frame
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import Record, of_run
from replays.wording.events import Describer
from replays.wording.naming import Namer
from replays.wording.remembered import result_words, slot_words
from replays.wording.telling import told
from rules.catalogue import load, pack_ids
from rules.kernel.position import Position
from rules.kernel.sayings import slot_saying, use_saying

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
FILES = sorted(EXAMPLES.rglob("*.lw"))
RULE = re.compile(r"\([a-z0-9]+/[^)]*\)")
"""A citation, which is an address and stays one."""

LABEL = re.compile(r"(?:^|; )(?:step|after this|window): .*")
"""The step that a frame goes to, by its label."""


@cache
def _told(file: Path) -> tuple[Record, list[tuple[Event, str]]]:
    record = of_run(run(read(file.read_text(encoding="utf-8"), file.name, lambda name: "")), file.stem)
    events = tuple(event for entry in record.entries for event in entry.events)
    return record, list(told(record.onlooker, events, record.table(0)))


def _ids(record: Record) -> set[str]:
    """Return the ids of cards and zones that are no words a person would write."""
    zones = {zone for zone in record.table().specs if "." in zone or "_" in zone}
    return zones | {card for card in record.pack.cards if "-" in card}


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_no_sentence_has_a_letter_a_number_or_an_id_of_ours(file: Path) -> None:
    record, sentences = _told(file)
    letters = "|".join(record.table().seats)
    player = re.compile(rf"\b(?:{letters})\b(?! [A-Z“])")
    ids = _ids(record)
    for event, words in sentences:
        plain = RULE.sub("", words)
        assert plain.strip(), event
        assert not re.search(r"#\d|\beffect \d|\bstep \d+$|@\d", plain), words
        unlabelled = LABEL.sub("", plain)  # a label may begin with the article, or with the letter of a step
        assert not player.search(unlabelled.partition(" – ")[0]), words
        assert not ids & set(re.findall(r"[\w.-]+", plain)), words
        if not isinstance(event, ViolationNoted):
            assert "  " not in words, words


def test_a_counted_use_is_a_sentence_with_names() -> None:
    file = EXAMPLES / "agot2" / "cancelling-a-duplicates-save.lw"
    counted = [words for event, words in _told(file)[1] if isinstance(event, UseCounted)]
    assert "Borys has initiated a military challenge against Anna this phase" in counted
    assert "a card of Anna has stood this phase" in counted
    assert "a duplicate of Eddard Stark is used and cannot answer this a second time" in counted


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_what_frames_remember_and_what_is_counted_are_sentences_of_the_pack(file: Path) -> None:
    record, sentences = _told(file)
    said, table = record.pack.sayings, record.table(0)
    for event, words in sentences:
        assert not words.startswith(("noted", "counted", "no longer noted")), words
        if isinstance(event, FrameAdvanced):
            kind = table.frame(event.frame).kind
            for slot in event.patch or {}:  # the choices of abilities have names of their cards' own
                assert kind == "ability" or slot_saying(said, kind, slot), f"no sentence for {kind}/{slot}"
        if isinstance(event, UseCounted) and "#" not in event.key:
            assert use_saying(said, event.key), f"no sentence for {event.key}"
        fold((event,), table)


def test_every_sentence_of_a_pack_can_be_filled_in() -> None:
    letters = {"a": "Anna", "b": "Borys", "c": "Clara"}
    for pack in map(load, pack_ids()):
        for saying in pack.sayings.slots.values():
            for text in (saying.says, saying.empty, saying.gone):
                text.format(value="7", frame="Round", **letters)
        for pattern, text in pack.sayings.uses.items():
            stars = dict(zip(letters, pattern.split(" ").count("*") * [""], strict=False))
            text.format(when="this round", **stars)


def test_a_value_that_is_a_sentence_keeps_its_numbers_and_a_forgotten_choice_is_told() -> None:
    record, _ = _told(EXAMPLES / "agot2" / "cancelling-a-duplicates-save.lw")
    namer = Namer(record.position(20))
    frame = Frame(1, "round", 0, {})
    assumed = slot_words(namer, frame, "assumed claim A", "A's revealed plot is not written; assumed: its claim is 1")
    assert assumed == "nobody wrote it: Anna's revealed plot is not written; assumed: its claim is 1"
    assert not slot_words(namer, frame, "open pool A", 5), "told with what is assumed"
    assert slot_words(namer, frame, "shuffled", None) == "the cards may be shuffled again"
    assert slot_words(namer, Frame(1, "ability", 0, {}), "icon", "military") == "chosen: military"
    assert slot_words(namer, frame, "defenders", []) == "nobody defends"


def test_a_step_reached_before_its_child_opens_is_told_as_what_comes_after_this() -> None:
    told_words = [words for _, words in _told(EXAMPLES / "agot2" / "cancelling-a-duplicates-save.lw")[1]]
    begins = told_words.index("begins: 4 Challenges")
    assert told_words[begins - 1] == "after this: 5 Dominance"
    assert "Action window" in told_words
    assert "window: forced interrupts" in told_words
    assert "it happens" in told_words
    assert "Dracarys!: the effect resolves" in {words for file in FILES for _, words in _told(file)[1]}


def test_a_card_that_is_turned_where_it_lies_does_not_go_anywhere() -> None:
    record, _ = _told(EXAMPLES / "okc" / "second-clash-and-spies.lw")
    pos = record.position(20)
    card = next(entity for entity in pos.table.entities.values() if entity.zone.endswith(".hand"))
    turned = Moved(card.id, card.zone, face="down" if card.up else "up")
    assert Describer(pos).words(turned).startswith(f"{pos.pack.name(pos, card.id)} is turned face ")


def test_an_occurrence_that_was_stopped_says_so() -> None:
    told_words = [words for _, words in _told(EXAMPLES / "agot2" / "cancelling-a-duplicates-save.lw")[1]]
    stopped = "Eddard Stark is killed: this is stopped by a save by a copy of Eddard Stark"
    assert any(words.startswith(stopped) for words in told_words), "the duplicate is a card of the same name"


def test_sentences_name_players_cards_and_places() -> None:
    said = {words for file in FILES for _, words in _told(file)[1]}
    assert "Borys: challenge military with The Hound against Anna" in said
    assert "Anna: defend with nobody" in said
    assert "Eddard Stark goes to Anna's discard pile" in said
    assert "an effect of Dracarys! ends" in said
    assert "an unknown card turns out to be Not Today" in said
    assert "Ben: march 3 Lannister power in Moat Cailin to Winterfell" in said
    assert "Anna is the first player" in said


def test_the_result_of_a_contest_is_one_phrase_before_the_step() -> None:
    told_words = [words for _, words in _told(EXAMPLES / "agot2" / "cancelling-a-duplicates-save.lw")[1]]
    assert "Borys wins 6 to 0, unopposed; after this: 4.2.3 Challenge bonuses" in told_words
    record = _told(EXAMPLES / "agot2" / "cancelling-a-duplicates-save.lw")[0]
    namer, frame = Namer(record.position(20)), Frame(1, "challenge", 0, {"attacker": "B"})
    won = {"attack": 2, "defence": 3, "winner": "A", "loser": "B", "unopposed": False}
    assert result_words(namer, frame, won) == "Anna wins 3 to 2", "the winner's total comes first"
    assert result_words(namer, frame, {**won, "winner": ""}) == "nobody wins, 2 to 3"
    assert not result_words(namer, frame, {"winner": "A"})


def test_a_game_begins_with_play_and_rounds_and_its_frames_end() -> None:
    said = [words for _, words in _told(EXAMPLES / "agot2" / "cancelling-a-duplicates-save.lw")[1]]
    begins = said.index("play begins")
    assert said[begins : begins + 3] == ["play begins", "the rounds begin", "begins: Round"]
    assert "after this, Challenge is over" in said


def test_a_violation_says_where_it_was_tried_and_what_became_of_it() -> None:
    told_words = [words for _, words in _told(EXAMPLES / "agot2" / "cancelling-a-duplicates-save.lw")[1]]
    assert any(
        words.startswith("VIOLATION by Borys: use The Hand's Judgment (tried after event 81 and ignored) – ")
        for words in told_words
    )


def test_a_noun_for_a_component_has_its_article() -> None:
    said = {words for file in FILES for _, words in _told(file)[1]}
    assert "an unknown card goes to Anna's hand" in said
    assert "Botan: conflict military for fire against a facedown province with Akodo Toturi, Matsu Berserker" in said
    assert not any(re.search(r"\ban? an? |\ba (?:unknown|intrigue)|\d an? unknown", words) for words in said)


def test_duplicates_house_cards_and_what_belongs_to_nobody_have_words_of_their_own() -> None:
    said = {words for file in FILES for _, words in _told(file)[1]}
    assert "a duplicate goes under Eddard Stark" in said
    assert "Borys: power +1" in said, "not: House Lannister: power +1"
    assert "Action die is nobody's" in said
    assert "hands lie open: Ada" in said
    assert "Farmlands: Gus's markers +4" in said
    assert "an unknown card lies face down in Aiko's province 1" in said, "nothing is turned before play begins"


def test_several_occurrences_that_end_are_not_all_told_again() -> None:
    said = {words for file in FILES for _, words in _told(file)[1]}
    assert "ends: Borys wins the military challenge and what came with it" in said
    assert "ends: Eddard Stark is saved; Eddard Stark is killed (saved)" in said, "what did not happen is told"
    assert "still to be answered: Borys pays 2 gold" in said


def test_what_is_replaced_and_what_is_no_duplicate_any_more_is_said() -> None:
    record, sentences = _told(EXAMPLES / "agot2" / "cancelling-a-duplicates-save.lw")
    assert "Eddard Stark is no longer a duplicate" in {words for _, words in sentences}
    opened = next(at for at, (_, words) in enumerate(sentences) if words == "about to happen: Eddard Stark is killed")
    pos = Position(record.pack, record.table(opened + 1))
    frame = pos.table.top.id
    instead = Describer(pos).words(OccurrenceChanged(frame, 0, State.REPLACED))
    assert instead == "Eddard Stark is killed: something else happens instead"
    by = pos.table.frames[-1].occurrences[0].subject
    source = Describer(pos).words(OccurrenceChanged(frame, 0, State.REPLACED, by=by))
    assert source == "Eddard Stark is killed: something else happens instead, because of Eddard Stark"
    other = _told(EXAMPLES / "tegot" / "the-last-wolf.lw")[0]
    tegot = Position(other.pack, other.table(30))
    assert Describer(tegot).words(Rolled("dice", ("march",))) == "at random, dice: march", "not as a count of a player"
    assert Describer(pos).words(Rolled("claim B", (by,))) == "at random, Borys's claim: Eddard Stark"
