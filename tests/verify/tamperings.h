// Ways to damage a certificate on purpose. Checksums and lengths are put right afterwards, so that only the
// checker's own judgement is left. Each returns false if there was nothing to damage.
#pragma once

#include "graze/core/random.h"

#include "unpacked.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace graze::test {

struct Tampering {
    const char* name;
    std::function<bool(Unpacked&, Rng&)> apply;
};

template <class List>
auto& any_of(List& list, Rng& rng) {
    return list[rng.below(list.size())];
}

/// A random node of a random strand for which `wanted(tag)`; calls edit(nodes, place, length).
template <class Wanted, class Edit>
bool edit_node(Unpacked& u, Rng& rng, Wanted wanted, Edit edit) {
    for (int attempt = 0; attempt < 200; ++attempt) {
        std::string& nodes = any_of(u.strands, rng).nodes;
        const auto places = node_places(nodes);
        const std::size_t i = rng.below(places.size());
        if (!wanted(nodes[places[i]])) continue;
        const std::size_t end = i + 1 < places.size() ? places[i + 1] : nodes.size();
        edit(nodes, places[i], end - places[i]);
        return true;
    }
    return false;
}
inline bool is_leaf(int tag) { return tag < 6; }
inline bool is_time(int tag) { return tag == 18; }
inline bool is_range(int tag) { return tag == 16 || tag == 17; }

/// Rewrites the direction of a leaf.
template <class Change>
bool edit_direction(Unpacked& u, Rng& rng, Change change) {
    return edit_node(u, rng, is_leaf, [&](std::string& nodes, std::size_t at, std::size_t length) {
        const bool is_float = length == 13;
        for (int k = 0; k < 3; ++k) {
            char* place = nodes.data() + at + 1 + k * (is_float ? 4 : 8);
            float f = 0.0f;
            double d = 0.0;
            if (is_float) {
                std::memcpy(&f, place, 4);
                f = static_cast<float>(change(static_cast<double>(f), k));
                std::memcpy(place, &f, 4);
            } else {
                std::memcpy(&d, place, 8);
                d = change(d, k);
                std::memcpy(place, &d, 8);
            }
        }
    });
}
template <class T>
bool edit_number(Unpacked& u, Rng& rng, bool (*wanted)(int), const std::function<T(T)>& change) {
    return edit_node(u, rng, wanted, [&](std::string& nodes, std::size_t at, std::size_t) {
        T value;
        std::memcpy(&value, nodes.data() + at + 1, sizeof value);
        value = change(value);
        std::memcpy(nodes.data() + at + 1, &value, sizeof value);
    });
}

inline std::size_t bodies_in(const Unpacked& u) { return u.head["bodies"].size(); }
inline std::size_t segments_in(const Unpacked& u) { return u.head["motions"].size(); }
inline Json& any_links(Unpacked& u, Rng& rng) {
    return links_in(u, rng.below(segments_in(u)), rng.below(bodies_in(u)));
}

/// A link of a body in a segment; null if it has not this key.
inline Json* link_of(Unpacked& u, std::size_t segment, Rng& rng, const char* key) {
    Json& link = any_of(links_in(u, segment, rng.below(bodies_in(u))), rng);
    return link.contains(key) ? &link : nullptr;
}
/// One that goes from pose to pose.
inline Json* moving_motion(Unpacked& u, Rng& rng) {
    return link_of(u, rng.below(segments_in(u)), rng, "turns");
}
inline Json* last_motion(Unpacked& u, Rng& rng) { return link_of(u, segments_in(u) - 1, rng, "turns"); }
inline Json* joint(Unpacked& u, Rng& rng) { return link_of(u, rng.below(segments_in(u)), rng, "axis"); }

