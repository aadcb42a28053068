"""Roles of people at the desk, and routes that say which role they need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import Any

from starlette.routing import BaseRoute, Match, Route
from starlette.types import Scope


class Role(IntEnum):
    """What a person may do at the desk; each role may do all that the ones before it may.

    ANYONE is a person who has not logged in.
    """

    ANYONE = 0
    READER = 1
    SCRIBE = 2
    JUDGE = 3
    HEAD_JUDGE = 4

    @property
    def word(self) -> str:
        """The role as people read it: `head judge`."""
        return self.name.lower().replace("_", " ")

    @property
    def option(self) -> str:
        """The role as it is typed in a command: `head-judge`."""
        return self.name.lower().replace("_", "-")


PEOPLE = tuple(role for role in Role if role)
"""The roles one can log in with."""


class DeskRoute(Route):
    """A route of the desk with the least role that it needs: `DeskRoute("/desk/store", keep, Role.SCRIBE, "POST")`."""

    def __init__(self, path: str, endpoint: Callable[..., Any], least: Role, method: str = "GET") -> None:
        super().__init__(path, endpoint, methods=[method])
        self.least = least


def least_role(routes: Iterable[BaseRoute], scope: Scope) -> Role:
    """Return the role that a request needs.

    What has no route needs a reader, so that a stranger does not learn what there is; a route that names no role
    needs a head judge.
    """
    for route in routes:
        if route.matches(scope)[0] is Match.FULL:
            return route.least if isinstance(route, DeskRoute) else Role.HEAD_JUDGE
    return Role.READER


def role_of(word: str) -> Role | None:
    """Return the role that a command names, or None: `head-judge` is `Role.HEAD_JUDGE`."""
    return next((role for role in PEOPLE if role.option == word), None)


def roles_in_words(roles: Sequence[Role] = PEOPLE) -> str:
    """Return roles as they are typed in a command, for a sentence: `reader, scribe, judge, head-judge`."""
    return ", ".join(role.option for role in roles)
