"""Players who are not here or cannot go on, in the terminal: who plays is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexwar
from hexwar.cli import main
from hexwar.players import absent
from hexwar.records import HUMAN, Session
from tests.cli.conversation import talk

CODE = """
from pathlib import Path
Path("mark").touch()

class Player:
    def choose(self, state, random):
        return state.sample_action(random)

class Tired(Player):
    def choose(self, state, random):
        raise KeyError("A")
"""


@pytest.fixture
def name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module in the current folder whose import leaves a mark."""
    name = f"typed_{abs(hash(tmp_path))}"
    (tmp_path / f"{name}.py").write_text(CODE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return name


def saved(player: str) -> Path:
    """A save whose U.S. player is to act and has this name."""
    path = Path.cwd() / "game.jsonl"
    Session.new("strike_force_one", seed=7, players={"us": player}, path=path).apply("done")
    return path


def test_a_save_that_names_a_module_opens_without_it(name: str) -> None:
    session = Session.load(saved(f"{name}:Player"))
    assert session.unconfirmed == {"us"}
    printed = talk(session, "random")
    assert f"The save names {name}:Player, which did not come with hexwar." in " ".join(
        printed.split()
    )
    assert "U.S. (Random): " in printed
    assert not Path("mark").exists()


@pytest.mark.parametrize("player", ["hard,rollouts=999999999", "easy,seconds=1e300"])
def test_a_save_that_asks_for_ages_is_asked_about(
    player: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its owner may say so again, beside ``--load`` or when asked."""
    monkeypatch.chdir(tmp_path)
    path = saved(player)
    printed = " ".join(talk(Session.load(path), "quit").split())
    assert f"{player}, who would think longer than a save may ask for" in printed
    assert "U.S. (" not in printed
    session = Session.load(path)
    session.seat("us", player)
    assert absent(session.players, session.unconfirmed) == {}


@pytest.mark.parametrize("player", ["greedy,rollouts=5", "human,seconds=2"])
def test_a_save_whose_player_takes_no_such_setting_is_asked_about(
    player: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = saved(player)
    printed = " ".join(talk(Session.load(path), "random").split())
    kind, _, setting = player.partition(",")
    said = f"The save names {player}, and {kind} takes no {setting.partition('=')[0]}. Who plays"
    assert said in printed
    assert "U.S. (Random): " in printed


def test_a_setting_that_a_player_does_not_take_is_refused_before_the_game(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for player in ("greedy", f"{name}:Player"):
        assert (
            main(["play", "strike_force_one", "--text", "--side", f"us={player},rollouts=5"]) == 2
        )
        told = capsys.readouterr()
        assert told.err == f"hexwar: {player} takes no rollouts\n"
        assert not told.out


def test_a_name_of_a_save_is_told_in_characters_that_can_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bad = "x\x1b[2J\u202e\nPlayers: " + "y" * 9000
    printed = talk(Session.load(saved(bad)), "quit")
    told = next(line for line in printed.splitlines() if line.startswith("Players: "))
    assert r"U.S.: x\x1b[2J\u202e Players: yyy" in told
    assert len(told) < 300


def test_a_fault_of_hexwar_itself_says_where_the_game_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def fail(*_: object) -> None:
        raise KeyError("ours")

    monkeypatch.setattr("hexwar.players.RandomPlayer.choose", fail)
    session = Session.load(saved("random"))
    with pytest.raises(KeyError) as raised:
        talk(session)
    assert "The game is saved. To go on: hexwar play --text --load" in raised.value.__notes__[0]


def test_its_name_starts_it(name: str) -> None:
    printed = talk(Session.load(saved(f"{name}:Player")), f"{name}:Player")
    assert Path("mark").exists()
    assert f"U.S. ({name}:Player): " in printed


@pytest.mark.parametrize(
    "player", ["Brusilov", "no_such:Player", "program:./no_such", "x,seconds=no"]
)
def test_whoever_is_not_here_is_asked_for_until_somebody_is(name: str, player: str) -> None:
    printed = " ".join(talk(Session.load(saved(player)), player, "person", "save").split())
    assert printed.count("Who plays the U.S.") == 2
    assert "To go on: hexwar play" in printed
    assert "Traceback" not in printed


@pytest.mark.parametrize("lines", [(), ("quit",)])
def test_whoever_names_nobody_leaves_the_game(name: str, lines: tuple[str, ...]) -> None:
    path = saved(f"{name}:Player")
    before = path.read_bytes()
    assert "The game is saved. To go on:" in talk(Session.load(path), *lines)
    assert path.read_bytes() == before
    assert not Path("mark").exists()


def test_the_command_line_says_who_plays(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", open("/dev/null", encoding="utf-8"))  # noqa: SIM115, PTH123
    path = saved(f"{name}:Player")
    assert main(["play", "--text", "--load", str(path), "--side", "us=person"]) == 0
    assert "Who plays" not in capsys.readouterr().out
    assert not Path("mark").exists()
    assert main(["play", "--text", "--load", str(path), "--side", f"us={name}:Player"]) == 0
    assert f"U.S. ({name}:Player): " in capsys.readouterr().out
    assert Path("mark").exists()


def test_a_player_at_fault_is_said_and_another_goes_on(name: str) -> None:
    session = Session.new("strike_force_one", seed=7, players={"us": f"{name}:Tired"})
    printed = " ".join(talk(session, "done", "random").split())
    where = f"({name}.py, line 11)"
    assert f"{name}:Tired cannot go on: KeyError: 'A' {where}. Who plays the U.S." in printed
    assert "U.S. (Random): " in printed
    assert session.players == {"soviet": HUMAN, "us": "random"}


def test_old_saves_name_players_that_are_still_here(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    Session.new("strike_force_one", seed=7, players={"us": "greedy"}, path=path).apply("done")
    assert "U.S. (Greedy): " in talk(Session.load(path))


def test_replay_tells_a_game_of_somebody_who_is_not_here(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    session = Session.load(saved(f"{name}:Player"))
    session.apply(hexwar.Action("done"))
    assert session.path is not None
    assert main(["replay", str(session.path)]) == 0
    assert f"2. U.S. ({name}:Player): done" in capsys.readouterr().out
    assert not Path("mark").exists()
