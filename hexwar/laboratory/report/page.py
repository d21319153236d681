"""The page: one file that needs nothing else, and in which nothing runs.

Rows are gathered into figures by match, and the page asks one question after another of all
matches; a question that the results cannot answer is left out. Games have the titles of their files
if those are here unchanged since they were played. The page may be passed on: a policy in it keeps
a browser from fetching or running anything.

In this order: the page and its matches; the questions that are asked of all matches together; those
that are asked of each; the list of them all; names; heat maps; the HTML of it all.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from html import escape
from importlib.resources import files
from typing import NamedTuple

from hexwar.definition.diagnostics import ChoiceError, DefinitionError
from hexwar.definition.locations import UnknownGameError
from hexwar.definition.model import ResolvedGame
from hexwar.definition.svg import SVG
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
from hexwar.viewer.page.drawing import sheet_of, shown_by
from hexwar.viewer.page.svg import element, points, size
from hexwar.viewer.rendering import svg_of

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""The browser fetches nothing for the page, and runs nothing in it."""


def page(rows: Iterable[ResultRow], title: str, sources: Mapping[str, str], study: str = "") -> str:
    """The report on some rows.

    ``sources`` are where games are, by id: a game that is not in it is looked up by its id.
    ``study`` is the text of the study's file. ValueError where there is no game.
    """
    matches = reported(gathered(rows), sources)
    if not matches:
        raise ValueError("there are no results to report on")
    contents: list[str] = []
    sections: list[str] = []
    for question, answer in QUESTIONS:
        if answered := answer(matches):
            place = len(sections) + 1
            contents.append(f'<li><a href="#q{place}">{escape(question)}</a></li>')
            head = f'<h2 id="q{place}">{escape(question)}</h2>'
            sections.append(f"<section>{head}{answered}</section>")
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
            f"<nav><ol>{''.join(contents)}</ol></nav><main>",
            *sections,
            f"<h2>The study</h2><pre>{escape(study)}</pre>" if study else "",
            "</main></body></html>",
        ]
    )


class ReportedMatch(NamedTuple):
    """A match as the page tells of it.

    ``short`` distinguishes it from the other matches of its game, ``title`` from all on the page: a
    game or players that all have in common are not repeated. ``maps`` is ``None`` where the game is
    not here as it was played.
    """

    figures: MatchFigures
    names: Names
    maps: HeatMaps | None
    short: str = ""
    title: str = ""


def reported(played: Iterable[MatchFigures], sources: Mapping[str, str]) -> list[ReportedMatch]:
    """Matches as the page tells of them; ``sources`` as :func:`page` has them."""
    matches: list[ReportedMatch] = []
    maps: dict[str, HeatMaps] = {}  # by digest: matches of one game share its map
    for figures in played:
        question = figures.asked
        names = Names(question, sources.get(question.game, question.game))
        if names.game is not None and question.digest not in maps:
            maps[question.digest] = HeatMaps(names.game, f"map{len(maps)}")
        drawn = maps.get(question.digest) if names.game else None
        matches.append(ReportedMatch(figures, names, drawn))
    # Titles leave out what all matches have in common, so they are given when all are known.
    games = {match.names.title for match in matches}
    players = {match.names.playing for match in matches}
    titled = []
    for match in matches:
        game, short = match.names.title, match.names.setting
        if len(players) > 1:
            short += f"; {match.names.playing}"
        is_enough = len(games) == 1 or short == game
        titled.append(match._replace(short=short, title=short if is_enough else f"{game}: {short}"))
    return titled


# -- questions that are asked of all matches together ----------------------------------------------

# Each answers with HTML, or with an empty string where the results lack it.

Matches = Sequence[ReportedMatch]


class Compared(NamedTuple):
    """Two versions of a match: what of it is told, how its wins differ, and who played.

    ``change`` is ``None`` where no game of one has a seed of the other.
    """

    title: str
    change: Difference | None
    who: str


def who_wins(matches: Matches) -> str:
    """Win rates by scenario, option and player, a plot and a table for each game."""
    parts = []
    by_sides: dict[tuple[str, ...], list[ReportedMatch]] = {}
    for each in matches:
        by_sides.setdefault((each.figures.asked.game, *each.figures.sides), []).append(each)
    for (_, *sides), group in by_sides.items():
        names = [group[0].names.side(side) for side in sides]
        if any(match.title != match.short for match in group):
            parts.append(heading(group[0].names.title))
        rates = [(match.short, [match.figures.wins(side) for side in sides]) for match in group]
        plotted = intervals(rates, names)
        parts.append(plot(plotted, "Games won, with the interval of 95 % (Wilson)."))
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


