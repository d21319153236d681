"""A loaded game: what can be chosen, the map, the units, the start of play as callers say it.

Rules are compiled once for each scenario with its options (:meth:`PlayableGame.ruleset`), and the
opening position is placed and checked once for those rules; each game that is started gets a copy
(:meth:`PlayableGame.start`). Where it is started again, the state at the first decision is kept
too, if no die falls before it: players are compared over thousands of games that begin alike. At
the end stands what a caller may say of one unit (:class:`Placing`), and whether a position that was
read can be played on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from hexwar.definition.model import Catalog, ResolvedGame
from hexwar.definition.spelling import named, suggestion
from hexwar.engine.dice import Dice, key_from_seed
from hexwar.engine.rules import Scopes
from hexwar.engine.state import Position


class Resolver(Protocol):
    """What a game needs of its definition."""

    catalog: Catalog

    def resolve(
        self, scenario: str | None = None, options: Iterable[str] = (), edition: str | None = None
    ) -> ResolvedGame:
        """The sections with a scenario's variant, options and an edition applied."""


S = TypeVar("S", bound=Position)


class PlayableGame(Generic[S]):
    """A game ready to be started. Made by :func:`hexwar.load_game`."""

    def __init__(
        self,
        definition: Resolver,
        compile_rules: Callable[[ResolvedGame], Scopes],
        state_type: type[S],
    ) -> None:
        self.definition = definition
        self._state_type = state_type
        self._compile = compile_rules
        self._rulesets: dict[tuple[str, tuple[str, ...], str], Scopes] = {}
        # By what was asked for too: resolving a scenario takes long, and several questions (no
        # scenario, the first one by name) come to the same rules.
        self._asked: dict[tuple[str | None, tuple[str, ...], str | None], Scopes] = {}
        self._openings: dict[Scopes, S] = {}  # units stand, and nothing has happened
        self._beginnings: dict[Scopes, S] = {}  # at the first decision

    @property
    def catalog(self) -> Catalog:
        """Scenarios, variants, options and editions, each with its title."""
        return self.definition.catalog

    def ruleset(
        self, scenario: str | None = None, options: Iterable[str] = (), edition: str | None = None
    ) -> Scopes:
        """The compiled rules of a scenario with options; compiled once each."""
        if isinstance(options, str):
            raise ValueError(f"options is a list of options: write options=[{options!r}]")
        if not isinstance(options, Iterable):
            raise ValueError("options is a list of options, such as options=[]")
        choice = (scenario, tuple(options), edition)
        try:
            rules = self._asked.get(choice)
        except TypeError:
            raise ValueError("scenarios, options and editions are called by their ids") from None
        if rules is None:
            resolved = self.definition.resolve(*choice)
            key = (resolved.scenario.id, resolved.options, resolved.edition)
            if key not in self._rulesets:
                self._rulesets[key] = compiled = self._compile(resolved)
                compiled.game = self
            rules = self._asked[choice] = self._rulesets[key]
        return rules

    def start(
        self,
        scenario: str | None = None,
        options: Iterable[str] = (),
        seed: int | str = 0,
        *,
        edition: str | None = None,
        setup: Mapping[str, str | Mapping[str, Any]] | None = None,
        turn: int = 1,
        phase: str | None = None,
        dice: Iterable[int] | Dice | None = None,
        initiative: str | None = None,
        **begins: Any,
    ) -> S:
        """A state at its first decision.

        ``setup`` (unit to hex, or to ``{"hex": ..., "step": ..., "state": ...}`` as a scenario has
        it, with ``figures`` and ``hidden`` in games that have them) replaces the scenario's: units
        that it leaves out are out of play. ``turn`` (from 1) and ``phase`` (its id) say where play
        begins, ``initiative`` which side has it. What else there is when it begins is said by
        words of the sections: ``hands={"red": ["storm"]}``, ``tracks={"weather": "mud"}``,
        ``pools={"orders": 3}``, ``states={"A": "pinned"}``, ``cargo={"T1": ["G1"]}``. ``dice``
        scripts the faces to come, or is what throws them; otherwise ``seed`` decides them.
        ValueError says what does not exist.
        """
        rules = self.ruleset(scenario, options, edition)
        last = rules.frame.turns
        if not isinstance(turn, int) or not 1 <= turn <= last:
            raise ValueError(f"turn {turn!r} is not a number between 1 and {last}")
        if isinstance(dice, Dice):
            thrown = dice
        else:
            thrown = Dice(key_from_seed(seed)) if dice is None else Dice.scripted(dice)
        what_begins = begins if initiative is None else {"initiative": initiative, **begins}
        if setup is None and phase is None and turn == 1 and not what_begins:
            return self._begin(rules, thrown)
        if setup is None:
            state = self.opening(rules)
        elif isinstance(setup, Mapping):
            words = rules.frame.registry.unit_beginnings
            placings = {unit: placing(unit, begin, words) for unit, begin in setup.items()}
            state = self._allowed(rules, self._with_units(rules, placings))
        else:
            raise ValueError("setup says the hex of each unit, such as setup={'A': '0101'}")
        state.dice = thrown
        state.turn = turn
        phases = {name: index for index, name in enumerate(rules.frame.phase_ids)}
        first_phase = 0 if phase is None else named(phases, phase, "phase")
        for word, value in what_begins.items():
            let_begin = rules.frame.registry.beginnings.get(word)
            if let_begin is None:
                suggested = suggestion(word, rules.frame.registry.beginnings)
                raise ValueError(f"there is no {word} in this game; {suggested}")
            let_begin(state, value)
        # Rules take note of what was set up; then turns begin, up to the first choice of a side.
        state.listen(opening=True)
        state.begin_turns(first_phase)
        state.settle()
        state.told()
        return state

    def _begin(self, rules: Scopes, dice: Dice) -> S:
        """A state at the first decision of a scenario.

        What comes before the first die is the same in all games of it: from the second game on, a
        copy is handed out, with what can be done first looked up beforehand.
        """
        beginning = self._beginnings.get(rules)
        if beginning is None:
            is_second = rules in self._openings  # a single game has no use for a copy
            beginning = self.opening(rules)
            beginning.dice = dice
            beginning.listen(opening=True)
            beginning.open()
            beginning.settle()
            beginning.told()
            if beginning.rolled or not is_second:
                return beginning
            for _ in beginning.listed():  # fills the caches, which its copies share
                pass
            # Of rules that a player is handed with its state nobody learns the dice of a game.
            beginning.dice = Dice(b"")
            self._beginnings[rules] = beginning
        state = beginning.clone()
        state.dice = dice
        state.events = [*(beginning.events or ())]
        # Caches of its own: the first phases of thousands of games would never end to fill one.
        state.near = beginning.near.copy()
        state.still = [caches.copy() for caches in beginning.still]
        return state

    def opening(self, rules: Scopes) -> S:
        """A copy of the scenario's own position, which is placed and checked once; nothing has
        happened in it, and nobody has anything to choose yet.
        """
        opening = self._openings.get(rules)
        if opening is None:
            frame, scenario = rules.frame, rules.frame.resolved.scenario
            steps, states = scenario.steps, scenario.states
            begins = {
                unit: Placing(
                    number, steps.get(unit, 1), states.get(unit, ()), scenario.more.get(unit, ())
                )
                for unit, number in scenario.opening.items()
            }
            opening = self._with_units(rules, begins)
            for unit in scenario.eliminated:
                opening.eliminated |= 1 << frame.unit_index[unit]
            self._openings[rules] = self._allowed(rules, opening)
        return opening.clone()

    def _with_units(self, rules: Scopes, begins: Mapping[str, Placing]) -> S:
        """A state with units as they are placed; ValueError for what does not exist."""
        state, frame = self._state_type(rules, Dice(b"")), rules.frame
        for unit, placed in begins.items():
            index = named(frame.unit_index, unit, "unit")
            state.place(index, named(frame.board.cell, placed.hex, "hex"))
            if placed.step > frame.steps[index]:
                raise ValueError(
                    f"{unit} begins at step {placed.step} and has {frame.steps[index]}"
                )
            state.lose(index, (placed.step or frame.steps[index]) - 1)
            for name in placed.states:
                state.mark(name, state.marks.get(name, 0) | 1 << index)
            # Last: a section may look at where the unit stands and what it has lost.
            for word, value in placed.more:
                let_begin = frame.registry.unit_beginnings.get(word)
                if let_begin is None:
                    raise ValueError(f"setup of {unit}: nothing is {word} in this game")
                let_begin(state, index, value)
        return state

    def _allowed(self, rules: Scopes, state: S) -> S:
        """The state, if its units may stand as they do; else ValueError."""
        for hook in rules.base.hooks.placed:
            problem = hook(state)
            if problem:
                raise ValueError(problem)
        return state

    def state_from_dict(self, data: dict[str, Any]) -> S:
        """The state that ``Position.to_dict`` described.

        ValueError when the data are another game's, or not those of a state.
        """
        mine = self.catalog.header.id
        if not isinstance(data, dict) or not {"game", "scenario", "options", "edition"} <= set(
            data
        ):
            raise ValueError(f"this does not describe a state of {mine}")
        if data["game"] != mine:
            raise ValueError(f"this is a state of {str(data['game'])[:80]}, not of {mine}")
        try:
            rules = self.ruleset(data["scenario"], data["options"], data["edition"])
            state = self._state_type.from_dict(rules, data)
            is_sound = _sound(state)
        # A save may come from a stranger. Whatever fails in reading it is the save's fault.
        except (LookupError, TypeError, AttributeError, ArithmeticError) as problem:
            message = f"this does not describe a state of {mine} (wrong or missing: {problem})"
            raise ValueError(message) from None
        if not is_sound:
            raise ValueError(f"this does not describe a state of {mine}: it cannot be played on")
        return state

    def __reduce__(self) -> tuple[Any, ...]:
        # Compiled rules hold functions that cannot be pickled: they are compiled again on loading.
        return _same_game, (type(self), self.definition)

    def __repr__(self) -> str:
        return f"<Game {self.catalog.header.id}: {self.catalog.header.title}>"


