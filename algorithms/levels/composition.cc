#include "algorithms/levels/composition.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>

#include "algorithms/levels/composition_costs.h"
#include "algorithms/levels/composition_text.h"
#include "emu/base/nearest.h"

namespace orrery::inline algorithms {

namespace {

constexpr std::string_view kHierarchical = "hierarchical", kLeader = "leader",
                           kFullLane = "full-lane";

std::string_view name_of(Level level) {
  return level == Level::kIntra ? "intra" : level == Level::kInter ? "inter" : "all";
}

/// The reason why a composition does not fit, if it may be one of several forms.
struct Unfit {
  std::string reason;
};

/// The choice of an algorithm for each role.
class Casting {
 public:
  Casting(const CompositionText& text, const LevelForm& form) : text_(text), form_(form) {
    for (const NamedPart& part : text.parts) check_key(part.key);
  }

  std::vector<Cast> all() {
    std::vector<Cast> casts;
    for (const Role& role : form_.roles) casts.push_back(cast(role));
    for (const NamedPart& part : text_.parts)
      if (std::ranges::find(used_, &part) == used_.end()) refuse_unused(part);
    return casts;
  }
  /// Returns the number of named parts that only some roles of their level use.
  int left_out() const { return left_out_; }

 private:
  void check_key(const std::string& key) const {
    std::vector<std::string_view> known;
    if (form_.grouped) known = {"intra", "inter"};
    for (const Role& role : form_.roles)
      if (std::ranges::find(known, role.collective) == known.end())
        known.push_back(role.collective);
    if (std::ranges::find(known, key) != known.end()) return;
    throw Unfit{text_of("part '", key, "' is unknown; expected ", one_of(known))};
  }

  const NamedPart* named(std::string_view key) const {
    const auto found = std::ranges::find(text_.parts, key, &NamedPart::key);
    return found == text_.parts.end() ? nullptr : &*found;
  }

  Cast cast(const Role& role) {
    if (const NamedPart* part = named(role.collective)) {
      used_.push_back(part);
      return of_name(role, part->name);
    }
    const NamedPart* part = named(name_of(role.level));
    if (part != nullptr && algorithm_or_null(role.collective, part->name) != nullptr) {
      used_.push_back(part);
      return of_name(role, part->name);
    }
    if (part != nullptr) ++left_out_;
    return {&find_algorithm(role.collective, role.standard),
            role.irregular.empty()
                ? nullptr
                : algorithm_or_null(text_of(role.collective, "v"), role.irregular)};
  }

  /// Returns the algorithms of a role by name. THROWS std::invalid_argument.
  Cast of_name(const Role& role, const std::string& name) const {
    try {
      return {&find_algorithm(role.collective, name),
              algorithm_or_null(text_of(role.collective, "v"), name)};
    } catch (const std::invalid_argument& e) {
      throw Unfit{text_of(name_of(role.level), ' ', role.collective, ": ", e.what())};
    }
  }

  [[noreturn]] void refuse_unused(const NamedPart& part) const {
    std::vector<std::string_view> collectives, names;
    for (const Role& role : form_.roles) {
      if (name_of(role.level) != part.key) continue;
      if (is_composition(part.name)) of_name(role, part.name);
      collectives.push_back(role.collective);
      for (const Algorithm* a : catalog())
        if (a->collective == role.collective) names.push_back(a->name);
    }
    std::string text = text_of(part.key, ": no ");
    for (std::size_t i = 0; i < collectives.size(); ++i)
      text += text_of(i == 0 ? "" : " or ", collectives[i]);
    throw Unfit{
        text_of(text, " algorithm is called '", part.name, "'", did_you_mean(part.name, names))};
  }

