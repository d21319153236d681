"""What ``tools/bench.py`` measures, by subject."""
