#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

/// Writes MSCCL XML from the meaning of its elements.
namespace orrery::testing {

struct XmlStep {
  std::string_view type;
  char source = 'i';
  int source_offset = 0;
  char destination = 'i';
  int destination_offset = 0;
  int count = 1, depends_on = -1, depends_step = -1, awaited = 0;
};
struct XmlBlock {
  int send = -1, receive = -1, channel = 0;
  std::vector<XmlStep> steps;
};
struct XmlGpu {
  int input = 0, output = 0, scratch = 0;
  std::vector<XmlBlock> blocks;
  std::string copies = {};
};
struct XmlFile {
  std::string_view collective = "allreduce";
  int chunks = 1, in_place = 1, channels = 1;
  std::vector<XmlGpu> gpus;
  std::string_view protocol = "Simple";
};

/// Returns every element in its own line, the first GPU in line 2.
inline std::string xml_text(const XmlFile& f) {
  std::string out = fmt::format(
      "<algo name=\"t\" proto=\"{}\" nchannels=\"{}\" nchunksperloop=\"{}\" ngpus=\"{}\" "
      "coll=\"{}\" inplace=\"{}\">\n",
      f.protocol, f.channels, f.chunks, f.gpus.size(), f.collective, f.in_place);
  for (std::size_t g = 0; g < f.gpus.size(); ++g) {
    const XmlGpu& gpu = f.gpus[g];
    out += fmt::format("<gpu id=\"{}\" i_chunks=\"{}\" o_chunks=\"{}\" s_chunks=\"{}\">\n", g,
                       gpu.input, gpu.output, gpu.scratch);
    out += gpu.copies;
    for (std::size_t b = 0; b < gpu.blocks.size(); ++b) {
      const XmlBlock& block = gpu.blocks[b];
      out += fmt::format("<tb id=\"{}\" send=\"{}\" recv=\"{}\" chan=\"{}\">\n", b, block.send,
                         block.receive, block.channel);
      for (std::size_t s = 0; s < block.steps.size(); ++s) {
        const XmlStep& x = block.steps[s];
        out += fmt::format(
            "<step s=\"{}\" type=\"{}\" srcbuf=\"{}\" srcoff=\"{}\" dstbuf=\"{}\" dstoff=\"{}\" "
            "cnt=\"{}\" "
            "depid=\"{}\" deps=\"{}\" hasdep=\"{}\"/>\n",
            s, x.type, x.source, x.source_offset, x.destination, x.destination_offset, x.count,
            x.depends_on, x.depends_step, x.awaited);
      }
      out += "</tb>\n";
    }
    out += "</gpu>\n";
  }
  return out + "</algo>\n";
}

/// Returns a ring in which every rank passes blocks of n chunks on to the next, in place.
inline XmlFile ring_allgather(int p, int n = 1) {
  XmlFile f{.collective = "allgather", .chunks = p * n, .in_place = 1, .channels = 1, .gpus = {}};
  for (int r = 0; r < p; ++r) {
    XmlBlock b{.send = (r + 1) % p, .receive = (r + p - 1) % p, .channel = 0, .steps = {}};
    for (int k = 0; k + 1 < p; ++k) {
      const int out = (r - k + p) % p * n, in = (r - k - 1 + 2 * p) % p * n;
      b.steps.push_back({"s", 'o', out, 'o', out, n});
      b.steps.push_back({"r", 'o', in, 'o', in, n});
    }
    f.gpus.push_back({0, p * n, 0, {b}});
  }
  return f;
}

/// Returns a reduce-scatter whose sums are passed on at once, followed by an allgather.
inline XmlFile ring_allreduce(int p) {
  XmlFile f{.collective = "allreduce", .chunks = p, .in_place = 1, .channels = 1, .gpus = {}};
  for (int r = 0; r < p; ++r) {
    XmlBlock b{.send = (r + 1) % p, .receive = (r + p - 1) % p, .channel = 0, .steps = {}};
    b.steps.push_back({"s", 'i', r, 'i', r});
    for (int k = 1; k < 2 * p - 1; ++k) {
      const int c = ((r - k) % p + p) % p;
      b.steps.push_back({k < p - 1       ? "rrs"
                         : k == p - 1    ? "rrcs"
                         : k < 2 * p - 2 ? "rcs"
                                         : "r",
                         'i', c, 'i', c});
    }
    f.gpus.push_back({p, 0, 0, {b}});
  }
  return f;
}

/// Returns a schedule in which two ranks exchange in separate thread blocks, and a third one adds
/// up the received data.
inline XmlFile exchange_and_add(bool with_dependencies) {
  XmlFile f{.collective = "allreduce", .chunks = 1, .in_place = 1, .channels = 1, .gpus = {}};
  for (int r = 0; r < 2; ++r) {
    const int d = with_dependencies ? 1 : 0;
    XmlBlock out{1 - r, -1, 0, {{"s", 'i', 0, 'i', 0, 1, -1, -1, d}}};
    XmlBlock in{-1, 1 - r, 0, {{"r", 'i', 0, 's', 0, 1, -1, -1, 1}}};
    XmlBlock add{-1,
                 -1,
                 0,
                 {{"nop", 'i', -1, 'i', -1, 0, d ? 0 : -1, d ? 0 : -1, 0},
                  {"re", 's', 0, 'i', 0, 1, 1, 0, 0}}};
    f.gpus.push_back({1, 0, 1, {out, in, add}});
  }
  return f;
}

}  // namespace orrery::testing
