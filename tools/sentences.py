"""Every sentence that players read in random games, in one table, so that bad ones are seen.

Played are all scenarios of the named games with drawn actions. Gathered are prompts, goals with
their progress, outcomes, what is told, lines of choices, and refusals of things that somebody could
try. Units, hexes and numbers are left out of a sentence, so that each sentence stands there once,
with an example and how often it was read. What no sentence for players may hold (words of the
program, ids, doubled names) is marked.

    python tools/sentences.py                                # all shipped games, 20 games each
    python tools/sentences.py orva_front --games 200         # more of one game
    python tools/sentences.py --kind refusal --marked        # only refusals that are marked

Ctrl-C prints what was read so far.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from random import Random

import hexwar
from hexwar.engine.notation import verbs
from hexwar.playtest.playing import settings_of
from hexwar.rules.language.wording import titles
from hexwar.rules.victory.telling import goals_now
from tools.fuzz_play import shipped

KINDS = ("prompt", "goal", "outcome", "told", "choice", "refusal")
MOST_DECISIONS = 5_000
TRIED = 6
"""So many things that somebody could try are tried at each decision."""
CHOICES = 5
"""So many listed choices are read at one decision of :data:`LOOK_EVERY`."""
LOOK_EVERY = 5

_SHAPES = (
    (re.compile(r"UNIT(?:(?:,? and |, |\+| )UNIT)*"), "UNIT"),
    (re.compile(r"HEX(?:(?:,? and |, |-|/)HEX)*"), "HEX"),
    (re.compile(r"[\d½¼¾/]+(?:(?: and |, | to |:|-| )[\d½¼¾/]+)*"), "N"),
    (re.compile(r"(.* is not possible now) \(.*"), r"\1"),
)
"""What is alike in many sentences, and what stands for it."""
_KINDS = {kind: kind.upper() for kind in ("region", "phase", "state", "exit", "group", "effect")}

NEVER = {
    "a word of the program": re.compile(r"greedy|\bNone\b|\bTrue\b|\bFalse\b|Fraction|\bnull\b"),
    "an id": re.compile(r"\w_\w"),
    "a sign of the program": re.compile(r"[{}\[\]<>|]|'\w+'="),
    "a word twice": re.compile(r"\b(?!UNIT|HEX)([^\W\d]{2,}),? (?i:\1)\b"),
    "a name twice": re.compile(r"\b([A-Z]\w+(?: \w+)+), \1\b"),
    "one of several": re.compile(
        r"(?<![\d./-])\b1 (?:hexes|units|steps|points|turns|figures|dice)"
    ),
    "odd spaces or points": re.compile(r"  |\.\.|,,| [,.;:]|\( | \)|^\s|\s$"),
}
"""What no sentence for players holds, by what is wrong with it."""


@dataclass(slots=True)
class Sentence:
    """A sentence without its units, hexes and numbers: how often it was read, and where first."""

    kind: str
    example: str
    games: list[str] = field(default_factory=list)
    count: int = 0

    @property
    def marks(self) -> list[str]:
        """What is wrong with it, as far as a program can tell."""
        found = [wrong for wrong, pattern in NEVER.items() if pattern.search(self.example)]
        if self.kind in ("prompt", "told", "refusal", "outcome"):
            words = self.example
            if words[:1].islower():
                found.append("begins small")
            if words and words[-1] not in ".!?:)”":
                found.append("has no end")
        return found


class Table:
    """Sentences by kind and shape."""

    def __init__(self) -> None:
        self.sentences: dict[tuple[str, str], Sentence] = {}

    def read(self, kind: str, sentence: str, game: str, shape: str) -> None:
        """Count a sentence."""
        found = self.sentences.setdefault((kind, shape), Sentence(kind, sentence))
        found.count += 1
        if game not in found.games:
            found.games.append(game)

    def marked(self) -> list[Sentence]:
        """The sentences with something wrong in them."""
        return [sentence for sentence in self.sentences.values() if sentence.marks]

    def lines(self, kinds: Sequence[str] = KINDS, *, marked: bool = False) -> Iterator[str]:
        """The table, most frequent first within each kind."""
        yield from ("| kind | read | game | sentence | marks |", "|---|---|---|---|---|")
        for kind in kinds:
            of = [one for one in self.sentences.values() if one.kind == kind]
            for one in sorted(of, key=lambda one: (-one.count, one.example)):
                if one.marks or not marked:
                    where = ", ".join(one.games)
                    marks = ", ".join(one.marks)
                    yield f"| {kind} | {one.count} | {where} | {one.example} | {marks} |"


class Reader:
    """Plays one setting and reads everything."""

    def __init__(self, table: Table, game: hexwar.Game) -> None:
        self._table, self._game = table, game
        self._name = game.catalog.header.id
        names = {*game.units, *(unit.name for unit in game.units.values())} - {""}
        self._units = re.compile(rf"(?<!\w)(?:{_any(names)})(?!\w)")
        self._hexes = re.compile(rf"(?<!\w)(?:{_any(game.map.numbers)})(?!\w)")
        found = {
            title: kind.partition(" ")[0]
            for scenario in game.catalog.scenarios
            for kind, title in titles(game.start(scenario, seed=0).resolved).items()
        }
        self._titles = {title: _KINDS.get(kind, "SIDE") for title, kind in found.items() if title}
        self._named = re.compile(rf"(?<!\w)(?:{_any(self._titles)})(?!\w)")

    def play(self, scenario: str, options: Sequence[str], seed: str) -> None:
        """Read one game."""
        random, trying = Random(seed), Random(f"{seed} trying")
        state = self._game.start(scenario, options, seed=seed)
        words = [*state.frame.registry.used(state.resolved), "pass", "done"]
        self._read("told", *map(str, state.events or []))
        for number in range(MOST_DECISIONS):
            if state.is_over:
                break
            self._look(state, number, words, trying)
            self._read("told", *map(str, state.apply(state.sample_action(random))))
        self._read("goal", *map(str, goals_now(state)))
        self._read("outcome", str(state.outcome))

    def _look(self, state: hexwar.State, number: int, words: Sequence[str], random: Random) -> None:
        decision = state.decision
        self._read("prompt", decision.prompt if decision else "")
        if number % LOOK_EVERY == 0:
            self._read("goal", *(f"{goal} ({goal.needs})" for goal in goals_now(state)))
            listed = list(islice(state.choices((), ""), CHOICES))
            self._read("choice", *(choice.label for choice in listed))
        for _ in range(TRIED):
            with suppress(ValueError):
                line, name = imagined(self._game, state, words, random)
                violation = state.explain(line)
                if violation is not None:  # what was typed is said again: that is not ours
                    typed = _any({name or line, *re.findall(r"\w+_\w+", line)})
                    said = re.sub(rf"(?<!\w)(?:{typed})(?!\w)", "NAME", violation.message)
                    self._read("refusal", said)

    def _read(self, kind: str, *sentences: str) -> None:
        for sentence in sentences:
            shape = self._hexes.sub("HEX", self._units.sub("UNIT", sentence))
            shape = self._named.sub(lambda found: self._titles[found[0]], shape)
            for pattern, word in _SHAPES:
                shape = pattern.sub(word, shape)
            self._table.read(kind, sentence, self._name, shape)


def _any(words: Iterable[str]) -> str:
    """A pattern of any of these words, the longest first."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True))) or "(?!)"


