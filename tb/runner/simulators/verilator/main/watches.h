// The signals whose changes somebody waits for. Verilator's VPI looks for changes itself, at fifty times the cost.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "verilated.h"
#include "verilated_sym_props.h"
#include "vpi_user.h"

class Watches final {
  public:
    // Somebody waits for changes of an object.
    void add(vpiHandle callback, vpiHandle object) {
        const VerilatedVar* const variable = find(vpi_get_str(vpiFullName, object));
        m_watches.push_back({callback, variable});
    }

    // Nobody waits for this one any more; a callback of another kind may be named too.
    void remove(vpiHandle callback) {
        const auto is_it = [&](const Watch& watch) { return watch.callback == callback; };
        const auto last = std::find_if(m_watches.rbegin(), m_watches.rend(), is_it);  // a handle is used again
        if (last != m_watches.rend()) m_watches.erase(std::next(last).base());
    }

    // Take the present levels for those that `changed` compares; false if it cannot tell of some object.
    bool remember() {
        m_bytes.clear();
        for (const Watch& watch : m_watches) {
            if (!watch.variable) return false;
            const auto* const data = static_cast<const uint8_t*>(watch.variable->datap());
            for (size_t at = 0; at < watch.variable->totalSize(); ++at) m_bytes.push_back({data + at, data[at]});
        }
        return true;
    }

    // Whether one of these levels is among them.
    bool has_any(const std::vector<const void*>& levels) const {
        const auto is_among = [&](const Byte& byte) { return std::count(levels.begin(), levels.end(), byte.now) > 0; };
        return std::any_of(m_bytes.begin(), m_bytes.end(), is_among);
    }

    // Whether there is a level that is no longer what it was.
    bool changed() const {
        for (const Byte& byte : m_bytes)
            if (*byte.now != byte.before) return true;
        return false;
    }

  private:
    struct Watch {
        vpiHandle callback;
        const VerilatedVar* variable;  // null: a part of one, such as an element of an array
    };
    struct Byte {
        const uint8_t* now;
        uint8_t before;
    };

    static const VerilatedVar* find(const char* full_name) {
        const std::string path = full_name ? full_name : "";
        const size_t dot = path.rfind('.');
        if (dot == std::string::npos) return nullptr;
        const std::string module = path.substr(0, dot);
        for (const std::string& name : {module, "TOP." + module})
            if (const VerilatedScope* const scope = Verilated::threadContextp()->scopeFind(name.c_str()))
                return scope->varFind(path.c_str() + dot + 1);
        return nullptr;
    }

    std::vector<Watch> m_watches;
    std::vector<Byte> m_bytes;
};
