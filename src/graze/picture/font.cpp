#include "graze/picture/font.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace graze::picture {
namespace {

// Each point of a glyph is two characters: x as a digit, y as a letter with d = 0 (the baseline), k = 7
// (height of small letters), n = 10 (of capitals), a = -3 (of descenders). A capital letter for y makes it a
// control point of a quadratic curve; between two control points lies the one that both imply, in their
// middle. A space lifts the pen.
struct Glyph {
    std::uint32_t letter;
    std::string_view path;
};

constexpr float kUnitsPerCap = 10.0f;
constexpr float kGap = 2.3f;    // between letters
constexpr float kBlank = 3.0f;  // width of a space, besides its gaps
constexpr int kCurveSteps = 6;

constexpr std::string_view kUnknown = "0d0n5n5d0d";

// Ordered by letter.
constexpr Glyph kGlyphs[] = {
    {' ', ""},
    {'!', "0n0g 0d0e"},
    {'"', "0n0l 2n2l"},
    {'#', "1d2n 4d5n 0g6g 0k6k"},
    {'$', "6l6N3n0N0k0I3i6I6g6D3d0D0f 3o3c"},
    {'%', "0n2n2l0l0n 4f6f6d4d4f 0d6n"},
    {'&', "6d1k1N4N4k0g0D4D6h"},
    {'\'', "0n0l"},
    {'(', "2n0L0E2b"},
    {')', "0n2L2E0b"},
    {'*', "0f4k 4f0k 2e2l"},
    {'+', "0h6h 3k3e"},
    {',', "1e0b"},
    {'-', "0h4h"},
    {'.', "0d0e"},
    {'/', "0c5n"},
    {'0', "3n6N6D3d0D0N3n"},
    {'1', "0l2n2d"},
    {'2', "0l0N3n6N6k6I0d6d"},
    {'3', "0m0N3n6N6k6I3i6I6g6D3d0D0e"},
    {'4', "4d4n0g6g"},
    {'5', "5n1n0i1J3j6J6g6D3d0D0e"},
    {'6', "5m4N3n0N0g0D3d6D6g6J3j0J0g"},
    {'7', "0n6n2d"},
    {'8', "3n6N6k6I3i0I0k0N3n 3i6I6g6D3d0D0g0I3i"},
    {'9', "1e2D3d6D6k6N3n0N0k0H3h6H6k"},
    {':', "0d0e 0j0k"},
    {';', "1j1k 1e0b"},
    {'<', "5k0h5e"},
    {'=', "0g5g 0j5j"},
    {'>', "0k5h0e"},
    {'?', "0l0N5N5l5I2i2g 2d2e"},
    {'@', "5j5g3F2h3J5i5h6F7h7N0N0i0D6D6e"},
    {'A', "0d3n6d 1g5g"},
    {'B', "0i0n3n5N5k5I3i0i0d3d6D6g6I3i"},
    {'C', "6l6N3n0N0k0g0D3d6D6f"},
    {'D', "0d0n2n6N6j6h6D2d0d"},
    {'E', "5n0n0d5d 0i4i"},
    {'F', "5n0n0d 0i4i"},
    {'G', "6l6N3n0N0k0g0D3d6D6g6i3i"},
    {'H', "0d0n 6d6n 0i6i"},
    {'I', "0d2d 1d1n 0n2n"},
    {'J', "4n4g4D2d0D0f"},
    {'K', "0d0n 6n0h 2j6d"},
    {'L', "0n0d5d"},
    {'M', "0d0n4g8n8d"},
    {'N', "0d0n6d6n"},
    {'O', "3n6N6k6g6D3d0D0g0k0N3n"},
    {'P', "0d0n3n6N6k6H3h0h"},
    {'Q', "3n6N6k6g6D3d0D0g0k0N3n 4f6c"},
    {'R', "0d0n3n6N6k6I3i0i 3i6d"},
    {'S', "6l6N3n0N0k0I3i6I6g6D3d0D0f"},
    {'T', "0n6n 3n3d"},
    {'U', "0n0g0D3d6D6g6n"},
    {'V', "0n3d6n"},
    {'W', "0n2d4k6d8n"},
    {'X', "0n6d 6n0d"},
    {'Y', "0n3i6n 3i3d"},
    {'Z', "0n6n0d6d"},
    {'[', "2n0n0b2b"},
    {'\\', "0n5c"},
    {']', "0n2n2b0b"},
    {'^', "0k2n4k"},
    {'_', "0c6c"},
    {'`', "0n1l"},
    {'a', "5g5D0D0g0h0K5K5h 5k5d"},
    {'b', "5g5D0D0g0h0K5K5h5g 0n0d"},
    {'c', "5f5D0D0g0h0K5K5i"},
    {'d', "5g5D0D0g0h0K5K5h 5n5d"},
    {'e', "0h5h5K0K0h0g0D5D5f"},
    {'f', "4n2N2l2d 0k4k"},
    {'g', "5g5D0D0g0h0K5K5h 5k5c5A0A0b"},
    {'h', "0n0d 0h0K5K5h5d"},
    {'i', "0k0d 0m0n"},
    {'j', "2k2c2A0a 2m2n"},
    {'k', "0n0d 4k0g 1h5d"},
    {'l', "0n0f0D2d"},
    {'m', "0k0d 0h0K4K4h4d 4h4K8K8h8d"},
    {'n', "0k0d 0h0K5K5h5d"},
    {'o', "5g5D0D0g0h0K5K5h5g"},
    {'p', "5g5D0D0g0h0K5K5h5g 0k0a"},
    {'q', "5g5D0D0g0h0K5K5h 5k5a"},
    {'r', "0k0d 0h0K4k"},
    {'s', "4j4K2k0K0i0H2h4H4f4D2d0D0e"},
    {'t', "2n2f2D4d 0k4k"},
    {'u', "0k0g0D5D5g 5k5d"},
    {'v', "0k2d4k"},
    {'w', "0k2d4j6d8k"},
    {'x', "0k4d 4k0d"},
    {'y', "0k2d 4k1a"},
    {'z', "0k4k0d4d"},
    {'{', "3n1N1j1I0i1I1H1e1B3b"},
    {'|', "0n0b"},
    {'}', "0n2N2j2I3i2I2H2e2B0b"},
    {'~', "0h1J3G4i"},
    {0xB0, "1n0N0l0K2K2l2N1n"},                  // degree
    {0xB5, "0k0a 0g0D5D5g 5k5d"},                // micro
    {0xC4, "0d3n6d 1g5g 1p1q 5p5q"},             // A with dots
    {0xD6, "3n6N6k6g6D3d0D0g0k0N3n 1p1q 5p5q"},  // O with dots
    {0xDC, "0n0g0D3d6D6g6n 1p1q 5p5q"},          // U with dots
    {0xDF, "0a0l0N4N4l4J2i5I5f5D2d"},            // sharp s
    {0xE4, "5g5D0D0g0h0K5K5h 5k5d 1m1n 4m4n"},   // a with dots
    {0xE9, "0h5h5K0K0h0g0D5D5f 2l4n"},           // e with acute
    {0xF6, "5g5D0D0g0h0K5K5h5g 1m1n 4m4n"},      // o with dots
    {0xFC, "0k0g0D5D5g 5k5d 1m1n 4m4n"},         // u with dots
};

std::string_view path_of(std::uint32_t letter) {
    const auto* glyph = std::lower_bound(std::begin(kGlyphs), std::end(kGlyphs), letter,
                                         [](const Glyph& g, std::uint32_t l) { return g.letter < l; });
    return glyph != std::end(kGlyphs) && glyph->letter == letter ? glyph->path : kUnknown;
}

float width_of(std::string_view path) {
    if (path.empty()) return kBlank;
    float width = 0.0f;
    for (std::size_t i = 0; i < path.size(); i += path[i] == ' ' ? 1 : 2)
        if (path[i] != ' ') width = std::max(width, static_cast<float>(path[i] - '0'));
    return width;
}

// Letter by letter. What is no UTF-8 counts as one unknown letter a byte.
std::vector<std::uint32_t> letters_of(std::string_view text) {
    std::vector<std::uint32_t> letters;
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<std::uint8_t>(text[i++]);
        const int more = lead < 0x80                   ? 0
                         : lead >= 0xC2 && lead < 0xE0 ? 1
                         : lead >= 0xE0 && lead < 0xF0 ? 2
                         : lead >= 0xF0 && lead < 0xF5 ? 3
                                                       : -1;
        std::uint32_t letter = more <= 0 ? lead : lead & (0x3Fu >> more);
        bool is_sound = more >= 0 && i + static_cast<std::size_t>(more) <= text.size();
        for (int k = 0; is_sound && k < more; ++k) {
            const auto next = static_cast<std::uint8_t>(text[i + static_cast<std::size_t>(k)]);
            is_sound = (next & 0xC0u) == 0x80u;
            letter = letter << 6 | (next & 0x3Fu);
        }
        if (is_sound) i += static_cast<std::size_t>(more);
        letters.push_back(is_sound ? letter : 0xFFFDu);
    }
    return letters;
}

