"""The course of a game: set-up, phases, overrun, supply, arrivals, victory.

Read from the top as it is on paper: which side sets up, how many turns of which phases, what holds
whatever phase it is (overrun, supply, control), which groups arrive when and where; then, pages of
their own, how the game is won and what scores points. Sections that the game lacks say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwar.charts.blocks import Block, Labelled, Prose
from hexwar.definition.forms import Form
from hexwar.definition.grammar import does, in_prose
from hexwar.definition.model import Condition, ResolvedGame
from hexwar.rules.action_points import PointPhases
from hexwar.rules.compiled import registry
from hexwar.rules.control.section import Control
from hexwar.rules.language.conditions import in_a_sentence
from hexwar.rules.language.reading import read_form
from hexwar.rules.language.selectors import units_selected
from hexwar.rules.language.wording import (
    Names,
    called,
    either,
    every,
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
from hexwar.rules.sequence.section import Phase, SequenceOfPlay
from hexwar.rules.sides.section import Sides
from hexwar.rules.states.rules import changes_in_words
from hexwar.rules.states.section import OUT_OF_SUPPLY, States
from hexwar.rules.supply.section import ALL, Source, Supply, Trace
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
        besides = [*_besides(game, phase, in_sentences)]
        clauses = [*_kind(game, phase, besides), *_clauses(phase, names)]
        line = f"{phase.title} ({', '.join(clauses)})" if clauses else phase.title
        yield Labelled(f"{place}.", line, 2, gap=1)
        inner = [number for number, other in enumerate(phases, 1) if other.within == phase.id]
        if inner:
            phases_named = f"Phase {inner[0]} follows"
            if len(inner) > 1:
                phases_named = f"Phases {every(map(str, inner))} follow"
            repeated_for = "chit that is drawn" if phase.order == "chits" else in_words(phase.each)
            besides.append(f"{phases_named} for each {repeated_for}, one after the other.")
        yield from (Prose(text, level=2) for text in besides)
    yield from map(Prose, _besides(game, game[SequenceOfPlay], in_sentences))
    yield from map(Prose, _standing_rules(game, names))
    for group in game[Reinforcements].groups.values():
        yield Prose(_arrival(game, group, names))


def _kind(game: ResolvedGame, phase: Phase, besides: Sequence[str]) -> Iterator[str]:
    """What is done in a phase and whose it is, as far as its title says neither, and what stands
    below it (``besides``) does not say what is done.
    """
    kind = in_words(phase.written_kind)
    if kind not in phase.title.lower() and not besides:
        yield kind
    side = game[Sides].names[phase.side] if phase.side else ""
    if side and side not in phase.title:
        yield side
    if phase.decided:
        whose = registry().phase_sides[phase.decided].words
        if whose not in phase.title.lower():
            yield whose


def _clauses(phase: Phase, names: Names) -> Iterator[str]:
    """Which units act in a phase, when there is one, and how."""
    moves, units, points = phase[WhoMoves], phase[TablePhase].for_each, phase[PointPhases].points
    if moves.only is not None:
        yield f"only {units_selected(moves.only, names)}"
    if units is not None:
        yield f"for each of {units_selected(units, names)}"
    if moves.begun_in_zone == "stays":
        yield "not from an enemy zone of control"
    if phase.condition is not None:
        yield f"if {condition(phase.condition, names)}"
    if points is not None:
        most = "" if points.most is None else f", {points.most} at most each time"
        yield f"each unit again as long as its movement points last{most}"
        cited = points.cite.get("fire")
        if points.fire:
            yield f"a fire costs {points.fire}{f', rule {cited}' if cited else ''}"


def _besides(game: ResolvedGame, form: Form, in_sentences: bool) -> Iterator[str]:
    """What a form says that no line of this page has."""
    for statement in read_form(game, form):
        is_wanted = statement.is_sentence or not in_sentences
        if statement.is_set and not statement.is_charted and is_wanted:
            yield ": ".join([*statement.heading, statement.tell()])


def _standing_rules(game: ResolvedGame, names: Names) -> Iterator[str]:
    """What holds whatever phase it is: overrun, supply, control."""
    overrun = game.section(Overrun)
    if overrun is not None:
        most = overrun.most_entry_cost
        terrain_limit = "" if most is None else f", into terrain of at most {number(most)} MP"
        yield f"Overrun: {number(overrun.cost)} MP while moving{terrain_limit}."
    supply = game.section(Supply)
    if supply is not None:
        yield _sources(supply, names)
        yield from _lines(supply, names)
        if without := _without_supply(game, supply):
            yield f"Out of supply: {without}."
    for side, places in game[Control].begins.items():
        regions = every(called(names, "region", place) for place in places)
        yield f"At the start {does(names[side], 'controls')} {regions}."


def _sources(supply: Supply, names: Names) -> str:
    """``Supply comes for Red from the west road; for Blue from the towns while it holds them.``"""
    of_sides = []
    for side, sources in supply.sources.items():
        always = [called(names, "region", each) for each in sources if isinstance(each, str)]
        other_sources = [_source(each, side, names) for each in sources if isinstance(each, Source)]
        places = ", and from ".join([every(always), *other_sources] if always else other_sources)
        of_sides.append(f"for {in_prose(names[side])} from {places}")
    return f"Supply comes {'; '.join(of_sides)}."


def _source(source: Source, side: str, names: Names) -> str:
    """Hexes that supply under a condition, or some units only, or so many of them."""
    places = [called(names, "region", place) for place in source.at]
    if source.controlled:
        region_named = called(names, "region", source.controlled)
        places.append(f"{region_named} while {does(names[side], 'controls')} it")
    text = every(places)
    if source.condition is not None:
        text += f" if {condition(source.condition, names)}"
    if source.only is not None:
        text += f" for {units_selected(source.only, names)} alone"
    return text if source.most is None else f"{text} ({source.most} for each hex at most)"


def _lines(supply: Supply, names: Names) -> Iterator[str]:
    """How far a line of supply goes, stage by stage: first those of sides that have their own."""
    lines = supply.lines
    for side in sorted(lines, key=lambda side: side == ""):
        served = "unit"
        for stage in lines[side] or (Trace(),):
            goals = [
                "source" if isinstance(goal, str) else units_selected(goal, names, single=True)
                for goal in stage.goals
            ]
            whose = f" of {in_prose(names[side])}" if side else ""
            yield f"A {served}{whose} is supplied by a {' or a '.join(goals)} {_far(stage, names)}."
            served = next((goal for goal in goals if goal != "source"), served)


def _far(stage: Trace, names: Names) -> str:
    """How far a stage of a supply line may go, and along what."""
    length, points = stage.hexes, "hexes"
    if stage.movement is not None:
        length, points = stage.movement, "MP"
    far = "at any distance"
    if isinstance(length, int):
        far = f"at most {several(length, 'hex') if points == 'hexes' else f'{length} MP'} away"
    elif length is not None and length.value:
        far = f"at most as many {points} away as its {in_words(length.value)}"
    elif length is not None:
        by_side = (f"{most} for {in_prose(names[side])}" for side, most in length.by_side.items())
        far = f"at most {', '.join(by_side)} {points} away"
    along = either(mid_sentence(called(names, "path", kind)) for kind in stage.along)
    return f"{far}{f', or by a {along} that begins as near' if along else ''}"


def _without_supply(game: ResolvedGame, supply: Supply) -> str:
    """What becomes of units that have none."""
    states, attrition = game.section(States), supply.attrition
    effects = [] if states is None else list(changes_in_words(states.by_id.get(OUT_OF_SUPPLY)))
    if attrition is not None:
        since = f"from supply phase {attrition.after} in a row on"
        if attrition.mark:
            effects.append(f"{in_words(attrition.mark)} {since}")
        if attrition.steps:
            steps = "a step" if attrition.steps == 1 else f"{attrition.steps} steps"
            steps = "all steps" if attrition.steps == ALL else steps
            effects.append(f"{steps} lost in each supply phase, {since}")
    return ", ".join(effects)


def _arrival(game: ResolvedGame, group: Group, names: Names) -> str:
    """Which units of a group arrive, where, when and by what chance."""
    phase = next(phase.title for phase in game[SequenceOfPlay].phases if phase.id == group.phase)
    units = "eliminated units" if group.is_of_the_eliminated else every(group.units)
    is_bounded = group.most and (group.is_of_the_eliminated or group.most < len(group.units))
    most = f"at most {group.most} of " if is_bounded else ""
    drawn = f"{group.drawn} drawn of " if group.drawn else ""
    verb = "must" if group.entry.placing == "owed" else "may"
    places = either(_entry(game, name, names) for name in group.entry.region)
    first = "before anybody else moves in" if group.entry.when == "start_of_phase" else "in"
    when = f", if {condition(group.condition, names)}" if group.condition else ""
    if group.roll is not None:
        when += f", on {group.roll.at_least} or more with {group.roll.dice}"
    if group.is_declared:
        when += ", once in the game, when its side says so"
    elif group.declared == "by_result":
        when += ", when a result brings it"
    sentence = (
        f"{group.title}: {most}{drawn}{units} {verb} enter by {places} {first} {phase}{when}."
    )
    blocked = group.entry.blocked  # where it enters while the enemy holds its entry hexes
    if blocked is not None:
        along = " along the edge" if blocked.edge else ""
        near = several(blocked.within, "hex")
        sentence += f" While the enemy holds all of that, within {near} of it{along}."
    return sentence


def _entry(game: ResolvedGame, region: str, names: Names) -> str:
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
        for bound, winner in goal.rows:
            yield Prose(f"{bound}: {winner}", level=1)
        if goal.details:
            yield Prose(f"Needed: {goal.details}", level=1)


def condition(asked: Condition, names: Names) -> str:
    """A condition in words; ``names`` are the titles of what it may name."""
    return in_a_sentence(asked, names, registry().wordings)


def scores(game: ResolvedGame) -> Iterator[Block]:
    """One line for each thing that victory points are scored for."""
    yield from map(Prose, scoring(game))
