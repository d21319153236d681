"""Roles hold wherever they are promised, and own and enemy are seen from where the reference says.

Each test plays a game of one file, laid over the same plain field: two red units beside two blue.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

import hexwar
from hexwar.definition.report import mend
from hexwar.rules.state import State

FIELD = """
hexwar: 2
id: eyes
title: Eyes
version: "1"
sides: {red: {name: Red}, blue: {name: Blue}}
terrain: {hexes: {open: {title: Open, cost: 1}}}
movement: {allowance: printed}
stacking: {limit: 2}
map: {grid: {columns: 9, rows: 5}, default: open}
units:
  values: {range: number}
  types: {foot: {title: Foot, steps: [4-4-1, 4-4-1], values: {range: 6}}}
  counters:
    R1: {side: red, type: foot}
    R2: {side: red, type: foot}
    B1: {side: blue, type: foot}
    B2: {side: blue, type: foot}
states: {seen: {title: Seen}, caught: {title: Caught}}
sequence:
  turns: 2
  phases:
    - {id: red_combat, kind: combat, side: red}
    - {id: blue_combat, kind: combat, side: blue}
combat:
  strength: printed
  column: attackers
  dice: 1d6
  columns: [1]
  table: {1..6: [NE]}
  results: {NE: [nothing]}
