#include "emu/engine/matching.h"

#include <algorithm>
#include <list>
#include <random>
#include <set>

#include <gtest/gtest.h>

namespace orrery {
namespace {

using Envelope = Matching::Envelope;

/// Matches messages literally as the MPI standard says.
class Literal {
 public:
  Index post(const Envelope& e, Index what, bool is_message) {
    const auto partner = std::ranges::find_if(
        waiting_, [&](const Waiting& w) { return w.envelope == e && w.is_message != is_message; });
    if (partner == waiting_.end()) {
      waiting_.push_back({e, what, is_message});
      return kNone;
    }
    const Index found = partner->what;
    waiting_.erase(partner);
    return found;
  }
  std::set<Index> messages() const {
    std::set<Index> all;
    for (const Waiting& w : waiting_)
      if (w.is_message) all.insert(w.what);
    return all;
  }

 private:
  struct Waiting {
    Envelope envelope;
    Index what;
    bool is_message;
  };
  std::list<Waiting> waiting_;
};

/// Checks few envelopes, so that many equal ones wait, and many, so that the table grows.
TEST(Matching, FindsTheFirstOfTheSameEnvelope) {
  for (const unsigned kinds : {1u, 3u, 20u}) {
    std::mt19937 random(kinds);
    Matching matching;
    Literal literal;
    for (Index what = 0; what < 3000; ++what) {
      const Envelope e{static_cast<Index>(random() % kinds),
                       static_cast<std::int32_t>(random() % kinds),
                       static_cast<std::int32_t>(random() % 2)};
      const bool is_message = random() % 5 < (what < 2000 ? 3 : 2);
      const Index got = is_message ? matching.send(e, what) : matching.receive(e, what);
      ASSERT_EQ(got, literal.post(e, what, is_message)) << kinds << " kinds, post " << what;
    }
    std::set<Index> left;
    matching.for_each_message([&](const Envelope&, Index message) { left.insert(message); });
    EXPECT_EQ(left, literal.messages()) << kinds << " kinds";
  }
}

}  // namespace
}  // namespace orrery
