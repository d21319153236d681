"""What findings say, each way in which they can say it, and where."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexwar
from hexwar.definition import load
from hexwar.definition.codes import tiny
from tests.definition.conftest import Write

GRID = "map:\n  grid: {columns: 4, rows: 3}\n  default: open\n"
ROWS = "map:\n  grid: {columns: 4, rows: 3}\n  legend: {'.': open}\n  terrain: |\n"
BLANKS = "    01 . . . .\n    02 . . . .\n    03 . . . .\n"
NAMES = f"{GRID}  numbers: |\n    rc 01 02 03 04\n{BLANKS}"
ROAD = "terrain: {hexes: {open: {cost: 1}}, paths: {road: {cost: 1/2}}}"
WOODS = "terrain: {hexes: {open: {cost: 1}, woods: {cost: 2}}}"
RIVER = "terrain: {hexes: {open: {cost: 1}}, hexsides: {river: {cost: 1}}}"
UNITS = """units:
  types: {infantry: {}}
  counters:
    A: {side: red, type: infantry}
    B: {side: red, type: infantry}
    X: {side: blue, type: infantry}
"""
TWO = 'scenarios: {duel: {setup: {A: "0101", X: "0402"}}}'
GROUP = "side: red, phase: red_movement, units: [B], entry: west"
WEST = GRID + "  regions: {west: [0102]}\n"
COMBAT = """combat:
  column: attackers
  dice: 1d2
  columns: [1, 2]
  table: {1: [NE, DE], 2: [NE, NE]}
  results: {DE: [{eliminate: defender}], NE: [nothing]}
  cite: {table: "2", result: "2"}
