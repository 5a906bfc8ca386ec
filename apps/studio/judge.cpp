#include "studio/judge.h"

#include "graze/core/child_process.h"
#include "graze/core/file.h"
#include "graze/io/scene/scene_file.h"
#include "graze/scene/scene_motion.h"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace graze::studio {
namespace {

using Json = nlohmann::json;

constexpr int kBadInput = 2;
constexpr int kMostFiner = 4;  // tolerances that are tried for parts that all but touch

struct Ran {
    int status = 0;
    Json answer;
};

/// The part of the whole that a command is.
struct Part {
    double from = 0.0, until = 1.0;
    std::size_t segments = 1;  // of the path
};

/// "progress DONE TOTAL TITLE" (core/progress.h); a title "segment 12" is one of many. False: another line.
bool take_progress(std::string_view line, const Part& part, TaskControl& control) {
    unsigned long long done = 0, total = 0, segment = 0;
    if (std::sscanf(std::string(line).c_str(), "progress %llu %llu", &done, &total) != 2) return false;
    double share = total > 0 ? std::min(1.0, static_cast<double>(done) / static_cast<double>(total)) : 0.0;
    const std::size_t title = line.find(" segment ");
    if (title != std::string_view::npos && std::sscanf(std::string(line.substr(title)).c_str(), " segment %llu", &segment) == 1)
        share = (static_cast<double>(segment) + share) / static_cast<double>(part.segments);
    else if (part.segments > 1)
        return true;  // beside the way: copies of seats, meshes
    control.done = std::max(control.done.load(), part.from + (part.until - part.from) * std::min(1.0, share));
    return true;
}

/// A command of ours with --json.
Expected<Ran> run_graze(const std::vector<std::string>& words, const JudgeOptions& options, const Part& part, TaskControl& control) {
    const std::filesystem::path output = options.folder / "answer.json";
    const auto ran = run_child(options.graze, words, [&](std::string_view line) { return take_progress(line, part, control); }, {.output = output, .cancel = &control.cancelled});
    if (!ran) return ran.error();
    if (ran->end == ChildEnd::Interrupted) return make_error(ErrorCode::Interrupted, "the check", "was cancelled");
    if (ran->end != ChildEnd::Exited)
        return make_error(ErrorCode::Unsupported, "the check", fmt::format("died of signal {}", ran->status), "is there enough memory?");
    const auto text = read_file(output);
    std::error_code ignored;
    std::filesystem::remove(output, ignored);
    if (!text) return text.error();
    Ran done{ran->status, Json::parse(*text, nullptr, false)};
    if (done.answer.is_discarded() || !done.answer.is_object()) return make_error(ErrorCode::Unsupported, "the check", "gave no answer: " + ran->messages);
    if (done.status == kBadInput && done.answer.contains("error")) {
        const std::string message = done.answer["error"].value("message", std::string("it failed"));
        return Error{ErrorCode::BadInput, message};
    }
    return done;
}

double stop_of(const Json& json, const char* segment, const char* t) { return json.value(segment, 0.0) + json.value(t, 0.0); }

std::optional<BodyPair> bodies_of(const Json& names, const Scene& scene) {
    if (!names.is_array() || names.size() != 2) return std::nullopt;
    BodyPair bodies{};
    for (std::size_t k = 0; k < 2; ++k) {
        const auto body = body_named(scene, names[k].get<std::string>());
        if (!body) return std::nullopt;
        bodies[k] = *body;
    }
    if (bodies[0] > bodies[1]) std::swap(bodies[0], bodies[1]);
    return bodies;
}

std::optional<Vec3> point_of(const Json& json) {
    if (!json.is_array() || json.size() != 3) return std::nullopt;
    return Vec3(json[0].get<double>(), json[1].get<double>(), json[2].get<double>());
}

PathVerdict verdict_of(const std::string& word) {
    for (const PathVerdict verdict : {PathVerdict::Clear, PathVerdict::Contact, PathVerdict::OverlapAtStart})
        if (word == name_of(verdict)) return verdict;
    return PathVerdict::Undecided;
}

/// What is wrong, and where.
std::vector<PathMark> marks_of(const Json& answer, const Judgement& judged, const Scene& scene) {
    std::vector<PathMark> marks;
    for (const Json& interval : answer.value("intervals", Json::array()))
        marks.push_back({stop_of(interval, "segment", "from"), stop_of(interval, "until_segment", "until"), "contact", bodies_of(interval["bodies"], scene)});
    const bool is_contact = judged.verdict == PathVerdict::Contact || judged.verdict == PathVerdict::OverlapAtStart;
    if (is_contact && marks.empty()) marks.push_back({judged.proved_until, judged.proved_until, "contact"});
    const Json contacts = answer.value("contacts", Json::array()), deep = answer.value("deep", Json::array());
    if (is_contact && !contacts.empty()) {
        marks.front().bodies = bodies_of(contacts[0]["bodies"], scene);
        if (contacts[0].contains("points")) marks.front().point = point_of(contacts[0]["points"][0]);
    } else if (is_contact && !deep.empty()) {
        marks.front().bodies = bodies_of(deep[0]["bodies"], scene);
        marks.front().point = point_of(deep[0]["point"]);
    }
    if (judged.verdict == PathVerdict::Undecided) marks.push_back({judged.proved_until, judged.proved_until, "undecided"});
    return marks;
}

Judgement judgement_of(const Json& answer, const Scene& scene) {
    Judgement judged;
    judged.verdict = verdict_of(answer.value("verdict", std::string()));
    judged.proved_until = stop_of(answer, "segment", "clear_until");
    const Json least = answer.value("least_clearance", Json());
    if (least.is_object()) judged.proved_gap = least["distance"][0].get<double>();
    for (const Json& seat : answer.value("seated", Json::array())) judged.depth = std::max(judged.depth.value_or(0.0), seat.value("depth", 0.0));
    judged.marks = marks_of(answer, judged, scene);
    return judged;
}

/// A tolerance below the distance at which the path was called a contact; nothing if bodies touch, or if it was none.
std::optional<double> finer_tolerance(const Json& answer, const JudgeOptions& options) {
    if (options.clearance > 0.0 || answer.value("verdict", std::string()) != name_of(PathVerdict::Contact)) return std::nullopt;
    const Json least = answer.value("least_clearance", Json());
    if (!least.is_object()) return std::nullopt;
    const double achieved = least["distance"][1].get<double>();
    return achieved > 0.0 ? std::optional(achieved / 8.0) : std::nullopt;
}

}  // namespace

