"""The page that goes through a game in a browser: whole, closed to strangers, true to the game."""

from __future__ import annotations

import json
import math
import re
import shutil
import subprocess
from collections.abc import Callable
from html import escape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any
from xml.parsers import expat

import pytest

import hexwar
from hexwar.cli import main
from hexwar.cli.text.answers import event_line
from hexwar.records import Replay, Session
from hexwar.records.looking_back import look_back
from hexwar.records.saves import Bookmarks
from hexwar.rules.game import Game
from hexwar.rules.language.wording import every
from hexwar.rules.sides.section import Sides
from hexwar.rules.state import State
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.told_course import action_logged
from hexwar.rules.units.section import Units
from hexwar.rules.victory.telling import goals_now
from hexwar.rules.victory.telling import standing as outlook
from hexwar.viewer.page import page as pages
from hexwar.viewer.page.pieces import counter_svg
from tests.rules.tiny import varied
from tests.test_house_style import HOST
from tools.fuzz_play import shipped

HOSTILE = "</script><img src=x onerror=alert(1)>&lt;'\""
Report = Callable[[int], None]


class Read(HTMLParser):
    """What a browser would make of a page: its elements, and the text of the scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.scripts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        """Note what a script says."""
        if self.tags and self.tags[-1] == "script" and data.strip():
            self.scripts.append(data)

    @property
    def game(self) -> dict[str, Any]:
        """The data of the game."""
        data: dict[str, Any] = json.loads(self.scripts[0])
        return data

    def standing(self) -> list[dict[str, int]]:
        """Unit to the place of its hex among all, after every action."""
        now: dict[str, Any] = {}
        found = []
        for step in self.game["steps"]:
            now |= step["at"]
            names = self.game["names"]
            found.append({names[int(u)]: at[0] for u, at in now.items() if at[0] >= 0})
        return found


def played(name: str = "strike_force_one", actions: int = 10_000, **players: str) -> Session:
    """A game played at random."""
    session = Session.new(name, seed=3, players=players)
    random = Random(3)
    while not session.state.is_over and len(session.entries) < actions:
        session.apply(session.state.sample_action(random))
    return session


def page_of(session: Session, *eyes: str, report: Report = lambda done: None) -> str:
    """The page of a game."""
    return pages.replay_page(Replay(session), eyes, report)


@pytest.fixture(scope="module")
def session() -> Session:
    """A game that is over."""
    return played()


@pytest.fixture(scope="module")
def read(session: Session) -> Read:
    """Its page."""
    return Read(page_of(session))


def test_counters_stand_where_they_stood(session: Session, read: Read) -> None:
    """After every action; steps hold the words of the log, and end where the window's do."""
    replay, game = Replay(session), read.game
    numbers = list(replay.state.resolved.map.numbers)
    for number, standing in enumerate(read.standing()):
        state = replay.go_to(number)
        shown = {unit: numbers[place] for unit, place in standing.items()}
        assert shown == {u: at for u in game["names"] if (at := state.position(u)) is not None}
    told = [line[0] for step in game["steps"] for line in step["log"]]
    parts = (session.opening, *(entry.events for entry in session.entries))
    assert told == [event.text for events in parts for event in action_logged(events)]
    assert game["stops"] == {stride: replay.stops(stride) for stride in game["stops"]}
    assert game["steps"][-1]["head"] == "The game is over"


def test_everything_is_in_the_page(session: Session, read: Read) -> None:
    """No address, nothing to be fetched, two scripts; and the same game gives the same page."""
    page = page_of(session)
    assert HOST.search(page) is None
    assert read.tags.count("script") == 2
    fetched = [v for k, v in read.attributes if k in ("src", "href", "xlink:href", "data")]
    assert fetched and all(value and value.startswith("#") for value in fetched)
    assert "default-src 'none'" in dict(read.attributes).values() or "default-src" in page
    assert page == page_of(session)


