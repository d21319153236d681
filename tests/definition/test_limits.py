"""A stranger's game cannot leave its folder, nor exhaust the machine."""

from __future__ import annotations

import os
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from types import FrameType

import pytest

import hexwar
from hexwar.definition import folder as folders
from hexwar.definition import load, source
from hexwar.definition.codes import tiny
from hexwar.definition.diagnostics import MOST_FINDINGS
from hexwar.definition.locations import user_games
from hexwar.definition.report import format_full
from tests.definition.conftest import Write

OUTSIDE = [
    "../secret.md",
    "/etc/passwd",
    "sub/../../secret.md",
    "..\\secret.md",
    "C:secret.md",
    "no/such.md",
    ".",
    "..",
    '""',
    '"~/x"',
    '"a\\0b"',
    '"x\\ny"',
]
OUTSIDE.append("x" * 5000)
HEADER = "hexwar: 2\nid: tiny\ntitle: Tiny\n"


def codes(folder: Path) -> set[str]:
    """The codes of all findings."""
    return {finding.code for finding in hexwar.check(folder)}


@pytest.mark.parametrize(
    "name",
    OUTSIDE,
)
@pytest.mark.parametrize("key", ["rulebook", "notes"])
def test_a_game_names_no_file_outside_its_folder(key: str, name: str, write: Write) -> None:
    folder = write(game=f"{HEADER}{key}: {name}\n")
    (folder.parent / "secret.md").write_text("## 1 Secret\n")
    found = [finding for finding in hexwar.check(folder) if finding.code in ("HW016", "HW007")]
    assert found
    assert found[0].line == 4
    with pytest.raises(hexwar.DefinitionError):
        load(folder)


@pytest.mark.parametrize("name", ["rules.md", "movement.yaml", "game.yaml"])
def test_a_link_does_not_lead_out_of_the_folder(name: str, write: Write) -> None:
    folder = write()
    outside = folder.parent / "outside"
    outside.write_text((folder / name).read_text())
    (folder / name).unlink()
    (folder / name).symlink_to(outside)
    assert "HW016" in codes(folder)


def test_a_link_to_nothing_and_a_folder_are_no_files(write: Write) -> None:
    folder = write()
    (folder / "lost.yaml").symlink_to(folder / "nowhere")
    (folder / "inner.yaml").mkdir()
    found = [finding for finding in hexwar.check(folder) if finding.code == "HW016"]
    assert sorted(Path(finding.file).name for finding in found) == ["inner.yaml", "lost.yaml"]


@pytest.mark.parametrize("name", ["/etc", "..\\x", '"a\\0b"', "../tiny/nothing", "x" * 5000, '""'])
def test_extends_names_a_game_or_is_an_error(name: str, write: Write) -> None:
    assert codes(write(game=f"{HEADER}extends: {name}\n")) & {"HW017", "HW018", "HW007"}


def test_a_circle_of_games_is_told_whole(write: Write) -> None:
    write(folder="one", game=f"{HEADER}extends: ../two\n")
    write(folder="two", game=f"{HEADER}extends: ../three\n")
    folder = write(folder="three", game=f"{HEADER}extends: ../one\n")
    messages = [finding.message for finding in hexwar.check(folder) if finding.code == "HW018"]
    assert messages == ["games extend each other in a circle: three -> one -> two -> three"]


def test_only_so_many_games_in_a_row(write: Write) -> None:
    last = folders.MOST_LAYERS
    for number in range(last + 1):
        base = f"extends: ../g{number + 1}\n" if number < last else ""
        write(folder=f"g{number}", game=HEADER + base)
    assert "HW018" in codes(write(folder="g0", game=f"{HEADER}extends: ../g1\n"))


def test_a_file_has_a_size(write: Write) -> None:
    folder = write()
    (folder / "movement.yaml").write_text("# " + "x" * source.MOST_BYTES)
    assert "HW006" in codes(folder)


def test_all_files_together_have_a_size(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "MOST_TOTAL_BYTES", 500)
    assert "HW006" in codes(write())


def test_so_many_files_and_no_more(write: Write) -> None:
    folder = write()
    for number in range(folders.MOST_FILES):
        (folder / f"n{number}.yaml").touch()
    assert codes(folder) == {"HW006"}


def test_so_many_values_and_no_more(write: Write) -> None:
    folder = write()
    (folder / "movement.yaml").write_text("movement: [" + "1, " * source.MOST_EVENTS + "1]")
    found = [finding for finding in hexwar.check(folder) if finding.code == "HW006"]
    assert [Path(finding.file).name for finding in found] == ["movement.yaml"]


def test_a_map_has_a_size(write: Write) -> None:
    folder = write(map="map:\n  grid: {columns: 100000, rows: 100000}\n  default: open\n")
    assert codes(folder) == {"HW106"}


def test_a_folder_that_is_not_there_is_one_finding(tmp_path: Path) -> None:
    (found,) = hexwar.check(tmp_path / "nothing")
    assert found.code == "HW010"
    (found,) = hexwar.check(tmp_path)
    assert found.code == "HW010"


@pytest.mark.parametrize("name", ["", "no such game", "a\0b", "x" * 5000, "strike_force_on"])
def test_a_game_by_a_wrong_name_is_one_finding(name: str) -> None:
    (found,) = hexwar.check(name)
    assert found.code == "HW010"
    with pytest.raises(hexwar.DefinitionError):
        load(name)


