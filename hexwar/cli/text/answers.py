"""What the text mode says about a position: plain lines, made from the state alone.

Each answer is an iterator of lines that takes the state as it is seen (``Seen``) and prints nothing
itself. In this order: the position, a battle before the die, and looking things up (the log, rules,
how a game went).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from hexwar.charts.tables import order_of_battle
from hexwar.cli.terminal import lines_of, wrapped
from hexwar.cli.text.decisions import left_to_do
from hexwar.cli.text.kinds import MORE_BELOW
from hexwar.cli.text.visibility import Seen
from hexwar.definition.grammar import opening
from hexwar.definition.spelling import echoed
from hexwar.engine import Event, FirePreview, Outcome, Preview, Sight
from hexwar.engine.task import PhaseTask
from hexwar.records import HUMAN, Replay
from hexwar.records.looking_back import look_back, sides_asking
from hexwar.rules.combat.battle import rules_of_attack
from hexwar.rules.combat.itemised import concerning
from hexwar.rules.combat.preview import (
    column_in_words,
    columns_in_words,
    is_certain,
    lost_on_average,
    ranges,
)
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.exits import ways_out
from hexwar.rules.fire.section import in_lines
from hexwar.rules.history import LogEntry
from hexwar.rules.language.wording import (
    called,
    column_named,
    every,
    mid_sentence,
    number,
    percents,
    several,
    titles,
    unmarked,
)
from hexwar.rules.reinforcements.section import Reinforcements
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Sides
from hexwar.rules.state import State
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.told_course import action_logged, is_placing
from hexwar.rules.units.section import Unit, Units
from hexwar.rules.victory.telling import last_turns, worth
from hexwar.rules.works.rules import charges_at, map_now


def event_line(event: Event) -> str:
    """An event's sentence with the number of its rule."""
    return f"{event.text} [{event.rule}]" if event.rule else event.text


def verdict(state: State) -> str:
    """Which side won, and why."""
    return f"The game is over. {state.verdict}. {state.outcome}".rstrip()


# -- the position -------------------------------------------------------------------------------


def situation(seen: Seen) -> Iterator[str]:
    """Turn, phase, side and what is left to do."""
    state = seen.state
    decision = state.decision
    if decision is None:
        yield verdict(state)
        return
    resolved = state.resolved
    side = resolved[Sides].names[decision.side]
    turn = turn_and_phase(state)
    turn = f"{turn[0].upper()}{turn[1:]}"
    if seen.view is not None and seen.view.decision is None:
        yield f"{turn}. {opening(side, 'is')} to act."
        return
    yield f"{turn}. {side}: {decision.prompt}"
    yield from left_to_do(seen)


def turn_and_phase(state: State) -> str:
    """``turn 3 of 10, League combat``."""
    turns = f"turn {state.turn} of {last_turns(state)}"
    # Set-ups come before the sequence of play, in which no phase has begun yet.
    if not any(isinstance(task, PhaseTask) for task in state.agenda):
        return f"set-up before {turns}"
    phases = state.resolved[SequenceOfPlay].phases
    phase = next(phase for phase in phases if phase.id == state.phase)
    return f"{turns}, {phase.title}"


def units(seen: Seen) -> list[str]:
    """Every counter that takes part, by side, with where it is."""
    state = seen.state
    resolved, index = state.resolved, state.frame.unit_index
    taking_part = _taking_part(state)

    def where(unit: Unit) -> str:
        if state.eliminated >> index[unit.id] & 1:
            return "eliminated"
        if seen.is_secret(unit.id):
            return "not seen" if unit.id in taking_part else ""
        number = state.position(unit.id)
        if not number:
            return "not on the map" if unit.id in taking_part else ""
        # What a counter on the map shows apart from its place.
        lost, steps = state.steps_lost(unit.id), len(unit.steps)
        reduced = "reduced" if steps == 2 else f"{steps - lost} of {steps} steps left"
        statuses = (status.text for status in (seen.view or state).status(unit.id))
        return ", ".join([number, *([reduced] if lost else []), *statuses])

    return list(lines_of(order_of_battle(resolved, where)))


