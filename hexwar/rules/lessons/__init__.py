"""Section ``lessons``: how the game is taught, step by step, on its own map."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "lessons",
    form="section:Lessons",
    is_choice=True,
    checks="checks",
    codes=frozenset({571, 572, 573, 574}),
)
