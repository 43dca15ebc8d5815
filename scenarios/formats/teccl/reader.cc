#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

#include "scenarios/formats/json_file.h"
#include "scenarios/spec/schedule_format.h"

namespace orrery::inline formats {
namespace {

constexpr std::string_view kFlowWords[] = {"flow"};

/// A flow: chunk `chunk` of GPU `origin` goes from `source` to `destination`.
struct Flow {
  std::int32_t chunk = 0, origin = 0, source = 0, destination = 0, epoch = 0;
  std::int32_t index = 0;  ///< in the file
};

/// The words of a flow, one after the other.
class FlowText {
 public:
  explicit FlowText(std::string_view text) : rest_(text) {}

  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  bool take(std::int32_t& number) {
    const auto [stop, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    if (error != std::errc() || number < 0) return false;
    rest_.remove_prefix(static_cast<std::size_t>(stop - rest_.data()));
    return true;
  }
  bool ended() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

class FlowReader {
 public:
  explicit FlowReader(const std::string& text) : file_(text) {}

  Plan read(const PlanOptions& options) {
    plan_.demand = find_demand(options.collective.empty() ? "allgather" : options.collective);
    if (plan_.demand == nullptr || plan_.demand->name != "allgather")
      JsonFile::fail(Fault::kAttribute, 0, {}, "flows whose chunks are whole are of an allgather");
    for (const auto& flow : flows()) add_flow(flow);
    read_epochs();
    number_gpus();
    std::ranges::stable_sort(
        flows_, {}, [](const Flow& f) { return std::tuple(f.source, f.destination, f.epoch); });
    add_actions();
    add_precedences();
    return std::move(plan_);
  }

 private:
  const JsonFile::Json& flows() const {
    for (const auto& [name, value] : file_.root().items())
      if (name.ends_with("-Flows")) return file_.list(file_.root(), name.c_str(), {});
    JsonFile::fail(Fault::kAttribute, 0, {}, "no Flows");
  }

  void read_epochs() {
    for (const auto& [name, value] : file_.root().items())
      if (name.ends_with("-Epochs_Required"))
        plan_.description.epochs = file_.number(file_.root(), name.c_str(), {});
  }

  static Where where(std::int32_t index) {
    return {{-1, -1, index, 0, -1}, fmt::format("flow {}", index)};
  }

  void add_flow(const JsonFile::Json& value) {
    const auto index = static_cast<std::int32_t>(flows_.size());
    if (!value.is_string()) JsonFile::fail(Fault::kAttribute, 0, where(index), "not a text");
    FlowText text(value.get_ref<const std::string&>());
    Flow f;
    f.index = index;
    const bool begins = text.take("Chunk ") && text.take(f.chunk) && text.take(" from ") &&
                        text.take(f.origin) && text.take(" traveled over ") &&
                        text.take(f.source) && text.take("->") && text.take(f.destination);
    if (begins && text.take(" with volume "))
      JsonFile::fail(Fault::kAttribute, 0, where(index),
                     "it has a volume, but does not state which part of the chunk travels");
    const bool ends = begins && text.take(" in epoch ") && text.take(f.epoch);
    const bool by_switch = ends && text.take(" via switches ");
    if (!ends || !(by_switch || text.ended()))
      JsonFile::fail(Fault::kAttribute, 0, where(index),
                     "not of the kind 'Chunk 0 from 1 traveled over 1->2 in epoch 3'");
    if (f.source == f.destination)
      JsonFile::fail(Fault::kPeer, 0, where(index), fmt::format("{} sends to itself", f.source));
    flows_.push_back(f);
    ++plan_.description.steps;
    ++plan_.description.kinds[by_switch ? "flow via switches" : "flow"];
  }

  /// Numbers the GPUs, which have arbitrary numbers in the file, mixed with those of switches;
  /// ranks follow their order.
  void number_gpus() {
    std::map<std::int32_t, std::int32_t> rank;
    for (const Flow& f : flows_) rank[f.origin] = rank[f.source] = rank[f.destination] = 0;
    if (rank.empty()) JsonFile::fail(Fault::kStructure, 0, {}, "no flow");
    std::int32_t next = 0, chunks = 0;
    for (auto& [gpu, number] : rank) number = next++;
    for (Flow& f : flows_) {
      f.origin = rank.at(f.origin);
      f.source = rank.at(f.source);
      f.destination = rank.at(f.destination);
      chunks = std::max(chunks, f.chunk);
    }
    if (std::int64_t{chunks} * next > (1 << 27))
      JsonFile::fail(Fault::kStructure, 0, {}, fmt::format("{} chunks of each GPU", chunks + 1));
    plan_.setting = {next, std::int64_t{next} * (chunks + 1), 0};
  }

  std::int32_t place(const Flow& f) const {
    return static_cast<std::int32_t>(f.origin * plan_.setting.block()) + f.chunk;
  }

  void add_actions() {
    const auto p = static_cast<std::size_t>(plan_.setting.ranks);
    plan_.in_place = true;
    plan_.step_word = "flow";
    plan_.words.assign(std::begin(kFlowWords), std::end(kFlowWords));
    plan_.input.assign(p, static_cast<std::int32_t>(plan_.setting.block()));
    plan_.output.assign(p, static_cast<std::int32_t>(plan_.setting.chunks));
    plan_.scratch.assign(p, 0);
    for (const Flow& f : flows_) {
      const bool same_link = !plan_.actions.empty() && plan_.actions.back().rank == f.source &&
                             plan_.operands.back().rank == f.destination;
      if (!same_link) ++plan_.threads;
      Action a;
      a.rank = f.source;
      a.thread = plan_.threads - 1;
      a.block = -1;
      a.step = f.index;
      const Chunks from{f.source, Buffer::kOutput, place(f), 1},
          to{f.destination, Buffer::kOutput, place(f), 1};
      plan_.add(a, {&from, 1}, {&to, 1});
    }
  }

  /// Adds precedences: a forwarded chunk has arrived by a flow of an earlier epoch.
  void add_precedences() {
    std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> brought;  // rank and place
    for (std::int32_t i = 0; i < std::ssize(flows_); ++i) {
      const Flow& f = flows_[static_cast<std::size_t>(i)];
      const bool first = brought.emplace(std::pair(f.destination, place(f)), i).second;
      if (!first || f.destination == f.origin)
        throw PlanError(Fault::kResult, plan_, i, "this GPU has the chunk already", place(f));
    }
    for (std::int32_t i = 0; i < std::ssize(flows_); ++i) {
      const Flow& f = flows_[static_cast<std::size_t>(i)];
      if (f.source == f.origin) continue;
      const auto found = brought.find({f.source, place(f)});
      if (found == brought.end())
        throw PlanError(Fault::kUndefined, plan_, i, "the sender never receives this chunk",
                        place(f));
      if (flows_[static_cast<std::size_t>(found->second)].epoch >= f.epoch)
        throw PlanError(Fault::kDependency, plan_, i,
                        fmt::format("it leaves before {} brings it", plan_.place(found->second)),
                        place(f));
      plan_.precedences.push_back({i, found->second});
    }
  }

  JsonFile file_;
  std::vector<Flow> flows_;
  Plan plan_;
};

/// Reads an allgather of TE-CCL (Liu et al., SIGCOMM 2024), flow by flow.
Plan read_flows(std::string text, const PlanOptions& options) {
  return FlowReader(text).read(options);
}

bool is_flows(const std::filesystem::path& path, std::string_view beginning) {
  const auto has = [&](std::string_view word) { return beginning.find(word) != beginning.npos; };
  return begins_with(path, beginning, '{') && (has("-Epoch") || has("-Flows"));
}

}  // namespace

extern const ScheduleFormat teccl_json_format{
    .name = "teccl-json", .recognises = is_flows, .read_plan = read_flows};

}  // namespace orrery::inline formats
