"""Addresses of registers that are none's."""


async def nothing_is_at(bench, address, every):
    """Write to an address that is one bit away from a register's, or behind the last one: nothing changes."""
    if any(register.address == address for register in every):
        return
    await bench.host.write(address, 0xFFFF_FFFF)
    assert await bench.host.read(address) == 0
    for register in every:
        await bench.host.read(register)
