// `graze-cad demo`: the STEP files and scenes of a CAD demo, into a folder that is there.
#include "demo_command.h"

#include "graze_cad/models/models.h"

#include <charconv>
#include <cstdio>
#include <filesystem>

namespace graze::cad {
namespace {

Error bad_word(const std::string& word) {
    return make_error(ErrorCode::BadUsage, "graze-cad demo", "cannot make sense of '" + word + "'",
                      "graze starts it with: demo NAME --out DIR [--seed N] [--PARAMETER X]...");
}

template <class T>
bool read_number(const std::string& text, T& value) {
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    return failure == std::errc() && end == text.data() + text.size();
}

struct DemoWords {
    std::string name;
    std::filesystem::path out;
    DemoOptions options;
};

Expected<DemoWords> read_words(std::span<const std::string> words) {
    DemoWords read;
    if (words.empty()) return bad_word("");
    read.name = words[0];
    for (std::size_t i = 1; i < words.size(); i += 2) {
        if (!words[i].starts_with("--") || i + 1 == words.size()) return bad_word(words[i]);
        const std::string key = words[i].substr(2), &value = words[i + 1];
        if (key == "out")
            read.out = value;
        else if (key == "seed" ? !read_number(value, read.options.seed)
                               : !read_number(value, read.options.parameters[key]))
            return bad_word(value);
    }
    if (read.out.empty()) return bad_word("no --out");
    return read;
}

void say_progress(std::uint64_t done, std::uint64_t total) {
    std::fprintf(stderr, "progress %llu %llu\n", static_cast<unsigned long long>(done),
                 static_cast<unsigned long long>(total));
}

void say_count(const char* name, std::uint64_t count) {
    std::fprintf(stderr, "count %s %llu\n", name, static_cast<unsigned long long>(count));
}

}  // namespace

Expected<void> run_demo(std::span<const std::string> words) {
    const auto read = read_words(words);
    if (!read) return read.error();
    const auto demo = make_cad_demo(read->name, read->options);
    if (!demo) return demo.error();
    const std::uint64_t files = demo->files.size() + demo->scenes.size();
    say_progress(0, files);
    const auto written =
        write_cad_demo(read->out, *demo, [&](std::size_t done) { say_progress(done, files); });
    if (!written) return written;
    const CadCounts counts = counts_of(*demo);
    say_count("parts", counts.parts);
    say_count("shapes", counts.shapes);
    say_count("faces", counts.faces);
    return {};
}

}  // namespace graze::cad
