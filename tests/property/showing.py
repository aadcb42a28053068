"""Everything that verbs show of a record as one player, as text: what the command line prints and draws."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ledger.entries import envelopes
from ledger.events import Event
from ledger.table import Table
from replays.diagrams.labels import labels_of
from replays.diagrams.links import Links
from replays.diagrams.sequences.diagram import draw, tell
from replays.diagrams.sequences.stretch import choose
from replays.diagrams.sequences.timeline_style import tell_depth, timeline_graph
from replays.diagrams.themes import theme_of
from replays.errors import ReplayError
from replays.meaning.frame_kinds import framework_kinds
from replays.records.explanations import explain_at, options
from replays.records.record import Record
from replays.records.views import Onlooker
from replays.screen.answers import legal_moves, move_here
from replays.screen.event_rows import EventRows
from replays.screen.panes import header, moves_pane, stack_pane, table_pane
from replays.watching.replay import Replay
from replays.watching.stepper import Stepper
from replays.watching.window_audit import audit
from replays.watching.words import audit_data, audit_lines
from replays.whatif.conclusion import conclude
from replays.whatif.exploration import Explorer, Horizon
from replays.whatif.words import exploration_lines, exploration_report
from replays.wording.records import numbered_cards, options_lines
from replays.wording.tables import envelope_line, named, table_data, table_lines
from replays.wording.telling import told
from rules.engine import advance
from rules.kernel.position import Position

SITUATIONS = 40
"""The most situations that an exploration looks at here."""


def at_decision(record: Record, viewer: str, place: int) -> Iterator[tuple[str, str]]:
    """Yield what `state`, `options` and `why` show at the decision after an entry, each with the verb's name."""
    seen = record.seen_at(place, viewer)
    table = record.table(record.end(place))
    yield "state", "\n".join(table_lines(record.pack, table, viewer))
    yield "state --json", _json(table_data(record.pack, table, viewer))
    found = options(seen, None)
    numbered = numbered_cards(Position(record.pack, seen.table(found.seq)), found.moves)
    yield "options", "\n".join(options_lines(found, viewer, {}, numbered))
    yield "options --json", _json(msgspec.structs.asdict(found))
    for text in (*found.moves[:2], f"{viewer} pass"):
        try:
            explained = explain_at(seen, None, text)
        except ReplayError as error:
            yield "why", str(error)
            continue
        yield "why", _json(explained)


def in_sequence(record: Record, viewer: str, first: int) -> Iterator[tuple[str, str]]:
    """Yield what `step`, `tail`, `windows` and `draw` show of a record, the first two from an event on."""
    stepper = Stepper(record.name, record.entries, record.pack, framework_kinds(record.pack))
    typed = [f"as {viewer}", f"jump {first}", f"list {record.last - first + 1}", "stack", "options", "state"]
    yield "step", "\n".join(line for command in typed for line in stepper.do(command))
    seen = [item for item in envelopes(Onlooker(record.pack, viewer).entries(record.entries)) if item.seq >= first]
    words = [says for _, says in told(Onlooker(record.pack, viewer), record_events(record), Table())]
    yield "tail", "\n".join(envelope_line(item, words[item.seq - 1]) for item in seen)
    yield "tail --json", _json([named(item) for item in seen])
    replay = Replay(record)
    rows = EventRows(replay, viewer, [])
    yield "step, events", "\n".join(rows.row(seq).text(5).plain for seq in range(first, record.last + 1))
    point = replay.at(record.last, viewer)
    panes = [header(record.name, point, viewer), *table_pane(point.table), *stack_pane(point.stack)]
    panes += moves_pane(legal_moves(replay, record.last, viewer), viewer, replay.players)
    yield "step, panes", "\n".join(line.plain for line in panes)
    yield "step, why", move_here(replay, record.last, viewer)[1]
    windows = audit(record.entries, record.pack, viewer)
    yield "windows", "\n".join(audit_lines(windows, True, record.players()))
    yield "windows --json", _json(audit_data(record.name, windows))
    words, look, links = labels_of("en"), theme_of("light"), Links(record.name, "")
    stretch = choose(record.entries, record.pack, record.last, None, None, None)
    for style in ("stack", "clusters"):
        story = tell(record.entries, record.pack, stretch, words, game=record.name, viewer=viewer)
        yield f"draw {style}", "\n".join(graph.source for graph in draw(story, style, look, words, links))
    line = tell_depth(record.entries, record.pack, stretch, words, "", viewer)
    yield "draw timeline", timeline_graph(line, look, words, links).source


def record_events(record: Record) -> tuple[Event, ...]:
    """Every event of a record."""
    return tuple(event for entry in record.entries for event in entry.events)


def explored(record: Record, viewer: str, place: int) -> Iterator[tuple[str, str]]:
    """Yield what `explore` shows from the decision after an entry, unless it refuses to explore there."""
    seen = record.seen_at(place, viewer)
    decision = seen.decision(place)
    if decision is None or decision.ask is None:
        return
    pos = seen.position(place)
    advance(pos)
    graph = Explorer(seen.pack, pos.table, Horizon(0, 2), limit=SITUATIONS).run()
    report = exploration_report(seen, pos, conclude(graph, pos.table), None)
    yield "explore", "\n".join(exploration_lines(report, record.players()))
    yield "explore --json", _json(report)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
