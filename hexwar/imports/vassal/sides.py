"""Guess which side a counter belongs to, tell how that was guessed, and let its author overrule it.

No module says whose a counter is in a way that all modules share, and a guess that is wrong for a
few counters costs its author less than hundreds of blanks. So ways are tried one after the other,
the surest first: a property of the counters, their prototypes by the seats of the roster or the
tabs, the tabs by the roster, tabs that are called as nations are, tabs that come again below
several others, the tabs of a level, their names. The first that covers enough of the counters with
two sides and no more than twelve is taken; for counters that it does not cover the others are
asked, as far as they name one of its sides. Which it was stands in the list.

A tab below several others is a side if it comes again below each of them (Germans and U.S. below
"1941" and "1942"), and then those are none. Where sides stand above, what comes again below them
are kinds of counter (Infantry, Armour), and names that say no more are no sides on any level.

First the patterns of names; then :func:`sides_of` with the ways in their order, and the rule of
each; last how a name of a side is found in other names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from hexwar.imports.foreign_files import OTHER_KIND, ImportRefusedError
from hexwar.imports.vassal.module import Module, ModuleSlot, plain_name
from hexwar.imports.writing import told

# -- names that say something of sides, or nothing ------------------------------------------------

PROPERTY = re.compile(
    r"(?i)(?:(?:unit|piece|counter)[ _]?)?(?:side|army|armies|nation|nationality|owner|faction"
    r"|belligerent|player|country|alliance)(?:[ _]?name)?"
)
"""Markers that say whose a counter is."""
SEATS = re.compile(
    r"(?i)\b(?:solitaire|solo\b|referee|umpire|observer|gm\b|game ?master|moderator|spectator|both)"
)
"""Seats of the roster that are no army's: onlookers, and those who play all sides."""
NO_SIDE = re.compile(
    r"(?i)\b(markers?|misc\w*|info\w*|status|controls?|admin|games?|charts?|cards?|turns?|tracks?"
    r"|dic?e|neutrals?|terrain|weather|common|others?|general|setup|damage|smoke|victory|points?)\b"
    r"|^(the )?(counters?|units?|pieces?|all|models?|main)$"
)
"""Tabs that are called so hold the counters of nobody."""


def _any_word_of(file: str) -> str:
    """Read a file of patterns, one a line, as one pattern."""
    text = (files("hexwar.imports.vassal") / file).read_text(encoding="utf-8")
    return "|".join(line for line in text.split() if line)


_KINDS = re.compile(rf"(?i)(?:\W|\b(?:{_any_word_of('kinds.txt')})\b)*")
"""Names of such words alone say which counters they are, and not whose."""
_NATIONS = re.compile(rf"(?i)\b(?:{_any_word_of('peoples.txt')})")
"""Names of peoples and parties, by which tabs are known to be sides before any other reason."""
_WORDS_OF_SEATS = re.compile(r"(?i)\b(the|players?|sides?|commanders?|army|forces?|team)\b")
"""What the name of a seat has beside that of the side: "French Player"."""
_INITIALS = re.compile(r"\b((?:[^\W\d_]\.)+[^\W\d_]?)(?![^\W_])")
"""Letters with a dot after each, as U.S. or U.S.A."""

# -- which way is taken ----------------------------------------------------------------------------

MOST_SIDES = 12
ENOUGH = 0.5
"""Of the counters a way of telling sides must cover, to be taken."""
OF_THE_ROSTER = 0.2
"""Of the counters, where names are in the roster as well: markers may be more than all else."""
_MOST_PROPERTIES, _DEEPEST_TAB = 5, 3  # so many are tried
_MOST_NAMES = 200  # that become one pattern
_SHARED_BY = 3  # counters of which names begin alike

Rule = Callable[[ModuleSlot], str]
"""The name of the side of a counter; empty if the counter does not tell."""


class _Way(NamedTuple):
    """A way to tell sides: in words for the list, and of how many counters it must say one."""

    how: str
    enough: float
    rule: Rule


@dataclass(frozen=True)
class SidesTold:
    """The sides that were found, by name; ``of`` a counter; ``how`` is for the list."""

    names: tuple[str, ...]
    how: str
    seats: tuple[str, ...]
    rules: tuple[Rule, ...] = field(default=(), repr=False)

    def of(self, slot: ModuleSlot) -> str:
        """Name the side of a counter; empty if it has none."""
        for rule in self.rules:
            if (side := rule(slot)) in self.names:
                return side
        return ""


