"""Two shapes of a table → edits, per dialect."""
