"""What results say, as one page: figures (:mod:`.figures`), plots, maps and the page itself."""
