"""The shape of a written move: every name of it has a place in a phrase of its verb, and a place for one takes one.

Nothing that was written may be dropped. A line that says more than its phrase can hold is an error that says what is
too much, and what to write instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from replays.errors import NotationError
from replays.notation.lines import FOR_OF, Ref, Said, SaidPart
from replays.notation.vocabulary import find_word, find_word_or_title, list_words, misspelt, words_for
from rules.kernel.notation import NOBODY, Part, Phrase
from rules.kernel.pack import Pack

LATER_LEADS = ("on", "targeting", "paying", "naming", "against", "to")
"""The lead words of choices that an ability asks for after it is used, unless its phrase has a part for them.

In `A play song naming A on low`, the choices `naming A` and `on low` are asked for while the song resolves.
"""
USE_LEADS = ("of", "for", FOR_OF)
"""The lead words that say which ability is used (`duplicate of ned`) and what it answers (`for ned`)."""


def is_nobody(ref: Ref) -> bool:
    """Whether a word says that nothing is chosen: `nobody`, `nothing`."""
    return not ref.quoted and ref.text.casefold() in NOBODY


def written_for(said: Said, part: Part, direct: bool) -> SaidPart | None:
    """Return the names that a line has for a part of a phrase, or None if it was left out.

    The lead word `with` may be missing where nothing else can stand directly behind the verb, which `direct` says:
    `A defend hound`.
    """
    found = said.part(part.lead)
    if found is None and part.lead == "with" and part.into == "picks" and not direct:
        return said.part("")
    return found


def fitting_phrases(said: Said, phrases: Sequence[Phrase], pack: Pack) -> list[Phrase]:
    """Return those of some phrases that have a place for everything a line says; if none has, raise an error.

    The error is that of the phrase with a place for most of the line.
    """
    direct = any(not part.lead for phrase in phrases for part in phrase.parts)
    faults = [(phrase, next(_faults(said, phrase, direct, pack), None)) for phrase in phrases]
    fitting = [phrase for phrase, fault in faults if fault is None]
    if all(phrase.turned for phrase in fitting):  # the other order takes nothing that the usual one does not
        leads = {written.lead for written in said.parts}
        wrong = [(phrase, fault) for phrase, fault in faults if fault is not None]
        _, worst = max(wrong, key=lambda found: len(leads & {part.lead for part in found[0].parts}))
        raise worst
    return fitting


def later_parts(said: Said, phrases: Sequence[Phrase]) -> tuple[SaidPart, ...]:
    """Return the parts of a line that are choices to come, since no phrase of the verb has a place for them."""
    leads = {part.lead for phrase in phrases for part in phrase.parts}
    uses = any(phrase.verb == "use" for phrase in phrases)
    return tuple(part for part in said.parts if uses and part.lead in LATER_LEADS and part.lead not in leads)


def _faults(said: Said, phrase: Phrase, direct: bool, pack: Pack) -> Iterator[NotationError]:
    """Yield what a line says that a phrase has no place for, as errors, in the order of the line."""
    parts = {part.lead: part for part in phrase.parts}
    for written in said.parts:
        part = parts.get(written.lead)
        if part is None and not written.lead and "with" in parts and said.part("with") is None:
            part = parts["with"] if written_for(said, parts["with"], direct) else None
        if part is not None:
            yield from _faults_in_part(said, written, part, phrase, pack)
        elif phrase.verb == "use" and written.lead in (*USE_LEADS, *LATER_LEADS):
            yield from _faults_behind_use(said, written)
        else:
            yield _no_place(said, phrase, written)


def _faults_in_part(said: Said, written: SaidPart, part: Part, phrase: Phrase, pack: Pack) -> Iterator[NotationError]:
    """Yield what is too much in one part of a line, and the words that cannot stand there."""
    if part.single and len(written.items) > 1:
        yield _too_many(said, written, part.called())
    if part.kind in ("cards", "pairs"):
        yield from _nobody_beside_others(said, written)
    yield from (_second_name(said, ref) for ref in written.items if ref.by is not None and part.kind != "pairs")
    if part.kind not in ("word", "words"):
        return
    known = words_for(part, pack)
    for ref in written.items:
        if find_word_or_title(ref.text, known, pack):
            continue
        found = [word for word in ref.text.split() if find_word(word, known)]
        if found:
            says = f"`{_place(said, written.lead)}` takes `{found[0]}` alone"
            leads = [f"`{other.lead}`" for other in phrase.parts if other.lead]
            yield _error(said, f"{says}; put {list_words(leads)} before what follows" if leads else says, ref)
            continue
        meant = misspelt(ref.text, known)
        if meant:
            says = f"`{ref.text}` is no {part.called()}; did you mean {meant}?"
            yield _error(said, f"{says} `{_place(said, written.lead)}` takes {list_words(known)}", ref)


def _faults_behind_use(said: Said, written: SaidPart) -> Iterator[NotationError]:
    """Yield what is too much behind a use: a second host, a second thing that is answered, a second word."""
    if written.lead in (*USE_LEADS, "naming") and len(written.items) > 1:
        yield _too_many(said, written, {"of": "card", FOR_OF: "card", "for": "thing"}.get(written.lead, "word"))
    yield from _nobody_beside_others(said, written)
    yield from (_second_name(said, ref) for ref in written.items if ref.by is not None)


def _too_many(said: Said, written: SaidPart, noun: str) -> NotationError:
    says = f"`{_place(said, written.lead)}` takes one {noun} here; write another line for the second"
    return _error(said, says, written.items[1])


def _second_name(said: Said, ref: Ref) -> NotationError:
    assert ref.by is not None
    return _error(said, f"`{said.verb}` takes no `by` behind `{ref.text}`", ref.by)


def _nobody_beside_others(said: Said, written: SaidPart) -> Iterator[NotationError]:
    """Yield an error for each `nobody` in a list that names somebody, too."""
    if len(written.items) > 1:
        for ref in filter(is_nobody, written.items):
            yield _error(said, f"`{ref.text}` stands alone: leave it out, or leave out the other names", ref)


def _no_place(said: Said, phrase: Phrase, written: SaidPart) -> NotationError:
    """Return the error for a part that a phrase has no place for, with the lead words that it takes."""
    leads = {part.lead for part in phrase.parts} | (set(LATER_LEADS) if phrase.verb == "use" else set())
    known = sorted(lead for lead in leads if lead)
    behind = f"`{said.verb}` takes nothing directly behind it"
    says = f"`{said.verb}` takes no `{written.lead}`" if written.lead else behind
    return _error(said, f"{says}{'; it takes ' + ', '.join(known) if known else ''}", written.items[0])


def _place(said: Said, lead: str) -> str:
    """Return the words that a part stands behind: the verb, and its lead word if it has one."""
    return f"{said.verb} … {lead}" if lead else said.verb


def _error(said: Said, says: str, ref: Ref) -> NotationError:
    return NotationError(says, said.number, said.source, ref.column, ref.width)
