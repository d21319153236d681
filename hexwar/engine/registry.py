"""What the sections of the format bring into play, by name.

The module in which a package has what players decide (``Section.tables``) says it in tables:
``VERBS`` (how its actions are written and offered), ``PHASES`` (kinds of phase), ``TASKS`` (what
else can stand on the agenda), ``SLOTS`` (its memory), ``HOOKS`` (what it does when a phase or a
turn begins and ends), ``RESULTS`` (verbs of result programs), ``MEANINGS`` (what a step of theirs
does, in words) and ``FORECASTS`` (how the choices that they leave are told beforehand),
``TITLES`` (by kind, what a game defines under ids, with the titles that players read),
``MEASURES`` (what conditions count), ``SHARES`` (what share of all there are that is) and
``WORDINGS`` (how they are said), ``STANDINGS`` (how they stand, where their count says too little:
a function of the condition, the state and the titles), ``COUNTED`` (one of what they count),
``PROSPECTS`` (what that will probably come to: a function of the condition and the foresight),
``SELECTS`` (keys by which units are selected),
``CONTRIBUTIONS`` (what it adds to another section's phase), ``HIDES`` (what it hides from a
side), ``ANYTIME`` (verbs that wait for no phase), ``PATCHES`` (what it lays over the game in play),
``PHASE_SIDES`` (words in place of a
phase's side: how the side is found when the phase is entered),
``RECORDS`` (what everybody may read beside the map: a function of the state, which answers with
``Recorded``), ``ON_MAP`` (what everybody sees lie on the map that is no unit: a function
of the state, which answers with ``Lying``), ``STATUS`` (what everybody who sees a unit may read of
it: a function of the state and the unit's index, which answers with ``Status``), ``WORTH`` (by kind
of decision, what its actions are worth to who chooses: a function of the state, the side's index
and the ``Action``, for computer players to compare), ``GAINS`` (by verb, what an action gains that
a trial does not show, the same), ``PREVIEWS`` (by verb, what an action would be resolved as),
``BATTLE_STAGES`` (by place, what it does in the course of a battle: a hook, which is called with
the state and the battle), ``AMOUNTS`` (every number of movement points that it says: a function of
the resolved game), ``ANSWERS`` (what it answers when a position is asked, by the name of the
question: a function of the state and of what is asked about). The kernel knows the tables and none
of the names in them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, fields
from random import Random
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from hexwar.definition.model import ResolvedGame
from hexwar.definition.packages import offering, package_of, package_with
from hexwar.engine.action import Action
from hexwar.engine.notation import Verb, verbs
from hexwar.engine.queries import Lying, Recorded, Status
from hexwar.engine.slot import Slot

# -- the moments at which sections may do something: the hooks of the kernel -----------------------

# The kernel knows no rule of any game. Where a rule may have to do with what happens, the kernel
# names a moment; a package says in its ``HOOKS`` which of its methods is called then, and ``Rules``
# puts the methods of those that the game uses into one object of class :class:`Hooks`.


Guess = Callable[[Any, Random], None]
"""Puts a guess, drawn with a Random, into a state: a copy of what a side sees."""

Called = tuple[Callable[..., Any], ...]
"""What is called at a moment, with the state first; in most games nothing."""


# Asked for by attribute and not by name in a dictionary: many are, at every decision.
@dataclass(slots=True, eq=False)
class Hooks:
    """What a game calls at each moment, in the order in which a game meets them.

    ``placed``: units stand where the game is to begin; the answer is why that cannot be, or
    nothing. ``to_come``: the mask of units off the map that cannot have come yet, as everybody
    knows. ``could_have_come``: that of units in play which may have, whether they have or not.
    ``forgets`` (with a side and a mask of units): forget in a copy for a side what it does not
    know. ``secrets`` (with a side): forget in a copy for a side what others keep from it that is no
    unit, such as orders; ``keeps``: whether anybody keeps anything so now.
    ``guesses`` (with such a copy in place of the state, and the side) answers
    with what puts into a copy of it a guess at what the side does not see, or ``None``. ``set_up``
    may put a task on the agenda; play goes on when it is settled. ``turns_begin``: everybody is set
    up.
    ``takes_place`` (asked with a phase) answers whether it does. ``follows`` (asked with a phase)
    answers with the index of the phase after it, or with how many phases there are for the end of
    the turn; of several that lead elsewhere than on, the last phase counts. ``effects`` (asked
    with a phase, and whether a battle has ended in it or it begins) answers with the ids of the
    effects in force. ``action_begins`` and ``interrupts`` (with a unit that moves hex by hex or
    fires, and the cell that it fires at, or 0) may put tasks on the agenda: the first what comes
    after the action; the second, asked whenever the unit has entered a hex and before it fires,
    what comes before the action goes on. If any of ``surprises`` (with a unit that is about to
    fire, and whether it shows itself by that, or only tries to react) answers True, nobody
    interrupts that. ``forbids`` (with a unit and what it would do: ``move``, ``fire``, ``react``)
    answers why it may not, or ``None``. ``obliges`` answers why the phase may not be ended yet by
    its side, as something has to be done in it, or ``None``. ``treads`` (with a unit and a mask of
    hexes): it moves through these, in a game that hides units, while events are told. ``passes``
    (with the same): it has set out on a move through these. ``meets`` (with a unit and a cell): it
    would have entered a hex in which units hide from it, and has stopped before it. ``moved`` and
    ``fired`` (with a unit): it has entered a hex in the course of a move, a retreat or an advance;
    it is about to fire. ``exposes`` (with a mask of units and a cell): they are about to fire at
    it, and who is nothing comes to light before the dice. ``absent`` (with a mask of units)
    answers with the mask of those that will come to nothing then, as far as the state knows.
    ``turned`` (with a unit, and by how many hexsides clockwise): it looks elsewhere now.
    ``did`` (with a word and a mask of units): they moved, fired, attacked, defended, advanced,
    retreated or entered the map, or did something in place of a move. ``beaten`` (with a unit and
    the cell where it stood): it is eliminated, or nobody of it is left to fight. ``thrown`` (with
    how many dice, the column in which they are looked up and what is added to them): what dice came
    to lies on the agenda to be carried out, and they could be thrown again.
    ``battle_ends``: nothing is owed for a battle any more.
    ``phase_closing`` still belongs to the phase and comes before its end is told; ``phase_closed``,
    ``turn_ends`` and ``game_ends`` may end the game. ``turn_ended``: it has been seen whether the
    end of the turn does.
    """

    placed: Called = ()
    to_come: Called = ()
    could_have_come: Called = ()
    forgets: Called = ()
    secrets: Called = ()
    keeps: Called = ()
    guesses: Called = ()
    set_up: Called = ()
    turns_begin: Called = ()
    takes_place: Called = ()
    follows: Called = ()
    effects: Called = ()
    phase_begins: Called = ()
    action_begins: Called = ()
    surprises: Called = ()
    interrupts: Called = ()
    forbids: Called = ()
    obliges: Called = ()
    treads: Called = ()
    passes: Called = ()
    meets: Called = ()
    moved: Called = ()
    turned: Called = ()
    fired: Called = ()
    exposes: Called = ()
    absent: Called = ()
    did: Called = ()
    beaten: Called = ()
    thrown: Called = ()
    battle_ends: Called = ()
    phase_closing: Called = ()
    phase_closed: Called = ()
    turn_ends: Called = ()
    turn_ended: Called = ()
    game_ends: Called = ()


MOMENTS = tuple(field.name for field in fields(Hooks))


Hook = tuple[type[Any], Callable[..., Any]]
"""A class of rules and the method of it that is called with the state, in games that have it."""

Worth = Callable[[Any, int, Action], float]
"""Of a state, the index of the side that chooses and an ``Action``; more is better."""


class HasTitle(Protocol):
    """What a game defines under an id, with a title for players."""

    @property
    def title(self) -> str:
        """What players read."""


Titles = Callable[[ResolvedGame], Mapping[str, HasTitle]]


class AnyTime(NamedTuple):
    """A verb that whoever has to choose may use at any time.

    ``explain(state, side, action)`` and ``perform(state, action)``, as of a task.
    """

    explain: Callable[..., Any]
    perform: Callable[..., None]


RESIGN = AnyTime(lambda state, side, action: None, lambda state, action: state.resign())
"""Whoever has to choose may always give up."""


class Previewing(NamedTuple):
    """How a legal action is foreseen: ``whole(state, action)``, with all units, and
    ``seen(state, side, action)``, as far as a side (an index) can tell. One of ``any_time`` is
    foreseen whoever chooses now, and says itself why it cannot be.
    """

    whole: Callable[..., Any]
    seen: Callable[..., Any]
    any_time: bool = False


class Hiding(NamedTuple):
    """How a section hides units from a side, in the games in which ``hides(rules)``.

    ``hidden(state, side)``: the mask of those a side cannot see. ``redact(state, moments)``:
    note in the state's events who was hidden from whom; ``moments`` are masks by side, of before
    the first event, of each event, of after the last. ``known_events(events, side)``:
    events as a side learns of them.
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


