"""What holds for every text file of the project."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Collection
from functools import cache
from pathlib import Path

import pytest

import hexwar
from hexwar.viewer.program.commands import COMMANDS
from hexwar.viewer.program.keyboard import written

ROOT = Path(__file__).resolve().parent.parent
NOT_OURS = {"LICENSE", "OFL.txt"}
"""Licence texts are quoted as they are, addresses included."""

NOT_TEXT = {".png", ".jpg", ".ttf", ".otf", ".ogg", ".wav", ".ico"}
UNTRACKED = re.compile(r"(?:^|/)(?:\.(?!ci/|gitignore)|__pycache__/|build/|dist/)")

HOST = re.compile(
    r"\b[a-z]+:" + r"//[\w\[]"  # written in two parts, or this file would name one
    r"|\b(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|edu|gov)(?![\w(.=])",
    re.IGNORECASE,
)
"""An address, or something that is one when ``https`` is put before it."""

VERSIONED = {"hexwar/__init__.py", "CHANGELOG.md"}
"""Where the version stands: who needs it elsewhere asks the package."""

DIALECT = '"$schema": "https:' + "//json-schema" + '.org/draft/2020-12/schema"'
"""How a schema says which draft it is written in: a name, and nothing is fetched."""

DRAWING = 'SVG = "http:' + "//www.w3" + '.org/2000/svg"'
"""How a file says that it is SVG: a name as well."""

LINK = re.compile(r"!?\[[^\]]*\]\((?P<target>[^)\s]+)[^)]*\)")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


@cache
def files() -> tuple[Path, ...]:
    """The project's files: those that git tracks, or all of an unpacked source archive."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode == 0 and listed.stdout:
        paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    else:
        paths = [path for path in ROOT.rglob("*") if not UNTRACKED.search(named(path))]
    return tuple(path for path in paths if path.is_file() and path.suffix not in NOT_TEXT)


def pages() -> list[Path]:
    """The prose."""
    return [path for path in files() if path.suffix == ".md"]


def named(path: Path) -> str:
    """A file's name from the project's folder."""
    return path.relative_to(ROOT).as_posix()


def read(path: Path) -> str:
    """A file's text, or what is like text in another kind of file."""
    return path.read_text(encoding="utf-8", errors="replace")


def test_files_are_found() -> None:
    """The tests below look at something."""
    assert {"README.md", "pyproject.toml", "hexwar/__init__.py"} <= {named(p) for p in files()}


def test_no_file_names_a_network_host() -> None:
    """The project works, builds and reads the same wherever its repository stands."""
    found = [
        f"{named(path)}:{number}: {match.group()}"
        for path in files()
        if path.name not in NOT_OURS
        for number, line in enumerate(read(path).splitlines(), 1)
        if (match := HOST.search(line.replace(DIALECT, "").replace(DRAWING, "")))
    ]
    assert found == []


@pytest.mark.parametrize("text", ["see https:" + "//x.y/z", "at python" + ".org, it says"])
def test_a_network_host_would_be_found(text: str) -> None:
    """The pattern above can fail."""
    assert HOST.search(text)


def test_every_file_ends_with_a_newline_and_no_line_with_a_blank() -> None:
    """Differences show what was changed, nothing else."""
    wrong = [
        named(path)
        for path in files()
        if path.suffix in {".py", ".md", ".yaml", ".toml"}
        and (text := path.read_text(encoding="utf-8"))
        and (not text.endswith("\n") or re.search(r"[ \t]$", text, re.MULTILINE))
    ]
    assert wrong == []


def anchors(page: Path) -> set[str]:
    """The names that a link into a page may end with."""
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ (.+?)\s*$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", [pytest.param(page, id=named(page)) for page in pages()])
def test_links_lead_somewhere(page: Path) -> None:
    """Every link in the prose goes to a file that exists, and to a heading that it has."""
    broken = []
    for match in LINK.finditer(FENCED.sub("", page.read_text(encoding="utf-8"))):
        name, _, anchor = match["target"].partition("#")
        goal = (page.parent / name).resolve() if name else page
        if not goal.exists() or (anchor and anchor not in anchors(goal)):
            broken.append(match["target"])
    assert broken == []


def faults_of_change(name: str, text: str, kinds: Collection[str]) -> list[str]:
    """What is wrong with a file of ``changes``."""
    named_right = re.fullmatch(r"[a-z0-9_+-]+\.(?P<kind>[a-z]+)(?:\.\d+)?\.md", name)
    faults = []
    if not named_right or named_right["kind"] not in kinds:
        faults.append(f"{name}: not NAME.KIND.md with a kind among {', '.join(kinds)}")
    if not re.fullmatch(r"(?!hexwar\.)(?:hexwar\b|[A-Z`*\d]).{20,600}[.!?]\n", text, re.DOTALL):
        faults.append(f"{name}: not a sentence or two, from a capital to a full stop")
    return faults


def test_every_change_has_a_known_kind_and_is_a_sentence() -> None:
    """So that the next section of the changelog needs nobody to edit it."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    towncrier = settings["tool"]["towncrier"]
    kinds = [kind["directory"] for kind in towncrier["type"]]
    changes = [
        path
        for path in (ROOT / towncrier["directory"]).iterdir()
        if path.name not in towncrier["ignore"]
    ]
    assert kinds == ["added", "changed", "fixed", "removed"]
    assert [
        fault for path in changes for fault in faults_of_change(path.name, read(path), kinds)
    ] == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("saves.mended.md", "Saves of older versions open again.\n"),
        ("saves.md", "Saves of older versions open again.\n"),
        ("saves.fixed.md", "- Saves of older versions open again.\n"),
        ("saves.fixed.md", "Saves of older versions open again"),
        ("saves.fixed.md", "saves of older versions open again.\n"),
    ],
)
def test_a_change_that_does_not_read_in_the_changelog_would_be_found(name: str, text: str) -> None:
    """The test above can fail."""
    assert faults_of_change(name, text, ["added", "fixed"])


def test_the_changelog_has_the_place_where_the_next_version_goes() -> None:
    """Where ``towncrier build`` puts it, before all others."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    before, mark, after = text.partition(settings["tool"]["towncrier"]["start_string"])
    assert mark and "\n## " not in before and "\n## " in after


def test_one_version_number() -> None:
    """It stands in the package; whoever builds reads it there."""
    read_by = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in read_by["project"] and read_by["project"]["dynamic"] == ["version"]
    elsewhere = [
        named(path)
        for path in files()
        if path.suffix in {".toml", ".py", ".md", ".json"} and named(path) not in VERSIONED
        if hexwar.__version__ in read(path)
    ]
    assert elsewhere == []


@pytest.mark.parametrize("name", ["start", "tests"])
def test_the_readme_has_the_line_that_continuous_integration_runs(name: str) -> None:
    """One line, from a clone onwards, under its mark."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(rf"^<!-- {name} -->\n```sh\n(.+)\n```$", text, re.MULTILINE)
    assert found is not None
    assert found[1].startswith("git clone REPOSITORY hexwar && cd hexwar && python3 -m venv .venv")


def test_the_page_on_playing_lists_every_key() -> None:
    """Its tables are those of the window's own table of commands."""
    text = (ROOT / "docs" / "how-to" / "play.md").read_text(encoding="utf-8")
    rows = [
        f"| {', '.join(f'`{written(keys)}`' for keys in command.keys)} | {command.title} |"
        for command in COMMANDS
        if not command.id.startswith(("choose_", "member_"))  # nine rows of one kind, told in one
    ]
    assert rows
    assert [row for row in rows if row not in text] == []
