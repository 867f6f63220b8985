// Byte streams that a design writes and Python reads, in memory: a file costs twice as much as the design's own cycle.

#pragma once

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

class LogStreams final {
  public:
    ~LogStreams() {
        for (auto& entry : m_streams) {
            std::fclose(entry.second.file);
            std::free(entry.second.content);
        }
    }

    // Where to write; whoever asks first for a name, design or Python, makes the stream.
    FILE* file(const std::string& name) { return stream(name).file; }

    // What was written since the last time; it stays as it is until the design writes again.
    const char* take(const std::string& name, size_t& size) {
        Stream& taken = stream(name);
        std::fflush(taken.file);  // brings content and size up to date
        size = taken.size;
        std::rewind(taken.file);
        return taken.content;
    }

  private:
    struct Stream {
        FILE* file = nullptr;
        char* content = nullptr;
        size_t size = 0;
    };

    Stream& stream(const std::string& name) {
        Stream& found = m_streams[name];
        if (!found.file) found.file = open_memstream(&found.content, &found.size);
        return found;
    }

    std::map<std::string, Stream> m_streams;
};
