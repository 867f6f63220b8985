// The main program of a verilated design under cocotb: evaluates it, and passes time from one event to the next.
//
// Stands in the place of cocotb's own, with the same order of events in a time step, because clocks toggle here
// (clocks.h), edges that nobody waits for cost next to nothing (watches.h), and logs stay in memory (log_streams.h). The
// functions at the end are called by tb/main_program.py and by designs; two of them stand before Verilator's VPI.

#include <cstdint>
#include <memory>
#include <string>

#include "Vtop.h"
#include "clocks.h"
#include "log_streams.h"
#include "verilated.h"
#include "verilated_vpi.h"
#include "vpi_user.h"
#include "watches.h"
#if VM_COVERAGE
#include "verilated_cov.h"
#endif
#if VM_TRACE_FST
#include "verilated_fst_c.h"
using Trace = VerilatedFstC;
#elif VM_TRACE
#include "verilated_vcd_c.h"
using Trace = VerilatedVcdC;
#endif

extern "C" void vlog_startup_routines_bootstrap();  // cocotb's library

namespace {

Clocks clocks;
LogStreams logs;
Watches watches;

class Simulation final {
  public:
    Simulation(int argc, char** argv) : m_context{Verilated::threadContextp()} {
        m_context->commandArgs(argc, argv);
        m_context->fatalOnVpiError(false);  // cocotb asks for what a simulator may not have
        m_top = std::make_unique<Vtop>(m_context, "");
        open_trace(argc, argv);
        vlog_startup_routines_bootstrap();
        Verilated::addExitCb([](void* self) { static_cast<Simulation*>(self)->end(); }, this);
    }

    // Runs until $finish, or until nothing is left that could happen; the exit status.
    int run() {
        VerilatedVpi::callCbs(cbStartOfSimulation);
        tell_changes();
        while (!m_context->gotFinish()) {
            settle();
            if (!m_called && pass_unwatched_edges()) continue;
            const uint64_t time = next_time();
            if (time == Clocks::NEVER) break;
            m_context->time(time);
            begin_time_step(time);
        }
        m_top->final();
        end();
        return m_context->errorCount() > 0 ? 1 : 0;
    }

  private:
    // Pass clock edges that nobody waits for, up to one that changes what somebody does wait for.
    //
    // For this nobody may have been called in the present time step: then nobody has asked for the next one. If it
    // returns true there is something to settle.
    bool pass_unwatched_edges() {
        if (!watches.remember() || watches.has_any(clocks.levels())) return false;
        const uint64_t deadline = VerilatedVpi::cbNextDeadline();
        while (clocks.next() < deadline && !m_context->gotFinish()) {
            if (m_top->eventsPending() && m_top->nextTimeSlot() < clocks.next()) return false;
            m_context->time(clocks.next());
            clocks.toggle(clocks.next());
            m_top->eval_step();
            if (watches.changed()) return true;
            m_top->eval_end_step();
            dump();
        }
        return false;
    }

    // Before anything is evaluated: what waits for this time, then the clocks; who waits for an edge sees what was
    // before it, and what it writes takes effect after it.
    void begin_time_step(uint64_t time) {
        m_called = false;
        // Asked before the next call, which moves them.
        const bool timed = VerilatedVpi::cbNextDeadline() <= time || VerilatedVpi::hasCbs(cbAfterDelay);
        if (VerilatedVpi::callCbs(cbNextSimTime)) {
            m_called = true;
            tell_changes();
        }
        if (timed) {
            m_called = true;
            VerilatedVpi::callTimedCbs();
            tell_changes();
        }
        if (clocks.next() == time) {
            clocks.toggle(time);
            tell_changes();
        }
    }

