"""What a failed condition of a use needed and what it saw, in words: one function for each condition.

They run only when a use is explained, never while options are looked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from ledger.events import Occurrence, State
from rules.eligibility.conditions import MATCHING
from rules.eligibility.costs import cost_candidates, cost_parts, payments
from rules.eligibility.targets import in_zones, legal_targets, target_problem
from rules.kernel.context import Context, used
from rules.kernel.names import card_names, counted, happening, in_zone, listed, place, times, with_article
from rules.kernel.requirements import Teller, Told
from rules.kernel.values import FORBIDDEN, forbidden_by, givers
from rules.language.cards import Ability, Choice
from rules.language.expressions import Kind

if TYPE_CHECKING:
    from rules.kernel.context import Use
    from rules.kernel.position import Position
    from rules.kernel.timing import Slot

_EACH = re.compile(r"until\(\w+, each\((.+)\), ")
"""The text of a lasting effect on each card of some kind, with the filter that tells which."""
_NUMBER = re.compile(r"^[0-9ivx]+[. ]+")
"""The number of a phase at the beginning of its title."""

_STATE = re.compile(r"^only an? (\w+) card ")
"""What a happening needs of a card, where that is a state: "only a standing card kneels"."""

LONGEST = 120
"""The most characters of a card's text that are quoted in a reason."""

MOST_NAMED = 2
"""The most cards that a reason names one by one; of more it names the first."""

Tell = Callable[["Position", "Use"], Told]


def _card(pos: Position, use: Use) -> str:
    return pos.pack.name(pos, use.entity)


def _controls(pos: Position, use: Use) -> Told:
    bearer = pos.pack.bearer(pos, pos.entity(use.entity))
    holds = f"{pos.player_name(bearer.controller)} controls it"
    saw = holds if pos.in_play(bearer.id) else f"it is {place(pos, bearer.id)}"
    return Told(f"{pos.player_name(use.player)} must control {_card(pos, use)}", saw)


def _placed(pos: Position, use: Use) -> Told:
    needed = f"{_card(pos, use)} may be used only while it is {in_zone(pos, use.ability.where)}"
    return Told(
        needed, "it is being played already" if use.entity in pos.playing else f"it is {place(pos, use.entity)}"
    )


def _offered(pos: Position, use: Use) -> Told:
    saw = "it does not have it now" if pos.entity(use.entity).up else "it is facedown"
    return Told(f"{_card(pos, use)} must have this ability", saw)


def _text_counts(pos: Position, use: Use) -> Told:
    blanked = card_names(pos, givers(pos, use.entity, "blank", "text"))
    by = f" because of {blanked}" if blanked != "nothing" else ""
    return Told(f"the text of {_card(pos, use)} must not be blank", f"it is blank now{by}")


def _window(pos: Position, use: Use) -> Told:
    card = _card(pos, use)
    if _works_by_itself(pos, use.ability):
        return Told(
            "only an ability that a player triggers can be used",
            f"this text of {card} works by itself ({use.ability.kind})",
        )
    own = _window_name(_own_slot(pos, use.ability))
    return Told(f"{card} may be used only in {own}", f"this is {_window_name(use.slot)}")


def _works_by_itself(pos: Position, ability: Ability) -> bool:
    """Whether no player triggers an ability: its kind says so, or it belongs to a window for what is forced."""
    slot = _own_slot(pos, ability)
    return pos.pack.dialect.kinds.get(ability.kind) not in ("action", "triggered") or (slot is not None and slot.forced)


def no_window(pos: Position, use: Use) -> Told:
    """Return where an ability belongs that was used at a question, and what is missing; the question is not named."""
    if _works_by_itself(pos, use.ability):
        return _window(pos, use)
    if use.ability.triggers:
        return Told(_answers(pos, use), "nothing of that kind is happening")
    return Told(f"{_card(pos, use)} may be used only in {_window_name(_own_slot(pos, use.ability))}", "")


