"""A module as a draft of a game: maps, counters, scenarios, and what is only offered.

First everything is read and counted, as how many counters a kind has is known only when all set-ups
are; then the files are written, section by section. Maps beyond the first become variants. What no
game can use as it is (counters of no side, zones, charts) is written into the folder ``offered``,
which no game reads.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from hexwar.imports.draft import (
    NOTHING,
    OFFERED,
    Draft,
    ImportChoices,
    ImportList,
    ListLine,
    Telling,
    about,
    counted,
    game_file,
    silent,
    terrain_file,
)
from hexwar.imports.foreign_files import Entries, ImportRefusedError
from hexwar.imports.vassal.boards import ModuleBoard
from hexwar.imports.vassal.counters import (
    MOST_UNITS,
    NO_BACKS,
    WAYS,
    Counters,
    KindOfCounter,
    most_of,
)
from hexwar.imports.vassal.images import Copies, Reduce
from hexwar.imports.vassal.maps import OPEN, DraftMap, maps_of
from hexwar.imports.vassal.module import Module, ModuleMap, read_module
from hexwar.imports.vassal.pieces import CARRIED
from hexwar.imports.vassal.setups import ModuleSetup, Setups
from hexwar.imports.writing import Ids, Nested, Rows, number, slug, told, value

UNIT = "unit"
"""The type of counters that are like no others: those that are alike get one of their own."""
LONGEST_PAGE = 200_000
"""Bytes of a chart in HTML: what stands behind them is not read."""
LONGEST_TITLE, LONGEST_REASON = 200, 3000
"""Characters of what is told of a decision, whose names are the module's."""
MOST_CLASSES = 40
"""So many are told each on a line of its own."""
MOST_PLACES = 60_000
"""Of counters in all scenarios: more do not fit into a file that is read."""


def draft_of(
    source: bytes | Entries,
    file: str,
    name: str,
    tell: Telling = silent,
    chosen: ImportChoices = NOTHING,
    reduce: Reduce | None = None,
) -> Draft:
    """A draft of a module. ``name`` is that of the folder; how far it is is told again and again.

    ``chosen`` goes before what is guessed; ``reduce`` makes smaller pictures of boards that are too
    large. :class:`~hexwar.imports.foreign_files.ImportRefusedError` if it is no module.
    """
    module = read_module(source, file, tell)
    counters = Counters(module, chosen, tell)
    reading = Setups(module, counters)
    setups = reading.all(tell)
    for setup in setups:
        most_of(standing.kind for standing in setup.standing)
    counters.name_units()
    maps, side_by_side = maps_of(module, setups, reading.layouts, chosen.board)
    draft = Draft(name, ImportList({}, chosen))
    made = Drafting(
        module,
        counters,
        setups,
        maps,
        _sides(counters),
        draft,
        Copies(module.images, draft, reduce=reduce),
        Copies(module.images, draft, f"{OFFERED}/pictures"),
        [*module.troubles, *reading.troubles],
        decks=reading.decks,
        side_by_side=side_by_side,
    )
    _write(made, tell)
    tell_all(made)
    named = {"file": told(file), "digest": module.archive.digest, "kind": "VASSAL module"}
    named |= {"name": told(module.name), "version": told(module.version)}
    draft.listing.source = {key: text for key, text in named.items() if text}
    return draft


def _sides(counters: Counters) -> dict[str, str]:
    """The sides by name; where none could be told, two to begin with."""
    ids = Ids([UNIT])
    names = list(counters.sides.names)
    for seat in counters.sides.seats:
        if len(names) >= 2:
            break
        if seat not in names:
            names.append(seat)
    while len(names) < 2:
        names.append(f"Side {len(names) + 1}")
    return {name: ids.one(name, "side") for name in names}


