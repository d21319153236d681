"""Section ``victory``: who has won."""
