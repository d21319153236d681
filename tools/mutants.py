"""Mutation testing: break the engine and the rules in small ways, and see whether a test fails.

    python tools/mutants.py                       # 60 mutants, which takes half an hour
    python tools/mutants.py --only combat -n 20   # of the files whose path holds a word
    python tools/mutants.py --at rules/combat/odds.py:232   # all of one line

Each mutant is one change of one expression or statement in a copy of the project, in a file that
is at work while a game is played; the checkout is never touched. It is killed when a test fails or
does not end. First come the tests of its file: its doctests, the tests that share a word with its
path (in whatever form: *evacuation* is about ``evacuating.py``), by their names or, in the folders
of ``FAR``, by their first lines, and the goldens, which play a game of each mechanism. Behind them
come all other tests of those folders. What survives is printed: a line that no test holds, or a
change that makes no difference.

Left alone is what a game that is played does not ask: what reads and checks a definition (the tests
of the definition hold it), what a package declares of itself, such as its codes of findings, the
arguments of decorators, annotations, whatever only a type checker reads, and ``strict`` of ``zip``,
which only watches. Texts are never changed, but what decides on them is.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import resource
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Literal

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("hexwar", "games", "schemas", "tests", "tools", "pyproject.toml")
PLACES = ("hexwar/engine", "hexwar/rules")
NO_PLAY = {"__init__.py", "checks.py", "forms.py", "section.py", "invariants.py"}
"""What declares, reads, checks and watches a game."""
ENDINGS = re.compile(
    r"(?<=\w\w\w)(at(ion|ions|ing|ed|es|e)|e?ments?|ions?|ing|ed|es|e|(?<!s)s)$", re.ASCII
)
"""What tells the forms of one word apart: evacuating, evacuation; moves, moving, movement."""
COMMON = {"hexwar", "rul", "task", "test", "sect", "by", "in", "of", "py"}
"""Words of paths that say nothing, without their endings."""
FAR = ("tests/engine", "tests/rules", "tests/conformance")
"""Where tests are that may hold a file whose name they do not share."""
GOLDENS = "tests/test_goldens.py"
"""Seeded games of what is shipped, and of the minimal game of each mechanism."""
PATIENCE = 600.0
"""Seconds after which a mutant that still runs has broken something."""
MEMORY = 4 << 30
"""Bytes that a mutant may fill."""

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}


Fate = Literal["killed", "elsewhere", "SURVIVED"]
"""Killed by the tests of its file, by another test, or by none."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the ``number``-th that is possible in a file."""

    file: str
    number: int
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"


