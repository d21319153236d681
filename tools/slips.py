"""Make slips of an author's in the shipped games, and count those that ``hexwar check`` finds.

    python tools/slips.py                        # 300 slips of every shipped game
    python tools/slips.py tamrat -n 100 --seed 2
    python tools/slips.py tamrat --survivors     # with every slip that is not found where it is

A slip is one change of one place in one file: a key, an id or a word misspelt, a name or a hex that
is nowhere, a value of another type or out of every range, a key twice, an item twice, a range or a
throw turned round, a value emptied, an entry left out. Texts that players read and numbers of rules
are left alone, and so are lessons: they enforce nothing.

A number that is as plausible as the one before is no slip that any check could find, and is not
made. A slip after which all scenarios, with all options, have the same rules changes nothing and
is not counted, nor is another id that nobody names. Nor is the leaving out of an entry that may be
left out: what remains is a game that somebody may want. A slip is found if a finding, or a place
that a finding names beside it, touches the entry in which something was changed (of what is left
out, what it stood in), or, of an id that is defined there or was, if a finding names it; it is
missed if there is no finding, or if all of them stand elsewhere.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import hexwar
from hexwar.definition.choices import every_selection
from hexwar.definition.diagnostics import DefinitionError, Diagnostic, Findings, Span
from hexwar.definition.loading import Definition, GameFolder, load
from hexwar.definition.source import parse, read_bytes
from hexwar.definition.tree import (
    MappingEntry,
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    raw_plain,
)
from tools.schemas import read

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "games"

UNENFORCED = {
    *("title", "summary", "goal", "because", "text", "name", "names", "authors", "license"),
    *("version", "notes", "rulebook", "cite", "color", "symbol", "short", "lessons", "labels"),
    *("id", "sheet", "headings", "titles", "pattern"),
}
"""Keys under which stands what players read, what a counter looks like, or where a rule is."""

NUMBER = re.compile(r"-?\d+(\.\d+)?")
HEX = re.compile(r"\d{4}")
RANGE = re.compile(r"(\d+)\.\.(\d+)")
THROW = re.compile(r"\d+d\d+")

Point = tuple[int, int]
"""A line and a column, from 0."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A changed file: ``text`` is all of it; ``start`` to ``end`` is what was changed in it."""

    kind: str
    file: str
    where: str
    was: str
    text: str
    start: Point
    end: Point
    renamed: str = ""

    def __str__(self) -> str:
        return f"{self.kind:10} {self.file}:{self.start[0] + 1}:{self.start[1] + 1} {self.where}"


class File:
    """A file of a game, to be changed at places of its tree."""

    def __init__(self, path: Path) -> None:
        findings = Findings()
        file = read_bytes(path, path.read_bytes(), findings)
        root = parse(file, findings) if file else None
        if not isinstance(root, MappingNode) or file is None:
            raise ValueError(f"{path} has no mapping")
        self.name, self.root, self.lines = path.name, root, file.lines
        self.entry: Point | None = None

    def put(
        self, kind: str, where: Sequence[str | int], start: Point, end: Point, new: str, **more: str
    ) -> Slip:
        """A slip: other text from one point to another."""
        old = self.between(start, end)
        text = self.between((0, 0), start) + new + self.between(end, (len(self.lines), 0))
        rows = new.split("\n")
        last = start[0] + len(rows) - 1
        stop = last, len(rows[-1]) + (start[1] if len(rows) == 1 else 0)
        path = ".".join(map(str, where))
        node = self.entry or start
        return Slip(kind, self.name, path, old.strip(), text, node, stop, more.get("renamed", ""))

    def between(self, start: Point, end: Point) -> str:
        """The text from one point to another."""
        if start[0] == end[0]:
            return self.lines[start[0]][start[1] : end[1]] if start[0] < len(self.lines) else ""
        first = self.lines[start[0]][start[1] :]
        last = self.lines[end[0]][: end[1]] if end[0] < len(self.lines) else ""
        between = self.lines[start[0] + 1 : end[0]]
        rows = [first, *between, *([last] if end[0] < len(self.lines) else ())]
        return "\n".join(rows)


def span(node: Node) -> tuple[Point, Point]:
    """Where a value stands, without what follows it."""
    start = node.line, node.column
    if isinstance(node, MappingNode) and node.entries:
        last = max(span(entry.value)[1] for entry in node.entries.values())
    elif isinstance(node, SequenceNode) and node.items:
        last = max(span(item)[1] for item in node.items)
    else:
        return start, (node.end_line, node.end_column)
    in_brackets = node.end_line == last[0] and node.end_column > last[1]
    return start, (node.end_line, node.end_column) if in_brackets else last


