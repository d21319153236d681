"""Look for steps of programs that do nothing, in each place where a program may stand.

    python -m tools.idle_words.steps           # go over all small games, and write what came of it
    python -m tools.idle_words.steps --told    # what the file says so far

No die is waited for: every result that a place can bring is set to the one step, so whatever is
thrown, the step follows. The same games are played with programs of no step. A step that changes
what happens has its *witness*; without one it is *silent*, *found* (`check` says so) or *refused*.
"""

from __future__ import annotations

import argparse
import copy
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import hexwar
from hexwar.definition.diagnostics import DefinitionError
from hexwar.definition.packages import form_of
from hexwar.definition.shapes import Shape, form_shape
from tools.idle_words.witnesses import PLAIN, Bench, Play, Subject, folders
from tools.idle_words.words import Tree, values_of_keys

FILE = Path(__file__).resolve().parent.parent / "measured" / "idle_steps.jsonl"
PROGRAMS = ("programs", "outcomes")
Program = list[Any]
NOTHING: Program = ["nothing"]
PLAYS = (*PLAIN, *(Play("met", range(3), number) for number in range(3)))
MOST_VALUES, MOST_GAMES = 3, 6
RANKS = ("witnessed", "silent", "found", "refused")


class Step(NamedTuple):
    """A step in a place, and what came of it: ``value`` is what the program said in a game."""

    place: str
    key: str
    fate: str
    game: str
    value: Any
    codes: tuple[str, ...] = ()


def is_program(shape: Shape) -> bool:
    """Whether steps are listed here."""
    item = shape.listed.item if shape.listed is not None else None
    form = item.mapped.form if item is not None and item.mapped is not None else None
    return form is not None and form.page in PROGRAMS


def programs(value: Any, shape: Shape, path: tuple[str, ...]) -> Iterator[tuple[str, Shape]]:
    """The places of programs in a value: the path, ids as ``ID``, and what a step may be."""
    mapped = shape.mapped
    if is_program(shape) and shape.listed is not None and not _has_do(value):
        yield ".".join(path), shape.listed.item
    elif isinstance(value, list) and shape.listed is not None:
        for item in value:
            yield from programs(item, shape.listed.item, (*path, "[]"))
    elif isinstance(value, dict) and mapped is not None and not mapped.is_patch:
        for key, inner, beneath in _entries(value, shape):
            yield from programs(inner, beneath, (*path, key if key in _fields(shape) else "ID"))


def with_program(value: Any, shape: Shape, path: Sequence[str], program: Program) -> Any:
    """A value with the programs of a place in it all set to one."""
    if not path:
        return copy.deepcopy(program)
    if isinstance(value, list) and shape.listed is not None and path[0] == "[]":
        return [with_program(item, shape.listed.item, path[1:], program) for item in value]
    if not isinstance(value, dict):
        return value
    changed = dict(value)
    for key, inner, beneath in _entries(value, shape):
        if path[0] == (key if key in _fields(shape) else "ID"):
            changed[key] = with_program(inner, beneath, path[1:], program)
    return changed


def _has_do(value: Any) -> bool:
    return isinstance(value, dict) and "do" in value


def _fields(shape: Shape) -> dict[str, Any]:
    mapped = shape.mapped
    if mapped is None:
        return {}
    return dict(mapped.fields if mapped.form is not None else mapped.own)


def _entries(value: Tree, shape: Shape) -> Iterator[tuple[str, Any, Shape]]:
    fields, entry = _fields(shape), shape.mapped.entry if shape.mapped is not None else None
    for key, inner in value.items():
        if key in fields:
            yield key, inner, fields[key].shape
        elif entry is not None:
            yield key, inner, entry


def is_witness(step: Step, bench: Bench) -> bool:
    """Whether a game goes otherwise with a step than without it."""
    folder = next(folder for folder in folders() if folder.name == step.game)
    section = step.place.partition(".")[0]
    form = form_of(section)
    if form is None:
        return False
    subject = Subject(folder, bench)
    return _step(subject, bench, section, form_shape(form), step).fate == "witnessed"


