"""A game uses packages by what stands in its files, whatever else was loaded before."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import hexwar
from hexwar.definition.diagnostics import Findings
from hexwar.definition.loading import GameFolder
from hexwar.definition.packages import in_use, package_of, sections
from hexwar.engine.registry import Registry
from hexwar.rules.compiled import registry
from hexwar.rules.control.rules import ControlRules
from hexwar.rules.markers.rules import MarkerRules
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.points import PointsRules
from hexwar.rules.state import State
from tests.rules.tiny import FOLDER, tiny
from tests.unheard import all_tables

GAMES = sorted(path.parent.name for path in FOLDER.glob("*/game.yaml"))
PROGRAM = """
import pickle, sys
from random import Random
import hexwar

for folder in sys.argv[1:]:
    game = hexwar.load_game(folder)
    state, random = game.start(seed=7), Random(7)
    for _ in range(60):
        if state.is_over:
            break
        state.apply(str(state.sample_action(random)))
        state = pickle.loads(pickle.dumps(game.state_from_dict(state.clone().to_dict())))
    known = [state.view(side).to_dict() for side in state.frame.side_ids]
    print(folder, state.to_dict(), known, state.records(), len(hexwar.check(folder)))
"""


def write(folder: Path, said: str) -> None:
    """A game on the meadow that says something more."""
    copytree(FOLDER / "meadow", folder / "meadow")
    begins = "hexwar: 2\nid: a\ntitle: A\nextends: ./meadow\n"
    (folder / "game.yaml").write_text(f"{begins}{said}\n", encoding="utf-8")


def test_every_game_uses_what_all_need_and_what_its_sections_bring() -> None:
    used = set(tiny("meadow").definition.resolve().packages)
    assert {"movement", "language", "evaluation", "combat", "retreat"} <= used
    assert not used & {"decks", "markers", "supply", "plots", "points"}


@pytest.mark.parametrize(
    ("section", "written", "also"),
    [
        ("combat", "", "retreat"),  # its results may say it without a word
        ("", "tables", "tables"),
        ("activation", "", "spending"),  # over the cup, which the first uses
    ],
)
def test_what_is_used_brings_what_it_uses_in_its_turn(
    section: str, written: str, also: str
) -> None:
    assert also in in_use(filter(None, [section]), filter(None, [written]))
    assert also not in in_use([])


def test_packages_stand_in_their_order_however_they_are_named() -> None:
    there = in_use(["supply", "combat", "points"])
    assert there == in_use(["points", "combat", "supply"])
    assert list(there) == [name for name in sections() if name in there]


@pytest.mark.parametrize(
    ("said", "package"),
    [
        ("victory: [{winner: red, if: {controlled: {region: ford, side: red}}}]", "control"),
        ("sequence: {phases: [{id: a, kind: supply, side: red}]}", "supply"),
        ("combat: {modifiers: {dug: {if: {track: {track: mud, is: deep}}, shift: 1}}}", "tracks"),
        ("combat: {results: {DR: [{mark: shaken}]}}", "states"),
        ("effects: {dark: {if: {turn: 2}, patch: {}}}", "effects"),
        ("variants: {}", "choices"),
    ],
)
def test_a_key_or_a_word_of_a_package_is_a_use_of_it(
    said: str, package: str, tmp_path: Path
) -> None:
    """Found where the game is read, sound or not; what it is that stands there does not matter."""
    write(tmp_path, said)
    read = GameFolder(tmp_path, Findings())
    assert package in read.examiner().packages(read.root)
    assert package not in tiny("meadow").definition.resolve().packages


def test_what_a_patch_in_play_says_is_used_from_the_beginning(tmp_path: Path) -> None:
    """Whoever controls what it asks about is kept before it is laid."""
    asked = "{dark: {title: Dark, if: {controlled: {region: east, side: red}}, shift: 1}}"
    said = f"effects: {{dark: {{if: {{turn: 2}}, patch: {{combat: {{modifiers: {asked}}}}}}}}}\n"
    region = "map: {regions: {east: [0703]}}\n"
    write(tmp_path, said + region)
    state = hexwar.load_game(tmp_path).start()
    assert "control" not in state.resolved.packages
    assert state.frame.registry.has_rules(ControlRules)


def test_a_game_has_no_rules_of_a_package_that_it_does_not_use() -> None:
    rules = tiny("meadow").start().rules
    assert rules.find(MovementRules) is not None
    assert rules.find(PointsRules) is None
    assert rules.find(MarkerRules) is None
    with pytest.raises(LookupError, match="PointsRules"):
        rules[PointsRules]


def test_tables_are_those_of_the_used_packages_alone() -> None:
    brought = tiny("meadow").start().frame.registry
    assert set(brought.verbs) < set(registry().verbs)
    assert "play" not in brought.verbs and "move" in brought.verbs
    assert {slot.name for slot in brought.memory} < {slot.name for slot in registry().memory}


def test_a_thing_belongs_to_the_package_of_its_module() -> None:
    assert package_of(PointsRules) == "points"
    assert package_of(State) == package_of(Registry) == ""


def _played(name: str) -> list[str]:
    """A drawn game, and all that is told of it and known to each side."""
    state, random = hexwar.load_game(FOLDER / name).start(seed=11), Random(11)
    lines = []
    for _ in range(80):
        if state.is_over:
            break
        action = state.sample_action(random)
        state.apply(action)
        lines.append(f"{action} {state.phase} {state.cells}")
    lines += [str(state.view(side).to_dict()) for side in state.frame.side_ids]
    return [*lines, *map(str, state.events or ()), str(state.records())]


@pytest.mark.matrix(one_in=8)
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.usefixtures("loaded_anew")
def test_what_a_game_does_not_use_makes_no_difference_to_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is played with its own packages, and with the tables and rules of all there are."""
    own = _played(name)
    all_tables(monkeypatch)
    assert _played(name) == own


