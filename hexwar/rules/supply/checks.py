"""What is proved of section ``supply``: that it is checked, and that its sources can supply.

Supply must be judged at some time, sources must be hexes in which units can stand, and the stages
of a line must lead from one to the next and not contradict themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwar.definition.checks import Subject, of_all_games, of_each_game, of_each_game_thoroughly
from hexwar.definition.diagnostics import Findings, Span
from hexwar.definition.model import ResolvedGame
from hexwar.definition.tree import MappingNode, Node, descend, key_node, pointer
from hexwar.rules.language.section import Selector, could_fit
from hexwar.rules.retreat.section import Retreat
from hexwar.rules.scopes.checks import IdleKey, of_keys, of_patches_of_battles
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Sides
from hexwar.rules.states.section import OUT_OF_SUPPLY
from hexwar.rules.supply.section import Length, Source, Stages, Supply
from hexwar.rules.terrain.checks import enterable
from hexwar.rules.units.section import Units


@of_each_game_thoroughly
def supply_is_checked(subject: Subject, findings: Findings) -> None:
    """Supply is judged at some time; else nobody is ever out of it."""
    game, supply = subject.game, subject.game.section(Supply)
    if supply is None:
        return
    phases = [phase for phase in game[SequenceOfPlay].phases if phase.kind == "supply"]
    checked = {phase.side for phase in phases if phase.side}
    if any(phase.decided for phase in phases):
        # Whose such a phase is, is told in play: it may be any side's that is played.
        checked |= {side.id for side in game[Sides].played}
    only_in_phases = supply.judged == {"phase"}
    if not checked and only_in_phases:
        message = "no phase of the turn is one of supply: nobody is ever out of it"
        hint = _to_judge("red")
        if game[Retreat].toward == "supply":
            hint += "; if it is for retreats alone, `judged: [retreat]`"
        findings.add("HW412", subject.key("supply").place(), message, help=hint)
    if supply.judged == {"retreat"} and game[Retreat].toward != "supply":
        place = subject.node("supply", "judged").place()
        message = "supply is for retreats alone, and none goes towards it"
        findings.add("HW412", place, message, help="say `toward: supply` in section retreat")
    for side, places in supply.sources.items():
        if checked and only_in_phases and places and side not in checked:
            place = subject.key("supply", "sources", side).place()
            message = f"side {side} has a source and no supply phase: it is never out of supply"
            findings.add("HW412", place, message, help=_to_judge(side))
    for side in (side for side in sorted(checked) if not supply.sources.get(side)):
        place = subject.key("supply", "sources").place()
        message = f"side {side} has a supply phase and no source: all its units are cut off"
        findings.add("HW413", place, message, help=f"add `{side}: [a region or hexes]`")


@of_patches_of_battles("supply")
def patches_of_battles_bring_sources_where_retreats_lead(
    _: Subject, patch: MappingNode, game: ResolvedGame
) -> Iterator[tuple[Node, str]]:
    """Of a battle only its retreats ask where supply comes from, and only where they go there."""
    if "sources" in (supply := patch.mapping("supply")):
        why = "in a battle only retreats towards supply ask for sources, and there are none"
        yield supply.entries["sources"].key, "" if game[Retreat].toward == "supply" else why


def _to_judge(side: str) -> str:
    """How supply comes to be judged."""
    phase = f"{{id: {side}_supply, kind: supply, side: {side}}}"
    return f"add a phase such as {phase}, or say `judged: [attack, movement]`"


@of_each_game
def sources_can_supply(subject: Subject, findings: Findings) -> None:
    """Some unit of the side can stand in a source of its supply."""
    game, supply = subject.game, subject.game.section(Supply)
    if supply is None:
        return
    for side in supply.sources:
        units = [unit for unit in game[Units].counters.values() if unit.side == side]
        for index, name in enumerate(supply.sources[side]):
            if not isinstance(name, str):
                continue
            hexes = game.map.regions.get(name, (name,))
            if units and not any(enterable(game, unit, n) for unit in units for n in hexes):
                place = subject.node("supply", "sources", side, index).place()
                message = f"no unit of {side} can enter {name}: no supply line reaches it"
                hint = "its terrain is prohibited" if hexes else "the region has no hex"
                findings.add("HW605", place, message, help=hint)


@of_each_game
def stages_lead_somewhere(subject: Subject, findings: Findings) -> None:
    """No stage of a line says two things that cannot hold together, or follows the last."""
    supply = subject.game.section(Supply)
    if supply is None:
        return
    for side, stages in supply.lines.items():
        for index in range(len(stages)):
            for wrong, hint in _contradictions(supply, stages, index):
                at = ("supply", "trace", *([side] if side else []))
                place = subject.node(*at, *([index] if len(stages) > 1 else []))
                findings.add("HW560", place.place(), wrong, help=hint)
    # Options that were not made for one another may leave nothing limited together: no harm done.
    all_stages = [stage for line in supply.lines.values() for stage in line]
    is_limited = _limited_sources(supply) or any(stage.most is not None for stage in all_stages)
    if supply.draws != "unit" and len(subject.game.options) < 2 and not is_limited:
        where = subject.key("supply", "draws").place()
        message = "units draw so much of what is limited, and nothing is"
        findings.add("HW560", where, message, help="say `most` of a source, or of `trace`")
    if supply.attrition is not None and not (supply.attrition.steps or supply.attrition.mark):
        where = subject.key("supply", "attrition").place()
        findings.add("HW560", where, "attrition does nothing", help="say `steps`, or `mark`")
    if supply.attrition is not None and "phase" not in supply.judged:
        where = subject.key("supply", "attrition").place()
        message = "attrition is counted in supply phases, and supply is not judged in any"
        findings.add("HW560", where, message, help="add phase to `judged`")


def _contradictions(supply: Supply, stages: Stages, index: int) -> Iterator[tuple[str, str]]:
    """What contradicts itself in a stage, each with what to do about it."""
    stage = stages[index]
    length = stage.hexes if stage.movement is None else stage.movement
    if stage.hexes is not None and stage.movement is not None:
        yield "its length is given in hexes and in movement points", "leave out one"
    if isinstance(length, Length) and length.value and "sources" in stage.goals:
        yield "its length is given by a value of units, and it goes to sources", "write a number"
    if stage.path_hexes is not None and not stage.along:
        yield "no paths are followed whose hexes could be counted", "add `along`"
    units = any(isinstance(goal, Selector) for goal in stage.goals)
    if stage.formation == "same" and not units:
        yield "it asks for the same formation, and goes to no units", "say `to` whom it goes"
    if stage.most is not None and (index or not units):
        yield (
            "it limits how many units one supplies, and no unit's own line goes there",
            "say `most` in the first stage, and `to` whom it goes",
        )
    if not index and _limited_sources(supply) and "sources" not in stage.goals:
        yield (
            "sources supply so many units each, and no unit's own line goes to them",
            "leave out `most` of the sources, or say `to: sources`",
        )
    if index and stages[index - 1].goals == ("sources",):
        yield "it follows one that ends at sources", "say `to` whom the one before goes"


def _limited_sources(supply: Supply) -> bool:
    """Whether some sources supply so many alone."""
    listed = (source for sources in supply.sources.values() for source in sources)
    return any(isinstance(source, Source) and source.most for source in listed)


@of_keys
def sources_are_for_units_of_their_side(subject: Subject) -> Iterator[IdleKey]:
    """The units that alone draw from a source of a side can be units of that side."""
    game, supply = subject.game, subject.game.section(Supply)
    if supply is None:
        return
    for side, sources in supply.sources.items():
        units = [unit for unit in game[Units].counters.values() if unit.side == side]
        for index, source in enumerate(sources):
            key = key_node(subject.node("supply", "sources", side, index), "only")
            if isinstance(source, Source) and source.only is not None and units:
                can = any(could_fit(source.only, unit) for unit in units)
                why = f"only: no unit of {side} is such, and the source is one of {side}"
                yield IdleKey(key, "" if can else why, f"name units of {side}", mends=False)


@of_all_games
def nobody_is_in_and_out_of_supply(subjects: Sequence[Subject], findings: Findings) -> None:
    """No selector asks for units that are in supply and out of it."""
    vain: dict[Span, Node] = {}
    for subject in subjects:
        for section, (path, value) in subject.opened:
            words = dict(value.said()) if isinstance(value, Selector) else {}
            states = set(words.get("state", ()))
            if words.get("supplied") is True and states == {OUT_OF_SUPPLY}:
                written = descend(section, path)
                if subject.is_own(written):
                    vain.setdefault(written.place(), written)
    for span, written in vain.items():
        message = f"no unit can be this: {OUT_OF_SUPPLY} and in supply exclude each other"
        hint = "leave out one of them"
        findings.add("HW449", span, message, pointer=pointer(written), help=hint)
