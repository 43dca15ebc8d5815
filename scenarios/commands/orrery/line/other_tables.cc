#include "scenarios/commands/orrery/line/other_tables.h"

#include <array>
#include <vector>

#include "scenarios/formats/checked_file.h"

namespace orrery::inline commands {
namespace {

constexpr std::array<OtherColumn, 10> kMapCsv{
    {{"KEY", "One or two keys of the map"},
     {"best", "The fastest algorithm; of equally fast ones the first in the list"},
     {"best_time_s", "Completion time of the fastest algorithm"},
     {"second", "The second best algorithm"},
     {"second_time_s", "Completion time of the second best algorithm"},
     {"tied", "Number of other algorithms that are as fast as the best"},
     {"gain",
      "With --gain A: the share of the second best time that A saves; below 0 if A is not the "
      "best"},
     {"ALGORITHM_time_s", "The completion time of each algorithm; empty if it cannot run"},
     {"bound", "With --bounds: the largest bound of the network: latency, ports or cut"},
     {"bound_s", "With --bounds: the time of that bound, below which no algorithm can be"}}};
constexpr std::array<OtherColumn, 10> kMapJson{
    {{"schema", "1"},
     {"title", "Title of the scenario"},
     {"collective", "The collective of all cells"},
     {"bytes", "The bytes of all cells, unless it is a key of the map; the same for ranks"},
     {"x", "The key along x and its values"},
     {"y", "The key along y and its values"},
     {"algorithms", "The algorithms; of equally fast ones the first is the best"},
     {"gain_of", "The algorithm of --gain, or null"},
     {"wins", "Number of cells that each algorithm wins"},
     {"cells",
      "A member for each cell: x, y and the columns of the CSV, the times by algorithm in "
      "time_s"}}};
constexpr std::array<OtherColumn, 5> kLocality{
    {{"KEY", "Each swept key"},
     {"round", "Number of the round"},
     {"distance", "Distance of the messages, in words: same host, same leaf, ..."},
     {"messages", "Number of messages of that round and distance"},
     {"bytes", "Bytes of these messages"}}};
constexpr std::array<OtherColumn, 6> kRobustness{
    {{"KEY", "Each swept key"},
     {"slow", "The slower rank or link: rank 0, link 3-4"},
     {"slowdown", "Factor of the slowdown, from 1; failed: the link carries nothing"},
     {"outcome", "Outcome of the run; bad input if the failed link cuts off ranks"},
     {"time_s", "Completion time, with repeats the median; in JSON time_ps, in whole picoseconds"},
     {"growth", "Time divided by the time with slowdown 1"}}};
constexpr std::array<OtherColumn, 2> kSkips{
    {{"skips", "A sequence that was tried, separated by blanks; the fastest comes first"},
     {"time_s", "Completion time with this sequence"}}};
constexpr std::array<OtherColumn, 13> kTree{
    {{"operation", "gather, scatter, broadcast or reduce"},
     {"construction", "Construction of the tree"},
     {"standing", "Known quality of the tree, in words; may be empty"},
     {"ports", "Messages that a rank can send or receive at a time"},
     {"root", "Root of the tree"},
     {"time", "Time of the operation on this tree"},
     {"lower_bound", "Lower bound of the time on any tree"},
     {"sizes_total", "Elements of all ranks"},
     {"rank", "A rank"},
     {"parent", "Its parent; -1 is the root's"},
     {"order",
      "Position among the operations of its parent, whose own copy counts; 0 for the root"},
     {"size", "Elements of its own block"},
     {"copy",
      "Position of its own copy among its operations; empty for a leaf, which makes none"}}};
constexpr std::array<OtherColumn, 5> kSchedule{
    {{"kind", "baseblock, recv or send"},
     {"p", "Number of ranks"},
     {"round", "Number of the round; empty for baseblock"},
     {"rank", "A rank"},
     {"value",
      "The baseblock, or the block counted from the first of the phase; a block below 0 belongs to "
      "the phase before"}}};
constexpr std::array<OtherColumn, 13> kMessages{
    {{"message", "0, 1, 2, ... in order of start"},
     {"from", "Rank that sends"},
     {"to", "Rank that receives"},
     {"bytes", "Size of the message"},
     {"round", "Round of the sender"},
     {"communicator", "Number of the communicator; 0 is that of all ranks"},
     {"tag", "Tag of the message"},
     {"posted_s", "Time at which both sides had posted it; with the eager protocol the sender"},
     {"start_s", "Time at which it had its ports and its latency began"},
     {"flow_s", "Time at which its first byte moved"},
     {"end_s", "Time at which its last byte had arrived"},
     {"paths", "Number of paths of the message"},
     {"hops", "Number of links of its first path"}}};
constexpr std::array<OtherColumn, 12> kLinks{
    {{"KEY", "Each swept key; in JSON a member of `cell`"},
     {"round", "With --link-rounds: the round of the senders"},
     {"link", "Number of the link, one way"},
     {"from", "The node where it begins: the name that a file gave it, or its number"},
     {"to", "The node where it ends"},
     {"level", "Its level; 0 at the hosts"},
     {"bandwidth_bps", "Its bandwidth, in bits per second"},
     {"latency_s", "Its latency"},
     {"bytes", "Bytes that crossed it"},
     {"flows",
      "Messages that crossed it, or parts of messages that are split; not those without bytes"},
     {"busy_s", "Time for which at least one message flowed"},
     {"utilization", "Bytes of the link divided by those it could have carried until completion"}}};
constexpr std::array<OtherColumn, 12> kWhyCsv{
    {{"KEY", "Each swept key"},
     {"completion_time_ps",
      "Time at which the last rank finished, in picoseconds: the sum of the causes"},
     {"alpha_ps", "Start-up of messages on the critical path, within hosts as well"},
     {"latency_ps", "Links and hops that these messages crossed"},
     {"bytes_ps", "Bytes of these messages, at the bandwidth that each would have alone"},
     {"contention_ps", "Time that sharing links added to the bytes; 0 with contention off"},
     {"port_ps", "Messages waited for ports that other messages held; 0 with unlimited ports"},
     {"partner_ps",
      "Ranks on the path waited in a send for a receiver that posted later; 0 with protocol eager"},
     {"compute_ps", "Reductions and copies (γ), and work of schedules"},
     {"overhead_ps", "Messages waited while the sender's processor was busy with earlier ones"},
     {"noise_ps", "Ranks were late or preempted; 0 without [conditions]"},
     {"ties",
      "Number of steps that end at the same instant as a step of the path; at least that many "
      "other paths are equally long"}}};
constexpr std::array<OtherColumn, 5> kWhyJson{
    {{"completion_time_ps", "As in the CSV; null if the run failed"},
     {"causes_ps",
      "Members alpha, latency, bytes, contention, port, partner, compute, overhead and noise: the "
      "columns of the CSV without _ps; null if the run failed"},
     {"ties", "As in the CSV"},
     {"links", "The links on which the path spends time, the most first; see below"},
     {"stretches", "The path, in order of time; see below"}}};
constexpr std::array<OtherColumn, 6> kWhyLinks{
    {{"link", "Number of the link, one way"},
     {"from", "The node where it begins"},
     {"to", "The node where it ends"},
     {"level", "Its level; 0 at the hosts"},
     {"latency_ps bytes_ps contention_ps",
      "Time of the path on this link: crossing it, with the hop; bytes of messages for which it is "
      "the narrowest link; time that sharing it added"},
     {"time_ps", "Sum of these three"}}};
constexpr std::array<OtherColumn, 8> kStretches{
    {{"KEY", "Each swept key; in JSON the stretches are members of their run"},
     {"cause", "alpha, latency, bytes, contention, port, partner, compute, overhead or noise"},
     {"from_ps", "Start of the stretch: 0, or the end of the stretch before"},
     {"to_ps", "End of the stretch; the last one ends at completion"},
     {"rank", "The sender of the message, or the rank that computes"},
     {"round", "Round of the sender, or of the rank that computes"},
     {"partner", "The receiver of the message; empty or null for compute"},
     {"link",
      "The link, for latency, bytes and contention between hosts; otherwise empty or null"}}};
constexpr std::array<OtherColumn, 9> kWhatIf{
    {{"KEY", "Each swept key; in JSON a run has the members of `orrery run --json`"},
     {"parameter", "The parameter that is changed"},
     {"what_if", "The change in words: double, halve, or another mapping, routing or protocol"},
     {"better", "true for an improvement, false for a change for the worse"},
     {"key", "The key whose value is changed, as in scenarios"},
     {"value", "The changed value of that key"},
     {"base_time_ps",
      "Completion time without the change; in JSON the `completion_time_ps` of the run"},
     {"completion_time_ps", "Completion time with the change; empty or null if that run failed"},
     {"change", "Relative change of the completion time; below 0: it is shorter"}}};
constexpr std::array<OtherColumn, 2> kVerify{
    {{"schema", "1"},
     {"algorithms",
      "A list of members collective, algorithm, conforms, cases (in all), run, refused, failed, "
      "given_up (after too many failures), refusal (the reason why the smallest case was refused, "
      "or null), outcome, error and command (of the smallest case that failed, or null)"}}};
constexpr std::array<OtherColumn, 2> kLessons{
    {{"schema", "1"},
     {"pages",
      "A list of members lesson, page, title, line (of the file), kind, question and answer (null "
      "if nothing is asked), outcome (passed or failed) and problems"}}};
constexpr std::array<OtherColumn, 2> kBench{
    {{"schema", "1"}, {"benchmarks", "A list of members name, value and unit"}}};
constexpr std::array<OtherColumn, 7> kMpi{
    {{"measured_time_s", "Median time of the algorithm over MPI"},
     {"measured_min_s", "Shortest time of the algorithm"},
     {"measured_max_s", "Longest time of the algorithm"},
     {"native_time_s", "Median time of the library's own collective, with --against-native"},
     {"native_verified", "Whether the result of that collective was right"},
     {"repetitions", "Number of runs of the median"},
     {"mpi", "The library and its version"}}};

constexpr std::array<OtherColumn, 15> kMeasured{
    {{"machine", "Name of the machine, and of its scenario"},
     {"timestamp", "Name of the job"},
     {"nodes", "Number of nodes of the job"},
     {"shape", "Torus of these nodes, such as 4x4x4; may be empty or missing"},
     {"tasks_per_node", "Ranks on each node; 1 if it is missing"},
     {"ranks", "Number of ranks"},
     {"collective", "Name of the collective; bcast and reduce_scatter are understood, too"},
     {"impl", "The library or program of the algorithm"},
     {"algorithm", "Name of the algorithm there; default* is the library's own choice"},
     {"segment", "Size of segments, as text; may be empty or missing"},
     {"ports", "Ports that the algorithm uses, as text; may be empty or missing"},
     {"bytes",
      "Size of the large buffer of one rank: the vector, or all parts together if every rank has "
      "one part"},
     {"count", "Elements in that buffer; may be empty or missing"},
     {"median_s", "Median over the iterations of the time of the slowest rank, in seconds"},
     {"ignored",
      "1 if the library may have run another algorithm; 0, empty or missing otherwise"}}};
constexpr std::array<OtherColumn, 5> kMapping{
    {{"pico_label",
      "Names in column algorithm, separated by commas; * stands for anything, a_x/y for a_x and "
      "a_y"},
     {"impl", "Libraries of these algorithms, separated by commas; or all"},
     {"collective", "Collectives, separated by commas; or all"},
     {"orrery",
      "Collective and algorithm of the catalogue, then keys such as ports=unlimited; - and "
      "the reason if there is none"},
     {"if",
      "Condition on the rows: count < ranks, ranks odd, ranks not 2^q; no condition if it is empty "
      "or missing"}}};
constexpr std::array<OtherColumn, 4> kPlaces{
    {{"rank", "0, 1, 2, ... in order; may be missing"},
     {"node", "Name of the node of the rank"},
     {"group", "The group (cell, cabinet, island) of the node; for topologies"},
     {"leaf_switch", "The switch of the node within the group; may be missing"}}};
constexpr std::array<OtherColumn, 13> kScoreCsv{
    {{"machine", "As measured"},
     {"timestamp", "As measured"},
     {"ranks", "As measured"},
     {"collective", "Name of the collective in Orrery"},
     {"impl", "As measured"},
     {"algorithm", "As measured"},
     {"bytes", "As measured"},
     {"counterpart", "Collective and algorithm of the catalogue; empty if there is none"},
     {"series", "fitted: the machine's costs were fitted to this job; predicted: they were not"},
     {"measured_s", "As measured"},
     {"predicted_s", "Completion time of the run; empty if there is none"},
     {"error", "|predicted / measured - 1|"},
     {"reason", "Reason why the row is not scored; empty if it is"}}};
constexpr std::array<OtherColumn, 12> kScoreJson{
    {{"machine", "The machine, or all"},
     {"collective", "The collective, or all"},
     {"rows", "Number of rows with a prediction"},
     {"median_error",
      "Median of |predicted / measured - 1|; without rows this and all other members are null"},
     {"p90_error", "90th percentile of |predicted / measured - 1|"},
     {"cells",
      "Number of cells: a job, number of ranks, collective and size with two algorithms or more"},
     {"fastest", "Share of the cells whose predicted fastest algorithm was the fastest"},
     {"within_10",
      "Share of the cells whose predicted fastest algorithm took at most 1.1 times as long as the "
      "fastest"},
     {"within_25",
      "Share of the cells whose predicted fastest algorithm took at most 1.25 times as long as the "
      "fastest"},
     {"tau", "Mean over the cells of Kendall's tau-b between predicted and measured order"},
     {"library_within_10", "Share of the cells whose default choice was within 1.1 of the fastest"},
     {"library_within_25",
      "Share of the cells whose default choice was within 1.25 of the fastest"}}};

constexpr std::array<OtherColumn, 6> kMeasuredSchedules{
    {{"xml", "Name of the schedule's file in the folder of --schedules"},
     {"bytes", "Size of the whole vector, as in rccl-tests: for allgather the result of each rank"},
     {"measured_us", "Measured time in microseconds"},
     {"xml_applies", "0 if the library ran another algorithm; may be missing"},
     {"coll", "The collective; may be missing"},
     {"native_rccl_us",
      "For an allreduce: the time of the library's own ring, which becomes another row; may be "
      "missing"}}};

constexpr std::array<OtherColumn, 7> kScheduleTimesCsv{
    {{"xml", "As measured"},
     {"bytes", "As measured"},
     {"series", "fitted: α and β were fitted to this row and others; predicted: they were not"},
     {"measured_s", "As measured"},
     {"predicted_s", "Completion time of the run; empty if there is none"},
     {"error", "|predicted / measured - 1|"},
     {"reason", "Reason why the row is not predicted; empty if it is"}}};

constexpr std::array<OtherColumn, 6> kScheduleTimesJson{
    {{"alpha_s", "α of every message, in seconds"},
     {"beta_s_per_byte", "The inverse of a link's bandwidth"},
     {"fitted",
      "Fitted rows: members rows, median_error, p90_error and worst_error; null if there are none"},
     {"others", "All other rows, with the same members"},
     {"sizes", "A list by bytes: bytes, fitted and others"},
     {"files", "A list by file: file, fitted and others"}}};

constexpr std::array<OtherTable, 26> kTables{
    {{"map-csv", "`orrery map --csv`", kMapCsv},
     {"map-json", "`orrery map --json`", kMapJson},
     {"locality", "`orrery study locality --csv`", kLocality},
     {"robustness", "`orrery study robustness --csv`, and the members of `robustness` in its JSON",
      kRobustness},
     {"skips", "`orrery study skips --csv`", kSkips},
     {"tree",
      "`orrery tree --format csv`; with `--format json` the ranks are members of `nodes`, and with "
      "--partition `half` has the numbers of one half, or is null",
      kTree},
     {"schedule", "`orrery schedule --format csv`", kSchedule},
     {"messages", "`orrery export --format csv`", kMessages},
     {"links",
      "`orrery run --links` and `--link-rounds`; in JSON the lines of a run are its `links`, and "
      "`completion_time_s` is beside them",
      kLinks},
     {"why-csv", "`orrery why --csv`", kWhyCsv},
     {"why-json", "`orrery why --json`, after the members of `orrery run --json`", kWhyJson},
     {"why-links", "`orrery why --json`, the members of `links`", kWhyLinks},
     {"stretches", "`orrery why --stretches`", kStretches},
     {"what-if",
      "`orrery what-if --csv`; in JSON the lines of a run are its `what_if`, with the `outcome` of "
      "each",
      kWhatIf},
     {"verify", "`orrery verify --json`", kVerify},
     {"lessons", "`orrery lesson check --json`", kLessons},
     {"bench", "`orrery bench --json`", kBench},
     {"measured", "Input of `orrery score` and `orrery fit`, as CSV", kMeasured},
     {"mapping", "Input of their --mapping, as CSV", kMapping},
     {"places",
      "Input of --alloc, `mapping = \"file:..\"` and `topology = \"groups:PLACES.csv\"`, as CSV",
      kPlaces},
     {"score-csv", "`orrery score --csv`", kScoreCsv},
     {"score-json", "`orrery score --json`: `all`, and a list of `machines`, with these members",
      kScoreJson},
     {"measured-schedules", "Input of `orrery score --schedules`, as CSV", kMeasuredSchedules},
     {"schedule-times-csv", "`orrery score --schedules --csv`", kScheduleTimesCsv},
     {"schedule-times-json", "`orrery score --schedules --json`", kScheduleTimesJson},
     {"mpi", "`orrery-mpi run --csv` and `--json`, after the columns of results", kMpi}}};

}  // namespace

/// Returns the tables listed here, and those that are described in the files that write them.
std::span<const OtherTable> other_tables() {
  static const std::vector<OtherColumn> checked = [] {
    std::vector<OtherColumn> columns;
    for (const CheckedColumn& c : checked_columns()) columns.push_back({c.name, c.meaning});
    return columns;
  }();
  static const std::vector<OtherTable> all = [] {
    std::vector<OtherTable> tables(kTables.begin(), kTables.end());
    tables.push_back({"checked",
                      "`orrery list schedules --csv`, and the members of `files` in the JSON of "
                      "`orrery check`",
                      checked});
    return tables;
  }();
  return all;
}

}  // namespace orrery::inline commands
