// What the studio keeps on disk: the open scene, and a list of recent ones.
#include "graze/core/file.h"
#include "graze/io/cad/cad_entry.h"
#include "studio/studio_core.h"

#include <algorithm>
#include <ctime>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace graze::studio {
namespace {

constexpr double kSaveEvery = 10.0;  // seconds
constexpr std::size_t kMostRecent = 12;

std::string clock_text() {
    const std::time_t at = std::time(nullptr);
    std::tm local{};
    ::localtime_r(&at, &local);
    char text[32];
    return {text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &local)};
}

}  // namespace

void Studio::Core::save_if_due() {
    if (!live_ || live_->changes() == saved_changes_ || now() - last_saved_ < kSaveEvery) return;
    (void)save();
}

Expected<void> Studio::Core::save() {
    last_saved_ = now();
    if (!live_) return {};
    SavedSession session = session_of(*live_);
    session.when = clock_text();
    session.name = open_as_.name;
    session.demo = open_as_.demo;
    session.files = open_as_.files;
    session.parameters = open_as_.parameters;
    const auto& bodies = live_->scene().scene.bodies;
    for (const auto& [pair, review] : clashes_.reviews())
        if (pair[0] < bodies.size() && pair[1] < bodies.size()) session.reviews.push_back({{bodies[pair[0]].name, bodies[pair[1]].name}, review.status, review.comment});
    const std::string text = format_session(session);
    const std::filesystem::path own = session_file_of(open_as_);
    std::error_code failed;
    std::filesystem::create_directories(own.parent_path(), failed);
    if (auto wrote = write_file_atomically(own, text); !wrote) return wrote;
    if (!options_.state_file.empty())
        if (auto wrote = write_file_atomically(options_.state_file, text); !wrote) return wrote;
    saved_ = session.when.substr(session.when.find(' ') + 1);
    saved_changes_ = live_->changes();
    tell_all(history_json(*live_, saved_));
    return {};
}

void Studio::Core::restore_saved() {
    std::error_code failed;
    if (options_.state_file.empty() || !std::filesystem::exists(options_.state_file, failed)) return;
    const auto text = read_file(options_.state_file);
    if (!text) return;
    auto session = parse_session(*text, options_.state_file);
    if (!session) return;
    to_restore_ = *std::move(session);
}

std::filesystem::path Studio::Core::session_file_of(const RecentScene& what) const {
    std::string key = what.demo;
    for (const auto& [name, value] : what.parameters) key += fmt::format(" {} {}", name, value);
    for (const std::string& file : what.files) key += "\n" + file;
    const auto hash = internal::content_hash(key);
    return options_.home / "sessions" / fmt::format("{:016x}{:016x}.json", hash[0], hash[1]);
}

void Studio::Core::restore_session_of(const RecentScene& what) {
    std::error_code failed;
    const std::filesystem::path file = session_file_of(what);
    if (!std::filesystem::exists(file, failed)) return;
    if (const auto text = read_file(file))
        if (auto session = parse_session(*text, file.string())) to_restore_ = *std::move(session);
}

void Studio::Core::put_saved_back() {
    if (!to_restore_) return;
    const SavedSession session = *std::move(to_restore_);
    to_restore_.reset();
    if (session.demo != open_as_.demo || session.files != open_as_.files) return;
    for (const std::string& left_out : put_back(*live_, session)) restored_ += (restored_.empty() ? "" : "; ") + left_out;
    for (const SavedSession::Review& review : session.reviews) {
        const auto a = body_named(live_->scene().scene, review.bodies[0]), b = body_named(live_->scene().scene, review.bodies[1]);
        if (a && b) clashes_.review({std::min(*a, *b), std::max(*a, *b)}, {review.status, review.comment});
    }
    restored_ = session.when + (restored_.empty() ? "" : "; left out: " + restored_);
    saved_changes_ = live_->changes();
}

void Studio::Core::load_recent() {
    const auto text = read_file(options_.home / "recent.json");
    if (!text) return;
    const Json json = Json::parse(*text, nullptr, false);
    if (!json.is_array()) return;
    try {
        for (const Json& one : json)
            recent_.push_back({one.at("name"), one.at("when"), one.at("files").get<std::vector<std::string>>(), one.at("demo"), one.at("parameters").get<std::map<std::string, double>>()});
    } catch (const Json::exception&) {
        recent_.clear();  // written by somebody else
    }
}

void Studio::Core::remember_recent(const RecentScene& what) {
    std::erase_if(recent_, [&](const RecentScene& old) { return old.files == what.files && old.demo == what.demo; });
    RecentScene now = what;
    now.when = clock_text();
    recent_.insert(recent_.begin(), std::move(now));
    for (std::size_t k = kMostRecent; k < recent_.size(); ++k) {
        std::error_code ignored;
        std::filesystem::remove(session_file_of(recent_[k]), ignored);
    }
    if (recent_.size() > kMostRecent) recent_.resize(kMostRecent);
    Json json = Json::array();
    for (const RecentScene& one : recent_) json.push_back({{"name", one.name}, {"when", one.when}, {"files", one.files}, {"demo", one.demo}, {"parameters", one.parameters}});
    (void)write_file_atomically(options_.home / "recent.json", text_of(json));
    tell_all(start_json());
}

}  // namespace graze::studio
