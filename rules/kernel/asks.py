"""Decisions: what the engine asks, of whom, which moves answer it, and why another one does not.

An `Ask` is computed from the table alone, so it can be asked again at any time. It is a form with a validator: `checks`
judges any move, `moves` lists the answers worth listing, `sample` builds one of them from numbers the caller supplies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice

import msgspec

from ledger.events import FrameAdvanced, Move, Passed, Slot
from ledger.table import Frame
from rules.errors import StuckError
from rules.kernel.position import Position

CHANCE = "chance"
"""Who decides a shuffle, a die, a random card: the record does."""

PASS = Move("pass")
Pick = Callable[[int], int]
"""Picks a number below its argument: how a caller supplies what this package may not draw itself."""


class Check(msgspec.Struct, frozen=True):
    """One condition of a move: the rule, what it says, and whether it holds (None: not evaluated, because one it
    needs failed)."""

    name: str
    rule: str
    says: str
    holds: bool | None


class Ask:
    """A pending decision. While it is still open for what a pass would give up, `meanwhile` are verbs that others may
    be written with.
    """

    meanwhile: tuple[str, ...] = ()
    final = False
    """Whether what a pass gives up is gone for good: then not even who does something else first has passed."""
    recurs = False
    """Whether what a pass gives up comes again soon, for another reason: who does it later may well have passed here.
    """
    over: tuple[str, ...] = ()
    """Those who had the opportunity before, and nothing to use it for: they were passed over."""
    whose = ""
    """The rule that makes it this player's decision, where that is another than the question's own."""
    guessed = True
    """Whether an answer may be assumed where nobody wrote one; without it nothing that comes after can be judged."""
    refuses = False
    """Whether a pass written here is meant for this, though nobody may pass: then it is a wrong answer and not an idle
    word.
    """
    each = False
    """Whether everybody is asked this for themselves: then nobody's answer is another's."""
    personal = False
    """Whether only this player's answer means anything here: it is kept as theirs, whoever gave it."""

    def __init__(self, player: str, verb: str, rule: str, says: str) -> None:
        self.player, self.verb, self.rule, self.says = player, verb, rule, says

    def gives_up(self, pos: Position) -> tuple[str, ...]:
        """What passing here would take from the player for the rest of a turn, by its verbs: whoever does it later has
        not passed.
        """
        return ()

    def in_turn(self, pos: Position) -> Ask:
        """The same question to whoever's turn it is: what a pass here gives up is that player's."""
        return self

    def pass_brings(self, pos: Position) -> str:
        """What passing here changes on the table, in words: a pass that brings something is told where nobody wrote it."""
        return ""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        """Every condition of this move as an answer, in the order of the rules."""
        return [
            Check(
                "decider", self.whose or self.rule, f"the decision is {player}'s: {self.says}", player == self.player
            ),
            Check("answer", self.rule, f"this answers the question: {self.says}", move.verb == self.verb),
        ]

    def singles_out(self, pos: Position, move: Move) -> Mapping[int, Sequence[int]]:
        """Whom each component of a move may single out as its pair, such as whom an attacker bypasses; nobody, in most
        forms.
        """
        return {}

    def answered_by(self, player: str) -> Ask:
        """The form this player answers: the same for everyone unless several choose at once, each for themselves."""
        if self.each and player != self.player:
            raise StuckError(f"{self.player} is asked alone: {self.says}")
        return self

    def accept(self, pos: Position, move: Move) -> None:
        """Record what the answer means; the move itself is already recorded. What only says that something is over
        takes none.
        """
        raise StuckError(f"nothing comes of an answer here: {self.says}")

    def passed(self, pos: Position) -> None:
        """Record a pass, where passing is an answer."""
        raise StuckError(f"nobody may pass here: {self.says}")

    def moves(self, pos: Position) -> Iterator[Move]:
        """The answers, lazily; forms with very many list the smaller ones first."""
        raise NotImplementedError

    def sample(self, pos: Position, pick: Pick) -> Move:
        """One legal answer."""
        answers = list(islice(self.moves(pos), 64))
        return answers[pick(len(answers))]


class Choose(Ask):
    """Choose components: between `least` and `most` of the candidates, remembered in the frame under `slot`."""

    personal = True

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
    ) -> None:
        super().__init__(player, verb, rule, says)
        self.frame, self.slot, self.candidates = frame, slot, list(candidates)
        self.least, self.most = min(least, len(self.candidates)), min(most, len(self.candidates))
        self.fits, self.fits_says, self.reject = fits, fits_says, reject

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = super().checks(pos, player, move)
        strangers = [number for number in move.picks if number not in self.candidates]
        says = "every one chosen may be chosen: " + self.says
        why = (
            [[check for check in self.reject(number) if check.holds is False] for number in strangers]
            if self.reject
            else []
        )
        found += [check for checks in why for check in checks]
        # what is said of each one that may not be chosen says it all: the general condition is then another name for that
        name = "explained" if why and all(why) else "candidate"
        found.append(Check(name, self.rule, says, not strangers))
        found.append(Check("distinct", self.rule, "nothing is chosen twice", len(set(move.picks)) == len(move.picks)))
        count = len(move.picks)
        amount = f"exactly {self.least}" if self.least == self.most else f"{self.least} to {self.most}"
        counted = f"{amount} {'is' if self.most == 1 else 'are'} chosen ({count} {'was' if count == 1 else 'were'})"
        found.append(Check("count", self.rule, counted, self.least <= count <= self.most))
        if self.fits is not None:
            found.append(Check("fits", self.rule, self.fits_says, None if strangers else self.fits(move.picks)))
        return found

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


