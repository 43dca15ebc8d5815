#pragma once

#include <optional>
#include <type_traits>

#include "scenarios/run/metrics/metric.h"

/// Access to metrics that are members of a result, or members of its members.
namespace orrery::inline run {
namespace metric_members {

template <class Value>
constexpr bool kIsOptional = false;
template <class Value>
constexpr bool kIsOptional<std::optional<Value>> = true;

inline FieldValue to_field(Bytes value) {
  return value.count();
}
inline FieldValue to_field(Reproducible value) {
  return std::string(reproducible_name(value));
}
template <class Value>
FieldValue to_field(Value value) {
  if constexpr (kIsOptional<Value>)
    return value ? to_field(*value) : FieldValue();
  else if constexpr (std::is_same_v<Value, int>)
    return std::int64_t{value};
  else
    return value;
}

inline Reproducible reproducible_from(std::string_view name) {
  for (const Reproducible known : {Reproducible::kNeither, Reproducible::kOnAllRanks})
    if (reproducible_name(known) == name) return known;
  return Reproducible::kOrderOfRanks;
}

template <class Value>
void from_field(Value& member, const FieldValue& value) {
  if constexpr (std::is_same_v<Value, Bytes>)
    member = Bytes(std::get<std::int64_t>(value));
  else if constexpr (std::is_same_v<Value, int>)
    member = static_cast<int>(std::get<std::int64_t>(value));
  else if constexpr (std::is_same_v<Value, Reproducible>)
    member = reproducible_from(std::get<std::string>(value));
  else
    member = std::get<Value>(value);
}

template <auto member, auto... rest, class Object>
FieldValue read(const Object& object) {
  const auto& part = object.*member;
  if constexpr (sizeof...(rest) == 0)
    return to_field(part);
  else if constexpr (kIsOptional<std::remove_cvref_t<decltype(part)>>)
    return part ? read<rest...>(*part) : FieldValue();
  else
    return read<rest...>(part);
}

template <auto... rest, class Part>
void write_part(Part& part, const FieldValue& value);

template <auto member, auto... rest, class Object>
void write(Object& object, const FieldValue& value) {
  write_part<rest...>(object.*member, value);
}

template <auto... rest, class Part>
void write_part(Part& part, const FieldValue& value) {
  if constexpr (kIsOptional<Part>) {
    if (!std::holds_alternative<std::monostate>(value))
      write_part<rest...>(part ? *part : part.emplace(), value);
  } else if constexpr (sizeof...(rest) == 0) {
    from_field(part, value);
  } else {
    write<rest...>(part, value);
  }
}

}  // namespace metric_members

/// Returns `metric`, read from and written to a member: of_member<&RunResult::metrics,
/// &Metrics::rounds>(..). Members may be std::optional, and then null.
template <auto... members>
constexpr Metric of_member(Metric metric) {
  metric.read = [](const RunResult& r) { return metric_members::read<members...>(r); };
  metric.write = [](RunResult& r, const FieldValue& value) {
    metric_members::write<members...>(r, value);
  };
  return metric;
}

/// The texts of a metric.
struct MetricWords {
  std::string_view name, head, label, meaning, stored;
};

/// Returns a metric that is a time.
template <auto... members>
constexpr Metric time_metric(const MetricWords& words, unsigned places, Metric::Better better,
                             bool (*tells)(const RunResult&) = nullptr) {
  return of_member<members...>({.name = words.name,
                                .kind = Kind::kTime,
                                .head = words.head,
                                .label = words.label,
                                .meaning = words.meaning,
                                .stored = words.stored,
                                .better = better,
                                .places = places,
                                .tells = tells});
}

/// Returns the metrics of repeated cells.
std::span<const Metric> spread_metrics();

}  // namespace orrery::inline run