def what_options_change(matches: Matches) -> str:
    """Each set of options beside none, at equal seeds."""
    compared = []
    for match in matches:
        question = match.figures.asked
        if question.options:
            for base in matches:
                without = base.figures.asked
                if (
                    # Beside the same game, scenario, edition and players without an option.
                    not without.options
                    and without.kin[:2] == question.kin[:2]
                    and (without.edition, without.players) == (question.edition, question.players)
                ):
                    side = match.figures.sides[0]
                    title = f"{match.title}: {match.names.side(side)}"
                    change = difference(base.figures, match.figures, side)
                    compared.append(Compared(title, change, match.names.playing))
    return _differences(compared, "with the option, beside the same games without it")


def what_versions_change(matches: Matches) -> str:
    """Matches that were played again under other rules of the game, or by another hexwar."""
    compared = []
    for place, later in enumerate(matches):
        # Each pair once, in the order in which their results were named.
        for earlier in matches[:place]:
            before, after = earlier.figures.asked, later.figures.asked
            if before.kin != after.kin or before == after:
                continue
            versions = f"{before.digest[:8]} to {after.digest[:8]}"
            if before.digest == after.digest:
                versions = f"hexwar {before.code[:8]} to {after.code[:8]}"
            side = later.figures.sides[0]
            change = difference(earlier.figures, later.figures, side)
            title = f"{later.title}: {later.names.side(side)}, {versions}"
            compared.append(Compared(title, change, later.names.playing))
    return _differences(compared, "in the later version, beside the same games in the earlier")


def _differences(compared: Iterable[Compared], beside: str) -> str:
    """Differences as a plot and a table; those without a seed in common are left out."""
    with_change = [
        (title, change, players) for title, change, players in compared if change is not None
    ]
    if not with_change:
        return ""
    caption = f"How much oftener this side wins {beside}: game by game of equal seeds, 95 %."
    lines = [
        (title, players, change.games, str(change), "yes" if change.is_sure else "not shown")
        for title, change, players in with_change
    ]
    drawn = changes([(title, change) for title, change, _ in with_change])
    heads = ("Match", "Players", "Games", "Change", "A difference?")
    return plot(drawn, caption) + table(heads, lines)


def how_long(matches: Matches) -> str:
    """Turns and decisions: means in a table, and how many games ended in each turn."""

    def turns_of(figures: MatchFigures) -> str:
        turns = figures.turns()
        if len(turns) == 1:
            return f"always {next(iter(turns))}"
        return f"{figures.mean('turns'):.1f} [{min(turns)} to {max(turns)}]"

    lines = [
        (match.title, turns_of(match.figures), f"{match.figures.mean('decisions'):.0f}")
        for match in matches
    ]
    shown = table(("Match", "Turns", "Decisions"), lines)
    shown += paragraph("Means, and in brackets the least and the most.", "small")
    return shown + of_each(in_which_turn)(matches)


def what_was_played(matches: Matches) -> str:
    """Versions, digests, players, seeds."""
    lines = []
    for match in matches:
        question = match.figures.asked
        seeds = sorted({seed.rpartition(":")[0] for seed in match.figures.results})
        not_here = "" if match.names.game is not None else " (not here as it was played)"
        players = ", ".join(f"{side} {name}" for side, name in question.players)
        version = f"{question.hexwar}, {question.code}"
        lines.append((match.title + not_here, players, ", ".join(seeds), question.digest, version))
    return table(("Match", "Players", "Seeds", "Digest of the game", "hexwar"), lines)


# -- questions that are asked of each match --------------------------------------------------------

# What was recorded of a match depends on the study (``record:``); questions about the rest are left
# out.

_MOST_UNITS = 25  # that are lost the oftenest
_MOST_HEXES = 12  # that change hands the oftenest
_FULL = 6  # matches that are shown in full; the rest are folded
_FEW = 5  # battles: fewer prove nothing about a column


