"""Say the flaws of a section in plain words, at the place in the file that they are about.

A flaw as the reader of forms finds it is a keyword of JSON Schema and a path; what an author needs
is what is wrong, in the words of the file, and what to write instead. :func:`report` words one flaw
after another: a function for each keyword, which :data:`_WORDINGS` names. Most of the work is the
second half, what was meant: another section's key, a word of the field (CRT), one that a comma tore
off a text, a word of the previous format. It is loaded only when there is something to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from hexwar.definition.building import required_keys
from hexwar.definition.diagnostics import MOST_FINDINGS, MOST_SUGGESTIONS, Findings, Fix
from hexwar.definition.editing import deletion, report_lost
from hexwar.definition.lookalikes import curled, lookalike
from hexwar.definition.overlaying import Unasked
from hexwar.definition.packages import form_of, section_names
from hexwar.definition.shapes import Shape, form_shape
from hexwar.definition.source import UNQUOTED_COLOR, report_unquoted_color
from hexwar.definition.spelling import hardly_different, in_form, nearest
from hexwar.definition.tree import (
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    Steps,
    descend,
    key_node,
    parent,
    pointer,
)
from hexwar.definition.verdict import Flaw, Limited

TYPE_NAMES = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "null",
}


class _WordedFlaw:
    """One flaw with the nodes it concerns."""

    def __init__(self, section: str, key: Node, root: Node, flaw: Flaw) -> None:
        self.keyword, self.path, self.instance, self.allowed, _, self.is_key = flaw
        self.schema: Mapping[str, Any] = flaw.about
        self.node = descend(root, self.path)
        if not self.path:
            self.owner: Node = key
        else:
            last_step = self.path[-1]
            holder = descend(root, self.path[:-1])
            self.owner = key_node(holder, last_step) if isinstance(last_step, str) else self.node
        self.within = (section, *(step for step in self.path if isinstance(step, str)))
        self.name = self.within[-1]

    @property
    def example(self) -> str:
        """What would be right, from the schema."""
        examples = self.schema.get("examples", [])
        return "" if not examples else f"For example {written(examples[0])}."

    @property
    def purpose(self) -> str:
        """What the value is for, and an example."""
        description = str(self.schema.get("description", ""))
        return " ".join(filter(None, (description, self.example)))


def written(value: object) -> str:
    """Write a value as an author would in YAML.

    >>> print(written({"#": "void", "A": "0101", "name": "A Company", "on": True}))
    {"#": void, A: "0101", name: A Company, on: true}
    """
    if isinstance(value, dict):
        keys = (key if str(key).isdigit() else written(key) for key in value)
        pairs = zip(keys, map(written, value.values()), strict=True)
        return "{" + ", ".join(f"{key}: {item}" for key, item in pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    return f'"{text}"' if isinstance(value, str) and _NEEDS_QUOTES.match(text) else text


_NEEDS_QUOTES = re.compile(r"$|[\d.]*\d$|0\d|[#@&*!|>%`'\"{}\[\],?-]([^\w]|$)|[#@&*!`]|.*(: | #)")
"""Text that YAML, or an editor's idea of YAML, takes for something else."""


def report(section: str, key: Node, root: Node, flaws: list[Flaw], findings: Findings) -> None:
    """Report the flaws of a section; ``key`` is the section's name in the file."""
    problems = [_WordedFlaw(section, key, root, flaw) for flaw in flaws[:MOST_FINDINGS]]
    problems = [p for p in problems if not getattr(p.node, "is_alias", False)]  # told already
    # The keys that unknown keys of a mapping were meant to be are not missing.
    keys_meant: set[tuple[Steps, str]] = set()
    for problem in problems:
        if problem.keyword == "additionalProperties":
            known = list(problem.schema.get("properties", {}))
            unknown = (name for name in problem.instance if name not in known)
            for name in islice(unknown, MOST_SUGGESTIONS):
                if key_meant := key_now(name, problem.within) or nearest(name, known):
                    keys_meant.add((problem.path, key_meant))
    for problem in problems:
        wording = _WORDINGS[problem.keyword]
        if wording is _missing_keys:
            _missing_keys(problem, findings, keys_meant)
        else:
            wording(problem, findings)


