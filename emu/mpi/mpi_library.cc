#include "emu/mpi/mpi_library.h"

namespace orrery::inline mpi {

std::string mpi_error_text(int code) {
  std::string text(MPI_MAX_ERROR_STRING, '\0');
  int length = 0;
  if (MPI_Error_string(code, text.data(), &length) != MPI_SUCCESS)
    return text_of("MPI error ", code);
  text.resize(static_cast<std::size_t>(length));
  return text;
}

OwnedComm duplicate(MPI_Comm comm) {
  MPI_Comm copy = MPI_COMM_NULL;
  check_mpi(MPI_Comm_dup(comm, &copy), "MPI_Comm_dup");
  return OwnedComm(copy);
}

}  // namespace orrery::inline mpi
