"""What is under the pointer: the hex with all its effects, and its units.

:func:`add_place` lays it out: first what is picked up, if it stands elsewhere; then the hex; last
the counters there. What it says of a hex (:func:`describe_hex`) is a line for each thing that
matters: terrain, its cost and effects, what the hex counts for and who holds it, what lies there,
exits, each hexside and path, the regions it is part of. What it says of a counter
(:func:`steps_in_words`) is what it is and may still do. The most important lines come first, as
short sheets cut them off at the bottom.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby

import pygame

from hexwar.definition.grammar import opening
from hexwar.definition.model import CombatEffect, ResolvedGame
from hexwar.hexmap import HexMap
from hexwar.rules.combat.section import Combat
from hexwar.rules.exits import ways_out
from hexwar.rules.figures.section import Figures
from hexwar.rules.fire.section import covered
from hexwar.rules.language.selectors import for_such_only, units_selected
from hexwar.rules.language.wording import (
    Names,
    every,
    in_words,
    mid_sentence,
    region_called,
    titles,
)
from hexwar.rules.movement.section import Movement
from hexwar.rules.sides.section import Sides
from hexwar.rules.state import State
from hexwar.rules.terrain.section import (
    BUILT,
    WHOLE_MOVE,
    ClassCosts,
    HexTerrain,
    PathTerrain,
    Terrain,
)
from hexwar.rules.units.section import Unit, Units
from hexwar.rules.victory.rules import holders
from hexwar.rules.victory.telling import worth
from hexwar.rules.works.rules import charges_at, map_now
from hexwar.viewer.counters.counter import (
    counter,
    number_text,
    shadow_of,
    values_by_name,
    values_of,
)
from hexwar.viewer.counters.unit_symbols import lettered
from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.panels import Desk
from hexwar.viewer.panels.detail import PlaceDetail
from hexwar.viewer.widgets import Flow, Picture

_COUNTER, _BESIDE = 40, 12  # points: a counter in the list, and the words beside it
ASSUMED = "Zones of control of enemy units that are hidden are not counted in this reach."


def add_place(flow: Flow, desk: Desk, detail: PlaceDetail) -> None:
    """The selected unit and the hex under the pointer or cursor."""
    chosen = desk.selection
    number = chosen.focus_hex
    # Units picked up in the hex that is looked at stand among its units below.
    is_elsewhere = not chosen.here or chosen.here != number
    if chosen.unit is not None and (detail.fully or number is None) and is_elsewhere:
        flow.heading("selected-heading", "Selected")
        flow.gap(3)
        for unit in chosen.units[: detail.picked]:
            _add_unit(flow, desk, unit)
        flow.gap(6)
    if chosen.unit is not None and detail.fully and chosen.available.assumes:
        flow.text("place-assumed", ASSUMED, flow.theme.small, PALETTE.ink_soft)
        flow.gap(6)
    if number is not None:
        _add_hex(flow, desk, number, detail)
    elif chosen.unit is None and detail.fully:
        _add_key_to_counters(flow, desk)


def _add_key_to_counters(flow: Flow, desk: Desk) -> None:
    """Where nothing is pointed at there is room to say what is printed on the counters."""
    flow.heading("place-heading", "Hex")
    flow.text("place-none", "Point at a hex to read what is there.", color=PALETTE.ink_soft)
    match, visibility = desk.match, desk.match.visibility

    def explained() -> list[str]:
        game, state = match.resolved, visibility.state
        standing = [unit for unit in game[Units].counters if state.position(unit) is not None]
        return counters_explained(game, standing)

    lines = [
        *desk.printed.about((match.version, visibility.sides), explained),
        *_figures_explained(desk),
        *_badges_explained(desk),
    ]
    for index, line in enumerate(lines):
        flow.text(f"place-counters-{index}", line, flow.theme.small, PALETTE.ink_soft)


def _add_hex(flow: Flow, desk: Desk, number: str, detail: PlaceDetail) -> None:
    """A hex, who can come there, and the units that stand, lie or stood there."""
    match, chosen = desk.match, desk.selection
    title = ", ".join(match.resolved.map.features(number).values())
    flow.heading("place-heading", f"Hex {number}{f' {title}' if title else ''}")
    lines = describe_hex(match.visibility.state, number)[: detail.lines]
    # Those picked up and those that can act first: the list may end before it comes to them.
    ready = set(chosen.ready()) if chosen.kind else set()
    units = sorted(
        match.visibility.units_at(number),
        key=lambda unit: (unit not in chosen.units, unit not in ready),
    )
    threats = desk.view.threats().get(number, ()) if chosen.kind and detail.fully else ()
    # That enemies can come to where others of them stand already is no threat.
    counters = match.resolved[Units].counters
    held = {counters[unit].side for unit in units}
    threats = tuple(unit for unit in threats if counters[unit].side not in held)
    for index, line in enumerate(lines):
        flow.text(f"place-{index}", line, flow.theme.small, bold=index == 0)
    if threats:
        marked = " (red triangles)" if desk.view.threatening() else ""
        reach = f"Enemies that can come here: {', '.join(threats)}{marked}"
        flow.text("place-reached", reach, flow.theme.small, PALETTE.danger)
    flow.gap(4)
    for unit in units[: detail.units]:
        _add_unit(flow, desk, unit)
    if len(units) > detail.units:
        flow.text("place-more", f"and {', '.join(units[detail.units :])}", flow.theme.small)
    if match.visibility.hides(number):
        text = "More units lie below the top counter."
        flow.text("place-hidden", text, flow.theme.small, PALETTE.ink_soft)
    if remembered := [unit for unit, at in desk.view.last_seen().items() if at == number]:
        text = f"Seen here before, and out of sight since: {', '.join(remembered)}."
        flow.text("place-seen", text, flow.theme.small, PALETTE.ink_soft)


def _figures_explained(desk: Desk) -> Iterator[str]:
    """The number on a counter that is neither strength nor movement: an example that is seen."""
    game, state = desk.match.resolved, desk.match.visibility.state
    if game.section(Figures) is None:
        return
    seen = (unit for units in desk.view.pieces.standing().values() for unit in units)
    marks = (status.mark for unit in seen for status in state.status(unit) if status.strength)
    example = next(marks, "")
    if example:
        yield f"{example}: figures that can fight"


def _badges_explained(desk: Desk) -> Iterator[str]:
    """What the circles beside counters on the map say, as far as there are any."""
    visibility, stacks = desk.match.visibility, desk.view.pieces.standing()
    most = max(map(len, stacks.values()), default=0)
    if most > 1:
        yield f"{most} in a circle: so many units stand there"
    if any(map(visibility.hides, stacks)):
        yield "+ in a circle: more units stand there than are seen"


def describe_hex(state: State, number: str) -> list[str]:
    """What a hex is and does, a line each, the first its terrain."""
    resolved = state.resolved
    terrain, hexmap = resolved[Terrain], map_now(state)
    ground = terrain.hexes[hexmap.terrain(number)]
    lines = [f"{_called(state, number)}: {_by_class(ground.cost, 'may not enter', '{} to enter')}"]
    lines += [*_stopping(ground), *_effects(ground.combat, resolved), *covered(ground)]
    features = (terrain.features.get(feature) for feature in hexmap.features(number))
    # A dot only stands beside the name of a place, and of an outline it is told what the hexes
    # inside count for.
    only_marks = ("dot", "border")
    feature_titles = [each.title for each in features if each and each.sign not in only_marks]
    counts = worth(resolved, number)
    # A town in a hex of town says nothing new, nor an objective that counts as one.
    lines += [
        title
        for title in feature_titles
        if title not in lines[0] and not any(title.lower() in line for line in counts)
    ]
    # Right below the terrain, where the first lines are told even if room is short.
    lines[1:1] = counts
    lines += holders(state, number)
    names = resolved[Sides].names
    lying = (marker for marker in state.on_map() if marker.hex == number)
    lines += [f"{marker.title} ({names[marker.side]})" for marker in lying]
    lines += [*ways_out(resolved, number), *charges_at(state, number)]
    for neighbor in hexmap.neighbors(number):
        lines += _on_the_way(state, number, neighbor)
    if regions := _regions(hexmap, number):
        lines.append(f"Part of {every(region_called(hexmap, name) for name in regions)}")
    return lines


def _on_the_way(state: State, number: str, neighbor: str) -> Iterator[str]:
    """A line for each kind of hexside towards a neighbour, and for each path that leads there."""
    resolved = state.resolved
    terrain, hexmap = resolved[Terrain], map_now(state)
    kinds = sorted(hexmap.hexside(number, neighbor))
    sides = [terrain.hexsides[kind] for kind in kinds if kind in terrain.hexsides]
    # A bridge that cancels the river beneath it has its line; the river has none, as it does
    # nothing.
    cancelled = {kind for side in sides for kind in side.negates}
    for side in sides:
        if side.id in cancelled:
            continue
        beneath = every(below.title for below in sides if below.id in side.negates)
        effects = [f"cancels {beneath}"] if beneath else []
        if any(points != 0 for points in side.cost.all):
            effects.append(_by_class(side.cost, "may not cross", "+{} to cross", free=False))
        effects += [*_effects(side.combat, resolved), *covered(side)]
        yield f"{side.title} towards {neighbor}: {'; '.join(effects) or 'no effect'}"
    beyond = terrain.hexes[hexmap.terrain(neighbor)]
    for kind in sorted(hexmap.path(number, neighbor)):
        path = terrain.paths.get(kind)
        # Where the ground costs as much anyway, as fields do, the path is for the eye.
        if path is not None and (path.cost != beyond.cost or kinds):
            yield f"{path.title} to {neighbor}: {_along(path, resolved[Movement])}"


def _called(state: State, number: str) -> str:
    """The ground of a hex; where buildings lie on ground of another kind, as a village in a town
    hex or a town in the open, the place comes first.
    """
    terrain, hexmap = state.resolved[Terrain], map_now(state)
    ground = terrain.hexes[hexmap.terrain(number)]
    places = [
        terrain.features[feature].title
        for feature in hexmap.features(number)
        if feature in terrain.features and feature in BUILT
    ]
    if ground.title in places or not places:
        return ground.title
    built = (ground.pattern or ground.id) in BUILT
    return f"{places[0]} (by the rules {'a ' if built else ''}{mid_sentence(ground.title)})"


def _regions(hexmap: HexMap, number: str) -> list[str]:
    """The regions of a hex that have a title and say more than its features do.

    A region of all towns says nothing new in a town, and a region without a title is for its author
    alone.
    """
    marked = {
        frozenset(place for place in hexmap if feature in hexmap.features(place))
        for feature in hexmap.features(number)
    }
    regions = hexmap.regions.items()
    return [
        name
        for name, hexes in regions
        if number in hexes and name in hexmap.titles and frozenset(hexes) not in marked
    ]


def _along(path: PathTerrain, movement: Movement) -> str:
    """What a path does for units that move along it; where it costs nothing, it bars none."""
    if any(cost is not None for cost in path.cost.all):
        return _by_class(path.cost, "no help", "{} to enter")
    modes = [mode.title.lower() for mode in movement.modes.values() if path.id in mode.along]
    return f"only for going {every(modes)}" if modes else "no help to units that move"


def _by_class(cost: ClassCosts, barred: str, paid: str, free: bool = True) -> str:
    """A phrase of a cost, by class of movement where it differs; classes that pay nothing may be
    left out.
    """
    words = {}
    for name, value in cost.stated.items():
        if value is None:
            words[name] = barred
        elif free or value != 0:
            points = "a whole move" if value == WHOLE_MOVE else f"{number_text(value)} MP"
            words[name] = paid.format(points)
    if len(words) == len(cost.stated) and len(set(words.values())) == 1:
        return next(iter(words.values())).replace("may not", "nobody may")
    return ", ".join(f"{in_words(name)} {text}" for name, text in words.items())


def _stopping(ground: HexTerrain) -> Iterator[str]:
    """Whose move ends in a hex of such ground."""
    if isinstance(ground.entering, str):
        if ground.entering == "stop":
            yield "All must stop there"
    elif stopped := [in_words(name) for name in ground.entering if ground.stops(name)]:
        yield f"{every(stopped).capitalize()} must stop there"


def _effects(effects: tuple[CombatEffect, ...], resolved: ResolvedGame) -> list[str]:
    """What the terrain does to combat, a line an effect."""
    lines, names = [], titles(resolved)
    combat = resolved.section(Combat)
    by_dice = combat is not None and combat.faces is not None
    for effect in effects:
        value = number_text(abs(effect.value))
        sign = "-" if effect.value < 0 else "+"
        if effect.operation == "multiply":
            lines.append(_multiplied(effect, names))
            continue
        add = f"{effect.who.title()} {sign}{value} in combat"
        if by_dice and effect.who == "attacker":
            # The strength is the number of dice.
            dice = "die" if abs(effect.value) == 1 else "dice"
            add = f"{value} {dice} {'less' if effect.value < 0 else 'more'} for the attacker"
        words = {
            "add": add,
            "shift": f"Combat column {sign}{value}",
            "roll": f"Combat die {sign}{value}",
            "prohibit": "May not be attacked",
        }[effect.operation]
        lines.append(f"{words}, {for_such_only(effect.only, names)}" if effect.only else words)
    return lines


def _multiplied(effect: CombatEffect, names: Names) -> str:
    """Who fights at what strength: ``Horse units attack at half strength``."""
    share = {Fraction(1, 2): "half", Fraction(2): "double"}.get(Fraction(effect.value))
    times = f"{number_text(effect.value)} times"
    if effect.only is None:
        return f"{effect.who.title()} at {share or f'{times} its'} strength"
    units = opening(units_selected(effect.only, names))
    fight = effect.who.removesuffix("er")
    return f"{units} {fight} at {share or f'{times} their'} strength"


def _add_unit(flow: Flow, desk: Desk, unit: str) -> None:
    """A counter and what it is, side by side."""
    theme, match = flow.theme, desk.match
    card = match.resolved[Units].counters[unit]
    pieces = desk.view.pieces
    side = theme.px(_COUNTER)
    indent = side + theme.px(_BESIDE)
    width = flow.rect.width - indent
    title = title_of(card)
    wrapped = [
        *((line, True) for line in theme.wrap(title, theme.small, width, True)),
        *((line, False) for line in theme.wrap(_condition(desk, unit), theme.small, width)),
    ]
    height = max(side + shadow_of(side), len(wrapped) * theme.line(theme.small)) + theme.px(4)

    def paint(surface: pygame.Surface, rect: pygame.Rect) -> None:
        surface.blit(counter(pieces.face(unit), side, pieces.marks(unit)), rect.topleft)

    row = flow.take(height)
    box = pygame.Rect(row.topleft, (side + shadow_of(side), side + shadow_of(side)))
    flow.place(Picture(f"unit-{unit}", box, f"Counter {unit}", paint))
    text = Flow(theme, pygame.Rect(row.left + indent, row.top, width, height))
    for index, (line, bold) in enumerate(wrapped):
        text.text(f"unit-{unit}-{index}", line, theme.small, bold=bold)
    flow.widgets.extend(text.widgets)


def title_of(card: Unit) -> str:
    """The name of a unit and its type, unless the name says that already: ``Fire Team Bravo``."""
    if f" {card.type.title} ".casefold() in f" {card.name} ".casefold():
        return card.name
    return f"{card.name}, {card.type.title}"


def _condition(desk: Desk, unit: str) -> str:
    """Side, size, strengths and what it may still do."""
    match = desk.match
    card = match.resolved[Units].counters[unit]
    parts = [f"{match.side_name(card.side)}{f' {card.type.size}' if card.type.size else ''}"]
    lost = match.state.steps_lost(unit)
    parts += [*steps_in_words(card, match.resolved, lost), *card.values_in_words]
    parts += [status.text for status in match.visibility.state.status(unit)]
    if desk.selection.kind and card.side == match.state.side_to_act:
        parts.append(desk.selection.presentation.left_to_do(desk.selection, unit))
    return ", ".join(filter(None, parts))


def steps_in_words(card: Unit, game: ResolvedGame, lost: int) -> list[str]:
    """The values of a counter by their names, as it stands, those of its other sides, its steps
    and by what class it moves, where costs of terrain differ by that.
    """
    printed = [values_of(card, game, step) for step in range(len(card.steps))]
    parts = [", ".join(f"{name} {value}" for name, value in values_by_name(card, game, lost))]
    if len(printed) > 1:
        full, *reduced = [values for values, _ in groupby(printed)]
        if reduced:
            weaker = (
                f"{every(reduced)} as steps are lost" if reduced[1:] else f"{reduced[0]} reduced"
            )
            parts.append(f"{full} full" if lost else weaker)
        steps_left = len(printed) - lost
        of_all = f"{steps_left} of {len(printed)} steps left"
        parts.append(of_all if lost else f"{steps_left} steps")
    moves = in_words(game[Movement].class_of(card.type.movement_class))
    if moves != card.type.title.lower() and _ground_tells_units_apart(game):
        parts.append(f"movement class {moves}")
    return [part for part in parts if part]


def _ground_tells_units_apart(game: ResolvedGame) -> bool:
    """Whether the ground costs units of the game different points, by their movement class."""
    counters, terrain = game[Units].counters.values(), game[Terrain]
    classes = {game[Movement].class_of(unit.type.movement_class) for unit in counters}
    kinds = (terrain.hexes, terrain.features, terrain.hexsides, terrain.paths)
    costs = [kind.cost for named in kinds for kind in named.values()]
    return any(len({cost[name] for name in classes}) > 1 for cost in costs)


def counters_explained(game: ResolvedGame, units: Iterable[str]) -> list[str]:
    """What is printed on these counters, a line each: letters in place of a symbol, and numbers
    that have no names beside them.
    """
    counters = game[Units].counters
    # Counters that print no steps of their own share those of their type.
    alike = {(counters[unit].type.id, id(counters[unit].steps)): unit for unit in units}
    cards = [counters[unit] for unit in alike.values()]
    letters = {}
    for card in cards:
        _, lettered_as = lettered(card.type.symbol, card.type.title)
        if lettered_as:
            letters[lettered_as] = card.type.title.lower()
    lines = [", ".join(f"{sign}: {title}" for sign, title in sorted(letters.items()))]
    examples: dict[tuple[str, ...], Unit] = {}
    for card in cards:
        examples.setdefault(tuple(name for name, _ in values_by_name(card, game)), card)
    lines += [
        f"{values_of(card, game)}: {every(names)}" for names, card in examples.items() if names
    ]
    return [line for line in lines if line]
