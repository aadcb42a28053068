"""The sequence of a game as an address asks for it: from and to which event, how it is drawn, and in which language."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from graphviz import Digraph

from replays.desk.addresses import rule_address
from replays.desk.games.replay import OpenedGame
from replays.desk.numbers import number_in
from replays.diagrams.labels import LANGUAGES, Labels, labels_of
from replays.diagrams.links import Links
from replays.diagrams.sequences.diagram import draw, tell
from replays.diagrams.sequences.story import Story
from replays.diagrams.sequences.stretch import Stretch, choose
from replays.diagrams.sequences.timeline_style import tell_depth, timeline_graph
from replays.diagrams.sequences.trimming import Detail
from replays.diagrams.themes import THEMES, theme_of
from replays.errors import ReplayError

STYLES = {"stack": "A row for each event", "clusters": "Boxes in boxes", "timeline": "The depth over time"}
"""The ways of drawing a sequence, each with its words."""
DETAILS = {
    Detail.BRIEF.value: "No window that nobody could use",
    Detail.NORMAL.value: "Windows where something happened",
    Detail.ALL.value: "Every window",
}
"""How much is shown, each with its words."""
MOST_EVENTS = 2_000
"""The most events between two that are shown at once here; the command line may draw more."""
LANGUAGE_NAMES = {"en": "English", "pl": "Polski", "uk": "Українська"}
"""The languages of the labels, each by its own name."""


class DeskLinks(Links, frozen=True):
    """Links of a picture that lead to pages of the desk."""

    def rule_address(self, rule: str) -> str:
        """Return the address of a clause."""
        return rule_address(rule)


class AskedSequence(msgspec.Struct, frozen=True):
    """What an address asks of the sequence: `?from=40&to=90&style=clusters&detail=all&lang=pl&theme=dark`.

    Without `start` and `stop` it is the sequence around the event of the address. What the desk does not know counts as
    not asked for.
    """

    start: int | None = None
    stop: int | None = None
    style: str = "stack"
    detail: str = Detail.NORMAL.value
    lang: str = LANGUAGES[0]
    theme: str = "light"

    @property
    def labels(self) -> Labels:
        """The words of the language that is asked for."""
        return labels_of(self.lang)

    def fields(self, viewer: str, theme: str) -> dict[str, str]:
        """Return the fields of an address that asks for the same again, for a viewer and in a theme."""
        stretch = {"from": str(self.start or ""), "to": str(self.stop or "")}
        return {**stretch, "style": self.style, "detail": self.detail, "lang": self.lang, "as": viewer, "theme": theme}


def asked_sequence(fields: Mapping[str, str]) -> AskedSequence:
    """Return what the fields of an address ask for. A stretch that ends before it begins is refused."""
    start, stop = number_in(fields.get("from", "")), number_in(fields.get("to", ""))
    if start is not None and stop is not None and stop < start:
        raise ReplayError(f"the sequence cannot end with event {stop}, before its first event {start}")
    known = {"style": [*STYLES], "detail": [*DETAILS], "lang": [*LANGUAGE_NAMES], "theme": [*THEMES]}
    chosen = {name: fields[name] for name, words in known.items() if fields.get(name, "") in words}
    return AskedSequence(start or None, stop or None, **chosen)


def stretch_of(game: OpenedGame, asked: AskedSequence) -> Stretch:
    """Return the stretch of the game that is asked for; an event that the game does not have is refused."""
    record = game.replay.record
    if asked.start is None and asked.stop is None:
        return choose(record.entries, record.pack, max(1, game.seq))
    found = choose(record.entries, record.pack, start=asked.start, stop=asked.stop)
    if found.last - found.first >= MOST_EVENTS:
        raise ReplayError(f"at most {MOST_EVENTS:,} events are shown at once here; `lastword draw` draws more")
    return found


def told(game: OpenedGame, asked: AskedSequence) -> tuple[Stretch, Story]:
    """Return the stretch that is asked for, as `draw` tells it."""
    record, stretch = game.replay.record, stretch_of(game, asked)
    detail = Detail(asked.detail)
    story = tell(record.entries, record.pack, stretch, asked.labels, detail, game=record.name, viewer=game.viewer)
    return stretch, story


def drawn_sequence(game: OpenedGame, asked: AskedSequence) -> list[Digraph]:
    """Return the pictures of the stretch that is asked for, as `draw` draws them."""
    labels, colours, links = asked.labels, theme_of(asked.theme), DeskLinks(game.replay.record.name)
    stretch, story = told(game, asked)
    if asked.style != "timeline":
        return draw(story, asked.style, colours, labels, links)
    record = game.replay.record
    title = f"{record.name} @{stretch.first}–{stretch.last}"
    depth = tell_depth(record.entries, record.pack, stretch, labels, title, game.viewer)
    return [timeline_graph(depth, colours, labels, links)]