def test_what_the_script_asks_for_is_there(read: Read) -> None:
    """Every element that it looks up by its id, those of each side included."""
    ids = {value for key, value in read.attributes if key == "id"}
    script = read.scripts[1]
    asked = set(re.findall(r'byId\("([^"]+)"\)|copyOf\("([^"]+)"', script))
    assert {name for pair in asked for name in pair if name} <= ids
    for place in range(len(read.game["sides"])):
        assert {f"t-route-{place}", f"t-flag-{place}", f"t-tag-{place}", f"head-{place}"} <= ids
    links = {value[1:] for key, value in read.attributes if key == "href" and value}
    assert links <= ids
    assert read.attributes.count(("class", "u")) == len(read.game["names"])


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node to read the script")
def test_the_script_can_be_read(read: Read, tmp_path: Path) -> None:
    """It is sound JavaScript."""
    path = tmp_path / "replay.js"
    path.write_text(read.scripts[1], encoding="utf-8")
    assert subprocess.run(["node", "--check", str(path)], check=False).returncode == 0


def browsed(page: str, folder: Path, place: str, *keys: str) -> list[dict[str, Any]]:
    """What the page shows in a browser, opened at a place (after the ``#``) and after each key."""
    path = folder / "page.html"
    path.write_text(page, encoding="utf-8")
    command = ["node", str(Path(__file__).with_name("browser.js")), str(path), place, *keys]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    shown: list[dict[str, Any]] = json.loads(done.stdout)
    return shown


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node to run the script")
def test_a_browser_goes_through_the_game(session: Session, tmp_path: Path) -> None:
    """By key, with the counters of each position."""
    replay = Replay(session)
    shown = browsed(page_of(session), tmp_path, "", "ArrowRight", "p", "End", "Home")
    ends = [0, 1, replay.stops("phase")[1], len(replay), 0]
    assert [int(one["where"].split()[1]) for one in shown] == ends
    for one, number in zip(shown, ends, strict=True):
        state = replay.go_to(number)
        assert one["standing"] == sum(
            state.position(unit) is not None for unit in Read(page_of(session)).game["names"]
        )


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node to run the script")
def test_a_browser_shows_the_goal_the_table_of_a_battle_and_who_has_won(
    session: Session, tmp_path: Path
) -> None:
    """Beside the map: how far each line is now, the cell that was hit, the verdict at the end."""
    begun, *_, fought, end = browsed(page_of(session), tmp_path, "", "b", "End")
    state = Replay(session).go_to(0)
    assert begun["goals"] == [*(goal.told for goal in goals_now(state)), outlook(state)]
    assert not begun["verdict"] and not begun["result"]
    battle = next(e for entry in session.entries for e in entry.events if e.kind == "battle")
    assert fought["cells"] == ([battle.result] if battle.dice else [])
    who = f"{every(battle.attackers)} against {every(battle.defenders)}: "
    assert fought["result"].startswith(who)
    assert end["verdict"] == session.state.verdict


@pytest.fixture(scope="module")
def ships() -> Session:
    """Ships that have fired, and were hit."""
    return played("skerry_sound", 60)


def test_an_arrow_leads_from_whoever_fired_to_where_the_shot_fell(ships: Session) -> None:
    """From where he stood, and with the dice as they fell."""
    read = Read(page_of(ships))
    hexes = list(ships.state.resolved.map.numbers)
    names, steps, standing = read.game["names"], read.game["steps"], read.standing()
    fired = 0
    for number, entry in enumerate(ships.entries, 1):
        for event in entry.events:
            if event.kind == "fire":
                fired += 1
                begins = standing[number - 1][event.unit]
                aim = [names.index(event.unit), begins, hexes.index(event.hex)]
                assert aim in steps[number]["aims"]
                assert ["Dice", *map(str, event.dice)] in steps[number]["dice"]
    assert fired >= 2
    assert sum(len(step["aims"]) for step in steps) == fired