ASKED = {
    "offer": "when actions are listed",
    "overrun": "when overruns are listed",
    "attack": "when it is asked who may attack whom",
    "announce": "as soon as an attack is announced",
    "commit": "when the sides pay for what they commit to a battle",
    "bombard": "when units attack from a distance",
    "battle": "when a battle is reckoned and its die is thrown",
    "melee": "when a battle within a hex is reckoned",
    "aftermath": "while a result is carried out",
    "move": "while units move",
    "phase": "when a phase begins or ends",
}
"""The moments at which the game asks for what sections say, in words."""


def when_asked(moments: Iterable[str]) -> str:
    """Say when something is asked for."""
    return ", or ".join(ASKED[moment] for moment in moments)


def report_unasked(lines: Sequence[Unasked], limited: Limited, findings: Findings) -> None:
    """Report lines of a patch that is not in force when they are asked for."""
    all_keys = [line.key for line in lines]
    for line in lines:
        section, *inner = map(str, line.path)
        moments = when_asked(line.moments)
        message = (
            f"{'.'.join((section, *inner))} changes nothing here: it is asked for {moments}, and "
            "this patch is in force in a battle only"
        )
        # What decides anything in the section while the patch is in force.
        fitting = []
        form = form_of(section)
        mapped = form_shape(form).mapped if form is not None else None
        if form is not None and mapped is not None:
            for key, field in mapped.own.items():
                asked_at = field.moments or form.moments
                is_in_time = not asked_at or not {*asked_at}.isdisjoint(limited.moments)
                if is_in_time and not field.shape.only_read:
                    fitting.append(key)
        hint = "say it in the patch of a phase or of an effect, or delete it"
        if inner and fitting:
            hint += f"; of {section} this patch may change {', '.join(fitting)}"
        fix = deletion(line.key, all_keys, len(line.path), needed=limited.needed)
        findings.add(
            "HW113", line.key.place(), message, pointer=pointer(line.key), help=hint, fix=fix
        )


TORN = ("because", "title", "summary", "name")
"""Keys with texts: an unknown key after one is perhaps a part of the text, which a comma tore
off.
"""


def unknown_key(
    key: ScalarNode, known: list[str], within: tuple[str, ...], findings: Findings, else_: str = ""
) -> None:
    """Report a key that means nothing here.

    ``within``: the keys that lead to its mapping; ``else_``: the help if no other is found.
    """
    key_today = key_now(key.raw, within)
    key_meant = key_today or key_of_abbreviation(key.raw, within, known)
    hint = f"did you mean {key_meant}?" if key_meant else where_to_write(key.raw, within, known)
    if key_today:
        hint = f"{key.raw} is now called {key_today}"
    elif not hint:
        key_meant = findings.nearest(key.raw, known)
        hint = findings.suggestion(key.raw, known)
        if else_ and not key_meant:
            hint = else_
    place_in_words = f"in {within[-1]}" if within else "at the top level"
    mapping = parent(key)
    # Put where the key meant stands already, it would stand twice.
    is_free = isinstance(mapping, MappingNode) and key_meant and key_meant not in mapping
    findings.add(
        "HW101",
        key.place(),
        f"unknown key {key.raw!r} {place_in_words}",
        pointer=pointer(key),
        help=hint,
        fix=Fix(key_meant, safe=bool(key_today and is_free)) if key_meant in known else None,
    )


def _unknown_keys(problem: _WordedFlaw, findings: Findings) -> None:
    known = list(problem.schema.get("properties", {}))
    previous = ""
    for name in problem.instance:
        if findings.full:
            return
        key = key_node(problem.node, name)
        if name not in known and isinstance(key, ScalarNode):
            place = _place_meant(key, problem, previous)
            unknown_key(key, known, problem.within, findings, place)
        previous = name