// A point of a glyph in its own units, y up.
struct GlyphPoint {
    float x, y;
    bool is_control;
};

// Puts the strokes of one run of the pen behind those that are there.
class Pen {
  public:
    Pen(std::vector<PenStroke>& strokes, float x, const TextPlace& place)
        : strokes_(strokes), x_(x), baseline_(place.baseline), scale_(place.cap_height / kUnitsPerCap) {}

    void draw(const std::vector<GlyphPoint>& points) {
        GlyphPoint at = points.front();
        for (std::size_t i = 1; i < points.size(); ++i) {
            if (!points[i].is_control) {
                line(at, points[i]);
                at = points[i];
                continue;
            }
            const GlyphPoint& control = points[i];
            const GlyphPoint& next = points[i + 1];  // a run ends on a point of its own
            const GlyphPoint to =
                next.is_control ? GlyphPoint{0.5f * (control.x + next.x), 0.5f * (control.y + next.y), false}
                                : next;
            curve(at, control, to);
            at = to;
            if (!next.is_control) ++i;
        }
    }

  private:
    void line(const GlyphPoint& a, const GlyphPoint& b) {
        strokes_.push_back(
            {x_ + scale_ * a.x, baseline_ - scale_ * a.y, x_ + scale_ * b.x, baseline_ - scale_ * b.y});
    }
    void curve(const GlyphPoint& a, const GlyphPoint& control, const GlyphPoint& b) {
        GlyphPoint from = a;
        for (int i = 1; i <= kCurveSteps; ++i) {
            const float t = static_cast<float>(i) / kCurveSteps, s = 1.0f - t;
            const GlyphPoint to{s * s * a.x + 2.0f * s * t * control.x + t * t * b.x,
                                s * s * a.y + 2.0f * s * t * control.y + t * t * b.y, false};
            line(from, to);
            from = to;
        }
    }

