#include <algorithm>

#include "scenarios/formats/mscclpp/counters.h"
#include "scenarios/formats/mscclpp/gpus.h"
#include "scenarios/formats/mscclpp/head.h"
#include "scenarios/formats/mscclpp/ops.h"
#include "scenarios/formats/mscclpp/parts.h"

namespace orrery::mscclpp {
namespace {

using Json = JsonFile::Json;

/// A part of an operation that a thread block runs in one piece.
struct OperationPart {
  std::int64_t round = 0, rounds = 1;  ///< of a pipeline
  std::int64_t part = 0, parts = 1;    ///< of a group of thread blocks
};

class Reader {
 public:
  Reader(const std::string& text, const PlanOptions& options) : file_(text), options_(options) {}

  Plan read() {
    read_head(file_, options_, plan_);
    const Json& gpus = file_.list(file_.root(), "gpus", {});
    if (gpus.empty()) JsonFile::fail(Fault::kStructure, 0, {}, "no gpus");
    plan_.setting.ranks = static_cast<std::int32_t>(gpus.size());
    const GpuReader reader = gpu_reader();
    for (const Json& gpu : gpus)
      gpus_.push_back(reader.gpu(gpu, static_cast<std::int32_t>(gpus_.size())));
    for (const Gpu& g : gpus_) describe(g);
    set_sizes(plan_, gpus_);
    parts_.set(plan_, gpus, gpus_);
    for (std::size_t r = 0; r < gpus.size(); ++r)
      read_blocks(gpus[r], static_cast<std::int32_t>(r));
    packets_.join(plan_);
    barriers_.join(plan_);
    counters_.join(plan_);
    return std::move(plan_);
  }

 private:
  GpuReader gpu_reader() const { return {file_, plan_.setting.ranks}; }

  void describe(const Gpu& g) {
    PlanDescription& d = plan_.description;
    d.input = std::max(d.input, g.input);
    d.output = std::max(d.output, g.output);
    d.scratch = std::max(d.scratch, g.scratch);
  }

  void read_blocks(const Json& gpu, std::int32_t rank) {
    std::int32_t id = 0;
    for (const Json& json : file_.list(gpu, "threadblocks", {})) {
      const Block b = gpu_reader().block(json, gpus_[static_cast<std::size_t>(rank)], rank, id++);
      block_ = &b;
      std::int32_t step = 0;
      for (const Json& op : file_.list(json, "ops", b.where)) read_op(b, op, step++, {}, false);
      ++plan_.description.blocks;
      plan_.description.steps += step;
      const Placed placed = threads_.place(plan_);
      packets_.place(placed);
      barriers_.place(placed);
      counters_.place(placed);
    }
  }

  /// The common data of an operation's actions.
  struct Context {
    const Json& op;
    const OpKind& kind;
    std::int32_t step;
    OperationPart slice;
    std::string_view type;               ///< of its channels; may be empty
    std::vector<std::int32_t> channels;  ///< numbers among those of the GPU
    bool through_port() const { return type == "port"; }
  };

  std::int32_t add(const Context& c, std::vector<Chunks> reads, std::vector<Chunks> writes,
                   std::int32_t port = -1) {
    Action a;
    a.rank = block_->rank;
    a.block = block_->id;
    a.step = c.step;
    a.line = file_.line(c.op);
    a.word = static_cast<std::uint16_t>(&c.kind - kOps);
    a.packets = c.kind.packets_written != kPlain;
    return threads_.add(a, std::move(reads), std::move(writes), port);
  }

  void read_op(const Block& b, const Json& op, std::int32_t step, OperationPart slice,
               bool inside) {
    const std::string_view name = file_.text(op, "name", b.where);
    const OpKind* const kind = find_op(name);
    if (kind == nullptr)
      file_.fail(Fault::kAttribute, op, b.where, fmt::format("unknown op {}", name));
    if (slice.round == 0) ++plan_.description.kinds[kind->name];
    if (name == "pipeline") {
      if (inside) file_.fail(Fault::kAttribute, op, b.where, "a pipeline in a pipeline");
      return read_pipeline(b, op, step);
    }
    if (op.contains("tbg_info")) {
      const Json& group = file_.member(op, "tbg_info", b.where);
      slice.part = file_.number(group, "tb_id", b.where);
      slice.parts = file_.number(group, "tbg_size", b.where);
      if (slice.part >= slice.parts)
        file_.fail(Fault::kAttribute, op, b.where, "tb_id beyond tbg_size");
    }
    Context c{op, *kind, step, slice, {}, {}};
    read_channels_of(b, op, c);
    run(b, c);
  }

