"""The window at somebody else's table: it plays, and holds nothing that its side may not know."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from hexwar.host.policy import Policy
from hexwar.joining import line as line_module
from hexwar.joining.client import Client, LineError
from hexwar.joining.line import HostLine
from hexwar.records import kept_rules
from hexwar.viewer.app import App
from hexwar.viewer.board.joined import JoinedBoard, JoinedBriefing
from hexwar.viewer.board.replay import ReplayScreen
from hexwar.viewer.program.settings import Settings
from hexwar.viewer.screens.ending import EndingScreen
from hexwar.viewer.screens.joining import JoinScreen, TableScreen
from hexwar.viewer.screens.question import QuestionScreen
from hexwar.viewer.widgets.controls import TextField
from tests.host.conftest import GAMES, LARGE
from tests.host.serving import HOUR, Running, seats
from tests.host.windows import (
    CutClient,
    SeatWindow,
    StraightLine,
    do,
    matched,
    play,
    until,
)

SHIPPED = (*GAMES, *LARGE)

Sit = Callable[..., dict[str, SeatWindow]]


@pytest.fixture
def sit(host: Running) -> Iterator[Sit]:
    """Windows in the seats of a new table."""
    opened: list[SeatWindow] = []

    def make(game: str = "strike_force_one", **more: Any) -> dict[str, SeatWindow]:
        speed = more.pop("speed", "instant")
        _, tokens = host.begin(game, **more)
        windows = {
            seat: SeatWindow(matched(host.serving.link(token)), speed)
            for seat, token in tokens.items()
        }
        opened.extend(windows.values())
        return windows

    yield make
    for window in opened:
        window.close()


def table_of(host: Running) -> Any:
    """The table that was opened last."""
    return host.serving.host.table(next(reversed(host.serving.host._open)))


@pytest.mark.matrix(one_in=5)
@pytest.mark.parametrize("game", SHIPPED)
def test_two_windows_play_a_shipped_game_to_its_end(game: str, host: Running, sit: Sit) -> None:
    """Each by what it was told; what each has in the end is what its side may know."""
    windows = sit(game)
    table = table_of(host)
    assert play(windows.values(), Random(3), 400) > 10
    until(lambda: all(window.match.state.is_over for window in windows.values()), *windows.values())
    assert table.state.is_over
    for seat, window in windows.items():
        eyes = table.eyes[seat]
        assert window.match.state.to_dict() == json.loads(json.dumps(eyes.position(table.state)))
        assert window.match.course.head == eyes.head
        assert table.state.verdict.partition(" (")[0] in window.text()


def test_a_window_plays_against_a_program(host: Running) -> None:
    _, tokens = host.begin("strike_force_one")
    links = {seat: host.serving.link(token) for seat, token in tokens.items()}
    program = Client(links["us"])
    program.hear()
    window = SeatWindow(matched(links["soviet"]))
    for line in ("move B 0703", "done"):
        do(window, line)
    told = [message for message in program.hear() if message["t"] == "step"]
    assert "B moves" in told[0]["said"]
    window.close()


class Seen(StraightLine):
    """Keeps all that came from the host."""

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self.heard: list[Any] = []

    def news(self) -> Iterator[Any]:
        """What comes."""
        for message in super().news():
            self.heard.append(message)
            yield message


@pytest.mark.parametrize("game", ["strike_force_one", "force_on_force"])
def test_no_window_is_told_the_key_of_the_dice(game: str, host: Running) -> None:
    _, tokens = host.begin(game)
    matches = [matched(host.serving.link(token), Seen) for token in tokens.values()]
    play(windows := [SeatWindow(match) for match in matches], Random(2), 30)
    key = table_of(host)._key.to_dict()
    words = [value for value in key.values() if isinstance(value, str) and len(value) > 20]
    assert words
    for window in windows:
        assert isinstance(window.match.line, Seen)
        whole = json.dumps([window.match.course.state.to_dict(), window.match.line.heard])
        assert not any(word in whole for word in words)
        entries = [m["known"].get("entry", {}) for m in window.match.line.heard if "known" in m]
        told = [event for entry in entries for event in entry.get("events", ())]
        assert told and not any("hidden" in event for event in told)
        window.close()


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits before a host is tried again."""
    monkeypatch.setattr(line_module, "FIRST_PAUSE", 0.0)
    monkeypatch.setattr(line_module, "LONGEST_PAUSE", 0.0)
    monkeypatch.setattr(line_module, "LONGEST_WAIT", 0)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(
    "game", [SHIPPED[0], *(pytest.param(game, marks=pytest.mark.slow) for game in SHIPPED[1:])]
)
def test_a_line_that_is_cut_at_every_message_loses_and_doubles_nothing(
    game: str, host: Running
) -> None:
    """Before it is sent, and before its answer comes; with the threads of a real window. Each line
    of the record is one message of one side, and each side has all of its own.
    """
    _, tokens = host.begin(game)
    windows = {}
    for seat, token in tokens.items():
        match = matched(host.serving.link(token), HostLine, CutClient)
        assert isinstance(match.line.client, CutClient)
        match.line.client.cuts = True
        windows[seat] = SeatWindow(match)
    assert play(windows.values(), Random(3), 400) > 10
    until(lambda: all(window.match.state.is_over for window in windows.values()), *windows.values())
    table = table_of(host)
    raw = [line for line in table._store.lines(table.id) if line.startswith(b'{"do"')]
    lines = [json.loads(line) for line in raw]
    acts = table._store.run("select distinct n from acts where game = ?", table.id)
    assert table.state.is_over and len(lines) == len(acts)
    for seat, window in windows.items():
        mine = [str(entry.action) for entry in window.match.entries if entry.side == seat]
        assert mine == [line["do"] for line in lines if line["side"] == seat]
        assert window.match.course.head == table.eyes[seat].head
        window.close()