def _taking_part(state: State) -> set[str]:
    """The counters that the scenario uses; all of them for a position that did not come from its
    set-up.
    """
    resolved = state.resolved
    coming = {unit for group in resolved[Reinforcements].groups.values() for unit in group.units}
    in_scenario = coming | resolved.scenario.setup.keys()
    # A position out of a file may have counters on the map that the scenario does not set up.
    unused = resolved[Units].counters.keys() - in_scenario
    return in_scenario | unused if any(map(state.position, unused)) else in_scenario


def hex_described(seen: Seen, number: str) -> Iterator[str]:
    """A hex and what is around it, for a player who does not look at the map."""
    resolved = seen.state.resolved
    board = map_now(seen.state)
    yield f"{number}: {_contents(seen, number)}."
    if regions := [
        called(titles(resolved), "region", name)
        for name in board.titles
        if number in board.regions.get(name, ())
    ]:
        yield f"  It is in: {every(regions)}."
    yield from (f"  {line}." for line in worth(resolved, number))
    # In a text there is no other way to say what lies around a hex.
    for other in board.neighbors(number):
        between = [resolved[Terrain].hexsides[kind].title for kind in board.hexside(number, other)]
        between += [resolved[Terrain].paths[kind].title for kind in board.path(number, other)]
        crossed = f", by {' and '.join(between)}" if between else ""
        direction = board.direction(number, other)
        yield f"  {direction} {other}{crossed}: {_contents(seen, other)}."


def _contents(seen: Seen, number: str) -> str:
    """Terrain, what is printed in a hex, which units stand there."""
    resolved = seen.state.resolved
    board, kinds = resolved.map, resolved[Terrain]
    ground = kinds.hexes[board.terrain(number)].title
    marked = {kinds.features[kind].title: name for kind, name in board.features(number).items()}
    parts = [f"{title} {name}".rstrip() for title, name in marked.items()]
    if ground not in marked:  # a town in a hex of town is said once
        parts.append(mid_sentence(ground) if parts else ground)
    names = resolved[Sides].names
    lying = (marker for marker in seen.state.on_map() if marker.hex == number)
    parts += [f"{marker.title} ({names[marker.side]})" for marker in lying]
    parts += [*ways_out(resolved, number), *charges_at(seen.state, number)]
    standing = seen.units_at(number)
    if standing:
        hidden_below = MORE_BELOW if seen.hides(number) else ""
        whose = names[resolved[Units].counters[standing[0]].side]
        parts.append(f"{' '.join(standing)}{hidden_below} ({whose})")
    return ", ".join(parts)


# -- a battle before the die --------------------------------------------------------------------


def odds(state: State, preview: Preview) -> Iterator[str]:
    """An attack or a fire: what it is resolved with, and every result with its chance."""
    if isinstance(preview, FirePreview):
        return in_lines(preview, state.resolved)
    return _battle_odds(state, preview)


def _symbols_and_chances(state: State, preview: Preview) -> Iterator[str]:
    """What symbols do here, the likeliest results, and the chances of what befalls defenders."""
    for symbol in state.symbols_here(preview):
        yield f"  {symbol.title}: {symbol.words}."
    likeliest, others = _likeliest(preview)
    rest = sum((outcome.probability for outcome, _ in others), Fraction(0))
    shares = percents([*(outcome.probability for outcome, _ in likeliest), rest])
    for (outcome, _), share in zip(likeliest, shares, strict=False):
        yield f"  {share}: {outcome.title}. {' '.join(outcome.effects)}".rstrip()
    if others:
        yield f"  {shares[-1]} together: {several(len(others), 'other result')}."
    for title, chances in (
        ("Steps lost", preview.steps_lost),
        ("Hexes of retreat", preview.hexes_retreated),
    ):
        shares_of = zip(chances, percents([*chances.values()]), strict=True)
        listed = (f"{count or 'none'} {share}" for count, share in shares_of)
        yield f"{title}: {', '.join(listed)}."


