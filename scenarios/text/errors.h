#pragma once

#include <exception>
#include <stdexcept>
#include <string>

#include "emu/base/complaint.h"

/// Errors with causes outside of the program: in a scenario's input, or at its outputs. Errors are
/// data, from which their texts are made.
namespace orrery::inline text {

/// Returns the complaint of an error. The text of errors from lower layers is whole, except that of
/// a TopologyError.
Complaint complaint_of(const std::exception& error);

/// The place where something was given.
struct Place {
  std::string source = {};   ///< a file, or "--bytes"; may be empty
  int line = 0, column = 0;  ///< from 1; 0: not known
  bool is_option = false;    ///< on the command line: `source` names the key, too

  /// Returns "s.toml:3:13", "s.toml:3", "s.toml" or "--bytes".
  std::string text() const;
};

/// Bad input, with its place.
class InputError : public std::invalid_argument {
 public:
  /// Creates an error whose what() reads "file:line:column: table.key: what is wrong; expected ...;
  /// did you mean '...'? (remark)". `key` is "run.bytes", or another name from the file, or empty;
  /// `usual` describes values of the key, for complaints that do not; `remark` names the affected
  /// part: "cell ranks 5".
  InputError(Place place, std::string key, Complaint complaint, std::string usual = {},
             std::string remark = {});
  /// Creates an error of one text.
  explicit InputError(const std::string& whole)
      : InputError({}, {}, {.what = whole, .whole = true}) {}
  /// Copies an error and gives it another remark.
  InputError(const InputError& error, std::string remark);

  const Place& place() const { return place_; }
  const std::string& key() const { return key_; }
  const Complaint& complaint() const { return complaint_; }
  /// Returns the expected value; empty if what() describes it in other words.
  const std::string& expected() const {
    return complaint_.expected.empty() ? usual_ : complaint_.expected;
  }
  const std::string& nearest() const { return complaint_.nearest; }
  /// Returns what() without the place.
  std::string text_without_place() const;

 private:
  Place place_;
  std::string key_;
  Complaint complaint_;
  std::string usual_;
  std::string remark_;
};

/// An error: a result cannot be written. what() names the option, the file and the reason.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace orrery::inline text
