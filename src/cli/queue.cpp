// `rookery queue`: what is in a queue, and what its owner does with it.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <charconv>
#include <ctime>
#include <filesystem>
#include <map>

#include "base/append_file.h"
#include "base/atomic_file.h"
#include "base/nearest.h"
#include "base/printable.h"
#include "base/sha256.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/match_display.h"
#include "cli/queued_arena.h"
#include "cli/queued_selfplay.h"
#include "cluster/queue_json.h"

namespace rookery::cli {
namespace {

using cluster::Id;
using cluster::JobStore;
using cluster::Stored;
using json::Value;

struct QueueCommand {
  std::string url, action = "list";
  std::vector<std::string> words;
  std::string reason, out;
  std::int64_t test = 0;
  double share = 0;
  bool as_json = false;
};

/// Names come from others.
std::string shown(const std::string& text, std::size_t width = 0) {
  std::string line = printable(text);
  return width && line.size() > width ? line.substr(0, width - 3) + "..." : line;
}

std::string time_text(std::int64_t ms) {
  return fmt::format("{:%F %T}", fmt::localtime(static_cast<std::time_t>(ms / 1000)));
}

std::string ago(std::int64_t ms) {
  if (ms == 0) return "never";
  const auto now = std::chrono::duration_cast<std::chrono::seconds>(
                       std::chrono::system_clock::now().time_since_epoch())
                       .count();
  const std::int64_t s = std::max<std::int64_t>(0, now - ms / 1000);
  return s < 120      ? fmt::format("{} s", s)
         : s < 7200   ? fmt::format("{} min", s / 60)
         : s < 172800 ? fmt::format("{} h", s / 3600)
                      : fmt::format("{} d", s / 86400);
}

/// {"NAME":[...]}.
template <class List>
int print_list(const char* name, const List& items) {
  Value list = Value::array();
  for (const auto& item : items) list.push_back(cluster::to_json(item));
  print_json({{name, list}});
  return 0;
}

int list_tests(JobStore& store, const QueueCommand& c) {
  const auto tests = store.tests();
  if (!tests) return fail(tests.error().message);
  if (c.as_json) return print_list("tests", *tests);
  if (tests->empty())
    fmt::print("nothing in the queue; 'rookery match ... --queue URL' puts a match in\n");
  else
    fmt::print("{:>5} {:<8} {:<7} {:>4} {:>14} {:>7}  {}\n", "TEST", "KIND", "STATE", "PRIO",
               "UNITS", "THREADS", "NAME");
  for (const auto& t : *tests) {
    fmt::print("{:>5} {:<8} {:<7} {:>4} {:>14} {:>7}  {}\n", t.id, shown(t.kind), t.state,
               t.priority, fmt::format("{}/{}", t.done, t.units), t.leased_threads,
               shown(t.name, 30));
    if (!t.why.empty()) fmt::print("      {}\n", shown(t.why));
  }
  return 0;
}

int show_match(JobStore& store, const cluster::TestRecord& record, const QueueCommand& c) {
  auto match = cluster::QueuedMatch::attach(store, record.id);
  if (!match) return fail(match.error().message);
  if (auto followed = (*match)->follow(false); !followed) return fail(followed.error().message);
  const auto workers = store.workers();
  if (!workers) return fail(workers.error().message);
  if (c.as_json) {
    print_json(cluster::to_json(**match, *workers));
    return 0;
  }
  std::map<Id, std::string> names;
  for (const auto& w : *workers) names[w.id] = w.name;
  std::map<Id, double> chance;
  for (const auto& s : cluster::outliers((*match)->contributions()))
    chance[s.worker] = s.probability;
  fmt::print("test {}: {}, {} since {}{}{}\n", record.id, shown(record.name), record.state,
             time_text(record.ended ? record.ended : record.created),
             record.why.empty() ? "" : ": ", shown(record.why));
  fmt::print("{}", match_table(**match));
  if ((*match)->standings().games() == 0) return 0;
  fmt::print("How games ended\n");
  for (const auto& [end, count] : (*match)->terminations())
    fmt::print("  {:>6}  {}\n", count, shown(end, 60));
  fmt::print("Workers\n  {:>6} {:>7} {:>20} {:>6} {:>9} {:>9}  NAME\n", "WORKER", "GAMES", "PAIRS",
             "FAULTS", "NODES/S", "CHANCE");
  for (const auto& [id, b] : (*match)->contributions())
    fmt::print(
        "  {:>6} {:>7} {:>20} {:>6} {:>9.0f} {:>9}  {}{}\n", id, b.games,
        fmt::format("{}", fmt::join(b.pairs, " ")), b.faults,
        1000.0 * static_cast<double>(b.nodes) /
            static_cast<double>(std::max<std::int64_t>(1, b.time_ms)),
        chance.contains(id) ? fmt::format("{:.4f}", chance[id]) : "-", shown(names[id], 20),
        chance.contains(id) && chance[id] < cluster::kSuspicious ? "  unlike the others" : "");
  return 0;
}

int show_test(JobStore& store, Id id, const QueueCommand& c) {
  const auto record = store.test(id);
  if (!record) return fail(record.error().message);
  if (!*record) return fail(fmt::format("no test {}", id), 2);
  if ((*record)->kind == "match") return show_match(store, **record, c);
  if (c.as_json) {
    print_json(cluster::to_json(**record));
    return 0;
  }
  const auto& t = **record;
  fmt::print("test {}: {}, {}, {} of {} units done, {} threads at work{}{}\n", t.id, shown(t.name),
             t.state, t.done, t.units, t.leased_threads, t.why.empty() ? "" : ": ", shown(t.why));
  return 0;
}

int list_workers(JobStore& store, const QueueCommand& c) {
  const auto workers = store.workers();
  if (!workers) return fail(workers.error().message);
  if (c.as_json) return print_list("workers", *workers);
  if (workers->empty())
    fmt::print("no worker yet; 'rookery worker URL' on any machine is one\n");
  else
    fmt::print("{:>6} {:>7} {:>9} {:>8} {:>8} {:>7}  {}\n", "WORKER", "THREADS", "NODES/S",
               "RESULTS", "SEEN", "UNITS", "NAME");
  for (const auto& w : *workers) {
    fmt::print("{:>6} {:>7} {:>9} {:>8} {:>8} {:>7}  {}\n", w.id, w.threads,
               cluster::worker_info(w).value("nps", std::int64_t{0}), w.results, ago(w.last_seen),
               w.leased_units, shown(w.name, 30));
    if (w.aside) fmt::print("       set aside: {}\n", shown(*w.aside));
    if (cluster::is_idle(w))
      fmt::print("       alive, but without a result for {}\n", ago(w.last_result));
    if (w.refused > 0) fmt::print("       {} late results refused\n", w.refused);
    if (!w.note.empty()) fmt::print("       gave back: {}\n", shown(w.note));
  }
  return 0;
}

int change(JobStore& store, const QueueCommand& c, Id id, std::vector<std::string> from,
           const std::string& to, const std::string& why) {
  const auto changed = store.change_state(id, from, to, why);
  if (!changed) return fail(changed.error().message);
  if (!*changed) {
    const auto test = store.test(id);
    if (!test) return fail(test.error().message);
    return fail(*test ? fmt::format("test {} is {}", id, (*test)->state)
                      : fmt::format("no test {}", id));
  }
  if (c.as_json)
    print_json({{"test", id}, {"state", to}});
  else
    fmt::print("test {}: {}\n", id, to);
  return 0;
}

int purge(JobStore& store, const QueueCommand& c, Id worker) {
  if (c.reason.empty()) return fail("purge needs --reason TEXT: it is kept with the queue", 2);
  const auto count =
      store.purge(worker, c.test > 0 ? std::optional<Id>(c.test) : std::nullopt, c.reason);
  if (!count) return fail(count.error().message);
  if (c.as_json)
    print_json({{"worker", worker}, {"purged", *count}});
  else
    fmt::print("{} results of worker {} taken out; others play them again\n", *count, worker);
  return 0;
}

int set_aside(JobStore& store, const QueueCommand& c, Id worker, const std::string& reason) {
  const auto changed = store.set_aside(worker, reason);
  if (!changed) return fail(changed.error().message);
  if (!*changed) return fail(fmt::format("no worker {}", worker));
  if (c.as_json)
    print_json({{"worker", worker}, {"aside", reason}});
  else
    fmt::print("worker {} {}\n", worker, reason.empty() ? "gets work again" : "gets no more work");
  return 0;
}

int export_games(JobStore& store, const QueueCommand& c, Id id) {
  const auto record = store.test(id);
  if (!record) return fail(record.error().message);
  if (!*record) return fail(fmt::format("no test {}", id), 2);
  if (c.out.empty()) return fail("export needs --out: a PGN file, or a folder for self-play", 2);
  if ((*record)->kind == "selfplay") return export_selfplay(store, **record, c.out);
  auto match = cluster::QueuedMatch::attach(store, id);
  if (!match) return fail(match.error().message);
  int left_out = 0;
  const auto text = (*match)->pgn(left_out);
  if (!text) return fail(text.error().message);
  if (left_out > 0)
    fmt::print(stderr, "{} units of games are no PGN and were left out\n", left_out);
  if (auto written = write_file(c.out, *text); !written) return fail(written.error().message);
  return 0;
}

int list_events(JobStore& store, const QueueCommand& c) {
  const auto events = store.events();
  if (!events) return fail(events.error().message);
  Value list = Value::array();
  for (const auto& e : *events) {
    if (c.as_json)
      list.push_back({{"time_ms", e.time}, {"what", e.what}});
    else
      fmt::print("{}  {}\n", time_text(e.time), shown(e.what));
  }
  if (c.as_json) print_json({{"events", list}});
  return 0;
}

int set_priority(JobStore& store, const QueueCommand& c, Id id) {
  int priority = 0;
  const std::string& text = c.words[1];
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), priority);
  if (error != std::errc{} || *end != '\0')
    return fail(fmt::format("'{}' is no priority", text), 2);
  const auto test = store.test(id);
  if (!test) return fail(test.error().message);
  if (!*test) return fail(fmt::format("no test {}", id), 2);
  const auto set = store.set_priority(id, priority, c.share > 0 ? c.share : (*test)->share);
  if (!set) return fail(set.error().message);
  if (c.as_json)
    print_json({{"test", id}, {"priority", priority}});
  else
    fmt::print("test {}: priority {}\n", id, priority);
  return 0;
}

