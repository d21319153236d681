"""Section ``entry``: what all groups of reinforcements have in common."""

from hexwar.definition.packages import Section

PACKAGE = Section("entry", form="section:Entry")