  void read_pipeline(const Block& b, const Json& op, std::int32_t step) {
    const std::int64_t rounds = parts_.rounds_of(op, b.where, plan_);
    for (std::int64_t i = 0; i < rounds; ++i)
      for (const Json& inner : file_.list(op, "ops", b.where))
        read_op(b, inner, step, {i, rounds, 0, 1}, true);
  }

  void read_channels_of(const Block& b, const Json& op, Context& c) const {
    if (op.contains("channel_type"))
      c.type = gpu_reader().channel_type(op, "channel_type", b.where);
    const Json& ids = file_.list(op, "channel_ids", b.where, true);
    const auto known = b.channels.find(c.type);
    const std::size_t most = known == b.channels.end() ? 0 : known->second.size();
    if (c.type == "switch") return;  // its operands name the GPUs
    for (const Json& id : ids)
      c.channels.push_back(known->second[static_cast<std::size_t>(
          gpu_reader().below(id, op, b.where, "channel", most, Fault::kChannel))]);
  }

  void run(const Block& b, const Context& c) {
    const std::string_view name = c.kind.name;
    if (name == "nop") return;
    if (name == "flush") return flush(c);
    if (name == "barrier") return barrier(c);
    if (name == "sem_acquire" || name == "sem_release") return semaphore(c, name == "sem_acquire");
    move(b, c);
    if (c.kind.signals) signal(c);
    if (name == "pwsf") flush(c);
    if (c.kind.waits) wait(c);
  }

  // Operands.

  Chunks range(const Json& entry, std::int32_t rank, Buffer buffer, const Context& c) const {
    const Where& where = block_->where;
    const std::int64_t index = file_.number(entry, "index", where, Fault::kBounds),
                       size = file_.number(entry, "size", where);
    const Gpu& g = gpus_[static_cast<std::size_t>(rank)];
    const std::int64_t most = buffer == Buffer::kInput    ? g.input
                              : buffer == Buffer::kOutput ? g.output
                                                          : g.scratch;
    if (size < 1) file_.fail(Fault::kAttribute, entry, where, "an operand of size 0");
    if (index + size > most)
      throw PlanError(
          Fault::kBounds, {block_->rank, block_->id, c.step, file_.line(c.op), index},
          fmt::format("{} op {} ({}): {}[{}..{}] of {} on gpu {}", where.text, c.step, c.kind.name,
                      letter_of(buffer), index, index + size - 1, most, rank));
    const std::int64_t round = size * plan_.parts / c.slice.rounds, part = round / c.slice.parts;
    return {rank, buffer,
            static_cast<std::int32_t>(index * plan_.parts + c.slice.round * round +
                                      c.slice.part * part),
            static_cast<std::int32_t>(part)};
  }

  /// Returns an operand on one rank; operands of a switch are on several.
  Chunks operand(const Block& b, const Json& entry, const Context& c) const {
    if (!entry.is_object())
      file_.fail(Fault::kAttribute, c.op, b.where, "an operand that is not an object");
    if (!entry.contains("buffer_id"))
      return range(entry, b.rank, gpu_reader().buffer_named(entry, "type", b.where), c);
    const auto known = b.buffers.find(c.type);
    const std::size_t most = known == b.buffers.end() ? 0 : known->second.size();
    const std::int32_t id = gpu_reader().below(entry.at("buffer_id"), entry, b.where, "buffer_id",
                                               most, Fault::kBounds);
    const RemoteBuffer& remote =
        gpus_[static_cast<std::size_t>(b.rank)]
            .remote[static_cast<std::size_t>(known->second[static_cast<std::size_t>(id)])];
    return range(entry, remote.rank, remote.buffer, c);
  }

