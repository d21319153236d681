"""What the packages of the rules bring into play, by name.

The kernel knows no rule of any game. The module in which a package has what players decide
(``Section.tables``) says in tables what it brings: ``VERBS``, ``PHASES``, ``HOOKS`` and so on. A
:class:`Registry` holds the tables of the packages that one game uses, each under its name in small
letters, and the kernel reads them without knowing a name in them.

From the top: the moments of play at which rules may do something (:class:`Hooks`), what the entries
of some tables are, all tables with what stands in each (:class:`PackageTables`), and how they are
collected.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields
from random import Random
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from hexwar.definition.model import ResolvedGame
from hexwar.definition.packages import offering, package_of, package_with
from hexwar.engine.action import Action
from hexwar.engine.notation import VOCABULARIES, Verb, vocabulary
from hexwar.engine.queries import Lying, Recorded, Status
from hexwar.engine.slot import Slot

# -- the moments at which rules may do something ---------------------------------------------------

Guess = Callable[[Any, Random], None]
"""Puts a guess, drawn with a Random, into a state: a copy of what a side sees."""

Called = tuple[Callable[..., Any], ...]
"""What is called at a moment, with the state first; in most games nothing."""

Hook = tuple[type[Any], Callable[..., Any]]
"""A class of rules and the method of it that is called with the state, in games that have it."""


# Asked for by attribute and not by name in a dictionary: many are, at every decision.
@dataclass(slots=True, eq=False)
class Hooks:
    """What a game calls at each moment, in the order in which a game meets them."""

    placed: Called = ()
    """Units stand where the game is to begin; the answer is why that cannot be, or nothing."""

    to_come: Called = ()
    """Answers with the mask of units off the map that cannot have come yet, as everybody knows."""

    could_have_come: Called = ()
    """Answers with the mask of units in play which may have come, whether they have or not."""

    forgets: Called = ()
    """With a side and a mask of units: forget in a copy for a side what it does not know."""

    secrets: Called = ()
    """With a side: forget in a copy for it what others keep from it that is no unit, as orders."""

    keeps: Called = ()
    """Whether any side now keeps from others something that is no unit: a window then asks which
    player is looking before it shows anything.
    """

    guesses: Called = ()
    """With a copy for a side in place of the state, and the side: answers with what puts a guess at
    what the side does not see into a copy of it (a :data:`Guess`), or ``None``.
    """

    set_up: Called = ()
    """May put a task on the agenda; play goes on when it is settled."""

    turns_begin: Called = ()
    """Everybody is set up, and the first phase of the first turn has not begun."""

    takes_place: Called = ()
    """With a phase: whether it takes place."""

    follows: Called = ()
    """With a phase: the index of the phase after it, or how many phases there are for the end of
    the turn. Of several that lead elsewhere than on, the last phase counts.
    """

    effects: Called = ()
    """With a phase, and whether a battle has ended in it or it begins: the ids of the effects in
    force.
    """

    phase_begins: Called = ()
    """The phase has been entered and its event noted; its task has not begun."""

    action_begins: Called = ()
    """With a unit that moves hex by hex or fires, and the cell that it fires at, or 0: may put on
    the agenda what comes after the action.
    """

    surprises: Called = ()
    """With a unit that is about to fire, and whether it shows itself by that, or only tries to
    react: if any answers True, no unit interrupts that.
    """

    interrupts: Called = ()
    """As ``action_begins``, whenever the unit has entered a hex and before it fires: may put on the
    agenda what comes before the action goes on.
    """

    forbids: Called = ()
    """With a unit and what it would do (``move``, ``fire``, ``react``): why it may not, or
    ``None``.
    """

    obliges: Called = ()
    """Why the phase may not be ended yet by its side, as something has to be done in it, or
    ``None``.
    """

    treads: Called = ()
    """With a unit and a mask of hexes: it moves through these, in a game that hides units, while
    events are told.
    """

    passes: Called = ()
    """With a unit and a mask of hexes: it has set out on a move through these, in any game."""

    meets: Called = ()
    """With a unit and a cell: it would have entered a hex in which units hide from it, and has
    stopped before it.
    """

    moved: Called = ()
    """With a unit: it has entered a hex in the course of a move, a retreat or an advance."""

    turned: Called = ()
    """With a unit, and by how many hexsides clockwise: it looks elsewhere now."""

    fired: Called = ()
    """With a unit: it is about to fire."""

    exposes: Called = ()
    """With a mask of units and a cell: they are about to fire at it, and dummies come to light
    before the dice.
    """

    absent: Called = ()
    """With a mask of units: which of them will come to nothing when they fight (dummies), as far as
    the state knows.
    """

    did: Called = ()
    """With a word and a mask of units: they moved, fired, attacked, defended, advanced, retreated
    or entered the map, or did something in place of a move.
    """

    beaten: Called = ()
    """With a unit and the cell where it stood: it is eliminated, or nobody of it is left to
    fight.
    """

    thrown: Called = ()
    """With how many dice, the column in which they are looked up and what is added to them: what
    dice came to lies on the agenda to be carried out, and they could be thrown again.
    """

    battle_ends: Called = ()
    """Nothing more is owed for a battle."""

    phase_closing: Called = ()
    """Still belongs to the phase, and comes before its end is told."""

    phase_closed: Called = ()
    """May end the game."""

    turn_ends: Called = ()
    """May end the game."""

    turn_ended: Called = ()
    """It has been seen whether the end of the turn ends the game."""

    game_ends: Called = ()
    """The last turn is over: may end the game, and say who has won."""


MOMENTS = tuple(moment.name for moment in fields(Hooks))


# -- what stands in tables -------------------------------------------------------------------------

Worth = Callable[[Any, int, Action], float]
"""Of a state, the index of the side that chooses and an ``Action``; more is better."""


class HasTitle(Protocol):
    """What a game defines under an id, with a title for players."""

    @property
    def title(self) -> str:
        """What players read."""


Titles = Callable[[ResolvedGame], Mapping[str, HasTitle]]


class AnyTime(NamedTuple):
    """A verb that the side whose choice it is may use at any time.

    ``explain(state, side, action)`` and ``perform(state, action)``, as of a task.
    """

    explain: Callable[..., Any]
    perform: Callable[..., None]


RESIGN = AnyTime(lambda state, side, action: None, lambda state, action: state.resign())
"""The side whose choice it is may always give up."""


class Previewing(NamedTuple):
    """How a legal action is foreseen: ``whole(state, action)``, with all units, and
    ``seen(state, side, action)``, as far as a side (an index) can tell. One of ``any_time`` is
    foreseen whichever side chooses now, and says itself why it cannot be.
    """

    whole: Callable[..., Any]
    seen: Callable[..., Any]
    any_time: bool = False


class Hiding(NamedTuple):
    """How a section hides units from a side, in the games in which ``hides(rules)``.

    ``hidden(state, side)``: the mask of those a side cannot see. ``redact(state, moments)``:
    note in the state's events which units were hidden from which side; ``moments`` are masks by
    side, of before the first event, of each event, of after the last.
    ``known_events(events, side)``: events as a side learns of them.
    """

    hides: Callable[..., bool]
    hidden: Callable[..., int]
    redact: Callable[..., None]
    known_events: Callable[..., Any]


class FoundSide(NamedTuple):
    """A word in place of a phase's side.

    ``side(state)``: the index of the side whose phase it is, asked when the phase is entered.
    ``words``: that side in a sentence, as long as nobody knows which it is.
    """

    side: Callable[..., int]
    words: str


class Patching(NamedTuple):
    """What a section lays over a game while it is played; each is asked with the resolved game.

    ``effects(game)``: the patch of every effect by its id, in the order in which they are laid.
    ``phases(game)``: by index of the phase, laid after the effects. ``battles(game)``: by name,
    laid last, while a battle is fought that brings one.

    ``concerns(game, effect, phase)``: whether an effect can be in force in the phase.
    ``together(game, effect, other)``: whether two effects can be in force at once.
    ``both(game, patch, other)``: whether the patches of two battles can.
    """

    effects: Callable[..., Mapping[str, Any]] = lambda game: {}
    phases: Callable[..., Mapping[int, Any]] = lambda game: {}
    battles: Callable[..., Mapping[str, Any]] = lambda game: {}
    concerns: Callable[..., bool] = lambda game, effect, phase: True
    together: Callable[..., bool] = lambda game, effect, other: True
    both: Callable[..., bool] = lambda game, patch, other: False


# -- the tables ------------------------------------------------------------------------------------


@dataclass(eq=False)
class PackageTables:
    """The tables that a module may have, each under its name in small letters.

    Where a table is by name, a name that two modules use is an error, but for ``hooks`` and
    ``contributions``: there what both say holds.
    """

    # What players decide, and what stands on the agenda.
    verbs: dict[str, Verb] = field(default_factory=dict)
    """How actions are written and offered."""

    phases: dict[str, type[Any]] = field(default_factory=dict)
    """Kinds of phase; they are ``tasks`` as well."""

    phase_sides: dict[str, FoundSide] = field(default_factory=dict)
    """Words in place of a phase's side: how the side is found when the phase is entered."""

    tasks: dict[str, type[Any]] = field(default_factory=dict)
    """What can stand on the agenda."""

    anytime: dict[str, AnyTime] = field(default_factory=lambda: {"resign": RESIGN})
    """Verbs that wait for no phase."""

    contributions: dict[str, tuple[type[Any], ...]] = field(default_factory=dict)
    """By section, what is added to its phase."""

    # What happens by itself, and what is remembered.
    hooks: dict[str, tuple[Hook, ...]] = field(default_factory=lambda: dict.fromkeys(MOMENTS, ()))
    """By moment, what is done then; a module names one hook a moment."""

    battle_stages: dict[str, Hook] = field(default_factory=dict)
    """By place, what is done in the course of a battle: called with the state and the battle."""

    patches: tuple[Patching, ...] = ()
    """What is laid over the game in play."""

    slots: dict[str, Slot[Any]] = field(default_factory=dict)
    """What is remembered; a module lists its slots, which have their names."""

    beginnings: dict[str, Callable[..., None]] = field(default_factory=dict)
    """What else a caller of ``start`` may say of the game."""

    unit_beginnings: dict[str, Callable[..., None]] = field(default_factory=dict)
    """What else a set-up may say of a unit."""

    # Results of tables and battles.
    results: dict[str, Callable[..., Any]] = field(default_factory=dict)
    """What the verbs of result programs do."""

    meanings: dict[str, Callable[..., str]] = field(default_factory=dict)
    """By verb of result programs, what such a step does, in words."""

    forecasts: dict[str, Callable[..., None]] = field(default_factory=dict)
    """By kind of task, how the choice that a step of a result leaves is told beforehand."""

    # What is counted, and how it is said.
    titles: dict[str, Titles] = field(default_factory=dict)
    """By kind, what a game defines under ids, with the titles that players read."""

    # Each of the next six is by the word of a condition, such as ``controlled``.
    measures: dict[str, Callable[..., Any]] = field(default_factory=dict)
    """What a condition counts: of it, the frame and the forces, a function of the state."""

    shares: dict[str, Callable[..., Any]] = field(default_factory=dict)
    """For a condition with a ``share``: what it counts as a part of all there are, made alike."""

    wordings: dict[str, Callable[..., str]] = field(default_factory=dict)
    """How a condition is said."""

    standings: dict[str, Callable[..., str]] = field(default_factory=dict)
    """How a condition stands now, where its count says too little: of it, the state and titles."""

    counted: dict[str, Callable[..., str]] = field(default_factory=dict)
    """One of what a condition counts, in words."""

    prospects: dict[str, Callable[..., Any]] = field(default_factory=dict)
    """What the count will probably come to, for players: of the condition and the foresight."""

    selects: dict[str, Any] = field(default_factory=dict)
    """Keys by which units are selected."""

    amounts: tuple[Callable[[ResolvedGame], Iterable[Any]], ...] = ()
    """Every number of movement points that is said, of the resolved game."""

    # What everybody may read, and which sides may not.
    records: tuple[Callable[..., Iterable[Recorded]], ...] = ()
    """What is read beside the map, of the state."""

    on_map: tuple[Callable[..., Iterable[Lying]], ...] = ()
    """What lies on the map that is no unit, of the state."""

    status: tuple[Callable[..., Iterable[Status]], ...] = ()
    """What everybody who sees a unit may read of it: of the state and the unit's index."""

    answers: dict[str, Callable[..., Any]] = field(default_factory=dict)
    """By the name of a question, what is answered: of the state and what is asked about."""

    hides: tuple[Hiding, ...] = ()
    """What is hidden from a side."""

    # What choices come to.
    previews: dict[str, Previewing] = field(default_factory=dict)
    """By verb, what an action would be resolved as."""

    worth: dict[str, Worth] = field(default_factory=dict)
    """By kind of decision, what its actions are worth, for computer players to compare."""

    gains: dict[str, Worth] = field(default_factory=dict)
    """By verb, what an action gains that a trial does not show."""


