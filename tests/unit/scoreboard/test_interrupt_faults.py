"""One fault in what the interrupt pin or a register says, and exactly the finding that names it."""

import pytest

from tests.copier.copies import WIDE
from tests.unit.scoreboard.copier_bench import CopierBench

TWO_MEMORIES = pytest.mark.parametrize("sizes", [WIDE], ids=["wide"])


@pytest.fixture
def bench(sizes):
    return CopierBench(sizes)


@pytest.fixture
def blocks(bench):
    return bench.device.registers


def answered(bench, launch=0, at=0):
    """A layer whose writes are all answered; its interrupt is due."""
    layer = bench.start(bench.copy(at=at), launch=launch)
    bench.run(layer)
    return layer


def done(launch):
    return {f"DONE{launch}": 1}


class TestPin:
    def test_a_lost_interrupt(self, bench):
        answered(bench)
        bench.finish()
        assert bench.errors["lost-interrupt"] >= 1
        assert set(bench.errors) == {"lost-interrupt"}
        assert bench.message("lost-interrupt").endswith("ns after the end of COPY launch 0 (layer 0)")

    def test_a_lost_interrupt_beside_another_that_is_set(self, bench, blocks):
        answered(bench, 0)
        bench.interrupt()
        answered(bench, 1, at=1 << 16)
        bench.wait(1000)
        status = blocks.INTERRUPTS.STATUS
        bench.read(status, status.encode(**done(0)))
        assert bench.errors == {"wrong-status": 1}
        assert "DONE1: expected 0x1, got 0x0" in bench.message("wrong-status")

    def test_an_interrupt_that_nothing_explains(self, bench):
        bench.wait(100)
        bench.pin(1)
        bench.pin(0)
        bench.finish()
        assert bench.errors == {"extra-interrupt": 1, "nothing-compared": 1}
        why = "and nothing explains it: no layer is in flight"
        assert bench.message("extra-interrupt") == f"the interrupt pin rose {why}"

    def test_a_second_interrupt_of_one_layer(self, bench):
        answered(bench)
        bench.interrupt()
        bench.serve(0)
        bench.wait(200)
        bench.pin(1)
        bench.pin(0)
        bench.finish()
        assert bench.errors == {"extra-interrupt": 1}

    def test_an_interrupt_before_the_last_write_was_answered(self, bench):
        layer = bench.start(bench.copy(extent=(1, 1, 4)))
        for port, beats in bench.writes(layer):
            bench.send(port, beats)
            responses = bench.responses(port, beats)
            bench.send(port, responses[:-1])
            bench.interrupt()
            bench.send(port, responses[-1:])
        bench.serve(0)
        bench.finish()
        assert bench.errors == {"extra-interrupt": 1}
        stream = f"{layer.writes[0].where.port} id {layer.writes[0].where.axi_id}"
        why = f"although COPY launch 0 (layer 0) waits for 1 answer(s) to writes on {stream}"
        assert bench.message("extra-interrupt") == f"the interrupt pin rose {why}"

    @TWO_MEMORIES
    def test_an_interrupt_that_waits_for_the_last_copy_only(self, bench):
        """The first copy's memory still owes every response."""
        first, last = bench.copy(("RAM", "SRAM"), (1, 1, 3)), bench.copy(("SRAM", "RAM"), at=8192)
        layer = bench.start(first, last)
        streams = list(bench.writes(layer))
        for port, beats in streams:
            bench.send(port, beats)
        bench.send("RAM", bench.responses(*streams[1]))
        bench.interrupt()
        bench.serve(0)
        assert bench.device.layers_in_flight == [layer], "its writes are not all in memory"
        bench.send("SRAM", bench.responses(*streams[0]))
        bench.finish()
        assert (bench.errors, bench.warnings) == ({}, {})

    @TWO_MEMORIES
    def test_the_first_copys_memory_alone_lets_no_interrupt_come(self, bench):
        layer = bench.start(bench.copy(("RAM", "SRAM")), bench.copy(("SRAM", "RAM"), at=8192))
        streams = list(bench.writes(layer))
        for port, beats in streams:
            bench.send(port, beats)
        bench.send("SRAM", bench.responses(*streams[0]))
        bench.interrupt()
        assert bench.errors == {"extra-interrupt": 1}

    def test_a_pin_that_falls_while_the_status_is_set(self, bench):
        answered(bench)
        bench.interrupt()
        bench.wait(300)
        bench.pin(0)
        assert bench.errors == {"lost-interrupt": 1}
        assert bench.message("lost-interrupt") == "the interrupt pin fell although an unmasked status bit is set"

    def test_a_pin_that_stays_high_after_the_clear(self, bench, blocks):
        answered(bench)
        bench.interrupt()
        status = blocks.INTERRUPTS.STATUS
        bench.read(status, status.encode(**done(0)))
        bench.write(status, status.encode(**done(0)))
        bench.wait(200)
        assert bench.errors == {"extra-interrupt": 1}
        assert "still high" in bench.message("extra-interrupt")
        assert "a register write" in bench.message("extra-interrupt")

    def test_a_pin_that_ignores_what_software_sets(self, bench, blocks):
        bench.write(blocks.INTERRUPTS.SET, 1)
        bench.wait(200)
        assert bench.errors == {"lost-interrupt": 1}

    def test_a_pin_that_ignores_the_mask(self, bench, blocks):
        bench.write(blocks.INTERRUPTS.SET, 1)
        bench.wait(14)
        bench.pin(1)
        bench.wait(200)
        bench.write(blocks.INTERRUPTS.MASK, 1)
        bench.wait(200)
        assert bench.errors == {"extra-interrupt": 1}

    def test_an_interrupt_that_nobody_serves(self, bench):
        answered(bench)
        bench.interrupt()
        bench.finish()
        assert bench.errors == {"unserved-interrupt": 1}

    def test_a_trace_may_leave_it(self, sizes):
        bench = CopierBench(sizes, leave_interrupt=True)
        answered(bench)
        bench.interrupt()
        assert bench.finish().errors == {}

    def test_a_clear_that_may_have_come_too_early_leaves_both_right(self, sizes):
        for comes_again in (True, False):
            bench = CopierBench(sizes, leave_interrupt=True)
            answered(bench)
            status = bench.device.registers.INTERRUPTS.STATUS
            bench.write(status, status.write_mask)
            if comes_again:
                bench.interrupt()
            assert bench.finish().errors == {}

    def test_mask_and_unmask_move_the_pin(self, bench, blocks):
        mask = blocks.INTERRUPTS.MASK
        bench.write(mask, mask.write_mask)
        answered(bench)
        bench.wait(1000)
        bench.write(mask, 0)
        bench.wait(14)
        bench.pin(1)
        bench.write(mask, mask.write_mask)
        bench.wait(14)
        bench.pin(0)
        bench.finish()
        assert bench.findings.items == []

    def test_layers_that_end_together_share_a_rise(self, bench):
        answered(bench, 0)
        answered(bench, 1, at=1 << 16)
        bench.interrupt()
        bench.serve(0, 1)
        assert bench.finish().findings.items == []

    def test_a_reset_takes_layers_and_pin_away(self, bench):
        answered(bench)
        bench.interrupt()
        bench.start(bench.copy(at=1 << 16), launch=1)
        bench.checker.reset()
        bench.pin(0)
        bench.wait(1000)
        answered(bench, at=1 << 17)
        bench.interrupt()
        bench.serve(0)
        assert bench.finish().findings.items == []


