"""A turn: changing dice, placing one, the slot's action, the die's action, followers, and passing the other die."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ledger.events import Move, Moved
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Form
from rules.kernel.chance import Chance
from rules.kernel.names import listed
from rules.kernel.position import Position
from rules.packs.tegot import board
from rules.packs.tegot.chapters.rounds import die_showing, show
from rules.packs.tegot.chapters.windows import closed_window, no_die_to_place


def change_dice(pos: Position, frame: Frame) -> Ask | None:
    """Ask which ability turns a die or rolls the dice again, until the player goes on (`tegot/alliance-ability#1`).

    Nothing is asked if no ability is left that the player can pay for.
    """
    player = frame.text("player")
    if frame.data.get("rolling"):
        return _reroll(pos, frame, player)
    if frame.data.get("settled") or not pos.zone(player, "dice"):
        return None
    gold = board.may_pay(pos, player)
    offered = {house: part for house, part in _die_abilities(pos, frame).items() if part[1] <= gold}
    form = _change_form(pos, frame, offered)
    if offered:
        return form
    pos.skip(form)
    return None


def _change_form(pos: Position, frame: Frame, offered: dict[str, tuple[str, int]]) -> Form:
    """Return the question which of the abilities offered the player uses, and on which die."""
    player = frame.text("player")

    def judge(move: Move) -> list[Check]:
        return _judge_change(pos, frame, move)

    def offers() -> Iterator[Move]:
        for house, (does, _) in offered.items():
            if does == "reroll":
                yield Move("reroll", words=(house,))
                continue
            for shown in _faces(pos, player):
                yield from (Move("change", words=(shown, face, house)) for face in board.ACTIONS if face != shown)

    def does(move: Move) -> None:
        house = _ability_named(pos, frame, move)
        board.pay(pos, player, _die_abilities(pos, frame)[house][1])
        pos.patch(frame, {"used": [*frame.names("used"), house]})
        if move.verb == "change":
            show(pos, die_showing(pos, f"{player}.dice", move.words[0]), move.words[1])
        else:
            pos.patch(frame, {"rolling": True})

    def declines() -> None:
        pos.patch(frame, {"settled": True})

    def meant(move: Move) -> bool:
        does, _ = _die_abilities(pos, frame).get(_ability_named(pos, frame, move), ("", 0))
        return does == move.verb and (does == "reroll" or _names_a_turn(pos, player, move))

    says = "use an ability on the dice, or go on"
    rule = "tegot/changing-a-die#1"
    return DiceAbility(frame, player, "change reroll", rule, says, judge, offers, does, declines, meant=meant)


class DiceAbility(Form):
    """The question which ability is used on the dice, which may be declined.

    A die or an action that is out of order here whatever is answered is refused by the steps of a turn.
    """

    def __init__(self, frame: Frame, *rest: Any, **more: Any) -> None:
        super().__init__(*rest, **more)
        self.frame = frame

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = super().checks(pos, player, move)
        if player != self.player:
            return found
        if "face" in self.frame.data:  # a die has been placed, and the other one is passed on next
            return [no_die_to_place(pos, player)] if move.verb == "place" else found
        if move.verb in board.ACTIONS:
            needed, saw = "a die is placed before an action is taken", f"{pos.player_name(player)} has placed none"
            return [Check("answer", "tegot/turn#2", needed, False, f"{saw} in this turn")]
        wrong = _judge_placing(pos, player, move) if move.verb == "place" else []
        return [check for check in wrong if not check.holds] or found


def _shows(pos: Position, player: str, face: str) -> bool:
    """Whether one of a player's dice shows a face."""
    return die_showing(pos, f"{player}.dice", face) > 0


def _judge_change(pos: Position, frame: Frame, move: Move) -> list[Check]:
    """Return the conditions of using an ability on the dice."""
    player, house = frame.text("player"), _ability_named(pos, frame, move)
    who, rule = pos.player_name(player), "tegot/changing-a-die#1"
    does, cost = _die_abilities(pos, frame).get(house, ("", 0))
    paid = cost <= board.may_pay(pos, player) if does else None
    found = [
        Check(
            "ability",
            rule,
            "an ability of a player's house or of an ally is used once a turn",
            does == move.verb,
            _no_ability(pos, frame, move, house),
        ),
        Check(
            "gold",
            "tegot/alliance-ability#2",
            f"the ability of House {house.title()} costs {cost} gold",
            paid,
            board.gold_told(pos, player),
        ),
    ]
    if move.verb == "change":
        needed = f"one of the two dice of {who} is turned to a face"
        saw = f"their dice show {listed(sorted(_faces(pos, player)))}, and “{' to '.join(move.words[:2])}” is named"
        found.append(Check("die", rule, needed, _names_a_turn(pos, player, move), saw))
    return found


