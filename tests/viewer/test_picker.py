"""The picker: resume first, then game, scenario, options, edition, players, seed, start."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from threading import Event

import pytest

import hexwar
from hexwar.definition import load
from hexwar.definition.locations import user_games
from hexwar.players import FOR_PEOPLE
from hexwar.records import RecordError, Session
from hexwar.records.saves import new_save_path
from hexwar.viewer.app import App
from hexwar.viewer.board.board import BoardScreen
from hexwar.viewer.drawing.theme import contrast
from hexwar.viewer.program.settings import Settings
from hexwar.viewer.screens.briefing import BriefingScreen
from hexwar.viewer.screens.choosing import LessonChoice, NewGame
from hexwar.viewer.screens.picker import PickerScreen
from hexwar.viewer.screens.resume import Refused, ResumeScreen
from hexwar.viewer.screens.saves import SaveBeginning
from hexwar.viewer.screens.shelf import game_folders, hardness
from hexwar.viewer.widgets import Button
from tests.viewer.sheets import FRAMES, GAME, Sheets, begun, faults, saved_path

ROOT = Path(__file__).resolve().parents[2]


class Picked:
    """The picker, and what was chosen with it."""

    def __init__(self, size: tuple[int, int] = (1280, 800), scale: float = 1.0) -> None:
        self.started: list[NewGame | LessonChoice | Path | SaveBeginning] = []
        self.refusal: Exception | None = None
        self.window = Sheets(self.make, size, scale)

    def make(self, app: App) -> PickerScreen:
        """The screen."""
        return PickerScreen(app, self.start)

    def start(self, what: NewGame | LessonChoice | Path | SaveBeginning, refused: Refused) -> None:
        """Note what is started, or refuse."""
        if self.refusal is not None:
            refused(self.refusal)
        else:
            self.started.append(what)

    @property
    def choice(self) -> NewGame:
        """The last choice."""
        assert isinstance(self.started[-1], NewGame)
        return self.started[-1]

    def push(self, *keys: str) -> None:
        """Scroll to widgets and click them."""
        for key in keys:
            self.window.screen.reveal(key)
            self.window.push(key)


def own_game(name: str, change: tuple[str, str] = ("", "")) -> Path:
    """A copy of a shipped game in the user's folder, with one change to its ``game.yaml``."""
    folder = user_games() / name
    shutil.copytree(ROOT / "games" / GAME, folder)
    path = folder / "game.yaml"
    text = path.read_text("utf-8").replace(f"id: {GAME}\n", f"id: {name}\n", 1)
    assert change[0] in text
    path.write_text(text.replace(*change, 1), "utf-8")
    return folder


def test_while_games_are_read_the_sheet_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """In its list and on its button, whose letters can be told from the ground."""
    read = Event()

    def shelve(folder: Path) -> None:
        read.wait(10)

    monkeypatch.setattr("hexwar.viewer.screens.picker.shelve", shelve)
    app = App((1280, 800), Settings())
    screen = PickerScreen(app, lambda what, refused: None)
    app.push(screen)
    app.step(0.05)
    reading = [node.label for node in screen.tree().walk() if node.key in ("reading", "start")]
    read.set()
    assert reading == ["Reading the games ...", "Reading the games ..."]
    start = screen.find("start")
    assert isinstance(start, Button) and not start.enabled
    ground, _, ink = start.colors(hovered=False)
    assert contrast(ink, ground) >= 3.0


def test_enter_starts_what_is_proposed() -> None:
    """The first scenario, a person against the computer, dice that nobody asked for."""
    picked = Picked()
    picked.window.press("enter")
    choice = picked.choice
    assert (Path(str(choice.game)).name, choice.scenario, choice.options) == (GAME, "standard", ())
    assert choice.edition == "soviet_us"
    assert choice.players == {"soviet": "human", "us": "normal"}
    assert choice.seed is None


