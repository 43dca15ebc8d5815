# What plug-ins are built with: headers, and a package for find_package(orrery), in the build tree and installed.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

# A plug-in built with other headers is refused: their fingerprint is compiled into it.
file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.h ${PROJECT_SOURCE_DIR}/emu/base/*.h
     ${PROJECT_SOURCE_DIR}/emu/comm/*.h ${PROJECT_SOURCE_DIR}/emu/net/*.h ${PROJECT_SOURCE_DIR}/emu/payload/*.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${headers})
set(sums "")
foreach(header ${headers})
  file(SHA256 ${header} sum)
  string(APPEND sums "${header} ${sum}\n")
endforeach()
string(REPLACE "${PROJECT_SOURCE_DIR}" "" sums "${sums}")
string(SHA256 fingerprint "${sums}")
string(SUBSTRING ${fingerprint} 0 12 fingerprint)
set(generated ${PROJECT_BINARY_DIR}/generated)
file(CONFIGURE OUTPUT ${generated}/algorithms/fingerprint.h CONTENT
     "#pragma once\n\n#define ORRERY_HEADERS \"${fingerprint}\"\n")

# Whoever names it gets the headers; there is nothing to link.
add_library(plugin INTERFACE)
target_compile_features(plugin INTERFACE cxx_std_20)
# Large local arrays must meet the end of a rank's stack, not jump over it.
target_compile_options(plugin INTERFACE -ffp-contract=off -fstack-clash-protection)
target_include_directories(plugin INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<BUILD_INTERFACE:${generated}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/orrery>)

# lend_to_plugins(program libraries...): plug-ins may use all of these, whether the program does or not.
function(lend_to_plugins program)
  set_target_properties(${program} PROPERTIES ENABLE_EXPORTS ON)
  list(TRANSFORM ARGN REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE files)
  list(JOIN files "," files)
  target_link_options(${program} PRIVATE "LINKER:--whole-archive,${files},--no-whole-archive")
endfunction()

# accept_plugins(program libraries...): a program that takes plug-ins runs those that may not use its catalogue in
# orrery-host. What it loads itself may use the libraries as well.
function(accept_plugins program)
  lend_to_plugins(${program} ${ARGN} algorithms algorithm_kit emu)
  add_dependencies(${program} orrery-host)
endfunction()

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/orrery)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/orreryConfigVersion.cmake COMPATIBILITY ExactVersion)
configure_file(orreryConfig.cmake ${PROJECT_BINARY_DIR}/orreryConfig.cmake COPYONLY)
install(TARGETS plugin EXPORT orreryTargets)
export(EXPORT orreryTargets NAMESPACE orrery:: FILE ${PROJECT_BINARY_DIR}/orreryTargets.cmake)
install(EXPORT orreryTargets NAMESPACE orrery:: DESTINATION ${package} COMPONENT plugin)
install(FILES ${PROJECT_BINARY_DIR}/orreryConfig.cmake ${PROJECT_BINARY_DIR}/orreryConfigVersion.cmake
        DESTINATION ${package} COMPONENT plugin)
foreach(folder base comm net payload)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/emu/${folder} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/orrery/emu COMPONENT plugin
          FILES_MATCHING PATTERN "*.h")
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/algorithms DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/orrery
        COMPONENT plugin FILES_MATCHING PATTERN "*.h")
install(FILES ${generated}/algorithms/fingerprint.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/orrery/algorithms COMPONENT plugin)
