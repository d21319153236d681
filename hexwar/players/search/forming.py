"""Plans from the rules: units that can reach what counts, gather against others, or attack.

They know no opinions of any player, and so they are there in games too in which its opinions are
wrong. Each says only what some units do; a policy decides for the others. In a movement phase what
counts is held or entered, enemies are outnumbered singly or along the line, what is empty gets a
garrison, the way is taken to what lies further off, and a line is drawn before what is held. In
combat each enemy is attacked with all that can; where fires and orders are given there is one for
each unit and target; what a phase of cards proposes comes from ``Commands``. What comes early is
compared first, and all of it seldom: so the order mixes the kinds, and within a kind it is drawn,
with what promises more rather in front.

In this order: movement, combat, single acts, cards, and how far it is to what counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import islice
from random import Random

from hexwar.engine import Action
from hexwar.engine.position import bits
from hexwar.engine.rules import Frame, Rules
from hexwar.players.goals import Goals
from hexwar.players.search.plans import Deployment, Proposals, decides
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.plots.section import WRITING
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.state import State
from hexwar.rules.units.rules import Forces

MANY = 30
"""Where a rule names more hexes than this no single one of them counts."""

ENOUGH = 4
"""With so many times the enemy's strength no further unit is gathered against him."""

GOOD = 2
"""From so many times the enemy's strength on an attack is worth being prepared among others."""

TRIED = 8
"""So many hexes are tried for a unit."""

NEARBY = 3
"""So near to what is held, in hexes, the ways of the enemy are barred."""

MOST_LISTED = 300
"""So many legal actions are looked through for attacks."""


