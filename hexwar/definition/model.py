"""Hold a game definition: what a folder of YAML says, validated and frozen.

Nothing here computes a rule; :mod:`hexwar.rules` compiles these values into masks and tables.
Values that several sections share come first (effects, results, conditions), then scenarios and
what else is chosen before a game, what a choice makes of a game, and the catalog that offers it.
``READ`` marks what is only for reading: a game that is corrected there is the same to saves and
digests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import ceil
from pathlib import Path
from typing import Any, Literal, TypeVar

from hexwar.definition.forms import READ, UNORDERED, Citations, Form
from hexwar.definition.packages import package_of
from hexwar.definition.tree import MappingNode
from hexwar.hexmap import HexMap


@dataclass(frozen=True, slots=True)
class CombatEffect:
    """What terrain does to a battle fought into it.

    ``operation``: ``add`` or ``multiply`` change the strength of ``who``; ``shift`` moves the
    column (positive favours the attacker); ``roll`` is added to the die; ``prohibit`` forbids the
    attack. ``only`` is the
    selector of the units that are affected; all if there is none. ``by``: where values of units
    decide how much it is, which; ``cases``: how it depends on the units that defend, where it does.
    ``set``: the value ``by`` is the strength of the unit. ``aim``: against which units, and from
    how far, it counts.
    """

    who: Literal["attacker", "defender"]
    operation: Literal["set", "add", "multiply", "shift", "roll", "prohibit"]
    value: Fraction = Fraction(0)
    only: Any = field(default=None, hash=False)
    by: Any = field(default=None, hash=False)
    cases: Any = field(default=None, hash=False)
    aim: Any = field(default=None, hash=False)


@dataclass(frozen=True, slots=True)
class Effect:
    """One step of a combat result's program.

    ``verb``: ``eliminate`` (``who``, ``count``; ``None`` is all, or that ``share`` of them, rounded
    up), ``lose_steps`` (the same), ``retreat`` (``who``, ``hexes``), ``advance`` (``count`` units,
    up to ``hexes``) or ``nothing``, or a verb that another section brings, with what is ``said`` of
    it. ``chooser`` names the side that picks the unit: its ``owner`` or the ``enemy``. ``only`` is
    the selector of the units of the side that are meant; all of them if there is none.
    """

    verb: str
    who: Literal["attacker", "defender", "actor", "target"] = "defender"
    count: int | None = 1
    hexes: int = 1
    chooser: Literal["owner", "enemy"] = "owner"
    said: object = None
    share: Fraction = Fraction(1)
    only: Any = field(default=None, hash=False)

    def number(self, available: int) -> int:
        """Say how many are meant of those that there are."""
        return ceil(self.share * available) if self.count is None else min(available, self.count)


@dataclass(frozen=True, slots=True)
class CombatResult:
    """A code of the combat results table and what it does.

    ``by_pattern``: a pattern read it out of its code, and its title says all that it does.
    """

    code: str
    title: str = field(metadata=READ)
    effects: tuple[Effect, ...]
    by_pattern: bool = field(default=False, metadata=READ)


@dataclass(frozen=True, slots=True)
class Condition:
    """A declarative "if", from the vocabulary that the sections bring.

    ``kind`` is ``all``, ``any``, ``not`` (with ``of``), or a word of a section with what is said of
    it (``arguments``), such as ``occupied``: region, by, at_least, at_most.
    """

    kind: str
    of: tuple[Condition, ...] = ()
    arguments: Mapping[str, Any] = field(default_factory=dict)

    def parts(self) -> Iterator[Condition]:
        """Yield the condition itself and all that it is made of."""
        yield self
        arguments = (each for each in self.arguments.values() if isinstance(each, Condition))
        for condition in (*self.of, *arguments):
            yield from condition.parts()


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario: where units begin (``setup``: unit id to hex number).

    ``steps``: the step that a unit begins at where it is not the first, 1 at full strength, 0 for
    the last. ``states``: the states that a unit begins in. ``more``: what else sections keep about
    how a unit begins, each under a word of its own. ``eliminated``: the units that begin out of
    play as if they had been lost. ``within``: how many hexes away from there its player may set a
    unit up instead; the sides of ``setup_order`` do so in that order before the first turn.
    ``opening`` is where each unit stands until then, known once the scenario is resolved
    (``hexwar.rules.scenarios.rules``).
    """

    id: str
    title: str = field(metadata=READ)
    summary: str = field(default="", metadata=READ)
    variant: str = ""
    setup: Mapping[str, str] = field(default_factory=dict, metadata=UNORDERED)
    within: Mapping[str, int] = field(default_factory=dict, metadata=UNORDERED)
    steps: Mapping[str, int] = field(default_factory=dict, metadata=UNORDERED)
    states: Mapping[str, tuple[str, ...]] = field(default_factory=dict, metadata=UNORDERED)
    more: Mapping[str, tuple[tuple[str, object], ...]] = field(
        default_factory=dict, metadata=UNORDERED
    )
    eliminated: tuple[str, ...] = ()
    setup_order: tuple[str, ...] = ()
    opening: Mapping[str, str] = field(default_factory=dict, metadata=UNORDERED)
    cite: Citations = field(default_factory=dict, metadata=READ)


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """The title of a variant, an option or an edition; ``variants`` limits where it applies."""

    id: str
    title: str
    summary: str = ""
    variants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The game's rules in the project's own words: number to (heading, text)."""

    rules: Mapping[str, tuple[str, str]] = field(default_factory=dict)


Section = TypeVar("Section", bound=Form)
Kept = TypeVar("Kept")


@dataclass(frozen=True, slots=True)
class Header:
    """The top of ``game.yaml``."""

    id: str
    title: str
    version: str = ""
    summary: str = ""
    authors: tuple[str, ...] = ()
    license: str = ""


@dataclass(frozen=True, slots=True)
class ResolvedGame:
    """A game with one scenario, its variant, options and edition applied: what is played.

    ``packages`` are those that it uses (:func:`hexwar.definition.packages.in_use`), in their order.
    ``binding`` tells the digest of what decides play, that of the game as it begins where patches
    are laid over it. ``folder``: the folder or the pack that it was read from. ``memo``: what was
    worked out of the game once, by the name of the code that asked.
    """

    header: Header
    scenario: Scenario
    options: tuple[str, ...]
    edition: str
    map: HexMap
    rulebook: Rulebook
    sections: Mapping[type[Form], Form]
    packages: tuple[str, ...] = field(compare=False)
    overlay: Callable[[tuple[MappingNode, ...]], ResolvedGame] | None = field(
        default=None, repr=False, compare=False
    )
    binding: Callable[[], str] | None = field(default=None, repr=False, compare=False)
    folder: Path | None = field(default=None, repr=False, compare=False)
    memo: dict[str, Any] = field(init=False, default_factory=dict, repr=False, compare=False)

    def once(self, name: str, work_out: Callable[[], Kept]) -> Kept:
        """Work something out the first time only: the game does not change."""
        if name not in self.memo:
            self.memo[name] = work_out()
        kept: Kept = self.memo[name]
        return kept

    @property
    def digest(self) -> str:
        """A digest of what decides play, without what is only read; see `definition.binding`."""
        return "" if self.binding is None else self.binding()

    def patched(self, patches: tuple[MappingNode, ...]) -> ResolvedGame:
        """Lay patches in play over the game, later over earlier.

        Parts that they leave unchanged are the same objects in both. :class:`DefinitionError` if
        they make an unsound game.
        """
        return self if self.overlay is None or not patches else self.overlay(patches)

    def section(self, kind: type[Section]) -> Section | None:
        """Give a section by its form; ``None`` if the game has none."""
        section = self.sections.get(kind)
        return section if isinstance(section, kind) else None

    def has(self, package: str) -> bool:
        """Say whether the game has a section of a package, without importing its form."""
        return any(package_of(kind) == package for kind in self.sections)

    def __getitem__(self, kind: type[Section]) -> Section:
        """Give a section by its form; one that says nothing if the game has none."""
        form: Any = kind
        section: Section = self.section(kind) or _saying_nothing(form)
        return section

    def conditions(self) -> Iterator[Condition]:
        """Yield every condition of the game, wherever it stands, and the parts of each."""
        for section in self.sections.values():
            for condition in section.parts(Condition):
                yield from condition.parts()


@cache
def _saying_nothing(kind: Any) -> Any:
    """Make a section of a form that says nothing: one for all games, as none is ever changed."""
    return kind()


@dataclass(frozen=True, slots=True)
class FileDigest:
    """A file of the folder and the BLAKE2b digest of its bytes."""

    name: str
    digest: str


@dataclass(frozen=True, slots=True)
class Catalog:
    """What a game offers before anything is chosen; keys are ids, in the author's order.

    ``bases`` are the folders (or packs) that ``folder`` extends, the deepest first.
    """

    header: Header
    folder: Path
    scenarios: Mapping[str, Scenario]
    variants: Mapping[str, CatalogEntry]
    options: Mapping[str, CatalogEntry]
    editions: Mapping[str, CatalogEntry]
    lessons: Mapping[str, Form] = field(default_factory=dict)
    notes: str = ""
    files: tuple[FileDigest, ...] = ()
    bases: tuple[Path, ...] = ()
