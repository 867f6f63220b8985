"""Views of waves: what GTKWave and Surfer show when a run's waves are opened."""
