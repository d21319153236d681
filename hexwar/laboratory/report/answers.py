"""The answers of the page: a function for each question that a designer asks.

Each takes the figures of all matches and answers with HTML, or with nothing where the results hold
nothing of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from hexwar.laboratory.report.figures import Difference, MatchFigures, difference, share_of
from hexwar.laboratory.report.maps import HeatMaps
from hexwar.laboratory.report.markup import Cell, figure, folded, heading, paragraph, plot, table
from hexwar.laboratory.report.names import Names
from hexwar.laboratory.report.plots import bars, changes, courses, grid, intervals

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
    for sides, group in _by_sides(matches).items():
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

    def of(one: Told) -> str:
        return plot(bars(one.figures.turns(), "turn in which it ended", "games"))

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


def _changed(found: Sequence[tuple[str, Difference, str]], beside: str) -> str:
    if not found:
        return ""
    caption = f"How much oftener this side wins {beside}: game by game of equal seeds, 95 %."
    lines = [
        (title, who, change.games, str(change), "yes" if change.is_sure else "not shown")
        for title, change, who in found
    ]
    drawn = changes([(title, change) for title, change, _ in found])
    return plot(drawn, caption) + table(
        ("Match", "Players", "Games", "Change", "A difference?"), lines
    )


def which_units_die(matches: Sequence[Told]) -> str:
    """Units by how often they were lost, and when."""

    def of(one: Told) -> str:
        games = one.figures.recorded["losses"]
        lost = sorted(one.figures.lost.items(), key=lambda unit: (-unit[1].games, unit[0]))
        lines = []
        for unit, fate in lost[:_MOST_UNITS]:
            when = sum(turn * count for turn, count in fate.turns.items()) / fate.turns.total()
            lines.append((one.names.unit(unit), str(share_of(fate.games, games)), f"{when:.1f}"))
        shown = table(("Unit", "Lost in so many games", "In turn (mean)"), lines)
        if lost:
            turns = sum((fate.turns for _, fate in lost), start=Counter[int]())
            drawn = bars({turn: lost / games for turn, lost in turns.items()}, "turn", "units lost")
            shown += plot(drawn, "Units lost in each turn, a game.")
        return shown + _heat(one, one.figures.died, "losses", "lost here", "Where units are lost")

    return _each([match for match in matches if match.figures.recorded["losses"]], of)


def which_odds(matches: Sequence[Told]) -> str:
    """Columns taken and what came of them."""

    def of(one: Told) -> str:
        parts = []
        for side in one.figures.sides:
            taken = [
                (heading_, battles)
                for (by, heading_), battles in one.figures.taken.items()
                if by == side
            ]
            lines = []
            for heading_, battles in sorted(taken, key=_column):
                results = ", ".join(
                    f"{code} {count / battles.battles:.0%}"
                    for code, count in battles.results.most_common(5)
                    if code
                )
                often = battles.battles / one.figures.recorded["battles"]
                few = "" if battles.battles >= _FEW else " (few)"
                own, theirs = battles.own / battles.battles, battles.theirs / battles.battles
                lines.append((heading_ or "below", often, own, theirs, results + few))
            if lines:
                heads = ("Column", "Times a game", "Lost each", "Enemy lost each", "Results")
                parts += [paragraph(f"{one.names.side(side)} attacks:"), table(heads, lines)]
        return "".join(parts)

    fought = [match for match in matches if match.figures.taken]
    explained = "Lost are steps or figures, up to the next battle or the end of the phase."
    return paragraph(explained, "small") + _each(fought, of) if fought else ""


def where(matches: Sequence[Told]) -> str:
    """Heat maps of who stood where, and of where it was fought."""

    def of(one: Told) -> str:
        stood = [
            _heat(one, one.figures.stood[side], "positions", "stood here", f"Where {name} stands")
            for side, name in ((side, one.names.side(side)) for side in one.figures.sides)
        ]
        fought = _heat(one, one.figures.fought, "battles", "fought for", "Where battles are fought")
        stood.append(fought)
        return f'<div class="maps">{"".join(stood)}</div>' if any(stood) else ""

    return _each([match for match in matches if match.maps is not None], of)


def who_holds(matches: Sequence[Told]) -> str:
    """Contested hexes by turn."""

    def of(one: Told) -> str:
        figures = one.figures
        hexes = figures.contested()[:_MOST_HEXES]
        if not hexes:
            return paragraph("No hex changed hands.", "small")
        parts = []
        for place, side in enumerate(figures.sides):
            held = [figures.holder_shares(number, place) for number in hexes]
            rows = list(zip(map(one.names.hex, hexes), held, strict=True))
            drawn = grid(rows, "as this turn began")
            parts.append(plot(drawn, f"Held by {one.names.side(side)}, share of the games."))
        return "".join(parts)

    return _each([match for match in matches if match.figures.held], of)


def when_decided(matches: Sequence[Told]) -> str:
    """The chance of winning by turn."""

    def of(one: Told) -> str:
        lines = [
            (one.names.side(side), list(one.figures.chances(side))) for side in one.figures.sides
        ]
        caption = "The chance of winning as each turn began: the median, and the middle half."
        return plot(courses(lines, "turn"), caption) if any(line for _, line in lines) else ""

    return _each([match for match in matches if match.figures.recorded["evaluation"]], of)


def which_rules(matches: Sequence[Told]) -> str:
    """Rules that events told of, and those that none did."""

    def of(one: Told) -> str:
        games = one.figures.recorded["rules"]
        lines = [
            (number, one.names.rule(number), f"{count / games:.0%}")
            for number, count in sorted(
                one.figures.rules.items(), key=lambda rule: (rule[1], rule[0])
            )
        ]
        unheard = one.names.unheard(set(one.figures.rules))
        shown = table(("Rule", "", "Occurs in so many games"), lines)
        if not unheard:
            return shown
        silent = table(("Rule", ""), [(number, one.names.rule(number)) for number in unheard])
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


def _by_sides(matches: Sequence[Told]) -> dict[tuple[str, ...], list[Told]]:
    by_sides: dict[tuple[str, ...], list[Told]] = {}
    for match in matches:
        by_sides.setdefault((match.figures.asked.game, *match.figures.sides), []).append(match)
    return {key[1:]: group for key, group in by_sides.items()}


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


def _heat(one: Told, counts: dict[str, int], part: str, what: str, caption: str) -> str:
    if one.maps is None or not counts:
        return ""
    games = one.figures.recorded[part]
    where = max(counts, key=lambda number: (counts[number], number))
    described = f"{caption}: most in {one.names.hex(where)}, {counts[where] / games:.2g} a game."
    return figure(one.maps.heat(counts, games, what), described)


def _column(found: tuple[str, object]) -> tuple[float, str]:
    """Columns in the order of their odds, as well as their headings say it."""
    text = found[0]
    if not text:  # below the first
        return -1.0, text
    try:
        if ":" in text:
            left, right = text.split(":")
            return float(left) / float(right), text
        return float(text.rstrip("+")), text
    except (ValueError, ZeroDivisionError):
        return 1e9, text
