"""A draw by agreement: offered at any time, in every game, and taken or refused at once."""

from hexwar.definition.packages import Section

PACKAGE = Section("agreement", always=True)
