#pragma once

#include <cstdint>

#include "algorithms/algorithm.h"
#include "algorithms/fingerprint.h"

/// Algorithms outside of the program: a shared library with one ORRERY_PLUGIN(&my_algorithm, ...).
/// It is linked against nothing; the program provides the code of algorithms/ and emu/ that it
/// uses.
namespace orrery::inline algorithms {

/// The exported header of a plug-in. The first three members never change, so every version
/// recognises a plug-in for another one.
struct PluginHeader {
  static constexpr std::uint32_t kInterface = 1;

  char magic[8];            ///< "orrery\0\0"
  std::uint32_t interface;  ///< of this header
  std::uint32_t count;      ///< of algorithms
  const char* fingerprint;  ///< of the headers of its build
  const Algorithm* const* algorithms;
};

/// A fingerprint of the headers, and of other settings that determine the layout of values in
/// memory.
constexpr const char* kFingerprint =
#if defined(_GLIBCXX_USE_CXX11_ABI) && _GLIBCXX_USE_CXX11_ABI == 0
    ORRERY_HEADERS "-old-strings";
#else
    ORRERY_HEADERS;
#endif

}  // namespace orrery::inline algorithms

#define ORRERY_PLUGIN(...)                                                  \
  namespace orrery {                                                        \
  static const Algorithm* const plugin_algorithms[] = {__VA_ARGS__};        \
  }                                                                         \
  extern "C" {                                                              \
  extern const orrery::PluginHeader orrery_plugin;                          \
  const orrery::PluginHeader orrery_plugin = {                              \
      {'o', 'r', 'r', 'e', 'r', 'y', 0, 0},                                 \
      orrery::PluginHeader::kInterface,                                     \
      sizeof orrery::plugin_algorithms / sizeof *orrery::plugin_algorithms, \
      orrery::kFingerprint,                                                 \
      orrery::plugin_algorithms};                                           \
  }
