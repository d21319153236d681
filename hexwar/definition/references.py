"""Check cross references: every name that a game uses must be defined somewhere in it.

Forms say of a field that it holds the name of something (``x-ref`` in the schemas), and of another
that it defines one. :class:`Symbols` knows the names of one resolved game by kind; most are keys of
sections, some have to be worked out, such as the results that a pattern reads (``_tables``).

A missing name is not reported where it only follows from something else: where the section that
would define it is unsound, misspelt or missing, its names are unknown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property

from hexwar.definition.building import required_keys, top_level_keys
from hexwar.definition.choices import BASE
from hexwar.definition.diagnostics import Findings, Fix
from hexwar.definition.forms import ID
from hexwar.definition.lookalikes import curled, lookalike
from hexwar.definition.model import Rulebook
from hexwar.definition.numbers import RANGE, HexReader
from hexwar.definition.packages import choice_sections, defining, form_of
from hexwar.definition.result_pattern import FORM, ResultPattern, example
from hexwar.definition.shapes import form_shape
from hexwar.definition.tree import MappingNode, Node, ScalarNode, descend, key_node, pointer
from hexwar.definition.verdict import Mechanism, Need, Reference, Verdict
from hexwar.hexmap import HexMap

NO_RULE_BEHIND = (
    *("allowed", "unlimited", "never", "none", "first_column", "last_column"),
    *("any", "anywhere", "adjacent", "all"),
)
"""Words that switch a mechanism off: there is nothing to cite."""

ROLES = ("attack", "defense", "movement")
"""Values that every counter prints, whatever the game calls its own."""


class Symbols:
    """The names that exist in one resolved game, by kind."""

    def __init__(
        self,
        root: MappingNode,
        tree: MappingNode,
        rulebook: Rulebook | None,
        board: HexMap | None,
        verdicts: Mapping[str, Verdict],
    ) -> None:
        self._root = root
        self._tree = tree
        self._rulebook = rulebook
        self._board = board
        self._verdicts = verdicts
        self._unsound = {name for name, verdict in verdicts.items() if verdict.flaws}
        self._known: dict[str, Collection[str] | None] = {}
        """By kind, what :meth:`known` has answered."""
        self._said: dict[str, Collection[str]] = {}
        """By kind, the names that the game's own sections define."""

    def key(self, name: str) -> Node:
        """Find the first key of that name, anywhere in the game; else the game itself."""
        holders = (mapping for mapping in self._tree.inside() if name in mapping)
        return key_node(next(holders, self._tree), name)

    def has(self, kind: str, name: str) -> bool:
        """Say whether a name of a kind is known: the game's own sections are looked at
        first.

        Only for names not found there must all sections be asked that could define them.
        """
        if kind == "place":
            return self.has("hex", name) or self.has("region", name)
        if kind in self._tables:
            return name in (self.known(kind) or ())
        if kind not in self._said:
            by_section = (verdict.names.get(kind, ()) for verdict in self._verdicts.values())
            self._said[kind] = {name for names in by_section for name in names}
        return name in self._said[kind]

    def known(self, kind: str) -> Collection[str] | None:
        """List the names of a kind; ``None`` if unknown because their section is unsound."""
        if kind not in self._known:
            table = self._tables.get(kind)
            self._known[kind] = self._names_of_sections(kind) if table is None else table()
        return self._known[kind]

    def _names_of_sections(self, kind: str) -> Collection[str] | None:
        """List the names of a kind that sections define.

        ``None`` if they are unknown: a section that would define some is unsound or misspelt, or
        the game needs it and lacks it, which is a finding of its own.
        """
        if any(kind in verdict.untold for verdict in self._verdicts.values()):
            return None
        by_section = [
            verdict.names[kind] for verdict in self._verdicts.values() if kind in verdict.names
        ]
        could = self._sections(kind)
        if by_section:
            return [name for names in (*could.values(), *by_section) for name in names]
        is_sure = could and self._unsound.isdisjoint(could) and not self._lacks_any_of(could)
        return [name for always in could.values() for name in always] if is_sure else None

    def instead_of(self, kind: str, name: str) -> str:
        """Say what to write in place of a name of another kind; empty if it is of none."""
        if kind == "region" and name in (self.known("hex") or ()):
            return f'{name} is a hex: give it a name in map, `regions: {{there: ["{name}"]}}`'
        if kind == "movement-class" and name == "cases":
            return "cases do not work here: costs differ by movement class, `{foot: 1, horse: 2}`"
        if kind == "movement-class" and [*(self.known(kind) or ())] == ["all"]:
            hint = "classes stand in section movement, `classes: [foot, horse]`"
            return f"{hint}; a type of units is of one by its `movement_class`"
        return ""

    @staticmethod
    def _sections(kind: str) -> dict[str, Sequence[str]]:
        """List the sections that define names of a kind, each with those that there always are."""
        return {
            name: form_shape(form).defined[kind]
            for name in defining(kind)
            if (form := form_of(name)) is not None and kind in form_shape(form).defined
        }

    def unwritten(self, kind: str) -> list[str]:
        """List the sections that define names of a kind, if none of them does."""
        sections = self._sections(kind)
        always = {name for names in sections.values() for name in names}
        return [] if set(self.known(kind) or ()) - always else [*sections]

    def _lacks_any_of(self, names: Iterable[str]) -> bool:
        """Say whether one of these sections is not there, but needed or misspelt.

        A section that nobody knows may be any of them, misspelt.
        """
        absent = [name for name in names if name not in self._tree and name not in self._root]
        if any(name in required_keys() for name in absent):
            return True
        keys = top_level_keys()
        return bool(absent) and any(name not in keys for name in self._tree)

    def lacks(self, need: Need) -> bool:
        """Say whether the game lacks what a word needs, and has not just misspelt it.

        Where the word is only idle, no choice of the player gives the game that section.
        """
        section = need.section
        if section in self._tree or self._lacks_any_of([section]):
            return False
        return not (need.idle and section in self._ever_there)

    @cached_property
    def _ever_there(self) -> set[str]:
        """The sections that the game has or may be given by a patch."""
        choices = (self._root.mapping(name) for name in choice_sections())
        patches = (choice.mapping(name).mapping("patch") for choice in choices for name in choice)
        return {*self._root, *(section for patch in patches for section in patch)}

    def is_inherited(self, node: Node) -> bool:
        """Say whether a node stands in a folder that the game extends."""
        return node.file.path.parent != self._root.file.path.parent

    @property
    def result_pattern(self) -> str:
        """How combat results that are not written out are read, if the game says so."""
        return self._tree.mapping("combat").mapping("results").text("pattern")

    def names(self, *path: str) -> list[str] | None:
        """List the keys of a mapping of the tree; ``None`` if they cannot be told.

        A collection that is not there is empty, unless something is wrong with its section: then
        it may only be misspelt.
        """
        node = descend(self._tree, path)
        reached = self._tree
        for step in path:
            reached = reached.mapping(step)
        if isinstance(node, MappingNode) and node is reached:
            return list(node)
        absent = path[0] in self._tree and path[0] not in self._unsound
        return [] if absent else None

    @cached_property
    def _tables(self) -> dict[str, Callable[[], Collection[str] | None]]:
        """By kind, how names are worked out that are no keys of sections."""
        return {
            "result": self._results,
            "place": self._places,
            "variant": lambda: [*self._root.mapping("variants"), BASE],
            "rule": lambda: None if self._rulebook is None else self._rulebook.rules,
            "hex": lambda: self._board,
            "die": self._dice,
        }

    def _dice(self) -> list[str] | None:
        """List the values of units that are dice."""
        if self.known("value") is None:
            return None
        values = self._tree.mapping("units").mapping("values")
        return [name for name in values if values.text(name) == "die"]

    def _results(self) -> list[str] | None:
        """List results that are written out, and the codes in use that the pattern reads."""
        names = self.names("combat", "results")
        if names is None:
            return None
        result_names = [name for name in names if name not in ("pattern", "order")]
        if not re.fullmatch(FORM, self.result_pattern):
            return None if self.result_pattern else result_names
        reads = ResultPattern(self.result_pattern)
        combat = self._tree.mapping("combat")
        table = combat.mapping("table")
        codes = {code for total in table for code in table.texts(total)}
        codes.add(combat.mapping("below").text("result"))
        return [*result_names, *(code for code in sorted(codes) if reads.result(code))]

    def _places(self) -> Collection[str] | None:
        regions = self.known("region")
        return None if regions is None or self._board is None else [*regions, *self._board]


