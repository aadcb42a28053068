"""What the table looks like: a row of plots and faction cards outside, characters inside, the challenge in between."""

from __future__ import annotations

from rules.kernel.layout import Layout, PlayerCount, Row, RowLook, ShownContest, ShownNumber, ShownQuality
from rules.kernel.position import Position
from rules.packs.agot2 import board, values
from rules.shared.contests import attack_and_defence


def _strength(pos: Position, number: int) -> int | None:
    return None if "strength" in pos.card(number).dashes else values.strength(pos, number)


def _plot_number(name: str, word: str) -> ShownNumber:
    """Return a number of a revealed plot, after what changes it for its player (`agot2/plot-value-modifiers#1`)."""

    def now(pos: Position, number: int) -> int:
        player = pos.entity(number).controller
        if board.plot(pos, player) == number:
            return values.plot_value(pos, player, name)
        return pos.card(number).number(name)

    return ShownNumber(name, word, now)


def _challenge(pos: Position) -> ShownContest | None:
    frame = board.challenge(pos)
    if frame is None:
        return None
    title = f"{frame.text('type').capitalize()} challenge"
    return attack_and_defence(pos, frame, title, "STR", values.side, values.total)


LAYOUT = Layout(
    rows=(
        Row("plot", ("plot", "faction", "agenda", "title"), RowLook.STRIP),
        Row("play", ("play",)),
    ),
    common=(Row("titles", ("titles",), RowLook.STRIP),),
    piles={
        "deck": "deck",
        "plots": "plot deck",
        "chosen": "chosen plot",
        "discard": "discarded",
        "dead": "dead",
        "used": "used plots",
        "out": "removed",
    },
    counts=(PlayerCount("gold", "gold"), PlayerCount("power", "power", board.power_of)),
    numbers={
        "character": (ShownNumber("strength", "STR", _strength),),
        "plot": (
            _plot_number("gold", "gold"),
            _plot_number("initiative", "initiative"),
            _plot_number("claim", "claim"),
            _plot_number("reserve", "reserve"),
        ),
    },
    qualities=(
        ShownQuality("icons", "icon", values.has_icon, on_tile=True),
        ShownQuality("keywords", "keyword", values.has_keyword),
        ShownQuality("traits", "trait_of", values.has_trait),
    ),
    type_of=board.card_type,
    turned=frozenset({"kneeling"}),
    marks={"duplicate": "", "attachment": ""},
    outcomes=frozenset({"won", "killed", "dominated", "sacrificed", "saved"}),
    contest=_challenge,
)
"""The table of this game."""
