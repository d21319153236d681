"""What an author reads of common mistakes: one finding, at its place, with a remedy."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

import hexwar
from hexwar.cli import USAGE
from hexwar.cli.failures import report
from hexwar.definition import load
from hexwar.definition.codes import tiny
from hexwar.definition.locations import AbstractGameError
from hexwar.definition.packages import form_of
from hexwar.definition.shapes import form_shape
from hexwar.definition.wording import ABBREVIATIONS
from hexwar.rules.combat.section import Combat
from tests.definition.conftest import Write

SERIES = "hexwar: 2\nid: series\ntitle: Series\nabstract: true\nrulebook: rules.md\n"
GAME = "hexwar: 2\nid: tiny\ntitle: Tiny\nextends: ../series\nrulebook: rules.md\n"
ROAD = (
    'terrain:\n  hexes:\n    open: {cost: 1}\n  paths: {road: {cost: 1/2}}\n  cite: {path: "1"}\n'
)


def told(folder: Path) -> list[tuple[str, str, int, int, str]]:
    """Code, file, line, column and remedy of every finding."""
    return [(f.code, Path(f.file).name, f.line, f.column, f.help) for f in hexwar.check(folder)]


@pytest.mark.parametrize(
    ("sides", "line", "column"),
    [
        ("sides:\n  red: {name: Red, color: #b3392f}\n  blue: {name: Blue}\n", 2, 27),
        ("sides:\n  red:\n    color: #b3392f\n    name: Red\n  blue: {name: Blue}\n", 3, 12),
        ("sides:\n  red:\n    name: Red\n    color: #fff # white\n  blue: {name: Blue}\n", 4, 12),
    ],
)
def test_an_unquoted_colour_is_called_that(
    sides: str, line: int, column: int, write: Write
) -> None:
    color = "#fff" if "#fff" in sides else "#b3392f"
    found = told(write(sides=sides))
    assert found[0] == ("HW019", "sides.yaml", line, column, f'write "{color}"')
    assert [code for code, *_ in found if code in ("HW001", "HW103")] == []


def test_a_comment_is_not_taken_for_a_colour(write: Write) -> None:
    """Words after a # are a comment, wherever else the text is broken."""
    sides = "sides:\n  red: {name: Red, # the first\n  blue: {name: Blue}\n"
    assert [code for code, *_ in told(write(sides=sides))] == ["HW001"]


def test_an_unfinished_merge_is_one_finding(write: Write) -> None:
    text = "<<<<<<< HEAD\nstacking: {limit: 1}\n=======\nstacking: {limit: 2}\n>>>>>>> theirs\n"
    ((code, file, line, column, _),) = told(write(stacking=text))
    assert (code, file, line, column) == ("HW020", "stacking.yaml", 1, 1)


def test_a_series_that_is_not_there_is_one_finding(write: Write) -> None:
    """Whatever it would have brought is not reported as missing."""
    folder = write(game=GAME.replace("series", "nowhere"), movement="", combat="", terrain="")
    assert [(code, line) for code, _, line, *_ in told(folder)] == [("HW017", 4)]


def test_a_circle_is_one_finding(write: Write) -> None:
    folder = write(game=GAME.replace("../series", "../tiny"), movement="", combat="")
    assert [(code, line) for code, _, line, *_ in told(folder)] == [("HW018", 4)]


def test_what_a_series_leaves_to_its_games_is_missed_in_the_game(write: Write) -> None:
    absent = dict.fromkeys(("scenarios", "units", "map", "victory", "sides", "stacking"), "")
    write(folder="series", game=SERIES, supply='supply: {cite: {trace: "1"}}\n', **absent)
    shared = dict.fromkeys(("movement", "combat", "sequence", "terrain"), "")
    ((code, file, line, column, remedy),) = told(write(game=GAME, **shared))
    assert (code, file, line, column) == ("HW102", "game.yaml", 4, 10)
    assert remedy.startswith("the series leaves it to each game. For each side, the regions")


def test_a_section_emptied_by_mistake_is_missed_where_it_is_empty(write: Write) -> None:
    absent = dict.fromkeys(("scenarios", "units", "map", "victory", "sides"), "")
    write(folder="series", game=SERIES, **absent)
    shared = dict.fromkeys(("movement", "combat", "sequence", "terrain"), "")
    folder = write(game=GAME, stacking="\nstacking:\n", **shared)
    ((code, file, line, column, _),) = told(folder)
    assert (code, file, line, column) == ("HW102", "stacking.yaml", 2, 1)


