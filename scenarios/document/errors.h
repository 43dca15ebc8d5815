#pragma once

#include <stdexcept>

/// What scenarios can fail with for reasons that are not theirs: what they are given, and where they are to write.
namespace orrery {

/// Bad input, with its place. what() reads "file:line:column: table.key: what is wrong; expected
/// ...".
class InputError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// A result cannot be written. what() names the option, the file and the reason.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace orrery