def _own_slot(pos: Position, ability: Ability) -> Slot | None:
    """Return the window that an ability is used in: the first that listens for its kind; None for an action window."""
    slots = (*pos.pack.sequence.slots, *pos.pack.sequence.attempt)
    return next((slot for slot in slots if ability.slot in slot.listens), None)


def _window_name(slot: Slot | None) -> str:
    return f"a window for {_NUMBER.sub('', slot.label.lower())}" if slot is not None else "an action window"


def _phase(pos: Position, use: Use) -> Told:
    title, card = _title(pos, use.ability.phase), _card(pos, use)
    if title.endswith((" phase", " step")):
        own = use.ability.phase in pos.pack.dialect.periods.get("phase", "").split()
        saw = f"it is {now(pos)}" if own else f"there is no {title} now"
        return Told(f"{card} may be used only in the {title}", saw)
    return Told(f"{card} may be used only during {with_article(title)}", f"no {title} is being resolved")


def _title(pos: Position, kind: str) -> str:
    procedure = pos.pack.procedures.get(kind)
    title = _NUMBER.sub("", procedure.title.lower()) if procedure else kind
    return (
        title if "phase" in title or kind not in pos.pack.dialect.periods.get("phase", "").split() else f"{title} phase"
    )


def now(pos: Position) -> str:
    """Return which phase it is, as the end of a sentence."""
    phase = phase_now(pos)
    return f"the {phase} now" if phase else "no phase now"


def phase_now(pos: Position) -> str:
    """Return what the phase that is going on is called, such as "challenges phase"; "" between phases."""
    phases = pos.pack.dialect.periods.get("phase", "").split()
    running = [kind for kind in phases if pos.enclosing(kind)]
    return _title(pos, running[-1]) if running else ""


def _trigger(pos: Position, use: Use) -> Told:
    card = _card(pos, use)
    if not use.ability.triggers:
        return Told(f"{card} may be used only as an action", "this window answers something that happens")
    at = _most_like(pos, use)
    teller, here = Teller(use.context), use.frame.occurrences[at] if at >= 0 else None
    if here is not None:
        use.context.triggered_by(use.frame, at)
    for trigger in use.ability.triggers:
        failure = teller.trigger_failure(trigger.text) if here is not None and here.kind in trigger.kinds else None
        asked = Teller(use.context, "the card").trigger_failure(trigger.text) if failure is not None else None
        if here is not None and failure is not None and asked is not None:
            saw = f"here {happening(pos, here)}, and {failure.fact}" if asked != failure else failure.saw
            return Told(f"{card} may be used only {teller.trigger(trigger.text)}, and {asked.needed}", saw)
    needed = _answers(pos, use)
    answerable = here is not None and (_met(use, here) or not _unanswered(pos, use, here))
    if answerable and at != use.occurrence >= 0:
        happened = use.frame.occurrences[use.occurrence]
        return Told(needed, f"here it would answer something else: {happening(pos, happened)}")
    if here is not None:
        answers = any(here.kind in trigger.kinds for trigger in use.ability.triggers)
        near = not answers and _concerned(pos, use, at)
        return Told(needed, f"here {happening(pos, here)}{_unanswered(pos, use, here) if answers else ''}", near=near)
    unsaid = next((part for at, part in enumerate(use.frame.occurrences) if _answerable(use, at)), None)
    if unsaid is not None:
        return Told(needed, f"nothing is named that it answers here, such as this: {happening(pos, unsaid)}")
    happens = [happening(pos, part) for part in use.frame.occurrences]
    return Told(needed, f"here {listed(happens[:2])}" if happens else "nothing of that kind is happening")


def _met(use: Use, here: Occurrence) -> bool:
    """Whether an occurrence, which the context of the use was triggered by, is one that the ability answers."""
    return any(here.kind in trigger.kinds and trigger.matches(use.context) for trigger in use.ability.triggers)


