"""The desk's screen: judging what is written, by a script or by a form, and storing it."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import partial
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ledger.codec import GAME
from replays.branches.continuation import continued
from replays.branches.storage import store, store_branch
from replays.cases.questions import suggested_question
from replays.desk.addresses import desk_address, game_address, rule_address
from replays.desk.faults import NEAREST, NotThere, nearest_games, only_whole
from replays.desk.judging.asked import TABS, DeskQuestion, asked_of
from replays.desk.judging.completion import completions
from replays.desk.judging.examples import EXAMPLES, example_text, position_form, titles
from replays.desk.judging.judged import JudgedText, judge_game, judge_on, judge_text, keep_record, stored_record
from replays.desk.judging.sequence import drawn
from replays.desk.judging.view import FEW, DeskView, desk_view
from replays.desk.judging.what_if import what_if
from replays.desk.numbers import number_in
from replays.desk.replies import data, desk_of, done_once, file, form, login_of, page, rendered, see_other
from replays.desk.settings import Desk, now
from replays.diagrams.rendering import render
from replays.errors import NotationError, ReplayError
from replays.notation.layout import formatted
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.engine import Scribe, stamped
from replays.records.record import Record, of_entries, of_run
from replays.verdicts.on_date import Rules
from replays.verdicts.verdict_data import as_data
from replays.wording.naming import counted
from rules.catalogue import playthroughs

REGIONS = ("state", "sub", "lines", "note", "follow", "result")
"""The regions of the screen that a new verdict fills again; each is a template of this folder."""
FIRST_PACK = "agot2"
"""The game whose position an empty desk shows, unless another is asked for."""


def empty_desk(request: Request) -> Response:
    """Show an empty desk: the position of a game as a form, and examples to open."""
    wanted = request.query_params
    if "example" in wanted:
        pack, _, name = wanted["example"].partition("/")
        return _screen(request, asked_of({**wanted, "text": _found_example(pack, name), "name": name}))
    pack = wanted.get("pack", FIRST_PACK)
    _check_pack(pack)
    return _screen(request, asked_of({**wanted, "text": position_form(pack)}), pack=pack)


def _check_pack(pack: str) -> None:
    """Raise NotThere, with links to every game, for a pack that is not known."""
    if pack not in titles():
        raise NotThere(f"There is no game {pack!r}.", [(f"/desk?pack={name}", game) for name, game in titles().items()])


def _found_example(pack: str, name: str) -> str:
    """Return the text of an example; raise NotThere, with links to the nearest, if there is none of this name."""
    _check_pack(pack)
    try:
        return example_text(pack, name)
    except ReplayError as error:
        near = get_close_matches(f"{name}.lw", dict(playthroughs(pack)), NEAREST, 0.4)
        found = [(f"/desk?example={pack}/{one.removesuffix('.lw')}", one.removesuffix(".lw")) for one in near]
        raise NotThere(f"{str(error).capitalize()}.", found) from None


def stored_game(request: Request) -> Response:
    """Show a game of the ledger at the desk; the beginning of a name leads to the whole one."""
    only_whole(request)
    head = desk_of(request).ledger.head(request.path_params["game"])
    if head.kind != GAME.name:
        raise NotThere(f"{head.name} is no game", nearest_games(request, head.name))
    if head.name != request.path_params["game"]:
        return see_other(desk_address(head.name))
    return _screen(request, asked_of({**request.query_params, "game": head.name}))


def stored_game_data(request: Request) -> Response:
    """Answer with what `lastword verify GAME --json` prints."""
    only_whole(request)
    desk = desk_of(request)
    judged = judge_game(desk, request.path_params["game"], _rules(desk, asked_of(request.query_params).on))
    assert judged.found is not None
    return data(as_data(judged.found))


async def judge_form(request: Request) -> Response:
    """Judge what a form sent, and show the whole screen again: the desk without a script."""
    fields = await form(request)
    return await run_in_threadpool(_screen, request, _changed(asked_of(fields), fields))


async def judge(request: Request) -> Response:
    """Judge what a script sent, and answer with the regions of the screen, and with the verdict as data."""
    fields = await _sent(request)
    return await run_in_threadpool(_answer, request, _changed(asked_of(fields), fields))


async def keep(request: Request) -> Response:
    """Store what was sent as a game of the ledger, or as a branch of one, and lead to it."""
    sent = await form(request)

    def work() -> str:
        return desk_address(store_asked(desk_of(request), asked_of(sent), login_of(request).name))

    return await run_in_threadpool(done_once, request, sent, work)


async def complete(request: Request) -> Response:
    """Answer with the words that may be meant where somebody writes."""
    fields = await _sent(request)
    place = asked_of(fields)
    column = number_in(fields.get("column", "")) or 0
    return data(await run_in_threadpool(completions, place.text, place.line, column))


async def picture(request: Request) -> Response:
    """Answer with the picture of a sequence as SVG, as `lastword draw` writes it."""
    asked = asked_of(await form(request))
    return await run_in_threadpool(_picture, request, asked)


def _screen(request: Request, asked: DeskQuestion, pack: str = "") -> Response:
    view = _view(desk_of(request), asked)
    title = view.judged.name
    return page(
        request,
        "desk/judging/desk.html",
        "desk",
        title,
        dated=bool(asked.on) or desk_of(request).has_revisions(),
        **_values(view, pack),
    )


def _answer(request: Request, asked: DeskQuestion) -> Response:
    view = _view(desk_of(request), asked)
    values = _values(view, "")
    regions = {name: rendered(request, f"desk/judging/{name}.html", "desk", **values) for name in REGIONS}
    found = as_data(view.found) if view.found else None
    return data({"regions": regions, "verdict": found, "text": asked.text, "before": asked.before})


def _values(view: DeskView, pack: str) -> dict[str, Any]:
    """Return what the templates of the desk show besides the view itself."""
    return {
        "view": view,
        "asked": view.asked,
        "found": view.found,
        "tabs": TABS,
        "few": FEW,
        "pack": pack,
        "titles": titles(),
        "examples": EXAMPLES,
        "rule_address": rule_address,
        "game_address": game_address,
        "counted": counted,
        "suggested_question": suggested_question,
    }


def _view(desk: Desk, asked: DeskQuestion) -> DeskView:
    rules = _rules(desk, asked.on)
    return desk_view(asked, _judged(desk, asked, rules), rules)


def _judged(desk: Desk, asked: DeskQuestion, rules: Rules) -> JudgedText:
    """Judge what was asked about. The same text is not judged twice in a row: only another tab may be wanted."""
    if asked.game and asked.text.strip():
        work = partial(judge_on, desk, asked.game, asked.after, asked.text, rules)
    elif asked.game:
        work = partial(judge_game, desk, asked.game, rules)
        return desk.kept.of((asked.game, desk.ledger.head(asked.game).digest, rules.shelf.date, rules.asked), work)
    else:
        work = partial(judge_text, asked.text, asked.name, rules)
    return desk.kept.of((asked.game, asked.after, asked.text, asked.name, rules.shelf.date, rules.asked), work)


def _changed(asked: DeskQuestion, fields: Mapping[str, str]) -> DeskQuestion:
    """Return the question with the change that a button asks for: a line added, a what-if, or the way back from it."""
    replace = msgspec.structs.replace
    if fields.get("add"):
        return replace(asked, text=f"{asked.text.rstrip()}\n{fields['add']}\n".lstrip("\n"), line=0, at=0, move="")
    if fields.get("goto"):
        return asked_of({**fields, "tab": "table", "at": fields["goto"]})
    if fields.get("whatif"):
        changed = what_if(asked.text, fields["whatif"], asked.line)
        return replace(asked, text=changed, before=asked.text, line=0, at=0)
    if fields.get("layout"):
        return replace(asked, text=_laid_out(asked.text))
    if fields.get("undo"):
        return replace(asked, text=asked.before, before="", line=0, at=0)
    return asked


def _laid_out(text: str) -> str:
    """Return a text in the layout of `lastword fmt`; one that cannot be read stays as it is."""
    try:
        return formatted(read(text))
    except NotationError:
        return text


def store_asked(desk: Desk, asked: DeskQuestion, by: str) -> str:
    """Store a transcript as a game, or written moves as a branch of a stored one; return the name it got.

    `by` is the name of the person who stores it, which is kept with every entry.
    """
    scribe = Scribe(now(), by)
    if not asked.game:
        return store(desk.ledger, of_run(run(read(asked.text)), asked.name or "dispute"), asked.name, scribe).name
    parent = desk.ledger.head(asked.game)
    branch, _ = continued(stored_record(desk, asked.game), asked.after or None, asked.text)
    branch = msgspec.structs.replace(branch, entries=tuple(stamped(branch.entries, parent.about.pack, scribe)))
    head = store_branch(desk.ledger, parent, branch, asked.name, scribe=scribe)
    keep_record(desk, head, of_entries(head.name, branch.whole))
    return head.name


def judged_record(desk: Desk, asked: DeskQuestion) -> Record:
    """Return the record of what was asked about, which need not be stored; refuse a text that cannot be read."""
    judged = _judged(desk, asked, _rules(desk, asked.on))
    if judged.problems:
        raise ReplayError(f"line {judged.problems[0].line}: {judged.problems[0].says}")
    return _record(judged)


def _picture(request: Request, asked: DeskQuestion) -> Response:
    desk = desk_of(request)
    record = _record(_judged(desk, asked, _rules(desk, asked.on)))
    graph = drawn(record, asked.at or None, asked.style)[0]
    return file(render(graph.source, "svg"), f"{record.name}.svg", "image/svg+xml")


def _record(judged: JudgedText) -> Record:
    if judged.record is None:
        raise ReplayError(judged.problems[0].says)
    return judged.record


def _rules(desk: Desk, on: str) -> Rules:
    """Return the rules of the date that was asked for, or today's."""
    return Rules(desk.shelf(on), asked=bool(on))


async def _sent(request: Request) -> dict[str, str]:
    """Return the fields that a script sent as JSON; refuse anything else."""
    try:
        return msgspec.json.decode(await request.body(), type=dict[str, str])
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise ReplayError("the desk takes its fields as one JSON object of texts") from None
