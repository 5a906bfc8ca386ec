// Carries the precompiled header that all programs of GRAZE_MUTANTS share; see CMakeLists.txt.
