"""Games in which every place of a selector asks a question to which the answer is always yes, so
that it can be seen from whom, and in which roles, units are asked there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import hexwar
from hexwar.definition.building import _TreeWalk
from hexwar.definition.diagnostics import Findings
from hexwar.definition.forms import EVERYWHERE, asked
from hexwar.definition.loading import GameFolder
from hexwar.definition.packages import form_of
from hexwar.definition.shapes import Shape, form_shape
from hexwar.definition.tree import plain
from hexwar.engine.state import NOBODY, Position
from hexwar.rules.language.programs import in_role
from hexwar.rules.language.section import Selector
from hexwar.rules.language.selectors import Selectors

LEFT_OUT = ("extends", "rulebook", "notes", "lessons", "abstract", "sheet")
"""What a copy of a game in one file goes without."""

CHOSEN = ("scenarios", "options", "variants", "editions", "map", "units")
"""Sections whose places are no places of rules."""

Way = tuple[str | int, ...]
"""The keys that lead to a place."""


def always(number: int) -> dict[str, Any]:
    """A selector that fits every unit; it bears a number, and speaks of ``own`` and a role: what is
    nowhere spoken of nobody need know.
    """
    bears = {"attack": {"at_least": -number, "at_most": 999}}
    asks = {"side": "own", "role": "attacker", "value": bears}
    return {"any": [asks, {"not": asks}]}


def plain_game(folder: Path) -> dict[str, Any]:
    """A game in plain words, as it reads in one file."""
    tree: dict[str, Any] = plain(GameFolder(folder, Findings()).root)
    return {key: said for key, said in tree.items() if key not in LEFT_OUT}


def _form(shape: Shape | None) -> Any:
    return shape.mapped.form if shape is not None and shape.mapped is not None else None


def places(game: dict[str, Any]) -> Iterator[tuple[Way, bool]]:
    """The places of a game where a selector or a condition stands, or might: the path, and whether
    it is one for a condition.
    """
    for section, said in game.items():
        form = form_of(section) if section not in CHOSEN else None
        if form is not None:
            yield from _places(said, form_shape(form), (section,))


def _places(said: Any, shape: Shape | None, path: Way) -> Iterator[tuple[Way, bool]]:
    if shape is None or len(path) > 14 or (shape.mapped and shape.mapped.is_patch):
        return
    if _is_one(shape):
        yield path, _form(shape) is not Selector
    if isinstance(said, list) and shape.listed is not None:
        for at, item in enumerate(said):
            yield from _places(item, shape.listed.item, (*path, at))
    if _form(shape) is Selector or not isinstance(said, dict) or shape.mapped is None:
        return
    fields, form = shape.mapped.asked(said), _form(shape)
    # Of a form of one key nothing more may be said.
    silent = {} if form is not None and form.one_of else fields
    for key, field in silent.items():
        if key not in said and _is_one(field.shape) and not field.leans:
            yield (*path, key), _form(field.shape) is not Selector
    for key, inner in said.items():
        within = fields[key].shape if key in fields else shape.mapped.entry
        yield from _places(inner, within, (*path, key))


def without_names(way: Way) -> str:
    """The place in a section that a path leads to, as the reference has it: what an author called a
    thing is ``ID``; what stands in a selector or condition there is the same place.
    """
    form = form_of(str(way[0]))
    shape: Shape | None = form_shape(form) if form is not None else None
    place = [str(way[0])]
    for step in way[1:]:
        if shape is None or _is_one(shape):
            break
        mapped, listed = shape.mapped, shape.listed
        if isinstance(step, int):
            place.append("[]")
            shape = listed.item if listed is not None else None
            continue
        fields = (mapped.fields if mapped.form is not None else mapped.own) if mapped else {}
        place.append(step if step in fields else "ID")
        shape = fields[step].shape if step in fields else mapped.entry if mapped else None
    return ".".join(place)


def _is_one(shape: Shape) -> bool:
    """Whether a selector or a condition is read here."""
    form = _form(shape)
    return form is not None and (form is Selector or form.page == "conditions")


def with_question(game: Any, path: Way, number: int, of_condition: bool) -> Any:
    """The game with a question more in one place."""
    asks: dict[str, Any] = always(number)
    if of_condition:
        asks = {"units": {"of": asks, "at_least": 0}}
    return also(game, path, asks)


class Asked:
    """What was seen of a place: whether each unit was asked from its own side, or all of them from
    one; in which roles units were; and what contradicts what is said of the place.
    """

    def __init__(self) -> None:
        self.place: asked = EVERYWHERE
        self.way: Way = ()
        self.views: Counter[str] = Counter()
        self.roles: Counter[str] = Counter()
        self.sides_told_wrong = 0


class Watch:
    """Notes of every question that :func:`with_question` has put, how it is asked."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.of: dict[int, Asked] = {}
        self._numbers: dict[int, tuple[Selector, int]] = {}
        self._from: list[int | None] = []
        read, seen_from = _TreeWalk.read, Selectors.seen_from

        def remembered(walk: _TreeWalk, shape: Any, node: Any, path: Any, key: str = "") -> Any:
            value = read(walk, shape, node, path, key)
            if isinstance(value, Selector) and (number := _number(value)):
                self._numbers[id(value)] = (value, number)
                kept = self.of.setdefault(number, Asked())
                kept.place, kept.way = walk.place, path
            return value

        def noted(selectors: Selectors, selector: Selector, side: int) -> Any:
            fitting = seen_from(selectors, selector, side)
            if id(selector) not in self._numbers or not self._from:
                return fitting
            seen, view = self.of[self._numbers[id(selector)][1]], self._from[0]

            def now(state: Position) -> int:
                self._note(seen, state, view)
                return fitting if isinstance(fitting, int) else fitting(state)

            return now

        patch.setattr(_TreeWalk, "read", remembered)
        patch.setattr(Selectors, "seen_from", noted)
        for name in ("mask", "anywhere", "fits", "fitting"):
            patch.setattr(Selectors, name, self._outermost(getattr(Selectors, name)))

    def _outermost(self, compiling: Callable[..., Any]) -> Callable[..., Any]:
        """Compiling, remembered with the side from which the whole selector is seen."""

        def compiled(
            selectors: Selectors, selector: Selector | None, side: int | None = None
        ) -> Any:
            self._from.append(selectors.forces.eyes if side is None else side)
            try:
                return compiling(selectors, selector, side)
            finally:
                self._from.pop()

        return compiled

    @staticmethod
    def _note(seen: Asked, state: Position, view: int | None) -> None:
        seen.views["each" if view is None else "nobody" if view == NOBODY else "side"] += 1
        for role in ("attacker", "defender", "actor", "target"):
            seen.roles[role] += bool(in_role(state, role))
        expected = _side_that_looks(seen.place.eyes, state)
        if view is not None and expected is not None and expected != view:
            seen.sides_told_wrong += 1


