"""Every command on every keyboard, as SDL tells of its keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from hexwar.viewer.app import App
from hexwar.viewer.program.commands import COMMANDS, KeyMap, WindowCommand
from hexwar.viewer.program.keyboard import PLACES, Keyboard
from hexwar.viewer.program.settings import Settings
from hexwar.viewer.screens.base import Screen
from hexwar.viewer.screens.own_keys import KeysScreen
from hexwar.viewer.screens.rules import RulesScreen
from tests.viewer.conftest import SetUp
from tests.viewer.keyboards import LAYOUTS, SECOND, Layout, modifiers, sent
from tests.viewer.table import Table

HELD = ("", "shift", "ctrl", "alt", "ctrl+shift", "alt+shift", "caps")
EVERY_LAYOUT = pytest.mark.parametrize("name", LAYOUTS)


@pytest.fixture(autouse=True)
def _display() -> Iterator[None]:
    pygame.display.init()  # names of keys are asked of it
    yield
    pygame.display.quit()


def keys_of(layout: Layout, asked: bool = True) -> KeyMap:
    """The commands on a keyboard; ``asked``: SDL has said what is on it, before any key."""
    return KeyMap({}, Keyboard(layout.place if asked else None))


def named_presses() -> Iterator[list[pygame.event.Event]]:
    """Keys that are the same everywhere, by the table of commands."""
    for chord in {chord for known in COMMANDS for chord in known.keys}:
        *held, name = re.split(r"(?<=[^ +])\+(?=.)", chord)
        if len(name) > 1:
            code = pygame.key.key_code({"enter": "return"}.get(name, name))
            yield sent(code, 0, "", modifiers("+".join(held), True))


def presses(layout: Layout) -> Iterator[list[pygame.event.Event]]:
    """Whatever a player can press."""
    for place in PLACES:
        for held in HELD:
            yield layout.press(place, held)
    yield from named_presses()


def reached(keys: KeyMap, layout: Layout) -> set[str]:
    """The commands that can be given, on the board or in a replay."""
    given = set()
    for down, *_ in presses(layout):
        keys.keyboard.heed(down)
        given |= {meant.id for where in ("board", "replay") if (meant := keys.find(down, where))}
    return given


@pytest.mark.parametrize("name", [*LAYOUTS, *SECOND])
@pytest.mark.parametrize("asked", [True, False], ids=["asked", "learned"])
def test_every_command_can_be_given(name: str, asked: bool) -> None:
    """Also where SDL has told nothing of the layout but by the keys that are pressed."""
    layout = (LAYOUTS | SECOND)[name]
    assert {known.id for known in COMMANDS} - reached(keys_of(layout, asked), layout) == set()


def pressed_as_named(layout: Layout, name: str) -> pygame.event.Event:
    """The key that a person presses who reads a name of a key on this keyboard."""
    *held, base = re.split(r"(?<=[^ +])\+(?=.)", name.lower())
    sign = base.split(" (")[0] if base.endswith(")") else base
    if len(sign) > 1:
        code = pygame.key.key_code({"enter": "return", "esc": "escape"}.get(sign, sign))
        return sent(code, 0, "", modifiers("+".join(held), layout.windows))[0]
    where = layout.where(sign) or layout.where({"?": "؟"}.get(sign, sign))
    assert where is not None, f"no key has {sign}"
    place, more = where
    if "alt" in held or ("ctrl" in held and sign.isdigit()):
        more = ""  # the key that has the digit, however it types it
    return layout.press(place, "+".join([*held, more] if more not in held and more else held))[0]


@EVERY_LAYOUT
def test_the_names_of_keys_are_those_of_the_keyboard(name: str) -> None:
    """Whatever menus, tooltips and prompts call a key, it gives the command."""
    layout = LAYOUTS[name]
    keys = keys_of(layout)
    for known in COMMANDS:
        where = "replay" if known.where == "replay" else "board"
        assert keys.names(known.id), known.id
        for shown in keys.names(known.id):
            meant = keys.find(pressed_as_named(layout, shown), where)
            assert meant == known, f"{shown} is not {known.id}, but {meant and meant.id}"


class Listening(Screen):
    """Notes the commands that it is given."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.given: list[str] = []

    def command(self, command: WindowCommand) -> bool:
        """Note it."""
        self.given.append(command.id)
        return True


