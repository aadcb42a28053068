"""Expectations: what a transcript says must be true at a point, of the table or of a move."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import msgspec

from replays.assuming import matters, outcome
from replays.errors import NotationError
from replays.notation.lines import Expect, Ref
from replays.reasons import never_judged, reasons
from replays.results import Expectation
from replays.searching import Anchor, look_for, outer_frame
from replays.stating import is_so, numbered
from replays.violations import best_point
from replays.wording import Wording
from rules.addresses import looks_like_address, parse_address
from rules.asking import CHANCE, Check
from rules.chance import Chance
from rules.errors import RulesError, WordError, nearest
from rules.folding import plain
from rules.library import load_book, packs_with_books
from rules.reference import Entry

if TYPE_CHECKING:
    from replays.running import Runner

_IN = re.compile(r"(?P<what>.+?)\s+(?P<no>not\s+)?in\s+(?P<zone>[\w-]+(?:\.[\w-]+)?)", re.IGNORECASE)
_WON = re.compile(r"won\s+(?P<player>[\w-]+)")
_WHO = r"(?P<who>(?:[\w-]+\.)?\"[^\"]+\"|[\w#'-]+)"
_COUNT = re.compile(_WHO + r"\s+(?P<what>[a-z][\w-]*)\s+(?P<count>[0-9]{1,6})")
_MARK = re.compile(_WHO + r"\s+(?P<no>not\s+)?(?P<mark>[a-z][\w-]*)")


def expect(runner: Runner, line: Expect) -> Expectation:
    """Judge an expectation at the present point."""
    if line.kind == "illegal" and line.move is None:
        return _illegal(runner, line, runner.last.checks if runner.last else None)
    if line.move is not None:
        return _about_move(runner, line)
    start = len(runner.recording)
    _happen_unseen(runner)
    held, says = State(runner, line).judge()
    if len(runner.recording) > start:
        runner.recording.rewind(start)
    return Expectation(line.number, line.text, held, "" if held else f"{says}{_by_then(runner)}")


def _happen_unseen(runner: Runner) -> None:
    """What falls at random among cards nobody knows has happened: no line need say which of them it was."""
    recording = runner.recording
    while isinstance(ask := recording.ask(), Chance) and not matters(recording.pos, ask):
        recording.decide(CHANCE, outcome(recording.pos, ask))


def _by_then(runner: Runner) -> str:
    """Windows nobody could use have closed: when the game went into another round by that, a judge is told so."""
    pos = runner.recording.pos
    outer = outer_frame(pos)
    if pos.table.winners or not outer or outer == runner.anchor.outer:
        return ""
    return "; nobody had anything to decide until the next round"


def _illegal(runner: Runner, line: Expect, checks: tuple[Check, ...] | None) -> Expectation:
    wanted = _address(runner, line)
    if checks is None:
        return Expectation(line.number, line.text, False, "the move was legal")
    broken = list(dict.fromkeys(check.rule for check in checks if check.holds is False))
    if not wanted:
        return Expectation(line.number, line.text, True, broken=_told(checks), illegal=True)
    meant = tuple(rule for rule in broken if _meant(wanted, rule))
    says = "" if meant else f"what it broke is {', '.join(broken)}"
    return Expectation(line.number, line.text, bool(meant), says, meant, illegal=True)


def _meant(wanted: str, rule: str) -> bool:
    """Whether a rule is the one named: a clause, any clause of an entry, or one of an entry the source treats under its heading."""
    if rule == wanted or "#" in wanted:
        return rule == wanted
    game, _, name = rule.partition("#")[0].partition("/")
    entry = load_book(game).entries.get(name)
    return wanted in (f"{game}/{name}", f"{game}/{entry.within}" if entry else "")


def _told(checks: tuple[Check, ...]) -> tuple[str, ...]:
    return tuple(reason.rule for reason in reasons(checks))


def _address(runner: Runner, line: Expect) -> str:
    """The rule an expectation names, found by its id or by any name of its entry."""
    if not line.rule:
        return ""
    text = line.rule if "/" in line.rule else f"{runner.document.pack.id}/{line.rule}"
    width = len(line.rule)
    column = line.source.find(line.rule) + 1
    if not looks_like_address(text):
        raise NotationError(f"`{line.rule}` is not the address of a rule", line.number, line.source, column, width)
    address = parse_address(text)
    if address.game not in packs_with_books():
        raise NotationError(f"there is no book of `{address.game}`", line.number, line.source, column, width)
    book = load_book(address.game)
    entry = book.entries.get(address.entry) or by_alias(book.entries, address.entry)
    if entry is None or (address.clause and entry.clause(address.clause) is None):
        raise NotationError(
            f"there is no rule `{text}`{nearest(address.entry, book.entries)}", line.number, line.source, column, width
        )
    return f"{entry.address}#{address.clause}" if address.clause else entry.address


def by_alias(entries: dict[str, Entry], name: str) -> Entry | None:
    """The entry that has this among its names: an expectation may call a rule by any of them."""
    wanted = plain(name.replace("-", " "))
    return next(
        (entry for entry in entries.values() if wanted in [plain(alias) for alias in (entry.title, *entry.aliases)]), None
    )


def _about_move(runner: Runner, line: Expect) -> Expectation:
    """Whether a move would be legal from here on, everybody passing until then; nothing of it is kept."""
    assert line.move is not None
    wording = runner.word(line.move)
    start = len(runner.recording)
    checks = _supposed(runner, wording)
    runner.recording.rewind(start)
    if line.kind == "illegal":
        return _illegal(runner, line, checks)
    if checks is None:
        return Expectation(line.number, line.text, True)
    broken = _told(checks)
    return Expectation(line.number, line.text, False, f"it breaks {', '.join(broken)}", broken, unjudged=never_judged(checks))


def _supposed(runner: Runner, wording: Wording) -> tuple[Check, ...] | None:
    """The conditions of a move that was not made, or of a choice written behind it; None if each of them is legal."""
    found, walk = look_for(runner.recording, wording, runner.supposed())
    if found is None:
        best = min(walk.pins, key=lambda pin: pin.rank, default=None)
        return None if walk.settled else best.checks if best else ()
    said, anchor = wording.said, Anchor(len(runner.recording), outer_frame(runner.recording.pos))
    if wording.later:
        runner.recording.decide(said.player, found, line=said.number)
    inside = runner.frame_of(said) if wording.later else 0
    for part in wording.later:
        if runner.recording.table.winners is not None:
            return None
        start = len(runner.recording)
        bounds = msgspec.structs.replace(runner.supposed(), anchor=anchor, inside=inside)
        found, walk = look_for(runner.recording, runner.choice(said, part), bounds)
        if found is not None:
            runner.recording.decide(said.player, found, line=said.number)
        elif not walk.settled:
            point = best_point(walk.pins, start, part.lead)
            return point.checks if point else ()
    return None


class State:
    """A statement about the table."""

    def __init__(self, runner: Runner, line: Expect) -> None:
        self.runner, self.line, self.pos = runner, line, runner.recording.pos

    def error(self, says: str) -> NotationError:
        """An error that points at the statement."""
        return NotationError(says, self.line.number, self.line.source, self.line.column, len(self.line.text))

    def judge(self) -> tuple[bool, str]:
        """Whether it holds, and what is so."""
        text, table = self.line.text, self.pos.table
        if found := _WON.fullmatch(text):
            if found["player"] not in table.seats:
                raise self.error(f"nobody at this table is `{found['player']}`; at it sit {', '.join(table.seats)}")
            winners = table.winners or []
            return found["player"] in winners, f"{' and '.join(winners)} won" if winners else "nobody has won yet"
        if (found := _IN.fullmatch(text)) and (found["zone"] in table.zones or self._zone(found["zone"])):
            return self._in(found["what"], found["zone"], bool(found["no"]))
        if found and (found["what"].startswith('"') or " " not in found["what"]):
            zones = sorted({name.partition(".")[2] or name for name in table.zones})
            raise self.error(f"there is no zone `{found['zone']}`{nearest(found['zone'], zones)}; there are {', '.join(zones)}")
        if (found := _COUNT.fullmatch(text)) and found["what"] not in ("is", "not"):
            return self._count(found["who"], found["what"], int(found["count"]))
        if (found := _MARK.fullmatch(text)) and found["mark"] in self._marks():
            return self._marked(found["who"], found["mark"], bool(found["no"]))
        return self._expression(text)

    def _marks(self) -> set[str]:
        notation = self.pos.pack.notation
        return {*notation.marks, *notation.under, *notation.plain}

    def _marked(self, who: str, mark: str, no: bool) -> tuple[bool, str]:
        """Whether a card bears a mark; a plain word says that it does not bear another. How it lies is no mark, and asked for alike."""
        entity = self.pos.entity(self._component(who))
        if mark == "facedown":
            return entity.up == no, f"it lies face{'up' if entity.up else 'down'}"
        marks = entity.marks
        plain = self.pos.pack.notation.plain.get(mark)
        on = mark in marks if plain is None else plain not in marks
        return on != no, f"it is {', '.join(marks) or 'unmarked'}"

    def _zone(self, text: str) -> list[str]:
        return [name for name in self.pos.table.zones if name.partition(".")[2] == text]

    def _component(self, text: str) -> int:
        return self._components(text)[0]

    def _components(self, text: str) -> list[int]:
        """What a name may stand for; `B."The Hound"` is one that B owns or controls."""
        owner, dot, title = text.partition('."')
        ref = Ref(text.strip('"'), self.line.column, text.startswith('"'))
        if dot and owner in self.pos.table.seats:
            ref = Ref(title.rstrip('"'), self.line.column, quoted=True, owner=owner)
        found = self.runner.names.components(self.pos.table, ref)
        if not found:
            raise self.error(f"nothing here is called `{ref.text}`{self.runner.names.hint(ref.text)}")
        return found

    def _in(self, what: str, zone: str, no: bool) -> tuple[bool, str]:
        places = [self._place(number) for number in self._components(what)]
        shared = zone in self.pos.table.zones  # a zone of that very name, and no player's of the same kind
        there = any(place == zone or (not shared and place.partition(".")[2] == zone) for place in places)
        return there != no, f"it is in {', '.join(dict.fromkeys(places))}"

    def _place(self, number: int) -> str:
        """The zone a component is in; what is in play is in its controller's area, from whosever it came."""
        entity = self.pos.entity(number)
        spec = self.pos.table.specs[entity.zone]
        theirs = f"{entity.controller}.{entity.zone.partition('.')[2]}"
        return theirs if spec.inplay and spec.owner and theirs in self.pos.table.zones else entity.zone

    def _count(self, who: str, what: str, count: int) -> tuple[bool, str]:
        held = self.held(who, what) if who in self.pos.table.seats else self.pos.table.count(self._component(who), what)
        return held == count, f"it is {held}"

    def held(self, player: str, what: str) -> int:
        """How many tokens, or cards in a zone, a player has."""
        zone = f"{player}.{what}"
        if zone in self.pos.table.zones and what not in self.pos.pack.notation.counters:
            return sum(1 for number in self.pos.table.entities if self._place(number) == zone)
        return self._player_count(player, what)

    def _player_count(self, who: str, what: str) -> int:
        """A player's tokens; those that lie on a card count wherever the player has them."""
        table, carrier = self.pos.table, self.pos.pack.notation.counters.get(what)
        if carrier is None and what not in table.counters[who]:
            known = sorted(self.pos.pack.notation.counters)
            raise self.error(f"players have no `{what}`{nearest(what, known)}; they have {', '.join(known)}")
        if not carrier:
            return table.count(who, what)
        return sum(entity.counters.get(what, 0) for entity in table.entities.values() if entity.controller == who)

    def _expression(self, text: str) -> tuple[bool, str]:
        """A condition of the card language, in which short names stand for their components."""
        language = self.pos.pack.language
        try:
            node = _Named(self).visit(language.parse(numbered(text, self.pos.table)))
            return is_so(language, node, self.pos), "it is not so"
        except WordError as error:
            raise self.error(str(error)) from None
        except (RulesError, LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise self.error(f"this cannot be computed here ({error})") from None


class _Named(ast.NodeTransformer):
    """Puts components and players where an expression names them."""

    def __init__(self, state: State) -> None:
        self.state = state

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.state.runner.names.aliases:
            return ast.Constant(self.state.runner.names.aliases[node.id])
        return ast.Constant(node.id) if node.id in self.state.pos.table.seats else node