"""


def entering(group: str = GROUP, cite: str = "entry") -> dict[str, str]:
    """Files of a game with a group of reinforcements."""
    cited = f'cite: {{entry: "1", {cite}: "1"}}' if cite != "entry" else 'cite: {entry: "1"}'
    text = f"reinforcements: {{wave: {{{group}, {cited}}}}}"
    return {"map": WEST, "units": UNITS, "reinforcements": text, "scenarios": TWO}


CASES: dict[str, tuple[dict[str, str], str, str]] = {
    "no rows": ({"map": ROWS + "\n"}, "HW202 map.yaml:4", "the block has no rows"),
    "folded rows": (
        {"map": ROWS.replace("|", ">") + "    rc 01 02 03 04\n" + BLANKS},
        "HW202 map.yaml:4:12", "the rows have become one line"),
    "a row too many": (
        {"map": ROWS + "    rc 01 02 03 04\n" + BLANKS + "    04 . . . .\n"},
        "HW202 map.yaml:9", "4 rows of terrain; the grid has 3"),
    "a row too few": (
        {"map": ROWS + "    rc 01 02 03 04\n" + BLANKS[:34]}, "HW202", "2 rows of terrain"),
    "a wrong row label": (
        {"map": ROWS + "    rc 01 02 03 04\n" + BLANKS.replace("02", "20")},
        "HW202 map.yaml:7:5", "this row is labelled 20, but it is row 02"),
    "a wrong column label": (
        {"map": ROWS + "    rc 01 03 02 04\n" + BLANKS},
        "HW202 map.yaml:5:11", "the header says 03 where column 02 stands"),
    "a short header": (
        {"map": ROWS + "    rc 01 02 03\n" + BLANKS},
        "HW202 map.yaml:5", "the header names 3 columns; the grid has 4"),
    "rows and lists": (
        {"map": ROWS + "    rc 01 02 03 04\n" + BLANKS + "  default: open\n"},
        "HW201 map.yaml:9:3", "`default` beside `terrain`"),
    "a name twice": (
        {"map": NAMES.replace("01 . . .", "01 . AA AA")},
        "HW202 map.yaml:6:13", "two hexes are called AA"),
    "a name that cannot be": (
        {"map": NAMES.replace("01 . . .", "01 . A-A .")},
        "HW202 map.yaml:6:10", "'A-A' cannot be the number of a hex"),
    "a name that is a number": (
        {"map": NAMES.replace("01 . . .", "01 . 0301 .")},
        "HW201 map.yaml:2:9", "two hexes are called 0301"),
    "a row of names too many": (
        {"map": NAMES + "    04 . . . .\n"},
        "HW202 map.yaml:9", "4 rows of numbers; the grid has 3"),
    "a region that is a hex": (
        {"map": NAMES.replace("01 . .", "01 . AA") + "  regions: {AA: [AA]}\n",
         "victory": "victory:\n  - {winner: red, if: {occupied: {region: AA, side: red, "
         "at_least: 1}}}\n  - {winner: blue}\n"},
        "HW201 map.yaml:9:13", "region AA has the number of a hex"),
    "nothing": (
        {"map": "map:\n  grid: {columns: 4, rows: 3}\n"},
        "HW201", "the map does not say what terrain its hexes are"),
    "only void": (
        {"map": 'map: {grid: {columns: 4, rows: 3}, hexes: {void: ["0101"]}}'},
        "HW201", "the map does not say"),
    "a hex in two lists": (
        {"map": GRID + '  hexes: {woods: ["0203"], open: ["0203"]}\n', "terrain": WOODS},
        "HW208 map.yaml:4:35", "hex 0203 is woods and open"),
    "a range to nowhere": (
        {"map": GRID + "  hexes: {woods: [0201..0209]}\n", "terrain": WOODS},
        "HW203", "there is no hex 0209"),
    "a hex without its zeros": (
        {"map": GRID + "  hexes: {woods: [201]}\n", "terrain": WOODS},
        "HW203 map.yaml:4:19", "there is no hex 201 on the map"),
    "a void hex": (
        {"map": GRID + '  hexes: {void: ["0101"]}\n'},
        "HW203 scenarios.yaml:3:16", "hex 0101 is void"),
    "a hexside that breaks off": (
        {"map": GRID + "  hexsides: {river: [0101/0102/]}\n", "terrain": RIVER},
        "HW210", "'0101/0102/' is not a hexside"),
    "a line of hexsides with a gap": (
        {"map": GRID + "  hexsides: {river: [0101/0102/0401]}\n", "terrain": RIVER},
        "HW204", "hexes that are not adjacent"),
    "a hexside of one": (
        {"map": GRID + "  hexsides: {river: [0101/0101]}\n", "terrain": RIVER},
        "HW204", "hexes that are not adjacent"),
    "half a hexside": (
        {"map": GRID + '  hexsides: {river: ["0101/0909"]}\n', "terrain": RIVER},
        "HW203 map.yaml:4:28", "there is no hex 0909"),
    "a path of one hex": (
        {"map": GRID + '  paths: {road: ["0101"]}\n', "terrain": ROAD},
        "HW210", "'0101' is not a chain of hexes"),
    "a path with a gap": (
        {"map": GRID + '  paths: {road: ["0101--0102"]}\n', "terrain": ROAD}, "HW210", "chain"),
    "a path that leaves by no edge": (
        {"map": GRID + '  paths: {road: ["@X-0101-0102"]}\n', "terrain": ROAD},
        "HW210 map.yaml:4:18", "@X is no edge of the map"),
    "a path that leaves in the middle": (
        {"map": GRID + '  paths: {road: ["0101-@N-0102"]}\n', "terrain": ROAD},
        "HW210", "@N stands inside the chain"),
    "a path off the map": (
        {"map": GRID + '  paths: {road: ["0101-0102", "0909-0910"]}\n', "terrain": ROAD},
        "HW203 map.yaml:4:31", "there is no hex 0909"),
    "too few headings": (
        {"combat": COMBAT.replace("table: {1:", "headings: [one]\n  table: {1:")},
        "HW403 combat.yaml:5:3", "1 headings for 2 columns"),
    "odds of nothing": (
        {"combat": COMBAT.replace(": attackers", ": ratio").replace("[1, 2]", "[0, 1]")},
        "HW406 combat.yaml:4", "a ratio is more than 0"),
    "entry in the enemy's phase": (
        entering(GROUP.replace("red_movement", "blue_movement")), "HW510", "which is the enemy's"),
    "a reinforcement that is there": (
        {**entering(), "scenarios": TWO.replace('A: "0101"', 'A: "0101", B: "0103"')},
        "HW511", "B is a reinforcement and is set up at the start as well"),
    "too late": (
        entering(GROUP + ", if: {not: {turn: {at_least: 4}}}", cite="if"),
        "HW512", "the game has 3 turns, and it asks for 4"),
    "between nothing": (
        {"victory": "victory:\n  - {winner: red, if: {turn: {at_least: 3, at_most: 2}}}\n"
         "  - {winner: blue}\n"},
        "HW512 victory.yaml:2", "at least 3 and at most 2 exclude each other"),
    "more hexes than units": (
        {"map": GRID + "  regions: {all: [0101..0103]}\n",
         "victory": "victory:\n  - {winner: red, if: {any: [{occupied: {region: all, side: red, "
         "at_least: 2}}]}}\n  - {winner: blue}\n"},
        "HW512", "red has 1 units, and it asks for 2"),
    "more hexes than there are": (
        {"map": GRID + '  regions: {all: ["0101"]}\n',
         "victory": "victory:\n  - {winner: red, if: {not: {occupied: {region: all, side: red, "
         "at_least: 2}}}}\n  - {winner: blue}\n"},
        "HW512", "region all has 1 hexes, and it asks for 2"),
    "a type without counters": (
        {"units": UNITS.replace("{infantry: {}}", "{infantry: {}, tanks: {}}"),
         "scenarios": 'scenarios: {duel: {setup: {A: "0101", B: "0102", X: "0402"}}}'},
        "HW302 units.yaml:2", "unit type tanks is defined and never used"),
    "missing sections": (
        {"movement": "", "stacking": ""},
        "HW102 game.yaml:1:1", "the game lacks stacking, movement"),
    "missing scenarios": ({"scenarios": ""}, "HW102 game.yaml:1:1", "the game lacks scenarios"),
    "an empty file": ({"more": "# nothing\n"}, "HW012 more.yaml:1:1", "more.yaml is empty"),
    "a key that is no id": (
        {"sides": "sides: {red: {name: Red}, blue: {name: Blue}, 1st: {name: First}}"},
        "HW105", "'1st' cannot be a key of sides"),
    "true for text": (
        {"sides": "sides: {red: {name: true}, blue: {name: Blue}}"},
        "HW103", "name must be text, not true or false"),
    "an empty list": (
        {"victory": "victory: []"}, "HW106 victory.yaml:1", "victory is an empty list"),
    "an empty mapping": (
        {"scenarios": "scenarios: {}"}, "HW106 scenarios.yaml:1", "scenarios is empty"),
    "a number too large": (
        {"movement": 'movement: {allowance: 5000, cite: {allowance: "1"}}'},
        "HW106", "allowance is 5000; the most is 1000"),
    "two conditions in one": (
        {"victory": "victory:\n  - {winner: red, if: {turn: {at_least: 1}, "
         "eliminated: {side: blue}}}\n  - {winner: blue}\n"},
        "HW106", "if takes one word here, not 2"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_finding_says_what_is_wrong_and_where(case: str, write: Write) -> None:
    files, start, message = CASES[case]
    found = hexwar.check(write(**files))
    said = [f"{f.code} {Path(f.file).name}:{f.line}:{f.column} {f.message}" for f in found]
    assert any(line.startswith(start) and message in line for line in said), said
    assert {finding.code for finding in found} == {start[:5]}, said


def test_all_letters_of_a_lettered_map_head_its_columns(write: Write) -> None:
    rows = "    rc A B C D\n" + BLANKS
    grid = ROWS.replace("rows: 3", "rows: 3, ids: A1")
    scenarios = "scenarios: {duel: {setup: {A: A1, X: D2}}}"
    folder = write(map=grid + rows, scenarios=scenarios)
    assert hexwar.check(folder) == []
    assert load(folder).resolve().map.terrain("D2") == "open"
    write(map=grid + rows.replace("B C", "C B"), scenarios=scenarios)
    assert [finding.column for finding in hexwar.check(folder)] == [10, 12]


def test_of_many_options_each_is_checked_alone_and_all_together(write: Write) -> None:
    options = "options:\n" + "".join(
        f"  o{n}: {{patch: {{sequence: {{turns: {n + 4}}}}}}}\n" for n in range(6)
    )
    folder = write(options=options)
    assert hexwar.check(folder) == []
    (folder / "options.yaml").write_text(options.replace("turns: 8", "turns: -1"))
    assert [finding.line for finding in hexwar.check(folder)] == [6]


def test_two_options_that_are_sound_alone_may_not_go_together(write: Write) -> None:
    """Odds to the nearest are whole; all together another option takes the columns away again."""
    odds = "combat: {columns: [1:1, 3:2]}"
    options = f"""options:
  nearest: {{patch: {{combat: {{column: {{ratio: nearest}}}}}}}}
  between: {{patch: {{{odds}}}}}
  a: {{patch: {{sequence: {{turns: 4}}}}}}
  b: {{patch: {{sequence: {{turns: 5}}}}}}
  whole: {{patch: {{combat: {{columns: [1:1, 2:1]}}}}}}
