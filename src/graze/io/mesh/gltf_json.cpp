#include "graze/io/mesh/gltf_json.h"

#include "graze/io/mesh/gltf_transform.h"
#include "graze/io/text/names.h"
#include "graze/io/text/text_cursor.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace graze::internal {
namespace {

constexpr std::size_t kDeepest = 64;  // levels of JSON; glTF itself needs six

/// Where in the document an event happens.
enum class Spot {
    Top,
    Root,
    Skip,
    Asset,
    Required,
    Used,
    Scenes,
    Scene,
    SceneNodes,
    Nodes,
    Node,
    NodeExtensions,
    Children,
    Numbers,
    Meshes,
    Mesh,
    Primitives,
    Primitive,
    Attributes,
    Accessors,
    Accessor,
    Views,
    View,
    Buffers,
    Buffer,
    Materials,
    Material,
    Metal,
};

enum class Kind { Object, Array };

/// From a spot, under a key (none inside an array), to the next one.
struct Step {
    Spot from;
    std::string_view key;
    Kind kind;
    Spot to;
};

constexpr Step kSteps[] = {
    {Spot::Top, "", Kind::Object, Spot::Root},
    {Spot::Root, "asset", Kind::Object, Spot::Asset},
    {Spot::Root, "extensionsRequired", Kind::Array, Spot::Required},
    {Spot::Root, "extensionsUsed", Kind::Array, Spot::Used},
    {Spot::Root, "scenes", Kind::Array, Spot::Scenes},
    {Spot::Scenes, "", Kind::Object, Spot::Scene},
    {Spot::Scene, "nodes", Kind::Array, Spot::SceneNodes},
    {Spot::Root, "nodes", Kind::Array, Spot::Nodes},
    {Spot::Nodes, "", Kind::Object, Spot::Node},
    {Spot::Node, "extensions", Kind::Object, Spot::NodeExtensions},
    {Spot::Node, "children", Kind::Array, Spot::Children},
    {Spot::Node, "matrix", Kind::Array, Spot::Numbers},
    {Spot::Node, "translation", Kind::Array, Spot::Numbers},
    {Spot::Node, "rotation", Kind::Array, Spot::Numbers},
    {Spot::Node, "scale", Kind::Array, Spot::Numbers},
    {Spot::Root, "meshes", Kind::Array, Spot::Meshes},
    {Spot::Meshes, "", Kind::Object, Spot::Mesh},
    {Spot::Mesh, "primitives", Kind::Array, Spot::Primitives},
    {Spot::Primitives, "", Kind::Object, Spot::Primitive},
    {Spot::Primitive, "attributes", Kind::Object, Spot::Attributes},
    {Spot::Root, "accessors", Kind::Array, Spot::Accessors},
    {Spot::Accessors, "", Kind::Object, Spot::Accessor},
    {Spot::Root, "bufferViews", Kind::Array, Spot::Views},
    {Spot::Views, "", Kind::Object, Spot::View},
    {Spot::Root, "buffers", Kind::Array, Spot::Buffers},
    {Spot::Buffers, "", Kind::Object, Spot::Buffer},
    {Spot::Root, "materials", Kind::Array, Spot::Materials},
    {Spot::Materials, "", Kind::Object, Spot::Material},
    {Spot::Material, "pbrMetallicRoughness", Kind::Object, Spot::Metal},
    {Spot::Metal, "baseColorFactor", Kind::Array, Spot::Numbers},
};

bool is_array(Spot spot) {
    for (const Step& step : kSteps)
        if (step.to == spot) return step.kind == Kind::Array;
    return false;
}

/// Extensions that a file may require without changing where its triangles are.
bool leaves_shape_alone(std::string_view extension) {
    return extension.starts_with("KHR_materials_") || extension.starts_with("KHR_texture_") ||
           extension.starts_with("EXT_texture_") || extension == "KHR_lights_punctual";
}

/// Extensions that put more into a scene than its nodes say, whether a file requires them or not.
bool multiplies_bodies(std::string_view extension) { return extension == "EXT_mesh_gpu_instancing"; }

/// The events of nlohmann's parser; returning false stops it, error_ then says why.
class Events {
  public:
    Events(const std::string& where, std::size_t offset) : where_(where), offset_(offset) {
        stack_.push_back({Spot::Top, {}, 0});
    }

