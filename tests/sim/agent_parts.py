"""What tests of agents share: a listener, and a sequence of items."""

from pyuvm import uvm_analysis_export, uvm_sequence


class Listener(uvm_analysis_export):
    """Keeps what an analysis port publishes."""

    def __init__(self, name, parent):
        super().__init__(name, parent)
        self.heard = []

    def write(self, observation):
        self.heard.append(observation)


class ItemsSequence(uvm_sequence):
    """Sends items one after the other."""

    def __init__(self, *items):
        super().__init__("items")
        self.items = items

    async def body(self):
        for item in self.items:
            await self.start_item(item)
            await self.finish_item(item)