def _nothing(game: Any) -> dict[Any, Any]:
    return {}


def _always(game: Any, *of: Any) -> bool:
    return True


def _never(game: Any, *of: Any) -> bool:
    return False


class Patching(NamedTuple):
    """What a section lays over a game while it is played; each is asked with the resolved game.

    ``effects(game)``: the patch of every effect by its id, in the order in which they are laid.
    ``phases(game)``: by index of the phase, laid after the effects. ``battles(game)``: by name,
    laid last, while a battle is fought that brings one. ``concerns(game, effect,
    phase)``: whether an effect can be in force in the phase. ``together(game, one, other)``:
    whether two effects can be in force at once. ``both(game, one, other)``: whether the patches of
    two battles can.
    """

    effects: Callable[..., Mapping[str, Any]] = _nothing
    phases: Callable[..., Mapping[int, Any]] = _nothing
    battles: Callable[..., Mapping[str, Any]] = _nothing
    concerns: Callable[..., bool] = _always
    together: Callable[..., bool] = _always
    both: Callable[..., bool] = _never


class Registry:
    """The tables of the sections that a game uses; a name that two of them use is an error.

    ``packages`` are those of which a game with these tables has rules; all if that is left open.
    """

    def __init__(
        self, modules: Iterable[ModuleType], packages: Collection[str] | None = None
    ) -> None:
        self._packages = packages
        self.verbs: dict[str, Verb] = {}
        self.phases: dict[str, type[Any]] = {}
        self.phase_sides: dict[str, FoundSide] = {}
        self.tasks: dict[str, type[Any]] = {}
        self.results: dict[str, Callable[..., Any]] = {}
        self.meanings: dict[str, Callable[..., str]] = {}
        self.titles: dict[str, Titles] = {}
        self.forecasts: dict[str, Callable[..., None]] = {}
        self.measures: dict[str, Callable[..., Any]] = {}
        self.shares: dict[str, Callable[..., Any]] = {}
        self.wordings: dict[str, Callable[..., str]] = {}
        self.standings: dict[str, Callable[..., str]] = {}
        self.counted: dict[str, Callable[..., str]] = {}
        self.prospects: dict[str, Callable[..., Any]] = {}
        self.selects: dict[str, Any] = {}
        self.anytime: dict[str, AnyTime] = {"resign": RESIGN}
        self.worth: dict[str, Worth] = {}
        self.gains: dict[str, Worth] = {}
        self.previews: dict[str, Previewing] = {}
        self.beginnings: dict[str, Callable[..., None]] = {}
        self.unit_beginnings: dict[str, Callable[..., None]] = {}
        self.contributions: dict[str, tuple[type[Any], ...]] = {}
        self.battle_stages: dict[str, Hook] = {}
        self.answers: dict[str, Callable[..., Any]] = {}
        self.amounts: tuple[Callable[[ResolvedGame], Iterable[Any]], ...] = ()
        self.patching: tuple[Patching, ...] = ()
        self.records: tuple[Callable[..., Iterable[Recorded]], ...] = ()
        self.on_map: tuple[Callable[..., Iterable[Lying]], ...] = ()
        self.statuses: tuple[Callable[..., Iterable[Status]], ...] = ()
        self.hiding: tuple[Hiding, ...] = ()
        self._homes: dict[str, str] = {}  # by verb: the package that brings it
        self.hooks: dict[str, tuple[Hook, ...]] = dict.fromkeys(MOMENTS, ())
        self.slots: dict[str, Slot[Any]] = {}
        for module in modules:
            self._add(module)
        everything = self.slots.values()
        self.memory = {slot: slot.empty for slot in everything}
        self.of_turn = {slot: slot.empty for slot in everything if slot.lasts == "turn"}

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

    def _add(self, module: ModuleType) -> None:
        tables = vars(module)
        _join(self.verbs, tables.get("VERBS", {}), module)
        verbs().learn(tables.get("VERBS", {}))
        home = package_with(module.__name__) or module.__name__.rpartition(".")[0]
        self._homes |= dict.fromkeys(tables.get("VERBS", {}), home)
        _join(self.phases, tables.get("PHASES", {}), module)
        _join(self.phase_sides, tables.get("PHASE_SIDES", {}), module)
        _join(self.tasks, tables.get("PHASES", {}), module)
        _join(self.tasks, tables.get("TASKS", {}), module)
        _join(self.results, tables.get("RESULTS", {}), module)
        _join(self.meanings, tables.get("MEANINGS", {}), module)
        _join(self.titles, tables.get("TITLES", {}), module)
        _join(self.forecasts, tables.get("FORECASTS", {}), module)
        _join(self.measures, tables.get("MEASURES", {}), module)
        _join(self.shares, tables.get("SHARES", {}), module)
        _join(self.wordings, tables.get("WORDINGS", {}), module)
        _join(self.standings, tables.get("STANDINGS", {}), module)
        _join(self.counted, tables.get("COUNTED", {}), module)
        _join(self.prospects, tables.get("PROSPECTS", {}), module)
        _join(self.selects, tables.get("SELECTS", {}), module)
        _join(self.anytime, tables.get("ANYTIME", {}), module)
        _join(self.worth, tables.get("WORTH", {}), module)
        _join(self.gains, tables.get("GAINS", {}), module)
        _join(self.previews, tables.get("PREVIEWS", {}), module)
        _join(self.beginnings, tables.get("BEGINNINGS", {}), module)
        _join(self.unit_beginnings, tables.get("UNIT_BEGINNINGS", {}), module)
        _join(self.battle_stages, tables.get("BATTLE_STAGES", {}), module)
        _join(self.answers, tables.get("ANSWERS", {}), module)
        _join(self.slots, {slot.name: slot for slot in tables.get("SLOTS", ())}, module)
        self.amounts += tables.get("AMOUNTS", ())
        self.patching += tables.get("PATCHES", ())
        self.records += tables.get("RECORDS", ())
        self.on_map += tables.get("ON_MAP", ())
        self.statuses += tables.get("STATUS", ())
        self.hiding += tables.get("HIDES", ())
        for moment, hook in tables.get("HOOKS", {}).items():
            self.hooks[moment] += (hook,)
        for phase, kinds in tables.get("CONTRIBUTIONS", {}).items():
            self.contributions[phase] = (*self.contributions.get(phase, ()), *kinds)


def _join(table: dict[str, Any], more: dict[str, Any], module: ModuleType) -> None:
    twice = table.keys() & more.keys()
    if twice:
        raise ValueError(f"{module.__name__} says {', '.join(sorted(twice))} again")
    table.update(more)