def test_a_refusal_has_its_rule_and_costs_no_message(sit: Sit) -> None:
    window = sit()["soviet"]
    assert not window.match.act("move A 0101 rapid")
    assert window.match.notice.refusal
    assert not window.match.act("attack 0603 by B")
    assert window.match.notice.rule


def test_previews_and_reach_are_those_of_the_window(sit: Sit) -> None:
    window = sit()["soviet"]
    window.board.selection.pick("A")
    assert "0801" in window.board.selection.reach()
    for line in ("move B 0703", "move C 0704", "done"):
        do(window, line)
    preview = window.match.state.view("soviet").preview("attack 0603 by B C")
    assert preview.attackers == ("B", "C")


def test_a_move_is_taken_back_in_both_windows(sit: Sit) -> None:
    windows = sit()
    soviet, us = windows["soviet"], windows["us"]
    do(soviet, "move A 0801")
    until(lambda: us.match.entries, us)
    soviet.board.commands.undo()
    until(lambda: not soviet.match.entries, soviet)
    until(lambda: not us.match.entries, us)
    assert us.match.state.position("A") == soviet.match.state.position("A") == "0802"
    assert "taken back" in us.match.notice.text
    soviet.board.commands.undo()
    assert soviet.match.notice.text == "Undo has nothing to undo yet."


def test_both_go_back_beyond_dice_when_both_agree(sit: Sit) -> None:
    windows = sit()
    soviet, us = windows["soviet"], windows["us"]
    for line in ("move B 0703", "move C 0704", "done", "attack 0603 by B C"):
        do(soviet, line)
    assert soviet.match.undo_lock
    soviet.match.tell("offer", what="back")
    until(lambda: isinstance(us.app.screen, QuestionScreen), us)
    assert "offer to go back" in us.text()
    assert isinstance(us.app.screen, QuestionScreen)
    us.app.screen.give(us.app.screen.answers[0])
    until(lambda: len(soviet.match.entries) == 3, soviet)
    until(lambda: len(us.match.entries) == 3, us)
    assert us.match.state.to_dict()["units"] == soviet.match.state.to_dict()["units"]


def test_a_battle_is_told_as_at_one_window(sit: Sit) -> None:
    windows = sit(speed="fast")
    soviet, us = windows["soviet"], windows["us"]
    for line in ("move B 0703", "move C 0704", "done", "attack 0603 by B C"):
        soviet.match.go_on()
        soviet.match.playback.skip()
        do(soviet, line)
    until(lambda: any(e.kind == "battle" for x in us.match.entries for e in x.events), us)
    assert [fight.title for fight in us.match.changes.fights] == ["B and C against W"]
    assert us.match.entries[-1].events[0] == soviet.match.entries[-1].events[0]


