"""What is checked in section ``terrain``: costs for every class, steps that cost something.

Some of it asks what printed rules leave open and families of games settle differently, such as
whether a hex and the hexside before it are added up: there the game has to say it. The rest are
slips: a pattern nearly spelt like one that is drawn, a bridge on no river.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings, Fix
from hexwar.definition.model import ResolvedGame
from hexwar.definition.spelling import hardly_different
from hexwar.definition.tree import MappingNode, Node, SequenceNode
from hexwar.rules.movement.section import Movement
from hexwar.rules.scopes.checks import IdleKey, of_keys, of_patches_of_battles
from hexwar.rules.terrain.section import PATTERNS, Feature, HexsideTerrain, HexTerrain, Terrain
from hexwar.rules.units.section import Unit


@of_each_game
def patterns_are_no_slips(subject: Subject, findings: Findings) -> None:
    """A pattern that is hatched is not nearly one that is drawn."""
    for _, ground in subject.tree.mapping("terrain").mapping("hexes").children():
        word = ground.scalar("pattern")
        if word is None or word.raw in PATTERNS:
            continue
        meant = hardly_different(word.raw, PATTERNS)
        if meant is not None:
            message = f"there is no pattern {word.raw}, and so the ground is hatched"
            hint = f"did you mean {meant}?"
            findings.add("HW307", word.place(), message, help=hint, fix=Fix(meant))


@of_patches_of_battles("terrain")
def costs_in_battles_close_or_open(
    subject: Subject, patch: MappingNode, game: ResolvedGame
) -> Iterator[tuple[Node, str]]:
    """Units that retreat or advance pay nothing: what a patch of a battle says of costs must close
    terrain, or open it.
    """
    for kinds in ("hexes", "hexsides", "paths"):
        before, now = (getattr(each[Terrain], kinds) for each in (subject.game, game))
        for name, patched in patch.mapping("terrain").mapping(kinds).children():
            if "cost" not in patched or name not in before or now[name].cost == before[name].cost:
                continue
            old, new = before[name].cost, now[name].cost
            classes = {*old.by_class, *new.by_class} or {""}
            is_idle = all((old[each] is None) == (new[each] is None) for each in classes)
            why = (
                f"cost: in a battle nobody pays for {name}; units that retreat or advance "
                "ask only whether it is prohibited"
            )
            yield patched.entries["cost"].key, why if is_idle else ""


@of_each_game
def bridges_stand_on_rivers(subject: Subject, findings: Findings) -> None:
    """A hexside kind that negates others stands where one of them is."""
    kinds = subject.game[Terrain].hexsides
    for pair, there in subject.game.map.hexsides.items():
        for kind in there:
            negated = kinds[kind].negates
            if negated and there.isdisjoint(negated):
                node = subject.node("map", "hexsides", kind)
                if isinstance(node, SequenceNode):
                    for item in node.scalars():
                        steps = pairwise(item.raw.split("/"))
                        if any(set(adjacent) == set(pair) for adjacent in steps):
                            node = item
                            break
                message = f"{kind} {'/'.join(pair)} is not on a {' or '.join(negated)}"
                hint = f"state the hexside under {negated[0]} as well"
                findings.add("HW207", node.place(), message, help=hint)


@of_keys
def nobody_is_harmless_by_itself(subject: Subject) -> Iterator[IdleKey]:
    """No kind of hexside negates itself: it would do nothing wherever it is."""
    for kind in subject.game[Terrain].hexsides.values():
        if kind.negates and "negates" in subject.tree.mapping("terrain").mapping(
            "hexsides"
        ).mapping(kind.id):
            why = f"negates: {kind.id} makes itself harmless, and so does nothing anywhere"
            key = subject.key("terrain", "hexsides", kind.id, "negates")
            hint = "name the kinds that it makes harmless, or delete it"
            yield IdleKey(key, why if kind.id in kind.negates else "", hint, mends=False)


@of_each_game
def every_class_has_a_cost(subject: Subject, findings: Findings) -> None:
    """Costs that are stated by movement class are stated for each.

    Where none of those stated is a class, they are words for something else: a finding of its own.
    """
    classes, terrain = subject.game[Movement].classes, subject.game[Terrain]
    for where, kinds in (
        ("hexes", terrain.hexes),
        ("hexsides", terrain.hexsides),
        ("paths", terrain.paths),
        ("features", terrain.features),
    ):
        for name, kind in kinds.items():
            stated, node = kind.cost.by_class, subject.node("terrain", where, name)
            cost = node.get("cost") if isinstance(node, MappingNode) else None
            # An empty `cost` is none for any class, and not a cost that was left out.
            is_empty = isinstance(cost, MappingNode) and not cost.entries
            if is_empty or not stated.keys().isdisjoint(classes):
                place = subject.node("terrain", where, name, "cost").place()
                for missing in [each for each in classes if each not in stated]:
                    message = f"no cost for movement class {missing}"
                    hint = f"add `{missing}: prohibited`, or what it costs"
                    findings.add("HW407", place, message, help=hint)


@of_each_game
def every_step_costs_something(subject: Subject, findings: Findings) -> None:
    """No hex is entered and no path gone along for 0 movement points."""
    terrain = subject.game[Terrain]
    kinds = [("hexes", name, kind.cost) for name, kind in terrain.hexes.items()]
    kinds += [("paths", name, kind.cost) for name, kind in terrain.paths.items()]
    for where, name, cost in kinds:
        if 0 in cost.all:
            place = subject.key("terrain", where, name, "cost").place()
            message = f"{name} costs 0 movement points"
            findings.add("HW410", place, message, help="write more than 0, such as 1/10")


def enterable(game: ResolvedGame, unit: Unit, number: str) -> bool:
    """Whether terrain lets a unit into a hex."""
    if number not in game.map:
        return False
    kind = game[Terrain].hexes[game.map.terrain(number)]
    return kind.cost[game[Movement].class_of(unit.type.movement_class)] is not None


@of_each_game
def who_crosses_makes_a_difference(subject: Subject, findings: Findings) -> None:
    """What counts for each unit that crosses multiplies the defence, and of all defenders."""
    for kind in subject.game[Terrain].hexsides.values():
        multiplies = [
            effect
            for effect in kind.combat
            if effect.who == "defender" and effect.operation == "multiply"
        ]
        place = subject.key("terrain", "hexsides", kind.id, "counts").place()
        if kind.counts == "each" and not any(effect.only is None for effect in multiplies):
            message = (
                f"{kind.id} counts for each unit that crosses, and multiplies nobody's defence"
            )
            hint = "write `combat: {defender: {multiply: 2}}`, or `counts: any`"
            findings.add("HW543", place, message, help=hint)
        elif kind.counts != "all" and not kind.combat:
            message = f"{kind.id} does nothing to battles, whoever crosses it"
            findings.add("HW543", place, message, help="delete `counts`, or say what it does")


@of_each_game
def hex_and_hexside_are_said_to_add_up(subject: Subject, findings: Findings) -> None:
    """Families of games differ on a hex behind a hexside that do the same."""
    terrain = subject.game[Terrain]
    if "together" in subject.tree.mapping("terrain"):
        return
    hexes = _effects([*terrain.hexes.values(), *terrain.features.values()])
    shared = hexes & _effects(terrain.hexsides.values()) - {"prohibit"}
    if shared:
        message = "whether what hex and hexside do to a battle adds up is not said"
        hint = "write `together` in section terrain: sum, as it is now, or best"
        findings.add("HW475", subject.key("terrain").place(), message, help=hint)


def _effects(kinds: Iterable[HexTerrain | HexsideTerrain | Feature]) -> set[str]:
    return {effect.operation for kind in kinds for effect in kind.combat}
