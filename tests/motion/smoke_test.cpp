#include "graze/motion/harmonic_range.h"
#include <gtest/gtest.h>
