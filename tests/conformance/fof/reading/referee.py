"""A referee beside the table: follows a game by what is done and told, and judges all of it.

It is told the actions and the faces of dice, and keeps teams, figures and states itself. Where what
is told differs from what the booklet says, it writes a difference; it counts what it has judged.
Nothing of the engine is imported: actions and events are read by the names of their fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml

from . import pools, score
from .ground import Ground, distance
from .teams import Book, Team, attack_dice, defense_dice

DIES = {"d6": 6, "d8": 8, "d10": 10}
LASTING = ("position", "medic", "amped", "tough", "mad_minute", "low")


def read_teams(file: Path) -> dict[str, Team]:
    """The lists of the scenario: every counter with its values, its figures fit."""
    said = yaml.safe_load(file.read_text(encoding="utf-8"))["units"]
    teams = {}
    for name, counter in said["counters"].items():
        values = {**said["types"][counter["type"]].get("values", {}), **counter.get("values", {})}
        teams[name] = Team(
            name,
            counter["side"],
            counter["type"],
            None,
            quality=DIES[values.get("quality", "d6")],
            morale=DIES[values.get("morale", "d6")],
            support=values.get("support", 0),
            armor=values.get("armor", 0),
            figures={"fit": values.get("figures", 0)},
        )
    return teams


class Referee:
    """Follows one game. `differences` are sentences, `judged` how many things were judged."""

    def __init__(self, folder: Path) -> None:
        self.ground = Ground(folder / "map.yaml")
        self.teams = read_teams(folder / "units.yaml")
        self.book = Book(self.teams)
        self.differences: list[str] = []
        self.judged = 0
        self.part = ""
        self.actor = ""
        self.owed_fog = 0
        self.contact = False
        self.order: list[list[str]] = []
        self.late: set[str] = set()
        self._rapid: dict[str, bool] = {}
        self._rules: Mapping[str, Callable[[Any], None]] = {
            "phase_begins": self._phase,
            "initiative": self._initiative,
            "fire": self._fire,
            "morale": self._morale,
            "contest": self._contest,
            "moved": self._moved,
            "check": self._check,
            "casualties": self._casualties,
            "figures_taken": self._taken,
            "searched": self._searched,
            "state_begins": self._begins,
            "table": self._table,
            "ambush": self._ambush,
        }

    def is_(self, what: str, told: object, read: object) -> None:
        """Judge one thing: what the engine says of it, and what the booklet."""
        self.judged += 1
        if told != read:
            self.differences.append(f"{what}: the engine says {told}, the booklet {read}")

    # -- what is done ------------------------------------------------------------------------------

    def begins(self, positions: Mapping[str, str | None], hidden: Iterable[str]) -> None:
        """Where the teams stand when the first turn begins, and who hides."""
        for name, hex_ in positions.items():
            self.teams[name].hex = hex_
        for name in hidden:
            self.teams[name].hidden = True

    def hears(self, action: Any, acting: bool) -> None:
        """An action is declared. `acting`: by a unit in its own activation, not in reaction."""
        if not action.units:
            return
        name, verb = action.units[0], action.verb
        if verb == "overwatch":
            self.teams[name].overwatch = True
        elif verb == "react":
            self.book.tried.add(name)
        elif verb == "move":
            self._rapid[name] = action.name == "rapid"
            if acting:
                self._acts(name)
            self._declared(name, in_reaction=not acting)
        elif verb == "fire" and acting:
            self._acts(name, self._standing(action.hexes[0]))
        elif verb in ("evacuate", "search"):
            self.book.acted.add(name)

    def _acts(self, name: str, target: str = "") -> None:
        self.is_("rolls of the fog of war that are still owed", 0, self.owed_fog)
        self.actor, self.order = name, []
        self.late.clear()
        self.book.begin_action(name, target)

    def _declared(self, name: str, *, in_reaction: bool) -> None:
        if in_reaction:
            self.book.reaction_moves.add(name)
            self.book.reacted.add(name)
        self.teams[name].rapid = self.teams[name].rapid or self._rapid[name]

    def _standing(self, hex_: str) -> str:
        return next((team.name for team in self.teams.values() if team.hex == hex_), "")

    def hears_told(self, events: Iterable[Any]) -> None:
        """Judge all that is told, in its order."""
        for event in events:
            if event.kind in self._rules:
                self._rules[event.kind](event)

    # -- what is told ------------------------------------------------------------------------------

    def _phase(self, event: Any) -> None:
        if event.turn != self.book.turn:
            self.book.end_turn()
            self.book.begin_turn(event.turn, self.book.initiative)
        self.part = event.phase
        self.book.second_part = event.phase == "others"
        if event.phase == "actions":
            self.is_("who acts first", event.side, self.book.initiative)

    def _initiative(self, event: Any) -> None:
        sides = ("usmc", "taliban")
        numbers = [score.initiative_dice(self.teams.values(), side) for side in sides]
        self.is_("dice for initiative", tuple(event.counts), tuple(numbers))
        rolled = {"usmc": event.dice[: numbers[0]], "taliban": event.dice[numbers[0] :]}
        won = score.initiative(rolled, self.book.initiative)
        self.is_("initiative", event.side, won)
        self.book.initiative = won

    def _fire(self, event: Any) -> None:
        target = self.teams[event.target]
        if event.unit:
            firer = self.teams[event.unit]
            attack = attack_dice(firer, target)
            defense = defense_dice(target, firer, self.ground)
            self.is_(f"dice of {event.text}", len(event.dice), len(attack))
            self.is_(f"defence in {event.text}", len(event.defense), len(defense))
            active = (firer.side == self.book.initiative) != self.book.second_part
            self.book.fired(firer.name, in_reaction=not active)
        fallen = pools.casualties(event.dice, event.defense, target.effective)
        left = pools.left_unblocked(event.dice, event.defense)
        self.is_(f"hits in {event.text}", event.hits, fallen)
        self.is_(f"unblocked in {event.text}", sorted(event.unblocked, reverse=True), left)
        for condition in ("fit", "lightly_wounded"):
            down = min(fallen, target.figures.get(condition, 0))
            self._change(target, condition, "down", down)
            fallen -= down

    def _change(self, team: Team, before: str, after: str, number: int) -> None:
        team.figures[before] = team.figures.get(before, 0) - number
        team.figures[after] = team.figures.get(after, 0) + number

    def _morale(self, event: Any) -> None:
        team = self.teams[event.unit]
        self.is_(f"dice of {event.text}", len(event.dice), team.effective)
        self.is_(event.text, event.stands, pools.stands(event.dice))
        team.pinned = team.pinned or not pools.stands(event.dice)

    def _contest(self, event: Any) -> None:
        actor = self.teams[event.unit]
        rolled = []
        for name, die in zip(event.units, event.dice, strict=True):
            team = self.teams[name]
            other = "overwatch" if team.side == actor.side else "interrupter"
            role = "actor" if name == event.unit else other
            first = team.side == self.book.initiative
            roller = pools.Roller(name, team.die, role, first, int(team.amped))
            rolled.append((roller, die))
            self.is_(f"die of {name}", 1 <= die <= team.die, True)
        self.book.barred |= pools.barred(rolled)
        self.owed_fog += pools.fog(rolled)
        self.late |= {name for group in self.order for name in group}
        self.order = pools.turns(rolled)

    def _table(self, event: Any) -> None:
        if event.table == "fog_of_war":
            self.owed_fog -= 1
            self.is_("one roll of the fog of war for each 1", self.owed_fog >= 0, True)

    def hears_asked(self, name: str) -> None:
        """A team is asked what it does in reaction: its turn must have come."""
        places = [place for place, group in enumerate(self.order) if name in group]
        self.is_(f"{name} may act by its die", bool(places) or name in self.late, True)
        self.order = self.order[places[0] :] if places else self.order

    def _moved(self, event: Any) -> None:
        team = self.teams[event.unit]
        active = (team.side == self.book.initiative) != self.book.second_part
        if team.kind == "pilot":
            return
        if len(event.path) > 1:
            most = 12 if self._rapid.get(team.name) else 6
            self.is_(f"steps of {event.text}", len(event.path) - 1 <= most, True)
        self.book.moved(team.name, in_reaction=not active)
        if team.kind == "fire_team" and team.effective:
            self.contact = self.contact or any(
                distance(hex_, self.teams["Pilot"].hex or hex_) <= 1 for hex_ in event.path
            )
        team.hex = event.path[-1]

    def _check(self, event: Any) -> None:
        passed = event.dice[0] >= pools.SUCCESS
        self.is_(event.text, event.passed, passed)
        if not passed:
            name = event.unit
            self.teams[name].rapid = False
            self.book.reaction_moves.discard(name)
            self.book.reacted.discard(name)

    def _casualties(self, event: Any) -> None:
        team = self.teams[event.unit]
        others = [other for other in self.teams.values() if not other.hidden or other is team]
        self.is_(f"looked after: {event.text}", True, score.looked_after(team, others))
        self.is_(f"dice of {event.text}", len(event.dice), team.figures.get("down", 0))
        medic = any(
            other.medic
            and other.effective
            and other.side == team.side
            and (other is team or score.beside(other, team))
            for other in others
        )
        for die in event.dice:
            self._change(team, "down", score.fate(die, medic=medic), 1)

    def _taken(self, event: Any) -> None:
        team = self.teams[event.unit]
        seen = [other for other in self.teams.values() if not other.hidden]
        self.is_(event.text, True, score.captured(team, seen))
        for condition in ("down", "seriously_wounded"):
            self._change(team, condition, "captured", team.figures.get(condition, 0))

    def _searched(self, event: Any) -> None:
        if event.die >= pools.SUCCESS:
            for team in self.teams.values():
                if team.hex == event.hex and team.side == "taliban":
                    team.hidden = False

    def _ambush(self, event: Any) -> None:
        """Who is lucky acts before any dice for the order (9.4)."""
        if event.die >= pools.SUCCESS:
            self.order.insert(0, [event.unit])

    def _begins(self, event: Any) -> None:
        for name in event.units:
            if event.state in LASTING:
                setattr(self.teams[name], event.state, True)
