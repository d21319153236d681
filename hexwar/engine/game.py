"""A loaded game: what can be chosen, the map, the units, and the start of play."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from difflib import get_close_matches
from typing import Any, Protocol

from hexwar.definition.model import Catalog, ResolvedGame, Unit
from hexwar.engine.dice import Dice, key_from_seed
from hexwar.engine.ruleset import Ruleset
from hexwar.engine.state import State
from hexwar.hexmap import HexMap


class Definition(Protocol):
    """What a game needs of its definition."""

    catalog: Catalog

    def resolve(
        self,
        scenario: str | None = None,
        options: Iterable[str] = (),
        edition: str | None = None,
    ) -> ResolvedGame:
        """The sections with a scenario's variant, options and an edition applied."""


class Game:
    """A game ready to be started. Made by :func:`hexwar.load_game`.

    ``map`` and ``units`` are those of the first scenario without options; a scenario or an
    option may change terrain costs and rules, never which hexes or counters exist.
    """

    def __init__(
        self, definition: Definition, compile_rules: Callable[[ResolvedGame], Ruleset]
    ) -> None:
        self.definition = definition
        self._compile = compile_rules
        self._rulesets: dict[tuple[str, tuple[str, ...], str], Ruleset] = {}

    @property
    def catalog(self) -> Catalog:
        """Scenarios, variants, options and editions, each with its title."""
        return self.definition.catalog

    @property
    def map(self) -> HexMap:
        """The board."""
        return self.definition.resolve().map

    @property
    def units(self) -> Mapping[str, Unit]:
        """Every counter by id, in the order of the units file."""
        return self.definition.resolve().units

    def ruleset(
        self, scenario: str | None = None, options: Iterable[str] = (), edition: str | None = None
    ) -> Ruleset:
        """The compiled rules of a scenario with options; compiled once each."""
        resolved = self.definition.resolve(scenario, tuple(options), edition)
        key = (resolved.scenario.id, resolved.options, resolved.edition)
        rules = self._rulesets.get(key)
        if rules is None:
            rules = self._rulesets[key] = self._compile(resolved)
        return rules

    def start(
        self,
        scenario: str | None = None,
        options: Iterable[str] = (),
        seed: int | str = 0,
        *,
        edition: str | None = None,
        setup: Mapping[str, str] | None = None,
        turn: int = 1,
        phase: str | None = None,
        dice: Iterable[int] | None = None,
    ) -> State:
        """A state at its first decision.

        ``setup`` (unit to hex) replaces the scenario's: units that it leaves out are out of
        play. ``turn`` (from 1) and ``phase`` (its id) say where play begins. ``dice`` scripts the
        faces to come; otherwise ``seed`` decides them. ValueError says what does not exist.
        """
        rules = self.ruleset(scenario, options, edition)
        resolved = rules.resolved
        thrown = Dice(key_from_seed(seed)) if dice is None else Dice.scripted(dice)
        state = State(rules, thrown)
        if not 1 <= turn <= resolved.sequence.turns:
            raise ValueError(f"turn {turn} is not between 1 and {resolved.sequence.turns}")
        state.turn = turn
        for unit, number in (resolved.scenario.opening if setup is None else setup).items():
            _require(unit, rules.unit_index, "unit")
            _require(number, rules.board.cell, "hex")
            state.place(rules.unit_index[unit], rules.board.cell[number])
        problem = rules.position_problem(state)
        if problem:
            raise ValueError(problem)
        if phase is not None:
            _require(phase, rules.phase_ids, "phase")
        state.events = []
        if setup is None and phase is None and turn == 1:
            rules.open(state)
        else:
            rules.begin(state, 0 if phase is None else rules.phase_ids.index(phase))
        state.settle()
        return state

    def state_from_dict(self, data: dict[str, Any]) -> State:
        """The state that ``State.to_dict`` described. ValueError if it is another game's."""
        if data["game"] != self.catalog.header.id:
            raise ValueError(f"this is a state of {data['game']}, not of {self.catalog.header.id}")
        rules = self.ruleset(data["scenario"], data["options"], data["edition"])
        return State.from_dict(rules, data)

    def __repr__(self) -> str:
        return f"<Game {self.catalog.header.id}: {self.catalog.header.title}>"


def _require(name: str, known: Collection[str], what: str) -> None:
    if name not in known:
        close = get_close_matches(str(name), list(known), 1)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise ValueError(f"there is no {what} {name}{hint}")
