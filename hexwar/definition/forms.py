"""State what a section of a game's YAML may say: classes whose annotated fields name each key once.

A form is a class with :class:`Form` as its base. Its docstring, and the description of each field,
are what editors show, what the reference prints and what findings say::

    class Trace(Form, example={"hexes": 5, "along": ["road"]}):
        \"\"\"How long a supply line may be; of any length if left out.\"\"\"

        hexes: Annotated[int, between(0, 1000), says("The most hexes to a source.", 5)]
        along: Annotated[tuple[PathName, ...], NOT_EMPTY, says("Kinds of path.", ["road"])] = ()

A field without a default is needed. Its type says what may be written: ``bool``, ``int``, ``str``,
``Literal`` words, the named values of :mod:`hexwar.definition.forms`, ``tuple`` for lists and
``frozenset`` for those in which each item counts once, ``Mapping`` from ids, another form,
``MappingNode`` for a patch in play, ``None`` for a value that may be left out, and unions of types
that YAML writes differently.

Stated once, a key is the same to the reader, to an editor and in the reference; whoever had to keep
three places true would not. First the form itself (:class:`Form`); then the marks that stand beside
a type in ``Annotated``: classes with lower-case names, which read as words of the annotation, and
single words such as ``NOT_EMPTY``; at last the values that several sections share, such as
``Number`` and ``Hexes``.

Annotations are read when a game uses the section. Leave ``from __future__ import annotations`` out
of a module that is nothing but forms, so that they need not be evaluated from text; where rules
stand beside them, which need it, they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from inspect import get_annotations
from pathlib import Path
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    NoReturn,
    Self,
    TypeVar,
    dataclass_transform,
)

Kind = TypeVar("Kind")

ADDED = "added"
"""The attribute of an open form that holds what packages add: a form of theirs by its class."""

NEEDED: Any = object()
"""In place of the default of a field that has none."""


class needs:  # noqa: N801
    """The section without which a key that is added to an open form means nothing.

    ``idle``: without it the key merely never holds, so that an option may remove the section.
    """

    __slots__ = ("idle", "section")

    def __init__(self, section: str, *, idle: bool = False) -> None:
        self.section, self.idle = section, idle


Added = TypeVar("Added", bound="Form")


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Form:
    """A mapping of a game's YAML, validated and frozen. See the module's text.

    What may be said on the line of the class:

    - ``example``: a mapping that is right; editors and the reference show it.
    - ``one_of``: exactly one key is given; ``not_empty``: at least one is.
    - ``whole``: the section is a list or a mapping of ids, and this one field is all of it.
    - ``single``: a single value may stand in place of the mapping, and is meant for this field.
    - ``words``: single words that may stand in its place, each with the fields that it is short
      for (or ``None``).
    - ``open``: packages may add keys under this name. What they say is read by a form of their
      own, ``phase[Patched].patch``; ``needs``, on that form, is the section without which its keys
      mean nothing (see :class:`needs`).
    - ``page``: the page that the reference has for it, where many sections use it;
      ``definition``: its name in a schema that has it in several places.
    - ``only_read``: all of it is for players' eyes (:data:`ONLY_READ`).
    - ``moments``: when the game asks for it (:data:`Moment`), where that differs from the form
      around it; ``words_at``: the same of its single words. At any moment if no form says so.
    """

    # Not a dataclass: the code that `dataclass` writes for each class takes a millisecond, and a
    # game needs more than a hundred of them before it starts.
    # What is remembered is no field: it is not compared.
    __slots__ = ("__dict__", "_inside", "_parts")
    example: ClassVar[Any] = None
    whole: ClassVar[str] = ""
    one_of: ClassVar[bool] = False
    not_empty: ClassVar[bool] = False
    single: ClassVar[str] = ""
    short: ClassVar[Mapping[str, Mapping[str, Any] | None]] = {}
    page: ClassVar[str] = ""
    open: ClassVar[str] = ""
    leans_on: ClassVar[needs | None] = None
    definition: ClassVar[str] = ""
    only_read: ClassVar[bool] = False
    moments: ClassVar[tuple[Moment, ...]] = ()
    words_at: ClassVar[Mapping[str, tuple[Moment, ...]]] = {}
    annotations: ClassVar[dict[str, Any]] = {}
    defaults: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(
        cls,
        *,
        example: Any = None,
        whole: str = "",
        one_of: bool = False,
        not_empty: bool = False,
        single: str = "",
        words: Mapping[str, Mapping[str, Any] | None] | None = None,
        page: str = "",
        open: str = "",  # noqa: A002 - a word of the class's line
        needs: needs | None = None,
        definition: str = "",
        only_read: bool = False,
        moments: tuple[Moment, ...] = (),
        words_at: Mapping[str, tuple[Moment, ...]] | None = None,
    ) -> None:
        super().__init_subclass__()
        cls.moments, cls.words_at = moments, words_at or {}
        cls.page, cls.open, cls.single, cls.short = page, open, single, words or {}
        cls.definition, cls.leans_on, cls.only_read = definition, needs, only_read
        cls.example, cls.whole, cls.one_of, cls.not_empty = example, whole, one_of, not_empty
        own = get_annotations(cls, eval_str=True)
        bases = [base for base in reversed(cls.__bases__) if issubclass(base, Form)]
        cls.annotations = {n: a for base in bases for n, a in base.annotations.items()} | own
        cls.defaults = {n: d for base in bases for n, d in base.defaults.items()}
        cls.defaults |= {name: getattr(cls, name, NEEDED) for name in own}
        if open and not one_of:
            cls.defaults[ADDED] = {}

    def __init__(self, **values: Any) -> None:
        filled = {**self.defaults, **values}
        lacking = [name for name, value in filled.items() if value is NEEDED]
        unknown = [name for name in values if name not in self.defaults]
        if lacking or unknown:
            wrong = ", ".join(lacking or unknown)
            raise TypeError(f"{type(self).__name__} {'lacks' if lacking else 'has no'} {wrong}")
        self.__dict__.update(filled)

    @classmethod
    def built(cls, values: dict[str, Any]) -> Any:
        """Build from the fields that were given: the form itself, if a class says nothing
        else.

        For a form of which exactly one key is given, it is the value under that key.
        """
        return next(iter(values.values())) if cls.one_of else cls(**values)

    def but(self, **values: Any) -> Self:
        """Copy the form with other values in some of its fields."""
        return type(self)(**{**self.__dict__, **values})

    def __getitem__(self, kind: type[Added]) -> Added:
        """Give what a package adds to an open form; a form that says nothing if not given."""
        added = self.__dict__[ADDED].get(kind)
        return added if isinstance(added, kind) else kind()

    def parts(self, kind: type[Kind]) -> Iterator[Kind]:
        """Find every value of a class inside the form, at any depth.

        Kept, as games under different patches share the sections that these leave alone, and
        checks ask each of them.
        """
        base: Any = kind
        if not _is_among(base, self._classes()):
            return iter(())
        by_class: dict[type[Any], list[Any]] | None = getattr(self, "_parts", None)
        if by_class is None:
            by_class = {}
            object.__setattr__(self, "_parts", by_class)
        if kind not in by_class:
            values: list[Kind] = []
            _collect(self.__dict__, kind, values)
            by_class[kind] = values
        return iter(by_class[kind])

    def _classes(self) -> frozenset[type[Any]]:
        """List the classes of all values inside, once: all checks ask for the same few."""
        classes: frozenset[type[Any]] | None = getattr(self, "_inside", None)
        if classes is None:
            classes = frozenset(_classes_in(self.__dict__))
            object.__setattr__(self, "_inside", classes)
        return classes

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment] # mappings inside have none either

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({fields})"


def _collect(value: Any, kind: type[Kind], values: list[Kind]) -> None:
    # Into one list: generators in generators take as long as loading a large map.
    for inner in _contents(value.__class__)(value):
        if isinstance(inner, kind):
            values.append(inner)
        elif isinstance(inner, Form):
            values += inner.parts(kind)
        elif _contents(inner.__class__) is not _nothing_inside:
            _collect(inner, kind, values)


def _classes_in(value: Any) -> set[type[Any]]:
    """List the classes of what is inside a value, at any depth."""
    classes: set[type[Any]] = set()
    for inner in _contents(value.__class__)(value):
        classes.add(inner.__class__)
        if isinstance(inner, Form):
            classes |= inner._classes()
        elif _contents(inner.__class__) is not _nothing_inside:
            classes |= _classes_in(inner)
    return classes


@cache
def _is_among(kind: type[Any], classes: frozenset[type[Any]]) -> bool:
    return any(issubclass(each, kind) for each in classes)


def _nothing_inside(_value: Any) -> tuple[Any, ...]:
    return ()


@cache
def _contents(shape: type[Any]) -> Callable[[Any], Iterable[Any]]:
    """Say how to get at what is directly inside a value of a class."""
    if issubclass(shape, Mapping):
        return shape.values
    if issubclass(shape, tuple | frozenset):
        return iter
    if is_dataclass(shape):
        names = tuple(field.name for field in fields(shape))
        return lambda value: [getattr(value, name) for name in names]
    return _nothing_inside


# -- what stands beside a type in Annotated ---------------------------------------------------


class says:  # noqa: N801 - reads as a word of the annotation
    """What a value is for, and examples of it. Where this is left out, the form's own text is
    used.
    """

    __slots__ = ("description", "examples")

    def __init__(self, description: str, *examples: object) -> None:
        self.description = description
        self.examples = examples


class key:  # noqa: N801
    """The key in YAML, where it is no name of Python's: ``if``."""

    __slots__ = ("word",)

    def __init__(self, word: str) -> None:
        self.word = word


