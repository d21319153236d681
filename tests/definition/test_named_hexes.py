"""Hexes that are called as no form of numbers has it: in files, in play and on the map."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import hexwar
from hexwar.definition.board import labelled_rows
from hexwar.definition.diagnostics import Findings
from hexwar.definition.map_editing import MapText
from hexwar.definition.source import parse, read_bytes
from hexwar.definition.tree import MappingNode
from hexwar.hexmap import Numbering

GAME = Path(__file__).resolve().parents[2] / "games" / "strike_force_one"


def letters(number: str) -> str:
    """What hexes are called: letters for the column and the row."""
    return "".join(chr(ord("A") + int(part) - 1) for part in (number[:2], number[2:]))


def in_letters(text: str) -> str:
    """A text with all numbers of hexes in letters."""
    return re.sub(r"\b0[1-9]0[1-8]\b", lambda found: letters(found[0]), text)


def renamed(folder: Path) -> Path:
    """Strike Force One with letters in place of numbers."""
    shutil.copytree(GAME, folder)
    names = {number: letters(number) for number in Numbering(9, 8).numbers()}
    for path in folder.glob("*.yaml"):
        text = in_letters(path.read_text(encoding="utf-8"))
        if path.name == "map.yaml":
            rows = "".join(f"    {line}\n" for line in labelled_rows(Numbering(9, 8), names))
            text = text.replace("  default:", f"  numbers: |\n{rows}  default:", 1)
        path.write_text(text, encoding="utf-8")
    return folder


def test_a_game_with_named_hexes_is_the_same_game(tmp_path: Path) -> None:
    """Sound, and action for action the same until it ends."""
    folder = renamed(tmp_path / "strike_force_one")
    assert [each for each in hexwar.check(folder) if each.severity == "error"] == []
    plain, named = (hexwar.load_game(place) for place in (GAME, folder))
    one, other, chance = (
        plain.start("standard", seed=5),
        named.start("standard", seed=5),
        random.Random(3),
    )
    for _ in range(80):
        if one.is_over:
            break
        choices, others = one.legal_actions(), other.legal_actions()
        assert len(choices) == len(others)
        at = chance.randrange(len(choices))
        assert in_letters(str(choices[at])) == str(others[at])
        events, more = one.apply(choices[at]), other.apply(others[at])
        assert [in_letters(each.text) for each in events] == [each.text for each in more]


def test_a_map_of_named_hexes_is_painted(tmp_path: Path) -> None:
    """Rows of names stay as they are; ranges go by the columns of the grid."""
    path = renamed(tmp_path / "strike_force_one") / "map.yaml"
    text = MapText(path, path.read_text(encoding="utf-8"))
    before = text.text
    assert text.paint("CC", "woods") and text.terrain("CC") == "woods"
    assert text.text == before.replace('"BE"]', '"BE", "CC"]')
    assert text.board.regions["west_edge"] == {f"A{row}" for row in "ABCDEFGH"}


@given(
    st.integers(1, 9),
    st.integers(1, 120),
    st.sampled_from(["left", "right"]),
    st.sampled_from(["top", "bottom"]),
    st.sampled_from(["CCRR", "A1"]),
    st.data(),
)
def test_rows_of_names_are_read_as_they_were_written(
    columns: int, rows: int, left: str, top: str, ids: str, data: st.DataObject
) -> None:
    grid = Numbering(columns, rows, ids=ids, columns_from=left, rows_from=top)  # type: ignore[arg-type]
    some = data.draw(st.sets(st.sampled_from(grid.numbers()), max_size=9))
    names = {number: f"N{at}" for at, number in enumerate(sorted(some))}
    lines = "".join(f"    {line}\n" for line in labelled_rows(grid, names))
    said = (
        f"{{columns: {columns}, rows: {rows}, ids: {ids}, columns_from: {left}, rows_from: {top}}}"
    )
    text = f"map:\n  grid: {said}\n  numbers: |\n{lines}  default: open\n"
    findings = Findings()
    file = read_bytes(Path("map.yaml"), text.encode(), findings)
    assert file is not None
    tree = parse(file, findings)
    assert isinstance(tree, MappingNode) and not findings.errors
    read = MapText(Path("map.yaml"), text).board.numbering
    assert read.names == tuple(names.get(number, "") for number in grid.numbers()) or not names
    for number, name in names.items():
        assert read.axial(name) == grid.axial(number) and read.parse(name) == grid.parse(number)
