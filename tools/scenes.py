"""What the pictures of the documentation show: positions, battles, a lesson, an end, a map."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from hexwar import load_game
from hexwar.players import choice_of, make_player
from hexwar.records import Session
from hexwar.records.lesson import LessonSession
from hexwar.rules.lessons.rules import fits
from hexwar.rules.lessons.section import lessons_of
from hexwar.rules.terrain.section import Terrain
from hexwar.viewer.app import App
from hexwar.viewer.board.board import BoardScreen
from hexwar.viewer.board.replay import ReplayScreen
from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.printed_map.cartouche import imprint_of
from hexwar.viewer.printed_map.terrain import MapPainter

SEED = 4
PLAYED = (
    "move A 0702",
    "move B 0703",
    "move E 0703",
    "move C 0704",
    "move D 0705",
    "move F 0706",
    "done",
    "attack 0603 by B E C",
    "retreat W 0504",
    "advance B",
    "move Z 0504",
    "move Y 0403",
    "done",
    "done",
    "move E 0503",
    "move A 0602",
    "move C 0604",
    "move D 0604",
    "move F 0605",
    "done",
)
VILLAGES = {
    "G1": "1006",
    "G2": "0906",
    "I4": "1106",
    "B1": "1007",
    "B2": "1107",
    "I1": "0606",
    "I2": "0607",
    "I5": "1306",
    "I6": "1407",
    "C1": "0807",
    "C2": "1208",
    "EG": "1005",
    "E1": "0605",
    "E3": "0904",
    "E4": "1105",
    "E5": "1405",
    "E6": "1304",
    "EB1": "1004",
    "EC": "0803",
}
BRIDGEHEAD = {
    "11.08": "A1 A2 M1",
    "11.09": "I3 I4",
    "10.09": "F1 LHQ",
    "11.13": "I1 I2",
    "12.06": "C1",
    "11.03": "I5 I6",
    "10.03": "F2",
    "12.08": "V2 G2",
    "13.07": "V3",
    "14.07": "H1",
    "14.09": "B1",
    "12.13": "V1 G1",
    "13.03": "V4 G3",
    "15.09": "T1 D1",
    "18.11": "RHQ",
}
REDUCED = ("I4", "V3", "A2")
ON_THE_RIVER = {
    "0807": "A1 A2",
    "0806": "N5 N4",
    "0906": "M1",
    "0707": "U2",
    "0607": "M2",
    "0904": "N3 N2",
    "0803": "N1",
    "0605": "U1",
    "0911": "N6 A3",
    "0912": "N7 M3",
    "0811": "U3",
    "0907": "D8 G1",
    "1006": "T1",
    "1007": "D3",
    "0903": "D7",
    "1012": "D9 D6",
    "1111": "D4",
    "1108": "C1",
    "1305": "H1 D2",
    "1310": "H2",
    "1807": "T2 T3",
    "1407": "D10",
}
ON_THE_ROAD = {
    "07.05": "W1 E1",
    "07.06": "W2 E2",
    "08.05": "V1 VG",
    "09.06": "V2 VC",
    "03.06": "W3",
    "13.05": "G1 G2",
    "09.05": "N1",
    "10.04": "N2",
    "06.04": "N3",
    "10.06": "S1",
    "11.07": "S2",
    "08.08": "S3",
    "12.05": "B1",
    "13.04": "B2",
    "13.06": "B3",
}


FOURTH = 4
"""The turn in which the cards are shown."""


def advanced_game() -> Session:
    """A game played as far as a battle."""
    session = Session.new("strike_force_one", "advanced", seed=SEED)
    for action in PLAYED:
        session.apply(action)
    return session


def bridgehead() -> Session:
    """A position in the middle of a game, some units at reduced strength."""
    game = load_game("scs_sample")
    setup = {unit: number for number, units in BRIDGEHEAD.items() for unit in units.split()}
    state = game.start("battle", setup=setup, phase="league_combat", turn=3, seed=SEED)
    for unit in REDUCED:
        state.lost[state.frame.unit_index[unit]] = 1
    return Session(game, state)


def villages() -> Session:
    """A position before the villages of a battle of the musket age."""
    game = load_game("marenfeld")
    return Session(game, game.start(setup=VILLAGES, phase="crown_combat", turn=5, seed=SEED))


def river() -> Session:
    """A position on the Orva, in the third turn of the campaign."""
    game = load_game("orva_front")
    setup = {unit: number for number, units in ON_THE_RIVER.items() for unit in units.split()}
    return Session(game, game.start(setup=setup, phase="union_combat", turn=3, seed=SEED))


def road() -> Session:
    """The convoy before the first pass: the chit of the vanguard is drawn, and it has marched."""
    game = load_game("tamrat")
    setup = {unit: number for number, units in ON_THE_ROAD.items() for unit in units.split()}
    # Fair weather, a quiet morning, the second chit of the cup.
    state = game.start(setup=setup, phase="weather", dice=[2, 4, 2], turn=3)
    session = Session(game, state)
    session.apply("done")
    return session


def board_of(app: App) -> BoardScreen:
    """The board on the screen."""
    if not isinstance(app.screen, BoardScreen):
        raise TypeError("the board is not on the screen")
    return app.screen


def aimed(app: App, session: Session, target: str, zoom: int) -> None:
    """A battle about to be fought; ``zoom`` steps closer to the hex that is aimed at."""
    app.play(session)
    board = board_of(app)
    if zoom:
        board.view.fit()
        board.view.zoom(board.view.pixel_of(target), zoom)
    board.look_at(target, cursor=False)
    board.commands.click(target)
    board.look_at(None, cursor=False)


def taught(app: App, game: str, step: int, unit: str, towards: str) -> None:
    """A lesson at a step (from 0): a unit is picked up, and the pointer is where it is to go."""
    rules = load_game(game)
    session = LessonSession(rules, next(iter(lessons_of(rules.catalog).values())))
    while session.at < step:
        wanted = session.lesson.steps[session.at].expect
        if wanted is None:
            session.go_on()
            continue
        board = session.state.resolved.map
        session.apply(next(a for a in session.state.legal_actions() if fits(wanted, a, board)))
    app.play(session)
    screen = board_of(app)
    screen.view.fit()
    screen.view.zoom(screen.view.pixel_of(towards), 3)
    screen.commands.click(session.state.position(unit) or "")
    screen.commands.take_member(unit, also=False)
    screen.look_at(towards, cursor=False)


def fire(app: App) -> None:
    """Marines at a wall, about to fire at a team of the Taliban."""
    rules = load_game("force_on_force")
    session = LessonSession(rules, next(iter(lessons_of(rules.catalog).values())))
    while True:
        wanted = session.lesson.steps[session.at].expect
        if isinstance(wanted, str) and wanted.startswith("fire"):
            break
        if wanted is None:
            session.go_on()
        else:
            session.apply(wanted if isinstance(wanted, str) else "done")
    app.play(session)
    screen, words = board_of(app), wanted.split()
    screen.commands.click(session.state.position(words[3]) or "")
    screen.commands.click(words[1])


def replayed(app: App) -> None:
    """A campaign played by the computer, gone through by turn: what the last one has changed."""
    session = Session.new(
        "orva_front", seed=SEED, players=dict.fromkeys(("union", "halvar"), "greedy")
    )
    player, chance = make_player("greedy"), Random(SEED)
    while session.state.turn < 2:
        session.apply(choice_of(player, session.state, chance))
    app.play(session)
    board_of(app).open_replay()
    while app.step(0.1):
        pass
    screen = app.screen
    if not isinstance(screen, ReplayScreen):
        raise TypeError("the replay is not on the screen")
    for step in ("replay_start", "on_turn"):
        screen.run(step)


def lost(app: App) -> None:
    """The end of a game that the computer played, and where it swung."""
    session = Session.new("scs_sample", seed=SEED, players={"republic": "greedy"})
    player, chance = make_player("greedy"), Random(SEED)
    while not session.state.is_over:
        session.apply(choice_of(player, session.state, chance))
    app.play(session)
    while app.step(0.1):  # the sheet shows what lies behind it
        pass
    board_of(app).show_end()


def commanded(app: App) -> None:
    """A battle that the computer has played so far: a card is to be played of the hand below."""
    session = Session.new("three_mills", seed=SEED, players={"duke": "greedy"})
    player, chance = make_player("greedy"), Random(SEED)
    while session.state.turn < FOURTH or session.state.phase != "league_card":
        session.apply(choice_of(player, session.state, chance))
    app.play(session)
    board_of(app).view.fit()


def sailing(app: App) -> None:
    """Courses that are being written, for a squadron that the computer has led so far."""
    session = Session.new("skerry_sound", seed=SEED, players={"regent": "greedy"})
    player, chance = make_player("greedy"), Random(SEED)
    while session.state.turn < 2 or session.state.phase != "orders":
        session.apply(choice_of(player, session.state, chance))
    while (asked := session.state.decision) is not None and len(asked.units) > 1:
        session.apply(choice_of(player, session.state, chance))
    app.play(session)
    board = board_of(app)
    board.view.fit()
    if asked is not None:
        board.commands.click(session.state.position(asked.units[0]) or "")


def chosen(app: App) -> None:
    """What a player sees first."""
    app.choose_game()


def printed(app: App, game: str) -> None:
    """The whole map of a game, without anything on it."""
    while app.step(0.1):
        pass
    resolved = load_game(game).definition.resolve()
    painter = MapPainter(resolved.map, resolved[Terrain], imprint_of(resolved))
    width, height = app.surface.get_size()
    zoom = int(min(width / painter.sheet.width, height / painter.sheet.height))
    picture = painter.render(painter.sheet, zoom)
    app.surface.fill(PALETTE.table)
    app.surface.blit(picture, picture.get_rect(center=(width // 2, height // 2)))


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle that a picture shows before the die."""

    session: Callable[[], Session]
    target: str
    zoom: int = 0

    def __call__(self, app: App) -> None:
        """Put it on the screen."""
        aimed(app, self.session(), self.target, self.zoom)


SCENES: dict[str, Callable[[App], None]] = {
    "strike_force_one": Battle(advanced_game, "0504"),
    "scs_sample": Battle(bridgehead, "12.08", 4),
    "marenfeld": Battle(villages, "1005", 3),
    "orva_front": Battle(river, "0907", 3),
    "tamrat": Battle(road, "09.05", 3),
    "three_mills": commanded,
    "skerry_sound": sailing,
    "force_on_force": fire,
    "lesson": partial(taught, game="tamrat", step=6, unit="E1", towards="08.05"),
    "replay": replayed,
    "ending": lost,
    "picker": chosen,
    "map": partial(printed, game="scs_sample"),
}
"""Name of the picture to what puts its scene on the screen."""
