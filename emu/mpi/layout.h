#pragma once

#include "emu/mpi/mpi_library.h"
#include "emu/payload/real_store.h"

namespace orrery {

/// How MPI finds the bytes of a slice: as bytes from `address` on where they lie together, otherwise
/// (joined slices, or more bytes than an int counts) as one element of a derived datatype. Messages
/// of any size are MPI_BYTEs to both sides.
class Layout {
 public:
  Layout(RealStore& store, Slice s);
  ~Layout();
  Layout(const Layout&) = delete;
  Layout& operator=(const Layout&) = delete;

  void* address() const { return address_; }
  int count() const { return count_; }
  MPI_Datatype type() const { return type_; }

 private:
  void* address_ = nullptr;
  int count_ = 0;
  MPI_Datatype type_ = MPI_BYTE;
};

}  // namespace orrery
