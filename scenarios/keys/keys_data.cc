// Keys of [run]: the data, and their use.
#include <algorithm>
#include <limits>
#include <ranges>

#include "algorithms/common/distributions.h"
#include "scenarios/keys/idle.h"
#include "scenarios/keys/key_values.h"
#include "scenarios/text/words.h"

namespace orrery::inline keys {
namespace {

using List = Key::List;
using Part = Key::Part;

constexpr std::array<Word, 5> kOps{
    {{"sum", "a + b"},
     {"min", "the smaller"},
     {"max", "the larger"},
     {"product", "a b"},
     {"matrix-product", "of 2x2 integer matrices; does not commute"}}};
constexpr std::array<Word, 5> kDatatypes{{{"uint8", "1 byte without sign"},
                                          {"int32", "4 bytes"},
                                          {"int64", "8 bytes"},
                                          {"float", "4 bytes, IEEE 754"},
                                          {"double", "8 bytes, IEEE 754"}}};

std::vector<Key::Choice> all_distributions(const RunSpec& /*spec*/) {
  std::vector<Key::Choice> choices;
  for (const Distribution& d : distributions())
    choices.push_back({std::string(d.name), std::string(d.summary)});
  return choices;
}

void set_sizes(RunSpec& s, std::string_view text) {
  if (!text.empty() && !text.starts_with("list:"))
    throw ValueError(
        {fmt::format("'{}' is not a list", text), "the elements of each rank, such as list:3,0,5"});
  s.sizes_text = std::string(text);
  s.sizes.clear();
  if (text.empty()) return;
  for (const std::string_view size : list_items(text))
    s.sizes.push_back(parse_integer(size, 0, std::numeric_limits<std::int64_t>::max()));
}

void set_distribution(RunSpec& s, std::string_view text) {
  const auto all = distributions();
  const auto found = std::ranges::find(all, text, &Distribution::name);
  if (found == all.end())
    throw ValueError(unknown_word(text, std::views::transform(all, &Distribution::name)));
  s.distribution = found->name;
}

}  // namespace

std::vector<Key> data_keys() {
  return {
      {.name = "distribution",
       .value = "NAME",
       .expected = "a distribution such as mod3",
       .meaning = "Distribution of the bytes of irregular collectives over the ranks (alltoallv: "
                  "of each rank's bytes over its receivers); see `orrery list distributions`.",
       .standard = "same",
       .phrase = "{} distribution",
       .choices = all_distributions,
       .idle = idle_distribution,
       .set = set_distribution,
       .get = [](const RunSpec& s) { return s.distribution; }},
      {.name = "rho",
       .value = "N",
       .expected = "an integer of at least 1",
       .meaning = "Parameter ρ of the distributions spikes and skewed.",
       .standard = "5",
       .phrase = "ρ {}",
       .idle = idle_rho,
       .set = [](RunSpec& s, std::string_view v) { s.rho = parse_integer(v, 1, kMaxInt); },
       .get = [](const RunSpec& s) { return fmt::format("{}", s.rho); }},
      {.name = "sizes",
       .value = "list:N,..",
       .expected = "a list of elements for each rank (list:3,0,5)",
       .meaning = "The elements of each rank's block (alltoallv: of its blocks for all ranks, rank "
                  "0's first) in place of distribution and bytes.",
       .standard = "none",
       .phrase = "sizes {}",
       .list = List::kNumbers,
       .idle = idle_sizes,
       .set = set_sizes,
       .get = [](const RunSpec& s) { return s.sizes_text; }},
      {.name = "root",
       .value = "RANK[,..]|all",
       .expected = "a rank, 0 or more, or all",
       .meaning = "The root of a rooted collective; all: a sweep over all ranks.",
       .standard = "0",
       .phrase = "root {}",
       .kind = Kind::kInteger,
       .idle = idle_root,
       .set = [](RunSpec& s, std::string_view v) { s.root = parse_int(v, 0); },
       .get = [](const RunSpec& s) { return fmt::format("{}", s.root); }},
      {.name = "op",
       .meaning = "The reduction operator; matrix-product (2x2 integer matrices) does not commute.",
       .standard = "sum",
       .phrase = "{}",
       .choices = words_of<kOps>,
       .idle = idle_op,
       .set = [](RunSpec& s, std::string_view v) { s.op = v; },
       .get = [](const RunSpec& s) { return s.op; }},
      {.name = "datatype",
       .value = "TYPE",
       .meaning = "The type of an element; bytes is a multiple of its size.",
       .standard = "uint8",
       .phrase = "{}",
       .choices = words_of<kDatatypes>,
       .set = [](RunSpec& s, std::string_view v) { s.datatype = v; },
       .get = [](const RunSpec& s) { return s.datatype; }},
  };
}

}  // namespace orrery::inline keys
