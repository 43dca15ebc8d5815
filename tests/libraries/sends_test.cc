// Tests the messages of MPI libraries in their own collectives, one by one, against the catalogue.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <sstream>
#include <tuple>
#include <vector>

#include "algorithms/libraries.h"
#include "algorithms/verify.h"
#include "tests/property/algorithms/networks.h"
#include "tests/unit/scenarios/command.h"

namespace orrery::testing {

struct LibraryPair : LibraryAlgorithm {
  int blocks = 1;  ///< as many as segments of 48 bytes
};

void PrintTo(const LibraryPair& pair, std::ostream* out) {
  *out << pair.library << ' ' << pair.call << ' ' << pair.name;
}

namespace {

struct Message {
  int to = 0;
  std::int64_t bytes = 0;
  auto operator<=>(const Message&) const = default;
};

enum class Verdict {
  kEqual,  ///< every sender sends the same messages in the same order
  kOrder,  ///< the same messages, but some senders in another order
  kDiffers
};

/// The sends of each rank, in order.
using Sends = std::vector<std::vector<Message>>;

std::string text_of(const Sends& sends) {
  std::string text;
  for (std::size_t rank = 0; rank < sends.size(); ++rank) {
    text += fmt::format("\n  {}:", rank);
    for (const Message& m : sends[rank]) text += fmt::format(" {} B to {},", m.bytes, m.to);
  }
  return text;
}

/// The messages of a run in the order in which their senders posted them.
class Recorder : public Sink {
 public:
  void message(const MessageEvent& e) override { events_.push_back(e); }
  Sends sends(int p) {
    std::ranges::sort(events_, {},
                      [](const MessageEvent& e) { return std::tuple(e.posted, e.id); });
    Sends sends(static_cast<std::size_t>(p));
    for (const MessageEvent& e : events_)
      sends[static_cast<std::size_t>(e.source)].push_back({e.destination, e.bytes.count()});
    return sends;
  }

