#include "graze_cad/tree.h"

#include "graze/io/text/names.h"
#include "graze_cad/sew.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include <fmt/format.h>
#include <BRepBndLib.hxx>
#include <BRepBuilderAPI_Transform.hxx>
#include <BRep_Builder.hxx>
#include <Bnd_Box.hxx>
#include <Quantity_Color.hxx>
#include <TCollection_AsciiString.hxx>
#include <TDF_LabelSequence.hxx>
#include <TDF_Tool.hxx>
#include <TDataStd_Name.hxx>
#include <TopExp_Explorer.hxx>
#include <TopTools_ShapeMapHasher.hxx>
#include <TopoDS_Compound.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <gp_Quaternion.hxx>

namespace graze::cad {
namespace {

constexpr int kDeepest = 256;
constexpr std::size_t kMostNodes = 10'000'000;
constexpr double kScaleSlack = 1e-9;    // a placement that scales by less is rigid
constexpr double kLeastSewing = 1e-6;   // mm
constexpr double kSewingOfSize = 1e-5;  // of the size of all faces
constexpr double kMostSewing = 0.1;     // mm; as the greatest default deflection

std::string text_of_name(const TDF_Label& label) {
    Handle(TDataStd_Name) name;
    if (label.IsNull() || !label.FindAttribute(TDataStd_Name::GetID(), name)) return {};
    return TCollection_AsciiString(name->Get(), 0).ToCString();  // 0: as UTF-8
}

/// Names that OpenCASCADE and CAD systems make up say nothing: "=>[0:1:1:2]", "NAUO12", "SOLID", "7", "".
bool says_nothing(const std::string& name) {
    if (name.empty() || name.starts_with("=>[")) return true;
    if (name.find_first_not_of(" 0123456789.#:-_") == std::string::npos) return true;
    if (name.starts_with("NAUO") && name.find_first_not_of("0123456789", 4) == std::string::npos) return true;
    for (const char* word : {"SOLID", "COMPOUND", "SHELL", "FACE", "NONE", "UNKNOWN", "COMPSOLID"})
        if (name == word) return true;
    return false;
}

std::string usable_name(const std::string& raw) {
    std::string name = clean_name(raw);
    std::replace(name.begin(), name.end(), '/', '_');
    const std::size_t first = name.find_first_not_of(' ');
    return first == std::string::npos ? "" : name;
}

int packed(const Quantity_Color& colour) {
    double r = 0.0, g = 0.0, b = 0.0;
    colour.Values(r, g, b, Quantity_TOC_sRGB);
    const auto byte = [](double x) { return static_cast<int>(std::lround(std::clamp(x, 0.0, 1.0) * 255.0)); };
    return byte(r) << 16 | byte(g) << 8 | byte(b);
}

Rgb unpacked(int colour) {
    return {static_cast<std::uint8_t>(colour >> 16), static_cast<std::uint8_t>(colour >> 8),
            static_cast<std::uint8_t>(colour)};
}

Pose pose_of(const gp_Trsf& place) {
    const gp_Quaternion q = place.GetRotation();
    const gp_XYZ& t = place.TranslationPart();
    Eigen::Quaterniond rotation(q.W(), q.X(), q.Y(), q.Z());
    rotation.normalize();
    return {Vec3(t.X(), t.Y(), t.Z()), rotation};
}

double extent_of(const std::vector<TopoDS_Shape>& shapes) {
    Bnd_Box box;
    for (const TopoDS_Shape& shape : shapes) BRepBndLib::Add(shape, box, false);
    return box.IsVoid() || box.IsOpen() ? 0.0 : std::sqrt(box.SquareExtent());
}

class TreeBuilder {
  public:
    TreeBuilder(const CadDocument& document, CadFormat format, const std::string& name)
        : document_(document),
          format_(format),
          name_(name),
          shape_tool_(XCAFDoc_DocumentTool::ShapeTool(document.document->Main())),
          colour_tool_(XCAFDoc_DocumentTool::ColorTool(document.document->Main())) {}

