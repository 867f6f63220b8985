"""Errors that the user can put right."""


class UserError(Exception):
    """Wrong input or a missing tool; its text is one line that says what was wrong and what to do next."""
