#include "graze/io/text/text_out.h"

namespace graze::internal {

void append_formatted(fmt::memory_buffer& out, fmt::string_view format, fmt::format_args values) {
    fmt::vformat_to(fmt::appender(out), format, values);
}

}  // namespace graze::internal
