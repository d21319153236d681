"""What no game of a folder ever asks for is found where it stands; what some asks for is not."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexwar
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER

PHASES = """sequence:
  turns: 3
  phases:
    - {id: red_orders, kind: orders, side: red}
    - {id: red_movement, kind: movement, side: red, OBLIGES}
    - {id: blue_combat, kind: combat, side: blue}
"""


def told(path: Path, said: str) -> list[tuple[str, str]]:
    """Code and what stands there of each finding in *meadow* with more said."""
    found = hexwar.check(folder(path, said, FOLDER / "meadow"))
    return [(one.code, one.place.text[one.column - 1 : one.place.end_column - 1]) for one in found]


STATE = "states: {reserve: {title: Reserve, forbids: [move], ENDS}}\n"
LASTING = "ends: {at: end, turn: true}"
IN_VAIN = {
    "battle_back": (
        "retreat: {before_combat: {do: [{advance: 1}, STEP]}}\n",
        ("STEP", "battle_back: all", "eliminate: {who: attacker, count: 1}"),
        ("HW112", "battle_back"),
    ),
    "taken": (
        PHASES.replace(", OBLIGES", "")
        + STATE.replace("ENDS", f"{LASTING}, taken: {{phase: red_orders, only: {{side: SIDE}}}}"),
        ("SIDE", "blue", "red"),
        ("HW650", "{side: blue}"),
    ),
    "obliges": (
        PHASES.replace("OBLIGES", "obliges: {units: 1, only: {side: SIDE}}")
        + STATE.replace("ENDS", f"{LASTING}, taken: {{phase: red_orders}}"),
        ("SIDE", "blue", "red"),
        ("HW855", "{side: blue}"),
    ),
    "kind": (
        STATE.replace("ENDS", "ends: {at: end, kind: KIND}, taken: {phase: red_movement}"),
        ("KIND", "recovery", "combat"),
        ("HW112", "kind"),
    ),
    "fired": (
        STATE.replace("ENDS", "ends: {HOW: true}, taken: {phase: red_movement}"),
        ("HOW", "fired", "moved"),
        ("HW112", "fired"),
    ),
    "cost": (
        "combat: {kinds: {k: {patch: {terrain: {hexes: {open: {cost: COST}}}}}}}\n",
        ("COST", "2", "prohibited"),
        ("HW112", "cost"),
    ),
    "sources": (
        "supply: {sources: {red: ['0101'], blue: ['0701']}, judged: [attack]}\n"
        "retreat: {toward: WHERE}\n"
        "combat: {kinds: {k: {patch: {supply: {sources: {red: ['0105']}}}}}}\n",
        ("WHERE", "anywhere", "supply"),
        ("HW112", "sources"),
    ),
    "forbids": (
        "states: {tired: {title: Tired, forbids: [move], taken: {phase: red_movement}, "
        f"{LASTING}}}}}\n"
        "combat: {kinds: {k: {CHOSENpatch: {states: {tired: {forbids: [move, attack]}}}}}}\n",
        ("CHOSEN", "chosen: attacker, ", ""),
        ("HW112", "forbids"),
    ),
    "most": (
        "supply: {sources: {red: ['0101'], blue: ['0701']}, judged: [retreat]}\n"
        "retreat: {toward: supply}\n"
        "combat: {kinds: {k: {patch: {supply: {sources: {red: [{at: ['0105']SAID}]}}}}}}\n",
        ("SAID", ", most: 2", ""),
        ("HW113", "most"),
    ),
    "above": (
        "combat: {kinds: {k: {CHOSENpatch: {combat: {column: differential, above: forbidden}}}}}\n",
        ("CHOSEN", "chosen: attacker, ", ""),
        ("HW113", "above"),
    ),
    "fire": (
        "states: {hit: {title: Hit, forbids: [attack], ends: {at: end, turn: true}}}\n"
        "fire: {hits: steps, dice: {count: 1, die: d6}, range: {most: 2}, only: {unit: R1}, "
        "resolve: {table: t, column: range}}\n"
        "tables: {t: {title: T, dice: 1d6, column: given, columns: [1, 2], table: {1..6: [a, a]}, "
        "results: {a: {title: A, do: [{STEP}]}}}}\n"
        "combat: {kinds: {k: {patch: {fire: {success: 5}}}}}\n",
        ("STEP", "mark: {state: hit}", "hits: {count: 1}"),
        ("HW112", "fire"),
    ),
    "strength": (
        "units: {types: {foot: {steps: [{attack: 4, defense: SAID, movement: 3, strength: 4}]}}}\n",
        ("SAID", "3", "4"),
        ("HW112", "strength"),
    ),
    "load": (
        "transport: {carriers: {unit: R1}, load: {unit: LOAD}}\n",
        ("LOAD", "B1", "R2"),
        ("HW112", "{unit: B1}"),
    ),
}


@pytest.mark.parametrize("row", IN_VAIN)
def test_what_is_said_in_vain_is_found_at_the_word(row: str, tmp_path: Path) -> None:
    said, (slot, vain, fitting), finding = IN_VAIN[row]
    assert finding in told(tmp_path / "vain", said.replace(slot, vain))
    assert finding[0] not in {
        code for code, _ in told(tmp_path / "fitting", said.replace(slot, fitting))
    }


@pytest.mark.parametrize(("columns", "result"), [("[1, 2]", "DE"), ("[4, 5]", "DR")])
def test_a_battle_whose_kind_has_no_column_for_it_is_fought_in_the_nearest(
    columns: str, result: str, tmp_path: Path
) -> None:
    kind = f"patch: {{combat: {{columns: {columns}, table: {{1: [DR, DE]}}}}}}"
    said = (
        "combat: {below: forbidden, above: forbidden, columns: [1, 2, 3], "
        f"kinds: {{k: {{chosen: attacker, {kind}}}}}}}\n"
    )
    rows = ", ".join(f"{die}: [DR, DE]" for die in range(1, 7))
    game = hexwar.load_game(folder(tmp_path, said.replace("1: [DR, DE]", rows), FOLDER / "meadow"))
    setup = {"R1": "0402", "R2": "0403", "R3": "0502", "B1": "0503"}
    state = game.start(phase="red_combat", turn=1, setup=setup)
    state.apply("attack 0503 by R1 R2 R3")
    foreseen = state.preview("fight k")
    events = state.apply("fight k")
    battle = next(event for event in events if event.kind == "battle")
    assert battle.result == result
    assert {outcome.code for outcome in foreseen.outcomes} == {result}
