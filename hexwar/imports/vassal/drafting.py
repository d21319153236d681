"""Make a draft of a game out of a module: maps, counters, scenarios, and what is only offered.

:func:`draft_of` first reads and counts everything, as how many counters a kind has is known only
when all set-ups are; then it writes the files in an order in which each may name what is in those
before it: maps, terrain, units, scenarios. Maps beyond the first become variants. What no game can
use as it is (counters of no side, zones, charts) is written into the folder ``offered``, which no
game reads, so that the draft itself loads. What became of all of it is told last.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from hexwar.imports.draft import (
    NOTHING,
    OFFERED,
    Draft,
    ImportChoices,
    ImportList,
    Telling,
    game_file,
    silent,
    terrain_file,
)
from hexwar.imports.foreign_files import Entries, ImportRefusedError
from hexwar.imports.vassal.boards import ModuleBoard
from hexwar.imports.vassal.counters import Counters, most_of
from hexwar.imports.vassal.images import Copies, Reduce
from hexwar.imports.vassal.maps import OPEN, DraftMap, maps_of
from hexwar.imports.vassal.module import read_module
from hexwar.imports.vassal.setups import ModuleSetup, Setups
from hexwar.imports.vassal.telling import Drafting, DraftScenario, tell_all
from hexwar.imports.writing import Ids, Nested, Rows, slug, told, value

UNIT = "unit"
"""The type of counters that are like no others: those that are alike get one of their own."""
LONGEST_PAGE = 200_000
"""Bytes of a chart in HTML: what stands behind them is not read."""
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
    """Make a draft of a module; ``name`` is its folder's; how far it is is told
    meanwhile.

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
    drafting = Drafting(
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
    _write(drafting, tell)
    tell_all(drafting)
    source_told = {"file": told(file), "digest": module.archive.digest, "kind": "VASSAL module"}
    source_told |= {"name": told(module.name), "version": told(module.version)}
    draft.listing.source = {key: text for key, text in source_told.items() if text}
    return draft


def _sides(counters: Counters) -> dict[str, str]:
    """Give the sides ids by name; where none could be told, two to begin with."""
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


def _write(drafting: Drafting, tell: Telling) -> None:
    """Write the files of the draft; maps first, since scenarios name their hexes."""
    module, draft = drafting.module, drafting.draft
    title = told(module.name) or draft.name
    summary = told(module.description, 400) or f"A draft of {title}."
    titles_of_sides = {ident: told(name) for name, ident in drafting.sides.items()}
    game_file(draft, title, summary, titles_of_sides)
    tell("boards", 0, len(drafting.maps))
    _write_maps(drafting)
    terrain_file(draft, {"hexes": {OPEN: "Open"}})
    _write_units(drafting, tell)
    _write_scenarios(drafting)
    _offer_markers(drafting)
    _offer_zones(drafting)
    _offer_charts(drafting)


# -- maps ---------------------------------------------------------------------------------------


def _write_maps(drafting: Drafting) -> None:
    if not drafting.maps:
        empty = {"grid": {"columns": 10, "rows": 10}, "default": OPEN}
        about = "No hexes could be read in the module: an empty map."
        drafting.draft.add("map.yaml", about, {"map": Nested(empty)})
        return
    all_images = [image for board in drafting.maps for image in board.images]
    for board in drafting.maps:
        board.pictures, share = drafting.pictures.boards(board.images, all_images)
        board.scale = drafting.pictures.size(board.images[0], share)
    first, *further_maps = drafting.maps
    images_named = ", ".join(told(image) for image in first.images if image)
    comment = f"{first.title}. Its picture in the module: {images_named or 'none'}"
    if not all(first.pictures):
        measures = value({"file": "FILE", "grid": first.measures()})
        comment += (
            f"\nIt is not in the draft. Of a picture as large as that is:\npicture: {measures}"
        )
    drafting.draft.add("map.yaml", comment, {"map": Nested(first.section())})
    if further_maps:
        variants = {board.id: Nested(_variant(board, first)) for board in further_maps}
        about = "The further boards of the module: a scenario names its own by `variant`."
        drafting.draft.add("variants.yaml", about, {"variants": Nested(variants)})


def _variant(draft_map: DraftMap, first: DraftMap) -> dict[str, object]:
    """Write a map as a patch over the first: what that has and this has not is taken away."""
    first_section = first.section()
    section = draft_map.section()
    own_grid, first_grid = _grid(section), _grid(first_section)
    # In a patch a null takes away what the first map has.
    section["grid"] = {**own_grid, **{key: None for key in first_grid if key not in own_grid}}
    gone = {key: None for key in first_section if key not in section}
    if first.boxes and draft_map.boxes:
        box_ids = draft_map.boxes.values()
        gone_boxes = {box: None for box in first.boxes.values() if box not in box_ids}
        titles = {box: {"title": told(name)} for name, box in draft_map.boxes.items()}
        section["boxes"] = Nested({**gone_boxes, **titles})
    return {"title": draft_map.title, "patch": Nested({"map": Nested({**section, **gone})})}


def _grid(section: Mapping[str, object]) -> dict[str, object]:
    grid = section["grid"]
    return dict(grid) if isinstance(grid, dict) else {}


# -- counters -----------------------------------------------------------------------------------


def _write_units(drafting: Drafting, tell: Telling) -> None:
    """Write units and their types. Nothing says what they are worth: that is in their pictures."""
    types: dict[str, object] = {}
    units: dict[str, object] = {}
    notes: dict[str, str] = {}
    notes_of_types: dict[str, str] = {}
    first_side = next(iter(drafting.sides.values()))  # of all where no side could be told
    kinds = drafting.counters.units
    for number_of_kind, kind in enumerate(kinds, 1):
        tell("pictures of counters", number_of_kind, len(kinds))
        front, back = drafting.pictures.of(kind.faces.front), drafting.pictures.of(kind.faces.back)
        shown = {"front": front} | ({"back": back} if back and back != front else {})
        picture: dict[str, object] = {"picture": shown} if front else {}
        pictures = " / ".join(picture for picture in (kind.faces.front, kind.faces.back) if picture)
        perhaps = f"perhaps {', '.join(kind.strengths)}" if kind.strengths else ""
        note = "; ".join(part for part in (pictures, perhaps) if part)
        side = drafting.sides.get(kind.side, first_side)
        if kind.type == UNIT:
            types[UNIT] = {"title": "Unit", "symbol": "counter"}
        else:
            types[kind.type] = {"title": kind.name, "symbol": "counter"} | picture
            notes_of_types[kind.type] = note
        for ident in kind.ids:
            own_picture = picture if kind.type == UNIT else {}
            units[ident] = {"side": side, "type": kind.type, "name": kind.name} | own_picture
            notes[ident] = note if own_picture or kind.type == UNIT else ""
    if not units:
        return
    about = (
        "Values are what is printed on counters: `steps: 4-3-6`, for each side of one in a list.\n"
        "Types stand for counters that are alike. Behind # are names of pictures in the module,\n"
        "and what values may be."
    )
    drafting.draft.add(
        "units.yaml",
        about,
        {
            "units": Nested(
                {"types": Nested(types, notes_of_types), "counters": Nested(units, notes)}
            )
        },
    )


# -- scenarios ----------------------------------------------------------------------------------


def _write_scenarios(drafting: Drafting) -> None:
    ids = Ids()
    scenarios: dict[str, object] = {}
    offered: dict[str, object] = {}
    places_left = MOST_PLACES
    for setup in drafting.setups:
        ident = ids.one(setup.title, "scenario")
        # The map on which most of its units stand.
        standing = setup.standing
        fullest_map = max(
            drafting.maps, key=lambda each: sum(map(bool, map(each.place, standing))), default=None
        )
        places = _places(drafting, setup, fullest_map)
        drafting.scenarios.append(DraftScenario(ident, setup, fullest_map, places))
        entry: dict[str, object] = {"title": told(setup.title) or ident}
        if fullest_map is not None and fullest_map is not drafting.maps[0]:
            entry["variant"] = fullest_map.id
        entry["setup"] = Nested(places) if places else {}
        # Scenarios come whole or not at all; from the first on that has no room all are offered.
        places_left -= len(places)
        if places_left < 0:
            drafting.beyond.append(setup)
        (scenarios if places_left >= 0 else offered)[ident] = Nested(entry)
    if offered:
        about = "More scenarios than a file may hold: those you want go into scenarios.yaml."
        drafting.draft.add(f"{OFFERED}/scenarios.yaml", about, {"scenarios": Nested(offered)})
    if not scenarios:
        return
    about = "Where counters begin; of those in one hex the lowest is written first."
    drafting.draft.add("scenarios.yaml", about, {"scenarios": Nested(scenarios)})


def _places(drafting: Drafting, setup: ModuleSetup, draft_map: DraftMap | None) -> dict[str, str]:
    """Say where the units of a set-up begin on its map; note why others begin nowhere."""
    places: dict[str, str] = {}
    # Of each kind how many stand already: each next one gets the next id.
    copies_used: dict[int, int] = {}
    for standing in setup.standing:
        kind = standing.kind
        if not kind.ids:
            continue
        place = draft_map.place(standing) if draft_map else ""
        placed = copies_used.get(id(kind), 0)
        if not place:
            why = _why_nowhere(drafting, standing.board, draft_map)
        elif placed >= len(kind.ids):
            why = "more of a kind than are read"
        else:
            copies_used[id(kind)] = placed + 1
            places[kind.ids[placed]] = place
            continue
        drafting.unplaced.setdefault(why, []).append(kind.name)
    return places


def _why_nowhere(drafting: Drafting, board: ModuleBoard | None, draft_map: DraftMap | None) -> str:
    """Say why a counter has no place on a map, in words that follow "they stand"."""
    if board is None or draft_map is None:
        return "on no board with hexes"
    if draft_map.ground.has(board):
        return "between the hexes, or in one that is cut by the edge"
    if any(other_map.ground.has(board) for other_map in drafting.maps):
        return "on another map than most of its set-up"
    return "on a board without hexes"


# -- what is offered ----------------------------------------------------------------------------


def _offer_markers(drafting: Drafting) -> None:
    """Offer counters of no side, and where each stands when a scenario begins."""
    markers: dict[str, object] = {}
    backs: dict[str, str] = {}
    ids = Ids()
    of_kind: dict[int, str] = {}
    for kind in drafting.counters.markers:
        ident = of_kind[id(kind)] = ids.one(kind.name, "marker")
        front, back = drafting.offered.of(kind.faces.front), drafting.offered.of(kind.faces.back)
        title_and_picture = {"title": kind.name, "picture": front}
        markers[ident] = {key: text for key, text in title_and_picture.items() if text}
        backs[ident] = f"behind: {back}" if back and back != front else ""
    if not markers:
        return
    begins: dict[str, object] = {}
    for scenario in drafting.scenarios:
        rows = []
        for standing in scenario.setup.standing:
            if id(standing.kind) in of_kind:
                place = scenario.map.place(standing) if scenario.map else ""
                rows.append([of_kind[id(standing.kind)], place or standing.zone or standing.map])
        if rows:
            begins[scenario.id] = Rows(rows)
    about = (
        "The counters of no side. No game reads this file: what of it is a marker goes as it is\n"
        "into a section `markers`, with its `side` and what it `does`; what is a unit after all,\n"
        "into units.yaml."
    )
    sections: dict[str, object] = {"markers": Nested(markers, backs)}
    if begins:
        sections["begins"] = Nested(begins)
    drafting.draft.add(f"{OFFERED}/markers.yaml", about, sections)


def _offer_zones(drafting: Drafting) -> None:
    """Offer zones without hexes of the map, which may be turn tracks, boxes of reinforcements or
    charts: which of them, only an author can say.
    """
    zones: dict[str, object] = {}
    for module_map in drafting.module.maps:
        for board in module_map.boards:
            rows = [
                {"name": told(zone.name), "box": [float(edge) for edge in zone.outline.bounds]}
                for zone in board.zones
                if zone.outline and not any(field.zone is zone for field in board.together)
            ]
            if rows:
                zones[f"{told(module_map.name)}: {told(board.name)}"] = Rows(rows)
    if zones:
        about = "Zones of the boards: boxes and tracks, as left, top, right, bottom in pixels."
        drafting.draft.add(f"{OFFERED}/zones.yaml", about, {"zones": Nested(zones)})


def _offer_charts(drafting: Drafting) -> None:
    """Offer charts as pictures and texts, to be read beside the game."""
    ids = Ids()
    archive = drafting.module.archive
    for title, file in drafting.module.charts:
        if not file.lower().endswith((".htm", ".html")):
            drafting.offered.of(file)
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
            drafting.troubles.append(str(problem))
            continue
        name = f"{OFFERED}/charts/{ids.one(title or slug(file, 'chart'), 'chart')}.txt"
        drafting.draft.files[name] = (text + "\n").encode()


def _plain_lines(data: bytes) -> Iterator[str]:
    """Yield what a page in HTML says, without its marks; nothing in it is followed or run."""
    text = data[:LONGEST_PAGE].decode("utf-8", "replace")
    # Bounded, as without an end such a pattern would look for it again from every beginning.
    text = re.sub(r"(?is)<(script|style)\b.{0,100000}?</\1\s*>", " ", text)
    text = re.sub(r"(?i)<(br|/p|/tr|/h\d|/li|/div)\b[^<>]{0,200}>", "\n", text)
    text = re.sub(r"<[^<>]{0,1000}>", " ", text)
    for line in text.splitlines():
        if line.strip():
            yield told(line, 1000)
