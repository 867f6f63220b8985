// Logs that a design writes and Python takes, in memory: files would cost as much as the design itself.

#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

struct LogStream final {
    // Where to put the next bytes, which are to be written at once.
    unsigned char* room(size_t size) {
        if (m_used + size > m_bytes.size()) m_bytes.resize(2 * m_bytes.size() + size);
        m_used += size;
        return m_bytes.data() + m_used - size;
    }

    // What was written since the last time; it stays as it is until the design writes again.
    const unsigned char* take(size_t& size) {
        size = m_used;
        m_used = 0;
        return m_bytes.data();
    }

  private:
    std::vector<unsigned char> m_bytes;
    size_t m_used = 0;
};

// By their names: whoever asks first, design or Python, makes the stream.
using LogStreams = std::map<std::string, LogStream>;
