"""What is checked of section ``units``: first that counters print what the game reads of them.

Then that everything is used that is defined: types have counters, traits are asked for by some
rule, movement classes have units, names are given to numbers that are printed. What nobody asks for
is most often misspelt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from hexwar.definition.checks import Subject, of_all_games, of_each_game
from hexwar.definition.diagnostics import Findings, Fix
from hexwar.definition.spelling import hardly_different
from hexwar.definition.tree import MappingNode, Node, ScalarNode, SequenceNode, key_node
from hexwar.rules.movement.section import Movement
from hexwar.rules.units.rules import DRAWN, LETTERED, OTHER_NAMES, known_symbol
from hexwar.rules.units.section import StepValues, Unit, Units


@of_each_game
def printed_values_are_printed(subject: Subject, findings: Findings) -> None:
    """With `allowance: printed`, every counter of a type that there is prints its allowance."""
    if subject.game[Movement].allowance is not None:
        return
    # By where the author would write it, so that a type is reported once for all its counters.
    lacking: dict[tuple[str, ...], list[Unit]] = {}
    for unit in subject.game[Units].counters.values():
        if unit.type.id and any(step.movement is None for step in unit.steps):
            # With the counter if it prints values of its own, else with its type; and where neither
            # prints any, at the counter.
            counter: tuple[str, ...] = ("units", "counters", unit.id)
            printed = ((*counter, "steps"), ("units", "types", unit.type.id, "steps"))
            where = next((path for path in printed if _is_written(subject, path)), counter)
            lacking.setdefault(where, []).append(unit)
    hint = (
        "write `steps: 4-3-6` with the movement last; or, where 4-6 is a strength and the "
        "movement, `printed: strength_movement` in section units; or give the game an allowance"
    )
    for where, units in lacking.items():
        who = ", ".join(unit.id for unit in units)
        message = f"{who} {'prints' if len(units) == 1 else 'print'} no movement allowance"
        of = subject.key("units", "types", units[0].type.id).place("of this type")
        # What is printed does not change in play: there the patch says what nobody prints. The
        # game under a patch has no further patches to lay over it.
        is_patched = subject.game.overlay is None
        at = subject.key("movement", "allowance") if is_patched else subject.key(*where)
        findings.add("HW408", at.place(), message, related=[of], help=hint)


def _is_written(subject: Subject, path: tuple[str, ...]) -> bool:
    """Whether a key is written in the game's files."""
    above = subject.node(*path[:-1])
    return isinstance(above, MappingNode) and path[-1] in above


@of_each_game
def values_are_of_their_kind(subject: Subject, findings: Findings) -> None:
    """What is printed as a number is a number, and a die a die."""
    kinds = subject.game[Units].values
    for name, printed in _types_and_counters(subject):
        values = printed.mapping("values")
        for value in values:
            kind, node = kinds.get(value), values.scalar(value)
            if kind and node and node.raw.startswith("d") != (kind == "die"):
                message = f"{value} of {name} is a {kind}, and not {node.raw}"
                hint = "write a die such as d8" if kind == "die" else "write a number"
                findings.add("HW425", node.place(), message, help=hint)


def _types_and_counters(subject: Subject) -> Iterator[tuple[str, MappingNode]]:
    """All unit types of the files, then all counters, by their names."""
    units = subject.tree.mapping("units")
    yield from units.mapping("types").children()
    yield from units.mapping("counters").children()


@of_each_game
def one_strength_stands_for_another(subject: Subject, findings: Findings) -> None:
    """A strength, which stands for attack and defence, is not said beside both of them.

    Where all three are equal, nothing is lost, and nothing is reported.
    """
    for _, printed in _types_and_counters(subject):
        for step in printed.sequence("steps").items:
            keys = ("strength", "attack", "defense")
            values = [step.scalar(key) for key in keys] if isinstance(step, MappingNode) else []
            numbers = {Fraction(value.raw) for value in values if value is not None}
            if None not in values and len(numbers) > 1:
                message = "strength: no effect beside attack and defense"
                hint = "delete strength, or what it is to stand for"
                place = key_node(step, "strength").place()
                findings.add("HW112", place, message, help=hint)


