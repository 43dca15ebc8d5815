#include "emu/mpi/native.h"

#include <limits>
#include <utility>

#include "emu/mpi/state.h"

namespace orrery::inline mpi {

namespace {

/// MPI's type of an element and its operator: built-in ones if there are any.
class Operator {
 public:
  explicit Operator(const Op& op) {
    static const std::pair<std::string_view, MPI_Datatype> types[] = {{"uint8", MPI_UINT8_T},
                                                                      {"int32", MPI_INT32_T},
                                                                      {"int64", MPI_INT64_T},
                                                                      {"float", MPI_FLOAT},
                                                                      {"double", MPI_DOUBLE}};
    static const std::pair<std::string_view, MPI_Op> ops[] = {
        {"sum", MPI_SUM}, {"min", MPI_MIN}, {"max", MPI_MAX}, {"product", MPI_PROD}};
    for (const auto& [name, value] : ops)
      if (name == op.name) op_ = value;
    for (const auto& [name, value] : types)
      if (name == op.datatype) type_ = value;
    const bool built_in = op_ != MPI_OP_NULL && type_ != MPI_DATATYPE_NULL;
    if (built_in && same_results(op)) return;
    replaced_ = built_in;
    own_ = true;
    applied_ = &op;
    check_mpi(MPI_Type_contiguous(static_cast<int>(op.element_bytes), MPI_BYTE, &type_),
              "MPI_Type_contiguous");
    check_mpi(MPI_Type_commit(&type_), "MPI_Type_commit");
    check_mpi(MPI_Op_create(apply, op.commutative ? 1 : 0, &op_), "MPI_Op_create");
  }
  ~Operator() {
    if (!own_) return;
    MPI_Op_free(&op_);
    MPI_Type_free(&type_);
  }
  Operator(const Operator&) = delete;
  Operator& operator=(const Operator&) = delete;

  MPI_Datatype type() const { return type_; }
  MPI_Op op() const { return op_; }
  bool replaced() const { return replaced_; }

 private:
  /// Returns whether both operators agree. MPI leaves overflow open: Open MPI 4.1 adds 8-bit
  /// integers with saturation if the processor can.
  bool same_results(const Op& op) const {
    constexpr std::int64_t kProbe = 128;
    RealStore store(op, 2);
    const Slice into = store.allocate(kProbe), from = store.allocate(kProbe);
    store.fill(into, {0, 0});
    store.fill(from, {0, 1});
    check_mpi(
        MPI_Reduce_local(store.data(from), store.data(into), static_cast<int>(kProbe), type_, op_),
        "MPI_Reduce_local");
    return !store.mismatch(into, {0, kEveryRank});
  }

  /// Computes inout := in ⊕ inout, in MPI's order.
  static void apply(void* in, void* inout, int* count, MPI_Datatype* /*type*/) {
    applied_->combine(inout, in, *count, true);
  }

  static const Op* applied_;  // MPI passes no other context to its function
  bool own_ = false, replaced_ = false;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  MPI_Op op_ = MPI_OP_NULL;
};

const Op* Operator::applied_ = nullptr;

/// Parts of a vector in MPI's form.
struct Parts {
  std::vector<int> sizes, places;
};

/// Arguments of a call in MPI's form. Elements are `type`, counts int.
struct Arguments {
  std::byte* v;
  std::byte* result;
  int count, block, rank, size, root;
  std::vector<int> sizes, places;
  Parts out, in;
  std::size_t element_bytes;
  MPI_Datatype type;
  MPI_Op op;
  MPI_Comm comm;

