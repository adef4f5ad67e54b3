#include "web/analysis_room.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/atomic_file.h"
#include "json/chess.h"
#include "json/search.h"
#include "notation/fen.h"
#include "notation/pgn_tree.h"
#include "notation/san.h"
#include "notation/tree_path.h"
#include "notation/uci_move.h"
#include "notation/words.h"
#include "play/game_library.h"
#include "play/opening_names.h"
#include "play/words.h"
#include "web/game_rooms.h"
#include "web/tree_json.h"

namespace rookery::web {

namespace {

using namespace std::chrono_literals;
using chess::GameTree;
using json::Value;

constexpr std::size_t kMaxFormer = 10, kMaxText = 20'000;
constexpr std::size_t kMaxPath = 8000;
constexpr std::chrono::milliseconds kSaveAfter = 400ms, kAnalysisGrace = 10s;
/// In our own files only: never in what is exported.
constexpr std::string_view kNodeTag = "RookeryNode";

Value move_to_json(const chess::Game& game, chess::Move move) {
  return {{"uci", notation::to_uci(move, game.is_chess960())},
          {"san", notation::to_san(game.position(), move)}};
}

/// The moves that the book knows, and how much each weighs, in per cent.
Value book_to_json(const play::Book& book, const chess::Game& game) {
  const auto moves = book.moves(game.position());
  int sum = 0;
  for (const play::BookMove& move : moves) sum += move.weight;
  Value list = Value::array();
  for (const play::BookMove& move : moves) {
    Value one = move_to_json(game, move.move);
    one["share"] = 100.0 * move.weight / std::max(1, sum);
    list.push_back(std::move(one));
  }
  return list;
}

/// Every move with its result for the side to move; empty if the position is in no table.
Value tables_to_json(const search::Tablebase& tables, const chess::Game& game) {
  Value list = Value::array();
  if (chess::count(game.position().pieces()) > tables.max_pieces()) return list;
  static constexpr const char* kNames[] = {"loss", "blessed loss", "draw", "cursed win", "win"};
  for (const search::TablebaseMove& move : tables.probe_root(game)) {
    Value one = move_to_json(game, move.move);
    one["result"] = kNames[static_cast<int>(move.wdl)];
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace

AnalysisRoom::AnalysisRoom(const RoomServices& services, std::string id, GameTree tree,
                           std::string path, bool edited)
    : services_(services),
      id_(std::move(id)),
      tree_(std::move(tree)),
      path_(std::move(path)),
      save_timer_(services.loop.make_timer()),
      farewell_(services.loop.make_timer()) {
  tree_.keep_history();
  if (!find(path_)) path_.clear();
  channel_.emplace(
      services_.hub, "analysis/" + id_, [this] { return state(); },
      [this](bool by_somebody) { watched(by_somebody); });
  unsaved_ = edited;
  save_now();
  watched(false);
}

AnalysisRoom::~AnalysisRoom() { save_now(); }

Result<chess::NodeId, Failure> AnalysisRoom::find(const std::string& path) const {
  const auto node = notation::find_path(tree_, path);
  if (!node) return failure("stale_ply", "This move is no longer in the tree.", "path");
  return *node;
}

Value AnalysisRoom::state() const {
  Value tags = Value::array();
  for (const auto& [name, value] : tree_.tags()) tags.push_back({name, value});
  Value slots = Value::array();
  for (const auto& [number, slot] : slots_) {
    Value one = slot->to_json();
    one["slot"] = number;
    slots.push_back(std::move(one));
  }
  Value judged = Value::array();
  for (const auto& [path, value] : judged_)
    if (find(path)) judged.push_back(value);
  return {{"t", "tree"},
          {"id", id_},
          {"judged", std::move(judged)},
          {"rev", revision_},
          {"chess960", tree_.is_chess960()},
          {"tags", std::move(tags)},
          {"result", tree_.result()},
          {"nodes", nodes_to_json(tree_)},
          {"can", {{"undo", tree_.can_undo() || !former_.empty()}, {"redo", tree_.can_redo()}}},
          {"current", path_},
          {"slots", std::move(slots)}};
}

Value AnalysisRoom::position_to_json(NodeId node) const {
  const chess::Game game = tree_.game_at(node);
  Value value = json::position_to_json(game);
  if (const auto opening = play::opening_name(game); !opening.empty())
    value["opening"] = {{"name", opening}};
  if (services_.book) value["book"] = book_to_json(*services_.book, game);
  if (services_.tables) value["tables"] = tables_to_json(*services_.tables, game);
  return value;
}

// --- the file -----------------------------------------------------------------------------------

Result<std::pair<GameTree, std::string>, Error> AnalysisRoom::load(const std::string& text) {
  notation::PgnReader reader(text);
  auto game = notation::read_game_tree(reader);
  if (!game) return Unexpected{Error{"no game in it"}};
  if (game->error) return Unexpected{Error{game->error->text()}};
  std::string path(game->tree.tag(kNodeTag));
  game->tree.set_tag(kNodeTag, "");
  return std::pair(std::move(game->tree), std::move(path));
}

void AnalysisRoom::save_now() {
  save_timer_->cancel();
  if (!unsaved_ || !services_.state) return;
  unsaved_ = false;
  GameTree copy = tree_;
  if (!path_.empty()) copy.set_tag(kNodeTag, path_);
  // On the worker, in order: the loop does not wait for disks.
  services_.loop.work([&loop = services_.loop, &hub = services_.hub,
                       folder = *services_.state / play::shelf_name(play::Shelf::opened), id = id_,
                       text = notation::to_pgn(copy)] {
    std::error_code ignored;
    std::filesystem::create_directories(folder, ignored);
    const auto written = write_file(folder / (id + ".pgn"), text);
    if (written) return;
    loop.post([&hub, why = written.error().message] {
      hub.broadcast({{"t", "notice"}, {"level", "error"}, {"text", why}});
    });
  });
}

void AnalysisRoom::changed() {
  ++revision_;
  channel_->publish_state();
  if (!std::exchange(unsaved_, true)) save_timer_->after(kSaveAfter, [this] { save_now(); });
}

void AnalysisRoom::watched(bool by_somebody) {
  farewell_->cancel();
  if (by_somebody) return;
  for (const auto& [number, slot] : slots_) slot->stop();
  threat_.reset();
  farewell_->after(kAnalysisGrace, [this] { services_.leave(channel_->name()); });
}

// --- the tree -----------------------------------------------------------------------------------

Answer AnalysisRoom::go_to(json::Fields fields) {
  const std::string path = fields.text("path", kMaxPath);
  if (fields.error()) return bad_fields(fields);
  const auto node = find(path);
  if (!node) return Unexpected{node.error()};
  if (path != path_) {
    path_ = path;
    if (!tree_.children(chess::kRoot).empty() && !std::exchange(unsaved_, true))
      save_timer_->after(kSaveAfter, [this] { save_now(); });
  }
  return Value{{"path", path_}, {"pos", position_to_json(*node)}};
}

Answer AnalysisRoom::set_position(json::Fields fields) {
  auto start = parse_start(fields);
  if (!start) return Unexpected{start.error()};
  former_.push_back(std::move(tree_));
  if (former_.size() > kMaxFormer) former_.erase(former_.begin());
  tree_ = GameTree(start->position, start->chess960);
  tree_.keep_history();
  path_.clear();
  changed();
  return Value{{"rev", revision_}, {"path", ""}, {"pos", position_to_json(chess::kRoot)}};
}

Answer AnalysisRoom::edit(json::Fields fields) {
  const std::string operation = fields.text("op", 20);
  const auto path = fields.optional_text("path", kMaxPath);
  if (fields.error()) return bad_fields(fields);
  if (operation == "undo" || operation == "redo") return step_back(operation == "redo");
  if (operation == "tags") return set_tags(fields);
  const auto node = find(path.value_or(""));
  if (!node) return Unexpected{node.error()};
  return edit_node(operation, *node, fields);
}

Answer AnalysisRoom::edit_node(const std::string& operation, NodeId node, json::Fields& fields) {
  if (operation == "add" || operation == "insert_line") {
    std::vector<std::string> moves;
    if (operation == "add")
      moves.push_back(fields.text("uci", 8));
    else
      moves = fields.texts("uci", 300, 8);
    const std::string comment = fields.optional_text("comment", kMaxText).value_or("");
    if (fields.error()) return bad_fields(fields);
    return add_moves(node, moves, comment);
  }
  if (operation == "comment" || operation == "nags" || operation == "shapes")
    return annotate(operation, node, fields);
  if (operation == "promote") {
    tree_.promote(node);
  } else if (operation == "main") {
    tree_.make_main_line(node);
  } else if (operation == "delete") {
    const std::size_t before = nodes_to_json(tree_).size();
    const std::string parent = notation::path_text(tree_, tree_.parent(node));
    tree_.remove(node);
    if (!find(path_)) path_ = parent;
    changed();
    return Value{
        {"rev", revision_}, {"path", path_}, {"count", before - nodes_to_json(tree_).size()}};
  } else {
    return failure("bad_message", "There is no operation '" + operation + "'.", "op");
  }
  changed();
  return Value{{"rev", revision_}, {"path", notation::path_text(tree_, node)}};
}

Answer AnalysisRoom::add_moves(NodeId node, const std::vector<std::string>& texts,
                               const std::string& comment) {
  if (tree_.size() + texts.size() > kMaxNodes)
    return failure("too_large", "The tree has too many moves.");
  std::vector<chess::Move> moves;
  chess::Position position = tree_.position(node);
  for (const std::string& text : texts) {
    const auto move = notation::parse_uci_move(position, text);
    if (!move) return failure("illegal", "That is not a legal move.", "uci");
    moves.push_back(*move);
    position.make_move(*move);
  }
  const std::size_t before = tree_.size();
  const NodeId last = tree_.add(node, moves);
  const bool grew = tree_.size() != before;
  if (!comment.empty() && !moves.empty()) {
    NodeId first = last;
    while (tree_.parent(first) != node) first = tree_.parent(first);
    tree_.annotate(first).comment = comment;
  }
  // A line that is put in is for later; a move that is played is where the person is.
  if (texts.size() == 1) path_ = notation::path_text(tree_, last);
  if (grew || !comment.empty()) changed();
  judge_near(node);
  return Value{{"rev", revision_},
               {"path", notation::path_text(tree_, last)},
               {"pos", position_to_json(last)}};
}

Answer AnalysisRoom::annotate(const std::string& operation, NodeId node, json::Fields& fields) {
  if (operation == "comment") {
    const std::string text = fields.text("text", kMaxText);
    if (fields.error()) return bad_fields(fields);
    tree_.annotate(node).comment = text;
  } else if (operation == "nags") {
    const auto nags = fields.integers("nags", 20, 0, 255);
    if (fields.error()) return bad_fields(fields);
    tree_.annotate(node).nags.assign(nags.begin(), nags.end());
  } else {
    std::vector<chess::Shape> shapes;
    for (const std::string& text : fields.texts("shapes", 200, 8)) {
      const auto shape = parse_shape(text);
      if (!shape) return failure("bad_message", "A shape is like Ge2e4 or Rd5.", "shapes");
      shapes.push_back(*shape);
    }
    if (fields.error()) return bad_fields(fields);
    tree_.annotate(node).shapes = std::move(shapes);
  }
  changed();
  return Value{{"rev", revision_}};
}

Answer AnalysisRoom::set_tags(json::Fields& fields) {
  std::vector<chess::GameTree::Tag> tags;
  const Value& given = fields.value().contains("tags") ? fields.value()["tags"] : Value();
  const auto refuse = [] {
    return failure("bad_message", "Tags are pairs of a name (letters and digits) and a text.",
                   "tags");
  };
  if (!given.is_array() || given.size() > 100) return refuse();
  for (const Value& pair : given) {
    if (!pair.is_array() || pair.size() != 2 || !pair[0].is_string() || !pair[1].is_string())
      return refuse();
    tags.emplace_back(pair[0].get<std::string>(), pair[1].get<std::string>());
    const auto& [name, text] = tags.back();
    const bool is_name = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    });
    if (!is_name || text.size() > kMaxText) return refuse();
  }
  for (const auto& [name, text] : tags) tree_.set_tag(name, text);
  changed();
  return Value{{"rev", revision_}};
}

Answer AnalysisRoom::step_back(bool forward) {
  std::optional<NodeId> node = forward ? tree_.redo() : tree_.undo();
  if (!node && !forward && !former_.empty()) {
    tree_ = std::move(former_.back());
    former_.pop_back();
    path_.clear();
    node = chess::kRoot;
  }
  if (!node) return failure("illegal", forward ? "Nothing to redo." : "Nothing to undo.");
  if (!find(path_)) path_ = notation::path_text(tree_, *node);
  changed();
  return Value{{"rev", revision_}, {"path", path_}};
}

Answer AnalysisRoom::export_text(json::Fields fields) const {
  const auto path = fields.optional_text("path", kMaxPath);
  if (fields.error()) return bad_fields(fields);
  const auto node = find(path.value_or(path_));
  if (!node) return Unexpected{node.error()};
  return Value{{"pgn", notation::to_pgn(tree_)},
               {"fen", notation::to_fen(tree_.position(*node))},
               {"name", id_ + ".pgn"}};
}

// --- searches -----------------------------------------------------------------------------------

Answer AnalysisRoom::start_search(json::Fields fields) {
  const std::string path = fields.text("path", kMaxPath), agent = fields.text("agent", 200);
  const int number = static_cast<int>(fields.integer("slot", 0, 1));
  search::Limits limits;
  limits.multi_pv = static_cast<int>(fields.optional_integer("lines", 1, 5).value_or(1));
  limits.infinite = true;
  if (auto bounds = fields.optional_object("limits")) {
    if (const auto depth = bounds->optional_integer("depth", 1, 100))
      limits.depth = static_cast<int>(*depth);
    if (const auto nodes = bounds->optional_integer("nodes", 1, 1'000'000'000'000))
      limits.nodes = static_cast<std::uint64_t>(*nodes);
    if (const auto time = bounds->optional_integer("movetime_ms", 1, 86'400'000))
      limits.move_time = search::Milliseconds(*time);
    limits.infinite = !limits.depth && !limits.nodes && !limits.move_time;
  }
  if (fields.error()) return bad_fields(fields);
  const auto node = find(path);
  if (!node) return Unexpected{node.error()};
  auto player = parse_player(agent, "agent");
  if (!player) return Unexpected{player.error()};
  if (!player->named()) return failure("bad_message", "A person does not analyse here.", "agent");
  auto& slot = slots_[number];
  if (!slot) slot = std::make_unique<Slot>(services_, [this, number] { publish_lines(number); });
  return slot->start(*player->named(), tree_.game_at(*node), path, limits);
}

Answer AnalysisRoom::stop_search(json::Fields fields) {
  const int number = static_cast<int>(fields.integer("slot", 0, 1));
  if (fields.error()) return bad_fields(fields);
  if (const auto slot = slots_.find(number); slot != slots_.end()) slot->second->stop();
  return Value::object();
}

void AnalysisRoom::publish_lines(int number) {
  Value event = slots_.at(number)->to_json();
  event["t"] = "lines";
  event["slot"] = number;
  channel_->publish_passing(std::move(event));
  const Slot& slot = *slots_.at(number);
  if (slot.agent() != play::NamedSpec::flagship().text()) return;
  explorer_.note(slot.path(), slot.lines());
  if (const auto node = find(slot.path())) judge_near(*node);
}

void AnalysisRoom::judge_near(NodeId node) {
  const auto tell = [&](NodeId at) {
    auto value = explorer_.judge(tree_, at);
    if (!value) return;
    Value& known = judged_[(*value)["path"].get<std::string>()];
    const bool is_new = known.is_null() || known["judgement"] != (*value)["judgement"];
    known = *value;
    if (!is_new) return;
    (*value)["t"] = "judged";
    channel_->publish(*std::move(value));
  };
  tell(node);
  for (const NodeId child : tree_.children(node)) tell(child);
}

void AnalysisRoom::threat(const std::shared_ptr<Request>& request) {
  json::Fields fields = request->fields();
  const std::string path = fields.text("path", kMaxPath);
  if (fields.error()) return request->answer(bad_fields(fields));
  const auto node = find(path);
  if (!node) return request->answer(Unexpected{node.error()});
  chess::Position passed = tree_.position(*node);
  if (passed.in_check())
    return request->answer(failure("illegal", "In check there is no threat to see."));
  passed.make_null_move();
  const chess::Game game(passed, tree_.is_chess960());
  if (game.outcome()) return request->answer(failure("illegal", "There is no threat."));
  search::Limits limits;
  limits.move_time = 500ms;
  threat_request_ = request;  // an older one ends unanswered, which is an answer too
  threat_ = std::make_unique<Slot>(services_, [this, passed] {
    if (threat_->is_running() || !threat_request_) return;
    const auto waiting = std::exchange(threat_request_, nullptr);
    const search::SearchInfo* best = threat_->best();
    if (!best || best->pv.empty())
      return waiting->answer(failure("agent_failed", "There is no threat."));
    const std::string san = notation::to_san(passed, best->pv[0]);
    waiting->answer(
        Value{{"uci", notation::to_uci(best->pv[0], tree_.is_chess960())},
              {"san", san},
              {"proof", json::san_line(passed, best->pv)},
              {"text", fmt::format("Threat: {}, {}.", san, play::reason_text(passed, *best))}});
  });
  const auto started = threat_->start(play::NamedSpec::flagship(), game, path, limits);
  if (!started) std::exchange(threat_request_, nullptr)->answer(Unexpected{started.error()});
}

}  // namespace rookery::web
