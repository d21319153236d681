"""Section ``stacking``: how much a hex holds, and which of it is seen."""
