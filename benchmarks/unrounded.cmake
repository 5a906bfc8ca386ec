# graze_bench_unrounded: the search for first contact without its margins for rounding, to show what they cost. Made of
# copies of src/graze/continuous in which the constants below have other values. Its answers are proved by nobody.
#
# What stays: boxes of trees rounded outward to float when they are built, the exact test at t = 0, interval arithmetic
# for the few pairs of features that plain doubles leave open.
set(margins  # file, constant, value
  boxes/box_relate-inl.h kPad 0.0f
  boxes/box_relate-inl.h kOutward 0.0f
  boxes/box_relate-inl.h kLengthUp 1.0f
  boxes/box_times.h kAxisBendUp 1.0f
  relative/quick_bends.h kQuickUp 1.0f
  relative/quick_bends.h kQuickSlack 0.0f
  relative/bend_rounding.h kBendUp 1.0
  relative/bend_rounding.h kAcross 0.0
  relative/bend_rounding.h kArmSlack 0.0
  features/gap_bound.h kDown 0.0
  features/rounded_feature.cpp kLengthsUp 1.0
  search/triangle_features.cpp kRounding 0.0)

set(copies)
set(folder "${CMAKE_CURRENT_BINARY_DIR}/unrounded")
set(continuous "${PROJECT_SOURCE_DIR}/src/graze/continuous")
file(GLOB_RECURSE originals CONFIGURE_DEPENDS "${continuous}/*.h" "${continuous}/*.cpp")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${originals})
set(left "${margins}")
while(left)
  list(POP_FRONT left file constant value)
  if(NOT EXISTS "${continuous}/${file}")
    message(FATAL_ERROR "there is no ${file} any more: see ${CMAKE_CURRENT_LIST_FILE}")
  endif()
endwhile()
foreach(original ${originals})
  file(RELATIVE_PATH name "${continuous}" "${original}")
  file(READ "${original}" text)
  set(left "${margins}")
  while(left)
    list(POP_FRONT left file constant value)
    if(NOT file STREQUAL name)
      continue()
    endif()
    string(REGEX REPLACE "(constexpr (float|double) ${constant} =)[^;]*;" "\\1 ${value};" changed "${text}")
    if(changed STREQUAL text)
      message(FATAL_ERROR "${name} has no constant ${constant} any more: see ${CMAKE_CURRENT_LIST_FILE}")
    endif()
    set(text "${changed}")
  endwhile()
  set(copy "${folder}/graze/continuous/${name}")
  set(before "")
  if(EXISTS "${copy}")
    file(READ "${copy}" before)
  endif()
  if(NOT text STREQUAL before)  # so that what stays the same is not compiled again
    file(WRITE "${copy}" "${text}")
  endif()
  if(copy MATCHES "\\.cpp$")
    list(APPEND copies "${copy}")
  endif()
endforeach()

graze_files_with(kernels "^#include <hwy/foreach_target.h>" ${copies})
set_source_files_properties(${kernels} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON COMPILE_DEFINITIONS HWY_DISABLED_TARGETS=HWY_SSSE3)
add_library(graze_bench_unrounded SHARED continuous/unrounded.cpp ${copies})
set_target_properties(graze_bench_unrounded PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 6)
target_include_directories(graze_bench_unrounded BEFORE PRIVATE "${folder}")
target_include_directories(graze_bench_unrounded PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
target_compile_options(graze_bench_unrounded PRIVATE -fvisibility=hidden -fvisibility-inlines-hidden)
target_link_libraries(graze_bench_unrounded PRIVATE graze_compile graze_dependencies graze)
target_link_options(graze_bench_unrounded PRIVATE -Wl,-Bsymbolic -Wl,--exclude-libs,ALL)
