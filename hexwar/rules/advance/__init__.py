"""Section ``advance``: advance after combat."""

from hexwar.definition.packages import Section

PACKAGE = Section("advance", form="section:Advance", fields={"programs": "section:AdvanceVerb"})
