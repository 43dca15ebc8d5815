// Open MPI 4.1 sends everything through the functions of one table, the PML, which a program can
// replace.
#include <dlfcn.h>
#include <map>
#include <mpi.h>
#include <stdexcept>
#include <string>
#include <utility>

#include "tests/libraries/recorder.h"

namespace {

using orrery::testing::Sent;

using Send = int (*)(const void*, std::size_t, MPI_Datatype, int, int, int, MPI_Comm);
using Isend = int (*)(const void*, std::size_t, MPI_Datatype, int, int, int, MPI_Comm,
                      MPI_Request*);
using Start = int (*)(std::size_t, MPI_Request*);

/// The beginning of the table: functions by their places.
struct Table {
  void* before[9];
  Isend isend_init;  ///< of a message that start begins
  Isend isend;
  Send send;
  void* between[2];
  Start start;
};

bool records = false;
std::vector<Sent> sent;
std::map<MPI_Request, Sent> prepared;
Table plain;

Sent message(std::size_t count, MPI_Datatype type, int to) {
  int size = 0;
  PMPI_Type_size(type, &size);
  return {to, static_cast<std::int64_t>(count) * size};
}

void record(const Sent& s) {
  if (records) sent.push_back(s);
}

int isend_init(const void* data, std::size_t count, MPI_Datatype type, int to, int tag, int mode,
               MPI_Comm comm, MPI_Request* request) {
  const int code = plain.isend_init(data, count, type, to, tag, mode, comm, request);
  prepared[*request] = message(count, type, to);
  return code;
}

/// Starts requests to send and to receive.
int start(std::size_t count, MPI_Request* requests) {
  for (std::size_t i = 0; i < count; ++i)
    if (const auto found = prepared.extract(requests[i])) record(found.mapped());
  return plain.start(count, requests);
}

int isend(const void* data, std::size_t count, MPI_Datatype type, int to, int tag, int mode,
          MPI_Comm comm, MPI_Request* request) {
  record(message(count, type, to));
  return plain.isend(data, count, type, to, tag, mode, comm, request);
}

int send(const void* data, std::size_t count, MPI_Datatype type, int to, int tag, int mode,
         MPI_Comm comm) {
  record(message(count, type, to));
  return plain.send(data, count, type, to, tag, mode, comm);
}

/// Returns whether a function has the name that its place in the table requires.
bool is_named(void* function, const std::string& end) {
  Dl_info info{};
  if (dladdr(function, &info) == 0 || info.dli_sname == nullptr) return false;
  return std::string(info.dli_sname).ends_with(end);
}

}  // namespace

extern "C" Table mca_pml;

namespace orrery::testing {

void prepare_recorder() {
  for (const auto& [function, end] :
       {std::pair{reinterpret_cast<void*>(mca_pml.isend_init), "_isend_init"},
        std::pair{reinterpret_cast<void*>(mca_pml.isend), "_isend"},
        std::pair{reinterpret_cast<void*>(mca_pml.send), "_send"},
        std::pair{reinterpret_cast<void*>(mca_pml.start), "_start"}})
    if (!is_named(function, end)) throw std::runtime_error("the PML is not that of Open MPI 4.1");
  plain = mca_pml;
  mca_pml.isend_init = isend_init;
  mca_pml.isend = isend;
  mca_pml.send = send;
  mca_pml.start = start;
}

void start_recorder() {
  sent.clear();
  records = true;
}

std::vector<Sent> stop_recorder() {
  records = false;
  return sent;
}

}  // namespace orrery::testing
