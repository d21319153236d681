"""``hexwar lsp``: the language server that editors start."""

from __future__ import annotations

import argparse
import logging
import os
import sys

from hexwar.cli import CLEAN, UsageError

EXAMPLES = """\
examples:
  hexwar lsp         what an editor starts; it speaks over the standard input and output

How Visual Studio Code, Neovim, Helix, Emacs and others start it: docs/how-to/write-in-an-editor.md.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar lsp`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument("--stdio", action="store_true", help="as it does anyway; editors add it")


def run(_: argparse.Namespace) -> int:
    """Serve until the editor goes."""
    try:
        from hexwar.language_server.server import make_server
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise UsageError("the language server needs pygls: pip install 'hexwar[lsp]'") from missing
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    # The library closes what it speaks over, and these two are asked for again at the end.
    ends = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    make_server().start_io(*ends)
    return CLEAN
