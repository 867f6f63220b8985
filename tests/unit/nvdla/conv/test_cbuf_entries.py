"""Entries of the buffer that images and extended inputs take, by cases of recorded layers and by hand."""

import pytest

from models.nvdla.config import NV_FULL
from models.nvdla.conv.buffer.sizes import image_entries, winograd_entries


@pytest.mark.parametrize(
    ("pixels", "components", "element_bytes", "entries"),
    [(8, 1, 1, 1), (128, 1, 1, 1), (129, 1, 1, 2), (16, 4, 2, 1), (17, 4, 2, 2), (43, 3, 1, 2), (43, 3, 2, 3)],
)
def test_lines_of_images_fill_entries(pixels, components, element_bytes, entries):
    assert image_entries(NV_FULL, pixels, components, element_bytes) == entries


@pytest.mark.parametrize(
    ("channels", "width", "element_bytes", "entries"), [(16, 12, 2, 3), (64, 12, 1, 6), (32, 8, 1, 2), (192, 12, 2, 36)]
)
def test_each_surface_of_the_extended_input_has_its_entries(channels, width, element_bytes, entries):
    assert winograd_entries(NV_FULL, channels, width, element_bytes) == entries
