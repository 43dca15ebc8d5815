#include "scenarios/formats/mscclpp/gpus.h"

#include <algorithm>

namespace orrery::mscclpp {

Buffer GpuReader::buffer_named(const Json& object, const char* name, const Where& where) const {
  const std::string_view type = file_.text(object, name, where);
  if (const auto buffer = buffer_called(type)) return *buffer;
  file_.fail(Fault::kAttribute, object, where, fmt::format("unknown buffer {}", type));
}

std::int32_t GpuReader::peer(const Json& value, const Json& object, const Where& where,
                             std::int32_t self, std::string_view what) const {
  const std::int32_t rank = file_.number_in(value, what, where, file_.line(object), Fault::kPeer);
  if (rank >= ranks_ || rank == self)
    file_.fail(Fault::kPeer, object, where, fmt::format("{} {}", what, rank));
  return rank;
}

Gpu GpuReader::gpu(const Json& json, std::int32_t rank) const {
  const Where where{{rank, -1, -1, 0, -1}, fmt::format("gpu {}", rank)};
  Gpu g;
  if (file_.number(json, "id", where, Fault::kStructure) != rank)
    file_.fail(Fault::kStructure, json, where, "its id is not its place in the list");
  g.input = file_.number(json, "input_chunks", where);
  g.output = file_.number(json, "output_chunks", where);
  g.scratch = file_.number(json, "scratch_chunks", where);
  for (const Json& c : file_.list(json, "channels", where)) read_channels(c, where, rank, g);
  for (const Json& b : file_.list(json, "remote_buffers", where, true))
    g.remote.push_back({peer(file_.member(b, "rank", where), b, where, rank, "remote buffer of"),
                        buffer_named(b, "type", where)});
  for (const Json& s : file_.list(json, "semaphores", where, true))
    g.semaphores.push_back(file_.number(s, "init_value", where));
  return g;
}

void GpuReader::read_channels(const Json& json, const Where& where, std::int32_t rank,
                              Gpu& g) const {
  const std::string_view type = channel_type(json, "channel_type", where);
  if (type != "switch") {
    for (const Json& to : file_.list(json, "connected_to", where))
      g.channels[type].push_back(peer(to, json, where, rank, "channel to"));
    return;
  }
  const Buffer buffer = buffer_named(json, json.contains("buff") ? "buff" : "buffer_type", where);
  for (const Json& group : file_.list(json, "rank_groups", where)) {
    SwitchChannel s{buffer, {}};
    for (const Json& r : file_.list(group, "ranks", where))
      s.ranks.push_back(peer(r, group, where, -1, "switch to"));
    if (s.ranks.empty()) file_.fail(Fault::kAttribute, group, where, "a switch without ranks");
    std::ranges::sort(s.ranks);
    if (std::ranges::adjacent_find(s.ranks) != s.ranks.end())
      file_.fail(Fault::kPeer, group, where, "a switch with a rank twice");
    g.switches.push_back(std::move(s));
    g.channels[type].push_back(rank);
  }
}

std::string_view GpuReader::channel_type(const Json& object, const char* name,
                                         const Where& where) const {
  const std::string_view type = file_.text(object, name, where);
  for (const std::string_view known : {"memory", "port", "switch"})
    if (type == known) return known;
  file_.fail(Fault::kAttribute, object, where, fmt::format("unknown {} {}", name, type));
}

Block GpuReader::block(const Json& json, const Gpu& g, std::int32_t rank, std::int32_t id) const {
  Block b;
  b.rank = rank;
  b.id = id;
  b.where = {{rank, id, -1, 0, -1}, fmt::format("gpu {} tb {}", rank, id)};
  if (file_.number(json, "id", b.where, Fault::kStructure) != id)
    file_.fail(Fault::kStructure, json, b.where, "its id is not its place in the list");
  for (const Json& c : file_.list(json, "channels", b.where)) {
    const std::string_view type = channel_type(c, "channel_type", b.where);
    const auto known = g.channels.find(type);
    const std::size_t most = known == g.channels.end() ? 0 : known->second.size();
    for (const Json& number : file_.list(c, "channel_ids", b.where))
      b.channels[type].push_back(below(number, c, b.where, "channel", most, Fault::kChannel));
  }
  for (const Json& r : file_.list(json, "remote_buffer_refs", b.where, true))
    for (const Json& number : file_.list(r, "remote_buffer_ids", b.where))
      b.buffers[channel_type(r, "access_channel_type", b.where)].push_back(
          below(number, r, b.where, "remote buffer", g.remote.size(), Fault::kBounds));
  return b;
}

std::int32_t GpuReader::below(const Json& value, const Json& object, const Where& where,
                              std::string_view what, std::size_t end, Fault fault) const {
  const std::int32_t id = file_.number_in(value, what, where, file_.line(object), fault);
  if (static_cast<std::size_t>(id) >= end)
    file_.fail(fault, object, where, fmt::format("{} {} of {}", what, id, end));
  return id;
}

}  // namespace orrery::mscclpp