class TestRegisters:
    def test_a_wrong_status(self, bench, blocks):
        word = blocks.COPY.STATUS.encode(BUSY1=1)
        bench.read(blocks.COPY.STATUS, word)
        assert bench.errors == {"wrong-status": 1}
        assert bench.message("wrong-status") == (
            f"COPY.STATUS ({blocks.COPY.STATUS.address:#07x}) read {word:#010x}: BUSY1: expected NO, got YES"
        )

    def test_a_wrong_register(self, bench, blocks):
        bench.write(blocks.COPY.SIZE, 5)
        bench.read(blocks.COPY.SIZE, 4)
        assert bench.errors == {"wrong-register": 1}
        assert "ATOMS: expected 0x5, got 0x4" in bench.message("wrong-register")

    def test_a_read_where_nothing_is(self, bench, blocks):
        bench.read(blocks.INTERRUPTS.base + blocks.INTERRUPTS.size - 4, 1)
        assert bench.errors == {"wrong-register": 1}
        assert "nothing is there: expected 0, got 0x1" in bench.message("wrong-register")

    def test_a_read_that_is_answered_with_an_error_is_not_compared(self, bench, blocks):
        line = blocks.COPY.SIZE
        bench.write(line, 5)
        bench.checker.register_request(line.address)
        bench.checker.register_refused(line.address)
        bench.read(line, 5)
        assert (bench.checker.counters["register reads"], bench.errors) == (1, {})

    def test_a_value_may_be_from_before_or_after(self, bench, blocks):
        """An interrupt that comes between request and answer."""
        status = blocks.INTERRUPTS.STATUS
        for word in (0, status.encode(**done(0))):
            layer = bench.start(bench.copy(), fill=not word)
            bench.checker.register_request(status.address)
            bench.run(layer)
            bench.checker.register_answer(status.address, word, bench.now_ns)
            bench.interrupt()
            bench.serve(0)
        assert bench.finish().findings.items == []

    def test_a_read_that_a_clear_overtook_decides_nothing(self, bench, blocks):
        status = blocks.INTERRUPTS.STATUS
        answered(bench)
        bench.interrupt()
        bench.checker.register_request(status.address)
        bench.write(status, status.encode(**done(0)))
        bench.checker.register_answer(status.address, status.encode(**done(0)), bench.now_ns)
        bench.wait(14)
        bench.pin(0)
        assert bench.finish().errors == {}

    def test_stalls_beyond_the_time_that_the_layer_took(self, bench, blocks):
        bench.write(blocks.COPY.COUNTING, 1)
        started = bench.now_ns
        answered(bench)
        took = int((bench.now_ns - started) / 2) + 1
        bench.interrupt()
        bench.serve(0)
        bench.read(blocks.COPY.STALLS0, 1)
        bench.read(blocks.COPY.STALLS0, took + 1)
        assert bench.errors == {"wrong-status": 1}

    def test_nothing_compared(self, bench, blocks):
        bench.write(blocks.COPY.SIZE, 5)
        assert bench.finish().errors == {"nothing-compared": 1}

    def test_a_register_read_is_a_comparison(self, bench, blocks):
        bench.read(blocks.COPY.SIZE, 0)
        assert bench.finish().errors == {}