def _place_meant(key: ScalarNode, problem: _WordedFlaw, previous: str) -> str:
    """Say where an unknown key may have been meant to stand; empty if that cannot be told.

    ``previous``: the key before it in the same mapping.
    """
    properties = problem.schema.get("properties", {})
    shapes = {name: schema["of"] for name, schema in properties.items() if "of" in schema}
    value_node = descend(problem.node, (key.raw,))
    if home := key_around(key.raw, value_node, shapes):
        shown = (
            value_node.raw
            if isinstance(value_node, ScalarNode) and len(value_node.raw) < 20
            else "..."
        )
        return f"{key.raw} belongs under `{home}`: write `{home}: {{{key.raw}: {shown}}}`"
    if key_meant := key_for(value_node, shapes):
        return f"did you mean {key_meant}?"
    homes = [name for name in section_names() if key.raw in _keys(name)]
    if len(problem.within) == len(homes) == 1:
        return f"{key.raw} is a key of section {homes[0]}"
    if not previous:
        return ""
    previous_key = key_node(problem.node, previous)
    same_line = previous_key.line == key.line
    if previous in TORN and same_line and isinstance(value_node, ScalarNode):
        return f"if it belongs to the {previous} before it, put the whole text in quotes"
    mapped = shapes[previous].mapped if previous in shapes else None
    if mapped is None or same_line or previous_key.column != key.column:
        return ""
    if mapped.entry is not None or key.raw in mapped.own:
        return f"if it belongs to {previous} above it, indent it as far as what stands under that"
    return ""


def _missing_keys(
    problem: _WordedFlaw, findings: Findings, meant: Collection[tuple[Steps, str]] = ()
) -> None:
    properties = problem.schema.get("properties", {})
    for name in problem.allowed:
        if name in problem.instance or (problem.path, name) in meant:
            continue
        described = properties.get(name, {})
        examples = described.get("examples", [])
        example = f"For example `{name}: {written(examples[0])}`." if examples else ""
        findings.add(
            "HW102",
            problem.owner.place(),
            f"{problem.name} lacks {name}",
            pointer=pointer(problem.node),
            help=" ".join(filter(None, (described.get("description", ""), example))),
        )


def _wrong_type(problem: _WordedFlaw, findings: Findings) -> None:
    if _reported_as_old(problem, findings):
        return
    types = problem.allowed
    allowed = [TYPE_NAMES[name] for name in types]
    instance = problem.instance
    kind_given = _kind_of(instance)
    words = problem.schema.get("enum")
    # Where lists or mappings do as well, the words alone would not say what fits.
    several_kinds = bool({"array", "object"} & {*types})
    listed = words and not several_kinds
    hint = findings.suggestion("", map(str, words or ())) if listed else problem.purpose
    is_number = isinstance(instance, int | float) and not isinstance(instance, bool)
    if instance is None:
        # An unquoted colour in place of the value is a comment to YAML.
        lines, line = problem.node.file.lines, problem.node.line
        text = lines[line] if line < len(lines) else ""
        if color := UNQUOTED_COLOR.search(text, max(0, problem.node.column - 1)):
            report_unquoted_color(problem.node.file, line, color, findings)
            return
    message = f"{problem.name} must be {' or '.join(allowed)}, not {kind_given}"
    if instance is None and "string" in types and report_lost(problem.node, message, findings):
        return
    form = str(problem.schema.get("pattern", ""))
    would_do = not form or bool(re.search(form, str(instance)))
    if "string" in types and is_number and not words and "integer" not in types and would_do:
        hint = "put it in quotes"
    elif problem.name == "cases":
        hint = f"cases do not work here. {problem.purpose}"
    elif instance is None and problem.path and problem.name in section_names():
        hint = f"{problem.name} is a section: write it at the margin"
    elif isinstance(instance, str) and "integer" in types and instance.strip("+-0") != "":
        hint = "write the bare number, without quotes, signs or leading zeros. " + problem.example
    _add("HW103", problem, message, findings, hint)


def _kind_of(instance: object) -> str:
    if instance is None:
        return "empty"
    if isinstance(instance, bool):
        return "true or false"
    if isinstance(instance, dict):
        return "a mapping"
    if isinstance(instance, list):
        return "a list"
    return f"{'the text ' if isinstance(instance, str) else ''}{str(instance)[:40]!r}"


def _not_a_word(problem: _WordedFlaw, findings: Findings) -> None:
    words = [str(word) for word in problem.allowed]
    instance = problem.instance
    if problem.name == "hexwar":
        message = f"format version {instance} is not one that this hexwar reads"
        hint = OLD_FORMATS.get(instance, f"write hexwar: {words[0]}")
        _add("HW108", problem, message, findings, hint)
        return
    if _reported_as_old(problem, findings):
        return
    message = f"{problem.name} cannot be {_short(instance)}"
    word_meant = findings.nearest(str(instance), words)
    hint = curled(str(instance)) or findings.suggestion(str(instance), words)
    findings.add(
        "HW104",
        problem.node.place(),
        message,
        pointer=pointer(problem.node),
        help=hint,
        fix=Fix(word_meant) if word_meant else None,
    )


