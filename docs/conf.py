"""How the pages of this folder become a book: ``sphinx-build -W docs FOLDER``, or ``hexwar book``.

The pages are plain Markdown, so that they read the same here, in the terminal (``hexwar book``)
and in the book. Its chapters and their order are those of ``index.md``.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import hexwar

project = "hexwar"
author = "The hexwar authors"
version = release = hexwar.__version__
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
root_doc = "index"
exclude_patterns = ["how-to/learning/*", "how-to/players/*"]
myst_heading_anchors = 4
html_theme = "furo"
html_title = f"hexwar {version}"
html_theme_options = {"navigation_with_keys": True}
html_copy_source = False
html_show_sphinx = False
show_warning_types = True
language = "en"
# Excerpts of findings and of files that are not finished are no whole documents of a language.
suppress_warnings = ["misc.highlighting_failure"]

_CHAPTER = re.compile(r"^\*\*(?P<title>[^*]+)\*\*")
_PAGE = re.compile(r"^- \[(?P<title>[^\]]+)\]\((?P<page>[^):#]+)\.md\)")
_OUTSIDE = re.compile(
    r"\[([^\]]+)\]\((?:\.\./)+(?:README|CONTRIBUTING|CHANGELOG|SECURITY|changes/README)\.md[^)]*\)"
)


def _contents(text: str) -> str:
    """The chapters of the book, by the lists of the front page; the reference has all its pages."""
    chapters: dict[str, list[str]] = {}
    pages: list[str] = []
    for line in text.splitlines():
        if chapter := _CHAPTER.match(line):
            pages = chapters.setdefault(chapter["title"], [])
        elif page := _PAGE.match(line):
            pages.append(page["page"])
    listed = {page for named in chapters.values() for page in named}
    folder = Path(__file__).parent / "reference"
    sections = (f"reference/{path.stem}" for path in sorted(folder.glob("*.md")))
    chapters["Reference"] += [page for page in sections if page not in listed]
    trees = (
        "\n".join(["```{toctree}", ":hidden:", f":caption: {title}", "", *named, "```"])
        for title, named in chapters.items()
    )
    return "\n\n".join(trees)


def _read(app: Any, page: str, source: list[str]) -> None:
    """Give the front page its contents; what stands outside the book is named and not linked."""
    source[0] = _OUTSIDE.sub(r"\1", source[0])
    if page == root_doc:
        source[0] += "\n\n" + _contents(source[0])


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("source-read", _read)
