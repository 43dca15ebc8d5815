// Descriptions of clusters: Slurm's topology.conf and the output of ibnetdiscover.
#include <algorithm>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "emu/base/check.h"
#include "emu/net/imports/formats.h"

namespace orrery::imports {
namespace {

// Slurm's topology.conf: SwitchName=s0 Nodes=n[0-3,7] and SwitchName=s2 Switches=s[0-1], or BlockName=b0 Nodes=n[0-3];
// and the output of scontrol show topology, whose upper switches also list the nodes below them.

/// Returns the settings of a line, without quotes and blanks around `=`.
std::vector<std::string> settings_in(std::span<const std::string_view> words) {
  std::vector<std::string> settings;
  for (std::string_view word : words) {
    if (word.ends_with('\\')) word.remove_suffix(1);
    if (word.empty()) continue;
    if (settings.empty() ||
        !(word.starts_with('=') || (settings.back().ends_with('=') && word.find('=') == word.npos)))
      settings.emplace_back();
    settings.back() += word;
  }
  for (std::string& setting : settings) std::erase(setting, '"');
  return settings;
}

bool recognises_slurm(std::string_view text) {
  const auto lines = lines_of(text, '#');
  return std::ranges::any_of(lines, [](const Line& l) {
    const auto first =
        settings_in(std::span(l.words).first(std::min<std::size_t>(l.words.size(), 2)));
    const std::string key = first.empty() ? std::string() : small_letters(first[0]);
    return key.starts_with("switchname=") || key.starts_with("blockname=");
  });
}

/// Expands a list: "n[0-3,7]" is n0, n1, n2, n3, n7; numbers keep their leading zeros.
void expand(std::string_view list, const std::string& file, std::size_t line,
            std::vector<std::string>& names) {
  constexpr std::size_t kLongest = 1000, kMostBrackets = 4;
  if (list.size() > kLongest ||
      static_cast<std::size_t>(std::ranges::count(list, '[')) > kMostBrackets)
    fail(file, line,
         text_of("a name of more than ", kLongest, " characters or ", kMostBrackets, " brackets"));
  const std::size_t open = list.find('[');
  if (open == list.npos) return names.push_back(std::string(list));
  const std::size_t close = list.find(']', open);
  if (close == list.npos)
    fail(file, line, text_of("'", list, "' has no ]; expected names such as n[0-3]"));
  for (const NumberRange& range : ranges_of(list.substr(open + 1, close - open - 1), file, line))
    for (std::size_t i = range.first; i <= range.last; ++i) {
      if (names.size() > kMostNodes) fail(file, line, text_of("more than ", kMostNodes, " names"));
      expand(
          fmt::format("{}{:0{}}{}", list.substr(0, open), i, range.digits, list.substr(close + 1)),
          file, line, names);
    }
}

std::vector<std::string> names_in(std::string_view list, const std::string& file,
                                  std::size_t line) {
  std::vector<std::string> names;
  for (std::size_t begin = 0, depth = 0, i = 0; i <= list.size(); ++i) {
    if (i < list.size() && list[i] == '[') ++depth;
    if (i < list.size() && list[i] == ']' && depth > 0) --depth;
    if (i < list.size() && (list[i] != ',' || depth > 0)) continue;
    if (i > begin) expand(list.substr(begin, i - begin), file, line, names);
    begin = i + 1;
  }
  return names;
}

class SlurmReader {
 public:
  explicit SlurmReader(const std::string& file) : file_(file) {}

  ImportedNetwork read(std::string_view text) {
    bool continued = false;
    for (const auto& [number, words] : lines_of(text, '#')) {
      if (!continued) above_.reset();
      continued = words.back().ends_with('\\');
      for (const std::string& setting : settings_in(words)) read_setting(setting, number);
    }
    for (const std::size_t block : blocks_)
      if (blocks_.size() > 1) link(block, network_.switch_node("fabric"));
    if (!blocks_.empty())
      network_.leave_out("the links between blocks: here one switch joins them");
    network_.hosts_forward = false;
    network_.leave_out(
        "bandwidths and latencies, which the file does not have, and numbers of links between two "
        "switches");
    return std::move(network_);
  }

 private:
  void link(std::size_t a, std::size_t b) { network_.add({a, b, {}, {}, 1, {}}); }

  void read_setting(std::string_view word, std::size_t line) {
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string key = small_letters(word.substr(0, equals));
    const std::string_view value = word.substr(std::min(equals + 1, word.size()));
    if (key == "switchname" || key == "blockname") {
      above_ = network_.switch_node(std::string(value));
      if (key == "blockname") blocks_.push_back(*above_);
      has_nodes_below_ = false;
    } else if (key == "level" || key == "aggregatedblock") {
      has_nodes_below_ = value != "0";
    } else if (key == "nodes" && has_nodes_below_) {
    } else if (key == "nodes" || key == "switches") {
      if (!above_)
        fail(file_, line, text_of(word, " before SwitchName; expected SwitchName= first"));
      for (const std::string& name : names_in(value, file_, line))
        link(key == "nodes" ? network_.node(name) : network_.switch_node(name), *above_);
    } else if (key == "linkspeed") {
      network_.leave_out("LinkSpeed, which has no unit");
    } else if (!key.starts_with("block")) {
      fail(file_, line,
           text_of("'", word,
                   "' is unknown; expected SwitchName=, BlockName=, Nodes=, Switches=, LinkSpeed= "
                   "or BlockSizes="));
    }
  }

