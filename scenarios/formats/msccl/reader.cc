#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include "algorithms/plan/memory.h"
#include "scenarios/formats/msccl/xml_file.h"
#include "scenarios/spec/schedule_format.h"

namespace orrery::msccl {
namespace {

constexpr std::string_view kTypeNames[] = {"s",    "r",   "rcs", "rrs", "rrc",
                                           "rrcs", "cpy", "re",  "nop", "copy"};
constexpr std::uint16_t kCopyWord = 9;

/// A converter of the checked file into a plan.
class Builder {
 public:
  Builder(const AlgorithmElement& x, const Demand& demand, const Checked& checked)
      : x_(x), checked_(checked) {
    plan_.name = x.name;
    plan_.demand = &demand;
    plan_.setting = {x.gpus_declared, x.chunks, 0};
    plan_.in_place = x.in_place;
    plan_.out_of_place = x.out_of_place;
    plan_.words.assign(std::begin(kTypeNames), std::end(kTypeNames));
    plan_.wire_buffer = x.protocol == "Simple" ? WireBuffer{2, 2 << 20}
                        : x.protocol == "LL"   ? WireBuffer{8, 32 << 10}
                                               : WireBuffer{8, 576000};
  }

  Plan build() {
    describe();
    place_messages();
    for (const GpuElement& g : x_.gpus) add(g);
    for (const auto& [send, receive] : pairs_) plan_.precedences.push_back({receive, send});
    warn();
    return std::move(plan_);
  }

 private:
  void describe() {
    PlanDescription& d = plan_.description;
    d.protocol = x_.protocol;
    d.channels = x_.channels;
    d.least_bytes = static_cast<std::uint64_t>(x_.least_bytes);
    d.most_bytes = static_cast<std::uint64_t>(x_.most_bytes);
    for (const GpuElement& g : x_.gpus) {
      d.input = std::max(d.input, g.input);
      d.output = std::max(d.output, g.output);
      d.scratch = std::max(d.scratch, g.scratch);
      d.blocks += std::ssize(g.blocks);
      if (!g.copies.empty()) d.kinds[kTypeNames[kCopyWord]] += std::ssize(g.copies);
      for (const ThreadBlock& b : g.blocks) {
        d.steps += std::ssize(b.steps);
        for (const StepElement& s : b.steps) ++d.kinds[meaning(s.type).name];
      }
    }
  }

  /// Places the messages: every connection has its messages one after the other.
  void place_messages() {
    for (const auto& [c, ends] : checked_.connections) {
      numbers_[{c.source, ends.first->id, true}] = {next_, connection()};
      numbers_[{c.destination, ends.second->id, false}] = {next_, connection()};
      plan_.connections.push_back(c);
      for (const StepElement& s : ends.first->steps)
        if (meaning(s.type).sends) {
          wires_.push_back({static_cast<std::int32_t>(plan_.wire), s.count});
          plan_.wire += s.count;
          if (plan_.wire > std::numeric_limits<std::int32_t>::max())
            throw PlanError(Fault::kStructure, {}, "its messages have more than 2^31 chunks");
          ++next_;
        }
    }
    pairs_.resize(wires_.size());
  }
  std::int32_t connection() const { return static_cast<std::int32_t>(plan_.connections.size()); }

