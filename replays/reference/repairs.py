"""Repairing a rulebook text that a machine read from print: each pack says as data which signs stand for which letters."""

from __future__ import annotations

import tomllib

import msgspec

from replays.errors import ReplayError


class Repairs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The known damage of one source: signs anywhere, signs that begin a line, whole headings, and what is not of the
    book.
    """

    letters: dict[str, str] = {}
    starts: dict[str, str] = {}
    headings: dict[str, str] = {}
    page_headers: tuple[str, ...] = ()
    ends_before: str = ""


def parse_repairs(text: str) -> Repairs:
    """The repairs a pack declares; a pack without any declares an empty text."""
    try:
        return msgspec.convert(tomllib.loads(text), Repairs)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ReplayError(f"the pack's repairs.toml cannot be read: {error}") from None


def repair(text: str, repairs: Repairs) -> list[str]:
    """The lines of a text as they were meant."""
    if repairs.ends_before and repairs.ends_before in text:
        text = text[: text.index(repairs.ends_before)]
    for seen, meant in repairs.letters.items():
        text = text.replace(seen, meant)
    lines = [
        _repair_line(line.rstrip(), repairs) for line in text.replace("\r\n", "\n").replace("\f", "\n").split("\n")
    ]
    return _without_page_headers(lines, repairs.page_headers)


def _repair_line(line: str, repairs: Repairs) -> str:
    for seen, meant in repairs.starts.items():
        if line.startswith(seen):
            line = meant + line[len(seen) :]
    return repairs.headings.get(line.strip(), line)


def _without_page_headers(lines: list[str], headers: tuple[str, ...]) -> list[str]:
    seen: set[str] = set()
    kept = []
    for line in lines:
        header = line.strip() if line.strip() in headers else ""
        kept.append("" if header in seen else line)
        if header:
            seen.add(header)
    return kept
