#include "scenarios/keys/idle.h"
#include "scenarios/keys/key_values.h"

namespace orrery::inline keys {
namespace {

using List = Key::List;
using Part = Key::Part;

/// Returns a key whose value depends on the size of a message.
template <auto member, auto parse, auto text>
Key by_size_key(std::string_view name, std::string_view meaning, std::string_view phrase) {
  const bool time = std::is_same_v<decltype(parse("")), Time>;
  return {.name = name,
          .value = time ? "list:SIZE=TIME,.." : "list:SIZE=COST,..",
          .expected = time ? "sizes and times such as list:16KiB=4us,128KiB=12us, or none"
                           : "sizes and costs such as list:16KiB=40ps/B,1MiB=80ps/B, or none",
          .meaning = std::string(meaning),
          .standard = "none",
          .phrase = phrase,
          .list = List::kTexts,
          .set = [](RunSpec& s, std::string_view v) { s.costs.*member = parse_by_size(v, +parse); },
          .get = [](const RunSpec& s) { return by_size_text(s.costs.*member, +text); }};
}

/// Returns a key that is a time or a cost per byte.
template <auto member, auto parse, auto text>
Key cost_key(std::string_view name, std::string_view meaning, std::string_view phrase) {
  const bool time = std::is_same_v<decltype(parse("")), Time>;
  return {.name = name,
          .value = time ? "TIME" : "COST",
          .expected = time ? "a time such as 500ns" : "a cost per byte such as 20ps/B",
          .meaning = std::string(meaning),
          .standard = time ? "0ns" : "0ps/B",
          .phrase = phrase,
          .set = [](RunSpec& s, std::string_view v) { s.costs.*member = parse(v); },
          .get = [](const RunSpec& s) { return text(s.costs.*member); }};
}

void set_copy(RunSpec& s, std::string_view v) {
  s.costs.copy_cost.reset();
  if (v != "gamma") s.costs.copy_cost = parse_cost_per_byte(v);
}

std::string get_copy(const RunSpec& s) {
  return s.costs.copy_cost ? cost_text(*s.costs.copy_cost) : "gamma";
}

}  // namespace

std::vector<Key> cost_keys() {
  std::vector<Key> keys;
  Key alpha = cost_key<&Costs::alpha, parse_time, time_text>("alpha", "Start-up time of a message.",
                                                             "α {}");
  alpha.always_said = true;
  keys.push_back(std::move(alpha));
  keys.push_back(cost_key<&Costs::overhead, parse_time, time_text>(
      "overhead",
      "The part of alpha in which the sender's processor is busy: its "
      "messages to other hosts start at least this far apart.",
      "overhead {}"));
  keys.push_back(cost_key<&Costs::gamma, parse_cost_per_byte, cost_text>(
      "gamma", "Time to reduce or copy a byte.", "γ {}"));
  keys.push_back(by_size_key<&Costs::alpha_by_size, parse_time, time_text>(
      "alpha_by_size", "Start-up time of messages of at least these sizes, in place of alpha.",
      "α by size {}"));
  keys.push_back(by_size_key<&Costs::beta_by_size, parse_cost_per_byte, cost_text>(
      "beta_by_size",
      "Time per byte of messages of at least these sizes, at their two ends: before the bytes "
      "enter the network.",
      "β at the ends by size {}"));
  keys.push_back(by_size_key<&Costs::overhead_by_size, parse_time, time_text>(
      "overhead_by_size", "The overhead of messages of at least these sizes.",
      "overhead by size {}"));
  keys.push_back(by_size_key<&Costs::gamma_by_size, parse_cost_per_byte, cost_text>(
      "gamma_by_size", "γ for reductions and copies of at least these sizes.", "γ by size {}"));
  keys.push_back({.name = "copy_cost",
                  .value = "COST|gamma",
                  .expected = "a cost per byte such as 20ps/B, or gamma",
                  .meaning = "Time to copy a byte within a rank's memory.",
                  .standard = "gamma",
                  .phrase = "copies {}",
                  .set = set_copy,
                  .get = get_copy});
  keys.push_back(cost_key<&Costs::touch, parse_cost_per_byte, cost_text>(
      "touch", "Time per byte of new scratch memory, for the first touch of its pages.",
      "touch {}"));
  keys.push_back(
      {.name = "touch_from",
       .value = "SIZE",
       .expected = "a size such as 32MiB",
       .meaning = "Size from which on scratch memory is new, so that touch applies.",
       .standard = "0B",
       .phrase = "from {}",
       .set = [](RunSpec& s, std::string_view v) { s.costs.touch_from = parse_bytes(v); },
       .get = [](const RunSpec& s) { return size_text(s.costs.touch_from); }});
  keys.push_back(cost_key<&Costs::receive_overhead, parse_time, time_text>(
      "receive_overhead", "Time for which the receiver's processor is busy with an eager message.",
      "receive overhead {}"));
  keys.back().idle = idle_eager;
  keys.push_back(cost_key<&Costs::eager_copy, parse_cost_per_byte, cost_text>(
      "eager_copy", "Time per byte to copy an eager message, at either end.", "eager copies {}"));
  keys.back().idle = idle_eager;
  return keys;
}

}  // namespace orrery::inline keys
