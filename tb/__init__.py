"""What touches a simulator or runs one: agents, environment, scoreboard, runner, reports, command line."""
