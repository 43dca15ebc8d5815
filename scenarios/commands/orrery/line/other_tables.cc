#include "scenarios/commands/orrery/line/other_tables.h"

#include <array>
#include <vector>

#include "scenarios/formats/checked_file.h"

namespace orrery {
namespace {

constexpr std::array<OtherColumn, 10> kMapCsv{
    {{"KEY", "One or two keys of the map"},
     {"best", "The fastest algorithm; of equally fast ones the first in the list"},
     {"best_time_s", "Its completion time"},
     {"second", "The second best"},
     {"second_time_s", "Its completion time"},
     {"tied", "How many others are as fast as the best"},
     {"gain",
      "With --gain A: the part of the second best's time that A saves; below 0 where it is not "
      "the best"},
     {"ALGORITHM_time_s", "The completion time of each algorithm; empty where it cannot run"},
     {"bound", "With --bounds: the largest bound of the network: latency, ports or cut"},
     {"bound_s", "With --bounds: its time, which no algorithm undercuts"}}};
constexpr std::array<OtherColumn, 10> kMapJson{
    {{"schema", "1"},
     {"title", "Title of the scenario"},
     {"collective", "Of all cells"},
     {"bytes", "Of all cells, where they are none of the keys; ranks likewise"},
     {"x", "The key along x and its values"},
     {"y", "The key along y and its values"},
     {"algorithms", "The algorithms, in the order that decides ties"},
     {"gain_of", "The A of --gain, or null"},
     {"wins", "How many cells each algorithm wins"},
     {"cells",
      "A member for each cell: x, y and the columns of the CSV, the times by algorithm in "
      "time_s"}}};
constexpr std::array<OtherColumn, 5> kLocality{
    {{"KEY", "Each swept key"},
     {"round", "Number of the round"},
     {"distance", "How far the messages went, in words: same host, same leaf, ..."},
     {"messages", "How many messages of that round went so far"},
     {"bytes", "Their bytes"}}};
constexpr std::array<OtherColumn, 6> kRobustness{
    {{"KEY", "Each swept key"},
     {"slow", "What is slower: rank 0, link 3-4"},
     {"slowdown", "By how much, from 1; failed: the link carries nothing"},
     {"outcome", "As of a run; bad input where the failed link cuts ranks apart"},
     {"time_s", "Completion time, of repeats the median; in JSON time_ps, whole picoseconds"},
     {"growth", "In proportion to the time with slowdown 1"}}};
constexpr std::array<OtherColumn, 2> kSkips{
    {{"skips", "A sequence that was tried, separated by blanks; the fastest comes first"},
     {"time_s", "Completion time of the run with it"}}};
constexpr std::array<OtherColumn, 13> kTree{
    {{"operation", "gather, scatter, broadcast or reduce"},
     {"construction", "How the tree was made"},
     {"standing", "What is known of its quality, in words; may be empty"},
     {"ports", "Messages that a rank can send or receive at a time"},
     {"root", "Its root"},
     {"time", "How long the operation takes on it"},
     {"lower_bound", "What no tree is faster than"},
     {"sizes_total", "Elements of all ranks"},
     {"rank", "A rank"},
     {"parent", "Its parent; -1 is the root's"},
     {"order", "Its place in what its parent does, whose own copy counts; 0 is the root's"},
     {"size", "Elements of its own block"},
     {"copy", "The place of its own copy in what it does; empty for a leaf, which makes none"}}};
constexpr std::array<OtherColumn, 5> kSchedule{
    {{"kind", "baseblock, recv or send"},
     {"p", "Number of ranks"},
     {"round", "Number of the round; empty for baseblock"},
     {"rank", "A rank"},
     {"value",
      "The baseblock, or the block counted from the first of the phase; below 0 it is of the one "
      "before"}}};
constexpr std::array<OtherColumn, 13> kMessages{
    {{"message", "0, 1, 2, ... in order of start"},
     {"from", "Rank that sends"},
     {"to", "Rank that receives"},
     {"bytes", "Size of the message"},
     {"round", "Round of the sender"},
     {"communicator", "Its number; 0 is the one of all ranks"},
     {"tag", "Tag of the message"},
     {"posted_s", "When both sides had posted it; the sender, if the protocol is eager"},
     {"start_s", "When it had its ports and its latency began"},
     {"flow_s", "When its first byte moved"},
     {"end_s", "When its last byte had arrived"},
     {"paths", "How many paths it took"},
     {"hops", "Links of the first of them"}}};
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
     {"busy_s", "For how long at least one of them flowed"},
     {"utilization", "Its bytes over what it could have carried until completion"}}};