def _names_a_turn(pos: Position, player: str, move: Move) -> bool:
    """Whether a change names a face that one of a player's dice shows, and a face to turn it to."""
    shown, face = move.words[:2] if len(move.words) > 1 else ("", "")
    return shown in _faces(pos, player) and face in board.ACTIONS


def _ability_named(pos: Position, frame: Frame, move: Move) -> str:
    """Return the house whose ability a move names; if it names none, the cheapest house left that can do it, or ""."""
    named = move.words[2:] if move.verb == "change" else move.words
    if named:
        return named[0]
    able = {house: cost for house, (does, cost) in _die_abilities(pos, frame).items() if does == move.verb}
    return min(able, key=lambda house: able[house], default="")


def _no_ability(pos: Position, frame: Frame, move: Move, house: str) -> str:
    """Return why no ability of a house can be used on the dice as a move says; `house` is empty if none is named."""
    player = frame.text("player")
    who = pos.player_name(player)
    if house in frame.names("used"):
        return f"{who} has used that of House {house.title()} in this turn"
    if house in (board.house_of(pos, player), *board.allies(pos, player)):
        does, _ = _die_abilities(pos, frame).get(house, ("", 0))
        other = {"change": "turns a die to another face", "reroll": "rolls the dice again"}.get(does)
        return f"the ability of House {house.title()} {other or 'does nothing to dice'}"
    if house:
        return f"House {house.title()} is neither the house nor an ally of {who}"
    used = listed([f"House {name.title()}" for name in frame.names("used")])
    return f"{who} has used that of {used} in this turn" if used else f"no house of {who} has such an ability"


def _reroll(pos: Position, frame: Frame, player: str) -> Ask | None:
    """Ask for the new roll of a player's dice, show it, and ask whether another ability is used."""
    dice = pos.zone(player, "dice")
    if "faces" not in frame.data:
        rule, says = "tegot/changing-a-die#1", "the dice rolled again"
        return Chance(rule, says, frame, "faces", "dice", board.ACTIONS, len(dice), repeats=True)
    for number, face in zip(dice, frame.names("faces"), strict=True):
        show(pos, number, face)
    pos.patch(frame, {"rolling": None, "faces": None})
    return change_dice(pos, frame)


def _die_abilities(pos: Position, frame: Frame) -> dict[str, tuple[str, int]]:
    """Return the abilities a player may still use on the dice this turn, each once: of the own house and of allies.

    For each house they give what its ability does (`change` or `reroll`) and its cost in gold.
    Keeps `tegot/changing-a-die#1`, `tegot/alliance-ability#1`.
    """
    player = frame.text("player")
    own = board.house_of(pos, player)
    found = {}
    for house in (own, *board.allies(pos, player)):
        fact = board.house_fact(pos, house, "own" if house == own else "ally")
        if isinstance(fact, dict) and house not in frame.names("used"):
            found[house] = (str(fact["does"]), int(fact["cost"]))
    return found


def place_die(pos: Position, frame: Frame) -> Ask | None:
    """Ask which of the two dice goes into which open slot (`tegot/turn-1#1`, `tegot/turn#1`, `tegot/turn-1#3`)."""
    player = frame.text("player")
    if "face" in frame.data or not pos.zone(player, "dice"):
        return None

    def judge(move: Move) -> list[Check]:
        return _judge_placing(pos, player, move)

    def offers() -> Iterator[Move]:
        return (Move("place", words=(face, slot)) for face in _faces(pos, player) for slot in open_slots(pos))

    def does(move: Move) -> None:
        face, slot = move.words
        die = die_showing(pos, f"{player}.dice", face)
        show(pos, die, face)
        pos.emit(Moved(die, f"slot.{slot}"))
        pos.patch(frame, {"face": face, "slot": slot, "settled": None})

    def meant(move: Move) -> bool:
        named = len(move.words) == 2 and move.words[1] in board.ACTIONS
        return named and _shows(pos, player, move.words[0])

    return Form(player, "place", "tegot/turn-1#1", "a die into an open slot", judge, offers, does, meant=meant)


