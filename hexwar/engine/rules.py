"""Compiled rules: one object a class, put together by what each constructor asks for.

No package builds another's rules, and none is told when it is needed: a constructor names its needs
by type, and they are made first. So a rule of one package can be used by another without either of
them knowing which games have both, and what no game in play needs is not even imported.

In this order: the frame that never changes, rules made when they are first asked for, what packages
contribute to one another, and the scopes (phase, effects in force) that have rules of their own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MethodType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from hexwar.definition.forms import Form
from hexwar.definition.model import ResolvedGame
from hexwar.engine.registry import MOMENTS, Called, Hook, Hooks, Registry
from hexwar.hexmap import Board, HexMap

# -- what never changes while a game is played: the board, who plays, the phases of a turn ---------


@dataclass(frozen=True, eq=False, slots=True)
class Frame:
    """Units and sides are indices in the order of the files; ``steps`` is by unit.

    ``foes`` are by side its enemies: all other sides that are not allied with it. ``played`` are
    the sides that somebody plays: all but neutrals.
    ``phase_sides`` is the index of the side whose phase it is, or -1 where it is nobody's or
    where play decides: then ``phase_decided`` has the word that says how. ``cite`` are the rules
    about the sequence of play, by reason. ``board`` is the map as masks and cells, ``unit_index``
    and ``side_index`` are each one's place in the order of the files.
    """

    resolved: ResolvedGame
    registry: Registry
    map: HexMap
    unit_ids: tuple[str, ...]
    unit_side: tuple[int, ...]
    steps: tuple[int, ...]
    side_ids: tuple[str, ...]
    side_names: tuple[str, ...]
    foes: tuple[tuple[int, ...], ...]
    played: tuple[int, ...]
    phase_ids: tuple[str, ...]
    phase_titles: tuple[str, ...]
    phase_kinds: tuple[str, ...]
    phase_sides: tuple[int, ...]
    phase_decided: tuple[str, ...]
    turns: int
    cite: Mapping[str, str]
    # Asked for at every decision: plain attributes, than which nothing is faster.
    board: Board = field(init=False)
    unit_index: Mapping[str, int] = field(init=False)
    side_index: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        """Derive what the rest says."""
        for name, ids in (("unit_index", self.unit_ids), ("side_index", self.side_ids)):
            # The class is frozen, and these two are not handed in.
            object.__setattr__(self, name, {ident: index for index, ident in enumerate(ids)})
        object.__setattr__(self, "board", self.map.board)


R = TypeVar("R")


class Rules(dict[type[Any], Any]):
    """The rules that are in force, by class: ``state.rules[MovementRules]``.

    An object is made when it is first asked for. Its constructor names what it needs by type: the
    :class:`Frame`, sections of the game, other rules, what is :class:`Contributed`; a need marked
    ``| None`` is ``None`` in a game without that section, or that does not use its package.
    What is imported for type checkers alone (``if TYPE_CHECKING``) is imported if the game uses the
    package that ``offers`` it; LookupError if none does. Immutable once made, and shared by all
    states.

    ``built`` is shared by all scopes of a game: rules whose section and needs are the same in two
    scopes are one object.

    ``hooks`` are what is called at each moment of the game, with the state. Rules that have nothing
    to do at a moment in this game, or at a place of ``BATTLE_STAGES``, say so in
    ``concerned_at(moment)``.
    """

    __slots__ = ("_built", "_sections", "contributed", "frame", "hooks")

    def __init__(
        self, frame: Frame, sections: Mapping[type[Any], Any], built: dict[Any, Any] | None = None
    ) -> None:
        super().__init__()
        self.frame = frame
        self._sections = sections
        self._built: dict[Any, Any] = {} if built is None else built
        self.contributed = Contributed(self)
        hooks = frame.registry.hooks
        self.hooks = Hooks(**{moment: self.called(moment, hooks[moment]) for moment in MOMENTS})

    if TYPE_CHECKING:

        def __getitem__(self, kind: type[R]) -> R: ...

    def __missing__(self, kind: type[R]) -> R:
        made = self._make(kind)
        if made is None:
            raise LookupError(f"the game has no section for {kind.__name__}")
        self[kind] = made
        return made

    def find(self, kind: type[R]) -> R | None:
        """The rules of this class, or ``None`` in a game without their section."""
        rules: R | None = self.get(kind)
        if rules is None:
            rules = self._make(kind)
            if rules is not None:
                self[kind] = rules
        return rules

    def called(self, moment: str, hooks: Iterable[Hook]) -> Called:
        """What hooks come to in this game: the methods of those rules that are concerned."""
        made = [(self.find(kind), method) for kind, method in hooks]
        return tuple(
            MethodType(method, rules)
            for rules, method in made
            if rules is not None and getattr(rules, "concerned_at", _always)(moment)
        )

    def _make(self, kind: type[R]) -> R | None:
        """Rules of a class made of what its constructor needs; ``None`` where a need is missing."""
        if not self.frame.registry.has_rules(kind):
            return None
        needs = []
        for wanted in _needs(kind):  # type: ignore[arg-type]
            need = self._need(wanted.kind)
            if need is None and not wanted.is_optional:
                return None
            needs.append(need)
        # The needs are kept with what was made of them, so that no id is given twice.
        key = (kind, *map(id, needs))
        if key not in self._built:
            self._built[key] = (kind(*needs), needs)
        made: R = self._built[key][0]
        return made

    def _need(self, wanted: type[Any] | str) -> Any:
        """What a constructor is handed for one of its needs, a class or the name of an offered
        one; ``None`` in a game that has no such thing.
        """
        kind = self.frame.registry.offered(wanted) if isinstance(wanted, str) else wanted
        if kind is None:
            return None
        if kind in self._sections:
            return self._sections[kind]
        if kind is Frame:
            return self.frame
        if kind is Contributed:
            return self.contributed
        # A form that is not among the sections is a section that the game does not have.
        return None if issubclass(kind, Form) else self.find(kind)

    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


def _always(moment: str) -> bool:
    return True


class Contributed(dict[Any, tuple[Any, ...]]):
    """What sections contribute to phases of a kind: all of it, or in one phase.

    ``contributed["movement"]``; ``contributed[3]`` is what concerns the phase 3. Rules may ask for
    it in their constructor. What is contributed says whether it ``concerns(phase)``, and whether it
    ``comes_last``, behind what all others have to say: first come those that do not tell.
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self._rules = rules

    def __missing__(self, key: str | int) -> tuple[Any, ...]:
        if isinstance(key, int):
            of_kind = self[self._rules.frame.phase_kinds[key]]
            contributed = tuple(rules for rules in of_kind if rules.concerns(key))
        else:
            classes = self._rules.frame.registry.contributions.get(key, ())
            had = filter(None, map(self._rules.find, classes))
            contributed = tuple(sorted(had, key=lambda rules: getattr(rules, "comes_last", False)))
        self[key] = contributed
        return contributed

    def battle_stages(self) -> dict[str, Callable[..., Any]]:
        """What is done in the course of a battle in this game, by place."""
        stages = self._rules.frame.registry.battle_stages
        by_place = {place: self._rules.called(place, (hook,)) for place, hook in stages.items()}
        return {place: called[0] for place, called in by_place.items() if called}