Expected<Judgement> judge(const Scene& along, const JudgeOptions& options, TaskControl& control) {
    std::error_code failed;
    std::filesystem::create_directories(options.folder, failed);
    if (auto written = write_scene(options.folder, along); !written) return written.error();
    const std::string scene = (options.folder / "scene.json").string(), proof = (options.folder / "proof.graze").string();
    std::vector<std::string> words{"path", scene, "--json", "--clearance", fmt::format("{}", options.clearance)};
    if (options.certify) words.insert(words.end(), {"--certificate", proof});
    if (options.budget_s) words.insert(words.end(), {"--budget", fmt::format("{}", *options.budget_s)});
    if (!options.budget_s && !options.certify) words.emplace_back("--all");
    const Part way{0.0, options.certify ? 0.7 : 1.0, std::max<std::size_t>(2, segments_of(along))};
    auto answered = run_graze(words, options, way, control);
    // Parts that were pressed hard stand nearer than the usual tolerance: then a finer one is asked for.
    for (int finer = 0; finer < kMostFiner && answered; ++finer) {
        const auto tolerance = finer_tolerance(answered->answer, options);
        if (!tolerance) break;
        std::vector<std::string> again = words;
        again.insert(again.end(), {"--tolerance", fmt::format("{}", *tolerance)});
        answered = run_graze(again, options, way, control);
    }
    if (!answered) return answered.error();
    Judgement judged = judgement_of(answered->answer, along);
    if (!options.certify || judged.verdict != PathVerdict::Clear || !answered->answer["certificate"].is_object()) return judged;
    judged.bytes = answered->answer["certificate"].value("bytes", std::uint64_t{0});
    const auto verified = run_graze({"verify", proof, "--scene", scene, "--json"}, options, {0.7, 1.0, 1}, control);
    if (!verified) return verified.error();
    judged.is_verified = verified->status == 0 && verified->answer.value("valid", false);
    if (!judged.is_verified) {
        judged.verdict = PathVerdict::Undecided;
        return judged;
    }
    judged.verdict = PathVerdict::Certified;
    judged.proved = verified->answer.value("proved", std::string());
    return judged;
}

}  // namespace graze::studio
