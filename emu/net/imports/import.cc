#include "emu/net/imports/import.h"

#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "emu/base/check.h"
#include "emu/base/complaint.h"
#include "emu/base/letters.h"
#include "emu/base/nearest.h"
#include "emu/base/quantity.h"
#include "emu/net/imports/formats.h"

namespace orrery::imports {
namespace {

const std::array<const NetworkFormat*, 14> kAllFormats{
    &kSimGrid, &kGraphMl, &kNccl,       &kAstraJson, &kNodeLink, &kAstraYaml, &kSlurmYaml,
    &kHtsim,   &kSlurm,   &kInfiniband, &kNvidiaSmi, &kGraphviz, &kNs3,       &kEdgeList};

/// Returns a name in the quotes of TOML.
std::string toml_string(std::string_view name) {
  std::string text = "\"";
  for (const char c : name)
    if (c == '"' || c == '\\')
      text += fmt::format("\\{}", c);
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      text += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    else
      text += c;
  return text + '"';
}

/// Returns a comment of one line.
std::string comment_line(std::string_view text) {
  std::string line = "# ";
  for (const char c : text) line += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  return line + '\n';
}

}  // namespace

std::size_t ImportedNetwork::node(const std::string& name) {
  const auto [entry, is_new] = numbers_.try_emplace(name, names_.size());
  if (is_new) {
    EMU_CHECK(names_.size() < kMostNodes, "more than ", kMostNodes,
              " nodes; expected a smaller network");
    letters_ += name.size();
    EMU_CHECK(letters_ <= kMostLetters, "names of more than ", kMostLetters,
              " characters together; expected shorter ones");
    names_.push_back(name);
    is_switch_.push_back(false);
  }
  return entry->second;
}

std::size_t ImportedNetwork::switch_node(const std::string& name) {
  const std::size_t number = node(name);
  is_switch_[number] = true;
  return number;
}

std::optional<RouteStep> ImportedNetwork::add(ImportedLink link) {
  EMU_CHECK(++added_ <= kMostLinks, "more than ", kMostLinks, " links; expected a smaller network");
  if (link.a == link.b) {
    leave_out(fmt::format("the link of '{}' to itself", names_[link.a]));
    return std::nullopt;
  }
  const bool back = link.b < link.a;
  if (back) std::swap(link.a, link.b);
  const auto [known, is_new] = bundles_.try_emplace(
      {link.a, link.b, link.bandwidth, link.latency, link.level}, Bundled{links_.size()});
  if (is_new) links_.push_back(link);
  Bundled& bundle = known->second;
  int& same_way = directed && back ? bundle.home : bundle.there;
  same_way += link.count;
  links_[bundle.entry].count = std::max(bundle.there, bundle.home);
  return RouteStep{bundle.entry, same_way - link.count, back};
}

/// Removes the way back of links that cost something else there.
void ImportedNetwork::join_directions() {
  const auto ends = [](const auto& b) {
    return std::pair(std::get<0>(b.first), std::get<1>(b.first));
  };
  for (auto i = bundles_.begin(), last = i; i != bundles_.end(); last = i++) {
    if (i == last || ends(*i) != ends(*last)) continue;
    Bundled &a = last->second, &b = i->second;
    if ((a.home == 0) == (b.home == 0) || (a.there == 0) == (b.there == 0)) continue;
    links_[(a.there == 0 ? a : b).entry].count = 0;
    a.there += std::exchange(b.there, 0), a.home += std::exchange(b.home, 0);
    leave_out(kOneDirection);
  }
  std::erase_if(links_, [](const ImportedLink& link) { return link.count == 0; });
  if (std::ranges::any_of(bundles_, [](const auto& b) { return b.second.there != b.second.home; }))
    leave_out("the directions of edges: links here lead both ways");
}

void ImportedNetwork::finish_graph() {
  if (directed) join_directions();
  if (std::ranges::count(is_switch_, true) > 0) return;
  std::vector<std::set<std::size_t>> neighbours(nodes());
  for (const ImportedLink& link : links_)
    neighbours[link.a].insert(link.b), neighbours[link.b].insert(link.a);
  const auto degree = [](const auto& all) { return all.size(); };
  if (std::ranges::count(neighbours, 1U, degree) < 2) return;
  for (std::size_t i = 0; i < nodes(); ++i) is_switch_[i] = neighbours[i].size() > 1;
  leave_out("the file does not tell hosts from switches: nodes with one neighbour are hosts here");
}

void ImportedNetwork::leave_out(std::string what) {
  constexpr std::size_t kMostRemarks = 100;  // lines of comments in the network's file
  if (left_out_.size() < kMostRemarks && std::ranges::find(left_out_, what) == left_out_.end())
    left_out_.push_back(std::move(what));
}

/// Returns the distance of each node from the nearest host, in links.
std::vector<int> ImportedNetwork::depths() const {
  std::vector<std::vector<std::size_t>> neighbours(nodes());
  for (const ImportedLink& link : links_) {
    neighbours[link.a].push_back(link.b);
    neighbours[link.b].push_back(link.a);
  }
  std::vector<int> depth(nodes(), -1);
  std::vector<std::size_t> queue;
  for (std::size_t i = 0; i < nodes(); ++i)
    if (!is_switch_[i]) depth[i] = 0, queue.push_back(i);
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (const std::size_t other : neighbours[queue[i]])
      if (depth[other] < 0) depth[other] = depth[queue[i]] + 1, queue.push_back(other);
  return depth;
}

int ImportedNetwork::level_of(const ImportedLink& link, std::span<const int> depth) const {
  constexpr int kMostLevels = 16;
  const int level = link.level.value_or(std::min(depth[link.a], depth[link.b]));
  return std::clamp(level, 0, kMostLevels - 1);
}

std::string ImportedNetwork::names_text(bool (*wanted)(const ImportedNetwork&, std::size_t)) const {
  std::string text;
  for (std::size_t i = 0; i < nodes(); ++i)
    if (wanted(*this, i))
      text += fmt::format("{}{}", text.empty() ? "" : ", ", toml_string(names_[i]));
  return text;
}

std::string ImportedNetwork::links_text() const {
  std::string text = "links = [\n";
  const std::vector<int> depth = depths();
  for (const ImportedLink& link : links_) {
    text += fmt::format("  {{ ends = [{}, {}]", toml_string(names_[link.a]),
                        toml_string(names_[link.b]));
    if (const int level = level_of(link, depth); level > 0)
      text += fmt::format(", level = {}", level);
    if (link.bandwidth)
      text += fmt::format(", bandwidth = \"{}b/s\"", link.bandwidth->bytes_per_second * 8);
    if (link.latency) text += fmt::format(", latency = \"{}ps\"", link.latency->count());
    text += fmt::format(", count = {} }},\n", link.count);
  }
  return text + "]\n";
}

std::vector<LinkId> ImportedNetwork::first_numbers() const {
  std::vector<LinkId> first{0};
  for (const ImportedLink& link : links_) first.push_back(first.back() + LinkId{2} * link.count);
  return first;
}

std::vector<LinkId> ImportedNetwork::numbers_of(const ImportedRoute& route,
                                                std::span<const LinkId> first) {
  std::vector<LinkId> numbers;
  numbers.reserve(route.links.size());
  for (const RouteStep& c : route.links)
    numbers.push_back(first[c.link] + LinkId{2} * c.parallel + (c.back ? 1 : 0));
  return numbers;
}

std::string ImportedNetwork::routes_text() const {
  if (routes_.empty()) return {};
  const std::vector<LinkId> first = first_numbers();
  std::string text = "routes = [\n";
  for (const ImportedRoute& route : routes_)
    text += fmt::format("  [{}, {}, [{}]],\n", toml_string(names_[route.from]),
                        toml_string(names_[route.to]), fmt::join(numbers_of(route, first), ", "));
  return text + "]\n";
}

std::string ImportedNetwork::toml(std::string_view origin) const {
  std::string text = comments;
  if (text.empty()) {
    const bool has_costs =
        std::ranges::any_of(links_, [](const ImportedLink& l) { return l.bandwidth || l.latency; });
    text = comment_line(fmt::format("Hosts, switches{} are those of {}.",
                                    has_costs ? ", links and their costs" : " and links", origin));
    for (const std::string& what : left_out_) text += comment_line(fmt::format("Note: {}.", what));
  }
  using Self = const ImportedNetwork&;
  text += fmt::format("hosts = [{}]\n",
                      names_text([](Self n, std::size_t i) { return !n.is_switch_[i]; }));
  const std::string switches =
      names_text([](Self n, std::size_t i) { return bool{n.is_switch_[i]}; });
  if (!switches.empty()) text += fmt::format("switches = [{}]\n", switches);
  if (!dims.empty()) text += fmt::format("dims = [{}]\n", fmt::join(dims, ", "));
  if (jumps) text += "jumps = true\n";
  const std::string silent = names_text([](Self n, std::size_t i) { return !n.forwards(i); });
  if (!hosts_forward && exceptions.empty())
    text += "no_forwarding = \"hosts\"\n";
  else if (!silent.empty())
    text += fmt::format("no_forwarding = [{}]\n", silent);
  return text + links_text() + routes_text();
}

const NetworkFormat* format_of_network(std::string_view text) {
  const auto found = std::ranges::find_if(
      kAllFormats, [&](const NetworkFormat* f) { return f->recognises(text); });
  return found == kAllFormats.end() ? nullptr : *found;
}

std::string imported_toml(const NetworkFormat& format, std::string_view text,
                          const std::string& file) {
  const ImportedNetwork network = [&] {
    try {
      return format.read(text, file);
    } catch (const std::invalid_argument& e) {
      const std::string_view what = e.what();
      if (what.starts_with(file)) throw;
      throw std::invalid_argument(text_of(file, ": ", what));
    }
  }();
  if (network.hosts() == 0) fail(file, 0, text_of("no hosts in ", format.name));
  return network.toml(text_of(format.name, ", ", file));
}

std::string known_networks() {
  std::vector<std::string_view> names;
  names.reserve(std::size(kAllFormats));
  for (const NetworkFormat* const f : kAllFormats) names.push_back(f->name);
  return one_of(names);
}

void fail(const std::string& file, std::size_t line, std::string_view text) {
  throw std::invalid_argument(line == 0 ? text_of(file, ": ", text)
                                        : text_of(file, ':', line, ": ", text));
}

std::vector<Line> lines_of(std::string_view text, char comment, std::string_view separators) {
  std::vector<Line> lines;
  const std::string ends = std::string(" \t\r\v\f") + std::string(separators);
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (comment != '\0') line = line.substr(0, line.find(comment));
    std::vector<std::string_view> words;
    while (true) {
      line.remove_prefix(std::min(line.find_first_not_of(ends), line.size()));
      if (line.empty()) break;
      const std::size_t word = std::min(line.find_first_of(ends), line.size());
      words.push_back(line.substr(0, word));
      line.remove_prefix(word);
    }
    if (!words.empty()) lines.push_back({number, std::move(words)});
  }
  return lines;
}

