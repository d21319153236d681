"""Everything the window can be told to do, in one table.

The table makes the keyboard, the menu, the tooltips, the prompt's key names and the help sheet; a
player's own keys (``keys`` in the settings file) replace the ones given here. How a chord is
written, and which key of the player's keyboard gives it, is said in :mod:`.keyboard`.

First the table (:data:`COMMANDS`), by group, as the help sheet shows it; then :class:`KeyMap`: what
a chord does, whose it is, giving it to a command, and how it is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from hexwar.viewer.program.keyboard import Chord, Keyboard, canonical


@dataclass(frozen=True, slots=True)
class WindowCommand:
    """One thing to do.

    ``where``: ``board`` (a game is on the table), ``replay`` or ``everywhere``. In a replay, keys
    without a meaning of their own are those of the board; of its commands only those that ``look``
    at the game without playing it are carried out there.

    ``held``: it lasts as long as its key is down. ``repeats``: a key that stays down carries it out
    again; nobody ends two phases by leaning on E.
    """

    id: str
    title: str
    group: str
    keys: tuple[Chord, ...]
    where: str = "board"
    held: bool = False
    look: bool = False
    repeats: bool = False


# Kinds of command that there are many of: those that look at the game, also as long as a key is
# down, and those that step through a replay.
_look = partial(WindowCommand, look=True)
_look_on = partial(WindowCommand, look=True, repeats=True)
_step = partial(WindowCommand, where="replay", repeats=True)

_DIGITS = range(1, 10)

COMMANDS: tuple[WindowCommand, ...] = (
    WindowCommand(
        "act", "Select the unit, move, retreat or advance there; attack", "Play", ("enter",)
    ),
    WindowCommand("next_unit", "Next unit that can act", "Play", ("tab",)),
    WindowCommand("previous_unit", "Previous unit that can act", "Play", ("shift+tab",)),
    WindowCommand("next_option", "Next place to go or enemy to attack", "Play", ("n",)),
    WindowCommand("toggle", "Add a unit to the attack or take it out", "Play", ("space",)),
    WindowCommand("stack", "Take the whole stack, or one unit of it", "Play", ("a",)),
    WindowCommand("on_top", "Put a counter on top of its stack", "Play", ("o",)),
    WindowCommand("own_stacks", "Look at your own stacks in a battle", "Play", ("v",)),
    *(
        WindowCommand(
            f"member_{n}",
            f"Counter {n} of the stack: take it along or leave it",
            "Play",
            (f"alt+{n}",),
        )
        for n in _DIGITS
    ),
    WindowCommand("enter_all", "Bring on all that can enter", "Play", ("ctrl+e",)),
    WindowCommand(
        "end_phase", "End the phase; decline what is offered", "Play", ("e", "ctrl+enter")
    ),
    WindowCommand("end_all", "Decline for all the rest of the action", "Play", ("d",)),
    WindowCommand("next_way", "Next way of moving", "Play", ("m",)),
    WindowCommand("cancel", "Let go of the selection; skip an animation", "Play", ("escape",)),
    *(WindowCommand(f"choose_{n}", f"Choice {n} of the list", "Play", (str(n),)) for n in _DIGITS),
    WindowCommand("hint", "What the computer would do here, or no more of it", "Game", ("f5",)),
    WindowCommand("hint_step", "Do the next step of the hint", "Game", ("shift+f5",)),
    WindowCommand("hurry", "Have the computer move now, while it thinks", "Game", ("q",)),
    WindowCommand("undo", "Undo", "Game", ("ctrl+z", "u")),
    WindowCommand("redo", "Redo", "Game", ("ctrl+y", "ctrl+shift+z")),
    WindowCommand("replay", "Go through the game again", "Game", ("r",)),
    WindowCommand("resign", "Resign", "Game", ("ctrl+shift+r",)),
    WindowCommand("offer_draw", "Offer a draw", "Game", ("ctrl+shift+d",)),
    WindowCommand("players", "Who plays each side from now on", "Game", ("ctrl+p",)),
    WindowCommand("table", "Talk and offers at the host's table", "Game", ("ctrl+t",)),
    WindowCommand("settings", "Settings and keys", "Game", ("f9",), "everywhere"),
    _look("picker", "Other game", "Game", ("ctrl+n",)),
    WindowCommand("quit", "Quit (the game is saved)", "Game", ("ctrl+q",), "everywhere"),
    WindowCommand("lesson_on", "Go on in the lesson", "Lesson", ("g",)),
    WindowCommand("lesson_back", "A step back in the lesson", "Lesson", ("b",)),
    WindowCommand("lesson_hint", "What the step of the lesson waits for", "Lesson", ("f3",)),
    WindowCommand("lesson_reset", "The lesson from the beginning", "Lesson", ("ctrl+b",)),
    _look_on("cursor_up", "Hex cursor up", "Map", ("up", "k")),
    _look_on("cursor_down", "Hex cursor down", "Map", ("down", "j")),
    _look_on("cursor_left", "Hex cursor left", "Map", ("left", "h")),
    _look_on("cursor_right", "Hex cursor right", "Map", ("right", "l")),
    _look_on("pan_up", "Move the view up", "Map", ("shift+up",)),
    _look_on("pan_down", "Move the view down", "Map", ("shift+down",)),
    _look_on("pan_left", "Move the view left", "Map", ("shift+left",)),
    _look_on("pan_right", "Move the view right", "Map", ("shift+right",)),
    _look_on("zoom_in", "Zoom in", "Map", ("+", "=", "keypad +")),
    _look_on("zoom_out", "Zoom out", "Map", ("-", "keypad -")),
    _look_on("zoom_fit", "The whole map, and back to the front", "Map", ("0", "home")),
    WindowCommand("threats", "Show what the enemy can reach (hold)", "Map", ("t",), held=True),
    WindowCommand("sight", "Show lines of sight from here (hold)", "Map", ("i",), held=True),
    _look("supply", "Show supply", "Map", ("p",)),
    WindowCommand("fog", "Show or hide what lies below top counters", "Map", ("ctrl+f",)),
    WindowCommand("hide_counters", "Look under the counters (hold)", "Map", ("c",), held=True),
    _look("plain_names", "Words or symbols on counters", "Map", ("y",)),
    _look("pictures", "The game's own pictures, or the drawn look", "Map", ("shift+y",)),
    WindowCommand("changes", "Show what others did last, or no more of it", "Look up", ("x",)),
    WindowCommand("names", "Show names over the counters (hold)", "Map", ("f",), held=True),
    _look("why", "Open the rule that was just cited", "Look up", ("w",)),
    _look("rules", "Rules", "Look up", ("f2",)),
    WindowCommand("goal", "Who wins when, and how it stands", "Look up", ("f4",)),
    _look_on("log_back", "Further back in the log", "Look up", ("page up",)),
    _look_on("log_on", "Further on in the log", "Look up", ("page down",)),
    WindowCommand("help", "Keys and help", "Look up", ("f1", "?"), "everywhere"),
    _step("on_action", "On by one action", "Replay", ("right", ".")),
    _step("back_action", "Back by one action", "Replay", ("left", ",")),
    _step("on_unit", "On past all that the unit does", "Replay", ("u",)),
    _step("back_unit", "Back past all that the unit did", "Replay", ("shift+u",)),
    _step("on_phase", "On by a phase", "Replay", ("p",)),
    _step("back_phase", "Back by a phase", "Replay", ("shift+p",)),
    _step("on_turn", "On by a turn", "Replay", ("t",)),
    _step("back_turn", "Back by a turn", "Replay", ("shift+t",)),
    _step("on_battle", "On to the next battle", "Replay", ("b",)),
    _step("back_battle", "Back to the battle before", "Replay", ("shift+b",)),
    _step("on_bookmark", "On to the next bookmark", "Replay", ("g",)),
    _step("back_bookmark", "Back to the bookmark before", "Replay", ("shift+g",)),
    WindowCommand("replay_start", "To the beginning", "Replay", ("home",), "replay"),
    WindowCommand("replay_end", "To the end", "Replay", ("end",), "replay"),
    WindowCommand("replay_play", "Play, or stop", "Replay", ("space",), "replay"),
    WindowCommand("replay_mark", "Set a bookmark, or take it away", "Replay", ("m",), "replay"),
    WindowCommand("replay_eyes", "As another side saw it", "Replay", ("v",), "replay"),
    WindowCommand("replay_leave", "Leave the replay", "Replay", ("escape", "r"), "replay"),
    _look("speed", "Speed of the computer's moves", "Window", ("s",)),
    _look("menu", "All that can be done now", "Window", ("f10",)),
    _look("panels", "Keyboard to the panels and back to the map", "Window", ("f6",)),
    WindowCommand(
        "scale_up",
        "Larger lettering",
        "Window",
        ("ctrl++", "ctrl+=", "ctrl+keypad +"),
        "everywhere",
    ),
    WindowCommand(
        "scale_down", "Smaller lettering", "Window", ("ctrl+-", "ctrl+keypad -"), "everywhere"
    ),
    WindowCommand("scale_reset", "Lettering at 100 %", "Window", ("ctrl+0",), "everywhere"),
    WindowCommand("fullscreen", "Full screen", "Window", ("f11",), "everywhere"),
    WindowCommand("screenshot", "Save a picture of the window", "Window", ("f12",), "everywhere"),
    WindowCommand(
        "map_picture", "Save a picture of the map", "Window", ("shift+f12",), "everywhere"
    ),
)

_BY_ID = {command.id: command for command in COMMANDS}


def command(identity: str) -> WindowCommand:
    """A command by its id; KeyError for none."""
    return _BY_ID[identity]


class KeyMap:
    """Which chord does what, the player's own keys included, on the keyboard there is."""

    def __init__(
        self,
        players_own: Mapping[str, Sequence[Chord]] | None = None,
        keyboard: Keyboard | None = None,
    ) -> None:
        """``players_own``: keys by command, from the settings; those of commands that there are no
        more are left out.
        """
        self.keyboard = keyboard or Keyboard()
        self.own = {
            name: tuple(map(canonical, keys))
            for name, keys in (players_own or {}).items()
            if name in _BY_ID
        }
        self._by_chord: dict[str, dict[Chord, WindowCommand]] = {}
        """By the place in the program, as long as no key is given to another."""

    def keys(self, identity: str) -> tuple[Chord, ...]:
        """The chords of a command."""
        return self.own.get(identity, _BY_ID[identity].keys)

    def find(self, event: pygame.event.Event, where: str = "board") -> WindowCommand | None:
        """The command of a key event where the player is, None when the key does nothing."""
        return self._meaning(self.chords(event), where)

    def chords(self, event: pygame.event.Event) -> tuple[Chord, ...]:
        """What a key event may be written as, the most exact first."""
        return self.keyboard.chords(self.keyboard.press(event))

    def _meaning(self, chords: Sequence[Chord], where: str) -> WindowCommand | None:
        """The command of the first of these chords that has one where the player is."""
        if where not in self._by_chord:
            meanings: dict[Chord, WindowCommand] = {}
            # A replay has keys of its own, and beside them those of the board that it leaves free:
            # where both have a chord the replay's counts.
            of_place = [listed for listed in COMMANDS if listed.where == where]
            of_board = [listed for listed in COMMANDS if listed.where in ("board", "everywhere")]
            for listed in (*of_place, *of_board):
                for chord in self.keys(listed.id):
                    meanings.setdefault(chord, listed)
            self._by_chord[where] = meanings
        meanings = self._by_chord[where]
        return next((meanings[chord] for chord in chords if chord in meanings), None)

    def taken_by(self, identity: str, chord: Chord) -> WindowCommand | None:
        """The other command that has a chord where this one is looked up."""
        places = {_BY_ID[identity].where, "everywhere"}
        for listed in COMMANDS:
            # What holds everywhere meets the keys of every place.
            meets = listed.where in places or _BY_ID[identity].where == "everywhere"
            if meets and listed.id != identity and chord in self.keys(listed.id):
                return listed
        return None

    def rebind(self, identity: str, chord: Chord) -> WindowCommand | None:
        """Give a command one chord; answers with the command that has it already instead."""
        owner = self.taken_by(identity, chord)
        if owner is None:
            self._give(identity, (chord,))
        return owner

    def take(self, identity: str, chord: Chord) -> None:
        """Give a command one chord, whichever command has it; one that had no other is left without
        a key.
        """
        while (owner := self.taken_by(identity, chord)) is not None:
            self._give(owner.id, tuple(key for key in self.keys(owner.id) if key != chord))
        self._give(identity, (chord,))

    def reset(self, identity: str = "") -> None:
        """Give a command its usual keys again; without one, all of them."""
        self.own = {name: keys for name, keys in self.own.items() if identity and name != identity}
        self._by_chord.clear()

    def _give(self, identity: str, keys: tuple[Chord, ...]) -> None:
        """Give a command keys of the player's own; the usual ones need not be remembered."""
        self.own[identity] = keys
        if keys == _BY_ID[identity].keys:
            del self.own[identity]
        self._by_chord.clear()

    def names(self, identity: str) -> tuple[str, ...]:
        """The chords of a command that this keyboard can give, as people write them."""
        place = "replay" if _BY_ID[identity].where == "replay" else "board"
        names = []
        for chord in self.keys(identity):
            press = self.keyboard.press_for(chord)
            # Another command may have what this keyboard gives for the chord.
            given = press and self._meaning(self.keyboard.chords(press), place)
            if given and given.id == identity:
                names.append(self.keyboard.written(chord))
        return tuple(dict.fromkeys(names))

    def shown(self, identity: str) -> str:
        """The first chord of a command as people write it.

        >>> KeyMap().shown("undo"), KeyMap().shown("act")
        ('Ctrl+Z', 'Enter')
        """
        return next(iter(self.names(identity)), "no key")

    def tooltip(self, identity: str) -> str:
        """A command's title and its keys."""
        keys = " or ".join(self.names(identity))
        return f"{_BY_ID[identity].title} ({keys})" if keys else _BY_ID[identity].title

    def written(self, chord: Chord) -> str:
        """A chord as people with this keyboard write it."""
        return self.keyboard.written(chord)