def _sound(state: Position) -> bool:
    """Whether the parts of a state that was read are what they should be."""
    numbers = (state.turn, state.rolled, *state.lost)
    sides = len(state.frame.side_ids)
    last, steps = state.frame.turns, state.frame.steps
    return (
        all(type(number) is int and number >= 0 for number in numbers)
        and all(lost <= most for lost, most in zip(state.lost, steps, strict=True))
        and all(slot.is_sound(record, sides) for slot, record in state.memory.items())
        and 1 <= state.turn <= last
        and state.winner in (None, *state.frame.side_ids)
        and isinstance(state.outcome, str)
        and isinstance(state.level, str)
        and isinstance(state.is_over, bool)
        and state.is_over is not bool(state.agenda)
        and (state.is_over or state.decision is not None)
    )


@lru_cache(maxsize=16)
def _same_game(kind: Callable[[Resolver], Any], definition: Resolver) -> Any:
    """The game that a pickle holds: one for all states that are read from pickles."""
    return kind(definition)


LAST = "last"
"""The step of a unit that has one left, whatever number that is; :class:`Placing` says 0."""

KEYS = "hex", "step", "state"
"""What a set-up may say of any unit; sections bring more words."""


class Placing(NamedTuple):
    """A hex, the step (1 at full strength, 0 for the last that the unit has), states, and what
    sections also keep: pairs of a word of theirs and what is said by it.
    """

    hex: str
    step: int = 1
    states: tuple[str, ...] = ()
    more: tuple[tuple[str, Any], ...] = ()


