"""Prove what a sound schema cannot say: checks, one small function each, found by decorator.

A function marked :func:`of_each_game` sees every resolved game (scenario and options applied) on
its own; one marked :func:`of_all_games` sees them together, for what is wrong only if it is wrong
in all of them. Write a new one in the ``checks`` of a section's package; nothing else needs to know
of it. A new code takes the next number of its hundred (:mod:`hexwar.definition.codes` says which),
is explained in ``findings.yaml`` there and listed in ``codes`` of the section in
``hexwar/rules/storeys.py``; ``tools/reference.py`` then writes its page anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from hexwar.definition.diagnostics import Findings
from hexwar.definition.leaning import WeighedKey
from hexwar.definition.model import Catalog, ResolvedGame
from hexwar.definition.packages import import_checks, package_of
from hexwar.definition.tree import MappingNode, Node, SequenceNode, descend, key_node
from hexwar.definition.verdict import Extensible, Placed, Reference

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Subject:
    """One resolved game, the tree that it was made of, the names that its sections speak of, what
    the folder offers, the keys that may have no effect, and sections with the words in them that
    depend on their place, and with the values of forms that packages add to. ``in_patches`` finds
    the names that patches in play speak of.
    """

    game: ResolvedGame
    tree: MappingNode
    root: MappingNode
    folder: Path
    references: Sequence[Reference]
    catalog: Catalog
    weighed: Sequence[WeighedKey] = ()
    placed: Sequence[tuple[Node, Placed]] = ()
    opened: Sequence[tuple[Node, Extensible]] = ()
    in_patches: Callable[[Subject], Sequence[Reference]] = lambda _: ()
    _made: dict[Callable[[Subject], Any], Any] = field(default_factory=dict, repr=False)

    def node(self, *path: str | int) -> Node:
        """Find the value at a path of the resolved tree, or the nearest one above it."""
        return descend(self.tree, path)

    def key(self, *path: str) -> Node:
        """Find the key at a path of the resolved tree, to point at."""
        return key_node(descend(self.tree, path[:-1]), path[-1])

    def mappings(self) -> Iterator[MappingNode]:
        """Yield all mappings in the sections of the resolved tree, at any depth."""
        for entry in self.tree.entries.values():
            section = entry.value
            if isinstance(section, MappingNode):
                yield from section.inside()
            elif isinstance(section, SequenceNode):
                yield from (mapping for item in section.mappings() for mapping in item.inside())

    def once(self, make: Callable[[Subject], Made]) -> Made:
        """Make what a function makes of the game once for all checks."""
        if make not in self._made:
            self._made[make] = make(self)
        product: Made = self._made[make]
        return product

    def setup(self, unit: str) -> Node:
        """Say where the scenario sets a unit up."""
        return descend(self.root, ("scenarios", self.game.scenario.id, "setup", unit))

    def named(self, kind: str) -> set[str]:
        """List the names of one kind that rules mention, even if only under a patch in play."""
        spoken = (*self.references, *self.once(self.in_patches))
        return {reference.name for reference in spoken if reference.kind == kind}

    def is_own(self, node: Node) -> bool:
        """Say whether a node stands in the game's own folder and not in one that it extends."""
        return node.file.path.parent == self.folder


@dataclass(slots=True)
class Examined:
    """The game under examination, in place of a definition from which games are started."""

    catalog: Catalog
    game: ResolvedGame

    def resolve(
        self, scenario: str | None = None, options: Iterable[str] = (), edition: str | None = None
    ) -> ResolvedGame:
        """Give the game; no choice is left."""
        return self.game


PLEASE_REPORT = "this is a mistake in hexwar: please report it, with the game's files"

EachCheck = Callable[[Subject, Findings], None]
AllCheck = Callable[[Sequence[Subject], Findings], None]


class Stopped(BaseException):
    """Raised when the result of a check is no longer wanted.

    A check that fails is a finding, and this is none: so it is no :class:`Exception`.
    """


