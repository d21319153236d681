"""What units are worth now: strengths, allowances and named values, with all that changes them."""

from hexwar.definition.packages import Section

PACKAGE = Section("values", always=True)
