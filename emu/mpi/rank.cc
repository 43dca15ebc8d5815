#include "emu/mpi/rank.h"

#include <algorithm>
#include <utility>

#include "emu/base/call_checks.h"
#include "emu/mpi/mpi_library.h"

namespace orrery::inline mpi {

namespace {

/// The description of a slice for MPI: bytes from `address` on if they are contiguous, otherwise
/// (joined slices, or more bytes than an int counts) one element of a derived datatype. Messages of
/// any size are MPI_BYTEs to both sides.
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

constexpr std::size_t kStackBytes = std::size_t{256} << 10;  ///< of a lane: MPI's calls are deep
constexpr unsigned kListenEvery = 64;                        ///< idle calls

}  // namespace

void Context::restart() {
  numbers.restart();
  for (Context& lane : lanes) lane.restart();
  for (auto& [number, sub] : subs) sub.restart();
}

RankEngine::RankEngine(Control& control, Context& world, RealStore& store, bool crowded,
                       double patience, int hang_code)
    : control_(control),
      world_(world),
      store_(store),
      crowded_(crowded),
      patience_(patience),
      hang_code_(hang_code) {
  int found = 0;
  int* limit = nullptr;
  check_mpi(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &limit, &found), "MPI_Comm_get_attr");
  largest_tag_ = found != 0 ? *limit : 32'767;
}

void RankEngine::run(const std::function<void(Comm&)>& program) {
  world_.restart();
  for (const Slice& s : std::exchange(lent_, {})) scratch_[s.count()].push_back(s);
  Task task;
  try {
    program(*make_comm(*this, task, world_));
    check_all_waited(task);
  } catch (...) {
    abandon_requests();
    throw;
  }
}

void RankEngine::abandon_requests() {
  for (std::uint32_t i = 0; i < requests_.size(); ++i) {
    if (requests_[i].task == nullptr) continue;
    if (requests_[i].pending != MPI_REQUEST_NULL) MPI_Request_free(&requests_[i].pending);
    release(i);
  }
}

Handle RankEngine::post(Task& task, Context& context, Slice what, int peer, int tag, bool is_send) {
  EMU_CHECK(tag >= 0 && tag <= largest_tag_, "tag ", tag, ": expected 0 .. ", largest_tag_);
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(requests_.size()));
    requests_.emplace_back();
  }
  const std::uint32_t index = free_.back();
  free_.pop_back();
  Request& r = requests_[index];
  const std::uint32_t generation = r.generation;
  r = {};
  r.context = &context;
  r.task = &task;
  r.peer = peer;
  r.tag = tag;
  r.round = task.round;
  r.generation = generation;
  r.is_send = is_send;
  r.slice = what;
  ++task.open;
  const Layout layout(store_, what);
  if (is_send)
    check_mpi(MPI_Isend(layout.address(), layout.count(), layout.type(), peer, tag,
                        context.comm.get(), &r.pending),
              "MPI_Isend");
  else
    check_mpi(MPI_Irecv(layout.address(), layout.count(), layout.type(), peer, tag,
                        context.comm.get(), &r.pending),
              "MPI_Irecv");
  return {index, generation};
}

bool RankEngine::complete(Request& r) {
  if (r.done) return true;
  int done = 0;
  r.error = MPI_Test(&r.pending, &done, MPI_STATUS_IGNORE);
  r.done = done != 0 || r.error != MPI_SUCCESS;
  return r.done;
}

void RankEngine::await(Task& task, std::span<const Handle> handles) {
  const auto is_request = [](const Handle& h) { return h.index != Handle::kNothing; };
  for (const Handle h : handles) {
    if (!is_request(h)) continue;
    EMU_CHECK(h.index < requests_.size(), "wait: no such handle");
    Request& r = requests_[h.index];
    check_handle(r.task != nullptr && r.generation == h.generation && !r.awaited, r.task == &task);
    r.awaited = true;
  }
  wait_until(task, [&] {
    // All of them are tested, so that all progress.
    bool all = true;
    for (const Handle h : handles)
      if (is_request(h) && !complete(requests_[h.index])) all = false;
    return all;
  });
  std::optional<Request> failed;
  for (const Handle h : handles) {
    if (!is_request(h)) continue;
    if (const Request& r = requests_[h.index]; r.error != MPI_SUCCESS && !failed) failed = r;
    --task.open;
    release(h.index);
  }
  if (failed) report_error(*failed);
}

void RankEngine::release(std::uint32_t index) {
  Request& r = requests_[index];
  if (r.slice.joined()) store_.release(r.slice);
  ++r.generation;
  r.task = nullptr;
  free_.push_back(index);
}

void RankEngine::report_error(const Request& r) {
  int kind = MPI_SUCCESS;
  MPI_Error_class(r.error, &kind);
  EMU_CHECK(kind != MPI_ERR_TRUNCATE, "the message from rank ", r.peer, " (tag ", r.tag, ", round ",
            r.round, ") does not fit into its receive of ", r.slice.bytes().count(), " bytes");
  check_mpi(r.error, r.is_send ? "MPI_Isend" : "MPI_Irecv");
}

void RankEngine::check_all_waited(const Task& task) const {
  if (task.open == 0) return;
  const auto r = std::find_if(requests_.begin(), requests_.end(),
                              [&](const Request& x) { return x.task == &task; });
  throw std::invalid_argument(not_waited_text(r->is_send, r->peer, r->tag, r->round));
}

