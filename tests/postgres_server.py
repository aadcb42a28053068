"""A private PostgreSQL server for tests: on a socket of its own, run by a user who is not root, removed afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

USER = "lastword"


def binaries() -> Path | None:
    """Return the directory with `initdb` and `postgres`; None if this machine has none."""
    found = shutil.which("initdb")
    if found and shutil.which("postgres"):
        return Path(found).parent
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return installed[-1].parent if installed else None


@contextmanager
def server(where: Path, *, fsync: bool = False) -> Iterator[str]:
    """Run a server for the length of a `with` block, and give the directory of its socket.

    With `fsync` its commits wait for the disk, as they do in earnest.
    """
    home = Path(tempfile.mkdtemp(prefix="lastword-pg-", dir="/tmp"))
    runner = _runner(home)
    data = home / "data"
    subprocess.run(
        [where / "initdb", "-D", data, "-A", "trust", "-U", USER, "-E", "UTF8", "--locale=C", "--no-sync"],
        check=True,
        capture_output=True,
        cwd=home,
        **runner,
    )
    process = start(where, home, fsync=fsync)
    try:
        yield str(home)
    finally:
        process.send_signal(signal.SIGINT)  # fast shutdown
        process.wait(timeout=30)
        shutil.rmtree(home, ignore_errors=True)


def start(where: Path, home: Path, *, fsync: bool = False) -> subprocess.Popen[bytes]:
    """Start the server of a directory that was made for one, and return its process once it answers."""
    settings = ["-c", "listen_addresses=", "-c", f"fsync={'on' if fsync else 'off'}"]
    with (home / "log").open("ab") as log:
        process = subprocess.Popen(
            [where / "postgres", "-D", home / "data", "-k", home, *settings],
            stdout=log,
            stderr=log,
            cwd=home,
            **_runner(home),
        )
    _wait(home, process)
    return process


def _runner(home: Path) -> dict[str, object]:
    """Return who is to run the server: PostgreSQL refuses root, so root hands the directory to another user."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    user = names.get("postgres") or names["nobody"]
    os.chown(home, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _wait(home: Path, process: subprocess.Popen[bytes]) -> None:
    import psycopg

    for _ in range(200):
        try:
            psycopg.connect(host=str(home), user=USER, dbname="postgres").close()
            return
        except psycopg.OperationalError:
            if process.poll() is not None:
                raise RuntimeError((home / "log").read_text()) from None
            time.sleep(0.1)
    raise RuntimeError("the PostgreSQL server did not start")
