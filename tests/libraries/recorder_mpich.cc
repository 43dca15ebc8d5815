// MPICH 4.0 on UCX sends everything with one function of UCX, which a program can intercept.
#include <dlfcn.h>
#include <map>
#include <mpi.h>
#include <stdexcept>

#include "tests/libraries/recorder.h"

namespace {

using orrery::testing::Sent;

struct Begun {
  void* peer;  ///< UCX's handle of a receiver
  std::int64_t bytes;
};

bool records = false;
std::vector<Begun> begun;
int own_rank = 0;
std::map<void*, int> rank_of;  // of all others

using Send = void* (*)(void*, const void*, std::size_t, std::uint64_t, const void*);

void* send_with(const char* function, void* peer, const void* data, std::size_t bytes,
                std::uint64_t tag, const void* options) {
  if (records) begun.push_back({peer, static_cast<std::int64_t>(bytes)});
  return reinterpret_cast<Send>(dlsym(RTLD_NEXT, function))(peer, data, bytes, tag, options);
}

}  // namespace

extern "C" void* ucp_tag_send_nbx(void* peer, const void* data, std::size_t bytes,
                                  std::uint64_t tag, const void* options) {
  return send_with("ucp_tag_send_nbx", peer, data, bytes, tag, options);
}

extern "C" void* ucp_tag_send_sync_nbx(void* peer, const void* data, std::size_t bytes,
                                       std::uint64_t tag, const void* options) {
  return send_with("ucp_tag_send_sync_nbx", peer, data, bytes, tag, options);
}

namespace orrery::testing {

/// Sends from every rank to every other one, which shows UCX's names of the ranks.
void prepare_recorder() {
  int p = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &own_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &p);
  for (int distance = 1; distance < p; ++distance) {
    const int to = (own_rank + distance) % p, from = (own_rank + p - distance) % p;
    char sent = 0, received = 0;
    MPI_Request receive = MPI_REQUEST_NULL;
    MPI_Irecv(&received, 1, MPI_BYTE, from, 0, MPI_COMM_WORLD, &receive);
    start_recorder();
    MPI_Send(&sent, 1, MPI_BYTE, to, 0, MPI_COMM_WORLD);
    records = false;
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    if (begun.size() != 1 || begun.front().bytes != 1)
      throw std::runtime_error("a message is not one of UCX: is MPIR_CVAR_NOLOCAL set?");
    rank_of[begun.front().peer] = to;
  }
  if (static_cast<int>(rank_of.size()) != p - 1)
    throw std::runtime_error("UCX does not tell the receivers apart");
}

void start_recorder() {
  begun.clear();
  records = true;
}

std::vector<Sent> stop_recorder() {
  records = false;
  std::vector<Sent> sent;
  for (const Begun& b : begun) {
    const auto known = rank_of.find(b.peer);
    sent.push_back({known != rank_of.end() ? known->second : own_rank, b.bytes});
  }
  return sent;
}

}  // namespace orrery::testing
