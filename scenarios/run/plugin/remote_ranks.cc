#include "scenarios/run/plugin/remote_ranks.h"

#include <exception>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "emu/base/call_checks.h"
#include "emu/engine/fibers/fibers.h"
#include "scenarios/run/plugin/calls.h"
#include "scenarios/run/plugin/inside.h"

namespace orrery::inline run {
namespace {

constexpr int kMostCalls = 256;  ///< of an answer
constexpr std::size_t kMuch = Mailbox::kCapacity / 64;

/// The data that the tasks of a rank share.
struct RemoteRank {
  int number = 0;
  std::uint32_t element_bytes = 1;
  std::uint32_t last_id = 0;
};

using TaskBody = std::function<void(std::uint32_t task, RemoteRank& rank, const TaskRequest&)>;

/// All tasks of all ranks, on fibers; the requested one runs.
class RemoteTasks {
 public:
  RemoteTasks(Mailbox& box, int p, TaskBody begin_rank)
      : box_(box),
        fibers_(static_cast<std::size_t>(p)),
        ranks_(static_cast<std::size_t>(p)),
        begin_rank_(std::move(begin_rank)),
        next_task_(static_cast<std::uint32_t>(p)) {}

  /// Serves requests until another question is asked.
  void serve() {
    for (; box_.request.question == Question::kRun; next_request(box_)) {
      const TaskRequest request = box_.request;
      current_ = request.task;
      calls_ = 0;
      answer_.emplace(box_);
      box_.rank = request.rank;
      go_on(request);
      fibers_.run_ready();
      box_.rank = -1;
    }
  }

  std::uint32_t current() const { return current_; }

  /// Adds a call to the answer, with the data that follow it. Waits for the next request if the
  /// answer is full.
  template <typename... More>
  void call(const WireCall& call, const More&... more) {
    if (calls_ == kMostCalls || answer_->size() > kMuch) pause();
    ++calls_;
    answer_->put(call);
    (answer_->put(more), ...);
    answer_->commit();
  }
  void note_round(int round) { box_.round = round; }

  std::uint32_t next_tasks(int n) {
    return std::exchange(next_task_, next_task_ + static_cast<std::uint32_t>(n));
  }
  /// Prepares task `task` of the rank: it runs `body` on request.
  void prepare(std::uint32_t task, RemoteRank& rank, TaskBody body) {
    prepared_[task] = {&rank, std::move(body)};
  }
  /// Waits until this task is requested again.
  void pause() {
    const std::uint32_t task = current_;
    fibers_.suspend(fiber_of_.at(task));
  }

 private:
  void go_on(const TaskRequest& request) {
    if (const auto fiber = fiber_of_.find(request.task); fiber != fiber_of_.end())
      return fibers_.wake(fiber->second);
    if (request.task < ranks_.size()) {
      RemoteRank& rank = ranks_[request.task];
      rank.number = request.rank;
      rank.element_bytes = request.element_bytes;
      prepare(request.task, rank, begin_rank_);
    }
    auto task = prepared_.extract(request.task);
    auto& [rank, body] = task.mapped();
    fiber_of_[request.task] = fibers_.spawn([this, request, rank = rank, body = std::move(body)] {
      run(request, *rank, body);
      fiber_of_.erase(request.task);
    });
  }

  void run(const TaskRequest& request, RemoteRank& rank, const TaskBody& body) {
    try {
      body(request.task, rank, request);
      call({.kind = CallKind::kEnd});
    } catch (const std::bad_alloc&) {
      end_without_memory();
    } catch (const std::exception& e) {
      call({.kind = CallKind::kThrew}, std::string_view(e.what()));
    } catch (...) {
      call({.kind = CallKind::kThrew},
           std::string_view("threw something that is not a std::exception"));
    }
  }

  Mailbox& box_;
  Fibers fibers_;
  std::vector<RemoteRank> ranks_;
  TaskBody begin_rank_;
  std::uint32_t next_task_;
  std::map<std::uint32_t, Fibers::Id> fiber_of_;
  std::map<std::uint32_t, std::pair<RemoteRank*, TaskBody>> prepared_;
  std::uint32_t current_ = 0;
  int calls_ = 0;
  std::optional<MailWriter> answer_;
};

WireSlice wire(const Slice& s) {
  return {s.buffer(), s.offset(), s.count()};
}

class RemoteComm : public Comm {
 public:
  RemoteComm(RemoteTasks& tasks, std::uint32_t task, RemoteRank& of, int size, int rank,
             std::uint32_t comm = 0)
      : tasks_(tasks), task_(task), of_(of), size_(size), rank_(rank), comm_(comm) {}
  ~RemoteComm() override {
    if (comm_ != 0 && std::uncaught_exceptions() == 0 && tasks_.current() == task_)
      call({.kind = CallKind::kFree, .id = comm_});
  }

