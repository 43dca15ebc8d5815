#pragma once

#include <memory>
#include <mpi.h>
#include <utility>

#include "emu/base/check.h"

/// Shared parts of emu/mpi: errors of MPI as exceptions, and handles with owners.
namespace orrery::inline mpi {

/// Returns MPI's own text for an error code.
std::string mpi_error_text(int code);

/// Throws LogicError unless `code` is MPI_SUCCESS.
inline void check_mpi(int code, const char* call) {
  EMU_ASSERT(code == MPI_SUCCESS, call, ": ", mpi_error_text(code));
}

/// A communicator that is freed at the end. Errors on it are returned, not fatal.
class OwnedComm {
 public:
  OwnedComm() = default;
  explicit OwnedComm(MPI_Comm comm) : comm_(comm) {
    check_mpi(MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  }
  OwnedComm(OwnedComm&& other) noexcept : comm_(std::exchange(other.comm_, MPI_COMM_NULL)) {}
  OwnedComm& operator=(OwnedComm&& other) noexcept {
    std::swap(comm_, other.comm_);
    return *this;
  }
  ~OwnedComm() {
    if (comm_ != MPI_COMM_NULL) MPI_Comm_free(&comm_);
  }
  MPI_Comm get() const { return comm_; }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
};

/// Returns a duplicate of `comm`. Collective.
OwnedComm duplicate(MPI_Comm comm);

}  // namespace orrery::inline mpi
