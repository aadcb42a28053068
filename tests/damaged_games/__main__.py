"""The measuring tool: `python -m tests.damaged_games --seeds 1-20 --packs agot2,l5r --kinds plant,dup --show`."""

from __future__ import annotations

from pathlib import Path

import click

from rules.catalogue import pack_ids
from tests.damaged_games.kinds import DAMAGES, SLIPS
from tests.damaged_games.measuring import Judged, figures, judge_all, miss, table


def _seeds(text: str, step: int) -> list[int]:
    """Return the seeds a text names: `7`, `1-20` or `1,3,5-9`; of a range, every `step`-th."""
    found: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1, step)
    return found


@click.command()
@click.option("--seeds", default="1-10", help="Seeds of the games: 7, 1-20, 1,3,5-9.")
@click.option("--step", default=1, help="Take only every STEP-th seed of a range; 2 keeps odd ones odd.")
@click.option("--packs", default=",".join(pack_ids()), help="Packs, separated by commas (default: all).")
@click.option(
    "--kinds", default=",".join(DAMAGES), help=f"Kinds of damage, separated by commas; also {', '.join(SLIPS)}."
)
@click.option("--show", is_flag=True, help="Tell about every game that is judged wrongly.")
@click.option("--write", type=click.Path(path_type=Path), help="Write the transcripts of these games to a folder.")
def main(seeds: str, step: int, packs: str, kinds: str, show: bool, write: Path | None) -> None:
    """Damage random legal games, read them, and print how many are judged rightly."""
    judged: list[Judged] = []
    for one in judge_all(packs.split(","), kinds.split(","), _seeds(seeds, step)):
        judged.append(one)
        if one.right and one.clause is not False:
            continue
        if show:
            click.echo("\n".join(miss(one)))
        if write is not None:
            write.mkdir(parents=True, exist_ok=True)
            (write / f"{one.case.pack}-{one.case.seed}-{one.case.kind}.lw").write_text(one.case.text, encoding="utf-8")
    click.echo("\n".join(table(figures(judged))))


if __name__ == "__main__":
    main()
