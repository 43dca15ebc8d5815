#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "emu/base/handle.h"
#include "emu/comm/comm.h"
#include "emu/comm/communicator_numbers.h"
#include "emu/engine/fibers/fibers.h"
#include "emu/mpi/control.h"
#include "emu/mpi/processes.h"
#include "emu/payload/real_store.h"

/// Inside MpiRank: the tasks of one process and their pending requests.
namespace orrery::inline mpi {

/// A communicator of programs, with its subs: they are created once and reused by later runs.
struct Context {
  OwnedComm comm;
  std::vector<int> world;  ///< ranks in the world
  int own = 0;             ///< this process's rank
  std::deque<Context> lanes;
  CommunicatorNumbers numbers;  ///< of the subs
  std::map<int, Context> subs;  ///< by number

  int size() const { return static_cast<int>(world.size()); }
  /// Resets the numbers before a run, as if no sub had been created.
  void restart();
};

class RankEngine {
 public:
  /// The program, on the thread's own stack, or one of its lanes, on a fiber.
  struct Task {
    Task* parent = nullptr;
    int round = 0;
    int lanes = 0;  ///< still running
    int open = 0;   ///< requests posted and not yet waited for
    Fibers::Id fiber = 0;
    const std::function<bool()>* ready = nullptr;  ///< while suspended: its condition
  };

  /// Prepares the engine. `crowded`: this host has more processes than cores, so a waiting process
  /// yields immediately.
  RankEngine(Control& control, Context& world, RealStore& store, bool crowded, double patience,
             int hang_code);

  /// Runs `program` and passes on its exceptions.
  void run(const std::function<void(Comm&)>& program);

  Handle post(Task& task, Context& context, Slice what, int peer, int tag, bool is_send);
  void await(Task& task, std::span<const Handle> handles);
  void run_lanes(Task& task, Context& context, int n, const std::function<void(Comm&, int)>& body);
  Context& sub(Context& context, std::span<const int> ranks);
  Slice scratch(std::int64_t elements);
  RealStore& store() { return store_; }
  /// Waits until `ready`, which makes progress when it is called.
  void wait_until(Task& task, const std::function<bool()>& ready);

 private:
  struct Request {
    MPI_Request pending = MPI_REQUEST_NULL;
    const Context* context = nullptr;
    const Task* task = nullptr;  ///< null: free
    int peer = 0, tag = 0, round = 0;
    std::uint32_t generation = 0;
    int error = MPI_SUCCESS;
    bool is_send = false, done = false, awaited = false;
    Slice slice;
  };
  /// Thrown through lanes to unwind them after one has failed.
  struct Aborted {};

  bool complete(Request& r);
  void lane_body(Task& lane, Context& context, const std::function<void(Comm&)>& body);
  void conduct(const Task& until);
  void add_lanes(Task& task, Context& context, int n);
  void release(std::uint32_t request);
  void abandon_requests();
  static void report_error(const Request& r);
  void check_all_waited(const Task& task) const;
  void idle();
  void progress();
  std::string waiting() const;

  Control& control_;
  Context& world_;
  RealStore& store_;
  bool crowded_;
  double patience_;
  int hang_code_;
  int largest_tag_ = 0;
  std::deque<Request> requests_;
  std::vector<std::uint32_t> free_;
  std::map<std::int64_t, std::vector<Slice>> scratch_;  // by elements: not in use
  std::vector<Slice> lent_;                             // in use by this run
  std::unique_ptr<Fibers> fibers_;                      // made for the first lanes
  std::vector<Task*> suspended_;
  std::exception_ptr failure_;
  unsigned idle_calls_ = 0;  // since the beginning of the wait
  std::optional<std::chrono::steady_clock::time_point> idle_since_;
};

/// Creates a Comm of `task` on `context`.
std::unique_ptr<Comm> make_comm(RankEngine& engine, RankEngine::Task& task, Context& context);

}  // namespace orrery::inline mpi
