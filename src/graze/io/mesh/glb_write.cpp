#include "graze/io/mesh/glb.h"
#include "graze/io/mesh/glb_vertices.h"
#include "graze/io/mesh/gltf_json.h"
#include "graze/io/mesh/model_file.h"
#include "graze/io/text/names.h"

#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace graze::internal {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint32_t kArrayBuffer = 34962, kElementBuffer = 34963;
constexpr double kFar = 4.0;                        // times its size: a float would lose two bits and more
constexpr std::uint64_t kLongestFile = 0xFFFFFFFF;  // the header counts bytes in 32 bits

void put(std::string& buffer, std::uint32_t value) {
    buffer.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// Where the numbers of a mesh are told from: the origin, or of a mesh that is far from it the middle of its box.
Vec3 offset_of(const Mesh& mesh) {
    const Box box = bounds_of(mesh);
    const Vec3 middle = box.centre();
    const bool is_far = middle.norm() > kFar * (box.max - box.min).norm();
    return is_far && middle.allFinite() ? middle : Vec3(Vec3::Zero());
}

/// A mesh as it stands in the file.
struct WrittenMesh {
    const Mesh* mesh;
    GlbVertices numbers;
};

/// Lays out the binary chunk (positions, normals, then indices, body after body) and describes it in JSON.
class Layout {
  public:
    explicit Layout(double factor) : factor_(factor) {
        json_["asset"] = {{"version", "2.0"}, {"generator", "graze"}};
        json_["scene"] = 0;
        json_["scenes"] = Json::array({{{"nodes", {0}}}});
        for (const char* section : {"nodes", "meshes", "materials", "accessors", "bufferViews"})
            json_[section] = Json::array();
        json_["nodes"].push_back(
            {{"name", kGlbUpwardNode}, {"matrix", kGlbUpward}, {"children", Json::array()}});
    }

    void add(const FileBody& body) {
        const std::string name = body_names_.add(clean_name(body.name));
        json_["nodes"][0]["children"].push_back(json_["nodes"].size());
        Json node{{"name", name}, {"mesh", add_mesh(body.mesh, name, {})}};
        if (const Vec3 t = offset_of(body.mesh) * factor_; t != Vec3::Zero())
            node["translation"] = {t.x(), t.y(), t.z()};
        json_["nodes"].push_back(std::move(node));
    }

    /// The tree of a CAD file. Meshes are keyed by shape and colour, their numbers by shape alone.
    void add(const ModelFile& model) {
        std::map<std::pair<const Mesh*, std::optional<Rgb>>, std::size_t> known;
        std::map<const Mesh*, const std::string*> names;
        for (const CadFacts::Shape& shape : model.cad->shapes) names[shape.mesh] = &shape.name;
        const std::size_t first = json_["nodes"].size();
        for (const ModelNode& node : model.cad->nodes) {
            const bool is_root = node.parent == kNoIndex;
            const Pose local = is_root ? node.pose : relative(model.cad->nodes[node.parent].pose, node.pose);
            Json json{{"name", clean_name(node.name)}};
            if (node.body != kNoIndex)
                add_pose(json, compose(local, Pose{offset_of(*model.bodies[node.body].mesh)}));
            else
                add_pose(json, local);
            if (node.body != kNoIndex) {
                const ModelBody& body = model.bodies[node.body];
                const auto [entry, is_new] = known.try_emplace({body.mesh.get(), body.colour}, 0);
                if (is_new)
                    entry->second = add_mesh(*body.mesh, clean_name(*names[body.mesh.get()]), body.colour);
                json["mesh"] = entry->second;
            }
            const std::size_t id = json_["nodes"].size();
            json_["nodes"].push_back(std::move(json));
            if (is_root)
                json_["nodes"][0]["children"].push_back(id);
            else
                json_["nodes"][first + node.parent]["children"].push_back(id);
        }
    }

    /// With animate(): the body's own node holds its pose, so that a place near a far mesh can be a child of it.
    std::size_t add(const AnimatedBody& body) {
        const std::string name = body_names_.add(clean_name(body.name));
        const auto [entry, is_new] = mesh_of_.try_emplace({body.mesh, body.colour}, 0);
        if (is_new) entry->second = add_mesh(*body.mesh, name, body.colour);
        const std::size_t id = json_["nodes"].size();
        Json node{{"name", name}};
        add_pose(node, body.poses.front());
        const Vec3 t = offset_of(*body.mesh) * factor_;
        if (t == Vec3::Zero())
            node["mesh"] = entry->second;
        else
            node["children"] = Json::array({id + 1});
        json_["nodes"][0]["children"].push_back(id);
        json_["nodes"].push_back(std::move(node));
        if (t != Vec3::Zero()) json_["nodes"].push_back({{"mesh", entry->second}, {"translation", {t.x(), t.y(), t.z()}}});
        return id;
    }

    /// The numbers of its mesh; what its rings do is for animate().
    void add(const AnimatedTube& tube) { tubes_.push_back({&tube, add_mesh(*tube.mesh, body_names_.add(clean_name(tube.name)), {})}); }

    /// After all meshes. Nodes by body.
    void animate(std::span<const AnimatedBody> bodies, const std::vector<std::size_t>& nodes, std::span<const double> times) {
        const std::size_t input = add_floats({times.begin(), times.end()}, "SCALAR");
        json_["accessors"][input]["min"] = Json::array({static_cast<float>(times.front())});
        json_["accessors"][input]["max"] = Json::array({static_cast<float>(times.back())});
        Tracks tracks{input, Json::array(), Json::array()};
        for (std::size_t i = 0; i < bodies.size(); ++i)
            if (bodies[i].poses.size() > 1) add_track(tracks, nodes[i], bodies[i].poses);
        for (const auto& [tube, mesh] : tubes_) add_skin(tracks, *tube, mesh);
        if (!tracks.channels.empty())
            json_["animations"] = Json::array({{{"samplers", std::move(tracks.samplers)}, {"channels", std::move(tracks.channels)}}});
    }

    /// What stands after the meshes in the binary chunk.
    const std::string& floats() const { return floats_; }

    /// Meshes in the order in which their numbers stand in the binary chunk.
    const std::vector<WrittenMesh>& written() const { return written_; }

    std::uint64_t binary_bytes() const { return bytes_; }

    std::string finished_json() {
        json_["buffers"] = Json::array({{{"byteLength", bytes_}}});
        std::string text = json_.dump();
        text.resize((text.size() + 3) / 4 * 4, ' ');
        return text;
    }

  private:
    struct Numbers {
        std::size_t positions = 0, normals = 0;
        std::size_t written = 0;           // in written_
        std::vector<std::size_t> indices;  // an accessor per surface; of empty ones none
    };

    struct Tracks {
        std::size_t input;
        Json samplers, channels;
    };

    void add_track(Tracks& tracks, std::size_t node, const std::vector<Pose>& poses) {
        std::vector<double> places, turns;
        Eigen::Vector4d before = poses.front().rotation.coeffs();
        for (const Pose& pose : poses) {
            for (const double x : pose.translation) places.push_back(x * factor_);
            const Eigen::Vector4d own = pose.rotation.normalized().coeffs();
            before = own.dot(before) < 0.0 ? Eigen::Vector4d(-own) : own;  // the short way round
            turns.insert(turns.end(), before.begin(), before.end());
        }
        const auto add_channel = [&](const char* path, std::size_t output) {
            tracks.channels.push_back({{"sampler", tracks.samplers.size()}, {"target", {{"node", node}, {"path", path}}}});
            tracks.samplers.push_back({{"input", tracks.input}, {"interpolation", "LINEAR"}, {"output", output}});
        };
        add_channel("translation", add_floats(places, "VEC3"));
        add_channel("rotation", add_floats(turns, "VEC4"));
    }

    /// Joints are nodes that move as the rings do; what takes a vertex into its ring's frame stands in a matrix by ring.
    void add_skin(Tracks& tracks, const AnimatedTube& tube, std::size_t mesh) {
        std::vector<double> matrices, weights;
        Json joints = Json::array();
        for (const std::vector<Pose>& ring : tube.rings) {
            const Pose into = compose(inverse(ring.front()), Pose{offset_of(*tube.mesh)});
            const Mat3 turn = into.rotation.normalized().toRotationMatrix();
            for (int column = 0; column < 3; ++column)
                for (const double x : {turn(0, column), turn(1, column), turn(2, column), 0.0}) matrices.push_back(x);
            for (const double x : Vec3(into.translation * factor_)) matrices.push_back(x);
            matrices.push_back(1.0);
            joints.push_back(json_["nodes"].size());
            json_["nodes"][0]["children"].push_back(json_["nodes"].size());
            Json node = Json::object();
            add_pose(node, ring.front());
            json_["nodes"].push_back(std::move(node));
            if (ring.size() > 1) add_track(tracks, json_["nodes"].size() - 1, ring);
        }
        std::string ids;
        for (const std::uint32_t vertex : written_[numbers_.at(tube.mesh).written].numbers.vertex) {
            put(ids, tube.ring_of[vertex]);  // two 16-bit numbers: the joint, and 0
            put(ids, 0);
            for (const double x : {1.0, 0.0, 0.0, 0.0}) weights.push_back(x);
        }
        Json& attributes = json_["meshes"][mesh]["primitives"][0]["attributes"];
        attributes["WEIGHTS_0"] = add_floats(weights, "VEC4");
        attributes["JOINTS_0"] = add_ids(ids);
        const std::size_t bind = add_floats(matrices, "MAT4");
        if (!json_.contains("skins")) json_["skins"] = Json::array();
        json_["skins"].push_back({{"joints", std::move(joints)}, {"inverseBindMatrices", bind}});
        json_["nodes"][0]["children"].push_back(json_["nodes"].size());
        json_["nodes"].push_back({{"name", json_["meshes"][mesh]["name"]}, {"mesh", mesh}, {"skin", json_["skins"].size() - 1}});
        if (const Vec3 t = offset_of(*tube.mesh) * factor_; t != Vec3::Zero()) json_["nodes"].back()["translation"] = {t.x(), t.y(), t.z()};
    }

    std::size_t add_ids(const std::string& ids) {
        json_["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", bytes_}, {"byteLength", ids.size()}});
        bytes_ += ids.size();
        floats_ += ids;
        json_["accessors"].push_back({{"bufferView", json_["bufferViews"].size() - 1}, {"componentType", kUnsignedShort},
                                      {"count", ids.size() / 8}, {"type", "VEC4"}});
        return json_["accessors"].size() - 1;
    }

    void add_pose(Json& json, const Pose& pose) const {
        const Vec3 t = pose.translation * factor_;
        const auto& q = pose.rotation;
        if (t != Vec3::Zero()) json["translation"] = {t.x(), t.y(), t.z()};
        if (q.vec() != Vec3::Zero()) json["rotation"] = {q.x(), q.y(), q.z(), q.w()};
    }

    const Numbers& numbers_of(const Mesh& mesh) {
        const auto [entry, is_new] = numbers_.try_emplace(&mesh);
        Numbers& numbers = entry->second;
        if (!is_new) return numbers;
        numbers.written = written_.size();
        written_.push_back({&mesh, glb_vertices(mesh)});
        const GlbVertices& sorted = written_.back().numbers;
        numbers.positions = add_positions(mesh, sorted.vertex.size());
        numbers.normals = add_normals(sorted.vertex.size());
        const std::size_t view = add_view(mesh.triangles.size() * sizeof(Triangle), kElementBuffer);
        for (std::size_t s = 0; s < mesh.surfaces.size(); ++s) {
            const std::uint64_t first = sorted.begin[s], count = sorted.begin[s + 1] - first;
            numbers.indices.push_back(count == 0 ? kNone : json_["accessors"].size());
            if (count == 0) continue;
            json_["accessors"].push_back({{"bufferView", view},
                                          {"byteOffset", first * sizeof(Triangle)},
                                          {"componentType", kUnsignedInt},
                                          {"count", 3 * count},
                                          {"type", "SCALAR"}});
        }
        return numbers;
    }

    std::size_t add_mesh(const Mesh& mesh, const std::string& name, const std::optional<Rgb>& colour) {
        const Numbers& numbers = numbers_of(mesh);
        UniqueNames names;
        Json primitives = Json::array();
        for (std::size_t s = 0; s < mesh.surfaces.size(); ++s) {
            if (numbers.indices[s] == kNone) continue;
            const Surface& surface = mesh.surfaces[s];
            primitives.push_back({{"attributes", {{"POSITION", numbers.positions}, {"NORMAL", numbers.normals}}},
                                  {"indices", numbers.indices[s]},
                                  {"material", material_of(names.add(clean_name(surface.name)),
                                                           surface.colour ? surface.colour : colour)}});
        }
        json_["meshes"].push_back({{"name", name}, {"primitives", std::move(primitives)}});
        return json_["meshes"].size() - 1;
    }

    std::size_t add_floats(const std::vector<double>& values, const std::string& type) {
        const std::size_t numbers = type == "SCALAR" ? 1 : type == "VEC3" ? 3 : type == "VEC4" ? 4 : 16;
        json_["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", bytes_}, {"byteLength", 4 * values.size()}});
        bytes_ += 4 * values.size();
        for (const double x : values) put(floats_, std::bit_cast<std::uint32_t>(static_cast<float>(x)));
        json_["accessors"].push_back({{"bufferView", json_["bufferViews"].size() - 1},
                                      {"componentType", kFloat},
                                      {"count", values.size() / numbers},
                                      {"type", type}});
        return json_["accessors"].size() - 1;
    }

    std::size_t add_view(std::uint64_t length, std::uint32_t target) {
        json_["bufferViews"].push_back(
            {{"buffer", 0}, {"byteOffset", bytes_}, {"byteLength", length}, {"target", target}});
        bytes_ += length;
        return json_["bufferViews"].size() - 1;
    }

    std::size_t add_normals(std::size_t count) {
        const std::size_t view = add_view(count * sizeof(FloatNormal), kArrayBuffer);
        json_["accessors"].push_back(
            {{"bufferView", view}, {"componentType", kFloat}, {"count", count}, {"type", "VEC3"}});
        return json_["accessors"].size() - 1;
    }

    std::size_t add_positions(const Mesh& mesh, std::size_t count) {
        const std::size_t view = add_view(count * 3 * sizeof(float), kArrayBuffer);
        const Box box = bounds_of(mesh);
        const auto rounded = [&](const Vec3& p) {
            Json values = Json::array();
            for (const double x : Vec3(p - offset_of(mesh)))
                values.push_back(static_cast<float>(x * factor_));
            return values;
        };
        json_["accessors"].push_back({{"bufferView", view},
                                      {"componentType", kFloat},
                                      {"count", count},
                                      {"type", "VEC3"},
                                      {"min", rounded(box.min)},
                                      {"max", rounded(box.max)}});
        return json_["accessors"].size() - 1;
    }

    /// glTF counts light, sRGB what the eye sees of it.
    static double linear_of(std::uint8_t byte) {
        const double x = byte / 255.0;
        return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
    }

    std::size_t material_of(const std::string& name, const std::optional<Rgb>& colour) {
        const auto [entry, is_new] = materials_.try_emplace({name, colour}, materials_.size());
        if (!is_new) return entry->second;
        Json material{{"name", name}};
        if (colour)
            material["pbrMetallicRoughness"] = {
                {"baseColorFactor",
                 {linear_of((*colour)[0]), linear_of((*colour)[1]), linear_of((*colour)[2]), 1.0}},
                {"metallicFactor", 0.1},
                {"roughnessFactor", 0.6}};
        json_["materials"].push_back(std::move(material));
        return entry->second;
    }

    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    double factor_;
    Json json_;
    std::uint64_t bytes_ = 0;
    std::map<std::pair<std::string, std::optional<Rgb>>, std::size_t> materials_;
    std::map<const Mesh*, Numbers> numbers_;
    std::vector<WrittenMesh> written_;
    std::map<std::pair<const Mesh*, std::optional<Rgb>>, std::size_t> mesh_of_;
    std::string floats_;
    std::vector<std::pair<const AnimatedTube*, std::size_t>> tubes_;  // with their meshes
    UniqueNames body_names_;
};

