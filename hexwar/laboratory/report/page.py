"""The page: one file that needs nothing else, and in which nothing runs.

Rows are gathered into figures by question, named as the game names things if it is here as it was
played, and each question is asked of all matches; those to which the results say
nothing are left out. The page may be passed on: a policy in it keeps a browser from fetching or
running anything.

In this order: what is told, the questions, names, heat maps, and the HTML of it all.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from html import escape
from importlib.resources import files
from typing import NamedTuple

from hexwar.definition.diagnostics import ChoiceError, DefinitionError
from hexwar.definition.locations import UnknownGameError
from hexwar.definition.model import ResolvedGame
from hexwar.definition.pictures import SVG
from hexwar.laboratory.report.figures import (
    Difference,
    MatchFigures,
    difference,
    gathered,
    share_of,
)
from hexwar.laboratory.report.plots import bars, changes, courses, grid, intervals
from hexwar.players import called
from hexwar.players.matches import loaded
from hexwar.players.rows import Question, ResultRow
from hexwar.rules.sides.section import Sides
from hexwar.rules.units.section import Units
from hexwar.viewer.page.drawing import element, points, sheet_of, shown_by, size
from hexwar.viewer.rendering import svg_of

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""The browser fetches nothing for the page, and runs nothing in it."""


def page(rows: Iterable[ResultRow], title: str, sources: Mapping[str, str], study: str = "") -> str:
    """The report on some rows.

    ``sources`` are where games are, by id: what is not in it is looked for by its id. ``study`` is
    the text of the study's file. ValueError where there is no game.
    """
    matches = told(gathered(rows), sources)
    if not matches:
        raise ValueError("there are no results to report on")
    answers = [(question, answer(matches)) for question, answer in QUESTIONS]
    there = [(question, answer) for question, answer in answers if answer]
    maps = dict.fromkeys(match.maps.style() for match in matches if match.maps is not None)
    style = files(__package__).joinpath("page.css").read_text("utf-8") + "\n".join(maps)
    games = sum(match.figures.games for match in matches)
    count = f"{games:,} games in {len(matches)} {'match' if len(matches) == 1 else 'matches'}"
    return "".join(
        [
            '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title><style>{style}</style></head><body>",
            f'<header><h1>{escape(title)}</h1><p class="small">{count}</p></header>',
            f"<nav><ol>{_contents([question for question, _ in there])}</ol></nav><main>",
            *(_section(place, *answered) for place, answered in enumerate(there, start=1)),
            f"<h2>The study</h2><pre>{escape(study)}</pre>" if study else "",
            "</main></body></html>",
        ]
    )


def told(played: Iterable[MatchFigures], sources: Mapping[str, str]) -> list[Told]:
    """Matches as the page tells of them; ``sources`` as :func:`page` has them."""
    matches: list[Told] = []
    maps: dict[str, HeatMaps] = {}
    for figures in played:
        asked = figures.asked
        names = Names(asked, sources.get(asked.game, asked.game))
        if names.game is not None and asked.digest not in maps:
            maps[asked.digest] = HeatMaps(names.game, f"map{len(maps)}")
        matches.append(Told(figures, names, maps.get(asked.digest) if names.game else None))
    # The matches with titles, which leave out what all have in common.
    games = {match.names.title for match in matches}
    players = {match.names.playing for match in matches}
    titled = []
    for match in matches:
        game, short = match.names.title, match.names.setting
        if len(players) > 1:
            short += f"; {match.names.playing}"
        named = len(games) == 1 or short == game
        titled.append(match._replace(short=short, title=short if named else f"{game}: {short}"))
    return titled


def _contents(questions: Sequence[str]) -> str:
    return "".join(
        f'<li><a href="#q{place}">{escape(question)}</a></li>'
        for place, question in enumerate(questions, start=1)
    )


def _section(place: int, question: str, answer: str) -> str:
    return f'<section><h2 id="q{place}">{escape(question)}</h2>{answer}</section>'


# -- the answers of the page: a function for each question that a designer asks --------------------

# Each takes the figures of all matches and answers with HTML, or with nothing where the results
# hold nothing of it.


_MOST_UNITS = 25
_MOST_HEXES = 12
_FULL = 6  # matches that are shown in full; the rest are folded
_FEW = 5  # battles: fewer say nothing of a column


class Told(NamedTuple):
    """A match as the page tells of it.

    ``short`` is what tells it from the other matches of its game, ``title`` from all of the page:
    a game or players that all have in common are not said each time.
    """

    figures: MatchFigures
    names: Names
    maps: HeatMaps | None
    short: str = ""
    title: str = ""


