"""What the forms say of a place is what happens: units are asked there with the eyes, and in the
roles, that it has.

Into every place of some games a question is put that is answered with yes; while they are played it
is noted from whom, and in which roles, units are asked.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexwar
from hexwar.definition.building import _TreeWalk
from hexwar.definition.forms import asked
from hexwar.rules.language.checks import STEPS_OF_SOME
from hexwar.rules.language.places import EACH_UNITS
from hexwar.rules.language.section import Selector
from tests.rules.asking import (
    Asked,
    Watch,
    Way,
    also,
    asking,
    begin,
    is_sound,
    places,
    plain_game,
    write,
)

GAMES = Path(__file__).resolve().parent.parent / "games"
NOT_IN_ONE_FILE = {"scs_worked"}
"""A series brings it traits that a copy in one file has not."""
ALL = sorted({file.parent.name for file in GAMES.glob("*/game.yaml")} - NOT_IN_ONE_FILE)

IN_BATTLES_TOO = ("facing", "stacking", "zones_of_control")
"""Sections that are asked at all times, and so while a battle goes on, too: then there are roles,
and `check` refuses them since at all other times there are none."""


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
    if seen.way[0] not in IN_BATTLES_TOO:
        wrong += [f"{where}: {role} is there" for role in +seen.roles if role not in there]
    return wrong


def watched(game: Path, folder: Path, watch: Watch, actions: int = 80) -> list[Asked]:
    """What is seen of the places of a game in the course of some actions."""
    ways: dict[int, Way] = {}
    plain = plain_game(game)
    write(asking(plain, folder, stands=ways), folder)
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
    for number, seen in watch.of.items():
        seen.way = ways[number]
    return [seen for seen in watch.of.values() if not is_recalled(plain, seen.way)]


def is_recalled(game: Any, way: Way) -> bool:
    """Whether a condition asks for what has been so: that is noted for all eyes that there are."""
    for step in way:
        if isinstance(game, dict) and not game.keys().isdisjoint(("ever", "in_a_row")):
            return True
        if isinstance(game, dict) and step not in game:
            break  # nothing stands there but the question
        game = game[step]
    return False


TELLING = ("attack", "overrun", "fire", "bombard", "retreat", "play", "advance", "react", "enter")
"""Actions at which more is asked than at others."""


@pytest.mark.matrix(one_in=9)
@pytest.mark.parametrize("name", ALL)
def test_units_are_asked_with_the_eyes_and_in_the_roles_of_their_place(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen_there = watched(GAMES / name, tmp_path / "g", Watch(monkeypatch))
    assert sum(bool(seen.views) for seen in seen_there) > 0
    assert not [line for seen in seen_there for line in contradictions(seen)]


@pytest.mark.parametrize("name", ["battle_dice", "command", "second_throws"])
def test_nobody_has_a_role_where_check_says_so(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each question speaks of attackers: in a table, too, of those of whoever rolls on it."""
    seen_there = watched(GAMES / name, tmp_path / "g", Watch(monkeypatch))
    monkeypatch.undo()
    told = [found.pointer for found in hexwar.check(tmp_path / "g") if found.code == "HW547"]
    assert told
    attacked = [seen.way for seen in seen_there if seen.roles["attacker"]]
    assert attacked
    # A step that names its side is asked with all roles; check goes by the side that it names.
    by_place = ["/".join(map(str, way)) for way in attacked if STEPS_OF_SOME.isdisjoint(way)]
    assert not [(way, at) for way in by_place for at in told if f"/{way}/any/0/role" in at]


def played(folder: Path, actions: int = 60) -> list[object]:
    """What is legal, and what happens, in the course of some actions."""
    random, state = Random(2), begin(folder)
    seen: list[object] = []
    while len(seen) < actions and not state.is_over:
        legal = sorted(map(str, state.legal_actions()))
        events = state.apply(random.choice(legal))
        seen.append((legal, [event.text for event in events]))
    return seen


@pytest.mark.parametrize(
    "name",
    [
        *("alerts", "barrage", "command_cards", "departures", "obligations", "overwatch"),
        *("pontoons", "sloops", "works"),
    ],
)
def test_a_word_that_is_said_to_hold_always_changes_nothing(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where one side alone asks, and is said to ask its own units alone or those of its enemies."""
    game, folder, told = plain_game(GAMES / name), tmp_path / "g", dict[Way, asked]()
    read = _TreeWalk.read

    def remembered(walk: _TreeWalk, shape: Any, node: Any, path: Any, key: str = "") -> Any:
        value = read(walk, shape, node, path, key)
        if isinstance(value, Selector):
            told[path] = walk.place
        return value

    monkeypatch.setattr(_TreeWalk, "read", remembered)
    looked_at = 0
    for way, of_condition in places(game):
        with_own = game if of_condition else also(game, way, {"side": "own"})
        if with_own is game or not is_sound(with_own, folder):
            continue
        place = told.get(way[1:])
        if place is None or place.eyes == EACH_UNITS or place.units not in ("own", "enemy"):
            continue
        looked_at += 1
        asks = {"side": place.units}
        without = played(write(also(game, way, {"any": [asks, {"not": asks}]}), folder))
        assert played(write(also(game, way, asks), folder)) == without, way
    assert looked_at
