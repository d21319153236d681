"""Find the packages of the format: one a section, by the list in :mod:`hexwar.rules`.

Nothing here knows a section by name. What a package brings is imported when it is needed, and
nothing is needed of a section that a game does not have. So most of what a package brings is named
in text (``module:Class``) and stated once more beside it (which keys, which words): a game would
have to import everything otherwise to learn that it uses none of it. A short package is not a
folder but a module: then all references into it begin with the colon, and its findings are beside
it.

First what a package says of itself (:class:`Section`), then what is asked about all of them: which
sections there are, which packages a game uses (:func:`in_use`), who brings a word or a name, what a
patch in play may touch; and last what is imported late, completions, checks and findings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from hexwar.definition.forms import Form

LISTED_IN = "hexwar.rules"
"""The package whose ``PACKAGES`` are all of them, in the order in which they need each other."""

Game = TypeVar("Game")


class Adds(NamedTuple):
    """What a package adds to an open form: the keys of a form of its own, ``module:Class``.

    The keys are stated beside the form, so that it is imported only for games that use one.
    """

    form: str
    keys: tuple[str, ...]


def adds(form: str, *keys: str) -> Adds:
    """State the keys of a form, ``module:Class``, for an open form of another package."""
    return Adds(form, keys)


class Section(NamedTuple):
    """What a package brings; modules are named as the package has them, and not at all where the
    package is one module: ``:Class``.

    What its sections may say: ``form`` is ``module:Class``; ``brings`` are the forms of a package
    that has several sections, by section; ``keys`` the form whose keys stand at the top level.
    ``is_choice``: its sections offer what is chosen before a game begins.

    Who uses it. ``needed``: every game to be played has the section. ``always``: every game uses
    the package, with or without a section; ``uses``: the packages that a game uses with it.

    What it gives to others. ``offers`` are the rules, as ``module:Class``, that others ask for by
    name and do not import. ``shared`` are forms that other sections use and that have pages of
    their own; ``fields`` what it :func:`adds` to open forms of others, by the name that these are
    open under; ``defines`` the kinds of names that its sections give, so that code that looks for
    one of a kind need not import the forms of all. ``words`` are those that it adds to lists of
    words of other sections, by the name of the list; ``idle`` the lists of which its words mean
    nothing in a game without the section. ``cites`` is the section whose citations count for this
    one too.

    What becomes of the section. ``in_play`` are the paths in it that a patch in play may touch:
    ``*`` for a key or all that follows, ``!`` before what it may not. ``completes`` is
    ``module:function``, what a game becomes once all its sections are there. ``reads`` is
    ``module:WORDS``, what its forms come to, for code that reads a game back. ``checks`` is the
    module of what `hexwar check` proves about it, if the package has several; ``codes`` are the
    numbers of its findings, explained in ``findings.yaml``.
    """

    name: str
    form: str = ""
    brings: Mapping[str, str] = MappingProxyType({})
    keys: str = ""
    is_choice: bool = False
    needed: bool = False
    always: bool = False
    uses: tuple[str, ...] = ()
    offers: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    fields: Mapping[str, Adds] = MappingProxyType({})
    defines: tuple[str, ...] = ()
    words: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    idle: tuple[str, ...] = ()
    cites: str = ""
    in_play: tuple[str, ...] = ()
    completes: str = ""
    reads: str = ""
    checks: str = ""
    codes: frozenset[int] = frozenset()

    # Its mappings have no hash; no two packages have one name.
    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def package(self) -> str:
        """The package that it is."""
        return f"{LISTED_IN}.{self.name}"

    def module(self, name: str) -> str:
        """Name a module of the package as it is imported; without a name the package itself."""
        return f"{self.package}.{name}" if name else self.package

    @property
    def is_module(self) -> bool:
        """Whether the package is one module and no folder. It is looked for and not imported."""
        place = find_spec(self.package)
        return place is not None and place.submodule_search_locations is None

    @property
    def tables(self) -> str:
        """The module that says by its tables what the package brings into play: ``task``, or
        ``rules`` where what players decide stands with them; empty if there is none.
        """
        if self.is_module:
            return self.package
        places = (self.module(name) for name in ("task", "rules"))
        return next((place for place in places if find_spec(place)), "")

    def load(self, named: str) -> Any:
        """Load what a module of the package has, by ``module:name``."""
        module, _, name = named.partition(":")
        return getattr(import_module(self.module(module)), name)


@cache
def sections() -> Mapping[str, Section]:
    """List the packages by section, in the order in which they need each other."""
    listed: tuple[Section, ...] = import_module(LISTED_IN).PACKAGES
    return {section.name: section for section in listed}


@cache
def form_of(name: str) -> type[Form] | None:
    """Load what a section may say; ``None`` for one that says nothing in a game's files."""
    section, form = _sections_brought().get(name, (None, ""))
    return None if section is None else section.load(form)


def section_names() -> tuple[str, ...]:
    """List the sections that a game may say."""
    return tuple(_sections_brought())


@cache
def _sections_brought() -> Mapping[str, tuple[Section, str]]:
    """Say for each section that a game may say its package, and its form there."""
    brought: dict[str, tuple[Section, str]] = {}
    for name, section in sections().items():
        forms = {name: section.form} if section.form else section.brings
        brought |= {section_name: (section, form) for section_name, form in forms.items()}
    return brought


