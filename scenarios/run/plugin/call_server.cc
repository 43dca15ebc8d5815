#include "scenarios/run/plugin/call_server.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>
#include <new>
#include <stdexcept>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "scenarios/run/plugin/calls.h"
#include "scenarios/run/plugin/kept.h"

namespace orrery::inline run {
namespace {

// Bytes that this process needs, more or less.
constexpr std::int64_t kRequest = 512, kLane = 16384, kSub = 512, kRound = 256;

std::int64_t resident_bytes() {
  std::ifstream status("/proc/self/statm");
  std::int64_t all = 0, resident = 0;
  status >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

}  // namespace

/// The data that the tasks of a rank share: the meaning of its numbers.
struct CallServer::Rank {
  int number = 0;
  std::map<std::uint32_t, Slice> buffers, joined;
  std::map<std::uint32_t, Handle> handles;

  Slice slice(const WireSlice& s) {
    if (s.buffer == Slice::kNothing) return {};
    if (s.buffer == Slice::kToken) return Slice::token();
    if (s.buffer == Slice::kJoined) {
      const auto used = joined.extract(static_cast<std::uint32_t>(s.offset));
      EMU_CHECK(!used.empty(), "a joined slice that is not there, or was used before");
      return used.mapped();
    }
    const auto buffer = buffers.find(s.buffer);
    EMU_CHECK(buffer != buffers.end(), "a slice of a buffer that is not the rank's");
    return buffer->second.part(s.offset, s.count);
  }
};

/// A rank's program, or a lane of it.
class CallServer::Task {
 public:
  Task(CallServer& all, Rank& rank, Comm& own, const TaskRequest& request)
      : all_(all), rank_(rank), own_(own), request_(request) {}

  void run() {
    for (bool ended = false; !ended;) {
      mail_ = all_.process_.ask(request_).mail;
      EMU_CHECK(!mail_.at_end(), "the plug-in answered nothing");
      while (!ended && !mail_.at_end()) ended = !make(mail_.get<WireCall>());
      all_.check_memory();
    }
  }

 private:
  Comm& comm(const WireCall& c) {
    if (c.comm == 0) return own_;
    const auto sub = subs_.find(c.comm);
    EMU_CHECK(sub != subs_.end(), "a call of a Comm that is not there");
    return *sub->second;
  }

  /// Makes a call; returns false at the end of the task.
  bool make(const WireCall& c) {
    if (c.kind == CallKind::kEnd) return false;
    if (c.kind == CallKind::kThrew) throw std::runtime_error(mail_.text());
    if (c.kind <= CallKind::kWait)
      communicate(c);
    else if (c.kind <= CallKind::kCopy)
      combine(c);
    else
      arrange(c);
    return true;
  }

  void communicate(const WireCall& c) {
    Comm& on = comm(c);
    switch (c.kind) {
      case CallKind::kSend:
        return on.send(rank_.slice(c.x), c.a, c.tag);
      case CallKind::kReceive:
        return on.recv(rank_.slice(c.x), c.a, c.tag);
      case CallKind::kSendReceive: {
        const Slice out = rank_.slice(c.x), in = rank_.slice(c.y);
        return on.sendrecv(out, c.a, in, c.b, c.tag);
      }
      case CallKind::kIsend:
        return keep(c.id, on.isend(rank_.slice(c.x), c.a, c.tag));
      case CallKind::kIreceive:
        return keep(c.id, on.irecv(rank_.slice(c.x), c.a, c.tag));
      default:
        return wait(on);
    }
  }

  void keep(std::uint32_t id, Handle h) {
    all_.charge(kRequest);
    rank_.handles[id] = h;
  }

  void wait(Comm& on) {
    std::vector<Handle> handles;
    for (const std::uint32_t id : mail_.list<std::uint32_t>()) {
      if (id == kNoHandle) continue;
      const auto handle = rank_.handles.extract(id);
      EMU_CHECK(!handle.empty(), "wait: this handle has been waited for already");
      all_.charge(-kRequest);
      handles.push_back(handle.mapped());
    }
    on.wait_all(handles);
  }