def test_two_phases_of_one_name_are_only_that(write: Write) -> None:
    phases = "sequence:\n  turns: 3\n  phases:\n"
    for kind in ("movement", "combat"):
        phases += f"    - {{id: red_move, kind: {kind}, side: red}}\n"
    phases += "    - {id: blue_move, kind: movement, side: blue}\n"
    units = "units:\n  types: {infantry: {title: I}}\n  counters:\n"
    units += "".join(f"    {n}: {{side: red, type: infantry}}\n" for n in "AB")
    units += "    X: {side: blue, type: infantry}\n"
    wave = "reinforcements:\n  wave: {side: red, phase: red_move, units: [B], entry: west}\n"
    west = 'map:\n  grid: {columns: 4, rows: 3}\n  default: open\n  regions: {west: ["0101"]}\n'
    found = told(write(sequence=phases, units=units, reinforcements=wave, map=west))
    assert [code for code, *_ in found if code != "HW304"] == ["HW306"]


def test_part_of_a_sentence_is_not_called_a_misspelt_key(write: Write) -> None:
    victory = "victory:\n  - {winner: red, if: {turn: {at_least: 2}}, because: Held, at last.}\n"
    found = told(write(victory=victory + "  - {winner: blue}\n"))
    assert found[0][:3] == ("HW101", "victory.yaml", 2)
    assert found[0][4] == "if it belongs to the because before it, put the whole text in quotes"
    named = "units:\n  types: {foot: {title: Foot, pieces: [0101]}}\n"
    assert "quotes" not in told(write(units=named))[0][4]


def test_quotes_do_not_mend_a_fraction(write: Write) -> None:
    ((code, _, _, _, remedy),) = told(
        write(stacking='stacking: {limit: 2.5, cite: {limit: "1"}}\n')
    )
    assert code == "HW103"
    assert remedy.startswith("The most of a side in a hex, or unlimited.")
    assert remedy.endswith("For example 2.")


def test_a_missing_rulebook_is_not_taken_for_another_kind_of_file(write: Write) -> None:
    folder = write(rules='movement: {allowance: 4, cite: {allowance: "1"}}\n', movement="")
    (folder / "rules.md").unlink()
    ((code, *_, remedy),) = [f for f in told(folder) if f[0] == "HW016"]
    assert (code, remedy) == ("HW016", "there are none")


def test_an_edge_by_which_a_road_leaves_is_used(write: Write) -> None:
    text = (
        'map:\n  grid: {columns: 4, rows: 3}\n  default: open\n  paths: {road: ["0401-0301-@W"]}\n'
    )
    edge = '  edges:\n    W: {hexes: ["0101..0103"]}\n  regions:\n    here: ["0202"]\n'
    victory = (
        "victory:\n  - {winner: red, if: {occupied: {region: here, side: red}}}\n"
        "  - {winner: blue}\n"
    )
    folder = write(map=text + edge, terrain=ROAD, victory=victory)
    assert told(folder) == []
    (folder / "map.yaml").write_text(text + edge.replace("W:", "E:"))
    ((code, file, line, column, _),) = told(folder)
    assert (code, file, line, column) == ("HW302", "map.yaml", 6, 5)


