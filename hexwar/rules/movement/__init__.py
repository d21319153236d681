"""Section ``movement``: where units may go, alone and together."""
