#pragma once

#include <string>
#include <vector>

#include "scenarios/teaching/forms.h"

namespace orrery::teaching {

/// A form with the values of its places, or the name of a field.
class Phrase {
 public:
  Phrase() = default;
  /// Reads a phrase. THROWS ValueError, naming the nearest form.
  explicit Phrase(std::vector<std::string> words);

  /// Computes the value. THROWS NoAnswer.
  Value value(const Subject& subject) const;
  /// Returns the number of a run's `rounds` rounds that determine the value: all for values of the
  /// whole run, none for values that are known before.
  int rounds(int rounds) const;

 private:
  Value single(const Subject& subject, const Places& places) const;
  Value row(const Subject& subject) const;

  bool counts_ = false;      ///< number of ...
  bool each_round_ = false;  ///< a row
  std::string field_;        ///< if it is not a form
  const Form* form_ = nullptr;
  Places places_;
};

}  // namespace orrery::teaching
