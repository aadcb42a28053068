"""No password is ever printed, however an address is written, and libpq's options are accepted."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.errors import BadAddress, LedgerError
from ledger.server_address import masked, server_options
from ledger.store import Ledger
from tests.cli.typed import lastword
from tests.postgres_server import USER

KNOWN = ("host", "hostaddr", "port", "dbname", "user", "password", "sslmode", "service", "application_name", "options")
SECRET = "hunter22"
PARTS = ("hunter22", "hunt", "er22")
WRITTEN = [
    "postgresql://ada:hunter22@db.invalid/cup",
    "postgres://ada:hunter22@db.invalid:5432/cup?sslmode=require",
    "PostgreSQL://ada:hunter22@db.invalid/cup",
    " postgresql://ada:hunter22@db.invalid/cup",
    "postgresql://ada:hunt@er22@db.invalid/cup",
    "postgresql://ada:hunt/er22@db.invalid/cup",
    "postgresql://ada:hunt?er22@db.invalid/cup",
    "postgresql://ada:hunt#er22@db.invalid/cup",
    "postgresql://ada:hunt:er22@db.invalid/cup",
    "postgresql://ada:hunt%er22@db.invalid/cup",
    "postgresql://ada@cup.org:hunter22@db.invalid/cup",
    "postgresql://ada/judge:hunter22@db.invalid/cup",
    "postgresql://ada:hunter22",
    "postgresql://ada:hunter22/cup",
    "postgresql://ada:hunter22@db.invalid:port/cup",
    "postgresql://ada:hunter22@[bad/cup",
    "postgresql:ada:hunter22@db.invalid/cup",
    "postgresql://:hunter22@db.invalid/cup",
    "postgresql:///cup?host=db.invalid&user=ada&password=hunter22",
    "postgresql:///cup?host=db.invalid&password=hunt&er22",
    "postgresql:///cup?host=db.invalid&pass%77ord=hunter22",
    "postgresql:///cup?host=db.invalid&PASSWORD=hunter22",
    "postgresql:///cup?host=db.invalid&sslpassword=hunter22&sslmode=require",
    "postgresql:///cup?host=db.invalid&oauth_client_secret=hunter22",
    "mysql://ada:hunter22@db.invalid/cup",
    "postgresql+psycopg://ada:hunter22@db.invalid/cup",
    "ada:hunter22@db.invalid/cup",
    "ada:hunt:er22@db.invalid/cup",
    "host=db.invalid dbname=cup user=ada password=hunter22",
    "host=db.invalid password='hunt er22' dbname=cup",
    "host=db.invalid password = hunter22",
]


@pytest.mark.parametrize("address", WRITTEN)
def test_a_password_is_masked_however_it_is_written(address: str, tmp_path: Path) -> None:
    assert not [part for part in PARTS if part in masked(address)], masked(address)
    says = lastword(tmp_path, "--ledger", address, "list", exits=2)
    assert not [part for part in PARTS if part in says], says


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ada@db.invalid:5432/cup?sslmode=require",
        "postgresql://db.invalid/cup",
        "postgresql://one:5432,two:5433/cup",
        "postgresql://[::1]:5432/cup",
        "postgresql:///cup?host=/var/run&passfile=/home/ada/.pgpass",
        "rounds/table-7.db",
        "memory:",
    ],
)
def test_an_address_without_a_password_is_shown_as_it_is(address: str) -> None:
    assert masked(address) == address


def test_a_password_is_the_only_thing_masked() -> None:
    assert masked("postgresql://ada:hunter22@db/cup?sslmode=require") == "postgresql://ada:…@db/cup?sslmode=require"


@pytest.mark.postgres
def test_a_mistyped_name_does_not_print_the_password(postgres: str, postgres_address: str, tmp_path: Path) -> None:
    schema = postgres_address.rpartition("=")[2]
    address = f"postgresql://{USER}:{SECRET}@/postgres?host={postgres}&schema={schema}"
    with Ledger.open(address) as ledger:
        ledger.start("table-7")
        assert SECRET not in ledger.address
    for verb in (("state", "table-8"), ("tail", "table-8"), ("ledger", "check", "table-8"), ("verify", "table-8")):
        says = lastword(tmp_path, "--ledger", address, *verb, exits=2)
        assert "table-8" in says
        assert SECRET not in says


@pytest.mark.postgres
def test_options_of_libpq_are_accepted(postgres_address: str) -> None:
    with Ledger.open(f"{postgres_address}&sslmode=prefer&application_name=judge&connect_timeout=3") as ledger:
        ledger.start("g")
        name = ledger.ask(lambda _, cursor: cursor.execute("SHOW application_name").fetchone())
        assert list(name.values()) == ["judge"]
    with pytest.raises(BadAddress, match='invalid sslmode value: "perhaps"'):  # libpq's own words: it was asked
        Ledger.open(f"{postgres_address}&sslmode=perhaps")
    with pytest.raises(LedgerError, match=r"knows no option sslmod \(did you mean sslmode\?\)"):
        Ledger.open(f"{postgres_address}&sslmod=require")


def test_an_address_is_read_as_libpq_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PGUSER", "PGHOST", "PGHOSTADDR", "PGSERVICE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("USER", "me")
    assert server_options("postgresql://a%40b:p%2Fw@%2Ftmp%2FRun:5433/cup?schema=spring&sslmode=require", KNOWN) == (
        {"user": "a@b", "password": "p/w", "host": "/tmp/Run", "port": "5433", "dbname": "cup", "sslmode": "require"},
        "spring",
    )
    assert server_options("postgres://one:1,two:2", KNOWN)[0] == {
        "host": "one,two",
        "port": "1,2",
        "dbname": "postgres",
        "user": "me",
    }
    assert server_options("postgresql://[::1]/cup", KNOWN)[0]["host"] == "::1"
    assert server_options("postgresql:///cup", KNOWN)[0]["host"] == "localhost"
    assert server_options("postgresql:///?service=cup", KNOWN) == ({"service": "cup"}, "")