class cited:  # noqa: N801
    """Where the value is given, a rule should be cited for this reason."""

    __slots__ = ("reason",)

    def __init__(self, reason: str) -> None:
        self.reason = reason


class between:  # noqa: N801
    """The least and the most that a number may be."""

    __slots__ = ("high", "low")

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high


class idle_beside:  # noqa: N801
    """The key has no effect where another key of its mapping is given, or has one of these
    words.
    """

    __slots__ = ("key", "words")

    def __init__(self, key: str, *words: str) -> None:
        self.key, self.words = key, words

    @property
    def told(self) -> str:
        """When the key has no effect, as the reference says it."""
        return f"No effect beside `{self.key}{_with_words(self.words)}`"


class only_with:  # noqa: N801
    """The key has no effect unless one of these keys of its mapping is given.

    ``having``: and has one of these words.
    """

    __slots__ = ("having", "keys")

    def __init__(self, *keys: str, having: tuple[str, ...] = ()) -> None:
        self.keys, self.having = keys, having

    @property
    def told(self) -> str:
        """When the key has no effect, as the reference says it."""
        keys_in_words = " or ".join(f"`{key}{_with_words(self.having)}`" for key in self.keys)
        return f"No effect without {keys_in_words}"


Moment = Literal[
    "offer",
    "overrun",
    "attack",
    "announce",
    "commit",
    "bombard",
    "battle",
    "melee",
    "aftermath",
    "move",
    "phase",
]
"""When a game asks for what a section says: when actions are listed, overruns among them; whether
some units may attack some others; once an attack is announced, until its sides have left or stay;
what they pay for it; what is so for those who attack from a distance; its odds and its die; those
of one that is fought within a hex; what the result does; while units move; and when a phase begins
or ends.

A patch that is not in force at a moment changes nothing that is asked then."""