/// All links of a body: those that it has where no segment names it, and those of segments that do.
template <class Change>
void edit_links(Unpacked& u, std::size_t body, Change change) {
    change(u.head["bodies"][body]["links"]);
    for (Json& segment : u.head["motions"])
        for (Json& move : segment)
            if (move["body"] == body) change(move["links"]);
}
/// The same joint in every segment.
template <class Change>
bool edit_joint(Unpacked& u, Rng& rng, Change change) {
    const std::size_t body = rng.below(bodies_in(u)), link = rng.below(links_in(u, 0, body).size());
    if (!links_in(u, 0, body)[link].contains("axis")) return false;
    edit_links(u, body, [&](Json& links) { change(links[link]); });
    return true;
}
inline bool nudge(Json& pose, Rng& rng, double by) {
    const std::size_t k = rng.below(3);
    pose[k] = pose[k].get<double>() + rng.uniform(-by, by);
    return true;
}

// One line each: a table.
// clang-format off
inline std::vector<Tampering> tamperings_of_head() {
    return {
        {"clearance raised a little", [](Unpacked& u, Rng& r) { Json& c = u.head["clearance"]; c = c.get<double>() + r.uniform(0.0, 0.02); return true; }},
        {"clearance raised", [](Unpacked& u, Rng& r) { u.head["clearance"] = r.uniform(0.3, 9.0); return true; }},
        {"clearance negative", [](Unpacked& u, Rng&) { u.head["clearance"] = -1e-3; return true; }},
        {"clearance not a number", [](Unpacked& u, Rng&) { u.head["clearance"] = nullptr; return true; }},
        {"clearance huge", [](Unpacked& u, Rng&) { u.head["clearance"] = 1e308; return true; }},
        {"pair removed", [](Unpacked& u, Rng& r) { u.head["pairs"].erase(r.below(u.head["pairs"].size())); return true; }},
        {"pair twice", [](Unpacked& u, Rng& r) { const Json pair = any_of(u.head["pairs"], r); u.head["pairs"].push_back(pair); return true; }},
        {"ignored pair removed", [](Unpacked& u, Rng&) { u.head["ignored"].clear(); return true; }},
        {"ignored pair claimed", [](Unpacked& u, Rng&) { u.head["pairs"].push_back(u.head["ignored"][0]["bodies"]); u.head["ignored"].clear(); return true; }},
        {"pair in falling order", [](Unpacked& u, Rng& r) { Json& b = any_of(u.head["pairs"], r); std::swap(b[0], b[1]); return true; }},
        {"pair of other bodies", [](Unpacked& u, Rng& r) { any_of(u.head["pairs"], r)[1] = r.below(6); return true; }},
        {"pair of a fraction", [](Unpacked& u, Rng& r) { any_of(u.head["pairs"], r)[0] = 0.5; return true; }},
        {"pairs in another order", [](Unpacked& u, Rng& r) { std::swap(any_of(u.head["pairs"], r), any_of(u.head["pairs"], r)); return true; }},
        {"body dropped", [](Unpacked& u, Rng& r) { u.head["bodies"].erase(r.below(bodies_in(u))); return true; }},
        {"mesh dropped", [](Unpacked& u, Rng& r) { const std::size_t i = r.below(u.meshes.size()); u.head["meshes"].erase(i); u.meshes.erase(u.meshes.begin() + static_cast<std::ptrdiff_t>(i)); return true; }},
        {"vertex count changed", [](Unpacked& u, Rng& r) { Json& n = any_of(u.head["meshes"], r)["vertices"]; n = n.get<int>() + 1; return true; }},
        {"absurd vertex count", [](Unpacked& u, Rng& r) { any_of(u.head["meshes"], r)["vertices"] = 4294967295.0; return true; }},
        {"absurd triangle count", [](Unpacked& u, Rng& r) { any_of(u.head["meshes"], r)["triangles"] = 4294967295.0; return true; }},
        {"triangle count beyond 32 bits", [](Unpacked& u, Rng& r) { any_of(u.head["meshes"], r)["triangles"] = 1e18; return true; }},
        {"no triangles", [](Unpacked& u, Rng& r) { any_of(u.head["meshes"], r)["triangles"] = 0; return true; }},
        {"end pose nudged", [](Unpacked& u, Rng& r) { Json* m = last_motion(u, r); return m && nudge((*m)["to"], r, 0.01); }},
        {"end pose moved", [](Unpacked& u, Rng& r) { Json* m = last_motion(u, r); return m && nudge((*m)["to"], r, 3.0); }},
        {"pose between segments moved", [](Unpacked& u, Rng& r) { Json* m = link_of(u, 0, r, "turns"); return m && nudge((*m)["to"], r, 0.1); }},
        {"start pose moved", [](Unpacked& u, Rng& r) { Json* m = moving_motion(u, r); return m && nudge((*m)["from"], r, 0.1); }},
        {"body at rest moved everywhere", [](Unpacked& u, Rng& r) { const double x = r.uniform(-3.0, 3.0); bool any = false; edit_links(u, 1, [&](Json& links) { if (links[0].contains("pose")) links[0]["pose"][0] = x, any = true; }); return any; }},
        {"body at rest moved once", [](Unpacked& u, Rng& r) { Json& m = links_in(u, r.below(segments_in(u)), 1)[0]; return m.contains("pose") && nudge(m["pose"], r, 0.1); }},
        {"end turned", [](Unpacked& u, Rng& r) { Json* at = last_motion(u, r); if (!at) return false; Json& m = *at; double q[4], n = 0.0; for (int k = 0; k < 4; ++k) q[k] = m["to"][3 + k].get<double>() + r.uniform(-0.3, 0.3), n += q[k] * q[k]; for (int k = 0; k < 4; ++k) m["to"][3 + k] = q[k] / std::sqrt(n); return true; }},
        {"quaternion not unit", [](Unpacked& u, Rng& r) { Json* m = moving_motion(u, r); if (m) (*m)["to"][6] = 2.0; return m != nullptr; }},
        {"quaternion zero", [](Unpacked& u, Rng& r) { Json* m = moving_motion(u, r); if (m) for (int k = 3; k < 7; ++k) (*m)["to"][k] = 0.0; return m != nullptr; }},
        {"whole turn added", [](Unpacked& u, Rng& r) { Json* m = moving_motion(u, r); if (m) (*m)["turns"] = r.below(2) ? 1 : -1; return m != nullptr; }},
        {"a million turns", [](Unpacked& u, Rng& r) { Json* m = moving_motion(u, r); if (m) (*m)["turns"] = 1000000; return m != nullptr; }},
        {"another formula", [](Unpacked& u, Rng& r) { Json* m = moving_motion(u, r); if (m) (*m)["kind"] = (*m)["kind"] == "screw" ? "slerp" : "screw"; return m != nullptr; }},
        {"unknown formula", [](Unpacked& u, Rng& r) { any_of(any_links(u, r), r)["kind"] = "teleport"; return true; }},
        {"made to rest", [](Unpacked& u, Rng& r) { Json* m = moving_motion(u, r); if (m) *m = {{"kind", "at_rest"}, {"pose", (*m)["from"]}}; return m != nullptr; }},
        {"joint value between segments moved", [](Unpacked& u, Rng& r) { Json* j = link_of(u, 0, r, "axis"); if (j) (*j)["to"] = (*j)["to"].get<double>() + r.uniform(-3.0, 3.0); return j != nullptr; }},
        {"joint value at the end nudged", [](Unpacked& u, Rng& r) { Json* j = link_of(u, segments_in(u) - 1, r, "axis"); if (j) (*j)["to"] = (*j)["to"].get<double>() * r.uniform(0.9, 1.1); return j != nullptr; }},
        {"joint value at the end moved", [](Unpacked& u, Rng& r) { Json* j = link_of(u, segments_in(u) - 1, r, "axis"); if (j) (*j)["to"] = (*j)["to"].get<double>() + r.uniform(-90.0, 90.0); return j != nullptr; }},
        {"joint axis bent", [](Unpacked& u, Rng& r) { const double by = r.uniform(-0.3, 0.3); return edit_joint(u, r, [&](Json& j) { j["axis"][1] = j["axis"][1].get<double>() + by; }); }},
        {"joint axis made longer", [](Unpacked& u, Rng& r) { return edit_joint(u, r, [](Json& j) { for (Json& x : j["axis"]) x = 8.0 * x.get<double>(); }); }},
        {"joint axis turned round", [](Unpacked& u, Rng& r) { return edit_joint(u, r, [](Json& j) { for (Json& x : j["axis"]) x = -x.get<double>(); }); }},
        {"joint axis zero", [](Unpacked& u, Rng& r) { return edit_joint(u, r, [](Json& j) { for (Json& x : j["axis"]) x = 0.0; }); }},
        {"joint origin moved", [](Unpacked& u, Rng& r) { const double by = r.uniform(-0.1, 0.1); return edit_joint(u, r, [&](Json& j) { if (j.contains("origin")) j["origin"][0] = j["origin"][0].get<double>() + by; }); }},
        {"joint axis changed in one segment", [](Unpacked& u, Rng& r) { Json* j = joint(u, r); if (j) (*j)["axis"][0] = 0.5; return j != nullptr; }},
        {"joint of the other kind", [](Unpacked& u, Rng& r) { return edit_joint(u, r, [](Json& j) { if (j["kind"] == "prismatic") j["kind"] = "revolute", j["origin"] = {0.0, 0.0, 0.0}; else j["kind"] = "prismatic", j.erase("origin"); }); }},
        {"link dropped", [](Unpacked& u, Rng& r) { edit_links(u, r.below(bodies_in(u)), [](Json& links) { links.erase(0); }); return true; }},
        {"link dropped in one segment", [](Unpacked& u, Rng& r) { any_links(u, r).erase(0); return true; }},
        {"link twice", [](Unpacked& u, Rng& r) { edit_links(u, r.below(bodies_in(u)), [](Json& links) { const Json first = links[0]; links.push_back(first); }); return true; }},
        {"links in another order", [](Unpacked& u, Rng& r) { const std::size_t b = r.below(bodies_in(u)); if (links_in(u, 0, b).size() < 2) return false; edit_links(u, b, [](Json& links) { std::swap(links[0], links[1]); }); return true; }},
        {"a thousand links more", [](Unpacked& u, Rng& r) { Json& chain = any_links(u, r); const Json first = chain[0]; for (int i = 0; i < 1000; ++i) chain.push_back(first); return true; }},
        {"motions swapped", [](Unpacked& u, Rng& r) { const std::size_t s = r.below(segments_in(u)); std::swap(links_in(u, s, 0), links_in(u, s, 1)); return true; }},
        {"segment dropped", [](Unpacked& u, Rng&) { u.head["motions"].erase(1); return true; }},
        {"segment added", [](Unpacked& u, Rng&) { u.head["covered"]["segments"] = 3; return true; }},
        {"covered further", [](Unpacked& u, Rng& r) { Json& c = u.head["covered"]; const double t = c["until"].get<double>(); c["until"] = t + r.uniform(0.0, 1.0) * (1.0 - t); return true; }},
        {"covered less", [](Unpacked& u, Rng&) { u.head["covered"]["segments"] = 0; return true; }},
        {"unit changed", [](Unpacked& u, Rng&) { u.head["unit"] = "m"; return true; }},
        {"unknown key", [](Unpacked& u, Rng&) { u.head["trust"] = "me"; return true; }},
        {"own clearance raised a little", [](Unpacked& u, Rng& r) { if (u.head["clearances"].empty()) return false; Json& c = any_of(u.head["clearances"], r)["clearance"]; c = c.get<double>() + r.uniform(0.0, 0.02); return true; }},
        {"own clearance raised", [](Unpacked& u, Rng& r) { if (u.head["clearances"].empty()) return false; any_of(u.head["clearances"], r)["clearance"] = r.uniform(0.3, 9.0); return true; }},
        {"own clearance negative", [](Unpacked& u, Rng& r) { if (u.head["clearances"].empty()) return false; any_of(u.head["clearances"], r)["clearance"] = -1.0; return true; }},
        {"own clearance dropped", [](Unpacked& u, Rng&) { u.head["clearances"].clear(); return true; }},
        {"own clearance twice", [](Unpacked& u, Rng& r) { if (u.head["clearances"].empty()) return false; const Json c = any_of(u.head["clearances"], r); u.head["clearances"].push_back(c); return true; }},
        {"clearance of another pair", [](Unpacked& u, Rng& r) { const std::size_t j = 1 + r.below(bodies_in(u) - 1); u.head["clearances"] = {{{"bodies", {r.below(j), j}}, {"clearance", r.uniform(0.0, 1.0)}}}; return true; }},
        {"pair left out", [](Unpacked& u, Rng& r) { leave_out(u, r.below(u.head["pairs"].size())); return true; }},
        {"all pairs left out", [](Unpacked& u, Rng&) { u.head["pairs"].clear(); u.strands.clear(); return true; }},
        {"pair listed twice, with its strands", [](Unpacked& u, Rng& r) { const std::size_t p = r.below(u.head["pairs"].size()); const Json pair = u.head["pairs"][p]; u.head["pairs"].insert(u.head["pairs"].begin() + static_cast<std::ptrdiff_t>(p), pair); std::vector<UnpackedStrand> all; for (std::size_t i = 0; i < u.strands.size(); ++i) { UnpackedStrand s = u.strands[i]; s.pair += s.pair > p ? 1 : 0; all.push_back(s); if (s.pair != p || (i + 1 < u.strands.size() && u.strands[i + 1].pair == p && u.strands[i + 1].segment == s.segment)) continue; for (const UnpackedStrand& again : u.strands) if (again.pair == p && again.segment == s.segment) { all.push_back(again); ++all.back().pair; } } u.strands = all; return true; }},
        {"claimed pair ignored", [](Unpacked& u, Rng& r) { const std::size_t p = r.below(u.head["pairs"].size()); const Json pair = u.head["pairs"][p]; leave_out(u, p); Json& list = u.head["ignored"]; list.push_back({{"bodies", pair}, {"reason", "forged"}}); std::sort(list.begin(), list.end(), [](const Json& x, const Json& y) { return x["bodies"] < y["bodies"]; }); return true; }},
        {"pair listed and ignored", [](Unpacked& u, Rng& r) { Json& list = u.head["ignored"]; list.push_back({{"bodies", any_of(u.head["pairs"], r)}, {"reason", "forged"}}); std::sort(list.begin(), list.end(), [](const Json& x, const Json& y) { return x["bodies"] < y["bodies"]; }); return true; }},
        {"ignored pair twice", [](Unpacked& u, Rng&) { const Json pair = u.head["ignored"][0]; u.head["ignored"].push_back(pair); return true; }},
        {"ignored without a reason", [](Unpacked& u, Rng&) { u.head["ignored"][0]["reason"] = ""; return true; }},
        {"body of another mesh", [](Unpacked& u, Rng& r) { any_of(u.head["bodies"], r)["mesh"] = r.below(u.meshes.size()); return true; }},
        {"body of no mesh", [](Unpacked& u, Rng& r) { any_of(u.head["bodies"], r)["mesh"] = u.meshes.size(); return true; }},
        {"body of a fraction of a mesh", [](Unpacked& u, Rng& r) { any_of(u.head["bodies"], r)["mesh"] = 0.5; return true; }},
        {"body named twice in a segment", [](Unpacked& u, Rng& r) { Json& s = any_of(u.head["motions"], r); if (s.empty()) return false; const Json move = any_of(s, r); s.push_back(move); return true; }},
        {"bodies of a segment in falling order", [](Unpacked& u, Rng& r) { Json& s = any_of(u.head["motions"], r); if (s.size() < 2) return false; std::swap(s[0], s[1]); return true; }},
        {"segment names no body that is", [](Unpacked& u, Rng& r) { Json& s = any_of(u.head["motions"], r); if (s.empty()) return false; s.back()["body"] = bodies_in(u); return true; }},
        {"move dropped", [](Unpacked& u, Rng& r) { Json& s = any_of(u.head["motions"], r); if (s.empty()) return false; s.erase(r.below(s.size())); return true; }},
        {"move of another body", [](Unpacked& u, Rng& r) { Json& s = any_of(u.head["motions"], r); if (s.empty()) return false; any_of(s, r)["body"] = r.below(bodies_in(u)); return true; }},
        {"usual links of another body", [](Unpacked& u, Rng& r) { any_of(u.head["bodies"], r)["links"] = Json(any_of(u.head["bodies"], r)["links"]); return true; }},
        {"body carried as another", [](Unpacked& u, Rng& r) { const std::size_t i = r.below(bodies_in(u)), j = r.below(bodies_in(u)); u.head["bodies"][i]["links"] = Json(u.head["bodies"][j]["links"]); for (std::size_t s = 0; s < segments_in(u); ++s) { const Json links = links_in(u, s, j); links_in(u, s, i) = links; } return i != j; }},
        {"constant link added inside", [](Unpacked& u, Rng& r) { const double x = r.uniform(-0.3, 0.3); edit_links(u, r.below(bodies_in(u)), [&](Json& links) { links.push_back({{"kind", "prismatic"}, {"axis", {1.0, 0.0, 0.0}}, {"from", x}, {"to", x}}); }); return true; }},
        {"link added that seems constant", [](Unpacked& u, Rng& r) { const double x = r.uniform(-0.3, 0.3); edit_links(u, r.below(bodies_in(u)), [&](Json& links) { links.push_back({{"kind", "prismatic"}, {"axis", {1.0, 0.0, 0.0}}, {"from", x}, {"to", x + 1e-9}}); }); return true; }},
        {"key missing", [](Unpacked& u, Rng&) { u.head.erase("ignored"); return true; }},
    };
}

