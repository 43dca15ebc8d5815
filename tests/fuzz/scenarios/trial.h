#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "scenarios/spec/scenario.h"
#include "tests/fuzz/scenarios/random_cells.h"

/// Random scenarios, and properties that must hold for each of them.
namespace orrery::testing {

struct Trial {
  Overrides options;                    ///< keys and values, as on the command line
  std::vector<std::string> operations;  ///< [[operation]] tables; none: a collective
};

/// Draws trials: a cell of RandomCells, every third one with operations in place of its collective.
class RandomTrials {
 public:
  explicit RandomTrials(std::uint64_t seed) : cells_(seed), random_(~seed) {}
  Trial next();

 private:
  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  template <class T>
  T pick(std::initializer_list<T> of) {
    return of.begin()[below(of.size())];
  }
  std::string operation(std::size_t number);
  void replace_collective(Trial& trial);

  RandomCells cells_;
  std::mt19937_64 random_;
};

/// Returns the trial as a reader can run it: a command, and the file that it reads where there are operations.
std::string text_of(const Trial& trial);

/// A property of a trial that does not hold.
struct Broken {
  std::string check;  ///< "payload", "symmetry", "causes", "bounds", "sweep", "resume"
  std::string what;
};

/// Runs a trial in all the ways that must agree. Returns the first check that does not hold; nothing where all do, or
/// where the scenario is refused.
std::optional<Broken> broken_by(const Trial& trial);
/// Returns whether the scenario can be run.
bool can_run(const Trial& trial);

/// Returns the trial with all options and operations removed, and all numbers made smaller, without which it still fails.
Trial minimal(Trial trial, const std::function<bool(const Trial&)>& fails);

}  // namespace orrery::testing
