"""Fixtures that every test may use."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.postgres_server import USER, binaries, server

PROOF = bool(os.environ.get("LASTWORD_PROOF"))
_schemas = count(1)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--update-golden`, which rewrites golden files; people read the difference."""
    parser.addoption("--update-golden", action="store_true", help="rewrite golden files instead of comparing with them")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Leave what is there before the first test to itself: looking through it for garbage takes a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Return what shares the tests out to workers under `--dist loadfile`; None leaves it to pytest-xdist."""
    if config.getoption("dist") != "loadfile":
        return None
    from tests.scheduling import PackScheduling

    return PackScheduling(config, log)


@pytest.fixture(scope="session", autouse=True)
def _own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Folders for the cache and the ledger of a test run, so that it never writes to those of the user."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LASTWORD_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture(scope="session")
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """A function that compares a text with a golden file, or rewrites the file under `--update-golden`."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            return
        assert path.is_file(), f"{path.name} is missing; pytest --update-golden writes it"
        assert text == path.read_text(encoding="utf-8"), f"{path.name} differs; pytest --update-golden rewrites it"

    return compare


@pytest.fixture(scope="session")
def full() -> bool:
    """Whether slow tests run at full size, as `make proof` runs them."""
    return PROOF


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The socket directory of a private PostgreSQL server."""
    where = binaries()
    if where is None:
        pytest.skip("this machine has no PostgreSQL server binaries: nothing was shown about PostgreSQL")
    with server(where) as home:
        yield home


@pytest.fixture
def postgres_address(postgres: str) -> str:
    """The address of an empty ledger on the private server."""
    import psycopg

    schema = f"ledger_{next(_schemas)}"
    with psycopg.connect(host=postgres, user=USER, dbname="postgres", autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {schema}")
    return f"postgresql://{USER}@/postgres?host={postgres}&schema={schema}"


@pytest.fixture(params=["memory", "sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty ledger, on each of the three backends in turn."""
    if request.param == "memory":
        return "memory:"
    if request.param == "sqlite":
        return str(tmp_path / "ledger.db")
    found: str = request.getfixturevalue("postgres_address")
    return found


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def shared_address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty ledger that several processes can open."""
    if request.param == "sqlite":
        return str(tmp_path / "ledger.db")
    found: str = request.getfixturevalue("postgres_address")
    return found