    // Evaluate until neither the design nor anybody who watches it has anything more to do at this time.
    void settle() {
        do {
            do {
                m_top->eval_step();
                VerilatedVpi::clearEvalNeeded();
                VerilatedVpi::doInertialPuts();
                tell_changes();
            } while (VerilatedVpi::evalNeeded());
            const bool called = VerilatedVpi::callCbs(cbReadWriteSynch);
            VerilatedVpi::doInertialPuts();  // also what was written by those who were told of a change just now
            m_called |= called;
            if (called || VerilatedVpi::evalNeeded()) tell_changes();
        } while (VerilatedVpi::evalNeeded());
        m_top->eval_end_step();
        m_called |= VerilatedVpi::callCbs(cbReadOnlySynch);
        dump();
    }

    void dump() {
#if VM_TRACE
        if (m_trace) m_trace->dump(m_context->time());
#endif
    }

    // Call who waits for a change; that may cause more changes. Looking for changes costs as much as the rest of this
    // loop: it is done only where there may be some.
    void tell_changes() {
        while (VerilatedVpi::callValueCbs()) m_called = true;
    }

    uint64_t next_time() {
        const uint64_t delayed = m_top->eventsPending() ? m_top->nextTimeSlot() : Clocks::NEVER;
        return std::min({clocks.next(), uint64_t{VerilatedVpi::cbNextDeadline()}, delayed});
    }

    // Of the options of cocotb's own main program, those that our runner gives.
    void open_trace(int argc, char** argv) {
#if VM_TRACE
        bool wanted = false;
        std::string path = "dump.vcd";
        for (int index = 1; index < argc; ++index) {
            const std::string argument = argv[index];
            wanted |= argument == "--trace";
            if (argument == "--trace-file" && index + 1 < argc) path = argv[index + 1];
        }
        m_context->traceEverOn(true);
        if (!wanted) return;
        m_trace = std::make_unique<Trace>();
        m_top->trace(m_trace.get(), 99);
        m_trace->open(path.c_str());
#endif
    }

    // Also called when the simulator gives up.
    void end() {
        VerilatedVpi::callCbs(cbEndOfSimulation);
#if VM_TRACE
        if (m_trace) m_trace->close();
#endif
    }

    VerilatedContext* const m_context;
    std::unique_ptr<Vtop> m_top;
    bool m_called = true;  // in this time step, anybody who waits for something
#if VM_TRACE
    std::unique_ptr<Trace> m_trace;
#endif
};

}  // namespace

// Toggle a pin from `delay` on, in the simulator's time steps, until it is stopped; 0 if the top level has no such bit.
extern "C" int npuvm_start_clock(const char* pin, uint64_t delay, uint64_t half_period) {
    return clocks.start(pin, Verilated::threadContextp()->time() + delay, half_period);
}

extern "C" void npuvm_stop_clock(const char* pin) { clocks.stop(pin); }

#if VM_COVERAGE
// Write how often each point of the code was reached since the last call; a file that cannot be written ends us.
extern "C" void npuvm_take_coverage(const char* path) {
    VerilatedCovContext* const coverage = Verilated::threadContextp()->coveragep();
    coverage->write(path);
    coverage->zero();
}
#endif

// What a log has got since it was last taken, and how many bytes that is.
extern "C" const unsigned char* npuvm_take_log(const char* name, size_t* size) { return logs[name].take(*size); }

// A design asks once for a log, which is a number to it, and then for room in it.
QData npuvm_log(const char* name) { return reinterpret_cast<QData>(&logs[name]); }
unsigned char* npuvm_log_room(QData log, size_t size) { return reinterpret_cast<LogStream*>(log)->room(size); }

// Verilator's own functions, which the runtime library has under these names (RENAMED in simulator.py).
extern "C" vpiHandle verilated_register_cb(p_cb_data wanted);
extern "C" PLI_INT32 verilated_remove_cb(vpiHandle callback);

extern "C" vpiHandle vpi_register_cb(p_cb_data wanted) {
    const vpiHandle callback = verilated_register_cb(wanted);
    if (callback && wanted->reason == cbValueChange) watches.add(callback, wanted->obj);
    return callback;
}

extern "C" PLI_INT32 vpi_remove_cb(vpiHandle callback) {
    watches.remove(callback);
    return verilated_remove_cb(callback);
}

int main(int argc, char** argv) { return Simulation{argc, argv}.run(); }
