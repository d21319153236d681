"""Section ``dice``: dice with symbols on their faces, thrown in place of a table."""