@cache
def vocabulary() -> frozenset[str]:
    """Every key that a schema knows: other keys are ids."""
    words: set[str] = set()
    stack: list[object] = [read(path.name) for path in (ROOT / "schemas").glob("*.json")]
    while stack:
        node = stack.pop()
        if isinstance(node, dict):
            words |= set(node.get("properties", {}))
            stack.extend(node.values())
        elif isinstance(node, list):
            stack.extend(node)
    return frozenset(words)


def slips(path: Path) -> Iterator[Slip]:
    """Every slip in a file."""
    file = File(path)
    for where, parent, entry in _entries(file.root):
        file.entry = entry.key.line, entry.key.column
        yield from _of_entry(file, where, parent, entry)
        yield from _of_value(file, where, entry.value)


Where = tuple[str | int, ...]


def _entries(node: Node, where: Where = ()) -> Iterator[tuple[Where, MappingNode, MappingEntry]]:
    if isinstance(node, MappingNode):
        for key, entry in node.entries.items():
            if key not in UNENFORCED:
                yield (*where, key), node, entry
                yield from _entries(entry.value, (*where, key))
    elif isinstance(node, SequenceNode):
        for index, item in enumerate(node.items):
            yield from _entries(item, (*where, index))


def _of_entry(file: File, where: Where, parent: MappingNode, entry: MappingEntry) -> Iterator[Slip]:
    """Slips about a key with its value."""
    key, (_, end) = entry.key, span(entry.value)
    start = key.line, key.column
    if entry.key.raw in vocabulary() or where[:-1] == ():
        stop = key.line, key.end_column
        yield file.put("key", where, start, stop, _misspelt(key.raw), renamed=key.raw)
    elif not HEX.fullmatch(key.raw) and not NUMBER.fullmatch(key.raw):
        wrong, stop = _misspelt(key.raw), (key.line, key.end_column)
        yield file.put("renamed", where, start, stop, wrong, renamed=key.raw)
    if HEX.fullmatch(key.raw):
        yield file.put("nowhere", where, start, (key.line, key.end_column), '"9999"')
    whole = file.between(start, end)
    flow = _is_flow(file, parent)
    if flow:
        yield file.put("twice", where, start, end, f"{whole}, {whole}")
    else:
        yield file.put("twice", where, start, end, f"{whole}\n{' ' * key.column}{whole}")
    if entry.key is not next(iter(parent.entries.values())).key:
        yield _left_out(file, where, parent, start, end, flow)


def _is_flow(file: File, parent: MappingNode) -> bool:
    return file.lines[parent.line][parent.column : parent.column + 1] == "{"


def _left_out(
    file: File, where: Where, parent: MappingNode, start: Point, end: Point, flow: bool
) -> Slip:
    """Without an entry; it stood in its parent, so what is found may stand anywhere in that."""
    before = max(
        span(entry.value)[1]
        for entry in parent.entries.values()
        if (entry.key.line, entry.key.column) < start
    )
    made = file.put("left out", where, before, end, "")
    first = parent.line, max(parent.column, 0)
    # The key of the parent stands before it, in its line or in the line above.
    first = (first[0] - (0 if flow else 1), 0) if first[0] else first
    stop = span(parent)[1]
    gone = end[0] - before[0]
    shift = end[1] - before[1] if stop[0] == end[0] and gone == 0 else 0
    last = stop[0] - gone, max(stop[1] - shift, 0) + (0 if gone == 0 else 1000)
    gone_id = str(where[-1])
    return Slip(made.kind, made.file, made.where, made.was, made.text, first, last, gone_id)


def _of_value(file: File, where: Where, value: Node) -> Iterator[Slip]:
    """Slips about a value, or about the items of a list of single values."""
    start, end = span(value)
    if isinstance(value, ScalarNode):
        yield from _of_scalar(file, where, value)
        return
    yield file.put("type", where, start, end, "seven" if _inline(file, start) else " seven")
    if isinstance(value, SequenceNode):
        empty = "[]"
        for index, item in enumerate(value.items):
            if isinstance(item, ScalarNode):
                yield from _of_scalar(file, (*where, index), item)
        if value.items and _inline(file, start) and where[-1] != "steps":
            last = span(value.items[-1])
            again = file.between(*last)
            yield file.put("item twice", where, last[0], last[1], f"{again}, {again}")
    else:
        empty = "{}"
        if UNENFORCED.issuperset(value.entries):
            return
    yield file.put("emptied", where, start, end, empty if _inline(file, start) else f" {empty}")


