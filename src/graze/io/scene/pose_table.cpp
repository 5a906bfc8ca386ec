#include "graze/io/scene/pose_table.h"

#include "graze/io/text/text_cursor.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

namespace graze::internal {
namespace {

constexpr std::array<std::string_view, 9> kColumns{"time", "body", "x", "y", "z", "qx", "qy", "qz", "qw"};
constexpr std::size_t kTime = 0, kBody = 1, kNumbers = 2;
constexpr double kMostOff = 0.01;  // of the length of a quaternion, from 1: numbers that engines round
constexpr std::size_t kMostFrames = 1'000'000;

std::string_view trimmed(std::string_view text) {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '"'; };
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

std::vector<std::string_view> cells_of(std::string_view line) {
    std::vector<std::string_view> cells;
    for (;;) {
        const std::size_t comma = line.find_first_of(",;\t");
        cells.push_back(trimmed(line.substr(0, comma)));
        if (comma == std::string_view::npos) return cells;
        line.remove_prefix(comma + 1);
    }
}

class PoseTable {
  public:
    PoseTable(Scene& scene, std::string_view text, const std::string& where)
        : scene_(scene), cursor_(text), where_(where) {
        for (std::uint32_t body = 0; body < scene.bodies.size(); ++body) ids_[scene.bodies[body].name] = body;
    }

    Expected<std::vector<double>> read() {
        for (; !cursor_.at_end(); cursor_.next_line()) {
            const TextCursor begin = cursor_;
            const std::string_view line = cursor_.rest_of_line();
            if (line.empty() || line.front() == '#') continue;
            const auto cells = cells_of(line);
            auto taken = columns_.empty() ? take_head(cells) : take_row(cells);
            if (!taken) return at_line(begin, taken.error());
        }
        if (columns_.empty()) return error("the table is empty", columns_text());
        if (frames_.size() < 2)
            return error(fmt::format("{} time; a motion takes two", frames_.size()), "record some more frames");
        return make_paths();
    }

  private:
    using Frame = std::map<std::uint32_t, Pose>;  // by body

    [[nodiscard]] Error error(const std::string& what, const std::string& remedy) const {
        return make_error(ErrorCode::BadInput, where_, what, remedy);
    }
    [[nodiscard]] static std::string columns_text() { return "the columns are time,body,x,y,z,qx,qy,qz,qw"; }

    [[nodiscard]] Error at_line(const TextCursor& begin, const Error& error) const {
        Error at = error;
        at.message = fmt::format("{}, line {}", where_, begin.line_number()) + at.message.substr(where_.size());
        return at;
    }

    Expected<void> take_head(const std::vector<std::string_view>& cells) {
        for (const std::string_view name : kColumns) {
            const auto at = std::find(cells.begin(), cells.end(), name);
            if (at == cells.end())
                return error(fmt::format("no column {}", name), columns_text());
            columns_.push_back(static_cast<std::size_t>(at - cells.begin()));
        }
        width_ = cells.size();
        return {};
    }

    Expected<double> number(std::string_view cell) const {
        const auto parsed = parse_number(cell.data(), cell.data() + cell.size());
        if (!parsed || parsed->stop != cell.data() + cell.size()) return error(number_fault(cell), "a number is wanted");
        return parsed->value;
    }

    Expected<void> take_row(const std::vector<std::string_view>& cells) {
        if (cells.size() != width_)
            return error(fmt::format("{} cells, the head has {}", cells.size(), width_), "is the line cut off?");
        const auto time = number(cells[columns_[kTime]]);
        if (!time) return time.error();
        const std::string name(cells[columns_[kBody]]);
        const auto id = ids_.find(name);
        if (id == ids_.end())
            return error(fmt::format("no body {}", quoted_word(name)), "names are those of the scene's bodies");
        std::array<double, 7> x{};
        for (std::size_t i = 0; i < x.size(); ++i) {
            const auto value = number(cells[columns_[kNumbers + i]]);
            if (!value) return value.error();
            x[i] = *value;
        }
        Pose pose{Vec3(x[0], x[1], x[2]), Eigen::Quaterniond(x[6], x[3], x[4], x[5])};
        if (!is_accepted_rotation(pose.rotation)) {
            const double length = pose.rotation.norm();
            if (!(std::abs(length - 1.0) <= kMostOff))
                return error(fmt::format("a quaternion of length {}", length), "its length is to be 1");
            pose.rotation.normalize();
        }
        if (!frames_[*time].emplace(id->second, pose).second)
            return error(fmt::format("body {} is there twice at time {}", quoted_word(name), *time), "leave one out");
        if (frames_.size() > kMostFrames)
            return error(fmt::format("more than {} times", kMostFrames), "split the recording");
        return {};
    }

    Expected<std::vector<double>> make_paths() {
        std::map<std::uint32_t, Pose> now;  // of bodies that move: where they begin
        for (const auto& [time, frame] : frames_)
            for (const auto& [body, pose] : frame) now.emplace(body, pose);
        std::map<std::uint32_t, Path> paths;
        for (const auto& [body, pose] : now)
            paths[body] = {.body = body, .in_between = InBetween::Slerp, .poses = {}, .turns = {}};
        std::vector<double> times;
        for (const auto& [time, frame] : frames_) {
            times.push_back(time);
            for (const auto& [body, pose] : frame) now[body] = pose;
            for (auto& [body, path] : paths) path.poses.push_back(now[body]);
        }
        scene_.paths.clear();
        for (auto& [body, path] : paths) {
            scene_.bodies[body].pose = path.poses.front();
            scene_.paths.push_back(std::move(path));
        }
        return times;
    }

    Scene& scene_;
    TextCursor cursor_;
    const std::string& where_;
    std::unordered_map<std::string, std::uint32_t> ids_;
    std::vector<std::size_t> columns_;  // by kColumns
    std::size_t width_ = 0;
    std::map<double, Frame> frames_;  // by time
};

}  // namespace

Expected<std::vector<double>> add_pose_table(Scene& scene, std::string_view text, const std::string& where) {
    auto times = PoseTable(scene, text, where).read();
    if (!times) return times;
    if (auto valid = validate(scene, where); !valid) return valid.error();
    return times;
}

}  // namespace graze::internal
