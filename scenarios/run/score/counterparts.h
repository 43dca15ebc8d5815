#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "emu/base/units.h"
#include "scenarios/run/score/benchmark_rows.h"

namespace orrery::inline text {
class CsvLine;
}

/// Collectives that were measured on machines.
namespace orrery::inline run {

/// A line of a table of measured collectives: one algorithm in one job with one size.
struct MeasuredRow {
  int line = 0;  ///< in its file
  std::string machine, timestamp;
  int nodes = 0, ranks = 0, tasks_per_node = 1;  ///< >= 1
  std::string shape;                      ///< "4x4x4" where the nodes are a torus; else empty
  std::string collective;                 ///< as the project calls it: "broadcast"
  std::string implementation, algorithm;  ///< with the names of the source
  std::string segment, ports;             ///< as written; may be empty
  Bytes bytes;             ///< the large buffer of one rank: the total if ranks have a part each
  std::int64_t count = 0;  ///< elements in it; 0: not said
  double seconds = 0;      ///< median, > 0
  bool ignored = false;    ///< the library may have run another algorithm

  /// Returns the job; rows with the same job, number of ranks, collective and size are compared.
  std::string job() const { return machine + '/' + timestamp; }
  /// Returns the number of elements, which have four bytes unless stated.
  std::int64_t elements() const { return count > 0 ? count : bytes.count() / 4; }
  bool is_default() const { return algorithm.starts_with("default"); }
};

/// Reads columns machine, timestamp, nodes, ranks, collective, impl, algorithm, bytes, median_s and, if present,
/// tasks_per_node, shape, segment, ports, count, ignored; or the output of a benchmark, with `given` for facts that it
/// lacks. Adds what the table warns of to `warnings`, if that is not null. THROWS InputError with line and column.
std::vector<MeasuredRow> read_measured(const std::string& path, const GivenFacts& given = {},
                                       std::vector<std::string>* warnings = nullptr);

/// Returns the collective: "bcast" -> "broadcast", "reduce_scatter" and "RS" -> "reduce-scatter",
/// "AG" -> "allgather".
std::string collective_name(std::string_view word);

/// The catalogue's algorithm that stands for a measured one.
struct Counterpart {
  std::string collective, algorithm;
  std::vector<std::pair<std::string, std::string>>
      keys;               ///< further keys of its scenario, cut, permutes
  bool on_torus = false;  ///< the nodes are those of the row's shape
};

/// Maps measured algorithms to those of the catalogue: a CSV table with the columns pico_label,
/// impl, collective, orrery and (optional) if.
///
/// - pico_label: names in the source, separated by commas. `*` stands for any text; "a_x/y" is a_x
///   and a_y; "A-/B- X, Y" is A-X, A-Y, B-X, B-Y; text in brackets is ignored. " -UTOFU-0-2D" at
///   the end: only unsegmented and with as many ports as a torus of D dimensions has links. Parts
///   between semicolons may end with their collectives: "ring (allreduce); ring, pairwise (RS)".
/// - impl: the libraries that have it, separated by commas or slashes; "all".
/// - collective: the same; "all"; AG and RS are allgather and reduce-scatter.
/// - orrery: "allreduce ring", an algorithm alone, or several with " / " between them for as many names (or
///   collectives); then keys ("ports=unlimited") and "on torus". "cut=2": messages of a
///   reduce-scatter by halves go in segments of the row's size, or without one of its bytes / ranks. "permutes=1":
///   at the end the whole buffer is copied once, to bring its blocks into order. "pieces=2": messages of an allgather
///   lie in two pieces and go as two. "exchanges=1": pairs of ranks exchange a block at the end. "same names": what
///   other lines say of this name, or else an algorithm of this name.
///   "-": none; words after it say why.
/// - if: the line holds for rows with "count < ranks", "ranks odd" or "ranks not 2^q"; empty: for all.
///
/// The first line that fits a row decides.
class Counterparts {
 public:
  /// Reads the table. THROWS InputError.
  explicit Counterparts(const std::string& path);

  /// Returns the counterpart of a row, or the reason why it has none.
  std::variant<Counterpart, std::string> of(const MeasuredRow& row) const;

 private:
  struct Pattern {
    std::string label;
    std::vector<std::string> implementations, collectives;  ///< empty: all
    bool all_ports = false;                                 ///< " -UTOFU-0-2D"
    bool (*condition)(const MeasuredRow&) = nullptr;        ///< of column if; null: none
    std::string orrery;  ///< the alternative for this label; "-" for none, empty for the same name
  };

  void read_line(const CsvLine& line);
  void add(Pattern pattern, std::string_view labels, std::string_view orrery);
  std::variant<Counterpart, std::string> resolve(const Pattern& pattern,
                                                 const MeasuredRow& row) const;
  const Pattern* same_name(const MeasuredRow& row) const;

  std::vector<Pattern> patterns_;
};

}  // namespace orrery::inline run
