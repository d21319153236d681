"""Comfort: sounds, pictures of saves, words on counters, what the window remembers."""

from __future__ import annotations

import threading
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

import hexwar
from hexwar.records import Session
from hexwar.rules.state import State
from hexwar.viewer import window
from hexwar.viewer.app import App
from hexwar.viewer.counters.unit_symbols import fitted_words
from hexwar.viewer.drawing.theme import font
from hexwar.viewer.match.match import Match
from hexwar.viewer.match.sounds import DICE, LOSS, REFUSED, STEP, TURN, Ear, Sounds, samples
from hexwar.viewer.program import display
from hexwar.viewer.program.settings import Settings
from hexwar.viewer.screens.picker import PickerScreen
from hexwar.viewer.screens.resume import ResumeScreen
from hexwar.viewer.screens.saves import all_saves
from hexwar.viewer.screens.small_pictures import position_picture
from tests.viewer.conftest import SetUp
from tests.viewer.sheets import Sheets, begun, known_names, saved_path
from tests.viewer.test_visibility import FIELD

# -- sounds ----------------------------------------------------------------------------------------


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the sounds that are to be played, in order."""
    names: list[str] = []

    def play(_: object, name: str) -> None:
        names.append(name)

    monkeypatch.setattr("hexwar.viewer.match.sounds.Sounds.play", play)
    return names


def test_moves_dice_and_refusals_are_heard(set_up: SetUp, heard: list[str]) -> None:
    """Each when it is shown."""
    table = set_up(setup={"A": "0602", "B": "0703", "W": "0603", "Y": "0302"}, dice=[6])
    heard.clear()
    table.click("0602", "0103")
    assert heard == [REFUSED]
    table.click("0503")
    assert heard == [REFUSED, STEP]
    table.press("e")
    table.click("0603")
    heard.clear()
    table.press("enter")
    assert heard[0] == DICE


def test_the_turn_of_a_person_is_heard(opened: SetUp, heard: list[str]) -> None:
    """Once, when the choice is handed over; not that of the computer."""
    table = opened()
    assert heard == []
    table.press("e")
    assert heard == [TURN]
    against = opened(players={"soviet": "human", "us": "greedy"})
    ear = Ear(against.board.match)
    against.session.apply("done")
    against.board.match.version += 1
    assert ear.listen() == ()


def test_what_was_not_seen_makes_no_sound(opened: SetUp, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is heard is what those who look on learned of."""
    match = opened().board.match
    ear = Ear(match)
    match.act("move A 0703")
    assert ear.listen() == (STEP,)
    monkeypatch.setattr(match.visibility, "known_events", lambda _: [])
    match.act("move B 0704")
    assert ear.listen() == ()


def test_sounds_are_off_at_first_and_a_silent_machine_is_no_trouble(
    opened: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is opened until somebody wants sounds; what cannot be opened stays silent."""
    asked: list[int] = []

    def init(*numbers: int) -> None:
        asked.append(numbers[0])
        raise pygame.error("no audio device")

    monkeypatch.setattr(pygame, "mixer", SimpleNamespace(init=init))
    table = opened()
    table.click("0802", "0703")
    assert asked == []
    table.app.settings.sound = True
    for _ in range(2):
        table.click("0805", "0806")
        opening = table.app.sounds._opening
        assert opening is not None
        opening.join(60)
    assert len(asked) == 1


def test_a_pygame_that_cannot_load_its_mixer_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """A library of the system that it needs may be missing; pygame puts such a thing there."""

    class MissingModule:
        def __bool__(self) -> bool:
            return False

        def __getattr__(self, name: str) -> object:
            raise NotImplementedError(name)

    monkeypatch.setattr(pygame, "mixer", MissingModule())
    raised: list[object] = []
    monkeypatch.setattr(threading, "excepthook", raised.append)
    sounds = Sounds(Settings(sound=True))
    for _ in range(2):
        sounds.play(STEP)
        assert sounds._opening is not None
        sounds._opening.join(60)
    assert raised == []


@pytest.mark.parametrize("name", [STEP, DICE, LOSS, REFUSED, TURN])
def test_sounds_are_small_and_quiet(name: str) -> None:
    """Less than half a second, and far from as loud as can be; the same every time."""
    made = samples(name)
    assert 500 < len(made) < 11_025
    assert 1_000 < max(map(abs, made)) <= 5_000
    assert made == samples(name)


# -- pictures of saves -----------------------------------------------------------------------------


def listed() -> Sheets:
    """The list of saves."""
    return Sheets(
        lambda host: ResumeScreen(host, all_saves(), nothing, lambda: None, known_names())
    )


def nothing(*_: object) -> None:
    """Nothing is begun."""


def is_pictured(sheets: Sheets) -> bool:
    """Whether the first save has a picture, not an empty sheet."""
    node = next(n for n in sheets.tree.walk() if n.key.startswith("picture-"))
    shown = sheets.app.surface.subsurface(node.rect)
    return len({tuple(shown.get_at((x, node.rect.h // 2))) for x in range(4, node.rect.w - 4)}) > 3


def test_saves_have_pictures_that_come_while_one_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list is there at once; the pictures are made in a thread of their own."""
    import threading

    made: list[str] = []
    drawn = position_picture

    def draw(match: Match, width: int, height: int) -> pygame.Surface:
        made.append(threading.current_thread().name)
        return drawn(match, width, height)

    monkeypatch.setattr("hexwar.viewer.screens.resume.position_picture", draw)
    saved_path(begun(actions=4))
    assert is_pictured(listed())
    assert made and threading.main_thread().name not in made


def test_a_save_that_cannot_be_played_has_no_picture() -> None:
    """It is listed all the same."""
    path = saved_path(begun(actions=4))
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join([lines[0].replace("strike_force_one", "strike_force_two"), *lines[1:]]))
    assert not is_pictured(listed())


