# find_package(orrery): orrery_add_plugin(name SOURCES...) makes lib<name>.so, for orrery --plugin.
include(${CMAKE_CURRENT_LIST_DIR}/orreryTargets.cmake)

function(orrery_add_plugin name)
  add_library(${name} MODULE ${ARGN})
  target_link_libraries(${name} PRIVATE orrery::plugin)
  target_compile_options(${name} PRIVATE -Wall -Wextra)
  set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)
endfunction()