    Expected<Tree> run() {
        TDF_LabelSequence roots;
        shape_tool_->GetFreeShapes(roots);
        std::vector<TDF_Label> loose;  // of an IGES file: faces that belong to no solid
        for (const TDF_Label& root : roots) {
            if (format_ == CadFormat::Iges && is_loose(root)) {
                loose.push_back(root);
                continue;
            }
            if (auto visited = visit(root, kNoIndex, gp_Trsf(), 0); !visited) return visited.error();
        }
        if (!loose.empty()) add_loose(loose);
        for (const TreeShape& shape : tree_.shapes) has_part_ = has_part_ || !shape.shape.IsNull();
        if (lost_faces_ > 0)
            return make_error(ErrorCode::BadInput, "sewing",
                              fmt::format("{} faces were lost when faces were joined", lost_faces_),
                              "are they degenerate? export solids");
        name_missing();
        if (empty_ > 0)
            tree_.notes.push_back(fmt::format("{} without faces (points, curves) left out",
                                              empty_ == 1 ? "1 part" : fmt::format("{} parts", empty_)));
        if (scaled_ > 0)
            tree_.notes.push_back(
                scaled_ == 1
                    ? "1 instance is scaled or mirrored: written out, not shared"
                    : fmt::format("{} instances are scaled or mirrored: written out, not shared", scaled_));
        remove_empty_assemblies();
        if (!has_part_ && !tree_.missing.empty())
            return make_error(ErrorCode::NotFound, "no part is there",
                              fmt::format("{}: {}", tree_.missing.front().what, tree_.missing.front().why),
                              "put the files that it refers to beside it");
        if (!has_part_)
            return make_error(ErrorCode::BadInput, "no part has a face",
                              "points and curves alone cannot collide", "export solids or faces");
        return std::move(tree_);
    }

  private:
    /// Parts whose files are not there, or cannot be read.
    void name_missing() {
        tree_.missing = document_.missing;
        for (const auto& [product, instances] : missing_) {
            const ExternalPart& external = document_.external_parts.at(product);
            const std::string count = instances == 1 ? "1 instance" : fmt::format("{} instances", instances);
            tree_.missing.push_back(
                {{},
                 fmt::format("part '{}' ({}) in {}", usable_name(product), count, external.file),
                 external.fault.empty() ? "it holds no faces" : external.fault});
        }
    }

    std::optional<int> colour_of(const TDF_Label& label) const {
        Quantity_Color colour;
        if (colour_tool_->GetColor(label, XCAFDoc_ColorSurf, colour) ||
            colour_tool_->GetColor(label, XCAFDoc_ColorGen, colour))
            return packed(colour);
        return std::nullopt;
    }

    bool is_loose(const TDF_Label& label) const {
        if (shape_tool_->IsAssembly(label)) return false;
        const TopoDS_Shape shape = shape_tool_->GetShape(label);
        return has_faces(shape) && !TopExp_Explorer(shape, TopAbs_SOLID).More();
    }

    /// Of the instance, else of its part, else of what it is in; of nothing in the file, that of the file.
    std::string name_of_label(const TDF_Label& instance, const TDF_Label& referred,
                              const std::string& above) const {
        for (const TDF_Label& label : {instance, referred})
            if (const std::string name = text_of_name(label); !says_nothing(name))
                if (std::string usable = usable_name(name); !usable.empty()) return usable;
        if (!above.empty()) return above;
        const std::string usable = usable_name(name_);
        return usable.empty() ? "part" : usable;
    }

    std::uint32_t add_node(const std::string& name, std::uint32_t parent, std::uint32_t shape,
                           const Pose& pose, std::optional<int> colour) {
        CadNode node{siblings_[parent].add(name), parent, shape, pose, {}};
        if (colour) node.colour = unpacked(*colour);
        tree_.nodes.push_back(std::move(node));
        return static_cast<std::uint32_t>(tree_.nodes.size() - 1);
    }

