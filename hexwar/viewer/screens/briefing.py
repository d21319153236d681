"""The briefing: which side one plays, what the game is about, who wins when, and what comes first.

It comes before the first move of a game, from wherever that is started, until its switch is turned
off. What comes first is the prompt of the position, or that the computer begins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Protocol

from hexwar.definition.grammar import does, in_prose, opening
from hexwar.definition.model import ResolvedGame
from hexwar.players import LEVELS, called
from hexwar.players.learned import found_of
from hexwar.records import HUMAN
from hexwar.rules.first_contact import first_contact
from hexwar.rules.game import Game
from hexwar.rules.language.wording import every, places_named, region_called
from hexwar.rules.lessons.section import lessons_of
from hexwar.rules.sides.section import Sides
from hexwar.rules.state import State
from hexwar.rules.victory.telling import awards_by_side, goals, scores_told
from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.match.objectives import regions_asked
from hexwar.viewer.panels.turns import add_rows
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.choosing import LessonChoice, WhoPlays, offered_players
from hexwar.viewer.screens.rules import RulesScreen
from hexwar.viewer.screens.sheet import SheetButton, SheetScreen, columns, join
from hexwar.viewer.widgets import Flow


class Briefed(Protocol):
    """The game that begins: its position, its rules, and the players by side."""

    @property
    def state(self) -> State:
        """The position in which it begins."""

    @property
    def game(self) -> Game:
        """Its rules."""

    @property
    def players(self) -> Mapping[str, str]:
        """By side the name of its player."""


class BriefingScreen(SheetScreen):
    """What players want to know before the first move of a game; ``first``: the prompt then.

    Escape, Enter or *Begin* leave it, and its switch leaves it out from the next game on. Where
    nobody has said who plays, it asks: ``seat`` gets the answer, side id to name, on leaving.
    """

    title = "Briefing"
    widest = 700

    def __init__(
        self,
        host: Host,
        session: Briefed,
        first: str,
        seat: Callable[[Mapping[str, str]], None] | None = None,
    ) -> None:
        super().__init__(host)
        self.session = session
        self.first = first
        self.lessons = list(lessons_of(session.game.catalog).values())
        self.who = WhoPlays(session.state.resolved[Sides].played, session.players)
        self._seat = seat
        resolved = session.state.resolved
        # Read once: a layout comes with every key, and this is in files.
        self._learned = found_of(resolved).at_the_board() if seat is not None else []

    def who_plays(self) -> str:
        """Who plays what, in a sentence."""
        return _who_plays(self.session)

    def heading(self) -> str:
        """The game and its scenario, once where they are called alike."""
        game = self.session.state.resolved
        return ": ".join(dict.fromkeys((game.header.title, game.scenario.title)))

    def fill(self, flow: Flow) -> None:
        """Who, what for, and what first."""
        theme, game = flow.theme, self.session.state.resolved
        if self._seat is None:
            flow.text("who", self.who_plays(), theme.title, bold=True)
            flow.gap(6)
        for key, text in (("summary", game.header.summary), ("scenario", game.scenario.summary)):
            if text:
                flow.text(key, text)
                flow.gap(4)
        if self._seat is not None:
            self._ask_who_plays(flow)
        flow.gap(6)
        flow.heading("goal-heading", "How it is won")
        for number, goal in enumerate(goals(game)):
            flow.text(
                f"goal-{number}",
                _without_counting(str(goal)) if awards_by_side(game) else str(goal),
            )
            add_rows(flow, number, goal)
            flow.gap(2)
        for number, text in enumerate(scores_told(game)):
            flow.text(f"scored-{number}", text)
            flow.gap(2)
        for number, places in enumerate(_named_places(game)):
            flow.text(f"places-{number}", places)
            flow.gap(2)
        if contact := first_contact(self.session.state):
            flow.text("contact", contact)
        flow.gap(8)
        flow.heading("first-heading", "First")
        acting, text = self.session.state.side_to_act, self.first
        if acting is not None and self.who.players.get(acting, HUMAN) != HUMAN:
            # Another begins: what he thinks about is not what the player does first.
            text = f"{opening(game[Sides].names[acting], 'begins')}; then you are asked."
        flow.text("first", text)
        for lesson in self.lessons:
            text = f"New to it? The lesson “{lesson.title}” takes {lesson.minutes} minutes."
            flow.gap(4)
            flow.text(f"lesson-{lesson.id}", text, theme.body, PALETTE.ink_soft)
        flow.gap(8)
        flow.option(
            "briefings",
            "Show this at the start of every game",
            self._turn,
            self.host.settings.briefings,
            role="checkbox",
        )

    def _ask_who_plays(self, flow: Flow) -> None:
        """A side against the computer, with its level, or people on all sides."""
        who, theme = self.who, flow.theme
        names = {side.id: side.name for side in who.sides}
        flow.gap(6)
        flow.heading("who-heading", "Who plays")
        flow.gap(2)
        for side, name in names.items():
            opponents = every([in_prose(names[other]) for other in names if other != side])
            label = f"You play {in_prose(name)}; the computer plays {opponents}"
            flow.option(f"own-{side}", label, partial(who.play, side), who.own == side)
        people = "Two" if len(names) == 2 else "Several"
        label = f"{people} people at this window, by turns"
        flow.option("own-", label, partial(who.play, ""), not who.own)
        if who.own:
            flow.gap(4)
            levels = [name for name in offered_players() if name != HUMAN]
            parts = columns(flow, *(1 for _ in levels), gap=4)
            for name, part in zip(levels, parts, strict=True):
                take, on = partial(who.choose_level, name), who.level == name
                part.option(f"level-{name}", called(name), take, on)
            join(flow, parts)
            if who.level in LEVELS:
                strength = LEVELS[who.level].sentence
                flow.text("level-told", strength, theme.small, PALETTE.ink_soft)
            for number, note in enumerate(self._learned):
                flow.text(f"learned-{number}", note, theme.small, PALETTE.ink_soft)

    def cancel(self) -> None:
        """Begin, with the players that are chosen."""
        self.host.pop()
        if self._seat is not None:
            self._seat(self.who.players)

    def _turn(self) -> None:
        self.host.settings.briefings = not self.host.settings.briefings
        self.host.settings.save()
        self.rebuild()

    def acts(self) -> Sequence[SheetButton]:
        """The rules, the lesson, or on with it."""
        rulebook, folder = self.session.state.resolved.rulebook, self.session.game.catalog.folder
        buttons = []
        if rulebook.rules:
            read = partial(RulesScreen, self.host, rulebook)
            buttons.append(SheetButton("rules", "Rules", lambda: self.host.push(read())))
        for lesson in self.lessons[:1]:
            learn = partial(self.host.begin, LessonChoice(folder, lesson.id))
            buttons.append(SheetButton("lesson", "Lesson", learn))
        return [*buttons, SheetButton("begin", "Begin", self.cancel, "primary")]

    def first_focus(self, keys: list[str]) -> str:
        """Enter begins."""
        return "begin"


_COUNTING = re.compile(r"(?<=\bpoints)([^:.]*): [^.]*\b(?:for|counts?)\b[^.]*\.")
"""Points, and behind a colon for what they are given."""

_MOST_NAMED = 8
"""Of more places in a region only the map tells the names."""


def _without_counting(goal: str) -> str:
    """A goal about points without how they are counted, if it says that behind a colon: what each
    side scores for stands below the goals.

    >>> _without_counting("Red wins with 9 points at the end: a town counts 2.")
    'Red wins with 9 points at the end.'
    >>> _without_counting("Who wins: the side with the most points.")
    'Who wins: the side with the most points.'
    """
    return _COUNTING.sub(r"\1.", goal)


def _named_places(game: ResolvedGame) -> Iterator[str]:
    """The places that the victory asks about, by name, region by region."""
    for region in regions_asked(game):
        numbers = sorted(game.map.region(region))
        places = every(list(places_named(game, numbers)))
        # A single hex without a name is told by the goal itself.
        if len(numbers) <= _MOST_NAMED and places not in numbers:
            title = region_called(game.map, region)
            yield f"{title[:1].upper()}{title[1:]}: {places}."


def _who_plays(session: Briefed) -> str:
    """Which sides people play, and who plays the others."""
    sides, players = session.state.resolved[Sides].played, session.players
    people = [in_prose(side.name) for side in sides if players.get(side.id, HUMAN) == HUMAN]
    seats = [
        f"{does(side.name, 'is')} played by the computer ({called(players[side.id])})"
        for side in sides
        if players.get(side.id, HUMAN) != HUMAN
    ]
    if len(people) == 1 and seats:
        return f"You play {people[0]}; {every(seats)}."
    opponents = f"; {every(seats)}" if seats else ""
    return (
        f"You play {every(people)}, by turns{opponents}." if people else f"{opening(every(seats))}."
    )
