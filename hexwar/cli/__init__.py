"""The command line: one module for each command, imported when it is asked for.

A module ``hexwar.cli.NAME`` offers ``add_arguments(parser)``, which also sets the parser's epilog
to an example, and ``run(arguments)``, which answers with the exit code.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NoReturn

CLEAN, FINDINGS, USAGE = 0, 1, 2
"""Exit codes: nothing wrong; something found; a request that makes no sense, or our own fault."""

INTERRUPTED = 130
PIPE_CLOSED = 141

COMMANDS: dict[str, tuple[str, str]] = {
    "play": ("hexwar.cli.play", "play a game, in a window or in the terminal"),
    "serve": ("hexwar.cli.serve", "host games that people play apart, in browsers"),
    "join": ("hexwar.cli.join", "play at a table of a host, in the window or the terminal"),
    "new": ("hexwar.cli.new", "begin a game of your own: a folder of files to change"),
    "import": ("hexwar.cli.importing", "make a draft of a VASSAL module or a Tiled map"),
    "export": ("hexwar.cli.exporting", "write the map of a game for Tiled"),
    "schema": ("hexwar.cli.schema", "lay the schemas beside a game's files, for editors"),
    "check": ("hexwar.cli.check", "say what is wrong with a game's files"),
    "watch": (
        "hexwar.cli.watch",
        "show a game while it is written: its map, what is wrong with it",
    ),
    "trace": ("hexwar.cli.tracing", "trace a map over a picture of it, or mend the map of a game"),
    "lsp": ("hexwar.cli.lsp", "complete, explain and check in an editor, as one types"),
    "explain": ("hexwar.cli.explain", "explain a finding of check by its code"),
    "pack": ("hexwar.cli.pack", "put a game into one file, to pass it on"),
    "install": ("hexwar.cli.install", "lay a pack among your games"),
    "list": ("hexwar.cli.listing", "list the games that can be played"),
    "show": (
        "hexwar.cli.show",
        "tell a game: map, tables, units, sequence of play",
    ),
    "print": (
        "hexwar.cli.printing",
        "put a game on paper: counters, map, charts and rules as PDFs",
    ),
    "render": ("hexwar.cli.render", "draw the map, counters or charts as a picture"),
    "balance": ("hexwar.cli.balance", "play many games between computer players: who wins?"),
    "train": ("hexwar.cli.train", "let the computer learn a game by playing against itself"),
    "book": ("hexwar.cli.book", "read the documentation: tutorial, how-tos, reference"),
    "study": ("hexwar.cli.study", "play the games that a file asks for, and keep them"),
    "report": ("hexwar.cli.report", "what a study says: a page with plots"),
    "replay": ("hexwar.cli.replay", "go through a save, or verify it"),
    "mail": ("hexwar.cli.mail", "play by mail: a file a turn, without a host"),
    "verify": (
        "hexwar.cli.verify",
        "prove a record: its moves, and how far its dice can be trusted",
    ),
    "replay-all": ("hexwar.cli.replay_all", "say which saves a change of a game breaks"),
}
"""Name of a command: its module, and a line about it.

The module is named as the command is, unless that would hide a builtin of this very package.
"""

__all__ = [
    "CLEAN",
    "COMMANDS",
    "FINDINGS",
    "INTERRUPTED",
    "PIPE_CLOSED",
    "USAGE",
    "UsageError",
    "main",
]

EXAMPLES = """\
examples:
  hexwar play                        choose a game in the window
  hexwar list                        the games that there are
  hexwar check my_game               is the folder my_game a sound game?
  hexwar COMMAND --help              more about a command
"""


class UsageError(ValueError):
    """A request that makes no sense; the message is the sentence that the user reads."""


class Parser(argparse.ArgumentParser):
    """A parser whose complaints stay short however long the input was.

    ``late`` makes the help of an argument only when it is read, so that its look-ups do not delay
    every start.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.late: dict[argparse.Action, Callable[[], str]] = {}

    def format_help(self) -> str:
        """The help, whole."""
        for action, text in self.late.items():
            action.help = text()
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Print the usage and the complaint, and exit."""
        from hexwar.definition.spelling import shortened

        super().error(shortened(message, 300))


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line (``sys.argv`` when none is given) and answer with its exit code.

    Whatever goes wrong is told in a sentence on the standard error, never in a traceback.
    """
    # What is imported and read is there to stay: collecting garbage among it, as often as in a
    # small program, took a sixth of the time until a window opens.
    gc.set_threshold(50_000, 20, 100)
    arguments = list(sys.argv[1:] if argv is None else argv)
    if None in (sys.stdin, sys.stdout, sys.stderr):
        from hexwar.cli.failures import replace_closed_streams

        replace_closed_streams()
    # What a terminal cannot show, or what is typed in no known encoding, becomes a ``?``.
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    try:
        try:
            code = _run(arguments)
        except SystemExit as stopped:  # argparse, after it has printed help or a usage error
            code = stopped.code if isinstance(stopped.code, int) else USAGE
        sys.stdout.flush()  # a closed pipe is noticed here, not while Python shuts down
    except (Exception, KeyboardInterrupt) as problem:
        from hexwar.cli.failures import report

        return report(problem, arguments)
    return code


def _run(arguments: list[str]) -> int:
    width = max(map(len, COMMANDS))
    lines = [f"  {name:{width}}  {summary}" for name, (_, summary) in COMMANDS.items()]
    overview = Parser(
        prog="hexwar",
        usage="hexwar COMMAND ...",
        description="Hex-and-counter wargames written as a folder of YAML.",
        epilog="\n".join(["commands:", *lines, "", EXAMPLES]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    overview.add_argument(
        "--version", action="store_true", help="what runs here: hexwar, Python, SDL, the system"
    )
    if not arguments:
        overview.print_help()
        return CLEAN
    name, remaining = arguments[0], arguments[1:]
    if name == "help":
        name, remaining = (remaining[0], ["--help"]) if remaining else ("--help", [])
    if name == "--version":
        from hexwar.cli.version import versions

        print(versions())
        return CLEAN
    if name.startswith("-"):
        overview.parse_args([name])  # --help ends here, all else is an error
    if name not in COMMANDS:
        from hexwar.definition.spelling import echoed, nearest, suggestion

        # Who types what he wants to do, such as "host", means the command that does it.
        named = ((id_, does) for id_, (_, does) in COMMANDS.items() if does.split()[0] == name)
        doing = None if nearest(name, list(COMMANDS)) else next(named, None)
        offered = ": ".join(doing) if doing else suggestion(name, COMMANDS)
        print(f"hexwar: there is no command {echoed(name)}; {offered}", file=sys.stderr)
        return USAGE
    module_name, summary = COMMANDS[name]
    module = import_module(module_name)
    parser = Parser(
        prog=f"hexwar {name}",
        description=f"{summary[0].upper()}{summary[1:]}{'' if summary.endswith('?') else '.'}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.add_arguments(parser)
    code: int = module.run(parser.parse_args(remaining))
    return code
