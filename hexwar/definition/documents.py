"""Check what comes from outside and is not a game's YAML by the schemas that are published for it.

The first line of a save, the settings of the window, what a program that plays receives and sends:
a kind of document is a file ``schemas/documents/KIND.schema.json``, from which hexwar, an editor
and any other program check it, so that nobody's program is refused what its own check let pass. The
files of a game are read by forms and not by their schemas.

:func:`misfits` first says what does not fit (jsonschema finds it), then each in our words.

>>> misfits("settings", {"speed": "quick", "sound": True})[0].sentence
"speed cannot be 'quick': it is one of slow, fast, instant"

``jsonschema`` is imported when something is checked: a game that is begun pays nothing for it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from hexwar.definition.diagnostics import Findings, Fix
from hexwar.definition.locations import not_a_file, shipped
from hexwar.definition.printable import clean, path_named
from hexwar.definition.source import MOST_BYTES, parse, read_bytes
from hexwar.definition.spelling import echoed, nearest, suggestion
from hexwar.definition.tree import Node, SourceFile, descend, key_node, plain, pointer
from hexwar.definition.wording import TYPE_NAMES, written

if TYPE_CHECKING:
    from jsonschema import ValidationError
    from jsonschema.protocols import Validator

SUFFIX = ".schema.json"
MOST_MISFITS = 20
"""So many problems are reported for one document: nobody reads more."""
DEEPEST = 60
"""Levels of lists and mappings; what lies deeper is refused before anything walks through it."""

Schema = dict[str, Any]


class Misfit(NamedTuple):
    """A part of a document that does not fit its schema.

    ``path`` leads to the value, keys of mappings and numbers of list items; ``message`` says what
    is wrong, without the path; ``help`` how to mend it; ``code`` is that of the same mistake in a
    game's file (``hexwar explain`` tells of it). ``key`` is the key that is unknown or missing in
    the mapping at ``path``; ``instead``, the word that was probably meant.
    """

    path: tuple[str | int, ...]
    message: str
    help: str = ""
    code: str = "HW103"
    key: str = ""
    instead: str = ""

    @property
    def where(self) -> str:
        """The place as a reader finds it: ``runs[2].players.red``; empty for the whole."""
        steps = "".join(f"[{s + 1}]" if isinstance(s, int) else f".{s}" for s in self.path)
        return clean(steps.removeprefix("."))

    @property
    def sentence(self) -> str:
        """Message and help in one."""
        return f"{self.message}: {self.help}" if self.help else self.message


class DocumentError(ValueError):
    """A document does not fit its schema; ``misfits`` says where, the message is about the
    first.
    """

    def __init__(self, misfits: list[Misfit]) -> None:
        self.misfits = tuple(misfits)
        worst, more = misfits[0], len(misfits) - 1
        place = f"{worst.where}: " if len(worst.path) > 1 else ""
        super().__init__(f"{place}{worst.sentence}{f' (and {more} more)' if more else ''}")


def kinds() -> tuple[str, ...]:
    """List the kinds of document that have a schema, in alphabetical order."""
    return tuple(sorted(path.name.removesuffix(SUFFIX) for path in _folder().glob(f"*{SUFFIX}")))


@cache
def schema(kind: str) -> Schema:
    """Read the published schema of a kind, not to be changed. KeyError if there is none."""
    if kind not in kinds():
        raise KeyError(kind)
    published: Schema = json.loads((_folder() / f"{kind}{SUFFIX}").read_text("utf-8"))
    return published


def _folder() -> Path:
    return shipped("schemas") / "documents"


def misfits(kind: str, value: Any, most: int = MOST_MISFITS) -> list[Misfit]:
    """Say what does not fit of a value as JSON or YAML gives it; nothing for a value that fits.

    The value may be anybody's. KeyError for an unknown kind.
    """
    checks = _validator(kind)
    if _is_deep(value):
        return [Misfit((), f"it is nested deeper than {DEEPEST} levels", code="HW106")]
    worded = (misfit for error in checks.iter_errors(value) for misfit in _worded(error))
    return _apart(list(islice(dict.fromkeys(worded), most)))


def _apart(misfits: list[Misfit]) -> list[Misfit]:
    """Leave out the missing keys that an unknown one beside them was meant to be."""
    meant = {(misfit.path, misfit.instead) for misfit in misfits if misfit.instead}
    return [m for m in misfits if m.code != "HW102" or (m.path, m.key) not in meant]


def require(kind: str, value: Any) -> None:
    """Raise :class:`DocumentError` unless a value is a document of that kind."""
    if amiss := misfits(kind, value):
        raise DocumentError(amiss)


def report(kind: str, root: Node, findings: Findings) -> None:
    """Report the misfits of a document that was read as a tree, with their places."""
    for misfit in misfits(kind, plain(root)):
        node = descend(root, misfit.path)
        last_step = misfit.path[-1] if misfit.path else ""
        holder = descend(root, misfit.path[:-1])
        if misfit.code == "HW101":
            node = key_node(node, misfit.key)
        elif isinstance(last_step, str) and misfit.code in ("HW102", "HW106"):
            # What is empty or lacks something has no place itself.
            node = key_node(holder, last_step)
        findings.add(
            misfit.code,
            node.place(),
            misfit.message,
            pointer=pointer(node),
            help=misfit.help,
            fix=Fix(misfit.instead) if misfit.instead else None,
        )


def read_yaml(kind: str, path: Path, findings: Findings) -> Node | None:
    """Read a file of YAML, if it is a document of that kind; else findings say why not.

    It is read like the files of a game: bounded, without tags, anchors and surprises, as it may be
    anybody's. None where there is a finding. KeyError for an unknown kind.
    """
    findings_before = len(findings)
    if not path.is_file():  # a pipe would be waited for without end
        trouble = not_a_file(path) or "not there"
        findings.add("HW016", SourceFile(path).place(), f"{path_named(path)} is {trouble}")
        return None
    try:
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except OSError as problem:
        message = f"{path_named(path)} cannot be read: {problem.strerror}"
        findings.add("HW016", SourceFile(path).place(), message)
        return None
    file = read_bytes(path, data, findings)
    root = None if file is None else parse(file, findings)
    if root is None:
        if len(findings) == findings_before:
            findings.add("HW012", SourceFile(path).place(), f"{path.name} is empty")
        return None
    report(kind, root, findings)
    return root if len(findings) == findings_before else None


# -- how a value is checked ---------------------------------------------------------------------


@cache
def _validator(kind: str) -> Validator:
    from jsonschema import Draft202012Validator, validators
    from referencing import Registry
    from referencing.jsonschema import DRAFT202012

    schema(kind)  # there is one
    # Named in it, the draft would be checked as jsonschema has it, in which 1.0 is a whole number.
    texts = {name: {k: v for k, v in schema(name).items() if k != "$schema"} for name in kinds()}
    every = [(f"{name}{SUFFIX}", DRAFT202012.create_resource(text)) for name, text in texts.items()]
    numbers = Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer)
    strict = validators.extend(  # type: ignore[no-untyped-call]
        Draft202012Validator, type_checker=numbers.redefine("number", _is_number)
    )
    registry = Registry().with_resources(every)
    checks: Validator = strict({"$ref": f"{kind}{SUFFIX}"}, registry=registry)
    return checks


def _is_integer(_: object, value: object) -> bool:
    """Say whether a number is whole as written: 1.0 is no turn."""
    return type(value) is int


def _is_number(_: object, value: object) -> bool:
    """Say whether it is a number to calculate with: neither infinite nor NaN."""
    # What is infinite or not a number is not 0 less itself. `type`, as True is an int in Python.
    return type(value) is int or (type(value) is float and value - value == 0)


def _is_deep(value: object) -> bool:
    """Say whether something lies deeper than :data:`DEEPEST` levels."""
    # Level by level: a recursion would run out of stack in deep documents.
    level = [value]
    for _ in range(DEEPEST):
        members: list[object] = []
        for holder in level:
            if isinstance(holder, dict):
                members += holder.values()
            elif isinstance(holder, list):
                members += holder
        if not members:
            return False
        level = members
    return True


# -- how it is said -----------------------------------------------------------------------------


class _Flaw(NamedTuple):
    """What jsonschema has found, as the sentences need it."""

    keyword: str
    wanted: Any
    instance: Any
    about: Mapping[str, Any]
    path: tuple[str | int, ...]

    @property
    def name(self) -> str:
        """What a sentence calls the value."""
        if not self.path:
            return "the document"
        last_step = self.path[-1]
        if isinstance(last_step, str):
            return clean(last_step)
        names = [step for step in self.path if isinstance(step, str)]
        return f"item {last_step + 1}{f' of {clean(names[-1])}' if names else ''}"

    @property
    def purpose(self) -> str:
        """What the value is for and an example, as its schema says."""
        return _purpose(self.about) if self.path else ""

    def misfit(
        self,
        message: str,
        help: str,  # noqa: A002 - the field's name
        code: str,
        key: str = "",
        instead: str = "",
    ) -> Misfit:
        """Put the flaw into words."""
        return Misfit(self.path, message, help, code, key, instead)


def _worded(error: ValidationError) -> Iterator[Misfit]:
    """Word an error of jsonschema's. Of alternatives the one that was meant."""
    if error.validator in ("anyOf", "oneOf") and error.context:
        from jsonschema.exceptions import best_match

        closest = best_match(error.context)
        if closest is not None:
            yield from _worded(closest)
            return
    about = error.schema if isinstance(error.schema, Mapping) else {}
    path, keyword = tuple(error.absolute_path), str(error.validator)
    flaw = _Flaw(keyword, error.validator_value, error.instance, about, path)
    yield from _WORDINGS.get(keyword, _other)(flaw)