def of_each(
    answer: Callable[[ReportedMatch], str | None], before: str = ""
) -> Callable[[Matches], str]:
    """A question that is asked of each match of which it was recorded (``None`` if it was not);
    those after the first few are folded. ``before`` is a sentence that explains the answers.
    """

    def of_all(matches: Matches) -> str:
        answered = [(match, html) for match in matches if (html := answer(match)) is not None]
        parts = [paragraph(before, "small")] if before and answered else []
        for place, (match, html) in enumerate(answered):
            if html:
                in_full = place < _FULL
                parts.append(heading(match.title) + html if in_full else folded(match.title, html))
        return "".join(parts)

    return of_all


def in_which_turn(match: ReportedMatch) -> str | None:
    """How many games ended in each turn, where not all ended in the same."""
    turns = match.figures.turns()
    return plot(bars(turns, "turn in which it ended", "games")) if len(turns) > 1 else None


def when_decided(match: ReportedMatch) -> str | None:
    """The chance of winning by turn."""
    if not match.figures.recorded["evaluation"]:
        return None
    lines = [
        (match.names.side(side), list(match.figures.chances(side))) for side in match.figures.sides
    ]
    caption = "The chance of winning as each turn began: the median, and the middle half."
    return plot(courses(lines, "turn"), caption) if any(line for _, line in lines) else ""


def which_units_die(match: ReportedMatch) -> str | None:
    """Units by how often they were lost, and when and where."""
    games = match.figures.recorded["losses"]
    if not games:
        return None
    lost = sorted(match.figures.lost.items(), key=lambda unit: (-unit[1].games, unit[0]))
    lines = []
    for unit, fate in lost[:_MOST_UNITS]:
        when = sum(turn * count for turn, count in fate.turns.items()) / fate.turns.total()
        lines.append((match.names.unit(unit), str(share_of(fate.games, games)), f"{when:.1f}"))
    shown = table(("Unit", "Lost in so many games", "In turn (mean)"), lines)
    if lost:
        turns = sum((fate.turns for _, fate in lost), start=Counter[int]())
        drawn = bars({turn: count / games for turn, count in turns.items()}, "turn", "units lost")
        shown += plot(drawn, "Units lost in each turn, a game.")
    return shown + _heat(match, match.figures.died, "losses", "lost here", "Where units are lost")


def which_odds(match: ReportedMatch) -> str | None:
    """Columns taken by each side, and what came of them."""
    if not match.figures.taken:
        return None
    parts = []
    for side in match.figures.sides:
        lines = []
        columns = [column for by, column in match.figures.taken if by == side]
        for column in sorted(columns, key=_by_odds):
            tally = match.figures.taken[side, column]
            results = ", ".join(
                f"{code} {count / tally.battles:.0%}"
                for code, count in tally.results.most_common(5)
                if code
            )
            often = tally.battles / match.figures.recorded["battles"]
            few = "" if tally.battles >= _FEW else " (few)"
            own_mean, theirs = tally.own / tally.battles, tally.theirs / tally.battles
            lines.append((column or "below", often, own_mean, theirs, results + few))
        if lines:
            heads = ("Column", "Times a game", "Lost each", "Enemy lost each", "Results")
            parts += [paragraph(f"{match.names.side(side)} attacks:"), table(heads, lines)]
    return "".join(parts)


def _by_odds(column: str) -> tuple[float, str]:
    """Columns in the order of their odds, as well as their headings say it."""
    if not column:  # below the first
        return -1.0, column
    try:
        if ":" in column:
            attacker, defender = column.split(":")
            return float(attacker) / float(defender), column
        return float(column.rstrip("+")), column
    except (ValueError, ZeroDivisionError):
        return 1e9, column


def where(match: ReportedMatch) -> str | None:
    """Heat maps of where units stood, and of where there was fighting."""
    if match.maps is None:
        return None
    maps = []
    for side in match.figures.sides:
        stood, caption = match.figures.stood[side], f"Where {match.names.side(side)} stands"
        maps.append(_heat(match, stood, "positions", "stood here", caption))
    fought = match.figures.fought
    maps.append(_heat(match, fought, "battles", "fought for", "Where battles are fought"))
    return f'<div class="maps">{"".join(maps)}</div>' if any(maps) else ""


def _heat(
    match: ReportedMatch, counts: Mapping[str, int], part: str, what: str, caption: str
) -> str:
    """A heat map of counts by hex of a part of what was recorded; nothing without a map."""
    if match.maps is None or not counts:
        return ""
    games = match.figures.recorded[part]
    most = max(counts, key=lambda number: (counts[number], number))
    described = f"{caption}: most in {match.names.hex(most)}, {counts[most] / games:.2g} a game."
    return figure(match.maps.heat(counts, games, what), described)


