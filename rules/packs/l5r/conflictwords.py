"""The words of this game's cards about conflicts and duels."""

from __future__ import annotations

from rules.context import Context
from rules.packs.l5r import counting, reading
from rules.packs.l5r.opening import may_duel
from rules.packs.l5r.playing import could_take
from rules.packs.l5r.tablewords import WORDS

__all__ = ["WORDS"]


def _side(ctx: Context, number: int, *sides: str) -> bool:
    frame = reading.conflict(ctx.pos)
    if frame is None:
        return False
    who = number or ctx.it
    for side in sides:  # noqa: SIM110 - asked of every card in play, and a generator costs as much again
        if frame.holds(side, who):
            return True
    return False


@WORDS.value("attacking", "value?", "the character is attacking", "attacking(self)")
def _attacking(ctx: Context, number: int = 0) -> bool:
    return _side(ctx, number, "attackers")


@WORDS.value("defending", "value?", "the character is defending", "defending(self)")
def _defending(ctx: Context, number: int = 0) -> bool:
    return _side(ctx, number, "defenders")


@WORDS.value("participating", "value?", "the character participates in the conflict", "participating(self)")
def _participating(ctx: Context, number: int = 0) -> bool:
    return _side(ctx, number, "attackers", "defenders")


@WORDS.value("alone", "value?", "the character is the only one on its side", "attacking(self) and alone(self)")
def _alone(ctx: Context, number: int = 0) -> bool:
    frame = reading.conflict(ctx.pos)
    return frame is not None and [number or ctx.it] in (frame.numbers("attackers"), frame.numbers("defenders"))


@WORDS.value("in_conflict", "", "a conflict is being resolved", "not in_conflict")
def _in_conflict(ctx: Context) -> bool:
    return reading.conflict(ctx.pos) is not None


@WORDS.value("conflict_at", "value", "the conflict is at this province", "conflict_at(self)")
def _conflict_at(ctx: Context, number: int) -> bool:
    frame = reading.conflict(ctx.pos)
    return frame is not None and frame.number("province") == number


@WORDS.value("attacked_province", "", "the province being attacked", "attacked_province")
def _attacked_province(ctx: Context) -> list[int]:
    frame = reading.conflict(ctx.pos)
    return [frame.number("province")] if frame else []


def _conflict_word(name: str, key: str, says: str, example: str, empty: object) -> None:
    @WORDS.value(name, "", says, example)
    def of_conflict(ctx: Context) -> object:
        frame = reading.conflict(ctx.pos)
        return frame.data.get(key, empty) if frame is not None else empty


for _word, _key, _says, _example, _empty in (
    ("conflict_type", "type", "the type of the conflict being resolved", "conflict_type == military", ""),
    ("attacking_player", "attacker", "the attacking player", "attacking_player == you", ""),
    ("defending_player", "defender", "the defending player", "defending_player == you", ""),
    ("winner", "winner", "the winner of the conflict", "winner == you", ""),
    ("loser", "loser", "the loser of the conflict", "loser == you", ""),
    ("margin", "margin", "by how much skill the conflict was won", "margin >= 5", 0),
    ("unopposed", "unopposed", "the conflict was unopposed", "unopposed", False),
):
    _conflict_word(_word, _key, _says, _example, _empty)


@WORDS.value("broke_province", "", "the conflict broke the province it was at", "broke_province")
def _broke_province(ctx: Context) -> bool:
    frame = reading.conflict(ctx.pos)
    return frame is not None and bool(frame.data.get("breaking")) and reading.broken(ctx.pos, frame.number("province"))


@WORDS.value("contested_ring", "", "the ring the conflict is about", "resolve_ring(contested_ring)")
def _contested_ring(ctx: Context) -> list[int]:
    frame = reading.conflict(ctx.pos)
    return [frame.number("ring")] if frame else []


@WORDS.value("conflict_element", "symbol", "the contested ring has this element", "conflict_element(fire)")
def _conflict_element(ctx: Context, element: str) -> bool:
    frame = reading.conflict(ctx.pos)
    return frame is not None and element in reading.elements(ctx.pos, frame.number("ring"))


