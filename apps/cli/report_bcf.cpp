#include "report_bcf.h"

#include "graze/core/sha256.h"
#include "graze/core/unit.h"

#include <array>

#include <fmt/format.h>

namespace graze::cli {
namespace {

constexpr double kFieldOfView = 60.0;

std::uint32_t crc_of(std::string_view bytes) {
    static const auto kTable = [] {
        std::array<std::uint32_t, 256> table{};
        for (std::uint32_t n = 0; n < 256; ++n) {
            std::uint32_t c = n;
            for (int k = 0; k < 8; ++k) c = c & 1 ? 0xEDB88320u ^ c >> 1 : c >> 1;
            table[n] = c;
        }
        return table;
    }();
    std::uint32_t crc = 0xFFFFFFFFu;
    for (const char c : bytes) crc = kTable[(crc ^ static_cast<unsigned char>(c)) & 0xFF] ^ crc >> 8;
    return ~crc;
}

/// Files one after the other, not packed (pictures are already), then the list of them: APPNOTE 4.3.
class Zip {
  public:
    void add(const std::string& name, std::string_view bytes) {
        const auto size = static_cast<std::uint32_t>(bytes.size());
        std::string head;
        put(head, 20, 2);          // version that can read it
        put(head, 0x0800, 2);      // names are UTF-8
        put(head, 0, 2);           // stored
        put(head, 0, 2);           // time
        put(head, 0x21, 2);        // date: 1980-01-01, so that the same findings give the same bytes
        put(head, crc_of(bytes), 4);
        put(head, size, 4);
        put(head, size, 4);
        put(head, static_cast<std::uint32_t>(name.size()), 2);
        put(head, 0, 2);
        std::string entry;
        put(entry, 0x02014B50, 4);
        put(entry, 20, 2);
        entry += head;
        put(entry, 0, 2);  // remark
        put(entry, 0, 2);  // disk
        put(entry, 0, 2);
        put(entry, 0, 4);
        put(entry, static_cast<std::uint32_t>(bytes_.size()), 4);
        directory_ += entry + name;
        put(bytes_, 0x04034B50, 4);
        bytes_ += head + name;
        bytes_ += bytes;
        ++count_;
    }

    [[nodiscard]] std::string finished() {
        std::string whole = bytes_ + directory_;
        put(whole, 0x06054B50, 4);
        put(whole, 0, 4);
        put(whole, count_, 2);
        put(whole, count_, 2);
        put(whole, static_cast<std::uint32_t>(directory_.size()), 4);
        put(whole, static_cast<std::uint32_t>(bytes_.size()), 4);
        put(whole, 0, 2);
        return whole;
    }

  private:
    static void put(std::string& to, std::uint32_t number, int bytes) {
        for (int k = 0; k < bytes; ++k) to.push_back(static_cast<char>(number >> (8 * k) & 0xFF));
    }

    std::string bytes_, directory_;
    std::uint32_t count_ = 0;
};

std::string guid_of(const std::string& text) {
    const std::string h = sha256(text);
    return fmt::format("{}-{}-5{}-a{}-{}", h.substr(0, 8), h.substr(8, 4), h.substr(13, 3), h.substr(17, 3), h.substr(20, 12));
}

std::string xml(const std::string& text) {
    std::string safe;
    for (const char c : text) {
        if (c == '&')
            safe += "&amp;";
        else if (c == '<')
            safe += "&lt;";
        else if (c == '>')
            safe += "&gt;";
        else if (c == '"')
            safe += "&quot;";
        else
            safe += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return safe;
}

std::string xyz(const char* name, const Vec3& p) {
    return fmt::format("<{0}><X>{1}</X><Y>{2}</Y><Z>{3}</Z></{0}>", name, p.x(), p.y(), p.z());
}

/// BCF's words for what has become of a topic.
const char* bcf_status(const std::string& status) {
    return status == "resolved" || status == "approved" ? "Closed" : "Open";
}

std::string decoded(std::string_view data_url) {
    const auto comma = data_url.find(',');
    std::string bytes;
    std::uint32_t word = 0;
    int bits = 0;
    for (const char c : data_url.substr(comma == std::string_view::npos ? data_url.size() : comma + 1)) {
        const int digit = c >= 'A' && c <= 'Z'   ? c - 'A'
                          : c >= 'a' && c <= 'z' ? c - 'a' + 26
                          : c >= '0' && c <= '9' ? c - '0' + 52
                          : c == '+'             ? 62
                          : c == '/'             ? 63
                                                 : -1;
        if (digit < 0) break;
        word = word << 6 | static_cast<std::uint32_t>(digit);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes.push_back(static_cast<char>(word >> bits & 0xFF));
        }
    }
    return bytes;
}

}  // namespace

std::string bcf_bytes(const Scene& scene, const ReportData& data, const std::string& when) {
    const double metres = conversion_factor(scene.unit, Unit::Metre);
    const std::string head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    Zip zip;
    zip.add("bcf.version", head + "<Version VersionId=\"2.1\"><DetailedVersion>2.1</DetailedVersion></Version>\n");
    for (const ReportFinding& f : data.findings) {
        const std::string &a = scene.bodies[f.bodies[0]].name, &b = scene.bodies[f.bodies[1]].name;
        const std::string place = fmt::format("{:.3g} {:.3g} {:.3g}", f.place.x(), f.place.y(), f.place.z());
        const std::string topic = guid_of("topic " + a + "\n" + b + "\n" + f.kind + "\n" + place), view = guid_of("view " + topic);
        const std::string png = decoded(f.picture);
        std::string markup = head + fmt::format("<Markup><Topic Guid=\"{}\" TopicType=\"{}\" TopicStatus=\"{}\"><Title>{}</Title>"
                                                "<CreationDate>{}</CreationDate><CreationAuthor>graze</CreationAuthor><Description>{}</Description></Topic>",
                                                topic, f.is_clash ? "Clash" : "Remark", bcf_status(f.status), xml(a + " and " + b + ": " + f.kind), when,
                                                xml(f.what + (f.amount_text.empty() ? "" : ", " + f.amount_text)));
        if (!f.comment.empty())
            markup += fmt::format("<Comment Guid=\"{}\"><Date>{}</Date><Author>graze</Author><Comment>{}</Comment></Comment>",
                                  guid_of("comment " + topic), when, xml(f.comment));
        markup += fmt::format("<Viewpoints Guid=\"{}\"><Viewpoint>viewpoint.bcfv</Viewpoint>{}</Viewpoints></Markup>\n", view,
                              png.empty() ? "" : "<Snapshot>snapshot.png</Snapshot>");
        const double far = 0.5 * size_of(bounds_of(*scene.bodies[f.bodies[0]].mesh));
        const Vec3 towards = Vec3(-1, 2, -1).normalized(), up = (Vec3::UnitZ() - towards.z() * towards).normalized();
        const std::string viewpoint = head + fmt::format("<VisualizationInfo Guid=\"{}\"><PerspectiveCamera>{}{}{}<FieldOfView>{}</FieldOfView></PerspectiveCamera></VisualizationInfo>\n",
                                                         view, xyz("CameraViewPoint", metres * (f.place - far * towards)), xyz("CameraDirection", towards), xyz("CameraUpVector", up), kFieldOfView);
        zip.add(topic + "/markup.bcf", markup);
        zip.add(topic + "/viewpoint.bcfv", viewpoint);
        if (!png.empty()) zip.add(topic + "/snapshot.png", png);
    }
    return zip.finished();
}

}  // namespace graze::cli
