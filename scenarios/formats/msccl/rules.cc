#include <algorithm>

#include <fmt/format.h>

#include "scenarios/formats/msccl/xml_file.h"

namespace orrery::msccl {
namespace {

/// A checker of a file's own rules, class by class of faults.
class Checker {
 public:
  Checker(AlgorithmElement& x, const Demand& demand) : x_(x), demand_(demand) {}

  Checked check() {
    check_structure();
    for_each_block([this](const GpuElement& g, const ThreadBlock& b) { check_peers(g, b); });
    check_channels();
    for (const GpuElement& g : x_.gpus) check_bounds(g);
    for_each_block([this](const GpuElement& g, const ThreadBlock& b) { check_dependencies(g, b); });
    for_each_block([this](const GpuElement& g, const ThreadBlock& b) { check_sends_ended(g, b); });
    check_connections();
    return std::move(checked_);
  }

 private:
  template <class F>
  void for_each_block(F&& f) const {
    for (const GpuElement& g : x_.gpus)
      for (const ThreadBlock& b : g.blocks) f(g, b);
  }

  [[noreturn]] static void fail(Fault fault, PlanPlace place, const std::string& message) {
    throw PlanError(fault, place, message);
  }
  [[noreturn]] static void fail(Fault fault, const GpuElement& g, const ThreadBlock& b,
                                const std::string& message) {
    fail(fault, {g.id, b.id, -1, b.line, -1},
         fmt::format("gpu {} tb {} (line {}): {}", g.id, b.id, b.line, message));
  }
  [[noreturn]] static void fail(Fault fault, const GpuElement& g, const ThreadBlock& b,
                                const StepElement& s, const std::string& message) {
    fail(fault, {g.id, b.id, s.number, s.line, -1}, place_of(g.id, b, s) + ": " + message);
  }

  void check_structure() {
    if (x_.gpus_declared < 1 || x_.chunks < 1)
      fail(Fault::kStructure, {-1, -1, -1, x_.line, -1},
           fmt::format("line {}: ngpus={} nchunksperloop={}; at least 1 of both", x_.line,
                       x_.gpus_declared, x_.chunks));
    std::ranges::stable_sort(x_.gpus, {}, &GpuElement::id);
    const std::int64_t last = std::max<std::int64_t>(x_.gpus_declared, std::ssize(x_.gpus));
    for (std::int32_t r = 0; r < last; ++r) {
      if (r < std::ssize(x_.gpus)) check_number(x_.gpus[static_cast<std::size_t>(r)], r);
      if (r >= std::ssize(x_.gpus)) missing_gpu(r);
    }
    if (demand_.blocks && x_.chunks % x_.gpus_declared != 0)
      fail(Fault::kStructure, {-1, -1, -1, x_.line, -1},
           fmt::format("line {}: nchunksperloop={} of {}: not a multiple of {} gpus", x_.line,
                       x_.chunks, demand_.name, x_.gpus_declared));
    const PlanSetting s{x_.gpus_declared, x_.chunks, 0};
    checked_.input = demand_.input(s);
    checked_.output = demand_.output(s);
    for (GpuElement& g : x_.gpus) check_gpu(g);
  }

  void check_number(const GpuElement& g, std::int32_t r) const {
    const PlanPlace place{g.id, -1, -1, g.line, -1};
    if (g.id > r && r < x_.gpus_declared) missing_gpu(r);
    if (g.id < 0 || g.id >= x_.gpus_declared)
      fail(Fault::kStructure, place,
           fmt::format("line {}: gpu {} of {}", g.line, g.id, x_.gpus_declared));
    if (g.id < r)
      fail(Fault::kStructure, place, fmt::format("line {}: gpu {} appears twice", g.line, g.id));
  }
  [[noreturn]] void missing_gpu(std::int32_t r) const {
    fail(Fault::kStructure, {r, -1, -1, x_.line, -1},
         fmt::format("line {}: gpu {} is missing", x_.line, r));
  }

  void check_gpu(GpuElement& g) const {
    if (demand_.name != "custom" && demand_.name != "barrier")
      check_size(g, "i_chunks", g.input, checked_.input),
          check_size(g, "o_chunks", g.output, checked_.output);
    std::ranges::stable_sort(g.blocks, {}, &ThreadBlock::id);
    for (std::int32_t t = 0; t < std::ssize(g.blocks); ++t) {
      const ThreadBlock& b = g.blocks[static_cast<std::size_t>(t)];
      if (b.id != t)
        fail(Fault::kStructure, {g.id, b.id, -1, b.line, -1},
             fmt::format("line {}: gpu {}: tb {} {}", b.line, g.id, b.id < t ? b.id : t,
                         b.id < t ? "appears twice" : "is missing"));
      check_step_numbers(g, b);
    }
  }