def test_a_hostile_file_makes_only_so_many_findings(write: Write) -> None:
    hexes = ", ".join(f"9{number:05}" for number in range(20_000))
    grid = "map:\n  grid: {columns: 4, rows: 3}\n  default: open\n"
    found = hexwar.check(write(map=f"{grid}  hexes: {{open: [{hexes}]}}\n"))
    assert len(found) == MOST_FINDINGS
    keys = ", ".join(f"k{number}: 1" for number in range(20_000))
    assert len(hexwar.check(write(movement=f"movement: {{allowance: 4, {keys}}}"))) == MOST_FINDINGS


def work(action: Callable[[], object]) -> int:
    """How many calls an action makes: a measure of its time that is the same on any machine."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        action()
    finally:
        sys.setprofile(None)
    return calls


def test_a_line_ten_times_as_long_is_no_more_work_to_show(write: Write) -> None:
    def shown(length: int) -> int:
        folder = write(movement=f"movement: {{allowance: 4, more: {'y' * length}, x: 1}}\n")
        found = hexwar.check(folder)
        assert len(found) == 2
        return work(lambda: [format_full(finding) for finding in found])

    assert shown(20_000) < 2 * shown(2_000)


def test_many_findings_on_one_long_line_are_sorted_without_reading_it_again(write: Write) -> None:
    keys = ", ".join(f"k{number}: 1" for number in range(2 * MOST_FINDINGS))
    folder = write(movement=f"movement: {{{keys}, long: {'y' * 2_000_000}}}")
    tracemalloc.start()
    try:
        found = hexwar.check(folder)
        assert [format_full(finding) for finding in found]
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(found) == MOST_FINDINGS
    assert most < 100_000_000


@pytest.mark.parametrize("name", ["movement", "top"])
def test_what_was_meant_is_not_looked_for_where_nobody_reads_it(name: str, write: Write) -> None:
    """Thousands of unknown keys cost what reading them costs."""

    def checked(count: int) -> int:
        keys = "".join(f"  k{number}: 1\n" for number in range(count))
        text = f"movement:\n  allowance: 4\n{keys}" if name == "movement" else dedent(keys)
        folder = write(**{name: text})
        return work(lambda: hexwar.check(folder))

    checked(10)
    more = checked(3_000) - checked(1_500)
    assert more < 1_500 * 80


def test_long_words_are_not_compared(write: Write) -> None:
    """Comparing two takes time that grows with their length at the least."""

    def checked(count: int, length: int) -> int:
        names = [f"u{'x' * length}{number}" for number in range(count)]
        counters = "".join(f"    {n}: {{side: red, type: infantry}}\n" for n in names)
        setup = "".join(f", w{n}: '0101'" for n in names[:5])
        folder = write(
            units=tiny.FILES["units.yaml"] + counters,
            scenarios=f"scenarios:\n  duel:\n    setup: {{A: '0101', X: '0402'{setup}}}\n",
        )
        return work(lambda: hexwar.check(folder))

    checked(1, 1)
    assert checked(20, 2_000) < 3 * checked(20, 10)


SERIES = dict.fromkeys(("movement", "terrain", "combat"), "")


def reached(folder: Path) -> bool:
    """Whether the game that a folder extends was found and read."""
    return "HW017" not in codes(folder)


@pytest.mark.parametrize("name", ["series", "../series", "./series", "./inner/series"])
def test_a_game_extends_a_folder_beside_it_or_within_it(name: str, write: Write) -> None:
    inside = {"./series": "tiny/series", "./inner/series": "tiny/inner/series"}
    write(folder=inside.get(name, "series"), game=HEADER + "rulebook: rules.md\n")
    assert hexwar.check(write(game=f"{HEADER}extends: {name}\n", **SERIES)) == []


def test_a_game_extends_one_that_was_shipped_or_is_the_users_own(write: Write) -> None:
    own = user_games()
    own.mkdir(parents=True)
    write(folder="elsewhere").rename(own / "mine")
    for name in ("scs", "mine"):
        assert reached(write(game=f"{HEADER}extends: {name}\n"))


@pytest.mark.parametrize("name", ["../../series", "../a/series", "..", "../.."])
def test_a_game_extends_nothing_farther_away(name: str, write: Write) -> None:
    for folder in ("series", "games/a/series", "games", "."):
        write(folder=folder)
    assert not reached(write(folder="games/tiny", game=f"{HEADER}extends: {name}\n"))


@pytest.mark.parametrize("name", ["series", "./series"])
def test_a_link_leads_to_no_other_game(name: str, write: Write) -> None:
    secret = write(folder="secret/series")
    folder = write(folder="games/tiny", game=f"{HEADER}extends: {name}\n")
    link = folder / "series" if name.startswith("./") else folder.parent / "series"
    link.symlink_to(secret)
    assert not reached(folder)


def test_of_a_folder_that_leads_back_to_itself_nothing_is_extended(write: Write) -> None:
    folder = write(folder="games/tiny", game=f"{HEADER}extends: series\n")
    (folder.parent / "series").symlink_to("series")
    found = [(finding.code, finding.message) for finding in hexwar.check(folder)]
    said = "extends series, but there is no such game where a game may look for it"
    assert ("HW017", said) in found


def test_what_is_no_file_is_called_what_it_is(write: Write) -> None:
    folder = write()
    game = folder / "game.yaml"
    game.unlink()
    kinds: dict[str, Callable[[], object]] = {
        "a named pipe": lambda: os.mkfifo(game),
        "a folder": game.mkdir,
        "a device": lambda: game.symlink_to("/dev/null"),
        "a link to nothing": lambda: game.symlink_to("nowhere"),
        "a link that leads back to itself": lambda: game.symlink_to(game),
    }
    for kind, make in kinds.items():
        make()
        for named in (folder, game):
            found = hexwar.check(named)
            assert [f.message for f in found if f.code == "HW016"] == [
                f"game.yaml is {kind}, not a file"
            ]
        game.rmdir() if game.is_dir() else game.unlink()
