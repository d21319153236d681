"""Whole games in real browsers: by buttons, by keyboard alone, against a window, over a line that
is cut at every message; a short form of each in every run, the whole with ``-m slow``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hexwar.joining import line
from hexwar.joining.line import HostLine
from tests.host import test_in_a_browser as pages
from tests.host.chromium import Tab, browser
from tests.host.serving import Running, running
from tests.host.windows import CutClient, SeatWindow, choice_of, do, matched, until

pytestmark = pages.pytestmark

DRIVER = (Path(__file__).parent / "driver.js").read_text(encoding="utf-8")

GAMES = ("strike_force_one", "force_on_force", "tamrat", "three_mills", "skerry_sound")

LARGE = ("marenfeld", "orva_front", "scs_sample")

LONGEST = 600.0
"""Seconds that a whole game may take."""

STATE = "[window.cuts, document.body.className, document.body.innerText.slice(0, 1500)]"

Opened = Callable[[], Tab]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Opened]:
    """A browser; each tab has cookies of its own."""
    with browser() as new_tab:
        yield new_tab


@pytest.fixture
def tabs(chromium: Opened) -> Iterator[Opened]:
    """Tabs with a driver, which are closed when the test is over."""
    opened: list[Tab] = []

    def new_tab() -> Tab:
        opened.append(chromium())
        opened[-1].call("Page.addScriptToEvaluateOnNewDocument", source=DRIVER)
        return opened[-1]

    yield new_tab
    for tab in opened:
        tab.close()


def played(host: Running, table: str, most: int, *tabs: Tab) -> int:
    """How many actions stand when the game is over, or so many have been done."""
    end, at = time.monotonic() + LONGEST, host.serving.host.table(table)
    while not at.state.is_over and at._standing < most:
        for tab in tabs:
            tab.ask("new Promise((done) => setTimeout(done, 2000))")
        assert time.monotonic() < end, [at.state, *(tab.ask(STATE) for tab in tabs)]
    return at._standing


def seated(host: Running, tabs: Opened, game: str) -> tuple[str, dict[str, Tab]]:
    """A table with a browser in each seat."""
    before = set(host.serving.host._open)
    sides = pages.sit(tabs, host, game)
    (table,) = set(host.serving.host._open) - before
    return table, sides


def agree(host: Running, table: str, sides: dict[str, Tab], allowed: str = "\0") -> None:
    """All pages have come to the last step, and nothing went wrong in them but what is allowed."""
    eyes = host.serving.host.table(table).eyes
    for seat, tab in sides.items():
        tab.ask("window.cut = false")
        tab.wait("!document.body.classList.contains('cut')")
        log = tab.wait("document.getElementById('log').textContent")
        last = next((step for step in reversed(eyes[seat].steps) if step["log"]), None)
        if last is not None:
            tab.wait(f"document.getElementById('log').textContent.includes({last['log'][-1][0]!r})")
        assert log and [problem for problem in tab.problems if allowed not in problem] == []


@pytest.mark.parametrize(
    ("game", "most"),
    [
        ("strike_force_one", 10),
        *(pytest.param(game, 999, marks=pytest.mark.slow) for game in GAMES),
    ],
)
def test_two_browsers_play_a_game(tabs: Opened, host: Running, game: str, most: int) -> None:
    table, sides = seated(host, tabs, game)
    for number, tab in enumerate(sides.values(), 3):
        tab.ask(f"drive({number})")
    assert played(host, table, most, *sides.values()) >= min(most, 10)
    if most > 10:
        for tab in sides.values():
            tab.wait("!document.getElementById('over').hidden")
    agree(host, table, sides)


@pytest.mark.parametrize(
    ("game", "most"),
    [
        ("strike_force_one", 8),
        *(pytest.param(game, 9999, marks=pytest.mark.slow) for game in (*GAMES, *LARGE)),
    ],
)
def test_two_browsers_play_over_a_line_that_is_cut_at_every_message(
    tabs: Opened, host: Running, game: str, most: int
) -> None:
    """Nothing is lost, and nothing is done twice: each step is one line of the record."""
    table, sides = seated(host, tabs, game)
    for number, tab in enumerate(sides.values(), 3):
        tab.ask(f"window.cut = true; drive({number})")
    done = played(host, table, most, *sides.values())
    assert all(tab.ask("window.cuts") >= 4 for tab in sides.values())
    # Whoever comes back this often is refused a socket now and then, and tries again.
    agree(host, table, sides, allowed="WebSocket")
    lines = host.serving.host.store.lines(table)
    assert sum(line.startswith(b'{"do"') for line in lines) >= done >= 8


@pytest.mark.parametrize(
    ("game", "most"),
    [
        ("strike_force_one", 6),
        *(pytest.param(game, 9999, marks=pytest.mark.slow) for game in (*GAMES, *LARGE)),
    ],
)
def test_a_window_plays_against_a_browser_over_lines_that_are_cut(
    tabs: Opened, host: Running, game: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both at every message; the window has its threads."""
    for pause in ("FIRST_PAUSE", "LONGEST_PAUSE", "LONGEST_WAIT"):
        monkeypatch.setattr(line, pause, 0)
    table, tokens = host.begin(game)
    (_, mine), (seat, theirs) = tokens.items()
    match = matched(host.serving.link(mine), HostLine, CutClient)
    assert isinstance(match.line.client, CutClient)
    match.line.client.cuts = True
    window, tab, random = SeatWindow(match), tabs(), Random(2)
    tab.open(host.serving.link(theirs))
    tab.wait("document.getElementById('waits')?.textContent")
    tab.ask("window.cut = true; drive(3)")
    at, end = host.serving.host.table(table), time.monotonic() + LONGEST
    while not at.state.is_over and at._standing < most:
        window.app.step(0.05)
        if window.match.human_to_act:
            do(window, choice_of(window.match, random))
        tab.ask("new Promise((done) => setTimeout(done, 500))")
        assert time.monotonic() < end, [at.state, tab.ask(STATE), window.text()]
    assert tab.ask("window.cuts") >= 4 and match.line.client.number >= 4
    agree(host, table, {seat: tab}, allowed="WebSocket")
    until(lambda: match.course.head == at.eyes[next(iter(tokens))].head, window)
    window.close()


