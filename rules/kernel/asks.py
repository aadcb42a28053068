"""Decisions: what the engine asks, of whom, which moves answer it, and why another one does not.

An `Ask` is computed from the table alone, so it can be asked again at any time. It is a question with a validator:
`checks` judges any move, `moves` lists the answers worth listing, `sample` builds a legal answer from numbers the
caller supplies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice

import msgspec

from ledger.events import FrameAdvanced, Move, Passed, Slot
from ledger.table import Frame
from rules.errors import StuckError
from rules.kernel.names import any_of, card_names, listed, place_name, whereabouts, word_name
from rules.kernel.position import Position

CHANCE = "chance"
"""The player of whom shuffles, dice and random picks are asked. The record answers."""

PASS = Move("pass")
Pick = Callable[[int], int]
"""Returns a number from 0 up to one below its argument.

The caller supplies the randomness, which this package may not draw itself.
"""


class Check(msgspec.Struct, frozen=True):
    """One condition of a move: its rule, what it needs, whether it holds, and what is so instead if it does not.

    `holds` is None if the condition was not judged, because another one failed that it needs. `needed` and `saw` are
    sentences for people, with the numbers that were compared; the small first letter and the missing full stop are
    mended where they are shown. `saw` means nothing unless the condition failed. `near` says that it failed closely:
    what it saw is about the very component it asks for. Of two places where a line fails alike, the closer one is told.

        Check("ready", "l5r/3.2#6", "an attacker must be ready", False, "Doji Hotaru is bowed")
    """

    name: str
    rule: str
    needed: str
    holds: bool | None
    saw: str = ""
    near: bool = False


def is_whose(pos: Position, name: str, rule: str, needed: str, player: str, whose: str, does: str) -> Check:
    """Return the condition that something is a player's to do, as `whose` it is; `does` is what this one does instead.

    Where the player has left the game, the clause is that by which players leave it.
    """
    who = pos.player_name(player)
    out = pos.pack.rules.get("out", "")
    if out and player in pos.table.seats and player not in pos.table.players:
        return Check(name, out, "only a player who is still in the game does anything", False, f"{who} is eliminated")
    return Check(name, rule, needed, player == whose, f"{who} {does}")


def distinct(pos: Position, rule: str, picks: Sequence[int], needed: str = "nothing may be chosen twice") -> Check:
    """Return the condition that no component is chosen twice."""
    twice = [number for number in dict.fromkeys(picks) if picks.count(number) > 1]
    return Check("distinct", rule, needed, not twice, f"{card_names(pos, twice)} is named twice" if twice else "")


def waits(pos: Position, rule: str, cards: Sequence[int], move: Move, holds: bool) -> Check:
    """Return the condition that a move names one of the abilities that must resolve now; `cards` have them."""
    needed = "it must resolve now" if holds else f"one of these must resolve now: {card_names(pos, cards)}"
    known = move.subject in pos.table.entities
    named = pos.pack.name(pos, move.subject) if known and move.subject not in cards else "another ability"
    return Check("waiting", rule, needed, holds, f"the move names {named}")


def written_verb(pos: Position, move: Move) -> str:
    """Return the word that people write for the verb of a move: `mulligan` for the move `hand` with that word.

    It is `choose` for a verb that only a question gives a word to.
    """
    phrase = pos.pack.notation.writing(move.verb, "", move.words)
    if phrase is not None:
        return phrase.name
    return move.verb if move.verb in pos.pack.notation.verbs() else "choose"


def answered_before(pos: Position, player: str, move: Move) -> Check | None:
    """Return the failed condition of an answer that a player has given before, once and for all; None if there is none.

    So it is with a second mulligan.
    """
    judge = pos.pack.answered.get(move.verb)
    return judge(pos, player, move) if judge is not None else None


class Ask:
    """A decision somebody has to make: who, by which verb, under which rule, and the question as a sentence."""

    over: tuple[str, ...] = ()
    """The players passed over just before this one because they could only pass.

    Empty outside windows, and in windows where each player finishes before the next begins.
    """
    whose = ""
    """The rule that makes this the player's decision, where it is another than the rule of the question."""
    asking = ""
    """The rule by which this is asked now, where it is another than the rule of the question.

    It is cited for a move that does not answer the question at all.
    """
    each = False
    """Whether several players are asked this, each for themselves. Then no player can answer for another."""
    ended = False
    """Whether nobody is asked this any more: an answer only shows what its player could have been asked before."""
    personal = False
    """Whether the answer counts as this player's, whoever gives it.

    Then an illegal answer of another player cannot be applied.
    """

    def __init__(self, player: str, verb: str, rule: str, says: str) -> None:
        self.player, self.verb, self.rule, self.says = player, verb, rule, says

    def pass_brings(self, pos: Position) -> str:
        """Return in words what else a pass here changes, such as a token gained; "" if nothing (the default).

        A pass that nobody wrote and that brings something is reported as an assumption.
        """
        return ""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        """Return the conditions of a move as an answer, each judged; the move is legal if all of them hold.

        Conditions that mean nothing once another one failed may be left out.
        """
        return self.addressed(pos, player, move)

    def addressed(self, pos: Position, player: str, move: Move) -> list[Check]:
        """Return the conditions that the decision is this player's and that the move answers it.

        If the move belongs elsewhere, those that say so; if the player has answered that before, that condition alone.
        """
        misplaced = self.elsewhere(pos, player, move)
        if misplaced:
            return misplaced
        found = [self.decider(pos, player), self.answers(pos, move)]
        late = None if all(check.holds for check in found) else answered_before(pos, player, move)
        return found if late is None else [late]

    def allows(self, pos: Position, player: str, move: Move) -> bool:
        """Whether a move is legal as an answer: whether all its conditions hold, without saying why."""
        return all(check.holds for check in self.checks(pos, player, move))

    def decider(self, pos: Position, player: str) -> Check:
        """Return the condition that the decision is this player's."""
        decides = f"{pos.player_name(self.player)} decides here: {self.says}"
        return is_whose(pos, "decider", self.whose or self.rule, decides, player, self.player, "answers instead")

    def answers(self, pos: Position, move: Move) -> Check:
        """Return the condition that a move answers the question at all."""
        found = move.verb in self.verb.split()
        saw = "" if found else f"“{written_verb(pos, move)}” does not answer it"
        return Check("answer", self.asking or self.rule, f"the question here is: {self.says}", found, saw)

    def elsewhere(self, pos: Position, player: str, move: Move) -> list[Check]:
        """Return the conditions of a move that belongs to another decision; empty if it may answer this question.

        Where this question asks for a target, an action from a card is no wrong target: it belongs to an action window,
        and that is what the conditions say, whoever is asked here. One of them has failed and is called `answer`.
        """
        explain = pos.pack.elsewhere
        if explain is None or move.verb in self.verb.split() or move.verb == PASS.verb:
            return []
        return explain(pos, self, player, move)

    def singles_out(self, pos: Position, move: Move) -> Mapping[int, Sequence[int]]:
        """Return for each component of a move those it may name as its pair, such as those an attacker may bypass.

        Components without a pair are left out; most questions have no pairs.
        """
        return {}

    def takes(self, player: str) -> bool:
        """Whether an answer may be this player's; who is asked alone is answered for by nobody else."""
        return player == self.player or not self.each

    def means(self, pos: Position, move: Move) -> bool:
        """Whether an answer, legal or not, says enough to be carried out.

        It must name at least what all the listed answers of its verb name. Nothing follows from a question that does
        not accept answers.
        """
        listed = [answer for answer in islice(self.moves(pos), 64) if answer.verb == move.verb]
        words = min((len(answer.words) for answer in listed), default=0)
        subject = bool(listed) and all(answer.subject for answer in listed)
        return type(self).accept is not Ask.accept and len(move.words) >= words and (bool(move.subject) or not subject)

    def answered_by(self, player: str) -> Ask:
        """Return the question as this player answers it: mostly this one, in `Together` the player's own.

        Raises `StuckError` where it does not take this player's answer.
        """
        if not self.takes(player):
            raise StuckError(f"{self.player} is asked alone: {self.says}")
        return self

    def accept(self, pos: Position, move: Move) -> None:
        """Emit what follows from an answer. The move itself is recorded already, and is not judged again.

        Raises `StuckError` for a question that nothing follows from.
        """
        raise StuckError(f"nothing comes of an answer here: {self.says}")

    def passed(self, pos: Position) -> None:
        """Emit a pass and what follows from it. Raises `StuckError` where nobody may pass."""
        raise StuckError(f"nobody may pass here: {self.says}")

    def moves(self, pos: Position) -> Iterator[Move]:
        """Yield the answers worth listing, all of them legal.

        Where there are very many, smaller ones come first or some legal ones are left out. Only `checks` says whether a
        move is legal.
        """
        raise NotImplementedError

    def sample(self, pos: Position, pick: Pick) -> Move:
        """Return one legal answer; `pick` decides which. By default it is one of the first 64 that `moves` lists.

        There must be a listed answer.
        """
        answers = list(islice(self.moves(pos), 64))
        return answers[pick(len(answers))]