  bool at_root() const { return rank == root; }
  std::byte* at(int element) const { return v + static_cast<std::size_t>(element) * element_bytes; }
  std::byte* own_block() const { return at(rank * block); }
  int own_size() const { return sizes[static_cast<std::size_t>(rank)]; }
  /// Returns the rank's own part in gatherv and scatterv: after the blocks of all ranks.
  std::byte* own_part() const { return at(places.back() + sizes.back()); }
};

using Function = int (*)(const Arguments&);

int reduce(const Arguments& a) {
  return MPI_Reduce(a.at_root() ? MPI_IN_PLACE : a.v, a.at_root() ? a.v : nullptr, a.count, a.type,
                    a.op, a.root, a.comm);
}

int reduce_scatter(const Arguments& a) {
  const bool equal =
      std::adjacent_find(a.sizes.begin(), a.sizes.end(), std::not_equal_to<>()) == a.sizes.end();
  return equal ? MPI_Reduce_scatter_block(a.v, a.result, a.sizes.front(), a.type, a.op, a.comm)
               : MPI_Reduce_scatter(a.v, a.result, a.sizes.data(), a.type, a.op, a.comm);
}

int gather(const Arguments& a) {
  return a.at_root()
             ? MPI_Gather(MPI_IN_PLACE, 0, a.type, a.v, a.block, a.type, a.root, a.comm)
             : MPI_Gather(a.own_block(), a.block, a.type, nullptr, 0, a.type, a.root, a.comm);
}

int scatter(const Arguments& a) {
  return a.at_root()
             ? MPI_Scatter(a.v, a.block, a.type, MPI_IN_PLACE, 0, a.type, a.root, a.comm)
             : MPI_Scatter(nullptr, 0, a.type, a.own_block(), a.block, a.type, a.root, a.comm);
}

struct Native {
  std::string_view name;
  Function call;
};
constexpr Native kFunctions[] = {
    {"broadcast",
     [](const Arguments& a) { return MPI_Bcast(a.v, a.count, a.type, a.root, a.comm); }},
    {"allgather",
     [](const Arguments& a) {
       return MPI_Allgather(MPI_IN_PLACE, 0, a.type, a.v, a.block, a.type, a.comm);
     }},
    {"allgatherv",
     [](const Arguments& a) {
       return MPI_Allgatherv(MPI_IN_PLACE, 0, a.type, a.v, a.sizes.data(), a.places.data(), a.type,
                             a.comm);
     }},
    {"allreduce",
     [](const Arguments& a) {
       return MPI_Allreduce(MPI_IN_PLACE, a.v, a.count, a.type, a.op, a.comm);
     }},
    {"scan",
     [](const Arguments& a) { return MPI_Scan(MPI_IN_PLACE, a.v, a.count, a.type, a.op, a.comm); }},
    {"exscan",
     [](const Arguments& a) {
       return MPI_Exscan(MPI_IN_PLACE, a.v, a.count, a.type, a.op, a.comm);
     }},
    {"reduce", reduce},
    {"reduce-scatter", reduce_scatter},
    {"alltoall",
     [](const Arguments& a) {
       return MPI_Alltoall(a.v, a.block, a.type, a.at(a.count / 2), a.block, a.type, a.comm);
     }},
    {"alltoallv",
     [](const Arguments& a) {
       return MPI_Alltoallv(a.v, a.out.sizes.data(), a.out.places.data(), a.type, a.v,
                            a.in.sizes.data(), a.in.places.data(), a.type, a.comm);
     }},
    {"neighbor-allgather",
     [](const Arguments& a) {
       return MPI_Neighbor_allgather(a.v, a.block, a.type, a.at(a.block), a.block, a.type, a.comm);
     }},
    {"neighbor-alltoall",
     [](const Arguments& a) {
       return MPI_Neighbor_alltoall(a.v, a.block, a.type, a.at(a.count / 2), a.block, a.type,
                                    a.comm);
     }},
    {"gather", gather},
    {"scatter", scatter},
    {"gatherv",
     [](const Arguments& a) {
       return MPI_Gatherv(a.own_part(), a.own_size(), a.type, a.v, a.sizes.data(), a.places.data(),
                          a.type, a.root, a.comm);
     }},
    {"scatterv",
     [](const Arguments& a) {
       return MPI_Scatterv(a.v, a.sizes.data(), a.places.data(), a.type, a.own_part(), a.own_size(),
                           a.type, a.root, a.comm);
     }},
    {"barrier", [](const Arguments& a) { return MPI_Barrier(a.comm); }},
};

Function function_named(std::string_view name) {
  for (const Native& known : kFunctions)
    if (known.name == name) return known.call;
  throw std::invalid_argument(text_of("MPI has no collective '", name, "'"));
}

int mpi_count(std::int64_t elements) {
  EMU_CHECK(elements <= std::numeric_limits<int>::max(), "MPI's own collectives take at most ",
            std::numeric_limits<int>::max(), " elements; there are ", elements);
  return static_cast<int>(elements);
}

Parts parts_of(Slice v, const std::vector<Slice>& slices) {
  Parts parts;
  for (const Slice& s : slices) {
    parts.sizes.push_back(mpi_count(s.count()));
    parts.places.push_back(mpi_count(s.offset() - v.offset()));
  }
  return parts;
}

/// A communicator of the processes in a grid, in order.
class GridComm {
 public:
  ~GridComm() {
    if (comm_ != MPI_COMM_NULL) MPI_Comm_free(&comm_);
  }
  GridComm() = default;
  GridComm(const GridComm&) = delete;
  GridComm& operator=(const GridComm&) = delete;

  /// Creates the grid. Collective over `all`.
  MPI_Comm make(MPI_Comm all, const std::vector<int>& sides, bool periodic) {
    const std::vector<int> periods(sides.size(), periodic ? 1 : 0);
    check_mpi(MPI_Cart_create(all, static_cast<int>(sides.size()), sides.data(), periods.data(), 0,
                              &comm_),
              "MPI_Cart_create");
    return comm_;
  }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
};

}  // namespace

struct NativeCollective::State {
  Processes::State& processes;
  Operator op;
  Function function;
  Arguments arguments{};
  GridComm grid{};
};

NativeCollective::NativeCollective(Processes& processes, RealStore& store, std::string_view name,
                                   const NativeCall& call)
    : state_(new State{*processes.state_, Operator(store.op()), function_named(name)}) {
  Arguments& a = state_->arguments;
  a.count = mpi_count(call.v.count());
  a.block = mpi_count(call.block);
  a.v = a.count > 0 ? store.data(call.v) : nullptr;
  a.result = call.result.count() > 0 ? store.data(call.result) : nullptr;
  a.rank = processes.rank();
  a.size = processes.size();
  a.root = call.root;
  int place = 0;
  for (const std::int64_t size : call.sizes) {
    a.sizes.push_back(mpi_count(size));
    a.places.push_back(place);
    place += a.sizes.back();
  }
  a.out = parts_of(call.v, call.out);
  a.in = parts_of(call.v, call.in);
  a.element_bytes = store.element_bytes();
  a.type = state_->op.type();
  a.op = state_->op.op();
  a.comm = processes.state_->harness.get();
  if (!call.grid.empty()) a.comm = state_->grid.make(a.comm, call.grid, call.periodic);
}

NativeCollective::~NativeCollective() = default;

bool NativeCollective::replaced_operator() const {
  return state_->op.replaced();
}

MpiRank::Seconds NativeCollective::run() {
  return state_->processes.timed(
      [this] { check_mpi(state_->function(state_->arguments), "an MPI collective"); });
}

}  // namespace orrery::inline mpi
