#include "report_data.h"

#include "graze/core/file.h"
#include "graze/core/sha256.h"
#include "graze/io/scene/scene_description.h"
#include "graze/picture/picture.h"
#include "graze/queries/instant/scene_at.h"
#include "graze/scene/scene_motion.h"
#include "input.h"
#include "output.h"
#include "report_bcf.h"
#include "report_geometry.h"
#include "report_review.h"
#include "report_template.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>

namespace graze::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostPictures = 24;          // of findings; the page draws the others itself
constexpr std::size_t kMostTriangles = 1'200'000;  // of distinct meshes
constexpr std::size_t kMostSamples = 6000;         // of poses of a body
constexpr int kPictureWidth = 336, kPictureHeight = 252, kHeroWidth = 1120, kHeroHeight = 630;
constexpr const char* kMark = "<!--GRAZE-DATA-->";

std::string now_text() {
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&now, &utc);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text.data();
}

std::string png_url(const Image& image, int threads) {
    return "data:image/png;base64," + base64(encode_png(image, threads));
}

double axis_time(const PathTime& time) { return static_cast<double>(time.segment) + time.t; }

/// Numbers as short as a picture allows.
Json rounded(double x) {
    const std::string text = fmt::format("{:.9g}", x);
    return Json::parse(text, nullptr, false);
}

Json pose_numbers(const Pose& pose) {
    Json numbers = Json::array();
    for (const double x : pose.translation) numbers.push_back(rounded(x));
    const Eigen::Quaterniond& q = pose.rotation;
    for (const double x : {q.x(), q.y(), q.z(), q.w()}) numbers.push_back(rounded(x));
    return numbers;
}

/// Two bodies about a place, the others left out; with nothing said, all bodies.
Image picture_of(const Scene& scene, const std::optional<BodyPair>& pair, const Vec3& place, int width, int height,
                 int threads) {
    PictureOptions options;
    options.width = width, options.height = height, options.threads = threads, options.unit = scene.unit;
    options.legend = options.axes = false;
    std::vector<PictureBody> bodies;
    Box region;
    Mesh frame;
    PictureBody looked_at;
    double size = kInfinity;
    for (std::uint32_t i = 0; i < scene.bodies.size(); ++i) {
        const bool is_named = pair && (i == (*pair)[0] || i == (*pair)[1]);
        PictureBody body;
        body.mesh = scene.bodies[i].mesh.get();
        body.pose = scene.bodies[i].pose;
        body.colour = body_colour(i);
        body.opacity = is_named ? 0.45 : 1.0;
        if (is_named) size = std::min(size, size_of(bounds_of(*body.mesh)));
        if (!pair || is_named) bodies.push_back(body);
    }
    if (pair) {
        const double around = 0.18 * size;
        for (int corner = 0; corner < 8; ++corner)
            frame.vertices.push_back(place + around * Vec3(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1));
        frame.triangles = {{0, 1, 2}, {1, 2, 3}, {4, 5, 6}, {5, 6, 7}};
        make_one_surface(frame, "frame");
        looked_at.mesh = &frame;
        options.camera = camera_from(Vec3::Zero(), {looked_at}, options);
    }
    Mesh marker;
    if (pair) {
        const double radius = 0.008 * size;
        for (int axis = 0; axis < 3; ++axis)
            for (const double sign : {1.0, -1.0}) marker.vertices.push_back(place + sign * radius * Vec3::Unit(axis));
        for (const std::uint32_t x : {0u, 1u})
            for (const std::uint32_t y : {2u, 3u})
                for (const std::uint32_t z : {4u, 5u}) marker.triangles.push_back({x, y, z});
        make_one_surface(marker, "place");
        PictureBody drawn;
        drawn.mesh = &marker;
        drawn.edges = false;
        for (std::uint32_t i = 0; i < marker.triangles.size(); ++i) drawn.highlighted.push_back(i);
        bodies.push_back(std::move(drawn));
    }
    return draw(bodies, options);
}

/// The scene at a time of its paths; as it stands, if there is none.
Expected<Scene> scene_then(const Scene& scene, const std::optional<PathTime>& time) {
    Scene there = scene;
    if (!time || segments_of(scene) == 0) return there;
    if (auto stands = stand_at(there, {time->segment, time->t}, "report"); !stands) return stands.error();
    return there;
}

