"""Stepping through a record: the points where a reader may stop, the table there, and the commands."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence

import msgspec

from ledger.entries import Entry
from ledger.events import Event, FrameOpened
from ledger.folding import fold
from ledger.table import Frame, Table, clone
from replays.errors import ReplayError
from replays.meaning.steps import is_window, step_at
from replays.records.views import Onlooker, player_of
from replays.records.walk import Visitor, Walk
from replays.wording.events import Describer
from replays.wording.records import hidden_answers
from replays.wording.tables import frame_title, table_lines
from replays.wording.telling import told
from rules.errors import nearest
from rules.kernel.pack import Pack
from rules.kernel.timing import Step

UNITS = ("event", "decision", "window", "phase")
"""The units that a reader goes forward and back by."""
KEEP = 512
"""The number of events between two tables that are kept, so that going back folds few events."""
SHOWN = 12
"""The number of events that `list` shows unless another is given, and the most moves that `options` shows."""

HELP = """\
event, decision, window, phase   go forward to the next one (e, d, w, p; a number goes on so many: d 3)
back UNIT                        the same backwards (b, or be, bd, bw, bp)
jump N, or just N                go to event N (0: before the first; end: the last)
find TEXT                        go to the next event that speaks of TEXT; find alone goes on
list [N]                         the events around here (l)
state [PLAYER]                   the table here, as everyone or as a player knows it (s)
as PLAYER, as everyone           whose knowledge is shown from now on
options                          who decides here, and what is legal (o)
stack                            what is being resolved, the outermost first
branches                         the lines that leave this one, and the one it leaves
help, quit                       this text (h, ?); leave (q)"""

SHORT = {
    "e": "event",
    "d": "decision",
    "w": "window",
    "p": "phase",
    "b": "back",
    "j": "jump",
    "f": "find",
    "l": "list",
    "s": "state",
    "o": "options",
    "h": "help",
    "?": "help",
    "n": "event",
    "next": "event",
}
"""Short forms of the commands and units."""


class Stops(Visitor):
    """A visitor of a walk that collects the points where a reader may stop.

    `at` has a list of events for each of `UNITS`; only those for windows and phases are filled here. `depths` has for
    each event the number of frames open before it, `openers` for each frame the step that opened it.
    """

    def __init__(self, phases: frozenset[str]) -> None:
        self.phases = phases
        self.at: dict[str, list[int]] = {unit: [] for unit in UNITS}
        self.depths: list[int] = [0]
        self.openers: dict[int, Step | None] = {}

    def before(self, walk: Walk, event: Event) -> None:
        """Keep the depth of an event."""
        self.depths.append(len(walk.stack))

    def opened(self, walk: Walk, frame: Frame, event: FrameOpened) -> None:
        """Keep the step that opened a frame, and the phase or window that begins with it."""
        self.openers[frame.id] = walk.openers[frame.id]
        if frame.kind in self.phases:
            self.at["phase"].append(walk.seq)
        self._add_window(walk, frame)

    def stepped(self, walk: Walk, frame: Frame) -> None:
        """Keep the window that begins with a step."""
        self._add_window(walk, frame)

    def _add_window(self, walk: Walk, frame: Frame) -> None:
        """Keep the present event as the beginning of a window, if the step is one; two at one event count once."""
        step = walk.step(frame)
        if step is not None and is_window(step) and (not self.at["window"] or self.at["window"][-1] != walk.seq):
            self.at["window"].append(walk.seq)


class Tables:
    """The tables of a record, folded as they are asked for; every `KEEP`-th is kept."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events
        self._kept: dict[int, Table] = {0: Table()}

    def after(self, seq: int) -> Table:
        """Return a copy of the table after an event, which the record must have; 0 is before the first."""
        nearest_kept = max(number for number in self._kept if number <= seq)
        table = clone(self._kept[nearest_kept])
        while table.seq < seq:
            stop = min(seq, (table.seq // KEEP + 1) * KEEP)
            fold(self.events[table.seq : stop], table)
            if table.seq % KEEP == 0:
                self._kept[table.seq] = clone(table)
        return table


class Place(msgspec.Struct):
    """The state of a stepper: the event it stands after, the viewer, and the text last sought.

    The viewer is the player whose knowledge is shown; empty if everything is.
    """

    seq: int = 0
    viewer: str = ""
    sought: str = ""


class Stepper:
    """A reader of one record, who moves through it by commands.

    A command yields the lines to show, and takes effect as they are read. `phases` are the kinds of frames that count
    as a phase; as a decision counts the first event of every entry. `other_branches` are the names of branches that
    leave this record, or that it leaves, with the event where they part.
    """

    def __init__(
        self,
        name: str,
        entries: Sequence[Entry],
        pack: Pack,
        phases: frozenset[str],
        other_branches: Sequence[tuple[str, int]] = (),
    ) -> None:
        self.name, self.entries, self.pack, self.other_branches = name, list(entries), pack, other_branches
        self.events: list[Event] = [event for entry in self.entries for event in entry.events]
        self.place = Place()
        stops = Stops(phases)
        Walk(pack, stops).run(self.entries)
        self.depths, self.openers, self.stops = stops.depths, stops.openers, stops.at
        self.stops["event"] = list(range(1, len(self.events) + 1))
        self.stops["decision"] = [entry.seq for entry in self.entries]
        self.seats = fold(self.events[:1]).seats if self.events else {}
        self.table = Tables(self.events).after

    @property
    def last(self) -> int:
        """The number of the last event."""
        return len(self.events)

    def do(self, line: str) -> Iterator[str]:
        """Run one typed command, such as `window`, `back decision 2` or `81`, and yield the lines it shows.

        An empty line goes on by one event. An unknown command raises ReplayError, and a player who is not in the game
        LedgerError.
        """
        words = line.split() or ["event"]
        word, rest = words[0].lower(), words[1:]
        if word.isdecimal():
            word, rest = "jump", [word]
        if len(word) == 2 and word[0] == "b" and word[1] in SHORT:
            word, rest = "back", [word[1], *rest]
        word = SHORT.get(word, word)
        command = COMMANDS.get(word)
        if command is None:
            raise ReplayError(f"there is no command {word!r}; `help` lists them{nearest(word, COMMANDS)}")
        yield from command(self, rest)

    def forward(self, unit: str, rest: list[str]) -> Iterator[str]:
        """Go on by one event, decision, window or phase, or by the number given, and show the event there.

        If there are not so many, stay here and say so.
        """
        stops = self.stops[unit]
        at = bisect_right(stops, self.place.seq) + self._count(rest) - 1
        if at >= len(stops):
            yield f"there is no later {unit}; the record ends at {self.last}"
            return
        yield from self._go(stops[at])

    def back(self, rest: list[str]) -> Iterator[str]:
        """Go back by one event, decision, window or phase, or by the number given, and show the event there.

        If there are not so many, stay here and say so.
        """
        unit = SHORT.get(rest[0], rest[0]) if rest and not rest[0].isdecimal() else "event"
        if unit not in UNITS:
            raise ReplayError(f"back by what? {', '.join(UNITS)}")
        stops = self.stops[unit]
        at = bisect_left(stops, self.place.seq) - self._count([word for word in rest if word.isdecimal()])
        if at < 0:
            yield f"there is no earlier {unit}"
            return
        yield from self._go(stops[at])

    def jump(self, rest: list[str]) -> Iterator[str]:
        """Go to an event by its number, to the `end`, or before the first event (0), and show it."""
        target = rest[0] if rest else ""
        if target != "end" and not target.isdecimal():
            raise ReplayError("jump where? Write the number of an event, such as `jump 40`, or `jump end`")
        number = self.last if target == "end" else int(target)
        if number > self.last:
            raise ReplayError(f"{self.name} has no event {number}; its last is event {self.last}")
        yield from self._go(number)

    def find(self, rest: list[str]) -> Iterator[str]:
        """Go to the next event whose words contain a text, in any case; without a text, the one last sought is used.

        The words are those that the viewer may read. If there is no such event, stay here and say so.
        """
        sought = " ".join(rest).casefold() or self.place.sought
        if not sought:
            raise ReplayError("find what?")
        self.place.sought = sought
        for seq, words in self.described(self.place.seq + 1, self.last, self.place.viewer):
            if sought in words.casefold():
                yield from self._go(seq)
                return
        yield f"nothing after event {self.place.seq} speaks of {sought!r}"

    def around(self, rest: list[str]) -> Iterator[str]:
        """Show the events around the present one, `SHOWN` of them or as many as given."""
        count = self._count(rest) if rest else SHOWN
        first = max(1, self.place.seq - count // 2)
        yield from self._event_lines(first, min(self.last, first + count - 1))

    def state(self, rest: list[str]) -> Iterator[str]:
        """Show the table: all of it, or what one player knows of it."""
        viewer = self._viewer(rest[0]) if rest else self.place.viewer
        table = self.table(self.place.seq)
        yield from table_lines(self.pack, table, viewer)

    def look_as(self, rest: list[str]) -> Iterator[str]:
        """Show only what one player knows from now on, or everything again."""
        self.place.viewer = self._viewer(rest[0]) if rest else ""
        yield f"shown as {self.place.viewer or 'everyone'} knows it"

    def options(self, rest: list[str]) -> Iterator[str]:
        """Show who decides after the present event, and up to `SHOWN` legal moves.

        Inside an action, the decision after the action is shown. To a viewer only their own moves are listed, as far as
        they rest on what the viewer knows.
        """
        at = bisect_right(self.stops["decision"], self.place.seq)
        boundary = self.stops["decision"][at] - 1 if at < len(self.stops["decision"]) else self.last
        if boundary != self.place.seq:
            yield f"event {self.place.seq} is inside an action; the next decision is after event {boundary}"
        found = self._onlooker().decision(self.table(boundary))
        if found is None:
            yield "nobody decides anything here: the game is over"
            return
        describer = Describer(found.pos)
        who = describer.player(found.player)
        if found.ask is None or not found.open:
            yield f"{who} decides: {found.step} ({found.rule})"
            names = {player: seat.name or player for player, seat in self.seats.items()}
            yield f"  {hidden_answers(found.player, self.place.viewer, names)}"
            return
        yield f"{who} decides: {found.ask.says} ({found.rule})"
        for number, move in enumerate(found.ask.moves(found.pos)):
            if number == SHOWN:
                yield "  …"
                break
            yield f"  {describer.move(found.player, move)}"

    def stack(self, rest: list[str]) -> Iterator[str]:
        """Show the open frames, the outermost first, each with its step."""
        pos = self._onlooker().position(self.table(self.place.seq))
        frames = pos.table.frames
        for depth, frame in enumerate(frames):
            inside = frames[depth + 1].id if depth + 1 < len(frames) else 0
            step = self.openers.get(inside) or step_at(self.pack, frame.kind, frame.step)
            yield f"  {'  ' * depth}{frame_title(pos, frame)} @{frame.id}{f': {step.label}' if step else ''}"

    def branches(self, rest: list[str]) -> Iterator[str]:
        """Show the branches that leave this record and the one it leaves; `▸` marks those that part here."""
        for name, at in self.other_branches:
            yield f"{'▸' if at == self.place.seq else ' '} {name} @{at}"
        if not self.other_branches:
            yield "no other line leaves this one"

    def help(self, rest: list[str]) -> Iterator[str]:
        """Show the commands."""
        yield from HELP.splitlines()

    def prompt(self) -> str:
        """Return the prompt: the record, the present event and the last one, and whose knowledge is shown."""
        return f"{self.name}@{self.place.seq}/{self.last}{f' as {self.place.viewer}' if self.place.viewer else ''}> "

    def _go(self, seq: int) -> Iterator[str]:
        """Move to an event and show it."""
        self.place.seq = seq
        yield from self._event_lines(seq, seq) if seq else iter(["before the first event"])

    def _event_lines(self, first: int, last: int) -> Iterator[str]:
        """Return a line for each of the events from `first` to `last`, indented by depth; `▸` marks the present one."""
        for seq, words in self.described(first, last, self.place.viewer):
            here = "▸" if seq == self.place.seq else " "
            yield f"{here}{seq:>6}  {'│ ' * min(self.depths[seq], 20)}{words}"

    def _onlooker(self) -> Onlooker:
        """Return the onlooker whose knowledge is shown."""
        return Onlooker(self.pack, self.place.viewer)

    def described(self, first: int, last: int, viewer: str) -> Iterator[tuple[int, str]]:
        """Yield the numbers and the words of the events from `first` to `last`, as far as a viewer may read them."""
        # One event more than is shown: whether a choice was secret is seen from what follows it.
        events = told(Onlooker(self.pack, viewer), tuple(self.events[first - 1 : last + 1]), self.table(first - 1))
        for seq, (_, words) in zip(range(first, last + 1), events, strict=False):
            yield seq, words

    def _viewer(self, word: str) -> str:
        """Return the player with this letter or name; empty for `everyone`. Nobody of that name is an error."""
        return "" if word in ("everyone", "all") else player_of(self.seats, word)

    @staticmethod
    def _count(rest: list[str]) -> int:
        """Return the number behind a command; 1 if there is none."""
        if not rest:
            return 1
        if not rest[0].isdecimal() or int(rest[0]) < 1:
            raise ReplayError(f"how many steps? Write a number from 1, not {rest[0]!r}")
        return int(rest[0])


def _forward_by(unit: str) -> Callable[[Stepper, list[str]], Iterator[str]]:
    """Return the command that goes forward by a unit."""
    return lambda stepper, rest: stepper.forward(unit, rest)


COMMANDS: dict[str, Callable[[Stepper, list[str]], Iterator[str]]] = {
    **{unit: _forward_by(unit) for unit in UNITS},
    "back": Stepper.back,
    "jump": Stepper.jump,
    "find": Stepper.find,
    "list": Stepper.around,
    "state": Stepper.state,
    "as": Stepper.look_as,
    "options": Stepper.options,
    "stack": Stepper.stack,
    "branches": Stepper.branches,
    "help": Stepper.help,
}
"""The commands by name; each takes a stepper and the words typed behind the command."""