def field(**setup: str) -> State:
    """A position of a game that hides all but the top counter of a stack."""
    return hexwar.load_game(FIELD).start("field", setup=setup, phase="red_movement")


@pytest.mark.parametrize("blue", ["human", "greedy"])
def test_a_picture_of_a_save_hides_what_those_who_play_may_not_see(blue: str) -> None:
    """Whatever lies below a top counter of blue's, the picture is the same to the pixel."""
    pygame.display.init()
    pictures = []
    for below in ("BI2", "BH1"):
        state = field(BI1="05.05", RI1="02.05", **{below: "05.05"})
        match = Match(Session(hexwar.load_game(FIELD), state), {"red": "human", "blue": blue})
        pictures.append(pygame.image.tobytes(position_picture(match, 300, 200), "RGB"))
    assert pictures[0] == pictures[1]
    open_to_all = Match(
        Session(hexwar.load_game(FIELD), state), {"red": "greedy", "blue": "greedy"}
    )
    assert pygame.image.tobytes(position_picture(open_to_all, 300, 200), "RGB") != pictures[0]


# -- words on counters -----------------------------------------------------------------------------


@pytest.mark.parametrize("room", [(18, 12), (30, 20), (60, 40), (160, 110)])
@pytest.mark.parametrize("text", ["Infantry", "Mechanised infantry", "Self-propelled artillery"])
def test_words_fit_into_the_place_of_the_symbol(text: str, room: tuple[int, int]) -> None:
    """Whole where there is room, then shortened with a full stop; never beyond its edge."""
    pixels, lines = fitted_words(text, *room)
    assert all(font(pixels, bold=True).size(line)[0] <= room[0] for line in lines)
    assert len(lines) * pixels <= room[1]
    assert [word[:2] for word in " ".join(lines).split()] == [word[:2] for word in text.split()][
        : len(" ".join(lines).split())
    ]
    if room[0] >= 160:
        assert " ".join(lines) == text


def test_words_take_the_place_of_symbols_by_a_key(opened: SetUp) -> None:
    """And back; the counters are drawn anew, and the settings keep it."""
    table = opened()
    x, y = table.board.view.pixel_of("0802")
    counter = pygame.Rect(x - 24, y - 24, 48, 48)
    before = pygame.image.tobytes(table.app.surface.subsurface(counter), "RGB")
    table.press("y")
    assert pygame.image.tobytes(table.app.surface.subsurface(counter), "RGB") != before
    assert table.app.settings.plain_names
    assert table.label("notice-text") == "Counters have words."
    table.press("y")
    assert pygame.image.tobytes(table.app.surface.subsurface(counter), "RGB") == before


# -- remembered ------------------------------------------------------------------------------------