def test_a_series_is_not_played(
    write: Write, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence that says what it is, and the games there are on it."""
    with pytest.raises(AbstractGameError) as shipped:
        load("scs")
    assert str(shipped.value).endswith("games on it: scs_sample")
    own = write(game=SERIES, scenarios="", units="", map="")
    with pytest.raises(AbstractGameError, match="no game here extends it") as refused:
        load(own)
    assert report(refused.value, []) == USAGE
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith("hexwar: series is abstract: rules for other games")


TABLE = "combat:\n  column: attackers\n  dice: d66\n  columns: [1, 2]\n  table:\n"
RESULTS = (
    '  results: {DE: [{eliminate: defender}], NE: [nothing]}\n  cite: {table: "2", result: "2"}\n'
)


def test_a_row_may_be_for_several_totals(write: Write) -> None:
    rows = "    11..35: [NE, DE]\n    36: [NE, DE]\n    41..66: [NE, NE]\n"
    folder = write(combat=TABLE + rows + RESULTS)
    assert told(folder) == []
    combat = load(folder).resolve().section(Combat)
    assert combat is not None
    assert list(combat.table) == list(combat.dice.totals)
    assert (combat.table[26], combat.table[41]) == (("NE", "DE"), ("NE", "NE"))
    assert combat.rows == [("11-36", ("NE", "DE")), ("41-66", ("NE", "NE"))]
    assert (combat.row_of(36), combat.row_of(41)) == ("11-36", "41-66")


@pytest.mark.parametrize(
    ("rows", "code", "line"),
    [
        ("    11..26: [NE, DE]\n    26: [NE, NE]\n    31..66: [NE, NE]\n", "HW419", 7),
        ("    11..46: [NE, DE]\n    51..67: [NE, NE]\n", "HW402", 7),
        ("    11..46: [NE, DE]\n    52..66: [NE, NE]\n", "HW401", 5),
        ("    11..46: [NE, DE]\n    51..66: [NE]\n", "HW403", 7),
        ("    11..46: [DE, NE]\n    51..66: [NE, NE]\n", "HW405", 6),
        ("    11..46: [NE, DE]\n    51-66: [NE, NE]\n", "HW105", 7),
    ],
)
def test_rows_for_several_totals_are_whole_and_apart(
    rows: str, code: str, line: int, write: Write
) -> None:
    """Each mistake is one finding, at its row and not at every total."""
    ((found, _, at, _, _),) = told(write(combat=TABLE + rows + RESULTS))
    assert (found, at) == (code, line)


@pytest.mark.parametrize(
    ("before", "after", "worse"),
    [
        ("[{retreat: defender}]", "[{exchange: {least: weaker}}]", False),
        ("[{exchange: {least: weaker}}]", "[{retreat: defender}]", False),
        ("[{eliminate: defender}]", "[{exchange: {least: weaker}}]", True),
        ("[nothing]", "[{eliminate: defender}, {retreat: attacker}]", False),
        ("[{retreat: defender}]", "[nothing]", True),
        ("[{retreat: {who: defender, hexes: 9}}]", "[{eliminate: defender}]", False),
        ("[{eliminate: defender}]", "[{retreat: {who: defender, hexes: 9}}]", True),
        ("[{lose_steps: {who: defender, count: 1}}]", "[{retreat: defender}]", False),
        (
            "[{lose_steps: {who: defender, count: 1}}]",
            "[{retreat: defender}, {retreat: attacker}]",
            True,
        ),
        (
            "[{lose_steps: {who: defender, count: 1}}, {retreat: defender}]",
            "[{retreat: defender}]",
            True,
        ),
        (
            "[{retreat: defender}]",
            "[{choose: {one_of: [[nothing], [{eliminate: defender}]]}}]",
            False,
        ),
    ],
)
def test_better_odds_are_worse_only_if_they_are_for_one_side_and_better_for_neither(
    before: str, after: str, worse: bool, write: Write
) -> None:
    """Printed tables have an exchange to the right of a retreat; that is no slip."""
    rows = f"    11..66: [A, B]\n  results: {{A: {before}, B: {after}}}\n"
    found = [code for code, *_ in told(write(combat=TABLE + rows))]
    assert ("HW405" in found) is worse


def test_what_a_short_scenario_never_reaches_may_hold_in_a_longer_one(write: Write) -> None:
    """A condition is impossible only if it is in every scenario."""
    late = "victory:\n  - {winner: red, if: {turn: {at_least: 3}}}\n  - {winner: blue}\n"
    duel = 'scenarios:\n  duel: {setup: {A: "0201", X: "0402"}}\n'
    short = '  short: {setup: {A: "0201", X: "0402"}, patch: {sequence: {turns: 2}}}\n'
    assert told(write(victory=late, scenarios=duel + short)) == []
    folder = write(victory=late.replace("3", "4"), scenarios=duel + short)
    assert [(code, line) for code, _, line, *_ in told(folder)] == [("HW512", 2)]


@pytest.mark.parametrize(
    ("units", "remedy"),
    [
        ("name: Scouts #1", 'write "Scouts #1"'),
        ("name: Scouts: first", "a text with a colon and a blank in it stands in quotes"),
        ("name: 'L'Etoile'", "an apostrophe ends a text in single quotes"),
        ("name: Scouts, size: [a", "here or shortly before, a bracket, a quote"),
    ],
)
def test_a_text_that_breaks_its_line_is_said_to_need_quotes(
    units: str, remedy: str, write: Write
) -> None:
    types = "units:\n  types: {infantry: {title: I}}\n  counters:\n"
    text = f"    A: {{side: red, type: infantry, {units}}}\n    X: {{side: blue, type: infantry}}\n"
    ((code, file, _, _, said),) = told(write(units=types + text))
    assert (code, file) == ("HW001", "units.yaml")
    assert said.startswith(remedy)


def test_a_list_of_values_is_not_told_to_be_quoted(write: Write) -> None:
    types = "units:\n  types: {infantry: {title: I, steps: [4, 3, 6]}}\n  counters:\n"
    units = "    A: {side: red, type: infantry}\n    X: {side: blue, type: infantry}\n"
    found = told(write(units=types + units))
    assert {(code, said) for code, *_, said in found} == {
        ("HW103", "The values of one step. For example 4-3-6.")
    }


def test_many_missing_rows_are_not_all_named(write: Write) -> None:
    folder = write(combat=TABLE.replace("d66", "1d60") + "    1: [NE, DE]\n" + RESULTS)
    (finding,) = hexwar.check(folder)
    assert finding.message == (
        "the table has no row for 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 and 47 more; "
        "1d60 rolls 1 to 60"
    )


def test_a_side_with_nothing_to_place_is_shown_how(write: Write) -> None:
    """In the numbers of the game's own map."""
    duel = 'scenarios:\n  duel: {setup: {A: "0201", X: "0402"}, setup_order: [blue]'
    folder = write(scenarios=duel + ', cite: {setup: "1"}}\n')
    ((code, _, _, _, remedy),) = told(folder)
    assert code == "HW514"
    assert remedy == 'write {hex: "0402", within: 2} for a unit, or leave the side out'


def test_values_without_a_movement_allowance_are_one_finding_where_they_are_printed(
    write: Write,
) -> None:
    """Not one for every counter of the type."""
    units = """
    units:
      types:
        infantry: {title: Infantry, steps: [4-4]}
        guns: {title: Guns, steps: [4-4-2]}
      counters:
        A: {side: red, type: infantry}
        B: {side: red, type: infantry}
        C: {side: red, type: guns, steps: [3-3]}
        X: {side: blue, type: guns}
    """
    movement = 'movement: {allowance: printed, cite: {allowance: "1"}}\n'
    found = hexwar.check(write(units=dedent(units), movement=movement))
    assert [(f.message, f.line, f.column) for f in found if f.code == "HW408"] == [
        ("A, B print no movement allowance", 4, 33),
        ("C prints no movement allowance", 9, 32),
    ]


def test_a_counter_of_an_unknown_type_lacks_its_type_alone(write: Write) -> None:
    units = """
    units:
      types: {infantry: {title: Infantry, steps: 4-4-2}}
      counters:
        A: {side: red, type: infnatry}
        B: {side: red, type: infantry}
        C: {side: red, type: infantry}
        X: {side: blue, type: infantry}
    """
    movement = 'movement: {allowance: printed, cite: {allowance: "1"}}\n'
    (finding,) = hexwar.check(write(units=dedent(units), movement=movement))
    assert (finding.code, finding.help) == ("HW301", "did you mean infantry?")


COMBAT = tiny.FILES["combat.yaml"]


@pytest.mark.parametrize(
    ("row", "findings"),
    [
        ("[NE, NE, DE]", [("HW403", "row 2 has 3 results for 2 columns")]),
        ("[NE]", [("HW403", "row 2 has 1 result for 2 columns")]),
        ("[]", [("HW403", "row 2 has 0 results for 2 columns")]),
        (
            "[XX]",
            [("HW403", "row 2 has 1 result for 2 columns"), ("HW301", "there is no result XX")],
        ),
        (
            "[NE, DE, NE]",
            [("HW403", "row 2 has 3 results for 2 columns")],
        ),
        (
            "[DE, NE, XX]",
            [("HW403", "row 2 has 3 results for 2 columns"), ("HW301", "there is no result XX")],
        ),
    ],
)
def test_a_row_of_another_length_is_told_whatever_it_holds(
    row: str, findings: list[tuple[str, str]], write: Write
) -> None:
    found = hexwar.check(write(combat=COMBAT.replace("2: [NE, NE]", f"2: {row}")))
    assert [(f.code, f.message) for f in found] == findings


@pytest.mark.parametrize(
    ("section", "key", "remedy"),
    [
        ("", "zoc", "did you mean zones_of_control?"),
        ("", "EZOC", "did you mean zones_of_control?"),
        ("", "tec", "did you mean terrain?"),
        ("", "crt", "write it in section combat, as `table`"),
        ("", "drm", "write it in section combat, as `modifiers`"),
        ("", "oob", "write it in section units, as `counters`"),
        ("", "los", "did you mean line_of_sight?"),
        ("combat", "LOF", "that is section line_of_sight"),
        ("", "turns", "turns is a key of sequence and of facing"),
        ("combat", "drm", "did you mean modifiers?"),
        ("combat", "crt", "did you mean table?"),
        ("combat", "zoc", "that is section zones_of_control"),
        ("combat", "supply", "supply is a section: write it at the margin, not within combat"),
    ],
)
def test_a_key_that_the_field_knows_is_sent_where_it_belongs(
    section: str, key: str, remedy: str, write: Write
) -> None:
    combat = f"{COMBAT.rstrip()}\n  {key}: 1\n" if section else f"{COMBAT}\n{key}: 1\n"
    (finding,) = hexwar.check(write(combat=combat))
    assert (finding.code, finding.help) == ("HW101", remedy)


def test_costs_in_cases_are_sent_to_movement_classes(write: Write) -> None:
    """Costs of terrain differ by class, and in no other way."""
    cost = "{cases: [{only: {side: red}, is: 1}, {is: 2}]}"
    terrain = f"terrain:\n  hexes:\n    open: {{title: Open, cost: {cost}}}\n"
    helps = {finding.code: finding.help or "" for finding in hexwar.check(write(terrain=terrain))}
    assert "costs differ by movement class" in helps["HW301"]
    assert helps["HW103"].startswith("cases do not work here.")


@pytest.mark.parametrize("value", ["attack", "defense", "movement"])
def test_printed_values_are_sent_to_the_steps_of_a_type(value: str, write: Write) -> None:
    units = f"units:\n  types: {{foot: {{title: Foot, {value}: 4}}}}\n  counters: {{}}\n"
    helps = {finding.code: finding.help for finding in hexwar.check(write(units=units))}
    assert helps["HW101"] == f"it is printed on each step: `steps: [{{{value}: 4}}]`"


def test_words_of_the_field_are_sent_to_what_there_is() -> None:
    """To a section of the format, and to a key of it."""
    for word, (section, key) in ABBREVIATIONS.items():
        form = form_of(section)
        assert form, word
        mapped = form_shape(form).mapped
        assert not key or (mapped and key in mapped.fields), word


def test_a_section_outside_the_patch_of_an_option_is_sent_into_it(write: Write) -> None:
    found = hexwar.check(write(options="options:\n  mud: {movement: {allowance: 1}}\n"))
    assert "movement is a section: a change of it stands under `patch`" in [f.help for f in found]


BANK = 'bank: ["0101..0103", "0201..0203", "0301..0303", "0401..0403"]'


@pytest.mark.parametrize(
    ("area", "file", "line", "message"),
    [
        ("bank", "map.yaml", 4, "13 units begin in 12 hexes (bank) with room for 12"),
        (
            "{hex: '0101', within: 1}",
            "scenarios.yaml",
            7,
            "13 units begin in 3 hexes (within 1 of 0101) with room for 3",
        ),
    ],
)
def test_an_area_with_too_little_room_is_shown_and_not_one_of_its_units(
    area: str, file: str, line: int, message: str, write: Write
) -> None:
    names = [f"U{number}" for number in range(13)]
    counters = "".join(f"    {name}: {{side: red, type: infantry}}\n" for name in names)
    setup = "".join(f"      {name}: {area}\n" for name in names)
    folder = write(
        map=f"map:\n  grid: {{columns: 5, rows: 3}}\n  default: open\n  regions: {{{BANK}}}\n",
        units=tiny.FILES["units.yaml"].replace("    A: {side: red, type: infantry}\n", counters),
        scenarios=f"scenarios:\n  duel:\n    cite: {{setup: '1'}}\n    setup_order: [red]\n"
        f"    setup:\n      X: '0501'\n{setup}",
    )
    finding = hexwar.check(folder)[0]
    assert (finding.code, finding.message) == ("HW502", message)
    assert (Path(finding.file).name, finding.line) == (file, line)
    assert finding.help == "the stacking limit is 1: give the area more hexes, or fewer units"
    assert [f.code for f in hexwar.check(folder)].count("HW502") == 1


@pytest.mark.parametrize("dice", ["10d6", "1d1", "1d101", "d88"])
def test_how_many_dice_of_how_many_faces_there_may_be_is_said(dice: str, write: Write) -> None:
    combat = TABLE.replace("d66", dice) + "    1: [NE, DE]\n" + RESULTS
    [help_] = [help_ for code, *_, help_ in told(write(combat=combat)) if code == "HW105"]
    assert "1 to 9 dice of 2 to 100 faces" in help_ and "d66 alone" in help_