int make_token(JobStore& store, const QueueCommand& c) {
  const std::string token = cluster::random_key();
  if (auto added = store.add_token(sha256(token)); !added) return fail(added.error().message);
  if (c.as_json)
    print_json({{"token", token}});
  else
    fmt::print("{}\n", token);
  return 0;
}

struct Action {
  const char* name;
  const char* takes;  ///< a word for each argument
  int (*run)(JobStore&, const QueueCommand&, Id first);
};

constexpr Action kActions[] = {
    {"init", "",
     [](JobStore&, const QueueCommand&, Id) {
       fmt::print("the queue is ready\n");
       return 0;
     }},
    {"list", "", [](JobStore& s, const QueueCommand& c, Id) { return list_tests(s, c); }},
    {"show", "TEST", [](JobStore& s, const QueueCommand& c, Id id) { return show_test(s, id, c); }},
    {"pause", "TEST",
     [](JobStore& s, const QueueCommand& c, Id id) {
       return change(s, c, id, {"running"}, "paused", c.reason);
     }},
    {"resume", "TEST",
     [](JobStore& s, const QueueCommand& c, Id id) {
       return change(s, c, id, {"paused"}, "running", "");
     }},
    {"cancel", "TEST",
     [](JobStore& s, const QueueCommand& c, Id id) {
       return change(s, c, id, {"running", "paused"}, "ended",
                     c.reason.empty() ? "cancelled" : "cancelled: " + c.reason);
     }},
    {"priority", "TEST NUMBER", set_priority},
    {"workers", "", [](JobStore& s, const QueueCommand& c, Id) { return list_workers(s, c); }},
    {"aside", "WORKER",
     [](JobStore& s, const QueueCommand& c, Id id) {
       if (c.reason.empty()) return fail("aside needs --reason TEXT: the worker is told", 2);
       return set_aside(s, c, id, c.reason);
     }},
    {"back", "WORKER",
     [](JobStore& s, const QueueCommand& c, Id id) { return set_aside(s, c, id, ""); }},
    {"purge", "WORKER", [](JobStore& s, const QueueCommand& c, Id id) { return purge(s, c, id); }},
    {"export", "TEST",
     [](JobStore& s, const QueueCommand& c, Id id) { return export_games(s, c, id); }},
    {"allow", "ROLE",
     [](JobStore& s, const QueueCommand& c, Id) {
       const auto allowed = s.allow_worker(c.words[0]);
       return allowed ? 0 : fail(allowed.error().message);
     }},
    {"token", "", [](JobStore& s, const QueueCommand& c, Id) { return make_token(s, c); }},
    {"events", "", [](JobStore& s, const QueueCommand& c, Id) { return list_events(s, c); }},
};

}  // namespace