def test_what_is_said_is_heard_and_shown(sit: Sit) -> None:
    windows = sit()
    soviet, us = windows["soviet"], windows["us"]
    soviet.board.run("table")
    assert isinstance(soviet.app.screen, TableScreen)
    soviet.app.screen._take("Good evening.")
    soviet.app.screen._say()
    until(lambda: us.match.talk, us)
    assert us.match.notice.text == "Soviet (Person): Good evening."
    us.board.run("table")
    assert "Soviet (Person): Good evening." in us.text()


def test_a_draw_is_offered_and_agreed_on(sit: Sit) -> None:
    windows = sit()
    soviet, us = windows["soviet"], windows["us"]
    do(soviet, "draw")
    until(lambda: us.match.human_to_act, us)
    do(us, "accept")
    assert us.match.state.is_over
    until(lambda: soviet.match.state.is_over, soviet)
    until(lambda: "Offer a rematch" in soviet.text(), soviet)
    assert isinstance(soviet.app.screen, EndingScreen)
    soviet.app.screen.on_again()
    until(lambda: isinstance(us.app.screen, QuestionScreen), us, soviet)
    assert isinstance(us.app.screen, QuestionScreen)
    us.app.screen.give(us.app.screen.answers[0])
    until(lambda: "The next game has begun" in us.text(), us, soviet)
    assert isinstance(us.app.screen, QuestionScreen)
    us.app.screen.give(us.app.screen.answers[0])
    until(lambda: isinstance(us.app.screen, JoinedBriefing), us)
    assert "You play the Soviets" in us.text(), "the seats are exchanged, which is said first"
    briefing = us.app.screens[-1]
    assert isinstance(briefing, JoinedBriefing)
    briefing.cancel()
    board = us.app.screens[-1]
    assert isinstance(board, JoinedBoard)
    assert board.joined.own == "soviet" and not board.match.entries
    board.leave()


def test_who_resigns_has_lost(sit: Sit) -> None:
    windows = sit()
    soviet, us = windows["soviet"], windows["us"]
    us.board.commands.resign()
    assert isinstance(us.app.screen, TableScreen)
    us.match.tell("resign")
    do(soviet, "done")
    until(lambda: us.match.state.is_over or soviet.match.state.is_over, us, soviet)


def test_the_clock_and_who_is_waited_for_are_told(sit: Sit) -> None:
    windows = sit(policy=HOUR)
    soviet, us = windows["soviet"], windows["us"]
    until(lambda: us.match.now, us, soviet)
    us.app.step(0.0)
    assert "The Soviets are to choose; you play the U.S." in us.text()
    assert "left." in soviet.text()


def test_a_host_that_is_away_is_told_in_a_sentence(host: Running, sit: Sit) -> None:
    window = sit()["soviet"]
    window.match.line.cut = "the host cannot be reached: connection refused"
    window.app.step(0.0)
    assert "The host cannot be reached" in window.text() and "nothing is lost" in window.text()
    window.match.line.cut = ""
    window.app.step(0.0)
    assert "cannot be reached" not in window.text()


def test_who_comes_back_has_the_whole_log(host: Running) -> None:
    _, tokens = host.begin("strike_force_one")
    first = SeatWindow(matched(host.serving.link(tokens["soviet"])))
    for line in ("move A 0801", "move B 0703", "done"):
        do(first, line)
    first.close()
    again = SeatWindow(matched(host.serving.link(tokens["soviet"])))
    assert [str(entry.action) for entry in again.match.entries] == [
        str(entry.action) for entry in first.match.entries
    ]
    assert again.match.state == first.match.state
    again.close()


def test_the_game_is_gone_through_again(sit: Sit) -> None:
    window = sit()["soviet"]
    for line in ("move A 0801", "done"):
        do(window, line)
    window.board.open_replay()
    until(lambda: isinstance(window.app.screen, ReplayScreen), window)


