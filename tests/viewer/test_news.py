"""News that change a game are a card in the middle of the window once, and no line alone."""

from __future__ import annotations

import pygame
import pytest

import hexwar
from hexwar.engine import Event
from hexwar.records import Session
from hexwar.viewer.drawing.geometry import Point
from hexwar.viewer.drawing.theme import Theme
from hexwar.viewer.panels.news import News, add_news, news_in
from tests.viewer.table import Table

TAMRAT = hexwar.load_game("tamrat")


def set_up(*dice: int) -> Session:
    """A game of Tamrat in which everybody has set up: the weather and the news by these dice."""
    session = Session(TAMRAT, TAMRAT.start(dice=[*dice, 1]))
    for _ in range(3):
        session.apply("done")
    return session


def told(session: Session) -> list[News]:
    """The news of the last action."""
    *before, last = session.entries
    earlier = [event for entry in before for event in entry.events]
    return list(news_in(last.events, earlier, session.state.resolved))


@pytest.mark.parametrize(
    ("dice", "news"),
    [
        ((3, 6), [News("A storehouse burns", ("Bread in the fort: 9 to 7",))]),
        ((3, 4), []),
        (
            (4, 3),
            [
                News(
                    "Rain",
                    (
                        "Weather: fair to rain",
                        "Wet weather begins. The column has a movement point less.",
                    ),
                ),
                News("Bread is eaten", ("Bread in the fort: 9 to 8",)),
            ],
        ),
    ],
)
def test_what_is_different_stands_below_what_brought_it(
    dice: tuple[int, int], news: list[News]
) -> None:
    """A track that stands where it stood, such as fair weather, is no news; the chit is first."""
    acts = "Only its units act now."
    assert told(set_up(*dice)) == [News("Chit drawn: Convoy", (acts,)), *news]


def test_chits_that_were_drawn_meanwhile_are_named_below_the_last() -> None:
    """Who acts now is told first, and by whose chits the others came before him."""
    events = [
        Event("chit", "", f"Chit drawn: {chit}.", chit=chit.lower())
        for chit in ("North", "South", "Vanguard")
    ]
    assert list(news_in(events, [], set_up(3, 4).state.resolved)) == [
        News("Chit drawn: Vanguard", ("Only its units act now.", "Before: North, South."))
    ]


def test_a_stormy_morning_is_told_whole() -> None:
    """Chit, weather and what burnt: no heading stands last with nothing below it."""
    table = Table(set_up(6, 6))
    shown = [n.label for n in table.tree.walk() if n.key.startswith("news-")]
    assert shown[0].startswith("Chit drawn: ")
    assert {"Storm", "A storehouse burns"} <= {*shown}
    assert "Bread in the fort: 9 to 7" in shown
    pygame.display.quit()


def test_esc_puts_the_card_away_and_the_next_press_lets_go() -> None:
    table = Table(set_up(3, 6))
    unit = table.board.selection.ready()[0]
    table.click(table.session.state.position(unit) or "")
    table.press("escape")
    assert not table.shown("news-0")
    assert table.board.selection.units, "one press undoes one thing"
    table.press("escape")
    assert not table.board.selection.units
    pygame.display.quit()


def test_the_card_covers_nobody_who_can_act() -> None:
    """It lies elsewhere as soon as somebody stands where it would lie."""
    theme, room = Theme(), pygame.Rect(0, 0, 900, 700)
    match = Table(set_up(3, 6)).board.match

    def lies(counters: list[tuple[Point, int]]) -> pygame.Rect:
        (card,) = add_news(match, theme, room, 0, counters)
        return card.rect

    usual = lies([])
    assert usual.centerx == room.centerx
    assert not lies([(usual.center, 20)]).colliderect(usual)
    everywhere = [((x, y), 1) for x in range(0, 900, 20) for y in range(0, 700, 20)]
    assert lies([*everywhere, (usual.center, 20)]) != usual
    pygame.display.quit()


def test_who_can_move_is_framed_where_only_some_can() -> None:
    """The units of the chit that was drawn, and in any phase the few that are left."""
    table = Table(set_up(3, 6))
    chosen = table.board.selection
    assert chosen.presentation.frames_ready(chosen)
    simple = Table(Session.new("strike_force_one", seed=1))
    chosen = simple.board.selection
    while not chosen.presentation.is_phase or "move" not in {
        a.verb for a in simple.session.state.legal_actions()
    }:
        simple.press("e")
    assert not chosen.presentation.frames_ready(chosen), "all can"
    pygame.display.quit()


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_the_card_lies_where_it_covers_no_counter(size: tuple[int, int]) -> None:
    """Enough of the map is empty: with the counters in the upper middle it lies elsewhere."""
    table = Table(set_up(4, 3), size=size)
    (card,) = (widget for widget in table.board.news_card if widget.key == "news")
    view = table.board.view
    crowd = [(view.rect.centerx + step * 30, view.rect.top + 60) for step in range(-4, 5)]
    standing = [view.pixel_of(number) for number in view.pieces.standing()]
    assert not any(card.rect.collidepoint(pixel) for pixel in standing)
    moved, *_ = add_news(
        table.board.match, table.app.theme, view.rect, 0, [(at, 1) for at in crowd]
    )
    assert not any(moved.rect.collidepoint(pixel) for pixel in crowd)
    assert view.rect.contains(moved.rect)
    pygame.display.quit()


def test_the_card_stays_until_somebody_does_something() -> None:
    """It lies over the upper middle of the map, and takes no click."""
    table = Table(set_up(3, 6))
    assert table.label("news-2") == "A storehouse burns"
    assert table.label("news-3") == "Bread in the fort: 9 to 7"
    (card,) = (widget for widget in table.board.news_card if widget.key == "news")
    room = table.board.view.rect
    assert room.contains(card.rect)
    assert abs(card.rect.centerx - room.centerx) <= 1
    assert table.board.at(card.rect.center) is None
    unit = next(a for a in table.session.state.legal_actions() if a.verb == "move")
    table.board.match.act(unit)
    table.board.after_action()
    table.settle()
    assert not table.shown("news-0")
    pygame.display.quit()
