# How every target of this project is compiled.
#
# -ffp-contract=off and the absence of fast-math are part of the contracts: error bounds are proved
# for plain IEEE double operations, and the same bits must come out on every x86-64 (C5). Nobody reads errno after a
# square root or waits for a floating-point trap: to say so changes no result.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
if(NOT GRAZE_SANITIZE)  # the presets of sanitizers choose their own
  set(CMAKE_CXX_FLAGS_RELEASE "-O2")
endif()
set(CMAKE_CXX_FLAGS_DEBUG "-Og -g")

find_program(GRAZE_CCACHE ccache)
if(GRAZE_CCACHE AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_CXX_COMPILER_LAUNCHER # what ccache wants to be told about precompiled headers
      "${CMAKE_COMMAND};-E;env;CCACHE_SLOPPINESS=pch_defines,time_macros;${GRAZE_CCACHE}")
endif()

add_library(graze_compile INTERFACE)
target_compile_options(graze_compile INTERFACE
  -ffp-contract=off -fno-fast-math -fno-math-errno -fno-trapping-math $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
  -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion
  $<$<BOOL:${GRAZE_WERROR}>:-Werror>)
target_compile_definitions(graze_compile INTERFACE
  GRAZE_ASSERTS=$<BOOL:${GRAZE_ASSERTS}> GRAZE_AUDITS=$<BOOL:${GRAZE_AUDITS}>)

if(GRAZE_SANITIZE)
  # g++ 12 takes an empty std::optional for an uninitialised one when it compiles for sanitizers.
  add_compile_options(-fsanitize=${GRAZE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
                      $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  add_link_options(-fsanitize=${GRAZE_SANITIZE})
endif()