constexpr std::array<OtherColumn, 12> kWhyCsv{
    {{"KEY", "Each swept key"},
     {"completion_time_ps",
      "When the last rank had finished, in picoseconds: the sum of the causes"},
     {"alpha_ps", "Start-up of messages on the critical path, within hosts as well"},
     {"latency_ps", "Links and hops that they crossed"},
     {"bytes_ps", "Their bytes, as fast as they flow when a message is alone in the network"},
     {"contention_ps", "What sharing links added to that; 0 with contention off"},
     {"port_ps", "Messages waited for ports that others held; 0 with unlimited ports"},
     {"partner_ps",
      "Ranks on the path waited in a send for a receiver that posted later; 0 with protocol eager"},
     {"compute_ps", "Reductions and copies (γ), and work of schedules"},
     {"overhead_ps", "Messages waited until the sender's processor had turned to earlier ones"},
     {"noise_ps", "Ranks that were late or preempted; 0 unless [conditions] say so"},
     {"ties",
      "Steps that ended at the very instants when those of the path did: at least as many other "
      "paths are as long"}}};
constexpr std::array<OtherColumn, 5> kWhyJson{
    {{"completion_time_ps", "As in the CSV; null if the run failed"},
     {"causes_ps",
      "Members alpha, latency, bytes, contention, port, partner, compute, overhead and noise: the "
      "columns of the CSV without _ps; null if the run failed"},
     {"ties", "As in the CSV"},
     {"links", "The links on which the path spends time, the most first; see below"},
     {"stretches", "The path, in order of time; see below"}}};
constexpr std::array<OtherColumn, 6> kWhyLinks{{{"link", "Number of the link, one way"},
                                                {"from", "The node where it begins"},
                                                {"to", "The node where it ends"},
                                                {"level", "Its level; 0 at the hosts"},
                                                {"latency_ps bytes_ps contention_ps",
                                                 "What the path spends on it: crossing it, with "
                                                 "the hop; bytes of messages for which it is the "
                                                 "narrowest link; what sharing it added"},
                                                {"time_ps", "These together"}}};
constexpr std::array<OtherColumn, 8> kStretches{
    {{"KEY", "Each swept key; in JSON the stretches are members of their run"},
     {"cause", "alpha, latency, bytes, contention, port, partner, compute, overhead or noise"},
     {"from_ps", "Where it begins: 0, or where the one before ends"},
     {"to_ps", "Where it ends; the last one at completion"},
     {"rank", "The sender of the message, or the rank that computes"},
     {"round", "Round of the sender, or of the rank that computes"},
     {"partner", "The receiver of the message; empty or null for compute"},
     {"link",
      "For latency, bytes and contention between hosts the link; otherwise empty or null"}}};
constexpr std::array<OtherColumn, 9> kWhatIf{
    {{"KEY", "Each swept key; in JSON a run has the members of `orrery run --json`"},
     {"parameter", "What is different"},
     {"what_if", "The change in words: double, halve, or another mapping, routing or protocol"},
     {"better", "true, or false for what was made worse"},
     {"key", "The key whose value is another one, as in scenarios"},
     {"value", "Its value"},
     {"base_time_ps", "Completion time of the run as it is; in JSON its `completion_time_ps`"},
     {"completion_time_ps", "With the change; empty or null if that run failed"},
     {"change", "By which part of the time as it is that is more; below 0: less"}}};