    bool null() { return other("null"); }
    bool boolean(bool) { return other("a boolean"); }
    bool number_integer(std::int64_t value) { return number(static_cast<double>(value)) && integer(value); }
    bool number_unsigned(std::uint64_t value) {
        if (value > static_cast<std::uint64_t>(INT64_MAX))
            return number_float(static_cast<double>(value), {});
        return number(static_cast<double>(value)) && integer(static_cast<std::int64_t>(value));
    }
    bool number_float(double value, const std::string&) {
        return number(value) && other("a number with a fraction");
    }
    bool string(std::string& value);
    bool binary(nlohmann::json::binary_t&) { return true; }  // never in text
    bool start_object(std::size_t) { return enter(Kind::Object); }
    bool end_object() { return leave(); }
    bool start_array(std::size_t) { return enter(Kind::Array); }
    bool end_array() { return leave(); }
    bool key(std::string& name) {
        top().key = name;
        return top().spot != Spot::NodeExtensions || !multiplies_bodies(name) || fail_at_instances(name);
    }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& fault) {
        std::string what = fault.what();
        if (const auto bracket = what.find("] "); bracket != std::string::npos) what.erase(0, bracket + 2);
        error_ =
            make_error(ErrorCode::BadInput, fmt::format("{}, byte {}", where_, offset_ + position),
                       "the JSON part is broken: " + clean_name(what), "was the file truncated or damaged?");
        return false;
    }

    std::optional<Error> error_;
    GltfDocument document_;
    bool has_version_ = false;

  private:
    struct Frame {
        Spot spot;
        std::string key;      // last seen, of an object
        std::uint64_t index;  // of the current item, of an array
    };

    Frame& top() { return stack_.back(); }
    bool at(Spot spot, std::string_view key) { return top().spot == spot && top().key == key; }

    std::string path() const {
        std::string path;
        for (std::size_t i = 1; i < stack_.size(); ++i) {
            if (is_array(stack_[i].spot)) {
                path += fmt::format("[{}]", stack_[i].index);
            } else if (!stack_[i].key.empty()) {
                path += (path.empty() ? "" : ".") + clean_name(stack_[i].key);
            }
        }
        return path.empty() ? "JSON" : path;
    }

    bool fail_at_instances(std::string_view extension) {
        return fail(
            fmt::format("the file uses the extension {}: its instances are not read", quoted_word(extension)),
            "export each instance as a node", ErrorCode::Unsupported);
    }

    bool fail(const std::string& what, const std::string& remedy, ErrorCode code = ErrorCode::BadInput) {
        error_ = make_error(code, fmt::format("{}, {}", where_, path()), what, remedy);
        return false;
    }

    bool enter(Kind kind);
    bool open_record(Spot spot);
    bool leave();
    bool finish_numbers();
    bool finish_node();
    bool integer(std::int64_t value);
    bool number(double value);
    bool other(const char* what);
    std::uint32_t* index_slot();
    std::uint64_t* size_slot();
    void next_item() { top().index += is_array(top().spot); }
    GltfText keep(std::string_view text) {
        const auto begin = static_cast<std::uint32_t>(document_.text.size());
        document_.text += text;
        return {begin, static_cast<std::uint32_t>(text.size())};
    }

    const std::string& where_;
    std::size_t offset_;
    std::vector<Frame> stack_;
    std::uint32_t seen_sections_ = 0;  // bit per Spot
    GltfNodeNumbers node_;
    std::array<double, 16> numbers_{};
    std::size_t number_count_ = 0;
};

