"""News that changes a game: a card in the middle of the window, once, in addition to the lines of
the log.

What the dice of a table, the calendar or a card brought to pass for the whole game: a chit that was
drawn, a track that stands elsewhere, an effect that begins for the first time, units that may come.
It is gone with the next thing that a person does, or with Esc, and takes no click: what lies below
it can be used. It lies where it covers the fewest units, and none that can act if that can be
avoided.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pygame

from hexwar.definition.model import ResolvedGame
from hexwar.engine import Event
from hexwar.rules.cup.rules import ITS_UNITS_ACT
from hexwar.rules.cup.section import Cup
from hexwar.rules.effects import Effects
from hexwar.rules.language.wording import called, titles
from hexwar.rules.tables.section import Tables
from hexwar.rules.tracks import Tracks
from hexwar.viewer.drawing.geometry import Point
from hexwar.viewer.drawing.theme import PALETTE, Theme
from hexwar.viewer.match.match import Match
from hexwar.viewer.widgets import Label, Panel, Widget

MOST_LINES = 9
"""Of more the log has the rest."""

_WIDE, _LEAST, _BELOW_TOP = 420, 200, 24  # points
_SEATS = ("midtop", "midbottom", "topleft", "topright", "bottomright", "bottomleft")
"""Where the card may lie, what is tried first first."""


class News(NamedTuple):
    """What came to pass, and what is different since."""

    heading: str
    lines: tuple[str, ...]


def _after_colon(text: str) -> str:
    """``Convoy`` of ``Chit drawn: Convoy``."""
    return text.rpartition(": ")[2]


def news_in(events: Sequence[Event], before: Sequence[Event], game: ResolvedGame) -> Iterator[News]:
    """The news among some events, as they are known; ``before``: what had happened by then.

    What a table brought stands above what became of it. A track that has not moved, and an effect
    that came and went before, are not news.
    """
    names = titles(game)
    # The side that acts now is named first: all else came before.
    chits = [event for event in events if event.kind == "chit"]
    if chits:
        # What a chit is nobody has to know beforehand.
        lines = [ITS_UNITS_ACT] if game[Cup].chits[chits[-1].chit].activates else []
        drawn = [event.text.rstrip(".") for event in chits]
        lines += [f"Before: {', '.join(map(_after_colon, drawn[:-1]))}."] if drawn[1:] else []
        yield News(drawn[-1], tuple(lines))
    stood: dict[str, object] = {id_: track.begins for id_, track in game[Tracks].tracks.items()}
    learned = set[str]()
    for event in before:
        _remember(event, stood, learned)
    heading, lines = "", list[str]()
    for event in events:
        if event.kind == "table":
            if lines:
                yield News(heading, tuple(lines))
            table = game[Tables].tables.get(event.table)
            heading = event.text if table is None else table.result(event.result).title
            lines = []
            continue
        line = ""
        if event.kind == "track" and str(stood.get(event.track)) != str(event.stands):
            track = called(names, "track", event.track)
            line = f"{track}: {stood.get(event.track)} to {event.stands}"
        elif event.kind == "effect_begins" and event.effect not in learned:
            effect = game[Effects].effects.get(event.effect)
            summary = effect.summary if effect is not None else ""
            line = " ".join(filter(None, [event.text, summary]))
        elif event.kind == "available":
            line = event.text
        elif event.kind == "phase_begins" and lines:
            yield News(heading, tuple(lines))
            heading, lines = "", []
        _remember(event, stood, learned)
        if line:
            lines.append(line)
    if lines:
        yield News(heading, tuple(lines))


def _remember(event: Event, stood: dict[str, object], learned: set[str]) -> None:
    if event.kind == "track":
        stood[event.track] = event.stands
    elif event.kind == "effect_begins":
        learned.add(event.effect)


def news_of(match: Match, read: int | None = None) -> list[News]:
    """The news since a person at this window last did something, including what that brought;
    without what the first ``read`` entries of the log brought, or came before them.
    """
    entries, people = match.entries, match.visibility.people
    since = max((at for at, entry in enumerate(entries) if entry.side in people), default=0)
    since = max(since, read or 0)
    known_events = match.visibility.known_events
    earlier = (event for entry in entries[:since] for event in entry.events)
    earlier_events = [*match.record.opening, *earlier]
    later_events = [event for entry in entries[since:] for event in entry.events]
    if not entries and read is None:
        earlier_events, later_events = [], [*match.record.opening]
    return list(news_in(known_events(later_events), known_events(earlier_events), match.resolved))


def add_news(
    match: Match,
    theme: Theme,
    room: pygame.Rect,
    read: int | None,
    counters: Sequence[tuple[Point, int]],
    beside: Sequence[Widget] = (),
) -> list[Widget]:
    """The card over the map's room; nothing while events are being shown.

    ``counters``: where counters lie, each with how bad it is to cover it; ``read``: the number of
    log entries whose card was read and put away, if any; ``beside``: what lies over the map
    already.
    """
    if match.playback.busy or match.state.is_over or not (turns := news_of(match, read)):
        return []
    rows: list[tuple[str, bool]] = []
    width = min(theme.px(_WIDE), room.width - theme.px(40))
    for news in turns:
        heading, lines = news.heading, list(news.lines)
        if not heading:
            heading = lines.pop(0)
        rows += [(line, True) for line in theme.wrap(heading, theme.title, width, True)]
        for line in lines:
            rows += [(part, False) for part in theme.wrap(line, theme.body, width)]
    rows = rows[: MOST_LINES + 1]
    while len(rows) > 1 and rows[-1][1] and len(rows) == MOST_LINES + 1:
        rows.pop()  # a heading without what stands below it says nothing
    lines_wide = (theme.width(t, theme.title if b else theme.body, b) for t, b in rows)
    width = max(theme.px(_LEAST), min(width, max(lines_wide, default=0) + theme.px(8)))
    heights = [theme.line(theme.title if bold else theme.body, bold) for _, bold in rows]
    margin = theme.px(12)
    card = pygame.Rect(0, 0, width + 2 * margin, sum(heights) + 2 * margin)
    inner = room.inflate(-2 * theme.px(_BELOW_TOP), -2 * theme.px(_BELOW_TOP))
    if card.height > inner.height:
        return []
    seats = []
    for corner in _SEATS:
        seat = card.copy()
        setattr(seat, corner, getattr(inner, corner))
        near = seat.inflate(theme.px(_BELOW_TOP), theme.px(_BELOW_TOP))
        covered = sum(bad for at, bad in counters if near.collidepoint(at))
        # A button that cannot be pushed is worse than three covered counters that can act.
        covered += 60 * any(seat.colliderect(widget.rect) for widget in beside)
        seats.append((covered, seat))
    card = min(seats, key=lambda pair: pair[0])[1]  # of equals the first
    panel = Panel("news", card, "News", PALETTE.paper)
    top = card.top + margin
    for index, ((text, bold), height) in enumerate(zip(rows, heights, strict=True)):
        row = pygame.Rect(card.left + margin, top, width, height)
        size = theme.title if bold else theme.body
        label = Label(f"news-{index}", row, text, size, PALETTE.ink, bold=bold, align="center")
        panel.children.append(label)
        top += height
    return [panel]
