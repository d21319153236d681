"""The computer plays in the window: it thinks aside, is shown, can be skipped, may fail."""

from __future__ import annotations

import threading
import time
from random import Random

import pygame
import pytest

from hexwar.engine import Action, Event
from hexwar.players import GreedyPlayer, RandomPlayer
from hexwar.records import Session
from hexwar.rules.game import Game
from hexwar.rules.state import State
from hexwar.viewer.match.match import Match
from hexwar.viewer.match.playback import Playback
from hexwar.viewer.match.thinking import Thinker
from tests.viewer.conftest import SetUp
from tests.viewer.table import Table


def wait_for_human(table: Table) -> None:
    """Let the window run until a person has the choice or the game is over."""
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        table.settle()
        if table.board.match.computer_to_act is None and not table.board.match.playback.busy:
            return
    raise AssertionError("the computer does not come to an end")


class Stuck:
    """Thinks until it is told to go on."""

    is_human = False
    name = "Stuck"

    def __init__(self) -> None:
        self.go_on = threading.Event()

    def choose(self, state: State, random: Random) -> Action:
        """``done``, after a long while."""
        self.go_on.wait(300)
        return Action("done")


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_the_computer_answers_a_person(opened: SetUp, name: str) -> None:
    """After the person's phases the computer plays its own, and the person is asked again."""
    table = opened(players={"us": name})
    table.press("e")
    wait_for_human(table)
    assert any(entry.side == "us" for entry in table.session.entries)
    assert table.session.state.side_to_act in ("soviet", None)


def test_two_computers_play_to_the_end(opened: SetUp) -> None:
    """Nobody is asked anything, and the ending is shown."""
    table = opened(players={"soviet": "random", "us": "random"})
    wait_for_human(table)
    assert table.session.state.is_over
    assert table.app.screen is not table.board


class Drawing(RandomPlayer):
    """Plays at random and notes what it could draw; ``name`` is how the game calls it."""

    name = "drawing"

    def __init__(self) -> None:
        self.drawn: list[int] = []

    def choose(self, state: State, random: Random) -> Action:
        """Any legal action."""
        self.drawn.append(random.getrandbits(64))
        return super().choose(state, random)


@pytest.mark.parametrize("seeds", [(7, 7), (7, 8)])
def test_what_a_player_draws_has_nothing_to_do_with_the_dice(
    game: Game, seeds: tuple[int, int]
) -> None:
    """Of one source all is drawn alike, whatever the game's own seed; of another it is not."""
    drawn = []
    for seed, chance in (*zip(seeds, (1, 1), strict=True), (seeds[0], 2)):
        player = Drawing()
        table = Table(Session.new(game, "standard", seed=seed, players={"us": player}))
        table.board.thinker.random = Random(chance)
        table.press("e")
        wait_for_human(table)
        drawn.append(player.drawn[0])
        pygame.display.quit()
    assert drawn[0] == drawn[1] != drawn[2]


def test_a_player_of_ones_own_plays_in_the_window(game: Game) -> None:
    """It is called by its name, the instance itself is asked, and again in the next game."""
    player = Drawing()
    session = Session.new(game, "standard", seed=7, players={"soviet": "random", "us": player})
    table = Table(session)
    wait_for_human(table)
    asked = len(player.drawn)
    assert asked
    assert "the computer (drawing)" in table.label("player-us")
    assert "the computer (Random)" in table.label("player-soviet"), "called as in the picker"
    table.push("again")
    wait_for_human(table)
    assert len(player.drawn) > asked
    pygame.display.quit()


def test_thinking_does_not_stop_the_window(opened: SetUp) -> None:
    """While the computer thinks the prompt says so, the map can be looked at, and undo works."""
    stuck = Stuck()
    table = opened(players={"us": stuck})
    table.press("e")
    assert table.board.thinker.busy
    assert table.label("prompt").startswith("The U.S. (Stuck) is thinking")
    table.point("0603")
    assert table.shown("unit-W")
    table.press("u")
    assert table.session.state.phase == "soviet_movement"
    stuck.go_on.set()


