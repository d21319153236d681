"""``hexwar pack``: a game in one file.

Only a sound game is packed, and what was imported from a module only by a person who says that he
may. The pack is written beside its place, read as its recipient will read it, and moved there if
that succeeds.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import hexwar
from hexwar.cli import CLEAN, UsageError
from hexwar.definition.diagnostics import Findings
from hexwar.definition.folder import read_layers
from hexwar.definition.loading import read_sound
from hexwar.definition.locations import PACK, find_game, is_pack
from hexwar.definition.packs import PackError, files_in, packed, read_pack
from hexwar.definition.printable import path_named
from hexwar.definition.writing_files import in_place_of, not_everywhere
from hexwar.imports.draft import LIST_DATA as IMPORTED
from hexwar.records.lines import reason

EXAMPLES = """\
examples:
  hexwar pack my_game                    the file my_game.hexwar
  hexwar pack my_game --out /tmp/a.hexwar
  hexwar install my_game.hexwar          into your games folder; then: hexwar play my_game

A pack holds what a game is written in, with the digest of every file, and nothing that could run.
Equal games make equal packs.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar pack`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument("folder", metavar="GAME", help="the folder of a game, or a shipped one")
    parser.add_argument(
        "--out", metavar="FILE", type=Path, help="where it goes (GAME.hexwar here, if not said)"
    )
    parser.add_argument(
        "--allowed", action="store_true", help="you may pass on what was imported from a module"
    )


def run(arguments: argparse.Namespace) -> int:
    """Make a pack of a sound game."""
    folder = find_game(arguments.folder)
    if is_pack(folder):
        raise UsageError(f"{path_named(folder)} is a pack already")
    if (folder / IMPORTED).is_file() and not arguments.allowed:
        refusal = (
            f"{path_named(folder)} was imported: its pictures and names belong to their publishers"
        )
        raise UsageError(f"{refusal}; if you may pass them on, say --allowed")
    source = read_sound(folder)
    out: Path = arguments.out or Path(f"{folder.resolve().name}{PACK}")
    if out.suffix != PACK:
        raise UsageError(f"{path_named(out)}: a pack is called something{PACK}")
    # What the manifest says beside the files.
    header = source.catalog.header
    layers = read_layers(folder, Findings())[:-1]
    needs = [layer.folder.name.removesuffix(PACK) for layer in layers]
    about = {
        "pack": 1,
        "game": header.id or folder.resolve().name,
        "title": header.title,
        "version": header.version,
        "license": header.license,
        "hexwar": hexwar.__version__,
        "needs": [name for name in needs if not (folder / name).exists()],
    }
    for name in (str(about["game"]), out.name):
        if why := not_everywhere(name):
            raise UsageError(f"no pack can be made: {path_named(name)} {why}")
    try:
        files, left_out = files_in(folder)
        with in_place_of(out) as part:
            part.write_bytes(packed(files, about))
            read_pack(part)  # as its recipient will read it
    except PackError as problem:
        raise UsageError(f"no pack can be made: {'; '.join(problem.reasons)}") from None
    except OSError as problem:
        raise UsageError(f"{path_named(out)} cannot be written: {reason(problem)}") from problem
    print(f"{path_named(out)}: {len(files)} files, {out.stat().st_size:,} bytes")
    for name in left_out:
        print(f"  left out: {path_named(name)}")
    return CLEAN
