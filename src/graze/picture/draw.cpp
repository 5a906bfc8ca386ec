#include "graze/core/assert.h"
#include "graze/picture/overlay.h"
#include "graze/picture/resolve.h"

namespace graze {

Image draw(const std::vector<PictureBody>& bodies, const PictureOptions& options) {
    using namespace picture;
    GRAZE_ASSERT(validate(options).has_value());
    for (const PictureBody& body : bodies)
        GRAZE_ASSERT(body.mesh && body.opacity > 0.0 && body.opacity <= 1.0);
    const Camera camera = options.camera ? *options.camera : camera_from(Vec3::Zero(), bodies, options);
    const View view = view_of(camera, options.width, options.height);
    const Tiles tiles{options.width, options.height};

    Loops loops(options.threads);
    const Projection projection = project(bodies, options, view, loops);
    if (loops.interrupted()) return {};
    const Bins bins = triangle_bins(projection, tiles, loops);
    if (loops.interrupted()) return {};
    const auto all = static_cast<std::uint32_t>(projection.triangles.size());
    const Visibility seen =
        visible_triangles(projection, bins, {0, projection.first_transparent}, tiles, loops);
    std::optional<Visibility> glass;  // only lines ask what is the nearest transparent surface
    if (options.edges && projection.first_transparent < all)
        glass = visible_triangles(projection, bins, {projection.first_transparent, all}, tiles, loops);
    if (loops.interrupted()) return {};
    std::optional<Ink> ink;
    if (!projection.lines.empty())
        ink = draw_lines({projection, seen, glass ? &*glass : nullptr}, view,
                         options.edges && bodies.size() > 1 ? Meetings::Drawn : Meetings::LeftOut, loops);
    const Occlusion occlusion = occlusion_of(projection, seen, view, loops);
    if (loops.interrupted()) return {};
    const Shader shader(bodies, options, view, projection);
    Image image = resolve({projection, bins, seen, occlusion, ink ? &*ink : nullptr}, shader, options, loops);
    if (loops.interrupted()) return {};
    return with_overlay(std::move(image), bodies, options, view);
}

}  // namespace graze
