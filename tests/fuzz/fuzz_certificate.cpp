// The checker of certificates on any bytes: it rejects with a reason or accepts with a sentence, and never
// falls over. Checksums are put right first, or nothing behind them would ever be reached.
#include "graze/io/certificate/certificate_reader.h"
#include "graze_verify/verify.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

void demand(bool condition) {
    if (!condition) std::abort();
}

/// The bytes after the first line, with a first line that fits them; the head's length is kept if it can be.
std::string sealed(std::string_view bytes) {
    const std::size_t line = bytes.substr(0, 120).find('\n');
    if (line == std::string_view::npos) return std::string(bytes);
    unsigned long long head = 0;
    const std::string first(bytes.substr(0, line));
    if (std::sscanf(first.c_str(), "graze-certificate 2 %llu", &head) != 1) return std::string(bytes);
    const std::string_view rest = bytes.substr(line + 1);
    if (head > rest.size()) head = rest.size();
    char fitting[120];
    std::snprintf(fitting, sizeof fitting, "graze-certificate 2 %llu %llu %016llx\n", head,
                  static_cast<unsigned long long>(rest.size() - head),
                  static_cast<unsigned long long>(graze::certificate_checksum(rest)));
    return fitting + std::string(rest);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string file = sealed({reinterpret_cast<const char*>(bytes), size});
    const auto result = graze::verify::verify_certificate(file, {.threads = 1});
    demand(result.has_value());
    demand(result->valid ? result->reason.empty() && !result->sentence.empty() : !result->reason.empty());
    return 0;
}