    Expected<void> visit(const TDF_Label& instance, std::uint32_t parent, const gp_Trsf& above, int depth) {
        if (depth > kDeepest)
            return make_error(ErrorCode::Unsupported, "the assembly",
                              fmt::format("is nested more than {} deep", kDeepest), "does it hold itself?");
        if (tree_.nodes.size() >= kMostNodes)
            return make_error(ErrorCode::Unsupported, "the assembly",
                              fmt::format("has more than {} instances", kMostNodes), "split the file");
        TDF_Label referred = instance;
        gp_Trsf place = above;
        if (XCAFDoc_ShapeTool::IsReference(instance)) {
            XCAFDoc_ShapeTool::GetReferredShape(instance, referred);
            place = above * XCAFDoc_ShapeTool::GetLocation(instance).Transformation();
        }
        const std::string name =
            name_of_label(instance, referred, parent == kNoIndex ? "" : tree_.nodes[parent].name);
        std::optional<int> colour = colour_of(instance);
        if (!colour) colour = colour_of(referred);
        if (!XCAFDoc_ShapeTool::IsAssembly(referred)) {
            add_part(referred, name, parent, place, colour);
            return {};
        }
        const std::uint32_t node = add_node(name, parent, kNoIndex, pose_of(place), colour);
        TDF_LabelSequence components;
        XCAFDoc_ShapeTool::GetComponents(referred, components);
        for (const TDF_Label& component : components)
            if (auto visited = visit(component, node, place, depth + 1); !visited) return visited;
        return {};
    }

    void add_part(const TDF_Label& label, const std::string& name, std::uint32_t parent, gp_Trsf place,
                  std::optional<int> colour) {
        TopoDS_Shape shape = XCAFDoc_ShapeTool::GetShape(label);
        if (!has_faces(shape)) {
            const auto external = document_.external_parts.find(text_of_name(label));
            if (external == document_.external_parts.end())
                ++empty_;
            else
                ++missing_[external->first];
            return;
        }
        place = place * shape.Location().Transformation();
        shape.Location(TopLoc_Location());
        const double scale = place.ScaleFactor();
        if (std::abs(scale - 1.0) > kScaleSlack) {  // a negative one mirrors
            ++scaled_;
            read_face_colours(label);
            shape = BRepBuilderAPI_Transform(shape, place, true).Shape();
            place = gp_Trsf();
            const std::uint32_t id = add_shape(text_of_name(label), name, shape);
            add_node(name, parent, id, pose_of(place), colour);
            return;
        }
        auto [known, is_new] = shape_of_.try_emplace(shape.TShape().get(), kNoIndex);
        if (is_new) {
            read_face_colours(label);
            known->second = add_shape(text_of_name(label), name, shape);
        }
        if (!colour) colour = whole_colour(known->second);
        add_node(name, parent, known->second, pose_of(place), colour);
    }

    std::uint32_t add_shape(const std::string& label_name, const std::string& instance_name,
                            const TopoDS_Shape& shape) {
        std::string name = says_nothing(label_name) ? "" : usable_name(label_name);
        if (name.empty()) name = instance_name;
        TreeShape part{name, shape, {}};
        sew_if_loose(part);
        tree_.shapes.push_back(std::move(part));
        return static_cast<std::uint32_t>(tree_.shapes.size() - 1);
    }

    /// Colours of single faces, and of solids and shells for all of their faces.
    void read_face_colours(const TDF_Label& label) {
        TDF_LabelSequence parts;
        XCAFDoc_ShapeTool::GetSubShapes(label, parts);
        for (const bool faces : {false, true})  // a face's own wins
            for (const TDF_Label& part : parts) {
                const TopoDS_Shape shape = XCAFDoc_ShapeTool::GetShape(part);
                if (shape.IsNull() || (shape.ShapeType() == TopAbs_FACE) != faces) continue;
                const auto colour = colour_of(part);
                if (!colour) continue;
                for (TopExp_Explorer at(shape, TopAbs_FACE); at.More(); at.Next())
                    tree_.face_colours.Bind(at.Current(), *colour);
            }
    }

    /// The colour that all faces of a shape have, if they have one.
    std::optional<int> whole_colour(std::uint32_t shape) const {
        std::optional<int> colour;
        for (TopExp_Explorer at(tree_.shapes[shape].shape, TopAbs_FACE); at.More(); at.Next()) {
            int own = 0;
            if (!tree_.face_colours.Find(at.Current(), own) || (colour && *colour != own))
                return std::nullopt;
            colour = own;
        }
        return colour;
    }

    double sewing_tolerance(const std::vector<TopoDS_Shape>& shapes) const {
        const double wanted = std::max(document_.resolution, kSewingOfSize * extent_of(shapes));
        return std::clamp(wanted, kLeastSewing, kMostSewing);
    }

