#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include <fmt/format.h>

#include "emu/base/index.h"
#include "scenarios/formats/msccl/xml_file.h"
#include "scenarios/formats/schedule_error.h"

namespace orrery::msccl {
namespace {

/// Returns the type of an action by its operands; nothing if MSCCL has no such step.
std::optional<Type> type_of(const Plan& plan, const Action& a) {
  const auto reads = plan.reads(a), writes = plan.writes(a);
  const auto is_wire = [](const Chunks& c) { return c.buffer == Buffer::kWire; };
  const bool receives = std::ranges::any_of(reads, is_wire),
             sends = std::ranges::any_of(writes, is_wire);
  const auto local_reads = std::ssize(reads) - receives, local_writes = std::ssize(writes) - sends;
  for (const auto* side : {&reads, &writes})
    for (const Chunks& c : *side)
      if (!is_wire(c) && c.rank != a.rank) return {};
  const bool in_place = std::ssize(reads) == 2 && !receives && !writes.empty() &&
                        reads[0].buffer == writes[0].buffer && reads[0].first == writes[0].first;
  for (std::size_t t = 0; t < std::size(kTypes); ++t) {
    const TypeMeaning& m = kTypes[t];
    if (m.sends == sends && m.receives == receives &&
        m.reads_source + m.reads_destination == local_reads &&
        m.writes_destination == (local_writes == 1) && local_writes <= 1 &&
        (!m.reads_destination || in_place))
      return static_cast<Type>(t);
  }
  return {};
}

class XmlWriter {
 public:
  explicit XmlWriter(const Plan& plan)
      : plan_(plan),
        step_(plan.actions.size()),
        awaited_(plan.actions.size()),
        waits_(plan.actions.size()) {}

  std::string text() {
    for (const Precedence& p : plan_.precedences) add(p);
    for (const Precedence& p : plan_.sends_ended) ended_[p.later].insert(p.earlier);
    number_steps();
    find_ends();
    std::int32_t channels = 1;
    for (const Connection& c : plan_.connections) channels = std::max(channels, c.channel + 1);
    out_ = fmt::format(
        "<algo name=\"{}\" proto=\"{}\" nchannels=\"{}\" nchunksperloop=\"{}\" ngpus=\"{}\" "
        "coll=\"{}\" inplace=\"{}\" outofplace=\"{}\" minBytes=\"{}\" maxBytes=\"{}\">\n",
        plain(plan_.name), protocol(), channels, plan_.setting.chunks * plan_.parts,
        plan_.setting.ranks, collective(), plan_.in_place ? 1 : 0,
        plan_.out_of_place || !plan_.in_place ? 1 : 0, limit(plan_.description.least_bytes),
        limit(plan_.description.most_bytes));
    for (std::int32_t r = 0; r < plan_.setting.ranks; ++r) write_gpu(r);
    return out_ + "</algo>\n";
  }

 private:
  /// Returns a name without special characters, as names come from files.
  static std::string plain(std::string_view name) {
    std::string out;
    for (const char c : name)
      out += (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.'
                 ? c
                 : '_';
    return out;
  }

  std::string_view protocol() const {
    const std::string_view said = plan_.description.protocol;
    return said.empty() ? "Simple" : said;
  }

  /// Returns bytes in MSCCL's range.
  static std::uint64_t limit(std::uint64_t bytes) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
    return std::min(bytes, kMost);
  }

  std::string collective() const {
    constexpr std::string_view kNone[] = {"gather", "scatter", "sendrecv", "barrier"};
    if (std::ranges::find(kNone, plan_.demand->name) != std::end(kNone))
      refuse_export(fmt::format("MSCCL has no {}", plan_.demand->name),
                    "allreduce, allgather, reduce-scatter, alltoall, broadcast, reduce or custom");
    return plan_.demand->name == "reduce-scatter" ? "reduce_scatter"
                                                  : std::string(plan_.demand->name);
  }

  const Action& action(std::int32_t a) const { return plan_.actions[at(a)]; }

  /// Adds a precedence. Those between ranks are messages; copies before everything need none.
  void add(const Precedence& p) {
    const Action &later = action(p.later), &earlier = action(p.earlier);
    if (later.rank != earlier.rank || earlier.block < 0 || later.thread == earlier.thread) return;
    waits_[at(p.later)].insert(p.earlier);
    awaited_[at(p.earlier)] = true;
  }

