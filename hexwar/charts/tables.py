"""A game's charts: what a printed game has on its map sheet and its counters.

In this order: terrain and what it does, tables that the game brings itself, the combat results
table with what its codes mean, and the counters with their places. They are told from the resolved
game, so that a scenario with other options has other charts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from hexwar.charts.blocks import Block, Cells, Gap, Heading, Labelled, Prose
from hexwar.definition.model import CombatResult, ResolvedGame
from hexwar.rules.combat.modifiers import ModifierBounds
from hexwar.rules.combat.reading import symbols_in_words
from hexwar.rules.combat.section import Combat
from hexwar.rules.dice.section import FaceDice, die_in_words
from hexwar.rules.fire.section import covered
from hexwar.rules.language.programs import step_in_words
from hexwar.rules.language.reading import combat_effects, read_form
from hexwar.rules.language.selectors import selected
from hexwar.rules.language.wording import Names, called, every, in_words, number, titles
from hexwar.rules.movement.section import Movement
from hexwar.rules.reinforcements.section import Reinforcements
from hexwar.rules.sides.section import Sides
from hexwar.rules.tables.section import Tables
from hexwar.rules.terrain.section import (
    Cost,
    Feature,
    HexsideTerrain,
    HexTerrain,
    PathTerrain,
    Terrain,
)
from hexwar.rules.units.section import StepValues, Unit, Units
from hexwar.rules.values import strengths_count

# -- terrain ------------------------------------------------------------------------------------


def terrain_chart(game: ResolvedGame) -> Cells:
    """Terrain effects: what it costs to enter, and what it does to combat."""
    classes = game[Movement].classes
    heads = ["MP"] if len(classes) == 1 else [f"MP {name}" for name in classes]
    kinds = game[Terrain]
    rows = [["terrain", *heads, "combat"]]
    rows += [
        [kind.title, *_costs(kind, classes, ""), _effects(game, kind, _halts(kind, classes))]
        for kind in kinds.hexes.values()
    ]
    rows += [
        [f"{side.title} hexside", *_costs(side, classes, "+"), _crossing(game, side)]
        for side in kinds.hexsides.values()
    ]
    rows += [[kind.title, *_costs(kind, classes, ""), "no effect"] for kind in kinds.paths.values()]
    rows += [
        [kind.title, *_costs(kind, classes, "+"), combat_effects(kind.combat, titles(game))]
        for kind in kinds.features.values()
    ]
    return Cells(rows)


def _halts(kind: HexTerrain, classes: Sequence[str]) -> Iterator[str]:
    """Which units must stop when they enter a kind of hex."""
    stopped = [name for name in classes if kind.stops(name)]
    if len(stopped) == len(classes):
        yield "all must stop"
    elif stopped:
        yield f"{every(map(in_words, stopped))} must stop"


def _costs(
    kind: HexTerrain | HexsideTerrain | PathTerrain | Feature, classes: Iterable[str], sign: str
) -> list[str]:
    return [_cost(kind.cost[name], sign) for name in classes]


def _cost(cost: Cost, sign: str) -> str:
    return "no" if cost is None else f"{sign}{number(cost)}"


def _crossing(game: ResolvedGame, side: HexsideTerrain) -> str:
    if not side.negates:
        return _effects(game, side)
    harmless = ", ".join(game[Terrain].hexsides[other].title for other in side.negates)
    effects = f"; {_effects(game, side)}" if side.combat or covered(side) else ""
    return f"cancels {harmless}{effects}"


def _effects(
    game: ResolvedGame, kind: HexTerrain | HexsideTerrain, others: Iterable[str] = ()
) -> str:
    """What a kind of hex or hexside does to battles and to fire, and ``others``."""
    battles = [combat_effects(kind.combat, titles(game))] if kind.combat else []
    return "; ".join([*battles, *covered(kind), *others]) or "no effect"


# -- tables of the game's own -------------------------------------------------------------------


def tables_of_the_game(game: ResolvedGame) -> Iterator[Block]:
    """Each table with its rows, and what its results do under it."""
    names = titles(game)
    for table in game[Tables].tables.values():
        heads = [str(column) for column in table.columns] or ["result"]
        rows = [[str(table.dice), *heads]]
        rows += [
            [row, *(table.result(code).title for code in table.codes(row))] for row in table.rows
        ]
        yield Heading(f"{table.title} (rule {table.cite})" if table.cite else table.title)
        yield Cells(rows, level=1)
        for statement in read_form(game, table):
            if statement.is_set and not statement.is_charted:
                yield Prose(": ".join([*statement.heading, statement.tell()]), level=1)
        for code in table.results:
            result = table.result(code)
            meant = "; ".join(step_in_words(step, names) for step in result.steps)
            yield Prose(f"{result.title}: {meant}", level=1)
        yield Gap()


# -- combat -------------------------------------------------------------------------------------

_ODDS = {
    "attackers": "number of attacking units",
    "differential": "attacker's strength less defender's",
    "ratio": "attacker's strength to defender's",
}
_ROUNDED = {"down": "down", "up": "up", "nearest": "to the nearest"}


def combat_table(game: ResolvedGame) -> Iterator[Block]:
    """The combat results table, with what its codes mean under it."""
    combat, names = game[Combat], titles(game)
    if combat.faces is not None:
        die = game[FaceDice].by_id[combat.faces.die]
        for text in (die_in_words(die), *symbols_in_words(combat.faces, die, names)):
            yield Prose(text)
        return
    rows = [["die", *combat.headings]]
    rows += [[totals, *codes] for totals, codes in combat.rows]
    rounded = f", rounded {_ROUNDED[combat.rounding]}" if combat.column == "ratio" else ""
    line = f"{combat.dice}; columns: {_ODDS[combat.column]}{rounded}."
    for text in (line, *_beyond(combat)):
        yield Prose(text, hanging=False)
    yield Gap()
    yield Cells(rows)
    yield Gap()
    width = max(map(len, combat.results), default=0)
    for result in combat.results.values():
        yield Labelled(result.code, _meaning(result, names), width)
    if any(result.by_pattern for result in combat.results.values()):
        yield Gap()
        yield Prose("Attackers may advance into a hex that these leave empty.", hanging=False)


def _beyond(combat: Combat) -> Iterator[str]:
    """What becomes of odds that the table has no column for."""
    if combat.below == "forbidden":
        yield f"No attack is made below {combat.headings[0]}."
    if combat.below == "result":
        yield f"Below {combat.headings[0]} nothing is rolled: the result is {combat.below_result}."
    if combat.above == "forbidden":
        yield f"No attack is made above {combat.headings[-1]}."
    if combat.automatic is not None:
        easier, odds = combat.automatic.easier, f"At {combat.automatic.at_least} and better"
        if easier is not None:
            odds += f", at {easier.at_least} against defenders all of whom are such: "
            odds += f"{selected(easier.only)},"
        yield f"{odds} nothing is rolled: the result is {combat.automatic.result}."
    if combat.limits is not None:
        for what, limit in (("Columns", combat.limits.shift), ("The die", combat.limits.roll)):
            if limit is not None:
                yield f"{what} {'is' if what == 'The die' else 'are'} modified by {_bounds(limit)}."


def _bounds(limit: int | ModifierBounds) -> str:
    if isinstance(limit, int):
        return f"{limit} at most"
    low, high = limit.at_least, limit.at_most
    bounds = ((low, "at least"), (high, "at most"))
    return " and ".join(f"{word} {value:+d}" for value, word in bounds if value is not None)


def _meaning(result: CombatResult, names: Names) -> str:
    if result.by_pattern:
        return f"{result.title}."
    program = "; ".join(step_in_words(step, names) for step in result.effects)
    named = result.title if result.title and result.title != result.code else ""
    return f"{named}: {program}." if named else f"{program}."


# -- units --------------------------------------------------------------------------------------


def order_of_battle(game: ResolvedGame, where: Callable[[Unit], str]) -> Iterator[Block]:
    """The counters by side, with their values and, from ``where``, their places.

    The others, for which ``where`` has nothing to say, are left out.
    """
    above = False
    for side in game[Sides].all:
        units = [
            unit for unit in game[Units].counters.values() if unit.side == side.id and where(unit)
        ]
        if not units:
            continue
        heads = ["unit", "name", "type", "values", "where"]
        rows = [
            [unit.id, unit.name, unit.type.title, _values(game, unit), where(unit)]
            for unit in units
        ]
        if any(unit.traits for unit in units):
            heads.append("traits")
            rows = [
                [*row, ", ".join(sorted(unit.traits))]
                for row, unit in zip(rows, units, strict=True)
            ]
        if any(unit.formation for unit in units):
            heads.append("formation")
            titles_of = titles(game)
            belongs = [
                called(titles_of, "formation", unit.formation) if unit.formation else ""
                for unit in units
            ]
            rows = [[*row, formation] for row, formation in zip(rows, belongs, strict=True)]
        if above:
            yield Gap()
        above = True
        yield Heading(side.name)
        yield Cells([heads, *rows])


def _values(game: ResolvedGame, unit: Unit) -> str:
    sides = [
        (shown, len([*alike])) for shown, alike in groupby(_step(game, step) for step in unit.steps)
    ]
    if len(sides) == 1 and len(unit.steps) > 1:
        steps = f"{sides[0][0]}, {len(unit.steps)} steps"
    else:
        steps = ", reduced ".join(
            f"{shown} ({many} steps)" if many > 1 else shown for shown, many in sides
        )
    return ", ".join([steps, *unit.values_in_words])


def _step(game: ResolvedGame, step: StepValues) -> str:
    """Attack-defence-movement as on a counter; only movement where combat counts units."""
    allowance = step.movement if step.movement is not None else game[Movement].allowance
    moves = "-" if allowance is None else number(allowance)
    if not strengths_count(game):
        return f"{moves} MP"
    return "-".join([*map(number, step.strengths), moves])


def starting_place(game: ResolvedGame) -> Callable[[Unit], str]:
    """Where each unit is at set-up, or by which reinforcement it comes."""
    comes = {unit: group for group in game[Reinforcements].groups.values() for unit in group.units}
    names = titles(game)

    def where(unit: Unit) -> str:
        if unit.id in game.scenario.setup:
            area = game.scenario.within.get(unit.id, 0)
            step = game.scenario.steps.get(unit.id, 1)
            reduced = f", at step {step or len(unit.steps)}" if step != 1 else ""
            near = f" or within {area}" if area else ""
            looks = dict(game.scenario.more.get(unit.id, ())).get("facing")
            turned = f", facing {looks}" if looks else ""
            at = called(names, "region", game.scenario.setup[unit.id])
            return at + near + reduced + turned
        if unit.id in comes:
            return f"reinforcement: {comes[unit.id].title}"
        if unit.id in game.scenario.eliminated:
            return "eliminated at the start"
        return "not in this game"

    return where
