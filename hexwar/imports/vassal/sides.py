"""Which side a counter belongs to, and how strong it may be: guesses, and how they were made.

Ways are tried one after the other: a property of the counters, their prototypes by the seats of the
roster or the tabs, the tabs, their names. The first that covers half of the counters with two sides
and no more than twelve is taken; for counters that it says nothing of the others are asked, as far
as they name one of its sides. Which it was stands in the list.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from hexwar.imports.vassal.module import Module, ModuleSlot, plain_name
from hexwar.imports.vassal.pieces import ModulePiece

PROPERTY = re.compile(
    r"(?i)(?:(?:unit|piece|counter)[ _]?)?(?:side|army|armies|nation|nationality|owner|faction"
    r"|belligerent|player|country|alliance)(?:[ _]?name)?"
)
"""Markers that say whose a counter is."""
SEATS = re.compile(
    r"(?i)solitaire|solo|referee|umpire|observer|gm|game ?master|moderator|spectator|both"
)
NO_SIDE = re.compile(
    r"(?i)\b(markers?|misc\w*|info\w*|status|controls?|admin|games?|charts?|cards?|turns?|tracks?"
    r"|dic?e|neutrals?|terrain|weather|common|others?|general|setup|damage|smoke|victory|points?)\b"
    r"|^(the )?(counters?|units?|pieces?|all|models?|main)$"
)
"""Tabs that are called so hold the counters of nobody."""
MOST_SIDES = 12
ENOUGH = 0.5
"""Of the counters a way of telling sides must cover, to be taken."""

_WORDS_OF_SEATS = re.compile(r"(?i)\b(the|player|side|commander|army|forces?|team)\b")
_STRENGTH = re.compile(r"\d{1,3}(?:-\d{1,3}){1,2}")
_OF_A_NAME = re.compile(r"(?:^|[_ (])(\d{1,3}(?:-\d{1,3}){1,2})(?=$|[_ ).])")
_VALUES = re.compile(r"(?i)^(max)?(strength|movement|attack|defen[cs]e|combat|cf|mf|mp|steps?)$")


@dataclass(frozen=True)
class SidesTold:
    """The sides that were found, by name; ``of`` a counter; ``how`` is for the list."""

    names: tuple[str, ...]
    how: str
    seats: tuple[str, ...]
    rules: tuple[Callable[[ModuleSlot], str], ...] = field(default=(), repr=False)

    def of(self, slot: ModuleSlot) -> str:
        """The name of its side; empty if it has none."""
        for rule in self.rules:
            if (side := rule(slot)) in self.names:
                return side
        return ""


def sides_of(module: Module, slots: Sequence[ModuleSlot]) -> SidesTold:
    """How counters tell their side: the first way that covers most, and others for the rest."""
    seats = tuple(name for name in module.roster if name)
    armies = [name for name in seats if not SEATS.search(name)]
    ways = list(_ways(slots, armies))
    for number, (how, rule) in enumerate(ways):
        counters = Counter(side for slot in slots if (side := rule(slot)))
        if 2 <= len(counters) <= MOST_SIDES and sum(counters.values()) >= ENOUGH * len(slots):
            names = tuple(sorted(counters, key=lambda name: (-counters[name], name)))
            # Names of the sides anywhere on a counter tell more than the ways that come after.
            rest = [_known(names), *(other for _, other in ways[number + 1 :])]
            return SidesTold(names, how, seats, (rule, *rest))
    return SidesTold((), "nothing says whose a counter is", seats)


def _ways(
    slots: Sequence[ModuleSlot], armies: Sequence[str]
) -> Iterator[tuple[str, Callable[[ModuleSlot], str]]]:
    keys = Counter(
        key
        for slot in slots
        for key, text in slot.piece.properties.items()
        if text and PROPERTY.fullmatch(key)
    )
    for key, _ in keys.most_common(5):
        yield f"the property {key} of the counters", _by_property(key)
    tabs = [slot.tabs[depth] for slot in slots for depth in range(min(2, len(slot.tabs)))]
    called = list(dict.fromkeys([*armies, *(tab for tab in tabs if not NO_SIDE.search(tab))]))
    if armies:
        yield "names of prototypes, and the roster", _by_prototype(armies)
    if called:
        yield "names of prototypes, and the tabs of the palette", _by_prototype(called[:200])
    if armies:
        yield "tabs of the palette, and the roster", _by_tabs(armies)
    for depth in range(3):
        yield f"the tabs of the palette (level {depth + 1})", _by_level(depth)
    if armies:
        yield "names of the counters, and the roster", _known(armies)
    yield "how the names of the counters begin", _by_prefix(slots)


def _by_property(key: str) -> Callable[[ModuleSlot], str]:
    return lambda slot: slot.piece.properties.get(key, "").strip()


def _matching(texts: Sequence[str], names: Sequence[str]) -> str:
    """The longest of some names that is in one of the texts."""
    plain = [plain_name(text) for text in texts]
    matching = [name for name in names if (word := _word(name)) and any(word in p for p in plain)]
    return max(matching, key=len, default="")


def _word(name: str) -> str:
    """What of a seat's name is in other names: no "player" and no "the"; nothing that is short."""
    # "French Player" in the roster is "French" on counters.
    word = plain_name(_WORDS_OF_SEATS.sub("", name))
    return word if len(word) > 2 else ""


def _by_prototype(names: Sequence[str]) -> Callable[[ModuleSlot], str]:
    return lambda slot: _matching(slot.piece.prototypes, names)


def _by_tabs(names: Sequence[str]) -> Callable[[ModuleSlot], str]:
    return lambda slot: _matching(slot.tabs, names)


def _by_level(depth: int) -> Callable[[ModuleSlot], str]:
    def rule(slot: ModuleSlot) -> str:
        tab = slot.tabs[depth] if depth < len(slot.tabs) else ""
        return "" if NO_SIDE.search(tab) else tab.strip()

    return rule


def _known(names: Sequence[str]) -> Callable[[ModuleSlot], str]:
    return lambda slot: _matching([slot.name, slot.piece.image, slot.entry, *slot.tabs], names)


def _by_prefix(slots: Sequence[ModuleSlot]) -> Callable[[ModuleSlot], str]:
    """Beginnings that are shared by three counters and more."""

    def beginning(slot: ModuleSlot) -> str:
        name = re.split(r"[_\- ]", slot.name or slot.piece.image, maxsplit=1)[0].strip()
        return "" if NO_SIDE.search(name) or not name[:1].isalpha() else name

    shared = Counter(map(beginning, slots))
    return lambda slot: found if shared[found := beginning(slot)] >= 3 else ""


def strengths_of(piece: ModulePiece, name: str) -> list[str]:
    """What may be printed on a counter, as its texts say it; the picture alone knows."""
    hints = []
    for label in piece.of("label"):
        text = label.state.strip() or label.field(1)
        text = re.sub(r"\$(\w{1,60})\$", lambda key: piece.properties.get(key[1], ""), text)
        if _STRENGTH.fullmatch(text.strip()):
            hints.append(f"{text.strip()} (its label)")
    if in_name := _OF_A_NAME.search(name):
        hints.append(f"{in_name[1]} (its name)")
    for key, value in piece.properties.items():
        if value and _STRENGTH.fullmatch(value):
            hints.append(f"{value} ({key})")
        elif _VALUES.match(key) and re.fullmatch(r"\d{1,3}", value):
            hints.append(f"{key} {value}")
    return list(dict.fromkeys(hints))[:4]
