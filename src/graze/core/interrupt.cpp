#include "graze/core/interrupt.h"

#include <atomic>
#include <csignal>

namespace graze {
namespace {

// A signal handler may touch an atomic that has no lock, and so may every thread that asks.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

struct sigaction previous_int, previous_term;

void on_signal(int signal) {
    interrupted.store(true, std::memory_order_relaxed);
    std::signal(signal, SIG_DFL);  // the next one ends the program
}

// A signal that our parent told us to ignore stays ignored: a script's background job outlives Ctrl-C.
void install(int signal, struct sigaction* previous) {
    sigaction(signal, nullptr, previous);
    if (previous->sa_handler == SIG_IGN) return;
    struct sigaction action {};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
}

}  // namespace

bool interrupt_requested() noexcept { return interrupted.load(std::memory_order_relaxed); }

InterruptScope::InterruptScope() {
    interrupted.store(false);
    install(SIGINT, &previous_int);
    install(SIGTERM, &previous_term);
}

InterruptScope::~InterruptScope() {
    sigaction(SIGINT, &previous_int, nullptr);
    sigaction(SIGTERM, &previous_term, nullptr);
    interrupted.store(false);
}

}  // namespace graze
