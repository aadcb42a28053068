"""Tools of every benchmark: a calibration loop, the best of several tries, and results with their targets."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

import msgspec

STANDARD = 4_000_000
"""Events a second of the calibration loop on the machine that every target is stated for."""


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """One figure. A rate is scaled to the standard machine; a ratio is not. `least` and `most` are its targets."""

    name: str
    value: float
    unit: str
    scaled: float | None = None
    least: float | None = None
    most: float | None = None

    @property
    def met(self) -> bool | None:
        """Whether the figure meets its target; None if it has no target."""
        figure = self.value if self.scaled is None else self.scaled
        if self.least is None and self.most is None:
            return None
        return (self.least is None or figure >= self.least) and (self.most is None or figure <= self.most)


class Calibration(msgspec.Struct, frozen=True):
    """The speed of this machine now, to be compared with that of the machine the targets are stated for.

    Both rates are events a second of a trivial loop. `rate` folds them onto a small state, like the figures known from
    elsewhere (3 to 5 M/s). `bare` only dispatches them; it is two to three times as high, so that a rate scaled by it
    would be judged more strictly.
    """

    rate: float
    bare: float

    def scaled(self, rate: float) -> float:
        """Return the rate that the standard machine would have, given the rate measured here."""
        return rate * STANDARD / self.rate

    def result(self, name: str, rate: float, least: float | None = None, unit: str = "events/s") -> Result:
        """Return a rate as a result, with its scaled figure and its target."""
        return Result(name, rate, unit, self.scaled(rate), least)


class _State(msgspec.Struct):
    seq: int = 0
    total: int = 0
    last: str = ""
    held: dict[str, int] = {}


class _Added(msgspec.Struct, frozen=True):
    by: int


class _Named(msgspec.Struct, frozen=True):
    name: str


class _Held(msgspec.Struct, frozen=True):
    name: str
    by: int


def _added(state: _State, event: _Added) -> None:
    state.total += event.by


def _named(state: _State, event: _Named) -> None:
    state.last = event.name


def _held(state: _State, event: _Held) -> None:
    state.held[event.name] = state.held.get(event.name, 0) + event.by


_HANDLERS: dict[type, Callable[..., None]] = {_Added: _added, _Named: _named, _Held: _held}


_BARE: dict[type, Callable[..., None]] = dict.fromkeys(_HANDLERS, lambda event: None)


def calibrate() -> Calibration:
    """Measure this machine: fold a million structs of three types, dispatched by type, onto a state of four fields."""
    made = (_Added(1), _Named("x"), _Held("gold", 1))
    events = [made[number % 3] for number in range(1_000_000)]

    def loop() -> None:
        state, handlers = _State(), _HANDLERS
        for event in events:
            handlers[type(event)](state, event)
            state.seq += 1

    def bare() -> None:
        handlers = _BARE
        for event in events:
            handlers[type(event)](event)

    return Calibration(len(events) / best(loop, 5), len(events) / best(bare, 5))


def best(act: Callable[[], object], times: int = 3) -> float:
    """Return the seconds of the fastest of several tries: other load on the machine can only slow one down."""
    return min(seconds(act) for _ in range(times))


def seconds(act: Callable[[], object]) -> float:
    """Return the seconds of one try, without pauses for garbage collection."""
    gc.collect()
    gc.disable()
    try:
        start = time.perf_counter()
        act()
        return time.perf_counter() - start
    finally:
        gc.enable()
