"""Write the table of official rulings: `python -m tests.rulings [-o FILE]`."""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.rulings import PAGE, page, ruled

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="tests.rulings", description="Write the table of official rulings.")
    parser.add_argument("-o", type=Path, default=PAGE, metavar="FILE", help="Where to write it (default: the docs).")
    wanted_file = parser.parse_args().o
    wanted_file.write_text(page(ruled()), encoding="utf-8")
    print(wanted_file)