class Say(Ask):
    """Choose a word: a kind of challenge, a player, yes or no, a number; remembered in the frame under `slot`."""

    personal = True

    def __init__(
        self, player: str, rule: str, says: str, frame: Frame, slot: str, words: Sequence[str], verb: str = "say"
    ) -> None:
        super().__init__(player, verb, rule, says)
        self.frame, self.slot, self.words = frame, slot, list(words)

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        allowed = len(move.words) == 1 and move.words[0] in self.words
        says = (
            f"one of {', '.join(self.words)} is named" if len(self.words) > 1 else f"the only answer is {self.words[0]}"
        )
        return [*super().checks(pos, player, move), Check("word", self.rule, says, allowed)]

    def accept(self, pos: Position, move: Move) -> None:
        pos.remember(self.frame, self.slot, move.words[0])

    def moves(self, pos: Position) -> Iterator[Move]:
        for word in self.words:
            yield Move(self.verb, words=(word,))


class Together(Ask):
    """Several players choose in secret at the same time: each has a form, and they may be answered in any order."""

    def __init__(self, asks: Sequence[Ask]) -> None:
        first = asks[0]
        super().__init__(first.player, first.verb, first.rule, first.says)
        self.asks = {ask.player: ask for ask in asks}

    def answered_by(self, player: str) -> Ask:
        return self.asks.get(player, self)

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        if player in self.asks:
            return self.asks[player].checks(pos, player, move)
        waiting = " and ".join(self.asks)
        return [Check("decider", self.rule, f"the decision is {player}'s, not {waiting}'s: {self.says}", False)]

    def accept(self, pos: Position, move: Move) -> None:
        self.asks[self.player].accept(pos, move)

    def moves(self, pos: Position) -> Iterator[Move]:
        return self.asks[self.player].moves(pos)

    def sample(self, pos: Position, pick: Pick) -> Move:
        return self.asks[self.player].sample(pos, pick)


def together(asks: Sequence[Ask]) -> Ask | None:
    """One question to whoever still has to choose; nobody, and there is none."""
    for ask in asks:
        ask.each = True
    return None if not asks else asks[0] if len(asks) == 1 else Together(asks)


def remember(frame: Frame, slot: str, value: Slot) -> FrameAdvanced:
    """The event that keeps an answer in its frame."""
    return FrameAdvanced(frame.id, frame.step, {slot: value})


Judge = Callable[[Move], list[Check]]


class ChooseOrPass(Choose):
    """Choose components or decline; declining is remembered as having chosen nothing."""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        if move.verb == "pass":
            decides = f"the decision is {player}'s: {self.says}"
            return [Check("decider", self.whose or self.rule, decides, player == self.player)]
        return super().checks(pos, player, move)

    def passed(self, pos: Position) -> None:
        pos.emit(Passed(self.player))
        pos.remember(self.frame, self.slot, [])

    def moves(self, pos: Position) -> Iterator[Move]:
        yield PASS
        yield from super().moves(pos)

    def sample(self, pos: Position, pick: Pick) -> Move:
        return PASS if not self.candidates or pick(3) == 0 else super().sample(pos, pick)


class Form(Ask):
    """A move judged by its own conditions; `offers` lists the answers worth listing, `does` records what one means.

    `verb` may name several verbs. `guess` builds a random answer, legal or not, where listing all of them would take long. `alike`
    says that every answer is listed but for those that name another component of the same kind in the same place.
    `whose` is the rule that makes it this player's decision, where that is another than the question's own.
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
    ) -> None:
        super().__init__(player, verb, rule, says)
        self.judge, self.offers, self.does, self.declines, self.guess = judge, offers, does, declines, guess
        self.whose, self.alike = whose or rule, alike

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        decider = Check("decider", self.whose, f"the decision is {player}'s: {self.says}", player == self.player)
        if move.verb == "pass" and self.declines is not None:
            return [decider]
        verbs = self.verb.split()
        answer = Check("answer", self.rule, f"this answers the question: {self.says}", move.verb in verbs)
        fits = (
            self.judge(move) if decider.holds and answer.holds else []
        )  # for another player its conditions mean nothing
        return [decider, answer, *fits]

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