def test_hints_are_made_of_what_this_side_knows(sit: Sit) -> None:
    windows = sit("force_on_force")
    until(lambda: any(window.match.human_to_act for window in windows.values()), *windows.values())
    acting = next(window for window in windows.values() if window.match.human_to_act)
    acting.board.commands.ask_for_hint()
    acting.board.hints.hurry()
    until(lambda: acting.board.hints.advice is not None, acting)
    assert acting.match.state.explain(acting.board.hints.plan[0]) is None


def test_what_a_host_sends_that_makes_no_sense_is_told_so(sit: Sit) -> None:
    window = sit()["soviet"]
    window.match.take_first([{"t": "step", "known": {"entry": {"do": "x"}, "position": 7}}])
    window.app.step(0.0)
    assert "What the host says makes no sense" in window.text()


def test_rules_that_are_not_here_are_sent_as_packs(
    host: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are kept then, as those of saves are."""
    client = seats(host, "strike_force_one")["soviet"]
    here = Client(host.serving.link(client.token), informed=True)
    messages = here.hear()
    files = messages[1]["known"]["files"]
    packs = here.request("GET", f"{here.path}/rules")[1]
    data = {name: here.request("GET", f"{here.path}/rules/{name}")[1] for name in packs["packs"]}
    assert here.request("GET", f"{here.path}/rules/..%2Fkept.json")[0] == 404
    monkeypatch.setattr(kept_rules, "rules_folder", lambda: tmp_path / "rules")
    with pytest.raises(kept_rules.NotKeptError):
        kept_rules.kept_game("strike_force_one", files)
    with pytest.raises(kept_rules.NotKeptError, match="another game"):
        kept_rules.taken_in(packs["game"], data, "strike_force_one", {**files, "x.yaml": "1"})
    with pytest.raises(kept_rules.NotKeptError, match="no game"):
        kept_rules.taken_in("../x.hexwar", {"../x.hexwar": b""}, "x", files)
    game = kept_rules.taken_in(packs["game"], data, "strike_force_one", files)
    assert game.catalog.header.id == "strike_force_one"
    assert kept_rules.kept_game("strike_force_one", files)


def test_the_picker_joins_by_a_link(host: Running) -> None:
    client = seats(host, "strike_force_one")["soviet"]
    app = App((1024, 768), Settings(1.0, "instant"))
    app.choose_game()
    app.push(screen := JoinScreen(app, app.join))
    screen._take("nowhere")
    screen.come()
    for _ in range(2000):
        app.step(0.01)
        if screen.problem:
            break
        pygame.time.wait(1)
    assert screen.problem.startswith("A link begins with http")
    screen._take(host.serving.link(client.token))
    screen.come()
    while not isinstance(app.screen, JoinedBriefing):
        app.step(0.01)
        pygame.time.wait(1)
    board, briefing = app.screens[-2], app.screen
    assert isinstance(board, JoinedBoard) and board.match.at_host
    told = [node.label for node in briefing.tree().walk()]
    assert any(line.startswith("You play the Soviets; the U.S. is played by") for line in told)
    assert "HOW IT IS WON" in told and not any("lesson" in line for line in told)
    briefing.cancel()
    assert app.screens[-1] is board
    board.leave()


def test_a_link_longer_than_its_field_is_kept_whole() -> None:
    """Hosts behind others have long addresses, and the secret stands at the end."""
    link = f"http://{'table.' * 20}invalid/#{'k' * 22}"
    app = App((1024, 768), Settings(1.0, "instant"))
    app.push(screen := JoinScreen(app, app.join))
    field = next(widget for widget in screen.walk() if isinstance(widget, TextField))
    field.add(link)
    assert screen.link == link


def test_a_link_that_opens_nothing_is_told_before_there_is_a_window(host: Running) -> None:
    with pytest.raises(LineError, match="opens no seat"):
        matched(host.serving.link("x" * 20))


def test_who_looks_on_sees_the_game_and_plays_nothing(host: Running) -> None:
    _, tokens = host.begin("strike_force_one", policy=Policy(watch=True))
    window = SeatWindow(matched(host.serving.link(tokens["watch"])))
    assert window.match.own is None and not window.match.human_to_act
    assert "The Soviets are to choose; you look on." in window.text()
    window.close()
