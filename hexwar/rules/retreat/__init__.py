"""Section ``retreat``: where beaten units go."""

from hexwar.definition.packages import Section

PACKAGE = Section("retreat", fields={"programs": "section:RetreatVerb"})
