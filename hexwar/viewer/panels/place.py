"""What is under the pointer: the hex with all its effects, its units, a stack laid out.

First what is picked up, if it stands elsewhere; then the hex, a line for each thing that matters
there: terrain, its cost and effects, what the hex counts for and who holds it, what lies there,
exits, each hexside and path, the regions it is part of; last the counters, with what they are and
may still do. The most important lines come first, as short sheets cut them off at the bottom.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

import pygame

from hexwar.definition.grammar import opening
from hexwar.definition.model import CombatEffect, ResolvedGame
from hexwar.hexmap import HexMap
from hexwar.rules.combat.section import Combat
from hexwar.rules.exits import ways_out
from hexwar.rules.fire.section import covered
from hexwar.rules.language.selectors import for_such_only, units_selected
from hexwar.rules.language.wording import Names, every, in_words, region_called, titles
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
from hexwar.viewer.decisions.setup import BUTTONS, put_on_top
from hexwar.viewer.drawing.theme import PALETTE, Theme, lettering
from hexwar.viewer.panels import Desk
from hexwar.viewer.panels.detail import PlaceDetail
from hexwar.viewer.widgets import Button, Flow, Label, Look, Panel, Picture, Widget

ASSUMED = "Zones of control of enemy units that are hidden are not counted in this reach."


def add_place(flow: Flow, desk: Desk, detail: PlaceDetail) -> None:
    """The selected unit and the hex under the pointer or cursor."""
    match, chosen = desk.match, desk.selection
    number = chosen.focus_hex
    here = chosen.here
    # Units picked up in the hex that is looked at stand among its units below.
    is_elsewhere = not here or here != number
    if chosen.unit is not None and (detail.fully or number is None) and is_elsewhere:
        flow.heading("selected-heading", "Selected")
        flow.gap(3)
        for unit in chosen.units[: detail.picked]:
            _add_unit(flow, desk, unit)
        flow.gap(6)
    if chosen.unit is not None and detail.fully and chosen.available.assumes:
        flow.text("place-assumed", ASSUMED, flow.theme.small, PALETTE.ink_soft)
        flow.gap(6)
    if number is None:
        if chosen.unit is None and detail.fully:
            flow.heading("place-heading", "Hex")
            flow.text("place-none", "Point at a hex to read what is there.", color=PALETTE.ink_soft)
            seen = match.visibility.state
            counters = match.resolved[Units].counters
            standing = [unit for unit in counters if seen.position(unit) is not None]
            printed = [*counters_explained(match.resolved, standing), *_badges_explained(desk)]
            for index, line in enumerate(printed):
                flow.text(f"place-counters-{index}", line, flow.theme.small, PALETTE.ink_soft)
        return
    title = ", ".join(match.resolved.map.features(number).values())
    flow.heading("place-heading", f"Hex {number}{f' {title}' if title else ''}")
    lines = describe_hex(match.visibility.state, number)[: detail.lines]
    units = match.visibility.units_at(number)
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
    if before := [unit for unit, here in desk.view.last_seen().items() if here == number]:
        text = f"Seen here before, and out of sight since: {', '.join(before)}."
        flow.text("place-seen", text, flow.theme.small, PALETTE.ink_soft)


def _badges_explained(desk: Desk) -> Iterator[str]:
    """What the circles beside counters on the map say, as far as there are any."""
    seen, stacks = desk.match.visibility, desk.view.pieces.standing()
    most = max(map(len, stacks.values()), default=0)
    if most > 1:
        yield f"{most} in a circle: so many units stand there"
    if any(map(seen.hides, stacks)):
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
    for other in hexmap.neighbors(number):
        kinds = sorted(hexmap.hexside(number, other))
        sides = [terrain.hexsides[kind] for kind in kinds if kind in terrain.hexsides]
        # A bridge that cancels the river beneath it has its line; the river has none, as it does
        # nothing.
        cancelled = {kind for side in sides for kind in side.negates}
        for side in sides:
            if side.id not in cancelled:
                beneath = every(below.title for below in sides if below.id in side.negates)
                effects = [f"cancels {beneath}"] if beneath else []
                if any(points != 0 for points in side.cost.all):
                    besides = _by_class(side.cost, "may not cross", "+{} to cross", free=False)
                    effects.append(besides)
                effects += [*_effects(side.combat, resolved), *covered(side)]
                lines.append(f"{side.title} towards {other}: {'; '.join(effects) or 'no effect'}")
        for kind in sorted(hexmap.path(number, other)):
            way = terrain.paths.get(kind)
            beyond = terrain.hexes[hexmap.terrain(other)]
            # Where the ground costs as much anyway, as fields do, the way is for the eye.
            if way is not None and (way.cost != beyond.cost or hexmap.hexside(number, other)):
                lines.append(f"{way.title} to {other}: {_along(way, resolved[Movement])}")
    if regions := _regions(hexmap, number):
        lines.append(f"Part of {every(region_called(hexmap, name) for name in regions)}")
    return lines


def _called(state: State, number: str) -> str:
    """The ground of a hex; where buildings of one kind lie on ground of another, as a village in a
    town hex, the place comes first.
    """
    terrain, hexmap = state.resolved[Terrain], map_now(state)
    ground = terrain.hexes[hexmap.terrain(number)]
    places = [
        terrain.features[feature].title
        for feature in hexmap.features(number)
        if feature in terrain.features and feature in BUILT
    ]
    if ground.title in places or not places or (ground.pattern or ground.id) not in BUILT:
        return ground.title
    return f"{places[0]} (by the rules a {ground.title.lower()})"


def _regions(hexmap: HexMap, number: str) -> list[str]:
    """The regions of a hex that have a title and say more than its features do.

    A region of all towns says nothing new in a town, and a region without a title is for its author
    alone.
    """
    marked = {
        frozenset(other for other in hexmap if feature in hexmap.features(other))
        for feature in hexmap.features(number)
    }
    regions = hexmap.regions.items()
    return [
        name
        for name, hexes in regions
        if number in hexes and name in hexmap.titles and frozenset(hexes) not in marked
    ]


def _along(way: PathTerrain, movement: Movement) -> str:
    """What a path does for units that move along it; where it costs nothing, it bars none."""
    if any(cost is not None for cost in way.cost.all):
        return _by_class(way.cost, "no help", "{} to enter")
    modes = [mode.title.lower() for mode in movement.modes.values() if way.id in mode.along]
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
    side = theme.px(40)
    width = flow.rect.width - side - theme.px(12)
    lines = [card.name if card.name == card.type.title else f"{card.name}, {card.type.title}"]
    wrapped = [
        *((line, True) for line in theme.wrap(lines[0], theme.small, width, True)),
        *((line, False) for line in theme.wrap(_condition(desk, unit), theme.small, width)),
    ]
    height = max(side + shadow_of(side), len(wrapped) * theme.line(theme.small)) + theme.px(4)

    def paint(surface: pygame.Surface, rect: pygame.Rect) -> None:
        surface.blit(counter(pieces.face(unit), side, pieces.marks(unit)), rect.topleft)

    row = flow.take(height)
    box = pygame.Rect(row.topleft, (side + shadow_of(side), side + shadow_of(side)))
    flow.place(Picture(f"unit-{unit}", box, f"Counter {unit}", paint))
    text = Flow(theme, pygame.Rect(row.left + side + theme.px(12), row.top, width, height))
    for index, (line, bold) in enumerate(wrapped):
        text.text(f"unit-{unit}-{index}", line, theme.small, bold=bold)
    flow.widgets.extend(text.widgets)


def _condition(desk: Desk, unit: str) -> str:
    """Side, size, strengths and what it may still do."""
    match = desk.match
    card = match.resolved[Units].counters[unit]
    parts = [f"{match.side_name(card.side)}{f' {card.type.size}' if card.type.size else ''}"]
    lost = match.state.steps_lost(unit)
    parts += [*steps_in_words(card, match.resolved, lost), *card.values_in_words]
    parts += [status.text for status in match.visibility.state.status(unit)]
    if desk.selection.kind and card.side == match.state.side_to_act:
        parts.append(desk.selection.presentation.left(desk.selection, unit))
    return ", ".join(filter(None, parts))


def steps_in_words(card: Unit, game: ResolvedGame, lost: int) -> list[str]:
    """The values of a counter by their names, as it stands, those of its other sides, its steps
    and by what class it moves, where costs of terrain differ by that.
    """
    values = [values_of(card, game, step) for step in range(len(card.steps))]
    parts = [", ".join(f"{name} {value}" for name, value in values_by_name(card, game, lost))]
    if len(values) > 1:
        full, *reduced = [value for value, _ in groupby(values)]
        if reduced:
            weaker = (
                f"{every(reduced)} as steps are lost" if reduced[1:] else f"{reduced[0]} reduced"
            )
            parts.append(f"{full} full" if lost else weaker)
        left = len(values) - lost
        parts.append(f"{left} of {len(values)} steps left" if lost else f"{left} steps")
    movement, moves = game[Movement], card.type.movement_class
    if len(movement.classes) > 1 and in_words(moves) != card.type.title.lower():
        parts.append(f"moves like {in_words(movement.class_of(moves))}")
    return [part for part in parts if part]


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


# The counters to choose among, laid out over a corner of the map at a size that can be read.
#
# A stack that moves together, or the candidates of a choice. The strip takes the corner where it
# covers least of what may be clicked. Where only the top counter of a stack is seen by the enemy,
# it has a button that changes the order.


_SIDE, _GAP = 58, 7  # points
_MOST = 9  # counters, as many as have a key
_WEIGHT_OF_STACK, _WEIGHT_OF_LESSON, _WEIGHT_OF_WIDGETS = 20, 40, 60  # each beats the one before
(_ON_TOP,) = BUTTONS.values()


class LaidOutCounter(Widget):
    """One counter of the stack: a switch, with its number in the corner."""

    role = "checkbox"

    def __init__(self, desk: Desk, unit: str, rect: pygame.Rect, place: int) -> None:
        card = desk.match.resolved[Units].counters[unit]
        lost = desk.match.state.steps_lost(unit)
        values = values_of(card, desk.match.resolved, lost)
        label = ", ".join(part for part in (unit, card.type.title, values) if part)
        key = desk.keys.shown(f"member_{place}")
        tooltip = f"{card.name}. A click takes it alone, with Shift along with others ({key})."
        named = desk.selection.available.naming(unit)
        if named is not None:
            becomes = desk.selection.presentation.named(named.label)
            tooltip = f"{card.name}: {becomes} ({key})."
        super().__init__(f"stack-{unit}", rect, label, self._take, tooltip=tooltip)
        self.desk, self.unit, self.place = desk, unit, place
        self.reduced = _other_side(desk, unit)
        self.selected = unit in desk.selection.units

    def _take(self) -> None:
        also = bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)
        self.desk.commands.take_member(self.unit, also)

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """The counter, bright when it is taken, the number of its key, its reduced side."""
        marks = self.desk.view.pieces.marks(self.unit)
        side = self.rect.width - shadow_of(self.rect.width)
        left_out = bool(self.desk.selection.units) and not self.selected
        top = _ordered(self.desk) and self.desk.selection.on_top(self.unit)
        marks = replace(marks, dimmed=left_out, lit=self.selected)
        surface.blit(counter(self.desk.view.pieces.face(self.unit), side, marks), self.rect.topleft)
        color = PALETTE.gold if top else PALETTE.chrome_ink
        label = f"{self.place} top" if top else str(self.place)
        text = lettering(label, look.theme.small, color, bold=True)
        below = self.rect.top + side + 2
        surface.blit(text, text.get_rect(midtop=(self.rect.centerx, below)))
        if self.reduced:
            below += look.theme.line(look.theme.small, True)
            text = lettering(self.reduced, look.theme.small, PALETTE.chrome_ink)
            surface.blit(text, text.get_rect(midtop=(self.rect.centerx, below)))


def _other_side(desk: Desk, unit: str) -> str:
    """The values that the counter has after its next loss, where they differ."""
    steps = len(desk.match.resolved[Units].counters[unit].steps)
    lost = desk.match.state.steps_lost(unit) + 1
    values = values_of(desk.match.resolved[Units].counters[unit], desk.match.resolved, lost % steps)
    return f"({values})" if lost < steps and values else ""


def _ordered(desk: Desk) -> bool:
    """Whether the order of the stack matters, because the enemy sees its top counter only."""
    return desk.match.visibility.stacks and desk.selection.presentation.own_turn


def _top_button(desk: Desk, rect: pygame.Rect) -> Button:
    """Puts the one counter that is picked up on top."""
    chosen = desk.selection
    able = len(chosen.units) == 1 and desk.match.state.explain(put_on_top(chosen.units[0])) is None
    tooltip = "The enemy sees the top counter of a stack only. Pick one counter first."
    run, key = desk.commands.put_on_top, desk.keys.shown("on_top")
    return Button("stack-top", rect, _ON_TOP, run, "chrome", able, tooltip, hint=key)


def _out_of_the_way(
    desk: Desk, rect: pygame.Rect, view: pygame.Rect, taken: Sequence[pygame.Rect]
) -> pygame.Rect:
    """The rectangle in the corner of a view where it covers least of what one may want to click.

    What a lesson points at counts most, then the hex of the units that are laid out.
    """
    chosen, hexmap = desk.selection, desk.view
    hexes = [*chosen.destinations(), *chosen.fights(), *chosen.targets]
    # One for each hex that may be clicked, and so many for what must not be covered at all.
    hexes += [chosen.here] * _WEIGHT_OF_STACK if chosen.here else []
    hexes += [*hexmap.marked] * _WEIGHT_OF_LESSON
    pixels = [hexmap.pixel_of(number) for number in hexes]
    seats = []
    for corner in ("bottomright", "topright", "topleft", "bottomleft"):
        seat = rect.copy()
        setattr(seat, corner, getattr(view, corner))
        small_map = hexmap.minimap.rect.move(hexmap.rect.topleft)
        covered = sum(seat.collidepoint(pixel) for pixel in pixels)
        covered += _WEIGHT_OF_WIDGETS * (seat.collidelist([small_map, *taken]) >= 0)
        seats.append((covered, seat))
    return min(seats, key=lambda rated: rated[0])[1]


def add_stack(
    desk: Desk, theme: Theme, view: pygame.Rect, beside: Sequence[Widget] = ()
) -> list[Widget]:
    """The strip, clear of the hex that it is about and of what lies over the map already
    (``beside``); empty when there is no choice.
    """
    units = desk.selection.members()[:_MOST]
    if not units or desk.selection.target is not None or desk.match.playback.busy:
        return []
    gap, side = theme.px(_GAP), theme.px(_SIDE)
    head = theme.line(theme.small, True)
    chosen = desk.selection
    stack = f"Stack in {chosen.here or 'play'}"
    title = chosen.presentation.stack_title(chosen, stack)
    pitch = min(side + gap, (view.width - 2 * gap) // len(units))
    side = min(side, pitch - gap)
    together = chosen.presentation.own_turn and chosen.available.go_together
    hint = f"{desk.keys.shown('stack')}: all or one" if together else ""
    text = f"{title}. {hint}".rstrip(" .")
    width = max(len(units) * pitch + gap, theme.width(text, theme.small, True) + 2 * gap)
    low = theme.line(theme.small, True)
    low += theme.line(theme.small) if any(_other_side(desk, unit) for unit in units) else 0
    button = theme.px(30) if _ordered(desk) else 0
    if button:
        wanted = Button.wanted(theme, _ON_TOP, hint=desk.keys.shown("on_top"))
        width = max(width, wanted + 2 * gap)
    height = 2 * gap + head + side + low + (button + gap if button else 0)
    rect = pygame.Rect(0, 0, min(width, view.width), height)
    room = view.inflate(-2 * theme.px(8), -2 * theme.px(8))
    rect = _out_of_the_way(desk, rect, room, [widget.rect for widget in beside])
    rect.clamp_ip(view)
    panel = Panel("stack", rect, title, PALETTE.chrome, PALETTE.gold)
    line = pygame.Rect(rect.left + gap, rect.top + gap // 2, rect.width - 2 * gap, head)
    panel.children.append(
        Label("stack-title", line, text, theme.small, PALETTE.chrome_ink, bold=True)
    )
    top = line.bottom + gap // 2
    for index, unit in enumerate(units):
        box = pygame.Rect(rect.left + gap + index * pitch, top, side, side + low)
        panel.children.append(LaidOutCounter(desk, unit, box, index + 1))
    if button:
        low_line = pygame.Rect(line.left, top + side + low + gap, line.width, button)
        panel.children.append(_top_button(desk, low_line))
    return [panel]
