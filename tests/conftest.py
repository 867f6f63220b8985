"""What all tests share with pytest."""

from tests.simulation import PytestProgress


def pytest_configure(config):
    PytestProgress.capture = config.pluginmanager.getplugin("capturemanager")
