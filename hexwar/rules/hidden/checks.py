"""What is proved of section ``hidden``: that units can hide and be found, and stay apart."""

from __future__ import annotations

from collections.abc import Iterable

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.model import ResolvedGame
from hexwar.definition.tree import Node
from hexwar.rules.hidden.section import Hidden
from hexwar.rules.language.selector import At
from hexwar.rules.language.selectors import is_at
from hexwar.rules.overrun.section import Overrun
from hexwar.rules.reinforcements.section import Reinforcements
from hexwar.rules.replacements.section import Replacements
from hexwar.rules.scenarios.deployment import set_up_area
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.units.section import Units


def _places(game: ResolvedGame, where: At) -> set[str]:
    """The hexes in which units can hide."""
    return {number for number in game.map if is_at(where, game.map, number)}


def _begin(game: ResolvedGame, section: Hidden, *, hiders: bool) -> dict[str, set[str]]:
    """Where each unit of the sides that may hide, or of the others, may begin."""
    counters = game[Units].counters
    return {
        unit: set(set_up_area(game, unit))
        for unit in game.scenario.opening
        if unit in counters and (counters[unit].side in section.side) == hiders
    }


@of_each_game
def somebody_can_hide(subject: Subject, findings: Findings) -> None:
    """Some unit of the sides begins, or may be set up, where units can hide."""
    game, section = subject.game, subject.game.section(Hidden)
    if section is None:
        return
    places = _places(game, section.where)
    if not any(hexes & places for hexes in _begin(game, section, hiders=True).values()):
        message = f"in scenario {game.scenario.id} no unit begins where it could hide"
        hint = "name the terrain in which units begin, or set units up there"
        findings.add("HW480", subject.key("hidden", "where").place(), message, help=hint)


@of_each_game
def rolls_can_succeed(subject: Subject, findings: Findings) -> None:
    """Somebody who searches, or fires from hiding, has a die that can show a success."""
    game, section = subject.game, subject.game.section(Hidden)
    if section is None:
        return
    for key, said, theirs in (("search", section.search, False), ("ambush", section.ambush, True)):
        if said is None:
            continue
        # Where both sides may hide, both search.
        units = [
            unit
            for unit in game[Units].counters.values()
            if (unit.side in section.side) == theirs or len(section.side) > 1
        ]
        best = max((int(unit.values.get(said.die, 0)) for unit in units), default=0)
        if best < said.success:
            place = subject.node("hidden", key, "success").place()
            message = f"nobody ever rolls {said.success}: the best {said.die} is a d{best}"
            if not best:
                message = f"nobody who would roll has a {said.die}"
            findings.add("HW481", place, message, help="lower `success`, or print larger dice")


@of_each_game
def nobody_is_set_up_on_those_that_hide(subject: Subject, findings: Findings) -> None:
    """No other side sets units up where somebody may hide: it does not see who is there."""
    game, section = subject.game, subject.game.section(Hidden)
    if section is None:
        return
    places = _places(game, section.where)
    taken = set().union(*_begin(game, section, hiders=True).values()) & places
    for unit, hexes in _begin(game, section, hiders=False).items():
        shared = sorted(hexes & taken)
        if len(hexes) > 1 and shared:
            message = f"{unit} may be set up in {shared[0]}, where an enemy may hide"
            hint = "keep the areas of the two sides apart"
            findings.add("HW482", subject.setup(unit).place(), message, help=hint)


@of_each_game
def units_meet_by_moving(subject: Subject, findings: Findings) -> None:
    """Nothing but moves brings a unit into the hex of one that hides from it."""
    game = subject.game
    if game.section(Hidden) is None:
        return
    for what, node in _other_ways(subject, game):
        message = f"{what} may bring a unit into a hex in which an enemy hides"
        hint = "a game with hidden units has none: leave it out, or the section hidden"
        findings.add("HW483", node.place(), message, help=hint)


def _other_ways(subject: Subject, game: ResolvedGame) -> Iterable[tuple[str, Node]]:
    for phase in game[SequenceOfPlay].phases:
        if phase.kind == "combat":
            yield "a battle", subject.node("sequence", "phases", *phase.at)
    if game.section(Overrun) is not None:
        yield "an overrun", subject.key("overrun")
    if game[Reinforcements].groups:
        yield "reinforcement", subject.key("reinforcements")
    if game.section(Replacements) is not None:
        yield "replacement", subject.key("replacements")