int run_queue(Arguments arguments) {
  Parser parser("queue", "What is in a queue of work, and what its owner does with it.",
                "  rookery queue postgresql://me@server/rookery init   makes the tables\n"
                "  rookery queue URL                  lists the tests\n"
                "  rookery queue URL show 3           table, ends and workers of a test\n"
                "  rookery queue URL pause 3          and resume, cancel\n"
                "  rookery queue URL priority 3 10    higher comes first; --share 2\n"
                "  rookery queue URL workers          speed, results, last sign of life\n"
                "  rookery queue URL purge 7 --reason 'overclocked' --test 3\n"
                "  rookery queue URL aside 7 --reason 'wrong results'   and back 7\n"
                "  rookery queue URL export 3 --out games.pgn\n"
                "  rookery queue URL allow worker     lets a role of the database work\n"
                "  rookery queue URL token            a token: 'rookery web --queue' may write\n"
                "  rookery queue URL events           what was decided, and when");
  QueueCommand command;
  parser.add_option("URL", command.url, "postgresql://USER@HOST/DATABASE, or a file")->required();
  parser.add_option("ACTION", command.action, "What to do [list]");
  parser.add_option("WORDS", command.words,
                    "Number of a test or worker, and what the action needs");
  parser.add_option("--reason", command.reason, "Why, for the record");
  parser.add_option("--test", command.test, "purge: only of this test")->check(CLI::PositiveNumber);
  parser.add_option("--share", command.share, "priority: of the workers, among equals")
      ->check(CLI::Range(0.001, 1000.0));
  parser.add_option("--out", command.out, "export: where to");
  parser.add_flag("--json", command.as_json, "Print one JSON object");
  if (const auto status = parser.run(arguments)) return *status;

  const Action* action = nullptr;
  std::vector<std::string_view> names;
  for (const Action& a : kActions) {
    names.push_back(a.name);
    if (command.action == a.name) action = &a;
  }
  if (!action)
    return fail(
        fmt::format("no action '{}'{}", command.action, did_you_mean(command.action, names)), 2);
  const std::string takes = action->takes;
  const auto wanted = takes.empty() ? 0 : std::count(takes.begin(), takes.end(), ' ') + 1;
  if (static_cast<std::ptrdiff_t>(command.words.size()) != wanted)
    return fail(fmt::format("'rookery queue URL {}{}{}' is how it is written", action->name,
                            takes.empty() ? "" : " ", takes),
                2);
  Id first = 0;
  if (takes.starts_with("TEST") || takes.starts_with("WORKER")) {
    const std::string& text = command.words[0];
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), first);
    if (error != std::errc{} || *end != '\0' || first < 1)
      return fail(fmt::format("'{}' is no number of a {}", text,
                              takes.starts_with("TEST") ? "test" : "worker"),
                  2);
  }
  const auto address = cluster::parse_address(command.url);
  if (!address) return fail(address.error().message, 2);
  if (!address->is_postgres && command.action != "init" && !std::filesystem::exists(address->text))
    return fail(fmt::format("there is no queue '{}'; 'rookery queue FILE init' makes one",
                            shown(command.url)));
  auto store = open_queue(command.url);
  if (!store) return fail(store.error().message);
  return action->run(**store, command, first);
}

}  // namespace rookery::cli