def placing(unit: str, begin: object, words: Collection[str] = ()) -> Placing:
    """What is said of a unit: a hex, or a mapping with ``hex``, ``step``, ``state`` and ``words``.

    ValueError says what cannot be.

    >>> placing("A", {"hex": "0802", "step": "last", "state": ["pinned"]})
    Placing(hex='0802', step=0, states=('pinned',), more=())
    """
    if not isinstance(begin, Mapping):
        return Placing(str(begin))
    for key in begin:
        if key not in KEYS and key not in words:
            suggested = suggestion(str(key), (*KEYS, *words))
            raise ValueError(f"setup of {unit}: there is no {key!r}; {suggested}")
    if "hex" not in begin:
        raise ValueError(f"setup of {unit}: add the hex, such as {{'hex': '0101'}}")
    words_said = tuple((word, begin[word]) for word in words if word in begin)
    step, states = begin.get("step", 1), begin.get("state", ())
    if step == LAST:
        step = 0
    elif type(step) is not int or step < 1:
        raise ValueError(f"setup of {unit}: the step is a number from 1 on, or {LAST!r}")
    # A lone state may be written without a list, and ``state:`` without anything.
    states = (
        (states,) if isinstance(states, str) else tuple(map(str, () if states is None else states))
    )
    return Placing(str(begin["hex"]), step, states, words_said)
