"""Section ``movement``: how units move."""

from hexwar.definition.packages import Section

PACKAGE = Section("movement", checks="checks", codes=frozenset({601, 602, 603, 604}))