class TestPrograms:
    def test_an_illegal_program_is_played_with_a_warning(self, bench):
        bench.start(launch=1)
        assert bench.errors == {}
        assert bench.warnings == {"illegal-program": 1}
        assert "[empty-launch: tests" in bench.message("illegal-program")

    @pytest.mark.parametrize("load", [False, True], ids=["layers", "load"])
    def test_a_software_race_is_a_warning_and_not_compared(self, bench, load):
        first = bench.copy(("RAM", "SRAM"), (1, 1, 2))
        second = bench.copy(("SRAM", "RAM"), (1, 1, 2), at=8192, source_address=first.destination.address)
        one = bench.start(first)
        if load:
            bench.load("RAM", first.source.address, bench.rng.bytes(4))
            two = bench.start(bench.copy(at=1 << 16), launch=1)
        else:
            two = bench.start(second, launch=1, fill=False)

        def other(beats):
            beats["data"] ^= 0x55
            return beats

        bench.run(one, other if load else None)
        bench.run(two, None if load else other)
        bench.interrupt()
        bench.serve(0, 1)
        bench.finish()
        assert bench.errors == {}
        assert bench.warnings == {"software-race": 1}
        assert bench.message("software-race").endswith("these bytes are not compared")

    def test_a_race_found_late_still_drops_the_comparison(self, bench):
        """Half of a layer is compared, then a load disturbs its input."""
        layer = bench.start(bench.copy(extent=(1, 1, 4)), bench.copy(extent=(1, 1, 4), at=8192))
        (port, beats), (_, more) = bench.writes(layer)
        more["data"] ^= 0x55
        bench.send(port, beats)
        bench.load("RAM", bench.copy().source.address, bench.rng.bytes(4))
        bench.send(port, more)
        assert bench.errors == {}
        assert bench.warnings == {"software-race": 1}
