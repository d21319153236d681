"""Work out what a form's annotations amount to: for each value, what YAML may write there.

A value is a single value, a list or a mapping; a :class:`Shape` says what each of the three may be,
so that a union of types is not tried out: what the author wrote decides by which part it is read.
The reader of trees and the generator of the schemas work from shapes.

First what a shape is; then how a form becomes one (:func:`form_shape`), field by field
(:func:`_field`), each from its annotation (:func:`read_annotation`): a type, and marks beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from hexwar.definition import forms
from hexwar.definition.forms import (
    ANY_ORDER,
    BEFORE_PLAY,
    IN_ORDER,
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    LIKE_A_DECIMAL,
    LIKE_A_NUMBER,
    MADE,
    NEEDED,
    NOT_EMPTY,
    ONCE,
    ONLY_READ,
    THE_REST,
    Form,
    PictureFile,
    asked_at,
    in_force_at,
)
from hexwar.definition.packages import Section, adding_to, bringing, changeable, idle_words
from hexwar.definition.printable import as_title
from hexwar.definition.tree import MappingNode, ScalarNode

Convert = Callable[[ScalarNode], Any]


@dataclass(slots=True)
class Scalar:
    """A single value: its types in JSON, and what further limits it.

    ``words``: each with the value that it stands for; with ``others`` false nothing else. ``names``
    and ``defines``: the kind of thing that it names, or that it is a new name of. ``needs``: the
    section without which a word means nothing, by the word; ``brought``: the package that brings
    it.
    """

    types: tuple[str, ...]
    convert: Convert
    words: Mapping[str, Any] = field(default_factory=dict)
    others: bool = True
    pattern: str = ""
    bounds: str = ""
    low: int | None = None
    high: int | None = None
    names: str = ""
    defines: forms.defines | None = None
    needs: Mapping[str, str] = field(default_factory=dict)
    brought: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Listed:
    """A list; ``once``: each item counts once."""

    item: Shape
    once: bool = False
    not_empty: bool = False
    made: Callable[[Iterable[Any]], Any] = tuple


@dataclass(slots=True)
class Field:
    """One key of a mapping, and the attribute that it is built into.

    ``from_key``: what makes its value, if it is left out, from the id that the form stands under;
    ``of``: the form that adds it to another's mapping, where one does; ``needs``: the section
    without which it means nothing; ``leans``: the keys beside or without which it has no effect;
    ``unless``: the key beside which it need not be given, though it has no default; ``asked``:
    which units are asked about in the selectors under it; ``hangs_on``: what of that its words
    depend on; ``moments``: when it is asked for, if the field itself says so; ``in_force``: of a
    patch in play, when it is.
    """

    key: str
    attribute: str
    shape: Shape
    description: str = ""
    examples: tuple[Any, ...] = ()
    default: Any = NEEDED
    from_key: Callable[[str], str] | None = None
    cited: str = ""
    mark: forms.Mark | None = None
    defined: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    of: type[Form] | None = None
    needs: forms.needs | None = None
    leans: tuple[forms.idle_beside | forms.only_with, ...] = ()
    unless: str = ""
    asked: forms.asked | None = None
    hangs_on: str = ""
    moments: tuple[forms.Moment, ...] = ()
    in_force: tuple[forms.in_force_at, ...] = ()

    @property
    def needed(self) -> bool:
        """Whether the key must be given, whatever else is."""
        return self.default is NEEDED and not self.unless

    def lacking(self, keys_given: Container[str]) -> bool:
        """Say whether the key must be given beside these, and is not among them."""
        is_given = self.key in keys_given or self.unless in keys_given
        return self.default is NEEDED and not is_given


@dataclass(slots=True)
class Mapped:
    """A mapping: of the keys of a form, or of ids that all have the same shape.

    ``own`` are the fields that the form itself has, by key. What packages add to an open form is
    imported when it is asked for: ``field`` for one key, ``fields`` for all.
    ``is_patch``: sections that change, kept as they are written; ``before_play``: before the game
    begins, when more may be changed.
    """

    form: type[Form] | None = None
    own: dict[str, Field] = field(default_factory=dict)
    keyed: str = ""
    ids: Scalar | None = None
    entry: Shape | None = None
    rest: str = ""
    is_patch: bool = False
    before_play: bool = False
    not_empty: bool = False

    @property
    def fields(self) -> dict[str, Field]:
        """All fields by key, those that packages add last."""
        return self.asked(self._more())

    def asked(self, keys: Collection[str]) -> dict[str, Field]:
        """Give the fields that the form has, and of those that packages add the ones asked for."""
        opened: Any = self.form
        added_fields = self._more().items()
        added = {key: _fields_added(opened, of)[key] for key, of in added_fields if key in keys}
        return {**self.own, **added} if added else self.own

    def _more(self) -> Mapping[str, Section]:
        """Name, by key, the packages that add fields."""
        return adding_to(self.form.open) if self.form is not None and self.form.open else {}


@dataclass(slots=True)
class Shape:
    """What may stand in one place. ``shared``: its name, if it has a heading of its own.

    ``made``: what the value that was read is turned into, if anything. ``only_read``: it decides
    nothing in play; ``any_order``: its order decides nothing.
    """

    scalar: Scalar | None = None
    listed: Listed | None = None
    mapped: Mapped | None = None
    description: str = ""
    examples: tuple[Any, ...] = ()
    shared: str = ""
    made: Callable[[Any], Any] | None = None
    only_read: bool = False
    any_order: bool = False

    @property
    def defined(self) -> dict[str, tuple[str, ...]]:
        """The kinds of names that are defined somewhere in it, with those that every game has."""
        return dict(_names_defined(self, set()))

    @property
    def types(self) -> list[str]:
        """The types in JSON, single values first."""
        types = list(self.scalar.types) if self.scalar else []
        return types + ["array"] * bool(self.listed) + ["object"] * bool(self.mapped)

    @property
    def is_elsewhere(self) -> bool:
        """Whether it is explained on a page or under a heading of its own."""
        form = self.mapped.form if self.mapped else None
        return bool(self.shared or (form is not None and form.page))

    def about(self) -> dict[str, Any]:
        """Give what findings say of the value, as a schema would have it."""
        schema: dict[str, Any] = {"description": self.description, "examples": [*self.examples]}
        if self.scalar is not None:
            schema["pattern"] = self.scalar.pattern
            schema["words"] = [*self.scalar.words]
            if not self.scalar.others:
                schema["enum"] = [*self.scalar.words]
        if self.mapped is not None:
            schema["properties"] = {
                key: {
                    "description": field.description,
                    "examples": [*field.examples],
                    "of": field.shape,
                }
                for key, field in self.mapped.fields.items()
            }
            if self.mapped.before_play:
                schema["properties"] = {name: {} for name in changeable()}
        return schema


def _names_defined(
    shape: Shape, forms_before: set[type[Form] | None]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield kinds of names that are defined somewhere in a shape, with those that there always are;
    ``forms_before`` were looked into already, as a form may hold itself.
    """
    if shape.scalar is not None and shape.scalar.defines is not None:
        yield shape.scalar.defines.kind, shape.scalar.defines.always
    if shape.listed is not None:
        yield from _names_defined(shape.listed.item, forms_before)
    mapped = shape.mapped
    if mapped is None or (mapped.form is not None and mapped.form in forms_before):
        return
    forms_before.add(mapped.form)
    if mapped.ids is not None and mapped.ids.defines is not None:
        yield mapped.ids.defines.kind, mapped.ids.defines.always
    if mapped.entry is not None:
        yield from _names_defined(mapped.entry, forms_before)
    for own_field in mapped.own.values():  # what packages add defines no names
        yield from own_field.defined.items()