    Sewn sew(const std::vector<TopoDS_Shape>& shapes) {
        return sew_faces(shapes, sewing_tolerance(shapes),
                         [&](const TopoDS_Shape& old, const TopoDS_Shape& now) {
                             if (int colour = 0; !now.IsNull() && tree_.face_colours.Find(old, colour))
                                 for (TopExp_Explorer at(now, TopAbs_FACE); at.More(); at.Next())
                                     tree_.face_colours.Bind(at.Current(), colour);
                         });
    }

    /// Several faces in no shell, or several shells in no solid.
    void sew_if_loose(TreeShape& part) {
        if (TopExp_Explorer(part.shape, TopAbs_SOLID).More()) return;
        int pieces = 0;
        for (TopExp_Explorer at(part.shape, TopAbs_SHELL); at.More(); at.Next()) ++pieces;
        for (TopExp_Explorer at(part.shape, TopAbs_FACE, TopAbs_SHELL); at.More(); at.Next()) ++pieces;
        if (pieces < 2) return;
        const Sewn sewn = sew({part.shape});
        if (sewn.shapes.empty()) return;
        lost_faces_ += sewn.lost_faces;
        TopoDS_Compound all;
        const BRep_Builder builder;
        builder.MakeCompound(all);
        for (const TopoDS_Shape& shape : sewn.shapes) builder.Add(all, shape);
        part.shape = all;
        part.sewing = sewn.report;
    }

    /// The faces of an IGES file that belong to no solid, sewn; what hangs together is a part.
    void add_loose(const std::vector<TDF_Label>& labels) {
        std::vector<TopoDS_Shape> shapes;
        for (const TDF_Label& label : labels) {
            shapes.push_back(XCAFDoc_ShapeTool::GetShape(label));
            if (const auto colour = colour_of(label))
                for (TopExp_Explorer at(shapes.back(), TopAbs_FACE); at.More(); at.Next())
                    tree_.face_colours.Bind(at.Current(), *colour);
            read_face_colours(label);
        }
        const Sewn sewn = sew(shapes);
        lost_faces_ += sewn.lost_faces;
        const std::string stem = name_of_label({}, labels.size() == 1 ? labels.front() : TDF_Label(), {});
        for (const TopoDS_Shape& shape : sewn.shapes) {
            const auto id = static_cast<std::uint32_t>(tree_.shapes.size());
            tree_.shapes.push_back({stem, shape, sewn.report});
            add_node(stem, kNoIndex, id, Pose{}, whole_colour(id));
        }
    }

    /// Assemblies in which nothing has a face.
    void remove_empty_assemblies() {
        std::vector<bool> keep(tree_.nodes.size(), false);
        for (std::size_t n = tree_.nodes.size(); n-- > 0;) {
            if (tree_.nodes[n].shape != kNoIndex) keep[n] = true;
            if (keep[n] && tree_.nodes[n].parent != kNoIndex) keep[tree_.nodes[n].parent] = true;
        }
        std::vector<std::uint32_t> new_id(tree_.nodes.size(), kNoIndex);
        std::vector<CadNode> nodes;
        for (std::size_t n = 0; n < tree_.nodes.size(); ++n) {
            if (!keep[n]) continue;
            new_id[n] = static_cast<std::uint32_t>(nodes.size());
            nodes.push_back(std::move(tree_.nodes[n]));
            if (nodes.back().parent != kNoIndex) nodes.back().parent = new_id[nodes.back().parent];
        }
        tree_.nodes = std::move(nodes);
    }

    const CadDocument& document_;
    CadFormat format_;
    const std::string& name_;
    Handle(XCAFDoc_ShapeTool) shape_tool_;
    Handle(XCAFDoc_ColorTool) colour_tool_;
    Tree tree_;
    std::unordered_map<const void*, std::uint32_t> shape_of_;  // by TShape
    std::map<std::uint32_t, UniqueNames> siblings_;            // by parent
    std::map<std::string, std::uint64_t> missing_;             // instances, by product
    std::uint64_t empty_ = 0, scaled_ = 0, lost_faces_ = 0;
    bool has_part_ = false;
};

}  // namespace

Expected<Tree> tree_of(const CadDocument& document, CadFormat format, const std::string& name) {
    return TreeBuilder(document, format, name).run();
}

}  // namespace graze::cad