def _write(made: Drafting, tell: Telling) -> None:
    """The files of the draft; maps first, since scenarios name their hexes."""
    module, draft = made.module, made.draft
    title = told(module.name) or draft.name
    summary = told(module.description, 400) or f"A draft of {title}."
    named = {ident: told(name) for name, ident in made.sides.items()}
    game_file(draft, title, summary, named)
    tell("boards", 0, len(made.maps))
    _write_maps(made)
    terrain_file(draft, {"hexes": {OPEN: "Open"}})
    _write_units(made, tell)
    _write_scenarios(made)
    _offer_markers(made)
    _offer_zones(made)
    _offer_charts(made)


# -- maps ---------------------------------------------------------------------------------------


def _write_maps(made: Drafting) -> None:
    if not made.maps:
        empty = {"grid": {"columns": 10, "rows": 10}, "default": OPEN}
        about = "No hexes could be read in the module: an empty map."
        made.draft.add("map.yaml", about, {"map": Nested(empty)})
        return
    every = [image for board in made.maps for image in board.images]
    for board in made.maps:
        board.pictures, share = made.pictures.boards(board.images, every)
        board.scale = made.pictures.size(board.images[0], share)
    first, *others = made.maps
    named = ", ".join(told(image) for image in first.images if image)
    comment = f"{first.title}. Its picture in the module: {named or 'none'}"
    if not all(first.pictures):
        measures = value({"file": "FILE", "grid": first.measures()})
        comment += (
            f"\nIt is not in the draft. Of a picture as large as that is:\npicture: {measures}"
        )
    made.draft.add("map.yaml", comment, {"map": Nested(first.section())})
    if others:
        variants = {board.id: Nested(_variant(board, first)) for board in others}
        about = "The further boards of the module: a scenario names its own by `variant`."
        made.draft.add("variants.yaml", about, {"variants": Nested(variants)})


def _variant(each: DraftMap, first: DraftMap) -> dict[str, object]:
    """A map as a patch over the first: what that has and this has not is taken away."""
    base = first.section()
    section = each.section()
    own = _grid(section)
    section["grid"] = {**own, **{key: None for key in _grid(base) if key not in own}}
    # In a patch a null takes away what the first map has.
    gone = {key: None for key in base if key not in section}
    if first.boxes and each.boxes:
        old = {box: None for box in first.boxes.values() if box not in each.boxes.values()}
        titles = {box: {"title": told(name)} for name, box in each.boxes.items()}
        section["boxes"] = Nested({**old, **titles})
    return {"title": each.title, "patch": Nested({"map": Nested({**section, **gone})})}


def _grid(section: Mapping[str, object]) -> dict[str, object]:
    grid = section["grid"]
    return dict(grid) if isinstance(grid, dict) else {}


# -- counters -----------------------------------------------------------------------------------


def _write_units(made: Drafting, tell: Telling) -> None:
    """Units and their types. Nothing says what they are worth: that is in their pictures."""
    types: dict[str, object] = {}
    units: dict[str, object] = {}
    notes: dict[str, str] = {}
    of_types: dict[str, str] = {}
    unknown = next(iter(made.sides.values()))
    kinds = made.counters.units
    for number_of_kind, kind in enumerate(kinds, 1):
        tell("pictures of counters", number_of_kind, len(kinds))
        picture = _picture(made.pictures, kind)
        pictures = " / ".join(picture for picture in (kind.faces.front, kind.faces.back) if picture)
        perhaps = f"perhaps {', '.join(kind.strengths)}" if kind.strengths else ""
        note = "; ".join(part for part in (pictures, perhaps) if part)
        side = made.sides.get(kind.side, unknown)
        if kind.type == UNIT:
            types[UNIT] = {"title": "Unit", "symbol": "counter"}
        else:
            types[kind.type] = {"title": kind.name, "symbol": "counter"} | picture
            of_types[kind.type] = note
        for ident in kind.ids:
            own = picture if kind.type == UNIT else {}
            units[ident] = {"side": side, "type": kind.type, "name": kind.name} | own
            notes[ident] = note if own or kind.type == UNIT else ""
    if not units:
        return
    about = (
        "Values are what is printed on counters: `steps: 4-3-6`, for each side of one in a list.\n"
        "Types stand for counters that are alike. Behind # are names of pictures in the module,\n"
        "and what values may be."
    )
    made.draft.add(
        "units.yaml",
        about,
        {"units": Nested({"types": Nested(types, of_types), "counters": Nested(units, notes)})},
    )


