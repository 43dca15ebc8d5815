#pragma once

#include <span>
#include <string>
#include <string_view>

#include "scenarios/run/explain.h"
#include "scenarios/text/translation.h"

/// Two runs side by side, and the causes of their difference.
namespace orrery::inline report {

/// A run with its name in the comparison.
struct Side {
  std::string name;
  const Explained& run;
};

/// Returns "swing is 84 us faster: 61 us less latency in rounds 4 to 9, 23 us less contention".
/// REQUIRES that both are measured.
std::string difference_text(const Side& a, const Side& b, const Translate& translate = {});

/// Returns the words of difference_text() in English; values stand in the places of fmt.
std::span<const std::string_view> texts_of_differences();

/// Returns both by cause, with the differences, and difference_text(); the failure if one does not
/// compete.
std::string against_text(const Side& a, const Side& b);

}  // namespace orrery::inline report
