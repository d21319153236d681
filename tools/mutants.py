"""Mutation testing: break the engine and the rules in small ways, and see whether a test fails.

    python tools/mutants.py                       # 60 mutants, which takes half an hour
    python tools/mutants.py --only combat -n 20   # of the files whose path holds a word
    python tools/mutants.py --at rules/combat/odds.py:232   # all of one line
    python tools/mutants.py --before ../old    # do the tests of today find what those there found?

Each mutant is one change of one expression or statement in a copy of the project, in a file that
is at work while a game is played; the checkout is never touched. It is killed when a test fails or
does not end. First come the tests of its file: its doctests, the tests that share a word with its
path (in whatever form: *evacuation* is about ``evacuating.py``), by their names or, in the folders
of ``FAR``, by their first lines, and the goldens, which play a game of each mechanism. Behind them
come all other tests of those folders. What survives is printed: a line that no test holds, or a
change that makes no difference.

``--before`` names an earlier checkout of the project. Then only changes count that both can suffer,
in a function that does the same in the same words in both. What survives is made there as well: a
mutant that was found there is a test that has been lost.

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
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Literal

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("hexwar", "games", "schemas", "docs", "tests", "tools", "pyproject.toml")
PLACES = ("hexwar/engine", "hexwar/rules")
NO_PLAY = {"__init__.py", "checks.py", "forms.py", "section.py", "invariants.py"}
"""What declares, reads, checks and watches a game."""
CHECKS = {"of_each_game", "of_each_game_thoroughly", "of_each_sound_game", "of_all_games"}
"""The decorators of checks."""
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
    """One change: the ``number``-th that is possible in a file, the ``nth`` of its function."""

    file: str
    number: int
    line: int
    what: str
    within: str
    """The code of its function, or of the statement where there is none around it."""
    nth: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"


class Mutator(ast.NodeTransformer):
    """Counts the changes that are possible and makes one of them, if one is asked for."""

    def __init__(self, wanted: int = -1) -> None:
        self.wanted = wanted
        self.possible: list[tuple[int, str, str, int]] = []
        """Of each the line, what it changes, the code around it, and its number in that code."""
        self._within: list[str] = []
        self._so_far: Counter[str] = Counter()

    def visit(self, node: ast.AST) -> ast.AST:
        """What runs only for a type checker, annotations, decorators, ``strict``: left alone."""
        if isinstance(node, ast.AnnAssign | ast.arg | ast.Import | ast.ImportFrom):
            return node
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            return node
        if isinstance(node, ast.keyword) and node.arg == "strict":
            return node
        if _declares_or_checks(node):
            return node
        if isinstance(node, ast.ClassDef):
            node.body = [self.visit(part) for part in node.body]  # type: ignore[misc]
            return node
        if isinstance(node, ast.FunctionDef) or (isinstance(node, ast.stmt) and not self._within):
            self._within.append(ast.unparse(_Bare().visit(deepcopy(node))))
            try:
                return self._visit_inside(node)
            finally:
                self._within.pop()
        return self._visit_inside(node)

    def _visit_inside(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.FunctionDef):
            node.body = [self.visit(part) for part in node.body]  # type: ignore[misc]
            return node
        changed = next((new for new in _changes(node) if self._is_wanted(node, new)), None)
        return self.generic_visit(node) if changed is None else changed

    def _is_wanted(self, node: ast.AST, new: ast.AST) -> bool:
        old, now = (ast.unparse(part).partition("\n")[0] for part in (node, new))
        within = self._within[-1]
        what = f"{old}  ->  {now}"
        self.possible.append((getattr(node, "lineno", 0), what, within, self._so_far[within]))
        self._so_far[within] += 1
        return len(self.possible) - 1 == self.wanted


def _declares_or_checks(node: ast.AST) -> bool:
    """Whether a form or a check, which packages of one module have beside their rules."""
    if isinstance(node, ast.ClassDef):
        return "Form" in map(ast.unparse, node.bases)
    decorators = map(ast.unparse, getattr(node, "decorator_list", []))
    return any(name in CHECKS for name in decorators)


class _Bare(ast.NodeTransformer):
    """Leaves of a function what runs: no annotations and no docstring."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        if ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
        return self.generic_visit(node)


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


