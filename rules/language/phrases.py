"""English sentences in other forms: what must be so, and what is not so.

A sentence is a subject, a verb and the rest: "the card is kneeling". Each function takes one that states a fact.
"""

from __future__ import annotations

from rules.errors import WordError


def _base(verb: str) -> str:
    """Return the infinitive of a regular verb in the third person: `occupies` becomes `occupy`."""
    return f"{verb[:-3]}y" if verb.endswith("pies") else verb[:-1]


_REGULAR = "lies belongs participates takes bears stands holds controls owns occupies remembers follows shows differs"
_FORMS = {
    **{verb: (_base(verb), f"does not {_base(verb)}") for verb in _REGULAR.split()},
    "is": ("be", "is not"),
    "are": ("be", "are not"),
    "has": ("have", "does not have"),
    "have": ("have", "do not have"),
    "was": ("have been", "was not"),
    "were": ("have been", "were not"),
    "may": ("be allowed to", "may not"),
    "could": ("be able to", "could not"),
    "won": ("have won", "did not win"),
    "lost": ("have lost", "did not lose"),
    "did": ("have done", "did not do"),
    "does": ("do", "does not do"),
    "entered": ("have entered", "did not enter"),
    "led": ("have led", "did not lead"),
    "broke": ("have broken", "did not break"),
    "brought": ("have brought", "did not bring"),
}
"""Each verb a sentence may have: its form behind "must", and the verb denied."""


def parts(sentence: str) -> tuple[str, str, str]:
    """Return a sentence's subject, its verb, and what follows. Raises `WordError` if it has no verb of `_FORMS`."""
    words = sentence.split(" ")
    for at, word in enumerate(words):
        if at and word in _FORMS:
            return " ".join(words[:at]), word, " ".join(words[at + 1 :])
    raise WordError(f"`{sentence}` has no verb that could be denied")


def has_verb(text: str) -> bool:
    """Whether a text is a sentence, and no noun."""
    return any(word in _FORMS for word in text.split(" ")[1:])


def must(sentence: str, no: str = "") -> str:
    """Return that something must be so: "the card must be kneeling"; with `no="not"`, that it must not be so."""
    subject, verb, rest = parts(sentence)
    return " ".join(part for part in (subject, "must", no, _FORMS[verb][0], rest) if part)


def denied(sentence: str) -> str:
    """Return that something is not so: "the card is not kneeling"."""
    subject, verb, rest = parts(sentence)
    return f"{subject} {_FORMS[verb][1]} {rest}".rstrip()


def briefly_denied(sentence: str) -> str:
    """Return that something is not so, behind a sentence that says what: "it is not", "it does not"."""
    subject, verb, _ = parts(sentence)
    first = _FORMS[verb][1].split(" ")
    plural = verb in ("are", "were", "have")
    return f"{'they' if plural else 'it'} {' '.join(first[:2])}" if subject else ""


def predicate(sentence: str) -> str:
    """Return a sentence without its subject: "is kneeling"."""
    _, verb, rest = parts(sentence)
    return f"{verb} {rest}"