def sides_of(module: Module, slots: Sequence[ModuleSlot], chosen: Sequence[str] = ()) -> SidesTold:
    """Say how counters tell their side: as ``chosen`` by the author, else the first way that covers
    enough, and others for the rest.

    A choice is a name, or a name and what of it is called otherwise in the module:
    ``Axis=Germans+Italians``. :class:`ImportRefusedError` if no counter is of any.
    """
    seats = tuple(name for name in module.roster if name)
    if chosen:
        return _as_chosen(slots, seats, chosen)
    armies = [name for name in seats if not SEATS.search(name)]
    ways = list(_ways(slots, armies))
    for number, way in enumerate(ways):
        covered = Counter(side for slot in slots if (side := way.rule(slot)))
        covers_enough = covered.total() >= way.enough * len(slots)
        if covers_enough and 2 <= len(covered) <= MOST_SIDES:
            names = tuple(sorted(covered, key=lambda name: (-covered[name], name)))
            # Names of the sides anywhere on a counter tell more than the ways that come after.
            later_rules = [_by_any_name(names), *(later.rule for later in ways[number + 1 :])]
            return SidesTold(names, way.how, seats, (way.rule, *later_rules))
    return SidesTold((), "nothing says whose a counter is", seats)


def _as_chosen(
    slots: Sequence[ModuleSlot], seats: tuple[str, ...], chosen: Sequence[str]
) -> SidesTold:
    """Take the sides that the author names, found anywhere on a counter."""
    by_word: dict[str, str] = {}
    for text in chosen:
        name, equals, also_called = text.partition("=")
        side = name.strip()
        words_of_side = also_called.split("+") if equals else [side]
        for word in words_of_side:
            by_word.setdefault(word.strip(), side)
    names = tuple(dict.fromkeys(by_word.values()))
    words = list(by_word)

    def rule(slot: ModuleSlot) -> str:
        # From what says most about an owner to what says least: of a tab the innermost.
        values = [text for key, text in slot.piece.properties.items() if PROPERTY.fullmatch(key)]
        for texts in (values, slot.tabs[::-1], slot.piece.prototypes, _own_texts(slot)):
            if word := _matching(texts, words):
                return by_word[word]
        return ""

    if slots and not any(map(rule, slots)):
        tabs = dict.fromkeys(told(tab, 40) for slot in slots for tab in slot.tabs)
        tabs_in_words = f"; its tabs are {', '.join([*tabs][:12])}" if tabs else ""
        why = f"no counter of the module is of {' or '.join(map(told, names))}{tabs_in_words}"
        raise ImportRefusedError(OTHER_KIND, why)
    return SidesTold(names, "names anywhere on a counter, as chosen", seats, (rule,))


def _ways(slots: Sequence[ModuleSlot], armies: Sequence[str]) -> Iterator[_Way]:
    """Yield ways to tell sides, the surest first; ``armies`` are the seats of no onlookers."""
    keys = Counter(
        key
        for slot in slots
        for key, text in slot.piece.properties.items()
        if text and PROPERTY.fullmatch(key)
    )
    for key, _ in keys.most_common(_MOST_PROPERTIES):
        yield _Way(f"the property {key} of the counters", ENOUGH, _by_property(key))
    tabs = Counter(tab for slot in slots for tab in slot.tabs[:2] if not _is_no_side(tab))
    side_names = list(dict.fromkeys([*armies, *(tab for tab, _ in tabs.most_common())]))
    if armies:
        how = "names of prototypes, and the roster"
        yield _Way(how, OF_THE_ROSTER, lambda slot: _matching(slot.piece.prototypes, armies))
        how = "tabs of the palette, and the roster"
        yield _Way(how, OF_THE_ROSTER, lambda slot: _matching(slot.tabs, armies))
    if nations := [tab for tab in _tabs_of(slots) if _NATIONS.search(tab) and not _is_no_side(tab)]:
        # The uppermost: Allies above British and American.
        yield _Way("tabs of the palette that are called as sides are", ENOUGH, _by_tab(nations))
    if repeated := _repeated_tabs(slots):
        how = "tabs of the palette that come again below several others"
        yield _Way(how, ENOUGH, _by_tab(repeated))
    if side_names:
        how = "names of prototypes, and the tabs of the palette"
        names = side_names[:_MOST_NAMES]
        yield _Way(how, ENOUGH, lambda slot: _matching(slot.piece.prototypes, names))
    for depth in range(_DEEPEST_TAB):
        yield _Way(f"the tabs of the palette (level {depth + 1})", ENOUGH, _by_level(depth))
    if armies:
        yield _Way("names of the counters, and the roster", ENOUGH, _by_any_name(armies))
    yield _Way("how the names of the counters begin", ENOUGH, _by_prefix(slots))


def _is_no_side(tab: str) -> bool:
    """Say whether a name is none of a side: of what is nobody's, or only of what counters are."""
    words = tab.replace("_", " ")
    return bool(NO_SIDE.search(words) or _KINDS.fullmatch(words))


def _tabs_of(slots: Iterable[ModuleSlot]) -> list[str]:
    """List all tabs, each once, in the order of the palette."""
    return list(dict.fromkeys(tab.strip() for slot in slots for tab in slot.tabs))


