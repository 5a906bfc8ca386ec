// Our own lettering: strokes of a pen with a round tip, in the manner of technical drawings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace graze::picture {

/// A piece of a pen stroke, in pixels; y down. Its ends may be equal: a dot.
struct PenStroke {
    float x0, y0, x1, y1;
};

struct TextPlace {
    float x, baseline;  // where the first letter begins
    float cap_height;   // of a capital letter
};

/// The strokes of UTF-8 text. Letters that we do not have, and bytes that are no UTF-8, become a box.
[[nodiscard]] std::vector<PenStroke> text_strokes(std::string_view text, const TextPlace& place);

/// From the left end of the first letter to the right end of the last.
[[nodiscard]] float text_width(std::string_view text, float cap_height);

/// The longest beginning of the text, with "..." if something is missing, that is at most this wide.
[[nodiscard]] std::string shortened(std::string_view text, float cap_height, float width);

}  // namespace graze::picture
