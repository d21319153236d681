"""Section ``lessons``: how the game is taught, step by step, on its own map."""
