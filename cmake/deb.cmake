# Debian packages by CPack: `make deb` configures build-deb with NOUGHTS_DEB and packs it.
#
#   noughts           the program, man pages, completion, the unit for `noughts serve`
#   libnoughts-dev    static libraries, headers, find_package(noughts), noughts.pc
#   python3-noughts   the module, for the Python of the distribution
#
# packaging/debian/ has what a package needs besides files. Everything in a package is made
# by the install rules, in three components; packaging/debian/finish.cmake then does what
# Debian's policy asks of the tree (man pages and changelogs packed, documents in place).
find_program(DPKG dpkg REQUIRED)
execute_process(COMMAND ${DPKG} --print-architecture OUTPUT_VARIABLE architecture
  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set(debian ${PROJECT_SOURCE_DIR}/packaging/debian)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME noughts)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR noughts)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_OUTPUT_FILE_PREFIX ${PROJECT_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL program library python)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PRE_BUILD_SCRIPTS ${debian}/finish.cmake)
set(CPACK_NOUGHTS_DEBIAN ${debian})  # for finish.cmake
set(CPACK_NOUGHTS_SOURCE ${PROJECT_SOURCE_DIR})

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE ${architecture})
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "The makers of noughts <noughts@noughts.example>")
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(about "It gives the exact value of every position and move of Quixo (3x3, 4x4,
5x5), quantum tic-tac-toe and tic-tac-toe on n^k boards, plays perfectly, and
proves what it says.")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME noughts)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "tic-tac-toe family, solved exactly
${about}
.
This package has the program, with an explorer for the browser: noughts serve.")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_CONTROL_EXTRA
  "${debian}/program/postinst;${debian}/program/prerm;${debian}/program/postrm")

# What the static libraries link, in the packages that the build itself names.
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libnoughts-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "libfmt-dev, nlohmann-json3-dev, libtbb-dev, libzstd-dev, libxxhash-dev, libflint-dev, libflint-arb-dev, libgmp-dev, libcadical-dev, pkgconf")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "tic-tac-toe family, solved exactly (library)
${about}
.
This package has the static libraries and headers for C++ programs.")

execute_process(COMMAND ${Python_EXECUTABLE} -c
  "import sys; print('python3 (>= 3.%d~), python3 (<< 3.%d)' % (sys.version_info[1], sys.version_info[1] + 1))"
  OUTPUT_VARIABLE python_needs OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-noughts)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "${python_needs}")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS python3-numpy)
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "tic-tac-toe family, solved exactly (Python module)
${about}
.
This package has the Python module noughts.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA "${debian}/python/postinst;${debian}/python/prerm")
include(CPack)
