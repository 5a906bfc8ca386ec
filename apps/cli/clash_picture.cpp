#include "clash_picture.h"

#include "gather.h"
#include "graze/core/file.h"
#include "graze/core/interrupt.h"
#include "graze/discrete/outward_box.h"
#include "graze/picture/picture.h"

#include <algorithm>

namespace graze::cli {
namespace {

constexpr double kGlass = 0.3;          // opacity of bodies in the pairs that are shown
constexpr double kFaint = 0.1;          // and of all others
constexpr double kSurroundings = 0.4;   // of the smaller body's size are shown around what meets
constexpr std::size_t kMostNames = 12;  // in the legend

/// Clashes only, if there are any.
std::vector<const ClashPair*> shown_pairs(const ClashReport& report) {
    std::vector<const ClashPair*> pairs;
    for (const ClashPair& pair : report.pairs)
        if (pair.is_clash == report.is_clash) pairs.push_back(&pair);
    return pairs;
}

double size_of(const Body& body) { return graze::size_of(bounds_of(*body.mesh)); }

Box touched_box(const ClashPair& pair, std::size_t side, const Scene& scene) {
    const Body& body = scene.bodies[pair.bodies[side]];
    Box box;
    for (const std::uint32_t id : pair.touched[side])
        for (const Vec3& corner : corners(*body.mesh, id)) box.add(apply(body.pose, corner));
    return box;
}

/// What the camera has to see: where triangles of both bodies are (a big face touched by a small part is not
/// wanted whole), and some of what is around.
Box region_of(const std::vector<const ClashPair*>& pairs, const Scene& scene) {
    Box region;
    double around = 0.0;
    for (const ClashPair* pair : pairs) {
        const Box common = common_part(touched_box(*pair, 0, scene), touched_box(*pair, 1, scene));
        if (!common.is_empty()) region.add(common);
        for (const Vec3& point : pair->points) region.add(point);
        const double smaller =
            std::min(size_of(scene.bodies[pair->bodies[0]]), size_of(scene.bodies[pair->bodies[1]]));
        around = std::max(around, kSurroundings * smaller);
    }
    region.min.array() -= around;
    region.max.array() += around;
    return region;
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
    std::vector<PictureBody> bodies = picture_bodies(scene);
    if (pairs.empty()) return bodies;
    std::vector<bool> is_named(bodies.size(), false);
    for (const ClashPair* pair : pairs)
        for (const std::size_t side : {0u, 1u}) {
            PictureBody& body = bodies[pair->bodies[side]];
            body.opacity = kGlass;
            is_named[pair->bodies[side]] = true;
            body.highlighted.insert(body.highlighted.end(), pair->touched[side].begin(),
                                    pair->touched[side].end());
        }
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
                                   int threads) {
    const std::vector<const ClashPair*> pairs = shown_pairs(report);
    const std::vector<PictureBody> bodies = glass_bodies(scene, pairs);
    PictureOptions options;
    options.unit = scene.unit;
    options.threads = threads;
    if (!pairs.empty()) {
        const Mesh frame = frame_of(region_of(pairs, scene));
        PictureBody looked_at;
        looked_at.mesh = &frame;
        options.camera = camera_from(Vec3::Zero(), {looked_at}, options);
    }
    const Image image = draw(bodies, options);
    const Error interrupted = make_error(ErrorCode::Interrupted, file, "interrupted, not written");
    if (image.width == 0) return interrupted;
    const std::string png = encode_png(image, threads);
    if (interrupt_requested()) return interrupted;
    return write_file_atomically(file, png);
}

}  // namespace graze::cli
