"""``hexwar schema``: schemas for editors and for other programs: written out, printed, used to
check files.

Schemas are files; a test keeps them in step with the forms of the sections. Editors find them by
the first line of a game's files, which this command writes; no part of hexwar reads that line.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from hexwar.cli import CLEAN, FINDINGS, UsageError
from hexwar.cli.terminal import colored
from hexwar.definition.diagnostics import Findings
from hexwar.definition.documents import SUFFIX, kinds, misfits, read_yaml, schema
from hexwar.definition.locations import GAME_FILE, not_a_file, shipped
from hexwar.definition.printable import path_named
from hexwar.definition.report import format_full
from hexwar.definition.source import MOST_BYTES
from hexwar.definition.spelling import echoed, suggestion
from hexwar.definition.writing_files import write_whole

EXAMPLES = """\
examples:
  hexwar schema my_game                       after an update of hexwar, or for files of your own
  hexwar schema --list                        the schemas that there are
  hexwar schema --print save                  one of them
  hexwar schema --validate save my_save.jsonl does a file fit it?

Editors with YAML support read the first line of a file, find the schema there and complete and
explain as you type. The folder .schemas goes with the game: to another machine, into a repository.
What is no file of a game (saves, settings, results, what a program that plays is told) has a
schema as well. The files of a game are checked by `hexwar check`.

exit code: 0 it fits, 1 it does not, 2 a request that makes no sense
"""

FOLDER = ".schemas"
FIRST_LINE = "# yaml-language-server: $schema="


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar schema`` accepts."""
    parser.epilog = EXAMPLES
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument(
        "folder", metavar="FOLDER", nargs="?", help="lay them into the folder of a game or a series"
    )
    mode.add_argument("--list", action="store_true", help="the schemas, each with what it is of")
    mode.add_argument("--print", metavar="NAME", help="print a schema")
    mode.add_argument(
        "--validate",
        metavar=("NAME", "FILE"),
        nargs="+",
        help="say what of files (JSON, the first line of JSON Lines, YAML) does not fit a schema",
    )


def run(arguments: argparse.Namespace) -> int:
    """Lay the schemas down, print them or hold one against files."""
    if arguments.list:
        for name, path in _published().items():
            document = schema(name) if name in kinds() else json.loads(path.read_text("utf-8"))
            print(f"{name:20} {document['title']}")
        return CLEAN
    if arguments.print:
        print(
            _published()[_name_known(arguments.print, [*_published()])].read_text("utf-8"), end=""
        )
        return CLEAN
    if arguments.validate:
        kind, *files = arguments.validate
        if not files:
            raise UsageError("say which files: hexwar schema --validate NAME FILE")
        kind = _name_known(kind, kinds())
        fitting = [_is_document(kind, Path(file)) for file in files]
        return CLEAN if all(fitting) else FINDINGS
    folder = Path(arguments.folder)
    if not folder.joinpath(GAME_FILE).is_file():
        raise UsageError(f"{path_named(folder)} has no {GAME_FILE}")
    try:
        files_named = name_schemas(folder)
    except OSError as problem:
        raise UsageError(f"{path_named(folder)} cannot be written: {problem.strerror}") from problem
    print(f"{folder}: {', '.join(files_named)}")
    return CLEAN


def _published() -> dict[str, Path]:
    """Every schema by its name: those of the sections of a game, then those of documents."""
    folder = shipped("schemas")
    paths = [*sorted(folder.glob(f"*{SUFFIX}")), *sorted(folder.glob(f"documents/*{SUFFIX}"))]
    return {path.name.removesuffix(SUFFIX): path for path in paths}


def _name_known(name: str, known: Sequence[str]) -> str:
    if name not in known:
        raise UsageError(f"there is no schema {echoed(name)}; {suggestion(name, known)}")
    return name


def _is_document(kind: str, path: Path) -> bool:
    """Whether a file is a document of a kind; what is wrong is printed."""
    if path.suffix in (".yaml", ".yml"):
        findings = Findings()
        read_yaml(kind, path, findings)
        for finding in findings.sorted():
            print(format_full(finding, color=colored(sys.stdout)), end="\n\n")
        faults = []
    else:
        document = _json_of(path)
        faults = [
            f"{each.where}: {each.sentence}".removeprefix(": ") for each in misfits(kind, document)
        ]
        findings = Findings()
    for line in faults:
        print(f"{path_named(path)}: {line}")
    if not faults and not len(findings):
        print(f"{path_named(path)}: no findings")
    return not faults and not len(findings)


def _json_of(path: Path) -> object:
    """What a file of JSON says, or the first line of JSON Lines."""
    if not path.is_file():
        raise UsageError(f"{path_named(path)} is {not_a_file(path) or 'not there'}")
    try:
        with path.open("rb") as stream:
            text = (
                stream.readline(MOST_BYTES) if path.suffix == ".jsonl" else stream.read(MOST_BYTES)
            )
        return json.loads(text)
    except OSError as problem:
        raise UsageError(f"{path_named(path)} cannot be read: {problem.strerror}") from problem
    except (ValueError, RecursionError) as problem:
        why = str(problem) if isinstance(problem, json.JSONDecodeError) else "it cannot be read"
        raise UsageError(f"{path_named(path)} is no JSON: {why}") from None


def name_schemas(folder: Path) -> list[str]:
    """Let every YAML file of a game name its schema in the first line; the names of the files."""
    # In a checkout of hexwar those of the checkout, else a copy beside the game: the installed ones
    # lie elsewhere on the next machine, and in no author's repository.
    schemas, target = shipped("schemas").resolve(), folder.resolve()
    if schemas.parent not in target.parents:
        leaving_out = shutil.ignore_patterns("documents")
        shutil.copytree(schemas, target / FOLDER, dirs_exist_ok=True, ignore=leaving_out)
        schemas = target / FOLDER
    files = sorted(folder.rglob("*.yaml"))
    for path in files:
        lines = [line for line in read_lines(path) if not line.startswith(FIRST_LINE)]
        schema_path = Path(os.path.relpath(schemas, path.parent.resolve()), "game.schema.json")
        write_lines(path, [f"{FIRST_LINE}{schema_path.as_posix()}", *lines])
    return [path.relative_to(folder).as_posix() for path in files]


def read_lines(path: Path) -> list[str]:
    """The lines of a text as YAML counts them, and ``splitlines`` does not."""
    return path.read_bytes().decode("utf-8-sig").removesuffix("\n").split("\n")


def write_lines(path: Path, lines: Sequence[str]) -> None:
    """Write a text by its lines, all of them ended alike: with a return, if any has one."""
    end = "\r\n" if any(line.endswith("\r") for line in lines) else "\n"
    text = "".join(line.removesuffix("\r") + end for line in lines)
    write_whole(path, text.encode())