def _answerable(use: Use, at: int) -> bool:
    """Whether a use that names nothing it answers could have named the occurrence with this index."""
    here = use.frame.occurrences[at]
    if use.slot is None or here.state not in MATCHING[use.slot.after]:
        return False
    use.context.triggered_by(use.frame, at)
    return _met(use, here)


def _answers(pos: Position, use: Use) -> str:
    """Return when an ability may be used, by all alternatives of its trigger."""
    teller = Teller(use.context)
    when = dict.fromkeys(teller.trigger(trigger.text, named=True) for trigger in use.ability.triggers)
    return f"{_card(pos, use)} may be used only {' or '.join(when)}"


def _most_like(pos: Position, use: Use) -> int:
    """Return the index of the occurrence that is most like the trigger of a use, for telling why it is not met; or -1.

    It is the one that the use answers if that is of a kind the ability answers, else the first that is, else the first
    of another kind about a component that the trigger asks for: a save from being killed is told that a character of
    that player is discarded here, rather than that something was paid.
    """
    parts = use.frame.occurrences
    kinds = {kind for trigger in use.ability.triggers for kind in trigger.kinds}
    if use.occurrence < 0 or parts[use.occurrence].kind in kinds:
        return use.occurrence
    like = (at for at, part in enumerate(parts) if part.kind in kinds)
    about = (at for at in range(len(parts)) if _concerned(pos, use, at))
    return next(like, next(about, use.occurrence))


def _concerned(pos: Position, use: Use, at: int) -> bool:
    """Whether an occurrence is about a component that a trigger of the ability asks for, whatever happens to it."""
    if use.frame.occurrences[at].subject not in pos.table.entities:
        return False
    use.context.triggered_by(use.frame, at)
    return any(Teller(use.context).accepts(trigger.text) for trigger in use.ability.triggers)


def _unanswered(pos: Position, use: Use, here: Occurrence) -> str:
    """Return why an occurrence of the kind that an ability answers is not answered; "" if nothing about it is why."""
    if here.state is State.HAPPENED:
        return "" if use.slot is not None and use.slot.after else ", which has happened already"
    if here.state is State.IMMINENT:
        return "" if pos.pack.happenings[here.kind].could(pos, here) else ", which cannot happen"
    if here.state is State.SAVED:
        return ", but has been saved from that already"
    return f", which is {here.state} already"


def _cancellable(pos: Position, use: Use) -> Told:
    answered = pos.pack.name(pos, use.frame.number("entity"))
    return Told(
        f"{_card(pos, use)} must answer something that can be cancelled", f"{answered} cannot be cancelled here"
    )


def _once(pos: Position, use: Use) -> Told:
    return Told("a card answers the same occurrence only once", f"{_card(pos, use)} has answered this one already")


def _restriction(pos: Position, use: Use) -> Told:
    return _told(use.context, use.ability.condition_text, use.ability)


def _told(context: Context, text: str, ability: Ability) -> Told:
    """Return an expression of a card that fails, in words; else the card's own text."""
    return Teller(context).why_not(text) or Told(f"its text says: “{_cut(ability.says)}”", "that is not so now")


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rsplit(' ', 1)[0]} …"


def _limit(title: bool, pos: Position, use: Use) -> Told:
    for limit in use.ability.limits:
        count = used(pos, pos.period(limit.period), use.limit_key(pos, limit))
        if limit.title == title and count >= limit.count:
            whose = f"all copies of {_card(pos, use)} together" if title else _card(pos, use)
            needed = f"{whose} may be used {times(limit.count)} a {limit.period} by each player"
            return Told(needed, f"{pos.player_name(use.player)} has used it {times(count)} this {limit.period} already")
    return Told("the limit must not be reached", "it is reached")


