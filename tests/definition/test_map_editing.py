"""A map is changed in the text of its file: what nobody touches stays as it was written."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hexwar.definition.locations import shipped
from hexwar.definition.map_editing import MapEditingError, MapText

LISTS = """\
# The map of a small place.
map:
  grid: {columns: 4, rows: 3}  # as printed
  default: open   # nearly everywhere
  hexes:
    woods: ["0102", "0201..0203"]  # the old wood
    hills:
      - "0301"
      # the high one
      - "0302"
  features:
    town: {"0403": Arden}
    fort: ["0401"]
  paths: {road: ["0101-0102-0103"]}

# what follows stays
terrain:
  hexes: {open: {cost: 1}}
"""
ROWS = """\
map:
  grid: {columns: 3, rows: 2}
  legend: {".": open, w: woods}
  terrain: |
    rc 01 02 03
    01  .  w  .
    02  .  .  .
"""


def edited(text: str = LISTS) -> MapText:
    return MapText(Path("map.yaml"), text)


def comments(text: str) -> list[str]:
    return [line[line.index("#") :] for line in text.split("\n") if "#" in line]


def test_a_hex_goes_from_one_list_to_another() -> None:
    map_ = edited()
    assert map_.paint("0102", "hills") and map_.terrain("0102") == "hills"
    assert '"0302"\n      - "0102"' in map_.text
    assert '["0201..0203"]  # the old wood' in map_.text
    assert comments(map_.text) == comments(LISTS)


def test_a_range_is_broken_where_a_hex_leaves_it() -> None:
    map_ = edited()
    map_.paint("0202", "open")
    assert [map_.terrain(n) for n in ("0201", "0202", "0203")] == ["woods", "open", "woods"]


def test_a_new_kind_and_an_emptied_one() -> None:
    map_ = edited()
    map_.paint("0401", "marsh")
    assert '    marsh: ["0401"]' in map_.text
    map_.paint("0301", "open")
    map_.paint("0302", "open")
    assert "hills" not in map_.text
    assert map_.terrain("0401") == "marsh"


def test_the_last_list_takes_its_section_along_and_comes_back() -> None:
    map_ = edited(
        'map:\n  grid: {columns: 2, rows: 2}\n  default: open\n  hexes: {woods: ["0101"]}\n'
    )
    map_.paint("0101", "open")
    assert "hexes" not in map_.text
    map_.paint("0202", "woods")
    assert map_.terrain("0202") == "woods"
    map_.paint("0101", "void")
    assert "0101" not in map_.board.numbers


def test_what_changes_nothing_writes_nothing() -> None:
    map_ = edited()
    assert not map_.paint("0102", "woods") and not map_.paint("9999", "woods")
    assert not map_.feature("0403", "town", "Arden") and not map_.without_feature("0101", "town")
    assert map_.text == LISTS


def test_rows_of_symbols_change_one_symbol() -> None:
    map_ = edited(ROWS)
    map_.paint("0302", "woods")
    assert "    02  .  .  w\n" in map_.text
    map_.paint("0101", "marsh")
    assert map_.terrain("0101") == "marsh" and "m: marsh" in map_.text.replace('"', "")
    assert "    01  m  w  .\n" in map_.text


def test_names_are_given_and_changed() -> None:
    map_ = edited()
    map_.feature("0403", "town", 'Neu-Arden: "am See"')
    map_.feature("0101", "town", "Bode")
    assert map_.board.features("0403")["town"] == 'Neu-Arden: "am See"'
    assert map_.board.features("0101")["town"] == "Bode"
    map_.feature("0401", "fort", "Ost")
    assert map_.board.features("0401")["fort"] == "Ost"
    map_.without_feature("0403", "town")
    map_.without_feature("0101", "town")
    assert "town" not in map_.text
    map_.feature("0201", "town")
    assert map_.board.features("0201") == {"town": ""}
    assert comments(map_.text) == comments(LISTS)


def test_hexsides_are_laid_and_taken_away() -> None:
    map_ = edited()
    map_.toggle_hexside("0201", "0101", "river")
    map_.toggle_hexside("0102", "0101", "river")
    assert map_.text.count("0101/0201") == 1
    assert map_.board.hexsides[("0101", "0201")] == {"river"}
    map_.toggle_hexside("0101", "0201", "river")
    assert ("0101", "0201") not in map_.board.hexsides
    map_.toggle_hexside("0101", "0102", "river")
    assert "river" not in map_.text


def test_paths_grow_and_are_cut() -> None:
    map_ = edited()
    map_.toggle_path("0103", "0203", "road")
    assert "0101-0102-0103-0203" in map_.text
    map_.toggle_path("0102", "0103", "road")
    assert map_.board.paths.keys() == {("0101", "0102"), ("0103", "0203")}
    map_.toggle_path("0101", "0102", "road")
    map_.toggle_path("0203", "0103", "road")
    assert not map_.board.paths


@pytest.mark.parametrize(
    "text", ["", "map: [", "map: {grid: {columns: 2, rows: 2}, default: open}", "sides: {}"]
)
def test_what_is_no_map_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(MapEditingError):
        edited(text)


@pytest.mark.parametrize("name", ["orva_front", "strike_force_one", "tamrat"])
def test_any_edits_of_a_real_map_leave_the_rest_as_it_is(name: str, tmp_path: Path) -> None:
    """What was painted is there, all else is, comments too, and nothing is wrong with the file."""
    path = shipped("games") / name / "map.yaml"
    text = path.read_text(encoding="utf-8")
    map_, rng = MapText(path, text), Random(name)
    before = {n: map_.terrain(n) for n in map_.board.numbering.numbers()}
    kinds = sorted(set(before.values()) - {"void"})
    painted = {}
    for number in rng.sample([n for n in before if before[n] != "void"], 12):
        painted[number] = rng.choice(kinds)
        map_.paint(number, painted[number])
    a = next(iter(painted))
    b = map_.board.neighbors(a)[0]
    map_.feature(a, "tower", "Old Tower")
    map_.toggle_hexside(a, b, "dyke")
    map_.toggle_path(a, b, "lane")
    assert {n: map_.terrain(n) for n in before} == before | painted
    assert map_.board.features(a)["tower"] == "Old Tower"
    assert comments(map_.text) == comments(text)
    assert "dyke" in map_.board.hexsides[(min(a, b), max(a, b))]
    map_.toggle_hexside(a, b, "dyke")
    map_.toggle_path(a, b, "lane")
    map_.without_feature(a, "tower")
    for number in painted:
        map_.paint(number, before[number])
    assert {n: map_.terrain(n) for n in before} == before
