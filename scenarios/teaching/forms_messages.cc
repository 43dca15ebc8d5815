#include <algorithm>
#include <array>
#include <functional>

#include <fmt/format.h>

#include "scenarios/teaching/forms.h"

namespace orrery::teaching {
namespace {

using Message = Trace::Message;
using Messages = std::vector<const Message*>;

/// Returns the messages of an existing round; all if no round is given.
Messages messages_at(const Subject& s, const Places& p) {
  const int round = round_at(s, p);
  Messages all = s.evidence().messages();
  if (round >= 0) std::erase_if(all, [&](const Message* m) { return m->round != round; });
  return all;
}

Messages sent_by_rank(const Subject& s, const Places& p) {
  const int rank = rank_at(s, p);
  Messages all = messages_at(s, p);
  std::erase_if(all, [&](const Message* m) { return m->source != rank; });
  return all;
}

Messages received_by_rank(const Subject& s, const Places& p) {
  const int rank = rank_at(s, p);
  Messages all = messages_at(s, p);
  std::erase_if(all, [&](const Message* m) { return m->destination != rank; });
  return all;
}

Value ranks_of(const Messages& messages, int Message::*side) {
  Value value{Value::Kind::kRanks};
  for (const Message* m : messages) value.names.push_back(fmt::format("{}", m->*side));
  sort_names(value.names);
  return value;
}

/// Returns the only element of a set.
Value only(Value set, const Places& p, std::string_view verb, std::string_view none) {
  const std::string who = fmt::format("rank {} {}", p.find("R")->second, verb);
  const std::string when = p.contains("K") ? fmt::format(" in round {}", p.find("K")->second) : "";
  if (set.names.empty()) throw NoAnswer(fmt::format("{} {}{}", who, none, when));
  if (set.names.size() > 1)
    throw NoAnswer(
        fmt::format("{} {} ranks{}: {}", who, set.names.size(), when, joined_names(set.names)));
  set.kind = Value::Kind::kRank;
  return set;
}

Value bytes_in(const Messages& messages) {
  Bytes sum;
  for (const Message* m : messages) sum += m->bytes;
  return bytes_value(sum);
}

Value count_of(const Messages& messages) {
  return plain(static_cast<double>(messages.size()));
}

Value receivers_of_rank(const Subject& s, const Places& p) {
  return ranks_of(sent_by_rank(s, p), &Message::destination);
}

Value senders_to_rank(const Subject& s, const Places& p) {
  return ranks_of(received_by_rank(s, p), &Message::source);
}

Value receiver_of_rank(const Subject& s, const Places& p) {
  return only(receivers_of_rank(s, p), p, "sends to", "no rank");
}

Value sender_to_rank(const Subject& s, const Places& p) {
  return only(senders_to_rank(s, p), p, "receives from", "no rank");
}

Value idle_ranks(const Subject& s, const Places& p) {
  const Messages all = messages_at(s, p);
  Value value{Value::Kind::kRanks};
  for (int r = 0; r < s.evidence().ranks(); ++r)
    if (std::ranges::none_of(
            all, [&](const Message* m) { return m->source == r || m->destination == r; }))
      value.names.push_back(fmt::format("{}", r));
  return value;
}

/// Returns f of a round's messages, of which there are some.
Time time_in(const Subject& s, const Places& p, const std::function<Time(const Messages&)>& f) {
  const Messages all = messages_at(s, p);
  if (all.empty())
    throw NoAnswer(fmt::format("no message is sent in round {}", p.find("K")->second));
  return f(all);
}

Time start_of(const Messages& messages) {
  return (*std::ranges::min_element(messages, {}, [](const Message* m) { return m->start; }))
      ->start;
}

Time end_of(const Messages& messages) {
  return (*std::ranges::max_element(messages, {}, [](const Message* m) { return m->end; }))->end;
}

/// Returns the messages that a rank receives; it is an error if there are none.
Messages arrivals(const Subject& s, const Places& p) {
  Messages all = received_by_rank(s, p);
  if (all.empty()) throw NoAnswer(fmt::format("rank {} receives nothing", p.find("R")->second));
  std::ranges::stable_sort(all, {}, [](const Message* m) { return m->end; });
  return all;
}

/// Returns ranks in the order in which they receive; it is an error if two are equally early.
Value order_of_arrival(const Subject& s, const Places&) {
  std::map<int, Time> first;
  for (const Message* m : s.evidence().messages()) {
    const auto [at, is_new] = first.emplace(m->destination, m->end);
    if (!is_new) at->second = std::min(at->second, m->end);
  }
  std::vector<std::pair<Time, int>> order;
  for (const auto& [rank, time] : first) order.emplace_back(time, rank);
  std::ranges::sort(order);
  Value value{Value::Kind::kOrder};
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i > 0 && order[i].first == order[i - 1].first)
      throw NoAnswer(fmt::format("ranks {} and {} receive first at the same time",
                                 order[i - 1].second, order[i].second));
    value.names.push_back(fmt::format("{}", order[i].second));
  }
  return value;
}

