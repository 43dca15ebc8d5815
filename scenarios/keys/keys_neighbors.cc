// Keys of [run] for collectives among the neighbours of a grid.
#include "scenarios/keys/idle.h"
#include "scenarios/keys/key_values.h"

namespace orrery::inline keys {
namespace {

struct GridWord {
  std::string_view word, meaning;
};

constexpr std::array<GridWord, 1> kGrids{
    {{"auto", "the ranks' coordinates, else two sides of nearly equal length"}}};
constexpr std::array<Named<bool>, 2> kPeriodic{
    {{"true", true, "every dimension is a ring"},
     {"false", false, "every dimension is a line with ends"}}};
constexpr std::array<Named<Neighborhood>, 2> kNeighborhoods{
    {{"star", Neighborhood::kStar, "2D: one step along one dimension, as in MPI_Cart_create"},
     {"moore", Neighborhood::kMoore, "3^D - 1: one step along one or more dimensions"}}};

/// Sets the sides: with x between them, or as a list.
void set_grid(RunSpec& s, std::string_view text) {
  std::vector<int> sides;
  if (text != "auto")
    for (const std::string_view side :
         text.starts_with("list:") ? list_items(text) : split(text, 'x'))
      sides.push_back(parse_int(side, 1));
  s.grid = std::move(sides);
}

std::string grid_text(const RunSpec& s) {
  return s.grid.empty() ? std::string("auto") : fmt::format("{}", fmt::join(s.grid, "x"));
}

}  // namespace

std::vector<Key> neighbor_keys() {
  return {
      {.name = "grid",
       .value = "AxB..|list:A,B,..|auto",
       .expected = "sides such as 4x8 whose product is the number of ranks, or auto",
       .meaning = "Grid of the ranks for collectives among neighbours, row-major.",
       .standard = "auto (the ranks' coordinates, else near a square)",
       .phrase = "grid {}",
       .list = Key::List::kNumbers,
       .choices = words_of<kGrids>,
       .idle = idle_neighbors,
       .set = set_grid,
       .get = grid_text},
      word_key<kPeriodic, &RunSpec::periodic>(
          {.name = "periodic",
           .meaning = "Whether ranks at the ends of the grid are neighbours. {}.",
           .standard = "true",
           .phrase = "periodic {}",
           .idle = idle_neighbors}),
      word_key<kNeighborhoods, &RunSpec::neighborhood>(
          {.name = "neighborhood",
           .meaning = "The neighbours of a rank in a grid of D dimensions. {}.",
           .standard = "star",
           .phrase = "{} neighborhood",
           .idle = idle_neighbors}),
  };
}

}  // namespace orrery::inline keys
