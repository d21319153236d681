"""Section ``scenarios``: setting up."""
