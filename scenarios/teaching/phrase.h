#pragma once

#include <string>
#include <vector>

#include "scenarios/teaching/forms.h"

namespace orrery::teaching {

/// A form with what stands at its places, or the name of a field.
class Phrase {
 public:
  Phrase() = default;
  /// THROWS ValueError, naming the form that is nearest.
  explicit Phrase(std::vector<std::string> words);

  /// THROWS NoAnswer.
  Value value(const Subject& subject) const;
  /// How many of a run's `rounds` rounds one has to see for it: all for what is said of the run as a whole, none
  /// for what is known before.
  int rounds(int rounds) const;

 private:
  Value single(const Subject& subject, const Places& places) const;
  Value row(const Subject& subject) const;

  bool counts_ = false;      ///< number of ...
  bool each_round_ = false;  ///< a row
  std::string field_;        ///< where it is not a form
  const Form* form_ = nullptr;
  Places places_;
};

}  // namespace orrery::teaching
