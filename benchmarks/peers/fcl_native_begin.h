// What comes before FCL's headers where they are compiled for this processor. No #pragma once: it opens what
// `#undef extern` closes.
//
// FCL's headers declare its templates `extern template`, so that a program takes them from the packaged
// library. Without the word `extern` the same lines instantiate them here. What FCL's headers include comes
// first, with its own `extern`s.
#include <Eigen/Dense>
#include <unsupported/Eigen/Polynomials>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iomanip>
#include <iostream>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <sstream>
#include <stack>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#define FCL_EXPORT_H  // its own says `visibility("default")`
#define FCL_EXPORT
#define FCL_DEPRECATED
#define FCL_DEPRECATED_EXPORT
#define extern