def twins(root: Path, before: Path, only: str) -> list[tuple[Mutant, Mutant]]:
    """The changes that both trees can suffer: first that of ``root``, then that of ``before``.

    A function that reads the same is looked for in the same file, then in all others. One that
    several there could be is left out.
    """
    there: dict[tuple[str, int], list[Mutant]] = {}
    for mutant in mutants(before, ""):
        there.setdefault((mutant.within, mutant.nth), []).append(mutant)
    pairs = []
    for mutant in mutants(root, only):
        alike = there.get((mutant.within, mutant.nth), [])
        alike = [other for other in alike if other.file == mutant.file] or alike
        if len(alike) == 1:
            pairs.append((mutant, alike[0]))
    return pairs


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


def failing(root: Path, tests: Sequence[str], patience: float = PATIENCE) -> str:
    """The first of the tests that fails, or that they do not end; nothing if all pass.

    ``CI`` is set for the sake of earlier checkouts, which else drew new examples each time: one
    that met a fault of its own was taken for a mutant that is found.
    """
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    settings = {
        **os.environ,
        "CI": "true",
        "PYTHONPATH": str(root),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    try:
        ended = subprocess.run(
            command,
            cwd=root,
            env=settings,
            timeout=patience,
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


def copied(to: Path, tree: Path = ROOT) -> Path:
    """A copy of the project, or of an earlier checkout of it."""
    to.mkdir(exist_ok=True)
    for name in COPIED:
        if (tree / name).is_dir():
            shutil.copytree(tree / name, to / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(tree / name, to / name)
    return to


Case = tuple[Mutant, ...]
"""One mutant as it is in every tree."""


def drawn(trees: Sequence[Path], chosen: argparse.Namespace) -> tuple[list[Case], int]:
    """The mutants that are tried, each as it is in every tree, and how many there could be."""
    file, _, line = chosen.at.partition(":")
    only = file or chosen.only
    possible: list[Case] = [(mutant,) for mutant in mutants(trees[0], only)]
    if len(trees) > 1:
        possible = list(twins(trees[0], trees[1], only))
    if line:
        return [case for case in possible if case[0].line == int(line)], len(possible)
    return Random(chosen.seed).sample(possible, min(chosen.n, len(possible))), len(possible)


def tried(
    trees: Sequence[Path], cases: Sequence[Case], results: Path | None
) -> Iterator[tuple[str, ...]]:
    """What becomes of each mutant, read in ``results`` or found out and added: in the first tree,
    and of one that survives there in the others.
    """
    known: dict[str, tuple[str, ...]] = {}
    if results is not None and results.exists():
        for line in results.read_text(encoding="utf-8").splitlines():
            fates, _, what = line.partition("\t")
            known[what] = tuple(fates.split())
    for case in cases:
        what = str(case[0])
        if what not in known:
            now = fate(trees[0], case[0])
            then = map(fate, trees[1:], case[1:]) if now == "SURVIVED" else ()
            known[what] = (now, *then)
            if results is not None:
                with results.open("a", encoding="utf-8") as file:
                    file.write(f"{' '.join(known[what])}\t{what}\n")
        yield known[what]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the result is the exit code."""
    parser = argparse.ArgumentParser(description="Break the rules and see whether a test fails.")
    parser.add_argument("-n", type=int, default=60, help="so many mutants (default: 60)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other mutants")
    parser.add_argument("--only", default="", help="files whose path holds this")
    parser.add_argument("--at", default="", metavar="FILE:LINE", help="every mutant of this line")
    parser.add_argument("--before", type=Path, metavar="TREE", help="an earlier checkout")
    parser.add_argument("--results", type=Path, metavar="FILE", help="go on where this file ends")
    chosen = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        trees = [copied(Path(folder) / "now")]
        if chosen.before:
            trees.append(copied(Path(folder) / "before", chosen.before))
        cases, possible = drawn(trees, chosen)
        for tree in trees:
            if broken := failing(tree, (*FAR, GOLDENS), 4 * PATIENCE):
                print(f"a test fails while nothing is changed: {broken}", file=sys.stderr)
                return 2
        fates = []
        for case, ends in zip(cases, tried(trees, cases, chosen.results), strict=True):
            fates.append(ends)
            print(f"{len(fates):3} {' '.join(f'{end:9}' for end in ends)} {case[0]}", flush=True)
    now = [ends[0] for ends in fates]
    killed, elsewhere = now.count("killed"), now.count("elsewhere")
    print(
        f"of {len(now)} (of {possible} possible) the tests of their files killed {killed}, others "
        f"{elsewhere}: {(killed + elsewhere) / len(now):.0%}"
    )
    if chosen.before:
        lost = sum(ends[0] == "SURVIVED" != ends[-1] for ends in fates)
        print(f"killed before, and not now: {lost}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
