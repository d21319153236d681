"""What is proved of sections ``plots`` and ``carried_out``: orders are written and carried out.

Each plot has a phase in which it is written and another in which it is carried out, and each phase
of these kinds has plots. What is written must tell which plot it is of, since players write words
and paths, not plots.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.grammar import a_or_an
from hexwar.definition.tree import MappingNode
from hexwar.rules.initiative import Initiative
from hexwar.rules.plots.section import CARRYING_OUT, WRITING, CarriedOut, Plot, PlotPhases, Plots
from hexwar.rules.sequence.section import Phase, SequenceOfPlay


def _plots(subject: Subject) -> dict[str, Plot]:
    section = subject.game.section(Plots)
    return dict(section.by_id) if section else {}


def _phases(subject: Subject, kind: str) -> Iterator[Phase]:
    phases = subject.game[SequenceOfPlay].phases
    return (phase for phase in phases if phase.kind == kind)


@of_each_game
def plots_are_written_in_phases_of_writing(subject: Subject, findings: Findings) -> None:
    """Each is written in phases of kind plot, and each such phase has something to write."""
    kinds = {phase.id: phase.written_kind for phase in subject.game[SequenceOfPlay].phases}
    plots = _plots(subject)
    for name, plot in plots.items():
        for named in plot.phase:
            if kinds.get(named, WRITING) != WRITING:
                place = subject.node("plots", name, "phase").place()
                message = f"{name} is written in {named}, which is {a_or_an(kinds[named])} phase"
                findings.add("HW710", place, message, help="name a phase of kind plot")
    written = {named for plot in plots.values() for named in plot.phase}
    for phase in _phases(subject, WRITING):
        if plots and phase.id not in written:
            place = subject.node("sequence", "phases", *phase.at, "id").place()
            message = f"in {phase.id} nothing is written: no plot names it"
            hint = f"say `phase: {phase.id}` in a plot, or delete the phase"
            findings.add("HW711", place, message, help=hint)


@of_each_game
def plots_are_carried_out(subject: Subject, findings: Findings) -> None:
    """Each in some phase of kind carry_out, and each such phase has plots."""
    carried = {name for phase in _phases(subject, CARRYING_OUT) for name in phase[PlotPhases].plots}
    for name in _plots(subject):
        if name not in carried:
            place = subject.key("plots", name).place()
            message = f"{name} is written, and no phase carries it out"
            hint = f"add a phase `{{kind: carry_out, plots: [{name}]}}`"
            findings.add("HW712", place, message, help=hint)
    for phase in _phases(subject, CARRYING_OUT):
        if not phase[PlotPhases].plots:
            place = subject.node("sequence", "phases", *phase.at).place()
            message = f"{phase.id} carries nothing out"
            findings.add("HW713", place, message, help="say which: `plots: [...]`")


@of_each_game
def keys_of_plots_stand_in_their_phases(subject: Subject, findings: Findings) -> None:
    """`sides` in phases of kind plot that are nobody's, `plots` in those of kind carry_out."""
    for phase in subject.game[SequenceOfPlay].phases:
        node = subject.node("sequence", "phases", *phase.at)
        plotting = phase[PlotPhases]
        if plotting.plots and phase.kind != CARRYING_OUT:
            message = f"{phase.id} is {a_or_an(phase.written_kind)} phase, and carries no plots out"
            place = subject.node("sequence", "phases", *phase.at, "plots").place()
            findings.add("HW714", place, message, help="leave `plots` out, or `kind: carry_out`")
        if not isinstance(node, MappingNode) or "sides" not in node:
            continue
        place = subject.node("sequence", "phases", *phase.at, "sides").place()
        if phase.kind != WRITING:
            kind = a_or_an(phase.written_kind)
            message = f"{phase.id} is {kind} phase, in which sides do not act together"
            findings.add("HW714", place, message, help="leave `sides` out, or write `side`")
        elif phase.side:
            message = f"{phase.id} is {phase.side}'s, and `sides` says who writes as well"
            findings.add("HW714", place, message, help="leave `side` or `sides` out")


@of_each_game
def what_is_written_is_told_apart(subject: Subject, findings: Findings) -> None:
    """No state stands in two plots of one phase, and no number bounds what is no path."""
    first: dict[tuple[str, str], str] = {}
    for name, plot in _plots(subject).items():
        if plot.most is not None and not plot.is_path:
            place = subject.node("plots", name, "most").place()
            message = f"{name} writes states, and `most` is about the hexes of a path"
            findings.add("HW715", place, message, help="leave `most` out")
        for phase in plot.phase:
            for at, word in enumerate(plot.states):
                before = first.setdefault((phase, word), name)
                if before != name:
                    place = subject.node("plots", name, "writes", "state", at).place()
                    message = f"{word} is written by {before} too, in the same phase"
                    hint = "give each plot states of its own"
                    findings.add("HW716", place, message, help=hint)


@of_each_game
def carrying_out_has_what_it_asks_for(subject: Subject, findings: Findings) -> None:
    """Plots where there is a section for carrying them out, and the initiative if it orders."""
    section = subject.game.section(CarriedOut)
    if section is None:
        return
    if not _plots(subject):
        place = subject.key("carried_out").place()
        message = "the game says how plots are carried out, and has none"
        findings.add("HW717", place, message, help="add a section `plots`, or delete this one")
    if section.order == "initiative" and subject.game.section(Initiative) is None:
        place = subject.node("carried_out", "order").place()
        message = "the side with the initiative comes first, and the game has no section initiative"
        hint = "add the section, or name a value: `order: {value: crew}`"
        findings.add("HW718", place, message, help=hint)
