"""The page: one file that needs nothing else, and in which nothing runs.

Rows are gathered into figures by question, named as the game names things if it is here as it was
played, and each question of ``answers`` is asked of all matches; those to which the results say
nothing are left out. The page may be passed on: a policy in it keeps a browser from fetching or
running anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files

from hexwar.laboratory.report.answers import QUESTIONS, Told
from hexwar.laboratory.report.figures import MatchFigures, gathered
from hexwar.laboratory.report.maps import HeatMaps
from hexwar.laboratory.report.names import Names
from hexwar.players.rows import ResultRow

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


def told(found: Iterable[MatchFigures], sources: Mapping[str, str]) -> list[Told]:
    """Matches as the page tells of them; ``sources`` as :func:`page` has them."""
    matches: list[Told] = []
    maps: dict[str, HeatMaps] = {}
    for figures in found:
        asked = figures.asked
        names = Names(asked, sources.get(asked.game, asked.game))
        if names.game is not None and asked.digest not in maps:
            maps[asked.digest] = HeatMaps(names.game, f"map{len(maps)}")
        matches.append(Told(figures, names, maps.get(asked.digest) if names.game else None))
    return _titled(matches)


def _titled(matches: Sequence[Told]) -> list[Told]:
    """The matches with titles, which leave out what all have in common."""
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
