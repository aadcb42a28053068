"""Repairs of a rulebook text that was scanned: each pack lists which signs stand for which letters."""

from __future__ import annotations

import tomllib

import msgspec

from replays.errors import ReplayError


class Repairs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The known damage of one scanned source, from a pack's `repairs.toml`.

    `letters` are replaced anywhere, `starts` at the beginning of a line, `headings` as whole lines. Of `page_headers`
    only the first of each is kept, and the text ends before `ends_before`.
    """

    letters: dict[str, str] = {}
    starts: dict[str, str] = {}
    headings: dict[str, str] = {}
    page_headers: tuple[str, ...] = ()
    ends_before: str = ""


def parse_repairs(text: str) -> Repairs:
    """Return the repairs in the text of a pack's `repairs.toml`; an empty text has none."""
    try:
        return msgspec.convert(tomllib.loads(text), Repairs)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ReplayError(f"the pack's repairs.toml cannot be read: {error}") from None


def repair(text: str, repairs: Repairs) -> list[str]:
    """Return the lines of a scanned text with its known damage repaired."""
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
    """Return the lines with every page header but the first of each kind made empty."""
    seen: set[str] = set()
    kept = []
    for line in lines:
        header = line.strip() if line.strip() in headers else ""
        kept.append("" if header in seen else line)
        if header:
            seen.add(header)
    return kept
