#include "graze_cad/step_components.h"

#include "graze_cad/document.h"

#include <algorithm>

#include <fmt/format.h>
#include <Interface_EntityIterator.hxx>
#include <Interface_Graph.hxx>
#include <Interface_InterfaceModel.hxx>
#include <StepBasic_ProductDefinition.hxx>
#include <StepGeom_Placement.hxx>
#include <StepRepr_NextAssemblyUsageOccurrence.hxx>
#include <StepRepr_PropertyDefinition.hxx>
#include <StepRepr_Representation.hxx>
#include <StepRepr_RepresentationItem.hxx>
#include <StepRepr_RepresentationMap.hxx>
#include <StepShape_Block.hxx>
#include <StepShape_BooleanResult.hxx>
#include <StepShape_BoxedHalfSpace.hxx>
#include <StepShape_ContextDependentShapeRepresentation.hxx>
#include <StepShape_CsgSolid.hxx>
#include <StepShape_FaceBasedSurfaceModel.hxx>
#include <StepShape_HalfSpaceSolid.hxx>
#include <StepShape_ManifoldSolidBrep.hxx>
#include <StepShape_RightAngularWedge.hxx>
#include <StepShape_RightCircularCone.hxx>
#include <StepShape_RightCircularCylinder.hxx>
#include <StepShape_ShapeDefinitionRepresentation.hxx>
#include <StepShape_ShellBasedSurfaceModel.hxx>
#include <StepShape_SolidReplica.hxx>
#include <StepShape_Sphere.hxx>
#include <StepShape_SweptAreaSolid.hxx>
#include <StepShape_SweptFaceSolid.hxx>
#include <StepShape_Torus.hxx>
#include <TCollection_HAsciiString.hxx>
#include <TransferBRep.hxx>
#include <Transfer_Binder.hxx>
#include <Transfer_TransientProcess.hxx>
#include <XSControl_TransferReader.hxx>

