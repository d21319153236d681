"""Tell in the list what became of a module: :class:`Drafting`, the draft in the making, in words.

Nothing disappears in silence: whatever is read and not used has a line here, as an author who
trusts a draft that has lost something plays another game than the one that was imported. The list
has a part for what was found in the module, what of it is in the draft, what is open for its author
to say, what was left behind and why, and how sides, faces and numbers were decided; the functions
below stand in this order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from hexwar.imports.draft import Draft, ListLine, about, counted
from hexwar.imports.vassal.boards import ModuleBoard
from hexwar.imports.vassal.counters import MOST_UNITS, NO_BACKS, WAYS, Counters
from hexwar.imports.vassal.images import Copies
from hexwar.imports.vassal.maps import DraftMap
from hexwar.imports.vassal.module import Module, ModuleMap
from hexwar.imports.vassal.pieces import CARRIED
from hexwar.imports.vassal.setups import ModuleSetup
from hexwar.imports.writing import number, told

LONGEST_TITLE, LONGEST_REASON = 200, 3000
"""Characters of what is told of a decision, whose names are the module's."""

MOST_CLASSES = 40
"""So many are told each on a line of its own."""

NEEDS_RESVG = "they are seen where resvg is installed: pip install 'hexwar[svg]'"
FOR_YOU = "hexwar knows no rule of a module: it has none"


class DraftScenario(NamedTuple):
    """A scenario: its id, the set-up that it is made of, its map, and where its units begin."""

    id: str
    setup: ModuleSetup
    map: DraftMap | None
    places: dict[str, str]


@dataclass
class Drafting:
    """What a draft is made of, and what is told of it."""

    module: Module
    counters: Counters
    setups: list[ModuleSetup]
    maps: list[DraftMap]
    sides: Mapping[str, str]
    """Names of sides to ids."""
    draft: Draft
    pictures: Copies
    offered: Copies
    troubles: list[str] = field(default_factory=list)
    scenarios: list[DraftScenario] = field(default_factory=list)
    unplaced: dict[str, list[str]] = field(default_factory=dict)
    """By why, the counters of set-ups that begin nowhere."""
    beyond: list[ModuleSetup] = field(default_factory=list)
    """Set-ups that the file of scenarios has no room for."""
    decks: int = 0
    side_by_side: Mapping[str, str] = field(default_factory=dict)
    """By map, what became of boards that lie side by side."""


def tell_all(drafting: Drafting) -> None:
    """Fill the list, once all else of the draft is made."""
    listing = drafting.draft.listing
    listing.found = list(_lines_found(drafting))
    listing.carried = list(_lines_carried(drafting))
    listing.open = list(_lines_open(drafting))
    listing.left = list(_lines_left(drafting))
    listing.decided = {
        told(decided, LONGEST_TITLE): told(how, LONGEST_REASON)
        for decided, how in _decided(drafting)
    }
    listing.numbers = {
        draft_map.id: dict(draft_map.numbers.printed)
        for draft_map in drafting.maps
        if draft_map.numbers.printed
    }
    if drafting.counters.units:
        listing.next += [
            "Write `steps` for every unit in units.yaml; `hexwar check` says which lack them."
        ]
    if drafting.maps:
        title = drafting.maps[0].title
        listing.next += [
            f"Say what is where on {title}: terrain in map.yaml, its cost in terrain.yaml."
        ]
    else:
        listing.next += [
            "No hexes could be read: give map.yaml the grid that the game is played on."
        ]
    listing.next += [
        "Write the turns and phases (`sequence`), then `movement`, `combat` and `victory`."
    ]


def _lines_found(drafting: Drafting) -> Iterable[ListLine]:
    module = drafting.module
    boards = [board for module_map in module.maps for board in module_map.boards]
    yield about("maps", [module_map.name for module_map in module.maps])
    yield about("boards", [board.name for board in boards])
    yield about("boards with hexes", [board.name for board in boards if board.fields])
    yield about("zones", [zone.name for board in boards for zone in board.zones])
    yield about("counters in the palette", [slot.name for slot in module.slots])
    yield about("at-start stacks", [stack.name for stack in module.at_start])
    yield about("set-ups", [setup.title for setup in drafting.setups])
    yield ListLine("prototypes", len(module.prototypes))
    yield about("seats in the roster", module.roster)