class Choose(Ask):
    """A decision for components: between `least` and `most` of the candidates, or all if there are fewer.

    The answer is kept in the frame under the name `slot`. `fits` judges the picks together, with `fits_says` as what it
    needs and `fits_rule` as its rule where that is not the question's; `fits_saw` tells what is so instead. `reject`
    explains why one component is no candidate.
    """

    personal = True
    twice = ""
    """The rule by which nothing is chosen twice, where it is another than the rule of the question."""

    def __init__(
        self,
        player: str,
        rule: str,
        says: str,
        frame: Frame,
        slot: str,
        candidates: Sequence[int],
        least: int = 1,
        most: int = 1,
        fits: Callable[[tuple[int, ...]], bool] | None = None,
        fits_says: str = "",
        verb: str = "choose",
        reject: Callable[[int], list[Check]] | None = None,
        fits_saw: Callable[[tuple[int, ...]], str] | None = None,
        fits_rule: str = "",
    ) -> None:
        super().__init__(player, verb, rule, says)
        self.fits_rule = fits_rule or rule
        self.frame, self.slot, self.candidates = frame, slot, list(candidates)
        self.least, self.most = min(least, len(self.candidates)), min(most, len(self.candidates))
        self.fits, self.fits_says, self.fits_saw, self.reject = fits, fits_says, fits_saw, reject

    def _amount(self) -> str:
        """Return how many must be chosen: "exactly 2 must be chosen", "at most 1 may be chosen"."""
        if not self.most:
            return "there is nothing that may be chosen"
        if self.least == self.most:
            return f"exactly {self.least} must be chosen"
        if not self.least:
            return f"at most {self.most} may be chosen"
        return f"at least {self.least} and at most {self.most} must be chosen"

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = super().checks(pos, player, move)
        strangers = [number for number in move.picks if number not in self.candidates]
        why = (
            [[check for check in self.reject(number) if check.holds is False] for number in strangers]
            if self.reject
            else []
        )
        found += [check for checks in why for check in checks]
        # Where each wrong pick is explained by its own condition, the general one would only say it again.
        name = "explained" if why and all(why) else "candidate"
        found.append(self._candidates(pos, name, strangers))
        found.append(distinct(pos, self.twice or self.rule, move.picks))
        count = len(move.picks)
        if count > self.most and self.least <= len(set(move.picks)) <= self.most:
            count = len(set(move.picks))  # too many only because something is named twice, which is told above
        counted = f"{count or 'nothing'} {'was' if count < 2 else 'were'} chosen"
        enough = self.least <= count <= self.most
        needed = self._amount()
        if count < self.least:
            needed = f"{self.says}: {needed}"
        found.append(Check("count", self.rule, needed, enough, counted))
        if self.fits is not None:
            saw = self.fits_saw(move.picks) if self.fits_saw is not None else "these together do not"
            found.append(
                Check("fits", self.fits_rule, self.fits_says, None if strangers else self.fits(move.picks), saw)
            )
        return found

    def _candidates(self, pos: Position, name: str, strangers: list[int]) -> Check:
        """Return the condition that everything chosen may be chosen, with what may be and what may not."""
        if not strangers:
            return Check(name, self.rule, f"only what may be chosen is chosen: {self.says}", True)
        # their names are left out: they may be a hand that not everybody who reads this may know
        count = len(self.candidates)
        needed = f"{self.says}: {count or 'no'} {'cards fit' if count > 1 else 'card fits'}"
        return Check(name, self.rule, needed, False, f"{whereabouts(pos, strangers[0])}, and does not fit")

    def accept(self, pos: Position, move: Move) -> None:
        pos.remember(self.frame, self.slot, list(move.picks))

    def moves(self, pos: Position) -> Iterator[Move]:
        for count in range(self.least, self.most + 1):
            for picks in combinations(self.candidates, count):
                if self.fits is None or self.fits(picks):
                    yield Move(self.verb, picks=picks)

    def sample(self, pos: Position, pick: Pick) -> Move:
        for _ in range(8):
            count = self.least + pick(self.most - self.least + 1)
            left = list(self.candidates)
            picks = tuple(left.pop(pick(len(left))) for _ in range(count))
            if self.fits is None or self.fits(picks):
                return Move(self.verb, picks=picks)
        return next(self.moves(pos))


