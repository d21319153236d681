"""The map of a game."""

from __future__ import annotations

import pickle
import subprocess
import sys

import networkx as nx
import pytest
from hypothesis import given

from hexwar.hexmap import Hex, HexMap, Numbering, UnknownHexError, UnknownRegionError, directions
from tests.examples import examples
from tests.hexmap.maps import full_map, hexmaps, numberings


@pytest.fixture
def valley() -> HexMap:
    """Nine columns of eight hexes with a river, a road, a town, and a void corner."""
    numbering = Numbering(9, 8)
    terrain = dict.fromkeys(numbering.numbers(), "clear") | {"0304": "woods"}
    del terrain["0908"]
    return HexMap(
        numbering,
        terrain,
        features={"0403": {"town": "Arden"}},
        hexsides={
            ("0304", "0404"): frozenset({"river"}),
            ("0404", "0304"): frozenset({"bridge"}),
        },
        paths={("0404", "0304"): frozenset({"road"})},
        regions={"towns": frozenset({"0403"}), "ridge": frozenset({"0701", "0702"})},
    )


@given(numberings(most=6))
@examples(0.3)
def test_on_a_full_map_the_distance_is_the_shortest_way_through_the_graph(
    numbering: Numbering,
) -> None:
    hexmap = full_map(numbering)
    for here, lengths in nx.all_pairs_shortest_path_length(hexmap.graph):
        assert all(hexmap.distance(here, there) == steps for there, steps in lengths.items())


@given(hexmaps())
def test_neighbours_are_the_hexes_at_distance_one(hexmap: HexMap) -> None:
    for number in hexmap:
        near = {other for other in hexmap if hexmap.distance(number, other) == 1}
        assert set(hexmap.neighbors(number)) == near == set(hexmap.graph[number])


@given(hexmaps())
def test_a_direction_and_its_neighbour_agree(hexmap: HexMap) -> None:
    names = list(directions(hexmap.numbering.orientation))
    for number in hexmap:
        around = hexmap.neighbors(number)
        there = [hexmap.direction(number, near) for near in around]
        assert [hexmap.neighbor(number, name) for name in there] == list(around)
        assert there == sorted(there, key=names.index)


@given(hexmaps(most=5))
def test_within_holds_the_hexes_of_the_map_up_to_a_distance(hexmap: HexMap) -> None:
    number = hexmap.numbers[0]
    for reach in range(4):
        near = {other for other in hexmap if hexmap.distance(number, other) <= reach}
        assert set(hexmap.within(number, reach)) == near


@given(hexmaps(most=5))
def test_a_line_keeps_to_the_map(hexmap: HexMap) -> None:
    first, last = hexmap.numbers[0], hexmap.numbers[-1]
    along = hexmap.line(first, last)
    assert (along[0], along[-1]) == (first, last)
    assert len(along) <= hexmap.distance(first, last) + 1


def test_a_map_holds_its_hexes_in_map_order(valley: HexMap) -> None:
    assert list(valley) == list(valley.numbers) == sorted(valley.numbers)
    assert len(valley) == 71
    assert "0907" in valley
    assert "0908" not in valley
    assert valley.number_at(valley.axial("0503")) == "0503"
    assert valley.number_at(Hex(8, 3)) is None


def test_what_lies_between_two_hexes_has_no_direction(valley: HexMap) -> None:
    assert valley.hexside("0304", "0404") == valley.hexside("0404", "0304") == {"river", "bridge"}
    assert valley.path("0304", "0404") == valley.path("0404", "0304") == {"road"}
    assert valley.hexside("0101", "0102") == valley.path("0101", "0102") == frozenset()
    assert list(valley.hexsides) == list(valley.paths) == [("0304", "0404")]


def test_terrain_features_and_regions_are_found_by_name(valley: HexMap) -> None:
    assert (valley.terrain("0304"), valley.terrain("0101")) == ("woods", "clear")
    assert valley.features("0403") == {"town": "Arden"}
    assert valley.features("0101") == {}
    assert valley.region("towns") == {"0403"}
    assert set(valley.regions) == {"towns", "ridge"}


def test_the_graph_carries_the_whole_map(valley: HexMap) -> None:
    assert list(valley.graph) == list(valley)
    assert valley.graph.nodes["0403"] == {
        "terrain": "clear",
        "features": {"town": "Arden"},
        "regions": frozenset({"towns"}),
        "q": valley.axial("0403").q,
        "r": valley.axial("0403").r,
    }
    assert valley.graph.edges["0404", "0304"] == {
        "hexsides": frozenset({"river", "bridge"}),
        "paths": frozenset({"road"}),
    }


def test_graph_and_board_are_built_once(valley: HexMap) -> None:
    assert valley.graph is valley.graph
    assert valley.board is valley.board


def test_a_map_can_be_sent_to_another_process(valley: HexMap) -> None:
    valley.board.cells(valley.board.on_map)
    copy = pickle.loads(pickle.dumps(valley))  # noqa: S301
    assert copy.numbers == valley.numbers
    assert copy.features("0403") == {"town": "Arden"}
    assert copy.board.on_map == valley.board.on_map


@pytest.mark.parametrize(
    ("number", "message"),
    [("1203", "there is no hex 1203 on this map"), ("0908", "hex 0908 is void")],
)
def test_an_unknown_hex_is_named_in_a_sentence(valley: HexMap, number: str, message: str) -> None:
    for ask in (valley.terrain, valley.features, valley.neighbors, valley.axial):
        with pytest.raises(UnknownHexError) as error:
            ask(number)
        assert str(error.value).startswith(message)


def test_an_unknown_region_suggests_the_nearest_name(valley: HexMap) -> None:
    with pytest.raises(UnknownRegionError) as error:
        valley.region("town")
    assert str(error.value) == "there is no region town on this map: did you mean towns?"


def test_hexes_that_do_not_touch_have_nothing_between_them(valley: HexMap) -> None:
    for ask in (valley.hexside, valley.path, valley.direction):
        with pytest.raises(ValueError, match="0101 and 0301 are not neighbours"):
            ask("0101", "0301")


def test_a_direction_of_the_other_kind_of_map_is_refused(valley: HexMap) -> None:
    assert valley.neighbor("0101", "N") is None
    with pytest.raises(ValueError, match="'E' is not one of the directions N, NE, SE, S, SW, NW"):
        valley.neighbor("0101", "E")


@pytest.mark.parametrize(
    ("part", "error"),
    [
        ({"features": {"0909": {}}}, UnknownHexError),
        ({"regions": {"towns": frozenset({"0909"})}}, UnknownHexError),
        ({"hexsides": {("0101", "0909"): frozenset({"river"})}}, UnknownHexError),
        ({"paths": {("0101", "0103"): frozenset({"road"})}}, ValueError),
        ({"terrain": {"0909": "clear"}}, UnknownHexError),
    ],
)
def test_a_map_with_a_part_off_the_map_is_refused(
    part: dict[str, object], error: type[Exception]
) -> None:
    numbering = Numbering(3, 3)
    parts: dict[str, object] = {"terrain": dict.fromkeys(numbering.numbers(), "clear"), **part}
    with pytest.raises(error):
        HexMap(numbering, **parts)  # type: ignore[arg-type]


def test_importing_the_package_does_not_import_networkx() -> None:
    code = "import sys, hexwar.hexmap; print('networkx' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
