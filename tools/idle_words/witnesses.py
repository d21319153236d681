"""Whether a word does anything: small games are played with it and without it, in the same way.

What is compared is all that a player meets: legal actions, what is foretold of a battle, before
and while it is answered, events and positions. At random, and seldom done before something else was
tried, so that battles come soon.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple

import yaml

import hexwar
from hexwar.definition.diagnostics import DefinitionError, Findings
from hexwar.definition.loading import GameFolder
from hexwar.rules.state import State
from tools.idle_words.ledger import Trial
from tools.idle_words.places import BASE, Place, met, neutral, staged
from tools.idle_words.words import Names, Tree, Word, merged, names_in, plain

APART = ("extends", "rulebook", "notes", "lessons", "abstract", "ignore", "sheet", "draft")
"""What a game is written to a folder of its own without."""
FORETOLD = ("attack", "overrun", "fire", "bombard")
MOST_FORETOLD = 5
CLOSING = ("done", "pass", "resign", "end")
FORGOTTEN = ("effects", "options", "edition", "game", "outcome")
"""What of a position tells the place of a patch and nothing that happens."""


ROOT = Path(__file__).resolve().parent.parent.parent
MADE = Path(__file__).resolve().parent / "games"
"""The games that were made for words of which the others show nothing."""
CORPUS = ("tests/games", "tests/games/classics", "games", "tools/idle_words/games")


def folders() -> Iterator[Path]:
    """The games in which words are tried."""
    for room in CORPUS:
        yield from sorted(path.parent for path in (ROOT / room).glob("*/game.yaml"))


class Play(NamedTuple):
    """How a game is played: as it is, *staged* for battles, or with enemies that have met; with
    which seeds."""

    stage: Literal["none", "staged", "met"]
    seeds: Sequence[int]
    number: int = 0
    """Where the enemies have met."""


STEPS = 60
PLAIN = (Play("none", range(2)),)
BATTLES = (
    *PLAIN,
    Play("staged", range(2)),
    Play("none", range(2, 12)),
    *(Play("met", range(3), number) for number in range(4)),
    Play("staged", range(2, 14)),
    *(Play("met", range(3, 7), number) for number in range(4, 16)),
)
"""What befalls few battles wants many of them; that takes long, and only what was not met."""


class _Plain(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):  # type: ignore[misc]
    """Writes each value out, however often it stands there."""

    def ignore_aliases(self, data: object) -> bool:
        return True


class Bench:
    """A folder in which changed games are written and played."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "game"

    def written(self, tree: Tree) -> Path:
        """The folder of a game, instead of the one before."""
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir(parents=True)
        text = yaml.dump(tree, Dumper=_Plain, sort_keys=False, allow_unicode=True)
        (self._folder / "game.yaml").write_text(text, encoding="utf-8")
        return self._folder

    def course(self, tree: Tree, options: Sequence[str], play: Play) -> Iterator[str]:
        """What happens in some games, step by step."""
        game = hexwar.load_game(self.written(tree))
        scenario = next(iter(game.catalog.scenarios))
        stay = 0.8 if play.stage == "met" else 0.0
        for seed in play.seeds:
            yield from _played(game.start(scenario, options, seed), Random(seed), stay)

    def same(self, tree: Tree, options: Sequence[str], play: Play, before: Sequence[str]) -> bool:
        """Whether in a game all happens as before. The first difference is enough."""
        length = 0
        for step in self.course(tree, options, play):
            if length == len(before) or before[length] != step:
                return False
            length += 1
        return length == len(before)

    def findings(self, tree: Tree) -> set[tuple[str, str]]:
        """What `check` says of a game: code and message."""
        return {(found.code, found.message) for found in hexwar.check(self.written(tree))}


