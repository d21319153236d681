"""What is kept of a game beside how it ended: which units were lost where, battles, hexes, the
course.

A record is plain data for JSON, and is the same for equal games, wherever it was made. Its parts,
each under the name by which a study asks for it:

``losses``
    ``[unit, turn, hex]`` for every unit that was eliminated, in order; hex ``""`` where it stood
    on none.
``battles``
    ``[turn, hex, side, heading, result, own, theirs]`` for every battle and fire: which side
    attacked, the column (of a fire "fire"), the result's code, and the steps or figures that this
    side and all others lost before the next battle or the end of the phase.
``holdings``
    by hex, which side holds it as each turn begins and at the end of the game: at each of these
    moments the place of the side among those who play (0, 1 ...) or ``.`` for nobody, one behind
    the other, and a single one where it never changed. Hexes that nobody ever held are left out.
``evaluation``
    by side, at the same moments, the chance of winning by ``state.evaluate``.
``positions``
    by side, how often a unit of it stood in a hex at the same moments.
``rules``
    how often events cited each rule.

All of it is seen by somebody who sees everything: it is about the game, not about a side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import hexwar

Part = Literal["losses", "battles", "holdings", "evaluation", "positions", "rules"]
PARTS: tuple[Part, ...] = get_args(Part)

_PLACES = 4
"""Decimals of a chance."""

NOBODY = "."
"""In place of a side that holds a hex."""

FIRE = "fire"
"""The heading of a fire, which has no column."""


@dataclass(slots=True)
class _BattleRow:
    """A battle or fire, with what either side has lost of it until now."""

    turn: int
    hex: str
    side: str
    heading: str
    result: str
    own: int = 0
    theirs: int = 0

    @property
    def row(self) -> list[Any]:
        """As a record has it."""
        columns = [self.turn, self.hex, self.side, self.heading, self.result]
        return [*columns, self.own, self.theirs]


class Recorder:
    """An observer of :func:`hexwar.players.matches.play` that keeps the parts asked for."""

    def __init__(self, parts: Iterable[str]) -> None:
        self._parts = frozenset(parts)
        self._turn = 0
        self._losses: list[list[Any]] = []
        self._battles: list[_BattleRow] = []
        self._holdings: dict[str, list[str]] = {}
        self._looks = 0
        self._evaluation: dict[str, list[float]] = {}
        self._positions: dict[str, Counter[str]] = {}
        self._rules: Counter[str] = Counter()
        self._side: dict[str, str] = {}
        self._fighting: _BattleRow | None = None

    def begins(self, state: hexwar.State) -> None:
        """The first turn begins."""
        frame = state.frame
        sides = [frame.side_ids[index] for index in frame.played]
        self._side = dict(
            zip(frame.unit_ids, (frame.side_ids[side] for side in frame.unit_side), strict=True)
        )
        self._evaluation = {side: [] for side in sides}
        self._positions = {side: Counter() for side in sides}
        self._look(state)

    def acted(self, state: hexwar.State, events: Sequence[hexwar.Event]) -> None:
        """Keep what is told of an action, and how things stand when a turn begins or all ends."""
        for event in events:
            if event.rule:
                self._rules[event.rule] += 1
            keep = _HEARD.get(event.kind)
            if keep is not None:
                keep(self, event)
        if state.is_over or state.turn != self._turn:
            self._look(state)

    def _look(self, state: hexwar.State) -> None:
        """Note how things stand now, once a turn and at the end."""
        self._turn = state.turn
        if "holdings" in self._parts:
            for place, side in enumerate(self._evaluation):
                for where_held in state.holds(side):
                    holders = self._holdings.setdefault(where_held, [])
                    # Nobody held it at the looks before: kept are those only at which somebody
                    # does.
                    holders += NOBODY * (self._looks - len(holders))
                    # Where two sides hold a hex at once the first counts.
                    if len(holders) == self._looks:
                        holders.append(str(place))
        if "evaluation" in self._parts:
            for side, chances in self._evaluation.items():
                chances.append(round(state.evaluate(side), _PLACES))
        if "positions" in self._parts:
            number = state.frame.board.number
            for name, cell in zip(state.frame.unit_ids, state.cells, strict=True):
                side = self._side[name]
                if cell and number[cell] and side in self._positions:
                    self._positions[side][number[cell]] += 1
        self._looks += 1

    def _battle(self, event: hexwar.Event) -> None:
        side = self._side.get(event.attackers[0], "") if event.attackers else ""
        self._begin(event.target, side, event.column, event.result)

    def _fire(self, event: hexwar.Event) -> None:
        self._begin(event.hex, self._side.get(event.unit, ""), FIRE, "")

    def _begin(self, hex_: str, side: str, heading: str, result: str) -> None:
        # Losses are added to it as they come, up to the next battle or the end of the phase.
        self._fighting = _BattleRow(self._turn, hex_, side, heading, result)
        self._battles.append(self._fighting)

    def _what_is_lost(self, event: hexwar.Event) -> None:
        """A step, a unit or figures: of a unit of one step that is eliminated one step."""
        if self._fighting is None:
            return
        steps = event.fields.get("figures", 1)
        if self._side.get(event.unit, "") == self._fighting.side:
            self._fighting.own += steps
        else:
            self._fighting.theirs += steps

    def _eliminated(self, event: hexwar.Event) -> None:
        self._losses.append([event.unit, self._turn, event.fields.get("hex", "")])
        self._what_is_lost(event)

    def _phase_ends(self, event: hexwar.Event) -> None:
        self._fighting = None

    def record(self) -> dict[str, Any]:
        """The parts that were asked for."""
        # Which side held a hex at every look; a single letter where it was always the same.
        courses = {
            place: "".join(holders).ljust(self._looks, NOBODY)
            for place, holders in sorted(self._holdings.items())
        }
        parts: dict[Part, Any] = {
            "losses": self._losses,
            "battles": [battle.row for battle in self._battles],
            "holdings": {
                place: course[0] if len({*course}) == 1 else course
                for place, course in courses.items()
            },
            "evaluation": self._evaluation,
            "positions": {s: dict(sorted(count.items())) for s, count in self._positions.items()},
            "rules": dict(sorted(self._rules.items())),
        }
        return {part: parts[part] for part in PARTS if part in self._parts}


_HEARD = {
    "battle": Recorder._battle,
    "fire": Recorder._fire,
    "step_lost": Recorder._what_is_lost,
    "figures_hit": Recorder._what_is_lost,
    "eliminated": Recorder._eliminated,
    "phase_ends": Recorder._phase_ends,
}
