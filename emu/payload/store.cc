#include "emu/payload/store.h"

#include "emu/payload/provenance_store.h"
#include "emu/payload/real_store.h"

namespace orrery {

namespace {

/// Sizes only.
class GhostStore : public Store {
 public:
  explicit GhostStore(std::uint32_t element_bytes) : element_bytes_(element_bytes) {}
  std::uint32_t element_bytes() const override { return element_bytes_; }
  Slice allocate(std::int64_t count) override { return {0, element_bytes_, 0, count}; }
  bool has_content() const override { return false; }
  void copy(Slice, Slice) override {}
  void reduce(Slice, Slice, bool) override {}
  void fill(Slice, Content) override {}
  std::optional<std::string> mismatch(Slice, Content) const override { return std::nullopt; }

 private:
  std::uint32_t element_bytes_;
};

}  // namespace

std::unique_ptr<Store> make_store(PayloadKind kind, const Op& op, int ranks) {
  switch (kind) {
    case PayloadKind::kReal:
      return std::make_unique<RealStore>(op, ranks);
    case PayloadKind::kProvenance:
      return std::make_unique<ProvenanceStore>(op.element_bytes, ranks);
    case PayloadKind::kGhost:
      break;
  }
  return std::make_unique<GhostStore>(op.element_bytes);
}

}  // namespace orrery