Expected<void> add_pictures(const Scene& scene, ReportData& data, int threads) {
    std::size_t drawn = 0;
    for (ReportFinding& finding : data.findings) {
        if (drawn++ == kMostPictures) break;
        const auto there = scene_then(scene, finding.at);
        if (!there) return there.error();
        const Image image = picture_of(*there, finding.bodies, finding.place, kPictureWidth, kPictureHeight, threads);
        if (image.width == 0) return make_error(ErrorCode::Interrupted, "report", "interrupted");
        finding.picture = png_url(image, threads);
    }
    return {};
}

Expected<std::string> hero_of(const Scene& scene, const ReportData& data, int threads) {
    std::optional<PathTime> at;
    if (data.worst) at = data.worst->at;
    if (!at && !data.findings.empty()) at = data.findings.front().at;
    const auto there = scene_then(scene, at);
    if (!there) return there.error();
    const Image image = picture_of(*there, {}, Vec3::Zero(), kHeroWidth, kHeroHeight, threads);
    if (image.width == 0) return make_error(ErrorCode::Interrupted, "report", "interrupted");
    return png_url(image, threads);
}

/// Bodies of findings first, then others while there is room: numbers in the page are those of the scene's bodies.
struct DrawnBodies {
    std::vector<const Mesh*> meshes;
    std::map<const Mesh*, std::size_t> number;
    std::size_t left_out = 0;  // bodies
};
DrawnBodies drawn_bodies(const Scene& scene, const ReportData& data) {
    DrawnBodies drawn;
    std::size_t triangles = 0;
    const auto take = [&](std::uint32_t body, bool must) {
        const Mesh* mesh = scene.bodies[body].mesh.get();
        if (drawn.number.contains(mesh)) return;
        if (!must && triangles + mesh->triangles.size() > kMostTriangles) return;
        triangles += mesh->triangles.size();
        drawn.number[mesh] = drawn.meshes.size();
        drawn.meshes.push_back(mesh);
    };
    for (const ReportFinding& finding : data.findings)
        for (const std::uint32_t body : finding.bodies) take(body, true);
    if (data.worst)
        for (const std::uint32_t body : data.worst->bodies) take(body, true);
    for (std::uint32_t body = 0; body < scene.bodies.size(); ++body) take(body, false);
    for (const SceneBody& body : scene.bodies) drawn.left_out += !drawn.number.contains(body.mesh.get());
    return drawn;
}

Json bodies_json(const Scene& scene, DrawnBodies& drawn) {
    Json bodies = Json::array();
    for (std::uint32_t i = 0; i < scene.bodies.size(); ++i) {
        const Colour c = body_colour(i);
        const auto known = drawn.number.find(scene.bodies[i].mesh.get());
        bodies.push_back({{"name", scene.bodies[i].name},
                          {"shape", known != drawn.number.end() ? known->second : drawn.meshes.size()},
                          {"color", c.r << 16 | c.g << 8 | c.b},
                          {"pose", pose_numbers(scene.bodies[i].pose)}});
    }
    return bodies;
}

/// Poses at times that are evenly spread over all segments, of bodies that the paths carry.
Expected<Json> tracks_json(const Scene& scene) {
    const std::size_t segments = segments_of(scene);
    Json tracks = Json::array();
    if (segments == 0) return tracks;
    const std::size_t per_segment = std::clamp<std::size_t>(kMostSamples / segments, 1, 96);
    const auto motions = motions_of(scene, "report");
    if (!motions) return motions.error();
    std::set<std::uint32_t> carried;
    for (const SceneMotion& motion : *motions)
        for (const BodyLink& link : motion.carried) carried.insert(link.body);
    std::map<std::uint32_t, Json> poses;
    for (std::size_t i = 0; i <= segments * per_segment; ++i) {
        const std::size_t segment = std::min(i / per_segment, segments - 1);
        const double t = static_cast<double>(i - segment * per_segment) / static_cast<double>(per_segment);
        const auto there = scene_then(scene, PathTime{segment, t});
        if (!there) return there.error();
        for (const std::uint32_t body : carried)
            for (const Json& x : pose_numbers(there->bodies[body].pose)) poses[body].push_back(x);
    }
    for (auto& [body, list] : poses)
        tracks.push_back({{"body", body}, {"perSegment", per_segment}, {"poses", std::move(list)}});
    return tracks;
}

