"""What an exploration found, in words: the answer, the shortest lines, who decides, and what was not tried."""

from __future__ import annotations

from typing import Any

import click

from replays.showing import counted


def show_exploration(data: dict[str, Any]) -> None:
    """Everything there is to say, the answer first."""
    amounts = f"{counted(data['states'], 'situation')}, {counted(data['ends'], 'end')}, {_amount(data)}"
    click.echo(f"{data['record']}@{data['at']}: {amounts}")
    if data["ask"]:
        known = " (with what is known)" if data["unknown"] or data["not_tried"] else ""
        click.echo(f"{data['ask']}: {data['verdict']}{known}")
    for word, says in (("yes", "so"), ("no", "not so")):
        line = data["shortest"][word]
        if line is not None:
            click.echo(f"shortest line to its being {says}: {'; '.join(line) or 'it already is'}")
    _show_choices(data)
    if data["order_matters"] is not None:
        click.echo(f"the order of forced abilities {'matters' if data['order_matters'] else 'does not matter'} for it")
    if data["stopped"]:
        click.echo(f"stopped at {counted(data['states'], 'situation')}: more lines exist; --limit looks further")
    for item in data["not_tried"]:
        click.echo(f"not tried: {item}")
    if data["unknown"]:
        click.echo(f"unknown cards: {', '.join(data['unknown'])}")


def _amount(data: dict[str, Any]) -> str:
    """How many lines there are, as far as they can be counted."""
    if data["endless"]:
        return "lines without end"
    return "lines not counted" if data["lines"] is None else counted(data["lines"], "line")


def _show_choices(data: dict[str, Any]) -> None:
    """Whose choice decides it, and who can force it."""
    for decider in data["decides"]:
        where = f", after {'; '.join(decider['after'])}" if decider["after"] else ""
        click.echo(f"{decider['player']} decides it at: {decider['question']}{where}")
        for word in ("yes", "no"):
            if decider[word]:
                click.echo(f"  {word}: {'; '.join(decider[word][:6])}{' …' if len(decider[word]) > 6 else ''}")
    for player, value in data["forces"].items():
        can = {"yes": "so", "no": "not so", "either": "so or not so"}[value]
        click.echo(f"{player} can make it {can} whatever the others do")
    if data["secret"]:
        click.echo(f"{' and '.join(data['secret'])} chose in secret, not knowing: nothing is said of what they can force")


def one_of(text: str, times: int) -> str:
    """An answer, and that it stands for others which name something alike."""
    return text if times == 1 else f"{text} (one of {times} alike)"
