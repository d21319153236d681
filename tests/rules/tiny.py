"""The tiny games of ``tests/games``: one mechanism each, small enough to work out by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import hexwar
from hexwar.definition.building import read_value
from hexwar.definition.choices import applies
from hexwar.definition.diagnostics import Findings
from hexwar.definition.forms import Form
from hexwar.definition.shapes import form_shape
from hexwar.definition.source import parse, read_bytes
from hexwar.rules.game import Game
from hexwar.rules.state import State
from tests.conformance.scs.variant import variant

FOLDER = Path(__file__).resolve().parent.parent / "games"
NAMES = tuple(sorted(path.parent.name for path in FOLDER.glob("*/game.yaml")))


@cache
def tiny(name: str) -> Game:
    """A tiny game, loaded once."""
    return hexwar.load_game(FOLDER / name)


def varied(path: Path, yaml: str, name: str) -> Game:
    """A tiny game with this YAML added, in a folder of its own beside the meadow."""
    copytree(FOLDER / "meadow", path / "meadow")
    return variant(path, yaml, FOLDER / name)


def read(form: type[Form], yaml: str) -> Any:
    """What a part of a game says, made by its form."""
    findings = Findings()
    file = read_bytes(Path("said"), yaml.encode(), findings)
    node = parse(file, findings) if file else None
    assert node is not None
    verdict = read_value(form_shape(form), node)
    assert not verdict.flaws
    return verdict.value


def place(
    name: str,
    setup: Mapping[str, str],
    phase: str,
    options: str = "",
    *,
    dice: Iterable[int] = (),
    turn: int = 1,
) -> State:
    """A position of a tiny game with these units only; ``options`` are separated by blanks."""
    return tiny(name).start(None, options.split(), setup=setup, phase=phase, dice=dice, turn=turn)


def listed(state: State, verb: str = "") -> list[str]:
    """The legal actions in notation, all of them or those of one verb."""
    lines = [str(action) for action in state.legal_actions()]
    return [line for line in lines if line.split()[0] == verb or not verb]


def prices(state: State, unit: str) -> dict[str, str]:
    """The hexes that a unit can move to, with their cost in movement points."""
    return {number: str(there.cost) for number, there in state.reach(unit).items()}


def told(state: State, line: str) -> list[str]:
    """The kinds of event that an action brings about, without those of phases."""
    events = state.apply(line)
    return [e.kind for e in events if e.kind not in ("phase_begins", "phase_ends", "game_over")]


@dataclass(frozen=True)
class Setting:
    """A scenario of a tiny game with one of its options, or none."""

    game: str
    scenario: str
    options: tuple[str, ...]

    def __str__(self) -> str:
        return " + ".join((self.game, self.scenario, *self.options))

    def start(self, seed: int) -> State:
        """A new game."""
        return tiny(self.game).start(self.scenario, self.options, seed)


def settings() -> Iterator[Setting]:
    """Every scenario of every tiny game, with each option by itself."""
    for name in NAMES:
        catalog = tiny(name).catalog
        for scenario in catalog.scenarios.values():
            yield Setting(name, scenario.id, ())
            for option in catalog.options.values():
                if applies(option, scenario.variant):
                    yield Setting(name, scenario.id, (option.id,))


def play(state: State, random: Random, decisions: int = 2_000) -> list[str]:
    """Play so many random actions, or to the end; answers with them in notation."""
    lines: list[str] = []
    while not state.is_over and len(lines) < decisions:
        action = state.sample_action(random)
        if action.verb == "done" and random.random() < 0.6:
            action = state.sample_action(random)
        state.apply(action)
        lines.append(str(action))
    return lines
