"""``hexwar report``: what results say, as one page.

Results come from folders of ``hexwar study`` and files of ``hexwar balance --out``, in any mixture;
their games are looked up by id, for the maps on the page.
"""

from __future__ import annotations

import argparse
from itertools import chain
from pathlib import Path

from hexwar.cli import CLEAN, UsageError
from hexwar.cli.choosing import values_by_name
from hexwar.definition.printable import path_named

EXAMPLES = """\
examples:
  hexwar report options.results                 the page options.html
  hexwar report options.results page.html
  hexwar report before.results after.results page.html    two versions beside each other
  hexwar report games.jsonl                     of hexwar balance --out, which keeps less

The page is one file with all its plots and maps, and is read without a network.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar report`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument(
        "paths",
        metavar="RESULTS",
        nargs="+",
        type=Path,
        help="folders of hexwar study, or files of hexwar balance --out; last, a name that ends in "
        ".html for the page",
    )
    parser.add_argument(
        "--game",
        metavar="ID=FOLDER",
        action="append",
        default=[],
        dest="games",
        help="where a game is that is not found by its id",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the page."""
    from hexwar.laboratory.reading import title_of
    from hexwar.laboratory.report.page import page
    from hexwar.laboratory.results import rows_of

    paths: list[Path] = arguments.paths
    # The last name is that of the page if it ends so, and else one more folder of results.
    out = paths.pop() if paths[-1].suffix == ".html" else paths[0].with_suffix(".html")
    if not paths:
        raise UsageError("say whose results are reported on")
    for path in paths:
        if not path.exists():
            raise UsageError(f"there is no {path_named(path)}")
    studies = [path / "study.yaml" for path in paths if (path / "study.yaml").is_file()]
    texts = [study.read_text(encoding="utf-8") for study in studies]
    title = title_of(studies[0]) if studies else paths[0].stem
    try:
        rows = chain.from_iterable(map(rows_of, paths))
        folders = values_by_name("--game", arguments.games, "ID=FOLDER")
        html = page(rows, title, folders, "\n".join(texts))
    except ValueError as problem:
        raise UsageError(str(problem)) from problem
    out.write_text(html, encoding="utf-8")
    print(f"{path_named(out)}: {title}")
    return CLEAN