def _picture(copies: Copies, kind: KindOfCounter) -> dict[str, object]:
    front, back = copies.of(kind.faces.front), copies.of(kind.faces.back)
    if not front:
        return {}
    return {"picture": {"front": front} | ({"back": back} if back and back != front else {})}


# -- scenarios ----------------------------------------------------------------------------------


def _write_scenarios(made: Drafting) -> None:
    ids = Ids()
    scenarios: dict[str, object] = {}
    offered: dict[str, object] = {}
    left = MOST_PLACES
    for setup in made.setups:
        ident = ids.one(setup.title, "scenario")
        # The map on which most of its units stand.
        standing = setup.standing
        where = max(
            made.maps, key=lambda each: sum(map(bool, map(each.place, standing))), default=None
        )
        places = _places(made, setup, where)
        made.scenarios.append(DraftScenario(ident, setup, where, places))
        entry: dict[str, object] = {"title": told(setup.title) or ident}
        if where is not None and where is not made.maps[0]:
            entry["variant"] = where.id
        entry["setup"] = Nested(places) if places else {}
        # Scenarios come whole or not at all; from the first on that has no room all are offered.
        left -= len(places)
        if left < 0:
            made.beyond.append(setup)
        (scenarios if left >= 0 else offered)[ident] = Nested(entry)
    if offered:
        about = "More scenarios than a file may hold: those you want go into scenarios.yaml."
        made.draft.add(f"{OFFERED}/scenarios.yaml", about, {"scenarios": Nested(offered)})
    if not scenarios:
        return
    about = "Where counters begin; of those in one hex the lowest is written first."
    made.draft.add("scenarios.yaml", about, {"scenarios": Nested(scenarios)})


def _places(made: Drafting, setup: ModuleSetup, where: DraftMap | None) -> dict[str, str]:
    """Where the units of a set-up begin on its map; why others begin nowhere is noted."""
    places: dict[str, str] = {}
    # Of each kind how many stand already: each next one gets the next id.
    used: dict[int, int] = {}
    for standing in setup.standing:
        kind = standing.kind
        if not kind.ids:
            continue
        at = where.place(standing) if where else ""
        if not at:
            made.unplaced.setdefault(_why(made, standing.board, where), []).append(kind.name)
            continue
        placed = used.get(id(kind), 0)
        if placed >= len(kind.ids):
            made.unplaced.setdefault("more of a kind than are read", []).append(kind.name)
            continue
        used[id(kind)] = placed + 1
        places[kind.ids[placed]] = at
    return places


def _why(made: Drafting, board: ModuleBoard | None, where: DraftMap | None) -> str:
    """Why a counter has no place on a map, in words that follow "they stand"."""
    if board is None or where is None:
        return "on no board with hexes"
    if where.ground.has(board):
        return "between the hexes, or in one that is cut by the edge"
    if any(draft_map.ground.has(board) for draft_map in made.maps):
        return "on another map than most of its set-up"
    return "on a board without hexes"


# -- what is offered ----------------------------------------------------------------------------


