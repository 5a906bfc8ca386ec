// [GuyDebunne04, table 1] in kind, of pairs that deform: called by `./bench soft`.
#pragma once

namespace graze::bench {

void print_deforming_table(bool quick);

}  // namespace graze::bench
