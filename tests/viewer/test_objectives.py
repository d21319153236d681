"""What it is about, place by place: named, with who holds it and what it brings, and looked at."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pygame
import pytest

import hexwar
from hexwar.definition.locations import games_in, shipped
from hexwar.records import Session
from hexwar.rules.victory.telling import awards_by_side, scores_told, standing
from hexwar.viewer.match.match import Match
from hexwar.viewer.match.objectives import PlaceToHold, objectives
from hexwar.viewer.printed_map.pictured_map import painter_of_play
from hexwar.viewer.printed_map.terrain import MapPainter
from hexwar.viewer.screens.briefing import BriefingScreen
from tests.viewer.table import Table

SHIPPED = tuple(name for name in sorted(games_in(shipped("games"))) if name != "scs")


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    pygame.display.quit()


def places(game: str) -> dict[str, PlaceToHold]:
    session = Session.new(game, seed=1)
    return {place.hex: place for place in objectives(Match(session, session.players))}


def test_every_objective_is_named_with_who_holds_it() -> None:
    found = places("scs_sample")
    names = ("Hask", "Orlen", "Tarn Ferry", "Kerren", "Halden", "Brae")
    assert {place.name for place in found.values()} == {
        f"{name} ({number})"
        for name, number in zip(
            names, ("12.13", "12.08", "13.03", "18.11", "22.06", "23.13"), strict=True
        )
    }
    assert found["12.13"] == PlaceToHold(
        "12.13", "Hask (12.13)", "Republic", "one of 6: objectives"
    )
    assert found["23.13"].holds == ""


def test_what_brings_points_says_how_many_to_whom() -> None:
    found = places("three_mills")
    assert found["0705"].worth == "1 to the League; 1 to the Duke"
    game = hexwar.load_game("force_on_force").start().resolved
    assert awards_by_side(game)["usmc"].startswith("Contact with the pilot (3); The pilot off")


def test_somebody_who_has_to_be_found_is_an_objective_and_in_view_at_first() -> None:
    """The pilot, of whom no region tells; with those who are to find him."""
    assert places("force_on_force")["2318"].name == "The Pilot"
    table = Table(Session.new("force_on_force", seed=1, players={"taliban": "normal"}))
    view = table.board.view
    for number in ("2318", "0114"):
        assert view.rect.collidepoint(view.pixel_of(number)), number


def test_a_click_in_the_list_goes_there() -> None:
    """From the panel to the list, and from the list to the hex."""
    table = Table(Session.new("scs_sample", seed=1))
    table.push("objectives-list")
    assert "The Republic holds it" in table.label("objective-18.11")
    table.push("objective-23.13")
    board = table.board
    assert table.app.screen is board
    assert board.selection.cursor == "23.13"
    assert board.view.rect.collidepoint(board.view.pixel_of("23.13"))


@pytest.mark.parametrize("game", ["orva_front", "three_mills", "skerry_sound"])
def test_nobody_wins_at_nothing_to_nothing(game: str) -> None:
    assert standing(hexwar.load_game(game).start(seed=1)) == "Nobody has a point yet."


@pytest.mark.parametrize("name", SHIPPED)
def test_no_two_kinds_have_one_icon_in_the_key(name: str) -> None:
    """Also for who tells colours badly: a shade is not enough."""
    painter = painter_of_play(hexwar.load_game(name).start().resolved)
    assert isinstance(painter, MapPainter)
    drawn = {}
    for entry in painter.cartouche.entries:
        sample = pygame.Surface((80, 80))
        painter.cartouche._sample(sample, entry, (40, 40), 34)
        drawn[entry.title] = pygame.image.tobytes(sample, "RGB")
    for one, other in combinations(drawn, 2):
        pairs = zip(drawn[one], drawn[other], strict=True)
        assert sum(abs(a - b) > 24 for a, b in pairs) > 500, (one, other)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("skerry_sound", "Points of each side: Hits (1 each); Ships sunk (2 each)."),
        (
            "force_on_force",
            "Points of the USMC: Contact with the pilot (3); The pilot off the",
        ),
        ("force_on_force", "Points of the Taliban: Marines dead (2 each);"),
    ],
)
def test_what_all_score_for_is_said_once(name: str, sentence: str) -> None:
    told = list(scores_told(hexwar.load_game(name).start(seed=1).resolved))
    assert any(line.startswith(sentence) for line in told)
    assert len(told) == len(set(told))


@pytest.mark.parametrize(
    ("name", "goal"),
    [
        ("orva_front", "The Union wins with twelve points at the end of the game."),
        (
            "skerry_sound",
            "Whoever has fifteen points at the end of a turn, and more than the enemy, wins.",
        ),
    ],
)
def test_the_first_card_says_once_what_brings_points(name: str, goal: str) -> None:
    """Below the goals, title by title; a goal does not count it up as well."""
    table = Table(Session.new(name, seed=1))
    table.app.push(BriefingScreen(table.app, table.session, ""))
    goals = [node.label for node in table.tree.walk() if node.key.startswith("goal-")]
    assert goal in goals
    assert table.label("scored-0").startswith("Points of ")