_forms: dict[type[Form], Shape] = {}


def form_shape(form: type[Form]) -> Shape:
    """Read the shape of a form once."""
    shape = _forms.get(form)
    if shape is None:
        # Known before its fields are read: one of them may be the form itself again.
        example = () if form.example is None else (form.example,)
        shape = _forms[form] = Shape(
            description=" ".join((form.__doc__ or "").split()),
            examples=example,
            only_read=form.only_read,
        )
        if form.whole:
            # A form that is all one field has the shape of that field.
            (field_itself,) = _fields(form)
            shape.listed, shape.mapped = field_itself.shape.listed, field_itself.shape.mapped
        else:
            shape.mapped = Mapped(form, not_empty=form.not_empty)
            if form.short:
                short_values = form.short.items()
                _take_words(
                    shape, {w: v if v is None else form.built(dict(v)) for w, v in short_values}
                )
            mapped = shape.mapped
            for field in _fields(form):
                inner = field.shape.mapped
                if field.key:
                    mapped.own[field.key] = field
                elif field.mark is ITS_KEY:
                    mapped.keyed = field.attribute
                elif field.mark is THE_REST and inner is not None:
                    mapped.ids, mapped.entry, mapped.rest = inner.ids, inner.entry, field.attribute
            if form.single:
                shape.scalar = shape.mapped.own[form.single].shape.scalar
    return shape


