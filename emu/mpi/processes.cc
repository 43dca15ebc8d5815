#include "emu/mpi/processes.h"

#include <algorithm>
#include <numeric>
#include <thread>
#include <utility>

#include "emu/engine/world.h"
#include "emu/mpi/rank.h"
#include "emu/mpi/state.h"

namespace orrery::inline mpi {

namespace {

constexpr int kPolls = 100;  ///< of a waiting process before it sleeps between them
constexpr auto kSleep = std::chrono::microseconds(100);

Context world_context() {
  Context world{duplicate(MPI_COMM_WORLD), {}, 0, {}, {}, {}};
  int size = 0;
  MPI_Comm_rank(world.comm.get(), &world.own);
  MPI_Comm_size(world.comm.get(), &size);
  world.world.resize(static_cast<std::size_t>(size));
  std::iota(world.world.begin(), world.world.end(), 0);
  return world;
}

std::string library_name() {
  std::string text(MPI_MAX_LIBRARY_VERSION_STRING, '\0');
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  text.resize(static_cast<std::size_t>(length));
  if (text.starts_with("Open MPI v")) return "Open MPI " + text.substr(10, text.find(',') - 10);
  // "MPICH Version:\t4.0.2\nMPICH Release date: ..."
  text.resize(std::min(text.find('\n'), text.size()));
  if (const auto version = text.find_last_of(" \t");
      text.starts_with("MPICH") && version != std::string::npos)
    return "MPICH " + text.substr(version + 1);
  return text;
}

int processes_here() {
  MPI_Comm here = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here),
            "MPI_Comm_split_type");
  const OwnedComm owner(here);
  int size = 1;
  MPI_Comm_size(here, &size);
  return size;
}

}  // namespace

Processes::State::State(std::string program)
    : control(MPI_COMM_WORLD, std::move(program)),
      harness(duplicate(MPI_COMM_WORLD)),
      world(world_context()),
      library(library_name()),
      crowded(processes_here() > static_cast<int>(std::thread::hardware_concurrency())) {}

void Processes::State::pause(int polls, bool patient) {
  control.listen([] { return std::string(); });
  if (patient && polls > kPolls)
    std::this_thread::sleep_for(kSleep);
  else if (crowded)
    give_way(static_cast<unsigned>(polls));
}

void Processes::State::wait(MPI_Request request, bool patient) {
  wait_until(
      [&request] {
        int done = 0;
        check_mpi(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
        return done != 0;
      },
      patient);
}

void Processes::State::barrier(bool patient) {
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Ibarrier(harness.get(), &request), "MPI_Ibarrier");
  wait(request, patient);
}

Processes::Processes(int& argc, char**& argv, std::string program) {
  check_mpi(MPI_Init(&argc, &argv), "MPI_Init");
  // MPICH uses them for errors of requests, even if the requests' own communicators return errors.
  for (MPI_Comm comm : {MPI_COMM_WORLD, MPI_COMM_SELF})
    check_mpi(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  state_ = std::make_unique<State>(std::move(program));
}

Processes::~Processes() {
  state_.reset();
  MPI_Finalize();
}

int Processes::rank() const {
  return state_->control.rank();
}
int Processes::size() const {
  return state_->control.size();
}
std::string Processes::library() const {
  return state_->library;
}

void Processes::barrier() {
  state_->barrier(true);
}

std::vector<double> Processes::largest(std::span<const double> values) {
  std::vector<double> result(values.size());
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Iallreduce(values.data(), result.data(), static_cast<int>(values.size()),
                           MPI_DOUBLE, MPI_MAX, state_->harness.get(), &request),
            "MPI_Iallreduce");
  state_->wait(request, true);
  return result;
}

std::vector<std::string> Processes::all(const std::string& own) {
  const auto p = static_cast<std::size_t>(size());
  const auto own_length = static_cast<int>(own.size());
  std::vector<int> lengths(p), places(p);
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Iallgather(&own_length, 1, MPI_INT, lengths.data(), 1, MPI_INT,
                           state_->harness.get(), &request),
            "MPI_Iallgather");
  state_->wait(request, true);
  std::exclusive_scan(lengths.begin(), lengths.end(), places.begin(), 0);
  std::string together(static_cast<std::size_t>(places.back() + lengths.back()), '\0');
  check_mpi(MPI_Iallgatherv(own.data(), own_length, MPI_CHAR, together.data(), lengths.data(),
                            places.data(), MPI_CHAR, state_->harness.get(), &request),
            "MPI_Iallgatherv");
  state_->wait(request, true);
  std::vector<std::string> texts;
  for (std::size_t r = 0; r < p; ++r)
    texts.push_back(
        together.substr(static_cast<std::size_t>(places[r]), static_cast<std::size_t>(lengths[r])));
  return texts;
}

std::vector<std::string> Processes::hosts() {
  std::string name(MPI_MAX_PROCESSOR_NAME, '\0');
  int length = 0;
  check_mpi(MPI_Get_processor_name(name.data(), &length), "MPI_Get_processor_name");
  name.resize(static_cast<std::size_t>(length));
  return all(name);
}

void Processes::send(int to, const std::string& text) {
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Isend(text.data(), static_cast<int>(text.size()), MPI_CHAR, to, 0,
                      state_->harness.get(), &request),
            "MPI_Isend");
  state_->wait(request, true);
}

std::pair<int, std::string> Processes::receive() {
  return *receive_within(std::chrono::duration<double>::max());
}

std::optional<std::pair<int, std::string>> Processes::receive_within(
    std::chrono::duration<double> time) {
  auto start = std::chrono::steady_clock::now();
  const auto is_late = [&] { return std::chrono::steady_clock::now() - start > time; };
  int there = 0;
  MPI_Status status;
  state_->wait_until(
      [&] {
        check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, 0, state_->harness.get(), &there, &status),
                  "MPI_Iprobe");
        return there != 0 || is_late();
      },
      true);
  if (there == 0) return std::nullopt;
  int length = 0;
  check_mpi(MPI_Get_count(&status, MPI_CHAR, &length), "MPI_Get_count");
  auto text = std::make_unique<std::string>(static_cast<std::size_t>(length), '\0');
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Irecv(text->data(), length, MPI_CHAR, status.MPI_SOURCE, 0, state_->harness.get(),
                      &request),
            "MPI_Irecv");
  int done = 0;
  start = std::chrono::steady_clock::now();
  state_->wait_until(
      [&] {
        check_mpi(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
        return done != 0 || is_late();
      },
      true);
  if (done != 0) return std::pair{status.MPI_SOURCE, std::move(*text)};
  // Its sender has died during the transfer. The rest of the message may still be written there.
  state_->unfinished.push_back(std::move(text));
  return std::nullopt;
}

void Processes::fail(int code, const std::string& message) {
  state_->control.fail(code, message);
}

struct MpiRank::State {
  Processes::State& processes;
  RankEngine engine;
};

MpiRank::MpiRank(Processes& processes, RealStore& store, Seconds patience, int hang_code)
    : state_(new State{*processes.state_,
                       {processes.state_->control, processes.state_->world, store,
                        processes.state_->crowded, patience.count(), hang_code}}) {}

MpiRank::~MpiRank() = default;

MpiRank::Seconds MpiRank::run(const std::function<void(Comm&)>& program) {
  Processes::State& processes = state_->processes;
  const int rank = processes.control.rank();
  return processes.timed([&] {
    try {
      state_->engine.run(program);
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& e) {
      throw RankError(rank, text_of("rank ", rank, ": ", e.what()));
    }
  });
}

}  // namespace orrery::inline mpi
