"""Open the web desk: judge, replay and look up rules in a browser on this machine."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import click

from replays.cli._common import json_option, note, print_json
from replays.cli._dates import recorded_by_option
from replays.cli._ledger_files import read_key, write_key

HOST = "127.0.0.1"
PORT = 8181


@click.command("serve")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="Port; 0 takes a free one."
)
@click.option("--open", "open_", is_flag=True, help="Open the desk in the browser, too.")
@click.option(
    "--key",
    "key_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Your private Ed25519 key, PEM: the desk seals with it, and shows it to nobody.",
)
@click.option("--new-key", is_flag=True, help="Make the key file first; it must not exist.")
@recorded_by_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    port: int,
    open_: bool,
    key_file: Path | None,
    new_key: bool,
    recorded_by: str,
    as_json: bool,
) -> None:
    """Serve the web desk on this machine alone, until Ctrl-C. The ledger is made if it is not there.

    \b
    Examples:
      lastword serve --open
      lastword --ledger tournament.db serve --port 8200
      lastword serve --key judge.pem --recorded-by Maria
    """
    import socket

    import uvicorn

    from replays.desk.server import desk_app
    from replays.desk.settings import Settings
    from replays.errors import ReplayError

    app = desk_app(ctx.find_root().obj, Settings(recorded_by=recorded_by, key=_key(key_file, new_key)))
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
        listening.listen()
    except OSError as error:
        raise ReplayError(
            f"port {port} is not free ({error.strerror}); --port names another, 0 takes a free one"
        ) from None
    address = f"http://{HOST}:{listening.getsockname()[1]}/desk"
    if as_json:
        print_json({"address": address})
    else:
        note(f"the desk is at {address} (Ctrl-C ends it)")
    if open_:
        webbrowser.open(address)
    uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1)).run(sockets=[listening])


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
