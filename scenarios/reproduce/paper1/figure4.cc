// Figure 4 of Träff's paper: irregular allgathers of 4 B to 400 MB on 36 hosts with 1, 16 and 32 ranks each, in blocks
// by rule G, packed, with the time that schedules take to construct.
#include <vector>

#include <fmt/format.h>

#include "scenarios/keys/keys.h"
#include "scenarios/reproduce/paper1/curves.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline reproduce {

namespace {

constexpr std::int64_t kFigure4Small = 4000, kFigure4Large = 4'000'000;
constexpr const char *kPackedAllgatherv = "G=40", *kUnpackedAllgatherv = "G=40, nothing packed";
constexpr const char* kFigure4Rivals[] = {"ring", "ring-blocks"};

/// Returns the sizes: fewer with several ranks on a host, as a run takes up to a minute.
std::vector<std::int64_t> sizes_of_figure4(int n) {
  if (n == 1) return sizes_of_curves();
  return {4, 400, 40'000, 4'000'000, 40'000'000};
}

/// Returns the time in which every rank constructs all receive schedules.
Time construction_at(int n) {
  return construction_time(construction_of_all(36 * n));
}

Curve allgatherv_curve(int n, const char* name) {
  Curve curve{name, n};
  const bool is_new = std::string_view(name).starts_with(kPackedAllgatherv);
  const std::string schedules = is_new ? time_text(construction_at(n)) : "";
  for (const std::int64_t bytes : sizes_of_figure4(n)) {
    RunSpec& spec =
        curve.cells.emplace_back(curve_cell(n, "allgatherv", is_new ? "circulant" : name, bytes));
    spec.distribution = "mod3";
    if (!is_new) continue;
    find_key("blocks")->set(spec, kPackedAllgatherv);
    find_key("arrival")->set(spec, schedules);
    spec.packs = std::string_view(name) == kPackedAllgatherv;
  }
  return curve;
}

/// Returns how much longer a curve of the new allgatherv takes than the library.
double slower(const std::vector<Curve>& curves, int n, std::int64_t bytes, const char* curve) {
  return find_curve(curves, n, curve).seconds(bytes) / find_curve(curves, n, "ring").seconds(bytes);
}

constexpr const char* kPackingCost = "packing";
constexpr double kNativeAllgatherv = 265, kNewAllgatherv = 171;  // ms, 36x1, 400 MB

Finding faster_alone(const std::vector<Curve>& curves) {
  return equals(Basis::kEstimate, "36x1, 400 MB: library over new ('outperforms')",
                kNativeAllgatherv / kNewAllgatherv,
                1 / slower(curves, 1, kCurvesLargest, kPackedAllgatherv),
                share_of(kNativeAllgatherv / kNewAllgatherv, 0.25,
                         "a quarter: the paper's allgatherv is an MPI library's, whose algorithm "
                         "it does not name"))
      .with(fmt::format("measured {} and {} ms", kNativeAllgatherv, kNewAllgatherv))
      .estimated_with({1 / slower(curves, 1, kCurvesLargest, kUnpackedAllgatherv), kPackingCost});
}

Finding time_alone(const std::vector<Curve>& curves) {
  const auto ms = [&](const char* curve) {
    return 1e3 * find_curve(curves, 1, curve).seconds(kCurvesLargest);
  };
  return equals(Basis::kEstimate, "36x1, 400 MB: new, packed", kNewAllgatherv,
                ms(kPackedAllgatherv),
                share_of(kNewAllgatherv, 0.1,
                         "a tenth: a core that copies 10 GB/s is an estimate; the rate of a rank "
                         "is that of the paper's broadcast, Fig. 3"),
                "ms")
      .estimated_with({ms(kUnpackedAllgatherv), kPackingCost})
      .of_claim(kAlonePacked);
}

/// Judges "About twice as slow [..] when m is large".
Finding twice_as_slow_at(const std::vector<Curve>& curves, int n, std::int64_t bytes) {
  return equals(Basis::kEstimate,
                fmt::format("36x{}, {}: new over library ('about twice as slow')", n,
                            size_text(Bytes(bytes))),
                2, slower(curves, n, bytes, kPackedAllgatherv),
                share_of(2, 0.25, "a quarter: 'about', and the library's algorithm is not named"))
      .estimated_with({slower(curves, n, bytes, kUnpackedAllgatherv), kPackingCost})
      .of_claim(kTwiceAsSlow);
}

/// Judges "The schedule computation overhead becomes considerable and dominant" with 576 and 1,152
/// ranks.
Finding dominant_at(const std::vector<Curve>& curves, int n, std::int64_t bytes) {
  const double share =
      to_seconds(construction_at(n)) / find_curve(curves, n, kPackedAllgatherv).seconds(bytes);
  return at_least(Basis::kWords,
                  fmt::format("36x{}, {}: share of the construction of schedules ('dominant')", n,
                              size_text(Bytes(bytes))),
                  50, 100 * share, exactly(), "%")
      .estimated_with({0, "the time of a step"})
      .of_claim("Fig. 4, 36x16 and 36x32: the schedule computation is 'dominant'");
}

/// Compares the construction on full hosts; the time of a step comes from the paper's 40 us with 36
/// ranks.
Finding construction_on_full_hosts() {
  return equals(Basis::kPrinted, "36x32: construction of all receive schedules", 5800,
                1e6 * to_seconds(construction_at(32)),
                share_of(5800, 0.2, "a fifth: 'around 40 us' has one digit"), "us")
      .of_claim(kOverheadGrows);
}

/// Compares a rival with the new allgatherv, in each size.
Result compared_at(const std::vector<Curve>& curves, int n, const char* rival) {
  const Curve &other = find_curve(curves, n, rival),
              &unpacked = find_curve(curves, n, kUnpackedAllgatherv);
  return in_each_size(
      fmt::format("36x{}: sizes at which {} is slower than the new allgatherv without packing", n,
                  rival),
      sizes_of_figure4(n),
      [&](std::int64_t bytes) { return other.seconds(bytes) / unpacked.seconds(bytes); });
}

Evidence run_paper1_figure4(int jobs) {
  Evidence e;
  e.notes = {
      "m_r = (r mod 3) floor(m/p), sqrt(m q)/40 blocks. The library is a ring, which mpich takes "
      "from 512 KiB on; ring-blocks is the pipelined ring that the paper names as worth a "
      "comparison ([21]). The emulator sends separate blocks in one message; a library that packs "
      "them copies all data twice more. A copy takes as long as a message within a host while all "
      "ranks of the host copy, because they share its memory. Every rank first constructs all "
      "receive schedules: in 40 us for 36 ranks (the paper's value), and for more ranks in "
      "proportion to the steps of Alg. 4. The paper does not say from which m on m counts as "
      "large."};
  std::vector<Curve> given;
  for (const int n : kCurveRanks) {
    given.push_back(allgatherv_curve(n, kPackedAllgatherv));
    given.push_back(allgatherv_curve(n, kUnpackedAllgatherv));
    for (const char* rival : kFigure4Rivals) given.push_back(allgatherv_curve(n, rival));
  }
  const std::vector<Curve> curves = run_curves(std::move(given), jobs);
  e.findings = {faster_alone(curves), time_alone(curves), construction_on_full_hosts()};
  for (const int n : {16, 32})
    for (const std::int64_t bytes : sizes_of_figure4(n)) {
      if (bytes >= kFigure4Large) e.findings.push_back(twice_as_slow_at(curves, n, bytes));
      if (bytes <= kFigure4Small) e.findings.push_back(dominant_at(curves, n, bytes));
    }
  for (const int n : kCurveRanks)
    for (const char* rival : kFigure4Rivals) e.results.push_back(compared_at(curves, n, rival));
  add_curves(e, "allgatherv", curves);
  return e;
}

}  // namespace

extern const Reproduction paper1_figure4{
    "paper1-figure4",
    "Irregular allgathers of 4 B .. 400 MB in packed blocks by rule G, with 1, 16 and 32 ranks",
    "Träff, Round-optimal n-Block Broadcast Schedules (2023), Fig. 4",
    run_paper1_figure4,
    nullptr,
    true,
    true};

}  // namespace orrery::inline reproduce