def _repeated_tabs(slots: Iterable[ModuleSlot]) -> list[str]:
    """List tabs that stand below several others, and below none that does: those are kinds."""
    paths_to: dict[str, set[tuple[str, ...]]] = {}
    rows = {slot.tabs for slot in slots}  # each from the uppermost tab to the innermost
    for tabs in rows:
        for depth, tab in enumerate(tabs[1:], 1):
            if not _is_no_side(tab):
                paths_to.setdefault(plain_name(tab), set()).add(tabs[:depth])
    repeated_tabs = {tab for tab, paths in paths_to.items() if len(paths) > 1}
    kinds = {
        plain_name(tab)
        for tabs in rows
        for depth, tab in enumerate(tabs)
        if any(plain_name(upper) in repeated_tabs for upper in tabs[:depth])
    }
    return [tab for tab in _tabs_of(slots) if plain_name(tab) in repeated_tabs - kinds]


def _by_property(key: str) -> Rule:
    # A function, since a lambda in the loop over the keys would read the last of them.
    return lambda slot: slot.piece.properties.get(key, "").strip()


def _by_tab(names: Sequence[str]) -> Rule:
    """Go by the uppermost tab of a counter that is one of these; of two spellings the first."""
    spelled: dict[str, str] = {}
    for name in names:
        spelled.setdefault(plain_name(name), name)

    def rule(slot: ModuleSlot) -> str:
        sides = (spelled.get(plain_name(tab), "") for tab in slot.tabs)
        return next(filter(None, sides), "")

    return rule


def _by_level(depth: int) -> Rule:
    """Go by the tab at one depth, of which a palette has one for each side."""

    def rule(slot: ModuleSlot) -> str:
        tab = slot.tabs[depth] if depth < len(slot.tabs) else ""
        return "" if _is_no_side(tab) else tab.strip()

    return rule


def _own_texts(slot: ModuleSlot) -> list[str]:
    """List what a counter says itself, from its name to all that its file has of it."""
    return [slot.name, slot.piece.image, slot.entry]


def _by_any_name(names: Sequence[str]) -> Rule:
    """Go by names anywhere: on the counter, or of its tabs."""
    return lambda slot: _matching([*_own_texts(slot), *slot.tabs], names)


def _by_prefix(slots: Sequence[ModuleSlot]) -> Rule:
    """Go by beginnings of names that three counters and more share."""

    def beginning(slot: ModuleSlot) -> str:
        name = re.split(r"[_\- ]", slot.name or slot.piece.image, maxsplit=1)[0].strip()
        return "" if _is_no_side(name) or not name[:1].isalpha() else name

    shared = Counter(map(beginning, slots))
    return lambda slot: prefix if shared[prefix := beginning(slot)] >= _SHARED_BY else ""


# -- names of sides in other names -----------------------------------------------------------------


def _matching(texts: Sequence[str], names: Sequence[str]) -> str:
    """Find the longest of some names that is in one of the texts, as a word or its beginning."""
    pattern, by_word = _pattern(tuple(names))
    words = {word for text in texts for word in _words_in(pattern, text)}
    return by_word.get(max(words, key=lambda word: (len(word), word), default=""), "")


@lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...]) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Compile what finds names, and say whose each word is."""
    by_word: dict[str, str] = {}
    for name in names:
        if word := _word(name):
            by_word.setdefault(word, name)
    # Short ones (US, GE, N) are words of their own, longer ones may go on: Germans for German.
    either = "|".join(
        re.escape(word) + ("" if len(word) > 3 else r"(?![^\W_])")
        for word in sorted(by_word, key=len, reverse=True)
    )
    return re.compile(rf"(?<![^\W\d_])(?:{either})" if either else r"(?!)"), by_word


# A module names the same texts again for each of its thousands of counters.
@lru_cache(maxsize=50_000)
def _words_in(pattern: re.Pattern[str], text: str) -> tuple[str, ...]:
    return tuple(pattern.findall(_plain(text)))


def _word(name: str) -> str:
    """Take what of a seat's name is in other names: no "player" and no "the", no ending of many."""
    # "French Player" in the roster is "French" on counters, and "Germans" are German.
    word = _plain(_WORDS_OF_SEATS.sub("", name))
    if len(word) < 2:  # of "Player 1" all counts
        word = _plain(name) if len(_plain(name)) > 1 else ""
    # The last letter of "Axis" and of "Swiss" is no ending of many.
    return word[:-1] if len(word) > 4 and word.endswith("s") and word[-2] not in "s'" else word


def _plain(text: str) -> str:
    """A text for comparing, in which U.S. is the same as US."""
    return _INITIALS.sub(lambda initials: initials[1].replace(".", ""), plain_name(text))
