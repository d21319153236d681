"""Plans from the rules: who can reach what counts, who can gather against whom, who can attack.

They know no opinions of any player, and so they are there in games too in which its opinions are
wrong. Each says only what some units do; a policy decides for the others. In a movement phase what
counts is held or entered, enemies are outnumbered singly or along the line, and the way is taken to
what lies further off; in combat each enemy is attacked with all that can; what a phase of cards
proposes stands in ``commands``. What comes early is compared first, and all of it seldom: so the
order mixes the kinds, and within a kind it is drawn, with what promises more rather in front.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from random import Random

from hexwar.engine import Action
from hexwar.engine.frame import Frame
from hexwar.engine.rules import Rules
from hexwar.players.goals import Goals
from hexwar.players.search.commands import Commands
from hexwar.players.search.plans import Deployment, Proposals
from hexwar.players.search.ways import Ways
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.plots.section import WRITING
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.state import State
from hexwar.rules.units.rules import Forces

MANY = 30
"""Of more hexes that count than this no single one does."""

ENOUGH = 4
"""Against so many times the enemy's strength nobody else need be gathered."""


GOOD = 2
"""From so many times the enemy's strength on an attack is worth being prepared among others."""

TRIED = 8
"""So many hexes are tried for a unit."""

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
        self._held = self._sole_holders()

    def _sole_holders(self) -> frozenset[int]:
        """Units that hold a hex that counts alone."""
        cells = self._state.cells
        holders: dict[int, list[int]] = {}
        for unit in self._mine:
            if self._wanted >> cells[unit] & 1:
                holders.setdefault(cells[unit], []).append(unit)
        return frozenset(units[0] for units in holders.values() if len(units) == 1)

    def all(self) -> list[Deployment]:
        """All there are, of all kinds in turn: first what is held and taken, then who is fought."""
        kinds = [
            list(self.holding()),
            list(self.grabbing()),
            list(self.gathering()),
            list(self.assaulting()),
            list(self.advancing()),
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
        """Who could enter a hex: mostly the strongest to hold it, at times anybody."""
        able = [u for u, mask in self._reach.items() if mask >> cell & 1 and u not in taken]
        if not able:
            return None
        # Else the same unit would be proposed for a hex whenever the phase is thought over.
        if self._random.random() < 0.3:
            return self._random.choice(able)
        return max(able, key=lambda unit: (self._values.defense(self._state, unit), -unit))

    def gathering(self) -> Iterator[Deployment]:
        """As many as are needed come beside an enemy, those first who strike hardest."""
        for target, around in self._targets():
            twin, came = self._state.clone(), list[int]()
            moves, strength, _ = self._gathered(twin, target, around, came)
            if came and strength:
                staying = self._names(self._held | set(came))
                yield Deployment(tuple(moves), staying, (self._board.number[target],), "gather")

    def assaulting(self) -> Iterator[Deployment]:
        """The whole line attacks: one enemy after the other is outnumbered, as far as units go."""
        # Targets come in an order drawn anew, and units sent against one are gone for the next.
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
        """Moves, made on ``twin``, of those who come beside a target, with the strength that is
        there then and that of the enemy; they are added to ``came``, of whom nobody is taken.
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
        # In place, as the caller goes on with them; who stands there already is bound there too.
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
        ways = Ways(self._state, self._side, goals)
        begun = {
            unit: ways.of(unit).get(self._state.cells[unit])
            for unit in self._reach
            if unit not in self._held
        }
        # Who finds no way there at all is left to the policy.
        known = [(away, unit) for unit, away in begun.items() if away is not None]
        moves, came, twin = list[Action](), set(self._held), self._state.clone()
        for away, unit in sorted(known):
            if not self._decides(twin):
                break
            to = ways.of(unit)
            nearer = [
                cell for cell in self._board.cells(self._reach[unit]) if to.get(cell, away) < away
            ]
            moved = self._first(twin, unit, sorted(nearer, key=to.__getitem__))
            if moved is not None:
                moves.append(moved)
                came.add(unit)
        return Deployment(tuple(moves), self._names(came), idea="advance") if moves else None

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
        drawn = sorted((-self._odds(a) * self._random.random(), a) for a in largest.values())
        deployments = [Deployment((action,), idea="attack") for _, action in drawn]
        if len(deployments) > 1:
            # Second, so that it is compared even where there is time for two of them only.
            deployments.insert(1, Deployment(tuple(action for _, action in drawn), idea="assault"))
        return deployments

    def _odds(self, action: Action) -> float:
        """The column of an attack, from 1 on; 1 where there are none."""
        return 1.0 + (getattr(self._state.preview(action), "column", 0) or 0)


FORMS = {"movement": Deployments, "combat": Strikes, "card": Commands}
"""In which kinds of phase the rules propose something."""

SHOWS_SOON = {WRITING, "card"}
"""In games with a phase of such a kind what is written for a turn, or whom a card lets act, shows
soon, and is little beside the luck of a whole game.
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
    """Mask of the hexes that a side is to hold by ``victory`` and ``points``."""
    board, mask = rules.frame.board, 0
    for cells in Goals(rules.frame.resolved).hexes.values():
        if len(cells) <= MANY:
            for cell in cells:
                mask |= board.bit[cell]
    return mask
