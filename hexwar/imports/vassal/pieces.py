"""Read counters as modules write them: chains of traits, with prototypes put in.

The text of a counter is an id, a chain of types and a chain of states of equal length, the
innermost of which is the counter itself. A trait that names a prototype is replaced by the traits
of that, with its parameters put in, and so on; circles, gaps and what is too much are noted, and
the rest is read, since one broken counter of a thousand is no reason to refuse a module.

First what a counter is, then how prototypes are put in, then the sequences in which VASSAL packs
everything into text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

MOST_NESTED = 40
"""Prototypes within prototypes; seven are the most that were met."""
MOST_KEPT = 2000
"""Prototypes, with their parameters, that are kept as they were read."""
LONGEST = 4 * 1024 * 1024
"""Characters of one counter."""

BASIC = "piece"
"""The counter itself, the last of its chain."""
PICTURE, NAME = 3, 4
"""Fields of it."""
LAYERS = ("emb2", "emb")
CARRIED = frozenset(
    {BASIC, "prototype", "emb2", "emb", "mark", "PROP", "label", "obs", "replace", "basicName"}
)
"""The kinds of trait that are read for what they say; the others are counted."""


class BadPieceError(ValueError):
    """A counter cannot be read."""


class Trait(NamedTuple):
    """One trait: its kind, the fields after it (0 is the kind itself) and its state."""

    kind: str
    fields: tuple[str, ...]
    state: str

    def field(self, number: int, default: str = "") -> str:
        """A field by its number; older versions wrote fewer."""
        return self.fields[number] if number < len(self.fields) else default


@dataclass(frozen=True)
class ModulePiece:
    """A counter: its traits, outermost first, with all prototypes put in."""

    traits: tuple[Trait, ...]
    ident: str = ""
    prototypes: tuple[str, ...] = ()
    """The names of the prototypes that are in it, those that are not there too."""
    properties: Mapping[str, str] = field(default_factory=dict)
    """Markers and dynamic properties; the trait nearer to the outside wins."""

    def of(self, *kinds: str) -> list[Trait]:
        """Its traits of some kinds, outermost first."""
        return [trait for trait in self.traits if trait.kind in kinds]

    @property
    def basic(self) -> Trait:
        """The counter itself, without its traits."""
        return self.traits[-1]

    @property
    def image(self) -> str:
        """The name of its own picture, if it has one."""
        return self.basic.field(PICTURE).strip()

    @property
    def name(self) -> str:
        """What it is called, if it says so."""
        names = (trait.field(1).strip() for trait in self.of("basicName"))
        return self.basic.field(NAME).strip() or next(names, "")

    @cached_property
    def is_fixed(self) -> bool:
        """Whether it never moves: terrain or a display, and no counter.

        The trait says how something is chosen, moved and stacked: V for what never moves. Versions
        that did not write the second moved nothing that cannot be chosen.
        """
        return any(
            trait.field(2).startswith("V") or (not trait.field(2) and "n" in trait.field(1))
            for trait in self.of("immob")
        )


class PieceText(NamedTuple):
    """The text of a counter, taken apart once: its id, and its two chains."""

    ident: str
    kinds: str
    states: str


def split_piece(text: str) -> PieceText:
    """Take the text of a counter apart. :class:`BadPieceError` if it is none."""
    if len(text) > LONGEST:
        raise BadPieceError("it is longer than any counter")
    tokens = decode(text.strip(" \n\r"), "/")
    if len(tokens) < 3 or tokens[0] != "+":
        raise BadPieceError("its text is not that of a counter")
    return PieceText(tokens[1], tokens[2], tokens[3] if len(tokens) > 3 else "")


def read_traits(kinds: str, states: str) -> list[Trait]:
    """Read the traits of two chains, outermost first. :class:`BadPieceError` if too long."""
    try:
        of_type, of_state = decode_chain(kinds), decode_chain(states)
    except LongChainError as problem:
        raise BadPieceError(f"it is {problem}") from None
    if len(of_state) != len(of_type):
        # States may be fewer or more than types: each trait has one, if an empty one.
        of_state = of_state[: len(of_type)] + [""] * (len(of_type) - len(of_state))
    traits = []
    for text, state in zip(of_type, of_state, strict=True):
        fields = decode(text, ";")
        traits.append(Trait(fields[0].strip(), tuple(fields), state))
    return traits


class Prototypes:
    """The prototypes of a module by name; what is asked for and not there is counted."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._read: dict[tuple[str, str], list[Trait]] = {}
        self.missing: dict[str, int] = {}
        self.circles: dict[str, int] = {}
        self.broken: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self._texts)

    def piece(self, text: str, ident: str = "") -> ModulePiece:
        """Read a counter with its prototypes put in. :class:`BadPieceError` if it is none."""
        trait_texts = split_piece(text)
        traits: list[Trait] = []
        names: list[str] = []
        self._put_in(read_traits(trait_texts.kinds, trait_texts.states), traits, names, ())
        if not traits or traits[-1].kind != BASIC:
            raise BadPieceError("it lacks the counter itself")
        ident = ident or trait_texts.ident
        return ModulePiece(tuple(traits), ident, tuple(names), _properties(traits))

    def _put_in(
        self,
        taken_over: list[Trait],
        traits: list[Trait],
        names: list[str],
        names_above: tuple[str, ...],
    ) -> None:
        """Add what is given to ``traits``, the traits of a prototype in its place, and to ``names``
        those of all prototypes; ``names_above`` are the prototypes in which these stand.
        """
        for trait in taken_over:
            if trait.kind == "prototype":
                name = trait.field(1).strip()
                names.append(name)
                inner = self._inside(name, trait.field(2), names_above)
                self._put_in(inner, traits, names, (*names_above, name))
            # A prototype ends with a counter of its own, which is not put in.
            elif trait.kind != BASIC or not names_above:
                traits.append(trait)
            # A few prototypes, each of which holds the next twice, would make millions.
            if len(traits) > MOST_TRAITS or len(names) > MOST_TRAITS:
                raise BadPieceError(f"its prototypes come to more than {MOST_TRAITS:,} traits")

    def _inside(self, name: str, parameters: str, names_above: tuple[str, ...]) -> list[Trait]:
        """Find the traits of a prototype, read once for each of its parameters; none where it
        cannot be put in, and why is noted.
        """
        if name in names_above or len(names_above) >= MOST_NESTED:
            self.circles[name] = self.circles.get(name, 0) + 1
            return []
        text = self._texts.get(name)
        if text is None:
            self.missing[name] = self.missing.get(name, 0) + 1
            return []
        key = name, parameters
        if (read_before := self._read.get(key)) is not None:
            return read_before
        try:
            trait_texts = split_piece(_with_parameters(text, parameters))
            traits = read_traits(trait_texts.kinds, trait_texts.states)
        except BadPieceError as problem:
            self.broken[name] = str(problem)
            return []
        if len(self._read) < MOST_KEPT:
            self._read[key] = traits
        return traits