def _offer_markers(made: Drafting) -> None:
    """Counters of no side, and where each stands when a scenario begins."""
    markers: dict[str, object] = {}
    backs: dict[str, str] = {}
    ids = Ids()
    of_kind: dict[int, str] = {}
    for kind in made.counters.markers:
        ident = of_kind[id(kind)] = ids.one(kind.name, "marker")
        front, back = made.offered.of(kind.faces.front), made.offered.of(kind.faces.back)
        title_and_picture = {"title": kind.name, "picture": front}
        markers[ident] = {key: text for key, text in title_and_picture.items() if text}
        backs[ident] = f"behind: {back}" if back and back != front else ""
    if not markers:
        return
    begins: dict[str, object] = {}
    for scenario in made.scenarios:
        rows = []
        for standing in scenario.setup.standing:
            if id(standing.kind) in of_kind:
                at = scenario.map.place(standing) if scenario.map else ""
                rows.append([of_kind[id(standing.kind)], at or standing.zone or standing.map])
        if rows:
            begins[scenario.id] = Rows(rows)
    about = (
        "The counters of no side. No game reads this file: what of it is a marker goes as it is\n"
        "into a section `markers`, with its `side` and what it `does`; what is a unit after all,\n"
        "into units.yaml."
    )
    parts: dict[str, object] = {"markers": Nested(markers, backs)}
    if begins:
        parts["begins"] = Nested(begins)
    made.draft.add(f"{OFFERED}/markers.yaml", about, parts)


def _offer_zones(made: Drafting) -> None:
    """Zones without hexes of the map, which may be turn tracks, boxes of reinforcements or charts:
    which of them, only an author can say.
    """
    zones: dict[str, object] = {}
    for where in made.module.maps:
        for board in where.boards:
            rows = [
                {"name": told(zone.name), "box": [float(edge) for edge in zone.outline.bounds]}
                for zone in board.zones
                if zone.outline and not any(field.zone is zone for field in board.together)
            ]
            if rows:
                zones[f"{told(where.name)}: {told(board.name)}"] = Rows(rows)
    if zones:
        about = "Zones of the boards: boxes and tracks, as left, top, right, bottom in pixels."
        made.draft.add(f"{OFFERED}/zones.yaml", about, {"zones": Nested(zones)})


def _offer_charts(made: Drafting) -> None:
    """Charts as pictures and texts, to be read beside the game."""
    ids = Ids()
    archive = made.module.archive
    for title, file in made.module.charts:
        if not file.lower().endswith((".htm", ".html")):
            made.offered.of(file)
            continue
        # A module names a page without its folder.
        entry = next(
            (page for page in (file, f"help/{file}", f"charts/{file}") if page in archive), None
        )
        if entry is None:
            continue
        try:
            text = "\n".join(_plain_lines(archive.read(entry)))
        except ImportRefusedError as problem:
            made.troubles.append(str(problem))
            continue
        name = f"{OFFERED}/charts/{ids.one(title or slug(file, 'chart'), 'chart')}.txt"
        made.draft.files[name] = (text + "\n").encode()


def _plain_lines(data: bytes) -> Iterator[str]:
    """What a page in HTML says, without its marks; nothing in it is followed or run."""
    text = data[:LONGEST_PAGE].decode("utf-8", "replace")
    # Bounded, as without an end such a pattern would look for it again from every beginning.
    text = re.sub(r"(?is)<(script|style)\b.{0,100000}?</\1\s*>", " ", text)
    text = re.sub(r"(?i)<(br|/p|/tr|/h\d|/li|/div)\b[^<>]{0,200}>", "\n", text)
    text = re.sub(r"<[^<>]{0,1000}>", " ", text)
    for line in text.splitlines():
        if line.strip():
            yield told(line, 1000)


# -- a draft in the making, and what the list says of the module that it is made of ----------------

# The list has a part for what was found in the module, what of it is in the draft, what is open for
# its author to say, what was left behind and why, and how sides, faces and numbers were decided.
# Nothing disappears in silence: whatever is read and not used has a line here.


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


NEEDS_RESVG = "they are seen where resvg is installed: pip install 'hexwar[svg]'"
FOR_YOU = "hexwar knows no rule of a module: it has none"


