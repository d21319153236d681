"""What is laid over the map leaves the map to be read, and says what it means."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

import hexwar
from hexwar.engine import Event
from hexwar.records import Session
from hexwar.viewer.counters.counter import PLAIN, Face, Marks, counter
from hexwar.viewer.match.meanwhile import Changes
from tests.viewer.table import Table

FIELD = Path(__file__).parents[1] / "games" / "scs_field"
TOP, BOTTOM = 0.25, 0.66  # of a counter's side: designation above, strengths below


@pytest.fixture
def table() -> Iterator[Table]:
    """Two people take it up, so the map is asked for first."""
    game = hexwar.load_game(FIELD)
    setup = {"RI1": "05.06", "RI2": "04.03", "BI1": "09.08"}
    table = Table(Session(game, game.start("field", setup=setup, phase="red_movement")))
    table.press("enter")
    yield table
    pygame.display.quit()


def middles(table: Table) -> dict[str, bytes]:
    """The inner part of each hex in view, clear of its sides, as it is drawn."""
    view, found = table.board.view, {}
    side = round(view.camera.zoom * 0.8)
    for number in table.session.game.map.numbers:
        square = pygame.Rect(0, 0, side, side)
        square.center = view.pixel_of(number)
        if view.rect.contains(square) and square.top > view.rect.top + 60:
            found[number] = pygame.image.tobytes(table.app.surface.subsurface(square), "RGB")
    return found


def test_the_reach_of_the_enemy_is_a_line_around_it(table: Table) -> None:
    """Nothing is drawn over the hexes themselves, and one line says what it is."""
    before = middles(table)
    table.hold("t")
    assert len(table.board.view.threats()) > 10
    assert middles(table) == before
    assert [one.words for one in table.board.view.key()] == ["Inside: where Blue could move"]
    table.let_go("t")
    assert table.board.view.key() == []


def test_supply_is_a_line_around_it(table: Table) -> None:
    """Beside its lines, sources and line of words the map is as it was, also where none reaches."""
    before = middles(table)
    table.press("p")
    state = table.session.state
    lines = {number for line in table.board.view.supply.lines.values() for number in line or ()}
    apart = {*before} - lines - {*state.supply_sources("red"), *state.supply_sources("blue")}
    after = middles(table)
    assert apart
    assert [number for number in sorted(apart) if after[number] != before[number]] == []
    words = [one.words for one in table.board.view.key()]
    assert words[0] == "Inside: supply for Red"
    assert "source" in words


@pytest.mark.parametrize("side", [28, 32, 40, 64])
@pytest.mark.parametrize(
    "marks",
    [
        Marks(cut_off=True),
        Marks(cut_off=True, signs=("D",)),
        Marks(signs=("D", "R")),
        Marks(cut_off=True, signs=("D", "R")),
    ],
)
def test_no_sign_covers_the_strengths_of_a_counter(side: int, marks: Marks) -> None:
    """Nor its designation: what is printed above and below the symbol is as on the plain one."""
    face = Face("12", "infantry", "Infantry", "company", (140, 60, 50), 0, "4-4-4")
    plain, marked = counter(face, side, PLAIN), counter(face, side, marks)
    # Its own frame, a pixel above it, goes aside with the symbol.
    edges = pygame.Rect(0, 0, side, int(side * TOP) - 1), pygame.Rect(0, 0, side, side // 4)
    edges[1].top = round(side * BOTTOM) + 1
    for edge in edges:
        one, other = (pygame.image.tobytes(p.subsurface(edge), "RGB") for p in (plain, marked))
        assert one == other


@pytest.mark.parametrize("side", [14, 20, 25, 28, 34, 50, 90])
@pytest.mark.parametrize("left", ["", "2/5"])
@pytest.mark.parametrize(
    "marks",
    [PLAIN, Marks(cut_off=True), Marks(signs=("O",)), Marks(cut_off=True, signs=("D", "R"))],
)
def test_no_mark_stands_on_the_symbol_of_a_counter(side: int, left: str, marks: Marks) -> None:
    """What tells the kind of unit is drawn as on the plain counter, in the middle or beside it."""
    face = Face("12", "infantry", "Infantry", "company", (140, 60, 50), 0, "4-4-4")
    plain, marked = counter(face, side, PLAIN), counter(replace(face, left=left), side, marks)
    drawn = pygame.Rect(0, 0, side * 55 // 100, side * 36 // 100)
    drawn.center = (side // 2, round(side * (0.5 if side < 26 else 0.45)))
    symbol = pygame.image.tobytes(plain.subsurface(drawn), "RGB")
    places = [drawn.move(across - drawn.left, 0) for across in range(side - drawn.width)]
    assert symbol in [pygame.image.tobytes(marked.subsurface(place), "RGB") for place in places]


def test_no_supply_is_said_by_one_sign() -> None:
    """Also where the game has a state of that name, with what it does to strengths."""
    game = hexwar.load_game("orva_front")
    cut_off = {"D5": "0101"}
    state = game.start(setup={**cut_off, "N1": "0202"}, phase="halvar_supply")
    while state.in_supply("D5"):
        state.apply(state.legal_actions()[-1])
    assert [(one.text, one.mark) for one in state.status("D5")] == [("Out of supply", "")]


def test_fires_into_a_hex_are_told_by_their_hits() -> None:
    """Not by a row of numbers."""
    fired = [Event("fire", "", "Fire.", hex="0103", hits=hits) for hits in (0, 1, 0, 2)]
    assert Changes.of(fired).came_to("0103", _next) == "3 hits"
    assert Changes.of(fired[:1]).came_to("0103", _next) == "0 hits"
    assert Changes.of(fired).in_words() == "4 fires"


def test_a_fire_without_a_hit_says_who_fired() -> None:
    """The tag stands at the target; whose shot it was nobody could tell."""
    shots = [("I4", 0), ("I5", 0)]
    fired = [
        Event("fire", "", "Fire.", hex="0103", units=("R2",), attackers=(who,), hits=hits)
        for who, hits in shots
    ]
    assert Changes.of(fired).came_to("0103", _next) == "I4 and I5: 0 hits"
    fired.append(Event("fire", "", "Fire.", hex="0103", attackers=("I1",), hits=2))
    assert Changes.of(fired).came_to("0103", _next) == "I4, I5 and I1: 2 hits"


def test_battles_in_a_hex_are_told_by_what_became_of_units() -> None:
    """Never by the code of a table: codes are names of units in some games."""
    lost = Event("eliminated", "", "B is eliminated.", unit="B", hex="0103")
    fought = [
        Event("battle", "", "Fight.", target="0103", hexes=("0103",), result="D1"),
        lost,
        Event("battle", "", "Fight.", target="0103", hexes=("0103",), result="D1"),
    ]
    assert Changes.of(fought).came_to("0103", _next) == "B eliminated"
    assert Changes.of(fought[2:]).came_to("0103", _next) == "no effect"


def _next(start: str, end: str) -> int:
    """Every hex is next to every other."""
    return 1
