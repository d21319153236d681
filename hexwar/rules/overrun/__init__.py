"""Section ``overrun``: attacks in the course of movement."""

from hexwar.definition.packages import Section

PACKAGE = Section("overrun", form="section:Overrun", checks="checks")
