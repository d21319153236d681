"""What packages of rules there are, and what each brings: storey by storey, from the ground up.

Of a section that a game does not have nothing else is imported.
"""

from hexwar.rules.storeys.acts import ACTS
from hexwar.rules.storeys.course import COURSE
from hexwar.rules.storeys.ends import ENDS
from hexwar.rules.storeys.errands import ERRANDS
from hexwar.rules.storeys.forces import FORCES
from hexwar.rules.storeys.ground import GROUND
from hexwar.rules.storeys.skirmish import SKIRMISH
from hexwar.rules.storeys.stock import STOCK
from hexwar.rules.storeys.upkeep import UPKEEP

STOREYS = {
    "ground": GROUND,
    "forces": FORCES,
    "stock": STOCK,
    "acts": ACTS,
    "upkeep": UPKEEP,
    "skirmish": SKIRMISH,
    "course": COURSE,
    "errands": ERRANDS,
    "ends": ENDS,
}
"""All storeys by name, from the ground up."""
