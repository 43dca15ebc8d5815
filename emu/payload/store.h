#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "emu/payload/contributors.h"
#include "emu/payload/op.h"
#include "emu/payload/slice.h"

/// The contents of Slices. One code path, three stores: `real` bytes, `provenance` (the
/// contributing ranks) and `ghost` (sizes only).
namespace orrery::inline payload {

inline constexpr int kEveryRank = -1;

/// The expected contents of a range: element x of the range has logical index `logical` + x and is
/// the contribution of `contributor` to that index, or with kEveryRank the reduction over the
/// contributions of all ranks; with `through` > contributor that over ranks contributor .. through.
struct Content {
  std::int64_t logical = 0;
  int contributor = kEveryRank;
  int through = -1;

  /// Returns the first and last rank whose contributions are reduced, of `ranks` in all.
  int first() const { return contributor == kEveryRank ? 0 : contributor; }
  int last(int ranks) const {
    return contributor == kEveryRank ? ranks - 1 : through > contributor ? through : contributor;
  }
};

/// A range whose elements represent other elements, or combine other contributions, than before.
struct ContentChange {
  Slice range;
  std::int64_t logical = 0;  ///< of its first element
  ContributorSets::Id contributors = ContributorSets::kUndefined;
  std::span<const Contributors> set;
};

class Store {
 public:
  using Observer = std::function<void(const ContentChange&)>;

  virtual ~Store() = default;
  virtual std::uint32_t element_bytes() const = 0;
  /// Returns a new buffer of `count` elements, contents undefined (and known to be undefined to
  /// provenance and to mismatch()).
  virtual Slice allocate(std::int64_t count) = 0;
  /// Returns false for ghost: then copy and reduce are optional.
  virtual bool has_content() const = 0;
  /// Returns the elements of `parts`, in order, as one slice (none of them joined). Costs no copy.
  /// Valid until release().
  Slice join(std::span<const Slice> parts);
  void release(Slice joined);
  /// Returns the slices that were joined; empty if `s` is not joined.
  std::span<const Slice> parts(Slice s) const {
    return s.joined() ? std::span<const Slice>(joined_[static_cast<std::size_t>(s.offset())])
                      : std::span<const Slice>();
  }
  /// Copies: the first from.count() elements of into := from. REQUIRES into.count() >=
  /// from.count().
  void copy(Slice into, Slice from);
  /// Reduces: into := into ⊕ from, or from ⊕ into with from_first; equal counts.
  void reduce(Slice into, Slice from, bool from_first);
  /// Fills `slice` with the contribution of rank `contributor`, logical indices from
  /// `content.logical` on.
  virtual void fill(Slice slice, Content content) = 0;
  /// Describes the first difference between `slice` and `expected`; nullopt if there is none.
  virtual std::optional<std::string> mismatch(Slice slice, Content expected) const = 0;
  /// Reports the current contents to `observer` (empty: none) and then every change. Only for
  /// provenance; other stores report nothing.
  virtual void observe(Observer /*observer*/) {}  // NOLINT(*-value-param): others keep it

 protected:
  /// Implements copy() and reduce() for slices that are not joined; equal counts.
  virtual void copy_range(Slice into, Slice from) = 0;
  virtual void reduce_range(Slice into, Slice from, bool from_first) = 0;

 private:
  template <class F>
  void for_each_range(Slice into, Slice from, F&& f) const;

  std::vector<std::vector<Slice>> joined_;
  std::vector<std::size_t> free_;
};

enum class PayloadKind { kReal, kProvenance, kGhost };

/// Creates a store; `ranks` is the number of contributors.
std::unique_ptr<Store> make_store(PayloadKind kind, const Op& op, int ranks);

}  // namespace orrery::inline payload