@EVERY_LAYOUT
def test_a_key_is_taken_for_one_command(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the window or by the screen, once, text that follows it included."""
    layout = LAYOUTS[name]
    app = App((800, 600), Settings())
    app.keys = keys_of(layout)
    screen = Listening(app)
    app.push(screen)
    monkeypatch.setattr(app, "command", screen.command)
    given = 0
    for events in presses(layout):
        screen.given.clear()
        for event in events:
            app.handle(event)
        assert len(screen.given) <= 1, events
        given += len(screen.given)
    assert given > 100


# -- in a window -----------------------------------------------------------------------------------

PLACE = {sign: place for place, sign in PLACES.items()}
RUSSIAN, GERMAN, SWEDISH = (
    LAYOUTS[f"{name}, Windows"] for name in ("Russian", "German", "Swedish")
)


def send(table: Table, *events: pygame.event.Event) -> None:
    """Let a window take events, all at once."""
    for event in events:
        pygame.event.post(event)
    table.settle()


def plugged_in(table: Table, layout: Layout) -> Table:
    """The player changes to a layout, which SDL says."""
    table.app.keys.keyboard = Keyboard(layout.place)
    send(table, pygame.event.Event(pygame.KEYMAPCHANGED))
    return table


def test_a_russian_player_is_told_the_keys_that_are_there(opened: SetUp) -> None:
    """The prompt names the letter, and the Latin one that is printed beside it; both are E."""
    table = plugged_in(opened(), RUSSIAN)
    assert "У (E) ends the phase" in table.label("prompt")  # noqa: RUF001 - a Cyrillic U
    send(table, *RUSSIAN.press(PLACE["e"]))
    assert table.session.state.phase == "us_movement"
    assert table.board.find("button-undo").tooltip == "Undo (Ctrl+Я (Z) or Г (U))"  # type: ignore[union-attr]
    send(table, *RUSSIAN.press(PLACE["z"], "ctrl"))
    assert table.session.state.phase == "soviet_movement"


def test_a_layout_that_nobody_told_of_is_learned(opened: SetUp) -> None:
    """SDL says U.S.; the first key shows that it is not."""
    table = opened()
    assert "E ends the phase" in table.label("prompt")
    send(table, *RUSSIAN.press(PLACE["e"]))
    assert table.session.state.phase == "us_movement"
    assert "У (E) ends the phase" in table.label("prompt")  # noqa: RUF001 - a Cyrillic U
    send(table, *LAYOUTS["U.S., Windows"].press(PLACE["e"]))
    assert "E ends the phase" in table.label("prompt")


def test_a_question_is_answered_by_place_too(opened: SetUp, tmp_path: Path) -> None:
    """Its buttons name the keys of this keyboard."""
    table = keys_screen(plugged_in(opened(), RUSSIAN), tmp_path)
    pick(table, "next_way")
    send(table, *RUSSIAN.press(PLACE["d"]))
    assert table.label("title") == "В (D) HAS A MEANING"  # noqa: RUF001 - a Cyrillic letter
    send(table, *RUSSIAN.press(PLACE["t"]))
    assert table.app.keys.keys("next_way") == ("d",)


def keys_screen(table: Table, folder: Path) -> Table:
    """The list of keys, over a game."""
    table.app.settings.path = folder / "window.json"
    table.app.push(KeysScreen(table.app))
    return table


def pick(table: Table, identity: str) -> None:
    """Pick a command of the list."""
    assert table.app.screen is not None
    assert table.app.screen.activate(f"key-{identity}")


@pytest.mark.parametrize(
    ("layout", "place", "chord", "shown"),
    [
        (SWEDISH, ";", "ö", "Ö"),
        (SWEDISH, "[", "å", "Å"),
        (RUSSIAN, "]", "ъ", "Ъ"),
        (GERMAN, "-", "ß", "ß"),
        (LAYOUTS["Czech, X"], "2", "ě", "Ě"),
        (SECOND["Russian beside U.S."], "z", "z", "Я (Z)"),
    ],
)
def test_letters_beyond_ascii_are_keys_of_ones_own(
    opened: SetUp, tmp_path: Path, layout: Layout, place: str, chord: str, shown: str
) -> None:
    """What is kept is the sign that the key has."""
    table = keys_screen(plugged_in(opened(), layout), tmp_path)
    pick(table, "end_phase")
    send(table, *layout.press(PLACE[place]))
    assert table.label("told").startswith(f"{shown}: End the phase")
    assert Settings.load(tmp_path / "window.json").keys == {"end_phase": [chord]}
    table.press("escape")
    assert f"{shown} ends the phase" in table.label("prompt")
    send(table, *layout.press(PLACE[place]))
    assert table.session.state.phase == "us_movement"


def test_a_letter_in_the_settings_file_comes_before_the_place(opened: SetUp) -> None:
    """Whoever has written it means that letter; the prompt for E names another key then."""
    table = opened(keys={"undo": ["у"]})  # noqa: RUF001 - a Cyrillic U
    send(table, *RUSSIAN.press(PLACE["e"]))
    assert table.session.state.phase == "soviet_movement"
    plugged_in(table, RUSSIAN)
    assert "Ctrl+Enter ends the phase" in table.label("prompt")
    assert table.app.keys.shown("undo") == "У"  # noqa: RUF001 - a Cyrillic U


def test_older_names_of_keys_are_known() -> None:
    """Settings that a person or another version wrote open."""
    keys = KeyMap({"act": ("Return",), "zoom_in": ("[+]",), "undo": ("Cmd+Z", "Shift+Ctrl+u")})
    assert keys.keys("act") == ("enter",)
    assert keys.keys("zoom_in") == ("keypad +",)
    assert keys.keys("undo") == ("ctrl+z", "ctrl+shift+u")


def meant(key_map: KeyMap, events: list[pygame.event.Event]) -> str:
    """What a press means on the board; empty for nothing."""
    known = key_map.find(events[0])
    return known.id if known else ""


@pytest.mark.parametrize(
    ("layout", "place", "held", "wanted"),
    [
        ("French", "m", "", ""),  # a comma: M is elsewhere
        ("Dvorak", "q", "", ""),
        ("Dvorak", "w", "", ""),
        ("Hebrew", "q", "", "hurry"),
        ("Hebrew", "w", "", "why"),
        ("Greek", "q", "", "hurry"),
        ("French", "6", "", "zoom_out"),
        ("French", "6", "shift", "choose_6"),
        ("French", "8", "", "choose_8"),
        ("French", "8", "alt", "member_8"),
        ("Czech", "1", "", "zoom_in"),
        ("Czech", "1", "alt", "member_1"),
        ("U.S.", "e", "caps", "end_phase"),
        ("U.S.", "e", "shift", "end_phase"),
        ("U.S.", "y", "shift", "pictures"),
        ("Hebrew", "y", "shift", "pictures"),
        ("U.S.", "1", "shift", ""),
        ("U.S.", "z", "ctrl+shift", "redo"),
        ("U.S.", "z", "cmd", "undo"),
        ("Russian", "z", "cmd", "undo"),
        ("German", "e", "altgr", ""),
        ("Czech", "e", "altgr", ""),
        ("French", "0", "altgr", ""),
        ("Swedish", "2", "altgr", ""),
        ("French", "0", "ctrl", "scale_reset"),
        ("Arabic", "/", "shift", "help"),
    ],
)
@pytest.mark.parametrize("system", ["Windows", "X"])
@pytest.mark.parametrize("asked", [True, False], ids=["asked", "lone"])
def test_what_counts(
    layout: str, place: str, held: str, wanted: str, system: str, asked: bool
) -> None:
    """The sign that is typed before the one on the key before the place; also of a lone press."""
    board = LAYOUTS[f"{layout}, {system}"]
    assert meant(keys_of(board, asked), board.press(PLACE[place], held)) == wanted


@pytest.mark.parametrize(
    ("name", "place", "held", "wanted"),
    [
        ("German", "y", "", ""),
        ("German", "z", "shift", "pictures"),
        ("Russian", "e", "", "end_phase"),
        ("Russian", "e", "shift", "end_phase"),
        ("Russian", "z", "ctrl", "undo"),
        ("Hebrew", "q", "", "hurry"),
        ("Dvorak", "e", "", ""),
        ("Dvorak", "d", "", "end_phase"),
    ],
)
@pytest.mark.parametrize("asked", [True, False], ids=["asked", "lone"])
def test_what_is_typed_tells_the_layout(
    name: str, place: str, held: str, wanted: str, asked: bool
) -> None:
    """Of several that an X server changes between, SDL knows the first only."""
    layout = SECOND[f"{name} beside U.S."]
    assert meant(keys_of(layout, asked), layout.press(PLACE[place], held)) == wanted


def test_digits_of_other_scripts_are_digits() -> None:
    """A Persian keyboard types its own, wherever its keys are."""
    persian = "\N{EXTENDED ARABIC-INDIC DIGIT FOUR}"
    assert meant(KeyMap(), sent(ord(persian), 0, persian, 0)) == "choose_4"


def test_a_layout_that_is_changed_unseen_is_forgotten() -> None:
    """Letters that were Cyrillic do not make those of the next layout keys of the place."""
    keys = KeyMap({}, Keyboard())
    keys.keyboard.heed(RUSSIAN.press(PLACE["e"])[0])
    french = LAYOUTS["French, Windows"]
    keys.keyboard.heed(french.press(PLACE["q"])[0])
    assert meant(keys, french.press(PLACE["m"])) == ""
    keys.keyboard.heed(GERMAN.press(PLACE["q"])[0])
    assert meant(keys, GERMAN.press(PLACE["q"])) == "hurry"


def test_the_keypad_has_digits() -> None:
    """With Num Lock, whether it says so by text or not."""
    keys = KeyMap()
    for text in ("3", ""):
        assert meant(keys, sent(pygame.K_KP3, 91, text, pygame.KMOD_NUM)) == "choose_3"
    assert meant(keys, sent(pygame.K_KP3, 91, "", 0)) == ""
    assert meant(keys, sent(pygame.K_KP_PLUS, 87, "+", pygame.KMOD_LCTRL)) == "scale_up"


def test_a_dead_key_is_no_command_and_the_letter_after_it_is_its_own() -> None:
    """As an X server has it: the letter types another one then."""
    keys = keys_of(LAYOUTS["French, X"])
    assert meant(keys, sent(0x40000000, 47, "", 0)) == ""
    assert meant(keys, sent(ord("e"), 8, "ê", 0)) == "end_phase"


def test_on_a_mac_keys_are_called_as_there() -> None:
    """And Option types signs beside its commands."""
    keys = KeyMap({}, Keyboard(LAYOUTS["U.S., X"].place, apple=True))
    assert keys.shown("undo") == "Cmd+Z"
    assert keys.shown("member_1") == "Option+1"
    for option in (pygame.KMOD_LALT, pygame.KMOD_RALT):
        assert meant(keys, sent(ord("1"), 30, "¡", option)) == "member_1"


def test_a_key_in_a_replay_means_what_it_means_there(
    opened: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nothing besides that it would mean on the board."""
    table = opened()
    table.press("e", "r")
    known, real = [], KeyMap.find

    def find(keys: KeyMap, event: pygame.event.Event, where: str = "board") -> WindowCommand | None:
        command = real(keys, event, where)
        known.append(command.id if command else "")
        return command

    monkeypatch.setattr(KeyMap, "find", find)
    table.press("u")
    assert set(known) == {"on_unit"}


# -- text ------------------------------------------------------------------------------------------


@pytest.fixture
def searching(opened: SetUp) -> Table:
    """The rules, where one types what is searched for."""
    table = opened()
    table.press("f2")
    assert isinstance(table.app.screen, RulesScreen)
    return table


def query(table: Table) -> str:
    """What has been typed."""
    assert isinstance(table.app.screen, RulesScreen)
    return table.app.screen.query


def test_what_altgr_types_is_text(searching: Table) -> None:
    """Windows says Ctrl and Alt for it; Ctrl alone types nothing, whatever comes with it."""
    for layout in (GERMAN, LAYOUTS["German, X"]):
        send(searching, *layout.press(PLACE["q"], "altgr"))
        send(searching, *layout.press(PLACE["7"], "altgr"))
    assert query(searching) == "@{@{"
    for held in ("ctrl", "cmd"):
        send(searching, *LAYOUTS["Russian, X"].press(PLACE["a"], held))
    assert query(searching) == "@{@{"


def test_a_letter_that_is_two_is_typed_as_two(searching: Table) -> None:
    """The key event has only the first of them."""
    send(searching, pygame.event.Event(pygame.KEYDOWN, key=0xFEFB, scancode=5, mod=0, unicode="ل"))
    send(searching, pygame.event.Event(pygame.TEXTINPUT, text="لا"))
    assert query(searching) == "لا"


def test_a_question_mark_in_a_field_is_one(searching: Table) -> None:
    """And not the key of the help."""
    send(searching, *GERMAN.press(PLACE["-"], "shift"))
    assert query(searching) == "?"


def composed(text: str) -> pygame.event.Event:
    """An input method shows what it would make of the keys so far."""
    return pygame.event.Event(pygame.TEXTEDITING, text=text, start=0, length=len(text))


def test_an_input_method_commits_what_it_has_composed(searching: Table) -> None:
    """Meanwhile no key is for the window: Escape does not close, Enter follows no rule."""
    send(searching, composed("ほ"))
    assert searching.app.screen is not None
    assert searching.app.screen.look.composed == "ほ"
    for key in (pygame.K_RETURN, pygame.K_BACKSPACE, pygame.K_ESCAPE, pygame.K_F1):
        send(searching, *sent(key, 0, "", 0))
    assert query(searching) == ""
    send(searching, pygame.event.Event(pygame.TEXTINPUT, text="歩兵"), composed(""))
    assert query(searching) == "歩兵"
    assert searching.app.screen.look.composed == ""
    send(searching, *sent(pygame.K_BACKSPACE, 42, "", 0))
    assert query(searching) == "歩"


def test_a_key_that_opens_a_sheet_is_no_letter_on_it(opened: SetUp) -> None:
    """The text of the key comes when the sheet is there already; the next letter is one."""
    table = opened(keys={"rules": ["z"]})
    send(table, *LAYOUTS["U.S., X"].press(PLACE["z"]))
    assert query(table) == ""
    send(table, *LAYOUTS["U.S., X"].press(PLACE["z"]))
    assert query(table) == "z"


def test_no_input_method_keeps_the_keys_of_the_board(
    opened: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As soon as one begins it is told to stop, and to go on where a field has the keyboard."""
    asked: list[str] = []
    monkeypatch.setattr(pygame.key, "stop_text_input", lambda: asked.append("stop"))
    monkeypatch.setattr(pygame.key, "start_text_input", lambda: asked.append("start"))
    table = opened()
    japanese = LAYOUTS["Japanese, X"]
    send(table, composed("え"), *japanese.press(PLACE["e"]))
    assert table.session.state.phase == "soviet_movement"
    assert asked == ["stop"]
    send(table, *japanese.press(PLACE["e"]))
    assert table.session.state.phase == "us_movement"
    table.press("f2")
    assert asked == ["stop", "start"]