def test_actions_that_are_written_bring_in_no_package_of_others() -> None:
    """Neither to read one, nor to say one, nor to find it misshapen."""
    program = f"""
import sys, hexwar
state = hexwar.load_game({str(FOLDER / "meadow")!r}).start()
for action in state.legal_actions():
    assert hexwar.Action.parse(str(action)) == action
print(state.explain("attack 0101 by A A"), "hexwar.rules.decks.task" in sys.modules)
print(state.explain("play CARD"), "hexwar.rules.decks.task" in sys.modules)
"""
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    first, second = told.stdout.splitlines()
    assert first.endswith(" False") and second.endswith(" True")


def test_choices_that_are_tried_bring_in_no_package_of_others() -> None:
    program = f"""
import random, sys, hexwar
from hexwar.players.decider import Briefing
from hexwar.players.deciding import Trial
state = hexwar.load_game({str(FOLDER / "meadow")!r}).start()
tried = list(Trial(Briefing(state, 0, random.Random(1)), lambda state: 0.0).best())
print(len(tried) > 1, "hexwar.rules.decks.task" in sys.modules)
"""
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == ["True", "False"]


def test_words_that_are_said_in_play_bring_in_no_package_of_others() -> None:
    """They would be imported while a picture of the window is due. Who may act in the second
    impulse of Orva is asked while its actions are listed.
    """
    program = """
import sys, hexwar
from hexwar.rules.victory.telling import goals_now
state = hexwar.load_game("orva_front").start(phase="union_second", seed=1)
why = state.explain("overrun 0605 by N1").message
print(why.endswith("it is for motor units."), len(goals_now(state)))
print([name for name in ("decks.task", "plots.task") if f"hexwar.rules.{name}" in sys.modules])
"""
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == ["True", "3", "[]"]


def test_no_game_depends_on_those_loaded_before_it() -> None:
    """Two programs of their own load three games in both orders, and play, save, pickle and check
    them: modules that one game brought in are no part of another.
    """
    folders = [str(FOLDER / name) for name in ("weather", "duel", "card_driven")]
    there, back = (
        subprocess.run(
            [sys.executable, "-c", PROGRAM, *order], capture_output=True, text=True, check=True
        ).stdout.splitlines()
        for order in (folders, folders[::-1])
    )
    assert len(there) == 3
    assert sorted(there) == sorted(back)
