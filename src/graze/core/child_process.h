// Runs another program and waits for it: its messages line by line, limits on memory and time, Ctrl-C.
//
// For work that may take a program down with it (a CAD kernel on a bad file). The child reads nothing, its
// standard output goes nowhere, and its standard error comes here. It never outlives the call, nor us.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/function_ref.h"
#include "graze/core/internal.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace graze::internal {

struct ChildLimits {
    std::optional<std::uint64_t> memory_bytes =
        {};                                   // of address space; what it asks for beyond that is refused
    std::optional<double> wall_seconds = {};  // then it is killed
    std::filesystem::path output = {};        // where its standard output goes; empty: nowhere
    const std::atomic<bool>* cancel = nullptr;  // once true, it is killed, as by Ctrl-C
};

enum class ChildEnd {
    Exited,       // by itself: `status` is its exit code
    Signalled,    // died of a signal: `status` is its number
    TimedOut,     // killed by us: the limit on time
    Interrupted,  // killed by us: Ctrl-C (interrupt_requested), or `cancel`
};

struct ChildResult {
    ChildEnd end = ChildEnd::Exited;
    int status = 0;
    std::string messages;  // lines that nobody took; of more than 64 KiB the last
    double wall_seconds = 0.0;
    std::uint64_t peak_memory_bytes = 0;  // resident
};

/// Sees each line of standard error as it comes, without its end; true: taken, it is not in `messages`.
using ChildLine = FunctionRef<bool(std::string_view line)>;

/// Guarantee: when it returns, the child has ended. An error is only that it could not be started.
/// Cost:      one fork; wakes when there is something to read, and ten times a second.
[[nodiscard]] Expected<ChildResult> run_child(const std::filesystem::path& program,
                                              std::span<const std::string> arguments, ChildLine on_line,
                                              const ChildLimits& limits = {});

/// A program that belongs to ours: named by an environment variable, or beside our own executable, or in
/// one of the folders given (relative to the folder of our executable), or in PATH; the first that is found.
/// Empty: none. What the variable names is taken even if it is not there, so that the error can name it.
struct HelperProgram {
    std::string name;
    std::string variable;
    std::vector<std::string> folders = {};
};
[[nodiscard]] std::optional<std::filesystem::path> find_helper(const HelperProgram& helper);

}  // namespace graze::internal