def who_holds(match: ReportedMatch) -> str | None:
    """Contested hexes by turn."""
    figures = match.figures
    if not figures.held:
        return None
    hexes = figures.contested()[:_MOST_HEXES]
    if not hexes:
        return paragraph("No hex changed hands.", "small")
    parts = []
    for place, side in enumerate(figures.sides):
        shares = [figures.holder_shares(number, place) for number in hexes]
        rows = list(zip(map(match.names.hex, hexes), shares, strict=True))
        drawn = grid(rows, "as this turn began")
        parts.append(plot(drawn, f"Held by {match.names.side(side)}, share of the games."))
    return "".join(parts)


def which_rules(match: ReportedMatch) -> str | None:
    """Rules that events cited, the rarest first, and those that none did."""
    games, heard = match.figures.recorded["rules"], match.figures.rules
    if not games:
        return None
    lines = [
        (number, match.names.rule(number), f"{heard[number] / games:.0%}")
        for number in sorted(heard, key=lambda number: (heard[number], number))
    ]
    shown = table(("Rule", "", "Occurs in so many games"), lines)
    unheard = match.names.unheard(set(heard))
    if not unheard:
        return shown
    silent = table(("Rule", ""), [(number, match.names.rule(number)) for number in unheard])
    return shown + folded(f"{len(unheard)} rules of which no event told", silent)


QUESTIONS: tuple[tuple[str, Callable[[Matches], str]], ...] = (
    ("Who wins?", who_wins),
    ("What does each option change?", what_options_change),
    ("What has changed between two versions?", what_versions_change),
    ("How long is a game?", how_long),
    ("When is it decided?", of_each(when_decided)),
    ("Which units are lost, when and where?", of_each(which_units_die)),
    (
        "Which odds are taken, and what comes of them?",
        of_each(
            which_odds, "Lost are steps or figures, up to the next battle or the end of the phase."
        ),
    ),
    ("Where do units stand, and where is it fought?", of_each(where)),
    ("Who holds what?", of_each(who_holds)),
    ("Which rules occur?", of_each(which_rules)),
    ("What was played?", what_was_played),
)
"""In the order of the page; what the results lack is left out."""


# -- what the page calls things: by title where the game is here as it was played, else by id ------

# Results name games by id and digest. If the game with this id has another digest by now, its
# titles could mislead, so ids are shown.


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
        """Rules of the rulebook that no event cited, without its chapters."""
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
        counts_on_map = {hex_: count for hex_, count in counts.items() if hex_ in self._game.map}
        most = max(counts_on_map.values(), default=1)
        hexes = ""
        for hex_, count in sorted(counts_on_map.items()):
            x, y = self._painter.center(hex_)
            title = f"{hex_}: {what} {count / games:.2g} times a game"
            hexes += element(
                "polygon",
                element("title", escape(title)),
                points=points((x + dx, y + dy) for dx, dy in self._painter.layout.corner_offsets),
                fill=_HOT,
                fill_opacity=f"{_LEAST + (_MOST - _LEAST) * (count / most):.2f}",
            )
        sheet = self._sheet
        box = " ".join(map(size, (sheet.left, sheet.top, sheet.width, sheet.height)))
        return element("div", element("svg", hexes, xmlns=SVG, viewBox=box), class_=self._class)

    @property
    def _class(self) -> str:
        return f"map {self._name}"


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
    body = ["".join(map(_cell, row)) for row in rows]
    if not body:
        return paragraph("Nothing of it occurred.", "small")
    # A head stands as the cells below it do.
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    lines = "".join(f"<tr>{line}</tr>" for line in body)
    return f'<div class="wide"><table><tr>{head}</tr>{lines}</table></div>'


def _cell(value: Cell) -> str:
    """Write a cell of a table, its text escaped."""
    if isinstance(value, str):
        return f"<td>{escape(value)}</td>"
    text = f"{value:.2f}" if isinstance(value, float) else f"{value:,}"
    return f'<td class="n">{text}</td>'


def folded(summary: str, content: str) -> str:
    """What is there for readers who want more."""
    return f"<details><summary>{escape(summary)}</summary>{content}</details>"


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""