def _cannot(pos: Position, use: Use) -> Told:
    holders = (use.player, use.entity, pos.pack.bearer(pos, pos.entity(use.entity)).id)
    found = [card for what in pos.pack.bans for holder in holders for card in givers(pos, holder, "cannot", what)]
    if found:
        return Told(FORBIDDEN, forbidden_by(pos, found, f"{pos.player_name(use.player)} to use {_card(pos, use)}"))
    return Told("no rule of the game may forbid it", f"a rule forbids {_card(pos, use)} now")


def _cost(pos: Position, use: Use) -> Told:
    ability, card = use.ability, _card(pos, use)
    if ability.cost_choice is not None and not cost_candidates(pos, use.context, ability):
        wanted = f"{_described(use.context, ability.cost_choice, 'a card')}{_outside(pos, ability.cost_choice)}"
        none = f"{pos.player_name(use.player)} has none that can pay"
        return Told(f"{card} is paid for with {wanted}", f"{none}{_unable(pos, use, ability.cost_choice)}")
    extra = pos.pack.extra_cost(pos, use.player, pos.entity(use.entity), ability, None)
    parts = [*extra, *cost_parts(pos, use.context, ability)]
    return _unpaid(pos, use, parts)


def _outside(pos: Position, choice: Choice) -> str:
    """Return where a choice looks, to stand behind what it asks for: " in hand"; "" if it looks only in play."""
    return "" if choice.zones == ("play",) else f" {' or '.join(in_zone(pos, zone) for zone in choice.zones)}"


def _unable(pos: Position, use: Use, choice: Choice) -> str:
    """Return why the first card in play that a cost could be paid with cannot pay it; "" if there is no such card."""
    for number in in_zones(pos, use.player, choice):
        own = pos.entity(number).controller in (use.player, "") and pos.in_play(number)
        if not own or not use.context.judge(choice.accepts, number):
            continue
        part = _stuck(pos, use.context, use.ability, number)
        if part is not None:
            is_so = part.subject == number and part.kind in pos.entity(number).marks
            return f": {pos.pack.name(pos, number)} is {part.kind} already" if is_so else f": {_state(pos, part)}"
    return ""


def _unpaid(pos: Position, use: Use, parts: list[Occurrence]) -> Told:
    """Return the first part of a cost that cannot be paid: too few tokens, or something that cannot happen."""
    for owed in payments(parts):
        if not pos.pack.happenings[owed.kind].could(pos, owed):
            return Told(f"{_card(pos, use)} costs {counted(owed.amount, owed.note)}", _state(pos, owed))
    for part in parts:
        if not pos.pack.happenings[part.kind].could(pos, part):
            return Told(f"to use {_card(pos, use)}, this must be done: {happening(pos, part)}", _state(pos, part))
    return Told("the cost must be paid in full", "it cannot be")


def why_not_fitting(context: Context, choice: Choice, number: int) -> Told:
    """Return what a choice asks for, and why a component is not that."""
    pos, card = context.pos, _source(context)
    before, context.it = context.it, number
    try:
        why = Teller(context).why_not(choice.text)
        asked = _described(context, choice, "")
    finally:
        context.it = before
    name = pos.pack.name(pos, number)
    return Told(f"{card} asks for {asked or 'something else'}", why.fact if why else f"{name} is not what it asks for")


def why_protected(context: Context, number: int) -> Told:
    """Return that a component cannot be chosen by a card, whatever protects it."""
    pos, card = context.pos, _source(context)
    return Told(f"{card} may choose only what is not protected from it", f"{pos.pack.name(pos, number)} is protected")


def why_unchanged(context: Context, ability: Ability | None, choice: Choice, number: int) -> Told:
    """Return why an effect could not change a component that is chosen for it."""
    pos, card = context.pos, _source(context)
    needed = f"whatever is chosen for {card} must be changed by its effect"
    before = context.chosen
    context.chosen = {**before, choice.name: [number]}
    try:
        told = _unchanging(context, ability, number) if ability is not None else ""
    finally:
        context.chosen = before
    return Told(needed, told or f"{pos.pack.name(pos, number)} would stay as it is")


