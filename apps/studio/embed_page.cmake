# graze_embed_page(OUT): writes a source file that holds every file of page/dist, or the placeholder if there is no page.
function(graze_embed_page out)
  set(folder "${CMAKE_CURRENT_SOURCE_DIR}/page/dist")
  if(NOT EXISTS "${folder}/index.html")
    set(folder "${CMAKE_CURRENT_SOURCE_DIR}/page_placeholder")
  endif()
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE "${folder}" "${folder}/*")
  set(data "")
  set(declared "")
  set(table "")
  set(number 0)
  foreach(file IN LISTS files)
    string(APPEND data "asm(\".pushsection .rodata\\ngraze_page_${number}:\\n.incbin \\\"${folder}/${file}\\\"\\ngraze_page_${number}_end:\\n.byte 0\\n.popsection\\n\");\n")
    string(APPEND declared "extern \"C\" const char graze_page_${number}[], graze_page_${number}_end[];\n")
    string(APPEND table "    {\"${file}\", graze_page_${number}, graze_page_${number}_end},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  set(text "// Made by embed_page.cmake.\n#include \"studio/page_files.h\"\n\n${data}\n${declared}
namespace graze::studio {
namespace {

struct File {
    std::string_view path;
    const char *begin, *end;
};
const File kFiles[] = {
${table}};

}  // namespace

std::optional<std::string_view> page_file(std::string_view path) {
    for (const File& file : kFiles)
        if (file.path == path) return std::string_view(file.begin, static_cast<std::size_t>(file.end - file.begin));
    return std::nullopt;
}

}  // namespace graze::studio
")
  file(CONFIGURE OUTPUT "${out}" CONTENT "${text}" @ONLY)
  list(TRANSFORM files PREPEND "${folder}/")
  set_source_files_properties("${out}" PROPERTIES OBJECT_DEPENDS "${files}")
endfunction()
