// `graze-cad`: the child process in which CAD files are read and CAD demos are made. Its limits on memory and
// time are set by who starts it; whatever a bad file does to OpenCASCADE happens here.
#include "command.h"

#include <cstdio>
#include <exception>
#include <vector>

#include <Standard_Failure.hxx>

namespace graze::cad {
namespace {

constexpr int kBadInput = 2;

int fail(const Error& error) {
    std::fprintf(stderr, "error %s %s\n", name_of(error.code), error.message.c_str());
    return kBadInput;
}

int run(std::span<const std::string> words) {
    Expected<void> done =
        make_error(ErrorCode::BadUsage, "graze-cad", "is started by graze", "see graze --help");
    if (!words.empty() && words[0] == "demo") done = run_demo(words.subspan(1));
    return done ? 0 : fail(done.error());
}

}  // namespace

void say_progress(std::uint64_t done, std::uint64_t total) {
    std::fprintf(stderr, "progress %llu %llu\n", static_cast<unsigned long long>(done),
                 static_cast<unsigned long long>(total));
}

void say_count(const std::string& name, std::uint64_t count) {
    std::fprintf(stderr, "count %s %llu\n", name.c_str(), static_cast<unsigned long long>(count));
}

}  // namespace graze::cad

int main(int count, char** words) {
    using namespace graze;
    try {
        return cad::run(std::vector<std::string>(words + 1, words + count));
    } catch (const Standard_Failure& failure) {
        return cad::fail({ErrorCode::Unsupported, std::string("OpenCASCADE: ") + failure.GetMessageString()});
    } catch (const std::exception& failure) {
        return cad::fail({ErrorCode::Unsupported, failure.what()});
    }
}