def test_of_a_side_no_arrow_begins_where_it_saw_nobody() -> None:
    """Of who fires out of hiding it learns the shot and no more."""
    session = played("force_on_force", 400)
    read = Read(page_of(session, "usmc"))
    before: dict[str, int] = {}
    for step, standing in zip(read.game["steps"], read.standing(), strict=True):
        for unit, begins, _ in step["aims"]:
            assert before[read.game["names"][unit]] == begins
        before = standing


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node to run the script")
def test_a_browser_shows_dice_arrows_and_ships_that_lost_a_step(
    ships: Session, tmp_path: Path
) -> None:
    state, names = ships.state, Read(page_of(ships)).game["names"]
    number = next(
        place
        for place, entry in enumerate(ships.entries, 1)
        if any(event.kind == "fire" for event in entry.events)
    )
    fire, end = browsed(page_of(ships), tmp_path, f"#{number};", "End")
    event = next(e for e in ships.entries[number - 1].events if e.kind == "fire")
    assert fire["dice"] == [["Dice", *map(str, event.dice)]]
    assert fire["drawn"] >= 2  # the arrow and what it came to
    hurt = [unit for unit in names if state.position(unit) and state.steps_lost(unit)]
    assert hurt
    assert [names[place] for place in end["hurt"]] == hurt


def test_the_log_comes_before_what_is_read_now_and_then(session: Session) -> None:
    """So that it is on the first screen of a small window; and signs and colours are explained."""
    page = page_of(session)
    assert re.findall(r'id="(log|over|battle|went|goal|legend|keys)"', page) == [
        *("log", "over", "battle", "went", "goal", "keys", "legend")
    ]
    legend = page[page.index('id="legend"') :]
    names = session.state.resolved[Sides].names.values()
    kinds = session.state.resolved[Terrain].hexes.values()
    for title in (*names, *(kind.title for kind in kinds)):
        assert f"</i> {escape(title)}</li>" in legend


def test_where_the_wind_counts_it_is_told_beside_the_map(ships: Session, session: Session) -> None:
    assert "Into the wind: units facing N have 1 movement point at most." in page_of(ships)
    assert 'id="wind"' not in page_of(session)


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node to run the script")
def test_bookmarks_are_set_found_and_kept(session: Session, tmp_path: Path) -> None:
    """Those of the save come with the page; the reader's are in its address, and back with it."""
    page = pages.replay_page(Replay(session), (), lambda done: None, [5])
    keys = ("g", "ArrowRight", "m", "Home", "g", "g", "m", "G")
    shown = browsed(page, tmp_path, "", *keys)
    assert [int(one["where"].split()[1]) for one in shown] == [0, 5, 6, 6, 0, 5, 6, 6, 5]
    assert shown[3]["marks"] == ["5", "6"]
    assert shown[3]["marked"] == "true"
    assert shown[7]["marks"] == ["5"]
    (again,) = browsed(page, tmp_path, shown[3]["hash"])
    assert again["where"].startswith("Action 6 ")
    assert again["marks"] == ["5", "6"]
    (strange,) = browsed(page, tmp_path, "#999999;x")
    assert strange["where"].startswith("Action 0 ")


def test_bookmarks_of_the_save_do_not_go_with_a_sides_page(tmp_path: Path) -> None:
    """They say what somebody thought worth remembering."""
    found = []
    for name, side in (("strike_force_one", ()), ("scs_sample", ("--side", "league"))):
        path, out = tmp_path / f"{name}.jsonl", tmp_path / f"{name}.html"
        session = Session.new(name, seed=7, path=path)
        session.apply(session.state.sample_action(Random(1)))
        Bookmarks(path).toggle(1)
        assert main(["replay", str(path), "--html", str(out), *side]) == 0
        found.append(Read(out.read_text("utf-8")).game["bookmarks"])
    assert found == [[1], []]


