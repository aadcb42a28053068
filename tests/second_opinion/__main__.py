"""Play every game in a folder on our engine and print, by source and kind, how many are equal, explained, unexplained.

`python -m tests.second_opinion DIR` exits 0 if no difference is unexplained, 1 if one is, and 2 if a file could not be
read or none was found. `--write FILE` writes the page docs/second-opinion.md and its drawings, `--all` prints every
finding and not only the first of each game, `--json` prints all of it as data.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.second_opinion.drawings import write_drawings
from tests.second_opinion.explaining import read_explanations
from tests.second_opinion.files import UnreadableError, games_below, read_game, shared_logs
from tests.second_opinion.report import Judged, as_data, judge, page, summary
from tests.second_opinion.sources import DRIVERS, KINDS

EVERY = 25
"""After how many games the progress is told."""


def main() -> int:
    """Play, print, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.second_opinion", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=shared_logs())
    parser.add_argument("--write", type=Path, help="write the page of differences here")
    parser.add_argument("--all", action="store_true", help="print every finding of each game")
    parser.add_argument("--json", action="store_true", help="print figures and findings as data")
    options = parser.parse_args()
    if not options.folder.is_dir():
        print(f"{options.folder} is no folder", file=sys.stderr)
        return 2
    paths = [path for path in games_below(options.folder, tuple(DRIVERS)) if path.parent.name in KINDS]
    if not paths:
        kinds = " or ".join(KINDS)
        where = f"SOURCE/KIND/NAME.json, where SOURCE is {' or '.join(DRIVERS)}, and KIND is {kinds}"
        print(f"no games below {options.folder}: they lie in {where}", file=sys.stderr)
        return 2
    judged = list(_judged(paths))
    print(json.dumps(as_data(judged), indent=2) if options.json else "\n".join(summary(judged, options.all)))
    if options.write:
        options.write.write_text(page(judged))
        write_drawings(read_explanations())
    if len(judged) < len(paths):
        return 2
    return 1 if any(one.unexplained for one in judged) else 0


def _judged(paths: Sequence[Path]) -> Iterator[Judged]:
    """Yield each game that can be read with its findings; progress, and files that cannot be read, go to stderr."""
    for at, path in enumerate(paths, 1):
        try:
            yield judge(read_game(path))
        except UnreadableError as error:
            print(f"not read: {error}", file=sys.stderr)
        if at % EVERY == 0 or at == len(paths):
            print(f"{at} of {len(paths)} games played", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