def who_wins(matches: Sequence[Told]) -> str:
    """Win rates by scenario, option and player."""
    parts = []
    by_sides: dict[tuple[str, ...], list[Told]] = {}
    for each in matches:
        by_sides.setdefault((each.figures.asked.game, *each.figures.sides), []).append(each)
    for (_, *sides), group in by_sides.items():
        names = [group[0].names.side(side) for side in sides]
        if any(match.title != match.short for match in group):
            parts.append(heading(group[0].names.title))
        rows = [(match.short, [match.figures.wins(side) for side in sides]) for match in group]
        parts.append(plot(intervals(rows, names), "Games won, with the interval of 95 % (Wilson)."))
        lines: list[list[Cell]] = []
        for match in group:
            wins = [str(match.figures.wins(side)) for side in sides]
            drawn = f"{match.figures.wins(None).share:.0%}"
            lines.append(
                [match.names.setting, match.names.playing, match.figures.games, *wins, drawn]
            )
        heads = (f"{name} wins" for name in names)
        parts.append(table(("Match", "Players", "Games", *heads, "Drawn"), lines))
    return "".join(parts)


def how_long(matches: Sequence[Told]) -> str:
    """Turns and decisions."""

    def of(match: Told) -> str:
        return plot(bars(match.figures.turns(), "turn in which it ended", "games"))

    lines = [
        (match.title, _turns(match.figures), f"{match.figures.mean('decisions'):.0f}")
        for match in matches
    ]
    shown = table(("Match", "Turns", "Decisions"), lines)
    shown += paragraph("Means, and in brackets the least and the most.", "small")
    return shown + _each([match for match in matches if len(match.figures.turns()) > 1], of)


def _turns(figures: MatchFigures) -> str:
    turns = figures.turns()
    if len(turns) == 1:
        return f"always {next(iter(turns))}"
    return f"{figures.mean('turns'):.1f} [{min(turns)} to {max(turns)}]"


def what_options_change(matches: Sequence[Told]) -> str:
    """Each set of options beside none, at equal seeds."""
    rows = []
    for match in matches:
        asked = match.figures.asked
        if not asked.options:
            continue
        for base in matches:
            other = base.figures.asked
            if (
                # Beside the same game, scenario, edition and players without an option.
                not other.options
                and other.kin[:2] == asked.kin[:2]
                and ((other.edition, other.players) == (asked.edition, asked.players))
            ):
                side = match.figures.sides[0]
                change = difference(base.figures, match.figures, side)
                if change is not None:
                    title = f"{match.title}: {match.names.side(side)}"
                    rows.append((title, change, match.names.playing))
    return _changed(rows, "with the option, beside the same games without it")


def what_versions_change(matches: Sequence[Told]) -> str:
    """The same match under other rules of the game, or another hexwar."""
    rows = []
    for place, later in enumerate(matches):
        # Each pair once, in the order in which their results were named.
        for earlier in matches[:place]:
            before, after = earlier.figures, later.figures
            if before.asked.kin == after.asked.kin and before.asked != after.asked:
                change = difference(before, after, after.sides[0])
                side = later.names.side(after.sides[0])
                versions = f"{before.asked.digest[:8]} to {after.asked.digest[:8]}"
                if before.asked.digest == after.asked.digest:
                    versions = f"hexwar {before.asked.code[:8]} to {after.asked.code[:8]}"
                if change is not None:
                    rows.append((f"{later.title}: {side}, {versions}", change, later.names.playing))
    return _changed(rows, "in the later version, beside the same games in the earlier")


def _changed(differences: Sequence[tuple[str, Difference, str]], beside: str) -> str:
    if not differences:
        return ""
    caption = f"How much oftener this side wins {beside}: game by game of equal seeds, 95 %."
    lines = [
        (title, who, change.games, str(change), "yes" if change.is_sure else "not shown")
        for title, change, who in differences
    ]
    drawn = changes([(title, change) for title, change, _ in differences])
    return plot(drawn, caption) + table(
        ("Match", "Players", "Games", "Change", "A difference?"), lines
    )


def which_units_die(matches: Sequence[Told]) -> str:
    """Units by how often they were lost, and when."""

    def of(match: Told) -> str:
        games = match.figures.recorded["losses"]
        lost = sorted(match.figures.lost.items(), key=lambda unit: (-unit[1].games, unit[0]))
        lines = []
        for unit, fate in lost[:_MOST_UNITS]:
            when = sum(turn * count for turn, count in fate.turns.items()) / fate.turns.total()
            lines.append((match.names.unit(unit), str(share_of(fate.games, games)), f"{when:.1f}"))
        shown = table(("Unit", "Lost in so many games", "In turn (mean)"), lines)
        if lost:
            turns = sum((fate.turns for _, fate in lost), start=Counter[int]())
            drawn = bars({turn: lost / games for turn, lost in turns.items()}, "turn", "units lost")
            shown += plot(drawn, "Units lost in each turn, a game.")
        return shown + _heat(
            match, match.figures.died, "losses", "lost here", "Where units are lost"
        )

    return _each([match for match in matches if match.figures.recorded["losses"]], of)


