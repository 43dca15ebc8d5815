#pragma once

#include <string>
#include <vector>

#include "algorithms/algorithm.h"

/// The algorithms of communication libraries, mapped to the catalogue, with their differences.
namespace orrery {

/// A row of the tables of assets/libraries.md.
struct LibraryAlgorithm {
  std::string_view library;  ///< "Open MPI"
  /// A collective; that of MPI_Reduce_scatter_block is reduce-scatter-block, and nonblocking ones
  /// begin with i.
  std::string_view call;
  std::string_view name;                   ///< in the library; in Open MPI after its number
  std::string_view collective, algorithm;  ///< of the catalogue
  std::string_view radix;                  ///< required radix of that algorithm: "3"; empty: none
  std::string_view messages;  ///< "equal", "equal but for ...", "differs: ...", "not compared"
};

const std::vector<LibraryAlgorithm>& library_algorithms();

/// Returns the libraries that send what `a` sends, with their names for it: "MPICH: binomial; Open MPI: 5 binomial".
std::string run_by(const Algorithm& a);

}  // namespace orrery
