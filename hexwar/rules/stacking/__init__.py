"""Section ``stacking``: how many units a hex holds, and which of them are seen."""

from hexwar.definition.packages import Section

PACKAGE = Section("stacking", form="section:Stacking", needed=True)