class Deployments(Proposals):
    """What a side (an index) can form in a movement phase of its own."""

    def __init__(self, thought: State, side: int, random: Random) -> None:
        super().__init__(thought, side, random)
        rules = thought.rules
        self._frame, self._board = rules.frame, rules.frame.board
        movement = rules[MovementRules]
        self._values = movement.values
        self._mine = [unit for unit in rules[Forces].of_side[side] if thought.cells[unit]]
        self._reach = {
            unit: mask for unit in self._mine if (mask := movement.reach_mask(thought, unit))
        }
        self._wanted = wanted(rules)
        self._room = rules[StackingRules].limits[side]
        # Units that hold a hex that counts alone: it would be left empty.
        cells = self._state.cells
        holders: dict[int, list[int]] = {}
        for holder in self._mine:
            if self._wanted >> cells[holder] & 1:
                holders.setdefault(cells[holder], []).append(holder)
        self._held = frozenset(units[0] for units in holders.values() if len(units) == 1)

    def all(self) -> list[Deployment]:
        """All there are, of all kinds in turn: first hexes held and taken, then enemies fought."""
        kinds = [
            list(self.holding()),
            list(self.grabbing()),
            list(self.gathering()),
            list(self.assaulting()),
            list(self.garrisoning()),
            list(self.advancing()),
            list(self.barring()),
        ]
        deployments: list[Deployment] = []
        while any(kinds):
            deployments += [kind.pop(0) for kind in kinds if kind]
        return deployments

    def holding(self) -> Iterator[Deployment]:
        """Nobody leaves what counts."""
        if self._held:
            yield Deployment((), self._names(self._held), idea="hold")

    def grabbing(self) -> Iterator[Deployment]:
        """Hexes that count are entered: all in reach at once, then one by one."""
        mine = self._state.occupied[self._side]
        free = [
            cell
            for cell in self._board.cells(self._wanted & ~mine)
            if any(mask >> cell & 1 for mask in self._reach.values())
        ]
        self._random.shuffle(free)
        if len(free) > 1:
            moves, taken = [], set(self._held)
            for cell in free:
                unit = self._who_enters(cell, taken)
                if unit is not None:
                    taken.add(unit)
                    moves.append(self._move(unit, cell))
            yield Deployment(tuple(moves), self._names(frozenset(taken)), idea="grab")
        for cell in free:
            unit = self._who_enters(cell, self._held)
            if unit is not None:
                staying = self._names(self._held | {unit})
                yield Deployment((self._move(unit, cell),), staying, idea="grab")

    def _who_enters(self, cell: int, taken: frozenset[int] | set[int]) -> int | None:
        """A unit that could enter a hex: mostly the strongest to hold it, at times any."""
        able = [u for u, mask in self._reach.items() if mask >> cell & 1 and u not in taken]
        if not able:
            return None
        # Else the same unit would be proposed for a hex whenever the phase is thought over.
        if self._random.random() < 0.3:
            return self._random.choice(able)
        return max(able, key=lambda unit: (self._values.defense(self._state, unit), -unit))

    def gathering(self) -> Iterator[Deployment]:
        """Against each enemy as many come beside him as are needed, the hardest strikers first."""
        for target, around in self._targets():
            twin, came = self._state.clone(), list[int]()
            moves, strength, _ = self._gathered(twin, target, around, came)
            if came and strength:
                staying = self._names(self._held | set(came))
                yield Deployment(tuple(moves), staying, (self._board.number[target],), "gather")

    def assaulting(self) -> Iterator[Deployment]:
        """The whole line attacks: one enemy after the other is outnumbered, as far as units go."""
        # Targets are drawn in a new order, and units sent against one are gone for the next.
        for _ in range(2):
            twin, came = self._state.clone(), list[int]()
            moves, hexes = list[Action](), list[str]()
            for target, around in self._targets():
                trial, came_too = twin.clone(), came[:]
                made, strength, defence = self._gathered(trial, target, around, came_too)
                if strength and strength >= GOOD * defence:
                    twin, came = trial, came_too
                    moves += made
                    hexes.append(self._board.number[target])
            if len(hexes) > 1:
                staying = self._names(self._held | set(came))
                yield Deployment(tuple(moves), staying, tuple(hexes), "assault")

    def _targets(self) -> list[tuple[int, int]]:
        """Enemy hexes that can be attacked, with those around, in a drawn order: those that count
        and those near to them come early.
        """
        targets, ways = list[tuple[float, int, int]](), None
        for target in self._board.cells(self._state.enemies_of(self._side)):
            around = self._board.adjacent[target]
            there = any(around >> self._state.cells[unit] & 1 for unit in self._mine)
            if there or any(mask & around for mask in self._reach.values()):
                # Made once, and only where there is anybody to attack.
                ways = ways or Ways(self._state, self._side, self._wanted)
                drawn = (1 + ways.hexes(target)) * self._random.random()
                targets.append((drawn, target, around))
        return [(target, around) for _, target, around in sorted(targets)]

    def _gathered(
        self, twin: State, target: int, around: int, came: list[int]
    ) -> tuple[list[Action], float, float]:
        """Moves, made on ``twin``, of units that come beside a target, with the strength that is
        there then and that of the enemy. The units are added to ``came``; those already in it are
        not used.
        """
        state, values = self._state, self._values
        foes = [unit for unit, cell in enumerate(state.cells) if cell == target]
        defence = float(values.total_defense(state, foes))
        there = [u for u in self._mine if around >> state.cells[u] & 1 and u not in came]
        strength = float(values.total_attack(state, there)) if there else 0.0
        able = [
            unit
            for unit, mask in self._reach.items()
            if mask & around and unit not in there and unit not in self._held and unit not in came
        ]
        able.sort(key=lambda unit: (-values.attack(state, unit), unit))
        moves = []
        # In place, as the caller goes on with them; units already there are bound there too.
        came += there
        for unit in able:
            if strength >= ENOUGH * defence or not self._decides(twin):
                break
            moved = self._beside(twin, unit, target)
            if moved is not None:
                moves.append(moved)
                came.append(unit)
                strength += float(values.attack(state, unit))
        return moves, strength, defence

    def advancing(self) -> Iterator[Deployment]:
        """All go the nearest way to what counts, past the enemy where there are gaps: toward hexes
        that are to be held and are not, and toward the enemy.
        """
        mine, foes = self._state.occupied[self._side], self._state.enemies_of(self._side)
        # Where enemies stand in all that is wanted, and nowhere else, both are the same hexes.
        for goals in dict.fromkeys((self._wanted & ~mine, foes)):
            form = self._advance(goals) if goals else None
            if form is not None:
                yield form

    def _advance(self, goals: int) -> Deployment | None:
        """All free units go the nearest way to some hexes (a mask), the nearest units first;
        ``None`` where none comes nearer.
        """
        ways = Ways(self._state, self._side, goals)
        begun = {
            unit: ways.of(unit).get(self._state.cells[unit])
            for unit in self._reach
            if unit not in self._held
        }
        # Units that find no way there at all are left to the policy.
        known = [(away, unit) for unit, away in begun.items() if away is not None]
        moves, came, twin = list[Action](), set(self._held), self._state.clone()
        for away, unit in sorted(known):
            if not self._decides(twin):
                break
            points = ways.of(unit)
            nearer = [
                cell
                for cell in self._board.cells(self._reach[unit])
                if points.get(cell, away) < away
            ]
            moved = self._first(twin, unit, sorted(nearer, key=points.__getitem__))
            if moved is not None:
                moves.append(moved)
                came.add(unit)
        return Deployment(tuple(moves), self._names(came), idea="advance") if moves else None

    def garrisoning(self) -> Iterator[Deployment]:
        """What counts and holds no enemy gets a unit of its own, also where none arrives yet: the
        nearest goes there, first to what the enemy is nearest to; units already there stay.
        """
        foes = self._state.enemies_of(self._side)
        mine = self._state.occupied[self._side]
        empty = self._board.cells(self._wanted & ~foes & ~mine)
        danger = Ways(self._state, self._side, foes)
        moves, came, twin = list[Action](), set(self._held), self._state.clone()
        for goal in sorted(empty, key=danger.hexes):
            ways = Ways(self._state, self._side, self._board.bit[goal])
            away = {
                unit: ways.of(unit)[cell]
                for unit in self._reach
                if unit not in came and (cell := self._state.cells[unit]) in ways.of(unit)
            }
            if not away or not self._decides(twin):
                break
            unit = min(away, key=lambda unit: (away[unit], unit))
            points, now = ways.of(unit), away[unit]
            nearer = [cell for cell in bits(self._reach[unit]) if points.get(cell, now) < now]
            moved = self._first(twin, unit, sorted(nearer, key=points.__getitem__))
            came.add(unit)
            moves += [moved] if moved is not None else []
        if moves:
            yield Deployment(tuple(moves), self._names(came), idea="garrison")

    def barring(self) -> Iterator[Deployment]:
        """A line before what is held: units go, one after the other, to where they and their zones
        close most of the hexes through which the nearest ways of the enemy lead to it.
        """
        goals = self._wanted & self._state.occupied[self._side]
        foes = self._state.enemies_of(self._side)
        if not goals or not foes:
            return
        home, enemy = (Ways(self._state, self._side, mask) for mask in (goals, foes))
        least = min(enemy.hexes(goal) for goal in bits(goals))
        open_ways = 0
        for cell in bits(self._board.on_map & ~foes):
            away = home.hexes(cell)
            # One hex more than the nearest way: a unit barred there goes round by the next hex.
            if 0 < away <= NEARBY and away + enemy.hexes(cell) <= least + 1:
                open_ways |= self._board.bit[cell]
        moves, came, twin = list[Action](), set(self._held), self._state.clone()
        for unit in sorted(self._reach, key=lambda u: (-self._values.defense(self._state, u), u)):
            if not open_ways or not self._decides(twin):
                break
            if unit in came:
                continue
            reach = self._reach[unit] | self._board.bit[self._state.cells[unit]]
            best = max(bits(reach), key=lambda at: (self._shut(at, open_ways), -home.hexes(at)))
            if not self._shut(best, open_ways):
                continue
            if best != self._state.cells[unit]:
                moved = self._first(twin, unit, [best])
                if moved is None:
                    continue
                moves.append(moved)
            came.add(unit)
            open_ways &= ~(self._board.bit[best] | self._board.adjacent[best])
        if moves:
            yield Deployment(tuple(moves), self._names(came), idea="line")

    def _shut(self, cell: int, ways: int) -> int:
        """How many hexes of some ways (a mask) a unit in a cell closes."""
        return ((self._board.bit[cell] | self._board.adjacent[cell]) & ways).bit_count()

    def _decides(self, state: State) -> bool:
        """Whether the side still forms its units."""
        return forms_here(state) is Deployments and state.agenda[-1].side(state) == self._side

    def _beside(self, twin: State, unit: int, target: int) -> Action | None:
        """A move of a unit to a hex beside a target, made on ``twin``: rather where it shuts a way
        out that is open yet.
        """
        board, around = self._board, self._board.adjacent[target]
        shut = twin.occupied[self._side]
        shut |= board.expand(shut)
        cells = board.cells(self._reach[unit] & around)
        self._random.shuffle(cells)
        cells.sort(key=lambda at: -(board.adjacent[at] & around & ~shut).bit_count())
        return self._first(twin, unit, cells)

    def _first(self, twin: State, unit: int, cells: list[int]) -> Action | None:
        """A move of a unit to the first of some cells that it can come to, made on ``twin``."""
        for cell in cells[:TRIED]:
            action = self._move(unit, cell)
            there = sum(twin.cells[other] == cell for other in self._mine)
            if there < self._room and twin.explain(action) is None:
                twin.apply(action, events=False)
                return action
        return None

    def _move(self, unit: int, cell: int) -> Action:
        return move_of(self._frame, unit, cell)

    def _names(self, units: frozenset[int] | set[int]) -> frozenset[str]:
        return frozenset(self._frame.unit_ids[unit] for unit in units)