  int size() const override { return size_; }
  int rank() const override { return rank_; }

  void send(Slice what, int to, int tag) override {
    call({.kind = CallKind::kSend, .a = to, .tag = tag, .x = wire(what)});
  }
  void recv(Slice into, int from, int tag) override {
    call({.kind = CallKind::kReceive, .a = from, .tag = tag, .x = wire(into)});
  }
  void sendrecv(Slice out, int to, Slice in, int from, int tag) override {
    call({.kind = CallKind::kSendReceive,
          .a = to,
          .b = from,
          .tag = tag,
          .x = wire(out),
          .y = wire(in)});
  }
  Handle isend(Slice what, int to, int tag) override {
    return post(CallKind::kIsend, what, to, tag);
  }
  Handle irecv(Slice into, int from, int tag) override {
    return post(CallKind::kIreceive, into, from, tag);
  }
  void wait(Handle h) override { wait_all({&h, 1}); }
  void wait_all(std::span<const Handle> handles) override {
    std::vector<std::uint32_t> ids;
    for (const Handle& h : handles)
      ids.push_back(h.index == Handle::kNothing ? kNoHandle : h.index);
    call({.kind = CallKind::kWait}, std::span<const std::uint32_t>(ids));
  }

  void reduce(Slice into, Slice from) override { combine(CallKind::kReduce, into, from); }
  void reduce_front(Slice into, Slice from) override {
    combine(CallKind::kReduceFront, into, from);
  }
  void copy(Slice into, Slice from) override { combine(CallKind::kCopy, into, from); }

  Slice scratch(std::int64_t elements) override {
    check_scratch(elements);
    const std::uint32_t id = ++of_.last_id;
    call({.kind = CallKind::kScratch, .id = id, .x = {id, 0, elements}});
    return {id, of_.element_bytes, 0, elements};
  }
  Slice join(std::span<const Slice> parts) override {
    std::vector<WireSlice> list;
    std::int64_t total = 0;
    for (const Slice& part : parts) {
      list.push_back(wire(part));
      total += part.count();
    }
    const std::uint32_t id = ++of_.last_id;
    call({.kind = CallKind::kJoin, .id = id}, std::span<const WireSlice>(list));
    return {Slice::kJoined, of_.element_bytes, id, total};
  }

  void round(int k, std::source_location where) override {
    call({.kind = CallKind::kRound, .a = k, .b = static_cast<int>(where.line())},
         std::string_view(where.file_name()));
    tasks_.note_round(k);
  }

  void lanes(int n, const std::function<void(Comm& lane, int i)>& body) override {
    check_lanes(n);
    const std::uint32_t first = tasks_.next_tasks(n);
    for (int i = 0; i < n; ++i)
      tasks_.prepare(first + static_cast<std::uint32_t>(i), of_,
                     [this, &body, i](std::uint32_t task, RemoteRank& rank, const TaskRequest&) {
                       RemoteComm lane(tasks_, task, rank, size_, rank_);
                       body(lane, i);
                     });
    call({.kind = CallKind::kLanes, .id = first, .a = n});
    tasks_.pause();  // requested again when all lanes have ended
  }

  std::unique_ptr<Comm> sub(std::span<const int> ranks) override {
    const int rank = place_in_sub(ranks, rank_, size_);
    const std::uint32_t id = ++of_.last_id;
    call({.kind = CallKind::kSub, .id = id}, ranks);
    return std::make_unique<RemoteComm>(tasks_, task_, of_, static_cast<int>(ranks.size()), rank,
                                        id);
  }

 private:
  template <typename... More>
  void call(WireCall c, const More&... more) {
    EMU_CHECK(tasks_.current() == task_, "a call of a Comm that belongs to another rank or lane");
    c.comm = comm_;
    tasks_.call(c, more...);
  }
  Handle post(CallKind kind, Slice s, int peer, int tag) {
    if (s.empty()) return {};
    const std::uint32_t id = ++of_.last_id;
    call({.kind = kind, .id = id, .a = peer, .tag = tag, .x = wire(s)});
    return {id, 0};
  }
  void combine(CallKind kind, Slice into, Slice from) {
    call({.kind = kind, .x = wire(into), .y = wire(from)});
  }

  RemoteTasks& tasks_;
  std::uint32_t task_;
  RemoteRank& of_;
  int size_, rank_;
  std::uint32_t comm_;
};

}  // namespace

void serve_ranks(Mailbox& box, int p, const std::function<void(Comm&, Slice)>& program) {
  RemoteTasks* all = nullptr;
  RemoteTasks tasks(box, p, [&](std::uint32_t task, RemoteRank& rank, const TaskRequest& request) {
    RemoteComm comm(*all, task, rank, p, rank.number);
    program(comm, {0, rank.element_bytes, 0, request.count});
  });
  all = &tasks;
  tasks.serve();
}

}  // namespace orrery::inline run
