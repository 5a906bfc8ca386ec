// The studio behind the network: the thread that simulates and everything that its pages share.
//
// Pages' messages go into one queue and are done in order, between two steps of the world; what they cause goes out through
// an Outbox. Long work has threads of its own, which post what they found into the same queue. So all state is touched by one
// thread, and the network never waits for the world, nor the world for the network.
#pragma once

#include "graze/core/watch.h"
#include "studio/frame_data.h"
#include "studio/live.h"
#include "studio/people.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace graze::studio {

/// How scenes come in; called from threads of their own.
struct SceneReaders {
    std::function<Expected<Scene>(const std::vector<std::string>& files, const Watch& watch)> read;
    /// Fills the folder with scene.json and what it needs.
    std::function<Expected<void>(const std::string& demo, const std::map<std::string, double>& parameters, const std::filesystem::path& folder, const Watch& watch)> make_demo;
};

/// Where messages go; called from the studio's thread.
struct Outbox {
    std::function<void(ClientId, std::string)> text;
    std::function<void(std::shared_ptr<const FrameData>)> frame;
    std::function<void(ClientId)> close;
};

struct StudioOptions {
    std::filesystem::path home;         // what the studio writes: demos, uploads, exports, state
    std::string version;
    std::string server;                 // another text in each run
    std::filesystem::path graze = {};   // the command itself, for `path` and `verify`
    bool audit = false;                 // check every frame that is shown, exactly
    std::string state_file = {};        // autosave; empty: none
    int threads = 0;
};

class Studio {
  public:
    Studio(StudioOptions options, SceneReaders readers, Outbox outbox);
    ~Studio();
    Studio(const Studio&) = delete;
    Studio& operator=(const Studio&) = delete;

    // From any thread. False: too much of this client waits already.
    bool post(ClientId client, std::string message);
    void left(ClientId client);
    /// Opens what the command line names, or what was open; before pages come.
    void open_first(const std::vector<std::string>& files);

    [[nodiscard]] std::shared_ptr<const OpenedScene> opened() const;
    /// GET /path; nothing: there is none.
    [[nodiscard]] std::optional<std::string> path_bytes_of(std::uint32_t number) const;
    /// A file under home/uploads, which does not exist yet. `folder`: of an upload before, or empty: a new one.
    struct UploadPlace {
        std::filesystem::path path;
        std::string name;  // for `open`
    };
    [[nodiscard]] Expected<UploadPlace> place_for_upload(const std::string& name, const std::string& folder);
    /// What an export made. Nothing: there is none of the name.
    [[nodiscard]] std::optional<std::filesystem::path> download(const std::string& name) const;

  private:
    class Core;
    std::unique_ptr<Core> core_;
};

}  // namespace graze::studio
