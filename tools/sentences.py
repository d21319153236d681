"""Every sentence that players read of a game, in one table, so that bad ones are seen.

Played are all scenarios of the named games with drawn actions. Gathered are prompts, goals with
their progress, outcomes, what is told, lines of choices, refusals of things that somebody could
try, battles before their dice, hexes and units as the panel tells them, and hints; and what is read
without playing: charts, printed aids and cards, the key of the map, rules, lessons, briefings.
Units, hexes and numbers are left out of a sentence, so that each sentence stands there once, with
an example and how often it was read. What no sentence for players may hold (words of the program or
of the format, ids, doubled names, plurals that nobody wrote) is marked.

    python -m tools.sentences                                # all shipped games, 20 games each
    python -m tools.sentences orva_front --games 200         # more of one game
    python -m tools.sentences --kind refusal --marked        # only refusals that are marked

Ctrl-C prints what was read so far. The last line says how many sentences were read and marked.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from random import Random

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import hexwar
from hexwar.charts.blocks import Block, Cells, Heading, Labelled, Prose
from hexwar.charts.pages import charts
from hexwar.cli.text.answers import odds, rule_text
from hexwar.definition.grammar import in_prose
from hexwar.definition.model import Catalog, ResolvedGame
from hexwar.engine.notation import ActionParts, verbs
from hexwar.players.advice import advise, chances, in_a_sentence
from hexwar.playtest.playing import settings_of
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.wording import in_words, plural, titles, unmarked
from hexwar.rules.lessons.section import lessons_of
from hexwar.rules.sides.section import Sides
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.units.section import Units
from hexwar.rules.victory.telling import goals_now, standing
from hexwar.viewer.panels.place import describe_hex, steps_in_words
from hexwar.viewer.printed_map.lying_view import samples
from hexwar.viewer.printing.booklet import aid_leaves
from hexwar.viewer.printing.cards import card_leaves
from hexwar.viewer.printing.leaves import PAPERS, Leaf, Letters
from tools.fuzz_play import shipped

PLAYED = ("prompt", "goal", "outcome", "told", "choice", "refusal", "preview", "place", "hint")
PRINTED = ("chart", "aid", "legend", "rule", "lesson", "briefing")
KINDS = (*PLAYED, *PRINTED)
MOST_DECISIONS = 5_000
TRIED = 6
"""So many things that somebody could try are tried at each decision."""
CHOICES = 5
"""So many listed choices are read at one decision of :data:`LOOK_EVERY`."""
LOOK_EVERY = 5
HINTS = 2
"""So many hints are read of a game, each of so few trials that it is soon thought over."""
TRIALS = 4
COUNTER = 15.0
"""Millimetres of a printed counter."""

_SHAPES = (
    (re.compile(r"UNIT(?:(?:,? and |, |\+| )UNIT)*"), "UNIT"),
    (re.compile(r"HEX(?:(?:,? and |, |-|/)HEX)*"), "HEX"),
    (re.compile(r"[\d½¼¾/]+(?:(?: and |, | to |:|-| )[\d½¼¾/]+)*"), "N"),
    (re.compile(r"(.* is not possible now) \(.*"), r"\1"),
)
"""What is alike in many sentences, and what stands for it."""
_KINDS = {kind: kind.upper() for kind in ("region", "phase", "state", "exit", "group", "effect")}

_COUNTED = "hex|unit|step|point|turn|figure|card|hit|success|marker|chit|time|column|phase|ship"
NEVER = {
    "a word of the program": re.compile(
        r"greedy|\bNone\b(?! [a-z])|\bTrue\b|\bFalse\b|Fraction|\bnull\b"
    ),
    "an id": re.compile(r"\w_\w"),
    "a sign of the program": re.compile(r"[{}<>|](?!\d* %)|\[(?!\d)|'\w+'="),
    "a word of the format": re.compile(
        r"\b(?:title|id|kind) [\w-]+,|\b(?:add|multiply|count|divide) (?:-?\d+[,;.)]|none)"
        r"|, [\w ]+ (?:yes|no)(?=[,.;)]|$)|: at (?:begin|end)\b"
        r"|^[A-Z][\w ,]*: (?:yes|no|allowed|forbidden|required|not needed)(?: \(rule|\.)"
    ),
    "a mark of Markdown": re.compile(r"(?<!\w)\*\w|\w\*(?!\w)|`|\]\("),
    "units as a key": re.compile(
        r"\bnot [\w ]+ only\b|^Only: |\bunits [^:]*: \w+\.$|\(not (?!yet)"
    ),
    "a word twice": re.compile(r"\b(?!UNIT|HEX)([^\W\d]{2,}),? (?i:\1)\b"),
    "a name twice": re.compile(r"\b([A-Z]\w+(?: \w+)+), \1\b"),
    "the same of each": re.compile(
        r"(\b\w+ \w+ \w+) \w+ or \1 \w+|\b(\S*\d\S*),? (?:then|reduced) \2(?!\S)"
    ),
    "one of several": re.compile(
        rf"(?<![\d./-])\b1 (?:more |own )?(?:(?:{_COUNTED})(?:es|s)|dice)\b"
    ),
    "several of one": re.compile(rf"(?<![\w.:/-])(?:[2-9]|[1-9]\d+) (?:{_COUNTED})\b(?!-| of the)"),
    "hexes of things": re.compile(r"\bhexes of (?!the )[a-z]+s\b"),
    "what bars the ground": re.compile(r"\w+(?<!that) may not be (?:entered|crossed)"),
    "a verb of one": re.compile(
        r"(?<!of the )\b[\w']*(?:gun|draw|replacement|casualtie|order)s(?: \w+)? ends\b"
    ),
    "fewer than what": re.compile(r"\b[Ww]ith (?:fewer|less),"),
    "ground by two names": re.compile(r"^[A-Z][\w ]+, as \w+:"),
    "odd spaces or points": re.compile(r"  |\.\.|,,| [,.;:]|\( | \)|^\s|\s$"),
}
"""What no sentence for players holds, by what is wrong with it."""


_FINITE = "wins?|has|have|is|are|plays?|draws?|scores?|holds?|controls?|chooses?|begins?|receives?"
_BEFORE = "and|by|for|from|of|play|plays|than|to|with"
"""Verbs behind the name of a side, and words before it, that show that it stands in a sentence."""


class Known:
    """What can be wrong in the words of one game: its ids, and plurals that its author never wrote.

    An id is a word as good as another where the author uses it in his titles, rules or lessons.
    """

    def __init__(self, game: ResolvedGame, catalog: Catalog) -> None:
        words = " ".join(_written(game, catalog)).lower()
        self._written = set(re.findall(r"[^\W\d_]+", words))
        names = {key.partition(" ")[2] for key in titles(game) if " " in key}
        ids = {in_words(name) for name in names if name and not name.startswith("hex")}
        strange = {name for name in ids if not {*name.lower().split()} <= self._written}
        self.ids = re.compile(rf"(?<![\w'])(?:{_any(strange)})(?![\w'])")
        combat = game.section(Combat)
        effects = combat.faces.does.values() if combat is not None and combat.faces else ()
        unsaid = {plural(effect.title.lower()) for effect in effects if not effect.plural}
        unsaid = {words for words in unsaid if not {*words.split()} <= self._written}
        self.plurals = re.compile(rf"\d (?:{_any(unsaid)})\b")
        bare = _any({side.name for side in game[Sides].all if in_prose(side.name) != side.name})
        self.bare = re.compile(
            rf"^(?:{bare}) (?:{_FINITE})\b(?! ends?\b)|\b(?:{_BEFORE}) (?:{bare})(?=[,.;:)]|$)"
        )

    def marks(self, sentence: str, kind: str) -> Iterator[str]:
        """What is wrong with a sentence in this game; of printed aids, lines are read."""
        if self.ids.search(sentence):
            yield "a bare id"
        if self.plurals.search(sentence):
            yield "a plural that nobody wrote"
        if kind != "aid" and self.bare.search(sentence):
            yield "a side without its article"


def _written(game: ResolvedGame, catalog: Catalog) -> Iterator[str]:
    """All that the author wrote for people."""
    yield from titles(game).values()
    yield from (f"{heading} {text}" for heading, text in game.rulebook.rules.values())
    yield from (game.header.summary, game.scenario.summary, game.scenario.title)
    yield from (f"{unit.name} {unit.type.title}" for unit in game[Units].counters.values())
    yield from (trait for unit in game[Units].counters.values() for trait in unit.traits)
    yield from (kind.title for kind in game[Terrain].hexes.values())
    for lesson in lessons_of(catalog).values():
        yield from (f"{step.text} {step.hint}" for step in lesson.steps)


@dataclass(slots=True)
class Sentence:
    """A sentence without its units, hexes and numbers: how often it was read, and where first."""

    kind: str
    example: str
    games: list[str] = field(default_factory=list)
    count: int = 0
    known: Known | None = None

    @property
    def marks(self) -> list[str]:
        """What is wrong with it, as far as a program can tell."""
        found = [wrong for wrong, pattern in NEVER.items() if pattern.search(self.example)]
        found += self.known.marks(self.example, self.kind) if self.known is not None else []
        if self.kind == "place" and self.example in ("Place", "Objective"):
            found.append("a bare sign")  # in the legend the same word is the key to it
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

    def read(
        self, kind: str, sentence: str, game: str, shape: str, known: Known | None = None
    ) -> None:
        """Count a sentence."""
        found = self.sentences.setdefault((kind, shape), Sentence(kind, sentence, known=known))
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
        self._known: Known | None = None

    def look_up(self, scenario: str, options: Sequence[str]) -> None:
        """Read what can be read of a setting without playing it."""
        state, catalog = self._game.start(scenario, options, seed=0), self._game.catalog
        game = state.resolved
        self._known = Known(game, catalog)
        for title, page in charts(game):
            self._read("chart", title, *(text for block in page for text in _texts(block)))
        for leaves in (aid_leaves(game, PAPERS["a4"], COUNTER), card_leaves(game, PAPERS["a4"])):
            self._read("aid", *(text for leaf in leaves for text in _lines(leaf)))
        terrain = game[Terrain]
        kinds = (terrain.hexes, terrain.hexsides, terrain.paths, terrain.features)
        self._read("legend", *(kind.title for of in kinds for kind in of.values()))
        self._read("legend", *(sample.title for sample in samples(game)))
        rules = dict(game.rulebook.rules)
        self._read("rule", *(line for number in rules for line in rule_text(rules, number)))
        self._read("briefing", game.header.summary, game.scenario.summary, standing(state))
        for lesson in lessons_of(catalog).values():
            self._read("lesson", lesson.title, lesson.summary)
            for step in lesson.steps:
                self._read("lesson", *(unmarked(text) for text in (step.text, step.hint)))
        for number in game.map.numbers:
            self._read("place", *describe_hex(state, number))
        for unit in game[Units].counters.values():
            for lost in range(len(unit.steps)):
                self._read("place", *steps_in_words(unit, game, lost), *unit.values_in_words)

    def play(self, scenario: str, options: Sequence[str], seed: str) -> None:
        """Read one game."""
        random, trying = Random(seed), Random(f"{seed} trying")
        state = self._game.start(scenario, options, seed=seed)
        words = [*state.frame.registry.used(state.resolved), "pass", "done"]
        self._read("told", *map(str, state.events or []))
        thought_at = {trying.randrange(60) for _ in range(HINTS)}
        for number in range(MOST_DECISIONS):
            if state.is_over:
                break
            self._look(state, number, words, trying)
            if number in thought_at:
                self._read("hint", *_hint(state, Random(f"{seed} hint")))
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
            for action in islice((a for a in state.listed() if _is_foreseen(a, state)), CHOICES):
                with suppress(ValueError):  # such as a card in answer to what is no attack
                    lines = list(odds(state, state.preview(action)))
                    self._read("preview", *map(str.strip, lines))
            for unit in state.frame.unit_ids:
                self._read("place", *(status.text for status in state.status(unit)))
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
            self._table.read(kind, sentence, self._name, shape, self._known)


def _texts(block: Block) -> Iterator[str]:
    """What stands in a block of a chart."""
    if isinstance(block, Heading | Prose):
        yield block.text
    elif isinstance(block, Labelled):
        yield f"{block.label} {block.text}"
    elif isinstance(block, Cells):
        yield from filter(None, (cell for row in block.rows for cell in row))


def _lines(leaf: Leaf) -> Iterator[str]:
    """The lines of a leaf as they are printed."""
    yield from (item.text for item in leaf.items if isinstance(item, Letters))


def _is_foreseen(action: hexwar.Action, state: hexwar.State) -> bool:
    return action.verb in state.frame.registry.previews


def _hint(state: hexwar.State, random: Random) -> Iterator[str]:
    """What the computer proposes, and what it says for and against it."""
    advice = advise(state, random, rollouts=TRIALS)
    yield from (in_a_sentence(advice.actions, state), chances(advice))
    yield from (*advice.expects, *advice.fears)


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
    units = (unit, *mates[: random.randrange(2)])[: shape.most_units or 2] if shape.units else ()
    hexes = (random.choice(places),) if shape.hexes else ()
    name = random.choice(names) if shape.name or random.random() < 0.1 else ""
    return f"{word} {shape.write(ActionParts(units, hexes, name))}".strip(), name


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
        for setting in settings[: max(1, count)]:
            reader.look_up(setting.scenario, setting.options)
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
    print(f"{len(table.sentences)} sentences read, {len(table.marked())} of them marked.")
    return int(bool(table.marked()))


if __name__ == "__main__":
    sys.exit(main())
