"""The colours of pictures: a light and a dark theme.

Levels of nesting use the Okabe–Ito colours, which most colour-blind readers can tell apart; glyphs and digits say the
same without colour. Text has a contrast of at least 4.5 with what it stands on.
"""

from __future__ import annotations

import msgspec

from replays.diagrams.row_kinds import Kind
from replays.errors import ReplayError

Shades = tuple[str, str, str]
"""The colours of a box: its ground, its border and its ink."""

FONT = "DejaVu Sans,Verdana,Geneva,sans-serif"


class Paint(msgspec.Struct, frozen=True):
    """How one kind of row looks: the colours of its text and ground, and whether the text is bold or struck out."""

    ink: str
    ground: str = ""
    bold: bool = False
    struck: bool = False


class Theme(msgspec.Struct, frozen=True, kw_only=True):
    """The colours of a picture.

    `depths` and `depth_inks` colour the bars of a sequence diagram and the digits on them, by level. `paints` is the
    look of each kind of row. `cluster` holds two grounds that alternate between neighbours. `window`, `optional`,
    `loop`, `turn` and `marked` are the shades of a chart's windows, optional steps, loops, steps that pass the turn on,
    and steps where a rule was broken.
    """

    name: str
    paper: str
    ink: str
    faint: str
    head: str
    head_ink: str
    lane: str
    link: str
    edge: str
    depths: tuple[str, ...]
    depth_inks: tuple[str, ...]
    paints: dict[Kind, Paint]
    cluster: tuple[str, ...]
    cluster_edge: str
    node: str
    window: Shades
    optional: Shades
    loop: Shades
    turn: Shades
    marked: Shades

    def depth(self, depth: int) -> tuple[str, str]:
        """Return the colour of the bar at a depth and the ink of the digit on it; colours repeat after the last one."""
        at = depth % len(self.depths)
        return self.depths[at], self.depth_inks[at]


_DEPTHS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#B8A900", "#5A5A5A")
_DEPTH_INKS = ("#FFFFFF", "#000000", "#000000", "#000000", "#000000", "#000000", "#000000", "#FFFFFF")

LIGHT = Theme(
    name="light",
    paper="#FFFFFF", ink="#1A1D20", faint="#5B6168", head="#22272E", head_ink="#FFFFFF",
    lane="#F1F3F5", link="#0B4F7A", edge="#4A5058",
    depths=_DEPTHS, depth_inks=_DEPTH_INKS,
    paints={
        Kind.IMMINENT: Paint("#1A1D20"),
        Kind.USED: Paint("#0B3C5D", "#D6ECF8"),
        Kind.FORCED: Paint("#5C4300", "#FDE6B0"),
        Kind.HAPPENED: Paint("#053B2C", "#CCEBDD", bold=True),
        Kind.PASSED: Paint("#5B6168"),
        Kind.EMPTY: Paint("#6E747B"),
        Kind.CANCELLED: Paint("#5F6367", "#ECEEEF", struck=True),
        Kind.CHANGED: Paint("#4A2A68", "#EADFF2"),
        Kind.VIOLATION: Paint("#7A1E00", "#FFD8C8"),
        Kind.CHOSE: Paint("#0B3C5D", "#E8F3FA"),
        Kind.CHANCE: Paint("#3A3F45", "#F1F3F5"),
        Kind.STEP: Paint("#1A1D20", "#E3E7EB", bold=True),
        Kind.RETRACTED: Paint("#7A1E00", "#FFF0E8"),
        Kind.CORRECTED: Paint("#4A2A68", "#F5EFFA", bold=True),
        Kind.ENDED: Paint("#FFFFFF", "#22272E", bold=True),
    },
    cluster=("#EAF1F8", "#F7F8FA"), cluster_edge="#8792A0", node="#FFFFFF",
    window=("#FFD8C8", "#B23B00", "#5A1E00"), optional=("#FFF3D1", "#8A6A00", "#4D3B00"),
    loop=("#D9EAF6", "#0072B2", "#0B4F7A"), turn=("#E3E7EB", "#4A5058", "#1A1D20"),
    marked=("#FFB596", "#7A1E00", "#4A1200"),
)  # fmt: skip

DARK = Theme(
    name="dark",
    paper="#14181D", ink="#E8EBEE", faint="#A3ABB4", head="#E8EBEE", head_ink="#14181D",
    lane="#1E242B", link="#8CC8F0", edge="#A3ABB4",
    depths=_DEPTHS, depth_inks=_DEPTH_INKS,
    paints={
        Kind.IMMINENT: Paint("#E8EBEE"),
        Kind.USED: Paint("#BFE3F8", "#12384F"),
        Kind.FORCED: Paint("#FFE2A0", "#4D3900"),
        Kind.HAPPENED: Paint("#C6F2DE", "#0B4434", bold=True),
        Kind.PASSED: Paint("#A3ABB4"),
        Kind.EMPTY: Paint("#9AA2AB"),
        Kind.CANCELLED: Paint("#A9AFB5", "#2A3038", struck=True),
        Kind.CHANGED: Paint("#E6D2F5", "#3B2452"),
        Kind.VIOLATION: Paint("#FFC9B2", "#5A1C06"),
        Kind.CHOSE: Paint("#BFE3F8", "#1A2C3A"),
        Kind.CHANCE: Paint("#D3D8DD", "#232A32"),
        Kind.STEP: Paint("#E8EBEE", "#303842", bold=True),
        Kind.RETRACTED: Paint("#FFC9B2", "#3A2018"),
        Kind.CORRECTED: Paint("#E6D2F5", "#2A1E38", bold=True),
        Kind.ENDED: Paint("#14181D", "#E8EBEE", bold=True),
    },
    cluster=("#1B2430", "#20262D"), cluster_edge="#6F7A87", node="#14181D",
    window=("#4A1E0C", "#F08A5D", "#FFD8C8"), optional=("#3D3208", "#C9A227", "#FFF3D1"),
    loop=("#16324A", "#56B4E9", "#BFE3F8"), turn=("#303842", "#A3ABB4", "#E8EBEE"),
    marked=("#7A2A0C", "#FF9A6E", "#FFE6DA"),
)  # fmt: skip

THEMES = {theme.name: theme for theme in (LIGHT, DARK)}


def theme_of(name: str) -> Theme:
    """Return the theme called "light" or "dark"; raise `ReplayError` for any other name."""
    found = THEMES.get(name)
    if found is None:
        raise ReplayError(f"there is no theme {name!r}; there are {', '.join(THEMES)}")
    return found
