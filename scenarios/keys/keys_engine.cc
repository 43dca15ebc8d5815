#include "scenarios/keys/key_values.h"

namespace orrery {
namespace {

constexpr std::array<Named<Protocol>, 2> kProtocols{
    {{"sync", Protocol::kSync, "a transfer starts when its sender and receiver are ready"},
     {"eager", Protocol::kEager, "when its sender is ready"}}};
constexpr std::array<Named<bool>, 2> kBuffers{
    {{"in-place", false, "ranks work on their input"},
     {"separate", true, "ranks that reduce work on a copy of it"}}};
constexpr std::array<Named<bool>, 2> kPacking{
    {{"off", false, "messages use their blocks where they lie, as derived datatypes do"},
     {"on", true,
      "several blocks are copied into one buffer before they are sent, and out of it after they "
      "have arrived"}}};
constexpr std::array<Named<Sync>, 2> kSyncs{
    {{"async", Sync::kAsync, "ranks run freely"},
     {"rounds", Sync::kRounds, "all ranks finish a round before the next begins"}}};
constexpr std::array<Named<SymmetryUse>, 3> kSymmetries{
    {{"auto", SymmetryUse::kAuto,
      "one representative rank of each class of identical ranks is emulated, if the classes are "
      "known"},
     {"on", SymmetryUse::kOn, "as auto, or an error says why not"},
     {"off", SymmetryUse::kOff, "every rank is emulated"}}};
constexpr std::array<Named<PayloadKind>, 3> kPayloads{
    {{"ghost", PayloadKind::kGhost, "sizes only"},
     {"provenance", PayloadKind::kProvenance, "contributors to each element, checked"},
     {"real", PayloadKind::kReal, "bytes, checked"}}};
void set_seed(RunSpec& s, std::string_view text) {
  s.seed =
      static_cast<std::uint64_t>(parse_integer(text, 0, std::numeric_limits<std::int64_t>::max()));
  s.mapping.seed = s.seed;
}

}  // namespace

std::vector<Key> engine_keys() {
  using Part = Key::Part;
  return {
      {.name = "payload",
       .meaning = "{}.",
       .standard = "ghost",
       .part = Part::kData,
       .phrase = "{} payload",
       .always_said = true,
       .choices = words_of<kPayloads>,
       .set = [](RunSpec& s, std::string_view v) { s.payload = choose(v, kPayloads); },
       .get = [](const RunSpec& s) { return word_for(s.payload, kPayloads); }},
      {.name = "protocol",
       .meaning = "{}.",
       .standard = "sync",
       .part = Part::kEngine,
       .phrase = "{} protocol",
       .choices = words_of<kProtocols>,
       .set = [](RunSpec& s, std::string_view v) { s.engine.protocol = choose(v, kProtocols); },
       .get = [](const RunSpec& s) { return word_for(s.engine.protocol, kProtocols); }},
      {.name = "eager_limit",
       .value = "SIZE|none",
       .expected = "a size such as 16KiB, or none",
       .meaning = "Messages between hosts up to this size are copied into a buffer: they start at "
                  "once, and the sender continues when its processor has done its part.",
       .standard = "none",
       .part = Part::kEngine,
       .phrase = "eager up to {}",
       .set =
           [](RunSpec& s, std::string_view v) {
             s.engine.eager_limit = v == "none" ? Bytes(-1) : parse_bytes(v);
           },
       .get =
           [](const RunSpec& s) {
             return s.engine.eager_limit < Bytes(0) ? "none" : size_text(s.engine.eager_limit);
           }},
      {.name = "buffers",
       .meaning = "{}.",
       .standard = "in-place",
       .part = Part::kEngine,
       .phrase = "{} buffers",
       .choices = words_of<kBuffers>,
       .set = [](RunSpec& s, std::string_view v) { s.separate_buffers = choose(v, kBuffers); },
       .get = [](const RunSpec& s) { return word_for(s.separate_buffers, kBuffers); }},
      {.name = "packing",
       .meaning = "{}.",
       .standard = "off",
       .part = Part::kEngine,
       .phrase = "packing {}",
       .choices = words_of<kPacking>,
       .set = [](RunSpec& s, std::string_view v) { s.packs = choose(v, kPacking); },
       .get = [](const RunSpec& s) { return word_for(s.packs, kPacking); }},
      {.name = "sync",
       .meaning = "{}.",
       .standard = "async",
       .part = Part::kEngine,
       .phrase = "stepping by {}",
       .choices = words_of<kSyncs>,
       .set = [](RunSpec& s, std::string_view v) { s.engine.sync = choose(v, kSyncs); },
       .get = [](const RunSpec& s) { return word_for(s.engine.sync, kSyncs); }},
      {.name = "symmetry",
       .meaning = "{}.",
       .standard = "auto",
       .part = Part::kEngine,
       .phrase = "symmetry {}",
       .choices = words_of<kSymmetries>,
       .set = [](RunSpec& s, std::string_view v) { s.symmetry = choose(v, kSymmetries); },
       .get = [](const RunSpec& s) { return word_for(s.symmetry, kSymmetries); }},
      {.name = "seed",
       .value = "N",
       .expected = "an integer of at least 0",
       .meaning = "Seed of everything random.",
       .standard = "1",
       .part = Part::kData,
       .phrase = "seed {}",
       .always_said = true,
       .kind = Kind::kInteger,
       .set = set_seed,
       .get = [](const RunSpec& s) { return fmt::format("{}", s.seed); }},
  };
}

}  // namespace orrery