std::vector<std::string_view> parts_of(std::string_view list, char separator) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i] != separator) continue;
    parts.push_back(list.substr(begin, i - begin));
    begin = i + 1;
  }
  parts.push_back(list.substr(begin));
  return parts;
}

bool is_plain(std::string_view word) {
  return plain_number(word).has_value();
}

double number_of(std::string_view word, const std::string& file, std::size_t line) {
  const auto value = plain_number(word);
  if (!value || *value < 0)
    fail(file, line, text_of("'", word, "' is not a number; expected one of 0 or more"));
  return *value;
}

std::vector<NumberRange> ranges_of(std::string_view list, const std::string& file,
                                   std::size_t line) {
  std::vector<NumberRange> ranges;
  for (const std::string_view part : parts_of(list, ',')) {
    const std::size_t dash = std::min(part.find('-'), part.size());
    const std::size_t first = count_of(part.substr(0, dash), 0, file, line);
    ranges.push_back(
        {first, dash == part.size() ? first : count_of(part.substr(dash + 1), first, file, line),
         dash});
  }
  return ranges;
}

std::size_t count_of(std::string_view word, std::size_t least, const std::string& file,
                     std::size_t line) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || value < least ||
      value > kMostNodes)
    fail(file, line,
         text_of("'", word, "' is not a number of nodes; expected ", least, " to ", kMostNodes));
  return value;
}

namespace {

template <class Value>
Value with_unit(std::string_view word, Value (*parse)(std::string_view), const std::string& file,
                std::size_t line) {
  try {
    return parse(word);
  } catch (const std::invalid_argument& e) {
    fail(file, line, e.what());
  }
}

}  // namespace

Bandwidth bandwidth_of(std::string_view word, double scale, const std::string& file,
                       std::size_t line) {
  if (!is_plain(word)) return with_unit(word, parse_bandwidth, file, line);
  const double bits = number_of(word, file, line) * scale;
  if (bits < 1 || bits > 1e18)
    fail(file, line, text_of("'", word, "' is not a bandwidth; expected more than 0"));
  return Bandwidth{bits / 8};
}

Time time_of(std::string_view word, double scale, const std::string& file, std::size_t line) {
  if (!is_plain(word)) return with_unit(word, parse_time, file, line);
  const double ps = number_of(word, file, line) * scale * 1e12;
  if (ps > 1e18)
    fail(file, line, text_of("'", word, "' is not a latency; expected at most 10 days"));
  return Time(static_cast<std::int64_t>(std::llround(ps)));
}

}  // namespace orrery::imports