bool Events::enter(Kind kind) {
    if (stack_.size() > kDeepest)
        return fail(fmt::format("nested more than {} levels deep", kDeepest), "remove what is there",
                    ErrorCode::Unsupported);
    if (at(Spot::Accessor, "sparse")) document_.accessors.back().is_sparse = true;
    if (at(Spot::Primitive, "targets")) document_.primitives.back().is_morphed = true;
    Spot next = Spot::Skip;
    const std::string_view key =
        is_array(top().spot) || top().spot == Spot::Top ? std::string_view() : std::string_view(top().key);
    for (const Step& step : kSteps) {
        if (step.from != top().spot || step.key != key) continue;
        if (step.kind != kind)
            return fail(kind == Kind::Array ? "an array where an object is expected"
                                            : "an object where an array is expected",
                        "is this glTF 2.0?");
        next = step.to;
    }
    if (next == Spot::Skip && (index_slot() || size_slot()))
        return fail("not a number", "an integer from 0 on is expected");
    if (top().spot == Spot::Root && next != Spot::Skip) {
        const std::uint32_t bit = 1u << static_cast<unsigned>(next);
        if (seen_sections_ & bit) return fail("this section appears twice", "join the two");
        seen_sections_ |= bit;
    }
    stack_.push_back({next, {}, 0});
    return open_record(next);
}

bool Events::open_record(Spot spot) {
    GltfDocument& d = document_;
    switch (spot) {
        case Spot::Scene:
            d.scenes.push_back({static_cast<std::uint32_t>(d.node_lists.size()), 0});
            break;
        case Spot::SceneNodes:
            d.scenes.back() = {static_cast<std::uint32_t>(d.node_lists.size()), 0};
            break;
        case Spot::Node:
            d.nodes.emplace_back(), node_ = {};
            break;
        case Spot::Children:
            d.nodes.back().first_child = static_cast<std::uint32_t>(d.node_lists.size());
            d.nodes.back().children = 0;
            break;
        case Spot::Numbers:
            number_count_ = 0;
            break;
        case Spot::Mesh:
            d.meshes.emplace_back().first_primitive = static_cast<std::uint32_t>(d.primitives.size());
            break;
        case Spot::Primitives:
            d.meshes.back().first_primitive = static_cast<std::uint32_t>(d.primitives.size());
            d.meshes.back().primitives = 0;
            break;
        case Spot::Primitive:
            d.primitives.emplace_back(), ++d.meshes.back().primitives;
            break;
        case Spot::Accessor:
            d.accessors.emplace_back();
            break;
        case Spot::View:
            d.views.emplace_back();
            break;
        case Spot::Buffer:
            d.buffers.emplace_back();
            break;
        case Spot::Material:
            d.materials.emplace_back();
            break;
        default:
            break;
    }
    return true;
}

bool Events::leave() {
    const Spot spot = top().spot;
    if (spot == Spot::Numbers && !finish_numbers()) return false;
    if (spot == Spot::Node && !finish_node()) return false;
    stack_.pop_back();
    next_item();
    return true;
}

bool Events::finish_numbers() {
    const std::string& name = stack_[stack_.size() - 2].key;
    const bool is_colour = name == "baseColorFactor";
    const std::size_t expected = name == "matrix" ? 16 : name == "rotation" || is_colour ? 4 : 3;
    if (number_count_ != expected)
        return fail(fmt::format("{} numbers where {} are expected", number_count_, expected),
                    "is this glTF 2.0?");
    if (!is_colour)
        node_.set(name, numbers_);
    else if (std::all_of(numbers_.begin(), numbers_.begin() + 3,
                         [](double x) { return x >= 0.0 && x <= 1.0; }))
        document_.materials.back().colour = {numbers_[0], numbers_[1], numbers_[2]};
    return true;
}

bool Events::finish_node() {
    top().key.clear();
    if (node_.is_identity()) return true;
    const auto transform = node_.transform();
    if (const auto* fault = std::get_if<std::string>(&transform))
        return fail(*fault, "bake the transform into the mesh");
    document_.nodes.back().transform = static_cast<std::uint32_t>(document_.transforms.size());
    document_.transforms.push_back(std::get<GltfTransform>(transform));
    return true;
}

std::uint32_t* Events::index_slot() {
    GltfDocument& d = document_;
    if (at(Spot::Root, "scene")) return &d.scene;
    if (at(Spot::Node, "mesh")) return &d.nodes.back().mesh;
    if (at(Spot::Attributes, "POSITION")) return &d.primitives.back().position;
    if (at(Spot::Primitive, "indices")) return &d.primitives.back().indices;
    if (at(Spot::Primitive, "material")) return &d.primitives.back().material;
    if (at(Spot::Primitive, "mode")) return &d.primitives.back().mode;
    if (at(Spot::Accessor, "bufferView")) return &d.accessors.back().view;
    if (at(Spot::Accessor, "componentType")) return &d.accessors.back().component;
    if (at(Spot::View, "buffer")) return &d.views.back().buffer;
    return nullptr;
}

