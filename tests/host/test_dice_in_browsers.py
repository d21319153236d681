"""Two browsers throw the dice of a game together, and each proves them when it is over."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hexwar.host.policy import Policy
from tests.host import test_in_a_browser as pages
from tests.host.chromium import Tab, browser
from tests.host.serving import Running
from tests.host.test_whole_games_in_browsers import DRIVER, played

pytestmark = pages.pytestmark


@pytest.fixture(scope="module")
def tabs() -> Iterator[list[Tab]]:
    """Two browsers with a driver."""
    with browser() as new_tab:
        opened = [new_tab(), new_tab()]
        for tab in opened:
            tab.call("Page.addScriptToEvaluateOnNewDocument", source=DRIVER)
        yield opened


def test_two_browsers_throw_together_and_verify_what_fell(host: Running, tabs: list[Tab]) -> None:
    """Nothing is pressed for it: each gives its part when it is asked for, cuts and all."""
    game = "strike_force_one"
    table, tokens = host.begin(game, policy=Policy(dice="joint"))
    for tab, token in zip(tabs, tokens.values(), strict=False):
        tab.open(host.serving.link(token))
    for tab in tabs:
        tab.wait("document.getElementById('log')?.textContent.includes('the game begins')")
        tab.ask("window.cut = true")
    for number, tab in enumerate(tabs):
        tab.ask(f"window.drive({number + 3})")
    played(host, table, 100_000, *tabs)
    rolls = host.serving.host.table(table).rolls
    assert rolls is not None
    assert rolls.transcript.rolled > 0
    thrown = sum(
        len(line.thrown) for line in host.serving.host.record(table, "").lines if line.kind == "do"
    )
    for tab in tabs:
        told = tab.wait("document.getElementById('dice').textContent.includes('again')")
        told = tab.ask("document.getElementById('dice').textContent")
        assert f"all {thrown} dice were thrown again here, and are the same" in told
        # Whoever comes back this often is refused a socket now and then, and tries again.
        assert [problem for problem in tab.problems if "WebSocket" not in problem] == []
