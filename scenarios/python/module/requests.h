#pragma once

#include <memory>
#include <optional>
#include <pybind11/pybind11.h>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/python/module/slices.h"

/// The communicator as a rank's program in Python sees it: each call is an object that the program awaits. Awaiting
/// hands it to the rank's fiber, which makes the call (rank_program.h).
namespace orrery::python {

/// State that the coroutines of one rank share.
struct RankState {
  int number = 0;
  std::shared_ptr<const SharedProblem> shared;
  std::uint32_t element_bytes = 1;
  bool running = true;
  int rounds = 0;  ///< one more than the highest that was marked
  /// Calls that were made and thrown away without await: what and where.
  std::vector<std::string> forgotten;
};

/// A communicator; gone when the rank, or the lane, has ended.
struct CommState {
  Comm* comm = nullptr;
  std::unique_ptr<Comm> owned = {};  ///< where it came from split()
  std::shared_ptr<RankState> rank;
  const void* lane =
      nullptr;               ///< the same for all of one lane: those of other lanes must not use it
  int number = 0, size = 1;  ///< of this rank in it, and of ranks
};
using CommPointer = std::shared_ptr<CommState>;

enum class CallName {
  kSend,
  kReceive,
  kSendReceive,
  kIsend,
  kIreceive,
  kWait,
  kReduce,
  kReduceFront,
  kCopy,
  kScratch,
  kRound,
  kLanes,
  kSplit,
  kCollective
};

/// A handle of isend or irecv.
struct PythonHandle {
  Handle handle;
  CommPointer comm;
};

/// A collective of the catalogue as a part of a rank's program.
struct CollectivePart {
  const Algorithm* algorithm = nullptr;
  Problem problem;
  std::string name;  ///< of the collective, as Python writes it
};

/// A call that waits to be awaited.
struct Request {
  enum class State { kCreated, kAwaited, kMade, kDone };

  CallName call = CallName::kSend;
  State state = State::kCreated;
  bool is_awaited = false;  ///< its await has begun
  int a = 0, b = 0, tag = 0;
  std::int64_t count = 0;
  CommPointer comm;
  Operand x, y;
  std::vector<int> ranks = {};                ///< of split
  std::vector<Handle> handles = {};           ///< of wait
  std::unique_ptr<CollectivePart> part = {};  ///< of a collective
  std::string file = {};                      ///< of round: where it is marked
  pybind11::object object = {};               ///< lanes: the body of each; when done: the result
  std::optional<std::string> error = {};      ///< the error of the call

  Request(CallName c, CommPointer on) : call(c), comm(std::move(on)) {}
  Request(Request&&) = default;
  Request& operator=(Request&&) = default;
  /// Notes that it was never awaited.
  ~Request();
};

/// Returns the call as a program writes it, such as "comm.send".
std::string text_of_call(const Request& r);

/// Returns "FILE:LINE" of the running Python code.
std::pair<std::string, int> place_of_code();

void add_requests(pybind11::module_& m);

}  // namespace orrery::python
