#pragma once

#include <string>
#include <vector>

#include "algorithms/algorithm.h"

/// Which algorithm of a communication library is which one of the catalogue, and what is different.
namespace orrery {

/// A row of the tables of assets/libraries.md.
struct LibraryAlgorithm {
  std::string_view library;  ///< "Open MPI"
  /// A collective; that of MPI_Reduce_scatter_block is reduce-scatter-block, and nonblocking ones begin with an i.
  std::string_view call;
  std::string_view name;                   ///< in the library; in Open MPI after its number
  std::string_view collective, algorithm;  ///< of the catalogue
  std::string_view radix;     ///< with which that algorithm is meant: "3"; empty: it has none
  std::string_view messages;  ///< "equal", "equal but for ...", "differs: ...", "not compared"
};

const std::vector<LibraryAlgorithm>& library_algorithms();

/// Returns the libraries that send what `a` sends, with their names for it: "MPICH: binomial; Open MPI: 5 binomial".
std::string run_by(const Algorithm& a);

}  // namespace orrery