def _judge_placing(pos: Position, player: str, move: Move) -> list[Check]:
    """Return the conditions of placing a die in a slot."""
    face, slot = move.words if len(move.words) == 2 else ("", "")
    covered = f"a die covers the {slot} slot" if slot in board.ACTIONS else f"“{slot}” is no slot"
    return [
        Check(
            "die",
            "tegot/turn-1#1",
            f"{pos.player_name(player)} places one of their dice",
            face in _faces(pos, player),
            f"their dice show {listed(sorted(_faces(pos, player)))}, and “{face}” is named",
        ),
        Check(
            "slot",
            "tegot/turn-1#2",
            "a die goes into an open slot",
            slot in open_slots(pos),
            covered,
        ),
    ]


def open_slots(pos: Position) -> list[str]:
    """Return the slots of the action mat that no die covers yet (`tegot/turn-1#2`, `tegot/optional-action#3`)."""
    return [name for name in board.ACTIONS if not pos.table.zones[f"slot.{name}"]]


def slot_action(pos: Position, frame: Frame) -> Ask | None:
    """Offer the slot's action to the active player alone, before the die's.

    Keeps `tegot/optional-action#1`, `tegot/optional-action#2`.
    """
    if frame.text("slot"):
        pos.open_next(frame, frame.text("slot"), {"player": frame.text("player"), "slot": True})
    return None


def die_action(pos: Position, frame: Frame) -> Ask | None:
    """Offer the die's action to the active player (`tegot/turn-2#1`)."""
    if frame.text("face"):
        pos.open_next(frame, frame.text("face"), {"player": frame.text("player")})
    return None


def follow(pos: Position, frame: Frame) -> Ask | None:
    """Offer the die's action to the next of the other players, clockwise; each finishes before the next begins.

    The step runs again until everybody has had the chance.
    Keeps `tegot/turn-3#1`, `tegot/turn-3#2`, `tegot/following#2`, `tegot/following#1`, `tegot/following#3`.
    """
    active, face = frame.text("player"), frame.text("face")
    for player in pos.order(active)[1:]:
        if player not in frame.names("followed") and face:
            pos.patch(frame, {"followed": [*frame.names("followed"), player]})
            pos.open(face, {"player": player, "following": True})
            return None
    _close_actions(pos, frame)
    return None


def _close_actions(pos: Position, frame: Frame) -> None:
    """Tell whoever watches that the slot's and the die's action are over for everybody (`tegot/optional-action#1`)."""
    active, face, slot = (frame.text(name) for name in ("player", "face", "slot"))
    if slot and slot != face:
        says = "the slot's action is taken before the die's"
        saw = "the die's action has been offered"
        pos.skip(closed_window(active, slot, "tegot/optional-action#1", says, saw, "tegot/optional-action#2"))
    if face:
        says = "a player takes the die's action once, when it is their turn to"
        pos.skip(closed_window("", face, "tegot/turn-3#1", says, "every player has had that turn"))


def change_other(pos: Position, frame: Frame) -> Ask | None:
    """Ask which abilities change the die that is passed on, before the turn ends (`tegot/changing-a-die#2`).

    Abilities used earlier in the turn are gone. In the last turn of a round no die is passed on, so nothing is asked.
    """
    return change_dice(pos, frame) if pos.after(frame.text("player")) != pos.first else None


def pass_die(pos: Position, frame: Frame) -> Ask | None:
    """Move the other die, its face unchanged, to the next player; after the last turn, back to the dice of the table.

    Keeps `tegot/turn-4#1`.
    """
    player = frame.text("player")
    next_player = pos.after(player)
    zone = f"{next_player}.dice" if next_player != pos.first else "dice"
    for number in list(pos.zone(player, "dice")):
        pos.emit(Moved(number, zone))
    return None


def _faces(pos: Position, player: str) -> list[str]:
    """Return the faces that a player's dice show, each once; every face, if that of a die is not written."""
    faces = list(dict.fromkeys(board.face_of(pos, number) for number in pos.zone(player, "dice")))
    return list(board.ACTIONS) if "" in faces else faces
