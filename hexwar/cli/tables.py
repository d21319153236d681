"""A game's charts as plain text: what a printed game has on its map sheet and its counters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from hexwar.cli.terminal import wrapped
from hexwar.definition.model import (
    Combat,
    CombatEffect,
    CombatResult,
    Condition,
    Cost,
    Effect,
    HexsideTerrain,
    HexTerrain,
    PathTerrain,
    Reinforcement,
    ResolvedGame,
    StepValues,
    Unit,
)

Rows = Sequence[Sequence[str]]


def table(rows: Rows, *, indent: str = "  ") -> list[str]:
    """Rows as lines with aligned columns; the first row is the heading."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return [
        (indent + "  ".join(f"{c:{w}}" for c, w in zip(row, widths, strict=True))).rstrip()
        for row in rows
    ]


def number(value: Fraction | int) -> str:
    """A number as counters print it: ``4``, ``1/2``, ``1 1/2``."""
    whole, rest = divmod(Fraction(value), 1)
    if not rest:
        return str(whole)
    return f"{whole} {rest}" if whole else str(rest)


# -- terrain ------------------------------------------------------------------------------------


def terrain_chart(game: ResolvedGame) -> list[str]:
    """Terrain effects: what it costs to enter, and what it does to combat."""
    classes = game.movement.classes
    heads = ["MP"] if len(classes) == 1 else [f"MP {name}" for name in classes]
    kinds = game.terrain
    rows = [["terrain", *heads, "combat"]]
    rows += [[k.title, *_costs(k, classes, ""), _combat(k.combat)] for k in kinds.hexes.values()]
    rows += [
        [f"{side.title} hexside", *_costs(side, classes, "+"), _crossing(game, side)]
        for side in kinds.hexsides.values()
    ]
    rows += [[k.title, *_costs(k, classes, ""), "no effect"] for k in kinds.paths.values()]
    return table(rows)


def _costs(
    kind: HexTerrain | HexsideTerrain | PathTerrain, classes: Iterable[str], sign: str
) -> list[str]:
    return [_cost(kind.cost[name], sign) if name in kind.cost else "-" for name in classes]


def _cost(cost: Cost, sign: str) -> str:
    return "no" if cost is None else f"{sign}{number(cost)}"


def _crossing(game: ResolvedGame, side: HexsideTerrain) -> str:
    if not side.negates:
        return _combat(side.combat)
    harmless = ", ".join(game.terrain.hexsides[other].title for other in side.negates)
    return f"cancels {harmless}"


def _combat(effects: Iterable[CombatEffect]) -> str:
    return "; ".join(map(_combat_effect, effects)) or "no effect"


def _combat_effect(effect: CombatEffect) -> str:
    value = number(abs(effect.value))
    sign = "-" if effect.value < 0 else "+"
    if effect.operation == "prohibit":
        return "may not be attacked into"
    if effect.operation == "multiply":
        return f"{effect.who} x{value}"
    if effect.operation == "shift":
        return f"{sign}{value} column{'' if value == '1' else 's'}"
    return f"{effect.who} {sign}{value}"


# -- combat -------------------------------------------------------------------------------------

_ODDS = {
    "attackers": "number of attacking units",
    "differential": "attacker's strength less defender's",
    "ratio": "attacker's strength to defender's",
}


def combat_table(combat: Combat) -> list[str]:
    """The combat results table, with what its codes mean under it."""
    rows = [["die", *combat.headings]]
    rows += [[str(total), *codes] for total, codes in combat.table.items()]
    dice = f"{combat.dice.count}d{combat.dice.sides}"
    lines = [f"  {dice}; columns: {_ODDS[combat.odds]}.", "", *table(rows), ""]
    width = max(map(len, combat.results), default=0)
    return lines + [
        wrapped(_meaning(result), " " * (width + 4), f"  {result.code:{width}}  ")
        for result in combat.results.values()
    ]


def _meaning(result: CombatResult) -> str:
    program = "; ".join(map(_effect, result.effects))
    named = result.title if result.title and result.title != result.code else ""
    return f"{named}: {program}." if named else f"{program}."


def _effect(effect: Effect) -> str:
    hexes = f"{effect.hexes} hex{'' if effect.hexes == 1 else 'es'}"
    if effect.verb == "nothing":
        return "nothing happens"
    if effect.verb == "retreat":
        return f"the {effect.who} retreats {hexes}"
    if effect.verb == "advance":
        count = "any number of units" if effect.count is None else _units(effect.count)
        return f"{count} may advance"
    chooser = "" if effect.chooser == "owner" else ", chosen by the enemy"
    if effect.count is None:
        return f"all units of the {effect.who} are lost"
    return f"the {effect.who} loses {_units(effect.count)}{chooser}"


