#include "command.h"

#include <CLI/CLI.hpp>

namespace graze::cli {

void add_deflection_option(CLI::App& app, std::string& word) {
    app.add_option("--deflection", word,
                   "How far triangles may be from the surfaces of CAD files (default: 0.1 % of a part, at "
                   "most 0.1 mm)")
        ->type_name("D");
}

void add_rules_option(CLI::App& app, SceneWords& words) {
    app.add_option("--rules", words.rules,
                   "A file of rules, after those of the scene: the last about a pair holds; may be repeated")
        ->type_name("FILE")
        ->take_all()
        ->expected(1)
        ->allow_extra_args(false);
}

void add_split_option(CLI::App& app, SceneWords& words) {
    app.add_option("--split", words.split,
                   "Divide the bodies of mesh and CAD files further: solids, objects or pieces")
        ->type_name("WHAT");
}

void add_missing_option(CLI::App& app, SceneWords& words) {
    app.add_flag("--allow-missing", words.allow_missing, "Go on without what is missing; it is named anyway");
}

void add_input_options(CLI::App& app, const InputWords& words) {
    app.add_option("--unit", words.unit, words.unit_help)->type_name("U");
    app.add_option("--crease", words.crease, "Split surfaces at edges sharper than this angle")
        ->type_name("DEG");
    add_deflection_option(app, words.deflection);
}

void add_file_options(CLI::App& app, FileWords& words) {
    app.add_option("--at", words.scene.at, "Stand at this time of the paths, T from 0 to 1 (default: 0,0)")
        ->type_name("SEGMENT,T");
    add_split_option(app, words.scene);
    add_missing_option(app, words.scene);
    add_input_options(app, {words.unit, words.crease, words.deflection});
}

void add_path_scene_options(CLI::App& app, SceneWords& words, std::string& deflection) {
    add_rules_option(app, words);
    add_missing_option(app, words);
    add_deflection_option(app, deflection);
}

}  // namespace graze::cli
