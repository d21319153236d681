"""Section ``dummies``: counters that lie face down, some of which are nothing."""