def _with_parameters(text: str, parameters: str) -> str:
    """Put in ``name=value,...`` for each ``$name$`` of a prototype; others stay as they are."""
    if not parameters or "$" not in text:
        return text
    parted = (parameter.partition("=") for parameter in decode(parameters, ","))
    values = {key.strip(): value for key, equals, value in parted if equals}
    return re.sub(r"\$(\w{1,60})\$", lambda match: values.get(match[1], match[0]), text)


def _properties(traits: list[Trait]) -> dict[str, str]:
    """Collect what markers and dynamic properties say, by name."""
    properties: dict[str, str] = {}
    for trait in traits:
        if trait.kind == "mark":
            names = decode(trait.field(1), ",")
            for name, value in zip(names, decode(trait.state, ","), strict=False):
                # Outermost first, so that the first of a name stays.
                properties.setdefault(name.strip(), value.strip())
        elif trait.kind == "PROP":
            properties.setdefault(trait.field(1).strip(), trait.state.strip())
    return properties


# -- sequences: how a module packs everything into text --------------------------------------------

# Tokens are joined by a mark. A mark inside a token has a backslash before it; a token that ends
# with a backslash, or begins and ends with an apostrophe, stands between apostrophes. Backslashes
# are not doubled, so a text is read one level at a time.
#
# >>> decode("a;b\\;c", ";")
# ['a', 'b;c']
#
# Source: the class ``SequenceEncoder`` of VASSAL 3.7, which was read and not copied.


DEEPEST = 64
"""Levels of commands within commands; saves have three or four."""
MOST_TRAITS = 2000
"""In one chain; 225 is the most that was met."""


class LongChainError(ValueError):
    """A chain has more members than anybody's module."""


def decode(text: str, mark: str) -> list[str]:
    """Split a text into its tokens, one level of it."""
    # Nothing is escaped in most of what a save has, which is hundreds of thousands of texts.
    if "\\" not in text and "'" not in text:
        return text.split(mark)
    tokens: list[str] = []
    begin = end = 0
    while (end := text.find(mark, end)) >= 0:
        # A mark behind a backslash is part of the token.
        if end > begin and text[end - 1] == "\\":
            end += 1
            continue
        token = text[begin:end]
        tokens.append(_bare(token, 1, mark) if "\\" in token or "'" in token else token)
        begin = end = end + len(mark)
    tokens.append(_bare(text[begin:], 1, mark))
    return tokens


def decode_chain(text: str, mark: str = "\t") -> list[str]:
    """Split a chain into its members, outermost first, in one pass over the text.

    At depth n a mark that parts has n backslashes before it, so no level is read twice. The last
    member has none in it, or it would be two.
    :class:`LongChainError` for a chain of more than :data:`MOST_TRAITS`.
    """
    members: list[str] = []
    begin, end = 0, len(text)
    mark_at = begin
    while (mark_at := text.find(mark, mark_at, end)) >= 0:
        slashes = mark_at
        while slashes > begin and text[slashes - 1] == "\\":
            slashes -= 1
        depth = len(members)
        if mark_at - slashes > depth:
            mark_at += 1
            continue
        members.append(_bare(text[begin:slashes], depth + 1, mark))
        if len(members) > MOST_TRAITS:
            raise LongChainError(f"a chain of more than {MOST_TRAITS:,} traits")
        begin = mark_at = mark_at + 1
        # The rest as a whole stands between apostrophes, which goes for all levels within it.
        if end - begin > 1 and text[begin] == text[end - 1] == "'":
            begin = mark_at = begin + 1
            end -= 1
    members.append(_unescaped(text[begin:end], len(members), mark))
    return members


def commands(text: str, mark: str = "\x1b") -> Iterable[str]:
    """Yield all commands of a text, those within others too, in their order."""
    waiting = [(text, 0)]
    while waiting:
        command, depth = waiting.pop()
        if mark not in command or depth >= DEEPEST:
            yield command
        else:
            waiting.extend((inner, depth + 1) for inner in reversed(decode(command, mark)))


def _bare(token: str, levels: int, mark: str) -> str:
    """Strip a token of the backslashes of so many levels, and of its apostrophes."""
    token = _unescaped(token, levels, mark)
    if len(token) > 1 and token[0] == token[-1] == "'":
        return token[1:-1]
    return token


def _unescaped(token: str, levels: int, mark: str) -> str:
    # Marks alone are escaped, so that other backslashes are part of the token.
    return token.replace("\\" * levels + mark, mark) if levels and mark in token else token
