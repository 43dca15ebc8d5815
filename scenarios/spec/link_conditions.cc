#include "scenarios/spec/link_conditions.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "emu/base/letters.h"
#include "emu/net/background.h"
#include "emu/net/faults.h"
#include "scenarios/spec/refusal.h"
#include "scenarios/text/given_items.h"
#include "scenarios/text/named_values.h"

namespace orrery::inline spec {
namespace {

constexpr std::string_view kNoLinks = "none", kLevel = "level:";
constexpr std::string_view kSlowLinkExample = "0-1=0.5, 10%=0.25+2us or 0-1=+2us";
constexpr std::array<Named<BackgroundPattern>, 5> kPatterns{
    {{"uniform", BackgroundPattern::kUniform, "every host to every other"},
     {"neighbour", BackgroundPattern::kNeighbour, "host h to h + 1"},
     {"opposite", BackgroundPattern::kOpposite, "host h to h + n/2"},
     {"random", BackgroundPattern::kRandom, "each to the next on a round trip in random order"},
     {"hotspot", BackgroundPattern::kHotspot, "all to host 0"}}};

/// Returns the effect of "0.5", "0.5+2us" and "+2us" on a link.
LinkFaults::Slow parse_slow(std::string_view text) {
  const std::size_t plus = std::min(text.find('+'), text.size());
  LinkFaults::Slow slow;
  if (plus > 0) slow.bandwidth = parse_factor(text.substr(0, plus), 1e-6, 1);
  if (plus < text.size()) slow.latency = parse_time(text.substr(plus + 1));
  return slow;
}

/// Links of a level, a share of those, or of all: "level:1", "level:1:5%", "5%".
struct SomeLinks {
  std::optional<std::int64_t> level;
  std::optional<double> share;
};

/// Reads names of several links; nothing if the name is that of a single link.
std::optional<SomeLinks> some_links(std::string_view name) {
  SomeLinks some;
  if (name.starts_with(kLevel)) {
    name.remove_prefix(kLevel.size());
    const std::size_t colon = std::min(name.find(':'), name.size());
    some.level = parse_integer(name.substr(0, colon), 0, kMaxInt);
    if (colon == name.size()) return some;
    name.remove_prefix(colon + 1);
  }
  if (!some.level && !is_share(name)) return std::nullopt;
  some.share = parse_share(name);
  return some;
}

/// Checks a name as far as possible without the network.
void check_name(std::string_view name) {
  if (!some_links(name) && name.find('-') == std::string_view::npos)
    throw ValueError({fmt::format("'{}' names no link", name),
                      "two neighbours such as 0-1 or 3-s0, level:1, or a share such as 5% or "
                      "level:1:5%"});
}

/// Finds the node for "3", "s0" or its own name, such as "node 0 NIC 1" in a server.
std::optional<NodeId> node_named(std::string_view name, const Topology& network) {
  const bool have_names = network.servers() != nullptr || !network.name_of(0).empty();
  for (NodeId node = 0; have_names && node < network.nodes(); ++node)
    if (without_blanks(node_name(network, node)) == name) return node;
  const bool is_switch = name.starts_with('s');
  const std::string_view digits = name.substr(is_switch ? 1 : 0);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos ||
      digits.size() > 9)
    return std::nullopt;
  const std::int64_t number = parse_integer(digits, 0, kMaxInt);
  const std::int64_t node = is_switch ? network.hosts() + number : number;
  if (node >= (is_switch ? network.nodes() : network.hosts())) return std::nullopt;
  return static_cast<NodeId>(node);
}

/// Finds the two nodes for "a-b", cut at any of its dashes.
std::optional<std::pair<NodeId, NodeId>> ends_named(std::string_view name,
                                                    const Topology& network) {
  for (std::size_t dash = name.find('-'); dash != std::string_view::npos;
       dash = name.find('-', dash + 1)) {
    const auto a = node_named(name.substr(0, dash), network),
               b = node_named(name.substr(dash + 1), network);
    if (a && b) return std::pair(*a, *b);
  }
  return std::nullopt;
}

template <class Takes>
std::vector<LinkId> links_that(const Topology& network, Takes&& takes) {
  std::vector<LinkId> links;
  for (LinkId id = 0; id < network.link_count(); ++id)
    if (takes(network.link(id))) links.push_back(id);
  return links;
}

/// Returns the cables of some links: the i-th from a to b and the i-th back are one.
std::vector<std::vector<LinkId>> cables_of(std::span<const LinkId> links, const Topology& network) {
  std::map<std::pair<NodeId, NodeId>, std::array<std::vector<std::size_t>, 2>> of;
  std::vector<std::vector<LinkId>> cables;
  for (const LinkId id : links) {
    const Link link = network.link(id);
    auto& ways = of[std::minmax(link.from, link.to)];
    auto &own = ways[link.from < link.to ? 0 : 1], &other = ways[link.from < link.to ? 1 : 0];
    own.push_back(own.size() < other.size() ? other[own.size()] : cables.size());
    if (own.back() == cables.size()) cables.emplace_back();
    cables[own.back()].push_back(id);
  }
  return cables;
}

std::vector<LinkId> links_of(const SomeLinks& some, const Topology& network, std::uint64_t seed,
                             Purpose purpose) {
  std::vector<LinkId> all =
      links_that(network, [&](const Link& l) { return l.level == some.level.value_or(l.level); });
  if (some.level && all.empty())
    throw ValueError({fmt::format("{} has no links of level {}", network.spec(), *some.level),
                      fmt::format("0 to {}", network.levels() - 1)});
  if (!some.share) return all;
  const auto cables = cables_of(all, network);
  std::vector<LinkId> links;
  for (const std::int64_t i : chosen_share(*some.share, std::ssize(cables), seed, purpose))
    links.insert(links.end(), cables[static_cast<std::size_t>(i)].begin(),
                 cables[static_cast<std::size_t>(i)].end());
  return links;
}

void check_size(std::string_view key, const RunSpec& spec, const Topology& network) {
  if (network.link_count() > kMostLinksToSearch)
    refuse(key, {fmt::format("{} has {} links", spec.topology, short_count(network.link_count())),
                 fmt::format("at most {}", short_count(kMostLinksToSearch))});
}

/// Returns the links of a name; refuses the key if the network has none.
std::vector<LinkId> checked_links(std::string_view name, std::string_view key, const RunSpec& spec,
                                  const Topology& network, Purpose purpose) {
  check_size(key, spec, network);
  try {
    return links_named(name, network, spec.seed, purpose);
  } catch (const ValueError& e) {
    refuse(key, e.complaint());
  }
}

LinkFaults faults_of(const RunSpec& spec, const Topology& network) {
  LinkFaults faults;
  const GivenConditions& given = spec.conditions;
  if (given.slow_links != kNoLinks)
    for (const auto& [who, what] : given_items(given.slow_links, kSlowLinkExample)) {
      const LinkFaults::Slow slow = parse_slow(what);
      for (const LinkId id : checked_links(who, "slow_links", spec, network, Purpose::kSlowLink)) {
        LinkFaults::Slow& all = faults.slow[id];
        all.bandwidth *= slow.bandwidth;
        all.latency += slow.latency;
      }
    }
  if (given.failed_links != kNoLinks)
    for (const std::string_view who : split(std::string_view(given.failed_links), ';'))
      for (const LinkId id :
           checked_links(who, "failed_links", spec, network, Purpose::kFailedLink))
        faults.failed.push_back(id);
  std::ranges::sort(faults.failed);
  const auto twice = std::ranges::unique(faults.failed);
  faults.failed.erase(twice.begin(), twice.end());
  return faults;
}

/// Checks the routes. Background traffic goes between all hosts, with and without ranks.
void check_ways(const LinkFaults& faults, const Topology& network, std::span<const NodeId> hosts,
                bool all_hosts) {
  if (faults.failed.empty()) return;
  std::set<NodeId> each(hosts.begin(), hosts.end());
  for (NodeId host = 0; all_hosts && host < network.hosts(); ++host) each.insert(host);
  const std::vector<NodeId> list(each.begin(), each.end());
  if (const auto cut = cut_apart(network, faults.failed, list))
    refuse("failed_links",
           {fmt::format("no route is left from {} to {}", node_name(network, cut->first),
                        node_name(network, cut->second)),
            all_hosts ? "links that leave a route between all hosts, which the "
                        "background needs"
                      : "links that leave a route between all ranks"});
}

struct Background {
  BackgroundPattern pattern = BackgroundPattern::kUniform;
  double load = 0;
};

Background parse_background(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos)
    throw ValueError({fmt::format("'{}' says no load", text), "such as uniform:0.3"});
  return {choose(text.substr(0, colon), kPatterns), parse_factor(text.substr(colon + 1), 0, 0.999)};
}