def which_odds(matches: Sequence[Told]) -> str:
    """Columns taken and what came of them."""

    def of(match: Told) -> str:
        parts = []
        for side in match.figures.sides:
            taken = [
                (heading_, battles)
                for (by, heading_), battles in match.figures.taken.items()
                if by == side
            ]
            lines = []
            for heading_, battles in sorted(taken, key=_column):
                results = ", ".join(
                    f"{code} {count / battles.battles:.0%}"
                    for code, count in battles.results.most_common(5)
                    if code
                )
                often = battles.battles / match.figures.recorded["battles"]
                few = "" if battles.battles >= _FEW else " (few)"
                own, theirs = battles.own / battles.battles, battles.theirs / battles.battles
                lines.append((heading_ or "below", often, own, theirs, results + few))
            if lines:
                heads = ("Column", "Times a game", "Lost each", "Enemy lost each", "Results")
                parts += [paragraph(f"{match.names.side(side)} attacks:"), table(heads, lines)]
        return "".join(parts)

    fought = [match for match in matches if match.figures.taken]
    explained = "Lost are steps or figures, up to the next battle or the end of the phase."
    return paragraph(explained, "small") + _each(fought, of) if fought else ""


def where(matches: Sequence[Told]) -> str:
    """Heat maps of who stood where, and of where it was fought."""

    def of(match: Told) -> str:
        stood = [
            _heat(
                match, match.figures.stood[side], "positions", "stood here", f"Where {name} stands"
            )
            for side, name in ((side, match.names.side(side)) for side in match.figures.sides)
        ]
        fought = _heat(
            match, match.figures.fought, "battles", "fought for", "Where battles are fought"
        )
        stood.append(fought)
        return f'<div class="maps">{"".join(stood)}</div>' if any(stood) else ""

    return _each([match for match in matches if match.maps is not None], of)


def who_holds(matches: Sequence[Told]) -> str:
    """Contested hexes by turn."""

    def of(match: Told) -> str:
        figures = match.figures
        hexes = figures.contested()[:_MOST_HEXES]
        if not hexes:
            return paragraph("No hex changed hands.", "small")
        parts = []
        for place, side in enumerate(figures.sides):
            held = [figures.holder_shares(number, place) for number in hexes]
            rows = list(zip(map(match.names.hex, hexes), held, strict=True))
            drawn = grid(rows, "as this turn began")
            parts.append(plot(drawn, f"Held by {match.names.side(side)}, share of the games."))
        return "".join(parts)

    return _each([match for match in matches if match.figures.held], of)


def when_decided(matches: Sequence[Told]) -> str:
    """The chance of winning by turn."""

    def of(match: Told) -> str:
        lines = [
            (match.names.side(side), list(match.figures.chances(side)))
            for side in match.figures.sides
        ]
        caption = "The chance of winning as each turn began: the median, and the middle half."
        return plot(courses(lines, "turn"), caption) if any(line for _, line in lines) else ""

    return _each([match for match in matches if match.figures.recorded["evaluation"]], of)


def which_rules(matches: Sequence[Told]) -> str:
    """Rules that events told of, and those that none did."""

    def of(match: Told) -> str:
        games = match.figures.recorded["rules"]
        lines = [
            (number, match.names.rule(number), f"{count / games:.0%}")
            for number, count in sorted(
                match.figures.rules.items(), key=lambda rule: (rule[1], rule[0])
            )
        ]
        unheard = match.names.unheard(set(match.figures.rules))
        shown = table(("Rule", "", "Occurs in so many games"), lines)
        if not unheard:
            return shown
        silent = table(("Rule", ""), [(number, match.names.rule(number)) for number in unheard])
        return shown + folded(f"{len(unheard)} rules of which no event told", silent)

    return _each([match for match in matches if match.figures.recorded["rules"]], of)


