"""A whole game: what it offers, and what is played once all is chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from hexwar.definition.forms import Form
from hexwar.definition.model.play import (
    CatalogEntry,
    Condition,
    Rulebook,
    Scenario,
)
from hexwar.definition.packages import package_of
from hexwar.definition.tree import MappingNode
from hexwar.hexmap import HexMap

Section = TypeVar("Section", bound=Form)


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
    """

    header: Header
    scenario: Scenario
    options: tuple[str, ...]
    edition: str
    map: HexMap
    rulebook: Rulebook
    digest: str
    sections: Mapping[type[Form], Form]
    packages: tuple[str, ...] = field(compare=False)
    overlay: Callable[[tuple[MappingNode, ...]], ResolvedGame] | None = field(
        default=None, repr=False, compare=False
    )

    def patched(self, patches: tuple[MappingNode, ...]) -> ResolvedGame:
        """The game with patches in play laid over it, later over earlier.

        What they leave as it is is the same object in both. :class:`DefinitionError` if they make
        an unsound game.
        """
        return self if self.overlay is None or not patches else self.overlay(patches)

    def section(self, kind: type[Section]) -> Section | None:
        """A section by its form; ``None`` if the game has none."""
        found = self.sections.get(kind)
        return found if isinstance(found, kind) else None

    def has(self, package: str) -> bool:
        """Whether the game has a section of a package, by name: its form need not be imported."""
        return any(package_of(kind) == package for kind in self.sections)

    def __getitem__(self, kind: type[Section]) -> Section:
        """A section by its form; one that says nothing if the game has none."""
        return self.section(kind) or kind()

    def conditions(self) -> Iterator[Condition]:
        """Every condition of the game, wherever it stands, and the parts of each."""
        for section in self.sections.values():
            for condition in section.parts(Condition):
                yield from condition.parts()


@dataclass(frozen=True, slots=True)
class FileDigest:
    """A file of the folder and the BLAKE2b digest of its bytes."""

    name: str
    digest: str


@dataclass(frozen=True, slots=True)
class Catalog:
    """What a game offers before anything is chosen; keys are ids, in the author's order."""

    header: Header
    folder: Path
    scenarios: Mapping[str, Scenario]
    variants: Mapping[str, CatalogEntry]
    options: Mapping[str, CatalogEntry]
    editions: Mapping[str, CatalogEntry]
    lessons: Mapping[str, Form] = field(default_factory=dict)
    notes: str = ""
    files: tuple[FileDigest, ...] = ()