class ConstructorNeed(NamedTuple):
    """Something that a constructor asks for: a class that its module knows, or the name of one
    that another package offers; and whether it can do without.
    """

    kind: type[Any] | str
    is_optional: bool


@cache
def _needs(kind: type[Any]) -> tuple[ConstructorNeed, ...]:
    """What the constructor of a class asks for, in the order of its parameters."""
    # Annotations are read as text and never evaluated: they name classes that are imported for type
    # checkers alone, and how Python evaluates such names has changed with almost every version.
    constructor = kind.__init__
    annotations = getattr(constructor, "__annotations__", {})  # object's own has none
    needs: list[ConstructorNeed] = []
    for parameter, annotation in annotations.items():
        if parameter == "return":
            continue
        wanted, _, alternative = annotation.partition(" | ")
        name = wanted.partition("[")[0]
        known = vars(sys.modules[constructor.__module__])
        needs.append(ConstructorNeed(known.get(name, name), alternative == "None"))
    return tuple(needs)


class RulesSource(Protocol):
    """What compiled rules come from, and can be had from again: a game."""

    def ruleset(self, scenario: str | None, options: Iterable[str], edition: str | None) -> Scopes:
        """The rules of a scenario with options and an edition."""

    def opening(self, rules: Scopes) -> Any:
        """The position of their scenario, before anything has happened in it."""


class Scopes:
    """The rules of one game in every scope: a phase, with the effects that are in force in it.

    ``sections(phase, effects)`` answers with the sections of the game as they read there, by
    class. In a game without patches in play every scope has the ``base`` rules. ``game`` is what
    they were compiled for; a pickle of rules holds it and the choice. ``phases`` holds the task of
    each phase; ``vary``: whether rules can change in play; ``hiding``: how units hide in this game,
    nothing in most.
    """

    def __init__(
        self,
        frame: Frame,
        sections: Callable[[int | None, tuple[str, ...]], Mapping[type[Any], Any]],
        patched_phases: frozenset[int] = frozenset(),
    ) -> None:
        self.frame = frame
        self._sections = sections
        self._patched = patched_phases
        self._built: dict[Any, Any] = {}
        self.game: RulesSource | None = None
        self.base = Rules(frame, sections(None, ()), self._built)
        self._known: dict[tuple[int | None, tuple[str, ...]], Rules] = {(None, ()): self.base}
        kinds = (frame.registry.phases[kind] for kind in frame.phase_kinds)
        self.phases = tuple(kind(index) for index, kind in enumerate(kinds))
        self.anytime = frame.registry.anytime
        self.hiding = tuple(how for how in frame.registry.hides if how.hides(self.base))
        self.vary = bool(patched_phases or self.base.hooks.effects)

    def __reduce__(self) -> tuple[Any, ...]:
        game = self.frame.resolved
        return _scopes_again, (self.game, game.scenario.id, game.options, game.edition)

    def rules(self, phase: int, effects: tuple[str, ...]) -> Rules:
        """The rules in force in a phase; compiled when first asked for."""
        key = (phase if phase in self._patched else None, effects)
        rules = self._known.get(key)
        if rules is None:
            rules = self._known[key] = Rules(self.frame, self._sections(*key), self._built)
        return rules


def _scopes_again(
    game: RulesSource, scenario: str, options: tuple[str, ...], edition: str
) -> Scopes:
    return game.ruleset(scenario, options, edition or None)
