"""Players of one's own by name: modules, what is installed, programs.

A name is text, so it can be typed, saved and handed to other processes:

- ``module:Class``, a class (or whatever makes a player) of a module that can be imported, also
  from the current folder;
- ``program:COMMAND``, a program that is spoken with in lines (:mod:`hexwar.players.program`);
- the name of an installed entry point of the group ``hexwar.players``.

Finding one imports its module: nobody does that for a name that a save or a game brought.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from operator import attrgetter
from pathlib import Path

from hexwar.definition.spelling import echoed, suggestion
from hexwar.players.fault import OUTCOMES, PlayerError, said
from hexwar.players.player import Player
from hexwar.players.program import PROGRAM, ProgramPlayer, require_program

GROUP = "hexwar.players"
"""The group of entry points that name a player each."""


def installed() -> dict[str, EntryPoint]:
    """The players that are installed, by name; none is imported."""
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=_by_name)}


def _by_name(entry: EntryPoint) -> str:
    return entry.name


def found(name: str, others: Iterable[str]) -> Callable[..., Player]:
    """What makes the player of one's own with this name.

    :class:`PlayerError` for a name that is none, with the nearest of ``others`` and of those
    installed, and where what it names is not here.
    """
    if name.startswith(PROGRAM):
        require_program(name.removeprefix(PROGRAM))
        return partial(ProgramPlayer, name.removeprefix(PROGRAM))
    entries = installed()
    if name in entries:
        return _part(name, entries[name].module, entries[name].attr)
    module, colon, kind = name.partition(":")
    if module and colon and kind:
        return _part(name, module, kind)
    raise PlayerError(f"there is no player {echoed(name)}; {suggestion(name, [*others, *entries])}")


def made(make: Callable[..., Player], name: str, options: Mapping[str, float | None]) -> Player:
    """A player of one's own, with those of the options that are given.

    ValueError for an option that it does not take, :class:`PlayerError` for one at fault.
    """
    given = taken(make, name, options)
    try:
        player = make(**given)
    except PlayerError:
        raise
    except OUTCOMES as problem:
        raise PlayerError(f"{name} cannot be made: {said(problem)}") from problem
    if not callable(getattr(player, "choose", None)):
        raise PlayerError(f"{name} is no player: it has no method choose(state, random)")
    return player


def taken(
    make: Callable[..., Player], name: str, options: Mapping[str, float | None]
) -> dict[str, float]:
    """The options that are given; ValueError for one that whoever makes a player does not take."""
    given = {option: value for option, value in options.items() if value is not None}
    try:
        parameters = inspect.signature(make).parameters
    except (TypeError, ValueError):  # of code in C there is nothing to read
        return given
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
        return given
    for option in given:
        if option not in parameters:
            raise ValueError(f"{name} takes no {option}")
    return given


def _part(name: str, module: str, kind: str) -> Callable[..., Player]:
    """What a module calls so, such as a class."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)  # behind all else: no file here takes the place of a library's
    try:
        imported = import_module(module)
    except ModuleNotFoundError as problem:
        if f"{module}.".startswith(f"{problem.name}."):
            where = "in the current folder or on PYTHONPATH"
            raise PlayerError(f"{name}: there is no module {problem.name} {where}") from None
        raise PlayerError(f"{name} cannot be imported: {said(problem)}") from problem
    except OUTCOMES as problem:
        raise PlayerError(f"{name} cannot be imported: {said(problem)}") from problem
    try:
        make = attrgetter(kind)(imported)
    except AttributeError:
        classes = [key for key, value in vars(imported).items() if inspect.isclass(value)]
        hint = f"; {suggestion(kind, classes)}" if classes else ""
        raise PlayerError(f"{name}: the module {module} has no {kind}{hint}") from None
    if inspect.isclass(make) and not callable(getattr(make, "choose", None)):
        raise PlayerError(f"{name} is no player: it has no method choose(state, random)")
    if not callable(make):
        raise PlayerError(f"{name} is no class, and nothing else that makes a player")
    player: Callable[..., Player] = make
    return player
