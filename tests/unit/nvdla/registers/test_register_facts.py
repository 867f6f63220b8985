"""The description against the list of the real part's registers."""


def test_blocks_and_registers_are_those_of_the_list(full, facts):
    ours = {name: set(block.registers) for name, block in full.blocks.items()}
    assert ours == {block: set(registers) for block, registers in facts.items()}


def test_addresses_resets_and_masks(full, facts):
    wanted, got = {}, {}
    for block, registers in facts.items():
        for name, entry in registers.items():
            register = full.blocks[block].registers[name]
            wanted[register.full_name] = tuple(
                int(entry[key], 16) for key in ("address", "reset", "read_mask", "write_mask")
            )
            got[register.full_name] = (register.address, register.reset, register.read_mask, register.write_mask)
    assert got == wanted


def test_bit_ranges_and_enumerations(full, facts):
    wanted, got = {}, {}
    for block, registers in facts.items():
        for name, entry in registers.items():
            register = full.blocks[block].registers[name]
            wanted[register.full_name] = {
                key: (item["bits"], item.get("enum", {})) for key, item in entry["fields"].items()
            }
            got[register.full_name] = {
                key: (f"{item.high}:{item.low}", dict(item.enum)) for key, item in register.fields.items()
            }
    assert got == wanted
