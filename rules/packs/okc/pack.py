"""The pack of The Old King's Crown: its data in one place, and the methods of `Pack` that it overrides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ledger.events import Component, Seat
from ledger.table import Entity
from rules.kernel.asks import Pick
from rules.kernel.pack import Exploring, Pack, meanings
from rules.kernel.position import Position
from rules.language.cards import Ability
from rules.language.expressions import Language
from rules.language.lexicon import Dialect
from rules.packs.okc import board, components, rulebook, standing, values
from rules.packs.okc.chapters import autumn, drawing, orders, spring, windows
from rules.packs.okc.happenings.kinds import HAPPENINGS
from rules.packs.okc.layout import LAYOUT
from rules.packs.okc.notation import NOTATION
from rules.packs.okc.sayings import SAYINGS
from rules.packs.okc.timing import PROCEDURES, SEQUENCE
from rules.packs.okc.words import SYMBOLS, WORDS
from rules.packs.okc.zones import ZONES, put_by_hand


class OldKingsCrown(Pack):
    """The Old King's Crown, for two to four players."""

    id = "okc"
    title = "The Old King's Crown"
    version = "1.0"
    formats = {
        "normal": (2, 4),
        "short": (2, 4),
        "long": (2, 4),
        "normal-advanced": (2, 4),
        "short-advanced": (2, 4),
        "long-advanced": (2, 4),
    }
    dialect = Dialect(
        language=Language(WORDS.words, SYMBOLS),
        kinds={
            "action": "action",
            "night": "effect",
            "winter": "effect",
            "must": "triggered",
            "may": "triggered",
            "bold": "triggered",
            "reward": "reward",
            "setup": "setup",
            "constant": "constant",
        },
        numbers=frozenset({"strength", "votes", "lore", "cost", "influence", "limit", "copies"}),
        zone_kinds=frozenset(
            {kind for kind, _, _ in ZONES.owned}
            | {"road", "active", "council", "play", "clash", "map", *board.LOCATIONS}
        ),
        periods={
            "phase": "year start spring summer autumn winter",
            "clash": "clash",
            "claim": "claim",
            "round": "round",
            "game": "game",
        },
    )
    place_names = {
        "kingdom": "Kingdom deck",
        "road": "Great Road",
        "map": "map",
        "board": "Kingdom card spaces",
        "occupying": "occupying cards",
        "power": "place of power",
        "burned": "burned cards",
        "dealt": "dealt cards",
        "relics": "Council of Relics",
        "secrets": "Council of Secrets",
        "oaths": "Council of Oaths",
        "bid": "bid",
        "kingdom-discard": "Kingdom discard pile",
        "council": "Councils",
        **dict.fromkeys(("favour", "tactics", "faction", "herald"), "player area"),
    }
    place_phrases = {
        "road": "on the Great Road",
        "occupying": "under a Kingdom card of {who}",
        "board": "on {who}'s player board",
        "power": "on {who}'s place of power",
        "bid": "laid down as {who}'s bid",
        "dealt": "among the Kingdom cards dealt to {who}",
        "losses": "in the losses pile",
        "burned": "burned",
        **{region: f"beside the {region} on {{who}}'s side" for region in board.REGIONS},
        **{location: f"on the {location.title()}" for location in board.LOCATIONS},
    }
    choice_places = {
        "clash": "in the clash",
        "hand": "in hand",
        "active": "among the active cards",
        "council": "in a council",
        "road": "on the Great Road",
        "losses": "in the losses pile",
        "discard": "in a discard pile",
        "tactics": "among the tactics",
        "supply": "in a supply",
        "board": "on a player board",
        **{region: f"beside the {region}" for region in board.REGIONS},
    }
    type_names = {
        "basic": "basic card",
        "advanced": "advanced card",
        "kingdom": "Kingdom card",
        "faction": "faction card",
    }
    zone_table = ZONES
    meanings = meanings(components="card kingdom", named="effect", secrets="mulligan")
    """All decide on their hands before anyone redraws (`okc/advanced-setup-ii#1`)."""
    procedures = PROCEDURES
    sequence = SEQUENCE
    happenings = HAPPENINGS
    rules = rulebook.RULES
    closer = rulebook.CLOSER
    closer_words = rulebook.CLOSER_WORDS
    answered = rulebook.ANSWERED
    asked_at = rulebook.ASKED_AT
    layout = LAYOUT
    sayings = SAYINGS
    idle_uses = True
    same_when_moved = True
    exploring = Exploring(counts=Exploring().counts | {"number"})
    notation = NOTATION
    actions = (*orders.ACTIONS, *spring.ACTIONS, *autumn.ACTIONS, *drawing.ACTIONS)

    forbidden = staticmethod(rulebook.forbidden)
    settle = staticmethod(standing.settle)
    put_by_hand = staticmethod(put_by_hand)
    finished = staticmethod(drawing.refill_road)
    extra_cost = staticmethod(windows.cost_of_use)

    def deal(self, seats: Sequence[Seat], format: str, pick: Pick) -> tuple[tuple[Seat, ...], tuple[Component, ...]]:
        """Return the seats, each with a faction, and no components: the setup brings them all."""
        return components.seat_factions(self.cards, seats, pick), ()

    def abilities_of(self, pos: Position, entity: Entity) -> tuple[Ability, ...]:
        """Return a component's printed abilities that work from where it lies.

        A facedown card outside a hand has none, and neither has anything exhausted.
        """
        card = self.cards.get(entity.card)
        if card is None or not card.abilities or (not entity.up and not entity.zone.endswith(".hand")):
            return ()
        if "exhausted" in entity.marks:
            return ()
        return self.working(pos, entity, card.abilities)

    def usable(self, pos: Position, entity: Entity, ability: Ability) -> bool:
        """Whether a component's text counts: it is not cleared (`okc/cleared#1`).

        Cards that fought in an earlier clash of the region do not count in a new one (`okc/new-clash#2`).
        """
        if entity.marks and board.spent(pos, entity):
            return False
        if not pos.index.constants and not pos.table.effects:
            return True
        return values.text_counts(pos, entity.id)

    def candidates(self, pos: Position, player: str, zone: str) -> Iterable[int]:
        """Return the components among which a player's ability looks, by kind of zone.

        `hand` is the player's own. `active` are all active cards, `clash` those in the current clash, `council` the
        cards in all councils, `play` faceup cards beside regions, on boards, occupying, in supplies and tactics. A
        shared zone is that zone; any other kind means every player's zone of that kind.
        """
        if zone == "hand":
            return list(pos.zone(player, "hand"))
        if zone in ("active", "clash"):
            found = [number for who in pos.order() for number in board.active_cards(pos, who)]
            return [number for number in found if board.in_clash(pos, number)] if zone == "clash" else found
        if zone == "council":
            return [number for who in pos.order() for council in board.COUNCILS for number in pos.zone(who, council)]
        if zone == "play":
            kinds = (*board.REGIONS, "board", "occupying", "supply", "tactics")
            return [
                number
                for who in pos.order()
                for kind in kinds
                for number in pos.zone(who, kind)
                if pos.entity(number).up
            ]
        if zone in pos.table.zones and zone not in board.REGIONS:
            return list(pos.table.zones[zone])
        return [number for who in pos.table.seats for number in pos.zone(who, zone)]

    def name(self, pos: Position, number: int) -> str:
        """Return a card's title; a Herald is called after its player."""
        card = pos.card(number)
        return f"Herald of {pos.player_name(pos.entity(number).owner)}" if card.type == "herald" else card.name
