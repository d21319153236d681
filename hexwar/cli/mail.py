"""``hexwar mail``: a game that goes to and fro as a file, with a host or without one.

The file that travels is the whole record of the game: the player who opens it compares it with the
copy that is kept here, plays, and sends it on. ``fetch`` and ``deliver`` do the same for a table of
a host, whose turn is a file of its own kind and begins so that :func:`_is_turn` can tell it from a
record.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import hexwar
from hexwar.cli import CLEAN, UsageError
from hexwar.cli.choosing import add_choices
from hexwar.cli.terminal import wrapped
from hexwar.definition.printable import clean
from hexwar.engine import IllegalAction
from hexwar.fair.transcript import PROVES, PROVES_NOT
from hexwar.joining.client import Client, LineError
from hexwar.joining.orders import (
    TURN,
    delivered,
    fetched,
    kind_of_mail,
    known_state,
    planned,
    read_mail,
    write_mail,
)
from hexwar.records import RecordError
from hexwar.records.mail import BY_MAIL, MailedGame

LISTED = 40
"""Actions of a list."""

_LAST_LINES = 10
"""Lines of what happened, before the question that is to be answered."""

EXAMPLES = """\
examples:
  hexwar mail begin GAME --side red          begin, and write the first file to send
  hexwar mail open FILE                      take in what has come; write what goes back
  hexwar mail answer FILE                    the same, and play your turn in the terminal
  hexwar mail answer FILE "move A 0703"      the same, with what you do said at once

  hexwar mail fetch LINK                     at a host's table: what your side knows, as a file
  hexwar mail answer FILE "move A 0703"      what you do with it, as orders; no network is needed
  hexwar mail deliver ORDERS --link LINK     bring orders to the host

A file that comes is proved before it is taken in. Whatever throws dice waits for the others' parts
of them: that file goes out and comes back first, unless the game was begun with --dice honour.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar mail`` accepts."""
    parser.epilog = EXAMPLES
    meanings = {
        "begin": "begins a game",
        "open": "takes in a file",
        "answer": "plays your turn too",
        "fetch": "writes your turn at a host's table",
        "deliver": "brings orders to it",
    }
    parser.add_argument(
        "what",
        choices=meanings,
        help="; ".join(f"{verb} {does}" for verb, does in meanings.items()),
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        help="the file that came; to begin, the game's name or folder; to fetch, the seat's link",
    )
    parser.add_argument(
        "actions", metavar="ACTION", nargs="*", help="with answer: what you do, in its notation"
    )
    add_choices(parser)
    parser.add_argument("--side", metavar="SIDE", default="", help="the side that you play")
    parser.add_argument(
        "--dice",
        choices=BY_MAIL,
        default=BY_MAIL[0],
        help="exchanged: nobody can foresee them (default); honour: fewer files, and trust",
    )
    parser.add_argument(
        "--game", metavar="GAME", help="the game's name or folder, if it is not found by its id"
    )
    parser.add_argument(
        "--out", metavar="OUT", type=Path, help="the file to write (default: by game and length)"
    )
    parser.add_argument("--link", metavar="LINK", help="to deliver: the link of your seat")


def run(arguments: argparse.Namespace) -> int:
    """Begin, open or answer; what is to be sent is written whatever comes after it."""
    if arguments.what in ("fetch", "deliver") or (
        arguments.what == "answer" and kind_of_mail(Path(arguments.file)) == TURN
    ):
        return _at_a_host(arguments)
    if arguments.what == "begin":
        mailed = _new_game(arguments)
    else:
        game = None if arguments.game is None else hexwar.load_game(arguments.game)
        mailed = MailedGame.opened(Path(arguments.file), arguments.side, game)
        for line in mailed.news():
            print(wrapped(line))
    if arguments.what == "answer":
        _play(mailed, arguments.actions)
    _tell(mailed, arguments.out)
    return CLEAN


def _at_a_host(arguments: argparse.Namespace) -> int:
    """Fetch a turn, write orders for it, or bring them to the host."""
    try:
        if arguments.what == "fetch":
            turn = fetched(Client(arguments.file, informed=True))
            out = arguments.out or Path(f"{clean(turn['game'])}-turn.json")
            write_mail(out, turn)
            print(wrapped(f"{turn['asks'] or 'It is not for you to choose now.'} Written: {out}."))
        elif arguments.what == "answer":
            turn = read_mail(Path(arguments.file))
            game = None if arguments.game is None else hexwar.load_game(arguments.game)
            if not arguments.actions:
                for line in (
                    turn["title"],
                    *turn.get("log", [])[-_LAST_LINES:],
                    turn.get("asks", ""),
                ):
                    print(wrapped(clean(line)))
                for action in known_state(turn, game).legal_actions()[:LISTED]:
                    print(f"  {action}")
                return CLEAN
            out = arguments.out or Path(arguments.file).with_name("orders.json")
            write_mail(out, planned(turn, arguments.actions, game))
            print(wrapped(f"Written: {out}. hexwar mail deliver {out} --link LINK brings it in."))
        else:
            if not arguments.link:
                raise UsageError("deliver needs the link of your seat: --link LINK")
            orders = read_mail(Path(arguments.file))
            for line in delivered(Client(arguments.link), orders):
                print(wrapped(clean(line)))
    except LineError as problem:
        raise UsageError(str(problem)) from None
    return CLEAN


def _new_game(arguments: argparse.Namespace) -> MailedGame:
    """A new game, with what its dice prove."""
    game = hexwar.load_game(arguments.game or arguments.file)
    choice = arguments.scenario, arguments.options, arguments.edition
    try:
        mailed = MailedGame.begun(game, arguments.side, choice, arguments.dice)
    except ValueError as problem:
        raise UsageError(str(problem)) from None
    print(wrapped(f"Dice: {arguments.dice}. What they prove: {PROVES[arguments.dice]}"))
    print(wrapped(f"What they do not prove: {PROVES_NOT[arguments.dice]}"))
    return mailed


def _play(mailed: MailedGame, actions: list[str]) -> None:
    """Do what was said, or ask in the terminal, until somebody else has to act."""
    session = mailed.session
    if session is None or mailed.awaited or session.state.is_over:
        if actions:
            raise UsageError(f"there is nothing that you can do now: {mailed.awaited}")
        return
    if not actions and sys.stdin is not None:
        from hexwar.cli.text.conversation import run_text

        run_text(session)
        return
    for number, action in enumerate(actions):
        if mailed.awaited:
            not_played = ", ".join(actions[number:])
            print(wrapped(f"Not done, as something is waited for before: {not_played}."))
            return
        try:
            for event in session.apply(action):
                print(wrapped(event.text))
        except IllegalAction as refused:
            raise RecordError(f"{action}: {refused}") from None


def _tell(mailed: MailedGame, out: Path | None) -> None:
    """Write the file that goes to the others, and say what is next."""
    session = mailed.session
    if session is not None and session.state.is_over:
        print(wrapped(f"The game is over. {session.state.verdict or ''}".strip()))
    elif not mailed.awaited:
        print(wrapped("It is for you to choose: hexwar mail answer FILE"))
        if not mailed.has_news:
            return
    path = out or Path(mailed.name)
    mailed.send(path)
    waits = mailed.awaited
    print(wrapped(f"{waits} Send {path} to the others.".strip()))
