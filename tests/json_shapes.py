"""The shapes of what verbs print with `--json`: `python -m tests.json_shapes` writes docs/json.md from their structs.

`SHAPES` names the document of each verb. `faults` compares a printed document with its shape; a test runs it on what
every verb prints, and another one tells when the page is stale.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import fields

from ledger.amounts import LedgerAmounts
from ledger.events import Event
from ledger.ledger_check import LedgerReport
from ledger.seals import Seal
from replays.branches.words import BranchData, StoredGame
from replays.cards.words import CardData, CardFileData, DeckData
from replays.cases.earlier_remedies import EarlierRemedy
from replays.cases.words import CaseData, CaseRow, FoundCaseRow
from replays.cli import _documents
from replays.cli._common import JSON_VERSION
from replays.cli._verify_all import ChangedGames, FoundGames
from replays.cli.chart import DrawnChart
from replays.cli.draw import DrawnSequence
from replays.records.explanations import Options
from replays.reference.comparison import Comparison
from replays.reference.coverage import Coverage
from replays.reference.pack_list import PackRow
from replays.reference.versions import ClauseDifference, Version
from replays.reference.words import EntryData, FoundClause, ListedEntry, PlacementData, VersionData
from replays.verdicts.verdict_data import ExplainedData, VerificationData
from replays.watching.words import AuditData
from replays.whatif.orders import Orders
from replays.whatif.words import ExplorationReport, LineDifferenceData, PlanData
from replays.wording.ledgers import StreamData
from replays.wording.records import SimulatedGame
from replays.wording.tables import EventData, TableData

PAGE = Path(__file__).parent.parent / "docs" / "json.md"

SHAPES: dict[str, Any] = {
    "branch": BranchData,
    "cards check": CardFileData,
    "cards deck": DeckData,
    "cards find": list[_documents.ListedCard],
    "cards import": _documents.ImportedCards,
    "cards list": list[_documents.ListedCard],
    "cards show": list[CardData],
    "case appeal": CaseData,
    "case end-call": CaseData,
    "case give-back": CaseData,
    "case take": CaseData,
    "case claim": CaseData,
    "case export": _documents.WrittenReport,
    "case list": list[CaseRow],
    "case open": CaseData,
    "case overturn": CaseData,
    "case remark": CaseData,
    "case remedies": list[EarlierRemedy],
    "case rule": CaseData,
    "case search": list[FoundCaseRow],
    "case show": CaseData,
    "case uphold": CaseData,
    "chart": DrawnChart,
    "demo": _documents.ToldDemo,
    "diff": LineDifferenceData,
    "draw": DrawnSequence,
    "explore": ExplorationReport | Orders,
    "fmt": list[_documents.FormattedFile],
    "games": list[PackRow],
    "import": list[StoredGame],
    "ledger check": LedgerReport,
    "ledger checkpoint": _documents.CheckpointsMade,
    "ledger export": _documents.ExportedStreams,
    "ledger import": _documents.ImportedStreams,
    "ledger seal": Seal,
    "ledger stats": LedgerAmounts,
    "ledger upgrade": _documents.UpgradedGame,
    "list": list[StreamData],
    "options": Options,
    "rewind": PlanData,
    "rules attach": PlacementData,
    "rules book": _documents.WrittenBook,
    "rules compare": Comparison,
    "rules coverage": Coverage,
    "rules diff": list[ClauseDifference],
    "rules history": list[VersionData],
    "rules list": list[ListedEntry],
    "rules revise": VersionData,
    "rules search": list[FoundClause],
    "rules show": EntryData | Version,
    "serve": _documents.DeskPlace,
    "simulate": list[SimulatedGame],
    "state": TableData,
    "step": _documents.StepAnswer,
    "tail": EventData,
    "verify": VerificationData | FoundGames | ChangedGames,
    "why": ExplainedData,
    "windows": AuditData,
}
"""The document of each verb, by the words of the verb."""
LINES = ("step", "tail")
"""The verbs that print many documents, each on a line of its own."""
UNIONS, LISTS, OBJECTS = (Union, UnionType), (list, tuple, Sequence), (dict, Mapping)
PLAIN = {
    str: "text",
    int: "integer",
    float: "number",
    bool: "true or false",
    NoneType: "null",
    Any: "any value",
}
"""The plain types in words."""
ERRORS = _documents.TranscriptErrors
"""The document that any verb prints for a transcript that it cannot read."""

HEADING = f"""# What `--json` prints

Every verb takes `--json` and then prints one JSON document on stdout; `step` and `tail` print one on each line. This
page has the shape of each. The shapes are **version {JSON_VERSION}**, as `lastword --version` says, too. The page is
written by `make map` from the structs that the verbs print, and a test holds what they print to it.

