#include "demo_folder.h"

#include "graze/core/file.h"
#include "graze/core/hash.h"
#include "graze/core/interrupt.h"
#include "graze/io/scene/scene_file.h"
#include "graze/io/text/json_text.h"
#include "graze/io/text/staging_folder.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace graze::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRecordName = "demo.json";
constexpr const char* kSceneName = "scene.json";
constexpr const char* kForce = "choose another folder, or add --force";

Expected<std::string> hash_of_file(const fs::path& path) {
    const auto bytes = read_file(path);
    if (!bytes) return bytes.error();
    Hash hash;
    hash.add(*bytes);
    return fmt::format("{:016x}", hash.value());
}

/// The member of an object, if there is one.
const JsonValue* member(const JsonValue& object, std::string_view key) {
    if (object.members())
        for (const JsonMember& entry : *object.members())
            if (entry.key == key) return &entry.value;
    return nullptr;
}

/// The files of a record. A name with a folder in it is not ours to touch.
Expected<std::map<std::string, std::string>> recorded_files(const fs::path& path) {
    const auto text = read_file(path);
    if (!text) return text.error();
    const auto json = parse_json_text(*text, path.string());
    if (!json) return json.error();
    const JsonValue* files = member(*json, "files");
    if (!member(*json, "demo") || !files || !files->members())
        return make_error(ErrorCode::BadInput, path.string(), "was not written by graze demo", kForce);
    std::map<std::string, std::string> result;
    for (const JsonMember& file : *files->members())
        if (file.value.text() && fs::path(file.key).filename() == file.key)
            result[file.key] = *file.value.text();
    return result;
}

std::string record_text(const DemoRecord& record) {
    const nlohmann::ordered_json json{{"demo", record.name},
                                      {"seed", record.seed},
                                      {"parameters", record.parameters},
                                      {"files", record.files}};
    return json.dump(2) + "\n";
}

}  // namespace

Expected<DemoFolder> DemoFolder::open(const fs::path& path, Overwrite overwrite) {
    DemoFolder folder(path, overwrite);
    std::error_code failure;
    const fs::file_status status = fs::status(path, failure);
    if (!fs::exists(status)) {
        if (status.type() == fs::file_type::not_found) return folder;
        return make_error(ErrorCode::CannotWrite, path.string(), "cannot write: " + failure.message());
    }
    if (!fs::is_directory(status))
        return make_error(ErrorCode::CannotWrite, path.string(), "is a file, not a folder",
                          "choose another name");
    const bool is_empty = fs::is_empty(path, failure);
    if (failure) return make_error(ErrorCode::CannotRead, path.string(), "cannot read: " + failure.message());
    const bool has_record = fs::exists(path / kRecordName, failure);
    if (is_empty || (overwrite == Overwrite::Anything && !has_record)) return folder;
    if (!has_record)
        return make_error(ErrorCode::CannotWrite, path.string(),
                          "is not empty and was not written by graze demo", kForce);

    auto files = recorded_files(path / kRecordName);
    if (!files && overwrite == Overwrite::OwnFilesOnly) return files.error();
    if (!files) return folder;
    for (const auto& [name, hash] : *files) {
        if (!fs::exists(path / name, failure)) continue;
        const auto now = hash_of_file(path / name);
        if (now && *now == hash) {
            folder.own_[name] = hash;
        } else if (overwrite == Overwrite::OwnFilesOnly) {
            return make_error(ErrorCode::CannotWrite, (path / name).string(),
                              "was changed since graze demo wrote it", kForce);
        }
    }
    return folder;
}

Expected<void> DemoFolder::may_write(const std::vector<std::string>& names) const {
    std::error_code failure;
    for (const std::string& name : names)
        if (overwrite_ == Overwrite::OwnFilesOnly && !own_.contains(name) &&
            fs::exists(path_ / name, failure))
            return make_error(ErrorCode::CannotWrite, (path_ / name).string(),
                              "was not written by graze demo", kForce);
    return {};
}

Expected<DemoRecord> DemoFolder::finish(const std::vector<std::string>& written, DemoRecord record) const {
    for (const std::string& name : written) {
        auto hash = hash_of_file(path_ / name);
        if (!hash) return hash.error();
        record.files[name] = *std::move(hash);
    }
    if (auto wrote = write_file_atomically(path_ / kRecordName, record_text(record)); !wrote)
        return wrote.error();
    std::error_code failure;
    for (const auto& [name, hash] : own_)
        if (!record.files.contains(name)) fs::remove(path_ / name, failure);
    return record;
}

Expected<DemoRecord> DemoFolder::write(const Scene& scene, const SceneRods& rods, const SceneDeformables& deformables, DemoRecord record) {
    if (auto may = may_write(scene_file_names(scene)); !may) return may.error();
    const auto written = write_scene_with_rods(path_, scene, rods, deformables);
    if (!written) return written.error();
    return finish(*written, std::move(record));
}

Expected<DemoRecord> DemoFolder::take_over(FunctionRef<Expected<void>(const fs::path& hidden)> make,
                                           DemoRecord record) {
    auto staging = StagingFolder::create(path_);
    if (!staging) return staging.error();
    if (auto made = make(staging->path()); !made) return made.error();
    std::vector<std::string> names;
    std::error_code failure;
    for (const auto& entry : fs::directory_iterator(staging->path(), failure))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end(), [](const std::string& a, const std::string& b) {
        return std::pair(a == kSceneName, a) < std::pair(b == kSceneName, b);
    });
    if (failure || names.empty() || names.back() != kSceneName)
        return make_error(ErrorCode::Unsupported, path_.string(), "graze-cad wrote no scene.json",
                          "is it of another version than graze?");
    if (auto may = may_write(names); !may) return may.error();
    if (interrupt_requested())
        return make_error(ErrorCode::Interrupted, path_.string(), "interrupted, nothing written");
    if (auto moved = staging->move_out(names); !moved) return moved.error();
    return finish(names, std::move(record));
}

}  // namespace graze::cli
