"""Traffic as rows, which tests change and compare more easily than columns."""

import numpy as np

from tb.memory.traffic import Traffic, TrafficKind
from tb.memory.transfers import Transfers, packed_strobes


def row_dtype(data_bytes):
    """One transfer; the fields as of `Transfers`, with a strobe a byte."""
    return np.dtype(
        [
            ("time_ps", np.uint64),
            ("kind", np.uint8),
            ("axi_id", np.uint16),
            ("beats", np.uint16),
            ("last", np.bool_),
            ("address", np.uint64),
            ("shape", np.uint8),
            ("resp", np.uint8),
            ("strobe", np.bool_, (data_bytes,)),
            ("data", np.uint8, (data_bytes,)),
        ]
    )


def transfers_of(rows):
    """Columns of rows, whatever their kind."""
    names = ("time_ps", "axi_id", "beats", "last", "address")
    columns = (*(rows[name] for name in names), packed_strobes(rows["strobe"]), rows["data"])
    return Transfers(*columns, rows["shape"], rows["resp"])


def traffic_of(port, rows):
    return Traffic(port, {kind: transfers_of(rows[rows["kind"] == kind]) for kind in TrafficKind})


def rows_of_kind(kind, transfers):
    rows = np.empty(len(transfers), row_dtype(transfers.data.shape[1]))
    rows["kind"], rows["strobe"] = kind, transfers.strobes()
    rows["time_ps"], rows["axi_id"], rows["beats"] = transfers.times_ps, transfers.axi_ids, transfers.beats
    rows["last"], rows["address"], rows["data"] = transfers.last, transfers.addresses, transfers.data
    rows["shape"], rows["resp"] = transfers.shapes, transfers.resps
    return rows


def rows_of(traffic):
    """All kinds, in the order in which they happened."""
    rows = np.concatenate([rows_of_kind(kind, traffic.kinds[kind]) for kind in TrafficKind])
    return rows[np.argsort(rows["time_ps"], kind="stable")]