- Within a version fields may be added, so a reader ignores fields it does not know. A field that is removed, renamed or
  changes its meaning makes a new version.
- Every field of a shape is there, unless it is marked *may be absent*.
- Events are numbered from 1; 0 stands for none. Players are given by their letters, dates as `YYYY-MM-DD`.
- Exit codes are those of the text: 0 fine, 1 something was found, 2 usage or unreadable input. With 2 there is no
  document, but for a transcript with errors: then any verb prints [TranscriptErrors](#transcripterrors).
"""


# --- the page -------------------------------------------------------------------------------------------------------


def written() -> str:
    """Return the text of the page."""
    return "\n".join([HEADING, *_verb_lines(), *_shape_lines(), *_event_lines()]).rstrip() + "\n"


def _verb_lines() -> Iterator[str]:
    yield "## Verbs\n"
    yield "| verb | document |"
    yield "| --- | --- |"
    for verb, shape in SHAPES.items():
        each = ", one on each line" if verb in LINES else ""
        yield f"| `{verb}` | {_words(shape)}{each} |"
    yield ""


def _shape_lines() -> Iterator[str]:
    yield "## Shapes\n"
    structs = _structs()
    for name in sorted(structs, key=str.casefold):
        yield from (f"### {name}\n", _about(structs[name]), "", *_field_lines(structs[name]), "")


def _event_lines() -> Iterator[str]:
    yield "## Events\n"
    yield "The types of events, as `type` of [EventData](#eventdata) names them, each with the fields of `event`.\n"
    for event in sorted(get_args(Event), key=lambda one: str(one.__name__)):
        yield from (f"### {event.__name__}\n", _about(event), "", *_field_lines(event), "")


def _about(struct: type[Struct]) -> str:
    """Return the docstring of a struct as Markdown."""
    lines = (struct.__doc__ or "").strip().splitlines()
    return "\n".join(line.strip() for line in lines)


def _field_lines(struct: type[Struct]) -> Iterator[str]:
    if not fields(struct):
        yield "It has no fields."
        return
    yield "| field | |"
    yield "| --- | --- |"
    for field in fields(struct):
        absent = "; *may be absent*" if field.default is UNSET else ""
        yield f"| `{field.encode_name}` | {_words(field.type)}{absent} |"


def _structs() -> dict[str, type[Struct]]:
    """Return every struct that a document may hold, by name, without the events; two of one name are refused."""
    found: dict[str, type[Struct]] = {}
    for struct in _structs_in(Union[(*SHAPES.values(), ERRORS)]):
        if struct not in get_args(Event):
            assert found.setdefault(struct.__name__, struct) is struct, f"two structs are called {struct.__name__}"
    return found


def _structs_in(shape: Any, met: set[type] | None = None) -> Iterator[type[Struct]]:
    """Yield every struct that a type is made of, each once."""
    met = set() if met is None else met
    parts = _parts(shape)
    if _is_struct(shape):
        if shape in met:
            return
        met.add(shape)
        yield shape
        parts = tuple(field.type for field in fields(shape))
    for part in parts:
        yield from _structs_in(part, met)


def _parts(shape: Any) -> tuple[Any, ...]:
    """Return the types a type is written with: of a union its members, of a list that of its items."""
    if get_origin(shape) is Annotated:
        return (_acts(shape),)
    return tuple(part for part in get_args(shape) if part is not Ellipsis) if get_origin(shape) is not Literal else ()


def _acts(shape: Any) -> Any:
    """Return the kinds of acts that an annotated object may be of."""
    (meta,) = shape.__metadata__
    return meta.extra["acts"]


def _is_struct(shape: Any) -> bool:
    return isinstance(shape, type) and issubclass(shape, Struct)


def _members(shape: Any) -> tuple[Any, ...]:
    """Return the members of a union without the one that stands for a field that is not there."""
    return tuple(part for part in get_args(shape) if part is not UnsetType)


def _words(shape: Any) -> str:
    """Return a type in words, with links to the shapes."""
    origin, parts = get_origin(shape), _parts(shape)
    if _is_struct(shape):
        return f"[{shape.__name__}](#{shape.__name__.lower()})"
    if origin is Annotated:
        return f"object with `seq`, `act` and the fields of that act: {_words(_acts(shape))}"
    if origin in UNIONS:
        members = _members(shape)
        if set(members) == set(get_args(Event)):
            return "an [event](#events)"
        return " or ".join(_words(part) for part in sorted(members, key=lambda part: part is NoneType))
    if origin is Literal:
        return " or ".join(f"`{value}`" for value in get_args(shape))
    if origin is tuple and Ellipsis not in get_args(shape):
        return f"list of {len(parts)}: {', '.join(_words(part) for part in parts)}"
    if origin in LISTS:
        return f"list of {_words(parts[0])}"
    if origin in OBJECTS:
        return f"object, by {_words(parts[0])}: {_words(parts[1])}"
    if isinstance(shape, type) and issubclass(shape, Enum):
        return " or ".join(f"`{member.value}`" for member in shape)
    return PLAIN[shape]


# --- documents against their shapes ---------------------------------------------------------------------------------


def faults(value: object, shape: Any, where: str = "document") -> Iterator[str]:
    """Yield every place of a document that is not as its shape says: a field too many, missing, or of another type."""
    origin, parts = get_origin(shape), _parts(shape)
    if shape is Any:
        return
    if _is_struct(shape):
        yield from _object_faults(value, shape, where)
    elif origin is Annotated:
        yield from _act_faults(value, _acts(shape), where)
    elif origin in UNIONS:
        tried = [list(faults(value, part, where)) for part in _members(shape)]
        yield from min(tried, key=len) if all(tried) else ()
    elif origin is tuple and Ellipsis not in get_args(shape):
        items = value if isinstance(value, list) else []
        yield from [] if len(items) == len(parts) else [f"{where} is no list of {len(parts)}"]
        for at, (item, part) in enumerate(zip(items, parts, strict=False)):
            yield from faults(item, part, f"{where}[{at}]")
    elif origin in LISTS:
        yield from [] if isinstance(value, list) else [f"{where} is no list"]
        for at, item in enumerate(value if isinstance(value, list) else ()):
            yield from faults(item, parts[0], f"{where}[{at}]")
    elif origin in OBJECTS:
        yield from [] if isinstance(value, dict) else [f"{where} is no object"]
        for key, item in (value if isinstance(value, dict) else {}).items():
            yield from faults(item, parts[1], f"{where}.{key}")
    elif not _fits(value, shape):
        yield f"{where} is {value!r}, not {_words(shape)}"


def optional_fields(shape: Any) -> set[str]:
    """Return the fields that may be absent in a document of this shape, as `Struct.field`."""
    return {
        f"{struct.__name__}.{field.encode_name}"
        for struct in _structs_in(shape)
        for field in fields(struct)
        if field.default is UNSET
    }


def fields_in(value: object, shape: Any) -> Iterator[str]:
    """Yield the fields of structs that a document has, as `Struct.field`; it must be as its shape says."""
    if get_origin(shape) in UNIONS:
        fitting = next(part for part in _members(shape) if not list(faults(value, part)))
        yield from fields_in(value, fitting)
    elif _is_struct(shape) and isinstance(value, dict):
        for field in fields(shape):
            if field.encode_name in value:
                yield f"{shape.__name__}.{field.encode_name}"
                yield from fields_in(value[field.encode_name], field.type)
    elif isinstance(value, list) and get_origin(shape) in LISTS:
        for item in value:
            yield from fields_in(item, _parts(shape)[0])


def _object_faults(value: object, struct: type[Struct], where: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{where} is no object"
        return
    known = {field.encode_name: field for field in fields(struct)}
    yield from (f"{where}.{name} is in no shape" for name in value if name not in known)
    for name, field in known.items():
        if name in value:
            yield from faults(value[name], field.type, f"{where}.{name}")
        elif field.default is not UNSET:
            yield f"{where}.{name} is missing"


def _act_faults(value: object, acts: Any, where: str) -> Iterator[str]:
    """Yield what is wrong with an act of a case: `seq`, `act`, and the fields of the struct that `act` names."""
    kinds = {kind.__name__: kind for kind in get_args(acts)}
    if not isinstance(value, dict) or value.get("act") not in kinds:
        yield f"{where} is no act"
        return
    yield from faults(value.get("seq"), int, f"{where}.seq")
    rest = {name: item for name, item in value.items() if name not in ("seq", "act")}
    yield from _object_faults(rest, kinds[value["act"]], where)


def _fits(value: object, shape: Any) -> bool:
    """Whether a plain value is of a plain type."""
    if shape is NoneType:
        return value is None
    if get_origin(shape) is Literal:
        return value in get_args(shape)
    if issubclass(shape, Enum):
        return value in [member.value for member in shape]
    if shape is float:
        return type(value) in (int, float)
    return type(value) is shape


if __name__ == "__main__":
    PAGE.write_text(written(), encoding="utf-8")
