"""How the house stands: a table of its rooms, names, modules, and of the way of an attack.

    python tools/rooms.py

Counted is what is in the checkout; nothing is timed.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from statistics import median, quantiles
from types import FrameType
from typing import NamedTuple

import networkx as nx

import hexwar
from hexwar.cli.terminal import table
from hexwar.rules import SECTIONS

ROOT = Path(__file__).resolve().parent.parent
HOUSE = ROOT / "hexwar"
RULES = HOUSE / "rules"
SMALL = 60
"""Lines of a file that is called small."""

SHORT = 6
"""Lines of a function that is called short."""

PARTS = {"__init__", "section", "checks", "task", "reading"}
"""Modules that a package has as its parts, however short each is."""

READ_ALL = ("checks.py", "reading.py")

STARTED = (
    "import sys, hexwar; state = hexwar.load_game(sys.argv[1]).start(seed=1); "
    "print(*(name for name in sys.modules if name.split('.')[0] == 'hexwar')); "
    "print(*state.resolved.packages)"
)


class Imported(NamedTuple):
    """A module of the rules, and one that it imports, both as they are called below ``rules``."""

    by: str
    module: str

    @property
    def packages(self) -> tuple[str, str]:
        """The packages of the two, or the modules at the top of the house."""
        return self.by.partition(".")[0], self.module.partition(".")[0]

    @property
    def is_free(self) -> bool:
        """Whether nobody asks in which order the two stand: rules may read every form."""
        return self.module.endswith(".section") and not self.by.endswith(".section")


@cache
def imported() -> list[Imported]:
    """What packages import of rules, but for modules of checks and of what is read back, which may
    read everything: nobody loads them to play.
    """
    found = []
    for path in sorted(RULES.rglob("*.py")):
        by = ".".join(path.relative_to(RULES).with_suffix("").parts)
        if by.partition(".")[0] not in SECTIONS:
            continue  # what is made of all packages, or lists them
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and path.name not in READ_ALL:
                room, _, module = node.module.partition("hexwar.rules.")
                if module and not room:
                    found.append(Imported(by, module))
    return found


def against_the_order() -> list[Imported]:
    """Imports of what stands above: later packages, or what is made of all of them."""
    place = {name: index for index, name in enumerate(SECTIONS)}
    return [
        one
        for one in imported()
        if not one.is_free and place[one.packages[0]] < place.get(one.packages[1], len(place))
    ]


def knots() -> list[set[str]]:
    """Packages that need each other, seen without the list of them."""
    needs: nx.DiGraph[str] = nx.DiGraph(one.packages for one in imported() if not one.is_free)
    return [knot for knot in nx.strongly_connected_components(needs) if len(knot) > 1]


def names_twice() -> list[str]:
    """Classes of one name that are defined in more than one module."""
    defined: Counter[str] = Counter()
    for path in HOUSE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        defined.update(node.name for node in tree.body if isinstance(node, ast.ClassDef))
    return sorted(name for name, count in defined.items() if count > 1)


def way_of_an_attack() -> tuple[int, int]:
    """Files and functions of hexwar that the first attack of a game passes, once its like has
    been made before: drawn games of Strike Force One, from the action to what it leaves.
    """
    passed: set[tuple[str, str]] = set()

    def noted(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(str(HOUSE)):
            passed.add((code.co_filename, code.co_qualname))

    game = hexwar.load_game("strike_force_one")
    for seed in range(2):
        passed.clear()
        state = game.start("standard", setup={"A": "0803", "W": "0804"}, seed=f"attack {seed}")
        state.apply("done")
        attack = next(action for action in state.legal_actions() if action.verb == "attack")
        sys.setprofile(noted)
        try:
            state.apply(attack)
        finally:
            sys.setprofile(None)
    return len({file for file, _ in passed}), len(passed)


@cache
def started(game: str = "strike_force_one") -> tuple[list[str], set[str]]:
    """The modules of hexwar that a program has imported which has started a shipped game, and the
    packages that this uses.
    """
    done = subprocess.run(
        [sys.executable, "-c", STARTED, game], capture_output=True, text=True, check=True
    )
    modules, packages = done.stdout.splitlines()
    return modules.split(), set(packages.split())


def of_unused_packages(game: str = "strike_force_one") -> list[str]:
    """Of these modules those with rules of packages that the game does not use."""
    modules, used = started(game)
    below = [name.removeprefix("hexwar.rules.") for name in modules if "hexwar.rules." in name]
    unused = [name for name in below if name.partition(".")[0] in {*SECTIONS} - used]
    return [name for name in unused if not _is_form(name)]


def unasked_for(game: str) -> list[str]:
    """Of these those that no module of a package which the game uses imports, nor another that is
    imported by one: somebody has looked through packages who should have asked by name.
    """
    imports: nx.DiGraph[str] = nx.DiGraph()
    for path in RULES.rglob("*.py"):
        by = ".".join(path.relative_to(RULES).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("hexwar.rules."):
                imports.add_edge(by, (node.module or "").removeprefix("hexwar.rules."))
    used = started(game)[1]
    # From what is made of all packages nothing is followed: it imports what stands in all of them.
    asking = [module for module in imports if module.partition(".")[0] in used]
    asked = {each for module in asking for each in (module, *nx.descendants(imports, module))}
    return [module for module in of_unused_packages(game) if module not in asked]


def _is_form(module: str) -> bool:
    """Whether a module of the rules does no more than say what a section may say, if that much."""
    path = RULES / f"{module.replace('.', '/')}.py"
    if module.endswith(".section") or not path.is_file():
        return True
    parts = ast.parse(path.read_text(encoding="utf-8")).body
    bases = [{ast.unparse(base) for base in p.bases} for p in parts if isinstance(p, ast.ClassDef)]
    says_only = not any(isinstance(part, ast.FunctionDef) for part in parts)
    return says_only and all("Form" in each for each in bases)


def _lines(paths: Iterable[Path]) -> list[int]:
    return [len(path.read_text(encoding="utf-8").splitlines()) for path in paths]


def small() -> tuple[int, int]:
    """How many small files there are, and how many of them are no part that packages have."""
    files = list(HOUSE.rglob("*.py"))
    few = [path for path, lines in zip(files, _lines(files), strict=True) if lines <= SMALL]
    return len(few), sum(path.stem not in PARTS for path in few)


FOG = {"found", "said", "told", "one"}
"""Names that do not say what they hold."""


class Reading(NamedTuple):
    """What a reader meets: functions by their lines, private ones that are called once with their
    lines, those that store something under a name of :data:`FOG`, and lines of docstrings, of
    comments that divide nothing, and of imports.
    """

    lengths: list[int]
    once: list[int]
    foggy: int
    docstrings: int
    comments: int
    imports: int


def reading() -> Reading:
    """The same of all of hexwar."""
    read = Reading([], [], 0, 0, 0, 0)
    for path in HOUSE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        nodes = list(ast.walk(ast.parse(text)))
        functions = [n for n in nodes if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
        named = Counter(
            n.attr if isinstance(n, ast.Attribute) else n.id
            for n in nodes
            if isinstance(n, ast.Attribute | ast.Name)
        )
        called = {
            n.func.attr if isinstance(n.func, ast.Attribute) else n.func.id
            for n in nodes
            if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute | ast.Name)
        }
        starts = [line.strip() for line in text.splitlines()]
        read = Reading(
            [*read.lengths, *map(_length, functions)],
            [
                *read.once,
                *(
                    _length(function)
                    for function in functions
                    if function.name[0] == "_" != function.name[1]
                    # What stands in a table, or is read as a property, is not meant.
                    and function.name in called
                    and named[function.name] == 1
                ),
            ],
            read.foggy + sum(map(_is_foggy, functions)),
            read.docstrings + sum(map(_lines_of_docstring, nodes)),
            read.comments
            + sum(line.startswith("#") and not line.startswith("# --") for line in starts),
            read.imports
            + sum(_length(n) for n in nodes if isinstance(n, ast.Import | ast.ImportFrom)),
        )
    return read._replace(lengths=sorted(read.lengths))


def _length(node: ast.AST) -> int:
    return (getattr(node, "end_lineno", 0) or 0) - getattr(node, "lineno", 0) + 1


def _is_foggy(function: ast.AST) -> bool:
    return any(
        isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store) and part.id in FOG
        for part in ast.walk(function)
    )


def _lines_of_docstring(node: ast.AST) -> int:
    """Also of the string behind an attribute or a constant, which tells what that is."""
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Constant):
        return 0
    return _length(node) if isinstance(node.value.value, str) else 0


def rows() -> Iterator[tuple[str, str]]:
    """What is measured, with its figure."""
    code = _lines(HOUSE.rglob("*.py"))
    files, functions = way_of_an_attack()
    yield "packages of rules in knots", f"{sum(map(len, knots()))}"
    yield "imports of rules against their order", f"{len(against_the_order())}"
    yield "files and functions that an attack passes in the engine", f"{files}, {functions}"
    yield "modules loaded to start Strike Force One", f"{len(started()[0])}"
    yield "lines of hexwar", f"{sum(code)}"
    yield "class names that mean several things", f"{len(names_twice())}"
    few, besides = small()
    yield f"files of at most {SMALL} lines, and but for parts of packages", f"{few}, {besides}"
    read = reading()
    yield "files", f"{len(code)}"
    one_in_ten = quantiles(read.lengths, n=10)[-1]
    yield (
        "lines of a function: the median, one in ten, the longest",
        f"{median(read.lengths):g}, {one_in_ten:g}, {read.lengths[-1]}",
    )
    short = sum(lines <= SHORT for lines in read.once)
    yield (
        f"private functions called once, and those of at most {SHORT} lines",
        f"{len(read.once)}, {short}",
    )
    yield f"functions that store a {', '.join(sorted(FOG))}", f"{read.foggy}"
    yield "lines of docstring, in a hundred", f"{100 * read.docstrings / sum(code):.1f}"
    yield "lines of comment, no dividers", f"{read.comments}"
    yield "lines of import, in a hundred", f"{100 * read.imports / sum(code):.1f}"
    yield "lines of generated schemas", f"{sum(_lines((ROOT / 'schemas').glob('*.json')))}"


if __name__ == "__main__":
    print(*table([["measured", "today"], *map(list, rows())]), sep="\n")