def test_texts_of_strangers_stay_texts(tmp_path: Path) -> None:
    """Whatever a game calls its units, sides and places: no element, no script, no handler."""
    said = json.dumps(HOSTILE)
    yaml = (
        f"sides: {{red: {{name: {said}}}}}\n"
        f"units: {{types: {{foot: {{title: {said}}}}}, counters: {{R1: {{name: {said}}}}}}}\n"
        f"terrain: {{features: {{town: {{title: Town}}}}}}\n"
        f"map: {{features: {{town: {{'0103': {said}}}}}}}\n"
    )
    game = varied(tmp_path, yaml, "odds")
    session = Session(game, game.start(seed=1))
    plain = Session.new("strike_force_one", seed=3)
    read, usual = Read(page_of(session)), Read(page_of(plain))
    assert set(read.tags) <= set(usual.tags) | {"circle", "polyline", "polygon", "rect"}
    assert read.tags.count("script") == 2
    assert not [key for key, _ in read.attributes if key.startswith("on")]
    assert read.game["sides"][0] == HOSTILE


def test_of_a_side_only_what_it_knew_is_in_the_page() -> None:
    """No place of a unit that it did not see, no event that it was not told, and no dice."""
    session = played("scs_sample", 70, republic="greedy")
    page = page_of(session, "league")
    read, replay = Read(page), Replay(session)
    hidden = 0
    for number, standing in enumerate(read.standing()):
        view = replay.go_to(number).view("league")
        units = read.game["names"]
        assert standing.keys() == {u for u in units if view.position(u) is not None}
        hidden += sum(not view.sees(unit) for unit in units)
    assert hidden
    told = [[line[0] for line in step["log"]] for step in read.game["steps"][1:]]
    view = session.state.view("league")
    known = (action_logged(view.known_events(entry.events)) for entry in session.entries)
    assert told == [[event.text for event in events] for events in known]
    assert str(session.start().dice.to_dict()["key"]) not in page
    assert any(step.get("hidden") for step in read.game["steps"])


# -- the command -------------------------------------------------------------------------------


@pytest.fixture
def save(tmp_path: Path, game: Game) -> Path:
    """A save of a few actions."""
    path = tmp_path / "game.jsonl"
    session = Session.new(game, seed=7, path=path)
    for action in ("move A 0703", "done"):
        session.apply(action)
    return path


