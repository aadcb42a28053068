"""Who may reach a desk beyond this machine: where it listens, passphrases, names of hosts, and the certificate."""

from __future__ import annotations

import errno
import ipaddress
import os
import socket
import ssl
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from replays.errors import ReplayError

if TYPE_CHECKING:
    from replays.desk.access.roles import Role

VARIABLE = "LASTWORD_PASSPHRASE_"
"""How the variables that hold passphrases begin; the role follows: LASTWORD_PASSPHRASE_HEAD_JUDGE."""
ROLES = ("reader", "scribe", "judge", "head-judge")


class ListeningPlace(msgspec.Struct, frozen=True):
    """Where a desk listens: the host as it was typed, the address it stands for, and whether that is this machine."""

    host: str
    address: str
    family: socket.AddressFamily
    loopback: bool

    @property
    def anywhere(self) -> bool:
        """Whether it is every address of this machine."""
        return ipaddress.ip_address(self.address).is_unspecified


def place_of(host: str) -> ListeningPlace:
    """Return where `--host` says to listen; refuse a name that stands for no address."""
    try:
        family, _, _, _, found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise ReplayError(f"--host {host}: this machine knows no such name or address") from None
    address = str(found[0]).partition("%")[0]
    return ListeningPlace(host, address, family, ipaddress.ip_address(address).is_loopback)


def in_address(host: str) -> str:
    """Return a host as it stands in an address and in a Host header: `::1` is `[::1]`."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host.lower()


def hosts_of(place: ListeningPlace, names: Sequence[str]) -> tuple[str, ...]:
    """Return every name that a desk answers to, the one to print first; refuse a desk everywhere without a name."""
    from replays.desk.settings import LOOPBACK

    if place.anywhere and not names:
        raise ReplayError(
            f"--host {place.host} listens on every address of this machine: --name says by which name or address "
            "browsers reach it, such as --name 192.168.1.20"
        )
    own = () if place.anywhere else (place.host, place.address)
    return tuple(dict.fromkeys([*map(in_address, (*names, *own)), *LOOPBACK]))


def passphrases_of(prompts: Sequence[str], files: Sequence[tuple[str, str]]) -> dict[Role, str]:
    """Return the passphrase of each role that has one: from variables, from files, or typed at a prompt."""
    from replays.desk.access.roles import PEOPLE, role_of

    found = {role: os.environ[f"{VARIABLE}{role.name}"] for role in PEOPLE if f"{VARIABLE}{role.name}" in os.environ}
    for word, path in files:
        role = role_of(word)
        assert role is not None, "click knows the roles"
        found[role] = _first_line(path)
    for word in prompts:
        role = role_of(word)
        assert role is not None, "click knows the roles"
        found[role] = click.prompt(f"Passphrase for {word}", hide_input=True, confirmation_prompt=True, err=True)
    return found


def _first_line(path: str) -> str:
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ReplayError(f"the passphrase file {path} cannot be read ({error})") from None
    if not lines:
        raise ReplayError(f"the passphrase file {path} is empty: its first line must be the passphrase")
    return lines[0]


def check_certificate(certificate: str, key: str) -> None:
    """Refuse a certificate and a key that cannot be used, before anybody is told where the desk is."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password=lambda: b"")
    except (OSError, ValueError) as error:
        raise ReplayError(
            f"--tls {certificate} {key}: these files are not a certificate and its key; both must be PEM files, and "
            f"the key must have no password ({error})"
        ) from None


def listening_socket(place: ListeningPlace, port: int) -> socket.socket:
    """Return a socket that listens there; refuse a port or an address that cannot be had."""
    listening = socket.socket(place.family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((place.address, port))
        listening.listen()
    except OSError as error:
        listening.close()
        raise ReplayError(
            f"port {port} at {place.host} cannot be used: {_port_trouble(error)}; with --port 0 a free port is found"
        ) from None
    return listening


def _port_trouble(error: OSError) -> str:
    """Return why a program cannot listen at a port."""
    return "another program listens there" if error.errno == errno.EADDRINUSE else error.strerror or str(error)