  std::vector<Chunks> operands(const Block& b, const char* name, const Context& c) const {
    std::vector<Chunks> all;
    for (const Json& entry : file_.list(c.op, name, b.where)) all.push_back(operand(b, entry, c));
    if (all.empty()) file_.fail(Fault::kAttribute, c.op, b.where, fmt::format("no {}", name));
    return all;
  }

  /// Returns an operand on every rank of a switch.
  std::vector<Chunks> switch_operands(const Block& b, const char* name, const Context& c) const {
    const Json& list = file_.list(c.op, name, b.where);
    if (list.size() != 1)
      file_.fail(Fault::kAttribute, c.op, b.where, fmt::format("{} has not one entry", name));
    const auto known = b.channels.find("switch");
    const std::size_t most = known == b.channels.end() ? 0 : known->second.size();
    const std::int32_t id =
        gpu_reader().below(file_.member(list.front(), "switch_channel_id", b.where), c.op, b.where,
                           "switch channel", most, Fault::kChannel);
    const SwitchChannel& s =
        gpus_[static_cast<std::size_t>(b.rank)]
            .switches[static_cast<std::size_t>(known->second[static_cast<std::size_t>(id)])];
    std::vector<Chunks> all;
    for (const std::int32_t rank : s.ranks) all.push_back(range(list.front(), rank, s.buffer, c));
    return all;
  }

  void check_equal(const Context& c, const std::vector<Chunks>& reads,
                   const std::vector<Chunks>& writes) const {
    const std::int32_t count = reads.front().count;
    for (const auto* side : {&reads, &writes})
      for (const Chunks& x : *side)
        if (x.count != count)
          throw PlanError(
              Fault::kCount, {block_->rank, block_->id, c.step, file_.line(c.op), -1},
              fmt::format("{} op {} ({}): operands of {} and of {} chunks", block_->where.text,
                          c.step, c.kind.name, count / plan_.parts, x.count / plan_.parts));
  }

  void move(const Block& b, const Context& c) {
    switch (c.kind.move) {
      case Move::kNothing:
        return;
      case Move::kSum:
        return move_all(c, operands(b, "src_buff", c), operands(b, "dst_buff", c));
      case Move::kSpread:
        return move_all(c, operands(b, "src_buff", c), switch_operands(b, "dst_buff", c));
      case Move::kCollect:
        return move_all(c, switch_operands(b, "src_buff", c), switch_operands(b, "dst_buff", c));
      case Move::kEach:
        return move_each(c, operands(b, "src_buff", c), operands(b, "dst_buff", c));
    }
  }

  void move_all(const Context& c, std::vector<Chunks> reads, std::vector<Chunks> writes) {
    check_equal(c, reads, writes);
    const std::int32_t id = add(c, reads, writes);
    note_packets(c, id, reads, writes);
  }

  void move_each(const Context& c, const std::vector<Chunks>& reads,
                 const std::vector<Chunks>& writes) {
    if (reads.size() != writes.size() && reads.size() != 1)
      throw PlanError(
          Fault::kCount, {block_->rank, block_->id, c.step, file_.line(c.op), -1},
          fmt::format("{} op {} ({}): {} sources for {} destinations", block_->where.text, c.step,
                      c.kind.name, reads.size(), writes.size()));
    for (std::size_t j = 0; j < writes.size(); ++j) {
      const Chunks& from = reads[reads.size() == 1 ? 0 : j];
      check_equal(c, {from}, {writes[j]});
      const std::int32_t id = add(c, {from}, {writes[j]}, port_of(c, j));
      note_packets(c, id, {from}, {writes[j]});
    }
  }

  /// Returns the port channel that runs the j-th transfer; -1: the thread block itself.
  static std::int32_t port_of(const Context& c, std::size_t j) {
    if (!c.through_port() || c.channels.empty()) return -1;
    return c.channels[std::min(j, c.channels.size() - 1)];
  }

  void note_packets(const Context& c, std::int32_t id, const std::vector<Chunks>& reads,
                    const std::vector<Chunks>& writes) {
    const auto from = [](int first, std::size_t size) {
      return std::min(static_cast<std::size_t>(first), size);
    };
    for (std::size_t i = from(c.kind.packets_read, reads.size()); i < reads.size(); ++i)
      packets_.read(id, reads[i]);
    for (std::size_t i = from(c.kind.packets_written, writes.size()); i < writes.size(); ++i)
      packets_.write(id, writes[i]);
  }

