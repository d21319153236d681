"""A game read back: what its sections say, key by key, in sentences that players read.

What is told is what the files came to, as the rules are made of it. Every key has words: those of
its package (``WORDS`` of the module that its ``Section`` names under ``reads``), or else its own
name and value. A patch in play is told by what differs from the game without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from hexwar.definition.forms import Form
from hexwar.definition.model import ResolvedGame
from hexwar.definition.packages import form_of, sections
from hexwar.definition.shapes import Field, form_shape
from hexwar.definition.tree import MappingNode
from hexwar.rules.language.saying import Speaker
from hexwar.rules.language.selector import At, Selector, Within
from hexwar.rules.language.wording import in_words

Tell = Callable[[Any, Speaker], str]
"""The words of a key, of the form that has it; or of the whole form."""


class Charted(NamedTuple):
    """A key that a chart of the game has already; its words are for patches."""

    tell: Tell | None = None


class Always(NamedTuple):
    """A key without which nobody could play from paper: it is told where the game leaves it out."""

    tell: Tell


Keyed = Mapping[str, Tell | Charted | Always]
"""The words of a form's keys, by attribute."""

Words = Mapping[type[Any], Tell | Keyed]
"""What a package says of its forms: of a whole one, or by attribute."""


class Statement(NamedTuple):
    """What one key says.

    ``path``: where it stands; ``heading``: the titles that lead to it; ``value``: what is said;
    ``is_set``: whether the game says it; ``is_charted``: whether a chart has it already.
    """

    path: tuple[str, ...]
    heading: tuple[str, ...]
    value: Any
    is_set: bool
    is_charted: bool
    tell: Callable[[], str]


class ReadingPlace(NamedTuple):
    """Where the reading has come to: the path, the headings, what a key belongs to, its rule."""

    path: tuple[str, ...]
    heading: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    rule: str = ""
    is_charted: bool = False

    def label(self, key: str) -> str:
        """The words in front of a value that has none of its own."""
        words = ", ".join(in_words(word) for word in (*self.of, key))
        return words[:1].upper() + words[1:]

    def ruled(self, text: str) -> str:
        """A sentence with the rule that it comes from."""
        return f"{text.removesuffix('.')} (rule {self.rule})." if self.rule else text


@cache
def _words() -> Words:
    words: dict[type[Any], Tell | Keyed] = {}
    for section in sections().values():
        if section.reads:
            words |= section.load(section.reads)
    return words


def _words_of(kind: type[Any]) -> Tell | Keyed:
    known = _words()
    # Of a form that builds on another the words of that one will do.
    return next((known[base] for base in kind.__mro__ if base in known), {})


def read_section(game: ResolvedGame, name: str, *, patches: bool = True) -> Iterator[Statement]:
    """What a section of a game says, what it leaves out too; nothing of one that it lacks.

    Without ``patches`` those that lie in it are passed over.
    """
    form = form_of(name)
    section = game.sections.get(form) if form is not None else None
    if section is not None:
        yield from _Reading(game, patches).section(section, ReadingPlace((name,)))


def read_form(game: ResolvedGame, form: Form) -> Iterator[Statement]:
    """What a part of a section says of itself, key by key."""
    yield from _Reading(game, patches=False).form(form)


def differences(game: ResolvedGame, patch: MappingNode) -> Iterator[Statement]:
    """What a patch in play changes, as it reads then."""
    patched = game.patched((patch,))
    for name in patch.entries:
        before = {
            statement.path: statement for statement in read_section(game, name, patches=False)
        }
        for statement in read_section(patched, name, patches=False):
            old = before.get(statement.path)
            # A key that stood there before is told if its value changed, a new one if it is said.
            if statement.is_set if old is None else statement.value != old.value:
                yield statement


def changes_in_words(game: ResolvedGame, patch: MappingNode) -> list[str]:
    """What a patch in play changes, in sentences, each behind the titles that it stands under."""
    return [
        _under([*statement.heading], statement.tell)() for statement in differences(game, patch)
    ]


