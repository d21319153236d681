"""The shape of the code: which room may import which, and what a file may look like.

``docs/architecture.md`` explains the rooms. These tests read the source; they run none of it.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "hexwar"
GAMES = PACKAGE.parent / "games"

RANKS = {
    "hexmap": 0,
    "fonts": 0,
    "definition": 1,
    "engine": 2,
    "fair": 3,
    "rules": 3,
    "": 4,  # hexwar itself, the public API: the rooms above may use it, those below may not
    "players": 5,
    "records": 5,
    "charts": 5,
    "joining": 6,
    "playtest": 6,
    "imports": 5,
    "language_server": 5,
    "viewer": 7,  # also the window at somebody else's table
    "learning": 6,
    "laboratory": 8,
    "host": 8,  # draws its pages by the replay page of the viewer
    "cli": 9,  # starts the viewer, so it stands above it
    "__main__": 10,  # `python -m hexwar` starts the command line
}
"""Room to rank: a room imports itself and rooms of a lower rank, nothing else of hexwar."""

WINDOW = (
    "drawing",
    "widgets",
    "program",
    "counters",
    "printed_map",
    "decisions",
    "match",
    "table",
    "panels",
    "screens",
    "page",
    "printing",
    "board",
    "tracing",
)
"""The rooms of ``hexwar/viewer``, from the ground up: each imports itself and those before it.

What stands beside them, the doors (``app``, ``window``, ``rendering``), may import all of them.
"""

LONGEST_FILE = 800
LONGEST_FUNCTION = 60
SAY_NOTHING = {"utils", "util", "helpers", "helper", "manager", "managers", "misc", "common"}
SLOW_TO_IMPORT = ("pygame", "networkx", "yaml", "rich", "jsonschema")

FILES = sorted(PACKAGE.rglob("*.py"))

Function = ast.FunctionDef | ast.AsyncFunctionDef
Documented = ast.Module | ast.ClassDef | Function


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def module_of(path: Path) -> tuple[str, ...]:
    """``hexwar/rules/combat.py`` is ``("hexwar", "rules", "combat")``."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Every dotted name that a file imports, in functions too, with its line."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(path, node)
            yield from ((f"{base}.{alias.name}", node.lineno) for alias in node.names)


