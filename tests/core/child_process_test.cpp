#include "graze/core/child_process.h"

#include "graze/core/interrupt.h"

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

namespace graze::child_process_test {
namespace {

constexpr auto kTakesNothing = [](std::string_view) { return false; };

ChildResult run_script(const std::string& script, const ChildLimits& limits = {}) {
    const std::vector<std::string> words{"-c", script};
    auto result = run_child("/bin/sh", words, kTakesNothing, limits);
    EXPECT_TRUE(result) << (result ? "" : result.error().message);
    return result ? *result : ChildResult{};
}

TEST(ChildProcess, Example_ExitCodeSignalAndMessagesAreData) {
    const ChildResult seven = run_script("echo no >&2; printf half >&2; exit 7");
    EXPECT_EQ(seven.end, ChildEnd::Exited);
    EXPECT_EQ(seven.status, 7);
    EXPECT_EQ(seven.messages, "no\nhalf\n");
    EXPECT_GT(seven.peak_memory_bytes, 100'000u);

    const ChildResult killed = run_script("kill -SEGV $$");
    EXPECT_EQ(killed.end, ChildEnd::Signalled);
    EXPECT_EQ(killed.status, SIGSEGV);
}

TEST(ChildProcess, Example_ArgumentsArriveAsTheyAreAndLinesCanBeTaken) {
    std::vector<std::string> taken;
    const std::vector<std::string> words{
        "-c", "for a in \"$@\"; do echo \"$a\" >&2; done", "sh", "two words", "$HOME", "take me", ""};
    const auto result = run_child("/bin/sh", words, [&](std::string_view line) {
        if (!line.starts_with("take")) return false;
        taken.emplace_back(line);
        return true;
    });
    ASSERT_TRUE(result);
    EXPECT_EQ(result->messages, "two words\n$HOME\n\n");
    EXPECT_EQ(taken, std::vector<std::string>{"take me"});
}

TEST(ChildProcess, Example_ItReadsNothingAndItsStandardOutputIsNotOurs) {
    testing::internal::CaptureStdout();
    const ChildResult result = run_script("echo out; read line && echo got >&2; echo end >&2");
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
    EXPECT_EQ(result.messages, "end\n");
}

TEST(ChildProcess, Degenerate_AProgramThatIsNotThereIsAnErrorThatNamesIt) {
    const auto result = run_child("/no/such/program", {}, kTakesNothing);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::NotFound);
    EXPECT_NE(result.error().message.find("/no/such/program: cannot be started"), std::string::npos)
        << result.error().message;
    const auto folder = run_child("/tmp", {}, kTakesNothing);
    ASSERT_FALSE(folder);
    EXPECT_EQ(folder.error().code, ErrorCode::Unsupported);
}

TEST(ChildProcess, Degenerate_EndlessMessagesKeepTheirEnd) {
    const ChildResult result =
        run_script("i=0; while [ $i -lt 20000 ]; do echo line number $i; i=$((i+1)); done >&2");
    EXPECT_EQ(result.messages.size(), 64u * 1024);
    EXPECT_TRUE(result.messages.ends_with("line number 19999\n"));
    const ChildResult one_line = run_script("head -c 300000 /dev/zero | tr '\\0' x >&2");
    EXPECT_LE(one_line.messages.size(), 64u * 1024);
    EXPECT_GE(one_line.messages.size(), 60u * 1024);
}

TEST(ChildProcess, Example_TooLateIsKilled) {
    const ChildResult result = run_script("echo begun >&2; exec sleep 60", {.wall_seconds = 0.2});
    EXPECT_EQ(result.end, ChildEnd::TimedOut);
    EXPECT_EQ(result.messages, "begun\n");
    EXPECT_GE(result.wall_seconds, 0.2);
    EXPECT_LT(result.wall_seconds, 10.0);
}

TEST(ChildProcess, Example_MemoryBeyondTheLimitIsRefused) {
    const std::string script =
        "dd if=/dev/zero of=/dev/null bs=200000000 count=1";  // one buffer of that size
    EXPECT_EQ(run_script(script).status, 0);
    const ChildResult refused = run_script(script, {.memory_bytes = 100'000'000});
    EXPECT_EQ(refused.end, ChildEnd::Exited);
    EXPECT_NE(refused.status, 0);
    EXPECT_NE(refused.messages, "");
}

TEST(ChildProcess, Example_AClosedPipeIsNotTheEndAndAGrandchildDoesNotHoldUsUp) {
    const ChildResult closed = run_script("exec 2>&-; sleep 0.2; exit 5");
    EXPECT_EQ(closed.status, 5);
    EXPECT_GE(closed.wall_seconds, 0.2);
    const ChildResult left = run_script("(sleep 5) & exit 3");  // it holds the pipe
    EXPECT_EQ(left.status, 3);
    EXPECT_LT(left.wall_seconds, 4.0);
}

TEST(ChildProcess, Example_AnInterruptEndsTheChild) {
    const InterruptScope scope;
    const std::vector<std::string> words{"-c", "echo ready >&2; exec sleep 60"};
    const auto result = run_child("/bin/sh", words, [&](std::string_view) {
        ::kill(::getpid(), SIGTERM);
        return true;
    });
    ASSERT_TRUE(result);
    EXPECT_EQ(result->end, ChildEnd::Interrupted);
    EXPECT_LT(result->wall_seconds, 10.0);
}

TEST(ChildProcess, Example_AHelperIsFoundByItsVariableThenInPath) {
    const std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) / ("helper" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "graze-no-such") << "#!/bin/sh\n";
    const HelperProgram helper{"graze-no-such", "GRAZE_TEST_HELPER", {"."}};
    const std::string path = std::getenv("PATH");

    EXPECT_EQ(find_helper(helper), std::nullopt);
    ::setenv("PATH", (":/nowhere:" + folder.string()).c_str(), 1);
    EXPECT_EQ(find_helper(helper), std::nullopt);  // it may not be run
    ::chmod((folder / "graze-no-such").c_str(), 0755);
    EXPECT_EQ(find_helper(helper), folder / "graze-no-such");
    ::setenv("GRAZE_TEST_HELPER", "/somewhere/else", 1);
    EXPECT_EQ(find_helper(helper), "/somewhere/else");

    ::setenv("PATH", path.c_str(), 1);
    ::unsetenv("GRAZE_TEST_HELPER");
    EXPECT_TRUE(find_helper({"test_core", "GRAZE_TEST_HELPER", {}}));  // beside us: it is us
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace graze::child_process_test
