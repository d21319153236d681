"""What an unknown key was meant for: the field's abbreviations, and keys of other sections.

Somebody who knows other games writes ``zoc:`` or ``crt:``, or a key where it belongs in another
section. What is spelt nearly right is found by :mod:`hexwar.definition.spelling`; here is what no
likeness of letters would find: another word for the same, or the right word in the wrong place.
Nothing is said of a key that too many sections have.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from hexwar.definition.packages import form_of, section_names
from hexwar.definition.shapes import Shape, form_shape
from hexwar.definition.top_level import required_keys
from hexwar.definition.tree import Node, ScalarNode, SequenceNode

ABBREVIATIONS: dict[str, tuple[str, str]] = {
    "zoc": ("zones_of_control", ""),
    "zocs": ("zones_of_control", ""),
    "ezoc": ("zones_of_control", ""),
    "ezocs": ("zones_of_control", ""),
    "crt": ("combat", "table"),
    "drm": ("combat", "modifiers"),
    "drms": ("combat", "modifiers"),
    "tec": ("terrain", ""),
    "oob": ("units", "counters"),
    "sop": ("sequence", "phases"),
    "vp": ("points", ""),
    "vps": ("points", ""),
    "los": ("line_of_sight", ""),
    "lof": ("line_of_sight", ""),
}
"""The section that an abbreviation of the field stands for, and the key in it if it is one."""


def key_of_abbreviation(word: str, within: tuple[str, ...], known: Collection[str]) -> str | None:
    """The key among ``known`` that an abbreviation stands for; ``within``: the path of keys."""
    section, key = ABBREVIATIONS.get(word.casefold(), ("", ""))
    if not within and section in known and not key:
        return section
    return key if within == (section,) and key in known else None


def where_to_write(word: str, within: tuple[str, ...], known: Collection[str]) -> str:
    """Where what an unknown key says is to be said; empty if that cannot be told."""
    folded = word.casefold()
    if folded in ABBREVIATIONS:
        section, key = ABBREVIATIONS[folded]
        return f"write it in section {section}, as `{key}`" if key else f"that is section {section}"
    sections = section_names()
    if word in sections and "patch" in known:
        return f"{word} is a section: a change of it stands under `patch`"
    if within and word in sections:
        return f"{word} is a section: write it at the margin, not within {within[-1]}"
    in_patch = within[-1:] == ("patch",)
    if within and not in_patch and "patch" not in known:
        return ""
    homes = [name for name in sections if word in _keys(name)]
    # A section that every game has is likelier meant than one that this game may lack.
    needed = [name for name in homes if name in required_keys()] or homes
    if within and len(needed) == 1:
        homes = needed
        written = f"{homes[0]}: {{{word}: ...}}"
        line = written if in_patch else f"patch: {{{written}}}"
        return f"{word} is a key of section {homes[0]}: write `{line}`"
    if within or not 0 < len(homes) <= MOST_HOMES:
        return ""
    return f"{word} is a key of {' and of '.join(homes)}"


def key_around(word: str, given: Node, shapes: Mapping[str, Shape]) -> str:
    """The key beside an unknown one within which the unknown one is known; empty if not one.

    ``given``: its value; ``shapes``: of the keys that are known, by key. A condition is within
    ``if``, and what asks for units within ``only``, whatever else knows the word.
    """
    homes = [key for key, shape in shapes.items() if _would_do(word, given, shape)]
    for usual in ("if", "only"):
        if usual in homes:
            return usual
    return homes[0] if len(homes) == 1 else ""


def _would_do(word: str, given: Node, shape: Shape) -> bool:
    """Whether a mapping of this shape has the key, with a value of the kind that is given."""
    within = shape.mapped.own.get(word) if shape.mapped else None
    if within is None:
        return False
    if isinstance(given, ScalarNode):
        return within.shape.scalar is not None
    own = within.shape.listed if isinstance(given, SequenceNode) else within.shape.mapped
    return own is not None


MOST_HOMES = 3
"""A key of more sections says nothing about the one that was meant."""


def _keys(section: str) -> Collection[str]:
    form = form_of(section)
    mapped = form_shape(form).mapped if form else None
    return mapped.fields if mapped else ()