def tell_all(made: Drafting) -> None:
    """Fill the list."""
    listing = made.draft.listing
    listing.found = list(_found(made))
    listing.carried = list(_carried(made))
    listing.open = list(_open(made))
    listing.left = [*_left(made), *_left_of_pictures(made)]
    listing.decided = {
        told(what, LONGEST_TITLE): told(how, LONGEST_REASON) for what, how in _decided(made)
    }
    listing.numbers = {
        draft_map.id: dict(draft_map.numbers.printed)
        for draft_map in made.maps
        if draft_map.numbers.printed
    }
    listing.next = list(_next(made))


def _found(made: Drafting) -> Iterable[ListLine]:
    module = made.module
    boards = [board for where in module.maps for board in where.boards]
    yield about("maps", [where.name for where in module.maps])
    yield about("boards", [board.name for board in boards])
    yield about("boards with hexes", [board.name for board in boards if board.fields])
    yield about("zones", [zone.name for board in boards for zone in board.zones])
    yield about("counters in the palette", [slot.name for slot in module.slots])
    yield about("at-start stacks", [stack.name for stack in module.at_start])
    yield about("set-ups", [setup.title for setup in made.setups])
    yield ListLine("prototypes", len(module.prototypes))
    yield about("seats in the roster", module.roster)


def _carried(made: Drafting) -> Iterable[ListLine]:
    units = made.counters.units
    yield about("maps", [draft_map.title for draft_map in made.maps])
    yield about("kinds of unit", [kind.name for kind in units])
    yield ListLine("units", sum(len(kind.ids) for kind in units))
    yield about("units with a back", [kind.name for kind in units if kind.faces.back])
    yield about("scenarios", [each.setup.title for each in made.scenarios if each.places])
    placed = sum(len(each.places) for each in made.scenarios)
    yield ListLine("places of units in scenarios", placed)
    yield ListLine("pictures", len(made.pictures))
    yield ListLine("pictures drawn in lines (SVG)", made.pictures.drawn, (), NEEDS_RESVG)
    markers = [kind.name for kind in made.counters.markers]
    yield about("markers", markers, "offered in offered/markers.yaml, with their places")
    yield about("boxes", [name for draft_map in made.maps for name in draft_map.boxes])
    for (spelled, kind), times in made.module.own_classes.most_common(MOST_CLASSES):
        why = f"a class of its own, read as the {kind} that its name ends in"
        yield ListLine(f"elements {told(spelled)}", times, (), why)


def _open(made: Drafting) -> Iterable[ListLine]:
    units = made.counters.units
    yield about("values of units", [kind.name for kind in units], "they are in the pictures alone")
    hints = [f"{kind.name}: {kind.strengths[0]}" for kind in units if kind.strengths]
    yield about("values that a text suggests", hints, "they stand behind # in units.yaml")
    yield about("terrain", [draft_map.title for draft_map in made.maps], "all of it is open")
    yield ListLine("rules", 1, (), FOR_YOU)
    yield about("turns and phases", made.module.turns, "of the turn track: write `sequence`")
    yield about(
        "scenarios without a unit",
        [each.setup.title for each in made.scenarios if not each.places],
    )


def _left(made: Drafting) -> Iterable[ListLine]:
    module, counters = made.module, made.counters
    for why, names in made.unplaced.items():
        yield about("counters of set-ups", names, f"they stand {why}")
    of_setups: Counter[str] = sum((setup.left for setup in made.setups), Counter())
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
    over = [setup.title for setup in made.beyond]
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
    yield from _boards_left(made)
    yield about("dice", module.dice, "they are in the sections that throw them")
    for what, times in sorted(module.counts.items()):
        if what not in ("decks", "dice"):
            yield ListLine(what, times, (), "for rules to say, or of no use here")
    yield ListLine("files of Java", module.java_classes, (), "no code of a module is ever run")
    for spelled, times in module.other_classes.most_common(MOST_CLASSES):
        why = "of a class of its own, of which nothing is known; what stands in it was looked at"
        yield ListLine(f"elements {told(spelled)}", times, (), why)
    more = dict(module.other_classes.most_common()[MOST_CLASSES:])
    yield counted("elements of more classes of its own", more, "nothing is known of them")
    yield counted("elements of other classes of VASSAL", module.unread, "of no use here")
    refused = [f"{name} {why}" for name, why in module.archive.refused.items()]
    yield about("files in it", refused, "never unpacked", 300)
    yield about("parts of the module", made.troubles, "what is wrong with each", 300)


