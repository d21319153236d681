"""Games on paper: what is printed is whole, lies within its leaf, and fits when it is cut."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from io import BytesIO

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from hexwar.definition.loading import load
from hexwar.definition.model import Catalog, ResolvedGame
from hexwar.rules.cup.section import Cup
from hexwar.rules.decks.section import Decks
from hexwar.rules.units.section import Units
from hexwar.viewer.drawing.geometry import PaperRect
from hexwar.viewer.printed_map.pictured_map import painter_of
from hexwar.viewer.printing.booklet import aid_leaves, rules_leaves
from hexwar.viewer.printing.cards import SIZES, card_format, card_leaves
from hexwar.viewer.printing.leaves import (
    MARGIN,
    PAPERS,
    InkedBox,
    InkedPicture,
    Leaf,
    Letters,
    Paper,
    drawn,
    width_of,
    wrapped,
)
from hexwar.viewer.printing.parts import OVERLAP, map_leaves, tiling
from hexwar.viewer.printing.pdf import pdf
from hexwar.viewer.printing.sheets import USUAL, counter_leaves
from tests.rules.tiny import tiny

GAMES = (
    "force_on_force",
    "marenfeld",
    "orva_front",
    "scs_sample",
    "skerry_sound",
    "strike_force_one",
    "tamrat",
    "three_mills",
)
A4 = PAPERS["a4"]


@cache
def game(name: str) -> tuple[ResolvedGame, Catalog]:
    """A shipped game as it is first chosen."""
    definition = load(name)
    return definition.resolve(None, (), None), definition.catalog


def text_of(leaves: list[Leaf]) -> str:
    """All that is written on leaves, in its order."""
    return " ".join(
        item.text for leaf in leaves for item in leaf.items if isinstance(item, Letters)
    )


# -- counters ------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize("name", GAMES)
def test_every_back_lies_behind_its_front(name: str, paper: Paper) -> None:
    """Turned on the long edge, left is right: seen through the paper each back covers its front."""
    leaves = counter_leaves(game(name)[0], paper, USUAL)
    assert len(leaves) % 2 == 0
    for front, back in zip(leaves[::2], leaves[1::2], strict=True):
        before = [item for item in front.items if isinstance(item, InkedBox)]
        behind = [item for item in back.items if isinstance(item, InkedBox)]
        assert len(before) == len(behind)
        for one, other in zip(before, behind, strict=True):
            through = paper.width - other.left - other.width
            assert (through, other.top) == pytest.approx((one.left, one.top))
            assert min(one.left, one.top) > MARGIN / 2
            assert one.left + one.width < paper.width - MARGIN / 2


def test_the_back_of_a_unit_has_its_next_step() -> None:
    """And a unit of one step shows nothing behind but its side's colour."""
    resolved = game("marenfeld")[0]
    front, back = counter_leaves(resolved, A4, USUAL)[:2]
    units = list(resolved[Units].counters.values())
    steps = sum(-(-len(unit.steps) // 2) for unit in units)
    fronts = [item for item in front.items if isinstance(item, InkedPicture)]
    backs = {
        (round(A4.width - item.left - item.width, 3), round(item.top, 3))
        for item in back.items
        if isinstance(item, InkedPicture)
    }
    shown = [(round(one.left, 3), round(one.top, 3)) in backs for one in fronts[:steps]]
    two = [
        len(unit.steps) % 2 == 0 for unit in sorted(units, key=lambda u: u.side != units[0].side)
    ]
    assert shown == two
    assert any(shown)


def test_a_unit_of_three_steps_has_two_counters() -> None:
    """Sides of a counter are steps: the first two, then the next."""
    resolved = tiny("arrivals").start().resolved
    units = resolved[Units].counters.values()
    wanted = sum(-(-len(unit.steps) // 2) for unit in units)
    leaf = counter_leaves(resolved, A4, USUAL)[0]
    fronts = [item for item in leaf.items if isinstance(item, InkedPicture)]
    assert wanted > len(units)
    assert len(fronts) >= wanted


# -- cards ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_every_card_has_its_back_behind_it(paper: Paper) -> None:
    """Turned on the long edge, the edge of each back is that of a front, and none is without."""
    resolved = game("three_mills")[0]
    leaves, size = card_leaves(resolved, paper), card_format(resolved)[:2]
    assert len(leaves) % 2 == 0
    for front, back in zip(leaves[::2], leaves[1::2], strict=True):
        before, behind = (
            sorted(
                (round(item.left, 3), round(item.top, 3))
                for item in leaf.items
                if isinstance(item, InkedBox) and (item.width, item.height) == size
            )
            for leaf in (front, back)
        )
        assert before
        assert before == sorted((round(paper.width - x - size[0], 3), y) for x, y in behind)
        assert min(x for x, _ in before) > MARGIN / 2


def test_each_card_is_printed_as_often_as_it_is_in_its_deck() -> None:
    resolved = game("three_mills")[0]
    written = text_of(card_leaves(resolved, A4)[::2])
    for card in resolved[Decks].by_id["command"].cards.values():
        assert written.count(card.title) == card.count, card.id


def test_what_a_card_does_is_on_it_whole() -> None:
    """Long texts are set in smaller letters."""
    resolved = game("three_mills")[0]
    written = text_of(card_leaves(resolved, A4)[::2])
    for card in resolved[Decks].by_id["command"].cards.values():
        assert card.text in written


def test_short_texts_lie_on_small_cards_that_fill_their_sheets() -> None:
    """Forty-eight cards of a sentence each are three full sheets; longer texts have larger cards,
    and what is written stays within its card.
    """
    resolved = game("three_mills")[0]
    assert card_format(resolved)[:2] == SIZES[0]
    leaves = card_leaves(resolved, A4)
    assert len(leaves) == 6
    assert len({len(leaf.items) for leaf in leaves[1::2]}) == 1
    wordy = tiny("card_driven").start(seed=1).resolved
    for sized in (resolved, wordy):
        wide, high, _ = card_format(sized)
        for leaf in card_leaves(sized, A4)[::2]:
            cards = [box for box in leaf.items if isinstance(box, InkedBox) and box.height == high]
            written = [item for item in leaf.items if isinstance(item, Letters) and item.size < 4.7]
            for item in written:
                if item.text.startswith((sized.header.title, "this line")):
                    continue
                assert any(
                    box.left <= item.left
                    and item.left + item.width <= box.left + wide
                    and box.top <= item.base - item.size * 0.7
                    and item.base + item.size * 0.25 <= box.top + high
                    for box in cards
                ), item.text


def test_the_backs_tell_nothing_of_the_fronts() -> None:
    backs = card_leaves(game("three_mills")[0], A4)[1::2]
    lines = {item.text for leaf in backs for item in leaf.items if isinstance(item, Letters)}
    sheets = {line for line in lines if line.endswith(", back")}
    assert lines - sheets == {"Command", "cards", "The Day of Three Mills"}


def test_a_card_that_is_played_in_ways_names_them() -> None:
    written = text_of(card_leaves(tiny("card_driven").start(seed=1).resolved, A4))
    assert "For operations 4" in written
    assert "Ops 4." in written


def test_a_game_without_cards_has_no_leaves_of_them() -> None:
    assert card_leaves(game("tamrat")[0], A4) == []


# -- the map -------------------------------------------------------------------------------------

LENGTHS = st.floats(3, 120)


@given(LENGTHS, LENGTHS, st.floats(12, 30), st.sampled_from(sorted(PAPERS)))
def test_leaves_cover_a_map_and_none_is_for_nothing(
    width: float, height: float, counter: float, paper: str
) -> None:
    """Neighbours share the strip; what the last leaf has is on no other."""
    tiled = tiling(PaperRect(0, 0, width, height), PAPERS[paper], counter)
    for room, count, length in zip(
        tiled.room, (tiled.columns, tiled.rows), (width, height), strict=True
    ):
        covered = count * (room - OVERLAP) + OVERLAP
        assert covered >= length * tiled.scale - 1e-6
        assert count == 1 or covered - (room - OVERLAP) < length * tiled.scale


def test_neighbouring_leaves_show_the_same_strip() -> None:
    """What is cut off one of them is on the other, to the pixel's width."""
    leaves = map_leaves(game("tamrat")[0], A4, USUAL)
    parts = [item for leaf in leaves for item in leaf.items if isinstance(item, InkedPicture)]
    painter = painter_of(game("tamrat")[0])
    tiled = tiling(painter.sheet, A4, USUAL)
    assert len(leaves) == tiled.leaves == 2
    down = tiled.rows == 2
    first, second = (part.draw() for part in parts)
    dots = first.get_height() / parts[0].height
    strip = round(OVERLAP * dots)
    size = (first.get_width(), strip) if down else (strip, first.get_height())
    far = (0, first.get_height() - strip) if down else (first.get_width() - strip, 0)
    one, other = first.subsurface(far, size), second.subsurface((0, 0), size)
    apart = [
        abs(a - b)
        for x in range(0, size[0], 7)
        for y in range(2, size[1] - 2, 7)
        for a, b in zip(one.get_at((x, y))[:3], other.get_at((x, y))[:3], strict=True)
    ]
    assert sum(apart) / len(apart) < 12  # of 255: hardly more than the grain of the paper


def test_hexes_hold_their_counters() -> None:
    """Across its flats a hex has room for a counter, a stack and a finger."""
    for name in GAMES:
        painter = painter_of(game(name)[0])
        across = tiling(painter.sheet, A4, USUAL).scale * 3**0.5
        assert 1.2 * USUAL <= across <= 1.5 * USUAL


# -- what is read --------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize("name", GAMES)
def test_nothing_that_is_read_leaves_its_paper(name: str, paper: Paper) -> None:
    """And nothing lies over the line at the foot."""
    resolved, catalog = game(name)
    for leaf in (*aid_leaves(resolved, paper, USUAL), *rules_leaves(resolved, catalog, paper)):
        written = [item for item in leaf.items if isinstance(item, Letters)]
        foot = max(item.base for item in written)
        for item in written:
            assert item.left >= MARGIN - 0.01
            assert item.left + item.width <= paper.width - MARGIN + 0.5, item.text
            assert item.base == foot or item.base < foot - 2, item.text


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_is_printed_once_in_its_order(name: str) -> None:
    """With its number and its heading."""
    resolved, catalog = game(name)
    heads = [
        item.text
        for leaf in rules_leaves(resolved, catalog, A4)
        for item in leaf.items
        if isinstance(item, Letters) and item.bold
    ]
    rules = resolved.rulebook.rules
    printed = [head.split()[0] for head in heads if head.split()[0] in rules]
    assert printed == list(rules)


def test_the_aid_has_the_table_and_a_box_for_every_turn() -> None:
    """A battle is resolved, and the turn kept, from the paper alone."""
    leaves = aid_leaves(game("strike_force_one")[0], A4, USUAL)
    told = text_of(leaves)
    for words in ("Combat results", "Sequence of play", "Terrain effects", "Victory", "AE"):
        assert words in told
    boxes = [
        item for leaf in leaves for item in leaf.items if isinstance(item, InkedBox) and item.edge
    ]
    assert len(boxes) == 4


def words_of(leaf: Leaf) -> list[str]:
    """What stands on a leaf, line by line."""
    return [item.text for item in leaf.items if isinstance(item, Letters)]


@pytest.mark.parametrize("name", ["tamrat", "orva_front"])
def test_no_title_of_the_aid_stands_alone_at_the_foot_of_a_column(name: str) -> None:
    """Nor one of a track, whose boxes would stand in the next."""
    for leaf in aid_leaves(game(name)[0], A4, USUAL):
        letters = [item for item in leaf.items if isinstance(item, Letters)]
        placed = [(one.left, one.base) for one in letters if one.base < A4.height - 12]
        placed += [(item.left, item.top) for item in leaf.items if isinstance(item, InkedBox)]
        for title in (item for item in letters if item.size > 4.5):
            below = [y for x, y in placed if y > title.base and 0 <= x - title.left < 90]
            assert below, title.text


def test_no_word_in_a_table_of_the_aid_is_cut() -> None:
    """A column is at least as wide as its longest word, where there is room for all of them."""
    told = {word for leaf in aid_leaves(game("tamrat")[0], A4, USUAL) for word in words_of(leaf)}
    assert "defender x1½" in told
    assert "r x1½" not in told


def test_a_game_with_a_cup_has_its_chits() -> None:
    """As many as are in the cup, in the colour of whom they let act, and alike behind."""
    resolved = game("tamrat")[0]
    chits = resolved[Cup].chits.values()
    without = replace(
        resolved, sections={k: v for k, v in resolved.sections.items() if k is not Cup}
    )
    behind = [
        sum(
            isinstance(item, InkedPicture)
            for leaf in counter_leaves(one, A4, USUAL)[1::2]
            for item in leaf.items
        )
        for one in (resolved, without)
    ]
    assert behind[0] - behind[1] == sum(int(str(chit.count)) for chit in chits) > 5


@given(st.text(alphabet="abc déW ", min_size=1, max_size=80), st.floats(1, 60))
def test_wrapped_lines_lose_no_letter(text: str, width: float) -> None:
    """And fit, down to a letter a line."""
    lines = wrapped(text, width, 3.2)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(len(line) == 1 or width_of(line, 3.2) <= width for line in lines)


# -- files ---------------------------------------------------------------------------------------


def test_a_pdf_has_a_page_a_leaf_and_its_words() -> None:
    """Of the paper's size, readable and searchable; equal leaves make equal files."""
    leaves = aid_leaves(game("strike_force_one")[0], A4, USUAL)
    written = pdf("Aid", leaves)
    pages = PdfReader(BytesIO(written)).pages
    assert len(pages) == len(leaves)
    size = pages[0].mediabox
    assert (float(size.width), float(size.height)) == pytest.approx((595.28, 841.89), abs=0.1)
    assert "Combat results" in pages[0].extract_text()
    assert pdf("Aid", leaves) == written


def test_saving_ink_leaves_lines_and_takes_grounds() -> None:
    """A dark ground is nearly white on paper, its lines are as dark as they were."""
    ground = pygame.Surface((20, 20))
    ground.fill((190, 160, 150))
    pygame.draw.line(ground, (20, 20, 20), (0, 9), (19, 9), 4)
    leaf = Leaf(20, 20, [InkedPicture(lambda: ground, 0, 0, 20, 20, photo=True)])
    [image] = PdfReader(BytesIO(pdf("", [leaf], saving=True))).pages[0].images
    seen = image.image
    assert seen is not None
    pixels = seen.convert("RGB").tobytes()
    ground_at, line_at = (3 * (20 * row + 10) for row in (2, 9))
    assert min(pixels[ground_at : ground_at + 3]) > 225
    assert max(pixels[line_at : line_at + 3]) < 60


def test_a_leaf_as_a_picture_shows_what_stands_on_it() -> None:
    """Every ground at its place."""
    leaf = Leaf(30, 20, [InkedBox(10, 5, 5, 5, fill=(200, 0, 0))])
    picture = drawn(leaf, 4)
    assert picture.get_size() == (120, 80)
    assert tuple(picture.get_at((50, 30))) == (200, 0, 0, 255)
    assert tuple(picture.get_at((20, 30))) == (255, 255, 255, 255)


def test_the_map_says_who_is_set_up_where_and_where_units_enter() -> None:
    """Units by the hex that names them, a plus where others near will do; regions by outlines."""
    leaves = map_leaves(game("orva_front")[0], A4, USUAL)
    assert {"N1+", "U3", "N2+ U1", "entry: the western roads"} <= _lines(leaves)
    tamrat = map_leaves(game("tamrat")[0], A4, USUAL)
    assert {"northern hills", "southern hills", "entry: Ushan"} <= _lines(tamrat)
    for leaf in [*leaves, *tamrat]:
        (part,) = (item for item in leaf.items if isinstance(item, InkedPicture))
        for item in leaf.items:
            if isinstance(item, InkedBox) and item.edge is None:
                assert part.left <= item.left
                assert item.left + item.width <= part.left + part.width + 0.01
                assert item.top + item.height <= part.top + part.height + 0.01


def _lines(leaves: list[Leaf]) -> set[str]:
    return {item.text for leaf in leaves for item in leaf.items if isinstance(item, Letters)}
