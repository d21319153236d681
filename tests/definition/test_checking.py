"""How checking goes about it: every check runs, and what follows from an error is not said."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexwar
from hexwar.definition import checking, checks, load
from hexwar.definition.checks import Subject
from hexwar.definition.diagnostics import Findings
from hexwar.definition.merging import merge
from hexwar.definition.source import parse
from hexwar.definition.spelling import nearest, suggestion
from hexwar.definition.tree import MappingNode, SourceFile, pointer
from tests.definition.conftest import Write


def test_a_check_that_crashes_is_one_finding_and_the_others_run(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(_subject: Subject, _findings: Findings) -> None:
        raise ZeroDivisionError("by hand")

    folder = write(victory="victory:\n  - {winner: red}\n")
    assert [found.code for found in hexwar.check(folder)] == ["HW508"]
    monkeypatch.setattr(checks, "_each", [crash, *checks._each])
    found = hexwar.check(folder)
    assert [finding.code for finding in found] == ["HW900", "HW508"]
    assert "ZeroDivisionError: by hand" in found[0].message
    assert found[0].line == 1
    with pytest.raises(hexwar.DefinitionError):
        load(folder)


def test_everything_wrong_is_said_in_one_run(write: Write) -> None:
    folder = write(
        movement='movement:\n  alowance: 4\n  through_friends: allow\n  cite: {allowance: "1"}\n',
        sides="sides:\n  red: {name: 5}\n  blue: {name: Blue}\n",
        stacking='stacking:\n  limit: 0\n  limit: 1\n  cite: {limit: "9"}\n',
    )
    codes = [found.code for found in hexwar.check(folder)]
    assert sorted(codes) == ["HW002", "HW101", "HW103", "HW104", "HW106", "HW303"]


def test_a_missing_unit_is_one_finding_wherever_it_is_named(write: Write) -> None:
    setups = "".join(f'  s{n}: {{setup: {{A: "0101", Q: "0402", X: "0403"}}}}\n' for n in range(9))
    (found,) = hexwar.check(write(scenarios=f"scenarios:\n{setups}"))
    assert (found.code, found.message) == ("HW301", "there is no unit Q")
    assert len(found.related) == 3
    assert "8 more places" in found.help


@pytest.mark.parametrize(
    ("section", "text", "hint"),
    [
        ("movement", "movement:\n  alowance: 4\n", "did you mean allowance?"),
        ("movement", "movement:\n  allowance: 4\n  resume: neve\n", "did you mean never?"),
        ("movment", "movment: {allowance: 4}\n", "did you mean movement?"),
        ("units", "units:\n  types: {infantry: {}}\n  counters:\n"
         "    A: {side: rde, type: infantry}\n    X: {side: blue, type: infantry}\n",
         "did you mean red?"),
        ("scenarios", 'scenarios:\n  duel:\n    setpu: {A: "0101"}\n', "did you mean setup?"),
    ],
)  # fmt: skip
def test_what_was_meant_is_offered(section: str, text: str, hint: str, write: Write) -> None:
    folder = write(**{"movement": "", section: text} if section == "movment" else {section: text})
    found = [finding for finding in hexwar.check(folder) if finding.severity == "error"]
    assert found[0].help == hint
    assert found[0].fix is not None
    assert found[0].fix.text in hint


def test_the_game_file_by_a_wrong_name_is_found(write: Write) -> None:
    folder = write(game="hexwar: 2\nid: tiny\ntitle: Tiny\nrulebook: rulse.md\n")
    (found,) = hexwar.check(folder)
    assert (found.code, found.help) == ("HW016", "did you mean rules.md?")


def test_nearest_knows_case_hyphens_and_spaces() -> None:
    assert nearest("Zone-to-Zone", ["zone_to_zone", "entering"]) == "zone_to_zone"
    assert nearest("zone to zone", ["zone_to_zone"]) == "zone_to_zone"
    assert nearest("xyzzy", ["open", "woods"]) is None
    assert suggestion("x", []) == "there are none"
    assert suggestion("x", map(str, range(20))).endswith("10, 11 and 8 more")


def test_a_game_is_checked_by_any_path_to_it(write: Write) -> None:
    folder = write(movement="movement: {allowance: 4}\n")
    for path in (folder, str(folder), folder / "game.yaml", f"{folder}/"):
        assert [Path(f.file).name for f in hexwar.check(path)] == ["movement.yaml"]


def test_checking_never_raises(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_arguments: object) -> None:
        raise RecursionError("by hand")

    monkeypatch.setattr(checking, "_checked_games", crash)
    (found,) = hexwar.check(write(stacking="stacking: {limit: 1}\n"))
    assert (found.code, found.line) == ("HW900", 1)
    assert "RecursionError" in found.message


def test_pointers_name_keys_values_and_items() -> None:
    file = SourceFile(Path("x.yaml"), "a:\n  b/c: [1, {d~: 2}]\n  e:\n")
    root = parse(file, Findings())
    assert isinstance(root, MappingNode)
    inner = root.mapping("a")
    items = inner.sequence("b/c").items
    assert pointer(root) == ""
    assert pointer(inner.entries["b/c"].key) == "/a/b~1c"
    assert [pointer(item) for item in items] == ["/a/b~1c/0", "/a/b~1c/1"]
    assert isinstance(items[1], MappingNode)
    assert pointer(items[1].entries["d~"].value) == "/a/b~1c/1/d~0"
    assert pointer(inner.entries["e"].value) == "/a/e"
    assert pointer(merge(inner, root)) == "/a", "a merged mapping is where it began"


def test_thorough_checks_may_stumble_over_what_others_found(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumbles(subject: Subject, findings: Findings) -> None:
        findings.add("HW413", subject.root.place(), "a warning that only follows from the error")
        raise KeyError("wheeled")

    monkeypatch.setattr(checks, "_thorough", [stumbles])
    classes = "movement:\n  allowance: 4\n  classes: [foot, wheeled]\n  cite: {allowance: '1'}\n"
    folder = write(movement=classes, terrain="terrain: {hexes: {open: {cost: {foot: 1}}}}\n")
    assert [found.code for found in hexwar.check(folder)] == ["HW407"]
