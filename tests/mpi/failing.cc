// Programs that fail, for command_test: failing hang | throw.
#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>

#include "emu/mpi/processes.h"

namespace orrery {
namespace {

/// Ends rank 0 while the others wait: rank 1 in a call, rank 2 in two lanes.
void hang(Comm& c) {
  c.round(4);
  if (c.rank() == 1) c.recv(Slice::token(), 0, 5);
  if (c.rank() == 2)
    c.lanes(1, [](Comm& lane, int) {
      const Handle both[] = {lane.irecv(Slice::token(), 0, 1), lane.irecv(Slice::token(), 1, 2)};
      lane.wait_all(both);
    });
}

int run(int argc, char** argv) {
  Processes processes(argc, argv, "failing");
  RealStore store(find_op("sum", "uint8"), processes.size());
  MpiRank rank(processes, store, MpiRank::Seconds(2), 3);
  // All ranks have to make the lanes.
  rank.run([](Comm& c) { c.lanes(1, [](Comm&, int) {}); });
  try {
    if (std::strcmp(argv[1], "hang") == 0) rank.run(hang);
    if (std::strcmp(argv[1], "throw") == 0)
      rank.run([](Comm&) { throw std::runtime_error("the dog ate my block"); });
  } catch (const std::exception& e) {
    processes.fail(3, e.what());
  }
  return 0;
}

}  // namespace
}  // namespace orrery

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  return orrery::run(argc, argv);
}
