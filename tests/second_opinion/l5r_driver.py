"""Answering l5r's decisions from the clicks of ringteki and jigoku."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import partial

import msgspec

from ledger.events import Counted, Move, Moved, Shuffled
from rules.engine import legal
from rules.kernel.asks import PASS, Ask, Choose, Say
from rules.kernel.chance import Chance, Shuffle
from rules.packs.l5r import board, values
from rules.packs.l5r.chapters.conflicts import Declare
from rules.packs.l5r.chapters.conflicts import _attacker_checks as attacker_checks
from rules.packs.l5r.chapters.playing import price
from rules.resolution.moments import Order, Window
from rules.resolution.windows import ActionWindow
from rules.shared.revealed import WhenRevealed
from tests.second_opinion import l5r
from tests.second_opinion.files import Click, Game, State
from tests.second_opinion.fortune import Fortune
from tests.second_opinion.idle_clicks import without_idle
from tests.second_opinion.meanings import Sense
from tests.second_opinion.reading import Act, Place, Reading
from tests.second_opinion.ringteki import (
    CLICKS,
    DECLARED,
    DUPLICATE,
    MARKS,
    PAID,
    PHASES,
    REVEALED,
    SELECTIONS,
    ZONES,
)
from tests.second_opinion.tables import Fields
from tests.second_opinion.their_rules import TheirRules
from tests.second_opinion.watched import WatchedPosition


def _after_defenders(acts: list[Act]) -> None:
    """Let clicks after defenders were declared stand at the next stage of the conflict, although the chat tells of the
    defenders only after reactions to their declaration.
    """
    declared: Place = ()
    for act in acts:
        if act.meaning.says == "defend":
            declared = act.place
        elif act.place == declared and act.place[4] < 2:
            act.place = (*act.place[:4], 2)


class L5rDriver(TheirRules):
    """Plays a game of ringteki or jigoku on l5r."""

    phases = l5r.PHASES[:4]
    contest = "conflict"
    acted = "^{player} (uses|plays|attempted to use) {what}"
    zones = ZONES
    in_turn = 1
    unfinished = False
    """Whether the game ends while a conflict is being declared, which their last table shows in part."""

    def __init__(self, game: Game, arrangement: l5r.Arrangement | None = None) -> None:
        self.start, self.first_state = l5r.start_state(game)
        self.arrangement = arrangement
        self.every_click = game.clicks
        if game.snapshots:
            shown = tuple(l5r.without_doubles(game, state) for state in game.snapshots)
            final = l5r.without_doubles(game, game.final)
            game = without_idle(msgspec.structs.replace(game, snapshots=shown, final=final))
        self.arranged_at = -1
        super().__init__(game, Reading(game, CLICKS, MARKS))
        self.rounds = int(self.first_state.get("round", 1)) if self.first_state else 0
        self.reading.acts = [act for act in self.reading.acts if act.click.lines >= self.start]
        _after_defenders(self.reading.acts)
        self.opening = tuple(self.reading.acts)
        self.passed = 1 if game.snapshots else 0
        self.since = self.start
        states = [*self.states.values(), game.final]
        self.fortunes = {side: Fortune(game, states, partial(l5r.cards_left, game, side)) for side in l5r.SIDES}
        self.arrange()

    def begin(self) -> WatchedPosition:
        pos = l5r.begin(self.game)
        if self.arrangement is not None:
            l5r.apply(pos, self.arrangement)
        return pos

    def arrange(self) -> None:
        if not hasattr(self, "fortunes"):
            return
        if not self.game.snapshots and not self.checked:
            self._arranged()
        for letter in self.letters.values():
            for side in l5r.SIDES:
                zone = f"{letter}.{side}_deck"
                order = self._order(letter, f"{side}_deck")
                if order != self.pos.table.zones[zone]:
                    self.pos.emit(Shuffled(zone, tuple(order)))

    def watch(self) -> None:
        super().watch()
        self.pos.refilled = self.refilled if self.game.snapshots else None

    def prepare(self) -> None:
        """Lay the decks anew when a click was played since: what is drawn now is not what the chat names later."""
        if self.game.snapshots and self.reading.last != self.arranged_at:
            self.arranged_at = self.reading.last
            self.arrange()

    def refilled(self, number: int) -> None:
        """Let a card that fills a province be the one that lies there according to the next clicks, or the next state.

        What a refill brings is chance, and often hidden for a while.
        """
        owner, _, slot = self.pos.entity(number).zone.partition(".")
        where = next(there for there, here in l5r.PLACES.items() if here == slot)
        player, line = self.names[owner], self.line
        states = list(self.states.values())
        state = states[self.passed] if self.passed < len(states) else self.game.final
        until = int(state.get("line", len(self.game.lines)))
        lying = [self.pos.card(one).name for one in self.pos.zone(owner, slot) if one != number]
        new = Counter(name for name, _ in l5r.held_in(state, player, slot))
        new.subtract(lying)
        names = [
            *(
                click.what
                for click in self.every_click
                if line < click.lines < until
                and click.what not in lying
                and click.kind == "card"
                and click.where == (where if click.player == player else f"{where} of {player}")
            ),
            *new.elements(),
        ]
        inside = {self.pos.card(one).name for one in (number, *self.pos.zone(owner, "dynasty_deck"))}
        name = next((one for one in names if one in inside), "")
        if name and name != self.pos.card(number).name:
            l5r.exchange(self.pos, number, name, self.pos.zone(owner, "dynasty_deck"))

    def phase_key(self, state: State) -> tuple[int, str] | None:
        return l5r.phase_key(state)

    def deck_left(self, state: State, player: str) -> Counter[str] | None:
        return l5r.deck_left(self.game, state, player, "conflict")

    def place(self) -> Place:
        return l5r.place(self.pos, self.rounds, self.contests)

    def our_table(self, whole: bool) -> Fields:
        fields = l5r.our_table(self.pos, whole)
        for number in self.pos.playing if whole else ():
            entity, name = self.pos.entity(number), self.pos.card(number).name
            player = self.names[entity.owner]
            theirs = self.game.final["players"].get(player, {}).get("hand", [])
            hand = fields[f"{player}.hand"]
            if entity.zone.endswith(".hand") and theirs.count(name) > hand.count(name):
                fields[f"{player}.hand"] = sorted([*hand, name])  # theirs leaves it there until its targets are chosen
        return self._settled(fields)

    def _settled(self, fields: Fields) -> Fields:
        """A table without what a conflict that is only being declared changes."""
        if not self.unfinished:
            return fields
        pattern = re.compile(r"(, )?(inConflict|contested)(, )?")
        strip = {"(, )": "(", "()": ""}

        def plain(text: str) -> str:
            text = pattern.sub(lambda found: ", " if found[1] and found[3] else "", text)
            for old, new in strip.items():
                text = text.replace(old, new)
            return text.strip()

        return {
            key: [plain(one) for one in value] if isinstance(value, list) else value for key, value in fields.items()
        }

    def their_table(self, state: State, whole: bool) -> Fields:
        if state.get("players"):
            l5r.identify_hidden(self.pos, self.game, state)
        return self._settled(l5r.their_table(self.game, state, whole))

    def correct(self, state: State) -> None:
        self.pos.left = None
        l5r.correct(self.pos, self.game, state)
        self.pos.left = self.pile_up

    def lost(self, state: State) -> tuple[str, ...]:
        """A sentence for each card listed twice, and for each place in which their set-up laid no province."""
        bare = []
        for zone in sorted(self.pos.missing):
            number = next((one for one in self.pos.table.zones[zone] if board.is_province(self.pos, one)), 0)
            name = self.pos.card(number).name if number else "none"
            bare.append(f"record: {self.names[zone[0]]}'s {zone[2:]} has no province card, {name} is in the deck")
        return (*state.get("twice", ()), *bare)

    def looks(self, number: int) -> str:
        return l5r.looks(self.pos, number)

    def is_named(self, act: Act, number: int) -> bool:
        if act.click.kind == "ring":
            return self.pos.card(number).facts.get("element") == act.click.what
        return super().is_named(act, number) or self.pos.card(number).name == re.sub(r" \(\d+\)$", "", act.click.what)

    def resolve(self, act: Act, candidates: Sequence[int], chosen: Sequence[int]) -> int:
        """The candidate a click names, in play or in a province only where the click was."""
        where, _, whose = act.click.where.partition(" of ")
        zone, holder = ZONES.get(where, ""), self.letters.get(whose, self.letters[act.player])
        if zone in ("play", *board.SLOTS):
            candidates = [number for number in candidates if self.pos.entity(number).zone.endswith(f".{zone}")]
        if zone == "play":
            candidates = [number for number in candidates if self.pos.entity(number).controller == holder]
        return super().resolve(act, candidates, chosen)

    def _arranged(self) -> None:
        """Lay cards where a situation's clicks find them, and fate on rings from which the chat takes it. A situation
        puts them there without a click.
        """
        for line in self.game.lines[self.start :]:
            found = re.fullmatch(r".+ takes (\d+) fate from the (\w+) ring", line)
            if found:
                ring = board.ring_of(self.pos, found[2])
                missing = int(found[1]) - self.pos.table.count(ring, "fate")
                if missing > 0:
                    self.pos.emit(Counted(ring, "fate", missing))
                break
        for act in self.reading.acts:
            where, _, whose = act.click.where.partition(" of ")
            zone, letter = ZONES.get(where, ""), self.letters.get(whose or act.player, "")
            if act.click.kind != "card" or zone not in board.SLOTS or not letter:
                continue
            lying = [self.pos.card(number).name for number in self.pos.zone(letter, zone)]
            if act.click.what not in lying:
                self._lay(letter, act.click.what, zone)
        self._lay_given()

    def _lay(self, letter: str, name: str, zone: str, facedown: bool = False) -> None:
        """Put a card into a place. What lay there goes to the discard pile if it has too few of them at the end, else
        into the deck.
        """
        old = [self.pos.card(number).name for number in board.in_slot(self.pos, letter, zone)]
        pile = [self.pos.card(number).name for number in self.pos.zone(letter, "dynasty_discard")]
        last = self.game.final["players"].get(self.names[letter], {}).get("dynastyDiscard", [])
        to_deck = all(last.count(one) <= pile.count(one) for one in old)
        l5r.put_in_province(self.pos, letter, name, zone, facedown, to_deck)

    def _lay_given(self) -> None:
        """Lay the cards that a situation is given by name where its last table has them, if the chat does not tell how
        they came there: situations move them without a click, and a place they leave is filled facedown.
        """
        moved = set()
        lies = {card.name for card in self.pos.pack.cards.values() if card.facts.get("side") == "dynasty"}
        used = {(act.click.where, act.player) for act in self.reading.acts if act.click.what in lies}

        def is_used(player: str, where: str) -> bool:
            """Whether a dynasty card is clicked in a place: what is clicked there lies there."""
            return any(place == (where if who == player else f"{where} of {player}") for place, who in used)

        for player, where, name, what in l5r.given_at_end(self.game, self.start):
            zone, letter = l5r.PLACES[where], self.letters[player]
            if is_used(player, where):
                continue
            if what == "province":
                for number in self.pos.zone(letter, zone):
                    if self.pos.card(number).name == name and not self.pos.entity(number).up:
                        self.pos.emit(Moved(number, f"{letter}.{zone}", 0, "up"))
                continue
            lying = [number for number in board.in_slot(self.pos, letter, zone) if self.pos.card(number).name == name]
            public = any(self.pos.card(one).name == name for one in self.pos.zone(letter, "dynasty_discard"))
            if any(self.pos.entity(one).up for one in lying) or (what == "down" and (lying or not public)):
                continue
            self._lay(letter, name, zone, what == "down")
            moved.add(player)
        for player in moved:
            for where, zone in l5r.PLACES.items():
                lying = board.in_slot(self.pos, self.letters[player], zone)
                hidden = [down for _, down in l5r.held_in(self.game.final, player, zone)]
                if len(lying) == 1 and hidden == [True] and self.pos.entity(lying[0]).up and not is_used(player, where):
                    self.pos.emit(Moved(lying[0], f"{self.letters[player]}.{zone}", face="down"))

    # --- chance -----------------------------------------------------------------------------------------------------

    def chance(self, ask: Ask) -> Move:
        if isinstance(ask, Shuffle):
            letter, _, kind = ask.zone.partition(".")
            return Move("shuffle", picks=tuple(self._order(letter, kind)))
        assert isinstance(ask, Chance)
        if ask.what == "first player":
            for act in [act for act in self.reading.acts if act.click.where.startswith("You won the flip")]:
                self.reading.take([act])
                self.bend(act, "the player drawn at random is the first player", "l5r/setup-3#1")
            first = next((name for name, one in self.game.final["players"].items() if one.get("first")), "")
            return Move("chance", words=(self.letters.get(first, str(ask.candidates[0])),))
        pool = [int(number) for number in ask.candidates]
        return Move("chance", picks=tuple(self._at_random(pool, ask.count)))

    def _at_random(self, pool: list[int], count: int) -> list[int]:
        """The cards the next lines of the chat name, else those the next state lacks."""
        place = self.place()[:2]
        for at, line in enumerate(self.game.lines):
            if at in self.randoms or at < self.line or self.reading.places[at][:2] != place or "discard" not in line:
                continue
            named = [number for number in pool if self.pos.card(number).name and self.pos.card(number).name in line]
            names: Counter[str] = Counter()
            picked = []
            for number in named:
                name = self.pos.card(number).name
                names[name] += 1
                if names[name] <= line.count(name):
                    picked.append(number)
            if len(picked) >= count:
                self.randoms.add(at)
                return picked[:count]
        owner = self.names[self.pos.entity(pool[0]).owner] if self.pos.entity(pool[0]).owner else ""
        states = self.fortunes["conflict"].states
        state = states[min(self.passed, len(states) - 1)]
        stays = Counter(state.get("players", {}).get(owner, {}).get("hand", []))
        gone = []
        for number in pool:
            name = self.pos.card(number).name
            if stays[name] > 0:
                stays[name] -= 1
            else:
                gone.append(number)
        return (gone + [number for number in pool if number not in gone])[:count]

    def _order(self, letter: str, kind: str) -> list[int]:
        numbers = list(self.pos.zone(letter, kind))
        side = kind.partition("_")[0]
        if side not in l5r.SIDES:
            return numbers
        player = self.names[letter]
        names = [self.pos.card(number).name for number in numbers]
        wanted: dict[str, int] = {}
        for act in self.reading.of(player):
            if act.click.kind == "card" and act.click.where == "hand":
                wanted.setdefault(act.click.what, act.number)
        later = self._seen_in_deck(player)
        last = self.game.final["players"].get(player, {}).get(f"{side}Deck", [])
        order = self.fortunes[side].order(
            player,
            self.passed,
            names,
            lambda name, at: (1 << 21 if name in later else wanted.get(name, 1 << 20)) + at,
            last if isinstance(last, list) else [],
        )
        return [numbers[at] for at in order]

    def _seen_in_deck(self, player: str) -> set[str]:
        """The cards that are still in a player's conflict deck at a later point of this phase, by clicks and chat."""
        line, place = self.line, self.place()[:2]
        seen = {click.what for click in self.every_click if click.lines > line and self._in_deck(click, player, place)}
        for at, text in enumerate(self.game.lines):
            found = re.fullmatch(REVEALED, text) if at >= line and self.reading.places[at][:2] == place else None
            if found and found["player"] == player:
                seen |= set(re.split(r", | and ", found["cards"]))
        return seen

    def _in_deck(self, click: Click, player: str, place: Place) -> bool:
        return (
            click.where == ("conflict deck" if click.player == player else f"conflict deck of {player}")
            and self.reading.places[click.lines][:2] == place
        )

    # --- answers ----------------------------------------------------------------------------------------------------

    def answer(self, ask: Ask) -> Move | None:
        if isinstance(ask, Declare):
            return self._conflict(ask)
        if isinstance(ask, ActionWindow):
            return self._act(ask)
        if isinstance(ask, Window | Order | WhenRevealed):
            return self.use(ask)
        if isinstance(ask, Say):
            return self.say(ask)
        if isinstance(ask, Choose):
            return self._choose(ask)
        return None

    def _choose(self, ask: Choose) -> Move | None:
        if ask.verb == "provinces":
            return self._lay_provinces(ask)
        if ask.slot == "razed":
            return self._raze(ask)
        if ask.slot == "next" and ask.verb == "discard":
            act = self.reading.next_of(self.names[ask.player], self.place())
            if act is not None and act.sense is Sense.DONE:
                return Move(ask.verb, picks=(ask.candidates[0],))
        if ask.verb == "defend":
            return self._defend(ask)
        act = self.reading.next_of(self.names[ask.player], self.place())
        if act is not None and act.meaning.says == "none" and not ask.least:
            self.reading.take([act])
            return Move(ask.verb, picks=())
        self._drop_others(ask)
        self._identify(ask)
        if ask.least == ask.most == 1:
            number = self._one_of_group(ask)
            if number:
                return Move(ask.verb, picks=(number,))
            unaffected = self._unaffected(ask)
            if unaffected is not None:
                return unaffected
        chosen = self.picks(ask, self.resolve)
        return None if chosen is None else Move(ask.verb, picks=chosen)

    def _lay_provinces(self, ask: Choose) -> Move:
        """The order of a player's provinces: as they lie in the last state, since the rest is laid at random there."""
        final = self.game.final["players"].get(self.names[ask.player], {}).get("provinces", {})
        order = [final.get(where, {}).get("card", "") for where in l5r.PLACES]
        names = {number: self.pos.card(number).name for number in ask.candidates}
        known = sorted(ask.candidates, key=lambda number: order.index(names[number]) if names[number] in order else 9)
        self.reading.take([act for act in self.reading.of(self.names[ask.player]) if act.place == self.place()])
        return Move(ask.verb, picks=tuple(known))

    def _identify(self, ask: Choose) -> None:
        """Let a hidden card be the one a click names: which card lies on top of a deck, or facedown in a province, was
        not known before.
        """
        place = self.place()
        named: list[int] = []
        for act in [one for one in self.reading.of(self.names[ask.player]) if one.place == place][: max(ask.most, 1)]:
            if act.sense not in (Sense.PICK, Sense.WORD) or act.click.kind == "ring":
                return
            where, _, whose = act.click.where.partition(" of ")
            zone, letter = ZONES.get(where, ""), self.letters.get(whose, self.letters[act.player])
            free = [number for number in ask.candidates if number not in named]
            here = [number for number in free if self.pos.entity(number).zone == f"{letter}.{zone}"]
            hidden = here if zone in board.SLOTS else free
            found = next((number for number in hidden if self.is_named(act, number)), 0)
            name = re.sub(r" \(\d+\)$", "", act.click.what)
            named.append(found or l5r.identify(self.pos, name, hidden))

    def _one_of_group(self, ask: Choose) -> int:
        """The card that one of the clicks for an ability names: theirs may ask for target and cost in another order."""
        place = self.place()
        acts = [act for act in self.reading.of(self.names[ask.player]) if act.place == place]
        while acts and acts[0].sense in (Sense.PASS, Sense.ORDER):
            acts.pop(0)
        group = [act for act in acts if act.sense is Sense.PICK and act.click.lines == acts[0].click.lines][:3]
        paid = re.search(PAID, self._line_after(group[0])) if group else None
        if paid is not None:
            cost = [act for act in group if act.click.what == paid["card"]][-1:]
            others = [act for act in group if act not in cost]
            group = [*cost, *others] if ask.says.startswith("what to pay") else [*others, *cost]
        for act in group:
            number = self.resolve(act, ask.candidates, ())
            if number:
                self.reading.take([act])
                self.refused.pop(act.number, None)
                return number
        return 0

    def _unaffected(self, ask: Choose) -> Move | None:
        """The choice of a card that the ability would not change, where our rules do not allow it and theirs carried it
        out: the card with the ability itself, or one in the same place.
        """
        frame = next((frame for frame in reversed(self.pos.table.frames) if frame.kind == "ability"), None)
        act = self.reading.next_of(self.names[ask.player], self.place())
        source = frame.number("entity") if frame is not None else 0
        if act is None or act.sense is not Sense.PICK or not source:
            return None
        zone = self.pos.entity(source).zone
        number = self.resolve(act, self.pos.table.zones[zone], ())
        name, chosen = re.escape(self.pos.card(source).name), re.escape(act.click.what)
        if not number or number in ask.candidates or not re.search(f"uses {name} .*{chosen}", self._line_after(act)):
            return None
        self.reading.take([act])
        self.bend(act, "a card that its ability would not change is no target of it", "l5r/target#10")
        self.forcing = True
        return Move(ask.verb, picks=(number,))

    def _defend(self, ask: Choose) -> Move | None:
        """The defenders clicked before the selection ends: clicks on others mean nothing, and nobody defends where the
        chat says so.
        """
        place = self.place()
        acts = [act for act in self.reading.of(self.names[ask.player]) if act.place == place]
        end = next((at for at, act in enumerate(acts) if act.meaning.says == "defend"), None)
        if end is None:
            return None
        nobody = self._line_after(acts[end]).endswith("does not defend the conflict")
        chosen = [] if nobody else self._toggled(acts[:end], ask.candidates)
        self.reading.take(acts[: end + 1])
        return Move(ask.verb, picks=tuple(chosen)) if self._fits(ask, chosen) else None

    def _drop_others(self, ask: Choose) -> None:
        """Drop clicks on cards this question is not about, if a later one at this place is."""
        place = self.place()
        acts = [
            act for act in self.reading.of(self.names[ask.player]) if act.place == place and act.sense is Sense.PICK
        ]
        fits = [bool(self.resolve(act, ask.candidates, ())) for act in acts]
        if self.game.snapshots and any(fits) and ask.verb == "discard":
            self.reading.take(acts[: fits.index(True)])

    def _raze(self, ask: Choose) -> Move | None:
        """Whether the card in a broken province is discarded: theirs asks yes or no."""
        place = self.place()
        acts = [act for act in self.reading.of(self.names[ask.player]) if act.place == place]
        act = next((act for act in acts if act.click.where.startswith("Do you wish to discard")), None)
        if act is None:
            return Move(ask.verb, picks=())
        self.reading.take([act])
        return Move(ask.verb, picks=tuple(ask.candidates) if act.click.what == "Yes" else ())

    def say(self, ask: Say) -> Move | None:
        act = self.reading.next_of(self.names[ask.player], self.place())
        while act is not None and act.click.kind == "ring" and (ask.verb == "ring" or act.click.what in ask.words):
            self.reading.take([act])
            if ask.verb != "ring":
                return Move(ask.verb, words=(act.click.what,))
            act = self.reading.next_of(self.names[ask.player], self.place())
        if ask.verb == "ring":
            declines = act is not None and act.sense is Sense.WORD and act.meaning.says == "none"
            if declines and act is not None:
                self.reading.take([act])
                return Move(ask.verb, words=("none",))
            if act is not None and act.meaning.says in ask.words:
                self.reading.take([act])
                return Move(ask.verb, words=(act.meaning.says,))
            return Move(ask.verb, words=(ask.words[0],))
        return super().say(ask) or self._past_rings(ask) or self._said(ask)

    def _past_rings(self, ask: Say) -> Move | None:
        """The word a player says after choosing rings that our engine asks for later."""
        place = self.place()
        acts = [act for act in self.reading.of(self.names[ask.player]) if act.place == place]
        after = next((act for act in acts if act.click.kind != "ring"), None)
        word = self._word(ask, after) if after is not None else ""
        if not word or after is None:
            return None
        self.reading.acts.remove(after)
        return Move(ask.verb, words=(word,))

    def _said(self, ask: Say) -> Move | None:
        """The word that the chat names for an ability whose choice answered itself there."""
        line = self.game.lines[self.line] if self.line < len(self.game.lines) else ""
        named = [word for word in ask.words if re.search(rf"\b{re.escape(word)}\b", line, re.IGNORECASE)]
        return (
            Move(ask.verb, words=(named[0],)) if len(named) == 1 and line.startswith(self.names[ask.player]) else None
        )

    def _act(self, ask: ActionWindow) -> Move | None:
        act = self.next(ask)
        if act is None:
            return None
        if act.sense is Sense.PASS:
            if act.click.what == "Pass":
                self.reading.take([act])
            return PASS
        if act.sense is not Sense.PICK or act.click.kind == "ring" or self._selects(act):
            return None
        self._lay_on_top(act)
        moves = [move for move in ask.moves(self.pos) if move.verb != "pass"]
        subject = self.resolve(act, [move.subject for move in moves], ())
        attached = self._attached(ask, act)
        if attached is not None:
            return attached
        mine = self._gained(act, moves) or [move for move in moves if move.subject == subject]
        if not mine and re.fullmatch(DUPLICATE, self._line_after(act)):
            return self._duplicate(ask, act)
        if not mine:
            move = self._refuse(act, ask)
            if move is None and self.game.snapshots and not self.carried_out(act):
                self.reading.take([act])  # bots click on much that does nothing
                return self._act(ask)
            return move
        self.refused.pop(act.number, None)
        return self._built(ask, act, mine)

    def _duplicate(self, ask: ActionWindow, act: Act) -> Move | None:
        """Discard a duplicate by hand that our rules do not allow, such as one in another player's province."""
        number = self.resolve(act, list(self.pos.table.entities), ())
        copies = [one for one in board.characters(self.pos, ask.player) if self.is_named(act, one)]
        if not number:
            return None
        self.refuse(act, Move("duplicate", number), ask, True)
        self.reading.take([act])
        entity = self.pos.entity(number)
        side = self.pos.card(number).facts.get("side") or "dynasty"
        self.pos.ask = None
        self.pos.emit(Moved(number, f"{entity.owner}.{side}_discard", face="up"))
        for copy in copies[:1]:
            self.pos.emit(Counted(copy, "fate", 1))
        return None

    def _attached(self, ask: ActionWindow, act: Act) -> Move | None:
        """An attachment played where our rules do not allow it, if the chat says that it was: the move is forced."""
        held = [number for number in self.pos.zone(ask.player, "hand") if self.is_named(act, number)]
        rest = [one for one in self.reading.of(act.player)[1:4] if one.click.lines == act.click.lines]
        click = next((one for one in rest if one.sense is Sense.PICK), None)
        if not held or click is None or self.pos.card(held[0]).type != "attachment":
            return None
        line = f"{act.player} plays {act.click.what}, attaching it to {click.click.what}"
        host = self.resolve(
            click, [number for seat in self.pos.table.seats for number in board.characters(self.pos, seat)], ()
        )
        move = Move("play", held[0], picks=(host,))
        if not host or self._line_after(act) != line or legal(ask.checks(self.pos, ask.player, move)):
            return None
        self.forcing = True
        self.refuse(act, move, ask, True)
        self.reading.take([act, click])
        missing = price(self.pos, ask.player, held[0], host) - self.pos.table.count(ask.player, "fate")
        if missing > 0:
            self.pos.emit(Counted(ask.player, "fate", missing))  # theirs took what there was
        return move

    def _lay_on_top(self, act: Act) -> None:
        """Let the top card of a deck be the one that is played from there."""
        if act.click.where != "conflict deck":
            return
        deck = self.pos.zone(self.letters[act.player], "conflict_deck")
        if deck and self.pos.card(deck[0]).name != act.click.what:
            l5r.exchange(self.pos, deck[0], act.click.what, deck)

    def _gained(self, act: Act, moves: Sequence[Move]) -> list[Move]:
        """The uses of a card on the clicked character, where the chat says that the ability was gained from it."""
        after = self.game.lines[act.click.lines : act.click.lines + 1]
        found = re.search(r"'s gained ability from (.+?) to ", after[0]) if after else None
        if found is None:
            return []
        named = [move for move in moves if self.pos.card(move.subject).name == found[1]]
        hosts = {number: self.pos.card(number).name for number in self.pos.table.entities}
        return [move for move in named if hosts.get(self.pos.entity(move.subject).host) == act.click.what]

    def _selects(self, act: Act) -> bool:
        """Whether a click belongs to a selection or a declaration that the same player ends before the chat goes on."""
        return any(
            one.click.lines == act.click.lines
            and (one.sense is Sense.DECLARE or (one.sense is Sense.DONE and one.click.where in SELECTIONS))
            for one in self.reading.of(act.player)
        )

    def _built(self, ask: ActionWindow, act: Act, mine: list[Move]) -> Move:
        """The move a click and those after it make: where a card is played, on what, with how much fate."""
        rest = self.reading.of(act.player)[1:4]
        used, move = [act], mine[0]
        hosted = [one for one in mine if one.picks]
        for one in rest:
            if "as an attachment" in one.click.what:
                move = next(iter(hosted), move)
            elif one.click.where == "Where do you wish to play this character?" and one.click.what == "Conflict":
                move = msgspec.structs.replace(move, words=("conflict",))
            elif one.click.where == "Choose additional fate" and one.click.what.isdigit():
                move = msgspec.structs.replace(move, amount=int(one.click.what))
            elif move.picks and one.sense is Sense.PICK:
                host = self.resolve(one, [option.picks[0] for option in hosted], ())
                if not host:
                    break
                move = next(option for option in hosted if option.picks[0] == host)
                used.append(one)
                break
            elif one.click.where not in ("Choose an ability:", "Select an action:") and not one.click.what.startswith(
                ("Play ", "Home")
            ):
                break
            used.append(one)
        if not legal(ask.checks(self.pos, ask.player, move)):
            move = mine[0]
        self.reading.take(used)
        return move

    def _refuse(self, act: Act, ask: Ask) -> Move | None:
        """Keep why our rules do not allow a click here; if theirs carried it out, return the move it would be."""
        owned = [
            number
            for number, entity in self.pos.table.entities.items()
            if entity.controller == ask.player and self.pos.card(number).name == act.click.what
        ]
        number = self.resolve(act, owned, ())
        if not number:
            return None
        card = self.pos.card(number)
        actions = [ability.key for ability in card.abilities if ability.kind == "action"]
        in_hand = self.pos.entity(number).zone.endswith((".hand", *board.SLOTS)) and card.type in (
            "character",
            "attachment",
        )
        if not actions and not in_hand:
            return None
        move = Move("play", number) if in_hand else Move("use", number, actions[0], amount=-1)
        self.forcing = self.carried_out(act) and not in_hand
        self.refuse(act, move, ask, self.forcing)
        if self.forcing:
            self.reading.take([act])
        return move if self.forcing else None

    def _conflict(self, ask: Declare) -> Move | None:
        """A conflict from its line in the chat, and the attackers from the clicks before it."""
        place = self.place()
        acts = [one for one in self.reading.of(self.names[ask.player]) if one.place == place]
        end = next((at for at, one in enumerate(acts) if self._declares(one)), None)
        if end is None:
            if any(one.sense is Sense.PICK for one in acts) and not self.game.snapshots:
                self.reading.take(acts)
                self.unfinished = True
            return None
        if acts[end].sense is Sense.PASS:
            self.reading.take(acts[: end + 1])
            return PASS
        acts = [one for one in acts[: end + 1] if one.click.lines == acts[end].click.lines]
        end = len(acts) - 1
        found = re.fullmatch(DECLARED, self._line_after(acts[end]))
        used = acts[: end + 1]
        kind, ring, province = self._declared(ask, found, used)
        mine = board.characters(self.pos, ask.player)
        able = [one for one in mine if all(check.holds for check in attacker_checks(self.pos, ask.player, kind, one))]
        attackers = self._toggled(acts[:end], able) or self._toggled(acts[:end], mine)
        bypassed = [one for one in acts[:end] if one.click.where.startswith("play area of ")]
        later = [*bypassed, *(one for one in self.reading.of(acts[end].player) if one.number > acts[end].number)]
        pairs = self._covert(later, attackers, ring, ask.player, used)
        move = Move("conflict", province, picks=tuple(attackers), words=(kind, ring), pairs=pairs)
        self.reading.take(used)
        if not legal(ask.checks(self.pos, ask.player, move)):
            self.forcing = found is not None and bool(province and attackers)
            self.refuse(acts[end], move, ask, self.forcing)
            return move if self.forcing else None
        return move

    def _toggled(self, acts: Sequence[Act], candidates: Sequence[int]) -> list[int]:
        """The characters that clicks choose, each click on one that is chosen taking it back."""
        chosen: list[int] = []
        for one in acts:
            own = one.sense is Sense.PICK and " of " not in one.click.where
            number = self.resolve(one, candidates, chosen) if own else 0
            if number in chosen:
                chosen.remove(number)
            elif number:
                chosen.append(number)
        return chosen

    def _declares(self, act: Act) -> bool:
        return act.sense is Sense.DECLARE or act.click.what == "Pass Conflict"

    def _tried(self, ask: Ask) -> list[Act]:
        """The clicks that may answer a window: those that the chat shows to be uses; in the fate phase also those after
        clicks on characters to discard.
        """
        tried, place = super()._tried(ask), self.place()
        if place[1] == len(PHASES) and tried and tried[0].sense is Sense.PICK:
            acts = [act for act in self.reading.of(tried[0].player) if act.place == place]
            tried = [act for act in acts if act.sense is Sense.PICK]
        return [act for act in tried if self._may_use(act)]

    def _may_use(self, act: Act) -> bool:
        """Whether a click may begin a use: one of the next lines of the chat says so, after what the use costs."""
        pattern = self.acted.format(player=re.escape(act.player), what=re.escape(act.click.what))
        lines = self.game.lines[act.click.lines : act.click.lines + 5]
        return not self.game.snapshots or act.sense is not Sense.PICK or any(re.search(pattern, line) for line in lines)

    def is_over(self, act: Act) -> bool:
        """Whether a click chose for something that is over: not whether a card in a broken province is discarded."""
        return not (act.click.where.startswith("Do you wish to discard") and act.place == self.place())

    def _idle(self, act: Act, ask: Ask) -> bool:
        """Whether a click answers something nobody asks for here: in an action window any word, in windows any ring
        that no ability of the same player may ask for later.
        """
        if act.click.kind == "ring" and isinstance(ask, ActionWindow | Window):
            return not any(self._mine(ask, frame) for frame in self.pos.table.frames)
        if act.sense is Sense.DONE and act.click.where in SELECTIONS:
            return False  # a selection of this phase that our engine asks for later
        return super()._idle(act, ask) or (act.sense is Sense.WORD and isinstance(ask, ActionWindow))

    def _goes_first(self, act: Act) -> bool:
        """Passes are clicked here, so that each player's own clicks tell when they act."""
        return False

    def _line_after(self, act: Act) -> str:
        return self.game.lines[act.click.lines] if act.click.lines < len(self.game.lines) else ""

    def _declared(self, ask: Declare, found: re.Match[str] | None, used: list[Act]) -> tuple[str, str, int]:
        """Type, ring and province: as the chat says, else as the last clicks say."""
        opponent = self.pos.after(ask.player)
        provinces = board.provinces(self.pos, opponent)
        rings = [act for act in used if act.click.kind == "ring"]
        clicked = [self.resolve(act, provinces, ()) for act in used if act.click.kind == "card"]
        province = next((number for number in reversed(clicked) if number), 0)
        if found is None:
            ring = rings[-1].click if rings else None
            return (ring.where if ring else "military", ring.what if ring else "air", province)
        name = found["province"]
        slot = l5r.PLACES.get(name, "")
        for number in provinces:
            entity = self.pos.entity(number)
            if (slot and entity.zone == f"{opponent}.{slot}") or (not slot and self.pos.card(number).name == name):
                if not province or self.pos.card(province).name != name:
                    province = number
                break
        return found["type"], found["ring"], province

    def _covert(
        self, acts: list[Act], attackers: Sequence[int], ring: str, player: str, used: list[Act]
    ) -> tuple[int, ...]:
        """Whom attackers with covert bypass: clicks on the opponent's characters right after the declaration."""
        number = board.ring_of(self.pos, ring)
        users = [one for one in attackers if values.covert(self.pos, one, number)]
        theirs = [
            one
            for one in board.characters(self.pos, self.pos.after(player))
            if not values.covert(self.pos, one, number)
        ]
        pairs: list[int] = []
        for user in users:
            act = acts[0] if acts else None
            victim = self.resolve(act, theirs, pairs[1::2]) if act is not None and act.sense is Sense.PICK else 0
            if act is not None and (victim or act.meaning.says in ("covert", "none")):
                used.append(acts.pop(0))
            victim = victim or next((one for one in theirs if one not in pairs[1::2]), 0)
            if victim:
                pairs += [user, victim]
        return tuple(pairs)
