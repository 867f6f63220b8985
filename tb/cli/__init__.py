"""The command line ``python -m tb``: one module a subcommand."""