    std::vector<PenStroke>& strokes_;
    float x_, baseline_, scale_;
};

void draw_glyph(std::string_view path, Pen pen) {
    std::vector<GlyphPoint> points;
    for (std::size_t i = 0; i <= path.size();) {
        if (i == path.size() || path[i] == ' ') {
            if (!points.empty()) pen.draw(points);
            points.clear();
            ++i;
            continue;
        }
        const char y = path[i + 1];
        const bool is_control = y >= 'A' && y <= 'Z';
        points.push_back({static_cast<float>(path[i] - '0'),
                          static_cast<float>(is_control ? y - 'D' : y - 'd'), is_control});
        i += 2;
    }
}

}  // namespace

std::vector<PenStroke> text_strokes(std::string_view text, const TextPlace& place) {
    std::vector<PenStroke> strokes;
    float x = place.x;
    for (const std::uint32_t letter : letters_of(text)) {
        const std::string_view path = path_of(letter);
        draw_glyph(path, Pen(strokes, x, place));
        x += (width_of(path) + kGap) * place.cap_height / kUnitsPerCap;
    }
    return strokes;
}

float text_width(std::string_view text, float cap_height) {
    float units = 0.0f;
    for (const std::uint32_t letter : letters_of(text)) units += width_of(path_of(letter)) + kGap;
    return std::max(units - kGap, 0.0f) * cap_height / kUnitsPerCap;
}

std::string shortened(std::string_view text, float cap_height, float width) {
    if (text_width(text, cap_height) <= width) return std::string(text);
    for (std::size_t end = text.size(); end-- > 0;) {
        if ((static_cast<std::uint8_t>(text[end]) & 0xC0u) == 0x80u) continue;  // not within a letter
        std::string result = std::string(text.substr(0, end)) + "...";
        if (text_width(result, cap_height) <= width) return result;
    }
    return "";
}

}  // namespace graze::picture
