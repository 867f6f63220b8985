"""The command line ``python -m tb``: one module a subcommand, with its summary, examples, options and what runs it."""
