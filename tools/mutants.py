"""Mutation testing: break the engine and the rules in small ways, and see whether a test fails.

    python tools/mutants.py                       # 60 mutants, which takes an hour of a processor
    python tools/mutants.py --only combat -n 20   # of the files whose path holds a word

Each mutant is one change of one expression or statement in a copy of the project, in a file that
is at work while a game is played; the checkout is never touched. It is killed when one of the tests
of its file fails or does not end. The tests of a file are those whose names share a word with its
path, and the goldens behind them. What survives is printed: a line that no test holds, or a change
that makes no difference.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("hexwar", "games", "schemas", "tests", "tools", "pyproject.toml")
PLACES = ("hexwar/engine", "hexwar/rules")
NO_PLAY = {"checks.py", "section.py", "invariants.py"}
"""What reads, checks and watches a game; the tests of the definition hold it."""
COMMON = {"hexwar", "rule", "task", "tests", "test", "init", "section", "py"}
"""Words of paths that say nothing."""
LAST = ("tests/test_goldens.py",)
"""Run behind the tests of a file, for every file."""
PATIENCE = 240.0
"""Seconds after which a mutant that still runs has broken something."""

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
        """Whatever runs only for a type checker, and annotations, are left alone."""
        if isinstance(node, ast.AnnAssign | ast.arg | ast.Import | ast.ImportFrom):
            return node
        if isinstance(node, ast.FunctionDef):
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
    elif isinstance(node, ast.Return) and node.value and not _is_none(node.value):
        yield _at(node, ast.Return(ast.Constant(None)))
    elif isinstance(node, ast.AugAssign | ast.Continue | ast.Break) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ):
        yield _at(node, ast.Pass())


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


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


def _words(path: str) -> set[str]:
    return {word for part in re.split(r"\W|_", path) if (word := part.rstrip("s"))} - COMMON


@cache
def mapped(root: Path, file: str) -> tuple[str, ...]:
    """The test files of a file, those that share most words with it first."""
    words = _words(file)
    shared = {
        path.relative_to(root).as_posix(): len(words & _words(path.relative_to(root).as_posix()))
        for path in sorted((root / "tests").rglob("test_*.py"))
        if "viewer" not in path.parts
    }
    near = sorted((test for test in shared if shared[test]), key=lambda test: -shared[test])
    return (*(test for test in near if test not in LAST), *LAST)


@cache
def holds(root: Path, test: str) -> bool:
    """Whether the tests of a test file pass while nothing is broken."""
    return not fails(root, [test])


def fails(root: Path, tests: Sequence[str]) -> bool:
    """Whether one of the tests fails, or all together do not end."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    settings = {**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1", "CI": "1"}
    try:
        return bool(
            subprocess.run(
                command, cwd=root, env=settings, timeout=PATIENCE, capture_output=True, check=False
            ).returncode
        )
    except subprocess.TimeoutExpired:
        return True


def survives(root: Path, mutant: Mutant) -> bool:
    """Whether the tests of its file let a mutant live."""
    path = root / mutant.file
    sound = path.read_text(encoding="utf-8")
    path.write_text(ast.unparse(Mutator(mutant.number).visit(ast.parse(sound))), encoding="utf-8")
    try:
        return not fails(root, mapped(root, mutant.file))
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
    chosen = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        root = copied(Path(folder))
        possible = mutants(root, chosen.only)
        drawn = Random(chosen.seed).sample(possible, min(chosen.n, len(possible)))
        lived = 0
        for number, mutant in enumerate(drawn, 1):
            if not all(holds(root, test) for test in mapped(root, mutant.file)):
                print(f"the tests of {mutant.file} fail as it is", file=sys.stderr)
                return 2
            alive = survives(root, mutant)
            lived += alive
            print(f"{number:3} {'SURVIVED' if alive else 'killed  '} {mutant}", flush=True)
    print(f"{len(drawn) - lived} of {len(drawn)} killed, of {len(possible)} possible")
    return 0


if __name__ == "__main__":
    sys.exit(main())