def _reported_as_old(problem: _WordedFlaw, findings: Findings) -> bool:
    """Report a value that is one of an older format; say whether it is."""
    value_today = value_now(problem.instance, problem.within)
    if not value_today:
        return False
    old_value = written(problem.instance)
    findings.add(
        "HW104",
        problem.node.place(),
        f"{problem.name} cannot be {_short(old_value)}",
        pointer=pointer(problem.node),
        help=f"{old_value} is now called {value_today}",
        fix=Fix(value_today, safe=True) if value_today.isidentifier() else None,
    )
    return True


_MOST_OF_A_VALUE = 40
"""Signs of a value, as a message repeats it; "..." counts as three."""


def _short(instance: object) -> str:
    text = str(instance)
    is_long = len(text) > _MOST_OF_A_VALUE
    return repr(text[: _MOST_OF_A_VALUE - len("...")] + "..." if is_long else text)


def _malformed(problem: _WordedFlaw, findings: Findings) -> None:
    instance = problem.instance
    if problem.is_key:
        key = key_node(problem.node, str(instance))
        message = f"{_short(instance)} cannot be a key of {problem.name}"
        hint = _did_you_mean(problem)
        findings.add("HW105", key.place(), message, pointer=pointer(key), help=hint)
        return
    if _reported_as_old(problem, findings):
        return
    hint = curled(str(instance)) or _did_you_mean(problem)
    _add("HW105", problem, f"{problem.name} cannot be {_short(instance)}", findings, hint)


def _did_you_mean(problem: _WordedFlaw) -> str:
    """Say what else would be of the form that is wanted, and what that is."""
    word = str(problem.instance)
    word_meant = (
        _now(FIELD_WORDS, word, problem.within)
        or hardly_different(word, map(str, problem.schema.get("words", ())))
        or in_form(word, str(problem.allowed))
    )
    return (
        f"did you mean {word_meant}? {problem.purpose}".rstrip() if word_meant else problem.purpose
    )


def _out_of_range(problem: _WordedFlaw, findings: Findings) -> None:
    limit = problem.allowed
    instance = problem.instance
    messages = {
        "minimum": f"{problem.name} is {instance}; the least is {limit}",
        "maximum": f"{problem.name} is {instance}; the most is {limit}",
        "minItems": f"{problem.name} is an empty list",
        "minProperties": f"{problem.name} is empty",
        "maxProperties": f"{problem.name} takes one word here, not {len(instance)}"
        if isinstance(instance, dict)
        else "",
    }
    _add("HW106", problem, messages[problem.keyword], findings, problem.purpose)


def _repeated(problem: _WordedFlaw, findings: Findings) -> None:
    if not isinstance(problem.node, SequenceNode):
        return
    texts_before = set[str]()
    for item in problem.node.items:
        text = item.raw if isinstance(item, ScalarNode) else ""
        if text in texts_before:
            message = f"{text} stands twice in {problem.name}"
            findings.add("HW107", item.place(), message, pointer=pointer(item), help="delete one")
        texts_before.add(text)


def _add(code: str, problem: _WordedFlaw, message: str, findings: Findings, help: str) -> None:  # noqa: A002
    at_key = problem.instance in (None, {}, []) or lookalike(problem.name)
    node = problem.owner if at_key else problem.node
    findings.add(code, node.place(), message, pointer=pointer(node), help=help)


_WORDINGS: dict[str, Callable[[_WordedFlaw, Findings], None]] = {
    "additionalProperties": _unknown_keys,
    "required": _missing_keys,
    "type": _wrong_type,
    "enum": _not_a_word,
    "pattern": _malformed,
    "minimum": _out_of_range,
    "maximum": _out_of_range,
    "minItems": _out_of_range,
    "minProperties": _out_of_range,
    "maxProperties": _out_of_range,
    "uniqueItems": _repeated,
}


