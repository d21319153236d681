"""A map that its author has painted, and a newer one of what it was imported from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hexwar
from hexwar.cli import main
from hexwar.definition.board import VOID, labelled_rows
from hexwar.definition.documents import misfits
from hexwar.definition.map_editing import MapText
from hexwar.hexmap import Numbering
from hexwar.imports.draft import LIST_DATA, LIST_TEXT
from hexwar.imports.merging import keys_of, merged, merged_map
from tests.imports.modules import board, hex_grid, kassala, module_map, png

KINDS = ("open", "woods", "hills", VOID)


def said(columns: int, rows: int, kinds: dict[str, str], more: str = "") -> str:
    """A map by lists, most of it open."""
    listed = {kind: [n for n, each in kinds.items() if each == kind] for kind in KINDS[1:]}
    lines = [
        f"    {kind}: {json.dumps(hexes)}  # {kind}\n" for kind, hexes in listed.items() if hexes
    ]
    hexes = f"  hexes:\n{''.join(lines)}" if lines else ""
    return f"map:\n  grid: {{columns: {columns}, rows: {rows}}}\n  default: open\n{hexes}{more}"


def merge(own: str, new: str, last: str) -> tuple[MapText, list[str]]:
    """The author's map with what is new."""
    text, told = merged_map(own.encode(), new.encode(), last)
    return MapText(Path("map.yaml"), text.decode()), told


def read(text: str) -> MapText:
    return MapText(Path("map.yaml"), text)


@settings(deadline=None, max_examples=60)
@given(st.data(), st.integers(0, 2), st.integers(0, 2))
def test_what_the_author_painted_stays_and_all_else_is_as_in_the_new_map(
    data: st.DataObject, wider: int, higher: int
) -> None:
    """Hex by hex, in lists and in rows of symbols."""
    columns, rows = 4, 3
    old, new = Numbering(columns, rows), Numbering(columns + wider, rows + higher)
    kinds = st.sampled_from(KINDS)
    before = {n: data.draw(kinds) for n in old.numbers()} | {"0101": "open"}
    after = {n: data.draw(kinds) for n in new.numbers()} | {"0101": "open"}
    mine = {n: data.draw(st.sampled_from([before[n], *KINDS])) for n in old.numbers()}
    mine |= {"0101": "open", "0102": "woods", "0103": "hills"}
    own = said(columns, rows, mine)
    if data.draw(st.booleans()):
        signs = {"open": ".", "woods": "w", "hills": "h", VOID: "#"}
        legend = ", ".join(f"'{sign}': {kind}" for kind, sign in signs.items())
        lines = labelled_rows(old, {n: signs[kind] for n, kind in mine.items()})
        block = "".join(f"    {line}\n" for line in lines)
        own = f"map:\n  grid: {{columns: {columns}, rows: {rows}}}  # mine\n"
        own += f"  legend: {{{legend}}}\n  terrain: |\n{block}"
    found, told = merge(own, said(new.columns, new.rows, after), said(columns, rows, before))
    assert found.board.numbering == new
    for number in new.numbers():
        if number in before and mine[number] != before[number]:
            assert found.terrain(number) == mine[number]
        else:
            assert found.terrain(number) == after[number]
    assert bool(told) == (found.text != own)
    assert ("# mine" in own) == ("# mine" in found.text)


def test_what_lies_on_the_map_is_added_and_what_was_taken_away_is_not() -> None:
    last = said(4, 3, {}, '  features:\n    town: {"0101": Arden}\n    fort: ["0201"]\n')
    new = said(
        4, 3, {"0402": "woods"},
        '  features:\n    town: {"0101": Arden, "0301": Brae}\n    fort: ["0201", "0202"]\n'
        '    well: ["0402"]\n  hexsides:\n    river: [0101/0102, 0102/0103]\n'
        '  paths:\n    road: ["0101-0201-0301"]\n  boxes:\n    sea: {title: Sea}\n',
    )  # fmt: skip
    own = said(4, 3, {"0402": "hills"}, '  features:\n    town: {"0101": Home}  # ours\n')
    own += "  hexsides:\n    river:\n      - 0102/0103  # the Lee\n"
    found, told = merge(own, new, last)
    assert told == [
        "1 features: town",
        "1 features: well",
        "1 hexsides: river",
        "2 paths: road",
        "boxes",
    ]
    assert 'town: {"0101": Home, "0301": "Brae"}  # ours' in found.text
    assert '      - 0102/0103  # the Lee\n      - "0101/0102"\n' in found.text
    assert found.board.path("0201", "0301") == {"road"} and found.terrain("0402") == "hills"
    assert "fort" not in found.text and "sea: {title: Sea}" in found.text
    again, nothing = merge(found.text, new, new)
    assert again.text == found.text and nothing == []


