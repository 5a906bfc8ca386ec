#include "graze/io/mesh/glb_animation.h"

#include "graze/core/file.h"
#include "graze/io/mesh/glb.h"
#include "graze/io/text/byte_reader.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>
#include <Eigen/LU>
#include <nlohmann/json.hpp>

namespace graze::internal {
namespace {

using GltfTree = nlohmann::json;

constexpr std::uint32_t kFloats = 5126;
constexpr std::size_t kMostTimes = 1'000'000;
constexpr double kMostOff = 1e-4;  // of a turned unit vector's length, from 1: floats

/// Keys of one property of one node.
struct Keys {
    std::vector<double> times;
    std::vector<double> values;  // `width` per time
    std::size_t width = 3;
};

struct NodeKeys {
    std::map<std::string, Keys> of;  // "translation", "rotation", "scale"
};

Eigen::Vector4d values_at(const Keys& keys, std::size_t i) {
    Eigen::Vector4d value = Eigen::Vector4d::Zero();
    for (std::size_t k = 0; k < keys.width; ++k) value[static_cast<int>(k)] = keys.values[i * keys.width + k];
    return value;
}

/// As glTF's LINEAR has it.
Eigen::Vector4d value_at(const Keys& keys, double time) {
    const auto after = std::upper_bound(keys.times.begin(), keys.times.end(), time);
    if (after == keys.times.begin()) return values_at(keys, 0);
    const auto before = static_cast<std::size_t>(after - keys.times.begin()) - 1;
    if (after == keys.times.end()) return values_at(keys, before);
    const double s = (time - keys.times[before]) / (*after - keys.times[before]);
    const Eigen::Vector4d p = values_at(keys, before), q = values_at(keys, before + 1);
    if (keys.width != 4) return p + s * (q - p);
    const Eigen::Quaterniond from(p), to(q);
    return from.normalized().slerp(s, to.normalized()).coeffs();
}

class AnimationReader {
  public:
    AnimationReader(const GltfTree& document, std::string_view binary, const std::string& where)
        : document_(document), binary_(binary), where_(where) {}

    Expected<void> read() {
        if (!document_.contains("animations") || document_["animations"].empty())
            return error(ErrorCode::BadInput, "the file has no animation", "`graze clash` tells about one instant");
        const GltfTree& animation = document_["animations"][0];
        for (const GltfTree& channel : animation.at("channels")) {
            const GltfTree& target = channel.at("target");
            if (!target.contains("node")) continue;
            const GltfTree& sampler = animation.at("samplers").at(channel.at("sampler").get<std::size_t>());
            auto keys = keys_of(sampler, target.at("path").get<std::string>());
            if (!keys) return keys.error();
            for (const double time : keys->times) times_.insert(time);
            nodes_[target.at("node").get<std::uint32_t>()].of[target.at("path").get<std::string>()] =
                *std::move(keys);
        }
        if (times_.size() < 2) return error(ErrorCode::BadInput, "the animation has less than two times", "nothing moves");
        if (times_.size() > kMostTimes)
            return error(ErrorCode::Unsupported, fmt::format("more than {} times", kMostTimes), "split the recording");
        return {};
    }

    [[nodiscard]] std::vector<double> times() const { return {times_.begin(), times_.end()}; }

    [[nodiscard]] bool moves(const std::vector<std::uint32_t>& nodes) const {
        return std::any_of(nodes.begin(), nodes.end(), [&](std::uint32_t node) { return nodes_.contains(node); });
    }

    /// Where the last of the nodes is; without a time where it stands if nothing is animated.
    [[nodiscard]] Eigen::Affine3d place(const std::vector<std::uint32_t>& nodes, std::optional<double> time) const {
        Eigen::Affine3d place = Eigen::Affine3d::Identity();
        for (const std::uint32_t node : nodes) place = place * own_place(node, time);
        return place;
    }

