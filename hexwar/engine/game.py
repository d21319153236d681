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
        self._asked: dict[tuple[str | None, tuple[str, ...], str | None], Ruleset] = {}
        self._openings: dict[Ruleset, State] = {}

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
        asked = (scenario, tuple(options), edition)
        rules = self._asked.get(asked)
        if rules is None:
            resolved = self.definition.resolve(*asked)
            key = (resolved.scenario.id, resolved.options, resolved.edition)
            if key not in self._rulesets:
                self._rulesets[key] = self._compile(resolved)
            rules = self._asked[asked] = self._rulesets[key]
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
        last = rules.resolved.sequence.turns
        if not 1 <= turn <= last:
            raise ValueError(f"turn {turn} is not between 1 and {last}")
        state = self._opening(rules) if setup is None else _position(rules, setup)
        state.dice = Dice(key_from_seed(seed)) if dice is None else Dice.scripted(dice)
        state.turn = turn
        if phase is not None:
            _require(phase, rules.phase_ids, "phase")
        state.events = []
        if setup is None and phase is None and turn == 1:
            rules.open(state)
        else:
            rules.begin(state, 0 if phase is None else rules.phase_ids.index(phase))
        state.settle()
        return state

    def _opening(self, rules: Ruleset) -> State:
        """A copy of the scenario's own position, which is placed and checked once."""
        opening = self._openings.get(rules)
        if opening is None:
            opening = self._openings[rules] = _position(rules, rules.resolved.scenario.opening)
        state = opening.clone()
        state.cache = {}
        return state

    def state_from_dict(self, data: dict[str, Any]) -> State:
        """The state that ``State.to_dict`` described. ValueError if it is another game's."""
        if data["game"] != self.catalog.header.id:
            raise ValueError(f"this is a state of {data['game']}, not of {self.catalog.header.id}")
        rules = self.ruleset(data["scenario"], data["options"], data["edition"])
        return State.from_dict(rules, data)

    def __repr__(self) -> str:
        return f"<Game {self.catalog.header.id}: {self.catalog.header.title}>"


def _position(rules: Ruleset, setup: Mapping[str, str]) -> State:
    """A state with units in their hexes, before anything begins; ValueError if it cannot be."""
    state = State(rules, Dice(b""))
    for unit, number in setup.items():
        _require(unit, rules.unit_index, "unit")
        _require(number, rules.board.cell, "hex")
        state.place(rules.unit_index[unit], rules.board.cell[number])
    problem = rules.position_problem(state)
    if problem:
        raise ValueError(problem)
    return state


def _require(name: str, known: Collection[str], what: str) -> None:
    if name not in known:
        close = get_close_matches(str(name), list(known), 1)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise ValueError(f"there is no {what} {name}{hint}")