namespace graze::cad {
namespace {

using Entity = Handle(Standard_Transient);

/// True if one of the entities that refer to this one is of the kind, and `holds` of it.
template <class Kind, class Holds>
bool some_user(const Interface_Graph& graph, const Entity& entity, const Holds& holds) {
    Interface_EntityIterator users = graph.Sharings(entity);
    for (users.Start(); users.More(); users.Next())
        if (users.Value()->IsKind(STANDARD_TYPE(Kind)) && holds(users.Value())) return true;
    return false;
}
bool any_of_them(const Entity& /*entity*/) { return true; }

/// True if a representation holds more than placements.
bool has_shape(const Entity& entity) {
    const auto representation = Handle(StepRepr_Representation)::DownCast(entity);
    if (representation.IsNull() || representation->Items().IsNull()) return false;
    for (int i = 1; i <= representation->NbItems(); ++i) {
        const Handle(StepRepr_RepresentationItem) item = representation->ItemsValue(i);
        if (!item.IsNull() && !item->IsKind(STANDARD_TYPE(StepGeom_Placement))) return true;
    }
    return false;
}

bool is_placed(const Interface_Graph& graph, const Entity& occurrence) {
    return some_user<StepRepr_PropertyDefinition>(graph, occurrence, [&](const Entity& shape) {
        return some_user<StepShape_ContextDependentShapeRepresentation>(graph, shape, any_of_them);
    });
}

/// `wanted` of one of the definition's shape representations.
template <class Wanted>
bool some_representation(const Interface_Graph& graph, const Entity& definition, const Wanted& wanted) {
    return some_user<StepRepr_PropertyDefinition>(graph, definition, [&](const Entity& shape) {
        return some_user<StepShape_ShapeDefinitionRepresentation>(graph, shape, [&](const Entity& user) {
            const auto link = Handle(StepShape_ShapeDefinitionRepresentation)::DownCast(user);
            return !link->UsedRepresentation().IsNull() && wanted(Entity(link->UsedRepresentation()));
        });
    });
}

void find_unplaced(const Handle(XSControl_WorkSession) & session, std::vector<MissingPart>& missing) {
    const Interface_Graph& graph = session->Graph();
    const Handle(Interface_InterfaceModel) model = session->Model();
    const Handle(Transfer_TransientProcess) process = session->TransferReader()->TransientProcess();
    for (int i = 1; i <= model->NbEntities(); ++i) {
        const auto occurrence = Handle(StepRepr_NextAssemblyUsageOccurrence)::DownCast(model->Value(i));
        if (occurrence.IsNull()) continue;
        const bool is_said = is_placed(graph, occurrence);
        if (is_said && !process->Find(occurrence).IsNull()) continue;
        const Handle(StepBasic_ProductDefinition) part = occurrence->RelatedProductDefinition();
        // An assembly that is placed nowhere shows in its parts; a part in a file of its own is named by that.
        if (part.IsNull() || !some_representation(graph, part, is_said ? has_shape : any_of_them)) continue;
        const auto is_mapped = [&](const Entity& shape) {
            return some_user<StepRepr_RepresentationMap>(graph, shape, any_of_them);
        };
        if (some_representation(graph, part, is_mapped)) continue;
        missing.push_back({{},
                           fmt::format("component '{}', entity {}", product_of(part),
                                       model->StringLabel(occurrence)->ToCString()),
                           is_said ? "nothing that is shown has it" : "the file does not say where it is"});
    }
}

/// Shapes that no product has.
template <class... Kinds>
void find_unused(const Handle(XSControl_WorkSession) & session, std::vector<MissingPart>& missing) {
    const Handle(Interface_InterfaceModel) model = session->Model();
    const Handle(Transfer_TransientProcess) process = session->TransferReader()->TransientProcess();
    for (int i = 1; i <= model->NbEntities(); ++i) {
        const Entity entity = model->Value(i);
        if (!(entity->IsKind(STANDARD_TYPE(Kinds)) || ...) || !process->Find(entity).IsNull()) continue;
        missing.push_back({{},
                           fmt::format("entity {}", model->StringLabel(entity)->ToCString()),
                           "no product that is shown has it"});
    }
}

template <class... Kinds>
void find_unbuilt(const Handle(XSControl_WorkSession) & session, std::vector<MissingPart>& missing) {
    const Handle(Interface_InterfaceModel) model = session->Model();
    const Handle(Transfer_TransientProcess) process = session->TransferReader()->TransientProcess();
    for (int i = 1; i <= model->NbEntities(); ++i) {
        const Entity entity = model->Value(i);
        if (!(entity->IsKind(STANDARD_TYPE(Kinds)) || ...)) continue;
        if (has_faces(TransferBRep::ShapeResult(process, entity))) continue;
        missing.push_back({{},
                           fmt::format("entity {}", model->StringLabel(entity)->ToCString()),
                           "OpenCASCADE does not build such shapes"});
    }
}

}  // namespace

std::vector<MissingPart> untried_shapes(const Handle(XSControl_WorkSession) & session) {
    std::vector<MissingPart> missing;
    find_unplaced(session, missing);
    find_unused<StepShape_ManifoldSolidBrep, StepShape_ShellBasedSurfaceModel,
                StepShape_FaceBasedSurfaceModel>(session, missing);
    find_unbuilt<StepShape_Block, StepShape_Sphere, StepShape_Torus, StepShape_RightCircularCone,
                 StepShape_RightCircularCylinder, StepShape_RightAngularWedge, StepShape_BooleanResult,
                 StepShape_HalfSpaceSolid, StepShape_BoxedHalfSpace, StepShape_CsgSolid,
                 StepShape_SweptAreaSolid, StepShape_SweptFaceSolid, StepShape_SolidReplica>(session,
                                                                                             missing);
    return missing;
}

}  // namespace graze::cad
