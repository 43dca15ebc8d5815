#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

/// Writes execution plans of MSCCL++ from the meaning of their members. Every GPU has a memory channel, a port
/// channel and all three buffers of every other GPU, and its thread blocks have all of these.
namespace orrery::testing {

struct PlusPlusFile {
  std::string_view collective = "allreduce";
  int ranks = 2;
  int input = 1, output = 1, scratch = 0;
  bool in_place = true;
  std::vector<std::vector<std::vector<std::string>>> ops = {};  ///< by GPU and thread block
};

/// Returns the place of the channel from `rank` to `peer`; with three buffers per peer, that of its
/// first buffer.
inline int place_of_peer(int rank, int peer) {
  return peer < rank ? peer : peer - 1;
}

/// Returns a reference to buffer "i", "o" or "s" of the step's own GPU.
inline std::string own(char buffer, int index, int size = 1) {
  return fmt::format(R"({{"type":"{}","index":{},"size":{}}})", buffer, index, size);
}
inline std::string far(int rank, int peer, char buffer, int index, int size = 1) {
  const int kind = buffer == 'i' ? 0 : buffer == 'o' ? 1 : 2;
  return fmt::format(R"({{"buffer_id":{},"index":{},"size":{}}})",
                     3 * place_of_peer(rank, peer) + kind, index, size);
}

inline std::string move_op(std::string_view name, const std::vector<std::string>& from,
                           const std::vector<std::string>& to, std::string_view type = "memory",
                           const std::vector<int>& channels = {}) {
  return fmt::format(
      R"({{"name":"{}","src_buff":[{}],"dst_buff":[{}],"channel_type":"{}","channel_ids":[{}],"reduce_op":"sum"}})",
      name, fmt::join(from, ","), fmt::join(to, ","), type, fmt::join(channels, ","));
}
inline std::string channel_op(std::string_view name, const std::vector<int>& channels,
                              std::string_view type = "memory") {
  return fmt::format(R"({{"name":"{}","channel_type":"{}","channel_ids":[{}]}})", name, type,
                     fmt::join(channels, ","));
}

inline std::string plus_plus_gpu(const PlusPlusFile& f, int rank) {
  std::vector<std::string> remote, peers, all, blocks;
  std::vector<int> ids, buffers;
  for (int q = 0; q < f.ranks; ++q) {
    if (q == rank) continue;
    peers.push_back(std::to_string(q));
    ids.push_back(place_of_peer(rank, q));
    for (const char b : {'i', 'o', 's'}) {
      buffers.push_back(static_cast<int>(remote.size()));
      remote.push_back(fmt::format(
          R"({{"rank":{},"type":"{}","access_channel_types":["memory","port"]}})", q, b));
    }
  }
  for (int q = 0; q < f.ranks; ++q) all.push_back(std::to_string(q));
  for (const auto& ops : f.ops[static_cast<std::size_t>(rank)])
    blocks.push_back(fmt::format(
        R"({{"id":{0},"channels":[{{"channel_type":"memory","channel_ids":[{1}]}},{{"channel_type":"port","channel_ids":[{1}]}},{{"channel_type":"switch","channel_ids":[0,1,2]}}],
"remote_buffer_refs":[{{"access_channel_type":"memory","remote_buffer_ids":[{2}]}},{{"access_channel_type":"port","remote_buffer_ids":[{2}]}}],
"ops":[{3}]}})",
        blocks.size(), fmt::join(ids, ","), fmt::join(buffers, ","), fmt::join(ops, ",\n")));
  std::string switches;
  for (const char b : {'i', 'o', 's'})
    switches += fmt::format(
        R"(,{{"channel_type":"switch","buffer_type":"{}","rank_groups":[{{"size":{},"ranks":[{}]}}]}})",
        b, f.ranks, fmt::join(all, ","));
  return fmt::format(
      R"({{"id":{},"input_chunks":{},"output_chunks":{},"scratch_chunks":{},
"channels":[{{"channel_type":"memory","connected_to":[{}]}},{{"channel_type":"port","connected_to":[{}]}}{}],
"remote_buffers":[{}],"threadblocks":[{}]}})",
      rank, f.input, f.output, f.scratch, fmt::join(peers, ","), fmt::join(peers, ","), switches,
      fmt::join(remote, ","), fmt::join(blocks, ","));
}

