"""A desk in a process of its own, as `lastword serve` starts it: for tests that kill it or put it under load."""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import takewhile
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit


class Served(NamedTuple):
    """A running desk: its process, its port, and the token that changes must carry."""

    process: subprocess.Popen[str]
    port: int
    token: str

    def connection(self) -> http.client.HTTPConnection:
        """Return a new connection to the desk, on loopback."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)


@contextmanager
def served(ledger: str) -> Iterator[Served]:
    """Serve a ledger on a free port of loopback for a `with`."""
    process = subprocess.Popen(
        [sys.executable, "-m", "replays.cli.main", "--ledger", ledger, "serve", "--port", "0", "--json"],
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        said = "".join(takewhile(lambda line: line != "}\n", iter(process.stdout.readline, ""))) + "}"
        port = urlsplit(json.loads(said)["address"]).port
        assert port is not None
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as first:
            page = get(first, "/games")[1]
        token = re.search(r'name="lastword-token" content="([^"]+)"', page)
        assert token is not None
        yield Served(process, port, token[1])
    finally:
        process.kill()
        process.communicate(timeout=20)


def get(connection: http.client.HTTPConnection, address: str) -> tuple[int, str]:
    """Ask for an address, and return the status and the text of the answer."""
    connection.request("GET", address)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def post(connection: http.client.HTTPConnection, address: str, **fields: str) -> tuple[int, str]:
    """Send a form, and return the status and the address that the answer leads to."""
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", address, urlencode(fields), kind)
    answer = connection.getresponse()
    answer.read()
    return answer.status, answer.getheader("location", "")