def _purpose(about: Mapping[str, Any]) -> str:
    examples = about.get("examples") or []
    example = f"For example {written(examples[0])}." if examples else ""
    return " ".join(filter(None, (str(about.get("description", "")), example)))


def _unknown_keys(flaw: _Flaw) -> Iterator[Misfit]:
    known = list(flaw.about.get("properties", {}))
    patterns = list(flaw.about.get("patternProperties", {}))
    for key in flaw.instance:
        # `search`, as patterns of JSON Schema fit anywhere unless they are anchored.
        if key not in known and not any(re.search(pattern, str(key)) for pattern in patterns):
            place = f"in {flaw.name}" if flaw.path else "at the top level"
            key_meant = nearest(str(key), known) or ""
            message = f"unknown key {echoed(str(key))} {place}"
            yield flaw.misfit(message, suggestion(str(key), known), "HW101", str(key), key_meant)


def _missing_keys(flaw: _Flaw) -> Iterator[Misfit]:
    about = flaw.about.get("properties", {})
    for key in flaw.wanted:
        if key not in flaw.instance:
            message = f"{flaw.name} lacks {key}"
            yield flaw.misfit(message, _purpose(about.get(key, {})), "HW102", key)


def _needs_another(flaw: _Flaw) -> Iterator[Misfit]:
    for key, keys_needed in flaw.wanted.items():
        for lacking in keys_needed:
            if key in flaw.instance and lacking not in flaw.instance:
                message = f"{flaw.name} has {key} and lacks {lacking}"
                yield flaw.misfit(message, "", "HW102", lacking)