# What an unknown key was meant for: the field's abbreviations, and keys of other sections.
#
# Somebody who knows other games writes ``zoc:`` or ``crt:``, or a key where it belongs in another
# section. What is spelt nearly right is found by :mod:`hexwar.definition.spelling`; here is what no
# likeness of letters would find: another word for the same, or the right word in the wrong place.
# Nothing is said of a key that too many sections have.


ABBREVIATIONS: dict[str, tuple[str, str]] = {
    "zoc": ("zones_of_control", ""),
    "zocs": ("zones_of_control", ""),
    "ezoc": ("zones_of_control", ""),
    "ezocs": ("zones_of_control", ""),
    "crt": ("combat", "table"),
    "drm": ("combat", "modifiers"),
    "drms": ("combat", "modifiers"),
    "tec": ("terrain", ""),
    "oob": ("units", "counters"),
    "sop": ("sequence", "phases"),
    "vp": ("points", ""),
    "vps": ("points", ""),
    "los": ("line_of_sight", ""),
    "lof": ("line_of_sight", ""),
}
"""The section that an abbreviation of the field stands for, and the key in it if it is one."""


def key_of_abbreviation(word: str, within: tuple[str, ...], known: Collection[str]) -> str | None:
    """Find the known key that an abbreviation stands for; ``within``: its path."""
    section, key = ABBREVIATIONS.get(word.casefold(), ("", ""))
    if not within and section in known and not key:
        return section
    return key if within == (section,) and key in known else None


PRINTED_ON_STEPS = frozenset({"attack", "defense", "movement"})
"""Values that stand in the `steps` of a type of units, and not beside them."""


def where_to_write(word: str, within: tuple[str, ...], known: Collection[str]) -> str:
    """Say where what an unknown key says is to be said; empty if that cannot be told."""
    folded = word.casefold()
    if folded in ABBREVIATIONS:
        section, key = ABBREVIATIONS[folded]
        return f"write it in section {section}, as `{key}`" if key else f"that is section {section}"
    sections = section_names()
    if word in PRINTED_ON_STEPS and "steps" in known:
        return f"it is printed on each step: `steps: [{{{word}: 4}}]`"
    if word in sections and "patch" in known:
        return f"{word} is a section: a change of it stands under `patch`"
    if within and word in sections:
        return f"{word} is a section: write it at the margin, not within {within[-1]}"
    in_patch = within[-1:] == ("patch",)
    if within and not in_patch and "patch" not in known:
        return ""
    homes = [name for name in sections if word in _keys(name)]
    # A section that every game has is likelier meant than one that this game may lack.
    likely_homes = [name for name in homes if name in required_keys()] or homes
    if within and len(likely_homes) == 1:
        section = likely_homes[0]
        example = f"{section}: {{{word}: ...}}"
        line = example if in_patch else f"patch: {{{example}}}"
        return f"{word} is a key of section {section}: write `{line}`"
    if within or not 0 < len(homes) <= MOST_HOMES:
        return ""
    return f"{word} is a key of {' and of '.join(homes)}"


def key_around(word: str, value: Node, shapes: Mapping[str, Shape]) -> str:
    """Find the key beside an unknown one within which the unknown one is known; empty if not one.

    ``value``: of the unknown one; ``shapes``: of the keys that are known, by key. A condition is
    within ``if``, and what asks for units within ``only``, whatever else knows the word.
    """
    homes = [key for key, shape in shapes.items() if _would_do(word, value, shape)]
    for usual in ("if", "only"):
        if usual in homes:
            return usual
    return homes[0] if len(homes) == 1 else ""


def _would_do(word: str, value: Node, shape: Shape) -> bool:
    """Say whether a mapping of this shape has the key, with a value of the kind that is given."""
    field = shape.mapped.own.get(word) if shape.mapped else None
    if field is None:
        return False
    if isinstance(value, ScalarNode):
        return field.shape.scalar is not None
    if isinstance(value, SequenceNode):
        return field.shape.listed is not None
    return field.shape.mapped is not None


def key_for(value: Node, shapes: Mapping[str, Shape]) -> str:
    """Find the one key that takes a mapping such as this value; empty if not one."""
    words = [*value.entries] if isinstance(value, MappingNode) else []
    homes = [
        key
        for key, shape in shapes.items()
        if words and shape.mapped and all(word in shape.mapped.own for word in words)
    ]
    return homes[0] if len(homes) == 1 else ""


MOST_HOMES = 3
"""A key of more sections says nothing about the one that was meant."""


