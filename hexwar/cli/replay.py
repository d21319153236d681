"""``hexwar replay``: go through a saved game, or verify it."""

from __future__ import annotations

import argparse
from pathlib import Path

from hexwar.cli import CLEAN, UsageError
from hexwar.cli.choosing import UP_TO_LINE_HELP, until_line, whole_number
from hexwar.cli.terminal import wrapped
from hexwar.cli.text_answers import event_line, side_names, situation, units, verdict
from hexwar.cli.text_map import draw_map, legend
from hexwar.cli.text_sight import Seen
from hexwar.records import Replay, read_record
from hexwar.records.reading import TORN

EXAMPLES = """\
examples:
  hexwar replay game.jsonl             every action with what it brought about
  hexwar replay game.jsonl --to 12     the position after action 12
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
    parser.add_argument("--up-to-line", metavar="N", type=whole_number, help=UP_TO_LINE_HELP)
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--to", metavar="N", type=whole_number, help="show the position after N actions"
    )
    what.add_argument("--verify", action="store_true", help="only say whether the record is sound")


def run(arguments: argparse.Namespace) -> int:
    """Replay a save. Loading verifies every action, so a record that is shown is a sound one."""
    record = read_record(arguments.file, until_line(arguments.up_to_line))
    game = None
    if arguments.game is not None:
        import hexwar

        game = hexwar.load_game(arguments.game)
    replay = Replay.of_record(record, game)
    if record.torn:
        print(wrapped(TORN))
    if arguments.verify:
        print(f"verified: {_actions(len(replay))}")
    elif arguments.to is not None:
        _show_position(replay, arguments.to)
    else:
        _show_actions(replay)
    return CLEAN


def _actions(count: int) -> str:
    return f"{count} action{'' if count == 1 else 's'}"


def _show_actions(replay: Replay) -> None:
    """Every action with its events, then how the game stands."""
    print(_heading(replay))
    names = side_names(replay.state)
    for event in replay.opening:
        print(f"   {event_line(event)}")
    while (entry := replay.forward()) is not None:
        player = replay.players.get(entry.side, "")
        print(f"{replay.at}. {names.get(entry.side, entry.side)} ({player}): {entry.action}")
        for event in entry.events:
            print(f"   {event_line(event)}")
    print()
    for line in [verdict(replay.state)] if replay.state.is_over else situation(Seen(replay.state)):
        print(wrapped(line))


def _show_position(replay: Replay, number: int) -> None:
    if not 0 <= number <= len(replay):
        raise UsageError(
            f"--to {number}: this game has {_actions(len(replay))}, so 0 to {len(replay)}"
        )
    state = replay.go_to(number)
    print(_heading(replay))
    if replay.latest is not None:
        print(f"After action {number}, {replay.latest.action}:")
    resolved = state.resolved
    print(draw_map(resolved, state.units_at))
    print("\n".join(legend(resolved)))
    print()
    print("\n".join(units(Seen(state))))
    print()
    for line in situation(Seen(state)):
        print(wrapped(line))


def _heading(replay: Replay) -> str:
    game = replay.state.resolved
    return f"{game.header.title}: {game.scenario.title}, {_actions(len(replay))}"
