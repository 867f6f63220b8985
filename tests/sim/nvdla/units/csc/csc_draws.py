"""Random layers for CSC."""

from dataclasses import replace
from itertools import cycle

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.config.names import FEATURES
from tests.sim.nvdla.units.csc.csc_layers import Layer

ROUNDS = ((1, 0), (2, 60))
"""Seed and pauses in 256 cycles."""
LAYERS = {"nv_full": 9, "nv_small": 6, "tiny": 24}
"""In a round."""
MOST_OPERATIONS = {"nv_full": 400, "nv_small": 900, "tiny": 900}
"""Of a layer."""


def random_layers(hw: HwConfig, seed: int) -> list[Layer]:
    """The layers of a round."""
    draw = Draw(hw, seed)
    modes = cycle(mode for mode in ORDER if mode.upper() not in FEATURES or mode.upper() in hw.features)
    layers: list[Layer] = []
    while len(layers) < LAYERS[hw.name]:
        before = layers[-1] if layers else None
        layers.append(draw.follower(before) or draw.some(before, next(modes)))
    return layers


class Draw:
    """Draws layers, each for the banks that the one before leaves."""

    def __init__(self, hw, seed):
        self._tiles = 2 * seed  # layers of Winograd, which take one precision after the other
        self._hw, self._rng = hw, np.random.default_rng((seed, hw.mac_channels))

    def number(self, first, last):
        return int(self._rng.integers(first, last + 1))

    def follower(self, before):
        """A layer that uses what the one before left, data or weights or both, or nothing."""
        if before is None or ((before.reuse_data or before.reuse_weights) and self.number(0, 2)):
            return None
        data = before.kept_slices > 0 and self.number(0, 1) == 0
        weights = before.keep_weights and self.number(0, 1) == 0
        if not data and not weights:
            return None
        height = before.kept_slices + self.number(0, 3) if data and before.mode != "winograd" else before.height
        reach = (before.kernel_height - 1) * before.dilation_y + 1
        lines = height - 4 if before.mode == "winograd" else (height + before.pad_top - reach) // before.stride_y + 1
        layer = replace(
            before,
            height=height,
            out_height=lines,
            kernels=before.kernels if weights else self.number(1, 5 * self._hw.mac_cells),
            compressed=before.compressed if weights else self._compressed(),
            reuse_data=data,
            reuse_weights=weights,
            **self._kept(height),
        )
        return layer if lines > 0 and self._fits(layer) else None

    def _compressed(self):
        return self.number(0, 2) == 0 and "WEIGHT_COMPRESSION" in self._hw.features

    def _kept(self, height):
        return {
            "released_slices": self.number(1, height) if self.number(0, 2) == 0 else height,
            "keep_data": self.number(0, 4) == 0,
            "keep_weights": self.number(0, 2) == 0,
        }

    def some(self, before, mode):
        """A layer of a mode."""
        layer = None
        while layer is None:
            layer = self.layer(before, mode)
        return layer

    def layer(self, before, mode):
        """A layer, or nothing if what was drawn is none."""
        sizes = MODES[mode](self)
        if sizes is None or sizes["out_width"] <= 0 or sizes["out_height"] <= 0:
            return None
        mode = "direct" if mode == "batch" else mode
        layer = Layer(
            mode=mode,
            kernels=self.number(1, 5 * self._hw.mac_cells),
            pad_value=self.number(0, 0xFFFF),
            reuse_data=before is not None and before.mode != mode and self.number(0, 1) == 0,
            **self._kept(sizes["height"]),
            compressed=self._compressed(),
            missing=max(0, self.number(0, 6) - 4),
            **self._banks(before),
            **sizes,
        )
        if not self._fits(layer):
            return None
        self._tiles += mode == "winograd"
        return layer

    def _banks(self, before):
        kept = before is not None and (before.kept_slices > 0 or before.keep_weights)
        if kept or (before is not None and self.number(0, 2) > 0):
            return {"data_banks": before.data_banks, "weight_banks": before.weight_banks}
        data_banks = self.number(1, self._hw.cbuf_banks - 1)
        return {"data_banks": data_banks, "weight_banks": self.number(1, self._hw.cbuf_banks - data_banks)}

    def direct(self):
        """Sizes of a direct convolution."""
        sizes = {name: self.number(1, 3) for name in ("stride_x", "stride_y", "dilation_x", "dilation_y")}
        kernel_width, kernel_height = self.number(1, 3), self.number(1, 3)
        reach_x = (kernel_width - 1) * sizes["dilation_x"] + 1
        reach_y = (kernel_height - 1) * sizes["dilation_y"] + 1
        pad_left, pad_right = self.number(0, reach_x - 1), self.number(0, reach_x - 1)
        pad_top, pad_bottom = self.number(0, reach_y - 1), self.number(0, reach_y - 1)
        width, height = self.number(1, 12), self.number(1, 10)
        return {
            "precision": self._precision(),
            "width": width,
            "height": height,
            "channels": self.number(1, (5 if self.number(0, 2) else 1) * self._hw.mac_channels),
            "kernel_width": kernel_width,
            "kernel_height": kernel_height,
            "pad_left": pad_left,
            "pad_top": pad_top,
            "out_width": (width + pad_left + pad_right - reach_x) // sizes["stride_x"] + 1,
            "out_height": (height + pad_top + pad_bottom - reach_y) // sizes["stride_y"] + 1,
            **sizes,
        }

    def image(self):
        """Sizes of an image: one of several rows a step only where they have room beside each other."""
        rows, components = 1 << self.number(0, 2), (1, 3, 4)[self.number(0, 2)]
        room = self._hw.mac_channels // rows // components if rows > 1 else 5
        if room == 0:
            return None
        columns, stride_x = self.number(1, min(room, 5)), self.number(1, min(room, 4))
        stride_y, kernel_height = self.number(1, 3), self.number(1, 6)
        width, height = self.number(columns, 14), self.number(1, 10)
        if self.number(0, 1):  # a line of several entries
            width, height = self.number(columns, 2 * self._hw.mac_channels // components + columns), self.number(1, 3)
        pad_top, pad_bottom = self.number(0, kernel_height - 1), self.number(0, kernel_height - 1)
        return {
            "precision": self._precision(),
            "width": width,
            "height": height,
            "channels": columns * components,
            "components": components,
            "rows_together": rows,
            "kernel_width": 1,
            "kernel_height": kernel_height,
            "stride_x": stride_x,
            "stride_y": stride_y,
            "pad_top": pad_top,
            "out_width": (width - columns) // stride_x + 1,
            "out_height": (height + pad_top + pad_bottom - kernel_height) // stride_y + 1,
        }

    def winograd(self):
        """Sizes of Winograd: whole atoms of channels, and of tiles at least two by two."""
        precision = self._hw.precisions[self._tiles % len(self._hw.precisions)]
        width, height = 4 * self.number(2, 4), 4 * self.number(2, 3)
        return {
            "precision": precision,
            "width": width,
            "height": height,
            "channels": self._hw.atom_bytes // (1 if precision == "INT8" else 2) * self.number(1, 2),
            "kernel_width": 4,
            "kernel_height": 4,
            "stride_x": 1,
            "stride_y": 1,
            "pad_top": self.number(0, 2),
            "pad_left": self.number(0, 2),
            "out_width": width - 4,
            "out_height": height - 4,
            "truncate": self.number(0, 2),
        }

    def batch(self):
        """Sizes of a direct convolution of several batches."""
        sizes = self.direct()
        small = {name: min(sizes[name], 2) for name in ("out_width", "out_height")}
        return {**sizes, **small, "batches": self.number(2, 2 * self._hw.mac_cells)}

    def _precision(self):
        return self._hw.precisions[self.number(0, len(self._hw.precisions) - 1)]

    def _fits(self, layer):
        """Whether data and weights fit the buffer; of weights that go, a group and an entry."""
        hw = self._hw
        places = len(layer.blocks(hw)) * layer.kernel_width * layer.kernel_height
        places = len(layer.blocks(hw)) if layer.mode == "winograd" else places
        operations = layer.out_width * layer.out_height * layer.batches * places * len(layer.groups(hw))
        largest = layer.groups(hw)[0] * layer.kernel_bytes
        bits = layer.kernels * layer.kernel_bytes if layer.keep_weights else largest
        entries = layer.weights_entries(hw) if layer.keep_weights else -(-largest // hw.cbuf_entry_bytes) + 1
        return (
            operations <= MOST_OPERATIONS[hw.name]
            and layer.height * layer.line_entries(hw) <= layer.data_banks * hw.cbuf_bank_entries
            and entries <= layer.weight_banks * hw.cbuf_bank_entries
            and bits // layer.element_bytes <= 8 * (hw.cbuf_bank_entries - 1) * hw.cbuf_entry_bytes
        )


MODES = {"direct": Draw.direct, "image": Draw.image, "batch": Draw.batch, "winograd": Draw.winograd}
ORDER = ("direct", "winograd", "image", "batch", "winograd", "image", "direct")
"""Of the layers of a round, again and again; direct for what a configuration has not."""