class _Reading:
    """The statements of one game."""

    def __init__(self, game: ResolvedGame, patches: bool) -> None:
        self._game, self._patches = game, patches
        self._speaker = Speaker(game)

    def section(self, form: Form, at: ReadingPlace) -> Iterator[Statement]:
        if not type(form).whole:
            yield from self._form(form, at)
            return
        (attribute,) = (name for name in type(form).annotations)
        for name, entry in _entries(getattr(form, attribute)):
            yield from self._entry(name, entry, at)

    def form(self, form: Form) -> Iterator[Statement]:
        """What a form says."""
        yield from self._form(form, ReadingPlace(()))

    def _entry(self, name: str, one: Any, at: ReadingPlace) -> Iterator[Statement]:
        """What stands under an id, below its title."""
        title, cite = getattr(one, "title", ""), getattr(one, "cite", "")
        cite = cite if isinstance(cite, str) else ""
        inner = at._replace(path=(*at.path, name), of=())
        if not isinstance(one, Form):
            title = in_words(name) if title in ("", name) or callable(title) else title
            inner = inner._replace(heading=(*at.heading, title))
            yield self._told(one, inner, lambda: f"{self._speaker.said(one)}.")
        elif not isinstance(_words_of(type(one)), Mapping):  # a sentence that begins with its title
            yield from self._form(one, inner._replace(rule=cite or at.rule))
        else:
            title = title or self._speaker.names.get(name) or in_words(name)
            title += f" (rule {cite})" if cite else ""
            yield from self._form(one, inner._replace(heading=(*at.heading, title)))

    def _form(self, form: Form, at: ReadingPlace) -> Iterator[Statement]:
        words = _words_of(type(form))
        if not isinstance(words, Mapping):
            yield self._told(form, at, lambda: words(form, self._speaker))
            return
        mapped = form_shape(type(form)).mapped
        cites = getattr(form, "cite", {})
        rules, cited = cites if isinstance(cites, Mapping) else {}, set[str]()
        for field in mapped.fields.values() if mapped is not None else ():
            if field.key in ("title", "cite"):
                continue
            inner = at._replace(path=(*at.path, field.key), rule=rules.get(field.cited) or at.rule)
            own = words.get(field.attribute)
            if isinstance(own, Charted):
                inner, own = inner._replace(is_charted=True), own.tell
            for statement in self._field(form, field, own, inner):
                if statement.is_set and not statement.is_charted:
                    cited.add(field.cited)
                yield statement
        yield from self._rules(
            form, {reason: rules[reason] for reason in rules if reason not in cited}, at
        )

    def _field(
        self, form: Form, each: Field, own: Tell | Always | None, at: ReadingPlace
    ) -> Iterator[Statement]:
        value = getattr(form[each.of] if each.of else form, each.attribute)
        is_set = value != each.default or isinstance(own, Always)
        if isinstance(own, Always):
            own = own.tell
        if own is not None:
            yield self._told(value, at, lambda: own(form, self._speaker))._replace(is_set=is_set)
        elif isinstance(value, MappingNode):
            yield from self._patch(value, at)
        elif isinstance(value, Form) and not isinstance(value, Selector | At | Within):
            inner = at._replace(of=(*at.of, each.key))
            parts = list(self._form(value, inner))
            if is_set and not any(part.is_set for part in parts):
                yield self._told(value, at, lambda: f"{at.label(each.key)}.")
            yield from parts
        elif isinstance(value, Mapping) and _is_of_entries(each):
            for name, entry in value.items():
                yield from self._entry(name, entry, at)
        else:

            def tell() -> str:
                return f"{at.label(each.key)}: {self._speaker.said(value, each.shape)}."

            yield self._told(value, at, tell)._replace(is_set=is_set)

    def _patch(self, patch: MappingNode, at: ReadingPlace) -> Iterator[Statement]:
        for statement in differences(self._game, patch) if self._patches else ():
            of = [title for title in statement.heading if title not in at.heading]
            yield statement._replace(
                path=(*at.path, *statement.path),
                heading=at.heading,
                is_set=True,
                is_charted=False,
                tell=_under(of, statement.tell),
            )

    def _rules(self, form: Form, rules: Mapping[str, str], at: ReadingPlace) -> Iterator[Statement]:
        """The rules that are cited for no key of the form."""
        mapped = form_shape(type(form)).mapped
        cites = mapped.fields.get("cite") if mapped is not None else None
        reasons = cites.shape.mapped if cites is not None else None
        for reason, rule in rules.items():
            about = reasons.fields[reason].description if reasons is not None else in_words(reason)
            inner = ReadingPlace((*at.path, "cite", reason), at.heading, is_charted=at.is_charted)
            yield self._told(rule, inner, _sentence(f"Rule {rule}: {about}"))

    def _told(self, value: Any, at: ReadingPlace, tell: Callable[[], str]) -> Statement:
        return Statement(at.path, at.heading, value, True, at.is_charted, lambda: at.ruled(tell()))


def _under(headings: list[str], tell: Callable[[], str]) -> Callable[[], str]:
    """A statement behind the titles that it stands under, where it does not begin with them."""

    def told() -> str:
        text = tell()
        return ": ".join([*(title for title in headings if not text.startswith(title)), text])

    return told


def _sentence(text: str) -> Callable[[], str]:
    return lambda: text


def _entries(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        yield from value.items()
    else:
        yield from ((str(place), item) for place, item in enumerate(value, 1))


def _is_of_entries(each: Field) -> bool:
    """Whether what stands under each id has keys of its own."""
    mapped = each.shape.mapped
    entry = mapped.entry if mapped is not None else None
    return entry is not None and entry.mapped is not None and bool(entry.mapped.fields)
