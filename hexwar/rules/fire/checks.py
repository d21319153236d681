"""What is proved of section ``fire``: that it has dice, that its table fits, that it has phases.

They go by the two ways to resolve a fire: opposed pools need dice that can succeed, on all units
that roll them; a table needs to be one whose column is given, and the strengths that choose it.
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
    """Pools of dice are given, and so is the strength that chooses a column."""
    section = subject.game.section(Fire)
    if section is None:
        return
    chosen_by = section.by_table.column if section.by_table else ""
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
    for key in ("dice", "defense") if section is not None else ():
        pool = getattr(section, key)
        if pool is None or section is None or section.by_table:
            continue
        place = subject.node("fire", key, "die").place()
        printed = [int(unit.values.get(pool.die, 0)) for unit in units.counters.values()]
        # A die by its name, or a value: then the largest that any unit prints.
        most = FACES.get(pool.die) or max(printed)
        # Where no unit prints the die, another check reports that (HW474).
        if 0 < most < section.success:
            message = f"no die of the {key} has more than {most} faces; {section.success} succeeds"
            findings.add("HW471", place, message, help=f"lower `success` to {most} or less")


@of_patches_of_battles("fire")
def battles_ask_of_fire_what_strikes(
    _: Subject, patch: MappingNode, game: ResolvedGame
) -> Iterator[tuple[Node, str]]:
    """In a battle no unit fires: only results that strike or hit ask what fire does."""
    why = "fire: no result strikes or hits, and nothing else in a battle asks for it"
    yield patch.entries["fire"].key, "" if resulting("strike", "hits")(game) else why


@of_each_game
def who_rolls_has_the_die(subject: Subject, findings: Findings) -> None:
    """A die that is a value is printed on all units that roll it: those that fire, and those fired
    at.
    """
    game, section = subject.game, subject.game.section(Fire)
    if section is None or section.by_table:
        return
    figures = game.section(Figures)
    for key, rule, who in (
        ("dice", "only", section.only),
        ("defense", "targets", section.targets),
    ):
        pool: DicePool | None = getattr(section, key)
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
    """The column of the table that decides is given by the fire."""
    by_table = subject.game[Fire].by_table if subject.game.section(Fire) else None
    table = subject.game[Tables].tables.get(by_table.table) if by_table else None
    if table is not None and table.column != GIVEN:
        message = f"fire rolls on {table.id}, and does not choose its column"
        place = subject.key("tables", table.id).place()
        findings.add("HW472", place, message, help="say `column: given`")


@of_each_game
def columns_are_given(subject: Subject, findings: Findings) -> None:
    """The only table that leaves its column to the fire is the one that decides fire, now or under
    a patch.
    """
    if subject.game.overlay is None:
        return  # it is under some already, and others may fire by the table
    phases = subject.game[SequenceOfPlay].phases
    rolled = {phase[TablePhase].table for phase in phases}
    sections = subject.game.sections.values()
    patched = [
        patch.mapping("fire") for section in sections for patch in section.parts(MappingNode)
    ]
    fire = subject.tree.mapping("fire")
    fired = {node.mapping("resolve").text("table") for node in (fire, *patched)}
    for table in subject.game[Tables].tables.values():
        if table.column == GIVEN and (table.id not in fired or table.id in rolled):
            message = f"nothing gives the column of {table.id}"
            hint = "name it in `fire.resolve`, or say what chooses the column"
            findings.add("HW472", subject.key("tables", table.id).place(), message, help=hint)


@of_each_game
def who_fires_blind_would_have_to_see(subject: Subject, findings: Findings) -> None:
    """Observers matter only where a unit that fires must see its target."""
    section = subject.game.section(Fire)
    if section and section.indirect and section.line_of_sight != "required":
        place = subject.key("fire", "indirect").place()
        message = "nobody needs an observer: fire needs no line of sight"
        hint = "write `line_of_sight: required`, or delete `indirect`"
        findings.add("HW476", place, message, help=hint)


@of_each_game
def optimal_range_is_known(subject: Subject, findings: Findings) -> None:
    """What counts within the optimal range needs one."""
    section = subject.game.section(Fire)
    if section is None or section.range.optimal is not None:
        return
    for node, extra in _extras(subject, section):
        if OPTIMAL in (extra.within, extra.beyond):
            message = "the optimal range is not said"
            findings.add("HW473", node.place(), message, help="add `range: {optimal: 6}`")
            return


def _extras(subject: Subject, section: Fire) -> Iterator[tuple[Node, Extra | Effectiveness]]:
    """Every entry of the pools and of the roll, with where it stands."""
    for index, weapon in enumerate(section.effect):
        yield subject.node("fire", "effect", index), weapon
    for key in ("dice", "defense"):
        pool = getattr(section, key)
        for part in ("without", "plus"):
            for index, extra in enumerate(getattr(pool, part) if pool else ()):
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
    """Units fire together only where two can stand as is said, and rolls can differ only where
    there is a roll.
    """
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