def what_was_played(matches: Sequence[Told]) -> str:
    """Versions, digests, players, seeds."""
    lines = []
    for match in matches:
        asked = match.figures.asked
        seeds = sorted({seed.rpartition(":")[0] for seed in match.figures.results})
        here = "" if match.names.game is not None else " (not here as it was played)"
        players = ", ".join(f"{side} {name}" for side, name in asked.players)
        version = f"{asked.hexwar}, {asked.code}"
        lines.append((match.title + here, players, ", ".join(seeds), asked.digest, version))
    return table(("Match", "Players", "Seeds", "Digest of the game", "hexwar"), lines)


QUESTIONS: tuple[tuple[str, Callable[[Sequence[Told]], str]], ...] = (
    ("Who wins?", who_wins),
    ("What does each option change?", what_options_change),
    ("What has changed between two versions?", what_versions_change),
    ("How long is a game?", how_long),
    ("When is it decided?", when_decided),
    ("Which units are lost, when and where?", which_units_die),
    ("Which odds are taken, and what comes of them?", which_odds),
    ("Where do units stand, and where is it fought?", where),
    ("Who holds what?", who_holds),
    ("Which rules occur?", which_rules),
    ("What was played?", what_was_played),
)
"""In the order of the page; what the results say nothing of is left out."""


def _each(matches: Sequence[Told], of: Callable[[Told], str]) -> str:
    """Of each match its own; those after the first few are folded."""

    def answers() -> Iterator[str]:
        for place, match in enumerate(matches):
            answer = of(match)
            if answer and place < _FULL:
                yield heading(match.title) + answer
            elif answer:
                yield folded(match.title, answer)

    return "".join(answers())


def _heat(match: Told, counts: dict[str, int], part: str, what: str, caption: str) -> str:
    if match.maps is None or not counts:
        return ""
    games = match.figures.recorded[part]
    where = max(counts, key=lambda number: (counts[number], number))
    described = f"{caption}: most in {match.names.hex(where)}, {counts[where] / games:.2g} a game."
    return figure(match.maps.heat(counts, games, what), described)


def _column(entry: tuple[str, object]) -> tuple[float, str]:
    """Columns in the order of their odds, as well as their headings say it."""
    text = entry[0]
    if not text:  # below the first
        return -1.0, text
    try:
        if ":" in text:
            left, right = text.split(":")
            return float(left) / float(right), text
        return float(text.rstrip("+")), text
    except (ValueError, ZeroDivisionError):
        return 1e9, text


# -- what the page calls things: by title where the game is here as it was played, else by id ------

# Results name games by id and digest. Where the game that is found by this id has another digest by
# now its titles could mislead, so ids are shown.


class Names:
    """The names of what one question is about.

    ``game`` is the game as it was chosen, None where it is not here or its rules are others now.
    """

    def __init__(self, asked: Question, source: str) -> None:
        self.asked = asked
        self.game: ResolvedGame | None = None
        with suppress(UnknownGameError, ChoiceError, DefinitionError, ValueError):
            ruleset = loaded(source).ruleset(asked.scenario, asked.options, asked.edition or None)
            # Names of other rules could be wrong: then ids are told.
            if ruleset.frame.resolved.digest == asked.digest:
                self.game = ruleset.frame.resolved
        self._catalog = loaded(source).catalog if self.game is not None else None

    @property
    def title(self) -> str:
        """The game."""
        return self.asked.game if self._catalog is None else self._catalog.header.title

    @property
    def setting(self) -> str:
        """Scenario, options and edition."""
        asked, catalog = self.asked, self._catalog
        if catalog is None:
            return ", ".join((asked.scenario, *asked.options))
        parts = [catalog.scenarios[asked.scenario].title]
        parts += [catalog.options[option].title for option in asked.options]
        if len(catalog.editions) > 1 and asked.edition != next(iter(catalog.editions)):
            parts.append(catalog.editions[asked.edition].title)
        return " + ".join(parts)

    @property
    def playing(self) -> str:
        """Who plays: one name where all sides are played alike."""
        players = list(dict.fromkeys(called(name) for _, name in self.asked.players))
        if len(players) == 1:
            return players[0]
        return ", ".join(f"{self.side(side)} {called(name)}" for side, name in self.asked.players)

    def side(self, side: str | None) -> str:
        """A side."""
        if side is None:
            return "nobody"
        if self.game is None:
            return side
        return next((listed.name for listed in self.game[Sides].all if listed.id == side), side)

    def hex(self, number: str) -> str:
        """A hex with the name of a place in it."""
        if self.game is None or number not in self.game.map:
            return number
        return (
            f"{number} {next(filter(None, self.game.map.features(number).values()), '')}".rstrip()
        )

    def unit(self, unit: str) -> str:
        """A unit with its side and, where it says more than the id, its name."""
        counters = self.game[Units].counters if self.game is not None else {}
        if unit not in counters:
            return unit
        counter = counters[unit]
        words = counter.name.casefold().split()
        name = counter.name if unit.casefold() in words else f"{unit} {counter.name}".rstrip()
        return f"{name} ({self.side(counter.side)})"

    def rule(self, number: str) -> str:
        """The heading of a rule."""
        rules = self.game.rulebook.rules if self.game is not None else {}
        return rules[number][0] if number in rules else ""

    def unheard(self, numbers: set[str]) -> list[str]:
        """Rules of the rulebook that no event told of; none of its chapters."""
        rules = self.game.rulebook.rules if self.game is not None else {}
        # A chapter is a number that others stand under.
        chapters = {number.rpartition(".")[0] for number in rules}
        return [number for number in rules if number not in numbers | chapters]


