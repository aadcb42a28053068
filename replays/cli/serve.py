"""Open the web desk: judge, replay and look up rules in a browser, on this machine or in a hall."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import UNSET

from replays.cli._access import (
    ROLES,
    VARIABLE,
    ListeningPlace,
    check_certificate,
    hosts_of,
    listening_socket,
    passphrases_of,
    place_of,
)
from replays.cli._common import Amount, Number, json_option, note, print_json
from replays.cli._dates import recorded_by_option
from replays.cli._documents import DeskLink, DeskPlace
from replays.cli._ledger_files import read_key, write_key
from replays.errors import ReplayError

if TYPE_CHECKING:
    from replays.desk.access.logins import Logins

HOST = "127.0.0.1"
PORT = 8181
KEPT_OPEN = 60
"""Seconds that an idle connection stays open: a reader thinks longer between two steps than the usual five seconds."""
ROLE = click.Choice(ROLES)


@click.command("serve")
@click.option(
    "--host",
    default=HOST,
    metavar="ADDRESS",
    help=f"The address to listen at (unless given: {HOST}, this machine alone).",
)
@click.option(
    "--port", type=Number(0, 65535), default=PORT, help=f"The port; 0 takes a free one (unless given: {PORT})."
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="HOST",
    help="Another name or address by which browsers reach the desk; repeatable.",
)
@click.option(
    "--passphrase", "prompts", multiple=True, type=ROLE, help="Ask now for the passphrase of this role; repeatable."
)
@click.option(
    "--passphrase-file",
    "files",
    multiple=True,
    type=(ROLE, str),
    metavar="ROLE FILE",
    help="Take the passphrase of a role from the first line of a file; repeatable.",
)
@click.option(
    "--link",
    "links",
    multiple=True,
    type=ROLE,
    help="Print a link that logs one person in with this role, once; repeatable.",
)
@click.option(
    "--login-hours", type=Amount(0.1, 168), default=12.0, help="Hours after which a log-in ends (unless given: 12)."
)
@click.option(
    "--tls", nargs=2, metavar="CERT KEY", help="Serve over https, with this certificate and its key (PEM files)."
)
@click.option("--open", "open_", is_flag=True, help="Also open the desk in your browser.")
@click.option(
    "--key",
    "key_file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Your private key, with which the desk seals cases and games. It is shown to nobody.",
)
@click.option("--new-key", is_flag=True, help="Make a new key in that file first; the file must not exist.")
@recorded_by_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    host: str,
    port: int,
    names: tuple[str, ...],
    prompts: tuple[str, ...],
    files: tuple[tuple[str, str], ...],
    links: tuple[str, ...],
    login_hours: float,
    tls: tuple[str, str] | None,
    open_: bool,
    key_file: Path | None,
    new_key: bool,
    recorded_by: str,
    as_json: bool,
) -> None:
    """Serve the web desk until Ctrl-C, on this machine alone unless --host says otherwise.

    If there is no ledger yet, one is made. With --host, everybody who comes from another machine logs in as reader,
    scribe, judge or head-judge: with the passphrase of that role, or with a link that works once. A passphrase is typed
    at a prompt, or taken from a file or from a variable such as LASTWORD_PASSPHRASE_HEAD_JUDGE.

    \b
    Examples:
      lastword serve --open
      lastword --ledger tournament.db serve --port 8200
      lastword serve --key judge.pem --recorded-by Maria
      lastword serve --host 192.168.1.20 --passphrase judge --link head-judge
      lastword serve --host 0.0.0.0 --name desk.example --tls cert.pem key.pem --link judge
    """
    import uvicorn

    from replays.desk.server import desk_app
    from replays.desk.settings import Settings

    place = place_of(host)
    hosts = hosts_of(place, names)
    logins = _logins(place, prompts, files, links, login_hours)
    if tls:
        check_certificate(*tls)
    listening = listening_socket(place, port)
    settings = Settings(
        hosts=hosts, recorded_by=recorded_by, logins=logins, secure=bool(tls), key=_key(key_file, new_key)
    )
    app = desk_app(ctx.find_root().obj, settings)
    base = f"{settings.origin}{hosts[0]}:{listening.getsockname()[1]}"
    printed = [(word, f"{base}{_link(logins, word)}") for word in links]
    _tell(base, printed, as_json=as_json, plain=not place.loopback and not tls)
    if open_:
        webbrowser.open(printed[0][1] if printed else f"{base}/desk")
    certificate, key = tls or (None, None)
    config = uvicorn.Config(
        app,
        log_level="warning",
        timeout_graceful_shutdown=1,
        timeout_keep_alive=KEPT_OPEN,
        proxy_headers=False,
        server_header=False,
        ssl_certfile=certificate,
        ssl_keyfile=key,
    )
    uvicorn.Server(config).run(sockets=[listening])


def _logins(
    place: ListeningPlace,
    prompts: tuple[str, ...],
    files: tuple[tuple[str, str], ...],
    links: tuple[str, ...],
    hours: float,
) -> Logins | None:
    """Return the log-ins of the desk, None if everybody who reaches it is head judge; refuse that beyond loopback."""
    from replays.desk.access.logins import Logins

    passphrases = passphrases_of(prompts, files)
    if passphrases or links:
        return Logins(passphrases, hours)
    if place.loopback:
        return None
    raise ReplayError(
        f"--host {place.host} lets others reach the desk, so people must log in: --passphrase ROLE asks for a "
        f"passphrase, --passphrase-file ROLE FILE and the variables {VARIABLE}ROLE hold one, and --link ROLE prints a "
        f"link that logs one person in; ROLE is {', '.join(ROLES)}"
    )


def _link(logins: Logins | None, word: str) -> str:
    """Make a one-time link for a role, and return it without the host."""
    from replays.desk.access.roles import role_of

    role = role_of(word)
    assert logins is not None, "whoever asks for a link has log-ins"
    assert role is not None, "click knows the roles"
    return f"/login?link={logins.new_link(role)}"


def _tell(base: str, links: list[tuple[str, str]], *, as_json: bool, plain: bool) -> None:
    """Say where the desk is, with its one-time links; warn if others on the network can listen."""
    if plain:
        note("without --tls, whoever can listen on this network can read passphrases and pages")
    if as_json:
        print_json(DeskPlace(f"{base}/desk", [DeskLink(*link) for link in links] or UNSET))
        return
    for word, address in links:
        note(f"logs one {word} in, once: {address}")
    note(f"the desk is at {base}/desk (Ctrl-C ends it)")


def _key(file: Path | None, new: bool) -> bytes:
    """Return the key that the desk seals with, made first if it is to be new; empty without one.

    A file that holds no key is refused now, and not when the first ruling is sealed.
    """
    from ledger.signing import load_key, new_key

    if file is None:
        if new:
            raise click.UsageError("--new-key needs --key FILE")
        return b""
    if new:
        write_key(file, new_key())
    pem = read_key(file)
    load_key(pem)
    return pem