  const CompositionText& text_;
  const LevelForm& form_;
  std::vector<const NamedPart*> used_;
  int left_out_ = 0;
};

std::string list_of(const LevelForm& form, const std::vector<Cast>& casts, std::string_view between,
                    bool levels) {
  std::string text;
  for (std::size_t i = 0; i < casts.size(); ++i) {
    const Role& role = form.roles[i];
    text += text_of(i == 0 ? "" : between, levels ? name_of(role.level) : "", levels ? " " : "",
                    role.collective, ' ', casts[i].regular->name);
  }
  return text;
}

/// Creates the composition as an algorithm.
std::unique_ptr<Composition> made(const Algorithm& entry, std::string name,
                                  std::vector<Cast> casts) {
  auto c = std::make_unique<Composition>();
  c->form = entry.form;
  c->casts = std::move(casts);
  c->name = std::move(name);
  c->summary = text_of(entry.summary, " Here: ", list_of(*c->form, c->casts, ", ", true), ".");
  c->formula = text_of("the slowest group of each: ", list_of(*c->form, c->casts, " + ", false));
  Algorithm& a = c->algorithm;
  a = {.collective = entry.collective,
       .name = c->name,
       .summary = c->summary,
       .reference = entry.reference,
       .formula = c->formula,
       .formula_if = "in words",
       .at_most = true};
  a.form = entry.form;
  a.grouped = entry.grouped;
  a.reproducible = Reproducible::kOnAllRanks;
  for (const Cast& cast : c->casts) {
    if (find_collective(cast.regular->collective).reduces)
      a.reproducible = std::min(a.reproducible, cast.regular->reproducible);
    a.needs_commutative = a.needs_commutative || cast.regular->needs_commutative;
    for (const TuningRow& row : kTuningRows)
      if (row.of_parts) a.*row.obeys = a.*row.obeys || cast.regular->*row.obeys;
  }
  say_costs(*c);
  return c;
}

/// Returns the entries of the catalogue that a composition of this name may be.
std::vector<const Algorithm*> entries(std::string_view collective, std::string_view base) {
  std::vector<const Algorithm*> found;
  const auto add = [&](std::string_view name) {
    for (const Algorithm* a : catalog())
      if (a->collective == collective && a->name == name && a->form != nullptr) found.push_back(a);
  };
  add(base == kLeader ? kHierarchical : base);
  if (base == kHierarchical) add(kFullLane);
  return found;
}

struct Choice {
  const Algorithm* entry = nullptr;
  std::vector<Cast> casts;
  int left_out = 0;
};

/// Returns the entry that the most parts fit.
Choice best_of(const std::vector<const Algorithm*>& candidates, const CompositionText& text) {
  std::optional<Choice> best;
  std::string reasons;
  for (const Algorithm* entry : candidates) try {
      Casting casting(text, *entry->form);
      Choice choice{entry, casting.all(), casting.left_out()};
      if (!best || choice.left_out < best->left_out) best = std::move(choice);
    } catch (const Unfit& unfit) {
      reasons += text_of(reasons.empty() ? "" : "; as full-lane: ", unfit.reason);
    }
  if (!best) throw std::invalid_argument(text_of(text.base, ": ", reasons));
  return *std::move(best);
}

[[noreturn]] void refuse_base(std::string_view collective, std::string_view base) {
  std::vector<std::string_view> names;
  for (const Algorithm* a : catalog())
    if (a->collective == collective && a->form != nullptr) names.push_back(a->name);
  if (!names.empty()) throw_unknown(text_of("composition for ", collective), base, names);
  throw std::invalid_argument(text_of("no composition is known for ", collective));
}

}  // namespace

bool is_composition(std::string_view name) {
  return name.find('(') != std::string_view::npos;
}

const Algorithm& entry_of(const Algorithm& a) {
  const auto found = std::ranges::find_if(catalog(), [&](const Algorithm* entry) {
    return a.form != nullptr && entry->form == a.form;
  });
  return found == catalog().end() ? a : **found;
}

const Algorithm& composed(std::string_view collective, std::string_view name) {
  static std::recursive_mutex mutex;
  static std::map<std::string, std::unique_ptr<Composition>> known;
  const CompositionText text = read_composition(name);
  const std::string key = text_of(collective, ' ', text.text());
  const std::lock_guard lock(mutex);
  if (const auto found = known.find(key); found != known.end()) return found->second->algorithm;
  const auto candidates = entries(collective, text.base);
  if (candidates.empty()) refuse_base(collective, text.base);
  Choice choice = best_of(candidates, text);
  std::string written = text.parts.empty() ? text.base : text.text();
  return (known[key] = made(*choice.entry, std::move(written), std::move(choice.casts)))->algorithm;
}

}  // namespace orrery::inline algorithms
