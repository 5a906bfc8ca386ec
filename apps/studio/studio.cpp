#include "studio/studio.h"

#include "graze/core/wording.h"
#include "studio/access.h"
#include "studio/studio_core.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace graze::studio {
namespace {

constexpr std::size_t kMostWaiting = 1000;  // commands of one client
constexpr double kFrame = 1.0 / 60.0;
constexpr double kSoonest = 0.004;          // seconds from one step to the next, if a drag comes between two frames
constexpr double kIdle = 1.0;               // seconds between frames where nothing changes
constexpr double kContactsEvery = 0.25;
constexpr std::chrono::milliseconds kStepTime{10};

std::string code_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::BadUsage: return "not_now";
        case ErrorCode::BadInput: return "bad_input";
        case ErrorCode::NotFound: return "no_such";
        case ErrorCode::CannotRead: return "not_found";
        case ErrorCode::CannotWrite: return "cannot_write";
        case ErrorCode::Unsupported: return "unsupported";
        case ErrorCode::Interrupted: return "cancelled";
    }
    return "unsupported";
}

bool is_same_head(const FrameHead& a, const FrameHead& b) {
    return a.scene == b.scene && a.seq == b.seq && a.flags == b.flags && a.badge == b.badge && a.least_distance == b.least_distance && a.lag == b.lag &&
           a.stop == b.stop && a.path == b.path && a.grabbed == b.grabbed && a.wanted_point == b.wanted_point && a.depth == b.depth;
}

}  // namespace

Studio::Core::Core(StudioOptions options, SceneReaders readers, Outbox outbox)
    : options_(std::move(options)), readers_(std::move(readers)), outbox_(std::move(outbox)),
      tasks_([this](std::function<void()> work) { post_work(std::move(work)); },
             [this](const TaskView& view) {
                 tell_all({{"type", "task"}, {"task", view.task}, {"what", view.what}, {"done", view.done < 0.0 ? Json() : Json(view.done)}, {"left_s", nullptr}, {"state", view.state}});
             }) {
    load_recent();
    thread_ = std::thread([this] { run(); });
}

Studio::Core::~Core() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    wake_.notify_all();
    thread_.join();
}

double Studio::Core::now() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count(); }

bool Studio::Core::post(ClientId client, std::string message) {
    {
        const std::lock_guard lock(mutex_);
        if (++waiting_[client] > kMostWaiting) return false;
        items_.emplace_back(Message{client, std::move(message)});
    }
    wake_.notify_all();
    return true;
}

void Studio::Core::post_work(std::function<void()> work) {
    {
        const std::lock_guard lock(mutex_);
        items_.emplace_back(std::move(work));
    }
    wake_.notify_all();
}

void Studio::Core::left(ClientId client) {
    post_work([this, client] {
        if (people_.is_driver(client) && live_) (void)live_->release();
        people_.leave(client, now());
        mistakes_.erase(client);
        {
            const std::lock_guard lock(mutex_);
            waiting_.erase(client);
        }
        tell_people();
    });
}

std::shared_ptr<const OpenedScene> Studio::Core::opened() const {
    const std::lock_guard lock(mutex_);
    return opened_;
}

std::optional<std::string> Studio::Core::path_bytes_of(std::uint32_t number) const {
    const std::lock_guard lock(mutex_);
    const auto found = path_bytes_.find(number);
    if (found == path_bytes_.end()) return std::nullopt;
    return *found->second;
}

void Studio::Core::run() {
    using Clock = std::chrono::steady_clock;
    const auto seconds = [](double s) { return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(s)); };
    auto next = Clock::now(), last = next;
    for (;;) {
        std::deque<Item> items;
        {
            std::unique_lock lock(mutex_);
            wake_.wait_until(lock, next, [&] { return ends_ || !items_.empty(); });
            if (ends_) break;
            items.swap(items_);
        }
        const bool was_asked = !items.empty();
        do_items(std::move(items));
        const auto at = Clock::now();
        // In the world of first order a step has no length in time: a drag need not wait for the next frame.
        const bool is_eager = was_asked && live_ && live_->wants_step() && live_->order() == WorldOrder::First && at - last >= seconds(kSoonest);
        if (at < next && !is_eager) {
            if (was_asked) show();
            continue;
        }
        if (live_) live_->pass(std::min(0.1, std::chrono::duration<double>(at - last).count()));
        last = at;
        tick();
        next = std::max(next + seconds(kFrame), Clock::now());
        if (is_eager) next = at + seconds(kFrame);
    }
    if (live_ && live_->changes() != saved_changes_) (void)save();
}

void Studio::Core::do_items(std::deque<Item> items) {
    for (Item& item : items) {
        if (auto* work = std::get_if<std::function<void()>>(&item)) {
            (*work)();
            continue;
        }
        const Message& message = std::get<Message>(item);
        {
            const std::lock_guard lock(mutex_);
            if (const auto at = waiting_.find(message.client); at != waiting_.end()) --at->second;
        }
        obey(message.client, message.text);
    }
    tell_changes();
}

void Studio::Core::tick() {
    if (people_.tick(now())) tell_people();
    tasks_.tell_progress();
    if (live_ && live_->wants_step()) {
        live_->step({.time = kStepTime});
        if (clashes_.was_checked() && !clashes_.is_stale()) {
            clashes_.set_stale();
            tell_all(clashes_.json(live_->ignored()));
        }
    }
    tell_changes();
    show();
    save_if_due();
}

