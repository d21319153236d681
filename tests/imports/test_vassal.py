"""Modules as drafts: each way of saying a thing, made by hand, and what becomes of it."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from hexwar.imports.draft import Draft
from hexwar.imports.foreign_files import ImportRefusedError
from hexwar.imports.vassal.drafting import draft_of
from tests.imports.modules import (
    Made,
    board,
    counter,
    element,
    encode,
    gif,
    hex_grid,
    kassala,
    layer,
    module_map,
    palette,
    png,
    prototypes,
    roster,
    save,
    saved_stack,
    set_up,
    slot,
    stack,
    zipped,
)

FIELD = board("Field", "Board.png", hex_grid(dx=60.0, dy=70.0, x0=40, y0=40))
NUMBERED = {"first": "H", "hOff": 1, "vOff": 1, "hLeading": 1, "vLeading": 1, "stagger": "false"}


def drafted(made: Made) -> Draft:
    """The draft of a module."""
    return draft_of(made.data(), "battle.vmod", "battle")


def said(draft: Draft, name: str) -> Any:
    """What a file of a draft says, under its one key."""
    (value,) = yaml.safe_load(draft.files[name]).values()
    return value


def with_counters(*slots: str, inside: tuple[str, ...] = ()) -> Made:
    """A module with some counters of red, and one of blue, on one board."""
    blue = slot(counter("Blue guard", "guard.png"), "guard")
    made = Made()
    made.inside = [
        roster("Red", "Blue", "Solitaire"),
        module_map([FIELD]),
        palette({"Red": slots, "Blue": [blue]}),
        *inside,
    ]
    made.files = {f"images/{n}.png": png(75, 75) for n in ("a", "b", "c", "guard")}
    made.files |= {"images/Board.png": png(640, 480), "images/small.png": png(30, 30)}
    return made


def picture_of(draft: Draft, name: str = "Red guard") -> Any:
    """The pictures of a counter."""
    counters = said(draft, "units.yaml")["counters"]
    (found,) = (each for each in counters.values() if each["name"] == name)
    return found.get("picture")


def test_the_same_file_makes_the_same_bytes() -> None:
    first, second = drafted(kassala()), drafted(kassala())
    assert first.files == second.files
    assert first.listing.text() == second.listing.text()


def test_a_small_module() -> None:
    draft = drafted(kassala())
    assert sorted(draft.files) == [
        "game.yaml",
        "map.yaml",
        "pictures/blue_infantry_3_2.png",
        "pictures/board.png",
        "pictures/red_guns_1_0.png",
        "pictures/red_infantry_4_2.png",
        "scenarios.yaml",
        "terrain.yaml",
        "units.yaml",
    ]
    assert said(draft, "scenarios.yaml")["standard"]["setup"] == {
        "red_infantry_4_2": "0201",
        "red_infantry_4_2_2": "0201",
        "blue_infantry_3_2": "0303",
    }
    assert said(draft, "map.yaml")["picture"] == {
        "file": "pictures/board.png",
        "grid": {"dx": 60, "dy": 70, "x0": 40, "y0": 40, "numbers": True},
    }


# -- faces --------------------------------------------------------------------------------------

FACES: list[tuple[str, list[tuple[list[str], str]], str, Any]] = [
    ("a layer of two", [(layer(["a.png", "b.png"], True), "1")], "", ("a", "b")),
    ("its own first", [(layer(["a.png", "b.png"], True), "1")], "a.png", ("a", "b")),
    ("a flip", [(layer(["b.png"], False), "-1")], "a.png", ("a", "b")),
    ("too small", [(layer(["small.png"], False), "-1")], "a.png", ("a", None)),
    ("a state", [(layer(["b.png"], False, name="Moved"), "-1")], "a.png", ("a", None)),
    ("three steps", [(layer(["a.png", "b.png", "c.png"], True), "1")], "", ("a", None)),
    ("obs is no back", [(["obs", "77,130", "b.png"], "null")], "a.png", ("a", None)),
    ("nothing", [], "", None),
    ("only a name", [], "lost.png", None),
    ("old", [(["emb2", "Flip", "2", "F", *[""] * 12, "b.png"], "-1;")], "a.png", ("a", "b")),
    ("off, of two", [(layer(["a.png", "b.png"], False), "-1")], "a.png", ("a", None)),
    ("old, always", [(["emb2", *[""] * 15, "a.png,b.png"], "1")], "", ("a", "b")),
    ("very old", [(["emb", *[""] * 8, "a.png,full", "b.png,half"], "1")], "", ("a", "b")),
    ("blanks", [(layer([" ", " "], True), "1")], "a.png", ("a", None)),
]


@pytest.mark.parametrize(("traits", "own", "faces"), [each[1:] for each in FACES])
def test_faces(traits: list[tuple[list[str], str]], own: str, faces: Any) -> None:
    draft = drafted(with_counters(slot(counter("Red guard", own, *traits), "guard")))
    expected = None
    if faces:
        expected = {"front": f"pictures/{faces[0]}.png"}
        expected |= {"back": f"pictures/{faces[1]}.png"} if faces[1] else {}
    assert picture_of(draft) == expected


def test_a_layer_that_follows_a_property_is_no_face() -> None:
    fields = layer(["a.png", "b.png"], True)
    fields[22] = "true"
    draft = drafted(with_counters(slot(counter("Red guard", "a.png", (fields, "1")), "guard")))
    assert picture_of(draft) == {"front": "pictures/a.png"}
    assert any("layers that are no front" in each.what for each in draft.listing.left)


def test_what_replaces_a_counter_is_its_back() -> None:
    path = "VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.PieceSlot:reduced"
    strong = counter("Red guard", "a.png", (["replace", "Reduce", "R", path], ""))
    weak = counter("Red weak guard", "b.png")
    draft = drafted(with_counters(slot(strong, "full"), slot(weak, "reduced")))
    assert picture_of(draft) == {"front": "pictures/a.png", "back": "pictures/b.png"}
    text = counter("Red guard", "a.png", (["replace", "Reduce", "R", weak], ""))
    draft = drafted(with_counters(slot(text, "full")))
    assert picture_of(draft) == {"front": "pictures/a.png", "back": "pictures/b.png"}


def test_prototypes_nest_and_the_outer_trait_wins() -> None:
    inner = counter(
        "", "", (["mark", "Side,Army"], "Green,III"), (layer(["a.png", "b.png"], True), "1")
    )
    outer = counter("", "", (["prototype", "inner"], ""), (["mark", "Side"], "Yellow"))
    used = counter("Red guard", "", (["mark", "Side"], "Red"), (["prototype", "outer"], ""))
    made = with_counters(
        slot(used, "guard"), inside=(prototypes({"inner": inner, "outer": outer}),)
    )
    draft = drafted(made)
    assert picture_of(draft) == {"front": "pictures/a.png", "back": "pictures/b.png"}


def test_parameters_of_a_prototype() -> None:
    text = counter("", "", (layer(["$front$.png", "b.png"], True), "1"))
    used = counter("Red guard", "", (["prototype", "two faces", "front=a,other=c"], ""))
    draft = drafted(with_counters(slot(used, "guard"), inside=(prototypes({"two faces": text}),)))
    assert picture_of(draft) == {"front": "pictures/a.png", "back": "pictures/b.png"}


def test_prototypes_in_a_circle_and_such_that_are_not_there() -> None:
    ring = {
        "one": counter("", "", (["prototype", "two"], "")),
        "two": counter("", "", (["prototype", "one"], ""), (["prototype", "lost"], "")),
    }
    used = counter("Red guard", "a.png", (["prototype", "one"], ""))
    draft = drafted(with_counters(slot(used, "guard"), inside=(prototypes(ring),)))
    lines = {each.what: each for each in draft.listing.left}
    assert lines["prototypes that hold themselves"].examples == ("one (1)",)
    assert lines["prototypes that are asked for"].examples == ("lost (1)",)
    assert picture_of(draft) == {"front": "pictures/a.png"}


def test_prototypes_that_double_and_double_are_no_memory() -> None:
    """Thirty levels of two each would be a thousand million traits."""
    texts = {
        f"p{n}": counter("", "", (["prototype", f"p{n + 1}"], ""), (["prototype", f"p{n + 1}"], ""))
        for n in range(30)
    }
    used = counter("Red guard", "a.png", (["prototype", "p0"], ""))
    draft = drafted(with_counters(slot(used, "guard"), inside=(prototypes(texts),)))
    assert any("more than 2,000 traits" in str(each) for each in draft.listing.left)


# -- names of pictures --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "there"),
    [
        ("Élan & Co's.png", "Élan & Co's.png"),
        ("E\u0301lan.png", "\u00c9lan.png"),
        ("\u00c9lan.png", "E\u0301lan.png"),
    ],
)
def test_pictures_are_found_however_they_are_spelled(asked: str, there: str) -> None:
    made = with_counters(slot(counter("Red guard", asked), "guard"))
    made.files[f"images/{there}"] = png(75, 75)
    found = picture_of(drafted(made))
    assert found["front"].startswith("pictures/elan") and found["front"].isascii()


def test_a_picture_without_an_ending_is_a_gif() -> None:
    made = with_counters(slot(counter("Red guard", "guard one"), "guard"))
    made.files["images/guard one.gif"] = gif(75, 75)
    assert picture_of(drafted(made)) == {"front": "pictures/guard_one.gif"}
    made.files["images/guard one"] = png(75, 75)
    assert picture_of(drafted(made)) == {"front": "pictures/guard_one.png"}


def test_pictures_that_cannot_be_shown_are_told() -> None:
    made = with_counters(
        slot(counter("Red guard", "line.svg"), "1"),
        slot(counter("Red guns", "huge.png"), "2"),
        slot(counter("Red tank", "broken.png"), "3"),
    )
    made.files["images/line.svg"] = b'<svg width="75" height="75"><image href="x.png"/></svg>'
    made.files["images/huge.png"] = png(8, 8).replace(
        (8).to_bytes(4, "big") * 2, (100_000).to_bytes(4, "big") * 2
    )
    made.files["images/broken.png"] = b"no picture"
    draft = drafted(made)
    assert [name for name in draft.files if "huge" in name or "line" in name] == []
    told = draft.listing.text()
    assert "images/line.svg shows a picture that is no PNG or JPEG in it" in told
    assert "huge.png: 100,000 by 100,000 pixels, " in told
    assert "they are larger than 64,000,000 pixels" in told
    assert "images/broken.png" in told


def test_drawings_are_copied_with_what_they_show_of_others() -> None:
    """Counters of a whole module show the signs of one file."""
    made = with_counters(slot(counter("Red guard", "army/line.svg"), "1"))
    made.files["images/army/line.svg"] = (
        b'<svg width="75" height="75" onload="x()">'
        b'<script>x</script><use href="../signs.svg#foot" x="5"/>'
        b'<text x="2" y="70">4-3</text></svg>'
    )
    made.files["images/signs.svg"] = (
        b'<svg width="9" height="9"><g id="foot">'
        b'<use href="#box"/></g><rect id="box" width="9" height="9"/><rect id="other"/></svg>'
    )
    draft = drafted(made)
    assert picture_of(draft) == {"front": "pictures/line.svg"}
    drawing = draft.files["pictures/line.svg"].decode()
    assert 'href="#part0"' in drawing and '<rect width="9" height="9" id="part1"/>' in drawing
    assert "4-3" in drawing
    assert not [each for each in ("script", "onload", "signs", "other") if each in drawing]
    assert "1  pictures drawn in lines (SVG)" in draft.listing.text()


# -- sides --------------------------------------------------------------------------------------


def sides_in(draft: Draft) -> dict[str, str]:
    """Names of counters to their sides."""
    counters = said(draft, "units.yaml")["counters"]
    return {each["name"]: each["side"] for each in counters.values()}


@pytest.mark.parametrize("key", ["Nation", "Unit Side", "side_name"])
def test_sides_by_a_property(key: str) -> None:
    made = with_counters(
        *(
            slot(counter(f"Unit {n}", "a.png", (["mark", key], nation)), f"u{n}")
            for n, nation in enumerate(["French", "French", "Prussian", ""])
        )
    )
    draft = drafted(made)
    assert sides_in(draft) == {"Unit 0": "french", "Unit 1": "french", "Unit 2": "prussian"}
    assert draft.listing.decided["sides"].endswith(
        f"by the property {key} of the counters; counters of none of them are markers"
    )
    markers = said(draft, "offered/markers.yaml")
    assert [each["title"] for each in markers.values()] == ["Unit 3", "Blue guard"]


def test_sides_by_prototypes_and_the_roster() -> None:
    made = Made()
    made.inside = [
        roster("French player", "Prussian player", "Solitaire"),
        module_map([FIELD]),
        prototypes({name: counter("", "") for name in ("French infantry", "Prussian infantry")}),
        palette(
            {
                "Counters": [
                    slot(counter("A", "", (["prototype", "French infantry"], "")), "a"),
                    slot(counter("B", "", (["prototype", "Prussian infantry"], "")), "b"),
                ]
            }
        ),
    ]
    made.files = {"images/Board.png": png(640, 480)}
    draft = drafted(made)
    assert sides_in(draft) == {"A": "french_player", "B": "prussian_player"}


def test_without_a_side_there_are_two_to_begin_with() -> None:
    made = Made()
    made.inside = [module_map([FIELD]), palette({"Counters": [slot(counter("A", ""), "a")]})]
    made.files = {"images/Board.png": png(640, 480)}
    draft = drafted(made)
    assert sides_in(draft) == {"A": "side_1"}
    assert "nothing says whose" in draft.listing.decided["sides"]


# -- where counters stand -----------------------------------------------------------------------


def places(draft: Draft, scenario: str) -> Any:
    """Where counters begin in a scenario."""
    return said(draft, "scenarios.yaml")[scenario]["setup"]


GUARD = slot(counter("Red guard", "a.png", gpid="7"), "guard", "7")


def on_map(*inside: str, grid: str = "", files: dict[str, bytes] | None = None) -> Made:
    """A module with a guard of each side, and what is said of where they stand."""
    made = with_counters(GUARD)
    numbered = hex_grid(NUMBERED, dx=60.0, dy=70.0, x0=40, y0=40)
    made.inside[1] = module_map([board("Field", "Board.png", grid or numbered)], *inside)
    made.files |= files or {}
    return made


def test_a_stack_stands_where_its_location_says() -> None:
    made = on_map(stack(5, 5, GUARD, useGridLocation="true", location="0303"))
    assert places(drafted(made), "at_start") == {"red_guard": "0303"}
    stale = on_map(stack(160, 180, GUARD, location="0101"))
    assert places(drafted(stale), "at_start") == {"red_guard": "0303"}


def test_counters_off_the_hexes_are_told() -> None:
    draft = drafted(on_map(stack(5, 470, GUARD)))
    assert places(draft, "at_start") == {}
    assert "cut by the edge" in draft.listing.text()


def test_a_zone_without_hexes_is_a_box() -> None:
    zone = element(
        "VASSAL.build.module.map.boardPicker.board.mapgrid.Zone",
        name="Reserve Box",
        path="0,400;640,400;640,480;0,480",
        useParentGrid="false",
    )
    zoned = element(
        "VASSAL.build.module.map.boardPicker.board.ZonedGrid",
        zone + hex_grid(NUMBERED, dx=60.0, dy=70.0, x0=40, y0=40),
    )
    draft = drafted(on_map(stack(100, 450, GUARD), grid=zoned))
    assert places(draft, "at_start") == {"red_guard": "reserve_box"}
    assert said(draft, "map.yaml")["boxes"] == {"reserve_box": {"title": "Reserve Box"}}
    assert "Reserve Box" in draft.files["offered/zones.yaml"].decode()


@pytest.mark.parametrize("key", [None, 0, 0x5F, 0xFF])
def test_a_save_is_a_scenario(key: int | None) -> None:
    """Two of one kind in a stack, one alone whose state knows its place."""
    saved = save(
        counter("Red guard", "a.png", ident="1", gpid="7"),
        counter("Red guard", "a.png", ident="2", gpid="7"),
        counter("Blue guard", "guard.png", ident="3", at="Main Map;40;40"),
        saved_stack("Main Map", 160, 180, "2", "1"),
        saved_stack("null", 0, 0),
        "PLAYER\tsecret\tBob\tRed",
        key=key,
    )
    draft = drafted(on_map(set_up("Morning", "morning.vsav"), files={"morning.vsav": saved}))
    assert places(draft, "morning") == {
        "red_guard": "0303",
        "red_guard_2": "0303",
        "blue_guard": "0101",
    }
    for data in (*draft.files.values(), draft.listing.text().encode()):
        assert b"secret" not in data and b"Bob" not in data


def test_a_counter_with_its_back_up_is_told() -> None:
    faces = layer(["a.png", "b.png"], True)
    made = with_counters(slot(counter("Red guard", "", (faces, "1"), gpid="7"), "guard", "7"))
    made.inside.append(set_up("Morning", "m.vsav"))
    made.files["m.vsav"] = save(
        counter("Red guard", "", (faces, "2"), ident="1", gpid="7"),
        saved_stack("Main Map", 160, 180, "1"),
    )
    assert "1  counters of set-ups; with their back up" in drafted(made).listing.text()


def test_what_lies_in_a_deck_stands_nowhere() -> None:
    deck = encode(["+", "9", "deck;Cup;;", "Main Map;160;180;true;1"], "/")
    inside = counter("Red guard", "a.png", ident="1", gpid="7", at="Main Map;160;180")
    saved = save(inside, deck)
    draft = drafted(on_map(set_up("Morning", "m.vsav"), files={"m.vsav": saved}))
    assert places(draft, "morning") == {}
    assert "in decks" in draft.listing.text()


def test_boards_side_by_side_in_a_save() -> None:
    """The second lies right of the first, and is turned; what is not the main map is a variant."""
    saved = save(
        "Main MapBoardPicker\tField\t0\t0\tHill/rev\t1\t0",
        *(counter("Red guard", "a.png", ident=str(n), gpid="7") for n in (1, 2)),
        saved_stack("Main Map", 640 + 600, 440, "1", "2"),
    )
    made = on_map(set_up("Two boards", "two.vsav"), files={"two.vsav": saved})
    hill = board("Hill", "Board.png", hex_grid(NUMBERED, dx=60.0, dy=70.0, x0=40, y0=40))
    made.inside[1] = module_map([FIELD, hill], set_up("Two boards", "two.vsav"))
    draft = drafted(made)
    assert said(draft, "scenarios.yaml")["two_boards"] == {
        "title": "Two boards",
        "setup": {"red_guard": "0101", "red_guard_2": "0101"},
    }
    assert "Hill" in draft.files["map.yaml"].decode()
    (variant,) = said(draft, "variants.yaml").values()
    assert variant["title"] == "Field"


def test_an_edge_around_the_boards_is_taken_off() -> None:
    saved = save(
        counter("Red guard", "a.png", ident="1", gpid="7"), saved_stack("Main Map", 360, 360, "1")
    )
    made = on_map(files={"morning.vsav": saved})
    made.inside[1] = module_map([FIELD], set_up("m", "morning.vsav"), edgeWidth=200, edgeHeight=180)
    assert places(drafted(made), "m") == {"red_guard": "0303"}


def test_a_save_that_is_broken_or_missing_costs_one_line() -> None:
    made = on_map(
        set_up("Gone", "gone.vsav"), set_up("Broken", "broken.vsav"), set_up("Empty", "empty.vsav"),
        stack(40, 40, GUARD),
        files={"broken.vsav": b"PK\3\4 and no more", "empty.vsav": zipped({"x": b""})},
    )  # fmt: skip
    draft = drafted(made)
    assert list(said(draft, "scenarios.yaml")) == ["at_start"]
    (line,) = (each for each in draft.listing.left if each.what == "parts of the module")
    assert line.count == 3


# -- modules of every age -----------------------------------------------------------------------


def test_an_old_module() -> None:
    """Another root, another name of the buildfile, no numbers of slots."""
    made = kassala()
    made.root, made.buildfile = "VASSAL.launch.BasicModule", "buildFile"
    assert len(drafted(made).files) == 9


def test_the_new_buildfile_is_preferred() -> None:
    made = kassala({"buildFile": b"<broken"})
    assert drafted(made).listing.source["name"] == "A Battle"


def test_unknown_classes_and_folders_are_walked_through() -> None:
    made = kassala()
    made.inside = [element("com.example.Custom", element("VASSAL.Folder", "".join(made.inside)))]
    assert said(drafted(made), "scenarios.yaml")["standard"]["setup"]


def test_an_extension_is_refused() -> None:
    made = kassala()
    made.root = "VASSAL.build.module.ModuleExtension"
    with pytest.raises(ImportRefusedError, match="is an extension of a module") as refused:
        drafted(made)
    assert refused.value.code == "HW852"


def test_a_module_without_hexes_is_a_draft_without_a_map() -> None:
    made = kassala()
    made.inside[1] = module_map([board("Table", "Board.png")])
    draft = drafted(made)
    assert said(draft, "map.yaml")["grid"] == {"columns": 10, "rows": 10}
    assert draft.listing.next[1].startswith("No hexes could be read")


def test_charts_are_offered_as_text_and_nothing_in_them_runs() -> None:
    made = kassala({"charts/crt.html": b"<h1>CRT</h1><script>evil()</script><p>1 &lt; AE</p>"})
    made.inside.append(element("VASSAL.HtmlChart", chartName="CRT", fileName="charts/crt.html"))
    assert drafted(made).files["offered/charts/crt.txt"] == b"CRT\n1 &lt; AE\n"


def test_turns_and_dice_are_told() -> None:
    made = kassala()
    track = element("VASSAL.CounterTurnLevel", start=1, loop="true", loopLimit=12)
    made.inside.append(element("VASSAL.TurnTracker", track))
    made.inside.append(element("VASSAL.DiceButton", name="Combat", nDice=2, nSides=6))
    told = drafted(made).listing.text()
    assert "turn: from 1 to 12" in told and "Combat: 2d6" in told