class Slow(Drawing):
    """Thinks until it is let go on, the first time."""

    go_on = threading.Event()
    done = threading.Event()

    def choose(self, state: State, random: Random) -> Action:
        """What it does in the end."""
        if not self.drawn:
            self.drawn.append(0)
            self.go_on.wait(10)
            chosen = super().choose(state, random)
            self.done.set()
            return chosen
        return super().choose(state, random)


def test_a_thought_that_comes_too_late_takes_the_place_of_none(game: Game) -> None:
    """An earlier thought ends after the one that the window waits for: that one is played."""
    state, player, thinker = game.start("standard", seed=1), Slow(), Thinker(Random(1))
    thinker.start("slow", player, state, 1)
    thinker.forget()
    thinker.start("slow", player, state, 2)
    thought = thinker._thought
    while thought is not None and not thought.is_over():
        time.sleep(0.001)
    player.go_on.set()
    assert player.done.wait(300)
    assert thinker.take(2) is not None


def test_moves_are_shown_at_leisure_and_escape_skips(opened: SetUp) -> None:
    """At slow speed a move takes a while on the map; Escape puts the counter where it goes."""
    table = opened(speed="slow")
    table.board.commands.click("0802")
    table.board.commands.click("0703")
    playback = table.board.match.playback
    # The rules are asked, what was done is laid out, and seen, and goes on with the next frame.
    while table.board.unseen:
        table.app.step(0.0)
    table.app.step(0.05)
    assert playback.busy and playback.slide is not None
    assert playback.positions["A"] == "0802"
    table.board.run("cancel")
    assert not playback.busy
    assert playback.positions["A"] == "0703"


