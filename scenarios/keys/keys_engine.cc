#include "scenarios/keys/key_values.h"

namespace orrery::inline keys {
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
      word_key<kPayloads, &RunSpec::payload>({.name = "payload",
                                              .meaning = "{}.",
                                              .standard = "ghost",
                                              .part = Part::kData,
                                              .phrase = "{} payload",
                                              .always_said = true}),
      word_key<kProtocols, &RunSpec::engine, &EngineOptions::protocol>(
          {.name = "protocol", .meaning = "{}.", .standard = "sync", .phrase = "{} protocol"}),
      {.name = "eager_limit",
       .value = "SIZE|none",
       .expected = "a size such as 16KiB, or none",
       .meaning = "Messages between hosts up to this size are copied into a buffer: they start at "
                  "once, and the sender continues when its processor has done its part.",
       .standard = "none",
       .phrase = "eager up to {}",
       .set =
           [](RunSpec& s, std::string_view v) {
             s.engine.eager_limit = v == "none" ? Bytes(-1) : parse_bytes(v);
           },
       .get =
           [](const RunSpec& s) {
             return s.engine.eager_limit < Bytes(0) ? "none" : size_text(s.engine.eager_limit);
           }},
      word_key<kBuffers, &RunSpec::separate_buffers>(
          {.name = "buffers", .meaning = "{}.", .standard = "in-place", .phrase = "{} buffers"}),
      word_key<kPacking, &RunSpec::packs>(
          {.name = "packing", .meaning = "{}.", .standard = "off", .phrase = "packing {}"}),
      word_key<kSyncs, &RunSpec::engine, &EngineOptions::sync>(
          {.name = "sync", .meaning = "{}.", .standard = "async", .phrase = "stepping by {}"}),
      word_key<kSymmetries, &RunSpec::symmetry>(
          {.name = "symmetry", .meaning = "{}.", .standard = "auto", .phrase = "symmetry {}"}),
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

}  // namespace orrery::inline keys
