"""Cards that become known: a line that names a card shows which card an unknown one was all along."""

from __future__ import annotations

from ledger.table import Table
from replays.errors import NotationError
from replays.meaning.written_moves import UnknownCard, WrittenMove
from replays.notation.lines import Said


class Learned(Exception):
    """Raised when a line shows which card an unknown component is; `number` is 0 for a card that no line listed."""

    def __init__(self, number: int, player: str, zone: str, card: str) -> None:
        super().__init__(card)
        self.number, self.player, self.zone, self.card = number, player, zone, card


def learned_by(table: Table, open_zones: set[str], said: Said, unknown: UnknownCard) -> Learned | NotationError:
    """Return what a line shows of an unknown card of its player, as an exception to raise.

    `Learned` if an unknown card lies in the zone or the zone was not stated, else an error that there is none.
    """
    place = f"{said.player}.{unknown.zone}"
    number = next((number for number in table.zones.get(place, ()) if not table.entities[number].card), 0)
    if number or place in open_zones:
        return Learned(number, said.player, unknown.zone, unknown.cards[0])
    ref = unknown.ref
    says = f"{said.player} has no `{ref.text}`, and no unknown card in {unknown.zone} that could be it"
    return NotationError(says, said.number, said.source, ref.column, ref.width)


def unlikely(table: Table, open_zones: set[str], wording: WrittenMove) -> None:
    """Raise `Learned` if an illegal move names a card that lies only in a pile, and an unknown card may be meant.

    A line `A play x` is then read with an unknown card of A's hand as x. Does nothing if there is no such card.
    """
    said = wording.said
    for part in [part for phrase in wording.phrases for part in phrase.parts if part.zone and not said.part("of")]:
        written = wording.written(part)
        for ref in written.items if written else ():
            zones = {table.entities[number].zone for number in wording.names.components(table, ref, said.player)}
            near = {f"{said.player}.{part.zone}"} | {zone for zone, spec in table.specs.items() if spec.inplay}
            cards = wording.names.cards(ref.text)
            if cards and zones and not zones & near:
                news = learned_by(table, open_zones, said, UnknownCard(ref, part.zone, cards))
                if isinstance(news, Learned):
                    raise news
