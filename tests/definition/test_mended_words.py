"""What the page says of `check --fix` is so, for each finding that it names, with a sample of each.

A word without effect is deleted where the game is the same without it, or another word is written
that means what was meant; comments stay, and there is nothing more to mend. What only the author
knows is left as it is.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hexwar
from hexwar.cli import main
from hexwar.definition.codes import CODES, tiny
from tests.conformance.scs.variant import folder
from tests.definition.test_codes import write
from tests.rules.tiny import FOLDER

PAGE = Path(hexwar.__file__).parents[1] / "docs" / "how-to" / "check-a-game.md"
ROWS = re.findall(r"^\| (HW[^|]*) \| (yes|no) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
MENDED = {code: word == "yes" for codes, word in ROWS for code in codes.split(", ")}
REFUSED = {"HW113", "HW423", "HW526", "HW720", "HW756"}
"""Errors about a word that means something elsewhere."""

KINDS = "combat:\n  kinds:\n    k:\n      title: K\n      patch:\n"
UP = "        combat: {round: {side: up}}  # always\n"
TIRED = (
    "states: {tired: {title: Tired, taken: {phase: red_movement}, forbids: [attack], "
    "ends: {at: end, turn: true}}}\n"
)
PHASES = "sequence:\n  phases:\n    - {id: m, kind: movement, side: blue}\n"
HELD = """victory:
  - {winner: red, if: {occupied: {side: red, region: hill, at_least: 1}}}
  - {winner: blue}
"""
VOLLEY = f"""tables:
  t:
    title: Volley
    dice: 1d6
    column: given
    columns: [1]
    table: {{1..6: r}}
    results: {{r: [{{lose_steps: {{who: target, count: 1}}}}]}}
fire:
  range: {{most: 2}}
  resolve:
    table: t
    column: range
    roll: [{{only: {{role: ROLE}}, of: firer, add: 1}}]  # who fires
  dice: {{count: units}}
  hits: steps
{PHASES}    - {{id: f, kind: fire, side: red}}
"""
SAMPLES = [
    (
        "HW109",
        "options:\n  o:\n    title: O  # dusk\n    patch:\n      sequence: {turns: 9}  # long\n"
        "      movement: {allowance: 3}\n",
        "options:\n  o:\n    title: O  # dusk\n    patch:\n      sequence: {turns: 9}  # long\n",
    ),
    (
        "HW109",
        f"{PHASES}    - {{id: f, kind: combat, side: red, patch: {{}}}}  # at dusk\n",
        f"{PHASES}    - {{id: f, kind: combat, side: red}}  # at dusk\n",
    ),
    (
        "HW544",
        f"{PHASES}    - {{id: f, kind: combat, side: red, "
        "patch: {movement: {stacks: allowed}}}\n",
        f"{PHASES}    - {{id: f, kind: combat, side: red}}\n",
    ),
    (
        "HW112",
        "movement:\n  modes:\n    march:\n      allowance: 6  # by road\n      multiply: 2\n",
        "movement:\n  modes:\n    march:\n      allowance: 6  # by road\n",
    ),
    (
        "HW112",
        f"{TIRED}{KINDS}        states: {{tired: {{forbids: [attack, move]}}}}\n{UP}",
        f"{TIRED}{KINDS}{UP}",
    ),
    (
        "HW112",
        "overrun:\n  cost: 1  # each\n  patch: {combat: {target: unit}}\n",
        "overrun:\n  cost: 1  # each\n",
    ),
    (
        "HW113",
        f"{KINDS}        movement: {{allowance: 2}}\n{UP}",
        f"{KINDS}{UP}",
    ),
    (
        "HW212",
        f"map:\n  regions:\n    hill: ['0301', '0302', '0301']  # in the west\n{HELD}",
        f"map:\n  regions:\n    hill: ['0301', '0302']  # in the west\n{HELD}",
    ),
    (
        "HW212",
        f"map:\n  regions:\n    hill: {{hexes: ['0301', '0302', '0301']}}  # in the west\n{HELD}",
        f"map:\n  regions:\n    hill: {{hexes: ['0301', '0302']}}  # in the west\n{HELD}",
    ),
    (
        "HW546",
        "movement:\n  modifiers:\n    late: {only: {side: own, state: tired}, add: -1}  # dark\n"
        + TIRED,
        "movement:\n  modifiers:\n    late: {only: {state: tired}, add: -1}  # dark\n" + TIRED,
    ),
    ("HW547", VOLLEY.replace("ROLE", "attacker"), VOLLEY.replace("ROLE", "actor")),
]


def codes_of(game: Path) -> list[str]:
    return [found.code for found in hexwar.check(game)]


def test_the_page_tells_of_all_warnings_about_words() -> None:
    """Those about files (0) and about who can get where (6) are about none."""
    words = {code for code in CODES if code[2] in "123457" and CODES[code].severity == "warning"}
    untold = sorted((words | REFUSED) - set(MENDED))
    assert not untold, f"add a row to the table about `--fix` in {PAGE.name}: {untold}"
    assert set(MENDED) <= set(CODES)


@pytest.mark.parametrize(("code", "said", "mended"), SAMPLES)
def test_a_word_without_effect_is_taken_out(
    code: str, said: str, mended: str, tmp_path: Path
) -> None:
    file = folder(tmp_path, said, FOLDER / "meadow") / "game.yaml"
    assert code in codes_of(tmp_path), hexwar.check(tmp_path)
    before = file.read_text(encoding="utf-8")
    main(["check", "--fix", str(tmp_path)])
    assert file.read_text(encoding="utf-8") == before.replace(said, mended)
    assert codes_of(tmp_path) == []


def test_neighbours_that_are_all_there_is_go_one_by_one(tmp_path: Path) -> None:
    """Else nothing would be left behind the key, which is no mapping."""
    said = "options:\n  o:\n    title: O\n    patch:\n      movement: {allowance: 3}\n"
    more = "      # as ever\n      stacking: {limit: 1}\n"
    file = folder(tmp_path, said + more, FOLDER / "meadow") / "game.yaml"
    main(["check", "--fix", str(tmp_path)])
    assert file.read_text(encoding="utf-8").endswith("    patch: {}\n      # as ever\n")
    assert codes_of(tmp_path) == ["HW109"]


SAMPLED = pytest.mark.matrix(one_in=4)
WITH_EXAMPLES = [
    code if MENDED[code] else pytest.param(code, marks=SAMPLED)
    for code in MENDED
    if CODES[code].bad
]
NOT_IN_THE_EXAMPLE = {"HW212", "HW546", "HW547"}
"""These are mended in some cases, and in that of their explanation not."""


@pytest.mark.parametrize("code", WITH_EXAMPLES)
def test_what_only_the_author_knows_is_left(code: str, tmp_path: Path) -> None:
    write(tmp_path, tiny.game(CODES[code].bad))
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    main(["check", "--fix", str(tmp_path)])
    is_mended = {file: file.read_bytes() for file in tmp_path.iterdir()} != before
    assert is_mended == (MENDED[code] and code not in NOT_IN_THE_EXAMPLE)
    if is_mended:
        assert code not in codes_of(tmp_path) or code == "HW109"  # the patch is empty now
