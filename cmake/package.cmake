# The library as others see it: in the build tree, as a subproject, and installed.
#
#   noughts_package()      after the layers of the library; those after it are the program's
#
# Every src/NAME.h is the front door of a family, noughts/NAME.h. It makes the target
# noughts::NAME, all layers NAME and NAME/* together; noughts::noughts is the whole
# library. Each layer has a target of its own too: noughts::core, noughts::quixo_tables
# (the folder quixo alone is noughts::quixo_base).
#
#   PREFIX/include/noughts/            the front doors and all headers they reach
#   PREFIX/lib/libnoughts_*.a          one library a layer
#   PREFIX/lib/cmake/noughts/          find_package(noughts)
#   PREFIX/lib/pkgconfig/noughts.pc    pkg-config --static --cflags --libs noughts
#   PREFIX/bin/noughts, PREFIX/share/man/man1/noughts*.1, PREFIX/share/doc/noughts/LICENSE
#   PREFIX/share/bash-completion/, PREFIX/share/zsh/, PREFIX/lib/systemd/system/noughts.service
#
# Each file belongs to a component: program, library or python (cmake/deb.cmake).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Generated before the layers: noughts/version.h, visible to all of them.
function(noughts_version_header target)
  set(gate ${PROJECT_BINARY_DIR}/gates/version)
  configure_file(${PROJECT_SOURCE_DIR}/src/version.h.in ${gate}/noughts/version.h @ONLY)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${gate}>)
endfunction()

