// The fastest at one instant? Graze and the packages of Debian, in one run.
#include "bench.h"
#include "discrete/contest.h"
#include "discrete/measure.h"

#include <array>

#include <fmt/format.h>

namespace graze::bench {
namespace {

constexpr const char* kUsage =
    "graze-bench discrete [--quick] [--only "
    "proximity|interlocked|plates|build|growth|instructions|plant]...\n"
    "                     [--model FILE]... [--pictures DIR]\n";

constexpr std::array<const char*, 7> kSections{"proximity", "interlocked",  "plates", "build",
                                               "growth",    "instructions", "plant"};
constexpr std::array<const char*, 2> kOptions{"--model", "--pictures"};

int models_from_files(const std::vector<std::string>& files, std::vector<Model>& models) {
    for (const std::string& file : files) {
        auto model = model_from_file(file);
        if (!model) {
            fmt::print(stderr, "graze-bench: {}\n", model.error().message);
            return 2;
        }
        models.push_back(std::move(*model));
    }
    return 0;
}

}  // namespace

int run_discrete(std::span<const std::string> arguments) {
    const auto wishes = parse_wishes(arguments, kSections, kOptions, kUsage);
    if (!wishes) return 2;
    std::vector<Model> models;
    if (const auto files = wishes->values.find("--model"); files != wishes->values.end())
        if (const int code = models_from_files(files->second, models); code != 0) return code;
    if (models.empty()) models = standard_models();
    Contest contest;
    contest.quick = wishes->quick;
    contest.pictures = wishes->last("--pictures");
    fmt::print(
        "One thread. Each query: the least of {} runs; then the mean over the queries. \"native\": FCL's "
        "headers compiled here for this\n"
        "processor (what is no template in FCL still comes from the package). \"n wrong\": answers that "
        "differ from the exact one.\n\n",
        kRepeats);
    if (wishes->has("proximity"))
        for (const Model& model : models) contest_proximity(model, contest);
    if (wishes->has("interlocked")) contest_interlocked(contest);
    if (wishes->has("plates")) contest_plates(contest);
    if (wishes->has("build")) contest_builds(models, contest);
    if (wishes->has("instructions"))
        for (const Model& model : models) contest_instructions(model, contest);
    if (wishes->has("growth")) contest_growth(contest);
    if (wishes->has("plant")) contest_plant();
    if (!contest.targets.empty()) print_targets(contest);
    return 0;
}

}  // namespace graze::bench
