#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "scenarios/teaching/forms.h"

namespace orrery::teaching {
namespace {

struct Load {
  Bytes bytes;
  int messages = 0;
};

/// Returns the loads of links, in a round or in all.
std::map<LinkId, Load> loads(const Subject& s, const Places& p) {
  const int round = round_at(s, p);
  std::map<LinkId, Load> all;
  for (const Trace::Message* m : s.evidence().messages())
    if (round < 0 || m->round == round)
      for (const Trace::Path& path : m->paths)
        for (const LinkId link : path.links) {
          all[link].bytes += path.bytes;
          ++all[link].messages;
        }
  return all;
}

/// Returns the links with most messages, or with the longest time for their bytes.
template <class Measure>
std::vector<LinkId> most(const std::map<LinkId, Load>& all, Measure measure) {
  std::vector<LinkId> best;
  double top = 0;
  for (const auto& [link, load] : all) {
    const double value = measure(link, load);
    if (value > top) best.clear(), top = value;
    if (value >= top && value > 0) best.push_back(link);
  }
  return best;
}

Value links_value(const Subject& s, const std::vector<LinkId>& links) {
  Value value{Value::Kind::kLinks};
  for (const LinkId link : links)
    value.names.push_back(link_name(*s.evidence().network.topology, link));
  return value;
}

Value hottest_links(const Subject& s, const Places& p) {
  const Network& network = s.evidence().network;
  return links_value(
      s, most(loads(s, p), [&](LinkId link, const Load& load) {
        return static_cast<double>(load.bytes.count()) /
               network.costs.of(network.topology->link(link)).bandwidth.bytes_per_second;
      }));
}

Value hottest_link(const Subject& s, const Places& p) {
  Value value = hottest_links(s, p);
  if (value.names.empty()) throw NoAnswer("no link carries anything");
  if (value.names.size() > 1)
    throw NoAnswer(fmt::format("{} links are equally hot: {}", value.names.size(), text_of(value)));
  value.kind = Value::Kind::kLink;
  return value;
}

Load load_at(const Subject& s, const Places& p) {
  const Topology& topology = *s.evidence().network.topology;
  const std::string name = fmt::format("{} -> {}", p.find("A")->second, p.find("B")->second);
  for (LinkId link = 0; link < topology.link_count(); ++link)
    if (link_name(topology, link) == name) {
      const auto all = loads(s, p);
      const auto found = all.find(link);
      return found == all.end() ? Load{} : found->second;
    }
  throw NoAnswer(fmt::format("link {} does not exist", name));
}

/// Returns the most links that a message crosses; the least if `least`.
Value way(const Subject& s, const Places& p, bool least) {
  const int round = round_at(s, p);
  std::vector<std::size_t> hops;
  for (const Trace::Message* m : s.evidence().messages())
    if (round < 0 || m->round == round)
      hops.push_back(m->paths.empty() ? 0 : m->paths.front().links.size());
  if (hops.empty()) throw NoAnswer("no message is sent");
  return plain(static_cast<double>(least ? *std::ranges::min_element(hops)
                                         : *std::ranges::max_element(hops)));
}

Value most_messages(const Subject& s, const Places& p) {
  int top = 0;
  for (const auto& [link, load] : loads(s, p)) top = std::max(top, load.messages);
  return plain(top);
}

Value most_bytes(const Subject& s, const Places& p) {
  Bytes top;
  for (const auto& [link, load] : loads(s, p)) top = std::max(top, load.bytes);
  return bytes_value(top);
}

constexpr std::array kLinksForms{
    Form{"hottest link [in round K]", Value::Kind::kLink,
         "The one link that needs the longest time for its bytes", hottest_link},
    Form{"hottest links [in round K]", Value::Kind::kLinks,
         "All links that need the longest time for their bytes", hottest_links},
    Form{"bytes over link A -> B [in round K]", Value::Kind::kQuantity,
         "The bytes that this link carries",
         [](const Subject& s, const Places& p) { return bytes_value(load_at(s, p).bytes); }},
    Form{"messages over link A -> B [in round K]", Value::Kind::kQuantity,
         "Number of messages that cross this link",
         [](const Subject& s, const Places& p) { return plain(load_at(s, p).messages); }},
    Form{"most messages over one link [in round K]", Value::Kind::kQuantity,
         "Number of messages that cross the link with the most messages", most_messages},
    Form{"most bytes over one link [in round K]", Value::Kind::kQuantity,
         "The bytes on the link that carries the most", most_bytes},
    Form{"longest route|way [in round K]", Value::Kind::kQuantity,
         "The number of links on the longest route of a message",
         [](const Subject& s, const Places& p) { return way(s, p, false); }},
    Form{"shortest route|way [in round K]", Value::Kind::kQuantity,
         "The number of links on the shortest route of a message",
         [](const Subject& s, const Places& p) { return way(s, p, true); }}};

}  // namespace

/// Returns "3", "switch:2", or the name from a file.
std::string end_name(const Topology& topology, NodeId node) {
  if (const std::string_view name = topology.name_of(node); !name.empty()) return std::string(name);
  return node < topology.hosts() ? fmt::format("{}", node)
                                 : fmt::format("switch:{}", node - topology.hosts());
}

std::string link_name(const Topology& topology, LinkId link) {
  const Link ends = topology.link(link);
  return fmt::format("{} -> {}", end_name(topology, ends.from), end_name(topology, ends.to));
}

std::span<const Form> link_forms() {
  return kLinksForms;
}

}  // namespace orrery::teaching
