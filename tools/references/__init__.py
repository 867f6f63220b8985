"""``python -m tools.references``: follows what files of this repository cite and link."""
