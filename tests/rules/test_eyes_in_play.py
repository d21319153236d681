"""What the forms say of a place is what happens: units are asked there with the eyes, and in the
roles, that it has.

Into every place of some games a question is put that is answered with yes; while they are played it
is noted from whom, and in which roles, units are asked.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.rules.language.places import EACH_UNITS
from tests.rules.asking import Asked, Watch, asking, begin, plain_game, write

GAMES = Path(__file__).resolve().parent.parent / "games"
SAMPLED = (
    *("barrage", "card_driven", "command", "mines", "overwatch", "result_choices", "states"),
    *("support", "works"),
)


def contradictions(seen: Asked) -> list[str]:
    """What was seen of a place that is not as the forms say."""
    eyes, where = seen.place.eyes, ".".join(map(str, seen.way))
    wrong = []
    if EACH_UNITS in eyes and eyes != EACH_UNITS:
        pass  # in a phase of nobody a table is rolled for units as each sees it
    elif eyes == EACH_UNITS and set(seen.views) - {"each"}:
        wrong.append(f"{where}: asked from one side, and said to be each unit's")
    elif eyes != EACH_UNITS and seen.views["each"]:
        wrong.append(f"{where}: each unit asked from its own side, and said to be {eyes}")
    if seen.sides_told_wrong:
        wrong.append(f"{where}: not asked from {eyes}")
    there = {role.word for role in seen.place.roles or ()}
    wrong += [f"{where}: {role} is there" for role in +seen.roles if role not in there]
    return wrong


def watched(game: Path, folder: Path, watch: Watch, actions: int = 80) -> list[Asked]:
    """What is seen of the places of a game in the course of some actions."""
    write(asking(plain_game(game), folder), folder)
    watch.of.clear()
    random, state = Random(1), begin(folder)
    for _ in range(actions):
        if state.is_over:
            break
        legal = sorted(map(str, state.legal_actions()))
        telling = [each for each in legal if each.split()[0] in TELLING]
        for action in [each for each in legal if each.split()[0] in ("attack", "fire")][:2]:
            state.preview(action)
        state.apply(random.choice(telling if telling and random.random() < 0.75 else legal))
    return list(watch.of.values())


TELLING = ("attack", "overrun", "fire", "bombard", "retreat", "play", "advance", "react", "enter")
"""Actions at which more is asked than at others."""


@pytest.mark.parametrize("name", SAMPLED)
def test_units_are_asked_with_the_eyes_and_in_the_roles_of_their_place(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = watched(GAMES / name, tmp_path / "g", Watch(monkeypatch))
    assert sum(bool(seen.views) for seen in places) > 5
    assert not [line for seen in places for line in contradictions(seen)]


@pytest.mark.parametrize("name", ["battle_dice", "command", "second_throws"])
def test_nobody_has_a_role_where_check_says_so(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each question speaks of attackers: in a table, too, of those of whoever rolls on it."""
    places = watched(GAMES / name, tmp_path / "g", Watch(monkeypatch))
    monkeypatch.undo()
    told = [found.pointer for found in hexwar.check(tmp_path / "g") if found.code == "HW547"]
    assert told
    attacked = ["/".join(map(str, seen.way)) for seen in places if seen.roles["attacker"]]
    assert attacked
    assert not [(way, at) for way in attacked for at in told if f"/{way}/any/0/role" in at]