  const std::string& file_;
  ImportedNetwork network_;
  std::optional<std::size_t> above_;  ///< switch or block of the line
  std::vector<std::size_t> blocks_;
  bool has_nodes_below_ = false;  ///< its nodes are those of its switches
};

ImportedNetwork read_slurm(std::string_view text, const std::string& file) {
  return SlurmReader(file).read(text);
}

// ibnetdiscover: a paragraph for each switch and each channel adapter, with a line for each connected port.

/// Returns whether a line is one of other reports, ibnetdiscover -l and -p.
bool is_report(const Line& l) {
  const auto& words = l.words;
  if (words.size() < 4) return false;
  return (words[1] == ":" && words[2].starts_with("0x") && words[3] == "ports") ||
         ((words[0] == "SW" || words[0] == "CA") && words[3].starts_with("0x"));
}

bool recognises_infiniband(std::string_view text) {
  const auto lines = lines_of(text, '#');
  return std::ranges::any_of(lines, [](const Line& l) {
    return is_report(l) || (l.words.size() >= 3 && (l.words[0] == "Switch" || l.words[0] == "Ca") &&
                            l.words[2].starts_with('"'));
  });
}

/// Returns the text in the first quotes.
std::string_view in_quotes(std::string_view line) {
  const std::size_t open = line.find('"');
  if (open == line.npos) return {};
  const std::size_t close = line.find('"', open + 1);
  return close == line.npos ? std::string_view() : line.substr(open + 1, close - open - 1);
}

/// Returns the bandwidth of a port, which is behind its names: "4xEDR" is four lanes of 25 Gb/s of data.
std::optional<Bandwidth> width_in(std::string_view line) {
  line.remove_prefix(line.rfind('"') + 1);
  constexpr std::pair<std::string_view, double> kLanes[] = {
      {"SDR", 2},  {"DDR", 4},  {"QDR", 8},   {"FDR10", 10}, {"FDR", 13.64},
      {"EDR", 25}, {"HDR", 50}, {"NDR", 100}, {"XDR", 200}};
  for (const auto& [name, gbps] : kLanes)
    for (const int lanes : {12, 8, 4, 2, 1})  // 12 ends with 2
      if (line.find(fmt::format("{}x{}", lanes, name)) != line.npos)
        return Bandwidth{gbps * lanes * 1e9 / 8};
  return std::nullopt;
}

bool is_switch_name(std::string_view name) {
  return name.starts_with("S-") || name.starts_with("R-");  // or a router
}

ImportedNetwork read_infiniband(std::string_view text, const std::string& file) {
  const auto lines = lines_of(text, '#');
  if (const auto report = std::ranges::find_if(lines, is_report); report != lines.end())
    fail(file, report->number,
         "a list of nodes (-l) or ports (-p); expected ibnetdiscover without these options");
  ImportedNetwork network;
  std::string here;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const bool is_switch = line.starts_with("Switch") || line.starts_with("Rt");
    const bool is_aggregator = line.find("Aggregation Node\"") != line.npos;
    if (is_aggregator) network.leave_out("aggregation nodes (SHARP) of switches");
    if (is_switch || line.starts_with("Ca")) {
      here = in_quotes(line);
      if (here.empty())
        fail(file, number, "no name in quotes; expected one, such as Switch 36 \"S-0001\"");
      if (is_switch)
        network.switch_node(here);
      else if (!is_aggregator)
        network.node(here);
    } else if (line.starts_with('[') && !is_aggregator) {
      const std::string other(in_quotes(line));
      if (here.empty() || other.empty())
        fail(file, number,
             "a port without its ends; expected [1] \"H-0002\"[1] behind a Switch or Ca");
      // Each cable is listed at both ends: it counts at the one whose name comes first, or at a
      // switch for an adapter.
      const bool counts =
          is_switch_name(other) == is_switch_name(here) ? here < other : is_switch_name(here);
      if (counts)
        network.add({network.node(here),
                     is_switch_name(other) ? network.switch_node(other) : network.node(other),
                     width_in(line),
                     {},
                     1,
                     {}});
    }
  }
  network.hosts_forward = false;
  network.leave_out("latencies, which the file does not have");
  return network;
}

}  // namespace

const NetworkFormat kSlurm{"Slurm's topology.conf", "topology.conf", recognises_slurm, read_slurm};
const NetworkFormat kInfiniband{"output of ibnetdiscover", "fabric.txt", recognises_infiniband,
                                read_infiniband};

}  // namespace orrery::imports