def _wrong_type(flaw: _Flaw) -> Iterator[Misfit]:
    types = [flaw.wanted] if isinstance(flaw.wanted, str) else flaw.wanted
    allowed = " or ".join(TYPE_NAMES[name] for name in types)
    message = f"{flaw.name} must be {allowed}, not {_shown(flaw.instance)}"
    yield flaw.misfit(message, flaw.purpose, "HW103")


def _not_a_word(flaw: _Flaw) -> Iterator[Misfit]:
    words_allowed = flaw.wanted if flaw.keyword == "enum" else [flaw.wanted]
    words = [str(word) for word in words_allowed]
    word_meant = nearest(flaw.instance, words) if isinstance(flaw.instance, str) else None
    if len(words) == 1:
        hint = f"write {words[0]}"
    else:
        hint = f"did you mean {word_meant}?" if word_meant else f"it is one of {', '.join(words)}"
    message = f"{flaw.name} cannot be {_shown(flaw.instance)}"
    yield flaw.misfit(message, hint, "HW104", instead=word_meant or "")


def _malformed(flaw: _Flaw) -> Iterator[Misfit]:
    message = f"{flaw.name} cannot be {_shown(flaw.instance)}"
    yield flaw.misfit(message, flaw.purpose, "HW105")


_LIMITS = {
    "exclusiveMinimum": "it has to be more than",
    "exclusiveMaximum": "it has to be less than",
    **{f"min{of}": "the least is" for of in ("imum", "Length", "Items", "Properties")},
    **{f"max{of}": "the most is" for of in ("imum", "Length", "Items", "Properties")},
}


def _out_of_range(flaw: _Flaw) -> Iterator[Misfit]:
    limit, has = flaw.wanted, flaw.instance
    measured = f"is {_shown(has)}"
    if isinstance(has, str):
        measured = f"has {len(has)} characters"
    elif isinstance(has, list | dict):
        measured = "has 1 entry" if len(has) == 1 else f"has {len(has) or 'no'} entries"
    message = f"{flaw.name} {measured}; {_LIMITS[flaw.keyword]} {limit}"
    yield flaw.misfit(message, flaw.purpose, "HW106")


def _repeated(flaw: _Flaw) -> Iterator[Misfit]:
    yield flaw.misfit(f"the same stands twice in {flaw.name}", "delete one", "HW107")


def _other(flaw: _Flaw) -> Iterator[Misfit]:
    """Word what no sentence of ours is about; the schemas that are published do without."""
    yield flaw.misfit(f"{flaw.name} cannot be {_shown(flaw.instance)}", flaw.purpose, "HW103")


def _shown(instance: object) -> str:
    """Show a value as a sentence tells it: its kind, or itself if that is short."""
    if isinstance(instance, dict | list):
        kind = "mapping" if isinstance(instance, dict) else "list"
        return f"a {kind}" if instance else f"an empty {kind}"
    if isinstance(instance, str):
        return echoed(instance, 40)
    try:
        return json.dumps(instance)[:40]
    except (TypeError, ValueError):  # a date; more digits than Python writes
        return "what is no word and no number"


_WORDINGS: dict[str, Callable[[_Flaw], Iterator[Misfit]]] = {
    "additionalProperties": _unknown_keys,
    "required": _missing_keys,
    "dependentRequired": _needs_another,
    "type": _wrong_type,
    "enum": _not_a_word,
    "const": _not_a_word,
    "pattern": _malformed,
    "uniqueItems": _repeated,
    **dict.fromkeys(_LIMITS, _out_of_range),
}
