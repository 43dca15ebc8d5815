#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

/// Errors: bad input is std::invalid_argument, a broken invariant is LogicError. Both carry the
/// values involved.
namespace orrery::inline base {

/// A bug in this program or in an algorithm that runs on it.
class LogicError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Concatenates the parts. Not inlined: its stream would be on the stack of every fiber that
/// checks.
template <class... Parts>
[[gnu::noinline, gnu::cold]] std::string text_of(const Parts&... parts) {
  std::ostringstream out;
  (out << ... << parts);
  return out.str();
}

}  // namespace orrery::inline base

/// EMU_CHECK(k > 0, "torus: dimension ", i, " is ", k, "; expected at least 1"): throws
/// std::invalid_argument.
#define EMU_CHECK(condition, ...)                                  \
  do {                                                             \
    if (!(condition)) [[unlikely]]                                 \
      throw std::invalid_argument(::orrery::text_of(__VA_ARGS__)); \
  } while (false)

/// Checks an invariant: throws LogicError.
#define EMU_ASSERT(condition, ...)                                \
  do {                                                            \
    if (!(condition)) [[unlikely]]                                \
      throw ::orrery::LogicError(::orrery::text_of(__VA_ARGS__)); \
  } while (false)