TABLES = tuple(table.name.upper() for table in fields(PackageTables))
"""What the tables are called in modules."""


class Registry(PackageTables):
    """The tables of the packages that a game uses.

    ``packages`` are those of which a game with these tables has rules; all if that is left open.
    ``memory``: by slot the record that it begins with; ``of_turn``: of those that last a turn.
    ValueError if two modules use one name.
    """

    def __init__(
        self, modules: Iterable[ModuleType], packages: Collection[str] | None = None
    ) -> None:
        super().__init__()
        self._packages = packages
        self._homes: dict[str, str] = {}  # by verb: the package that brings it
        for module in modules:
            tables = {name.lower(): table for name, table in vars(module).items() if name in TABLES}
            self._add(tables, module.__name__)
        slots = self.slots.values()
        self.memory = {slot: slot.empty for slot in slots}
        self.of_turn = {slot: slot.empty for slot in slots if slot.lasts == "turn"}

    def _add(self, brought: dict[str, Any], module: str) -> None:
        """Add what a module says, by the names of tables in small letters."""
        for moment, hook in brought.pop("hooks", {}).items():
            self.hooks[moment] += (hook,)
        for section, kinds in brought.pop("contributions", {}).items():
            self.contributions[section] = (*self.contributions.get(section, ()), *kinds)
        if "slots" in brought:
            brought["slots"] = {slot.name: slot for slot in brought["slots"]}
        if "phases" in brought:
            brought["tasks"] = brought["phases"] | brought.get("tasks", {})
        for name, more in brought.items():
            table = getattr(self, name)
            if isinstance(table, tuple):
                setattr(self, name, table + more)
                continue
            if twice := table.keys() & more.keys():
                raise ValueError(f"{module} says {', '.join(sorted(twice))} again")
            table.update(more)
            if name in VOCABULARIES:
                vocabulary(name).learn(more)
        if words := brought.get("verbs"):
            home = package_with(module) or module.rpartition(".")[0]
            self._homes |= dict.fromkeys(words, home)

    def has_rules(self, kind: type[Any]) -> bool:
        """Whether a game with these tables can have rules of a class: if it uses their package."""
        package = package_of(kind)
        return not package or self._packages is None or package in self._packages

    def offered(self, name: str) -> type[Any] | None:
        """A class that a package offers to others; ``None`` if the games do not use the package.

        LookupError if no package offers one of that name.
        """
        if name not in offering():
            raise LookupError(f"no package offers a class {name}")
        package, where = offering()[name]
        is_used = self._packages is None or package.name in self._packages
        offered: type[Any] | None = package.load(where) if is_used else None
        return offered

    def used(self, game: ResolvedGame) -> dict[str, Verb]:
        """The verbs for which a game has a use: those of its sections, and what any game has."""
        written = {package_of(form) for form in game.sections}
        return {
            word: verb
            for word, verb in self.verbs.items()
            if (self._homes[word] in written if verb.needs is None else verb.needs(game))
        }

    def by_section(self, game: ResolvedGame) -> dict[str, set[str]]:
        """The verbs for which a game has a use by the section that brings them; without those that
        wait for no phase.
        """
        by_section: dict[str, set[str]] = {}
        for word in self.used(game):
            if word in self._homes and word not in self.anytime:
                by_section.setdefault(self._homes[word], set()).add(word)
        return by_section
