"""Whose counters are: what the palette, the roster and the author say."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import yaml

from hexwar.imports.draft import Draft, ImportChoices
from hexwar.imports.foreign_files import ImportRefusedError
from hexwar.imports.vassal.drafting import draft_of
from tests.imports.modules import counter, element, kassala, layer, png, roster, slot

Tabs = dict[str, "Tabs | list[str]"]
WIDGET = "VASSAL.build.widget."


def window(tabs: Tabs) -> str:
    """A palette of tabs within tabs; the lowest hold counters by name."""

    def inside(part: Tabs | list[str]) -> str:
        if isinstance(part, list):
            return "".join(slot(counter(name, f"{name}.png"), name) for name in part)
        return "".join(
            element(f"{WIDGET}ListWidget", inside(below), entryName=name)
            for name, below in part.items()
        )

    tab = element(f"{WIDGET}TabWidget", inside(tabs))
    return element("VASSAL.build.module.PieceWindow", tab, name="Pieces")


def sided(seats: Sequence[str], tabs: Tabs, *sides: str) -> dict[str, list[str]]:
    """The counters of a draft by the names of their sides."""
    made = kassala()
    made.inside[0], made.inside[3] = roster(*seats), window(tabs)
    made.inside[1] = made.inside[1].partition("<VASSAL.build.module.map.SetupStack")[0]
    made.inside[1] += "</VASSAL.build.module.Map>"
    return by_side(draft_of(made.data(), "b.vmod", "b", chosen=ImportChoices(sides=sides)))


def by_side(draft: Draft) -> dict[str, list[str]]:
    """The names of units by the names of their sides."""
    named = yaml.safe_load(draft.files["game.yaml"])["sides"]
    found: dict[str, list[str]] = {side["name"]: [] for side in named.values()}
    for unit in yaml.safe_load(draft.files["units.yaml"])["units"]["counters"].values():
        found[named[unit["side"]]["name"]].append(unit["name"])
    return {side: sorted(units) for side, units in found.items()}


PLAYERS = ("First player", "Second player")
SIDES = {"Northern": ["n1", "n2"], "Southern": ["s1", "s2"]}


@pytest.mark.parametrize(
    ("upper", "other"),
    [
        ("Standard counters", "Alternate counters"),
        ("1941", "1942"),
        ("Infantry", "Armour"),
        ("Ships", "Aircraft & Missiles"),
        ("Alpha", "Beta"),
    ],
)
def test_what_comes_again_below_several_tabs_is_a_side(upper: str, other: str) -> None:
    tabs: Tabs = {
        upper: {"Northern": ["a1"], "Southern": ["b1"]},
        other: {"Northern": ["a2"], "Southern": ["b2"]},
    }
    assert sided(PLAYERS, tabs) == {"Northern": ["a1", "a2"], "Southern": ["b1", "b2"]}


@pytest.mark.parametrize(
    "kinds", [("Infantry", "Armour"), ("1st Corps", "2nd Corps"), ("Field_Artillery", "Foot")]
)
def test_kinds_of_troops_that_come_again_are_none(kinds: tuple[str, str]) -> None:
    first, second = kinds
    tabs: Tabs = {
        "Northern": {first: ["a1"], second: ["a2"]},
        "Southern": {first: ["b1"], second: ["b2"]},
    }
    assert sided(PLAYERS, tabs) == {"Northern": ["a1", "a2"], "Southern": ["b1", "b2"]}


def test_tabs_that_are_called_as_peoples_are_stay_sides_above_what_comes_again() -> None:
    tabs: Tabs = {
        "Germans": {"Zug": ["a1"], "Trupp": ["a2"]},
        "Soviets": {"Zug": ["b1"], "Trupp": ["b2"]},
    }
    assert sided(PLAYERS, tabs) == {"Germans": ["a1", "a2"], "Soviets": ["b1", "b2"]}


@pytest.mark.parametrize(
    ("seats", "tabs"),
    [
        (("German Player", "US Player"), ("Germans", "U.S.")),
        (("Germans", "US", "Referee"), ("German", "US")),
    ],
)
def test_names_of_the_roster_are_found_in_tabs_however_they_are_spelled(
    seats: tuple[str, ...], tabs: tuple[str, str]
) -> None:
    first, second = tabs
    found = sided(seats, {"Set": {first: ["x1"], second: ["y1"], "Blasts": ["m1", "m2"]}})
    assert [*found.values()] == [["x1"], ["y1"]] and len(found) == 2


def test_a_name_within_a_word_is_not_that_name() -> None:
    """Prussia holds no Russia."""
    tabs: Tabs = {"Set": {"Prussian": ["x1", "x2"], "Russian": ["y1"], "French": ["z1"]}}
    found = sided(("Russia", "France", "Prussia"), tabs)
    assert found["Prussia"] == ["x1", "x2"] and found["Russia"] == ["y1"]


def test_the_author_says_sides_otherwise() -> None:
    tabs: Tabs = {"Germans": ["g1"], "Italians": ["i1"], "Greeks": ["k1"], "Blasts": ["m1"]}
    found = sided(PLAYERS, tabs, "Axis=Germans+Italians", "Greeks")
    assert found == {"Axis": ["g1", "i1"], "Greeks": ["k1"]}


def test_sides_that_no_counter_has_are_refused_with_those_that_there_are() -> None:
    with pytest.raises(ImportRefusedError, match="Reds or Blues; its tabs are Pieces, Northern"):
        sided(PLAYERS, {key: list(names) for key, names in SIDES.items()}, "Reds", "Blues")


def test_faces_are_looked_for_where_the_author_says() -> None:
    made = kassala()
    plain = draft_of(made.data(), "b.vmod", "b", chosen=ImportChoices(faces=("none",)))
    assert "back" not in plain.files["units.yaml"].decode()
    with pytest.raises(ImportRefusedError, match="no counter has a layer Flip"):
        draft_of(made.data(), "b.vmod", "b", chosen=ImportChoices(faces=("Flip",)))


def test_a_layer_that_is_named_holds_the_back() -> None:
    made = kassala()
    steps = layer(["a.png", "b.png", "c.png"], True, name="Steps")
    made.inside[3] = window({"Red": [], "Blue": []}).replace(
        "</VASSAL.build.widget.TabWidget>",
        slot(counter("Red tank", "", (steps, "1")), "t") + "</VASSAL.build.widget.TabWidget>",
    )
    made.files |= {f"images/{name}.png": png(75, 75) for name in "abc"}
    chosen = ImportChoices(faces=("steps", "pair"))
    text = draft_of(made.data(), "b.vmod", "b", chosen=chosen).files["units.yaml"].decode()
    assert 'front: "pictures/a.png", back: "pictures/b.png"' in text