/// Returns the part of each link that the background leaves.
LinkFaults left_by_background(const RunSpec& spec, const Topology& network) {
  LinkFaults left;
  left.of_traffic = true;
  if (spec.conditions.background == kNoLinks) return left;
  const Background background = parse_background(spec.conditions.background);
  check_size("background", spec, network);
  if (background.pattern == BackgroundPattern::kUniform && network.hosts() > kMostUniformHosts)
    refuse("background",
           {fmt::format("uniform traffic of {} hosts", short_count(network.hosts())),
            fmt::format("at most {} hosts, or another pattern", short_count(kMostUniformHosts))});
  const std::vector<double> shares = background_shares(
      network, spec.costs, spec.routing, background.pattern, background.load, spec.seed);
  for (std::size_t id = 0; id < shares.size(); ++id)
    if (shares[id] > 0) left.slow[static_cast<LinkId>(id)] = {1 - shares[id], Time(0)};
  return left;
}

}  // namespace

std::string slow_links_text(std::string_view text) {
  if (text == kNoLinks) return std::string(text);
  for (const auto& [who, what] : given_items(text, kSlowLinkExample)) {
    check_name(who);
    parse_slow(what);
  }
  return without_blanks(text);
}

std::string failed_links_text(std::string_view text) {
  if (text == kNoLinks) return std::string(text);
  for (const std::string_view name : split(text, ';')) check_name(name);
  return without_blanks(text);
}

