"""What all pages share: templates escape and miss nothing, the marks are drawn, the tokens have enough contrast."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256

import pytest
from jinja2 import UndefinedError

from replays.pages.markdown import escape_markdown
from replays.pages.single_file import single_file
from replays.pages.stylesheet import PARTS, stylesheet
from replays.pages.templates import environment
from tests.accessibility import contrast

GROUNDS = ("ground", "paper", "sunk")
STATES = ("ok", "bad", "warn", "info", "used", "forced", "done", "cancelled", "changed")
_VALUE = re.compile(r"--([a-z0-9-]+): (#[0-9a-f]{6});")


def themes() -> dict[str, dict[str, str]]:
    """The colours by day, by night as the system says, by night as chosen, and on paper."""
    blocks = re.findall(r"(:root[^{]*)\{([^{}]*)\}", stylesheet("tokens"))
    filled = [dict(_VALUE.findall(body)) for _, body in blocks]
    day, *others = [block for block in filled if block]
    names = ("day", "night", "chosen night", "paper")
    return dict(zip(names, [day, *({**day, **block} for block in others)], strict=True))


@pytest.mark.parametrize("theme", ["day", "night", "chosen night", "paper"])
def test_every_ink_has_enough_contrast_on_its_ground(theme: str) -> None:
    colours = themes()[theme]
    pairs = [(ink, ground) for ink in ("ink", "dim", "link") for ground in GROUNDS]
    pairs += [(state, ground) for state in STATES for ground in (f"{state}-bg", "paper", "sunk")]
    pairs += [("ink", f"{state}-bg") for state in ("ok", "bad", "warn", "info")]
    pairs += [("dim", "info-bg"), ("ink", "veil"), ("act-ink", "act"), ("here-ink", "here"), ("head-ink", "head")]
    pairs += [("head-dim", "head"), *((f"d{depth}-ink", f"d{depth}") for depth in range(8))]
    faint = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in pairs}
    assert not {pair: found for pair, found in faint.items() if found < 4.5}
    for line in ("edge", "focus"):
        assert all(contrast(colours[line], colours[ground]) >= 3 for ground in GROUNDS), line


def test_the_two_nights_are_the_same() -> None:
    assert themes()["night"] == themes()["chosen night"]


def test_the_stylesheet_names_no_colour_but_tokens() -> None:
    for part in PARTS[1:]:
        text = re.sub(r"/\*.*?\*/", "", stylesheet(part), flags=re.DOTALL)
        colours = set(re.findall(r"#[0-9a-fA-F]{3,8}\b", text))
        assert colours <= {"#ffffff"}, part
        known = set(re.findall(r"--([a-z0-9-]+):", stylesheet("tokens")))
        used = set(re.findall(r"var\(--([a-z0-9-]+)\)", text))
        assert used <= known, f"{part}: {used - known}"


def test_templates_escape_everything_and_miss_nothing() -> None:
    made = environment().from_string("{{ name }}")
    assert made.render(name="<b>&") == "&lt;b&gt;&amp;"
    with pytest.raises(UndefinedError):
        made.render()


def test_every_mark_is_drawn_and_has_its_word() -> None:
    module = environment().get_template("pages/marks.html").module
    for name, (word, _, _) in module.DRAWN.items():  # type: ignore[attr-defined]
        drawn = module.mark(name)  # type: ignore[attr-defined]
        assert "<svg" in drawn
        assert f'<span class="vh">{word}</span>' in drawn
        assert "vh" not in module.mark(name, "")  # type: ignore[attr-defined]


def test_markdown_is_escaped_in_one_way() -> None:
    assert escape_markdown("1. *a* <b>\n| c") == r"1\. \*a\* \<b\> \| c"


def test_a_single_file_allows_its_own_style_and_nothing_else() -> None:
    page = single_file("pages/document.html", "A <page>", "ruling")
    assert "<title>A &lt;page&gt;</title>" in page
    style = page.split("<style>")[1].split("</style>")[0]
    assert "&" not in re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL), "a style is not text to be escaped"
    digest = b64encode(sha256(style.encode()).digest()).decode()
    policy = page.split('http-equiv="Content-Security-Policy" content="')[1].split('"')[0].replace("&#39;", "'")
    assert policy.startswith(f"default-src 'none'; style-src 'sha256-{digest}';")


def test_no_class_is_styled_by_two_screens() -> None:
    owners: dict[str, list[str]] = {}
    for part in PARTS[PARTS.index("frame") + 1 :]:
        text = re.sub(r"/\*.*?\*/", "", stylesheet(part), flags=re.DOTALL)
        selectors = {one.strip() for found in re.findall(r"([^{}]+)\{", text) for one in found.split(",")}
        leading = {
            found[1] for one in selectors if (found := re.match(r"(?:\.script\s+)?[a-z]*\.([a-z][a-z0-9-]*)", one))
        }
        for name in leading:
            owners.setdefault(name, []).append(part)
    assert {name: parts for name, parts in owners.items() if len(parts) > 1} == {}