constexpr std::array kMessagesForms{
    Form{"receiver of rank R [in round K]", Value::Kind::kRank, "The one rank that R sends to",
         receiver_of_rank},
    Form{"sender to rank R [in round K]", Value::Kind::kRank, "The one rank that R receives from",
         sender_to_rank},
    Form{"receivers of rank R [in round K]", Value::Kind::kRanks, "All ranks that R sends to",
         receivers_of_rank},
    Form{"senders to rank R [in round K]", Value::Kind::kRanks, "All ranks that R receives from",
         senders_to_rank},
    Form{"senders in round K", Value::Kind::kRanks, "The ranks that send",
         [](const Subject& s, const Places& p) {
           return ranks_of(messages_at(s, p), &Message::source);
         }},
    Form{"receivers in round K", Value::Kind::kRanks, "The ranks that receive",
         [](const Subject& s, const Places& p) {
           return ranks_of(messages_at(s, p), &Message::destination);
         }},
    Form{"idle ranks in round K", Value::Kind::kRanks, "The ranks that neither send nor receive",
         idle_ranks},
    Form{"messages in round K", Value::Kind::kQuantity, "Number of messages of the round",
         [](const Subject& s, const Places& p) { return count_of(messages_at(s, p)); }},
    Form{"messages sent by rank R [in round K]", Value::Kind::kQuantity,
         "Number of messages that R sends",
         [](const Subject& s, const Places& p) { return count_of(sent_by_rank(s, p)); }},
    Form{"messages received by rank R [in round K]", Value::Kind::kQuantity,
         "Number of messages that R receives",
         [](const Subject& s, const Places& p) { return count_of(received_by_rank(s, p)); }},
    Form{"bytes in round K", Value::Kind::kQuantity, "Number of bytes in all messages of the round",
         [](const Subject& s, const Places& p) { return bytes_in(messages_at(s, p)); }},
    Form{"bytes sent by rank R [in round K]", Value::Kind::kQuantity,
         "Number of bytes that R sends",
         [](const Subject& s, const Places& p) { return bytes_in(sent_by_rank(s, p)); }},
    Form{"bytes received by rank R [in round K]", Value::Kind::kQuantity,
         "Number of bytes that R receives",
         [](const Subject& s, const Places& p) { return bytes_in(received_by_rank(s, p)); }},
    Form{"start of round K", Value::Kind::kQuantity,
         "Time at which the first message of the round starts",
         [](const Subject& s, const Places& p) { return time_value(time_in(s, p, start_of)); }},
    Form{"end of round K", Value::Kind::kQuantity,
         "Time at which the last message of the round ends",
         [](const Subject& s, const Places& p) { return time_value(time_in(s, p, end_of)); }},
    Form{"duration of round K", Value::Kind::kQuantity,
         "Time from the start to the end of the round",
         [](const Subject& s, const Places& p) {
           return time_value(
               time_in(s, p, [](const Messages& m) { return end_of(m) - start_of(m); }));
         }},
    Form{"first arrival at rank R", Value::Kind::kQuantity,
         "Time at which the first message to R ends",
         [](const Subject& s, const Places& p) { return time_value(arrivals(s, p).front()->end); }},
    Form{"last arrival at rank R", Value::Kind::kQuantity,
         "Time at which the last message to R ends",
         [](const Subject& s, const Places& p) { return time_value(arrivals(s, p).back()->end); }},
    Form{"round of first arrival at rank R", Value::Kind::kQuantity,
         "The number of the round of the first message to R",
         [](const Subject& s, const Places& p) { return plain(arrivals(s, p).front()->round); }},
    Form{"ranks by first arrival", Value::Kind::kOrder,
         "The ranks that receive, in the order of their first messages", order_of_arrival}};

}  // namespace

std::span<const Form> message_forms() {
  return kMessagesForms;
}

}  // namespace orrery::teaching