def test_the_last_choice_is_proposed_again() -> None:
    """Game, scenario, options and players; its place in the list stays."""
    sheets = Sheets(lambda host: PickerScreen(host, nothing))
    order = [n.key for n in sheets.tree.walk() if n.key.startswith("game-")]
    sheets.push("game-tamrat")
    picker = sheets.screen
    assert isinstance(picker, PickerScreen) and picker.chosen is not None
    sides = [side.id for side in picker.chosen.sides]
    picker.chosen.choose_scenario("lesson")
    picker.chosen.choose_player(sides[0], "easy")
    picker.chosen.choose_player(sides[1], "human")
    sheets.press("ctrl+enter")
    kept = sheets.app.settings.last
    assert kept["game"] == "tamrat"
    again = Sheets(lambda host: PickerScreen(_with(host, kept), nothing))
    proposed = again.screen
    assert isinstance(proposed, PickerScreen) and proposed.chosen is not None
    choice = proposed.chosen.choice()
    assert (Path(str(choice.game)).name, choice.scenario) == ("tamrat", "lesson")
    assert choice.players == {sides[0]: "easy", sides[1]: "human"}
    assert [n.key for n in again.tree.walk() if n.key.startswith("game-")] == order


def _with(host: App, last: dict[str, object]) -> App:
    host.settings.last = last
    return host


@pytest.mark.parametrize(
    "last",
    [
        {"game": "strike_force_one", "scenario": 3, "options": "all", "players": ["us"]},
        {"game": "strike_force_one", "players": {"us": "nobody", "x": "human"}, "edition": []},
        {"game": "strike_force_one", "players": {"us": "greedy"}},
        {"game": 7},
    ],
)
def test_a_last_choice_without_sense_is_left_aside(last: dict[str, object]) -> None:
    """The file may have been written by anybody, for another version of the game."""
    sheets = Sheets(lambda host: PickerScreen(_with(host, last), nothing))
    picker = sheets.screen
    assert isinstance(picker, PickerScreen) and picker.chosen is not None
    choice = picker.chosen.choice()
    assert (Path(str(choice.game)).name, choice.scenario) == ("strike_force_one", "standard")
    assert choice.players == {"soviet": "human", "us": "normal"}


def test_the_list_of_games_says_how_long_and_how_hard() -> None:
    """Each in its line, before one is chosen."""
    sheets = Sheets(lambda host: PickerScreen(host, nothing))
    assert "About 20 minutes, easy to learn." in sheets.label("game-strike_force_one")
    assert "About 2 hours, many rules to learn." in sheets.label("game-orva_front")
    assert sheets.label("game-facts") == (
        "4 turns, 11 units, 68 hexes. About 20 minutes, easy to learn."
    )


def test_the_window_comes_back_as_large_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And where it was; ``--size`` is for once. A picture leaves the settings alone."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    opened: list[tuple[tuple[int, int], tuple[int, int] | None]] = []
    really = display.open_window

    def record(size: tuple[int, int], corner: tuple[int, int] | None) -> pygame.Surface:
        opened.append((size, corner))
        return really(size, corner)

    def run(shown: App) -> None:
        if len(opened) == 1:
            pygame.display.set_mode((1100, 700), pygame.RESIZABLE)
            shown.handle(pygame.event.Event(pygame.VIDEORESIZE, size=(1100, 700), w=1100, h=700))
            shown.handle(pygame.event.Event(pygame.WINDOWMOVED, x=40, y=60))
        shown.close()

    monkeypatch.setattr("hexwar.viewer.app.open_window", record)
    monkeypatch.setattr(App, "run", run)
    session = Session.new("strike_force_one", seed=1)
    for frame in (window.WindowSize(), window.WindowSize(), window.WindowSize((900, 650))):
        window.play(session, frame)
    window.picture(session, window.WindowSize((640, 480)), tmp_path / "picture.png")
    assert opened[:2] == [((1280, 800), None), ((1100, 700), (40, 60))]
    assert opened[2][0] == (900, 650)
    assert Settings.load().size == (900, 650)


@pytest.mark.parametrize(
    ("corner", "there"), [((40, 60), True), ((-50, 10), False), ((5000, 10), False), (None, False)]
)
def test_a_window_is_only_put_where_it_would_be_seen(
    corner: tuple[int, int] | None, there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A screen may have gone since; and the place holds for the first window alone."""
    import os

    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1920, 1080)])
    with display.placed(corner):
        assert (os.environ.get("SDL_VIDEO_WINDOW_POS") == "40,60") == there
    assert "SDL_VIDEO_WINDOW_POS" not in os.environ
