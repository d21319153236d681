"""Section ``movement``: how units move."""
