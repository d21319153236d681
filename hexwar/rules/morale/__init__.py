"""Section ``morale``: dice that decide whether a unit stands when it has lost somebody."""