Expected<void> check_range(const Mesh& mesh, const std::string& name, double factor,
                           const std::string& where) {
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
        if (const double most = (mesh.vertices[v] * factor).cwiseAbs().maxCoeff();
            !(most <= std::numeric_limits<float>::max()))
            return make_error(
                ErrorCode::Unsupported, fmt::format("{}, body '{}', vertex {}", where, name, v),
                fmt::format("coordinate {} m exceeds float32, which glTF stores (limit 3.4e38)", most),
                "write OBJ or PLY");
    return {};
}

void write_binary(AtomicFile& file, const WrittenMesh& written, double factor) {
    std::string buffer;
    constexpr std::size_t kBlock = 1 << 20;
    const auto flush_beyond = [&](std::size_t size) {
        if (buffer.size() <= size) return;
        file.write(buffer);
        buffer.clear();
    };
    const auto put_float = [&](float x) { put(buffer, std::bit_cast<std::uint32_t>(x)); };
    const Vec3 offset = offset_of(*written.mesh);
    for (const std::uint32_t v : written.numbers.vertex) {
        for (const double x : written.mesh->vertices[v] - offset) put_float(static_cast<float>(x * factor));
        flush_beyond(kBlock);
    }
    for (const FloatNormal& normal : written.numbers.normal) {
        for (const float x : normal) put_float(x);
        flush_beyond(kBlock);
    }
    for (const Triangle& t : written.numbers.triangles) {
        for (const std::uint32_t v : t) put(buffer, v);
        flush_beyond(kBlock);
    }
    flush_beyond(0);
}

