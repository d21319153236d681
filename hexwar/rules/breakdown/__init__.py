"""Section ``breakdown``: one counter for several, and several for one."""