def test_kinds_that_the_author_has_renamed_are_called_as_he_calls_them() -> None:
    last = said(3, 2, {"0101": "woods", "0102": "woods", "0201": VOID})
    new = said(4, 2, {"0101": "woods", "0102": "woods", "0201": "woods", "0401": "woods"})
    own = last.replace("woods", "forest").replace("open", "clear")
    found, _ = merge(own, new, last)
    assert {found.terrain(n) for n in ("0101", "0201", "0401")} == {"forest"}
    assert found.terrain("0402") == "clear" and "# forest" in found.text


@pytest.mark.parametrize(
    "own",
    ["", "map: 1\n", "map: {grid: {columns: 3, rows: 2}, default: open}\n",
     said(3, 2, {}).replace("rows: 2", "rows: 2, ids: RRCC")],
)  # fmt: skip
def test_a_map_that_is_numbered_otherwise_or_cannot_be_read_stays_as_it_is(own: str) -> None:
    new = said(4, 2, {"0401": "woods"})
    assert merged_map(own.encode(), new.encode(), said(3, 2, {})) == (own.encode(), [])


def test_measures_that_the_author_has_changed_stay() -> None:
    picture = "  picture:\n    file: a.png\n    grid: {dx: 50, dy: 60, x0: 1, y0: 2}\n"
    last, new = said(3, 2, {}, picture), said(3, 2, {}, picture.replace("50", "55"))
    new = new.replace("x0: 1", "x0: 9")
    found, told = merge(last.replace("x0: 1", "x0: 1.5  "), new, last)
    assert told == ["picture.grid.dx: 55"]
    assert "grid: {dx: 55, dy: 60, x0: 1.5  , y0: 2}" in found.text


def test_a_module_with_a_wider_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The new column is there, with the old paint, and the list says what was added."""
    module, folder = tmp_path / "battle.vmod", tmp_path / "battle"
    made = kassala()
    module.write_bytes(made.data())
    assert main(["import", "vassal", str(module), str(folder)]) == 0
    path = folder / "map.yaml"
    own = path.read_text("utf-8").replace("columns: 10", "columns: 10") + "# the end\n"
    own = own.replace("  default: open", "  default: open  # nearly everywhere")
    text = MapText(path, own)
    text.paint("0303", "woods")
    path.write_text(text.text, encoding="utf-8")
    terrain = folder / "terrain.yaml"
    terrain.write_text(terrain.read_text("utf-8") + "    woods: {title: Woods}\n", "utf-8")
    grid = hex_grid(dx=60.0, dy=70.0, x0=40, y0=40)
    old = module_map([board("Field", "Board.png", grid)]).partition("<VASSAL.build.module.map.S")[0]
    made.files["images/Board.png"] = png(700, 480)
    module.write_bytes(made.data())
    assert old[:100] in made.inside[1]
    capsys.readouterr()
    assert main(["import", "vassal", str(module), str(folder)]) == 0
    assert "added to map.yaml: grid.columns: 11" in capsys.readouterr().out
    said_ = path.read_text("utf-8")
    assert "columns: 11" in said_ and "# nearly everywhere" in said_ and "# the end" in said_
    assert MapText(path, said_).terrain("0303") == "woods"
    listed = (folder / LIST_TEXT).read_text("utf-8")
    assert "## Added to files that you have changed\n\n- map.yaml: grid.columns: 11" in listed
    assert misfits("import", json.loads((folder / LIST_DATA).read_text("utf-8"))) == []
    assert {each.code for each in hexwar.check(folder)} == {"HW114"}
    before = {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    assert main(["import", "vassal", str(module), str(folder)]) == 0
    assert {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()} == before


def test_a_key_with_a_slash_in_it_is_one_key() -> None:
    last = b'units:\n  a/b: 1\n  "~1": 2\n'
    new = last + b"  a: {b: 2}\n  c/d: 3\n"
    text, added = merged(b"units:\n  x: 1\n", new, keys_of(last))
    assert added == ["a", "c/d"]
    assert text == b'units:\n  x: 1\n  a: {b: 2}\n  "c/d": 3\n'


def test_ends_of_lines_stay_as_the_author_has_them() -> None:
    own = b"\xef\xbb\xbfunits:\r\n  x: 1  # so\r\n"
    text, _ = merged(own, b"units:\n  z: 2\n", ["units"])
    assert text == own + b"  z: 2\r\n"