Json profile_json(const ReportData& data) {
    if (!data.profile) return {};
    Json stretches = Json::array(), low = Json::array();
    for (const ProfileStretch& stretch : data.profile->stretches) {
        stretches.push_back(stretch.segment);
        stretches.push_back(stretch.from);
        stretches.push_back(stretch.lo);
        stretches.push_back(stretch.hi);
    }
    if (data.limit)
        for (const LowStretch& stretch : stretches_below(*data.profile, *data.limit))
            low.push_back({axis_time(stretch.from), axis_time(stretch.until)});
    return {{"stretches", std::move(stretches)},
            {"limit", data.limit ? Json(*data.limit) : Json()},
            {"tolerance", data.profile->tolerance},
            {"meetsGap", data.profile->meets_gap()},
            {"low", std::move(low)}};
}

Json findings_json(const ReportData& data) {
    Json findings = Json::array();
    for (std::size_t i = 0; i < data.findings.size(); ++i) {
        const ReportFinding& f = data.findings[i];
        findings.push_back({{"id", i + 1},
                            {"kind", f.kind},
                            {"clash", f.is_clash},
                            {"bodies", {f.bodies[0], f.bodies[1]}},
                            {"what", f.what},
                            {"amount", f.amount ? Json(*f.amount) : Json()},
                            {"amountText", f.amount_text},
                            {"place", point_json(f.place)},
                            {"normal", point_json(f.normal)},
                            {"at", f.at ? Json(axis_time(*f.at)) : Json()},
                            {"surfaces", {f.surfaces[0], f.surfaces[1]}},
                            {"picture", f.picture.empty() ? Json() : Json(f.picture)},
                            {"status", f.status},
                            {"comment", f.comment},
                            {"known", f.was_known ? "known" : data.had_review ? "new" : "first"}});
    }
    return findings;
}

Json inputs_json(const std::vector<std::string>& files) {
    Json inputs = Json::array();
    for (const std::string& file : files)
        if (const auto bytes = read_file(file))
            inputs.push_back({{"path", file}, {"bytes", bytes->size()}, {"sha256", sha256(*bytes)}});
    return inputs;
}

/// No text ends the element that holds it.
std::string inside_script(const Json& json) {
    const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    std::string safe;
    for (const char c : text) {
        if (c == '<')
            safe += "\\u003c";
        else
            safe += c;
    }
    return safe;
}

const char* word_of(ReportTone tone) {
    return tone == ReportTone::Good ? "good" : tone == ReportTone::Bad ? "bad" : "open";
}