constexpr std::array<OtherColumn, 2> kVerify{
    {{"schema", "1"},
     {"algorithms",
      "A list of members collective, algorithm, conforms, cases (that there are), run, refused, "
      "failed, given_up (after too many failures), refusal (why the smallest case was refused, or "
      "null), outcome, error and command (of the smallest case that failed, or null)"}}};
constexpr std::array<OtherColumn, 2> kLessons{
    {{"schema", "1"},
     {"pages",
      "A list of members lesson, page, title, line (of the file), kind, question and answer (null "
      "where nothing is asked), outcome (passed or failed) and problems"}}};
constexpr std::array<OtherColumn, 2> kBench{
    {{"schema", "1"}, {"benchmarks", "A list of members name, value and unit"}}};
constexpr std::array<OtherColumn, 7> kMpi{
    {{"measured_time_s", "Median time of the algorithm over MPI"},
     {"measured_min_s", "Its shortest time"},
     {"measured_max_s", "Its longest time"},
     {"native_time_s", "Median time of the library's own collective, with --against-native"},
     {"native_verified", "Whether its result was right"},
     {"repetitions", "Over how many runs the median is"},
     {"mpi", "The library and its version"}}};

constexpr std::array<OtherColumn, 15> kMeasured{
    {{"machine", "Name of the machine, and of its scenario"},
     {"timestamp", "Name of the job"},
     {"nodes", "How many nodes the job had"},
     {"shape", "The torus that they are, such as 4x4x4; may be empty or missing"},
     {"tasks_per_node", "Ranks on each node; 1 if it is missing"},
     {"ranks", "How many ranks took part"},
     {"collective", "Its name; bcast and reduce_scatter are understood"},
     {"impl", "The library or program whose algorithm it is"},
     {"algorithm", "What it calls it; default* is the library's own choice"},
     {"segment", "Size of segments as it stands; may be empty or missing"},
     {"ports", "Ports that it uses as it stands; may be empty or missing"},
     {"bytes",
      "The large buffer of one rank: the vector; all parts together where every rank has one part"},
     {"count", "Elements in that buffer; may be empty or missing"},
     {"median_s", "Median over the iterations of the time of the slowest rank, in seconds"},
     {"ignored", "1 if the library may have run something else; 0, empty or missing otherwise"}}};
constexpr std::array<OtherColumn, 5> kMapping{
    {{"pico_label",
      "Names in column algorithm, separated by commas; * stands for anything, a_x/y for a_x and "
      "a_y"},
     {"impl", "Whose they are, separated by commas; all"},
     {"collective", "Of which collectives, separated by commas; all"},
     {"orrery",
      "Our collective and algorithm, then keys such as ports=unlimited; - where there is none"},
     {"if",
      "Rows that are meant: count < ranks, ranks odd, ranks not 2^q; all if it is empty or "
      "missing"}}};
constexpr std::array<OtherColumn, 4> kPlaces{
    {{"rank", "0, 1, 2, ... in order; may be missing"},
     {"node", "Name of its node"},
     {"group", "The group (cell, cabinet, island) of the node; for topologies"},
     {"leaf_switch", "Its switch within the group; may be missing"}}};
constexpr std::array<OtherColumn, 13> kScoreCsv{
    {{"machine", "As measured"},
     {"timestamp", "As measured"},
     {"ranks", "As measured"},
     {"collective", "Our name of it"},
     {"impl", "As measured"},
     {"algorithm", "As measured"},
     {"bytes", "As measured"},
     {"counterpart", "Our collective and algorithm; empty if there is none"},
     {"series", "fitted: the machine's costs were fitted to this job; predicted: they were not"},
     {"measured_s", "As measured"},
     {"predicted_s", "Completion time of the run; empty if there is none"},
     {"error", "|predicted / measured - 1|"},
     {"reason", "Why the row is not scored; empty if it is"}}};
