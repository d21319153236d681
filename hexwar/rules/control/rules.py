"""Section ``control``: which side holds a hex after units have left it.

A hex is controlled by the side whose units were the last to stand in it when a phase ended, or,
where it is taken in passing, to enter it. Control is kept only of the hexes that some condition or
rule of the game asks about, in any scope; in a game without such hexes this module does nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from hexwar.definition.forms import Form
from hexwar.definition.grammar import does, opening
from hexwar.definition.model import Condition
from hexwar.definition.packages import package_of
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.hexmap import HexMap
from hexwar.rules.control.section import Control, ControlledHexes, ControlSelectors, Ground
from hexwar.rules.language.conditions import (
    Foresight,
    Measure,
    Prospect,
    hexes_of_region,
    region_of,
    side_of,
    who,
)
from hexwar.rules.language.measures import held_hex, share_of_hexes
from hexwar.rules.language.selectors import Fitting, Key, Selectors, Words, units_in
from hexwar.rules.language.wording import every, in_words
from hexwar.rules.scopes.rules import Games
from hexwar.rules.units.rules import Forces


class HexControl(NamedTuple):
    """By side: the mask of the hexes that it controls; empty until the game has begun."""

    hexes: tuple[int, ...] = ()


CONTROL = Slot("control", HexControl(), lasts="game")


class Turnover(NamedTuple):
    """Masks of the hexes that a side gains, watched or not, and of those that it loses."""

    gained: int
    lost: int


class ControlRules:
    """``watched`` is the mask of the hexes whose control matters."""

    def __init__(self, frame: Frame, section: Control | None, games: Games) -> None:
        board = frame.board
        self._board = board
        self._sides, self._names = frame.side_ids, frame.side_names
        control = section or Control()
        self._cite = control.cite.get("control", "")
        self._passing = control.taken == "passing"
        self._side = frame.unit_side
        # Mask of the hexes whose control some scope of a game asks about.
        self.watched = 0
        for game in games:
            for asking in game.sections.values():
                for name in _regions_asked(asking):
                    asked = board.on_map if name is None else board.mask(frame.map.region(name))
                    self.watched |= asked
        begins = (control.begins.get(side, ()) for side in self._sides)
        self._begins = tuple(board.mask(frame.map.listed(places)) for places in begins)

    def held(self, state: Position, side: int) -> int:
        """Mask of the watched hexes that a side controls."""
        kept = state.memory[CONTROL].hexes
        return kept[side] if kept else self._begins[side] & self.watched

    def held_by(self, state: Position, name: str, side: int) -> int:
        """Mask of the watched hexes controlled by the sides that a side calls so: own, enemy, a
        name.
        """
        hexes = 0
        for other, called in enumerate(self._sides):
            if name in (called, "own" if other == side else "enemy"):
                hexes |= self.held(state, other)
        return hexes

    def concerned_at(self, moment: str) -> bool:
        """Whether the control of any hex matters and, at a moment on the way, changes in
        passing.
        """
        return bool(self.watched) and (self._passing or moment not in ("moved", "passes"))

    def counts_for(self, state: Position, number: str) -> list[str]:
        """The sections, in words, whose rules ask who controls a hex, except those by which a side
        wins or scores: ``movement (by rail)``.
        """
        by_name = {package_of(kind): form for kind, form in state.resolved.sections.items()}
        asking = []
        for name, section in by_name.items():
            if name not in _SCORING and _asks_who_holds(section, state.resolved.map, number):
                mappings = (part for part in vars(section).values() if isinstance(part, Mapping))
                entries = (entry for mapping in mappings for entry in mapping.values())
                asked = [entry for entry in entries if isinstance(entry, Form)]
                asked = [
                    entry for entry in asked if _asks_who_holds(entry, state.resolved.map, number)
                ]
                titles = (getattr(entry, "title", None) for entry in asked)
                titled = [title.lower() for title in titles if isinstance(title, str)]
                kinds = f" ({every(titled)})" if titled else ""
                asking.append(f"{in_words(name)}{kinds}")
        return asking

    def review(self, state: Position) -> None:
        """Take note of which units stand where. Called when the game begins and when a phase
        ends.
        """
        changes = []
        for side in range(len(self._sides)):
            held, enemies = state.held(side), state.enemies_of(side)
            contested = held & enemies  # where both stand it stays with the side that held it
            changes.append(Turnover(held & ~contested, enemies & ~contested))
        self._note(state, changes)

    def passes(self, state: Position, unit: int, hexes: int) -> None:
        """A unit moves through hexes (a mask) and takes them on its way."""
        # A hex that changed hands would give away where a hidden unit went.
        if not state.secret >> unit & 1:
            sides = range(len(self._sides))
            mine = self._side[unit]
            # Where both stand it stays with the side that held it.
            free = hexes & ~state.enemies_of(mine)
            taken, lost = Turnover(free, 0), Turnover(0, free)
            self._note(state, [taken if side == mine else lost for side in sides])

    def moved(self, state: Position, unit: int) -> None:
        """A unit has come to where it stands."""
        self.passes(state, unit, self._board.bit[state.cells[unit]])

    def _note(self, state: Position, changes: Sequence[Turnover]) -> None:
        """Let each side gain some hexes, and lose others."""
        # What sides hold at the start is no news.
        has_begun, held = bool(state.memory[CONTROL].hexes), []
        for side, (name, change) in enumerate(zip(self._sides, changes, strict=True)):
            before = self.held(state, side)
            now = (before & ~change.lost) | (change.gained & self.watched)
            gained = now & ~before
            if gained and state.events is not None and has_begun:
                hexes = tuple(self._board.numbers(gained))
                text = f"{opening(self._names[side], 'now controls')} {', '.join(hexes)}."
                state.tell("control", self._cite, text, side=name, hexes=hexes)
            held.append(now)
        state.remember(CONTROL, HexControl(tuple(held)))


def _regions_asked(section: Form) -> Iterator[str | None]:
    """The regions whose control a section asks about; None: the whole map."""
    for condition in section.parts(Condition):
        for part in condition.parts():
            if part.kind == "controlled":
                yield str(part.arguments["region"])
    for hexes in section.parts(ControlledHexes):
        if hexes.controlled:
            yield hexes.controlled
    for ground in section.parts(Ground):
        if ground.controlled:
            yield from ground.region or (None,)
    # Units may stand anywhere.
    if any(selector.controlled for selector in section.parts(ControlSelectors)):
        yield None


def _asks_who_holds(section: Form, hexmap: HexMap, number: str) -> bool:
    """Whether a section, or an entry of one, asks which side controls a hex."""
    regions = _regions_asked(section)
    return any(region is None or number in hexmap.region(region) for region in regions)


_SCORING = ("victory", "points", "evaluation")
"""Sections that say themselves what a hex is worth."""


# When control is reviewed, and the measure ``controlled``.
#
# Control is reviewed when the game begins and when a phase closes; where it changes in passing,
# also on the way of every move.


def _controlled(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    region, side = region_of(condition, frame), side_of(condition, frame)
    return lambda state: (state.rules[ControlRules].held(state, side) & region).bit_count()


def _prospect(asked: Condition, foresight: Foresight) -> Prospect:
    """How many hexes of a region a side will hold, judged by which sides hold them now."""
    region, side = region_of(asked, foresight.frame), side_of(asked, foresight.frame)
    foes = foresight.frame.foes[side]

    def theirs(state: Position) -> int:
        held = state.rules[ControlRules].held
        return reduce(or_, [held(state, foe) for foe in foes], 0)

    return foresight.held(
        side, region, lambda state: state.rules[ControlRules].held(state, side), theirs
    )


def _in_words(condition: Condition, names: Mapping[str, str]) -> str:
    return f"{does(who(condition, names), 'controls')} {hexes_of_region(condition, names)}"


def _units_in_controlled(name: str, selectors: Selectors, side: int) -> Fitting:
    """The units in hexes that a side controls, as far as it is known where they are."""
    others = selectors.others(side)

    def standing(state: Position) -> int:
        area = state.rules[ControlRules].held_by(state, name, side)
        return units_in(area, state) & ~(state.secret & others)

    return standing


def _standing_in_words(name: str, words: Words) -> str:
    whose = "its own side" if name == "own" else "the enemy" if name == "enemy" else in_words(name)
    return f"in a hex that {whose} controls"


_REVIEW = (ControlRules, ControlRules.review)

SLOTS = (CONTROL,)
HOOKS = {
    "turns_begin": _REVIEW,
    "phase_closed": _REVIEW,
    "passes": (ControlRules, ControlRules.passes),
    "moved": (ControlRules, ControlRules.moved),
}
MEASURES = {"controlled": _controlled}
PROSPECTS = {"controlled": _prospect}
SHARES = {"controlled": share_of_hexes(_controlled)}
SELECTS = {"controlled": Key(_units_in_controlled, _standing_in_words)}
WORDINGS = {"controlled": _in_words}
COUNTED = {"controlled": held_hex("controls")}
