#pragma once

/// Names that are not for users of the library stand in `graze::internal`: all that a header declares that is not in
/// cmake/GrazePublicHeaders.cmake. Inside the project they are used without the prefix, because every such header
/// includes this one; a program that includes public headers never sees it, and finds in `graze` what is documented
/// for it, and nothing else. tests/house/public_headers.py holds every header to that.
namespace graze {
namespace internal {}
using namespace internal;
}  // namespace graze
