"""Validating sections against the JSON Schemas, one pass a section.

The same pass collects the section's references (annotation ``x-ref``) and the mechanisms that a
rule should be cited for (``x-cite``): both are reported by jsonschema like errors, with the path
to the value, and sorted out here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator, ValidationError, validators
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from hexwar.definition.locations import shipped
from hexwar.definition.tree import Node, plain
from hexwar.definition.verdict import Flaw, Mechanism, Reference, Verdict

GAME_SCHEMA = "game.schema.json"


@cache
def schema(name: str) -> dict[str, Any]:
    """A schema by its file name, such as ``combat.schema.json``."""
    path = shipped("schemas") / name
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    loaded.pop("$schema", None)  # by it jsonschema would choose its own validator, without x-ref
    return loaded


@cache
def registry() -> Registry[Any]:
    """All schemas; a reference to anything else is an error, nothing is ever fetched."""
    names = sorted(path.name for path in shipped("schemas").glob("*.schema.json"))
    resources = [(name, DRAFT202012.create_resource(schema(name))) for name in names]
    return Registry().with_resources(resources)


def top_level_keys() -> dict[str, Any]:
    """The keys of ``game.yaml`` and what the schema says of each."""
    properties: dict[str, Any] = schema(GAME_SCHEMA)["properties"]
    return properties


def required_sections() -> list[str]:
    """The top-level keys that every game to be played has."""
    needed: list[str] = schema(GAME_SCHEMA)["x-sections"]
    return needed


def validate(key: str, node: Node) -> Verdict:
    """One pass over the value of a top-level key."""
    verdict = Verdict([], [], [])
    for error in validator(f"{GAME_SCHEMA}#/properties/{key}").iter_errors(plain(node)):
        path = tuple(error.absolute_path)
        is_key = "propertyNames" in error.absolute_schema_path
        keyword, allowed = str(error.validator), error.validator_value
        if keyword == "x-ref":
            verdict.references.append(Reference(str(allowed), path, str(error.instance), is_key))
        elif keyword == "x-cite":
            verdict.mechanisms.append(Mechanism(str(allowed), path))
        else:
            about = error.schema if isinstance(error.schema, dict) else {}
            verdict.flaws.append(Flaw(keyword, path, error.instance, allowed, about, is_key))
    return verdict


@cache
def validator(reference: str) -> Any:
    """The validator of a schema or of a part of one: ``combat.schema.json#/properties/dice``."""
    return _SectionValidator({"$ref": reference}, registry=registry())


def pattern(
    _validator: Any, expression: str, instance: object, _schema: Mapping[str, Any]
) -> Iterator[ValidationError]:
    """The keyword ``pattern``, at whose `$` the text really ends."""
    # In Python `$` also matches before a newline at the end, which would let "0101\n" pass.
    if isinstance(instance, str) and not _compiled(expression).search(instance):
        yield ValidationError("does not match")


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern[:-1] + r"\Z" if pattern.endswith("$") else pattern)


def _collect_reference(
    _validator: Any, _kind: str, instance: object, _schema: Mapping[str, Any]
) -> Iterator[ValidationError]:
    if isinstance(instance, str | int | float) and not isinstance(instance, bool):
        yield ValidationError("a reference")


def _collect_mechanism(
    _validator: Any, _reason: str, _instance: object, _schema: Mapping[str, Any]
) -> Iterator[ValidationError]:
    yield ValidationError("a mechanism")


def _is_integer(_checker: Any, instance: object) -> bool:
    # jsonschema takes 4.0 for an integer; a count of turns is written 4.
    return isinstance(instance, int) and not isinstance(instance, bool)


_SectionValidator: Any = validators.extend(  # type: ignore[no-untyped-call]
    Draft202012Validator,
    {"pattern": pattern, "x-ref": _collect_reference, "x-cite": _collect_mechanism},
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer),
)
