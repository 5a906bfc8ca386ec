// OpenCASCADE prints on standard output, where only answers belong.
#pragma once

namespace graze::cad {

/// Takes the printers away from it, for the whole process.
void silence_opencascade();

}  // namespace graze::cad
