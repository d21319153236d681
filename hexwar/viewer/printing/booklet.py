"""What is read beside the map: the player aid with its tracks, and the rules in their order.

The charts are those that the terminal shows. Tracks are added, which a table needs and a window
does not: the turns, the game's own tracks, and a record of points, with boxes large enough for a
counter.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.charts.blocks import Block, Entry, Grid, Heading, Page, Prose
from hexwar.charts.pages import ORDER_OF_BATTLE, charts
from hexwar.charts.reading_back import pages_of_rules
from hexwar.definition.model import Catalog, ResolvedGame
from hexwar.rules.points.section import Points
from hexwar.rules.pools.section import Pools
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.tracks.section import Tracks
from hexwar.viewer.printing.leaves import Leaf, Paper
from hexwar.viewer.printing.setting import Setter
from hexwar.viewer.screens import prose
from hexwar.viewer.screens.prose import plain

_RECORDED = 30  # boxes of a general record, from nought
_LONGEST_TRACK = 100  # boxes each way of a track of numbers


def aid_leaves(game: ResolvedGame, paper: Paper, counter: float) -> list[Leaf]:
    """Charts, tables and tracks in two columns, then who sets up where across the leaf.

    ``counter``: millimetres of what lies on the tracks.
    """
    running = f"{game.header.title}: {game.scenario.title}"
    setter = Setter(paper, running, columns=2)
    listed: list[Page] = []
    for title, blocks in _charts(game):
        if title == ORDER_OF_BATTLE:
            listed.append((title, blocks))
        else:
            setter.chart(_title(title), blocks)
    for title, labels in _tracks(game):
        setter.track(title, labels, counter + 1.5)
    above = setter.finished()
    # Who sets up where is a wide table: it does not go into two columns.
    below = Setter(paper, running, first=len(above) + 1)
    for title, blocks in listed:
        below.chart(_title(title), blocks)
    return [*above, *below.finished()]


def rules_leaves(game: ResolvedGame, catalog: Catalog, paper: Paper) -> list[Leaf]:
    """The rules with their numbers, in two columns, and what of them is enforced."""
    setter = Setter(paper, f"{game.header.title}: rules", columns=2)
    for title, blocks in (_about(game, catalog), *_rulebook(game), *pages_of_rules(game)):
        setter.chart(_title(title), blocks)
    return setter.finished()


def chart_leaf(game: ResolvedGame, paper: Paper) -> Leaf:
    """All charts of a game on one leaf as long as they are."""
    setter = Setter(paper, "", endless=True)
    for title, blocks in _charts(game):
        setter.chart(_title(title), blocks)
    return setter.finished()[0]


def _charts(game: ResolvedGame) -> Iterator[Page]:
    """What is no rule read back."""
    rules = {title for title, _ in pages_of_rules(game)}
    yield from (page for page in charts(game) if page[0] not in rules)


def _title(heading: str) -> str:
    """A page's heading as print has it."""
    return heading.capitalize() if heading.isupper() else heading


def _about(game: ResolvedGame, catalog: Catalog) -> Page:
    header = game.header
    chosen = [game.scenario.title, *(catalog.options[id_].title for id_ in game.options)]
    texts = [header.summary] if header.summary else []
    texts += [game.scenario.summary] if game.scenario.summary else []
    texts.append(f"These pages are for: {', '.join(chosen)}.")
    title = f"{header.title} {header.version}".rstrip()
    return title, [Prose(text, hanging=False) for text in texts]


def _rulebook(game: ResolvedGame) -> Iterator[Page]:
    rules = game.rulebook.rules
    if rules:
        numbered: list[Block] = []
        for number, (heading, text) in rules.items():
            numbered.append(Heading(f"{number} {plain(heading)}"))
            numbered += map(_printed, prose.blocks(text))
        yield "Rules", numbered


def _printed(block: prose.Block) -> Block:
    """A block of a rule's text."""
    if block.rows:
        return Grid(block.rows)
    if block.mark:
        mark = block.mark.replace("-", "\u2022")
        return Entry(mark, plain(block.text), len(mark), level=0)
    return Prose(plain(block.text), hanging=False)


def _tracks(game: ResolvedGame) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The turns with what the calendar calls them, the game's own tracks, a general record."""
    sequence = game[SequenceOfPlay]
    named = {name: sequence.called(name) for name in sequence.calendar}
    turns = range(1, sequence.turns + 1)
    words = (", ".join(name for name, when in named.items() if turn in when) for turn in turns)
    yield (
        "Turn record",
        [(str(turn), words_of_turn) for turn, words_of_turn in zip(turns, words, strict=True)],
    )
    for track in game[Tracks].tracks.values():
        if track.words:
            yield track.title, [("", word) for word in track.words]
        else:
            least = -_RECORDED if track.at_least is None else track.at_least
            most = _RECORDED if track.at_most is None else track.at_most
            numbers = range(max(least, -_LONGEST_TRACK), min(most, _LONGEST_TRACK) + 1)
            yield track.title, [(str(number), "") for number in numbers]
    if game[Points].awards or game.section(Pools):
        yield "Record of points", [(str(number), "") for number in range(_RECORDED)]
