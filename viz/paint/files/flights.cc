#include "viz/paint/files/flights.h"

#include "viz/model/index/moving.h"

namespace orrery::viz::inline paint {
namespace {

constexpr int kHalvings = 24;  ///< that find a gap to a millionth of a link
constexpr double kFar = 0.4;   ///< of the distance of neighbours: places that only a gap separates
constexpr int kWayParts = 6;   ///< of each link, so that balls that slow down do so where they do
constexpr double kEven = 0.3;  ///< pixels from the place of a ball that moves evenly
constexpr double kBesideEnd =
    1e-6;  ///< of a link: just before its end, and just after its beginning

/// Returns the first moment at which a message has reached a given part of its route.
Time timeOf(const TraceIndex& index, const Trace::Message& m, int path, double progress) {
  Time low = m.start, high = m.end;
  while (high - low > Time(1)) {
    const Time middle = low + (high - low) / 2;
    (movingOn(index, m, path, middle).progress < progress ? low : high) = middle;
  }
  return high;
}

/// Returns whether a ball that moves evenly from `a` to `c` passes `b`.
bool passes(const Flight::At& a, const Flight::At& b, const Flight::At& c) {
  if (c.time == a.time) return false;
  const double share = to_seconds(b.time - a.time) / to_seconds(c.time - a.time);
  return QLineF(a.at + share * (c.at - a.at), b.at).length() < kEven;
}

class FlightFinder {
 public:
  FlightFinder(const View& view, const Picture& picture) : view_(view), picture_(picture) {}

  Flight withinHost(const Trace::Message& m) const {
    const MovingMessage moving{m.id, -1, true, 0, 0};
    const QPointF at = ballAt(view_, picture_, m, moving);
    return {m.id, {{m.start, at}, {m.end, at}}};
  }

  Flight along(const Trace::Message& m, int path) const {
    const auto hops = m.paths[static_cast<std::size_t>(path)].links.size();
    Flight flight{m.id, {}};
    double before = 0;
    for (std::size_t hop = 0; hop < hops; ++hop)
      for (int part = 0; part <= kWayParts; ++part) {
        const double within = part == 0           ? kBesideEnd
                              : part == kWayParts ? 1 - kBesideEnd
                                                  : static_cast<double>(part) / kWayParts;
        const double progress = (static_cast<double>(hop) + within) / static_cast<double>(hops);
        if (part > 0) addJump(flight, m, path, before, progress);
        add(flight, m, path, progress);
        before = progress;
      }
    flight.way.front().time = m.start;
    flight.way.back().time = m.end;
    return flight;
  }

 private:
  QPointF placeOf(const Trace::Message& m, int path, double progress) const {
    return ballAt(view_, picture_, m, {m.id, path, true, progress, 0});
  }
  /// Adds a place; the one before is left out if the ball passes it anyway.
  void add(Flight& flight, const Trace::Message& m, int path, double progress) const {
    auto& way = flight.way;
    const Flight::At next{timeOf(picture_.stage.index(), m, path, progress),
                          placeOf(m, path, progress)};
    if (way.size() >= 2 && passes(way[way.size() - 2], way.back(), next)) way.pop_back();
    way.push_back(next);
  }
  /// Adds both sides of the gap of a link that leaves the picture on one side and comes back on another.
  void addJump(Flight& flight, const Trace::Message& m, int path, double low, double high) const {
    QPointF a = placeOf(m, path, low), b = placeOf(m, path, high);
    for (int i = 0; i < kHalvings && isFar(a, b); ++i) {
      const double middle = (low + high) / 2;
      const QPointF c = placeOf(m, path, middle);
      QLineF(a, c).length() > QLineF(c, b).length() ? (high = middle, b = c)
                                                    : (low = middle, a = c);
    }
    if (!isFar(a, b)) return;
    add(flight, m, path, low);
    add(flight, m, path, high);
  }
  bool isFar(QPointF a, QPointF b) const {
    return QLineF(a, b).length() > kFar * view_.scale * picture_.layout().pitch();
  }

  const View& view_;
  const Picture& picture_;
};

}  // namespace

std::vector<Flight> flightsOf(const View& view, const Picture& picture) {
  const FlightFinder finder(view, picture);
  std::vector<Flight> flights;
  for (const Trace::Message& m : picture.stage.index().trace().messages) {
    if (m.end <= m.start) continue;
    if (m.paths.empty()) flights.push_back(finder.withinHost(m));
    for (std::size_t p = 0; p < m.paths.size(); ++p)
      flights.push_back(finder.along(m, static_cast<int>(p)));
  }
  return flights;
}

}  // namespace orrery::viz::inline paint