Expected<void> write_layout(AtomicFile& file, Layout& layout, double factor, const std::string& where) {
    const std::string json = layout.finished_json();
    constexpr std::uint64_t kHeads = 12 + 8 + 8;
    const std::uint64_t length = kHeads + json.size() + layout.binary_bytes();
    if (length > kLongestFile)
        return make_error(ErrorCode::Unsupported, where,
                          fmt::format("{} bytes; a GLB file has at most {}", length, kLongestFile),
                          "write several files, or PLY");
    std::string head = "glTF";
    put(head, 2);
    put(head, static_cast<std::uint32_t>(length));
    put(head, static_cast<std::uint32_t>(json.size()));
    head += "JSON" + json;
    put(head, static_cast<std::uint32_t>(layout.binary_bytes()));
    head += std::string_view("BIN\0", 4);
    file.write(head);
    for (const WrittenMesh& mesh : layout.written()) write_binary(file, mesh, factor);
    file.write(layout.floats());
    return {};
}

}  // namespace

Expected<void> write_glb(AtomicFile& file, std::span<const FileBody> bodies, double factor,
                         const std::string& where) {
    for (const FileBody& body : bodies)
        if (auto good = check_range(body.mesh, body.name, factor, where); !good) return good;
    Layout layout(factor);
    for (const FileBody& body : bodies) layout.add(body);
    return write_layout(file, layout, factor, where);
}

Expected<void> write_glb_model(AtomicFile& file, const ModelFile& model, double factor,
                               const std::string& where) {
    GRAZE_ASSERT(model.cad.has_value());
    for (const CadFacts::Shape& shape : model.cad->shapes)
        if (auto good = check_range(*shape.mesh, shape.name, factor, where); !good) return good;
    Layout layout(factor);
    layout.add(model);
    return write_layout(file, layout, factor, where);
}

Expected<void> write_glb_animation(AtomicFile& file, std::span<const AnimatedBody> bodies, std::span<const double> times,
                                   const GlbTarget& target, std::span<const AnimatedTube> tubes) {
    for (const AnimatedBody& body : bodies)
        if (auto good = check_range(*body.mesh, body.name, target.factor, target.where); !good) return good;
    Layout layout(target.factor);
    std::vector<std::size_t> nodes;
    for (const AnimatedBody& body : bodies) nodes.push_back(layout.add(body));
    for (const AnimatedTube& tube : tubes) layout.add(tube);
    layout.animate(bodies, nodes, times);
    return write_layout(file, layout, target.factor, target.where);
}

}  // namespace graze::internal