class Strikes(Proposals):
    """What a side (an index) can attack in a combat phase: each enemy with most units."""

    def all(self) -> list[Deployment]:
        """All there are in a drawn order, those at the best odds rather first; and all at once."""
        state, largest = self._state, dict[tuple[str, ...], Action]()
        strikes = state.frame.registry.previews
        for action in islice(state.legal_actions(), MOST_LISTED):
            known = largest.get(action.hexes)
            if action.verb in strikes and (known is None or len(action.units) > len(known.units)):
                largest[action.hexes] = action
        odds = {  # the column of an attack, from 1 on; 1 where there are none
            action: 1.0 + (getattr(state.preview(action), "column", 0) or 0)
            for action in largest.values()
        }
        drawn = sorted((-odds[a] * self._random.random(), a) for a in largest.values())
        deployments = [Deployment((action,), idea="attack") for _, action in drawn]
        if len(deployments) > 1:
            # Second, so that it is compared even where there is time for two of them only.
            deployments.insert(1, Deployment(tuple(action for _, action in drawn), idea="assault"))
        return deployments


class Acts(Proposals):
    """What a side (an index) can do with one unit where fires or orders are given: one act for each
    unit and target.
    """

    def all(self) -> list[Deployment]:
        """All there are, in a drawn order."""
        acts = dict[tuple[tuple[str, ...], tuple[str, ...]], list[Action]]()
        for action in islice(self._state.legal_actions(), MOST_LISTED):
            if action.units:
                acts.setdefault((action.units[:1], action.hexes), []).append(action)
        drawn = [self._random.choice(alike) for alike in acts.values()]
        self._random.shuffle(drawn)
        return [Deployment((action,), idea="act") for action in drawn]