  void check_size(const GpuElement& g, std::string_view what, std::int32_t has,
                  std::int64_t fits) const {
    if (has > fits)
      fail(Fault::kStructure, {g.id, -1, -1, g.line, -1},
           fmt::format("line {}: gpu {}: {}={}; {} of {} chunks has {}", g.line, g.id, what, has,
                       demand_.name, x_.chunks, fits));
  }

  static void check_step_numbers(const GpuElement& g, const ThreadBlock& b) {
    for (std::int32_t i = 0; i < std::ssize(b.steps); ++i)
      if (const StepElement& s = b.steps[static_cast<std::size_t>(i)]; s.number != i)
        fail(Fault::kStructure, {g.id, b.id, s.number, s.line, -1},
             fmt::format("gpu {} tb {} (line {}): step {} in line {}; expected {}", g.id, b.id,
                         b.line, s.number, s.line, i));
  }

  void check_peers(const GpuElement& g, const ThreadBlock& b) const {
    check_peer(g, b, "send", b.send);
    check_peer(g, b, "recv", b.receive);
    for (const StepElement& s : b.steps) {
      if (meaning(s.type).sends && b.send < 0)
        fail(Fault::kPeer, g, b, s, fmt::format("it sends, but its tb has send=\"{}\"", b.send));
      if (meaning(s.type).receives && b.receive < 0)
        fail(Fault::kPeer, g, b, s,
             fmt::format("it receives, but its tb has recv=\"{}\"", b.receive));
    }
  }

  void check_peer(const GpuElement& g, const ThreadBlock& b, std::string_view what,
                  std::int32_t peer) const {
    if (peer < -1 || peer >= x_.gpus_declared)
      fail(Fault::kPeer, g, b,
           fmt::format("{}=\"{}\"; -1 to {}", what, peer, x_.gpus_declared - 1));
    if (peer == g.id) fail(Fault::kPeer, g, b, fmt::format("{}=\"{}\" is itself", what, peer));
  }

  static bool uses(const ThreadBlock& b, bool sends) {
    return std::ranges::any_of(b.steps, [&](const StepElement& s) {
      return sends ? meaning(s.type).sends : meaning(s.type).receives;
    });
  }

  void check_channels() {
    for_each_block([this](const GpuElement& g, const ThreadBlock& b) {
      if (b.channel < 0 || b.channel >= x_.channels)
        fail(Fault::kChannel, g, b,
             fmt::format("chan=\"{}\"; 0 to {}", b.channel, x_.channels - 1));
      if (uses(b, true))
        take(checked_.connections[{g.id, b.send, b.channel}].first, g, b, "send", b.send);
      if (uses(b, false))
        take(checked_.connections[{b.receive, g.id, b.channel}].second, g, b, "recv", b.receive);
    });
  }

  static void take(const ThreadBlock*& end, const GpuElement& g, const ThreadBlock& b,
                   std::string_view what, std::int32_t peer) {
    if (end != nullptr)
      fail(Fault::kChannel, g, b,
           fmt::format("{}=\"{}\" chan=\"{}\" is tb {}'s already", what, peer, b.channel, end->id));
    end = &b;
  }

  std::int64_t size(const GpuElement& g, Buffer buffer) const {
    const bool declared = demand_.name == "custom" || demand_.name == "barrier";
    if (buffer == Buffer::kScratch) return g.scratch;
    if (buffer == Buffer::kInput) return declared ? g.input : checked_.input;
    return declared ? g.output : checked_.output;
  }

  void check_bounds(const GpuElement& g) const {
    check_copies(g);
    for (const ThreadBlock& b : g.blocks) check_bounds(g, b);
  }

  void check_bounds(const GpuElement& g, const ThreadBlock& b) const {
    for (const StepElement& s : b.steps) {
      const TypeMeaning& m = meaning(s.type);
      if (m.reads_source) check_range(g, b, s, "src", s.source, s.source_offset);
      if (m.reads_destination || m.writes_destination)
        check_range(g, b, s, "dst", s.destination, s.destination_offset);
    }
  }

  void check_range(const GpuElement& g, const ThreadBlock& b, const StepElement& s,
                   std::string_view what, Buffer buffer, std::int32_t offset) const {
    const std::int64_t end = std::int64_t{offset} + s.count;
    if (offset < 0 || end > size(g, buffer))
      fail(Fault::kBounds, {g.id, b.id, s.number, s.line, offset},
           fmt::format("{}: {} {}[{}..{}] of {}", place_of(g.id, b, s), what, letter_of(buffer),
                       offset, end - 1, size(g, buffer)));
  }

  void check_copies(const GpuElement& g) const {
    for (const Copy& c : g.copies)
      if (c.input < 0 || c.input >= size(g, Buffer::kInput) || c.output < 0 ||
          c.output >= size(g, Buffer::kOutput))
        fail(Fault::kBounds, {g.id, -1, -1, c.line, -1},
             fmt::format("gpu {} copy (line {}): i[{}] of {} to o[{}] of {}", g.id, c.line, c.input,
                         size(g, Buffer::kInput), c.output, size(g, Buffer::kOutput)));
  }

