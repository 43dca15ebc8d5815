#pragma once

#include "emu/base/letters.h"
#include "emu/net/imports/import.h"

/// Formats, one in each file, and the functions that their readers share.
namespace orrery::imports {

extern const NetworkFormat kSimGrid, kGraphMl, kNccl, kNs3, kAstraYaml, kAstraJson, kNodeLink,
    kHtsim, kSlurm, kSlurmYaml, kInfiniband, kNvidiaSmi, kGraphviz;

/// Upper limits on the nodes and links of a file, and on the characters of all names.
inline constexpr std::size_t kMostNodes = 1 << 17, kMostLinks = 1 << 18, kMostLetters = 1 << 24;

/// Throws std::invalid_argument: "file:line: text"; without a line if that is 0.
[[noreturn]] void fail(const std::string& file, std::size_t line, std::string_view text);

/// A line with words, and its number.
struct Line {
  std::size_t number = 0;
  std::vector<std::string_view> words;
};
/// Returns the lines that are not empty, without text after `comment`. Blanks and `separators`
/// separate words.
std::vector<Line> lines_of(std::string_view text, char comment, std::string_view separators = "");

/// Cuts at `separator`.
std::vector<std::string_view> parts_of(std::string_view list, char separator);

/// Returns a number of nodes. THROWS as fail() if the word is not an integer from `least` to
/// kMostNodes.
std::size_t count_of(std::string_view word, std::size_t least, const std::string& file,
                     std::size_t line);

/// Numbers from `first` to `last`; `digits` is the number of digits of `first`.
struct NumberRange {
  std::size_t first = 0, last = 0, digits = 0;
};
/// Returns the ranges of a list: "0-3,7". THROWS as fail().
std::vector<NumberRange> ranges_of(std::string_view list, const std::string& file,
                                   std::size_t line);

/// Returns a bandwidth or a time. A word without a unit is in the unit of the format: `scale` bits
/// per second, or seconds. THROWS as fail().
Bandwidth bandwidth_of(std::string_view word, double scale, const std::string& file,
                       std::size_t line);
Time time_of(std::string_view word, double scale, const std::string& file, std::size_t line);
/// Returns whether a word is a number without a unit, of either sign.
bool is_plain(std::string_view word);
/// Returns a number that is not negative. THROWS as fail().
double number_of(std::string_view word, const std::string& file, std::size_t line);

/// Least bandwidth without a unit of a general graph, in bits per second; less is a mistake, or a weight.
inline constexpr double kLeastPlain = 1e6;
/// Attributes of a node or an edge of a general graph, by name.
using Attributes = std::map<std::string, std::string>;
/// Applies attributes to a node: it is a switch if `type` (or kind, role) is switch or router, and
/// does not forward if `forwards` is no.
void describe(ImportedNetwork& network, std::size_t node, const Attributes& attributes);
/// Adds a link with its attributes: bandwidth (bits per second without a unit; or bw, capacity, rate,
/// speed), latency (seconds; or lat, delay), level, count, label. THROWS as fail().
void add_link(ImportedNetwork& network, std::size_t a, std::size_t b, const Attributes& attributes,
              const std::string& file, std::size_t line);

/// The links within a group, in ASTRA-sim's words: all nodes with each other, a ring, or a switch.
enum class Shape { kRing, kFullyConnected, kSwitch };
/// One dimension of a network; every position has links along it.
struct Dimension {
  Shape shape = Shape::kRing;
  std::size_t size = 1;
  std::optional<Bandwidth> bandwidth = {};
  std::optional<Time> latency = {};
  int count = 1;  ///< parallel links
};
/// Returns the product of dimensions, the first varying fastest, with hosts "0", "1", ...
ImportedNetwork product_of(std::span<const Dimension> dimensions, const std::string& file);

}  // namespace orrery::imports
