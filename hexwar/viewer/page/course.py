"""The course of a game as plain data for the page's script: what is known after every action.

A replay is gone through from its beginning. After each action that the sides of the page learned
of there is a step: what was done in words, the events, the units that stand elsewhere than
before, and what else has changed. The results tables are listed once each, and a step names
table, column and row. ``replay.js`` reads all of it by these names.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hexwar.definition.model import ResolvedGame
from hexwar.engine import Event
from hexwar.records import Replay
from hexwar.records.replay import STRIDES, as_learned
from hexwar.rules.combat.battle import rules_of_attack
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.combat.section import Combat
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Sides
from hexwar.rules.state import State
from hexwar.rules.told_course import action_logged
from hexwar.rules.units.section import Units
from hexwar.rules.victory.telling import goals_now, standing
from hexwar.viewer.counters.counter import steps_left, values_of
from hexwar.viewer.counters.fronts import bearing
from hexwar.viewer.decisions import presentation_of, situation
from hexwar.viewer.drawing.flags import flags
from hexwar.viewer.match.aftermath import fights_in, result_of
from hexwar.viewer.match.match import is_settling
from hexwar.viewer.match.meanwhile import Changes
from hexwar.viewer.match.replaying import Eyes
from hexwar.viewer.page.pieces import TAG_WIDE, tag_id, work_id
from hexwar.viewer.page.svg import UNIT
from hexwar.viewer.printed_map.lying_view import OnMap
from hexwar.viewer.printed_map.map_sheet import MapSheet

Table = dict[str, list[str] | list[list[str]]]


class Battles:
    """Collects the combat results tables that a game was fought on, each once."""

    def __init__(self) -> None:
        self.tables: list[Table] = []
        """Headings, and rows of the dice and the results below each heading."""
        self._known: list[Combat] = []
        """The section of the rules that each of them was read from."""

    def in_force(self, state: State, verb: str) -> Combat | None:
        """The section by which an action of this verb would be fought in a position."""
        rules = rules_of_attack(state, verb).find(CombatRules)
        return rules.section if rules else None

    def cell(self, events: Sequence[Event], combat: Combat | None) -> list[int | str] | None:
        """Of the last battle that is told: its table, column and row (-1: none) and its result."""
        battle = next((event for event in reversed(events) if event.kind == "battle"), None)
        if battle is None or combat is None or combat.faces is not None:
            return None
        heading, rolled = str(battle.column), combat.row_of(int(battle.row))
        column = combat.headings.index(heading) if heading in combat.headings else -1
        labels = [label for label, _ in combat.rows]
        row = labels.index(rolled) if battle.dice and rolled in labels else -1
        return [self._table(combat), column, row, result_of(battle, combat)]

    def _table(self, combat: Combat) -> int:
        """The place of a table in the list; it is added if it is new."""
        for index, listed in enumerate(self._known):
            if listed.rows == combat.rows and listed.headings == combat.headings:
                return index
        self._known.append(combat)
        rows = [[str(label), *codes] for label, codes in combat.rows]
        self.tables.append({"headings": list(combat.headings), "rows": rows})
        return len(self.tables) - 1


class FightsTold:
    """Fights step by step, in the words of the window: who fought whom, what came of it so far."""

    def __init__(self) -> None:
        self._open: list[Event] = []  # of a fight that the next step may go on with

    def step(self, state: State, events: Sequence[Event], combat: Combat | None) -> list[list[str]]:
        """The fights that a step begins or goes on with: who, and what came of it."""
        fights = fights_in([*self._open, *events])
        self._open = []
        if not fights:
            return []
        last = fights[-1]
        is_settled = not is_settling(state, state.decision)
        if not is_settled:
            self._open = [last.event, *last.followed]
        lines = []
        for fight in fights:
            is_open = fight is last and not is_settled and fight.event.kind == "battle"
            pending = result_of(fight.event, combat) if is_open else ""
            lines.append(
                [fight.title, fight.headline(state.resolved.map.distance, pending=pending)]
            )
        return lines

    def forget(self) -> None:
        """What was begun has been taken back."""
        self._open = []


Plain = dict[str, Any]


REPORT_EVERY = 200
"""Actions between two reports of progress."""

_HEADINGS = frozenset({"phase_begins"})


class KnownCourse:
    """What sides (``eyes``; nobody in particular sees everything) know of a game, step by step.

    A step holds only what differs from the step before. Units and hexes are told by their places in
    lists, a unit off the map or out of sight is at hex -1.
    """

    def __init__(self, game: ResolvedGame, eyes: Eyes, painter: MapSheet) -> None:
        self._eyes = eyes
        self._units = list(game[Units].counters)
        self._hexes = {number: index for index, number in enumerate(game.map.numbers)}
        self._sides = [side.id for side in game[Sides].all]
        self._painter = painter
        self._far = game.map.distance
        self._before: Plain = {}
        """What the step before told, whole."""

    def lists(self, game: ResolvedGame) -> Plain:
        """What the places in steps are places of: units, sides, hexes by where they are drawn."""
        return {
            "unit": UNIT,
            "turns": game[SequenceOfPlay].turns,
            "sides": [side.name for side in game[Sides].all],
            "units": [self._sides.index(unit.side) for unit in game[Units].counters.values()],
            "names": self._units,
            "hexes": [self._spot(number) for number in self._hexes],
        }

    def _spot(self, number: str) -> list[float]:
        """The middle of a hex in pixels of the drawing."""
        return [round(at * UNIT, 1) for at in self._painter.center(number)]

    def step(self, state: State, events: Sequence[Event], deed: str, side: str) -> Plain:
        """What is known in a position, as far as it differs from the one told of before it.

        ``events`` are the events that led there, as they were learned of; ``deed`` and ``side`` are
        what was done in words, and by whom.
        """
        whole: Plain = {
            "head": situation(state, state.decision),
            "status": _status(state),
            "hidden": self._hidden(state),
            "lying": self._lying(state),
            "goals": _goals(state),
        }
        units = self._seen(state)
        earlier_units = self._before.get("seen", {})
        # What is as before is left out, or the page of a long game would be many times as large.
        step: Plain = {key: part for key, part in whole.items() if self._before.get(key) != part}
        step["at"] = {unit: at for unit, at in units.items() if earlier_units.get(unit) != at}
        self._before = whole | {"seen": units}
        step |= self._changed(Changes.of(events), earlier_units, is_settling(state, state.decision))
        step["aims"] += self._impending(state, units)
        step["log"] = [
            [event.text, event.rule, event.kind in _HEADINGS] for event in action_logged(events)
        ]
        step["said"] = deed
        step["side"] = self._sides.index(side) if side else -1
        return step

    def _seen(self, state: State) -> dict[int, list[int | str]]:
        """Unit to its hex, the values that its counter shows, 1 where its picture is turned, and
        the bearing of where it looks: the last two left out where they say nothing.
        """
        views = [state.view(side) for side in self._eyes]
        game, orientation = state.resolved, state.resolved.map.board.orientation
        units: dict[int, list[int | str]] = {}
        for index, (unit, counter) in enumerate(game[Units].counters.items()):
            number = state.position(unit) if all(view.sees(unit) for view in views) else None
            if number is None:
                units[index] = [-1]
                continue
            lost = state.steps_lost(unit)
            strength = "".join(status.mark for status in state.status(unit) if status.strength)
            printed = strength or values_of(counter, game, lost)
            if left := steps_left(counter, lost):
                printed = f"{printed} ({left})"
            turned = int(bool(lost and counter.picture is not None))
            facing = state.facing(unit)
            front = [round(bearing(facing, orientation))] if facing else []
            fronts_seen = [turned, *front] if turned or front else []
            units[index] = [self._hexes[number], printed, *fronts_seen]
        return units

    def _impending(self, state: State, units: Mapping[int, list[int | str]]) -> list[list[Any]]:
        """Who aims where in a fight about which somebody is still asked, if all in it are seen."""
        preview = presentation_of(state, state.decision).foreseen(state)
        if preview is None:
            return []
        fighting = [self._units.index(unit) for unit in preview.attackers]
        met = [self._units.index(unit) for unit in preview.defenders]
        target = self._hexes.get(preview.target, -1)
        if target < 0 or any(units[unit][0] == -1 for unit in (*fighting, *met)):
            return []
        return [[unit, units[unit][0], target] for unit in fighting if units[unit][0] != target]

    def _hidden(self, state: State) -> list[int]:
        """The hexes that hold more than is seen."""
        frame, hiding = state.frame, 0
        for side in self._eyes:
            hiding |= state.hiding(frame.side_index[side])
        return sorted(self._hexes[number] for number in frame.board.numbers(hiding))

    def _lying(self, state: State) -> list[list[float | str]]:
        """Flags, markers, and what is on hexsides: the place, drawing, letters of each."""
        game = state.resolved
        lying = OnMap(state, game)
        pieces: list[list[float | str]] = []
        for hexes, work, gone in lying.sides:
            (ax, ay), (bx, by) = (self._painter.center(number) for number in hexes)
            middle = (round((a + b) / 2 * UNIT, 1) for a, b in ((ax, bx), (ay, by)))
            pieces.append([*middle, work_id(work, *hexes, game.map, gone=gone), ""])
        for number, tags in lying.tags.items():
            x, y = self._spot(number)
            pieces += [[x, y, "t-trench", ""] for tag in tags if tag.is_trench]
            for index, tag in enumerate(tags):
                off = (index - (len(tags) - 1) / 2) * TAG_WIDE
                pieces.append([x + off, y, tag_id(tag), tag.letters])
        flown = flags(state, game)
        return pieces + [[*self._spot(flag.hex), f"t-flag-{flag.band}", ""] for flag in flown]

    def _changed(
        self, changes: Changes, earlier: dict[int, list[int | str]], is_open: bool
    ) -> Plain:
        """What was done; ``earlier`` says where units stood before it. ``is_open``: the last fight
        is still being settled, so that nobody knows yet what it comes to.
        """
        index_of, hexes = self._units.index, self._hexes
        aims: list[list[Any]] = []
        dice: list[list[str]] = []
        for fight in changes.fights:
            rows = (
                ("Dice", fight.event.fields.get("symbols") or fight.event.fields.get("dice")),
                ("Against", fight.event.fields.get("defense")),
            )
            dice += [[label, *map(str, fell)] for label, fell in rows if fell]
            target = hexes.get(fight.hexes[0])
            for unit in fight.attackers:
                if target is None or unit not in self._units:
                    continue
                index = index_of(unit)
                stood = earlier.get(index, [-1])[0]
                if stood not in (-1, target):
                    aims.append([index, stood, target])
        unsettled = [fight.hexes[0] for fight in changes.fights[-1:] if is_open and not fight.fates]
        fought = []
        for number in changes.fought:
            if number in hexes:
                # What befell the first of the defenders, without why, is enough beside a star: the
                # log has the rest.
                came_to = "" if number in unsettled else changes.came_to(number, self._far)
                fought.append([hexes[number], self._beside_star(came_to.partition(";")[0])])
        return {
            "aims": aims,
            "dice": dice,
            "routes": [
                [index_of(unit), [hexes[number] for number in path if number in hexes]]
                for unit, path in changes.routes.items()
            ],
            "lost": [
                [index_of(unit), hexes[number]]
                for unit, number in changes.lost.items()
                if number in hexes
            ],
            "fought": fought,
        }

    def _beside_star(self, came_to: str) -> str:
        """What befell somebody without why, or what a shot came to without who fired at whom."""
        who, _, sentence = came_to.partition(": ")
        return sentence if set(re.split(", | and | against ", who)) <= {*self._units} else who


class ReplayCourse(KnownCourse):
    """Collects what sides know of a replay."""

    def __init__(self, replay: Replay, eyes: Eyes, painter: MapSheet) -> None:
        super().__init__(replay.state.resolved, eyes, painter)
        self._replay = replay

    def data(self, report: Callable[[int], None]) -> Plain:
        """Everything; ``report`` is told how many actions have been gone through."""
        replay = self._replay
        replay.go_to(0)
        begun = replay.learned(replay.opening, self._eyes)
        battles, steps = Battles(), [self.step(replay.state, begun, "The game begins.", "")]
        fights = FightsTold()
        # Of what was done in secret others do not learn that it was done: it is no step.
        learned_ids = set(replay.learned_of(self._eyes))
        for verb in (entry.action.verb for entry in replay.entries):
            # Asked before the action is gone through: it may end the phase.
            combat = battles.in_force(replay.state, verb)
            entry = replay.forward()
            if entry is None:
                break
            if replay.at not in learned_ids:
                continue
            learned = replay.learned(entry.events, self._eyes)
            deed = as_learned(entry, learned, replay.state, everything=not self._eyes)
            steps.append(self.step(replay.state, learned, deed, entry.side))
            if cell := battles.cell(learned, combat):
                steps[-1]["battle"] = cell
            if lines := fights.step(replay.state, learned, combat):
                steps[-1]["fights"] = lines
            if replay.at % REPORT_EVERY == 0:
                report(replay.at)
        in_order, stops = sorted(learned_ids), {}
        for stride in STRIDES:
            # A replay stops after actions, the page after its steps, which are fewer.
            at_stops = (bisect_right(in_order, at) for at in replay.stops(stride, self._eyes))
            stops[stride] = list(dict.fromkeys(at_stops))
        return {
            **self.lists(replay.state.resolved),
            "stops": stops,
            "tables": battles.tables,
            "over": self._over(),
            "steps": steps,
        }

    def _over(self) -> Plain | None:
        """Of a game that is over: who has won, why, and which side that is (-1: none)."""
        state = self._replay.state
        if not state.is_over:
            return None
        last = self._replay.entries[-1].events if self._replay.entries else self._replay.opening
        rule = next((event.rule for event in reversed(last) if event.kind == "game_over"), "")
        side = self._sides.index(state.winner) if state.winner else -1
        return {"verdict": state.verdict, "because": state.outcome, "rule": rule, "side": side}


def _goals(state: State) -> list[str]:
    """Who wins when, line by line with how far it is, and who would win as it stands."""
    lines: list[str] = []
    for goal in goals_now(state):
        lines.append(goal.told)
        lines += [f"{bound}: {who}" for bound, who in goal.rows]
    return [*lines, standing(state)]


def _status(state: State) -> str:
    """Points and what else everybody reads beside the map."""
    names = state.resolved[Sides].names
    points = state.points() or {}
    counts = [f"{names[side]} {number}" for side, number in points.items()]
    phrases = [f"Victory points: {', '.join(counts)}"] if counts else []
    phrases += [
        " ".join([str(record), *(f"({note})" for note in record.notes)])
        for record in state.recorded()
    ]
    return "; ".join(phrases)
