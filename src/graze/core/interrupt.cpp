#include "graze/core/interrupt.h"

#include <csignal>

namespace graze {
namespace {

volatile std::sig_atomic_t interrupted = 0;
struct sigaction previous_int, previous_term;

void on_signal(int signal) {
    interrupted = 1;
    std::signal(signal, SIG_DFL);  // the next one ends the program
}

}  // namespace

bool interrupt_requested() noexcept { return interrupted != 0; }

InterruptScope::InterruptScope() {
    interrupted = 0;
    struct sigaction action {};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &previous_int);
    sigaction(SIGTERM, &action, &previous_term);
}

InterruptScope::~InterruptScope() {
    sigaction(SIGINT, &previous_int, nullptr);
    sigaction(SIGTERM, &previous_term, nullptr);
    interrupted = 0;
}

}  // namespace graze
