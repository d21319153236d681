"""Section ``combat``: who may attack whom, the odds, the table and its results."""