def _inline(file: File, start: Point) -> bool:
    return file.lines[start[0]][start[1] : start[1] + 1] in ("{", "[")


def _of_scalar(file: File, where: Where, scalar: ScalarNode) -> Iterator[Slip]:
    """Slips about a single value."""
    start, end = span(scalar)
    raw = scalar.raw
    if scalar.literal or start[0] != end[0] or not raw:
        return
    if where[:2] == ("map", "features") and len(where) == 4:
        return  # The name of a place, which players read.
    yield file.put("type", where, start, end, f"{{seven: {file.between(start, end)}}}")
    if HEX.fullmatch(raw):
        yield file.put("nowhere", where, start, end, '"9999"')
    elif NUMBER.fullmatch(raw):
        yield file.put("type", where, start, end, "four")
        below = start[1] % 2 and not raw.startswith("-")
        yield file.put("range", where, start, end, "-9" if below else "1000000")
    elif limits := RANGE.fullmatch(raw):
        if limits[1] != limits[2]:
            yield file.put("turned", where, start, end, f'"{limits[2]}..{limits[1]}"')
    elif THROW.fullmatch(raw):
        yield file.put("range", where, start, end, f"0d{raw.partition('d')[2]}")
    elif isinstance(scalar.value, bool):
        yield file.put("type", where, start, end, "perhaps")
    elif isinstance(scalar.value, str) and re.search("[A-Za-z]", raw):
        wrong = _misspelt(file.between(start, end))
        yield file.put("word", where, start, end, wrong, renamed=raw)
        yield file.put("nobody", where, start, end, "nobody_at_all", renamed=raw)


def _misspelt(word: str) -> str:
    """A word with its last letter twice."""
    if word[-1:] in "\"'":
        return word[:-2] + word[-2] * 2 + word[-1]
    return word + word[-1:]


@dataclass(slots=True)
class Verdict:
    """What came of a slip: ``found``, ``elsewhere``, ``silent``, ``same``, ``optional`` or
    ``traceback``."""

    slip: Slip
    said: str
    findings: Sequence[Diagnostic] = ()


class Desk:
    """A copy of a game in which slips are made, one after the other."""

    def __init__(self, game: str, folder: Path) -> None:
        self._folder = folder / game
        shutil.copytree(GAMES / game, self._folder)
        (self._folder / "lessons.yaml").unlink(missing_ok=True)
        for other in GAMES.iterdir():  # what it may extend
            if other.name != game:
                shutil.copytree(other, folder / other.name)
        self._files = {path.name: path.read_text() for path in self._folder.glob("*.yaml")}
        self._before = {str(found) for found in hexwar.check(self._folder)}
        self._rules = _rules(load(self._folder))

    def slips(self) -> list[Slip]:
        """All slips of the game."""
        return [slip for name in sorted(self._files) for slip in slips(self._folder / name)]

    def judge(self, slip: Slip) -> Verdict:
        """Make a slip, check the game, and put everything back."""
        path = self._folder / slip.file
        path.write_text(slip.text)
        try:
            found = hexwar.check(self._folder)
            errors = [one for one in found if one.severity == "error"]
            if any(one.code == "HW900" for one in found):
                return Verdict(slip, "traceback", found)
            same = not errors and self._is_same(slip)
        except Exception:
            traceback.print_exc()
            return Verdict(slip, "traceback")
        finally:
            path.write_text(self._files[slip.file])
        if same:
            return Verdict(slip, "same", found)
        if slip.kind == "left out" and not errors:
            return Verdict(slip, "optional", found)
        new = [one for one in found if str(one) not in self._before]
        places = [place for one in new for place in (one.place, *one.related)]
        if any(_touches(slip, place) for place in places):
            return Verdict(slip, "found", found)
        named = re.compile(rf"(?<!\w){re.escape(slip.renamed)}(?!\w)")
        if slip.renamed and any(named.search(f"{one.message} {one.help}") for one in new):
            return Verdict(slip, "found", found)
        return Verdict(slip, "elsewhere" if new else "silent", new)

    def _is_same(self, slip: Slip) -> bool:
        """Whether the rules are the same, or but for an id that nobody names."""
        rules = _rules(load(self._folder))
        if rules == self._rules:
            return True
        if slip.kind not in ("renamed", "key"):
            return False
        new, old = _misspelt(slip.renamed), slip.renamed
        return _words(repr(rules), new, old) == _words(repr(self._rules), new, old)


def _words(text: str, new: str, old: str) -> Counter[str]:
    """The words of a text, in any order, as sets have them; an id is the title made of it."""
    plain = text.lower().replace("_", " ").replace(new.lower().replace("_", " "), old.lower())
    return Counter(re.findall(r"\w+", plain.replace("_", " ")))


