// Empty: carries the precompiled headers that all rooms share (see src/graze/CMakeLists.txt).