def _played(state: State, luck: Random, stay: float) -> Iterator[str]:
    """What happens in a game; ``stay``: how often nobody moves who might."""
    for _ in range(STEPS):
        if state.is_over:
            break
        legal = sorted({str(action) for action in state.legal_actions()})
        action = chosen(legal, luck, stay)
        fights = [each for each in legal if each.split()[0] in FORETOLD]
        asked = fights[:: max(1, len(fights) // MOST_FORETOLD)]
        foretold = [repr(state.preview(each)) for each in asked] + [repr(state.impending())]
        events = [str(event) for event in state.apply(action)]
        position = {k: v for k, v in state.to_dict().items() if k not in FORGOTTEN}
        told = repr((legal, action, foretold, events, position))
        yield hashlib.md5(told.encode(), usedforsecurity=False).hexdigest()
    yield repr((state.winner, state.turn))


def chosen(legal: Sequence[str], luck: Random, stay: float) -> str:
    """An action: of each kind as often, and the end of a phase only now and then."""
    verbs = sorted({action.split()[0] for action in legal})
    doing = [verb for verb in verbs if verb not in CLOSING]
    if stay and luck.random() < stay:
        doing = [verb for verb in doing if verb != "move"]
        verbs = [verb for verb in verbs if verb != "move"] or verbs
    verb = luck.choice(doing if doing and luck.random() < 0.85 else verbs)
    if verb == "resign" and len(verbs) > 1:
        verb = luck.choice([other for other in verbs if other != "resign"])
    return luck.choice([action for action in legal if action.split()[0] == verb])


class Subject:
    """One game, in which words are tried: as it is, and as it is staged for battles.

    ``beside``: what it says besides, for a witness that was written by hand. Then it is played in
    all ways that there are, in whatever place a word is tried.
    """

    def __init__(self, folder: Path, bench: Bench, beside: Tree | None = None) -> None:
        self.folder, self._bench, self._beside = folder, bench, beside
        whole = merged(plain(GameFolder(folder, Findings()).root), beside or {})
        said = {key: value for key, value in whole.items() if value is not None}
        self.tree: Tree = {key: value for key, value in said.items() if key not in APART}
        self._before: dict[tuple[str, Play], list[str] | None] = {}
        self._stages: dict[tuple[str, int], Tree | None] = {}
        self._found: dict[str, set[tuple[str, str]]] = {}

    def stage(self, play: Play) -> Tree | None:
        """The game as a play begins it; ``None``: it can not."""
        if play.stage == "none":
            return self.tree
        key = play.stage, play.number
        if key not in self._stages:
            after = staged(self.tree)
            if play.stage == "met":
                game = hexwar.load_game(self._bench.written(self.tree))
                after = met(after or self.tree, game, Random(play.number))
            self._stages[key] = after
        return self._stages[key]

    @cached_property
    def names(self) -> Names:
        """What it calls its things."""
        return names_in(self.tree, hexwar.load_game(self._bench.written(self.tree)))

    def _course(self, place: Place, play: Play) -> list[str] | None:
        """What happens while nothing is said in a place; ``None`` where there is no such place."""
        key = place.name, play
        if key not in self._before:
            game = self.stage(play)
            tree = None if game is None else neutral(place, game)
            course: list[str] | None = None
            if tree is not None:
                with suppress(DefinitionError):
                    course = [*self._bench.course(tree, place.options, play)]
            self._before[key] = course
        return self._before[key]

    def tried(self, word: Word, place: Place, *, lives: bool = False) -> Trial | None:
        """What comes of a word in a place; ``None`` where the game has no such place.

        ``lives``: it changes the game without a patch. One that does not is not played in one.
        """
        tree = place.lay(self.tree, word.patch)
        if tree is None or self._course(place, PLAIN[0]) is None:
            return None
        name = self.folder.name
        trial = Trial(word.path, place.name, "witnessed", name, word.patch, (), self._beside)
        try:
            if not lives and place is not BASE:
                # It may be refused there all the same; what else is found of it is not asked.
                hexwar.load_game(self._bench.written(tree))
                return trial._replace(fate="unmet")
            if self.is_witness(word, place):
                return trial
        except DefinitionError as error:
            codes = tuple(sorted({found.code for found in error.diagnostics}))
            return trial._replace(fate="refused", codes=codes)
        if place.name not in self._found:
            self._found[place.name] = self._bench.findings(neutral(place, self.tree))
        found = self._bench.findings(tree) - self._found[place.name]
        if found:
            return trial._replace(fate="found", codes=tuple(sorted({code for code, _ in found})))
        return trial._replace(fate="silent" if lives else "unmet")

    def is_witness(self, word: Word, place: Place) -> bool:
        """Whether the game goes otherwise with a word in a place."""
        for play in PLAIN if self._beside is None and not place.of_battles else BATTLES:
            before = self._course(place, play)
            game = self.stage(play)
            tree = None if game is None else place.lay(game, word.patch)
            if before is None or tree is None:
                continue
            if not self._bench.same(tree, place.options, play, before):
                return True
        return False