# noughts::NAME is all of `layers`, with the front doors in sight.
function(noughts_aggregate name)
  set(target noughts_all_${name})
  add_library(${target} INTERFACE)
  add_library(noughts::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(${target} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/gates/doors>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  noughts_targets(layers ${ARGN})
  target_link_libraries(${target} INTERFACE ${layers})
  set_property(GLOBAL APPEND PROPERTY NOUGHTS_EXPORTED ${target})
endfunction()

function(noughts_package)
  get_property(layers GLOBAL PROPERTY NOUGHTS_LAYERS)
  set(doors ${PROJECT_BINARY_DIR}/gates/doors)
  file(REMOVE_RECURSE ${doors})
  file(MAKE_DIRECTORY ${doors}/noughts)
  file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.h)
  set(families "")
  foreach(header IN LISTS headers)
    get_filename_component(family ${header} NAME_WE)
    list(APPEND families ${family})
    file(CREATE_LINK ${header} ${doors}/noughts/${family}.h SYMBOLIC)
    set(rooms ${layers})
    list(FILTER rooms INCLUDE REGEX "^${family}(/|$)")
    noughts_aggregate(${family} ${rooms})
  endforeach()
  noughts_aggregate(noughts ${layers})

  set(link "")  # for the linker, users come before what they use
  foreach(layer IN LISTS layers)
    string(REPLACE "/" "_" short ${layer})
    set(target noughts_${short})
    set(name ${short})
    if(layer IN_LIST families)
      set(name ${short}_base)
    endif()
    add_library(noughts::${name} ALIAS ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
    target_include_directories(${target} PUBLIC $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    set_property(GLOBAL APPEND PROPERTY NOUGHTS_EXPORTED ${target})
    string(PREPEND link "-l${target} ")
  endforeach()
  if(NOUGHTS_INSTALL)
    noughts_install("${link}")
  endif()
endfunction()

# What the layers link, for the package (NOUGHTS_FIND) and for pkg-config (the others).
function(noughts_needs)
  get_property(needs GLOBAL PROPERTY NOUGHTS_NEEDS)
  set(find "")
  set(requires "")
  set(private "")
  foreach(need IN LISTS needs)
    separate_arguments(need)
    list(GET need 0 kind)
    list(GET need 1 name)
    if(kind STREQUAL "package")
      string(APPEND find "find_dependency(${name})\n")
      string(TOLOWER ${name} module)  # as fmt, nlohmann_json and TBB call theirs
      string(APPEND requires " ${module}")
    elseif(kind STREQUAL "module")
      list(GET need 2 module)
      string(APPEND find "noughts_find_module(${name} ${module})\n")
      string(APPEND requires " ${module}")
    else()
      string(APPEND find "noughts_find_library(${name})\n")
      string(APPEND private " -l${name}")
    endif()
  endforeach()
  set(NOUGHTS_FIND "${find}" PARENT_SCOPE)
  set(NOUGHTS_REQUIRES "${requires}" PARENT_SCOPE)
  set(NOUGHTS_PRIVATE "${private}" PARENT_SCOPE)
endfunction()

function(noughts_install NOUGHTS_LINK)
  noughts_needs()
  get_property(exported GLOBAL PROPERTY NOUGHTS_EXPORTED)
  # All that an installation needs; cmake --install builds nothing.
  add_custom_target(shipped ALL DEPENDS ${exported})
  install(TARGETS ${exported} EXPORT noughts-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    COMPONENT library)
  install(CODE "set(gates [[${PROJECT_BINARY_DIR}/gates]])\nset(include_folder [[${CMAKE_INSTALL_INCLUDEDIR}]])"
    COMPONENT library)
  install(SCRIPT ${PROJECT_SOURCE_DIR}/cmake/install_headers.cmake COMPONENT library)

  set(package ${CMAKE_INSTALL_LIBDIR}/cmake/noughts)
  install(EXPORT noughts-targets NAMESPACE noughts:: DESTINATION ${package} COMPONENT library)
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/noughts-config.cmake.in
    ${PROJECT_BINARY_DIR}/package/noughts-config.cmake INSTALL_DESTINATION ${package})
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/noughts-config-version.cmake
    COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/package/noughts-config.cmake
    ${PROJECT_BINARY_DIR}/package/noughts-config-version.cmake DESTINATION ${package}
    COMPONENT library)
  # The prefix is where the file lies, so that the tree can be moved.
  file(RELATIVE_PATH NOUGHTS_UP /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" NOUGHTS_UP "${NOUGHTS_UP}")
  configure_file(${PROJECT_SOURCE_DIR}/cmake/noughts.pc.in ${PROJECT_BINARY_DIR}/package/noughts.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/package/noughts.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
    COMPONENT library)
  if(NOT NOUGHTS_DEB)  # Debian's packages call it copyright
    install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
  endif()
endfunction()

# The program, and what is made from what it says of itself: man pages, completion.
function(noughts_install_program target)
  add_dependencies(shipped ${target})
  install(TARGETS ${target} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
  install(FILES ${PROJECT_SOURCE_DIR}/packaging/noughts.service
    DESTINATION lib/systemd/system COMPONENT program)
  if(CMAKE_CROSSCOMPILING)
    return()
  endif()
  set(pages ${PROJECT_BINARY_DIR}/package/man)
  set(bash ${PROJECT_BINARY_DIR}/package/noughts.bash)
  set(zsh ${PROJECT_BINARY_DIR}/package/_noughts)
  add_custom_command(OUTPUT ${pages}/noughts.1 ${bash} ${zsh}
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${pages}
    COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:${target}> -DFOLDER=${pages}
      -P ${PROJECT_SOURCE_DIR}/cmake/man_page.cmake
    COMMAND $<TARGET_FILE:${target}> completion --shell bash > ${bash}
    COMMAND $<TARGET_FILE:${target}> completion --shell zsh > ${zsh}
    DEPENDS ${target} ${PROJECT_SOURCE_DIR}/cmake/man_page.cmake
    COMMENT "Writing man pages and completion" VERBATIM)
  add_custom_target(man_page DEPENDS ${pages}/noughts.1)
  add_dependencies(shipped man_page)
  install(DIRECTORY ${pages}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
  install(FILES ${bash} RENAME noughts
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
  install(FILES ${zsh} DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT program)
endfunction()
