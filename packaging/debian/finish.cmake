# What Debian's policy asks of the trees that the install rules made, before they are packed.
file(GLOB trees LIST_DIRECTORIES true ${CPACK_TEMPORARY_DIRECTORY}/*)
set(package_program noughts)
set(package_library libnoughts-dev)
set(package_python python3-noughts)

function(pack file)
  execute_process(COMMAND gzip -9nf ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  set(tree ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr)
  if(NOT IS_DIRECTORY ${tree})
    message(FATAL_ERROR "no tree of the component ${component} in ${CPACK_TEMPORARY_DIRECTORY}: ${trees}")
  endif()
  set(doc ${tree}/share/doc/${package_${component}})
  file(REMOVE_RECURSE ${tree}/share/doc)
  file(MAKE_DIRECTORY ${doc})
  file(COPY_FILE ${CPACK_NOUGHTS_DEBIAN}/copyright ${doc}/copyright)
  file(COPY_FILE ${CPACK_NOUGHTS_SOURCE}/CHANGELOG.md ${doc}/changelog)
  string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
  file(WRITE ${doc}/changelog.Debian "noughts (${CPACK_PACKAGE_VERSION}-1) unstable; urgency=medium

  * Made from the source by CPack; what is new stands in the changelog beside.

 -- ${CPACK_DEBIAN_PACKAGE_MAINTAINER}  ${now}
")
  file(GLOB packed ${doc}/changelog* ${tree}/share/man/man1/*.1)
  foreach(file IN LISTS packed)
    pack(${file})
  endforeach()
endforeach()

set(doc ${CPACK_TEMPORARY_DIRECTORY}/program/usr/share/doc/noughts)
file(COPY ${CPACK_NOUGHTS_SOURCE}/packaging/nginx.conf DESTINATION ${doc}/examples)
# Debian strips archives of debugging symbols only, which a release has none of.
