#include "graze/core/assert.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace graze {
namespace {

void print_failure(const AssertFailure& failure) {
    std::fprintf(stderr, "graze: %s:%d: assertion failed: %s\n", failure.file, failure.line,
                 failure.condition);
}

std::atomic<AssertHandler> current_handler{&print_failure};

}  // namespace

AssertHandler set_assert_handler(AssertHandler handler) {
    return current_handler.exchange(handler ? handler : &print_failure);
}

void fail_assert(const AssertFailure& failure) {
    current_handler.load()(failure);
    std::abort();
}

}  // namespace graze
