#include "scenarios/report/deficiency_words.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "scenarios/text/units_text.h"

namespace orrery::inline report {
namespace {

/// A deficiency below this is as good as 1: three digits are shown.
constexpr double kOptimal = 1.0005;

enum Text : std::size_t {
  kAlone,
  kHardlyLonger,
  kTimesLonger,
  kLatency,
  kMoreRounds,
  kFewestRounds,
  kOneRound,
  kBandwidth,
  kMoreBytes,
  kFewestBytes,
  kCongestion,
  kSharedLinks,
  kNoSharedLink,
  kDeficiencyTexts
};
constexpr std::array<std::string_view, kDeficiencyTexts> kEnglish{
    "{}, no message is slowed by another",
    "{}, hardly longer than without contention",
    "{}, {} times as long as without contention",
    "latency deficiency",
    "{} rounds where {} would do",
    "{} rounds, none fewer would do",
    "1 round, none fewer would do",
    "bandwidth deficiency",
    "{} through the busiest port where {} would do",
    "{} through the busiest port, no less would do",
    "congestion deficiency",
    "{} over the rounds' busiest links, {} through busiest ports",
    "{} over the rounds' busiest links, no more than through ports"};

class Speaker {
 public:
  explicit Speaker(const Translate& translate) : translate_(translate) {}
  template <class... Values>
  std::string operator()(Text text, const Values&... values) const {
    const std::string_view english = kEnglish.at(text);
    return fmt::format(fmt::runtime(translate_ ? translate_(english) : std::string(english)),
                       values...);
  }

 private:
  const Translate& translate_;
};

std::string size_text(double bytes) {
  return short_size(Bytes(std::llround(bytes)));
}

DeficiencyWords latency(const RunResult& r, const Speaker& say) {
  const double value = r.deficiency.lambda;
  const double fewest = value > 0 ? r.metrics.rounds / value : 0;
  const std::string sentence =
      value >= kOptimal       ? say(kMoreRounds, r.metrics.rounds, fmt::format("{:.4g}", fewest))
      : r.metrics.rounds == 1 ? say(kOneRound)
                              : say(kFewestRounds, r.metrics.rounds);
  return {"Λ", say(kLatency), sentence, value};
}

DeficiencyWords bandwidth(const RunResult& r, const Speaker& say) {
  const double value = r.deficiency.psi;
  const auto ports = static_cast<double>(r.metrics.port_sum.count());
  return {"Ψ", say(kBandwidth),
          value < kOptimal ? say(kFewestBytes, size_text(ports))
                           : say(kMoreBytes, size_text(ports), size_text(ports / value)),
          value};
}

DeficiencyWords congestion(const RunResult& r, const Speaker& say) {
  const double value = r.deficiency.xi;
  const std::string links = short_size(r.metrics.link_sum), ports = short_size(r.metrics.port_sum);
  return {"Ξ", say(kCongestion),
          value < kOptimal ? say(kNoSharedLink, links) : say(kSharedLinks, links, ports), value};
}

}  // namespace

std::span<const std::string_view> deficiency_texts() {
  return kEnglish;
}

std::vector<DeficiencyWords> deficiency_words(const RunResult& result, const Translate& translate) {
  const Speaker say(translate);
  if (result.metrics.bytes_total.count() == 0) return {latency(result, say)};
  std::vector<DeficiencyWords> words{latency(result, say), bandwidth(result, say),
                                     congestion(result, say)};
  if (result.metrics.port_sum.count() == 0)  // older results files do not say
    words[1].sentence = words[2].sentence = "";
  return words;
}

std::string headline_of(const RunResult& result, const Translate& translate) {
  std::string time = short_time(result.metrics.completion);
  if (result.uncontended <= Time(0)) return time;
  const double times = to_seconds(result.metrics.completion) / to_seconds(result.uncontended);
  const Speaker say(translate);
  return times <= 1      ? say(kAlone, time)
         : times < 1.005 ? say(kHardlyLonger, time)
                         : say(kTimesLonger, time, fmt::format("{:.3g}", times));
}

}  // namespace orrery::inline report