inline std::vector<Tampering> tamperings_of_body() {
    constexpr double kInfinity = std::numeric_limits<double>::infinity(), kNaN = std::numeric_limits<double>::quiet_NaN();
    return {
        {"vertex nudged", [](Unpacked& u, Rng& r) { any_of(any_of(u.meshes, r).vertices, r)[r.below(3)] += r.uniform(-1e-3, 1e-3); return true; }},
        {"vertex moved", [](Unpacked& u, Rng& r) { any_of(any_of(u.meshes, r).vertices, r)[r.below(3)] += r.uniform(-3.0, 3.0); return true; }},
        {"vertex far away", [](Unpacked& u, Rng& r) { any_of(any_of(u.meshes, r).vertices, r)[r.below(3)] = 1e300; return true; }},
        {"mesh made smaller", [](Unpacked& u, Rng& r) { for (auto& v : any_of(u.meshes, r).vertices) for (double& x : v) x *= 0.5; return true; }},
        {"mesh made larger", [](Unpacked& u, Rng& r) { for (auto& v : any_of(u.meshes, r).vertices) for (double& x : v) x *= 1.25; return true; }},
        {"vertex not a number", [](Unpacked& u, Rng& r) { any_of(any_of(u.meshes, r).vertices, r)[r.below(3)] = kNaN; return true; }},
        {"vertex infinite", [](Unpacked& u, Rng& r) { any_of(any_of(u.meshes, r).vertices, r)[r.below(3)] = kInfinity; return true; }},
        {"triangle of another vertex", [](Unpacked& u, Rng& r) { UnpackedMesh& b = any_of(u.meshes, r); any_of(b.triangles, r)[r.below(3)] = static_cast<std::uint32_t>(r.below(b.vertices.size())); return true; }},
        {"triangle of no vertex", [](Unpacked& u, Rng& r) { UnpackedMesh& b = any_of(u.meshes, r); any_of(b.triangles, r)[r.below(3)] = static_cast<std::uint32_t>(b.vertices.size()); return true; }},
        {"triangle number twice", [](Unpacked& u, Rng& r) { auto& ids = any_of(u.meshes, r).ids; ids[0] = ids[1]; return true; }},
        {"triangle number beyond", [](Unpacked& u, Rng& r) { any_of(any_of(u.meshes, r).ids, r) = 4000000000u; return true; }},
        {"triangles in another order", [](Unpacked& u, Rng& r) { auto& t = any_of(u.meshes, r).triangles; std::swap(any_of(t, r), any_of(t, r)); return true; }},
        {"meshes swapped", [](Unpacked& u, Rng&) { std::swap(u.meshes[0], u.meshes[2]); std::swap(u.head["meshes"][0], u.head["meshes"][2]); return true; }},
        {"strand dropped", [](Unpacked& u, Rng& r) { u.strands.erase(u.strands.begin() + static_cast<std::ptrdiff_t>(r.below(u.strands.size()))); return true; }},
        {"all strands dropped", [](Unpacked& u, Rng&) { u.strands.clear(); return true; }},
        {"strand twice", [](Unpacked& u, Rng& r) { const UnpackedStrand s = any_of(u.strands, r); u.strands.push_back(s); return true; }},
        {"strands in another order", [](Unpacked& u, Rng& r) { std::swap(any_of(u.strands, r), any_of(u.strands, r)); return true; }},
        {"strand's end moved", [](Unpacked& u, Rng& r) { any_of(u.strands, r).until += r.uniform(-0.05, 0.05); return true; }},
        {"strand's start moved", [](Unpacked& u, Rng& r) { any_of(u.strands, r).from += r.uniform(-0.05, 0.05); return true; }},
        {"both ends at a join moved", [](Unpacked& u, Rng& r) { const std::size_t i = r.below(u.strands.size() - 1); if (u.strands[i].until != u.strands[i + 1].from) return false; u.strands[i].until = u.strands[i + 1].from = u.strands[i].until + r.uniform(-0.03, 0.03); return true; }},
        {"strand's end not a number", [](Unpacked& u, Rng& r) { any_of(u.strands, r).until = kNaN; return true; }},
        {"strand of another segment", [](Unpacked& u, Rng& r) { any_of(u.strands, r).segment ^= 1; return true; }},
        {"strand of another pair", [](Unpacked& u, Rng& r) { any_of(u.strands, r).pair += 1; return true; }},
        {"strand of no pair", [](Unpacked& u, Rng& r) { any_of(u.strands, r).pair = 4000000000u; return true; }},
        {"proof of another strand", [](Unpacked& u, Rng& r) { any_of(u.strands, r).nodes = std::string(any_of(u.strands, r).nodes); return true; }},
        {"two strands as one", [](Unpacked& u, Rng& r) { const std::size_t i = r.below(u.strands.size() - 1); if (u.strands[i].until != u.strands[i + 1].from) return false; u.strands[i].until = u.strands[i + 1].until; u.strands.erase(u.strands.begin() + static_cast<std::ptrdiff_t>(i + 1)); return true; }},
    };
}

