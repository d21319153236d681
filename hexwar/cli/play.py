"""``hexwar play``: a game in the window or in the terminal.

The window is imported only where one is opened: play in the terminal needs no pygame, and a game
that is mistyped is told before a library is loaded. Else the window comes first, with a title: what
is played takes seconds to load on a busy machine.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from hexwar.cli import CLEAN, UsageError
from hexwar.cli.choosing import (
    GAME_HELP,
    UP_TO_LINE_HELP,
    add_choices,
    add_rules,
    add_side,
    players_of,
    require_one_pygame,
    seed_text,
    tell_of_rules,
    until_line,
    whole_number,
    window_size,
)
from hexwar.definition.diagnostics import Findings
from hexwar.definition.loading import GameFolder
from hexwar.definition.locations import find_game
from hexwar.definition.spelling import echoed
from hexwar.rules.sides.section import Sides

if TYPE_CHECKING:
    from hexwar.records import SavedGame, Session
    from hexwar.rules.game import Game

EXAMPLES = """\
examples:
  hexwar play                                       choose a game, sides and options in the window
  hexwar play GAME                                  the window asks who plays which side
  hexwar play GAME --side SIDE=normal --seed 7      against the computer, with known dice
  hexwar play GAME --text                           in the terminal
  hexwar play GAME --lesson ID                      learn it, step by step
  hexwar play --load FILE                           go on with a saved game
