"""What is read beside the map: the player aid with its tracks, and the rules; set in type.

The charts are those that the terminal shows. Tracks are added, which a table needs and a window
does not: the turns, the game's own tracks, records of points and of steps lost, with boxes large
enough for a counter.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.charts.blocks import Block, Cells, Heading, Labelled, Page, Prose
from hexwar.charts.pages import ORDER_OF_BATTLE, pages_of_rules, tables_on_paper, ways_to_win
from hexwar.charts.sequence_of_play import sequence_of_play
from hexwar.charts.tables import order_of_battle, starting_place
from hexwar.definition.model import Catalog, ResolvedGame
from hexwar.rules.initiative import Initiative
from hexwar.rules.language.wording import in_words, unmarked
from hexwar.rules.points import Points
from hexwar.rules.pools.section import Pools
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Sides
from hexwar.rules.tracks import Tracks
from hexwar.viewer.printing.leaves import Leaf, Paper
from hexwar.viewer.printing.setter import BookletSetter
from hexwar.viewer.screens import markdown

_RECORDED = 30  # boxes of a general record, from nought
_LONGEST_TRACK = 100  # boxes each way of a track of numbers


def aid_leaves(game: ResolvedGame, paper: Paper, counter: float) -> list[Leaf]:
    """Charts, tables and tracks in two columns, then who sets up where across the leaf.

    ``counter``: millimetres of what lies on the tracks.
    """
    running = ": ".join(dict.fromkeys((game.header.title, game.scenario.title)))
    setter = BookletSetter(paper, running, columns=2)
    for title, blocks in _charts(game):
        setter.chart(_title(title), blocks)
    for title, labels in tracks_of(game):
        setter.track(title, labels, counter + 1.5)
    above = setter.finished()
    # Who sets up where is a wide table: it does not go into two columns.
    below = BookletSetter(paper, running, first=len(above) + 1)
    below.chart(_title(ORDER_OF_BATTLE), order_of_battle(game, starting_place(game)))
    return [*above, *below.finished()]


def rules_leaves(game: ResolvedGame, catalog: Catalog, paper: Paper) -> list[Leaf]:
    """The rules with their numbers, in two columns, and what of them is enforced."""
    # First what the game is, and which of its scenarios and options these pages are for.
    header = game.header
    chosen = [game.scenario.title, *(catalog.options[id_].title for id_ in game.options)]
    summaries = [text for text in (header.summary, game.scenario.summary) if text]
    texts = [*summaries, f"These pages are for: {', '.join(chosen)}."]
    opening = f"{header.title} {header.version}".rstrip()
    about = [Prose(text, hanging=False) for text in texts]
    # Then the rulebook as it is numbered, if the game has one.
    numbered: list[Block] = []
    for number, (heading, text) in game.rulebook.rules.items():
        numbered.append(Heading(f"{number} {unmarked(heading)}"))
        numbered += map(_printed, markdown.blocks(text))
    rulebook: list[Page] = [("Rules", numbered)] if numbered else []
    setter = BookletSetter(paper, f"{header.title}: rules", columns=2)
    readings = pages_of_rules(game, in_sentences=bool(game.rulebook.rules))
    not_on_aid = (page for page in readings if page[0] not in _ON_AID)
    for title, blocks in ((opening, about), *rulebook, *not_on_aid):
        setter.chart(_title(title), blocks)
    return setter.finished()


def chart_leaf(game: ResolvedGame, paper: Paper) -> Leaf:
    """All charts of a game on one leaf as long as they are."""
    setter = BookletSetter(paper, "", endless=True)
    for title, blocks in _charts(game):
        setter.chart(_title(title), blocks)
    setter.chart(_title(ORDER_OF_BATTLE), order_of_battle(game, starting_place(game)))
    return setter.finished()[0]


def _charts(game: ResolvedGame) -> Iterator[Page]:
    """What a turn is looked up in."""
    yield from tables_on_paper(game)
    in_sentences = bool(game.rulebook.rules)
    yield "SEQUENCE OF PLAY", sequence_of_play(game, in_sentences=in_sentences)
    readings = dict(pages_of_rules(game, in_sentences=in_sentences))
    yield from ((title, readings[page]) for page, title in _ON_AID.items() if page in readings)
    yield from ways_to_win(game)


_ON_AID = {"CUP": "Chits in the cup", "POOLS": "Points to spend"}
"""What sections say that is looked up in every turn, by the page that has it, with its title."""


def _title(heading: str) -> str:
    """A page's heading as print has it."""
    return heading.capitalize() if heading.isupper() else heading


def _printed(block: markdown.Block) -> Block:
    """A block of a rule's text."""
    if block.rows:
        return Cells(block.rows)
    if block.mark:
        mark = block.mark.replace("-", "\u2022")
        return Labelled(mark, unmarked(block.text), len(mark), level=0)
    return Prose(unmarked(block.text), hanging=False)


BEGINS = "begins here"
"""Marks the box of a track in which its counter lies at first."""


def tracks_of(game: ResolvedGame) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The turns with what the calendar calls them, whose the initiative is, the game's own tracks,
    a general record: by title, the large and small text in the boxes.
    """
    sequence = game[SequenceOfPlay]
    titles = {name: sequence.called(name) for name in sequence.calendar}
    turns = range(1, sequence.turns + 1)
    words = (", ".join(name for name, when in titles.items() if turn in when) for turn in turns)
    yield (
        "Turn record",
        [(str(turn), words_of_turn) for turn, words_of_turn in zip(turns, words, strict=True)],
    )
    initiative = game.section(Initiative)
    if initiative is not None:
        names = game[Sides].names
        first_side = initiative.first
        yield (
            "Initiative",
            [
                ("", f"{name}, {BEGINS}" if side == first_side else name)
                for side, name in names.items()
            ],
        )
    for track in game[Tracks].tracks.values():
        if track.words:
            yield (
                track.title,
                [
                    ("", f"{in_words(word)}, {BEGINS}" if word == track.begins else in_words(word))
                    for word in track.words
                ],
            )
        else:
            least = -_RECORDED if track.at_least is None else track.at_least
            most = _RECORDED if track.at_most is None else track.at_most
            numbers = range(max(least, -_LONGEST_TRACK), min(most, _LONGEST_TRACK) + 1)
            yield (
                track.title,
                [(str(number), BEGINS if number == track.begins else "") for number in numbers],
            )
    if game[Points].awards or game.section(Pools):
        yield "Record of points", [(str(number), "") for number in range(_RECORDED)]
    if counted := steps_counted(game):
        most = max(counted.values())
        yield "Record of steps lost", [(str(number), "") for number in range(most + 1)]


def steps_counted(game: ResolvedGame) -> dict[str, int]:
    """The sides whose lost steps a rule counts, each with the most that one asks for: reduced units
    are all over the map, and nobody counts them there. Units that are lost lie beside it.
    """
    counted: dict[str, int] = {}
    for condition in game.conditions():
        side, least = condition.arguments.get("side"), condition.arguments.get("at_least")
        # What scores points is recorded there.
        if condition.kind == "steps_lost" and side is not None and least is not None:
            counted[side] = max(least, counted.get(side, 0))
    return counted