class Placement(Choose):
    """A decision which components are laid somewhere from where they lie now, as in a set-up.

    An illegal answer can be carried out only if it names as many as are asked for, and nothing that lies elsewhere.
    """

    def means(self, pos: Position, move: Move) -> bool:
        named = set(move.picks)
        return named <= set(self.candidates) and self.least <= len(named) <= self.most and super().means(pos, move)


class DecidedChoice(Ask):
    """A choice that decided itself, to be told to the observer of a position (`Position.skip`).

    Only a line with the verb of the choice speaks of it, and no `choose`, which may be meant for any other question.
    """

    def __init__(self, choice: Choose) -> None:
        super().__init__(choice.player, choice.verb, choice.rule, choice.says)
        self.choice, self.frame, self.candidates, self.whose = choice, choice.frame, choice.candidates, choice.whose

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        return self.choice.checks(pos, player, move)

    def moves(self, pos: Position) -> Iterator[Move]:
        return self.choice.moves(pos)


class Say(Ask):
    """A decision for one word: a kind of challenge, a player, yes or no, a number.

    The answer is kept in the frame under the name `slot`.
    """

    personal = True
    known: tuple[str, ...] = ()
    """All words that the question could offer, where some of them are left out now; () if it offers all.

    A word that is none of these does not answer the question at all.
    """

    def __init__(
        self, player: str, rule: str, says: str, frame: Frame, slot: str, words: Sequence[str], verb: str = "say"
    ) -> None:
        super().__init__(player, verb, rule, says)
        self.frame, self.slot, self.words = frame, slot, list(words)

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        allowed = len(move.words) == 1 and move.words[0] in self.words
        names = [word_name(pos, word) for word in self.words]
        needed = f"{any_of(names)} must be named" if len(names) > 1 else f"the only answer is {names[0]}"
        said = ", ".join(place_name(pos, word) for word in move.words)
        saw = f"“{said}” was named" if move.words else "nothing was named"
        strange = bool(self.known) and not set(move.words) <= set(self.known)
        rule = self.asking or self.rule if strange else self.rule
        return [*super().checks(pos, player, move), Check("word", rule, needed, allowed, saw)]

    def answers(self, pos: Position, move: Move) -> Check:
        found = super().answers(pos, move)
        offered = not found.holds and {*self.words} == {"yes", "no"}
        return msgspec.structs.replace(found, saw=f"{found.saw}: yes or no does") if offered else found

    def means(self, pos: Position, move: Move) -> bool:
        return len(move.words) == 1 and move.words[0] in self.words

    def accept(self, pos: Position, move: Move) -> None:
        pos.remember(self.frame, self.slot, move.words[0])

    def moves(self, pos: Position) -> Iterator[Move]:
        for word in self.words:
            yield Move(self.verb, words=(word,))


