#include "graze/io/mesh/split_model.h"

#include "graze/io/text/names.h"

#include <map>

namespace graze::internal {
namespace {

struct SharedPart {
    std::string name;
    std::shared_ptr<const Mesh> mesh;
};

bool is_divided_by(const ModelFile& model, SplitBy by) {
    return by == SplitBy::Pieces || (by == SplitBy::Solids) == model.cad.has_value();
}

std::vector<SharedPart> parts_of(const Mesh& mesh, SplitBy by) {
    auto parts = by == SplitBy::Pieces ? split_by_pieces(mesh) : split_by_parts(mesh);
    std::vector<SharedPart> shared;
    UniqueNames unique;
    for (MeshPart& part : parts)
        shared.push_back({unique.add(part.name), std::make_shared<const Mesh>(std::move(part.mesh))});
    return shared;
}

class Splitter {
  public:
    Splitter(ModelFile model, SplitBy by) : old_(std::move(model)), by_(by) {
        new_.format = old_.format;
        new_.unit_is_stated = old_.unit_is_stated;
        new_.missing = std::move(old_.missing);
    }

    ModelFile run() {
        std::vector<std::vector<std::uint32_t>> became;  // by old body
        for (ModelBody& body : old_.bodies) became.push_back(add(std::move(body)));
        if (old_.cad) rebuild_tree(became);
        return std::move(new_);
    }

  private:
    std::vector<std::uint32_t> add(ModelBody body) {
        const auto [known, is_new] = parts_.try_emplace(body.mesh.get());
        if (is_new) known->second = parts_of(*body.mesh, by_);
        std::vector<std::uint32_t> ids;
        const std::vector<SharedPart>& parts = known->second;
        const bool by_its_own = by_ == SplitBy::Objects && old_.bodies.size() == 1;
        if (parts.size() < 2) {
            ids.push_back(static_cast<std::uint32_t>(new_.bodies.size()));
            kept_.push_back(body.mesh);
            new_.bodies.push_back(std::move(body));
            return ids;
        }
        for (const SharedPart& part : parts) {
            ids.push_back(static_cast<std::uint32_t>(new_.bodies.size()));
            new_.bodies.push_back({by_its_own ? part.name : body.name + "/" + part.name, part.mesh, body.pose,
                                   body.colour, body.product});
        }
        kept_.push_back(std::move(body.mesh));
        return ids;
    }

    /// Nodes of divided parts become assemblies, and the parts stand below them.
    void rebuild_tree(const std::vector<std::vector<std::uint32_t>>& became) {
        CadFacts facts{
            std::move(old_.cad->unit), std::move(old_.cad->schema), {}, {}, std::move(old_.cad->notes)};
        std::vector<std::uint32_t> new_id;
        for (ModelNode node : old_.cad->nodes) {
            new_id.push_back(static_cast<std::uint32_t>(facts.nodes.size()));
            if (node.parent != kNoIndex) node.parent = new_id[node.parent];
            const std::uint32_t body = std::exchange(node.body, kNoIndex);
            facts.nodes.push_back(node);
            if (body == kNoIndex) continue;
            if (became[body].size() == 1) {
                facts.nodes.back().body = became[body].front();
                continue;
            }
            for (const std::uint32_t part : became[body]) {
                const std::string& path = new_.bodies[part].name;
                facts.nodes.push_back({path.substr(path.rfind('/') + 1), new_id.back(), part, node.pose});
            }
        }
        for (CadFacts::Shape& shape : old_.cad->shapes) {
            const auto parts = parts_.find(shape.mesh);
            if (parts == parts_.end() || parts->second.size() < 2) {
                facts.shapes.push_back(std::move(shape));
                continue;
            }
            for (const SharedPart& part : parts->second)
                facts.shapes.push_back({part.mesh.get(), shape.name + "/" + part.name,
                                        by_ == SplitBy::Solids ? 1u : 0u, shape.samples, shape.sewing});
        }
        new_.cad = std::move(facts);
    }

    ModelFile old_, new_{};
    SplitBy by_;
    std::map<const Mesh*, std::vector<SharedPart>> parts_;
    std::vector<std::shared_ptr<const Mesh>> kept_;  // so that no address is used twice
};

}  // namespace

std::optional<SplitBy> split_named(std::string_view name) {
    for (const SplitBy by : {SplitBy::Solids, SplitBy::Objects, SplitBy::Pieces})
        if (name == name_of(by)) return by;
    return std::nullopt;
}

ModelFile split_model(ModelFile model, SplitBy by) {
    if (by == SplitBy::None || !is_divided_by(model, by)) return model;
    return Splitter(std::move(model), by).run();
}

}  // namespace graze::internal
