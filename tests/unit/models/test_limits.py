"""Each rule broken alone is reported alone; what is legal breaks none."""

from dataclasses import replace

import pytest

from models.nvdla.config import NV_FULL
from models.nvdla.limits import check_bdma_group
from tests.unit.models.tiny import ROUTES, TINY, copy


def rules(config, transfers, busy=()):
    return [violation.rule for violation in check_bdma_group(config, transfers, busy)]


@pytest.mark.parametrize("config", [NV_FULL, TINY], ids=["nv_full", "tiny"])
@pytest.mark.parametrize("route", ROUTES)
def test_a_full_group_of_tight_copies_is_legal(config, route):
    most = 1 << config.bdma_repeat_bits
    transfer = copy(config, route, (1, most, 1))
    transfers = [transfer, copy(config, route, (most, 1, 2))] + [copy(config, route)] * (config.bdma_slots - 2)
    assert rules(config, transfers, busy=[0]) == []


def broken(config):
    atom = config.atom_bytes
    most = 1 << config.bdma_repeat_bits
    cube = copy(config, extent=(2, 2, 2))
    line_bytes, surface_bytes = 2 * atom, cube.source_line_stride_bytes + 2 * atom
    top = (1 << 64) - atom
    return {
        "bdma-line-stride": [
            replace(copy(config, extent=(1, 2, 2)), **{f"{side}_line_stride_bytes": line_bytes - 1})
            for side in ("source", "destination")
        ],
        "bdma-surface-stride": [
            replace(cube, **{f"{side}_surface_stride_bytes": surface_bytes - 1}) for side in ("source", "destination")
        ],
        "bdma-address-range": [
            replace(copy(config, extent=(1, 1, 2)), **{f"{side}_address": top}) for side in ("source", "destination")
        ],
        "bdma-repeat": [copy(config, extent=(1, most + 1, 1)), copy(config, extent=(most + 1, 1, 1))],
        "bdma-overlap": [copy(config, ("MC", "MC"), destination_address=NV_FULL.ports["MC"].base)],
    }


@pytest.mark.parametrize("config", [NV_FULL, TINY], ids=["nv_full", "tiny"])
@pytest.mark.parametrize("rule", broken(NV_FULL))
def test_a_broken_rule_of_one_operation_is_named_with_its_slot(config, rule):
    for transfer in broken(config)[rule]:
        found = list(check_bdma_group(config, [copy(config, (transfer.source, transfer.destination)), transfer]))
        assert [violation.rule for violation in found] == [rule]
        assert found[0].message.startswith("slot 1: ")
        assert rule in str(found[0])
        assert found[0].source


@pytest.mark.parametrize("config", [NV_FULL, TINY], ids=["nv_full", "tiny"])
def test_a_broken_rule_of_a_group_is_named(config):
    to_cvsram, to_mc = copy(config, ("MC", "CVSRAM")), copy(config, ("CVSRAM", "MC"))
    assert rules(config, []) == ["bdma-empty-launch"]
    assert rules(config, [to_cvsram] * (config.bdma_slots + 1)) == ["bdma-slots"]
    assert rules(config, [to_cvsram], busy=[0, 1]) == ["bdma-both-busy"]
    assert rules(config, [to_cvsram, to_mc]) == ["bdma-one-destination"]


def test_strides_that_nothing_uses_are_free():
    flat = {f"{side}_{kind}_stride_bytes": 0 for side in ("source", "destination") for kind in ("line", "surface")}
    assert rules(NV_FULL, [copy(NV_FULL, extent=(1, 1, 9), **flat)]) == []
