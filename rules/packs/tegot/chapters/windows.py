"""The window in which one player may take an action: whose it is by which rule, and what declining it gives up.

Also the choices of battle cards and of units. `ClosedWindow` is for a window that has already closed: it tells a
player who acts too late which rule was broken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ledger.events import Move
from ledger.table import Frame
from rules.kernel.asks import Check, Choose, ChooseOrPass, Form, Judge, Pick
from rules.kernel.names import whereabouts
from rules.kernel.position import Position
from rules.packs.tegot import board
from rules.packs.tegot.rulebook import event_rule, whose

BOTTOM = ("bottom.left", "bottom.right")
"""The two slots at the bottom of the action mat, in the order in which their dice are followed."""


class OfferedAction(Form):
    """An action offered to one player. A move for another action fails by the rule that `rule_against` names.

    Where an event card started the action, such a move fails by the rule of the question. A die cannot be placed here.
    The parameters after `frame` are those of `Form`; the player is the frame's. `against` is the condition that fails
    if the player declines where nobody may.
    """

    def __init__(
        self,
        frame: Frame,
        verb: str,
        rule: str,
        says: str,
        judge: Judge,
        offers: Callable[[], Iterable[Move]],
        does: Callable[[Move], None],
        declines: Callable[[], None] | None = None,
        guess: Callable[[Pick], Move] | None = None,
        alike: bool = False,
        meant: Callable[[Move], bool] | None = None,
        against: Check | None = None,
    ) -> None:
        super().__init__(
            frame.text("player"), verb, rule, says, judge, offers, does, declines, guess, whose(frame), alike, meant
        )
        self.frame, self.against = frame, against

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        if move.verb == "place":
            return [no_die_to_place(pos, player)]
        self.whose = whose(self.frame) or event_rule(pos, self.frame)
        if self.whose == "tegot/turn-2#1" and player not in (self.player, pos.after(self.player)):
            self.whose = "tegot/turn-3#1"  # besides the active player, others come before this one, too
        found = super().checks(pos, player, move)
        if move.verb == "pass" and self.against is not None:
            why = Check("answer", self.against.rule, self.against.needed, False, self.against.saw)
            return [why if check.name == "answer" else check for check in found]
        if move.verb not in (*board.ACTIONS, "use") or move.verb in (self.verb, self.frame.kind):
            return found
        if self.frame.number("event"):
            return [_way_chosen(pos, check, self.frame, move.verb) for check in found]
        other = other_action(pos, self.frame, "event" if move.verb == "use" else move.verb)
        if player != self.player:
            other = self.decider(pos, player)
        return [other if check.name == "answer" else check for check in found]


class ChooseUnit(Choose):
    """The choice of one unit. Units of one card are alike, so one of each is listed, but any of them may be named.

    What is no unit on the map cannot be meant, not even by an illegal choice.
    """

    def means(self, pos: Position, move: Move) -> bool:
        return super().means(pos, move) and bool(move.picks) and all(board.is_unit(pos, n) for n in move.picks)

    def moves(self, pos: Position) -> Iterator[Move]:
        listed: dict[str, int] = {}
        for number in self.candidates:
            listed.setdefault(pos.entity(number).card, number)
        for number in listed.values():
            yield Move(self.verb, picks=(number,))


class CardChoice(ChooseOrPass):
    """The choice of cards from hand, or none. A piece that is no such card cannot be meant."""

    def means(self, pos: Position, move: Move) -> bool:
        return super().means(pos, move) and all(is_held_card(pos, number) for number in move.picks)

    def _candidates(self, pos: Position, name: str, strangers: list[int]) -> Check:
        if not strangers:
            return super()._candidates(pos, name, strangers)
        number = next((n for n in strangers if n not in pos.zone(self.player, "hand")), strangers[0])
        needed, _, saw = from_hand(pos, self.player, number, "plays a card")
        return Check(name, self.rule, needed, False, saw)


def from_hand(pos: Position, player: str, number: int, does: str) -> tuple[str, bool, str]:
    """Return that a player does something with a card from hand, whether this is such a card, and what it is instead.

    `does` is what the player does: "plays a card".
    """
    held = number in board.hand(pos, player)
    saw = whereabouts(pos, number)
    if number in pos.playing:
        saw = f"{pos.pack.name(pos, number)} is being played already"
    elif number in pos.table.entities and not is_held_card(pos, number):
        saw = f"{pos.pack.name(pos, number)} is no card that is held in hand"
    return f"{pos.player_name(player)} {does} from hand", held, "" if held else saw


def is_held_card(pos: Position, number: int) -> bool:
    """Whether a component is a card that players hold: a plot or hero card, or an unknown one in a hand."""
    held = pos.table.entities[number].zone.endswith(".hand")
    return held or pos.card(number).type in ("plot", "hero-card")


class BattleCardChoice(CardChoice):
    """The choice of a battle card, or none, by one side of a battle: the attacker first, then the defender.

    The defender waits for the attacker (`tegot/initiator#2`). The attacker has had that choice when the defender is
    asked, and plays no other card. Nobody else plays one.
    """

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        battle = self.frame
        self.whose = "tegot/initiator#2" if player == battle.text("defender") else self.rule
        if move.verb == self.verb and player not in (battle.text("attacker"), battle.text("defender")):
            return [no_side(pos, battle, player)]
        theirs = [number for number in move.picks if number not in pos.zone(self.player, "hand")]
        asked_second = self.player == battle.text("defender")
        another = another_card(pos, battle, player) if asked_second and move.verb == self.verb and theirs else None
        return [another] if another is not None else super().checks(pos, player, move)


def no_side(pos: Position, battle: Frame, player: str) -> Check:
    """Return the failed condition of a battle card of a player who neither attacks nor defends."""
    attacker, defender = (board.side_name(pos, battle.text(side)) for side in ("attacker", "defender"))
    needed = f"only {attacker}, who attacks, and {defender}, who defends, may play cards in this battle"
    return Check("decider", "tegot/initiator#1", needed, False, f"{pos.player_name(player)} does neither")


def another_card(pos: Position, frame: Frame, player: str) -> Check | None:
    """Return the failed condition of one battle card more than a side of a battle may play.

    None if the player is no side of it, or has not played as many as allowed.
    """
    for side, slot, rule in (("attacker", "attack cards", "tegot/battle-1#1"), ("defender", "defence cards", _DEFENCE)):
        count, most = len(frame.numbers(slot)), 1 + frame.number("second") * (side == "attacker")
        if player == frame.text(side) and count >= most:
            needed = f"the {side} plays {most} {'card' if most == 1 else 'cards'} in a battle"
            return Check("count", rule, needed, False, f"{pos.player_name(player)} has played {count}")
    return None


_DEFENCE = "tegot/battle-2#1"


def played_already(pos: Position, player: str, number: int) -> list[Check]:
    """Return why a hero card that this player has played cannot be played again in this round; nothing for others."""
    zone = pos.entity(number).zone if number in pos.table.entities else ""
    if zone != f"{player}.played" or pos.card(number).type != "hero-card":
        return []
    name, who = pos.pack.name(pos, number), pos.player_name(player)
    needed = "a hero card that has been played is not in hand until the round ends"
    return [Check("played", "tegot/hero-card#2", needed, False, f"{name} lies face up in the play area of {who}")]


class ClosedWindow(Form):
    """A window that has closed, kept to explain why a move comes too late.

    A move of its verb is judged by `judge`. Any other move fails by `rule`, and for being no answer. `theirs` is the
    rule that made the decision this player's, `rule` if it is empty. An empty `player` stands for whoever tries to act.
    `says` is what acting here needed, and `saw` what is so instead.
    """

    def __init__(
        self, player: str, verb: str, rule: str, says: str, judge: Judge, theirs: str = "", saw: str = ""
    ) -> None:
        super().__init__(player, verb, rule, says, judge, tuple, lambda move: None, whose=theirs)
        self.saw = saw

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = super().checks(pos, player, move)
        return found if move.verb == self.verb else [Check("window", self.rule, self.says, False, self.saw), *found]


def closed_window(player: str, verb: str, rule: str, says: str, saw: str, theirs: str = "") -> ClosedWindow:
    """Return a closed window in which every move of `verb` fails for one reason: the condition `says` of `rule`.

    `saw` is what is so instead.
    """

    def judge(move: Move) -> list[Check]:
        return [Check("window", rule, says, False, saw)]

    return ClosedWindow(player, verb, rule, says, judge, theirs, saw)


def _way_chosen(pos: Position, check: Check, frame: Frame, verb: str) -> Check:
    """Return a condition of another action than an event card started: of a march or sail, that the other was chosen.

    Any other condition is returned as it is.
    """
    if check.name != "answer" or not {verb, frame.kind} <= {"march", "sail"} or pos.enclosing("expedition") is None:
        return check
    needed = f"{pos.player_name(frame.text('player'))} has chosen to {frame.kind}"
    return Check("answer", check.rule, needed, False, f"{verb} is tried instead")


def other_action(pos: Position, frame: Frame, verb: str) -> Check:
    """Return the failed condition of an action named `verb` that is taken in place of the one this frame offers.

    A follower has only the die's action, the slot's action comes before the die's, and all decide on the left bottom
    die before anybody takes the right one. In every other case the bottom die, the slot or the placed die says which
    action is taken.
    Keeps `tegot/following#1`, `tegot/optional-action#1`, `tegot/extra-dice#4`, `tegot/turn-1#3`.
    """
    turn = pos.enclosing("turn")
    offered = frame.kind
    if frame.data.get("following"):
        rule, needed = "tegot/following#1", f"a player who follows takes the die's action, {offered}"
    elif turn is not None and turn.text("slot") == verb and not frame.data.get("slot"):
        rule, needed = "tegot/optional-action#1", f"the slot's action, {verb}, comes before the die's"
        return Check("answer", rule, needed, False, f"the die's action, {offered}, is being taken")
    elif frame.text("extra") == BOTTOM[0] and pos.table.zones[BOTTOM[1]]:
        rule, needed = "tegot/extra-dice#4", f"all decide first on the left bottom die, {offered}"
    elif frame.data.get("extra"):
        rule, needed = "tegot/extra-dice#1", f"the action of a bottom die, {offered}, is being followed"
    else:
        what = "slot's" if frame.data.get("slot") else "die's"
        rule, needed = "tegot/turn-1#3", f"the {what} action, {offered}, is being taken"
    return Check("answer", rule, needed, False, f"{verb} is tried instead")


def verbs_given_up(pos: Position, frame: Frame, verb: str) -> tuple[str, ...]:
    """Return what a player gives up by declining an action: its verb, or nothing if a bottom die may still offer it.

    Otherwise there is no other chance before a die is placed again (`tegot/following#3`). An action that an event card
    started gives up nothing.
    """
    return () if frame.number("event") or _offered_again(pos, frame) else (verb,)


def _offered_again(pos: Position, frame: Frame) -> bool:
    """Whether a bottom die may offer this action once more before anybody places another die.

    Bottom dice are followed after the last turn of a round. One that shows Event counts: an event may grant any action.
    """
    turn = pos.enclosing("turn")
    if turn is not None and pos.after(turn.text("player")) != pos.first:
        return False
    bottom = BOTTOM[BOTTOM.index(frame.text("extra")) + 1 :] if frame.text("extra") else BOTTOM
    faces = {board.face_of(pos, number) for zone in bottom for number in pos.table.zones[zone]}
    return not faces.isdisjoint({frame.kind, "event"})


def no_die_to_place(pos: Position, player: str) -> Check:
    """Return why a player may not place a die now: the active player has done so, and nobody else is active.

    The next player is active when the other die has been passed on (`tegot/turn-4#2`).
    """
    if player == pos.table.role("active"):
        return Check("answer", "tegot/turn-1#1", "one die is placed in a turn", False, "one has been placed")
    active = pos.player_name(pos.table.role("active"))
    needed = "the active player places a die"
    return Check("answer", "tegot/turn-4#2", needed, False, f"{active} is the active player")
