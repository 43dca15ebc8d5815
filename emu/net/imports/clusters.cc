// Descriptions of clusters: Slurm's topology.conf and the output of ibnetdiscover and iblinkinfo.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>

#include <fmt/format.h>

#include "emu/base/check.h"
#include "emu/base/letters.h"
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
    join_roots();
    network_.hosts_forward = false;
    network_.leave_out(
        "bandwidths and latencies, which the file does not have, and numbers of links between two "
        "switches");
    return std::move(network_);
  }

 private:
  void link(std::size_t a, std::size_t b) { network_.add({a, b, {}, {}, 1, {}}); }

  /// Joins the blocks, or the switches without one above them, by a switch.
  void join_roots() {
    std::set<std::size_t> roots = switches_;
    for (const std::size_t node : below_) roots.erase(node);
    if (roots.size() < 2) return;
    std::string name = "fabric";
    while (network_.knows(name)) name += '_';
    for (const std::size_t root : roots) link(root, network_.switch_node(name));
    network_.leave_out(
        "the links between blocks, or switches without a common one above: here one switch joins "
        "them");
  }

  void read_setting(std::string_view word, std::size_t line) {
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string key = small_letters(word.substr(0, equals));
    const std::string_view value = word.substr(std::min(equals + 1, word.size()));
    if (key == "switchname" || key == "blockname") {
      above_ = network_.switch_node(std::string(value));
      switches_.insert(*above_);
      has_nodes_below_ = false;
    } else if (key == "level" || key == "aggregatedblock") {
      has_nodes_below_ = value != "0";
    } else if (key == "nodes" && has_nodes_below_) {
    } else if (key == "nodes" || key == "switches") {
      if (!above_)
        fail(file_, line, text_of(word, " before SwitchName; expected SwitchName= first"));
      for (const std::string& name : names_in(value, file_, line)) {
        const std::size_t node = key == "nodes" ? network_.node(name) : network_.switch_node(name);
        link(node, *above_);
        below_.insert(node);
      }
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
  std::optional<std::size_t> above_;        ///< switch or block of the line
  std::set<std::size_t> switches_, below_;  ///< switches and blocks; all that is below one
  bool has_nodes_below_ = false;            ///< its nodes are those of its switches
};

ImportedNetwork read_slurm(std::string_view text, const std::string& file) {
  return SlurmReader(file).read(text);
}

// InfiniBand. ibnetdiscover without options: a paragraph for each switch and each channel adapter, with a line for each
// connected port.

/// Returns whether a line is one of ibnetdiscover -l, which lists nodes.
bool is_listed_node(const Line& l) {
  const auto& words = l.words;
  return words.size() >= 4 && words[1] == ":" && words[2].starts_with("0x") && words[3] == "ports";
}

/// Returns whether a line is one of ibnetdiscover -p: CA 5 1 0x.. 4x EDR - SW 2 17 0x.. ( 'a' - 'b' ).
bool is_listed_port(const Line& l) {
  const auto& words = l.words;
  return words.size() >= 4 && (words[0] == "SW" || words[0] == "CA" || words[0] == "RT") &&
         words[3].starts_with("0x");
}

/// Returns whether a line is one of iblinkinfo: 2 17[ ] ==( 4X 25.78125 Gbps Active/ LinkUp)==> 5 1[ ] "a" ( ).
bool is_link_info(const Line& l) {
  const auto has = [&](std::string_view part) {
    return std::ranges::any_of(l.words, [&](std::string_view w) { return w.find(part) != w.npos; });
  };
  return has("==(") && has(")==>");
}

bool is_list(const Line& l) {
  return is_listed_port(l) || is_link_info(l);
}

bool recognises_infiniband(std::string_view text) {
  const auto lines = lines_of(text, '#');
  return std::ranges::any_of(lines, [](const Line& l) {
    return is_listed_node(l) || is_list(l) ||
           (l.words.size() >= 3 && (l.words[0] == "Switch" || l.words[0] == "Ca") &&
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

/// A speed of InfiniBand in Gb/s of a lane: of data, and of signals.
struct Speed {
  std::string_view name, signals;
  double gbps;
};
constexpr Speed kSpeeds[] = {
    {"SDR", "2.5", 2},        {"DDR", "5.0", 4},         {"QDR", "10.0", 8},
    {"FDR10", "10.3125", 10}, {"FDR", "14.0625", 13.64}, {"EDR", "25.78125", 25},
    {"HDR", "53.125", 50},    {"NDR", "106.25", 100},    {"XDR", "212.5", 200}};

/// Returns the bandwidth of a port: "4xEDR", "4x EDR" and "4X 25.78125" are four lanes of 25 Gb/s of data.
std::optional<Bandwidth> width_in(std::string_view line) {
  std::string text = small_letters(line);
  std::erase(text, ' ');
  for (const Speed& speed : kSpeeds)
    for (const int lanes : {12, 8, 4, 2, 1})  // 12 ends with 2
      for (const std::string_view name : {speed.name, speed.signals})
        if (text.find(fmt::format("{}x{}", lanes, small_letters(name))) != text.npos)
          return Bandwidth{speed.gbps * lanes * 1e9 / 8};
  return std::nullopt;
}

/// Reads lists of ports with their peers. Each cable is listed at both ends; LIDs tell nodes apart.
class PortLists {
 public:
  ImportedNetwork read(std::string_view text) {
    for (const bool links : {false, true})
      for (std::string_view rest = text; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        const auto [from, to] = ends_of(line);
        if (from.name.empty() || to.name.empty()) continue;
        if (links)
          add(from, to, line);
        else
          ports_[from.lid].insert(from.port), ports_[to.lid].insert(to.port);
      }
    return std::move(network_);
  }

 private:
  struct Port {
    std::string name, lid, port;
  };

  /// Returns a port from words that end with its LID and number.
  static Port port_of(std::string_view name, std::string_view words) {
    const auto found = lines_of(words, '\0');
    if (found.empty() || found[0].words.size() < 2) return {};
    const auto& last = found[0].words;
    return {std::string(name), std::string(last.end()[-2]), std::string(last.back())};
  }

  std::pair<Port, Port> ends_of(std::string_view line) {
    if (line.starts_with("Switch:") || line.starts_with("CA:")) {
      is_switch_ = line[0] == 'S';
      here_ = line.substr(line.find(':') + 1);
      if (is_switch_) here_.remove_prefix(std::min(here_.find("0x") + 18, here_.size()));
      here_.remove_prefix(std::min(here_.find_first_not_of(' '), here_.size()));
      here_ = here_.substr(0, here_.rfind(':'));
      return {};
    }
    if (const std::size_t arrow = line.find(")==>"); arrow != line.npos) {
      const std::string_view before = line.substr(0, line.find("==(")), to = line.substr(arrow + 4);
      const std::string_view own = in_quotes(before);
      Port from = port_of(own.empty() ? here_ : own, before.substr(0, before.rfind('[')));
      if (own.empty() && is_switch_) switches_.insert(from.lid);
      return {from, port_of(in_quotes(to), to.substr(0, to.find('[')))};
    }
    const auto found = lines_of(line, '\0');
    const std::size_t open = line.find("( '"), middle = line.find("' - '"), end = line.rfind("' )");
    if (found.empty() || !is_listed_port(found[0]) || std::max({open, middle, end}) == line.npos)
      return {};
    const auto& words = found[0].words;
    const auto dash = std::ranges::find(words, "-");
    if (words.end() - dash < 5 || open + 3 > middle || middle + 5 > end) return {};
    const auto port = [&](std::string_view name, std::string_view kind, std::string_view lid,
                          std::string_view number) {
      if (kind != "CA") switches_.insert(std::string(lid));
      return Port{std::string(name), std::string(lid), std::string(number)};
    };
    return {port(line.substr(open + 3, middle - open - 3), words[0], words[1], words[2]),
            port(line.substr(middle + 5, end - middle - 5), dash[1], dash[2], dash[3])};
  }

  /// Returns the node of a port: a switch has one LID, a port of an adapter has its own.
  std::size_t node_of(const Port& port) {
    const bool is_switch = switches_.contains(port.lid) || ports_[port.lid].size() > 1;
    const auto owner =
        owners_.try_emplace({port.name, is_switch ? "" : port.port}, port.lid).first->second;
    const std::string name =
        owner == port.lid ? port.name : fmt::format("{} lid {}", port.name, port.lid);
    return is_switch ? network_.switch_node(name) : network_.node(name);
  }

  void add(const Port& from, const Port& to, std::string_view line) {
    if (from.name.find("Aggregation Node") != from.name.npos ||
        to.name.find("Aggregation Node") != to.name.npos)
      return network_.leave_out("aggregation nodes (SHARP) of switches");
    const std::pair a(from.lid, from.port), b(to.lid, to.port);
    if (!cables_.insert(std::minmax(a, b)).second) return;
    const std::size_t names = std::min(line.find(")==>"), line.find("( '"));
    const std::size_t begin = std::min(line.find("==("), line.size());
    const std::string_view width =
        begin < names ? line.substr(begin, names - begin) : line.substr(0, names);
    const std::size_t one = node_of(from);
    network_.add({one, node_of(to), width_in(width), {}, 1, {}});
  }

  using Cable = std::pair<std::pair<std::string, std::string>, std::pair<std::string, std::string>>;
  ImportedNetwork network_;
  std::string_view here_;  ///< name of the node whose ports follow
  bool is_switch_ = false;
  std::set<std::string> switches_;                                     ///< their LIDs
  std::map<std::string, std::set<std::string>> ports_;                 ///< by LID
  std::map<std::pair<std::string, std::string>, std::string> owners_;  ///< LID by name and port
  std::set<Cable> cables_;
};

bool is_switch_name(std::string_view name) {
  return name.starts_with("S-") || name.starts_with("R-");  // or a router
}

ImportedNetwork read_full_report(std::string_view text, const std::string& file) {
  ImportedNetwork network;
  std::string here;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view whole = text.substr(0, text.find('\n')), line = trimmed(whole);
    text.remove_prefix(std::min(whole.size() + 1, text.size()));
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
             "a port without its ends; expected [1] \"H-0002\"[1] after a Switch or Ca");
      // Each cable is listed at both ends: it counts at the one whose name comes first, or at a
      // switch for an adapter.
      const bool counts =
          is_switch_name(other) == is_switch_name(here) ? here < other : is_switch_name(here);
      if (counts)
        network.add({network.node(here),
                     is_switch_name(other) ? network.switch_node(other) : network.node(other),
                     width_in(line.substr(line.rfind('"') + 1)),
                     {},
                     1,
                     {}});
    }
  }
  return network;
}

ImportedNetwork read_infiniband(std::string_view text, const std::string& file) {
  const auto lines = lines_of(text, '#');
  if (const auto node = std::ranges::find_if(lines, is_listed_node); node != lines.end())
    fail(file, node->number,
         "a list of nodes without links (-l); expected ibnetdiscover without -l, or with -p");
  ImportedNetwork network =
      std::ranges::any_of(lines, is_list) ? PortLists().read(text) : read_full_report(text, file);
  network.hosts_forward = false;
  network.leave_out("latencies, which the file does not have");
  return network;
}

}  // namespace

const NetworkFormat kSlurm{"Slurm's topology.conf", "topology.conf", recognises_slurm, read_slurm};
const NetworkFormat kInfiniband{"output of ibnetdiscover or iblinkinfo", "fabric.txt",
                                recognises_infiniband, read_infiniband};

}  // namespace orrery::imports
