"""Expressions are read though another thread reads one at the same moment, which CPython may not stand."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from rules.language.expressions import Language


def test_a_tree_that_another_thread_disturbed_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    parse, disturbed = ast.parse, [True, True]

    def parse_disturbed(*given: Any, **options: Any) -> Any:
        if disturbed:
            disturbed.pop()
            raise SystemError("AST constructor recursion depth mismatch (before=81, after=70)")
        return parse(*given, **options)

    monkeypatch.setattr(ast, "parse", parse_disturbed)
    tree = Language({}, frozenset()).parse("an_expression + nobody_else * wrote")
    assert ast.unparse(tree) == "an_expression + nobody_else * wrote"
    assert not disturbed
