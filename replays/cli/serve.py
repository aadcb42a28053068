"""Open the web desk: judge, replay and look up rules in a browser on this machine."""

from __future__ import annotations

import webbrowser

import click

from replays.cli._common import json_option, note, print_json
from replays.cli._dates import recorded_by_option

HOST = "127.0.0.1"
PORT = 8181


@click.command("serve")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=PORT, help=f"Port; 0 takes a free one (unless given: {PORT})."
)
@click.option("--open", "open_", is_flag=True, help="Open the desk in the browser, too.")
@recorded_by_option
@json_option
@click.pass_context
def command(ctx: click.Context, port: int, open_: bool, recorded_by: str, as_json: bool) -> None:
    """Serve the web desk on this machine alone, until Ctrl-C. The ledger is made if it is not there.

    \b
    Examples:
      lastword serve --open
      lastword --ledger tournament.db serve --port 8200
    """
    import socket

    import uvicorn

    from replays.desk.server import desk_app
    from replays.desk.settings import Settings
    from replays.errors import ReplayError

    app = desk_app(ctx.find_root().obj, Settings(recorded_by=recorded_by))
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
