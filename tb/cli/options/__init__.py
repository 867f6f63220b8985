"""Options that subcommands share, and what they select."""
