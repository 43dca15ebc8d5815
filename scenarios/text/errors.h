#pragma once

#include <exception>
#include <stdexcept>
#include <string>

#include "emu/base/complaint.h"

/// What scenarios fail with for reasons that are not theirs: what they are given, and where they are to
/// write. Errors are data, and their texts are made from it.
namespace orrery {

/// What an error complains of. The text of one from below is whole, but for that of a TopologyError.
Complaint complaint_of(const std::exception& error);

/// Where something was given.
struct Place {
  std::string source = {};   ///< a file, or "--bytes"; may be empty
  int line = 0, column = 0;  ///< from 1; 0: not known
  bool is_option = false;    ///< on the command line: `source` says the key as well

  /// "s.toml:3:13", "s.toml:3", "s.toml" or "--bytes".
  std::string text() const;
};

/// Bad input, with its place.
class InputError : public std::invalid_argument {
 public:
  /// what() reads "file:line:column: table.key: what is wrong; expected ...; did you mean '...'?
  /// (remark)". `key` is "run.bytes", or what else stands there in a file, or empty; `usual` is what
  /// values of the key look like, where the complaint does not say more; `remark` says where it matters:
  /// "cell ranks 5".
  InputError(Place place, std::string key, Complaint complaint, std::string usual = {},
             std::string remark = {});
  /// An error of one text.
  explicit InputError(const std::string& whole)
      : InputError({}, {}, {.what = whole, .whole = true}) {}
  /// An error like another but for its remark.
  InputError(const InputError& error, std::string remark);

  const Place& place() const { return place_; }
  const std::string& key() const { return key_; }
  const Complaint& complaint() const { return complaint_; }
  /// What was expected; empty if what() says it in other words.
  const std::string& expected() const {
    return complaint_.expected.empty() ? usual_ : complaint_.expected;
  }
  const std::string& nearest() const { return complaint_.nearest; }
  /// what() without the place.
  std::string text_without_place() const;

 private:
  Place place_;
  std::string key_;
  Complaint complaint_;
  std::string usual_;
  std::string remark_;
};

/// A result cannot be written. what() names the option, the file and the reason.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace orrery
