"""``hexwar replay``: go through a saved game, or verify it.

Opening a save proves it: every action is played again by the rules. Then it is shown in one of four
ways, or was only to be proved; and always as one side may see it, if the game goes on.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from hexwar.cli import CLEAN, UsageError
from hexwar.cli.choosing import UP_TO_LINE_HELP, add_rules, tell_of_rules, until_line, whole_number
from hexwar.cli.terminal import wrapped
from hexwar.cli.text.answers import event_line, how_it_went, situation, units
from hexwar.cli.text.map import draw_map, legend
from hexwar.cli.text.visibility import Seen
from hexwar.definition.printable import path_named
from hexwar.definition.spelling import echoed, suggestion
from hexwar.definition.writing_files import write_whole
from hexwar.players import called
from hexwar.records import HUMAN, Replay, Session, read_record
from hexwar.records.lines import reason
from hexwar.records.replay import STRIDES
from hexwar.records.saves import BOOKMARK, Bookmarks
from hexwar.rules.language.wording import either, several
from hexwar.rules.sides.section import Sides

_UNCHECKED = (
    "could not be checked against the commitment, as the key is not here: a game tells it when "
    "it is over, until then it lies in a file beside the save."
)

PAGES = (".html", ".htm")
"""How the name of a page ends; no save is called so."""

EXAMPLES = """\
examples:
  hexwar replay game.jsonl             every action with what it brought about
  hexwar replay game.jsonl --to 12     the position after action 12
  hexwar replay game.jsonl --by turn   the map after every turn, and what happened in it
  hexwar replay game.jsonl --side red  a game that goes on, as one of its sides sees it
  hexwar replay game.jsonl --html game.html   one page that plays it in any browser, offline
  hexwar replay game.jsonl --verify    is this record true to the rules and to its dice?

