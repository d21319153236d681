"""Section ``states``: what befalls units for a time, and what it does to them."""
