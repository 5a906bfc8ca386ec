# The rooms of the house, in the order in which data flows. A room may include only itself and
# rooms before it; tests/house/include_order.py reads this list and holds everybody to it.
set(GRAZE_ROOMS
  core
  numeric
  geometry
  motion
  model
  discrete
  continuous
  stochastic
  scene
  dynamics
  io
  picture
  demo)

# graze_objects_up_to(OUT room): the object files of `room` and of every room before it. A room's
# tests link just these, so a mutant in one room rebuilds little, and an upward call fails to link.
function(graze_objects_up_to out room)
  set(objects)
  foreach(name IN LISTS GRAZE_ROOMS)
    if(TARGET graze_${name})
      list(APPEND objects $<TARGET_OBJECTS:graze_${name}>)
    endif()
    if(name STREQUAL room)
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
