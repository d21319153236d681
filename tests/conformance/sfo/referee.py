"""A referee: follows a game by its events alone and objects to whatever the rulebook forbids.

It shares no code with the engine. It knows the map's graph, who stood where at the start, and the
printed tables; from there on it keeps its own book.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from hexwar.engine.event import Event
from hexwar.rules.game import Game
from hexwar.rules.state import State

STEPS = ("soviet_movement", "soviet_combat", "us_movement", "us_combat")
STANDARD = {
    1: "DR DR DE DE DE DE",
    2: "DR DR DR DE DE DE",
    3: "AR DR DR DR DE DE",
    4: "AR AR DR DR DR DE",
    5: "AR AR DR DR DR DR",
    6: "AE AR AR DR DR DR",
}
ADVANCED = {
    1: "DR DR EX DE DE DE",
    2: "DR DR DR EX DE DE",
    3: "NE DR DR DR EX DE",
    4: "AR NE DR DR DR EX",
    5: "AR AR DR DR DR DR",
    6: "AE AR NE DR DR DR",
}


class Referee:
    """Give it every event of a game, in order (:meth:`watch`); it fails with the rule broken.

    The first event must be the beginning of a step; ``state`` is the position then.
    """

    def __init__(self, game: Game, state: State) -> None:
        self.graph = game.map.graph
        self.towns = game.map.region("towns")
        self.side = {unit: game.units[unit].side for unit in game.units}
        self.at = {unit: number for unit in game.units if (number := state.position(unit))}
        self.advanced = state.resolved.scenario.id == "advanced"
        self.limit = 2 if self.advanced else 1
        self.dead = set(state.to_dict()["eliminated"])
        self.received: dict[str, set[str]] = {}
        self.entered: dict[str, int] = {}
        self.steps: list[tuple[int, str]] = []
        self.battle: Event | None = None
        self.over = False
        self._begin_step()

    def watch(self, events: Iterable[Event]) -> None:
        """Check these events, the next of the game."""
        for event in events:
            assert not self.over, f"6.0: {event} after the end"
            getattr(self, f"_{event.kind}")(event)

    # -- the plain meaning of the rules ----------------------------------------------------------

    def woods(self, number: str) -> bool:
        """Whether a hex is Woods."""
        return bool(self.graph.nodes[number]["terrain"] == "woods")

    def enemies(self, unit: str) -> set[str]:
        """The hexes of the units on the other side."""
        return {at for other, at in self.at.items() if self.side[other] != self.side[unit]}

    def zone(self, unit: str) -> set[str]:
        """4.3: the hexes next to any of them."""
        return {near for at in self.enemies(unit) for near in self.graph[at]}

    def standing(self, number: str) -> list[str]:
        """The units in a hex."""
        return [unit for unit, at in self.at.items() if at == number]

    def retreats(self, unit: str) -> set[str]:
        """5.6 and 7.4: where a unit may retreat now."""
        return {
            near
            for near in self.graph[self.at[unit]]
            if near not in self.enemies(unit) | self.zone(unit)
            and len(self.standing(near)) < self.limit
            and (self.advanced or not self.woods(near))
        }

    # -- sequence and victory --------------------------------------------------------------------

    def _begin_step(self) -> None:
        self.began = dict(self.at)
        self.mover = ""
        self.moved: set[str] = set()
        self.stopped: set[str] = set()
        self.spent: dict[str, int] = {}
        self.fought: set[str] = set()
        self.attacked: set[str] = set()

    def _phase_begins(self, event: Event) -> None:
        self.steps.append((event.turn, event.phase))
        every = [(turn, step) for turn in (1, 2, 3, 4) for step in STEPS]
        begun = every.index(self.steps[0])
        expected = every[begun : begun + len(self.steps)]
        assert self.steps == expected, "3.0: the steps are out of order"
        self._begin_step()

    def _phase_ends(self, event: Event) -> None:
        self._settle_battle()
        for number in set(self.at.values()):
            assert len(self.standing(number)) <= self.limit, f"4.2, 7.11: too many in {number}"

    def _game_over(self, event: Event) -> None:
        self.over = True
        assert self.steps[-1] == (4, STEPS[-1]), "6.0: the game lasts four turns"
        held = {at for unit, at in self.at.items() if self.side[unit] == "soviet"} & self.towns
        assert event.winner == ("soviet" if len(held) >= 2 else "us"), "6.0: the wrong winner"

    # -- movement -----------------------------------------------------------------------------

    def _turn_of(self, unit: str, kind: str) -> None:
        assert self.steps[-1][1] == f"{self.side[unit]}_{kind}", f"3.0: {unit} acts out of turn"

    def _takes_over(self, unit: str) -> None:
        if unit != self.mover:
            assert unit not in self.moved, f"4.1: {unit} moves again after another has moved"
            self.mover = unit
            self.moved.add(unit)

    def _moved(self, event: Event) -> None:
        unit, path = event.unit, event.path
        self._turn_of(unit, "movement")
        self._takes_over(unit)
        assert path[0] == self.at[unit], f"4.0: {unit} does not begin where it stands"
        zone, enemies = self.zone(unit), self.enemies(unit)
        for a, b in pairwise(path):
            assert b in self.graph[a], f"4.0: {unit} jumps"
            assert b not in enemies, f"4.2: {unit} enters an enemy's hex"
            assert self.advanced or not self.woods(b), f"4.2: {unit} enters Woods"
            assert unit not in self.stopped, f"4.31: {unit} goes on out of {a}"
            assert not (a in zone and b in zone), f"4.33: {unit} goes from zone to zone"
            if b in zone:
                self.stopped.add(unit)
        cost = sum(2 if self.woods(b) else 1 for b in path[1:])
        assert event.cost == str(cost), f"4.1, 7.21: {path} costs {cost}"
        self.spent[unit] = self.spent.get(unit, 0) + cost
        assert self.spent[unit] <= 4, f"4.1: {unit} spends too much"
        self.at[unit] = path[-1]

    def _sent_back(self, event: Event) -> None:
        unit = event.unit
        assert len(self.standing(self.at[unit])) > self.limit, f"4.2: {unit} could have stayed"
        origin = self.began.get(unit, "")
        assert event.path == (self.at[unit], origin), f"4.2: {unit} goes back elsewhere"
        del self.at[unit]
        if origin:
            self.at[unit] = origin

    # -- reinforcements -----------------------------------------------------------------------

    def _available(self, event: Event) -> None:
        turn, step = self.steps[-1]
        assert event.group not in self.received, "8.1, 8.2: once in a game"
        self.received[event.group] = set(event.units)
        if event.group == "second_echelon":
            assert step == "soviet_movement", "8.11: in a Soviet movement step"
            assert turn >= 2, "8.11: from turn 2 on"
            lost = {unit for unit in self.dead if self.side[unit] == "soviet"}
            assert set(event.units) == lost, "8.12: those that have been eliminated"
        else:
            assert (step, event.units) == ("us_movement", ("G",)), "8.2: G, in a U.S. step"
            assert not self.moved, "8.21: when the step begins"
            held = {at for unit, at in self.at.items() if self.side[unit] == "soviet"}
            assert len(held & self.towns) >= 2, "8.21: with two Towns lost"

    def _entered(self, event: Event) -> None:
        unit, (number,) = event.unit, event.path
        soviet = self.side[unit] == "soviet"
        group = "second_echelon" if soviet else "west_german"
        self._turn_of(unit, "movement")
        assert unit in self.received[group], f"8.12, 8.2: {unit} is not expected"
        self.entered[group] = self.entered.get(group, 0) + 1
        assert self.entered[group] <= (2 if soviet else 1), "8.12: too many come"
        assert number[:2] == ("09" if soviet else "01"), "8.13, 8.22: by the wrong edge"
        assert number not in self.enemies(unit) | self.zone(unit), "8.13, 8.22: in an enemy zone"
        assert len(self.standing(number)) < 2, f"7.11: {number} is full"
        self._takes_over(unit)
        self.received[group].discard(unit)
        self.dead.discard(unit)
        self.spent[unit] = 1
        self.at[unit] = number

    # -- combat -------------------------------------------------------------------------------

    def _battle(self, event: Event) -> None:
        self._settle_battle()
        attackers, defenders = event.attackers, event.defenders
        for unit in attackers:
            self._turn_of(unit, "combat")
            assert event.target in self.graph[self.at[unit]], f"5.0: {unit} is not adjacent"
        assert {self.at[unit] for unit in defenders} == {event.target}
        assert {self.side[unit] for unit in defenders}.isdisjoint(self.side[u] for u in attackers)
        assert self.fought.isdisjoint(attackers), "5.3: a unit attacks twice"
        assert self.attacked.isdisjoint(defenders), "5.3: a unit is attacked twice"
        self.fought.update(attackers)
        self.attacked.update(defenders)
        if self.advanced:
            assert set(defenders) == set(self.standing(event.target)), "7.12: the whole hex defends"
            mates = {mate for unit in attackers for mate in self.standing(self.at[unit])}
            assert mates == set(attackers), "7.12: the whole hex attacks"
            value = len(attackers) - len(defenders) - self.woods(event.target)
            assert value >= 0, "7.31: below 0"
            column, table = min(value, 5), ADVANCED
        else:
            assert len(defenders) == 1, "5.3: one defending unit"
            column, table = len(attackers) - 1, STANDARD
        assert event.result == table[event.die].split()[column], "5.5, 7.4: the wrong result"
        self.battle, self.before = event, dict(self.at)
        self.lost: list[str] = []
        self.blocked: set[str] = set()
        self.went: set[str] = set()
        self.advance = ""

    def _eliminated(self, event: Event) -> None:
        assert self.at.pop(event.unit) == event.hex
        self.dead.add(event.unit)
        if event.unit not in self.blocked:
            self.lost.append(event.unit)

    def _retreat_blocked(self, event: Event) -> None:
        assert not self.retreats(event.unit), f"5.6, 7.4: {event.unit} could have retreated"
        self.blocked.add(event.unit)

    def _retreated(self, event: Event) -> None:
        origin, goal = event.path
        assert origin == self.at[event.unit]
        assert goal in self.retreats(event.unit), f"5.6, 7.4: {event.unit} may not go to {goal}"
        self.at[event.unit] = goal
        self.went.add(event.unit)

    def _advanced(self, event: Event) -> None:
        assert self.battle is not None
        assert event.unit in self.battle.attackers, f"5.7: {event.unit} did not take part"
        assert self.battle.result in ("DE", "DR", "EX"), "5.7: no success"
        assert not self.advance, "5.7: only one unit advances"
        assert event.path == (self.at[event.unit], self.battle.target), "5.7: another hex"
        assert not self.standing(self.battle.target), "5.7: the hex is not empty"
        self.at[event.unit] = self.advance = self.battle.target

    def _declined(self, event: Event) -> None:
        assert self.battle is not None
        assert self.battle.result in ("DE", "DR", "EX"), "5.7: nothing to decline"

    def _settle_battle(self) -> None:
        """Everything that the last result asks for has been done, and nothing else."""
        if self.battle is None:
            return
        battle, self.battle = self.battle, None
        attackers, defenders = set(battle.attackers), set(battle.defenders)
        lost, gone = set(self.lost), self.went | self.blocked
        if battle.result in ("DE", "EX"):
            assert len(lost & defenders) == 1, "7.4: one defender is eliminated"
        if battle.result in ("AE", "EX"):
            assert len(lost & attackers) == 1, "7.4: one attacker is eliminated"
        expected = {"DE": 1, "AE": 1, "EX": 2}.get(battle.result, 0)
        assert len(lost) == expected, f"5.6, 7.4: {battle.result} and {lost} lost"
        if battle.result in ("DE", "DR", "EX"):
            assert gone == defenders - lost, "5.6, 7.4: the defenders that are left retreat"
        elif battle.result in ("AR", "AE"):
            assert gone == attackers - lost, "5.6, 7.4: the attackers that are left retreat"
        else:
            assert not gone, "7.4: no effect"
        bystanders = set(self.before) - attackers - defenders
        assert all(self.at[unit] == self.before[unit] for unit in bystanders)
