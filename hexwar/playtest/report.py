"""What playtests found, as findings of ``hexwar check``: first the failures, then the silences.

A failure is reported once for each cause, at the phase or the section where it happened, with the
way there: the seed, how many actions, and the save that shows it. A silence is what a game has and
what never came up; it is reported at its place in the files, if any game was played to its end.
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
"""By kind of failure, the code of its finding."""

MESSAGES = {
    "crash": "the game breaks down: {}",
    "promise": "a promise of the rules is broken: {}",
    "dead_end": "whoever has to choose can do nothing: {}",
    "endless": "{}",
}
"""By kind of failure, what the finding says of the failure's own message."""

MEND_DEAD_END = "let the phase end, or give whoever has to choose something to choose"
MEND_ENDLESS = "let what is done in this phase be done once, or be paid for"
MEND_NEVER = "play more games if chance may be why; else mend or delete it"


@dataclass(slots=True)
class Playtests:
    """All that was found in some playtests; ``failures`` has the first game with each cause."""

    settings: Sequence[Setting]
    happened: Happenings = field(default_factory=Happenings)
    failures: dict[str, Playthrough] = field(default_factory=dict)

    def add(self, played: Playthrough) -> bool:
        """Add a game; answers whether it failed from a new cause."""
        self.happened.add(played.happened)
        failure = played.failure
        if failure is None or failure.cause in self.failures:
            return False
        self.failures[failure.cause] = played
        return True

    def report(self, findings: Findings, saves: dict[str, str]) -> None:
        """Put all of it into findings; ``saves`` are the files that show failures, by cause."""
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
    # Where it happened: for an overstacked hex the section with the limit, else the phase, or the
    # sequence of play if no phase had begun.
    tree = played.setting.tree
    node: Node
    if "overstacked" in failure.message and "stacking" in tree:
        node = tree.entries["stacking"].key
    elif failure.phase:
        node = phase_node(tree, failure.phase)
    else:
        node = tree.entries["sequence"].key
    remedy = {"dead_end": MEND_DEAD_END, "endless": MEND_ENDLESS}.get(failure.kind, PLEASE_REPORT)
    # How to come to the same position.
    after = several(len(played.actions), "action")
    doing = f", with {failure.action}" if failure.action else ""
    help_ = f"{remedy}. it happens in {played.setting.title}, turn {failure.turn}, after {after}"
    help_ += f"{doing} (seed {played.seed})"
    if save:
        help_ += f". see it: hexwar play --load {save}"
    message = MESSAGES[failure.kind].format(failure.message)
    findings.add(CODES[failure.kind], node.place(), message, pointer=pointer(node), help=help_)


# -- silences: what a game has and what never came up in any of its playtests ----------------------

# First everything in the files of the settings that could come up is listed, each with the finding
# to report if it does not; then what did come up is struck off, by the same names. So what one
# setting has and only another brings up is no finding, and each place is reported once.

NAMED_SECTIONS = {
    "effect": ("effects", "the effect {} is never in force"),
    "chit": ("cup", "the chit {} is never drawn"),
    "state": ("states", "no unit is ever {}"),
    "marker": ("markers", "the marker {} is never placed"),
}
"""By kind of thing: the section that lists its ids, and what is said of one that never comes up."""


@dataclass(frozen=True, slots=True)
class Silence:
    """Something that never came up: the finding's code, place and message."""

    code: str
    node: Node
    message: str


@dataclass(slots=True)
class _Possible:
    """What could come up in the settings together, as silences by name.

    Each name begins with a kind of thing. A node is that of the first setting that has the thing.
    """

    silences: dict[tuple[str, ...], Silence] = field(default_factory=dict)

    def add(self, name: tuple[str, ...], code: str, node: Node, message: str) -> None:
        self.silences.setdefault(name, Silence(code, node, message))


def never_happened(settings: Sequence[Setting], happened: Happenings) -> list[Silence]:
    """What none of the games of these settings brought up, in the order of the sections."""
    possible = _Possible()
    for setting in settings:
        tree = setting.tree
        state = setting.start("")
        _results(tree, possible, happened)
        _named(tree, possible)
        _cards(tree, possible)
        _units(tree, state, possible)
        _ground(tree, state, possible)
        _phases(tree, state, possible, happened)
        _sections(tree, state, possible, happened)
        _winners(tree, state, possible)
    came_up = {
        *happened.named,
        *(("unit", unit) for unit in happened.units),
        *(("active", phase) for phase in happened.active),
        *(("ground", kind) for kind in happened.ground),
        *(("winner", side) for side in happened.winners),
    }
    return [silence for name, silence in possible.silences.items() if name not in came_up]


def _result_codes(table: MappingNode) -> Iterator[ScalarNode]:
    """The results in the rows of a table."""
    for row in table.entries.values():
        if isinstance(row.value, ScalarNode):
            yield row.value
        elif isinstance(row.value, SequenceNode):
            yield from row.value.scalars()


