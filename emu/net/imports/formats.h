#pragma once

#include "emu/net/imports/import.h"

/// The formats, one in each file, and the shared parts of their readers.
namespace orrery::imports {

extern const NetworkFormat kSimGrid, kGraphMl, kNccl, kNs3, kAstraYaml, kAstraJson, kNodeLink,
    kHtsim, kSlurm, kInfiniband, kGraphviz, kEdgeList;

/// The most nodes and links of a file: more take minutes before the first message.
inline constexpr std::size_t kMostNodes = 1 << 20, kMostLinks = 1 << 23;

/// Throws std::invalid_argument: "file:line: text"; without the line if it is 0.
[[noreturn]] void fail(const std::string& file, std::size_t line, std::string_view text);

/// The words of a line, and its number.
struct Line {
  std::size_t number = 0;
  std::vector<std::string_view> words;
};
/// Returns the non-empty lines, without text after `comment`. Words end at blanks and at
/// `separators`.
std::vector<Line> lines_of(std::string_view text, char comment, std::string_view separators = "");

/// Returns `word` in lower case (ASCII).
std::string lower(std::string_view word);
/// Splits at `separator`.
std::vector<std::string_view> parts_of(std::string_view list, char separator);

/// Reads a number of nodes. THROWS as fail() unless it is an integer from `least` to kMostNodes.
std::size_t count_of(std::string_view word, std::size_t least, const std::string& file,
                     std::size_t line);

/// Reads a bandwidth or a time with its unit, or without a unit in that of the format: `scale` bits
/// per second, or seconds. THROWS as fail().
Bandwidth bandwidth_of(std::string_view word, double scale, const std::string& file,
                       std::size_t line);
Time time_of(std::string_view word, double scale, const std::string& file, std::size_t line);
double number_of(std::string_view word, const std::string& file, std::size_t line);

/// Names and values of a node or an edge of a general graph.
using Attributes = std::map<std::string, std::string>;
/// Returns whether `type` (or kind, role) is switch or router.
bool is_switch(const Attributes& attributes);
/// Returns a link with its attributes: bandwidth (bits per second without a unit; or bw, capacity,
/// rate, speed), latency (seconds; or lat, delay), level, count. THROWS as fail().
ImportedLink link_of(std::size_t a, std::size_t b, const Attributes& attributes,
                     const std::string& file, std::size_t line);

/// How a dimension joins the nodes of a group, in ASTRA-sim's terms: all pairs, a ring, or a
/// switch.
enum class Shape { kRing, kFullyConnected, kSwitch };
/// One dimension of a multi-dimensional network: each position has links along it.
struct Dimension {
  Shape shape = Shape::kRing;
  std::size_t size = 1;
  std::optional<Bandwidth> bandwidth = {};
  std::optional<Time> latency = {};
};
/// Returns the product of dimensions, the first varying fastest, with hosts "0", "1", ...
ImportedNetwork product_of(std::span<const Dimension> dimensions, const std::string& file);

}  // namespace orrery::imports
