"""Section ``units``: the counters and what they are worth."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "units", form="section:Units", needed=True, checks="checks", codes=frozenset({408, 425})
)