def _keys(section: str) -> Collection[str]:
    form = form_of(section)
    mapped = form_shape(form).mapped if form else None
    return mapped.fields if mapped else ()


# Words of the previous format, for hints: what each is called now, and where.
#
# A place is the end of the path of keys that leads to the word; ``*`` stands for any id.


Place = tuple[str, ...]

RENAMED_KEYS: dict[str, dict[Place, str]] = {
    "by": {
        ("occupied",): "side",
        ("controlled",): "side",
        ("modifiers", "*"): "side",
        ("resolve",): "column",
        ("escort",): "escorts",
    },
    "along": {("entry", "blocked"): "edge, or map, with the number"},
    "attack": {("exerted_by",): "value"},
    "blocks": {
        (
            "zones_of_control",
        ): "into_zone, in the sections retreat, entry and supply, or in_zone, in replacements"
    },
    "chooser": {("eliminate",): "by"},
    "each": {("activation",): "may", ("activation", "cite"): "may"},
    "friends": {("movement",): "through_friends"},
    "from": {("eliminate",): "who", ("lose_steps",): "who", ("reinforce",): "condition"},
    "mark": {("features", "*"): "sign"},
    "odds": {("combat",): "column", ("combat", "cite"): "column"},
    "of": {
        ("reinforce",): "side",
        ("figures", "check"): "condition",
        ("capture",): "condition",
        ("evacuation",): "condition",
    },
    "roll": {("search",): "die", ("ambush",): "die"},
    "units": {("advance",): "most"},
    "within": {("entry", "blocked"): "edge, or map"},
    "without": {("exerted_by",): "not"},
}
"""Keys: by the old name, and the place of the mapping that it stands in."""

RENAMED_VALUES: dict[str, dict[Place, str]] = {
    "block": {("movement", "through_friends"): "forbidden"},
    "false": {
        ("retreat", "stacks"): "forbidden",
        ("convertible",): "forbidden",
        ("rebuilds", "in_zone"): "forbidden",
        ("rebuilds", "supplied"): "not_needed",
        ("returns", "at", "in_zone"): "forbidden",
    },
    "free": {("entering",): "allowed", ("leaving",): "allowed"},
    "freely": {("attackers", "stacks"): "allowed"},
    "none": {("return_fire",): "forbidden"},
    "pass": {("movement", "through_friends"): "allowed"},
    "prohibited": {("combat", "below"): "forbidden", ("combat", "above"): "forbidden"},
    "together": {("attackers", "stacks"): "required"},
    "true": {
        ("retreat", "stacks"): "allowed",
        ("convertible",): "allowed",
        ("rebuilds", "in_zone"): "allowed",
        ("rebuilds", "supplied"): "required",
        ("returns", "at", "in_zone"): "allowed",
    },
    "values": {("combat", "strength"): "printed"},
}
"""Words that are values: by the old word as YAML writes it, and the place of its key."""

FIELD_WORDS: dict[str, dict[Place, str]] = {
    "odds": {("combat", "column"): "ratio"},
    "difference": {("combat", "column"): "differential"},
}
"""Values as players of wargames say them, by place, and the format's own words for them."""

OLD_FORMATS = {
    1: "write hexwar: 2, and what the other findings say. What has no finding of its own: "
    "`eliminate: defender` is now all units of that side, and one is "
    "`{who: defender, count: 1}`; units that `mark` chooses are `only`, with `who: any`"
}
"""What has to be done to a game of an older format."""


def key_now(word: str, within: Place) -> str:
    """Say what an old key in the mapping at ``within`` is called now; empty if not old.

    >>> key_now("title", ("combat",))
    ''
    """
    return _now(RENAMED_KEYS, word, within)


def value_now(value: object, within: Place) -> str:
    """Say what a value of the key at ``within`` is called now; empty if it is no old one."""
    word = str(value).lower() if isinstance(value, bool) else str(value)
    return _now(RENAMED_VALUES, word, within)


def _now(words: dict[str, dict[Place, str]], word: str, within: Place) -> str:
    for place, word_today in words.get(word, {}).items():
        end = within[len(within) - len(place) :]
        if len(end) == len(place) and all(
            pattern_step in ("*", step) for pattern_step, step in zip(place, end, strict=True)
        ):
            return word_today
    return ""
