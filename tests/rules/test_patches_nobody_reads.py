"""What a patch says in vain is found at the patch, in whichever patch of a game it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexwar
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER

PHASES = """sequence:
  phases:
    - {id: red_movement, kind: movement, side: red}
    - {id: red_card, kind: card, side: red}
    - {id: blue_card, kind: card, side: blue}
    - {id: red_combat, kind: combat, side: red, patch: {PATCH}}
    - {id: blue_combat, kind: combat, side: blue}
"""
WITHOUT_CARDS = "".join(line for line in PHASES.splitlines(keepends=True) if "_card" not in line)
WITHIN = """sequence:
  phases:
    - id: run
      kind: activation
      order: alternating
      phases: [{id: march, kind: movement}, {id: fight, kind: combat, patch: {PATCH}}]
"""
CARD = """decks:
  d:
    title: Deck
    hand: 2
    draws: [{phase: red_movement, to: hand}]
    cards: {c: {title: Card, count: 9, WHEN, patch: {PATCH}}}
    cite: {draws: "1"}
"""
KIND = "combat: {kinds: {k: {patch: {PATCH}}}}\n"
CHOSEN = "combat: {kinds: {k: {chosen: attacker, patch: {PATCH}}}}\n"
EFFECT = "effects: {e: {if: {turn: 1}, patch: {PATCH}}}\n"


def within(laid: str, inner: str) -> str:
    """A patch that says one of its own."""
    return laid.replace("PATCH", inner.strip())


AT_ALL_TIMES = {
    "option": "options: {o: {title: O, patch: {PATCH}}}\n",
    "edition": "editions: {e: {title: E}, f: {title: F, patch: {PATCH}}}\n",
    "variant": "variants: {v: {title: V, patch: {PATCH}}}\nscenarios: {meeting: {variant: v}}\n",
    "scenario": "scenarios: {meeting: {patch: {PATCH}}}\n",
    "phase": WITHOUT_CARDS,
    "phase in a phase": WITHIN,
    "effect": EFFECT,
    "card that lasts": CARD.replace("WHEN", "lasts: game") + PHASES.replace(", patch: {PATCH}", ""),
}
IN_BATTLES = {
    "overrun": "overrun: {cost: 1, patch: {PATCH}}\n",
    "kind": KIND,
    "kind in an effect": within(EFFECT, KIND),
    "kind in a phase": within(WITHOUT_CARDS, KIND),
    "kind in an option": within(AT_ALL_TIMES["option"], KIND),
}
ONCE_CHOSEN = {
    "chosen kind": CHOSEN,
    "chosen kind in an effect": within(EFFECT, CHOSEN),
    "card that answers": CARD.replace("WHEN", "answers: {attack: always}"),
}
LAID = AT_ALL_TIMES | IN_BATTLES | ONCE_CHOSEN


def told(path: Path, laid: str, said: str) -> set[tuple[str, str]]:
    """Code and what stands at the place of each finding in *meadow* with a patch."""
    found = hexwar.check(folder(path, laid.replace("PATCH", said), FOLDER / "meadow"))
    return {(one.code, one.place.text[one.column - 1 : one.place.end_column - 1]) for one in found}


@pytest.mark.parametrize("where", LAID)
def test_a_patch_that_changes_nothing_is_found_in_it(where: str, tmp_path: Path) -> None:
    assert told(tmp_path / "same", LAID[where], "combat: {column: attackers}") == {
        ("HW109", "combat")
    }
    assert told(tmp_path / "other", LAID[where], "combat: {column: differential}") == set()


@pytest.mark.parametrize("where", LAID)
def test_a_key_that_has_nothing_to_do_is_found_in_the_patch(where: str, tmp_path: Path) -> None:
    idle = told(tmp_path, LAID[where], "combat: {attackers: {support: {side: red}}}")
    # Whom a kind that is chosen lets attack has been asked for before it is.
    assert idle == {("HW113", "combat") if where in ONCE_CHOSEN else ("HW112", "support")}


@pytest.mark.parametrize("where", LAID)
def test_what_does_not_fit_the_game_is_told_at_the_patch(where: str, tmp_path: Path) -> None:
    wrong = told(tmp_path, LAID[where], "combat: {columns: [-2, 0, 2, 4, 5, 6, 7, 8]}")
    assert wrong == {("HW403", "columns")}


ASKED = {
    "movement: {allowance: 2}": {*AT_ALL_TIMES},
    "combat: {target: unit}": {*AT_ALL_TIMES},
    "combat: {mandatory: {attack: {each: stack}}}": {*AT_ALL_TIMES},
    "combat: {attackers: {most: 1}}": {*AT_ALL_TIMES, *IN_BATTLES},
    "combat: {modifiers: {m: {title: M, attacker: {prohibited: true, only: {unit: R2}}}}}": {
        *AT_ALL_TIMES,
        *IN_BATTLES,
    },
    "terrain: {hexes: {open: {combat: prohibited}}}": {*AT_ALL_TIMES, *IN_BATTLES},
    "retreat: {blocked: loses_steps}": {*LAID},
    "melee: {terrain: ignored}": {*LAID} - {"overrun"},
    "combat: {kinds: {i: {patch: {combat: {column: differential}}}}}": {*AT_ALL_TIMES},
}
"""What a patch may say, and the patches that are in force when it is asked for."""


@pytest.mark.parametrize("said", ASKED)
@pytest.mark.parametrize("where", LAID)
def test_what_is_asked_while_a_patch_is_not_in_force_is_found_in_it(
    where: str, said: str, tmp_path: Path
) -> None:
    codes = {code for code, _ in told(tmp_path, LAID[where], said)}
    # Of overruns nothing else is asked than who is in the hex: that has a finding of its own.
    unread = "HW112" if where == "overrun" and "target" in said else "HW113"
    assert (unread in codes) == (where not in ASKED[said])