def _battle_odds(state: State, preview: Preview) -> Iterator[str]:
    """Strengths, column and every result with its chance."""
    rules, names = rules_of_attack(state).find(CombatRules), state.resolved[Sides].names
    dice = str(rules.section.dice) if rules else ""
    dice += f" {preview.roll:+d}" if preview.roll else ""
    far = {unit: f"{unit} from a distance" for unit in preview.afar}
    attackers = ", ".join(far.get(unit, unit) for unit in preview.attackers)
    defenders = ", ".join(preview.defenders)
    yield f"{attackers} against {defenders} in {every(preview.hexes)}: {preview.odds}."
    yield from _reckoning(preview, names)
    if preview.dice:
        yield from _symbols_and_chances(state, preview)
    else:
        # The column, and every result with the dice that bring it.
        strengths = f"{number(preview.attacker_strength)} to {number(preview.defender_strength)}"
        strengths += f" ({preview.ratio})" if preview.ratio else ""
        column = column_named(preview.headings, preview.column)
        if preview.hides:
            most = number(preview.most_defense)
            yield f"More units lie below the top counter: the defence may be up to {most}."
            yield f"Strength {strengths}: {columns_in_words(preview)}; {dice}."
            yield "What the top counter alone would face:"
        elif is_certain(preview):
            yield f"Strength {strengths}; {column_in_words(preview)}."
        else:
            yield f"Strength {strengths}; {column}; {dice}."
        likeliest, less_likely = _likeliest(preview)
        for outcome, share in likeliest:
            effects = " ".join(outcome.effects)
            yield f"  {outcome.code} {share}, {_die(outcome)}: {outcome.title}. {effects}"
        if less_likely:
            listed = (f"{o.code} {share}, {_die(o)}: {o.title}" for o, share in less_likely)
            yield f"  Less likely: {'; '.join(listed)}."
    # Two decimals at most, without noughts at the end.
    decimals = {s: f"{float(lost):.2f}" for s, lost in preview.expected_losses.items()}
    losses = (f"{names[s]} {lost.rstrip('0').rstrip('.')}" for s, lost in decimals.items())
    yield f"{lost_on_average(state.resolved)}: {', '.join(losses)}."


def _reckoning(preview: Preview, names: Mapping[str, str]) -> Iterator[str]:
    """The strengths that changed, and every line that changed something."""
    for strength, printed, side in (
        (preview.attacker_strength, preview.attacker_printed, "attackers"),
        (preview.defender_strength, preview.defender_printed, "defenders"),
    ):
        if strength != printed:
            came_to = f"{number(printed)}, in all {number(strength)}"
            yield f"  Strength of the {side}: {came_to}"
    for modifier in preview.modifiers:
        cited = f" [{modifier.rule}]" if modifier.rule else ""
        about = concerning(modifier, names.get(modifier.side, modifier.side))
        yield f"  {about}: {modifier.value}{cited}"


MOST_TOLD = 3
"""Results that are told with what they come to: the likeliest."""


def _likeliest(preview: Preview) -> tuple[list[tuple[Outcome, str]], list[tuple[Outcome, str]]]:
    """The results that are told in full with their shares, and the others, in their order."""
    shares = percents([outcome.probability for outcome in preview.outcomes])
    shared = [*zip(preview.outcomes, shares, strict=True)]
    ranked = sorted(range(len(shared)), key=lambda place: -shared[place][0].probability)
    in_full = set(ranked[:MOST_TOLD])
    return (
        [shared[place] for place in ranked[:MOST_TOLD]],
        [pair for place, pair in enumerate(shared) if place not in in_full],
    )


def _die(outcome: Outcome) -> str:
    return f"die {ranges(outcome.dice)}" if outcome.dice else "no roll"