  void add(const GpuElement& g) {
    const bool declared = plan_.demand->name == "custom" || plan_.demand->name == "barrier";
    plan_.input.push_back(declared ? g.input : static_cast<std::int32_t>(checked_.input));
    plan_.output.push_back(declared ? g.output : static_cast<std::int32_t>(checked_.output));
    plan_.scratch.push_back(0);
    for (const Copy& c : g.copies) add(g, c);
    if (!g.copies.empty()) ++plan_.threads;
    const auto last_copy = static_cast<std::int32_t>(plan_.actions.size()) - 1;
    std::vector<std::int32_t> firsts;
    for (const ThreadBlock& b : g.blocks) {
      firsts.push_back(static_cast<std::int32_t>(plan_.actions.size()));
      if (!g.copies.empty() && !b.steps.empty())
        plan_.precedences.push_back({firsts.back(), last_copy});
      add(g, b);
    }
    for (const ThreadBlock& b : g.blocks)
      for (const StepElement& s : b.steps)
        if (s.depends_on >= 0) add_dependency(g, firsts, b, s);
    const auto action = [&](std::int32_t block, std::int32_t step) {
      return firsts[static_cast<std::size_t>(block)] + step;
    };
    for (const ThreadBlock& b : g.blocks)
      for (const SendEnded& e : b.sends_ended)
        plan_.sends_ended.push_back({action(b.id, e.later), action(e.block, e.send)});
  }

  void add(const GpuElement& g, const Copy& c) {
    Action a;
    a.rank = g.id;
    a.thread = plan_.threads;
    a.block = -1;
    a.step = static_cast<std::int32_t>(&c - g.copies.data());
    a.line = c.line;
    a.word = kCopyWord;
    const Chunks from{g.id, Buffer::kInput, c.input, 1}, to{g.id, Buffer::kOutput, c.output, 1};
    plan_.add(a, {&from, 1}, {&to, 1});
  }

  void add(const GpuElement& g, const ThreadBlock& b) {
    std::int32_t sent = 0, received = 0;
    for (const StepElement& s : b.steps) {
      const TypeMeaning& m = meaning(s.type);
      Action a;
      a.rank = g.id;
      a.thread = plan_.threads;
      a.block = b.id;
      a.step = s.number;
      a.line = s.line;
      a.word = static_cast<std::uint16_t>(s.type);
      begin(a);
      if (m.receives) wire(g.id, g.id, b.id, false, received++);
      if (m.reads_destination) operand(g.id, s.destination, s.destination_offset, s.count);
      if (m.reads_source) operand(g.id, s.source, s.source_offset, s.count);
      end_reads();
      if (m.writes_destination) operand(g.id, s.destination, s.destination_offset, s.count);
      if (m.sends) wire(b.send, g.id, b.id, true, sent++);
      end();
    }
    ++plan_.threads;
  }

  void begin(const Action& a) {
    plan_.actions.push_back(a);
    plan_.actions.back().reads = plan_.actions.back().writes =
        static_cast<std::uint32_t>(plan_.operands.size());
  }
  void end_reads() {
    plan_.actions.back().writes = static_cast<std::uint32_t>(plan_.operands.size());
  }
  void end() { plan_.actions.back().end = static_cast<std::uint32_t>(plan_.operands.size()); }

  void operand(std::int32_t rank, Buffer buffer, std::int32_t first, std::int32_t count) {
    plan_.operands.push_back({rank, buffer, first, count});
    std::int32_t& scratch = plan_.scratch[static_cast<std::size_t>(rank)];
    if (buffer == Buffer::kScratch) scratch = std::max(scratch, first + count);
  }

  /// Connects the k-th message that the thread block sends or receives; `at` is its receiver.
  void wire(std::int32_t at, std::int32_t rank, std::int32_t block, bool sends, std::int32_t k) {
    const auto [first, connection] = numbers_.at({rank, block, sends});
    const auto message = static_cast<std::size_t>(first) + static_cast<std::size_t>(k);
    plan_.operands.push_back({at, Buffer::kWire, wires_[message].first, wires_[message].second});
    const auto action = static_cast<std::int32_t>(plan_.actions.size()) - 1;
    (sends ? pairs_[message].first : pairs_[message].second) = action;
    if (sends) plan_.actions.back().connection = connection;
  }

