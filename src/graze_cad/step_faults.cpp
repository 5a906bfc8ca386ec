#include "graze_cad/step_faults.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <Interface_Check.hxx>
#include <Interface_CheckIterator.hxx>
#include <Interface_EntityIterator.hxx>
#include <Interface_Graph.hxx>
#include <Interface_InterfaceModel.hxx>
#include <StepData_StepModel.hxx>
#include <StepData_UndefinedEntity.hxx>
#include <StepRepr_ItemDefinedTransformation.hxx>
#include <StepRepr_MappedItem.hxx>
#include <StepRepr_NextAssemblyUsageOccurrence.hxx>
#include <StepRepr_RepresentationRelationship.hxx>
#include <StepShape_ConnectedFaceSet.hxx>
#include <StepShape_ContextDependentShapeRepresentation.hxx>
#include <StepShape_ShapeDefinitionRepresentation.hxx>
#include <StepShape_ShapeRepresentation.hxx>
#include <StepShape_SolidModel.hxx>
#include <TCollection_HAsciiString.hxx>

namespace graze::cad {
namespace {

using Entity = Handle(Standard_Transient);

bool is_root_of_shapes(const Entity& entity) {
    return entity->IsKind(STANDARD_TYPE(StepShape_ShapeRepresentation)) ||
           entity->IsKind(STANDARD_TYPE(StepRepr_RepresentationRelationship)) ||
           entity->IsKind(STANDARD_TYPE(StepShape_ContextDependentShapeRepresentation)) ||
           entity->IsKind(STANDARD_TYPE(StepShape_ShapeDefinitionRepresentation)) ||
           entity->IsKind(STANDARD_TYPE(StepRepr_NextAssemblyUsageOccurrence)) ||
           entity->IsKind(STANDARD_TYPE(StepRepr_ItemDefinedTransformation)) ||
           entity->IsKind(STANDARD_TYPE(StepRepr_MappedItem));
}

/// Styles and texts, tolerances, and the organisation around a product: no shape is in them or behind them.
bool is_cosmetic(const Entity& entity) {
    const std::string_view type = entity->DynamicType()->Name();
    for (const std::string_view kind :
         {"StepVisual_", "StepDimTol_", "StepAP203_", "StepAP214_", "StepAP242_", "StepKinematics_",
          "StepBasic_ApplicationContext", "StepBasic_ProductContext", "StepBasic_ProductDefinitionContext",
          "StepBasic_Document", "StepBasic_Person", "StepBasic_Approval", "StepBasic_ApplicationProtocol"})
        if (type.starts_with(kind)) return true;
    return false;
}

/// The numbers of all entities that a shape depends on.
std::vector<bool> needed_by_shapes(const Interface_Graph& graph,
                                   const Handle(Interface_InterfaceModel) & model) {
    std::vector<bool> needed(static_cast<std::size_t>(model->NbEntities()) + 1, false);
    std::vector<int> waiting;
    const auto add = [&](const Entity& entity) {
        const int number = model->Number(entity);
        if (number <= 0 || needed[static_cast<std::size_t>(number)] || is_cosmetic(entity)) return;
        needed[static_cast<std::size_t>(number)] = true;
        waiting.push_back(number);
    };
    for (int i = 1; i <= model->NbEntities(); ++i)
        if (is_root_of_shapes(model->Value(i))) add(model->Value(i));
    while (!waiting.empty()) {
        const Entity entity = model->Value(waiting.back());
        waiting.pop_back();
        Interface_EntityIterator shared = graph.Shareds(entity);
        for (shared.Start(); shared.More(); shared.Next()) add(shared.Value());
    }
    return needed;
}

/// "Parameter n0.1 (property_definition.name) not a quoted String": about what people call it.
bool is_about_words(std::string_view message) {
    const std::size_t from = message.find('('), to = message.find(')', from);
    if (from == std::string_view::npos || to == std::string_view::npos) return false;
    std::string_view attribute = message.substr(from + 1, to - from - 1);
    attribute.remove_prefix(attribute.rfind('.') + 1);  // npos + 1 is 0
    constexpr std::array<std::string_view, 5> kWords{"name", "description", "id", "label",
                                                     "reference_designator"};
    return std::find(kWords.begin(), kWords.end(), attribute) != kWords.end();
}

/// "(representation_item)": an item of a shape that is none. Texts stand there; what sounds like a shape is
/// named by `unknown_shapes`.
bool is_about_items(std::string_view message) {
    return message.find("(representation_item)") != std::string_view::npos ||
           message.find("(items)") != std::string_view::npos;
}

/// Of a complex entity all of its types, with blanks between.
std::string type_of(const Handle(StepData_UndefinedEntity) & entity) {
    std::string types;
    for (Handle(StepData_UndefinedEntity) at = entity; !at.IsNull(); at = at->Next())
        types += (types.empty() ? "" : " ") + std::string(at->StepType());
    return types;
}

bool sounds_like_a_shape(std::string_view type) {
    for (const std::string_view word :
         {"CSG_PRIMITIVE", "BOOLEAN_RESULT", "HALF_SPACE", "SOLID", "SHELL", "BREP", "TESSELLATED_SHAPE",
          "TRIANGULATED_FACE", "FACE_SET", "TRIANGULATED_SURFACE_SET", "ADVANCED_FACE"})
        if (type.find(word) != std::string_view::npos) return true;
    return false;
}

/// Made of shells or solids: a shape, whatever it is called.
bool holds_a_shape(const Interface_Graph& graph, const Entity& entity) {
    Interface_EntityIterator shared = graph.Shareds(entity);
    for (shared.Start(); shared.More(); shared.Next())
        if (shared.Value()->IsKind(STANDARD_TYPE(StepShape_ConnectedFaceSet)) ||
            shared.Value()->IsKind(STANDARD_TYPE(StepShape_SolidModel)))
            return true;
    return false;
}

std::vector<UnknownShape> unknown_shapes(const Interface_Graph& graph,
                                         const Handle(Interface_InterfaceModel) & model) {
    std::vector<UnknownShape> unknown;
    for (int i = 1; i <= model->NbEntities(); ++i) {
        const auto entity = Handle(StepData_UndefinedEntity)::DownCast(model->Value(i));
        if (entity.IsNull()) continue;
        const std::string type = type_of(entity);
        if (sounds_like_a_shape(type) || holds_a_shape(graph, entity))
            unknown.push_back({model->StringLabel(entity)->ToCString(), type});
    }
    return unknown;
}

std::string place_of(int number, const Handle(Interface_InterfaceModel) & model) {
    if (number <= 0 || number > model->NbEntities()) return {};
    const Handle(TCollection_HAsciiString) label = model->StringLabel(model->Value(number));
    return label.IsNull() || label->Length() == 0 ? "" : fmt::format("entity {}: ", label->ToCString());
}

void add_cosmetic(StepFaults& faults, const std::string& words) {
    if (faults.cosmetic++ == 0) faults.first_cosmetic = words;
}

/// What refers to nothing matters if a shape depends on it.
void find_dangling(std::span<const DanglingReference> dangling,
                   const Handle(Interface_InterfaceModel) & model, const std::vector<bool>& needed,
                   StepFaults& faults) {
    const auto step_model = Handle(StepData_StepModel)::DownCast(model);
    std::set<std::uint64_t> needed_labels;
    for (int i = 1; i <= model->NbEntities(); ++i)
        if (needed[static_cast<std::size_t>(i)])
            needed_labels.insert(static_cast<std::uint64_t>(step_model->IdentLabel(model->Value(i))));
    for (const auto& [from, to] : dangling) {
        const std::string words =
            from == to ? fmt::format("entity #{} is there twice", from)
                       : fmt::format("entity #{} refers to #{}, which is not in the file", from, to);
        if (!needed_labels.contains(from))
            add_cosmetic(faults, words);
        else if (faults.grave.empty())
            faults.grave = words;
    }
}

}  // namespace

std::string one_line(std::string text) {
    for (char& c : text)
        if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    return text.size() > 200 ? text.substr(0, 200) + "..." : text;
}

StepFaults step_faults(const Handle(XSControl_WorkSession) & session,
                       std::span<const DanglingReference> dangling) {
    StepFaults faults;
    const Handle(Interface_InterfaceModel) model = session->Model();
    faults.unknown = unknown_shapes(session->Graph(), model);
    Interface_CheckIterator list = session->ModelCheckList(false);
    std::vector<bool> needed;
    if (!dangling.empty()) {
        needed = needed_by_shapes(session->Graph(), model);
        find_dangling(dangling, model, needed, faults);
    }
    for (list.Start(); list.More(); list.Next()) {
        const Handle(Interface_Check) check = list.Value();
        if (check.IsNull() || check->NbFails() == 0) continue;
        if (needed.empty()) needed = needed_by_shapes(session->Graph(), model);
        const int number = list.Number();
        const bool is_entity = number > 0 && number <= model->NbEntities();
        const bool matters = !is_entity || needed[static_cast<std::size_t>(number)];
        for (int i = 1; i <= check->NbFails(); ++i) {
            const std::string words = place_of(number, model) + one_line(check->CFail(i));
            if (matters && !is_about_words(check->CFail(i)) && !is_about_items(check->CFail(i))) {
                if (faults.grave.empty()) faults.grave = words;
            } else {
                add_cosmetic(faults, words);
            }
        }
    }
    return faults;
}

}  // namespace graze::cad
