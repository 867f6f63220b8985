"""All faults of this folder, by number."""

from tests.selfcheck.nvdla.two_seeds.blind import BLIND
from tests.selfcheck.nvdla.two_seeds.blind_more import BLIND_MORE
from tests.selfcheck.nvdla.two_seeds.convolution import CONVOLUTION
from tests.selfcheck.nvdla.two_seeds.movers import MOVERS
from tests.selfcheck.nvdla.two_seeds.pools import POOLS
from tests.selfcheck.nvdla.two_seeds.sdp import POST_PROCESSING
from tests.selfcheck.nvdla.two_seeds.shared import SHARED

FAULTS = dict(enumerate((*MOVERS, *CONVOLUTION, *POST_PROCESSING, *POOLS, *SHARED, *BLIND, *BLIND_MORE), start=1))