@of_each_game
def symbols_are_no_slips(subject: Subject, findings: Findings) -> None:
    """A symbol without a drawing, which the counter shows as initials, is no misspelt one."""
    for _, unit_type in subject.tree.mapping("units").mapping("types").children():
        symbol = unit_type.scalar("symbol")
        if symbol is None or known_symbol(symbol.raw) or symbol.raw.lower() in LETTERED:
            continue
        meant = hardly_different(symbol.raw, (*DRAWN, *LETTERED, *OTHER_NAMES))
        if meant is not None:
            message = f"there is no symbol {symbol.raw}, and so the counter shows initials"
            meant = OTHER_NAMES.get(meant, meant)
            hint = f"did you mean {meant}?"
            findings.add("HW307", symbol.place(), message, help=hint, fix=Fix(meant))


@of_all_games
def every_type_has_counters(subjects: Sequence[Subject], findings: Findings) -> None:
    """Every unit type has a counter, in one of the games that share the files."""
    used = {unit.type.id for subject in subjects for unit in subject.game[Units].counters.values()}
    for subject in subjects:
        for name in subject.tree.mapping("units").mapping("types"):
            key = subject.key("units", "types", name)
            if name not in used and subject.is_own(key):
                message = f"unit type {name} is defined and never used"
                findings.add("HW302", key.place(), message, help="use it or delete it")


@of_all_games
def every_trait_is_asked_for(subjects: Sequence[Subject], findings: Findings) -> None:
    """Every trait is named by some rule: one that is not may be misspelt for another."""
    asked = {trait for subject in subjects for trait in subject.named("trait")}
    for subject in subjects:
        for section in subject.game.sections.values():
            for patch in section.parts(MappingNode):
                asked |= {*_traits(patch)}
    # Each trait is reported once, however many units have it.
    reported: set[str] = set()
    for subject in subjects:
        for _, unit in _types_and_counters(subject):
            for node in unit.sequence("traits").scalars():
                if node.raw not in asked and node.raw not in reported and subject.is_own(node):
                    reported.add(node.raw)
                    near = findings.nearest(node.raw, asked)
                    hint = f"did you mean {near}?" if near else "use it or delete it"
                    message = f"trait {node.raw} is defined and never used"
                    findings.add("HW302", node.place(), message, help=hint)


def _traits(node: Node) -> Iterator[str]:
    """The traits that selectors of a patch in play name."""
    if isinstance(node, MappingNode):
        for key, entry in node.entries.items():
            if key == "trait":
                named = entry.value
                traits = [named] if isinstance(named, ScalarNode) else node.sequence(key).scalars()
                yield from (scalar.raw for scalar in traits)
            else:
                yield from _traits(entry.value)
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from _traits(item)


@of_all_games
def every_class_has_units(subjects: Sequence[Subject], findings: Findings) -> None:
    """Every movement class has a unit: else the class may have been forgotten with its units."""
    used = {
        subject.game[Movement].class_of(unit.type.movement_class)
        for subject in subjects
        for unit in subject.game[Units].counters.values()
    }
    for subject in subjects:
        for node in subject.tree.mapping("movement").sequence("classes").scalars():
            if node.raw not in used and subject.is_own(node):
                message = f"movement class {node.raw} is defined and never used"
                hint = "say `movement_class` of the unit types that are of it, or delete it"
                findings.add("HW302", node.place(), message, help=hint)


@of_all_games
def named_numbers_are_printed(subjects: Sequence[Subject], findings: Findings) -> None:
    """Every number that `called` names is printed, as other than 0, on some counter."""
    printed = {
        name
        for subject in subjects
        for unit in subject.game[Units].counters.values()
        for step in unit.steps
        for name in _numbers_of(step)
    }
    for subject in subjects:
        for name in subject.tree.mapping("units").mapping("called"):
            key = subject.key("units", "called", name)
            if printed and name not in printed and subject.is_own(key):
                message = f"what {name} is called is said and never used: no counter prints it"
                hint = "print it on counters or delete it"
                findings.add("HW302", key.place(), message, help=hint)


def _numbers_of(step: StepValues) -> Iterator[str]:
    """What the numbers on one side of a counter are, by the keys of `called`; a 0 is none."""
    if step.movement is not None:
        yield "movement"
    if len(step.strengths) == 1:
        yield "strength"
    elif step.attack:
        yield "attack"
    if len(step.strengths) > 1 and step.defense:
        yield "defense"
