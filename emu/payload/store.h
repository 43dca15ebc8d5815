#pragma once

#include <memory>
#include <optional>
#include <string>

#include "emu/payload/op.h"
#include "emu/payload/slice.h"

/// What stands behind a Slice. One code path, three stores: `real` bytes, `provenance` (who
/// contributed what) and `ghost` (sizes only).
namespace orrery {

inline constexpr int kEveryRank = -1;

/// What a range of elements must hold: element x of the range has logical index `logical` + x and
/// is the contribution of `contributor` to that index, or with kEveryRank the reduction over the
/// contributions of all ranks.
struct Content {
  std::int64_t logical = 0;
  int contributor = kEveryRank;
};

class Store {
 public:
  virtual ~Store() = default;
  virtual std::uint32_t element_bytes() const = 0;
  /// A new buffer of `count` elements, contents undefined (and known to be undefined to provenance
  /// and to mismatch()).
  virtual Slice allocate(std::int64_t count) = 0;
  /// False for ghost: then copy and reduce need not be called at all.
  virtual bool has_content() const = 0;
  /// into := from; equal counts.
  virtual void copy(Slice into, Slice from) = 0;
  /// into := into ⊕ from, or from ⊕ into with from_first; equal counts.
  virtual void reduce(Slice into, Slice from, bool from_first) = 0;
  /// Fills `slice` with the contribution of rank `contributor`, logical indices from
  /// `content.logical` on.
  virtual void fill(Slice slice, Content content) = 0;
  /// Says in words where `slice` differs from `expected` (first difference), or nothing.
  virtual std::optional<std::string> mismatch(Slice slice, Content expected) const = 0;
};

enum class PayloadKind { kReal, kProvenance, kGhost };

/// `ranks` is the number of contributors.
std::unique_ptr<Store> make_store(PayloadKind kind, const Op& op, int ranks);

}  // namespace orrery