  private:
    [[nodiscard]] Error error(ErrorCode code, const std::string& what, const std::string& remedy) const {
        return make_error(code, where_ + ", animations[0]", what, remedy);
    }

    Expected<Keys> keys_of(const GltfTree& sampler, const std::string& path) const {
        if (path != "translation" && path != "rotation" && path != "scale")
            return error(ErrorCode::Unsupported, fmt::format("it animates {}", path), "bodies are rigid");
        const std::string kind = sampler.value("interpolation", "LINEAR");
        if (kind != "LINEAR")
            return error(ErrorCode::Unsupported, fmt::format("interpolation {}", kind),
                         "sample it densely with LINEAR keys; a jump has no motion between");
        Keys keys;
        keys.width = path == "rotation" ? 4 : 3;
        auto times = floats_of(sampler.at("input").get<std::size_t>(), 1);
        if (!times) return times.error();
        auto values = floats_of(sampler.at("output").get<std::size_t>(), keys.width);
        if (!values) return values.error();
        keys.times = *std::move(times);
        keys.values = *std::move(values);
        if (keys.times.empty() || keys.values.size() != keys.width * keys.times.size())
            return error(ErrorCode::BadInput, "a sampler has not one value for each time", "is the file damaged?");
        if (!std::is_sorted(keys.times.begin(), keys.times.end()) ||
            std::adjacent_find(keys.times.begin(), keys.times.end()) != keys.times.end())
            return error(ErrorCode::BadInput, "the times of a sampler do not rise", "is the file damaged?");
        return keys;
    }

    Expected<std::vector<double>> floats_of(std::size_t accessor_id, std::size_t width) const {
        const GltfTree& accessor = document_.at("accessors").at(accessor_id);
        if (accessor.at("componentType").get<std::uint32_t>() != kFloats || accessor.contains("sparse"))
            return error(ErrorCode::Unsupported, "keys that are not floats", "write them as FLOAT");
        const GltfTree& view = document_.at("bufferViews").at(accessor.at("bufferView").get<std::size_t>());
        const auto count = accessor.at("count").get<std::uint64_t>();
        const std::uint64_t stride = view.value("byteStride", std::uint64_t{4 * width});
        const std::uint64_t begin = view.value("byteOffset", std::uint64_t{0}) + accessor.value("byteOffset", std::uint64_t{0});
        if (count > binary_.size() / 4 || stride < 4 * width || stride > 4096 || begin > binary_.size() ||
            (count > 0 && (count - 1) * stride + 4 * width > binary_.size() - begin))
            return error(ErrorCode::BadInput, "keys that lie beyond the file's data", "was it truncated?");
        std::vector<double> numbers;
        for (std::uint64_t i = 0; i < count; ++i)
            for (std::size_t k = 0; k < width; ++k) {
                const auto value = static_cast<double>(load_little<float>(binary_.data() + begin + i * stride + 4 * k));
                if (!std::isfinite(value)) return error(ErrorCode::BadInput, "a key that is not finite", "is the file damaged?");
                numbers.push_back(value);
            }
        return numbers;
    }

    [[nodiscard]] Eigen::Affine3d own_place(std::uint32_t id, std::optional<double> time) const {
        const GltfTree& node = document_["nodes"][id];
        const auto numbers = [&](const char* name, Eigen::Vector4d value) {
            if (node.contains(name))
                for (std::size_t k = 0; k < node[name].size() && k < 4; ++k)
                    value[static_cast<int>(k)] = node[name][k].get<double>();
            const auto known = nodes_.find(id);
            if (time && known != nodes_.end())
                if (const auto keys = known->second.of.find(name); keys != known->second.of.end())
                    return value_at(keys->second, *time);
            return value;
        };
        Eigen::Affine3d place = Eigen::Affine3d::Identity();
        if (node.contains("matrix")) {
            for (int i = 0; i < 16; ++i) place.matrix()(i % 4, i / 4) = node["matrix"][static_cast<std::size_t>(i)].get<double>();
            return place;
        }
        place.translate(Vec3(numbers("translation", Eigen::Vector4d::Zero()).head<3>()));
        place.rotate(Eigen::Quaterniond(numbers("rotation", Eigen::Vector4d(0, 0, 0, 1))).normalized());
        place.scale(Vec3(numbers("scale", Eigen::Vector4d::Ones()).head<3>()));
        return place;
    }

