"""Forms as a browser sends them."""

from __future__ import annotations

from urllib.parse import parse_qs

from replays.errors import ReplayError

FORM = "application/x-www-form-urlencoded"
MOST_FIELDS = 100


def form_fields(body: bytes) -> dict[str, str]:
    """Return the fields of a form that was sent; of a field that is there twice, the last. Refuse what is no form."""
    try:
        found = parse_qs(body.decode("utf-8"), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except UnicodeDecodeError:
        raise ReplayError("the form is not UTF-8 text") from None
    except ValueError:
        raise ReplayError(f"a form has at most {MOST_FIELDS} fields") from None
    return {name: values[-1] for name, values in found.items()}
