#pragma once

#include <stdexcept>
#include <string>
#include <utility>

/// Bad values as data: what is wrong with them, and what was expected.
namespace orrery {

/// What is wrong with something that was given. Any part may be empty.
struct Complaint {
  std::string what;           ///< "'fill' is unknown"
  std::string expected = {};  ///< "full or half"
  std::string nearest = {};   ///< "full": what was probably meant
  bool whole = false;         ///< `what` has a text from elsewhere, which says the rest as well

  /// "'fill' is unknown; expected full or half; did you mean 'full'?"
  std::string text() const;
};

/// A text that is not a value of its kind. The caller, who knows its place, makes an InputError of it.
class ValueError : public std::invalid_argument {
 public:
  explicit ValueError(Complaint complaint)
      : std::invalid_argument(complaint.text()), complaint_(std::move(complaint)) {}
  const Complaint& complaint() const { return complaint_; }

 private:
  Complaint complaint_;
};

}  // namespace orrery
