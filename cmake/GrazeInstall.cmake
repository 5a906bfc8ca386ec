# Installing: public headers, libraries, command, and the files by which others find them.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
include(GrazePublicHeaders)

install(TARGETS graze graze_verify graze_papers EXPORT grazeTargets)
foreach(header IN LISTS GRAZE_PUBLIC_HEADERS GRAZE_VERIFY_PUBLIC_HEADERS GRAZE_PAPERS_PUBLIC_HEADERS)
  get_filename_component(folder "${header}" DIRECTORY)
  install(FILES "${PROJECT_SOURCE_DIR}/src/${header}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/${folder}")
endforeach()
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
