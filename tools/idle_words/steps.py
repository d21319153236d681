"""Look for steps of programs that do nothing, in each place where a program may stand.

    python -m tools.idle_words.steps           # go over all small games, and write what came of it
    python -m tools.idle_words.steps --written # try what was written by hand
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
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import yaml

import hexwar
from hexwar.definition.diagnostics import DefinitionError
from hexwar.definition.packages import form_of
from hexwar.definition.shapes import Shape, form_shape
from hexwar.rules.decks.checks import MOMENTS
from tools.idle_words.places import ID, phases_of, with_card
from tools.idle_words.witnesses import PLAIN, Bench, Play, Subject, folders
from tools.idle_words.words import Names, Tree, values_of_keys

FILE = Path(__file__).resolve().parent.parent / "measured" / "idle_steps.jsonl"
WRITTEN = Path(__file__).resolve().parent / "written_steps.yaml"
"""Witnesses that were written by hand."""
PROGRAMS = ("programs", "outcomes")
Program = list[Any]
NOTHING: Program = ["nothing"]
PLAYS = (*PLAIN, *(Play("met", range(3), number) for number in range(3)))
MOST_VALUES, MOST_GAMES = 5, 6
"""A step is tried with so many values in a game, and in so many games that allow it."""
BEFORE = ("eliminate", "retreat", "mark", "gain", "set", "lay")
"""Steps that may have to go before one that has something to do then alone: a hex falls empty, a
unit is in a state. The game is compared with one in which these alone are done."""
RANKS = ("witnessed", "silent", "found", "refused")
CARD = "decks.ID.cards.ID.do"
USES: dict[str, Tree] = {
    "played in a phase": {},
    "in answer to an attack": {"answers": {"attack": "always"}},
    "in answer to a move": {"answers": {"move": "always"}},
    "in answer to a fire": {"answers": {"fire": "always"}},
}
"""What a card says besides what it does: when it is played."""


class Step(NamedTuple):
    """A step in a place, and what came of it: ``value`` is what the program said in a game, after
    what it said ``before``; ``beside``: what the game says besides, of a step written by hand.
    """

    place: str
    key: str
    fate: str
    game: str
    value: Any
    codes: tuple[str, ...] = ()
    before: Sequence[Any] = ()
    beside: Tree | None = None


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


def with_program(
    value: Any, shape: Shape, path: Sequence[str], program: Program, result: str = ""
) -> Any:
    """A value with the programs of a place in it all set to one, or those of one ``result``."""
    if not path:
        return copy.deepcopy(program)
    if isinstance(value, list) and shape.listed is not None and path[0] == "[]":
        inside = shape.listed.item
        return [with_program(item, inside, path[1:], program, result) for item in value]
    if not isinstance(value, dict):
        return value
    changed = dict(value)
    for key, inner, beneath in _entries(value, shape):
        others = result and path[0] == "ID" not in path[1:] and key != result
        if path[0] == (key if key in _fields(shape) else "ID") and not others:
            changed[key] = with_program(inner, beneath, path[1:], program, result)
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


class Site:
    """A place of programs in a game, of which all say the same."""

    def __init__(self, name: str, subject: Subject, bench: Bench) -> None:
        self.name, self._subject, self._bench = name, subject, bench
        self._path, _, self._use = name.partition(", ")
        form = form_of(self._path.partition(".")[0])
        if form is None:
            raise ValueError(name)
        self._shape = form_shape(form)
        self._courses: dict[tuple[str, Play], list[str]] = {}

    def results(self) -> list[str]:
        """The ids of which one says what is done there; an empty one where nothing is chosen."""
        values: list[Any] = [self._subject.tree]
        path = self._path.split(".")
        if self._use or "ID" not in path:
            return [""]
        last = len(path) - path[::-1].index("ID") - 1
        for step in path[:last]:
            inside = [value for value in values if isinstance(value, dict)]
            values = [v for each in inside for k, v in each.items() if step in ("ID", k)]
        return sorted({key for value in values if isinstance(value, dict) for key in value})

    def said(self, tree: Tree, program: Program, result: str = "") -> Tree | None:
        """A game in which the programs of the place, or of a ``result``, say this; ``None`` of one
        that has no such.
        """
        section, *path = self._path.split(".")
        if not self._use:
            return {
                **tree,
                section: with_program(tree[section], self._shape, path, program, result),
            }
        answered = USES[self._use].get("answers", {}).keys() & MOMENTS.keys()
        kinds = {phase.get("kind") for phase in phases_of(tree)}
        if any(kinds.isdisjoint(MOMENTS[moment]) for moment in answered):
            return None
        whole = with_card(tree, {**USES[self._use], "do": program})
        if whole is not None and not USES[self._use]:
            own: list[Tree] = [{"id": f"{ID}_deal", "kind": "deal", "deck": ID}]
            whole["decks"][ID]["draws"] = [{"phase": f"{ID}_deal", "to": "hand"}]
            own += (
                {"id": f"{ID}_{side}", "kind": "card", "side": side, "deck": ID}
                for side in whole["sides"]
            )
            whole["sequence"]["phases"][:0] = own
        return whole

    def fate(self, step: Step, befores: Sequence[Program]) -> Step:
        """What comes of a step after each of some programs; of the first of them, what is found."""
        try:
            for before in befores:
                if self._is_witness(before, step.value, needed=befores[0]):
                    return step._replace(fate="witnessed", before=before)
            first = befores[0]
            tree, without = (
                self.said(self._subject.tree, program)
                for program in ([*first, step.value], first or NOTHING)
            )
            if tree is None or without is None:
                return step._replace(fate="refused")
            told = self._bench.findings(tree) - self._bench.findings(without)
        except DefinitionError as error:
            codes = tuple(sorted({finding.code for finding in error.diagnostics}))
            return step._replace(fate="refused", codes=codes)
        codes = tuple(sorted({code for code, _ in told}))
        return step._replace(fate="found" if codes else "silent", codes=codes)

    def _is_witness(self, before: Program, value: Any, needed: Program) -> bool:
        """Whether the game goes otherwise with a step after others than with these alone.

        If the game has no use for these, other than those that are ``needed``, it does not.
        """
        tree = self.said(self._subject.tree, [*before, value])
        if tree is None:
            return False
        try:
            hexwar.load_game(self._bench.written(tree))
        except DefinitionError:
            if before != needed:
                return False
            raise
        for play in PLAYS:
            game = self._subject.stage(play)
            if game is None:
                continue
            staged = with_a_spare(game, value)
            key = repr((before, staged is game or value)), play
            without, tree = (
                self.said(staged, before or NOTHING),
                self.said(staged, [*before, value]),
            )
            if without is None or tree is None:
                continue
            if key not in self._courses:
                self._courses[key] = [*self._bench.course(without, (), play)]
            if not self._bench.same(tree, (), play, self._courses[key]):
                return True
        return False


def with_a_spare(tree: Tree, value: Any) -> Tree:
    """A game in which a unit that others become is off the map at the beginning."""
    swap = value.get("swap") if isinstance(value, dict) else None
    if swap is None:
        return tree
    whole = copy.deepcopy(tree)
    for scenario in whole["scenarios"].values():
        (scenario.get("setup") or {}).pop(swap["for"], None)
    return whole


def is_witness(step: Step, bench: Bench) -> bool:
    """Whether a game goes otherwise with a step than without it."""
    folder = next(folder for folder in folders() if folder.name == step.game)
    site = Site(step.place, Subject(folder, bench, step.beside), bench)
    return site.fate(step, [[*step.before]]).fate == "witnessed"


def try_written(best: dict[tuple[str, str], Step]) -> int:
    """Try the steps of ``written_steps.yaml`` where a step has no witness, and those of no place
    where no game of the search has a program; the result is the exit code.
    """
    by_name = {folder.name: folder for folder in folders()}
    for group in yaml.safe_load(WRITTEN.read_text(encoding="utf-8")):
        folder, beside = by_name[group["game"]], group.get("beside", {})
        before: Program = group.get("before", [])
        with TemporaryDirectory() as made:
            bench = Bench(Path(made))
            subject = Subject(folder, bench, beside)
            for place in group["in"]:
                site = Site(place, subject, bench)
                steps = {key: [value] for key, value in group.get("steps", {}).items()}
                for key, values in (steps or _steps(sites(subject)[place], subject.names)).items():
                    known = best.get((place, key))
                    if known is not None and known.fate == "witnessed":
                        continue
                    for value in values[:MOST_VALUES]:
                        step = Step(place, key, "", folder.name, value, (), (), beside)
                        step = site.fate(step, [before])
                        if known is None or RANKS.index(step.fate) < RANKS.index(known.fate):
                            best[place, key] = known = step
                        if step.fate == "witnessed":
                            break
                    print(f"{best[place, key].fate} in {place}: {key} {' '.join(step.codes)}")
    return int(any(step.fate == "silent" for step in best.values()))


def sites(subject: Subject) -> dict[str, Shape]:
    """The places of programs in a game, each with what a step may be there."""
    places: dict[str, Shape] = {}
    for section, value in subject.tree.items():
        form = form_of(section)
        if form is not None:
            places |= programs(value, form_shape(form), (section,))
    return {place: shape for place, shape in places.items() if place != CARD}


def tried(folder: Path, settled: set[tuple[str, str]], counts: Counter[str]) -> Iterator[Step]:
    """What comes of all steps in the places of a game, as far as they have no witness yet."""
    with TemporaryDirectory() as made:
        bench = Bench(Path(made))
        try:
            subject = Subject(folder, bench)
            names = subject.names
        except DefinitionError:
            return
        places = sites(subject)
        places |= {f"{CARD}, {use}": _step_of_a_card() for use in USES}
        for place, shape in places.items():
            site, values = Site(place, subject, bench), _steps(shape, names)
            first = [[], *([value] for key in BEFORE for value in values.get(key, [])[:3])]
            for key, of_key in values.items():
                if (place, key) in settled or counts[f"{place} {key}"] >= MOST_GAMES:
                    continue
                steps = []
                for value in of_key[:MOST_VALUES]:
                    steps.append(site.fate(Step(place, key, "", folder.name, value), first))
                    if steps[-1].fate == "witnessed":
                        break
                best = min(steps, key=lambda each: RANKS.index(each.fate))
                counts[f"{place} {key}"] += best.fate != "refused"
                yield best


def _steps(shape: Shape, names: Names) -> dict[str, list[Tree]]:
    """A few steps of each verb that may stand in a place."""
    steps: dict[str, list[Tree]] = {}
    for key, values in values_of_keys(shape, names).items():
        for value in values:
            if len(value) == 1 and value not in steps.setdefault(key, []):
                steps[key].append(value)
    return steps


def _step_of_a_card() -> Shape:
    """What a step of a card may be."""
    form = form_of("decks")
    deck = {"ID": {"cards": {"ID": {"do": NOTHING}}}}
    if form is None:
        raise ValueError("there are no decks")
    return dict(programs(deck, form_shape(form), ("decks",)))[CARD]


def read(file: Path = FILE) -> dict[tuple[str, str], Step]:
    """The best of each step in each place so far."""
    best: dict[tuple[str, str], Step] = {}
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    for step in (Step(*json.loads(line)) for line in lines):
        old = best.get((step.place, step.key))
        if old is None or RANKS.index(step.fate) < RANKS.index(old.fate):
            best[step.place, step.key] = step
    return best


def write(best: dict[tuple[str, str], Step], file: Path) -> None:
    """Keep the best of each step in each place."""
    lines = (json.dumps(best[key], separators=(",", ":")) for key in sorted(best))
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def try_again(best: dict[tuple[str, str], Step]) -> None:
    """Try once more what was silent, after findings have changed."""
    for key, step in best.items():
        if step.fate == "silent":
            folder = next(folder for folder in folders() if folder.name == step.game)
            with TemporaryDirectory() as made:
                bench = Bench(Path(made))
                site = Site(step.place, Subject(folder, bench, step.beside), bench)
                best[key] = site.fate(step, [[*step.before]])


def table(
    best: dict[tuple[str, str], Step], reached: Collection[tuple[str, str]] = ()
) -> Iterator[str]:
    """How many steps came to what, place by place; ``reached`` are those by scripted dice."""
    yield f"| place | {' | '.join(RANKS)} | by scripted dice |"
    yield "|---" * (len(RANKS) + 2) + "|"
    for place in sorted({place for place, _ in best}):
        fates = Counter(step.fate for (at, _), step in best.items() if at == place)
        scripted = sum(at == place for at, _ in reached)
        yield f"| `{place}` | {' | '.join(str(fates[fate]) for fate in RANKS)} | {scripted} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the result is the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--told", action="store_true", help="only tell what was found so far")
    parser.add_argument("--written", action="store_true", help=f"try those of {WRITTEN.name}")
    parser.add_argument("--again", action="store_true", help="try again what was silent")
    parser.add_argument("--file", type=Path, default=FILE, help="where the steps are kept")
    chosen = parser.parse_args(arguments)
    best, code = read(chosen.file), 0
    if chosen.written:
        code = try_written(best)
        write(best, chosen.file)
    elif chosen.again:
        try_again(best)
        write(best, chosen.file)
    elif not chosen.told:
        counts: Counter[str] = Counter()
        for folder in folders():
            settled = {key for key, step in best.items() if step.fate == "witnessed"}
            for step in tried(folder, settled, counts):
                old = best.get((step.place, step.key))
                if old is None or RANKS.index(step.fate) < RANKS.index(old.fate):
                    best[step.place, step.key] = step
            write(best, chosen.file)
    print("\n".join(table(best)))
    return code


if __name__ == "__main__":
    sys.exit(main())
