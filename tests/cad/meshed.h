// Shapes as meshes, and the scene of a CAD demo without the way through files: what tests of the models ask.
#pragma once

#include "graze/model/weld.h"
#include "graze_cad/models/models.h"

#include <BRepMesh_IncrementalMesh.hxx>
#include <BRep_Tool.hxx>
#include <Poly_Triangulation.hxx>
#include <TopExp.hxx>
#include <TopTools_IndexedMapOfShape.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Face.hxx>
#include <gp_Quaternion.hxx>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

namespace graze::test {

/// A surface per face. `deflection` in mm; points on an edge come out the same on both of its faces.
inline Mesh meshed(const TopoDS_Shape& shape, double deflection) {
    BRepMesh_IncrementalMesh(shape, deflection, false, 0.35, false);
    Mesh mesh;
    TopTools_IndexedMapOfShape faces;
    TopExp::MapShapes(shape, TopAbs_FACE, faces);
    for (int f = 1; f <= faces.Extent(); ++f) {
        const TopoDS_Face face = TopoDS::Face(faces(f));
        TopLoc_Location at;
        const Handle(Poly_Triangulation) facets = BRep_Tool::Triangulation(face, at);
        mesh.surfaces.push_back({"face-" + std::to_string(f)});
        if (facets.IsNull()) continue;
        const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
        for (int i = 1; i <= facets->NbNodes(); ++i) {
            const gp_Pnt p = facets->Node(i).Transformed(at.Transformation());
            mesh.vertices.emplace_back(p.X(), p.Y(), p.Z());
        }
        for (int t = 1; t <= facets->NbTriangles(); ++t) {
            int a = 0, b = 0, c = 0;
            facets->Triangle(t).Get(a, b, c);
            if (face.Orientation() == TopAbs_REVERSED) std::swap(b, c);
            mesh.triangles.push_back({first + a - 1, first + b - 1, first + c - 1});
            mesh.surface_of_triangle.push_back(static_cast<std::uint32_t>(f - 1));
        }
    }
    return welded(mesh);
}

inline Pose pose_of(const TopLoc_Location& location) {
    const gp_Trsf move = location.Transformation();
    const gp_Quaternion q = move.GetRotation();
    const gp_XYZ t = move.TranslationPart();
    return {Vec3(t.X(), t.Y(), t.Z()), Eigen::Quaterniond(q.W(), q.X(), q.Y(), q.Z()).normalized()};
}

/// A part of a file, with its place there.
struct Leaf {
    std::string path;
    const cad::Part* part;
    TopLoc_Location location;
};
inline void add_leaves(const cad::Part& part, const std::string& path, const TopLoc_Location& location,
                       std::vector<Leaf>& leaves) {
    if (part.parts.empty()) leaves.push_back({path, &part, location});
    for (const cad::Part& child : part.parts)
        add_leaves(child, path.empty() ? child.name : path + "/" + child.name, location * child.location,
                   leaves);
}
inline std::vector<Leaf> leaves_of(const cad::Part& root) {
    std::vector<Leaf> leaves;
    add_leaves(root, "", {}, leaves);
    return leaves;
}

/// The scene of a demo, as reading its files would give it: every body that its scene file names, with the
/// meshes of its shapes.
inline Expected<Scene> scene_of(const cad::CadDemo& demo, const SceneDescription& scene, double deflection) {
    struct Shape {
        TopoDS_Shape shape;
        std::shared_ptr<const Mesh> mesh;
    };
    std::vector<Shape> shapes;
    const auto mesh_of = [&](const TopoDS_Shape& shape) {
        for (const Shape& known : shapes)
            if (known.shape.IsPartner(shape)) return known.mesh;
        shapes.push_back({shape, std::make_shared<const Mesh>(meshed(shape, deflection))});
        return shapes.back().mesh;
    };
    Scene result{scene.unit, {}, {}, {}, {}, {}};
    for (const BodyDescription& body : scene.bodies)
        for (const auto& [file, root] : demo.files) {
            if (file != body.mesh) continue;
            for (const Leaf& leaf : leaves_of(root)) {
                if (body.part && *body.part != leaf.path) continue;
                const std::string name = !body.split         ? body.name
                                         : body.name.empty() ? leaf.path
                                                             : body.name + "/" + leaf.path;
                const bool has_poses = std::any_of(
                    scene.paths.begin(), scene.paths.end(),
                    [&](const PathDescription& path) { return path.body == name && !path.poses.empty(); });
                if (has_poses) {  // where it is in the file is part of its mesh
                    Mesh mesh = *mesh_of(leaf.part->shape);
                    const Pose at = pose_of(leaf.location);
                    for (Vec3& v : mesh.vertices) v = at.rotation * v + at.translation;
                    result.bodies.push_back({name, std::make_shared<const Mesh>(std::move(mesh)), body.pose});
                    continue;
                }
                Pose pose = pose_of(leaf.location);
                pose.translation = body.pose.rotation * pose.translation + body.pose.translation;
                pose.rotation = (body.pose.rotation * pose.rotation).normalized();
                result.bodies.push_back({name, mesh_of(leaf.part->shape), pose});
            }
        }
    const auto id = [&](const std::string& name) { return body_named(result, name).value_or(0xFFFFFFFF); };
    for (const IgnoreDescription& pair : scene.ignore)
        result.ignore.push_back({{id(pair.bodies[0]), id(pair.bodies[1])}, pair.allowed, pair.depth});
    for (const ClearanceDescription& pair : scene.clearance)
        result.clearance.push_back({{id(pair.bodies[0]), id(pair.bodies[1])}, pair.distance});
    for (const JointDescription& joint : scene.joints)
        result.joints.push_back({id(joint.body),
                                 joint.parent ? std::optional(id(*joint.parent)) : std::nullopt, joint.kind,
                                 joint.axis, joint.origin, joint.limits});
    for (const PathDescription& path : scene.paths)
        result.paths.push_back({id(path.body), path.in_between, path.poses, path.turns, path.values});
    if (auto valid = validate(result, "scene"); !valid) return valid.error();
    return result;
}

}  // namespace graze::test
