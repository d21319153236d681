"""The page in a real browser: two people, a tablet, a keyboard, and texts that want to run."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from tests.host.chromium import CHROMIUM, Tab, browser
from tests.host.serving import Running, running, seats
from tests.rules.tiny import FOLDER

pytestmark = [
    pytest.mark.window,
    pytest.mark.skipif(
        CHROMIUM is None and "HEXWAR_NEED_DISPLAY" not in os.environ,
        reason="there is no Chromium",
    ),
]

Opened = Callable[[], Tab]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Opened]:
    """A browser; each tab has cookies of its own."""
    with browser() as new_tab:
        yield new_tab


@pytest.fixture
def tabs(chromium: Opened) -> Iterator[Opened]:
    """Tabs that are closed when the test is over."""
    opened: list[Tab] = []

    def new_tab() -> Tab:
        opened.append(chromium())
        return opened[-1]

    yield new_tab
    for tab in opened:
        tab.close()


def sit(tabs: Opened, host: Running, game: str, **more: Any) -> dict[str, Tab]:
    """A new table with a browser in each seat."""
    _, tokens = host.begin(game, **more)
    opened = {}
    for seat, token in tokens.items():
        opened[seat] = tab = tabs()
        tab.open(host.serving.link(token))
        tab.wait("document.getElementById('waits')?.textContent")
    return opened


def click(tab: Tab, words: str, within: str = "#asked") -> None:
    """Press the button that begins with these words, once it is there."""
    tab.wait(
        f"(() => {{ const made = [...document.querySelectorAll('{within} button')]"
        f".find((button) => button.textContent.startsWith({words!r}) && !button.disabled);"
        " made?.click(); return !!made; })()"
    )


def text(tab: Tab, name: str) -> str:
    """What an element says."""
    words: str = tab.ask(f"document.getElementById({name!r}).textContent")
    return words


def middle(tab: Tab, number: str) -> tuple[float, float]:
    """Where a hex is on the glass."""
    x, y = tab.ask(
        "(() => { const game = JSON.parse(document.getElementById('data').textContent);"
        f" const [x, y] = game.hexes[game.numbers.indexOf({number!r})];"
        " const at = document.getElementById('map').createSVGPoint(); at.x = x; at.y = y;"
        " const on = at.matrixTransform(document.getElementById('map').getScreenCTM());"
        " return [on.x, on.y]; })()"
    )
    return x, y


def tap(tab: Tab, number: str) -> None:
    """A finger on a hex."""
    tab.touch("touchStart", middle(tab, number))
    tab.touch("touchEnd")


def test_two_browsers_move_and_fight(tabs: Opened, host: Running) -> None:
    sides = sit(tabs, host, "strike_force_one")
    soviet, us = sides["soviet"], sides["us"]
    for unit, goal in (("B", "0703"), ("C", "0704")):
        click(soviet, unit, "#choices")
        click(soviet, f"move {unit} {goal}", "#choices")
        click(soviet, "Do it")
        us.wait(f"document.getElementById('log').textContent.includes('{unit} moves')")
    click(soviet, "End the phase", "#choices")
    click(soviet, "attack 0603 by B C", "#choices")
    soviet.wait("document.getElementById('foreseen').textContent.includes('B and C against W')")
    click(soviet, "Do it")
    us.wait("!document.getElementById('battle').hidden")
    assert us.ask("document.querySelectorAll('#table .hit').length") == 1
    assert text(us, "thrown") == text(soviet, "thrown") == "Dice4"
    # Where it goes on nobody knows yet what it comes to.
    assert us.ask("document.querySelector('#above .star + text').textContent") == ""
    for tab in (us, soviet):  # an arrow from each attacker
        assert tab.ask("document.querySelectorAll('#above [stroke-dasharray]').length") == 2
    assert soviet.problems == us.problems == []


def test_a_counter_has_a_plate_of_its_losses_and_arrows_spare_who_took_the_hex(
    tabs: Opened, host: Running
) -> None:
    """The steps left do not stand in the line of its values."""
    tab = sit(tabs, host, "skerry_sound")["isles"]
    ours, other = tab.ask(
        "import('/static/board.js').then(({ Board }) => {"
        " const game = JSON.parse(document.getElementById('data').textContent);"
        " window.board = new Board(game, () => {}, () => {});"
        " const where = [[80, '4-3 (6/7)'], [90, '4-3']];"
        " const other = game.units.findIndex((side) => side !== game.units[0]);"
        " board.place(game.units.map((_, unit) => [...where[[0, other].indexOf(unit)] ?? [-1]]));"
        " return [0, other]; })"
    )
    counters = "document.querySelectorAll('#units > .u')"
    for unit, left, shown in ((ours, "6/7", "inline"), (other, "", "none")):
        plate = f"{counters}[{unit}].querySelector('.left')"
        assert tab.ask(f"{counters}[{unit}].querySelector('.v').textContent") == "4-3"
        assert tab.ask(f"{plate}.textContent") == left
        assert tab.ask(f"getComputedStyle({plate}).display") == shown
    for target, arrows in ((90, 1), (80, 0)):
        tab.ask(f"board.changed({{ aims: [[{ours}, 70, {target}]] }})")
        drawn = "document.querySelectorAll('#above [stroke-dasharray]').length"
        assert tab.ask(drawn) == arrows
    assert tab.problems == []


def test_a_move_is_taken_back(tabs: Opened, host: Running) -> None:
    soviet = sit(tabs, host, "strike_force_one")["soviet"]
    click(soviet, "A", "#choices")
    click(soviet, "move A 0801", "#choices")
    click(soviet, "Do it")
    click(soviet, "Take back")
    soviet.wait("document.getElementById('log').textContent.includes('taken back')")


def test_a_tablet_taps_to_look_and_taps_to_do_and_pinches(tabs: Opened, host: Running) -> None:
    soviet = sit(tabs, host, "strike_force_one")["soviet"]
    soviet.wait("document.querySelectorAll('#choices button').length")
    soviet.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
    tap(soviet, "0802")
    soviet.wait("document.querySelectorAll('#reach .may').length")
    tap(soviet, "0801")
    soviet.wait("document.querySelectorAll('#reach .aim').length")
    assert text(soviet, "log") == ""
    tap(soviet, "0801")
    soviet.wait("document.getElementById('log').textContent.includes('A moves 0802 to 0801')")
    wide = soviet.ask("document.getElementById('map').viewBox.baseVal.width")
    soviet.touch("touchStart", (300, 400), (340, 400))
    for apart in (40, 80, 120):
        soviet.touch("touchMove", (300 - apart, 400), (340 + apart, 400))
    soviet.touch("touchEnd")
    assert soviet.ask("document.getElementById('map').viewBox.baseVal.width") < wide * 0.7
    assert text(soviet, "log").count("moves") == 1


def test_everything_that_is_touched_is_large_enough(tabs: Opened, host: Running) -> None:
    soviet = sit(tabs, host, "strike_force_one")["soviet"]
    soviet.wait("document.querySelectorAll('#choices button').length")
    small = soviet.ask(
        "[...document.querySelectorAll('button, select, input, summary')]"
        ".filter((one) => one.offsetParent).map((one) => one.getBoundingClientRect())"
        ".filter((box) => box.height < 44 || box.width < 44).length"
    )
    assert small == 0


def test_a_move_by_keyboard_alone_is_spoken(tabs: Opened, host: Running) -> None:
    soviet = sit(tabs, host, "strike_force_one")["soviet"]
    soviet.wait("document.querySelectorAll('#choices button').length")
    soviet.ask("document.getElementById('board').focus()")
    soviet.press("ArrowRight")
    while not text(soviet, "spoken").startswith("08"):
        soviet.press("ArrowRight")
    while int(text(soviet, "spoken")[2:4]) > 2:
        soviet.press("ArrowUp")
    assert text(soviet, "spoken").startswith("0802") and ": A, Soviet" in text(soviet, "spoken")
    soviet.press("Enter")
    soviet.wait("document.querySelectorAll('#reach .may').length")
    soviet.press("ArrowUp")
    assert text(soviet, "spoken").startswith("0801") and "may be chosen" in text(soviet, "spoken")
    soviet.press("Enter")
    soviet.wait("document.getElementById('spoken').textContent.includes('Enter does it')")
    soviet.press("Enter")
    soviet.wait("document.getElementById('log').textContent.includes('A moves 0802 to 0801')")


def test_text_of_others_does_not_run(tabs: Opened, host: Running) -> None:
    bad = "<img src=x onerror=document.title=1><script>document.title=1</script>"
    programs = seats(host, "strike_force_one")
    soviet, us = programs["soviet"], tabs()
    us.open(host.serving.link(programs["us"].token))
    us.wait("document.getElementById('waits')?.textContent")
    soviet.hear()
    assert soviet.say("name", text=bad[:40])["t"] == "done"
    assert soviet.say("chat", text=bad)["t"] == "done"
    us.wait("document.getElementById('talk').textContent.includes('onerror')")
    us.wait("document.getElementById('waits').textContent.includes('<img')")
    assert us.ask("document.querySelectorAll('#talk img, #talk script, #waits img').length") == 0
    assert us.ask("document.title") != "1" and us.problems == []


def test_text_of_a_game_does_not_run(tabs: Opened, tmp_path: Path) -> None:
    """Whoever wrote it may be anybody: its title, its rules and what it calls its sides."""
    bad = "<img src=x onerror=document.title=1></script><script>document.title=1</script>"
    folder = tmp_path / "meadow"
    copytree(FOLDER / "meadow", folder)
    written = (folder / "game.yaml").read_text(encoding="utf-8")
    for name in ("title", "name"):
        written = re.sub(rf"(\b{name}: )[^,}}\n]+", rf"\1'{bad}'", written)
    assert written.count("onerror") > 2
    (folder / "game.yaml").write_text(written, encoding="utf-8")
    with running(tmp_path, str(folder)) as host:
        sides = sit(tabs, host, str(folder))
        for tab in sides.values():
            assert "onerror" in tab.ask("document.body.innerText")
            assert tab.ask("document.querySelectorAll('img, aside script').length") == 0
            assert tab.ask("document.title") != "1" and tab.problems == []


def test_who_was_cut_off_catches_up(tabs: Opened, host: Running) -> None:
    programs = seats(host, "strike_force_one")
    soviet, us = programs["soviet"], tabs()
    us.open(host.serving.link(programs["us"].token))
    us.wait("document.getElementById('waits')?.textContent")
    us.call("Network.enable")
    offline = {"latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
    us.call("Network.emulateNetworkConditions", offline=True, **offline)
    for do in ("move A 0801", "move B 0703"):
        soviet.hear()
        assert soviet.say("do", do=do)["t"] == "done"
    back = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    us.call("Network.emulateNetworkConditions", offline=False, **back)
    us.ask("dispatchEvent(new Event('online'))")
    us.wait("document.getElementById('log').textContent.includes('B moves')")
    assert text(us, "log").count("A moves") == 1


def test_the_secret_leaves_the_address(tabs: Opened, host: Running) -> None:
    _, tokens = host.begin("strike_force_one")
    tab = tabs()
    tab.open(host.serving.link(tokens["us"]))
    tab.wait("document.getElementById('waits')?.textContent")
    assert tokens["us"] not in tab.ask("location.href + document.documentElement.outerHTML")
    assert tab.ask("document.cookie") == ""


def test_the_owner_lays_a_table_in_the_browser(tabs: Opened, host: Running) -> None:
    tab = tabs()
    tab.open(host.serving.link(host.serving.owner))
    tab.wait("document.querySelectorAll('#scenario option').length")
    tab.ask("document.getElementById('game').value = 'tamrat'")
    tab.ask("document.getElementById('game').dispatchEvent(new Event('change'))")
    tab.ask("document.querySelector('#new button').click()")
    tab.wait("document.querySelectorAll('#links a').length === 2")
    assert tab.problems == []


LOST = """
  window.lost = false;
  const Held = window.WebSocket;
  window.WebSocket = class extends Held {
    constructor(address) { super(window.lost ? address.replace(/live.*/, "nowhere") : address); }
    send(text) { if (window.lost) this.close(); else super.send(text); }
  };
"""


def test_what_a_socket_lost_is_said_by_requests(host: Running, tabs: Opened) -> None:
    """Where none can be held any more, the answer to what was asked comes all the same."""
    _, tokens = host.begin("strike_force_one")
    tab = tabs()
    tab.call("Page.addScriptToEvaluateOnNewDocument", source=LOST)
    tab.open(host.serving.link(tokens["soviet"]))
    before = tab.wait("document.getElementById('choices')?.textContent")
    tab.ask("window.lost = true; document.querySelector('#choices button').click()")
    after = tab.wait(
        "document.querySelector('#choices button')"
        f" && document.getElementById('choices').textContent !== {before!r}"
    )
    assert after