def check_needs(
    section: Node, verdict: Verdict, symbols: Symbols, findings: Findings
) -> list[Reference]:
    """Report words of sections that the game lacks; return the names in all other words."""
    missing = [need for need in verdict.needs if symbols.lacks(need)]
    for lacking, path, _ in missing:
        word = path[-1]
        node = descend(section, path)
        if isinstance(word, str):
            node = key_node(descend(section, path[:-1]), word)
        elif isinstance(node, ScalarNode):  # an item of a list
            word = node.raw
        message = f"{word} means nothing without section {lacking}, which the game lacks"
        hint = f"add the section {lacking}, or delete this"
        findings.add("HW411", node.place(), message, pointer=pointer(node), help=hint)
    paths = [need.path for need in missing]
    return [
        reference
        for reference in verdict.references
        if not any(reference.path[: len(path)] == path for path in paths)
    ]


def check_references(
    section: Node, references: Iterable[Reference], symbols: Symbols, findings: Findings
) -> None:
    """Report the names of a section that do not exist."""
    for reference in references:
        if findings.full:
            return
        node = descend(section, reference.path)
        if reference.is_key:
            node = key_node(node, reference.name)
        if not isinstance(node, ScalarNode):
            continue
        if symbols.has(reference.kind, node.raw):
            continue
        known = symbols.known(reference.kind)
        if known is None or node.raw in known:
            continue
        # What is no name of this game is still no mistake, or one of another kind.
        if reference.kind == "trait" and symbols.is_inherited(node):
            continue  # a series speaks of units that not each of its games has
        if reference.kind == "name-of-turns" and not re.fullmatch(ID, node.raw):
            continue  # the number of a turn
        if reference.kind == "place" and not re.fullmatch(ID, node.raw):
            known = symbols.known("hex")  # it can only be meant for a hex
        if known is None:
            continue
        if isinstance(known, HexMap) and RANGE in node.raw:
            message = f"{node.raw} is a range, and hexes or regions are named here one by one"
            hint = "give the range a name in map.regions, and write that"
            findings.add("HW203", node.place(), message, pointer=pointer(node), help=hint)
        elif isinstance(known, HexMap):
            # Numbers that the numbering has and the map has not are told from those of no hex.
            void = set(known.numbering.numbers()) - set(known)
            HexReader(known.numbering, findings, void).on_map(node.raw, node)
        else:
            _report_unknown(reference.kind, node, known, symbols, findings)