victory: [{winner: red, if: {steps_lost: {side: blue}}}, {winner: blue}]
scenarios: {a: {title: A, setup: {R1: "0202", R2: "0302", B1: "0203", B2: "0503"}}}
"""
ATTACK = "attack 0203 by R1"


def written(folder: Path, *changes: str) -> Path:
    game = yaml.safe_load(FIELD)
    for text in changes:
        changed = yaml.safe_load(text)
        for section, said in changed.items():
            merge = isinstance(said, dict) and section in game and section != "sequence"
            game[section] = {**game[section], **said} if merge else said
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(yaml.safe_dump(game, sort_keys=False), encoding="utf-8")
    return folder


def begun(folder: Path, *changes: str) -> State:
    state = hexwar.load_game(written(folder, *changes)).start("a", seed=1)
    assert isinstance(state, State)
    return state


def those_in(state: State, title: str) -> set[str]:
    """The units in a state with this title."""
    units = ("R1", "R2", "B1", "B2")
    return {unit for unit in units if any(title in str(one) for one in state.status(unit))}


def after(folder: Path, step: str, *changes: str) -> State:
    """The game after an attack of R1 on B1, of which the one result does a step."""
    state = begun(folder, f"combat: {{results: {{NE: [{step}]}}}}", *changes)
    state.apply(ATTACK)
    return state


# -- roles --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("role", "who"), [("attacker", "R1"), ("defender", "B1")])
def test_a_result_of_a_battle_marks_units_by_their_role(
    tmp_path: Path, role: str, who: str
) -> None:
    state = after(tmp_path / "g", f"{{mark: {{state: seen, who: any, only: {{role: {role}}}}}}}")
    assert those_in(state, "Seen") == {who}


def test_a_branch_asks_for_who_stands_near_a_role(tmp_path: Path) -> None:
    near = "{within: {hexes: 0, of: {role: defender}}}"
    step = (
        f"{{if: {{who: defender, only: {near}, then: [{{mark: {{state: seen, who: defender}}}}]}}}}"
    )
    assert those_in(after(tmp_path / "g", step), "Seen") == {"B1"}


@pytest.mark.parametrize("of", ["column", "modifier"])
def test_a_table_that_a_battle_rolls_on_knows_who_fights(tmp_path: Path, of: str) -> None:
    counted = "{sum: {value: attack, of: {role: defender}}}"
    asked = f"column: {counted}, columns: [0, 4], table: {{1..6: [nobody, somebody]}}"
    if of == "modifier":
        holds = "{sum: {value: attack, of: {role: defender}, at_least: 4}}"
        rows = "{1..6: nobody, 7..12: somebody}"
        asked = f"modifiers: {{known: {{if: {holds}, roll: 6}}}}, table: {rows}"
    results = "{nobody: [nothing], somebody: [{mark: {state: seen, who: any}}]}"
    table = f"{{dice: 1d6, {asked}, results: {results}}}"
    state = after(tmp_path / "g", "{roll: {table: count}}", f"tables: {{count: {table}}}")
    assert those_in(state, "Seen")


def test_what_a_table_does_knows_who_fights_in_the_battle_that_rolls_on_it(tmp_path: Path) -> None:
    mark = "{mark: {state: seen, who: any, only: {role: attacker}}}"
    table = f"tables: {{t: {{dice: 1d6, table: {{1..6: all}}, results: {{all: [{mark}]}}}}}}"
    state = after(tmp_path / "g", "{roll: {table: t, for_each: {role: defender}}}", table)
    assert those_in(state, "Seen") == {"R1"}


@pytest.mark.parametrize(("hexes", "counts"), [(2, True), (1, False)])
def test_a_modifier_of_battles_knows_roles_in_a_game_without_facing(
    tmp_path: Path, hexes: int, counts: bool
) -> None:
    """R2 is two hexes away from B1, whom R1 attacks."""
    near = f"{{units: {{of: {{unit: R2, within: {{hexes: {hexes}, of: {{role: defender}}}}}}}}}}"
    state = begun(
        tmp_path / "g", f"combat: {{modifiers: {{near: {{title: Near, if: {near}, roll: 1}}}}}}"
    )
    assert bool(state.preview(ATTACK).modifiers) == counts


def test_a_kind_of_battle_knows_roles(tmp_path: Path) -> None:
    asked = "{units: {of: {unit: R2, within: {hexes: 2, of: {role: defender}}}}}"
    patch = "{combat: {modifiers: {close: {title: Close, roll: 1}}}}"
    state = begun(
        tmp_path / "g",
        f"combat: {{kinds: {{close: {{title: Close, if: {asked}, patch: {patch}}}}}}}",
    )
    assert state.preview(ATTACK).modifiers


def test_what_a_card_does_in_answer_to_an_attack_knows_who_fights(tmp_path: Path) -> None:
    mark = "{mark: {state: seen, who: any, only: {role: attacker}}}"
    card = f"{{title: Trap, answers: {{attack: always}}, do: [{mark}]}}"
    deck = (
        f"{{hand: 1, draws: [{{phase: deal, to: hand}}], cards: {{trap: {card}, other: {card}}}}}"
    )
    phases = "[{id: deal, kind: deal}, {id: red_combat, kind: combat, side: red}]"
    state = begun(
        tmp_path / "g", f"decks: {{luck: {deck}}}", f"sequence: {{turns: 2, phases: {phases}}}"
    )
    state.apply(ATTACK)
    while state.side_to_act != "blue":
        state.apply("pass")
    state.apply(next(str(one) for one in state.legal_actions() if one.verb == "play"))
    assert those_in(state, "Seen") == {"R1"}


# -- own and enemy ------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["own", "enemy"])
def test_a_program_looks_with_one_pair_of_eyes(tmp_path: Path, word: str) -> None:
    """What `mark` takes of the defenders `if` finds among them: enemies, as the attackers see."""
    only = f"{{who: defender, only: {{side: {word}}}"
    taken = after(tmp_path / "g", f"{{mark: {only}, state: seen}}}}")
    branch = f"{{if: {only}, then: [{{mark: {{state: seen, who: defender}}}}]}}}}"
    found = after(tmp_path / "h", branch)
    assert (
        those_in(taken, "Seen") == those_in(found, "Seen") == ({"B1"} if word == "enemy" else set())
    )


TABLE_PHASE = """
sequence:
  turns: 2
  phases:
    - {id: roll, kind: table, table: t, for_each: {unit: R1}}
    - {id: red_combat, kind: combat, side: red}
    - {id: blue_combat, kind: combat, side: blue}
