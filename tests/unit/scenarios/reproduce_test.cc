// Tests that each reproduction gives its recorded verdicts and could have given others: moving each
// compared value beyond its tolerance must change the verdict.
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/reproduce/reproduction.h"
#include "scenarios/reproduce/scoreboard.h"
#include "tests/golden_file.h"
#include "tests/setting.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

/// Returns the smallest step beyond a tolerance: more than the rounding error of sums of such numbers.
double step(std::initializer_list<double> numbers) {
  double largest = std::numeric_limits<double>::min();
  for (const double x : numbers)
    if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
  return 4 * std::numeric_limits<double>::epsilon() * largest;
}
double step(const Number& n) {
  return step({n.ours, n.low, n.high, n.tolerance.value});
}

/// Makes copies of a finding whose verdict must differ from its own.
class Perturbed {
 public:
  explicit Perturbed(const Finding& f) : original_(f) {
    if (const auto* n = std::get_if<Number>(&f.compared)) of(*n);
    if (const auto* i = std::get_if<Items>(&f.compared)) of(*i);
  }

  const std::vector<Finding>& all() const { return all_; }

 private:
  void add(const Number& n) {
    all_.push_back({original_.basis, original_.what, n, original_.remark});
  }
  void add(const Items& i) {
    all_.push_back({original_.basis, original_.what, i, original_.remark});
  }

  void of(const Number& n) {
    const Verdict verdict = judge(original_);
    if (verdict == Verdict::kHolds || verdict == Verdict::kHoldsByEstimate)
      leave(n);
    else
      enter(n);
    if (verdict == Verdict::kHolds) need_estimate(n);
    if (verdict == Verdict::kHoldsByEstimate) spare_estimate(n);
    if (judge(original_) != Verdict::kDiffers) disagree(n);
  }

  /// Moves our value to both sides of the paper's, and the paper's value to both sides of ours.
  void leave(const Number& n) {
    Number moved = n;
    if (std::isfinite(n.low)) {
      moved.ours = n.low - n.tolerance.value - step(n);
      add(moved);
      moved = n;
      moved.low = n.ours + n.tolerance.value + step(n);
      moved.high = std::max(n.high, moved.low);
      add(moved);
    }
    moved = n;
    if (std::isfinite(n.high)) {
      moved.ours = n.high + n.tolerance.value + step(n);
      add(moved);
      moved = n;
      moved.high = n.ours - n.tolerance.value - step(n);
      moved.low = std::min(n.low, moved.high);
      add(moved);
    }
    moved = n;
    moved.ours = std::numeric_limits<double>::quiet_NaN();
    add(moved);
  }

  /// Moves our value, with the second computation, to the paper's, and the paper's value to ours.
  void enter(const Number& n) {
    Number moved = n;
    moved.ours = std::isfinite(n.low) ? n.low : n.high;
    if (n.witness) moved.witness->value = moved.ours;
    add(moved);
    moved = n;
    moved.low = std::min(n.low, n.ours);
    moved.high = std::max(n.high, n.ours);
    if (n.witness) moved.witness->value = n.ours;
    add(moved);
  }

  /// Moves the second computation to both sides of our value.
  void disagree(const Number& n) {
    Number moved = n;
    if (!moved.witness) return;
    const double beyond = moved.witness->tolerance + step({n.ours, moved.witness->tolerance});
    moved.witness->value = n.ours + beyond;
    add(moved);
    moved.witness->value = n.ours - beyond;
    add(moved);
  }

  /// Moves our value without the estimate away from the paper's.
  void need_estimate(const Number& n) {
    Number moved = n;
    if (!moved.estimate) return;
    moved.estimate->without = std::isfinite(n.low) ? n.low - n.tolerance.value - step(n)
                                                   : n.high + n.tolerance.value + step(n);
    add(moved);
  }

  /// Sets our value without the estimate to the value with it.
  void spare_estimate(const Number& n) {
    Number moved = n;
    if (!moved.estimate) return;
    moved.estimate->without = n.ours;
    add(moved);
  }

  void of(const Items& items) {
    if (judge(original_) != Verdict::kHolds) return add(Items{items.paper, items.paper});
    for (std::size_t i = 0; i < items.ours.size(); ++i) {
      Items moved = items;
      moved.ours[i] += "'";
      add(moved);
      moved = items;
      moved.paper[i] += "'";
      add(moved);
    }
    Items shorter = items;
    shorter.ours.pop_back();
    add(shorter);
  }

  const Finding& original_;
  std::vector<Finding> all_;
};

void must_be_able_to_fail(const Finding& f) {
  SCOPED_TRACE(f.what);
  EXPECT_FALSE(f.what.empty());
  if (const auto* m = std::get_if<PaperMeasurement>(&f.compared)) {
    EXPECT_FALSE(m->paper.empty());
    EXPECT_FALSE(m->why.empty());
    return;
  }
  if (const auto* n = std::get_if<Number>(&f.compared)) {
    EXPECT_TRUE(std::isfinite(n->low) || std::isfinite(n->high)) << "the paper says nothing";
    EXPECT_TRUE(std::isfinite(n->tolerance.value)) << "any value would hold";
    EXPECT_GE(n->tolerance.value, 0);
    EXPECT_FALSE(n->tolerance.reason.empty());
    if (std::isfinite(n->low) && std::isfinite(n->high) && n->low != 0) {
      EXPECT_LE(n->tolerance.value, 0.5 * std::abs(n->high)) << "too much would hold";
    }
  }
  const auto others = Perturbed(f).all();
  EXPECT_FALSE(others.empty());
  for (const Finding& other : others)
    EXPECT_NE(judge(other), judge(f)) << "still " << verdict_name(judge(f)) << " with paper "
                                      << paper_text(other) << ", ours " << ours_text(other);
}