def _results(tree: MappingNode, possible: _Possible, happened: Happenings) -> None:
    """Results that stand in the table of combat, and in those of `tables`."""
    combat = tree.mapping("combat")
    battles = f"in {happened.rolls['']} battles the result {{}} never came up"
    for code in _result_codes(combat.mapping("table")):
        node = _result_node(combat, code)
        possible.add(("result", str(code.raw)), "HW684", node, battles.format(code.raw))
    tables = tree.mapping("tables")
    for name in tables.entries:
        rolls = f"in {happened.rolls[name]} rolls on {name} the result {{}} never came up"
        table = tables.mapping(name)
        for code in _result_codes(table.mapping("table")):
            node = _result_node(table, code)
            possible.add(("table result", name, code.raw), "HW684", node, rolls.format(code.raw))


def _result_node(section: MappingNode, code: ScalarNode) -> Node:
    """Where a result is written out, or else where it stands in the table."""
    results = section.mapping("results")
    return key_node(results, code.raw) if code.raw in results else code


def _named(tree: MappingNode, possible: _Possible) -> None:
    """Effects, chits, states and markers."""
    for kind, (section, message) in NAMED_SECTIONS.items():
        for name, entry in tree.mapping(section).entries.items():
            defined = entry.value
            # Nobody puts a unit into a state that holds by its position, so none is ever noted.
            if isinstance(defined, MappingNode) and "while" in defined:
                continue
            possible.add((kind, name), "HW688", entry.key, message.format(name))


def _cards(tree: MappingNode, possible: _Possible) -> None:
    decks = tree.mapping("decks")
    for deck in decks.entries:
        for name, entry in decks.mapping(deck).mapping("cards").entries.items():
            possible.add(("card", name), "HW688", entry.key, f"the card {name} is never played")


def _units(tree: MappingNode, state: State, possible: _Possible) -> None:
    counters = tree.mapping("units").mapping("counters")
    for unit in state.frame.unit_ids:
        message = f"{unit} never moves, fights or comes into play"
        possible.add(("unit", unit), "HW685", key_node(counters, unit), message)


def _ground(tree: MappingNode, state: State, possible: _Possible) -> None:
    """Kinds of terrain on the map that some class of movement could enter."""
    kinds, board = tree.mapping("terrain").mapping("hexes"), state.frame.board
    reached = 0
    for costs in state.rules[TerrainRules].costs:
        for steps in state.rules[TerrainRules].steps_from(costs):
            reached |= steps
    for number in state.frame.map.numbers:
        if reached & board.bit[board.cell[number]]:
            kind = state.frame.map.terrain(number)
            message = f"no unit ever stands in {kind}, though it could be entered"
            possible.add(("ground", kind), "HW686", key_node(kinds, kind), message)


def _phases(tree: MappingNode, state: State, possible: _Possible, happened: Happenings) -> None:
    frame = state.frame
    for phase in frame.phase_ids:
        node = phase_node(tree, phase)
        possible.add(("phase", phase), "HW687", node, f"the phase {phase} never begins")
        # Only of a phase in which a side could act: one that a side ended, or that ended because
        # there was nothing to do.
        if phase in happened.idle:
            message = f"in the phase {phase} nobody ever does anything"
            possible.add(("active", phase), "HW687", node, message)


def phase_node(tree: MappingNode, phase: str) -> Node:
    """Where the id of a phase stands."""
    phases = descend(tree, ("sequence", "phases"))
    if isinstance(phases, SequenceNode):
        for item in phases.items:
            if isinstance(item, MappingNode) and "id" in item:
                id_of_phase = item.entries["id"].value
                if isinstance(id_of_phase, ScalarNode) and id_of_phase.raw == phase:
                    return id_of_phase
    return phases


def _sections(tree: MappingNode, state: State, possible: _Possible, happened: Happenings) -> None:
    """Sections whose actions are never done, and that were not seen at work otherwise: neither in
    what they list nor in the rules that events cite.
    """
    came_up = {NAMED_SECTIONS[kind][0] for kind, *_ in happened.named if kind in NAMED_SECTIONS}
    for section, verbs in state.frame.registry.by_section(state.resolved).items():
        if section not in tree or section in came_up or verbs & happened.verbs.keys():
            continue
        if not happened.rules & {*_cited(tree.entries[section].value)}:
            done = " or ".join(sorted(verbs))
            message = f"what {section} allows is never done: nobody could or would {done}"
            possible.add(("section", section), "HW688", key_node(tree, section), message)


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
    """A value, or the values of a mapping however deep."""
    if isinstance(node, ScalarNode):
        yield node
    elif isinstance(node, MappingNode):
        for entry in node.entries.values():
            yield from _scalars(entry.value)


def _winners(tree: MappingNode, state: State, possible: _Possible) -> None:
    """Sides that `victory` names."""
    victory = descend(tree, ("victory",))
    if not isinstance(victory, SequenceNode):
        return
    for item in victory.items:
        winner = item.entries.get("winner") if isinstance(item, MappingNode) else None
        if winner is not None and isinstance(winner.value, ScalarNode):
            side = winner.value.raw
            if side in state.frame.side_ids:
                possible.add(("winner", side), "HW688", winner.value, f"{side} never wins")
