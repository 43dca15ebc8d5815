// The page of what libraries send says what the table says, which sends_test.cc compares with the libraries.
#include <fmt/format.h>

#include "algorithms/algorithm.h"
#include "tests/golden_file.h"
#include "tests/libraries/pairs.h"

namespace orrery::testing {
namespace {

std::string_view title_of(std::string_view library) {
  return library == "openmpi" ? "Open MPI 4.1" : "MPICH 4.0";
}

std::string verdict_text(const LibraryPair& pair) {
  switch (pair.verdict) {
    case Verdict::kEqual:
      return "equal";
    case Verdict::kAnyOrder:
    case Verdict::kOrder:
      return fmt::format("equal but for a sender's order: {}", pair.why);
    default:
      return fmt::format("differs: {}", pair.why);
  }
}

std::string row_of(const LibraryPair& pair) {
  const std::string radix = pair.radix > 0 ? fmt::format(", radix {}", pair.radix) : "";
  const std::string blocks = pair.blocks > 1 ? fmt::format(", {} blocks", pair.blocks) : "";
  return fmt::format("| {} | {} | {} {}{}{} | {} |\n", pair.call, pair.name, pair.collective,
                     pair.algorithm, radix, blocks, verdict_text(pair));
}

std::string unpaired_of(std::string_view library) {
  std::string text =
      "\nNot in the catalogue:\n\n| call | its algorithm | what it is |\n|---|---|---|\n";
  for (const UnpairedAlgorithm& a : kUnpairedAlgorithms)
    if (a.library == library) text += fmt::format("| {} | {} | {} |\n", a.call, a.name, a.what);
  return text;
}

std::string page() {
  std::string text =
      "# What MPI libraries send\n\n"
      "The algorithms that a library can be told to use, beside those of the catalogue: every "
      "message of every sender,\n"
      "with its receiver, its bytes and its place in the sender's order, for 2 to 9 ranks (as far "
      "as both take so many),\n"
      "sizes that p divides and others, the first and the last rank as root. Messages without "
      "bytes count in barriers\n"
      "only, and those to oneself not at all. `ctest -L slow -R LibrarySends` compares again, with "
      "the libraries that\n"
      "are installed; an i before a collective is the nonblocking one.\n";
  for (const std::string_view library : {"openmpi", "mpich"}) {
    text += fmt::format(
        "\n## {}\n\n| call | its algorithm | in the catalogue | messages |\n|---|---|---|---|\n",
        title_of(library));
    for (const LibraryPair& pair : kLibraryPairs)
      if (pair.library == library) text += row_of(pair);
    text += unpaired_of(library);
  }
  return text;
}

TEST(LibraryPage, SaysWhatTheTableSays) {
  compare_with_golden(ORRERY_LIBRARY_PAGE, page());
}

/// Of what was compared and found to be the same, the catalogue's cards say which library runs it.
TEST(LibraryPage, CardsSayWhoRunsWhatIsEqual) {
  for (const LibraryPair& pair : kLibraryPairs) {
    if (pair.verdict != Verdict::kEqual || pair.call != pair.collective) continue;
    const std::string_view run_by = find_algorithm(pair.collective, pair.algorithm).run_by;
    EXPECT_NE(run_by.find(pair.library == "openmpi" ? "Open MPI" : "MPICH"), run_by.npos)
        << pair.call << ' ' << pair.algorithm << ": " << pair.name;
    EXPECT_NE(run_by.find(pair.name), run_by.npos) << pair.call << ' ' << pair.algorithm;
  }
}

TEST(LibraryPage, DifferencesHaveAReasonAndAlgorithmsExist) {
  for (const LibraryPair& pair : kLibraryPairs) {
    EXPECT_EQ(pair.why.empty(), pair.verdict == Verdict::kEqual) << pair.call << ' ' << pair.name;
    EXPECT_NO_THROW(find_algorithm(pair.collective, pair.algorithm)) << pair.algorithm;
  }
}

}  // namespace
}  // namespace orrery::testing
