"""The prices of a reading: what each thing costs that a reading supposes, refuses or reads in an unusual way.

A transcript leaves things out, and some of its lines may be illegal. Every way to read it is a path through the game,
and each step of the path has one of these prices. The path that costs least is the verdict. Ordinary omissions are
nearly free, so a clean file is read straight ahead; refusing a line costs more than any ordinary omission, and less
than supposing that somebody forgot to write a decision of consequence.
"""

from __future__ import annotations

from enum import Enum

import msgspec

from replays.meaning.fit import CHANGED, ELSEWHERE, MATCHED, NEAR, NOWHERE, WRONG_TIME


class Price(msgspec.Struct, frozen=True):
    """What one step of a reading costs, and the step in words."""

    cost: int
    says: str


class StepKind(Enum):
    """The kinds of steps of a reading, each with its price."""

    READ = Price(0, "the line is made at the decision that is pending")
    ONLY = Price(0, "the only possible answer is given")
    LEARNED = Price(0, "an unknown card turns out to be the card that the line names")
    CORRECTED = Price(0, "the table is put right by hand, as the line says")
    UNSEEN = Price(0, "chance picks among unknown cards only")
    PASS = Price(1, "a player passes, and nobody wrote it")
    NO = Price(1, "an offer is declined, and nobody wrote it")
    YES = Price(3, "an offer is taken up, and only the choice that follows is written")
    PHASE = Price(2, "the next phase begins")
    LUCK = Price(3, "chance decides something, and nobody wrote the outcome")
    ORDER = Price(5, "forced abilities resolve in the order they are listed in")
    NOTHING = Price(10, "nothing is chosen where nothing need be, and nobody wrote it")
    BY_ITSELF = Price(15, "the line says what happened by itself")
    OTHER_ORDER = Price(20, "forced abilities resolve in another order")
    PASS_BEFORE = Price(20, "another player passes before a written pass, and nobody wrote it")
    PASS_IN_NEXT_PHASE = Price(20, "a written pass is made in a later phase")
    TOGETHER = Price(25, "answers that several players give to one effect stand in another order")
    ONE_CHOICE = Price(25, "one choice is written on several lines")
    NEVER_ASKED = Price(30, "a choice written behind a use is never asked for")
    ANSWERED_BEFORE = Price(40, "an answer says what had decided itself, and is none to the question that is asked")
    NO_REACTION = Price(45, "a written pass says that nobody could react to something")
    BELONGS = Price(50, "the line belongs to a line that was refused")
    ACTS_AGAIN = Price(60, "a player who passed acts again, since what another player did in between is refused")
    CHOICE = Price(60, "a choice is supposed that nobody wrote")
    OTHER_CHOICE = Price(80, "another choice is supposed than the first that is possible")
    PASSED_FIRST = Price(15, "a pass is supposed for a player who acts there after another one did")
    OTHER_MEANING = Price(80, "the line leaves open what it means, and not the first meaning is taken")
    PASSED_OVER = Price(80, "a pass is supposed for a player who is written with something to do there")
    PASS_OVER = Price(60, "a written pass could be made here and is made later")
    NEXT_ROUND = Price(90, "the next round begins, and the line fits nothing in this one")
    LEGAL_SOON = Price(20, "the refused line could be made after some passes")
    UNKNOWN_CHOICE = Price(10, "a player chooses among cards that nobody has identified")
    OWN_COPY = Price(10, "an unknown card is a card of which only other players are known to have one")
    ANSWERED_LATE = Price(100, "what an effect asks for is written behind what others did meanwhile")
    COPY = Price(100, "an unknown card is another copy of the card that the line names")
    SILENT_THERE = Price(
        150, "the line uses an ability, or says what would have happened by itself, after a line that was refused"
    )
    ROW_IDLE = Price(150, "everybody writes a pass, and these only say that an action window closed by itself")
    LATER = Price(200, "the ability could be used here and is used later")
    SAID_TOO_SOON = Price(350, "a choice is supposed that a refused line of its player made too soon")
    CHOICE_IN_BETWEEN = Price(350, "a choice is supposed, though a window for other moves was open before it")
    LATER_PHASE = Price(350, "the line could be made in the phase before")
    OTHER_WINDOW = Price(240, "the next round begins, though a window of this one is open for other moves")
    OTHER_PHASE = Price(690, "the phase of the position ends before the first line, though a window of it was open")
    NO_OUTCOME = Price(500, "nothing is random where the line tells an outcome")
    NO_STEP = Price(500, "nothing asks for a written pass at the step that it names")
    UNFINISHED = Price(540, "a move of several steps is refused, since it is written to end where it may not")
    PUT_OFF = Price(560, "the line could be made here; its player passes instead, and no pass is written near")
    ADDED_CHOICE = Price(560, "one choice is written on several lines, though the first alone would do")
    NO_PASS = Price(630, "a player with unknown cards wrote no pass, though every pass is written")
    CHOICE_BEFORE = Price(720, "a choice is supposed, though the line was an answer to something before it")
    CHOICE_LATER = Price(720, "a choice is supposed that one of the next lines makes")
    OWN_CHOICE = Price(720, "a move is supposed that the line's own player had to make before, and did not write")
    NOT_UNDERSTOOD = Price(800, "the line cannot be understood here")
    IDLE = Price(700, "a written pass is no move, though it could be one")
    DECLINED = Price(1100, "the line could be made here; its player declines and makes it later")
    STRAY = Price(700, "an answer to something that was refused or cancelled is looked for in another phase")
    WRONG_ORDER = Price(900, "two lines of different players stand in the wrong order")
    FITS_HERE = Price(2000, "the next round begins, though the line fits something in this one")
    NEW_CHOICE = Price(2000, "a choice is supposed in a round of which nothing is written")
    LEGAL_HERE = Price(2000, "the refused line could be made here")

    @property
    def cost(self) -> int:
        """The price of one step of this kind."""
        return self.value.cost

    @property
    def says(self) -> str:
        """The step in words."""
        return self.value.says


REFUSED = {MATCHED: 600, CHANGED: 620, NEAR: 640, WRONG_TIME: 640, ELSEWHERE: 650, NOWHERE: 650}
"""The price of refusing a line, by how well it fits the decision at which it is judged."""

RIVAL = 100
"""The most by which another reading may cost more than the best one and still be told."""

INNOCENT = 600
"""The most by which a reading that blames nobody may cost more than the best one and still be told."""

OTHER_END = 50
"""The most by which a reading may cost more that refuses the same lines and only leaves another table behind."""