@pytest.mark.parametrize("most", [8, pytest.param(999, marks=pytest.mark.slow)])
def test_two_browsers_at_two_hosts_play_one_game(
    tabs: Opened, tmp_path: Path, database: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hosts share a database: each page is told by its own what was done at the other."""
    monkeypatch.setenv("HEXWAR_HOME", str(tmp_path))
    game = "strike_force_one"
    more: dict[str, Any] = {"store": database, "per_second": 1e4}
    with running(tmp_path, game, **more) as first, running(tmp_path, game, **more) as second:
        table, tokens = first.begin(game)
        sides = {}
        for at, (seat, token) in zip((first, second), tokens.items(), strict=True):
            sides[seat] = tabs()
            sides[seat].open(at.serving.link(token))
            sides[seat].wait("document.getElementById('waits')?.textContent")
        for number, tab in enumerate(sides.values(), 3):
            tab.ask(f"drive({number})")
        assert played(first, table, most, *sides.values()) >= min(most, 8)
        for tab in sides.values() if most > 8 else ():
            tab.wait("!document.getElementById('over').hidden")
        agree(first, table, sides)


@pytest.mark.parametrize("most", [3, pytest.param(999, marks=pytest.mark.slow)])
def test_a_game_is_played_by_keyboard_alone(tabs: Opened, host: Running, most: int) -> None:
    """Nothing is clicked: Tab goes from button to button, Enter presses."""
    table, sides = seated(host, tabs, "strike_force_one")
    at, random = host.serving.host.table(table), Random(5)
    end = time.monotonic() + LONGEST
    while not at.state.is_over and at._standing < most:
        tab, before = sides[at.state.side_to_act or ""], at._standing
        tab.wait("document.querySelectorAll('#foreseen .do, #choices button').length")
        wanted = random.choice(("End", "", "", ""))
        for _ in range(random.randrange(1, 9)):
            tab.press("Tab")
        for _ in range(60):
            tab.press("Tab")
            focused = tab.ask(
                "document.activeElement.closest('#choices, #foreseen')"
                " ? document.activeElement.textContent : ''"
            )
            if focused and (
                focused.startswith(wanted) or tab.ask("!!document.querySelector('.do')")
            ):
                tab.press("Enter")
                break
        tab.ask("new Promise((done) => setTimeout(done, 1000))")
        assert time.monotonic() < end, (at.state, before)
    assert at._standing >= 3
    agree(host, table, sides)


def test_fingers_hold_to_look_and_drag_to_move_the_map(tabs: Opened, host: Running) -> None:
    """Neither chooses anything."""
    _, sides = seated(host, tabs, "strike_force_one")
    soviet = sides["soviet"]
    soviet.wait("document.querySelectorAll('#choices button').length")
    soviet.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
    soviet.touch("touchStart", pages.middle(soviet, "0802"))
    soviet.wait("document.getElementById('spoken').textContent.startsWith('0802')")
    soviet.touch("touchEnd")
    assert soviet.ask("document.querySelectorAll('#units .picked').length") == 0
    soviet.touch("touchStart", (300, 400), (340, 400))
    for apart in (40, 80):
        soviet.touch("touchMove", (300 - apart, 400), (340 + apart, 400))
    soviet.touch("touchEnd")
    left = soviet.ask("document.getElementById('map').viewBox.baseVal.x")
    soviet.touch("touchStart", (400, 400))
    soviet.touch("touchMove", (360, 400))
    soviet.touch("touchMove", (300, 400))
    soviet.touch("touchEnd")
    assert soviet.ask("document.getElementById('map').viewBox.baseVal.x") > left
    assert pages.text(soviet, "log") == "" and soviet.problems == []