"""


@pytest.mark.parametrize(("word", "whom"), [("own", {"R1", "R2"}), ("enemy", {"B1"})])
def test_a_table_sees_from_the_side_of_the_unit_that_is_rolled_for(
    tmp_path: Path, word: str, whom: set[str]
) -> None:
    near = f"{{side: {word}, within: {{hexes: 1, of: {{role: actor}}}}}}"
    state = begun(
        tmp_path / "g",
        TABLE_PHASE,
        f"""
tables:
  t:
    dice: 1d6
    table: {{1..6: all}}
    results:
      all:
        - {{roll: {{table: u, for_each: {near}}}}}
        - {{mark: {{state: caught, who: any, only: {near}}}}}
  u: {{dice: 1d6, table: {{1..6: ok}}, results: {{ok: [{{mark: {{state: seen, who: actor}}}}]}}}}
""",
    )
    assert those_in(state, "Seen") == those_in(state, "Caught") == whom


@pytest.mark.parametrize(("word", "may"), [("enemy", True), ("own", False)])
def test_the_targets_of_fire_are_seen_from_the_side_that_fires(
    tmp_path: Path, word: str, may: bool
) -> None:
    state = begun(
        tmp_path / "g",
        f"fire: {{range: {{most: 3}}, targets: {{side: {word}}}, dice: {{count: 1}}, hits: steps}}",
        """
sequence:
  turns: 2
  phases: [{id: red_fire, kind: fire, side: red}, {id: blue_combat, kind: combat, side: blue}]
