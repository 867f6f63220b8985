"""A test's environment, whatever the family: agents, reference, scoreboard; stimulus, the last look, the verdict."""
