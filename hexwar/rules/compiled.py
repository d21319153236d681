"""A resolved game compiled: the sections' rules, and what they bring into play.

It goes in three steps: which packages the game and all patches on it use, and so which tables are
read (`registry`); the frame, all that no patch changes, by index (`_frame`); and for each scope (a
phase with the effects in force) the sections from which its rules are built when they are first
asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from hexwar.definition.model import ResolvedGame
from hexwar.definition.packages import sections as known_packages
from hexwar.engine.registry import Registry
from hexwar.engine.rules import Frame, Scopes
from hexwar.hexmap import HexMap
from hexwar.rules import SECTIONS
from hexwar.rules.language import choosing, conditions, measures, programs, selectors
from hexwar.rules.scopes.rules import Games, Overlays
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Sides
from hexwar.rules.units.section import Units


@cache
def registry(packages: tuple[str, ...] = SECTIONS) -> Registry:
    """What packages bring into play, in their order: those that a game uses, or all of them."""
    return Registry(modules(packages), packages)


def modules(packages: tuple[str, ...]) -> Iterator[ModuleType]:
    """The modules with the tables of packages, those of the shared language first."""
    yield from (measures, conditions, programs, choosing, selectors)
    places = (known_packages()[name].tables for name in packages)
    yield from (import_module(place) for place in places if place)


def compile_rules(resolved: ResolvedGame) -> Scopes:
    """Compile a resolved game; its rules are made when they are first needed.

    :class:`DefinitionError` if a patch in play makes an unsound game of it.
    """
    overlays = Overlays(resolved, registry(resolved.packages).patches)
    games = overlays.games
    # A patch may bring a package into play that the game without it does not use.
    used = {name for game in games for name in game.packages}
    brought = registry(tuple(name for name in SECTIONS if name in used))

    def sections(phase: int | None, effects: tuple[str, ...]) -> Mapping[type[Any], Any]:
        """What rules may ask for, by class: the map, the sections, all games of all scopes."""
        game = overlays.game(phase, effects)
        # The map of a scope: works that are built and wrecked change it.
        if not game.has("works"):
            board = game.map
        else:
            from hexwar.rules.works.rules import map_under  # not in games without them
            from hexwar.rules.works.section import Works

            board = map_under(effects, game.section(Works), game.map)
        return {HexMap: board, **game.sections, Games: games}

    return Scopes(_frame(resolved, brought), sections, frozenset(overlays.phases))


def _frame(game: ResolvedGame, brought: Registry) -> Frame:
    """What the kernel knows of a game: ids by index, sides and their enemies, phases in a row."""
    sides = game[Sides].all
    ids = tuple(side.id for side in sides)
    units, sequence = tuple(game[Units].counters.values()), game[SequenceOfPlay]
    phases = sequence.phases
    return Frame(
        resolved=game,
        registry=brought,
        map=game.map,
        unit_ids=tuple(unit.id for unit in units),
        unit_side=tuple(ids.index(unit.side) for unit in units),
        steps=tuple(len(unit.steps) for unit in units),
        side_ids=ids,
        side_names=tuple(side.name for side in sides),
        foes=tuple(
            tuple(i for i, other in enumerate(ids) if not game[Sides].allied(side, other))
            for side in ids
        ),
        played=tuple(i for i, side in enumerate(sides) if not side.neutral),
        phase_ids=tuple(phase.id for phase in phases),
        phase_titles=tuple(phase.title for phase in phases),
        phase_kinds=tuple(phase.kind for phase in phases),
        phase_sides=tuple(ids.index(phase.side) if phase.side else -1 for phase in phases),
        phase_decided=tuple(phase.decided for phase in phases),
        turns=sequence.turns,
        cite=sequence.cite,
    )
