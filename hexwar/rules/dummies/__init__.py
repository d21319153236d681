"""Section ``dummies``: counters that lie face down, some of which are nothing."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "dummies",
    form="section:Dummies",
    fields={"selectors": adds("section:FaceDownSelectors", "face_down")},
    checks="checks",
    codes=frozenset({760, 761}),
)
