# install_program(program): with its manual pages, which it writes itself, and what shells ask when Tab is pressed.
include(GNUInstallDirs)

function(install_program program)
  set(man ${PROJECT_BINARY_DIR}/man/${program})
  file(MAKE_DIRECTORY ${man})
  add_custom_command(TARGET ${program} POST_BUILD COMMAND ${program} --man ${man} VERBATIM)
  install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(DIRECTORY ${man}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

  string(MAKE_C_IDENTIFIER ${program} name)
  set(completion ${PROJECT_BINARY_DIR}/completion/${program})
  foreach(shell bash zsh fish)
    configure_file(${PROJECT_SOURCE_DIR}/assets/completion/program.${shell}.in ${completion}.${shell} @ONLY)
  endforeach()
  install(FILES ${completion}.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ${program})
  foreach(folder site-functions vendor-completions)  # where zsh looks under /usr/local, and Debian's under /usr
    install(FILES ${completion}.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${folder} RENAME _${program})
  endforeach()
  install(FILES ${completion}.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endfunction()
