// The studio's thread and what it holds: private to studio*.cpp.
#pragma once

#include "graze/dynamics/handling/exact_check.h"
#include "studio/studio.h"
#include "studio/clash_list.h"
#include "studio/saved_session.h"
#include "studio/state_json.h"
#include "studio/survey.h"
#include "studio/tasks.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <set>
#include <thread>

namespace graze::studio {

/// Who gave a command, and how it is answered.
struct Asker {
    ClientId client = 0;
    std::optional<std::int64_t> id = {};
};

struct RecentScene {
    std::string name, when;
    std::vector<std::string> files;
    std::string demo = {};
    std::map<std::string, double> parameters = {};
};

class Studio::Core {
  public:
    Core(StudioOptions options, SceneReaders readers, Outbox outbox);
    ~Core();

    bool post(ClientId client, std::string message);
    void left(ClientId client);
    void post_work(std::function<void()> work);
    void open_first(const std::vector<std::string>& files);

    [[nodiscard]] std::shared_ptr<const OpenedScene> opened() const;
    [[nodiscard]] std::optional<std::string> path_bytes_of(std::uint32_t number) const;
    [[nodiscard]] Expected<UploadPlace> place_for_upload(const std::string& name, const std::string& folder);
    [[nodiscard]] std::optional<std::filesystem::path> download(const std::string& name) const;

  private:
    struct Message {
        ClientId client;
        std::string text;
    };
    using Item = std::variant<Message, std::function<void()>>;

    // studio.cpp: the thread
    void run();
    void do_items(std::deque<Item> items);
    void tick();
    void show();
    void tell_changes();
    void tell_contacts(const FrameData& frame);
    void check_frame();
    [[nodiscard]] double now() const;

    // Messages.
    void tell(ClientId client, const Json& json) { outbox_.text(client, text_of(json)); }
    void tell_all(const Json& json);
    void tell_state(ClientId client);
    void tell_people();
    void done(const Asker& asker, Json json = Json::object());
    void fail(const Asker& asker, const Error& error, const std::string& code = {});
    void answer(const Asker& asker, const Expected<void>& result, Json json = Json::object());
    [[nodiscard]] Json start_json() const;
    [[nodiscard]] Json opened_json() const;

    // studio_commands.cpp: one for each type of message
    void obey(ClientId client, const std::string& text);
    void obey(const Asker& asker, const Hello& hello);
    void obey(const Asker& asker, const Ping&);
    void obey(const Asker& asker, const AskToDrive&);
    void obey(const Asker& asker, const HandOver& hand_over);
    void obey(const Asker& asker, const Open& open);
    void obey(const Asker& asker, const Close&);
    void obey(const Asker& asker, const Grab& grab);
    void obey(const Asker& asker, const Drag& drag);
    void obey(const Asker& asker, const Release&);
    void obey(const Asker& asker, const CancelDrag&);
    void obey(const Asker& asker, const Nudge& nudge);
    void obey(const Asker& asker, const Place& place);
    void obey(const Asker& asker, const Throw& thrown);
    void obey(const Asker& asker, const SetLock& lock);
    void obey(const Asker& asker, const SetWorld& set);
    void obey(const Asker& asker, const SetMargin& margin);
    void obey(const Asker& asker, const Step& step);
    void obey(const Asker& asker, const Undo&);
    void obey(const Asker& asker, const Redo&);
    void obey(const Asker& asker, const Reset&);
    void obey(const Asker& asker, const Snapshot& snapshot);
    void obey(const Asker& asker, const Restore& restore);
    void obey(const Asker& asker, const Forget& forget);
    void obey(const Asker& asker, const Record& record);
    void obey(const Asker& asker, const LoadPath& load);
    void obey(const Asker& asker, const AskTimeline& ask);
    void obey(const Asker& asker, const RenamePath& rename);
    void obey(const Asker& asker, const DeletePath& erase);
    void obey(const Asker& asker, const Trim& trim);
    void obey(const Asker& asker, const Simplify& simplify);
    void obey(const Asker& asker, const Reverse& reverse);
    void obey(const Asker& asker, const Play& play);
    void obey(const Asker& asker, const Scrub& scrub);
    void obey(const Asker& asker, const Stop&);
    void obey(const Asker& asker, const ContinueFrom& from);
    void obey(const Asker& asker, const Check& check);
    void obey(const Asker& asker, const Certify& certify);
    void obey(const Asker& asker, const Export& made);
    void obey(const Asker& asker, const Measure& ends);
    void obey(const Asker& asker, const FindClashes& find);
    void obey(const Asker& asker, const ReviewClash& review);
    void obey(const Asker& asker, const Ignore& ignore);
    void obey(const Asker& asker, const Save&);
    void obey(const Asker& asker, const Cancel& cancel);
    void obey(const Asker& asker, const Audit&);

    // studio_open.cpp, studio_work.cpp
    void begin_opening(const Asker& asker, const RecentScene& what);
    void take_over(Opened opened, const RecentScene& what, std::shared_ptr<const Scene> as_read);
    void begin_judging(const Asker& asker, std::uint32_t path, const Check& how, bool certify);
    [[nodiscard]] Expected<void> make_demo_at(const std::filesystem::path& folder, const RecentScene& what, const Watch& watch) const;
    [[nodiscard]] std::filesystem::path new_folder(const std::string& kind);
    [[nodiscard]] Expected<std::vector<std::string>> files_of(const std::vector<std::string>& names) const;
    [[nodiscard]] std::vector<Pose> poses_now() const;
    [[nodiscard]] WhenPlaced when_placed(const Asker& asker);
    /// Null, and an error is sent: there is none.
    StudioPath* path_for(const Asker& asker, std::uint32_t number);
    void add_and_answer(const Asker& asker, StudioPath path);

    // studio_state.cpp: what is kept on disk
    void save_if_due();
    Expected<void> save();
    void load_recent();
    void remember_recent(const RecentScene& what);
    void restore_saved();
    void restore_session_of(const RecentScene& what);
    [[nodiscard]] std::filesystem::path session_file_of(const RecentScene& what) const;
    void put_saved_back();

    StudioOptions options_;
    SceneReaders readers_;
    Outbox outbox_;
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();

    // Of any thread, under the mutex.
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Item> items_;
    std::map<ClientId, std::size_t> waiting_;
    std::shared_ptr<const OpenedScene> opened_;
    std::map<std::uint32_t, std::shared_ptr<const std::string>> path_bytes_;
    std::uint32_t next_folder_ = 1;
    bool ends_ = false;

    // Of the studio's thread alone.
    People people_;
    std::map<ClientId, int> mistakes_;
    std::optional<Live> live_;
    ClashList clashes_;
    RecentScene open_as_;
    std::vector<RecentScene> recent_;
    std::string saved_, restored_;
    std::optional<SavedSession> to_restore_;
    std::uint64_t told_changes_ = 0, saved_changes_ = 0;
    double frames_ = 0.0, last_shown_ = -1e9, last_saved_ = 0.0, last_contact_told_ = -1e9;
    std::uint32_t next_scene_ = 1;
    std::shared_ptr<const FrameData> shown_;
    std::set<Pair> touching_;
    std::optional<ExactCheck> check_;
    const World* checked_world_ = nullptr;
    std::uint64_t audited_ = 0;
    std::vector<BodyPair> met_;
    Surveyor surveyor_;
    Tasks tasks_;
    std::thread thread_;
};

}  // namespace graze::studio
