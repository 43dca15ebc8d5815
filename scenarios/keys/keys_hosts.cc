#include <filesystem>

#include "scenarios/keys/idle.h"
#include "scenarios/keys/key_values.h"
#include "scenarios/spec/places.h"
#include "scenarios/text/number_file.h"

namespace orrery::inline keys {
namespace {

using List = Key::List;
using Part = Key::Part;

constexpr std::array<Named<bool>, 4> kOnOff{{{"on", true, "messages share links fairly"},
                                             {"off", false, "each gets the whole bandwidth"},
                                             {"true", true},
                                             {"false", false}}};
constexpr std::array<Named<MappingKind>, 3> kMappings{
    {{"sequential", MappingKind::kSequential, "Fills a host with ranks before the next"},
     {"cyclic", MappingKind::kCyclic, "Deals ranks out to the hosts round robin"},
     {"random", MappingKind::kRandom, "The sequential places, shuffled with the seed"}}};
constexpr std::array<Named<int>, 1> kCores{{{"auto", 0, "a core for each rank"}}};

/// Reads from a file the host of rank 0, 1, ...
void read_mapping(RunSpec& s, const std::string& path) {
  if (is_places_file(path)) {
    s.mapping = read_places(path);
    return;
  }
  const NumberFile file = read_numbers(std::filesystem::path(path), "host",
                                       "a host (0, 1, ..), or names of hosts below a line 'node'");
  for (std::size_t i = 0; i < file.numbers.size(); ++i) {
    s.mapping.places.push_back(fmt::format("{}:{}", path, file.lines[i]));
    if (file.numbers[i] > kMaxInt)
      throw ValueError(
          {fmt::format("{}: host {} is out of range", s.mapping.places.back(), file.numbers[i]),
           fmt::format("0 to {}", kMaxInt)});
    s.mapping.list.push_back(static_cast<int>(file.numbers[i]));
  }
}

void set_mapping(RunSpec& s, std::string_view text) {
  s.mapping_text = std::string(text);
  s.mapping.list.clear();
  s.mapping.places.clear();
  s.mapping.names.clear();
  s.mapping.kind = MappingKind::kList;
  if (text.starts_with("list:")) {
    for (const std::string_view host : list_items(text))
      s.mapping.list.push_back(parse_int(host, 0));
  } else if (text.starts_with("file:")) {
    read_mapping(s, found_file(s, std::string(text.substr(5))));
  } else {
    s.mapping.kind = choose(text, kMappings, ", a list (list:2,0,1) or a file (file:hosts.txt)");
  }
}

}  // namespace

std::vector<Key> host_keys() {
  return {
      {.name = "mapping",
       .value = "sequential|cyclic|random|list:H,..|file:F",
       .expected = "sequential, cyclic, random, a list of hosts (list:2,0,1) or a file of them "
                   "(file:hosts.txt)",
       .meaning = "The host of each rank. A file has the numbers of hosts, or is a CSV table whose "
                  "column node has their names.",
       .standard = "sequential",
       .part = Part::kMapping,
       .phrase = "{} mapping",
       .list = List::kNumbers,
       .choices = words_of<kMappings>,
       .set = set_mapping,
       .get = [](const RunSpec& s) { return s.mapping_text; }},
      {.name = "ranks_per_host",
       .value = "N",
       .expected = "an integer of at least 1",
       .meaning = "Number of ranks that share a host and its links.",
       .standard = "1",
       .part = Part::kHosts,
       .phrase = "up to {} a host",
       .kind = Kind::kInteger,
       .set = [](RunSpec& s, std::string_view v) { s.mapping.ranks_per_host = parse_int(v, 1); },
       .get = [](const RunSpec& s) { return fmt::format("{}", s.mapping.ranks_per_host); }},
      {.name = "cores_per_host",
       .value = "N|auto",
       .expected = "an integer of at least 1, or auto",
       .meaning = "Cores of a host. If there are more ranks than cores, start-up times, copies and "
                  "reductions take longer by ranks/cores.",
       .standard = "auto (a core for each rank)",
       .part = Part::kHosts,
       .phrase = "{} cores a host",
       .choices = words_of<kCores>,
       .idle = idle_host,
       .set =
           [](RunSpec& s, std::string_view v) {
             s.mapping.cores_per_host = v == "auto" ? 0 : parse_int(v, 1);
           },
       .get = [](const RunSpec& s) { return auto_or_number(s.mapping.cores_per_host); }},
      {.name = "contention",
       .meaning = "{}.",
       .standard = "on",
       .part = Part::kPorts,
       .phrase = "contention {}",
       .always_said = true,
       .choices = words_of<kOnOff>,
       .set = [](RunSpec& s, std::string_view v) { s.contention = choose(v, kOnOff); },
       .get = [](const RunSpec& s) { return std::string(s.contention ? "on" : "off"); }},
      {.name = "host_alpha",
       .value = "TIME",
       .expected = "a time such as 200ns",
       .meaning = "Start-up time of a message between two ranks of one host.",
       .standard = "0ns",
       .part = Part::kLinks,
       .phrase = "host α {}",
       .idle = idle_host,
       .set = [](RunSpec& s, std::string_view v) { s.costs.host_alpha = parse_time(v); },
       .get = [](const RunSpec& s) { return time_text(s.costs.host_alpha); }},
      {.name = "host_beta",
       .value = "COST",
       .expected = "a cost per byte such as 10ps/B",
       .meaning = "Transfer time per byte between two ranks of one host.",
       .standard = "0ps/B",
       .part = Part::kLinks,
       .phrase = "host β {}",
       .idle = idle_host,
       .set = [](RunSpec& s, std::string_view v) { s.costs.host_beta = parse_cost_per_byte(v); },
       .get = [](const RunSpec& s) { return cost_text(s.costs.host_beta); }},
  };
}

}  // namespace orrery::inline keys