# -- plans from the hand: each card that can be played, with units that it orders ------------------

# Each card is played once with the units that gain most by it, then a few times with others that
# are drawn. A card is followed as long as its orders ask for one unit more, and no further than to
# the first throw: what the dice show is for rollouts to find out.


DRAWN = 2
"""So many times the units that a card orders are drawn, in addition to the best of them."""

MOST_ORDERED = 12
"""No card is followed for more choices than this."""


class Commands(Proposals):
    """What a side (an index) can play in a phase of cards, each with the units that it orders:
    those that gain most by it, as the sections say, and others drawn, the likelier the more they
    gain.
    """

    def all(self) -> list[Deployment]:
        """Each card with the best, in a drawn order; then each with others."""
        cards = [
            action
            for action in self._state.legal_actions()
            if action.name and action.verb in self._state.frame.registry.gains
        ]
        self._random.shuffle(cards)
        plays = [self._played(card, chance=False) for card in cards]
        for _ in range(DRAWN):
            plays += [self._played(card, chance=True) for card in cards]
        # Draws often come to the same units; the first of equals keeps its place.
        return [Deployment(actions, idea="command") for actions in dict.fromkeys(plays)]

    def _played(self, card: Action, *, chance: bool) -> tuple[Action, ...]:
        """A card, and the units that it orders one after the other."""
        twin, made = self._state.clone(), [card]
        thrown, phase = twin.rolled, twin.phase_index
        twin.apply(card, events=False)
        while len(made) < MOST_ORDERED and twin.rolled == thrown and twin.phase_index == phase:
            if not decides(twin, self._side):
                break
            units = [action for action in twin.legal_actions() if action.units]
            if not units:
                break
            made.append(self._one_of(twin, units, chance=chance))
            twin.apply(made[-1], events=False)
        return tuple(made)

    def _one_of(self, twin: State, units: Sequence[Action], *, chance: bool) -> Action:
        """Of actions for a unit each the one that gains most; by ``chance`` one that is drawn, the
        likelier the more it gains.
        """
        # What the section of its verb says that an action gains; nothing where it says nothing.
        judges = twin.frame.registry.gains
        gains = [
            judges[action.verb](twin, self._side, action) if action.verb in judges else 0.0
            for action in units
        ]
        if chance:
            # Weights may not be negative, nor all of them nothing.
            return self._random.choices(units, [max(gain, 1e-6) for gain in gains])[0]
        return units[gains.index(max(gains))]