 private:
  std::vector<MessageEvent> events_;
};

struct Cell {
  int p;
  std::int64_t bytes;
  int root;
};

/// Returns sizes that are a multiple of p, and others if the call allows them; the first and the last
/// root.
std::vector<Cell> cells_of(const LibraryPair& pair, int p) {
  constexpr std::int64_t kUnit = 48;
  std::vector<std::int64_t> sizes{kUnit * p, kUnit * p + p - 1};
  if (pair.collective == "alltoallv") sizes = {kUnit * p * p};
  if (pair.collective == "barrier") sizes = {0};
  if (pair.call.ends_with("-block")) sizes = {kUnit * p};
  const int parts = pair.collective == "allreduce"     ? p
                    : pair.algorithm == "split-binary" ? 2
                                                       : 1;  // of the vector, each in blocks
  if (pair.blocks > 1) sizes = {kUnit * pair.blocks * parts};
  std::vector<Cell> cells;
  for (const std::int64_t bytes : sizes) {
    cells.push_back({p, bytes, 0});
    if (find_collective(pair.collective).rooted) cells.push_back({p, bytes, p - 1});
  }
  return cells;
}

/// Returns the sends of the emulator; nothing if the algorithm does not support that many ranks.
std::optional<Sends> emulated(const LibraryPair& pair, const Cell& cell) {
  const Network network = network_of(fmt::format("full:{}", cell.p));
  Problem x = problem_on(network, cell.bytes);
  x.root = cell.root;
  x.blocks = pair.blocks;
  x.radix = std::atoi(std::string(pair.radix).c_str());
  const Algorithm& algorithm = find_algorithm(pair.collective, pair.algorithm);
  if (refusal(algorithm, x)) return std::nullopt;
  Recorder recorder;
  EngineOptions options;
  options.protocol = Protocol::kEager;
  execute(algorithm, x, network, options, PayloadKind::kGhost, find_op("sum", "uint8"), &recorder);
  return recorder.sends(cell.p);
}

/// Drops messages of a rank to itself, which cross no network, and messages without bytes, which only synchronise,
/// unless there are no others.
void drop_idle(Sends& sends, bool barrier) {
  for (std::size_t rank = 0; rank < sends.size(); ++rank)
    std::erase_if(sends[rank], [&](const Message& m) {
      return m.to == static_cast<int>(rank) || (m.bytes == 0 && !barrier);
    });
}

Sends sorted(Sends sends) {
  for (auto& own : sends) std::ranges::sort(own);
  return sends;
}

/// Returns the name of the library in names of programs.
std::string_view sender_of(std::string_view library) {
  return library == "Open MPI" ? "openmpi" : "mpich";
}

/// Returns the name of the call in names of settings.
std::string call_of(const LibraryPair& pair) {
  std::string call(pair.call);
  if (const std::size_t at = call.find("broadcast"); at != std::string::npos)
    call.replace(at, std::string_view("broadcast").size(), "bcast");
  std::ranges::replace(call, '-', '_');
  return call;
}

/// Returns settings with which Open MPI takes the algorithm, and segments if there are blocks; nothing if
/// it has no alternative.
std::vector<std::string> open_mpi_settings(const LibraryPair& pair) {
  const std::string prefix = fmt::format("OMPI_MCA_coll_tuned_{}_algorithm", call_of(pair));
  std::vector<std::string> settings;
  if (std::isdigit(static_cast<unsigned char>(pair.name.front())) != 0)
    settings.push_back(fmt::format("{}={}", prefix, pair.name.substr(0, pair.name.find(' '))));
  if (pair.blocks > 1) settings.push_back(prefix + "_segmentsize=48");
  return settings;
}

/// Returns the settings of MPICH, whose names are "recursive_doubling", and in nonblocking calls "tree,
/// kary of 3".
std::vector<std::string> mpich_settings(const LibraryPair& pair) {
  std::string call = "MPIR_CVAR_" + call_of(pair);
  std::ranges::transform(call, call.begin(), [](unsigned char c) { return std::toupper(c); });
  const auto until = [](std::string_view& text, std::string_view separator) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view piece = text.substr(0, end);
    text.remove_prefix(std::min(end + separator.size(), text.size()));
    return piece;
  };
  std::string_view radix = pair.name;
  std::string_view type = until(radix, " of ");
  const std::string_view stem = until(type, ", "), kind = stem.substr(0, stem.find('_'));
  const bool blocking = pair.collective == pair.call || pair.call == "reduce-scatter-block";
  std::vector<std::string> settings{fmt::format("{}_INTRA_ALGORITHM={}{}", call,
                                                blocking              ? ""
                                                : kind == "recursive" ? "sched_"
                                                                      : "tsp_",
                                                stem)};
  if (!type.empty()) settings.push_back(fmt::format("{}_TREE_TYPE={}", call, type));
  if (radix.empty()) return settings;
  std::string parameter(kind);
  std::ranges::transform(parameter, parameter.begin(),
                         [](unsigned char c) { return std::toupper(c); });
  settings.push_back(fmt::format("{}_{}_KVAL={}", call, parameter, radix));
  return settings;
}

class LibrarySends : public Command, public ::testing::WithParamInterface<LibraryPair> {
 protected:
  /// Returns the sends of the library, by case; empty if it does not support that many processes.
  std::vector<Sends> sent(int p, const std::vector<Cell>& cells) {
    const LibraryPair& pair = GetParam();
    const bool open = pair.library == "Open MPI";
    std::string line =
        open ? "export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
               "OMPI_MCA_coll_tuned_use_dynamic_rules=1 OMPI_MCA_rmaps_base_oversubscribe=1 "
               "PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe"
             : "export MPIR_CVAR_NOLOCAL=1 MPIR_CVAR_DEVICE_COLLECTIVES=none "
               "MPIR_CVAR_COLLECTIVE_FALLBACK=silent";
    for (const std::string& setting : open ? open_mpi_settings(pair) : mpich_settings(pair))
      line += ' ' + setting;
    line += fmt::format("\ntimeout 600 mpirun.{0} -n {1} '{2}/library_sends.{0}'",
                        sender_of(pair.library), p, ORRERY_BINARIES);
    for (const Cell& c : cells) line += fmt::format(" {}:{}:{}", pair.call, c.bytes, c.root);
    EXPECT_EQ(shell(line), 0) << line << '\n' << err_;
    return read(p);
  }