class asked_at:  # noqa: N801
    """When a field is asked for, where that differs from what the form that it stands in says."""

    __slots__ = ("moments",)

    def __init__(self, *moments: Moment) -> None:
        self.moments = moments


class in_force_at:  # noqa: N801
    """Of a patch in play: the moments at which it is in force; at all of them without this mark.

    ``beside``: where that is so only beside a key of its mapping, or beside a key in it,
    ``answers.attack``. Of several such marks the first that fits counts.
    """

    __slots__ = ("beside", "moments")

    def __init__(self, *moments: Moment, beside: str = "") -> None:
        self.moments, self.beside = moments, beside.split(".") if beside else []


def _with_words(words: tuple[str, ...]) -> str:
    return f": {' or '.join(words)}" if words else ""


class needed_unless:  # noqa: N801
    """A field without a default need not be given where another key of its mapping is, beside which
    it has no effect. The form's ``built`` then says what it is.
    """

    __slots__ = ("key",)

    def __init__(self, key: str) -> None:
        self.key = key


class matching:  # noqa: N801
    """The form of a text, as a regular expression of JSON Schema.

    ``bounds``: the limits that an author could not guess, in sentences that follow each
    description.
    """

    __slots__ = ("bounds", "pattern")

    def __init__(self, pattern: str, bounds: str = "") -> None:
        self.pattern, self.bounds = pattern, bounds


class name_of:  # noqa: N801
    """The value is the name of something that the game defines: a ``side``, a ``place``."""

    __slots__ = ("kind",)

    def __init__(self, kind: str) -> None:
        self.kind = kind