def imagined(
    game: hexwar.Game, state: hexwar.State, words: Sequence[str], random: Random
) -> tuple[str, str]:
    """Something that somebody could try, in notation: mostly with units on the map, near them.

    Beside the line stands the name in it of what is neither a unit nor a hex; empty for none.
    """
    said = verbs()
    word = random.choice(words)
    if random.random() < 0.5:
        word = state.sample_action(random).verb
    shape = said[word].shape
    concerned = state.decision.units if state.decision else ()
    on_map = [unit for unit in state.frame.unit_ids if state.position(unit)]
    own = [unit for unit in concerned if unit in on_map] or on_map
    pool = random.choice([own, own, on_map, list(state.frame.unit_ids)]) or list(game.units)
    unit = random.choice(pool)
    where = state.position(unit)
    mates = [mate for mate in on_map if mate != unit and state.position(mate) == where]
    near = list(game.map.neighbors(where)) if where in game.map.numbers else []
    held = [place for other in on_map if (place := state.position(other)) in game.map.numbers]
    places = random.choice([near, near, held, list(game.map.numbers)]) or list(game.map.numbers)
    names = [*concerned, *_names(state), str(random.randint(0, 3))]
    units = (unit, *mates[: random.randrange(2)])[: shape.most_units or 2] if shape.names[0] else ()
    hexes = (random.choice(places),) if shape.names[1] else ()
    name = random.choice(names) if shape.names[2] or random.random() < 0.1 else ""
    return f"{word} {shape.write((units, hexes, name))}".strip(), name


def _names(state: hexwar.State) -> list[str]:
    """What actions can name beside units and hexes."""
    game, found = state.resolved, state.frame.registry.titles
    return [id_ for of in found.values() for id_ in of(game)]


def read(games: Sequence[str], count: int, table: Table, seed: str = "1") -> None:
    """Read so many games of each named game, its settings in turn."""
    for name in games:
        game = hexwar.load_game(name)
        settings = settings_of(name)
        reader = Reader(table, game)
        for number in range(count):
            setting = settings[number % len(settings)]
            reader.play(setting.scenario, setting.options, f"{seed}:{number}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the result is the exit code: 1 if a sentence is marked."""
    parser = argparse.ArgumentParser(description="Print every sentence of random games.")
    parser.add_argument("game", nargs="*", help="a name or a folder (default: all shipped games)")
    parser.add_argument("--games", type=int, default=20, help="games of each named game")
    parser.add_argument("--seed", default="1", help="another seed, other games")
    parser.add_argument("--kind", choices=KINDS, action="append", help="only these sentences")
    parser.add_argument("--marked", action="store_true", help="only what is wrong")
    chosen = parser.parse_args(arguments)
    table = Table()
    with suppress(KeyboardInterrupt):
        read(chosen.game or shipped(), chosen.games, table, chosen.seed)
    print("\n".join(table.lines(chosen.kind or KINDS, marked=chosen.marked)))
    return int(bool(table.marked()))


if __name__ == "__main__":
    sys.exit(main())
