"""Count what no player of sense would do, over games of the shipped games.

What a player did is judged by what his side saw when he chose, with ``state.evaluate`` of a copy
(``seen_by``), of which a difference of less than 0.001 is none. Counted are:

``left empty``: an objective (a hex that victory or points want held) that no unit stands in and the
    side does not hold, which one of its units could reach when the movement phase began, and which
    is so still when the phase ends, though the side would stand better had that unit gone there
    before all else that it did. One for each such hex and movement phase.
``given up``: an objective that the side held when its movement phase began and does not hold when
    it ends, though it would stand better had the units that left stayed, and though none of those
    attacks before the next movement phase. One for each such hex and phase.
``bad attacks``: attacks of which the chance that they leave the side worse off is greater than that
    of being better off, and that are worth less than nothing on the average of all outcomes. What
    follows a battle is decided for the enemy by the first choice that is listed, for the side by
    the best of the first few. Attacks of whoever must attack somebody (he may not end the phase),
    and those with too many outcomes to be listed, are not judged. Of fires that somebody may answer
    what comes of throws of less than one chance in a hundred is left out.
``missed wins``: a phase ended though a single action before that would have won the game, at once
    or as soon as the side had ended this phase and its next ones; and would not without that
    action. Actions into objectives are tried first, so many at most.
``shown``: a unit that hid and is seen after an own action that is neither an attack nor a fire,
    and brought nothing; or after a fire that hits with less than one chance in ten.
``cut off``: a unit that could trace supply when the movement phase began, has moved in it and
    cannot when it ends, and could if it had stayed, where the side would stand no worse.

What ``evaluate`` holds for a fault need not be one in the long run: who hides has to come forth to
win anything, and a unit out of supply may hold what it went for. So all of these but missed wins
are counted only if it comes to more without, too, when both are played on with the same dice, and
beyond doubt (``tools/playing_on.py``); the last column tells how many there would be else. Instead
of a unit that is seen others of its side act as the policy has them.

A movement phase is judged whole: its actions are played again without those that are in question.
Games in which units act one at a time have no movement phases, and in games without supply, hidden
units or places to hold nobody errs in these: a dash in the table.

    python tools/silly.py --out silly.jsonl                      # greedy, 40 games of each
    python tools/silly.py tamrat --player hard,rollouts=100 --against greedy --games 10

With ``--against`` games are played in both seats in turn, and only the player's deeds are counted.
Equal seeds give equal games. Ctrl-C prints what was done so far, and the same command with the same
``--out`` goes on from there.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from hexwar.engine import Action, IllegalAction
from hexwar.engine.notation import verbs
from hexwar.players import Player, called, choice_of, make_player
from hexwar.players.goals import Goals
from hexwar.players.levels import by_rollouts
from hexwar.players.matches import MOST_DECISIONS, loaded
from hexwar.players.rows import code
from hexwar.players.search.sense import JudgingBounds, forgoing, gains_of
from hexwar.rules.hidden.section import Hidden
from hexwar.rules.movement.task import MovementPhase
from hexwar.rules.state import State
from hexwar.rules.supply.section import Supply
from tools.playing_on import is_better, is_harmful, shows_in_vain

GAMES = ("strike_force_one", "scs_sample", "marenfeld", "force_on_force", "orva_front", "tamrat")
KINDS = ("left empty", "given up", "bad attacks", "missed wins", "shown", "cut off")

JUDGED = "judged"
"""Faults but for missed wins, by the judgement of the position alone."""

LEAST = 0.001
"""A smaller difference of a chance of winning is none."""

BOUNDS = JudgingBounds(throws=100)
"""Attacks of which more can come than this are not judged, ..."""

OF_FIRES = JudgingBounds(throws=500, ends=1000, least=Fraction(1, 100))
"""... but of fires what is rarer is left out: who answers one throws many dice."""

MOST_TRIED = 20
"""Actions that are looked through for one that would have won."""

FEW = 3
"""So many units are tried for a hex, and so many choices looked through."""

FAINT = 0.1
"""A fire that hits more seldom is for nothing."""

Counts = Counter[tuple[str, str]]
"""Side and what is counted; beside :data:`KINDS` ``attacks``, ``phases`` and ``games``."""


@dataclass(slots=True)
class Stretch:
    """A movement phase of a side: where it began (as the side saw it), and what was done in it.

    ``reach``: by empty objective the units that could go there, and after how many actions.
    """

    side: str
    key: tuple[int, int, str]
    begin: State
    done: list[Action] = field(default_factory=list)
    reach: dict[str, tuple[int, list[str]]] = field(default_factory=dict)


class Referee:
    """Watches one game: asked before and after every action, it counts what was silly."""

    def __init__(self, state: State) -> None:
        self.counts: Counts = Counter()
        board = state.frame.board
        cells = set().union(*Goals(state.resolved).hexes.values())
        self.objectives = sorted(board.number[cell] for cell in cells)
        self._has_supply = state.resolved.section(Supply) is not None
        self._hides = state.resolved.section(Hidden) is not None
        self._stretch: Stretch | None = None
        self._given_up: dict[str, dict[str, set[str]]] = {}

    def before(self, state: State, action: Action) -> None:
        """An action is about to be done."""
        side = state.side_to_act or ""
        self._follow(state, side)
        seen = state.seen_by(side)
        if action.verb in state.frame.registry.previews:
            self._attack(seen, side, action)
        if verbs()[action.verb].ends and _is_of_phase(state):
            self._missed(seen, side, action)
        if self._stretch is not None:
            self._note(self._stretch, seen, action)

    def after(self, before: State, state: State, action: Action) -> None:
        """It has been done; ``before`` is where it was chosen."""
        if self._hides:
            self._shown(before, state, action)
        if state.is_over:
            self._end()
            for side in state.frame.side_ids:
                self._settle(side)

    def _end(self) -> None:
        """The movement phase that is under way has ended."""
        stretch, self._stretch = self._stretch, None
        if stretch is not None:
            self.counts[stretch.side, "phases"] += 1
            self._judge(stretch)

    def _settle(self, side: str) -> None:
        """No more attack comes that an objective could have been given up for."""
        self.counts[side, "given up"] += len(self._given_up.pop(side, {}))

    # -- movement phases ----------------------------------------------------------------------

    def _follow(self, state: State, side: str) -> None:
        """Begin and end movement phases as the game does."""
        key = (state.turn, state.phase_index, side)
        moves = isinstance(state.agenda[-1], MovementPhase)
        current = self._stretch.key if self._stretch else key
        if current[:2] != key[:2] or (moves and current != key):
            self._end()
        if moves and self._stretch is None:
            self._settle(side)
            self._stretch = Stretch(side, key, state.seen_by(side))

    def _note(self, stretch: Stretch, seen: State, action: Action) -> None:
        """Who could go where until somebody has moved, and what is done, by whomever."""
        moves = isinstance(seen.agenda[-1], MovementPhase)
        if moves and not any(done.verb == "move" for done in stretch.done):
            stretch.reach = self._reached(seen, stretch.side, len(stretch.done))
        if not (moves and verbs()[action.verb].ends):
            stretch.done.append(action)

    def _reached(self, seen: State, side: str, place: int) -> dict[str, tuple[int, list[str]]]:
        """Objectives that are empty and not held, with the units that could go there now."""
        empty = set(self._not_held(seen, side))
        found: dict[str, tuple[int, list[str]]] = {}
        for unit in _units_of(seen, side) if empty else ():
            if seen.position(unit) in self.objectives:
                continue
            for number in sorted(empty & seen.reach(unit).keys()):
                found.setdefault(number, (place, []))[1].append(unit)
        return found

    def _not_held(self, seen: State, side: str) -> list[str]:
        """Objectives without any unit, which the side does not hold."""
        held = set(seen.holds(side)) | set(seen.controlled(side))
        return [n for n in self.objectives if n not in held and not seen.units_at(n)]

    def _judge(self, stretch: Stretch) -> None:
        """Count what was silly in a movement phase as a whole."""
        side, counts = stretch.side, self.counts
        end = _played(stretch, stretch.done)
        value = end.evaluate(side)
        empty = set(self._not_held(end, side))
        for number, (place, units) in stretch.reach.items() if not end.is_over else ():
            gone = [_gone(stretch, place, unit, number) for unit in units[:FEW]]
            better = [other for other in gone if other.evaluate(side) > value + LEAST]
            if number in empty and better:
                best = max(better, key=lambda other: other.evaluate(side))
                counts[side, JUDGED] += 1
                counts[side, "left empty"] += is_better(best, end, side)
        for number, left in self._left(stretch, end).items():
            stayed = _played(stretch, _without(stretch.done, left))
            if stayed.evaluate(side) > value + LEAST:
                counts[side, JUDGED] += 1
                if is_better(stayed, end, side):
                    self._given_up.setdefault(side, {})[number] = left
        if self._has_supply:
            counts[side, "cut off"] += sum(self._cut_off(stretch, end, value))

    def _left(self, stretch: Stretch, end: State) -> dict[str, set[str]]:
        """Objectives that are held no more, with the units that left them."""
        begin, side = stretch.begin, stretch.side
        movers = {unit for action in stretch.done for unit in action.units}
        held = set(end.holds(side)) | set(end.controlled(side))
        mine = set(_units_of(begin, side))
        found = {}
        for number in self.objectives:
            there = mine & set(begin.units_at(number))
            gone = {unit for unit in there & movers if end.position(unit) not in (None, number)}
            if gone and number not in held and not mine & set(end.units_at(number)):
                found[number] = gone
        return found

    def _cut_off(self, stretch: Stretch, end: State, value: float) -> Iterator[bool]:
        """Units that moved out of supply, one by one."""
        begin, side = stretch.begin, stretch.side
        for unit in dict.fromkeys(u for action in stretch.done for u in action.units):
            known = unit in begin.frame.unit_index and begin.position(unit) is not None
            if not known or end.position(unit) is None or end.supply_path(unit) is not None:
                continue
            if begin.supply_path(unit) is None:
                continue
            stayed = _played(stretch, _without(stretch.done, {unit}))
            traced = stayed.supply_path(unit) is not None
            if traced and stayed.evaluate(side) >= value - LEAST:
                self.counts[side, JUDGED] += 1
                yield is_better(stayed, end, side)

    # -- single actions -----------------------------------------------------------------------

    def _attack(self, seen: State, side: str, action: Action) -> None:
        """Judge an attack by all that can come of it."""
        given_up = self._given_up.get(side, {})
        for number in [n for n, units in given_up.items() if units & set(action.units)]:
            del given_up[number]
        if _is_of_phase(seen) and seen.explain("done") is not None:
            return
        index = seen.frame.side_index[side]
        gains = gains_of(seen, index, action, BOUNDS)
        if not gains and action.verb == "fire":
            gains = gains_of(seen, index, action, OF_FIRES)
        better = sum(chance for chance, gain in gains if gain > LEAST)
        worse = sum(chance for chance, gain in gains if gain < -LEAST)
        self.counts[side, "attacks"] += better + worse > 0
        expected = sum(chance * gain for chance, gain in gains)
        if worse > better and expected < -LEAST:
            self.counts[side, JUDGED] += 1
            self.counts[side, "bad attacks"] += is_harmful(seen, action, forgoing(seen), side)

    def _missed(self, seen: State, side: str, ending: Action) -> None:
        """Look for an action that would have won before the phase ended."""
        if seen.explain(ending) is not None or _wins(seen, ending, side, ending):
            return
        wanted = set(self.objectives)
        listed = [a for a in seen.legal_actions() if not verbs()[a.verb].ends]
        listed.sort(key=lambda action: not wanted & set(action.hexes[-1:]))
        self.counts[side, "missed wins"] += any(
            _wins(seen, action, side, ending) for action in islice(listed, MOST_TRIED)
        )

    def _shown(self, before: State, state: State, action: Action) -> None:
        """Count units that hid until their side did something with them."""
        side = before.side_to_act or ""
        foes = [other for other in before.frame.side_ids if other != side]
        units = [u for u in action.units if before.position(u) is not None]
        hid = [u for u in units if not any(before.view(foe).sees(u) for foe in foes)]
        seen = [u for u in hid if state.position(u) and any(state.view(f).sees(u) for f in foes)]
        if not seen:
            return
        chosen = before.seen_by(side)
        if action.verb in state.frame.registry.previews:
            nothing = action.verb == "fire" and _hits(chosen, action) < FAINT
        else:
            value = chosen.evaluate(side)
            nothing = state.seen_by(side).evaluate(side) <= value + LEAST
        if nothing:
            self.counts[side, JUDGED] += len(seen)
            in_vain = shows_in_vain(chosen, action, frozenset(seen), side)
            self.counts[side, "shown"] += len(seen) * in_vain


def _units_of(state: State, side: str) -> list[str]:
    """The units of a side that are on the map, in the order of the units file."""
    index = state.frame.side_ids.index(side)
    owners = zip(state.frame.unit_ids, state.frame.unit_side, strict=True)
    return [unit for unit, of in owners if of == index and state.position(unit) is not None]


def _is_of_phase(state: State) -> bool:
    """Whether it is the phase itself that is decided, and no question within it."""
    return bool(state.agenda[-1].kind == state.frame.phase_kinds[state.phase_index])


def _without(actions: Iterable[Action], units: Collection[str]) -> list[Action]:
    """The actions in which none of the units takes part."""
    return [action for action in actions if not set(units) & set(action.units)]


def _gone(stretch: Stretch, place: int, unit: str, number: str) -> State:
    """The end of a movement phase in which a unit goes to a hex, and all others do as they did."""
    rest = _without(stretch.done[place:], {unit})
    return _played(stretch, [*stretch.done[:place], Action("move", (unit,), (number,)), *rest])


def _played(stretch: Stretch, actions: Iterable[Action]) -> State:
    """The movement phase played with these actions, as far as they are legal, to its end."""
    state = stretch.begin.clone()
    for action in (*actions, Action("done")):
        here = (state.turn, state.phase_index) == stretch.key[:2]
        if here and not state.is_over and state.explain(action) is None:
            state.apply(action, events=False)
    return state


def _wins(seen: State, action: Action, side: str, ending: Action, ends: int = FEW) -> bool:
    """Whether an action surely wins, by itself or when the side ends its phases after it."""
    try:
        outcomes = seen.outcomes(action, most=FEW)
    except (ValueError, IllegalAction):
        return False
    for outcome in outcomes:
        state = outcome.state
        if not state.is_over and ends and state.side_to_act == side:
            if not _wins(state, ending, side, ending, ends - 1):
                return False
        elif not (state.is_over and state.winner == side):
            return False
    return True


def _hits(seen: State, action: Action) -> float:
    """The chance that a fire hits anybody, as far as its side can tell; 1 where it cannot."""
    with suppress(ValueError):
        casualties = getattr(seen.preview(action), "casualties", None)
        return 1.0 if casualties is None else 1 - float(casualties.get(0, 0))
    return 1.0


# -- games ----------------------------------------------------------------------------------------


def watched(game: str, players: dict[str, str], seed: str) -> Counts:
    """Play a game as ``hexwar balance`` does, and count."""
    state = loaded(game).start(None, (), seed)
    made: dict[str, Player] = {side: make_player(name) for side, name in players.items()}
    random = {side: Random(f"{seed} {side}") for side in made}
    referee = Referee(state)
    decisions = 0
    while not state.is_over:
        if decisions == MOST_DECISIONS:
            raise RuntimeError(f"game {seed} did not end within {MOST_DECISIONS} decisions")
        side = state.side_to_act or ""
        action = choice_of(made[side], state, random[side])
        referee.before(state, action)
        before = state.clone()
        state.apply(action, events=False)
        referee.after(before, state, action)
        decisions += 1
    for side in players:
        referee.counts[side, "games"] += 1
    return referee.counts


def applicable(game: str) -> list[str]:
    """What can be done wrong in a game."""
    state = loaded(game).start(None, (), 1)
    there = set(KINDS) - {"left empty", "given up", "shown", "cut off"}
    kinds = state.frame.phase_kinds
    if MovementPhase.kind in kinds and any(Goals(state.resolved).hexes.values()):
        there |= {"left empty", "given up"}
    if state.resolved.section(Hidden) is not None:
        there.add("shown")
    if state.resolved.section(Supply) is not None and MovementPhase.kind in kinds:
        there.add("cut off")
    return [kind for kind in KINDS if kind in there]


def seated(game: str, player: str, against: str, number: int) -> dict[str, str]:
    """Who plays the sides in the game of this number: the player in one seat after the other."""
    frame = loaded(game).ruleset(None, (), None).frame
    mine = frame.played[number % len(frame.played)]
    return {
        side: player if index == mine or player == against else against
        for index, side in enumerate(frame.side_ids)
    }


def report(rows: Sequence[dict[str, Any]], player: str) -> str:
    """The table in Markdown: what was done a game and side, with the numbers that it is of."""
    lines = [["game", "games", *KINDS, "all", "else"], ["---"] * (4 + len(KINDS))]
    for game in dict.fromkeys(row["game"] for row in rows):
        total: Counter[str] = Counter()
        played = [row for row in rows if row["game"] == game]
        for row in played:
            for side, counts in row["counts"].items():
                if row["players"][side] == player:
                    total.update(counts)
        seats = total["games"] or 1
        there = applicable(game)
        cells = [f"{total[kind] / seats:.2f}" if kind in there else "-" for kind in KINDS]
        cells[2] += f" of {total['attacks'] / seats:.2f}"
        both = sum(total[kind] for kind in KINDS) / seats
        judged = (total[JUDGED] + total["missed wins"]) / seats
        lines.append([game, str(len(played)), *cells, f"{both:.2f}", f"{judged:.2f}"])
    head = f"{called(player)}, silly things a game and side; bad attacks of all that were judged:"
    return "\n".join([head, "", *(f"| {' | '.join(line)} |" for line in lines)])


def main() -> int:
    """Play, count, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", metavar="GAME", nargs="*", default=GAMES)
    parser.add_argument("--player", default="greedy", type=by_rollouts)
    parser.add_argument("--against", type=by_rollouts, help="who plays the others (the same)")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--out", type=Path, help="a line of JSON a game; goes on where it was cut")
    arguments = parser.parse_args()
    against, rows = arguments.against or arguments.player, list[dict[str, Any]]()
    old = read(arguments.out) if arguments.out and arguments.out.exists() else []
    with ExitStack() as files:
        out = files.enter_context(arguments.out.open("a")) if arguments.out else None
        with suppress(KeyboardInterrupt):
            for game in arguments.names:
                for number in range(arguments.games):
                    asked = {
                        "code": code(),
                        "game": game,
                        "players": seated(game, arguments.player, against, number),
                        "seed": f"{arguments.seed}:{number}",
                    }
                    known = (row for row in old if asked.items() <= row.items())
                    row = next(known, None) or asked | {"counts": plain(asked)}
                    rows.append(row)
                    if out is not None and row not in old:
                        print(json.dumps(row), file=out, flush=True)
                    print(f"\r{game} {number + 1}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(report(rows, arguments.player))
    return 0


def plain(asked: dict[str, Any]) -> dict[str, dict[str, int]]:
    """The counts of a game by side."""
    counts = watched(asked["game"], asked["players"], asked["seed"])
    return {
        side: {kind: n for (of, kind), n in sorted(counts.items()) if of == side}
        for side in asked["players"]
    }


def read(path: Path) -> list[dict[str, Any]]:
    """The rows of a file, without a line that was cut short."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        path.write_text("".join(lines[:-1]), encoding="utf-8")
        lines.pop()
    return [json.loads(line) for line in lines]


if __name__ == "__main__":
    sys.exit(main())
