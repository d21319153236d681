"""The first minute: who plays what is asked, and the map stands behind the question."""

from __future__ import annotations

import pytest

import hexwar
from hexwar.engine import Action
from hexwar.records import HUMAN, Session
from hexwar.viewer.app import App
from hexwar.viewer.board.board import BoardScreen
from hexwar.viewer.program.settings import Settings
from hexwar.viewer.screens.briefing import BriefingScreen
from hexwar.viewer.screens.choosing import proposed_players
from tests.viewer.table import Table


class Begun(Table):
    """A window in which a game begins of which nobody has said who plays it."""

    def __init__(self, game: str, settings: Settings | None = None) -> None:
        settings = settings or Settings(speed="instant")
        resolved = hexwar.load_game(game).definition.resolve()
        players = proposed_players(resolved, settings.last)
        self.app = App((1280, 800), settings)
        self.session = Session.new(game, seed=3, players=players)
        self.app.play_new(self.session, asks=True)
        self.board.plays = False
        self.settle()


@pytest.mark.parametrize("game", ["strike_force_one", "skerry_sound"])
def test_somebody_is_met_by_an_opponent(game: str) -> None:
    """Enter begins as it is proposed: the side for beginners against the computer."""
    table = Begun(game)
    assert isinstance(table.app.screen, BriefingScreen)
    first, other = (side.id for side in table.app.screen.who.sides)
    assert table.tree.find(key=f"own-{first}").selected
    table.press("enter")
    assert table.board.match.players == {first: HUMAN, other: "normal"}


def test_another_side_another_level_and_two_people_can_be_chosen() -> None:
    """What was chosen is played, by a board that has known no other players, and kept."""
    table = Begun("strike_force_one")
    table.push("own-us")
    assert table.label("first") == "The Soviets begin; then you are asked."
    table.push("level-hard")
    table.push("begin")
    assert isinstance(table.app.screen, BoardScreen)
    assert table.board.match.players == {"soviet": "hard", "us": HUMAN}
    again = Begun("strike_force_one", table.app.settings)
    assert again.board.match.players == {"soviet": "hard", "us": HUMAN}
    again.push("own-")
    assert not again.shown("level-hard")
    again.push("begin")
    assert set(again.board.match.players.values()) == {HUMAN}


def test_a_save_says_who_was_chosen() -> None:
    """Also where it was begun with others."""
    settings = Settings(speed="instant")
    app = App((1280, 800), settings)
    game = hexwar.load_game("strike_force_one")
    session = hexwar.records.begin_session(game, seed=3, players={"us": "normal"})
    app.play_new(session, asks=True)
    assert app.screen is not None
    app.screen.activate("own-us")
    app.screen.activate("begin")
    assert session.path is not None
    session.apply("move A 0703")
    assert Session.load(session.path).players == {"soviet": "normal", "us": HUMAN}
    app.close()


def test_the_map_is_drawn_behind_the_card() -> None:
    """Not the blocks with which a map begins: it is drawn to its end while the card is open."""
    table = Begun("orva_front")
    assert isinstance(table.app.screen, BriefingScreen)
    assert table.board.view.complete
    corner = table.board.view.rect.move(0, 0).topleft
    behind = table.app.surface.subsurface((corner, (120, 120))).copy()
    table.press("enter")
    seen = table.app.surface.subsurface((corner, (120, 120))).copy()
    places = [(x, y) for x in range(0, 120, 7) for y in range(0, 120, 7)]
    for at in places:
        dim, full = behind.get_at(at), seen.get_at(at)
        assert all(abs(dim[n] - full[n] * 90 // 255) <= 2 for n in range(3)), at


def asking(setup: dict[str, str], phase: str) -> Table:
    """A window that says what the end of a phase would leave undone, as it does at first."""
    game = hexwar.load_game("strike_force_one")
    table = Table(Session(game, game.start("standard", setup=setup, phase=phase, seed=1)))
    table.app.settings.idle_asked = True
    return table


def test_a_phase_with_units_that_have_not_moved_ends_with_the_second_key() -> None:
    """In a line; who has moved is not named. Whoever does something meanwhile is asked anew."""
    table = asking({"A": "0803", "B": "0804", "C": "0802", "X": "0102"}, "soviet_movement")
    table.click("0803", "0703")
    table.press("e")
    warning = (
        "B and C have not moved: press key E or click End phase once more to end it all the same."
    )
    assert table.label("notice-text") == warning
    assert table.board.match.state.phase == "soviet_movement"
    table.click("0804")
    table.press("escape", "e")
    assert table.board.match.state.phase == "soviet_movement"
    table.press("e")
    assert table.board.match.state.phase != "soviet_movement"


def test_a_phase_in_which_all_have_moved_ends_at_once() -> None:
    """The same with the setting off."""
    for setting in (True, False):
        table = asking({"A": "0803", "X": "0102"}, "soviet_movement")
        table.app.settings.idle_asked = setting
        if setting:
            table.click("0803", "0703")
        table.press("e")
        assert table.board.match.state.phase != "soviet_movement"


def test_an_attack_at_better_than_even_is_named_before_it_is_too_late() -> None:
    """With who could make it and the odds; one against the odds is not."""
    table = asking({"A": "0703", "B": "0704", "W": "0603", "X": "0102"}, "soviet_combat")
    table.press("e")
    warning = table.label("notice-text")
    assert warning == (
        "A and B can attack Rasdorf (0603), 2 attacking: press key E or click End phase once more "
        "to end it all the same."
    )
    table.press("e")
    assert table.board.match.state.phase != "soviet_combat"
    table = asking({"A": "0703", "W": "0603", "X": "0102"}, "soviet_combat")
    table.press("e")
    assert table.board.match.state.phase != "soviet_combat"


def test_the_phases_of_the_first_turn_say_who_acts_in_them() -> None:
    """Where the initiative decides it, its title names nobody; the last turn is uncertain too."""
    table = Table(Session.new("force_on_force", seed=3))
    phases = table.label("sequence")
    assert "Actions of the side with initiative: Taliban" in phases
    assert "Actions of the other side: USMC" in phases
    assert table.label("turns-hint") == "It is over after turn 8 or 9: the goal says when."


def test_the_goal_stands_above_the_turns_whatever_is_decided() -> None:
    game = hexwar.load_game("strike_force_one")
    state = game.start(setup={"A": "0703", "W": "0603"}, phase="soviet_combat", seed=1)
    table = Table(Session(game, state))
    for _ in range(2):
        goal, turns = (table.tree.find(key=key).rect for key in ("goal-heading", "turns-heading"))
        assert goal.bottom <= turns.top
        table.click("0603")
    assert table.shown("attack")


def test_a_choice_with_nothing_on_the_map_sends_nobody_there() -> None:
    """Aircraft are spent before the die: neither a unit nor a hex can be clicked for it."""
    game = hexwar.load_game("orva_front")
    setup = {"N1": "0403", "A1": "0506", "H1": "1004", "D1": "0503"}
    table = Table(Session(game, game.start(setup=setup, phase="union_combat", seed=1)))
    table.board.match.act(Action.parse("attack 0503 by N1"))
    table.board.after_action()
    table.settle()
    assert table.label("notice-text") == "Press the number of a choice."
