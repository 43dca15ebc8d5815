// Runs collectives of an MPI library and says what it sent for each: a line "case COLLECTIVE:BYTES:ROOT", then one for each
// message, "SOURCE DESTINATION BYTES", by source and in order. Bytes are counted as `orrery list collectives` says. A
// collective with an i before its name is the nonblocking one.
#include <cstdio>
#include <exception>
#include <functional>
#include <map>
#include <mpi.h>
#include <numeric>
#include <string>

#include "tests/libraries/recorder.h"

namespace orrery::testing {
namespace {

struct Call {
  int bytes, root, rank, p;
  char *in, *out;  ///< room for p times the bytes each
  MPI_Request* request;

  bool at_root() const { return rank == root; }
  std::vector<int> sizes() const {
    std::vector<int> sizes(static_cast<std::size_t>(p), bytes / p);
    for (int i = 0; i < bytes % p; ++i) ++sizes[static_cast<std::size_t>(i)];
    return sizes;
  }
};

std::vector<int> places(const std::vector<int>& sizes) {
  std::vector<int> places(sizes.size());
  std::exclusive_scan(sizes.begin(), sizes.end(), places.begin(), 0);
  return places;
}

const MPI_Comm kAll = MPI_COMM_WORLD;
const MPI_Datatype kByte = MPI_BYTE;

int reduce_scatter(const Call& c) {
  const std::vector<int> sizes = c.sizes();
  return MPI_Reduce_scatter(c.in, c.out, sizes.data(), kByte, MPI_BOR, kAll);
}

int reduce_scatter_block(const Call& c) {
  return MPI_Reduce_scatter_block(c.in, c.out, c.bytes / c.p, kByte, MPI_BOR, kAll);
}

int allgatherv(const Call& c) {
  const std::vector<int> sizes = c.sizes(), at = places(sizes);
  return MPI_Allgatherv(c.in, sizes[static_cast<std::size_t>(c.rank)], kByte, c.out, sizes.data(),
                        at.data(), kByte, kAll);
}

int gatherv(const Call& c) {
  const std::vector<int> sizes = c.sizes(), at = places(sizes);
  return MPI_Gatherv(c.in, sizes[static_cast<std::size_t>(c.rank)], kByte, c.out, sizes.data(),
                     at.data(), kByte, c.root, kAll);
}

int scatterv(const Call& c) {
  const std::vector<int> sizes = c.sizes(), at = places(sizes);
  return MPI_Scatterv(c.in, sizes.data(), at.data(), kByte, c.out,
                      sizes[static_cast<std::size_t>(c.rank)], kByte, c.root, kAll);
}

/// Runs an alltoallv in which every rank has equal data for every other.
int alltoallv(const Call& c) {
  const std::vector<int> sizes(static_cast<std::size_t>(c.p), c.bytes / c.p / c.p);
  const std::vector<int> at = places(sizes);
  return MPI_Alltoallv(c.in, sizes.data(), at.data(), kByte, c.out, sizes.data(), at.data(), kByte,
                       kAll);
}

using Function = int (*)(const Call&);

const std::map<std::string, Function>& functions() {
  static const std::map<std::string, Function> all{
      {"broadcast", [](const Call& c) { return MPI_Bcast(c.in, c.bytes, kByte, c.root, kAll); }},
      {"reduce",
       [](const Call& c) {
         return MPI_Reduce(c.in, c.out, c.bytes, kByte, MPI_BOR, c.root, kAll);
       }},
      {"allreduce",
       [](const Call& c) { return MPI_Allreduce(c.in, c.out, c.bytes, kByte, MPI_BOR, kAll); }},
      {"allgather",
       [](const Call& c) {
         return MPI_Allgather(c.in, c.bytes, kByte, c.out, c.bytes, kByte, kAll);
       }},
      {"allgatherv", allgatherv},
      {"reduce-scatter", reduce_scatter},
      {"reduce-scatter-block", reduce_scatter_block},
      {"alltoall",
       [](const Call& c) {
         return MPI_Alltoall(c.in, c.bytes, kByte, c.out, c.bytes, kByte, kAll);
       }},
      {"alltoallv", alltoallv},
      {"gather",
       [](const Call& c) {
         return MPI_Gather(c.in, c.bytes, kByte, c.out, c.bytes, kByte, c.root, kAll);
       }},
      {"scatter",
       [](const Call& c) {
         return MPI_Scatter(c.in, c.bytes, kByte, c.out, c.bytes, kByte, c.root, kAll);
       }},
      {"gatherv", gatherv},
      {"scatterv", scatterv},
      {"scan", [](const Call& c) { return MPI_Scan(c.in, c.out, c.bytes, kByte, MPI_BOR, kAll); }},
      {"exscan",
       [](const Call& c) { return MPI_Exscan(c.in, c.out, c.bytes, kByte, MPI_BOR, kAll); }},
      {"barrier", [](const Call&) { return MPI_Barrier(kAll); }},
      {"ibroadcast",
       [](const Call& c) { return MPI_Ibcast(c.in, c.bytes, kByte, c.root, kAll, c.request); }},
      {"ireduce",
       [](const Call& c) {
         return MPI_Ireduce(c.in, c.out, c.bytes, kByte, MPI_BOR, c.root, kAll, c.request);
       }},
      {"iallreduce",
       [](const Call& c) {
         return MPI_Iallreduce(c.in, c.out, c.bytes, kByte, MPI_BOR, kAll, c.request);
       }},
      {"iallgather",
       [](const Call& c) {
         return MPI_Iallgather(c.in, c.bytes, kByte, c.out, c.bytes, kByte, kAll, c.request);
       }},
      {"ireduce-scatter-block",
       [](const Call& c) {
         return MPI_Ireduce_scatter_block(c.in, c.out, c.bytes / c.p, kByte, MPI_BOR, kAll,
                                          c.request);
       }},
      {"ialltoall",
       [](const Call& c) {
         return MPI_Ialltoall(c.in, c.bytes, kByte, c.out, c.bytes, kByte, kAll, c.request);
       }},
      {"igather",
       [](const Call& c) {
         return MPI_Igather(c.in, c.bytes, kByte, c.out, c.bytes, kByte, c.root, kAll, c.request);
       }},
      {"iscatter",
       [](const Call& c) {
         return MPI_Iscatter(c.in, c.bytes, kByte, c.out, c.bytes, kByte, c.root, kAll, c.request);
       }},
      {"iscan",
       [](const Call& c) {
         return MPI_Iscan(c.in, c.out, c.bytes, kByte, MPI_BOR, kAll, c.request);
       }},
      {"iexscan",
       [](const Call& c) {
         return MPI_Iexscan(c.in, c.out, c.bytes, kByte, MPI_BOR, kAll, c.request);
       }},
      {"ibarrier", [](const Call& c) { return MPI_Ibarrier(kAll, c.request); }}};
  return all;
}

std::vector<Sent> sent_by(Function function, const Call& call) {
  MPI_Barrier(kAll);
  start_recorder();
  function(call);
  MPI_Wait(call.request, MPI_STATUS_IGNORE);
  std::vector<Sent> sent = stop_recorder();
  MPI_Barrier(kAll);
  return sent;
}

/// Prints the messages of all ranks at rank 0, one rank after another.
void print(const std::vector<Sent>& own, int rank, int p) {
  constexpr int kTag = 7;
  const int bytes = static_cast<int>(own.size() * sizeof(Sent));
  if (rank != 0) {
    MPI_Send(own.data(), bytes, kByte, 0, kTag, kAll);
    return;
  }
  for (int source = 0; source < p; ++source) {
    std::vector<Sent> sent = own;
    if (source != 0) {
      MPI_Status status;
      int size = 0;
      MPI_Probe(source, kTag, kAll, &status);
      MPI_Get_count(&status, kByte, &size);
      sent.resize(static_cast<std::size_t>(size) / sizeof(Sent));
      MPI_Recv(sent.data(), size, kByte, source, kTag, kAll, MPI_STATUS_IGNORE);
    }
    for (const Sent& s : sent)
      std::printf("%d %d %lld\n", source, s.to, static_cast<long long>(s.bytes));
  }
}

void run(const std::string& text, int rank, int p) {
  const std::size_t first = text.find(':'), second = text.find(':', first + 1);
  const int bytes = std::stoi(text.substr(first + 1, second - first - 1));
  const std::size_t room = static_cast<std::size_t>(bytes) * static_cast<std::size_t>(p) + 1;
  std::vector<char> in(room), out(room);
  MPI_Request request = MPI_REQUEST_NULL;
  const Call call{bytes,   std::stoi(text.substr(second + 1)), rank, p, in.data(), out.data(),
                  &request};
  const std::vector<Sent> sent = sent_by(functions().at(text.substr(0, first)), call);
  if (rank == 0) std::printf("case %s\n", text.c_str());
  print(sent, rank, p);
}

}  // namespace
}  // namespace orrery::testing

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, p = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &p);
  try {
    orrery::testing::prepare_recorder();
    for (int i = 1; i < argc; ++i) orrery::testing::run(argv[i], rank, p);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "sends: %s\n", e.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
}
