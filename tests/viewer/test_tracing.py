"""A map is traced over its picture: measured by three clicks, painted, written as one goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

import hexwar
from hexwar.cli import main
from hexwar.definition.loading import load
from hexwar.definition.map_editing import MapEditingError
from hexwar.hexmap import HexMap, Numbering
from hexwar.rules.map.section import Map
from hexwar.viewer.app import App
from hexwar.viewer.program.settings import Settings
from hexwar.viewer.tracing.screen import TraceScreen, TracingHelp
from hexwar.viewer.tracing.traced_map import Calibration, TracedMap, TracedSpot
from tests.viewer.pictured import DX, DY, X0, Y0, board, middle

COLUMNS, ROWS = 6, 4
MAP = HexMap(Numbering(COLUMNS, ROWS), dict.fromkeys(Numbering(COLUMNS, ROWS).numbers(), "open"))


class Hands:
    """A window that traces, and what is done in it: clicks by pixels of the picture."""

    def __init__(
        self,
        screen: Callable[[App], TraceScreen],
        size: tuple[int, int] = (1280, 800),
        scale: float = 1.0,
    ) -> None:
        self.app = App(size, Settings(scale))
        self.screen = screen(self.app)
        self.app.push(self.screen)
        self.settle()

    def settle(self) -> None:
        for _ in range(5000):
            if not self.app.step(0.05):
                return
        raise AssertionError("the window does not come to rest")

    def at(self, pixel: tuple[float, float]) -> tuple[int, int]:
        scale = self.screen._scale
        if scale is None:
            return self.screen.camera.to_screen(*pixel)
        left, top = scale.corner
        return self.screen.camera.to_screen(
            left + pixel[0] / scale.pixels, top + pixel[1] / scale.pixels
        )

    def click(self, *pixels: tuple[float, float], button: int = 1) -> None:
        """Press at the first, go on to the others, and let go."""
        for place, pixel in enumerate(pixels):
            pos = self.at(pixel)
            self.post(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))
            if not place:
                self.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=button)
        self.post(pygame.MOUSEBUTTONUP, pos=self.at(pixels[-1]), button=button)

    def post(self, kind: int, **fields: Any) -> None:
        pygame.event.post(pygame.event.Event(kind, **fields))
        self.settle()

    def key(self, key: int, typed: str = "", mod: int = 0) -> None:
        self.post(pygame.KEYDOWN, key=key, unicode=typed, mod=mod)
        if typed:
            self.post(pygame.TEXTINPUT, text=typed)
        self.post(pygame.KEYUP, key=key, mod=mod)

    def take(self, widget: str) -> None:
        assert self.screen.activate(widget), [each.key for each in self.screen.walk()]
        self.settle()

    def measure(self) -> None:
        for number in ("0101", f"{COLUMNS:02}01", f"01{ROWS:02}"):
            self.click(middle(MAP, number))


@pytest.fixture
def image(tmp_path: Path) -> Path:
    pygame.font.init()
    pygame.image.save(board(MAP), str(tmp_path / "board.png"))
    return tmp_path / "board.png"


@pytest.fixture
def hands(image: Path, tmp_path: Path) -> Iterator[Hands]:
    said = Calibration(COLUMNS, ROWS)
    made = Hands(lambda app: TraceScreen(app, None, image, tmp_path / "mine", said))
    yield made
    made.app.close()


@pytest.fixture
def begun(hands: Hands) -> Hands:
    hands.measure()
    hands.key(pygame.K_RETURN)
    return hands


def test_nothing_is_written_before_the_numbers_are_confirmed(hands: Hands, tmp_path: Path) -> None:
    assert "upper left" in hands.screen.line
    hands.key(pygame.K_RETURN)
    hands.click(middle(MAP, "0101"))
    assert "0601" in hands.screen.line
    assert not (tmp_path / "mine").exists()


def test_three_clicks_measure_the_grid_and_numbers_are_read_back(
    hands: Hands, tmp_path: Path
) -> None:
    hands.measure()
    hands.post(pygame.MOUSEMOTION, pos=hands.at(middle(MAP, "0403")), rel=(0, 0), buttons=(0, 0, 0))
    assert "This is 0403" in hands.screen.line
    hands.key(pygame.K_RETURN)
    picture = load(tmp_path / "mine").resolve()[Map].picture
    assert picture is not None
    grid = picture.grid
    assert (grid.dx, grid.dy) == pytest.approx((DX, DY), abs=0.7)
    assert (grid.x0, grid.y0) == pytest.approx((X0, Y0), abs=1)
    assert {each.code for each in hexwar.check(tmp_path / "mine")} == {"HW114"}


@pytest.mark.parametrize("other", [False, True])
@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_which_lines_are_shoved_is_seen_by_the_last_one(orientation: str, other: bool) -> None:
    said = Calibration(6, 4, "flat" if orientation == "flat" else "pointy")
    lower = -30 if other else 30
    flat = orientation == "flat"
    for click in ((10, 10), (310, 10 + lower * flat), (10 + lower * (not flat), 190)):
        said.take(click)
    assert said.other is other
    grid = said.grid()
    assert grid is not None and (grid.dx, grid.dy) == (60, 60)
    assert said.numbering.shoved == said.shoved


def test_columns_and_rows_are_counted_by_the_arrows(hands: Hands) -> None:
    hands.measure()
    wide = hands.screen.calibration.grid()
    hands.key(pygame.K_RIGHT)
    hands.key(pygame.K_DOWN)
    assert (hands.screen.calibration.columns, hands.screen.calibration.rows) == (7, 5)
    narrow = hands.screen.calibration.grid()
    assert wide is not None and narrow is not None and narrow.dx < wide.dx and narrow.dy < wide.dy
    assert "0705" in hands.screen.board.numbering


def test_a_grid_that_cannot_be_is_not_taken(hands: Hands, tmp_path: Path) -> None:
    for _ in range(3):
        hands.click(middle(MAP, "0101"))
    hands.key(pygame.K_RETURN)
    assert hands.screen.traced is None and not (tmp_path / "mine").exists()
    hands.take("anew")
    assert hands.screen.calibration.clicks == []


def test_hexes_are_painted_by_strokes_and_taken_back(begun: Hands, tmp_path: Path) -> None:
    path = tmp_path / "mine" / "map.yaml"
    empty = path.read_text()
    begun.key(pygame.K_2, "2")
    begun.click(*(middle(MAP, number) for number in ("0202", "0203", "0204")))
    game = load(tmp_path / "mine").resolve()
    assert [n for n in game.map if game.map.terrain(n) == "woods"] == ["0202", "0203", "0204"]
    begun.click(middle(MAP, "0203"), button=3)
    assert load(tmp_path / "mine").resolve().map.terrain("0203") == "clear"
    for _ in range(2):
        begun.key(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert path.read_text() == empty, "a stroke is taken back as one"
    begun.key(pygame.K_y, mod=pygame.KMOD_CTRL)
    assert load(tmp_path / "mine").resolve().map.terrain("0202") == "woods"


def test_names_are_typed_and_laid_into_hexes(begun: Hands, tmp_path: Path) -> None:
    begun.take("kind-features-place")
    begun.take("name")
    begun.screen.focus = "name"
    for letter in "Neu Ulm":
        begun.key(pygame.key.key_code(letter.lower()) if letter != " " else pygame.K_SPACE, letter)
    begun.key(pygame.K_RETURN)
    begun.click(middle(MAP, "0303"))
    assert load(tmp_path / "mine").resolve().map.features("0303") == {"place": "Neu Ulm"}
    assert "Neu Ulm" in begun.screen.line
    begun.click(middle(MAP, "0303"), button=3)
    assert not load(tmp_path / "mine").resolve().map.features("0303")


def test_rivers_lie_on_the_nearest_hexside_and_roads_follow_the_pointer(
    begun: Hands, tmp_path: Path
) -> None:
    begun.take("kind-hexsides-river")
    x, y = middle(MAP, "0302")
    begun.click((x, y + DY * 0.42))
    begun.take("kind-paths-road")
    begun.click(*(middle(MAP, number) for number in ("0101", "0201", "0302")))
    map_ = load(tmp_path / "mine").resolve().map
    assert map_.hexsides == {("0302", "0303"): {"river"}}
    assert map_.paths.keys() == {("0101", "0201"), ("0201", "0302")}
    begun.take("kind-hexsides-river")
    begun.click((x, y + DY * 0.42), button=3)
    assert not load(tmp_path / "mine").resolve().map.hexsides


def corner(*hexes: str) -> tuple[float, float]:
    """The pixel in which three hexes meet."""
    at = [middle(MAP, number) for number in hexes]
    return sum(x for x, _ in at) / 3, sum(y for _, y in at) / 3


def test_a_river_is_drawn_in_one_stroke_along_hexsides(begun: Hands, tmp_path: Path) -> None:
    """From corner to corner; of the hexsides that it only touches it draws none."""
    begun.take("kind-hexsides-river")
    x, y = middle(MAP, "0202")
    corners = (("0202", "0102", "0103"), ("0202", "0203", "0103"), ("0202", "0203", "0303"))
    start = x - DX * 0.5, y - DY * 0.25
    begun.click(start, *(corner(*each) for each in corners), (x + DX * 0.5, y + DY * 0.25))
    sides = load(tmp_path / "mine").resolve().map.hexsides
    assert set(sides) == {("0102", "0202"), ("0103", "0202"), ("0202", "0203"), ("0202", "0303")}
    begun.key(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert not load(tmp_path / "mine").resolve().map.hexsides
    begun.key(pygame.K_y, mod=pygame.KMOD_CTRL)
    begun.click(corner(*corners[0]), corner(*corners[1]), button=3)
    assert ("0103", "0202") not in load(tmp_path / "mine").resolve().map.hexsides


def test_a_quick_hand_leaves_nothing_out(begun: Hands, tmp_path: Path) -> None:
    """The pointer is told of at both ends alone."""
    begun.take("kind-paths-road")
    begun.click(middle(MAP, "0101"), middle(MAP, "0104"))
    paths = load(tmp_path / "mine").resolve().map.paths
    assert set(paths) == {("0101", "0102"), ("0102", "0103"), ("0103", "0104")}


def test_a_kind_is_added_from_the_window(begun: Hands, tmp_path: Path) -> None:
    path = tmp_path / "mine" / "terrain.yaml"
    path.write_text(path.read_text().replace("marsh:", "marsh:  # wet\n     "))
    begun.take("new-hexsides")
    for letter in "Dyke":
        begun.key(pygame.key.key_code(letter.lower()), letter)
    begun.key(pygame.K_RETURN)
    assert "Written: Dyke" in begun.screen.line and "# wet" in path.read_text()
    x, y = middle(MAP, "0302")
    begun.click((x, y + DY * 0.42))
    assert load(tmp_path / "mine").resolve().map.hexsides == {("0302", "0303"): {"dyke"}}
    begun.take("new-features")
    begun.key(pygame.K_ESCAPE)
    assert not begun.screen.adding
    again = TracedMap(tmp_path / "mine")
    assert [again.add("hexes", "Woods").id, again.add("paths", "Ä").id] == ["woods_2", "a"]
    path.write_text("terrain: {hexes: {clear: {title: Clear}}}\n")
    with pytest.raises(MapEditingError, match="braces"):
        TracedMap(tmp_path / "mine").add("paths", "Lane")


def test_a_kind_of_a_part_that_is_not_there(begun: Hands, tmp_path: Path) -> None:
    path = tmp_path / "mine" / "terrain.yaml"
    path.write_text("terrain:\n  hexes:\n    clear: {title: Clear}\n# the end\n")
    traced = TracedMap(tmp_path / "mine")
    assert traced.add("hexsides", "Wall").part == "hexsides"
    assert path.read_text() == (
        "terrain:\n  hexes:\n    clear: {title: Clear}\n  hexsides:\n"
        '    wall: {title: "Wall"}\n# the end\n'
    )


def test_help_tells_how_to_trace(begun: Hands) -> None:
    begun.key(pygame.K_F1)
    shown = [type(screen) for screen in begun.app.screens]
    assert shown == [TraceScreen, TracingHelp]
    begun.key(pygame.K_F1)
    assert len(begun.app.screens) == 1


def test_the_numbers_can_be_confirmed_once_there_are_some(hands: Hands) -> None:
    assert hands.screen.find("confirm") is None
    hands.measure()
    assert hands.screen.find("confirm") is not None


def test_what_lies_on_a_hexside_is_found_however_hexes_are_numbered(
    begun: Hands, tmp_path: Path
) -> None:
    """The map keeps neighbours in its own order, which is not that of their numbers."""
    path = tmp_path / "mine" / "map.yaml"
    path.write_text(path.read_text("utf-8").replace("{columns", "{ids: RRCC, columns"), "utf-8")
    begun.screen._open(tmp_path / "mine")
    begun.take("kind-hexsides-river")
    for _ in range(2):
        begun.screen._paint([TracedSpot("0102", "0201")], goes_on=False)
        assert load(tmp_path / "mine").resolve().map.hexside("0102", "0201") == {"river"}
    begun.screen._held = 3
    begun.screen._paint([TracedSpot("0102", "0201")], goes_on=False)
    assert not load(tmp_path / "mine").resolve().map.hexsides


def test_zoom_and_pan_leave_hexes_under_the_pointer(begun: Hands) -> None:
    begun.key(pygame.K_EQUALS, "+")
    begun.key(pygame.K_EQUALS, "+")
    begun.key(pygame.K_RIGHT)
    spot = begun.screen._spot(begun.at(middle(MAP, "0403")))
    assert spot is not None and spot.hex == "0403"
    before = begun.screen.camera.left
    begun.post(pygame.MOUSEBUTTONDOWN, pos=(300, 300), button=2)
    begun.post(pygame.MOUSEMOTION, pos=(260, 300), rel=(-40, 0), buttons=(0, 1, 0))
    begun.post(pygame.MOUSEBUTTONUP, pos=(260, 300), button=2)
    assert begun.screen.camera.left != before


def test_a_map_that_is_there_is_mended(begun: Hands, tmp_path: Path) -> None:
    """With its comments, and what else its author has written meanwhile."""
    path = tmp_path / "mine" / "map.yaml"
    path.write_text(path.read_text().replace("default: clear", "default: clear  # mostly"))
    again = Hands(lambda app: TraceScreen(app, tmp_path / "mine"))
    again.key(pygame.K_3, "3")
    again.click(middle(MAP, "0503"))
    assert "# mostly" in path.read_text()
    assert load(tmp_path / "mine").resolve().map.terrain("0503") == "hills"


def test_a_map_without_a_picture_is_mended_on_bare_paper(tmp_path: Path) -> None:
    assert main(["new", str(tmp_path / "plain")]) == 0
    made = Hands(lambda app: TraceScreen(app, tmp_path / "plain"))
    traced = made.screen.traced
    assert traced is not None and traced.picture is None
    number = traced.text.board.numbers[0]
    kind = next(
        k for k in traced.kinds if k.part == "hexes" and k.id != traced.text.terrain(number)
    )
    made.screen.choose(kind)
    made.click(made.screen.sheet.center(number))
    assert TracedMap(tmp_path / "plain").text.terrain(number) == kind.id
    made.app.close()


def test_what_cannot_be_written_is_said(begun: Hands, tmp_path: Path) -> None:
    (tmp_path / "mine" / "map.yaml").unlink()
    (tmp_path / "mine").rename(tmp_path / "gone")
    begun.key(pygame.K_2, "2")
    begun.click(middle(MAP, "0202"))
    assert "cannot be" in begun.screen.line


def test_a_map_of_a_series_is_not_changed_from_a_game_on_it(tmp_path: Path) -> None:
    assert main(["new", str(tmp_path / "base")]) == 0
    own = tmp_path / "own"
    own.mkdir()
    (own / "game.yaml").write_text("hexwar: 2\nid: own\ntitle: Own\nextends: base\n")
    with pytest.raises(MapEditingError, match="no section map of its own"):
        TracedMap(own)


def test_the_command_refuses_in_a_sentence(
    image: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text.png").write_text("no picture")
    (tmp_path / "there").mkdir()
    for words in (
        [str(tmp_path / "text.png")],
        [str(image), "--out", str(tmp_path / "there")],
        [str(image), "--columns", "1"],
        [str(tmp_path / "nowhere")],
        [str(tmp_path / "nowhere.png")],
    ):
        assert main(["trace", *words]) == 2
        said = capsys.readouterr().err
        assert said and "Traceback" not in said
    assert "nowhere.png is not there" in said, "and no list of games"


@pytest.mark.parametrize("size", [(1024, 768), (1920, 1080)])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_all_can_be_read_and_reached(
    size: tuple[int, int], scale: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At any size and scale: nothing is clipped, and what does not fit is scrolled to."""
    assert main(["new", str(tmp_path / "plain")]) == 0
    made = Hands(lambda app: TraceScreen(app, tmp_path / "plain"), size, scale)
    screen = made.screen
    assert [w.key for w in screen.walk() if w.clipped(screen.theme)] == []
    last = next(w for w in screen.walk() if w.key == "redo")
    for _ in range(20):
        if last.rect.bottom <= size[1]:
            break
        monkeypatch.setattr(pygame.mouse, "get_pos", lambda: (size[0] - 20, 100))
        screen.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
        last = next(w for w in screen.walk() if w.key == "redo")
    assert last.rect.bottom <= size[1]
    made.app.close()
