#include "scenarios/teaching/phrase.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "scenarios/keys/keys.h"
#include "scenarios/run/metrics/fields.h"
#include "scenarios/text/words.h"

namespace orrery::teaching {
namespace {

using Words = std::vector<std::string_view>;

bool is_place(std::string_view word) {
  return std::ranges::all_of(word, [](char c) { return c >= 'A' && c <= 'Z'; });
}

bool is_choice(std::string_view word) {
  return word.find('|') != std::string_view::npos;
}

/// Returns the words of a pattern, with and without the optional ones.
std::vector<Words> variants(std::string_view pattern) {
  const std::size_t open = pattern.find('[');
  if (open == std::string_view::npos) return {split(pattern, ' ')};
  Words shorter = split(trimmed(pattern.substr(0, open)), ' '), longer = shorter;
  const Words rest = split(pattern.substr(open + 1, pattern.size() - open - 2), ' ');
  longer.insert(longer.end(), rest.begin(), rest.end());
  return {shorter, longer};
}

bool fits(std::string_view word, std::string_view given) {
  if (is_place(word)) return true;
  return is_choice(word) ? std::ranges::count(split(word, '|'), given) > 0 : word == given;
}

std::optional<Places> matched(const Words& pattern, const std::vector<std::string>& words) {
  if (pattern.size() != words.size()) return std::nullopt;
  Places places;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!fits(pattern[i], words[i])) return std::nullopt;
    if (is_place(pattern[i]) || is_choice(pattern[i])) places.emplace(pattern[i], words[i]);
  }
  return places;
}

/// Returns the number of words that a form and the words have in common, less those that only one
/// of the two has.
int likeness(std::string_view pattern, const std::vector<std::string>& words) {
  int best = -100;
  for (const Words& variant : variants(pattern)) {
    int same = 0;
    for (const std::string_view word : variant)
      if (!is_place(word))
        same += std::ranges::any_of(words, [&](const std::string& w) { return fits(word, w); });
    best = std::max(best, 2 * same - static_cast<int>(variant.size()));
  }
  return best;
}

std::string nearest_form(const std::vector<std::string>& words) {
  std::string_view best;
  int top = -100;
  for (const Form* form : forms())
    if (const int like = likeness(form->pattern, words); like > top)
      top = like, best = form->pattern;
  return std::string(best);
}

Complaint unknown(const std::vector<std::string>& words) {
  const std::string text = fmt::format("{}", fmt::join(words, " "));
  const std::string field = words.size() == 1 ? nearest_of(text, field_names()) : "";
  return {fmt::format("'{}' names nothing in a run", text),
          "a metric such as rounds, or one of `orrery list answers`",
          field.empty() && words.size() > 1 ? nearest_form(words) : field};
}

/// Returns the value of a field as a number if possible: keys are texts.
Value value_of_text(const std::string& text) {
  try {
    return {Value::Kind::kQuantity, parse_quantity(text)};
  } catch (const ValueError&) {
    return word(text);
  }
}

Value value_of_field(const Field& field, const FieldValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return value_of_text(*text);
  if (const auto* truth = std::get_if<bool>(&value)) return word(*truth ? "yes" : "no");
  if (const auto* time = std::get_if<Time>(&value)) return time_value(*time);
  const auto* real = std::get_if<double>(&value);
  const auto* integer = std::get_if<std::int64_t>(&value);
  if (real == nullptr && integer == nullptr)
    throw NoAnswer(fmt::format("{} was not measured", field.name));
  const double amount = real != nullptr ? *real : static_cast<double>(*integer);
  if (field.kind == Kind::kBytes) return {Value::Kind::kQuantity, {amount, 0, 1}};
  if (field.kind == Kind::kBitRate) return {Value::Kind::kQuantity, {amount / 8, -1, 1}};
  if (field.kind == Kind::kTime) return {Value::Kind::kQuantity, {amount, 1, 0}};
  return plain(amount);
}

/// Returns a set with blanks, as sets in a row are written.
std::string without_commas(std::string text) {
  std::erase(text, ',');
  return text;
}

}  // namespace

Phrase::Phrase(std::vector<std::string> words) {
  const std::vector<std::string> given = words;
  counts_ = words.size() > 2 && words[0] == "number" && words[1] == "of";
  if (counts_) words.erase(words.begin(), words.begin() + 2);
  if (words.size() == 1 && find_field(words.front()) != nullptr) {
    field_ = words.front();
    if (!counts_) return;
    throw ValueError({fmt::format("'{}' is a number already", field_), "a set after 'number of'"});
  }
  const auto each = std::ranges::find(words, "each");
  each_round_ = each != words.end() && each + 1 != words.end() && *(each + 1) == "round";
  if (each_round_) *each = std::string("round"), *(each + 1) = std::string("0");
  for (const Form* form : forms())
    for (const Words& variant : variants(form->pattern))
      if (const auto places = matched(variant, words); places && form_ == nullptr)
        form_ = form, places_ = *places;
  if (form_ == nullptr) throw ValueError(unknown(given));
  for (const auto& [name, text] : places_) check_place(name, text);
}

Value Phrase::value(const Subject& subject) const {
  if (form_ == nullptr) {
    const Field& field = *find_field(field_);
    return value_of_field(field, field.get(subject.result()));
  }
  return each_round_ ? row(subject) : single(subject, places_);
}

int Phrase::rounds(int rounds) const {
  if (form_ == nullptr) return find_key(field_) != nullptr ? 0 : rounds;
  const auto place = places_.find("K");
  if (each_round_ || place == places_.end() || place->second == "last") return rounds;
  const bool enters = places_.contains("after|before") && !is_after(places_);
  return std::stoi(place->second) + (enters ? 0 : 1);
}

Value Phrase::single(const Subject& subject, const Places& places) const {
  Value value = form_->compute(subject, places);
  if (!counts_) return value;
  const bool is_set = value.kind == Value::Kind::kRanks || value.kind == Value::Kind::kLinks ||
                      value.kind == Value::Kind::kBlocks;
  if (!is_set)
    throw NoAnswer(fmt::format("'{}' is a {}, not a set", text_of(value), kind_name(value.kind)));
  return plain(static_cast<double>(value.names.size()));
}

Value Phrase::row(const Subject& subject) const {
  Value value{Value::Kind::kRow};
  Places places = places_;
  for (int k = 0; k < subject.evidence().rounds(); ++k) {
    places["K"] = fmt::format("{}", k);
    try {
      const Value one = single(subject, places);
      const bool is_nothing = one.kind != Value::Kind::kQuantity && one.names.empty();
      value.names.push_back(is_nothing ? "-" : without_commas(text_of(one)));
    } catch (const NoAnswer&) {
      value.names.emplace_back("-");
    }
  }
  return value;
}

}  // namespace orrery::teaching
