"""What layers leave in the convolution buffer: used again, released in part, in other banks, too little of it."""

from dataclasses import replace

import numpy as np
import pytest

from models.nvdla.conv.constructor import INPUT_AT, WEIGHTS_AT
from models.nvdla.conv.parts import Kernel, Padding
from tests.unit.nvdla.conv.players import CONFIG, Player, conv, reads, same, with_buffer


@pytest.fixture
def player():
    return Player()


def test_data_are_used_again(player):
    _, second = player.play(with_buffer(conv(), keep_data=True), with_buffer(conv(kernels=3), reuse_data=True))
    assert reads(player.claimed[1]) == ["weights"]
    assert second[1].all()
    player.fill(INPUT_AT)
    (third,) = player.play(with_buffer(conv(kernels=3), reuse_data=True))
    assert player.broken == ["conv-reuse"], "nothing was kept"
    assert reads(player.claimed[2]) == ["data", "weights"]
    assert not same(second, third)
    assert not player.refused


def test_weights_are_used_again(player):
    (first,) = player.play(with_buffer(conv(), keep_weights=True))
    player.fill(WEIGHTS_AT)
    again, fresh = player.play(with_buffer(conv(), reuse_weights=True), conv())
    assert same(first, again)
    assert not same(first, fresh)
    assert reads(player.claimed[1]) == ["data"]
    assert not player.broken


def test_a_layer_may_fetch_nothing(player):
    kept = with_buffer(conv(), keep_weights=True, keep_data=True)
    first, again = player.play(kept, with_buffer(conv(), reuse_weights=True, reuse_data=True))
    assert same(first, again)
    assert reads(player.claimed[1]) == []
    assert not player.broken


def test_what_is_not_used_again_is_fetched(player):
    first, second = player.play(with_buffer(conv(), keep_weights=True, keep_data=True), conv())
    assert same(first, second)
    assert reads(player.claimed[1]) == ["data", "weights"]


def test_a_partial_release_leaves_lines_for_the_next_layer(player):
    shape = {"kernel": Kernel(height=3, width=3), "padding": Padding(), "channels": 9, "width": 5}
    (whole,) = player.play(conv(**shape, height=8))
    top = conv(**shape, height=5)
    cube = replace(top.input, side=replace(top.input.side, surface_stride_bytes=8 * 5 * CONFIG.atom_bytes))
    top = replace(top, input=replace(cube, surface_packed=False))
    top = with_buffer(top, release_slices=3, data_banks=2, weight_banks=2)
    side = replace(cube.side, address=cube.side.address + 5 * 5 * CONFIG.atom_bytes)
    rest = replace(
        top, input=replace(cube, height=3, side=side, surface_packed=False), view=replace(top.view, height=5)
    )
    rest = with_buffer(rest, reuse_data=True, release_slices=5)
    parts = player.play(top, rest)
    assert not player.broken
    lines = [part[0].reshape(-1, 3, 3, CONFIG.atom_bytes) for part in parts]
    assert np.array_equal(np.concatenate(lines, axis=1), whole[0].reshape(-1, 6, 3, CONFIG.atom_bytes))
    assert all(part[1].all() for part in parts)


def test_other_banks_throw_away_what_was_kept(player):
    kept = with_buffer(conv(channels=1), keep_data=True, keep_weights=True)
    other = with_buffer(conv(channels=1), reuse_data=True, reuse_weights=True, data_banks=2, weight_banks=2)
    first, second = player.play(kept, other)
    assert player.broken == ["conv-reuse-banks"]
    assert reads(player.claimed[1]) == ["data", "weights"]
    assert same(first, second)


def test_a_layer_that_waits_for_more_slices_than_there_are_never_ends(player):
    higher = with_buffer(conv(height=5), reuse_data=True)
    player.play(with_buffer(conv(), keep_data=True), higher)
    assert set(player.broken) == {"conv-reuse-slices"}
    assert "it waits for 5 slices of data without end, it has 4" in player.refused[0]


def test_slices_that_no_layer_accounts_for_spoil_later_ones(player):
    lower = with_buffer(conv(height=3), reuse_data=True)
    _, second, third = player.play(with_buffer(conv(), keep_data=True), lower, conv())
    assert "conv-reuse-slices" in player.broken
    assert second[1].all()
    assert not third[1][:, :3].any()
    (fourth,) = player.play(with_buffer(conv(), data_banks=2, weight_banks=2))
    assert fourth[1].all(), "other banks begin anew"


def test_slices_of_another_form_are_unknown(player):
    _, second = player.play(with_buffer(conv(), keep_data=True), with_buffer(conv(width=5), reuse_data=True))
    assert "conv-reuse-slices" in player.broken
    assert not second[1][:, :3].any()


def test_kernels_that_were_not_kept_are_waited_for(player):
    player.play(with_buffer(conv(kernels=3), keep_weights=True), with_buffer(conv(kernels=4), reuse_weights=True))
    assert set(player.broken) == {"conv-reuse-kernels"}
    assert "it waits for 4 kernels without end, it has 3" in player.refused[0]


def test_batches_are_layers_with_the_same_weights(player):
    batches = conv(batches=3)
    cube = batches.input
    (together,) = player.play(batches)
    alone = [
        replace(conv(), input=replace(cube, batches=1, side=replace(cube.side, address=cube.side.address + at)))
        for at in range(0, 3 * cube.batch_stride_bytes, cube.batch_stride_bytes)
    ]
    alone = [replace(layer, buffer=batches.buffer) for layer in alone]
    assert same(together, [np.concatenate(parts) for parts in zip(*player.play(*alone), strict=True)])
    assert not player.broken


@pytest.mark.parametrize("kept", [False, True])
def test_weights_beyond_those_of_the_kernels_are_found_by_the_next_layer(player, kept):
    entry, small = CONFIG.cbuf_entry_bytes, conv(channels=1)
    surplus = replace(small, weights=replace(small.weights, size_bytes=small.weights.size_bytes + entry))
    there = with_buffer(small, data_banks=1, weight_banks=2)
    elsewhere = with_buffer(small, data_banks=2, weight_banks=1)
    first = with_buffer(surplus, data_banks=1, weight_banks=2, keep_weights=kept)
    parts = player.play(first, there, elsewhere, there)
    assert set(player.broken) == {"conv-weight-bytes"}
    assert [bool(part[1].all()) for part in parts] == [True, kept, True, True]
