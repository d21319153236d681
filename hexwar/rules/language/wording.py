"""Names and numbers in the sentences that players read, and the titles that games give.

Sentences are put together beside the rule that they tell; what they are made of is here, so that
lists, plurals, fractions and articles look alike everywhere. Players never read an id where a game
gives a title (``titles``, ``called``).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from hexwar.definition.grammar import Plural, as_it_seems, in_text
from hexwar.definition.model import ResolvedGame
from hexwar.engine.notation import brought
from hexwar.hexmap import HexMap
from hexwar.rules.sides.section import Sides
from hexwar.rules.units.section import Units


def either(names: Iterable[str]) -> str:
    """One of these.

    >>> either(["A"]), either(["A", "B"]), either(["A", "B", "C"])
    ('A', 'A or B', 'A, B or C')
    """
    return _joined(names, "or")


def every(names: Iterable[str]) -> str:
    """All of these.

    >>> every(["A", "B", "C"])
    'A, B and C'
    """
    return _joined(names, "and")


def standing(units: Iterable[str], places: Iterable[str]) -> str:
    """Units with their places, those of a place together.

    >>> standing(["A", "B", "C"], ["0101", "0102", "0101"])
    'A and C in 0101; B in 0102'
    """
    by_place: dict[str, list[str]] = {}
    for unit, place in zip(units, places, strict=True):
        by_place.setdefault(place, []).append(unit)
    return "; ".join(f"{every(names)} in {place}" for place, names in by_place.items())


def _joined(names: Iterable[str], word: str) -> str:
    listed = list(names)
    first, last = ", ".join(listed[:-1]), "".join(listed[-1:])
    return f"{first} {word} {last}" if first else last


def in_words(identifier: str) -> str:
    """An id for a sentence: of a region, for instance, that has no title.

    >>> in_words("east_edge")
    'east edge'
    """
    return identifier.replace("_", " ")


Names = Mapping[str, str]
"""What players call what a game defines: sides by id, all else by kind and id, see ``titles``."""


def called(names: Names, kind: str, identifier: str) -> str:
    """What players call an exit or a region: its title, or its id for a sentence.

    ``names`` holds titles under kind and id.

    >>> called({"exit west": "the West Gate"}, "exit", "west"), called({}, "exit", "far_west")
    ('the West Gate', 'far west')
    """
    return in_text(names.get(f"{kind} {identifier}", in_words(identifier)))


def region_called(board: HexMap, name: str) -> str:
    """What players call a region: its title, or its id for a sentence, in which names that stand on
    the map are written as there.
    """
    called = board.titles.get(name)
    if not called:
        called = in_words(name)
        for place in board.place_names:
            if place.lower() in called:  # `Halden road` of `halden_road`, where Halden is a town
                word = rf"(?<!\w){re.escape(place)}(?!\w)"
                called = re.sub(word, place, called, flags=re.IGNORECASE)
    return in_text(called)


def place_named(game: ResolvedGame, number: str) -> str:
    """A hex as players call it: by the name of what is in it, if that has one."""
    return next(places_named(game, (number,)))


def places_named(game: ResolvedGame, numbers: Iterable[str]) -> Iterator[str]:
    """Hexes as players call them; those of the same name are put together: ``Selm (0304 and
    0305)``.
    """
    named: dict[str, list[str]] = {}
    for number in numbers:
        name = next(filter(None, game.map.features(number).values()), "")
        named.setdefault(name or number, []).append(number)
    for name, hexes in named.items():
        yield name if hexes == [name] else f"{name} ({every(hexes)})"


def mid_sentence(title: str) -> str:
    """A title in the midst of a sentence; names and abbreviations in it stay as they are.

    >>> mid_sentence("With Rommel"), mid_sentence("NATO airlift")
    ('with Rommel', 'NATO airlift')
    """
    return title if title[1:2].isupper() else title[:1].lower() + title[1:]


_RUN = re.compile(r"(-?\d+)\.\.(-?\d+)")


def run_in_words(written: str) -> str:
    """Numbers from one to another as people write them; any other text as it is.

    >>> run_in_words("1..3"), run_in_words("6"), run_in_words("-2..0")
    ('1 to 3', '6', '-2 to 0')
    """
    return _RUN.sub(r"\1 to \2", written)


_LINKED = re.compile(r"\[([^\]]*)\]\([^)]*\)")
# A star that has a letter before it, or a space after it, is no mark: `2 * 3`, `a*b`.
_EMPHASIS = re.compile(r"(?<![\w*])\*([^\s*](?:[^*\n]*[^\s*])?)\*(?![\w*])")


def without_emphasis(text: str) -> str:
    """A text of a rulebook without the marks of links, of emphasis and of code; what is bold keeps
    its own, so that it may be set so.

    >>> without_emphasis("Shot is *powder*, **2 * 3** is `six`, see [there](x.md)")
    'Shot is powder, **2 * 3** is six, see there'
    """
    return _EMPHASIS.sub(r"\1", _LINKED.sub(r"\1", text)).replace("`", "")


def unmarked(text: str) -> str:
    """A text of a rulebook without the marks of links, of emphasis, of code or of what is bold.

    >>> unmarked("**DE**: *lost*, see [there](x.md)")
    'DE: lost, see there'
    """
    return without_emphasis(text.replace("**", "\0")).replace("\0", "")


def several(count: int, what: str) -> str:
    """So many of something.

    >>> several(1, "unit"), several(3, "unit"), several(2, "hex")
    ('1 unit', '3 units', '2 hexes')
    """
    return f"{count} {what if count == 1 else plural(what)}"


def times(count: int) -> str:
    """How often.

    >>> times(1), times(2), times(3)
    ('once', 'twice', '3 times')
    """
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def gone(far: int, to: str) -> str:
    """What stands after *retreats* where the first hex of the way is chosen among some.

    >>> gone(1, "0401 or 0501"), gone(2, "0401 or 0501")
    ('to 0401 or 0501', '2 hexes, first to 0401 or 0501')
    """
    return f"to {to}" if far < 2 else f"{several(far, 'hex')}, first to {to}"


def plural(what: str) -> str:
    """More than one of something: ``units``, ``hexes``. In a name of several words joined by *of*
    the first takes the plural.

    >>> plural("push of pike"), plural("brush"), plural("steel")
    ('pushes of pike', 'brushes', 'steels')
    """
    head, preposition, rest = what.partition(" of ")
    if preposition:
        return f"{plural(head)}{preposition}{rest}"
    if what.endswith("y") and what[-2:-1] not in "aeiou":
        return f"{what[:-1]}ies"
    return f"{what}es" if what.endswith(("x", "s", "sh", "ch")) else f"{what}s"


def singular(what: str) -> str:
    """One of several: ``town`` of ``towns``.

    >>> singular("towns"), singular("cities"), singular("villages"), singular("churches")
    ('town', 'city', 'village', 'church')
    """
    if what.endswith("ies"):
        return f"{what[:-3]}y"
    return what[:-2] if what.endswith(("xes", "sses", "shes", "ches")) else what.removesuffix("s")


_SIGNS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


def number(value: Fraction | int) -> str:
    """A number as people write it.

    >>> number(4), number(Fraction(1, 2)), number(Fraction(3, 2)), number(Fraction(13, 4))
    ('4', '1/2', '1½', '3¼')
    """
    whole, rest = divmod(Fraction(value), 1)
    if not rest:
        return str(whole)
    if whole and rest in _SIGNS:
        return f"{whole}{_SIGNS[rest]}"
    return f"{whole} {rest}" if whole else str(rest)


def percents(chances: Sequence[Fraction]) -> list[str]:
    """Probabilities that are told together, each to the nearest, so that equal ones read the same:
    in whole per cent where these add up to 100, else in tenths, of which everybody sees that they
    are rounded. Never 0 or 100 for what is neither.

    >>> percents([Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)])
    ['50 %', '33 %', '17 %']
    >>> percents([Fraction(1, 2), *[Fraction(1, 6)] * 3])
    ['50 %', '16.7 %', '16.7 %', '16.7 %']
    >>> percents([Fraction(1, 1000), Fraction(999, 1000)])
    ['<1 %', '>99 %']
    """
    wholes = [math.floor(100 * chance + Fraction(1, 2)) for chance in chances]
    # Of some of what can happen the rest counts as one more result, which nobody sees rounded.
    rest = math.floor(100 * (1 - sum(chances)) + Fraction(1, 2))
    in_tenths = sum(wholes) + rest != 100

    def percent(chance: Fraction, whole: int) -> str:
        share = 100 * chance
        # Never 0 or 100: those are kept for what cannot happen, or must.
        if 0 < share < 1:
            return "<1 %"
        if 99 < share < 100:
            return ">99 %"
        if not in_tenths or share.denominator == 1:
            return f"{whole} %"
        return f"{float(math.floor(10 * share + Fraction(1, 2)) / 10)} %"

    return [percent(*pair) for pair in zip(chances, wholes, strict=True)]


def column_named(headings: Sequence[str], index: int) -> str:
    """A column of the combat results table, or that the odds are below it.

    >>> column_named(["1-2", "1-1"], 1), column_named(["1-2", "1-1"], -1)
    ('column 1-1', 'below the table, no roll')
    """
    return f"column {headings[index]}" if index >= 0 else "below the table, no roll"


def titles(game: ResolvedGame) -> Names:
    """The names of sides, by id, and the titles that sections give, by kind and id."""
    return game.once("titles", lambda: _titles(game))


def _titles(game: ResolvedGame) -> Names:
    titled = brought(game.packages).titles
    return {
        **game[Sides].names,
        **{
            f"{kind} {id_}": entry.title
            for kind, of in titled.items()
            for id_, entry in of(game).items()
        },
        **{f"type {kind.id}": kind.title for kind in game[Units].types.values()},
        **{f"region {name}": title for name, title in game.map.titles.items()},
        **{f"region {name}": region_called(game.map, name) for name in game.map.regions},
        # So that conditions say `Selm` of a region of one hex, and `one of the three towns`.
        **{f"only hex of {name}": place for name, place in _single_hexes(game.map)},
        **{f"hexes of {name}": str(many) for name, many in _named_hexes(game.map)},
    }


def _named_hexes(board: HexMap) -> Iterator[tuple[str, int]]:
    """Regions named after their hexes, each of which is one of what the name says, with how many
    these are: towns, each of one hex; not the northern hills.
    """
    for name, numbers in board.regions.items():
        title = region_called(board, name)
        known = [frozenset(board.features(number).items()) for number in numbers]
        apart = all(known) and len({*known}) == len(known) > 1
        if apart and isinstance(as_it_seems(title.removeprefix("the ")), Plural):
            yield name, len(known)


def _single_hexes(board: HexMap) -> Iterator[tuple[str, str]]:
    """Regions of one hex, with what that is called: their title, a name on the map, its number."""
    for name, numbers in board.regions.items():
        if len(numbers) == 1:
            (number,) = numbers
            place = next(filter(None, board.features(number).values()), f"hex {number}")
            yield name, board.titles.get(name, place)