std::uint64_t* Events::size_slot() {
    GltfDocument& d = document_;
    if (at(Spot::Accessor, "byteOffset")) return &d.accessors.back().offset;
    if (at(Spot::Accessor, "count")) return &d.accessors.back().count;
    if (at(Spot::View, "byteOffset")) return &d.views.back().offset;
    if (at(Spot::View, "byteLength")) return &d.views.back().length;
    if (at(Spot::View, "byteStride")) return &d.views.back().stride;
    if (at(Spot::Buffer, "byteLength")) return &d.buffers.back().length;
    return nullptr;
}

bool Events::integer(std::int64_t value) {
    const bool is_list = top().spot == Spot::SceneNodes || top().spot == Spot::Children;
    std::uint32_t* const index = is_list ? nullptr : index_slot();
    std::uint64_t* const size = is_list ? nullptr : size_slot();
    constexpr std::int64_t kLimit = 0xFFFFFFFE;  // of indices, counts and bytes: GLB files are below 4 GiB
    if ((is_list || index || size) && (value < 0 || value > kLimit))
        return fail(fmt::format("{} is not in 0 .. {}", value, kLimit), "is the file damaged?");
    if (is_list) {
        document_.node_lists.push_back(static_cast<std::uint32_t>(value));
        ++(top().spot == Spot::Children ? document_.nodes.back().children : document_.scenes.back().nodes);
    }
    if (index) *index = static_cast<std::uint32_t>(value);
    if (size) *size = static_cast<std::uint64_t>(value);
    if (at(Spot::Node, "skin"))
        return fail("a skinned mesh changes its shape, which is not read", "bake it to a rigid mesh",
                    ErrorCode::Unsupported);
    next_item();
    return true;
}

bool Events::number(double value) {
    if (top().spot != Spot::Numbers) return true;
    if (number_count_ == numbers_.size()) return fail("more than 16 numbers", "is this glTF 2.0?");
    numbers_[number_count_++] = value;
    return true;
}

/// A value that is no integer.
bool Events::other(const char* what) {
    const bool is_list = top().spot == Spot::SceneNodes || top().spot == Spot::Children;
    if (is_list || (top().spot != Spot::Numbers && (index_slot() || size_slot())))
        return fail(std::string(what) + " where an integer from 0 on is expected", "is this glTF 2.0?");
    if (top().spot == Spot::Numbers && number_count_ == top().index)
        return fail(std::string(what) + " where a number is expected", "is this glTF 2.0?");
    next_item();
    return true;
}

bool Events::string(std::string& value) {
    if (at(Spot::Asset, "version")) {
        has_version_ = value.starts_with("2.");
        if (!has_version_)
            return fail("glTF version " + quoted_word(value), "only 2.x is read", ErrorCode::Unsupported);
    }
    if (at(Spot::Node, "name")) document_.nodes.back().name = keep(value);
    if (at(Spot::Mesh, "name")) document_.meshes.back().name = keep(value);
    if (at(Spot::Material, "name")) document_.materials.back().name = keep(value);
    if (at(Spot::Accessor, "type")) document_.accessors.back().type = keep(value);
    if (at(Spot::Buffer, "uri")) document_.buffers.back().is_elsewhere = true;
    if (top().spot == Spot::Required && !leaves_shape_alone(value))
        return fail(fmt::format("the file requires the extension {}, which is not read", quoted_word(value)),
                    "export without it", ErrorCode::Unsupported);
    if (top().spot == Spot::Used && multiplies_bodies(value)) return fail_at_instances(value);
    return other("a string");
}

}  // namespace

Expected<GltfDocument> parse_gltf_json(std::string_view json, const std::string& where, std::size_t offset) {
    Events events(where, offset);
    const bool is_whole = nlohmann::json::sax_parse(json.begin(), json.end(), &events);
    if (events.error_) return std::move(*events.error_);
    if (!is_whole || !events.has_version_)
        return make_error(ErrorCode::BadInput, where + ", asset.version", "no version is given",
                          "is this glTF 2.0?");
    return std::move(events.document_);
}

}  // namespace graze::internal
