"""The replay: forward and back through a game by action, unit, phase, turn and battle."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pygame
import pytest

from hexwar.records import Session, list_saves, new_save_path
from hexwar.records.saves import bookmarks_path
from hexwar.rules.game import Game
from hexwar.rules.units.section import Units
from hexwar.viewer.board.board import BoardScreen
from hexwar.viewer.board.replay import ReplayScreen
from hexwar.viewer.screens.ending import EndingScreen
from tests.viewer.sheets import FRAMES
from tests.viewer.table import Table
from tests.viewer.test_layout import check

PLAYED = ("move A 0703", "move B 0704", "done", "done", "move W 0505", "done")
"""Two moves, the Soviet combat without a battle, a move of the U.S.: the second turn begins."""


class Replayed(Table):
    """A game in a window, with its replay on top of it."""

    def __init__(self, session: Session, **window: object) -> None:
        super().__init__(session, **window)  # type: ignore[arg-type]
        if self.app.screen is self.board:
            self.press("r")

    @property
    def screen(self) -> ReplayScreen:
        """The replay."""
        found = self.app.screen
        assert isinstance(found, ReplayScreen)
        return found

    @property
    def at(self) -> int:
        """The action that the replay has come to, as the window says it."""
        return int(self.label("replay-where").split()[1])

    def standing(self) -> dict[str, str]:
        """Unit to the hex in which its counter is drawn."""
        drawn = self.screen.view.pieces.standing()
        return {unit: number for number, units in drawn.items() for unit in units}


@pytest.fixture
def session(game: Game) -> Session:
    """A game that has come to its second turn."""
    session = Session.new(game, "standard", seed=7)
    for action in PLAYED:
        session.apply(action)
    return session


@pytest.fixture
def table(session: Session) -> Iterator[Replayed]:
    """Its replay, where the game stands."""
    yield Replayed(session)
    pygame.display.quit()


@pytest.fixture(scope="module")
def finished(game: Game) -> Session:
    """A game that is over, played at random."""
    session = Session.new(game, "standard", seed=3)
    random = Random(3)
    while not session.state.is_over:
        session.apply(session.state.sample_action(random))
    return session


@pytest.mark.parametrize(
    ("key", "stops"),
    [
        ("right", [1, 2, 3, 4, 5, 6]),
        ("u", [1, 2, 3, 4, 5, 6]),
        ("p", [3, 4, 6]),
        ("t", [6]),
    ],
)
def test_keys_go_on_and_back(table: Replayed, key: str, stops: list[int]) -> None:
    """From the beginning to the end and back again, by the same stops."""
    table.press("home")
    seen = []
    while table.at < len(PLAYED):
        table.press(key)
        seen.append(table.at)
    assert seen == stops
    table.press(key)
    assert "further on" in table.label("notice-text")
    back = []
    while table.at:
        table.press("left" if key == "right" else f"shift+{key}")
        back.append(table.at)
    assert back == [*stops[-2::-1], 0]


def test_what_one_unit_does_is_one_step(game: Game) -> None:
    """The phases of a unit that goes hex by hex are passed at once."""
    session = Session.new(game, "advanced", seed=4)
    random = Random(4)
    while not any(e.kind == "retreated" for entry in session.entries for e in entry.events):
        session.apply(session.state.sample_action(random))
    table = Replayed(session)
    units, actions = (table.screen.replayed.stops(step) for step in ("unit", "action"))
    assert set(units) <= set(actions)
    pygame.display.quit()


def test_each_position_is_the_one_that_was(table: Replayed, session: Session) -> None:
    """Counters stand where they stood then; the log ends there; what the step did is drawn."""
    table.press("home")
    assert table.standing()["A"] == "0802"
    table.press("right")
    assert table.standing()["A"] == "0703"
    assert table.label("prompt") == "Replay: A moves 0802 to 0703 (1 MP)."
    assert "A moves 0802 to 0703 (1 MP)." in [n.label for n in table.tree.find(key="log").walk()]
    assert table.screen.replayed.changes.routes == {"A": ("0802", "0703")}
    table.press("p")
    assert table.screen.replayed.changes.routes.keys() == {"B"}
    assert table.label("notice-text") == "In this step: 1 unit moved."
    table.press("left")
    assert table.label("turn") == "Turn 1 of 4: Soviet movement"


def test_the_game_is_never_touched(table: Replayed, session: Session) -> None:
    """Whatever is pressed, clicked or played; Escape shows it as it was left."""
    before, actions = session.state.to_dict(), len(session.entries)
    table.press("home", "e", "ctrl+z", "ctrl+y", "enter", "d", "1", "tab", "o", "ctrl+f", "n")
    table.click_at(table.screen.view.pixel_of("0802"))
    table.click_at(table.screen.view.pixel_of("0703"), button=3)
    table.press("space", "end", "shift+t")
    assert isinstance(table.app.screen, ReplayScreen)
    table.press("escape")
    assert table.app.screen is table.board
    assert session.state.to_dict() == before
    assert len(session.entries) == actions
    table.click("0703", "0603")
    assert str(session.entries[-1].action) == "move A 0603"


def test_buttons_go_by_the_step_that_is_chosen(table: Replayed) -> None:
    """Every control has a name, and does what its key does."""
    table.push("button-replay_start")
    assert table.at == 0
    table.push("button-on_action")
    assert table.at == 1
    table.push("step-phase")
    assert table.tree.find(key="step-phase").selected
    table.push("button-on_phase")
    assert table.at == 3
    table.push("button-back_phase")
    table.push("button-replay_end")
    assert table.at == len(PLAYED)
    assert not table.tree.find(key="button-on_phase").enabled
    controls = table.tree.find(key="replay").walk()
    assert all(node.label for node in controls)


def test_a_click_on_the_line_goes_there(table: Replayed) -> None:
    """The line is the whole game from left to right."""
    line = table.tree.find(key="timeline").rect
    table.click_at((line.left + line.width // 2, line.centery))
    assert table.at == len(PLAYED) // 2
    assert table.tree.find(key="timeline").label == "Action 3 of 6"


def test_it_plays_to_the_end_and_stops(finished: Session) -> None:
    """Space plays from the beginning of a game that is over, and stops it."""
    table = Replayed(finished)
    assert table.at == 0
    table.screen.run("replay_play")
    table.app.step(0.2)
    table.app.step(0.2)
    assert 0 < table.at < len(finished.entries)
    assert table.label("button-replay_play") == "Stop"
    table.screen.run("replay_play")
    assert not table.screen.playing
    table.press("space")
    assert table.at == len(finished.entries)
    assert table.label("turn") == "The game is over"
    assert not table.screen.playing
    pygame.display.quit()


def test_moves_are_shown_at_leisure(session: Session) -> None:
    """At slow speed a counter is on its way; a step back puts all where they belong."""
    table = Replayed(session, speed="slow")
    table.press("home")
    table.screen.run("on_action")
    while table.screen.unseen:  # what is new is laid out in a frame of its own
        table.app.step(0.0)
    table.app.step(0.05)
    assert table.screen.match.playback.slide is not None
    table.screen.run("back_action")
    assert table.at == 0 and table.standing()["A"] == "0802"
    pygame.display.quit()


def test_a_save_of_a_game_that_is_over_opens_its_replay(game: Game) -> None:
    """From the list of saves, at its beginning; leaving it shows the last position."""
    path = new_save_path(game.catalog.header.id, "standard")
    path.parent.mkdir(parents=True, exist_ok=True)
    session = Session.new(game, "standard", seed=3, path=path)
    random = Random(3)
    while not session.state.is_over:
        session.apply(session.state.sample_action(random))
    table = Table(Session.new(game, "standard", seed=1))
    table.app.begin(list_saves()[0].path)
    table.settle()
    assert table.label("replay-where").startswith("Action 0 of ")
    table.press("escape")
    assert isinstance(table.app.screen, BoardScreen)
    assert table.label("turn") == "The game is over"
    table.press("f4")
    assert isinstance(table.app.screen, EndingScreen)
    table.press("escape")
    table.push("button-replay")
    assert isinstance(table.app.screen, ReplayScreen)
    pygame.display.quit()


def test_a_battle_is_gone_to_and_shown(finished: Session) -> None:
    """With its die and its table on the sheet, and a star on the map."""
    table = Replayed(finished)
    table.press("b")
    battle = next(e for e in finished.entries[table.at - 1].events if e.kind == "battle")
    assert table.label("result-heading") == f"BATTLE AT {battle.target}"
    assert [fight.event for fight in table.screen.replayed.changes.fights] == [battle]
    pygame.display.quit()


def test_bookmarks_are_kept_beside_the_save(game: Game, tmp_path: Path) -> None:
    """They are found again, gone to, and the save itself stays as it is."""
    path = tmp_path / "game.jsonl"
    session = Session.new(game, "standard", seed=7, path=path)
    for action in PLAYED:
        session.apply(action)
    written = path.read_bytes()
    table = Replayed(session)
    table.press("m", "home", "right", "m", "right", "m", "m", "home")
    pygame.display.quit()
    table = Replayed(Session.load(path))
    table.press("home", "g")
    assert table.at == 1 and table.label("replay-where").startswith("Action 1 of 6, bookmarked")
    table.press("g")
    assert table.at == len(PLAYED)
    table.press("shift+g")
    assert table.at == 1
    assert path.read_bytes() == written
    assert [found.name for found in tmp_path.glob("*.jsonl")] == ["game.jsonl"]
    pygame.display.quit()


@pytest.mark.parametrize("text", ["", "[]", '{"bookmarks": [1, "x", -4, true]}', "[" * 9000])
def test_bookmarks_that_make_no_sense_are_none(game: Game, tmp_path: Path, text: str) -> None:
    """Whatever stands in the file, the replay opens; sound numbers in it count."""
    path = tmp_path / "game.jsonl"
    session = Session.new(game, "standard", seed=7, path=path)
    session.apply("move A 0703")
    bookmarks_path(path).write_text(text, encoding="utf-8")
    table = Replayed(session)
    assert ("bookmarked" in table.label("replay-where")) == ("1," in text)
    pygame.display.quit()


def test_a_bookmark_that_cannot_be_kept_is_said(game: Game, tmp_path: Path) -> None:
    """It holds for this time."""
    path = tmp_path / "game.jsonl"
    session = Session.new(game, "standard", seed=7, path=path)
    session.apply("move A 0703")
    bookmarks_path(path).mkdir()
    table = Replayed(session)
    table.press("m")
    assert "cannot be kept" in table.label("notice-text")
    assert "bookmarked" in table.label("replay-where")
    pygame.display.quit()


def hidden_game(actions: int, **players: str) -> Session:
    """A game with hidden stacks in its midst, or at its end (no number)."""
    session = Session.new("scs_sample", seed=3, players=players)
    random = Random(3)
    while not session.state.is_over and (not actions or len(session.entries) < actions):
        session.apply(session.state.sample_action(random))
    return session


def test_of_a_game_that_goes_on_only_what_the_own_side_knew_is_shown() -> None:
    """At every action: no counter that it did not see then, no event that it was not told."""
    session = hidden_game(70, republic="greedy")
    table = Replayed(session)
    assert "As the League saw it" in table.label("replay-where")
    table.press("v")
    assert "only your own view" in table.label("notice-text")
    hidden = 0
    match = table.screen.replayed
    for number in range(0, 70, 3):
        match.go_to(number)
        view = match.state.view("league")
        units = match.resolved[Units].counters
        unseen = {unit for unit in units if match.state.position(unit) and not view.sees(unit)}
        hidden += len(unseen)
        assert not unseen & table.standing().keys()
        happened = [e for entry in session.entries[:number] for e in entry.events]
        known = view.known_events([*session.opening, *happened])
        assert [str(event) for event in match.known_events()] == [str(event) for event in known]
        assert match.changes.routes.keys() <= {
            event.fields.get("unit") for event in known if event.fields.get("path")
        }
    assert hidden
    pygame.display.quit()


def test_a_game_that_is_over_is_seen_by_either_side() -> None:
    """V goes from everything to the one side and the other; a side sees less."""
    table = Replayed(hidden_game(0))
    match = table.screen.replayed
    units = match.resolved[Units].counters
    while any(all(match.state.view(side).sees(u) for u in units) for side in match.sides):
        match.go_to(match.replay.at + 1)
    seen = []
    for said in ("All is shown", "As the League saw it", "As the Republic saw it", "All is shown"):
        assert said in table.label("replay-where")
        seen.append(table.standing().keys())
        table.press("v")
    assert seen[1] < seen[0] and seen[2] < seen[0] and seen[1] != seen[2]
    pygame.display.quit()


@pytest.mark.matrix(one_in=3)
@pytest.mark.parametrize(("size", "scale"), FRAMES)
def test_everything_fits(finished: Session, size: tuple[int, int], scale: float) -> None:
    """At every size and scale, before a step and with a battle on the sheet."""
    table = Replayed(finished, size=size, scale=scale)
    check(table)
    table.press("b")
    check(table)
    pygame.display.quit()
