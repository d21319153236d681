"""Keys that can have no effect beside others, or without them: as the forms declare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

import hexwar
from hexwar.definition import forms
from hexwar.definition.building import read_value
from hexwar.definition.diagnostics import Findings
from hexwar.definition.leaning import keys_in
from hexwar.definition.packages import form_of, section_names
from hexwar.definition.shapes import Field, Mapped, Shape, form_shape
from hexwar.definition.source import parse, read_bytes
from hexwar.definition.tree import MappingNode
from hexwar.definition.wording import written
from tests.definition.conftest import Write


class Declared(NamedTuple):
    """One declaration of a form: the key, and what it has no effect beside or without."""

    form: Mapped
    field: Field
    mark: forms.idle_beside | forms.only_with

    def __str__(self) -> str:
        name = self.form.form.__name__ if self.form.form else ""
        kind = type(self.mark).__name__
        return f"{name}-{self.field.key}-{kind}-{other(self.mark)}"


def other(mark: forms.idle_beside | forms.only_with) -> str:
    return mark.key if isinstance(mark, forms.idle_beside) else mark.keys[0]


def declared() -> Iterator[Declared]:
    """Every declaration in the forms of all sections."""
    seen: set[Any] = set()
    for name in section_names():
        form = form_of(name)
        if form is not None:
            yield from _within(form_shape(form), seen)


def _within(shape: Shape, seen: set[Any]) -> Iterator[Declared]:
    if shape.listed is not None:
        yield from _within(shape.listed.item, seen)
    mapped = shape.mapped
    if mapped is None or (mapped.form is not None and mapped.form in seen):
        return
    seen.add(mapped.form)
    if mapped.entry is not None:
        yield from _within(mapped.entry, seen)
    for field in mapped.fields.values():
        for mark in field.leans:
            yield Declared(mapped, field, mark)
        yield from _within(field.shape, seen)


ALL = list(declared())


def test_many_forms_declare_some() -> None:
    assert len(ALL) > 40
    assert len({each.form.form for each in ALL}) > 20


def example(form: Mapped, key: str, *without: str) -> Any:
    field = form.fields[key]
    examples = field.examples or field.shape.examples or (True,)
    return next(said for said in examples if said not in without)


def tree_of(said: dict[str, Any], tmp_path: Any) -> MappingNode:
    findings = Findings()
    file = read_bytes(tmp_path / "part.yaml", written(said).encode(), findings)
    assert file is not None
    root = parse(file, findings)
    assert isinstance(root, MappingNode)
    return root


@pytest.mark.parametrize("each", ALL, ids=str)
def test_what_is_declared_is_found_with_place_reason_and_cure(
    each: Declared, tmp_path: Any
) -> None:
    """And where the other key is as it must be, the key has its effect."""
    key, mark = each.field.key, each.mark
    assert other(mark) in each.form.fields, "a key of the same mapping"
    alone = {key: example(each.form, key)}
    beside = {**alone, other(mark): _said(each.form, mark)}
    idle, well = (alone, beside) if isinstance(mark, forms.only_with) else (beside, alone)
    node = tree_of(idle, tmp_path)
    verdict = read_value(Shape(mapped=each.form), node)
    ((place, found),) = [(k, w) for k, w in keys_in(node, verdict) if w.path == (key,)]
    assert place is node.entries[key].key
    assert other(mark) in found.idle
    assert key in found.help and found.help.startswith(("add ", "delete "))
    told = ("No effect", "Needed unless")
    assert any(said in each.field.description for said in told), "schema and reference say so too"
    rest = [m for m in each.field.leans if m is not mark and isinstance(m, forms.only_with)]
    well |= {other(m): _said(each.form, m) for m in rest}
    verdict = read_value(Shape(mapped=each.form), tree_of(well, tmp_path))
    assert [w.idle for w in verdict.weighed if w.path == (key,)] == [""]


def _said(form: Mapped, mark: forms.idle_beside | forms.only_with) -> Any:
    words = mark.words if isinstance(mark, forms.idle_beside) else mark.having
    if not words:
        return example(form, other(mark), "all")
    return {"true": True, "0": 0}.get(words[0], words[0])


def test_a_key_that_has_an_effect_with_some_option_is_no_finding(write: Write) -> None:
    march = 'modes: {march: {allowance: 6, multiply: 2}}, cite: {allowance: "1", modes: "1"}'
    folder = write(movement=f"movement: {{allowance: 4, {march}}}\n")
    (found,) = hexwar.check(folder)
    assert (found.code, found.line, found.column) == ("HW112", 1, 56)
    assert found.message == "multiply: no effect beside allowance"
    assert found.help == "delete multiply, or change allowance"
    option = "options: {slow: {patch: {movement: {modes: {march: {allowance: null}}}}}}\n"
    (folder / "options.yaml").write_text(option)
    assert hexwar.check(folder) == []


def test_a_key_with_nothing_behind_it_has_no_effect(write: Write) -> None:
    """An empty list or mapping where that is what is so anyway; not where it brings a section."""
    folder = write(movement='movement: {allowance: 4, modes: {}, cite: {allowance: "1"}}\n')
    (found,) = hexwar.check(folder)
    assert (found.code, found.line, found.column) == ("HW112", 1, 26)
    assert found.message == "modes: nothing stands behind it, which is as if it were not there"
    folder = write(folder="other", stacking="stacking: {}\n", movement="movement: {allowance: 4}\n")
    assert "HW112" not in {found.code for found in hexwar.check(folder)}