  void combine(const WireCall& c) {
    const Slice into = rank_.slice(c.x), from = rank_.slice(c.y);
    if (c.kind == CallKind::kReduce) return comm(c).reduce(into, from);
    if (c.kind == CallKind::kReduceFront) return comm(c).reduce_front(into, from);
    comm(c).copy(into, from);
  }

  void arrange(const WireCall& c) {
    switch (c.kind) {
      case CallKind::kScratch:
        return scratch(c);
      case CallKind::kJoin:
        return join(c);
      case CallKind::kRound:
        return round(c);
      case CallKind::kLanes:
        return lanes(c);
      case CallKind::kSub:
        return sub(c);
      case CallKind::kFree:
        subs_.erase(c.id);
        return;
      default:
        throw std::invalid_argument("a call that does not exist");
    }
  }

  void scratch(const WireCall& c) {
    const std::int64_t room = plugin_limits().memory,
                       bytes = all_.has_content_ ? rank_.buffers[0].element_bytes() : 0;
    all_.charge(bytes > 0 && c.x.count > room / bytes ? room + 1 : c.x.count * bytes + kSub);
    rank_.buffers[c.id] = comm(c).scratch(c.x.count);
  }

  void join(const WireCall& c) {
    std::vector<Slice> parts;
    for (const WireSlice& part : mail_.list<WireSlice>()) parts.push_back(rank_.slice(part));
    rank_.joined[c.id] = comm(c).join(parts);
  }

  void round(const WireCall& c) {
    if (c.a >= all_.rounds_paid_) {
      all_.charge((std::int64_t{c.a} + 1 - all_.rounds_paid_) * kRound);
      all_.rounds_paid_ = std::int64_t{c.a} + 1;
    }
    const SourceLine place{kept(mail_.text()).c_str(), "", static_cast<unsigned>(c.b), 0};
    comm(c).round(c.a, place.location());
  }

  void lanes(const WireCall& c) {
    all_.charge(c.a * kLane);
    comm(c).lanes(c.a, [&](Comm& lane, int i) {
      TaskRequest request = request_;
      request.task = c.id + static_cast<std::uint32_t>(i);
      Task(all_, rank_, lane, request).run();
    });
    all_.charge(-c.a * kLane);
  }

  void sub(const WireCall& c) {
    const std::vector<int> ranks = mail_.list<int>();
    all_.charge(kSub + static_cast<std::int64_t>(ranks.size() * sizeof(int)));
    subs_[c.id] = comm(c).sub(ranks);
  }

  CallServer& all_;
  Rank& rank_;
  Comm& own_;
  TaskRequest request_;
  MailReader mail_;
  std::map<std::uint32_t, std::unique_ptr<Comm>> subs_;
};

CallServer::CallServer(Contained& process, bool has_content)
    : process_(process), has_content_(has_content), resident_before_(resident_bytes()) {}

void CallServer::run(Comm& c, Slice v) {
  Rank rank{.number = c.rank(), .buffers = {{0, v}}, .joined = {}, .handles = {}};
  const auto number = static_cast<std::uint32_t>(c.rank());
  try {
    Task(*this, rank, c,
         {.task = number, .rank = c.rank(), .count = v.count(), .element_bytes = v.element_bytes()})
        .run();
    ++ended_;
  } catch (const std::bad_alloc&) {
    charge(plugin_limits().memory);
    throw;
  } catch (const std::out_of_range&) {
    process_.fail(PluginError::Kind::kCrashed,
                  "sent an incomplete call: it overwrote the shared memory");
  }
}

void CallServer::charge(std::int64_t bytes) {
  const std::int64_t most = plugin_limits().memory;
  charged_ += std::min(bytes, most + 1);
  if (charged_ > most)
    process_.fail(PluginError::Kind::kLimit,
                  fmt::format("its calls need more memory than {}: does it take buffers, messages, "
                              "rounds or lanes without end?",
                              memory_of_plugins()));
}

/// Checks the memory that the calls take in any other way.
void CallServer::check_memory() {
  constexpr int kEvery = 256;
  if (--until_check_ > 0) return;
  until_check_ = kEvery;
  if (resident_bytes() - resident_before_ > 2 * plugin_limits().memory)
    charge(plugin_limits().memory + 1);
}

}  // namespace orrery::inline run
