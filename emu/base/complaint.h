#pragma once

#include <stdexcept>
#include <string>
#include <utility>

/// Bad values as data: the mistake and the expected form.
namespace orrery::inline base {

/// A mistake in a given value. Any part may be empty.
struct Complaint {
  std::string what;           ///< "'fill' is unknown"
  std::string expected = {};  ///< "full or half"
  std::string nearest = {};   ///< "full": the word that was probably meant
  bool whole = false;         ///< `what` is a complete message from elsewhere, with the other parts
                              ///< in it

  /// Returns "'fill' is unknown; expected full or half; did you mean 'full'?".
  std::string text() const;
};

/// A text that is not a value of its kind. The caller knows its place and makes an InputError of
/// it.
class ValueError : public std::invalid_argument {
 public:
  explicit ValueError(Complaint complaint)
      : std::invalid_argument(complaint.text()), complaint_(std::move(complaint)) {}
  const Complaint& complaint() const { return complaint_; }

 private:
  Complaint complaint_;
};

}  // namespace orrery::inline base