  // Dependencies.

  /// Returns the key of one of several channels from rank to rank of one type: both ends count
  /// theirs.
  CounterKey channel_key(std::int32_t from, std::string_view type, std::int32_t channel,
                         bool backwards) const {
    const auto& peers = gpus_[static_cast<std::size_t>(from)].channels.at(type);
    const std::int32_t to = peers[static_cast<std::size_t>(channel)];
    const auto nth =
        static_cast<std::int32_t>(std::count(peers.begin(), peers.begin() + channel, to));
    return {type == "port" ? 1 : 0, backwards ? to : from, backwards ? from : to, nth};
  }

  void signal(const Context& c) {
    for (const std::int32_t channel : c.channels) {
      const CounterKey key = channel_key(block_->rank, c.type, channel, false);
      const std::int32_t port = c.through_port() ? channel : -1;
      const std::int32_t id = add(c, {}, {{key.to, Buffer::kScratch, 0, 0}}, port);
      counters_.release(key, thread_of(port), id);
    }
  }

  void wait(const Context& c) {
    for (const std::int32_t channel : c.channels)
      counters_.acquire(channel_key(block_->rank, c.type, channel, true), thread_of(-1),
                        add(c, {}, {}));
  }

  void semaphore(const Context& c, bool acquires) {
    const Gpu& g = gpus_[static_cast<std::size_t>(block_->rank)];
    for (const Json& value : file_.list(c.op, "semaphore_ids", block_->where)) {
      const std::int32_t id = gpu_reader().below(value, c.op, block_->where, "semaphore",
                                                 g.semaphores.size(), Fault::kBounds);
      const CounterKey key{2, block_->rank, block_->rank, id};
      counters_.start(key, g.semaphores[static_cast<std::size_t>(id)]);
      const std::int32_t action = add(c, {}, {});
      if (acquires) counters_.acquire(key, thread_of(-1), action);
      if (!acquires) counters_.release(key, thread_of(-1), action);
    }
  }

  std::int64_t thread_of(std::int32_t port) const {
    return (std::int64_t{block_->rank} << 40) + (std::int64_t{block_->id} << 20) + port + 1;
  }

  /// Waits until all data put into these port channels have been sent.
  void flush(const Context& c) {
    const std::int32_t id = add(c, {}, {});
    for (const std::int32_t channel : c.channels)
      if (c.through_port()) threads_.wait_for_port(id, channel);
  }

  void barrier(const Context& c) {
    const std::int32_t number = file_.number(c.op, "barrier_id", block_->where),
                       blocks = file_.number(c.op, "num_threadblocks", block_->where);
    const std::int32_t arrives = add(c, {}, {}), leaves = add(c, {}, {});
    barriers_.pass({block_->rank, number}, block_->id, blocks, arrives, leaves);
  }

  JsonFile file_;
  const PlanOptions& options_;
  Parts parts_{file_, options_.bytes};
  Plan plan_;
  std::vector<Gpu> gpus_;
  Packets packets_;
  Barriers barriers_;
  Counters counters_;

  // The thread block that is read.
  const Block* block_ = nullptr;
  Threads threads_;
};

Plan read_plan(std::string text, const PlanOptions& options) {
  return Reader(text, options).read();
}

/// Returns whether it is a plan; an ending of a format decides if the contents do not.
bool is_plan(const std::filesystem::path& path, std::string_view beginning) {
  return begins_with(path, beginning, '{') || path.extension() == ".json";
}

}  // namespace
}  // namespace orrery::mscclpp

namespace orrery::inline formats {

extern const ScheduleFormat mscclpp_json_format{
    .name = "mscclpp-json",
    .recognises = mscclpp::is_plan,
    .read_plan = mscclpp::read_plan,
    .write_plan = mscclpp::json_text,
    .ending = ".json",
    .summary = "an execution plan of MSCCL++, chunk by chunk, as its executor runs it"};

}  // namespace orrery::inline formats