def clear_sight(sight: Sight) -> Iterator[str]:
    """A line of sight that nothing blocks: how far it goes, and through which hexes."""
    first_hex, last_hex = sight.hexes[0], sight.hexes[-1]
    far = "1 hex" if sight.distance == 1 else f"{sight.distance} hexes"
    yield f"{first_hex} and {last_hex} see each other, {far} apart."
    if sight.hexes[1:-1]:
        yield f"  The line crosses {', '.join(sight.hexes[1:-1])}."
    for pair in sight.along:
        yield f"  It runs along a side of {' and '.join(pair)}."


# -- looking things up --------------------------------------------------------------------------


def log(seen: Seen, entries: Sequence[LogEntry], most: int) -> Iterator[str]:
    """The last actions with what they brought about, as they were learned of."""
    names, actions_known = seen.state.resolved[Sides].names, seen.learned_of(entries)
    logged = [action_logged(seen.known_events(entry.events)) for entry in actions_known]
    is_set_up = [any(event.kind == "set_up" for event in events) for events in logged]
    # The numbers are those of all that is known, so that an action keeps its own.
    first = max(0, len(actions_known) - most)
    for place, entry in enumerate(actions_known[first:], first):
        if is_placing(entry.events) and any(is_set_up[place:]):
            continue
        yield f"{place + 1}. {names.get(entry.side, entry.side)}: {seen.action_of(entry)}"
        yield from (f"   {event_line(event)}" for event in logged[place])
    if not actions_known:
        yield "Nothing has been played yet."


def rule_text(rules: dict[str, tuple[str, str]], wanted: str) -> Iterator[str]:
    """A rule by its number, the rules under it, or those whose heading or text has a word."""
    if wanted in rules:
        heading, text = rules[wanted]
        yield f"{wanted} {unmarked(heading)}"
        yield from paragraphs(text)
        return
    under = [key for key in rules if wanted and key.startswith(wanted.rstrip(".") + ".")]
    word = wanted.casefold()
    keys = under or [
        key
        for key, heading_and_text in rules.items()
        if word in " ".join(heading_and_text).casefold()
    ]
    if not keys:
        yield f"No rule has the number or the word {echoed(wanted)}; rules alone lists them all."
    yield from (f"{key} {rules[key][0]}" for key in keys)


def paragraphs(text: str) -> Iterator[str]:
    """A rule's paragraphs, the items of its lists and the rows of its tables, each on one line."""
    gathered: list[str] = []
    rows: list[list[str]] = []
    for line in [*text.splitlines(), ""]:
        in_table = line.lstrip().startswith("|")
        if in_table:
            rows.append([unmarked(cell.strip()) for cell in line.strip().strip("|").split("|")])
        elif rows:
            yield from _plain_rows(rows)
            rows = []
        if gathered and (in_table or not line.strip() or line.lstrip().startswith("- ")):
            yield unmarked(" ".join(gathered))
            gathered = []
        if line.strip() and not in_table:
            gathered.append(line.strip())


def _plain_rows(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The rows of a table written with bars, without these and the line below its head."""
    head, *below = (row for row in rows if not all(set(cell) <= {"-", ":"} for cell in row))
    yield ", ".join(filter(None, head))
    for first, *cells in below:
        titled = zip(head[1:], cells, strict=False)
        described = [f"{name} {cell}" for name, cell in titled if cell] if len(cells) > 1 else cells
        yield f"{first}: {', '.join(described)}" if any(described) else first


def how_it_went(replay: Replay, side: str | None = None) -> Iterator[str]:
    """An empty line, the chance of a side by turn, where it swung; nothing while a game goes on.

    As ``side`` saw the game; without one everything is known, and it is the chance of the person
    who played, or of both sides.
    """
    if not replay.finished or not replay.entries:
        return
    people = [side_id for side_id, player in replay.players.items() if player == HUMAN]
    whose = (side,) if side is not None else sides_asking(replay.state, people)
    review = look_back(replay, whose[0], () if side is None else (side,))
    names = [replay.state.resolved[Sides].names[side_id] for side_id in whose]
    yield ""
    yield wrapped(review.in_words(names))
    for place, swing in enumerate(review.swings, 1):
        yield wrapped(f"{place}. {swing.in_words(names)}", "   ", "")