@WORDS.value("total", "value", "what a player counts in the conflict now", "total(you) > total(opponent)")
def _total(ctx: Context, player: str) -> int:
    frame = reading.conflict(ctx.pos)
    return counting.total(ctx.pos, frame, reading.side_of(frame, player)) if frame else 0


@WORDS.value("declared_by", "value", "how many conflicts a player has declared this phase", "declared_by(opponent) >= 2")
def _declared_by(ctx: Context, player: str) -> int:
    return reading.declared(ctx.pos, player)


@WORDS.value(
    "nth_conflict",
    "symbol",
    "how many conflicts of a type were declared this round, this one included",
    "nth_conflict(military) == 1",
)
def _nth_conflict(ctx: Context, kind: str) -> int:
    rounds = ctx.pos.enclosing("round")
    return ctx.table.uses.get(rounds.id if rounds else 0, {}).get(f"conflict {kind}", 0)


@WORDS.value("lost_this_phase", "value", "a player has lost a conflict this phase", "not lost_this_phase(you)")
def _lost_this_phase(ctx: Context, player: str) -> bool:
    phase = ctx.pos.enclosing("conflicts")
    return bool(ctx.table.uses.get(phase.id if phase else 0, {}).get(f"lost {player}"))


@WORDS.value("can_duel", "symbol value?", "the character could be in a duel of this type", "can_duel(military)")
def _can_duel(ctx: Context, kind: str, number: int = 0) -> bool:
    return may_duel(ctx.pos, number or ctx.it, kind)


@WORDS.value("could_take", "value", "an attachment could be played on the card now", "could_take(self)")
def _could_take(ctx: Context, number: int) -> bool:
    return could_take(ctx.pos, ctx.you, number, ctx.it)


@WORDS.value("duel_winner", "", "the winner of the duel", "duel_winner")
def _duel_winner(ctx: Context) -> list[int]:
    return ctx.chosen.get("duel_winner", [])


@WORDS.value("duel_loser", "", "the loser of the duel", "bow(duel_loser)")
def _duel_loser(ctx: Context) -> list[int]:
    return ctx.chosen.get("duel_loser", [])


@WORDS.value("duelist", "", "the character is in the duel", "not duelist")
def _duelist(ctx: Context) -> bool:
    return ctx.it in ctx.chosen.get("duelists", [])


@WORDS.value("won_duel", "value", "this character won the duel", "won_duel(self)")
def _won_duel(ctx: Context, number: int) -> bool:
    return number in ctx.chosen.get("duel_winner", [])


@WORDS.value("lost_duel", "value", "this character lost the duel", "lost_duel(self)")
def _lost_duel(ctx: Context, number: int) -> bool:
    return number in ctx.chosen.get("duel_loser", [])


@WORDS.value(
    "weaker",
    "symbol symbol",
    "it has less of a skill than a participating character of yours with a trait",
    'weaker(military, "Bushi")',
)
def _weaker(ctx: Context, kind: str, trait: str) -> bool:
    frame = reading.conflict(ctx.pos)
    mine = frame.numbers(reading.side_of(frame, ctx.you)) if frame else []
    skills = [counting.skill(ctx.pos, number, kind) for number in mine if reading.has_trait(ctx.pos, number, trait)]
    return bool(skills) and counting.skill(ctx.pos, ctx.it, kind) < max(skills)


@WORDS.value("has_skill", "symbol", "the character has a number, not a dash, for a skill", "has_skill(military)")
def _has_skill(ctx: Context, kind: str) -> bool:
    return not reading.dash(ctx.pos, ctx.it, kind)


@WORDS.value("glory_in_conflict", "value", "the glory of a player's ready participants", "glory_in_conflict(you) > 3")
def _glory_in_conflict(ctx: Context, player: str) -> int:
    frame = reading.conflict(ctx.pos)
    mine = frame.numbers(reading.side_of(frame, player)) if frame else []
    return sum(counting.glory(ctx.pos, number) for number in mine if not reading.bowed(ctx.pos, number))
