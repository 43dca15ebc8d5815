#include "emu/mpi/layout.h"

#include <algorithm>
#include <vector>

namespace orrery {

namespace {

constexpr std::int64_t kMostBytes = std::int64_t{1} << 30;  ///< of a block of a datatype

/// Pieces of memory as a datatype relative to MPI_BOTTOM.
class Pieces {
 public:
  void add(std::byte* address, std::int64_t bytes) {
    for (std::int64_t at = 0; at < bytes; at += kMostBytes) {
      MPI_Aint place = 0;
      check_mpi(MPI_Get_address(address + at, &place), "MPI_Get_address");
      places_.push_back(place);
      lengths_.push_back(static_cast<int>(std::min(kMostBytes, bytes - at)));
    }
  }
  MPI_Datatype type() const {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    check_mpi(MPI_Type_create_hindexed(static_cast<int>(lengths_.size()), lengths_.data(),
                                       places_.data(), MPI_BYTE, &type),
              "MPI_Type_create_hindexed");
    check_mpi(MPI_Type_commit(&type), "MPI_Type_commit");
    return type;
  }

 private:
  std::vector<int> lengths_;
  std::vector<MPI_Aint> places_;
};

}  // namespace

Layout::Layout(RealStore& store, Slice s) {
  const std::int64_t bytes = s.bytes().count();
  if (bytes == 0) return;
  if (!s.joined() && bytes <= kMostBytes) {
    address_ = store.data(s);
    count_ = static_cast<int>(bytes);
    return;
  }
  Pieces pieces;
  if (!s.joined()) pieces.add(store.data(s), bytes);
  for (const Slice& part : store.parts(s))
    if (part.count() > 0) pieces.add(store.data(part), part.bytes().count());
  address_ = MPI_BOTTOM;
  count_ = 1;
  type_ = pieces.type();
}

Layout::~Layout() {
  if (type_ != MPI_BYTE) MPI_Type_free(&type_);  // messages under way keep it
}

}  // namespace orrery