"""

SCALES = (75, 300)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    from hexwar.players import LEVELS

    levels = "\n".join(f"  {name:<8} {level.sentence}" for name, level in LEVELS.items())
    parser.epilog = f"{EXAMPLES}\nopponents:\n{levels}\n"
    parser.add_argument("game", nargs="?", metavar="GAME", help=GAME_HELP)
    add_choices(parser)
    add_side(parser, "who plays a side: person (default), ", "; may be given for each side")
    parser.add_argument(
        "--seed", type=seed_text, help="the seed of the dice: the same seed, the same dice"
    )
    parser.add_argument(
        "--lesson", metavar="ID", help="play a lesson of the game; hexwar list names them"
    )
    parser.add_argument("--load", type=Path, metavar="FILE", help="go on with this save")
    parser.add_argument("--up-to-line", metavar="N", type=whole_number, help=UP_TO_LINE_HELP)
    add_rules(parser)
    parser.add_argument("--text", action="store_true", help="play in the terminal, line by line")
    parser.add_argument(
        "--screenshot",
        type=Path,
        metavar="FILE",
        help="write a picture of the position to FILE and exit; needs no screen",
    )
    parser.add_argument(
        "--scale", type=whole_number, metavar="PERCENT", help="size of the lettering, 75 to 300"
    )
    parser.add_argument("--size", metavar="WxH", help="size of the window in pixels: 1280x800")


def run(arguments: argparse.Namespace) -> int:
    """Play; the exit code is 2 for a request that makes no sense."""
    frame_size, percent = window_size(arguments.size), arguments.scale
    if percent is not None and not SCALES[0] <= percent <= SCALES[1]:
        raise UsageError(f"--scale {percent}: it goes from {SCALES[0]} to {SCALES[1]} per cent")
    scale = None if percent is None else percent / 100
    shown = not arguments.text and arguments.screenshot is None
    if shown:
        _show_title(arguments.game, frame_size, scale)
    try:
        session = _session(arguments)
    except BaseException:
        if shown:  # there is nothing to play: what is wrong is told in the terminal
            from hexwar.viewer.program.display import close_window

            close_window()
        raise
    if arguments.text:
        if session is None:
            raise UsageError("--text needs a game: hexwar play GAME --text; hexwar list names them")
        from hexwar.cli.text.conversation import run_text
        from hexwar.players.learned import learned_of
        from hexwar.records import HUMAN

        if {*session.players.values()} - {HUMAN}:
            rules = session.state.rules
            session.notices += learned_of(rules).notes(rules.frame.resolved)

        # Apart from the dice: what players draw must not change what is thrown.
        random = None if arguments.seed is None else Random(f"players {arguments.seed}")
        code: int = run_text(session, random=random)
        return code
    require_one_pygame()
    from hexwar.viewer.program.display import NoDisplayError
    from hexwar.viewer.window import WindowSize, picture, play

    frame = WindowSize(frame_size, scale)
    if arguments.screenshot is not None:
        if session is None:
            raise UsageError("--screenshot needs a game: hexwar play GAME --screenshot FILE")
        picture(session, frame, arguments.screenshot)
        return CLEAN
    try:
        unfinished = partial(_unfinished_game, arguments, session)
        play(session, frame, unfinished, asks=_asks_who_plays(arguments))
    except NoDisplayError:
        if session is not None and arguments.load is None:
            session.put_away()  # nothing was begun
        raise UsageError(
            "there is no display to open a window on; play in the terminal instead: "
            f"hexwar play {arguments.game or 'GAME'} --text"
        ) from None
    return CLEAN


def _show_title(game: str | None, size: tuple[int, int] | None, scale: float | None) -> None:
    """Open the window before anything is loaded, as that takes seconds on a busy machine; nothing
    where there is no screen, which is said once it is known that there is something to play.
    """
    # A slip in its name is told before a window opens.
    folder = find_game(game) if game is not None else None
    require_one_pygame()
    from hexwar.viewer.program.display import (
        TITLE,
        USUAL_SIZE,
        NoDisplayError,
        announce,
        open_window,
    )
    from hexwar.viewer.program.settings import Settings

    settings = Settings.load()
    try:
        surface = open_window(size or settings.size or USUAL_SIZE, settings.corner)
    except NoDisplayError:
        return
    shown_scale = settings.scale if scale is None else scale
    announce(surface, TITLE, "Opening", shown_scale)
    if folder is not None:
        # Its title is read alone, before all the rest.
        title = GameFolder(folder, Findings()).catalog.header.title or folder.name
        announce(surface, TITLE, f"Loading {title}", shown_scale)


# -- what is to be played -------------------------------------------------------------------------


def _session(arguments: argparse.Namespace) -> Session | None:
    """The game that was asked for, begun or loaded; ``None`` when the window is to ask."""
    from hexwar.records import Session

    if arguments.load is not None:
        chosen = arguments.scenario, arguments.options, arguments.edition, arguments.lesson
        if any(chosen) or arguments.seed:
            raise UsageError(
                "a save has its own scenario, options, edition and seed: leave them out with --load"
            )
        lines = until_line(arguments.up_to_line)
        game = _game(arguments.game)
        session = Session.load(arguments.load, game, until=lines, rules=arguments.rules)
        if arguments.text:  # the window asks
            tell_of_rules(session, "goes on")
        sides = [side.id for side in session.state.resolved[Sides].all]
        for side, player in players_of(arguments.sides, sides).items():
            session.seat(side, player)
        return session
    if arguments.up_to_line is not None:
        raise UsageError("--up-to-line needs a save: hexwar play --load FILE --up-to-line N")
    if arguments.rules is not None:
        raise UsageError("--rules needs a save: hexwar play --load FILE --rules now")
    game = _game(arguments.game)
    if game is None:
        choices = arguments.scenario, arguments.options, arguments.edition, arguments.sides
        if any(choices) or arguments.seed is not None or arguments.lesson is not None:
            raise UsageError("name the game that these choices are for: hexwar play GAME ...")
        return None
    if arguments.lesson is not None:
        return _lesson(game, arguments)
    from hexwar.records import begin_session

    resolved = game.definition.resolve(arguments.scenario, arguments.options, arguments.edition)
    players = players_of(arguments.sides, [side.id for side in resolved[Sides].all])
    if _asks_who_plays(arguments):
        from hexwar.viewer.program.settings import Settings
        from hexwar.viewer.screens.choosing import proposed_players

        players = proposed_players(resolved, Settings.load().last)
    choice = arguments.scenario, arguments.options, arguments.edition
    if arguments.screenshot is not None:
        # A picture of the opening leaves no save behind.
        return Session.new(game, *choice, seed=arguments.seed, players=players)
    return begin_session(game, *choice, seed=arguments.seed, players=players)


def _asks_who_plays(arguments: argparse.Namespace) -> bool:
    """Whether the window is to ask who plays which side of a game that begins."""
    is_settled = arguments.sides or arguments.text or arguments.screenshot
    return not (is_settled or arguments.load or arguments.lesson)


def _lesson(game: Game, arguments: argparse.Namespace) -> Session:
    """A lesson of the game, which has its own scenario, sides and dice."""
    from hexwar.definition.spelling import suggestion
    from hexwar.engine import IllegalAction
    from hexwar.records.lesson import LessonSession
    from hexwar.rules.lessons.section import lessons_of

    chosen = arguments.scenario, arguments.options, arguments.edition, arguments.sides
    if any(chosen) or arguments.seed is not None:
        raise UsageError("a lesson has its own scenario, sides and dice: leave them out")
    name, lessons = arguments.lesson, lessons_of(game.catalog)
    if not lessons:
        raise UsageError(f"{game.catalog.header.id} has no lessons")
    if name not in lessons:
        raise UsageError(f"there is no lesson {echoed(name)}; {suggestion(name, lessons)}")
    try:
        return LessonSession(game, lessons[name])
    except IllegalAction as problem:
        folder = game.catalog.folder
        raise UsageError(f"lesson {name} cannot begin ({problem}): hexwar check {folder}") from None


def _unfinished_game(arguments: argparse.Namespace, session: Session | None) -> SavedGame | None:
    """The latest unfinished game, where nothing but the name of its game was asked for."""
    from hexwar.records import list_saves, unfinished
    from hexwar.records.saves import save_files, saves_folder

    anything_chosen = (
        arguments.scenario or arguments.options or arguments.edition or arguments.sides
    )
    anything_chosen = anything_chosen or arguments.lesson
    if session is None or arguments.load or arguments.seed or anything_chosen:
        return None
    if save_files(saves_folder()) == [session.path]:
        return None  # this game alone: nothing has to be read
    name = session.game.catalog.header.id
    return next((save for save in unfinished(list_saves()) if save.game == name), None)


def _game(name: str | None) -> Game | None:
    if name is None:
        return None
    import hexwar

    return hexwar.load_game(name)


# -- the window -----------------------------------------------------------------------------------