Expected<Json> page_json(const Scene& scene, const ReportData& data, DrawnBodies& drawn, const PackedMeshes& packed,
                         const std::string& hero, const std::string& review, const std::string& when) {
    Json shapes = Json::array(), facts = Json::array(), gone = Json::array();
    for (const PackedMesh& mesh : packed.meshes)
        shapes.push_back({{"vertices", mesh.mesh->vertices.size()},
                          {"triangles", mesh.mesh->triangles.size()},
                          {"low", point_json(mesh.low)},
                          {"high", point_json(mesh.high)}});
    // What is left out has an empty shape.
    if (drawn.left_out > 0)
        shapes.push_back({{"vertices", 0}, {"triangles", 0}, {"low", {0, 0, 0}}, {"high", {0, 0, 0}}});
    for (const auto& [name, value] : data.facts) facts.push_back({name, value});
    for (const ReportGone& one : data.gone)
        gone.push_back({{"bodies", one.bodies}, {"status", one.status}, {"comment", one.comment}});
    auto tracks = tracks_json(scene);
    if (!tracks) return tracks.error();
    std::vector<std::string> unchecked = data.unchecked;
    if (drawn.left_out > 0)
        unchecked.push_back(fmt::format("{} are not drawn on this page, which would be too large; they were checked",
                                        count_of(drawn.left_out, "body", "bodies")));
    Json worst;
    if (data.worst)
        worst = {{"at", axis_time(data.worst->at)},
                 {"bodies", {data.worst->bodies[0], data.worst->bodies[1]}},
                 {"points", {point_json(data.worst->points[0]), point_json(data.worst->points[1])}},
                 {"distance", {data.worst->lo, data.worst->hi}}};
    return Json{{"graze_report", 1},
                {"kind", data.kind},
                {"title", data.title},
                {"made", when},
                {"version", report_version()},
                {"command", data.command},
                {"unit", name_of(scene.unit)},
                {"tone", word_of(data.tone)},
                {"verdict", data.verdict},
                {"sentence", data.sentence},
                {"guaranteed", data.guaranteed},
                {"unchecked", unchecked},
                {"tightest", data.tightest ? Json(*data.tightest) : Json()},
                {"facts", std::move(facts)},
                {"inputs", inputs_json(data.inputs)},
                {"verify", data.verify},
                {"hero", hero},
                {"findings", findings_json(data)},
                {"gone", std::move(gone)},
                {"segments", segments_of(scene)},
                {"scene", {{"shapes", std::move(shapes)}, {"bodies", bodies_json(scene, drawn)}}},
                {"tracks", *std::move(tracks)},
                {"profile", profile_json(data)},
                {"worst", std::move(worst)},
                {"review", fs::path(review).filename().string()},
                {"answer", data.answer}};
}

}  // namespace

std::vector<std::string> files_behind(const std::vector<std::string>& files) {
    std::vector<std::string> all;
    const auto add = [&](const std::string& file) {
        if (std::find(all.begin(), all.end(), file) == all.end()) all.push_back(file);
    };
    for (const std::string& file : files) {
        add(file);
        if (!is_scene_name(file)) continue;
        const auto text = read_file(file);
        if (!text) continue;
        const auto scene = parse_scene_text(*text, file);
        if (!scene) continue;
        for (const BodyDescription& body : scene->bodies)
            add(fs::path(body.mesh).is_absolute() ? body.mesh : (fs::path(file).parent_path() / body.mesh).string());
    }
    return all;
}

Expected<void> validate_report_name(const std::string& file) {
    if (fs::path(file).extension() == ".html") return {};
    return make_error(ErrorCode::BadUsage, "--report", fmt::format("'{}' does not end in .html", file),
                      "reports are web pages");
}

Expected<void> write_report(const Scene& scene, ReportData data, const ReportOptions& options) {
    const std::string_view page = report_template();
    const std::size_t mark = page.find(kMark);
    if (mark == std::string_view::npos)
        return make_error(ErrorCode::Unsupported, "--report", "this graze was built without the page of reports",
                          "build apps/studio/page, then graze");
    const std::string review = review_file(options.file), when = now_text();
    if (auto known = add_review(scene, data, review); !known) return known;
    if (auto drawn = add_pictures(scene, data, options.threads); !drawn) return drawn;
    const auto hero = hero_of(scene, data, options.threads);
    if (!hero) return hero.error();
    DrawnBodies drawn = drawn_bodies(scene, data);
    const PackedMeshes packed = pack_meshes(drawn.meshes);
    const auto json = page_json(scene, data, drawn, packed, *hero, review, when);
    if (!json) return json.error();
    std::string text(page.substr(0, mark));
    text += "<script type=\"application/json\" id=\"graze-report\">" + inside_script(*json) + "</script>\n";
    text += "<script type=\"text/plain\" id=\"graze-geometry\">" + base64(packed.packed) + "</script>";
    text += page.substr(mark + std::string_view(kMark).size());
    if (auto written = write_file_atomically(options.file, text); !written) return written;
    if (auto written = write_file_atomically(fs::path(options.file).replace_extension(".csv"), csv_text(scene, data)); !written)
        return written;
    if (auto written = write_file_atomically(review, review_text(scene, data)); !written) return written;
    if (options.bcf.empty()) return {};
    return write_file_atomically(options.bcf, bcf_bytes(scene, data, when));
}

}  // namespace graze::cli
