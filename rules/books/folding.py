"""Folding text to plain words, so that accents, apostrophes, ligatures and look-alike letters make no difference.

A search folds both the query and the books. Letters that a machine misread on a printed page are mended, too.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

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


@lru_cache(maxsize=16384)
def plain(text: str) -> str:
    """Return a text in small letters without accents: `Łaska` and `LASKA` become `laska`, `п’ять` becomes `пять`.

    Signs that a machine read in place of letters are mended inside words, and Ukrainian letters typed for one another
    become one.
    """
    if text.isascii() and not ("$" in text or "|" in text):
        return text.replace("'", "").replace("`", "").lower()  # the same as below, sooner: most names are plain
    text = unicodedata.normalize("NFKC", text)
    text = _DAMAGE.sub(lambda found: found[0].translate(_GLYPHS), text)
    text = _APOSTROPHES.sub("", text).casefold().translate(_LETTERS)
    marked = unicodedata.normalize("NFD", text)
    return "".join(sign for sign in marked if not unicodedata.combining(sign)).translate(_LETTERS)


def words(text: str) -> list[str]:
    """Return the folded words of a text, in order. A step number such as `4.2.4` is one word."""
    return [_one_script(word) for word in _TOKEN.findall(plain(text))]


def letters_for_digits(word: str) -> str:
    """Return a word with each 0, 1 and 5 replaced by the letter it may have been misread from (o, l, s).

    `mi1itary` becomes `military`. A word with fewer than three letters is a number and stays as it is.
    """
    letters = sum(sign.isalpha() for sign in word)
    return word.translate(_DIGITS) if letters >= 3 and letters < len(word) else word


def _one_script(word: str) -> str:
    """Return a word of one alphabet: look-alike letters of the other are replaced by those of the commoner one."""
    if word.isascii():
        return word
    cyrillic, latin = len(_CYRILLIC.findall(word)), len(_LATIN.findall(word))
    if not cyrillic or not latin:
        return word
    return word.translate(_CYRILLIC_TWINS if cyrillic >= latin else _LATIN_TWINS)
