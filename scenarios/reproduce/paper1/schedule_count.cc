// Counts correct broadcast schedules: the question at the end of Träff's broadcast paper.

#include <fmt/format.h>

#include "algorithms/schedules/circulant.h"
#include "algorithms/schedules/enumerate.h"
#include "scenarios/reproduce/reproduction.h"

namespace orrery::inline reproduce {

namespace {

using circulant::ReceiveSchedules;
using circulant::Schedule;

std::string schedule_text(ReceiveSchedules all, int q) {
  std::string text;
  for (int k = 0; k < q; ++k) {
    text += fmt::format("  recv[{}]", k);
    for (std::size_t r = 1; r < all.size(); ++r)
      text += fmt::format(" {:>3}", all[r][static_cast<std::size_t>(k)]);
    text += '\n';
  }
  return text;
}

/// Table 5 for p = 9: the blocks that ranks 1 .. 8 receive in rounds 0 .. 3.
constexpr int kTable5Left[4][8] = {{0, -4, -3, -2, -4, -1, -4, -3},
                                   {-2, 1, -4, -3, -2, -2, -1, -4},
                                   {-3, -2, 2, 0, -3, -3, -2, -1},
                                   {-1, -1, -1, -1, 3, 0, 1, 2}};
constexpr int kTable5Right[4][8] = {{0, -4, -3, -2, -4, -1, -4, -3},
                                    {-2, 1, -4, -3, -2, -2, -1, -1},
                                    {-3, -2, 2, 0, -3, -3, -2, -4},
                                    {-1, -1, -1, -1, 3, 0, 1, 2}};

bool is_table(ReceiveSchedules all, const int (&table)[4][8]) {
  for (std::size_t k = 0; k < 4; ++k)
    for (std::size_t r = 1; r < 9; ++r)
      if (all[r][k] != table[k][r - 1]) return false;
  return true;
}

/// The schedules for p = 9, and the numbers of the paper's two among them (0: none).
struct Nine {
  std::string text = "The correct schedules for p = 9: the blocks that ranks 1 .. 8 receive\n";
  int count = 0, left = 0, right = 0;
};

Nine schedules_of_nine() {
  Nine nine;
  circulant::for_each_schedule(9, [&](ReceiveSchedules all) {
    ++nine.count;
    const bool is_left = is_table(all, kTable5Left), is_right = is_table(all, kTable5Right);
    if (is_left) nine.left = nine.count;
    if (is_right) nine.right = nine.count;
    nine.text += fmt::format("\nschedule {}{}\n{}", nine.count,
                             is_left    ? " (Table 5 left, the one that is used)"
                             : is_right ? " (Table 5 right)"
                                        : "",
                             schedule_text(all, 4));
    return true;
  });
  return nine;
}

/// Finds a table of the paper among the schedules that were counted.
Finding found(const char* what, int number) {
  return equal_counts(Basis::kPrinted, what, 1, number > 0 ? 1 : 0)
      .with(number > 0 ? fmt::format("number {}", number) : "");
}

Evidence run_paper1_schedule_count(int) {
  constexpr int kMostCounted = 40;
  constexpr std::int64_t kSteps = 200'000;
  Evidence e;
  e.notes = {
      "A schedule states which block every rank but the root receives in each round of a phase. It "
      "is correct if it meets the four conditions of the paper. In all correct schedules each rank "
      "receives its baseblock in the same round; they differ in the blocks of the phase before. "
      "The paper shows two schedules for p = 9 and asks how many there are."};
  const Nine nine = schedules_of_nine();
  e.findings.push_back(
      at_least(Basis::kWords, "p = 9: correct schedules", 2, nine.count, exactly()));
  e.findings.push_back(found("p = 9: Table 5 (left) is among them", nine.left));
  e.findings.push_back(found("p = 9: Table 5 (right) is among them", nine.right));
  std::string csv = "p,schedules\n";
  for (int p = 2; p <= kMostCounted; ++p) {
    const auto n = circulant::count_schedules(p, kSteps);
    csv += fmt::format("{},{}\n", p, n ? std::to_string(*n) : "");
    if (p != 9 && n != 1)
      e.results.push_back({fmt::format("p = {}: correct schedules", p),
                           n ? std::to_string(*n) : "not counted in time", ""});
  }
  e.notes.push_back(
      fmt::format("Every other p = 2 .. {} has exactly one correct schedule.", kMostCounted));
  e.files = {{"schedules-of-9.txt", nine.text}, {"schedule-counts.csv", csv}};
  return e;
}

}  // namespace

extern const Reproduction paper1_schedule_count{
    .name = "paper1-schedule-count",
    .title = "How many correct broadcast schedules there are",
    .source = "Träff, Round-optimal n-Block Broadcast Schedules (2023), Table 5 and Sec. 4",
    .run = run_paper1_schedule_count,
    .beyond_model = "schedules are counted, which do not depend on costs",
};

}  // namespace orrery::inline reproduce