std::string background_text(std::string_view text) {
  if (text != kNoLinks) parse_background(text);
  return std::string(text);
}

std::vector<LinkId> links_named(std::string_view name, const Topology& network, std::uint64_t seed,
                                Purpose purpose) {
  if (const auto some = some_links(name)) return links_of(*some, network, seed, purpose);
  std::vector<LinkId> links;
  if (const auto ends = ends_named(name, network)) {
    const auto [a, b] = *ends;
    links = links_that(network, [&](const Link& l) {
      return (l.from == a && l.to == b) || (l.from == b && l.to == a);
    });
  }
  if (links.empty())
    throw ValueError({fmt::format("{} has no link {}", network.spec(), name),
                      "two neighbours such as 0-1 or 3-s0"});
  return links;
}

std::shared_ptr<const Topology> network_of_the_day(const RunSpec& spec,
                                                   std::shared_ptr<const Topology> network,
                                                   std::span<const NodeId> hosts) {
  const GivenConditions& given = spec.conditions;
  if (given.slow_links == kNoLinks && given.failed_links == kNoLinks &&
      given.background == kNoLinks)
    return network;
  LinkFaults faults = faults_of(spec, *network);
  check_ways(faults, *network, hosts, given.background != kNoLinks);
  network = with_faults(std::move(network), spec.costs, std::move(faults));
  LinkFaults left = left_by_background(spec, *network);
  return with_faults(std::move(network), spec.costs, std::move(left));
}

}  // namespace orrery::inline spec
