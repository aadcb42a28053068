"""What may stand in the way of an action printed on a component, each condition with its own rule."""

from __future__ import annotations

from ledger.table import Entity
from rules.asking import Check
from rules.cards import Ability
from rules.packs.okc import holdings, reading
from rules.position import Position


def used(pos: Position, key: str, scope: int) -> bool:
    """Whether something limited was used already in its period."""
    return pos.table.uses.get(scope, {}).get(key, 0) > 0


def just_revealed(pos: Position, number: int) -> bool:
    """Whether a Day step allows this source: any in its first part, only cards just revealed in the second."""
    frame = pos.enclosing("day")
    return frame is None or "revealed" not in frame.data or number in frame.numbers("revealed")


def action_key(player: str, number: int, ability: Ability) -> str:
    """What counts a use of an action: for each player and component apart (`okc/own-powers#2`)."""
    return f"action {number} {ability.key} {player}"


def prohibitions(pos: Position, player: str, entity: Entity, ability: Ability) -> list[Check]:
    """Every condition of an action that its text does not say."""
    if ability.kind != "action":
        return []
    fresh = not used(pos, action_key(player, entity.id, ability), reading.round_frame(pos))
    found = [Check("round", "okc/action#4", "the action was not activated yet this round", fresh)]
    if pos.enclosing("day") is not None:
        if reading.is_faction_card(pos, entity.id):
            fights = reading.in_clash(pos, entity.id)
            found.append(Check("clash", "okc/summer-2b#2", "its card is active in the current clash", fights))
        says = "it is one of the cards just revealed"
        found.append(Check("revealed", "okc/added-cards#3", says, just_revealed(pos, entity.id)))
    if pos.card(entity.id).type == "faction":
        controls = holdings.favoured(pos) == player
        found.append(Check("favour", "okc/favour-action#1", "the player controls the Kingdom's Favour", controls))
    return found
