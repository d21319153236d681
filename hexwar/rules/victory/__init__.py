"""Section ``victory``: which side has won."""
