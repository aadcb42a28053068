"""The life of a case: what can be done to it when, what a ruling pins, and that nothing is ever taken out of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ledger.entries import Entry
from ledger.errors import LedgerError
from ledger.events import Rolled
from ledger.revisions import ClauseRevised
from ledger.rulings import Overturned, Ruled
from replays.cases.acts import Cases, DraftRuling
from replays.cases.case import Case, RulingStanding
from replays.cases.citations import pin_rules
from replays.cases.search import search
from replays.cases.touching import cases_with_card, dispute_of, rulings_citing
from replays.cases.words import case_lines, remedy_words
from replays.errors import ReplayError
from replays.reference.shelf import Shelf
from rules.catalogue import load
from rules.errors import RulesError

Decide = Callable[..., DraftRuling]


def test_a_case_is_about_the_violation_unless_said(desk: Cases, case: Case) -> None:
    assert (case.name, case.address, case.status) == ("case-dispute-1", "dispute@81", "open")
    head = desk.ledger.head("dispute")
    assert (case.opened.pin.last, case.opened.pin.digest) == (head.last, head.digest.hex())
    assert desk.open("dispute", head.last, "?").address == "dispute@81", (
        "the event that notes a violation leads to where it belongs"
    )
    assert desk.open("dispute", 64, "?").address == "dispute@64"
    assert desk.open("dispute", 64, "?", name="by-name").name == "by-name"


def test_what_cannot_be_opened(desk: Cases, case: Case) -> None:
    with pytest.raises(ReplayError, match=f"no event 999; its last is event {desk.ledger.head('dispute').last}"):
        desk.open("dispute", 999, "?")
    with pytest.raises(ReplayError, match="not a game"):
        desk.open(case.name, 1, "?")
    with pytest.raises(ReplayError, match="a question is needed"):
        desk.open("dispute", 64, "  ")
    with pytest.raises(LedgerError, match="no game"):
        desk.open("nothing", 1, "?")


def test_a_ruling_pins_rules_event_and_record(desk: Cases, case: Case, decide: Decide) -> None:
    ruled = desk.rule(case, decide(remedy="warning:B"))
    assert ruled.standing is not None
    event = ruled.standing.event
    head = desk.ledger.head("dispute")
    assert [(item.rule, item.says) for item in event.citations] == [
        ("agot2/duplicates#5@1.0", "The duplicate's save cannot be cancelled.")
    ]
    assert (event.rules, event.in_force) == ("agot2 1.0", "2026-01-31")
    assert (event.pin.name, event.pin.at, event.pin.last, event.pin.digest) == (
        "dispute",
        81,
        head.last,
        head.digest.hex(),
    )
    assert desk.holds(event.pin)


def test_a_pin_holds_when_the_game_goes_on_and_not_for_another_record(desk: Cases, case: Case) -> None:
    head = desk.ledger.head("dispute")
    desk.ledger.append(head, [Entry(head.last + 1, (Rolled("die", (4,)),))])
    assert desk.holds(case.opened.pin)
    other = desk.ledger.start("other", pack="agot2")
    assert not desk.holds(type(case.opened.pin)(other.id, "other", 1, 1, case.opened.pin.digest))


def test_rulings_are_superseded_never_edited(desk: Cases, case: Case, decide: Decide) -> None:
    first = desk.rule(case, decide("It may."))
    with pytest.raises(ReplayError, match="rulings are not edited"):
        desk.rule(first, decide("It may not."))
    appealed = desk.appeal(first, "A", "The clause says otherwise.")
    assert appealed.status == "under appeal"
    with pytest.raises(ReplayError, match="already"):
        desk.appeal(appealed, "A", "again")
    final = desk.overturn(appealed, "Misread.", decide("It may not.", judge="Olena"))
    assert [ruling.standing for ruling in final.rulings] == [RulingStanding.OVERTURNED, RulingStanding.STANDS]
    assert [ruling.event.finding for ruling in final.rulings] == ["It may.", "It may not."]
    assert final.rulings[1].event.supersedes == final.rulings[0].seq == 2
    assert [type(event) for _, event in final.acts[-2:]] == [Overturned, Ruled]
    assert final.status == "ruled"
    again = desk.overturn(final, "On reflection.", decide("It may after all."))
    assert again.rulings[-1].event.supersedes == final.rulings[1].seq


def test_an_appeal_may_fail_and_the_ruling_may_be_appealed_again(desk: Cases, case: Case, decide: Decide) -> None:
    with pytest.raises(ReplayError, match="no ruling yet"):
        desk.appeal(case, "A", "why not")
    ruled = desk.rule(case, decide())
    with pytest.raises(ReplayError, match="not under appeal"):
        desk.uphold(ruled, "Olena", "right")
    upheld = desk.uphold(desk.appeal(ruled, "B", "no"), "Olena", "It is right.")
    assert upheld.status == "upheld"
    assert upheld.standing is not None
    assert upheld.standing.event.finding == "It may not."
    assert desk.appeal(upheld, "B", "still no").status == "under appeal"


def test_two_judges_at_once(desk: Cases, case: Case, decide: Decide) -> None:
    desk.rule(case, decide("first"))
    with pytest.raises(LedgerError, match="moved on"):
        desk.rule(case, decide("second"))


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        ("agot2/duplicate-saves#1", "no rule"),
        ("agot2/duplicates#99", "has no clause 99; it has 1 to"),
        ("nonsense", "not the address"),
        ("agot2/duplicates", "cite one"),
    ],
)
def test_citations_must_exist(desk: Cases, rule: str, says: str) -> None:
    with pytest.raises((ReplayError, RulesError), match=says):
        pin_rules(Shelf(desk.ledger, "2026-01-31"), [rule])


def test_citations_are_pinned_to_the_version_in_force(desk: Cases) -> None:
    Shelf(desk.ledger, "2026-01-01").revise(
        ClauseRevised("agot2/duplicates", 5, "It can be cancelled now.", "FAQ", "2026-03-01"), "agot2"
    )
    before, after = (
        pin_rules(Shelf(desk.ledger, date), ["agot2/duplicates#5"])[0] for date in ("2026-02-28", "2026-03-01")
    )
    assert before.rule == "agot2/duplicates#5@1.0"
    assert (after.rule, after.says) == ("agot2/duplicates#5@2026-03-01", "It can be cancelled now.")
    pinned = pin_rules(Shelf(desk.ledger, "2026-03-01"), ["agot2/duplicates#5@1.0"])[0]
    assert pinned == before


@pytest.mark.parametrize("remedy", ["rewind", "rewind:0", "rewind:{past}", "loss:Z", "warning:", "flogging", "none:A"])
def test_remedies_must_mean_something(desk: Cases, case: Case, decide: Decide, remedy: str) -> None:
    with pytest.raises(ReplayError):
        desk.rule(case, decide(remedy=remedy.format(past=desk.ledger.head("dispute").last + 1)))
    assert desk.case(case.name).status == "open"


@pytest.mark.parametrize("remedy", ["none", "warning", "warning:B", "rewind:64", "adjust", "loss", "loss:A"])
def test_remedies_there_are(desk: Cases, case: Case, decide: Decide, remedy: str) -> None:
    assert desk.rule(case, decide(remedy=remedy)).standing.event.remedy == remedy  # type: ignore[union-attr]
    assert remedy_words(remedy, {"A": "Anna", "B": "Borys"}).endswith(".")


def test_a_case_as_it_stood(desk: Cases, case: Case, decide: Decide) -> None:
    later = Cases(desk.ledger, "2026-02-10T09:00:00+00:00")
    later.rule(case, decide())
    assert desk.case(case.name, "2026-02-09").status == "open"
    assert desk.case(case.name, "2026-02-10").status == "ruled"
    assert desk.all_cases("2026-01-30") == []


def test_finding_a_case(desk: Cases, case: Case, decide: Decide) -> None:
    other = desk.open("dispute", 64, "Kto wybiera żądanie?")
    desk.rule(other, decide("Broniący.", "agot2/military-claim#1"))
    desk.overturn(desk.rule(case, decide("Żółw.")), "no", decide("Nie.", "agot2/cancel#3"))
    cases = desk.all_cases()
    assert [hit.case.name for hit in search(cases, "zadanie")] == [other.name], "without its diacritics"
    assert [hit.case.name for hit in search(cases, "save cancelled")] == [case.name]
    assert [hit.case.name for hit in search(cases, "agot2/military-claim")] == [other.name]
    assert search(cases, "agot2/duplicates#5")[0].found == ("ruling 2 (overturned) cites agot2/duplicates#5@1.0",)
    assert search(cases, "agot2/duplicates#50") == []
    assert search(cases, "nobody said this") == []
    with pytest.raises(ReplayError, match="what do you look for"):
        search(cases, " … ")
    (citing,) = rulings_citing(cases, "agot2/military-claim")
    assert (citing.case, citing.standing, citing.clauses) == (other.name, "stands", (1,))
    assert [(ruling.standing, ruling.clauses) for ruling in rulings_citing(cases, "agot2/duplicates")] == [
        ("overturned", (5,))
    ]
    assert rulings_citing(cases, "agot2/duplicate") == ()


def test_a_case_is_found_by_the_cards_in_dispute_and_in_its_words(desk: Cases, case: Case) -> None:
    other = desk.open("dispute", 10, "What does Catelyn Stark do?")
    disputes = [dispute_of(desk.ledger, item) for item in desk.all_cases()]
    cards = load("agot2").cards

    def names(card: str, game: str = "agot2") -> list[str]:
        return [row.case for row in cases_with_card(disputes, game, cards[card])]

    assert names("the-hands-judgment") == [case.name], "the move that was refused"
    assert names("eddard-stark") == [case.name], "the frames at the disputed event"
    assert names("catelyn-stark") == [other.name], "what was asked"
    assert names("the-wall") == []
    assert names("eddard-stark", "hbo") == []


def test_names_are_beginnings(desk: Cases, case: Case) -> None:
    assert desk.case("case-d").name == case.name == desk.case(case.head.id[:8]).name
    second = desk.open("dispute", 64, "?")
    assert second.name == "case-dispute-2"
    with pytest.raises(ReplayError, match="may be any of case-dispute-1, case-dispute-2"):
        desk.case("case")
    with pytest.raises(ReplayError, match="is no case here"):
        desk.case("dispute")


def test_as_of_is_the_case_up_to_a_day_whatever_the_clock_said(desk: Cases, case: Case, decide: Decide) -> None:
    """The clock was set back for the ruling, and right again for the appeal, which speaks of the ruling."""
    for now, act in (
        ("2026-02-03T10:00:00+00:00", lambda found: desk.remark(found, "B", "Still waiting.")),
        ("2025-01-01T10:00:00+00:00", lambda found: desk.rule(found, decide())),
        ("2026-02-01T10:00:00+00:00", lambda found: desk.appeal(found, "B", "Misread.")),
        ("2026-02-05T10:00:00+00:00", lambda found: desk.uphold(found, "Ada", "It was read well.")),
    ):
        desk.now = now
        case = act(case)
    seen = {
        day: len(desk.case(case.name, day).acts) for day in ("2025-06-01", "2026-01-31", "2026-02-02", "2026-02-04")
    }
    assert seen == {"2025-06-01": 0, "2026-01-31": 1, "2026-02-02": 1, "2026-02-04": 4}
    assert desk.case(case.name, "2026-02-04").status == "under appeal"
    assert [len(found.acts) for found in desk.all_cases("2026-02-05")] == [5]
    assert case.dated_back() == {3: 2, 4: 2}
    words = "\n".join(case_lines(case, {}, True, []))
    assert words.count("a clock was wrong") == 2
    assert "dated before act 2, which it follows" in words
