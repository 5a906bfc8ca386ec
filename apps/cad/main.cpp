// `graze-cad`: the child process in which CAD files are read and CAD demos are made. Its limits on memory and
// time are set by who starts it; whatever a bad file does to OpenCASCADE happens here.
#include "demo_command.h"
#include "import_command.h"

#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <unistd.h>

namespace {

constexpr int kBad = 2;

int fail(const graze::Error& error) {
    graze::cad::report_line("error " + std::string(graze::name_of(error.code)) + " " + error.message);
    return kBad;
}

int run(const std::vector<std::string>& words) {
    const std::vector<std::string> rest(words.begin() + (words.empty() ? 0 : 1), words.end());
    if (!words.empty() && words[0] == "import") {
        const auto done = graze::cad::run_import(rest);
        return done ? 0 : fail(done.error());
    }
    if (!words.empty() && words[0] == "demo") {
        const auto done = graze::cad::run_demo(rest);
        return done ? 0 : fail(done.error());
    }
    std::fputs("graze-cad is started by graze; see graze --help\n", stderr);
    return kBad;
}

}  // namespace

int main(int count, char** words) {
    int code = kBad;
    try {
        code = run({words + 1, words + count});
    } catch (const std::bad_alloc&) {
        code = fail({graze::ErrorCode::Unsupported,
                     "it needs more memory than is allowed; GRAZE_CAD_MEMORY allows more"});
    } catch (const std::exception& error) {
        code = fail({graze::ErrorCode::BadInput, std::string("OpenCASCADE gave up: ") + error.what()});
    }
    std::fflush(nullptr);
    ::_exit(code);  // OpenCASCADE has nothing to save, and takes its time to tidy up
}
