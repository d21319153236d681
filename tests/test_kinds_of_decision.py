"""Whoever offers or makes decisions knows no kind and no verb of a section, but where it says so.

A section brings its kinds of decision and its verbs; a player, the terminal or the window may do
something of its own for some of them, in a module that registers it. Everything else works for all
alike. These tests read the source; they run none of it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexwar.engine.notation import OWN
from hexwar.engine.task import AutomaticTask
from hexwar.rules.compiled import registry

PACKAGE = Path(__file__).resolve().parent.parent / "hexwar"
ROOMS = ("cli", "players", "viewer")

REGISTERED = {
    "cli/text/kinds.py",
    "players/campaign/player.py",
    "players/campaign/combat.py",
    "players/campaign/movement.py",
    "players/patrol/player.py",
    "players/plotting.py",
    "players/search/forming.py",
    "players/skirmish/player.py",
    "viewer/decisions/activation.py",
    "viewer/decisions/movement.py",
    "viewer/decisions/combat.py",
    "viewer/decisions/setup.py",
}
"""Modules with a table by kind of decision or by verb: there they may be named."""

SPELLED_ALIKE = {
    ("charts/tables.py", "advance"),
    ("charts/tables.py", "retreat"),
    ("charts/tables.py", "roll"),
    ("cli/__init__.py", "play"),
    ("cli/__init__.py", "join"),
    ("cli/join.py", "decline"),
    ("cli/mail.py", "answer"),
    ("players/battlefield.py", "exchange"),
    ("players/battlefield.py", "retreat"),
    ("players/campaign/tables.py", "exchange"),
    ("players/campaign/tables.py", "retreat"),
    ("players/campaign/assessment.py", "supply"),
    ("players/campaign/sampling.py", "exchange"),
    ("players/campaign/sampling.py", "retreat"),
    ("players/campaign/sampling.py", "advance"),
    ("players/goals.py", "attack"),
    ("players/goals.py", "movement"),
    ("viewer/board/board_commands.py", "choose"),
    ("viewer/program/keyboard.py", "enter"),
    ("viewer/program/keyboard.py", "return"),
    ("viewer/board/board_commands.py", "supply"),
    ("viewer/board/board_commands.py", "table"),
    ("viewer/page/page.py", "movement"),
    ("viewer/panels/news.py", "table"),
    ("viewer/panels/place.py", "movement"),
    ("viewer/panels/place.py", "roll"),
    ("viewer/panels/battle.py", "roll"),
    ("viewer/page/page.py", "play"),
    ("viewer/panels/bar.py", "play"),
    ("viewer/panels/replay.py", "play"),
    ("viewer/board/replay.py", "play"),
    ("viewer/drawing/pictograms.py", "play"),
    ("viewer/match/rolls.py", "fire"),
    ("viewer/match/rolls.py", "casualties"),
    ("viewer/screens/markdown.py", "mark"),
    ("viewer/board/replay.py", "leave"),
    ("viewer/board/replay.py", "mark"),
    ("viewer/board/replay.py", "supply"),
    ("viewer/screens/rules.py", "search"),
    ("viewer/printed_map/map_sheet.py", "clear"),
    ("viewer/tracing/screen.py", "choose"),
    ("viewer/tracing/screen.py", "clear"),
    ("viewer/tracing/sheets.py", "clear"),
}
"""Other words that are spelled alike: what combat results do, what zones of control hinder, keys
of the keyboard, commands of the window and of the shell, a section of the rules, the mark of an
item in a list, its field to search the rules in, what terrain does to a die roll, what events are
called.
"""

FILES = [path for room in ROOMS for path in sorted((PACKAGE / room).rglob("*.py"))]
ASKING = {
    "Action",
    "as_action",
    "explain",
    "apply",
    "preview",
    "get",
    "count",
    "index",
    "startswith",
}
"""What is called with a kind, a verb or an action in notation."""


def names() -> set[str]:
    """Every kind of decision and of phase and every verb that sections bring."""
    brought = registry()
    asked = {kind for kind, task in brought.tasks.items() if not issubclass(task, AutomaticTask)}
    of_sections = brought.anytime.keys() - OWN.keys()
    return {*brought.verbs, *asked, *brought.phases, *of_sections}


def literals(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Words that a module compares, looks up, or makes an action of, with their lines.

    Of a notation such as ``"move A 0703"`` the first word counts.
    """
    for node in ast.walk(tree):
        for part in _asked_about(node):
            for constant in ast.walk(part):
                if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
                    yield constant.value.partition(" ")[0], constant.lineno


def _asked_about(node: ast.AST) -> list[ast.expr]:
    match node:
        case ast.Compare():
            return [node.left, *node.comparators]
        case ast.Subscript():
            return [node.slice]
        case ast.Dict():
            return [key for key in node.keys if key is not None]
        case ast.Set():
            return node.elts
        case ast.JoinedStr():
            return [part for part in node.values[:1] if isinstance(part, ast.Constant)]
        case ast.MatchValue():
            return [node.value]
        case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called)) if called in ASKING:
            return node.args
        case ast.Call(func=ast.Name(id="frozenset" | "set" | "tuple" | "dict")):
            return [*node.args, *(keyword.value for keyword in node.keywords)]
        case ast.Assign(value=ast.Tuple() | ast.List() as listed):
            return listed.elts if all(isinstance(one, ast.Constant) for one in listed.elts) else []
        case _:
            return []


def named(path: Path) -> str:
    """A module's path within the package."""
    return path.relative_to(PACKAGE).as_posix()


def test_no_kind_of_decision_is_named_where_it_is_not_registered() -> None:
    """A new section is offered, explained and played without a change in these rooms."""
    known = names()
    found = [
        f"{named(path)}:{line} names {word}"
        for path in FILES
        if named(path) not in REGISTERED
        for word, line in literals(ast.parse(path.read_text(encoding="utf-8")))
        if word in known and (named(path), word) not in SPELLED_ALIKE
    ]
    assert found == []


def test_a_module_that_names_kinds_registers_them() -> None:
    """Each has a table of its own by kind or by verb."""
    assert [name for name in sorted(REGISTERED) if not names() & set(_keys(name))] == []


def _keys(name: str) -> Iterator[str]:
    """The keys of a module's own tables."""
    for statement in ast.parse((PACKAGE / name).read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Dict):
            keys = statement.value.keys
            yield from (str(key.value) for key in keys if isinstance(key, ast.Constant))


@pytest.mark.parametrize(
    "source",
    [
        "if kind == 'combat': pass",
        "if action.verb in ('move', 'pass'): pass",
        "Action('attack', units)",
        "state.explain(f'move {unit} {goal}')",
        "titles = {'retreat': 1}",
        "wanted = titles['loss']",
        "titles.get(kind, verbs['enter'])",
        "OWN = frozenset({'setup'})",
        "match kind:\n case 'advance': pass",
    ],
)
def test_a_literal_would_be_found(source: str) -> None:
    """However it is written."""
    assert names() & {word for word, _ in literals(ast.parse(source))}
