"""The text mode: a game in the terminal, line by line, and what is said and asked there."""
