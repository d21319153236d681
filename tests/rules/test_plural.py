"""Names of sides, and titles, that are those of many take plural verbs wherever they are told."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.rules.sides.section import Sides
from hexwar.rules.victory.telling import goals, standing
from tests.conformance.scs.variant import folder

CLASSICS = Path(__file__).resolve().parents[1] / "games" / "classics"
RULES = """
control: {begins: {red: ["0203"], blue: ["0803"]}}
points:
  towns:
    title: Towns
    side: red
    each: 2
    for: {controlled: {region: towns, side: red}}
    scored: every_turn
pools: {moves: {title: Moves, side: red, gain: {phase: red_movement, count: 3}, kept: never}}
sequence:
  phases:
    - {id: red_movement, kind: movement, side: red, spends: {pool: moves}}
    - {id: red_combat, kind: combat, side: red}
    - {id: blue_movement, kind: movement, side: blue}
    - {id: blue_combat, kind: combat, side: blue}
victory:
  - winner: red
    if:
      any:
        - occupied: {region: towns, side: red}
        - points: {side: red, at_least: 3}
        - steps_lost: {side: red}
  - {winner: blue}
"""


def played(tmp_path: Path, red: str) -> hexwar.Game:
    """A small game with red under a name."""
    return hexwar.load_game(folder(tmp_path, f"sides: {{red: {red}}}\n{RULES}", CLASSICS))


def told(game: hexwar.Game) -> str:
    """All that is told of it: of its victory before play, of a random game, and at its end."""
    state, draw = game.start(seed=3), Random(3)
    lines = [*map(str, goals(game.definition.resolve())), standing(state)]
    while not state.is_over:
        lines += [event.text for event in state.apply(state.sample_action(draw))]
    return "\n".join([*lines, state.verdict, standing(state)])


@pytest.mark.parametrize(
    ("red", "singular"),
    [
        ("{name: Zorvets}", False),
        ("{name: Zorvish, plural: true}", False),
        ("{name: Zorvis}", True),
        ("{name: Zorvets, plural: false}", True),
    ],
)
def test_verbs_agree_with_the_name_of_a_side(red: str, singular: bool, tmp_path: Path) -> None:
    name = red[7:].split(",", maxsplit=1)[0].rstrip("}")
    text = told(played(tmp_path, red))
    verbs = {*re.findall(rf"{name} (?:now )?([a-z]+)", text)} - {"or", "and"}
    one = {"wins", "occupies", "has", "controls", "scores", "gains", "spends", "loses"}
    many = {"win", "occupy", "have", "control", "score", "gain", "spend", "lose"}
    assert len(verbs) > 5
    assert verbs <= (one if singular else many)
    assert not re.search(rf"{name}[^.]* and {'have' if singular else 'has'} \d", text)


def test_a_resignation_agrees(tmp_path: Path) -> None:
    state = played(tmp_path, "{name: Zorvets}").start(seed=1)
    state.apply("resign")
    assert state.outcome.startswith("The Zorvets resign.")
    assert state.verdict == "Blue wins"


def test_the_name_itself_is_as_it_is_written(tmp_path: Path) -> None:
    game = played(tmp_path, "{name: Zorvets}")
    assert game.definition.resolve()[Sides].names["red"] == "Zorvets"


def test_phases_with_plural_titles_end_as_they_should(tmp_path: Path) -> None:
    marches = "{id: red_movement, title: Marches, kind: movement, side: red}"
    march = "{id: blue_movement, title: March, kind: movement, side: blue}"
    yaml = f"sequence: {{phases: [{marches}, {march}]}}"
    state = hexwar.load_game(folder(tmp_path, yaml, CLASSICS)).start(seed=1)
    texts = [event.text for _ in range(2) for event in state.apply("done")]
    assert {"Marches end.", "March ends."} < {*texts}