def _lines_carried(drafting: Drafting) -> Iterable[ListLine]:
    units = drafting.counters.units
    yield about("maps", [draft_map.title for draft_map in drafting.maps])
    yield about("kinds of unit", [kind.name for kind in units])
    yield ListLine("units", sum(len(kind.ids) for kind in units))
    yield about("units with a back", [kind.name for kind in units if kind.faces.back])
    peopled = [scenario for scenario in drafting.scenarios if scenario.places]
    yield about("scenarios", [scenario.setup.title for scenario in peopled])
    placed = sum(len(scenario.places) for scenario in peopled)
    yield ListLine("places of units in scenarios", placed)
    yield ListLine("pictures", len(drafting.pictures))
    yield ListLine("pictures drawn in lines (SVG)", drafting.pictures.drawn, (), NEEDS_RESVG)
    markers = [kind.name for kind in drafting.counters.markers]
    yield about("markers", markers, "offered in offered/markers.yaml, with their places")
    yield about("boxes", [name for draft_map in drafting.maps for name in draft_map.boxes])
    for (spelled, kind), times in drafting.module.own_classes.most_common(MOST_CLASSES):
        why = f"a class of its own, read as the {kind} that its name ends in"
        yield ListLine(f"elements {told(spelled)}", times, (), why)


def _lines_open(drafting: Drafting) -> Iterable[ListLine]:
    units = drafting.counters.units
    yield about("values of units", [kind.name for kind in units], "they are in the pictures alone")
    hints = [f"{kind.name}: {kind.strengths[0]}" for kind in units if kind.strengths]
    yield about("values that a text suggests", hints, "they stand behind # in units.yaml")
    yield about("terrain", [draft_map.title for draft_map in drafting.maps], "all of it is open")
    yield ListLine("rules", 1, (), FOR_YOU)
    yield about("turns and phases", drafting.module.turns, "of the turn track: write `sequence`")
    without_units = [s.setup.title for s in drafting.scenarios if not s.places]
    yield about("scenarios without a unit", without_units)


def _lines_left(drafting: Drafting) -> Iterable[ListLine]:
    module, counters = drafting.module, drafting.counters
    for why, names in drafting.unplaced.items():
        yield about("counters of set-ups", names, f"they stand {why}")
    of_setups: Counter[str] = sum((setup.left for setup in drafting.setups), Counter())
    for why, times in sorted(of_setups.items()):
        yield ListLine("counters of set-ups", times, (), why)
    fixed = [slot.name for slot in module.slots if slot.piece.is_fixed and not slot.is_card]
    never = "terrain or displays: they have the trait Does Not Stack (immob) with movement V, never"
    yield about("counters that never move", fixed, never)
    cards = [slot.name for slot in module.slots if slot.is_card]
    yield about("cards", cards, "write a section `decks`")
    yield about("decks", module.deck_names, "write a section `decks`")
    layers = counters.layers_left()
    yield counted("layers that are no front and no back", layers, "states, steps or choices")
    beyond = [kind.name for kind in counters.units if not kind.ids]
    yield about("kinds of unit", beyond, f"a game has {MOST_UNITS:,} units at most")
    over = [setup.title for setup in drafting.beyond]
    yield about("set-ups", over, "more than a file may hold: offered in offered/scenarios.yaml")
    faceless = [kind.name for kind in counters.kinds if not kind.faces.front]
    yield about("counters without a picture", faceless, "they are drawn")
    prototypes = module.prototypes
    yield counted("prototypes that are asked for", prototypes.missing, "not in the module")
    yield counted("prototypes that hold themselves", prototypes.circles, "left out there")
    yield about("prototypes", prototypes.broken, "they cannot be read")
    kinds: Counter[str] = Counter(
        trait.kind
        for slot in module.slots
        for trait in slot.piece.traits
        if trait.kind not in CARRIED
    )
    yield counted("traits of counters", kinds, "what they do by themselves is for rules to say")
    yield from _boards_left(drafting)
    yield about("dice", module.dice, "they are in the sections that throw them")
    for heading, times in sorted(module.counts.items()):
        if heading not in ("decks", "dice"):  # told above, by name
            yield ListLine(heading, times, (), "for rules to say, or of no use here")
    yield ListLine("files of Java", module.java_classes, (), "no code of a module is ever run")
    for spelled, times in module.other_classes.most_common(MOST_CLASSES):
        why = "of a class of its own, of which nothing is known; what stands in it was looked at"
        yield ListLine(f"elements {told(spelled)}", times, (), why)
    other_classes = dict(module.other_classes.most_common()[MOST_CLASSES:])
    yield counted("elements of more classes of its own", other_classes, "nothing is known of them")
    yield counted("elements of other classes of VASSAL", module.unread, "of no use here")
    refused = [f"{name} {why}" for name, why in module.archive.refused.items()]
    yield about("files in it", refused, "never unpacked", 300)
    yield about("parts of the module", drafting.troubles, "what is wrong with each", 300)
    images = module.images
    yield counted("pictures that are asked for", images.missing, "not in the module")
    unreadable = [f"{name} {why}" for name, why in images.unreadable.items()]
    yield about("pictures", unreadable, "they cannot be shown: save them as PNG", 200)
    for copies in (drafting.pictures, drafting.offered):
        for why, pictures in sorted(copies.left.items()):
            yield counted("pictures", pictures, f"they {why}")


