"""`lastword serve` beyond this machine: refusals before anything listens, and a desk over TLS with a one-time link."""

from __future__ import annotations

import datetime
import ipaddress
import json
import os
import re
import ssl
import subprocess
import sys
from itertools import takewhile
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPSHandler, build_opener

import pytest
from click.testing import CliRunner
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from replays.cli._access import hosts_of, passphrases_of, place_of
from replays.cli.main import cli
from replays.desk.access.roles import Role


def refused(tmp_path: Path, *words: str) -> str:
    """Run `serve` with words that it refuses, and return the sentence it says."""
    ledger = tmp_path / "tour.db"
    result = CliRunner().invoke(cli, ["--ledger", str(ledger), "serve", "--port", "0", *words])
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    assert not ledger.exists()
    return result.stderr


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7"])
def test_beyond_this_machine_people_must_log_in(tmp_path: Path, host: str) -> None:
    says = refused(tmp_path, "--host", host, "--name", "desk.example")
    assert "people must log in" in says
    for way in ("--passphrase ROLE", "--passphrase-file", "LASTWORD_PASSPHRASE_", "--link ROLE", "head-judge"):
        assert way in says


def test_what_cannot_be_served_is_said(tmp_path: Path) -> None:
    assert "no such name" in refused(tmp_path, "--host", "no such host")
    assert "--name" in refused(tmp_path, "--host", "0.0.0.0", "--link", "judge")
    empty, short = tmp_path / "empty", tmp_path / "short"
    empty.write_text("")
    short.write_text("1234567\n")
    assert "is empty" in refused(tmp_path, "--passphrase-file", "judge", str(empty))
    assert "at least 8" in refused(tmp_path, "--passphrase-file", "judge", str(short))
    assert "cannot be read" in refused(tmp_path, "--passphrase-file", "judge", str(tmp_path / "none"))
    assert "certificate" in refused(tmp_path, "--tls", str(short), str(short))


def test_no_option_takes_a_passphrase_itself() -> None:
    said = CliRunner().invoke(cli, ["serve", "--passphrase", "correct horse battery"])
    assert said.exit_code == 2
    assert "is not one of" in said.stderr


def test_passphrases_come_from_variables_and_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LASTWORD_PASSPHRASE_HEAD_JUDGE", "from a variable")
    (tmp_path / "scribe").write_text("from a file\nand no further\n")
    found = passphrases_of([], [("scribe", str(tmp_path / "scribe"))])
    assert found == {Role.HEAD_JUDGE: "from a variable", Role.SCRIBE: "from a file"}


def test_the_desk_answers_to_the_names_it_was_given() -> None:
    assert place_of("localhost").loopback
    assert place_of("::1").loopback
    assert not place_of("192.0.2.7").loopback
    hosts = hosts_of(place_of("192.0.2.7"), ["Desk.Example"])
    assert hosts == ("desk.example", "192.0.2.7", "127.0.0.1", "localhost", "[::1]")
    assert hosts_of(place_of("2001:db8::7"), [])[0] == "[2001:db8::7]"
    assert "0.0.0.0" not in hosts_of(place_of("0.0.0.0"), ["desk.example"])


def certificate(folder: Path) -> tuple[Path, Path]:
    """Make a certificate for this machine and its key, and return their files."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    paths = folder / "cert.pem", folder / "key.pem"
    paths[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    pem = serialization.PrivateFormat.PKCS8
    paths[1].write_bytes(key.private_bytes(serialization.Encoding.PEM, pem, serialization.NoEncryption()))
    return paths


def test_a_desk_over_tls_lets_the_holder_of_a_link_in(tmp_path: Path) -> None:
    cert, key = certificate(tmp_path)
    words = ["--ledger", str(tmp_path / "tour.db"), "serve", "--port", "0", "--json", "--link", "judge"]
    desk = subprocess.Popen(
        [sys.executable, "-m", "replays.cli.main", *words, "--tls", str(cert), str(key)],
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert desk.stdout is not None
        said = json.loads("".join(takewhile(lambda line: line != "}\n", iter(desk.stdout.readline, ""))) + "}")
        trust = HTTPSHandler(context=ssl.create_default_context(cafile=str(cert)))
        browser = build_opener(trust, HTTPCookieProcessor())
        with pytest.raises(HTTPError) as stranger:
            browser.open(said["address"], timeout=30)
        assert stranger.value.code == 401
        stranger.value.close()
        (link,) = said["links"]
        assert link["role"] == "judge"
        page = browser.open(link["address"], timeout=30).read().decode()
        fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
        base = said["address"].removesuffix("/desk")
        entered = browser.open(f"{base}/login", urlencode({**fields, "name": "Maria"}).encode(), timeout=30).read()
        assert "Log out Maria (judge)" in entered.decode()
        assert browser.open(said["address"], timeout=30).status == 200
    finally:
        desk.terminate()
        desk.communicate(timeout=20)