"""
    combat = tiny.FILES["combat.yaml"].replace("column: attackers", "column: {ratio: down}")
    folder = write(options=options, combat=combat.replace("columns: [1, 2]", "columns: [1:1, 2:1]"))
    said = [(found.code, found.line) for found in hexwar.check(folder)]
    assert said == [("HW422", 3)]


def test_it_is_said_how_many_pairs_of_options_were_not_checked(write: Write) -> None:
    options = "options:\n" + "".join(
        f"  o{n}: {{patch: {{sequence: {{turns: {n + 4}}}}}}}\n" for n in range(33)
    )
    (found,) = hexwar.check(write(options=options))
    assert (found.code, found.line) == ("HW111", 1)
    assert found.message == "28 pairs of options were not checked, of 528"


def test_nothing_is_missed_of_a_file_that_cannot_be_read(write: Write) -> None:
    folder = write()
    (folder / "game.yaml").write_text("title: [\n")
    with pytest.raises(hexwar.DefinitionError) as caught:
        hexwar.load_game(folder)
    assert [finding.code for finding in caught.value.diagnostics] == ["HW001"]


def test_a_folder_that_cannot_be_read_is_one_finding(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write()

    def refuse(_path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    (found,) = hexwar.check(folder)
    assert (found.code, found.message) == ("HW010", "the folder cannot be read: Permission denied")
