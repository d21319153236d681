"""What is proved of section ``figures``: that units have some, and that every face has a result.

Conditions first, then the die that looks at casualties, the phase in which it does, and the units
that have figures at all.
"""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.figures.section import Figures
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.units.section import Units


@of_each_game
def some_figures_are_effective(subject: Subject, findings: Findings) -> None:
    """Figures begin in a condition in which they fight, and a hit does not put them into such a
    condition.
    """
    section = subject.game.section(Figures)
    if section is None:
        return
    first, *_ = section.conditions.values()
    if not first.effective:
        place = subject.key("figures", "conditions", first.id).place()
        message = f"all figures begin {first.id}, in which they are not effective"
        findings.add("HW462", place, message, help=f"let {first.id} say `effective: true`")
    hit = section.conditions.get(section.hit)
    if hit is not None and hit.effective:
        place = subject.node("figures", "hit").place()
        message = f"figures that are hit become {hit.id}, and are effective in it"
        findings.add("HW462", place, message, help="name a condition in which they do not fight")


@of_each_game
def every_face_has_a_result(subject: Subject, findings: Findings) -> None:
    """Each face of the die that looks at casualties stands in one row."""
    section = subject.game.section(Figures)
    check = section.check if section is not None else None
    if check is None:
        return
    rows = [face for row in check.results for face in check.thrown.within(row)]
    faces = range(1, check.thrown.sides + 1)
    wrong = [face for face in faces if rows.count(face) != 1]
    wrong += sorted({face for face in rows if face not in faces})
    if wrong:
        place = subject.key("figures", "check", "results").place()
        listed = ", ".join(map(str, wrong))
        message = f"of the faces of a d{check.thrown.sides}, {listed} has not one result"
        findings.add("HW463", place, message, help="write every face in one row, such as 2..3")


@of_each_game
def casualties_have_their_phase(subject: Subject, findings: Findings) -> None:
    """A check is made in a phase of kind casualties, and such a phase has a check."""
    section = subject.game.section(Figures)
    check = section.check if section is not None else None
    kinds = [phase.kind for phase in subject.game[SequenceOfPlay].phases]
    if "casualties" in kinds and check is None:
        place = subject.node("sequence", "phases", kinds.index("casualties"), "kind").place()
        message = "a phase looks at casualties, and nothing says what becomes of them"
        findings.add("HW464", place, message, help="add `check` to the section figures")
    if check is not None and "casualties" not in kinds:
        place = subject.key("figures", "check").place()
        message = "no phase looks at casualties"
        hint = "add {id: casualties, kind: casualties} to the phases"
        findings.add("HW464", place, message, help=hint)


@of_each_game
def some_unit_has_figures(subject: Subject, findings: Findings) -> None:
    """Some counter prints a number of figures."""
    section = subject.game.section(Figures)
    if section is None:
        return
    units = subject.game[Units].counters.values()
    if not any(unit.values.get(section.number) for unit in units):
        place = subject.key("figures").place()
        message = f"no unit has a value {section.number}, and so none has figures"
        hint = f"give types or counters `values: {{{section.number}: 4}}`"
        findings.add("HW465", place, message, help=hint)


@of_each_game
def who_comes_back_has_no_figures(subject: Subject, findings: Findings) -> None:
    """Counters for figures that come back print none: only such counters are ever free for them."""
    section = subject.game.section(Figures)
    counters = subject.game[Units].counters
    if section is None:
        return
    for node in subject.mappings():
        for unit in node.mapping("reinforce").sequence("units").scalars():
            counter = counters.get(unit.raw)
            if counter and counter.values.get(section.number):
                message = f"{unit.raw} has figures of its own, and takes none that come back"
                hint = f"name a counter that prints no {section.number}"
                findings.add("HW519", unit.place(), message, help=hint)
