"""Write ``docs/reference/`` from the schemas and the table of codes.

One page for each section of a game's YAML, one for the keys at the top of ``game.yaml``, one for
conditions, one for short values and one for the codes of findings.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from hexwar.definition import packages
from hexwar.definition.building import required_keys
from hexwar.definition.codes import CODES, Code
from hexwar.definition.forms import Form
from hexwar.definition.packages import changeable
from hexwar.definition.shapes import Shape, form_shape
from hexwar.definition.wording import when_asked, written
from tools import schemas as generated

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "reference"
BY = "Written by `python tools/reference.py` from the schemas; do not edit it by hand."
Schema = Mapping[str, Any]

KINDS = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "`true` or `false`",
    "array": "list",
    "object": "mapping",
    "null": "`null`",
}
SHARED = {
    "conditions": "condition",
    "counts": "count",
    "outcomes": "outcome",
    "programs": "step",
    "selectors": "selector",
}
"""Pages of what many sections share, and what one of it is called."""

WORDS = re.compile(r"\^\(?([a-z_]+(?:\|[a-z_]+)*)(?:\|\[.*)?\)?\$")
"""A pattern that is nothing but words to choose from, perhaps with a number besides."""


@cache
def _generated() -> Mapping[str, Schema]:
    return generated.schemas()


def _schema(name: str) -> Schema:
    """A schema as the checker takes it: what editors have is more lenient."""
    return _generated()[name]


def pages() -> dict[str, str]:
    """The text of every page, by file name."""
    game = _schema(generated.GAME_FILE)
    sections = [key for key, node in game["properties"].items() if "$ref" in node]
    texts = {f"{key}.md": section_page(key) for key in sections}
    texts["game.md"] = header_page(sections)
    texts |= {f"{name}.md": shared_page(name) for name in SHARED}
    texts["values.md"] = values_page()
    texts["patches.md"] = patches_page(sections)
    texts["codes.md"] = codes_page()
    return texts


def section_page(key: str) -> str:
    """The page of one section."""
    node = _schema(f"{key}.schema.json")
    need = "Every game has it." if key in required_keys() else "A game may do without."
    lines = [f"# `{key}`", "", f"{node['description']} {need}", "", BY, ""]
    lines += block({key: node["examples"][0]})
    return page([*lines, *mapping(node, key, f"{key}.schema.json")])


def header_page(sections: list[str]) -> str:
    """The page of what stands at the top of ``game.yaml``."""
    game = _schema(generated.GAME_FILE)
    header = {key: node for key, node in game["properties"].items() if key not in sections}
    needed = [key for key in required_keys() if key in header]
    shown = {key: header[key]["examples"][0] for key in (*needed, "version", "rulebook")}
    lines = ["# The top of `game.yaml`", "", "What a game is called, and what it builds on.", ""]
    lines += [BY, "", *block(shown, flow=False), *rows(header, needed, generated.GAME_FILE)]
    lines += ["", "## Sections", "", "| section | says |", "|---|---|"]
    for key in sections:
        lines.append(f"| [`{key}`]({key}.md) | {game['properties'][key]['description']} |")
    return page(lines)


def shared_page(name: str) -> str:
    """The page of what many sections share, such as conditions."""
    file = f"{name}.schema.json"
    node = _schema(file)
    lines = [f"# {name.capitalize()}", "", node["description"], "", BY, ""]
    lines += block(node["examples"][0])
    return page([*lines, *mapping(node, name, file)])


def values_page() -> str:
    """The page of short values that several sections share."""
    schema = _schema(generated.VALUES_FILE)
    lines = ["# Values", "", schema["description"], "", BY]
    for key, node in schema["$defs"].items():
        examples = ", ".join(f"`{written(example)}`" for example in node["examples"])
        lines += ["", f"## {key}", "", node["description"], "", f"For example {examples}."]
    return page(lines)


_BEFORE_PLAY = (
    "The patch of a variant, a scenario, an option or an edition is laid over the game before it "
    "begins. It may change or remove (`null`) any of these sections: {sections}. The header and "
    "what is chosen before a game (scenarios, options, lessons and the like) stay as they are."
)
_IN_PLAY = (
    "Such a patch may change less, since what it touches must be able to differ from one moment to "
    "the next, and it takes nothing away. Where several are in force they are laid in this order: "
    "effects as the file lists them, the phase, the kind of battle. Anything else is found by "
    "`hexwar check` ([HW423](codes.md#hw423))."
)


def patches_page(sections: Sequence[str]) -> str:
    """The page of what a patch may touch, before play and while the game is played."""
    lines = ["# Patches", "", "What may be laid over a game, and what of it each may touch.", ""]
    lines += [BY.replace("the schemas", "the packages"), "", "## Before play", ""]
    named = ", ".join(f"[`{name}`]({name}.md)" for name in changeable())
    lines.append(_BEFORE_PLAY.format(sections=named))
    lines += ["", "## In play", ""]
    lines += ["These are laid over the game while it is played, and lifted again:", ""]
    for path in sorted(p for key in sections for p in _patched(key, f"{key}.schema.json")):
        lines.append(f"- `{path}`")
    lines += ["", _IN_PLAY]
    lines += ["", "| section | what may be changed | what not |", "|---|---|---|"]
    for name in packages.in_play():
        said = packages.sections()[name].in_play
        open_, closed = (
            ", ".join(f"`{_path(name, path.lstrip('!'))}`" for path in said if path[0] in signs)
            for signs in ("*abcdefghijklmnopqrstuvwxyz", "!")
        )
        all_of_it = "all of it" if "*" in said else open_
        lines.append(f"| [`{name}`]({name}.md) | {all_of_it} | {closed} |")
    lines += ["", "## When what is asked for", "", _ASKED, ""]
    lines += ["| in the section | is asked for |", "|---|---|"]
    for name in packages.in_play():
        form = packages.form_of(name)
        if form is not None:
            lines += _asked(name, form)
    return page(lines)


_ASKED = (
    "A patch of a phase, of an effect or of a card that lasts is in force at all times meanwhile. "
    "The patch of a kind of battle is in force from the question who may attack whom until all "
    "that the battle brings is over; of one that is `chosen`, and of a card that answers an "
    "attack, from what its sides commit to it; that of an overrun from when it is listed. What is "
    "asked for at other times they cannot change, and `hexwar check` says so "
    "([HW113](codes.md#hw113)); so it does of a patch of phases in which nobody asks "
    "([HW544](codes.md#hw544)). What is not listed here is asked for in battles too."
)


def _asked(section: str, form: type[Form]) -> Iterator[str]:
    """Rows for the keys of a section that are not asked for at any time."""
    stack: list[tuple[str, Shape, tuple[str, ...], frozenset[type[Form]]]]
    stack = [(section, form_shape(form), (), frozenset())]
    while stack:
        path, shape, above, around = stack.pop(0)
        mapped = shape.mapped
        if shape.listed is not None and mapped is None:
            stack.insert(0, (path, shape.listed.item, above, around))
        if mapped is None or mapped.form is None or mapped.form.page or mapped.form in around:
            if mapped is not None and mapped.entry is not None:
                stack.insert(0, (f"{path}.ID", mapped.entry, above, around))
            continue
        around |= {mapped.form}
        now = mapped.form.moments or above
        if now and now != above:
            yield f"| `{path}` | {when_asked(now)} |"
        for word, moments in mapped.form.words_at.items():
            yield f"| `{path}: {word}` | {when_asked(moments)} |"
        for key, each in mapped.own.items():
            inner = each.moments or now
            if each.moments and each.moments != now:
                yield f"| `{path}.{key}` | {when_asked(inner)} |"
            stack.append((f"{path}.{key}", each.shape, inner, around))
        if mapped.entry is not None:
            stack.append((f"{path}.ID", mapped.entry, now, around))


def _path(section: str, path: str) -> str:
    """A path of ``in_play`` as the headings of the pages have it."""
    return f"{section}.{path.replace('*', 'ID')}"


def _patched(path: str, file: str) -> Iterator[str]:
    """The paths in a section under which a patch in play is written."""
    stack: list[tuple[str, Any, str]] = [(path, _schema(file), file)]
    seen: set[str] = set()
    while stack:
        where, node, home = stack.pop()
        if str(node.get("$ref", "")).endswith("/patch_in_play"):
            yield where
            continue
        if "$ref" in node and (node["$ref"] in seen or _page_of(node, home)):
            continue
        seen.add(str(node.get("$ref", where)))
        node, home = follow(node, home)
        inner = [(f"{where}.{key}", value) for key, value in node.get("properties", {}).items()]
        inner += [
            (f"{where}.ID", node.get("additionalProperties")),
            (f"{where}[]", node.get("items")),
        ]
        inner += [(where, node.get("then")), (where, node.get("else"))]
        stack += [(at, value, home) for at, value in inner if isinstance(value, dict)]


def mapping(node: Schema, key: str, file: str) -> Iterator[str]:
    """Headings and tables of a mapping and of the mappings in it."""
    stack: list[tuple[str, Schema, str]] = [(key, node, file)]
    shown_before: set[str] = set()
    while stack:
        path, current, home = stack.pop(0)
        content = json.dumps(current)
        if content in shown_before:
            continue
        if shown_before:
            yield from ("", f"## `{path}`", "", str(current["description"]))
            if current.get("examples"):
                last = path.rpartition(".")[2]
                shown = f"{last}: " if last.isidentifier() else ""
                yield from ("", f"For example `{shown}{written(current['examples'][0])}`.")
        yield from rows(current.get("properties", {}), current.get("required", []), home)
        stack[:0] = inside(path, current, home)
        shown_before.add(content)


def inside(path: str, node: Schema, file: str) -> Iterator[tuple[str, Schema, str]]:
    """The mappings directly inside a mapping that deserve a table, with their paths."""
    for key, value in node.get("properties", {}).items():
        yield from _tables(f"{path}.{key}", value, file)
    if isinstance(node.get("additionalProperties"), dict):
        yield from _tables(f"{path}.ID", node["additionalProperties"], file)
    if isinstance(node.get("items"), dict):
        yield from _tables(f"{path}[]", node["items"], file)


def _tables(path: str, value: Schema, file: str) -> Iterator[tuple[str, Schema, str]]:
    if _page_of(value, file):
        return
    node, home = follow(value, file)
    both = (node.get("then"), node.get("else"))
    branches = [node, *(branch for branch in both if isinstance(branch, dict))]
    about = {key: node[key] for key in ("description", "examples") if key in node}
    for branch in branches:
        branch = {**about, **branch}  # noqa: PLW2901 - a branch says only what is its own
        if branch.get("properties"):
            branch.setdefault("description", "The long form.")
            yield path, branch, home
        else:
            yield from inside(path, branch, home)


def rows(properties: Mapping[str, Schema], needed: Sequence[str], file: str) -> Iterator[str]:
    """A table of keys."""
    if not properties:
        return
    yield from ("", "| key | value | says | for example |", "|---|---|---|---|")
    for key, value in properties.items():
        node = {**follow(value, file)[0], **value}
        says = f"{node['description']}{' **Needed.**' if key in needed else ''}"
        if node.get("default") not in (None, "", []):
            says += f" Left out: `{written(node['default'])}`."
        first, *more = written(node["examples"][0]).strip().splitlines()
        example = f"`{first}{' …' if more else ''}`"
        cells = (f"`{key}`", kind(value, file), says, example)
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def follow(node: Schema, file: str) -> tuple[Schema, str]:
    """A schema with what it refers to in place of the reference, and the file that it is in."""
    if "$ref" not in node:
        return node, file
    name, _, pointer = node["$ref"].partition("#")
    home = name or file
    target: Any = _schema(home)
    for step in filter(None, pointer.split("/")):
        target = target[step]
    return {**target, **{key: value for key, value in node.items() if key != "$ref"}}, home


def _page_of(node: Schema, file: str) -> str:
    """A link to where a schema that is only referred to is explained; empty if nowhere else."""
    name, _, pointer = str(node.get("$ref", "")).partition("#")
    last = pointer.rpartition("/")[2]
    shared = (file if node.get("$ref") == "#" else name).removesuffix(".schema.json")
    if shared in SHARED:
        return f"[{SHARED[shared]}]({shared}.md)"
    if last in ("patch", "patch_in_play"):
        return "[mapping of sections](patches.md)"
    return f"[{last}](values.md#{last})" if name == generated.VALUES_FILE else ""


def kind(value: Schema, file: str) -> str:
    """What may be written for a value."""
    if link := _page_of(value, file):
        return link
    node, home = follow(value, file)
    if "enum" in node:
        return " or ".join(f"`{written(word)}`" for word in node["enum"])
    if "then" in node or "else" in node:
        both = [kind(node[name], home) for name in ("then", "else") if _typed(node.get(name))]
        return " or ".join(dict.fromkeys(both)) or _named(node) or _words_or_name(node)
    types = node.get("type", "object")
    names = [types] if isinstance(types, str) else types
    return " or ".join(_kind_of(name, node, home) for name in names if not _is_id(name, node))


def _words_or_name(node: Schema) -> str:
    """Words that may stand in place of a name: `own` or `enemy` or name of a side."""
    words = [f"`{written(word)}`" for word in node["if"].get("enum", ())]
    return " or ".join(filter(None, [*words, _named(node["else"])])) or "text"


def _typed(node: Any) -> bool:
    return isinstance(node, dict) and bool({"type", "enum", "$ref", "properties"} & set(node))


def _is_id(name: str, node: Schema) -> bool:
    """Whether a type is only there because an unquoted name may look like a number."""
    return name in ("integer", "number") and "string" in node["type"] and "x-ref" in node


def _kind_of(name: str, node: Schema, file: str) -> str:
    if name == "array":
        return f"list: {kind(node['items'], file)}" if "items" in node else "list"
    if name in ("integer", "number"):
        return KINDS[name] + _range(node)
    if name == "string":
        match = WORDS.fullmatch(node.get("pattern", ""))
        words = [f"`{word}`" for word in match[1].split("|")] if match else []
        return " or ".join(words) or _named(node) or "text"
    if isinstance(node.get("additionalProperties"), dict) and "properties" not in node:
        keys = node.get("propertyNames", {}).get("x-ref", "id").replace("-", " ")
        return f"mapping: {keys} to {kind(node['additionalProperties'], file)}"
    return KINDS[name]


def _named(node: Schema) -> str:
    kind = str(node.get("x-ref", "")).replace("place", "region or hex").replace("-", " ")
    kind = {"name of turns": "span of turns"}.get(kind, kind)
    return f"name of {'an' if kind[:1] in 'aeio' else 'a'} {kind}" if kind else ""


def _range(node: Schema) -> str:
    low, high = node.get("minimum"), node.get("maximum")
    if low is not None and high is not None:
        return f", {low} to {high}"
    return f", at least {low}" if low is not None else ""


def codes_page() -> str:
    """The page of what ``hexwar check`` finds."""
    lines = ["# Codes", "", "What `hexwar check` finds. `hexwar explain CODE` prints one of these."]
    lines += ["", BY.replace("the schemas", "the table of codes"), ""]
    lines += ["| code | | title |", "|---|---|---|"]
    for code in CODES.values():
        lines.append(f"| [{code.code}](#{code.code.lower()}) | {code.severity} | {code.title} |")
    for code in CODES.values():
        lines += ["", f"## {code.code}", ""]
        lines += [f"**{code.severity}: {code.title}.** {code.explanation}"]
        lines += examples(code)
    return page(lines)


def examples(code: Code) -> Iterator[str]:
    """What causes a finding, and what does not."""
    other = [file for file in code.good if file not in code.bad]
    for title, files in (("This is reported:", code.bad), ("This is not:", other)):
        if files:
            yield from ("", title)
        for name, text in files:
            shown = "".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in text)
            fence = "yaml" if name.endswith(("yaml", "yml")) else "markdown"
            head = f"# {name}" if fence == "yaml" else f"<!-- {name} -->"
            yield from ("", f"```{fence}", head if text else f"# without {name}")
            yield from (line.rstrip() for line in shown.splitlines())
            yield "```"


def block(value: object, *, flow: bool | None = None) -> list[str]:
    """A value as YAML in a fence, its innermost collections in flow style."""
    text = yaml.dump(
        _bare(value), Dumper=_Quoting, sort_keys=False, default_flow_style=flow, width=88
    )
    return ["```yaml", *re.sub(r"'(\w+)'", r'"\1"', text).splitlines(), "```"]


class _Quoting(yaml.SafeDumper):
    """Quotes text that is all digits, as hexes are: ``0802`` is a number to many readers."""


_INT = _Quoting.DEFAULT_SCALAR_TAG.removesuffix("str") + "int"
_Quoting.add_implicit_resolver(_INT, re.compile(r"[0-9]+$"), [*"0123456789"])


def _bare(value: object) -> object:
    """A value whose keys that are numbers need no quotes."""
    if isinstance(value, dict):
        keys = {key: int(key) if key[:1] in "123456789" and key.isdigit() else key for key in value}
        return {keys[key]: _bare(inner) for key, inner in value.items()}
    return [_bare(item) for item in value] if isinstance(value, list) else value


def page(lines: Sequence[str]) -> str:
    """Lines as the text of a page."""
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the result is the exit code."""
    parser = argparse.ArgumentParser(description="Write the reference of the format.")
    parser.add_argument("--check", action="store_true", help="fail instead of writing the pages")
    check = parser.parse_args(arguments).check
    texts = pages()
    there = {path.name for path in FOLDER.glob("*.md") if BY[:40] in path.read_text("utf-8")}
    stale = [n for n in texts if n not in there or (FOLDER / n).read_text("utf-8") != texts[n]]
    left_over = sorted(there - set(texts))
    if check:
        for name in (*stale, *left_over):
            print(f"docs/reference/{name} is stale: run python tools/reference.py")
        return 1 if stale or left_over else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in stale:
        (FOLDER / name).write_text(texts[name], encoding="utf-8")
    for name in left_over:
        (FOLDER / name).unlink()
    print(f"wrote {len(stale)} of {len(texts)} pages of docs/reference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