class Together(Ask):
    """Decisions several players make in secret at the same time, one question for each, answered in any order.

    `accept`, `moves` and `sample` are those of the first player's question; `answered_by` returns any player's.
    """

    def __init__(self, asks: Sequence[Ask]) -> None:
        first = asks[0]
        super().__init__(first.player, first.verb, first.rule, first.says)
        self.asks = {ask.player: ask for ask in asks}

    def takes(self, player: str) -> bool:
        return player in self.asks

    def means(self, pos: Position, move: Move) -> bool:
        return self.asks[self.player].means(pos, move)

    def answered_by(self, player: str) -> Ask:
        return self.asks.get(player, self)

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        if player in self.asks:
            return self.asks[player].checks(pos, player, move)
        misplaced = self.elsewhere(pos, player, move)
        if misplaced:
            return misplaced
        late = answered_before(pos, player, move)
        if late is not None:
            return [late]
        waiting = listed([pos.player_name(other) for other in self.asks])
        saw = f"{pos.player_name(player)} has nothing to decide here"
        return [Check("decider", self.rule, f"{waiting} decide here, each alone: {self.says}", False, saw)]

    def accept(self, pos: Position, move: Move) -> None:
        self.asks[self.player].accept(pos, move)

    def moves(self, pos: Position) -> Iterator[Move]:
        return self.asks[self.player].moves(pos)

    def sample(self, pos: Position, pick: Pick) -> Move:
        return self.asks[self.player].sample(pos, pick)