outdated: ContextVar[Callable[[], bool]] = ContextVar("outdated", default=lambda: False)
"""Asked between two checks; if so, :class:`Stopped` is raised."""
C = TypeVar("C", EachCheck, AllCheck)

_each: list[EachCheck] = []
_all: list[AllCheck] = []
_thorough: list[EachCheck] = []
_playing: list[EachCheck] = []


def of_each_game(check: EachCheck) -> EachCheck:
    """Run this for every resolved game, when checking and when loading."""
    _each.append(check)
    return check


def of_each_game_thoroughly(check: EachCheck) -> EachCheck:
    """Run this for every resolved game, but only when checking: it takes its time."""
    _thorough.append(check)
    return check


def of_each_sound_game(check: EachCheck) -> EachCheck:
    """Run this, in checks, for every resolved game in which nothing else is wrong, because it plays
    the game.
    """
    _playing.append(check)
    return check


def of_all_games(check: AllCheck) -> AllCheck:
    """Run this once, when checking, with all resolved games of a folder together.

    These are its scenarios, each with its options crossed and with each edition. It runs last, and
    only where no error was found, so the list is never empty and no game is missing from it. Report
    what holds in all of them, such as a name that none uses: what one does without another may
    need. Games are made of the same nodes, and a place is reported once, not once a game. It is not
    run when a game is loaded to be played, nor for rules that only others extend.
    """
    _all.append(check)
    return check


def check_game(
    subject: Subject, findings: Findings, *, thorough: bool, trusted: bool = True
) -> None:
    """Run the checks of the packages that a game uses.

    A check that crashes is one finding and the others run. Of a game that is not ``trusted``,
    because something is wrong with it already, only errors are reported: a warning or a crash may
    be no more than what follows from that. Thorough checks are not run once others have found
    errors, and a game that is not trusted is not played.
    """
    packages = subject.game.packages
    import_checks(packages)
    is_sound = trusted
    rounds = (_each, _thorough, _playing) if thorough else (_each,)
    for checks in rounds:
        # Playing a game with errors fails because of these, which would then be reported twice.
        if checks is _playing and not is_sound:
            break
        reported, crashes = Findings(), Findings()
        for check in _checks_of(checks, packages):
            _guarded(partial(check, subject, reported), _name(check), subject.root, crashes)
        findings.include([*reported, *crashes] if is_sound else reported.errors)
        is_sound = is_sound and not reported.errors


def check_games(subjects: Sequence[Subject], findings: Findings) -> None:
    """Run the checks of all games together."""
    packages = tuple(dict.fromkeys(name for subject in subjects for name in subject.game.packages))
    import_checks(packages)
    for check in _checks_of(_all, packages):
        root = subjects[0].root
        _guarded(partial(check, subjects, findings), _name(check), root, findings)


def lacks(section: str, node: Node, rule: str, findings: Findings) -> None:
    """Report a rule, in words, that leans on a section which the game has not."""
    message = f"{rule}, and the game has no section {section}"
    hint = f"add the section {section}, or delete this"
    findings.add("HW411", node.place(), message, help=hint)


def _checks_of(checks: Iterable[C], packages: Sequence[str]) -> list[C]:
    """List the checks of these packages, whatever was imported for other games, in their order."""
    # "" stands for checks that belong to no package; those go before all others.
    place = {name: index for index, name in enumerate(("", *packages))}
    of_packages = [check for check in checks if package_of(check) in place]
    return sorted(of_packages, key=lambda check: place[package_of(check)])


def _name(check: EachCheck | AllCheck) -> str:
    return str(getattr(check, "__name__", check))


def _guarded(check: Callable[[], None], name: str, root: Node, findings: Findings) -> None:
    if outdated.get()():
        raise Stopped
    try:
        check()
    except Exception as error:
        message = f"the check {name} failed: {type(error).__name__}: {error}"
        findings.add("HW900", root.place(), message, help=PLEASE_REPORT)
