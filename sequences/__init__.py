"""Stimulus: layers of every unit, scenarios, random generators, trace players. Carries no expectation."""
