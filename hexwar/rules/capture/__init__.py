"""Section ``capture``: units that fall to whoever moves into their hex."""