def defining(kind: str) -> tuple[str, ...]:
    """List the sections of packages that give names of a kind."""
    return tuple(
        name for name, (section, _) in _sections_brought().items() if kind in section.defines
    )


@cache
def choice_sections() -> tuple[str, ...]:
    """List the sections that offer what is chosen before a game begins."""
    return tuple(name for name, (section, _) in _sections_brought().items() if section.is_choice)


@cache
def changeable() -> tuple[str, ...]:
    """List the sections that a patch may change before the game begins: all but the choices."""
    return tuple(name for name in _sections_brought() if name not in choice_sections())


@cache
def adding_to(name: str) -> Mapping[str, Section]:
    """Say, by key, which packages add keys to the form that is open under a name."""
    by_key: dict[str, Section] = {}
    for section in sections().values():
        if name not in section.fields:
            continue
        for key in section.fields[name].keys:
            if key in by_key:
                raise ValueError(f"{section.name} says {key} of {name} again")
            by_key[key] = section
    return by_key


def in_use(had: Iterable[str], written: Iterable[str] = ()) -> tuple[str, ...]:
    """List the packages that a game uses, in their order; decided here and nowhere else.

    They are those of the sections that it has (``had``), those whose forms or words are ``written``
    in these, those that every game uses, and those that all of these use in turn.
    """
    packages = sections()
    waiting = [_sections_brought()[name][0].name for name in had]
    waiting += [*written, *(p.name for p in packages.values() if p.always or p.needed)]
    used: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in packages and name not in used:
            used.add(name)
            waiting += packages[name].uses
    return tuple(name for name in packages if name in used)


@cache
def offering() -> Mapping[str, tuple[Section, str]]:
    """Find by name the classes that packages offer: forms of sections, and what ``offers`` says."""
    by_name: dict[str, tuple[Section, str]] = {}
    for section in sections().values():
        for offer in filter(None, (section.form, *section.brings.values(), *section.offers)):
            name = offer.partition(":")[2]
            if name in by_name:
                raise ValueError(f"{section.name} offers {name} again")
            by_name[name] = section, offer
    return by_name


def bringing(name: str) -> dict[str, str]:
    """List the words that packages bring under a name, each with its package."""
    return {word: s.name for s in sections().values() for word in s.words.get(name, ())}


def package_of(made_in: Callable[..., Any]) -> str:
    """Name the package that a class or a function belongs to; empty if it is in none."""
    return package_with(made_in.__module__)


@cache
def package_with(module: str) -> str:
    """Name the package that a module belongs to; empty if it is in none."""
    outside, _, inner_path = module.partition(f"{LISTED_IN}.")
    name = "" if outside else inner_path.partition(".")[0]
    return name if name in sections() else ""


def words_of(name: str) -> list[str]:
    """List the words that packages bring under a name."""
    return [word for section in sections().values() for word in section.words.get(name, ())]


def idle_words(name: str) -> dict[str, str]:
    """List the words under a name that mean nothing without a section, each with that section."""
    return {
        word: section.name
        for section in sections().values()
        for word in section.words.get(name, ())
        if name in section.idle
    }


@cache
def in_play() -> tuple[str, ...]:
    """List the sections that patches in play may change."""
    return tuple(name for name, section in sections().items() if section.in_play)


def may_touch(path: tuple[str | int, ...]) -> bool:
    """Say whether a patch in play may say something at a path, or below it."""
    section = sections().get(str(path[0]))
    patterns = section.in_play if section else ()
    allowed = [pattern.split(".") for pattern in patterns if not pattern.startswith("!")]
    refused = [pattern[1:].split(".") for pattern in patterns if pattern.startswith("!")]
    inner = [str(step) for step in path[1:]]
    # Compared as far as both go: a path on the way to what is allowed is shorter, one in it longer.
    leads_there = any(
        all(word in ("*", step) for word, step in zip(pattern, inner, strict=False))
        for pattern in allowed
    )
    return leads_there and inner not in refused


@cache
def shared_forms() -> list[type[Form]]:
    """List the forms that have pages of their own."""
    return [section.load(form) for section in sections().values() for form in section.shared]


def completed(game: Game, packages: Iterable[str]) -> Game:
    """Complete a game by what its packages add once all its sections are there."""
    for section in map(sections().__getitem__, packages):
        if section.completes:
            game = section.load(section.completes)(game)
    return game


@cache
def import_checks(packages: tuple[str, ...]) -> None:
    """Import the checks of packages: their decorators put them where they are found."""
    for section in map(sections().__getitem__, packages):
        import_module(section.module(section.checks))  # of one module its checks are a part


def findings_of(section: Section) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the kinds of finding of a package: code, and what is said of it."""
    if section.is_module:
        return findings_in(LISTED_IN, f"{section.name}.findings.yaml")
    return findings_in(section.package, "findings.yaml")


def findings_in(package: str, file: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the kinds of finding in a file beside modules: code, and what is said of it."""
    from pkgutil import get_data  # here, as it is read only when something is found

    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    entries = yaml.load(get_data(package, file) or b"", Loader=loader)  # noqa: S506 - safe, and in C
    yield from entries.items()