_FROM_KEY: Mapping[Any, Callable[[str], str]] = {ITS_KEY: str, ITS_KEY_IN_WORDS: as_title}


@cache
def _fields_added(form: type[Any], package: Section) -> Mapping[str, Field]:
    """Read the fields that a package adds to an open form, which must be as it said."""
    addition = package.fields[form.open]
    added_form: type[Form] = package.load(addition.form)
    fields = {field.key: field for field in _fields(added_form)}
    if tuple(fields) != addition.keys:
        keys = ", ".join(f'"{key}"' for key in fields)
        raise ValueError(f'{package.package} adds("{addition.form}", {keys}) to {form.open}')
    own_fields = form_shape(form).mapped
    own_attributes = {field.attribute for field in own_fields.own.values()} if own_fields else set()
    for added in fields.values():
        # It must be possible to leave it out: games without the package have written none of it.
        if added.attribute in own_attributes or added.needed or added.defined:
            wrong = "says again, needs or defines"
            raise ValueError(f"{added_form.__module__} {wrong} {added.key} of {form.open}")
        added.of, added.needs = added_form, added.needs or added_form.leans_on
    return fields


def _take_words(shape: Shape, words: Mapping[str, Any]) -> None:
    """Let words be written as well."""
    any_word = Scalar(("string",), _raw, words, others=False)
    shape.scalar = any_word if shape.scalar is None else _either_scalar(shape.scalar, any_word)
    if shape.listed or shape.mapped:
        shape.scalar = _among_others(shape.scalar)


def _fields(form: type[Form]) -> list[Field]:
    return [_field(form, attribute, type_) for attribute, type_ in form.annotations.items()]


_KEPT_MARKS: Mapping[type[Any], tuple[str, str]] = {
    forms.key: ("key", "word"),
    forms.cited: ("cited", "reason"),
    forms.needs: ("needs", ""),
    forms.asked: ("asked", ""),
    forms.hangs_on_place: ("hangs_on", "what"),
}
"""Marks that a field keeps, each with the field's attribute and the part of the mark that goes
there; the mark itself where that is empty.
"""


def _field(form: type[Form], attribute: str, annotation: Any) -> Field:
    """Read a field of a form: what may be written there, what marks beside its type add, and what
    is told of it, which is its description and a sentence for each mark that an author has to know.
    """
    shape, marks = read_annotation(annotation)
    default = None if form.one_of else form.defaults[attribute]
    special_mark = next((mark for mark in marks if mark in (MADE, THE_REST)), None)
    if ITS_KEY in marks and default is NEEDED:
        special_mark = ITS_KEY
    if special_mark is not None:
        return Field("", attribute, shape, mark=special_mark)
    field = Field(attribute, attribute, shape, shape.description, shape.examples, default)
    field.defined = shape.defined
    for mark in marks:
        if isinstance(mark, forms.says):
            field.description, field.examples = mark.description, mark.examples or shape.examples
        elif type(mark) in _KEPT_MARKS:
            kept_as, attribute_of_mark = _KEPT_MARKS[type(mark)]
            kept = getattr(mark, attribute_of_mark) if attribute_of_mark else mark
            setattr(field, kept_as, kept)
        elif isinstance(mark, forms.idle_beside | forms.only_with):
            field.leans = (*field.leans, mark)
        elif isinstance(mark, forms.needed_unless):
            field.unless = mark.key
            field.leans = (*field.leans, forms.idle_beside(mark.key))
        elif mark in _FROM_KEY:
            field.from_key = _FROM_KEY[mark]
    field.moments = tuple(m for mark in marks if isinstance(mark, asked_at) for m in mark.moments)
    field.in_force = tuple(mark for mark in marks if isinstance(mark, in_force_at))
    if shape.scalar is not None and shape.scalar.bounds:
        field.description = f"{field.description} {shape.scalar.bounds}"
    if not shape.is_elsewhere:
        shape.description, shape.examples = field.description, field.examples
    sentences = [field.description, *(f"{mark.told}." for mark in field.leans)]
    if field.unless:
        sentences[1:] = [f"Needed unless there is `{field.unless}`."]
    # What a single name stands for says it where it is defined.
    is_name = shape.scalar and shape.scalar.names and not (shape.mapped or shape.listed)
    if field.asked is not None and not is_name:
        sentences.append(field.asked.told)
    field.description = " ".join(filter(None, sentences))
    return field