    const GltfTree& document_;
    std::string_view binary_;
    const std::string& where_;
    std::map<std::uint32_t, NodeKeys> nodes_;
    std::set<double> times_;
};

/// The pose that takes what stands in the file to where it is; nothing if that is no rigid motion.
std::optional<Pose> pose_of(const Eigen::Affine3d& place, double factor) {
    const Mat3 turn = place.linear();
    if (!((turn * turn.transpose() - Mat3::Identity()).cwiseAbs().maxCoeff() <= kMostOff) || turn.determinant() < 0.0)
        return std::nullopt;
    return Pose{factor * place.translation(), Eigen::Quaterniond(turn).normalized()};
}

Expected<GlbAnimation> animation_of(const std::string& bytes, const std::string& where, Scene scene) {
    const auto parts = glb_parts(bytes, where);
    if (!parts) return parts.error();
    const GltfTree document = GltfTree::parse(parts->json);
    AnimationReader reader(document, parts->binary, where);
    if (auto read = reader.read(); !read) return read.error();
    GlbAnimation animation{std::move(scene), reader.times()};
    const double factor = conversion_factor(Unit::Metre, animation.scene.unit);
    for (const GlbBodyNodes& body : parts->bodies) {
        if (!reader.moves(body.nodes)) continue;
        const auto id = body_named(animation.scene, body.name);
        if (!id) continue;  // without triangles
        const Eigen::Affine3d at_rest = reader.place(body.nodes, std::nullopt);
        if (!(std::abs(at_rest.linear().determinant()) > 0.0))
            return make_error(ErrorCode::Unsupported, where, "a node is scaled to nothing", "leave it out");
        Path path{.body = *id, .in_between = InBetween::Slerp, .poses = {}, .turns = {}};
        for (const double time : animation.times) {
            const auto pose = pose_of(reader.place(body.nodes, time) * at_rest.inverse(), factor);
            if (!pose)
                return make_error(ErrorCode::Unsupported, where,
                                  fmt::format("body {} changes its scale or shape", body.name), "bodies are rigid");
            path.poses.push_back(*pose);
        }
        // Turns about where the body's origin is, as its node does.
        const Vec3 origin = factor * at_rest.translation();
        if (origin != Vec3::Zero()) {
            path.about = origin;
            for (Pose& pose : path.poses) pose.translation = apply(pose, origin);
        }
        animation.scene.bodies[*id].pose = body_pose(path, 0);
        animation.scene.paths.push_back(std::move(path));
    }
    if (animation.scene.paths.empty())
        return make_error(ErrorCode::BadInput, where, "the animation moves no body", "is it of another scene?");
    if (auto valid = validate(animation.scene, where); !valid) return valid.error();
    return animation;
}

}  // namespace

Expected<GlbAnimation> read_glb_animation(const std::filesystem::path& path, Unit unit) {
    const auto bytes = read_file(path);
    if (!bytes) return bytes.error();
    auto model = parse_model_file(*bytes, path, {.unit = unit});
    if (!model) return model.error();
    Scene scene{.unit = unit, .bodies = {}, .ignore = {}, .clearance = {}, .joints = {}, .paths = {}};
    for (ModelBody& body : model->bodies)
        scene.bodies.push_back({std::move(body.name), std::move(body.mesh), body.pose, body.colour});
    try {
        return animation_of(*bytes, path.string(), std::move(scene));
    } catch (const GltfTree::exception& broken) {
        return make_error(ErrorCode::BadInput, path.string(), fmt::format("its JSON is not glTF: {}", broken.what()),
                          "is the file damaged?");
    }
}

}  // namespace graze::internal