class words_of:  # noqa: N801
    """The value is one of the words that packages bring under this name: the kinds of phase."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class defines:  # noqa: N801
    """The value, or the id of a mapping, is a new name of this kind, to which others may refer.

    ``always``: the names of that kind that every game has.
    """

    __slots__ = ("always", "kind")

    def __init__(self, kind: str, *always: str) -> None:
        self.kind, self.always = kind, always


class word:  # noqa: N801
    """A word that may be written as well, and the value that it stands for."""

    __slots__ = ("stands_for", "word")

    def __init__(self, word: str, stands_for: object) -> None:
        self.word, self.stands_for = word, stands_for


class becomes:  # noqa: N801
    """What is made of the value that was read, where the field's type is another."""

    __slots__ = ("made",)

    def __init__(self, made: Callable[[Any], Any]) -> None:
        self.made = made


class shared:  # noqa: N801
    """A value that several sections share: it has a heading of its own in the reference."""

    __slots__ = ("description", "examples", "name")

    def __init__(self, name: str, description: str, *examples: object) -> None:
        self.name, self.description, self.examples = name, description, examples


class read_by:  # noqa: N801
    """The form, or the annotation, that reads the value, where its type is another class.

    Given by a function, so that a form may hold itself.
    """

    __slots__ = ("form",)

    def __init__(self, form: Callable[[], Any]) -> None:
        self.form = form


class cites:  # noqa: N801
    """The reasons for which a section cites rules, each with what it is about."""

    __slots__ = ("about", "reasons")

    def __init__(self, about: str = "Rules about this section.", **reasons: str) -> None:
        self.about = f"{about} Reason on the left, rule number on the right."
        self.reasons = reasons


class Role(NamedTuple):
    """A role that units may have where a selector is asked: its word, and which units have it.

    ``needs``: the section without which no unit ever has it. ``beside``: a key of the form, and
    keys within it, without which no unit has it there.
    """

    word: str
    who: str
    needs: str = ""
    beside: tuple[str, ...] = ()


class asked:  # noqa: N801
    """Beside a key that holds a selector, a condition, a count or a program: which units it asks
    about. Readers, checks and the reference all go by this.

    ``eyes``: the side from which `own` and `enemy` are seen, in words. ``roles``: the roles that
    units have there, such as attacker. ``units``: whether all units that are asked about are `own`,
    `enemy` or `any` to those eyes. What is left out is as in the place around.

    ``usually``: this counts only where no place around says otherwise. ``called``: the key stands
    in something that others name, such as a table; units have those of the roles that they have
    where it is named. ``adds``: the roles come on top of those around.
    """

    __slots__ = ("adds", "called", "eyes", "roles", "units", "usually")

    def __init__(
        self,
        eyes: str = "",
        *roles: Role,
        units: str = "",
        as_around: bool = False,
        usually: bool = False,
        called: bool = False,
        adds: bool = False,
    ) -> None:
        self.eyes, self.units, self.usually = eyes, units, usually
        self.called, self.adds = called, adds
        silent = as_around or not (eyes or roles)
        self.roles: tuple[Role, ...] | None = None if silent else roles

    def within(self, around: asked, has: Callable[[Sequence[str]], bool] | None = None) -> asked:
        """Say what holds at this place: what it says itself, and where it is silent what the place
        around says. ``has``: whether the form has a key, and in it another (``Role.beside``);
        without it, all are taken to be there.
        """
        if self.usually and around.eyes:
            return around
        roles = around.roles or () if self.adds or self.roles is None else ()
        for role in self.roles or ():
            if has is None or not role.beside or has(role.beside):
                roles = (*roles, role)
        return asked(
            self.eyes or around.eyes,
            *roles,
            units=self.units or around.units,
            called=self.called or (around.called and (self.roles is None or self.adds)),
        )

    @property
    def told(self) -> str:
        """Whose eyes and which roles there are, as the reference says it; what is as in the place
        around is left out.
        """
        seen_from = [f"`own` and `enemy` are seen from {self.eyes}."] if self.eyes else []
        roles = ", ".join(f"`{role.word}` {role.who}" for role in self.roles or ())
        return " ".join([*seen_from, *([f"Roles: {roles}."] if roles else [])])


EVERYWHERE = asked()
"""The place around all others, which says nothing."""


class hangs_on_place:  # noqa: N801
    """What the words of a key mean depends on the place of its selector: on whose eyes it has, or
    which roles there are.
    """

    __slots__ = ("what",)

    def __init__(self, what: str) -> None:
        self.what = what


class Mark:
    """One of the words below."""


NOT_EMPTY = Mark()
"""A list or mapping that has at least one entry."""

