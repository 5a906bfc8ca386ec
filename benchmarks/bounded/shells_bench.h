// Layered shells measured: called by `./bench bounded`.
#pragma once

#include <string>

namespace graze::bench {

/// [GuyDebunne04, table 1] in kind. `cad`: as shell_scenes has it.
void print_shell_table(bool quick, const std::string& cad);
/// Building and refitting trees.
void print_refits(bool quick);
/// How likely a seed is to find a contact: what missed_estimate.h stands on.
void print_shell_basins(bool quick);
/// Contacts missed, late and never seen against the budget; a plot (SVG) if a file is named.
void print_shell_budgets(bool quick, const std::string& cad, const std::string& plot_file);

}  // namespace graze::bench
