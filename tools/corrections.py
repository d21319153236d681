"""Correct what is only read in the shipped games, and count the games under way that go on.

    python -m tools.corrections                   # 30 corrections of each shipped game
    python -m tools.corrections tamrat -n 100 --seed 2

A random game is played of each, and saved in the middle. A correction changes one value that its
form declares as only read (a title, a text, a colour, the number of a rule), leaves it out or adds
one, or turns a list or a mapping round whose order decides nothing. The save must then be opened as
if nothing had happened: with the same digest, the same events and the same legal actions.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hexwar.definition.building import header_keys
from hexwar.definition.diagnostics import DefinitionError, Findings
from hexwar.definition.folder import Files
from hexwar.definition.loading import Definition, GameFolder
from hexwar.definition.packages import form_of
from hexwar.definition.shapes import Field, Mapped, Shape, form_shape
from hexwar.definition.source import scalar_value
from hexwar.definition.tree import (
    MappingEntry,
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    SourceFile,
)
from hexwar.records import RecordError, Session
from hexwar.records.lines import SaveFile, read_record
from hexwar.rules.game import Game

GAMES = Path(__file__).resolve().parent.parent / "games"
ACTIONS = 60
"""So many actions a game has before it is saved, if it lasts as long."""

FILES = {"file", "front", "back", "picture", "rulebook", "notes"}
"""Keys of files, of which there is no other to name."""

Where = tuple[str | int, ...]
Change = Callable[[Node], None]


@dataclass(frozen=True, slots=True)
class Correction:
    """One change of a file: of what is under the path ``where`` in it."""

    kind: str
    file: str
    where: Where
    change: Change

    def __str__(self) -> str:
        return f"{self.kind} {self.file} {'.'.join(map(str, self.where))}"


@dataclass(frozen=True, slots=True)
class Spot:
    """A value in a file: its shape, whether it is only read, as all is that is inside it, and
    whether it is in a patch that is laid over the game in play.
    """

    file: str
    where: Where
    node: Node
    shape: Shape
    only_read: bool
    in_play: bool


class Corrected(Files):
    """The files of a folder with corrections made in them as they are read."""

    def __init__(self, corrections: Sequence[Correction]) -> None:
        self._corrections = corrections

    def tree(
        self, path: Path, data: bytes, findings: Findings
    ) -> tuple[SourceFile | None, Node | None]:
        """The tree of a file as corrected."""
        file, root = super().tree(path, data, findings)
        for each in reversed(self._corrections):  # what is inside a value before the value
            if root is not None and f"{path.parent.name}/{path.name}" == each.file:
                each.change(root)
        return file, root


def loaded(folder: Path, corrections: Sequence[Correction] = ()) -> Game:
    """A game with corrections. :class:`DefinitionError` if they make it unsound."""
    findings = Findings()
    read = GameFolder(folder, findings, Corrected(corrections))
    findings.raise_errors()
    return Game(Definition(read))


def spots(folder: Path) -> Iterator[Spot]:
    """Every value in the files of a game, each before what is inside it."""
    for path in sorted(folder.glob("*.yaml")):
        _, root = Files().tree(path, path.read_bytes(), Findings())
        if not isinstance(root, MappingNode):
            continue
        name = f"{folder.name}/{path.name}"
        for key, entry in root.entries.items():
            if shape := _of_section(key):
                yield from _inside(Spot(name, (key,), entry.value, shape, False, False))


def _of_section(key: str) -> Shape | None:
    if key in header_keys():
        return header_keys()[key].shape
    form = form_of(key)
    return form_shape(form) if form is not None else None


def _inside(spot: Spot) -> Iterator[Spot]:
    spot = replace(spot, only_read=spot.only_read or spot.shape.only_read)
    yield spot
    node, shape, parts = spot.node, spot.shape, list[tuple[str | int, Node, Shape | None]]()
    if isinstance(node, SequenceNode) and shape.listed is not None:
        parts = [(number, item, shape.listed.item) for number, item in enumerate(node.items)]
    if isinstance(node, MappingNode) and shape.mapped is not None:
        mapped, fields = shape.mapped, shape.mapped.asked(node.entries)
        spot = replace(spot, in_play=spot.in_play or (mapped.is_patch and not mapped.before_play))
        parts = [(k, e.value, _of_key(mapped, fields, k)) for k, e in node.entries.items()]
    for step, inner, of in parts:
        if of is not None:
            yield from _inside(replace(spot, where=(*spot.where, step), node=inner, shape=of))


def _of_key(mapped: Mapped, fields: dict[str, Field], key: str) -> Shape | None:
    if mapped.is_patch or mapped.before_play:
        return _of_section(key)
    return fields[key].shape if key in fields else mapped.entry


# -- what is only read --------------------------------------------------------------------------


def corrections(folder: Path, rules: Sequence[str], random: Random) -> Iterator[Correction]:
    """Every correction of what is only read in a game, one a value; ``rules``: their numbers."""
    for spot in spots(folder):
        made = partial(Correction, file=spot.file)
        if spot.only_read and isinstance(spot.node, ScalarNode):
            for raw in another(spot, rules, random):
                yield made("reworded", where=spot.where, change=partial(_put, spot.where, raw))
        if spot.only_read or not isinstance(spot.node, MappingNode | SequenceNode):
            continue
        if spot.shape.any_order and len(_parts(spot.node)) > 1:
            yield made("turned", where=spot.where, change=partial(_turn, spot.where))
        mapped = spot.shape.mapped
        if mapped is None or not isinstance(spot.node, MappingNode) or mapped.is_patch:
            continue
        for key, field in mapped.own.items():
            at = (*spot.where, key)
            if not field.shape.only_read or field.needed:
                continue
            if key in spot.node:
                yield made("left out", where=at, change=partial(_drop, at))
            elif _is_text(field.shape) and key not in FILES and not spot.in_play:
                yield made("added", where=at, change=partial(_put, at, "Another text"))


def _is_text(shape: Shape) -> bool:
    scalar = shape.scalar
    if scalar is None or not scalar.others or scalar.pattern or scalar.names:
        return False
    return shape.types == ["string"]


def another(spot: Spot, rules: Sequence[str], random: Random) -> list[str]:
    """Another value of the same kind, if there is one; none for the name of a file."""
    scalar, node = spot.shape.scalar, spot.node
    if scalar is None or not isinstance(node, ScalarNode):
        return []
    if not scalar.others:
        return [word for word in map(str, scalar.words) if word != node.raw][:1]
    if scalar.names:
        there = [number for number in rules if number != node.raw]
        return [random.choice(there)] if scalar.names == "rule" and there else []
    if scalar.pattern.startswith("^#"):
        return [f"#{random.randrange(0x1000000):06x}"]
    if isinstance(node.value, bool):
        return [str(not node.value).lower()]
    if isinstance(node.value, int):
        return [str(node.value + 1)]
    if scalar.pattern:
        return [f"{node.raw}x"]
    if spot.where[-1] in FILES:
        return []
    return [f"{node.raw} {random.choice(('again', 'indeed', 'anew'))}"]


def _parts(node: Node) -> Sequence[object]:
    if isinstance(node, SequenceNode):
        return node.items
    return list(node.entries) if isinstance(node, MappingNode) else []


def _descend(root: Node, where: Where) -> Node:
    for step in where:
        if isinstance(root, MappingNode):
            root = root.entries[str(step)].value
        elif isinstance(root, SequenceNode) and isinstance(step, int):
            root = root.items[step]
    return root


def _put(where: Where, raw: str, root: Node) -> None:
    """Put a single value in the place of another, or under a key that was not there."""
    parent, key = _descend(root, where[:-1]), where[-1]
    at = (parent.line, parent.column)
    value = scalar_value(raw)
    if isinstance(parent, MappingNode):
        old = parent.get(str(key))
        text = isinstance(old, ScalarNode) and isinstance(old.value, str)
        node = ScalarNode(parent.file, at, at, raw, raw if text else value)
        name = ScalarNode(parent.file, at, at, str(key), str(key))
        parent.entries[str(key)] = MappingEntry(name, node)
    elif isinstance(parent, SequenceNode) and isinstance(key, int):
        parent.items[key] = ScalarNode(parent.file, at, at, raw, value)


def _drop(where: Where, root: Node) -> None:
    parent = _descend(root, where[:-1])
    if isinstance(parent, MappingNode):
        del parent.entries[str(where[-1])]


def _turn(where: Where, root: Node) -> None:
    node = _descend(root, where)
    if isinstance(node, SequenceNode):
        node.items.reverse()
    elif isinstance(node, MappingNode):
        node.entries = dict(reversed(node.entries.items()))


# -- what decides play --------------------------------------------------------------------------


def changes_of_play(folder: Path, random: Random) -> Iterator[Correction]:
    """A change of every single value of a game that decides how it is played, as far as there is
    another one to put in its place; not all of them leave a sound game.
    """
    there = [spot for spot in spots(folder) if not spot.only_read]
    named: dict[str, list[str]] = {}
    for spot in there:
        if isinstance(spot.node, ScalarNode) and spot.shape.scalar is not None:
            named.setdefault(spot.shape.scalar.names, []).append(spot.node.raw)
    for spot in there:
        scalar, node = spot.shape.scalar, spot.node
        if scalar is None or not isinstance(node, ScalarNode) or spot.where[0] in header_keys():
            continue
        if scalar.names and node.raw not in scalar.words:
            others = [name for name in named[scalar.names] if name != node.raw]
            ways = [random.choice(others)] if others else []
        else:
            ways = another(spot, (), random)
        for raw in ways:
            yield Correction("played", spot.file, spot.where, partial(_put, spot.where, raw))


# -- games under way ----------------------------------------------------------------------------


def under_way(game: Game, path: Path, random: Random, most: int = ACTIONS) -> SaveFile:
    """A random game, saved in the middle."""
    scenario = random.choice([*game.catalog.scenarios])
    session = Session.new(game, scenario, seed=random.randrange(1000), path=path)
    for _ in range(most):
        if session.state.is_over:
            break
        session.apply(random.choice(list(session.state.legal_actions())))
    return read_record(path)


def opened(record: SaveFile, game: Game) -> Session:
    """A save, opened with a game. :class:`RecordError` says what does not fit."""
    return Session.of_record(record, game)


def legal(session: Session) -> list[str]:
    """What may be done now, in notation, in any order."""
    return [] if session.state.is_over else sorted(map(str, session.state.legal_actions()))


def measure(name: str, count: int, seed: int) -> tuple[Counter[str], list[str]]:
    """What came of corrections of a game, and what went wrong with them."""
    random, tally, wrong = Random(f"{name}-{seed}"), Counter[str](), list[str]()
    folder = GAMES / name
    game = loaded(folder)
    rules = [*game.definition.resolve().rulebook.rules]
    made = list(corrections(folder, rules, random))
    with TemporaryDirectory() as work:
        record = under_way(game, Path(work) / "game.jsonl", random)
    before = legal(opened(record, game))
    for each in random.sample(made, min(count, len(made))):
        tally[each.kind] += 1
        try:
            changed = loaded(folder, [each])
            after = opened(record, changed)
        except (DefinitionError, RecordError) as problem:
            wrong.append(f"{each}: {problem}")
            continue
        if legal(after) != before:
            wrong.append(f"{each}: other legal actions")
        elif after.state.resolved.digest != record.header.digest:
            wrong.append(f"{each}: another digest")
        else:
            tally["open"] += 1
    return tally, wrong


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; 1 if a correction locks a save."""
    parser = argparse.ArgumentParser(description="Count the saves that corrections lock.")
    parser.add_argument("game", nargs="*", help="names (default: all that can be played)")
    parser.add_argument("-n", type=int, default=30, help="corrections of each game")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    playable = [path.parent.name for path in sorted(GAMES.glob("*/game.yaml"))]
    names = chosen.game or [n for n in playable if not GameFolder(GAMES / n, Findings()).abstract]
    code = 0
    for name in names:
        tally, wrong = measure(name, chosen.n, chosen.seed)
        opens = tally.pop("open", 0)
        kinds = ", ".join(f"{kind} {number}" for kind, number in sorted(tally.items()))
        print(f"{name:18} {opens} of {tally.total()} saves open ({kinds})", flush=True)
        for line in wrong:
            print(f"    {line}")
        code = code or int(bool(wrong))
    return code


if __name__ == "__main__":
    sys.exit(main())
