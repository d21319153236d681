"""Units and steps that are lost, whatever takes them: who may be chosen, and by whom."""

from hexwar.definition.packages import Section

PACKAGE = Section("elimination", always=True)
