"""What ``tools/mutants.py`` breaks, and which tests it asks."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tools.mutants import Mutator, copied, fate, mapped, mutants, others


@pytest.mark.parametrize(
    ("sound", "broken"),
    [
        ("x = a < b", "x = a <= b"),
        ("x = a and b", "x = a or b"),
        ("x = a + b", "x = a - b"),
        ("x = 1", "x = 2"),
        ("x = True", "x = False"),
        ("if a:\n    f()", "if not a:\n    f()"),
        ("def f():\n    return a", "def f():\n    return None"),
        ("f()", "pass"),
    ],
)
def test_the_first_change_of_each_kind(sound: str, broken: str) -> None:
    assert ast.unparse(Mutator(0).visit(ast.parse(sound))) == broken


@pytest.mark.parametrize(
    "text",
    [
        "from a import b",
        "x: Literal[1] = 1",
        "def f(y: Literal[2]): ...",
        "def f():\n    return None",
        "@dataclass(frozen=True)\nclass C: ...",
        "x = zip(a, b, strict=True)",
        "if TYPE_CHECKING:\n    f(1)",
    ],
)
def test_what_changes_no_game_is_left_alone(text: str) -> None:
    mutator = Mutator()
    mutator.visit(ast.parse(text))
    assert mutator.possible == []


def test_a_file_is_tested_by_what_shares_its_words(root: Path) -> None:
    tests = mapped(root, "hexwar/rules/combat/odds.py")
    assert "tests/rules/test_combat.py" in tests
    assert "tests/conformance/scs/test_advance.py" in tests  # "who advances after combat"
    assert tests[-1] == "tests/test_goldens.py"
    assert "tests/rules/test_supply.py" in others(root, "hexwar/rules/combat/odds.py")
    assert not set(tests) & set(others(root, "hexwar/rules/combat/odds.py"))


def test_a_subject_is_the_same_in_all_forms_of_its_words(root: Path) -> None:
    told = (root / "tests/rules/test_escort.py").read_text(encoding="utf-8").partition("\n")[0]
    assert "evacuation" in told
    assert "tests/rules/test_escort.py" in mapped(root, "hexwar/rules/figures/evacuating.py")
    # "Works on hexsides: ... build or wreck instead of moving."
    assert "tests/rules/test_pontoons.py" in mapped(root, "hexwar/rules/movement/orders.py")
    # "Reactions: ... by what rule-lawyers ask" is not about values by unit.
    assert "tests/rules/test_reactions.py" not in mapped(root, "hexwar/rules/language/by_unit.py")


def test_what_only_checks_a_game_is_left_alone(root: Path) -> None:
    files = {mutant.file for mutant in mutants(root, "rules/combat/")}
    assert "hexwar/rules/combat/rules.py" in files
    assert not files & {"hexwar/rules/combat/checks.py", "hexwar/rules/combat/__init__.py"}


@pytest.mark.slow
def test_a_broken_copy_is_found_out_and_the_checkout_left_alone(root: Path, tmp_path: Path) -> None:
    """Whatever an action says of itself is wrong then."""
    before = (root / "hexwar/engine/action.py").read_bytes()
    copy = copied(tmp_path / "copy")
    found = mutants(copy, "engine/action.py")
    broken = next(m for m in found if m.what.startswith("return f'{self.verb} {said}'"))
    assert fate(copy, broken) == "killed"
    assert (root / "hexwar/engine/action.py").read_bytes() == before
