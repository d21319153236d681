"""What is said of battles, or of cards in answer to them, and does nothing is found."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexwar
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER

KINDS = "combat: {{kinds: {{a: {{{}, patch: {}}}, b: {{{}, patch: {}}}}}}}\n"
ONE = "{combat: {modifiers: {m: {title: M, shift: 1}}}}"
TWO = ONE.replace("1", "2")
MODIFIER = "combat: {{modifiers: {{m: {{title: M, {}}}}}}}\n"
CARD = """decks:
  d:
    title: Deck
    hand: 2
    draws: [{phase: red_movement, to: hand}]
    cards: {c: {title: Card, count: 9, ANSWERSpatch: {combat: {column: differential}}, lasts: game}}
    cite: {draws: "1"}
sequence:
  phases:
    - {id: red_movement, kind: movement, side: red}
    - {id: red_card, kind: card, side: red}
    - {id: red_combat, kind: combat, side: red}
    - {id: blue_combat, kind: combat, side: blue}
"""

AGAIN = """pools: {p: {title: Luck, side: red, begins: 2, kept: always}}
states: {tired: {title: Tired, ends: {at: end, turn: true}}}
tables: {t: {dice: 1d2, table: {1: a, 2: a}, results: {a: [{mark: {state: tired, count: 1}}]}}}
rerolls: {r: {title: Again, side: red, spends: {pool: p}, of: [battleOF], tables: [t]}}
sequence:
  phases:
    - {id: red_movement, kind: movement, side: red}
    - {id: red_table, kind: table, side: red, table: t}
    - {id: red_combat, kind: combat, side: red}
    - {id: blue_combat, kind: combat, side: blue}
"""

IN_VAIN = {
    "tables whose dice stand": (
        AGAIN.replace("OF", ""),
        AGAIN.replace("OF", ", table"),
        ("HW112", "tables"),
    ),
    "a modifier without a change": (
        MODIFIER.format("attackers: {unit: R1}"),
        MODIFIER.format("attackers: {unit: R1}, shift: 1"),
        ("HW112", "m"),
    ),
    "a change without a number": (
        MODIFIER.format("attacker: {only: {unit: R1}}"),
        MODIFIER.format("attacker: {only: {unit: R1}, multiply: 2}"),
        ("HW112", "m"),
    ),
    "a defender among the attackers": (
        MODIFIER.format("attacker: {only: {role: defender}, multiply: 2}"),
        MODIFIER.format("defender: {only: {role: defender}, multiply: 2}"),
        ("HW547", "defender"),
    ),
    "attackers that defend": (
        MODIFIER.format("attackers: {role: defender}, shift: 1"),
        MODIFIER.format("attackers: {within: {hexes: 1, of: {role: defender}}}, shift: 1"),
        ("HW547", "defender"),
    ),
    "a kind behind a wider one": (
        KINDS.format("attackers: {unit: R1}", ONE, "attackers: {unit: R1}, if: {turn: 1}", TWO),
        KINDS.format("attackers: {unit: R1}, if: {turn: 1}", ONE, "attackers: {unit: R1}", TWO),
        ("HW112", "b"),
    ),
    "how long an answer lasts": (
        CARD.replace("ANSWERS", "answers: {attack: always}, "),
        CARD.replace("ANSWERS", ""),
        ("HW112", "lasts"),
    ),
}


@pytest.mark.parametrize("row", IN_VAIN)
def test_what_does_nothing_in_battles_is_found_at_the_word(row: str, tmp_path: Path) -> None:
    vain, fitting, finding = IN_VAIN[row]
    told = {}
    for name, said in {"vain": vain, "fitting": fitting}.items():
        found = hexwar.check(folder(tmp_path / name, said, FOLDER / "meadow"))
        told[name] = [
            (one.code, one.place.text[one.column - 1 : one.place.end_column - 1]) for one in found
        ]
    assert finding in told["vain"]
    assert finding[0] not in {code for code, _ in told["fitting"]}


def test_a_modifier_that_a_patch_completes_does_something(tmp_path: Path) -> None:
    said = "combat: {modifiers: {m: {title: M}}}\n"
    said += f"effects: {{e: {{if: {{turn: 1}}, patch: {ONE}}}}}\n"
    assert hexwar.check(folder(tmp_path, said, FOLDER / "meadow")) == []


def test_a_kind_that_is_chosen_takes_no_battle_from_those_behind_it(tmp_path: Path) -> None:
    said = KINDS.format("chosen: attacker", ONE, "attackers: {unit: R1}", TWO)
    assert hexwar.check(folder(tmp_path, said, FOLDER / "meadow")) == []
