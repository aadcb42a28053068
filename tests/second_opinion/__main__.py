"""Play every game in a folder on our engine and print, by source and kind, how many are equal, explained, unexplained.

`python -m tests.second_opinion DIR` exits 0 if no difference is unexplained, else 1. `--write FILE` writes the page
docs/second-opinion.md and its drawings, `--all` prints every finding and not only the first of each game.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.second_opinion.drawings import write_drawings
from tests.second_opinion.explaining import read_explanations
from tests.second_opinion.files import games_below, read_game, shared_logs
from tests.second_opinion.report import Judged, judge, page, summary
from tests.second_opinion.sources import DRIVERS, KINDS


def main() -> int:
    """Play, print, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.second_opinion", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=shared_logs())
    parser.add_argument("--write", type=Path, help="write the page of differences here")
    parser.add_argument("--all", action="store_true", help="print every finding of each game")
    options = parser.parse_args()
    paths = [path for path in games_below(options.folder, tuple(DRIVERS)) if path.parent.name in KINDS]
    judged: list[Judged] = [judge(read_game(path)) for path in paths]
    if not judged:
        print(f"no games of {', '.join(DRIVERS)} below {options.folder}", file=sys.stderr)
        return 2
    print("\n".join(summary(judged, options.all)))
    if options.write:
        options.write.write_text(page(judged))
        write_drawings(read_explanations())
    return 1 if any(one.unexplained for one in judged) else 0


if __name__ == "__main__":
    sys.exit(main())