inline std::string plus_plus_text(const PlusPlusFile& f) {
  std::vector<std::string> gpus;
  gpus.reserve(static_cast<std::size_t>(f.ranks));
  for (int r = 0; r < f.ranks; ++r) gpus.push_back(plus_plus_gpu(f, r));
  return fmt::format(
      R"({{"name":"t","collective":"{}","protocol":"Simple","inplace":{},"gpus":[{}]}})",
      f.collective, f.in_place, fmt::join(gpus, ",\n"));
}

/// Returns all GPUs but `rank`, which are also its channels.
inline std::vector<int> peers_of(int rank, int ranks) {
  std::vector<int> all;
  for (int q = 0; q < ranks; ++q)
    if (q != rank) all.push_back(q);
  return all;
}
inline std::vector<int> all_channels(int ranks) {
  std::vector<int> all;
  for (int c = 0; c + 1 < ranks; ++c) all.push_back(c);
  return all;
}

/// Returns a plan in which every GPU puts its chunk into the output of all others.
inline PlusPlusFile putting_allgather(int p, std::string_view type = "memory") {
  PlusPlusFile f{.collective = "allgather", .ranks = p, .input = 1, .output = p};
  for (int r = 0; r < p; ++r) {
    std::vector<std::string> ops{channel_op("rlxsignal", all_channels(p)),
                                 channel_op("rlxwait", all_channels(p))};
    for (const int q : peers_of(r, p))
      ops.push_back(
          move_op("put", {own('o', r)}, {far(r, q, 'o', r)}, type, {place_of_peer(r, q)}));
    ops.push_back(channel_op("signal", all_channels(p), type));
    ops.push_back(channel_op("wait", all_channels(p), type));
    f.ops.push_back({ops});
  }
  return f;
}

/// Returns a plan in which every GPU adds up a chunk of all, which the others then fetch.
inline PlusPlusFile getting_allreduce(int p) {
  PlusPlusFile f{.collective = "allreduce", .ranks = p, .input = p, .output = p};
  for (int r = 0; r < p; ++r) {
    std::vector<std::string> from{own('i', r)};
    for (const int q : peers_of(r, p)) from.push_back(far(r, q, 'i', r));
    std::vector<std::string> ops{
        channel_op("rlxsignal", all_channels(p)), channel_op("rlxwait", all_channels(p)),
        move_op("rre", from, {own('i', r)}), channel_op("signal", all_channels(p)),
        channel_op("wait", all_channels(p))};
    for (const int q : peers_of(r, p))
      ops.push_back(move_op("get", {far(r, q, 'i', q)}, {own('i', q)}));
    f.ops.push_back({ops});
  }
  return f;
}

/// Returns a plan that sends packets of every chunk to the GPU that adds it up, and packets of the
/// sum back.
inline PlusPlusFile packet_allreduce(int p) {
  PlusPlusFile f{.collective = "allreduce", .ranks = p, .input = p, .output = p, .scratch = 2 * p};
  for (int r = 0; r < p; ++r) {
    std::vector<std::string> ops;
    for (const int q : peers_of(r, p))
      ops.push_back(move_op("ppkt", {own('i', q)}, {far(r, q, 's', r)}));
    std::vector<std::string> from{own('i', r)}, to{own('i', r)};
    for (const int q : peers_of(r, p)) {
      from.push_back(own('s', q));
      to.push_back(far(r, q, 's', p + r));
    }
    ops.push_back(move_op("respkt", from, to));
    for (const int q : peers_of(r, p))
      ops.push_back(move_op("upkt", {own('s', p + q)}, {own('i', q)}));
    f.ops.push_back({ops});
  }
  return f;
}

/// Returns a plan in which a switch adds up a chunk of every GPU, on behalf of one of them for all.
inline PlusPlusFile switched_allreduce(int p) {
  PlusPlusFile f{.collective = "allreduce", .ranks = p, .input = p, .output = p};
  for (int r = 0; r < p; ++r) {
    const std::string chunk = fmt::format(R"({{"switch_channel_id":0,"index":{},"size":1}})", r);
    f.ops.push_back(
        {{channel_op("rlxsignal", all_channels(p)), channel_op("rlxwait", all_channels(p)),
          move_op("glres", {chunk}, {chunk}, "switch"), channel_op("signal", all_channels(p)),
          channel_op("wait", all_channels(p))}});
  }
  return f;
}

}  // namespace orrery::testing