  void add_dependency(const GpuElement& g, const std::vector<std::int32_t>& firsts,
                      const ThreadBlock& b, const StepElement& s) {
    const auto& steps = g.blocks[static_cast<std::size_t>(s.depends_on)].steps;
    const auto awaited = std::find_if(steps.begin() + s.depends_step, steps.end(),
                                      std::mem_fn(&StepElement::is_awaited));
    if (awaited - steps.begin() != s.depends_step)
      warning(g, b, s,
              fmt::format("deps=\"{}\" is not marked with hasdep; step {} is meant", s.depends_step,
                          awaited - steps.begin()));
    const std::int32_t later = firsts[static_cast<std::size_t>(b.id)] + s.number;
    const auto earlier = firsts[static_cast<std::size_t>(s.depends_on)] + (awaited - steps.begin());
    plan_.precedences.push_back({later, static_cast<std::int32_t>(earlier)});
  }

  void warning(const GpuElement& g, const ThreadBlock& b, const StepElement& s,
               const std::string& text) {
    warning(place_of(g.id, b, s) + ": " + text);
  }

  /// Adds a warning; the first ones are reported, and the number of others.
  void warning(const std::string& text) {
    constexpr std::int64_t kMost = 20;
    if (++warnings_ <= kMost)
      plan_.warnings.push_back(text);
    else if (warnings_ == kMost + 1)
      plan_.warnings.emplace_back();
    if (warnings_ > kMost) plan_.warnings.back() = fmt::format("and {} more", warnings_ - kMost);
  }

  /// Warns of things that executors of other tools may not support.
  void warn() {
    constexpr std::size_t kMostSteps = 64, kMostBlocks = 64, kMostNodes = 4096;
    constexpr std::int32_t kMostChannels = 32;
    if (x_.channels > kMostChannels)
      warning(fmt::format("{} channels; executors take {}", x_.channels, kMostChannels));
    for (const GpuElement& g : x_.gpus) {
      if (g.blocks.size() > kMostBlocks)
        warning(
            fmt::format("gpu {} has {} tbs; RCCL takes {}", g.id, g.blocks.size(), kMostBlocks));
      std::size_t nodes = 1 + g.copies.size() + g.blocks.size();
      for (const ThreadBlock& b : g.blocks) nodes += b.steps.size();
      if (nodes > kMostNodes)
        warning(fmt::format("gpu {} has {} XML nodes; executors take {}", g.id, nodes, kMostNodes));
      for (const ThreadBlock& b : g.blocks) {
        if (b.steps.size() > kMostSteps)
          warning(fmt::format("gpu {} tb {} has {} steps; RCCL takes {}", g.id, b.id,
                              b.steps.size(), kMostSteps));
        for (const StepElement& s : b.steps) warn(g, b, s);
      }
    }
    warn_of_advice();
  }

  /// Warns of one side's wrong places on the other side, which have no effect.
  void warn_of_advice() {
    for (const auto& [c, ends] : checked_.connections) {
      const auto sends = steps_of(ends.first, &TypeMeaning::sends),
                 receives = steps_of(ends.second, &TypeMeaning::receives);
      for (std::size_t k = 0; k < sends.size(); ++k) {
        const StepElement &s = *sends[k], &r = *receives[k];
        const Chunks said{c.destination, s.destination, s.destination_offset, s.count},
            done{c.destination, r.destination, r.destination_offset, r.count};
        if (!meaning(s.type).writes_destination && meaning(r.type).writes_destination)
          warn_unless_same(c.source, *ends.first, s, "dst", said, done);
        if (!meaning(r.type).reads_source && s.type != Type::kRrs)
          warn_unless_same(c.destination, *ends.second, r, "src",
                           {c.source, r.source, r.source_offset, r.count}, sent_from(c.source, s));
      }
    }
  }

  /// Returns the chunks that a step sends, which it has sent from there or put there.
  static Chunks sent_from(std::int32_t rank, const StepElement& s) {
    const bool is_put = meaning(s.type).writes_destination;
    return {rank, is_put ? s.destination : s.source,
            is_put ? s.destination_offset : s.source_offset, s.count};
  }