def _absolute(path: Path, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    package = module_of(path)
    if path.name != "__init__.py":
        package = package[:-1]
    above = package[: len(package) - node.level + 1]
    return ".".join((*above, node.module) if node.module else above)


def room_of(name: str) -> str | None:
    """The room of hexwar that a dotted name is in, ``""`` for hexwar itself, None if outside."""
    first, *rest = name.split(".")
    if first != "hexwar":
        return None
    return rest[0] if rest and rest[0] in RANKS else ""


def here(path: Path) -> str:
    """A file as a finding names it."""
    return path.relative_to(PACKAGE.parent).as_posix()


def own_room(path: Path) -> str:
    """The room that a file is in."""
    return room_of(".".join(module_of(path))) or ""


def functions(path: Path) -> Iterator[Function]:
    """Every function and method of a file."""
    nodes = ast.walk(parsed(path))
    yield from (node for node in nodes if isinstance(node, Function))


def test_every_room_has_a_rank() -> None:
    """A new room states where it stands."""
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert rooms - set(RANKS) == set()


def test_imports_run_one_way() -> None:
    """``cli, viewer -> players, records -> rules -> engine -> definition -> hexmap``.

    Annotations count as well: a room that has to name a type of a higher room knows too much.
    """
    wrong = [
        f"{here(path)}:{line} imports {name}"
        for path in FILES
        for name, line in imports(path)
        if (room := room_of(name)) not in (None, own_room(path))
        and RANKS[str(room)] >= RANKS[own_room(path)]
    ]
    assert wrong == []


def test_every_room_of_the_window_has_its_place() -> None:
    """A room says what it draws and what it may ask, and where it stands; beside them are doors."""
    viewer = PACKAGE / "viewer"
    rooms = {path.parent.name for path in viewer.glob("*/__init__.py")}
    doors = {path.stem for path in viewer.glob("*.py")} - {"__init__"}
    assert rooms == set(WINDOW)
    assert doors == {"app", "window", "rendering"}


def test_the_rooms_of_the_window_stand_on_one_another() -> None:
    """From strokes and letters by way of map, match and panels to the screens of the program."""
    places = {f"hexwar.viewer.{room}.": place for place, room in enumerate(WINDOW)}

    def place_of(name: str) -> int:
        return next((p for room, p in places.items() if f"{name}.".startswith(room)), len(WINDOW))

    wrong = [
        f"{here(path)}:{line} imports {name}"
        for path in FILES
        if own_room(path) == "viewer" and path.parent.name != "viewer"
        for name, line in imports(path)
        if name.startswith("hexwar.viewer.")
        and place_of(name) > place_of(".".join(module_of(path)))
    ]
    assert wrong == []


def test_no_module_imports_itself_by_way_of_others() -> None:
    """No circle of imports anywhere; those for a type checker count, and those in functions."""
    modules = {".".join(module_of(path)): path for path in FILES}
    graph = {
        name: {
            found
            for wanted, _ in imports(path)
            for found in (wanted, wanted.rpartition(".")[0])
            if found in modules and found != name and not name.startswith(f"{found}.")
        }
        for name, path in modules.items()
    }
    while True:
        outer = [name for name, wanted in graph.items() if not wanted & graph.keys()]
        if not outer:
            break
        graph = {name: wanted for name, wanted in graph.items() if name not in outer}
    circles = sorted(name for name in graph if any(name in w for w in graph.values()))
    assert circles == []


def test_only_the_viewer_imports_pygame() -> None:
    """A game can be played, checked and saved where there is no screen."""
    wrong = [
        f"{here(path)}:{line}"
        for path in FILES
        for name, line in imports(path)
        if name.split(".")[0] == "pygame" and own_room(path) != "viewer"
    ]
    assert wrong == []


def test_games_are_read_without_their_schemas() -> None:
    """What a section may say is stated once, in its form; its schema is there for editors.

    Schemas are read for what is no game's file alone: saves, settings, results, messages, and the
    manifest of a pack, the one document that lies beside a game's files.
    """
    read = [
        here(path)
        for path in FILES
        for name, _ in imports(path)
        if name.split(".")[0] in ("jsonschema", "referencing")
    ]
    assert set(read) == {"hexwar/definition/documents.py"}
    wrong = [
        f"{here(path)}:{line}"
        for path in FILES
        for name, line in imports(path)
        if name.startswith("hexwar.definition.documents")
        and own_room(path) in ("definition", "engine", "rules")
        and path.name != "packs.py"
    ]
    assert wrong == []


@pytest.mark.parametrize("program", ["import hexwar", "import hexwar.cli"])
def test_start_up_loads_nothing_slow(program: str) -> None:
    """``hexwar --help`` is felt every time, so libraries are imported when they are needed."""
    probe = f"{program}; import sys; print(*[n for n in {SLOW_TO_IMPORT!r} if n in sys.modules])"
    finished = subprocess.run(
        [sys.executable, "-c", probe],
        cwd=PACKAGE.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    assert finished.stdout.split() == []


def game_words() -> set[str]:
    """Names of shipped games, their series, sides, options and editions, in lower case."""
    words = {"strike_force", "standard_combat_series", "scs", "force_on_force", "sfo"}
    words |= {path.parent.name for path in GAMES.glob("*/*.yaml")}
    for path in GAMES.glob("*/game.yaml"):
        text = path.read_text(encoding="utf-8")
        words |= {title.strip(" \"'").lower() for title in re.findall(r"(?m)^title:(.*)$", text)}
    return words | {"soviet", "opfor", "bluefor", "rasdorf", "second_echelon", "west_german"}


def spoken(path: Path) -> Iterator[tuple[str, int]]:
    """Names, strings and comments of a file with their lines; docstrings may give examples."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        node.body[0].lineno
        for node in ast.walk(parsed(path))
        if isinstance(node, documented) and ast.get_docstring(node) is not None
    }
    source = io.StringIO(path.read_text(encoding="utf-8"))
    for token in tokenize.generate_tokens(source.readline):
        is_docstring = token.type == tokenize.STRING and token.start[0] in docstrings
        if not is_docstring:
            yield token.string.lower(), token.start[0]


def test_no_code_names_a_game() -> None:
    """The fourth game, by somebody we never met, finds no special case for the first three."""
    pattern = re.compile(r"(?<![a-z])(" + "|".join(map(re.escape, game_words())) + r")(?![a-z])")
    wrong = [
        f"{here(path)}:{line} says {text}"
        for path in FILES
        for text, line in spoken(path)
        if pattern.search(text)
    ]
    assert wrong == []


def test_no_file_is_long() -> None:
    """A file is one subject that one can hold in mind."""
    lengths = {here(path): len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
    assert {name: n for name, n in lengths.items() if n > LONGEST_FILE} == {}


def test_no_function_is_long() -> None:
    """A function fits on a screen, docstring included; lines that say why do not count."""
    lengths = {}
    for path in FILES:
        lines = path.read_text(encoding="utf-8").splitlines()
        for f in functions(path):
            own = lines[f.lineno - 1 : f.end_lineno]
            code = [line for line in own if not line.lstrip().startswith("#")]
            lengths[f"{here(path)}:{f.lineno} {f.name}"] = len(code)
    assert {name: n for name, n in lengths.items() if n > LONGEST_FUNCTION} == {}


def test_a_module_is_named_for_what_it_holds() -> None:
    """``utils`` says nothing; the rule or the thing does."""
    assert [here(path) for path in FILES if not SAY_NOTHING.isdisjoint(module_of(path))] == []


def test_everything_public_has_a_docstring() -> None:
    """Modules, classes, functions and methods, unless their name begins with an underscore."""
    missing = [here(path) for path in FILES if ast.get_docstring(parsed(path)) is None]
    missing += [
        f"{here(path)}: {name}"
        for path in FILES
        for name, node in _public(parsed(path))
        if ast.get_docstring(node) is None
    ]
    assert missing == []


def _public(parent: ast.Module | ast.ClassDef) -> Iterator[tuple[str, Documented]]:
    """Public classes, functions and methods; an overload's text is on its implementation."""
    for node in parent.body:
        if not isinstance(node, ast.ClassDef | Function) or node.name.startswith("_"):
            continue
        if any("overload" in ast.unparse(decorator) for decorator in node.decorator_list):
            continue
        if any(ast.unparse(d).endswith((".setter", ".deleter")) for d in node.decorator_list):
            continue
        yield node.name, node
        if isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{name}", child) for name, child in _public(node))
