"""What is proved of section ``facing``: arcs divide what lies around, and facings are those of the
map.

The arcs first: each hexside in one of them. Then that some unit looks somewhere and something
depends on it; that directions are those of the map; and that words about units that are struck
stand only where there is a battle or a fire.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.definition.checks import Subject, lacks, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.spelling import suggestion
from hexwar.definition.tree import MappingNode, Node, ScalarNode, SequenceNode
from hexwar.hexmap import directions
from hexwar.hexmap.axial import FROM_CORNER, FROM_HEXSIDE, corners
from hexwar.rules.combat.section import Combat
from hexwar.rules.facing.section import Facing
from hexwar.rules.fire.section import Fire
from hexwar.rules.language.section import could_fit
from hexwar.rules.language.wording import either
from hexwar.rules.sides.section import Sides
from hexwar.rules.units.section import Units
from hexwar.rules.zones_of_control.section import ZonesOfControl

IN_BATTLES = frozenset({"combat", "fire", "tables", "terrain", "markers", "bombardment", "morale"})
"""Sections whose words about units may be asked in a battle or a fire."""


@of_each_game
def arcs_divide_what_lies_around(subject: Subject, findings: Findings) -> None:
    """Each hexside that the unit sees lies in one arc."""
    facing = subject.game.section(Facing)
    if facing is None:
        return
    seen = FROM_CORNER if facing.points_to == "corner" else FROM_HEXSIDE
    first: dict[str, str] = {}
    for arc, sides in facing.arcs.items():
        for at, side in enumerate(sides):
            place = subject.node("facing", "arcs", arc, at).place()
            if side not in seen:
                message = f"a unit that looks through a {facing.points_to} has no hexside {side}"
                findings.add("HW750", place, message, help=f"these are there: {either(seen)}")
            elif first.setdefault(side, arc) != arc:
                message = f"{side} lies in the arc {first[side]} already"
                findings.add("HW750", place, message, help="name each hexside in one arc")
    missing = [side for side in seen if side not in first]
    if missing:
        place = subject.node("facing", "arcs").place()
        findings.add(
            "HW750", place, f"in no arc lies {either(missing)}", help="name it in one of the arcs"
        )


@of_each_game
def somebody_looks_somewhere(subject: Subject, findings: Findings) -> None:
    """Some counter has a facing, and what facings affect is in the sections of the game."""
    game, facing = subject.game, subject.game.section(Facing)
    if facing is None:
        return
    if facing.only and not any(could_fit(facing.only, u) for u in game[Units].counters.values()):
        place = subject.node("facing", "only").place()
        findings.add("HW751", place, "no counter is of those that look somewhere")
    if facing.zones and game.section(ZonesOfControl) is None:
        node = subject.node("facing", "zones")
        lacks("zones_of_control", node, "zones lie in some arcs", findings)
    if facing.attacks and game.section(Combat) is None:
        lacks("combat", subject.node("facing", "attacks"), "units attack in some arcs", findings)
    fire = subject.game.section(Fire)
    by_section = facing.enters is not None or facing.zones or facing.attacks or (fire and fire.into)
    asked = ("struck_in", "strikes", "looks")
    if not by_section and not any(
        word in entry for entry in _mappings(subject.tree) for word in asked
    ):
        message = "nothing hangs on where units look: no arc is asked about, and no turn costs"
        hint = "say what units enter, what turns cost, or `struck_in` of a modifier"
        findings.add("HW755", subject.key("facing").place(), message, help=hint)


@of_each_game
def facings_are_those_of_the_map(subject: Subject, findings: Findings) -> None:
    """Where units look at first is a direction of the map, and is said of all that look."""
    game, facing = subject.game, subject.game.section(Facing)
    if facing is None:
        return
    orientation = subject.game.map.board.orientation
    names = corners(orientation) if facing.points_to == "corner" else tuple(directions(orientation))
    for side, look in facing.begins.items():
        if look not in names:
            _no_such(subject.node("facing", "begins", side), look, names, findings)
    counters, unsaid = game[Units].counters, []
    for unit in game.scenario.setup:
        beginnings = dict(game.scenario.more.get(unit, ()))
        if unit not in counters:
            continue
        looks = could_fit(facing.only, counters[unit])
        if "facing" in beginnings:
            setup = subject.setup(unit)
            node = (setup.get("facing") if isinstance(setup, MappingNode) else None) or setup
            if not looks:
                message = f"{unit} begins with a facing, and has none in this game"
                findings.add("HW753", node.place(), message, help="leave `facing` out")
            elif beginnings["facing"] not in names:
                _no_such(node, str(beginnings["facing"]), names, findings)
        elif looks and counters[unit].side not in facing.begins:
            unsaid.append(unit)
    if unsaid and "facing" in subject.tree:
        sides = {game[Units].counters[unit].side for unit in unsaid}
        side = next(owner.id for owner in game[Sides].all if owner.id in sides)
        message = f"nobody says where {either(unsaid[:3])} looks at first: it is {names[0]}"
        hint = f"say it for all of a side, `begins: {{{side}: {names[0]}}}`, or in the setup"
        findings.add("HW754", subject.key("facing").place(), message, help=hint)


def _no_such(node: Node, look: str, names: tuple[str, ...], findings: Findings) -> None:
    message = f"nobody looks {look} on this map"
    hint = f"{suggestion(look, names)}: units look {either(names)}"
    findings.add("HW752", node.place(), message, help=hint)


@of_each_game
def who_strikes_is_asked_in_battles(subject: Subject, findings: Findings) -> None:
    """Where no unit attacks or fires, none is struck."""
    if subject.game.section(Facing) is None:
        return
    for name in subject.tree:
        section = subject.tree.get(name)
        if name in IN_BATTLES or section is None:
            continue
        asked = ("struck_in", "strikes", "looks") if name == "facing" else ("struck_in", "strikes")
        for entry in _mappings(section):
            for word in asked:
                if word in entry:
                    node = entry.get(word) or entry
                    message = f"`{word}` is asked in battles and fires, and not in {name}"
                    hint = "ask it of a modifier of combat, or of the dice of fire"
                    if word == "looks":
                        message = "which units look somewhere cannot depend on where they look"
                        hint = "choose them by trait, type or state"
                    findings.add("HW756", node.place(), message, help=hint)


def _mappings(node: Node) -> Iterator[MappingNode]:
    """A node and all mappings in it, except patches: these are asked where they are laid."""
    if isinstance(node, MappingNode):
        yield node
        for key in node:
            inner = node.get(key)
            if inner is not None and key not in ("patch", "patches"):
                yield from _mappings(inner)
    elif isinstance(node, SequenceNode):
        for item in node.items:
            if not isinstance(item, ScalarNode):
                yield from _mappings(item)
