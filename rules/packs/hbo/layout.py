"""What the table looks like: plot and banner outside, characters inside, the challenge in between."""

from __future__ import annotations

from ledger.table import Frame
from rules.kernel.layout import Layout, PlayerCount, Row, RowLook, ShownContest, ShownNumber, ShownQuality
from rules.kernel.position import Position
from rules.packs.hbo import board, values
from rules.shared.contests import attack_and_defence


def _plot_number(name: str) -> ShownNumber:
    """Return a number of a revealed plot: what it comes to for its player, with all that adds to it.

    A plot that nobody has taken, or that is not revealed, shows what is printed on it.
    """

    def now(pos: Position, number: int) -> int:
        player = pos.entity(number).controller
        if not player or board.plot(pos, player) != number:
            return pos.card(number).number(name)
        return values.claim_value(pos, player) if name == "claim" else values.total(pos, player, name)

    return ShownNumber(name, name, now)


def _power(pos: Position, player: str) -> int:
    """Return a player's power; 0 before the banners are on the table."""
    return board.power_of(pos, player) if pos.zone(player, "banner") else 0


def _side(pos: Position, frame: Frame, name: str) -> list[int]:
    return frame.numbers(name)


def _challenge(pos: Position) -> ShownContest | None:
    frame = board.challenge(pos)
    if frame is None:
        return None
    title = f"{frame.text('type').capitalize()} challenge"
    return attack_and_defence(pos, frame, title, "STR", _side, values.side_total)


LAYOUT = Layout(
    rows=(Row("plot", ("plot", "banner"), RowLook.STRIP), Row("play", ("play",))),
    piles={
        "deck": "deck",
        "plots": "plot deck",
        "chosen": "chosen plot",
        "offer": "draft offer",
        "discard": "discarded",
        "dead": "dead",
        "used": "used plots",
        "draft": "draft deck",
    },
    hidden=frozenset({"box"}),
    counts=(PlayerCount("gold", "gold"), PlayerCount("power", "power", _power)),
    numbers={
        "character": (ShownNumber("strength", "STR", values.strength),),
        "plot": (_plot_number("income"), _plot_number("initiative"), _plot_number("claim")),
    },
    qualities=(
        ShownQuality("icons", "icon", values.has_icon, on_tile=True),
        ShownQuality("keywords", "keyword", values.has_keyword),
        ShownQuality("traits", "trait_of", values.has_trait),
    ),
    type_of=board.card_type,
    turned=frozenset({"kneeling"}),
    marks={"duplicate": ""},
    outcomes=frozenset({"won", "killed", "dominated"}),
    contest=_challenge,
)
"""The table of this game."""
