"""What is proved of section ``hidden``: that units can hide and be found, and stay apart.

Each asks whether what the section says can come about in a scenario: that some unit begins where it
could hide, that dice can find it or let it surprise, that no enemy is set up in the same hexes, and
that battles are not declared before it is known which units fight.
"""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.model import ResolvedGame
from hexwar.rules.combat.section import Combat
from hexwar.rules.hidden.section import Hidden
from hexwar.rules.language.section import At
from hexwar.rules.language.selectors import is_at
from hexwar.rules.scenarios.rules import set_up_area
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
    """A unit that searches, or fires from hiding, has a die that can show a success."""
    game, section = subject.game, subject.game.section(Hidden)
    if section is None:
        return
    for key, roll, theirs in (("search", section.search, False), ("ambush", section.ambush, True)):
        if roll is None:
            continue
        # Where both sides may hide, both search.
        units = [
            unit
            for unit in game[Units].counters.values()
            if (unit.side in section.side) == theirs or len(section.side) > 1
        ]
        best = max((int(unit.values.get(roll.die, 0)) for unit in units), default=0)
        if best < roll.success:
            place = subject.node("hidden", key, "success").place()
            message = f"nobody ever rolls {roll.success}: the best {roll.die} is a d{best}"
            if not best:
                message = f"nobody who would roll has a {roll.die}"
            findings.add("HW481", place, message, help="lower `success`, or print larger dice")


@of_each_game
def nobody_is_set_up_on_those_that_hide(subject: Subject, findings: Findings) -> None:
    """No other side sets units up where some may hide: it does not see which are there."""
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
def nobody_attacks_unseen(subject: Subject, findings: Findings) -> None:
    """Units that attack are seen when their battle is fought, so battles are not declared
    before.
    """
    combat = subject.game.section(Combat)
    if subject.game.section(Hidden) is None or combat is None:
        return
    if combat.battle.declare == "all_first":
        place = subject.node("combat", "battle", "declare").place()
        message = "battles are declared before any is fought, and units that hide may attack"
        hint = "write `declare: one_by_one`, or leave the section hidden out"
        findings.add("HW483", place, message, help=hint)
