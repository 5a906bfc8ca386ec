# Installing: headers, library, command, and the files by which others find them.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS graze graze_verify graze_papers EXPORT grazeTargets)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/src/graze" "${PROJECT_SOURCE_DIR}/src/graze_verify" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.h")
install(EXPORT grazeTargets NAMESPACE graze:: DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/graze")

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/grazeConfig.cmake.in" "${PROJECT_BINARY_DIR}/grazeConfig.cmake"
                              INSTALL_DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/graze")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/grazeConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/grazeConfig.cmake" "${PROJECT_BINARY_DIR}/grazeConfigVersion.cmake"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/graze")

# Relative to the .pc file, so that the prefix may be chosen, or moved, after configuring.
file(RELATIVE_PATH GRAZE_PC_TO_PREFIX "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file("${CMAKE_CURRENT_LIST_DIR}/graze.pc.in" "${PROJECT_BINARY_DIR}/graze.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/graze.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