# -- heat maps on the game's own map, which stands in the page once --------------------------------

# The map is drawn by the code of the window and laid under all heat maps of a game by one rule of
# style; a heat map itself is only the hexes with anything in them, more or less red.


_HOT = "#b3261e"
_LEAST, _MOST = 0.15, 0.7  # opacity of a hex with anything in it, and of the hottest


class HeatMaps:
    """The heat maps of one game as it was chosen; ``name`` is the class of its map in the page."""

    def __init__(self, game: ResolvedGame, name: str) -> None:
        self._game, self._name = game, name
        self._painter = shown_by(game)
        self._sheet = sheet_of(self._painter)

    def style(self) -> str:
        """The rule that lays the map under everything of its class."""
        # As a background of a class it stands in the page once, however many heat maps lie on it.
        drawn = b64encode(svg_of("map", self._game).encode()).decode()
        shape = f"{self._sheet.width / self._sheet.height:.4f}"
        return (
            f".{self._name} {{aspect-ratio: {shape}; "
            f"background: url(data:image/svg+xml;base64,{drawn}) 0 0 / 100% 100%}}"
        )

    def heat(self, counts: Mapping[str, int], games: int, what: str) -> str:
        """Hexes as red as their count is high; pointing at one tells how often in a game."""
        there = {where: count for where, count in counts.items() if where in self._game.map}
        most = max(there.values(), default=1)
        hexes = "".join(
            self._hex(where, count / most, f"{where}: {what} {count / games:.2g} times a game")
            for where, count in sorted(there.items())
        )
        sheet = self._sheet
        box = " ".join(map(size, (sheet.left, sheet.top, sheet.width, sheet.height)))
        return element("div", element("svg", hexes, xmlns=SVG, viewBox=box), class_=self._class)

    @property
    def _class(self) -> str:
        return f"map {self._name}"

    def _hex(self, where: str, share: float, title: str) -> str:
        x, y = self._painter.center(where)
        outline = points((x + dx, y + dy) for dx, dy in self._painter.layout.corner_offsets)
        return element(
            "polygon",
            element("title", escape(title)),
            points=outline,
            fill=_HOT,
            fill_opacity=f"{_LEAST + (_MOST - _LEAST) * share:.2f}",
        )


# -- small pieces of HTML; all text is escaped here and nowhere else -------------------------------


Cell = str | int | float
"""Of a table; numbers stand to the right."""


def paragraph(text: str, kind: str = "") -> str:
    """A paragraph of plain text."""
    return f"<p{_class(kind)}>{escape(text)}</p>"


def heading(text: str) -> str:
    """A heading within the answer to a question."""
    return f"<h3>{escape(text)}</h3>"


def plot(svg: str, caption: str = "") -> str:
    """A plot with what it shows."""
    legend = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f'<figure class="plot wide">{svg}{legend}</figure>'


def figure(content: str, caption: str) -> str:
    """Anything that is looked at, with what it shows."""
    return f"<figure>{content}<figcaption>{escape(caption)}</figcaption></figure>"


def table(heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A table."""
    body = ["".join(_cell(cell, "td") for cell in row) for row in rows]
    if not body:
        return paragraph("Nothing of it occurred.", "small")
    # A head stands as the cells below it do.
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    lines = "".join(f"<tr>{line}</tr>" for line in body)
    return f'<div class="wide"><table><tr>{head}</tr>{lines}</table></div>'


def _cell(value: Cell, tag: str) -> str:
    if isinstance(value, str):
        return f"<{tag}>{escape(value)}</{tag}>"
    text = f"{value:.2f}" if isinstance(value, float) else f"{value:,}"
    return f'<{tag} class="n">{text}</{tag}>'


def folded(summary: str, content: str) -> str:
    """What is there for whoever wants it."""
    return f"<details><summary>{escape(summary)}</summary>{content}</details>"


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""
