"""Section ``facing``: units that look somewhere: arcs, what they enter, what turns cost."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "facing",
    uses=("turning",),
    offers=("rules:FacingRules",),
    form="section:Facing",
    fields={
        "selectors": adds("section:FacingSelectors", "struck_in", "strikes", "looks"),
        "setup_places": adds("section:FacingAtSetup", "facing"),
    },
    in_play=("*", "!points_to", "!begins"),
    checks="checks",
    codes=frozenset(range(750, 757)),
)