def _units(count: int) -> str:
    return f"{count} unit{'' if count == 1 else 's'}"


# -- units --------------------------------------------------------------------------------------


def order_of_battle(game: ResolvedGame, where: Callable[[Unit], str]) -> list[str]:
    """Every counter by side, with its values and, from ``where``, its place."""
    lines: list[str] = []
    for side in game.sides:
        units = [unit for unit in game.units.values() if unit.side == side.id]
        if not units:
            continue
        rows = [["unit", "name", "type", "values", "where"]]
        rows += [[u.id, u.name, u.type.title, _values(game, u), where(u)] for u in units]
        lines += [*([""] if lines else []), f"  {side.name}", *table(rows)]
    return lines


def _values(game: ResolvedGame, unit: Unit) -> str:
    return ", reduced ".join(_step(game, step) for step in unit.steps)


def _step(game: ResolvedGame, step: StepValues) -> str:
    """Attack-defence-movement as on a counter; only movement where combat counts units."""
    allowance = step.movement if step.movement is not None else game.movement.allowance
    moves = "-" if allowance is None else number(allowance)
    if game.combat is None or game.combat.strength == "units":
        return f"{moves} MP"
    return f"{number(step.attack)}-{number(step.defense)}-{moves}"


def starting_place(game: ResolvedGame) -> Callable[[Unit], str]:
    """Where each unit is at set-up, or by which reinforcement it comes."""
    comes = {unit: group for group in game.reinforcements.values() for unit in group.units}

    def where(unit: Unit) -> str:
        if unit.id in game.scenario.setup:
            return game.scenario.setup[unit.id]
        if unit.id in comes:
            return f"reinforcement {comes[unit.id].id}"
        return "not in this game"

    return where


# -- sequence -----------------------------------------------------------------------------------


def sequence_of_play(game: ResolvedGame) -> list[str]:
    """The phases of a turn, the number of turns, what arrives, who wins."""
    names = {side.id: side.name for side in game.sides}
    phases = game.sequence.phases
    turns = game.sequence.turns
    lines = [f"  {turns} turn{'' if turns == 1 else 's'}, each of {len(phases)} phases:"]
    lines += [
        f"  {place}. {phase.title} ({phase.kind}, {names[phase.side]})"
        for place, phase in enumerate(phases, 1)
    ]
    lines += [
        wrapped(_arrival(game, group), "    ", "  ") for group in game.reinforcements.values()
    ]
    return lines


def _arrival(game: ResolvedGame, group: Reinforcement) -> str:
    names = {side.id: side.name for side in game.sides}
    phase = next(phase.title for phase in game.sequence.phases if phase.id == group.phase)
    who = "eliminated units" if group.eliminated else ", ".join(group.units)
    most = f", at most {group.most}" if group.most else ""
    declared = f", declared with 'declare {group.id}'" if group.declared else ""
    when = f", if {condition(group.condition, names)}" if group.condition else ""
    return f"{group.title}: {who}{most}; {phase}{declared}{when}; by {group.area}."


def victory_conditions(game: ResolvedGame) -> Iterator[str]:
    """One line a rule, in order: the first that holds decides."""
    names = {side.id: side.name for side in game.sides}
    for rule in game.victory:
        verdict = f"{names[rule.winner]} wins" if rule.winner else "a draw"
        cited = f" (rule {rule.cite})" if rule.cite else ""
        because = rule.because
        if not because:
            because = f"if {condition(rule.condition, names)}." if rule.condition else "otherwise."
        moment = f"At the end of the {rule.when.removeprefix('end_of_')}"
        yield wrapped(f"{moment}, {verdict}: {because}{cited}", "    ", "  ")


def condition(asked: Condition, names: Mapping[str, str]) -> str:
    """A condition in words; ``names`` maps side id to name."""
    if asked.kind == "not":
        return f"not ({condition(asked.of[0], names)})"
    if asked.kind in ("all", "any"):
        word = " and " if asked.kind == "all" else " or "
        return word.join(f"({condition(part, names)})" for part in asked.of)
    given = asked.arguments
    bounds = [f"at least {given['at_least']}"] if "at_least" in given else []
    bounds += [f"at most {given['at_most']}"] if "at_most" in given else []
    many = " and ".join(bounds) or "at least 1"
    if asked.kind == "turn":
        return f"the turn is {many}"
    side = names.get(str(given.get("by", given.get("side", ""))), "a side")
    if asked.kind == "eliminated":
        return f"{side} has lost {many} unit{'' if many.endswith(' 1') else 's'}"
    return f"{side} occupies {many} of {given['region']}"
