"""Section ``withdrawals``: units that leave for another front."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "withdrawals", form="section:Withdrawals", checks="checks", codes=frozenset({563})
)