""",
    )
    assert (state.explain("fire 0203 by R1") is None) == may


# -- what check finds ---------------------------------------------------------------------------


def told(folder: Path) -> list[tuple[str, str]]:
    return [(found.code, found.message) for found in hexwar.check(folder)]


@pytest.mark.parametrize("word", ["own", "enemy"])
def test_own_and_enemy_say_nothing_of_the_units_that_a_condition_counts(
    tmp_path: Path, word: str
) -> None:
    line = f"{{winner: red, if: {{units: {{of: {{side: {word}}}, at_most: 0}}}}}}"
    folder = written(tmp_path / "g", f"victory: [{line}, {{winner: blue}}]")
    holds = "always" if word == "own" else "never"
    assert ("HW546", f"{word} {holds} holds here: every unit is seen from its own side") in told(
        folder
    )


def test_an_enemy_of_the_unit_that_is_counted_is_somebody(tmp_path: Path) -> None:
    near = "{side: red, within: {hexes: 1, of: {side: enemy}}}"
    folder = written(
        tmp_path / "g",
        f"victory: [{{winner: red, if: {{units: {{of: {near}}}}}}}, {{winner: blue}}]",
    )
    assert not [code for code, _ in told(folder) if code in ("HW546", "HW547")]


def test_a_role_where_nobody_has_one_is_found(tmp_path: Path) -> None:
    folder = written(
        tmp_path / "g", "movement: {modifiers: {tired: {only: {role: attacker}, add: -1}}}"
    )
    assert ("HW547", "nobody is attacker here: units have no roles where this is asked") in told(
        folder
    )


def test_a_role_of_fire_in_a_battle_is_mended(tmp_path: Path) -> None:
    """Who is fired at is the target; in a battle it is the defender."""
    step = "{mark: {state: seen, who: any, only: {role: target}}}"
    folder = written(tmp_path / "g", f"combat: {{results: {{NE: [{step}]}}}}")
    (found,) = [one for one in hexwar.check(folder) if one.code == "HW547"]
    assert found.place.text.strip() == "role: target"
    mend([found], folder)
    assert "role: defender" in (folder / "game.yaml").read_text(encoding="utf-8")
    assert not [code for code, _ in told(folder) if code == "HW547"]


# -- conditions look as the program does -----------------------------------------------------------


@pytest.mark.parametrize("word", ["own", "enemy"])
@pytest.mark.parametrize("attack", ["attack 0203 by R1", "attack 0202 by B1"])
def test_the_condition_of_a_branch_has_the_eyes_of_its_program(
    tmp_path: Path, word: str, attack: str
) -> None:
    """There is one red unit, and there are two blue ones."""
    counted = f"{{units: {{of: {{side: {word}}}, at_least: 2}}}}"
    step = f"{{if: {{holds: {counted}, then: [{{mark: {{state: seen, who: defender}}}}]}}}}"
    side = "blue" if "B1" in attack else "red"
    state = begun(
        tmp_path / "g",
        f"combat: {{results: {{NE: [{step}]}}}}",
        f"sequence: {{turns: 1, phases: [{{id: fight, kind: combat, side: {side}}}]}}",
        "scenarios: {a: {title: A, setup: {R1: '0202', B1: '0203', B2: '0503'}}}",
    )
    state.apply(attack)
    assert bool(those_in(state, "Seen")) == ((side == "blue") == (word == "own"))


@pytest.mark.parametrize("ever", [False, True])
def test_what_has_ever_been_so_is_remembered_as_the_program_sees_it(
    tmp_path: Path, ever: bool
) -> None:
    """Red had two units when the game began, of which one has been lost since."""
    counted = f"{{units: {{of: {{side: own}}, at_least: 2, ever: {str(ever).lower()}}}}}"
    step = f"{{if: {{holds: {counted}, then: [{{mark: {{state: seen, who: attacker}}}}]}}}}"
    state = begun(
        tmp_path / "g",
        "combat: {table: {1..6: [LOSS]}, results: {NE: [nothing], LOSS: "
        f"[{{eliminate: {{who: attacker, only: {{unit: R2}}}}}}, {step}]}}}}",
        "scenarios: {a: {title: A, setup: {R1: '0202', R2: '0202', B1: '0203', B2: '0503'}}}",
    )
    state.apply("attack 0203 by R1 R2")
    assert bool(those_in(state, "Seen")) == ever


@pytest.mark.parametrize("of", ["column", "modifier"])
@pytest.mark.parametrize(("word", "seen"), [("own", False), ("enemy", True)])
def test_what_a_table_counts_is_seen_by_who_attacks(
    tmp_path: Path, of: str, word: str, seen: bool
) -> None:
    """There is one red unit, which attacks, and there are two blue ones."""
    counted = f"{{units: {{of: {{side: {word}}}}}}}"
    asked = f"column: {counted}, columns: [0, 2], table: {{1..6: [nobody, somebody]}}"
    if of == "modifier":
        holds = f"{{units: {{of: {{side: {word}}}, at_least: 2}}}}"
        rows = "{1..6: nobody, 7..12: somebody}"
        asked = f"modifiers: {{known: {{if: {holds}, roll: 6}}}}, table: {rows}"
    results = "{nobody: [nothing], somebody: [{mark: {state: seen, who: any}}]}"
    table = f"{{dice: 1d6, {asked}, results: {results}}}"
    setup = "scenarios: {a: {title: A, setup: {R1: '0202', B1: '0203', B2: '0503'}}}"
    state = after(tmp_path / "g", "{roll: {table: count}}", f"tables: {{count: {table}}}", setup)
    assert bool(those_in(state, "Seen")) == seen


def test_a_table_that_a_card_rolls_on_looks_as_who_plays_it_does(tmp_path: Path) -> None:
    mark = "{mark: {state: seen, who: any, only: {side: own}}}"
    card = "{title: Trap, answers: {attack: always}, do: [{roll: t}]}"
    deck = (
        f"{{hand: 1, draws: [{{phase: deal, to: hand}}], cards: {{trap: {card}, other: {card}}}}}"
    )
    phases = "[{id: deal, kind: deal}, {id: red_combat, kind: combat, side: red}]"
    state = begun(
        tmp_path / "g",
        f"decks: {{luck: {deck}}}",
        f"sequence: {{turns: 2, phases: {phases}}}",
        f"tables: {{t: {{dice: 1d6, table: {{1..6: all}}, results: {{all: [{mark}]}}}}}}",
    )
    state.apply(ATTACK)
    while state.side_to_act != "blue":
        state.apply("pass")
    state.apply(next(str(one) for one in state.legal_actions() if one.verb == "play"))
    assert those_in(state, "Seen") == {"B1", "B2"}


GUNNERY = """
fire:
  range: {most: 3}
  resolve: {table: guns, column: range}
  hits: steps
