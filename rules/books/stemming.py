"""Light stems of folded Polish, English and Ukrainian words: just enough to bring the forms of one word together.

A word in Latin letters may be Polish or English, so it has a stem in each. Endings are tried longest first, and at
least three letters are left.
"""

from __future__ import annotations

from functools import lru_cache

_SHORTEST = 3


def _longest_first(endings: str) -> tuple[str, ...]:
    return tuple(sorted(endings.split(), key=len, reverse=True))


_POLISH_CASES = _longest_first(
    "iami ami iach ach iom om owi owie iem em ow iow ie ia iu y i a e o u "
    "ego iego emu iemu ymi imi ych ich ej iej ym im"
)
_POLISH_VERBS = _longest_first(
    "owac ywac iwac owal ywal uje uja ujac ujacy ujac uj ac ec ic yc nac al ala il yl "
    "ajac ajacy aja aj ejac ejacy acy jacy "
    "owan ywan iwan an en ien ion on eni ani owani ywani iwani eni ci "
    "owalem alem ilem ylem owalam alam ilam ylam owali ali ili yli owales ales ales iles owano ano eno ono "
    "amy emy imy ymy asz esz isz ysz am"
)
# Consonants that an ending softens: `konflikcie` is a form of `konflikt`, `rundzie` of `runda`.
_POLISH_SOFT = (("dzie", "d"), ("cie", "t"), ("rze", "r"), ("dze", "g"))
_UKRAINIAN_CASES = _longest_first(
    "ами ями ах ях ом ем ям ам ею ою ев ив еи ов ови еви ого ому ими их ии им "
    "а я у ю о е и ии иею ию ою ти в ла ло ли ть"
)
_UKRAINIAN_VERBS = _longest_first(
    "увати ювати ати яти ити ути ають яють ують юють уе юе ае яе ить ять ать уть ють ав яв ив ала яла ила али яли или "
    "уеть юеть аеть яеть емо имо уемо юемо аемо яемо ете ите уете аете аеш уеш иш "
    "ани ени ення ання ано ено ана ена"
)
_ENGLISH_ENDINGS = (
    ("ational", "at"), ("ations", "at"), ("ation", "at"), ("ating", "at"), ("ments", ""), ("ment", ""), ("ness", ""),
    ("ions", ""), ("ion", ""), ("ies", "y"), ("ied", "y"), ("ings", ""), ("ing", ""), ("edly", ""), ("ally", "al"),
    ("ers", ""), ("ed", ""), ("er", ""), ("es", ""), ("ly", ""), ("s", ""), ("e", ""),
)  # fmt: skip


@lru_cache(maxsize=50_000)
def stems(word: str) -> tuple[str, ...]:
    """Return the stems of a folded word: Polish and English, or Ukrainian. What is not all letters has none."""
    if not word.isalpha():
        return ()
    if not word.isascii():
        return (ukrainian(word),)
    return tuple(dict.fromkeys((polish(word), english(word))))


def polish(word: str) -> str:
    """Return a Polish stem: `anulowaniu`, `anulowanie` and `anuluje` give `anul`, `dodatek` gives `dodatk`."""
    for ending, instead in _POLISH_SOFT:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            word = word[: -len(ending)] + instead
            break
    stem = _strip(word, _POLISH_CASES)
    stem = _strip(stem, _POLISH_VERBS, shortest=4)
    if len(stem) > _SHORTEST and stem[-2:] in ("ek", "ec"):
        stem = stem[:-2] + stem[-1]  # the e that comes and goes
    return stem


def english(word: str) -> str:
    """Return an English stem: `cancelling` and `cancelled` give `cancel`, `favour` gives `favor`."""
    stem = word
    if len(word) == 4 and word[:3].endswith("ie"):
        stem = word[:3]  # ties, tied
    else:
        for ending, instead in _ENGLISH_ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
                stem = word[: -len(ending)] + instead
                break
    stem = stem.replace("our", "or") if len(stem) > 4 else stem
    if len(stem) > _SHORTEST and stem[-1] == stem[-2] and stem[-1] not in "aeious":
        stem = stem[:-1]
    return stem[:-1] if len(stem) > _SHORTEST and stem[-1] == "e" else stem


def ukrainian(word: str) -> str:
    """Return a Ukrainian stem: `замками` and `замок` give `замк`, `шепотом` and `шепит` give `шепот`."""
    stem = _strip(word.removesuffix("ся").removesuffix("сь"), _UKRAINIAN_VERBS, shortest=4)
    stem = _strip(stem.replace("ь", ""), _UKRAINIAN_CASES)
    if word.endswith("ци") and len(stem) >= _SHORTEST:
        stem = stem[:-1] + "к"  # the consonant that an ending softens: `руци` is a form of `рука`
    if len(stem) > _SHORTEST and stem[-2:] in ("ок", "ек", "ец"):
        stem = stem[:-2] + stem[-1]
    if len(stem) > _SHORTEST and stem[-2] == "и" and stem[-1] not in "аеиоуюя":
        stem = stem[:-2] + "о" + stem[-1]  # the vowel of a closed syllable
    return stem


def _strip(word: str, endings: tuple[str, ...], shortest: int = _SHORTEST) -> str:
    for ending in endings:
        if word.endswith(ending) and len(word) - len(ending) >= shortest:
            return word[: -len(ending)]
    return word
