"""Section ``withdrawals``: units that leave for another front."""