  static void check_dependencies(const GpuElement& g, const ThreadBlock& b) {
    for (const StepElement& s : b.steps) {
      if (s.depends_on == -1) continue;
      const auto wrong = [&](const std::string& why) {
        fail(Fault::kDependency, g, b, s, fmt::format("depid=\"{}\", {}", s.depends_on, why));
      };
      if (s.depends_on < 0 || s.depends_on >= std::ssize(g.blocks))
        wrong(fmt::format("but gpu {} has {} tbs", g.id, g.blocks.size()));
      if (s.depends_on == b.id) wrong("which is its own tb");
      const auto& steps = g.blocks[static_cast<std::size_t>(s.depends_on)].steps;
      if (s.depends_step < 0 || s.depends_step >= std::ssize(steps))
        wrong(fmt::format("deps=\"{}\", but that tb has {} steps", s.depends_step, steps.size()));
      if (std::none_of(steps.begin() + s.depends_step, steps.end(),
                       std::mem_fn(&StepElement::is_awaited)))
        wrong(fmt::format("deps=\"{}\", but none of its steps from there on has hasdep=\"1\"",
                          s.depends_step));
    }
  }

  /// Checks that a step follows the send by its thread block or by a dependency, so that nothing
  /// can wait in a cycle.
  static void check_sends_ended(const GpuElement& g, const ThreadBlock& b) {
    for (const SendEnded& e : b.sends_ended) {
      const StepElement& s = b.steps[static_cast<std::size_t>(e.later)];
      const auto wrong = [&](std::string_view why) {
        fail(Fault::kDependency, g, b, s,
             fmt::format("{}=\"{}:{}\", {}", kSendsEnded, e.block, e.send, why));
      };
      if (e.block < 0 || e.block >= std::ssize(g.blocks)) wrong("which is not a tb");
      const auto& steps = g.blocks[static_cast<std::size_t>(e.block)].steps;
      if (e.send < 0 || e.send >= std::ssize(steps)) wrong("which is not a step");
      if (!meaning(steps[static_cast<std::size_t>(e.send)].type).sends)
        wrong("which does not send");
      if (!follows(b, s, e)) wrong("which it does not follow");
    }
  }

  static bool follows(const ThreadBlock& b, const StepElement& s, const SendEnded& e) {
    if (e.block == b.id) return e.send < s.number;
    return std::any_of(b.steps.begin(), b.steps.begin() + s.number + 1,
                       [&](const StepElement& before) {
                         return before.depends_on == e.block && before.depends_step >= e.send;
                       });
  }

  void check_connections() const {
    for (const auto& [c, ends] : checked_.connections) {
      const auto sends = steps_of(ends.first, &TypeMeaning::sends),
                 receives = steps_of(ends.second, &TypeMeaning::receives);
      if (sends.size() == receives.size()) continue;
      const bool more_sends = sends.size() > receives.size();
      const StepElement& s = more_sends ? *sends[receives.size()] : *receives[sends.size()];
      fail(Fault::kUnmatched, gpu(more_sends ? c.source : c.destination),
           more_sends ? *ends.first : *ends.second, s,
           fmt::format("{} -> {} channel {}: {} sends, {} receives", c.source, c.destination,
                       c.channel, sends.size(), receives.size()));
    }
    for (const auto& [c, ends] : checked_.connections) check_counts(c, ends.first, ends.second);
  }

  void check_counts(const Connection& c, const ThreadBlock* from, const ThreadBlock* to) const {
    const auto sends = steps_of(from, &TypeMeaning::sends),
               receives = steps_of(to, &TypeMeaning::receives);
    for (std::size_t k = 0; k < sends.size(); ++k)
      if (sends[k]->count != receives[k]->count)
        fail(Fault::kCount, gpu(c.destination), *to, *receives[k],
             fmt::format("receives {} chunks, {} sends {}", receives[k]->count,
                         place_of(c.source, *from, *sends[k]), sends[k]->count));
  }

  const GpuElement& gpu(std::int32_t r) const { return x_.gpus[static_cast<std::size_t>(r)]; }

  AlgorithmElement& x_;
  const Demand& demand_;
  Checked checked_;
};

}  // namespace

std::string place_of(std::int32_t gpu, const ThreadBlock& b, const StepElement& s) {
  return fmt::format("gpu {} tb {} step {} ({}, line {})", gpu, b.id, s.number,
                     meaning(s.type).name, s.line);
}

std::vector<const StepElement*> steps_of(const ThreadBlock* b, bool TypeMeaning::*does) {
  std::vector<const StepElement*> steps;
  if (b == nullptr) return steps;
  for (const StepElement& s : b->steps)
    if (meaning(s.type).*does) steps.push_back(&s);
  return steps;
}

Checked checked(AlgorithmElement& x, const Demand& demand) {
  return Checker(x, demand).check();
}

}  // namespace orrery::msccl