def test_what_is_shown_is_laid_out_in_one_frame_and_drawn_in_the_next(
    opened: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both together take longer than a frame is seen. No picture is left out for it."""
    table = opened(speed="fast")
    board, done = table.board, list[str]()
    lay_out, draw = board.rebuild, board.draw

    def rebuild() -> None:
        done.append("laid out")
        lay_out()

    def drawn(surface: pygame.Surface) -> None:
        done.append("drawn")
        draw(surface)

    monkeypatch.setattr(board, "rebuild", rebuild)
    monkeypatch.setattr(board, "draw", drawn)
    board.commands.click("0802")
    board.commands.click("0703")
    frames = []
    while board.match.playback.busy or board.dirty or done:
        done.clear()
        table.app.step(1 / 60)
        frames.append(done.copy())
    assert frames[0] == []  # the frame of the click lays nothing out
    assert ["laid out"] in frames and ["laid out", "drawn"] not in frames
    laid_out = [place for place, frame in enumerate(frames) if frame == ["laid out"]]
    assert all(frames[place + 1] == ["drawn"] for place in laid_out)
    assert not board.dirty and board.match.playback.positions["A"] == "0703"


def test_the_speed_is_kept(opened: SetUp) -> None:
    """S goes from instant to slow to fast, and the settings remember it."""
    table = opened()
    seen = []
    for _ in range(3):
        table.press("s")
        seen.append(table.app.settings.speed)
    assert seen == ["slow", "fast", "instant"]
    assert table.board.match.playback.speed == "instant"


def test_undo_takes_the_computers_moves_back_too(opened: SetUp) -> None:
    """Undo returns to a choice of the person, not to one that the computer makes again."""
    table = opened(players={"us": "random"})
    table.board.thinker.random = Random(1)  # who moves and rolls no die
    table.press("e")
    wait_for_human(table)
    assert table.session.state.turn == 2
    table.press("u")
    assert table.board.match.human_to_act
    assert table.session.state.phase == "soviet_movement"
    assert table.session.state.turn == 1


def test_undo_stops_before_a_die_of_the_computer(game: Game) -> None:
    """Nothing is taken back then: the computer would only choose again behind the same die."""
    setup = {"X": "0502", "Y": "0503", "Z": "0601", "A": "0602", "B": "0805"}
    state = game.start("advanced", setup=setup, phase="us_combat", dice=[1])
    match = Match(Session(game, state), {"soviet": "human", "us": "greedy"})
    assert match.act("attack 0602 by X Y Z")
    assert match.computer_to_act  # it has to choose a loss
    while match.computer_to_act:
        over = match.state.explain("done") is None
        assert match.act("done" if over else next(iter(match.state.legal_actions())))
    assert match.record.can_undo  # as far as the die, and no further
    before, count = match.state.to_dict(), len(match.record.entries)
    match.undo()
    assert match.notice.text == "Undo is locked: a die was rolled (X, Y, Z attack 0602)."
    assert match.state.to_dict() == before
    assert len(match.record.entries) == count
    assert match.human_to_act


def test_a_stack_is_shown_moving_as_one() -> None:
    """Two units with one path slide together; a third that goes elsewhere follows."""
    playback = Playback({"A": "0101", "B": "0101", "C": "0101"})
    playback.speed = "slow"
    ways = {"A": ("0101", "0102"), "B": ("0101", "0102"), "C": ("0101", "0201")}
    events = [Event("moved", "", f"{u} moves.", unit=u, path=way) for u, way in ways.items()]
    playback.add(events, {unit: way[-1] for unit, way in ways.items()})
    assert playback.advance(0.01)
    assert playback.slide is not None
    assert playback.slide.units == ("A", "B")
    assert [event.unit for event in playback.waiting] == ["C"]
    playback.advance(0.3)
    assert playback.positions == {"A": "0102", "B": "0102", "C": "0101"}
    assert playback.slide is not None
    assert list(playback.slide.units) == ["C"]


@pytest.mark.parametrize("kind", ["turned", "eliminated", "battle"])
def test_what_has_no_path_may_follow_a_move(kind: str) -> None:
    """As where orders are carried out: a ship sails on, the next one only turns, or is lost."""
    playback = Playback({"A": "0101", "B": "0201"}, {"A": "N", "B": "N"})
    playback.speed = "slow"
    move = Event("moved", "", "A moves.", unit="A", path=("0101", "0102"))
    other = Event(kind, "", "B turns.", unit="B", facing="S")
    playback.add([move, other], {"A": "0102", "B": "0201"}, {"A": "N", "B": "S"})
    while playback.busy:
        playback.advance(0.1)
    assert playback.positions == {"A": "0102", "B": "0201"}
    assert playback.facings == {"A": "N", "B": "S"}


def test_a_unit_sent_back_off_the_map_leaves_it() -> None:
    """Its counter does not slide to nowhere; it is gone when the event is over."""
    playback = Playback({"A": "0101"})
    playback.speed = "slow"
    event = Event("sent_back", "", "A goes back off the map.", unit="A", path=("0101", ""))
    playback.add([event], {"A": None})
    assert playback.advance(0.01)
    assert playback.slide is None
    assert playback.positions == {"A": "0101"}
    while playback.busy:
        playback.advance(0.1)
    assert playback.positions == {"A": None}


@pytest.mark.parametrize(("answer", "over"), [("accept", True), ("pass", False)])
def test_the_computer_answers_an_offer(
    opened: SetUp, monkeypatch: pytest.MonkeyPatch, answer: str, over: bool
) -> None:
    """Whichever it is, it is told."""

    def choose(player: GreedyPlayer, state: State, random: Random) -> Action:
        return Action(answer)

    monkeypatch.setattr(GreedyPlayer, "choose", choose)
    table = opened(players={"us": "greedy"})
    table.press("ctrl+shift+d", "o")
    wait_for_human(table)
    assert table.session.state.is_over is over
    if not over:
        assert "The U.S. declines the draw." in table.label("notice-text")
