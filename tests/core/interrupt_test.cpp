#include "graze/core/interrupt.h"

#include <csignal>

#include <gtest/gtest.h>

namespace graze::interrupt_test {
namespace {

volatile std::sig_atomic_t own_handler_calls = 0;
void own_handler(int) { own_handler_calls = own_handler_calls + 1; }

TEST(Interrupt, Example_FirstSignalSetsTheFlagAndTheScopeClearsIt) {
    for (const int signal : {SIGINT, SIGTERM}) {
        EXPECT_FALSE(interrupt_requested());
        {
            const InterruptScope scope;
            EXPECT_FALSE(interrupt_requested());
            std::raise(signal);
            EXPECT_TRUE(interrupt_requested());
        }
        EXPECT_FALSE(interrupt_requested());
    }
}

TEST(Interrupt, Example_HandlersFoundBeforeComeBack) {
    struct sigaction action {
    }, before{};
    action.sa_handler = own_handler;
    sigaction(SIGINT, &action, &before);
    own_handler_calls = 0;
    {
        const InterruptScope scope;
        std::raise(SIGINT);
        EXPECT_EQ(own_handler_calls, 0);
    }
    std::raise(SIGINT);
    EXPECT_EQ(own_handler_calls, 1);
    sigaction(SIGINT, &before, nullptr);
}

TEST(Interrupt, Example_IgnoredSignalsStayIgnored) {
    std::signal(SIGINT, SIG_IGN);
    {
        const InterruptScope scope;
        std::raise(SIGINT);
        EXPECT_FALSE(interrupt_requested());
    }
    std::signal(SIGINT, SIG_DFL);
}

TEST(InterruptDeathTest, Example_SecondSignalEndsTheProgram) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            const InterruptScope scope;
            std::raise(SIGINT);
            std::raise(SIGINT);
        },
        testing::KilledBySignal(SIGINT), "");
}

}  // namespace
}  // namespace graze::interrupt_test