def read_annotation(annotation: Any) -> tuple[Shape, tuple[Any, ...]]:
    """Read the shape of an annotated type, and the marks beside it."""
    is_annotated = get_origin(annotation) is Annotated
    type_, *marks = get_args(annotation) if is_annotated else (annotation,)
    reader = next((mark.form() for mark in marks if isinstance(mark, forms.read_by)), None)
    if reader is None:
        shape = _shape_of_type(type_)
    elif isinstance(reader, type) and issubclass(reader, Form):
        shape = replace(form_shape(reader))  # a copy: marks beside it are about this place alone
    else:
        shape = read_annotation(reader)[0]
    for mark in marks:
        _apply(mark, shape)
    return shape, tuple(marks)


def _shape_of_type(annotation: Any) -> Shape:
    """Read the shape of a type without what stands beside it."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin in (Union, UnionType):
        arms = [read_annotation(arm)[0] for arm in inner if arm is not NoneType]
        if len(arms) == 1:
            return arms[0]
        shape_of_all = Shape()
        for arm in arms:
            if arm.scalar is not None:
                shape_of_all.scalar = (
                    arm.scalar
                    if shape_of_all.scalar is None
                    else _either_scalar(shape_of_all.scalar, arm.scalar)
                )
            shape_of_all.listed = arm.listed or shape_of_all.listed
            shape_of_all.mapped = arm.mapped or shape_of_all.mapped
            if not shape_of_all.description and not arm.shared:
                shape_of_all.description, shape_of_all.examples = arm.description, arm.examples
        shape_of_all.any_order = any(arm.any_order for arm in arms)
        if shape_of_all.scalar is not None:
            shape_of_all.scalar = _among_others(shape_of_all.scalar)
        return shape_of_all
    if origin is Literal:
        types, convert = _SCALARS[type(inner[0])]
        return Shape(Scalar(types, convert, {word: word for word in inner}, others=False))
    if origin in (tuple, frozenset):
        once = origin is frozenset
        return Shape(listed=Listed(_shape_of_item(inner[0]), once, made=origin))
    if origin is not None and issubclass(origin, Mapping):
        ids, _ = read_annotation(inner[0])
        is_looked_up = ids.scalar is not None and bool(ids.scalar.names)  # and looked up by these
        return Shape(
            mapped=Mapped(ids=ids.scalar, entry=_shape_of_item(inner[1])), any_order=is_looked_up
        )
    if isinstance(annotation, type) and issubclass(annotation, Form):
        return replace(form_shape(annotation))
    if annotation is MappingNode:
        return Shape(mapped=Mapped(is_patch=True))
    types, convert = _SCALARS[annotation]
    return Shape(Scalar(types, convert), only_read=annotation is PictureFile)


def _shape_of_item(annotation: Any) -> Shape:
    """Read the shape of an item or entry, which has its description beside its type."""
    shape, marks = read_annotation(annotation)
    for mark in marks:
        if isinstance(mark, forms.says):
            shape.description, shape.examples = mark.description, mark.examples
    return shape


def _among_others(scalar: Scalar) -> Scalar:
    """Let words stand beside something else: they are no longer all that is allowed."""
    if scalar.others:
        return scalar
    return replace(scalar, others=True, pattern=f"^({'|'.join(scalar.words)})$")


def _either_scalar(first: Scalar, second: Scalar) -> Scalar:
    """Join two kinds of single value in one place, such as a number or the word ``unlimited``."""
    the_other = first if second.words else second
    types = tuple(dict.fromkeys((*the_other.types, *first.types, *second.types)))
    words = {**first.words, **second.words}
    pattern = "|".join(words)
    if "string" in the_other.types and (the_other.pattern or not the_other.words):
        pattern = "|".join(word for word in words if word not in the_other.words)
        inner = the_other.pattern.removeprefix("^").removesuffix("$")
        pattern = f"{pattern}|{inner}" if inner and pattern else inner
    pattern = pattern and f"^({pattern})$"
    brought = {**first.brought, **second.brought}
    return replace(
        the_other, types=types, words=words, others=True, pattern=pattern, brought=brought
    )


def _apply(mark: Any, shape: Shape) -> None:
    """Apply what a mark beside a type adds to its shape, which is no other field's."""
    if shape.scalar is not None:
        _apply_to_scalar(mark, shape.scalar)
    if isinstance(mark, forms.word):
        shape.shared = ""  # what is written here is no longer what that heading tells
        _take_words(shape, {mark.word: mark.stands_for})
    elif isinstance(mark, forms.becomes):
        shape.made = mark.made
    elif isinstance(mark, forms.shared):
        shape.shared = mark.name
        shape.description, shape.examples = mark.description, mark.examples
    elif mark is NOT_EMPTY:
        for collection in (shape.listed, shape.mapped):
            if collection is not None:
                collection.not_empty = True
    elif mark in (ONLY_READ, ITS_KEY_IN_WORDS):
        shape.only_read = True
    elif mark in (ANY_ORDER, IN_ORDER):
        shape.any_order = mark is ANY_ORDER
    elif mark is BEFORE_PLAY and shape.mapped is not None:
        shape.mapped.before_play = True
    elif mark is ONCE and shape.listed is not None:
        shape.listed.once = True
    elif isinstance(mark, forms.cites):
        rule, _ = read_annotation(forms.RuleNumber)
        own = {
            reason: Field(reason, reason, rule, about, ("4.31",), "")
            for reason, about in mark.reasons.items()
        }
        shape.mapped, shape.only_read = Mapped(own=own), True
        shape.description = mark.about
        shape.examples = ({next(iter(mark.reasons)): "4.1"},)