inline std::vector<Tampering> tamperings_of_nodes() {
    constexpr double kInfinity = std::numeric_limits<double>::infinity(), kNaN = std::numeric_limits<double>::quiet_NaN();
    return {
        {"leaf dropped", [](Unpacked& u, Rng& r) { return edit_node(u, r, is_leaf, [](std::string& n, std::size_t at, std::size_t l) { n.erase(at, l); }); }},
        {"leaf twice", [](Unpacked& u, Rng& r) { return edit_node(u, r, is_leaf, [](std::string& n, std::size_t at, std::size_t l) { n.insert(at, n.substr(at, l)); }); }},
        {"node dropped", [](Unpacked& u, Rng& r) { return edit_node(u, r, [](int) { return true; }, [](std::string& n, std::size_t at, std::size_t l) { n.erase(at, l); }); }},
        {"split replaced by a leaf", [](Unpacked& u, Rng& r) { return edit_node(u, r, [](int t) { return !is_leaf(t); }, [](std::string& n, std::size_t at, std::size_t l) { n.replace(at, l, std::string("\0\0\0\0\0\0\0\0\0\0\0\x80\x3f", 13)); }); }},
        {"direction zero", [](Unpacked& u, Rng& r) { return edit_direction(u, r, [](double, int) { return 0.0; }); }},
        {"direction not a number", [](Unpacked& u, Rng& r) { return edit_direction(u, r, [](double, int) { return kNaN; }); }},
        {"direction infinite", [](Unpacked& u, Rng& r) { return edit_direction(u, r, [](double x, int) { return x * kInfinity; }); }},
        {"direction turned round", [](Unpacked& u, Rng& r) { return edit_direction(u, r, [](double x, int) { return -x; }); }},
        {"direction scaled", [](Unpacked& u, Rng& r) { return edit_direction(u, r, [](double x, int) { return 1024.0 * x; }); }},
        {"direction huge", [](Unpacked& u, Rng& r) { return edit_direction(u, r, [](double x, int) { return 3e38 * x; }); }},
        {"direction tiny", [](Unpacked& u, Rng& r) { return edit_direction(u, r, [](double x, int) { return 1e-40 * x; }); }},
        {"direction tilted", [](Unpacked& u, Rng& r) { return edit_direction(u, r, [&](double x, int) { return x + r.uniform(-0.2, 0.2); }); }},
        {"direction at random", [](Unpacked& u, Rng& r) { return edit_direction(u, r, [&](double, int) { return r.uniform(-1.0, 1.0); }); }},
        {"split in time moved", [](Unpacked& u, Rng& r) { return edit_number<double>(u, r, is_time, [&](double t) { return t + r.uniform(-0.02, 0.02); }); }},
        {"split in time outside", [](Unpacked& u, Rng& r) { return edit_number<double>(u, r, is_time, [](double) { return 2.0; }); }},
        {"split in time not a number", [](Unpacked& u, Rng& r) { return edit_number<double>(u, r, is_time, [](double) { return kNaN; }); }},
        {"split of triangles moved", [](Unpacked& u, Rng& r) { return edit_number<std::uint32_t>(u, r, is_range, [&](std::uint32_t m) { return r.below(2) ? m + 1 : m - 1; }); }},
        {"split of triangles outside", [](Unpacked& u, Rng& r) { return edit_number<std::uint32_t>(u, r, is_range, [](std::uint32_t) { return 4000000000u; }); }},
        {"empty split", [](Unpacked& u, Rng& r) { return edit_number<std::uint32_t>(u, r, is_range, [](std::uint32_t) { return 0u; }); }},
        {"a split as b", [](Unpacked& u, Rng& r) { return edit_node(u, r, is_range, [](std::string& n, std::size_t at, std::size_t) { n[at] = n[at] == 16 ? 17 : 16; }); }},
        {"unknown node", [](Unpacked& u, Rng& r) { return edit_node(u, r, [](int) { return true; }, [](std::string& n, std::size_t at, std::size_t) { n[at] = 99; }); }},
        {"leaf in another frame", [](Unpacked& u, Rng& r) { return edit_node(u, r, is_leaf, [](std::string& n, std::size_t at, std::size_t) { n[at] = static_cast<char>((n[at] + 2) % 6); }); }},
        {"leaf in a third frame", [](Unpacked& u, Rng& r) { return edit_node(u, r, is_leaf, [](std::string& n, std::size_t at, std::size_t) { n[at] = static_cast<char>((n[at] + 4) % 6); }); }},
        {"leaf of a frame that is none", [](Unpacked& u, Rng& r) { return edit_node(u, r, is_leaf, [](std::string& n, std::size_t at, std::size_t) { n[at] = static_cast<char>(n[at] + 6); }); }},
        {"proof cut off", [](Unpacked& u, Rng& r) { std::string& n = any_of(u.strands, r).nodes; n.resize(r.below(n.size())); return true; }},
        {"bytes after the proof", [](Unpacked& u, Rng& r) { any_of(u.strands, r).nodes += '\0'; return true; }},
        {"nested without end", [](Unpacked& u, Rng& r) { UnpackedStrand& s = any_of(u.strands, r); s.nodes.clear(); double t = s.until; for (int i = 0; i < 5000; ++i) { t = s.from + 0.99 * (t - s.from); s.nodes += static_cast<char>(18); add(s.nodes, t); } return true; }},
    };
}

// clang-format on

}  // namespace graze::test
