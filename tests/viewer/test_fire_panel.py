"""Fire in the window: the pools and chances before the shot, the dice and what they block after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pygame
import pytest

import hexwar
from hexwar.engine import FirePreview
from hexwar.records import Session
from hexwar.rules.fire.pools import Measures
from hexwar.rules.language.wording import percents
from hexwar.viewer.drawing.theme import Theme
from hexwar.viewer.panels.battle import _add_no_cover
from hexwar.viewer.panels.side import _price_of
from hexwar.viewer.table.fights import FightsView
from hexwar.viewer.table.views import SightView
from hexwar.viewer.widgets import Flow
from tests.rules.reacting import red_acts
from tests.rules.test_morale import SETUP as IN_A_ROW
from tests.rules.test_morale import UNDER_FIRE
from tests.rules.tiny import place, tiny, varied
from tests.viewer.table import Table

SETUP = {"R1": "0403", "R2": "0104", "B1": "0803", "B2": "0901"}


def at(game: str, setup: dict[str, str], dice: Iterable[int] = (), speed: str = "instant") -> Table:
    return Table(Session(tiny(game), place(game, setup, "red_fire", dice=dice)), speed=speed)


@pytest.fixture
def table() -> Iterator[Table]:
    """R1 aims at B2. Six successes, of which four are blocked."""
    table = at("squads", SETUP, [6, 5, 5, 4, 4, 4, 2, 3, 1, 1, 7, 6, 4, 4, 3])
    table.click("0403", "0901")
    yield table
    pygame.display.quit()


def keyed(table: Table, start: str) -> list[str]:
    return [node.label for node in table.tree.walk() if node.key.startswith(start)]


def test_the_dice_of_both_sides_are_shown(table: Table) -> None:
    assert table.label("battle-heading") == "FIRE AT 0901, 5 HEXES AWAY"
    assert table.label("fire-attack") == "Red R1"
    assert table.label("fire-attack-value") == "10 dice"
    assert table.label("fire-attack-dice") == "10d6"
    assert table.label("fire-defense-dice") == "5d8"


def test_the_tag_at_the_target_lies_above_the_line_of_sight(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    for view in (SightView, FightsView):
        name = "draw" if view is SightView else "draw_aim"
        monkeypatch.setattr(view, name, lambda *_, view=view, **__: drawn.append(view.__name__))
    table.board.view.draw(table.app.surface)
    assert drawn[:2] == ["SightView", "FightsView"]


def test_each_line_of_the_count_has_its_title(table: Table) -> None:
    attack = [f"fire-attack-{index}" for index in range(3)]
    assert list(map(table.label, attack)) == ["Figures", "Support", "Optimal range"]
    assert [table.label(f"{key}-value") for key in attack] == ["+8", "+1", "+1"]
    assert table.label("fire-defense-1") == "Body armour"


def test_every_number_of_casualties_has_its_chance(table: Table) -> None:
    """As the code that resolves the fire has them."""
    preview = table.board.selection.preview()
    assert isinstance(preview, FirePreview)
    figures = ["none", "1 figure", "2 figures", "3 figures", "4 figures"]
    shares = percents([*preview.casualties.values()])
    wanted = [f"{words} lost: {share}" for words, share in zip(figures, shares, strict=True)]
    assert keyed(table, "casualties-") == wanted
    assert len(wanted) == 5
    table.press("enter")
    assert [str(entry.action) for entry in table.session.entries] == ["fire 0901 by R1"]


def test_after_the_shot_each_die_lies_with_the_one_that_blocks_it(table: Table) -> None:
    table.push("attack")
    assert table.label("roll-0-title") == "R1 fires at B2 in 0901: 2 hits"
    told = table.label("roll-0").split("; ")
    assert told[:6] == [
        "6 blocked by 6",
        "5 hits",
        "5 blocked by 7",
        "4 hits",
        "4 blocked by 4",
        "4 blocked by 4",
    ]
    assert told[6:] == ["3 misses", "2 misses", "1 misses", "1 misses", "3 blocks nothing"]
    assert table.label("roll-1") == "2 figures of B2 are hit."


def test_the_dice_are_gone_with_the_next_action(table: Table) -> None:
    table.push("attack")
    table.press("e")
    assert not keyed(table, "roll")


def test_one_unit_fires_at_a_time(table: Table) -> None:
    """Another that is picked takes its place."""
    table.click("0104", "0901")
    assert table.label("fire-attack") == "Red R2"
    assert table.board.selection.attackers == ("R2",)


def test_a_table_in_place_of_pools_has_its_column() -> None:
    table = at("tank_duel", {"R1": "0102", "B3": "0702"})
    table.click("0102", "0702")
    assert table.label("fire-column") == "Column 5..9"
    assert [line.partition(":")[0] for line in keyed(table, "casualties-")] == [
        "none lost",
        "1 lost",
    ]
    assert not table.shown("fire-attack-dice")
    pygame.display.quit()


def test_a_shot_is_looked_at_while_it_is_shown() -> None:
    """As long as a battle's die, with the line from who fires."""
    table = at("squads", SETUP, [6] * 10 + [1] * 5, speed="fast")
    table.click("0403", "0901")
    table.board.run("act")
    for _ in range(4):
        table.app.step(0.05)
    shot = table.board.match.playback.shot
    assert shot is not None
    assert (shot.unit, shot.hex, shot.hits) == ("R1", "0901", 4)
    assert table.label("roll-0-title") == "R1 fires at B2 in 0901: 4 hits"
    pygame.display.quit()