def test_options_are_shown_where_the_scenario_offers_them() -> None:
    """And may be combined; what does not apply is dropped."""
    picked = Picked()
    assert not picked.window.shown("option-west_german")
    picked.push("scenario-advanced", "option-west_german", "option-second_echelon", "start")
    assert list(picked.choice.options) == ["second_echelon", "west_german"]
    picked.push("option-west_german", "start")
    assert list(picked.choice.options) == ["second_echelon"]
    picked.push("scenario-standard", "start")
    assert list(picked.choice.options) == []


def test_an_edition_names_the_sides() -> None:
    """The rows of the players follow it."""
    picked = Picked()
    picked.push("edition-opfor_bluefor")
    assert picked.window.label("side-us") == "Bluefor"
    picked.push("start")
    assert picked.choice.edition == "opfor_bluefor"


def test_every_player_can_play_every_side() -> None:
    """By mouse, and by Tab and Enter."""
    picked = Picked()
    for name in FOR_PEOPLE:
        picked.push(f"player-soviet-{name}", f"player-us-{name}", "start")
        assert picked.choice.players == {"soviet": name, "us": name}
    window = picked.window
    while window.focus != "player-us-human":
        window.press("tab")
    window.press("enter", "ctrl+enter")
    assert picked.choice.players["us"] == "human"


def test_the_seed_is_behind_more() -> None:
    """More shows the field and puts the keyboard into it; spaces around do not count."""
    picked = Picked()
    assert not picked.window.shown("seed")
    picked.push("more")
    assert picked.window.focus == "seed"
    picked.window.type("42x ")
    picked.window.press("backspace", "backspace", "ctrl+enter")
    assert picked.choice.seed == "42"


def test_the_game_is_described() -> None:
    """Title, size, what it is about, and its map."""
    window = Picked().window
    assert window.label("game-title") == "Strike Force One"
    assert window.label("game-facts").startswith("4 turns, ")
    assert "1970s" in window.label("game-summary")
    assert window.label("map").startswith("Map of Strike Force One")


def test_games_of_the_user_are_listed_and_played() -> None:
    """They stand beside those that are shipped."""
    folder = own_game("mine", ("title: Strike Force One", "title: A game of my own"))
    picked = Picked()
    assert picked.window.label("game-mine").startswith("A game of my own. 4 turns")
    picked.push("game-mine")
    assert picked.window.label("game-title") == "A game of my own"
    picked.push("start")
    assert picked.choice.game == folder


def test_a_broken_game_says_what_to_do() -> None:
    """Where it is broken, and which command tells more; it cannot be chosen."""
    own_game("broken", ("turns: 4", "turns: many"))
    node = Picked().window.tree.find(key="game-broken")
    assert "game.yaml, line " in node.label
    assert "“hexwar check broken” says what to mend." in node.label
    assert not node.enabled


def test_a_folder_that_games_extend_is_not_listed() -> None:
    """Nobody can play it."""
    own_game("series", ("version:", "abstract: true\nversion:"))
    text = (user_games() / "series" / "game.yaml").read_text("utf-8")
    start, end = text.index("scenarios:"), text.index("editions:")
    (user_games() / "series" / "game.yaml").write_text(text[:start] + text[end:], "utf-8")
    assert not Picked().window.shown("game-series")


def test_an_unfinished_game_comes_first() -> None:
    """It has the focus, and Enter goes on with it."""
    path = saved_path(begun())
    picked = Picked()
    assert picked.window.label("resume-text").startswith("Strike Force One, Standard Game, turn 1")
    assert picked.window.label("resume-players") == "Soviet: Person, U.S.: Greedy"
    assert picked.window.focus == "resume"
    picked.window.press("enter")
    assert picked.started == [path]


def test_a_finished_game_is_not_offered_first() -> None:
    """It is among the saved games."""
    path = saved_path(begun(actions=-1))
    picked = Picked()
    assert not picked.window.shown("resume")
    picked.push("saves")
    assert isinstance(picked.window.app.screen, ResumeScreen)
    picked.push(f"save-{path.name}")
    assert picked.started == [path]


def test_without_saves_there_is_no_list_of_them() -> None:
    """Nothing leads nowhere."""
    assert not Picked().window.shown("saves")


