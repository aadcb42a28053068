"""Addresses of PostgreSQL servers: reading one as libpq's options, and showing any address without its password."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from difflib import get_close_matches
from urllib.parse import parse_qsl, unquote

MASK = "…"
"""Stands in a shown address where the password was."""
SCHEME = re.compile(r"\s*postgres(?:ql)?:", re.IGNORECASE)
"""The beginning of every address of a PostgreSQL server."""
_ENCODE = "write @ : / ? # and % inside a user's name or a password as %40 %3A %2F %3F %23 %25"
# What may hide a password. Each pattern's first group stays, the rest of the match is masked. They take too much rather
# than too little: a password that was not encoded may hold any sign, an @ too.
_SECRETS = (
    # user:password@host, with or without a scheme before it: from the first colon to the last @
    re.compile(r"(^\s*(?:[\w+.\-]+://|postgres(?:ql)?:(?!//))?+(?!\[)[^:]*:).*(?=@)", re.DOTALL | re.IGNORECASE),
    # user:password where the host was forgotten: a port has only digits
    re.compile(r"(^\s*[\w+.\-]+://(?!\[)[^:@/?#]*:)(?!\d*(?:[,/?#]|$))[^@]*$", re.DOTALL),
    # ?password=… and any option that is named like one, to the end: a & may be part of it
    re.compile(r"([?&;][^=&;?]*(?:pass(?!file)|pwd|secret|_key|token)[^=&;]*=).*", re.IGNORECASE | re.DOTALL),
    # password=… as libpq's own form writes it
    re.compile(
        r"(\b\w*(?:pass(?!file)|pwd|secret|token)\w*\s*=\s*)(?:'(?:\\.|[^'\\])*'?|[^\s'].*)", re.IGNORECASE | re.DOTALL
    ),
)


def masked(address: str) -> str:
    """Return an address as it may be shown: without its password, however the address is written.

    Example: `masked("postgresql://ada:s3cret@db/cup")` is `postgresql://ada:…@db/cup`.
    """
    plain = re.sub(r"%(?:[46][1-9A-Fa-f]|[57][0-9Aa]|5[Ff])", lambda found: unquote(found.group()), address)
    shown = plain if _has_secret(plain) else address  # the name of an option may be written with %
    for pattern in _SECRETS:
        shown = pattern.sub(rf"\g<1>{MASK}", shown)
    return shown


def _has_secret(text: str) -> bool:
    return any(pattern.search(text) for pattern in _SECRETS)


def server_options(address: str, known: Collection[str]) -> tuple[dict[str, str], str]:
    """Return the options an address gives to libpq, and the schema its ledger is in (empty: the server's `public`).

    `known` are the names of libpq's options; any of them may follow the `?`, and `schema` too. Raises `ValueError` with
    a sentence that holds nothing of a password. Example: `postgresql://ada@db/cup?sslmode=require&schema=spring`.
    """
    _, _, rest = address.strip().partition(":")
    if not rest.startswith("//"):
        raise ValueError("write // after `postgresql:`")
    before, sign, query = rest[2:].partition("?")
    authority, _, path = before.partition("/")
    user, at, hosts = authority.rpartition("@")
    # An @ after the place for a user's name, or a # anywhere: somebody's password was cut in two.
    if "@" in path or "#" in rest or (sign and "@" in query and not at and ":" in authority):
        raise ValueError(_ENCODE)
    options, schema = _query_options(query, known) if sign else ({}, "")
    name, _, password = user.partition(":")
    given = {"user": unquote(name), "password": unquote(password), "dbname": unquote(path), **_hosts(hosts)}
    options = {**{key: value for key, value in given.items() if value}, **options}
    return _with_defaults(options), schema


def _query_options(query: str, known: Collection[str]) -> tuple[dict[str, str], str]:
    """Return the options that follow the `?`, and the schema among them."""
    try:
        options = dict(parse_qsl(query, keep_blank_values=True, strict_parsing=True))
    except ValueError:
        raise ValueError(f"after ? there must be NAME=VALUE, several joined by &; {_ENCODE}") from None
    schema = options.pop("schema", "")
    unknown = sorted(set(options) - set(known))
    if unknown and any(_has_secret(f"?{key}=x") for key in options):
        # What looks like a name may be the rest of a password.
        raise ValueError(f"PostgreSQL does not know one of the options after ?; {_ENCODE}")
    if unknown:
        near = get_close_matches(unknown[0], known, n=1)
        raise ValueError(
            f"PostgreSQL knows no option {unknown[0]}{f' (did you mean {near[0]}?)' if near else ''}; "
            "after ? may stand schema= and libpq's options, such as sslmode= or host="
        )
    return options, schema


def _hosts(text: str) -> dict[str, str]:
    """Return the hosts and ports of an address, each joined by commas if there are several, as libpq takes them."""
    hosts, ports = [], []
    for one in text.split(","):
        found = re.fullmatch(r"(\[[^\[\]]*\]|[^:\[\]]*)(?::(\d*))?", one)
        if found is None:
            raise ValueError(f"the host in the address must be written HOST or HOST:PORT; {_ENCODE}")
        hosts.append(unquote(found.group(1).strip("[]")))
        ports.append(found.group(2) or "")
    return {"host": ",".join(hosts) if any(hosts) else "", "port": ",".join(ports) if any(ports) else ""}


def _with_defaults(options: dict[str, str]) -> dict[str, str]:
    """Return the options with a host, a database and a user, unless a service or the environment names them."""
    if "service" in options or os.environ.get("PGSERVICE"):
        return options
    defaults = {"dbname": "postgres", "user": os.environ.get("PGUSER") or os.environ.get("USER") or "postgres"}
    if "hostaddr" not in options and not (os.environ.get("PGHOST") or os.environ.get("PGHOSTADDR")):
        defaults["host"] = "localhost"
    return {**defaults, **options}