def _apply_to_scalar(mark: Any, scalar: Scalar) -> None:
    """Apply what a mark says of a single value."""
    if isinstance(mark, forms.between):
        scalar.low, scalar.high = mark.low, mark.high
    elif isinstance(mark, forms.matching):
        scalar.pattern, scalar.bounds = mark.pattern, mark.bounds
    elif isinstance(mark, forms.name_of):
        scalar.names = mark.kind
        # An unquoted name may look like a number; a rule's like one with a point.
        scalar.types = ("string", "number" if mark.kind == "rule" else "integer")
    elif isinstance(mark, forms.words_of):
        scalar.brought = bringing(mark.name)
        scalar.words, scalar.others = {word: word for word in scalar.brought}, False
        scalar.needs = idle_words(mark.name)
    elif isinstance(mark, forms.defines):
        scalar.defines = mark
    elif mark in (LIKE_A_NUMBER, LIKE_A_DECIMAL):
        scalar.types = ("string", "integer" if mark is LIKE_A_NUMBER else "number")


def _raw(node: ScalarNode) -> str:
    return node.raw


def _value(node: ScalarNode) -> Any:
    return node.value


_SCALARS: dict[Any, tuple[tuple[str, ...], Convert]] = {
    str: (("string",), _raw),
    int: (("integer",), _value),
    bool: (("boolean",), _value),
    Fraction: (("number", "string"), lambda node: node.number),
    float: (("number",), lambda node: float(node.number)),
    PictureFile: (("string",), lambda node: PictureFile.named(node.raw, node.file.path.parent)),
}