def test_a_save_that_is_refused_says_why() -> None:
    """In the picker, where one can choose again."""
    saved_path(begun())
    picked = Picked()
    picked.refusal = RecordError("the save was played with other rules")
    picked.window.press("enter")
    assert picked.window.label("problem") == "the save was played with other rules"
    picked.refusal = None
    picked.push("start")
    assert picked.choice.scenario == "standard"


def test_escape_stays_and_quit_quits() -> None:
    """There is nothing to go back to."""
    picked = Picked()
    picked.window.press("escape")
    assert isinstance(picked.window.app.screen, PickerScreen)
    picked.window.app.running = True
    picked.push("quit")
    assert not picked.window.app.running


def test_the_window_plays_what_is_picked() -> None:
    """From the picker to the board, with the app's own callback."""
    window = Sheets(lambda app: PickerScreen(app, app.begin))
    window.press("enter")
    assert isinstance(window.app.screen, BriefingScreen)
    assert (
        window.label("who") == "You play the Soviets; the U.S. is played by the computer (Normal)."
    )
    assert "at least two of the three towns" in window.label("goal-0")
    assert "units can still move" in window.label("first")
    assert "10 minutes" in " ".join(node.label for node in window.tree.walk())
    window.press("enter")
    assert isinstance(window.app.screen, BoardScreen)


def test_the_briefing_says_that_the_computer_begins() -> None:
    """It says what comes first for the player, and of several it speaks in the plural."""
    game = hexwar.load_game("tamrat")
    session = Session.new(game, players={"column": "human", "clans": "hard"}, seed=3)
    window = Sheets(lambda app: BriefingScreen(app, session, "The Clans are thinking."))
    told = "You play the Column; the Clans are played by the computer (Hard)."
    assert window.label("who") == told
    assert window.label("first") == "The Clans begin; then you are asked."


def test_who_wants_no_briefing_gets_none() -> None:
    """Its own switch leaves it out from the next game on."""
    window = Sheets(lambda app: PickerScreen(app, app.begin))
    window.press("enter")
    window.push("briefings")
    window.press("escape")
    assert isinstance(window.app.screen, BoardScreen)
    window.app.choose_game()
    window.settle()
    window.press("enter")
    assert isinstance(window.app.screen, BoardScreen)


@pytest.mark.matrix(one_in=3)
@pytest.mark.parametrize(("size", "scale"), FRAMES)
def test_everything_fits(size: tuple[int, int], scale: float) -> None:
    """At every size and scale, with everything shown and a title that is far too long."""
    begun()
    title = "title: The very long and winding title of a game that somebody made"
    own_game("long", ("title: Strike Force One", title))
    own_game("broken", ("turns: 4", "turns: many"))
    picked = Picked(size, scale)
    screen = picked.window.screen
    assert isinstance(screen, PickerScreen)
    screen.choose_game(next(game for game in screen.games if game.name == "long"))
    assert screen.chosen is not None
    screen.chosen.choose_scenario("advanced")
    screen.more = True
    screen.rebuild()
    assert faults(picked.window) == []


def test_games_stand_in_the_order_of_how_hard_they_are() -> None:
    """By the rules to learn, then by the time they take."""
    screen = Picked().window.screen
    assert isinstance(screen, PickerScreen)
    order = [hardness(game) for game in screen.games]
    assert order == sorted(order)
    assert screen.games[0].name == "strike_force_one"


def test_a_scenario_that_is_called_like_its_game_is_named_once() -> None:
    path = new_save_path("scs_sample", "battle")
    session = Session.new("scs_sample", "battle", seed=1, path=path)
    session.apply(session.state.sample_action(Random(1)))
    assert Picked().window.label("resume-text").startswith("Crossing the Velda, turn 1,")


def test_the_time_to_play_is_said_in_one_place() -> None:
    for folder in game_folders().values():
        summary = load(folder).catalog.header.summary if folder.name != "scs" else ""
        assert "hour" not in summary and "minutes" not in summary, folder.name
