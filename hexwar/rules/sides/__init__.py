"""Section ``sides``: who plays."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "sides",
    form="section:Sides",
    needed=True,
    checks="checks",
    codes=frozenset({506, 507, 508, 655, 661}),
)
