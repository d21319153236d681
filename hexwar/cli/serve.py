"""``hexwar serve``: host games that people play apart.

All that can be wrong is found before anybody is let in: missing packages, games that are not there,
a store that cannot be written, an address that is taken. Then links are printed, and it serves
until somebody ends it.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from shlex import split
from typing import TYPE_CHECKING

from hexwar.cli import CLEAN, UsageError
from hexwar.cli.choosing import GAME_HELP, add_choices, whole_number
from hexwar.definition.grammar import in_prose
from hexwar.definition.locations import find_game

if TYPE_CHECKING:
    from hexwar.host.serving import Serving

EXAMPLES = """\
examples:
  hexwar serve                                   host all games that are installed
  hexwar serve GAME                              lay a table of one game, and print a link a seat
  hexwar serve GAME --side SIDE=normal           a computer sits at one side
  hexwar serve GAME --address 0.0.0.0            let others in your network come
  hexwar serve --copy FILE                       copy what a host has stored, also while it runs

docs/how-to/host-games.md: at home, and on a rented machine behind a proxy.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar serve`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{GAME_HELP} (default: all)")
    add_choices(parser)
    parser.add_argument(
        "--side",
        action="append",
        default=[],
        dest="sides",
        metavar="SIDE=LEVEL",
        help="a computer at a side: easy, normal or hard",
    )
    parser.add_argument(
        "--each", type=whole_number, default=0, metavar="MINUTES", help="time for each choice"
    )
    parser.add_argument(
        "--bank", type=whole_number, default=0, metavar="MINUTES", help="time in hand beyond that"
    )
    parser.add_argument("--watch", action="store_true", help="others may look on")
    parser.add_argument(
        "--delay",
        type=whole_number,
        default=0,
        metavar="MINUTES",
        help="what they see is so much older than what is played",
    )
    parser.add_argument(
        "--address", default="127.0.0.1", help="listen on this address (this machine alone)"
    )
    parser.add_argument("--port", type=whole_number, default=8765, help="and this port (8765)")
    parser.add_argument(
        "--name", action="append", default=[], dest="names", help="a name of this host"
    )
    parser.add_argument("--public", default="", help="how links begin, behind a proxy")
    parser.add_argument(
        "--behind-proxy", action="store_true", help="believe a proxy on this machine who calls"
    )
    parser.add_argument(
        "--mail", metavar="COMMAND", help="a program that sends mail, such as 'sendmail -t'"
    )
    parser.add_argument(
        "--store", metavar="FILE", help="where games are kept; or a database, postgresql://..."
    )
    parser.add_argument("--copy", type=Path, metavar="FILE", help="write a copy of that, and end")


def run(arguments: argparse.Namespace) -> int:
    """Serve until somebody ends it."""
    try:
        from hexwar.host.serving import Place, Serving, is_database, open_store
        from hexwar.host.store import StoreError
        from hexwar.host.table import RefusedError
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("starlette", "uvicorn", "websockets"):
            raise
        raise UsageError("hosting needs three packages: pip install 'hexwar[serve]'") from missing
    from hexwar.records import saves_folder

    store = arguments.store or saves_folder().parent / "host.sqlite"
    store = store if is_database(store) else Path(store)
    try:
        if arguments.copy is not None:
            open_store(store).copy_to(arguments.copy)
            return CLEAN
        if not 0 <= arguments.port < 65_536:
            raise UsageError(f"--port {arguments.port}: it goes from 0 to 65535")
        place = Place(
            arguments.address,
            arguments.port,
            tuple(name.lower() for name in arguments.names),
            arguments.public,
            arguments.behind_proxy,
        )
        for name in arguments.games:
            find_game(name)
        try:
            if isinstance(store, Path):
                store.parent.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise StoreError(f"{store} cannot be used as a store: {problem.strerror}") from None
        try:
            serving = Serving(place, store, arguments.games, mail=split(arguments.mail or ""))
        except OSError as problem:
            address = f"{arguments.address}, port {arguments.port}"
            raise UsageError(f"nobody can listen on {address}: {problem.strerror}") from None
        for name in arguments.games:
            serving.host.try_game(name)
        print(f"Lay tables here (for you alone): {serving.link(serving.owner)}")
        if len(arguments.games) == 1:
            for seat, link in _begin(serving, arguments).items():
                print(f"{seat}: {link}")
            print("Give each player one of these: a browser opens it, or hexwar join LINK.")
        print("Ctrl+C ends the host; its games go on when it is started again.", flush=True)
        serving.run()
    except (StoreError, RefusedError) as problem:
        raise UsageError(str(problem)) from None
    return CLEAN


def _begin(serving: Serving, arguments: argparse.Namespace) -> dict[str, str]:
    """A table of the one game that was named; the links of its seats."""
    from hexwar.host.page import seat_page
    from hexwar.host.policy import Policy, PolicyError

    players = dict(text.partition("=")[::2] for text in arguments.sides)
    choice = arguments.scenario, arguments.options, arguments.edition
    try:
        # Minutes on the command line, seconds in a policy.
        policy = Policy.from_dict(
            {
                "each": 60 * arguments.each,
                "bank": 60 * arguments.bank,
                "watch": arguments.watch,
                "delay": 60 * arguments.delay,
            }
        )
    except PolicyError as problem:
        raise UsageError(str(problem)) from None
    table, tokens = serving.host.begin(arguments.games[0], *choice, players, policy)
    for seat in list(tokens)[:1]:
        seat_page(serving.host, table, seat)  # its map is drawn once: newcomers need not wait
    sides = serving.host.table(table).sides
    seats = {seat: f"Seat of {in_prose(name)}" for seat, name in sides.items()}
    return {seats.get(seat, "Who looks on"): serving.link(of) for seat, of in tokens.items()}