def _rules(definition: Definition) -> list[object]:
    """What is enforced, in every scenario with every set of options."""
    games: list[object] = []
    for chosen in every_selection(definition.catalog):
        game = definition.resolve(chosen.scenario, chosen.options, chosen.edition or None)
        games.append([_plain(part) for part in (chosen, game.sections, game.scenario)])
    return games


def _plain(value: object) -> object:
    """A value as lists and words that are equal if it says the same, whatever it is made of."""
    if isinstance(value, MappingNode | SequenceNode | ScalarNode):
        return raw_plain(value)
    if isinstance(value, Mapping):
        return [[_plain(key), _plain(part)] for key, part in value.items()]
    if isinstance(value, Set):
        return sorted(map(repr, map(_plain, value)))
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, type):
        return value.__name__
    if hasattr(value, "__dict__"):
        return [type(value).__name__, _plain(vars(value))]
    return repr(value)


def _touches(slip: Slip, place: Span) -> bool:
    """Whether a place of a finding has something of what was changed."""
    if Path(place.file).name != slip.file:
        return False
    start = place.line - 1, place.column - 1
    end = place.end_line - 1, place.end_column - 1
    return start <= slip.end and slip.start <= max(end, start)


def sample(made: Sequence[Slip], seed: int) -> Iterator[Slip]:
    """Slips in an order in which every kind comes as often as there are any left of it."""
    random = Random(seed)
    kinds: dict[str, list[Slip]] = {}
    for slip in random.sample(list(made), len(made)):
        kinds.setdefault(slip.kind, []).append(slip)
    while kinds:
        for kind in sorted(kinds):
            yield kinds[kind].pop()
        kinds = {kind: left for kind, left in kinds.items() if left}


def measure(game: str, count: int, seed: int, *, survivors: bool) -> Counter[tuple[str, str]]:
    """Make slips in a game until ``count`` change what is enforced; print those that are missed."""
    tally: Counter[tuple[str, str]] = Counter()
    with TemporaryDirectory() as folder:
        desk = Desk(game, Path(folder))
        for slip in sample(desk.slips(), seed):
            verdict = desk.judge(slip)
            tally[slip.kind, verdict.said] += 1
            if survivors and verdict.said in ("elsewhere", "silent", "traceback"):
                print(f"  {verdict.said:9} {slip} was {slip.was[:60]!r}")
                for one in verdict.findings[:2]:
                    print(f"            {one.code} {Path(one.file).name}:{one.line} {one.message}")
                sys.stdout.flush()
            if (
                sum(n for (_, said), n in tally.items() if said not in ("same", "optional"))
                == count
            ):
                break
    return tally


def report(game: str, tally: Counter[tuple[str, str]]) -> None:
    """The figures of a game, by kind of slip."""
    told = ("found", "elsewhere", "silent", "traceback", "same", "optional")
    counts = {said: sum(n for (_, one), n in tally.items() if one == said) for said in told}
    made = sum(counts[said] for said in told[:4])
    share = counts["found"] / made if made else 0
    print(f"{game}: {counts['found']} of {made} found where they are, {share:.1%};", end=" ")
    print(", ".join(f"{said} {counts[said]}" for said in told[1:]))
    for kind in sorted({kind for kind, _ in tally}):
        print(f"  {kind:10}", ", ".join(f"{s} {tally[kind, s]}" for s in told if tally[kind, s]))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; 1 if fewer than 97 % are found anywhere, or one ends in a
    traceback."""
    parser = argparse.ArgumentParser(description="Count the slips that hexwar check finds.")
    playable = [path.parent.name for path in sorted(GAMES.glob("*/game.yaml"))]
    parser.add_argument("game", nargs="*", help="names (default: all that can be played)")
    parser.add_argument("-n", type=int, default=300, help="slips of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--survivors", action="store_true", help="print what is missed")
    chosen = parser.parse_args(arguments)
    code = 0
    for game in chosen.game or playable:
        if GameFolder(GAMES / game, Findings()).abstract:
            continue
        try:
            tally = measure(game, chosen.n, chosen.seed, survivors=chosen.survivors)
        except DefinitionError as unsound:
            print(unsound)
            return 2
        report(game, tally)
        made = sum(n for (_, said), n in tally.items() if said not in ("same", "optional"))
        found = sum(n for (_, said), n in tally.items() if said == "found")
        bad = found < 0.97 * made or any(said == "traceback" for _, said in tally)
        code = max(code, int(bad))
    return code


if __name__ == "__main__":
    sys.exit(main())
