// Clocks that toggle in the main loop: no VPI callback and no Python for an edge that nobody waits for.

#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "verilated.h"
#include "verilated_sym_props.h"

class Clocks final {
  public:
    static constexpr uint64_t NEVER = ~uint64_t{0};

    // Toggle an input of the top level every half period from `first` on; false if it has no such input of one bit.
    bool start(const std::string& pin, uint64_t first, uint64_t half_period) {
        const VerilatedScope* const scope = Verilated::threadContextp()->scopeFind("TOP");
        const VerilatedVar* const variable = scope ? scope->varFind(pin.c_str()) : nullptr;
        if (!variable || !is_input_bit(*variable)) return false;
        stop(pin);
        m_clocks.push_back({pin, static_cast<CData*>(variable->datap()), half_period, first});
        find_next();
        return true;
    }

    // Leave a pin at its level; one that does not toggle may be named too.
    void stop(const std::string& pin) {
        const auto has_pin = [&](const Clock& clock) { return clock.pin == pin; };
        m_clocks.erase(std::remove_if(m_clocks.begin(), m_clocks.end(), has_pin), m_clocks.end());
        find_next();
    }

    // The time of the next edge.
    uint64_t next() const { return m_next; }

    // Where their levels are.
    std::vector<const void*> levels() const {
        std::vector<const void*> found;
        for (const Clock& clock : m_clocks) found.push_back(clock.level);
        return found;
    }

    // Toggle what has its edge at this time.
    void toggle(uint64_t time) {
        for (Clock& clock : m_clocks) {
            if (clock.next != time) continue;
            *clock.level ^= 1;
            clock.next += clock.half_period;
        }
        find_next();
    }

  private:
    struct Clock {
        std::string pin;
        CData* level;
        uint64_t half_period;
        uint64_t next;
    };

    static bool is_input_bit(const VerilatedVar& variable) {
        return variable.vldir() == VLVD_IN && variable.vltype() == VLVT_UINT8 && variable.dims() == 0;
    }

    void find_next() {
        m_next = NEVER;
        for (const Clock& clock : m_clocks) m_next = std::min(m_next, clock.next);
    }

    std::vector<Clock> m_clocks;
    uint64_t m_next = NEVER;
};
