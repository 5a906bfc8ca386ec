# The rooms of the house, in the order in which data flows. A room may include only itself and
# rooms before it; tests/house/include_order.py reads this list and holds everybody to it.
#
# A room of several sub-rooms lists each of them; `discrete`, `continuous`, ... alone are no rooms.
set(GRAZE_ROOMS
  core
  numeric
  geometry
  surface
  motion
  model
  scene
  discrete/triangles
  discrete/wide
  discrete/bodies
  continuous/features
  continuous/relative
  continuous/boxes
  continuous/search
  continuous/proof
  queries/broad
  queries/instant
  queries/bounded
  queries/paths
  stochastic
  dynamics/solve
  dynamics/handling
  soft
  io/text
  io/cad
  io/mesh
  io/scene
  io/certificate
  picture
  demo)

# The floors: rooms without their sub-rooms, in the same order. Each has one object library and one test program.
set(GRAZE_FLOORS ${GRAZE_ROOMS})
list(TRANSFORM GRAZE_FLOORS REPLACE "/.*" "")
list(REMOVE_DUPLICATES GRAZE_FLOORS)

# graze_objects_up_to(OUT floor): the object files of `floor` and of every floor before it. A floor's
# tests link just these, so a mutant in one of them rebuilds little, and an upward call fails to link.
function(graze_objects_up_to out floor)
  set(objects)
  foreach(name IN LISTS GRAZE_FLOORS)
    if(TARGET graze_${name})
      list(APPEND objects $<TARGET_OBJECTS:graze_${name}>)
    endif()
    if(name STREQUAL floor)
      break()
    endif()
  endforeach()
  set(${out} ${objects} PARENT_SCOPE)
endfunction()

# graze_files_with(OUT regex file...): those of the files that have a line like that.
function(graze_files_with out regex)
  set(found)
  foreach(file IN LISTS ARGN)
    file(STRINGS "${file}" lines REGEX "${regex}")
    if(lines)
      list(APPEND found "${file}")
    endif()
  endforeach()
  set(${out} ${found} PARENT_SCOPE)
endfunction()