constexpr std::array<OtherColumn, 12> kScoreJson{
    {{"machine", "The machine; all"},
     {"collective", "The collective; all"},
     {"rows", "How many rows have a prediction"},
     {"median_error", "Median of |predicted / measured - 1|; null without rows, as the others"},
     {"p90_error", "What nine of ten rows do not exceed"},
     {"cells", "Jobs, ranks, collectives and sizes with two algorithms or more"},
     {"fastest", "Share of the cells whose predicted fastest algorithm was the fastest"},
     {"within_10", "... took at most 1.1 times as long as the fastest"},
     {"within_25", "... took at most 1.25 times as long"},
     {"tau", "Mean over the cells of Kendall's tau-b between predicted and measured order"},
     {"library_within_10", "Share of the cells whose default choice was within 1.1 of the fastest"},
     {"library_within_25", "... within 1.25"}}};

constexpr std::array<OtherColumn, 6> kMeasuredSchedules{
    {{"xml", "Name of the schedule's file in the folder of --schedules"},
     {"bytes", "The whole vector, as rccl-tests count: of allgather what each rank has in the end"},
     {"measured_us", "Its time in microseconds"},
     {"xml_applies", "0 if the library ran something else; may be missing"},
     {"coll", "Its collective; may be missing"},
     {"native_rccl_us",
      "Of an allreduce: the time of the library's own ring, a row of its own; may be missing"}}};

constexpr std::array<OtherColumn, 7> kScheduleTimesCsv{
    {{"xml", "As measured"},
     {"bytes", "As measured"},
     {"series", "fitted: α and β come from this row and its like; predicted: they do not"},
     {"measured_s", "As measured"},
     {"predicted_s", "Completion time of the run; empty if there is none"},
     {"error", "|predicted / measured - 1|"},
     {"reason", "Why the row is not predicted; empty if it is"}}};

constexpr std::array<OtherColumn, 6> kScheduleTimesJson{
    {{"alpha_s", "α of every message, in seconds"},
     {"beta_s_per_byte", "The inverse of a link's bandwidth"},
     {"fitted",
      "Of the rows that were fitted rows, median_error, p90_error and worst_error; null of none"},
     {"others", "The same of the others"},
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
      "`orrery tree --format csv`; with `--format json` the ranks are members of `nodes`, and "
      "`half` has the numbers of one half, or null, where --partition is given",
      kTree},
     {"schedule", "`orrery schedule --format csv`", kSchedule},
     {"messages", "`orrery export --format csv`", kMessages},
     {"links",
      "`orrery run --links` and `--link-rounds`; in JSON the lines of a run are its `links`, and "
      "`completion_time_s` is beside them",
      kLinks},
     {"why-csv", "`orrery why --csv`", kWhyCsv},
     {"why-json", "`orrery why --json`, behind the members of `orrery run --json`", kWhyJson},
     {"why-links", "`orrery why --json`, the members of `links`", kWhyLinks},
     {"stretches", "`orrery why --stretches`", kStretches},
     {"what-if",
      "`orrery what-if --csv`; in JSON the lines of a run are its `what_if`, with the `outcome` of "
      "each",
      kWhatIf},
     {"verify", "`orrery verify --json`", kVerify},
     {"lessons", "`orrery lesson check --json`", kLessons},
     {"bench", "`orrery bench --json`", kBench},
     {"measured", "What `orrery score` and `orrery fit` read, as CSV", kMeasured},
     {"mapping", "What their --mapping reads, as CSV", kMapping},
     {"places",
      "What --alloc, `mapping = \"file:..\"` and `topology = \"groups:PLACES.csv\"` read, as CSV",
      kPlaces},
     {"score-csv", "`orrery score --csv`", kScoreCsv},
     {"score-json", "`orrery score --json`: `all`, and a list of `machines`, with these members",
      kScoreJson},
     {"measured-schedules", "What `orrery score --schedules` reads, as CSV", kMeasuredSchedules},
     {"schedule-times-csv", "`orrery score --schedules --csv`", kScheduleTimesCsv},
     {"schedule-times-json", "`orrery score --schedules --json`", kScheduleTimesJson},
     {"mpi", "`orrery-mpi run --csv` and `--json`, behind the columns of results", kMpi}}};

}  // namespace

/// Returns the tables listed here and those that are described where they are made.
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

}  // namespace orrery
