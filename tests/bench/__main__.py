"""Run every benchmark, print the figures, and write them as JSON: `python -m tests.bench -o bench.json [NAME…]`."""

from __future__ import annotations

import argparse
import platform
import sys
from importlib import import_module
from pathlib import Path

import msgspec

from tests.bench.measuring import STANDARD, Calibration, Result, calibrate

HERE = Path(__file__).parent


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="which benchmarks; all unless given")
    parser.add_argument("-o", "--output", type=Path, help="where to write the JSON")
    words = parser.parse_args()
    first = calibrate()
    print(f"{told(first)}; targets are stated for {STANDARD / 1e6:.0f} M/s")
    results: dict[str, list[Result]] = {}
    for path in sorted(HERE.glob("*_bench.py")):
        name = path.stem.removesuffix("_bench")
        if words.names and name not in words.names:
            continue
        calibration = calibrate()  # anew for each: what else a machine does changes within a minute
        print(f"\n{name} ({told(calibration)})")
        results[name] = []
        for result in import_module(f"tests.bench.{path.stem}").run(calibration):
            results[name].append(result)
            print(line(result), flush=True)
    if words.output:
        document = {
            "calibration": first.rate,
            "dispatch_alone": first.bare,
            "standard": STANDARD,
            "python": platform.python_version(),
            "results": {name: [named(result) for result in found] for name, found in results.items()},
        }
        words.output.write_bytes(msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n")
    missed = [result for found in results.values() for result in found if result.met is False]
    return 1 if missed else 0


def told(calibration: Calibration) -> str:
    """Say how fast the machine is now."""
    return f"calibration: {calibration.rate / 1e6:.2f} M/s, dispatch alone {calibration.bare / 1e6:.2f} M/s"


def named(result: Result) -> dict[str, object]:
    """Return a result in the form `bench.json` has."""
    facts: dict[str, object] = {name: getattr(result, name) for name in result.__struct_fields__}
    return {**facts, "met": result.met}


def line(result: Result) -> str:
    """Return a result as a printed line."""
    scaled = f"   {result.scaled:>12,.0f} scaled" if result.scaled is not None else ""
    target = f"   at least {result.least:,g}" if result.least is not None else ""
    target += f"   at most {result.most:,g}" if result.most is not None else ""
    verdict = {True: "   met", False: "   MISSED", None: ""}[result.met]
    figure = f"{result.value:>12,.0f}" if result.value >= 1_000 else f"{result.value:>12,.2f}"
    return f"  {result.name:<62} {figure} {result.unit}{scaled}{target}{verdict}"


if __name__ == "__main__":
    sys.exit(main())