/// Returns the path of the recorded verdicts; after an intended change, run this test once with
/// ORRERY_UPDATE_GOLDEN=1.
fs::path golden_path(std::string_view name) {
  return fs::path(ORRERY_GOLDEN_DIR) / fmt::format("{}.txt", name);
}

constexpr std::string_view kClaimBegins = " [claim: ";

std::string golden_line(const Finding& f) {
  const std::string claim = f.claim.empty() ? "" : fmt::format("{}{}]", kClaimBegins, f.claim);
  return fmt::format("{}: {}{}\n", verdict_name(judge(f)), f.what, claim);
}

/// Returns a finding with that verdict.
Finding finding_with(Verdict verdict, std::string what) {
  switch (verdict) {
    case Verdict::kHolds:
      return equals(Basis::kPrinted, std::move(what), 1, 1, exactly());
    case Verdict::kHoldsByEstimate:
      return equals(Basis::kPrinted, std::move(what), 1, 1, exactly())
          .estimated_with({2, "an estimate"});
    case Verdict::kDiffers:
      return equals(Basis::kPrinted, std::move(what), 1, 2, exactly());
    case Verdict::kRefuted:
      return equals(Basis::kPrinted, std::move(what), 1, 2, exactly())
          .witnessed_by({Independence::kProgram, 2, 0, "a witness"});
    case Verdict::kNotComparable:
      break;
  }
  return not_comparable(Basis::kPrinted, std::move(what), "1", "2", "their cluster");
}

/// Returns the finding of a line that golden_line wrote.
Finding finding_of(const std::string& line) {
  for (const Verdict v : kVerdicts) {
    const std::string begin = fmt::format("{}: ", verdict_name(v));
    if (!line.starts_with(begin)) continue;
    const std::size_t claim = line.find(kClaimBegins);
    Finding f = finding_with(v, line.substr(begin.size(), claim - begin.size()));
    if (claim == line.npos) return f;
    const std::size_t from = claim + kClaimBegins.size();
    return std::move(f).of_claim(line.substr(from, line.size() - 1 - from));
  }
  throw std::runtime_error("no verdict: " + line);
}

/// Returns rows with the verdicts of the golden files.
std::vector<Reproduced> golden_rows() {
  std::vector<Reproduced> all;
  for (const Reproduction* r : reproductions()) {
    std::ifstream in(golden_path(r->name));
    EXPECT_TRUE(in) << r->name;
    Evidence e;
    for (std::string line; std::getline(in, line);) e.findings.push_back(finding_of(line));
    all.push_back({r, std::move(e), 0});
  }
  return all;
}

/// Returns the lines of the scoreboard without its last column, the times, which the page leaves out.
std::vector<std::string> scoreboard_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string all;
    for (std::string word; words >> word;)
      if (word.find('.') == word.npos && word != "s" && word != "time") all += word + ' ';
    lines.push_back(std::move(all));
  }
  return lines;
}

TEST(PageOfPapers, HasTheScoreboardOfTheVerdictsAsEver) {
  std::ifstream in(ORRERY_PAGE_OF_PAPERS);
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  const std::size_t at = page.find("\nreproduction  ");
  ASSERT_NE(at, page.npos);
  const std::vector<std::string> expected = scoreboard_lines(scoreboard_text(golden_rows(), {}));
  std::vector<std::string> shown = scoreboard_lines(page.substr(at + 1, page.find("```", at) - at));
  shown.resize(std::max(shown.size(), expected.size()));
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (expected[i].find_first_not_of("─ ") != std::string::npos) {
      EXPECT_EQ(shown[i], expected[i]);
    }
}

std::vector<const Reproduction*> those_to_run() {
  std::vector<const Reproduction*> chosen;
  for (const Reproduction* r : reproductions())
    if (r->slow == is_whole()) chosen.push_back(r);
  return chosen;
}

class Reproductions : public ::testing::TestWithParam<const Reproduction*> {};

TEST_P(Reproductions, CouldHaveComeOutOtherwise) {
  Workshop w;
  w.jobs = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  if (const char* kept = std::getenv("ORRERY_KEPT_RUNS")) w.keep = kept;
  const Evidence e = GetParam()->run(w);
  EXPECT_FALSE(e.findings.empty() && e.results.empty());
  std::string verdicts;
  for (const Finding& f : e.findings) {
    must_be_able_to_fail(f);
    verdicts += golden_line(f);
  }
  compare_with_golden(golden_path(GetParam()->name), verdicts);
}

std::string test_name(const ::testing::TestParamInfo<const Reproduction*>& test) {
  std::string name(test.param->name);
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(, Reproductions, ::testing::ValuesIn(those_to_run()), test_name);

}  // namespace
}  // namespace orrery