FORMS = {
    "movement": Deployments,
    "combat": Strikes,
    "fire": Acts,
    "orders": Acts,
    "round": Acts,
    "card": Commands,
}
"""In which kinds of phase the rules propose something."""

SHOWS_SOON = {WRITING, "card"}
"""In games with a phase of such a kind what is written for a turn, or which units a card lets act,
shows soon, and is little beside the luck of a whole game.
"""

WEIGHED = {"card"}
"""In games with a phase of such a kind the luck of the dice is weighed in rollouts: there battles
of few units follow one another, and each is soon judged. Elsewhere it takes off less than it costs:
see docs/explanation/search.md.
"""


def forms_here(state: State) -> type[Proposals] | None:
    """What proposes something where nothing else is asked; ``None`` where nothing does."""
    return None if state.is_over else FORMS.get(state.agenda[-1].kind)


def move_of(frame: Frame, unit: int, cell: int) -> Action:
    """The move of a unit to a cell."""
    return Action("move", (frame.unit_ids[unit],), (frame.board.number[cell],))


@lru_cache(maxsize=32)
def wanted(rules: Rules) -> int:
    """Mask of the hexes that any side is to hold by ``victory`` and ``points``."""
    board, mask = rules.frame.board, 0
    for cells in Goals(rules.frame.resolved).hexes.values():
        if len(cells) <= MANY:
            for cell in cells:
                mask |= board.bit[cell]
    return mask


# -- how far it is to some hexes, round the enemy where he leaves gaps -----------------------------

# The flood runs backwards, from the hexes outwards, once for all units of a movement class and
# allowance: then every cell knows its way. Enemies' hexes are closed; in his zones of control a
# part of a move is lost.


STOPPED = 0.5
"""The part of a move that is lost in a hex next to an enemy."""


class Ways:
    """Ways of a side's (an index) units to some hexes (a mask), as the enemy stands now."""

    def __init__(self, state: State, side: int, goals: int) -> None:
        rules = state.rules
        self._movement, self._forces = rules[MovementRules], rules[Forces]
        self._board, self._goals = rules.frame.board, goals
        self._closed = state.enemies_of(side)
        self._zone = self._movement.zones.enemy_zone(state, side)
        self._points: dict[tuple[str, int], dict[int, float]] = {}
        self._away: dict[int, int] | None = None

    def of(self, unit: int) -> dict[int, float]:
        """By cell the movement points from there to the nearest of the hexes, where a unit can come
        to it at all.
        """
        allowance = self._movement.values.most_movement(unit)
        key = (self._forces.movement_class[unit], allowance)
        if key not in self._points:
            self._points[key] = self._measured(unit, STOPPED * allowance)
        return self._points[key]

    def _measured(self, unit: int, stopped: float) -> dict[int, float]:
        """What :meth:`of` answers with: Dijkstra's algorithm from the hexes outwards; ``stopped``:
        the points that are lost in an enemy's zone of control.
        """
        board, costs = self._board, self._movement.costs[unit]
        points: dict[int, float] = {}
        queue = [(0.0, goal) for goal in bits(self._goals)]
        while queue:
            spent, cell = heappop(queue)
            # It may have been queued several times; the shortest way came first.
            if cell in points:
                continue
            points[cell] = spent
            for near in board.neighbours[cell]:
                if not near or near in points or self._closed >> near & 1:
                    continue
                # Backwards: the unit will step from ``near`` into ``cell``.
                step = costs.cost(near, cell)
                if step is not None:
                    held = stopped if self._zone >> near & 1 else 0.0
                    heappush(queue, (spent + step + held, near))
        return points

    def hexes(self, cell: int) -> int:
        """Hexes from a cell to the nearest of the hexes, as the crow flies; 0 if there are none."""
        if self._away is None:
            # Ring by ring round the hexes, the ring of those themselves first.
            self._away, reached, away = {}, self._goals, 0
            ring = reached
            while ring:
                self._away |= dict.fromkeys(bits(ring), away)
                ring, away = self._board.expand(reached) & ~reached, away + 1
                reached |= ring
        return self._away.get(cell, 0)