def tried(folder: Path, settled: set[tuple[str, str]], counts: Counter[str]) -> Iterator[Step]:
    """What comes of all steps in the places of a game, as far as they have no witness yet."""
    with TemporaryDirectory() as made:
        bench = Bench(Path(made))
        try:
            subject = Subject(folder, bench)
            names = subject.names
        except DefinitionError:
            return
        places = {
            place: (section, form_shape(form), step)
            for section, value in subject.tree.items()
            if (form := form_of(section)) is not None
            for place, step in programs(value, form_shape(form), (section,))
        }
        for place, (section, whole, step) in places.items():
            if counts[place] >= MOST_GAMES:
                continue
            counts[place] += 1
            for key, values in values_of_keys(step, names).items():
                if (place, key) in settled:
                    continue
                steps = [
                    _step(subject, bench, section, whole, Step(place, key, "", folder.name, value))
                    for value in values[:MOST_VALUES]
                ]
                yield min(steps, key=lambda each: RANKS.index(each.fate))


def _step(subject: Subject, bench: Bench, section: str, shape: Shape, step: Step) -> Step:
    """What comes of a step; ``shape`` is that of the section in which it stands."""
    path = step.place.split(".")[1:]

    def said(tree: Tree, program: Program) -> Tree:
        return {**tree, section: with_program(tree[section], shape, path, program)}

    try:
        hexwar.load_game(bench.written(said(subject.tree, [step.value])))
        for play in PLAYS:
            game = subject.stage(play)
            if game is None:
                continue
            before = [*bench.course(said(game, NOTHING), (), play)]
            if not bench.same(said(game, [step.value]), (), play, before):
                return step._replace(fate="witnessed")
        none = bench.findings(said(subject.tree, NOTHING))
    except DefinitionError as error:
        codes = tuple(sorted({finding.code for finding in error.diagnostics}))
        return step._replace(fate="refused", codes=codes)
    codes = tuple(
        sorted({code for code, _ in bench.findings(said(subject.tree, [step.value])) - none})
    )
    return step._replace(fate="found" if codes else "silent", codes=codes)


def read(file: Path = FILE) -> dict[tuple[str, str], Step]:
    """The best of each step in each place so far."""
    best: dict[tuple[str, str], Step] = {}
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    for step in (Step(*json.loads(line)) for line in lines):
        old = best.get((step.place, step.key))
        if old is None or RANKS.index(step.fate) < RANKS.index(old.fate):
            best[step.place, step.key] = step
    return best


def table(best: dict[tuple[str, str], Step]) -> Iterator[str]:
    """How many steps came to what, place by place."""
    yield f"| place | {' | '.join(RANKS)} | without a witness |"
    yield "|---" * (len(RANKS) + 2) + "|"
    for place in sorted({place for place, _ in best}):
        steps = [step for (at, _), step in sorted(best.items()) if at == place]
        fates = Counter(step.fate for step in steps)
        idle = ", ".join(f"`{step.key}`" for step in steps if step.fate == "silent")
        yield f"| `{place}` | {' | '.join(str(fates[fate]) for fate in RANKS)} | {idle} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the result is the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--told", action="store_true", help="only tell what was found so far")
    parser.add_argument("--file", type=Path, default=FILE, help="where the steps are kept")
    chosen = parser.parse_args(arguments)
    best = read(chosen.file)
    if not chosen.told:
        counts: Counter[str] = Counter()
        for folder in folders():
            settled = {key for key, step in best.items() if step.fate == "witnessed"}
            for step in tried(folder, settled, counts):
                old = best.get((step.place, step.key))
                if old is None or RANKS.index(step.fate) < RANKS.index(old.fate):
                    best[step.place, step.key] = step
            lines = (json.dumps(step, separators=(",", ":")) for _, step in sorted(best.items()))
            chosen.file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print("\n".join(table(best)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
