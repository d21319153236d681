"""Steps of programs that are reached by scripted dice: the faces that bring a result are thrown.

    python -m tools.idle_words.scripted          # force the dice for each step that has a witness
    python -m tools.idle_words.scripted --told   # what the file says so far

Of a place in which the die chooses a program only one result gets the step, and all others stay as
they are. Two games, with and without it, are played alike. At each action all faces that may be
thrown are tried, in both: where they part, and not before, those faces reach the step.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

import hexwar
from hexwar.definition.diagnostics import DefinitionError
from hexwar.engine.dice import DiceExhaustedError
from hexwar.rules.state import State
from tools.idle_words.steps import FILE as STEPS_FILE
from tools.idle_words.steps import NOTHING, PLAYS, Site, Step, read, with_a_spare
from tools.idle_words.witnesses import FORGOTTEN, STEPS, Bench, Play, Subject, chosen, folders
from tools.idle_words.words import Tree

FILE = STEPS_FILE.with_name("scripted_steps.jsonl")
MOST_THROWS, MOST_RESULTS = 24, 6
"""So many throws of one action are tried, and so many results of a game."""
Faces = tuple[int, ...]


class Reached(NamedTuple):
    """The step of a place, in a game, that some faces reach: ``result`` is the one that brings it,
    empty where there is one program alone; ``action`` is what they are thrown for.
    """

    place: str
    key: str
    game: str
    result: str
    action: str
    faces: Sequence[int]


def reached(step: Step, bench: Bench, plays: Sequence[Play] = PLAYS) -> Reached | None:
    """The dice that bring a step which has a witness; ``None`` if none are met."""
    folder = next(folder for folder in folders() if folder.name == step.game)
    subject = Subject(folder, bench, step.beside)
    site = Site(step.place, subject, bench)
    for result in site.results()[:MOST_RESULTS]:
        for play in plays:
            tree = subject.stage(play)
            if tree is None:
                continue
            tree = with_a_spare(tree, step.value)
            trees = [
                site.said(tree, [*step.before, *value] or NOTHING, result)
                for value in ([], [step.value])
            ]
            games = [_game(tree, bench) for tree in trees]
            if None in games:
                continue
            for seed in play.seeds:
                stay = 0.8 if play.stage == "met" else 0.0
                without, with_it = (game.start(_first(game), seed=seed) for game in games if game)
                parted = _parted(without, with_it, Random(seed), stay)
                if parted is not None:
                    return Reached(step.place, step.key, step.game, result, *parted)
    return None


def _game(tree: Tree | None, bench: Bench) -> hexwar.Game | None:
    try:
        return None if tree is None else hexwar.load_game(bench.written(tree))
    except DefinitionError:
        return None


def _first(game: hexwar.Game) -> str:
    return next(iter(game.catalog.scenarios))


def _parted(without: State, with_it: State, luck: Random, stay: float) -> tuple[str, Faces] | None:
    """The action and the faces after which two games differ that were alike until then."""
    for _ in range(STEPS):
        legal = sorted({str(action) for action in without.legal_actions()})
        if without.is_over or legal != sorted({str(each) for each in with_it.legal_actions()}):
            return None
        action = chosen(legal, luck, stay)
        thrown = [*_thrown(without, action)]
        for faces in thrown:
            if _told(without, action, faces) != _told(with_it, action, faces):
                return action, faces
        faces = luck.choice(thrown)
        without.apply(action, dice=faces)
        with_it.apply(action, dice=faces)
    return None


def _thrown(state: State, action: str) -> Iterator[Faces]:
    """All that may be thrown for an action, or so much of it."""
    waiting: list[Faces] = [()]
    for _ in range(MOST_THROWS):
        if not waiting:
            break
        faces = waiting.pop()
        try:
            state.clone().apply(action, events=False, dice=faces)
        except DiceExhaustedError as more:
            waiting += [(*faces, *shown) for shown, _ in more.results()]
        else:
            yield faces


def _told(state: State, action: str, faces: Faces) -> str:
    """What comes of an action with these faces; more are ones, where a step throws dice itself."""
    while True:
        following = state.clone()
        try:
            events = [str(event) for event in following.apply(action, dice=faces)]
        except DiceExhaustedError as more:
            if not more.sides:
                return str(more)
            faces = (*faces, 1)
            continue
        legal = sorted(str(action) for action in following.legal_actions())
        position = {k: v for k, v in following.to_dict().items() if k not in FORGOTTEN}
        return repr((events, legal, position))


def known(file: Path = FILE) -> dict[tuple[str, str], Reached]:
    """What is reached so far, by place and step."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    each = [Reached(*json.loads(line)) for line in lines]
    return {(one.place, one.key): one for one in each}


def write(found: dict[tuple[str, str], Reached], file: Path = FILE) -> None:
    """Keep what was reached."""
    lines = (json.dumps(found[key], separators=(",", ":")) for key in sorted(found))
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the result is the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--told", action="store_true", help="only tell what was reached so far")
    asked = parser.parse_args(arguments)
    steps = {key: step for key, step in read().items() if step.fate == "witnessed"}
    found = {key: one for key, one in known().items() if key in steps}
    for key, step in sorted(steps.items()) if not asked.told else ():
        if key not in found:
            with TemporaryDirectory() as made:
                one = reached(step, Bench(Path(made)))
            if one is not None:
                found[key] = one
            print(f"{'not met' if one is None else one.faces} {step.place}: {step.key}", flush=True)
            write(found)
    dice = sum(bool(one.faces) for one in found.values())
    print(f"{len(found)} of {len(steps)} steps are reached by scripted dice, {dice} by a throw")
    return int(len(found) < len(steps))


if __name__ == "__main__":
    sys.exit(main())