def _number(selector: Selector) -> int:
    """The number of a question, 0 of another selector."""
    bounds = selector.any[0].value.get("attack") if selector.any else None
    return -(getattr(bounds, "at_least", None) or 0) if getattr(bounds, "at_most", 0) == 999 else 0


def _side_that_looks(eyes: str, state: Position) -> int | None:
    """The side with whose eyes a place is said to look, where the position tells."""
    owner = state.frame.unit_side
    if eyes == "the side whose phase it is":
        return state.phase_side
    if eyes == "the side that attacks":
        strikers = in_role(state, "attacker")
        return owner[strikers.bit_length() - 1] if strikers else None
    return None


def asking(
    game: dict[str, Any], folder: Path, most: int = 900, stands: dict[int, Way] | None = None
) -> dict[str, Any]:
    """The game with a question in each place that takes one; ``stands`` takes where each stands, by
    its number.
    """
    groups: dict[str, list[tuple[Way, bool]]] = {}
    for way, of_condition in list(places(game))[:most]:
        groups.setdefault(str(way[0]), []).append((way, of_condition))
    number = 0
    for ways in groups.values():
        ways.sort(key=lambda each: -len(each[0]))
        numbered = []
        for way, of_condition in ways:
            number += 1
            numbered.append((way, number, of_condition))
            if stands is not None:
                stands[number] = way
        whole = game
        for each in numbered:
            whole = with_question(whole, *each)
        if is_sound(whole, folder):
            game = whole
            continue
        for each in numbered:
            one = with_question(game, *each)
            game = one if is_sound(one, folder) else game
    return game


def write(game: dict[str, Any], folder: Path) -> Path:
    """Write a game into one file."""
    folder.mkdir(exist_ok=True)
    text = yaml.dump(game, sort_keys=False, allow_unicode=True, Dumper=_Unshared)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return folder


class _Unshared(yaml.SafeDumper):
    """Writes what stands in several places out in each."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def is_sound(game: dict[str, Any], folder: Path) -> bool:
    """Whether the game can be begun."""
    try:
        begin(write(game, folder))
    except (hexwar.DefinitionError, ValueError):
        return False
    return True


def begin(folder: Path) -> Any:
    """The first scenario of a game."""
    game = hexwar.load_game(folder)
    return game.start(next(iter(game.catalog.scenarios)), seed=1)


def also(game: Any, way: Way, asks: dict[str, Any]) -> Any:
    """The game with something more that is asked in one place."""
    if way:
        copy: Any = list(game) if isinstance(game, list) else dict(game or {})
        there = copy[way[0]] if isinstance(game, list) or way[0] in copy else None
        copy[way[0]] = also(there, way[1:], asks)
        return copy
    return asks if game is None else {"all": [game, asks]}
