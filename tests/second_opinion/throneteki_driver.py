"""Answering agot2's decisions from throneteki's clicks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import msgspec

from ledger.events import FrameClosed, Move, Moved, Outcome
from rules.engine import legal
from rules.kernel.asks import PASS, Ask, Choose, Say
from rules.kernel.chance import Chance, Shuffle
from rules.kernel.values import value
from rules.packs.agot2 import board, values
from rules.packs.agot2.chapters.challenges import ChallengeInitiation
from rules.resolution.moments import Order, Window
from rules.resolution.windows import ActionWindow
from rules.shared.revealed import WhenRevealed
from tests.second_opinion import agot2
from tests.second_opinion.answering import ClickDriver
from tests.second_opinion.files import Game, State
from tests.second_opinion.meanings import Sense
from tests.second_opinion.playing import Refused
from tests.second_opinion.reading import Act, Place, Reading
from tests.second_opinion.tables import Fields
from tests.second_opinion.throneteki import AUTOMATIC, BACK_TO_HAND, CLICKS, MARKS, ZONES
from tests.second_opinion.watched import WatchedPosition

_RANDOM = re.compile(r"(.+?) (?:discards|uses .* to discard) (.+?) at random.*|.*? discard (.+?) from (.+?)'s hand.*")


def without_taken_back(acts: list[Act]) -> list[Act]:
    """Return the clicks without those of set-up that a player takes back by dragging the card to the hand again."""
    kept: list[Act] = []
    for act in acts:
        if act.place[0] or act.click.kind != "drag" or act.click.where != BACK_TO_HAND:
            kept.append(act)
            continue
        mine = [one for one in kept if one.player == act.player and one.click.what == act.click.what]
        for one in mine[-1:]:
            kept.remove(one)
    return kept


class ThronetekiDriver(ClickDriver):
    """Plays a game of throneteki on agot2."""

    phases = (*agot2.PHASES[1:], "round")
    contest = "challenge"
    zones = ZONES
    in_turn = 3
    skip_reserve = False

    def __init__(self, game: Game, on_deck: Sequence[tuple[str, str]] = ()) -> None:
        self.on_deck = list(on_deck)
        """Players and cards that a situation lays from a hand on top of the deck before its last click."""
        reading = Reading(game, CLICKS, MARKS, AUTOMATIC)
        reading.acts = without_taken_back(reading.acts)
        super().__init__(game, reading)

    def prepare(self) -> None:
        if self._anything_left():
            return
        for player, name in self.on_deck:
            letter = self.letters[player]
            number = next((one for one in self.pos.zone(letter, "hand") if self.pos.card(one).name == name), 0)
            if number:
                self.pos.emit(Moved(number, f"{letter}.deck", 0))
        self.on_deck.clear()

    def begin(self) -> WatchedPosition:
        return agot2.begin(self.game)

    def phase_key(self, state: State) -> tuple[int, str] | None:
        return agot2.phase_key(state)

    def deck_left(self, state: State, player: str) -> Counter[str] | None:
        return agot2.deck_left(self.game, state, player)

    def place(self) -> Place:
        return agot2.place(self.pos, self.rounds, self.contests)

    def our_table(self, whole: bool) -> Fields:
        return agot2.our_table(self.pos, whole)

    def their_table(self, state: State, whole: bool) -> Fields:
        return agot2.their_table(self.game, state, whole)

    def correct(self, state: State) -> None:
        agot2.correct(self.pos, self.game, state)

    def lost(self, state: State) -> tuple[str, ...]:
        return agot2.cards_lost(self.game, state)

    def looks(self, number: int) -> str:
        return agot2.looks(self.pos, number)

    def under(self, number: int) -> bool:
        return board.is_duplicate(self.pos.entity(number))

    # --- chance -----------------------------------------------------------------------------------------------------

    def chance(self, ask: Ask) -> Move:
        if isinstance(ask, Shuffle):
            return Move("shuffle", picks=tuple(self._order(ask.zone)))
        assert isinstance(ask, Chance)
        if ask.what == "first player":
            return Move("chance", words=(self.letters[self._first()],))
        if ask.what == "initiative":
            return Move("chance", words=(self._initiative(ask),))
        if ask.what == "titles removed":
            return Move("chance", picks=tuple(self._titles(ask)))
        return Move("chance", picks=tuple(self._at_random(ask)))

    def _first(self) -> str:
        for line in self.game.lines:
            found = re.fullmatch(r"(.+) has been randomly selected to be first player", line)
            if found:
                return found[1]
        return self.game.players[0]

    def _initiative(self, ask: Chance) -> str:
        """Whoever chooses the first player next has won it."""
        for act in self.reading.acts:
            if act.click.where == "Select first player" and self.letters[act.player] in ask.candidates:
                return self.letters[act.player]
        return str(ask.candidates[0])

    def _titles(self, ask: Chance) -> list[int]:
        """Those nobody bears in the next state were the ones removed, as far as is known."""
        state = next((one for key, one in self.states.items() if key == (self.rounds, "draw")), self.game.final)
        borne = {one.get("title") for one in state["players"].values()}
        order = sorted(ask.candidates, key=lambda number: self.pos.card(int(number)).name in borne)
        return [int(number) for number in order[: ask.count]]

    def _at_random(self, ask: Chance) -> list[int]:
        """The next line of the chat that names cards of this player discarded at random; else what the next state
        lacks.
        """
        pool = [int(number) for number in ask.candidates]
        owner = self.names[self.pos.entity(pool[0]).owner]
        place = self.place()[:2]
        for at, line in enumerate(self.game.lines):
            found = _RANDOM.fullmatch(line)
            if not found or at in self.randoms or self.reading.places[at][:2] != place or at < self.line - 1:
                continue
            who, listed = (found[1], found[2]) if found[1] else (found[4], found[3])
            picked = self._listed(pool, listed)
            if (who == owner or not found[1]) and len(picked) == ask.count:
                self.randoms.add(at)
                return picked
        state = self.fortune.states[min(self.passed, len(self.fortune.states) - 1)]
        stays = Counter(state.get("players", {}).get(owner, {}).get("hand", []))
        gone = []
        for number in pool:
            name = self.pos.card(number).name
            if stays[name] > 0:
                stays[name] -= 1
            else:
                gone.append(number)
        return (gone + [number for number in pool if number not in gone])[: ask.count]

    def _listed(self, pool: Sequence[int], text: str) -> list[int]:
        """The cards of a pool that a list in the chat names; longer names first, since names hold commas."""
        found: list[int] = []
        for number in sorted(pool, key=lambda one: -len(self.pos.card(one).name)):
            name = self.pos.card(number).name
            if name and name in text:
                text = text.replace(name, "", 1)
                found.append(number)
        return found

    def _order(self, zone: str) -> list[int]:
        """A deck's order: as their first state has it, if nothing was drawn yet; else by what leaves it later."""
        letter, _, kind = zone.partition(".")
        numbers = list(self.pos.table.zones[zone])
        if kind != "deck":
            return numbers
        return self._later_order(letter, numbers, shuffled=True)

    def _later_order(self, letter: str, numbers: list[int], shuffled: bool) -> list[int]:
        player = self.names[letter]
        known = [number for number in numbers if self.pos.entity(number).card]
        names = [self.pos.card(number).name for number in known]
        wanted: dict[str, int] = {}
        for act in self.reading.of(player):
            if act.click.kind == "card" and act.click.where == "hand":
                wanted.setdefault(act.click.what, act.number)
        first = self._first_state(player) if shuffled and not self.decided_hand(letter) else []

        shown = self._revealed(player)

        def early(name: str, at: int) -> float:
            if name in shown:
                return -1
            return wanted.get(name, 1 << 20) if shuffled else at

        if first:
            left = {name: [at for at, one in enumerate(names) if one == name] for name in set(names)}
            order = [left[name].pop(0) for name in first if left.get(name)]
            order += [at for at in range(len(names)) if at not in set(order)]
        else:
            last = self.game.final["players"].get(player, {}).get("deck", [])
            order = self.fortune.order(player, self.passed, names, early, last if isinstance(last, list) else [])
        return [known[at] for at in order] + [number for number in numbers if not self.pos.entity(number).card]

    def _revealed(self, player: str) -> set[str]:
        """The cards a player reveals or takes from the top of the deck before the next comparison."""
        states = list(self.states.values())
        last = int(states[self.passed]["line"]) if self.passed < len(states) else len(self.game.lines)
        pattern = re.compile(rf"{re.escape(player)} reveals (.+) from their draw deck")
        found = (pattern.fullmatch(line) for line in self.game.lines[self.since : last])
        taken = {
            click.what
            for click in self.reading.clicks
            if click.player == player and click.where == "Add a card to hand?" and self.since <= click.lines < last
        }
        return {one[1] for one in found if one} | taken

    def decided_hand(self, letter: str) -> bool:
        """Whether a player has taken a mulligan, or set-up is over: then the first order is gone."""
        setup = self.pos.enclosing("setup")
        return setup is None or setup.data.get(f"mulligan {letter}") is not None

    def _first_state(self, player: str) -> list[str]:
        for state in self.game.snapshots:
            one = state.get("players", {}).get(player, {})
            if isinstance(one.get("deck"), list) and not one.get("play"):
                return [*one.get("hand", []), *one["deck"]]
        return []

    def arrange(self) -> None:
        for letter in self.letters.values():
            numbers = list(self.pos.table.zones[f"{letter}.deck"])
            agot2.set_deck(self.pos, letter, self._later_order(letter, numbers, shuffled=False))

    # --- answers ----------------------------------------------------------------------------------------------------

    def answer(self, ask: Ask) -> Move | None:
        if isinstance(ask, ChallengeInitiation):
            return self._challenge(ask)
        if isinstance(ask, ActionWindow):
            return self._act(ask)
        if isinstance(ask, Window | Order | WhenRevealed):
            return self.use(ask)
        if isinstance(ask, Say):
            return self.say(ask)
        if isinstance(ask, Choose):
            if ask.verb == "plot":
                return self._plot(ask)
            if ask.verb == "claim" and self._declined(ask):
                return None
            if ask.verb == "choose" and self._given_up(ask):
                return None
            chosen = self.picks(ask, self._resolve_host if ask.verb == "attach" else self.resolve)
            return None if chosen is None else Move(ask.verb, picks=chosen)
        return None

    def opened(self, kind: str) -> None:
        super().opened(kind)
        if kind == "moment" and self.skip_reserve and self.pos.table.top.occurrences[0].kind == "discarded":
            self.skip_reserve = False
            self.pos.emit(FrameClosed(self.pos.table.top.id, Outcome.CANCELLED))
        elif kind == "moment" and self.pos.table.top.data.get("claim"):
            bent = [act for act in self.reading.acts if act.sense is Sense.BEND and act.place <= self.place()]
            for act in bent:
                self.reading.take([act])
                self.bend(act, "the claim is applied", "agot2/4.2.4#1")
            if bent or self.skip_claim:
                self.skip_claim = False
                self.pos.emit(FrameClosed(self.pos.table.top.id, Outcome.CANCELLED))

    def too_few(self, ask: Choose, chosen: Sequence[int], used: list[Act]) -> tuple[int, ...] | None:
        """Let a player keep more cards than the reserve, as theirs allows; the cards go back at the next comparison."""
        if ask.verb == "defend":
            return self._illegal_defence(ask)
        done = [act for act in used if act.sense is Sense.DONE and "reserve" in act.click.where]
        if done and len(chosen) < ask.least:
            self.reading.take(used)
            self.bend(done[-1], "a player discards down to the reserve", "agot2/7.3#2")
            self.skip_reserve = True
        return None

    def _illegal_defence(self, ask: Choose) -> tuple[int, ...] | None:
        """Return defenders our rules do not allow, and force them, since theirs let them defend."""
        chosen: list[int] = []
        used: list[Act] = []
        for act in self.reading.of(self.names[ask.player]):
            if act.place != self.place() or act.sense not in (Sense.PICK, Sense.DONE, Sense.PASS):
                break
            used.append(act)
            if act.sense is Sense.DONE:
                break
            number = self.resolve(act, board.characters(self.pos, ask.player), chosen) if act.sense is Sense.PICK else 0
            if number in chosen:
                chosen.remove(number)
            elif number:
                chosen.append(number)
        if not chosen or used[-1].meaning.says != "defend":
            return None
        self.forcing = True
        first = next(act for act in used if act.sense is Sense.PICK)
        self.refuse(first, Move("defend", picks=tuple(chosen)), ask, True)
        blank = [f"{self.pos.card(one).name} is blank" for one in chosen if values.blank(self.pos, one)]
        told = self.refused[first.number]
        self.refused[first.number] = msgspec.structs.replace(told, reasons=(*told.reasons, *blank))
        self.reading.take(used)
        return tuple(chosen)

    def _given_up(self, ask: Choose) -> bool:
        """Whether a player chose no target after paying, which theirs allows: the ability ends without effect."""
        act = self.reading.next_of(self.names[ask.player], self.place())
        top = self.pos.table.top
        if act is None or act.sense is not Sense.DONE or act.meaning.says or not ask.least or top.kind != "ability":
            return False
        line = self.game.lines[act.click.lines] if act.click.lines < len(self.game.lines) else ""
        if "cancels the resolution" not in line:
            return False
        self.reading.take([act])
        self.bend(act, "a player who pays for an ability chooses its target", "agot2/initiating-abilities#6")
        self.pos.pack.finished(self.pos, top)
        self.pos.emit(FrameClosed(top.id, Outcome.PREVENTED))
        self.pos.ask = None
        return True

    def _declined(self, ask: Choose) -> bool:
        """Whether the loser of a challenge chose nobody for claim, which theirs allows."""
        act = self.reading.next_of(self.names[ask.player], self.place())
        if act is None or act.sense is not Sense.DONE or act.meaning.says != "claim":
            return False
        self.reading.take([act])
        self.bend(act, "as many characters are chosen as the claim demands", "agot2/military-claim#4")
        self.skip_claim = True
        return True

    def _resolve_host(self, act: Act, candidates: Sequence[int], chosen: Sequence[int]) -> int:
        """Where a set-up attachment goes: their click on the attachment itself comes first."""
        acts = self.reading.of(act.player)
        while (
            acts
            and self.pos.card(self.resolve(acts[0], candidates, chosen) or candidates[0]).name != acts[0].click.what
        ):
            self.reading.take([acts.pop(0)])
        return self.resolve(acts[0], candidates, chosen) if acts else 0

    def _plot(self, ask: Choose) -> Move | None:
        """The plot clicked; where none was, the one the chat says is revealed."""
        acts = self.reading.of(self.names[ask.player])
        place = self.place()
        clicked = [act for act in acts if act.place == place and act.click.where == "plot deck"]
        if clicked:
            number = self.resolve(clicked[-1], ask.candidates, ())
            done = [act for act in acts if act.click.where == "Select a plot" and act.place == place][:1]
            self.reading.take([*clicked, *done])
            return Move("plot", picks=(number,)) if number else None
        player = self.names[ask.player]
        for at, line in enumerate(self.game.lines):
            if self.reading.places[at][:2] == place[:2] and line.startswith(f"{player} reveals "):
                name = line.removeprefix(f"{player} reveals ")
                for number in ask.candidates:
                    if self.pos.card(number).name == name:
                        return Move("plot", picks=(number,))
        return None

    def _act(self, ask: ActionWindow) -> Move | None:
        act = self.next(ask)
        if act is None:
            return None
        if act.sense is Sense.PASS:
            if act.click.where in ("ChallengeInitiation an action", "Marshal your cards"):
                self.reading.take([act])
            return PASS
        if act.sense is not Sense.PICK:
            return None
        verbs = ("use",) if act.click.kind == "menu" else ("use", "marshal", "ambush")
        moves = [move for move in ask.moves(self.pos) if move.verb in verbs]
        subject = self.resolve(act, [move.subject for move in moves], ())
        mine = [move for move in moves if move.subject == subject]
        rest = self.reading.of(act.player)[1:2]
        if not mine and rest and rest[0].sense is Sense.BEND:
            held = self.resolve(act, self.pos.zone(ask.player, "hand"), ())
            self._unattached(act, held, rest)
            return self._act(ask)
        if not mine:
            return self._refuse(act, ask)
        hosted = [move for move in mine if move.picks]
        used = [act]
        if hosted:
            host = self.resolve(rest[0], [move.picks[0] for move in hosted], ()) if rest else 0
            if not host:
                self._unattached(act, subject, rest)
                return self._act(ask)
            mine = [move for move in hosted if move.picks[0] == host]
            used.append(rest[0])
        self.reading.take(used)
        self.refused.pop(act.number, None)
        return mine[0]

    def by_hand(self, act: Act) -> None:
        if act.click.kind == "drag":
            source, _, target = act.click.where.partition(" -> ")
            agot2.drag(
                self.pos, self.letters[act.player], act.click.what, ZONES.get(source, source), ZONES.get(target, target)
            )
        elif act.click.kind == "card":
            kneeling = act.meaning.line.startswith("{player} kneels")
            agot2.kneel(self.pos, self.letters[act.player], act.click.what, kneeling)
        else:
            self.refused[act.number] = Refused(str(act), act.click.lines, ("a change by hand is understood",), ())

    def _undone(self, act: Act) -> bool:
        """Whether the next click takes this one back: the same card again, and nothing was said in between."""
        rest = self.reading.of(act.player)[1:2]
        if act.click.kind != "card" or not rest:
            return False
        here, again = act.click, rest[0].click
        if (again.kind, again.what, again.where, again.lines) != (here.kind, here.what, here.where, here.lines):
            return False
        self.reading.take([act, *rest])
        return True

    def _unattached(self, act: Act, subject: int, rest: list[Act]) -> None:
        """Let a player pay for an attachment and then keep it, as theirs allows."""
        declined = [one for one in rest if one.sense is Sense.BEND]
        self.reading.take([act, *declined])
        if declined:
            self.bend(act, "an attachment that is paid for is attached", "agot2/attachment-cards#1")
            agot2.pay(self.pos, self.letters[act.player], subject)

    def _refuse(self, act: Act, ask: Ask) -> Move | None:
        """Keep why our rules do not allow a click here; if theirs carried it out, return the move it would be."""
        named = ZONES.get(act.click.where.partition(" of ")[0], "")
        for zone in ("hand", "play", "agenda", "plot"):
            where = named or zone if act.click.kind == "card" or zone != "hand" else ""
            for number in self.pos.zone(ask.player, zone):
                card = self.pos.card(number)
                actions = [ability.key for ability in card.abilities if ability.kind == "action"]
                if card.name != act.click.what:
                    continue
                verb = "marshal" if self.pos.enclosing("marshaling") else "ambush"
                if zone == "hand" and card.type != "event":
                    actions = []
                if zone != where or (not actions and zone != "hand"):
                    continue
                move = Move("use", number, actions[0], amount=-1) if actions else Move(verb, number)
                if self._undone(act):
                    return self._act(ask) if isinstance(ask, ActionWindow) else None
                self.forcing = self.carried_out(act) and bool(actions)
                self.refuse(act, move, ask, self.forcing)
                if self.forcing:
                    self.reading.take([act])
                return move if self.forcing else None
        return None

    def duplicate(self, act: Act, subjects: Sequence[int]) -> int:
        """A duplicate's save, where the card above it was clicked."""
        for number in subjects:
            entity = self.pos.entity(number)
            if board.is_duplicate(entity) and self.pos.card(entity.host).name == act.click.what:
                return number
        return 0

    def say(self, ask: Say) -> Move | None:
        act = self.reading.next_of(self.names[ask.player], self.place())
        if act is not None and act.click.where == "title" and "yes" in ask.words:
            self.reading.take([act])
            return Move(ask.verb, words=("yes",))
        if act is not None and ask.slot.startswith("claim ") and act.click.where.startswith("Apply intrigue"):
            return self._also(ask, ask.slot.removeprefix("claim "))
        return super().say(ask)

    def _also(self, ask: Say, other: str) -> Move:
        """Whether claim is applied to another opponent, too: theirs are named one after another."""
        acts = [act for act in self.reading.of(self.names[ask.player]) if act.click.where.startswith("Apply intrigue")]
        named = [act for act in acts if act.click.what == self.names[other]]
        self.reading.take(named)
        return Move(ask.verb, words=("yes" if named else "no",))

    def _challenge(self, ask: ChallengeInitiation) -> Move | None:
        """A challenge from the clicks that make it: its kind, the opponent, the attackers, whom stealth bypasses."""
        act = self.next(ask)
        if act is None or act.sense not in (Sense.DECLARE, Sense.PASS):
            return None
        if act.sense is Sense.PASS:
            self.reading.take([act])
            return PASS if act.click.where == "" else self._challenge(ask)
        acts = self.reading.of(act.player)
        used, kind = [act], act.click.what.lower()
        opponents = self.pos.opponents(ask.player)
        opponent, attackers, at = opponents[0], list[int](), 1
        most = value(self.pos, ask.player, "attackers_allowed", 99)
        if at < len(acts) and acts[at].click.where == "Select an opponent":
            opponent = self.letters[acts[at].click.what]
            used.append(acts[at])
            at += 1
        while at < len(acts) and acts[at].sense is Sense.PICK:
            number = self.resolve(acts[at], board.characters(self.pos, ask.player), attackers)
            if number in attackers:
                attackers.remove(number)
            elif number and len(attackers) < most:
                attackers.append(number)
            used.append(acts[at])
            at += 1
        if at < len(acts) and acts[at].sense is Sense.DONE:
            used.append(acts[at])
            at += 1
        pairs = self._stealth(acts[at:], attackers, opponent, used)
        move = Move("challenge", picks=tuple(attackers), words=(kind, opponent), pairs=pairs)
        self.reading.take(used)
        if not attackers:
            return self._challenge(ask)
        if not legal(ask.checks(self.pos, ask.player, move)):
            self.refuse(act, move, ask)
            return None
        return move

    def _stealth(self, acts: list[Act], attackers: list[int], opponent: str, used: list[Act]) -> tuple[int, ...]:
        """Whom attackers with stealth bypass: each is asked for in turn, before the challenge counts as initiated."""
        sneaks = [number for number in attackers if values.has_keyword(self.pos, number, "stealth")]
        pairs: list[int] = []
        theirs = board.characters(self.pos, opponent)
        place = used[0].place
        for sneak, act in zip(sneaks, acts, strict=False):
            if act.place != place:
                break
            if act.sense is Sense.DONE and act.click.where.startswith("Select stealth target"):
                used.append(act)
                continue
            victim = self.resolve(act, theirs, pairs[1::2]) if " of " in act.click.where else 0
            if act.sense is not Sense.PICK or not victim:
                break
            used.append(act)
            pairs += [sneak, victim]
        return tuple(pairs)