def why_not_payable(context: Context, number: int) -> Told:
    """Return why a cost cannot be paid with a component that is of the kind it asks for, by its state."""
    pos, ability = context.pos, context.ability
    needed = f"the cost of {_source(context)} is paid with a card that can pay it"
    stuck = _stuck(pos, context, ability, number)
    return Told(needed, _state(pos, stuck) if stuck is not None else f"{pos.pack.name(pos, number)} cannot")


def _stuck(pos: Position, context: Context, ability: Ability | None, number: int) -> Occurrence | None:
    """Return the first part of a cost that could not happen if it were paid with a component; None if all could."""
    before, context.chosen, context.paying = context.chosen, {**context.chosen, "paid": [number]}, True
    try:
        parts = [part for effect in ability.cost for part in effect.make(context)] if ability else []
    finally:
        context.chosen, context.paying = before, False
    return next((part for part in parts if not pos.pack.happenings[part.kind].could(pos, part)), None)


def _source(context: Context) -> str:
    pos = context.pos
    return pos.pack.name(pos, context.self) if context.self in pos.table.entities else "the effect"


def _unchanging(context: Context, ability: Ability, number: int = 0) -> str:
    """Return the first thing an effect would do that could not happen, and why; "" if nothing is found."""
    pos = context.pos
    for sentence in ability.sentences:
        if sentence.choose is not None and sentence.choose.name not in context.chosen and not sentence.choose.words:
            continue
        for effect in sentence.effects:
            for part in effect.make(context):
                about = not number or part.subject == number
                kind = pos.pack.happenings[part.kind]
                if about and not kind.could(pos, part):
                    if kind.needs and not part.subject:
                        return kind.needs
                    state = _state(pos, part)
                    return f"its effect would be this: {happening(pos, part)}. {state[0].upper()}{state[1:]}"
    return ""


def _state(pos: Position, part: Occurrence) -> str:
    """Return why something could not happen: the state of the card or player it is about."""
    needs = pos.pack.happenings[part.kind].needs
    if part.kind == "paid":
        holder = part.subject or part.player
        name = pos.pack.name(pos, holder) if isinstance(holder, int) else pos.player_name(holder)
        return f"{name} has {pos.table.count(holder, part.note)} {part.note}"
    if not part.subject or part.subject not in pos.table.entities:
        return needs or "that cannot happen now"
    name = pos.pack.name(pos, part.subject)
    if needs and pos.in_play(part.subject):
        return needs + _not_so(pos, part, needs)
    marks = listed(sorted(mark for mark in pos.entity(part.subject).marks if mark.isalpha()), "")
    return f"{name} is {marks}" if marks else f"{name} is {place(pos, part.subject)}"


def _not_so(pos: Position, part: Occurrence, needs: str) -> str:
    """Return that a card is not what `needs` asks for: "only a standing card kneels" adds ", and X is kneeling".

    "" where the sentence asks for no state that a word of the card language names, or where the card is in it.
    """
    entity, name = pos.entity(part.subject), pos.pack.name(pos, part.subject)
    if part.kind in entity.marks:  # bowed or honored already
        return f", and {name} is {part.kind}"
    asked = _STATE.match(needs)
    word = pos.pack.dialect.language.words.get(asked[1]) if asked is not None else None
    if word is None or word.kind is not Kind.VALUE or word.least:
        return ""
    if Context(pos, entity.id, entity.controller).judge(pos.pack.filter(word.name), entity.id):
        return ""
    marks = [mark for mark in entity.marks if mark.isalpha()]
    return f", and {name} is {marks[0] if len(marks) == 1 else f'not {word.name}'}"


