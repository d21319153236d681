"""Where selectors, conditions, counts and programs stand: who is `own` there, and who has a role.

``{side: own}`` is seen from some side, and ``{role: attacker}`` means some units; which, depends on
the key that it stands under. Each such field of a form says it by a mark, ``asked`` of
:mod:`hexwar.definition.forms`. The marks that many fields share are made here: roles first, then
places in which each unit is asked by itself, then those seen from one side. What stands inside a
shared form (a step of a program, a selector in a selector) is as in the place around.
"""

from __future__ import annotations

from hexwar.definition.forms import Role, asked

EACH_UNITS = "each unit's own side"
"""Eyes with which every unit that is asked is seen as its own."""

NOBODYS = "nobody"
"""Eyes where no side looks: `own` and `enemy` never hold."""

PHASE_OR_EACH = "the side whose phase it is, or from each unit's own side where it is nobody's"

ATTACKER = Role("attacker", "the unit that attacks")
DEFENDER = Role("defender", "the unit that defends")
FIRES = Role("actor", "the unit that fires")
AIMED_AT = Role("target", "the unit that is fired at")
ROLLED_FOR = Role("actor", "the unit that is rolled for")
FOR_EACH = Role("actor", "the unit that is rolled for", beside=("for_each",))
FIRED_AT = Role("target", "the unit that was fired at")
ACTING = Role("actor", "the unit that acts, to which others react", "reactions")
IN_ITS_AIM = Role("target", "those in the hex that it fires at", "reactions")
ROLLER = Role("roller", "those of the side that rolled the 1", "reactions")

FIGHTING = (ATTACKER, DEFENDER)
FIRING = (FIRES, AIMED_AT)
REACTING = (ACTING, IN_ITS_AIM, ROLLER)
IN_TABLES = (ROLLED_FOR, *FIGHTING, FIRED_AT, *REACTING)

EACH = asked(EACH_UNITS, units="own")
"""Each unit is asked from its own side: `own` says nothing there, and `enemy` never holds."""

USUALLY_IN_BATTLE = asked(EACH_UNITS, *FIGHTING, units="own", usually=True)
IN_BATTLE = asked(EACH_UNITS, *FIGHTING, units="own")
IN_FIRE = asked(EACH_UNITS, *FIRING, *REACTING, units="own")
IN_REACTION = asked(EACH_UNITS, *REACTING, units="own")
IN_TABLE = asked(EACH_UNITS, *IN_TABLES, units="own", called=True)

OF_PHASE_OR_EACH = asked(PHASE_OR_EACH, units="any, or own in a phase of nobody")

AS_AROUND = asked(as_around=True)
OTHERS = asked(units="any")
"""Inside a selector: units other than the one that is asked, seen with the same eyes."""

OF_A_BATTLE = asked("the side that attacks", *FIGHTING, units="any")
OF_A_TABLE = asked(
    "the side of the unit that is rolled for, or that attacks, plays the card or has the phase",
    *IN_TABLES,
    units="any",
    called=True,
)
ROLLS = asked("", FOR_EACH, adds=True)
"""A step of a program that rolls on a table: with the roles of the program."""
ROLLS_IN_PHASE = asked("the side whose phase it is", FOR_EACH)
ROLLS_IN_CONTEST = asked("the side whose phase it is", *REACTING)
ROLLS_FOR_UNIT = asked("the side of the unit", ROLLED_FOR, ROLLER)
ROLLS_FOR_ARRIVAL = asked("the side of the unit", ROLLED_FOR)
ROLLS_OF_FIRE = asked("the side that fires", *FIGHTING, FIRED_AT, ACTING, ROLLER)
"""A form that names a table to roll on it in some other way."""

OF_MARKER = asked("the side of the marker", units="any")
OF_MARKER_IN_BATTLE = asked("the side of the marker", *FIGHTING, units="any")
OF_OWN_IN_PHASE = asked("the side whose phase it is", units="own")
OF_ENEMIES_IN_PHASE = asked("the side whose phase it is", units="enemy")
IN_CARDS = (
    Role(
        "attacker",
        "the unit that attacks, where it answers an attack",
        beside=("answers", "attack"),
    ),
    Role(
        "defender",
        "the unit that defends, where it answers an attack",
        beside=("answers", "attack"),
    ),
    Role("actor", "the unit whose move it answers", beside=("answers", "move")),
    Role("actor", "the unit whose fire it answers", beside=("answers", "fire")),
)
ALONE = Role("actor", "that unit")