def test_the_command_writes_a_page(save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a game that goes on as well; the save stays as it is."""
    before, out = save.read_bytes(), save.with_name("game.html")
    assert main(["replay", str(save), "--html", str(out)]) == 0
    assert "2 actions" in " ".join(capsys.readouterr().out.split())
    assert len(Read(out.read_text("utf-8")).game["steps"]) == 3
    assert save.read_bytes() == before
    there = {"game.html", "game.jsonl", "game.key"}
    assert {path.name for path in save.parent.iterdir() if path.is_file()} == there


def test_progress_is_told(
    save: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Now and then, with how many are to come."""
    monkeypatch.setattr("hexwar.viewer.page.course.REPORT_EVERY", 1)
    assert main(["replay", str(save), "--html", str(save.with_name("game.html"))]) == 0
    assert "1 of 2 actions ..." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("out", "why"), [("game.jsonl", "ends in .html"), ("no/where.html", "cannot be written")]
)
def test_pages_that_cannot_be_written(
    save: Path, out: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sentence, and the save is not written over."""
    before = save.read_bytes()
    assert main(["replay", str(save), "--html", str(save.parent / out)]) == 2
    assert why in " ".join(capsys.readouterr().err.split())
    assert save.read_bytes() == before


def test_a_game_that_is_too_long_for_a_page(
    save: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused before anything is drawn."""
    monkeypatch.setattr(pages, "MOST_ACTIONS", 1)
    assert main(["replay", str(save), "--html", str(save.with_name("game.html"))]) == 2
    assert "this game has 2" in capsys.readouterr().err


def test_a_hidden_game_that_people_play_needs_a_side(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whose page it is must be said while the game goes on."""
    path = tmp_path / "game.jsonl"
    Session.new("scs_sample", seed=3, path=path)
    out = tmp_path / "game.html"
    assert main(["replay", str(path), "--html", str(out)]) == 2
    assert "say --side" in capsys.readouterr().err
    assert not out.exists()
    assert main(["replay", str(path), "--html", str(out), "--side", "league"]) == 0
    assert "as the League saw it" in out.read_text("utf-8")


def test_the_page_of_a_game_that_is_over_has_its_course(session: Session, read: Read) -> None:
    """In words beside the drawing; a button for every swing, and a place for every action."""
    found = look_back(Replay(session), "soviet")
    page = page_of(session)
    assert escape(found.in_words([*session.state.resolved[Sides].names.values()])) in page
    assert found.swings
    for swing in found.swings:
        assert f'data-at="{swing.at}" data-since="{swing.since}"' in page
        assert escape(swing.told) in page
    went = read.game["went"]
    assert len(went["places"]) == len(went["told"]) == len(session.entries) + 1
    assert went["told"][0].startswith("The beginning: Soviet ")
    drawing = re.search(r'<svg id="chances".*?</svg>', page, re.DOTALL)
    assert drawing is not None
    expat.ParserCreate().Parse(drawing[0], True)


def test_of_a_game_that_was_given_up_the_page_says_how_it_stood() -> None:
    """The line steps down at its end, and does not slide there."""
    session = Session.new("strike_force_one", seed=1)
    session.apply("resign")
    page = page_of(session)
    assert (
        "<p>The Soviets resign; as the position stood, the Soviets had a winning chance of 50 %"
        in page
    )
    drawn = re.search(r'<polyline points="([^"]*)" class="chance"', page)
    assert drawn is not None
    start, corner, end = (point.split(",") for point in drawn[1].split())
    assert start[1] == corner[1] != end[1]
    assert corner[0] == end[0]


def test_of_a_game_that_goes_on_the_page_has_no_course() -> None:
    page = page_of(played(actions=20))
    assert Read(page).game["went"] is None
    assert 'id="chances"' not in page


def test_the_course_for_a_side_is_judged_by_what_it_saw(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every position of it is the side's view of it."""
    session = played("scs_sample", 70, republic="greedy")
    session.apply("resign")
    judged: list[State] = []

    def evaluate(state: State, side: str) -> float:
        judged.append(state)
        return 0.5

    monkeypatch.setattr(State, "evaluate", evaluate)
    page_of(session, "league")
    replay = Replay(session)
    views = [replay.go_to(number).seen_by("league") for number in range(len(replay) + 1)]
    assert judged == views


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node to run the script")
def test_a_browser_reads_the_course_off(session: Session, tmp_path: Path) -> None:
    """At the action that is shown."""
    told = Read(page_of(session)).game["went"]["told"]
    begun, _, end = browsed(page_of(session), tmp_path, "", "ArrowRight", "End")
    assert (begun["read"], end["read"]) == (told[0], told[-1])


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node to run the script")
def test_in_a_browser_the_pointer_reads_the_outcome_at_the_very_end(tmp_path: Path) -> None:
    """Until there it is the position that was given up."""
    session = Session.new("strike_force_one", seed=1)
    session.apply("resign")
    page = page_of(session)
    told = Read(page).game["went"]["told"]
    assert told == ["The beginning: Soviet 50 %, U.S. 50 %", "The end: Soviet 0 %, U.S. 100 %"]
    _, late, end = browsed(page, tmp_path, "", "at:90", "at:99")
    assert (late["read"], end["read"]) == (told[0], told[1])


def test_the_plate_of_steps_left_covers_no_name() -> None:
    """It stands on the upper edge of the counter: what the counter shows lies below it."""
    game = hexwar.load_game("three_mills").start().resolved
    drawn = counter_svg(game[Units].counters["L1"], game)
    plate = re.search(r'class="left">.*? y="([-.\d]+)".*? height="([-.\d]+)"', drawn)
    name = re.search(r'<text x="[-.\d]+" y="([-.\d]+)" class="d"', drawn)
    assert plate is not None and name is not None
    letters = 7.5  # as the style sheet says
    assert float(plate[1]) + float(plate[2]) <= float(name[1]) - letters


@pytest.mark.skipif(shutil.which("chromium") is None, reason="there is no browser")
@pytest.mark.window
def test_nothing_sticks_out_of_the_column_in_a_small_window(
    session: Session, tmp_path: Path
) -> None:
    """At 1280 x 800 the column scrolls down and never sideways."""
    script = (
        "<script>document.getElementById('end').click();"
        "const aside = document.querySelector('aside');"
        "document.title = [aside.scrollWidth, aside.clientWidth].join(' ');</script></body>"
    )
    path = tmp_path / "page.html"
    path.write_text(page_of(session).replace("</body>", script), encoding="utf-8")
    command = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom"]
    command += [f"--user-data-dir={tmp_path / 'browser'}", "--window-size=1280,800", path.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    title = re.search(r"<title>(\d+) (\d+)</title>", done.stdout)
    assert title is not None
    wide, room = map(int, title.groups())
    assert wide <= room


@pytest.mark.skipif(shutil.which("chromium") is None, reason="there is no browser")
@pytest.mark.window
def test_the_row_that_was_thrown_is_on_the_first_screen(tmp_path: Path) -> None:
    """At 1280 x 800, of the longest table of the shipped games, with the log above it."""
    session = Session.new("scs_sample", seed=3)
    random = Random(3)
    while not any(event.kind == "battle" for entry in session.entries for event in entry.events):
        attacks = [a for a in session.state.listed() if a.verb == "attack"]
        session.apply(attacks[0] if attacks else session.state.sample_action(random))
    script = (
        "<script>document.getElementById('end').click();"
        "const of = (q) => document.querySelector(q).getBoundingClientRect();"
        "const [hit, box, log] = [of('#table .hit'), of('#rows'), of('#log')];"
        "document.title = [hit.top - box.top, box.bottom - hit.bottom, innerHeight - box.bottom,"
        " log.bottom - log.top].map(Math.round).join(' ');</script></body>"
    )
    path = tmp_path / "page.html"
    path.write_text(page_of(session).replace("</body>", script), encoding="utf-8")
    command = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom"]
    command += [f"--user-data-dir={tmp_path / 'browser'}", "--window-size=1280,800", path.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    title = re.search(r"<title>(-?\d+) (-?\d+) (-?\d+) (\d+)</title>", done.stdout)
    assert title is not None
    above, below, to_the_fold, log = map(int, title.groups())
    assert above >= 0
    assert below >= 0
    assert to_the_fold >= 0
    assert log >= 100


# -- what a first look at a page asks about -------------------------------------------------------


def after(name: str, *lines: str, **given: Any) -> tuple[Session, dict[str, Any]]:
    """A game begun with units set up, and what its page tells of it."""
    session = Session(game := hexwar.load_game(name), game.start(seed=1, **given), {})
    for line in lines:
        session.apply(line)
    return session, Read(page_of(session)).game


ORVA = {"A1": "0506", "N3": "0505", "U2": "0406", "D1": "0605", "H1": "1004"}


def test_a_fight_about_which_somebody_is_asked_has_arrows_and_a_sentence() -> None:
    """It was told as "attack 0605 by A1 N3", and the map showed nothing."""
    begun, told = after("orva_front", "done", "attack 0605 by A1 N3", dice=[3], setup=ORVA)
    asked = begun.state.decision
    assert asked is not None and asked.kind == "commitment"
    step = told["steps"][-1]
    assert step["said"] == "N3 and A1 attack 0605."
    names, numbers = told["names"], list(begun.state.resolved.map.numbers)
    aims = {(names[unit], numbers[stood], numbers[target]) for unit, stood, target in step["aims"]}
    assert aims == {("A1", "0506", "0605"), ("N3", "0505", "0605")}


def test_a_shot_that_hits_nothing_names_nobody_beside_the_star() -> None:
    """The name of who fired stood below the ship that it missed, as if it were its own."""
    session = played("skerry_sound", 200)
    labels = [
        came_to for step in Read(page_of(session)).game["steps"] for _, came_to in step["fought"]
    ]
    assert labels
    assert not set(labels) & {*session.state.resolved[Units].counters}
    assert any("hit" in label for label in labels)


def test_names_along_a_course_have_the_room_that_their_letters_take() -> None:
    """ "Middle Hills" stood there as "ddle Hill"."""
    page = page_of(played("orva_front", 1))
    lines = re.findall(r'<path d="M([^"]+)" id="course-(\d+)"', page)
    drawn = {number: line for line, number in lines}
    texts = re.findall(r'href="#course-(\d+)" startOffset="[^"]+">([^<]+)<', page)
    assert texts
    for number, text in texts:
        points = [tuple(map(float, point.split(","))) for point in drawn[number].split("L")]
        long = sum(math.dist(a, b) for a, b in pairwise(points))
        assert long >= 11 * len(text), text


def test_how_many_lie_in_a_hex_stands_on_a_stack_and_buttons_say_what_they_do() -> None:
    page = page_of(played("strike_force_one", 2))
    assert 'id="t-stack"' in page and 'id="stacks"' in page
    assert re.findall(r'<button type="button" id="\w+">(\w+)<', page) == [
        "Start",
        "Back",
        "Play",
        "Forward",
        "End",
    ]


def test_the_wind_covers_no_hex() -> None:
    page = page_of(played("skerry_sound", 1))
    box = [float(part) for part in re.search(r'viewBox="([^"]+)"', page)[1].split()]  # type: ignore[index]
    at = float(re.search(r'class="wind" transform="translate\(([\d.]+)', page)[1])  # type: ignore[index]
    rightmost = max(x for x, _ in Read(page).game["hexes"])
    assert rightmost + 40 <= at - 0.8 * 40
    assert at + 0.8 * 40 <= box[0] + box[2]


@pytest.mark.parametrize("name", shipped())
def test_log_result_and_star_say_what_came_of_a_fight_in_equal_words(name: str) -> None:
    """ "0 hits" in the log of terminal and page was "no hit" above its dice and beside the star."""
    session, random = Session.new(name, seed=5), Random(2)
    while not session.state.is_over and len(session.entries) < 120:
        fights = [a for a in session.state.listed() if a.verb in ("attack", "fire", "overrun")]
        session.apply(random.choice(fights) if fights else session.state.sample_action(random))
    lines = [
        event_line(event) for entry in session.entries for event in action_logged(entry.events)
    ]
    for step in Read(page_of(session)).game["steps"][1:]:
        log = " ".join(words for words, *_ in step["log"])
        for words, rule, _ in step["log"]:
            assert (f"{words} [{rule}]" if rule else words) in lines
        if "battle" in step:
            assert step["battle"][3].rstrip(".") in log
        told = [became for _, became in step.get("fights", ())]
        told += [came_to for _, came_to in step["fought"]]
        counted = {found for words in told for found in re.findall(r"\d+ hits?\b", words)}
        shots = [text for text in log.split(". ") if "fires at" in text or "fire at" in text]
        if len(shots) == 1:
            assert counted <= {*re.findall(r"\d+ hits?\b", shots[0])}, step["said"]
        assert not any(words.startswith("no hit") for words in told)