exit code: 0 sound, 1 not a sound record, 2 a request that makes no sense
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar replay`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument("file", metavar="FILE", type=Path, help="a save")
    parser.add_argument(
        "--game", metavar="GAME", help="the game's name or folder, if the save's own is not here"
    )
    parser.add_argument(
        "--side",
        metavar="SIDE",
        help="show what this side sees (default: all of a finished game, else the one person's "
        "side)",
    )
    parser.add_argument("--up-to-line", metavar="N", type=whole_number, help=UP_TO_LINE_HELP)
    add_rules(parser)
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument(
        "--to", metavar="N", type=whole_number, help="show the position after N actions"
    )
    mode.add_argument(
        "--by",
        choices=(*STRIDES, BOOKMARK),
        help="show the map after each step, and what happened in it",
    )
    mode.add_argument(
        "--html",
        metavar="OUT",
        type=Path,
        help="write a page to OUT (a name in .html) that goes through the game in a browser",
    )
    mode.add_argument("--verify", action="store_true", help="only say whether the record is sound")


def run(arguments: argparse.Namespace) -> int:
    """Replay a save. Loading verifies every action, so a record that is shown is a sound one."""
    record = read_record(arguments.file, until_line(arguments.up_to_line))
    game = None
    if arguments.game is not None:
        import hexwar

        game = hexwar.load_game(arguments.game)
    session = Session.of_record(record, game, rules=arguments.rules)
    tell_of_rules(session, "shows it")
    for notice in session.notices:
        print(wrapped(notice))
    replay = Replay(session)
    if arguments.verify:
        print(f"verified: {several(len(replay), 'action')}")
        if replay.unchecked:
            dice = "1 die" if replay.unchecked == 1 else f"{replay.unchecked} dice"
            print(wrapped(f"{dice} {_UNCHECKED}"))
        return CLEAN
    side = _side_shown(replay, arguments.side)
    if arguments.to is not None:
        number = arguments.to
        if not 0 <= number <= len(replay):
            raise UsageError(
                f"--to {number}: this game has {several(len(replay), 'action')}, "
                f"so 0 to {len(replay)}"
            )
        replay.go_to(number)
        seen = _position_seen(replay, side)
        print(_heading(replay))
        if replay.latest is not None:
            print(f"After action {number}, {seen.action_of(replay.latest)}:")
        resolved = replay.state.resolved
        print(draw_map(resolved, seen.on_the_map, seen.lying))
        print("\n".join(legend(resolved)))
        print()
        print("\n".join(units(seen)))
        print()
        for line in situation(seen):
            print(wrapped(line))
    elif arguments.html is not None:
        _write_page(replay, arguments.file, arguments.html, side)
    elif arguments.by is not None:
        _show_steps(replay, _stops(replay, arguments, side), side)
    else:
        _show_actions(replay, side)
    return CLEAN


def _side_shown(replay: Replay, asked: str | None) -> str | None:
    """The side whose view is shown; ``None`` for all that there is to see.

    Of a game that people still play, no more is shown than one of them sees.
    """
    sides = list(replay.players)
    people = [side for side, player in replay.players.items() if player == HUMAN]
    hides = bool(replay.state.scopes.hiding)
    goes_on = hides and bool(people) and not replay.finished
    if asked is not None and asked not in sides:
        raise UsageError(f"there is no side {echoed(asked)}; {suggestion(asked, sides)}")
    if goes_on and asked is None and len(people) > 1:
        choice = either(f"--side {side}" for side in people)
        raise UsageError(f"this game goes on, and not all is seen by all: say {choice}")
    if goes_on and asked is not None and asked not in people:
        raise UsageError(f"this game goes on, and no person plays {asked}: say --side {people[0]}")
    if goes_on and asked is None:
        return people[0]
    return asked if hides else None


def _position_seen(replay: Replay, side: str | None) -> Seen:
    """The position as a side sees it, or all of it."""
    return Seen(replay.state, None if side is None else replay.state.view(side))


def _show_actions(replay: Replay, side: str | None) -> None:
    """Every action with its events, then how the game stands."""
    print(_heading(replay))
    names = replay.state.resolved[Sides].names
    for event in _position_seen(replay, side).known_events(replay.opening):
        print(f"   {event_line(event)}")
    number = 0
    while (entry := replay.forward()) is not None:
        player = called(replay.players.get(entry.side, ""))
        seen = _position_seen(replay, side)
        if not seen.learned_of([entry]):
            continue
        number, action = number + 1, seen.action_of(entry)
        print(f"{number}. {names.get(entry.side, entry.side)} ({player}): {action}")
        for event in seen.known_events(entry.events):
            print(f"   {event_line(event)}")
    print()
    for line in situation(_position_seen(replay, side)):
        print(wrapped(line))
    for line in how_it_went(replay, side):
        print(line)


def _write_page(replay: Replay, save: Path, out: Path, side: str | None) -> None:
    """Write the page, and say how far it is meanwhile. The file is whole, or as it was before.

    The player's bookmarks go with a page that shows everything; in one for a side they would tell
    what somebody else thought worth remembering.
    """
    from hexwar.viewer.page.page import TooLongError, replay_page

    if out.suffix.lower() not in PAGES:
        raise UsageError(f"--html {echoed(str(out))}: the name of a page ends in .html")

    def report(done: int) -> None:
        print(f"{done} of {several(len(replay), 'action')} ...", flush=True)

    try:
        eyes = () if side is None else (side,)
        marked = Bookmarks(save).up_to(len(replay)) if side is None else []
        page = replay_page(replay, eyes, report, marked).encode()
    except TooLongError as problem:
        raise UsageError(f"--html: {problem}") from None
    try:
        write_whole(out, page)
    except OSError as problem:
        raise UsageError(f"{path_named(out)} cannot be written: {reason(problem)}") from None
    contents = f"{several(len(replay.learned_of(eyes)), 'action')}, {len(page) // 1000 + 1} kB"
    print(wrapped(f"{path_named(out)}: {contents}. Open it in a browser."))


def _stops(replay: Replay, arguments: argparse.Namespace, side: str | None) -> list[int]:
    """The numbers of actions to show the map after."""
    if arguments.by != BOOKMARK:
        return replay.stops(arguments.by, () if side is None else (side,))[1:]
    marked = Bookmarks(arguments.file).up_to(len(replay))
    if not marked:
        raise UsageError("--by bookmark: this game has no bookmarks; the window sets them (M)")
    return marked


def _show_steps(replay: Replay, stops: Sequence[int], side: str | None) -> None:
    """The events of each step, and the map after it; then how the game stands."""
    print(_heading(replay))
    for number in stops:
        events = list(replay.opening) if not replay.at else []
        while replay.at < number and (entry := replay.forward()) is not None:
            events += entry.events
        seen = _position_seen(replay, side)
        print(f"\nAfter action {replay.at}:")
        for event in seen.known_events(events):
            print(f"   {event_line(event)}")
        print(draw_map(replay.state.resolved, seen.on_the_map))
    print()
    for line in situation(_position_seen(replay, side)):
        print(wrapped(line))


def _heading(replay: Replay) -> str:
    game = replay.state.resolved
    return f"{game.header.title}: {game.scenario.title}, {several(len(replay), 'action')}"
