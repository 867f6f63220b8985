"""Watches the pins of AXI4-Lite."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from cocotb.triggers import First, RisingEdge, ValueChange, gather

from models.memory.signals import CHANNEL_PAYLOADS
from models.registers import WORD_BYTES
from tb.memory.axi import Response
from tb.memory.pins.channel import AxiChannel
from tb.memory.rules import AxiRule
from tb.register_bus.axi_lite.config import AxiLiteAgentConfig
from tb.register_bus.axi_lite.rules import RULES_OF_CHANNELS, AxiLiteRule
from tb.register_bus.monitor import RegisterBusMonitor
from tb.register_bus.observation import ALL_BYTES, RegisterEvent

_ERRORS = (Response.SLVERR, Response.DECERR)


class AxiLiteMonitor(RegisterBusMonitor):
    """Watches the three channels of writes and the two of reads.

    Each of the two ways sleeps until one of its valids changes, then looks at each rising edge of the clock for as long
    as one is high. A write is accepted when both its address and its data are. Addresses count as the word that they
    lie in. Of one edge answers come first: they belong to requests of earlier edges.

    Attributes:
        wakes: how often it has looked at a clock edge: never on an idle bus.
    """

    config: AxiLiteAgentConfig

    def build_phase(self) -> None:
        """Take the configuration and make the channels."""
        super().build_phase()
        bus = self.config.bus
        self.wakes = 0
        self._channels = {name: AxiChannel(name, bus, bus.signals, self._broken_by_pins) for name in CHANNEL_PAYLOADS}
        self._addresses: deque[int] = deque()
        self._words: deque[tuple[int, int]] = deque()

    def check_phase(self) -> None:
        """Report requests that were never answered, and those of which only a part came."""
        super().check_phase()
        for address in self._addresses:
            self._error(AxiLiteRule.UNPAIRED, f"write of {self._called(address)} has an address and no data")
        for word, _ in self._words:
            self._error(AxiLiteRule.UNPAIRED, f"write data {word:#010x} have no address")

    async def _watch(self) -> None:
        aw, w, b, ar, r = self._channels.values()
        await gather(self._watch_way((aw, w, b), self._take_write), self._watch_way((ar, r), self._take_read))

    async def _watch_way(self, channels: Sequence[AxiChannel], take: Callable[[], None]) -> None:
        while True:
            await RisingEdge(self.config.bus.clock)
            self.wakes += 1
            for channel in channels:
                channel.sample()
            take()
            if all(channel.offered is None for channel in channels):
                await First(*(ValueChange(channel.valid) for channel in channels))

    def _drop(self) -> None:
        super()._drop()
        self._addresses.clear()
        self._words.clear()
        for channel in self._channels.values():
            channel.forget()

    def _take_write(self) -> None:
        address, word, answer = (self._channels[name] for name in ("aw", "w", "b"))
        if answer.taken:
            self._take_answer(RegisterEvent.WRITE_COMPLETE, answer)
        if address.taken:
            self._addresses.append(_word_of(address.value("addr")))
        if word.taken:
            strobe = word.value("strb", ALL_BYTES)
            self._words.append((word.value("data", strobe=strobe), strobe))
        if self._addresses and self._words:
            self._written(self._addresses.popleft(), *self._words.popleft())

    def _take_read(self) -> None:
        address, answer = self._channels["ar"], self._channels["r"]
        if answer.taken:
            self._take_answer(RegisterEvent.READ_DATA, answer)
        if address.taken:
            self._requested(RegisterEvent.READ, _word_of(address.value("addr")), 0, posted=False)

    def _written(self, address: int, data: int, strobe: int) -> None:
        if strobe != ALL_BYTES and not self.config.partial_writes:
            message = f"write of {self._called(address)} has wstrb {strobe:#x}, and registers are written whole"
            self._error(AxiLiteRule.STROBE, message)
        self._requested(RegisterEvent.WRITE, address, data, posted=False, strobe=strobe)

    def _take_answer(self, event: RegisterEvent, channel: AxiChannel) -> None:
        response = Response(channel.value("resp"))
        if self._open[event]:
            self._check_response(self._open[event][0].address, event, response)
        bits = "0"
        if event is RegisterEvent.READ_DATA and channel.offered is not None:
            bits = channel.offered[self.config.bus.signals.payload("r").index("data")]
        self._answered(event, bits, refused=response in _ERRORS)

    def _check_response(self, address: int, event: RegisterEvent, response: Response) -> None:
        refuses = any(address in addresses for addresses in self.config.refused_addresses)
        allowed = _ERRORS if refuses else (Response.OKAY,)
        if response not in allowed:
            wanted = " or ".join(code.name for code in allowed)
            self._error(
                AxiLiteRule.RESPONSE, f"{event} of {self._called(address)} is {response.name}, expected {wanted}"
            )

    def _called(self, address: int) -> str:
        return self.config.name_address(address)

    def _broken_by_pins(self, rule: AxiRule, message: str) -> None:
        self._error(RULES_OF_CHANNELS[rule], message)


def _word_of(address: int) -> int:
    return address // WORD_BYTES * WORD_BYTES
