"""Programs for people who develop hexwar: run each from the checkout, ``python tools/NAME.py``."""
