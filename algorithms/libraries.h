#pragma once

#include <span>
#include <string>
#include <vector>

#include "algorithms/algorithm.h"

/// The algorithms of communication libraries, mapped to the catalogue, with their differences.
namespace orrery::inline algorithms {

/// A row of the tables of assets/libraries.md.
struct LibraryAlgorithm {
  std::string_view library;  ///< "Open MPI"
  /// A collective; MPI_Reduce_scatter_block is reduce-scatter-block, and nonblocking ones begin
  /// with i.
  std::string_view call;
  std::string_view name;                   ///< in the library; in Open MPI after its number
  std::string_view collective, algorithm;  ///< of the catalogue
  std::string_view radix;                  ///< required radix of that algorithm: "3"; empty: none
  std::string_view messages;  ///< "equal", "equal but for ...", "differs: ...", "not compared"
};

const std::vector<LibraryAlgorithm>& library_algorithms();
/// Returns what options and rules call it: "4" of "4 ring" in Open MPI, otherwise the name.
std::string_view name_or_number(const LibraryAlgorithm& row);

/// A library of the tables, and how options call it.
struct Library {
  std::string_view word, name;  ///< "openmpi", "Open MPI"
};
std::span<const Library> libraries();
/// Returns the library of that word; null if there is none.
const Library* find_library(std::string_view word);

/// Returns the first row of a call whose algorithm has this name or number, ignoring case; MPICH's may be
/// MPIR_Allreduce_intra_ring. Returns null if the tables have none. `library` is a name of libraries().
const LibraryAlgorithm* library_algorithm(std::string_view library, std::string_view call,
                                          std::string_view name);
/// Returns the first row of a call that corresponds to an algorithm of the catalogue without a radix, or null.
const LibraryAlgorithm* counterpart_in(std::string_view library, std::string_view call,
                                       std::string_view algorithm);

/// Returns whether a text begins as "openmpi:allreduce:4" does.
bool is_of_library(std::string_view text);
/// Returns the algorithm for "LIBRARY:CALL:NAME". THROWS std::invalid_argument with a list of known
/// names.
const LibraryAlgorithm& parse_library_algorithm(std::string_view text);

/// Returns the libraries that send what `a` sends, with their names for it: "MPICH: binomial; Open MPI: 5 binomial".
std::string run_by(const Algorithm& a);

}  // namespace orrery::inline algorithms
