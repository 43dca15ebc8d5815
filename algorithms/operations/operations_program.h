#pragma once

#include <memory>
#include <vector>

#include "algorithms/operations/operations.h"
#include "algorithms/program.h"
#include "emu/comm/emulated_comm.h"

namespace orrery::inline algorithms {

/// Operations on groups of ranks. A rank begins each of its operations as soon as its predecessors
/// have ended; concurrent operations share its ports, links and processor. The vector of a rank has
/// one part for each operation, verified as that of a single collective. Several operations run in
/// the emulator only.
class OperationsProgram : public Program {
 public:
  /// Prepares the program. `operations` must outlive it. REQUIRES at least one; no cycle;
  /// algorithms of the program's own catalogue that support their problems.
  explicit OperationsProgram(const std::vector<GroupOperation>& operations);
  ~OperationsProgram() override;

  std::int64_t length() const override { return length_; }
  void fill(Store& store, Slice v, int rank) const override;
  void run(Comm& c, Slice v) const override;
  std::optional<std::string> mismatch(const Store& store, Slice v, int rank) const override;
  std::vector<Barrier> barriers() const override;

 private:
  class Part;  // of one operation and one group
  struct Member {
    const Part* part = nullptr;  // null: the rank takes no part
    int place = 0;               // its number in the group
  };

  const Member& member(std::size_t operation, int rank) const;
  /// Returns whether there is one operation, of all ranks: it is the whole run.
  bool is_one_of_all(int ranks) const;
  void run_operation(std::size_t operation, Comm& c, Slice v) const;
  Slice part_of(std::size_t operation, Slice v) const;

  const std::vector<GroupOperation>& operations_;
  std::vector<int> first_rounds_;
  std::vector<std::unique_ptr<Part>> parts_;
  std::vector<std::vector<Member>>
      members_;  // by operation and rank; as long as the highest rank says
  std::vector<std::int64_t> offsets_, lengths_;  // by operation: its part of a rank's vector
  std::int64_t length_ = 0;
};

}  // namespace orrery::inline algorithms