def together(asks: Sequence[Ask]) -> Ask | None:
    """Return one question for all players who still have to choose, or None if nobody has to.

    A single question is returned as it is. Each is marked as asked of every player for themselves (`each`).
    """
    for ask in asks:
        ask.each = True
    return None if not asks else asks[0] if len(asks) == 1 else Together(asks)


def remember(frame: Frame, slot: str, value: Slot) -> FrameAdvanced:
    """Return, without emitting it, the event that keeps an answer in a frame under the name `slot`."""
    return FrameAdvanced(frame.id, frame.step, {slot: value})


Judge = Callable[[Move], list[Check]]


class ChooseOrPass(Choose):
    """A decision for components that the player may decline, by a pass or by choosing nothing.

    Declining is kept as having chosen nothing.
    """

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        if move.verb == "pass":
            return [self.decider(pos, player)]
        if not move.picks and move.verb in self.verb.split():
            return self.addressed(pos, player, move)
        return super().checks(pos, player, move)

    def passed(self, pos: Position) -> None:
        pos.emit(Passed(self.player))
        pos.remember(self.frame, self.slot, [])

    def moves(self, pos: Position) -> Iterator[Move]:
        yield PASS
        yield from super().moves(pos)

    def sample(self, pos: Position, pick: Pick) -> Move:
        return PASS if not self.candidates or pick(3) == 0 else super().sample(pos, pick)


class ChooseOrNothing(ChooseOrPass):
    """A decision for any number of components, none included.

    A pass is understood as choosing nothing. It is not listed beside that, since it says the same.
    """

    def moves(self, pos: Position) -> Iterator[Move]:
        return Choose.moves(self, pos)

    def sample(self, pos: Position, pick: Pick) -> Move:
        return Choose.sample(self, pos, pick)


class Form(Ask):
    """A decision with conditions of its own, written as functions.

    `judge` returns the conditions of a move, `offers` the answers worth listing, `does` carries an answer out.
    `declines` carries out a pass; without it nobody may pass. `verb` may name several verbs, separated by spaces.
    `guess` builds a random answer, legal or not, where listing all would take long. `alike` says that `offers` leaves
    out answers that differ only in naming another component of the same kind in the same place. `whose` is the rule
    that makes this the player's decision, where it is another than `rule`. `meant` tells of an illegal answer whether
    what it is about is there at all, where that is not sure.
    """

    personal = True

    def __init__(
        self,
        player: str,
        verb: str,
        rule: str,
        says: str,
        judge: Judge,
        offers: Callable[[], Iterable[Move]],
        does: Callable[[Move], None],
        declines: Callable[[], None] | None = None,
        guess: Callable[[Pick], Move] | None = None,
        whose: str = "",
        alike: bool = False,
        meant: Callable[[Move], bool] | None = None,
    ) -> None:
        super().__init__(player, verb, rule, says)
        self.meant = meant
        self.judge, self.offers, self.does, self.declines, self.guess = judge, offers, does, declines, guess
        self.whose, self.alike = whose or rule, alike

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        if move.verb == "pass" and self.declines is not None:
            return [self.decider(pos, player)]
        found = self.addressed(pos, player, move)
        # for another player its conditions mean nothing
        fits = self.judge(move) if all(check.holds for check in found) else []
        return [*found, *fits]

    def means(self, pos: Position, move: Move) -> bool:
        return super().means(pos, move) and (self.meant is None or self.meant(move))

    def accept(self, pos: Position, move: Move) -> None:
        self.does(move)

    def passed(self, pos: Position) -> None:
        if self.declines is None:
            super().passed(pos)
        else:
            pos.emit(Passed(self.player))
            self.declines()

    def moves(self, pos: Position) -> Iterator[Move]:
        if self.declines is not None:
            yield PASS
        yield from self.offers()

    def sample(self, pos: Position, pick: Pick) -> Move:
        if self.guess is None:
            return super().sample(pos, pick)
        if self.declines is not None and pick(4) == 0:
            return PASS
        for _ in range(12):
            move = self.guess(pick)
            if all(check.holds for check in self.judge(move)):
                return move
        return super().sample(pos, pick)