def _report_unknown(
    kind: str, node: ScalarNode, known: Collection[str], symbols: Symbols, findings: Findings
) -> None:
    """Report a name that is not among those ``known``, with the name that was probably meant."""
    names = known
    if kind == "value":
        names = [name for name in (*known, *ROLES) if name != node.raw]
    name_meant = findings.nearest(node.raw, names)
    called = "region or hex" if kind == "place" else kind.replace("-", " ")
    code, message = "HW301", f"there is no {called} {node.raw}"
    help_ = findings.suggestion(node.raw, names)
    if name_meant is None:
        unwritten = symbols.unwritten(kind)
        if unwritten:
            help_ = f"{help_}; those of your own stand in section {' or '.join(unwritten)}"
        pattern = symbols.result_pattern if kind == "result" else ""
        if pattern:
            read = f"codes are read as {pattern}, such as {example(pattern)}"
            help_ = f"{read}; write others out in results"
        help_ = curled(node.raw) or symbols.instead_of(kind, node.raw) or help_
    if kind == "rule":
        code, message = "HW303", f"the rulebook has no rule {node.raw}"
    fix = Fix(name_meant) if name_meant else None
    place = node.place()
    signs = ((name, lookalike(name)) for name in names if not name.isascii())
    plain_name = next(
        (name for name, sign in signs if sign and sign.whole.strip('"') == node.raw), None
    )
    if plain_name is not None:  # what is wrong is the name where it is given
        place = symbols.key(plain_name).place()
    findings.add(code, place, message, pointer=pointer(node), help=help_, fix=fix)


def check_citations(
    name: str,
    key: Node,
    section: Node,
    mechanisms: Iterable[Mechanism],
    findings: Findings,
    usual: Collection[str] = (),
) -> None:
    """Warn of mechanisms in use that no rule is cited for; ``usual``: cited elsewhere."""
    for reason, path in mechanisms:
        node = descend(section, path)
        if isinstance(node, ScalarNode) and node.raw in NO_RULE_BEHIND:
            continue
        cites = (
            holder.mapping("cite")
            for depth in range(len(path), -1, -1)
            if isinstance(holder := descend(section, path[:depth]), MappingNode)
        )
        if reason in usual or any(reason in cite for cite in cites):
            continue
        place = key.place()
        if path and isinstance(path[-1], str):
            place = key_node(descend(section, path[:-1]), path[-1]).place()
        message = f"{name}: no rule is cited for {reason}"
        findings.add("HW304", place, message, help=f'add to its cite: {{{reason}: "4.1"}}')