void Studio::Core::show() {
    if (!live_) return;
    auto frame = std::make_shared<FrameData>(live_->frame());
    const auto focus = live_->focus();
    if (focus && !live_->is_replaying())
        if (const auto found = surveyor_.answer(live_->scene().number, *focus)) {
            frame->head.least_distance = found->lo;
            frame->head.least_distance_hi = found->hi;
            frame->head.least_bodies = found->bodies;
        }
    const auto changed = changed_poses(*frame, shown_.get());
    const bool moved = std::any_of(changed.begin(), changed.end(), [](bool one) { return one; });
    if (shown_ && !moved && is_same_head(frame->head, shown_->head) && frame->contacts.size() == shown_->contacts.size() && now() - last_shown_ < kIdle) return;
    if (focus && (moved || !shown_ || shown_->head.grabbed != frame->head.grabbed)) surveyor_.ask({live_->shared_scene(), poses_now(), *focus, live_->ignored()});
    frame->head.frame = ++frames_;
    last_shown_ = now();
    if (options_.audit && moved && !live_->is_replaying()) check_frame();
    tell_contacts(*frame);
    shown_ = std::move(frame);
    outbox_.frame(shown_);
}

void Studio::Core::check_frame() {
    if (checked_world_ != &live_->world()) {
        check_.emplace(live_->world());
        checked_world_ = &live_->world();
    }
    ++audited_;
    for (const BodyPair& pair : check_->meeting()) {
        const auto& ignored = live_->ignored();
        if (std::find(ignored.begin(), ignored.end(), pair) == ignored.end()) met_.push_back(pair);
    }
}

void Studio::Core::tell_contacts(const FrameData& frame) {
    std::set<Pair> touching;
    for (const FrameContact& contact : frame.contacts)
        if (contact.push > 0.0) touching.insert(contact.bodies);
    if (touching == touching_ || now() - last_contact_told_ < kContactsEvery) return;
    last_contact_told_ = now();
    for (const Pair& bodies : touching)
        if (!touching_.contains(bodies)) tell_all({{"type", "contact"}, {"bodies", bodies}, {"began", true}});
    for (const Pair& bodies : touching_)
        if (!touching.contains(bodies)) tell_all({{"type", "contact"}, {"bodies", bodies}, {"began", false}});
    touching_ = std::move(touching);
}

void Studio::Core::tell_changes() {
    if (!live_ || live_->changes() == told_changes_) return;
    told_changes_ = live_->changes();
    std::map<std::uint32_t, std::shared_ptr<const std::string>> bytes;
    {
        const std::lock_guard lock(mutex_);
        bytes = path_bytes_;
    }
    std::erase_if(bytes, [&](const auto& entry) { return live_->path(entry.first) == nullptr; });
    for (const auto& [number, path] : live_->paths())
        if (!bytes.contains(number)) bytes[number] = std::make_shared<const std::string>(graze::studio::path_bytes(path));
    {
        const std::lock_guard lock(mutex_);
        path_bytes_ = std::move(bytes);
    }
    tell_all(world_json(*live_));
    tell_all(history_json(*live_, saved_));
    tell_all(paths_json(*live_));
}

void Studio::Core::tell_all(const Json& json) {
    const std::string text = text_of(json);
    for (const ClientId client : people_.clients()) outbox_.text(client, text);
}

void Studio::Core::tell_people() { tell_all(people_json(people_, now())); }

void Studio::Core::tell_state(ClientId client) {
    tell(client, people_json(people_, now()));
    tell(client, start_json());
    if (!live_) return;
    tell(client, opened_json());
    tell(client, world_json(*live_));
    tell(client, history_json(*live_, saved_));
    tell(client, paths_json(*live_));
    tell(client, clashes_.json(live_->ignored()));
    tasks_.tell_all();
}

Json Studio::Core::opened_json() const {
    Json json = scene_json(*live_);
    json["restored"] = restored_.empty() ? Json() : Json(restored_);
    return json;
}

void Studio::Core::done(const Asker& asker, Json json) {
    tell_changes();  // who has an answer knows what it changed
    if (!asker.id) return;
    Json answer{{"type", "done"}, {"id", *asker.id}};
    answer.update(json);
    tell(asker.client, answer);
}

void Studio::Core::fail(const Asker& asker, const Error& error, const std::string& code) {
    Json json = error_json(error, code.empty() ? code_of(error.code) : code);
    if (asker.id) json["id"] = *asker.id;
    if (asker.client != 0) tell(asker.client, json);
}

void Studio::Core::answer(const Asker& asker, const Expected<void>& result, Json json) {
    if (result)
        done(asker, std::move(json));
    else
        fail(asker, result.error());
}

std::vector<Pose> Studio::Core::poses_now() const {
    std::vector<Pose> poses;
    for (std::uint32_t i = 0; i < live_->world().size(); ++i) poses.push_back(live_->world().pose(i));
    return poses;
}

Studio::Studio(StudioOptions options, SceneReaders readers, Outbox outbox)
    : core_(std::make_unique<Core>(std::move(options), std::move(readers), std::move(outbox))) {}
Studio::~Studio() = default;
bool Studio::post(ClientId client, std::string message) { return core_->post(client, std::move(message)); }
void Studio::left(ClientId client) { core_->left(client); }
void Studio::open_first(const std::vector<std::string>& files) { core_->open_first(files); }
std::shared_ptr<const OpenedScene> Studio::opened() const { return core_->opened(); }
std::optional<std::string> Studio::path_bytes_of(std::uint32_t number) const { return core_->path_bytes_of(number); }
Expected<Studio::UploadPlace> Studio::place_for_upload(const std::string& name, const std::string& folder) { return core_->place_for_upload(name, folder); }
std::optional<std::filesystem::path> Studio::download(const std::string& name) const { return core_->download(name); }

}  // namespace graze::studio
