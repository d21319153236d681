"""Section ``escort``: units that do not fight and are moved by those that escort them."""