def _boards_left(drafting: Drafting) -> Iterable[ListLine]:
    with_further_grids = [
        board.name
        for module_map in drafting.module.maps
        for board in module_map.boards
        if board.fields and (len(board.fields) > len(board.together) or board.other_grids)
    ]
    yield about(
        "boards with further grids",
        with_further_grids,
        "the one with the most hexes is the map, with those that go on in it",
    )
    left_behind: dict[str, list[str]] = {}
    for module_map in drafting.module.maps:
        for board in module_map.boards:
            if not any(draft_map.ground.has(board) for draft_map in drafting.maps):
                left_behind.setdefault(_why_behind(board, module_map), []).append(board.name)
    for why, names in left_behind.items():
        yield about("boards", names, why)


def _why_behind(board: ModuleBoard, module_map: ModuleMap) -> str:
    """Say why a board is no map of the draft."""
    if not board.fields:
        grids = "squares or regions" if board.other_grids else "no grid that could be read"
        return f"they stay behind, as they have no hexes: {grids}"
    if module_map.is_hand:
        return "they stay behind, as they hold cards"
    if not all(board.size):
        return "they stay behind: how large they are nothing says, as their picture is not there"
    return "they stay behind: no hex of theirs lies whole on a picture"


def _decided(drafting: Drafting) -> Iterable[tuple[str, str]]:
    sides = drafting.counters.sides
    sides_and_ids = ", ".join(
        f"{told(name, 80)} ({ident})" for name, ident in drafting.sides.items()
    )
    if sides.names:
        yield "sides", f"{sides_and_ids}: by {sides.how}; counters of none of them are markers"
    else:
        why = f"{sides.how}; all counters are the first side's until you say otherwise"
        yield "sides", f"{sides_and_ids}: {why}"
    if sides.seats:
        yield "seats", f"the roster has {', '.join(sides.seats)}"
    rules = drafting.counters.rules()
    yield "faces", "; ".join(f"{rule}: {times}" for rule, times in rules.most_common()) or "none"
    if len(drafting.maps) > 1:
        chosen = drafting.draft.listing.chosen
        how = "as chosen" if chosen and chosen.board else "most counters begin on it"
        other_maps = ", ".join(draft_map.title for draft_map in drafting.maps[1:][:12])
        yield "board", f"{drafting.maps[0].title}: {how}; variants are {other_maps}"
    ways = ", ".join((*WAYS, NO_BACKS))
    yield (
        "what you would have otherwise",
        f'--sides "A, B", --board NAME, --faces WAYS (of {ways}, and names of layers); or write it '
        "under `chosen` in imported.json, and import again",
    )
    for map_name, how in drafting.side_by_side.items():
        yield f"boards of {map_name}", how
    for draft_map in drafting.maps:
        void = len(draft_map.numbers.void)
        how_numbered = f"{draft_map.numbers.how}; {len(draft_map.numbers.ids)} whole hexes"
        cut = "; hexes that the edge or a zone cuts are left out"
        yield (
            f"numbers of {draft_map.title}",
            f"{how_numbered}, {void} void{cut}" if void else f"{how_numbered}{cut}",
        )
        measures = ", ".join(f"{key} {number(n)}" for key, n in draft_map.measures().items())
        wide, high = draft_map.ground.boards[0].board.size
        size = f"{number(wide)} by {number(high)} pixels"
        yield f"measures of {draft_map.title}", f"{measures} on the module's picture of {size}"
    for name, sizes in drafting.pictures.reduced.items():
        yield f"the picture {told(name, 60)}", sizes
