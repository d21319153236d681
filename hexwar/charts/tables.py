"""A game's charts: what a printed game has on its map sheet and its counters.

In this order: terrain and what it does, tables that the game brings itself, the combat results
table with what its codes mean, and the counters with their places. They are told from the resolved
game, so that a scenario with other options has other charts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from hexwar.charts.blocks import Block, Cells, Gap, Heading, Labelled, Prose
from hexwar.definition.model import ResolvedGame
from hexwar.hexmap import HexMap
from hexwar.rules.combat.modifiers import ModifierBounds
from hexwar.rules.combat.reading import modifier_in_words, symbols_in_words
from hexwar.rules.combat.section import Combat
from hexwar.rules.dice.section import FaceDice, FaceDie, die_in_words
from hexwar.rules.effects import Effects
from hexwar.rules.facing.section import Facing
from hexwar.rules.figures.section import Figures, Reinforce
from hexwar.rules.fire.section import covered
from hexwar.rules.language.programs import step_in_words
from hexwar.rules.language.reading import combat_effects, differences, read_form
from hexwar.rules.language.selectors import units_selected
from hexwar.rules.language.wording import (
    Names,
    called,
    either,
    every,
    in_words,
    mid_sentence,
    number,
    region_called,
    run_in_words,
    several,
    titles,
)
from hexwar.rules.line_of_sight.section import LineOfSight
from hexwar.rules.movement.section import Movement
from hexwar.rules.reinforcements.section import Reinforcements
from hexwar.rules.sides.section import Sides
from hexwar.rules.tables.section import Table, Tables
from hexwar.rules.terrain.section import (
    Feature,
    HexsideTerrain,
    HexTerrain,
    PathTerrain,
    Terrain,
)
from hexwar.rules.units.section import PrintedNames, StepValues, Unit, Units
from hexwar.rules.values import strengths_count, strengths_that_count

# -- terrain ------------------------------------------------------------------------------------


def terrain_chart(game: ResolvedGame) -> Iterator[Block]:
    """Terrain effects: what it costs to enter, what it does to combat, and what the signs mean."""
    rows = _terrain_rows(game)
    yield Cells(rows)
    cells = {cell for row in rows[1:] for cell in row[1:-1]}
    signs = [
        ("no" in cells, "no: closed"),
        (any(cell.startswith("+") for cell in cells), "+: added to what the hex costs"),
        (NO_HELP in cells, f"{NO_HELP}: of no use"),
    ]
    if meanings := [meaning for is_there, meaning in signs if is_there]:
        yield Prose(f"{'; '.join(meanings)}.", hanging=False)
    yield from _in_force(game, _is_of_moving)


def _is_of_moving(path: Sequence[str]) -> bool:
    return path[0] == "movement" or (path[0] == "terrain" and path[-1] == "cost")


def _terrain_rows(game: ResolvedGame) -> list[list[str]]:
    classes = game[Movement].classes
    heads = ["MP"] if len(classes) == 1 else [f"MP {in_words(name)}" for name in classes]
    kinds = game[Terrain]
    rows = [["terrain", *heads, "effect"]]
    rows += [
        [
            kind.title,
            *_costs(kind, classes, ""),
            _effects(game, kind, _besides(game, name, classes)),
        ]
        for name, kind in kinds.hexes.items()
    ]
    rows += [
        [f"{side.title} hexside", *_costs(side, classes, "+"), _crossing(game, side)]
        for side in kinds.hexsides.values()
    ]
    rows += [
        [
            kind.title,
            *(NO_HELP if cost == "no" else cost for cost in _costs(kind, classes, "")),
            "; ".join(_modes_along(game, name)) or "no effect",
        ]
        for name, kind in kinds.paths.items()
    ]
    rows += [
        [kind.title, *_costs(kind, classes, "+"), _of_feature(game, name)]
        for name, kind in kinds.features.items()
    ]
    return rows


def _of_feature(game: ResolvedGame, name: str) -> str:
    """What a feature does; of one that does nothing, on what ground it stands: a map shows houses
    there and no more, and it may have the name of a kind of ground.
    """
    kinds, board = game[Terrain], game.map
    at: dict[str, list[str]] = {}
    for place in board:
        if name in board.features(place):
            at.setdefault(mid_sentence(kinds.hexes[board.terrain(place)].title), []).append(place)
    if kinds.features[name].combat or not at:
        return combat_effects(kinds.features[name].combat, titles(game))
    ground = [f"{kind} ({hexes_in_words(at[kind])})" for kind in sorted(at)]
    return f"none of its own; lies in {every(at if len(at) == 1 else ground)}"


NO_HELP = "-"
"""Stands for the cost of a path that a class cannot use: its hexes are no dearer."""


def _modes_along(game: ResolvedGame, path: str) -> Iterator[str]:
    """At what price ways of moving of their own go along a path."""
    for mode in game[Movement].modes.values():
        if path in mode.along:
            costs = {game[Terrain].paths[path].cost[name] or 1 for name in game[Movement].classes}
            yield f"{mid_sentence(mode.title)} {either(number(cost) for cost in costs)} MP a hex"


def _besides(game: ResolvedGame, name: str, classes: Sequence[str]) -> Iterator[str]:
    """What else a kind of hex does: which units must stop there, and that nobody sees through
    it.
    """
    stopped = [each for each in classes if game[Terrain].hexes[name].stops(each)]
    if len(stopped) == len(classes):
        yield "all must stop"
    elif stopped:
        yield f"{every(map(in_words, stopped))} must stop"
    sight = game.section(LineOfSight)
    if sight is not None and sight.blocked_by is not None and name in sight.blocked_by.hexes:
        yield "blocks sight"


def _costs(
    kind: HexTerrain | HexsideTerrain | PathTerrain | Feature, classes: Iterable[str], sign: str
) -> list[str]:
    """What it costs each class to enter; ``sign`` is a plus where it is added to another cost."""
    costs = (kind.cost[name] for name in classes)
    return ["no" if cost is None else f"{sign}{number(cost)}" for cost in costs]


def _crossing(game: ResolvedGame, side: HexsideTerrain) -> str:
    """What a hexside does: which others it cancels, as a bridge does a river, and its effects."""
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
        rows = _results(table, names)
        yield Heading(f"{table.title} (rule {table.cite})" if table.cite else table.title)
        yield Cells(rows, level=1)
        for statement in read_form(game, table):
            if statement.is_set and not statement.is_charted:
                yield Prose(": ".join([*statement.heading, statement.tell()]), level=1)
        if table.columns:
            for code in table.results:
                yield Prose(f"{table.result(code).title}: {_meant(table, code, names)}", level=1)
        yield Gap()


def _results(table: Table, names: Names) -> list[list[str]]:
    """The rows of a table; where there is one column, each beside what it does."""
    if table.columns:
        heads = [str(table.dice), *(run_in_words(str(column)) for column in table.columns)]
        results = ((row, map(table.result, table.codes(row))) for row in table.rows)
        return [
            heads,
            *([run_in_words(row), *(result.title for result in of_row)] for row, of_row in results),
        ]
    rows = [[str(table.dice), "result", "what happens"]]
    for row in table.rows:
        (code,) = table.codes(row)
        rows.append([run_in_words(row), table.result(code).title, _meant(table, code, names)])
    return rows


def _meant(table: Table, code: str, names: Names) -> str:
    """What a result does."""
    return "; ".join(step_in_words(step, names) for step in table.result(code).steps)


# -- combat -------------------------------------------------------------------------------------

# What the column is found by, in words, and how it is rounded.
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
        yield Prose(die_in_words(die))
        yield Cells(list(_faces(die)), level=1)
        yield from map(Prose, symbols_in_words(combat.faces, die, names))
        yield from _modifiers(game, combat, names)
        return
    rows = [["die", *combat.headings]]
    rows += [[totals, *codes] for totals, codes in combat.rows]
    rounded = f", rounded {_ROUNDED[combat.rounding]}" if combat.column == "ratio" else ""
    line = f"{combat.dice}; columns: {_ODDS[combat.column]}{rounded}."
    for text in (line, *_beyond(combat, names)):
        yield Prose(text, hanging=False)
    yield Gap()
    yield Cells(rows)
    yield Gap()
    width = max(map(len, combat.results), default=0)
    for result in combat.results.values():
        meaning = result.title
        if not result.by_pattern:
            steps = [step_in_words(step, names) for step in result.effects]
            meaning = "; ".join(steps)
            if result.title and result.title != result.code:
                # A title such as "The attacker loses a step" says already what its step says.
                steps_added = [step for step in steps if not _bare(step) <= _bare(result.title)]
                meaning = (
                    result.title + ("; " if steps_added != steps else ": ") + "; ".join(steps_added)
                )
                meaning = meaning.removesuffix("; ")
        yield Labelled(result.code, f"{meaning}.", width)
    if any(result.by_pattern for result in combat.results.values()):
        yield Gap()
        yield Prose("Attackers may advance into a hex that these leave empty.", hanging=False)
    yield from _modifiers(game, combat, names)


def _bare(sentence: str) -> set[str]:
    """The words of a sentence, numbers as digits, things in the singular, without articles.

    >>> sorted(_bare("The attacker loses two steps"))
    ['2', 'attacker', 'lose', 'step']
    """
    numbers = {"a": "1", "an": "1", "one": "1", "two": "2", "three": "3", "hexes": "hex"}
    words = (numbers.get(word, word) for word in sentence.lower().split())
    return {word.removesuffix("s") for word in words if word not in ("the", "and")}


def _modifiers(game: ResolvedGame, combat: Combat, names: Names) -> Iterator[Block]:
    """What changes a battle apart from the ground: always, or while an effect is in force."""
    lines: list[Block] = []
    for modifier in combat.modifiers.values():
        rule = f" (rule {modifier.cite})" if modifier.cite else ""
        lines.append(Prose(f"{modifier.title}: {modifier_in_words(modifier, names)}{rule}."))
    lines += _in_force(game, lambda path: "combat" in path)
    if lines:
        yield Heading("What changes a battle besides terrain")
        yield from lines


def _in_force(game: ResolvedGame, is_wanted: Callable[[Sequence[str]], bool]) -> Iterator[Block]:
    """What effects change, below the effect; of the statements whose path is wanted."""
    effects = game.section(Effects)
    if effects is None:
        return
    for effect in effects.effects.values():
        lines = [
            statement.tell()
            for statement in (differences(game, effect.patch) if effect.patch is not None else ())
            if statement.is_sentence and "cite" not in statement.path and is_wanted(statement.path)
        ]
        if lines:
            yield Prose(f"While “{effect.title}” is in force:")
            # A modifier of the effect's own name would say the name twice.
            bare = (line.removeprefix(f"{effect.title}: ") for line in lines)
            yield from (Prose(line[:1].upper() + line[1:], level=1) for line in bare)


def _faces(die: FaceDie) -> Iterator[list[str]]:
    """Which numbers of an ordinary die stand for the symbols of one that players do not have."""
    yield [f"1d{die.sides}", die.title]
    first = 1
    for face in die.faces:
        last = first + face.count - 1
        yield [str(first) if first == last else f"{first} to {last}", face.title]
        first = last + 1


def _beyond(combat: Combat, names: Names) -> Iterator[str]:
    """What becomes of odds that the table has no column for."""
    if combat.below == "forbidden":
        yield f"No attack is made below {combat.headings[0]}."
    if combat.below == "result":
        yield f"Below {combat.headings[0]} nothing is rolled: the result is {combat.below_result}."
    if combat.above == "forbidden":
        yield f"No attack is made above {combat.headings[-1]}."
    elif combat.column != "attackers":
        yield f"What is above {combat.headings[-1]} counts as {combat.headings[-1]}."
    if combat.automatic is not None:
        automatic, easier = combat.automatic, combat.automatic.easier
        yield f"From {automatic.at_least} on nothing is rolled: the result is {automatic.result}."
        if easier is not None:
            units = units_selected(easier.only, names)
            yield f"Where all defenders are {units}, it is so from {easier.at_least} on already."
    if combat.limits is not None:
        for subject, limit in (("Columns", combat.limits.shift), ("The die", combat.limits.roll)):
            if limit is not None:
                verb = "is" if subject == "The die" else "are"
                yield f"{subject} {verb} modified by {_bounds(limit)}."


def _bounds(limit: int | ModifierBounds) -> str:
    """``2 at most``, ``at least -3 and at most +3``."""
    if isinstance(limit, int):
        return f"{limit} at most"
    low, high = limit.at_least, limit.at_most
    bounds = ((low, "at least"), (high, "at most"))
    return " and ".join(f"{word} {value:+d}" for value, word in bounds if value is not None)


# -- what is asked of single units ----------------------------------------------------------------


def arcs(game: ResolvedGame) -> Iterator[Block]:
    """Which of its sides is in which arc of a unit that looks somewhere."""
    facing = game[Facing]
    of_side = {side: arc for arc, sides in facing.arcs.items() for side in sides}
    rows = [(in_words(side), in_words(arc)) for side, arc in of_side.items()]
    yield Cells([("seen from the unit", "lies in its"), *rows])
    whose = {"front": "of the two that is first here", "rear": "of the two that is last here"}
    better = whose.get(facing.border, f"that is better for the {facing.border} of the unit")
    yield Prose(f"A hex exactly on the line between two arcs lies in the one {better}.")


def casualties(game: ResolvedGame) -> Iterator[Block]:
    """What a roll makes of a figure that was hit, and for which figures it is made."""
    figures, names = game[Figures], titles(game)
    check = figures.check
    if check is None:
        return
    title = {name: mid_sentence(condition.title) for name, condition in figures.conditions.items()}
    rows = [(run_in_words(face), title[becomes]) for face, becomes in check.results.items()]
    yield Prose(f"A roll for each figure that is {either(title[c] for c in check.condition)}.")
    yield Cells([(check.die, "the figure is"), *rows], level=1)
    for modifier in check.modifiers.values():
        for_whom = (
            f" for {units_selected(modifier.only, names)}" if modifier.only is not None else ""
        )
        yield Prose(f"{modifier.title}: {modifier.roll:+d}{for_whom}.")
    if check.helped_within is not None:
        near = several(check.helped_within, "hex")
        yield Prose(
            "Not of a unit without an effective figure, but where a friendly unit with one is "
            f"within {near}."
        )


# -- places -------------------------------------------------------------------------------------


def places(game: ResolvedGame) -> Iterator[Block]:
    """The regions that rules and set-ups name, with their hexes: no map shows their bounds."""
    names, board = titles(game), game.map
    rows = [
        (called(names, "region", name), _hexes_named(board, name))
        for name in board.regions
        if board.region(name) != {name}  # a box is its own place
    ]
    rows.sort(key=lambda row: row[0].removeprefix("the ").lower())
    if rows:
        yield Cells([("place", "hexes"), *rows])


def _hexes_named(board: HexMap, region: str) -> str:
    """The hexes of a region by number, and name where each has one on the map: ``Korvo 0903``."""
    hexes = board.region(region)
    named = {number: [*filter(None, board.features(number).values())] for number in hexes}
    own_name = region_called(board, region)
    if not all(named.values()) or any(own_name in of_hex for of_hex in named.values()):
        return hexes_in_words(hexes)
    return ", ".join(f"{named[number][0]} {number}" for number in sorted(hexes))


def hexes_in_words(hexes: Iterable[str]) -> str:
    """Hexes by number, those of a column that follow one another as a run.

    >>> hexes_in_words(["0101", "0102", "0103", "0205", "02.01", "02.02"])
    '0101 to 0103, 0205, 02.01 to 02.02'
    """
    runs: list[list[str]] = []
    for place in sorted(hexes, key=lambda number: (len(number), number)):
        if runs and _follows(runs[-1][-1], place):
            runs[-1].append(place)
        else:
            runs.append([place])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)


def _follows(before: str, place: str) -> bool:
    """Whether a hex is the next of the same column, or row, by its number."""
    head, next_head = (number.rstrip("0123456789") for number in (before, place))
    digits, next_digits = before[len(head) :], place[len(next_head) :]
    is_numbered = bool(digits and next_digits)
    return head == next_head and is_numbered and int(next_digits) == int(digits) + 1


# -- units --------------------------------------------------------------------------------------


_PART = re.compile(r"\d/\d+: ")
"""What a unit of more than two steps is with some of them left."""


def order_of_battle(game: ResolvedGame, where: Callable[[Unit], str]) -> Iterator[Block]:
    """The counters by side, with their values and, from ``where``, their places.

    The others, for which ``where`` has nothing to say, are left out.
    """
    above, has_parts = False, False
    for side in game[Sides].all:
        units = [
            unit for unit in game[Units].counters.values() if unit.side == side.id and where(unit)
        ]
        if not units:
            continue
        strengths = any(len(step.strengths) == 1 for unit in units for step in unit.steps)
        shown = "values" if any(unit.values_in_words for unit in units) else "MP"
        heads = ["unit", "name", "type", shown, "where"]
        if strengths_count(game):
            words = game[Units].called
            strength_words = (words.strength,) if strengths else (words.attack, words.defense)
            counting = strengths_that_count(game)
            moves = "MP" if words.movement == PrintedNames.movement else words.movement
            heads[3] = "-".join(
                [*(n for place, n in enumerate(strength_words) if place in counting), moves]
            )
        rows = [
            [
                unit.id,
                "" if unit.name == unit.id else unit.name,
                _type(game, unit),
                _values(game, unit),
                where(unit),
            ]
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
        has_parts |= any(_PART.search(row[3]) for row in rows)
    if has_parts:
        yield Prose("What stands behind 3/5 is a unit of five steps with three of them left.")


def _type(game: ResolvedGame, unit: Unit) -> str:
    """Its type, and how it moves where units differ in that: terrain costs by it."""
    moves = unit.type.movement_class
    several_classes = len(game[Movement].classes) > 1 and in_words(moves) != unit.type.title.lower()
    return f"{unit.type.title} ({in_words(moves)})" if several_classes else unit.type.title


def _values(game: ResolvedGame, unit: Unit) -> str:
    """What is printed on a counter, step by step; steps that are alike are counted."""
    sides = [
        (shown, len([*alike])) for shown, alike in groupby(_step(game, step) for step in unit.steps)
    ]
    if len(sides) == 1 and len(unit.steps) > 1:
        steps = f"{sides[0][0]}, {len(unit.steps)} steps"
    elif len(unit.steps) <= 2:
        steps = ", reduced ".join(shown for shown, _ in sides)
    else:
        # As its counters have it: 2/5 is what it is with two of five steps left.
        steps_left, parts = len(unit.steps), []
        for shown, many in sides:
            parts.append(
                shown
                if steps_left == len(unit.steps)
                else f"{steps_left}/{len(unit.steps)}: {shown}"
            )
            steps_left -= many
        steps = "; ".join(parts)
    return ", ".join([steps, *unit.values_in_words])


def _step(game: ResolvedGame, step: StepValues) -> str:
    """Attack-defence-movement as on a counter; only movement where combat counts units."""
    allowance = step.movement if step.movement is not None else game[Movement].allowance
    moves = "-" if allowance is None else number(allowance)
    if not strengths_count(game):
        return f"{moves} MP"
    counting = strengths_that_count(game)
    shown = [number(value) for place, value in enumerate(step.strengths) if place in counting]
    return "-".join([*shown, moves])


def _brought_by_rules(game: ResolvedGame) -> Iterator[str]:
    """Counters that begin off the map for casualties, and for figures that come back."""
    figures = game.section(Figures)
    if figures is not None and figures.evacuation is not None:
        yield from figures.evacuation.units
    for table in game[Tables].tables.values():
        for code in table.results:
            for step in table.result(code).steps:
                if isinstance(step.said, Reinforce):
                    yield from step.said.units


ABSENT = "not in this game"
"""Of a counter that has no place at set-up and comes by no reinforcement."""


def starting_place(game: ResolvedGame) -> Callable[[Unit], str]:
    """Where each unit is at set-up, or by which reinforcement it comes."""
    comes = {unit: group for group in game[Reinforcements].groups.values() for unit in group.units}
    names = titles(game)
    later = set(_brought_by_rules(game))

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
        if unit.id in later:
            return "when a rule brings it"
        return ABSENT

    return where
