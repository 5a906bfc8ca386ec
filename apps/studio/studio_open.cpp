// Opening scenes: demos, files, uploads; and folders of the studio's own.
#include "graze/core/wording.h"
#include "studio/access.h"
#include "studio/bundled_demo.h"
#include "studio/demo_cards.h"
#include "studio/studio_core.h"

#include <algorithm>

#include <fmt/format.h>

namespace graze::studio {
namespace {

namespace fs = std::filesystem;

constexpr int kMostFolders = 1'000'000;

/// How much of an opening is done, of what its parts tell: a demo is made, files are read and meshed.
class OpeningShare {
  public:
    explicit OpeningShare(TaskControl& control) : control_(control) {}

    void take(std::string_view kind, std::uint64_t done, std::uint64_t total) {
        if (total == 0) return;
        const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
        const std::lock_guard lock(mutex_);
        if (kind == "making") {
            made_ = share;
        } else if (kind == "files") {
            files_ = total;
            read_ = share;
            begins_at_ = made_ > 0.0 ? kOfMaking : 0.0;
        } else {
            const std::size_t space = kind.find(' ');
            double& known = of_file_[std::string(kind.substr(std::min(space, kind.size())))];
            known = std::max(known, kind.starts_with("reading") ? kOfReading * share : kOfReading + (1.0 - kOfReading) * share);
        }
        double meshed = 0.0;
        for (const auto& [file, own] : of_file_) meshed += own / static_cast<double>(std::max<std::uint64_t>(files_, of_file_.size()));
        const double now = of_file_.empty() && files_ == 0 ? kOfMaking * made_ : begins_at_ + (1.0 - begins_at_) * kOfFiles * std::max(meshed, read_);
        control_.done = std::max(control_.done.load(), now);
    }

  private:
    // Shares of the time that car-door takes.
    static constexpr double kOfMaking = 0.3, kOfReading = 0.2, kOfFiles = 0.95;

