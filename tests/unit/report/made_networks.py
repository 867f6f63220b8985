"""Networks of a made family that were played."""

import base64

from tb.outcome.network import NetworkRecord, OperationRecord, Picture, WrongTensor
from tb.reports.played_network import PlayedNetwork


def picture(*grey):
    return Picture(said="int8, 1x2x2", low=-1.0, high=2.0, width=2, grey=base64.b64encode(bytes(grey)).decode())


def operation(number, units="POOL", macs=0, cycles=100):
    return OperationRecord(
        name=str(number),
        units=units,
        shape="1x2x2",
        macs=macs,
        most_macs=8,
        bytes_moved=64,
        layers=(number,),
        cycles=cycles,
    )


def network(*operations, wrong=None, first_wrong="", outputs=None):
    return NetworkRecord(
        name="made.bin",
        count=2,
        operations=operations,
        outputs=outputs or {},
        wrong=wrong,
        first_wrong=first_wrong,
    )


WRONG = WrongTensor(
    operation="operation 1 (POOL)",
    element="[c 0, h 0, w 1]: 3, expected 4",
    found=picture(0, 0, 0, 0),
    expected=picture(0, 85, 170, 255),
)


def played_network(*, passed=True, findings=(), golden=""):
    """A network of two operations, of which the second one is wrong if it did not pass."""
    about = {} if passed else {"wrong": WRONG, "first_wrong": "operation 1 (POOL)"}
    return PlayedNetwork(
        network=network(operation(0, "MULTIPLY", macs=100), operation(1), outputs={"y": picture(1, 2, 3, 4)}, **about),
        config="small",
        on="icarus",
        passed=passed,
        golden=golden,
        findings=tuple(findings),
        replay="make network NETWORK=made.bin",
        time="2026-11-26T12:00:00+00:00",
        commit="0123456789ab",
    )
