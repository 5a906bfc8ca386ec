#include "clash_picture.h"

#include "gather.h"
#include "graze/core/file.h"
#include "graze/core/interrupt.h"
#include "graze/discrete/triangles/outward_box.h"
#include "graze/queries/broad/broad_phase.h"

#include <algorithm>

namespace graze::cli {
namespace {

constexpr double kGlass = 0.3;          // opacity of bodies in the pairs that are shown
constexpr double kFaint = 0.1;          // and of all others
constexpr double kSurroundings = 0.3;   // of the smaller body's size are shown around what meets
constexpr double kBigTriangle = 1.5;    // times the size of the meeting: not highlighted
constexpr std::size_t kMostNames = 12;  // in the legend

/// Clashes only, if there are any.
std::vector<const ClashPair*> shown_pairs(const ClashReport& report) {
    std::vector<const ClashPair*> pairs;
    for (const ClashPair& pair : report.pairs)
        if (pair.is_clash == report.is_clash) pairs.push_back(&pair);
    return pairs;
}

Box posed_box(const SceneBody& body, const std::uint32_t triangle) {
    Box box;
    for (const Vec3& corner : corners(*body.mesh, triangle)) box.add(apply(body.pose, corner));
    return box;
}

/// Where triangles of both bodies are: a big face touched by a small part is not wanted whole.
Box meeting_box(const ClashPair& pair, const Scene& scene) {
    std::array<Box, 2> touched;
    for (const std::size_t side : {0u, 1u})
        for (const std::uint32_t id : pair.touched[side])
            touched[side].add(posed_box(scene.bodies[pair.bodies[side]], id));
    Box box = intersection_of(touched[0], touched[1]);
    if (box.is_empty()) box = {};
    for (const Vec3& point : pair.points) box.add(point);
    return box;
}

/// What the camera has to see: what meets, and some of the bodies around it.
Box region_of(const std::vector<const ClashPair*>& pairs, const Scene& scene) {
    const std::vector<Box> boxes = posed_boxes(scene);
    Box region, bodies;
    double around = 0.0;
    for (const ClashPair* pair : pairs) {
        region.add(meeting_box(*pair, scene));
        const Box &a = boxes[pair->bodies[0]], &b = boxes[pair->bodies[1]];
        bodies.add(a);
        bodies.add(b);
        around = std::max(around, kSurroundings * std::min(size_of(a), size_of(b)));
    }
    region.min.array() -= around;
    region.max.array() += around;
    return intersection_of(region, bodies);
}

/// Triangles much bigger than the place of the meeting would hide it.
void highlight(const ClashPair& pair, const Scene& scene, std::vector<PictureBody>& bodies) {
    const double limit = kBigTriangle * size_of(meeting_box(pair, scene));
    for (const std::size_t side : {0u, 1u}) {
        const std::uint32_t id = pair.bodies[side];
        for (const std::uint32_t triangle : pair.touched[side])
            if (size_of(posed_box(scene.bodies[id], triangle)) <= limit)
                bodies[id].highlighted.push_back(triangle);
    }
}

/// A body that fills a box, for the camera to look at.
Mesh frame_of(const Box& box) {
    Mesh mesh;
    for (int corner = 0; corner < 8; ++corner)
        mesh.vertices.push_back({(corner & 1 ? box.max : box.min).x(), (corner & 2 ? box.max : box.min).y(),
                                 (corner & 4 ? box.max : box.min).z()});
    mesh.triangles = {{0, 1, 2}, {1, 2, 3}, {4, 5, 6}, {5, 6, 7}};
    make_one_surface(mesh, "frame");
    return mesh;
}

std::vector<PictureBody> glass_bodies(const Scene& scene, const std::vector<const ClashPair*>& pairs) {
    std::vector<PictureBody> bodies = picture_bodies(scene, Colours::Own);
    if (pairs.empty()) return bodies;
    std::vector<bool> is_named(bodies.size(), false);
    for (const ClashPair* pair : pairs)
        for (const std::size_t side : {0u, 1u}) {
            bodies[pair->bodies[side]].opacity = kGlass;
            is_named[pair->bodies[side]] = true;
        }
    for (const ClashPair* pair : pairs) highlight(*pair, scene, bodies);
    const auto names = static_cast<std::size_t>(std::count(is_named.begin(), is_named.end(), true));
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        auto& ids = bodies[i].highlighted;
        std::sort(ids.begin(), ids.end());
        ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
        if (!is_named[i]) bodies[i].opacity = kFaint;
        if (!is_named[i] || names > kMostNames) bodies[i].name.clear();
    }
    return bodies;
}

}  // namespace

Expected<void> write_clash_picture(const std::string& file, const Scene& scene, const ClashReport& report,
                                   int threads, const std::vector<PictureBody>& besides) {
    const std::vector<const ClashPair*> pairs = shown_pairs(report);
    std::vector<PictureBody> bodies = glass_bodies(scene, pairs);
    bodies.insert(bodies.end(), besides.begin(), besides.end());
    PictureOptions options;
    options.unit = scene.unit;
    options.threads = threads;
    if (!pairs.empty()) {
        const Mesh frame = frame_of(region_of(pairs, scene));
        PictureBody looked_at;
        looked_at.mesh = &frame;
        options.camera = camera_from(Vec3::Zero(), {looked_at}, options);
    }
    if (auto valid = validate(options); !valid) return valid.error();
    const Image image = draw(bodies, options);
    const Error interrupted = make_error(ErrorCode::Interrupted, file, "interrupted, not written");
    if (image.width == 0) return interrupted;
    const std::string png = encode_png(image, threads);
    if (interrupt_requested()) return interrupted;
    return write_file_atomically(file, png);
}

}  // namespace graze::cli