 private:
  std::vector<Sends> read(int p) const {
    std::vector<Sends> all;
    std::istringstream lines(out_);
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("case ")) {
        all.emplace_back(static_cast<std::size_t>(p));
        continue;
      }
      std::istringstream words(line);
      std::size_t source = 0;
      Message m;
      if (!all.empty() && words >> source >> m.to >> m.bytes) all.back().at(source).push_back(m);
    }
    return all;
  }
};

Verdict verdict_of(const Sends& theirs, const Sends& ours) {
  if (theirs == ours) return Verdict::kEqual;
  return sorted(theirs) == sorted(ours) ? Verdict::kOrder : Verdict::kDiffers;
}

/// Returns the worst verdict that the page expects.
Verdict expected(std::string_view messages) {
  if (messages.starts_with("differs: ")) return Verdict::kDiffers;
  return messages == "equal" || messages.starts_with("differs in time: ") ? Verdict::kEqual
                                                                          : Verdict::kOrder;
}

/// Checks that the worst verdict of all cells is that of the page, unless the order varies; shows cases that are worse.
TEST_P(LibrarySends, AreAsThePageSays) {
  const LibraryPair& pair = GetParam();
  constexpr int kMostRanks = 9;
  const Verdict most = expected(pair.messages);
  Verdict worst = Verdict::kEqual;
  int compared = 0;
  for (int p = 2; p <= kMostRanks; ++p) {
    std::vector<Cell> cells;
    std::vector<Sends> ours;
    for (const Cell& cell : cells_of(pair, p)) {
      if (auto sends = emulated(pair, cell)) {
        cells.push_back(cell);
        ours.push_back(std::move(*sends));
      }
    }
    if (cells.empty()) continue;
    std::vector<Sends> theirs = sent(p, cells);
    ASSERT_EQ(theirs.size(), cells.size()) << out_;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      drop_idle(ours[i], cells[i].bytes == 0);
      drop_idle(theirs[i], cells[i].bytes == 0);
      const Verdict verdict = verdict_of(theirs[i], ours[i]);
      EXPECT_LE(verdict, most) << "p = " << p << ", " << cells[i].bytes << " B, root "
                               << cells[i].root << "\nthe library:" << text_of(theirs[i])
                               << "\nthe catalogue:" << text_of(ours[i]);
      worst = std::max(worst, verdict);
      ++compared;
    }
  }
  if (!pair.messages.starts_with("equal in any order")) {
    EXPECT_EQ(worst, most) << "in " << compared << " cells";
  }
  EXPECT_GT(compared, 1);
}

std::string name_of(const LibraryPair& pair) {
  std::string name =
      fmt::format("{}_{}_{}_is_{}", sender_of(pair.library), pair.call, pair.name, pair.algorithm);
  if (pair.blocks > 1) name += "_in_blocks";
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

/// Returns the pairs that are compared with the libraries here, with one block and with several if both pipeline.
/// Open MPI's segmented ring with one block is its ring.
std::vector<LibraryPair> pairs_here() {
  constexpr int kBlocks = 5;
  std::vector<LibraryPair> pairs;
  for (const LibraryAlgorithm& row : library_algorithms()) {
    if (row.messages == "not compared" ||
        std::string_view(ORRERY_SENDERS).find(sender_of(row.library)) == std::string_view::npos)
      continue;
    if (row.algorithm != "segmented-ring") pairs.push_back({row});
    if (row.library == "Open MPI" && row.messages == "equal" &&
        !row.name.ends_with("with one block") &&
        find_algorithm(row.collective, row.algorithm).pipelined)
      pairs.push_back({row, kBlocks});
  }
  return pairs;
}

INSTANTIATE_TEST_SUITE_P(All, LibrarySends, ::testing::ValuesIn(pairs_here()),
                         [](const auto& pair) { return name_of(pair.param); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(LibrarySends);

}  // namespace
}  // namespace orrery::testing