  /// Numbers the steps: an action waits for one predecessor itself, others get steps of their own.
  void number_steps() {
    std::int32_t next = 0;
    for (std::size_t a = 0; a < plan_.actions.size(); ++a) {
      if (a == 0 || plan_.actions[a].thread != plan_.actions[a - 1].thread) {
        next = 0;
        if (plan_.actions[a].block >= 0)
          blocks_[plan_.actions[a].rank].push_back(static_cast<std::int32_t>(a));
      }
      if (plan_.actions[a].block < 0)
        copies_[plan_.actions[a].rank].push_back(static_cast<std::int32_t>(a));
      next += std::max<std::int32_t>(0, static_cast<std::int32_t>(waits_[a].size()) - 1);
      step_[a] = next++;
    }
    for (const auto& [rank, firsts] : blocks_)
      for (std::size_t b = 0; b < firsts.size(); ++b)
        block_[action(firsts[b]).thread] = static_cast<std::int32_t>(b);
  }

  void write_gpu(std::int32_t r) {
    out_ += fmt::format("  <gpu id=\"{}\" i_chunks=\"{}\" o_chunks=\"{}\" s_chunks=\"{}\">\n", r,
                        plan_.input[at(r)], plan_.output[at(r)], plan_.scratch[at(r)]);
    for (const std::int32_t a : copies_[r]) write_copy(action(a));
    for (const std::int32_t first : blocks_[r]) write_block(first);
    out_ += "  </gpu>\n";
  }

  void write_copy(const Action& a) {
    out_ += fmt::format("    <copy i_off=\"{}\" o_off=\"{}\"/>\n", plan_.reads(a).front().first,
                        plan_.writes(a).front().first);
  }

  static bool is_wire(const Chunks& c) { return c.buffer == Buffer::kWire; }

  void find_ends() {
    for (const Action& a : plan_.actions) {
      for (const Chunks& c : plan_.writes(a))
        if (is_wire(c)) senders_[c.first] = &a;
      for (const Chunks& c : plan_.reads(a))
        if (is_wire(c)) receivers_[c.first] = &a;
    }
  }

  /// Returns the other end of the message among `side`; null: there is none.
  static const Action* end_of(std::span<const Chunks> side,
                              const std::map<std::int32_t, const Action*>& ends) {
    const auto wire = std::ranges::find_if(side, is_wire);
    return wire == side.end() ? nullptr : ends.at(wire->first);
  }

  /// Returns the last place in memory; null: there is none.
  static const Chunks* local(std::span<const Chunks> all) {
    const auto found = std::find_if_not(all.rbegin(), all.rend(), is_wire);
    return found == all.rend() ? nullptr : &*found;
  }

  /// Returns the connection that an action receives on.
  std::int32_t received_on(const Action& a) const {
    const Action* const sender = end_of(plan_.reads(a), senders_);
    return sender == nullptr ? -1 : sender->connection;
  }

  /// Returns the source and the destination of a step's data; a place that it does not use is that
  /// of the other end.
  std::pair<const Chunks*, const Chunks*> places(const Action& a, const TypeMeaning& type) const {
    const Chunks *source = local(plan_.reads(a)), *destination = local(plan_.writes(a));
    if (type.sends && !type.writes_destination)
      destination = local(plan_.writes(*end_of(plan_.writes(a), receivers_)));
    if (type.receives && !type.reads_source) {
      const Action& sender = *end_of(plan_.reads(a), senders_);
      source = local(plan_.writes(sender));
      if (source == nullptr) source = local(plan_.reads(sender));
    }
    return {source == nullptr ? destination : source,
            destination == nullptr ? source : destination};
  }

  std::int32_t end_of_thread(std::int32_t first) const {
    auto end = at(first);
    while (end < plan_.actions.size() && plan_.actions[end].thread == action(first).thread) ++end;
    return static_cast<std::int32_t>(end);
  }