def _boards_left(made: Drafting) -> Iterable[ListLine]:
    second = [
        board.name
        for where in made.module.maps
        for board in where.boards
        if board.fields and (len(board.fields) > len(board.together) or board.other_grids)
    ]
    yield about(
        "boards with further grids",
        second,
        "the one with the most hexes is the map, with those that go on in it",
    )
    behind: dict[str, list[str]] = {}
    for where in made.module.maps:
        for board in where.boards:
            if not any(draft_map.ground.has(board) for draft_map in made.maps):
                behind.setdefault(_why_behind(board, where), []).append(board.name)
    for why, names in behind.items():
        yield about("boards", names, why)


def _why_behind(board: ModuleBoard, where: ModuleMap) -> str:
    """Why a board is no map of the draft."""
    if not board.fields:
        grids = "squares or regions" if board.other_grids else "no grid that could be read"
        return f"they stay behind, as they have no hexes: {grids}"
    if where.is_hand:
        return "they stay behind, as they hold cards"
    if not all(board.size):
        return "they stay behind: how large they are nothing says, as their picture is not there"
    return "they stay behind: no hex of theirs lies whole on a picture"


def _left_of_pictures(made: Drafting) -> Iterable[ListLine]:
    images = made.module.images
    yield counted("pictures that are asked for", images.missing, "not in the module")
    unreadable = [f"{name} {why}" for name, why in images.unreadable.items()]
    yield about("pictures", unreadable, "they cannot be shown: save them as PNG", 200)
    for copies in (made.pictures, made.offered):
        for why, names in sorted(copies.left.items()):
            yield counted("pictures", names, f"they {why}")


def _decided(made: Drafting) -> Iterable[tuple[str, str]]:
    sides = made.counters.sides
    sides_and_ids = ", ".join(f"{told(name, 80)} ({ident})" for name, ident in made.sides.items())
    if sides.names:
        yield "sides", f"{sides_and_ids}: by {sides.how}; counters of none of them are markers"
    else:
        why = f"{sides.how}; all counters are the first side's until you say otherwise"
        yield "sides", f"{sides_and_ids}: {why}"
    if sides.seats:
        yield "seats", f"the roster has {', '.join(sides.seats)}"
    rules = made.counters.rules()
    yield "faces", "; ".join(f"{rule}: {times}" for rule, times in rules.most_common()) or "none"
    if len(made.maps) > 1:
        chosen = made.draft.listing.chosen
        how = "as chosen" if chosen and chosen.board else "most counters begin on it"
        others = ", ".join(draft_map.title for draft_map in made.maps[1:][:12])
        yield "board", f"{made.maps[0].title}: {how}; variants are {others}"
    ways = ", ".join((*WAYS, NO_BACKS))
    yield (
        "what you would have otherwise",
        f'--sides "A, B", --board NAME, --faces WAYS (of {ways}, and names of layers); or write it '
        "under `chosen` in imported.json, and import again",
    )
    for where, how in made.side_by_side.items():
        yield f"boards of {where}", how
    for draft_map in made.maps:
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
    for name, sizes in made.pictures.reduced.items():
        yield f"the picture {told(name, 60)}", sizes


def _next(made: Drafting) -> Iterable[str]:
    first = made.maps[0].title if made.maps else ""
    if made.counters.units:
        yield "Write `steps` for every unit in units.yaml; `hexwar check` says which lack them."
    if first:
        yield f"Say what is where on {first}: terrain in map.yaml, its cost in terrain.yaml."
    else:
        yield "No hexes could be read: give map.yaml the grid that the game is played on."
    yield "Write the turns and phases (`sequence`), then `movement`, `combat` and `victory`."