class Mutator(ast.NodeTransformer):
    """Counts the changes that are possible and makes one of them, if one is asked for."""

    def __init__(self, wanted: int = -1) -> None:
        self.wanted = wanted
        self.possible: list[tuple[int, str]] = []

    def visit(self, node: ast.AST) -> ast.AST:
        """What runs only for a type checker, annotations, decorators, ``strict``: left alone."""
        if isinstance(node, ast.AnnAssign | ast.arg | ast.Import | ast.ImportFrom):
            return node
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            return node
        if isinstance(node, ast.keyword) and node.arg == "strict":
            return node
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            node.body = [self.visit(part) for part in node.body]  # type: ignore[misc]
            return node
        changed = next((new for new in _changes(node) if self._is_wanted(node, new)), None)
        return self.generic_visit(node) if changed is None else changed

    def _is_wanted(self, node: ast.AST, new: ast.AST) -> bool:
        old, now = (ast.unparse(part).partition("\n")[0] for part in (node, new))
        self.possible.append((getattr(node, "lineno", 0), f"{old}  ->  {now}"))
        return len(self.possible) - 1 == self.wanted


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    """What a node can become."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARED:
        ops = [COMPARED[type(node.ops[0])](), *node.ops[1:]]
        yield _at(node, ast.Compare(node.left, ops, node.comparators))
    elif isinstance(node, ast.BoolOp):
        other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        yield _at(node, ast.BoolOp(other, node.values))
        yield _at(node, node.values[0])
    elif isinstance(node, ast.BinOp) and type(node.op) in RECKONED:
        yield _at(node, ast.BinOp(node.left, RECKONED[type(node.op)](), node.right))
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield _at(node, ast.Constant(not node.value))
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield _at(node, ast.Constant(node.value + 1))
    elif isinstance(node, ast.If | ast.IfExp | ast.While):
        test = ast.UnaryOp(ast.Not(), node.test)
        if isinstance(node, ast.IfExp):
            yield _at(node, ast.IfExp(test, node.body, node.orelse))
        else:
            yield _at(node, type(node)(test, node.body, node.orelse))
    elif isinstance(node, ast.Return) and node.value and not _is_no(node.value):
        yield _at(node, ast.Return(ast.Constant(None)))
    elif isinstance(node, ast.AugAssign | ast.Continue | ast.Break) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ):
        yield _at(node, ast.Pass())


def _is_no(node: ast.AST) -> bool:
    """An answer that is no as much as ``None`` is."""
    return isinstance(node, ast.Constant) and (node.value is None or node.value is False)


def _at(old: ast.AST, new: ast.AST) -> ast.AST:
    return ast.fix_missing_locations(ast.copy_location(new, old))


def mutants(root: Path, only: str) -> list[Mutant]:
    """All changes that are possible in the files whose path holds ``only``."""
    found = []
    for place in PLACES:
        for path in sorted((root / place).rglob("*.py")):
            file = path.relative_to(root).as_posix()
            if only in file and path.name not in NO_PLAY:
                mutator = Mutator()
                mutator.visit(ast.parse(path.read_text(encoding="utf-8")))
                found += [Mutant(file, n, *made) for n, made in enumerate(mutator.possible)]
    return found


def _words(text: str) -> set[str]:
    parts = re.split(r"\W|_", text.lower())
    return {word for part in parts if (word := ENDINGS.sub("", part))} - COMMON


@cache
def mapped(root: Path, file: str) -> tuple[str, ...]:
    """The tests of a file: its doctests, what shares words with it (names first), the goldens."""
    words, near = _words(file), []
    for test in _tests(root, "tests"):
        named = len(words & _words(test))
        said = len(words & _words(_first_line(root / test))) if test.startswith(FAR) else 0
        if (named or said) and test != GOLDENS:
            near.append((-named, -said, test))
    return (file, *(test for _, _, test in sorted(near)), GOLDENS)


def _first_line(path: Path) -> str:
    with path.open(encoding="utf-8") as lines:
        return lines.readline()


@cache
def others(root: Path, file: str) -> tuple[str, ...]:
    """The other tests of the engine, of the rules and of rulebooks."""
    return tuple(
        test for place in FAR for test in _tests(root, place) if test not in mapped(root, file)
    )


@cache
def _tests(root: Path, place: str) -> tuple[str, ...]:
    paths = sorted((root / place).rglob("test_*.py"))
    return tuple(p.relative_to(root).as_posix() for p in paths if "viewer" not in p.parts)


def failing(root: Path, tests: Sequence[str]) -> str:
    """The first of the tests that fails, or that they do not end; nothing if all pass."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    settings = {**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1", "CI": "1"}
    try:
        ended = subprocess.run(
            command,
            cwd=root,
            env=settings,
            timeout=PATIENCE,
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
        )
    except subprocess.TimeoutExpired:
        return "they do not end"
    if not ended.returncode:
        return ""
    told = [line for line in ended.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return told[-1] if told else f"pytest ends with {ended.returncode}"


def fate(root: Path, mutant: Mutant) -> Fate:
    """What becomes of a mutant."""
    path = root / mutant.file
    sound = path.read_text(encoding="utf-8")
    path.write_text(ast.unparse(Mutator(mutant.number).visit(ast.parse(sound))), encoding="utf-8")
    try:
        if failing(root, mapped(root, mutant.file)):
            return "killed"
        return "elsewhere" if failing(root, others(root, mutant.file)) else "SURVIVED"
    finally:
        path.write_text(sound, encoding="utf-8")


def copied(to: Path) -> Path:
    """A copy of the project."""
    to.mkdir(exist_ok=True)
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, to / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, to / name)
    return to


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the result is the exit code."""
    parser = argparse.ArgumentParser(description="Break the rules and see whether a test fails.")
    parser.add_argument("-n", type=int, default=60, help="so many mutants (default: 60)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other mutants")
    parser.add_argument("--only", default="", help="files whose path holds this")
    parser.add_argument("--at", default="", metavar="FILE:LINE", help="every mutant of this line")
    chosen = parser.parse_args(arguments)
    file, _, line = chosen.at.partition(":")
    with TemporaryDirectory() as folder:
        root = copied(Path(folder))
        drawn = possible = mutants(root, file or chosen.only)
        if chosen.at:
            drawn = [mutant for mutant in possible if mutant.line == int(line)]
        else:
            drawn = Random(chosen.seed).sample(possible, min(chosen.n, len(possible)))
        broken = failing(root, (*FAR, GOLDENS))
        if broken:
            print(f"a test fails while nothing is changed: {broken}", file=sys.stderr)
            return 2
        fates: Counter[Fate] = Counter()
        for number, mutant in enumerate(drawn, 1):
            end = fate(root, mutant)
            fates[end] += 1
            print(f"{number:3} {end:9} {mutant}", flush=True)
    killed, elsewhere = fates["killed"], fates["elsewhere"]
    print(
        f"of {len(drawn)} (of {len(possible)} possible) the tests of their files killed {killed}, "
        f"others {elsewhere}: {(killed + elsewhere) / len(drawn):.0%}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
