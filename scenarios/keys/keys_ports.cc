#include "emu/base/quantity.h"
#include "scenarios/keys/idle.h"
#include "scenarios/keys/key_values.h"

namespace orrery::inline keys {
namespace {

using List = Key::List;
using Part = Key::Part;

constexpr std::array<Named<bool>, 2> kDuplex{
    {{"full", false, "sends and receives at full speed at the same time"},
     {"half", true, "both share the ports"}}};
constexpr std::array<Named<Ports::Hold>, 3> kHolds{
    {{"auto", Ports::Hold::kAuto, "message for a number of ports, transfer for per-link"},
     {"message", Ports::Hold::kMessage, "from its start to its end (telephone model)"},
     {"transfer", Ports::Hold::kTransfer,
      "only while its bytes flow, so that α and latency overlap with other messages, and a port "
      "per link is shared like the link"}}};
constexpr std::array<Named<Routing>, 5> kRoutings{
    {{"minimal", Routing::kMinimal,
      "the first shortest path, and half of it the other way round a ring where that is as long"},
     {"dimension-order", Routing::kDimensionOrder, "always the first shortest path"},
     {"deterministic", Routing::kDimensionOrder},
     {"ecmp", Routing::kEcmp, "the one that a hash of the two ranks and the seed picks"},
     {"adaptive", Routing::kAdaptive, "the least loaded when the message starts"}}};
constexpr std::array<Named<Ports::Kind>, 2> kPorts{
    {{"per-link", Ports::Kind::kPerLink, "one for each link of the host"},
     {"unlimited", Ports::Kind::kUnlimited, "no message waits for another"}}};

/// Reads the share of its bandwidth that each direction keeps.
double parse_duplex_share(std::string_view text) {
  const auto share = plain_number(text);
  if (!share || *share < 0.5 || *share > 1)
    throw ValueError({fmt::format("'{}' is not a share from 0.5 to 1", text),
                      "a share from 0.5 to 1, such as 0.75"});
  return *share;
}

std::string share_text(double share) {
  return fmt::format("{}", share);
}

/// Sets shares by size: large messages have less than small ones, as they count among these as
/// well.
void set_duplex_by_size(RunSpec& s, std::string_view text) {
  BySize<double> shares = parse_by_size(text, parse_duplex_share);
  for (std::size_t i = 1; i < shares.steps.size(); ++i)
    if (shares.steps[i].value >= shares.steps[i - 1].value)
      throw ValueError(
          {fmt::format("{} comes after {}", shares.steps[i].value, shares.steps[i - 1].value),
           "shares that fall with the size"});
  s.duplex_by_size = std::move(shares);
}

/// Sets a word, or a share.
void set_duplex(RunSpec& s, std::string_view text) {
  s.ports.half_duplex = false;
  s.duplex = 1;
  if (text.empty() || text.find_first_not_of("0123456789.") != std::string_view::npos) {
    s.ports.half_duplex = choose(text, kDuplex);
    return;
  }
  s.duplex = parse_duplex_share(text);
}

std::string get_duplex(const RunSpec& s) {
  return s.duplex < 1 ? fmt::format("{}", s.duplex) : word_for(s.ports.half_duplex, kDuplex);
}

void set_ports(RunSpec& s, std::string_view text) {
  if (!text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos) {
    s.ports.kind = Ports::Kind::kCount;
    s.ports.count = parse_int(text, 1);
    return;
  }
  for (const auto& [word, kind, meaning] : kPorts) {
    if (word != text) continue;
    s.ports.kind = kind;
    return;
  }
  const std::array<std::string_view, 2> words{"per-link", "unlimited"};
  throw unknown(text, "a number of at least 1, per-link or unlimited", words);
}

std::string get_ports(const RunSpec& s) {
  return s.ports.kind == Ports::Kind::kCount ? fmt::format("{}", s.ports.count)
                                             : word_for(s.ports.kind, kPorts);
}

}  // namespace

std::vector<Key> port_keys() {
  return {
      {.name = "ports",
       .value = "N|per-link|unlimited",
       .expected = "a number of at least 1, per-link or unlimited",
       .meaning = "Number of messages that a host sends, and receives, at the same time.",
       .standard = "1",
       .phrase = "ports {}",
       .always_said = true,
       .choices = words_of<kPorts>,
       .set = set_ports,
       .get = get_ports},
      {.name = "duplex",
       .value = "full|half|SHARE",
       .expected = "full, half or a share from 0.5 to 1, such as 0.75",
       .meaning = "{}; a share: the part of its bandwidth that each direction of a host's links "
                  "keeps while both are used.",
       .standard = "full",
       .phrase = "{} duplex",
       .choices = words_of<kDuplex>,
       .idle = idle_duplex,
       .set = set_duplex,
       .get = get_duplex},
      {.name = "duplex_by_size",
       .value = "list:SIZE=SHARE,..",
       .expected = "sizes and shares such as list:64KiB=0.75,16MiB=0.5, or none",
       .meaning = "The share of duplex for messages of at least these sizes; the shares must fall.",
       .standard = "none",
       .phrase = "duplex by size {}",
       .list = List::kTexts,
       .set = set_duplex_by_size,
       .get = [](const RunSpec& s) { return by_size_text(s.duplex_by_size, share_text); }},
      word_key<kHolds, &RunSpec::ports, &Ports::hold>(
          {.name = "port_hold",
           .meaning = "Time for which a message holds its ports. {}.",
           .standard = "auto",
           .phrase = "ports held for the {}",
           .idle = idle_port_hold}),
      word_key<kRoutings, &RunSpec::routing>(
          {.name = "routing",
           .expected = "minimal, dimension-order (or deterministic), ecmp or adaptive",
           .meaning = "The shortest route that a message takes. dimension-order: always the first; "
                      "minimal: "
                      "the first, but split over both directions of a ring if these are equally "
                      "long; ecmp: "
                      "by a hash of the two ranks and the seed; adaptive: the least loaded when it "
                      "starts.",
           .standard = "minimal",
           .phrase = "{} routing"}),
  };
}

}  // namespace orrery::inline keys
