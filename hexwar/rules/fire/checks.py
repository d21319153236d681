"""What is checked of section ``fire``, in this order: its dice, its table, and the rest.

There are two ways to resolve fire. Opposed pools need dice that can succeed, and that all units
which roll them have. A table needs a column that fire chooses (``column: given``), and the
strengths that choose it. The rest: what fire asks for needs a section, a phase or a range that the
game may lack.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.definition.checks import Subject, lacks, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.model import ResolvedGame
from hexwar.definition.tree import MappingNode, Node
from hexwar.rules.figures.section import Figures
from hexwar.rules.fire.section import (
    DIFFERENTIAL,
    FACES,
    FIGURES,
    LEAST,
    ODDS,
    ONE_HEX,
    OPTIMAL,
    RANGE,
    ByTable,
    DicePool,
    Effectiveness,
    Extra,
    Fire,
)
from hexwar.rules.language.section import could_fit, resulting
from hexwar.rules.language.wording import every
from hexwar.rules.line_of_sight.section import LineOfSight
from hexwar.rules.scopes.checks import of_patches_of_battles
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.stacking.section import Stacking
from hexwar.rules.tables.section import GIVEN, TablePhase, Tables
from hexwar.rules.units.section import ByValue, Unit, Units


@of_each_game
def fire_has_its_dice(subject: Subject, findings: Findings) -> None:
    """What fire reckons with is given: the dice of opposed pools, the strengths for a column."""
    section = subject.game.section(Fire)
    if section is None:
        return
    chosen_by = section.by_table.column if section.by_table else ""
    # Opposed pools do without a defence where targets roll nothing, and a column by range without
    # any strength.
    needed = {"dice": chosen_by != RANGE, "defense": chosen_by in (DIFFERENTIAL, ODDS)}
    pools = {"dice": section.dice, "defense": section.defense}
    for key, is_needed in needed.items():
        if is_needed and pools[key] is None:
            place = subject.key("fire", "resolve").place()
            method = "opposed pools" if not chosen_by else f"a column chosen by {chosen_by}"
            message = f"{method}, and nothing says what the {key} are"
            hint = f"add `{key}`, such as {{count: steps, die: d6}}"
            findings.add("HW470", place, message, help=hint)


@of_each_game
def dice_can_succeed(subject: Subject, findings: Findings) -> None:
    """A die has more than one face, some of which are successes."""
    section, units = subject.game.section(Fire), subject.game[Units]
    if section is None or section.by_table:
        return
    for key, pool in (("dice", section.dice), ("defense", section.defense)):
        if pool is None:
            continue
        # The die is one by its name, such as d6, or a value that units print: then the largest.
        printed = [int(unit.values.get(pool.die, 0)) for unit in units.counters.values()]
        most = FACES.get(pool.die) or max(printed)
        # Where no unit prints the die, another check reports that (HW474).
        if 0 < most < section.success:
            place = subject.node("fire", key, "die").place()
            message = f"no die of the {key} has more than {most} faces; {section.success} succeeds"
            findings.add("HW471", place, message, help=f"lower `success` to {most} or less")


@of_each_game
def who_rolls_has_the_die(subject: Subject, findings: Findings) -> None:
    """A die that is a value is printed on all units that roll it: those that may fire roll the
    dice, those that may be fired at the defence.
    """
    game, section = subject.game, subject.game.section(Fire)
    if section is None or section.by_table:
        return
    figures = game.section(Figures)
    for key, pool, rule, who in (
        ("dice", section.dice, "only", section.only),
        ("defense", section.defense, "targets", section.targets),
    ):
        if pool is None or pool.die in FACES:
            continue
        lacking = [
            unit.id
            for unit in game[Units].counters.values()
            if not unit.values.get(pool.die)
            and could_fit(who, unit)
            and _has_dice(pool, unit, figures)
        ]
        if lacking:
            place = subject.node("fire", key, "die").place()
            message = f"{pool.die} is the die of the {key}, and {lacking[0]} has none"
            hint = f"print it on {every(lacking)}, or leave them out with `{rule}`"
            findings.add("HW474", place, message, help=hint)


def _has_dice(pool: DicePool, unit: Unit, figures: Figures | None) -> bool:
    """Whether a unit has any dice in a pool to begin with."""
    if pool.count == FIGURES:
        return figures is not None and bool(unit.values.get(figures.number))
    if isinstance(pool.count, ByValue):
        return bool(unit.values.get(pool.count.value))
    return True


@of_each_game
def the_table_of_fire_fits(subject: Subject, findings: Findings) -> None:
    """The table that decides fire leaves its column to it."""
    section = subject.game.section(Fire)
    by_table = section.by_table if section else None
    table = subject.game[Tables].tables.get(by_table.table) if by_table else None
    if table is not None and table.column != GIVEN:
        message = f"fire rolls on {table.id}, and does not choose its column"
        place = subject.key("tables", table.id).place()
        findings.add("HW472", place, message, help="say `column: given`")


@of_each_game
def columns_are_given(subject: Subject, findings: Findings) -> None:
    """A table with ``column: given`` decides fire, now or under a patch, and nothing else."""
    if subject.game.overlay is None:
        return  # this is the game under some patch; under another fire may use the table
    rolled_in_phases = {phase[TablePhase].table for phase in subject.game[SequenceOfPlay].phases}
    fires = [subject.tree.mapping("fire")]
    for section in subject.game.sections.values():
        fires += [patch.mapping("fire") for patch in section.parts(MappingNode)]
    decide_fire = {fire.mapping("resolve").text("table") for fire in fires}
    for table in subject.game[Tables].tables.values():
        is_given = table.id in decide_fire and table.id not in rolled_in_phases
        if table.column == GIVEN and not is_given:
            message = f"nothing gives the column of {table.id}"
            hint = "name it in `fire.resolve`, or say what chooses the column"
            findings.add("HW472", subject.key("tables", table.id).place(), message, help=hint)


@of_each_game
def observers_are_needed(subject: Subject, findings: Findings) -> None:
    """Observers matter only where a unit that fires must see its target."""
    section = subject.game.section(Fire)
    if section and section.indirect and section.line_of_sight != "required":
        place = subject.key("fire", "indirect").place()
        message = "nobody needs an observer: fire needs no line of sight"
        hint = "write `line_of_sight: required`, or delete `indirect`"
        findings.add("HW476", place, message, help=hint)


@of_each_game
def optimal_range_is_known(subject: Subject, findings: Findings) -> None:
    """Where something counts within or beyond the optimal range, there is one."""
    section = subject.game.section(Fire)
    if section is None or section.range.optimal is not None:
        return
    for node, extra in _extras(subject, section):
        if OPTIMAL in (extra.within, extra.beyond):
            message = "the optimal range is not said"
            findings.add("HW473", node.place(), message, help="add `range: {optimal: 6}`")
            return  # one line mends it for all


def _extras(subject: Subject, section: Fire) -> Iterator[tuple[Node, Extra | Effectiveness]]:
    """Every entry that may count by range, with where it stands."""
    for index, weapon in enumerate(section.effect):
        yield subject.node("fire", "effect", index), weapon
    for key, pool in (("dice", section.dice), ("defense", section.defense)):
        if pool:
            for part in ("without", "plus"):
                for index, extra in enumerate(getattr(pool, part)):
                    yield subject.node("fire", key, part, index), extra
    if isinstance(section.resolve, ByTable):
        for index, extra in enumerate(section.resolve.roll):
            yield subject.node("fire", "resolve", "roll", index), extra


@of_each_game
def fire_has_what_it_leans_on(subject: Subject, findings: Findings) -> None:
    """Figures are hit only where there are some, and phases of fire are for a game with fire."""
    section, game = subject.game.section(Fire), subject.game
    if section is None:
        for phase in game[SequenceOfPlay].phases:
            if phase.kind == "fire":
                node = subject.node("sequence", "phases", *phase.at, "kind")
                lacks("fire", node, f"{phase.id} is a phase of fire", findings)
        return
    if section.line_of_sight == "required" and game.section(LineOfSight) is None:
        lacks("line_of_sight", subject.node("fire", "line_of_sight"), "targets are seen", findings)
    pools = {"dice": section.dice, "defense": section.defense}
    counted = [key for key, pool in pools.items() if pool and pool.count == FIGURES]
    if game.section(Figures) is None:
        if section.hits == FIGURES:
            lacks("figures", subject.node("fire", "hits"), "hits take figures", findings)
        elif counted:
            node = subject.node("fire", counted[0], "count")
            lacks("figures", node, "figures are counted", findings)


@of_each_game
def groups_have_what_they_share(subject: Subject, findings: Findings) -> None:
    """Where units of one hex fire together a hex holds two, and `roll` is said only of a roll."""
    section = subject.game.section(Fire)
    if section is None or section.together is None:
        return
    if section.by_table is None and section.together.roll != LEAST:
        place = subject.key("fire", "together", "roll").place()
        message = "opposed pools have no roll that anything is added to"
        findings.add("HW477", place, message, help="delete `roll`")
    stacking = subject.game.section(Stacking)
    if section.together.where == ONE_HEX and stacking is not None and stacking.limit == 1:
        place = subject.key("fire", "together").place()
        message = "units of one hex fire together, and no hex holds two of a side"
        findings.add("HW478", place, message, help="write `where: adjacent`")


@of_patches_of_battles("fire")
def battles_ask_of_fire_what_strikes(
    _: Subject, patch: MappingNode, game: ResolvedGame
) -> Iterator[tuple[Node, str]]:
    """In a battle no unit fires: only results that strike or hit ask what fire does."""
    why = "fire: no result strikes or hits, and nothing else in a battle asks for it"
    yield patch.entries["fire"].key, "" if resulting("strike", "hits")(game) else why
