"""Section ``victory``: which side has won, asked at the ends that the game names.

Lines are asked in the order of the section, at the moment that each names: the end of a phase, of a
turn, of the game. The first that holds ends the game. What counts at the end of the game alone is
scored before its points are told, once, whichever line brought the end. Below: whose the places of
the map are by what these lines ask, and what of them computer players foresee.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from hexwar.definition.grammar import in_prose, opening
from hexwar.definition.model import Condition, Effect, ResolvedGame
from hexwar.definition.packages import words_of
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.engine.task import Task
from hexwar.rules.control.section import ControlledHexes, ControlSelectors, Ground
from hexwar.rules.language.conditions import Conditions, Test
from hexwar.rules.language.programs import Parties
from hexwar.rules.language.section import could_fit
from hexwar.rules.language.selectors import is_at
from hexwar.rules.language.wording import Names, every
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.units.section import Units
from hexwar.rules.victory.section import Victory, VictoryLine

if TYPE_CHECKING:
    from hexwar.rules.control.rules import ControlRules
    from hexwar.rules.points import Points, PointsRules


class Ended(NamedTuple):
    """Whether a result has ended the turn: 1, from then on."""

    turn: int = 0


ENDED = Slot("ended", Ended(), lasts="turn")


class VictoryRules:
    """The victory rules in order; the first whose moment has come and which holds decides."""

    def __init__(
        self, section: Victory, conditions: Conditions, points: PointsRules | None
    ) -> None:
        self._points = points
        self._rules_at: dict[str, list[tuple[VictoryLine, Test]]] = {}
        for rule in section.lines:
            holds = conditions.test(rule.condition)
            self._rules_at.setdefault(rule.when, []).append((rule, holds))

    def concerned_at(self, moment: str) -> bool:
        """Whether a rule is for this moment; the game ends in any case."""
        ends = {"phase_closed": "end_of_phase", "turn_ends": "end_of_turn"}
        return moment not in ends or ends[moment] in self._rules_at

    def follows(self, state: Position, phase: int) -> int:
        """The end of the turn, when a result has brought it about."""
        # Behind the last phase: the kernel takes that for the end of the turn.
        ended = state.memory[ENDED].turn
        return len(state.frame.phase_ids) if ended else phase + 1

    def phase_closed(self, state: Position) -> None:
        """End the game if a rule for the end of a phase holds."""
        self._check(state, "end_of_phase")

    def turn_ends(self, state: Position) -> None:
        """End the game if a rule for the end of a turn holds."""
        self._check(state, "end_of_turn")

    def game_ends(self, state: Position) -> None:
        """End the game: by a rule for its end or, where none holds, undecided."""
        self._score(state)
        if not self._check(state, "end_of_game"):
            because = f"The last turn is over and no side has won. {self._points_at_end(state)}"
            state.finish(None, because.strip(), "")

    def _score(self, state: Position) -> None:
        """Score what is scored once the game is over."""
        if self._points:
            self._points.game_ends(state)

    def _points_at_end(self, state: Position) -> str:
        """The points of all sides as a sentence; nothing in a game without points."""
        return self._points.final(state) if self._points else ""

    def _check(self, state: Position, when: str) -> bool:
        """End the game if a rule for this moment holds; true when it did."""
        for rule, holds in self._rules_at.get(when, ()):
            if holds(state):
                # At the end of the game it has been done already, whichever line is asked.
                if when != "end_of_game":
                    self._score(state)
                because = f"{rule.because} {self._points_at_end(state)}".strip()
                state.finish(rule.winner, because, rule.cite, rule.level)
                return True
        return False


# Whose the places of the map are, as far as rules ask: what flags on a map show.
#
# Two rules know of it. Control remembers which side was last in a hex; conditions of victory and
# points that say `occupied` ask only which side stands there. Both are put together here, for the
# window, the printed map, the page of a replay and the terminal to show the same.


_OCCUPIED, _CONTROLLED = "occupied", "controlled"


class HoldingRules:
    """A hex that is controlled is held until another side controls it. Where victory and points
    only ask which side stands in a hex, it is held by the side that they would find there now.
    """

    def __init__(
        self, frame: Frame, control: ControlRules | None, victory: Victory, points: Points | None
    ) -> None:
        self._control = control
        asked = _regions((victory, points), _OCCUPIED)
        hexes = frame.board.mask({number for name in asked for number in frame.map.region(name)})
        # Where control is remembered, the side that stands in a hex need not hold it.
        self._asked = hexes & ~control.watched if control else hexes

    def held(self, state: Position, side: int) -> int:
        """Mask of the hexes that a side holds, for all to see."""
        return self.controlled(state, side) | (state.held(side) & self._asked)

    def controlled(self, state: Position, side: int) -> int:
        """Mask of the hexes that a side controls, of those whose control matters."""
        return self._control.held(state, side) if self._control else 0

    def coming(self, state: Position, side: int) -> int:
        """Mask of the hexes that a side will control as the phase ends, if it stays in them."""
        if self._control is None:
            return 0
        stands = state.held(side) & ~state.enemies_of(side) & self._control.watched
        return stands & ~self.controlled(state, side)

    def counts_for(self, state: Position, number: str) -> list[str]:
        """The sections, in words, whose rules ask which side controls a hex."""
        return self._control.counts_for(state, number) if self._control else []


def holders(state: Position, number: str) -> Iterator[str]:
    """Which sides hold a hex, each in a sentence without its full stop: ``Red controls it``; of a
    controlled hex, which side will have it when the phase ends, and which rules ask.
    """
    rules = state.rules[HoldingRules]
    cell_bit = state.frame.board.bit[state.frame.board.cell[number]]
    names = state.frame.side_names
    for side, name in enumerate(names):
        if not rules.held(state, side) & cell_bit:
            continue
        if not rules.controlled(state, side) & cell_bit:
            yield f"{opening(name, 'holds')} it"
            continue
        taking = (other for other in range(len(names)) if rules.coming(state, other) & cell_bit)
        soon = "".join(f", {in_prose(names[other])} as this phase ends" for other in taking)
        asking = rules.counts_for(state, number)
        counts = f", which counts for {every(asking)}" if asking and not soon else ""
        yield f"{opening(name, 'controls')} it{soon or counts}"


def scored(game: ResolvedGame) -> frozenset[str]:
    """The hexes by which a side wins or scores while it holds them."""
    regions = _regions((game[Victory], _points(game)), _OCCUPIED, _CONTROLLED)
    return frozenset(number for name in regions for number in game.map.region(name))


def is_held(game: ResolvedGame) -> bool:
    """Whether a game asks at all which side holds any hexes."""
    if scored(game) or any(asked.kind == _CONTROLLED for asked in game.conditions()):
        return True
    sections = game.sections.values()
    hexes = (form.controlled for section in sections for form in section.parts(ControlledHexes))
    ground = (form.controlled for section in sections for form in section.parts(Ground))
    units = (form.controlled for section in sections for form in section.parts(ControlSelectors))
    return any(hexes) or any(ground) or any(units)


def _points(game: ResolvedGame) -> Points | None:
    if not game.has("points"):
        return None
    from hexwar.rules.points import Points  # not in games without them

    return game.section(Points)


def _regions(sections: tuple[Victory | Points | None, ...], *kinds: str) -> Iterator[str]:
    """The regions that conditions of these kinds are about."""
    for section in sections:
        if section is not None:
            for condition in section.parts(Condition):
                for part in condition.parts():
                    if part.kind in kinds:
                        yield str(part.arguments["region"])


# What of the lines of victory is foreseen by the computer players that play for them.
#
# Packages say under ``foreseen`` which of their conditions are reckoned ahead as a chance, and
# under ``sought`` which lead units somewhere without that.


LOSSES = ("eliminated", "steps_lost", "lost")
"""The conditions that count what a side has lost."""


def go_for_enemies(game: ResolvedGame) -> bool:
    """Whether units act one at a time or fight by fire alone: computer players lead them against
    the enemy then, whatever else is asked of them.
    """
    return any(phase.kind == "activation" for phase in game[SequenceOfPlay].phases) or (
        game.has("fire") and not game.has("combat")
    )


def held_by(game: ResolvedGame, condition: Condition) -> tuple[str, list[str]] | None:
    """Whose units a condition wants where: a side's id, and the numbers of the hexes.

    None where it says no place, or units of several sides would do.
    """
    given, of = condition.arguments, condition.arguments.get("of")
    sides, at = {given.get("side")}, None
    if of is not None:
        # The units that could ever fit: which do now is for play to say.
        counters, at = game[Units].counters.values(), of.at
        sides = {unit.side for unit in counters if could_fit(of, unit)}
    numbers = set(game.map.region(str(given["region"])) if "region" in given else ())
    if at is not None:
        there = {number for number in game.map if is_at(at, game.map, number)}
        numbers = numbers & there if numbers else there
    if len(sides) != 1 or not numbers:
        return None
    return str(*sides), sorted(numbers)


def loser(game: ResolvedGame, condition: Condition) -> str | None:
    """Whose losses a condition counts: a side's id; ``None`` if it counts no losses, or those of
    several sides.
    """
    if condition.kind not in LOSSES:
        return None
    if "side" in condition.arguments:
        return str(condition.arguments["side"])
    counters = game[Units].counters.values()
    sides = {unit.side for unit in counters if could_fit(condition.arguments["of"], unit)}
    return sides.pop() if len(sides) == 1 else None


def unforeseen(game: ResolvedGame, condition: Condition) -> list[str]:
    """The words of a condition of which nothing is expected, each once; none if any of it is
    foreseen or sought.
    """
    # A turn comes by itself, whatever anybody does for it.
    leaves = [part for part in condition.parts() if not part.of and part.kind != "turn"]
    if any(_is_foreseen(game, leaf) for leaf in leaves):
        return []
    return [*dict.fromkeys(leaf.kind for leaf in leaves)]


def _is_foreseen(game: ResolvedGame, leaf: Condition, through: tuple[str, ...] = ()) -> bool:
    """``through`` are the effects whose conditions led there."""
    if leaf.kind == "effect":
        from hexwar.rules.effects import Effects  # where a condition asks for one

        name = str(leaf.arguments["effect"])
        brings = game[Effects].effects[name].condition
        # An effect that leads back to itself brings nothing that its other conditions do not.
        if brings is None or name in through:
            return False
        parts = [part for part in brings.parts() if not part.of and part.kind != "turn"]
        return any(_is_foreseen(game, part, (*through, name)) for part in parts)
    if leaf.kind == "points":
        return any(_is_worked_for(game, leaf, side) for side in ("side", "over"))
    if leaf.kind in words_of("sought"):
        return True
    if leaf.kind not in words_of("foreseen"):
        return False
    if leaf.kind in LOSSES:
        return loser(game, leaf) is not None
    if "region" in leaf.arguments or "of" in leaf.arguments:
        return held_by(game, leaf) is not None
    return True


def _is_worked_for(game: ResolvedGame, leaf: Condition, key: str) -> bool:
    """Whether a side of a condition about points scores for anything that is foreseen."""
    from hexwar.rules.points import Points  # where a condition asks for them

    asked = [
        asked
        for award in game[Points].awards.values()
        if award.side == leaf.arguments.get(key) and award.scored != "at_the_end"
        for asked in (award.counted, award.condition)
    ]
    return any(
        _is_foreseen(game, part)
        for condition in asked
        if condition is not None
        for part in condition.parts()
        if not part.of and part.kind != "points"
    )


# The ends at which somebody may have won, and the result that brings the end about.


def _end(state: Position, parties: Parties, effect: Effect) -> Task | None:
    """The verb ``end``: the turn ends with this phase, or the game at once."""
    if effect.said == "turn":
        state.remember(ENDED, Ended(turn=1))
        state.tell("turn_ends", "", "The turn ends with this phase.")
        return None
    for hook in state.rules.hooks.game_ends:
        hook(state)
    return None


def _end_in_words(effect: Effect, names: Names) -> str:
    return "the turn ends" if effect.said == "turn" else "the game ends"


HOOKS = {
    "follows": (VictoryRules, VictoryRules.follows),
    "phase_closed": (VictoryRules, VictoryRules.phase_closed),
    "turn_ends": (VictoryRules, VictoryRules.turn_ends),
    "game_ends": (VictoryRules, VictoryRules.game_ends),
}
SLOTS = (ENDED,)
RESULTS = {"end": _end}
MEANINGS = {"end": _end_in_words}
