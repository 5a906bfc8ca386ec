#include "graze/core/file.h"

#include "graze/core/interrupt.h"

#include <csignal>
#include <fstream>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace graze::file_test {
namespace {

namespace fs = std::filesystem;

/// An empty folder of its own for each test, removed at its end.
class FileTest : public testing::Test {
  protected:
    FileTest() {
        std::string pattern = (fs::temp_directory_path() / "graze-file-XXXXXX").string();
        folder = mkdtemp(pattern.data());
    }
    ~FileTest() override { fs::remove_all(folder); }

    void put(const std::string& name, const std::string& bytes) {
        std::ofstream(folder / name, std::ios::binary) << bytes;
    }
    std::string get(const std::string& name) {
        std::ifstream stream(folder / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    std::size_t entries() { return std::distance(fs::directory_iterator(folder), fs::directory_iterator()); }
    mode_t mode(const std::string& name) {
        struct stat status {};
        EXPECT_EQ(::stat((folder / name).c_str(), &status), 0);
        return status.st_mode & 07777;
    }

    fs::path folder;
};

TEST_F(FileTest, Example_ReadsBytesAsTheyAre) {
    const std::string bytes("a\0b\r\n\xff", 6);
    put("x", bytes);
    const auto read = read_file(folder / "x");
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(*read, bytes);
    put("empty", "");
    EXPECT_EQ(*read_file(folder / "empty"), "");
}

TEST_F(FileTest, Example_ReadsFilesThatHideTheirSize) {
    const auto status = read_file("/proc/self/status");
    ASSERT_TRUE(status.has_value());
    EXPECT_NE(status->find("Umask:"), std::string::npos);
}

TEST_F(FileTest, Example_ReadErrorsAreToldApart) {
    EXPECT_EQ(read_file(folder / "none").error().code, ErrorCode::NotFound);
    const Error directory = read_file(folder).error();
    EXPECT_EQ(directory.code, ErrorCode::CannotRead);
    EXPECT_NE(directory.message.find("is a directory"), std::string::npos);
    put("x", "");
    EXPECT_EQ(read_file(folder / "x" / "y").error().code, ErrorCode::CannotRead);
}

TEST_F(FileTest, Degenerate_FileLargerThanMemoryIsRefusedAtOnce) {
    put("sparse", "");
    std::error_code failure;
    fs::resize_file(folder / "sparse", std::uintmax_t{1} << 42, failure);
    if (failure) GTEST_SKIP() << "this file system has no sparse files of 4 TiB";
    const auto read = read_file(folder / "sparse");
    ASSERT_FALSE(read.has_value());
    EXPECT_NE(read.error().message.find("larger than the memory"), std::string::npos);
}

TEST_F(FileTest, Example_InterruptEndsWaitingForAPipe) {
    ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
    const int writer = ::open((folder / "pipe").c_str(), O_RDWR);  // keeps the pipe open and silent
    const InterruptScope scope;
    const pthread_t self = pthread_self();
    std::thread knock([&] {
        while (!interrupt_requested()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            if (!interrupt_requested()) pthread_kill(self, SIGINT);
        }
    });
    const auto read = read_file(folder / "pipe");
    knock.join();
    ::close(writer);
    ASSERT_FALSE(read.has_value());
    EXPECT_EQ(read.error().code, ErrorCode::Interrupted);
}

TEST_F(FileTest, Example_CommitReplacesTheWholeFile) {
    put("x", "old and longer");
    ASSERT_TRUE(write_file_atomically(folder / "x", "new").has_value());
    EXPECT_EQ(get("x"), "new");
    EXPECT_EQ(entries(), 1u);
}

TEST_F(FileTest, Example_WithoutCommitTheOldFileStays) {
    put("x", "old");
    {
        auto file = AtomicFile::create(folder / "x");
        ASSERT_TRUE(file.has_value());
        file->write("half of the n");
        EXPECT_EQ(entries(), 2u);  // the temporary is there: the test below would otherwise prove nothing
    }
    EXPECT_EQ(get("x"), "old");
    EXPECT_EQ(entries(), 1u);
}

TEST_F(FileTest, Example_FailedWriteKeepsTheOldFileAndTellsWhy) {
    put("x", "old");
    // A full disk, played by a limit on the size of files.
    std::signal(SIGXFSZ, SIG_IGN);
    ::rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const ::rlimit small{4096, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    const auto written = write_file_atomically(folder / "x", std::string(100000, 'n'));
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, SIG_DFL);
    ASSERT_FALSE(written.has_value());
    EXPECT_EQ(written.error().code, ErrorCode::CannotWrite);
    EXPECT_NE(written.error().message.find("File too large"), std::string::npos) << written.error().message;
    EXPECT_EQ(get("x"), "old");
    EXPECT_EQ(entries(), 1u);
}

TEST_F(FileTest, Example_PermissionsFollowUmaskOrTheFileBefore) {
    const mode_t mask = ::umask(0027);
    ASSERT_TRUE(write_file_atomically(folder / "new", "x").has_value());
    EXPECT_EQ(mode("new"), 0640u);
    put("private", "x");
    ASSERT_EQ(::chmod((folder / "private").c_str(), 0600), 0);
    ::umask(0022);
    ASSERT_TRUE(write_file_atomically(folder / "private", "y").has_value());
    EXPECT_EQ(mode("private"), 0600u);
    ::umask(mask);
}

TEST_F(FileTest, Example_LinksKeepPointingAtTheFile) {
    put("x", "old");
    fs::create_symlink("x", folder / "link");
    ASSERT_TRUE(write_file_atomically(folder / "link", "new").has_value());
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_EQ(get("x"), "new");
}

TEST_F(FileTest, Example_DevicesAreWrittenNotReplaced) {
    ASSERT_TRUE(write_file_atomically("/dev/null", "gone").has_value());
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    const auto full = write_file_atomically("/dev/full", "x");
    ASSERT_FALSE(full.has_value());
    EXPECT_NE(full.error().message.find("No space left"), std::string::npos);
    EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST_F(FileTest, Example_WriteErrorsNameTheRemedy) {
    const auto nowhere = write_file_atomically(folder / "no" / "x", "x");
    ASSERT_FALSE(nowhere.has_value());
    EXPECT_NE(nowhere.error().message.find("does the folder exist?"), std::string::npos);
    const auto directory = write_file_atomically(folder, "x");
    ASSERT_FALSE(directory.has_value());
    EXPECT_NE(directory.error().message.find("is a directory"), std::string::npos);
    put("x", "");
    EXPECT_FALSE(write_file_atomically(folder / "x" / "y", "x").has_value());
}

TEST_F(FileTest, Example_ReadOnlyFilesAreNotReplaced) {
    if (geteuid() == 0) GTEST_SKIP() << "root may write everything";
    put("x", "old");
    ASSERT_EQ(::chmod((folder / "x").c_str(), 0444), 0);
    EXPECT_FALSE(write_file_atomically(folder / "x", "new").has_value());
    EXPECT_EQ(get("x"), "old");
}

TEST_F(FileTest, Degenerate_LongestNameIsWritable) {
    const std::string name(255, 'n');
    ASSERT_TRUE(write_file_atomically(folder / name, "x").has_value());
    EXPECT_EQ(get(name), "x");
}

TEST_F(FileTest, Degenerate_MovedFromFileRemovesNothing) {
    auto first = AtomicFile::create(folder / "x");
    ASSERT_TRUE(first.has_value());
    {
        AtomicFile second = *std::move(first);
        second.write("kept");
        ASSERT_TRUE(second.commit().has_value());
    }
    EXPECT_EQ(get("x"), "kept");
    EXPECT_EQ(entries(), 1u);
}

}  // namespace
}  // namespace graze::file_test