  void write_block(std::int32_t first) {
    std::int32_t send = -1, receive = -1, channel = 0;
    const std::int32_t end = end_of_thread(first);
    for (std::int32_t a = first; a < end; ++a) {
      if (const std::int32_t c = action(a).connection; c >= 0)
        send = plan_.connections[at(c)].destination, channel = plan_.connections[at(c)].channel;
      if (const std::int32_t c = received_on(action(a)); c >= 0)
        receive = plan_.connections[at(c)].source, channel = plan_.connections[at(c)].channel;
    }
    out_ += fmt::format("    <tb id=\"{}\" send=\"{}\" recv=\"{}\" chan=\"{}\">\n",
                        block_.at(action(first).thread), send, receive, channel);
    for (std::int32_t a = first; a < end; ++a) write_action(a);
    out_ += "    </tb>\n";
  }

  void write_action(std::int32_t index) {
    const Action& a = action(index);
    const auto type = type_of(plan_, a);
    if (!type)
      refuse_export(fmt::format("MSCCL has no step for {}", plan_.place(a)), "steps that it has");
    std::int32_t step =
        step_[at(index)] -
        std::max<std::int32_t>(0, static_cast<std::int32_t>(waits_[at(index)].size()) - 1);
    std::set<std::int32_t> ended;
    if (const auto found = ended_.find(index); found != ended_.end()) ended = found->second;
    std::int32_t last = -1;
    for (const std::int32_t earlier : waits_[at(index)]) {
      if (last >= 0) write_nop(step++, last, ended.erase(last) > 0);
      last = earlier;
    }
    const auto [source, destination] = places(a, meaning(*type));
    write_step(step, meaning(*type).name, source, destination, last, awaited_[at(index)], ended);
  }

  void write_nop(std::int32_t step, std::int32_t waits_for, bool until_sent) {
    std::set<std::int32_t> ended;
    if (until_sent) ended.insert(waits_for);
    write_step(step, "nop", nullptr, nullptr, waits_for, false, ended);
  }

  /// Returns the ended sends that it waits for; empty if there are none.
  std::string sends_ended(const std::set<std::int32_t>& ended) const {
    std::string text;
    for (const std::int32_t send : ended)
      text += fmt::format("{}{}:{}", text.empty() ? "" : " ", block_.at(action(send).thread),
                          step_[at(send)]);
    return text.empty() ? text : fmt::format(" {}=\"{}\"", kSendsEnded, text);
  }

  /// Writes a step; without places: a nop.
  void write_step(std::int32_t step, std::string_view type, const Chunks* source,
                  const Chunks* destination, std::int32_t waits_for, bool awaited,
                  const std::set<std::int32_t>& ended) {
    const auto buffer = [](const Chunks* c) { return c == nullptr ? 'i' : letter_of(c->buffer); };
    const auto first = [](const Chunks* c) { return c == nullptr ? -1 : c->first; };
    out_ += fmt::format(
        "      <step s=\"{}\" type=\"{}\" srcbuf=\"{}\" srcoff=\"{}\" dstbuf=\"{}\" dstoff=\"{}\" "
        "cnt=\"{}\" depid=\"{}\" deps=\"{}\" hasdep=\"{}\"{}/>\n",
        step, type, buffer(source), first(source), buffer(destination), first(destination),
        source == nullptr ? 0 : source->count,
        waits_for < 0 ? -1 : block_.at(action(waits_for).thread),
        waits_for < 0 ? -1 : step_[at(waits_for)], awaited ? 1 : 0, sends_ended(ended));
  }

  const Plan& plan_;
  std::string out_;
  std::vector<std::int32_t> step_;
  std::vector<bool> awaited_;
  std::vector<std::set<std::int32_t>> waits_;
  std::map<std::int32_t, std::set<std::int32_t>> ended_;  // sends that have, by action
  std::map<std::int32_t, std::vector<std::int32_t>>
      blocks_;  // first actions of thread blocks, by rank
  std::map<std::int32_t, std::vector<std::int32_t>> copies_;   // by rank
  std::map<std::int32_t, std::int32_t> block_;                 // number, by thread
  std::map<std::int32_t, const Action*> senders_, receivers_;  // by first chunk on the wire
};

}  // namespace

std::string xml_text(const Plan& plan) {
  return XmlWriter(plan).text();
}

}  // namespace orrery::msccl
