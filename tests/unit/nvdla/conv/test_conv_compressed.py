"""Layers of compressed weights: what uncompressed ones give, and what comes of streams that do not agree."""

from dataclasses import replace

import numpy as np
import pytest

from models.nvdla.conv.buffer.streams import WeightStreams, compressed_streams, stored_layout
from models.nvdla.conv.constructor import MASK_AT, SIZES_AT, WEIGHTS_AT
from models.nvdla.conv.fetch.compression import SIZE_TYPE, ByteStream, compress
from models.nvdla.conv.rules.buffer import BUFFER_RULES
from models.nvdla.conv.rules.streams import STREAM_RULES
from models.nvdla.rules import check_layer
from models.rules import Case, RuleContext
from tests.unit.nvdla.conv.players import CONFIG, Player, conv, same

KERNELS = 10


class CompressedPlayer(Player):
    """Kernels in two groups, half of their elements zero, as they are and compressed."""

    def __init__(self):
        super().__init__()
        self.plain = conv(kernels=KERNELS)
        layout = stored_layout(self.plain, CONFIG)
        elements = self.rng.integers(-128, 128, layout.element_count, np.int8)
        elements *= self.rng.integers(0, 2, elements.shape, np.int8)
        self.elements = elements.view(np.uint8)
        streams = compress(self.elements[:, None], layout.group_elements, CONFIG.cbuf_entry_bytes)
        self.streams = {"weights": streams.weights, "mask": streams.mask, "sizes": streams.sizes}
        layer = conv(kernels=KERNELS, compressed=True)
        compression = replace(layer.weights.compression, mask_bytes=len(streams.mask))
        weights = replace(layer.weights, size_bytes=len(streams.weights), compression=compression)
        self.compressed = replace(layer, weights=weights)

    def play_both(self, **changed):
        """The layer of uncompressed weights, and that of compressed ones some of whose bytes are changed."""
        whole = np.zeros(self.plain.weights.size_bytes, np.uint8)
        whole[: len(self.elements)] = self.elements
        self.device.load("DBB", WEIGHTS_AT, whole)
        (plain,) = self.play(self.plain)
        for name, address in (("weights", WEIGHTS_AT), ("mask", MASK_AT), ("sizes", SIZES_AT)):
            self.device.load("DBB", address, changed.get(name, self.streams[name]))
        return plain, self.play(self.compressed)

    def with_sizes(self, *changes):
        """Group sizes, some of them changed by so much."""
        sizes = self.streams["sizes"].copy()
        sizes.view(SIZE_TYPE)[: len(changes)] += np.array(changes, np.int32).astype(SIZE_TYPE)
        return sizes


@pytest.fixture
def player():
    return CompressedPlayer()


def test_compressed_weights_give_what_the_others_give(player):
    plain, (compressed,) = player.play_both()
    assert same(plain, compressed)
    assert not player.broken
    assert [item.where.label for item in player.claimed[1].fetched] == ["data", "weights", "weight mask", "group sizes"]


def test_a_group_that_is_told_of_too_early_is_unknown(player):
    plain, (compressed,) = player.play_both(sizes=player.with_sizes(-40))
    assert player.broken == ["conv-compressed-streams"]
    known = compressed[1]
    assert not known[: len(known) // 2].any(), "the first group"
    assert known[len(known) // 2 :].any()
    assert (plain[0] == compressed[0])[known].all()


def test_the_size_of_the_last_group_does_not_matter(player):
    plain, (compressed,) = player.play_both(sizes=player.with_sizes(0, 100))
    assert player.broken == ["conv-compressed-streams"]
    assert same(plain, compressed)


def test_a_group_that_wants_more_than_there_is_is_waited_for(player):
    _, compressed = player.play_both(sizes=player.with_sizes(1 << 20))
    assert player.broken == ["conv-compressed-streams"]
    assert not compressed
    assert "it waits for kernel group 0 without end" in player.refused[0]


def test_weights_that_end_early_are_unknown(player):
    short = replace(
        player.compressed.weights, size_bytes=player.compressed.weights.size_bytes - CONFIG.cbuf_entry_bytes
    )
    player.compressed = replace(player.compressed, weights=short)
    _, (compressed,) = player.play_both()
    assert player.broken == ["conv-compressed-streams"]
    assert not compressed[1].all()
    assert compressed[1].any()


@pytest.mark.parametrize("banks", [0, 1])
def test_nothing_but_zeros_leaves_an_entry_until_banks_change(player, banks):
    """The layer itself is settled; the one behind it is where it has other banks."""
    none = {name: np.zeros_like(data) for name, data in player.streams.items()}
    empty = replace(player.compressed.weights, size_bytes=CONFIG.cbuf_entry_bytes)
    whole, player.compressed = player.compressed, replace(player.compressed, weights=empty)
    _, (zero,) = player.play_both(**none)
    assert player.broken == ["conv-compressed-empty"]
    assert zero[1].all()
    assert not zero[0].any()
    for name, address in (("weights", WEIGHTS_AT), ("mask", MASK_AT), ("sizes", SIZES_AT)):
        player.device.load("DBB", address, player.streams[name])
    buffer = replace(whole.buffer, weight_banks=whole.buffer.weight_banks - banks)
    (behind,) = player.play(replace(whole, buffer=buffer))
    assert behind[1].all() == bool(banks)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rule", STREAM_RULES, ids=lambda rule: rule.name)
def test_a_breaker_breaks_its_own_rule(rule, seed, player):
    streams = {name: ByteStream(data, np.ones(len(data), np.bool_)) for name, data in player.streams.items()}
    held = WeightStreams(KERNELS, streams["weights"], streams["mask"], streams["sizes"])
    case = Case(compressed_streams(player.compressed, CONFIG, held), RuleContext(CONFIG))
    assert check_layer(case.subject, CONFIG) == []
    broken = rule.break_it(case, np.random.default_rng(seed)).subject
    assert {item.rule for item in check_layer(broken, CONFIG)} == {rule.name}


@pytest.mark.parametrize("beyond", [0, 1])
def test_compressed_weights_are_whole_entries(player, beyond):
    size = player.compressed.weights.size_bytes + beyond - (beyond and CONFIG.cbuf_entry_bytes)
    (rule,) = (rule for rule in BUFFER_RULES if rule.name == "conv-weight-bytes")
    layer = replace(player.compressed, weights=replace(player.compressed.weights, size_bytes=size))
    assert len(list(rule.find(layer, RuleContext(CONFIG)))) == beyond


def test_groups_of_a_reserved_precision_have_no_sizes():
    player = Player()
    player.play(replace(conv(compressed=True), precision="0x3"))
    assert "precision 0x3 is reserved" in player.refused[0]
    assert "conv-reserved" in player.broken
