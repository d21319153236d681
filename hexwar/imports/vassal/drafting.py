"""A module as a draft of a game: maps, counters, scenarios, and what is only offered.

First everything is read and counted, as how many counters a kind has is known only when all set-ups
are; then the files are written, section by section. Maps beyond the first become variants. What no
game can use as it is (counters of no side, zones, charts) is written into the folder ``offered``,
which no game reads.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from hexwar.imports.draft import OFFERED, Draft, game_file, terrain_file
from hexwar.imports.listing import ImportList, digest
from hexwar.imports.outline import Outline
from hexwar.imports.vassal.boards import ModuleBoard
from hexwar.imports.vassal.copying import Copies
from hexwar.imports.vassal.counters import Counters, KindOfCounter, most_of
from hexwar.imports.vassal.maps import OPEN, DraftMap, maps_of
from hexwar.imports.vassal.module import read_module
from hexwar.imports.vassal.setups import ModuleSetup, Setups
from hexwar.imports.vassal.telling import Drafting, tell_all
from hexwar.imports.writing import Ids, Nested, Rows, slug, told

UNIT = "unit"
LONGEST_PAGE = 200_000
MOST_PLACES = 60_000
"""Of counters in all scenarios: more do not fit into a file that is read."""


def draft_of(
    data: bytes, file: str, name: str, tell: Callable[[str], None] = lambda _: None
) -> Draft:
    """A draft of a module. ``name`` is that of the folder; set-ups are told as they are read.

    :class:`~hexwar.imports.refusal.ImportRefusedError` if it is no module.
    """
    module = read_module(data, file)
    counters = Counters(module)
    reading = Setups(module, counters)
    setups = reading.all(tell)
    for setup in setups:
        most_of(standing.kind for standing in setup.standing)
    counters.name_units()
    source = {"file": told(file), "digest": digest(data), "kind": "VASSAL module"}
    source |= {"name": told(module.name), "version": told(module.version)}
    maps, side_by_side = maps_of(module, setups, reading.layouts)
    draft = Draft(name, ImportList({key: text for key, text in source.items() if text}))
    made = Drafting(
        module,
        counters,
        setups,
        maps,
        _sides(counters),
        draft,
        Copies(module.images, draft),
        Copies(module.images, draft, f"{OFFERED}/pictures"),
        [*module.troubles, *reading.troubles],
        decks=reading.decks,
        side_by_side=side_by_side,
    )
    _write(made)
    tell_all(made)
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


def _write(made: Drafting) -> None:
    module, draft = made.module, made.draft
    title = told(module.name) or draft.name
    summary = told(module.description, 400) or f"A draft of {title}."
    named = {ident: told(name) for name, ident in made.sides.items()}
    game_file(draft, title, summary, named)
    _write_maps(made)
    terrain_file(draft, {"hexes": {OPEN: "Open"}})
    _write_units(made)
    _write_scenarios(made)
    _offer_markers(made)
    _offer_zones(made)
    _offer_charts(made)


# -- maps ---------------------------------------------------------------------------------------


def _write_maps(made: Drafting) -> None:
    if not made.maps:
        empty = {"grid": {"columns": 10, "rows": 10}, "default": OPEN}
        made.draft.add("map.yaml", "The module has no hexes: an empty map.", {"map": Nested(empty)})
        return
    for board in made.maps:
        board.pictures = [made.pictures.of(image) for image in board.images]
    first, *others = made.maps
    named = ", ".join(told(image) for image in first.images if image)
    comment = f"{first.title}. Its picture in the module: {named or 'none'}"
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


def _write_units(made: Drafting) -> None:
    types: dict[str, object] = {}
    units: dict[str, object] = {}
    notes: dict[str, str] = {}
    of_types: dict[str, str] = {}
    unknown = next(iter(made.sides.values()))
    for kind in made.counters.units:
        picture = _picture(made.pictures, kind)
        note = _note(kind)
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


def _note(kind: KindOfCounter) -> str:
    pictures = " / ".join(picture for picture in (kind.faces.front, kind.faces.back) if picture)
    perhaps = f"perhaps {', '.join(kind.strengths)}" if kind.strengths else ""
    return "; ".join(part for part in (pictures, perhaps) if part)


# -- scenarios ----------------------------------------------------------------------------------


def _write_scenarios(made: Drafting) -> None:
    ids = Ids()
    scenarios: dict[str, object] = {}
    offered: dict[str, object] = {}
    left = MOST_PLACES
    for setup in made.setups:
        ident = ids.one(setup.title, "scenario")
        where = _map_of(made, setup)
        places = _places(made, setup, where)
        made.scenarios.append((ident, setup, where, places))
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


def _map_of(made: Drafting, setup: ModuleSetup) -> DraftMap | None:
    def units(each: DraftMap) -> int:
        return sum(bool(each.place(standing)) for standing in setup.standing)

    return max(made.maps, key=units, default=None)


def _places(made: Drafting, setup: ModuleSetup, where: DraftMap | None) -> dict[str, str]:
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
        number = used.get(id(kind), 0)
        if number >= len(kind.ids):
            made.unplaced.setdefault("more of a kind than are read", []).append(kind.name)
            continue
        used[id(kind)] = number + 1
        places[kind.ids[number]] = at
    return places


def _why(made: Drafting, board: ModuleBoard | None, where: DraftMap | None) -> str:
    if board is None or where is None:
        return "on no board with hexes"
    if where.ground.has(board):
        return "between the hexes, or in one that is cut by the edge"
    if any(draft_map.ground.has(board) for draft_map in made.maps):
        return "on another map than most of its set-up"
    return "on a board without hexes"


# -- what is offered ----------------------------------------------------------------------------


def _offer_markers(made: Drafting) -> None:
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
    for ident, setup, where, _ in made.scenarios:
        rows = [
            [
                of_kind[id(standing.kind)],
                (where.place(standing) if where else "") or standing.zone or standing.map,
            ]
            for standing in setup.standing
            if id(standing.kind) in of_kind
        ]
        if rows:
            begins[ident] = Rows(rows)
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
    zones: dict[str, object] = {}
    for where in made.module.maps:
        for board in where.boards:
            rows = [
                {"name": told(zone.name), "box": _bounds(zone.outline)}
                for zone in board.zones
                if zone.outline and not any(field.zone is zone for field in board.together)
            ]
            if rows:
                zones[f"{told(where.name)}: {told(board.name)}"] = Rows(rows)
    if zones:
        about = "Zones of the boards: boxes and tracks, as left, top, right, bottom in pixels."
        made.draft.add(f"{OFFERED}/zones.yaml", about, {"zones": Nested(zones)})


def _bounds(box: Outline) -> list[float]:
    return [float(box.left), float(box.top), float(box.right), float(box.bottom)]


def _offer_charts(made: Drafting) -> None:
    """Charts as pictures and texts, to be read beside the game."""
    ids = Ids()
    for title, file in made.module.charts:
        if file.lower().endswith((".htm", ".html")):
            entry = next((page for page in _pages(file) if page in made.module.archive), None)
            if entry is not None:
                text = "\n".join(_plain_lines(made.module.archive.read(entry)))
                name = f"{OFFERED}/charts/{ids.one(title or slug(file, 'chart'), 'chart')}.txt"
                made.draft.files[name] = (text + "\n").encode()
        else:
            made.offered.of(file)


def _pages(file: str) -> Iterable[str]:
    return file, f"help/{file}", f"charts/{file}"


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
