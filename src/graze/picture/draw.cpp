#include "graze/core/assert.h"
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
    const Visibility seen = visible_triangles(projection, bins, tiles, loops);
    if (loops.interrupted()) return {};
    std::optional<Ink> ink;
    if (options.edges) ink = draw_lines(projection, seen, view, loops);
    const Occlusion occlusion = occlusion_of(projection, seen, view, loops);
    if (loops.interrupted()) return {};
    const Shader shader(bodies, options, view, projection);
    Image image = resolve({projection, bins, seen, occlusion, ink ? &*ink : nullptr}, shader, options, loops);
    if (loops.interrupted()) return {};
    return image;
}

}  // namespace graze
