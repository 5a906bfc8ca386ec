// Empty: carries the precompiled headers that all rooms share (see CMakeLists.txt here).
