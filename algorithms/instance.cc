#include "algorithms/instance.h"

#include "algorithms/common/packing_comm.h"
#include "algorithms/common/skips.h"

namespace orrery {

Instance::Instance(const Algorithm& a, const Problem& x)
    : algorithm_(chosen(a, x)),
      collective_(find_collective(a.collective)),
      problem_(settled(algorithm_, x)),
      length_(collective_.vector_length(problem_)),
      blocks_(blocks_for(algorithm_, problem_)),
      partition_(blocks_of(collective_, x)),
      skips_(x.skips.empty() ? circulant::halving_skips(x.p) : x.skips) {}

void Instance::fill(Store& store, Slice v, int rank) const {
  for (const Piece& piece : collective_.before(problem_, rank))
    store.fill(v.part(piece.offset, piece.count), piece.content);
}

/// The copy is in the place of the result if that is as long, otherwise in scratch. What is in v afterwards
/// is the copy, as far as contents go.
void Instance::keep_input(Comm& c, Slice v) const {
  std::int64_t result = 0;
  for (const Piece& piece : collective_.after(problem_, c.rank())) result += piece.count;
  c.copy(result == v.count() ? v : c.scratch(v.count()), v);
}

void Instance::run(Comm& c, Slice v) const {
  if (problem_.separate_buffers && collective_.reduces) keep_input(c, v);
  const Call call{v, partition_, problem_.root, blocks_, skips_, problem_};
  if (!problem_.packs) return algorithm_.run(c, call);
  PackingComm packing(c);
  algorithm_.run(packing, call);
}

std::optional<std::string> Instance::mismatch(const Store& store, Slice v, int rank) const {
  for (const Piece& piece : collective_.after(problem_, rank))
    if (auto difference = store.mismatch(v.part(piece.offset, piece.count), piece.content))
      return text_of("rank ", rank, ": ", *difference);
  return std::nullopt;
}

std::vector<Program::Barrier> Instance::barriers() const {
  if (!collective_.synchronises) return {};
  return {{this, problem_.p}};
}

}  // namespace orrery