  void warn_unless_same(std::int32_t rank, const ThreadBlock& b, const StepElement& s,
                        std::string_view what, const Chunks& said, const Chunks& done) {
    if (std::tie(said.buffer, said.first) == std::tie(done.buffer, done.first)) return;
    if (x_.in_place && said.first >= 0 && said.first < buffer_size(said)) {
      if (!memory_) memory_.emplace(plan_, true);
      if (memory_->cell(said) == memory_->cell(done)) return;
    }
    warning(x_.gpus[static_cast<std::size_t>(rank)], b, s,
            fmt::format("{}=\"{}[{}]\", but gpu {} means {}[{}]", what, letter_of(said.buffer),
                        said.first, said.rank, letter_of(done.buffer), done.first));
  }

  std::int32_t buffer_size(const Chunks& c) const {
    const auto r = static_cast<std::size_t>(c.rank);
    return c.buffer == Buffer::kInput    ? plan_.input[r]
           : c.buffer == Buffer::kOutput ? plan_.output[r]
                                         : plan_.scratch[r];
  }

  void warn(const GpuElement& g, const ThreadBlock& b, const StepElement& s) {
    constexpr std::int32_t kMostChunks = 71;
    const TypeMeaning& m = meaning(s.type);
    if (s.count > kMostChunks)
      warning(g, b, s, fmt::format("cnt=\"{}\"; executors take {}", s.count, kMostChunks));
    if (m.receives && m.reads_source &&
        std::tie(s.source, s.source_offset) != std::tie(s.destination, s.destination_offset) &&
        m.writes_destination)
      warning(g, b, s, "src is not dst; it is read here, where some tools mean the sender's place");
    if (s.type == Type::kNop && s.number + 1 < std::ssize(b.steps) &&
        b.steps[static_cast<std::size_t>(s.number) + 1].depends_on < 0 && s.depends_on >= 0)
      warning(g, b, b.steps[static_cast<std::size_t>(s.number) + 1],
              "no depid after a nop; some executors refuse that");
  }

  using Side = std::tuple<std::int32_t, std::int32_t, bool>;  // gpu, thread block, sends
  const AlgorithmElement& x_;
  const Checked& checked_;
  Plan plan_;
  std::int64_t warnings_ = 0;
  std::optional<PlanMemory> memory_;  // in place, made when first needed
  std::map<Side, std::pair<std::int32_t, std::int32_t>> numbers_;  // first message, connection
  std::int32_t next_ = 0;
  std::vector<std::pair<std::int32_t, std::int32_t>> wires_;  // first chunk and chunks
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs_;  // sending and receiving action
};

Plan read_plan(std::string text, const PlanOptions& options) {
  AlgorithmElement algorithm = parse(std::move(text));
  const std::string& said = options.collective.empty() ? algorithm.collective : options.collective;
  const Demand* const demand = find_demand(said);
  if (demand == nullptr)
    throw PlanError(Fault::kAttribute, {}, fmt::format("unknown collective \"{}\"", said));
  const Checked ends = checked(algorithm, *demand);
  Plan plan = Builder(algorithm, *demand, ends).build();
  plan.root = options.root;
  return plan;
}

/// Returns whether it is an algorithm; an ending of a format decides if the contents do not.
bool is_algorithm(const std::filesystem::path& path, std::string_view beginning) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  const std::string_view text = beginning.substr(beginning.starts_with(kMark) ? kMark.size() : 0);
  return begins_with(path, text, '<') ||
         (path.extension() == ".xml" && !begins_with(path, beginning, '{'));
}

}  // namespace
}  // namespace orrery::msccl

namespace orrery::inline formats {

extern const ScheduleFormat msccl_xml_format{
    .name = "msccl-xml",
    .recognises = msccl::is_algorithm,
    .read_plan = msccl::read_plan,
    .write_plan = msccl::xml_text,
    .ending = ".xml",
    .summary = "an algorithm of MSCCL, chunk by chunk, as MSCCL and RCCL run it"};

}  // namespace orrery::inline formats