void RankEngine::wait_until(Task& task, const std::function<bool()>& ready) {
  if (ready()) return;
  if (task.parent == nullptr) {
    while (!ready()) idle();
    return progress();
  }
  task.ready = &ready;
  suspended_.push_back(&task);
  fibers_->suspend(task.fiber);
  if (failure_) throw Aborted{};
}

void RankEngine::idle() {
  ++idle_calls_;
  if (crowded_) give_way(idle_calls_);
  if (idle_calls_ % kListenEvery != 0) return;
  control_.listen([this] { return waiting(); });
  const auto now = std::chrono::steady_clock::now();
  if (!idle_since_)
    idle_since_ = now;
  else if (std::chrono::duration<double>(now - *idle_since_).count() > patience_)
    control_.give_up(hang_code_, patience_, waiting());
}

void RankEngine::progress() {
  idle_calls_ = 0;
  idle_since_.reset();
}

std::string RankEngine::waiting() const {
  std::string lines;
  for (const Request& r : requests_)
    if (r.task != nullptr && r.awaited && !r.done)
      lines +=
          text_of("  rank ", control_.rank(), " waits in ", r.is_send ? "send to" : "recv from",
                  " rank ", r.context->world[static_cast<std::size_t>(r.peer)], " (tag ", r.tag,
                  ", round ", r.round, ")\n");
  return lines;
}

void RankEngine::run_lanes(Task& task, Context& context, int n,
                           const std::function<void(Comm&, int)>& body) {
  add_lanes(task, context, n);
  if (!fibers_) fibers_ = std::make_unique<Fibers>(static_cast<std::size_t>(n), kStackBytes);
  std::deque<Task> lanes(static_cast<std::size_t>(n));
  task.lanes = n;
  for (int i = 0; i < n; ++i) {
    Task& lane = lanes[static_cast<std::size_t>(i)];
    lane.parent = &task;
    lane.round = task.round;
    Context& own = context.lanes[static_cast<std::size_t>(i)];
    lane.fiber = fibers_->spawn([this, i, &lane, &own, &body] {
      lane_body(lane, own, [&body, i](Comm& comm) { body(comm, i); });
    });
  }
  if (task.parent == nullptr)
    conduct(task);
  else
    wait_until(task, [&task] { return task.lanes == 0; });
  for (const Task& lane : lanes) task.round = std::max(task.round, lane.round);
  if (task.parent == nullptr && failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void RankEngine::lane_body(Task& lane, Context& context, const std::function<void(Comm&)>& body) {
  try {
    if (!failure_) body(*make_comm(*this, lane, context));
    if (!failure_) check_all_waited(lane);
  } catch (const Aborted&) {
  } catch (...) {
    if (!failure_) failure_ = std::current_exception();
  }
  --lane.parent->lanes;
}

void RankEngine::conduct(const Task& until) {
  for (;;) {
    fibers_->run_ready();
    if (until.lanes == 0) break;
    const std::size_t woken = std::erase_if(suspended_, [this](const Task* t) {
      const bool unwind = failure_ && t->lanes == 0;
      if (!unwind && !(*t->ready)()) return false;
      fibers_->wake(t->fiber);
      return true;
    });
    if (woken == 0)
      idle();
    else
      progress();
  }
}

void RankEngine::add_lanes(Task& task, Context& context, int n) {
  while (context.lanes.size() < static_cast<std::size_t>(n)) {
    MPI_Comm copy = MPI_COMM_NULL;
    Request r;
    check_mpi(MPI_Comm_idup(context.comm.get(), &copy, &r.pending), "MPI_Comm_idup");
    wait_until(task, [&] { return complete(r); });
    check_mpi(r.error, "MPI_Comm_idup");
    context.lanes.push_back({OwnedComm(copy), context.world, context.own, {}, {}, {}});
  }
}

Context& RankEngine::sub(Context& context, std::span<const int> ranks) {
  std::vector<int> list(ranks.begin(), ranks.end());
  const int own = place_in_sub(list, context.own, context.size());
  const auto [number, nth] = context.numbers.sub(0, own, list);
  if (const auto known = context.subs.find(number); known != context.subs.end())
    return known->second;
  MPI_Group all = MPI_GROUP_NULL, some = MPI_GROUP_NULL;
  MPI_Comm comm = MPI_COMM_NULL;
  check_mpi(MPI_Comm_group(context.comm.get(), &all), "MPI_Comm_group");
  check_mpi(MPI_Group_incl(all, static_cast<int>(list.size()), list.data(), &some),
            "MPI_Group_incl");
  check_mpi(MPI_Comm_create_group(context.comm.get(), some, nth, &comm), "MPI_Comm_create_group");
  MPI_Group_free(&some);
  MPI_Group_free(&all);
  std::vector<int> world;
  for (const int r : list) world.push_back(context.world[static_cast<std::size_t>(r)]);
  Context made{OwnedComm(comm), std::move(world), own, {}, {}, {}};
  return context.subs.emplace(number, std::move(made)).first->second;
}

Slice RankEngine::scratch(std::int64_t elements) {
  check_scratch(elements);
  std::vector<Slice>& unused = scratch_[elements];
  if (unused.empty()) unused.push_back(store_.allocate(elements));
  lent_.push_back(unused.back());
  unused.pop_back();
  return lent_.back();
}

}  // namespace orrery::inline mpi
