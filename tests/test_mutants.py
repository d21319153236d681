"""What ``tools/mutants.py`` breaks, and which tests it asks."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tools import mutants as tool
from tools.mutants import Mutant, Mutator, copied, fate, mapped, mutants, others, tried, twins


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
        "class Price(Form):\n    cost = 1 + 1",
        "@of_each_game\ndef price_is_low(subject, findings):\n    return 1 < 2",
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
    assert "tests/rules/test_escort.py" in mapped(root, "hexwar/rules/figures/rules.py")
    # "Works on hexsides: ... build or wreck instead of moving."
    assert "tests/rules/test_pontoons.py" in mapped(root, "hexwar/rules/movement/task.py")
    # "Reactions: ... by what rule-lawyers ask" is not about values by unit.
    assert "tests/rules/test_reactions.py" not in mapped(root, "hexwar/rules/language/by_unit.py")


def test_what_only_checks_a_game_is_left_alone(root: Path) -> None:
    files = {mutant.file for mutant in mutants(root, "rules/combat/")}
    assert "hexwar/rules/combat/rules.py" in files
    assert not files & {"hexwar/rules/combat/checks.py", "hexwar/rules/combat/__init__.py"}


def tree(folder: Path, **files: str) -> Path:
    """A project whose rules are these files."""
    for place in tool.PLACES:
        (folder / place).mkdir(parents=True)
    for name, text in files.items():
        (folder / "hexwar/rules" / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def test_a_change_is_found_in_an_earlier_tree_by_its_function(tmp_path: Path) -> None:
    """Whatever file it is in, and whatever is said there of its types."""
    near = "def near(steps):\n    return steps < 2\n"
    now = tree(
        tmp_path / "now",
        fire="LEAST = 2\n\ndef hits(die: int) -> bool:\n    return die + LEAST > 6\n",
        moves=f"def far(steps):\n    return steps > 3\n\n{near}",
    )
    before = tree(
        tmp_path / "before",
        guns='def hits(die: Die) -> bool:\n    """It hits."""\n    return die + LEAST > 6\n',
        moves=f"A = 5\n\ndef far(steps):\n    return steps > 4\n\n{near}",
    )
    pairs = twins(now, before, "")
    assert {(mutant.file, other.file) for mutant, other in pairs} == {
        ("hexwar/rules/fire.py", "hexwar/rules/guns.py"),
        ("hexwar/rules/moves.py", "hexwar/rules/moves.py"),
    }
    assert all(mutant.what == other.what for mutant, other in pairs)
    assert [(m.what, m.line, o.line) for m, o in pairs if m.file.endswith("moves.py")] == [
        ("return steps < 2  ->  return None", 5, 7),
        ("steps < 2  ->  steps <= 2", 5, 7),
        ("2  ->  3", 5, 7),
    ]
    assert len(pairs) == 3 + 4
    assert twins(now, before, "fire") == pairs[:4]


def test_a_function_that_several_could_be_has_no_twin(tmp_path: Path) -> None:
    text = "def hits(die):\n    return die > 4\n"
    before = tree(tmp_path / "before", guns=text, bombs=text)
    assert twins(tree(tmp_path / "now", fire=text), before, "") == []
    assert len(twins(tree(tmp_path / "as_it_was", bombs=text), before, "")) == 3


def test_what_is_known_of_a_mutant_is_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def fate_of(root: Path, mutant: Mutant) -> str:
        asked.append((root.name, mutant.number))
        return "SURVIVED" if (root.name, mutant.number) == ("now", 2) else "killed"

    monkeypatch.setattr(tool, "fate", fate_of)
    trees = [tmp_path / "now", tmp_path / "before"]
    cases = [
        (Mutant("a.py", n, n, "x", "x", 0), Mutant("b.py", n, n, "x", "x", 0)) for n in (1, 2, 3)
    ]
    results = tmp_path / "results"
    results.write_text(f"elsewhere\t{cases[0][0]}\n", encoding="utf-8")
    fates = list(tried(trees, cases, results))
    assert fates == [("elsewhere",), ("SURVIVED", "killed"), ("killed",)]
    assert asked == [("now", 2), ("before", 2), ("now", 3)], "before only what survives now"
    assert list(tried(trees, cases, results)) == fates
    assert len(asked) == 3


@pytest.mark.slow
def test_a_broken_copy_is_found_out_and_the_checkout_left_alone(root: Path, tmp_path: Path) -> None:
    """Whatever an action says of itself is wrong then."""
    before = (root / "hexwar/engine/action.py").read_bytes()
    copy = copied(tmp_path / "copy")
    found = mutants(copy, "engine/action.py")
    broken = next(m for m in found if m.what.startswith("return f'{self.verb} {said}'"))
    assert fate(copy, broken) == "killed"
    assert (root / "hexwar/engine/action.py").read_bytes() == before