def _targets(pos: Position, use: Use) -> Told:
    aimed = [choice for choice in use.ability.targets if not choice.words]
    for choice in aimed:
        legal = legal_targets(pos, use.context, use.ability, choice)
        needed = choice.least or int(len(aimed) == 1)
        if len(legal) < needed:
            wanted = _described(use.context, choice, "a target")
            says = f"{_card(pos, use)} needs {wanted}" if needed == 1 else f"{_card(pos, use)} needs {needed}: {wanted}"
            return Told(says, _few(pos, use, choice, len(legal)))
    return Told(f"{_card(pos, use)} needs a legal target", "there is none")


def _few(pos: Position, use: Use, choice: Choice, legal: int) -> str:
    """Return how many legal targets there are, and why the cards that fit are none."""
    there = "there is none" if not legal else f"there {'is' if legal == 1 else 'are'} only {legal}"
    found: dict[str, list[int]] = {"immune": [], "change": []}
    for zone in choice.zones:
        for number in pos.pack.candidates(pos, use.player, zone):
            problem = target_problem(pos, use.context, use.ability, choice, number)
            found.get(problem, []).append(number)
    saying = {"immune": "cannot be chosen", "change": "would not be changed by it"}
    why = [f"{_some(pos, numbers)} {saying[problem]}" for problem, numbers in found.items() if numbers]
    return f"{there}: {', and '.join(why)}" if why else there


def _some(pos: Position, numbers: list[int]) -> str:
    """Return the names of some components, of more than `MOST_NAMED` the first and how many others there are."""
    shown = numbers if len(numbers) <= MOST_NAMED else numbers[:1]
    names = [pos.pack.name(pos, number) for number in shown]
    others = len(numbers) - len(names)
    return listed([*names, f"{others} other{'s' if others > 1 else ''}"] if others else names)


def _described(context: Context, choice: Choice, otherwise: str) -> str:
    """Return what a choice asks for, and where it looks: "a card of Ada in the clash"; `otherwise` without a phrase."""
    wanted, told = Teller(context).described(choice.text) or otherwise, context.pos.pack.choice_places
    places = " or ".join(told[zone] for zone in choice.zones if zone in told)
    return f"{wanted} {places}" if wanted and places else wanted


def _change(pos: Position, use: Use) -> Told:
    needed = f"{_card(pos, use)} must be able to change something"
    found = _unchanging(use.context, use.ability) or _nothing_to_change(use.context, use.ability)
    return Told(needed, found or "its effect would change nothing now")


def _nothing_to_change(context: Context, ability: Ability) -> str:
    """Return why no part of an effect changes anything: its period is not running, or there is nothing to choose."""
    pos = context.pos
    for sentence in ability.sentences:
        until, choice = sentence.until, sentence.choose
        if sentence.to is not None and until not in ("", "game") and not pos.period(until):
            return f"its effect would last until the end of {with_article(until)}, and none is going on"
        each = _EACH.match(sentence.text)
        if each is not None and sentence.to is not None and not sentence.to(context):
            wanted = Teller(context).described(each[1])
            return (
                f"its effect needs {wanted}, and there is none" if wanted else "there is nothing that it would affect"
            )
        if choice is None or choice.words:
            continue
        wanted = _described(context, choice, "")
        if wanted and not any(context.judge(choice.accepts, one) for one in in_zones(pos, context.you, choice)):
            return f"its effect needs {wanted} to choose, and there is none"
    return ""


FAILURES: Mapping[str, Tell] = {
    "controls": _controls,
    "placed": _placed,
    "offered": _offered,
    "text": _text_counts,
    "window": _window,
    "phase": _phase,
    "trigger": _trigger,
    "cancellable": _cancellable,
    "once": _once,
    "restriction": _restriction,
    "limit": partial(_limit, False),
    "maximum": partial(_limit, True),
    "cannot": _cannot,
    "cost": _cost,
    "targets": _targets,
    "change": _change,
}
"""For each condition of a use, the function that tells why it failed."""
