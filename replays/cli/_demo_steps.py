"""The steps of `lastword demo`: one dispute from transcript to printed ruling, as the commands a judge would type.

Borys attacks, Anna chooses Eddard for claim and saves him with his duplicate, and Borys wants to cancel the save.
"""

from __future__ import annotations

import shlex

import msgspec

from replays.diagrams.rendering import renderer
from rules.catalogue import playthroughs

GAME, DISPUTE = "agot2", "cancelling-a-duplicates-save.lw"

ANNA = """\
A use duplicate of ned  # I save him
expect ned in A.play    # and he stays
"""
BORYS = """\
A use duplicate of ned
B play "The Hand's Judgment"  # I cancel it
expect ned in A.dead          # so he dies
"""

CASE = "case-dispute-1"
FINDING = (
    "The save of a duplicate cannot be cancelled, and it is not the initiation of an event that The Hand's Judgment "
    "waits for. The card goes back to Borys's hand; Eddard Stark stays in play without his duplicate."
)
LEDGER = "demo.db"
REPORT = "ruling.html"
KEY = "demo-key.pem"


class DemoStep(msgspec.Struct, frozen=True):
    """A command of the demo: why it is typed, its words, and the exit code it must have (1: something was found)."""

    why: str
    words: tuple[str, ...]
    exits: int = 0

    @property
    def typed(self) -> str:
        """The command line, quoted for a shell."""
        return shlex.join(("lastword", *self.words))


def files() -> dict[str, str]:
    """Return the files the demo starts with, text by name: the dispute, and the line each side would have played."""
    dispute = next(text for name, text in playthroughs(GAME) if name == DISPUTE)
    return {"dispute.lw": dispute, "anna.lw": ANNA, "borys.lw": BORYS}


def steps() -> tuple[DemoStep, ...]:
    """Return the commands of the demo in order, from importing the dispute to the printed page."""
    ask = "May The Hand's Judgment cancel the save of a duplicate?"
    anna, borys = (
        "A duplicate's save cannot be cancelled.",
        "The save is an interrupt that initiates, so I may cancel it.",
    )
    return (
        _kept("The judge brings what she wrote down into a ledger.", "import", "dispute.lw"),
        DemoStep("Every move is judged; one breaks the rules.", ("verify", "dispute.lw"), 0),
        DemoStep("Why exactly?", ("why", "dispute.lw", "--line", _line()), 1),
        DemoStep("What happened inside what, as a picture.", ("draw", "dispute.lw", "-o", _picture())),
        _kept(
            "The dispute becomes a case, about the event where it arose.",
            "case",
            "open",
            "dispute",
            "--by",
            "B",
            "--question",
            ask,
        ),
        _kept(
            "Anna's side, with the line she says is right.",
            "case",
            "claim",
            CASE,
            "--by",
            "A",
            "--says",
            anna,
            "--moves",
            "anna.lw",
        ),
        _kept("And Borys's.", "case", "claim", CASE, "--by", "B", "--says", borys, "--moves", "borys.lw"),
        DemoStep(
            "The rule in question.",
            ("rules", "search", "duplicate cannot be cancelled", "--pack", GAME, "--limit", "1"),
        ),
        _kept(
            "The ruling: a finding, the rule it rests on, a remedy.",
            *(
                "case",
                "rule",
                CASE,
                "--finding",
                FINDING,
                "--cite",
                "agot2/duplicates#5",
                "--cite",
                "agot2/triggering-condition#1",
            ),
            *("--remedy", "none", "--judge", "Maria"),
        ),
        _kept("She signs it with her own key.", "ledger", "seal", CASE, "--key", KEY, "--new-key", "--by", "Maria"),
        _kept("Everything about it, and whether the record still stands.", "case", "show", CASE),
        _kept("Nothing in the ledger was changed since.", "ledger", "check"),
        _kept("The page to print or send.", "case", "export", CASE, "-o", REPORT),
    )


def _kept(why: str, *words: str) -> DemoStep:
    """Return a step whose command uses the demo's own ledger."""
    return DemoStep(why, ("--ledger", LEDGER, *words))


def _line() -> str:
    """Return the number of the disputed move's line in the transcript."""
    lines = files()["dispute.lw"].splitlines()
    return str(next(number for number, line in enumerate(lines, 1) if line.startswith('B play "')))


def _picture() -> str:
    """Return the file the picture goes to: a drawing, or its source where nothing can draw."""
    return "dispute.svg" if renderer() else "dispute.dot"
