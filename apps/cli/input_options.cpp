#include "command.h"

#include <CLI/CLI.hpp>

namespace graze::cli {

void add_deflection_option(CLI::App& app, std::string& word) {
    app.add_option("--deflection", word,
                   "How far triangles may be from the surfaces of CAD files (default: 0.1 % of a part, at "
                   "most 0.1 mm)")
        ->type_name("D");
}

void add_input_options(CLI::App& app, const InputWords& words) {
    app.add_option("--unit", words.unit, words.unit_help)->type_name("U");
    app.add_option("--crease", words.crease, "Split surfaces at edges sharper than this angle")
        ->type_name("DEG");
    add_deflection_option(app, words.deflection);
}

}  // namespace graze::cli
