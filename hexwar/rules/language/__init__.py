"""The words that every section shares: conditions, names and numbers in sentences."""