ONCE = Mark()
"""A list in which each item counts once."""

MADE = Mark()
"""A field that is not written: ``built`` makes it of the others."""

THE_REST = Mark()
"""A mapping of whatever keys the other fields do not have."""

LIKE_A_DECIMAL = Mark()
"""A text that need not be quoted where it looks like a number: 1.0."""

BEFORE_PLAY = Mark()
"""A patch that is laid over the game before it begins: it may change and remove any section."""

ONLY_READ = Mark()
"""Of a field or of a type: it is for players' eyes, and decides nothing in play. No digest of a
game includes it (:mod:`hexwar.definition.binding`), so that it may be corrected while games go on.
"""

ANY_ORDER = Mark()
"""A list or a mapping whose order decides nothing in play."""

IN_ORDER = Mark()
"""A mapping by names of other things whose order decides something all the same."""

READ: Mapping[str, bool] = {"only_read": True}
"""What :data:`ONLY_READ` says, as the ``metadata`` of a field of a dataclass."""

UNORDERED: Mapping[str, bool] = {"any_order": True}
"""What :data:`ANY_ORDER` says, as the ``metadata`` of a field of a dataclass."""

LIKE_A_NUMBER = Mark()
"""A text that need not be quoted where it looks like a whole number: 0101."""

ITS_KEY = Mark()
"""A field that is not written: the id that the form stands under. For a field with a default: its
value if it is left out."""

ITS_KEY_IN_WORDS = Mark()
"""A title: if it is left out, the id that the form stands under in words, Rocky hill of
``rocky_hill``. It is only read."""


# Short values that several sections share, each with a heading of its own in the reference.


Citations = Mapping[str, str]
"""Reason (such as ``"entering"``) to the number of the rule in the game's own rulebook."""

NO_RULES: Citations = {}


class PictureFile(str):
    """The name of a picture as the game says it, and the ``folder`` (or pack) that it lies in."""

    folder: Path

    @classmethod
    def named(cls, name: str, folder: Path) -> Self:
        """Name a picture of a folder."""
        picture = cls(name)
        picture.folder = folder
        return picture


RuleNumber = Annotated[
    str,
    ONLY_READ,
    matching(r"^[0-9]+(\.[0-9]+)*[a-z]?$"),
    name_of("rule"),
    shared("rule", "The number of a rule in the game's own rulebook.", "4.31"),
]
Number = Annotated[
    Fraction,
    between(0, 1000),
    matching("^[0-9]{1,4}/[1-9][0-9]{0,3}$"),
    shared("number", "A number of 0 or more: whole, decimal, or a fraction such as 1/2.", 2, "1/2"),
]


def _six_digits(color: str) -> str:
    """Write a colour in six digits, of each that is written once two.

    >>> _six_digits("#a33")
    '#aa3333'
    """
    return color if len(color) > 4 else "#" + "".join(digit * 2 for digit in color[1:])


Color = Annotated[
    str,
    ONLY_READ,
    matching("^#([0-9a-fA-F]{3}){1,2}$"),
    becomes(_six_digits),
    shared(
        "color",
        "A colour as red, green and blue in hexadecimal, in six digits or in three; quote it, or "
        "YAML takes it for a comment.",
        "#8a5a2b",
    ),
]
ID = r"^[A-Za-z][A-Za-z0-9_]*$"
"""What most things that a game defines may be called."""

Signed = Annotated[
    Fraction,
    between(-1000, 1000),
    matching(r"^[-+]?[0-9]{1,4}(/[1-9][0-9]{0,3})?$"),
    shared(
        "signed", "A number, which may be negative: whole, decimal, or a fraction.", 1, -1, "1/2"
    ),
]
Hexes = Annotated[
    tuple[
        Annotated[str, LIKE_A_NUMBER, says("A hex, or a range of hexes.", "0305", "0901..0908")],
        ...,
    ],
    ANY_ORDER,
    shared(
        "hexes",
        "Hexes by number; a range such as 0901..0908 runs down a column or along a row.",
        ["0305", "0901..0908"],
    ),
]
SideName = Annotated[str, name_of("side")]
RegionName = Annotated[str, name_of("region")]
Places = Annotated[
    tuple[Annotated[str, name_of("place"), says("A region or a hex.", "towns")], ...],
    says("Regions and hexes.", ["towns", "0508"]),
]
PathName = Annotated[str, name_of("path")]
TraitName = Annotated[str, name_of("trait")]