tables:
  guns:
    dice: 1d6
    column: given
    columns: [0]
    modifiers: {few: {if: {units: {of: {side: WORD}, at_least: 2}}, roll: 6}}
    table: {1..6: [miss], 7..12: [hit]}
    results: {miss: [nothing], hit: [{mark: {state: seen, who: target}}]}
sequence:
  turns: 2
  phases: [{id: red_fire, kind: fire, side: red}, {id: blue_combat, kind: combat, side: blue}]
scenarios: {a: {title: A, setup: {R1: "0202", B1: "0203", B2: "0503"}}}
"""


@pytest.mark.parametrize(("word", "seen"), [("own", False), ("enemy", True)])
def test_the_table_of_a_fire_looks_as_who_fires_does(tmp_path: Path, word: str, seen: bool) -> None:
    state = begun(tmp_path / "g", GUNNERY.replace("WORD", word))
    state.apply("fire 0203 by R1")
    assert bool(those_in(state, "Seen")) == seen


# -- terrain and markers know who fights -----------------------------------------------------------

SLOPE = "terrain: {hexes: {open: {title: Open, cost: 1, combat: {EFFECT}}}}"


@pytest.mark.parametrize(("role", "counts"), [("attacker", True), ("defender", False)])
def test_terrain_helps_those_near_to_a_role(tmp_path: Path, role: str, counts: bool) -> None:
    """R2 and R1, who attack, stand together, and B1 defends."""
    near = f"{{unit: R2, within: {{hexes: 0, of: {{unit: R1, role: {role}}}}}}}"
    state = begun(
        tmp_path / "g",
        SLOPE.replace("{EFFECT}", f"{{attacker: {{multiply: 2, only: {near}}}}}"),
        "scenarios: {a: {title: A, setup: {R1: '0202', R2: '0202', B1: '0203'}}}",
    )
    strength = state.preview("attack 0203 by R1 R2").attacker_strength
    assert strength == (12 if counts else 8)


@pytest.mark.parametrize(("role", "may"), [("attacker", False), ("defender", True)])
def test_terrain_keeps_a_role_out(tmp_path: Path, role: str, may: bool) -> None:
    state = begun(
        tmp_path / "g",
        SLOPE.replace("{EFFECT}", f"{{attacker: {{prohibited: true, only: {{role: {role}}}}}}}"),
    )
    assert (state.explain(ATTACK) is None) == may


TIRED = "allowance: printed\n  modifiers: {tired: {only: SAID, add: -1}}"
WITHOUT = TIRED.replace("only: SAID, ", "")
LINES = """allowance: printed
  modifiers:
    tired:
      only:
        any:
          - side: own
            type: foot
          - type: foot
            side: own  # all
      # as ever
      add: -1"""
MENDED = {
    TIRED.replace("SAID", "{side: own, type: foot}"): TIRED.replace("SAID", "{type: foot}"),
    TIRED.replace("SAID", "{type: foot, side: own}"): TIRED.replace("SAID", "{type: foot}"),
    TIRED.replace("SAID", "{type: foot,\n    side: [own, red], step: 1}"): TIRED.replace(
        "SAID", "{type: foot, step: 1}"
    ),
    TIRED.replace("SAID", "{side: own, # all\n    type: foot}"): "",
    TIRED.replace("SAID", "{side: own}"): WITHOUT,
    TIRED.replace("only: SAID", "only:\n   {side: own}"): WITHOUT,
    TIRED.replace("SAID", "{side: enemy, type: foot}"): "",
    TIRED.replace("SAID", "{any: [{side: own}, {type: foot}]}"): "",
    TIRED.replace("only: SAID, add: -1", "cases: [{only: {side: own}, add: -1}, {add: 1}]"): "",
    LINES: LINES.replace("- side: own\n            t", "- t").replace(
        "\n            side: own  # all", ""
    ),
}


@pytest.mark.parametrize("said", MENDED)
def test_own_that_always_holds_is_taken_out(tmp_path: Path, said: str) -> None:
    """Where a comment would be cut off, or nobody is meant, the author must say what he means."""
    folder = written(tmp_path / "g")
    path = folder / "game.yaml"
    text = path.read_text(encoding="utf-8").replace("allowance: printed", said)
    path.write_text(text, encoding="utf-8")
    for _ in range(2):
        mend([one for one in hexwar.check(folder) if one.code == "HW546"], folder)
        assert path.read_text(encoding="utf-8") == text.replace(said, MENDED[said] or said)


COUNTS = {
    "victory: [{winner: red, if: {units: {of: {side: WORD}}}}, {winner: blue}]": "red blue",
    "victory: [{winner: red, if: {not: {units: {of: {side: WORD}}}}}, {winner: blue}]": "red blue",
    "points: {a: {side: blue, each: 1, for: {units: {of: {type: foot, side: WORD}}}}}": "blue red",
    "effects: {mud: {if: {units: {of: {side: WORD}}}, patch: {movement: {allowance: 1}}}}": "",
}


@pytest.mark.parametrize("said", COUNTS)
def test_whom_a_side_counts_as_its_own_or_as_enemies_is_named(tmp_path: Path, said: str) -> None:
    named = COUNTS[said].split() or ["own", "enemy"]
    for word, side in zip(("own", "enemy"), named, strict=True):
        folder = written(tmp_path / word, said.replace("WORD", word))
        found = [one for one in hexwar.check(folder) if one.code == "HW546"]
        assert len(found) == 1
        assert (found[0].help == f"did you mean {side}?") == (word != side)
        text = (folder / "game.yaml").read_text(encoding="utf-8")
        mend(found, folder)
        mended = (folder / "game.yaml").read_text(encoding="utf-8")
        assert mended == text.replace(f"side: {word}", f"side: {side}")


@pytest.mark.parametrize(
    ("said", "whom"),
    [
        ("role: attacker", {"R1"}),
        ("role: target", {"B1"}),
        ("side: own", {"R1"}),
        ("side: enemy", {"B1", "B2"}),
    ],
)
def test_a_result_of_fire_knows_who_fired_at_whom(
    tmp_path: Path, said: str, whom: set[str]
) -> None:
    mark = f"{{mark: {{state: caught, who: any, only: {{{said}}}}}}}"
    text = GUNNERY.replace("WORD", "red").replace("miss: [nothing]", f"miss: [{mark}]")
    state = begun(tmp_path / "g", text)
    assert not [code for code, _ in told(tmp_path / "g") if code in ("HW546", "HW547")]
    state.apply("fire 0203 by R1")
    assert those_in(state, "Caught") == whom


@pytest.mark.parametrize(
    ("said", "far"),
    [("role: attacker", True), ("role: defender", False), ("side: own", True)],
)
def test_how_far_units_advance_hangs_on_who_they_are_in_the_battle(
    tmp_path: Path, said: str, far: bool
) -> None:
    how_far = f"{{cases: [{{only: {{{said}}}, is: 2}}, 1]}}"
    steps = f"[{{eliminate: defender}}, {{advance: {{most: 1, hexes: {how_far}}}}}]"
    state = begun(tmp_path / "g", f"combat: {{results: {{NE: {steps}}}}}", "advance: {}")
    state.apply(ATTACK)
    ways = [str(action) for action in state.legal_actions() if action.verb == "advance"]
    assert ways
    assert any("-" in way for way in ways) == far, ways
