"""The course of a game: set-up, phases, overrun, supply, arrivals, victory.

Read from the top as it is on paper: who sets up, how many turns of which phases, what holds
whatever phase it is (overrun, modifiers of combat, supply, control), which groups arrive when and
where; then, pages of their own, how the game is won and what scores points. Sections that the game
has not say nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from hexwar.charts.blocks import Block, Labelled, Prose
from hexwar.definition.forms import Form
from hexwar.definition.model import Condition, ResolvedGame
from hexwar.rules.action_points import PointPhases
from hexwar.rules.combat.reading import modifier_in_words
from hexwar.rules.combat.section import Combat
from hexwar.rules.compiled import registry
from hexwar.rules.control.section import Control
from hexwar.rules.language.conditions import in_a_sentence
from hexwar.rules.language.reading import read_form
from hexwar.rules.language.selectors import selected
from hexwar.rules.language.wording import (
    called,
    either,
    in_words,
    mid_sentence,
    number,
    several,
    titles,
)
from hexwar.rules.movement.section import WhoMoves
from hexwar.rules.overrun.section import Overrun
from hexwar.rules.points import scoring
from hexwar.rules.reinforcements.section import Group, Reinforcements
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.states.rules import changes_in_words
from hexwar.rules.states.section import OUT_OF_SUPPLY, States
from hexwar.rules.supply.section import ALL, Supply, Trace
from hexwar.rules.tables.section import TablePhase
from hexwar.rules.victory.telling import goals


def sequence_of_play(game: ResolvedGame, *, in_sentences: bool = False) -> Iterator[Block]:
    """Who sets up, the phases of a turn, the number of turns, what else there is, what arrives.

    ``in_sentences``: beside a printed rulebook, which has what no sentence is written for.
    """
    names = titles(game)
    phases = game[SequenceOfPlay].phases
    turns = game[SequenceOfPlay].turns
    order = ", then ".join(names[side] for side in game.scenario.setup_order)
    if order:
        yield Prose(f"{order}: set up before the first turn.", hanging=False)
    yield Prose(f"{several(turns, 'turn')}, each of {len(phases)} phases:", hanging=False)
    for place, phase in enumerate(phases, 1):
        moves = phase[WhoMoves]
        only = f", only {selected(moves.only, names)}" if moves.only else ""
        stays = ", not from an enemy zone" if moves.begun_in_zone == "stays" else ""
        when = f", if {condition(phase.condition, names)}" if phase.condition else ""
        units = phase[TablePhase].for_each
        only += f", for each unit ({selected(units, names)})" if units else ""
        whose = f", {names[phase.side]}" if phase.side else ""
        if phase.decided:
            whose = f", {registry().phase_sides[phase.decided].words}"
        by_points = phase[PointPhases].points
        points = ""
        if by_points is not None:
            most = "" if by_points.most is None else f", {by_points.most} at most each time"
            points = f", each unit again as long as its movement points last{most}"
            cited = by_points.cite.get("fire")
            points += f"; a fire costs {by_points.fire}{f', rule {cited}' if cited else ''}"
        kind = f"{in_words(phase.written_kind)}{whose}{only}{stays}{when}{points}"
        yield Labelled(f"{place}.", f"{phase.title} ({kind})", 2, gap=1)
        yield from (Prose(text, level=2) for text in _besides(game, phase, in_sentences))
    yield from map(Prose, _besides(game, game[SequenceOfPlay], in_sentences))
    yield from map(Prose, _standing_rules(game, names))
    for group in game[Reinforcements].groups.values():
        yield Prose(_arrival(game, group, names))


def _besides(game: ResolvedGame, form: Form, in_sentences: bool) -> Iterator[str]:
    """What a form says that no line of this page has."""
    for statement in read_form(game, form):
        is_wanted = statement.is_sentence or not in_sentences
        if statement.is_set and not statement.is_charted and is_wanted:
            yield ": ".join([*statement.heading, statement.tell()])


def _standing_rules(game: ResolvedGame, names: Mapping[str, str]) -> Iterator[str]:
    """What holds whatever phase it is: overrun, modifiers of combat, supply, control."""
    overrun = game.section(Overrun)
    if overrun is not None:
        most = overrun.most_entry_cost
        where = "" if most is None else f", into terrain of at most {number(most)} MP"
        yield f"Overrun: {number(overrun.cost)} MP while moving{where}."
    combat = game.section(Combat)
    for modifier in combat.modifiers.values() if combat else ():
        rule = f" (rule {modifier.cite})" if modifier.cite else ""
        yield f"{modifier.title}: {modifier_in_words(modifier, names)}{rule}."
    supply = game.section(Supply)
    if supply is not None:
        states = game.section(States)
        lines = supply.lines
        sources = "; ".join(
            f"{names[side]} from {_places(supply.places(side), names)}"
            + "".join(_stage(stage, names) for stage in lines.get(side, ()))
            for side in supply.sources
        )
        attrition = supply.attrition
        effects = [] if states is None else list(changes_in_words(states.by_id.get(OUT_OF_SUPPLY)))
        if attrition is not None and attrition.mark:
            when = f"from supply phase {attrition.after} in a row on"
            effects.append(f"{in_words(attrition.mark)} {when}")
        if attrition is not None and attrition.steps:
            steps = "a step" if attrition.steps == 1 else f"{attrition.steps} steps"
            steps = "all steps" if attrition.steps == ALL else steps
            since = f"from supply phase {attrition.after} in a row on"
            effects.append(f"{steps} lost in each supply phase, {since}")
        # Under no name are those of all sides that have none of their own: they are told last.
        sources += "".join(_stage(stage, names) for stage in lines[""])
        without = f" Out of supply: {', '.join(effects)}." if effects else ""
        yield f"Supply: {sources}.{without}"
    for side, places in game[Control].begins.items():
        yield f"Control at the start: {names[side]} of {_places(places, names)}."


def _places(places: Iterable[str], names: Mapping[str, str]) -> str:
    return ", ".join(called(names, "region", place) for place in places)


def _stage(stage: Trace, names: Mapping[str, str]) -> str:
    """How far a stage of a supply line may go, and where to."""
    length, points = stage.hexes, "hexes"
    if stage.movement is not None:
        length, points = stage.movement, "MP"
    far = "any distance"
    if isinstance(length, int):
        far = f"at most {length} {points}"
    elif length is not None and length.value:
        far = f"at most its {in_words(length.value)} in {points}"
    elif length is not None:
        by_side = (f"{most} of {names[side]}" for side, most in length.by_side.items())
        far = f"at most {', '.join(by_side)} {points}"
    goals = [goal if isinstance(goal, str) else selected(goal, names) for goal in stage.goals]
    where = "" if goals == ["sources"] else f" from {' or '.join(goals)}"
    along = either(mid_sentence(called(names, "path", kind)) for kind in stage.along)
    roads = f" or to a {along} that leads to it" if along else ""
    return f"; {far} away{where}{roads}"


def _arrival(game: ResolvedGame, group: Group, names: Mapping[str, str]) -> str:
    """Which units of a group arrive, when and by what chance, and where they may."""
    phase = next(phase.title for phase in game[SequenceOfPlay].phases if phase.id == group.phase)
    units = "eliminated units" if group.is_of_the_eliminated else ", ".join(group.units)
    most = f", at most {group.most}" if group.most else ""
    declared = f", declared with 'declare {group.id}'" if group.is_declared else ""
    if group.declared == "by_result":
        declared = ", brought by a result"
    first = "start of " if group.entry.when == "start_of_phase" else ""
    when = f", if {condition(group.condition, names)}" if group.condition else ""
    if group.roll is not None:
        when += f", on {group.roll.at_least} or more with {group.roll.dice}"
    most += f", {group.drawn} of them drawn" if group.drawn else ""
    regions = (_entry(game, name, names) for name in group.entry.region)
    where = f"by {either(regions)}"
    blocked = group.entry.blocked  # where it enters while the enemy holds its entry hexes
    if blocked is not None:
        along = " along the edge" if blocked.edge else ""
        where += f", or within {several(blocked.within, 'hex')}{along} if the enemy holds all of it"
    where += "; whoever can enter must" if group.entry.placing == "owed" else ""
    return f"{group.title}: {units}{most}; {first}{phase}{declared}{when}; {where}."


def _entry(game: ResolvedGame, region: str, names: Mapping[str, str]) -> str:
    """A region by name, with its hexes: nothing on a printed map says where it is."""
    title, hexes = called(names, "region", region), sorted(game.map.region(region))
    is_told = title not in hexes and 0 < len(hexes) <= _MOST_HEXES
    return f"{title} ({' '.join(hexes)})" if is_told else title


_MOST_HEXES = 12
"""A region of more hexes is known by its name alone."""


def victory_conditions(game: ResolvedGame) -> Iterator[Block]:
    """The lines of victory in order: the first that holds when its moment comes decides."""
    for goal in goals(game):
        cited = f" (rule {goal.rule})" if goal.rule else ""
        yield Prose(f"{goal}{cited}")
        for bound, who in goal.rows:
            yield Prose(f"{bound}: {who}", level=1)
        if goal.details:
            yield Prose(f"Needed: {goal.details}", level=1)


def condition(asked: Condition, names: Mapping[str, str]) -> str:
    """A condition in words; ``names`` are the titles of what it may name."""
    return in_a_sentence(asked, names, registry().wordings)


def scores(game: ResolvedGame) -> Iterator[Block]:
    """One line for each thing that victory points are scored for."""
    yield from map(Prose, scoring(game))
