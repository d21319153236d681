"""What playtests found, as findings of ``hexwar check``.

A game that failed is reported once for each cause, at the phase or the section where it happened,
with the way there: the seed, how many actions, and the save that shows it. What never happened is
reported at its place in the files, if any game was played to its end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from hexwar.definition.checks import PLEASE_REPORT
from hexwar.definition.diagnostics import Findings
from hexwar.definition.tree import (
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    descend,
    key_node,
    pointer,
)
from hexwar.playtest.playing import Happenings, Playthrough, Setting
from hexwar.rules.language.wording import several
from hexwar.rules.state import State
from hexwar.rules.terrain.rules import TerrainRules

CODES = {"crash": "HW680", "promise": "HW681", "dead_end": "HW682", "endless": "HW683"}
"""By kind of failure the code of its finding."""

SAID = {
    "crash": "the game breaks down: {}",
    "promise": "a promise of the rules is broken: {}",
    "dead_end": "whoever has to choose can do nothing: {}",
    "endless": "{}",
}

MEND_DEAD_END = "let the phase end, or give whoever has to choose something to choose"
MEND_ENDLESS = "let what is done in this phase be done once, or be paid for"
MEND_NEVER = "play more games if chance may be why; else mend or delete it"


@dataclass(slots=True)
class Playtests:
    """All that was found in some playtests.

    ``failures`` has the first game with each cause.
    """

    settings: Sequence[Setting]
    happened: Happenings = field(default_factory=Happenings)
    failures: dict[str, Playthrough] = field(default_factory=dict)

    def add(self, played: Playthrough) -> bool:
        """Add a game; whether it failed in a way that is new."""
        self.happened.add(played.happened)
        failure = played.failure
        if failure is None or failure.cause in self.failures:
            return False
        self.failures[failure.cause] = played
        return True

    def report(self, findings: Findings, saves: dict[str, str]) -> None:
        """Put all of it into findings; ``saves`` are the files of failures by their cause."""
        for cause, played in self.failures.items():
            _report_failure(played, saves.get(cause, ""), findings)
        if not self.happened.games:
            return  # what never happened was not looked for
        many = several(self.happened.games, "game")
        for silence in never_happened(self.settings, self.happened):
            findings.add(
                silence.code,
                silence.node.place(),
                f"{silence.message} (in {many})",
                pointer=pointer(silence.node),
                help=MEND_NEVER,
            )


def _report_failure(played: Playthrough, save: str, findings: Findings) -> None:
    failure = played.failure
    if failure is None:
        return
    # The phase in which it happened; the scenario before there is one.
    tree = played.setting.tree
    node: Node
    if "overstacked" in failure.message and "stacking" in tree:
        node = tree.entries["stacking"].key
    elif failure.phase:
        node = phase_node(tree, failure.phase)
    else:
        node = tree.entries["sequence"].key
    remedy = {"dead_end": MEND_DEAD_END, "endless": MEND_ENDLESS}.get(failure.kind, PLEASE_REPORT)
    # How to come to the same place.
    after = several(len(played.actions), "action")
    doing = f", with {failure.action}" if failure.action else ""
    help_ = f"{remedy}. it happens in {played.setting.title}, turn {failure.turn}, after {after}"
    help_ += f"{doing} (seed {played.seed})"
    if save:
        help_ += f". see it: hexwar play --load {save}"
    message = SAID[failure.kind].format(failure.message)
    findings.add(CODES[failure.kind], node.place(), message, pointer=pointer(node), help=help_)


# What a game has and what never came up in any of its playtests.
#
# First everything that the files of the settings have and that could come up is listed, each with
# the finding to report if it did not; then what did come up is taken away, by the same names. So
# what one setting has and only another brings up is no finding, and each place is reported once.


NAMED_SECTIONS = {
    "effect": ("effects", "the effect {} is never in force"),
    "chit": ("cup", "the chit {} is never drawn"),
    "state": ("states", "no unit is ever {}"),
    "marker": ("markers", "the marker {} is never placed"),
}
"""By kind of what comes up: the section that lists it by id, and what is said if it never does."""


@dataclass(frozen=True, slots=True)
class Silence:
    """Something that never came up: the code of the finding, where it stands, what is said."""

    code: str
    node: Node
    message: str


@dataclass(slots=True)
class _Had:
    """What the settings together have; a node is that of the first setting with it."""

    silences: dict[tuple[str, ...], Silence] = field(default_factory=dict)

    def has(self, name: tuple[str, ...], code: str, node: Node, message: str) -> None:
        self.silences.setdefault(name, Silence(code, node, message))


def never_happened(settings: Sequence[Setting], happened: Happenings) -> list[Silence]:
    """What none of the games of these settings brought up, in the order of the sections."""
    had = _Had()
    for setting in settings:
        tree = setting.tree
        state = setting.start("")
        _results(tree, had, happened)
        _named(tree, had)
        _cards(tree, had)
        _units(tree, state, had)
        _ground(tree, state, had)
        _phases(tree, state, had, happened)
        _sections(tree, state, had, happened)
        _winners(tree, state, had)
    came_up = {
        *happened.named,
        *(("unit", unit) for unit in happened.units),
        *(("active", phase) for phase in happened.active),
        *(("ground", kind) for kind in happened.ground),
        *(("winner", side) for side in happened.winners),
    }
    return [silence for name, silence in had.silences.items() if name not in came_up]


def _codes(table: MappingNode) -> Iterator[ScalarNode]:
    """The results in the rows of a table."""
    for row in table.entries.values():
        if isinstance(row.value, ScalarNode):
            yield row.value
        elif isinstance(row.value, SequenceNode):
            yield from row.value.scalars()


def _results(tree: MappingNode, had: _Had, happened: Happenings) -> None:
    """Results that stand in the table of combat, and in those of `tables`."""
    combat = tree.mapping("combat")
    battles = f"in {happened.rolls['']} battles the result {{}} never came up"
    for code in _codes(combat.mapping("table")):
        node = _result_node(combat, code)
        had.has(("result", str(code.raw)), "HW684", node, battles.format(code.raw))
    tables = tree.mapping("tables")
    for name in tables.entries:
        rolls = f"in {happened.rolls[name]} rolls on {name} the result {{}} never came up"
        table = tables.mapping(name)
        for code in _codes(table.mapping("table")):
            node = _result_node(table, code)
            had.has(("table result", name, code.raw), "HW684", node, rolls.format(code.raw))


def _result_node(section: MappingNode, code: ScalarNode) -> Node:
    """Where a result is written out, or else where it stands in the table."""
    results = section.mapping("results")
    return key_node(results, code.raw) if code.raw in results else code


def _named(tree: MappingNode, had: _Had) -> None:
    for kind, (section, message) in NAMED_SECTIONS.items():
        for name, entry in tree.mapping(section).entries.items():
            defined = entry.value
            # A state that holds by position is never reported.
            if isinstance(defined, MappingNode) and "while" in defined:
                continue
            had.has((kind, name), "HW688", entry.key, message.format(name))


def _cards(tree: MappingNode, had: _Had) -> None:
    decks = tree.mapping("decks")
    for deck in decks.entries:
        for name, entry in decks.mapping(deck).mapping("cards").entries.items():
            had.has(("card", name), "HW688", entry.key, f"the card {name} is never played")


def _units(tree: MappingNode, state: State, had: _Had) -> None:
    counters = tree.mapping("units").mapping("counters")
    for unit in state.frame.unit_ids:
        message = f"{unit} never moves, fights or comes into play"
        had.has(("unit", unit), "HW685", key_node(counters, unit), message)


def _ground(tree: MappingNode, state: State, had: _Had) -> None:
    """Kinds of terrain that somebody could enter."""
    kinds, board = tree.mapping("terrain").mapping("hexes"), state.frame.board
    reached = 0
    for costs in state.rules[TerrainRules].costs:
        for steps in state.rules[TerrainRules].steps_from(costs):
            reached |= steps
    for number in state.frame.map.numbers:
        if reached & board.bit[board.cell[number]]:
            kind = state.frame.map.terrain(number)
            message = f"no unit ever stands in {kind}, though it could be entered"
            had.has(("ground", kind), "HW686", key_node(kinds, kind), message)


def _phases(tree: MappingNode, state: State, had: _Had, happened: Happenings) -> None:
    frame = state.frame
    for phase in frame.phase_ids:
        node = phase_node(tree, phase)
        had.has(("phase", phase), "HW687", node, f"the phase {phase} never begins")
        # A phase that no side ended, and that did not end for want of anything to do, is one in
        # which no side acts.
        if phase in happened.idle:
            message = f"in the phase {phase} nobody ever does anything"
            had.has(("active", phase), "HW687", node, message)


def phase_node(tree: MappingNode, phase: str) -> Node:
    """Where the id of a phase stands."""
    phases = descend(tree, ("sequence", "phases"))
    for item in phases.items if isinstance(phases, SequenceNode) else ():
        if isinstance(item, MappingNode) and "id" in item:
            id_of_phase = item.entries["id"].value
            if isinstance(id_of_phase, ScalarNode) and id_of_phase.raw == phase:
                return id_of_phase
    return phases


def _sections(tree: MappingNode, state: State, had: _Had, happened: Happenings) -> None:
    """Sections whose actions are never done, and that were not seen at work otherwise."""
    came_up = {NAMED_SECTIONS[kind][0] for kind, *_ in happened.named if kind in NAMED_SECTIONS}
    for section, verbs in state.frame.registry.by_section(state.resolved).items():
        if section not in tree or section in came_up or verbs & happened.verbs.keys():
            continue
        if not happened.rules & {*_cited(tree.entries[section].value)}:
            done = " or ".join(sorted(verbs))
            message = f"what {section} allows is never done: nobody could or would {done}"
            had.has(("section", section), "HW688", key_node(tree, section), message)


def _cited(node: Node) -> Iterator[str]:
    """The numbers of rules that a part of the tree cites."""
    if isinstance(node, MappingNode):
        for key, entry in node.entries.items():
            if key == "cite":
                yield from (scalar.raw for scalar in _scalars(entry.value))
            else:
                yield from _cited(entry.value)
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from _cited(item)


def _scalars(node: Node) -> Iterator[ScalarNode]:
    if isinstance(node, ScalarNode):
        yield node
    elif isinstance(node, MappingNode):
        for entry in node.entries.values():
            yield from _scalars(entry.value)


def _winners(tree: MappingNode, state: State, had: _Had) -> None:
    """Sides that `victory` names."""
    victory = descend(tree, ("victory",))
    for item in victory.items if isinstance(victory, SequenceNode) else ():
        winner = item.entries.get("winner") if isinstance(item, MappingNode) else None
        if winner is not None and isinstance(winner.value, ScalarNode):
            side = winner.value.raw
            if side in state.frame.side_ids:
                had.has(("winner", side), "HW688", winner.value, f"{side} never wins")