@pytest.mark.parametrize("size", [(800, 600), (1024, 768)])
def test_the_panel_fits_small_windows(size: tuple[int, int]) -> None:
    table = Table(Session(tiny("squads"), place("squads", SETUP, "red_fire")), size)
    table.click("0403", "0901")
    side = table.tree.find(key="side").rect
    button = table.tree.find(key="attack").rect
    assert side.contains(button)
    assert len(keyed(table, "casualties-")) == 5
    pygame.display.quit()


def test_morale_has_its_chance_before_the_shot_and_its_dice_after_it(tmp_path: Path) -> None:
    """One of the four of B1 is hit; two of the three dice of the others fail."""
    game = varied(tmp_path, UNDER_FIRE, "casualties")
    dice = [6, 1, 1, 1, 8, 3, 2]
    table = Table(Session(game, game.start(None, setup=IN_A_ROW, phase="red_fire", dice=dice)))
    table.click("0301", "0401")
    preview = table.board.selection.preview()
    assert isinstance(preview, FirePreview)
    assert table.label("fire-morale") == f"Morale fails: {percents([preview.morale])[0]}"
    table.push("attack")
    said = (n for n in table.tree.walk() if n.label.startswith("Morale of B1"))
    (key,) = (n.key for n in said if n.key.startswith("roll"))
    assert table.label(f"{key}-dice") == "8, 3, 2"
    assert table.board.view.pieces.marks("B1").signs == ("P",)
    assert table.board.view.pieces.marks("B1").strength == "3"
    pygame.display.quit()


def test_the_dice_of_many_are_laid_out_in_one_row(table: Table) -> None:
    """What blocks nothing lies below what misses."""
    table.push("attack")
    side = table.board.theme.px(25)
    assert table.tree.find(key="roll-0").rect.height < 3 * side


def test_who_may_react_first_stands_in_the_panel(table: Table) -> None:
    """As in the forecast of a battle: what the enemy may do before the dice."""
    assert not keyed(table, "fire-answered"), "nobody reacts in that game"
    near = {"R1": "0303", "R2": "0205", "B1": "0703", "B2": "0705"}
    other = Table(Session(tiny("overwatch"), red_acts(setup=near)))
    other.click("0303", "0703")
    told = "B1 and B2 may react first, which these chances leave out."
    assert keyed(other, "fire-answered") == [told]


def test_guns_are_called_as_the_game_calls_them() -> None:
    """Skerry's counters print guns: the reckoning of a broadside spoke of an attack."""
    state = hexwar.load_game("skerry_sound").start(seed=4)
    called = state.rules[Measures].called
    assert (called("attack"), called("figures")) == ("Guns", "Figures")


def test_what_a_way_of_moving_costs_in_fire_is_told_and_that_ground_gives_no_cover() -> None:
    """Nothing told of the die that who moves rapidly lacks, or that rocks are no cover."""
    state = hexwar.load_game("force_on_force").start("lost_and_found", seed=4)
    assert _price_of(state.resolved, "rapid") == "-1 die when it fires and -1 die under fire"
    assert _price_of(state.resolved, "") == ""


def test_a_target_in_the_open_is_said_to_have_no_cover() -> None:
    game = hexwar.load_game("force_on_force")
    state = game.start("lost_and_found", seed=4)
    for action in ("place Charlie 0222", "place Bravo 0221", "place Alpha 0217"):
        state.apply(action)
    shown: dict[str, str] = {}
    for told in ({"Figures"}, {"Figures", "Cover"}):
        flow = Flow(Theme(1.0), pygame.Rect(0, 0, 300, 300))
        _add_no_cover(flow, state.resolved, "2918", told)
        shown[str(len(told))] = ", ".join(widget.label for widget in flow.widgets)
    assert shown == {"1": "No cover (Open ground), 0", "2": ""}
