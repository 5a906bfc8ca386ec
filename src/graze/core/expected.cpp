#include "graze/core/expected.h"

namespace graze {

const char* name_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::BadUsage:
            return "bad_usage";
        case ErrorCode::BadInput:
            return "bad_input";
        case ErrorCode::NotFound:
            return "not_found";
        case ErrorCode::CannotRead:
            return "cannot_read";
        case ErrorCode::CannotWrite:
            return "cannot_write";
        case ErrorCode::Unsupported:
            return "unsupported";
        case ErrorCode::Interrupted:
            return "interrupted";
    }
    return "unknown";
}

Error make_error(ErrorCode code, const std::string& where, const std::string& what,
                 const std::string& remedy) {
    std::string message = where + ": " + what;
    if (!remedy.empty()) message += "; " + remedy;
    return {code, std::move(message)};
}

}  // namespace graze
