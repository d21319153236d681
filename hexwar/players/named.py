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
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from hexwar.definition.printable import clean
from hexwar.definition.spelling import echoed, suggestion
from hexwar.players.levels import PROGRAM, is_file, words_of
from hexwar.players.player import Player, PlayerError, blaming

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "hexwar.players"
"""The group of entry points that name a player each."""
FORMS = f"module:Class, or {PROGRAM}COMMAND"
"""How one of one's own is named that is not installed."""


def installed() -> dict[str, EntryPoint]:
    """The players that are installed, by name; none is imported."""
    from importlib.metadata import entry_points  # not before somebody asks: a window opens first

    entries = sorted(entry_points(group=GROUP), key=attrgetter("name"))
    return {entry.name: entry for entry in entries}


def maker(name: str, others: Iterable[str]) -> Callable[..., Player]:
    """What makes the player of one's own with this name.

    :class:`PlayerError` for a name that is none, with the nearest of ``others`` and of those
    installed, and where what it names is not here.
    """
    if name.startswith(PROGRAM):
        from hexwar.players.program import ProgramPlayer, require_program

        require_program(name.removeprefix(PROGRAM))
        return partial(ProgramPlayer, name.removeprefix(PROGRAM))
    entries = installed()
    if name in entries:
        return _imported(name, entries[name].module, entries[name].attr)
    module, colon, attribute = name.partition(":")
    if module and colon and attribute:
        return _imported(name, module, attribute)
    hint = _as_file(name)
    if not hint:
        hint = suggestion(name, [*others, *entries])
        hint += "" if hint.endswith("?") else f"; one of your own is {FORMS}"
    raise PlayerError(f"there is no player {echoed(name)}; {hint}")


def _as_file(name: str) -> str:
    """How what a file holds is named, where a name is that of a file here; else empty."""
    file = next((Path(path) for path in (name, f"{name}.py") if is_file(path)), None)
    if file is None:
        return ""
    if file.suffix == ".py":
        return f"a class in {clean(file.name)} is named {clean(file.stem)}:Class"
    here = "./" if file.name == name else ""
    return f"a program is named {PROGRAM}{here}{clean(name)}"


def made(make: Callable[..., Player], name: str, given: Mapping[str, float]) -> Player:
    """A player of one's own, with these options. :class:`PlayerError` for one that is at fault."""
    with blaming(name, "cannot be made"):
        player = make(**given)
        plays = callable(getattr(player, "choose", None))
    if not plays:
        raise PlayerError(f"{name} is no player: it has no method choose(state, random)")
    return player


def given_options(
    make: Callable[..., Player], name: str, options: Mapping[str, float | None]
) -> dict[str, float]:
    """Those options that are not None; :class:`PlayerError` for one that ``make`` does not take."""
    given = {option: value for option, value in options.items() if value is not None}
    with blaming(name, "cannot be made"):
        try:
            parameters = inspect.signature(make).parameters
        except (TypeError, ValueError):  # of code in C there is nothing to read
            return given
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
        return given
    for option in given:
        if option not in parameters:
            raise PlayerError(f"{name} takes no {option}")
    return given


def sources(player: object) -> list[Path]:
    """The files of a player of one's own, by name or what makes it: of a module that, or all of the
    package that it is in; of a program what its command names. None that cannot be found.
    """
    if isinstance(player, partial):
        return sources(player.func)
    if not isinstance(player, str):
        return _files_of(str(getattr(player, "__module__", "")))
    if player.startswith(PROGRAM):
        return _files_named(player.removeprefix(PROGRAM))
    entries = installed()
    return _files_of(entries[player].module if player in entries else player.partition(":")[0])


def _files_named(command: str) -> list[Path]:
    """The files that a command names; its program where it names none, such as an installed one."""
    try:
        words = words_of(command)
    except ValueError:  # no command: starting it will say so
        return []
    given = [Path(word) for word in words if is_file(word)]
    program = None if given else shutil.which(words[0])
    return given or ([Path(program)] if program else [])


def _files_of(module: str) -> list[Path]:
    """The file of a module, or all of the package that it is in; neither is imported."""
    _look_here()
    top = module.partition(".")[0]
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):  # such as the script that was started, or what is no file
        file = getattr(sys.modules.get(top), "__file__", None)
    else:
        folders = [Path(folder) for folder in (spec and spec.submodule_search_locations) or ()]
        if folders:
            return sorted(path for folder in folders for path in folder.rglob("*.py"))
        file = spec and spec.origin
    return [Path(file)] if file and is_file(file) else []


def _look_here() -> None:
    """Let modules of the current folder be found, behind all others: no file here takes the place
    of a library's.
    """
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)


def _imported(name: str, module: str, attribute: str) -> Callable[..., Player]:
    """What makes a player in a module, such as a class, by the name that it has there.

    :class:`PlayerError` where it is not there, or makes no player; ``name`` is the whole name.
    """
    _look_here()
    with blaming(name, "cannot be imported"):
        try:
            if module.startswith("."):  # a path: nothing is imported in relation to hexwar
                raise ModuleNotFoundError(name=module)
            imported = import_module(module)
        except ModuleNotFoundError as problem:
            if not f"{module}.".startswith(f"{problem.name}."):
                raise
            hint, file = "", Path(module)
            if file.name != module or file.suffix == ".py":  # a file was meant, by its path
                right = f"{file.stem}:{attribute}"
                hint = f"; modules are named without folder and .py: {right}"
            where = f"in the current folder or on PYTHONPATH{hint}"
            raise PlayerError(f"{name}: there is no module {problem.name} {where}") from None
        try:
            make = attrgetter(attribute)(imported)
        except AttributeError:
            classes = [key for key, value in vars(imported).items() if inspect.isclass(value)]
            hint = f"; {suggestion(attribute, classes)}" if classes else ""
            raise PlayerError(f"{name}: the module {module} has no {attribute}{hint}") from None
        plays = not inspect.isclass(make) or callable(getattr(make, "choose", None))
    if not plays:
        raise PlayerError(f"{name} is no player: it has no method choose(state, random)")
    if not callable(make):
        raise PlayerError(f"{name} is no class, and nothing else that makes a player")
    player: Callable[..., Player] = make
    return player
