"""A game by mail: two people, two machines, and nothing between them but files."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.cli import main
from hexwar.records import RecordError, Session
from hexwar.records.lines import encoded
from hexwar.records.mail import MailedGame
from hexwar.rules.game import Game

SMALL = hexwar.load_game("marenfeld")
SIDES = SMALL.start(seed=1).frame.side_ids
MOST_FILES = 4000


class Post:
    """Two players of a game, each with a folder of his own, and the last file that was sent."""

    def __init__(self, folder: Path, game: Game, kind: str = "exchanged") -> None:
        self.game, self.folder, self.sent = game, folder, 0
        self.sides = game.start(seed=1).frame.side_ids
        self.file = folder / "0.jsonl"
        mailed = MailedGame.begun(game, self.sides[0], kind=kind, folder=self.home(0))
        self.send(mailed)

    def home(self, player: int) -> Path:
        """Where a player keeps what is his."""
        return self.folder / f"home{player}"

    def open(self, player: int) -> MailedGame:
        """Let a player take in the last file."""
        return MailedGame.opened(self.file, self.sides[player], self.game, self.home(player))

    def send(self, mailed: MailedGame) -> None:
        """Let him send his."""
        self.sent += 1
        self.file = self.folder / f"{self.sent}.jsonl"
        mailed.send(self.file)

    def turn(self, player: int, random: Random) -> bool:
        """Let a player open, do what he may, and send; whether the game is over."""
        mailed = self.open(player)
        session = mailed.session
        while session and not mailed.awaited and not session.state.is_over:
            session.apply(session.state.sample_action(random))
        self.send(mailed)
        return session is not None and session.state.is_over


def played(post: Post, seed: int, files: int = MOST_FILES) -> int:
    """Play until it is over, or for so many files; how many were sent."""
    random = Random(seed)
    for number in range(files):
        if post.turn((number + 1) % 2, random):
            return number + 1
    return files


@pytest.mark.parametrize("name", ["strike_force_one", "marenfeld", "orva_front"])
def test_a_game_goes_to_its_end_by_mail(name: str, tmp_path: Path) -> None:
    """And whoever has the last file proves all of it, every die included."""
    post = Post(tmp_path, hexwar.load_game(name))
    assert 2 < played(post, 3) < MOST_FILES
    session = Session.load(post.file, post.game)
    assert session.state.is_over
    assert session.unchecked == 0
    assert any(entry.dice for entry in session.entries)
    again = post.open(0)
    assert again.session is not None
    assert again.session.state.is_over


def test_by_honour_fewer_files_are_needed(tmp_path: Path) -> None:
    """One a turn, as nothing waits for anybody's part. Of three games each, since secret dice may
    end one of them early.
    """
    files = {"exchanged": 0, "honour": 0}
    for kind in files:
        for seed in (5, 6, 7):
            folder = tmp_path / f"{kind}{seed}"
            folder.mkdir()
            files[kind] += played(Post(folder, SMALL, kind), seed)
    assert files["honour"] < files["exchanged"]


def test_no_secret_leaves_the_machine(tmp_path: Path) -> None:
    """Links do, once they are due; what they come from stands in no file that is sent."""
    post = Post(tmp_path, SMALL)
    played(post, 3, 12)
    for player in (0, 1):
        chains = list(post.home(player).glob("*.chain"))
        assert len(chains) == 1
        assert stat.S_IMODE(chains[0].stat().st_mode) == 0o600
        for secret in json.loads(chains[0].read_text())["secrets"]:
            for sent in tmp_path.glob("*.jsonl"):
                assert secret not in sent.read_text()


def refused(post: Post, player: int) -> str:
    """Why a player does not take a file in."""
    home = {path.name: path.read_bytes() for path in post.home(player).iterdir()}
    with pytest.raises(RecordError) as refusal:
        post.open(player)
    assert home == {path.name: path.read_bytes() for path in post.home(player).iterdir()}
    return str(refusal.value)


def test_an_old_file_is_refused_with_what_is_missing(tmp_path: Path) -> None:
    """Whoever sends it again hoped for other dice, or took the wrong one."""
    post = Post(tmp_path, SMALL)
    played(post, 3, 9)
    post.file = tmp_path / "4.jsonl"
    assert "is older than yours" in refused(post, 0)
    assert "it lacks" in refused(post, 0)


def test_another_game_under_the_same_beginning_is_refused(tmp_path: Path) -> None:
    """As when somebody went back to before a roll and did something else."""
    post = Post(tmp_path, SMALL)
    random = Random(3)
    while not (mailed := post.open(0)).session or mailed.awaited:
        post.turn(1, random)
        post.send(post.open(0))
    kept = {path: path.read_bytes() for path in post.home(0).iterdir()}
    before, state = post.file, mailed.session.state
    first, second = [str(action) for action in state.legal_actions()][:2]
    mailed.session.apply(first)
    post.send(mailed)
    post.turn(1, random)
    for path, content in kept.items():
        path.write_bytes(content)  # he puts back what he had
    post.file = before
    again = post.open(0)
    assert again.session is not None
    again.session.apply(second)
    post.send(again)
    assert "does not go on where yours ends: from line" in refused(post, 1)


def test_nobody_acts_in_somebody_elses_name(tmp_path: Path) -> None:
    """Nor takes back what he did."""
    post = Post(tmp_path, SMALL)
    random = Random(3)
    for number in range(40):
        post.turn((number + 1) % 2, random)
        mailed = post.open(0)
        if mailed.session and not mailed.awaited and mailed.session.entries:
            break
    session = mailed.session
    assert session is not None
    lines = post.file.read_bytes().splitlines(keepends=True)
    action = str(session.state.sample_action(random))
    forged = {"do": action, "side": SIDES[0], "events": []}
    post.file.write_bytes(b"".join([*mailed._lines, encoded(forged)]))
    assert "in your name" in refused(post, 0)
    post.file.write_bytes(b"".join([*mailed._lines, encoded({"undo": "move"})]))
    assert "taken back" in refused(post, 0)
    post.file.write_bytes(b"".join([*mailed._lines, encoded({"back": 0})]))
    assert "has no place in a game by mail" in refused(post, 0)
    assert lines


def test_a_game_that_hides_something_needs_a_host(tmp_path: Path) -> None:
    """It says so, and where to turn to."""
    game = hexwar.load_game("tamrat")
    side = game.start(seed=1).frame.side_ids[0]
    with pytest.raises(ValueError, match="hides something"):
        MailedGame.begun(game, side, folder=tmp_path)


def test_the_command_begins_opens_and_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each with one line; what is to be sent is written and named."""

    def mail(player: str, *words: str) -> tuple[int, str]:
        monkeypatch.setenv("HEXWAR_HOME", str(tmp_path / player))
        code = main(["mail", *words])
        printed = capsys.readouterr()
        return code, " ".join((printed.out + printed.err).split())

    first, second, third = (str(tmp_path / f"{number}.jsonl") for number in (1, 2, 3))
    code, text = mail("one", "begin", "strike_force_one", "--side", "soviet", "--out", first)
    assert code == 0
    assert "It begins when us has sat down." in text
    assert f"Send {first}" in text
    code, text = mail("two", "open", first, "--out", second)
    assert code == 0
    code, text = mail("one", "answer", second, "done", "--out", third)
    assert code == 0
    assert "Send" in text
    code, text = mail("one", "open", first)
    assert code == 1
    assert "is older than yours" in text
    code, text = mail("two", "open", third)
    assert text
