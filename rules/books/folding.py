"""Folding text to plain words, so that diacritics, apostrophes, ligatures and look-alikes make no difference to a
search.
"""

from __future__ import annotations

import re
import unicodedata

# Letters that Unicode does not take apart, and Ukrainian letters that are typed for one another.
_LETTERS = str.maketrans({
    "ł": "l", "đ": "d", "ø": "o", "æ": "ae", "œ": "oe", "ß": "ss",
    "ґ": "г", "є": "е", "ё": "е", "э": "е", "і": "и", "ї": "и", "й": "и", "ы": "и", "ъ": None,
})  # fmt: skip
# Glyphs that stand for letters where a printed page was read by a machine.
_GLYPHS = str.maketrans({"¢": "c", "©": "fi", "«": "fi", "¬": "fl", "$": "s", "|": "l", "€": "e"})
_DIGITS = str.maketrans({"0": "o", "1": "l", "5": "s"})
_APOSTROPHES = re.compile("['’‘ʼ`´′\u00ad]")
_CYRILLIC_TWINS = str.maketrans("aceiopxykmth", "асеиорхукмтн")
_LATIN_TWINS = str.maketrans("асеорхукмтни", "aceopxykmthi")
_CYRILLIC = re.compile("[а-яґєії]")
_LATIN = re.compile("[a-z]")
_DAMAGE = re.compile(r"(?<=[^\W\d_])[¢©«¬$|€](?=[^\W\d_])|(?<=[^\W\d_])[¢|](?![^\W_])")
_TOKEN = re.compile(r"(?:[a-z]|[0-9]+)(?:\.[0-9]+)+|[^\W_]+")


def plain(text: str) -> str:
    """Small letters without marks: `Łaska` and `LASKA` are both `laska`, `п’ять` is `пять`."""
    text = unicodedata.normalize("NFKC", text)
    text = _DAMAGE.sub(lambda found: found[0].translate(_GLYPHS), text)
    text = _APOSTROPHES.sub("", text).casefold().translate(_LETTERS)
    marked = unicodedata.normalize("NFD", text)
    return "".join(sign for sign in marked if not unicodedata.combining(sign)).translate(_LETTERS)


def words(text: str) -> list[str]:
    """The folded words of a text, in order. A step number is one word: `4.2.4`."""
    return [_one_script(word) for word in _TOKEN.findall(plain(text))]


def letters_for_digits(word: str) -> str:
    """`mi1itary` with the letters its digits were read from; a word with few letters is a number and stays."""
    letters = sum(sign.isalpha() for sign in word)
    return word.translate(_DIGITS) if letters >= 3 and letters < len(word) else word


def _one_script(word: str) -> str:
    """Look-alike letters of the other alphabet, put back into the alphabet most of the word is in."""
    if word.isascii():
        return word
    cyrillic, latin = len(_CYRILLIC.findall(word)), len(_LATIN.findall(word))
    if not cyrillic or not latin:
        return word
    return word.translate(_CYRILLIC_TWINS if cyrillic >= latin else _LATIN_TWINS)
