#pragma once

#include "algorithms/algorithm.h"

/// The members of an Algorithm by kind, so that who writes them and who reads them go over the same.
namespace orrery {

template <typename A, typename Visit>
void visit_texts(A& a, Visit visit) {
  for (auto* text : {&a.collective, &a.name, &a.summary, &a.reference, &a.formula}) visit(*text);
}
template <typename A, typename Visit>
void visit_facts(A& a, Visit visit) {
  for (auto* fact :
       {&a.needs_commutative, &a.needs_coordinates, &a.pipelined, &a.skipped, &a.among_neighbors})
    visit(*fact);
}
/// All but `choice`.
template <typename A, typename Visit>
void visit_functions(A& a, Visit visit) {
  visit(a.run), visit(a.unsupported), visit(a.best_blocks), visit(a.words), visit(a.rounds);
  visit(a.bytes_total), visit(a.bytes_max_rank), visit(a.time);
}

}  // namespace orrery