    TaskControl& control_;
    std::mutex mutex_;
    std::map<std::string, double> of_file_;
    std::uint64_t files_ = 0;
    double made_ = 0.0, read_ = 0.0, begins_at_ = 0.0;
};

/// A plain path below a folder: no parts that lead out of it.
bool stays_below(const fs::path& path) {
    return !path.empty() && path.is_relative() && std::none_of(path.begin(), path.end(), [](const fs::path& part) { return part == ".." || part == "."; });
}

}  // namespace

Json Studio::Core::start_json() const {
    Json demos = Json::array(), recent = Json::array();
    for (const DemoCard& card : demo_cards()) demos.push_back({{"name", card.name}, {"title", card.title}, {"task", card.task}, {"facts", card.facts}});
    for (const RecentScene& one : recent_) {
        std::error_code failed;
        const bool exists = !one.demo.empty() || std::all_of(one.files.begin(), one.files.end(), [&](const std::string& file) { return fs::exists(file, failed); });
        recent.push_back({{"name", one.name}, {"file", one.demo.empty() ? one.files.front() : "demo " + one.demo}, {"when", one.when}, {"exists", exists}});
    }
    return {{"type", "start"}, {"demos", std::move(demos)}, {"recent", std::move(recent)}, {"open", live_.has_value()}};
}

fs::path Studio::Core::new_folder(const std::string& kind) {
    const std::lock_guard lock(mutex_);
    for (; next_folder_ < kMostFolders; ++next_folder_) {
        const fs::path folder = options_.home / kind / std::to_string(next_folder_);
        std::error_code failed;
        fs::create_directories(folder.parent_path(), failed);
        if (fs::create_directory(folder, failed)) return folder;
    }
    return options_.home / kind / "full";
}

Expected<Studio::UploadPlace> Studio::Core::place_for_upload(const std::string& name, const std::string& folder) {
    const std::string safe = safe_file_name(name);
    if (safe.empty()) return make_error(ErrorCode::BadInput, "upload", fmt::format("{} is no name for a file", in_quotes(name)), "rename it");
    fs::path where;
    if (folder.empty()) {
        where = new_folder("uploads");
    } else {
        const bool is_number = folder.size() < 8 && std::all_of(folder.begin(), folder.end(), [](char c) { return c >= '0' && c <= '9'; });
        where = options_.home / "uploads" / folder;
        std::error_code failed;
        if (!is_number || !fs::is_directory(where, failed)) return make_error(ErrorCode::NotFound, "upload", fmt::format("there is no folder {}", in_quotes(folder)));
    }
    return UploadPlace{where / safe, (where.filename() / safe).string()};
}

std::optional<fs::path> Studio::Core::download(const std::string& name) const {
    const fs::path path(name);
    if (!stays_below(path)) return std::nullopt;
    const fs::path file = options_.home / "exports" / path;
    std::error_code failed;
    if (!fs::is_regular_file(fs::symlink_status(file, failed))) return std::nullopt;
    return file;
}

/// Beside its place first, so that a demo is there or not, and never in part.
Expected<void> Studio::Core::make_demo_at(const fs::path& folder, const RecentScene& what, const Watch& watch) const {
    const fs::path hidden = folder.parent_path() / (".new-" + random_token());
    auto made = readers_.make_demo(what.demo, what.parameters, hidden, watch);
    std::error_code failed;
    if (made) fs::rename(hidden, folder, failed);
    if (!made || failed) {
        std::error_code ignored;
        fs::remove_all(hidden, ignored);
    }
    if (made && failed && !fs::exists(folder / "scene.json")) return make_error(ErrorCode::CannotWrite, folder.string(), "cannot be made: " + failed.message());
    return made;
}

Expected<std::vector<std::string>> Studio::Core::files_of(const std::vector<std::string>& names) const {
    std::vector<std::string> files;
    for (const std::string& name : names) {
        const fs::path uploaded = options_.home / "uploads" / name;
        std::error_code failed;
        if (stays_below(name) && fs::is_regular_file(uploaded, failed))
            files.push_back(uploaded.string());
        else if (fs::is_regular_file(name, failed))
            files.push_back(fs::absolute(name).string());
        else
            return make_error(ErrorCode::NotFound, in_quotes(name), "there is no such file", "check its name, or drop it into the page");
    }
    return files;
}

void Studio::Core::obey(const Asker& asker, const Open& open) {
    RecentScene what{.name = open.demo, .when = {}, .files = {}, .demo = open.demo, .parameters = open.parameters};
    to_restore_.reset();
    if (open.recent) {
        if (*open.recent >= recent_.size()) return fail(asker, make_error(ErrorCode::NotFound, "open", fmt::format("there is no recent file {}", *open.recent)));
        what = recent_[*open.recent];
        restore_session_of(what);
    } else if (!open.files.empty()) {
        const auto files = files_of(open.files);
        if (!files) return fail(asker, files.error());
        what.files = *files;
        what.name = fs::path(what.files.front()).filename().string();
        if (what.name == "scene.json") what.name = fs::path(what.files.front()).parent_path().filename().string();
    } else {
        const auto card = std::find_if(demo_cards().begin(), demo_cards().end(), [&](const DemoCard& one) { return open.demo == one.name; });
        if (card != demo_cards().end()) what.name = card->title;
    }
    begin_opening(asker, what);
}

void Studio::Core::open_first(const std::vector<std::string>& files) {
    post_work([this, files] {
        restore_saved();
        RecentScene what;
        if (files.empty()) {
            if (!to_restore_ || (to_restore_->files.empty() && to_restore_->demo.empty())) return;
            what = {.name = to_restore_->name, .when = {}, .files = to_restore_->files, .demo = to_restore_->demo, .parameters = to_restore_->parameters};
        } else {
            const auto found = files_of(files);
            if (!found) return;
            what.files = *found;
            what.name = fs::path(found->front()).filename().string();
            if (what.name == "scene.json") what.name = fs::path(found->front()).parent_path().filename().string();
            restore_session_of(what);
        }
        begin_opening({}, what);
    });
}

void Studio::Core::begin_opening(const Asker& asker, const RecentScene& what) {
    struct Found {
        std::optional<Opened> opened;
        std::shared_ptr<const Scene> as_read;
        std::optional<Error> error;
    };
    const auto found = std::make_shared<Found>();
    const std::uint32_t number = next_scene_++;
    std::string folder_name = what.demo;
    for (const auto& [key, value] : what.parameters) folder_name += fmt::format("-{}-{:g}", safe_file_name(key), value);
    const bool is_light = what.parameters.empty() && is_bundled(what.demo);
    if (is_light) folder_name += "-light";
    const fs::path demo_folder = options_.home / "demos" / options_.version / safe_file_name(folder_name);
    const auto work = [this, what, number, is_light, demo_folder, found](TaskControl& control) -> Tasks::Outcome {
        OpeningShare share(control);
        const Watch watch{[&](std::string_view kind, std::uint64_t done, std::uint64_t total) { share.take(kind, done, total); }, &control.cancelled};
        const auto run = [&]() -> Expected<void> {
            std::vector<std::string> files = what.files;
            if (!what.demo.empty()) {
                const fs::path scene = demo_folder / "scene.json";
                std::error_code failed;
                if (is_light) {
                    if (auto unpacked = unpack_bundled(what.demo, demo_folder); !unpacked) return unpacked;
                } else if (!fs::exists(scene, failed))
                    if (auto made = make_demo_at(demo_folder, what, watch); !made) return made;
                files = {scene.string()};
            }
            auto scene = readers_.read(files, watch);
            if (!scene) return scene.error();
            if (!scene->paths.empty()) found->as_read = std::make_shared<const Scene>(*scene);
            SceneRods rods;
            if (files.size() == 1 && files.front().ends_with(".json")) {
                auto read = read_scene_rods(files.front(), *scene);
                if (!read) return read.error();
                rods = *std::move(read);
            }
            auto opened = open_scene(*std::move(scene), {number, what.name, files.front()}, std::move(rods));
            if (!opened) return opened.error();
            found->opened = *std::move(opened);
            return {};
        };
        if (const auto ran = run(); !ran) found->error = ran.error();
        return {found->error.has_value(), {}};
    };
    const auto then = [this, asker, what, found] {
        if (found->error) return fail(asker, *found->error);
        take_over(*std::move(found->opened), what, found->as_read);
        done(asker, {{"scene", live_->scene().number}});
    };
    tasks_.start(fmt::format("Opening {}", what.name), [work, then](TaskControl& control) { return Tasks::Outcome{work(control).failed, then}; },
                 [this, asker] { fail(asker, make_error(ErrorCode::Interrupted, "open", "was cancelled")); });
}

void Studio::Core::take_over(Opened opened, const RecentScene& what, std::shared_ptr<const Scene> as_read) {
    check_.reset();
    checked_world_ = nullptr;
    live_.emplace(std::move(opened));
    clashes_ = {};
    restored_.clear();
    shown_.reset();
    touching_.clear();
    open_as_ = what;
    told_changes_ = ~std::uint64_t{0};
    {
        const std::lock_guard lock(mutex_);
        opened_ = live_->shared_scene();
        path_bytes_.clear();
    }
    if (as_read)
        if (auto path = path_in(as_read, live_->scene())) {
            path->name = "The path of the scene";
            live_->add_path(*std::move(path));
        }
    remember_recent(what);
    put_saved_back();
    tell_all(opened_json());
    tell_all(clashes_.json({}));
    tell_changes();
    show();
}

void Studio::Core::obey(const Asker& asker, const Close&) {
    if (live_) (void)save();
    std::error_code ignored;  // who closed a scene wants the start the next time
    if (!options_.state_file.empty()) fs::remove(options_.state_file, ignored);
    check_.reset();
    checked_world_ = nullptr;
    live_.reset();
    shown_.reset();
    {
        const std::lock_guard lock(mutex_);
        opened_.reset();
        path_bytes_.clear();
    }
    done(asker);
    tell_all(start_json());
}

void Studio::Core::obey(const Asker& asker, const LoadPath& load) {
    const auto files = files_of({load.file});
    if (!files) return fail(asker, files.error());
    const auto scene = live_->shared_scene();
    const auto found = std::make_shared<std::optional<Expected<StudioPath>>>();
    const std::string name = fs::path(files->front()).filename().string();
    const auto work = [this, files = *files, scene, found](TaskControl& control) {
        OpeningShare share(control);
        auto read = readers_.read(files, {[&](std::string_view kind, std::uint64_t done, std::uint64_t total) { share.take(kind, done, total); }, &control.cancelled});
        *found = read ? path_in(std::make_shared<const Scene>(*std::move(read)), *scene) : Expected<StudioPath>(read.error());
        return found->value().has_value();
    };
    const auto then = [this, asker, scene, found, name] {
        if (!**found) return fail(asker, (*found)->error());
        if (!live_ || live_->shared_scene() != scene) return fail(asker, make_error(ErrorCode::BadUsage, "load_path", "another scene was opened meanwhile"));
        StudioPath path = **std::move(*found);
        path.name = name;
        add_and_answer(asker, std::move(path));
    };
    tasks_.start(fmt::format("Reading {}", name), [work, then](TaskControl& control) { return Tasks::Outcome{!work(control), then}; },
                 [this, asker] { fail(asker, make_error(ErrorCode::Interrupted, "load_path", "was cancelled")); });
}

}  // namespace graze::studio
